//! Order between segments of wavefronts.
//!
//! The run of a wavefront is divided into *segments*, at barriers, where it synchronises with others at an address, and
//! where it has waited for its stores.
//! A wavefront *knows* which segments precede what it does now. It learns what an address knows when it accesses it,
//! and an atomic operation leaves there what the wavefront knows. A barrier shares knowledge within a workgroup.
//! Knowledge is computed only when a conflicting access asks for it ([`Moments`]), so a kernel that merely counts pays
//! about 30 bytes per atomic access. What is known at two moments is mostly the same, and maps share it
//! ([`Map`](super::maps::Map)).
//!
//! If all this needs more memory than [`MOST`] allows, the order forgets: first what wavefronts knew at old segments,
//! then everything, so that all that was done counts as done before all that follows. Races may be missed, but none is
//! invented.

use std::mem::take;

use super::moments::{Known, Moment, Moments, Own};
use crate::machine::overlay::Spreading;

/// Most moments and nodes of their maps, of about 32 bytes each.
const MOST: usize = 1 << 22;

/// A stretch of the run of a wavefront.
#[derive(Clone, Copy, Debug)]
struct Segment {
    wave: u32,
    /// What the wavefront knew at its start.
    start: Moment,
    /// Barriers that the wavefront had passed.
    barriers: u64,
    /// Number of its round: a wavefront has a round between two barriers or synchronisations.
    round: u32,
}

#[derive(Clone, Debug)]
struct Wave {
    /// Index of its workgroup.
    group: u32,
    number: u32,
    slot: u32,
    /// Its segment now, and whether an access was made in it.
    segment: u32,
    used: bool,
    /// The last segment before in which one was made, 0 for none.
    last: u32,
    /// What it knows, and what it added to that last.
    now: Moment,
    own: Own,
    /// What it left last at an address.
    left: Moment,
    /// What an address knew that it accessed last, and the last segment whose stores it found: it knows them.
    learned: Moment,
    found: u32,
}

#[derive(Clone, Debug)]
struct Group {
    workgroup: [u32; 3],
    /// Slot for its barriers; 0 before the first one.
    slot: u32,
    waves: Vec<u32>,
    /// Barriers that it has passed, and what it knew at the last one.
    passed: u64,
    moment: Moment,
    /// Segments of wavefronts that its others come after once they access an address, although stores in them may not
    /// be complete.
    unfinished: Spreading<Vec<(u32, u32)>>,
}

/// Order between segments.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The first one means no access.
    segments: Vec<Segment>,
    waves: Vec<Wave>,
    groups: Vec<Group>,
    /// Indices of workgroups.
    numbers: Spreading<u32>,
    /// The last slot in use, which has an even number. Nothing is in slot 0.
    slots: u32,
    /// What common addresses know.
    addresses: Spreading<Moment>,
    moments: Moments,
    /// Whether accesses of different wavefronts are ordered by something other than barriers, or may be.
    meets: bool,
    /// Segments up to this one count as preceding all.
    forgotten: u32,
    most: usize,
}

impl Order {
    /// Of a program that may order accesses of different workgroups, or not.
    pub fn new(talks: bool) -> Self {
        let nobody = Segment { wave: u32::MAX, start: Moment::default(), barriers: 0, round: 0 };
        Self {
            segments: vec![nobody],
            waves: Vec::new(),
            groups: Vec::new(),
            numbers: Spreading::default(),
            slots: 0,
            addresses: Spreading::default(),
            moments: Moments::default(),
            meets: talks,
            forgotten: 0,
            most: MOST,
        }
    }

    /// A wavefront that begins; gives its number here.
    pub fn add(&mut self, group: u64, workgroup: [u32; 3], number: u32) -> u32 {
        let me = self.waves.len() as u32;
        let group = match self.numbers.get(&group) {
            Some(index) => *index,
            None => {
                let (waves, unfinished) = (Vec::new(), Spreading::default());
                self.groups.push(Group { workgroup, slot: 0, waves, passed: 0, moment: Moment::default(), unfinished });
                self.numbers.insert(group, self.groups.len() as u32 - 1);
                self.groups.len() as u32 - 1
            }
        };
        self.groups[group as usize].waves.push(me);
        self.slots += 2;
        let (slot, now) = (self.slots, Moment::default());
        let own = Own::default();
        let (segment, used, last, learned, left, found) = (0, false, 0, now, now, 0);
        self.waves.push(Wave { group, number, slot, segment, used, last, now, own, left, learned, found });
        self.start_segment(me, 0, 0);
        me
    }

    /// The last wavefront of a workgroup has ended.
    pub fn end_group(&mut self, group: u64) {
        if let Some(index) = self.numbers.get(&group) {
            let group = &mut self.groups[*index as usize];
            (group.waves, group.unfinished, group.moment) = Default::default();
        }
    }

    /// Starts a new segment of a wavefront. A segment without accesses is dropped, so that waiting in a loop needs no
    /// memory.
    fn start_segment(&mut self, me: u32, barriers: u64, round: u32) {
        let wave = &mut self.waves[me as usize];
        let segment = Segment { wave: me, start: wave.now, barriers, round };
        if wave.segment != 0 && !wave.used {
            self.segments[wave.segment as usize] = segment;
            return;
        }
        (wave.last, wave.used) = (wave.segment, false);
        wave.segment = self.segments.len() as u32;
        self.segments.push(segment);
    }

    /// The segment of a wavefront now.
    pub fn segment_of(&self, me: u32) -> u32 {
        self.waves[me as usize].segment
    }

    /// The segment of an access that a wavefront makes.
    pub fn access(&mut self, me: u32) -> u32 {
        self.waves[me as usize].used = true;
        self.segment_of(me)
    }

    /// The wavefront of a segment.
    pub fn wave_of(&self, segment: u32) -> u32 {
        self.segments[segment as usize].wave
    }

    /// The workgroup of a segment, as a number that only it has.
    pub fn group_of(&self, segment: u32) -> u32 {
        self.waves[self.wave_of(segment) as usize].group
    }

    /// Whether something other than a barrier may have ordered accesses of different wavefronts.
    pub fn has_meetings(&self) -> bool {
        self.meets
    }

    /// The workgroup of a segment, and the number of its wavefront.
    pub fn name_of(&self, segment: u32) -> ([u32; 3], u32) {
        let wave = &self.waves[self.wave_of(segment) as usize];
        (self.groups[wave.group as usize].workgroup, wave.number)
    }

    fn now(&self, me: u32) -> &Segment {
        &self.segments[self.segment_of(me) as usize]
    }

    /// A wavefront has passed this many barriers in all.
    pub fn pass_barriers(&mut self, me: u32, passed: u64) {
        let now = *self.now(me);
        if now.barriers == passed {
            return;
        }
        self.collect_if_full();
        let group = &mut self.groups[self.waves[me as usize].group as usize];
        if group.passed < passed {
            // The first wavefront that goes on; the others have made no access since they came to the barrier.
            // Wavefronts that did not pass the last one had ended, and what they knew is known since then.
            let (waves, segments) = (&self.waves, &self.segments);
            let barriers = |wave: u32| segments[waves[wave as usize].segment as usize].barriers;
            group.waves.retain(|wave| barriers(*wave) >= group.passed);
            let before = group.moment;
            for known in group.waves.iter().map(|wave| waves[*wave as usize].now) {
                if group.moment.is_nothing() {
                    group.moment = known;
                } else if known != before && known != group.moment && !known.is_nothing() {
                    group.moment = self.moments.add([group.moment, known], Own::default());
                }
            }
            if group.slot == 0 {
                self.slots += 2;
                group.slot = self.slots;
            }
            group.passed = passed;
        }
        self.waves[me as usize].now = group.moment;
        self.start_segment(me, passed, now.round.wrapping_add(1));
    }

    /// A wavefront finds what a segment stored.
    pub fn acquire(&mut self, me: u32, segment: u32) {
        let Segment { wave: writer, start, barriers, .. } = self.segments[segment as usize];
        if writer == me || self.waves[me as usize].found == segment {
            return;
        }
        self.meets = true;
        self.collect_if_full();
        let (group, slot) = (&self.groups[self.group_of(segment) as usize], self.waves[writer as usize].slot);
        let (group, passed) = (group.slot, saturated(barriers));
        let own = Own { slot, done: segment, segment, stamp: 0, group, passed };
        let wave = &mut self.waves[me as usize];
        wave.now = self.moments.add([wave.now, start], own);
        wave.found = segment;
    }

    /// A wavefront accesses a common address. `unfinished` is its first segment with a store that may not be complete.
    pub fn meet(&mut self, me: u32, address: u64, releases: bool, unfinished: Option<u32>) {
        self.meets = true;
        self.collect_if_full();
        let wave = &self.waves[me as usize];
        let (slot, index) = (wave.slot, wave.group as usize);
        let segment = if wave.used { wave.segment } else { wave.last };
        let done = unfinished.map_or(segment, |first| segment.min(first - 1));
        let there = self.addresses.get(&address).copied().unwrap_or_default();
        let wave = &mut self.waves[me as usize];
        let learns = !there.is_nothing() && there != wave.now && there != wave.learned;
        let group = &self.groups[index];
        let (group, passed, stamp) = (group.slot, saturated(group.passed), wave.own.stamp);
        let own = Own { slot, done, segment, stamp, group, passed };
        // Who waits goes to the same address again and again.
        if releases && (learns || own != wave.own || wave.now != wave.left) {
            let learned = if learns { there } else { Moment::default() };
            wave.own = Own { stamp: stamp.wrapping_add(1), ..own };
            wave.now = self.moments.add([wave.now, learned], wave.own);
            wave.left = wave.now;
        } else if learns {
            wave.now = self.moments.add([wave.now, there], Own::default());
        }
        wave.learned = there;
        if releases {
            wave.learned = wave.now;
            self.addresses.insert(address, wave.now);
        }
        self.meet_fellows(me, address, (releases && done < segment).then_some(segment));
    }

    /// A wavefront has accessed an address: what it does from now on also comes after stores of its workgroup that were
    /// not complete when another wavefront of it accessed the address. It may leave such stores in its segment there.
    fn meet_fellows(&mut self, me: u32, address: u64, leaves: Option<u32>) {
        let index = self.waves[me as usize].group as usize;
        let unfinished = &mut self.groups[index].unfinished;
        if unfinished.is_empty() && leaves.is_none() {
            return;
        }
        let there = unfinished.get(&address).cloned().unwrap_or_default();
        if let Some(segment) = leaves {
            let there = unfinished.entry(address).or_default();
            match there.iter_mut().find(|(wave, _)| *wave == me) {
                Some((_, last)) => *last = segment,
                None => there.push((me, segment)),
            }
        }
        for (wave, segment) in there.into_iter().filter(|(wave, _)| *wave != me) {
            let slot = self.waves[wave as usize].slot;
            if self.known(me).is_some_and(|known| self.moments.get(known.sure, slot) < segment) {
                let own = Own { slot, done: segment, segment, ..Own::default() };
                let wave = &mut self.waves[me as usize];
                wave.now = self.moments.add([wave.now, Moment::default()], own);
            }
        }
    }

    /// Starts a segment that no other wavefront has seen, in the same round or in a new one.
    pub fn end_segment(&mut self, me: u32, ends_round: bool) {
        let now = *self.now(me);
        self.start_segment(me, now.barriers, now.round.wrapping_add(ends_round.into()));
    }

    /// Whether a segment is in the round of its wavefront now.
    pub fn is_in_round(&self, segment: u32) -> bool {
        let then = &self.segments[segment as usize];
        then.round == self.now(then.wave).round
    }

    /// Whether [`is_before`](Self::is_before) would say yes if stores were complete at once.
    pub fn would_be_before(&mut self, segment: u32, me: u32) -> bool {
        self.precedes(segment, me, true)
    }

    /// Whether what was done in a segment comes before what a wavefront does now.
    pub fn is_before(&mut self, segment: u32, me: u32) -> bool {
        self.precedes(segment, me, false)
    }

    fn precedes(&mut self, segment: u32, me: u32, prompt: bool) -> bool {
        let Segment { wave: other, barriers, .. } = self.segments[segment as usize];
        if other == me || segment <= self.forgotten {
            return true;
        }
        let (theirs, slot) = (self.waves[other as usize].group, self.waves[other as usize].slot);
        if theirs == self.waves[me as usize].group && barriers < self.now(me).barriers {
            return true;
        }
        let Some(Known { sure, prompt: if_prompt, .. }) = self.known(me) else { return true };
        let map = if prompt { if_prompt } else { sure };
        let passed = self.moments.get(map, self.groups[theirs as usize].slot);
        self.moments.get(map, slot) >= segment || u64::from(passed) > barriers
    }

    /// What a wavefront knows. Returns `None` if the order has forgotten all.
    fn known(&mut self, me: u32) -> Option<Known> {
        loop {
            let known = self.moments.known(self.waves[me as usize].now);
            if known.is_some() {
                return known;
            }
            self.collect();
            if self.moments.len() > 2 * self.most {
                self.forget();
                return None;
            }
        }
    }

    fn collect_if_full(&mut self) {
        if self.moments.is_full() {
            self.collect();
            if self.moments.len() > self.most {
                self.shrink();
            }
        }
    }

    /// Makes room for more moments.
    fn shrink(&mut self) {
        // What is known often needs less memory than how it became known.
        'all: for moment in self.used() {
            while self.moments.known(moment).is_none() {
                self.collect();
                if self.moments.len() > 2 * self.most {
                    break 'all;
                }
            }
        }
        self.collect();
        if self.moments.len() > self.most / 2 {
            // Who finds what an old segment stored now comes after all that its wavefront knows.
            for segment in self.segments.iter_mut().skip(1) {
                segment.start = self.waves[segment.wave as usize].now;
            }
            self.collect();
        }
        if self.moments.len() > self.most / 2 {
            self.forget();
        }
    }

    /// All moments that matter.
    fn used(&self) -> Vec<Moment> {
        let waves = self.waves.iter().flat_map(|wave| [wave.now, wave.left]);
        let groups = self.groups.iter().map(|group| group.moment);
        let starts = self.segments.iter().map(|segment| segment.start);
        let addresses = self.addresses.values().copied();
        waves.chain(groups).chain(starts).chain(addresses).filter(|moment| !moment.is_nothing()).collect()
    }

    fn collect(&mut self) {
        self.moments.collect(&self.used());
        // The number of a moment that was freed may get another meaning.
        self.waves.iter_mut().for_each(|wave| wave.learned = Moment::default());
    }

    /// Lets all that was done precede all that follows.
    fn forget(&mut self) {
        self.moments = Moments::default();
        self.addresses = Spreading::default();
        self.segments.iter_mut().for_each(|segment| segment.start = Moment::default());
        for group in &mut self.groups {
            group.moment = Moment::default();
            group.unfinished = Spreading::default();
        }
        self.forgotten = self.segments.len() as u32 - 1;
        for me in 0..self.waves.len() {
            let wave = &mut self.waves[me];
            (wave.now, wave.learned, wave.left, wave.own) = Default::default();
            let now = self.segments[take(&mut wave.segment) as usize];
            self.start_segment(me as u32, now.barriers, now.round);
        }
    }
}

/// A number of barriers as a map has it.
fn saturated(barriers: u64) -> u32 {
    u32::try_from(barriers).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod growth;
#[cfg(test)]
mod search;

#[cfg(test)]
mod tests;
