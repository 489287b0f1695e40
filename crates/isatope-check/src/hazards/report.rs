//! Reports what breaks a rule.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;

use isatope_core::hazards::{Demand, How, Level, Rule};
use isatope_core::{Instruction, Resources};
use isatope_flow::{Graph, Program};

use super::calls::Calls;
use super::fact::{Event, rules};
use super::facts::Facts;
use super::paths::Paths;
use super::reach::Reach;
use super::repair::Repair;
use super::replay::{Broken, Run};
use super::search::{Search, States};
use super::waits::{Pending, State, event};
use super::{Finding, Kind, Options, operands, straight};

/// Findings of a program.
pub struct Findings<'a> {
    pub facts: &'a Facts<'a>,
    pub program: &'a Program,
    pub graph: &'a Graph,
    /// Indices of the first instructions of kernels, in ascending order.
    pub kernels: &'a [usize],
    calls: &'a Calls,
    /// Addresses of code behind whose end a driver may put more.
    pub open: &'a [Range<u64>],
    pub list: Vec<Finding>,
    /// Operations that have been reported, by instruction and event.
    reported: HashSet<(u32, u8)>,
    paths: Paths<'a>,
    reach: Reach<'a>,
}

impl<'a> Findings<'a> {
    pub fn new(
        facts: &'a Facts<'a>,
        program: &'a Program,
        graph: &'a Graph,
        kernels: &'a [usize],
        calls: &'a Calls,
        options: &'a Options,
    ) -> Self {
        let (paths, reach) = (Paths::new(facts, program, graph, calls), Reach::new(facts, program, graph, kernels));
        let (open, list, reported) = (&options.open, Vec::new(), HashSet::new());
        Self { facts, program, graph, kernels, calls, open, list, reported, paths, reach }
    }

    pub(super) fn add(
        &mut self,
        kind: Kind,
        rule: Option<&'static Rule>,
        at: usize,
        message: String,
        here: String,
    ) -> &mut Finding {
        let level = rule.map_or(Level::Error, |rule| rule.level);
        let help = rule.map_or(String::new(), |rule| rule.help.to_owned());
        let finding = Finding {
            kind,
            rule,
            level,
            at,
            message,
            here,
            other: None,
            path: Vec::new(),
            repair: Repair::default(),
            help,
        };
        self.list.push(finding);
        self.list.last_mut().expect("it was added")
    }

    /// Checks a block, from the state at its start.
    pub fn block(&mut self, index: usize, mut state: State) {
        let instructions = self.graph.blocks()[index].instructions.clone();
        let mut runs: Vec<Run> = Vec::new();
        let (facts, overview) = (self.facts, self.facts.overview());
        let summary = &overview.blocks()[index];
        let mut marks = overview.marks(index).iter().peekable();
        let mut may_be_busy = state.may_be_busy(summary);
        let mut at = instructions.start;
        while at < instructions.end {
            if !may_be_busy {
                // Only what is marked matters then.
                let Some(mark) = marks.peek() else { return };
                at = mark.at as usize;
            } else if facts.touched(at).meets(&state.busy) {
                // What follows is checked as if the waits had been added.
                let ended = self.waits(at, &state);
                state.complete(facts, &ended);
            }
            if let Some(mark) = marks.next_if(|mark| mark.at as usize == at) {
                if mark.is_checked {
                    let Some(inst) = self.program.items()[at].instruction else {
                        self.data(at);
                        return;
                    };
                    self.instruction(at, &inst, &state, &mut runs);
                }
                if mark.changes {
                    state.step(facts, at);
                    may_be_busy = state.may_be_busy(summary);
                }
            }
            at += 1;
        }
    }

    /// Checks the rules about an instruction, except those of outstanding operations.
    fn instruction(&mut self, at: usize, inst: &Instruction, state: &State, runs: &mut Vec<Run>) {
        let facts = self.facts;
        let fact = facts.of(at);
        for rule in facts.seconds(fact) {
            self.distance(at, rule, inst);
        }
        for rule in rules(fact.of) {
            self.rule(at, rule, state, runs);
        }
        let broken = if fact.has_bad_operands { operands(inst, facts.disputed) } else { None };
        if let Some((level, message)) = broken {
            self.add(Kind::Operands, None, at, message, "has such an operand".into()).level = level;
        }
        runs.retain(|run| run.last == at);
    }

    /// Names of registers, and what people call memories.
    pub(super) fn names(&self, set: &Resources) -> String {
        let (arch, terms) = (self.facts.target.arch(), self.facts.target.terms());
        let called = |name: String| match arch.memories.iter().position(|memory| *memory == name) {
            Some(memory) => terms.memories[memory].to_owned(),
            None => name,
        };
        let names: Vec<String> = self.program.names(set).into_iter().map(called).collect();
        and(&names)
    }

    /// Reports registers that are used before operations have completed. Returns the waits that are missing.
    fn waits(&mut self, at: usize, state: &State) -> Vec<(u8, u8)> {
        let mut ended = Vec::new();
        let facts = self.facts;
        let registers = facts.touched(at).registers();
        for counter in 0..facts.counters.len() as u8 {
            let mut used: Vec<(Pending, Kind, Resources, &str)> = Vec::new();
            for &pending in state.of(counter) {
                let old = event(facts, &pending);
                let (read, written) = old.early(&registers, facts.events(at));
                let held = old.holds & registers.written;
                if !read.is_empty() {
                    used.push((pending, Kind::Wait, read, "reads"));
                } else if !written.is_empty() {
                    used.push((pending, Kind::Wait, written, "writes"));
                } else if !held.is_empty() {
                    used.push((pending, Kind::Held, held, "writes"));
                }
            }
            used.retain(|(pending, _, registers, _)| {
                self.paths.possible(pending.at as usize, at, counter) && self.reach.is_open(pending, at, registers)
            });
            // One finding for the newest operation covers the older ones.
            let Some(&(newest, kind, ref registers, does)) = used.iter().min_by_key(|(pending, ..)| pending.age) else {
                continue;
            };
            let fresh = used.iter().filter(|(p, ..)| !self.reported.contains(&(p.at, p.event))).count() > 0;
            self.reported.extend(used.iter().map(|(pending, ..)| (pending.at, pending.event)));
            if !fresh {
                continue;
            }
            let rule = facts.rules[usize::from(event(facts, &newest).rule)];
            let names = self.names(registers);
            let several = names.contains(" and ") || names.contains('[');
            let (are, them) = if several { ("are", "them") } else { ("is", "it") };
            let (message, there) = match (kind, does) {
                (Kind::Held, _) => {
                    (format!("{names} {are} written while {} may still read it", rule.text), format!("reads {names}"))
                }
                (_, "writes") => (
                    format!("{names} {are} written while {} may still write {them}", rule.text),
                    format!("writes {names} later"),
                ),
                _ => (
                    {
                        // A clause after a comma ends with one.
                        let comma = if rule.text.contains(", which ") { "," } else { "" };
                        format!("{names} {are} read before a wait proves that {}{comma} has written {them}", rule.text)
                    },
                    format!("writes {names} later"),
                ),
            };
            // An operation of another order may have been counted that is complete by now.
            let most = if state.in_order(facts, counter) { newest.followers } else { 0 };
            let repair = Repair::wait([(counter, most)]);
            ended.push((counter, most));
            let here = format!("{does} {names}");
            let path = self.path(newest.at as usize, at, counter);
            // Sources may dispute what makes the instruction write registers before the operation does.
            let is_sure = |new: &&Event| facts.rules[usize::from(new.rule)].level != Level::Disputed;
            let sure: Vec<Event> = facts.events(at).iter().filter(is_sure).copied().collect();
            let (read, written) = event(facts, &newest).early(&facts.touched(at).registers(), &sure);
            let is_disputed =
                facts.unsure_writes.covers(registers) || kind == Kind::Wait && read.is_empty() && written.is_empty();
            let finding = self.add(kind, Some(rule), at, message, here);
            finding.level = if is_disputed { Level::Disputed } else { finding.level };
            finding.other = Some((newest.at as usize, there));
            finding.path = path;
            finding.repair = repair;
        }
        ended
    }

    /// Reports an instruction that follows another one too closely.
    fn distance(&mut self, at: usize, rule: u16, inst: &Instruction) {
        let declared = self.facts.rules[usize::from(rule)];
        let Demand::Distance { ref first, ref second, same, .. } = declared.kind else { return };
        let by_register = first.touched.is_some() && second.touched.is_some();
        let same = same.map(|bits| (bits, bits.value(inst)));
        let (facts, graph, program) = (self.facts, self.graph, self.program);
        let need = facts.needs[usize::from(rule)];
        let registers = facts.second(rule, inst, &facts.touched(at).registers());
        let search = Search { facts, graph, program, rule, same, by_register, changed: &States::new() };
        let Some(hit) = search.nearest(at, registers, need) else { return };
        let certain = facts.sure_needs[usize::from(rule)];
        let (need, level) = match hit.states < certain {
            true => (certain, declared.level),
            false => (need, Level::Disputed),
        };
        let names = self.names(&hit.registers);
        let doing = |how: Option<How>| match how {
            Some(How::Reads) => format!("reads {names}"),
            Some(_) => format!("writes {names}"),
            None => String::new(),
        };
        let how = |side: &isatope_core::hazards::Side| side.touched.map(|t| t.how);
        let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
        let states = if need == 1 { "wait state" } else { "wait states" };
        let message = format!("{} of {need} {states}: {}", hit.states, declared.text);
        let here = or(doing(how(second)), "is too early");
        let there = or(doing(how(first)), "is the earlier instruction");
        let repair = Repair::states(need - hit.states);
        let finding = self.add(Kind::States, Some(declared), at, message, here);
        finding.level = level;
        finding.other = Some((hit.at, there));
        finding.path = hit.path;
        finding.repair = repair;
    }

    /// Checks the other rules about an instruction.
    fn rule(&mut self, at: usize, rule: u16, state: &State, runs: &mut Vec<Run>) {
        let facts = self.facts;
        let declared = facts.rules[usize::from(rule)];
        match declared.kind {
            Demand::Drain { counters, results, .. } => {
                let late = |pending: &&Pending| {
                    let is_spared = facts.of(pending.at as usize).spared >> rule & 1 != 0;
                    !is_spared && (!results || !event(facts, pending).writes.is_empty())
                };
                let mut open: Vec<(u8, u8)> = Vec::new();
                let mut newest: Option<Pending> = None;
                for counter in counters.iter().filter_map(|name| facts.counter(name)) {
                    let mut found: Vec<Pending> = state.of(counter).filter(late).copied().collect();
                    found.sort_by_key(|pending| pending.age);
                    let is_possible = |p: &Pending| self.paths.possible(p.at as usize, at, counter);
                    let Some(found) = found.into_iter().find(is_possible) else { continue };
                    open.push((counter, 0));
                    newest = newest.or(Some(found));
                }
                let Some(newest) = newest else { return };
                let names: Vec<&str> = open.iter().map(|&(c, _)| facts.counters[usize::from(c)].name).collect();
                let there = format!("is counted by {}", names[0]);
                let message = declared.text.to_owned();
                let here = format!("starts while {} may not be 0", and(&names));
                let repair = Repair::wait(open.iter().copied());
                let path = self.path(newest.at as usize, at, newest.counter);
                let finding = self.add(Kind::Outstanding, Some(declared), at, message, here);
                finding.other = Some((newest.at as usize, there));
                finding.path = path;
                finding.repair = repair;
            }
            Demand::Stale { .. } if state.wrong >> rule & 1 != 0 => {
                let is_by = |other: usize| facts.of(other).spoils >> rule & 1 != 0;
                let is_cure = |other: usize| facts.of(other).cures >> rule & 1 != 0;
                let by = self.nearest(at, is_by, is_cure).or_else(|| self.nearest(at, is_by, |_| false));
                let finding = self.add(Kind::Stale, Some(declared), at, declared.text.to_owned(), "is affected".into());
                finding.other = by.map(|by| (by, "is the cause".to_owned()));
            }
            Demand::Defined { register, .. } if state.wrong >> rule & 1 != 0 => {
                let name = facts.target.arch()[register].name.as_str();
                let message = format!("{name} is not set on every path from the start: {}", declared.text);
                self.add(Kind::Undefined, Some(declared), at, message, format!("depends on {name}"));
            }
            Demand::Never { .. } => {
                self.add(Kind::Never, Some(declared), at, declared.text.to_owned(), "writes it".into());
            }
            Demand::Replay { .. } => {
                let index = runs.iter().position(|run| run.rule == rule && run.last + 1 == at).unwrap_or_else(|| {
                    runs.push(Run::new(rule));
                    runs.len() - 1
                });
                let Some(broken) = runs[index].add(facts, at) else { return };
                let (text, disputed) = (declared.text, Level::Disputed);
                match broken {
                    Broken::Own { registers, is_sure } => {
                        let names = self.names(&registers);
                        let message =
                            format!("the instruction may be done again, and overwrites {names}, which it reads");
                        let here = format!("reads and writes {names}");
                        let finding = self.add(Kind::Replay, Some(declared), at, message, here);
                        finding.level = if is_sure { finding.level } else { disputed };
                        finding.help = "use other registers for the result".to_owned();
                    }
                    Broken::Shared { registers, first, is_sure } => {
                        let names = self.names(&registers);
                        let message = format!("{text}, which reads and writes {names}");
                        let finding = self.add(Kind::Replay, Some(declared), at, message, format!("uses {names}"));
                        finding.level = if is_sure { finding.level } else { disputed };
                        (finding.other, finding.repair) =
                            (Some((first, "starts the run".to_owned())), Repair::states(1));
                    }
                    Broken::Follows(before) => {
                        let message = format!("{text}, which reads memory and then writes memory");
                        let finding = self.add(Kind::Replay, Some(declared), at, message, "writes memory".to_owned());
                        (finding.other, finding.repair) =
                            (Some((before, "reads memory".to_owned())), Repair::states(1));
                    }
                }
            }
            _ => {}
        }
    }

    /// The nearest earlier instruction for which `fits` holds, on a path without one for which `stop` holds.
    fn nearest(&self, at: usize, fits: impl Fn(usize) -> bool, stop: impl Fn(usize) -> bool) -> Option<usize> {
        let mut seen = HashSet::new();
        let mut open: VecDeque<usize> = self.graph.before(at).collect();
        while let Some(other) = open.pop_front() {
            if !seen.insert(other) {
                continue;
            }
            if fits(other) {
                return Some(other);
            }
            if !stop(other) {
                open.extend(self.graph.before(other));
            }
        }
        None
    }

    /// Jumps on a shortest path between two instructions on which nothing waits for all operations of a counter.
    fn path(&self, from: usize, to: usize, counter: u8) -> Vec<(usize, usize)> {
        if straight(self.graph, from, to) {
            return Vec::new();
        }
        let mut after: std::collections::HashMap<usize, usize> = std::collections::HashMap::new();
        let mut open = VecDeque::from([to]);
        while let Some(at) = open.pop_front() {
            let block = self.graph.block_index(at);
            let is_start = self.graph.blocks()[block].instructions.start == at;
            let callers = self.calls.to(block).filter(|_| is_start);
            for before in self.graph.before(at).chain(callers) {
                if after.contains_key(&before) || self.facts.of(before).waits.contains(&(counter, 0)) {
                    continue;
                }
                after.insert(before, at);
                if before == from {
                    open.clear();
                    break;
                }
                open.push_back(before);
            }
        }
        let (mut path, mut at) = (Vec::new(), from);
        while let Some(&next) = after.get(&at) {
            if at + 1 != next {
                path.push((at, next));
            }
            at = next;
            if at == to || path.len() > 64 {
                break;
            }
        }
        path
    }
}

/// `a`, `a and b`, `a, b and c`.
fn and<S: AsRef<str>>(names: &[S]) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        text += match index {
            0 => "",
            _ if index + 1 == names.len() => " and ",
            _ => ", ",
        };
        text += name.as_ref();
    }
    text
}
