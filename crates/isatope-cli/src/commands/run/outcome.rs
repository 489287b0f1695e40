//! What came of a run.

use std::fmt::Write;
use std::time::Duration;

use isatope_diag::{Diagnostic, codes};
use isatope_emu::manifest::Differences;
use isatope_emu::task::Prepared;
use isatope_emu::{Device, Fault, Report, Totals};
use serde_json::{Value, json};

use super::job::Job;
use super::picture;

/// What came of a run.
pub struct Outcome {
    /// The kernel's name.
    kernel: String,
    /// The name of the target.
    target: &'static str,
    /// Work-items in all, and those of a workgroup.
    shape: [[u32; 3]; 2],
    /// Why it could not go on, if it could not.
    pub fault: Option<(Box<Fault>, Report)>,
    /// What ran, if it came to its end.
    totals: Option<Totals>,
    /// How long it took.
    time: Duration,
    /// Addresses of the buffers.
    addresses: Vec<u64>,
    /// The buffers.
    pub buffers: Vec<Vec<u8>>,
    /// Where they differ from what is expected.
    differences: Vec<Option<Differences>>,
    /// Pictures, as text.
    pictures: String,
}

impl Outcome {
    /// Looks at what a run left behind.
    pub fn new(
        job: &Job,
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
                let report = fault.report(launch, device);
                (None, Some((fault, report)))
            }
        };
        let compared = job.buffers.iter().zip(&buffers).map(|(buffer, bytes)| {
            let (expected, compare) = buffer.expect.as_ref().filter(|_| fault.is_none())?;
            compare.differences(expected, bytes)
        });
        let differences = compared.collect();
        let shown = job.buffers.iter().zip(&buffers).filter_map(|(b, bytes)| Some(picture::text(b.show?, bytes)));
        Self {
            kernel: prepared.kernel.info().name.clone(),
            target: device.target().name(),
            shape: [launch.shape().grid, launch.shape().group],
            pictures: if fault.is_none() { shown.collect::<Vec<_>>().join("\n") } else { String::new() },
            fault,
            totals,
            time,
            addresses: prepared.buffers.iter().map(|b| b.address).collect(),
            buffers,
            differences,
        }
    }

    /// Whether a buffer is not what is expected.
    pub fn differs(&self) -> bool {
        self.differences.iter().any(Option::is_some)
    }

    /// Pictures for the terminal.
    pub fn pictures(&self) -> String {
        self.pictures.clone()
    }

    /// Instructions in a second.
    fn rate(&self) -> f64 {
        self.totals.as_ref().map_or(0.0, |t| t.instructions as f64 / self.time.as_secs_f64().max(1e-9))
    }

    /// What ran and how fast.
    pub fn stats(&self, wanted: bool) -> String {
        let mut out = String::new();
        let Some(totals) = self.totals.as_ref().filter(|_| wanted) else { return out };
        let [grid, group] = self.shape.map(|size| size.map(|n| n.to_string()).join(","));
        let lines = [
            ("kernel", format!("{} on {}", self.kernel, self.target)),
            ("work-items", format!("{grid}, {group} in a workgroup")),
            ("workgroups", totals.workgroups.to_string()),
            ("wavefronts", totals.wavefronts.to_string()),
            ("instructions", totals.instructions.to_string()),
            (
                "time",
                format!("{:.3} s, {:.1} million instructions a second", self.time.as_secs_f64(), self.rate() / 1e6),
            ),
        ];
        for (name, value) in lines {
            let _ = writeln!(out, "{name:13} {value}");
        }
        if totals.hidden > 0 {
            let _ = writeln!(
                out,
                "{:13} {} accesses out of the range of a buffer, which hardware hides",
                "hidden", totals.hidden
            );
        }
        out
    }

    /// The messages: the fault, or what differs.
    pub fn diagnostics(&self, job: &Job) -> Vec<Diagnostic> {
        if let Some((_, report)) = &self.fault {
            let found = Diagnostic::error(codes::FAULT, report.message.clone());
            return vec![Diagnostic { notes: report.notes.clone(), ..found }];
        }
        let mut all = Vec::new();
        for ((buffer, address), found) in job.buffers.iter().zip(&self.addresses).zip(&self.differences) {
            let Some(found) = found else { continue };
            let (count, elements, kind) = (found.count, found.elements, found.kind);
            let differ = if count == 1 { "differs" } else { "differ" };
            let message =
                format!("buffer `{}`: {count} of {elements} {kind} {differ} from what is expected", buffer.name);
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
        if let Some((fault, report)) = &self.fault {
            all["fault"] = json!({
                "message": report.message,
                "notes": report.notes,
                "workgroup": fault.workgroup,
                "wavefront": fault.wave,
                "lanes": format!("{:#x}", fault.lanes),
                "pc": format!("{:#x}", fault.pc),
                "instruction": fault.instruction.map_or(Value::Null, |i| i.to_string().into()),
            });
        }
        all["buffers"] = buffers.collect();
        all.to_string() + "\n"
    }
}
