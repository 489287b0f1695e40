//! Input and result of encoding.

use std::ops::Range;

use crate::syntax::immediate::{ArgumentWhy, Cut};
use crate::syntax::modifiers::Modifiers;
use crate::syntax::operand::Operand;
use crate::syntax::tables::Tables;
use crate::text::number::FloatFormat;
use crate::text::room::Room;
use crate::text::symbols::Symbols;
use crate::text::tree::ExprId;
use isatope_core::Bits;
use isatope_core::tables::{ClassId, EncodingId, FieldId, ModifierId, Pattern, RegisterId};

/// An instruction as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encoded {
    /// The bits, with the literal in the upper half of a 32-bit format.
    pub bits: Bits,
    /// Whether a value that is marked as a literal was encoded as a number.
    pub weak: bool,
    pub encoding: EncodingId,
    /// Span of the expression for the literal, if its value is not known yet.
    pub later: Option<(u32, u32, ExprId)>,
    /// Operand that loses bits.
    pub inexact: Option<u8>,
    /// Operand whose field contains a number that is not known yet.
    pub pending: Option<u8>,
    /// A truncated number.
    pub truncated: Option<Cut>,
    /// Operand whose number has another value because it is signed: its index and that value.
    pub wrapped: Option<(u8, i64)>,
}

/// Maximum number of operands of an instruction.
pub(crate) const MAX_OPERANDS: usize = 8;

/// Reason why a form cannot encode the instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Failure {
    /// An operand, by its index.
    Operand(usize, Why),
    /// A modifier, by its index.
    Modifier(usize, ModifierWhy),
    /// The operand in this slot is omitted, but the modifiers require it.
    Missing(usize),
    /// The text requests another form.
    Form,
    /// The required modifier of this field is not written.
    Unsaid(FieldId),
    /// A word that is attached to the mnemonic or to an operand: its span.
    Word(u32, u32, WordWhy),
}

/// Reasons why a form cannot encode an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Why {
    /// The field, with this class, does not accept this kind of operand.
    Kind(ClassId),
    /// The slot is this register and accepts nothing else.
    Fixed(RegisterId),
    /// The number of registers is wrong.
    Count {
        needs: u8,
        /// Other accepted numbers, one bit each.
        others: u32,
        has: u16,
    },
    /// The register is past the last one of the class.
    Range { last: u32 },
    /// The target does not have the register.
    Absent,
    /// The constant would need a literal.
    Literal,
    /// The constant does not exist.
    Constant,
    /// The name has no meaning.
    Unknown,
    /// The operands require different values of their shared bits: the sets of values, one bit each.
    Shared { own: u32, other: usize, others: u32 },
    /// The integer has more than 32 bits.
    TooLarge,
    /// The float is out of the range of its format.
    FloatRange(FloatFormat),
    /// The float is below the normal numbers of its format, and would lose digits.
    TooSmall(FloatFormat),
    /// A float for a 64-bit integer.
    FloatForInteger,
    /// This operand already uses a different literal.
    SecondLiteral(usize),
    /// The form does not support this modifier of the architecture (a sign or bars) at this operand.
    Flag(ModifierId),
    /// The register is not aligned for the field.
    Aligned(u32),
    /// Another operand in the same field is different.
    Differs(usize),
    /// The modifiers make the operand absent, so nothing reads it.
    Unread,
    /// Like `Unread`, in a dialect that omits the operand.
    Surplus,
    /// The modifiers require an operand.
    Needed,
    /// A raw code that is too large for the field.
    Code { bits: u32 },
    /// A number that is out of range.
    Number(Room),
    /// No constant follows the word, although the suffix requires one.
    NotLong,
    /// A code address where a number is needed.
    Place,
    /// A number where a code address is needed.
    NotAPlace,
    /// A branch to another section.
    OtherSection,
    /// The distance to a branch target is not a whole number of words.
    Unaligned,
    /// The distance to a branch target, in words, is too large.
    Far(i64),
    /// An argument of a structured number: the reason, and its span.
    Argument(ArgumentWhy, u32, u32),
}

/// Reasons why a form cannot encode a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ModifierWhy {
    /// The form does not have the modifier.
    Absent,
    /// The modifier needs a value.
    NeedsValue,
    /// The modifier does not accept a list.
    NoList,
    /// A list of bits contains another value.
    NotABit,
    /// The list is too long: this is the number of bits that can be set.
    TooLong { bits: u32 },
    /// A number that is out of range.
    Number(Room),
    /// Bits that belong to other fields.
    Others(u64),
    /// An operand cannot be represented with this value of the shared bits.
    Shared,
}

/// Reasons why an attached word is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordWhy {
    /// The mnemonic (`None`) or the operand in a field does not have this word.
    Unknown(Option<FieldId>),
    /// The modifier, by its index, is already written.
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
    /// Bits of fields that the mnemonic fixes.
    pub fixes: Pattern,
    /// The float rules of CLRX up to 0.1.2.
    pub buggy_fp_lit: bool,
}

/// Number of registers that an operand needs.
#[derive(Clone, Copy)]
pub(super) struct Needs {
    pub(super) count: u8,
    /// Whether any other number is accepted.
    pub(super) any: bool,
    /// Other accepted numbers, one bit each.
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
    /// Truncated number.
    pub truncated: Option<Cut>,
    /// Whether the number is not known yet.
    pub later: bool,
}

/// Encoded operand.
pub(crate) struct Resolved {
    pub code: u32,
    pub literal: Option<LiteralValue>,
    /// Whether it loses bits.
    pub inexact: bool,
    /// Whether the code is not known yet.
    pub later: bool,
    /// Truncated code.
    pub truncated: Option<Cut>,
    /// Value of the number if it differs because the number is signed.
    pub wrapped: Option<i64>,
}

impl Resolved {
    pub(super) fn plain(code: u32) -> Self {
        Self { code, literal: None, inexact: false, later: false, truncated: None, wrapped: None }
    }
}

/// A constant after the word: its value, or its expression with its span.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum LiteralValue {
    Known(u32),
    Later(u32, u32, ExprId),
}
