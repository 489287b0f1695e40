//! Instructions.

use std::fmt;
use std::ops::Deref;

use isatope_core::Formatter;
use isatope_core::explain::{self, Meaning};

use crate::{Access, DecodeError, Dialect, Flow, Operand, OperandKind, Operation, Target, UnknownDialect};

/// An instruction of a target. It keeps all of its bits, including reserved ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Instruction(pub(crate) isatope_core::Instruction);

const _: () = assert!(size_of::<Instruction>() <= 24);

impl Instruction {
    /// The target of the instruction.
    pub fn target(&self) -> Target {
        Target::from_tables(self.0.target())
    }

    /// The operation of the instruction.
    pub fn op(&self) -> Operation {
        Operation::of(&self.0)
    }

    /// The mnemonic in the specification, without a suffix for the format.
    pub fn mnemonic(&self) -> &'static str {
        self.0.name()
    }

    /// The format of its encoding: `vop3a`.
    pub fn format(&self) -> &'static str {
        self.0.format().name.as_str()
    }

    /// The unit that executes it, if the specification says so: `valu`.
    pub fn unit(&self) -> Option<&'static str> {
        self.0.unit()
    }

    /// The bytes of the instruction in memory order.
    pub fn bytes(&self) -> Bytes {
        Bytes(self.0.encode())
    }

    /// Number of bytes, including a literal.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Its text. [`to_string`](ToString::to_string) gives that in the default dialect of the target.
    ///
    /// # Errors
    /// The target does not have the dialect.
    pub fn display(&self, dialect: Dialect) -> Result<Display<'_>, UnknownDialect> {
        let formatter = Formatter::new(self.0.target(), dialect.name());
        let target = self.target();
        Ok(Display { inst: &self.0, formatter: formatter.ok_or(UnknownDialect { target, dialect })? })
    }

    /// Operands in the order of assembly.
    pub fn operands(&self) -> impl Iterator<Item = Operand> + '_ {
        self.0.operands().map(|operand| Operand::of(&self.0, &operand))
    }

    /// Reads and writes, explicit and implied. A place that several operands name is listed several times.
    pub fn access(&self) -> impl Iterator<Item = Access> + '_ {
        self.0.access().map(|access| Access::of(self.0.target().arch(), access))
    }

    /// Control flow after the instruction.
    pub fn flow(&self) -> Flow {
        self.0.flow()
    }

    /// Target of a branch at `address`, modulo 2^64. `None` for indirect branches and for other instructions.
    pub fn branch_target(&self, address: u64) -> Option<u64> {
        self.0.branch_target(address)
    }

    /// Parts of the encoding: format bits, opcode, fields, literal.
    pub fn explain(&self) -> impl Iterator<Item = Part> + '_ {
        explain::parts(&self.0).map(|part| Part::of(self, &part))
    }
}

impl From<isatope_core::Instruction> for Instruction {
    fn from(inst: isatope_core::Instruction) -> Self {
        Self(inst)
    }
}

impl From<Instruction> for isatope_core::Instruction {
    fn from(inst: Instruction) -> Self {
        inst.0
    }
}

impl fmt::Display for Instruction {
    /// Prints in the default dialect of the target.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The bytes of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(isatope_core::Encoded);

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// Prints an instruction; see [`Instruction::display`].
#[derive(Clone, Copy, Debug)]
pub struct Display<'i> {
    inst: &'i isatope_core::Instruction,
    formatter: Formatter,
}

impl Display<'_> {
    /// With branch targets as labels that are named by their address, as in a listing: the instruction lies this many bytes from the start of the
    /// code.
    #[must_use]
    pub fn at(self, address: u64) -> Self {
        Self { formatter: self.formatter.labels(true).at(address), ..self }
    }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.formatter.write(self.inst, f)
    }
}

/// A part of an encoding: bits that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The name of the field, or `encoding`, `op`, `literal`.
    pub name: &'static str,
    /// Bit ranges (highest and lowest bit), the most significant range first.
    pub bits: Vec<(u8, u8)>,
    /// Value of the bits; for `encoding`, the bits in their positions.
    pub value: u64,
    /// Meaning of the value; empty if it has none.
    pub meaning: String,
}

impl Part {
    fn of(inst: &Instruction, part: &explain::Part) -> Self {
        let meaning = match part.meaning {
            Meaning::Format(name) | Meaning::Opcode(name) => name.to_string(),
            Meaning::Operand(operand) => {
                let mut text = String::new();
                let written = Formatter::default_for(inst.0.target()).write_operand(&inst.0, &operand, &mut text);
                let absent = Operand::of(&inst.0, &operand).kind == OperandKind::Absent;
                if written.is_err() || absent { "not there".to_string() } else { text }
            }
            Meaning::Modifier(word) => word.unwrap_or_default().to_string(),
            Meaning::Unused => "not used".to_string(),
            Meaning::Ignored | Meaning::Literal => String::new(),
        };
        Self { name: part.name, bits: runs(part.mask), value: part.value, meaning }
    }
}

/// Ranges of set bits in a mask, highest first.
pub(crate) fn runs(mask: u64) -> Vec<(u8, u8)> {
    let mut runs = Vec::new();
    let mut left = mask;
    while left != 0 {
        let high = 63 - left.leading_zeros();
        let ones = (left << (63 - high)).leading_ones();
        let low = high + 1 - ones;
        runs.push((high as u8, low as u8));
        left &= (1 << low) - 1;
    }
    runs
}

impl fmt::Display for Part {
    /// `bits 8:0 src0 = 258: v2`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (high, low)) in self.bits.iter().enumerate() {
            f.write_str(match (i, self.bits.len() == 1 && high == low) {
                (0, true) => "bit ",
                (0, false) => "bits ",
                _ => ",",
            })?;
            if high == low { write!(f, "{high}")? } else { write!(f, "{high}:{low}")? }
        }
        write!(f, " {} = {}", self.name, self.value)?;
        if self.meaning.is_empty() { Ok(()) } else { write!(f, ": {}", self.meaning) }
    }
}

/// Iterator over the instructions of some code, with offsets; words that do not decode are errors.
#[derive(Clone, Debug)]
pub struct Decoder<'a>(isatope_core::Decoder<'a>);

impl<'a> Decoder<'a> {
    pub(crate) fn new(target: Target, code: &'a [u8]) -> Self {
        Self(isatope_core::Decoder::new(target.tables(), code))
    }
}

impl Iterator for Decoder<'_> {
    type Item = (usize, Result<Instruction, DecodeError>);

    fn next(&mut self) -> Option<Self::Item> {
        let (offset, found) = self.0.next()?;
        Some((offset, found.map(Instruction).map_err(DecodeError)))
    }
}
