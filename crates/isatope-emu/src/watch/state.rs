//! Registers of a wavefront that is about to run an instruction.

use isatope_core::tables::Type;

use super::places;
use super::trace::{RegisterRecord, Values};
use super::values::type_of;
use crate::launch::entry::Entry;
use crate::machine::code::Step;
use crate::machine::wavefront::Wavefront;

/// The registers of a wavefront that are not 0 in the lanes shown: of each file as many as the program has. Vector
/// registers have the values of the active lanes, or of one of them. Registers that the next instruction reads have the
/// types of its operands.
pub fn registers(wave: &Wavefront, step: &Step, entry: &Entry, lane: Option<u32>) -> Vec<RegisterRecord> {
    let target = entry.program().target();
    let arch = target.arch();
    let layout = wave.registers.layout();
    let exec = wave.registers.exec();
    let lanes = lane.map_or(exec, |lane| exec & 1u64.checked_shl(lane).unwrap_or(0));
    let types = types(step, entry, layout);
    let mut list = Vec::new();
    let mut add = |name: String, first: usize, count: usize, per_lane: bool, ty: Option<Type>| {
        // The program counter is only written for instructions that need it.
        let values = match first == usize::from(step.counter_place) && !step.counter_per_lane && !per_lane {
            true => Values::Same(vec![step.address as u32, (step.address >> 32) as u32]),
            false => Values::of(&wave.registers, first..first + count, per_lane, lanes),
        };
        let zero = match &values {
            Values::Same(words) => words.iter().all(|word| *word == 0),
            Values::Lanes(lanes) => lanes.is_empty(),
        };
        if !zero {
            let known = types.iter().find(|(at, is, _)| (*at, *is) == (first, per_lane)).map(|(_, _, ty)| *ty);
            list.push(RegisterRecord { register: name.into(), values, ty: ty.or(known) });
        }
    };
    // A launch sets these once; they say nothing about the program.
    let settings = arch.roles.settings();
    for (index, (register, &first)) in arch.registers.iter().zip(layout.registers).enumerate() {
        let is_setting = settings.iter().flatten().any(|setting| setting.index() == index);
        if !register.per_lane && !is_setting {
            // Masks and fields of bits.
            add(register.name.to_string(), first, register.bits.div_ceil(32) as usize, false, Some(Type::Mask));
        }
    }
    for (file, &first) in arch.files.iter().zip(layout.files) {
        let count = file.count.min(entry.registers()[usize::from(file.per_lane)]) as usize;
        for number in 0..count {
            add(format!("{}{number}", file.prefix), first + number, 1, file.per_lane, None);
        }
    }
    list
}

/// The types of single registers that an instruction reads as operands: place, whether it is per lane, type.
fn types(step: &Step, entry: &Entry, layout: &isatope_lanes::Layout) -> Vec<(usize, bool, Type)> {
    let target = entry.program().target();
    let accesses = step.instruction.access().filter(|access| access.read);
    let typed = accesses.filter_map(|access| {
        let location = places::group(target, layout, access.place)?.location;
        (location.count == 1).then_some((location.first, location.per_lane, type_of(&step.instruction, &access)?))
    });
    typed.collect()
}
