//! Colours of listings: mnemonics, registers, numbers, labels, directives and comments.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use isatope::assembler::tokens::{TokenKind, tokens};

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
    let mut done = 0;
    for token in tokens(line, false) {
        let word = &line[token.start..token.end];
        out += &line[done..token.start];
        match style(token.kind, word) {
            Some(style) => out += &format!("{style}{word}{style:#}"),
            None => out += word,
        }
        done = token.end;
    }
    out + &line[done..]
}

fn style(kind: TokenKind, word: &str) -> Option<Style> {
    match kind {
        TokenKind::Mnemonic => Some(MNEMONIC),
        TokenKind::Directive => Some(DIRECTIVE),
        TokenKind::Definition => Some(LABEL),
        TokenKind::Name if word.starts_with(".L") => Some(LABEL),
        TokenKind::Register => Some(REGISTER),
        TokenKind::Number => Some(NUMBER),
        TokenKind::Comment => Some(COMMENT),
        _ => None,
    }
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
