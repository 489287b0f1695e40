//! Initial state of a kernel as HSA defines it: the dispatch packet, the queue, the kernarg segment, and the registers.
//!
//! Sources: LLVM's AMDGPU backend guide, "Initial Kernel Execution State"; HSA runtime specification, 2.6 (queue) and
//! 2.9 (packet).

use isatope_core::Target;
use isatope_core::tables::Terms;
use isatope_lanes::{Machine, Wave};
use isatope_object::launch::{Convention, LaunchInfo, SystemSgpr, UserSgpr};

use crate::counted;
use crate::image::Generation;
use crate::machine::shape::{Garbage, Order, Shape, StartState};
use crate::machine::wave_memory::PrivateLayout;
use crate::machine::workgroup::Start;
use crate::machine::workgroup::Workgroup;

/// The high word of flat addresses of LDS.
pub(crate) const SHARED_APERTURE: u32 = 0x1_0000;
/// The high word of flat addresses of private memory.
pub(crate) const PRIVATE_APERTURE: u32 = 0x2_0000;
/// Where private memory lies.
const PRIVATE: u64 = 0x2_0000_0000;
/// The base from which FLAT_SCRATCH counts up to gfx8.
const HIDDEN_BASE: u64 = 0x1_8000_0000;
/// Wavefronts whose private memory has addresses of its own, at most; after these they are used again.
const SLOTS: u64 = 1 << 12;
/// Bytes of addresses of private memory: the offset of a wavefront has 32 bits.
const PRIVATE_BYTES: u64 = 1 << 32;
/// Private memory of a wavefront is a multiple of this many bytes (COMPUTE_TMPRING_SIZE.WAVESIZE).
const SCRATCH_UNIT: u64 = 1024;

/// Addresses that a kernel is given.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Addresses {
    pub packet: u64,
    pub queue: u64,
    pub kernarg: u64,
    pub entry: u64,
}

/// What a dispatch has beside its addresses.
#[derive(Clone, Debug)]
pub(crate) struct Resources {
    /// Bytes of LDS of a workgroup.
    pub lds: u32,
    /// Bytes of private memory of a work-item.
    pub private_of_item: u32,
    /// The shader clock when it starts.
    pub clock: u64,
    /// In which order workgroups and wavefronts run.
    pub order: Order,
    /// Whether everything that is undefined at the start is garbage, not 0.
    pub garbage: bool,
    /// Whether an access past the end of a dword of private memory goes on in the next one of its lane.
    pub unaligned_scratch: bool,
}

/// The dispatch packet of AQL.
pub(crate) fn packet(shape: &Shape, private: u32, group: u32, kernel_object: u64, kernarg: u64) -> Vec<u8> {
    const KERNEL_DISPATCH: u16 = 2;
    let mut bytes = Vec::with_capacity(64);
    bytes.extend(KERNEL_DISPATCH.to_le_bytes());
    bytes.extend(shape.dimensions.to_le_bytes());
    shape.group.iter().for_each(|n| bytes.extend((*n as u16).to_le_bytes()));
    bytes.extend([0; 2]);
    shape.grid.iter().for_each(|n| bytes.extend(n.to_le_bytes()));
    bytes.extend(private.to_le_bytes());
    bytes.extend(group.to_le_bytes());
    bytes.extend(kernel_object.to_le_bytes());
    bytes.extend(kernarg.to_le_bytes());
    bytes.resize(64, 0);
    bytes
}

/// Says whose memory is near an address: private memory, of which a work-item has so many bytes, or LDS.
pub(crate) fn about_local(address: u64, called: &Terms, private_of_item: u32, lds: u32) -> Option<String> {
    const IN_MEMORY: u32 = (PRIVATE >> 32) as u32;
    /// A negative index leads so far before the start of a memory.
    const NEAR: u64 = 1 << 20;
    /// Where negative offsets lead with the descriptor of private memory: offsets have 32 bits, and 64 lanes alternate.
    const WRAPPED: u64 = PRIVATE + (64 << 32);
    let Terms { private, thread, shared, .. } = called;
    match (address >> 32) as u32 {
        PRIVATE_APERTURE | IN_MEMORY => {
            Some(format!("{private} lies there, and each {thread} has {private_of_item} bytes"))
        }
        SHARED_APERTURE => Some(format!("{shared} lies there: a workgroup has {lds} bytes of it")),
        _ => {
            let starts = [
                (u64::from(PRIVATE_APERTURE) << 32, 1, private),
                (u64::from(SHARED_APERTURE) << 32, 1, shared),
                (WRAPPED, 64, private),
            ];
            starts.into_iter().find_map(|(start, lanes, name)| {
                let before = start.checked_sub(address)?.div_ceil(lanes);
                let bytes = counted(before as usize, "byte", "bytes");
                (before <= NEAR).then(|| format!("the address is {bytes} before the start of {name}"))
            })
        }
    }
}

/// The queue: `amd_queue_t`, of which programs read the apertures.
pub(crate) fn queue() -> Vec<u8> {
    let mut bytes = vec![0; 256];
    bytes[64..68].copy_from_slice(&SHARED_APERTURE.to_le_bytes());
    bytes[68..72].copy_from_slice(&PRIVATE_APERTURE.to_le_bytes());
    bytes
}

/// What a driver fills in for a symbol that Mesa's objects leave open: words of the descriptor of scratch.
pub(crate) fn scratch_symbol(target: Target, name: &str) -> Option<u64> {
    let word = name.strip_prefix("SCRATCH_RSRC_DWORD")?.parse::<usize>().ok()?;
    scratch_descriptor(Generation::of(target)).get(word).map(|word| (*word).into())
}

/// How the workgroups of a dispatch begin.
pub(crate) struct Dispatch {
    shape: Shape,
    /// The scalar registers that all wavefronts begin with.
    template: Wave,
    entry: u64,
    /// First of the vector registers, and how many the kernel has.
    vectors: usize,
    system: Vec<(SystemSgpr, usize)>,
    /// Scalar words that hold the same in all wavefronts.
    user: Vec<usize>,
    /// The scalar registers that the kernel has.
    scalars: std::ops::Range<usize>,
    workitem_ids: usize,
    /// Numbers of work-items, for each wavefront of a whole workgroup: a row of lanes for each axis.
    items: Vec<Vec<u32>>,
    lds: usize,
    private: u64,
    clock: u64,
    order: Order,
    garbage: bool,
    unaligned_scratch: bool,
}

impl Dispatch {
    pub(crate) fn new(
        target: Target,
        machine: &'static dyn Machine,
        info: &LaunchInfo,
        shape: Shape,
        addresses: Addresses,
        resources: Resources,
    ) -> Self {
        let Resources { lds, private_of_item, clock, order, garbage, unaligned_scratch } = resources;
        let arch = target.arch();
        let roles = &arch.roles;
        let scalars = roles.scalar.map_or(0, |file| machine.files[file.index()]);
        let generation = Generation::of(target);
        let private = (u64::from(private_of_item) * machine.lanes() as u64).next_multiple_of(SCRATCH_UNIT);
        let mut template = machine.wave();
        for user in &info.user_sgprs {
            let first = scalars + usize::from(user.first);
            let words = user_words(user.what, &addresses, &shape, private_of_item, generation);
            for (word, at) in words.into_iter().zip(first..first + usize::from(user.count)) {
                template.scalars_mut()[at] = word;
            }
        }
        let mode = u32::from(info.round_32)
            | u32::from(info.round_16_64) << 2
            | u32::from(info.denorm_32) << 4
            | u32::from(info.denorm_16_64) << 6
            | u32::from(info.dx10_clamp) << 8
            | u32::from(info.ieee_mode) << 9
            | u32::from(info.exceptions & 0x7f) << 12
            | u32::from(info.fp16_overflow) << 23;
        let special = [
            (roles.float_mode, u64::from(mode)),
            (roles.shared_base, SHARED_APERTURE.into()),
            (roles.shared_limit, SHARED_APERTURE.into()),
            (roles.private_base, PRIVATE_APERTURE.into()),
            (roles.private_limit, PRIVATE_APERTURE.into()),
            (roles.hidden_private_base, HIDDEN_BASE),
        ];
        for (register, value) in special {
            let Some(register) = register else { continue };
            let at = machine.registers[register.index()];
            template.scalars_mut()[at] = value as u32;
            if arch[register].bits > 32 {
                template.scalars_mut()[at + 1] = (value >> 32) as u32;
            }
        }
        Self {
            shape,
            template,
            entry: addresses.entry,
            vectors: info.vgprs as usize,
            system: info.system_sgprs.iter().map(|s| (s.what, scalars + usize::from(s.first))).collect(),
            user: info
                .user_sgprs
                .iter()
                .flat_map(|u| (0..u.count).map(move |k| usize::from(u.first + k)))
                .map(|at| scalars + at)
                .collect(),
            scalars: scalars..scalars + info.sgprs as usize,
            workitem_ids: usize::from(info.workitem_ids),
            items: items(shape.group, usize::from(info.workitem_ids), machine.lanes()),
            lds: lds as usize,
            private,
            clock,
            order,
            garbage,
            unaligned_scratch,
        }
    }
}

/// What the user SGPRs of a kind hold.
fn user_words(what: UserSgpr, at: &Addresses, shape: &Shape, private_of_item: u32, generation: Generation) -> Vec<u32> {
    let pair = |n: u64| vec![n as u32, (n >> 32) as u32];
    match what {
        UserSgpr::PrivateSegmentBuffer => scratch_descriptor(generation),
        UserSgpr::DispatchPtr => pair(at.packet),
        UserSgpr::QueuePtr => pair(at.queue),
        UserSgpr::KernargSegmentPtr => pair(at.kernarg),
        UserSgpr::DispatchId => pair(0),
        // From gfx9 on the address of the queue's scratch; before, how far it is from the hidden base, and the bytes of
        // a work-item.
        UserSgpr::FlatScratchInit if generation == Generation::Gfx9 => pair(PRIVATE),
        UserSgpr::FlatScratchInit => vec![(PRIVATE - HIDDEN_BASE) as u32, private_of_item],
        UserSgpr::PrivateSegmentSize => vec![private_of_item],
        UserSgpr::GridWorkgroupCountX => vec![shape.workgroups()[0]],
        UserSgpr::GridWorkgroupCountY => vec![shape.workgroups()[1]],
        UserSgpr::GridWorkgroupCountZ => vec![shape.workgroups()[2]],
    }
}

/// The descriptor of scratch as the HSA runtime makes it: swizzled, dwords of 64 lanes side by side, the number of the
/// lane added.
fn scratch_descriptor(generation: Generation) -> Vec<u32> {
    const SWIZZLE: u32 = 1 << 31;
    const DST_SEL_XYZW: u32 = 4 | 5 << 3 | 6 << 6 | 7 << 9;
    const NUM_FORMAT_UINT: u32 = 4 << 12;
    const DATA_FORMAT_32: u32 = 4 << 15;
    const ELEMENT_SIZE_4: u32 = 1 << 19;
    const INDEX_STRIDE_64: u32 = 3 << 21;
    const ADD_TID: u32 = 1 << 23;
    // With ADD_TID, DATA_FORMAT is a part of the stride from gfx8 on.
    let format = if generation < Generation::Gfx8 { DATA_FORMAT_32 } else { 0 };
    let word3 = DST_SEL_XYZW | NUM_FORMAT_UINT | format | ELEMENT_SIZE_4 | INDEX_STRIDE_64 | ADD_TID;
    vec![PRIVATE as u32, (PRIVATE >> 32) as u32 | SWIZZLE, u32::MAX, word3]
}

impl Start for Dispatch {
    fn workgroups(&self) -> u64 {
        self.shape.count()
    }

    fn start(&self, place: u64, group: &mut Workgroup) {
        let number = self.order.workgroup(place);
        let id = self.shape.id_of(number);
        let size = self.shape.size_of(id);
        let items = size.into_iter().product::<u32>() as usize;
        let lanes = self.template.lanes();
        let waves = items.div_ceil(lanes);
        let partial = (size != self.shape.group).then(|| self::items(size, self.workitem_ids, self.template.lanes()));
        let numbers = partial.as_ref().unwrap_or(&self.items);
        group.form(waves, &self.template);
        for (index, wave) in group.waves.iter_mut().enumerate() {
            wave.restart(id, self.entry, self.clock);
            let scalars = self.template.layout().scalars;
            wave.registers.scalars_mut()[..scalars].copy_from_slice(&self.template.scalars()[..scalars]);
            wave.registers.fill_rows(self.workitem_ids..self.vectors, 0);
            let live = (items - index * lanes).min(lanes);
            wave.registers.set_exec(u64::MAX >> (64 - live));
            if self.garbage {
                self.litter(&mut wave.registers, number << 16 | index as u64);
            }
            for (at, row) in numbers[index].chunks_exact(lanes).enumerate() {
                wave.registers.row_mut(at).copy_from_slice(row);
            }
            let slots = PRIVATE_BYTES.checked_div(self.private).unwrap_or(SLOTS).clamp(1, SLOTS);
            let slot = (number * waves as u64 + index as u64) % slots;
            wave.private_range = PRIVATE + slot * self.private..PRIVATE + (slot + 1) * self.private;
            if self.private != 0 {
                wave.private.base = PRIVATE + slot * self.private;
                wave.private.layout =
                    PrivateLayout::Interleaved { lanes: lanes as u32, goes_on: self.unaligned_scratch };
                wave.private.bytes.clear();
                wave.private.bytes.resize(self.private as usize, 0);
                if self.garbage {
                    Garbage(!(number << 16 | index as u64)).fill(&mut wave.private.bytes);
                }
            }
            for &(what, at) in &self.system {
                wave.registers.scalars_mut()[at] = match what {
                    SystemSgpr::WorkgroupIdX => id[0],
                    SystemSgpr::WorkgroupIdY => id[1],
                    SystemSgpr::WorkgroupIdZ => id[2],
                    SystemSgpr::WorkgroupInfo => u32::from(index == 0) << 31 | waves as u32,
                    SystemSgpr::PrivateSegmentWavefrontOffset => (slot * self.private) as u32,
                };
            }
        }
        group.restart(id, self.lds);
        self.order.wavefronts(number, &mut group.order);
        if self.garbage {
            Garbage(number << 16 | 0xffff).fill(&mut group.lds);
        }
    }
}

impl Dispatch {
    /// What it sets.
    pub(crate) fn given(&self) -> StartState {
        StartState {
            scalars: self.user.iter().copied().chain(self.system.iter().map(|(_, at)| *at)).collect(),
            rows: (0..self.workitem_ids).collect(),
            lds: self.lds,
            shape: self.shape,
        }
    }

    /// Puts garbage into the registers that nobody has set.
    fn litter(&self, registers: &mut Wave, seed: u64) {
        let mut garbage = Garbage(seed);
        for at in self.scalars.clone().filter(|at| !self.user.contains(at)) {
            registers.scalars_mut()[at] = garbage.next();
        }
        registers.fill_rows_with(0..self.vectors, || garbage.next());
    }
}

/// Numbers of the work-items of a workgroup in x, y and z, as many axes as are wanted: rows of lanes, for each
/// wavefront.
fn items(size: [u32; 3], wanted: usize, lanes: usize) -> Vec<Vec<u32>> {
    let count = size.into_iter().product::<u32>() as usize;
    let mut waves = vec![vec![0; lanes * wanted]; count.div_ceil(lanes)];
    let mut at = [0; 3];
    for item in 0..count {
        for (row, number) in waves[item / lanes].chunks_exact_mut(lanes).zip(at) {
            row[item % lanes] = number;
        }
        for axis in 0..3 {
            at[axis] += 1;
            if at[axis] < size[axis] {
                break;
            }
            at[axis] = 0;
        }
    }
    waves
}

/// Where the arguments that a launch gives begin, and what precedes them and after.
pub(crate) fn around(convention: Convention, shape: &Shape, offset: [u64; 3], kernarg: &mut Vec<u8>) {
    let end = kernarg.len().next_multiple_of(8);
    let mut put = |at: usize, value: u32| {
        if kernarg.len() < at + 4 {
            kernarg.resize(at + 4, 0);
        }
        kernarg[at..at + 4].copy_from_slice(&value.to_le_bytes());
    };
    match convention {
        Convention::Hsa => {}
        Convention::OldMesa => {
            let numbers = shape.workgroups().into_iter().chain(shape.grid).chain(shape.group);
            numbers.enumerate().for_each(|(k, n)| put(4 * k, n));
        }
        Convention::Mesa => {
            put(end, shape.dimensions.into());
            offset.iter().zip(1..).for_each(|(n, k)| put(end + 4 * k, *n as u32));
        }
    }
}
