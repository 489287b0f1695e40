//! Breakpoints of clients: each request replaces those of its kind, or of its source.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde_json::{Value, json};

use super::source::file_of;
use super::variables::{What, expression_of};
use super::{Reply, Server};
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
    pub(super) fn set_breakpoints(&mut self, arguments: &Value) -> Reply {
        let source = &arguments["source"];
        let key = match source["path"].as_str() {
            Some(path) => format!("source {path}"),
            None => format!("source {}", source["sourceReference"]),
        };
        self.set(Kind::Source, key, arguments)
    }

    pub(super) fn set(&mut self, kind: Kind, key: String, arguments: &Value) -> Reply {
        let count = arguments["breakpoints"].as_array().map_or(0, Vec::len);
        if self.debugger.is_none() {
            let ids: Vec<u64> = (0..count as u64).map(|index| EARLY + self.wanted.last_early + index).collect();
            self.wanted.last_early += count as u64;
            let reply =
                ids.iter().map(|id| json!({ "id": id, "verified": false, "message": "the program is not loaded yet" }));
            let reply: Vec<Value> = reply.collect();
            self.wanted.early.insert(key, (kind, arguments.clone(), ids));
            return Ok(json!({ "breakpoints": reply }));
        }
        Ok(json!({ "breakpoints": self.replace(kind, &key, arguments)? }))
    }

    /// Places what was wanted before the program was there, and tells the client what became of it.
    pub(super) fn place_wanted(&mut self) -> io::Result<()> {
        for (key, (kind, arguments, ids)) in std::mem::take(&mut self.wanted.early) {
            let placed = self.replace(kind, &key, &arguments).unwrap_or_default();
            for (id, mut breakpoint) in ids.into_iter().zip(placed) {
                breakpoint["id"] = id.into();
                self.event("breakpoint", json!({ "reason": "changed", "breakpoint": breakpoint }))?;
            }
        }
        Ok(())
    }

    fn replace(&mut self, kind: Kind, key: &str, arguments: &Value) -> Result<Vec<Value>, String> {
        let old = self.wanted.placed.remove(key).unwrap_or_default();
        self.debugger_mut()?.remove(|breakpoint| old.contains(&breakpoint.id));
        let (mut placed, mut replies) = (Vec::new(), Vec::new());
        for one in arguments["breakpoints"].as_array().map(Vec::as_slice).unwrap_or_default() {
            let made = match kind {
                Kind::Source => self.at_line(&arguments["source"], one),
                Kind::Function => self.at_function(one),
                Kind::Instruction => self.at_instruction(one),
                Kind::Data => self.on_data(one),
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
        Ok(replies)
    }

    /// Adds a breakpoint with the condition and the count of hits of a request.
    fn add(&mut self, text: &str, on: On, lane: Option<u32>, one: &Value) -> Result<u32, String> {
        let condition = one["condition"].as_str().filter(|text| !text.trim().is_empty());
        let hits = one["hitCondition"].as_str().filter(|text| !text.trim().is_empty());
        let ignored = hits.map_or(Ok(0), |text| {
            let count = text.trim().trim_start_matches(['>', '=', ' ']).parse::<u64>();
            count.map(|count| count.saturating_sub(1)).map_err(|_| format!("`{text}` is no number of hits"))
        })?;
        let debugger = self.debugger_mut()?;
        let id = match one["logMessage"].as_str().filter(|message| !message.is_empty()) {
            Some(message) => debugger.add_log(text, on, message, condition)?,
            None => debugger.add(text, on, lane, condition)?,
        };
        if let Some(breakpoint) = debugger.breakpoint_mut(id) {
            breakpoint.ignored = ignored;
        }
        Ok(id)
    }

    fn at_line(&mut self, source: &Value, one: &Value) -> Result<(u32, Value), String> {
        let line = self.line_in(&one["line"]);
        let debugger = self.debugger()?;
        let (addresses, text): (BTreeSet<u64>, String) = if Self::is_listing(source) {
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
        let found_line = match Self::is_listing(source) {
            true => self.listing.as_ref().and_then(|listing| listing.line(first)),
            false => debugger.program().lines().location(first).map(|place| place.line),
        };
        let id = self.add(&text, On::Place(addresses), None, one)?;
        let line = found_line.map_or(one["line"].clone(), |line| self.line_out(line).into());
        Ok((
            id,
            json!({
                "id": id, "verified": true, "line": line, "source": source, "instructionReference": format!("{first:#x}"),
            }),
        ))
    }

    fn at_function(&mut self, one: &Value) -> Result<(u32, Value), String> {
        let name = one["name"].as_str().unwrap_or_default();
        let addresses = find(self.debugger()?, name)?;
        let reference = addresses.first().map(|address| format!("{address:#x}"));
        let id = self.add(name, On::Place(addresses), None, one)?;
        Ok((id, json!({ "id": id, "verified": true, "instructionReference": reference })))
    }

    fn at_instruction(&mut self, one: &Value) -> Result<(u32, Value), String> {
        let address = super::memory::address_of(&one["instructionReference"])?;
        let address = address.wrapping_add_signed(one["offset"].as_i64().unwrap_or_default());
        if !self.debugger()?.code().has(address) {
            return Err(format!("no instruction begins at {address:#x}"));
        }
        let reference = format!("{address:#x}");
        let id = self.add(&reference, On::Place(BTreeSet::from([address])), None, one)?;
        Ok((id, json!({ "id": id, "verified": true, "instructionReference": reference })))
    }

    fn on_data(&mut self, one: &Value) -> Result<(u32, Value), String> {
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
        let (on, lane) = watched(self.debugger()?, expression, bytes, reads, writes)?;
        let id = self.add(expression, on, lane, one)?;
        Ok((id, json!({ "id": id, "verified": true })))
    }

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
