//! Waits and idle states that no path needs, and no disputed rule either.
//!
//! A wait is needed if a later instruction would break a rule without it, and no other wait comes first. Waits that
//! complete stores, and waits where nobody knows what is outstanding, such as after a call, may order memory for
//! others: they count as needed. A full counter proves that older operations are complete, but the wait for them is
//! needed: later changes of the code would break a program without it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use isatope_core::Instruction;
use isatope_core::hazards::Demand;
use isatope_flow::{Graph, Program, forward};

use super::fact::{Event, rules};
use super::facts::Facts;
use super::repair;
use super::replay::Run;
use super::search::{Search, States};
use super::{Options, Redundancy};

/// Number of later operations of the same counter after which an operation is forgotten. It is more than a counter
/// counts, and limits the work for large programs.
const OLDEST: u8 = 128;

/// An operation that has started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Started {
    /// Number of later operations that the counter counts, at least.
    age: u8,
    /// Number of those that follow it in one order, at least.
    followers: u8,
    /// Whether it may be outstanding.
    pending: bool,
    /// Waits that prove it complete, if it is, with the counter.
    proofs: BTreeSet<(u32, u8)>,
}

/// State before an instruction: operations by instruction and event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    started: BTreeMap<(u32, u8), Started>,
    /// Counters, one bit each, of which unknown operations may be outstanding.
    unknown: u8,
}

/// Waits by instruction and counter.
type Waits = HashSet<(u32, u8)>;

/// Finds what no path needs.
pub fn find(facts: &Facts, program: &Program, graph: &Graph, options: &Options) -> Vec<Redundancy> {
    let mut needed = Waits::new();
    for state in solve(facts, program, graph, options).into_iter().enumerate() {
        let (block, Some(mut state)) = state else { continue };
        let instructions = graph.blocks()[block].instructions.clone();
        instructions.for_each(|at| state.step(facts, at, &mut needed));
    }
    let mut found = Vec::new();
    // The wait states of what is left out or replaced. They are missing for what comes next.
    let mut states = States::new();
    let reachable = || graph.blocks().iter().filter(|block| block.reachable);
    for at in reachable().flat_map(|block| block.instructions.clone()) {
        let inst = program.items()[at].instruction;
        let Some(mut redundancy) = inst.and_then(|inst| wait(facts, at, &inst, &needed)) else { continue };
        if redundancy.replacement.is_none() {
            states.insert(at, 0);
            if state_is_needed(facts, program, graph, at, &states) || divides_a_run(facts, graph, at, &states) {
                states.remove(&at);
                // A wait takes a state, as an idle instruction does, and that state is still needed.
                let idle = repair::idle(facts.hazards, facts.target, 1).pop();
                let Some(idle) = idle.filter(|_| !redundancy.counters.is_empty()) else { continue };
                redundancy.replacement = Some(idle);
            }
        }
        found.push(redundancy);
    }
    let is_idle = |at: usize| program.items()[at].instruction.is_some_and(|inst| facts.hazards.is_idle(&inst));
    for block in reachable() {
        let mut at = block.instructions.start;
        while at < block.instructions.end {
            let end = (at..block.instructions.end).find(|&at| !is_idle(at)).unwrap_or(block.instructions.end);
            if end > at {
                idle(facts, program, graph, at..end, &mut states, &mut found);
            }
            at = end + 1;
        }
    }
    found.sort_by_key(|redundancy| redundancy.at);
    found
}

/// Finds how many states of idle instructions one after the other no path needs. The last ones are left out.
fn idle(
    facts: &Facts,
    program: &Program,
    graph: &Graph,
    run: Range<usize>,
    states: &mut States,
    found: &mut Vec<Redundancy>,
) {
    let last = run.end - 1;
    let total: u16 = run.clone().map(|at| u16::from(facts.of(at).states)).sum();
    let mut kept = |count: u16| {
        let mut rest = count;
        for at in run.clone() {
            let own = rest.min(facts.of(at).states.into());
            rest -= own;
            states.insert(at, own as u8);
        }
        let is_needed = state_is_needed(facts, program, graph, last, states);
        !is_needed && (count > 0 || !divides_a_run(facts, graph, last, states))
    };
    // No rule needs more states than fit into a byte.
    let least = (0..total.min(u8::MAX.into())).find(|&count| kept(count)).unwrap_or(total);
    if least == total {
        run.for_each(|at| _ = states.remove(&at));
        return;
    }
    for at in run {
        let own = states[&at];
        if own < facts.of(at).states {
            let replacement = repair::idle(facts.hazards, facts.target, own).pop();
            found.push(Redundancy { at, counters: Vec::new(), replacement });
        }
    }
}

/// What is redundant about a wait.
fn wait(facts: &Facts, at: usize, inst: &Instruction, needed: &Waits) -> Option<Redundancy> {
    let class = facts.counters.first()?.class;
    if !facts.hazards.is_in(class, inst) {
        return None;
    }
    let waits = &facts.of(at).waits;
    let (kept, rest): (Vec<_>, Vec<_>) =
        waits.iter().copied().partition(|&(counter, _)| needed.contains(&(at as u32, counter)));
    if rest.is_empty() && !waits.is_empty() {
        return None;
    }
    let counters = rest.iter().map(|&(counter, _)| facts.counters[usize::from(counter)].name).collect();
    Some(Redundancy { at, counters, replacement: repair::wait(facts.hazards, facts.target, &kept) })
}

/// Whether some instruction comes too early if instructions take other numbers of wait states, the last of which is
/// that of an instruction.
fn state_is_needed(facts: &Facts, program: &Program, graph: &Graph, changed_at: usize, changed: &States) -> bool {
    let most = facts.needs.iter().copied().max().unwrap_or(0);
    let mut nearest: BTreeMap<usize, u8> = BTreeMap::new();
    let mut open: Vec<(usize, u8)> = graph.after(changed_at).map(|at| (at, 0)).collect();
    while let Some((at, states)) = open.pop() {
        if nearest.get(&at).is_some_and(|&known| known <= states) {
            continue;
        }
        nearest.insert(at, states);
        let Some(inst) = program.items()[at].instruction else { continue };
        let fact = facts.of(at);
        for rule in facts.seconds(fact) {
            let registers = facts.second(rule, &inst, &facts.touched(at).registers());
            let Demand::Distance { ref first, ref second, same, .. } = facts.rules[usize::from(rule)].kind else {
                continue;
            };
            let by_register = first.touched.is_some() && second.touched.is_some();
            let same = same.map(|bits| (bits, bits.value(&inst)));
            let search = Search { facts, graph, program, rule, same, by_register, changed };
            if search.nearest(at, registers, facts.needs[usize::from(rule)]).is_some() {
                return true;
            }
        }
        let own = changed.get(&at).copied().unwrap_or(fact.states);
        let states = states.saturating_add(own);
        if states < most {
            open.extend(graph.after(at).map(|next| (next, states)));
        }
    }
    false
}

/// Whether a run of memory instructions that may be done again breaks a rule without an instruction in it, the last one
/// that is left out.
fn divides_a_run(facts: &Facts, graph: &Graph, removed_at: usize, states: &States) -> bool {
    let block = graph.block_of(removed_at).instructions.clone();
    let mut replays = facts.rules.iter().zip(0_u16..).filter(|(rule, _)| matches!(rule.kind, Demand::Replay { .. }));
    replays.any(|(_, rule)| {
        let is_there = |at: &usize| states.get(at) != Some(&0);
        let is_in = |at: &usize| facts.of(*at).of >> rule & 1 != 0;
        let mut before: Vec<usize> = (block.start..removed_at).rev().filter(is_there).take_while(is_in).collect();
        before.reverse();
        let after: Vec<usize> = (removed_at + 1..block.end).filter(is_there).take_while(is_in).collect();
        // Numbers of places that break the rule, and of those about which all sources agree.
        let broken = |all: &mut dyn Iterator<Item = &usize>| {
            let mut run = Run::new(rule);
            all.filter_map(|at| run.add(facts, *at))
                .fold((0, 0), |(all, sure), broken| (all + 1, sure + usize::from(broken.is_sure())))
        };
        let (first, second) = (broken(&mut before.iter()), broken(&mut after.iter()));
        let joined = broken(&mut before.iter().chain(&after));
        joined.0 > first.0 + second.0 || joined.1 > first.1 + second.1
    })
}

/// The state at the start of each block.
fn solve(facts: &Facts, program: &Program, graph: &Graph, options: &Options) -> Vec<Option<State>> {
    let mut ignored = Waits::new();
    let entries = graph.entries().iter().map(|&entry| {
        let address = program.items()[graph.blocks()[entry].instructions.start].address;
        let unknown = if options.kernels.contains(&address) { 0 } else { u8::MAX };
        (entry, State { unknown, ..State::default() })
    });
    forward(graph, entries, |state: &mut State, at| state.step(facts, at, &mut ignored), State::join)
}

fn event<'f>(facts: &'f Facts, key: (u32, u8)) -> &'f Event {
    &facts.events(key.0 as usize)[usize::from(key.1)]
}

impl State {
    /// State after an instruction. Adds the waits that it needs.
    fn step(&mut self, facts: &Facts, at: usize, needed: &mut Waits) {
        let (fact, registers) = (facts.of(at), facts.touched(at).registers());
        let drained = |counter: u8, old: &Event| {
            rules(fact.of).any(|rule| match facts.rules[usize::from(rule)].kind {
                Demand::Drain { counters, results, .. } => {
                    counters.contains(&facts.counters[usize::from(counter)].name)
                        && (!results || !old.writes.is_empty())
                }
                _ => false,
            })
        };
        let cured = |spoils: u64, counter: u8| {
            rules(fact.cures & spoils).any(|rule| match facts.rules[usize::from(rule)].kind {
                Demand::Stale { after, .. } => after == Some(facts.counters[usize::from(counter)].name),
                _ => false,
            })
        };
        self.started.retain(|&key, started| {
            let old = event(facts, key);
            let (read, written) = old.early(&registers, facts.events(at));
            let used = !read.is_empty() || !written.is_empty() || old.holds.meets(&registers.written);
            if used || drained(old.counter, old) || cured(facts.of(key.0 as usize).spoils, old.counter) {
                needed.extend(started.proofs.iter().copied());
                // Whatever comes later finds the wait in place.
                return started.pending || !used;
            }
            true
        });
        if fact.calls {
            // The function need not wait for what is complete.
            self.started.values().for_each(|started| needed.extend(started.proofs.iter().copied()));
            self.started.clear();
            self.unknown = u8::MAX;
        }
        for &(counter, most) in &fact.waits {
            self.wait(facts, at as u32, counter, most, needed);
        }
        for (index, new) in facts.events(at).iter().enumerate() {
            self.started.retain(|&key, started| {
                let is_counted = event(facts, key).counter == new.counter;
                started.age += u8::from(is_counted);
                started.followers += u8::from(new.follows(event(facts, key)));
                started.age < OLDEST
            });
            let started = Started { age: 0, followers: 0, pending: true, proofs: BTreeSet::new() };
            self.started.insert((at as u32, index as u8), started);
        }
    }

    fn wait(&mut self, facts: &Facts, at: u32, counter: u8, most: u8, needed: &mut Waits) {
        let of = |key: (u32, u8)| event(facts, key).counter == counter;
        if self.unknown >> counter & 1 != 0 {
            needed.insert((at, counter));
            self.unknown &= !(u8::from(most == 0) << counter);
        }
        let mut complete = Vec::new();
        for (&key, started) in self.started.iter_mut().filter(|(key, _)| of(**key)) {
            // An operation that another event of the same instruction has ended needs no wait of its own.
            let is_ended = !started.pending && !started.proofs.iter().any(|&(_, of)| of == counter);
            if !is_ended && event(facts, key).is_proven(started.followers, most) {
                // Another wavefront may look at what a store wrote: one that writes no register for sure. That the data
                // of a store were read tells nothing about memory.
                let Event { writes, holds, .. } = event(facts, key);
                if started.pending && holds.is_empty() && facts.unsure_writes.covers(writes) {
                    needed.insert((at, counter));
                }
                started.pending = false;
                started.proofs = BTreeSet::from([(at, counter)]);
                complete.push(key);
            }
        }
        for (&key, started) in self.started.iter_mut().filter(|(_, started)| started.pending) {
            let mut of_it = complete.iter().filter(|other| other.0 == key.0);
            if of_it.any(|other| event(facts, key).ends_with(event(facts, *other))) {
                started.pending = false;
                started.proofs = BTreeSet::from([(at, counter)]);
            }
        }
    }

    /// Merges the state of another path; returns whether this one changed.
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = other.unknown & !self.unknown != 0;
        self.unknown |= other.unknown;
        for (key, new) in &other.started {
            let Some(old) = self.started.get_mut(key) else {
                self.started.insert(*key, new.clone());
                changed = true;
                continue;
            };
            let before = (old.age, old.followers, old.pending, old.proofs.len());
            old.age = old.age.min(new.age);
            old.followers = old.followers.min(new.followers);
            old.pending |= new.pending;
            old.proofs.extend(&new.proofs);
            changed |= before != (old.age, old.followers, old.pending, old.proofs.len());
        }
        changed
    }
}
