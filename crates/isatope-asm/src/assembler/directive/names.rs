//! Names of directives.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use foldhash::fast::FixedState;
use isatope_diag::codes;

use super::kinds::{Assigns, Directive, Gets, Rule, Says, Scope};
use crate::assembler::debug::state::FrameRule;
use crate::assembler::expand::state::Test;
use crate::assembler::kernels::state::KernelOption::{
    self, Function, GetVersion, Inner, MetadataVersion, New, SetVersion, TargetName, Unused,
};
use crate::assembler::layout::Binding;
use crate::assembler::variables::FlowHint;
use crate::text::error::{Error, error};
use crate::text::number::FloatFormat;

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
    (".amd_amdgpu_hsa_metadata", Directive::Metadata, Scope::Hsa),
    (".amd_amdgpu_isa", Directive::IsaName, Scope::Hsa),
    (".amd_amdgpu_pal_metadata", Directive::PalRegisters, Scope::Hsa),
    (".amd_kernel_code_t", Directive::Code, Scope::Amd),
    (".amdcl2", Directive::Container, Scope::Clrx),
    (".amdgcn_target", Directive::Target, Scope::Hsa),
    (".amdgpu_hsa_kernel", Directive::HsaKernel, Scope::Hsa),
    (".amdgpu_lds", Directive::SharedVariable, Scope::Hsa),
    (".amdgpu_metadata", Directive::Metadata, Scope::Amd),
    (".amdgpu_pal_metadata", Directive::Metadata, Scope::Hsa),
    (".amdhsa_code_object_version", Directive::Version, Scope::Amd),
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
    (".lto_discard", Directive::Discard, Scope::All),
    (".lto_set_conditional", Directive::SetIfDefined, Scope::All),
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
    (".object", Directive::LinkedObject, Scope::Amd),
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
    (".pseudoprobe", Directive::Probe, Scope::All),
    (".purgem", Directive::Purge, Scope::All),
    (".pushsection", Directive::PushSection, Scope::All),
    (".quad", Directive::Data(8), Scope::All),
    (".raw", Directive::Container, Scope::Clrx),
    (".rawcode", Directive::Container, Scope::Clrx),
    (".regvar", Directive::Variables, Scope::Clrx),
    (".reloc", Directive::Reloc, Scope::All),
    (".rename", Directive::Rename, Scope::Amd),
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
    (".subsection", Directive::Subsection, Scope::All),
    (".symver", Directive::SymbolVersion, Scope::All),
    (".target", Directive::Option(TargetName { is_triple: false }), Scope::Clrx),
    (".tbss", Directive::Named, Scope::All),
    (".tdata", Directive::Named, Scope::All),
    (".text", Directive::Named, Scope::All),
    (".title", Directive::Note, Scope::All),
    (".tripple", Directive::Option(TargetName { is_triple: true }), Scope::Clrx),
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

/// The rows of [`DIRECTIVES`], by their names.
static BY_NAME: LazyLock<HashMap<&'static str, usize, FixedState>> =
    LazyLock::new(|| DIRECTIVES.iter().zip(0..).map(|(row, number)| (row.0, number)).collect());

/// Directive with a name, ignoring case, and where it exists.
pub(crate) fn find(name: &str) -> Option<(Directive, Scope)> {
    let number = match has_upper_case(name) {
        true => BY_NAME.get(&*name.to_ascii_lowercase()),
        false => BY_NAME.get(name),
    };
    number.map(|number| (DIRECTIVES[*number].1, DIRECTIVES[*number].2))
}

/// Whether compilers' assemblers know a directive under a name: those of the object format and of the target only in
/// lower case.
///
/// Source: `llvm-mc-19`.
pub(in crate::assembler) fn is_cased(name: &str, scope: Scope) -> bool {
    let in_lower_case = |known: &&str| known.eq_ignore_ascii_case(name);
    !has_upper_case(name) || scope == Scope::All && !LOWER_CASE.iter().any(in_lower_case)
}

/// Whether a name has capital letters.
pub(in crate::assembler) fn has_upper_case(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Directives of the object format, which compilers' assemblers know only in lower case.
const LOWER_CASE: [&str; 24] = [
    ".bss",
    ".data",
    ".data.rel",
    ".data.rel.ro",
    ".eh_frame",
    ".hidden",
    ".ident",
    ".internal",
    ".local",
    ".popsection",
    ".previous",
    ".protected",
    ".pushsection",
    ".rodata",
    ".section",
    ".size",
    ".subsection",
    ".symver",
    ".tbss",
    ".tdata",
    ".text",
    ".type",
    ".version",
    ".weak",
];

/// Names of all directives.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    DIRECTIVES.iter().map(|row| row.0)
}

/// Whether a directive defines the name after it.
pub(crate) fn defines(name: &str) -> bool {
    matches!(find(name), Some((Directive::Set(_) | Directive::Undefine | Directive::Macro, _)))
}

/// The start of the directives that end metadata.
pub(in crate::assembler) const METADATA_ENDS: &str = ".end_amd";

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
    (".weakref", "declare the symbol with `.weak`, and use its own name"),
];
const NO_BUNDLES: &str = "remove it: the target has no bundles of instructions";
/// Help about subsections.
pub(super) const NO_SUBSECTIONS: &str = "write the lines in their final order, or select a section with another name";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_sorted() {
        assert!(DIRECTIVES.windows(2).all(|w| w[0].0 < w[1].0));
        assert!(matches!(find(".LONG"), Some((Directive::Data(4), Scope::All))));
    }
}
