//! Reading files.

use std::io::{self, Read};
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
    open_by(path, Contents::open)
}

/// Like `open`, with a function that opens the file.
pub fn open_by(path: &Path, open: fn(&Path) -> io::Result<Contents>) -> anyhow::Result<(String, Contents)> {
    if path.as_os_str() == "-" {
        let (name, bytes) = read(path)?;
        return Ok((name, Contents::Memory(bytes)));
    }
    let contents = open(path).with_context(|| format!("cannot read {}", path.display()))?;
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
}
