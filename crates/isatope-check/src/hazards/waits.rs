//! Operations that may be outstanding at each place, and other state that changes from instruction to instruction.

use std::collections::BTreeMap;

use isatope_core::Resources;
use isatope_core::hazards::Demand;
use isatope_flow::{Graph, forward_blocks};
use smallvec::SmallVec;

use super::calls::Calls;
use super::fact::{Event, rules};
use super::facts::{Facts, Summary};

/// An operation that may be outstanding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The instruction that started it.
    pub at: u32,
    /// Which of its events it is.
    pub event: u8,
    /// Counter of the event.
    pub counter: u8,
    /// Number of later operations that the counter counts, at least.
    pub age: u8,
    /// Number of those that follow it in one order, at least.
    pub followers: u8,
}

/// State before an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Operations that may be outstanding, by instruction and event.
    pub pending: SmallVec<[Pending; 8]>,
    /// Registers that they may write or read.
    pub busy: Resources,
    /// For each rule, whether its state may be wrong, or its register not set.
    pub wrong: u64,
}

impl State {
    /// Operations of a counter.
    pub fn of(&self, counter: u8) -> impl Iterator<Item = &Pending> {
        self.pending.iter().filter(move |pending| pending.counter == counter)
    }

    /// Whether a block touches registers of operations that may be outstanding.
    pub fn may_be_busy(&self, block: &Summary) -> bool {
        self.busy.meets(&block.reads) || self.busy.meets(&block.written)
    }

    /// Whether the operations of a counter complete in the order of issue.
    pub fn in_order(&self, facts: &Facts, counter: u8) -> bool {
        let mut orders = self.of(counter).map(|pending| event(facts, pending).order);
        let Some(first) = orders.next() else { return true };
        first.is_some() && orders.all(|order| order == first)
    }

    /// State after a wait until no more operations of counters are outstanding.
    pub fn complete(&mut self, facts: &Facts, waits: &[(u8, u8)]) {
        for &(counter, most) in waits {
            let mut complete: SmallVec<[Pending; 8]> = SmallVec::new();
            self.pending.retain(|pending| {
                let is_proven = pending.counter == counter && event(facts, pending).is_proven(pending.followers, most);
                complete.extend(is_proven.then_some(*pending));
                !is_proven
            });
            self.pending.retain(|pending| {
                let of_it = complete.iter().filter(|other| other.at == pending.at);
                !of_it.map(|other| event(facts, other)).any(|other| event(facts, pending).ends_with(other))
            });
        }
        self.find_busy(facts);
    }

    /// State after the instruction at an index, which changes it.
    pub fn step(&mut self, facts: &Facts, at: usize) {
        let fact = facts.of(at);
        if fact.calls {
            // A called function waits for everything before it returns, or says what it leaves to be waited for.
            self.pending.clear();
            self.busy = Resources::EMPTY;
        }
        if !fact.waits.is_empty() {
            self.complete(facts, &fact.waits);
        }
        for rule in rules(fact.cures & self.wrong) {
            let after = match facts.rules[usize::from(rule)].kind {
                Demand::Stale { after, .. } => after.and_then(|name| facts.counter(name)),
                _ => None,
            };
            let spoils = |pending: &Pending| facts.of(pending.at as usize).spoils >> rule & 1 != 0;
            if after.is_none_or(|counter| !self.of(counter).any(spoils)) {
                self.wrong &= !(1 << rule);
            }
        }
        // An instruction that does both makes it wrong.
        self.wrong |= fact.spoils;
        for (index, event) in facts.events(at).iter().enumerate() {
            let most = facts.counters[usize::from(event.counter)].most;
            let mut dropped = false;
            self.pending.retain_mut(|pending| {
                if pending.counter != event.counter {
                    return true;
                }
                pending.age = pending.age.saturating_add(1);
                let follows = event.follows(self::event(facts, pending));
                pending.followers = pending.followers.saturating_add(u8::from(follows));
                // No more operations than this are outstanding, because the next one does not start. Which ones are
                // complete, only their order tells.
                let stays = pending.followers < most && (pending.at, pending.event) != (at as u32, index as u8);
                dropped |= !stays;
                stays
            });
            let new = Pending { at: at as u32, event: index as u8, counter: event.counter, age: 0, followers: 0 };
            let place = self.pending.partition_point(|pending| (pending.at, pending.event) < (new.at, new.event));
            self.pending.insert(place, new);
            match dropped {
                true => self.find_busy(facts),
                false => self.busy |= event.writes | event.holds,
            }
        }
    }

    fn find_busy(&mut self, facts: &Facts) {
        let registers = self.pending.iter().map(|pending| event(facts, pending)).map(|e| e.writes | e.holds);
        self.busy = registers.fold(Resources::EMPTY, |all, registers| all | registers);
    }

    /// Merges the state of another path; returns whether this one changed.
    pub fn join(&mut self, other: &Self) -> bool {
        let mut changed = other.wrong & !self.wrong != 0;
        self.wrong |= other.wrong;
        self.busy |= other.busy;
        for new in &other.pending {
            match self.pending.binary_search_by_key(&(new.at, new.event), |old| (old.at, old.event)) {
                Ok(place) => {
                    let old = &mut self.pending[place];
                    changed |= new.age < old.age || new.followers < old.followers;
                    (old.age, old.followers) = (new.age.min(old.age), new.followers.min(old.followers));
                }
                Err(place) => {
                    self.pending.insert(place, *new);
                    changed = true;
                }
            }
        }
        changed
    }
}

/// The event of an operation.
pub fn event<'f>(facts: &'f Facts, pending: &Pending) -> &'f Event {
    &facts.events(pending.at as usize)[usize::from(pending.event)]
}

/// State at the start of each reachable block.
pub fn solve(facts: &Facts, graph: &Graph, kernels: &[usize], calls: &Calls) -> Vec<Option<State>> {
    // State at the start of each function that the program calls, by its first block.
    let mut called: BTreeMap<usize, State> = BTreeMap::new();
    loop {
        let entries = graph.entries().iter().map(|&entry| {
            let is_kernel = kernels.binary_search(&graph.blocks()[entry].instructions.start).is_ok();
            let mut state = called.get(&entry).cloned().unwrap_or_default();
            state.wrong = if is_kernel { facts.undefined } else { 0 };
            (entry, state)
        });
        let others = called.iter().filter(|(block, _)| graph.entries().binary_search(block).is_err());
        let entries = entries.chain(others.map(|(block, state)| (*block, state.clone())));
        let after = |state: &mut State, block: usize| steps(facts, block).for_each(|at| state.step(facts, at));
        let starts = forward_blocks(graph, entries, after, State::join);
        let mut changed = false;
        for (call, function) in calls.iter() {
            let block = graph.block_index(call);
            let Some(mut state) = starts[block].clone() else { continue };
            steps(facts, block).filter(|at| *at < call).for_each(|at| state.step(facts, at));
            state.wrong = 0;
            changed |= called.entry(function).or_default().join(&state);
        }
        if !changed {
            return starts;
        }
    }
}

/// The instructions of a block that change the state.
pub fn steps(facts: &Facts, block: usize) -> impl Iterator<Item = usize> {
    facts.overview().marks(block).iter().filter(|mark| mark.changes).map(|mark| mark.at as usize)
}
