//! Syntax of instructions.

use std::fmt;

use isatope_core::tables::{DialectId, Encoding, FieldKind, InstId, Kind, Layout, Opcode, Slot, Status};
use isatope_core::{Dialect, Operation, Target};

use super::values::{effective_modifiers, sign, words};
use crate::Assembler;

/// Syntax of an instruction in a dialect, for a target.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Syntax {
    /// Summary of the instruction in one sentence.
    pub summary: &'static str,
    /// Whether its meaning is exactly known.
    pub is_exact: bool,
    /// Forms, the shortest first.
    pub forms: Vec<FormSyntax>,
}

/// An instruction in one format. Displayed as `v_add_f32_e64 vdst, src0, src1 clamp omod`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormSyntax {
    /// Name of the format: `vop3a`.
    pub format: &'static str,
    /// Mnemonic, with the suffix of the format.
    pub mnemonic: &'static str,
    /// Word after the operands that requests the format; empty for none.
    pub word: &'static str,
    /// Size in bytes, without a literal.
    pub bytes: usize,
    /// Operands, in the order of the text.
    pub operands: Vec<OperandSyntax>,
    /// Modifiers, in the order of the text.
    pub modifiers: Vec<ModifierSyntax>,
}

/// An operand of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperandSyntax {
    /// Name in the specification.
    pub name: &'static str,
    /// Number of 32-bit registers.
    pub registers: u8,
    /// Whether the instruction reads it.
    pub read: bool,
    /// Whether the instruction writes it.
    pub written: bool,
    /// Whether it is present only for some values of modifiers.
    pub conditional: bool,
    /// Descriptions of the possible values: `v0 to v255`, `vcc`, `a constant of 32 bits`.
    pub takes: Vec<String>,
    /// Signs and functions that may surround it: `-`, `|…|`.
    pub signs: Vec<String>,
}

/// A modifier of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModifierSyntax {
    /// Name in the specification.
    pub name: &'static str,
    /// Spellings of its values: `clamp`; `mul:2`, `mul:4`, `div:2`; `offset:` followed by a number.
    pub words: Vec<String>,
    /// Number of bits of its field. A number must be less than 2 to the power of this.
    pub bits: u32,
    /// The operand after which it is written. `None` if it is written at the end, or at the mnemonic in architectures
    /// with attached modifiers.
    pub operand: Option<&'static str>,
    /// Whether it must be written.
    pub required: bool,
}

impl Syntax {
    /// The syntax of an operation; `None` if the target does not have the operation, or not the dialect.
    pub fn of(operation: Operation, target: Target, dialect: Dialect) -> Option<Self> {
        let dialect = target.arch().dialect(dialect.name())?;
        Self::of_row(target, operation.row(target)?, dialect)
    }

    /// The syntax of all operations that a mnemonic names, with a suffix or modifiers or not.
    fn of_mnemonic(assembler: &Assembler, name: &str) -> Option<Self> {
        let tables = &assembler.tables;
        let (mnemonic, suffix, _) = tables.mnemonics.named(name, 0..name.len())?;
        let mut found: Option<Self> = None;
        let mut known = Vec::new();
        for inst in tables.mnemonics.insts(mnemonic) {
            if known.contains(&inst) {
                continue;
            }
            known.push(inst);
            let Some(syntax) = Self::of_row(assembler.target(), inst, tables.dialect) else { continue };
            match &mut found {
                Some(found) => found.forms.extend(syntax.forms),
                None => found = Some(syntax),
            }
        }
        let mut found = found?;
        // A suffix selects some of the forms.
        if let Some(suffix) = suffix.map(|suffix| suffix.text.as_str()) {
            let has = |form: &FormSyntax| form.mnemonic.to_ascii_lowercase().ends_with(&suffix.to_ascii_lowercase());
            if found.forms.iter().any(has) {
                found.forms.retain(has);
            }
        }
        Some(found)
    }

    fn of_row(target: Target, inst: InstId, dialect: DialectId) -> Option<Self> {
        let arch = target.arch();
        let found = arch.insts.get(inst.index())?;
        let form = |opcode: Opcode| {
            let form = &arch[opcode];
            let encoding = &arch[form.encoding(target.version())?];
            let (layout, format) = (&arch[encoding.layout], &arch[form.format]);
            let slots = layout.slots.len().min(found.operands.len());
            let operands = (0..slots).map(|place| layout.slot_at(place, dialect)).filter(|slot| *slot < slots);
            Some(FormSyntax {
                format: format.name.as_str(),
                mnemonic: encoding.mnemonics.get(dialect.index())?.as_str(),
                word: format.words.get(dialect.index()).map_or("", |word| word.as_str()),
                bytes: encoding.bytes.into(),
                operands: operands.map(|slot| operand(target, inst, layout, slot, dialect)).collect(),
                modifiers: modifiers(target, encoding, dialect),
            })
        };
        let forms: Vec<_> = found.forms().filter_map(form).collect();
        let is_exact = found.semantics == Status::Exact;
        (!forms.is_empty()).then_some(Self { summary: found.summary.as_str(), is_exact, forms })
    }
}

impl Assembler {
    /// The syntax of a mnemonic in the target and dialect of the assembler: `v_add_f32`, `v_add_f32_e64`,
    /// `FADD.f32.clamp_0_1`. `None` if there is no such instruction.
    pub fn syntax(&self, mnemonic: &str) -> Option<Syntax> {
        Syntax::of_mnemonic(self, mnemonic)
    }
}

fn operand(target: Target, inst: InstId, layout: &'static Layout, slot: usize, dialect: DialectId) -> OperandSyntax {
    let arch = target.arch();
    let def = &arch[inst].operands[slot];
    let registers = def.dwords_in(target.lanes() as u32);
    let (mut takes, mut signs) = (Vec::new(), Vec::new());
    match layout.slots[slot] {
        Slot::Register(register) => {
            let name = arch[register].print.get(dialect.index()).unwrap_or(&arch[register].name);
            takes.push(name.to_string());
        }
        Slot::Field(field) => {
            if let FieldKind::Operand(class) = layout[field].kind {
                takes = choices(target, class, dialect);
            }
            let source = layout[field].source;
            let used = layout.modifiers.get(dialect.index()).map_or(&[][..], |list| list.as_slice());
            let is_here = |bits: u32| source.is_some_and(|source| u32::from(source) < bits);
            let here = used.iter().filter(|used| is_here(layout[used.field].bits));
            signs.extend(here.filter_map(|used| sign(arch, used.modifier, dialect)));
        }
    }
    OperandSyntax {
        name: def.name.as_str(),
        registers,
        read: def.read,
        written: def.written,
        conditional: layout.presence(slot).is_some(),
        takes,
        signs,
    }
}

/// Descriptions of the codes of a class.
fn choices(target: Target, class: isatope_core::tables::ClassId, dialect: DialectId) -> Vec<String> {
    let arch = target.arch();
    let class = &arch[class];
    let mut takes: Vec<String> = Vec::new();
    for range in class.codes.iter().filter(|range| !range.last_use) {
        let length = (range.last - range.first).saturating_add(1);
        let text = match range.kind {
            Kind::File { file, base, step } => {
                let last = u32::from(base) + length * u32::from(step) - 1;
                format!("{0}{base} to {0}{last}", arch[file].prefix)
            }
            Kind::Register(register) => {
                arch[register].print.get(dialect.index()).unwrap_or(&arch[register].name).to_string()
            }
            Kind::Int { start, .. } if length == 1 => start.to_string(),
            Kind::Int { start, down: true } => format!("{start} to {}", start - (length - 1) as i32),
            Kind::Int { start, down: false } => format!("{start} to {}", start + (length - 1) as i32),
            Kind::Literal => "a constant of 32 bits".to_string(),
            Kind::Attribute => "an attribute such as attr0.x".to_string(),
            Kind::Number(number) if arch[number].target => "a place in the code".to_string(),
            Kind::Number(_) => format!("a number of {} bits", class.bits),
            Kind::Float { .. } | Kind::Value(_) | Kind::Name | Kind::Constant(_) => {
                let printed = range.print.get(dialect.index()).filter(|text| !text.is_empty());
                printed.or(range.names.first()).map(|name| name.to_string()).unwrap_or_default()
            }
        };
        if !text.is_empty() && !takes.contains(&text) {
            takes.push(text);
        }
    }
    takes
}

fn modifiers(target: Target, encoding: &'static Encoding, dialect: DialectId) -> Vec<ModifierSyntax> {
    let arch = target.arch();
    let layout = &arch[encoding.layout];
    let of = |used: &isatope_core::tables::ModifierUse| {
        let words = words(arch, used.modifier, dialect);
        (!words.is_empty()).then(|| ModifierSyntax {
            name: arch[used.modifier].name.as_str(),
            words,
            bits: layout[used.field].bits,
            operand: used.at.map(|field| layout[field].name.as_str()),
            required: used.required,
        })
    };
    effective_modifiers(encoding, layout, dialect).filter_map(of).collect()
}

impl fmt::Display for FormSyntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mnemonic)?;
        for (i, operand) in self.operands.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { " " } else { ", " }, operand.name)?;
        }
        for modifier in &self.modifiers {
            write!(f, " {}", modifier.name)?;
        }
        if self.word.is_empty() { Ok(()) } else { write!(f, " {}", self.word) }
    }
}
