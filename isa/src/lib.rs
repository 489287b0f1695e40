//! The specification: the text of every `.isa` file, embedded in compressed form. The first use decompresses it.
//!
//! Each list contains the files of one architecture as (path, text), files of shared folders first.
//! `isatope_lang::compile` compiles them.

use std::ops::Range;
use std::sync::LazyLock;

/// The texts of all files, joined and compressed.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/texts.bin"));
/// The files of each architecture: path, and range of bytes in the decompressed texts.
static PLACES: &[&[(&str, Range<usize>)]] = include!(concat!(env!("OUT_DIR"), "/architectures.rs"));

/// The files of an architecture: path and text.
pub type Files = &'static [(&'static str, &'static str)];

/// All architectures, one for each folder that contains `machine/architecture.isa`. Everything that is made from the
/// specification uses this list.
pub static ARCHITECTURES: LazyLock<Vec<Files>> = LazyLock::new(|| {
    let texts = miniz_oxide::inflate::decompress_to_vec(PACKED).expect("the build script packed them");
    let texts: &str = String::from_utf8(texts).expect("they were read as text").leak();
    let files = |places: &[(&'static str, Range<usize>)]| {
        let files = places.iter().map(|(path, place)| (*path, &texts[place.clone()]));
        &*files.collect::<Vec<_>>().leak()
    };
    PLACES.iter().map(|places| files(places)).collect()
});

/// The files of the architecture with this folder name, such as `amd-gcn`; `None` if there is no such architecture.
pub fn files_in(folder: &str) -> Option<Files> {
    let declares = |(path, _): &(&str, &str)| path.strip_suffix("/machine/architecture.isa") == Some(folder);
    ARCHITECTURES.iter().find(|files| files.iter().any(declares)).copied()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::{env, fs};

    use super::*;

    #[test]
    fn shared_folders_are_no_architectures() {
        assert!(files_in("amd-gcn").is_some_and(|files| files.iter().any(|(path, _)| path.starts_with("amd/"))));
        assert!(files_in("arm-valhall").is_some_and(|files| files.iter().all(|(path, _)| !path.starts_with("amd"))));
        assert!(files_in("amd").is_none() && files_in("common").is_none());
    }

    #[test]
    fn texts_come_back_as_they_are_in_the_files() {
        let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
        assert!(ARCHITECTURES.len() > 1);
        for (path, text) in ARCHITECTURES.iter().copied().flatten() {
            assert_eq!(fs::read_to_string(Path::new(&root).join(path)).expect("it is there"), *text, "{path}");
        }
    }
}
