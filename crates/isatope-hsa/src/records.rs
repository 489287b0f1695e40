//! What is told to people and to the launcher: launches and faults.

use std::fs::File;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use isatope_emu::watch::Fidelity;
use isatope_emu::{Cause, Fault, Totals};
use serde_json::{Value, json};

use crate::settings::Settings;

/// Where launches and faults are written.
#[derive(Debug)]
pub(crate) struct Records {
    state: Mutex<State>,
    launches: bool,
    log: bool,
    /// Seconds that a launch waits for a change of memory.
    max_wait: u64,
}

#[derive(Debug)]
struct State {
    file: Option<File>,
    /// Number of launches so far.
    count: u64,
}

/// What is known about a launch beside its result.
#[derive(Debug)]
pub(crate) struct About {
    pub number: u64,
    /// Name of the kernel, as the source has it.
    pub name: String,
    pub device: usize,
    pub shape: Shape,
    /// Functions of the host that launched it.
    pub callers: Vec<String>,
    /// What functions of the host did with the memory that a fault is about, and which.
    pub history: Option<(&'static str, Vec<String>)>,
    pub fidelity: Option<Fidelity>,
    /// Whether it came to a place where registers are printed.
    pub has_stopped: bool,
}

/// Work-items of a grid and of a workgroup.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub grid: [u32; 3],
    pub group: [u32; 3],
}

impl Records {
    pub(crate) fn new(settings: &Settings) -> Self {
        let open = |path| {
            let file = File::options().append(true).create(true).open(path);
            file.inspect_err(|error| eprintln!("isatope: cannot write {}: {error}", std::path::Path::display(path)))
                .ok()
        };
        let file = settings.records.as_deref().and_then(open);
        let Settings { launches, log, max_wait, .. } = *settings;
        Self { state: Mutex::new(State { file, count: 0 }), launches, log, max_wait }
    }

    /// Whether somebody wants to know about each launch.
    fn wanted(&self, state: &State) -> bool {
        self.launches || state.file.is_some()
    }

    /// The number of a launch that begins.
    pub(crate) fn begin(&self) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.count += 1;
        state.count - 1
    }

    /// A launch that ended, or had a fault.
    pub(crate) fn launch(&self, about: &About, result: Result<&Totals, &Fault>, time: Duration) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let About { number, name, device, shape, callers, history, fidelity, has_stopped } = about;
        if let Err(fault) = result {
            let report = fault.report.as_ref().map_or_else(|| fault.to_string(), ToString::to_string);
            eprintln!("isatope: {}", report.trim_end());
            let history = history.iter().map(|(did, functions)| (*did, functions));
            for (did, functions) in history.chain([("launched by", callers)]) {
                for (at, function) in functions.iter().enumerate() {
                    eprintln!("  {:>width$} {function}", if at == 0 { did } else { "by" }, width = did.len());
                }
            }
            if let Some(help) = fault.option_help() {
                eprintln!("isatope: {help}");
            }
            if matches!(fault.cause, Cause::Deadlock(_)) {
                let waited = self.max_wait;
                eprintln!("isatope: memory did not change for {waited} s; for another limit, --max-wait SECONDS");
            }
        }
        if !self.wanted(&state) {
            return;
        }
        if self.launches {
            let list = |[x, y, z]: [u32; 3]| format!("{x},{y},{z}");
            let how = match result {
                Ok(totals) => format!("{} instructions, {:.6} s", totals.instructions, time.as_secs_f64()),
                Err(_) => "a fault".to_string(),
            };
            eprintln!("launch {number}: {name}, grid {}, group {}: {how}", list(shape.grid), list(shape.group));
        }
        let mut record = json!({
            "launch": number,
            "kernel": name,
            "device": device,
            "grid": shape.grid,
            "group": shape.group,
            "seconds": time.as_secs_f64(),
        });
        match result {
            Ok(totals) => {
                record["workgroups"] = totals.workgroups.into();
                record["wavefronts"] = totals.wavefronts.into();
                record["instructions"] = totals.instructions.into();
            }
            Err(fault) => {
                record["fault"] = fault_json(fault);
                record["fault"]["callers"] = callers.clone().into();
                if let Some((did, functions)) = history {
                    record["fault"][did.replace(' ', "_")] = functions.clone().into();
                }
            }
        }
        if *has_stopped {
            record["stopped"] = true.into();
        }
        if let Some(fidelity) = fidelity {
            let inexact = fidelity.list().into_iter().map(
                |i| json!({ "instruction": i.instruction, "status": i.status, "count": i.count, "reasons": i.reasons }),
            );
            record["inexact"] = inexact.collect();
        }
        write(&mut state, &record);
    }

    /// A launch that cannot be made, or another error of the program.
    pub(crate) fn error(&self, message: &str) {
        eprintln!("isatope: {message}");
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        write(&mut state, &json!({ "fault": { "kind": "launch", "message": message } }));
    }

    /// A note for people who look for the reason of an error.
    pub(crate) fn log(&self, message: impl FnOnce() -> String) {
        if self.log {
            eprintln!("isatope: {}", message());
        }
    }
}

/// Adds a line. One call writes it whole, so that lines of several processes do not mix.
fn write(state: &mut State, record: &Value) {
    if let Some(file) = &mut state.file {
        let _ = file.write_all(format!("{record}\n").as_bytes());
    }
}

/// A fault for programs: the names of `isatope run --json`.
fn fault_json(fault: &Fault) -> Value {
    let Some(report) = &fault.report else { return json!({ "message": fault.to_string() }) };
    let frame = |f: &isatope_emu::SourceFrame| json!({ "function": f.function, "file": f.file, "line": f.line, "column": f.column, "inlined": f.inlined });
    json!({
        "kind": report.kind.name(),
        "message": report.message,
        "notes": report.notes,
        "workgroup": fault.workgroup,
        "wavefront": fault.wave,
        "lanes": format!("{:#x}", fault.lanes),
        "instruction": report.instruction,
        "symbol": report.symbol,
        "frames": report.frames.iter().map(frame).collect::<Vec<_>>(),
    })
}
