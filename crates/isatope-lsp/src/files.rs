//! The files that sources include: those that are open have the text that the client shows.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use isatope::assembler::{Files, Folders};
use isatope::diagnostics::SourceFile;

/// The texts of open documents by their paths, which all documents share.
#[derive(Clone, Debug, Default)]
pub struct Texts(Arc<RwLock<HashMap<PathBuf, Arc<str>>>>);

impl Texts {
    /// Sets the text of a file, or forgets it.
    pub fn set(&self, path: PathBuf, text: Option<Arc<str>>) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        match text {
            Some(text) => all.insert(path, text),
            None => all.remove(&path),
        };
    }

    /// A copy that others do not change.
    pub fn copied(&self) -> Self {
        Self(Arc::new(RwLock::new(self.0.read().unwrap_or_else(PoisonError::into_inner).clone())))
    }

    fn get(&self, path: &Path) -> Option<Arc<str>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }
}

/// A file that a source asked for.
#[derive(Clone, Debug)]
pub struct Seen {
    /// By which it is known, see [`identity`].
    pub path: PathBuf,
    /// Its text, if it is there and is a text.
    pub text: Option<Arc<str>>,
    /// Its text with its lines, made when a position in it is first asked for.
    file: OnceLock<SourceFile>,
}

impl Seen {
    /// Its text with its lines; an empty one if it is not there.
    pub fn file(&self) -> &SourceFile {
        self.file.get_or_init(|| SourceFile::new("", self.text.as_deref().unwrap_or_default()))
    }
}

/// Reads files for a source, and notes which ones.
#[derive(Debug)]
pub struct Reader {
    folders: Vec<PathBuf>,
    texts: Texts,
    seen: Mutex<Vec<Seen>>,
}

impl Reader {
    /// Reads files of folders, which are searched in order.
    pub fn new(folders: Vec<PathBuf>, texts: Texts) -> Self {
        Self { folders, texts, seen: Mutex::default() }
    }

    /// The files that were asked for, those that do not exist among them.
    pub fn seen(&self) -> Vec<Seen> {
        std::mem::take(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, path: PathBuf, text: Option<Arc<str>>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let found = Seen { path, text, file: OnceLock::new() };
        match seen.iter_mut().find(|seen| seen.path == found.path) {
            Some(known) => *known = found,
            None => seen.push(found),
        }
    }
}

impl Files for Reader {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        for folder in &self.folders {
            let path = identity(&folder.join(name));
            if let Some(text) = self.texts.get(&path) {
                self.note(path, Some(text.clone()));
                return Ok(text.as_bytes().to_vec());
            }
            if !path.exists() {
                self.note(path, None);
                continue;
            }
            let read = Folders(vec![folder.clone()]).read(name);
            let text = read.as_ref().ok().and_then(|bytes| std::str::from_utf8(bytes).ok());
            self.note(path, text.map(Arc::from));
            return read;
        }
        Folders(Vec::new()).read(name)
    }
}

/// The path by which a file is known, however it is named.
pub fn identity(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| {
        let mut plain = PathBuf::new();
        for part in path.components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => {
                    plain.pop();
                }
                other => plain.push(other),
            }
        }
        plain
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_known_by_one_name() {
        assert_eq!(identity("/no/such/../folder/./a.s".as_ref()), PathBuf::from("/no/folder/a.s"));
        assert_eq!(identity("/usr/../usr".as_ref()), identity("/usr".as_ref()));
    }

    #[test]
    fn open_documents_win_over_the_disk() {
        let texts = Texts::default();
        texts.set("/no/such/a.inc".into(), Some("x".into()));
        let reader = Reader::new(vec!["/no/where".into(), "/no/such".into()], texts.copied());
        assert_eq!(reader.read("a.inc"), Ok(b"x".to_vec()));
        assert!(reader.read("b.inc").is_err());
        let seen: Vec<(String, bool)> =
            reader.seen().iter().map(|seen| (seen.path.display().to_string(), seen.text.is_some())).collect();
        let expected = [
            ("/no/where/a.inc", false),
            ("/no/such/a.inc", true),
            ("/no/where/b.inc", false),
            ("/no/such/b.inc", false),
        ];
        assert_eq!(seen, expected.map(|(path, is_there)| (path.to_owned(), is_there)));
    }
}
