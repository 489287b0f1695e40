//! The world of a running wavefront: its memories, and the units that its instructions call.

use std::ops::{Deref, DerefMut};

use isatope_lanes::World;
use isatope_lanes::world::{Answers, Argument, MAX_PARAMS, lanes_of};

use crate::machine::fault::Flaw;
use crate::machine::services::Services;
use crate::machine::wave_memory::{WaveMemory, copy_out};

/// The world of a wavefront in a workgroup.
pub(crate) struct WaveWorld<'a> {
    pub services: &'a Services,
    pub memory: WaveMemory<'a>,
}

impl<'a> Deref for WaveWorld<'a> {
    type Target = WaveMemory<'a>;

    fn deref(&self) -> &WaveMemory<'a> {
        &self.memory
    }
}

impl<'a> DerefMut for WaveWorld<'a> {
    fn deref_mut(&mut self) -> &mut WaveMemory<'a> {
        &mut self.memory
    }
}

/// Values as arguments that are the same for all lanes. Most calls have few.
fn with_arguments(values: &[u128], call: impl FnOnce(&[Argument])) {
    fn list<const N: usize>(values: &[u128]) -> [Argument<'static>; N] {
        std::array::from_fn(|k| Argument::Same(values.get(k).copied().unwrap_or(0)))
    }
    match values.len() {
        count @ 0..=4 => call(&list::<4>(values)[..count]),
        count => call(&list::<MAX_PARAMS>(values)[..count.min(MAX_PARAMS)]),
    }
}

impl World for WaveWorld<'_> {
    fn read(&mut self, memory: usize, address: u64, bits: u32, lane: usize) -> u64 {
        match bits {
            8 => self.value::<1>(memory, address, lane),
            16 => self.value::<2>(memory, address, lane),
            32 => self.value::<4>(memory, address, lane),
            _ => self.value::<8>(memory, address, lane),
        }
    }

    fn peek(&self, memory: usize, address: u64, bits: u32) -> u64 {
        let count = (bits / 8).min(8) as usize;
        let mut value = [0; 8];
        let spaces = self.spaces;
        if memory == spaces.global {
            return self.global.memory().read(address, bits).unwrap_or(0);
        }
        copy_out(if memory == spaces.lds { self.lds } else { &self.share.gds }, address, &mut value[..count]);
        u64::from_le_bytes(value)
    }

    fn write(&mut self, memory: usize, address: u64, bits: u32, lane: usize, value: u64) {
        let count = (bits / 8).min(8);
        let bytes = &value.to_le_bytes()[..count as usize];
        self.watched(memory, address, bytes, lane, true);
        if !self.store_value(memory, address, bytes) {
            if self.global.take_conflict() {
                self.conflicts |= 1 << (lane & 63);
                return;
            }
            self.wrong(memory, address, count, lane, true, Flaw::Missing);
        }
    }

    #[cold]
    fn outside(&mut self, memory: usize, address: u64, bytes: u32, lane: usize, write: bool) {
        if memory == self.spaces.global && self.services.past_buffers {
            self.wrong(memory, address, bytes, lane, write, Flaw::PastBuffer);
        } else if memory == self.spaces.global {
            // Buffers say how long they are, and hardware keeps accesses inside: programs may rely on that.
            self.hidden += 1;
        } else {
            self.wrong(memory, address, bytes, lane, write, Flaw::Missing);
        }
    }

    fn call(&mut self, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128 {
        let services = self.services;
        if services.end == Some(operation) {
            self.events.any = true;
            self.events.ended = true;
            return 0;
        }
        let Some(lane) = lane else {
            let mut answer = [0];
            with_arguments(arguments, |list| {
                services.units.call(&mut self.memory, operation, 0, list, Answers::Quads(&mut answer))
            });
            return answer[0];
        };
        let (lane, mut answers) = (lane as usize & 63, [0; 64]);
        with_arguments(arguments, |list| {
            services.units.call(&mut self.memory, operation, 1 << lane, list, Answers::Quads(&mut answers))
        });
        answers[lane]
    }

    fn call_row(&mut self, operation: usize, lanes: u64, arguments: &[Argument], answers: Answers) {
        let services = self.services;
        services.units.call(&mut self.memory, operation, lanes, arguments, answers);
    }

    fn read_run(&mut self, memory: usize, address: u64, lanes: u64, values: &mut [u32]) -> bool {
        !self.is_watched()
            && !self.reaches_other_lane(memory, address, 4)
            && self.with_bytes::<256>(memory, address, 4 * values.len(), |bytes| {
                give(lanes, bytes, values, u32::from_le_bytes);
            })
    }

    fn read_run64(&mut self, memory: usize, address: u64, lanes: u64, values: &mut [u64]) -> bool {
        !self.is_watched()
            && !self.reaches_other_lane(memory, address, 8)
            && self.with_bytes::<512>(memory, address, 8 * values.len(), |bytes| {
                give(lanes, bytes, values, u64::from_le_bytes);
            })
    }

    fn write_run(&mut self, memory: usize, address: u64, values: &[u32]) -> bool {
        let mut bytes = [0; 256];
        for (to, value) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
            *to = value.to_le_bytes();
        }
        !self.is_watched()
            && !self.reaches_other_lane(memory, address, 4)
            && bytes.get(..4 * values.len()).is_some_and(|bytes| self.store(memory, address, bytes))
    }

    fn write_run64(&mut self, memory: usize, address: u64, values: &[u64]) -> bool {
        let mut bytes = [0; 512];
        for (to, value) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
            *to = value.to_le_bytes();
        }
        !self.is_watched()
            && !self.reaches_other_lane(memory, address, 8)
            && bytes.get(..8 * values.len()).is_some_and(|bytes| self.store(memory, address, bytes))
    }

    fn read_row(&mut self, memory: usize, addresses: &[u64], bits: u32, lanes: u64, values: &mut [u32]) {
        let mut left = lanes;
        if bits == 32 && !self.is_watched() {
            left = self.gather(memory, addresses, lanes, |lane, word| values[lane] = u32::from_le_bytes(word));
        }
        for lane in lanes_of(left) {
            values[lane] = self.read(memory, addresses[lane], bits, lane) as u32;
        }
    }

    fn read_row64(&mut self, memory: usize, addresses: &[u64], lanes: u64, values: &mut [u64]) {
        let mut left = lanes;
        if !self.is_watched() {
            left = self.gather(memory, addresses, lanes, |lane, word| values[lane] = u64::from_le_bytes(word));
        }
        for lane in lanes_of(left) {
            values[lane] = self.read(memory, addresses[lane], 64, lane);
        }
    }
}

/// Hands the words of a memory to the active lanes; a bit for each value says whether it is one.
#[inline]
fn give<const N: usize, T>(lanes: u64, bytes: &[u8], values: &mut [T], word: fn([u8; N]) -> T) {
    let words = bytes.as_chunks().0;
    if lanes.count_ones() as usize == values.len() {
        values.iter_mut().zip(words).for_each(|(value, bytes)| *value = word(*bytes));
        return;
    }
    for (k, (value, bytes)) in values.iter_mut().zip(words).enumerate() {
        if lanes >> k & 1 != 0 {
            *value = word(*bytes);
        }
    }
}
