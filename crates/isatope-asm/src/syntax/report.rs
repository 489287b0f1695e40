//! Turns encoding failures into diagnostics. This code runs only after an error.

use std::ops::Range;

use isatope_core::rules::Violation;
use isatope_core::tables::{
    Class, Encoding, EncodingId, FieldId, FieldKind, Kind, ModifierId, ModifierKind, OperandDef, Slot, Type, Word,
};
use isatope_diag::{codes, nearest};

use crate::syntax::immediate::ArgumentWhy;
use crate::syntax::modifiers::Modifier;
use crate::syntax::operand::Operand;
use crate::syntax::select::{Encoder, Failure, ModifierWhy, Why, WordWhy};
use crate::syntax::tables::Tables;
use crate::syntax::unknown::missing_operand;
use crate::syntax::vocabulary::all_uses;
use crate::text::cursor::in_name;
use crate::text::error::plural;
use crate::text::error::{Error, error};
use crate::text::room::Room;
use crate::text::value::Value;

impl Encoder<'_> {
    /// Message that explains why an encoding cannot represent the text.
    pub fn explain(&self, index: EncodingId, failure: Failure) -> Error {
        let encoding = &self.tables.arch[index];
        match failure {
            Failure::Operand(i, why) => self.explain_operand(encoding, i, why),
            Failure::Modifier(i, why) => self.explain_modifier(encoding, &self.modifiers.list[i], why),
            Failure::Missing(slot) => {
                let inst_id = self.tables.arch[encoding.form].inst;
                let inst = &self.tables.arch[inst_id];
                // Without a modifier that the operand depends on, the last operands are missing.
                if !self.has_modifier_of(encoding, slot) {
                    return missing_operand(self.tables, inst_id, self.operands.len(), self.end().end);
                }
                let name = inst.operands[slot].name;
                let at = self.end();
                error(codes::MISSING_OPERAND, at, format!("operand {} is missing: `{name}`", slot + 1))
                    .help("the modifiers require this operand")
            }
            Failure::Unsaid(field) => self.explain_unsaid(encoding, field),
            Failure::Word(start, end, why) => self.explain_word(encoding, start as usize..end as usize, why),
            Failure::Form => {
                let at = self.end();
                error(codes::MODIFIER_NOT_HERE, at, format!("{} needs other modifiers", self.form(encoding)))
            }
        }
    }

    /// Whether the text has a modifier that the presence of an operand depends on.
    fn has_modifier_of(&self, encoding: &Encoding, slot: usize) -> bool {
        let layout = &self.tables.arch[encoding.layout];
        let fields = layout.presence(slot).map(|presence| presence.fields.as_slice()).unwrap_or_default();
        let is_about = |modifier: &Modifier<'_>| {
            self.field_of(encoding.layout, modifier).is_some_and(|field| fields.contains(&field))
        };
        self.modifiers.list.iter().any(is_about)
    }

    /// The error for an operand that is a name without a meaning so far, in a form that takes no literal constant.
    pub fn unknown_name(&self, index: EncodingId, failure: Failure) -> Option<Error> {
        let Failure::Operand(i, Why::Literal) = failure else { return None };
        let operand = &self.operands[i];
        let Value::Later { start, end, .. } = operand.value else { return None };
        let text = &self.text[start as usize..end as usize];
        let is_name = !text.starts_with(|c: char| c.is_ascii_digit()) && text.bytes().all(in_name);
        if !is_name || self.symbols.get(text).is_some() {
            return None;
        }
        let message = format!("`{text}` is neither a register nor a constant that is known here");
        let form = self.form(&self.tables.arch[index]);
        let help = format!("a constant that is defined later does not fit into {form}");
        let names = self.tables.arch.registers.iter().map(|register| register.name.as_str());
        let found = error(codes::UNDEFINED, operand.range(), message);
        Some(match nearest(text, names) {
            Some(near) => found.help(format!("did you mean `{near}`?")),
            None => found.note(help),
        })
    }

    /// Message for a missing required modifier.
    fn explain_unsaid(&self, encoding: &Encoding, field: FieldId) -> Error {
        let (arch, layout) = (self.tables.arch, &self.tables.arch[encoding.layout]);
        let attached = arch.syntax.attached;
        let used = all_uses(layout, self.tables.dialect).find(|u| u.field == field);
        let of = |field: FieldId| layout.slots.iter().position(|slot| *slot == Slot::Field(field));
        let operand = used.and_then(|used| self.operands.get(of(used.at?)?));
        let at = match (operand, attached) {
            (Some(operand), _) => operand.range(),
            (None, "") => self.end(),
            (None, _) => self.named.clone(),
        };
        let name = layout[field].name;
        let name = used.map_or(name, |used| arch[used.modifier].name);
        let words = used.and_then(|used| match &arch[used.modifier].kind {
            ModifierKind::Words(words) => Some(words),
            _ => None,
        });
        // Text with attached words does not contain the names of their modifiers.
        let message = match words {
            Some(_) if !attached.is_empty() && operand.is_some() => {
                format!("`{}` needs a modifier", &self.text[at.clone()])
            }
            _ => format!("the modifier `{name}` is missing"),
        };
        let found = error(codes::MODIFIER_VALUE, at, message);
        let behind = if attached.is_empty() { " after the operands" } else { "" };
        match words {
            Some(words) => {
                let words = meant(words.as_slice()).map(|word| format!("{attached}{word}"));
                found.help(format!("write one of {}{behind}", words.collect::<Vec<_>>().join(", ")))
            }
            _ => found.help(format!("write it{behind}")),
        }
    }

    /// Message for a wrong attached word.
    fn explain_word(&self, encoding: &Encoding, at: Range<usize>, why: WordWhy) -> Error {
        let (arch, layout) = (self.tables.arch, &self.tables.arch[encoding.layout]);
        let (attached, word) = (arch.syntax.attached, &self.text[at.clone()]);
        let place = match why {
            WordWhy::Twice(modifier) => {
                let name = arch[modifier].name;
                return error(codes::MODIFIER_TWICE, at, format!("`{attached}{word}` would be a second `{name}`"));
            }
            WordWhy::Unknown(place) => place,
        };
        let mut known: Vec<&str> = Vec::new();
        for modifier in self.modifiers_at(layout, place).map(|modifier| &arch[modifier]) {
            match modifier.kind {
                ModifierKind::Words(words) => known.extend(meant(words.as_slice())),
                _ => known.push(modifier.name.as_str()),
            }
        }
        let what = if place.is_none() { "the instruction" } else { "this operand" };
        let message = match word {
            "" => "a modifier is missing after the dot".to_owned(),
            _ => format!("{what} has no modifier `{attached}{word}`"),
        };
        let found = error(codes::MODIFIER_NOT_HERE, at, message);
        match nearest(word, known.iter().copied()) {
            Some(near) => found.help(format!("did you mean `{attached}{near}`?")),
            None if known.is_empty() => found,
            None => {
                let known: Vec<String> = known.iter().map(|name| format!("{attached}{name}")).collect();
                found.help(format!("it has {}", known.join(", ")))
            }
        }
    }

    /// Span of the last operand, or of the mnemonic.
    fn end(&self) -> Range<usize> {
        self.operands.last().map_or(self.named.clone(), Operand::range)
    }

    /// `the 64-bit form (vop3a)`.
    pub fn form(&self, encoding: &Encoding) -> String {
        let arch = self.tables.arch;
        let format = &arch[arch[encoding.layout].format];
        format!("the {}-bit form ({})", format.bits, format.name)
    }

    fn written(&self, operand: &Operand) -> &str {
        &self.text[operand.range()]
    }

    fn explain_operand(&self, encoding: &Encoding, i: usize, why: Why) -> Error {
        let arch = self.tables.arch;
        let operand = &self.operands[i];
        let at = operand.range();
        let text = self.written(operand);
        let inst = &arch[arch[encoding.form].inst];
        let def = &inst.operands[i];
        match why {
            Why::Kind(class) => {
                let message = format!("`{text}` cannot be operand {} of {}", i + 1, inst.name);
                let takes = takes(self.tables, &arch[class]);
                error(codes::OPERAND_KIND, at, message).label(format!("`{}` is {takes}", def.name))
            }
            Why::Fixed(register) => {
                let name = arch[register].name;
                let message = format!("operand {} of {} is always `{name}` in this form", i + 1, inst.name);
                error(codes::OPERAND_KIND, at, message).label(format!("expected `{name}`"))
            }
            Why::Count { needs, others, has } => {
                let needs_text = match others {
                    0 => format!("needs {needs} register{}", plural(needs as u64)),
                    _ => format!("needs {} registers", counts(others)),
                };
                let message = format!("`{text}` is {has} register{}, the operand {needs_text}", plural(has as u64));
                let found = error(codes::REGISTER_COUNT, at, message).label(format!("`{}` {needs_text}", def.name));
                let is_named = match operand.value {
                    Value::File { file, .. } => {
                        let rest = text.strip_prefix(arch[file].prefix.as_str());
                        rest.is_none_or(|rest| !rest.starts_with(|c: char| c == '[' || c.is_ascii_digit()))
                    }
                    _ => false,
                };
                match self.with_count(operand.value, needs).filter(|_| others == 0 && !is_named) {
                    Some(right) => found.help(format!("write {right}")),
                    None => found,
                }
            }
            Why::Range { last } => {
                let prefix = match operand.value {
                    Value::File { file, .. } => arch[file].prefix.as_str(),
                    _ => "",
                };
                let target = self.tables.called;
                error(codes::REGISTER_RANGE, at, format!("`{text}` is out of range"))
                    .label(format!("{target} has {prefix}0 to {prefix}{last}"))
            }
            Why::Absent => {
                let target = self.tables.called;
                error(codes::NO_SUCH_REGISTER, at, format!("`{text}` does not exist on {target}"))
            }
            Why::Literal => {
                let found = error(
                    codes::LITERAL_NOT_POSSIBLE,
                    at,
                    format!("the constant `{text}` does not fit into {}", self.form(encoding)),
                );
                found.label("not an inline constant").help("move it to a register first")
            }
            Why::Constant => {
                let message = format!("`{text}` is not one of the constants that exist");
                let found = error(codes::LITERAL_NOT_POSSIBLE, at, message);
                let layout = &arch[encoding.layout];
                let class = match layout.slots.get(i) {
                    Some(Slot::Field(field)) => match layout[*field].kind {
                        FieldKind::Operand(class) => Some(&arch[class]),
                        _ => None,
                    },
                    _ => None,
                };
                let Some(class) = class else { return found.help("move it to a register first") };
                let help = format!(
                    "move it to a register first, or use a constant that exists: `isatope explain {}` lists them",
                    class.name
                );
                match as_constant(class, def, text) {
                    Some(word) => found.help(format!("write 0x{word:X}")),
                    None => found.help(help),
                }
            }
            Why::Unknown => {
                let message = format!("`{text}` is neither a register nor a known constant");
                let found = error(codes::UNDEFINED, at, message);
                match nearest(text, arch.registers.iter().map(|r| r.name.as_str())) {
                    Some(near) => found.help(format!("did you mean `{near}`?")),
                    None => found,
                }
            }
            Why::Shared { own, other, others } => {
                let name = arch[encoding.layout].shared().map_or("", |field| field.name.as_str());
                let first = &self.operands[other];
                let (own, others) = (own.trailing_zeros(), others.trailing_zeros());
                let message = format!(
                    "`{}` is in {name} {others} and `{text}` in {name} {own}: an instruction can use only one",
                    self.written(first)
                );
                error(codes::OPERAND_KIND, at, message)
                    .also(first.range(), format!("{name} {others}"))
                    .help("copy one of them to a register first")
            }
            Why::TooLarge => {
                error(codes::TOO_LARGE, at, format!("`{text}` does not fit: it can be {}", Room::either(32)))
            }
            Why::FloatRange(f) => {
                error(codes::TOO_LARGE, at, format!("`{text}` is too large for {} precision", f.name()))
            }
            Why::TooSmall(f) => {
                let message =
                    format!("`{text}` is too small for {} precision, and would become another number", f.name());
                error(codes::TOO_LARGE, at, message)
            }
            Why::FloatForInteger => {
                let message = format!("`{text}` is not an inline constant, and a 64-bit integer takes no other float");
                error(codes::OPERAND_KIND, at, message).help("write the 32 bits of the constant as a number")
            }
            Why::SecondLiteral(other) => {
                let first = &self.operands[other];
                let message = format!("`{text}` would be a second 32-bit constant");
                error(codes::TWO_LITERALS, at, message).also(first.range(), "the first one")
            }
            Why::Flag(modifier) => {
                let name = arch[modifier].name;
                let message = format!("{} has no `{name}` for this operand", self.form(encoding));
                error(codes::MODIFIER_NOT_HERE, at, message)
            }
            Why::Aligned(step) => {
                error(codes::REGISTER_ALIGNMENT, at, format!("`{text}` does not start at a multiple of {step}"))
            }
            Why::Differs(other) => {
                let message = format!("`{text}` must be the same as another operand of this form");
                error(codes::OPERAND_KIND, at, message).also(self.operands[other].range(), "this one")
            }
            Why::Unread => error(codes::OPERAND_KIND, at, format!("`{text}` is not used: no modifier requires it"))
                .help("write `off`, or add the modifier that uses it"),
            Why::Surplus => error(codes::OPERAND_KIND, at, format!("`{text}` is not used: no modifier requires it"))
                .help("remove it, or add the modifier that requires it"),
            Why::Needed => {
                error(codes::OPERAND_KIND, at, format!("`{text}` is written, but a modifier requires the operand"))
            }
            Why::Number(room) => {
                error(codes::TOO_LARGE, at, format!("`{text}` does not fit: `{}` can be {room}", def.name))
            }
            Why::NotLong => {
                error(codes::MODIFIER_NOT_HERE, at, "the instruction is 64 bits long only with a 32-bit constant")
            }
            Why::Place => {
                let message = format!("`{text}` is a code address, but `{}` is a number", def.name);
                error(codes::OPERAND_KIND, at, message).help("the difference of two addresses is a number")
            }
            Why::NotAPlace => {
                let message = format!("`{text}` is a number, but `{}` is a code address", def.name);
                error(codes::OPERAND_KIND, at, message).help(
                    "write a label, or the distance from here in bytes: `.+8` is the instruction after the next word",
                )
            }
            Why::OtherSection => {
                error(codes::OPERAND_KIND, at, format!("`{text}` is in another section: its distance is not known"))
                    .help("branches stay in their section; code of other sections is called through registers")
            }
            Why::Unaligned => error(codes::TOO_LARGE, at, format!("`{text}` is not a whole number of words away")),
            Why::Far(words) => {
                error(codes::TOO_LARGE, at, format!("`{text}` is {words} words away, which is too far for a branch"))
            }
            Why::Argument(why, start, end) => {
                let at = start as usize..end as usize;
                let part = &self.text[at.clone()];
                match why {
                    ArgumentWhy::Form => error(codes::OPERAND_KIND, at, format!("`{part}` cannot be `{}`", def.name)),
                    ArgumentWhy::Name(near) => {
                        let found = error(codes::UNDEFINED, at, format!("`{part}` is not a known name here"));
                        match near {
                            Some(near) => found.help(format!("did you mean `{near}`?")),
                            None => found.help("write a number without a name as it is, or after `@`"),
                        }
                    }
                    ArgumentWhy::TooLarge(room) => {
                        error(codes::TOO_LARGE, at, format!("`{part}` does not fit: it can be {room}"))
                    }
                    ArgumentWhy::Twice => error(codes::MODIFIER_TWICE, at, format!("`{part}` is given twice")),
                    ArgumentWhy::Expression => {
                        error(codes::EXPRESSION, at, format!("`{part}` cannot be read as a number"))
                    }
                }
            }
            Why::Code { bits } => error(codes::TOO_LARGE, at, format!("the code does not fit into {bits} bits")),
        }
    }

    /// Text of the operand with the right number of registers.
    fn with_count(&self, value: Value, needs: u8) -> Option<String> {
        let arch = self.tables.arch;
        match value {
            Value::File { file, first, .. } => {
                let file = &arch[file];
                let last = first as u32 + needs as u32 - 1;
                let prefix = file.prefix;
                match needs {
                    1 => Some(format!("`{prefix}{first}`")),
                    _ if last < file.count => Some(format!("`{prefix}[{first}:{last}]`")),
                    _ => None,
                }
            }
            Value::Register { register, part, .. } => {
                let register = &arch[register];
                match (needs, register.bits) {
                    (1, 64) => Some(format!("`{}{}`", register.name, if part == 0 { "_lo" } else { "_hi" })),
                    (2, 64) => Some(format!("`{}`", register.name)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn explain_modifier(&self, encoding: &Encoding, modifier: &Modifier<'_>, why: ModifierWhy) -> Error {
        let arch = self.tables.arch;
        let layout = &arch[encoding.layout];
        let (at, name) = (modifier.range(), modifier.name);
        match why {
            ModifierWhy::Absent => {
                let target = self.tables.called;
                let found =
                    error(codes::MODIFIER_NOT_HERE, at, format!("{} has no `{name}` on {target}", self.form(encoding)));
                let uses = layout.modifiers.get(self.tables.dialect.index()).copied().unwrap_or_default();
                let known: Vec<&str> = uses.iter().map(|u| layout[u.field].name.as_str()).collect();
                listed(found, "it has", &known)
            }
            ModifierWhy::NeedsValue => error(codes::MODIFIER_VALUE, at, format!("`{name}` needs a value"))
                .help(format!("write {name}:[1,0] with one bit per source, or {name}:1")),
            ModifierWhy::NotABit => {
                error(codes::MODIFIER_VALUE, at, format!("`{name}` takes a list of bits: 0 or 1 per source"))
            }
            ModifierWhy::Others(bits) => {
                error(codes::TOO_LARGE, at, format!("the bits {bits:#x} of `{name}` belong to other fields"))
            }
            ModifierWhy::Shared => {
                error(codes::OPERAND_KIND, at, format!("an operand cannot be encoded with this `{name}`"))
            }
            ModifierWhy::NoList => error(codes::MODIFIER_VALUE, at, format!("`{name}` does not take a list")),
            ModifierWhy::TooLong { bits } => {
                let message = format!("the value of `{name}` is too long: it has {bits} bit{}", plural(bits as u64));
                error(codes::MODIFIER_VALUE, at, message)
            }
            ModifierWhy::Number(room) => {
                error(codes::MODIFIER_VALUE, at, format!("the value of `{name}` does not fit: it can be {room}"))
            }
        }
    }

    /// Message for a modifier that no form of the instruction has.
    pub fn absent(&self, forms: &[&Encoding], modifier: usize) -> Error {
        let (arch, modifier) = (self.tables.arch, &self.modifiers.list[modifier]);
        let mut known: Vec<&str> = Vec::new();
        for encoding in forms {
            let layout = &arch[encoding.layout];
            let uses = layout.modifiers.get(self.tables.dialect.index()).copied().unwrap_or_default();
            let names = uses.iter().map(|u| layout[u.field].name.as_str());
            names.for_each(|name| {
                if !known.contains(&name) {
                    known.push(name)
                }
            });
        }
        let message = format!("no form of the instruction has `{}` on {}", modifier.name, self.tables.called);
        listed(error(codes::MODIFIER_NOT_HERE, modifier.range(), message), "they have", &known)
    }

    /// Position of the first operand or modifier that a condition with a message depends on; otherwise of the mnemonic.
    fn place_of_condition(&self, index: EncodingId, message: &str) -> Range<usize> {
        let encoding = &self.tables.arch[index];
        let layout = &self.tables.arch[encoding.layout];
        let mut expects = encoding.expects.iter().chain(layout.expects.iter());
        let fields =
            expects.find(|expect| expect.message == message).map_or(&[][..], |expect| expect.fields.as_slice());
        let is_read = |slot: &Slot| matches!(slot, Slot::Field(field) if fields.contains(field));
        let operand = || self.operands.get(layout.slots.iter().position(is_read)?).map(Operand::range);
        let sets = |m: &&Modifier<'_>| self.field_of(encoding.layout, m).is_some_and(|field| fields.contains(&field));
        let modifier = self.modifiers.list.iter().find(sets).map(Modifier::range);
        modifier.or_else(operand).unwrap_or(self.named.clone())
    }

    /// Message for a field that must have another value.
    fn value(&self, index: EncodingId, field: FieldId, value: u64) -> Error {
        let arch = self.tables.arch;
        let encoding = &arch[index];
        let field = &arch[encoding.layout][field];
        let name = arch[arch[encoding.form].inst].name;
        let written = self.modifiers.list.iter().find(|m| m.name.eq_ignore_ascii_case(field.name.as_str()));
        let at = written.map_or(self.named.clone(), Modifier::range);
        let needs = match (field.bits, value) {
            (1, 1) => format!("`{}`", field.name),
            _ => format!("`{}:{value}`", field.name),
        };
        error(codes::MODIFIER_VALUE, at, format!("{name} needs {needs}")).help("write it after the operands")
    }

    /// Message for a field with bits that the operation does not read.
    fn idle(&self, index: EncodingId, field: FieldId, violation: Violation) -> Error {
        let name = self.tables.arch[self.tables.arch[index].layout][field].name;
        let written = self.modifiers.list.iter().find(|m| m.name.eq_ignore_ascii_case(name.as_str()));
        let signed = self.operands.iter().find(|operand| operand.flags != 0).map(Operand::range);
        let at = written.map(Modifier::range).or(signed).unwrap_or(self.named.clone());
        error(codes::MODIFIER_VALUE, at, format!("`{name}` {violation}"))
    }

    /// Whether a broken rule is about a sign that means another one here, and says something about the operand:
    /// `sext(v1)` where the format has only `neg`, which the operation ignores.
    pub fn is_other_sign(&self, index: EncodingId, violation: Violation) -> bool {
        let Violation::Idle { field } = violation else { return false };
        let arch = self.tables.arch;
        let uses = || arch[arch[index].layout].modifiers.iter().copied().flatten();
        let is_written = |own: ModifierId| self.operands.iter().any(|operand| operand.flags >> own.index() & 1 != 0);
        self.tables.others.iter().any(|&(own, other)| {
            is_written(own)
                && uses().all(|used| used.modifier != own)
                && uses().any(|used| used.modifier == other && used.field == field)
        })
    }

    /// Message for a broken operand rule.
    pub fn violation(&self, index: EncodingId, violation: Violation) -> Error {
        let i = match (violation, violation.operand()) {
            (Violation::Value { field, value }, _) => return self.value(index, field, value),
            (Violation::Idle { field }, _) => return self.idle(index, field, violation),
            (Violation::Refused { message }, _) => {
                return error(codes::MODIFIER_VALUE, self.place_of_condition(index, message), message);
            }
            (_, operand) => operand.unwrap_or_default(),
        };
        let Some(operand) = self.operands.get(i).or_else(|| self.operands.last()) else {
            return error(codes::OPERAND_KIND, self.named.clone(), violation.to_string());
        };
        let (at, text) = (operand.range(), self.written(operand));
        match violation {
            Violation::TooManyScalars { limit, implied, .. } => {
                let others: Vec<_> = self.operands[..i].iter().filter(|o| self.is_scalar(o)).collect();
                let mut names: Vec<_> = others.iter().map(|o| format!("`{}`", self.written(o))).collect();
                if implied {
                    names.push("a mask that the instruction reads implicitly".into());
                }
                let message = format!(
                    "{} and `{text}` are different scalar values; only {limit} can be read",
                    if names.is_empty() { "this".into() } else { names.join(", ") },
                );
                let mut found = error(codes::SCALAR_LIMIT, at, message).label("one too many");
                for other in others {
                    found = found.also(other.range(), "is read too");
                }
                found.help("copy one of them to a vector register first")
            }
            Violation::OnlyIn { .. } | Violation::Needs { .. } => {
                error(codes::OPERAND_KIND, at, format!("`{text}` {violation}"))
            }
            Violation::Misaligned { .. } => {
                error(codes::REGISTER_ALIGNMENT, at, format!("the scalar registers `{text}` cross a multiple of four"))
                    .help("start at a register whose number is even, or a multiple of four for four registers")
            }
            Violation::Unaligned { .. } => {
                error(codes::REGISTER_ALIGNMENT, at, format!("the scalar registers `{text}` are not aligned"))
                    .help("start at a register whose number is even, or a multiple of four for four registers and more")
            }
            Violation::TooMuch { .. } => error(codes::SCALAR_LIMIT, at, format!("`{text}` {violation}")),
            Violation::Group { past_end: true, .. } => {
                error(codes::REGISTER_RANGE, at, format!("`{text}` {violation}"))
            }
            Violation::OddPair { .. } | Violation::Group { .. } => {
                error(codes::REGISTER_ALIGNMENT, at, format!("`{text}` {violation}"))
            }
            Violation::Value { .. } | Violation::Refused { .. } | Violation::Idle { .. } => {
                error(codes::OPERAND_KIND, at, format!("`{text}` {violation}"))
            }
            Violation::NotAMask { .. } => error(codes::OPERAND_KIND, at, format!("`{text}` is not a lane mask"))
                .help("use a pair of scalar registers, or vcc"),
        }
    }

    /// Whether an operand uses the scalar bus and is not the destination.
    fn is_scalar(&self, operand: &Operand) -> bool {
        let first = self.operands.first().is_some_and(|o| o.start == operand.start);
        match operand.value {
            _ if first => false,
            Value::File { file, .. } => !self.tables.arch[file].per_lane,
            Value::Register { .. } | Value::Computed(_) => true,
            _ => false,
        }
    }
}

/// An error with the modifiers that there are, if there are any.
fn listed(found: Error, have: &str, known: &[&str]) -> Error {
    match known.is_empty() {
        true => found,
        false => found.help(format!("{have} {}", known.join(", "))),
    }
}

/// The constant of a class with the bits of a float of single precision, if one is written for an integer of 32 bits.
fn as_constant(class: &Class, def: &OperandDef, text: &str) -> Option<u32> {
    let is_word = matches!(def.ty, Type::Int { bits: 32, .. });
    let float: f32 = text.parse().ok().filter(|_| text.contains('.') && is_word)?;
    class.codes.iter().any(|range| range.kind == Kind::Constant(float.to_bits())).then_some(float.to_bits())
}

/// Description of the operands that a class accepts.
fn takes(tables: &Tables, class: &Class) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut scalar = false;
    for range in class.codes {
        match range.kind {
            Kind::File { file, .. } => {
                let file = &tables.arch[file];
                match file.per_lane {
                    true => parts.push("a vector register".into()),
                    false if !scalar => {
                        scalar = true;
                        parts.push("a scalar register".into());
                    }
                    false => {}
                }
            }
            Kind::Int { .. } if !parts.iter().any(|p| p.contains("inline")) => parts.push("an inline constant".into()),
            Kind::Literal => parts.push("a 32-bit constant".into()),
            Kind::Number(_) => parts.push(format!("a number of {} bits", class.bits)),
            Kind::Attribute => parts.push("an attribute such as attr0.x".into()),
            Kind::Name if range.first == range.last => parts.push(format!("`{}`", range.names[0])),
            // The number of the code follows a name of several codes.
            Kind::Name if range.names.len() == 1 => {
                let (name, number) = (range.names[0], |code: u32| code.saturating_sub(range.offset));
                parts.push(format!("`{name}{}` to `{name}{}`", number(range.first), number(range.last)));
            }
            _ => {}
        }
    }
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => "nothing".into(),
    }
}

/// The words of a modifier that people write: not those for reserved values.
fn meant(words: &'static [Word]) -> impl Iterator<Item = &'static str> {
    let names = words.iter().filter_map(|word| word.names.first()).map(|name| name.as_str());
    names.filter(|name| !name.starts_with("reserved"))
}

/// Numbers of registers, a bit each: `2 to 5, or 8`.
fn counts(set: u32) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for n in (0..32).filter(|n| set >> n & 1 != 0) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => runs.push((n, n)),
        }
    }
    let text = |&(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first} to {last}"),
    };
    runs.iter().map(text).collect::<Vec<_>>().join(", or ")
}
