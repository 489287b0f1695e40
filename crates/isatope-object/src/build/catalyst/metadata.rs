//! Metadata of a kernel for Catalyst, as text, and its header.

use std::fmt::Write;

use super::super::opencl::{Argument, Base, IMAGES, Numbers, Space, Type};

/// The driver that a program is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CatalystDriver {
    /// Version, 100 times the major number plus the minor one.
    pub version: u64,
    /// Text about it, if the source gives one.
    pub info: Option<String>,
}

/// Version of a driver that is newer than all others.
const NEWEST: u64 = 99_999_909;
/// Drivers that changed metadata.
const V1124: u64 = 112_402;
const V1348: u64 = 134_805;
const V1445: u64 = 144_505;
const V1526: u64 = 152_603;
const V1598: u64 = 159_805;
const V1642: u64 = 164_205;

impl CatalystDriver {
    /// The driver that a text is about.
    pub fn of_info(info: String) -> Self {
        let version = info.split_once("AMD-APP").and_then(|(_, rest)| {
            let mut numbers = rest.get(2..)?.split(|letter: char| !letter.is_ascii_digit());
            let major: u64 = numbers.next()?.parse().ok()?;
            Some(major * 100 + numbers.next()?.parse::<u64>().ok()?)
        });
        Self { version: version.unwrap_or(NEWEST), info: Some(info) }
    }

    /// The text about it.
    pub(super) fn text(&self) -> String {
        let named = format!("{}.{}", self.version / 100, self.version % 100);
        let usual = || format!("@(#) OpenCL 1.2 AMD-APP ({named}).  Driver version: {named} (VM)");
        self.info.clone().unwrap_or_else(usual)
    }

    /// Whether constants of the program have the name of older drivers.
    pub(super) fn has_old_constants(&self) -> bool {
        self.is_before_1348()
    }

    pub(super) fn is_before_1124(&self) -> bool {
        self.version < V1124
    }

    pub(super) fn is_before_1348(&self) -> bool {
        self.version < V1348
    }
}

/// Settings of a kernel. Numbers of resources are `None` if the source says nothing, and `Some(None)` if it says that
/// there is none.
#[derive(Clone, Debug, Default)]
pub struct CatalystSettings {
    /// Whether addresses have 64 bits.
    pub is_wide: bool,
    /// The driver.
    pub driver: CatalystDriver,
    /// Name of the processor.
    pub device: String,
    /// Size of the constants of all kernels.
    pub constants: u64,
    /// Arguments.
    pub arguments: Vec<Argument>,
    /// Constant samplers.
    pub samplers: Vec<u32>,
    /// Registers that are set before the kernel starts: what they contain, its number, first register and how many.
    pub user: Vec<[u32; 4]>,
    /// Size of groups that the kernel requires.
    pub group: [u64; 3],
    /// Sizes of memory: of a group, of a work-item, and of regions.
    pub local_size: u32,
    /// Size of the memory of a work-item.
    pub scratch_size: u32,
    /// Size of regions.
    pub region: u32,
    /// Bytes of private memory that the driver allocates.
    pub private_size: Option<u32>,
    /// Number of the buffer for unused arguments.
    pub buffer: Option<Option<u32>>,
    /// Number of the buffer for constants.
    pub constant_buffer: Option<Option<u32>>,
    /// Number of the buffer for `printf`.
    pub print_buffer: Option<Option<u32>>,
    /// Number of the buffer for private memory.
    pub private_buffer: Option<Option<u32>>,
    /// Whether the kernel uses constants of the program.
    pub uses_constants: bool,
    /// Whether the kernel calls `printf`.
    pub prints: bool,
    /// Values of two notes.
    pub condition: u32,
    /// Value of a note.
    pub early_exit: u32,
    /// Numbers of registers.
    pub vectors: u32,
    /// Number of scalar registers.
    pub scalars: u32,
    /// Most scalar registers that the processor has for a kernel.
    pub most_scalars: u32,
    /// Mode of floats.
    pub float_mode: u32,
    /// Whether floats follow IEEE.
    pub ieee: bool,
    /// The second resource register, without the size of the memory of a group and the number of user registers.
    pub second: u32,
    /// Number of bytes for which the second register counts 1 in the size of the memory of a group.
    pub local_granule: u32,
}

/// Numbers of resources.
pub(super) struct Resources {
    pub buffer: Option<u32>,
    pub constants: Option<u32>,
    pub print: Option<u32>,
    pub private: Option<u32>,
    /// For each argument.
    pub arguments: Vec<u32>,
    /// Bytes of private memory.
    pub private_size: u32,
}

/// Name of a type in metadata, the bytes of a value, and how many there are. `None` for what has no values.
fn value_of(kind: Type) -> Option<(String, u32, u32)> {
    Some(match kind.base {
        Base::Void => ("u8".to_owned(), 1, 1),
        Base::Int(bytes, signed) => {
            (format!("{}{}", if signed { 'i' } else { 'u' }, 8 * bytes), bytes.into(), kind.count)
        }
        Base::Float(bytes) => (if bytes == 4 { "float" } else { "double" }.to_owned(), bytes.into(), kind.count),
        Base::Sampler => ("u32".to_owned(), 4, 1),
        Base::Structure => ("struct".to_owned(), 0, 1),
        _ => return None,
    })
}

impl CatalystSettings {
    fn is_in_buffer(&self, argument: &Argument) -> bool {
        argument.is_pointer
            && (argument.space == Space::Global || argument.space == Space::Constant && !self.driver.is_before_1348())
    }

    /// Numbers of all resources: those that are given, and free ones.
    pub(super) fn resources(&self) -> Result<Resources, String> {
        let driver = &self.driver;
        let is_old = driver.is_before_1348();
        let leads =
            |argument: &Argument| argument.is_pointer && matches!(argument.space, Space::Constant | Space::Global);
        let usual_buffer = match is_old {
            true => Some(9),
            false if driver.version > V1445 => Some(11),
            false => (self.prints || self.arguments.iter().any(leads)).then_some(11),
        };
        let buffer = self.buffer.unwrap_or(usual_buffer);
        let prints = !is_old && (driver.version >= V1526 || self.prints);
        let mut found = Resources {
            buffer,
            constants: self.constant_buffer.unwrap_or((!is_old).then_some(10)),
            print: self.print_buffer.unwrap_or(prints.then_some(9)),
            private: self.private_buffer.unwrap_or(Some(8)),
            arguments: vec![0; self.arguments.len()],
            private_size: self.private_size.unwrap_or_else(|| self.usual_private_size()),
        };
        let mut buffers = Numbers::from(buffer.map_or(0, |number| number + 1));
        let mut constants = Numbers::from(2 + u32::from(self.constants > 0));
        let [mut read, mut written, mut counters]: [Numbers; 3] = Default::default();
        for with_number in [true, false] {
            for (place, argument) in found.arguments.iter_mut().zip(&self.arguments) {
                let (numbers, most, what) = match argument.kind.base {
                    _ if self.is_in_buffer(argument) => (&mut buffers, 1024, "buffer"),
                    _ if argument.is_pointer && argument.space == Space::Constant => {
                        (&mut constants, 160, "constant buffer")
                    }
                    Base::Image(_) if argument.access[0] => (&mut read, 128, "image that is read"),
                    Base::Image(_) => (&mut written, 8, "image that is written"),
                    Base::Counter(_) => (&mut counters, 8, "counter"),
                    _ => continue,
                };
                let is_buffer = what == "buffer";
                match argument.resource {
                    Some(given) if with_number && is_buffer => {
                        let is_wrong = match argument.used {
                            0 => Some(given) != buffer,
                            _ => given < 9,
                        };
                        if is_wrong {
                            return Err(format!("buffer {given} cannot be used for `{}`", argument.name));
                        }
                        *place = given;
                        if Some(given) != buffer {
                            numbers.take(given, most, what)?;
                        }
                    }
                    Some(given) if with_number && given < 2 && what == "constant buffer" => {
                        return Err(format!("constant buffer {given} is that of the driver: take one from 2 on"));
                    }
                    Some(given) if with_number => *place = numbers.take(given, most, what)?,
                    None if !with_number && is_buffer && argument.used == 0 => *place = buffer.unwrap_or(u32::MAX),
                    None if !with_number => *place = numbers.free(most, what)?,
                    _ => {}
                }
            }
        }
        Ok(found)
    }

    /// Bytes of private memory that drivers allocate if nobody says how many.
    fn usual_private_size(&self) -> u32 {
        let is_old = self.driver.version < V1598;
        let mut size = 0;
        let mut has_structures = false;
        for argument in &self.arguments {
            let is_structure = argument.is_a(Base::Structure);
            has_structures |= is_structure || argument.is_a(Base::Counter(4));
            if is_structure && !is_old {
                size += argument.structure_size.next_multiple_of(16);
            } else if is_old {
                let plain = value_of(argument.kind).unwrap_or_default();
                let stored = argument.kind.stored_count() * plain.1.max(u32::from(plain.0.is_empty()));
                size += if argument.is_pointer || is_structure { 32 } else { stored.div_ceil(16) * 32 };
            }
        }
        if has_structures { size.max(self.scratch_size) } else { self.scratch_size }
    }

    /// Number of samplers among the arguments.
    pub(super) fn argument_samplers(&self) -> usize {
        self.arguments.iter().filter(|argument| argument.is_a(Base::Sampler)).count()
    }

    /// Metadata, header and notes of a kernel with a number in its program.
    ///
    /// # Errors
    /// Says which resource does not exist or is used twice, or which type the format does not have.
    #[expect(clippy::type_complexity, reason = "the fields of a kernel")]
    pub fn write(&self, name: &str, number: u32) -> Result<(Vec<u8>, Vec<u8>, Vec<(u32, Vec<u8>)>), String> {
        let resources = self.resources()?;
        let (text, end) = self.metadata(name, number, &resources)?;
        let private = resources.private_size;
        let header = [
            if self.driver.version >= V1642 { private } else { 0 },
            0,
            if self.driver.is_before_1348() { 0 } else { private },
            self.local_size,
            if self.is_wide { 8 } else { 0 } | if self.prints { 2 } else { 0 },
            1,
            0,
            0,
        ];
        Ok((text.into_bytes(), header.map(u32::to_le_bytes).concat(), self.notes(&resources, end)))
    }

    /// The metadata, and the bytes of all arguments.
    fn metadata(&self, name: &str, number: u32, resources: &Resources) -> Result<(String, u32), String> {
        let mut out = String::new();
        let version = if self.driver.is_before_1124() { 104 } else { 111 };
        let _ = write!(
            out,
            ";ARGSTART:__OpenCL_{name}_kernel\n;version:3:1:{version}\n;device:{}\n;uniqueid:{number}\n\
             ;memory:uavprivate:{}\n;memory:hwlocal:{}\n;memory:hwregion:{}\n",
            self.device, resources.private_size, self.local_size, self.region
        );
        if self.group[..2] != [0, 0] {
            let [x, y, z] = self.group;
            let _ = writeln!(out, ";cws:{x}:{y}:{z}");
        }
        let mut offset = 0;
        for (place, (argument, resource)) in self.arguments.iter().zip(&resources.arguments).enumerate() {
            self.describe(argument, *resource, &mut offset, &mut out)?;
            if argument.is_const {
                let _ = writeln!(out, ";constarg:{place}:{}", argument.name);
            }
        }
        if self.constants > 0 {
            out += ";memory:datareqd\n";
        }
        let _ = writeln!(out, ";function:1:{number}");
        let first = self.argument_samplers();
        for (place, sampler) in self.samplers.iter().enumerate() {
            let _ = writeln!(out, ";sampler:unknown_{sampler}:{}:1:{sampler}", first + place);
        }
        let samplers = self.arguments.iter().filter(|argument| argument.is_a(Base::Sampler));
        for (place, argument) in samplers.enumerate() {
            let _ = writeln!(out, ";sampler:{}:{place}:0:0", argument.name);
        }
        if self.is_wide {
            out += ";memory:64bitABI\n";
        }
        let numbers = [
            ("uavid", resources.buffer),
            ("printfid", resources.print),
            ("cbid", resources.constants),
            ("privateid", resources.private),
        ];
        for (what, number) in numbers {
            if let Some(number) = number {
                let _ = writeln!(out, ";{what}:{number}");
            }
        }
        for (place, argument) in self.arguments.iter().enumerate() {
            let _ = writeln!(out, ";reflection:{place}:{}", argument.type_name);
        }
        let _ = writeln!(out, ";ARGEND:__OpenCL_{name}_kernel");
        Ok((out, offset))
    }

    /// The line about an argument. Moves the offset behind it.
    fn describe(&self, argument: &Argument, resource: u32, offset: &mut u32, out: &mut String) -> Result<(), String> {
        let (name, at) = (&argument.name, *offset);
        let unknown = || format!("`{}` is no type of arguments in this format", argument.type_name);
        if argument.is_pointer {
            let (of, bytes, _) = value_of(argument.kind).ok_or_else(unknown)?;
            let is_structure = argument.kind.base == Base::Structure;
            let of = if is_structure && argument.structure_size == 0 { "opaque" } else { &of };
            let space = match argument.space {
                Space::Local => format!("hl:{}", argument.resource.unwrap_or(1)),
                Space::Global => format!("uav:{resource}"),
                _ if self.driver.is_before_1348() => format!("hc:{resource}"),
                _ => format!("c:{resource}"),
            };
            let size = match (is_structure, argument.structure_size) {
                (true, 0) => 4,
                (true, size) => size,
                (false, _) => bytes * argument.kind.stored_count(),
            };
            let access = if argument.is_const || argument.space == Space::Constant { "RO" } else { "RW" };
            let (volatile, restrict) = (u8::from(argument.is_volatile), u8::from(argument.is_restrict));
            let _ = writeln!(out, ";pointer:{name}:{of}:1:1:{at}:{space}:{size}:{access}:{volatile}:{restrict}");
            *offset += 16;
            return Ok(());
        }
        *offset += match argument.kind.base {
            Base::Structure => {
                let _ = writeln!(out, ";value:{name}:struct:{}:1:{at}", argument.structure_size);
                argument.structure_size.next_multiple_of(16)
            }
            Base::Image(image) => {
                let access = match argument.access {
                    [true, false] => "RO",
                    [false, true] => "WO",
                    _ => "RW",
                };
                let _ = writeln!(out, ";image:{name}:{}:{access}:{resource}:1:{at}", IMAGES[image].2);
                32
            }
            Base::Counter(_) => {
                let _ = writeln!(out, ";counter:{name}:32:{resource}:1:{at}");
                16
            }
            _ => {
                let (of, bytes, count) = value_of(argument.kind).ok_or_else(unknown)?;
                let _ = writeln!(out, ";value:{name}:{of}:{count}:1:{at}");
                (argument.kind.stored_count() * bytes.max(4)).next_multiple_of(16)
            }
        };
        Ok(())
    }
}
