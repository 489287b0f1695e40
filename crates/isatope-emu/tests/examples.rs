//! Worked examples are run by the compiler of the language; here, that there are some.

use isatope_emu::reference::model;

/// Entries of GCN that read or write memory, or call the world outside, show at least once what they do there.
#[test]
fn what_touches_memory_has_an_example() {
    let model = model("amd-gcn");
    let mut seen = 0;
    let mut without = Vec::new();
    for inst in &model.insts {
        let effects = || inst.programs.iter().map(|p| &p.effects);
        let touches =
            effects().any(|e| !e.reads_memory.is_empty() || !e.writes_memory.is_empty() || !e.calls.is_empty());
        if !touches {
            continue;
        }
        seen += 1;
        let versions = inst.examples.iter().fold(0, |set, e| set | e.versions.0);
        if inst.versions.0 & !versions != 0 {
            without.push(inst.name.as_str());
        }
    }
    assert!(seen > 450, "only {seen} entries touch memory");
    assert!(without.is_empty(), "{} of {seen} entries have no example in some version: {without:?}", without.len());
}
