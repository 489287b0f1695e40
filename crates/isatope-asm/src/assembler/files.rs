//! Files that sources include.

/// Reads the files that sources include.
pub trait Files: std::fmt::Debug + Send + Sync {
    /// Contents of a file with this name in a source.
    ///
    /// # Errors
    /// The reason, in a few words.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// Files in folders, which are searched in order.
#[derive(Clone, Debug, Default)]
pub struct Folders(pub Vec<std::path::PathBuf>);

impl Folders {
    /// Path and contents of the first file with a name.
    ///
    /// # Errors
    /// The reason, in a few words, if there is no such file, or if it cannot be read.
    pub fn find(&self, name: &str) -> Result<(std::path::PathBuf, Vec<u8>), String> {
        for folder in &self.0 {
            let path = folder.join(name);
            // A device or a pipe may never end.
            if std::fs::metadata(&path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
                return Err("it is not a regular file".to_owned());
            }
            match std::fs::read(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                read => return read.map(|bytes| (path, bytes)).map_err(|error| error.to_string()),
            }
        }
        Err("there is no such file".to_owned())
    }
}

impl Files for Folders {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        self.find(name).map(|(_, bytes)| bytes)
    }
}

impl<F: Files + ?Sized> Files for std::sync::Arc<F> {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        (**self).read(name)
    }
}
