//! What wavefronts know at points of a run, computed when it is asked for.

use std::num::NonZeroU32;

use super::maps::{Map, Maps};

/// What one wavefront, or an address, knows at a point of the run: for each wavefront, the last segment that precedes;
/// for each workgroup, the number of barriers that do. The default: nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moment(u32);

impl Moment {
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }
}

/// What a wavefront adds to what it knows of others. All numbers are 0 if it adds nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Own {
    /// Slot of the wavefront.
    pub slot: u32,
    /// Its last segment whose stores are complete, and its last segment.
    pub done: u32,
    pub segment: u32,
    /// Number of this moment among those that the wavefront leaves to others, 0 for none of them.
    pub stamp: u32,
    /// Slot of its workgroup, and the number of barriers that this one has passed.
    pub group: u32,
    pub passed: u32,
}

/// What is known at a moment, by slots of wavefronts and workgroups. The slot after that of a wavefront has the last
/// stamp of this one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    pub sure: Map,
    /// The same if stores were complete at once.
    pub prompt: Map,
    /// A slot and a stamp, if all of this is known wherever the slot has this stamp or a later one.
    stamped: Option<(u32, NonZeroU32)>,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Free,
    /// What is known at two moments, and more.
    Pending([Moment; 2], Own),
    Known(Known),
}

/// All moments that matter.
#[derive(Clone, Debug)]
pub(super) struct Moments {
    /// The first one is that at which nothing is known.
    states: Vec<State>,
    free: Vec<u32>,
    maps: Maps,
    /// Length at which unused moments have to be collected.
    full: usize,
}

/// Least number of moments and nodes of maps that are made between two collections.
const COLLECT_AFTER: usize = 1 << 16;

impl Default for Moments {
    fn default() -> Self {
        let states = vec![State::Known(Known::default())];
        Self { states, free: Vec::new(), maps: Maps::default(), full: COLLECT_AFTER }
    }
}

impl Moments {
    /// Number of moments and of nodes of their maps.
    pub fn len(&self) -> usize {
        self.states.len() - self.free.len() + self.maps.len()
    }

    /// Whether it is time to collect unused moments.
    pub fn is_full(&self) -> bool {
        self.len() >= self.full
    }

    /// A moment at which all is known that is known at two others, and more.
    pub fn add(&mut self, after: [Moment; 2], own: Own) -> Moment {
        let state = State::Pending(after, own);
        let index = match self.free.pop() {
            Some(index) => {
                self.states[index as usize] = state;
                index
            }
            None => {
                self.states.push(state);
                u32::try_from(self.states.len() - 1).expect("moments are collected in time")
            }
        };
        Moment(index)
    }

    /// What is known at a moment. Returns `None` if unused moments have to be collected first.
    pub fn known(&mut self, moment: Moment) -> Option<Known> {
        let mut stack = vec![moment];
        while let Some(&top) = stack.last() {
            if let State::Pending(after, own) = self.states[top.0 as usize] {
                let pending = |moment: &Moment| matches!(self.states[moment.0 as usize], State::Pending(..));
                if let Some(&first) = after.iter().find(|moment| pending(moment)) {
                    stack.push(first);
                    continue;
                }
                if self.is_full() {
                    return None;
                }
                let known = self.join(after, own);
                self.states[top.0 as usize] = State::Known(known);
            }
            stack.pop();
        }
        match self.states[moment.0 as usize] {
            State::Known(known) => Some(known),
            State::Pending(..) | State::Free => None,
        }
    }

    /// What is known after two moments at which it is known.
    fn join(&mut self, after: [Moment; 2], own: Own) -> Known {
        let [a, b] = after.map(|moment| match self.states[moment.0 as usize] {
            State::Known(known) => known,
            State::Pending(..) | State::Free => Known::default(),
        });
        let mut both = self.join_known(a, b);
        let is_prompt = both.sure == both.prompt && own.done == own.segment;
        let mut add = |map, until| {
            let with_wave = self.maps.raise(map, own.slot, [until, own.stamp]);
            self.maps.raise(with_wave, own.group, [own.passed, 0])
        };
        let sure = add(both.sure, own.done);
        let prompt = if is_prompt { sure } else { add(both.prompt, own.segment) };
        if let Some(stamp) = NonZeroU32::new(own.stamp) {
            both.stamped = Some((own.slot + 1, stamp));
        } else if sure != both.sure || prompt != both.prompt {
            both.stamped = None;
        }
        Known { sure, prompt, ..both }
    }

    fn join_known(&mut self, a: Known, b: Known) -> Known {
        let has = |all: Known, part: Known| {
            part.stamped.is_some_and(|(slot, stamp)| self.maps.get(all.sure, slot) >= stamp.get())
        };
        if has(b, a) {
            return b;
        }
        if has(a, b) {
            return a;
        }
        let sure = self.maps.join(a.sure, b.sure);
        let is_prompt = a.sure == a.prompt && b.sure == b.prompt;
        let prompt = if is_prompt { sure } else { self.maps.join(a.prompt, b.prompt) };
        let same = [a, b].into_iter().find(|known| known.sure == sure && known.prompt == prompt);
        Known { sure, prompt, stamped: same.and_then(|known| known.stamped) }
    }

    /// The number of a slot in a map.
    pub fn get(&self, map: Map, slot: u32) -> u32 {
        self.maps.get(map, slot)
    }

    /// Frees all but these moments, and those that they need.
    pub fn collect(&mut self, used: &[Moment]) {
        let mut marked = vec![false; self.states.len()];
        let mut stack = Vec::new();
        for moment in used {
            stack.push(*moment);
            while let Some(moment) = stack.pop() {
                if std::mem::replace(&mut marked[moment.0 as usize], true) {
                    continue;
                }
                match self.states[moment.0 as usize] {
                    State::Pending(after, _) => stack.extend(after),
                    State::Known(known) => {
                        self.maps.mark(known.sure);
                        self.maps.mark(known.prompt);
                    }
                    State::Free => {}
                }
            }
        }
        self.maps.sweep();
        self.free.clear();
        for (index, marked) in (1..).zip(&marked[1..]) {
            if !marked {
                self.states[index as usize] = State::Free;
                self.free.push(index);
            }
        }
        // A collection costs as much as it has to look at.
        self.full = self.len() + self.len().max(COLLECT_AFTER).max(used.len() / 2);
    }
}
