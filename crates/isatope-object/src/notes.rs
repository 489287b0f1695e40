//! Notes of ELF files.

use crate::text::text;
use crate::{Container, Error, Note};

/// Reads the notes of a section, up to the first one that is malformed. The padding of the last note may be missing,
/// because older drivers omit it.
pub(crate) fn notes<'a>(container: &mut Container<'a>, data: &'a [u8], offset: u64) -> Result<(), Error> {
    let number = container.sections.len() - 1;
    let mut at = 0;
    while at < data.len() {
        let broken = Error { offset: offset.saturating_add(at as u64), message: "a note is truncated or broken" };
        let word = |i: usize| {
            let start = at + 4 * i;
            data.get(start..start + 4).and_then(|w| w.try_into().ok()).map(u32::from_le_bytes).ok_or(broken)
        };
        let (name_size, size, kind) = (word(0)? as usize, word(1)? as usize, word(2)?);
        let name = at + 12;
        let name_end = name.checked_add(name_size).ok_or(broken)?;
        let start = name_end.checked_next_multiple_of(4).ok_or(broken)?;
        let end = start.checked_add(size).ok_or(broken)?;
        container.notes.push(Note {
            section: number,
            name: text(data.get(name..name_end).ok_or(broken)?).trim_end_matches('\0'),
            kind,
            data: data.get(start..end).ok_or(broken)?,
        });
        at = end.checked_next_multiple_of(4).ok_or(broken)?;
    }
    Ok(())
}
