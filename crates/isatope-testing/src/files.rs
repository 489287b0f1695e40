//! Files of the checkout, and the reference files beside it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the checkout.
pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("the package is two folders below the root").to_path_buf()
}

/// A file or folder of `../shared`, seen from the root of the checkout; `None`, with a note, on a machine that lacks
/// it. A test that needs nothing else has the attribute `isatope_reference::test`, which ignores it there.
///
/// # Panics
/// On a CI machine that lacks it: there the reference cases have to run.
pub fn shared(path: impl AsRef<Path>) -> Option<PathBuf> {
    let path = root().join("../shared").join(path);
    if path.exists() {
        return Some(path);
    }
    assert!(std::env::var_os("CI").is_none(), "{} is missing, and CI has to run the reference cases", path.display());
    eprintln!("{} is missing: the reference cases are not run", path.display());
    None
}

/// The bytes of a file.
///
/// # Panics
/// If it cannot be read.
pub fn read(path: impl AsRef<Path>) -> Vec<u8> {
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// A file as text.
///
/// # Panics
/// If it cannot be read or is not UTF-8.
pub fn text(path: impl AsRef<Path>) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// The files of a folder that have one of these extensions, by name. No extension at all asks for every file.
///
/// # Panics
/// If the folder cannot be read or has no such file.
pub fn files(folder: impl AsRef<Path>, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = entries(folder.as_ref());
    found.retain(|path| path.is_file() && fits(path, extensions));
    assert!(!found.is_empty(), "{} has no files of {extensions:?}", folder.as_ref().display());
    found
}

/// Like [`files`], with the files of all folders inside, except build outputs (`target`) and hidden folders.
///
/// # Panics
/// If a folder cannot be read or there is no such file.
pub fn files_below(folder: impl AsRef<Path>, extensions: &[&str]) -> Vec<PathBuf> {
    let mut open = vec![folder.as_ref().to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        let (folders, files): (Vec<_>, Vec<_>) = entries(&folder).into_iter().partition(|path| path.is_dir());
        open.extend(folders.into_iter().filter(|path| !path.ends_with("target") && !is_hidden(path)));
        found.extend(files.into_iter().filter(|path| fits(path, extensions)));
    }
    assert!(!found.is_empty(), "{} has no files of {extensions:?}", folder.as_ref().display());
    found.sort();
    found
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

fn fits(path: &Path, extensions: &[&str]) -> bool {
    extensions.is_empty() || path.extension().and_then(OsStr::to_str).is_some_and(|e| extensions.contains(&e))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    paths
}

/// The rows of a file with tabs between columns, without empty lines and those that start with `#`.
///
/// # Panics
/// If the file cannot be read.
pub fn rows(path: impl AsRef<Path>) -> Vec<Vec<String>> {
    let text = text(path);
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

/// Like [`rows`], for a file in which every row has the same number of columns.
///
/// # Panics
/// If the file cannot be read, or a row has another number of columns.
pub fn rows_of<const COLUMNS: usize>(path: impl AsRef<Path>) -> Vec<[String; COLUMNS]> {
    let file = path.as_ref().display();
    let row = |row: Vec<String>| row.try_into().unwrap_or_else(|row| panic!("{file}: not {COLUMNS} columns: {row:?}"));
    rows(&path).into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_has_the_workspace() {
        assert!(text(root().join("Cargo.toml")).contains("[workspace]"));
        assert!(files(root(), &["toml"]).contains(&root().join("Cargo.toml")));
        assert!(files_below(root().join("crates"), &["toml"]).len() > 10);
    }
}
