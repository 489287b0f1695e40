//! Resolves the names in `hazards { … }`.

use super::Cx;
use crate::ast::{self, HazardLine, Name, RuleLine, TermKind};
use crate::model::{
    HazardBits, HazardClass, HazardCondition, HazardCounter, HazardDescribed, HazardIdle, HazardKind, HazardLevel,
    HazardMember, HazardRule, HazardSegment, HazardSide, HazardTerm, HazardTouch, Hazards, VersionSet,
};
use crate::span::{Error, Span};

/// Maximum number of classes: tools keep a bit for each.
const MOST_CLASSES: usize = 128;

/// Maximum number of rules about instructions: tools keep a bit for each.
const MOST_RULES: usize = 64;

/// The kind of rules that are about metadata.
const DESCRIBED: &str = "described";

/// Number of rules about instructions.
fn count(rules: &[HazardRule]) -> usize {
    rules.iter().filter(|rule| !matches!(rule.kind, HazardKind::Described { .. })).count()
}

impl Cx {
    /// Resolves all rules. Must run after the instructions are known.
    pub(super) fn hazards(&mut self, given: &[ast::Hazards]) {
        let Some(hazards) = given.first() else { return };
        if let Some(second) = given.get(1) {
            self.error(second.span, "there is a second `hazards`");
        }
        let all = self.all();
        let mut found = Hazards::default();
        for (line, range) in &hazards.lines {
            let versions = self.range(range, all);
            match line {
                HazardLine::Class { name, terms } => self.hazard_class(name, terms, versions, &mut found),
                HazardLine::Counter { name, class, bits } => {
                    let Some(class) = self.class_of(class, &found) else { continue };
                    let bits = self.hazard_bits(bits);
                    found.counters.push(HazardCounter { name: name.text.clone(), class, bits, versions });
                }
                HazardLine::Idle { class, bits } => {
                    let Some(class) = self.class_of(class, &found) else { continue };
                    let bits = self.hazard_bits(bits);
                    found.idle.push(HazardIdle { class, bits, versions });
                }
                HazardLine::Indexing { class } => {
                    let class = self.class_of(class, &found);
                    found.indexing.extend(class.map(|class| HazardMember { class, versions }));
                }
                HazardLine::Undefined { class } => {
                    let class = self.class_of(class, &found);
                    found.undefined.extend(class.map(|class| HazardMember { class, versions }));
                }
                HazardLine::Rule(rule) if found.rules.iter().any(|known| known.name == rule.name.text) => {
                    self.error(rule.name.span, format!("there is a second rule `{}`", rule.name.text));
                }
                HazardLine::Rule(rule) if rule.kind.text != DESCRIBED && count(&found.rules) >= MOST_RULES => {
                    self.error(rule.name.span, format!("there are more than {MOST_RULES} rules"));
                }
                HazardLine::Rule(rule) => {
                    if let Some(rule) = self.hazard_rule(rule, versions, &found) {
                        found.rules.push(rule);
                    }
                }
            }
        }
        self.model.hazards = Some(found);
    }

    /// Adds a class. A second line with the same name adds to the class.
    pub(super) fn hazard_class(&mut self, name: &Name, terms: &[ast::Term], versions: VersionSet, found: &mut Hazards) {
        let terms: Vec<_> = terms.iter().filter_map(|term| self.class_term(term, versions, found)).collect();
        match found.classes.iter().position(|class| class.name == name.text) {
            Some(class) => found.classes[class].terms.extend(terms),
            None if found.classes.len() >= MOST_CLASSES => {
                self.error(name.span, format!("there are more than {MOST_CLASSES} classes"));
            }
            None => found.classes.push(HazardClass { name: name.text.clone(), terms }),
        }
    }

    fn register_of(&mut self, name: &Name) -> Option<usize> {
        let found = self.registers.get(&name.text).copied();
        if found.is_none() {
            self.unknown("register", name, self.registers.keys().cloned().collect());
        }
        found
    }

    pub(super) fn class_of(&mut self, name: &Name, known: &Hazards) -> Option<usize> {
        let found = known.classes.iter().position(|class| class.name == name.text);
        if found.is_none() {
            self.unknown("class", name, known.classes.iter().map(|class| class.name.clone()).collect());
        }
        found
    }

    fn counter_of(&mut self, name: &Name, known: &Hazards) -> Option<String> {
        if !known.counters.iter().any(|counter| counter.name == name.text) {
            self.unknown("counter", name, known.counters.iter().map(|counter| counter.name.clone()).collect());
            return None;
        }
        Some(name.text.clone())
    }

    fn class_term(&mut self, term: &ast::Term, versions: VersionSet, known: &Hazards) -> Option<HazardTerm> {
        let mut found = HazardTerm { versions, ..HazardTerm::default() };
        match &term.of {
            TermKind::Unit(name) => {
                self.unit_of(name)?;
                found.unit = Some(name.text.clone());
            }
            TermKind::Class(name) => found.class = Some(self.class_of(name, known)?),
            TermKind::Format(pattern) => {
                let names = self.model.formats.iter().map(|format| format.name.as_str());
                found.formats = Some(self.some_match("format", pattern, matching(pattern, names), term.span)?);
            }
            TermKind::Insts(pattern) => {
                let names = self.model.insts.iter().map(|inst| inst.name.as_str());
                found.insts = Some(self.some_match("instruction", pattern, matching(pattern, names), term.span)?);
            }
        }
        for condition in &term.when {
            found.when.push(match condition {
                ast::Condition::Size(operand, least) => HazardCondition::Size(self.field_name(operand), *least),
                ast::Condition::Constant(operand) => HazardCondition::Constant(self.field_name(operand)),
                ast::Condition::Value(name) => HazardCondition::Value(name.text.clone()),
                ast::Condition::Bits(fields, test, value) => {
                    HazardCondition::Bits(fields.iter().map(|bits| self.hazard_bits(bits)).collect(), *test, *value)
                }
            });
        }
        Some(found)
    }

    fn some_match(&mut self, what: &str, pattern: &str, found: Vec<usize>, span: Span) -> Option<Vec<usize>> {
        if found.is_empty() {
            self.error(span, format!("no {what} is called `{pattern}`"));
            return None;
        }
        Some(found)
    }

    /// The field of an operand.
    fn field_name(&mut self, name: &Name) -> String {
        self.field_of_a_format(name);
        name.text.clone()
    }

    fn hazard_bits(&mut self, bits: &ast::BitField) -> HazardBits {
        self.field_of_a_format(&bits.field);
        HazardBits { field: bits.field.text.clone(), pieces: bits.pieces.clone() }
    }

    fn touch(&mut self, how: &str, things: &[Name]) -> HazardTouch {
        let mut touch = HazardTouch { how: how.to_owned(), ..HazardTouch::default() };
        for name in things {
            if let Some(&file) = self.files.get(&name.text) {
                touch.files.push(file);
            } else if let Some(&register) = self.registers.get(&name.text) {
                touch.registers.push(register);
            } else if let Some(memory) = self.model.memories.iter().position(|memory| memory.name == name.text) {
                touch.memories.push(memory);
            } else {
                let operand = self.field_name(name);
                touch.operands.push(operand);
            }
        }
        touch
    }

    fn hazard_rule(&mut self, rule: &ast::HazardRule, versions: VersionSet, known: &Hazards) -> Option<HazardRule> {
        let mut parts: Vec<(&str, HazardSide, Option<String>)> = Vec::new();
        let (mut counts, mut together, mut writes, mut disputed, mut holds) = (None, None, None, None, None);
        let (mut states, mut same, mut counters, mut needs, mut segment) = (Vec::new(), None, None, None, None);
        let mut described = None;
        let (mut level, mut help, mut source) = (HazardLevel::Error, String::new(), Vec::new());
        for (line, range, span) in &rule.lines {
            let lines = self.range(range, versions);
            match line {
                RuleLine::Part(word, side) => {
                    let class = self.class_of(&side.class, known)?;
                    let touch = side.touch.as_ref().map(|(how, things)| self.touch(&how.text, things));
                    let after = match &side.after {
                        Some(name) => Some(self.counter_of(name, known)?),
                        None => None,
                    };
                    parts.push((&word.text, HazardSide { class, touch }, after));
                }
                RuleLine::Counts { counter, order } => {
                    counts = Some((self.counter_of(counter, known)?, order.as_ref().map(|o| o.text.clone())));
                }
                RuleLine::Together(name) => together = Some(name.text.clone()),
                RuleLine::Writes { names, disputed: false } => writes = Some(self.touch("writes", names)),
                RuleLine::Writes { names, disputed: true } => disputed = Some(self.touch("writes", names)),
                RuleLine::Holds(names) => holds = Some(self.touch("reads", names)),
                RuleLine::States { count, disputed: is_disputed } => states.push((lines, *count, *is_disputed)),
                RuleLine::Same(bits) => same = Some(self.hazard_bits(bits)),
                RuleLine::Counters { counters: names, results } => {
                    let names: Option<Vec<_>> = names.iter().map(|name| self.counter_of(name, known)).collect();
                    counters = Some((names?, *results));
                }
                RuleLine::Needs(name) => needs = self.register_of(name),
                RuleLine::From(name) if rule.kind.text == DESCRIBED => {
                    described =
                        HazardDescribed::ALL.iter().find(|(_, known)| *known == name.text).map(|(what, _)| *what);
                    if described.is_none() {
                        let known = HazardDescribed::ALL.iter().map(|(_, known)| (*known).to_owned());
                        self.unknown("part of metadata", name, known.collect());
                    }
                }
                RuleLine::From(name) => match name.text.as_str() {
                    "private" => segment = Some(HazardSegment::Private),
                    "shared" => segment = Some(HazardSegment::Shared),
                    other => self.error(name.span, format!("memory is `private` or `shared`, not `{other}`")),
                },
                RuleLine::Level(name) => {
                    level = match name.text.as_str() {
                        "error" => HazardLevel::Error,
                        "warning" => HazardLevel::Warning,
                        "disputed" => HazardLevel::Disputed,
                        other => {
                            let message = format!("a level is `error`, `warning` or `disputed`, not `{other}`");
                            self.error(*span, message);
                            return None;
                        }
                    }
                }
                RuleLine::Help(text) => help.clone_from(text),
                RuleLine::Source(citations) => source.extend(self.citations(citations)),
            }
        }
        if source.is_empty() {
            let error = Error::new(rule.name.span, format!("`{}` has no source", rule.name.text));
            self.errors.push(error.help("add a line `source REFERENCE \"place\"`"));
        }
        let optional = |word: &str| parts.iter().find(|(of, ..)| *of == word).map(|(_, side, _)| side.class);
        let mut missing = None;
        let mut part = |word: &'static str| {
            let found = parts.iter().find(|(of, ..)| *of == word).map(|(_, side, after)| (side.clone(), after.clone()));
            if found.is_none() {
                missing = Some(word);
            }
            found
        };
        let kind =
            match rule.kind.text.as_str() {
                "event" => part("of").zip(counts).map(|((of, _), (counter, order))| HazardKind::Event {
                    of: of.class,
                    counter,
                    order,
                    together,
                    writes,
                    disputed,
                    holds,
                }),
                "distance" => part("first")
                    .zip(part("second"))
                    .filter(|_| !states.is_empty())
                    .map(|(first, second)| HazardKind::Distance { first: first.0, second: second.0, states, same }),
                "drain" => part("of").zip(counters).map(|((of, _), (counters, results))| HazardKind::Drain {
                    of: of.class,
                    counters,
                    results,
                    except: optional("except"),
                }),
                "stale" => part("by").zip(part("cured")).zip(part("used")).map(|((by, cured), used)| {
                    HazardKind::Stale { by: by.0, cured: cured.0, after: cured.1, used: used.0 }
                }),
                "defined" => {
                    part("of").zip(needs).map(|((of, _), register)| HazardKind::Defined { of: of.class, register })
                }
                "provided" => {
                    part("of").zip(segment).map(|((of, _), segment)| HazardKind::Provided { of: of.class, segment })
                }
                DESCRIBED => described.map(|what| HazardKind::Described { what }),
                "never" => part("of").map(|(of, _)| HazardKind::Never { of }),
                _ => part("of").map(|(of, _)| HazardKind::Replay {
                    of: of.class,
                    alone: optional("alone"),
                    second: optional("second"),
                }),
            };
        let Some(kind) = kind else {
            let message = match missing {
                Some(word) => format!("the {} `{}` needs a line `{word}`", rule.kind.text, rule.name.text),
                None => format!(
                    "the {} `{}` needs a line `counts`, `states`, `counters`, `needs` or `from`",
                    rule.kind.text, rule.name.text
                ),
            };
            self.error(rule.name.span, message);
            return None;
        };
        Some(HazardRule { name: rule.name.text.clone(), text: rule.text.clone(), versions, level, help, source, kind })
    }
}

/// Indices of the names that match a pattern in which `*` means any text.
fn matching<'a>(pattern: &str, names: impl Iterator<Item = &'a str>) -> Vec<usize> {
    names.enumerate().filter(|(_, name)| fits(pattern, name)).map(|(index, _)| index).collect()
}

/// Whether a name matches a pattern in which `*` means any text.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| fits(after, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns() {
        assert!(fits("s_load_*", "s_load_dword") && fits("*_dpp", "vop2_dpp") && fits("a*c*e", "abcde"));
        assert!(!fits("s_load_*", "s_store_dword") && !fits("*_dpp", "vop2_dpp8") && !fits("s_nop", "s_nops"));
    }
}
