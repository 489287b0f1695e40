//! Breakpoints of clients: each request replaces those of its kind, or of its source.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde_json::{Value, json};

use super::source::{file_of, is_listing};
use super::variables::{What, expression_of};
use super::{Reply, Server, Shared};
use crate::debugger::Debugger;
use crate::places::{find, lines_from};
use crate::shell::watched;
use crate::stops::On;

/// What a client wants, by kind and source, and the numbers of what became of it.
#[derive(Default)]
pub(super) struct Wanted {
    /// The arguments of requests that came before the program.
    early: BTreeMap<String, (Kind, Value, Vec<u64>)>,
    /// Numbers of breakpoints in the debugger.
    placed: BTreeMap<String, Vec<u32>>,
    /// Numbers that clients have for breakpoints that came before the program.
    last_early: u64,
}

/// Kinds of requests.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Source,
    Function,
    Instruction,
    Data,
}

/// Numbers for clients of breakpoints that came before the program: others count from 1.
const EARLY: u64 = 1 << 20;

impl<W: Write + 'static> Server<'_, W> {
    /// Places what was wanted before the program was there, and tells the client what became of it.
    pub(super) fn place_wanted(&mut self) -> io::Result<()> {
        let Some(debugger) = &mut self.debugger else { return Ok(()) };
        let early = std::mem::take(&mut self.shared.borrow_mut().wanted.early);
        for (key, (kind, arguments, ids)) in early {
            let placed = self.shared.borrow_mut().replace(kind, &key, &arguments, debugger);
            for (id, mut breakpoint) in ids.into_iter().zip(placed) {
                breakpoint["id"] = id.into();
                let body = json!({ "reason": "changed", "breakpoint": breakpoint });
                self.output.borrow_mut().event("breakpoint", body)?;
            }
        }
        Ok(())
    }
}

impl Shared {
    /// Answers a request that sets breakpoints; `None` for others.
    pub(super) fn set(&mut self, command: &str, arguments: &Value, debugger: Option<&mut Debugger>) -> Option<Reply> {
        let source = &arguments["source"];
        let (kind, key) = match command {
            "setBreakpoints" => match source["path"].as_str() {
                Some(path) => (Kind::Source, format!("source {path}")),
                None => (Kind::Source, format!("source {}", source["sourceReference"])),
            },
            "setFunctionBreakpoints" => (Kind::Function, "function".to_string()),
            "setInstructionBreakpoints" => (Kind::Instruction, "instruction".to_string()),
            "setDataBreakpoints" => (Kind::Data, "data".to_string()),
            _ => return None,
        };
        if let Some(debugger) = debugger {
            return Some(Ok(json!({ "breakpoints": self.replace(kind, &key, arguments, debugger) })));
        }
        let count = arguments["breakpoints"].as_array().map_or(0, Vec::len);
        let ids: Vec<u64> = (0..count as u64).map(|index| EARLY + self.wanted.last_early + index).collect();
        self.wanted.last_early += count as u64;
        let reply =
            ids.iter().map(|id| json!({ "id": id, "verified": false, "message": "the program is not loaded yet" }));
        let reply: Vec<Value> = reply.collect();
        self.wanted.early.insert(key, (kind, arguments.clone(), ids));
        Some(Ok(json!({ "breakpoints": reply })))
    }

    fn replace(&mut self, kind: Kind, key: &str, arguments: &Value, debugger: &mut Debugger) -> Vec<Value> {
        let old = self.wanted.placed.remove(key).unwrap_or_default();
        debugger.remove(|breakpoint| old.contains(&breakpoint.id));
        let (mut placed, mut replies) = (Vec::new(), Vec::new());
        for one in arguments["breakpoints"].as_array().map(Vec::as_slice).unwrap_or_default() {
            let made = match kind {
                Kind::Source => self.at_line(&arguments["source"], one, debugger),
                Kind::Function => at_function(one, debugger),
                Kind::Instruction => at_instruction(one, debugger),
                Kind::Data => on_data(one, debugger),
            };
            replies.push(match made {
                Ok((id, reply)) => {
                    placed.push(id);
                    reply
                }
                Err(message) => json!({ "verified": false, "message": message }),
            });
        }
        self.wanted.placed.insert(key.to_string(), placed);
        replies
    }

    fn at_line(&self, source: &Value, one: &Value, debugger: &mut Debugger) -> Result<(u32, Value), String> {
        let line = self.line_in(&one["line"]);
        let (addresses, text): (BTreeSet<u64>, String) = if is_listing(source) {
            let address = self.listing.as_ref().and_then(|listing| listing.address(line));
            let address = address.ok_or("the listing has no instruction from this line on")?;
            (BTreeSet::from([address]), format!("{address:#x}"))
        } else {
            let path = source["path"].as_str().unwrap_or_default();
            let file = file_of(debugger, path).ok_or_else(|| format!("the program was not made from {path}"))?;
            let found = lines_from(debugger, &file, line);
            (found.ok_or("no instruction comes from this line or one after it")?, format!("{file}:{line}"))
        };
        let first = addresses.first().copied().unwrap_or_default();
        let found_line = match is_listing(source) {
            true => self.listing.as_ref().and_then(|listing| listing.line(first)),
            false => debugger.program().lines().location(first).map(|place| place.line),
        };
        let id = add(&text, On::Place(addresses), None, one, debugger)?;
        let line = found_line.map_or(one["line"].clone(), |line| self.line_out(line).into());
        Ok((
            id,
            json!({
                "id": id, "verified": true, "line": line, "source": source, "instructionReference": format!("{first:#x}"),
            }),
        ))
    }
}

/// Adds a breakpoint with the condition and the count of hits of a request.
fn add(text: &str, on: On, lane: Option<u32>, one: &Value, debugger: &mut Debugger) -> Result<u32, String> {
    let condition = one["condition"].as_str().filter(|text| !text.trim().is_empty());
    let hits = one["hitCondition"].as_str().filter(|text| !text.trim().is_empty());
    let ignored = hits.map_or(Ok(0), |text| {
        let count = text.trim().trim_start_matches(['>', '=', ' ']).parse::<u64>();
        count.map(|count| count.saturating_sub(1)).map_err(|_| format!("`{text}` is no number of hits"))
    })?;
    let id = match one["logMessage"].as_str().filter(|message| !message.is_empty()) {
        Some(message) => debugger.add_log(text, on, message, condition)?,
        None => debugger.add(text, on, lane, condition)?,
    };
    if let Some(breakpoint) = debugger.breakpoint_mut(id) {
        (breakpoint.ignored, breakpoint.skips) = (ignored, ignored);
    }
    Ok(id)
}

fn at_function(one: &Value, debugger: &mut Debugger) -> Result<(u32, Value), String> {
    let name = one["name"].as_str().unwrap_or_default();
    let addresses = find(debugger, name)?;
    let reference = addresses.first().map(|address| format!("{address:#x}"));
    let id = add(name, On::Place(addresses), None, one, debugger)?;
    Ok((id, json!({ "id": id, "verified": true, "instructionReference": reference })))
}

fn at_instruction(one: &Value, debugger: &mut Debugger) -> Result<(u32, Value), String> {
    let address = super::memory::address_of(&one["instructionReference"])?;
    let address = address.wrapping_add_signed(one["offset"].as_i64().unwrap_or_default());
    if !debugger.code().has(address) {
        return Err(format!("no instruction begins at {address:#x}"));
    }
    let reference = format!("{address:#x}");
    let id = add(&reference, On::Place(BTreeSet::from([address])), None, one, debugger)?;
    Ok((id, json!({ "id": id, "verified": true, "instructionReference": reference })))
}

fn on_data(one: &Value, debugger: &mut Debugger) -> Result<(u32, Value), String> {
    let text = one["dataId"].as_str().unwrap_or_default();
    let (reads, writes) = match one["accessType"].as_str() {
        Some("read") => (true, false),
        Some("readWrite") => (true, true),
        _ => (false, true),
    };
    let (expression, bytes) = match text.rsplit_once(" bytes ") {
        Some((expression, bytes)) => (expression, bytes.parse().ok()),
        None => (text, None),
    };
    let (on, lane) = watched(debugger, expression, bytes, reads, writes)?;
    let id = add(expression, on, lane, one, debugger)?;
    Ok((id, json!({ "id": id, "verified": true })))
}

impl<W: Write + 'static> Server<'_, W> {
    pub(super) fn data_breakpoint_info(&mut self, arguments: &Value) -> Reply {
        let name = arguments["name"].as_str().unwrap_or_default();
        let bytes = arguments["bytes"].as_u64();
        let expression = if arguments["asAddress"] == true {
            Ok(format!("u8[{name}] bytes {}", bytes.unwrap_or(1)))
        } else if arguments["variablesReference"].as_u64().is_some_and(|reference| reference > 0) {
            let container = self.container(&arguments["variablesReference"])?;
            let debugger = self.debugger()?;
            match container.what {
                What::Buffers => {
                    let buffer = debugger.buffers().iter().find(|(known, _)| known == name);
                    let buffer = buffer.ok_or_else(|| format!("there is no buffer `{name}`"))?.1;
                    Ok(format!("u8[{:#x}] bytes {}", buffer.address, buffer.bytes))
                }
                what => expression_of(debugger, &what, name),
            }
        } else {
            Ok(name.to_string())
        };
        let debugger = self.debugger()?;
        let found = expression.and_then(|text| {
            let plain = text.rsplit_once(" bytes ").map_or(text.as_str(), |(plain, _)| plain);
            let (on, _) = watched(debugger, plain, bytes, false, true)?;
            Ok((text, on))
        });
        Ok(match found {
            Ok((text, On::Memory { .. })) => {
                json!({ "dataId": text, "description": text, "accessTypes": ["read", "write", "readWrite"] })
            }
            Ok((text, _)) => json!({ "dataId": text, "description": text, "accessTypes": ["write"] }),
            Err(error) => json!({ "dataId": null, "description": error }),
        })
    }
}
