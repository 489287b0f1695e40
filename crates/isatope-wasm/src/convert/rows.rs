//! Instructions as lines of `isatope dis --json`, with the lines of the listing that they are in.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

/// The lines of JSON that are instructions or words that are none. `marked` is the listing with margins
/// (`--emit list`): it says in which line each of them is.
pub fn rows(json: &[u8], marked: &[u8]) -> Vec<Value> {
    let (json, marked) = (String::from_utf8_lossy(json), String::from_utf8_lossy(marked));
    let mut lines: HashMap<(u64, String), VecDeque<usize>> = HashMap::new();
    for (number, line) in (1..).zip(marked.lines()) {
        if let Some((offset, words)) = margin(line) {
            lines.entry((offset, words.to_string())).or_default().push_back(number);
        }
    }
    let read = json.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut rows: Vec<Value> = read.filter(|row| row.get("words").is_some()).collect();
    for row in &mut rows {
        let words = row["words"].as_str().unwrap_or_default().to_string();
        let place = (row["offset"].as_u64().unwrap_or_default(), words);
        let line = lines.get_mut(&place).and_then(VecDeque::pop_front);
        if let Some(line) = line {
            row["line"] = line.into();
        }
    }
    rows
}

/// Offset and words in a margin: `/*00000008: bf810000         */ s_endpgm`.
fn margin(line: &str) -> Option<(u64, &str)> {
    let (margin, _) = line.trim_start().strip_prefix("/*")?.split_once("*/")?;
    let (offset, words) = margin.split_once(": ")?;
    Some((u64::from_str_radix(offset, 16).ok()?, words.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_read() {
        assert_eq!(margin("/*00000008: bf810000         */ s_endpgm"), Some((8, "bf810000")));
        assert_eq!(margin(".long 0x0"), None);
    }
}
