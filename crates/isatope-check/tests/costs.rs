//! Costs of shaders are those that Mesa's compiler counts. `tests/cases/valhall-costs.tsv` has the statistics and the
//! words.

use isatope_check::{Cost, Describer};
use isatope_core::{Target, decode};
use isatope_testing::{root, text};

#[test]
fn costs_are_those_of_mesa() {
    let target = Target::from_name("valhall").expect("is a target");
    let describer = Describer::new(target).expect("has rules");
    let checks = describer.checks();
    let mut programs = 0;
    for line in text(root().join("tests/cases/valhall-costs.tsv")).lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [_, instructions, fma, cvt, sfu, v, t, ls, words] = cells[..] else { panic!("{line}") };
        let word = |text: &str| u64::from_str_radix(text, 16).expect("a word").to_le_bytes();
        let inst = |text: &str| decode(target, &word(text)).expect("an instruction");
        let steps = words.split(' ').enumerate().map(|(number, text)| describer.step(8 * number as u64, &inst(text)));
        let cost = Cost::new(&steps.collect::<Vec<_>>(), checks);
        assert_eq!(cost.instructions.to_string(), instructions, "{line}");
        for (name, expected) in [("fma", fma), ("cvt", cvt), ("sfu", sfu), ("v", v), ("t", t), ("ls", ls)] {
            let pipe = checks.pipes.iter().position(|pipe| pipe.0.eq_ignore_ascii_case(name)).expect("a pipe");
            let expected: f64 = expected.parse().expect("a number");
            assert!((cost.cycles[pipe] - expected).abs() < 1e-6, "{name} is {}: {line}", cost.cycles[pipe]);
        }
        programs += 1;
    }
    assert_eq!(programs, 40);
}
