//! The specification: the text of every `.isa` file, embedded; packed, until somebody asks for it.
//!
//! Each list holds the files of one architecture as (path, text), those of shared folders first. They are compiled with
//! `isatope_lang::compile`.

use std::ops::Range;
use std::sync::LazyLock;

/// The texts of all files.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/texts.bin"));
/// The files of each architecture: their paths, and where their texts are.
static PLACES: &[&[(&str, Range<usize>)]] = include!(concat!(env!("OUT_DIR"), "/architectures.rs"));

/// The files of an architecture.
pub type Files = &'static [(&'static str, &'static str)];

/// The architectures that there are, one for each folder that has `machine/architecture.isa`: everything made from the specification goes
/// through this list.
pub static ARCHITECTURES: LazyLock<Vec<Files>> = LazyLock::new(|| {
    let texts = miniz_oxide::inflate::decompress_to_vec(PACKED).expect("the build script packed them");
    let texts: &str = String::from_utf8(texts).expect("they were read as text").leak();
    let files = |places: &[(&'static str, Range<usize>)]| {
        let files = places.iter().map(|(path, place)| (*path, &texts[place.clone()]));
        &*files.collect::<Vec<_>>().leak()
    };
    PLACES.iter().map(|places| files(places)).collect()
});

/// The files of the architecture whose folder has this name, `amd-gcn`.
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
