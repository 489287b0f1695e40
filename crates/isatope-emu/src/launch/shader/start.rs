//! Initial state of the warps of a compute shader.
//!
//! Registers r55 to r62 hold local, workgroup and global numbers, as Mesa's compilers expect. The rest is **assumed**,
//! because no public source describes it. This file has all of these assumptions:
//! - Threads of a workgroup are numbered with x fastest, then y, then z; 16 in a row make a warp
//!   ([`Warps::number_threads`]).
//! - A warp never has threads of two workgroups; lanes without a thread are inactive from the start ([`Warps::start`]).
//! - The upper half of r56 is undefined, and so is every register that is not named here.
//! - The number of a warp is its number in the workgroup, of [`WARPS`] on a core, and there is one core
//!   ([`Warps::start`]).
//! - Thread and workgroup memory lie at [`THREAD_LOCAL`] and [`WORKGROUP_LOCAL`]; the memories of the threads of a warp
//!   follow each other.
//! - No resource tables lie in memory: `resource_table_pointer` is 0, and only the launch knows the buffer of a handle.

use isatope_core::tables::{self, Preloaded, RegisterId};
use isatope_lanes::Wave;

use super::{Preload, Resources};
use crate::launch::device::Device;
use crate::launch::setup::Launch;
use crate::machine::options::Options;
use crate::machine::shape::{Garbage, Order, Shape, StartState};
use crate::machine::wave_memory::PrivateLayout;
use crate::machine::workgroup::Start;
use crate::machine::workgroup::Workgroup;

/// Where the memory of threads lies. Programs add to its low word alone: what a warp has lies within 4 GiB.
pub(super) const THREAD_LOCAL: u64 = 0x7e_0000_0000;
/// Addresses for the memory of threads. When they are used up, they are used again.
const THREAD_LOCAL_SIZE: u64 = 1 << 32;
/// Where the memory of a workgroup lies.
pub(super) const WORKGROUP_LOCAL: u64 = 0x7f_0000_0000;
/// The memory of a thread is a multiple of this many bytes.
const THREAD_LOCAL_UNIT: u32 = 16;
/// Warps of a core.
const WARPS: u64 = 64;

/// How the workgroups of a shader begin.
pub(super) struct Warps {
    shape: Shape,
    /// What all warps begin with.
    template: Wave,
    entry: u64,
    clock: u64,
    order: Order,
    garbage: bool,
    /// Distance between the memories of threads, and bytes of each of them.
    thread_local: u64,
    thread_local_size: u64,
    /// Bytes of each workgroup.
    workgroup_local: usize,
    preload: Preload,
    /// Values that the registers of a compute shader hold when it starts.
    preloads: &'static [tables::Preload],
    /// Scalar words of uniforms that are given.
    uniforms: Vec<usize>,
    /// The first row of the registers, and how many there are.
    registers: std::ops::Range<usize>,
    place: Places,
}

/// Where the registers lie that a warp finds set.
struct Places {
    pc: usize,
    thread_local_pointer: usize,
    warp_id: usize,
}

impl Warps {
    /// The warps of `launch` with the given resources on `device`.
    pub fn new(launch: &Launch, resources: &Resources, device: &Device, options: &Options) -> Self {
        let (shape, machine) = (launch.shape(), launch.entry().code().machine());
        let garbage = options.garbage;
        let arch = device.target().arch();
        let place =
            |name: &str| arch.registers.iter().position(|r| r.name == name).map_or(0, |index| machine.registers[index]);
        let file = |per_lane: bool| {
            let found = arch.files.iter().position(|f| f.per_lane == per_lane);
            found.map_or(0..0, |file| machine.files[file]..machine.files[file] + arch.files[file].count as usize)
        };
        let mut template = machine.wave();
        let uniforms = file(false);
        if garbage {
            let mut garbage = Garbage(0);
            template.scalars_mut()[uniforms.clone()].iter_mut().for_each(|word| *word = garbage.next());
        }
        let mut given = Vec::new();
        for (number, word) in &resources.uniforms {
            let at = uniforms.start + usize::from(*number);
            template.scalars_mut()[at] = *word;
            given.push(at);
        }
        for (name, value) in &resources.values {
            template.set_reg_u64(place(name), *value);
        }
        let register = |register: Option<RegisterId>| register.map_or(0, |r| machine.registers[r.index()]);
        let roles = &arch.roles;
        template.set_reg_u64(register(roles.workgroup_memory), WORKGROUP_LOCAL);
        Self {
            shape,
            template,
            entry: launch.entry().address(),
            clock: device.clock,
            order: Order::new(options, shape.count()),
            garbage,
            thread_local: resources.thread_local_bytes.next_multiple_of(THREAD_LOCAL_UNIT).into(),
            thread_local_size: resources.thread_local_bytes.into(),
            workgroup_local: resources.workgroup_local_bytes as usize,
            preload: resources.preload.clone(),
            uniforms: given,
            registers: file(true),
            preloads: arch.preloads,
            place: Places {
                pc: register(roles.program_counter),
                thread_local_pointer: register(roles.thread_memory),
                warp_id: register(roles.wave_number),
            },
        }
    }

    /// What it sets.
    pub fn given(&self) -> StartState {
        let rows = match &self.preload {
            Preload::Compute => {
                let rows = |p: &tables::Preload| usize::from(p.first)..usize::from(p.first) + usize::from(p.count);
                self.preloads.iter().flat_map(rows).map(|row| self.registers.start + row).collect()
            }
            Preload::Threads(threads) => {
                let all = threads.iter().flatten().map(|(number, _)| self.registers.start + usize::from(*number));
                all.collect()
            }
        };
        StartState { scalars: self.uniforms.clone(), rows, lds: self.workgroup_local, shape: self.shape }
    }

    /// Gives the threads from `first` on of a workgroup of `size` what they find in registers.
    fn number_threads(&self, registers: &mut Wave, first: usize, live: usize, id: [u32; 3], size: [u32; 3]) {
        let start = self.registers.start;
        if let Preload::Threads(threads) = &self.preload {
            for (lane, thread) in threads.iter().skip(first).take(live).enumerate() {
                for (number, value) in thread {
                    if usize::from(*number) < self.registers.len() {
                        registers.row_mut(start + usize::from(*number))[lane] = *value;
                    }
                }
            }
            return;
        }
        for lane in 0..live {
            let thread = (first + lane) as u32;
            let local = [thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1]];
            let global = |axis: usize| id[axis].wrapping_mul(self.shape.group[axis]).wrapping_add(local[axis]);
            for preload in self.preloads {
                let first = start + usize::from(preload.first);
                match preload.what {
                    Preloaded::LocalXy => registers.row_mut(first)[lane] = local[0] & 0xffff | local[1] << 16,
                    Preloaded::LocalZ => {
                        let word = &mut registers.row_mut(first)[lane];
                        *word = *word & 0xffff_0000 | local[2] & 0xffff;
                    }
                    Preloaded::Workgroup => (0..3).for_each(|axis| registers.row_mut(first + axis)[lane] = id[axis]),
                    Preloaded::Global => (0..3).for_each(|axis| registers.row_mut(first + axis)[lane] = global(axis)),
                    _ => {}
                }
            }
        }
    }
}

impl Start for Warps {
    fn workgroups(&self) -> u64 {
        self.shape.count()
    }

    fn start(&self, place: u64, group: &mut Workgroup) {
        let number = self.order.workgroup(place);
        let id = self.shape.id_of(number);
        let size = self.shape.size_of(id);
        let threads = size.into_iter().product::<u32>() as usize;
        let lanes = self.template.lanes();
        let warps = threads.div_ceil(lanes);
        group.form(warps, &self.template);
        let bytes = self.thread_local * lanes as u64;
        let slots = THREAD_LOCAL_SIZE.checked_div(bytes).unwrap_or(1);
        for (index, wave) in group.waves.iter_mut().enumerate() {
            wave.restart(id, self.entry, self.clock);
            *wave.registers.scalars_mut() = *self.template.scalars();
            let mut garbage = Garbage(number << 16 | index as u64);
            match self.garbage {
                true => wave.registers.fill_rows_with(self.registers.clone(), || garbage.next()),
                false => wave.registers.fill_rows(self.registers.clone(), 0),
            }
            let live = (threads - index * lanes).min(lanes);
            wave.lanes.alive = u64::MAX >> (64 - live);
            wave.registers.set_exec(wave.lanes.alive);
            wave.set_counters(self.place.pc, self.entry);
            self.number_threads(&mut wave.registers, index * lanes, live, id, size);
            wave.registers.set_reg_u64(self.place.warp_id, index as u64 | (WARPS - 1) << 32);
            let base = THREAD_LOCAL + (number * warps as u64 + index as u64) % slots * bytes;
            for lane in 0..lanes {
                let own = base + lane as u64 * self.thread_local;
                wave.registers.set_lane_reg_u64(self.place.thread_local_pointer, lane, own);
            }
            wave.private_range = base..base + bytes;
            wave.private.base = base;
            wave.private.layout = PrivateLayout::Ranges { size: self.thread_local_size, stride: self.thread_local };
            wave.private.bytes.clear();
            wave.private.bytes.resize(bytes as usize, 0);
            if self.garbage {
                garbage.fill(&mut wave.private.bytes);
            }
        }
        group.restart(id, self.workgroup_local);
        self.order.wavefronts(number, &mut group.order);
        if self.garbage {
            Garbage(number << 16 | 0xffff).fill(&mut group.lds);
        }
    }
}
