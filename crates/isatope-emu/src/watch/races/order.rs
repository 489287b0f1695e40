//! Order between segments of wavefronts.
//!
//! The run of a wavefront is divided into *segments*, at barriers, where it synchronises with others at an address, and
//! where it has waited for its stores.
//! A log contains the order between segments of different wavefronts, except for barriers: each workgroup records how
//! long the log was when it passed a barrier. A backward search through the log decides whether a segment precedes the
//! current segment of a wavefront: it follows all wavefronts that it synchronised with, directly or indirectly, and
//! their fellows up to the barriers that these wavefronts had passed. The search runs only for conflicting accesses,
//! and its result is cached until the next synchronisation of the wavefront. The log grows by 24 bytes per atomic
//! access.

use std::collections::HashMap;

/// A stretch of the run of a wavefront.
#[derive(Clone, Copy, Debug)]
struct Segment {
    wave: u32,
    /// Barriers that the wavefront had passed.
    barriers: u64,
    /// Length of the log at its start.
    log: usize,
    /// Number of its round: a wavefront has a round between two barriers or synchronisations.
    round: u32,
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
    /// A wavefront accesses a common address at the end of a segment; whether it passes on what it did before: to its
    /// own workgroup all, to others what it did up to the segment `done`.
    Meet { wave: u32, segment: u32, done: u32, address: u64, releases: bool },
    /// It finds what a segment of another wavefront stored.
    Finds { wave: u32, segment: u32 },
}

/// Barriers of a workgroup: how many it has passed, and the length of the log at the last one of them. Both numbers
/// rise.
#[derive(Clone, Debug, Default)]
struct Barriers(Vec<(u64, usize)>);

impl Barriers {
    /// The workgroup has passed this many barriers, now that the log has this length.
    fn pass(&mut self, passed: u64, log: usize) {
        match self.0.last_mut() {
            Some((last, _)) if *last >= passed => {}
            // The log does not tell these barriers apart.
            Some((last, at)) if *at == log => *last = passed,
            _ => self.0.push((passed, log)),
        }
    }

    /// Length of the log at a barrier: the workgroup made the earlier events before it, and the others after it.
    fn log_at(&self, passed: u64) -> usize {
        self.0.get(self.0.partition_point(|(last, _)| *last < passed)).map_or(0, |(_, log)| *log)
    }

    /// Number of barriers that a wavefront of the workgroup had passed when it made an event.
    fn before(&self, event: usize) -> u64 {
        let count = self.0.partition_point(|(_, log)| *log <= event);
        count.checked_sub(1).map_or(0, |last| self.0[last].0)
    }
}

/// Cached predecessors of a wavefront.
#[derive(Clone, Debug, Default)]
struct Reached {
    wave: u32,
    /// Length of the log, and length of its unsearched part.
    length: usize,
    left: usize,
    /// Barriers that the wavefront had passed.
    passed: u64,
    /// The last segment of each wavefront, and the length of the log up to which its events precede.
    waves: HashMap<u32, (u32, usize)>,
    /// Number of barriers of each workgroup, and the length of the log at the last one of them.
    groups: HashMap<u64, (u64, usize)>,
    /// Addresses that preceding wavefronts access, and the workgroup of these wavefronts if it is a single one.
    addresses: HashMap<u64, Option<u64>>,
}

impl Reached {
    /// Whether an event of a wavefront of a workgroup precedes.
    fn has(&self, wave: u32, group: u64, event: usize) -> bool {
        self.waves.get(&wave).is_some_and(|(_, log)| event < *log)
            || self.groups.get(&group).is_some_and(|(_, log)| event < *log)
    }

    /// A segment of a wavefront precedes, and its events in the log up to a length.
    fn add_wave(&mut self, wave: u32, segment: u32, log: usize) {
        let (last, until) = self.waves.entry(wave).or_default();
        (*last, *until) = (segment.max(*last), log.max(*until));
    }

    /// The events of a workgroup up to its barrier number `passed` precede.
    fn add_barriers(&mut self, group: u64, passed: u64, barriers: Option<&Barriers>) {
        let (last, log) = self.groups.entry(group).or_default();
        if *last < passed {
            (*last, *log) = (passed, barriers.map_or(0, |barriers| barriers.log_at(passed)));
        }
    }
}

/// Order between segments.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The first one means no access.
    segments: Vec<Segment>,
    waves: Vec<Wave>,
    groups: HashMap<u64, Barriers>,
    log: Vec<Event>,
    /// Whether accesses of different wavefronts are ordered by something other than barriers, or may be.
    meets: bool,
    /// Whether stores count as complete at once.
    prompt: bool,
    reached: Reached,
}

impl Order {
    /// Of a program that may order accesses of different workgroups, or not.
    pub fn new(talks: bool) -> Self {
        let nobody = Segment { wave: u32::MAX, barriers: 0, log: 0, round: 0 };
        let reached = Reached { wave: u32::MAX, ..Reached::default() };
        Self {
            segments: vec![nobody],
            waves: Vec::new(),
            groups: HashMap::new(),
            log: Vec::new(),
            meets: talks,
            prompt: false,
            reached,
        }
    }

    /// A wavefront that begins; gives its number here.
    pub fn add(&mut self, group: u64, workgroup: [u32; 3], number: u32) -> u32 {
        let me = self.waves.len() as u32;
        self.waves.push(Wave { group, workgroup, number, segment: 0, used: false, last: 0 });
        self.start_segment(me, 0, 0);
        me
    }

    /// Starts a new segment of a wavefront. A segment without accesses is dropped, so that waiting in a loop needs no
    /// memory.
    fn start_segment(&mut self, me: u32, barriers: u64, round: u32) {
        let wave = &mut self.waves[me as usize];
        let segment = Segment { wave: me, barriers, log: self.log.len(), round };
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
        let now = *self.now(me);
        if now.barriers == passed {
            return;
        }
        self.start_segment(me, passed, now.round.wrapping_add(1));
        let group = self.waves[me as usize].group;
        self.groups.entry(group).or_default().pass(passed, self.log.len());
    }

    /// A wavefront finds what a segment stored.
    pub fn acquire(&mut self, me: u32, segment: u32) {
        let event = Event::Finds { wave: me, segment };
        if self.wave_of(segment) != me && self.log.last() != Some(&event) {
            self.meets = true;
            self.log.push(event);
        }
    }

    /// A wavefront accesses a common address. `unfinished` is its first segment with a store that may not be complete.
    pub fn meet(&mut self, me: u32, address: u64, releases: bool, unfinished: Option<u32>) {
        self.meets = true;
        let wave = &self.waves[me as usize];
        let segment = if wave.used { wave.segment } else { wave.last };
        let done = unfinished.map_or(segment, |first| segment.min(first - 1));
        let since = self.segments[segment as usize].log;
        let length = self.log.len();
        // Who waits goes to the same place again and again. An access in between belongs to a segment after the last
        // event.
        if let Some(Event::Meet { wave, segment: last, done: until, address: there, releases: also }) =
            self.log.last_mut()
            && (*wave, *there, *also) == (me, address, releases)
            && since < length
        {
            (*last, *until) = (segment, done);
            return;
        }
        self.log.push(Event::Meet { wave: me, segment, done, address, releases });
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
        let kept = std::mem::replace(&mut self.reached, Reached { wave: u32::MAX, ..Reached::default() });
        self.prompt = true;
        let answer = self.is_before(segment, me);
        self.prompt = false;
        self.reached = kept;
        answer
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
        let (length, passed) = (self.log.len(), self.now(me).barriers);
        if (self.reached.wave, self.reached.length, self.reached.passed) != (me, length, passed) {
            let mut reached = Reached { wave: me, length, left: length, passed, ..Reached::default() };
            reached.add_wave(me, self.segment_of(me), length);
            reached.add_barriers(mine, passed, self.groups.get(&mine));
            self.reached = reached;
        }
        loop {
            let reached = &self.reached;
            let met = reached.waves.get(&then.wave).is_some_and(|(last, _)| *last >= segment);
            if met || reached.groups.get(&theirs).is_some_and(|(passed, _)| *passed > then.barriers) {
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
        let event = reached.left;
        let group_of = |wave: u32| self.waves[wave as usize].group;
        match self.log[event] {
            Event::Meet { wave, segment, done, address, releases } => {
                let group = group_of(wave);
                if releases && let Some(&reader) = reached.addresses.get(&address) {
                    let barriers = self.groups.get(&group);
                    let until = if self.prompt || reader == Some(group) { segment } else { done };
                    reached.add_wave(wave, until, event + 1);
                    reached.add_barriers(group, barriers.map_or(0, |barriers| barriers.before(event)), barriers);
                }
                if reached.has(wave, group, event) {
                    let reader = reached.addresses.entry(address).or_insert(Some(group));
                    *reader = reader.filter(|known| *known == group);
                }
            }
            Event::Finds { wave, segment } => {
                if reached.has(wave, group_of(wave), event) {
                    let Segment { wave: writer, barriers: passed, log, .. } = self.segments[segment as usize];
                    let group = group_of(writer);
                    reached.add_wave(writer, segment, log);
                    reached.add_barriers(group, passed, self.groups.get(&group));
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
        order.meet(0, 64, true, None);
        order.end_segment(0, true);
        let late = order.access(0);
        assert!(!order.is_before(written, 2));
        order.meet(2, 64, true, None);
        order.end_segment(2, true);
        assert!(order.is_before(written, 2) && !order.is_before(written, 3));
        (2..4).for_each(|wave| order.pass_barriers(wave, 1));
        assert!(order.is_before(written, 3) && !order.is_before(late, 3));
    }

    #[test]
    fn who_waits_leaves_no_trail() {
        let mut order = four();
        let written = order.access(0);
        order.meet(0, 64, true, None);
        order.end_segment(0, true);
        let (segments, log) = (order.segments.len(), order.log.len());
        for _ in 0..1000 {
            order.meet(2, 64, false, None);
            order.end_segment(2, true);
        }
        assert!(order.is_before(written, 2));
        assert!(order.segments.len() <= segments + 1 && order.log.len() <= log + 1);
        // What the waiting one does afterwards was not passed on before.
        order.meet(2, 128, true, None);
        order.end_segment(2, true);
        let late = order.access(2);
        order.meet(3, 128, true, None);
        assert!(order.is_before(written, 3) && !order.is_before(late, 3));
    }

    #[test]
    fn a_store_that_is_not_complete_is_passed_on_to_the_own_workgroup_only() {
        let mut order = four();
        let done = order.access(0);
        order.end_segment(0, false);
        let stored = order.access(0);
        assert!(order.is_in_round(done) && order.is_in_round(stored));
        order.meet(0, 64, true, Some(stored));
        order.end_segment(0, true);
        order.meet(1, 64, true, None);
        order.meet(2, 64, true, None);
        assert!(order.is_before(done, 2) && !order.is_before(stored, 2) && order.is_before(stored, 1));
        assert!(order.would_be_before(stored, 2) && !order.is_before(stored, 2) && !order.is_in_round(stored));
    }

    #[test]
    fn another_address_and_a_reader_order_nothing() {
        let mut order = four();
        let written = order.access(0);
        order.meet(0, 64, true, None);
        order.end_segment(0, true);
        order.meet(2, 128, true, None);
        order.end_segment(2, true);
        assert!(!order.is_before(written, 2));
        let read = order.access(1);
        order.meet(1, 192, false, None);
        order.end_segment(1, true);
        order.meet(2, 192, true, None);
        assert!(!order.is_before(read, 2));
        order.acquire(3, written);
        assert!(order.is_before(written, 3));
    }

    #[test]
    fn a_lock_orders_those_who_held_it_before() {
        let mut order = four();
        // Wavefront 0 takes a lock, writes and gives it back; wavefront 2 takes it.
        order.meet(0, 64, true, None);
        order.end_segment(0, true);
        let written = order.access(0);
        order.meet(0, 64, true, None);
        order.end_segment(0, true);
        let late = order.access(0);
        assert!(!order.is_before(written, 2));
        order.meet(2, 64, true, None);
        order.end_segment(2, true);
        assert!(order.is_before(written, 2) && !order.is_before(late, 2) && !order.is_before(written, 3));
    }

    #[test]
    fn who_finds_a_flag_comes_after_barriers_of_the_writer() {
        let mut order = four();
        // Wavefront 1 writes; a barrier; wavefront 0 stores a flag, which wavefront 2 finds; a barrier; wavefront 3
        // reads.
        let written = order.access(1);
        (0..2).for_each(|wave| order.pass_barriers(wave, 1));
        let flag = order.access(0);
        let unordered = order.access(1);
        assert!(!order.is_before(written, 2));
        order.acquire(2, flag);
        order.meet(2, 64, false, None);
        order.end_segment(2, true);
        assert!(order.is_before(written, 2) && !order.is_before(unordered, 2) && !order.is_before(written, 3));
        (2..4).for_each(|wave| order.pass_barriers(wave, 1));
        assert!(order.is_before(written, 3) && !order.is_before(unordered, 3));
        // A barrier after the flag orders nothing before it.
        let mut order = four();
        let flag = order.access(0);
        let written = order.access(1);
        (0..2).for_each(|wave| order.pass_barriers(wave, 1));
        order.acquire(2, flag);
        order.meet(2, 64, false, None);
        order.end_segment(2, true);
        assert!(order.is_before(flag, 2) && !order.is_before(written, 2));
    }

    #[test]
    fn who_finds_a_flag_comes_after_what_fellows_of_the_writer_came_after() {
        for learns_in_time in [true, false] {
            let mut order = four();
            order.add(2, [2, 0, 0], 0);
            // Wavefront 1 learns of a write of wavefront 4, before a barrier or after it; then wavefront 0 stores a
            // flag.
            let written = order.access(4);
            order.meet(4, 128, true, None);
            order.end_segment(4, true);
            let learn = |order: &mut Order| {
                order.meet(1, 128, false, None);
                order.end_segment(1, true);
            };
            if learns_in_time {
                learn(&mut order);
            }
            (0..2).for_each(|wave| order.pass_barriers(wave, 1));
            if !learns_in_time {
                learn(&mut order);
            }
            let flag = order.access(0);
            order.acquire(3, flag);
            order.meet(3, 64, false, None);
            order.end_segment(3, true);
            assert_eq!(order.is_before(written, 3), learns_in_time);
        }
    }

    #[test]
    fn barriers_between_events_need_no_memory() {
        let mut order = four();
        order.access(0);
        for passed in 1..1000 {
            (0..2).for_each(|wave| order.pass_barriers(wave, passed));
        }
        assert!(order.log.is_empty() && order.groups[&0].0.len() == 1);
        assert_eq!((order.groups[&0].before(0), order.groups[&0].log_at(7)), (999, 0));
    }
}
