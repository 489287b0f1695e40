//! A running workgroup: its wavefronts, its LDS and its barrier.

use isatope_lanes::Wave;

use crate::machine::code::{Code, Illegal};
use crate::machine::fault::{Cause, Fault, Underway};
use crate::machine::options::Rules;
use crate::machine::wave_world::WaveWorld;
use crate::machine::wavefront::{Observer, State, Stop, Wavefront, instruction_of};

/// Instructions that a wavefront runs before it is another one's turn.
const TURN: u64 = 1 << 14;
/// Instructions of a workgroup that are counted together as progress.
const REPORTED: u64 = 1 << 12;

/// How a workgroup of a grid begins.
pub(crate) trait Start: Send + Sync {
    /// How many workgroups there are.
    fn workgroups(&self) -> u64;

    /// Makes a workgroup one that has not run yet: the one at a place in the order.
    fn start(&self, place: u64, group: &mut Workgroup);
}

/// A workgroup, and what it has for itself.
#[derive(Clone, Debug)]
pub struct Workgroup {
    /// Its numbers in the grid.
    pub id: [u32; 3],
    /// Its wavefronts.
    pub waves: Vec<Wavefront>,
    /// Its local data share.
    pub lds: Vec<u8>,
    /// In which order wavefronts get their turns.
    pub(crate) order: Vec<usize>,
    /// Whose turn it is, a place in the order.
    turn: usize,
    /// After how many instructions its turn is over.
    until: u64,
    /// Turns of all its wavefronts since it was the turn of another workgroup.
    rounds: u64,
    /// Whether a wavefront got further in this one.
    further: bool,
    /// Whether a wavefront has come to a loop in which it waits, since it was the turn of another workgroup.
    arrived: bool,
    /// Whether wavefronts of the launch wait for somebody who writes to memory: it is watched from the start of a turn
    /// whether one spins.
    pub(crate) waits: bool,
    /// Instructions that have not been counted as progress.
    ran: u64,
}

impl PartialEq for Workgroup {
    /// Whether all goes on alike. When progress is counted makes no difference.
    fn eq(&self, other: &Self) -> bool {
        let now = |group: &Self| (group.id, group.turn, group.until, group.rounds);
        let changes = |group: &Self| (group.further, group.arrived, group.waits);
        (now(self), changes(self)) == (now(other), changes(other))
            && self.order == other.order
            && self.waves == other.waves
            && self.lds == other.lds
    }
}

/// Why a workgroup stopped.
#[derive(Debug)]
pub(crate) enum GroupStop {
    /// All wavefronts have ended.
    End,
    /// Each wavefront that is not at a barrier had its turn.
    Budget,
    /// No wavefront gets any further until somebody else writes to memory.
    Spinning {
        /// Whether one did before, in the same call, and came to a barrier of all workgroups or to its loop.
        further: bool,
    },
    /// An observer asked for it.
    Pause,
    /// Somebody interrupted the run.
    Interrupted,
    /// It cannot go on.
    Fault(Box<Fault>),
}

impl Workgroup {
    /// A workgroup without wavefronts.
    pub(crate) fn new() -> Self {
        Self {
            id: [0; 3],
            waves: Vec::new(),
            lds: Vec::new(),
            order: Vec::new(),
            turn: 0,
            until: 0,
            rounds: 0,
            further: false,
            arrived: false,
            waits: false,
            ran: 0,
        }
    }

    /// Gives it a number of wavefronts with the shape of registers of a template.
    pub(crate) fn form(&mut self, wavefronts: usize, template: &Wave) {
        self.waves.truncate(wavefronts);
        while self.waves.len() < wavefronts {
            self.waves.push(Wavefront::new(template.clone(), self.waves.len() as u32));
        }
    }

    /// Before the first turn.
    pub(crate) fn restart(&mut self, id: [u32; 3], lds: usize) {
        self.id = id;
        self.lds.clear();
        self.lds.resize(lds, 0);
        self.order.clear();
        self.order.extend(0..self.waves.len());
        self.turn = 0;
        self.until = 0;
        self.rounds = 0;
        self.further = false;
        self.arrived = false;
    }

    /// The wavefront whose turn it is.
    pub fn current(&self) -> Option<&Wavefront> {
        let left = self.order.get(self.turn..)?;
        left.iter().map(|number| &self.waves[*number]).find(|wave| wave.state == State::Running)
    }

    /// Lets every wavefront have a turn, again and again until all have ended, nobody gets any further, or `turns` are
    /// over.
    pub(crate) fn run<O: Observer>(
        &mut self,
        code: &Code,
        world: &mut WaveWorld,
        rules: Rules,
        turns: u64,
        observer: &mut O,
    ) -> GroupStop {
        // A pause changes nothing about whose turn it is: it goes on where it was.
        while self.rounds < turns {
            while self.turn < self.order.len() {
                if rules.progress.is_interrupted() {
                    return GroupStop::Interrupted;
                }
                if self.ran >= REPORTED {
                    rules.progress.ran(std::mem::take(&mut self.ran));
                }
                let number = self.order[self.turn];
                let wave = &mut self.waves[number];
                wave.pass(&mut world.share.gws);
                if wave.state != State::Running {
                    self.turn += 1;
                    continue;
                }
                std::mem::swap(&mut wave.private, &mut world.private);
                std::mem::swap(&mut self.lds, world.lds);
                if self.until == 0 {
                    let most = rules.max_instructions.saturating_add(wave.waited);
                    self.until = most.min(wave.instructions.saturating_add(TURN));
                    if self.waits {
                        wave.watch_for_spin();
                    }
                }
                let before = wave.instructions;
                let stop = wave.run(code, world, self.until, observer);
                self.ran += wave.instructions - before;
                std::mem::swap(&mut wave.private, &mut world.private);
                std::mem::swap(&mut self.lds, world.lds);
                match stop {
                    Stop::Budget if wave.instructions - wave.waited >= rules.max_instructions => {
                        let instructions = wave.instructions;
                        let cause = Cause::Runaway(instructions, self.underway().collect());
                        return GroupStop::Fault(Box::new(self.fault(code, number, cause)));
                    }
                    Stop::Budget => {
                        self.further = true;
                        wave.watch_for_spin_again(self.waits);
                    }
                    Stop::Barrier | Stop::End => self.further = true,
                    Stop::Spinning => {
                        wave.waited += wave.instructions - before;
                        self.arrived |= wave.has_come_to_loop();
                        self.waits = true;
                    }
                    Stop::Pause => return GroupStop::Pause,
                    Stop::Fault(cause) => return GroupStop::Fault(Box::new(self.fault(code, number, *cause))),
                }
                self.turn += 1;
                self.until = 0;
            }
            self.turn = 0;
            let waves = &self.waves;
            let count = |state| waves.iter().filter(|w| w.state == state).count();
            let meets = count(State::AtGlobalBarrier) != 0;
            if count(State::Ended) == self.waves.len() {
                return GroupStop::End;
            }
            if count(State::Running) == 0 && !meets {
                if let Some(fault) = self.release(code, rules) {
                    return GroupStop::Fault(Box::new(fault));
                }
                self.further = true;
            }
            self.rounds += 1;
            if !std::mem::take(&mut self.further) {
                let meets = std::mem::take(&mut self.rounds) > 1 && meets;
                let further = std::mem::take(&mut self.arrived) || meets;
                return GroupStop::Spinning { further };
            }
        }
        self.rounds = 0;
        self.arrived = false;
        GroupStop::Budget
    }

    /// Lets everybody go on who waits at the barrier, if it is one and the same.
    fn release(&mut self, code: &Code, rules: Rules) -> Option<Fault> {
        let waits = |wave: &&Wavefront| wave.state == State::AtBarrier;
        let waiting: Vec<(u32, u64)> = self.waves.iter().filter(waits).map(|w| (w.number, w.barrier)).collect();
        let ended: Vec<u32> = self.waves.iter().filter(|w| w.state == State::Ended).map(|w| w.number).collect();
        let same = waiting.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let together = same && ended.is_empty();
        if !together && !rules.any_barrier {
            let first = waiting[0].0 as usize;
            return Some(self.fault(code, first, Cause::Barrier { waiting, ended }));
        }
        for wave in self.waves.iter_mut().filter(|w| w.state == State::AtBarrier) {
            wave.state = State::Running;
        }
        None
    }

    /// Its wavefronts that have begun and not ended.
    pub(crate) fn underway(&self) -> impl Iterator<Item = Underway> {
        let underway = self.waves.iter().filter(|wave| wave.state != State::Ended && wave.instructions > 0);
        underway.map(|wave| Underway {
            workgroup: self.id,
            wave: wave.number,
            pc: wave.place(),
            waits: wave.waits(),
            instructions: wave.instructions,
            reads: Vec::new(),
        })
    }

    /// An interruption, at the first wavefront that runs; if none does, at the first that has not ended.
    pub(crate) fn interruption(&self, code: &Code) -> Fault {
        let first = |is: fn(&Wavefront) -> bool| self.waves.iter().position(is);
        let running = first(|wave| wave.state == State::Running);
        let number = running.or_else(|| first(|wave| wave.state != State::Ended)).unwrap_or(0);
        self.fault(code, number, Cause::Interrupted(self.underway().collect()))
    }

    /// A fault of a wavefront, where it is.
    pub(crate) fn fault(&self, code: &Code, number: usize, cause: Cause) -> Fault {
        let wave = &self.waves[number];
        let pc = match &cause {
            Cause::Uninitialised(uninitialised) => uninitialised.at,
            _ => wave.place(),
        };
        let at = code.block(pc).ok();
        let step = at.and_then(|block| block.steps.first());
        let instruction = match &cause {
            Cause::Illegal(illegal) => instruction_of(illegal),
            _ => step.map(|step| step.instruction),
        };
        let (lanes, origin) = match &cause {
            Cause::Access(accesses) => {
                let lanes = accesses.iter().fold(0, |lanes, a| lanes | 1 << a.lane);
                (lanes, instruction.and_then(|i| wave.origin(code, pc, &i)))
            }
            Cause::Illegal(Illegal::NoCode | Illegal::Misaligned) => (wave.registers.exec(), wave.last_jump(code)),
            Cause::Uninitialised(uninitialised) => (uninitialised.lanes, None),
            Cause::LanesApart { waiting, .. } => (waiting.iter().fold(0, |all, (lanes, _)| all | lanes), None),
            Cause::Unwaited(unwaited) => (unwaited.lanes, None),
            Cause::Race(race) => (1 << (race.access.lane & 63), None),
            _ => (wave.registers.exec(), None),
        };
        let other_origin = match (&cause, &instruction) {
            (Cause::Access(_), Some(instruction)) => wave.other_origin(code, pc, instruction, origin),
            _ => None,
        };
        Fault {
            cause,
            target: code.target(),
            workgroup: self.id,
            wave: wave.number,
            lanes,
            pc,
            instruction,
            origin,
            other_origin,
            report: None,
        }
    }
}
