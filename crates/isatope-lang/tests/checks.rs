//! Tests lines of `checks` that apply only to some versions.

use isatope_lang::{Checks, Model};

const TOY: &str = "
arch toy {
    dialects plain
}
version toy1
version toy2
version toy3

/// Registers.
file reg \"r\" 64 : u32 per lane
";

fn compiled(checks: &str) -> Model {
    let text = format!("{TOY}\nchecks {{\n{checks}}}\n");
    isatope_lang::compile(&[("toy.isa", &text)]).expect("it is correct")
}

fn of(model: &Model, version: usize) -> Option<&Checks> {
    Some(&model.checks[model.versions[version].checks?])
}

#[test]
fn lines_without_a_range_hold_for_all_versions() {
    let model = compiled("registers reg written 3\nthreads 512\n");
    assert_eq!(model.checks.len(), 1);
    assert!((0..3).all(|version| model.versions[version].checks == Some(0)));
}

#[test]
fn each_version_has_the_lines_of_its_range() {
    let model = compiled(
        "registers reg written 3\nregisters reg written 5, 6 @ toy2..\nthreads 512 @ ..toy2\nthreads 256 @ toy3\n\
         role barrier {\n    drained 0\n} @ toy1\nrole branch {\n    drained 1\n}\n",
    );
    let written = |version| of(&model, version).map(|checks| checks.written);
    assert_eq!([written(0), written(1), written(2)], [Some(1 << 3), Some(1 << 5 | 1 << 6), Some(1 << 5 | 1 << 6)]);
    let threads = |version| of(&model, version).map(|checks| checks.threads[0].0);
    assert_eq!([threads(0), threads(1), threads(2)], [Some(512), Some(512), Some(256)]);
    // Roles have the same number in every version. A role without a line has no rules.
    for (version, drained) in [(0, 1), (1, 0), (2, 0)] {
        let roles = &of(&model, version).expect("it has checks").roles;
        let names: Vec<&str> = roles.iter().map(|role| role.name.as_str()).collect();
        assert_eq!((names.as_slice(), roles[0].drained), (["barrier", "branch"].as_slice(), drained));
    }
}

#[test]
fn a_version_may_have_no_checks() {
    let model = compiled("registers reg @ toy2\n");
    assert!(of(&model, 0).is_none() && of(&model, 1).is_some() && of(&model, 2).is_none());
}
