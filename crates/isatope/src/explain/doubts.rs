//! Lists what is not known exactly, with reasons and what would settle them.

use isatope_core::tables::Inst as Row;
use isatope_pages::{Doubt, Of, Reason, Unknown};

/// Width of the lists.
const WIDTH: usize = 80;

/// A spec note with everything that it is about.
#[derive(Debug)]
struct Group<'u> {
    doubt: &'u Doubt,
    of: Of,
    /// The functions that have it.
    functions: Vec<&'u str>,
    /// The registers and parts of registers that have it, whatever the instruction.
    state: Vec<&'u str>,
    entries: Vec<&'u str>,
}

/// Spec notes of the chosen entries of an architecture, most entries first. Notes about its state are listed with all
/// of them.
#[derive(Debug)]
pub struct Doubts<'u> {
    unknown: &'u Unknown,
    groups: Vec<Group<'u>>,
    /// Number of examined entries.
    chosen: usize,
    /// Number of entries that are not known exactly.
    uncertain: usize,
}

impl<'u> Doubts<'u> {
    /// About some instructions of the architecture; with `all` about its state as well.
    pub fn new(unknown: &'u Unknown, rows: &[&Row], all: bool) -> Self {
        let mut doubts = Self { unknown, groups: Vec::new(), chosen: rows.len(), uncertain: 0 };
        for row in rows {
            let same = unknown.instructions.iter().find(|i| row.name == *i.name && i.versions & row.versions != 0);
            let Some(inst) = same else { continue };
            inst.reasons.iter().for_each(|reason| doubts.entry(reason, &inst.name));
            doubts.uncertain += 1;
        }
        if all {
            for (doubt, name) in &unknown.state {
                doubts.group(Of::Meaning, *doubt).state.push(name);
            }
        }
        doubts.groups.sort_by_key(|g| std::cmp::Reverse(g.entries.len()));
        doubts
    }

    fn group(&mut self, of: Of, doubt: usize) -> &mut Group<'u> {
        let doubt = &self.unknown.doubts[doubt];
        let found = self.groups.iter().position(|g| g.of == of && std::ptr::eq(g.doubt, doubt));
        let index = found.unwrap_or_else(|| {
            let group = Group { doubt, of, functions: Vec::new(), state: Vec::new(), entries: Vec::new() };
            self.groups.push(group);
            self.groups.len() - 1
        });
        &mut self.groups[index]
    }

    fn entry(&mut self, reason: &'u Reason, name: &'u str) {
        let function = reason.function.as_deref();
        let group = self.group(reason.of, reason.doubt);
        // Entries that share a name are one to a reader.
        if group.entries.last() != Some(&name) {
            group.entries.push(name);
        }
        group.functions.extend(function.filter(|f| !group.functions.contains(f)));
    }

    /// As text, 80 columns wide.
    pub fn text(&self) -> String {
        let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        let mut out = format!(
            "{}: {} of {} not known exactly, for {}.\n",
            self.unknown.arch,
            self.uncertain,
            plural(self.chosen, "entry is", "entries are"),
            plural(self.groups.len(), "reason", "reasons")
        );
        for Group { doubt, of, functions, state, entries } in &self.groups {
            let name = if doubt.name.is_empty() { String::new() } else { format!(" ({})", doubt.name) };
            out += &format!("\n{} {}{name}:\n{}", of.word(), doubt.status, indented("  ", &doubt.why));
            if !doubt.condition.is_empty() {
                out += &indented("  only where: ", &doubt.condition);
            }
            out += &indented("  until: ", &doubt.until);
            if !state.is_empty() {
                out += &indented("  state: ", &state.join(", "));
            }
            if !functions.is_empty() {
                out += &indented("  in: ", &functions.join(", "));
            }
            if !entries.is_empty() {
                let count = plural(entries.len(), "entry", "entries");
                out += &indented(&format!("  {count}: "), &entries.join(" "));
            }
        }
        out
    }

    /// As JSON, one value per reason.
    #[cfg(feature = "serde")]
    pub fn json(&self) -> Vec<serde_json::Value> {
        let of = |g: &Group| {
            serde_json::json!({
                "architecture": self.unknown.arch, "of": g.of.word(), "status": g.doubt.status, "doubt": g.doubt.name,
                "why": g.doubt.why, "where": g.doubt.condition, "until": g.doubt.until, "doc": g.doubt.doc,
                "functions": g.functions, "state": g.state, "instructions": g.entries,
            })
        };
        self.groups.iter().map(of).collect()
    }
}

/// Text after a heading, its further lines four columns in.
fn indented(heading: &str, text: &str) -> String {
    let mut out = heading.to_string();
    let mut column = heading.chars().count();
    for (i, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if i > 0 && column + 1 + length > WIDTH {
            out += "\n    ";
            column = 4;
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += length;
    }
    out.push('\n');
    out
}
