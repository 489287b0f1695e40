//! Writes results and diagnostics.

mod colour;
mod destination;
mod pager;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use isatope::Source;
use isatope::diagnostics::{Diagnostic, FileId, Format, Level, SourceMap, render};

pub use destination::Destination;
pub use isatope::listing::Text;
pub use pager::page;

/// Format of errors and warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// The source line with carets
    Human,
    /// One line per message: file:line:column: error: message
    Short,
    /// One JSON object per line
    Json,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Applies the choice to all output.
    pub fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Shows messages on the standard error.
pub struct Reporter {
    format: Format,
    /// The texts that messages point into.
    pub sources: SourceMap,
    /// Messages that are shown, at most.
    most: usize,
    shown: usize,
    errors: usize,
    warnings: usize,
    /// The code of the first error that has one.
    code: Option<&'static str>,
    /// Errors since [`Self::take_errors`], which starts to keep them.
    kept: Option<Vec<Diagnostic>>,
}

impl Reporter {
    /// As the options say.
    pub fn new(format: MessageFormat, color: Color, most: usize) -> Self {
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
        let most = if most == 0 { usize::MAX } else { most };
        Self { format, sources: SourceMap::new(), most, shown: 0, errors: 0, warnings: 0, code: None, kept: None }
    }

    /// Shows a message, unless there were too many.
    pub fn report(&mut self, diagnostic: &Diagnostic) {
        match diagnostic.level {
            Level::Error => {
                self.errors += 1;
                if let Some(kept) = &mut self.kept {
                    kept.push(diagnostic.clone());
                }
            }
            Level::Warning => self.warnings += 1,
        }
        if self.shown >= self.most {
            return;
        }
        self.shown += 1;
        if diagnostic.level == Level::Error {
            self.code = self.code.or(diagnostic.code);
        }
        self.line(&render(self.format, &self.sources, diagnostic));
    }

    /// The errors since the last call of [`Self::take_errors`].
    pub fn errors(&self) -> &[Diagnostic] {
        self.kept.as_deref().unwrap_or_default()
    }

    /// The errors since the last call. The first call starts to keep them.
    pub fn take_errors(&mut self) -> Vec<Diagnostic> {
        self.kept.replace(Vec::new()).unwrap_or_default()
    }

    /// Adds a source with its expansions; returns their numbers.
    pub fn add_source(&mut self, name: &str, source: &Source) -> Vec<FileId> {
        let mut files = vec![self.sources.add(name, source.text())];
        files.extend(source.expansions().iter().map(|text| self.sources.add(&text.name, &text.text)));
        files
    }

    /// What came of something; `None` if an error did, which is shown.
    pub fn unless<T>(&mut self, result: Result<T, Box<Diagnostic>>) -> Option<T> {
        result.map_err(|error| self.report(&error)).ok()
    }

    /// Says something that is not a mistake.
    pub fn note(&self, message: &str) {
        match self.format {
            Format::Json => self.line(&serde_json::json!({ "level": "note", "message": message }).to_string()),
            Format::Human(_) | Format::Short => self.line(&format!("note: {message}")),
        }
    }

    /// Says how many messages were not shown, and which code explains the first one.
    pub fn finish(&self) {
        let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        if self.shown < self.errors + self.warnings {
            let (errors, warnings) = (counted(self.errors, "error"), counted(self.warnings, "warning"));
            match self.format {
                Format::Json => {
                    let line = serde_json::json!({ "level": "note", "errors": self.errors, "warnings": self.warnings, "shown": self.shown });
                    self.line(&line.to_string());
                }
                _ => self.line(&format!(
                    "{errors} and {warnings}: the first {} are shown, `--max-messages 0` shows all",
                    self.shown
                )),
            }
        }
        if let (Format::Human(_), Some(code)) = (self.format, self.code) {
            self.line(&format!("`isatope explain {code}` says more"));
        }
    }

    fn line(&self, text: &str) {
        // A closed standard error is not a reason to stop.
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Reports wrong usage, or a file that cannot be used.
    pub fn usage(&mut self, message: &str, code: Option<&'static str>) {
        let diagnostic = Diagnostic { code, ..Diagnostic::error("", message) };
        self.report(&diagnostic);
    }

    /// The exit code: 1 if an error was shown.
    pub fn code(&self) -> u8 {
        (self.errors > 0) as u8
    }
}

/// Writes to a file, or to the standard output. Binary data is not written to a terminal.
pub fn write(path: Option<&Path>, bytes: &[u8], binary: bool) -> anyhow::Result<()> {
    let mut out = open(path)?;
    if binary {
        refuse_terminal(&out)?;
    }
    out.write_all(bytes).context("cannot write")?;
    out.finish()
}

/// Writes to the standard output as long as somebody reads it: the outcome of a run does not depend on that.
pub fn tell(text: &str) -> anyhow::Result<()> {
    match write(None, text.as_bytes(), false) {
        Err(error) if is_closed_pipe(&error) => Ok(()),
        written => written,
    }
}

/// Fails where binary data would go to a terminal.
pub fn refuse_terminal(out: &Destination) -> anyhow::Result<()> {
    anyhow::ensure!(
        !out.is_terminal(),
        "binary output is not written to a terminal: give a file with -o, or redirect it"
    );
    Ok(())
}

/// Where to write to, piece by piece: a file, or the standard output.
pub fn open(path: Option<&Path>) -> anyhow::Result<Destination> {
    match path {
        Some(path) if path.as_os_str() != "-" => Destination::file(path),
        _ => Ok(Destination::Output(BufWriter::new(io::stdout().lock()))),
    }
}

/// Columns and lines of the terminal that standard output writes to; `None` if that is not a terminal.
pub fn terminal() -> Option<(usize, usize)> {
    let size = if io::stdout().is_terminal() { terminal_size::terminal_size() } else { None };
    size.map(|(width, height)| (usize::from(width.0), usize::from(height.0)))
}

/// Columns of the terminal that standard output writes to; `None` if that is not a terminal.
pub fn width() -> Option<usize> {
    terminal().map(|(columns, _)| columns)
}

/// Whether the reader of the output has gone away, which is its good right.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|e| e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
