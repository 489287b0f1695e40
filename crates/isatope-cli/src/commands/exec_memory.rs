//! Memory and host operations of `isatope exec`: parses the options and prints the effects.

use std::collections::HashMap;

use anyhow::{Context, bail};
use isatope::diagnostics::number;
use isatope::emulator::watch::lanes_text;
use isatope::run::json::{Allocation, Answer};
use serde_json::Value;

/// `0x1000=00112233`, `lds:0+64`
pub fn allocation(text: &str) -> anyhow::Result<Allocation> {
    let explain = "give memory as ADDRESS=BYTES or ADDRESS+SIZE, for example 0x1000=00112233 or lds:0+64";
    let (space, rest) = match text.split_once(':') {
        Some((space, rest)) => (Some(space.trim().to_ascii_lowercase()), rest),
        None => (None, text),
    };
    let (address, bytes) = match (rest.split_once('='), rest.split_once('+')) {
        (Some((address, bytes)), _) => (address, bytes.replace(['_', ' '], "")),
        (None, Some((address, size))) => {
            let size: usize = number::unsigned(size.trim()).with_context(|| format!("`{text}`: {explain}"))?;
            if size > MOST {
                bail!("`{text}`: at most {MOST} bytes are allocated");
            }
            (address, "00".repeat(size))
        }
        _ => bail!("`{text}`: {explain}"),
    };
    Ok(Allocation { space, addr: address.trim().into(), bytes: bytes.into() })
}

/// Most zeros that one option allocates.
const MOST: usize = 1 << 28;

/// `image.load=0x5`, `image.load@3=0x5`
pub fn answer(text: &str) -> anyhow::Result<Answer> {
    let explain = "give an answer as OPERATION=VALUE, for example image.load=0x5, or image.load@3=0x5 for one lane";
    let (operation, value) = text.split_once('=').with_context(|| format!("`{text}`: {explain}"))?;
    let (operation, lane) = match operation.split_once('@') {
        Some((operation, lane)) => {
            (operation, Some(lane.trim().parse().with_context(|| format!("`{text}`: {explain}"))?))
        }
        None => (operation, None),
    };
    Ok(Answer { operation: operation.trim().to_string(), lane, value: value.trim().into() })
}

/// Memory that was written: 16 bytes a line, lines that repeat drawn together.
pub fn show(mem: &[Value]) -> String {
    let mut out = String::new();
    for allocation in mem {
        let text = |key: &str| allocation[key].as_str().unwrap_or_default();
        let space = if text("space").is_empty() { "mem" } else { text("space") };
        let base: u64 = number::unsigned(text("addr")).unwrap_or(0);
        let rows: Vec<&[u8]> = text("bytes").as_bytes().chunks(32).collect();
        let mut repeated = false;
        for (i, row) in rows.iter().enumerate() {
            if i > 0 && i + 1 < rows.len() && *row == rows[i - 1] {
                if !repeated {
                    out += "         …\n";
                }
                repeated = true;
                continue;
            }
            repeated = false;
            let bytes: Vec<_> = row.chunks(2).map(|b| String::from_utf8_lossy(b).into_owned()).collect();
            out += &format!("{space:6} {:#x}: {}\n", base + 16 * i as u64, bytes.join(" "));
        }
    }
    out
}

/// Lines about lanes: what several lanes do, or one lane does several times, is one line.
#[derive(Default)]
pub struct Lines {
    lines: Vec<(String, u64)>,
    numbers: HashMap<String, usize>,
}

impl Lines {
    /// Adds calls of operations of the host.
    pub fn add_calls(&mut self, calls: &[Value]) {
        for call in calls {
            let arguments = call["arguments"].as_object().into_iter().flatten();
            let arguments = arguments.map(|(name, value)| format!("{name} = {}", value.as_str().unwrap_or("?")));
            let arguments = arguments.collect::<Vec<_>>().join(", ");
            self.add(format!("{}({arguments})", call["operation"].as_str().unwrap_or("?")), call);
        }
    }

    /// Adds accesses out of bounds that hardware hides.
    pub fn add_outside(&mut self, outside: &[Value]) {
        for access in outside {
            let verb = if access["write"] == true { "writes" } else { "reads" };
            let place = access["addr"].as_str().unwrap_or("?");
            let space = access["space"].as_str().unwrap_or("?");
            self.add(format!("{space} {verb} {} bytes at {place}", access["bytes"]), access);
        }
    }

    fn add(&mut self, text: String, entry: &Value) {
        let number = *self.numbers.entry(text).or_insert_with_key(|text| {
            self.lines.push((text.clone(), 0));
            self.lines.len() - 1
        });
        self.lines[number].1 |= entry["lane"].as_u64().map_or(0, |lane| 1 << (lane & 63));
    }

    /// The lines, each after a word.
    pub fn show(&self, word: &str) -> String {
        let place = |lanes: u64| if lanes == 0 { String::new() } else { format!(" in {}", lanes_text(lanes)) };
        self.lines.iter().map(|(text, lanes)| format!("{word} {text}{}\n", place(*lanes))).collect()
    }
}
