//! Random numbers, words of instructions and states of machines.

use isatope_core::Instruction;
use isatope_core::tables::{Class, FieldKind, Kind};
use isatope_emu::Solo;
use isatope_emu::memory::Memory;
use isatope_lanes::{Ops, Place, Wave};
use isatope_testing::Random;

/// Bytes that each memory has.
const MEMORY: usize = 0x4000;
/// A place amid them, to which offsets in both directions may be added.
const AMID: u32 = 0x2000;

/// A word that is often a small number or a float near 1, where sums and products stay in range.
pub fn any_word(random: &mut Random) -> u32 {
    let any = random.next() as u32;
    match random.below(8) {
        0 => any & 0x1f,
        1 => any & 1,
        2 | 3 => 0x3f80_0000 ^ any & 0x80ff_ffff,
        4 => 0x3c00_3c00 ^ any & 0x87ff_87ff,
        5 => 0x3ff0_0000 ^ any & 0x801f_ffff,
        6 => [0, 0x7f80_0000, 0x7fc0_0001, u32::MAX, 0x7c01_7e01, 0x0000_1234, 0x7ff0_0000, 0x8000_0000]
            [any as usize & 7],
        _ => any,
    }
}

fn exec(random: &mut Random) -> u64 {
    match random.below(6) {
        0 => 0,
        1 | 2 => u64::MAX,
        3 => 1 << random.below(64),
        4 => random.next() | random.next(),
        _ => random.next(),
    }
}

/// A word of the same form and target: operands lie apart where they can, and plain fields are often what the encoder
/// puts there.
pub fn word_of(random: &mut Random, model: &Instruction) -> Option<Instruction> {
    let arch = model.target().arch();
    let layout = model.layout();
    let mut inst = *model;
    let ordinary = random.one_in(3);
    for field in layout.field_ids() {
        let value = match layout[field].kind {
            FieldKind::Operand(class) => code(random, &arch[class], field.index() as u64),
            FieldKind::Plain if ordinary || random.one_in(3) => continue,
            FieldKind::Plain if random.one_in(2) => random.below(16),
            FieldKind::Plain => random.next(),
            FieldKind::Ignored => 0,
        };
        inst.set_field(field, value);
    }
    let pattern = model.encoding().pattern;
    let bits = inst.bits() & 0xffff_ffff | u64::from(any_word(random)) << 32;
    let bits = if model.encoding().bytes == 8 { inst.bits() } else { bits };
    Instruction::from_bits(model.opcode(), model.target(), bits & !pattern.mask | pattern.value)
}

/// A code of a class: half of them registers, some way from those of other fields.
fn code(random: &mut Random, class: &Class, field: u64) -> u64 {
    let files: Vec<_> = class.codes.iter().filter(|r| matches!(r.kind, Kind::File { .. })).collect();
    let range = match files.last() {
        Some(range) if random.one_in(2) => range,
        _ => match class.codes.get(random.below(class.codes.len().max(1) as u64) as usize) {
            Some(range) => range,
            None => return 0,
        },
    };
    let count = u64::from(range.last - range.first) + 1;
    let place = if random.one_in(16) { random.next() } else { field * count / 12 + random.below(3) };
    let place = match range.kind {
        Kind::File { .. } => place,
        Kind::Number(_) if random.one_in(4) => random.below(2),
        Kind::Number(_) if random.one_in(2) => random.below(64),
        // One of the first names, and any part of it.
        Kind::Number(_) if random.one_in(2) => random.next() & !0x3f | random.below(6),
        _ => random.next(),
    };
    u64::from(range.first) + place % count
}

/// Fills the scalar registers of a wavefront, and the vector registers that operands name. The others stay as they are.
pub fn fill(random: &mut Random, wave: &mut Wave, ops: &Ops, masks: &[u32], accesses_memory: bool) {
    let edges = random.one_in(4);
    for (word, mask) in wave.scalars_mut().iter_mut().zip(masks) {
        *word = if edges { 0_u32.wrapping_sub(random.below(2) as u32) } else { any_word(random) } & mask;
    }
    for (place, words) in ops.places().enumerate().map(|(i, place)| (place, ops.words(i))) {
        if let Place::Row { first, end } = place {
            let row_word =
                |random: &mut Random| if edges { 0_u32.wrapping_sub(random.below(2)) } else { any_word(random) };
            wave.fill_rows_with(first.into()..end.min(first + 2 + words as u16).into(), || row_word(random));
        }
    }
    let near = accesses_memory && !random.one_in(4);
    if near && random.one_in(2) {
        // Bases and bounds that addresses may meet.
        for &at in wave.layout().registers {
            if at + 1 < masks.len() {
                wave.scalars_mut()[at] = random.below(3) as u32;
                wave.scalars_mut()[at + 1] = 0;
            }
        }
    }
    wave.set_exec(exec(random));
    if near {
        stay_near(random, wave, ops);
    }
}

/// Fills all vector registers and the memories; half of the words of these are 0.
pub fn fill_all(random: &mut Random, wave: &mut Solo) {
    let rows = state_rows(wave);
    wave.fill_rows_with(0..rows, || any_word(random));
    for memory in &mut wave.world.memories {
        let mut bytes = vec![0; MEMORY];
        for word in bytes.chunks_mut(4) {
            if random.one_in(2) {
                word.copy_from_slice(&any_word(random).to_le_bytes());
            }
        }
        *memory = Memory::of(0, bytes);
    }
}

/// Makes numbers in operands small, so that most accesses meet the bytes that are there. Groups of four scalar words
/// are descriptors of buffers: address, stride, number of records, and the rest as it is.
fn stay_near(random: &mut Random, wave: &mut Wave, ops: &Ops) {
    let amid = if random.one_in(2) { AMID } else { 0 };
    // The high half of an address, which may be that of an aperture.
    let high = if random.one_in(2) { random.below(3) as u32 } else { 0 };
    for (place, words) in ops.places().enumerate().map(|(i, place)| (place, ops.words(i))) {
        match place {
            Place::Scalar { first, end } => {
                let parts: &[(u32, u32)] = match words {
                    1 => &[(0x1f, 0)],
                    2 => &[(0x3f, amid), (0, high)],
                    4 => &[(0x3f, amid), (0x001f_0000, 0), (0x7f, 0)],
                    _ => &[],
                };
                for (at, (mask, more)) in (usize::from(first)..usize::from(end)).zip(parts) {
                    wave.scalars_mut()[at] = wave.scalars()[at] & mask | more;
                }
                if words >= 4 {
                    image(random, &mut wave.scalars_mut()[first.into()..end.into()]);
                }
            }
            Place::Row { first, end } => {
                let parts: &[(u32, u32)] = if words == 2 { &[(0x3f, amid), (0, high)] } else { &[(0x3f, 0)] };
                for (at, (mask, more)) in (usize::from(first)..usize::from(end)).zip(parts) {
                    wave.row_mut(at).iter_mut().for_each(|word| *word = *word & mask | more);
                }
            }
            Place::Const(_) | Place::None | Place::Value(_) => {}
        }
    }
}

/// Now and then makes words the descriptor of an image of any kind, or of one that lies in memory row by row.
fn image(random: &mut Random, words: &mut [u32]) {
    const ROWS: [[u32; 5]; 2] =
        [[0x10, 0x10a0_0000, 0x0000_8003, 0x9080_0fac, 0x6000], [0x10, 0x10a0_0000, 0x0000_8003, 0x9000_0fac, 0x6000]];
    let rows = ROWS[random.below(2) as usize];
    if words.len() < rows.len() {
        return;
    }
    if random.one_in(2) {
        words[3] = words[3] & !(0xf << 28) | (8 + random.below(8) as u32) << 28;
    } else if random.one_in(2) {
        words[..rows.len()].copy_from_slice(&rows);
    }
}

/// Number of rows that hold state. The rows after them are working space of lane functions, and 0 between instructions.
pub fn state_rows(wave: &Wave) -> usize {
    let layout = wave.layout();
    let files = layout.row_files.iter().map(|(_, end)| usize::from(*end));
    let registers = layout.registers.iter().zip(layout.per_lane).filter(|(_, per_lane)| **per_lane);
    files.chain(registers.map(|(first, _)| first + 2)).max().unwrap_or(0)
}
