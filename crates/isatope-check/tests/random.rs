//! Tests that random programs are checked in little time, and that every finding has valid positions.

use std::time::{Duration, Instant};

use isatope_check::{Cost, Describer, Jump, MOST, Start, Step, check};
use isatope_core::{Target, decode};
use isatope_testing::Random;

/// Words of existing forms with random other bits, and some branches with short offsets.
fn program(random: &mut Random, target: Target, describer: Describer, length: usize) -> Vec<Step> {
    let encodings = target.arch().encodings;
    let step = |i: usize, random: &mut Random| {
        let pattern = encodings[random.below(encodings.len())].pattern;
        let mut bits = random.next() & !pattern.mask | pattern.value;
        if random.below(4) > 0 {
            // An offset of a few instructions.
            let distance = (random.below(40) as u64).wrapping_sub(20) & 0x7ff_ffff;
            bits = bits & !(0x7ff_ffff << 8) | distance << 8;
            bits = bits & !pattern.mask | pattern.value;
        }
        match decode(target, &bits.to_le_bytes()) {
            Ok(inst) => describer.step(8 * i as u64, &inst),
            Err(_) => describer.data(8 * i as u64),
        }
    };
    (0..length).map(|i| step(i, random)).collect()
}

#[test]
fn random_programs() {
    let target = Target::from_name("valhall").expect("is a target");
    let describer = Describer::new(target).expect("has rules");
    let checks = describer.checks();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let start = Instant::now();
    let mut all = 0;
    while start.elapsed() < Duration::from_secs(1) {
        let length = random.below(200);
        let steps = program(&mut random, target, describer, length);
        let open = if random.below(2) == 0 { checks.open } else { 0 };
        let findings = check(&steps, Start { written: random.next(), under_way: open });
        assert!(findings.len() <= MOST);
        assert!(findings.iter().all(|f| f.at < length && f.other.as_ref().is_none_or(|o| o.0 < length)));
        assert!(findings.windows(2).all(|w| (w[0].at, w[0].rule) <= (w[1].at, w[1].rule)));
        assert!(Cost::new(&steps, checks).threads > 0);
        all += findings.len();
    }
    assert!(all > 0);
}

#[test]
fn long_programs_take_no_longer_than_their_length() {
    let target = Target::from_name("valhall").expect("is a target");
    let describer = Describer::new(target).expect("has rules");
    let mut random = Random(7);
    let mut steps = program(&mut random, target, describer, 100_000);
    // Makes all of the code reachable.
    for step in &mut steps {
        step.ends = false;
        step.jump = match step.jump {
            Jump::To { distance, uniform, .. } => Jump::To { distance, always: false, uniform },
            _ => Jump::None,
        };
    }
    let start = Instant::now();
    let findings = check(&steps, Start::default());
    assert_eq!(findings.len(), MOST);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
