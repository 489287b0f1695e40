//! Runs workgroups in turns on one memory, as many at a time as necessary.

use crate::machine::code::Code;
use crate::machine::fault::{Access, Cause, Fault};
use crate::machine::global::{Base, Global};
use crate::machine::gws::DeviceShare;
use crate::machine::memory::Memory;
use crate::machine::options::Options;
use crate::machine::outside::Outside;
use crate::machine::progress::Progress;
use crate::machine::services::Services;
use crate::machine::wave_memory::{Events, Private, WaveMemory};
use crate::machine::wave_world::WaveWorld;
use crate::machine::wavefront::{Observer, State};
use crate::machine::workgroup::{GroupStop, Start, Workgroup};
use crate::run::totals::Totals;

/// Turns of all its wavefronts that a workgroup gets before the next one.
const TURNS: u64 = 8;

/// The workgroups that are under way, and those that have still to come.
#[derive(Clone, Debug)]
pub(crate) struct Together {
    /// How many have been started.
    started: u64,
    /// Those under way, and whose turn it is.
    pub(crate) resident: Vec<Workgroup>,
    pub(crate) at: usize,
    /// Whether one of them got further in this round.
    further: bool,
    /// Whether one of them ended in this round, or could have gone on at its end without a change of memory.
    busy: bool,
    /// All that may be are there.
    full: bool,
    /// Whether a wavefront has waited for somebody who writes to memory.
    waits: bool,
    spare: Vec<Workgroup>,
    log: Vec<Access>,
    pub(crate) totals: Totals,
}

/// How far workgroups came.
#[derive(Debug)]
pub(crate) enum Advance {
    /// All have ended.
    Done,
    /// An observer asked to stop.
    Paused,
    /// Somebody interrupted the run.
    Interrupted(Box<Fault>),
    Fault(Box<Fault>),
}

/// What workgroups need to run.
pub(crate) struct Around<'a> {
    pub code: &'a Code,
    pub services: &'a Services,
    pub start: &'a dyn Start,
    pub options: &'a Options,
    pub progress: &'a Progress,
    /// The most workgroups that are under way at a time.
    pub resident: u64,
    /// Who changes memory while it runs.
    pub outside: Option<&'a dyn Outside>,
}

impl PartialEq for Together {
    /// Whether all goes on alike. Rooms that are kept for later make no difference.
    fn eq(&self, other: &Self) -> bool {
        let now = |all: &Self| (all.started, all.at, all.further, all.busy, all.full, all.waits);
        now(self) == now(other) && self.resident == other.resident && self.totals == other.totals
    }
}

impl Together {
    /// The workgroups from one on, by its place in the order.
    pub(crate) fn from(started: u64, totals: Totals) -> Self {
        Self {
            started,
            resident: Vec::new(),
            at: 0,
            further: true,
            busy: true,
            full: false,
            waits: false,
            spare: Vec::new(),
            log: Vec::new(),
            totals,
        }
    }

    /// Runs until all have ended, one cannot go on, or the observer asks for a stop.
    pub(crate) fn advance<O: Observer>(
        &mut self,
        around: &Around,
        memory: &mut Memory,
        share: &mut DeviceShare,
        observer: &mut O,
    ) -> Advance {
        let mut lds = Vec::new();
        let mut world = WaveWorld {
            services: around.services,
            memory: WaveMemory {
                spaces: around.services.spaces,
                global: Global::new(Base::Shared(memory), around.outside),
                lds: &mut lds,
                share,
                private: Private::default(),
                alignment: around.options.alignment,
                events: Events::default(),
                now: 0,
                poison: around.options.poison,
                any_barrier: around.options.any_barrier,
                hidden: 0,
                log: O::LOOKS.then(|| std::mem::take(&mut self.log)),
                overwritten: None,
                conflicts: 0,
            },
        };
        let result = self.rounds(around, &mut world, observer);
        self.totals.hidden += world.hidden;
        self.log = world.memory.log.take().unwrap_or_default();
        result
    }

    fn rounds<O: Observer>(&mut self, around: &Around, world: &mut WaveWorld, observer: &mut O) -> Advance {
        let mut waited = false;
        loop {
            if self.at >= self.resident.len() {
                let waits = self.full && !self.further && !self.resident.is_empty();
                if waits && !world.global.wait(waited) {
                    return Advance::Fault(Box::new(self.deadlock(around, world)));
                }
                waited = waits;
                self.next_round(around);
                if self.resident.is_empty() {
                    return Advance::Done;
                }
            }
            let group = &mut self.resident[self.at];
            group.waits = self.waits;
            let stop = group.run(around.code, world, around.options.rules(around.progress), TURNS, observer);
            self.waits = group.waits;
            self.totals.records.append(&mut world.events.records);
            match stop {
                GroupStop::End => {
                    around.progress.advance(1);
                    let group = self.resident.remove(self.at);
                    self.totals.count(&group);
                    self.spare.push(group);
                    (self.further, self.busy) = (true, true);
                    continue;
                }
                GroupStop::Budget => (self.further, self.busy) = (true, true),
                GroupStop::Spinning { further } => self.further |= further,
                GroupStop::Pause => return Advance::Paused,
                GroupStop::Interrupted => {
                    let fault = self.resident[self.at].interruption(around.code);
                    return Advance::Interrupted(self.with_underway(fault));
                }
                GroupStop::Fault(fault) => return Advance::Fault(self.with_underway(*fault)),
            }
            self.at += 1;
        }
    }

    /// Starts one more workgroup if those that are there have not ended, and as many as are there if all of these wait.
    fn next_round(&mut self, around: &Around) {
        self.at = 0;
        let left = around.start.workgroups() - self.started;
        let room = around.resident.saturating_sub(self.resident.len() as u64).min(left);
        let wanted = if self.busy { 1 } else { self.resident.len().max(1) as u64 };
        for _ in 0..wanted.min(room) {
            let mut group = self.spare.pop().unwrap_or_else(Workgroup::new);
            around.start.start(self.started, &mut group);
            self.started += 1;
            self.resident.push(group);
        }
        (self.further, self.busy) = (false, false);
        self.full = wanted >= room;
    }

    /// A fault with the wavefronts of all workgroups, where it lists those that have not ended.
    fn with_underway(&self, mut fault: Fault) -> Box<Fault> {
        if let Some(underway) = fault.cause.underway_mut() {
            *underway = self.resident.iter().flat_map(Workgroup::underway).collect();
        }
        Box::new(fault)
    }

    fn deadlock(&mut self, around: &Around, world: &mut WaveWorld) -> Fault {
        let underway = self.resident.iter_mut().flat_map(|group| group.waiting(around.code, world)).collect();
        let group = &self.resident[0];
        let is_at = |state| group.waves.iter().position(|w| w.state == state);
        let wave = is_at(State::Running).or_else(|| is_at(State::AtGlobalBarrier)).or_else(|| is_at(State::AtBarrier));
        group.fault(around.code, wave.unwrap_or(0), Cause::Deadlock(underway))
    }
}
