//! A session: runs a launch instruction by instruction, forwards and backwards, or up to a breakpoint.

use std::cell::Cell;

use isatope_core::Target;
use isatope_lanes::Wave;

use crate::launch::device::Device;
use crate::launch::printf::Printed;
use crate::launch::program::machine_of;
use crate::launch::setup::{Launch, Placed};
use crate::machine::code::Step;
use crate::machine::fault::{Access, Cause, Fault};
use crate::machine::gws::DeviceShare;
use crate::machine::memory::Memory;
use crate::machine::options::Options;
use crate::machine::wave_memory::{Area, copy_out};
use crate::machine::wavefront::{State, Watcher, Wavefront};
use crate::machine::workgroup::Workgroup;
use crate::run::calls::{Call, Calls};
use crate::run::edit::{Edit, EditError};
use crate::run::interleaved::{Advance, Around, Together};
use crate::run::totals::Totals;
use crate::watch::{Checks, places};

/// Instructions between two copies of the state that going back starts from.
const APART: u64 = 1 << 12;
/// The most copies that are kept; then every other one is dropped.
const KEPT: usize = 16;

/// Why a session stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pause {
    /// It ran as many instructions as it was asked for.
    Stepped,
    /// A watcher asked for it, or somebody interrupted the run.
    Break,
    /// All wavefronts have ended.
    Done,
    /// The kernel cannot go on.
    Fault(Box<Fault>),
}

/// A register that an instruction changed: a scalar word, or a row of lanes, by its place in a
/// [`Wave`](isatope_lanes::Wave).
/// [`Changed::name`] names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// A scalar word: its place, what it was, what it is.
    Scalar(usize, u32, u32),
    /// A row: its place, and the lanes that changed.
    Row(usize, u64),
}

impl Changed {
    /// Name of the register on a target: `s4`, `vcc_lo`, `scc`, `v7`. `None` if the target has no emulator.
    ///
    /// ```
    /// use isatope_core::Target;
    /// use isatope_emu::Changed;
    ///
    /// let gfx900 = Target::from_name("gfx900").expect("known");
    /// assert_eq!(Changed::Row(7, 1).name(gfx900).as_deref(), Some("v7"));
    /// assert_eq!(Changed::Scalar(4, 0, 1).name(gfx900).as_deref(), Some("s4"));
    /// ```
    pub fn name(&self, target: Target) -> Option<String> {
        let layout = machine_of(target).ok()?.layout();
        let (at, per_lane) = match self {
            Self::Scalar(at, ..) => (*at, false),
            Self::Row(at, _) => (*at, true),
        };
        Some(places::name(target.arch(), layout, at, per_lane))
    }
}

/// What an instruction changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Address of the instruction.
    pub pc: u64,
    /// Registers.
    pub registers: Vec<Changed>,
    /// Writes to memories.
    pub writes: Vec<Access>,
}

/// All that a run is, to go back to.
#[derive(Clone, Debug)]
pub struct Snapshot {
    steps: u64,
    memory: Memory,
    share: DeviceShare,
    state: Together,
    calls: Calls,
    checks: Checks,
    /// The changes from outside that led to it, and those that were undone.
    edits: Vec<(u64, Edit)>,
}

impl PartialEq for Snapshot {
    /// Whether the runs are alike: as many steps, the same memories, registers, calls and turns. What checks know is
    /// not compared.
    fn eq(&self, other: &Self) -> bool {
        self.steps == other.steps
            && self.memory == other.memory
            && self.share == other.share
            && self.state == other.state
            && self.calls == other.calls
    }
}

impl Snapshot {
    /// How many instructions had run, of all wavefronts.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// A launch that is run step by step. It owns the device until [`Session::end`].
///
/// Wavefronts take turns as in a run: a step is one instruction of the wavefront whose turn it is. The same steps
/// always lead to the same state.
pub struct Session {
    device: Device,
    launch: Launch,
    options: Options,
    placed: Placed,
    state: Together,
    /// What the options ask to look for.
    checks: Checks,
    steps: u64,
    pause: Option<Pause>,
    copies: Vec<Snapshot>,
    /// Calls that wavefronts have not come back from.
    calls: Calls,
    /// What somebody changed from outside, with the number of instructions that had run by then, ascending.
    edits: Vec<(u64, Edit)>,
    /// What the instruction before the last pause changed.
    changes: Changes,
}

/// Lets so many instructions pass. Nobody is asked about the one after them.
struct Limit<'a>(&'a Cell<u64>);

impl Watcher for Limit<'_> {
    fn before(&mut self, _: &Wavefront, _: &Step) -> bool {
        self.0.get() > 0
    }
}

/// Counts the instructions that nobody stopped, notes calls, and what the last instruction did.
struct Counter<'a> {
    left: &'a Cell<u64>,
    before: Option<Box<Wave>>,
    changes: Changes,
    ran: u64,
    calls: &'a mut Calls,
}

impl Watcher for Counter<'_> {
    fn before(&mut self, wave: &Wavefront, _: &Step) -> bool {
        if self.left.get() == 1 {
            self.before = Some(Box::new(wave.registers.clone()));
        }
        self.left.set(self.left.get() - 1);
        self.ran += 1;
        true
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        self.calls.note(wave, step);
        if let Some(before) = self.before.take() {
            let registers = changed(&before, &wave.registers);
            let writes = accesses.iter().filter(|a| a.write).copied().collect();
            self.changes = Changes { pc: step.address, registers, writes };
        }
        None
    }
}

fn changed(before: &Wave, after: &Wave) -> Vec<Changed> {
    let scalars = before.scalars().iter().zip(after.scalars()).enumerate().filter(|(_, (a, b))| a != b);
    let rows = before.rows().zip(after.rows()).enumerate().filter(|(_, (a, b))| a != b);
    let lanes = |a: &[u32], b: &[u32]| {
        a.iter().zip(b).enumerate().fold(0, |set, (lane, (a, b))| set | u64::from(a != b) << lane)
    };
    scalars
        .map(|(at, (a, b))| Changed::Scalar(at, *a, *b))
        .chain(rows.map(|(at, (a, b))| Changed::Row(at, lanes(a, b))))
        .collect()
}

impl Session {
    /// A launch, before its first instruction.
    pub fn new(mut device: Device, launch: Launch, options: Options) -> Self {
        let placed = launch.place(&mut device, &options);
        let state = Together::from(0, Totals::default());
        let checks = Checks::new(&options, &device, &placed, launch.entry().address());
        let (pause, copies, calls, edits) = (None, Vec::new(), Calls::default(), Vec::new());
        let changes = Changes::default();
        let mut session =
            Self { device, launch, options, placed, state, checks, steps: 0, pause, copies, calls, edits, changes };
        session.advance(0, &mut []);
        session.copies.push(session.snapshot());
        session
    }

    /// Ends the session and gives the device back.
    pub fn end(mut self) -> Device {
        self.placed.take_out(&mut self.device);
        self.checks.end(&mut self.device);
        self.device
    }

    /// The launch.
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// How many instructions have run, of all wavefronts.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Why it does not go on: all has ended, or there was a fault.
    pub fn over(&self) -> Option<&Pause> {
        self.pause.as_ref()
    }

    /// The workgroups that are under way.
    pub fn workgroups(&self) -> &[Workgroup] {
        &self.state.resident
    }

    /// The workgroup and the wavefront whose turn it is.
    pub fn current(&self) -> Option<(&Workgroup, &Wavefront)> {
        let group = self.state.resident.get(self.state.at)?;
        let wave = group.current().or_else(|| group.waves.iter().find(|w| w.state == State::Running))?;
        Some((group, wave))
    }

    /// The instruction that is next.
    pub fn next_step(&self) -> Option<&Step> {
        let (_, wave) = self.current()?;
        self.launch.entry().code().block(wave.pc).ok()?.steps.first()
    }

    /// Runs until a watcher stops it, all has ended, or the kernel cannot go on.
    pub fn run(&mut self, watchers: &mut [&mut dyn Watcher]) -> Pause {
        self.run_to(u64::MAX, watchers)
    }

    /// Like [`run`](Self::run), and stops after so many instructions in all. The watchers are not asked about the
    /// instruction after these.
    pub fn run_to(&mut self, steps: u64, watchers: &mut [&mut dyn Watcher]) -> Pause {
        while self.steps < steps {
            let edit = self.edits.iter().map(|(at, _)| *at).find(|at| *at > self.steps).unwrap_or(u64::MAX);
            let upto = ((self.steps / APART + 1) * APART).min(steps).min(edit);
            match self.advance(upto - self.steps, watchers).0 {
                Pause::Stepped => self.arrived(),
                pause => return pause,
            }
        }
        Pause::Stepped
    }

    /// Makes the changes that were made here before, and keeps a copy now and then.
    fn arrived(&mut self) {
        self.edit_again();
        if self.steps.is_multiple_of(APART) {
            self.keep();
        }
    }

    fn edit_again(&mut self) {
        for number in 0..self.edits.len() {
            if self.edits[number].0 == self.steps {
                let edit = self.edits[number].1.clone();
                // It was possible the first time.
                let _ = self.make(&edit);
            }
        }
    }

    fn make(&mut self, edit: &Edit) -> Result<(), EditError> {
        let code = self.launch.entry().code();
        let (spaces, mut share) = (&self.placed.services.spaces, std::mem::take(&mut self.device.share));
        let result = edit.make(code, spaces, &mut self.state, self.device.memory_mut(), &mut share);
        self.device.share = share;
        result
    }

    /// Changes the state from outside. Going back leads to what was before the change, and forward to the change again;
    /// changes that were made after more instructions than have run now are forgotten.
    ///
    /// # Errors
    /// If the run is over, or if there is nothing that could be changed.
    pub fn edit(&mut self, edit: Edit) -> Result<(), EditError> {
        if self.pause.is_some() {
            return Err(EditError::Over);
        }
        self.make(&edit)?;
        self.edits.retain(|(at, _)| *at <= self.steps);
        self.edits.push((self.steps, edit));
        self.copies.retain(|copy| copy.steps < self.steps || copy.steps == 0);
        Ok(())
    }

    /// What the last instruction changed, if the run ended because it had run as many instructions as it was asked for;
    /// else nothing.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// The changes from outside, each with the number of instructions that had run by then.
    pub fn edits(&self) -> &[(u64, Edit)] {
        &self.edits
    }

    /// Copies bytes of a memory, by its index in the specification, as a wavefront sees it; `false` if it has no such
    /// bytes.
    pub fn read(&self, group: &Workgroup, wave: &Wavefront, memory: usize, address: u64, bytes: &mut [u8]) -> bool {
        let spaces = &self.placed.services.spaces;
        match spaces.area(&wave.private, memory, address) {
            Area::Private(at) => copy_out(&wave.private.bytes, at, bytes),
            Area::Workgroup(at) => copy_out(&group.lds, at, bytes),
            Area::Device(at) => copy_out(&self.device.share.gds, at, bytes),
            Area::Global => self.device.memory().copy_out(address, bytes),
        }
    }

    /// The calls that a wavefront has not come back from, the first one first. Known where a wavefront has one program
    /// counter.
    pub fn calls(&self, workgroup: [u32; 3], wave: u32) -> &[Call] {
        self.calls.of(workgroup, wave)
    }

    /// The latest state before so many instructions in all that the session has kept: the number of instructions that
    /// had run. Going there takes no time.
    pub fn kept_before(&self, steps: u64) -> Option<u64> {
        self.copies.iter().rev().map(|copy| copy.steps).find(|at| *at < steps)
    }

    /// Runs one instruction and says what it changed.
    pub fn step(&mut self) -> (Pause, Changes) {
        let result = self.advance(1, &mut []);
        if result.0 == Pause::Stepped {
            self.arrived();
        }
        result
    }

    /// Runs up to the next instruction of this wavefront that belongs to another line of the source, or, without such
    /// information, one instruction. `line` names the line of an address.
    pub fn step_line(&mut self, line: &dyn Fn(u64) -> Option<String>) -> Pause {
        let Some((group, wave)) = self.current() else { return Pause::Done };
        let (group, number, from) = (group.id, wave.number, line(wave.pc));
        loop {
            let pause = self.step().0;
            if pause != Pause::Stepped || from.is_none() {
                return pause;
            }
            let Some((other, wave)) = self.current() else { return Pause::Done };
            if other.id == group && wave.number == number && line(wave.pc).is_some_and(|l| Some(l) != from) {
                return Pause::Stepped;
            }
        }
    }

    /// Runs up to the instruction after the next one, through whatever that calls.
    pub fn step_over(&mut self) -> Pause {
        let Some((group, wave)) = self.current() else { return Pause::Done };
        let (group, number) = (group.id, wave.number);
        let behind = self.next_step().map(|step| step.next);
        let branches = self.next_step().is_some_and(|step| step.calls());
        loop {
            let pause = self.step().0;
            if pause != Pause::Stepped || !branches {
                return pause;
            }
            let Some((other, wave)) = self.current() else { return Pause::Done };
            if other.id == group && wave.number == number && Some(wave.pc) == behind {
                return Pause::Stepped;
            }
        }
    }

    /// Goes back by one instruction; `false` at the beginning.
    pub fn step_back(&mut self) -> bool {
        let Some(to) = self.steps.checked_sub(1) else { return false };
        self.go_to(to);
        true
    }

    /// Goes to the state after this many instructions, back or forward.
    pub fn go_to(&mut self, steps: u64) {
        while self.try_go_to(steps) == Pause::Break {}
    }

    /// Like [`go_to`](Self::go_to), but an interruption stops it on its way: [`Pause::Break`].
    pub fn try_go_to(&mut self, steps: u64) -> Pause {
        if steps < self.steps {
            let before = self.copies.iter().rposition(|copy| copy.steps <= steps).unwrap_or_default();
            let copy = self.copies[before].clone();
            self.copies.truncate(before + 1);
            self.revert(&copy);
            self.edit_again();
        }
        self.run_to(steps, &mut [])
    }

    /// What the kernel has printed with `printf` so far.
    pub fn printed(&self) -> Printed {
        let mut printed = Printed::default();
        if let Some((buffer, program)) = &self.placed.printf {
            printed.add(self.device.read(*buffer), program.printf_formats());
        }
        printed
    }

    /// Goes to the beginning, and forgets all changes from outside.
    pub fn restart(&mut self) {
        // What never ran is at its beginning, and may have ended there.
        if self.steps > 0 || !self.edits.is_empty() {
            self.edits.clear();
            self.copies.truncate(1);
            let first = self.copies.first().cloned();
            first.iter().for_each(|first| self.revert(first));
        }
    }

    /// All that the run is now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            steps: self.steps,
            memory: self.device.memory().clone(),
            share: self.device.share.clone(),
            state: self.state.clone(),
            calls: self.calls.clone(),
            checks: self.checks.clone(),
            edits: self.edits.clone(),
        }
    }

    /// Makes the run what it was, with the changes from outside that had been made by then.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        if self.edits != snapshot.edits {
            // The kept states may have come about with other changes.
            self.copies.truncate(1);
            self.edits.clone_from(&snapshot.edits);
        }
        self.revert(snapshot);
    }

    fn revert(&mut self, snapshot: &Snapshot) {
        self.steps = snapshot.steps;
        self.device.memory_mut().clone_from(&snapshot.memory);
        self.device.share.clone_from(&snapshot.share);
        self.state = snapshot.state.clone();
        self.calls = snapshot.calls.clone();
        self.checks = snapshot.checks.clone();
        self.pause = None;
        self.changes = Changes::default();
    }

    fn keep(&mut self) {
        if self.copies.last().is_some_and(|copy| copy.steps >= self.steps) {
            return;
        }
        if self.copies.len() == KEPT {
            let mut at = 0;
            self.copies.retain(|_| {
                at += 1;
                at % 2 == 1
            });
        }
        let copy = self.snapshot();
        self.copies.push(copy);
    }

    /// Runs up to so many instructions; with 0, up to the first one.
    fn advance(&mut self, count: u64, watchers: &mut [&mut dyn Watcher]) -> (Pause, Changes) {
        if let Some(pause) = &self.pause {
            return (pause.clone(), Changes::default());
        }
        let progress = self.device.progress().clone();
        let around = Around {
            code: self.launch.entry().code(),
            services: &self.placed.services,
            start: &*self.placed.start,
            options: &self.options,
            progress: &progress,
            resident: self.launch.resident_workgroups(self.options.compute_units),
            outside: None,
        };
        let left = Cell::new(count);
        let mut limit = Limit(&left);
        let calls = &mut self.calls;
        let mut counter = Counter { left: &left, before: None, changes: Changes::default(), ran: 0, calls };
        let mut share = std::mem::take(&mut self.device.share);
        let advance = {
            // An instruction that a watcher stops is not counted.
            let mut all: Vec<&mut dyn Watcher> = Vec::with_capacity(watchers.len() + 2);
            all.push(&mut limit);
            for watcher in watchers.iter_mut() {
                all.push(&mut **watcher);
            }
            all.push(&mut counter);
            all.extend(self.checks.watchers());
            self.state.advance(&around, self.device.memory_mut(), &mut share, &mut all.as_mut_slice())
        };
        self.device.share = share;
        let Counter { changes, ran, .. } = counter;
        self.steps += ran;
        let pause = match advance {
            Advance::Done => Pause::Done,
            Advance::Paused if left.get() == 0 => Pause::Stepped,
            Advance::Paused => Pause::Break,
            Advance::Interrupted(_) => {
                progress.resume();
                Pause::Break
            }
            Advance::Fault(fault) => Pause::Fault(fault.with_report(&self.launch, &self.device)),
        };
        if matches!(pause, Pause::Done | Pause::Fault(_)) {
            self.pause = Some(pause.clone());
        }
        self.changes.clone_from(&changes);
        (pause, changes)
    }
}
