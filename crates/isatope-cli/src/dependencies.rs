//! The files that an output is made from, as a rule of `make`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use isatope::Inputs;
use isatope::assembler::{Files, Folders};

/// Paths of files, in the order in which they were read first.
#[derive(Clone, Debug, Default)]
pub struct Dependencies(Arc<Mutex<Paths>>);

#[derive(Debug, Default)]
struct Paths {
    in_order: Vec<PathBuf>,
    known: HashSet<PathBuf>,
}

impl Dependencies {
    /// Adds a file. The standard input is none.
    pub fn add(&self, path: &Path) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if path.as_os_str() != "-" && all.known.insert(path.to_owned()) {
            all.in_order.push(path.to_owned());
        }
    }

    /// Lets a source include files as before, and adds those that it includes.
    pub fn watch(&self, mut inputs: Inputs) -> Inputs {
        let folders = Folders(std::mem::take(&mut inputs.folders));
        inputs.files = Some(Arc::new(Watched { folders, read: self.clone() }));
        inputs
    }

    /// The rule: the output depends on all files.
    pub fn rule(&self, output: &Path) -> Vec<u8> {
        let mut rule = escaped(output);
        rule.push(b':');
        for path in &self.0.lock().unwrap_or_else(PoisonError::into_inner).in_order {
            rule.extend(b" \\\n  ");
            rule.extend(escaped(path));
        }
        rule.push(b'\n');
        rule
    }
}

/// Folders whose files are added when they are read.
#[derive(Debug)]
struct Watched {
    folders: Folders,
    read: Dependencies,
}

impl Files for Watched {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let (path, bytes) = self.folders.find(name)?;
        self.read.add(&path);
        Ok(bytes)
    }
}

/// A path as GCC writes it into such a rule: a backslash is before each blank and `#`, and twice where others are
/// before them; `$` is doubled.
fn escaped(path: &Path) -> Vec<u8> {
    let mut out = Vec::new();
    let mut backslashes = 0;
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b' ' | b'\t' => {
                out.extend(std::iter::repeat_n(b'\\', backslashes));
                out.push(b'\\');
            }
            b'#' => out.push(b'\\'),
            b'$' => out.push(b'$'),
            _ => {}
        }
        backslashes = if byte == b'\\' { backslashes + 1 } else { 0 };
        out.push(byte);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names are those of `gcc -M` for files with these names.
    #[test]
    fn names_are_escaped_as_gcc_does() {
        for (name, expected) in [
            ("a b.s", r"a\ b.s"),
            ("a#b.s", r"a\#b.s"),
            ("a$b.s", "a$$b.s"),
            (r"a\ b.s", r"a\\\ b.s"),
            (r"a\b.s", r"a\b.s"),
        ] {
            assert_eq!(String::from_utf8_lossy(&escaped(Path::new(name))), expected, "{name}");
        }
    }
}
