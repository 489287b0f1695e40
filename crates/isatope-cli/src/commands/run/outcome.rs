//! Prints the outcome of a run.

use std::fmt::Write;
use std::time::Duration;

use isatope::diagnostics::{Diagnostic, SourceMap, codes};
use isatope::emulator::watch::{Fidelity, Summary};
use isatope::emulator::{Cause, Device, Fault, Totals};
use isatope::outcome::{self, BufferLine, LaunchLine};
use isatope::run::manifest::Differences;
use isatope::run::task::Prepared;
use serde_json::{Map, json};

use super::fault::FaultOutcome;
use super::job::{Job, JobBuffer};
use super::picture;

/// The program that was run.
pub struct About<'a> {
    /// The name of the target, as it was given or as the program has it.
    pub target: &'a str,
    /// The file, if it is a container.
    pub object: Option<&'a str>,
    /// Number of the image in the file, if there are several.
    pub image: Option<usize>,
}

/// What came of a run.
pub struct Outcome {
    /// The launches in their order.
    launches: Vec<LaunchLine>,
    /// The name of the target, as it was given or as the program has it.
    target: String,
    /// What its architecture calls a work-item.
    thread: &'static str,
    /// Why it could not go on, if it could not.
    pub fault: Option<FaultOutcome>,
    /// What ran, if it came to its end.
    totals: Option<Totals>,
    /// How long it took.
    time: Duration,
    /// Addresses of the buffers.
    addresses: Vec<u64>,
    /// The buffers.
    pub buffers: Vec<Vec<u8>>,
    /// How they compare with the expected contents, where there are any.
    compared: Vec<Option<Differences>>,
    /// What kernels printed with `printf`.
    printed: String,
    /// What is missing in it.
    notes: Vec<String>,
    /// Pictures, as text.
    pictures: String,
    /// Counts, if they are wanted.
    pub stats: Option<Summary>,
    /// Which instructions ran whose meaning is not known exactly, if that is wanted.
    pub fidelity: Option<Fidelity>,
}

impl Outcome {
    /// Looks at what a run left behind.
    pub fn new(
        job: &Job,
        about: About,
        device: &mut Device,
        prepared: &Prepared,
        result: Result<Totals, (usize, Box<Fault>)>,
        time: Duration,
    ) -> Self {
        let buffers = prepared.placed.contents(device);
        let (totals, fault) = match result {
            Ok(totals) => (Some(totals), None),
            Err((number, mut fault)) => {
                if let Some(report) = fault.report.as_mut().filter(|_| prepared.launches.len() > 1) {
                    report.notes.push(format!("in launches[{number}] of {}", prepared.launches.len()));
                }
                let place = about.object.zip(fault.report.as_ref().and_then(|report| report.file_address));
                let command = place.map(|(file, address)| {
                    let image = about.image.map_or(String::new(), |image| format!(" --image {image}"));
                    format!("isatope at{image} {file} {address:#x}")
                });
                (None, Some(FaultOutcome { fault, command, folder: job.folder() }))
            }
        };
        let printed = device.take_printed();
        let compared = job.buffers.iter().zip(&buffers).map(|(buffer, bytes)| {
            let (expected, compare) = buffer.expect.as_ref().filter(|_| fault.is_none())?;
            Some(compare.compare(expected, bytes))
        });
        let compared = compared.collect();
        let shown = job.buffers.iter().zip(&buffers).filter_map(|(b, bytes)| Some(picture::text(b.show?, bytes)));
        Self {
            launches: prepared.launches.iter().map(LaunchLine::of).collect(),
            target: about.target.to_string(),
            thread: device.target().terms().thread,
            printed: String::from_utf8_lossy(&printed.text).into_owned(),
            notes: printed.notes,
            pictures: if fault.is_none() { shown.collect::<Vec<_>>().join("\n") } else { String::new() },
            fault,
            totals,
            time,
            addresses: prepared.placed.buffers.iter().map(|b| b.address).collect(),
            buffers,
            compared,
            stats: None,
            fidelity: None,
        }
    }

    /// Whether a buffer is not what is expected.
    pub fn differs(&self) -> bool {
        self.compared.iter().flatten().any(|found| found.count > 0)
    }

    /// Whether Ctrl-C ended it.
    pub fn is_interrupted(&self) -> bool {
        self.fault.as_ref().is_some_and(|outcome| matches!(outcome.fault.cause, Cause::Interrupted(_)))
    }

    /// How each buffer with expected contents compares with them: a line for each.
    pub fn comparisons(&self, job: &Job) -> Vec<String> {
        let compared = job.buffers.iter().zip(&self.compared);
        let line = |(buffer, found): (&JobBuffer, &Option<Differences>)| {
            let found = found.as_ref()?;
            let wrong = if found.count == 0 { "all as expected".into() } else { format!("{} wrong", found.count) };
            let summary = found.summary().map_or(String::new(), |summary| format!(", {summary}"));
            Some(format!("`{}`: {} {}, {wrong}{summary}", buffer.name, found.elements, found.kind))
        };
        compared.filter_map(line).collect()
    }

    /// What is not wrong, but has to be said.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// What is printed for people: the output of `printf`, pictures, and the reports that are wanted.
    pub fn text(&self) -> String {
        let mut out = self.printed.clone();
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        out += &self.pictures;
        if let Some(summary) = &self.stats {
            for LaunchLine { kernel, grid, group, repeat } in &self.launches {
                let [grid, group] = [grid, group].map(|size| size.map(|n| n.to_string()).join(","));
                let (target, thread) = (&self.target, self.thread);
                let times = if *repeat == 1 { String::new() } else { format!(", {repeat} times") };
                let _ = writeln!(out, "{kernel} on {target}: {grid} {thread}s, {group} in a workgroup{times}");
            }
            let _ = write!(out, "\n{summary}");
        }
        if let Some(totals) = self.totals.as_ref().filter(|t| self.stats.is_some() && t.hidden > 0) {
            let _ = writeln!(out, "\n{:>14}  accesses outside of a buffer, which the hardware hides", totals.hidden);
        }
        if let Some(fidelity) = &self.fidelity {
            let _ = write!(out, "{}{fidelity}", if out.is_empty() { "" } else { "\n" });
        }
        out
    }

    /// The messages: the fault, or what differs.
    pub fn diagnostics(&self, job: &Job, sources: &mut SourceMap) -> Vec<Diagnostic> {
        if let Some(fault) = &self.fault {
            return vec![fault.diagnostic(sources)];
        }
        let mut all = Vec::new();
        let buffers = job.buffers.iter().zip(&self.addresses).zip(&self.compared);
        for (number, ((buffer, address), found)) in buffers.enumerate() {
            let Some(found) = found.as_ref().filter(|found| found.count > 0) else { continue };
            let (count, elements, kind) = (found.count, found.elements, found.kind);
            let differ = if count == 1 { "differs" } else { "differ" };
            let message =
                format!("buffer `{}`: {count} of {elements} {kind} {differ} from the expected contents", buffer.name);
            let mut diagnostic = Diagnostic::error(codes::COMPARISON, message);
            diagnostic.place = job.place_of_expected(number, sources);
            for d in &found.first {
                let at = address + (d.index * found.size) as u64;
                diagnostic =
                    diagnostic.note(format!("[{}] at {at:#x}: expected {}, got {}", d.index, d.expected, d.got));
            }
            if count > found.first.len() {
                diagnostic = diagnostic.note(format!("and {} more", count - found.first.len()));
            }
            if let Some(summary) = found.summary() {
                diagnostic = diagnostic.note(summary);
            }
            all.push(diagnostic);
        }
        all
    }

    /// All of it as a line of JSON. Of several manifests, the line names its own.
    pub fn json(&self, job: &Job, manifest: Option<&str>) -> String {
        let buffers = job.buffers.iter().zip(&self.buffers).zip(&self.addresses).zip(&self.compared);
        let buffers = buffers.map(|(((buffer, bytes), address), compared)| BufferLine {
            name: &buffer.name,
            address: *address,
            bytes: bytes.len(),
            compared: compared.as_ref(),
        });
        let mut extra = Map::new();
        if let Some(summary) = &self.stats {
            extra.insert("stats".into(), json!(summary));
        }
        if let Some(fidelity) = &self.fidelity {
            extra.insert("inexact".into(), json!(fidelity.list()));
        }
        let all = outcome::Outcome {
            manifest,
            target: &self.target,
            launches: &self.launches,
            seconds: Some(self.time.as_secs_f64()),
            totals: self.totals.as_ref(),
            fault: self.fault.as_ref().map(|outcome| &*outcome.fault),
            printed: &self.printed,
            extra,
            buffers: buffers.collect(),
        };
        all.json().to_string() + "\n"
    }
}
