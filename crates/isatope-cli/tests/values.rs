//! Arguments, tables and calls that listings name, compared with what happens when the kernels run.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn isatope(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_isatope")).args(args).output().expect("isatope starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("is text")
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

/// An address as a number or as hexadecimal text.
fn number(value: &Value) -> u64 {
    let text = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).ok();
    value.as_u64().or_else(|| text(value.as_str()?)).unwrap_or_else(|| panic!("{value} is no number"))
}

/// An argument of a kernel: offset, bytes.
type Args = HashMap<String, (u64, u64)>;

fn args_of(object: &str, kernel: &str) -> Args {
    let all = lines(&isatope(&["objdump", "--json", object]));
    let found = all.iter().find(|line| line["kernel"] == kernel).expect("the kernel is there");
    let args = found["args"].as_array().expect("it has arguments");
    let arg = |arg: &Value| {
        (arg["label"].as_str().expect("a label").to_owned(), (number(&arg["offset"]), number(&arg["bytes"])))
    };
    args.iter().map(arg).collect()
}

/// Address at which `isatope run` loads a program.
const BASE: u64 = 0x40_0000_0000;

/// A compiled kernel, and what its first wavefront does.
struct Traced {
    object: String,
    kernel: String,
    listing: Vec<Value>,
    records: Vec<Value>,
}

/// Kernels of `tests/kernels`, as their manifests run them.
fn traced(names: &[&str], processors: &[&str]) -> Vec<Traced> {
    let data = root().join("tests/kernels/data");
    let mut all = Vec::new();
    for (name, processor) in names.iter().flat_map(|name| processors.iter().map(move |processor| (name, processor))) {
        let manifest = data.join(format!("{name}-{processor}.json"));
        let Ok(text) = std::fs::read_to_string(&manifest) else { continue };
        let task: Value = serde_json::from_str(&text).expect("is JSON");
        let object = data.join(task["program"].as_str().expect("a program")).to_str().expect("is text").to_owned();
        let manifest = manifest.to_str().expect("is text");
        let trace = ["run", "--manifest", manifest, "--trace=json", "--trace-group", "0", "--trace-wave", "0"];
        let records = lines(&isatope(&trace)).into_iter().filter(|line| line.get("pc").is_some()).collect();
        let kernel = task["kernel"].as_str().expect("a kernel").to_owned();
        all.push(Traced { listing: lines(&isatope(&["dis", "--json", &object])), object, kernel, records });
    }
    assert!(!all.is_empty());
    all
}

impl Traced {
    /// The instruction of the listing at a program counter.
    fn listed(&self, pc: u64) -> &Value {
        let found = self.listing.iter().find(|line| line["address"] == pc - BASE && line.get("words").is_some());
        found.unwrap_or_else(|| panic!("{}: nothing at {pc:#x}", self.object))
    }
}

/// The bytes of global memory that a record reads, if it does.
fn read(record: &Value) -> Option<(u64, u64)> {
    let all = record["memory"].as_array()?.iter().filter(|m| m["write"] == false && m["memory"] == "mem");
    let all: Vec<(u64, u64)> = all.map(|m| (number(&m["address"]), number(&m["bytes"]))).collect();
    Some((all.iter().map(|m| m.0).min()?, all.iter().map(|m| m.0 + m.1).max()?))
}

/// Each load that the listing explains reads, when the kernel runs, the bytes of the argument that it names; and each read of the
/// arguments is explained.
#[test]
fn loads_read_the_arguments_that_they_name() {
    let (mut seen, mut hidden, mut missed) = (0, 0, BTreeSet::new());
    let names = ["calls", "atomics64", "bytes", "dynlds", "floyd", "lanes", "halves", "index"];
    for run in traced(&names, &["gfx700", "gfx803", "gfx900", "gfx906"]) {
        let args = args_of(&run.object, &run.kernel);
        let size = args.values().map(|(offset, bytes)| offset + bytes).max().unwrap_or(0);
        let mut segment = None;
        let mut others = Vec::new();
        for record in &run.records {
            let pc = number(&record["pc"]);
            let Some((start, end)) = read(record) else { continue };
            let listed = run.listed(pc);
            let Some(parts) = listed["arguments"].as_array() else {
                others.push((pc, start, end));
                continue;
            };
            for part in parts {
                let label = part["name"].as_str().expect("a name");
                hidden += usize::from(label.starts_with("hidden_"));
                let (offset, bytes) = args[label];
                let (from, length) = (number(&part["offset"]), number(&part["bytes"]));
                assert!(from + length <= bytes, "{listed}");
                // The segment starts at a multiple of 16, and all loads agree where.
                let low = *segment.get_or_insert((start - (offset + from)) & !0xf);
                let at = low + offset + from;
                assert!(start <= at && at + length <= end, "{}: {listed} reads {start:#x}, not {at:#x}", run.object);
                seen += 1;
            }
        }
        let low = segment.unwrap_or_else(|| panic!("{}: nothing is explained", run.object));
        let unexplained = others.iter().filter(|(_, start, end)| *start < low + size && low < *end);
        missed.extend(unexplained.map(|(pc, ..)| format!("{} {:#x}", run.object, pc - BASE)));
    }
    assert!(seen > 60 && hidden > 5, "{seen} arguments, {hidden} of them hidden");
    assert!(missed.is_empty(), "{missed:#?}");
}

/// What the listing says that instructions refer to is what registers hold, and where the program goes on, when it runs.
#[test]
fn references_are_what_registers_hold() {
    let (mut addresses, mut calls) = (0, 0);
    for run in traced(&["calls", "deep"], &["gfx700", "gfx803", "gfx900", "gfx906"]) {
        for (index, record) in run.records.iter().enumerate() {
            let listed = run.listed(number(&record["pc"]));
            let Some(to) = listed.get("refers_to") else { continue };
            let address = BASE + number(&to["address"]);
            if matches!(listed["flow"].as_str(), Some("call" | "indirect")) {
                assert_eq!(number(&run.records[index + 1]["pc"]), address, "{}: {listed}", run.object);
                calls += 1;
            } else if let Some((start, _)) = read(record) {
                // A load names the pointer that it gives, or the place that it reads.
                let value = record["memory"].as_array().expect("read").iter().map(|m| m["value"].to_string());
                assert!(start == address || value.count() > 0, "{}: {listed}", run.object);
            } else {
                let low = format!("{}", address as u32);
                let high = format!("{}", address >> 32);
                let writes = record["writes"].to_string() + &record["reads"].to_string();
                let hex = [format!("{address:x}"), format!("{:x}", address >> 32)];
                let holds = writes.contains(&high) || hex.iter().any(|digits| writes.contains(digits.as_str()));
                assert!(holds, "{}: {listed} gives {writes}, not {low} and {high}", run.object);
                addresses += 1;
            }
        }
    }
    assert!(addresses > 4 && calls > 4, "{addresses} addresses, {calls} calls");
}
