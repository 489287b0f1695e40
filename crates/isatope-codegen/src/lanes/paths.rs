//! The loops of a lane function: one for each state in which programs usually are, where the compiler knows what registers and fields
//! hold, and one for everything else.

use std::fmt::Write;

use isatope_lang::Program;

use super::body::Frame;
use super::needs::Needs;

/// Conditions, each with declarations that say what holds under it.
#[derive(Default)]
pub(super) struct Paths {
    /// Where this holds the rest is another function, which nobody expects to be fast.
    pub gate: Option<String>,
    /// What is known where it does not.
    pub passed: String,
    /// The loops in the order in which they are tried; the last one has no condition and stands outside of the list.
    pub cases: Vec<(String, String)>,
}

/// A part of a register: the register, the bits, the values that it usually has.
type Part = (usize, u64, Vec<u64>);

impl Frame<'_> {
    /// The loops of a program. Parts of registers that usually have one value are a gate; those with several, and modifiers that are
    /// usually left out, make cases.
    pub(super) fn paths(&self, program: &Program, needs: &Needs) -> Paths {
        let (single, several): (Vec<Part>, Vec<Part>) =
            self.usual_parts(needs).into_iter().partition(|(_, _, values)| values.len() == 1);
        let mut paths = Paths::default();
        let mut gates = Vec::new();
        for (register, mask, value) in merged(&single) {
            gates.push(format!("s{register} & {mask:#x} != {value:#x}"));
            let _ = writeln!(paths.passed, "let s{register} = s{register} & !{mask:#x} | {value:#x};");
        }
        paths.gate = (!gates.is_empty()).then(|| gates.join(" || "));
        let (conditions, known) = self.without_modifiers(program);
        // Every choice of usual values, the first ones first.
        let mut choices: Vec<Vec<Part>> = vec![Vec::new()];
        for (register, mask, values) in &several {
            let with = |choice: &Vec<Part>, value: &u64| {
                choice.iter().cloned().chain([(*register, *mask, vec![*value])]).collect::<Vec<Part>>()
            };
            choices = choices.iter().flat_map(|choice| values.iter().map(move |value| with(choice, value))).collect();
        }
        for choice in &choices {
            let mut conditions = conditions.clone();
            let mut known = known.clone();
            for (register, mask, value) in merged(choice) {
                conditions.push(format!("s{register} & {mask:#x} == {value:#x}"));
                let _ = writeln!(known, "let s{register} = s{register} & !{mask:#x} | {value:#x};");
            }
            if !conditions.is_empty() {
                paths.cases.push((conditions.join(" && "), known));
            }
        }
        paths
    }

    /// The parts of registers that a program reads and of which the specification says what they usually hold.
    fn usual_parts(&self, needs: &Needs) -> Vec<Part> {
        let mut parts = Vec::new();
        for &register in &self.hoisted {
            for part in &self.cx.model.registers[register].fields {
                let is_read =
                    needs.parts.iter().any(|&(r, high, low)| r == register && low <= part.high && part.low <= high);
                if is_read && !part.usually.is_empty() {
                    let mask = (u64::MAX >> (63 - (part.high - part.low))) << part.low;
                    parts.push((register, mask, part.usually.iter().map(|value| value << part.low).collect()));
                }
            }
        }
        parts
    }

    /// What holds where every modifier that may be left out is left out.
    fn without_modifiers(&self, program: &Program) -> (Vec<String>, String) {
        let (mut conditions, mut known) = (Vec::new(), String::new());
        let format = &self.cx.model.formats[program.format];
        // A format that instructions of another one have as well is there for its modifiers.
        if !format.extends.is_empty() {
            return (conditions, known);
        }
        let first = program.versions.iter().next();
        let Some(layout) = first.and_then(|version| format.layouts.get(version)).and_then(Option::as_ref) else {
            return (conditions, known);
        };
        let mut names = Vec::new();
        super::needs::fields(&program.body, &mut names);
        for name in names {
            let Some(index) = layout.fields.iter().position(|f| f.name == name) else { continue };
            if layout.modifiers.iter().flatten().any(|m| m.field == index && m.always) {
                continue;
            }
            let (place, default) = (self.cx.state.field(&name), layout.fields[index].default);
            conditions.push(format!("f{place} == {default}"));
            let _ = writeln!(known, "let f{place} = {default}u32;");
        }
        (conditions, known)
    }
}

/// The parts of each register as one, each with its first value.
fn merged(parts: &[Part]) -> Vec<(usize, u64, u64)> {
    let mut all: Vec<(usize, u64, u64)> = Vec::new();
    for (register, mask, values) in parts {
        match all.iter_mut().find(|(r, ..)| r == register) {
            Some((_, bits, value)) => (*bits, *value) = (*bits | mask, *value | values[0]),
            None => all.push((*register, *mask, values[0])),
        }
    }
    all
}
