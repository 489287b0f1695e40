//! Arguments of a kernel, and the kernarg segment that holds them.

use isatope_object::args::{Arg as Parameter, ArgKind, ValueType};
use isatope_object::launch::LaunchInfo;

use crate::launch::dispatch::{PRIVATE_APERTURE, SHARED_APERTURE};
use crate::launch::extras::Extras;
use crate::launch::setup::Pointer;
use crate::machine::memory::Buffer;
use crate::machine::number::Number;
use crate::machine::shape::Shape;

/// What a kernel is given for one of its arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// The address of a buffer.
    Buffer(Buffer),
    /// The address of the descriptor of an image.
    Image(Buffer),
    /// The address of a sampler.
    Sampler(Buffer),
    /// An address.
    Address(u64),
    /// Bytes as they are: a number, a vector, a structure.
    Bytes(Vec<u8>),
    /// So many bytes of LDS.
    Local(u32),
}

impl<T: Number> From<T> for Arg {
    fn from(value: T) -> Self {
        let mut bytes = Vec::new();
        value.put(&mut bytes);
        Self::Bytes(bytes)
    }
}

impl From<Buffer> for Arg {
    fn from(buffer: Buffer) -> Self {
        Self::Buffer(buffer)
    }
}

/// Why arguments do not fit a kernel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgError {
    /// Too few or too many: how many there are, how many it takes, and the kernel's signature.
    #[error("{} given, and the kernel takes {wanted}: {signature}", crate::counted(*.given, "argument is", "arguments are"))]
    Count {
        /// How many are given.
        given: usize,
        /// How many it takes.
        wanted: usize,
        /// What it takes.
        signature: String,
    },
    /// One is of another kind or size than the kernel expects.
    #[error("argument {number} ({given}) does not fit: the kernel expects {wanted}")]
    Kind {
        /// Which, counted from 1.
        number: usize,
        /// What is given.
        given: String,
        /// What is expected.
        wanted: String,
    },
}

/// The explicit arguments of a kernel, in order.
pub fn parameters(info: &LaunchInfo) -> Vec<&Parameter> {
    info.args.iter().filter(|a| !a.kind.is_hidden()).collect()
}

/// An argument as people know it: its name, type, kind and size.
pub fn describe(parameter: &Parameter) -> String {
    let what = match parameter.kind {
        ArgKind::ByValue => {
            let ty = parameter.type_name.as_deref().or(parameter.value_type.map(ValueType::name));
            format!("{} bytes{}", parameter.size, ty.map_or(String::new(), |ty| format!(" ({ty})")))
        }
        ArgKind::GlobalBuffer => match &parameter.type_name {
            Some(ty) => format!("a buffer ({ty})"),
            None => "a buffer".into(),
        },
        ArgKind::DynamicSharedPointer => "a size of LDS".into(),
        other => format!("{} ({} bytes)", other.name(), parameter.size),
    };
    match &parameter.name {
        Some(name) if !name.is_empty() => format!("{name}: {what}"),
        _ => what,
    }
}

/// All arguments as people know them.
pub fn signature(info: &LaunchInfo) -> String {
    let list: Vec<String> = parameters(info).into_iter().map(describe).collect();
    format!("{}({})", info.name, list.join(", "))
}

impl Arg {
    fn describe(&self) -> String {
        match self {
            Arg::Buffer(buffer) => format!("a buffer of {} bytes", buffer.bytes),
            Arg::Image(_) => "an image".to_string(),
            Arg::Sampler(_) => "a sampler".to_string(),
            Arg::Address(address) => format!("the address {address:#x}"),
            Arg::Bytes(bytes) => format!("{} bytes", bytes.len()),
            Arg::Local(bytes) => format!("{bytes} bytes of LDS"),
        }
    }

    /// The bytes in the kernarg segment; LDS is placed from `lds` on.
    fn bytes(&self, lds: &mut u32) -> Vec<u8> {
        match self {
            Arg::Buffer(buffer) | Arg::Image(buffer) | Arg::Sampler(buffer) => buffer.address.to_le_bytes().to_vec(),
            Arg::Address(address) => address.to_le_bytes().to_vec(),
            Arg::Bytes(bytes) => bytes.clone(),
            Arg::Local(bytes) => {
                const ALIGN: u32 = 16;
                let at = lds.next_multiple_of(ALIGN);
                *lds = at.saturating_add(*bytes);
                at.to_le_bytes().to_vec()
            }
        }
    }

    fn fits(&self, parameter: &Parameter) -> bool {
        match (parameter.kind, self) {
            (ArgKind::DynamicSharedPointer, Arg::Local(_)) => true,
            (ArgKind::DynamicSharedPointer, _) | (_, Arg::Local(_)) => false,
            (ArgKind::ByValue | ArgKind::Unknown, Arg::Bytes(bytes)) => bytes.len() as u64 == parameter.size,
            // An address may be given as a number, and a structure may be one pointer.
            (_, Arg::Bytes(bytes)) => bytes.len() == 8 && parameter.size == 8,
            (ArgKind::GlobalBuffer, Arg::Image(_) | Arg::Sampler(_)) => false,
            (ArgKind::Image, Arg::Buffer(_) | Arg::Sampler(_)) => false,
            (ArgKind::Sampler, Arg::Buffer(_) | Arg::Image(_)) => false,
            (_, Arg::Buffer(_) | Arg::Image(_) | Arg::Sampler(_) | Arg::Address(_)) => parameter.size == 8,
        }
    }
}

/// The arguments that are addresses of memory. A number is one if the metadata say that it is a buffer.
pub(crate) fn pointers(info: &LaunchInfo, args: &[Arg]) -> Vec<Pointer> {
    let parameters = parameters(info);
    let pointers = args.iter().enumerate().filter_map(|(index, arg)| {
        let parameter = parameters.get(index);
        let address = match arg {
            Arg::Buffer(buffer) | Arg::Image(buffer) | Arg::Sampler(buffer) => buffer.address,
            Arg::Address(address) => *address,
            Arg::Bytes(bytes) => {
                parameter.filter(|p| p.kind == ArgKind::GlobalBuffer)?;
                u64::from_le_bytes(bytes.as_slice().try_into().ok()?)
            }
            Arg::Local(_) => return None,
        };
        let name = parameter.and_then(|p| p.name.clone()).filter(|name| !name.is_empty());
        Some(Pointer { number: index + 1, name, address })
    });
    pointers.collect()
}

/// A kernarg segment, and the LDS that a workgroup needs in all.
pub(crate) struct Segment {
    pub bytes: Vec<u8>,
    pub lds: u32,
}

/// Addresses in hidden arguments; 0 for what is not there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HiddenAddresses {
    pub queue: u64,
    pub printf: u64,
}

/// Puts arguments where a kernel expects them, hidden ones too.
pub(crate) fn segment(
    info: &LaunchInfo,
    shape: &Shape,
    args: &[Arg],
    extras: &Extras,
    addresses: HiddenAddresses,
) -> Result<Segment, ArgError> {
    let mut lds = info.group_segment.saturating_add(extras.shared);
    let mut bytes = vec![0; info.kernarg_size as usize];
    if !info.has_metadata {
        let mut at = info.convention.args_start() as usize;
        for arg in args {
            let value = arg.bytes(&mut lds);
            at = at.next_multiple_of(value.len().next_power_of_two().clamp(1, 16));
            put(&mut bytes, at, &value);
            at += value.len();
        }
        return Ok(Segment { bytes, lds });
    }
    let wanted = parameters(info);
    if wanted.len() != args.len() {
        return Err(ArgError::Count { given: args.len(), wanted: wanted.len(), signature: signature(info) });
    }
    for (number, (parameter, arg)) in wanted.into_iter().zip(args).enumerate() {
        if !arg.fits(parameter) {
            let (given, wanted) = (arg.describe(), describe(parameter));
            return Err(ArgError::Kind { number: number + 1, given, wanted });
        }
        put(&mut bytes, parameter.offset as usize, &arg.bytes(&mut lds));
    }
    let dynamic = lds - info.group_segment;
    for parameter in info.args.iter().filter(|a| a.kind.is_hidden()) {
        let value = hidden(parameter.kind, shape, extras, dynamic, addresses).to_le_bytes();
        let size = (parameter.size as usize).min(8);
        put(&mut bytes, parameter.offset as usize, &value[..size]);
    }
    Ok(Segment { bytes, lds })
}

fn put(bytes: &mut Vec<u8>, at: usize, value: &[u8]) {
    if bytes.len() < at + value.len() {
        bytes.resize(at + value.len(), 0);
    }
    bytes[at..at + value.len()].copy_from_slice(value);
}

/// The value of a hidden argument; 0 for what is not there.
fn hidden(kind: ArgKind, shape: &Shape, extras: &Extras, dynamic_lds: u32, at: HiddenAddresses) -> u64 {
    let whole = |axis: usize| u64::from(shape.grid[axis] / shape.group[axis].max(1));
    let size = |axis: usize| u64::from(shape.group[axis]);
    let rest = |axis: usize| u64::from(shape.grid[axis] % shape.group[axis].max(1));
    match kind {
        ArgKind::HiddenGlobalOffsetX => extras.offset[0],
        ArgKind::HiddenGlobalOffsetY => extras.offset[1],
        ArgKind::HiddenGlobalOffsetZ => extras.offset[2],
        ArgKind::HiddenBlockCountX => whole(0),
        ArgKind::HiddenBlockCountY => whole(1),
        ArgKind::HiddenBlockCountZ => whole(2),
        ArgKind::HiddenGroupSizeX => size(0),
        ArgKind::HiddenGroupSizeY => size(1),
        ArgKind::HiddenGroupSizeZ => size(2),
        ArgKind::HiddenRemainderX => rest(0),
        ArgKind::HiddenRemainderY => rest(1),
        ArgKind::HiddenRemainderZ => rest(2),
        ArgKind::HiddenGridDims => shape.dimensions.into(),
        ArgKind::HiddenDynamicLdsSize => dynamic_lds.into(),
        ArgKind::HiddenPrivateBase => PRIVATE_APERTURE.into(),
        ArgKind::HiddenSharedBase => SHARED_APERTURE.into(),
        ArgKind::HiddenQueuePtr => at.queue,
        ArgKind::HiddenPrintfBuffer => at.printf,
        _ => 0,
    }
}
