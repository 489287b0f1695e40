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
    /// Instructions by their addresses.
    listing: HashMap<u64, Value>,
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
        let listing =
            lines(&isatope(&["dis", "--json", &object])).into_iter().filter(|line| line.get("words").is_some());
        let listing = listing.map(|line| (number(&line["address"]), line)).collect();
        all.push(Traced { listing, object, kernel, records });
    }
    assert!(!all.is_empty());
    all
}

impl Traced {
    /// The instruction of the listing at a program counter.
    fn listed(&self, pc: u64) -> &Value {
        self.listing.get(&(pc - BASE)).unwrap_or_else(|| panic!("{}: nothing at {pc:#x}", self.object))
    }
}

/// The bytes of global memory that a record reads, if it does.
fn read(record: &Value) -> Option<(u64, u64)> {
    let all = record["memory"].as_array()?.iter().filter(|m| m["write"] == false && m["memory"] == "mem");
    let all: Vec<(u64, u64)> = all.map(|m| (number(&m["address"]), number(&m["bytes"]))).collect();
    Some((all.iter().map(|m| m.0).min()?, all.iter().map(|m| m.0 + m.1).max()?))
}

/// Each load that the listing explains reads, when the kernel runs, the bytes of the argument that it names; and each
/// read of the arguments is explained.
#[test]
fn loads_read_the_arguments_that_they_name() {
    let (mut seen, mut missed) = (0, BTreeSet::new());
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
    assert!(seen > 60, "{seen} arguments");
    assert!(missed.is_empty(), "{missed:#?}");
}

/// What scalar registers hold, by their numbers.
type Registers = HashMap<u32, u32>;

/// Notes what a record writes to scalar registers; gives the numbers of the registers.
fn note(registers: &mut Registers, record: &Value) -> Vec<u32> {
    let mut written = Vec::new();
    for write in record["writes"].as_array().expect("writes") {
        let (Some(name), Some(values)) = (write["register"].as_str(), write["values"].as_str()) else { continue };
        let Some(numbers) = name.strip_prefix('s').map(|rest| rest.trim_matches(['[', ']'])) else { continue };
        let (first, last) = numbers.split_once(':').unwrap_or((numbers, numbers));
        let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>()) else { continue };
        let value = u128::from_str_radix(values.trim_start_matches("0x"), 16);
        for register in first..=last {
            let part = value.as_ref().ok().filter(|_| last - first < 4).map(|value| value >> (32 * (register - first)));
            match part {
                Some(part) => registers.insert(register, part as u32),
                None => registers.remove(&register),
            };
            written.push(register);
        }
    }
    written
}

/// What the listing says that instructions refer to is what registers hold, and where the program goes on, when it
/// runs.
#[test]
fn references_are_what_registers_hold() {
    let (mut addresses, mut calls) = (0, 0);
    for run in traced(&["calls", "deep"], &["gfx700", "gfx803", "gfx900", "gfx906"]) {
        let mut registers = Registers::new();
        for (index, record) in run.records.iter().enumerate() {
            let written = note(&mut registers, record);
            let listed = run.listed(number(&record["pc"]));
            let Some(to) = listed.get("refers_to") else { continue };
            let address = BASE + number(&to["address"]);
            if matches!(listed["flow"].as_str(), Some("call" | "indirect")) {
                assert_eq!(number(&run.records[index + 1]["pc"]), address, "{}: {listed}", run.object);
                calls += 1;
                continue;
            }
            let pair =
                |high: &u32| Some(u64::from(*registers.get(high)?) << 32 | u64::from(*registers.get(&(high - 1))?));
            let held = written.iter().any(|register| *register > 0 && pair(register) == Some(address));
            let is_read = read(record).is_some_and(|(start, _)| start == address);
            assert!(held || is_read, "{}: {listed} gives {}, not {address:#x}", run.object, record["writes"]);
            addresses += 1;
        }
    }
    assert!(addresses > 4 && calls > 4, "{addresses} addresses, {calls} calls");
}

/// Loads of hidden arguments are named, also those of some of their bytes: an object whose only load of four bytes is
/// moved to each offset in turn.
#[test]
fn hidden_arguments_are_named() {
    let object = root().join("tests/kernels/co/calls-gfx900.co");
    let args = args_of(object.to_str().expect("is text"), "calls");
    let bytes = std::fs::read(&object).expect("readable");
    // s_load_dword s4, s[6:7], 0x10
    let load = [0x03, 0x01, 0x02, 0xc0, 0x10, 0x00, 0x00, 0x00];
    let at = bytes.windows(8).position(|window| window == load).expect("it is there");
    let folder = tempfile::tempdir().expect("a folder");
    let (mut whole, mut parts) = (0, 0);
    for offset in (0..0x100_u64).step_by(4) {
        let mut bytes = bytes.clone();
        bytes[at + 4..at + 8].copy_from_slice(&(offset as u32).to_le_bytes());
        let path = folder.path().join("moved.co");
        std::fs::write(&path, bytes).expect("writable");
        let listing = isatope(&["dis", "--dialect", "llvm", path.to_str().expect("is text")]);
        let line = listing.lines().find(|line| line.contains("s_load_dword s4, s[6:7],")).expect("the load");
        let comment = line.split_once(" // ").map_or("", |(_, comment)| comment);
        let mut read: Vec<_> =
            args.iter().filter(|(_, (from, size))| *from < offset + 4 && offset < from + size).collect();
        read.sort_by_key(|(_, (from, _))| *from);
        let named = read.iter().map(|(name, (from, size))| {
            match (offset <= *from && from + size <= offset + 4, offset > *from) {
                (true, _) => name.to_string(),
                (false, true) => format!("{name}+{:#x}", offset - from),
                (false, false) => format!("{name}+0x0"),
            }
        });
        let named: Vec<String> = named.collect();
        assert_eq!(comment, named.join(", "), "{line}");
        whole += named.iter().filter(|name| name.starts_with("hidden_") && !name.contains('+')).count();
        parts += named.iter().filter(|name| name.contains('+')).count();
    }
    assert!(whole > 8 && parts > 8, "{whole} {parts}");
}

/// Each statement of a graph for Graphviz: nodes that it declares, and ends of its edges.
fn statements(dot: &str) -> (BTreeSet<String>, Vec<(String, String)>) {
    let (mut nodes, mut edges) = (BTreeSet::new(), Vec::new());
    for line in dot.lines().map(str::trim) {
        // Quotes come in pairs, but for those that are escaped.
        let quotes = line.replace("\\\\", "").replace("\\\"", "").matches('"').count();
        assert!(quotes % 2 == 0, "{line}");
        let Some((head, _)) = line.split_once(" [") else { continue };
        match head.split_once(" -> ") {
            Some((from, to)) => edges.push((from.to_owned(), to.to_owned())),
            None => {
                nodes.insert(head.to_owned());
            }
        }
    }
    (nodes, edges)
}

/// Every step of a run leads along an edge of the control-flow graph, and the forms of a graph agree.
#[test]
fn runs_follow_the_graph() {
    let mut steps = 0;
    for run in traced(&["calls", "deep", "floyd", "halves", "index"], &["gfx700", "gfx803", "gfx900"]) {
        let graphs = lines(&isatope(&["dis", "--json", "--cfg", "text", &run.object]));
        let blocks: Vec<&Value> = graphs.iter().flat_map(|graph| graph["blocks"].as_array().expect("blocks")).collect();
        let block_of = |address: u64| {
            let inside = |block: &&&Value| (number(&block["address"])..number(&block["end"])).contains(&address);
            *blocks.iter().find(inside).unwrap_or_else(|| panic!("{}: {address:#x} is in no block", run.object))
        };
        for pair in run.records.windows(2) {
            let [from, to] = [0, 1].map(|n| number(&pair[n]["pc"]) - BASE);
            let block = block_of(from);
            let last = block["instructions"].as_array().expect("some").last().expect("one");
            if number(&last["address"]) != from {
                continue;
            }
            let edges = block["edges"].as_array().expect("edges");
            let leads = |edge: &Value| edge["address"] == to || edge["kind"] == "return" || edge["address"].is_null();
            // A call leads to another graph.
            let calls = run.listed(from + BASE)["flow"] == "call";
            assert!(calls || edges.iter().any(leads), "{}: {from:#x} leads to {to:#x}: {block}", run.object);
            steps += 1;
        }
        let dot = isatope(&["dis", "--cfg", "dot", &run.object]);
        assert_eq!(dot.matches('{').count(), dot.matches('}').count());
        for (graph, text) in graphs.iter().zip(dot.split("digraph ").skip(1)) {
            let (nodes, edges) = statements(text);
            let all = graph["blocks"].as_array().expect("blocks");
            let count: usize = all.iter().map(|block| block["edges"].as_array().map_or(0, Vec::len)).sum();
            assert_eq!(edges.len(), count, "{}", graph["graph"]);
            assert!(edges.iter().all(|(from, to)| nodes.contains(from) && nodes.contains(to)), "{text}");
            let loops = graph["loops"].as_array().map_or(0, Vec::len);
            assert_eq!(text.matches("subgraph cluster_").count(), loops);
        }
    }
    assert!(steps > 100, "{steps}");
}

/// Calls, and what they read, are those of the source of the kernel, `tests/kernels/src/calls.cl`.
#[test]
fn calls_are_those_of_the_source() {
    for processor in ["gfx700", "gfx803", "gfx900", "gfx906"] {
        let object = root().join(format!("tests/kernels/co/calls-{processor}.co"));
        let all = lines(&isatope(&["objdump", "--calls", "--json", object.to_str().expect("is text")]));
        let function = |name: &str| all.iter().find(|line| line["function"] == name).expect("it is there");
        let uses = function("calls")["uses"].as_array().expect("uses");
        let related = |relation: &str| -> Vec<Option<&str>> {
            uses.iter()
                .filter(|found| found["relation"] == relation)
                .map(|found| found["to"]["symbol"].as_str())
                .collect()
        };
        assert!(related("calls_indirectly").contains(&Some("many")), "{processor}: {uses:?}");
        assert!(related("calls_indirectly").contains(&None), "the table is read with an index: {uses:?}");
        assert!(related("uses").contains(&Some("table")), "{uses:?}");
        assert_eq!(function("many")["called_by"], serde_json::json!(["calls"]));
        assert_eq!(function("sum")["uses"][0]["relation"], "returns");
    }
}

/// Comments do not change what `asm` reads, and can be left out.
#[test]
fn comments_can_be_left_out() {
    let object = root().join("tests/kernels/co/calls-gfx900.co");
    let object = object.to_str().expect("is text");
    let (with, without) = (isatope(&["dis", object]), isatope(&["dis", "--no-comments", object]));
    let code = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with("// ")).map(|line| line.split(" // ").next());
        lines.map(|line| line.unwrap_or_default().to_owned()).collect()
    };
    assert!(with.contains(" // table in .data.rel.ro") && with.contains(" // many"));
    assert!(!without.contains("table in") && without.len() < with.len());
    assert_eq!(code(&with), code(&without));
}

/// A long listing explains instructions only if it is asked to, and says so.
#[test]
fn long_listings_explain_on_demand() {
    let folder = tempfile::tempdir().expect("a folder");
    let object = root().join("tests/kernels/co/calls-gfx900.co");
    let output = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_isatope")).args(args).output().expect("isatope starts");
        (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    // The size of .text in the section table is all that decides: 2 MiB at the end of the file.
    let mut bytes = std::fs::read(&object).expect("readable");
    let table = u64::from_le_bytes(bytes[0x28..0x30].try_into().expect("8 bytes")) as usize;
    let count = u16::from_le_bytes(bytes[0x3c..0x3e].try_into().expect("2 bytes")) as usize;
    let field = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
    let text = (0..count).map(|n| table + 64 * n).find(|at| field(&bytes, at + 8) & 4 != 0).expect("there is code");
    let (start, size) = (field(&bytes, text + 24) as usize, field(&bytes, text + 32) as usize);
    let moved = bytes.len().next_multiple_of(4096) + start % 4096;
    let code = bytes[start..start + size].to_vec();
    bytes.resize(moved, 0);
    bytes.extend_from_slice(&code);
    bytes.resize(moved + (2 << 20), 0);
    bytes[text + 24..text + 32].copy_from_slice(&(moved as u64).to_le_bytes());
    bytes[text + 32..text + 40].copy_from_slice(&(2_u64 << 20).to_le_bytes());
    let path = folder.path().join("long.co");
    std::fs::write(&path, bytes).expect("writable");
    let path = path.to_str().expect("is text");
    let (short, note) = output(&["dis", "--dialect", "llvm", path]);
    assert!(!short.contains("// arg2") && note.contains("--comments"), "{note}");
    let (long, note) = output(&["dis", "--dialect", "llvm", "--comments", path]);
    assert!(long.contains("// arg2") && note.is_empty(), "{note}");
    let (part, note) = output(&["dis", "--dialect", "llvm", "--kernel", "calls", path]);
    assert!(part.contains("// arg2") && note.is_empty(), "{note}");
}
