//! Recognizes assembly source among texts.

use isatope_core::tables::ARCHES;

use crate::assembler::find_directive;
use crate::syntax::unknown::without_suffix;

/// Number of lines in which a statement is looked for.
const MOST_LINES: usize = 1000;

/// Whether a text has a statement of some architecture and dialect near its start: a directive or an instruction. For
/// messages about sources that are given where code is expected.
pub fn is_source(text: &str) -> bool {
    text.lines().take(MOST_LINES).any(|line| {
        let line = line.trim_start();
        // A label may come first.
        let after_label = line.split_once(':').filter(|(label, _)| !label.contains(char::is_whitespace));
        let statement = after_label.map_or(line, |(_, rest)| rest.trim_start());
        is_statement(statement)
    })
}

/// Whether a directive or an instruction begins a text.
fn is_statement(text: &str) -> bool {
    let word = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';').next().unwrap_or_default();
    if word.starts_with('.') {
        return find_directive(word).is_some();
    }
    let lower = word.to_ascii_lowercase();
    ARCHES.iter().any(|arch| {
        let name = match arch.syntax.attaches() {
            true => word.split('.').next().unwrap_or_default(),
            false => without_suffix(arch, &lower),
        };
        // A word of digits is a number: `ADD` is one, `s_add_u32` is none.
        let is_number = name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_named = |m: &str| m == name || arch.syntax.attaches() && m.split('.').next() == Some(name);
        !is_number && !name.is_empty() && arch.mnemonics.iter().any(|m| is_named(m.name.as_str()))
    })
}
