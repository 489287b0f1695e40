//! Host operations of a request: their given answers, and the record of their calls.

use std::sync::Arc;

use isatope_diag::number;
use serde::Deserialize;
use serde_json::{Map, Value};

use isatope_emu::Solo;
use isatope_emu::host::{Call, Host};

/// What an operation answers.
#[derive(Clone, Debug, Deserialize)]
pub struct Answer {
    /// `image.sample`.
    pub operation: String,
    /// In which lane; in all of them if there is none.
    pub lane: Option<u32>,
    /// Hex digits, up to 128 bits.
    pub value: Value,
}

/// Known answers; the first one that fits holds.
struct Answers(Vec<(String, Option<u32>, u128)>);

impl Host for Answers {
    fn call(&self, call: &Call) -> Option<u128> {
        call.operation.result?;
        let name = call.operation.to_string();
        let fits = |(operation, lane, _): &&(String, Option<u32>, u128)| {
            *operation == name && (lane.is_none() || *lane == call.lane)
        };
        self.0.iter().find(fits).map(|(_, _, value)| *value)
    }
}

/// Gives a wavefront a host that knows these answers.
pub(super) fn provide(wave: &mut Solo, answers: &[Answer]) -> Result<(), String> {
    let mut known = Vec::new();
    for Answer { operation, lane, value } in answers {
        let Some(found) = wave.machine.operations.iter().find(|o| o.to_string() == *operation) else {
            return Err(format!("`answers`: there is no operation `{operation}`"));
        };
        let Some(bits) = found.result else {
            return Err(format!("`answers`: `{operation}` gives nothing back"));
        };
        if lane.is_some_and(|lane| lane as usize >= wave.lanes()) {
            return Err(format!("`answers`: there are {} lanes, counted from 0", wave.lanes()));
        }
        let number = wide(value).filter(|n| bits >= 128 || n >> bits == 0);
        let number = number.ok_or_else(|| format!("`answers`: {value} is not a value of {bits} bits"))?;
        known.push((operation.clone(), *lane, number));
    }
    wave.world.host = Some(Arc::new(Answers(known)));
    Ok(())
}

fn wide(value: &Value) -> Option<u128> {
    match value {
        Value::String(text) => number::unsigned(text),
        other => other.as_u64().map(u128::from),
    }
}

/// The record of a call.
pub(super) fn call(call: &Call) -> Value {
    let mut entry = Map::new();
    entry.insert("operation".to_string(), call.operation.to_string().into());
    if let Some(lane) = call.lane {
        entry.insert("lane".to_string(), lane.into());
    }
    let mut arguments = Map::new();
    for ((name, _), value) in call.operation.params.iter().zip(&call.arguments) {
        arguments.insert((*name).to_string(), format!("{value:#x}").into());
    }
    entry.insert("arguments".to_string(), arguments.into());
    entry.into()
}
