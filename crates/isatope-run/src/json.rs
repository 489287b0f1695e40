//! Single instructions as JSON lines: registers before the instruction in, registers after it out.
//!
//! In: `{"id", "target", "asm" or "words", "regs": {…}, "mem": […]}`. Out: `{"id", "ok": true, "regs": {…}, "mem":
//! […]}` with every register that the instruction writes, or `{"id", "ok": false, "error": "…"}`. Numbers are hex
//! strings.
//!
//! Calls of host operations without a result are recorded: `"calls": [{"operation": "export.write", "lane": 0,
//! "arguments": {"target": "0x0", …}}]`. Operations with a result need an answer: `"answers": [{"operation":
//! "image.sample", "lane": 3, "value": "0x…"}]`, without `lane` for every lane. A call without an answer is an error.
//!
//! `pc` is the address of the instruction, 0 by default. While the instruction runs, `pc` is the address of the next
//! one, as on hardware: an instruction that reads it sees that value, and a branch that is not taken leaves it there.
//!
//! Out-of-bounds accesses that hardware does not report come back as `"outside": [{"space": "lds", "lane": 0, "addr":
//! "0x…", "bytes": 4, "write": false}]`.

mod answers;
pub mod check;
mod registers;
mod running;

pub use answers::Answer;
pub use registers::register_values;
pub use running::Running;

use std::collections::HashMap;

use isatope_core::{Instruction, Target};
use isatope_diag::number;
use isatope_lanes::prepared::Parts;
use isatope_lanes::{Wave, machine};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use isatope_emu::Exceptions;
use isatope_emu::Solo;
use isatope_emu::exec::{exec_prepared, prepare};
use isatope_emu::memory::Outside;

use crate::json_words::what_is_wrong;
use crate::scalar;

/// A line of the batch form.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// Anything; comes back as it is written.
    #[serde(default)]
    pub id: Value,
    /// The target, by any of its names.
    pub target: Option<String>,
    /// The instruction as text …
    pub asm: Option<String>,
    /// … or as words of hex digits, in one string or a list.
    pub words: Option<Value>,
    /// Registers that are not 0.
    #[serde(default)]
    pub regs: Map<String, Value>,
    /// Allocations.
    #[serde(default)]
    pub mem: Vec<Allocation>,
    /// What operations of the host answer.
    #[serde(default)]
    pub answers: Vec<Answer>,
    /// Whether it is noted which exceptions a floating-point instruction raises.
    #[serde(default)]
    pub exceptions: bool,
    /// The dialect of the text, where it is given.
    pub dialect: Option<String>,
    /// What else is given: keys of cases that compare, and mistakes.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// Keys for readers of a request and for comparing its reply, which the request itself ignores.
const FOR_READERS: &[&str] = &["expect", "expect_mem", "nan", "tol_ulp", "fmt", "evidence", "note"];

/// A piece of memory. LDS and GDS are one piece at 0 each.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Allocation {
    /// Which memory, if it is not the global one: `lds`, `gds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// Where it begins.
    pub addr: Value,
    /// Its bytes, as hex digits.
    pub bytes: Value,
}

/// Turns the text of an instruction for a target, in the dialect that is given or in any, into the instruction.
pub type Assemble<'a> = dyn FnMut(Target, Option<&str>, &str) -> Result<Instruction, String> + 'a;

/// The parts of a request as they are written.
type Written<'a> = HashMap<String, &'a RawValue>;

/// Reads a request, the parts of which are given too.
fn read(line: &str, written: &Written) -> Result<Request, String> {
    let mut value: Value = serde_json::from_str(line).map_err(|error| format!("invalid JSON: {error}"))?;
    if !value.is_object() {
        let message = "a request is an object with `asm` or `words`, such as {\"asm\": \"…\", \"regs\": {\"NAME\": 5}}";
        return Err(message.to_owned());
    }
    if let Some(regs) = written.get("regs").and_then(|regs| serde_json::from_str(&quoted(regs.get())).ok()) {
        value["regs"] = regs;
    }
    serde_path_to_error::deserialize(value).map_err(|error| {
        let (path, what) = (error.path().to_string(), what_is_wrong(&error.inner().to_string()));
        if path == "." { what } else { format!("`{path}`: {what}") }
    })
}

/// A JSON text in which whole numbers that do not fit 64 bits are texts: `serde_json` takes them for floats.
fn quoted(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => string_end(rest),
            '-' | '0'..='9' => rest.find(|c: char| !matches!(c, '-' | '+' | '.' | 'e' | 'E' | '0'..='9')),
            _ => Some(first.len_utf8()),
        };
        let (token, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let digits = token.strip_prefix('-').unwrap_or(token);
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let fits = token.parse::<u64>().is_ok() || token.parse::<i64>().is_ok();
        let quote = if is_whole && !fits { "\"" } else { "" };
        out += &format!("{quote}{token}{quote}");
        rest = behind;
    }
    out
}

/// Where a string that a text starts with ends.
fn string_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    let quote = text.char_indices().skip(1).find(|&(_, c)| {
        let is_end = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        is_end
    });
    Some(quote?.0 + 1)
}

/// Runs one line and gives the line to answer; errors are answers too. The `id` comes back as it is written.
pub fn run_line(line: &str, default_target: Option<Target>, assemble: &mut Assemble) -> String {
    let written: Written = serde_json::from_str(line).unwrap_or_default();
    let result = match read(line, &written) {
        Ok(request) => run(&request, default_target, assemble),
        Err(error) => Err(format!("not a request: {error}")),
    };
    let mut answer = Map::new();
    answer.insert("ok".to_string(), result.is_ok().into());
    match result {
        Ok(changes) => {
            answer.insert("regs".to_string(), changes.regs.into());
            answer.insert("mem".to_string(), changes.mem.into());
            if !changes.calls.is_empty() {
                answer.insert("calls".to_string(), changes.calls.into());
            }
            if !changes.outside.is_empty() {
                answer.insert("outside".to_string(), changes.outside.into());
            }
        }
        Err(error) => {
            answer.insert("error".to_string(), error.into());
        }
    }
    let id = written.get("id").map_or("null", |id| id.get());
    let answer = Value::Object(answer).to_string();
    format!("{{\"id\":{id},{}", &answer[1..])
}

/// What a request changed.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Registers that were written.
    pub regs: Map<String, Value>,
    /// Allocations that were written.
    pub mem: Vec<Value>,
    /// Calls of operations of the host that give nothing back.
    pub calls: Vec<Value>,
    /// Accesses out of bounds, of which hardware tells nobody.
    pub outside: Vec<Value>,
}

/// Runs a request and gives the registers and allocations that were written.
///
/// # Errors
/// What is wrong with the request, or why the instruction cannot run.
pub fn run(request: &Request, default_target: Option<Target>, assemble: &mut Assemble) -> Result<Changes, String> {
    if let Some(key) = request.rest.keys().find(|key| !FOR_READERS.contains(&key.as_str())) {
        return Err(format!(
            "there is no key `{key}`: a request has id, target, dialect, asm or words, regs, mem, answers, exceptions"
        ));
    }
    let target = match &request.target {
        Some(name) => Target::from_name(name).ok_or_else(|| format!("there is no target `{name}`"))?,
        None => default_target.ok_or("no target is given")?,
    };
    let instruction = match (&request.asm, &request.words) {
        (Some(text), None) => assemble(target, request.dialect.as_deref(), text)?,
        (None, Some(words)) => decode(target, words)?,
        (Some(_), Some(_)) => return Err("`asm` and `words` exclude each other: give one of them".to_string()),
        (None, None) => return Err("either `asm` or `words` must be given".to_string()),
    };
    let arch = target.arch().name;
    let machine = machine::find(arch, target.lanes());
    let machine = machine.ok_or_else(|| format!("instructions of {arch} cannot be run"))?;
    run_on(Solo::start(machine), request, &instruction)
}

/// Runs an instruction on a wavefront that a request sets up.
fn run_on(wave: Solo, request: &Request, instruction: &Instruction) -> Result<Changes, String> {
    let mut running = Running::new(wave, instruction.target(), request)?;
    let changes = running.step(instruction)?;
    Ok(Changes { mem: running.memory(), ..changes })
}

fn outside(memories: &[&str], Outside { memory, access }: &Outside) -> Value {
    let mut entry = Map::new();
    entry.insert("space".to_string(), memories.get(*memory).copied().unwrap_or(GLOBAL).into());
    entry.insert("lane".to_string(), access.lane.into());
    entry.insert("addr".to_string(), format!("{:#x}", access.address).into());
    entry.insert("bytes".to_string(), access.bytes.into());
    entry.insert("write".to_string(), access.write.into());
    entry.into()
}

/// The memory of allocations that name no other one.
const GLOBAL: &str = "mem";

fn allocate(wave: &mut Solo, names: &[&str], allocation: &Allocation) -> Result<(), String> {
    let space = allocation.space.as_deref().unwrap_or(GLOBAL);
    let index = names.iter().position(|n| *n == space).ok_or_else(|| format!("there is no memory `{space}`"))?;
    let base =
        registers::whole(&allocation.addr).ok_or_else(|| format!("`addr`: {} is not an address", allocation.addr))?;
    let bytes =
        bytes(&allocation.bytes).ok_or("`bytes`: an even number of hex digits, or a list of bytes, is needed")?;
    wave.world.memories[index].add(base, bytes).map_err(|e| e.to_string())
}

fn bytes(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::String(text) => scalar::hex(text).ok(),
        Value::Array(list) => list.iter().map(|b| registers::whole(b).and_then(|b| u8::try_from(b).ok())).collect(),
        _ => None,
    }
}

/// Runs an instruction and gives every register it writes, changed or not, and any other that changed.
///
/// # Errors
/// Why it cannot run.
pub fn exec_written(wave: &mut Solo, instruction: &Instruction) -> Result<Map<String, Value>, String> {
    let mut before = wave.wave.clone();
    written(wave, &mut before, instruction, None, &|_| false)
}

/// Runs an instruction. What was there comes to `before`: registers are large, and allocated once for many
/// instructions.
fn written(
    wave: &mut Solo,
    before: &mut Wave,
    instruction: &Instruction,
    exceptions: Option<Exceptions>,
    given: &dyn Fn(&str) -> bool,
) -> Result<Map<String, Value>, String> {
    let prepared = prepare(wave, instruction).map_err(|error| error.to_string())?;
    let parts = Parts::of(instruction);
    before.scalars_mut().copy_from_slice(wave.scalars());
    (0..wave.row_count()).for_each(|row| before.row_mut(row).copy_from_slice(wave.row(row)));
    if let Some(exceptions) = exceptions {
        exceptions.note(&mut wave.wave, instruction, &prepared.ops);
    }
    exec_prepared(wave, instruction, &prepared).map_err(|e| e.to_string())?;
    Ok(registers::written(before, wave, &parts, &prepared.ops, given))
}

fn decode(target: Target, words: &Value) -> Result<Instruction, String> {
    let text = match words {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(|w| w.as_str().unwrap_or("?")).collect::<Vec<_>>().join(" "),
        _ => return Err("`words` must be a string of hex digits".to_string()),
    };
    let digits = target.arch().word_bits as usize / 4;
    let mut bytes = Vec::new();
    for word in text.split([' ', ',']).filter(|w| !w.is_empty()) {
        let hex = word.strip_prefix("0x").unwrap_or(word);
        let value = number::digits::<u64>(hex, 16).filter(|_| hex.len() <= digits);
        let value = value.ok_or_else(|| format!("`{word}` is not a word of {digits} hex digits"))?;
        bytes.extend_from_slice(&value.to_le_bytes()[..digits / 2]);
    }
    let mut found = Vec::new();
    let mut rest = bytes.as_slice();
    while found.is_empty() || !rest.is_empty() {
        let instruction = isatope_core::decode(target, rest).map_err(|e| e.to_string())?;
        rest = rest.get(instruction.len()..).unwrap_or_default();
        found.push(instruction);
    }
    only_one(&found)
}

/// The instruction of a request, where there is one.
///
/// # Errors
/// If there are more, or none.
pub fn only_one(list: &[Instruction]) -> Result<Instruction, String> {
    match list {
        [instruction] => Ok(*instruction),
        _ => Err(format!("one instruction is run at a time, not {}", list.len())),
    }
}
