//! Where a run is, as data.

use isatope::emulator::{Fault, State, Wavefront};
use isatope::outcome::fault_json;
use isatope_debug::{Debugger, On, Reason};
use serde_json::{Value, json};

use crate::text::hex;

/// A fault in words, whole.
pub fn fault_text(fault: &Fault) -> String {
    fault.report.as_ref().map_or_else(|| fault.to_string(), |report| report.to_string())
}

/// Where a run is. `file` is the name of its source, whose lines are wanted.
pub fn state(debugger: &Debugger, file: Option<&str>) -> Value {
    let id = debugger.selected();
    let next = debugger.next_step().map(|step| {
        let text = debugger.program().text_at(step.address, &step.instruction);
        json!({ "address": hex(step.address), "text": text, "line": line(debugger, step.address, file) })
    });
    let wave = debugger.wave().map(|(_, wave)| of_wave(wave));
    json!({
        "why": why(debugger),
        "launch": debugger.launch_number(),
        "steps": debugger.session().steps(),
        "wave": wave,
        "line": next.as_ref().map(|next| next["line"].clone()),
        "next": next,
        "changed": changed(debugger),
        "waves": debugger.session().workgroups().iter().flat_map(|group| &group.waves).map(of_wave).collect::<Vec<_>>(),
        "breakpoints": debugger.breakpoints().iter().map(of_breakpoint).collect::<Vec<_>>(),
        "frames": id.map_or_else(Vec::new, |id| debugger.frames(id)).iter().map(|frame| {
            json!({
                "address": hex(frame.address),
                "function": frame.function,
                "file": frame.source.as_ref().map(|(file, ..)| file),
                "line": frame.source.as_ref().map(|(_, line, _)| line),
                "lanes": frame.lanes.map(hex),
            })
        }).collect::<Vec<_>>(),
        "specials": specials(debugger),
    })
}

/// The line of a source that an instruction comes from.
pub fn line(debugger: &Debugger, address: u64, file: Option<&str>) -> Option<u32> {
    let place = debugger.program().lines().location(address)?;
    (place.line > 0 && file.is_none_or(|file| file == place.file)).then_some(place.line)
}

fn why(debugger: &Debugger) -> Value {
    match debugger.reason() {
        Reason::Step => json!({ "kind": "step" }),
        Reason::Launch => json!({ "kind": "launch" }),
        Reason::Beginning => json!({ "kind": "beginning" }),
        Reason::Done => json!({ "kind": "done" }),
        Reason::Interrupted => json!({ "kind": "interrupted" }),
        Reason::Breakpoint(ids) => json!({ "kind": "breakpoint", "ids": ids }),
        Reason::Change(changes) => json!({
            "kind": "change",
            "ids": changes.iter().map(|(id, _)| id).collect::<Vec<_>>(),
            "text": changes.iter().map(|(_, text)| text).collect::<Vec<_>>(),
        }),
        Reason::Condition(id, text) => json!({ "kind": "condition", "id": id, "text": text }),
        Reason::Fault => {
            let fault = debugger.fault().map(|fault| {
                let mut value = fault_json(fault);
                value["text"] = fault_text(fault).into();
                value
            });
            json!({ "kind": "fault", "fault": fault })
        }
    }
}

fn of_wave(wave: &Wavefront) -> Value {
    json!({
        "workgroup": wave.workgroup,
        "wave": wave.number,
        "pc": hex(wave.pc),
        "exec": hex(wave.registers.exec()),
        "lanes": wave.registers.lanes(),
        "instructions": wave.instructions,
        "state": match wave.state {
            State::Running => "running",
            State::Ended => "ended",
            State::AtBarrier | State::AtGlobalBarrier => "waiting",
        },
    })
}

fn of_breakpoint(breakpoint: &isatope_debug::Breakpoint) -> Value {
    let addresses = match &breakpoint.on {
        On::Place(addresses) => addresses.iter().copied().map(hex).collect(),
        _ => Vec::new(),
    };
    json!({
        "id": breakpoint.id,
        "text": breakpoint.text,
        "condition": breakpoint.condition.as_ref().map(|(text, _)| text),
        "enabled": breakpoint.enabled,
        "hits": breakpoint.hits,
        "addresses": addresses,
    })
}

/// What the last step changed.
fn changed(debugger: &Debugger) -> Value {
    let Some(changes) = debugger.changes() else { return json!({ "registers": [], "memory": [] }) };
    let target = debugger.session().device().target();
    let memories = target.arch().memories;
    let registers = changes.registers.iter().filter_map(|changed| {
        let lanes = match changed {
            isatope::emulator::Changed::Row(_, lanes) => *lanes,
            isatope::emulator::Changed::Scalar(..) => 1,
        };
        Some(json!({ "name": changed.name(target)?, "lanes": hex(lanes) }))
    });
    let writes = changes.writes.iter().map(|access| {
        json!({
            "memory": memories.get(access.memory), "address": hex(access.address), "bytes": access.bytes,
            "lane": access.lane, "value": format!("{:#x}", access.value),
        })
    });
    json!({ "registers": registers.collect::<Vec<_>>(), "memory": writes.collect::<Vec<_>>() })
}

/// Registers that are in no file.
fn specials(debugger: &Debugger) -> Vec<Value> {
    let one = |special: isatope_debug::Special| {
        let bits = special.words.iter().rev().fold(0_u64, |bits, word| bits << 32 | u64::from(*word));
        let fields = special.fields.iter().map(|(name, value)| json!({ "name": name, "value": value }));
        json!({
            "name": special.name,
            "value": hex(bits),
            "mask": special.mask,
            "text": special.text(),
            "fields": fields.collect::<Vec<_>>(),
        })
    };
    debugger.specials().into_iter().map(one).collect()
}
