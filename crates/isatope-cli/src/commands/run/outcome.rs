//! Prints the outcome of a run.

use std::fmt::Write;
use std::time::Duration;

use isatope::Target;
use isatope::diagnostics::{Diagnostic, SourceMap, codes};
use isatope::emulator::watch::{Fidelity, Summary};
use isatope::emulator::{Cause, Device, Fault, Totals};
use isatope::run::manifest::Differences;
use isatope::run::task::Prepared;
use serde_json::json;

use super::fault::FaultOutcome;
use super::job::Job;
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
    /// The kernel's name.
    kernel: String,
    /// The name of the target, as it was given or as the program has it.
    target: String,
    /// What its architecture calls a work-item.
    thread: &'static str,
    /// Work-items in all, and those of a workgroup.
    shape: [[u32; 3]; 2],
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
    /// Where they differ from the expected contents.
    differences: Vec<Option<Differences>>,
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
        device: &Device,
        prepared: &Prepared,
        result: Result<Totals, Box<Fault>>,
        time: Duration,
    ) -> Self {
        let launch = &prepared.launch;
        let buffers: Vec<Vec<u8>> = prepared.buffers.iter().map(|b| device.read(*b).to_vec()).collect();
        let (totals, fault) = match result {
            Ok(totals) => (Some(totals), None),
            Err(fault) => {
                let place = about.object.zip(fault.report.as_ref().and_then(|report| report.file_address));
                let command = place.map(|(file, address)| {
                    let image = about.image.map_or(String::new(), |image| format!(" --image {image}"));
                    format!("isatope at{image} {file} {address:#x}")
                });
                (None, Some(FaultOutcome { fault, command, folder: job.folder() }))
            }
        };
        let compared = job.buffers.iter().zip(&buffers).map(|(buffer, bytes)| {
            let (expected, compare) = buffer.expect.as_ref().filter(|_| fault.is_none())?;
            compare.differences(expected, bytes)
        });
        let differences = compared.collect();
        let shown = job.buffers.iter().zip(&buffers).filter_map(|(b, bytes)| Some(picture::text(b.show?, bytes)));
        Self {
            kernel: launch.entry().name().to_string(),
            target: about.target.to_string(),
            thread: Target::from(device.target()).terms().thread,
            shape: [launch.shape().grid, launch.shape().group],
            pictures: if fault.is_none() { shown.collect::<Vec<_>>().join("\n") } else { String::new() },
            fault,
            totals,
            time,
            addresses: prepared.buffers.iter().map(|b| b.address).collect(),
            buffers,
            differences,
            stats: None,
            fidelity: None,
        }
    }

    /// Whether a buffer is not what is expected.
    pub fn differs(&self) -> bool {
        self.differences.iter().any(Option::is_some)
    }

    /// Whether Ctrl-C ended it.
    pub fn is_interrupted(&self) -> bool {
        self.fault.as_ref().is_some_and(|outcome| matches!(outcome.fault.cause, Cause::Interrupted(_)))
    }

    /// What is printed for people: pictures, and the reports that are wanted.
    pub fn text(&self) -> String {
        let mut out = self.pictures.clone();
        if let Some(summary) = &self.stats {
            let [grid, group] = self.shape.map(|size| size.map(|n| n.to_string()).join(","));
            let (kernel, target, thread) = (&self.kernel, &self.target, self.thread);
            let _ = writeln!(out, "{kernel} on {target}: {grid} {thread}s, {group} in a workgroup\n");
            let _ = write!(out, "{summary}");
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
        for ((buffer, address), found) in job.buffers.iter().zip(&self.addresses).zip(&self.differences) {
            let Some(found) = found else { continue };
            let (count, elements, kind) = (found.count, found.elements, found.kind);
            let differ = if count == 1 { "differs" } else { "differ" };
            let message =
                format!("buffer `{}`: {count} of {elements} {kind} {differ} from the expected contents", buffer.name);
            let mut diagnostic = Diagnostic::error(codes::COMPARISON, message);
            for d in &found.first {
                let at = address + (d.index * found.size) as u64;
                diagnostic =
                    diagnostic.note(format!("[{}] at {at:#x}: expected {}, got {}", d.index, d.expected, d.got));
            }
            if count > found.first.len() {
                diagnostic = diagnostic.note(format!("and {} more", count - found.first.len()));
            }
            all.push(diagnostic);
        }
        all
    }

    /// All of it as a line of JSON.
    pub fn json(&self, job: &Job) -> String {
        let buffers = job.buffers.iter().zip(&self.buffers).zip(&self.addresses).zip(&self.differences);
        let buffers = buffers.map(|(((buffer, bytes), address), found)| {
            let mut entry = json!({ "name": buffer.name, "address": format!("{address:#x}"), "bytes": bytes.len() });
            if buffer.expect.is_some() && self.fault.is_none() {
                entry["as_expected"] = found.is_none().into();
            }
            if let Some(found) = found {
                let first = found.first.iter().map(|d| json!({ "index": d.index, "expected": d.expected, "got": d.got }));
                entry["differences"] = json!({
                    "kind": found.kind, "elements": found.elements, "count": found.count, "first": first.collect::<Vec<_>>(),
                });
            }
            entry
        });
        let mut all = json!({
            "ok": self.fault.is_none() && !self.differs(),
            "kernel": self.kernel,
            "target": self.target,
            "grid": self.shape[0],
            "local_size": self.shape[1],
            "seconds": self.time.as_secs_f64(),
        });
        if let Some(totals) = &self.totals {
            all["workgroups"] = totals.workgroups.into();
            all["wavefronts"] = totals.wavefronts.into();
            all["instructions"] = totals.instructions.into();
            all["hidden_accesses"] = totals.hidden.into();
        }
        if let Some(fault) = &self.fault {
            all["fault"] = fault.json();
        }
        if let Some(summary) = &self.stats {
            all["stats"] = json!(summary);
        }
        if let Some(fidelity) = &self.fidelity {
            all["inexact"] = json!(fidelity.list());
        }
        all["buffers"] = buffers.collect();
        all.to_string() + "\n"
    }
}
