//! Input and result of encoding.

use std::ops::Range;

use crate::syntax::immediate::{ArgumentWhy, Cut};
use crate::syntax::modifiers::Modifiers;
use crate::syntax::operand::Operand;
use crate::syntax::tables::Tables;
use crate::text::number::FloatFormat;
use crate::text::room::Room;
use crate::text::symbols::Symbols;
use isatope_core::Bits;
use isatope_core::tables::{ClassId, EncodingId, FieldId, ModifierId, Pattern, RegisterId};

/// An instruction as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encoded {
    /// The bits, with the literal in the upper half of a 32-bit format.
    pub bits: Bits,
    /// A written literal became a number.
    pub weak: bool,
    pub encoding: EncodingId,
    /// The literal is the value of this expression, which is not known yet.
    pub later: Option<(u32, u32)>,
    /// An operand that loses bits.
    pub inexact: Option<u8>,
    /// The operand whose field holds a number that is not known yet.
    pub pending: Option<u8>,
    /// A number that is truncated.
    pub truncated: Option<Cut>,
    /// An operand whose number means another one: what it is, by its sign.
    pub wrapped: Option<(u8, i64)>,
}

/// Most operands that an instruction has.
pub(crate) const MAX_OPERANDS: usize = 8;

/// Why a form cannot hold what is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Failure {
    /// An operand, by its index.
    Operand(usize, Why),
    /// A modifier, by its index.
    Modifier(usize, ModifierWhy),
    /// The operand in this slot is left out, and the modifiers say that it is there.
    Missing(usize),
    /// Another form is the one that is written.
    Form,
    /// A modifier that must be written is not: its field.
    Unsaid(FieldId),
    /// A word that is attached to the mnemonic or to an operand: where it is.
    Word(u32, u32, WordWhy),
}

/// Reasons why a form cannot encode an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Why {
    /// The field, of this class, holds no such thing.
    Kind(ClassId),
    /// The slot is this register and nothing else.
    Fixed(RegisterId),
    /// It has another number of registers.
    Count {
        needs: u8,
        /// Other numbers that would do, a bit each.
        others: u32,
        has: u16,
    },
    /// The class ends before the register: the last one it has.
    Range { last: u32 },
    /// The register does not exist here.
    Absent,
    /// A constant that would need a literal.
    Literal,
    /// A constant that is none of those that exist.
    Constant,
    /// A name that has no meaning.
    Unknown,
    /// The operands need different values of the bits that they share: the sets of values, a bit each.
    Shared { own: u32, other: usize, others: u32 },
    /// An integer outside 32 bits.
    TooLarge,
    /// A float outside its format.
    FloatRange(FloatFormat),
    /// A float for a 64-bit integer.
    FloatForInteger,
    /// Another literal, of this operand, is there already.
    SecondLiteral(usize),
    /// The form has no place for a sign or bars at this operand: modifier of the architecture.
    Flag(ModifierId),
    /// The register is not where the field can start.
    Aligned(u32),
    /// Another operand is in the same field, and it is another one.
    Differs(usize),
    /// Nothing reads the operand: the modifiers say that it is not there.
    Unread,
    /// Like `Unread`, in a dialect that leaves the operand out.
    Surplus,
    /// The modifiers say that there is an operand.
    Needed,
    /// A bare code that the field cannot hold.
    Code { bits: u32 },
    /// A number that does not fit.
    Number(Room),
    /// No constant follows the word, although the suffix asks for one.
    NotLong,
    /// A place in the code where a number is needed.
    Place,
    /// A number where a place in the code is needed.
    NotAPlace,
    /// A branch target that is not a whole number of words away.
    Unaligned,
    /// A branch target that is too far away: this many words.
    Far(i64),
    /// An argument of a number with structure: what is wrong, and where.
    Argument(ArgumentWhy, u32, u32),
}

/// Reasons why a form cannot encode a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ModifierWhy {
    /// The form does not have it.
    Absent,
    /// It needs a value.
    NeedsValue,
    /// It takes no list.
    NoList,
    /// A list of bits has something else in it.
    NotABit,
    /// The list is too long: this many bits can be set.
    TooLong { bits: u32 },
    /// A number that does not fit.
    Number(Room),
    /// Bits that belong to other fields.
    Others(u64),
    /// An operand cannot be said with this value of the shared bits.
    Shared,
}

/// Reasons why an attached word is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordWhy {
    /// Nothing at this place has it: the field of the operand, `None` for the mnemonic.
    Unknown(Option<FieldId>),
    /// The modifier, by its index, is written already.
    Twice(ModifierId),
}

/// Encodes instructions of one source.
pub(crate) struct Encoder<'t> {
    pub tables: &'t Tables,
    pub text: &'t str,
    pub operands: &'t [Operand],
    pub modifiers: &'t Modifiers<'t>,
    pub symbols: &'t Symbols,
    /// Position of the mnemonic.
    pub named: Range<usize>,
    /// Position of the words that are attached to it.
    pub words: Range<usize>,
    /// Bits of fields that it fixes.
    pub fixes: Pattern,
    /// The float rules of CLRX up to 0.1.2.
    pub buggy_fp_lit: bool,
}

/// Number of registers that an operand needs.
#[derive(Clone, Copy)]
pub(super) struct Needs {
    pub(super) count: u8,
    /// Any other number will do.
    pub(super) any: bool,
    /// Other numbers that will do, a bit each.
    pub(super) others: u32,
}

impl Needs {
    pub(super) fn no(self, count: u16) -> bool {
        count != u16::from(self.count) && !self.any && self.others.checked_shr(count.into()).unwrap_or(0) & 1 == 0
    }
}

/// An instruction with a number filled in.
pub(crate) struct Filled {
    pub bits: Bits,
    /// The number was cut off.
    pub truncated: Option<Cut>,
    /// The number is not known yet.
    pub later: bool,
}

/// Encoded operand.
pub(crate) struct Resolved {
    pub code: u32,
    pub literal: Option<LiteralValue>,
    /// Bits of it are lost.
    pub inexact: bool,
    /// The code is not known yet.
    pub later: bool,
    /// The code is truncated.
    pub truncated: Option<Cut>,
    /// The number means this one, by its sign.
    pub wrapped: Option<i64>,
}

impl Resolved {
    pub(super) fn plain(code: u32) -> Self {
        Self { code, literal: None, inexact: false, later: false, truncated: None, wrapped: None }
    }
}

/// A constant after the word: its value, or the position of the expression.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum LiteralValue {
    Known(u32),
    Later(u32, u32),
}
