//! Types and arguments of OpenCL kernels, as the metadata of AMD's older drivers describe them.
//!
//! Source: CLRX, `ClrxAsmAmd.md` and `ClrxAsmAmdCl2.md`, and the files that it writes.

/// What the values of a type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Nothing: only pointers lead to it.
    Void,
    /// Integers of a number of bytes, with or without sign.
    Int(u8, bool),
    /// Numbers of 4 or 8 bytes.
    Float(u8),
    /// An image. The index into [`IMAGES`].
    Image(usize),
    /// A sampler.
    Sampler,
    /// A structure.
    Structure,
    /// A counter of 32 or 64 bits.
    Counter(u8),
    /// A pipe.
    Pipe,
    /// A command queue.
    Queue,
    /// An event of a command queue.
    Event,
}

/// Types of images: name in sources, name in OpenCL, name in the metadata of Catalyst, and number of dimensions there.
pub const IMAGES: &[(&str, &str, &str, u32)] = &[
    ("image", "image2d_t", "2D", 2),
    ("image1d", "image1d_t", "1D", 1),
    ("image1d_array", "image1d_array_t", "1DA", 0),
    ("image1d_buffer", "image1d_buffer_t", "1DB", 0),
    ("image2d", "image2d_t", "2D", 2),
    ("image2d_array", "image2d_array_t", "2DA", 2),
    ("image3d", "image3d_t", "3D", 3),
];

/// A type: values, and how many of them a vector has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// The values.
    pub base: Base,
    /// Number of values: 1, 2, 3, 4, 8 or 16.
    pub count: u32,
}

/// Names of types that are no images.
const NAMES: &[(&str, Base)] = &[
    ("void", Base::Void),
    ("uchar", Base::Int(1, false)),
    ("char", Base::Int(1, true)),
    ("ushort", Base::Int(2, false)),
    ("short", Base::Int(2, true)),
    ("uint", Base::Int(4, false)),
    ("int", Base::Int(4, true)),
    ("ulong", Base::Int(8, false)),
    ("long", Base::Int(8, true)),
    ("float", Base::Float(4)),
    ("double", Base::Float(8)),
    ("sampler", Base::Sampler),
    ("structure", Base::Structure),
    ("counter32", Base::Counter(4)),
    ("counter64", Base::Counter(8)),
    ("pipe", Base::Pipe),
    ("queue", Base::Queue),
    ("clkevent", Base::Event),
];

impl Type {
    /// The type with a name, such as `uint4`, ignoring case.
    pub fn named(name: &str) -> Option<Self> {
        let base = |name: &str| {
            let image = IMAGES.iter().position(|image| image.0.eq_ignore_ascii_case(name)).map(Base::Image);
            image.or_else(|| NAMES.iter().find(|row| row.0.eq_ignore_ascii_case(name)).map(|row| row.1))
        };
        if let Some(base) = base(name) {
            return Some(Self { base, count: 1 });
        }
        let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (start, count) = name.split_at(name.len() - digits);
        let count = count.parse().ok().filter(|count| [2, 3, 4, 8, 16].contains(count))?;
        base(start).filter(|base| matches!(base, Base::Int(..) | Base::Float(_))).map(|base| Self { base, count })
    }

    /// Names of all types that are no vectors.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        IMAGES.iter().map(|image| image.0).chain(NAMES.iter().map(|row| row.0))
    }

    /// Name in OpenCL.
    pub fn opencl_name(self) -> String {
        match self.base {
            Base::Image(number) => IMAGES[number].1.to_owned(),
            Base::Sampler => "sampler_t".to_owned(),
            Base::Counter(bytes) => format!("counter{}_t", 8 * bytes),
            Base::Queue => "queue_t".to_owned(),
            Base::Event => "clk_event_t".to_owned(),
            base => {
                let name = NAMES.iter().find(|row| row.1 == base).map_or("", |row| row.0);
                if self.count == 1 { name.to_owned() } else { format!("{name}{}", self.count) }
            }
        }
    }

    /// Number of values in memory: a vector of 3 has the size of one of 4.
    pub(super) fn stored_count(self) -> u32 {
        if self.count == 3 { 4 } else { self.count }
    }

    /// Whether it is an image.
    pub fn is_image(self) -> bool {
        matches!(self.base, Base::Image(_))
    }
}

/// Memory that a pointer leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Space {
    /// No pointer.
    #[default]
    None,
    /// Memory of the workgroup.
    Local,
    /// Constants.
    Constant,
    /// Global memory.
    Global,
}

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Name.
    pub name: String,
    /// Name of its type in OpenCL.
    pub type_name: String,
    /// The type, or that of what a pointer leads to.
    pub kind: Type,
    /// Whether it is a pointer.
    pub is_pointer: bool,
    /// Memory that a pointer leads to.
    pub space: Space,
    /// Whether an image is read, and whether it is written.
    pub access: [bool; 2],
    /// Qualifiers of a pointer.
    pub is_const: bool,
    /// Qualifiers of a pointer.
    pub is_restrict: bool,
    /// Qualifiers of a pointer.
    pub is_volatile: bool,
    /// Size of a structure.
    pub structure_size: u32,
    /// Most bytes of constants.
    pub constant_size: u32,
    /// Number of the resource, if the source gives one.
    pub resource: Option<u32>,
    /// 0 if the kernel does not use it; otherwise 1 for reading plus 2 for writing.
    pub used: u32,
}

impl Argument {
    /// An argument of a type.
    pub fn new(name: &str, kind: Type, used: u32) -> Self {
        Self {
            name: name.to_owned(),
            type_name: kind.opencl_name(),
            kind,
            is_pointer: false,
            space: Space::None,
            access: [false; 2],
            is_const: false,
            is_restrict: false,
            is_volatile: false,
            structure_size: 0,
            constant_size: 0,
            resource: None,
            used,
        }
    }

    /// Whether it is a value of a type without a pointer.
    pub(super) fn is_a(&self, base: Base) -> bool {
        !self.is_pointer && self.kind.base == base
    }

    /// Whether it is an image.
    pub(super) fn is_image(&self) -> bool {
        !self.is_pointer && self.kind.is_image()
    }
}

/// Gives each user of a resource a number: those that are given, and the first free ones.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    used: std::collections::BTreeSet<u32>,
    next: u32,
}

impl Numbers {
    /// Numbers from `first` on.
    pub(super) fn from(first: u32) -> Self {
        Self { next: first, ..Self::default() }
    }

    /// Takes a number that is given.
    pub(super) fn take(&mut self, number: u32, most: u32, what: &str) -> Result<u32, String> {
        if number >= most {
            return Err(format!("{what} {number} does not exist: the numbers are below {most}"));
        }
        match self.used.insert(number) {
            true => Ok(number),
            false => Err(format!("{what} {number} is used twice")),
        }
    }

    /// The next free number.
    pub(super) fn free(&mut self, most: u32, what: &str) -> Result<u32, String> {
        while self.used.contains(&self.next) {
            self.next += 1;
        }
        self.next += 1;
        match self.next <= most {
            true => Ok(self.next - 1),
            false => Err(format!("there are more than {most} of {what}")),
        }
    }
}
