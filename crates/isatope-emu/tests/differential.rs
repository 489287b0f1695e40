//! Generated lane functions against the evaluator of the specification: every instruction, form and version, on edge
//! and random values, with random modifiers, modes and masks of active lanes.
//!
//! `ISATOPE_CASES` is the number of cases (of all lanes of a wavefront each) for a program, 4 by default;
//! `ISATOPE_SEED` starts the numbers.

use std::sync::Arc;

use isatope_emu::exec::{gcn_wave, valhall_wave};
use isatope_emu::host::{Call, Host};
use isatope_emu::memory::Memory;
use isatope_emu::{Solo, reference};
use isatope_lanes::ops::{MAX_FIELDS, Ops, Place};
use isatope_lanes::{Level, Wave};
use isatope_lang::{Class, CodeKind, FieldKind, Inst, Layout, Model, OperandType, Slot, Type};
use isatope_testing::Random;

/// Rows that operands are taken from: few, so that operands overlap now and then.
const ROWS: u64 = 16;

/// A 32-bit pattern that is often an edge of one of the types.
fn any_word(random: &mut Random) -> u32 {
    const EDGES: [u32; 30] = [
        0,
        1,
        2,
        31,
        32,
        33,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        0xffff_fffe,
        0x7fff,
        0x8000,
        0xffff,
        0x3f80_0000,
        0xbf80_0000,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0001,
        0x7f80_0001,
        0x0080_0000,
        0x0000_ffff,
        0x7f7f_ffff,
        0x3c00_7c00,
        0x7c01_fc00,
        0x0400_03ff,
        0x7bff_7e01,
        0x3ff0_0000,
        0x7ff0_0000,
        0xfff8_0000,
        0x4330_0000,
    ];
    match random.below(8) {
        0..3 => *random.one_of(&EDGES),
        3 => random.next() as u32 & 0xff,
        // Floats near 1, where sums and products stay in range.
        4 => 0x3f80_0000 ^ random.next() as u32 & 0x80ff_ffff,
        5 => 0x3c00_3c00 ^ random.next() as u32 & 0x87ff_87ff,
        6 => 0x3ff0_0000 ^ random.next() as u32 & 0x801f_ffff,
        _ => random.next() as u32,
    }
}

fn exec(random: &mut Random) -> u64 {
    match random.below(6) {
        0 | 1 => u64::MAX,
        2 => 0,
        3 => 1 << random.below(64),
        4 => random.next() & random.next() & random.next(),
        _ => random.next(),
    }
}

fn cases() -> u64 {
    std::env::var("ISATOPE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(4)
}

#[test]
fn generated_code_of_gcn_does_what_the_specification_says() {
    all_programs(&reference::model("amd-gcn"), gcn_wave);
}

#[test]
fn generated_code_of_valhall_does_what_the_specification_says() {
    all_programs(&reference::model("arm-valhall"), valhall_wave);
}

fn all_programs(model: &Model, start: fn() -> Solo) {
    let seed = std::env::var("ISATOPE_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let failures: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    let insts = (0..model.insts.len()).filter(|i| i % threads == thread);
                    insts
                        .flat_map(|i| instruction(model, start, i, &mut Random(seed ^ (i as u64) << 32)))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().flat_map(|w| w.join().expect("no worker panics")).collect()
    });
    assert!(
        failures.is_empty(),
        "{} programs differ from the specification:\n{}",
        failures.len(),
        failures[..failures.len().min(30)].join("\n")
    );
}

/// The first difference of each form and version of an instruction.
fn instruction(model: &Model, start: fn() -> Solo, index: usize, random: &mut Random) -> Vec<String> {
    let inst = &model.insts[index];
    let first_form: usize = model.insts[..index].iter().map(|i| i.forms.len()).sum();
    let mut failures = Vec::new();
    for (number, form) in inst.forms.iter().enumerate() {
        for version in 0..model.versions.len() {
            let Some(layout) = &model.formats[form.format].layouts[version] else { continue };
            if form.opcodes[version].is_none() || inst.program(number, version).is_none() {
                continue;
            }
            for _ in 0..cases() {
                let run = case(model, start(), index, (first_form, number), version, layout, random);
                if let Err(difference) = run {
                    let place = format!(
                        "{} as {} on {}",
                        inst.name, model.formats[form.format].name, model.versions[version].name
                    );
                    failures.push(format!("{place}: {difference}"));
                    break;
                }
            }
        }
    }
    failures
}

fn case(
    model: &Model,
    mut wave: Solo,
    index: usize,
    (first_form, form): (usize, usize),
    version: usize,
    layout: &Layout,
    random: &mut Random,
) -> Result<(), String> {
    let inst = &model.insts[index];
    let machine = wave.machine;
    wave.scalars_mut().iter_mut().for_each(|word| *word = any_word(random));
    wave.fill_rows_with(0..ROWS as usize + 4, || any_word(random));
    for memory in &mut wave.world.memories {
        *memory = Memory::of(0, (0..256).map(|_| random.next() as u8).collect());
    }
    for (register, &at) in model.registers.iter().zip(machine.registers) {
        match register.name.as_str() {
            _ if register.per_lane => {}
            // What compilers set, the second one with subnormal numbers flushed.
            "mode" if random.below(3) == 0 => wave.set_reg_u32(at, 0xf0),
            "mode" if random.below(3) == 0 => wave.set_reg_u32(at, 0xc0),
            "mode" => wave.set_reg_u32(at, random.next() as u32 & 0x3ff),
            "m0" => wave.set_reg_u32(at, random.below(300) as u32 | (random.below(8) as u32) << 16),
            _ if register.bits < 32 => wave.set_reg_u32(at, random.next() as u32 & ((1 << register.bits) - 1)),
            _ => {}
        }
    }
    wave.set_exec(exec(random));
    let mut ops = operands(model, inst, version, layout, &wave, random);
    let effects = inst.programs.iter().map(|p| &p.effects);
    if effects.flat_map(|e| e.reads_memory.iter().chain(&e.writes_memory)).next().is_some() && random.below(4) != 0 {
        stay_near(&mut wave, &mut ops, inst.operands.len());
    }
    wave.world.host = Some(Arc::new(Answers));

    let mut expected = wave.clone();
    reference::run(&mut expected, &ops, model, index, form).ok_or("the evaluator finds no program")?;
    for level in Level::all_available() {
        let run = machine.function(first_form + form, version, level, &ops).ok_or("there is no generated function")?;
        let mut got = wave.clone();
        run.run(&mut got.wave, &ops, &mut got.world);
        if let Some(difference) = difference(&wave, &expected, &got) {
            return Err(format!(
                "{difference} at {}; operands {:?} fields {:x?} exec {:x}",
                level.name(),
                ops.places().take(inst.operands.len()).collect::<Vec<_>>(),
                ops.fields,
                wave.exec()
            ));
        }
    }
    Ok(())
}

/// A host that answers by what it is asked.
struct Answers;

impl Host for Answers {
    fn call(&self, call: &Call) -> Option<u128> {
        call.operation.result?;
        let mut random = Random(u64::from(call.lane.unwrap_or(99)));
        for argument in &call.arguments {
            random.0 ^= (*argument as u64).rotate_left(7) ^ (argument >> 64) as u64;
            random.next();
        }
        Some(u128::from(random.next()) << 64 | u128::from(random.next()))
    }
}

/// Makes addresses small, so that most accesses meet the bytes that are there. Groups of four scalar words are
/// descriptors of buffers: address, stride, number of records, and the rest as it is.
fn stay_near(wave: &mut Wave, ops: &mut Ops, count: usize) {
    for i in 0..count {
        match ops.place(i) {
            Place::Scalar { first, end } => {
                let masks: &[u32] = match ops.words(i) {
                    1 => &[0x1f],
                    2 => &[0x3f, 0],
                    4 => &[0x3f, 0x001f_0000, 0x7f],
                    _ => &[],
                };
                for (at, mask) in (usize::from(first)..usize::from(end)).zip(masks) {
                    wave.scalars_mut()[at] &= mask;
                }
            }
            Place::Row { first, end } => {
                let masks: &[u32] = if ops.words(i) == 2 { &[0x3f, 0] } else { &[0x3f] };
                for (at, mask) in (usize::from(first)..usize::from(end)).zip(masks) {
                    wave.row_mut(at).iter_mut().for_each(|word| *word &= mask);
                }
            }
            Place::Const(value) => ops.set_place(i, Place::Const(value & 0x1f)),
            Place::None | Place::Value(_) => {}
        }
    }
}

/// Random operands of the kinds that the format allows.
fn operands(model: &Model, inst: &Inst, version: usize, layout: &Layout, wave: &Wave, random: &mut Random) -> Ops {
    let mut ops = Ops::empty(version);
    for (i, (operand, slot)) in inst.operands.iter().zip(&layout.slots).enumerate() {
        ops.set_words(i, operand.ty.dwords(model.lanes) as u8);
        let place = match slot {
            Slot::Register(register) => {
                let first = wave.layout().registers[*register] as u16;
                Place::Scalar { first, end: first + 2 }
            }
            Slot::Field(field) => match layout.fields[*field].kind {
                FieldKind::Operand(class) => place(model, &model.classes[class], operand.ty, version, wave, random),
                _ => Place::Const(any_word(random).into()),
            },
        };
        ops.set_place(i, place);
    }
    // With every field as the encoder leaves it, generated code may take a path of its own.
    let ordinary = random.below(2) == 0;
    for (value, names) in ops.fields[..MAX_FIELDS].iter_mut().zip(wave.layout().fields) {
        let Some(field) = layout.fields.iter().find(|f| names.contains(&f.name.as_str()) && f.kind == FieldKind::Plain)
        else {
            continue;
        };
        let any = random.next() & u64::MAX >> (64 - field.bits);
        *value = match random.below(3) {
            _ if ordinary => field.default as u32,
            0 => field.default as u32,
            _ => any as u32,
        };
    }
    ops
}

fn place(model: &Model, class: &Class, ty: OperandType, version: usize, wave: &Wave, random: &mut Random) -> Place {
    let codes: Vec<_> = class.codes.iter().filter(|c| c.versions.contains(version)).collect();
    if codes.is_empty() {
        return Place::None;
    }
    // Half of the operands are vector registers where that is possible.
    let vector = codes.iter().find(|c| matches!(c.kind, CodeKind::File { file, .. } if model.files[file].per_lane));
    let code = match vector {
        Some(code) if random.below(2) == 0 && ty != OperandType::Mask => code,
        _ => codes[random.below(codes.len() as u64) as usize],
    };
    match code.kind {
        CodeKind::File { file, .. } if model.files[file].per_lane => {
            let end = model.files[file].count as u16;
            // Now and then the end of the file, past which there is nothing.
            let first = if random.below(32) == 0 { end - 1 } else { random.below(ROWS) as u16 };
            Place::Row { first, end }
        }
        CodeKind::File { file, .. } => {
            let start = wave.layout().files[file] as u16;
            let end = start + model.files[file].count as u16;
            Place::Scalar { first: start + random.below(model.files[file].count) as u16, end }
        }
        CodeKind::Register(register) => {
            let first = wave.layout().registers[register] as u16;
            let end = first + model.registers[register].bits.div_ceil(32) as u16;
            if model.registers[register].per_lane { Place::Row { first, end } } else { Place::Scalar { first, end } }
        }
        CodeKind::Value(_) => {
            let known = wave.layout().values.iter().position(|name| code.names.first().is_some_and(|n| n == name));
            known.map_or(Place::None, |index| Place::Value(index as u8))
        }
        _ => Place::Const(match ty {
            OperandType::Plain(Type::F64) | OperandType::Mask => {
                u64::from(any_word(random)) << 32 | u64::from(any_word(random))
            }
            OperandType::Plain(t) if t.bits() <= 32 => any_word(random).into(),
            OperandType::Plain(_) => i64::from(any_word(random) as i32) as u64,
        }),
    }
}

fn difference(before: &Solo, expected: &Solo, got: &Solo) -> Option<String> {
    for (at, (want, have)) in expected.scalars().iter().zip(got.scalars()).enumerate() {
        if want != have {
            return Some(format!(
                "scalar word {at} should be {want:#x} and is {have:#x} (was {:#x})",
                before.scalars()[at]
            ));
        }
    }
    for (at, (want, have)) in expected.rows().zip(got.rows()).enumerate() {
        if want != have
            && let Some(lane) = (0..want.len()).find(|&l| want[l] != have[l])
        {
            let (want, have, was) = (want[lane], have[lane], before.row(at)[lane]);
            let sources: Vec<String> = (0..ROWS as usize).map(|r| format!("{:x}", before.row(r)[lane])).collect();
            return Some(format!(
                "row {at} lane {lane} should be {want:#x} and is {have:#x} (was {was:#x}; rows {})",
                sources.join(" ")
            ));
        }
    }
    if expected.world.calls != got.world.calls || expected.world.unanswered != got.world.unanswered {
        return Some(format!("the calls should be {:?} and are {:?}", expected.world.calls, got.world.calls));
    }
    if expected.world.fault != got.world.fault {
        return Some(format!("the fault should be {:?} and is {:?}", expected.world.fault, got.world.fault));
    }
    (expected.world.memories != got.world.memories).then(|| "memory differs".to_string())
}
