//! Checks examples: resolves their names and types their numbers.

use std::collections::HashSet;

use super::literal::literal_bits;
use super::{Cx, nearest, parse_type};
use crate::ast::{ExampleValue as Tree, Inst, Literal, Name};
use crate::example::WORDS;
use crate::model::{Example, ExamplePlace, ExampleValue, FieldKind, Form, Operand, OperandType, Type};
use crate::span::{Error, Span};

/// Size in bytes of a place in memory without a type.
const UNTYPED_BYTES: u32 = 16;

/// Meaning of a name in an example, its type, and the number of bits that a whole number may have there.
type Typed = (ExamplePlace, Type, u32);

impl Cx {
    pub(super) fn examples_of(&mut self, tree: &Inst, operands: &[Operand], forms: &[Form]) -> Vec<Example> {
        let mut examples = Vec::new();
        for example in &tree.examples {
            let all = self.all();
            let versions = self.range(&example.range, all);
            let mut values = |trees: &[Tree], given: bool| -> Vec<ExampleValue> {
                trees.iter().filter_map(|tree| self.example_value(tree, operands, forms, given)).collect()
            };
            let given = values(&example.given, true);
            let expect = values(&example.expect, false);
            if given.len() == example.given.len() {
                self.given_once(&given, &example.given);
            }
            let format = example.format.as_ref().and_then(|name| self.example_format(name, forms));
            examples.push(Example { format, text: example.text.clone(), given, expect, versions, span: example.span });
        }
        examples
    }

    /// The format of an example, which must be one of the instruction's.
    fn example_format(&mut self, name: &Name, forms: &[Form]) -> Option<usize> {
        let found = forms.iter().find(|form| self.model.formats[form.format].name == name.text);
        if found.is_none() {
            let known: Vec<String> = forms.iter().map(|form| self.model.formats[form.format].name.clone()).collect();
            let message = format!("this instruction has no format `{}`", name.text);
            self.error_near(name.span, message, &name.text, &known);
        }
        found.map(|form| form.runs_as)
    }

    fn example_value(
        &mut self,
        tree: &Tree,
        operands: &[Operand],
        forms: &[Form],
        given: bool,
    ) -> Option<ExampleValue> {
        let (place, ty, room) = self.example_place(tree, operands, forms, given)?;
        if let (Literal::Member(member), Type::Enum { index, .. }) = (&tree.value, ty) {
            let bits = self.example_member(index, member)?;
            return Some(ExampleValue { name: tree.name.text.clone(), at: tree.at, place, ty, bits });
        }
        let bits = literal_bits(&tree.value, &format!("`{}`", tree.name.text), ty, room).map_err(|(message, help)| {
            let untyped = tree.at.is_some() && !tree.name.text.contains('.');
            let help = help.or_else(|| untyped.then(|| format!("`{}.f32[…]` gives it a type", tree.name.text)));
            self.errors.push(Error { span: tree.span, message, help });
        });
        let bits = bits.ok()?;
        Some(ExampleValue { name: tree.name.text.clone(), at: tree.at, place, ty, bits })
    }

    /// Value of a member of an enum.
    fn example_member(&mut self, list: usize, name: &Name) -> Option<u128> {
        let value = self.member_values(list, &name.text).first().map(|(first, _)| *first);
        if value.is_none() {
            let known = self.model.enums[list].names();
            let what = format!("member of `{}` named", self.model.enums[list].name);
            self.unknown(&what, name, known);
        }
        value
    }

    /// Meaning of a name. A field can only be an input; an argument of an operation can only be a result.
    fn example_place(&mut self, tree: &Tree, operands: &[Operand], forms: &[Form], given: bool) -> Option<Typed> {
        let name = &tree.name;
        let (base, behind) = name.text.split_once('.').map_or((&name.text[..], None), |(a, b)| (a, Some(b)));
        if let Some(i) = operands.iter().position(|o| o.name == base) {
            // An operand may have the same name as an interface.
            if tree.at.is_some() || behind.is_none_or(|ty| parse_type(ty).is_some()) {
                return self.operand_place(tree, i, operands[i].ty, behind);
            }
        }
        let field = self.field_bits(&name.text, forms).filter(|_| given && tree.at.is_none());
        if let Some(bits) = field {
            return Some((ExamplePlace::Field, Type::u(bits), bits));
        }
        if let Some(i) = self.model.memories.iter().position(|m| m.name == base) {
            return self.memory_place(tree, i, behind);
        }
        let found = if self.registers.contains_key(base) {
            self.register_place(name, base, behind)?
        } else if self.model.interfaces.iter().any(|i| i.name == base) {
            self.operation_place(name, given)?
        } else if let Some(bits) = self.any_field_bits(&name.text).filter(|_| given) {
            (ExamplePlace::Field, Type::u(bits), bits)
        } else {
            let message = format!("`{}` is not an operand, a register or a field", name.text);
            let known = operands.iter().map(|o| &o.name).chain(self.registers.keys());
            let known: Vec<String> = known.chain(self.model.memories.iter().map(|m| &m.name)).cloned().collect();
            self.error_near(name.span, message, &name.text, &known);
            return None;
        };
        if tree.at.is_some() {
            let error = Error::new(name.span, format!("`{}` has no places", name.text));
            self.errors.push(error.help("a memory has addresses, and an operand has words"));
            return None;
        }
        Some(found)
    }

    /// `a`, `a.f32`, `a[2]`, `a.f32[2]`
    fn operand_place(&mut self, tree: &Tree, i: usize, ty: OperandType, other: Option<&str>) -> Option<Typed> {
        let lanes = self.model.lanes;
        let (place, own, room) = match (tree.at, ty) {
            (None, OperandType::Plain(own)) => (ExamplePlace::Operand(i), own, 32 * ty.dwords(lanes)),
            (None, OperandType::Mask) => (ExamplePlace::Operand(i), Type::u(lanes), 32 * ty.dwords(lanes)),
            (Some(at), _) if at < WORDS as u64 => (ExamplePlace::Word { operand: i, word: at as u32 }, Type::u(32), 32),
            _ => {
                self.error(tree.name.span, format!("an operand has words 0 to {} in an example", WORDS - 1));
                return None;
            }
        };
        let Some(other) = other else { return Some((place, own, room)) };
        let ty = self.type_of_place(&tree.name, other)?;
        if ty.bits() != own.bits() {
            let message = format!("this place has {} bits, and {} has {}", own.bits(), ty.name(), ty.bits());
            self.error(tree.name.span, message);
            return None;
        }
        Some((place, ty, room))
    }

    /// `mem[0x1000]`, `mem.f32[0x1000]`
    fn memory_place(&mut self, tree: &Tree, memory: usize, ty: Option<&str>) -> Option<Typed> {
        let ty = ty.map_or(Some(Type::u(8 * UNTYPED_BYTES)), |ty| self.type_of_place(&tree.name, ty))?;
        let address = tree.at.unwrap_or(0);
        let bits = self.model.memories[memory].address_bits;
        if ty.bits() % 8 != 0 {
            let message = format!("a place in memory is whole bytes, and {} has {} bits", ty.name(), ty.bits());
            self.error(tree.name.span, message);
            return None;
        }
        if bits < 64 && address >> bits != 0 {
            self.error(tree.name.span, format!("an address of this memory has {bits} bits"));
            return None;
        }
        Some((ExamplePlace::Memory { memory, address, bytes: ty.bits() / 8 }, ty, ty.bits()))
    }

    /// Type after the dot of a place.
    fn type_of_place(&mut self, place: &Name, ty: &str) -> Option<Type> {
        if let Some(ty) = parse_type(ty) {
            return Some(ty);
        }
        let base = place.text.split('.').next().unwrap_or_default();
        let error = Error::new(place.span, format!("`{ty}` is not a type"));
        self.errors.push(error.help(format!("a place with a type is written `{base}.f32[…]`")));
        None
    }

    /// `m0`, `mode.round_sp`
    fn register_place(&mut self, name: &Name, base: &str, part: Option<&str>) -> Option<Typed> {
        let index = self.registers[base];
        let register = &self.model.registers[index];
        let (high, low) = match part {
            None => (register.bits - 1, 0),
            Some(part) => match register.fields.iter().find(|p| p.name == *part) {
                Some(part) => (part.high, part.low),
                None => {
                    let known: Vec<String> = register.fields.iter().map(|p| p.name.clone()).collect();
                    self.error_near(name.span, format!("`{base}` has no part `{part}`"), part, &known);
                    return None;
                }
            },
        };
        let bits = high - low + 1;
        Some((ExamplePlace::Register { register: index, high, low }, Type::u(bits), bits))
    }

    /// `image.load`, the result of an operation; `export.write.x`, an argument of its last call.
    fn operation_place(&mut self, name: &Name, given: bool) -> Option<Typed> {
        let mut parts = name.text.splitn(3, '.');
        let (unit, verb, argument) = (parts.next()?, parts.next().unwrap_or_default(), parts.next());
        let interface = self.model.interfaces.iter().position(|i| i.name == unit)?;
        let operations = &self.model.interfaces[interface].operations;
        let Some(operation) = operations.iter().position(|o| o.name == verb) else {
            let known: Vec<String> = operations.iter().map(|o| o.name.clone()).collect();
            self.error_near(name.span, format!("`{unit}` has no operation `{verb}`"), verb, &known);
            return None;
        };
        let op = &operations[operation];
        let (place, ty) = match (argument, given) {
            (None, true) => (ExamplePlace::Answer { interface, operation }, op.result),
            (None, false) => {
                let message = format!("`{unit}.{verb}` is what an operation answers, and that does not come out");
                let error = Error::new(name.span, message);
                self.errors.push(error.help(format!("an argument of its last call is `{unit}.{verb}.NAME`")));
                return None;
            }
            (Some(argument), _) => {
                let Some(i) = op.params.iter().position(|(n, _)| n == argument) else {
                    let known: Vec<String> = op.params.iter().map(|(n, _)| n.clone()).collect();
                    let message = format!("`{unit}.{verb}` has no parameter `{argument}`");
                    self.error_near(name.span, message, argument, &known);
                    return None;
                };
                if given {
                    let message = format!("`{}` is an argument of a call, and that is not given", name.text);
                    self.error(name.span, message);
                    return None;
                }
                (ExamplePlace::Argument { interface, operation, argument: i }, Some(op.params[i].1))
            }
        };
        let Some(ty) = ty else {
            self.error(name.span, format!("`{unit}.{verb}` answers nothing"));
            return None;
        };
        Some((place, ty, ty.bits()))
    }

    /// Width of a plain field of the instruction's formats.
    fn field_bits(&self, name: &str, forms: &[Form]) -> Option<u32> {
        let formats = forms.iter().flat_map(|f| [f.format, f.runs_as]).map(|i| &self.model.formats[i]);
        let fields = formats.flat_map(|f| f.layouts.iter().flatten()).flat_map(|l| &l.fields);
        fields.filter(|f| f.name == name && f.kind == FieldKind::Plain).map(|f| f.bits).max()
    }

    /// Width of a field of any format. A body may name a field that exists only in formats that extend its own.
    fn any_field_bits(&self, name: &str) -> Option<u32> {
        let layouts = self.model.formats.iter().flat_map(|f| f.layouts.iter().flatten());
        layouts.flat_map(|l| &l.fields).filter(|f| f.name == name).map(|f| f.bits).max()
    }

    /// Reports bytes of memory that have two values.
    fn given_once(&mut self, values: &[ExampleValue], trees: &[Tree]) {
        let mut bytes = HashSet::new();
        for (value, tree) in values.iter().zip(trees) {
            let ExamplePlace::Memory { memory, address, bytes: count } = value.place else { continue };
            let mut addresses = (0..u64::from(count)).map(|k| address.wrapping_add(k));
            let Some(twice) = addresses.find(|a| !bytes.insert((memory, *a))) else { continue };
            let memory = &self.model.memories[memory].name;
            let error = Error::new(tree.span, format!("the byte of `{memory}` at {twice:#x} is given twice"));
            self.errors.push(error.help(format!("`{memory}[…]` is {UNTYPED_BYTES} bytes, `{memory}.u32[…]` is 4")));
        }
    }

    fn error_near(&mut self, span: Span, message: String, name: &str, known: &[String]) {
        let error = Error::new(span, message);
        self.errors.push(match nearest(name, known) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error,
        });
    }
}
