//! Output files that appear completely or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::NamedTempFile;

use super::colour::Colours;

/// Where output goes. What is not finished leaves files as they were.
pub enum Destination {
    /// The standard output.
    Output(BufWriter<StdoutLock<'static>>),
    /// The standard output, with the colours of a listing.
    Coloured(Colours<BufWriter<StdoutLock<'static>>>),
    /// What cannot be replaced: a pipe or a device.
    Stream(BufWriter<File>, PathBuf),
    /// A file beside the one that it takes the place of at the end.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Destination {
    /// A file. One that is there already stays until everything has been written.
    ///
    /// # Errors
    /// Nothing can be written there.
    pub fn file(path: &Path) -> anyhow::Result<Self> {
        let failed = || format!("cannot write {}", path.display());
        // A link stays, and what it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let found = fs::metadata(&path).ok();
        if found.as_ref().is_some_and(|m| m.is_dir()) {
            anyhow::bail!("cannot write {}: it is a folder", path.display());
        }
        if found.as_ref().is_some_and(|m| !m.is_file()) {
            let file = File::options().write(true).open(&path).with_context(failed)?;
            return Ok(Self::Stream(BufWriter::new(file), path));
        }
        if found.as_ref().is_some_and(|m| m.permissions().readonly()) {
            anyhow::bail!("cannot write {}: it is read-only", path.display());
        }
        let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".isatope-");
        match found {
            Some(found) => {
                builder.permissions(found.permissions());
            }
            None => usual_permissions(&mut builder),
        }
        let file = builder.tempfile_in(folder).map_err(without_path).with_context(failed)?;
        Ok(Self::File(BufWriter::new(file), path))
    }

    /// Adds the colours of a listing, if colours are shown.
    pub fn listing(self) -> Self {
        match self {
            Self::Output(out) if anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never => {
                Self::Coloured(Colours::new(out))
            }
            other => other,
        }
    }

    /// Whether somebody looks at it.
    pub fn is_terminal(&self) -> bool {
        match self {
            Self::Output(_) | Self::Coloured(_) => io::stdout().is_terminal(),
            Self::Stream(file, _) => file.get_ref().is_terminal(),
            Self::File(..) => false,
        }
    }

    /// Everything has been written: a file takes its place.
    ///
    /// # Errors
    /// I/O errors from the operating system.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        let Self::File(file, path) = self else { return Ok(()) };
        let failed = || format!("cannot write {}", path.display());
        let file = file.into_inner().map_err(io::IntoInnerError::into_error).with_context(failed)?;
        file.persist(&path).map_err(|error| error.error).with_context(failed)?;
        Ok(())
    }

    /// An error of writing with what was to be written. A reader that went away stays known as that.
    fn failed(&self, error: io::Error) -> io::Error {
        let name = match self {
            Self::Output(_) | Self::Coloured(_) => String::new(),
            Self::Stream(_, path) | Self::File(_, path) => format!(" {}", path.display()),
        };
        io::Error::new(error.kind(), format!("cannot write{name}: {}", without_path(error)))
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self {
            Self::Output(out) => out.write(bytes),
            Self::Coloured(out) => out.write(bytes),
            Self::Stream(out, _) => out.write(bytes),
            Self::File(out, _) => out.write(bytes),
        };
        written.map_err(|error| self.failed(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match self {
            Self::Output(out) => out.flush(),
            Self::Coloured(out) => out.flush(),
            Self::Stream(out, _) => out.flush(),
            Self::File(out, _) => out.flush(),
        };
        flushed.map_err(|error| self.failed(error))
    }
}

/// The error without the name of the temporary file.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    let reason = text.split(" at path ").next().unwrap_or(&text);
    io::Error::new(error.kind(), reason.to_owned())
}

/// Permissions of a normal file, instead of those of a temporary file.
#[cfg(unix)]
fn usual_permissions(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn usual_permissions(_: &mut tempfile::Builder<'_, '_>) {}
