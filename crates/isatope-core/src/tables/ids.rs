//! Row numbers: one small type per table. `Option` of them takes no additional space.

use core::num::NonZero;
use core::ops::Index;
use core::{fmt, mem};

use super::{
    Alternative, Arch, Checks, Class, Doubt, Encoding, Field, Form, Format, Inst, Layout, Mnemonic, Modifier,
    NameTable, Number, NumberPiece, Print, Reading, RegFile, Register, Role, Shape, Spelled, Version,
};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($small:ty) $(: $($table:ident).+ of $from:ty => $row:ty)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(NonZero<$small>);

        const _: () = assert!(mem::size_of::<Option<$name>>() == mem::size_of::<$small>());

        impl $name {
            /// The number of row `index`.
            ///
            /// # Panics
            /// If no table has this many rows.
            #[inline]
            pub const fn new(index: usize) -> Self {
                assert!(index < <$small>::MAX as usize, "a table has that many rows");
                match NonZero::new(index as $small + 1) {
                    Some(number) => Self(number),
                    None => unreachable!(),
                }
            }

            /// The number of a row with one added, and 0 for none.
            #[inline]
            #[allow(dead_code, reason = "not every table has rows that are none")]
            pub(crate) const fn from_raw(raw: $small) -> Option<Self> {
                match NonZero::new(raw) {
                    Some(number) => Some(Self(number)),
                    None => None,
                }
            }

            /// Which row it is.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.index(), f)
            }
        }

        $(impl Index<$name> for $from {
            type Output = $row;

            #[inline(always)]
            fn index(&self, id: $name) -> &$row {
                &self.$($table).+[id.index()]
            }
        })?
    )*};
}

ids! {
    /// An instruction in one format, over all versions of an architecture.
    Opcode(u16): forms of Arch => Form;
    /// An instruction, whatever its format.
    InstId(u16): insts of Arch => Inst;
    /// A format.
    FormatId(u16): formats of Arch => Format;
    /// A format as one or more versions lay it out.
    LayoutId(u16): layouts of Arch => Layout;
    /// A form as one or more versions encode it.
    EncodingId(u16): encodings of Arch => Encoding;
    /// An operand class, as one or more versions define it.
    ClassId(u16): classes of Arch => Class;
    /// How numbers in operand fields are written.
    NumberId(u16): numbers of Arch => Number;
    /// Names of numbers.
    NamesId(u16): names of Arch => NameTable;
    /// Spec notes: facts that are not known exactly.
    DoubtId(u16): doubts of Arch => Doubt;
    /// A spelling of a mnemonic.
    MnemonicId(u16): mnemonics of Arch => Mnemonic;
    /// A mnemonic of a version and a dialect.
    SpelledId(u16): spelled of Reading => Spelled;
    /// How a dialect writes the fields of a form.
    ShapeId(u16): shapes of Reading => Shape;
    /// The first way to write a form.
    AlternativeId(u16): alternatives of Print => Alternative;
    /// A number that is written digit by digit.
    NumberPieceId(u16): numbers of Print => NumberPiece;
    /// A name of a table of names.
    NameId(u16);
    /// A version: its place in [`Arch::versions`].
    VersionId(u8): versions of Arch => Version;
    /// A dialect: its place in [`Arch::dialects`].
    DialectId(u8): dialects of Arch => &'static str;
    /// A register file.
    FileId(u8): files of Arch => RegFile;
    /// A register that is not in a file.
    RegisterId(u8): registers of Arch => Register;
    /// A memory.
    MemoryId(u8): memories of Arch => &'static str;
    /// An interface of the host.
    InterfaceId(u8): interfaces of Arch => &'static str;
    /// How a field is written.
    ModifierId(u8): modifiers of Arch => Modifier;
    /// A field, among those of its layout.
    FieldId(u8): fields of Layout => Field;
    /// Role of an instruction for the rules.
    RoleId(u8): roles of Checks => Role;
}

impl VersionId {
    /// Whether it is in a set of versions, a bit each.
    #[inline]
    pub const fn is_in(self, versions: u16) -> bool {
        versions >> self.index() & 1 != 0
    }
}

impl DialectId {
    /// Whether it is in a set of dialects, a bit each.
    #[inline]
    pub const fn is_in(self, dialects: u8) -> bool {
        dialects >> self.index() & 1 != 0
    }
}
