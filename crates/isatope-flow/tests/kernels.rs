//! Tests blocks and live registers of compiled kernels and shaders.
//!
//! They are outside of the repository: in `../shared/kernels`, if it exists.

use isatope_core::{FlowKind, Resources, Target};
use isatope_flow::{Dominators, Graph, Liveness, Loops, Program};
use isatope_object::mesa::{self, Piece};
use isatope_testing::{files, files_below, read, shared};

/// The code of every kernel of every code object.
fn kernels() -> Vec<(String, Program)> {
    let Some(folder) = shared("kernels/co") else { return Vec::new() };
    let mut found = Vec::new();
    for path in files(folder, &[]) {
        let bytes = read(&path);
        let Ok(container) = isatope_object::open(&bytes) else { continue };
        let Some(target) = container.target.and_then(Target::from_name) else { continue };
        for kernel in &container.kernels {
            let Some((section, start, end)) = kernel.code else { continue };
            let section = &container.sections[section];
            let code = &section.data[start as usize..(end as usize).min(section.data.len())];
            let name = format!("{} {}", path.display(), kernel.name);
            found.push((name, Program::decode_at(target, section.address + start, code)));
        }
    }
    found
}

fn shaders() -> Vec<(String, Program)> {
    let Some(folder) = shared("kernels/valhall") else { return Vec::new() };
    let target = Target::from_name("valhall").expect("known");
    let mut found = Vec::new();
    for file in files_below(folder, &["asm"]) {
        for piece in mesa::binary(&read(file.with_extension("bin"))) {
            let Piece::Code { bytes, .. } = piece else { continue };
            found.push((file.display().to_string(), Program::decode(target, &bytes)));
        }
    }
    found
}

/// Checks properties of every compiled program.
fn check(name: &str, program: &Program, graph: &Graph) -> usize {
    let dominators = Dominators::new(graph);
    let loops = Loops::new(graph, &dominators);
    assert!(!loops.has_irreducible(), "{name}");
    for (index, block) in graph.blocks().iter().enumerate().filter(|(_, block)| block.reachable) {
        let last = program.items()[block.last()];
        assert!(!block.falls_out && !block.jumps_out, "{name}: control leaves the program at {:#x}", last.address);
        assert!(dominators.dominates(graph.entries()[0], index), "{name}");
        let flow = last.instruction.expect("reached").flow();
        assert_eq!(
            block.next.is_empty() && !block.unknown,
            flow.kind == FlowKind::End,
            "{name} at {:#x}",
            last.address
        );
    }
    loops.all().len()
}

/// Registers of a file.
fn file(target: Target, vector: bool) -> Resources {
    let files = target.arch().files.iter().enumerate();
    let sets = files.filter(|(_, file)| file.per_lane == vector).map(|(index, file)| {
        let file_id = isatope_core::tables::FileId::new(index);
        target.arch().file_resources(file_id, 0, file.count.min(255) as u16)
    });
    sets.fold(Resources::EMPTY, |set, range| set | Resources::range(range))
}

#[isatope_reference::test("kernels/co")]
fn compiled_kernels() {
    let (mut loops, mut kernels_seen) = (0, 0);
    for (name, program) in kernels() {
        let graph = program.graph();
        loops += check(&name, &program, &graph);
        kernels_seen += 1;
        // A call may read all registers.
        let calls = |index: usize| matches!(program.flow(index).kind, FlowKind::Call | FlowKind::Trap);
        if graph.blocks().iter().any(|block| block.unknown) || (0..program.items().len()).any(calls) {
            continue;
        }
        let live = Liveness::new(&program, &graph);
        // A kernel starts with at most 16 user registers and some system registers. More vector registers may seem to
        // be live, because lanes that a change of the mask activates may have been active before.
        let start = live.at_start(0).active;
        let scalars = start & file(program.target(), false);
        assert!(scalars.len() <= 24, "{name}: {:?}", program.names(&start));
    }
    assert!(kernels_seen == 0 || loops > 10 && kernels_seen > 40, "{loops} loops in {kernels_seen} kernels");
}

#[isatope_reference::test("kernels/valhall")]
fn compiled_shaders() {
    let (mut loops, mut seen) = (0, 0);
    for (name, program) in shaders() {
        let graph = program.graph();
        loops += check(&name, &program, &graph);
        // A compute shader starts with its numbers in r55 to r62, and no other registers.
        let live = Liveness::new(&program, &graph);
        let names = program.names(&(live.at_start(0).active & file(program.target(), true)));
        let inside = |name: &String| {
            let digits: Vec<u32> = name.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
            digits.iter().all(|n| (55..=62).contains(n))
        };
        assert!(names.iter().all(inside), "{name}: {names:?}");
        seen += 1;
    }
    assert!(seen == 0 || loops > 5 && seen >= 60, "{loops} loops in {seen} shaders");
}
