//! A running wavefront: executes blocks of code and handles the events that its instructions cause.

use std::ops::Range;

use isatope_core::{Instruction, Operand, Place, Write};
use isatope_lanes::Wave;
use isatope_lanes::world::lanes_of;

use crate::machine::code::{Block, Code, Illegal, Step, care};
use crate::machine::fault::{Access, AddressPart, Cause, joined};
use crate::machine::gws::{Gws, Ticket};
use crate::machine::lane_state::Lanes;
use crate::machine::past_check::PastCheck;
use crate::machine::spin::SpinWatch;
use crate::machine::wave_memory::{Alignment, Private, PrivateLayout};
use crate::machine::wave_world::WaveWorld;

/// How many pieces of code a wavefront remembers having run.
const REMEMBERED: usize = 64;
/// Cycles of the shader clock that an instruction takes.
const CYCLES: u64 = 4;
/// Cycles of the shader clock in one of the reference clock.
const CYCLES_OF_REFERENCE: u64 = 10;

/// What a wavefront does at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It runs, or waits for its turn.
    Running,
    /// It waits at a barrier.
    AtBarrier,
    /// It waits for wavefronts of other workgroups.
    AtGlobalBarrier,
    /// It has ended.
    Ended,
}

/// Why a wavefront stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// It has run as many instructions as it was given.
    Budget,
    /// It waits at a barrier.
    Barrier,
    /// It has ended.
    End,
    /// It cannot go on. The program counter is that of the instruction.
    Fault(Box<Cause>),
    /// An observer asked for it, before the instruction that is next.
    Pause,
    /// It has returned to an earlier state, registers and memories: only somebody else's write can get it any further.
    Spinning,
}

/// Looks at wavefronts while they run.
pub trait Watcher {
    /// Before an instruction; `false` stops the wavefront there.
    fn before(&mut self, _wave: &Wavefront, _step: &Step) -> bool {
        true
    }

    /// After it, with the accesses to memories that it made. What the watcher has to complain about is a fault.
    fn after(&mut self, _wave: &Wavefront, _step: &Step, _accesses: &[Access]) -> Option<Cause> {
        None
    }
}

/// Somebody or nobody who looks at wavefronts.
pub(crate) trait Observer {
    /// Whether anybody looks: if not, wavefronts run faster.
    const LOOKS: bool;

    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool;

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause>;
}

/// Nobody looks.
pub(crate) struct Nobody;

impl Observer for Nobody {
    const LOOKS: bool = false;

    fn before(&mut self, _: &Wavefront, _: &Step) -> bool {
        true
    }

    fn after(&mut self, _: &Wavefront, _: &Step, _: &[Access]) -> Option<Cause> {
        None
    }
}

impl Observer for &mut [&mut dyn Watcher] {
    const LOOKS: bool = true;

    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        self.iter_mut().all(|watcher| watcher.before(wave, step))
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        let complaints = self.iter_mut().map(|watcher| watcher.after(wave, step, accesses));
        complaints.fold(None, Option::or)
    }
}

/// A wavefront: its registers, where it is, and what it has for itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Wavefront {
    /// The registers.
    pub registers: Wave,
    /// Address of the instruction that is next.
    pub pc: u64,
    /// Its workgroup, by its numbers in the grid.
    pub workgroup: [u32; 3],
    /// Its number in the workgroup.
    pub number: u32,
    /// What it does.
    pub state: State,
    /// How many instructions it has run.
    pub instructions: u64,
    /// How many of them it has run while it waited for a change of memory, and saw none.
    pub(crate) waited: u64,
    /// How many barriers it has come to.
    pub barriers: u64,
    /// Addresses of its private memory.
    pub private_range: Range<u64>,
    /// The shader clock when it was started.
    pub(crate) clock: u64,
    pub(crate) private: Private,
    /// Which lanes go on, where each has a program counter.
    pub(crate) lanes: Lanes,
    /// What it waits for, at a barrier of all workgroups.
    ticket: Option<Ticket>,
    /// How often it has synchronized with wavefronts of all workgroups, and at which resource it did so last.
    pub(crate) meetings: (u64, u8),
    /// Address of the barrier that it came to last.
    pub(crate) barrier: u64,
    /// Addresses of the pieces of code that it ran last, a ring.
    recent: [u64; REMEMBERED],
    /// How many pieces it has run.
    pieces: usize,
    /// Instructions that are left of the piece in which it stopped for an observer: they are what is next, and no piece
    /// of their own.
    pub(crate) rest: usize,
    spin: SpinWatch,
    past: PastCheck,
}

impl Wavefront {
    /// A wavefront at an address.
    pub fn new(registers: Wave, number: u32) -> Self {
        Self {
            registers,
            pc: 0,
            workgroup: [0; 3],
            number,
            state: State::Running,
            instructions: 0,
            waited: 0,
            barriers: 0,
            private_range: 0..0,
            clock: 0,
            private: Private::default(),
            lanes: Lanes::default(),
            ticket: None,
            meetings: (0, 0),
            barrier: 0,
            recent: [0; REMEMBERED],
            pieces: 0,
            rest: 0,
            spin: SpinWatch::Off,
            past: PastCheck::default(),
        }
    }

    /// Bytes of private memory that each lane has.
    pub fn private_bytes(&self) -> u64 {
        (self.private_range.end - self.private_range.start) / self.registers.lanes() as u64
    }

    /// Where the bytes of a lane's private memory lie from an offset on: their address in global memory, as the
    /// wavefront sees it, and how many of them follow each other. Returns `None` past the end.
    pub fn private_at(&self, lane: usize, offset: u64) -> Option<(u64, u64)> {
        let left = self.private_bytes().checked_sub(offset).filter(|left| *left > 0)?;
        let (lane, start) = (lane as u64, self.private_range.start);
        Some(match self.private.layout {
            PrivateLayout::Ranges { .. } => (start + lane * self.private_bytes() + offset, left),
            PrivateLayout::Interleaved { lanes, .. } => {
                let dword = offset / 4 * u64::from(lanes) + lane;
                (start + dword * 4 + offset % 4, (4 - offset % 4).min(left))
            }
        })
    }

    /// Makes it one that has not run yet.
    pub(crate) fn restart(&mut self, workgroup: [u32; 3], pc: u64, clock: u64) {
        self.workgroup = workgroup;
        self.pc = pc;
        self.state = State::Running;
        self.instructions = 0;
        self.waited = 0;
        self.barriers = 0;
        self.ticket = None;
        self.meetings = (0, 0);
        self.clock = clock;
        self.lanes = Lanes::default();
        self.pieces = 0;
        self.rest = 0;
        self.spin = SpinWatch::Off;
        self.past = PastCheck::default();
    }

    /// Runs until it has run so many instructions in all.
    pub(crate) fn run<O: Observer>(&mut self, code: &Code, world: &mut WaveWorld, end: u64, observer: &mut O) -> Stop {
        self.spin.lend(world);
        let stop = self.run_pieces(code, world, end, observer);
        self.spin.take_back(world);
        stop
    }

    fn run_pieces<O: Observer>(&mut self, code: &Code, world: &mut WaveWorld, end: u64, observer: &mut O) -> Stop {
        let cares = match () {
            () if world.services.exceptions.is_some() => u16::MAX,
            () if world.poison => !(care::ANY | care::BEHIND),
            () => !(care::ANY | care::BEHIND | care::LAST_USE),
        };
        let cares = if world.global.has_windows() { cares } else { cares & !care::ATOMIC };
        // Most loops are one piece.
        let mut known: Option<&Block> = None;
        while self.instructions < end {
            if self.lanes.regroup
                && let Some(stop) = self.regroup(code, world)
            {
                return stop;
            }
            let block = match known.filter(|block| block.address == self.pc).map_or_else(|| code.block(self.pc), Ok) {
                Ok(block) => block,
                Err(illegal) => return Stop::Fault(Box::new(Cause::Illegal(illegal))),
            };
            known = Some(block);
            let rest = std::mem::take(&mut self.rest);
            if rest == 0 {
                self.recent[self.pieces % REMEMBERED] = self.pc;
                self.pieces += 1;
            }
            if rest == 0
                && !matches!(self.spin, SpinWatch::Off)
                && self.spin.returns((self.pc, self.pieces), &self.registers, &self.lanes, world)
            {
                return Stop::Spinning;
            }
            // Turns end after exactly this many instructions, with and without watchers.
            let piece = if rest == 0 { block.steps.len() } else { rest.min(block.steps.len()) };
            let left = (end - self.instructions).min(piece as u64) as usize;
            let steps = &block.steps[..left];
            if let Some(last) = steps.last().filter(|last| last.care & care::EARLY != 0) {
                self.set_counters(code.counter_place(), last.next);
            }
            let mut moving = code.machine().moving(&self.registers);
            for (index, step) in steps.iter().enumerate() {
                if O::LOOKS {
                    self.pc = step.address;
                    if !observer.before(self, step) {
                        self.instructions += index as u64;
                        self.rest = piece - index;
                        return Stop::Pause;
                    }
                }
                let needs = step.care & cares;
                if needs & !care::ACCESS == 0 {
                    if moving {
                        step.prepared.run(&mut self.registers, world);
                    } else {
                        step.prepared.run_unmoved(&mut self.registers, world);
                    }
                    if needs != 0
                        && world.events.any
                        && let Some(stop) = self.answer(code, world, step)
                    {
                        return self.stopped(stop, step, index as u64, world, observer);
                    }
                } else if let Some(stop) = self.carefully(code, world, step, index as u64) {
                    return self.stopped(stop, step, index as u64, world, observer);
                } else if step.care & care::MOVES != 0 {
                    moving = code.machine().moving(&self.registers);
                }
                if O::LOOKS
                    && let Some(cause) = look_after(self, step, world, observer)
                {
                    self.pc = step.address;
                    self.instructions += index as u64;
                    return Stop::Fault(Box::new(cause));
                }
            }
            self.instructions += left as u64;
            match steps.last() {
                Some(last) if last.care & care::FLOW != 0 => self.part(last),
                Some(last) if last.care & care::PC != 0 && !code.diverges() => {
                    self.pc = self.registers.reg_u64(code.counter_place());
                }
                Some(last) => self.pc = last.next,
                None => {}
            }
            if let Some(illegal) = block.illegal
                && left == block.steps.len()
            {
                return Stop::Fault(Box::new(Cause::Illegal(illegal)));
            }
        }
        Stop::Budget
    }

    /// Where its lanes are: addresses with the lanes whose next instruction is there, those that run first. Lanes have
    /// one address, unless each of them has a program counter.
    pub fn positions(&self, code: &Code) -> Vec<(u64, u64)> {
        let exec = self.registers.exec();
        if !code.diverges() {
            return vec![(self.pc, exec)];
        }
        // The counters of the lanes that run are written only where the lanes part.
        let (mut positions, rest) = match self.lanes.regroup {
            true => (Vec::new(), self.lanes.alive),
            false => (vec![(self.pc, exec & self.lanes.alive)], self.lanes.alive & !exec),
        };
        for lane in lanes_of(rest) {
            let at = self.registers.lane_reg_u64(code.counter_place(), lane);
            match positions.iter_mut().find(|(address, _)| *address == at) {
                Some((_, lanes)) => *lanes |= 1 << lane,
                None => positions.push((at, 1 << lane)),
            }
        }
        let first = usize::from(!self.lanes.regroup);
        positions[first..].sort_unstable_by_key(|(address, _)| *address);
        positions
    }

    /// The lanes that go elsewhere than to the next instruction, after one that has just run.
    pub fn jumped(&self, step: &Step) -> u64 {
        let (at, exec) = (step.counter_place.into(), self.registers.exec());
        match (step.jumps, step.counter_per_lane) {
            (false, _) => 0,
            (true, false) => {
                if self.registers.reg_u64(at) == step.next {
                    0
                } else {
                    u64::MAX
                }
            }
            (true, true) => exec & !self.registers.lanes_with(at, step.next),
        }
    }

    /// Runs an instruction that is more than arithmetic: number `index` of its piece.
    fn carefully(&mut self, code: &Code, world: &mut WaveWorld, step: &Step, index: u64) -> Option<Stop> {
        if step.care & care::PAST != 0
            && let Some(number) = self.past.find(step, &self.registers, code.vectors())
        {
            let illegal = Illegal::PastVectors(step.instruction, number, code.vectors());
            return Some(Stop::Fault(Box::new(Cause::Illegal(illegal))));
        }
        if step.care & care::PC != 0 {
            match code.diverges() {
                true if step.care & care::EARLY != 0 => {}
                true => self.set_counters(code.counter_place(), step.next),
                false => self.registers.set_reg_u64(code.counter_place(), step.next),
            }
        }
        let now = self.clock + (self.instructions + index) * CYCLES;
        world.now = now;
        if step.care & care::CLOCK != 0 {
            world.note_other();
            for (place, per) in code.clock_places().into_iter().zip([1, CYCLES_OF_REFERENCE]) {
                if let Some(place) = place {
                    self.registers.set_reg_u64(place, now / per);
                }
            }
        }
        if let Some(exceptions) = world.services.exceptions {
            exceptions.note(&mut self.registers, &step.instruction, &step.prepared.ops);
        }
        if step.care & care::ATOMIC != 0 && world.global.has_windows() {
            self.run_atomic(world, step);
        } else {
            step.prepared.run(&mut self.registers, world);
        }
        if world.poison {
            self.poison(step);
        }
        let mut stop = if world.events.any { self.answer(code, world, step) } else { None };
        if !matches!(stop, Some(Stop::Fault(_))) && step.flow.is_some_and(|flow| flow.ends || flow.drops) {
            stop = self.leave(step).or(stop);
        }
        stop
    }

    /// Runs an atomic operation that may be on a window. A lane runs again, from its old registers, if the host wrote
    /// to the address between its read and its write.
    fn run_atomic(&mut self, world: &mut WaveWorld, step: &Step) {
        let exec = self.registers.exec();
        let scalars = step.results.is_empty().then(|| *self.registers.scalars());
        let rows: Vec<Vec<u32>> =
            step.results.iter().map(|row| self.registers.row(usize::from(*row)).to_vec()).collect();
        // Hardware takes plain accesses as they are, but not these.
        let alignment = std::mem::replace(&mut world.memory.alignment, Alignment::Natural);
        loop {
            world.memory.conflicts = 0;
            world.global.set_atomic(true);
            step.prepared.run(&mut self.registers, world);
            world.global.set_atomic(false);
            let again = std::mem::take(&mut world.memory.conflicts);
            if again == 0 {
                break;
            }
            for (row, old) in step.results.iter().zip(&rows) {
                let row = self.registers.row_mut(usize::from(*row));
                (0..row.len()).filter(|lane| again >> lane & 1 != 0).for_each(|lane| row[lane] = old[lane]);
            }
            if let Some(scalars) = &scalars {
                *self.registers.scalars_mut() = *scalars;
            }
            self.registers.set_exec(again);
        }
        world.memory.alignment = alignment;
        self.registers.set_exec(exec);
    }

    /// It stops at an instruction, number `index` of its piece.
    #[inline(never)]
    fn stopped<O: Observer>(
        &mut self,
        stop: Stop,
        step: &Step,
        index: u64,
        world: &mut WaveWorld,
        observer: &mut O,
    ) -> Stop {
        let done = !matches!(stop, Stop::Fault(_));
        self.instructions += index + u64::from(done);
        self.pc = if done { step.next } else { step.address };
        let complaint = if O::LOOKS { look_after(self, step, world, observer) } else { None };
        match complaint {
            Some(cause) if done => {
                self.pc = step.address;
                self.instructions -= 1;
                Stop::Fault(Box::new(cause))
            }
            _ => stop,
        }
    }

    /// What an instruction did that others have to know.
    fn answer(&mut self, code: &Code, world: &mut WaveWorld, step: &Step) -> Option<Stop> {
        let events = &mut world.events;
        events.any = false;
        // What a unit has no answer for comes first: accesses may follow from that.
        if let Some(trouble) = events.trouble.take() {
            events.accesses.clear();
            return Some(Stop::Fault(Box::new(Cause::Trouble(trouble))));
        }
        if !events.accesses.is_empty() {
            return Some(Stop::Fault(Box::new(Cause::Access(joined(&std::mem::take(&mut events.accesses))))));
        }
        if let Some(number) = events.trap.take() {
            return Some(Stop::Fault(Box::new(Cause::Trap(number))));
        }
        if std::mem::take(&mut events.ended) {
            self.state = State::Ended;
            return Some(Stop::End);
        }
        self.lanes.dropped |= std::mem::take(&mut events.dropped);
        if std::mem::take(&mut events.barrier) {
            if code.diverges() {
                return self.wait(step, world.any_barrier);
            }
            return Some(self.at_barrier(step.address));
        }
        if let Some(meeting) = events.meeting.take() {
            self.meetings = (self.meetings.0 + 1, meeting.resource);
            // Others write to memory before it goes on.
            self.spin = SpinWatch::Off;
            self.ticket = meeting.ticket;
            if self.ticket.is_some() {
                self.state = State::AtGlobalBarrier;
                self.barrier = step.address;
                return Some(Stop::Barrier);
            }
        }
        None
    }

    /// Whether it waits at a barrier.
    pub(crate) fn waits(&self) -> bool {
        matches!(self.state, State::AtBarrier | State::AtGlobalBarrier)
    }

    /// Where it is: at the barrier that it waits at, which its program counter has passed, else at the next instruction.
    pub(crate) fn place(&self) -> u64 {
        if self.waits() { self.barrier } else { self.pc }
    }

    /// Lets it go on if it waits at a barrier of all workgroups that has opened.
    pub(crate) fn pass(&mut self, gws: &mut Gws) {
        if self.state == State::AtGlobalBarrier && self.ticket.is_none_or(|ticket| gws.passes(ticket)) {
            self.ticket = None;
            self.state = State::Running;
        }
    }

    /// All of it has come to the barrier at an address.
    pub(crate) fn at_barrier(&mut self, address: u64) -> Stop {
        self.state = State::AtBarrier;
        self.barrier = address;
        self.barriers += 1;
        // Others write to memory before it goes on.
        self.spin = SpinWatch::Off;
        Stop::Barrier
    }

    /// From here on it is noticed when the wavefront returns to the state that it has, unless an earlier state is
    /// known. Others of its launch wait.
    pub(crate) fn watch_for_spin(&mut self) {
        if matches!(self.spin, SpinWatch::Off) {
            self.spin.start(true);
        }
    }

    /// Whether it spins in a loop that it has just come to, and may have changed memory before.
    pub(crate) fn has_come_to_loop(&self) -> bool {
        self.spin.is_first_return()
    }

    /// No longer watches whether it spins.
    pub(crate) fn forget_spin(&mut self) {
        self.spin = SpinWatch::Off;
    }

    /// Like [`watch_for_spin`](Self::watch_for_spin), and forgets an earlier state. Says whether others wait.
    pub(crate) fn watch_for_spin_again(&mut self, waits: bool) {
        self.spin.start(waits);
    }

    /// The jump that led to where it is, if it has just jumped.
    pub(crate) fn last_jump(&self, code: &Code) -> Option<(u64, Instruction)> {
        let start = self.recent[self.pieces.checked_sub(1)? % REMEMBERED];
        let last = code.block(start).ok()?.steps.last().filter(|step| step.jumps)?;
        Some((last.address, last.instruction))
    }

    /// The last instruction before the one at `pc` that wrote any of the registers that this one takes addresses from,
    /// as far back as the wavefront remembers.
    pub(crate) fn origin(&self, code: &Code, pc: u64, instruction: &Instruction) -> Option<(u64, Instruction)> {
        self.last_writer(code, pc, &address_operands(instruction))
    }

    /// The other part of an address that consists of registers of two files: a base and an offset.
    /// `origin` is the instruction that wrote one of them.
    pub(crate) fn other_origin(
        &self,
        code: &Code,
        pc: u64,
        instruction: &Instruction,
        origin: Option<(u64, Instruction)>,
    ) -> Option<AddressPart> {
        let parts = address_operands(instruction);
        // More registers than a pair are a descriptor. Registers of one file may be the halves of one address, or data.
        let [Place::Registers { file, count: ..=2, .. }, Place::Registers { file: other, count: ..=2, .. }] =
            parts.as_slice()
        else {
            return None;
        };
        if file == other {
            return None;
        }
        let (at, writer) = origin?;
        let is_written = |part: &Place| writer.access().any(|a| a.write != Write::No && overlaps(a.place, *part));
        let rest = parts.into_iter().find(|part| !is_written(part))?;
        Some(match self.last_writer(code, pc, &[rest]).filter(|(other, _)| *other != at) {
            Some((other, instruction)) => AddressPart::Written(other, instruction),
            None => AddressPart::Register(rest),
        })
    }

    /// The last instruction before the one at `pc` that wrote any of some registers.
    fn last_writer(&self, code: &Code, pc: u64, wanted: &[Place]) -> Option<(u64, Instruction)> {
        let mut upto = Some(pc);
        for piece in (self.pieces.saturating_sub(REMEMBERED)..self.pieces).rev() {
            let start = self.recent[piece % REMEMBERED];
            let Ok(block) = code.block(start) else { break };
            let before = block.steps.iter().take_while(|step| upto != Some(step.address));
            let steps: Vec<_> = before.collect();
            upto = None;
            let writes = |step: &&&Step| {
                let mut accesses = step.instruction.access().filter(|a| a.write != Write::No);
                accesses.any(|a| wanted.iter().any(|w| overlaps(a.place, *w)))
            };
            if let Some(step) = steps.iter().rev().find(writes) {
                return Some((step.address, step.instruction));
            }
        }
        None
    }
}

/// Shows an observer what an instruction did.
fn look_after<O: Observer>(wave: &Wavefront, step: &Step, world: &mut WaveWorld, observer: &mut O) -> Option<Cause> {
    let log = world.log.as_mut()?;
    let cause = observer.after(wave, step, log);
    log.clear();
    cause
}

/// The registers from which an instruction takes addresses: those of operands that it reads and does not write, without
/// the data that it stores. Data are staging registers, or operands that are named so.
pub(crate) fn address_operands(instruction: &Instruction) -> Vec<Place> {
    let staging = instruction.target().checks().map_or("", |checks| checks.staging);
    let is_data = |operand: Operand| {
        let is_staging = operand.class.is_some_and(|class| class.name.as_str() == staging);
        is_staging || operand.def.name.contains("data") || operand.def.written
    };
    let data: Vec<usize> = instruction.operands().filter(|o| is_data(*o)).map(|o| o.index).collect();
    let is_data = |operand: Option<u8>| operand.is_none_or(|o| data.contains(&usize::from(o)));
    instruction.access().filter(|a| a.read && !is_data(a.operand)).map(|a| a.place).collect()
}

fn overlaps(a: Place, b: Place) -> bool {
    use Place::{AnyRegister, Registers};
    match (a, b) {
        (Registers { file, first, count }, Registers { file: other, first: from, count: many }) => {
            file == other && first < from + u16::from(many) && from < first + u16::from(count)
        }
        (AnyRegister(file), Registers { file: other, .. }) | (Registers { file, .. }, AnyRegister(other)) => {
            file == other
        }
        (a, b) => a == b,
    }
}

/// An instruction that could not be run, if there is one.
pub(crate) fn instruction_of(illegal: &Illegal) -> Option<Instruction> {
    match illegal {
        Illegal::Unprepared(instruction, _) | Illegal::PastVectors(instruction, ..) => Some(*instruction),
        _ => None,
    }
}
