//! Uses of uninitialized registers and memory: [`Options::check_init`](crate::Options::check_init).
//!
//! Every wavefront has a *twin* that runs the same program. Uninitialized registers and memory have other values in the
//! twin; everything else is equal. If the two differ later, the differing value depends on uninitialized data. This
//! needs no rules for single instructions, is exact for each bit and lane, and gives no false positives: the result
//! really is another one. It may miss a use, because the twin tries only few other values (`init/others.rs`).
//!
//! Instructions, LDS and private memory propagate a difference, because programs copy and mask uninitialized data, and
//! compilers leave unneeded registers undefined. It is a fault where it matters:
//! - in an address, or in whether there is an access at all;
//! - in the control flow of the wavefront, and in its active lanes;
//! - in data that is stored to global memory, except for padding (`init/copies.rs`), which stays uninitialized there.
//!
//! These count as initialized: registers that the dispatch sets, registers in no file (VCC, M0, …), lanes without a
//! work-item, and buffers with contents or zeros. Instructions that call units do not propagate a difference, except
//! calls with constant answers, such as a buffer of a resource table, and those of the texture unit of GCN: the twin
//! has its own coordinates and texels. What a host of shaders answers (textures of Valhall, attributes), and what
//! messages and exports send, is not followed.
//!
//! The twin runs only instructions with a different input, so that a run takes little longer.

mod copies;
mod others;
mod places;
mod replay;
mod shadow;

use std::sync::Arc;

use isatope_core::tables::Arch;
use isatope_lanes::Wave;
use isatope_lanes::world::lanes_of;

use copies::{Copies, PendingCopy};
use places::{Bits, Touched, differing};
use replay::{Memories, RawWords, Replay, Replayed};
use shadow::Shadow;

use super::places::name;
use crate::launch::device::Device;
use crate::launch::setup::Placed;
use crate::machine::code::{Step, care};
use crate::machine::fault::{Access, Cause, Source, Uninitialised, Use};
use crate::machine::overlay::Spreading;
use crate::machine::services::Units;
use crate::machine::shape::StartState;
use crate::machine::wave_memory::Spaces;
use crate::machine::wavefront::{State, Watcher, Wavefront};

/// Origin of a value, and the address of the instruction that read it first.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    source: Source,
    read_at: u64,
    /// Reads of the same instruction of uninitialized bytes, and of unchanged copies of such bytes.
    reads: Arc<Vec<(Access, u128)>>,
    /// Whether the value is such a copy, for one in memory.
    is_copy: bool,
    /// Whether each bit of the value may be another one by itself, for one in memory: it is a copy of whole words.
    is_raw: bool,
}

impl Origin {
    /// Whether a store is a copy of uninitialized memory: each byte that is another one in the twin is one of those
    /// that the lane read.
    fn is_copied(&self, store: &Access, twin: u128) -> bool {
        let bytes = |access: &Access, twin: u128| {
            let pairs = access.value.to_le_bytes().into_iter().zip(twin.to_le_bytes());
            pairs.take(access.bytes as usize)
        };
        let reads = || self.reads.iter().filter(|(read, _)| read.lane == store.lane);
        let mut stored = bytes(store, twin).filter(|(real, twin)| real != twin);
        stored.all(|byte| reads().any(|(read, twin)| bytes(read, *twin).any(|source| source == byte)))
    }
}

/// The twin of a wavefront.
#[derive(Clone, Debug)]
struct Twin {
    wave: Wave,
    /// Where the twin has other values: scalar words and rows. What it has elsewhere is out of date.
    scalars: Bits,
    rows: Bits,
    /// Words that may have any value: registers that were never written, and words of such memory, as loaded. Rows have
    /// the lanes. Only words that differ in the twin count.
    raw_scalars: Bits,
    raw_rows: Spreading<u64>,
    private: Shadow,
    copies: Copies,
    /// Origin by [`key`]; a register without an entry is uninitialized.
    origins: Spreading<Origin>,
    /// The mask of active lanes before the instruction.
    exec: u64,
    /// Whether it has to run the instruction.
    runs: bool,
    /// Reads of the instruction that differ in the twin: places and lanes.
    inputs: Vec<Input>,
    /// Registers that differ and that the instruction may leave alone, with their values before.
    unsure: Vec<Unsure>,
}

/// A register that an instruction may leave alone, in some lanes or all.
#[derive(Clone, Debug)]
struct Unsure {
    key: u64,
    /// Its words before: those of the wavefront and those of the twin.
    real: Vec<u32>,
    twin: Vec<u32>,
}

impl Unsure {
    /// The words that the wavefront or the twin changed.
    fn changed(&self, real: &[u32], twin: &[u32]) -> u64 {
        differing(&self.real, real) | differing(&self.twin, twin)
    }
}

/// A place that an instruction reads.
#[derive(Clone, Copy, Debug)]
struct Input {
    at: usize,
    per_lane: bool,
    /// Lanes with different values.
    lanes: u64,
    /// Whether an address is made of it.
    address: bool,
}

/// State that the wavefronts of a workgroup share.
#[derive(Clone, Debug)]
struct Group {
    lds: Shadow,
    /// Number of its wavefronts that have not ended.
    left: usize,
}

/// Finds uses of uninitialized data.
#[derive(Clone, Debug)]
pub(crate) struct InitCheck {
    arch: &'static Arch,
    spaces: Spaces,
    units: Arc<dyn Units>,
    given: StartState,
    /// Accesses of instructions by address, plus 1 if their registers are moved.
    touched: Spreading<Arc<Touched>>,
    /// The one that runs.
    running: Arc<Touched>,
    /// Twins of wavefronts that have been seen and have not ended, by workgroup and number.
    twins: Spreading<Box<Twin>>,
    /// The one that ran last is not among them.
    current: Option<(u64, Box<Twin>)>,
    groups: Spreading<Group>,
    /// Allocations of global memory with uninitialized bytes.
    global: Vec<Shadow>,
    /// All allocations of global memory: address and length.
    allocations: Vec<(u64, usize)>,
}

/// Whether the twin may find something else in memory.
fn may_read(step: &Step, touched: &Touched) -> bool {
    !touched.asks && (step.traits.reads != 0 || touched.repeats)
}

/// The key of a register among origins.
fn key(at: usize, per_lane: bool) -> u64 {
    (at as u64) << 1 | u64::from(per_lane)
}

impl InitCheck {
    /// For the wavefronts of a dispatch on a device.
    pub(crate) fn new(placed: &Placed, device: &Device) -> Self {
        let shadow = |(base, bits): (&u64, &Vec<u64>)| {
            let length = device.memory().starting(*base)?.bytes.len();
            Some(Shadow::new(*base, length, Some(bits.clone())))
        };
        Self {
            arch: device.target().arch(),
            spaces: placed.services.spaces,
            units: placed.services.units.clone(),
            given: placed.given.clone(),
            touched: Spreading::default(),
            running: Arc::default(),
            twins: Spreading::default(),
            current: None,
            groups: Spreading::default(),
            global: device.unwritten().iter().filter_map(shadow).collect(),
            allocations: device.memory().allocations().iter().map(|a| (a.base, a.bytes.len())).collect(),
        }
    }

    /// The allocations of which bytes have not been written, by address, with a bit for each byte.
    pub(crate) fn unwritten(self) -> impl Iterator<Item = (u64, Vec<u64>)> {
        let shadows = self.global.into_iter().map(|shadow| (shadow.base(), shadow.into_bits()));
        shadows.filter(|(_, bits)| bits.iter().any(|bits| *bits != 0))
    }

    /// Makes the twin of a wavefront the current one.
    fn turn_to(&mut self, wave: &Wavefront) -> u64 {
        let group = self.given.number_of(wave.workgroup);
        let id = group << 8 | u64::from(wave.number);
        if self.current.as_ref().is_some_and(|(current, _)| *current == id) {
            return group;
        }
        let next = self.twins.remove(&id).unwrap_or_else(|| Box::new(self.twin(wave, id)));
        if let Some((before, twin)) = self.current.replace((id, next)) {
            self.twins.insert(before, twin);
        }
        let (given, shared) = (&self.given, self.spaces.shared);
        self.groups.entry(group).or_insert_with(|| Group {
            lds: Shadow::new(shared, given.lds, None),
            left: given.waves_of(wave.workgroup, wave.registers.lanes()),
        });
        group
    }

    /// The twin of a wavefront that has not run yet.
    fn twin(&self, wave: &Wavefront, id: u64) -> Twin {
        let real = &wave.registers;
        let mut twin = real.clone();
        let (mut scalars, mut rows, mut raw_rows) = (Bits::default(), Bits::default(), Spreading::default());
        let exec = real.exec();
        for (file, &start) in self.arch.files.iter().zip(real.layout().files) {
            for at in start..start + file.count as usize {
                let salt = shadow::mixed(id << 16 | at as u64);
                if !file.per_lane && !self.given.scalars.contains(&at) {
                    // Nearly all bits are others, so that each of them is noticed, and no two registers agree.
                    twin.scalars_mut()[at] = !real.scalars()[at] ^ 1 << (salt % 32);
                    scalars.set(at);
                } else if file.per_lane && !self.given.rows.contains(&at) {
                    for (lane, value) in
                        twin.row_mut(at).iter_mut().enumerate().filter(|(lane, _)| exec >> lane & 1 != 0)
                    {
                        let other = shadow::mixed(salt ^ lane as u64) as u32;
                        *value = if other == *value { !other } else { other };
                    }
                    rows.set(at);
                    raw_rows.insert(at as u64, exec);
                }
            }
        }
        let private = wave.private_range.end - wave.private_range.start;
        Twin {
            wave: twin,
            raw_scalars: scalars.clone(),
            scalars,
            rows,
            raw_rows,
            private: Shadow::new(wave.private_range.start, private as usize, None),
            copies: Copies::default(),
            origins: Spreading::default(),
            exec,
            runs: false,
            inputs: Vec::new(),
            unsure: Vec::new(),
        }
    }

    fn touched(&mut self, wave: &Wave, step: &Step) -> Arc<Touched> {
        let moved = step.prepared.moved(wave).is_some();
        let called = |interface: u8| self.arch.interfaces[usize::from(interface)];
        let constant = |interface: u8| self.units.is_constant(called(interface));
        let repeatable = |interface: u8| self.units.is_repeatable(called(interface));
        let make = || Arc::new(Touched::new(wave.layout(), step, moved, &constant, &repeatable));
        self.touched.entry(step.address | u64::from(moved)).or_insert_with(make).clone()
    }
}

impl Watcher for InitCheck {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        self.turn_to(wave);
        self.running = self.touched(&wave.registers, step);
        if let Some((_, twin)) = &mut self.current {
            twin.prepare(&wave.registers, step, &self.running);
        }
        true
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        let group = self.turn_to(wave);
        let touched = self.running.clone();
        let (_, twin) = self.current.as_mut()?;
        let shared = self.groups.get_mut(&group)?;
        let mut private = std::mem::take(&mut twin.private);
        let mut memories = Memories {
            spaces: self.spaces,
            units: &*self.units,
            lds: &mut shared.lds,
            private: &mut private,
            global: &mut self.global,
            allocations: &self.allocations,
        };
        let found = twin.follow(&wave.registers, step, &touched, accesses, &mut memories, self.arch);
        let mut found = found.map(|(used, origin, lanes)| (used, origin, lanes, step.address));
        if wave.state == State::Ended {
            let mut pending = twin.copies.take_pending().into_iter();
            let copy = pending.find(|copy| memories.is_undefined(&copy.access));
            let used = |copy: PendingCopy| {
                let lanes = 1 << (copy.access.lane & 63);
                (Use::Stored(copy.access), copy.origin, lanes, copy.at)
            };
            found = found.or(copy.map(used));
        }
        twin.private = private;
        let cause = found.map(|(used, Origin { source, read_at, .. }, lanes, at)| {
            Cause::Uninitialised(Box::new(Uninitialised { used, source, read_at, lanes, at }))
        });
        if wave.state == State::Ended {
            self.current = None;
            shared.left -= 1;
            if shared.left == 0 {
                self.groups.remove(&group);
            }
        }
        cause
    }
}

impl Twin {
    /// Before an instruction: the twin gets what it may need, for the wavefront may overwrite it.
    fn prepare(&mut self, real: &Wave, step: &Step, touched: &Touched) {
        self.exec = real.exec();
        self.inputs.clear();
        self.unsure.clear();
        let unsure = touched.unsure_rows.iter().any(|at| self.rows.has(*at))
            || touched.unsure_scalars.iter().any(|at| self.scalars.has(*at));
        let reads = touched.rows_read.iter().any(|(at, _)| self.rows.has(*at))
            || touched.scalars_read.iter().any(|(at, _)| self.scalars.has(*at));
        self.runs = (unsure || reads) && !touched.asks;
        // What lies in memory may make it run as well.
        if !self.runs && !may_read(step, touched) {
            return;
        }
        for at in (0..real.layout().scalars).filter(|at| !self.scalars.has(*at)) {
            self.wave.scalars_mut()[at] = real.scalars()[at];
        }
        for &at in touched.all_rows.iter().filter(|at| !self.rows.has(**at)) {
            self.wave.row_mut(at).copy_from_slice(real.row(at));
        }
        for &(at, address) in touched.rows_read.iter().filter(|(at, _)| self.rows.has(*at)) {
            let lanes = differing(self.wave.row(at), real.row(at));
            self.inputs.push(Input { at, per_lane: true, lanes, address });
        }
        for &(at, address) in touched.scalars_read.iter().filter(|(at, _)| self.scalars.has(*at)) {
            self.inputs.push(Input { at, per_lane: false, lanes: u64::MAX, address });
        }
        for &at in touched.unsure_rows.iter().filter(|at| self.rows.has(**at)) {
            let (real, twin) = (real.row(at).to_vec(), self.wave.row(at).to_vec());
            self.unsure.push(Unsure { key: key(at, true), real, twin });
        }
        for &at in touched.unsure_scalars.iter().filter(|at| self.scalars.has(**at)) {
            let (real, twin) = (vec![real.scalars()[at]], vec![self.wave.scalars()[at]]);
            self.unsure.push(Unsure { key: key(at, false), real, twin });
        }
    }

    /// After an instruction of the wavefront: the twin follows. Says what depends on something that nobody has written
    /// and matters, on what, and in which lanes.
    fn follow(
        &mut self,
        real: &Wave,
        step: &Step,
        touched: &Touched,
        accesses: &[Access],
        memories: &mut Memories,
        arch: &Arch,
    ) -> Option<(Use, Origin, u64)> {
        let runs =
            self.runs || may_read(step, touched) && accesses.iter().any(|a| !a.write && memories.is_undefined(a));
        if !runs {
            self.agree(real, touched);
            accesses.iter().filter(|a| a.write).for_each(|a| memories.define(a));
            self.note_initialized(accesses, memories, &[]);
            return None;
        }
        let pc = step.address;
        let counter = usize::from(step.counter_place);
        if step.care & care::PC != 0 {
            match step.counter_per_lane {
                true => lanes_of(self.exec).for_each(|lane| self.wave.set_lane_reg_u64(counter, lane, step.next)),
                false => self.wave.set_reg_u64(counter, step.next),
            }
        }
        let before = if accesses.is_empty() { self.before(step, touched) } else { None };
        let mut replay = Replay::new(memories, accesses, pc);
        step.prepared.run(&mut self.wave, &mut replay);
        let Replayed { wrong, read, raw, passed, stored } = replay.end();
        if let Some(before) = before {
            self.try_others(&before, real, step, touched, memories);
        }
        let used = if wrong.is_some() {
            wrong
        } else if self.wave.exec() != real.exec() {
            Some(Use::Mask)
        } else if step.jumps && self.goes_elsewhere(real, step) {
            Some(Use::Branch)
        } else {
            self.store(&stored, read.as_ref(), pc, memories).map(Use::Stored)
        };
        if let Some(used) = used {
            let lanes = match &used {
                Use::Address(lane) | Use::Access(lane) => 1 << (lane & 63),
                Use::Stored(access) => 1 << (access.lane & 63),
                Use::Branch | Use::Mask => self.exec,
            };
            let has_address = self.inputs.iter().any(|input| input.lanes & lanes != 0 && input.address);
            let used = match used {
                // Other data decide whether there is an access, for instance what an exchange compares.
                Use::Address(lane) if !has_address => Use::Access(lane),
                used => used,
            };
            let origin = self.origin(lanes, matches!(used, Use::Address(_)), read, pc, arch);
            return Some((used, origin, lanes));
        }
        self.note_initialized(accesses, memories, &stored);
        if let Some(origin) =
            self.compare(real, touched, &raw, passed.is_empty(), |twin| twin.origin(twin.exec, false, read, pc, arch))
        {
            for (access, twin) in &passed {
                let (is_copy, is_raw) = (self.copied(access, *twin, None).is_some(), self.stores_raw(access, *twin));
                let origin = Origin { is_copy, is_raw, ..origin.clone() };
                memories.set_origin(access, &origin);
            }
        }
        None
    }

    /// Stores other values than the wavefront where others see them. Gives the first store that is not a copy of
    /// uninitialized memory.
    fn store(
        &mut self,
        stored: &[(Access, u128)],
        read: Option<&Origin>,
        pc: u64,
        memories: &mut Memories,
    ) -> Option<Access> {
        for (access, twin) in stored {
            let Some(origin) = self.copied(access, *twin, read).filter(|origin| memories.store(access, *twin, origin))
            else {
                return Some(*access);
            };
            let bytes = access.value.to_le_bytes().into_iter().zip(twin.to_le_bytes());
            let in_part = bytes.take(access.bytes as usize).any(|(real, twin)| real == twin);
            self.copies.note_copy(PendingCopy { access: *access, at: pc, origin }, in_part);
        }
        None
    }

    /// Origin of a stored value, if it is an unchanged copy of uninitialized memory; `read` is what the instruction
    /// itself has read.
    fn copied(&self, store: &Access, twin: u128, read: Option<&Origin>) -> Option<Origin> {
        let lane = 1 << (store.lane & 63);
        let inputs = self.inputs.iter().filter(|input| input.lanes & lane != 0 && !input.address);
        let origins = inputs.filter_map(|input| self.origins.get(&key(input.at, input.per_lane)));
        let origin = read.into_iter().chain(origins).find(|origin| origin.is_copied(store, twin))?;
        Some(Origin { is_copy: true, is_raw: self.stores_raw(store, twin), ..origin.clone() })
    }

    /// Whether each word of a store that differs in the twin is a raw register.
    fn stores_raw(&self, store: &Access, twin: u128) -> bool {
        let lane = (store.lane & 63) as usize;
        let is_raw = |word: u32| {
            self.inputs.iter().any(|&Input { at, per_lane, .. }| match per_lane {
                true => self.is_raw_in(at, lane) && self.wave.row(at)[lane] == word,
                false => self.raw_scalars.has(at) && self.wave.scalars()[at] == word,
            })
        };
        let mut words = (0..store.bytes / 4).map(|word| [store.value, twin].map(|value| (value >> (32 * word)) as u32));
        store.bytes.is_multiple_of(4) && words.all(|[real, twin]| real == twin || is_raw(twin))
    }

    /// Whether the word of a row in a lane may have any value.
    fn is_raw_in(&self, at: usize, lane: usize) -> bool {
        self.raw_rows.get(&(at as u64)).is_some_and(|lanes| lanes >> lane & 1 != 0)
    }

    /// Notes the stores of an instruction to global memory that are none of these.
    fn note_initialized(&mut self, accesses: &[Access], memories: &Memories, stored: &[(Access, u128)]) {
        let is_other = |access: &Access| !stored.iter().any(|(store, _)| store == access);
        let stores = accesses.iter().filter(|a| a.write && memories.is_global(a) && is_other(a));
        self.copies.note_initialized(stores.copied().collect());
    }

    /// Whether it goes on elsewhere than the wavefront, in any lane.
    fn goes_elsewhere(&self, real: &Wave, step: &Step) -> bool {
        let counter = usize::from(step.counter_place);
        match step.counter_per_lane {
            true => (counter..counter + 2).any(|row| self.wave.row(row) != real.row(row)),
            false => self.wave.reg_u64(counter) != real.reg_u64(counter),
        }
    }

    /// Cause of a difference in some lanes: the first read of the instruction that differs there, an operand if
    /// address or another one, as it is asked for.
    fn origin(&self, lanes: u64, address: bool, read: Option<Origin>, pc: u64, arch: &Arch) -> Origin {
        let found = |wanted: &dyn Fn(&&Input) -> bool| self.inputs.iter().find(wanted).copied();
        let best = found(&|i| i.lanes & lanes != 0 && i.address == address);
        if let (None, Some(origin)) = (best, read) {
            return origin;
        }
        let any = best.or_else(|| found(&|i| i.lanes & lanes != 0)).or_else(|| self.inputs.first().copied());
        // Without such a read, the instruction leaves a register alone that differs.
        let unsure = || self.unsure.first().map_or(0, |unsure| unsure.key);
        let number = any.map_or_else(unsure, |input| key(input.at, input.per_lane));
        let source = || Source::Register(name(arch, self.wave.layout(), (number >> 1) as usize, number & 1 != 0));
        let never = || Origin { source: source(), read_at: pc, reads: Arc::default(), is_copy: false, is_raw: false };
        self.origins.get(&number).cloned().unwrap_or_else(never)
    }

    /// The wavefront wrote nothing that depends on what nobody has written.
    fn agree(&mut self, real: &Wave, touched: &Touched) {
        for &at in &touched.scalars_written {
            self.scalars.clear(at);
        }
        for &at in &touched.rows_written {
            if !self.rows.has(at) {
                continue;
            }
            for (lane, value) in self.wave.row_mut(at).iter_mut().enumerate() {
                if self.exec >> lane & 1 != 0 {
                    *value = real.row(at)[lane];
                }
            }
            if differing(self.wave.row(at), real.row(at)) == 0 {
                self.rows.clear(at);
            }
        }
    }

    /// Notes where the twin has other values after it ran an instruction, and gives their origin if there are any, or
    /// if it is asked for.
    fn compare(
        &mut self,
        real: &Wave,
        touched: &Touched,
        raw: &RawWords,
        agrees: bool,
        origin: impl FnOnce(&Self) -> Origin,
    ) -> Option<Origin> {
        let mut new: Vec<u64> = Vec::new();
        // A register that the instruction leaves alone keeps the origin of its value.
        let changed = |unsure: &[Unsure], key: u64, real: &[u32], twin: &[u32]| {
            unsure.iter().find(|unsure| unsure.key == key).map_or(u64::MAX, |unsure| unsure.changed(real, twin))
        };
        for &at in &touched.scalars_written {
            let (real, twin) = (real.scalars()[at], self.wave.scalars()[at]);
            self.scalars.put(at, twin != real);
            if changed(&self.unsure, key(at, false), &[real], &[twin]) & 1 != 0 {
                self.raw_scalars.put(at, raw.has_word(real, twin));
                new.extend((twin != real).then_some(key(at, false)));
            }
        }
        for &at in &touched.rows_written {
            let (real, twin) = (real.row(at), self.wave.row(at));
            let lanes = differing(twin, real);
            self.rows.put(at, lanes != 0);
            let run = if touched.per_lane { self.exec } else { u64::MAX };
            let written = run & changed(&self.unsure, key(at, true), real, twin);
            if lanes & written != 0 {
                let loaded = lanes_of(lanes & written).filter(|lane| raw.has(*lane, real[*lane], twin[*lane]));
                let loaded = loaded.fold(0, |set, lane| set | 1 << lane);
                let all = self.raw_rows.entry(at as u64).or_default();
                *all = *all & !written | loaded;
                new.push(key(at, true));
            }
        }
        if new.is_empty() && agrees {
            return None;
        }
        let origin = origin(self);
        for key in new {
            self.origins.insert(key, origin.clone());
        }
        Some(origin)
    }
}
