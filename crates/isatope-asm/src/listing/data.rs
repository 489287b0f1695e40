//! Lists data as directives.

use std::io;

use super::text::{Margin, Sink, Text, hex8, quoted};

/// More zeros than this are one directive.
const ZEROS: usize = 16;

/// Lists bytes, which start at `offset` in their section.
pub(super) fn write(bytes: &[u8], offset: u64, strings: bool, margin: Margin, sink: &mut Sink<'_>) -> io::Result<()> {
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let text = &mut sink.text;
        text.push("    ");
        if margin == Margin::Words {
            text.push("/*");
            text.hex(offset + at as u64, 8);
            text.push("*/ ");
        }
        let zeros = rest.iter().position(|b| *b != 0).unwrap_or(rest.len());
        at += if strings && let Some(length) = string(rest) {
            quoted(text, ".string ", &rest[..length]);
            length + 1
        } else if zeros >= ZEROS {
            text.push(".zero ");
            text.push(&zeros.to_string());
            zeros
        } else if (offset + at as u64).is_multiple_of(4) && rest.len() >= 4 {
            longs(text, rest)
        } else {
            let whole = if (offset + at as u64).is_multiple_of(4) {
                rest.len()
            } else {
                4 - ((offset + at as u64) % 4) as usize
            };
            let length = rest.len().min(whole);
            for (i, byte) in rest[..length].iter().enumerate() {
                text.push(if i == 0 { ".byte 0x" } else { ", 0x" });
                text.hex(u64::from(*byte), 2);
            }
            length
        };
        sink.text.end_line();
        sink.pass_on()?;
    }
    Ok(())
}

/// Up to four words on a line.
fn longs(text: &mut Text, bytes: &[u8]) -> usize {
    const START: usize = ".long 0x".len();
    const STEP: usize = "12345678, 0x".len();
    let Some(line) = text.room() else { return 0 };
    *line = *b".long 0x        , 0x        , 0x        , 0x        ";
    let mut count = 0;
    for (word, place) in bytes.as_chunks().0.iter().zip(line[START..].chunks_mut(STEP)) {
        place[..8].copy_from_slice(&hex8(u32::from_le_bytes(*word)));
        count += 1;
    }
    text.advance(START + count * STEP - ", 0x".len());
    4 * count
}

/// The length of a printable string that ends with a zero.
fn string(bytes: &[u8]) -> Option<usize> {
    let end = bytes.iter().take(1024).position(|b| *b == 0)?;
    (end > 0 && bytes[..end].iter().all(|b| b.is_ascii_graphic() || *b == b' ')).then_some(end)
}
