//! Sources: files, and the listing of the program's code. Requests for both, and for disassembly.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{Reply, Server};
use crate::debugger::{Debugger, Frame};

/// The number of the listing among the sources without a path.
const LISTING: u64 = 1;
/// The most rows that are disassembled at a time.
const MOST_ROWS: usize = 1 << 16;

/// The code of the program as text.
pub(super) struct Listing {
    name: String,
    text: String,
    /// The line of each instruction, from 1.
    lines: BTreeMap<u64, u32>,
    /// The instruction of each line, or the next one.
    addresses: BTreeMap<u32, u64>,
}

impl Listing {
    pub(super) fn of(debugger: &Debugger) -> Self {
        let (mut text, mut line) = (String::new(), 0);
        let (mut lines, mut addresses) = (BTreeMap::new(), BTreeMap::new());
        for address in debugger.code().all() {
            let row = debugger.code().row(debugger.session(), address);
            if let Some(label) = row.label {
                line += 1;
                text += &format!("{label}:\n");
            }
            line += 1;
            let target = row.target.map_or(String::new(), |target| format!(" <{target}>"));
            text += &format!("    {}{target}\n", row.text);
            lines.insert(address, line);
            addresses.insert(line, address);
        }
        let name = format!("{} (listing)", debugger.session().launch().entry().name());
        Self { name, text, lines, addresses }
    }

    /// The first instruction at a line or after it.
    pub(super) fn address(&self, line: u32) -> Option<u64> {
        self.addresses.range(line..).next().map(|(_, address)| *address)
    }

    /// The line of an instruction.
    pub(super) fn line(&self, address: u64) -> Option<u32> {
        self.lines.get(&address).copied()
    }

    fn source(&self) -> Value {
        json!({ "name": self.name, "sourceReference": LISTING })
    }
}

/// The path of a source that can be read.
fn path_of(debugger: &Debugger, file: &str) -> Option<PathBuf> {
    let found = [PathBuf::from(file), debugger.folder().join(file)].into_iter().find(|path| path.is_file())?;
    found.canonicalize().ok()
}

/// The name that the program has for a source that the client names by its path.
pub(super) fn file_of(debugger: &Debugger, path: &str) -> Option<String> {
    let wanted = Path::new(path);
    let canonical = wanted.canonicalize().ok();
    let files: Vec<&str> = debugger.program().lines().files().collect();
    let same = |file: &&&str| canonical.is_some() && path_of(debugger, file) == canonical;
    let ends = |file: &&&str| wanted.ends_with(file) || Path::new(file).ends_with(wanted);
    files.iter().find(same).or_else(|| files.iter().find(ends)).map(|file| file.to_string())
}

/// Whether a source is the listing.
pub(super) fn is_listing(source: &Value) -> bool {
    source["sourceReference"].as_u64() == Some(LISTING)
}

impl<W: Write + 'static> Server<'_, W> {
    /// A line as the client counts it.
    pub(super) fn line_out(&self, line: u32) -> u32 {
        self.shared.borrow().line_out(line)
    }

    /// Source and line of a frame: its file if that can be read, else the listing.
    pub(super) fn place_of(&self, frame: &Frame) -> Option<(Value, u32, u32)> {
        let debugger = self.debugger.as_ref()?;
        if let Some((file, line, column)) = &frame.source
            && let Some(path) = path_of(debugger, file)
        {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            return Some((json!({ "name": name, "path": path.display().to_string() }), *line, *column));
        }
        let shared = self.shared.borrow();
        let listing = shared.listing.as_ref()?;
        Some((listing.source(), listing.line(frame.address)?, 0))
    }

    pub(super) fn source(&mut self, arguments: &Value) -> Reply {
        let reference = if arguments["source"].is_object() { &arguments["source"] } else { arguments };
        if is_listing(reference) || is_listing(arguments) {
            let shared = self.shared.borrow();
            let text = shared.listing.as_ref().map_or("", |listing| listing.text.as_str());
            return Ok(json!({ "content": text, "mimeType": "text/x-asm" }));
        }
        let path = reference["path"].as_str().ok_or("the source has neither a path nor a known reference")?;
        let text = self.debugger()?.source(path).ok_or_else(|| format!("{path} cannot be read"))?;
        Ok(json!({ "content": text }))
    }

    pub(super) fn loaded_sources(&mut self) -> Reply {
        let debugger = self.debugger()?;
        let mut sources: Vec<Value> = self.shared.borrow().listing.iter().map(Listing::source).collect();
        for file in debugger.program().lines().files() {
            if let Some(path) = path_of(debugger, file) {
                sources.push(json!({ "name": file, "path": path.display().to_string() }));
            }
        }
        Ok(json!({ "sources": sources }))
    }

    /// Exactly as many rows as asked for: where there is no code, invalid ones.
    pub(super) fn disassemble(&mut self, arguments: &Value) -> Reply {
        let base = super::memory::address_of(&arguments["memoryReference"])?;
        let base = base.wrapping_add_signed(arguments["offset"].as_i64().unwrap_or_default());
        let offset = arguments["instructionOffset"].as_i64().unwrap_or_default();
        let count = arguments["instructionCount"].as_u64().unwrap_or_default() as usize;
        if count > MOST_ROWS {
            return Err(format!("{count} rows are too many: {MOST_ROWS} at most"));
        }
        let debugger = self.debugger()?;
        let word = debugger.session().device().target().word_bytes() as i64;
        let rows = debugger.code().around(base, offset, count);
        // Rows without code get addresses before and after those with code, so that addresses ascend.
        let first = rows.iter().position(Option::is_some);
        let mut after = None;
        let mut all = Vec::new();
        let mut last_file = None;
        for (index, address) in rows.iter().enumerate() {
            let Some(address) = address else {
                let address = match (after, first) {
                    (Some(next), _) => next,
                    (None, Some(first)) => {
                        rows[first].unwrap_or(base).saturating_add_signed(-word * (first - index) as i64)
                    }
                    (None, None) => base.saturating_add_signed(word * (offset + index as i64)),
                };
                after = after.map(|next: u64| next.saturating_add(word as u64));
                all.push(
                    json!({ "address": format!("{address:#x}"), "instruction": "??", "presentationHint": "invalid" }),
                );
                continue;
            };
            let row = debugger.code().row(debugger.session(), *address);
            after = Some(address + row.bytes.len() as u64);
            let bytes: Vec<String> = row.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let mut one = json!({
                "address": format!("{address:#x}"), "instructionBytes": bytes.join(" "), "instruction": row.text,
            });
            if let Some(label) = row.label {
                one["symbol"] = label.into();
            }
            let frame = Frame {
                address: *address,
                function: String::new(),
                source: debugger
                    .program()
                    .lines()
                    .location(*address)
                    .filter(|place| place.line > 0)
                    .map(|place| (place.file.to_string(), place.line, place.column)),
                inlined: false,
                lanes: None,
            };
            if let Some((source, line, _)) = self.place_of(&frame) {
                if last_file.as_ref() != Some(&source) {
                    one["location"] = source.clone();
                    last_file = Some(source);
                }
                one["line"] = self.line_out(line).into();
            }
            all.push(one);
        }
        Ok(json!({ "instructions": all }))
    }
}
