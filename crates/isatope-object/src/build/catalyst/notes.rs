//! Notes of a kernel for Catalyst: resources that it uses, and values of registers.

use super::super::opencl::{Argument, Base, IMAGES, Space};
use super::metadata::{CatalystSettings, Resources};

/// Types of notes.
const PROGRAM: u32 = 1;
const INPUTS: u32 = 2;
const OUTPUTS: u32 = 3;
const CONDITION: u32 = 4;
const FLOATS: u32 = 5;
const INTEGERS: u32 = 6;
const BOOLEANS: u32 = 7;
const EARLY_EXIT: u32 = 8;
const GLOBAL_BUFFERS: u32 = 9;
const CONSTANT_BUFFERS: u32 = 10;
const SAMPLERS: u32 = 11;
const PERSISTENT_BUFFERS: u32 = 12;
const SCRATCH_BUFFERS: u32 = 13;
const PARTS_OF_CONSTANTS: u32 = 14;
const MAILBOX: u32 = 15;
const BUFFERS: u32 = 16;
const BUFFER_MASK: u32 = 17;

/// Values of the note about the program: user registers, then others by their numbers.
const USER: u32 = 0x8000_1000;
const VECTORS: u32 = 0x8000_1041;
const SCALARS: u32 = 0x8000_1042;
const FLOAT_MODE: u32 = 0x8000_1043;
const IEEE: u32 = 0x8000_1044;
const SCRATCH: u32 = 0x8000_1045;
const MOST_SCALARS: u32 = 0x8000_1863;
const MOST_VECTORS: u32 = 0x8000_1864;
const SECOND: u32 = 0x2e13;
const GROUP: u32 = 0x8000_001c;
const FIRST_MASK: u32 = 0x8000_001f;
const MASKS: u32 = 0x8000_1843;

/// User registers if the source gives none.
const USUAL_USER: u32 = 2;
/// Most bytes of the memory of a group.
const MOST_LOCAL: u32 = 32_768;

impl CatalystSettings {
    fn images(&self, access: [bool; 2]) -> impl Iterator<Item = &Argument> {
        self.arguments.iter().filter(move |argument| argument.is_image() && argument.access == access)
    }

    /// All notes. `end` is the number of bytes of the arguments.
    pub(super) fn notes(&self, resources: &Resources, end: u32) -> Vec<(u32, Vec<u8>)> {
        let is_old = self.driver.is_before_1124();
        let words = |all: &[u32]| all.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let read = self.images([true, false]).count() as u32;
        let inputs: Vec<u32> = if is_old { (0..read).rev().collect() } else { (0..read).collect() };
        let first = self.argument_samplers() as u32;
        let constant = (0..self.samplers.len() as u32).map(|number| number + first);
        let samplers: Vec<u32> = constant.chain(0..first).flat_map(|number| [0, number]).collect();
        let mask = self.mask(resources);
        vec![
            (INPUTS, words(&inputs)),
            (OUTPUTS, Vec::new()),
            (BUFFERS, words(&self.buffers(resources))),
            (CONDITION, words(&[self.condition])),
            (FLOATS, Vec::new()),
            (INTEGERS, Vec::new()),
            (BOOLEANS, Vec::new()),
            (EARLY_EXIT, words(&[self.early_exit])),
            (GLOBAL_BUFFERS, Vec::new()),
            (CONSTANT_BUFFERS, words(&self.constant_buffers(resources, end))),
            (SAMPLERS, words(&samplers)),
            (SCRATCH_BUFFERS, words(&[self.scratch_size.div_ceil(4)])),
            (PERSISTENT_BUFFERS, Vec::new()),
            (PROGRAM, words(&self.program(&mask))),
            (PARTS_OF_CONSTANTS, Vec::new()),
            (MAILBOX, words(&[0])),
            (BUFFER_MASK, words(&mask)),
        ]
    }

    /// Entries of buffers and of images that are written.
    fn buffers(&self, resources: &Resources) -> Vec<u32> {
        let is_old = self.driver.is_before_1124();
        let mut images = Vec::new();
        let mut all = Vec::new();
        for (argument, number) in self.arguments.iter().zip(&resources.arguments) {
            match argument.kind.base {
                Base::Image(image) if !argument.is_pointer && argument.access == [false, true] => match is_old {
                    true => images.extend([*number, 2, IMAGES[image].3, 3]),
                    false => all.extend([*number, 2, 2, 5]),
                },
                _ if argument.is_pointer && argument.space == Space::Global => all.extend([*number, 4, 0, 5]),
                _ => {}
            }
        }
        let unused = resources.buffer.unwrap_or(u32::MAX);
        match (is_old, self.prints) {
            (true, true) => [images, vec![unused, 4, 0, 5], all].concat(),
            (true, false) => [images, all].concat(),
            (false, true) => [all, vec![unused, 0, 0, 5]].concat(),
            (false, false) => all,
        }
    }

    /// Entries of constant buffers: number and size.
    fn constant_buffers(&self, resources: &Resources, end: u32) -> Vec<u32> {
        let all = self.arguments.iter().zip(&resources.arguments);
        let own = all.filter(|(argument, _)| argument.is_pointer && argument.space == Space::Constant);
        let constants = (self.constants > 0).then_some((self.constants as u32).div_ceil(16));
        if self.driver.is_before_1124() {
            let size = |argument: &Argument| match argument.constant_size {
                0 => 4096,
                size => size.div_ceil(16),
            };
            let own: Vec<_> = own.map(|(argument, number)| [*number, size(argument)]).collect();
            let shared = constants.map(|size| [2, size]);
            return own.into_iter().rev().chain(shared).chain([[1, end.div_ceil(16)], [0, 15]]).flatten().collect();
        }
        let shared = constants.filter(|_| self.driver.is_before_1348()).map(|_| [2, 0]);
        [[0, 0], [1, 0]].into_iter().chain(own.map(|(_, number)| [*number, 0])).chain(shared).flatten().collect()
    }

    /// Bits of the buffers that the kernel uses.
    fn mask(&self, resources: &Resources) -> [u32; 32] {
        let mut mask = [0; 32];
        let mut set = |number: u32| {
            if let Some(word) = mask.get_mut(number as usize / 32) {
                *word |= 1 << (number % 32);
            }
        };
        for (place, argument) in self.images([false, true]).enumerate() {
            if argument.used != 0 {
                set(place as u32);
            }
        }
        for (argument, number) in self.arguments.iter().zip(&resources.arguments) {
            let is_buffer =
                argument.space == Space::Global || argument.space == Space::Constant && !self.driver.is_before_1348();
            if argument.is_pointer && argument.used != 0 && is_buffer {
                set(*number);
            }
        }
        if !self.driver.is_before_1348() && self.uses_constants {
            resources.constants.into_iter().for_each(&mut set);
        }
        if self.prints {
            set(resources.print.unwrap_or(9));
        }
        mask
    }

    /// Entries about the program: numbers of values and the values.
    fn program(&self, mask: &[u32; 32]) -> Vec<u32> {
        let mut out = vec![USER, self.user.len() as u32];
        let none = [0; 4];
        let empty = if self.driver.is_before_1124() { 16_usize.saturating_sub(self.user.len()) } else { 0 };
        for (place, user) in self.user.iter().chain(std::iter::repeat_n(&none, empty)).enumerate() {
            let first = USER + 1 + 4 * place as u32;
            user.iter().zip(first..).for_each(|(value, number)| out.extend([number, *value]));
        }
        let has_local = self.arguments.iter().any(|argument| argument.is_pointer && argument.space == Space::Local);
        let local = if has_local { MOST_LOCAL } else { self.local_size };
        let granules = local.div_ceil(self.local_granule.max(1)) & 0x1ff;
        let user = self.user.iter().map(|user| user[2] + user[3]).max().filter(|end| *end > 0).unwrap_or(USUAL_USER);
        let second = self.second | user << 1 | granules << 15;
        let group = match self.group.iter().all(|size| *size != 0) {
            true => self.group.map(|size| size as u32),
            false => [256, 0, 0],
        };
        out.extend([VECTORS, self.vectors, SCALARS, self.scalars, MOST_SCALARS, self.most_scalars, MOST_VECTORS, 256]);
        out.extend([FLOAT_MODE, self.float_mode, IEEE, self.ieee.into(), SCRATCH, self.scratch_size.div_ceil(4)]);
        out.extend([SECOND, second]);
        group.into_iter().zip(GROUP..).for_each(|(size, number)| out.extend([number, size]));
        out.extend([0x8000_1841, 0, FIRST_MASK, mask[0]]);
        mask.iter().zip(MASKS..).for_each(|(word, number)| out.extend([number, *word]));
        out.extend([0x8000_000a, 1, 0x8000_0078, 64, 0x8000_0081, MOST_LOCAL]);
        out.extend([0x8000_0082, (second >> 15 & 0x1ff) << 8]);
        out
    }
}
