//! Writing results and messages.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use isatope_diag::{Diagnostic, Format, Level, SourceMap, render};

pub use isatope_asm::listing::Text;

use crate::args::{Color, MessageFormat};

/// Shows messages on the standard error.
pub struct Reporter {
    format: Format,
    /// The texts that messages point into.
    pub sources: SourceMap,
    errors: usize,
}

impl Reporter {
    /// As the options say.
    pub fn new(format: MessageFormat, color: Color) -> Self {
        let colour = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never,
        };
        let format = match format {
            MessageFormat::Human => Format::Human(colour),
            MessageFormat::Short => Format::Short,
            MessageFormat::Json => Format::Json,
        };
        Self { format, sources: SourceMap::new(), errors: 0 }
    }

    /// Shows a message.
    pub fn report(&mut self, diagnostic: &Diagnostic) {
        self.errors += (diagnostic.level == Level::Error) as usize;
        let text = render(self.format, &self.sources, diagnostic);
        // A closed standard error is no reason to stop.
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Shows what is wrong with how the command was called.
    pub fn usage(&mut self, message: &str) {
        let diagnostic = Diagnostic { code: None, ..Diagnostic::error("", message) };
        self.report(&diagnostic);
    }

    /// The exit code: 1 if an error was shown.
    pub fn code(&self) -> u8 {
        (self.errors > 0) as u8
    }
}

/// Writes to a file, or to the standard output. Binary data is not written to a terminal.
pub fn write(path: Option<&Path>, bytes: &[u8], binary: bool) -> anyhow::Result<()> {
    match path {
        Some(path) if path.as_os_str() != "-" => {
            std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
        }
        _ => {
            let mut out = io::stdout().lock();
            if binary && out.is_terminal() {
                anyhow::bail!("binary output is not written to a terminal: give a file with -o, or redirect it");
            }
            out.write_all(bytes).and_then(|()| out.flush()).context("cannot write")
        }
    }
}

/// Where to write to, piece by piece.
pub fn open(path: Option<&Path>) -> anyhow::Result<Box<dyn Write>> {
    Ok(match path {
        Some(path) if path.as_os_str() != "-" => {
            Box::new(std::fs::File::create(path).with_context(|| format!("cannot write {}", path.display()))?)
        }
        _ => Box::new(io::stdout().lock()),
    })
}

/// Whether the reader of the output has gone away, which is its good right.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|e| e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
