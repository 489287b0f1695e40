//! Whatever words are run as a Valhall shader: there is an end or a fault, and nothing else.

use isatope_core::{Target, decode};
use isatope_emu::shader::{Resources, Slot};
use isatope_emu::{Device, Options, Program, Shader};
use isatope_testing::Random;

fn target() -> Target {
    Target::from_name("valhall").expect("a known one")
}

/// Runs bytes with the options that look at most, and says if there was a fault.
fn run(bytes: &[u8], random: &mut Random) -> bool {
    let mut device = Device::new(target());
    let Ok(program) = Program::shader(&mut device, bytes, &[]) else { return true };
    let shader = Shader::of(&program, None).expect("the beginning");
    let mut resources = Resources { thread_local_bytes: 64, workgroup_local_bytes: 256, ..Resources::default() };
    for number in 0..16 {
        resources.uniforms.insert(number, random.next() as u32);
    }
    for index in 0..4u8 {
        let buffer = device.buffer(vec![0; 4096]);
        resources.buffers.insert(Slot { table: index % 2, index: u32::from(index / 2) }, buffer.into());
    }
    let launch = shader.launch([40, 1, 1], [20, 1, 1], resources).expect("a launch");
    let mut options = Options::default();
    (options.threads, options.max_instructions) = (1, 3000);
    let set = random.next();
    (options.poison, options.garbage, options.reverse) = (set & 1 != 0, set & 2 != 0, set & 4 != 0);
    (options.check_init, options.check_races, options.check_waits) = (set & 8 != 0, set & 16 != 0, set & 32 != 0);
    match device.run(&launch, &options) {
        Ok(_) => false,
        Err(fault) => {
            assert!(!fault.report(&launch, &device).to_string().is_empty());
            true
        }
    }
}

#[test]
fn words_without_sense() {
    let mut random = Random(1);
    for _ in 0..300 {
        let count = random.below(64) as usize;
        let bytes: Vec<u8> = (0..count).map(|_| random.next() as u8).collect();
        run(&bytes, &mut random);
    }
}

/// Instructions of the tables with any fields, most of them with a flow that lets the program go on.
#[test]
fn instructions_in_no_order() {
    let mut random = Random(2);
    let arch = target().arch();
    let patterns: Vec<(u64, u64)> = arch
        .insts
        .iter()
        .map(|inst| {
            let form = &arch[inst.first_form];
            let pattern = arch[form.encoding(target().version()).expect("every version has it")].pattern;
            (pattern.mask, pattern.value)
        })
        .collect();
    let (mut faults, mut ends) = (0, 0);
    for _ in 0..400 {
        let count = 1 + random.below(12);
        let mut bytes = Vec::new();
        for _ in 0..count {
            let (mask, value) = patterns[random.below(patterns.len() as u64) as usize];
            // Fields whose bits are mostly 0 are legal more often.
            let mut made = (0..50).map(|_| (random.next() & random.next() & !mask) | value);
            let mut word = made.find(|word| decode(target(), &word.to_le_bytes()).is_ok()).unwrap_or(value);
            if random.below(4) != 0 {
                word &= !(0xf << 59);
            }
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(0x7800_0000_0000_0000u64.to_le_bytes());
        if run(&bytes, &mut random) { faults += 1 } else { ends += 1 }
    }
    assert!(faults > 20 && ends > 20, "{faults} faults and {ends} ends");
}
