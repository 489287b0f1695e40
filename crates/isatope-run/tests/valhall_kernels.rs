//! Compiled compute shaders of Valhall leave the bytes that a CPU driver computed: in any order of warps and
//! workgroups, with garbage in all that is undefined when they start and in registers after their last use. They use
//! nothing that nobody has written, wait for their messages, and have no races, unless something is taken away.

use crate::common;

use std::path::{Path, PathBuf};

use common::run;
use isatope_emu::Options;
use isatope_run::manifest::{self, Extent, Loaded};
use isatope_testing::{files_below, root, shared, text};

/// All manifests, by their shader and compiler: our own, and those of the reference folder.
fn manifests() -> Vec<(String, Loaded)> {
    let mut found = manifests_in(&root().join("tests/cases/shaders"), 62);
    if let Some(folder) = shared("kernels/valhall") {
        found.append(&mut manifests_in(&folder, 64));
    }
    found
}

/// The manifests of a folder with a folder for each shader.
fn manifests_in(folder: &Path, least: usize) -> Vec<(String, Loaded)> {
    let load = |path: PathBuf| {
        let shader = path.parent().expect("it is in a folder");
        let loaded = manifest::load(&text(&path), shader).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
        let name = path.strip_prefix(folder).expect("inside").with_extension("").display().to_string();
        (name, loaded)
    };
    let found: Vec<_> = files_below(folder, &["json"]).into_iter().map(load).collect();
    assert!(found.len() >= least, "only {} manifests", found.len());
    found
}

/// Runs all manifests, and fails with what went wrong.
fn all(set: fn(&mut Options)) {
    let mut options = Options::default();
    set(&mut options);
    let wrong: Vec<String> = manifests()
        .iter()
        .filter_map(|(name, loaded)| Some(format!("{name}: {}", run(loaded, &options).err()?)))
        .collect();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[isatope_reference::test("kernels/valhall")]
fn compiled_shaders_leave_the_right_bytes() {
    all(|_| {});
}

#[isatope_reference::test("kernels/valhall")]
fn in_one_thread() {
    all(|options| options.threads = 1);
}

#[isatope_reference::test("kernels/valhall")]
fn in_reverse_order() {
    all(|options| options.reverse = true);
}

#[isatope_reference::test("kernels/valhall")]
fn in_a_random_order() {
    all(|options| options.seed = Some(7));
}

#[isatope_reference::test("kernels/valhall")]
fn with_garbage_in_all_that_is_undefined() {
    all(|options| options.garbage = true);
}

#[isatope_reference::test("kernels/valhall")]
fn with_registers_poisoned_after_their_last_use() {
    all(|options| options.poison = true);
}

#[isatope_reference::test("kernels/valhall")]
fn with_all_of_these() {
    all(|options| {
        options.reverse = true;
        options.garbage = true;
        options.poison = true;
    });
}

#[isatope_reference::test("kernels/valhall")]
fn nothing_is_used_that_nobody_has_written() {
    all(|options| options.check_init = true);
}

#[isatope_reference::test("kernels/valhall")]
fn messages_are_waited_for() {
    all(|options| options.check_waits = true);
}

#[isatope_reference::test("kernels/valhall")]
fn nothing_races() {
    all(|options| options.check_races = true);
}

/// The words of a program.
fn words(loaded: &mut Loaded) -> impl Iterator<Item = &mut [u8; 8]> {
    loaded.program.as_chunks_mut().0.iter_mut()
}

/// Shaders of which nothing is reported without barriers, and why.
const NO_RACE: &[(&str, &str)] = &[
    ("atomics", "plain and atomic accesses"),
    ("c04s_atomics_contended", "what the barriers keep apart are plain and atomic accesses, which are not reported"),
    ("c24s_bitonic_k8", "threads exchange values within a warp"),
    ("c30r_atomnoret", "plain and atomic accesses"),
    ("n08_histogram", "plain and atomic accesses"),
    ("shatom", "plain and atomic accesses"),
];

/// Shaders without a message that writes registers.
const NO_MESSAGE: &[&str] = &["c20_ids/v9-22", "c20r_ids_grid/v9-22"];

#[isatope_reference::test("kernels/valhall")]
fn shaders_race_without_their_barriers() {
    const BARRIER: u64 = 0x4845_c001_c000_0000;
    const NOTHING: u64 = 0x0000_c000_0000_0000;
    let mut options = Options::default();
    options.check_races = true;
    let (mut tried, mut passed) = (0, Vec::new());
    let list = manifests();
    for (name, loaded) in &list {
        let mut loaded = loaded.clone();
        let found = words(&mut loaded).filter(|word| u64::from_le_bytes(**word) == BARRIER);
        let barriers = found.map(|word| *word = NOTHING.to_le_bytes()).count();
        // One warp has nobody to wait for.
        let listed = NO_RACE.iter().any(|(shader, _)| name.starts_with(shader));
        if listed
            || barriers == 0
            || loaded.manifest.local_size.unwrap_or(Extent([1; 3], 3)).0.iter().product::<u32>() <= 16
        {
            continue;
        }
        tried += 1;
        match run(&loaded, &options) {
            Err(report) if report.contains("without a barrier between") => {}
            other => passed.push(format!("{name}: {other:?}")),
        }
    }
    assert!(list.is_empty() || tried >= 6, "only {tried} shaders");
    assert!(passed.is_empty(), "{}", passed.join("\n"));
}

#[isatope_reference::test("kernels/valhall")]
fn shaders_that_do_not_wait_are_noticed() {
    const FLOW: u64 = 15 << 59;
    let mut options = Options::default();
    options.check_waits = true;
    let mut passed = Vec::new();
    for (name, loaded) in manifests().iter().filter(|(name, _)| !NO_MESSAGE.contains(&name.as_str())) {
        let mut loaded = loaded.clone();
        for word in words(&mut loaded) {
            let bits = u64::from_le_bytes(*word);
            if (1..=9).contains(&(bits >> 59 & 15)) {
                *word = (bits & !FLOW).to_le_bytes();
            }
        }
        match run(&loaded, &options) {
            Err(report) if report.contains("has not been waited for") => {}
            other => passed.push(format!("{name}: {other:?}")),
        }
    }
    assert!(passed.is_empty(), "{}", passed.join("\n"));
}
