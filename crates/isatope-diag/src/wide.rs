//! Units of text other than bytes.

/// The characters of a text that take more than one byte. They tell how many characters, or code units of UTF-16, are
/// before a byte without counting, however long a text or a line is.
#[derive(Clone, Debug, Default)]
pub struct WideCharacters(Vec<Wide>);

/// A character of more than one byte.
#[derive(Clone, Copy, Debug, Default)]
struct Wide {
    /// Offset of its first byte.
    start: u32,
    /// Offset of the first byte after it.
    end: u32,
    /// Characters up to its end.
    characters: u32,
    /// Code units of UTF-16 up to its end.
    units: u32,
}

impl WideCharacters {
    /// The wide characters of a text.
    pub fn of(text: &str) -> Self {
        let mut list = Vec::new();
        // Most texts have none.
        if !text.is_ascii() {
            let mut last = Wide::default();
            for (at, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
                let start = at as u32;
                let between = start - last.end;
                last = Wide {
                    start,
                    end: start + c.len_utf8() as u32,
                    characters: last.characters + between + 1,
                    units: last.units + between + c.len_utf16() as u32,
                };
                list.push(last);
            }
        }
        Self(list)
    }

    /// The last one of which something holds that does not hold of later ones; the start of the text if there is none.
    fn last(&self, holds: impl Fn(&Wide) -> bool) -> Wide {
        let count = self.0.partition_point(holds);
        count.checked_sub(1).map_or(Wide::default(), |last| self.0[last])
    }

    /// Number of characters before the one that starts at a byte.
    pub fn characters(&self, offset: usize) -> usize {
        let wide = self.last(|wide| (wide.start as usize) < offset);
        wide.characters as usize + (offset - wide.end as usize)
    }

    /// Number of code units of UTF-16 before the character that starts at a byte.
    pub fn utf16(&self, offset: usize) -> usize {
        let wide = self.last(|wide| (wide.start as usize) < offset);
        wide.units as usize + (offset - wide.end as usize)
    }

    /// Offset of the first byte of the character that has a code unit of UTF-16, counted from 0. It may lie after the
    /// end of the text.
    pub fn offset_of_utf16(&self, unit: usize) -> usize {
        let units_before = |wide: &Wide| wide.units as usize - if wide.end - wide.start == 4 { 2 } else { 1 };
        let wide = self.last(|wide| units_before(wide) < unit);
        match unit.checked_sub(wide.units as usize) {
            Some(beyond) => wide.end as usize + beyond,
            None => wide.start as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_that_counting_gives() {
        for text in ["", "plain", "ä", "a𝄞𝄞b", "𝄞", "x€é\n𝄞é z", "éé€€𝄞"] {
            let wide = WideCharacters::of(text);
            for offset in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let (before, rest) = text.split_at(offset);
                let units = before.encode_utf16().count();
                assert_eq!(wide.characters(offset), before.chars().count(), "{text} {offset}");
                assert_eq!(wide.utf16(offset), units, "{text} {offset}");
                let of_next = rest.chars().next().map_or(1, char::len_utf16);
                for inside in units..units + of_next {
                    assert_eq!(wide.offset_of_utf16(inside), offset, "{text} {inside}");
                }
            }
            assert_eq!(wide.offset_of_utf16(text.encode_utf16().count() + 5), text.len() + 5, "{text}");
        }
    }
}
