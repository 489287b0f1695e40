//! Faults as messages.

use std::fs;
use std::path::{Path, PathBuf};

use isatope::diagnostics::{Diagnostic, Place, SourceMap, Span, codes};
use isatope::emulator::{Fault, Report, SourceFrame};
use isatope::outcome::{fault_code, fault_data};

/// Largest source file that is read for the line of a fault.
const LARGEST: u64 = 16 << 20;

/// A fault of a run.
pub struct FaultOutcome {
    /// The fault, with its report.
    pub fault: Box<Fault>,
    /// The command that shows the code around it, for a container.
    pub command: Option<String>,
    /// The folder of the program, where its sources may be as well.
    pub folder: PathBuf,
}

impl FaultOutcome {
    fn report(&self) -> Option<&Report> {
        self.fault.report.as_deref()
    }

    /// The message, at the line of the source if that is known.
    pub fn diagnostic(&self, sources: &mut SourceMap) -> Diagnostic {
        let Some(report) = self.report() else {
            return Diagnostic::error(codes::FAULT, self.fault.to_string());
        };
        let found = Diagnostic::error(codes::FAULT, report.message.clone());
        let shows_code = || self.command.as_ref().map(|command| format!("`{command}` shows the code around it"));
        let code = fault_code(&self.fault, report);
        let help = code.and_then(|_| self.fault.option_help().or_else(shows_code));
        Diagnostic {
            code,
            place: report.place().map_or(Place::Nowhere, |frame| source_place(frame, &self.folder, sources)),
            notes: report.notes.clone(),
            help,
            data: fault_data(&self.fault, report),
            ..found
        }
    }
}

/// A line of a source, with its text if the file is there.
fn source_place(frame: &SourceFrame, folder: &Path, sources: &mut SourceMap) -> Place {
    let SourceFrame { file, line, column, .. } = frame;
    let found = span(frame, folder, sources);
    found.map_or_else(|| Place::Line { file: file.clone(), line: *line, column: *column }, Place::Text)
}

/// The text of a source file.
fn read(path: &Path) -> Option<String> {
    let found = fs::metadata(path).ok().filter(|found| found.is_file() && found.len() <= LARGEST);
    found.and_then(|_| fs::read_to_string(path).ok())
}

fn span(frame: &SourceFrame, folder: &Path, sources: &mut SourceMap) -> Option<Span> {
    let id = match sources.find(&frame.file) {
        Some(id) => id,
        None => {
            let text =
                [Path::new("").join(&frame.file), folder.join(&frame.file)].iter().find_map(|path| read(path))?;
            sources.add(frame.file.clone(), text)
        }
    };
    let (start, line) = sources.get(id)?.line(frame.line as usize)?;
    let indent = line.len() - line.trim_start().len();
    // Compilers count columns in bytes. Without one, the whole line is meant.
    let from = match frame.column {
        0 => indent,
        column => line.floor_char_boundary(column as usize - 1),
    };
    let rest = line.get(from..).unwrap_or_default();
    let length = match frame.column {
        0 => rest.trim_end().len(),
        _ => {
            let word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            rest.find(|c| !word(c)).unwrap_or(rest.len()).max(rest.chars().next().map_or(0, char::len_utf8))
        }
    };
    Some(Span::new(start + from..start + from + length).moved(id, 0))
}
