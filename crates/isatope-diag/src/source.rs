//! Source files and spans in them.

use std::ops::Range;
use std::sync::OnceLock;

use crate::markers::line_markers;
use crate::wide::WideCharacters;

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct FileId(pub u32);

/// A byte range of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset of the first byte after the range.
    pub end: u32,
}

impl Span {
    /// Creates a span in the first file, for text without a file; see [`Span::moved`].
    pub fn new(range: Range<usize>) -> Self {
        Self { file: FileId(0), start: range.start as u32, end: range.end as u32 }
    }

    /// This range in another file, `base` bytes later: converts a span in a line to a span in its file.
    pub fn moved(self, file: FileId, base: usize) -> Self {
        Self { file, start: self.start + base as u32, end: self.end + base as u32 }
    }

    /// From the start of `self` to the end of `other`, which follows it in the same file.
    pub fn to(self, other: Self) -> Self {
        Self { end: other.end.max(self.end), ..self }
    }

    /// The range as indices.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Line and column, counted from 1. Columns come in three units, because tools differ: editors that speak the
/// language server protocol count UTF-16 code units, many others bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Position {
    /// Line.
    pub line: usize,
    /// Column in characters.
    pub column: usize,
    /// Column in bytes of UTF-8.
    pub utf8: usize,
    /// Column in code units of UTF-16.
    pub utf16: usize,
}

/// A text with the name that diagnostics show.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Name; `<stdin>` for the standard input.
    pub name: String,
    /// Text.
    pub text: String,
    /// The lines, which are found when a position is first asked for.
    lines: OnceLock<Lines>,
}

/// Where the lines of a text are.
#[derive(Clone, Debug)]
struct Lines {
    /// Offset of the first byte of each line.
    starts: Vec<u32>,
    /// Columns in other units than bytes follow from these: a line may be as long as a file.
    wide: WideCharacters,
    /// Line markers: line after it, where its name is in the text, and the number of the line.
    markers: Vec<(usize, Range<usize>, usize)>,
}

impl SourceFile {
    /// A text on its own.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), lines: OnceLock::new() }
    }

    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| {
            let breaks = self.text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1);
            let place = |part: &str| {
                let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
                start..start + part.len()
            };
            Lines {
                starts: std::iter::once(0).chain(breaks).collect(),
                wide: WideCharacters::of(&self.text),
                markers: line_markers(&self.text).map(|mark| (mark.line, place(mark.name), mark.number)).collect(),
            }
        })
    }

    fn starts(&self) -> &[u32] {
        &self.lines().starts
    }

    /// Line number of a byte, from 0.
    fn line_index(&self, offset: usize) -> usize {
        self.starts().partition_point(|&start| start as usize <= offset).saturating_sub(1)
    }

    /// Line and column of a byte.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.floor(offset);
        let line = self.line_index(offset);
        let start = self.starts()[line] as usize;
        let wide = &self.lines().wide;
        Position {
            line: line + 1,
            column: wide.characters(offset) - wide.characters(start) + 1,
            utf8: offset - start + 1,
            utf16: wide.utf16(offset) - wide.utf16(start) + 1,
        }
    }

    /// The file and the line in it from which a line comes, counted from 1: those of the line marker before it, or its
    /// own.
    pub fn origin(&self, line: usize) -> (&str, usize) {
        let markers = &self.lines().markers;
        match markers[..markers.partition_point(|(first, ..)| *first <= line)].last() {
            Some((first, name, number)) if !name.is_empty() => {
                (&self.text[name.clone()], number.saturating_add(line - first))
            }
            _ => (&self.name, line),
        }
    }

    /// The byte at a line and a column in code units of UTF-16, both counted from 1. A column after the end of the
    /// line is the end of the line, and one inside of a character its start; `None` if there is no such line.
    pub fn offset_of_utf16(&self, line: usize, column: usize) -> Option<usize> {
        let (start, text) = self.line(line)?;
        let wide = &self.lines().wide;
        let unit = wide.utf16(start).saturating_add(column.saturating_sub(1));
        Some(wide.offset_of_utf16(unit).min(start + text.len()))
    }

    /// A line, counted from 1: the offset of its first byte, and its text without the line break.
    pub fn line(&self, line: usize) -> Option<(usize, &str)> {
        let start = *self.starts().get(line.checked_sub(1)?)? as usize;
        let end = self.starts().get(line).map_or(self.text.len(), |next| *next as usize);
        Some((start, self.text[start..end].trim_end_matches(['\n', '\r'])))
    }

    /// Returns the lines that a range touches, without the last line break: number of the first line (from 1), offset,
    /// text.
    pub fn excerpt(&self, range: Range<usize>) -> (usize, usize, &str) {
        let first = self.line_index(self.floor(range.start));
        let last = self.line_index(self.floor(range.end.saturating_sub(1).max(range.start)));
        let start = self.starts()[first] as usize;
        let end = self.starts().get(last + 1).map_or(self.text.len(), |&next| next as usize);
        (first + 1, start, self.text[start..end].trim_end_matches(['\n', '\r']))
    }

    /// Returns the nearest character boundary at or before `offset`.
    pub(crate) fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// A collection of all source texts of a run.
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
        self.files.push(SourceFile::new(name, text));
        FileId(self.files.len() as u32 - 1)
    }

    /// The file with a name.
    pub fn find(&self, name: &str) -> Option<FileId> {
        self.files.iter().position(|file| file.name == name).map(|index| FileId(index as u32))
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
    fn lines_come_from_where_a_marker_says() {
        let file = SourceFile::new("a.s", "one\n# 10 \"b.cl\" 2\ntwo\nthree\n# 7 \"\"\nfour\n");
        let origins: Vec<_> = (1..=6).map(|line| file.origin(line)).collect();
        assert_eq!(origins, [("a.s", 1), ("a.s", 2), ("b.cl", 10), ("b.cl", 11), ("b.cl", 12), ("a.s", 6)]);
    }

    #[test]
    fn positions_count_characters() {
        let mut map = SourceMap::new();
        let id = map.add("a.s", "one\nzwölf x\n");
        let file = map.get(id).unwrap();
        let at = |offset| {
            let found = file.position(offset);
            (found.line, found.column)
        };
        assert_eq!([at(0), at(11), at(7), at(99)], [(1, 1), (2, 7), (2, 3), (3, 1)]);
        assert_eq!(file.excerpt(5..6), (2, 4, "zwölf x"));
        assert_eq!(
            [file.line(1), file.line(2), file.line(0), file.line(9)],
            [Some((0, "one")), Some((4, "zwölf x")), None, None]
        );
        assert_eq!((map.find("a.s"), map.find("b.s")), (Some(id), None));
    }

    #[test]
    fn columns_have_three_units() {
        let file = SourceFile::new("a.s", "a\n// 𝄞 é x\r\nend");
        let place = file.text.find('x').expect("it is there");
        let found = file.position(place);
        assert_eq!((found.line, found.column, found.utf8, found.utf16), (2, 8, 12, 9));
        assert_eq!(file.offset_of_utf16(2, 9), Some(place));
        // Inside of a surrogate pair, after the end of a line, in no line.
        assert_eq!(file.offset_of_utf16(2, 5), file.text.find('𝄞'));
        assert_eq!(file.offset_of_utf16(2, 99), file.text.find('\r'));
        assert_eq!(file.offset_of_utf16(3, 99), Some(file.text.len()));
        assert_eq!((file.offset_of_utf16(4, 1), file.offset_of_utf16(0, 1)), (None, None));
        for offset in (0..file.text.len()).filter(|at| file.text.is_char_boundary(*at)) {
            let found = file.position(offset);
            let back = file.offset_of_utf16(found.line, found.utf16);
            assert!(back == Some(offset) || file.text[offset..].starts_with('\n'), "{offset}");
        }
    }
}
