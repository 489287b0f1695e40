//! Runs the fictional architecture with 32 and with 64 lanes. Kernels choose the number of lanes, and the generated
//! lane functions must leave the same state as the evaluator of the specification.

use isatope_asm_wide::{Options, assemble_line};
use isatope_core::{Instruction, Target};
use isatope_lanes_wide::world::lanes_of;
use isatope_lanes_wide::{Answers, Argument, Machine, Prepared, Wave, World, evaluator, machine, prepared::Parts};
use isatope_lang::Model;

/// Every instruction that has a body, in sequences that pass values through rows, masks and scalars.
const KERNELS: &[&[&str]] = &[
    &["lane_number r1, r0", "rotate r2, r1", "is_less s[4:5], r1, r2", "choose r3, s[4:5]"],
    &[
        "count_active s7",
        "is_less vcc, r0, r2",
        "activate r0, vcc",
        "lane_number r4, r3",
        "count_active s8",
        "rotate r5, r4",
    ],
    &[
        "rotate r1, r0",
        "is_less s[10:11], r1, r0",
        "activate r0, s[10:11]",
        "rotate r6, r1",
        "choose r7, s[10:11]",
        "count_active s9",
    ],
];

/// A world without memories that records calls of lanes.
#[derive(Debug, Default, PartialEq)]
struct Notes(Vec<(Option<u32>, u128)>);

impl World for Notes {
    fn read(&mut self, _: usize, _: u64, _: u32, _: usize) -> u64 {
        0
    }

    fn peek(&self, _: usize, _: u64, _: u32) -> u64 {
        0
    }

    fn write(&mut self, _: usize, _: u64, _: u32, _: usize, _: u64) {}

    fn outside(&mut self, _: usize, _: u64, _: u32, _: usize, _: bool) {}

    fn call(&mut self, _: usize, lane: Option<u32>, arguments: &[u128]) -> u128 {
        self.0.extend(arguments.iter().map(|number| (lane, *number)));
        0
    }
}

fn target(name: &str) -> Target {
    Target::from_name(name).expect("a version of the made-up architecture")
}

fn model() -> Model {
    let files: &[(&str, &str)] = &[("wide.isa", include_str!("../../wide.isa"))];
    isatope_lang::compile(files).expect("it has no errors")
}

fn instruction(target: Target, text: &str) -> Instruction {
    // Masks are as wide as the number of lanes of the version.
    let text = if target.lanes() == 32 { text.replace("s[4:5]", "s4").replace("s[10:11]", "s10") } else { text.into() };
    let text = if target.lanes() == 32 { text.replace("vcc", "vcc_lo") } else { text };
    let all = assemble_line(target, "plain", Options::default(), &text);
    all.unwrap_or_else(|error| panic!("{text}: {error:?}"))[0]
}

/// Index of a register among the scalar words.
fn place(machine: &'static dyn Machine, target: Target, name: &str) -> usize {
    let register = target.arch().registers.iter().position(|r| r.name == name).expect("it has one");
    machine.registers[register]
}

fn start(machine: &'static dyn Machine, seed: u32) -> Wave {
    let mut wave = machine.wave();
    let mut number = seed;
    let rows = wave.row_count();
    wave.fill_rows_with(0..rows, || {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        number >> 8
    });
    wave
}

#[test]
fn lanes_are_chosen_for_each_wavefront() {
    assert_eq!(target("w64").lane_counts().collect::<Vec<_>>(), [64]);
    assert_eq!(target("w32").lane_counts().collect::<Vec<_>>(), [32]);
    assert_eq!(target("wany").lane_counts().collect::<Vec<_>>(), [32, 64]);
    for lanes in target("wany").lane_counts() {
        let machine = machine::find("wide", lanes).expect("lane functions");
        let wave = machine.wave();
        assert_eq!((machine.lanes(), wave.lanes(), wave.exec().count_ones()), (lanes, lanes, lanes as u32));
    }
    assert!(machine::find("wide", 16).is_none());
}

#[test]
fn generated_functions_do_what_the_specification_says_with_32_and_64_lanes() {
    let model = model();
    for name in ["w64", "w32", "wany"] {
        let target = target(name);
        for lanes in target.lane_counts() {
            let machine = machine::find("wide", lanes).expect("lane functions");
            for (kernel, seed) in KERNELS.iter().zip(1..) {
                let mut first = start(machine, seed);
                let mut second = first.clone();
                let [mut seen, mut expected] = [Notes::default(), Notes::default()];
                for text in *kernel {
                    let instruction = instruction(target, text);
                    let prepared = Prepared::new(machine, &instruction).expect("it has a meaning");
                    prepared.run(&mut first, &mut seen);
                    let parts = Parts::of(&instruction);
                    let inst = parts.arch[parts.encoding.form].inst;
                    let form = parts.encoding.form.index() - parts.arch[inst].first_form.index();
                    let ops = parts.ops(machine).expect("its operands are there");
                    let known = evaluator::run(machine, &mut second, &mut expected, &ops, &model, (inst.index(), form));
                    assert!(known.is_some(), "{text}");
                    assert_eq!((&first, &seen), (&second, &expected), "{text} of {name} with {lanes} lanes");
                }
            }
        }
    }
}

/// A world in which lanes learn what the others ask.
struct Sums;

impl World for Sums {
    fn read(&mut self, _: usize, _: u64, _: u32, _: usize) -> u64 {
        0
    }

    fn peek(&self, _: usize, _: u64, _: u32) -> u64 {
        0
    }

    fn write(&mut self, _: usize, _: u64, _: u32, _: usize, _: u64) {}

    fn outside(&mut self, _: usize, _: u64, _: u32, _: usize, _: bool) {}

    fn call(&mut self, _: usize, _: Option<u32>, _: &[u128]) -> u128 {
        panic!("a lane asks alone")
    }

    fn call_row(&mut self, _: usize, lanes: u64, arguments: &[Argument], mut answers: Answers) {
        let sum: u128 = lanes_of(lanes).map(|lane| arguments[0].at(lane)).sum();
        lanes_of(lanes).for_each(|lane| answers.set(lane, arguments[0].at(lane) << 32 | sum));
    }
}

#[test]
fn lanes_ask_together_before_any_of_them_writes() {
    for name in ["w64", "w32"] {
        let target = target(name);
        let machine = machine::find("wide", target.lanes()).expect("lane functions");
        let lanes = 0..target.lanes() as u32;
        // All lanes; and those of a mask, with a destination that begins at the source.
        for (mask, dst) in [(u64::MAX, 4), (0x9249_2492_4924_9249, 3), (0x9249_2492_4924_9249, 4)] {
            let mut wave = start(machine, 5);
            lanes.clone().for_each(|lane| wave.row_mut(3)[lane as usize] = 7 * lane + 1);
            wave.set_exec(mask & (u64::MAX >> (64 - target.lanes())));
            let before: Vec<_> = (dst..dst + 3).map(|row| wave.row(row).to_vec()).collect();
            let instruction = instruction(target, &format!("sum_up r{dst}, r3"));
            Prepared::new(machine, &instruction).expect("it has a meaning").run(&mut wave, &mut Sums);
            let is_active = |lane: u32| mask >> lane & 1 != 0;
            let number = |lane: u32| 7 * lane + 1;
            let asks = |lane: u32| is_active(lane) && number(lane) & 2 != 0;
            let sum: u32 = lanes.clone().filter(|lane| asks(*lane)).map(number).sum();
            for lane in lanes.clone() {
                let mut expected: Vec<u32> = before.iter().map(|row| row[lane as usize]).collect();
                if is_active(lane) {
                    let [low, high] = if asks(lane) { [sum, number(lane)] } else { [0, 0] };
                    expected[number(lane) as usize & 1] = low;
                    expected[2] = low + high;
                }
                let left: Vec<u32> = (dst..dst + 3).map(|row| wave.row(row)[lane as usize]).collect();
                assert_eq!(left, expected, "lane {lane} of {name}, r{dst}, {mask:#x}");
            }
        }
    }
}

#[test]
fn what_kernels_leave_depends_on_the_number_of_lanes() {
    let target = target("wany");
    for lanes in target.lane_counts() {
        let machine = machine::find("wide", lanes).expect("lane functions");
        let mut wave = machine.wave();
        for text in ["count_active s7", "lane_number r1, r0", "rotate r2, r1", "is_less vcc, r1, r2"] {
            let prepared = Prepared::new(machine, &instruction(target, text)).expect("it has a meaning");
            prepared.run(&mut wave, &mut Notes::default());
        }
        let files = target.arch().files.iter().position(|file| !file.per_lane).expect("scalars");
        let lanes = lanes as u32;
        assert_eq!(wave.scalars()[machine.files[files] + 7], lanes);
        assert_eq!(wave.row(1), (0..lanes).collect::<Vec<_>>());
        assert_eq!(wave.row(2), (0..lanes).map(|lane| (lane + 1) % lanes).collect::<Vec<_>>());
        // All lanes except the last one are below the next.
        let vcc = wave.reg_u64(place(machine, target, "vcc"));
        assert_eq!(vcc, u64::MAX >> (65 - lanes), "{lanes} lanes");
    }
}
