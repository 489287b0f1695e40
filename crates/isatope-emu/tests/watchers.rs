//! What watchers say of a small kernel that is known by heart, and that runs stop where they should.

use isatope_core::Target;
use isatope_emu::watch::{BreakError, Breaks, Fidelity, Filter, Hit, Kind, Notation, Stats, Trace, TraceRecord};
use isatope_emu::{Arg, Buffer, Changed, Device, Kernel, Launch, Options, Pause, Program, Session};

const OBJECT: &[u8] = include_bytes!("faults/faults.co");

/// A kernel of `faults/faults.s` with two buffers.
fn kernel(name: &str, items: u32, group: u32) -> (Device, Launch, [Buffer; 2]) {
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program = Program::load(&mut device, OBJECT).expect("it loads");
    let kernel = Kernel::of(&program, name).expect("it is there");
    let buffers = [device.named("first", vec![0; 1024]), device.named("second", vec![0; 1024])];
    let launch = kernel.launch([items, 1, 1], [group, 1, 1], &buffers.map(Arg::Buffer)).expect("it fits");
    (device, launch, buffers)
}

fn trace(name: &str, filter: Filter) -> Vec<TraceRecord> {
    let (mut device, launch, _) = kernel(name, 128, 128);
    let mut records = Vec::new();
    let program = launch.entry().program().clone();
    let mut trace = Trace::new(&program, filter, |record: &TraceRecord| records.push(record.clone()));
    device.run_watched(&launch, &Options::default(), &mut [&mut trace]).expect("it runs");
    drop(trace);
    records
}

#[test]
fn a_trace_says_what_was_read_and_written() {
    let lines: Vec<String> = trace("no_race_in_lds", Filter::default()).iter().map(|r| r.to_string()).collect();
    let (first, second): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.starts_with("0,0,0/0 "));
    assert_eq!((first.len(), second.len()), (9, 9));
    let expected = "\
0,0,0/0 ffffffffffffffff no_race_in_lds       s_load_dwordx4 s[4:7], s[0:1], 0x0           s[0:1]=0x5000030900 -> s[4:7]=0x50000104000000005000000000; reads 16 bytes of memory at 0x5000030900  // ./faults.s:120
0,0,0/0 ffffffffffffffff no_race_in_lds+0x8   s_waitcnt lgkmcnt(0)                          // ./faults.s:120
0,0,0/0 ffffffffffffffff no_race_in_lds+0xc   v_lshlrev_b32_e32 v1, 2, v0                  v0={0-63: 0x0, +0x1} -> v1={0-63: 0x0, +0x4}  // ./faults.s:121
0,0,0/0 ffffffffffffffff no_race_in_lds+0x10  v_xor_b32_e32 v2, 0x100, v1                  v1={0-63: 0x0, +0x4} -> v2={0-63: 0x100, +0x4}  // ./faults.s:122
0,0,0/0 ffffffffffffffff no_race_in_lds+0x18  ds_write_b32 v1, v0                          v1={0-63: 0x0, +0x4} v0={0-63: 0x0, +0x1}; writes 4 bytes of LDS at {0-63: 0x0, +0x4}  // ./faults.s:123
0,0,0/0 ffffffffffffffff no_race_in_lds+0x20  s_waitcnt lgkmcnt(0)                          // ./faults.s:124
0,0,0/0 ffffffffffffffff no_race_in_lds+0x24  s_barrier                                     // ./faults.s:125
0,0,0/0 ffffffffffffffff no_race_in_lds+0x28  ds_read_b32 v3, v2                           v2={0-63: 0x100, +0x4} -> v3={0-63: 0x40, +0x1}; reads 4 bytes of LDS at {0-63: 0x100, +0x4}  // ./faults.s:126
0,0,0/0 ffffffffffffffff no_race_in_lds+0x30  s_endpgm                                      // ./faults.s:127";
    assert_eq!(first.into_iter().cloned().collect::<Vec<_>>().join("\n"), expected);
}

#[test]
fn a_trace_shows_one_lane() {
    let filter = Filter { lane: Some(5), wave: Some(1), workgroup: Some([0; 3]) };
    let records = trace("no_race_in_lds", filter);
    let writes = &records[4];
    let expected = "\
0,0,0/1 ffffffffffffffff no_race_in_lds+0x18  ds_write_b32 v1, v0                          v1=0x114 v0=0x45; \
                    writes 4 bytes of LDS at 0x114  // ./faults.s:123";
    assert_eq!(writes.to_string(), expected);
    let json = serde_json::to_value(writes).expect("it can be written");
    let expected = serde_json::json!({
        "workgroup": [0, 0, 0], "wave": 1, "pc": format!("{:#x}", writes.pc), "place": "no_race_in_lds+0x18", "line": "./faults.s:123",
        "instruction": "ds_write_b32 v1, v0", "target": null, "note": null,
        "exec": "0xffffffffffffffff",
        "reads": [{ "register": "v1", "values": "0x114" }, { "register": "v0", "values": "0x45" }],
        "writes": [],
        "memory": [{ "memory": "lds", "lane": 5, "write": true, "address": "0x114", "bytes": 4, "value": "0x45" }],
    });
    assert_eq!(json, expected);
    assert!(trace("no_race_in_lds", Filter { wave: Some(2), ..filter }).is_empty());
}

/// Values that are no run and do not fit into a line stand in a table, with inactive lanes marked; operands of float
/// types are floats.
#[test]
fn a_trace_has_tables() {
    let squares: Vec<u8> = (0..64).flat_map(|n| ((n * n) as f32).to_le_bytes()).collect();
    let mut device = Device::new(Target::from_name("gfx900").expect("known"));
    let program =
        Program::load(&mut device, include_bytes!("../../../tests/objects/vadd-gfx900.co")).expect("it loads");
    let kernel = Kernel::of(&program, "vadd").expect("it is there");
    let (a, c) = (device.named("a", squares), device.zeros(256));
    let launch =
        kernel.launch([64, 1, 1], [64, 1, 1], &[a.into(), a.into(), c.into(), Arg::from(20u32)]).expect("it fits");
    let traced = |notation: Notation| {
        let mut found = Vec::new();
        let mut trace =
            Trace::new(&program, Filter::default(), |record| found.push(record.to_string())).notation(notation);
        device.clone().run_watched(&launch, &Options::default(), &mut [&mut trace]).expect("it runs");
        drop(trace);
        found.into_iter().find(|line| line.contains("v_add_f32")).expect("it adds")
    };
    let dots = ["         ·"; 4].join(" ");
    let text = traced(Notation::Typed);
    let (line, table) = text.split_once('\n').expect("a table");
    assert!(line.contains("=… ") && line.contains(" -> ") && !line.contains('{'), "{line}");
    let values = |scale: i32| (0..20).map(|n| format!("{:>10?}", (scale * n * n) as f32)).collect::<Vec<_>>();
    let rows = |label: &str, sign: &str, values: &[String]| {
        let row = |range: std::ops::Range<usize>| values[range].join(" ");
        format!(
            "    {label:6} {sign:>2}  0: {}\n{:14} 8: {}\n{:13} 16: {} {dots}",
            row(0..8),
            "",
            row(8..16),
            "",
            row(16..20)
        )
    };
    let names: Vec<&str> = line.split_whitespace().filter_map(|word| word.strip_suffix("=…")).collect();
    let [read, also, written] = names[..] else { panic!("{line}") };
    let expected =
        [rows(read, "=", &values(1)), rows(also, "=", &values(1)), rows(written, "->", &values(2))].join("\n");
    assert_eq!(table, expected);
    assert!(traced(Notation::Hex).contains("0x42c80000"), "bits of 100.0");
    assert!(traced(Notation::Int).contains(&0x42c8_0000.to_string()));
}

#[test]
fn registers_have_names() {
    let gfx900 = Target::from_name("gfx900").expect("known");
    let (mut device, launch, _) = kernel("no_race_in_lds", 96, 96);
    device.zeros(4);
    let mut session = Session::new(device, launch, Options::default());
    let mut named = Vec::new();
    for _ in 0..6 {
        let (_, changes) = session.step();
        named.extend(changes.registers.iter().filter_map(|changed| changed.name(gfx900)));
    }
    let has = |name: &str| named.iter().any(|n| n == name);
    assert!(has("s5") && has("v1") && has("v2"), "{named:?}");
    assert_eq!(Changed::Scalar(124, 0, 1).name(gfx900).as_deref(), Some("scc"));
}

#[test]
fn counts_are_right() {
    let (mut device, launch, _) = kernel("no_race_in_lds", 96, 96);
    let mut stats = Stats::new(launch.entry().program());
    let totals = device.run_watched(&launch, &Options::default(), &mut [&mut stats]).expect("it runs");
    let summary = stats.summary();
    assert_eq!(summary.instructions, totals.instructions);
    // Two wavefronts, the second one with 32 work-items: four vector instructions each.
    assert_eq!((summary.wavefronts, summary.barriers), (2, 2));
    let vector = summary.vector;
    assert_eq!((vector.instructions, vector.lanes, vector.partial, vector.empty), (8, 4 * 96, 4, 0));
    let lds = summary.traffic.iter().find(|t| t.memory == "lds").expect("it is used");
    assert_eq!((lds.written.bytes, lds.written.accesses, lds.written.instructions), (384, 96, 2));
    // 256 bytes are four lines, 128 are two.
    assert_eq!((lds.read.lines, lds.written.lines), (6, 6));
    assert_eq!(summary.classes.iter().map(|c| c.instructions).sum::<u64>(), summary.instructions);
    assert_eq!(summary.hot.len(), 9);
    assert!(summary.hot.iter().all(|hot| hot.times == 2 && hot.line.is_some()));
    let text = summary.to_string();
    assert!(text.contains("48.0 lanes active on average"), "{text}");
}

#[test]
fn branches_and_splits_are_counted() {
    let (mut device, launch, _) = kernel("branches", 64, 64);
    let mut stats = Stats::new(launch.entry().program());
    device.run_watched(&launch, &Options::default(), &mut [&mut stats]).expect("it runs");
    let branches = stats.summary().branches;
    // A loop of three rounds, one split, one mask that is empty, over whose code a branch goes.
    assert_eq!((branches.taken, branches.not_taken, branches.jumps), (3, 1, 1));
    assert_eq!((branches.split, branches.emptied), (1, 1));
}

#[test]
fn what_is_not_exact_is_named() {
    let (mut device, launch, _) = kernel("branches", 64, 64);
    let mut fidelity = Fidelity::new();
    device.run_watched(&launch, &Options::default(), &mut [&mut fidelity]).expect("it runs");
    let list = fidelity.list();
    assert_eq!(list.len(), 1, "{fidelity}");
    assert_eq!((list[0].status, list[0].count), ("approximate", 3));
    assert!(!list[0].reasons.is_empty() && fidelity.to_string().contains(&format!("3 {}", list[0].instruction)));
}

/// The addresses at which a session stops.
fn stops(name: &str, set: impl FnOnce(&mut Breaks)) -> Vec<(u32, Hit)> {
    let (device, launch, _) = kernel(name, 128, 128);
    let mut breaks = Breaks::new(launch.entry().program());
    set(&mut breaks);
    let mut session = Session::new(device, launch, Options::default());
    let mut stops = Vec::new();
    while session.run(&mut [&mut breaks]) == Pause::Break {
        let wave = session.current().expect("it has not ended").1.number;
        stops.push((wave, breaks.hit().expect("it says why").clone()));
        assert!(stops.len() < 100, "it stops again and again");
    }
    assert_eq!(session.over(), Some(&Pause::Done));
    stops
}

#[test]
fn runs_stop_at_places_once() {
    let mut address = 0;
    let found = stops("no_race_in_lds", |breaks| address = breaks.at_symbol("no_race_in_lds+0x18").expect("a symbol"));
    assert_eq!(found, [(0, Hit::Place(address)), (1, Hit::Place(address))]);
    let found = stops("no_race_in_lds", |breaks| {
        let line =
            1 + include_str!("faults/faults.s").lines().position(|l| l.contains("s_barrier")).expect("a barrier");
        assert_eq!(breaks.at_line(&format!("faults.s:{line}")).expect("a line").len(), 1);
    });
    assert_eq!(found.len(), 2);
    // A place in a loop of three rounds.
    assert_eq!(stops("branches", |breaks| _ = breaks.at_symbol("branches+0x18")).len(), 6);
}

#[test]
fn runs_stop_at_changes() {
    let changes = |register: &str| {
        let found = stops("branches", |breaks| breaks.on_change(register).expect("a register"));
        found.into_iter().filter(|(wave, _)| *wave == 0).count()
    };
    // What it begins with, and three rounds.
    assert_eq!(changes("s8"), 4);
    // One conversion, and three roots.
    assert_eq!(changes("v3"), 4);
    let found = stops("no_race_in_lds", |breaks| breaks.on_access("lds", 252..260, Kind::Write).expect("a memory"));
    let writes: Vec<(u32, u64)> = found
        .iter()
        .map(|(wave, hit)| match hit {
            Hit::Memory { access, .. } => (*wave, access.address),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(writes, [(0, 252), (1, 256)]);
}

#[test]
fn what_is_not_there_is_no_place_to_stop() {
    let (_, launch, _) = kernel("branches", 64, 64);
    let mut breaks = Breaks::new(launch.entry().program());
    assert_eq!(breaks.at_symbol("branch"), Err(BreakError::NoSymbol("branch".into())));
    assert_eq!(breaks.at_symbol("branches+x"), Err(BreakError::NoSymbol("branches+x".into())));
    assert_eq!(breaks.at_line("faults.s:1"), Err(BreakError::NoLine("faults.s:1".into())));
    assert_eq!(breaks.on_change("v256"), Err(BreakError::NoRegister("v256".into())));
    assert_eq!(breaks.on_access("ram", 0..1, Kind::Any), Err(BreakError::NoMemory("ram".into())));
}
