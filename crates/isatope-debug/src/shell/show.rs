//! Text about where a run is, and what it changed.

use std::fmt::Write as _;

use isatope::emulator::watch::{RegisterRecord, Values};
use isatope::emulator::{Changed, State, Wavefront};
use isatope::tables::Type;
use isatope::{Target, Write as Writes};

use crate::count::counted;
use crate::debugger::{Debugger, Reason};

/// Why the run stopped, where it is, and what the last instruction changed.
pub fn stop_text(debugger: &Debugger) -> String {
    let mut out = debugger.reason_text();
    if !out.is_empty() {
        out.push('\n');
    }
    if *debugger.reason() == Reason::Done {
        return out;
    }
    if matches!(debugger.reason(), Reason::Step | Reason::Change(_) | Reason::Breakpoint(_)) {
        out += &changes_text(debugger);
    }
    out + &place_text(debugger)
}

/// Where the wavefront that is looked at is, with the instruction that is next and its source line.
pub fn place_text(debugger: &Debugger) -> String {
    let Some((group, wave)) = debugger.wave() else { return String::new() };
    let mut out = String::new();
    let [x, y, z] = group.id;
    let called = debugger.called().wave;
    let state = match wave.state {
        State::Running => "",
        State::AtBarrier => ", at a barrier",
        State::AtGlobalBarrier => ", at a barrier of all workgroups",
        State::Ended => ", ended",
    };
    let exec = wave.registers.exec();
    let active = if exec == wave.registers.all() { "all lanes".to_string() } else { Debugger::lanes_text(exec) };
    let steps = debugger.session().steps();
    let steps = counted(steps, "instruction");
    let _ = writeln!(out, "{x},{y},{z}:{} {called}, {active}{state}, after {steps}", wave.number);
    out += &code_text(debugger, wave.pc, "=> ");
    if let Some(line) = debugger.source_line(wave.pc) {
        let _ = writeln!(out, "   {line}");
    }
    out
}

/// A row of code: address, symbol, instruction, where it leads and what it refers to.
pub fn code_text(debugger: &Debugger, address: u64, mark: &str) -> String {
    let row = debugger.code().row(debugger.session(), address);
    let program = debugger.program();
    let name = program.name_of(address).unwrap_or_default();
    let target = row.target.map_or(String::new(), |target| format!(" <{target}>"));
    let notes: Vec<String> =
        program.note_at(address).map(str::to_string).into_iter().chain(program.line_of(address)).collect();
    let notes = if notes.is_empty() { String::new() } else { format!("  // {}", notes.join("; ")) };
    format!("{mark}{address:#x} {name:<20} {}{target}{notes}\n", row.text)
}

/// What the last instruction changed: nothing if the run did not end with a step.
pub fn changes_text(debugger: &Debugger) -> String {
    let (Some(changes), Some((_, wave))) = (debugger.changes(), debugger.wave()) else { return String::new() };
    let target = debugger.session().device().target();
    let mut out = String::new();
    for change in &changes.registers {
        let name = change.name(target).unwrap_or_default();
        match change {
            Changed::Scalar(_, before, after) => {
                // The program counter is shown with the instruction.
                if !is_counter(target, &name) {
                    let _ = writeln!(out, "   {name}: {before:#x} -> {after:#x}");
                }
            }
            Changed::Row(at, lanes) => {
                if is_counter(target, &name) {
                    continue;
                }
                let record = RegisterRecord {
                    register: name.as_str().into(),
                    values: Values::Lanes(lane_values(wave, *at, *lanes)),
                    ty: written_type(debugger, changes.pc, &name),
                };
                match record.line(debugger.notation) {
                    Some(line) => {
                        let _ = writeln!(out, "   {name} -> {line}");
                    }
                    None => {
                        out +=
                            &record.table(&format!("   {name} ->"), wave.registers.lanes() as u32, debugger.notation);
                    }
                }
            }
        }
    }
    let called = debugger.called().memories;
    for (memory, name) in called.iter().enumerate() {
        let writes: Vec<_> = changes.writes.iter().filter(|write| write.memory == memory).collect();
        let Some(first) = writes.first() else { continue };
        let bytes: u64 = writes.iter().map(|write| u64::from(write.bytes)).sum();
        let lanes = writes.iter().fold(0u64, |lanes, write| lanes | 1 << (write.lane & 63));
        let lowest = writes.iter().map(|write| write.address).min().unwrap_or(first.address);
        let lanes = Debugger::lanes_text(lanes);
        let _ = writeln!(out, "   {name}: {lanes} wrote {bytes} bytes, the lowest at {lowest:#x}");
    }
    out
}

/// Whether a register is the program counter or half of it.
fn is_counter(target: Target, name: &str) -> bool {
    let arch = target.arch();
    let counter = arch.roles.program_counter.map(|counter| &*arch.registers[counter.index()].name);
    counter.is_some_and(|counter| name.strip_prefix(counter).is_some_and(|rest| ["", "_lo", "_hi"].contains(&rest)))
}

fn lane_values(wave: &Wavefront, row: usize, lanes: u64) -> Vec<(u32, Vec<u32>)> {
    let row = wave.registers.row(row);
    row.iter()
        .enumerate()
        .filter(|(lane, _)| lanes >> lane & 1 != 0)
        .map(|(lane, word)| (lane as u32, vec![*word]))
        .collect()
}

/// The type of the operand that an instruction writes to a register of 32 bits.
fn written_type(debugger: &Debugger, pc: u64, name: &str) -> Option<Type> {
    let block = debugger.session().launch().entry().code().block(pc).ok()?;
    let instruction = block.steps.first()?.instruction;
    let access = instruction.access().find(|access| access.write != Writes::No && access.place.to_string() == name)?;
    instruction.inst().operands.get(usize::from(access.operand?)).map(|operand| operand.ty)
}
