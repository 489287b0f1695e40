//! Files that a manifest names.

use std::path::{Path as FilePath, PathBuf};

use isatope_diag::Diagnostic;

use super::place::Path;
use super::problem::Problem;
use super::{Compare, Manifest, check};

/// A manifest with the contents of the files that it names.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The manifest.
    pub manifest: Manifest,
    /// Where the program lies.
    pub path: PathBuf,
    /// The program.
    pub program: Vec<u8>,
    /// What is in the buffers, in the order of [`Manifest::buffers`].
    pub buffers: Vec<Contents>,
}

/// What is in a buffer.
#[derive(Clone, Debug)]
pub struct Contents {
    /// Before the run; pointers are still to be put in.
    pub before: Vec<u8>,
    /// After the run, and how what is there is compared with it.
    pub after: Option<(Vec<u8>, Compare)>,
}

/// Reads a manifest and the files that it names.
///
/// # Errors
/// Everything that is wrong, with the place in the text, as file 0. What is wrong with files is looked for when the manifest itself is
/// right.
pub fn load(text: &str, folder: &FilePath) -> Result<Loaded, Vec<Diagnostic>> {
    let mut manifest = super::read(text)?;
    let mut problems = Vec::new();
    let mut read = |name: &FilePath, path: Path| {
        let file = folder.join(name);
        std::fs::read(&file).unwrap_or_else(|error| {
            problems.push(Problem::new(path, format!("cannot read {}: {error}", file.display())));
            Vec::new()
        })
    };
    let root = Path::default();
    let of = |index| root.key("buffers").index(index);
    let program = read(&manifest.program, root.key("program"));
    let mut files = Vec::new();
    for (index, buffer) in manifest.buffers.iter().enumerate() {
        let input = buffer.input.as_ref().map(|name| read(name, of(index).key("in")));
        let expect = buffer.expect.as_ref().map(|name| read(name, of(index).key("expect")));
        files.push((input, expect));
    }
    if problems.is_empty() {
        // From here on every size is known.
        for (buffer, (input, _)) in manifest.buffers.iter_mut().zip(&files) {
            if let (None, Some(input)) = (buffer.bytes, input) {
                buffer.bytes = Some(super::Wide(input.len() as u64));
            }
        }
        problems = check::check(&manifest);
    }
    let mut buffers = Vec::new();
    for (index, (buffer, (input, expect))) in manifest.buffers.iter().zip(files).enumerate() {
        let bytes = buffer.bytes.unwrap_or_default().0;
        for (key, file, longer) in [("in", &input, true), ("expect", &expect, false)] {
            let Some(has) = file.as_ref().map(|f| f.len() as u64) else { continue };
            if problems.is_empty() && (has > bytes || has < bytes && !longer) {
                let message = format!("the file has {has} bytes, but the buffer `{}` has {bytes}", buffer.name);
                problems.push(Problem::new(of(index).key(key), message));
            }
        }
        if problems.is_empty() {
            let mut before = input.unwrap_or_default();
            before.resize(bytes as usize, 0);
            let after = expect.map(|expect| (expect, buffer.compare.unwrap_or(Compare::Exact)));
            buffers.push(Contents { before, after });
        }
    }
    if !problems.is_empty() {
        return Err(problems.into_iter().map(|p| p.diagnostic(text)).collect());
    }
    let path = folder.join(&manifest.program);
    Ok(Loaded { manifest, path, program, buffers })
}
