//! Positions of the protocol and offsets of bytes.

use std::ops::Range;

use gen_lsp_types as lsp;
use isatope::diagnostics::SourceFile;

/// Unit in which a client counts columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Code units of UTF-16: what every client knows.
    Utf16,
}

impl Encoding {
    /// The best one among those that a client offers.
    pub fn choose(offered: Option<&[lsp::PositionEncodingKind]>) -> Self {
        let has = offered.is_some_and(|offered| offered.contains(&lsp::PositionEncodingKind::UTF8));
        if has { Self::Utf8 } else { Self::Utf16 }
    }

    /// Its name in the protocol.
    pub fn kind(self) -> lsp::PositionEncodingKind {
        match self {
            Self::Utf8 => lsp::PositionEncodingKind::UTF8,
            Self::Utf16 => lsp::PositionEncodingKind::UTF16,
        }
    }

    /// Columns that a text without line breaks takes.
    pub fn columns(self, text: &str) -> u32 {
        match self {
            Self::Utf16 if !text.is_ascii() => text.encode_utf16().count() as u32,
            _ => text.len() as u32,
        }
    }

    /// The position of a byte.
    pub fn position(self, file: &SourceFile, offset: usize) -> lsp::Position {
        let found = file.position(offset);
        let column = match self {
            Self::Utf8 => found.utf8,
            Self::Utf16 => found.utf16,
        };
        lsp::Position { line: found.line as u32 - 1, character: column as u32 - 1 }
    }

    /// The byte at a position. A column after the end of its line is the end of the line, one inside of a character the
    /// start of the character, and a line after the last one the end of the text.
    pub fn offset(self, file: &SourceFile, position: lsp::Position) -> usize {
        let (line, column) = (position.line as usize + 1, position.character as usize);
        match self {
            Self::Utf16 => file.offset_of_utf16(line, column + 1).unwrap_or(file.text.len()),
            Self::Utf8 => file.line(line).map_or(file.text.len(), |(start, text)| {
                let mut column = column.min(text.len());
                while !text.is_char_boundary(column) {
                    column -= 1;
                }
                start + column
            }),
        }
    }

    /// The positions of a range of bytes.
    pub fn range(self, file: &SourceFile, range: Range<usize>) -> lsp::Range {
        lsp::Range { start: self.position(file, range.start), end: self.position(file, range.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_offsets_are_inverse() {
        let file = SourceFile::new("", "a\n// 𝄞 é x\r\nend");
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (offset, c) in file.text.char_indices() {
                let found = encoding.offset(&file, encoding.position(&file, offset));
                assert!(found == offset || c == '\n', "{encoding:?} {offset}");
            }
            let far = |line, character| encoding.offset(&file, lsp::Position { line, character });
            assert_eq!((far(1, 99), far(9, 0)), (file.text.find('\r').expect("a line"), file.text.len()));
        }
        let x = file.text.find('x').expect("a letter");
        assert_eq!(Encoding::Utf8.position(&file, x), lsp::Position { line: 1, character: 11 });
        assert_eq!(Encoding::Utf16.position(&file, x), lsp::Position { line: 1, character: 8 });
        // Inside of a character.
        assert_eq!(Encoding::Utf8.offset(&file, lsp::Position { line: 1, character: 5 }), 5);
    }
}
