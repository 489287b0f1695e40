//! Line markers of preprocessors: `# 10 "k.cl.S"`. The lines after one come from this file, from this line on.

/// A line marker of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMarker<'a> {
    /// Number of the line after the marker in the text, from 1.
    pub line: usize,
    /// Name of the file from which the lines come, as it is written.
    pub name: &'a str,
    /// Number there of the line after the marker.
    pub number: usize,
}

/// The line markers of a text. A marker begins at the start of its line; flags may follow the name.
pub fn line_markers(text: &str) -> impl Iterator<Item = LineMarker<'_>> {
    let lines = text.split('\n').zip(2..).filter(|(text, _)| text.starts_with('#'));
    lines.filter_map(|(text, line)| {
        let rest = text[1..].trim_start_matches([' ', '\t']);
        let (number, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
        let rest = rest.trim_start_matches([' ', '\t']).strip_prefix('"')?;
        let mut is_escaped = false;
        let end = rest.find(|c| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        })?;
        Some(LineMarker { line, name: &rest[..end], number: number.parse().ok()? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines are those that `llvm-mc-19` takes for markers.
    #[test]
    fn markers_are_those_of_llvm() {
        let text = "# 10 \"k.cl.S\"\n#line 20 \"h.c\"\n # 30 \"i.c\"\n# 40\n#50 \"j.c\"\n# 60 \"k.c\" 1 3 4\n\
                    #\t70 \"k.c\"\r\n# 80 k.c\n# 90 \"a\\\\b\\\"c\"\n# 1 \"open\n";
        let found: Vec<_> = line_markers(text).map(|marker| (marker.line, marker.name, marker.number)).collect();
        let expected = [(2, "k.cl.S", 10), (6, "j.c", 50), (7, "k.c", 60), (8, "k.c", 70), (10, "a\\\\b\\\"c", 90)];
        assert_eq!(found, expected);
    }
}
