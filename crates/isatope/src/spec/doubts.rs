//! What is not known exactly, one reason after the other, and what would settle it.

use isatope_core::tables::Inst as Row;
use isatope_lang::{Doubt, Model, Reason};

/// Width of the lists.
const WIDTH: usize = 80;

/// A doubt with everything that it is about.
#[derive(Debug)]
struct Group<'m> {
    doubt: &'m Doubt,
    /// `encoding` or `meaning`.
    what: &'static str,
    /// The functions that have it.
    functions: Vec<&'m str>,
    /// The registers and parts of registers that have it, whatever the instruction.
    state: Vec<String>,
    entries: Vec<&'m str>,
}

/// What is in doubt about the chosen entries of an architecture, most entries first. What is in doubt about its state is said with all
/// of them.
#[derive(Debug)]
pub struct Doubts<'m> {
    model: &'m Model,
    groups: Vec<Group<'m>>,
    /// How many entries were looked at.
    chosen: usize,
    /// How many of them are not known exactly.
    uncertain: usize,
}

impl<'m> Doubts<'m> {
    /// About some instructions of the model's architecture; with `all` about its state as well.
    pub fn new(model: &'m Model, rows: &[&Row], all: bool) -> Self {
        let mut unknown = Self { model, groups: Vec::new(), chosen: rows.len(), uncertain: 0 };
        for row in rows {
            let same = model.insts.iter().find(|i| row.name == *i.name && i.versions.0 & row.versions != 0);
            let Some(inst) = same else { continue };
            for (what, known) in [("encoding", &inst.encoding), ("meaning", &inst.semantics)] {
                known.reasons.iter().for_each(|reason| unknown.entry(what, *reason, &inst.name));
            }
            unknown.uncertain += usize::from(inst.encoding.reasons.len() + inst.semantics.reasons.len() > 0);
        }
        if all {
            unknown.state();
        }
        unknown.groups.sort_by_key(|g| std::cmp::Reverse(g.entries.len()));
        unknown
    }

    fn group(&mut self, what: &'static str, doubt: usize) -> &mut Group<'m> {
        let doubt = &self.model.doubts[doubt];
        let found = self.groups.iter().position(|g| g.what == what && std::ptr::eq(g.doubt, doubt));
        let index = found.unwrap_or_else(|| {
            let group = Group { doubt, what, functions: Vec::new(), state: Vec::new(), entries: Vec::new() };
            self.groups.push(group);
            self.groups.len() - 1
        });
        &mut self.groups[index]
    }

    fn entry(&mut self, what: &'static str, reason: Reason, name: &'m str) {
        let function = reason.function.map(|f| self.model.functions[f].name.as_str());
        let group = self.group(what, reason.doubt);
        // Entries that share a name are one to a reader.
        if group.entries.last() != Some(&name) {
            group.entries.push(name);
        }
        group.functions.extend(function.filter(|f| !group.functions.contains(f)));
    }

    fn state(&mut self) {
        for register in &self.model.registers {
            for &doubt in &register.doubts {
                self.group("meaning", doubt).state.push(register.name.clone());
            }
            for part in &register.fields {
                if let Some(doubt) = part.doubt {
                    self.group("meaning", doubt).state.push(format!("{}.{}", register.name, part.name));
                }
            }
        }
    }

    /// As text, 80 columns wide.
    pub fn text(&self) -> String {
        let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        let mut out = format!(
            "{}: {} of {} not known exactly, for {}.\n",
            self.model.arch,
            self.uncertain,
            plural(self.chosen, "entry is", "entries are"),
            plural(self.groups.len(), "reason", "reasons")
        );
        for Group { doubt, what, functions, state, entries } in &self.groups {
            let name = if doubt.name.is_empty() { String::new() } else { format!(" ({})", doubt.name) };
            out += &format!("\n{what} {}{name}:\n{}", doubt.grade.word(), indented("  ", &doubt.why));
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

    /// As JSON, a value for each reason.
    #[cfg(feature = "serde")]
    pub fn json(&self) -> Vec<serde_json::Value> {
        let of = |g: &Group| {
            serde_json::json!({
                "architecture": self.model.arch, "of": g.what, "status": g.doubt.grade.word(), "doubt": g.doubt.name,
                "why": g.doubt.why, "until": g.doubt.until, "doc": g.doubt.doc,
                "functions": g.functions, "state": g.state, "instructions": g.entries,
            })
        };
        self.groups.iter().map(of).collect()
    }
}

/// Text behind a heading, its further lines four columns in.
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
