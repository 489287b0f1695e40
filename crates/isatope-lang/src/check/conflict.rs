//! Finds words that two entries claim, and mnemonics that two entries have in common.

use std::collections::HashMap;

use super::Cx;
use super::format::spread;

use crate::span::{Error, Span};

/// The words of one form in one version.
struct Pattern {
    inst: usize,
    format: usize,
    mask: u64,
    value: u64,
}

impl Cx {
    pub fn conflicts(&mut self) {
        for version in 0..self.model.versions.len() {
            self.shared_names(version);
            self.shared_words(version);
        }
    }

    fn shared_names(&mut self, version: usize) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        let mut errors = Vec::new();
        for inst in self.model.insts.iter().filter(|i| i.versions.contains(version)) {
            if seen.insert(&inst.name, inst.span).is_some() {
                let v = &self.model.versions[version].name;
                let error = Error::new(inst.span, format!("there is a second `{}` in {v}", inst.name));
                errors.push(error.help("two entries may share a name only in different versions"));
            }
        }
        self.errors.append(&mut errors);
    }

    fn shared_words(&mut self, version: usize) {
        let mut patterns: Vec<Pattern> = Vec::new();
        for (i, inst) in self.model.insts.iter().enumerate() {
            for form in &inst.forms {
                let (Some(op), Some(layout)) =
                    (form.opcodes[version], &self.model.formats[form.format].layouts[version])
                else {
                    continue;
                };
                let (mask, value) = spread(&layout.op, u64::MAX, op);
                patterns.push(Pattern {
                    inst: i,
                    format: form.format,
                    mask: mask | layout.fixed_mask,
                    value: value | layout.fixed_value,
                });
            }
        }
        // The high bits of words usually distinguish entries. Entries that fix the same high bits are compared by them
        // first.
        let mut errors = Vec::new();
        for (k, a) in patterns.iter().enumerate() {
            for b in &patterns[k + 1..] {
                if a.mask & b.mask & (a.value ^ b.value) != 0 || self.refined(a, b) {
                    continue;
                }
                let (first, second) = (&self.model.insts[a.inst], &self.model.insts[b.inst]);
                let word = a.value | b.value;
                let v = &self.model.versions[version].name;
                let message = format!("`{}` and `{}` match the same word {word:#x} in {v}", second.name, first.name);
                errors.push(
                    Error::new(second.span, message)
                        .help("give one of them another opcode, or versions that do not overlap"),
                );
            }
        }
        self.errors.append(&mut errors);
    }

    /// Whether one of two formats refines the other, so that it claims its words on purpose.
    fn refined(&self, a: &Pattern, b: &Pattern) -> bool {
        let claims = |x: usize, y: usize| {
            let mut at = self.model.formats[x].refines;
            while let Some(f) = at {
                if f == y {
                    return true;
                }
                at = self.model.formats[f].refines.filter(|&g| g != f);
            }
            false
        };
        claims(a.format, b.format) || claims(b.format, a.format)
    }
}
