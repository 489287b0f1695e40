//! Lists symbols.

use std::borrow::Cow;
use std::fmt::Write as _;

use isatope_core::tables::Arch;
use isatope_object::{Symbol, SymbolKind};
use object::elf::{STB_GNU_UNIQUE, STB_LOCAL, STB_WEAK, STT_TLS};

use super::text::{Text, quoted};

/// Lines in front of an instruction.
#[derive(Clone, Debug)]
pub enum Lines<'a> {
    /// Complete lines, each with its line break.
    Text(Box<str>),
    /// Lines of a comment, without its signs.
    Comment(&'a str),
    /// Directives of a symbol. Objects may have millions of symbols, so their text is created when it is written.
    Symbol {
        /// The symbol.
        symbol: &'a Symbol<'a>,
        /// Its name in the listing.
        name: &'a str,
        /// How it is presented.
        shown: Shown,
        /// Whether its size is written at its end.
        has_end: bool,
    },
}

/// Presentation of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// As a label.
    Label,
    /// As the label of a kernel that the directive for its descriptor makes protected.
    Kernel,
    /// Directives about a label that is defined elsewhere.
    Implied,
    /// In a comment, because its name already has another meaning.
    Comment,
}

impl Shown {
    /// Whether the symbol is a label in the listing.
    pub(super) fn is_label(self) -> bool {
        matches!(self, Self::Label | Self::Kernel)
    }
}

impl Lines<'_> {
    /// Writes them.
    pub fn write(&self, arch: &Arch, text: &mut Text) {
        match self {
            Self::Text(lines) => text.push(lines),
            Self::Comment(lines) => {
                for line in lines.lines() {
                    text.push("// ");
                    text.push(&comment(line));
                    text.end_line();
                }
            }
            Self::Symbol { symbol, name, shown, has_end } => {
                write((symbol, if *has_end { 0 } else { symbol.size }), name, *shown, arch, text);
            }
        }
    }
}

/// Writes what a symbol says about itself, and this size if it is not 0.
fn write((symbol, size): (&Symbol<'_>, u64), name: &str, shown: Shown, arch: &Arch, text: &mut Text) {
    if shown == Shown::Comment {
        // Text takes everything.
        let _ = writeln!(text, "// symbol {} {:?}", comment(name), symbol.kind);
        return;
    }
    let name = label_name(arch, name);
    let binding = match symbol.binding {
        STB_LOCAL => "",
        STB_WEAK => ".weak ",
        // The type says it.
        STB_GNU_UNIQUE => "",
        _ => ".globl ",
    };
    let visible = match shown {
        Shown::Kernel => "",
        _ => visibility(symbol.visibility),
    };
    for directive in [binding, visible].into_iter().filter(|d| !d.is_empty()) {
        line(text, &[directive, &name]);
    }
    write_type(&name, (symbol.kind, symbol.binding, size), text);
    if shown.is_label() {
        line(text, &[&name, ":"]);
    }
}

/// Writes a line of several pieces.
fn line(text: &mut Text, pieces: &[&str]) {
    pieces.iter().for_each(|piece| text.push(piece));
    text.end_line();
}

/// Writes the type and the size of a symbol, if it has them: its kind, binding and size.
pub(super) fn write_type(name: &str, (kind, binding, size): (SymbolKind, u8, u64), text: &mut Text) {
    let kind = match kind {
        SymbolKind::Object if binding == STB_GNU_UNIQUE => "gnu_unique_object",
        SymbolKind::Object => "object",
        SymbolKind::Function => "function",
        SymbolKind::HsaKernel => "amdgpu_hsa_kernel",
        SymbolKind::IndirectFunction => "gnu_indirect_function",
        SymbolKind::Other(STT_TLS) => "tls_object",
        _ => "",
    };
    if !kind.is_empty() {
        line(text, &[".type ", name, ", @", kind]);
    }
    if size > 0 {
        line(text, &[".size ", name, ", ", &size.to_string()]);
    }
}

/// The directive for a visibility, with a blank after it; empty for the default one.
pub(super) fn visibility(other: u8) -> &'static str {
    ["", ".internal ", ".hidden ", ".protected "][usize::from(other & 3)]
}

/// The name of a label: in quotes where it would not be read as one name, or as an operand.
pub(super) fn label_name<'n>(arch: &Arch, name: &'n str) -> Cow<'n, str> {
    if is_plain(name) && !is_operand(arch, name) {
        return name.into();
    }
    let mut text = Text::default();
    quoted(&mut text, "", name.as_bytes());
    String::from_utf8_lossy(text.as_bytes()).into_owned().into()
}

/// Whether a name can be without quotes.
pub(super) fn is_plain(name: &str) -> bool {
    let inner = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$');
    name.bytes().all(inner) && name.bytes().next().is_some_and(|b| !b.is_ascii_digit()) && name != "."
}

/// Whether a name could be that of an operand.
fn is_operand(arch: &Arch, name: &str) -> bool {
    let file = arch.files.iter().any(|f| {
        name.strip_prefix(f.prefix.as_str()).is_some_and(|n| n.is_empty() || n.bytes().all(|b| b.is_ascii_digit()))
    });
    fn bare(name: &str) -> &str {
        name.strip_prefix("src_").unwrap_or(name)
    }
    let half = bare(name);
    let half = half.trim_end_matches("_lo").trim_end_matches("_hi");
    // Names of functions are mostly longer than any operand, which their lengths tell first.
    let is_half = |operand: &str| operand.len() >= half.len() && bare(operand) == half;
    file || arch.registers.iter().any(|r| is_half(&r.name)) || arch.values.iter().any(|v| is_half(v))
}

/// A text that cannot end the comment it is in.
pub(super) fn comment(text: &str) -> Cow<'_, str> {
    // Without a way out of the loop, which the compiler can then vectorise.
    match text.bytes().fold(true, |all, b| all & (b' '..=b'~').contains(&b)) {
        true => text.into(),
        false => text.chars().map(|c| if c.is_control() { '?' } else { c }).collect(),
    }
}
