//! Worked examples of the specification as requests of `exec --json`.

use isatope::tables::Type;
use isatope::{Instruction, Operand, OperandKind, Place, Target};
use serde_json::{Map, Value, json};

use crate::text::{hex, words};

/// The request that runs a worked example (`a=1.0 b=2.0 → dest=3.0`) with an instruction. `None` if it needs more than
/// registers.
pub fn request(inst: &Instruction, example: &str) -> Option<Value> {
    let (before, _) = example.split_once('→')?;
    let target = inst.target();
    let mut regs = Map::new();
    // One lane runs, as in the specification's own machine.
    if let Some(mask) = target.arch().roles.active_lanes {
        regs.insert(target.arch()[mask].name.to_string(), "0x1".into());
    }
    for word in before.split_whitespace() {
        let (name, value) = word.split_once('=')?;
        match inst.operands().find(|operand| operand.name() == name) {
            Some(operand) => give(&mut regs, target, &operand, value)?,
            None => {
                target.register(name).ok()?;
                regs.insert(name.to_string(), hex(integer(value)?).into());
            }
        }
    }
    Some(json!({
        "target": target.name(),
        "words": words(&inst.bytes(), target.word_bytes()),
        "regs": regs,
    }))
}

/// Puts a value into the registers of an operand.
fn give(regs: &mut Map<String, Value>, target: Target, operand: &Operand, value: &str) -> Option<()> {
    let bits = bits(operand.def.ty, value)?;
    let OperandKind::Place(place) = operand.kind() else { return None };
    match place {
        Place::Registers { .. } => {
            for (number, single) in place.singles().enumerate() {
                let part = bits.checked_shr(32 * number as u32).unwrap_or(0) & 0xffff_ffff;
                regs.insert(single.to_string(), hex(part).into());
            }
        }
        _ => {
            let name = place.to_string();
            target.register(&name).ok()?;
            regs.insert(name, hex(bits).into());
        }
    }
    Some(())
}

fn integer(text: &str) -> Option<u64> {
    let signed = || isatope::diagnostics::number::signed::<i64>(text).map(i64::cast_unsigned);
    isatope::diagnostics::number::unsigned::<u64>(text).or_else(signed)
}

/// The bits of a value of a type.
fn bits(ty: Type, text: &str) -> Option<u64> {
    if let Some(number) = integer(text) {
        return Some(number);
    }
    match ty {
        Type::F32 => Some(text.parse::<f32>().ok()?.to_bits().into()),
        Type::F64 => Some(text.parse::<f64>().ok()?.to_bits()),
        _ => None,
    }
}
