//! Instructions that the analysis has to look at: those that write registers of the whole wavefront, lead elsewhere, or
//! access memory through a register of the whole wavefront.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use isatope_core::tables::{
    Arch, Class, Encoding, Field, FieldKind, FileId, Kind, LayoutId, Place, RegisterId, Slot, To, Touch,
};
use isatope_core::{Instruction, Opcode, Target, Write};

/// Bytes of code that are searched at a time.
const BLOCK: usize = 1 << 10;

/// What the analysis needs to know about each form of a target.
#[derive(Debug)]
pub(crate) struct Interest {
    target: Target,
    /// Each is found when it is needed: a function has few of them, so room for all would mostly be empty.
    forms: Vec<OnceLock<Box<FormInfo>>>,
    /// First words of instructions that read the program counter: mask and value.
    counters: Vec<(u32, u32)>,
    /// First words of branches, and of some other instructions.
    branches: Vec<(u32, u32)>,
}

/// Facts about a form.
#[derive(Debug, Default)]
pub(crate) struct FormInfo {
    /// Whether it has to be looked at.
    pub wanted: bool,
    /// Whether it may lead elsewhere.
    pub leads: bool,
    /// Whether it gives the program counter to a register.
    pub reads_counter: bool,
    /// Whether it accesses global memory.
    pub accesses_memory: bool,
    /// Whether it may depend on nothing but its own bits.
    pub is_constant: bool,
    /// What it touches of the registers that a wavefront has once.
    touches: Vec<(&'static Touch, Location)>,
}

impl FormInfo {
    /// Whether it may lead elsewhere, or gives the program counter to a register.
    #[inline]
    pub(crate) fn leads_or_reads_counter(&self) -> bool {
        self.leads || self.reads_counter
    }
}

/// Registers that a touch is about.
#[derive(Debug)]
enum Location {
    /// Registers from an operand on.
    Operand { field: &'static Field, class: &'static Class, first: u8, count: u8 },
    /// Resources, whatever the word.
    Fixed(Range<u16>),
}

/// Resources that an instruction reads or writes.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    /// Their numbers.
    pub ids: Range<u16>,
    /// Whether it reads them.
    pub read: bool,
    /// Whether it writes them.
    pub write: Write,
}

impl Interest {
    /// Facts about a target, which are collected once.
    pub(crate) fn of(target: Target) -> Arc<Self> {
        static KNOWN: Mutex<Vec<Arc<Interest>>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.iter().find(|found| found.target == target) {
            return found.clone();
        }
        let found = Arc::new(Self::find(target));
        known.push(found.clone());
        found
    }

    fn find(target: Target) -> Self {
        let arch = target.arch();
        let mut counters = Vec::new();
        let mut branches: HashMap<LayoutId, (u32, u32)> = HashMap::new();
        for encoding in (0..arch.forms.len()).filter_map(|form| encoding_of(target, form)) {
            let (mask, value) = (encoding.pattern.mask as u32, encoding.pattern.value as u32);
            if uses_counter(arch, encoding) && info(arch, encoding).reads_counter {
                counters.push((mask, value));
            }
            let relative = |to: &To| matches!(to, To::Sum { next: true, .. });
            if encoding.successors.iter().any(|successor| relative(&successor.to) && !successor.saves) {
                let known = branches.entry(encoding.layout).or_insert((mask, value));
                let same = known.0 & mask & !(known.1 ^ value);
                *known = (same, value & same);
            }
        }
        let forms = std::iter::repeat_with(OnceLock::new).take(arch.forms.len()).collect();
        Self { target, forms, counters, branches: branches.into_values().collect() }
    }

    /// What is known about a form.
    #[inline]
    pub(crate) fn form(&self, form: Opcode) -> &FormInfo {
        let find =
            || encoding_of(self.target, form.index()).map_or_else(Default::default, |e| info(self.target.arch(), e));
        self.forms[form.index()].get_or_init(|| Box::new(find()))
    }

    /// The last place that looks like an instruction which reads the program counter.
    pub(crate) fn last_counter(&self, code: &[u8]) -> Option<usize> {
        self.counters(code).next_back()
    }

    /// Places that look like instructions which read the program counter.
    pub(crate) fn counters<'c>(&'c self, code: &'c [u8]) -> impl DoubleEndedIterator<Item = usize> + 'c {
        // Few blocks have one. Without a way out of the loop over a block, the compiler can vectorise it.
        let has_one = |block: &[u8]| {
            let words = block.as_chunks::<4>().0;
            self.counters.iter().any(|(mask, value)| {
                words.iter().fold(false, |any, word| any | (u32::from_le_bytes(*word) & mask == *value))
            })
        };
        let blocks = code.chunks(BLOCK).enumerate().filter(move |(_, block)| has_one(block));
        blocks.flat_map(|(index, block)| self.places(block, &self.counters).map(move |at| index * BLOCK + at))
    }

    /// Places that look like branches.
    pub(crate) fn branches<'c>(&'c self, code: &'c [u8]) -> impl Iterator<Item = usize> + 'c {
        self.places(code, &self.branches)
    }

    /// Offsets of words that fit one of the patterns in their first 32 bits.
    fn places<'c>(&self, code: &'c [u8], patterns: &'c [(u32, u32)]) -> impl DoubleEndedIterator<Item = usize> + 'c {
        let word = self.target.arch().word_bits as usize / 8;
        code.chunks_exact(word).enumerate().filter_map(move |(index, bytes)| {
            let bits = u32::from_le_bytes(*bytes.first_chunk()?);
            patterns.iter().any(|(mask, value)| bits & mask == *value).then_some(word * index)
        })
    }

    /// What an instruction reads and writes of the registers that a wavefront has once.
    pub(crate) fn shared<'s>(&'s self, inst: &'s Instruction) -> impl Iterator<Item = Shared> + 's {
        let arch = self.target.arch();
        let bits = inst.bits();
        self.form(inst.opcode()).touches.iter().filter_map(move |(touch, location)| {
            let ids = match location {
                Location::Fixed(ids) => ids.clone(),
                Location::Operand { field, class, first, count } => {
                    let code = field.value(inst.all_bits()) as u32;
                    let range = class.range(code)?;
                    let offset = code - range.first;
                    match range.kind {
                        Kind::File { file, base, step } if !arch[file].per_lane => {
                            let number = u32::from(base) + offset * u32::from(step) + u32::from(*first);
                            arch.file_resources(file, number as u16, (*count).into())
                        }
                        Kind::Register(register) if is_tracked(arch, register) => {
                            let ids = arch.register_resources(register, None);
                            let from = ids.start + (offset as u16 + u16::from(*first)).min(ids.end - ids.start);
                            from..(from + u16::from(*count)).min(ids.end)
                        }
                        _ => return None,
                    }
                }
            };
            let (read, write) = (touch.reads(bits), touch.writes(bits));
            (read || write != Write::No).then_some(Shared { ids, read, write })
        })
    }
}

/// The encoding of a form for a target.
fn encoding_of(target: Target, form: usize) -> Option<&'static Encoding> {
    let arch = target.arch();
    Some(&arch[arch.forms[form].encoding(target.version())?])
}

/// Whether an encoding reads the program counter.
fn uses_counter(arch: &Arch, encoding: &Encoding) -> bool {
    let counter = |place| matches!(place, Place::Register(register) if Some(register) == arch.roles.program_counter);
    encoding.effects.touches.as_slice().iter().any(|touch| counter(touch.place) && !touch.read.as_slice().is_empty())
}

fn info(arch: &'static Arch, encoding: &'static Encoding) -> FormInfo {
    let leads = !encoding.successors.as_slice().is_empty() || arch[arch[encoding.form].inst].role.is_some();
    let flows = arch[encoding.layout].flow.is_some();
    let global = |place| matches!(place, Place::Memory(memory) if Some(usize::from(memory)) == arch.roles.global);
    let all = encoding.effects.touches.as_slice();
    let touches: Vec<_> =
        all.iter().filter_map(|touch| Some((touch, location(arch, encoding, touch.place)?))).collect();
    let writes = touches.iter().any(|(touch, _)| !touch.written.as_slice().is_empty());
    let accesses_memory = all.iter().any(|touch| global(touch.place));
    let uses_counter = uses_counter(arch, encoding);
    let scalar = touches.iter().any(|(_, location)| matches!(location, Location::Operand { .. }));
    FormInfo {
        leads: leads || flows,
        wanted: leads || flows || writes || scalar && accesses_memory,
        reads_counter: uses_counter && writes && !leads,
        accesses_memory,
        is_constant: writes && !leads && !uses_counter && !accesses_memory && !encoding.effects.per_lane,
        touches,
    }
}

/// The registers of a place that a wavefront has once, and whose values are tracked.
fn location(arch: &'static Arch, encoding: &Encoding, place: Place) -> Option<Location> {
    let file = |file: FileId, first, count| {
        (!arch[file].per_lane).then(|| Location::Fixed(arch.file_resources(file, first, count)))
    };
    let register = |register: RegisterId| {
        is_tracked(arch, register).then(|| Location::Fixed(arch.register_resources(register, None)))
    };
    let operand = |operand: u8, first, count| {
        let layout = &arch[encoding.layout];
        match layout.slots.get(usize::from(operand)) {
            Some(&Slot::Register(found)) => register(found),
            Some(&Slot::Field(field)) => {
                let field = &layout[field];
                let FieldKind::Operand(class) = field.kind else { return None };
                let class = &arch[class];
                let can_be = class.codes.iter().any(|range| match range.kind {
                    Kind::File { file, .. } => !arch[file].per_lane,
                    Kind::Register(found) => is_tracked(arch, found),
                    _ => false,
                });
                can_be.then_some(Location::Operand { field, class, first, count })
            }
            None => None,
        }
    };
    match place {
        Place::Words { operand: index, first, count } => operand(index, first, count),
        Place::AnyWord { operand: index } => operand(index, 0, u8::MAX),
        Place::Registers { file: found, first, count } => file(found, first, count.into()),
        Place::Any { file: found } => file(found, 0, u16::MAX),
        Place::Register(found) => register(found),
        Place::Memory(_) | Place::Interface(_) => None,
    }
}

/// Whether values of a register are tracked: not those of masks of lanes, which vector instructions write all the time.
pub(crate) fn is_tracked(arch: &Arch, register: RegisterId) -> bool {
    let found = &arch[register];
    !found.per_lane && !found.mask && Some(register) != arch.roles.program_counter
}
