//! The order compared with a backward search through a log of all that happened.

use std::collections::{HashMap, HashSet};

use isatope_testing::Random;

use super::*;

#[derive(Clone, Copy)]
enum Event {
    Meet { wave: u32, segment: u32, done: u32, address: u64, releases: bool },
    Finds { wave: u32, segment: u32 },
}

/// A segment: its wavefront, the barriers that this one had passed, and the length of the log at its start.
#[derive(Clone, Copy)]
struct Start {
    wave: u32,
    barriers: u64,
    log: usize,
}

/// What happened.
struct Search {
    groups: Vec<usize>,
    log: Vec<Event>,
    segments: HashMap<u32, Start>,
    /// For each workgroup, the length of the log at each of its barriers.
    barriers: Vec<Vec<usize>>,
}

/// What was found to precede: of wavefronts, the last segment, and their events up to a point of the log; of
/// workgroups, the number of barriers. And who accesses an address, and whether something after this access was found.
#[derive(Default)]
struct Reached {
    waves: HashMap<u32, (u32, Point)>,
    groups: HashMap<usize, u64>,
    addresses: HashMap<u64, HashSet<(u32, bool)>>,
}

/// A point of the log: between two events, or in one.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    /// Number of events before.
    log: usize,
    in_next: bool,
}

impl Reached {
    fn add(&mut self, wave: u32, segment: u32, until: Point, group: usize, passed: u64) {
        let (last, point) = self.waves.entry(wave).or_default();
        (*last, *point) = (segment.max(*last), until.max(*point));
        let most = self.groups.entry(group).or_default();
        *most = passed.max(*most);
    }
}

impl Search {
    fn is_before(&self, segment: u32, now: Start, prompt: bool) -> bool {
        let then = self.segments[&segment];
        let mut reached = Reached::default();
        let group_of = |wave: u32| self.groups[wave as usize];
        let between = |log| Point { log, in_next: false };
        reached.add(now.wave, u32::MAX, between(self.log.len()), group_of(now.wave), now.barriers);
        for (at, event) in self.log.iter().enumerate().rev() {
            let (Event::Meet { wave, .. } | Event::Finds { wave, .. }) = *event;
            let group = group_of(wave);
            if let Event::Meet { segment, done, address, releases: true, .. } = *event
                && let Some(readers) = reached.addresses.get(&address)
            {
                // Stores that are not complete are seen by others of the workgroup only, and what these do later.
                let seen =
                    readers.iter().any(|(reader, after)| *reader != wave && *after && group_of(*reader) == group);
                let passed = self.barriers[group].iter().filter(|log| **log <= at).count() as u64;
                let until = if prompt || seen { segment } else { done };
                reached.add(wave, until, Point { log: at, in_next: true }, group, passed);
            }
            let point = reached.waves.get(&wave).map_or(between(0), |(_, point)| *point);
            let passed = reached.groups.get(&group).copied().unwrap_or(0) as usize;
            let in_group = passed > 0 && at < self.barriers[group][passed - 1];
            if in_group || point > between(at) {
                match *event {
                    Event::Meet { address, .. } => {
                        let after = in_group || point > Point { log: at, in_next: true };
                        reached.addresses.entry(address).or_default().insert((wave, after));
                    }
                    Event::Finds { segment, .. } => {
                        let Start { wave, barriers, log } = self.segments[&segment];
                        reached.add(wave, segment, between(log), group_of(wave), barriers);
                    }
                }
            }
        }
        reached.waves.get(&then.wave).is_some_and(|(last, _)| *last >= segment)
            || reached.groups.get(&group_of(then.wave)).is_some_and(|passed| *passed > then.barriers)
    }

    /// Notes the segment of a wavefront if it began just now.
    fn note(&mut self, order: &Order, wave: u32) {
        let segment = order.segment_of(wave);
        let barriers = self.barriers[self.groups[wave as usize]].len() as u64;
        self.segments.insert(segment, Start { wave, barriers, log: self.log.len() });
    }
}

/// Runs random events, and compares all answers about segments with accesses. Few events before moments are collected
/// make the collection part of the test.
fn compare(seed: u64, steps: usize, collects: bool) -> usize {
    let mut random = Random(seed);
    let groups: Vec<usize> = (0..4).flat_map(|group| vec![group; random.below(3_usize) + 1]).collect();
    let count = groups.len() as u32;
    let mut order = Order::new(true);
    let mut search =
        Search { barriers: vec![Vec::new(); 4], groups: groups.clone(), log: Vec::new(), segments: HashMap::new() };
    for (wave, group) in groups.iter().enumerate() {
        order.add(*group as u64, [*group as u32, 0, 0], wave as u32);
        search.note(&order, wave as u32);
    }
    let (mut accesses, mut stores, mut yes) = (Vec::new(), vec![Vec::new(); groups.len()], 0);
    for _ in 0..steps {
        let wave = random.below(count);
        match random.below(8) {
            0..3 => {
                let segment = order.access(wave);
                accesses.push(segment);
                if random.one_in(2) {
                    stores[wave as usize].push(segment);
                }
            }
            3..6 => {
                for _ in 0..random.below(3) + 1 {
                    let (address, releases) = (random.below(5_u64) * 4, !random.one_in(3));
                    let first: Option<u32> = stores[wave as usize].first().copied();
                    let data = &order.waves[wave as usize];
                    let segment = if data.used { data.segment } else { data.last };
                    let done = first.map_or(segment, |first| segment.min(first - 1));
                    order.meet(wave, address, releases, first);
                    search.log.push(Event::Meet { wave, segment, done, address, releases });
                }
                order.end_segment(wave, true);
                search.note(&order, wave);
            }
            6 if random.one_in(2) => {
                stores[wave as usize].clear();
                order.end_segment(wave, false);
                search.note(&order, wave);
            }
            6 if !accesses.is_empty() => {
                let segment = *random.one_of(&accesses);
                if order.wave_of(segment) != wave {
                    order.acquire(wave, segment);
                    search.log.push(Event::Finds { wave, segment });
                }
                order.meet(wave, 64, false, None);
                let segment = order.segment_of(wave);
                search.log.push(Event::Meet { wave, segment, done: segment, address: 64, releases: false });
                order.end_segment(wave, true);
                search.note(&order, wave);
            }
            _ if random.one_in(3) => {
                let group = groups[wave as usize];
                search.barriers[group].push(search.log.len());
                let passed = search.barriers[group].len() as u64;
                for fellow in (0..count).filter(|wave| groups[*wave as usize] == group) {
                    order.pass_barriers(fellow, passed);
                    search.note(&order, fellow);
                }
            }
            _ => {}
        }
        if collects && random.one_in(5) {
            order.collect();
        }
        for _ in 0..4 {
            let (Some(_), me) = (accesses.first(), random.below(count)) else { continue };
            let segment = *random.one_of(&accesses);
            let barriers = search.barriers[groups[me as usize]].len() as u64;
            let now = Start { wave: me, barriers, log: search.log.len() };
            let prompt = random.one_in(4);
            let found = search.is_before(segment, now, prompt) || order.wave_of(segment) == me;
            let answer = if prompt { order.would_be_before(segment, me) } else { order.is_before(segment, me) };
            assert_eq!(answer, found, "seed {seed}: segment {segment} before {me}, prompt: {prompt}");
            yes += usize::from(found && order.wave_of(segment) != me);
        }
    }
    yes
}

#[test]
fn a_search_through_all_events_gives_the_same_order() {
    let yes: usize = (0..400).map(|seed| compare(seed, 120, seed % 2 == 0)).sum();
    // Both answers are frequent.
    assert!((400 * 120..400 * 120 * 3).contains(&yes), "{yes} times before");
}
