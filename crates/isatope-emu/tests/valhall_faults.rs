//! What shaders of Valhall do wrong is reported with what, who, where, and what lies near. Each case in
//! `valhall/faults.txt` is a program with its launch in the first line, and the report after `----`; `ISATOPE_BLESS=1`
//! writes the reports anew.

use std::fs;

use isatope_asm::{Assembler, Options as Source};
use isatope_core::Target;
use isatope_emu::shader::{Entered, Resources, Slot};
use isatope_emu::watch::Fidelity;
use isatope_emu::{Alignment, Device, Options, Program, Shader};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/valhall/faults.txt");
const RULE: &str = "----";
const NEXT: &str = "====";

/// Assembles and runs a program as its first line says, and gives the report of its fault.
///
/// The line has numbers by name: `threads` in all, `group` of them in a workgroup, bytes of `private` and `shared`
/// memory, and names of checks. With `fidelity`, the report of a run without a fault says which instructions are not
/// exact. There are two buffers of 256 bytes, entries 0 and 1 of table 6: the first holds the numbers from 0 on.
fn run(case: &str) -> String {
    let target = Target::from_name("valhall").expect("it is there");
    let first =
        case.lines().next().and_then(|line| line.strip_prefix("// ")).expect("the first line says how to run it");
    let number = |name: &str| {
        let mut words = first.split_whitespace().filter_map(|word| word.split_once('='));
        words.find(|(key, _)| *key == name).map(|(_, value)| value.parse::<u32>().expect("a number"))
    };
    let has = |name: &str| first.split_whitespace().any(|word| word == name);
    let mut options = Options::default();
    (options.check_init, options.check_races, options.check_waits) = (has("init"), has("races"), has("waits"));
    options.any_barrier = has("any_barrier");
    if has("aligned") {
        options.alignment = Alignment::Natural;
    }
    options.max_instructions = number("most").map_or(options.max_instructions, u64::from);
    let assembler = Assembler::new(target, "mesa", Source::default()).expect("a dialect");
    let output = assembler.assemble(case);
    assert!(!output.failed(), "{case}: {:?}", output.diagnostics);
    let mut device = Device::new(target);
    let bytes = output.bytes_of(".text");
    let program = Program::shader(&mut device, &bytes, &[("main".into(), 0)]).expect("it can be loaded");
    let numbers: Vec<u32> = (0..64).collect();
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    let buffers = [device.named("first", bytes), device.named("second", vec![0; 256])];
    let entries = buffers.iter().zip(0..).map(|(b, index)| (Slot { table: 6, index }, Entered::from(*b)));
    let resources = Resources {
        buffers: entries.collect(),
        uniforms: [(0, 7)].into(),
        thread_local_bytes: number("private").unwrap_or(0),
        workgroup_local_bytes: number("shared").unwrap_or(0),
        ..Resources::default()
    };
    let (threads, group) = (number("threads").unwrap_or(16), number("group").unwrap_or(16));
    let shader = Shader::of(&program, None).expect("it has a beginning");
    let launch = shader.launch([threads, 1, 1], [group, 1, 1], resources).expect("it fits");
    let mut fidelity = Fidelity::new();
    match device.run_watched(&launch, &options, &mut [&mut fidelity]) {
        Ok(_) if has("fidelity") => fidelity.to_string().trim_end().to_string(),
        Ok(_) => format!("nothing; {} instructions", fidelity.total()),
        Err(fault) => fault.report(&launch, &device).to_string(),
    }
}

#[test]
fn reports() {
    let text = fs::read_to_string(FILE).expect("readable");
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for case in text.split(&format!("{NEXT}\n")) {
        let (program, expected) = case.split_once(&format!("{RULE}\n")).expect("a program and a report");
        let found = run(program);
        if found != expected.trim_end() {
            wrong.push(format!("{program}expected:\n{}\nfound:\n{found}\n", expected.trim_end()));
        }
        all.push(format!("{program}{RULE}\n{found}\n"));
    }
    if std::env::var_os("ISATOPE_BLESS").is_some() {
        fs::write(FILE, all.join(&format!("{NEXT}\n"))).expect("it can be written");
        return;
    }
    assert!(wrong.is_empty(), "{} of {} reports are others:\n\n{}", wrong.len(), all.len(), wrong.join("\n"));
}
