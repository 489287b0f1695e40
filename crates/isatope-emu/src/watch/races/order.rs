//! Order between segments of wavefronts.
//!
//! The run of a wavefront is divided into *segments*, at barriers and where it synchronises with others at an address. A log
//! contains the order between segments of different wavefronts. A backward search through the log decides whether a segment
//! precedes the current segment of a wavefront: it follows all wavefronts that it synchronised with, directly or indirectly. The
//! search runs only for conflicting accesses, and its result is cached until the next synchronisation of the wavefront. The log
//! grows by 24 bytes per atomic access.

use std::collections::{HashMap, HashSet};

/// A stretch of the run of a wavefront.
#[derive(Clone, Copy, Debug)]
struct Segment {
    wave: u32,
    /// Barriers that the wavefront had passed.
    barriers: u64,
    /// Length of the log at its start.
    log: usize,
}

#[derive(Clone, Debug)]
struct Wave {
    group: u64,
    workgroup: [u32; 3],
    number: u32,
    /// Its segment now, and whether an access was made in it.
    segment: u32,
    used: bool,
    /// The last segment before in which one was made, 0 for none.
    last: u32,
}

/// Order between segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// A wavefront accesses a common address at the end of a segment; whether it passes on what it did before.
    Meet { wave: u32, segment: u32, address: u64, releases: bool },
    /// It finds what a segment of another wavefront stored.
    Finds { wave: u32, segment: u32 },
    /// A workgroup has passed this many barriers.
    Barrier { group: u64, passed: u64 },
}

#[derive(Clone, Debug, Default)]
struct Group {
    waves: Vec<u32>,
    /// Barriers that it has passed, and how many of them the log knows.
    passed: u64,
    logged: u64,
}

/// Cached predecessors of a wavefront.
#[derive(Clone, Debug, Default)]
struct Reached {
    wave: u32,
    /// Length of the log, and length of its unsearched part.
    length: usize,
    left: usize,
    /// The last segment of each wavefront; 0 where only barriers are known.
    segments: HashMap<u32, u32>,
    /// Number of barriers of each workgroup.
    barriers: HashMap<u64, u64>,
    addresses: HashSet<u64>,
}

/// Order between segments.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The first one means no access.
    segments: Vec<Segment>,
    waves: Vec<Wave>,
    groups: HashMap<u64, Group>,
    log: Vec<Event>,
    /// Whether accesses of different wavefronts are ordered by something other than barriers, or may be.
    meets: bool,
    reached: Reached,
}

impl Order {
    /// Of a program that may order accesses of different workgroups, or not.
    pub fn new(talks: bool) -> Self {
        let nobody = Segment { wave: u32::MAX, barriers: 0, log: 0 };
        let reached = Reached { wave: u32::MAX, ..Reached::default() };
        Self {
            segments: vec![nobody],
            waves: Vec::new(),
            groups: HashMap::new(),
            log: Vec::new(),
            meets: talks,
            reached,
        }
    }

    /// A wavefront that begins; gives its number here.
    pub fn add(&mut self, group: u64, workgroup: [u32; 3], number: u32) -> u32 {
        let me = self.waves.len() as u32;
        self.waves.push(Wave { group, workgroup, number, segment: 0, used: false, last: 0 });
        self.groups.entry(group).or_default().waves.push(me);
        self.start_segment(me, 0);
        me
    }

    /// Starts a new segment of a wavefront. A segment without accesses is dropped, so that waiting in a loop needs no memory.
    fn start_segment(&mut self, me: u32, barriers: u64) {
        let wave = &mut self.waves[me as usize];
        let segment = Segment { wave: me, barriers, log: self.log.len() };
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

    /// The number of the workgroup of a segment.
    pub fn group_of(&self, segment: u32) -> u64 {
        self.waves[self.wave_of(segment) as usize].group
    }

    /// Whether something other than a barrier may have ordered accesses of different wavefronts.
    pub fn has_meetings(&self) -> bool {
        self.meets
    }

    /// The workgroup of a segment, and the number of its wavefront.
    pub fn name_of(&self, segment: u32) -> ([u32; 3], u32) {
        let wave = &self.waves[self.wave_of(segment) as usize];
        (wave.workgroup, wave.number)
    }

    fn now(&self, me: u32) -> &Segment {
        &self.segments[self.segment_of(me) as usize]
    }

    /// A wavefront has passed this many barriers in all.
    pub fn pass_barriers(&mut self, me: u32, passed: u64) {
        if self.now(me).barriers == passed {
            return;
        }
        self.start_segment(me, passed);
        let group = self.groups.entry(self.waves[me as usize].group).or_default();
        group.passed = group.passed.max(passed);
    }

    /// Writes down the barriers that a workgroup has passed. That is done late, for barriers matter here only to those who meet others.
    fn log_barriers(&mut self, me: u32) {
        let number = self.waves[me as usize].group;
        let group = self.groups.entry(number).or_default();
        if group.logged < group.passed {
            group.logged = group.passed;
            self.log.push(Event::Barrier { group: number, passed: group.passed });
        }
    }

    /// A wavefront finds what a segment stored.
    pub fn acquire(&mut self, me: u32, segment: u32) {
        let event = Event::Finds { wave: me, segment };
        if self.wave_of(segment) != me && self.log.last() != Some(&event) {
            self.meets = true;
            self.log_barriers(me);
            self.log.push(event);
        }
    }

    /// A wavefront accesses a common address.
    pub fn meet(&mut self, me: u32, address: u64, releases: bool) {
        self.meets = true;
        self.log_barriers(me);
        let wave = &self.waves[me as usize];
        let segment = if wave.used { wave.segment } else { wave.last };
        // Who waits goes to the same place again and again.
        if let Some(Event::Meet { wave, segment: last, address: there, releases: also }) = self.log.last_mut()
            && (*wave, *there, *also) == (me, address, releases)
        {
            *last = segment;
            return;
        }
        self.log.push(Event::Meet { wave: me, segment, address, releases });
    }

    /// Starts a segment that no other wavefront has seen.
    pub fn end_segment(&mut self, me: u32) {
        let barriers = self.now(me).barriers;
        self.start_segment(me, barriers);
    }

    /// Whether what was done in a segment comes before what a wavefront does now.
    pub fn is_before(&mut self, segment: u32, me: u32) -> bool {
        let then = self.segments[segment as usize];
        if then.wave == me {
            return true;
        }
        let (theirs, mine) = (self.waves[then.wave as usize].group, self.waves[me as usize].group);
        if theirs == mine && then.barriers < self.now(me).barriers {
            return true;
        }
        // Nothing has happened since that could order them.
        if self.log.len() == then.log {
            return false;
        }
        self.log_barriers(me);
        if (self.reached.wave, self.reached.length) != (me, self.log.len()) {
            let segments = HashMap::from([(me, self.segment_of(me))]);
            let length = self.log.len();
            self.reached = Reached { wave: me, length, left: length, segments, ..Reached::default() };
        }
        loop {
            let reached = &self.reached;
            let met = reached.segments.get(&then.wave).is_some_and(|last| *last >= segment);
            if met || reached.barriers.get(&theirs).is_some_and(|passed| *passed > then.barriers) {
                return true;
            }
            if reached.left <= then.log {
                return false;
            }
            self.look_back();
        }
    }

    /// Looks at one event more of those that a wavefront may come after.
    fn look_back(&mut self) {
        let reached = &mut self.reached;
        reached.left -= 1;
        match self.log[reached.left] {
            Event::Meet { wave, segment, address, releases } => {
                if releases && reached.addresses.contains(&address) {
                    let last = reached.segments.entry(wave).or_default();
                    *last = segment.max(*last);
                }
                if reached.segments.contains_key(&wave) {
                    reached.addresses.insert(address);
                }
            }
            Event::Finds { wave, segment } => {
                if reached.segments.contains_key(&wave) {
                    let last = reached.segments.entry(self.segments[segment as usize].wave).or_default();
                    *last = segment.max(*last);
                }
            }
            Event::Barrier { group, passed } => {
                let Some(known) = self.groups.get(&group) else { return };
                if known.waves.iter().any(|wave| reached.segments.contains_key(wave)) {
                    let all = reached.barriers.entry(group).or_default();
                    *all = passed.max(*all);
                    known.waves.iter().for_each(|wave| {
                        reached.segments.entry(*wave).or_default();
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two workgroups of two wavefronts: 0 and 1, 2 and 3.
    fn four() -> Order {
        let mut order = Order::new(true);
        for wave in 0..4 {
            order.add(wave / 2, [wave as u32 / 2, 0, 0], wave as u32 % 2);
        }
        order
    }

    #[test]
    fn barriers_order_a_workgroup_and_nobody_else() {
        let mut order = four();
        let first = order.access(0);
        assert!(!order.is_before(first, 1) && order.is_before(first, 0));
        (0..4).for_each(|wave| order.pass_barriers(wave, 1));
        assert!(order.is_before(first, 1) && !order.is_before(first, 2));
        let second = order.access(0);
        assert!(!order.is_before(second, 1));
    }

    #[test]
    fn whoever_meets_later_comes_after_all_that_was_done_before() {
        let mut order = four();
        // Wavefront 1 writes; a barrier; wavefront 0 counts; wavefront 2 counts; a barrier; wavefront 3 reads.
        let written = order.access(1);
        (0..2).for_each(|wave| order.pass_barriers(wave, 1));
        order.meet(0, 64, true);
        order.end_segment(0);
        let late = order.access(0);
        assert!(!order.is_before(written, 2));
        order.meet(2, 64, true);
        order.end_segment(2);
        assert!(order.is_before(written, 2) && !order.is_before(written, 3));
        (2..4).for_each(|wave| order.pass_barriers(wave, 1));
        assert!(order.is_before(written, 3) && !order.is_before(late, 3));
    }

    #[test]
    fn who_waits_leaves_no_trail() {
        let mut order = four();
        let written = order.access(0);
        order.meet(0, 64, true);
        order.end_segment(0);
        let (segments, log) = (order.segments.len(), order.log.len());
        for _ in 0..1000 {
            order.meet(2, 64, false);
            order.end_segment(2);
        }
        assert!(order.is_before(written, 2));
        assert!(order.segments.len() <= segments + 1 && order.log.len() <= log + 1);
        // What the waiting one does afterwards was not passed on before.
        order.meet(2, 128, true);
        order.end_segment(2);
        let late = order.access(2);
        order.meet(3, 128, true);
        assert!(order.is_before(written, 3) && !order.is_before(late, 3));
    }

    #[test]
    fn another_address_and_a_reader_order_nothing() {
        let mut order = four();
        let written = order.access(0);
        order.meet(0, 64, true);
        order.end_segment(0);
        order.meet(2, 128, true);
        order.end_segment(2);
        assert!(!order.is_before(written, 2));
        let read = order.access(1);
        order.meet(1, 192, false);
        order.end_segment(1);
        order.meet(2, 192, true);
        assert!(!order.is_before(read, 2));
        order.acquire(3, written);
        assert!(order.is_before(written, 3));
    }
}
