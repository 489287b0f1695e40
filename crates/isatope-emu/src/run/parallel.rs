//! Runs the workgroups of a grid, on several threads where possible.
//!
//! *Apart*: bundles of workgroups run on any number of threads; within a bundle, workgroups run one after the other. A
//! row of bundles runs at a time. Each bundle sees memory as it was before the row, and its own writes. After the row,
//! the writes go to memory in the order of the bundles, so that the result does not depend on threads.
//!
//! *Together*: all workgroups take turns on one memory ([`crate::run::interleaved`]). Kernels that communicate between
//! workgroups need this: kernels with atomic operations, and kernels whose workgroups wait for each other.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::machine::fault::Fault;
use crate::machine::global::{Base, Global, Recent};
use crate::machine::gws::DeviceShare;
use crate::machine::memory::Memory;
use crate::machine::outside::Outside;
use crate::machine::overlay::{Overlay, commit};
use crate::machine::threads;
use crate::machine::wave_memory::{Events, Private, WaveMemory};
use crate::machine::wave_world::WaveWorld;
use crate::machine::wavefront::{Nobody, Observer};
use crate::machine::workgroup::{GroupStop, Workgroup};
use crate::run::interleaved::{Advance, Around, Together};
use crate::run::totals::Totals;

/// The most workgroups of a bundle, and this many bundles a grid has at least, where it has this many workgroups. The
/// results of programs with races depend on these numbers, but on nothing else.
const BUNDLE: u64 = 32;
const BUNDLES: u64 = 1024;
/// Bundles that run apart from each other at a time: at first, and at most.
const ROW: u64 = 256;
const LONGEST_ROW: u64 = 4096;
/// Bytes that a row may write and the next one be twice as long: more would not stay in the caches until they go to
/// memory.
const FEW_BYTES: usize = 1 << 20;

/// What a thread keeps between workgroups.
struct Room {
    group: Workgroup,
    lds: Vec<u8>,
    share: DeviceShare,
    events: Events,
    recent: Recent,
}

impl Room {
    fn new() -> Self {
        Self {
            group: Workgroup::new(),
            lds: Vec::new(),
            share: DeviceShare::default(),
            events: Events::default(),
            recent: Recent::default(),
        }
    }
}

/// What became of a bundle that ran apart.
enum Outcome {
    Done(Totals),
    /// One of its workgroups waits for another one, after it.
    Waits,
    /// Somebody interrupted the run.
    Interrupted(Box<Fault>),
    /// The workgroup with this number has a fault.
    Fault(u64, Box<Fault>),
}

/// Runs all workgroups one after the other on one memory.
pub(crate) fn run_together<O: Observer>(
    around: &Around,
    memory: &mut Memory,
    share: &mut DeviceShare,
    (started, totals): (u64, Totals),
    observer: &mut O,
) -> Result<Totals, Box<Fault>> {
    let mut all = Together::from(started, totals);
    match all.advance(around, memory, share, observer) {
        Advance::Done | Advance::Paused => Ok(all.totals),
        Advance::Fault(fault) | Advance::Interrupted(fault) => Err(fault),
    }
}

/// Runs all workgroups apart from each other, as long as none waits for another one.
pub(crate) fn run_apart(around: &Around, memory: &mut Memory, share: &mut DeviceShare) -> Result<Totals, Box<Fault>> {
    let mut totals = Totals::default();
    let count = around.start.workgroups();
    let bundle = (count / BUNDLES).clamp(1, BUNDLE);
    let rooms: Vec<Mutex<Room>> = (0..threads::count()).map(|_| Mutex::new(Room::new())).collect();
    let mut overlays: Vec<Overlay> = Vec::new();
    let (mut first, mut length) = (0, ROW);
    while first < count {
        let end = count.min(first + length * bundle);
        let bundles: Vec<Range<u64>> =
            (first..end).step_by(bundle as usize).map(|from| from..end.min(from + bundle)).collect();
        overlays.resize_with(bundles.len(), Overlay::default);
        let outcomes = row(around, &bundles, memory, &mut overlays, &rooms);
        if let Some(fault) = interruption(&outcomes) {
            return Err(fault);
        }
        if outcomes.iter().any(|o| matches!(o, Outcome::Waits)) {
            // From here on somebody has to see what others write.
            around.progress.back_to(first);
            return run_together(around, memory, share, (first, totals), &mut Nobody);
        }
        let mut done = 0;
        let mut wrong = None;
        for outcome in outcomes {
            match outcome {
                Outcome::Done(more) => totals.add(more),
                Outcome::Waits | Outcome::Interrupted(_) => {}
                Outcome::Fault(number, fault) => {
                    // What the workgroups before it wrote must be known apart from its own writes.
                    apart(around, bundles[done].start..number, memory, &mut overlays[done], &mut Room::new());
                    done += 1;
                    wrong = Some(fault);
                    break;
                }
            }
            done += 1;
        }
        commit(&overlays[..done], memory);
        if let Some(fault) = wrong {
            return Err(fault);
        }
        // Each row costs a meeting of all threads.
        if overlays.iter().map(Overlay::size).sum::<usize>() < FEW_BYTES {
            length = LONGEST_ROW.min(2 * length);
        }
        first = end;
    }
    Ok(totals)
}

/// The interruption of a row, with the wavefronts of all its bundles that have not ended.
fn interruption(outcomes: &[Outcome]) -> Option<Box<Fault>> {
    let interrupted = |outcome: &Outcome| match outcome {
        Outcome::Interrupted(fault) => Some(fault.clone()),
        _ => None,
    };
    let mut faults: Vec<Box<Fault>> = outcomes.iter().filter_map(interrupted).collect();
    let list = |fault: &mut Box<Fault>| fault.cause.underway_mut().map(std::mem::take).unwrap_or_default();
    let underway: Vec<_> = faults.iter_mut().flat_map(list).collect();
    // Bundles that had not begun are interrupted as well: the report is about one that had.
    let first = underway.first().map(|first| first.workgroup);
    let at = faults.iter().position(|fault| first.is_none_or(|first| fault.workgroup == first))?;
    let mut fault = faults.swap_remove(at);
    if let Some(list) = fault.cause.underway_mut() {
        *list = underway;
    }
    Some(fault)
}

/// Runs a row of bundles apart; each thread has a room of its own.
fn row(
    around: &Around,
    bundles: &[Range<u64>],
    memory: &Memory,
    overlays: &mut [Overlay],
    rooms: &[Mutex<Room>],
) -> Vec<Outcome> {
    let run = |(bundle, overlay): (&Range<u64>, &mut Overlay)| {
        let thread = threads::index() % rooms.len();
        let mut room = rooms[thread].lock().unwrap_or_else(PoisonError::into_inner);
        apart(around, bundle.clone(), memory, overlay, &mut room)
    };
    if rooms.len() == 1 || bundles.len() == 1 {
        return bundles.iter().zip(overlays).map(run).collect();
    }
    threads::map_pairs(bundles, overlays, run)
}

/// Runs workgroups one after the other, apart from all others.
fn apart(around: &Around, bundle: Range<u64>, memory: &Memory, overlay: &mut Overlay, room: &mut Room) -> Outcome {
    overlay.clear();
    let mut world = WaveWorld {
        services: around.services,
        memory: WaveMemory {
            spaces: around.services.spaces,
            global: Global::with(Base::Apart(memory, overlay), room.recent, around.outside),
            lds: &mut room.lds,
            share: &mut room.share,
            private: Private::default(),
            alignment: around.options.alignment,
            events: std::mem::take(&mut room.events),
            hidden: 0,
            now: 0,
            poison: around.options.poison,
            any_barrier: around.options.any_barrier,
            log: None,
            overwritten: None,
            conflicts: 0,
        },
    };
    let mut totals = Totals::default();
    let mut outcome = None;
    for number in bundle {
        around.start.start(number, &mut room.group);
        match room.group.run(around.code, &mut world, around.options.rules(around.progress), u64::MAX, &mut Nobody) {
            GroupStop::End | GroupStop::Budget | GroupStop::Pause => totals.count(&room.group),
            GroupStop::Spinning { .. } => outcome = Some(Outcome::Waits),
            GroupStop::Interrupted => {
                outcome = Some(Outcome::Interrupted(Box::new(room.group.interruption(around.code))));
            }
            // The missing memory may have been allocated since the launch started. Only workgroups that share memory
            // can add it.
            GroupStop::Fault(_) if around.outside.is_some_and(Outside::has_more) => outcome = Some(Outcome::Waits),
            GroupStop::Fault(fault) => outcome = Some(Outcome::Fault(number, fault)),
        }
        if outcome.is_some() {
            break;
        }
    }
    around.progress.advance(totals.workgroups);
    totals.records = std::mem::take(&mut world.events.records);
    totals.hidden = world.hidden;
    room.recent = world.memory.global.recent();
    room.events = world.memory.events;
    outcome.unwrap_or(Outcome::Done(totals))
}
