//! Names of directives and their kinds.

use std::ops::Range;

use isatope_core::Target;
use isatope_core::tables::ARCHES;
use isatope_diag::codes;

use crate::assembler::debug::state::FrameRule;
use crate::assembler::devices;
use crate::assembler::expand::state::Test;
use crate::assembler::kernels::state::KernelOption::{
    self, Function, GetVersion, Inner, MetadataVersion, New, SetVersion, Unused,
};
use crate::assembler::layout::Binding;
use crate::assembler::variables::FlowHint;
use crate::text::error::{Error, error};
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
    /// A version of a symbol.
    SymbolVersion,
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
        matches!(self, Self::Data(_) | Self::Float(_) | Self::Octa | Self::Text { .. })
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

/// All directives.
const DIRECTIVES: &[(&str, Directive, Scope)] = &[
    (".2byte", Directive::Data(2), Scope::All),
    (".32bit", Directive::Wide(false), Scope::Clrx),
    (".4byte", Directive::Data(4), Scope::All),
    (".64bit", Directive::Wide(true), Scope::Clrx),
    (".8byte", Directive::Data(8), Scope::All),
    (".abort", Directive::Abort, Scope::All),
    (".acl_version", Directive::Option(Unused), Scope::Clrx),
    (".addrsig", Directive::Significance, Scope::All),
    (".addrsig_sym", Directive::SignificantSymbol, Scope::All),
    (".align", Directive::Align { power: false, unit: 1 }, Scope::All),
    (".align32", Directive::Align { power: false, unit: 4 }, Scope::All),
    (".altmacro", Directive::Alternate(true), Scope::All),
    (".amd", Directive::Container, Scope::Clrx),
    (".amd3", Directive::Absent("it is a container for gfx10 and later"), Scope::Clrx),
    (".amd_amdgpu_isa", Directive::IsaName, Scope::Hsa),
    (".amd_amdgpu_pal_metadata", Directive::PalRegisters, Scope::Hsa),
    (".amd_kernel_code_t", Directive::Code, Scope::Amd),
    (".amdcl2", Directive::Container, Scope::Clrx),
    (".amdgcn_target", Directive::Target, Scope::Hsa),
    (".amdgpu_hsa_kernel", Directive::HsaKernel, Scope::Hsa),
    (".amdgpu_lds", Directive::SharedVariable, Scope::Hsa),
    (".amdgpu_metadata", Directive::Metadata, Scope::Amd),
    (".amdgpu_pal_metadata", Directive::Metadata, Scope::Hsa),
    (".amdhsa_code_object_version", Directive::Version, Scope::Hsa),
    (".amdhsa_kernel", Directive::Descriptor, Scope::Hsa),
    (".arch", Directive::Target, Scope::Amd),
    (".arch_minor", Directive::Option(KernelOption::Minor), Scope::Clrx),
    (".arch_stepping", Directive::Option(KernelOption::Stepping), Scope::Clrx),
    (".ascii", Directive::Text { zero: false, width: 1 }, Scope::All),
    (".asciz", Directive::Text { zero: true, width: 1 }, Scope::All),
    (".balign", Directive::Align { power: false, unit: 1 }, Scope::All),
    (".balignl", Directive::Align { power: false, unit: 4 }, Scope::All),
    (".balignw", Directive::Align { power: false, unit: 2 }, Scope::All),
    (".boolconsts", Directive::Option(Unused), Scope::Clrx),
    (".bss", Directive::Named, Scope::All),
    (".bssdata", Directive::Option(Inner), Scope::Clrx),
    (".buggyfplit", Directive::Rule(Rule::OldFloats, true), Scope::Clrx),
    (".byte", Directive::Data(1), Scope::All),
    (".calnote", Directive::Option(Inner), Scope::Clrx),
    (".cf_call", Directive::Flow(FlowHint::Call), Scope::Clrx),
    (".cf_cjump", Directive::Flow(FlowHint::Branch), Scope::Clrx),
    (".cf_end", Directive::Flow(FlowHint::End), Scope::Clrx),
    (".cf_jump", Directive::Flow(FlowHint::Jump), Scope::Clrx),
    (".cf_ret", Directive::Flow(FlowHint::Return), Scope::Clrx),
    (".cf_start", Directive::Flow(FlowHint::Start), Scope::Clrx),
    (".cfi_adjust_cfa_offset", Directive::FrameRule(FrameRule::AdjustOffset), Scope::All),
    (".cfi_def_cfa", Directive::FrameRule(FrameRule::Cfa), Scope::All),
    (".cfi_def_cfa_offset", Directive::FrameRule(FrameRule::CfaOffset), Scope::All),
    (".cfi_def_cfa_register", Directive::FrameRule(FrameRule::CfaRegister), Scope::All),
    (".cfi_endproc", Directive::EndFrame, Scope::All),
    (".cfi_escape", Directive::FrameRule(FrameRule::Escape), Scope::All),
    (".cfi_label", Directive::FrameRule(FrameRule::Label), Scope::All),
    (".cfi_llvm_def_aspace_cfa", Directive::FrameRule(FrameRule::CfaInSpace), Scope::All),
    (".cfi_lsda", Directive::FrameRule(FrameRule::Data), Scope::All),
    (".cfi_offset", Directive::FrameRule(FrameRule::Offset), Scope::All),
    (".cfi_personality", Directive::FrameRule(FrameRule::Personality), Scope::All),
    (".cfi_register", Directive::FrameRule(FrameRule::Register), Scope::All),
    (".cfi_rel_offset", Directive::FrameRule(FrameRule::RelativeOffset), Scope::All),
    (".cfi_remember_state", Directive::FrameRule(FrameRule::Plain(0x0a)), Scope::All),
    (".cfi_restore", Directive::FrameRule(FrameRule::Restore), Scope::All),
    (".cfi_restore_state", Directive::FrameRule(FrameRule::Plain(0x0b)), Scope::All),
    (".cfi_return_column", Directive::FrameRule(FrameRule::ReturnColumn), Scope::All),
    (".cfi_same_value", Directive::FrameRule(FrameRule::OfRegister(0x08)), Scope::All),
    (".cfi_sections", Directive::FrameSections, Scope::All),
    (".cfi_signal_frame", Directive::FrameRule(FrameRule::Signal), Scope::All),
    (".cfi_startproc", Directive::Frame, Scope::All),
    (".cfi_undefined", Directive::FrameRule(FrameRule::OfRegister(0x07)), Scope::All),
    (".cfi_val_offset", Directive::FrameRule(FrameRule::ValueOffset), Scope::All),
    (".cfi_window_save", Directive::FrameRule(FrameRule::Plain(0x2d)), Scope::All),
    (".comm", Directive::Common { local: false }, Scope::All),
    (".common", Directive::Common { local: false }, Scope::All),
    (".compile_options", Directive::Option(Unused), Scope::Clrx),
    (".config", Directive::Config, Scope::Clrx),
    (".constantbuffers", Directive::Option(Unused), Scope::Clrx),
    (".control_directive", Directive::Option(KernelOption::Control), Scope::Clrx),
    (".cv_file", Directive::Note, Scope::All),
    (".data", Directive::Named, Scope::All),
    (".data.rel", Directive::Named, Scope::All),
    (".data.rel.ro", Directive::Named, Scope::All),
    (".dc", Directive::Data(2), Scope::All),
    (".dc.a", Directive::Data(8), Scope::All),
    (".dc.b", Directive::Data(1), Scope::All),
    (".dc.d", Directive::Float(FloatFormat::Double), Scope::All),
    (".dc.l", Directive::Data(4), Scope::All),
    (".dc.s", Directive::Float(FloatFormat::Single), Scope::All),
    (".dc.w", Directive::Data(2), Scope::All),
    (".dcb", Directive::Units(2), Scope::All),
    (".dcb.b", Directive::Units(1), Scope::All),
    (".dcb.d", Directive::FloatUnits(FloatFormat::Double), Scope::All),
    (".dcb.l", Directive::Units(4), Scope::All),
    (".dcb.s", Directive::FloatUnits(FloatFormat::Single), Scope::All),
    (".dcb.w", Directive::Units(2), Scope::All),
    (".dialect", Directive::Note, Scope::All),
    (".double", Directive::Float(FloatFormat::Double), Scope::All),
    (".driver_info", Directive::Option(Unused), Scope::Clrx),
    (".driver_version", Directive::Option(SetVersion(0)), Scope::Clrx),
    (".ds", Directive::Room(2), Scope::All),
    (".ds.b", Directive::Room(1), Scope::All),
    (".ds.d", Directive::Room(8), Scope::All),
    (".ds.l", Directive::Room(4), Scope::All),
    (".ds.p", Directive::Room(12), Scope::All),
    (".ds.s", Directive::Room(4), Scope::All),
    (".ds.w", Directive::Room(2), Scope::All),
    (".ds.x", Directive::Room(12), Scope::All),
    (".eflags", Directive::Option(KernelOption::Flags), Scope::Clrx),
    (".eh_frame", Directive::Named, Scope::All),
    (".else", Directive::Else, Scope::All),
    (".elseif", Directive::ElseIf(Test::Number(|v| v != 0)), Scope::All),
    (".elseif32", Directive::ElseIf(Test::Wide(false)), Scope::Clrx),
    (".elseif64", Directive::ElseIf(Test::Wide(true)), Scope::Clrx),
    (".elseifarch", Directive::ElseIf(Test::Version(true)), Scope::Clrx),
    (".elseifb", Directive::ElseIf(Test::Blank(true)), Scope::All),
    (".elseifc", Directive::ElseIf(Test::Same(true)), Scope::All),
    (".elseifdef", Directive::ElseIf(Test::Defined(true)), Scope::All),
    (".elseifeq", Directive::ElseIf(Test::Number(|v| v == 0)), Scope::All),
    (".elseifeqs", Directive::ElseIf(Test::Equal(true)), Scope::All),
    (".elseiffmt", Directive::ElseIf(Test::Format(true)), Scope::Clrx),
    (".elseifge", Directive::ElseIf(Test::Number(|v| v >= 0)), Scope::All),
    (".elseifgpu", Directive::ElseIf(Test::Device(true)), Scope::Clrx),
    (".elseifgt", Directive::ElseIf(Test::Number(|v| v > 0)), Scope::All),
    (".elseifle", Directive::ElseIf(Test::Number(|v| v <= 0)), Scope::All),
    (".elseiflt", Directive::ElseIf(Test::Number(|v| v < 0)), Scope::All),
    (".elseifnarch", Directive::ElseIf(Test::Version(false)), Scope::Clrx),
    (".elseifnb", Directive::ElseIf(Test::Blank(false)), Scope::All),
    (".elseifnc", Directive::ElseIf(Test::Same(false)), Scope::All),
    (".elseifndef", Directive::ElseIf(Test::Defined(false)), Scope::All),
    (".elseifne", Directive::ElseIf(Test::Number(|v| v != 0)), Scope::All),
    (".elseifnes", Directive::ElseIf(Test::Equal(false)), Scope::All),
    (".elseifnfmt", Directive::ElseIf(Test::Format(false)), Scope::Clrx),
    (".elseifngpu", Directive::ElseIf(Test::Device(false)), Scope::Clrx),
    (".elseifnotdef", Directive::ElseIf(Test::Defined(false)), Scope::All),
    (".end", Directive::End, Scope::All),
    (".endif", Directive::EndIf, Scope::All),
    (".endm", Directive::EndMacro, Scope::All),
    (".endmacro", Directive::EndMacro, Scope::All),
    (".endr", Directive::EndRepeat, Scope::All),
    (".endrept", Directive::EndRepeat, Scope::All),
    (".ends", Directive::LeaveScope, Scope::Clrx),
    (".endscope", Directive::LeaveScope, Scope::Clrx),
    (".entry", Directive::Entry, Scope::Amd),
    (".enum", Directive::Enum, Scope::All),
    (".equ", Directive::Set(Assigns::Value), Scope::All),
    (".equiv", Directive::Set(Assigns::Once), Scope::All),
    (".eqv", Directive::Set(Assigns::Expression), Scope::All),
    (".err", Directive::Message(Says::Fail), Scope::All),
    (".error", Directive::Message(Says::Error), Scope::All),
    (".exitm", Directive::Exit, Scope::All),
    (".extern", Directive::Extern, Scope::All),
    (".fail", Directive::Failure, Scope::All),
    (".file", Directive::SourceFile, Scope::All),
    (".fill", Directive::Fill(4), Scope::All),
    (".fillq", Directive::Fill(8), Scope::Clrx),
    (".fkernel", Directive::Option(Function), Scope::Clrx),
    (".float", Directive::Float(FloatFormat::Single), Scope::All),
    (".floatconsts", Directive::Option(Unused), Scope::Clrx),
    (".for", Directive::While { counts: true }, Scope::All),
    (".format", Directive::Format, Scope::Clrx),
    (".gallium", Directive::Container, Scope::Clrx),
    (".get_64bit", Directive::Get(Gets::Wide), Scope::Clrx),
    (".get_arch", Directive::Get(Gets::Architecture), Scope::Clrx),
    (".get_driver_version", Directive::Option(GetVersion(0)), Scope::Clrx),
    (".get_format", Directive::Get(Gets::Format), Scope::Clrx),
    (".get_gpu", Directive::Get(Gets::Device), Scope::Clrx),
    (".get_llvm_version", Directive::Option(GetVersion(1)), Scope::Clrx),
    (".get_policy", Directive::Get(Gets::Policy), Scope::Clrx),
    (".get_version", Directive::Get(Gets::Version), Scope::Clrx),
    (".global", Directive::Bind(Binding::Global), Scope::All),
    (".globalbuffers", Directive::Option(Unused), Scope::Clrx),
    (".globaldata", Directive::GlobalData, Scope::Clrx),
    (".globl", Directive::Bind(Binding::Global), Scope::All),
    (
        ".gotsym",
        Directive::Absent("tables of addresses are made by the linker, from `name@gotpcrel32@lo` in the llvm dialect"),
        Scope::Clrx,
    ),
    (".gpu", Directive::Target, Scope::Amd),
    (".half", Directive::Float(FloatFormat::Half), Scope::All),
    (".header", Directive::Option(Inner), Scope::Clrx),
    (".hidden", Directive::Visible("hidden"), Scope::All),
    (".hsa_code_object_isa", Directive::ObjectIsa, Scope::Hsa),
    (".hsa_code_object_version", Directive::ObjectVersion, Scope::Hsa),
    (".hsalayout", Directive::Option(Unused), Scope::Clrx),
    (".hword", Directive::Data(2), Scope::All),
    (".ident", Directive::Ident, Scope::All),
    (".if", Directive::If(Test::Number(|v| v != 0)), Scope::All),
    (".if32", Directive::If(Test::Wide(false)), Scope::Clrx),
    (".if64", Directive::If(Test::Wide(true)), Scope::Clrx),
    (".ifarch", Directive::If(Test::Version(true)), Scope::Clrx),
    (".ifb", Directive::If(Test::Blank(true)), Scope::All),
    (".ifc", Directive::If(Test::Same(true)), Scope::All),
    (".ifdef", Directive::If(Test::Defined(true)), Scope::All),
    (".ifeq", Directive::If(Test::Number(|v| v == 0)), Scope::All),
    (".ifeqs", Directive::If(Test::Equal(true)), Scope::All),
    (".iffmt", Directive::If(Test::Format(true)), Scope::Clrx),
    (".ifge", Directive::If(Test::Number(|v| v >= 0)), Scope::All),
    (".ifgpu", Directive::If(Test::Device(true)), Scope::Clrx),
    (".ifgt", Directive::If(Test::Number(|v| v > 0)), Scope::All),
    (".ifle", Directive::If(Test::Number(|v| v <= 0)), Scope::All),
    (".iflt", Directive::If(Test::Number(|v| v < 0)), Scope::All),
    (".ifnarch", Directive::If(Test::Version(false)), Scope::Clrx),
    (".ifnb", Directive::If(Test::Blank(false)), Scope::All),
    (".ifnc", Directive::If(Test::Same(false)), Scope::All),
    (".ifndef", Directive::If(Test::Defined(false)), Scope::All),
    (".ifne", Directive::If(Test::Number(|v| v != 0)), Scope::All),
    (".ifnes", Directive::If(Test::Equal(false)), Scope::All),
    (".ifnfmt", Directive::If(Test::Format(false)), Scope::Clrx),
    (".ifngpu", Directive::If(Test::Device(false)), Scope::Clrx),
    (".ifnotdef", Directive::If(Test::Defined(false)), Scope::All),
    (".incbin", Directive::IncludeBytes, Scope::All),
    (".include", Directive::Include, Scope::All),
    (".inner", Directive::Option(Inner), Scope::Clrx),
    (".inputs", Directive::Option(Unused), Scope::Clrx),
    (".inputsamplers", Directive::Option(Unused), Scope::Clrx),
    (".int", Directive::Data(4), Scope::All),
    (".intconsts", Directive::Option(Unused), Scope::Clrx),
    (".internal", Directive::Visible("internal"), Scope::All),
    (".irp", Directive::RepeatFor { characters: false }, Scope::All),
    (".irpc", Directive::RepeatFor { characters: true }, Scope::All),
    (".isametadata", Directive::Option(Inner), Scope::Clrx),
    (".kcode", Directive::Option(KernelOption::Code), Scope::Clrx),
    (".kcodeend", Directive::Option(KernelOption::EndCode), Scope::Clrx),
    (".kernel", Directive::Kernel, Scope::Clrx),
    (".lcomm", Directive::Common { local: true }, Scope::All),
    (".lflags", Directive::Note, Scope::Clrx),
    (".line", Directive::Note, Scope::All),
    (".llvm10binfmt", Directive::Absent("it is a container for gfx10 and later"), Scope::Clrx),
    (".llvm_version", Directive::Option(SetVersion(1)), Scope::Clrx),
    (".ln", Directive::Note, Scope::All),
    (".loc", Directive::SourceLine, Scope::All),
    (".local", Directive::Bind(Binding::Local), Scope::All),
    (".long", Directive::Data(4), Scope::All),
    (".lto_discard", Directive::Note, Scope::All),
    (".lto_set_conditional", Directive::Note, Scope::All),
    (".macro", Directive::Macro, Scope::All),
    (".macrocase", Directive::Rule(Rule::MacroCase, true), Scope::Clrx),
    (".macros_off", Directive::Note, Scope::All),
    (".macros_on", Directive::Note, Scope::All),
    (".main", Directive::Main, Scope::Clrx),
    (".md_version", Directive::Option(MetadataVersion), Scope::Clrx),
    (".metadata", Directive::Option(Inner), Scope::Clrx),
    (".metadatav3", Directive::Absent("it is written as `.amdgpu_metadata`"), Scope::Clrx),
    (".newbinfmt", Directive::Option(New), Scope::Clrx),
    (".no_dead_strip", Directive::Mention, Scope::All),
    (".noaltmacro", Directive::Alternate(false), Scope::All),
    (".nobuggyfplit", Directive::Rule(Rule::OldFloats, false), Scope::Clrx),
    (".nomacrocase", Directive::Rule(Rule::MacroCase, false), Scope::Clrx),
    (".nooldmodparam", Directive::Rule(Rule::OldModifiers, false), Scope::Clrx),
    (".nosectdiffs", Directive::Option(Unused), Scope::Clrx),
    (".nowave32", Directive::Note, Scope::Clrx),
    (".octa", Directive::Octa, Scope::All),
    (".offset", Directive::Absolute, Scope::Clrx),
    (".oldmodparam", Directive::Rule(Rule::OldModifiers, true), Scope::Clrx),
    (".org", Directive::Origin, Scope::All),
    (".outputs", Directive::Option(Unused), Scope::Clrx),
    (".p2align", Directive::Align { power: true, unit: 1 }, Scope::All),
    (".p2alignl", Directive::Align { power: true, unit: 4 }, Scope::All),
    (".p2alignw", Directive::Align { power: true, unit: 2 }, Scope::All),
    (".part", Directive::Part, Scope::All),
    (".persistentbuffers", Directive::Option(Unused), Scope::Clrx),
    (".policy", Directive::Policy, Scope::Clrx),
    (".popsection", Directive::PopSection, Scope::All),
    (".previous", Directive::Previous, Scope::All),
    (".print", Directive::Message(Says::Print), Scope::All),
    (".printf", Directive::Option(KernelOption::Print), Scope::Clrx),
    (".proginfo", Directive::Registers, Scope::Amd),
    (".protected", Directive::Visible("protected"), Scope::All),
    (".purgem", Directive::Purge, Scope::All),
    (".pushsection", Directive::PushSection, Scope::All),
    (".quad", Directive::Data(8), Scope::All),
    (".raw", Directive::Container, Scope::Clrx),
    (".rawcode", Directive::Container, Scope::Clrx),
    (".regvar", Directive::Variables, Scope::Clrx),
    (".reloc", Directive::Reloc, Scope::All),
    (".rep", Directive::Repeat, Scope::All),
    (".rept", Directive::Repeat, Scope::All),
    (".rocm", Directive::Container, Scope::Clrx),
    (".rodata", Directive::Named, Scope::All),
    (".rvlin", Directive::Linked, Scope::Clrx),
    (".rvlin_once", Directive::Linked, Scope::Clrx),
    (".rwdata", Directive::Option(Inner), Scope::Clrx),
    (".samplerinit", Directive::Option(Inner), Scope::Clrx),
    (".samplerreloc", Directive::Option(Unused), Scope::Clrx),
    (".sbttl", Directive::Note, Scope::All),
    (".scope", Directive::EnterScope, Scope::Clrx),
    (".scratchbuffers", Directive::Option(Unused), Scope::Clrx),
    (".scratchsym", Directive::Option(KernelOption::Scratch), Scope::Clrx),
    (".section", Directive::Section, Scope::All),
    (".segment", Directive::Option(Unused), Scope::Clrx),
    (".set", Directive::Set(Assigns::Value), Scope::All),
    (".setup", Directive::Option(Inner), Scope::Clrx),
    (".short", Directive::Data(2), Scope::All),
    (".single", Directive::Float(FloatFormat::Single), Scope::All),
    (".size", Directive::Size, Scope::All),
    (".skip", Directive::Skip, Scope::All),
    (".sleb128", Directive::Leb { signed: true }, Scope::All),
    (".space", Directive::Skip, Scope::All),
    (".string", Directive::Text { zero: true, width: 1 }, Scope::All),
    (".string16", Directive::Text { zero: true, width: 2 }, Scope::All),
    (".string32", Directive::Text { zero: true, width: 4 }, Scope::All),
    (".string64", Directive::Text { zero: true, width: 8 }, Scope::All),
    (".strip", Directive::Strip, Scope::Amd),
    (".struct", Directive::Absolute, Scope::Clrx),
    (".stub", Directive::Option(Inner), Scope::Clrx),
    (".subconstantbuffers", Directive::Option(Unused), Scope::Clrx),
    (".symver", Directive::SymbolVersion, Scope::All),
    (".target", Directive::Option(Unused), Scope::Clrx),
    (".tbss", Directive::Named, Scope::All),
    (".tdata", Directive::Named, Scope::All),
    (".text", Directive::Named, Scope::All),
    (".title", Directive::Note, Scope::All),
    (".tripple", Directive::Option(Unused), Scope::Clrx),
    (".type", Directive::Type, Scope::All),
    (".uavmailboxsize", Directive::Option(Unused), Scope::Clrx),
    (".uavopmask", Directive::Option(Unused), Scope::Clrx),
    (".uleb128", Directive::Leb { signed: false }, Scope::All),
    (".undef", Directive::Undefine, Scope::All),
    (".unusing", Directive::Using(false), Scope::Clrx),
    (".usereg", Directive::Touches, Scope::Clrx),
    (".using", Directive::Using(true), Scope::Clrx),
    (".value", Directive::Data(2), Scope::All),
    (".version", Directive::VersionNote, Scope::All),
    (".warning", Directive::Message(Says::Warning), Scope::All),
    (".wave32", Directive::Absent("wavefronts of 32 lanes exist from gfx10 on"), Scope::Clrx),
    (".weak", Directive::Bind(Binding::Weak), Scope::All),
    (".weak_reference", Directive::Bind(Binding::Weak), Scope::All),
    (".while", Directive::While { counts: false }, Scope::All),
    (".word", Directive::Data(4), Scope::All),
    (".zero", Directive::Skip, Scope::All),
];

/// Directive with a name, ignoring case, and where it exists.
pub(crate) fn find(name: &str) -> Option<(Directive, Scope)> {
    let lower = |name: &str| name.bytes().map(|b| b.to_ascii_lowercase()).collect::<Vec<_>>();
    let at = match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => DIRECTIVES.binary_search_by(|row| row.0.as_bytes().cmp(&lower(name))),
        false => DIRECTIVES.binary_search_by(|row| row.0.as_bytes().cmp(name.as_bytes())),
    };
    at.ok().map(|i| (DIRECTIVES[i].1, DIRECTIVES[i].2))
}

/// Names of all directives.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    DIRECTIVES.iter().map(|row| row.0)
}

/// Whether a directive defines the name after it.
pub(crate) fn defines(name: &str) -> bool {
    matches!(find(name), Some((Directive::Set(_) | Directive::Undefine | Directive::Macro, _)))
}

/// Whether metadata follows the line of a directive.
pub(crate) fn starts_metadata(name: &str) -> bool {
    matches!(find(name), Some((Directive::Metadata, _)))
}

/// Error for a name with a leading dot that is not a directive. `exists` tells whether a scope is that of the source.
pub(crate) fn unknown(name: &str, at: Range<usize>, exists: impl Fn(Scope) -> bool) -> Error {
    if let Some((_, help)) = UNSUPPORTED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        return error(codes::DIRECTIVE, at, format!("`{name}` is not supported")).help(*help);
    }
    let found = error(codes::DIRECTIVE, at, format!("unknown directive `{name}`"));
    found.similar(name, DIRECTIVES.iter().filter(|row| exists(row.2)).map(|row| row.0))
}

/// Directives of other assemblers that are not supported, and what to write in their place.
const UNSUPPORTED: &[(&str, &str)] = &[
    (".bundle_align_mode", NO_BUNDLES),
    (".bundle_lock", NO_BUNDLES),
    (".bundle_unlock", NO_BUNDLES),
    (".subsection", NO_SUBSECTIONS),
    (".weakref", "declare the symbol with `.weak`, and use its own name"),
];
const NO_BUNDLES: &str = "remove it: the target has no bundles of instructions";
/// Help about subsections.
pub(super) const NO_SUBSECTIONS: &str = "write the lines in their final order, or select a section with another name";

/// Error for a name that no target has.
pub(in crate::assembler) fn unknown_target(name: &str, at: Range<usize>) -> Error {
    let targets = Target::all().flat_map(|target| std::iter::once(target.name()).chain(target.names().iter().copied()));
    let known = targets.chain(devices::names());
    let last = name.trim_matches('"').rsplit("--").next().unwrap_or(name);
    let found = error(codes::UNKNOWN_TARGET, at, format!("unknown target `{name}`"));
    match relative(last) {
        Some(what) => found.note(what),
        None => found.similar(last, known),
    }
}

/// What a name means that no target has, if the specification knows it: `navi10` is of another architecture.
pub fn relative(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    let bare = lower.trim_start_matches("mali-");
    // The longest beginning says most.
    let relatives = ARCHES.iter().flat_map(|arch| arch.relatives).filter(|relative| bare.starts_with(relative.start));
    let relative = relatives.max_by_key(|relative| relative.start.len())?;
    // A target with more of the name is nearer: `gfx9000` is `gfx900` with a digit too many.
    let mut targets = Target::all().flat_map(Target::names);
    if targets.any(|target| target.len() > relative.start.len() && bare.starts_with(target)) {
        return None;
    }
    let nearest = relative.nearest.map_or(String::new(), |name| format!("; the nearest target is {name}"));
    Some(format!("`{name}` {}{nearest}", relative.what))
}

/// The target of a device that sources name in `.gpu`, and the name of the device. Some devices have names that their
/// targets lack.
pub fn device_target(name: &str) -> Option<(Target, &'static str)> {
    let device = devices::find(name)?;
    Some((Target::called(device.version)?.0, device.name))
}

/// The target that a source names, and its name: with `.amdgcn_target`, `.gpu`, `.arch` or `.hsa_code_object_isa` near its
/// start, or with `.amd_amdgpu_isa`, which compilers write at the end.
pub fn named_target(text: &str) -> Option<(Target, &'static str)> {
    text.lines().take(10_000).chain(text.lines().rev().take(100)).find_map(|line| {
        let line = line.trim_start();
        let (name, rest) = line.split_once(char::is_whitespace)?;
        if !name.starts_with('.') {
            return None;
        }
        match find(name)?.0 {
            Directive::Target | Directive::IsaName => target_of(rest.split_whitespace().next()?),
            Directive::ObjectIsa => {
                let mut numbers = rest.split(',').map_while(|number| number.trim().parse::<u32>().ok());
                let (major, minor, stepping) = (numbers.next()?, numbers.next()?, numbers.next()?);
                target_of(&format!("gfx{major}{minor}{stepping:x}"))
            }
            _ => None,
        }
    })
}

/// Target of a triple or a name, optionally in quotes.
pub(crate) fn target_of(text: &str) -> Option<(Target, &'static str)> {
    let text = text.trim_matches('"');
    let name = text.rsplit("--").next().unwrap_or(text);
    let name = name.split([':', '+']).next().unwrap_or(name);
    Target::called(name).or_else(|| Target::called(text)).or_else(|| device_target(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_sorted() {
        assert!(DIRECTIVES.windows(2).all(|w| w[0].0 < w[1].0));
        assert!(matches!(find(".LONG"), Some((Directive::Data(4), Scope::All))));
    }
}
