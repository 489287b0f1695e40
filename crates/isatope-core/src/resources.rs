//! Resources of an architecture as numbers without gaps, and sets of them.
//!
//! Every register of a file, every 32-bit part of another register, every memory and every interface has a number. A
//! file whose registers are written by halves has two numbers for each register. So what an instruction touches fits a
//! few words.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Range, Sub, SubAssign};

use crate::access::{Access, Write};
use crate::instruction::Instruction;
use crate::place::Place;
use crate::tables::{Arch, FileId, InterfaceId, MOST_RESOURCES, MemoryId, RegisterId};
use crate::target::Target;

/// Words of a set.
const WORDS: usize = MOST_RESOURCES.div_ceil(64);

/// The number of a resource of an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceId(u16);

impl ResourceId {
    /// The number, from 0 on.
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// A set of resources of one architecture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Resources {
    words: [u64; WORDS],
}

impl Resources {
    /// The set without members.
    pub const EMPTY: Self = Self { words: [0; WORDS] };

    /// The resources with these numbers.
    #[inline]
    pub fn range(range: Range<u16>) -> Self {
        let mut set = Self::EMPTY;
        set.insert_range(range);
        set
    }

    /// All resources of an architecture.
    pub fn all(arch: &Arch) -> Self {
        Self::range(0..arch.resources)
    }

    /// Adds a resource.
    #[inline]
    pub fn insert(&mut self, id: ResourceId) {
        self.words[id.index() / 64] |= 1 << (id.index() % 64);
    }

    /// Adds the resources with these numbers.
    #[inline]
    pub fn insert_range(&mut self, range: Range<u16>) {
        parts(range, |at, bits| self.words[at] |= bits);
    }

    /// Removes the resources with these numbers.
    #[inline]
    pub fn remove_range(&mut self, range: Range<u16>) {
        parts(range, |at, bits| self.words[at] &= !bits);
    }

    /// Whether one of the resources with these numbers is in the set.
    #[inline]
    pub fn meets_range(&self, range: Range<u16>) -> bool {
        let mut met = 0;
        parts(range, |at, bits| met |= self.words[at] & bits);
        met != 0
    }

    /// Whether a resource is in the set.
    #[inline]
    pub fn contains(&self, id: ResourceId) -> bool {
        self.words[id.index() / 64] >> (id.index() % 64) & 1 != 0
    }

    /// Whether no resource is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Number of members.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether a resource is in both sets.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        // All words are looked at, because that needs no branches.
        self.words.iter().zip(&other.words).fold(0, |met, (a, b)| met | a & b) != 0
    }

    /// Whether every member of the other set is in this one.
    #[inline]
    pub fn covers(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| b & !a == 0)
    }

    /// The members, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = ResourceId> + use<> {
        let words = self.words;
        (0..WORDS).flat_map(move |at| {
            let mut rest = words[at];
            core::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(ResourceId((at * 64) as u16 + bit as u16))
            })
        })
    }

    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.words;
        words.iter_mut().zip(other.words).for_each(|(a, b)| *a = f(*a, b));
        Self { words }
    }
}

/// Calls a function for each word of a set that has some of the resources with these numbers, and the bits of those.
#[inline]
fn parts(range: Range<u16>, mut each: impl FnMut(usize, u64)) {
    let (start, end) = (usize::from(range.start), usize::from(range.end).min(WORDS * 64));
    if start >= end {
        return;
    }
    let (first, last) = (start / 64, (end - 1) / 64);
    let (from, to) = (u64::MAX << (start % 64), u64::MAX >> (63 - (end - 1) % 64));
    // Operands have few registers: nearly all of them are in one word.
    if first == last {
        return each(first, from & to);
    }
    each(first, from);
    (first + 1..last).for_each(|word| each(word, u64::MAX));
    each(last, to);
}

impl FromIterator<ResourceId> for Resources {
    fn from_iter<I: IntoIterator<Item = ResourceId>>(ids: I) -> Self {
        let mut set = Self::EMPTY;
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

impl BitOr for Resources {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitAnd for Resources {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl Sub for Resources {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl BitOrAssign for Resources {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for Resources {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl SubAssign for Resources {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|id| id.0)).finish()
    }
}

impl Arch {
    /// The numbers of registers of a file.
    #[inline]
    pub fn file_resources(&self, file: FileId, first: u16, count: u16) -> Range<u16> {
        let info = &self[file];
        let parts = u16::from(info.parts);
        let clamp = |n: u32| n.min(info.count) as u16;
        let start = clamp(first.into());
        let end = clamp(u32::from(first) + u32::from(count));
        info.first_resource + parts * start..info.first_resource + parts * end
    }

    /// The numbers of a register that is not in a file, or of one 32-bit part of it.
    #[inline]
    pub fn register_resources(&self, register: RegisterId, part: Option<u8>) -> Range<u16> {
        let info = &self[register];
        let (first, parts) = (info.first_resource, info.bits.div_ceil(32).max(1) as u16);
        match part {
            Some(part) if u16::from(part) < parts => first + u16::from(part)..first + u16::from(part) + 1,
            _ => first..first + parts,
        }
    }

    /// The first number of a memory.
    fn memory_resource(&self) -> u16 {
        self.resources - (self.memories.len() + self.interfaces.len()) as u16
    }

    /// The number that a memory has.
    pub fn memory_resources(&self, memory: MemoryId) -> Range<u16> {
        let first = self.memory_resource() + memory.index() as u16;
        first..first + 1
    }

    /// The numbers that a place has. [`Place::AnyRegister`] has those of the whole file.
    pub fn resource_ids(&self, place: Place) -> Range<u16> {
        let one = |index: usize| self.memory_resource() + index as u16..self.memory_resource() + index as u16 + 1;
        match place {
            Place::Registers { file, first, count } => self.file_resources(file.id, first, count.into()),
            Place::AnyRegister(file) => self.file_resources(file.id, 0, u16::MAX),
            Place::Special { register, part } => self.register_resources(register.id, part),
            Place::Memory(memory) => self.memory_resources(memory.id),
            Place::Interface(interface) => one(self.memories.len() + interface.id.index()),
        }
    }
}

impl Target {
    /// The place that a resource is. Both halves of a register of a file are the register.
    pub fn resource(self, id: ResourceId) -> Place {
        let (arch, at) = (self.arch(), id.0);
        if let Some(number) = at.checked_sub(arch.memory_resource()) {
            let number = usize::from(number);
            return match number.checked_sub(arch.memories.len()) {
                None => Place::Memory(self.row(MemoryId::new(number))),
                Some(number) => Place::Interface(self.row(InterfaceId::new(number))),
            };
        }
        let file = arch.files.iter().rposition(|file| file.count > 0 && file.first_resource <= at);
        if let Some(number) = file {
            let file = &arch.files[number];
            let first = (at - file.first_resource) / u16::from(file.parts);
            if u32::from(first) < file.count {
                return Place::Registers { file: self.row(FileId::new(number)), first, count: 1 };
            }
        }
        let number = arch.registers.iter().rposition(|register| register.first_resource <= at).unwrap_or(0);
        let register = &arch.registers[number];
        let part = (register.bits > 32).then(|| (at - register.first_resource) as u8);
        Place::Special { register: self.row(RegisterId::new(number)), part }
    }
}

/// The resources that an instruction reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Uses {
    /// Resources that it may read.
    pub reads: Resources,
    /// Resources that it writes wholly, in the active lanes.
    pub writes: Resources,
    /// Resources that it may write, in part or under a condition; those of `writes` are not among them.
    pub may_write: Resources,
    /// The part of `writes` whose registers keep their values in the lanes that are not active.
    pub masked: Resources,
}

impl Uses {
    /// All resources that may be written.
    #[inline]
    pub fn written(&self) -> Resources {
        self.writes | self.may_write
    }
}

impl Instruction {
    /// The resources that it reads and writes, as [`access`](Self::access) says it: register indexing is not followed.
    pub fn uses(&self) -> Uses {
        let arch = self.target().arch();
        let per_lane = self.encoding().effects.per_lane && !arch.lanes_diverge();
        let mut uses = Uses::default();
        let mut kept = Resources::EMPTY;
        for access in self.access() {
            let ids = Resources::range(arch.resource_ids(access.place));
            let any = matches!(access.place, Place::AnyRegister(_));
            let half = self.half_written(&access);
            match access.write {
                Write::Always if !any => uses.writes |= half.unwrap_or(ids),
                Write::Maybe if half.is_some() => uses.may_write |= half.unwrap_or(ids),
                Write::Always | Write::Maybe => uses.may_write |= ids,
                Write::No => {}
            }
            // The half that stays is no use of the old value.
            if access.read && half.is_none() {
                uses.reads |= ids;
            }
            if per_lane && access.place.is_per_lane() {
                kept |= ids;
            }
        }
        uses.may_write -= uses.writes;
        uses.masked = uses.writes & kept;
        uses
    }

    /// The halves of a register that it writes through an operand, where a field names one of them.
    fn half_written(&self, access: &Access) -> Option<Resources> {
        let Place::Registers { file, first, count } = access.place else { return None };
        let arch = self.target().arch();
        let operand = usize::from(access.operand?);
        if file.parts != 2 || access.write == Write::No || self.inst().operands.get(operand)?.read {
            return None;
        }
        let halves = self.field_named(self.target().checks()?.halves).filter(|halves| matches!(halves, 1 | 2))?;
        let all = arch.file_resources(file.id, first, count.into());
        let written = |id: &u16| (halves >> ((id - file.first_resource) % 2)) & 1 != 0;
        Some(all.filter(written).map(ResourceId).collect())
    }
}

impl Target {
    /// How many resources its architecture has; their numbers are below that.
    pub fn resource_count(self) -> usize {
        self.arch().resources.into()
    }
}
