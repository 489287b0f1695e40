//! The functions as text, each distinct text once, and the tables that find them.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use isatope_lang::Scope;

use super::function::{Body, Levels};
use super::program::{Run, Text};
use super::staged::{Stage, Staged};
use super::{PARAMETERS, PROLOGUE};

/// All functions and entries of an architecture.
pub(super) struct Entries {
    /// First of the rows that views use.
    scratch: usize,
    /// Number of each text, together with the fallback that it calls if registers do not have their usual values.
    numbers: HashMap<(String, Option<String>), usize>,
    functions: Vec<Function>,
    /// Number of each fallback function.
    rests: HashMap<String, usize>,
    staged: Vec<Staged>,
    /// Number of each staged program.
    staged_numbers: HashMap<Staged, usize>,
    entries: Vec<Entry>,
    /// First entry of each meaning.
    first: Vec<usize>,
    /// First condition of each entry.
    conditions: Vec<usize>,
    /// Conditions as text, and their number.
    when: (String, usize),
}

#[derive(Clone, Copy)]
enum Entry {
    /// A function, and a smaller one with the same results for builds whose baseline code should be small.
    Function(usize, Option<usize>),
    Staged(usize),
}

struct Function {
    says: String,
    text: String,
    levels: Levels,
    rest: Option<usize>,
}

impl Entries {
    pub(super) fn new(scratch: usize) -> Self {
        Self {
            scratch,
            numbers: HashMap::new(),
            functions: Vec::new(),
            rests: HashMap::new(),
            staged: Vec::new(),
            staged_numbers: HashMap::new(),
            entries: Vec::new(),
            first: Vec::new(),
            conditions: Vec::new(),
            when: (String::new(), 0),
        }
    }

    /// Adds the functions of a meaning. Meanings are added in ascending order.
    pub(super) fn add(&mut self, name: &str, scope: Scope, text: &Text) {
        self.first.push(self.entries.len());
        let scope = if scope == Scope::Lane { "each lane" } else { "the wave" };
        let last = match text.ways.last().map(|way| &way.run) {
            Some(Run::Body(body)) if body.levels != Levels::None => {
                Some(self.function(&format!("`{name}`, for {scope}, with modifiers."), body))
            }
            _ => None,
        };
        for way in &text.ways {
            self.conditions.push(self.when.1);
            for condition in &way.when {
                let _ = write!(self.when.0, "{condition:?}, ");
            }
            self.when.1 += way.when.len();
            let entry = match &way.run {
                Run::Body(body) => {
                    let number = self.function(&format!("`{name}`, for {scope}."), body);
                    Entry::Function(number, last.filter(|last| *last != number))
                }
                Run::Staged(staged) => Entry::Staged(self.staged(name, staged)),
            };
            self.entries.push(entry);
        }
    }

    /// Number of a function; adds the function if it is new.
    fn function(&mut self, says: &str, body: &Body) -> usize {
        let rests = self.rests.len();
        let rest = body.rest.as_ref().map(|rest| *self.rests.entry(rest.clone()).or_insert(rests));
        let number = *self.numbers.entry((body.text.clone(), body.rest.clone())).or_insert(self.functions.len());
        if number == self.functions.len() {
            let (says, text) = (says.to_string(), body.text.clone());
            self.functions.push(Function { says, text, levels: body.levels, rest });
        }
        let levels = &mut self.functions[number].levels;
        *levels = (*levels).max(body.levels);
        number
    }

    fn staged(&mut self, name: &str, staged: &Staged) -> usize {
        if let Some(number) = self.staged_numbers.get(staged) {
            return *number;
        }
        for stage in staged.sources.iter().chain(staged.results.iter().map(|(_, stage)| stage)) {
            self.function(&format!("A modifier of `{name}` and others."), &stage.body);
        }
        for copy in staged.results.iter().filter_map(|(copy, _)| copy.as_ref()) {
            self.function("An operand as it is.", copy);
        }
        if let Some(body) = &staged.narrowing {
            self.function(&format!("The lanes of `{name}` and others."), body);
        }
        self.function(&format!("`{name}` without modifiers."), &staged.core);
        self.staged.push(staged.clone());
        self.staged_numbers.insert(staged.clone(), self.staged.len() - 1);
        self.staged.len() - 1
    }

    fn number(&self, body: &Body) -> usize {
        self.numbers[&(body.text.clone(), body.rest.clone())]
    }

    /// Expression for the baseline version of a function.
    fn at_baseline(&self, number: usize, small: Option<usize>) -> String {
        let function = &self.functions[number];
        match (function.levels, function.rest, small) {
            (Levels::None, ..) => format!("run_{number}"),
            (_, Some(rest), _) => format!("at_baseline!(run_{number}, rest_{rest})"),
            (_, None, Some(small)) => format!("at_baseline!(run_{number}, run_{small}::<false>)"),
            (_, None, None) => format!("at_baseline!(run_{number})"),
        }
    }

    /// Text of a staged program. `named` gives the name of a function.
    fn staged_text(&self, number: usize, named: &dyn Fn(usize) -> String) -> String {
        let staged = &self.staged[number];
        let call = |body: &Body| format!("{}(m, &s, w);", named(self.number(body)));
        let mut out = format!("fn staged_{number}{PARAMETERS} {{\n{}let mut s = o.copy();\n", staged.reads);
        let mut row = self.scratch;
        let mut clear = String::new();
        let mut stages = 0;
        // Reserves rows for the value of a stage, and writes the condition under which the stage has one.
        let mut begin = |stage: &Stage, out: &mut String| {
            let (k, rows) = (stages, stage.width.div_ceil(32) as usize);
            let _ = writeln!(out, "let v{k} = {};", stage.when);
            let cleared: Vec<String> = (row..row + rows).map(|row| format!("m.clear_row({row});")).collect();
            let _ = writeln!(clear, "if v{k} {{ {} }}", cleared.join(" "));
            (stages, row) = (stages + 1, row + rows);
            (k, row - rows)
        };
        for stage in &staged.sources {
            let ((k, row), i) = (begin(stage, &mut out), stage.operand);
            let _ = writeln!(out, "if v{k} {{ s.set_scratch({i}, {row}); {} s.take({i}); }}", call(&stage.body));
        }
        let mut after = String::new();
        for (copy, stage) in &staged.results {
            let ((k, row), i) = (begin(stage, &mut out), stage.operand);
            let copy = copy.as_ref().map_or(String::new(), call);
            let _ = writeln!(out, "if v{k} {{ s.set_scratch({i}, {row}); {copy} s.take({i}); }}");
            let view = call(&stage.body);
            let _ = writeln!(after, "if v{k} {{ s.set_scratch({i}, {row}); s.restore(o, {i}); {view} }}");
        }
        if let Some(body) = &staged.narrowing {
            let _ = writeln!(out, "let exec = m.exec();\ns.set_exec(EXEC);\n{}", call(body));
        }
        let _ = writeln!(out, "{}", call(&staged.core));
        // Results are written for the lanes that were active before the core ran.
        let restore = if staged.restores { "m.set_exec(exec);\n" } else { "" };
        let _ = writeln!(out, "{after}{restore}{clear}}}");
        out
    }

    /// Functions that staged programs call.
    fn stages(&self) -> BTreeSet<usize> {
        let bodies = |staged: &Staged| {
            let views = staged.sources.iter().chain(staged.results.iter().map(|(_, stage)| stage));
            let copies = staged.results.iter().filter_map(|(copy, _)| copy.as_ref());
            let all = views.map(|stage| &stage.body).chain(copies).chain(&staged.narrowing).chain([&staged.core]);
            all.map(|body| self.number(body)).collect::<Vec<_>>()
        };
        self.staged.iter().flat_map(bodies).collect()
    }

    /// Writes all functions and tables.
    pub(super) fn write(&mut self, out: &mut String) {
        self.first.push(self.entries.len());
        self.conditions.push(self.when.1);
        for (number, function) in self.functions.iter().enumerate() {
            let Function { says, text, levels, rest } = function;
            let text = rest.map_or(text.clone(), |rest| text.replace("rest_@", &format!("rest_{rest}")));
            let _ = match levels {
                Levels::None => writeln!(out, "/// {says}\nfn run_{number}{PARAMETERS} {{\n{PROLOGUE}{text}}}"),
                _ => writeln!(
                    out,
                    "/// {says}\n#[inline(always)]\nfn run_{number}<const FAST: bool>{PARAMETERS} {{\n{text}}}"
                ),
            };
        }
        let mut rests: Vec<_> = self.rests.iter().collect();
        rests.sort_by_key(|(_, number)| **number);
        for (rest, number) in rests {
            let _ = writeln!(
                out,
                "/// Runs while registers are not as usual.\n#[inline(never)]\nfn rest_{number}{PARAMETERS} {{\n{PROLOGUE}{rest}}}"
            );
        }
        let [mut all, mut one, mut all_entries, mut one_entries, mut staged] = [const { String::new() }; 5];
        for (number, function) in self.functions.iter().enumerate() {
            let _ = match function.levels {
                Levels::None => Ok(()),
                Levels::One => write!(one, "run_{number} "),
                Levels::All => write!(all, "run_{number} "),
            };
        }
        let mut baseline = String::new();
        for (entry, run) in self.entries.iter().enumerate() {
            let _ = match run {
                Entry::Function(number, small) => {
                    let _ = writeln!(baseline, "{entry} => address({}),", self.at_baseline(*number, *small));
                    match self.functions[*number].levels {
                        Levels::None => Ok(()),
                        Levels::One => write!(one_entries, "{entry} run_{number} "),
                        Levels::All => write!(all_entries, "{entry} run_{number} "),
                    }
                }
                Entry::Staged(number) => {
                    let _ = writeln!(baseline, "{entry} => address(staged_{number}),");
                    write!(one_entries, "{entry} staged_{number} ")
                }
            };
        }
        for number in 0..self.staged.len() {
            staged.push_str(&self.staged_text(number, &|function| format!("run_{function}")));
            out.push_str(&self.staged_text(number, &|function| format!("stage_{function}")));
        }
        // If these functions were inlined, each caller of a view or core would contain them.
        for number in self.stages() {
            let run = self.at_baseline(number, None);
            let _ = writeln!(out, "#[inline(never)]\nfn stage_{number}{PARAMETERS} {{ {run}(m, o, w) }}");
        }
        let _ = writeln!(
            out,
            "fn baseline(entry: usize) -> RawFn<L> {{\nmatch entry {{\n{baseline}_ => address(no_function),\n}}\n}}\n\
             fn no_function(_: &mut Wave, _: &Ops, _: &mut dyn World) {{}}\n\
             levels! {{ {{{all}}} {{{one}}} {{{all_entries}}} {{{one_entries}}} {{\n{staged}}} }}\n\
             const ENTRIES: Entries<L> = Entries {{ first: &{:?}, conditions: &{:?}, when: &[{}], function: entry }};",
            self.first, self.conditions, self.when.0
        );
    }
}
