//! The text about a wavefront that stopped at a breakpoint.

use std::fmt::Write as _;

use super::state::registers;
use super::values::Notation;
use crate::launch::entry::Entry;
use crate::machine::code::Step;
use crate::machine::wavefront::Wavefront;

/// Describes where a wavefront is, before an instruction of one of the kernels, and its registers that are not 0: of
/// vector registers the active lanes, or one of them.
pub fn stopped(entries: &[Entry], wave: &Wavefront, step: &Step, lane: Option<u32>, notation: Notation) -> String {
    let mut out = String::new();
    let [x, y, z] = wave.workgroup;
    // The kernel that the address lies in is the last one that starts before it.
    let before = entries.iter().filter(|entry| entry.address() <= step.address);
    let Some(entry) = before.max_by_key(|entry| entry.address()).or(entries.first()) else { return out };
    let program = entry.program();
    let called = program.target().terms().wave;
    let place = program.name_of(step.address).unwrap_or_default();
    let line = program.line_of(step.address).map_or(String::new(), |line| format!(" ({line})"));
    let _ = writeln!(out, "workgroup {x},{y},{z}, {called} {}, before {:#x} {place}{line}", wave.number, step.address);
    let target = program.target_of(step.address, &step.instruction);
    let target = target.map_or(String::new(), |target| format!(" <{target}>"));
    let note = program.note_at(step.address).map_or(String::new(), |note| format!(" // {note}"));
    let _ = writeln!(out, "  {}{target}{note}", program.text(&step.instruction));
    let lanes = wave.registers.lanes() as u32;
    for record in registers(wave, step, entry, lane) {
        let name = format!("{:7}", record.register);
        match record.line(notation) {
            Some(line) => {
                let _ = writeln!(out, "{name} {line}");
            }
            None => out += &record.table(&name, lanes, notation),
        }
    }
    out
}
