//! Runs single instructions in both worlds.

use std::collections::HashMap;

use isatope_core::tables::{Arch, FileId, RegisterId};
use isatope_core::{Access, Instruction, Opcode, Place, Target, Write, decode};
use isatope_lanes::{Layout, Machine, Prepared, Wave, World, machine};

use crate::image::Image;
use crate::interest::is_tracked;
use crate::state::State;
use crate::{WORLDS, Worlds};

/// Bytes of the instructions whose effects are remembered.
pub(crate) const KEY: usize = 8;

/// Location of a resource in a [`Wave`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    /// A scalar word.
    Word(usize),
    /// A row of words, one for each lane.
    Row(usize),
    /// A memory or an interface.
    None,
}

/// An access to global memory at a known address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touch {
    /// Its address in each world.
    pub address: Worlds<u64>,
    /// How many bytes.
    pub bytes: u32,
    /// Whether it is a write.
    pub write: bool,
}

/// Where an instruction lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Here<'i> {
    /// The instruction.
    pub inst: &'i Instruction,
    /// Its address in the image.
    pub address: u64,
    /// The image.
    pub image: Option<&'i Image<'i>>,
}

/// Runs instructions of a target whose inputs are known.
#[derive(Debug)]
pub(crate) struct Runner {
    target: Target,
    machine: &'static dyn Machine,
    /// Location of each resource.
    slots: Vec<Slot>,
    waves: Worlds<Wave>,
    accesses: Vec<Access>,
    /// Accesses of the last instruction to global memory.
    pub touches: Vec<Touch>,
    /// Registers that the last instruction read, in their order.
    pub inputs: Vec<Worlds<u32>>,
    /// Instructions that ran before.
    prepared: HashMap<(u64, Opcode), Option<Prepared>>,
}

impl Runner {
    /// For a target; `None` if it has no lane functions.
    pub(crate) fn new(target: Target) -> Option<Self> {
        let arch = target.arch();
        let machine = machine::find(arch.name, target.version_info().lanes as usize)?;
        let wave = machine.wave();
        Some(Self {
            target,
            machine,
            slots: slots(arch, machine.layout()),
            waves: [wave.clone(), wave],
            accesses: Vec::new(),
            touches: Vec::new(),
            inputs: Vec::new(),
            prepared: HashMap::new(),
        })
    }

    /// Runs an instruction if all that it reads is known, and changes the state to that after it. `rows` gives the
    /// values of registers that each lane has. Returns whether the values of all that it writes are known.
    pub(crate) fn step(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        rows: &mut dyn FnMut(u16) -> Option<Worlds<u32>>,
    ) -> bool {
        let arch = self.target.arch();
        let mut accesses = std::mem::take(&mut self.accesses);
        accesses.clear();
        accesses.extend(here.inst.access());
        self.touches.clear();
        self.inputs.clear();
        let ran = self.reads_known(here.inst, &accesses, state) && self.run(here, &accesses, state, rows);
        let written = accesses.iter().filter(|access| access.write != Write::No);
        for access in written.clone() {
            if !ran || access.write == Write::Maybe && !is_whole(arch, access, state) {
                state.forget(arch.resource_ids(access.place));
            }
        }
        if ran {
            for access in written {
                if access.write == Write::Maybe && !is_whole(arch, access, state) {
                    continue;
                }
                for id in arch.resource_ids(access.place) {
                    if let Slot::Word(at) = self.slots[usize::from(id)] {
                        state.set(id, [0, 1].map(|w| self.waves[w].scalars()[at]));
                    }
                }
            }
            forget_untracked(arch, state);
        }
        self.accesses = accesses;
        ran
    }

    /// The value that an instruction without inputs gives a register that each lane has.
    pub(crate) fn constant_row(&mut self, inst: &Instruction, id: u16) -> Option<Worlds<u32>> {
        let accesses: Vec<Access> = inst.access().collect();
        let here = Here { inst, address: 0, image: None };
        let Slot::Row(at) = self.slots[usize::from(id)] else { return None };
        let fixed = self.reads_known(inst, &accesses, &State::default());
        let ran = fixed && self.run(here, &accesses, &State::default(), &mut |_| None);
        ran.then(|| [0, 1].map(|w| self.waves[w].row(at)[0]))
    }

    /// The program counter after the last instruction that ran.
    pub(crate) fn counter(&self) -> Option<Worlds<u64>> {
        let counter = self.target.arch().roles.program_counter?;
        (!self.target.arch()[counter].per_lane)
            .then(|| [0, 1].map(|w| self.waves[w].reg_u64(self.machine.registers[counter.index()])))
    }

    /// The accesses of the last instruction to registers.
    pub(crate) fn accesses(&self) -> &[Access] {
        &self.accesses
    }

    /// Whether all registers that the wavefront has once and that an instruction reads are known.
    fn reads_known(&self, inst: &Instruction, accesses: &[Access], state: &State) -> bool {
        let arch = self.target.arch();
        let per_lane = inst.encoding().effects.per_lane;
        accesses.iter().filter(|access| access.read).all(|access| match access.place {
            Place::Interface(_) | Place::AnyRegister(_) => false,
            Place::Memory(memory) => Some(memory.id.index()) == arch.roles.global,
            Place::Special { register, .. } if Some(register.id) == arch.roles.program_counter => true,
            // Which lanes run does not matter to what one of them does.
            Place::Special { register, .. } if Some(register.id) == arch.roles.active_lanes => {
                per_lane && access.operand.is_none()
            }
            place => arch.resource_ids(place).all(|id| match self.slots[usize::from(id)] {
                Slot::Word(_) => state.get(id).is_some(),
                Slot::Row(_) => per_lane,
                Slot::None => false,
            }),
        }) && accesses.iter().all(|access| !matches!(access.place, Place::Interface(_)))
    }

    /// An instruction made ready to run; it is kept, because code repeats instructions.
    fn prepared(&mut self, inst: &Instruction) -> Option<Prepared> {
        let make = || Prepared::new(self.machine, inst).ok();
        if inst.len() > KEY {
            return make();
        }
        let key = (inst.bits(), inst.opcode());
        self.prepared.entry(key).or_insert_with(make).clone()
    }

    /// Runs an instruction in each world. Returns `false` if a value from outside of the image went into the result.
    fn run(
        &mut self,
        here: Here<'_>,
        accesses: &[Access],
        state: &State,
        rows: &mut dyn FnMut(u16) -> Option<Worlds<u32>>,
    ) -> bool {
        let arch = self.target.arch();
        let Some(prepared) = self.prepared(here.inst) else { return false };
        let other = here.image.and_then(|image| decode(self.target, image.bytes(1, here.address)?).ok());
        let other = other.filter(|other| other != here.inst && other.opcode() == here.inst.opcode());
        let other = other.and_then(|other| Prepared::new(self.machine, &other).ok());
        for access in accesses.iter().filter(|access| access.read || access.write == Write::Maybe) {
            for id in arch.resource_ids(access.place) {
                match self.slots[usize::from(id)] {
                    Slot::Word(at) => {
                        let Some(value) = state.get(id) else { continue };
                        if access.read {
                            self.inputs.push(value);
                        }
                        (0..WORLDS).for_each(|w| self.waves[w].scalars_mut()[at] = value[w]);
                    }
                    Slot::Row(at) if access.read => {
                        let Some(value) = rows(id) else { return false };
                        (0..WORLDS).for_each(|w| self.waves[w].row_mut(at)[0] = value[w]);
                    }
                    _ => {}
                }
            }
        }
        let next = here.address.wrapping_add(here.inst.len() as u64);
        let mut known = true;
        let mut found: Worlds<Vec<(u64, u32, bool)>> = Default::default();
        for (world, found) in found.iter_mut().enumerate() {
            let wave = &mut self.waves[world];
            wave.set_exec(1);
            if let Some(counter) = arch.roles.program_counter.filter(|counter| !arch[*counter].per_lane) {
                wave.set_reg_u64(self.machine.registers[counter.index()], Image::BASES[world].wrapping_add(next));
            }
            let mut memory = Watch {
                image: here.image,
                world,
                global: arch.roles.global.unwrap_or(usize::MAX),
                touches: found,
                known: true,
            };
            let prepared = if world == 1 { other.as_ref().unwrap_or(&prepared) } else { &prepared };
            prepared.run_unmoved(wave, &mut memory);
            known &= memory.known;
        }
        let [first, second] = found;
        if first.len() != second.len() {
            return false;
        }
        self.touches.extend(first.iter().zip(&second).map(|(a, b)| Touch {
            address: [a.0, b.0],
            bytes: a.1.div_ceil(8),
            write: a.2,
        }));
        known
    }
}

/// Whether a register that may have been left alone was known before.
fn is_whole(arch: &Arch, access: &Access, state: &State) -> bool {
    !matches!(access.place, Place::AnyRegister(_)) && arch.resource_ids(access.place).all(|id| state.get(id).is_some())
}

/// Forgets the registers whose values are not tracked.
fn forget_untracked(arch: &Arch, state: &mut State) {
    let all = (0..arch.registers.len()).map(RegisterId::new);
    all.filter(|register| !is_tracked(arch, *register))
        .for_each(|register| state.forget(arch.register_resources(register, None)));
}

/// Location of each resource.
fn slots(arch: &Arch, layout: &Layout) -> Vec<Slot> {
    let mut slots = vec![Slot::None; arch.resources.into()];
    for (index, file) in arch.files.iter().enumerate() {
        let id = FileId::new(index);
        for number in 0..file.count as u16 {
            let at = layout.files[index] + usize::from(number);
            for resource in arch.file_resources(id, number, 1) {
                slots[usize::from(resource)] = if file.per_lane { Slot::Row(at) } else { Slot::Word(at) };
            }
        }
    }
    for (index, register) in arch.registers.iter().enumerate() {
        for (part, resource) in arch.register_resources(RegisterId::new(index), None).enumerate() {
            let at = layout.registers[index] + part;
            slots[usize::from(resource)] = if register.per_lane { Slot::Row(at) } else { Slot::Word(at) };
        }
    }
    slots
}

/// Memory that knows the image, and notes which addresses are accessed.
struct Watch<'w> {
    image: Option<&'w Image<'w>>,
    world: usize,
    global: usize,
    touches: &'w mut Vec<(u64, u32, bool)>,
    known: bool,
}

impl World for Watch<'_> {
    fn read(&mut self, memory: usize, address: u64, bits: u32, _: usize) -> u64 {
        let mut found = None;
        if memory == self.global {
            self.touches.push((address, bits, false));
            found = self.image.and_then(|image| image.number(self.world, address, bits));
        }
        self.known &= found.is_some();
        found.unwrap_or(0)
    }

    fn peek(&self, _: usize, _: u64, _: u32) -> u64 {
        0
    }

    fn write(&mut self, memory: usize, address: u64, bits: u32, _: usize, _: u64) {
        if memory == self.global {
            self.touches.push((address, bits, true));
        }
    }

    fn outside(&mut self, _: usize, _: u64, _: u32, _: usize, _: bool) {
        self.known = false;
    }

    fn call(&mut self, _: usize, _: Option<u32>, _: &[u128]) -> u128 {
        self.known = false;
        0
    }
}
