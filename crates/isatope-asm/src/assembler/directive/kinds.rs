//! Kinds of directives.

use crate::assembler::debug::state::FrameRule;
use crate::assembler::expand::state::Test;
use crate::assembler::kernels::state::KernelOption;
use crate::assembler::layout::Binding;
use crate::assembler::variables::FlowHint;
use crate::text::number::FloatFormat;

/// Kinds of directives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Directive {
    /// Numbers of this size in bytes.
    Data(u8),
    /// Floats of this format.
    Float(FloatFormat),
    /// Numbers of 16 bytes.
    Octa,
    /// Numbers with a variable length.
    Leb {
        signed: bool,
    },
    /// Strings, each followed by a zero or not, with this number of bytes for each character.
    Text {
        zero: bool,
        width: u8,
    },
    /// Aligns to a multiple of a number, or of a power of two. The fill value has this number of bytes.
    Align {
        power: bool,
        unit: u8,
    },
    /// `COUNT[, VALUE]`: numbers of this size in bytes.
    Units(u8),
    /// `COUNT[, VALUE]`: floats of this format.
    FloatUnits(FloatFormat),
    /// `COUNT`: room for values of this size in bytes.
    Room(u64),
    /// A note with a version.
    VersionNote,
    /// `COUNT[, SIZE[, VALUE]]`, where the value has at most this number of bytes.
    Fill(u8),
    /// `BYTES[, VALUE]`.
    Skip,
    /// Moves to an offset of the section.
    Origin,
    /// Selects the section of plain numbers, at an offset.
    Absolute,
    /// The bytes of a file.
    IncludeBytes,
    /// A section with the name of its directive.
    Named,
    Section,
    Subsection,
    PushSection,
    PopSection,
    Previous,
    Part,
    /// The outer file of a container, and the data that all kernels share.
    Main,
    GlobalData,
    Bind(Binding),
    /// Symbols of other files, unless something else is known about their binding.
    Extern,
    Visible(&'static str),
    /// Names of symbols that the output contains.
    Mention,
    Type,
    Size,
    /// A symbol with a size, which the linker places.
    Common {
        local: bool,
    },
    Set(Assigns),
    Undefine,
    Enum,
    EnterScope,
    LeaveScope,
    /// Register variables, accesses that no instruction shows, and registers that are consecutive.
    Variables,
    Touches,
    Linked,
    /// What is known about the control flow here.
    Flow(FlowHint),
    /// Starts or ends the use of the names of another scope.
    Using(bool),
    Macro,
    EndMacro,
    Purge,
    Exit,
    Alternate(bool),
    Repeat,
    RepeatFor {
        characters: bool,
    },
    While {
        counts: bool,
    },
    EndRepeat,
    If(Test),
    ElseIf(Test),
    Else,
    EndIf,
    Include,
    /// The end of the source.
    End,
    Message(Says),
    Failure,
    Abort,
    /// Target, as a triple or as a name.
    Target,
    /// Version of the code object.
    Version,
    /// Version and target of a code object of version 2.
    ObjectVersion,
    ObjectIsa,
    /// Name of the target, as a triple, for a note.
    IsaName,
    /// Marks a symbol as a kernel.
    HsaKernel,
    /// A variable in memory that a workgroup shares.
    SharedVariable,
    Metadata,
    /// Registers and their values for PAL, in place of its metadata.
    PalRegisters,
    /// Starts a descriptor of 64 bytes.
    Descriptor,
    /// Name of a kernel, or a property of the last kernel.
    Kernel,
    Config,
    Option(KernelOption),
    /// Starts a descriptor of 256 bytes, before the code.
    Code,
    /// A register and its value.
    Entry,
    /// Section of registers and values.
    Registers,
    /// A place that the linker patches.
    Reloc,
    /// The kind of container, which its own name or an argument gives.
    Container,
    Format,
    /// Whether addresses have 64 bits.
    Wide(bool),
    /// Sets a symbol to a property of the assembler.
    Get(Gets),
    Policy,
    /// Switches a rule of the language.
    Rule(Rule, bool),
    /// A property that no version here has.
    Absent(&'static str),
    /// A source file of debug information, and a line in it.
    SourceFile,
    SourceLine,
    /// A probe of a block, for profiles.
    Probe,
    /// Sections for frames, the start of a function, and its end.
    FrameSections,
    Frame,
    /// A rule of a frame.
    FrameRule(FrameRule),
    EndFrame,
    /// Name of a compiler.
    Ident,
    /// A table of the symbols whose addresses are significant, and a symbol in it.
    Significance,
    SignificantSymbol,
    /// Names whose labels and attributes mean nothing from here on.
    Discard,
    /// Another name for a symbol, if the source defines it.
    SetIfDefined,
    /// A version of a symbol.
    SymbolVersion,
    /// The name of a symbol in the object.
    Rename,
    /// The object among those that were linked that defines a symbol.
    LinkedObject,
    /// Leaves out the table of symbols in a linked file.
    Strip,
    /// A declaration without an effect on the bytes.
    Note,
}

impl Directive {
    /// Whether it writes into the current section.
    pub(crate) fn writes(self) -> bool {
        matches!(
            self,
            Self::Data(_)
                | Self::Float(_)
                | Self::Octa
                | Self::Leb { .. }
                | Self::Text { .. }
                | Self::Entry
                | Self::IncludeBytes
        )
    }

    /// Whether it needs a section, even if it writes nothing.
    pub(crate) fn begins(self) -> bool {
        let moves = matches!(self, Self::Align { .. } | Self::Fill(_) | Self::Skip | Self::Origin | Self::Absolute);
        let describes = matches!(self, Self::Variables | Self::Touches | Self::Linked | Self::Flow(_) | Self::Get(_));
        moves || describes || self.writes() || matches!(self, Self::Kernel)
    }

    /// Whether it takes any number of values.
    pub(crate) fn lists_values(self) -> bool {
        matches!(self, Self::Data(_) | Self::Float(_) | Self::Octa | Self::Leb { .. } | Self::Text { .. })
    }

    /// Whether it begins a repetition.
    pub(crate) fn repeats(self) -> bool {
        matches!(self, Self::Repeat | Self::RepeatFor { .. } | Self::While { .. })
    }
}

/// How a directive gives a name its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assigns {
    /// The value now; it may be changed.
    Value,
    /// Like `Value`, for a name without a value.
    Once,
    /// An expression that is computed at each use.
    Expression,
}

/// What a directive does with its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    Error,
    Warning,
    Print,
    /// An error without a message.
    Fail,
}

/// Properties of the assembler that a source can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gets {
    Wide,
    Format,
    Version,
    Policy,
    /// Number of the target's version.
    Architecture,
    /// Number of the device.
    Device,
}

/// Rules of the language that a source can switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Old rules for float constants.
    OldFloats,
    /// Modifiers take only 0 and 1.
    OldModifiers,
    /// The case of macro names does not matter.
    MacroCase,
}

/// Dialects and architectures that have a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All.
    All,
    /// Architectures whose programs have HSA descriptors.
    Amd,
    /// Dialects that write descriptors in LLVM's directives.
    Hsa,
    /// Dialects that write containers and their registers in entries.
    Clrx,
}
