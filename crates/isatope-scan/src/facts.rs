//! Facts about an instruction that hold wherever it is. Compilers repeat most instructions, so they are found once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use arrow_schema::ArrowError;
use foldhash::fast::FixedState;
use isatope::tables::{Opcode, Status};
use isatope::{Dialect, Formatter, Instruction, Target, Write};

use crate::dictionary::Dictionary;
use crate::kernels::{CLAUSES, units};
use crate::minhash;

/// Instructions that are remembered at a time.
const MOST: usize = 1 << 15;

/// What is known about an instruction.
pub struct Fact {
    /// Facts about its form.
    pub form: Form,
    /// Its unit.
    pub unit: Option<Unit>,
    /// Whether it waits for a counter.
    pub is_wait: bool,
    /// Whether it does nothing but take wait states.
    pub is_idle: bool,
    /// Its literal.
    pub literal: Option<u32>,
    /// Whether an operand has a constant in its code.
    pub has_constant: bool,
    /// Whether it leads to an address that it says.
    pub branches: bool,
    reads: Range<u32>,
    writes: Range<u32>,
    text: Range<u32>,
}

/// Facts about all instructions of a form.
#[derive(Clone, Copy)]
pub struct Form {
    /// Key of the mnemonic.
    pub mnemonic: u16,
    /// Key of the format.
    pub format: u16,
    /// Hash of the mnemonic.
    pub hash: u64,
    /// Whether the specification has the exact meaning.
    pub is_exact: bool,
}

/// Facts about a unit.
#[derive(Clone, Copy)]
pub struct Unit {
    /// Key of its name.
    pub key: u16,
    /// Its place in [`units`].
    pub place: u8,
    /// Its place in [`CLAUSES`].
    pub clause: Option<u8>,
}

/// Most lists of registers are not longer.
pub const SHORT: usize = 8;

/// A list of registers and memories.
pub struct List<'f> {
    /// Its numbers, and those of other lists behind it.
    pub all: &'f [u16],
    /// How many are its own.
    pub len: usize,
}

/// The facts of instructions that occurred.
#[derive(Default)]
pub struct Facts {
    numbers: HashMap<Instruction, u32, FixedState>,
    all: Vec<Fact>,
    registers: Vec<u16>,
    text: String,
    touched: Touched,
    formatter: Option<(Target, Option<Dialect>, Formatter)>,
    forms: HashMap<(Target, Opcode), Form, FixedState>,
    units: Vec<(&'static str, Unit)>,
    /// Names of units, as [`units`] has them.
    pub unit_names: Vec<&'static str>,
    /// Names of mnemonics, formats and units.
    pub names: [Dictionary; 3],
}

impl Facts {
    /// No facts.
    pub fn new() -> Self {
        Self { unit_names: units(), ..Self::default() }
    }

    /// Forgets everything if it is much. Numbers of facts are invalid afterwards.
    pub fn limit(&mut self) {
        if self.all.len() > MOST {
            self.numbers.clear();
            self.all.clear();
            self.registers.clear();
            self.text.clear();
        }
    }

    /// The number of the fact about an instruction. Its text is in a dialect, or in the default one if the target does
    /// not have that; `None` leaves it out.
    ///
    /// # Errors
    /// There are more different mnemonics than a dictionary holds, which is 65,536.
    pub fn number(&mut self, inst: &Instruction, text: Option<Option<Dialect>>) -> Result<u32, ArrowError> {
        if let Some(number) = self.numbers.get(inst) {
            return Ok(*number);
        }
        let form = self.form(inst)?;
        let unit = inst.unit().map(|unit| self.unit(unit)).transpose()?;
        self.touched.of(inst);
        let reads = extended(&mut self.registers, &self.touched.reads);
        let writes = extended(&mut self.registers, &self.touched.writes);
        let (literal, hazards) = (inst.literal(), inst.target().hazards());
        let fact = Fact {
            form,
            unit,
            is_wait: hazards.is_some_and(|hazards| hazards.is_wait(inst)),
            is_idle: hazards.is_some_and(|hazards| hazards.is_idle(inst)),
            literal,
            has_constant: literal.is_none() && inst.operands().any(|operand| operand.constant().is_some()),
            branches: inst.branch_target(0).is_some(),
            reads,
            writes,
            text: text.map_or(0..0, |dialect| self.write(inst, dialect)),
        };
        let number = self.all.len() as u32;
        self.all.push(fact);
        self.numbers.insert(*inst, number);
        Ok(number)
    }

    fn form(&mut self, inst: &Instruction) -> Result<Form, ArrowError> {
        let known = match self.forms.entry((inst.target(), inst.opcode())) {
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(place) => place,
        };
        let [mnemonics, formats, _] = &mut self.names;
        Ok(*known.insert(Form {
            mnemonic: mnemonics.key(inst.mnemonic())?,
            format: formats.key(inst.format().name.as_str())?,
            hash: minhash::of_name(inst.mnemonic()),
            is_exact: inst.inst().semantics == Status::Exact,
        }))
    }

    fn unit(&mut self, name: &'static str) -> Result<Unit, ArrowError> {
        if let Some((_, known)) = self.units.iter().find(|(known, _)| *known == name) {
            return Ok(*known);
        }
        let place = position(&self.unit_names, name).expect("all units are known");
        let unit = Unit { key: self.names[2].key(name)?, place, clause: position(&CLAUSES, name) };
        self.units.push((name, unit));
        Ok(unit)
    }

    /// A fact by its number.
    pub fn get(&self, number: u32) -> &Fact {
        &self.all[number as usize]
    }

    /// The numbers of the registers and memories that an instruction reads, and those that it writes.
    pub fn registers(&self, fact: &Fact) -> [List<'_>; 2] {
        [&fact.reads, &fact.writes].map(|range| List { all: &self.registers[range.start as usize..], len: range.len() })
    }

    /// The text of an instruction.
    pub fn text(&self, fact: &Fact) -> &str {
        &self.text[fact.text.start as usize..fact.text.end as usize]
    }

    fn write(&mut self, inst: &Instruction, wanted: Option<Dialect>) -> Range<u32> {
        use std::fmt::Write;
        let target = inst.target();
        if !self.formatter.as_ref().is_some_and(|(known, of, _)| *known == target && *of == wanted) {
            let dialect = wanted.filter(|dialect| target.dialects().any(|one| one == *dialect));
            let formatter = Formatter::in_dialect(target, dialect.unwrap_or(target.dialect())).ok();
            self.formatter = formatter.map(|formatter| (target, wanted, formatter));
        }
        let start = self.text.len() as u32;
        match &self.formatter {
            Some((.., formatter)) => formatter.write(inst, &mut self.text),
            None => write!(self.text, "{inst}"),
        }
        .expect("a string takes everything");
        start..self.text.len() as u32
    }
}

/// The place of a name in a short list.
fn position(names: &[&str], name: &str) -> Option<u8> {
    names.iter().position(|one| *one == name).map(|at| at as u8)
}

/// Adds numbers, and says where they are.
fn extended(all: &mut Vec<u16>, numbers: &[u16]) -> Range<u32> {
    let start = all.len() as u32;
    all.extend_from_slice(numbers);
    start..all.len() as u32
}

/// The numbers of the registers and memories that an instruction reads and writes, in ascending order.
#[derive(Default)]
struct Touched {
    reads: Vec<u16>,
    writes: Vec<u16>,
}

impl Touched {
    fn of(&mut self, inst: &Instruction) {
        self.reads.clear();
        self.writes.clear();
        let arch = inst.target().arch();
        if arch.files.iter().any(|file| file.parts > 1) {
            // Fields may name one half of a register.
            let uses = inst.uses();
            self.reads.extend(uses.reads.iter().map(|id| id.index() as u16));
            self.writes.extend(uses.written().iter().map(|id| id.index() as u16));
            return;
        }
        for access in inst.access() {
            let numbers = arch.resource_ids(access.place);
            if access.read {
                self.reads.extend(numbers.clone());
            }
            if access.write != Write::No {
                self.writes.extend(numbers);
            }
        }
        for list in [&mut self.reads, &mut self.writes] {
            list.sort_unstable();
            list.dedup();
        }
    }
}

#[cfg(test)]
mod tests {
    use isatope::{Resources, Target};

    use super::Touched;

    #[test]
    fn numbers_are_those_of_the_library() {
        let mut touched = Touched::default();
        let numbers = |set: Resources| set.iter().map(|id| id.index() as u16).collect::<Vec<_>>();
        let mut compared = 0;
        for target in Target::all() {
            for word in 0..20_000_u64 {
                // The golden ratio spreads the words over all encodings.
                let bits = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let Ok(inst) = target.decode(&bits.to_le_bytes()) else { continue };
                touched.of(&inst);
                let uses = inst.uses();
                assert_eq!(touched.reads, numbers(uses.reads), "{inst} reads");
                assert_eq!(touched.writes, numbers(uses.written()), "{inst} writes");
                compared += 1;
            }
        }
        assert!(compared > 10_000, "{compared}");
    }
}
