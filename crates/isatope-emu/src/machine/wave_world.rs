//! The world of a running wavefront: its memories, and the units that its instructions call.

use std::ops::{Deref, DerefMut};

use isatope_lanes::World;
use isatope_lanes::world::{Answers, Argument, MAX_PARAMS, lanes_of};

use crate::machine::fault::Flaw;
use crate::machine::overlay::Spacing;
use crate::machine::services::Services;
use crate::machine::wave_memory::{WaveMemory, copy_out, number};

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
        let done = self.store_value(memory, address, bytes, lane);
        if !done && self.store_parts(memory, address, bytes, lane) {
            return;
        }
        self.watched(memory, address, bytes, lane, true);
        if !done {
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
            && !self.splits_run(memory, address, 4)
            && self.with_bytes::<256>(memory, address, 4 * values.len(), |bytes| {
                give(lanes, bytes, values, u32::from_le_bytes);
            })
    }

    fn read_run64(&mut self, memory: usize, address: u64, lanes: u64, values: &mut [u64]) -> bool {
        !self.is_watched()
            && !self.splits_run(memory, address, 8)
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
            && !self.splits_run(memory, address, 4)
            && bytes.get(..4 * values.len()).is_some_and(|bytes| self.store(memory, address, bytes))
    }

    fn write_run64(&mut self, memory: usize, address: u64, values: &[u64]) -> bool {
        let mut bytes = [0; 512];
        for (to, value) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
            *to = value.to_le_bytes();
        }
        !self.is_watched()
            && !self.splits_run(memory, address, 8)
            && bytes.get(..8 * values.len()).is_some_and(|bytes| self.store(memory, address, bytes))
    }

    fn write_bytes(&mut self, memory: usize, address: u64, bytes: &[u8]) -> bool {
        // Words of private memory are written one by one.
        !self.is_watched() && !self.splits_run(memory, address, 8) && self.store(memory, address, bytes)
    }

    fn read_row(&mut self, memory: usize, addresses: &[u64], bits: u32, lanes: u64, values: &mut [u32]) {
        let mut left = lanes;
        let is_done = match bits {
            8 => self.read_spaced(memory, addresses, lanes, |lane, [byte]| values[lane] = byte.into()),
            16 => {
                self.read_spaced(memory, addresses, lanes, |lane, word| values[lane] = u16::from_le_bytes(word).into())
            }
            _ => self.read_spaced(memory, addresses, lanes, |lane, word| values[lane] = u32::from_le_bytes(word)),
        };
        if is_done {
            return;
        }
        if !self.is_watched() {
            left = match bits {
                8 => self.gather(memory, addresses, lanes, |lane, [byte]| values[lane] = byte.into()),
                16 => {
                    self.gather(memory, addresses, lanes, |lane, word| values[lane] = u16::from_le_bytes(word).into())
                }
                _ => self.gather(memory, addresses, lanes, |lane, word| values[lane] = u32::from_le_bytes(word)),
            };
        }
        if let Some(value) = self.read_once(memory, addresses, bits, left) {
            lanes_of(left).for_each(|lane| values[lane] = value as u32);
            return;
        }
        for lane in lanes_of(left) {
            values[lane] = self.read(memory, addresses[lane], bits, lane) as u32;
        }
    }

    fn read_row64(&mut self, memory: usize, addresses: &[u64], lanes: u64, values: &mut [u64]) {
        let mut left = lanes;
        if self.read_spaced(memory, addresses, lanes, |lane, word| values[lane] = u64::from_le_bytes(word)) {
            return;
        }
        if !self.is_watched() {
            left = self.gather(memory, addresses, lanes, |lane, word| values[lane] = u64::from_le_bytes(word));
        }
        if let Some(value) = self.read_once(memory, addresses, 64, left) {
            lanes_of(left).for_each(|lane| values[lane] = value);
            return;
        }
        for lane in lanes_of(left) {
            values[lane] = self.read(memory, addresses[lane], 64, lane);
        }
    }

    fn write_row(&mut self, memory: usize, addresses: &[u64], bits: u32, lanes: u64, values: &[u32]) {
        if self.write_once(memory, addresses, bits, lanes, |lane| values[lane].into()) {
            return;
        }
        match bits {
            8 => self.write_values(memory, addresses, lanes, |lane| [values[lane] as u8]),
            16 => self.write_values(memory, addresses, lanes, |lane| (values[lane] as u16).to_le_bytes()),
            _ => self.write_values(memory, addresses, lanes, |lane| values[lane].to_le_bytes()),
        }
    }

    fn write_row64(&mut self, memory: usize, addresses: &[u64], lanes: u64, values: &[u64]) {
        if !self.write_once(memory, addresses, 64, lanes, |lane| values[lane]) {
            self.write_values(memory, addresses, lanes, |lane| values[lane].to_le_bytes());
        }
    }
}

impl WaveWorld<'_> {
    /// The last of some lanes, if several lanes access one address and nobody has to see each access.
    #[inline]
    fn at_one_address(&self, addresses: &[u64], lanes: u64) -> Option<usize> {
        let last = lanes.checked_ilog2()? as usize;
        let first = lanes.trailing_zeros() as usize;
        let is_one = first != last
            && addresses[first] == addresses[last]
            && !self.is_watched()
            && lanes_of(lanes).all(|lane| addresses[lane] == addresses[last]);
        is_one.then_some(last)
    }

    /// Reads what several lanes read from one address. Returns `None` if the lanes have to read it one by one.
    fn read_once(&mut self, memory: usize, addresses: &[u64], bits: u32, lanes: u64) -> Option<u64> {
        let last = self.at_one_address(addresses, lanes)?;
        let mut value = [0; 8];
        let count = (bits / 8).min(8) as usize;
        if self.splits_run(memory, addresses[last], count) {
            return None;
        }
        self.load_value(memory, addresses[last], &mut value[..count], last).then(|| u64::from_le_bytes(value))
    }

    /// Writes what the last lane writes, if several lanes write to one address. Returns `false` if the lanes have to
    /// write one by one.
    fn write_once(
        &mut self,
        memory: usize,
        addresses: &[u64],
        bits: u32,
        lanes: u64,
        value: impl Fn(usize) -> u64,
    ) -> bool {
        let Some(last) = self.at_one_address(addresses, lanes) else { return false };
        let count = (bits / 8).min(8) as usize;
        !self.splits_run(memory, addresses[last], count)
            && self.store_value(memory, addresses[last], &value(last).to_le_bytes()[..count], last)
    }

    /// Writes values of `N` bytes of some lanes, together where that is possible.
    #[inline]
    fn write_values<const N: usize>(
        &mut self,
        memory: usize,
        addresses: &[u64],
        lanes: u64,
        value: impl Fn(usize) -> [u8; N] + Copy,
    ) {
        if self.write_spaced(memory, addresses, lanes, value) {
            return;
        }
        let left = if self.is_watched() { lanes } else { self.scatter(memory, addresses, lanes, value) };
        self.write_runs(memory, addresses, left, value);
    }

    /// Writes values of `N` bytes of some lanes in the order of the lanes. Lanes side by side whose values lie side by
    /// side write with one access, unless somebody has to see each access or the memory is that of a lane.
    fn write_runs<const N: usize>(
        &mut self,
        memory: usize,
        addresses: &[u64],
        lanes: u64,
        value: impl Fn(usize) -> [u8; N],
    ) {
        let is_watched = self.is_watched();
        let mut left = lanes;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let active = (left >> first).trailing_ones() as usize;
            let at = &addresses[first..first + active];
            let follows = |pair: &&[u64]| pair[0].wrapping_add(N as u64) == pair[1];
            let count = if is_watched { 1 } else { 1 + at.windows(2).take_while(follows).count() };
            left &= u64::MAX.checked_shl((first + count) as u32).unwrap_or(0);
            if count > 1 && !(memory == self.spaces.global && self.is_private(at[0])) {
                let mut bytes = [[0; N]; 64];
                (first..).zip(&mut bytes[..count]).for_each(|(lane, bytes)| *bytes = value(lane));
                if self.store(memory, at[0], bytes[..count].as_flattened()) {
                    continue;
                }
            }
            for (lane, address) in (first..).zip(&at[..count]) {
                self.write(memory, *address, 8 * N as u32, lane, number(value(lane)));
            }
        }
    }

    /// Writes values of `N` bytes of lanes side by side to addresses at equal distances in one allocation of global
    /// memory. Returns `false`, without any effect, if the lanes have to write one by one.
    fn write_spaced<const N: usize>(
        &mut self,
        memory: usize,
        addresses: &[u64],
        lanes: u64,
        value: impl Fn(usize) -> [u8; N],
    ) -> bool {
        let Some((at, values)) = self.spacing::<N>(memory, addresses, lanes) else { return false };
        if self.overwritten.is_some() {
            return false;
        }
        let (first, count) = (lanes.trailing_zeros() as usize, lanes.count_ones() as usize);
        let mut bytes = [[0; N]; 64];
        (first..).zip(&mut bytes[..count]).for_each(|(lane, bytes)| *bytes = value(lane));
        self.global.write_spaced(at, values, bytes[..count].as_flattened())
    }

    /// Reads values of `N` bytes of lanes side by side from addresses at equal distances in one allocation of global
    /// memory. Returns `false`, without any effect, if the lanes have to read one by one.
    fn read_spaced<const N: usize>(
        &mut self,
        memory: usize,
        addresses: &[u64],
        lanes: u64,
        mut each: impl FnMut(usize, [u8; N]),
    ) -> bool {
        let Some((at, values)) = self.spacing::<N>(memory, addresses, lanes) else { return false };
        let (first, count) = (lanes.trailing_zeros() as usize, lanes.count_ones() as usize);
        let Some(bytes) = self.global.bytes(at, values.reach(N * count)) else { return false };
        for (lane, value) in (first..).zip(bytes.chunks(values.stride as usize)) {
            // The last one ends with its value.
            each(lane, *value.first_chunk().unwrap_or(&[0; N]));
        }
        true
    }

    /// The first address, and the distances, of values of `N` bytes of several lanes side by side that lie at equal
    /// distances in global memory which is not that of a lane or a workgroup. `None` if they do not, or somebody has to
    /// see each access.
    #[inline]
    fn spacing<const N: usize>(&self, memory: usize, addresses: &[u64], lanes: u64) -> Option<(u64, Spacing)> {
        /// Fewer lanes are not quicker this way.
        const FEW: usize = 8;
        /// Values further apart are rather those of different buffers.
        const WIDEST: u64 = 1 << 16;
        let (first, count) = (lanes.trailing_zeros() as usize, lanes.count_ones() as usize);
        let spaces = self.spaces;
        if count < FEW || memory != spaces.global || self.is_watched() {
            return None;
        }
        let at = &addresses[first..(first + count).min(addresses.len())];
        let stride = at[1].wrapping_sub(at[0]);
        let is_spaced = (N as u64..=WIDEST).contains(&stride)
            && lanes >> first == u64::MAX >> (64 - count)
            // Without an early end, so that vector instructions do it.
            && at.windows(2).fold(0, |apart, pair| apart | (pair[1].wrapping_sub(pair[0]) ^ stride)) == 0;
        let values = Spacing { width: N as u32, stride: stride as u32 };
        let reach = values.reach(N * count) as u64;
        let meets = |base: u64, size: u64| at[0] < base.saturating_add(size) && at[0].saturating_add(reach) > base;
        let is_global =
            !meets(self.private.base, self.private.bytes.len() as u64) && !meets(spaces.shared, spaces.shared_bytes);
        (is_spaced && is_global).then_some((at[0], values))
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
