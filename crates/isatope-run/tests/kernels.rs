//! Compiled kernels leave the bytes that they should, whatever the number of threads and, without races, the order of
//! workgroups. They use nothing that nobody has written and have no races, unless their barriers are taken away.

use crate::common;

use std::path::{Path, PathBuf};

use common::run;
use isatope_emu::Options;
use isatope_run::manifest;
use isatope_testing::{files, root, shared, text};
use serde_json::{Value, json};

/// The manifests of a folder, as values.
pub fn manifests(folder: &Path) -> Vec<(String, Value)> {
    let read = |path: &PathBuf| {
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        (name, serde_json::from_str(&text(path)).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
    };
    files(folder, &["json"]).iter().map(read).collect()
}

/// A manifest of the older form, which is for several targets, as those of today.
fn of_today(name: &str, old: &Value, programs: &Path) -> Vec<(String, Value)> {
    let (mut buffers, mut args) = (Vec::new(), Vec::new());
    for arg in old["args"].as_array().expect("a list") {
        if arg["kind"] != "buffer" {
            args.push(json!({ "bytes": arg["hex_le"] }));
            continue;
        }
        args.push(json!({ "buffer": arg["name"] }));
        let mut buffer = json!({ "name": arg["name"], "bytes": arg["bytes"] });
        for key in ["in", "expect"] {
            if !arg[key].is_null() {
                buffer[key] = arg[key].clone();
            }
        }
        match arg["compare"].as_str() {
            Some("exact") => buffer["compare"] = json!({ "kind": "exact" }),
            // `f32 abs<=1e-3 (why)`
            Some(other) => {
                let tolerance =
                    other.strip_prefix("f32 abs<=").and_then(|rest| rest.split(' ').next()?.parse::<f64>().ok());
                let tolerance = tolerance.unwrap_or_else(|| panic!("{name}: comparison {other}"));
                buffer["compare"] = json!({ "kind": "absolute", "type": "f32", "tolerance": tolerance });
            }
            None if !arg["compare"].is_null() => buffer["compare"] = arg["compare"].clone(),
            None => {}
        }
        buffers.push(buffer);
    }
    let targets: Vec<&str> = old["targets"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    // What the compiler does to halves is the same on gfx6 and gfx7.
    let older = targets.contains(&"gfx700").then_some("gfx600");
    let kernel = old["kernel"].as_str().expect("a name");
    targets
        .iter()
        .copied()
        .chain(older)
        .map(|target| {
            let linked = programs.join(format!("{kernel}-{target}.co"));
            let program = if linked.exists() { linked } else { linked.with_extension("o") };
            let manifest = json!({
                "target": target, "program": program, "kernel": kernel, "grid": old["global"],
                "local_size": old["local"], "buffers": buffers, "args": args,
            });
            (format!("{name} on {target}"), manifest)
        })
        .collect()
}

/// Runs all manifests of a list and fails with what went wrong.
fn all(folder: &Path, list: &[(String, Value)], least: usize) {
    assert!(list.len() >= least, "only {} manifests", list.len());
    let mut wrong = Vec::new();
    for (name, value) in list {
        let loaded = manifest::load(&value.to_string(), folder).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let mut permuted = Options::default();
        permuted.seed = Some(7);
        let mut alone = Options::default();
        alone.threads = 1;
        let mut initialised = Options::default();
        initialised.check_init = true;
        let mut ordered = Options::default();
        ordered.check_races = true;
        let mut waited = Options::default();
        waited.check_waits = true;
        let mut reversed = Options::default();
        (reversed.reverse, reversed.garbage) = (true, true);
        for (how, options) in [
            ("", Options::default()),
            (", seed 7", permuted),
            (", one thread", alone),
            (", checked for what nobody has written", initialised),
            (", checked for races", ordered),
            (", checked for waits", waited),
            (", in reverse order with garbage in what is undefined", reversed),
        ] {
            if let Err(why) = run(&loaded, &options) {
                wrong.push(format!("{name}{how}: {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} runs of {} manifests are wrong:\n{}", wrong.len(), list.len(), wrong.join("\n"));
}

#[test]
fn our_kernels() {
    let folder = root().join("tests/kernels/data");
    all(&folder, &manifests(&folder), 70);
}

#[isatope_reference::test("kernels/data")]
fn kernels_of_clang() {
    let Some(shared) = shared("kernels") else { return };
    let folder = shared.join("data");
    let old = manifests(&folder);
    let list: Vec<_> = old.iter().flat_map(|(name, old)| of_today(name, old, &shared.join("co"))).collect();
    all(&folder, &list, 40);
}

#[isatope_reference::test("kernels/real")]
fn kernels_of_shipped_libraries() {
    let Some(folder) = shared("kernels/real") else { return };
    all(&folder, &manifests(&folder), 18);
}

/// Words that mean `s_barrier` and `s_nop 0`, on all targets.
const BARRIER: [u8; 4] = [0, 0, 0x8a, 0xbf];
const NOTHING: [u8; 4] = [0, 0, 0x80, 0xbf];

#[test]
fn kernels_race_without_their_barriers() {
    let folder = root().join("tests/kernels/data");
    let mut options = Options::default();
    options.check_races = true;
    let (mut tried, mut passed) = (0, Vec::new());
    for (name, value) in manifests(&folder) {
        let mut loaded = manifest::load(&value.to_string(), &folder).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let words = loaded.program.as_chunks_mut().0.iter_mut().filter(|word| **word == BARRIER);
        let barriers = words.map(|word| *word = NOTHING).count();
        let items: u64 = value["local_size"].as_array().expect("a list").iter().filter_map(Value::as_u64).product();
        // One wavefront has nobody to wait for.
        if barriers == 0 || items <= 64 {
            continue;
        }
        tried += 1;
        match run(&loaded, &options) {
            Err(report) if report.contains("without a barrier between") => {}
            other => passed.push(format!("{name}: {other:?}")),
        }
    }
    assert!(tried >= 10, "only {tried} kernels");
    assert!(passed.is_empty(), "{}", passed.join("\n"));
}
