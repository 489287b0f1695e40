//! Metadata of a kernel for the OpenCL 2.0 driver: a header, its arguments, and their names.

use super::super::opencl::{Argument, Base, Numbers, Space, Type};
use super::{INNER_FILE, NAMED_GENERATION, NEW_ORDER};

/// What metadata say about a kernel.
#[derive(Clone, Debug, Default)]
pub struct OpenCl2Metadata<'a> {
    /// Whether addresses have 64 bits, and the version of the driver.
    pub is_wide: bool,
    /// Version of the driver.
    pub driver: u64,
    /// Name of the generation, as newer drivers write it.
    pub generation: String,
    /// Number of the kernel in its program.
    pub number: u32,
    /// Arguments.
    pub arguments: &'a [Argument],
    /// Size of groups that the kernel requires, and that it would like.
    pub group: [u64; 3],
    /// Size of groups that the kernel would like.
    pub group_hint: [u64; 3],
    /// Type that is mostly used in vectors.
    pub vector_hint: &'a str,
    /// Whether the kernel starts others, and the sizes of memory that it has.
    pub enqueues: bool,
    /// Size of the memory of a group.
    pub local_size: u64,
    /// Size of the memory of a work-item.
    pub scratch_size: u64,
}

/// Arguments that the driver passes first (`.setupargs`).
pub fn setup_arguments(is_wide: bool) -> Vec<Argument> {
    let word = Type { base: Base::Int(if is_wide { 8 } else { 4 }, true), count: 1 };
    let names =
        ["global_offset_0", "global_offset_1", "global_offset_2", "printf_buffer", "vqueue_pointer", "aqlwrap_pointer"];
    let argument = |name: &str| {
        let mut argument = Argument::new(&format!("_.{name}"), word, 0);
        if name == "printf_buffer" {
            let kind = Type { base: Base::Void, count: 1 };
            argument = Argument { kind, is_pointer: true, space: Space::Global, ..argument };
        }
        Argument { type_name: "size_t".to_owned(), resource: Some(0), ..argument }
    };
    names.into_iter().map(argument).collect()
}

/// Number of a type, its bytes, and how many values it has.
fn numbers(argument: &Argument, is_wide: bool) -> (u32, u32, u32) {
    match argument.is_pointer {
        true => (7, if is_wide { 8 } else { 4 }, 1),
        false => numbers_of(argument.kind),
    }
}

fn numbers_of(kind: Type) -> (u32, u32, u32) {
    match kind.base {
        Base::Void => (6, 1, 1),
        Base::Int(bytes, _) => (6 + bytes.trailing_zeros(), bytes.into(), kind.count),
        Base::Float(bytes) => (if bytes == 4 { 11 } else { 12 }, bytes.into(), kind.count),
        Base::Image(_) => (0, 32, 1),
        Base::Sampler => (0, 16, 1),
        Base::Structure => (15, 0, 0),
        Base::Counter(_) => (0, 0, 0),
        Base::Pipe => (7, 16, 1),
        Base::Queue => (18, 16, 1),
        Base::Event => (7, 8, 1),
    }
}

/// Number of bytes of all arguments.
pub fn argument_bytes(arguments: &[Argument], is_wide: bool, driver: u64) -> u64 {
    let is_new = driver >= INNER_FILE;
    let mut end: u64 = 0;
    for argument in arguments {
        let (_, bytes, count) = match argument.kind.base {
            Base::Int(..) | Base::Float(_) | Base::Void | Base::Counter(_) if !argument.is_pointer => {
                numbers_of(argument.kind)
            }
            _ => (0, if is_wide { 8 } else { 4 }, 1),
        };
        let count = if is_new && count == 3 { 4 } else { count };
        end = end.next_multiple_of(u64::from(bytes).max(1)) + u64::from(bytes * count);
    }
    if is_new { end.next_multiple_of(16) } else { end }
}

impl OpenCl2Metadata<'_> {
    /// Numbers of resources of images and samplers; 0 for other arguments.
    fn resources(&self) -> Result<Vec<u32>, String> {
        let mut numbers: [Numbers; 4] = Default::default();
        let class = |argument: &Argument| match argument.access {
            _ if argument.is_a(Base::Sampler) => Some((0, 16, "sampler")),
            _ if !argument.is_image() => None,
            [true, false] => Some((1, 128, "image that is read")),
            [false, true] => Some((2, 64, "image that is written")),
            _ => Some((3, 64, "image that is read and written")),
        };
        let mut found = vec![0; self.arguments.len()];
        for (place, argument) in found.iter_mut().zip(self.arguments) {
            if let (Some((class, most, what)), Some(given)) = (class(argument), argument.resource) {
                *place = numbers[class].take(given, most, what)?;
            }
        }
        for (place, argument) in found.iter_mut().zip(self.arguments) {
            if let (Some((class, most, what)), None) = (class(argument), argument.resource) {
                *place = numbers[class].free(most, what)?;
            }
        }
        Ok(found)
    }

    /// Writes the metadata.
    ///
    /// # Errors
    /// Says which resource does not exist or is used twice.
    pub fn write(&self) -> Result<Vec<u8>, String> {
        let (is_new, is_newer) = (self.driver >= INNER_FILE, self.driver >= NEW_ORDER);
        let resources = self.resources()?;
        let pipes = self.arguments.iter().filter(|argument| argument.is_a(Base::Pipe) && argument.used != 0).count();
        let generation = if self.driver < NAMED_GENERATION { "generic" } else { &self.generation };
        let mut out = Words { is_wide: self.is_wide, out: Vec::new() };
        let header: u64 = match (self.is_wide, is_new, is_newer) {
            (true, _, true) => 0x110,
            (true, true, false) => 0xe0,
            (true, ..) => 0xd8,
            (false, _, true) => 0xa4,
            (false, true, false) => 0x90,
            (false, ..) => 0x88,
        };
        out.word(header);
        out.word(0);
        [3, 1, 0x68].into_iter().for_each(|value| out.half(value));
        let allocates = self.enqueues || self.local_size != 0 || pipes != 0 || self.scratch_size != 0;
        let mut options = if self.group[0] != 0 { 4 } else { 0 };
        options |= if self.is_wide { 0x20 } else { 0 };
        options |= if allocates && !is_new { 0x100 } else { 0 };
        out.half(options);
        out.half((self.number + 1024) & 0xffff);
        [0, 8, 1, 1, 2].into_iter().for_each(|value| out.half(value));
        self.group.into_iter().for_each(|size| out.word(size));
        out.zeros(if self.is_wide { 2 } else { 3 });
        out.word("__OpenCL_dummy_kernel".len() as u64);
        out.word(generation.len() as u64);
        out.zeros(3);
        out.word(match (is_new, self.scratch_size) {
            (true, _) => 0,
            (false, 0) => 16 * pipes as u64,
            (false, size) => size,
        });
        out.zeros(2);
        let count = self.arguments.len() as u64;
        out.out.extend(count.to_le_bytes());
        out.zeros(if self.is_wide { 5 } else { 4 });
        out.half(self.enqueues.into());
        out.half(self.number);
        if is_new {
            out.half(6);
            if is_newer && self.is_wide {
                out.half(0);
            }
            out.half(if pipes == 0 && !self.enqueues { u32::MAX } else { 0 });
        }
        if is_newer {
            if self.is_wide {
                out.half(0);
            }
            self.group_hint.into_iter().for_each(|size| out.word(size));
            out.word(self.vector_hint.len() as u64);
            out.word(0);
        }
        out.text("__OpenCL_dummy_kernel");
        out.text(generation);
        if is_newer {
            out.text(self.vector_hint);
        }
        let mut offset = 0;
        for (argument, resource) in self.arguments.iter().zip(resources) {
            self.write_argument(argument, resource, &mut offset, &mut out);
        }
        let entry = if self.is_wide { 88 } else { 64 };
        out.out.resize(out.out.len() + entry, 0);
        for argument in self.arguments {
            out.text(&argument.name);
            out.text(&argument.type_name);
        }
        let mut all = out.out;
        all.resize(all.len() + if self.is_wide { 48 } else { 24 }, 0);
        let (at, size) = (if self.is_wide { 8 } else { 4 }, (all.len() as u32).to_le_bytes());
        all[at..at + 4].copy_from_slice(&size);
        Ok(all)
    }

    fn write_argument(&self, argument: &Argument, resource: u32, offset: &mut u32, out: &mut Words) {
        let (is_new, is_newer) = (self.driver >= INNER_FILE, self.driver >= NEW_ORDER);
        let is_image = argument.is_image();
        let (mut number, bytes, count) = numbers(argument, self.is_wide);
        let stored = |count| if is_new && count == 3 { 4 } else { count };
        out.word(if self.is_wide { 88 } else { 64 });
        out.word(argument.name.len() as u64);
        out.word(argument.type_name.len() as u64);
        out.zeros(2);
        let is_structure = argument.is_a(Base::Structure);
        out.half(match () {
            () if is_image || argument.is_a(Base::Sampler) => resource,
            () if is_structure => argument.structure_size,
            () => stored(count),
        });
        out.half((!argument.is_a(Base::Sampler)).into());
        out.half(*offset);
        let size = if is_structure { argument.structure_size } else { bytes.max(4) * stored(count) };
        *offset += size.next_multiple_of(16);
        if is_image {
            number = u32::from(argument.access[0]) + 2 * u32::from(argument.access[1]);
        }
        let is_signed =
            !argument.is_pointer && argument.kind.count == 1 && matches!(argument.kind.base, Base::Int(_, true));
        if is_newer && is_signed {
            number -= 4;
        }
        out.half(number);
        let (pointee, pointee_bytes, pointee_count) = numbers_of(argument.kind);
        out.half(match argument.kind.base {
            _ if argument.is_pointer => {
                let size = match argument.kind.base {
                    Base::Structure => argument.structure_size,
                    _ => pointee_bytes * stored(pointee_count),
                };
                size.checked_next_power_of_two().unwrap_or(0)
            }
            Base::Queue => {
                if is_new {
                    4
                } else {
                    2
                }
            }
            Base::Pipe => 256,
            Base::Event => 4,
            Base::Image(_) => 1,
            _ => 0,
        });
        let space = [0, 3, 5, 4][argument.space as usize];
        let (kind, space) = match argument.kind.base {
            _ if argument.is_pointer => (pointee, space),
            Base::Event => (18, 4),
            Base::Pipe => (15, 4),
            _ => (0, 0),
        };
        out.half(kind);
        out.half(space);
        let leads = match argument.kind.base {
            _ if argument.is_pointer || argument.is_a(Base::Event) => {
                if is_new {
                    argument.used.max(1)
                } else {
                    3
                }
            }
            Base::Pipe => {
                if argument.used != 0 {
                    3
                } else {
                    1
                }
            }
            _ => 0,
        };
        out.half(leads);
        out.out.extend([argument.is_volatile.into(), argument.is_restrict.into(), argument.is_a(Base::Pipe).into(), 0]);
        out.half(match argument.kind.base {
            _ if argument.is_a(Base::Sampler) => 1,
            _ if is_image => 2,
            _ if leads != 0 => 5,
            Base::Queue => 7,
            _ => 4,
        });
        out.word(argument.is_const.into());
    }
}

/// Words of a file.
struct Words {
    is_wide: bool,
    out: Vec<u8>,
}

impl Words {
    /// Appends a number with the size of an address.
    fn word(&mut self, value: u64) {
        self.out.extend(&value.to_le_bytes()[..if self.is_wide { 8 } else { 4 }]);
    }

    fn half(&mut self, value: u32) {
        self.out.extend(value.to_le_bytes());
    }

    fn zeros(&mut self, count: usize) {
        (0..count).for_each(|_| self.word(0));
    }

    /// Appends a text and a zero.
    fn text(&mut self, text: &str) {
        self.out.extend(text.as_bytes());
        self.out.push(0);
    }
}
