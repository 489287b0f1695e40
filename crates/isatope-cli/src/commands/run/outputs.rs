//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

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
            let failed = || format!("cannot write {}", path.display());
            // A link stays, and what it leads to is replaced.
            let path = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
            if fs::metadata(&path).is_ok_and(|m| !m.is_file()) {
                // A pipe or a device cannot be replaced.
                File::options().write(true).open(&path).and_then(|mut f| f.write_all(bytes)).with_context(failed)?;
                continue;
            }
            let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let mut builder = tempfile::Builder::new();
            builder.prefix(".isatope-");
            if let Ok(found) = fs::metadata(&path) {
                builder.permissions(found.permissions());
            } else {
                usual_permissions(&mut builder);
            }
            let mut file = builder.tempfile_in(folder).with_context(failed)?;
            file.write_all(bytes).with_context(failed)?;
            ready.push((file, path));
        }
        for (file, path) in ready {
            file.persist(&path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

/// Those of a file that a program makes, and not of a secret one.
#[cfg(unix)]
fn usual_permissions(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn usual_permissions(_: &mut tempfile::Builder<'_, '_>) {}

#[cfg(test)]
mod tests {
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
