//! Reading files.

use std::io::Read;
use std::path::Path;

use anyhow::Context;
use isatope::container::Contents;

/// The name and the bytes of a file; `-` is the standard input.
pub fn read(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read the standard input")?;
        return Ok(("<stdin>".to_string(), bytes));
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok((path.display().to_string(), bytes))
}

/// The name and the contents of a file, which is read as far as it is asked for; `-` is the standard input.
pub fn open(path: &Path) -> anyhow::Result<(String, Contents)> {
    if path.as_os_str() == "-" {
        let (name, bytes) = read(path)?;
        return Ok((name, Contents::Memory(bytes)));
    }
    let contents = Contents::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok((path.display().to_string(), contents))
}

/// Refuses to write over what is read.
pub fn is_kept(input: &Path, output: Option<&Path>) -> anyhow::Result<()> {
    let same =
        |output: &Path| output.canonicalize().ok().is_some_and(|to| input.canonicalize().is_ok_and(|from| from == to));
    match output.filter(|output| output.as_os_str() != "-" && same(output)) {
        Some(output) => anyhow::bail!("{} is the input: write to another file", output.display()),
        None => Ok(()),
    }
}

/// The lines of a text, without their line breaks. A line break at the end starts no further line.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let none = bytes.is_empty();
    body.split(|&b| b == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).skip(none as usize)
}

/// Reads words of hexadecimal digits as bytes, little endian; `None` if the text is anything else.
///
/// A word is `digits` digits, with or without `0x`, separated by blanks or commas.
pub fn hex_words(line: &[u8], digits: usize, words: &mut Vec<u64>) -> Option<()> {
    words.clear();
    let mut at = 0;
    while at < line.len() {
        if matches!(line[at], b' ' | b'\t' | b',') {
            at += 1;
            continue;
        }
        if line[at..].starts_with(b"0x") || line[at..].starts_with(b"0X") {
            at += 2;
        }
        let mut value = 0;
        let end = at + digits;
        for &byte in line.get(at..end)? {
            value = value << 4 | (byte as char).to_digit(16)? as u64;
        }
        if line.get(end).is_some_and(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        if let Some(&next) = line.get(end)
            && !matches!(next, b' ' | b'\t' | b',')
        {
            return None;
        }
        words.push(value);
        at = end;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_text() {
        let all = |text: &'static str| lines(text.as_bytes()).map(|l| l.len()).collect::<Vec<_>>();
        assert!(all("").is_empty());
        assert_eq!(all("a"), [1]);
        assert_eq!(all("a\r\n\nbc\n"), [1, 0, 2]);
        assert_eq!(all("\n"), [0]);
    }

    #[test]
    fn words_of_a_line() {
        let mut words = Vec::new();
        assert_eq!(hex_words(b"d2900037 07974D4f", 8, &mut words), Some(()));
        assert_eq!(words, [0xd290_0037, 0x0797_4d4f]);
        assert_eq!(hex_words(b" 0x7e000000", 8, &mut words), Some(()));
        for bad in ["7e00000", "7e0000000", "7e00000g", "7e000000x", "0x"] {
            assert_eq!(hex_words(bad.as_bytes(), 8, &mut words), None, "{bad}");
        }
    }
}
