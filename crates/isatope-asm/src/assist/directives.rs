//! Facts about directives and descriptor fields, for editors.

use isatope_object::descriptor;

use crate::assembler::{Directive, find_directive, open_fields};

/// A directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DirectiveInfo {
    /// Arguments: `VALUE, …`. Empty for none.
    pub arguments: &'static str,
    /// Summary in one sentence.
    pub summary: &'static str,
    /// Its part in a block of lines: `.macro` opens one, `.endm` closes it.
    pub block: Option<BlockEdge>,
    /// Whether it defines a macro.
    pub defines_macro: bool,
    /// Whether its argument is the name of a file.
    pub names_file: bool,
}

/// Part of a directive in a block of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockEdge {
    /// Starts a block.
    Opens,
    /// Ends a part of a block and starts the next one.
    Divides,
    /// Ends a block.
    Closes,
}

/// A field of a kernel descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DescriptorField {
    /// Name in the descriptor, without the prefix of the directive.
    pub name: &'static str,
    /// First bit in the descriptor.
    pub bit: u32,
    /// Number of bits.
    pub bits: u32,
    /// Value if the source does not set it.
    pub default: u64,
    /// The first major version of the GPU in which it has a meaning; 0 for all.
    pub since: u8,
}

/// Facts about a directive; `None` for an unknown name.
pub fn directive(name: &str) -> Option<DirectiveInfo> {
    let Some((kind, _)) = find_directive(name) else {
        // Blocks of descriptors and metadata have ends that are no directives outside of them.
        let ends = name.starts_with(".end_");
        return ends.then_some(DirectiveInfo {
            arguments: "",
            summary: "Ends the block.",
            block: Some(BlockEdge::Closes),
            defines_macro: false,
            names_file: false,
        });
    };
    let (arguments, summary) = described(kind);
    Some(DirectiveInfo {
        arguments,
        summary,
        block: edge(kind),
        defines_macro: matches!(kind, Directive::Macro),
        names_file: matches!(kind, Directive::Include | Directive::IncludeBytes),
    })
}

/// The descriptor field with a name, in the block that is open at the end of a text.
pub fn descriptor_field(before: &str, name: &str) -> Option<DescriptorField> {
    let (prefix, fields) = open_fields(before);
    let bare =
        name.get(..prefix.len()).filter(|start| start.eq_ignore_ascii_case(prefix)).map(|_| &name[prefix.len()..])?;
    let is_meant = |field: &&descriptor::Field| !field.name.is_empty() && field.name.eq_ignore_ascii_case(bare);
    let field = fields.iter().find(is_meant)?;
    let descriptor::Field { name, bit, bits, default, since, .. } = *field;
    Some(DescriptorField { name, bit, bits, default, since })
}

fn edge(kind: Directive) -> Option<BlockEdge> {
    match kind {
        Directive::If(_)
        | Directive::Macro
        | Directive::Repeat
        | Directive::RepeatFor { .. }
        | Directive::While { .. }
        | Directive::Metadata
        | Directive::Descriptor
        | Directive::Code
        | Directive::Frame => Some(BlockEdge::Opens),
        Directive::Else | Directive::ElseIf(_) => Some(BlockEdge::Divides),
        Directive::EndIf | Directive::EndMacro | Directive::EndRepeat | Directive::EndFrame => Some(BlockEdge::Closes),
        _ => None,
    }
}

/// Arguments and summary.
fn described(kind: Directive) -> (&'static str, &'static str) {
    match kind {
        Directive::Data(1) => ("VALUE, …", "Writes integers of 8 bits."),
        Directive::Data(2) => ("VALUE, …", "Writes integers of 16 bits."),
        Directive::Data(4) => ("VALUE, …", "Writes integers of 32 bits."),
        Directive::Data(_) => ("VALUE, …", "Writes integers of 64 bits."),
        Directive::Float(_) => ("VALUE, …", "Writes floating-point numbers."),
        Directive::Octa => ("VALUE, …", "Writes integers of 128 bits."),
        Directive::Leb { signed: false } => ("VALUE, …", "Writes unsigned integers of variable length (LEB128)."),
        Directive::Leb { signed: true } => ("VALUE, …", "Writes signed integers of variable length (LEB128)."),
        Directive::Text { zero: false, .. } => ("\"TEXT\", …", "Writes strings without a final zero."),
        Directive::Text { zero: true, .. } => ("\"TEXT\", …", "Writes strings, each followed by a zero."),
        Directive::Align { power: false, .. } => ("BYTES[, VALUE]", "Pads to a multiple of a number of bytes."),
        Directive::Align { power: true, .. } => ("EXPONENT[, VALUE]", "Pads to a multiple of a power of two."),
        Directive::Fill(_) => ("COUNT[, SIZE[, VALUE]]", "Writes a value several times."),
        Directive::Units(_) | Directive::FloatUnits(_) => ("COUNT[, VALUE]", "Writes a number several times."),
        Directive::Room(_) => ("COUNT", "Leaves room for a number of values."),
        Directive::VersionNote => ("\"TEXT\"", "Writes a note with a version."),
        Directive::Subsection => ("[0]", "Selects a part of the section, of which there is only one."),
        Directive::Discard => ("[NAME, …]", "Ignores labels and attributes with these names from here on."),
        Directive::SetIfDefined => ("NAME, SYMBOL", "Gives a symbol another name, if the source defines the symbol."),
        Directive::Mention => ("NAME, …", "Puts symbols into the output that nothing else uses."),
        Directive::FrameRule(_) => ("…", "Says where a caller's registers are from here on."),
        Directive::Skip => ("BYTES[, VALUE]", "Writes a number of equal bytes."),
        Directive::Origin => ("OFFSET", "Continues at an offset of the section."),
        Directive::Absolute => ("[OFFSET]", "Continues in a section of numbers without bytes."),
        Directive::IncludeBytes => ("\"FILE\"[, OFFSET[, SIZE]]", "Writes the bytes of a file."),
        Directive::Named => ("", "Continues in the section with this name."),
        Directive::Section => ("NAME[, \"FLAGS\"[, @TYPE]]", "Continues in a section."),
        Directive::PushSection => {
            ("NAME[, \"FLAGS\"[, @TYPE]]", "Continues in a section, and remembers the current one.")
        }
        Directive::PopSection => ("", "Continues in the section before the last `.pushsection`."),
        Directive::Previous => ("", "Continues in the section before the current one."),
        Directive::Part => ("NAME", "Continues in an inner file of the container."),
        Directive::Main => ("", "Continues in the outer file of the container."),
        Directive::GlobalData => ("", "Continues in the data that all kernels share."),
        Directive::Bind(crate::Binding::Local) => ("NAME, …", "Makes symbols visible only in this file."),
        Directive::Bind(crate::Binding::Global) | Directive::Extern => {
            ("NAME, …", "Makes symbols visible in all files.")
        }
        Directive::Bind(crate::Binding::Weak | crate::Binding::Unique) => {
            ("NAME, …", "Makes symbols visible in all files, unless another file defines them.")
        }
        Directive::Visible(_) => ("NAME, …", "Sets the visibility of symbols."),
        Directive::Type => ("NAME, @TYPE", "Sets the type of a symbol."),
        Directive::Size => ("NAME, BYTES", "Sets the size of a symbol."),
        Directive::Common { .. } => ("NAME, BYTES[, ALIGNMENT]", "Declares a variable that the linker places."),
        Directive::Set(_) => ("NAME, VALUE", "Gives a name a value."),
        Directive::Undefine => ("NAME", "Removes the value of a name."),
        Directive::Enum => ("NAME, …", "Gives names consecutive values."),
        Directive::EnterScope => ("[NAME]", "Starts a scope of names."),
        Directive::LeaveScope => ("", "Ends a scope of names."),
        Directive::Using(true) => ("SCOPE", "Finds names of another scope without its name."),
        Directive::Using(false) => ("[SCOPE]", "Ends the use of the names of another scope."),
        Directive::Variables => ("NAME:TYPE:COUNT, …", "Declares variables that get registers."),
        Directive::Touches => ("NAME:ACCESS, …", "Tells that the next instruction reads or writes variables."),
        Directive::Linked => ("NAME, …", "Gives variables consecutive registers."),
        Directive::Flow(_) => ("[LABEL, …]", "Tells where control goes here."),
        Directive::Macro => ("NAME [PARAMETER[=DEFAULT], …]", "Defines a macro, up to `.endm`."),
        Directive::EndMacro => ("", "Ends a macro."),
        Directive::Purge => ("NAME", "Removes a macro."),
        Directive::Exit => ("", "Leaves the expansion of the macro."),
        Directive::Alternate(_) => ("", "Selects whether names without a backslash are parameters of macros."),
        Directive::Repeat => ("COUNT", "Repeats the lines up to `.endr`."),
        Directive::RepeatFor { characters: false } => {
            ("NAME, VALUE, …", "Repeats the lines up to `.endr` for each value.")
        }
        Directive::RepeatFor { characters: true } => {
            ("NAME, TEXT", "Repeats the lines up to `.endr` for each character.")
        }
        Directive::While { counts: false } => {
            ("CONDITION", "Repeats the lines up to `.endr` while a condition is not 0.")
        }
        Directive::While { counts: true } => {
            ("NAME=VALUE, CONDITION, NEXT", "Repeats the lines up to `.endr` with a counter.")
        }
        Directive::EndRepeat => ("", "Ends a repetition."),
        Directive::If(_) => ("CONDITION", "Reads the lines up to `.endif` only if a condition holds."),
        Directive::ElseIf(_) => ("CONDITION", "Starts the lines for another condition."),
        Directive::Else => ("", "Starts the lines for the case that no condition holds."),
        Directive::EndIf => ("", "Ends a conditional."),
        Directive::Include => ("\"FILE\"", "Reads another source."),
        Directive::End => ("", "Ends the source."),
        Directive::Message(_) => ("\"TEXT\"", "Reports a message."),
        Directive::Failure => ("NUMBER", "Reports an error or a warning."),
        Directive::Abort => ("", "Stops the assembler with an error."),
        Directive::Target => ("NAME", "Names the target."),
        Directive::Version => ("NUMBER", "Sets the version of the code object."),
        Directive::ObjectVersion => ("MAJOR, MINOR", "Sets the version of a code object of version 2."),
        Directive::ObjectIsa => {
            ("MAJOR, MINOR, STEPPING, \"VENDOR\", \"ARCHITECTURE\"", "Names the target of a code object of version 2.")
        }
        Directive::IsaName => ("\"TRIPLE\"", "Names the target in a note."),
        Directive::HsaKernel => ("NAME", "Marks a symbol as a kernel."),
        Directive::SharedVariable => {
            ("NAME, BYTES[, ALIGNMENT]", "Declares a variable in the memory that a workgroup shares.")
        }
        Directive::PalRegisters => ("REGISTER, VALUE, …", "Values of registers, for the loader of PAL."),
        Directive::Metadata => ("", "Starts the metadata in YAML, up to `.end_amdgpu_metadata`."),
        Directive::Descriptor => {
            ("NAME", "Starts the descriptor of a kernel, field by field, up to its end directive.")
        }
        Directive::Kernel => ("NAME", "Starts a kernel."),
        Directive::Config => ("", "Starts the configuration of the kernel, field by field."),
        Directive::Code => ("", "Starts a descriptor of 256 bytes before the code, up to its end directive."),
        Directive::Entry => ("REGISTER, VALUE", "Sets a register that the driver loads."),
        Directive::Registers => ("", "Starts the registers that the driver loads."),
        Directive::Reloc => ("OFFSET, TYPE[, EXPRESSION]", "Adds a relocation."),
        Directive::Container => ("", "Selects the kind of container."),
        Directive::Format => ("NAME", "Selects the kind of container."),
        Directive::Wide(false) => ("", "Selects addresses of 32 bits."),
        Directive::Wide(true) => ("", "Selects addresses of 64 bits."),
        Directive::Get(_) => ("NAME", "Gives a name a property of the assembler."),
        Directive::Option(_) => ("[VALUE, …]", "Sets a property of the kernel or of the container."),
        Directive::Rule(_, true) => ("", "Turns a rule of the language on."),
        Directive::Rule(_, false) => ("", "Turns a rule of the language off."),
        Directive::Absent(_) => ("", "Means nothing on the targets of Isatope."),
        Directive::Policy => ("NUMBER", "Selects the rules of a version of CLRX."),
        Directive::SourceFile => ("[NUMBER] \"FILE\"", "Names a source file of the debug information."),
        Directive::SourceLine => ("FILE LINE [COLUMN]", "Gives the source line of the next instructions."),
        Directive::Probe => ("GUID INDEX KIND ATTRIBUTES [@ GUID:INDEX …] NAME", "Adds a probe for profiles."),
        Directive::FrameSections => ("NAME, …", "Selects the sections for call frames."),
        Directive::Frame => ("", "Starts the call frame of a function."),
        Directive::EndFrame => ("", "Ends the call frame of a function."),
        Directive::Ident => ("\"TEXT\"", "Names the compiler."),
        Directive::Significance => ("", "Writes a table of the symbols whose addresses are significant."),
        Directive::SignificantSymbol => ("NAME", "Adds a symbol to the table of significant addresses."),
        Directive::Strip => ("", "Leaves the table of symbols out of a linked file."),
        Directive::Rename => {
            ("NAME, \"NAME\"", "Gives a symbol another name in the object, which others may have too.")
        }
        Directive::LinkedObject => ("NAME, NUMBER", "Tells which of the linked objects defines a local symbol."),
        Directive::SymbolVersion => ("NAME, NAME@VERSION[, remove]", "Gives a symbol a name with a version."),
        Directive::Note => ("…", "Has no effect on the bytes."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembler::directives;

    #[test]
    fn every_directive_has_a_summary() {
        for name in directives() {
            assert!(directive(name).is_some_and(|info| info.summary.ends_with('.')), "{name}");
        }
        assert_eq!(directive(".nonsense"), None);
        assert_eq!(
            directive(".macro").map(|info| (info.block, info.defines_macro)),
            Some((Some(BlockEdge::Opens), true))
        );
        assert_eq!(directive(".end_amdhsa_kernel").and_then(|info| info.block), Some(BlockEdge::Closes));
    }

    #[test]
    fn fields_are_those_of_the_open_block() {
        let open = "s_nop 0\n.amdhsa_kernel k\n";
        let field = descriptor_field(open, ".amdhsa_next_free_vgpr").expect("a field");
        assert_eq!((field.name, field.bit, field.bits), ("next_free_vgpr", 384, 6));
        assert_eq!(descriptor_field(&format!("{open}.end_amdhsa_kernel\n"), ".amdhsa_next_free_vgpr"), None);
        assert_eq!(descriptor_field(open, ".amdhsa_"), None);
    }
}
