//! Names of directives and their kinds.

use std::ops::Range;

use isatope_core::Target;
use isatope_diag::{codes, nearest};

use crate::assembler::layout::Binding;
use crate::text::error::{Error, error};

/// Kinds of directives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Directive {
    /// Numbers of this size in bytes.
    Data(u8),
    /// Strings, each followed by a zero or not.
    Text(bool),
    /// Aligns to a multiple of a number, or of a power of two.
    Align {
        power: bool,
    },
    /// `COUNT[, SIZE[, VALUE]]`.
    Fill,
    /// `BYTES[, VALUE]`.
    Skip,
    /// A section with the name of its directive.
    Named,
    Section,
    Part,
    Bind(Binding),
    Visible(&'static str),
    Type,
    Size,
    Set,
    /// Target, as a triple or as a name.
    Target,
    Metadata,
    /// Starts a descriptor of 64 bytes.
    Descriptor,
    /// Name of a kernel, or a property of the last kernel.
    Kernel,
    Config,
    /// Starts a descriptor of 256 bytes, before the code.
    Code,
    /// A register and its value.
    Entry,
    /// Section of registers and values.
    Registers,
    /// A place that the linker patches.
    Reloc,
    /// A declaration without an effect on the bytes.
    Note,
}

/// All directives.
const DIRECTIVES: &[(&str, Directive)] = &[
    (".align", Directive::Align { power: false }),
    (".amd", Directive::Note),
    (".amd_kernel_code_t", Directive::Code),
    (".amdcl2", Directive::Note),
    (".amdgcn_target", Directive::Target),
    (".amdgpu_metadata", Directive::Metadata),
    (".amdhsa_kernel", Directive::Descriptor),
    (".arch", Directive::Target),
    (".ascii", Directive::Text(false)),
    (".asciz", Directive::Text(true)),
    (".balign", Directive::Align { power: false }),
    (".bss", Directive::Named),
    (".byte", Directive::Data(1)),
    (".config", Directive::Config),
    (".data", Directive::Named),
    (".dialect", Directive::Note),
    (".entry", Directive::Entry),
    (".equ", Directive::Set),
    (".fill", Directive::Fill),
    (".gallium", Directive::Note),
    (".global", Directive::Bind(Binding::Global)),
    (".globl", Directive::Bind(Binding::Global)),
    (".gpu", Directive::Target),
    (".hidden", Directive::Visible("hidden")),
    (".hword", Directive::Data(2)),
    (".ident", Directive::Note),
    (".int", Directive::Data(4)),
    (".internal", Directive::Visible("internal")),
    (".kernel", Directive::Kernel),
    (".local", Directive::Bind(Binding::Local)),
    (".long", Directive::Data(4)),
    (".p2align", Directive::Align { power: true }),
    (".part", Directive::Part),
    (".proginfo", Directive::Registers),
    (".protected", Directive::Visible("protected")),
    (".quad", Directive::Data(8)),
    (".raw", Directive::Note),
    (".rawcode", Directive::Note),
    (".reloc", Directive::Reloc),
    (".rocm", Directive::Note),
    (".rodata", Directive::Named),
    (".section", Directive::Section),
    (".set", Directive::Set),
    (".short", Directive::Data(2)),
    (".size", Directive::Size),
    (".skip", Directive::Skip),
    (".space", Directive::Skip),
    (".string", Directive::Text(true)),
    (".text", Directive::Named),
    (".type", Directive::Type),
    (".weak", Directive::Bind(Binding::Weak)),
    (".word", Directive::Data(4)),
    (".zero", Directive::Skip),
];

/// Directive with a name, ignoring case.
pub(crate) fn find(name: &str) -> Option<Directive> {
    let at = DIRECTIVES.binary_search_by(|(known, _)| known.bytes().cmp(name.bytes().map(|b| b.to_ascii_lowercase())));
    at.ok().map(|i| DIRECTIVES[i].1)
}

/// Names of all directives.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    DIRECTIVES.iter().map(|(name, _)| *name)
}

/// Whether a directive defines the name after it.
pub(crate) fn defines(name: &str) -> bool {
    matches!(find(name), Some(Directive::Set))
}

/// Error for a name with a leading dot that is not a directive.
pub(crate) fn unknown(name: &str, at: Range<usize>) -> Error {
    let found = error(codes::DIRECTIVE, at, format!("unknown directive `{name}`"));
    match nearest(&name.to_ascii_lowercase(), DIRECTIVES.iter().map(|(name, _)| *name)) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found,
    }
}

/// The first target that a source names with `.amdgcn_target`, `.gpu` or `.arch`, and its name.
pub fn named_target(text: &str) -> Option<(Target, &'static str)> {
    for line in text.lines().take(10_000) {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or("");
        if !name.starts_with('.') || !matches!(find(name), Some(Directive::Target)) {
            continue;
        }
        if let Some(target) = words.next().and_then(target_of) {
            return Some(target);
        }
    }
    None
}

/// Target of a triple or a name, optionally in quotes.
pub(crate) fn target_of(text: &str) -> Option<(Target, &'static str)> {
    let text = text.trim_matches('"');
    let name = text.rsplit("--").next().unwrap_or(text);
    let name = name.split([':', '+']).next().unwrap_or(name);
    Target::called(name).or_else(|| Target::called(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_sorted() {
        assert!(DIRECTIVES.windows(2).all(|w| w[0].0 < w[1].0));
        assert!(matches!(find(".LONG"), Some(Directive::Data(4))));
    }

    #[test]
    fn the_first_target_counts() {
        let name = |text| named_target(text).map(|(target, _)| target.name());
        assert_eq!(name(".amdgcn_target \"amdgcn-amd-amdhsa--gfx900:xnack-\"\n"), Some("gcn1.4"));
        assert_eq!(name("// x\n.gpu tahiti\n.arch gcn1.2"), Some("gcn1.0"));
        assert_eq!(name("v_nop"), None);
    }
}
