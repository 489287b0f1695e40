//! What came of a run, for programs: the JSON of `isatope run --json`.

use isatope_diag::codes;
use isatope_emu::{Cause, Fault, FaultKind, Launch, Report, Totals};
use isatope_run::manifest::Differences;
use serde_json::{Map, Value, json};

/// What came of a run.
#[derive(Debug, Default)]
pub struct Outcome<'a> {
    /// The file of the manifest, if the line is to name it.
    pub manifest: Option<&'a str>,
    /// The name of the target.
    pub target: &'a str,
    /// The launches in their order.
    pub launches: &'a [LaunchLine],
    /// How long it took, if somebody looked at a clock.
    pub seconds: Option<f64>,
    /// What ran, if it came to its end.
    pub totals: Option<&'a Totals>,
    /// Why it could not go on, if it could not.
    pub fault: Option<&'a Fault>,
    /// What kernels printed.
    pub printed: &'a str,
    /// Further keys.
    pub extra: Map<String, Value>,
    /// The buffers.
    pub buffers: Vec<BufferLine<'a>>,
}

/// A launch as it is printed.
#[derive(Clone, Debug)]
pub struct LaunchLine {
    /// The kernel's name.
    pub kernel: String,
    /// Work-items in all.
    pub grid: [u32; 3],
    /// Work-items of a workgroup.
    pub group: [u32; 3],
    /// How many times it ran.
    pub repeat: u32,
}

/// A buffer as it is printed.
#[derive(Debug)]
pub struct BufferLine<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where it lies.
    pub address: u64,
    /// How many bytes it has.
    pub bytes: usize,
    /// How it compares with the expected contents, where there are any.
    pub compared: Option<&'a Differences>,
}

impl LaunchLine {
    /// A launch that runs so many times.
    pub fn of((launch, repeat): &(Launch, u32)) -> Self {
        let shape = launch.shape();
        Self { kernel: launch.entry().name().to_string(), grid: shape.grid, group: shape.group, repeat: *repeat }
    }
}

impl Outcome<'_> {
    /// All of it as an object.
    pub fn json(self) -> Value {
        let differs = self.buffers.iter().any(|buffer| buffer.compared.is_some_and(|found| found.count > 0));
        let mut all = json!({ "ok": self.fault.is_none() && !differs });
        if let Some(manifest) = self.manifest {
            all["manifest"] = manifest.into();
        }
        match self.launches {
            [only] => {
                all["kernel"] = only.kernel.as_str().into();
                all["target"] = self.target.into();
                all["grid"] = json!(only.grid);
                all["local_size"] = json!(only.group);
            }
            several => {
                let launches = several.iter().map(|launch| {
                    let LaunchLine { kernel, grid, group, repeat } = launch;
                    json!({ "kernel": kernel, "grid": grid, "local_size": group, "repeat": repeat })
                });
                all["target"] = self.target.into();
                all["launches"] = launches.collect();
            }
        }
        if let Some(seconds) = self.seconds {
            all["seconds"] = seconds.into();
        }
        if let Some(totals) = self.totals {
            all["workgroups"] = totals.workgroups.into();
            all["wavefronts"] = totals.wavefronts.into();
            all["instructions"] = totals.instructions.into();
            all["hidden_accesses"] = totals.hidden.into();
        }
        if let Some(fault) = self.fault {
            all["fault"] = fault_json(fault);
        }
        if !self.printed.is_empty() {
            all["printed"] = self.printed.into();
        }
        for (key, value) in self.extra {
            all[key] = value;
        }
        all["buffers"] = self.buffers.iter().map(BufferLine::json).collect();
        all
    }
}

impl BufferLine<'_> {
    fn json(&self) -> Value {
        let mut entry = json!({
            "name": self.name, "address": format!("{:#x}", self.address), "bytes": self.bytes,
        });
        let Some(found) = self.compared else { return entry };
        entry["as_expected"] = (found.count == 0).into();
        for (key, largest) in [("largest_difference", &found.largest), ("largest_relative", &found.relative)] {
            if let Some(largest) = largest {
                entry[key] = json!({ "index": largest.index, "value": largest.value });
            }
        }
        if found.count > 0 {
            let first = found.first.iter().map(|d| json!({ "index": d.index, "expected": d.expected, "got": d.got }));
            entry["differences"] = json!({
                "kind": found.kind, "elements": found.elements, "count": found.count, "first": first.collect::<Vec<_>>(),
            });
        }
        entry
    }
}

/// The code of a fault; `None` if somebody interrupted the run.
pub fn fault_code(fault: &Fault, report: &Report) -> Option<&'static str> {
    if matches!(fault.cause, Cause::Interrupted(_)) {
        return None;
    }
    Some(match report.kind {
        FaultKind::OutOfBounds => codes::OUT_OF_BOUNDS,
        FaultKind::Misaligned => codes::MISALIGNED,
        FaultKind::Uninitialized => codes::UNINITIALIZED,
        FaultKind::Race => codes::RACE,
        FaultKind::Barrier => codes::BARRIER,
        FaultKind::Endless => codes::ENDLESS,
        FaultKind::IllegalInstruction => codes::ILLEGAL,
        FaultKind::IllegalRegister => codes::ILLEGAL_REGISTER,
        FaultKind::MissingWait => codes::MISSING_WAIT,
        FaultKind::Trap => codes::TRAP,
        FaultKind::Unsupported => codes::UNSUPPORTED,
        _ => codes::FAULT,
    })
}

/// A fault.
pub fn fault_json(fault: &Fault) -> Value {
    let Some(report) = fault.report.as_deref() else { return json!({ "message": fault.to_string() }) };
    let place = report.place().map(
        |frame| json!({ "file": frame.file, "line": frame.line, "column": (frame.column > 0).then_some(frame.column) }),
    );
    let mut all = Map::new();
    all.insert("code".into(), fault_code(fault, report).into());
    all.insert("message".into(), report.message.clone().into());
    all.insert("notes".into(), report.notes.clone().into());
    all.insert("place".into(), place.into());
    all.extend(fault_data(fault, report));
    Value::Object(all)
}

/// Facts about a fault that its text has in words.
pub fn fault_data(fault: &Fault, report: &Report) -> Map<String, Value> {
    let accesses = match &fault.cause {
        Cause::Access(accesses) => accesses.as_slice(),
        Cause::Race(race) => std::slice::from_ref(&race.access),
        _ => &[],
    };
    let accesses = accesses.iter().map(|access| {
        json!({
            "lane": access.lane,
            "write": access.write,
            "address": format!("{:#x}", access.address),
            "bytes": access.bytes,
        })
    });
    let data = json!({
        "kind": report.kind.name(),
        "workgroup": fault.workgroup,
        "wavefront": fault.wave,
        "lanes": format!("{:#x}", fault.lanes),
        "work_item": report.item,
        "pc": format!("{:#x}", fault.pc),
        "file_address": report.file_address.map(|address| format!("{address:#x}")),
        "symbol": report.symbol,
        "instruction": report.instruction,
        "frames": report.frames,
        "accesses": accesses.collect::<Vec<_>>(),
    });
    match data {
        Value::Object(data) => data,
        _ => Map::new(),
    }
}
