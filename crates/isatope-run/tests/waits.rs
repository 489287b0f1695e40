//! Kernels whose waits are taken away one by one: every third of more than a thousand, which is enough for a test. What
//! a run finds with `check_waits`, the check of the code finds as well, and it finds most of what the check does: the
//! rest is on paths that the data do not take. Of a wait of which neither reports anything, the test says what it is
//! for.

use std::collections::HashSet;
use std::ops::Range;

use isatope_check::hazards::{self, Checker, Kind};
use isatope_core::{FlowKind, Place, Target, Write};
use isatope_emu::Options;
use isatope_flow::{Graph, Program};
use isatope_object::{Container, SymbolKind};
use isatope_run::manifest;
use isatope_testing::root;

use crate::common::run;
use crate::kernels::manifests;

/// Whether all paths from a wait reach an equal one, or the end.
fn reaches_same(program: &Program, graph: &Graph, at: usize) -> bool {
    let bits = |index: usize| program.items()[index].instruction.map(|inst| inst.bits());
    let (mut seen, mut open) = (HashSet::new(), vec![at]);
    while let Some(here) = open.pop() {
        for next in graph.after(here).filter(|next| seen.insert(*next)).collect::<Vec<_>>() {
            match program.items()[next].instruction {
                None => return false,
                Some(inst) if inst.flow().kind == FlowKind::Call => return false,
                Some(_) if bits(next) != bits(at) => open.push(next),
                Some(_) => {}
            }
        }
    }
    true
}

/// The code of a section, with its kernels and functions.
struct Section<'a> {
    target: Target,
    kernels: Vec<u64>,
    functions: Vec<u64>,
    code: &'a [u8],
}

impl<'a> Section<'a> {
    fn new(container: &Container<'a>, target: Target, number: usize) -> Self {
        let kernels = container.kernels.iter().filter_map(|kernel| kernel.code).filter(|code| code.0 == number);
        let is_function = |kind: SymbolKind| kind == SymbolKind::Function;
        let symbols = container.symbols.iter().filter(|s| s.section == Some(number) && is_function(s.kind));
        Self {
            target,
            kernels: kernels.map(|(_, start, _)| start).collect(),
            functions: symbols.map(|symbol| symbol.value).collect(),
            code: container.sections[number].data,
        }
    }

    fn program(&self, code: &[u8]) -> (Program, hazards::Options) {
        let mut program = Program::decode(self.target, code);
        self.kernels.iter().chain(&self.functions).for_each(|&entry| assert!(program.add_entry(entry)));
        let mut options = hazards::Options::default();
        options.kernels.clone_from(&self.kernels);
        (program, options)
    }

    /// Checks a kernel. Bytes between kernels may be data.
    fn findings(&self, code: &[u8], kernel: &Range<u64>) -> Vec<Kind> {
        let (program, options) = self.program(code);
        let found = Checker::default().check(&program, &options).into_iter();
        found.filter(|found| kernel.contains(&program.items()[found.at].address)).map(|found| found.kind).collect()
    }

    /// What a wait is for that no register needs.
    fn purpose(&self, at: usize) -> &'static str {
        let (program, options) = self.program(self.code);
        let graph = program.graph();
        if Checker::default().redundant(&program, &options).iter().any(|one| one.at == at) {
            return "nothing";
        }
        // Whether it is the first wait of its kind after a store, a call, or the start of a function.
        let own = program.items()[at].instruction.map(|inst| inst.bits());
        let (mut seen, mut open) = (HashSet::new(), vec![at]);
        while let Some(here) = open.pop() {
            let before: Vec<usize> = graph.before(here).filter(|before| seen.insert(*before)).collect();
            if graph.before(here).next().is_none() && !self.kernels.contains(&program.items()[here].address) {
                return "the caller";
            }
            for earlier in before {
                let Some(inst) = program.items()[earlier].instruction else { continue };
                if inst.flow().kind == FlowKind::Call {
                    return "the caller";
                }
                let stores = |access: isatope_core::Access| {
                    access.write != Write::No && matches!(access.place, Place::Memory(_))
                };
                if inst.access().any(stores) {
                    return "a store";
                }
                if Some(inst.bits()) != own {
                    open.push(earlier);
                }
            }
        }
        if reaches_same(&program, &graph, at) { "what a later wait is for as well" } else { "unknown" }
    }
}

#[test]
fn kernels_fail_without_their_waits() {
    let folder = root().join("tests/kernels/data");
    let mut options = Options::default();
    options.check_waits = true;
    let (mut waits, mut by_check, mut by_run, mut only_by_run) = (0, 0, 0, Vec::new());
    let mut others: std::collections::BTreeMap<&str, Vec<String>> = std::collections::BTreeMap::new();
    for (name, value) in manifests(&folder) {
        let loaded = manifest::load(&value.to_string(), &folder).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let bytes = loaded.program.clone();
        let container = isatope_object::open(&bytes).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let Some(target) = container.target.and_then(Target::from_name) else { continue };
        let Some(kernel) = container.kernels.iter().find(|kernel| kernel.name == value["kernel"]) else { continue };
        let Some((number, start, end)) = kernel.code else { continue };
        let section = Section::new(&container, target, number);
        let (code, kernel) = (section.code, start..end);
        assert_eq!(section.findings(code, &kernel), [], "{name}");
        let place = code.as_ptr() as usize - bytes.as_ptr() as usize;
        let (program, _) = section.program(code);
        for (index, item) in program.items().iter().enumerate().filter(|(_, i)| kernel.contains(&i.address)) {
            let Some(mut inst) = item.instruction.filter(|inst| inst.mnemonic() == "s_waitcnt") else { continue };
            let Some(field) = inst.layout().field("simm16") else { continue };
            waits += 1;
            if waits % 3 != 0 {
                continue;
            }
            inst.set_field(field, 0xcf7f);
            let mut changed = loaded.clone();
            let at = place + item.address as usize;
            changed.program[at..at + inst.len()].copy_from_slice(&inst.bytes());
            let found = section.findings(&changed.program[place..place + code.len()], &kernel);
            let is_early = found.iter().any(|kind| matches!(kind, Kind::Wait | Kind::Held));
            let ran = run(&changed, &options);
            let missing = ran.as_ref().is_err_and(|report| report.contains("no wait for"));
            assert!(missing || ran.is_ok(), "{name}: {ran:?}");
            by_check += usize::from(is_early);
            by_run += usize::from(missing);
            let here = format!("{name} at {:#x}", item.address);
            match (missing, is_early) {
                (true, false) => only_by_run.push(format!("{here}: {ran:?}")),
                (false, false) if !found.is_empty() => others.entry("a rule").or_default().push(here),
                (false, false) => others.entry(section.purpose(index)).or_default().push(here),
                _ => {}
            }
        }
    }
    assert!(only_by_run.is_empty(), "{}", only_by_run.join("\n"));
    let counts: Vec<String> = others.iter().map(|(purpose, list)| format!("{} for {purpose}", list.len())).collect();
    println!("{by_check} by the check, {by_run} by the run; by neither: {}", counts.join(", "));
    assert!(by_check >= 300 && by_run * 10 >= by_check * 9, "{by_check} by the check, {by_run} by the run");
    let unknown = others.get("unknown").map_or(&[][..], |list| list);
    assert!(unknown.len() * 100 <= by_check, "{}", unknown.join("\n"));
}
