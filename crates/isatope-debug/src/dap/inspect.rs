//! Requests about where the run is: frames, expressions, faults, places to go to.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::source::{file_of, is_listing};
use super::{Reply, Server};
use crate::debugger::{Debugger, Frame, Reason};
use crate::places::lines_from;
use crate::shell::{self, Answer};
use crate::stops::WaveId;

impl<W: Write + 'static> Server<'_, W> {
    pub(super) fn stack_trace(&mut self, arguments: &Value) -> Reply {
        let id = self.shared.borrow().thread(&arguments["threadId"])?.or(self.debugger()?.selected());
        let Some(id) = id else { return Ok(json!({ "stackFrames": [], "totalFrames": 0 })) };
        let frames = self.debugger()?.frames(id);
        let total = frames.len();
        let start = arguments["startFrame"].as_u64().unwrap_or(0) as usize;
        let levels =
            arguments["levels"].as_u64().filter(|levels| *levels > 0).map_or(usize::MAX, |levels| levels as usize);
        let mut all = Vec::new();
        for frame in frames.into_iter().skip(start).take(levels) {
            let mut name = frame.function.clone();
            if frame.inlined {
                name += " (inlined)";
            }
            if let Some(lanes) = frame.lanes {
                name += &format!(", {}", Debugger::lanes_text(lanes));
            }
            let mut one = json!({
                "name": name, "instructionPointerReference": format!("{:#x}", frame.address), "line": 0, "column": 0,
            });
            if let Some((source, line, column)) = self.place_of(&frame) {
                one["source"] = source;
                one["line"] = self.line_out(line).into();
                one["column"] = column.into();
            }
            self.frames.push((id, frame));
            one["id"] = self.frames.len().into();
            all.push(one);
        }
        Ok(json!({ "stackFrames": all, "totalFrames": total }))
    }

    /// The wavefront and the frame with a number.
    pub(super) fn frame(&self, number: &Value) -> Result<(WaveId, Frame), String> {
        let index = number.as_u64().and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let found = index.and_then(|index| self.frames.get(index)).cloned();
        found.ok_or_else(|| "this frame was of an earlier stop: ask for the stack again".to_string())
    }

    pub(super) fn evaluate(&mut self, arguments: &Value) -> Reply {
        if !arguments["frameId"].is_null() {
            let id = self.frame(&arguments["frameId"])?.0;
            self.debugger_mut()?.select(id)?;
        }
        let text = arguments["expression"].as_str().unwrap_or_default();
        if arguments["context"] != "repl" {
            return self.value_of(text);
        }
        // A command, or an expression that is none.
        if self.debugger()?.parse(text).is_ok() {
            return self.value_of(text);
        }
        let debugger = self.debugger_mut()?;
        let before = (debugger.session().steps(), debugger.session().edits().len());
        let answer = shell::execute(debugger, text)?;
        let after = (debugger.session().steps(), debugger.session().edits().len());
        self.has_moved = before != after;
        match answer {
            Answer::Text(text) => Ok(json!({ "result": text.trim_end(), "variablesReference": 0 })),
            Answer::Quit => Err("the client ends the session".to_string()),
        }
    }

    /// What a text in the debug console may go on with.
    pub(super) fn completions(&mut self, arguments: &Value) -> Reply {
        let text = arguments["text"].as_str().unwrap_or_default();
        let column = arguments["column"].as_u64().unwrap_or_default() as usize;
        let line: String = text.chars().take(column.saturating_sub(usize::from(!self.columns_from_zero))).collect();
        let (start, found) = shell::completions(self.debugger()?, &line);
        let (start, length) = (line[..start].chars().count(), line[start..].chars().count());
        let target = |label: String| json!({ "label": label, "start": start, "length": length });
        Ok(json!({ "targets": found.into_iter().map(target).collect::<Vec<_>>() }))
    }

    /// A command may have moved the run.
    pub(super) fn after_evaluate(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.has_moved) {
            true => self.stopped_for("step"),
            false => Ok(()),
        }
    }

    pub(super) fn exception_info(&mut self) -> Reply {
        let debugger = self.debugger()?;
        if *debugger.reason() != Reason::Fault {
            return Err("there was no fault".to_string());
        }
        let report = debugger.fault().and_then(|fault| fault.report.as_deref());
        let text = debugger.fault_text().unwrap_or_default();
        let kind = report.map_or("fault", |report| report.kind.name());
        let message = report.map_or(text.as_str(), |report| &report.message);
        Ok(json!({
            "exceptionId": kind, "description": text, "breakMode": "always",
            "details": { "message": message, "typeName": kind, "stackTrace": text },
        }))
    }

    pub(super) fn goto_targets(&mut self, arguments: &Value) -> Reply {
        let shared = self.shared.borrow();
        let line = shared.line_in(&arguments["line"]);
        let debugger = self.debugger()?;
        let source = &arguments["source"];
        let addresses: Vec<u64> = if is_listing(source) {
            shared.listing.as_ref().and_then(|listing| listing.address(line)).into_iter().collect()
        } else {
            let file = file_of(debugger, source["path"].as_str().unwrap_or_default());
            file.and_then(|file| lines_from(debugger, &file, line)).into_iter().flatten().collect()
        };
        let target = |address: u64| {
            let name = debugger.program().name_of(address).unwrap_or_else(|| format!("{address:#x}"));
            json!({ "id": address, "label": name, "line": arguments["line"], "instructionPointerReference": format!("{address:#x}") })
        };
        Ok(json!({ "targets": addresses.into_iter().map(target).collect::<Vec<_>>() }))
    }

    pub(super) fn goto(&mut self, arguments: &Value) -> Reply {
        self.look_at(arguments)?;
        let address = arguments["targetId"].as_u64().ok_or("`targetId` is missing")?;
        let counter = self.debugger()?.counter_name();
        self.debugger_mut()?.assign(&counter, &format!("{address:#x}"))?;
        Ok(Value::Null)
    }
}
