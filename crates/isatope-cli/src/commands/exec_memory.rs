//! Memory and host operations of `isatope exec`: parses the options and prints the effects.

use anyhow::{Context, bail};
use isatope::diagnostics::number;
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

/// Calls of operations of the host, a line each; lanes that call the same with the same share one.
pub fn show_calls(calls: &[Value]) -> String {
    let mut lines = Vec::new();
    for call in calls {
        let arguments = call["arguments"].as_object().into_iter().flatten();
        let arguments: Vec<_> = arguments.map(|(name, v)| format!("{name} = {}", v.as_str().unwrap_or("?"))).collect();
        let text = format!("{}({})", call["operation"].as_str().unwrap_or("?"), arguments.join(", "));
        by_lanes(&mut lines, text, call["lane"].as_u64());
    }
    show_lanes("calls   ", &lines)
}

/// Accesses out of bounds that hardware hides, a line each; lanes that make the same access share one.
pub fn show_outside(outside: &[Value]) -> String {
    let mut lines = Vec::new();
    for access in outside {
        let verb = if access["write"] == true { "writes" } else { "reads" };
        let place = access["addr"].as_str().unwrap_or("?");
        let space = access["space"].as_str().unwrap_or("?");
        by_lanes(&mut lines, format!("{space} {verb} {} bytes at {place}", access["bytes"]), access["lane"].as_u64());
    }
    show_lanes("outside ", &lines)
}

/// Adds a lane to the line of its text.
fn by_lanes(lines: &mut Vec<(String, Vec<u64>)>, text: String, lane: Option<u64>) {
    match lines.iter_mut().find(|(known, _)| *known == text) {
        Some((_, lanes)) => lanes.extend(lane),
        None => lines.push((text, lane.into_iter().collect())),
    }
}

fn show_lanes(word: &str, lines: &[(String, Vec<u64>)]) -> String {
    let mut out = String::new();
    for (text, lanes) in lines {
        let place = match lanes.as_slice() {
            [] => String::new(),
            [one] => format!(" in lane {one}"),
            many => format!(" in lanes {}", ranges(many)),
        };
        out += &format!("{word} {text}{place}\n");
    }
    out
}

/// `0-3, 7`: ascending numbers with runs drawn together.
fn ranges(numbers: &[u64]) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &n in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => runs.push((n, n)),
        }
    }
    let text = |&(a, b): &(u64, u64)| if a == b { a.to_string() } else { format!("{a}-{b}") };
    runs.iter().map(text).collect::<Vec<_>>().join(", ")
}
