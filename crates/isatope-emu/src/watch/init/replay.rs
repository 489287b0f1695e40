//! The world of a twin: repeats the results of the original, except where they depend
//! on uninitialized data.

use std::collections::HashSet;
use std::sync::Arc;

use isatope_lanes::world::lanes_of;
use isatope_lanes::{Answers, Argument, World};

use super::Origin;
use super::shadow::Shadow;
use crate::image::TexelMemory;
use crate::machine::fault::{Access, Owner, Source, Use};
use crate::machine::services::Units;
use crate::machine::wave_memory::Spaces;

/// The memories of which twins may have another view.
pub(super) struct Memories<'a> {
    pub spaces: Spaces,
    pub units: &'a dyn Units,
    pub lds: &'a mut Shadow,
    pub private: &'a mut Shadow,
    /// Allocations of global memory with uninitialized bytes.
    pub global: &'a mut Vec<Shadow>,
    /// All allocations of global memory: address and length.
    pub allocations: &'a [(u64, usize)],
}

impl Memories<'_> {
    /// The memory in which an access lies, and where.
    fn find(&mut self, memory: usize, address: u64, count: usize) -> Option<(&mut Shadow, usize)> {
        if self.spaces.is_shared(memory, address) {
            let at = self.lds.find(address, count)?;
            return Some((self.lds, at));
        }
        if memory != self.spaces.global {
            return None;
        }
        if let Some(at) = self.private.find(address, count) {
            return Some((self.private, at));
        }
        self.global.iter_mut().find_map(|shadow| shadow.find(address, count).map(|at| (shadow, at)))
    }

    /// Whether bytes of an access differ.
    pub fn is_undefined(&mut self, access: &Access) -> bool {
        let count = access.bytes as usize;
        let found = self.find(access.memory, access.address, count);
        found.is_some_and(|(shadow, at)| shadow.is_undefined(at, count))
    }

    /// Whether others see what lies at an address.
    fn is_shared(&self, memory: usize, address: u64) -> bool {
        !self.spaces.is_shared(memory, address) && self.private.find(address, 1).is_none()
    }

    /// Whether an access is to memory that others see, other than the workgroup.
    pub fn is_global(&self, access: &Access) -> bool {
        access.memory == self.spaces.global && self.is_shared(access.memory, access.address)
    }

    /// The wavefront stores uninitialized bytes to global memory, and its twin this value; `false` if no allocation has
    /// room for them.
    pub fn store(&mut self, access: &Access, twin: u128, origin: &Origin) -> bool {
        let (address, count) = (access.address, access.bytes as usize);
        if self.find(access.memory, address, count).is_none() {
            let holds = |&&(base, length): &&(u64, usize)| address.wrapping_sub(base) < length as u64;
            let Some(&(base, length)) = self.allocations.iter().find(holds) else { return false };
            self.global.push(Shadow::new(base, length, Some(vec![0; length.div_ceil(64)])));
        }
        let Some((shadow, at)) = self.find(access.memory, address, count) else { return false };
        shadow.write(at, count, access.value, twin);
        shadow.set_origin(at, count, origin);
        true
    }

    /// Notes where the bytes of an access come from.
    pub fn set_origin(&mut self, access: &Access, origin: &Origin) {
        let count = access.bytes as usize;
        if let Some((shadow, at)) = self.find(access.memory, access.address, count) {
            shadow.set_origin(at, count, origin);
        }
    }

    /// The wavefront writes what its twin writes.
    pub fn define(&mut self, access: &Access) {
        let count = access.bytes as usize;
        if let Some((shadow, at)) = self.find(access.memory, access.address, count) {
            shadow.write(at, count, access.value, access.value);
        }
    }
}

/// Words that an instruction read and that may have any value: the lane, the word of the wavefront and that of the
/// twin.
#[derive(Debug, Default)]
pub(super) struct RawWords(HashSet<(usize, u32, u32)>);

impl RawWords {
    /// Whether a lane read a word.
    pub fn has(&self, lane: usize, real: u32, twin: u32) -> bool {
        !self.0.is_empty() && self.0.contains(&(lane, real, twin))
    }

    /// Whether any lane read a word.
    pub fn has_word(&self, real: u32, twin: u32) -> bool {
        self.0.iter().any(|(_, a, b)| (*a, *b) == (real, twin))
    }
}

/// Answers a twin what the wavefront was answered, access by access.
pub(super) struct Replay<'a, 'm> {
    memories: &'a mut Memories<'m>,
    accesses: &'a [Access],
    at: usize,
    wrong: Option<Use>,
    /// The first bytes that were read and differ.
    read: Option<Origin>,
    /// Reads of uninitialized bytes and of copies of them, with the values of the twin.
    reads: Vec<(Access, u128)>,
    raw: RawWords,
    /// Writes of other values to memory that twins have for themselves, with these values.
    passed: Vec<(Access, u128)>,
    /// Writes of other values to memory that others see, with these values.
    stored: Vec<(Access, u128)>,
    pc: u64,
}

/// Effects of a twin.
pub(super) struct Replayed {
    /// A use that depends on uninitialized data.
    pub wrong: Option<Use>,
    /// Origin of the first difference that was read.
    pub read: Option<Origin>,
    pub raw: RawWords,
    /// Writes of other values to LDS and private memory, with these values.
    pub passed: Vec<(Access, u128)>,
    /// Writes of other values to memory that others see, with these values.
    pub stored: Vec<(Access, u128)>,
}

impl<'a, 'm> Replay<'a, 'm> {
    pub fn new(memories: &'a mut Memories<'m>, accesses: &'a [Access], pc: u64) -> Self {
        Self {
            memories,
            accesses,
            at: 0,
            wrong: None,
            read: None,
            reads: Vec::new(),
            raw: RawWords::default(),
            passed: Vec::new(),
            stored: Vec::new(),
            pc,
        }
    }

    /// After the instruction: accesses that the twin did not make differ.
    pub fn end(mut self) -> Replayed {
        if let (None, Some(left)) = (&self.wrong, self.accesses.get(self.at)) {
            self.wrong = Some(Use::Address(left.lane));
        }
        let reads = Arc::new(self.reads);
        if let Some(origin) = &mut self.read {
            origin.reads = reads;
        }
        Replayed { wrong: self.wrong, read: self.read, raw: self.raw, passed: self.passed, stored: self.stored }
    }

    /// The access of the wavefront that is one of the twin; if it is another one, an address or a condition differs. An
    /// access that goes on in another dword of private memory has a part for each dword.
    fn next(&mut self, memory: usize, address: u64, bits: u32, lane: usize, write: bool) -> &'a [Access] {
        if self.wrong.is_some() {
            return &[];
        }
        let (rest, count) = (&self.accesses[self.at.min(self.accesses.len())..], (bits / 8).min(16));
        let same = |a: &Access| (a.memory, a.lane, a.write) == (memory, lane as u32, write);
        let goes_on = |a: &Access| a.owner == Owner::Thread && (a.address + u64::from(a.bytes)).is_multiple_of(4);
        let (mut parts, mut found) = (0, 0);
        while found < count
            && let Some(part) = rest.get(parts).filter(|part| same(part))
            && (if parts == 0 { part.address == address } else { part.address.is_multiple_of(4) })
            && (found + part.bytes == count || goes_on(part))
        {
            (parts, found) = (parts + 1, found + part.bytes);
        }
        if found != count {
            self.at += 1;
            self.wrong = Some(Use::Address(rest.first().map_or(lane as u32, |real| real.lane)));
            return &[];
        }
        self.at += parts;
        &rest[..parts]
    }

    /// Reads what is in the place of an access of the wavefront.
    fn read_part(&mut self, real: Access) -> u128 {
        let (lane, count) = (real.lane as usize, real.bytes as usize);
        let Some((shadow, at)) = self.memories.find(real.memory, real.address, count) else { return real.value };
        let value = shadow.read(at, count, real.value);
        if shadow.is_undefined(at, count) {
            let origin = shadow.origin(at, count);
            if origin.is_none_or(|origin| origin.is_copy) {
                self.reads.push((real, value));
            }
            for word in (0..count / 4).filter(|word| shadow.is_raw(at + 4 * word)) {
                let [real, twin] = [real.value, value].map(|value| (value >> (32 * word)) as u32);
                self.raw.0.insert((lane, real, twin));
            }
            if self.read.is_none() {
                let source = Source::Memory(real);
                let never = || Origin { source, read_at: self.pc, reads: Arc::default(), is_copy: true, is_raw: true };
                self.read = Some(origin.cloned().unwrap_or_else(never));
            }
        }
        value
    }

    /// Writes a value in the place of an access of the wavefront.
    fn write_part(&mut self, real: Access, value: u128) {
        let count = real.bytes as usize;
        let value = value & u128::MAX >> (128 - 8 * count.clamp(1, 16));
        let differs = real.value != value;
        let own = !self.memories.is_shared(real.memory, real.address);
        if differs && !own {
            self.stored.push((real, value));
        } else if let Some((shadow, at)) = self.memories.find(real.memory, real.address, count) {
            shadow.write(at, count, real.value, value);
            self.passed.extend(differs.then_some((real, value)));
        }
    }

    /// Reads bytes where the wavefront read them; `None` if it did not.
    fn read_bits(&mut self, memory: usize, address: u64, bits: u32, lane: usize) -> Option<u128> {
        let (mut value, mut done) = (0, 0);
        for part in self.next(memory, address, bits, lane, false) {
            value |= self.read_part(*part) << (8 * done);
            done += part.bytes;
        }
        (done != 0).then_some(value)
    }

    /// Writes bytes where the wavefront wrote some; `false` if it did not.
    fn write_bits(&mut self, memory: usize, address: u64, bits: u32, lane: usize, value: u128) -> bool {
        let mut done = 0;
        for part in self.next(memory, address, bits, lane, true) {
            self.write_part(*part, value >> (8 * done));
            done += part.bytes;
        }
        done != 0
    }
}

impl Replay<'_, '_> {
    /// Asks a unit that reads and writes memory, with the memory of the twin; `false` if the operation is one of
    /// another unit.
    fn repeated(&mut self, operation: usize, lanes: u64, arguments: &[Argument], answers: &mut Answers) -> bool {
        let units = self.memories.units;
        let done = units.repeat(self, operation, lanes, arguments, answers);
        if done == Some(false) {
            // A descriptor differs, and cannot be used.
            self.wrong.get_or_insert(Use::Address(lanes.trailing_zeros()));
        }
        done.is_some()
    }
}

impl TexelMemory for Replay<'_, '_> {
    fn read(&mut self, lane: u32, address: u64, bytes: &mut [u8]) -> bool {
        let found = self.read_bits(self.memories.spaces.global, address, 8 * bytes.len() as u32, lane as usize);
        let texel = found.unwrap_or_default().to_le_bytes();
        bytes.copy_from_slice(&texel[..bytes.len()]);
        found.is_some()
    }

    fn write(&mut self, lane: u32, address: u64, bytes: &[u8]) -> bool {
        let texel = bytes.iter().rev().fold(0, |texel, byte| texel << 8 | u128::from(*byte));
        self.write_bits(self.memories.spaces.global, address, 8 * bytes.len() as u32, lane as usize, texel)
    }
}

impl World for Replay<'_, '_> {
    fn read(&mut self, memory: usize, address: u64, bits: u32, lane: usize) -> u64 {
        self.read_bits(memory, address, bits, lane).unwrap_or_default() as u64
    }

    fn peek(&self, memory: usize, address: u64, bits: u32) -> u64 {
        let count = (bits / 8).min(8) as usize;
        let lds = &self.memories.lds;
        match lds.find(address, count) {
            Some(at) if self.memories.spaces.is_shared(memory, address) => lds.peek(at, count),
            _ => 0,
        }
    }

    fn write(&mut self, memory: usize, address: u64, bits: u32, lane: usize, value: u64) {
        self.write_bits(memory, address, bits, lane, value.into());
    }

    fn outside(&mut self, _: usize, _: u64, _: u32, _: usize, _: bool) {}

    fn call(&mut self, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128 {
        let (lane, mut answers) = (lane.unwrap_or_default() as usize & 63, [0; 64]);
        let given: Vec<Argument> = arguments.iter().map(|argument| Argument::Same(*argument)).collect();
        match self.repeated(operation, 1 << lane, &given, &mut Answers::Quads(&mut answers)) {
            true => answers[lane],
            false => self.memories.units.known(operation, arguments).unwrap_or(0),
        }
    }

    fn call_row(&mut self, operation: usize, lanes: u64, arguments: &[Argument], mut answers: Answers) {
        if self.repeated(operation, lanes, arguments, &mut answers) {
            return;
        }
        for lane in lanes_of(lanes) {
            let given: Vec<u128> = arguments.iter().map(|argument| argument.at(lane)).collect();
            answers.set(lane, self.memories.units.known(operation, &given).unwrap_or(0));
        }
    }
}
