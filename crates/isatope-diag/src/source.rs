//! Files and places in them.

use std::ops::Range;

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct FileId(pub u32);

/// A byte range of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// First byte after it.
    pub end: u32,
}

impl Span {
    /// A range of the first file, for text that has no file yet; see [`Span::moved`].
    pub fn new(range: Range<usize>) -> Self {
        Self { file: FileId(0), start: range.start as u32, end: range.end as u32 }
    }

    /// The same range in another file, `base` bytes further on: how a span in one line becomes one in its file.
    pub fn moved(self, file: FileId, base: usize) -> Self {
        Self { file, start: self.start + base as u32, end: self.end + base as u32 }
    }

    /// The range as indices.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Line and column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

/// A text with the name it is shown under.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Name, `<stdin>` for what has none.
    pub name: String,
    /// Text.
    pub text: String,
    /// Offset of the first byte of each line.
    lines: Vec<u32>,
}

impl SourceFile {
    /// Number of the line that holds a byte, from 0.
    fn line_index(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start as usize <= offset).saturating_sub(1)
    }

    /// Line and column of a byte.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.floor(offset);
        let line = self.line_index(offset);
        let start = self.lines[line] as usize;
        Position { line: line + 1, column: self.text[start..offset].chars().count() + 1 }
    }

    /// The lines that a range touches, without the last line break: number of the first one (from 1), offset, text.
    pub fn excerpt(&self, range: Range<usize>) -> (usize, usize, &str) {
        let first = self.line_index(self.floor(range.start));
        let last = self.line_index(self.floor(range.end.saturating_sub(1).max(range.start)));
        let start = self.lines[first] as usize;
        let end = self.lines.get(last + 1).map_or(self.text.len(), |&next| next as usize);
        (first + 1, start, self.text[start..end].trim_end_matches(['\n', '\r']))
    }

    /// The nearest place at or before `offset` where the text can be cut.
    pub(crate) fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// All texts of a run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let breaks = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        self.files.push(SourceFile { name: name.into(), text, lines });
        FileId(self.files.len() as u32 - 1)
    }

    /// A file of the map.
    pub fn get(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.0 as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters() {
        let mut map = SourceMap::new();
        let id = map.add("a.s", "one\nzwölf x\n");
        let file = map.get(id).unwrap();
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position(11), Position { line: 2, column: 7 });
        assert_eq!(file.position(7), Position { line: 2, column: 3 });
        assert_eq!(file.position(99), Position { line: 3, column: 1 });
        assert_eq!(file.excerpt(5..6), (2, 4, "zwölf x"));
    }
}
