//! Prints reference pages on the terminal.

use isatope::Target;
use isatope::explain::near;
use isatope::pages::{Found, Look};

use crate::output;

/// How many other meanings of a name are mentioned.
const MOST_OTHERS: usize = 6;

/// How pages look here. Colours go in any case: what writes them takes them out again where they are not wanted.
pub fn look() -> Look {
    Look { width: output::width().unwrap_or(80), colour: true }
}

/// What else a name means, with the commands that show it.
pub fn others(name: &str, shown: &Found, others: &[Found], look: Look) -> String {
    let mut rows = Vec::new();
    for found in others {
        let entry = found.entry;
        let named = entry.name.eq_ignore_ascii_case(name);
        // The kind is needed where the name alone leads elsewhere.
        let best = isatope::pages::find(&entry.name);
        let best = if named { Some(shown) } else { best.first() };
        let first = best.map_or(entry.kind, |f| f.entry.kind);
        let kind = if entry.kind == first { String::new() } else { format!("{} ", entry.kind.name()) };
        let newest = Target::all().filter(|t| t.architecture() == entry.arch).last();
        let target = newest.filter(|_| entry.arch != shown.entry.arch).map_or(String::new(), |t| format!("-t {t} "));
        let of = if entry.arch.is_empty() { String::new() } else { format!(" of {}", entry.arch) };
        let what = format!("{}{of}", entry.kind.describe());
        let what = if named { what } else { format!("{}, {what}", entry.name) };
        let command = format!("isatope explain {target}{kind}{}", if named { name } else { &entry.name });
        let row = isatope::pages::Row { cells: vec![what, command], versions: Vec::new() };
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let more = rows.len().saturating_sub(MOST_OTHERS);
    rows.truncate(MOST_OTHERS);
    let mut out = format!("\n{}\n", look.faint("The name has other meanings:"));
    for line in isatope::pages::table(&[], &rows, Look { width: look.width - 2, ..look }).lines() {
        out += &format!("  {line}\n");
    }
    if more > 0 {
        out += &format!("  {more} more: isatope spec list --kind all {name}\n");
    }
    out
}

/// Help for an unknown name: a similar name, or a search for pages that mention it.
pub fn hint(name: &str) -> Option<String> {
    if name.is_empty() {
        return None;
    }
    let like = registers(name).or_else(|| near(name).map(|near| format!("did you mean `{near}`?")));
    let quoted = if name.contains(' ') { format!("'{name}'") } else { name.to_string() };
    like.or_else(|| match isatope::pages::search(name).len() {
        0 => None,
        1 => Some(format!("one page mentions it: `isatope spec list --kind all {quoted}`")),
        n => Some(format!("{n} pages mention it: `isatope spec list --kind all {quoted}`")),
    })
}

/// The registers that there are, for the name of one that there is not.
fn registers(name: &str) -> Option<String> {
    let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let mut files = isatope::pages::all().map(|f| f.entry).filter(|_| prefix.len() < name.len());
    let file =
        files.find(|e| e.registers.is_some() && (e.name == prefix || e.also.iter().any(|also| also == prefix)))?;
    Some(format!("{} has {prefix}0 to {prefix}{}", file.arch, file.registers?.saturating_sub(1)))
}
