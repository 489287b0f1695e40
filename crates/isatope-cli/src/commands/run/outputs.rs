//! Output files of a run, written completely or not at all.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};

use crate::output::Destination;

/// Contents for files, which appear when all of them have been written.
#[derive(Default)]
pub struct Outputs {
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Outputs {
    /// Adds a file.
    ///
    /// # Errors
    /// If there is one of this name already.
    pub fn add(&mut self, path: PathBuf, bytes: Vec<u8>) -> anyhow::Result<()> {
        ensure!(self.files.iter().all(|(other, _)| *other != path), "two outputs go to {}", path.display());
        self.files.push((path, bytes));
        Ok(())
    }

    /// Writes all of them: each into a file beside it, which then takes its place.
    ///
    /// # Errors
    /// The first that cannot be written. Then none has been replaced, unless it is the replacing itself that fails.
    pub fn write(self) -> anyhow::Result<()> {
        let mut ready = Vec::new();
        for (path, bytes) in &self.files {
            let mut file = Destination::file(path)?;
            file.write_all(bytes)
                .and_then(|()| file.flush())
                .with_context(|| format!("cannot write {}", path.display()))?;
            ready.push(file);
        }
        ready.into_iter().try_for_each(Destination::finish)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn all_or_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let (a, b) = (folder.path().join("a"), folder.path().join("missing/b"));
        fs::write(&a, b"old").expect("written");
        let mut outputs = Outputs::default();
        outputs.add(a.clone(), b"new".to_vec()).expect("the first");
        assert!(outputs.add(a.clone(), Vec::new()).is_err());
        outputs.add(b, Vec::new()).expect("another");
        assert!(outputs.write().is_err());
        assert_eq!(fs::read(&a).expect("there"), b"old");
        assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 1, "nothing is left behind");
        let mut outputs = Outputs::default();
        outputs.add(a.clone(), b"new".to_vec()).expect("the first");
        outputs.write().expect("written");
        assert_eq!(fs::read(&a).expect("there"), b"new");
    }
}
