//! Colours of listings: mnemonics, registers, numbers, labels, directives and comments.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

const MNEMONIC: Style = AnsiColor::Cyan.on_default().bold();
const REGISTER: Style = AnsiColor::Green.on_default();
const NUMBER: Style = AnsiColor::Yellow.on_default();
const LABEL: Style = AnsiColor::Magenta.on_default().bold();
const DIRECTIVE: Style = AnsiColor::Blue.on_default();
const COMMENT: Style = Style::new().dimmed();

/// Colours the lines that go through it.
pub struct Colours<W: Write> {
    out: W,
    /// The beginning of a line whose end has not come yet.
    line: Vec<u8>,
}

impl<W: Write> Colours<W> {
    /// In front of something that shows colours.
    pub fn new(out: W) -> Self {
        Self { out, line: Vec::new() }
    }
}

impl<W: Write> Write for Colours<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|b| *b == b'\n') {
            self.line.extend_from_slice(part);
            if self.line.ends_with(b"\n") {
                let text = String::from_utf8_lossy(&self.line).into_owned();
                self.out.write_all(coloured(&text).as_bytes())?;
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.line);
        self.out.write_all(&rest)?;
        self.out.flush()
    }
}

/// A line with its colours.
fn coloured(line: &str) -> String {
    let mut out = String::with_capacity(2 * line.len());
    let mut rest = line;
    let mut first = true;
    while let Some(c) = rest.chars().next() {
        let length = match () {
            () if rest.starts_with("//") => rest.trim_end().len(),
            () if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            () if c == '"' => rest[1..].find('"').map_or(rest.trim_end().len(), |end| end + 2),
            () if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            () => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
        };
        let (word, after) = rest.split_at(length);
        rest = after;
        let style = style(word, after, &mut first);
        match style {
            Some(style) => out += &format!("{style}{word}{style:#}"),
            None => out += word,
        }
    }
    out
}

fn style(word: &str, after: &str, first: &mut bool) -> Option<Style> {
    if word.starts_with('/') {
        return Some(COMMENT);
    }
    if *first {
        if after.starts_with(':') {
            return Some(LABEL);
        }
        *first = false;
        return Some(if word.starts_with('.') { DIRECTIVE } else { MNEMONIC });
    }
    match word.as_bytes() {
        [b'0'..=b'9', ..] => Some(NUMBER),
        [b'.', b'L', ..] => Some(LABEL),
        [b'v' | b's' | b'r' | b'u', b'0'..=b'9', ..] => Some(REGISTER),
        [b'v' | b's'] if after.starts_with('[') => Some(REGISTER),
        _ if ["vcc", "exec", "scc", "m0", "flat_scratch", "vcc_lo", "vcc_hi", "exec_lo", "exec_hi"].contains(&word) => {
            Some(REGISTER)
        }
        _ => None,
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_leave_the_text_alone() {
        for line in [
            "main:\n",
            "    v_add_f32 v1, s[0:1], 0x10 mul:2 // sum\n",
            "/*00: 7e*/ .long 5\n",
            "x \"a b\" é\n",
            "\n",
            "tail",
        ] {
            let shown = coloured(line);
            assert_eq!(anstream::adapter::strip_str(&shown).to_string(), line);
        }
        assert!(
            coloured("v_nop\n").starts_with(&MNEMONIC.to_string()) && coloured("a:\n").starts_with(&LABEL.to_string())
        );
    }
}
