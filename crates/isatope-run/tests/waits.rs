//! Kernels whose waits are taken away one by one. What a run finds with `check_waits`, the check of the code finds as
//! well, and it finds most of what the check does: the rest is on paths that the data do not take.

use isatope_check::hazards::{self, Kind};
use isatope_core::Target;
use isatope_emu::Options;
use isatope_flow::Program;
use isatope_run::manifest;
use isatope_testing::root;

use crate::common::run;
use crate::kernels::manifests;

/// Whether the check finds a register that is used too early.
fn is_wrong(target: Target, code: &[u8], kernels: &[u64]) -> bool {
    let mut program = Program::decode(target, code);
    kernels.iter().for_each(|&kernel| assert!(program.add_entry(kernel)));
    let mut options = hazards::Options::default();
    options.kernels = kernels.to_vec();
    hazards::check(&program, &options).iter().any(|found| matches!(found.kind, Kind::Wait | Kind::Held))
}

#[test]
fn kernels_fail_without_their_waits() {
    let folder = root().join("tests/kernels/data");
    let mut options = Options::default();
    options.check_waits = true;
    let (mut by_check, mut by_run, mut only_by_run, mut harmless) = (0, 0, Vec::new(), 0);
    for (name, value) in manifests(&folder) {
        let loaded = manifest::load(&value.to_string(), &folder).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let bytes = loaded.program.clone();
        let container = isatope_object::open(&bytes).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let Some(target) = container.target.and_then(Target::from_name) else { continue };
        let Some(kernel) = container.kernels.iter().find(|kernel| kernel.name == value["kernel"]) else { continue };
        let Some((section, start, end)) = kernel.code else { continue };
        let code = container.sections[section].data;
        assert!(!is_wrong(target, code, &[start]), "{name}");
        let place = code.as_ptr() as usize - bytes.as_ptr() as usize;
        let program = Program::decode(target, code);
        for item in program.items().iter().filter(|item| (start..end).contains(&item.address)) {
            let Some(mut inst) = item.instruction.filter(|inst| inst.mnemonic() == "s_waitcnt") else { continue };
            let Some(field) = inst.layout().field("simm16") else { continue };
            inst.set_field(field, 0xcf7f);
            let mut changed = loaded.clone();
            let at = place + item.address as usize;
            changed.program[at..at + inst.len()].copy_from_slice(&inst.bytes());
            let found = is_wrong(target, &changed.program[place..place + code.len()], &[start]);
            let ran = run(&changed, &options);
            let missing = ran.as_ref().is_err_and(|report| report.contains("no wait for"));
            assert!(missing || ran.is_ok(), "{name}: {ran:?}");
            by_check += usize::from(found);
            by_run += usize::from(missing);
            harmless += usize::from(!found);
            if missing && !found {
                only_by_run.push(format!("{name} at {:#x}: {ran:?}", item.address));
            }
        }
    }
    assert!(only_by_run.is_empty(), "{}", only_by_run.join("\n"));
    println!("{by_check} by the check, {by_run} by the run, {harmless} by none");
    assert!(
        by_check >= 100 && by_run * 10 >= by_check * 9,
        "{by_check} by the check, {by_run} by the run, {harmless} by none"
    );
}
