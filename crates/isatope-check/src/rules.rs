//! The rules of `isatope check`.

use std::collections::VecDeque;

use isatope_core::Place;
use isatope_flow::{Block, Graph};

use crate::flow::{State, forward, live_out, needed_before};
use crate::graph::{self, graph};
use crate::step::{Halves, Jump, Memory, Read, Registers, SLOTS, Slots, Step, halves, registers, touched};

/// A rule that can be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// A register that a message writes is read or written before the message's slot is waited for.
    Pending,
    /// An instruction requires that slots have no pending message.
    Drained,
    /// A slot must be waited for directly after an instruction.
    Awaited,
    /// A message accesses memory that another one accesses, in another slot.
    Order,
    /// Helper lanes have ended that an instruction needs.
    Helpers,
    /// An operand is not allowed.
    Operands,
    /// A suspicious combination of fields: a slot that the instruction should not use, or a wrong number of staging
    /// registers.
    Unusual,
    /// A register is used again after its marked last use.
    LastUse,
    /// One register of a pair is used again after the marked last use of the pair.
    LastUsePair,
    /// The last use of a register is marked while a message still reads it.
    LastUsePending,
    /// A block ends without reconverging threads.
    Reconverge,
    /// Execution continues after the last instruction of the program.
    End,
    /// A branch leaves the program.
    Outside,
    /// Unreachable instructions.
    Unreachable,
    /// An uninitialized register is read.
    Unwritten,
    /// A word that is not an instruction.
    Invalid,
}

/// A broken rule, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// Index of the instruction that breaks the rule.
    pub at: usize,
    /// Message.
    pub message: String,
    /// Effect of the instruction, in a few words.
    pub here: String,
    /// Index of the other instruction involved, and its effect.
    pub other: Option<(usize, String)>,
    /// Help: an instruction for the user.
    pub help: &'static str,
}

/// State at the start of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Registers that are initialized.
    pub written: Registers,
    /// Slots that have a pending message.
    pub under_way: Slots,
}

/// Maximum number of findings for a program.
pub const MOST: usize = 1000;

/// Most accesses of memory that are compared with one.
const MOST_PENDING: usize = 64;

/// Checks a program.
pub fn check(steps: &[Step], start: Start) -> Vec<Finding> {
    let graph = graph(steps);
    let first = State { written: start.written, under_way: start.under_way, ..State::default() };
    let states = forward(steps, &graph, first);
    let needed = live_out(steps, &graph);
    let mut checker = Checker { steps, graph: &graph, findings: Vec::new() };
    for (b, block) in graph.blocks().iter().enumerate() {
        if checker.findings.len() >= MOST {
            break;
        }
        match states[b] {
            Some(state) => {
                checker.forward(block, state);
                checker.order(block);
                checker.last_uses(block, needed[b]);
                checker.end_of(block);
            }
            None if b == 0 || states[b - 1].is_some() => checker.unreachable(b),
            None => {}
        }
    }
    let mut findings = checker.findings;
    findings.sort_by_key(|f| (f.at, f.rule));
    findings.truncate(MOST);
    findings
}

struct Checker<'a> {
    steps: &'a [Step],
    graph: &'a Graph,
    findings: Vec<Finding>,
}

impl Checker<'_> {
    fn report(
        &mut self,
        rule: Rule,
        at: usize,
        message: String,
        here: String,
        other: Option<(usize, String)>,
        help: &'static str,
    ) {
        self.findings.push(Finding { rule, at, message, here, other, help });
    }

    /// Checks rules that depend on earlier instructions.
    fn forward(&mut self, block: &Block, mut state: State) {
        for at in block.instructions.clone() {
            if self.findings.len() >= MOST {
                return;
            }
            let step = &self.steps[at];
            // The words of data are reported once.
            let is_known = step.is_data && at.checked_sub(1).is_some_and(|before| self.runs_as_data(before));
            if step.invalid && !is_known {
                self.report(
                    Rule::Invalid,
                    at,
                    "execution reaches a word that is not an instruction".into(),
                    "no instruction".into(),
                    None,
                    "end the program before the data",
                );
            }
            if let Some(broken) = &step.operands {
                let here = "breaks an operand rule".into();
                self.report(Rule::Operands, at, broken.clone(), here, None, "move a value to another register first");
            }
            for (message, help) in &step.unusual {
                let here = "is suspicious".into();
                self.report(Rule::Unusual, at, message.to_string(), here, None, help);
            }
            self.pending(at, &mut state);
            self.slots(at, &state);
            self.marked_while_read(at, &state);
            self.helpers(at, &state);
            let unwritten = step.read() & !state.written;
            self.unwritten(at, unwritten & !state.touched, false);
            self.unwritten(at, unwritten & state.touched, true);
            state.step(step);
            // One report per register is enough.
            state.written |= unwritten;
        }
    }

    /// Reports registers that are read before they are written, on some path or on all.
    fn unwritten(&mut self, at: usize, registers: Registers, sometimes: bool) {
        if registers == 0 {
            return;
        }
        let (names, is) = (names(registers), is(registers));
        let (message, other) = if sometimes {
            let other = self.back(at, &|s| s.written() & registers != 0, &|_| false);
            (
                format!("{names} {is} read, but uninitialized on some path"),
                other.map(|o| (o, format!("writes {names}, on another path"))),
            )
        } else {
            (format!("{names} {is} read, but uninitialized"), None)
        };
        let help = "write it on every path that leads here";
        self.report(Rule::Unwritten, at, message, format!("reads {names}"), other, help);
    }

    /// Reports uses of registers that pending messages write.
    fn pending(&mut self, at: usize, state: &mut State) {
        let step = &self.steps[at];
        let (read, written) = (step.read(), step.written());
        for slot in 0..SLOTS {
            let both = state.writes[slot] & (read | written);
            if both == 0 {
                continue;
            }
            let hit = |s: &Step| s.slot.map(usize::from) == Some(slot) && s.pending & both != 0;
            let other = self.back(at, &hit, &|s| s.waits >> slot & 1 != 0);
            let names = names(both);
            // One report per register is enough.
            state.writes[slot] &= !both;
            let does = if both & read != 0 { "read" } else { "written again" };
            self.report(
                Rule::Pending,
                at,
                format!("{names} {} {does} while the message that writes {} is pending", is(both), it(both)),
                format!("{}s {names}", if both & read != 0 { "read" } else { "write" }),
                other.map(|o| (o, format!("writes {names}, in slot {slot}"))),
                "wait for the slot on an instruction between the two, or on the message itself",
            );
        }
    }

    /// Reports slots that must be drained before an instruction, or waited for directly after it.
    fn slots(&mut self, at: usize, state: &State) {
        let step = &self.steps[at];
        let open = step.drained & state.under_way;
        if open != 0 {
            let hit = |s: &Step| s.slot.is_some_and(|s| s < 8 && open >> s & 1 != 0);
            let other = self.back(at, &hit, &|s| s.waits & open == open);
            let message = |o: usize| (o, format!("is pending, in slot {}", self.steps[o].slot.unwrap_or(0)));
            // If there is no message, it was pending at the start of the program.
            let start = || (at > 0).then(|| (0, "the program starts with pending messages".to_string()));
            let other = other.map(message).or_else(start);
            let needs = list(step.drained);
            self.report(
                Rule::Drained,
                at,
                format!(
                    "`{}` needs slots {needs} to be waited for, and {} {} not",
                    step.name,
                    slot_names(open),
                    if open.count_ones() == 1 { "is" } else { "are" }
                ),
                "comes too early".into(),
                other,
                "wait for them on an instruction before it",
            );
        }
        let missing = step.awaited & !self.waited_behind(at);
        if missing != 0 {
            let next = self.graph.after(at).next();
            self.report(
                Rule::Awaited,
                at,
                format!(
                    "{} {} to be waited for directly after `{}`",
                    slot_names(missing),
                    if missing.count_ones() == 1 { "has" } else { "have" },
                    step.name
                ),
                "is not waited for".into(),
                next.map(|n| (n, "continues without a wait".into())),
                "add the wait to the instruction itself",
            );
        }
    }

    /// Reports accesses to what a pending message in another slot accesses, in a block: both have the same address and
    /// the same offset, and one of them writes.
    fn order(&mut self, block: &Block) {
        let mut pending: VecDeque<(usize, Memory, u8)> = VecDeque::new();
        for at in block.instructions.clone() {
            let step = &self.steps[at];
            let own = step.memory.zip(step.slot);
            if let Some((own, slot)) = own {
                let hits = |(_, old, other): &(usize, Memory, u8)| {
                    let is_same = old.base == own.base && old.offset == own.offset;
                    let is_ordered = old.is_atomic() && own.is_atomic();
                    *other != slot && is_same && !is_ordered && (old.write || own.write)
                };
                let found = pending.iter().rev().find(|old| hits(old)).map(|(other, old, _)| (*other, old.write));
                if let Some((other, written)) = found {
                    let does = |write: bool| if write { "writes" } else { "reads" };
                    let other_slot = self.steps[other].slot.unwrap_or(0);
                    self.report(
                        Rule::Order,
                        at,
                        format!("memory is accessed while the message that {} it is pending", does(written)),
                        format!("{} the same place, in slot {slot}", does(own.write)),
                        Some((other, format!("{} it, in slot {other_slot}", does(written)))),
                        "wait for the slot on an instruction between the two, or on the message itself",
                    );
                    // One report per message is enough.
                    pending.retain(|old| old.0 != other);
                }
            }
            let step = &self.steps[at];
            let is_kept = |(_, old, _): &(usize, Memory, u8)| match old.base {
                Place::Registers { first, count, .. } => registers(first.into(), count.into()) & step.written() == 0,
                _ => true,
            };
            pending.retain(is_kept);
            if let Some((memory, slot)) = own {
                pending.push_back((at, memory, slot));
            }
            pending.retain(|(_, _, slot)| step.waits >> slot & 1 == 0);
            if pending.len() > MOST_PENDING {
                pending.pop_front();
            }
        }
    }

    /// Reports instructions that need helper lanes where these have ended.
    fn helpers(&mut self, at: usize, state: &State) {
        if !self.steps[at].needs_helpers || !state.dropped {
            return;
        }
        let other = self.back(at, &|s| s.drops, &|_| false);
        self.report(
            Rule::Helpers,
            at,
            format!("`{}` needs helper lanes, which have ended", self.steps[at].name),
            "takes differences to neighbours".into(),
            other.map(|o| (o, "helper lanes end after this".into())),
            "discard on the last instruction that needs them, or later",
        );
    }

    /// Slots that an instruction and the directly following waits wait for.
    fn waited_behind(&self, at: usize) -> Slots {
        let (wanted, mut waits) = (self.steps[at].awaited, self.steps[at].waits);
        let mut at = at;
        // Also looks past instructions without any effect.
        while wanted & !waits != 0
            && let Some(next) = self.graph.after(at).next().filter(|&n| n > at)
        {
            let step = &self.steps[next];
            let idle = step.reads.is_empty() && step.writes == 0 && step.slot.is_none() && step.jump == Jump::None;
            if !idle || step.invalid || step.ends || step.awaited != 0 {
                break;
            }
            waits |= step.waits;
            at = next;
        }
        waits
    }

    /// Reports last uses of registers that pending messages read.
    fn marked_while_read(&mut self, at: usize, state: &State) {
        let step = &self.steps[at];
        let marked = marked(&step.reads);
        let own = step.staged();
        if marked & own != 0 {
            let names = names(marked & own);
            self.report(
                Rule::LastUsePending,
                at,
                format!(
                    "{names} {} used for the last time by `^`, and {} sent with the message too",
                    is(marked & own),
                    is(marked & own)
                ),
                format!("uses {names} for the last time, and sends {}", it(marked & own)),
                None,
                "remove `^`: a message reads its staging registers asynchronously",
            );
        }
        for slot in 0..SLOTS {
            let both = state.reads[slot] & marked;
            if both == 0 {
                continue;
            }
            let hit = |s: &Step| s.slot.map(usize::from) == Some(slot) && s.staged() & both != 0;
            let other = self.back(at, &hit, &|s| s.waits >> slot & 1 != 0);
            let names = names(both);
            self.report(
                Rule::LastUsePending,
                at,
                format!(
                    "{names} {} used for the last time by `^` while a message that reads {} is pending",
                    is(both),
                    it(both)
                ),
                format!("uses {names} for the last time"),
                other.map(|o| (o, format!("reads {names}, in slot {slot}"))),
                "remove `^`, or wait for the slot first",
            );
        }
    }

    /// Reports marked last uses that are not the last.
    fn last_uses(&mut self, block: &Block, mut after: Halves) {
        for at in block.instructions.clone().rev() {
            if self.findings.len() >= MOST {
                return;
            }
            let step = &self.steps[at];
            for read in step.reads.iter().filter(|r| r.last) {
                let again = touched(halves(read.registers()) & after & !step.writes);
                if again == 0 {
                    continue;
                }
                let other = self.ahead(at, again);
                let here = names(read.registers());
                let later = names(again);
                let other = other.map(|o| (o, format!("reads {later}")));
                if again != read.registers() {
                    self.report(
                        Rule::LastUsePair,
                        at,
                        format!("`^` is for both {here}, and {later} {} used again", is(again)),
                        format!("uses {here} for the last time"),
                        other,
                        "remove `^`: it is for both halves of a pair, or for neither",
                    );
                } else {
                    self.report(
                        Rule::LastUse,
                        at,
                        format!("{here} {} used for the last time by `^`, and used again", is(again)),
                        format!("uses {here} for the last time"),
                        other,
                        "remove `^`: the register may lose its value after it",
                    );
                }
            }
            after = needed_before(step, after);
        }
    }

    /// Checks the end of a block.
    fn end_of(&mut self, block: &Block) {
        let at = block.instructions.end - 1;
        let step = &self.steps[at];
        if block.falls_out && !self.runs_as_data(at) {
            // Threads that do not jump go on. Where all go the same way, a shader did the work for them.
            let returns = matches!(step.jump, Jump::To { uniform: true, .. });
            let (message, here, help) = match step.ends {
                true => (
                    format!("`end` ends only the threads for which `{}` jumps", step.name),
                    "other threads continue past the end of the program",
                    match returns {
                        true => "end them on an instruction behind it: a blend shader returns there",
                        false => "end them on an instruction behind it",
                    },
                ),
                false => (
                    "the program does not end here".to_string(),
                    "continues past the end of the program",
                    "end it on its last instruction",
                ),
            };
            self.report(Rule::End, at, message, here.into(), None, help);
        }
        if block.jumps_out {
            self.report(
                Rule::Outside,
                at,
                "the branch leads out of the program".into(),
                "leads outside".into(),
                None,
                "branch to an instruction of the program",
            );
        }
        let (conditional, other) = match step.jump {
            Jump::None => (false, true),
            Jump::To { always, uniform, .. } => (!always && !uniform, !uniform),
            Jump::Unknown { .. } => (false, false),
        };
        let joined = match block.next[..] {
            [next] if other && !step.ends => self.joins(next) && !self.is_only_exit(at, next),
            _ => false,
        };
        if step.reconverges || step.ends || !conditional && !joined {
            return;
        }
        let last = |b: usize| self.graph.blocks()[b].last();
        let (message, other) = if conditional {
            let to = graph::target(self.steps, at);
            (
                "threads may diverge after this instruction, and do not reconverge",
                to.map(|t| (t, "some continue here".to_string())),
            )
        } else {
            let next = block.next[0];
            let from = self.graph.blocks()[next].before.iter().map(|&b| last(b)).find(|&l| l != at);
            (
                "threads from elsewhere join after this instruction, and do not reconverge",
                from.map(|f| (f, "others come from here".to_string())),
            )
        };
        self.report(
            Rule::Reconverge,
            at,
            message.into(),
            "does not reconverge".into(),
            other,
            "reconverge on the last instruction of the block",
        );
    }

    /// Whether execution reaches a word that a source has as data and that is not an instruction.
    fn runs_as_data(&self, at: usize) -> bool {
        let step = &self.steps[at];
        step.invalid && step.is_data && self.graph.block_of(at).reachable
    }

    /// Whether several edges lead to a block.
    fn joins(&self, block: usize) -> bool {
        self.graph.blocks()[block].before.iter().filter(|&&b| self.graph.blocks()[b].reachable).count() > 1
    }

    /// Whether an instruction is the only exit from a loop to the block directly after it. Threads that leave the loop
    /// there reconverge at its end. Other threads that reach the block are not in the loop.
    fn is_only_exit(&self, at: usize, to: usize) -> bool {
        let end = self.graph.blocks()[to].instructions.start;
        let Some(head) = end.checked_sub(1).and_then(|back| graph::target(self.steps, back)) else { return false };
        let inside = head..end;
        let exits = self.graph.blocks()[to].before.iter().map(|&b| self.graph.blocks()[b].last());
        inside.contains(&at) && exits.filter(|e| inside.contains(e)).count() == 1
    }

    /// Reports unreachable code that starts with a block. Data may lie there.
    fn unreachable(&mut self, block: usize) {
        let unreached = self.graph.blocks()[block..].iter().take_while(|b| !b.reachable);
        let mut code = unreached.flat_map(|b| b.instructions.clone()).filter(|&at| !self.steps[at].is_data);
        let Some(at) = code.next() else { return };
        let count = 1 + code.count();
        if self.is_leftover(at, count) {
            return;
        }
        let are = if count == 1 { "instruction is" } else { "instructions are" };
        let does = |o: usize| if self.steps[o].ends { "ends" } else { "branches away" };
        let other = at.checked_sub(1).map(|o| (o, does(o).to_string()));
        self.report(
            Rule::Unreachable,
            at,
            format!("{count} {are} never reached"),
            "no branch leads here".into(),
            other,
            "remove them, or branch here",
        );
    }

    /// Whether unreachable code is a leftover of a loop that compilers produce: after a branch and before reachable
    /// code, it sets registers to constants for another iteration that never happens.
    fn is_leftover(&self, at: usize, count: usize) -> bool {
        let behind_branch = at > 0 && self.steps[at - 1].jump != Jump::None && !self.steps[at - 1].ends;
        let sets = |s: &Step| {
            let does = s.writes != 0 || s.jump != Jump::None;
            does && s.reads.is_empty() && s.slot.is_none() && !s.ends && !s.invalid
        };
        let last = self.graph.block_of(at + count - 1);
        let goes_on = !last.falls_out && !last.jumps_out && !last.next.is_empty();
        behind_branch && goes_on && self.steps[at..at + count].iter().all(sets)
    }

    /// The nearest instruction before `at`, on any path, for which `fits` holds. Paths are not followed beyond
    /// instructions for which `stop` holds.
    fn back(&self, at: usize, fits: &dyn Fn(&Step) -> bool, stop: &dyn Fn(&Step) -> bool) -> Option<usize> {
        let mut seen = vec![false; self.steps.len()];
        let mut open: VecDeque<usize> = self.graph.before(at).collect();
        while let Some(s) = open.pop_front() {
            if std::mem::replace(&mut seen[s], true) || stop(&self.steps[s]) {
                continue;
            }
            if fits(&self.steps[s]) {
                return Some(s);
            }
            open.extend(self.graph.before(s));
        }
        None
    }

    /// The nearest instruction after `at` that reads a register before it is written.
    fn ahead(&self, at: usize, wanted: Registers) -> Option<usize> {
        let mut seen = vec![false; self.steps.len()];
        let mut open: VecDeque<usize> = self.graph.after(at).collect();
        while let Some(s) = open.pop_front() {
            if std::mem::replace(&mut seen[s], true) {
                continue;
            }
            let step = &self.steps[s];
            if step.read() & wanted != 0 {
                return Some(s);
            }
            if halves(wanted) & !step.writes != 0 {
                open.extend(self.graph.after(s));
            }
        }
        None
    }
}

/// Registers whose last use is marked.
fn marked(reads: &[Read]) -> Registers {
    reads.iter().filter(|r| r.last).fold(0, |all, r| all | r.registers())
}

fn is(set: Registers) -> &'static str {
    if set.count_ones() == 1 { "is" } else { "are" }
}

fn it(set: Registers) -> &'static str {
    if set.count_ones() == 1 { "it" } else { "them" }
}

/// `r1`, `r1 and r2`, `r1 to r4`, `r1, r4 and r7`.
fn names(set: Registers) -> String {
    let all: Vec<u32> = (0..u64::BITS).filter(|r| set >> r & 1 != 0).collect();
    match all[..] {
        [first, .., last] if all.len() > 2 && registers(first, last - first + 1) == set => {
            format!("r{first} to r{last}")
        }
        _ => and(&all, "r"),
    }
}

/// `slot 1`, `slots 1 and 2`.
fn slot_names(slots: Slots) -> String {
    format!("slot{} {}", if slots.count_ones() == 1 { "" } else { "s" }, list(slots))
}

fn list(slots: Slots) -> String {
    and(&(0..u8::BITS).filter(|s| slots >> s & 1 != 0).collect::<Vec<_>>(), "")
}

fn and(all: &[u32], before: &str) -> String {
    let mut text = String::new();
    for (i, n) in all.iter().enumerate() {
        text += match i {
            0 => "",
            _ if i + 1 == all.len() => " and ",
            _ => ", ",
        };
        text += &format!("{before}{n}");
    }
    text
}
