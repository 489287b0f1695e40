//! Errors about operands that an instruction lacks.

use isatope_core::tables::{Encoding, FieldKind, InstId, Kind, Layout, Slot, Spelled, Suffix};
use isatope_diag::codes;

use super::forms::choose;
use crate::assembler::assembly::Assembly;
use crate::syntax::operand::Operand;
use crate::syntax::select::Encoder;
use crate::syntax::unknown;
use crate::text::error::{Error, error};
use crate::text::value::Value;

/// An encoder of the same instruction with other operands.
fn with<'e>(encoder: &Encoder<'e>, operands: &'e [Operand]) -> Encoder<'e> {
    Encoder { operands, named: encoder.named.clone(), words: encoder.words.clone(), ..*encoder }
}

impl Assembly<'_> {
    /// Error for an instruction whose last operand is not one that may be left out. That operand was added.
    pub(super) fn missing_operand(&self, mnemonic: &Spelled, end: usize) -> Error {
        let (tables, has) = (self.tables, self.operands.len() - 1);
        let needs = |inst: InstId| tables.arch[inst].operands.len();
        let nearest = tables.mnemonics.insts(mnemonic).min_by_key(|&inst| needs(inst).abs_diff(has));
        unknown::missing_operand(tables, nearest.unwrap_or(InstId::new(0)), has, end)
    }

    /// The error about an operand that the text lacks, if this explains errors about its other operands.
    pub(super) fn missing(
        &self,
        encoder: &Encoder<'_>,
        mnemonic: &'static Spelled,
        suffix: Option<&'static Suffix>,
        end: usize,
        errors: &[Error],
    ) -> Option<Error> {
        match errors.first()?.0.code? {
            codes::MISSING_OPERAND => self
                .missing_implied(encoder, mnemonic, suffix, end)
                .or_else(|| self.missing_between(encoder, mnemonic, suffix, end)),
            codes::OPERAND_KIND | codes::REGISTER_COUNT => self.missing_between(encoder, mnemonic, suffix, end),
            _ => None,
        }
    }

    /// The error about the only operand that the text lacks. If it can be in several places, it is the last of them.
    fn missing_between(
        &self,
        encoder: &Encoder<'_>,
        mnemonic: &'static Spelled,
        suffix: Option<&'static Suffix>,
        end: usize,
    ) -> Option<Error> {
        let is_written = |operand: &&Operand| !operand.range().is_empty();
        let given: Vec<Operand> = self.operands.iter().filter(is_written).copied().collect();
        (0..=given.len()).rev().find_map(|place| {
            let at = match place == given.len() {
                true => end,
                false => given[place.saturating_sub(1)].end as usize,
            };
            let mut operands = given.clone();
            operands.insert(place, Operand::new(Value::Implied, 0, at, at));
            let encoder = with(encoder, &operands);
            let fits = choose(&encoder, mnemonic, suffix, end).ok()?.encoding;
            let arch = self.tables.arch;
            let inst = arch[arch[fits].form].inst;
            let is_whole = arch[inst].operands.len() == operands.len();
            is_whole.then(|| unknown::missing_operand(self.tables, inst, place, at))
        })
    }

    /// The error about operands that the text lacks and that a form fixes, if they complete the instruction: `vcc`, or
    /// a name that is the only value of its field, such as `off`.
    fn missing_implied(
        &self,
        encoder: &Encoder<'_>,
        mnemonic: &'static Spelled,
        suffix: Option<&'static Suffix>,
        end: usize,
    ) -> Option<Error> {
        self.tables.mnemonics.forms(mnemonic).find_map(|form| {
            let arch = self.tables.arch;
            let count = arch[arch[form.encoding.form].inst].operands.len();
            let operands = self.completed(&arch[form.encoding.layout], count)?;
            let encoder = with(encoder, &operands);
            choose(&encoder, mnemonic, suffix, end).ok()?;
            Some(self.missing_written(&encoder, form.encoding, end))
        })
    }

    /// The `count` operands of an instruction: those of the text, with the missing ones that a form fixes in their
    /// places. `None` if none is missing, or if the others are more or fewer than in the text.
    fn completed(&self, layout: &Layout, count: usize) -> Option<Vec<Operand>> {
        let mut given = self.operands.iter().peekable();
        let mut all: Vec<Operand> = Vec::new();
        for slot in layout.slots.iter().take(count) {
            let at = all.last().or(self.operands.first()).map_or(0, |operand| operand.end as usize);
            match self.only_value(layout, slot) {
                Some(value) => match given.next_if(|operand| operand.value == value && operand.flags == 0) {
                    Some(operand) => all.push(*operand),
                    None => all.push(Operand::new(value, 0, at, at)),
                },
                None => all.push(*given.next()?),
            }
        }
        (given.next().is_none() && all.len() > self.operands.len()).then_some(all)
    }

    /// The only value that a slot takes.
    fn only_value(&self, layout: &Layout, slot: &Slot) -> Option<Value> {
        let arch = self.tables.arch;
        match slot {
            Slot::Register(register) => {
                Some(Value::Register { register: *register, part: 0, count: (arch[*register].bits / 32) as u8 })
            }
            Slot::Field(field) => {
                let FieldKind::Operand(class) = layout[*field].kind else { return None };
                match arch[class].codes.as_slice() {
                    [range] if range.kind == Kind::Name && range.first == range.last => {
                        Some(Value::Named { name: range.names.first()?.as_str(), number: None })
                    }
                    _ => None,
                }
            }
        }
    }

    /// The error about the first of the operands of an encoder that the text lacks, with the whole instruction.
    pub(super) fn missing_written(&self, encoder: &Encoder<'_>, encoding: &Encoding, end: usize) -> Error {
        let arch = self.tables.arch;
        let inst = &arch[arch[encoding.form].inst];
        let text = |operand: &Operand| match operand.value {
            Value::Register { register, .. } if operand.range().is_empty() => arch[register].name.as_str(),
            Value::Named { name, .. } if operand.range().is_empty() => name,
            _ => &self.text[operand.range()],
        };
        let missing = encoder.operands.iter().position(|operand| operand.range().is_empty()).unwrap_or(0);
        let at = encoder.operands.get(missing).map_or(encoder.named.clone(), Operand::range);
        let last = encoder.operands.iter().map(|operand| operand.end as usize).max().unwrap_or(end);
        let operands: Vec<&str> = encoder.operands.iter().map(text).collect();
        let modifiers = self.text.get(last..end).unwrap_or_default().trim_end();
        let name = inst.operands.get(missing).map_or("", |operand| operand.name.as_str());
        let message = format!("operand {} of {} is missing: `{name}`", missing + 1, operands.len());
        let whole = format!("{} {}{modifiers}", &self.text[encoder.named.clone()], operands.join(", "));
        error(codes::MISSING_OPERAND, at, message).help(format!("write `{whole}`"))
    }
}
