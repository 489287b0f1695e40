//! Metadata of kernels in one form, from MessagePack (code object version 3 and later) or YAML (version 2).
//!
//! Each value is read once, in place, because the metadata of a library have hundreds of thousands of values.

use crate::Metadata;
use crate::args::{Access, AddressSpace, Arg, ArgKind, ValueType};
use crate::msgpack::{self, Item};
use crate::yaml;

/// Numbers in the metadata of a kernel, as far as they contain them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// Size of the kernarg segment in bytes.
    pub kernarg_size: Option<u64>,
    /// Alignment of the kernarg segment in bytes.
    pub kernarg_align: Option<u64>,
    /// Scratch size of a work-item in bytes.
    pub private_segment: Option<u64>,
    /// Number of work-items of a wavefront.
    pub wavefront_size: Option<u64>,
}

/// Metadata of one kernel. Missing numbers are `None`.
#[derive(Clone, Debug, Default)]
pub(crate) struct KernelMetadata {
    /// Name in the source.
    pub(crate) name: String,
    /// Name of the symbol, without `.kd` or `@kd`.
    pub(crate) symbol: String,
    pub(crate) args: Vec<Arg>,
    pub(crate) recorded: Recorded,
    pub(crate) group_segment: Option<u64>,
    pub(crate) sgprs: Option<u64>,
    pub(crate) vgprs: Option<u64>,
    pub(crate) sgpr_spills: Option<u64>,
    pub(crate) vgpr_spills: Option<u64>,
    pub(crate) max_flat_workgroup_size: Option<u64>,
    pub(crate) required_workgroup_size: Option<[u32; 3]>,
    pub(crate) workgroup_size_hint: Option<[u32; 3]>,
    pub(crate) dynamic_stack: bool,
}

/// Reads the metadata of all kernels.
pub(crate) fn read(metadata: &Metadata<'_>) -> Result<Vec<KernelMetadata>, String> {
    match metadata {
        Metadata::MessagePack(value) => kernels(value.bytes()),
        Metadata::Yaml(text) => kernels(&yaml::packed(text).map_err(|e| format!("the metadata cannot be read: {e}"))?),
    }
}

/// Reads the format strings of `printf`, as they are.
pub(crate) fn printf(metadata: &Metadata<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let mut read = |mut bytes: &[u8]| {
        members(&mut bytes, |key, bytes| match key {
            b"amdhsa.printf" | b"Printf" => {
                let text = |bytes: &mut &[u8]| Ok(scalar(bytes).text().unwrap_or_default().to_owned());
                all = items(bytes, text).unwrap_or_default();
            }
            _ => pass(bytes),
        });
    };
    match metadata {
        Metadata::MessagePack(value) => read(value.bytes()),
        Metadata::Yaml(text) => yaml::packed(text).iter().for_each(|bytes| read(bytes)),
    }
    all
}

fn kernels(mut bytes: &[u8]) -> Result<Vec<KernelMetadata>, String> {
    let mut all = Ok(Vec::new());
    members(&mut bytes, |key, bytes| match key {
        b"amdhsa.kernels" | b"Kernels" => all = items(bytes, kernel),
        _ => pass(bytes),
    });
    all
}

/// Calls `each` for the members of a map, to read their values. A value that is not a map is skipped.
fn members(bytes: &mut &[u8], mut each: impl FnMut(&[u8], &mut &[u8])) {
    let item = take(bytes);
    let Item::Map(count) = item else {
        msgpack::pass(item.values(), bytes);
        return;
    };
    for _ in 0..count {
        let key = take(bytes);
        msgpack::pass(key.values(), bytes);
        each(if let Item::Text(name) = key { name } else { b"" }, bytes);
    }
}

/// Reads the values of a list with `each`, up to the first error. A value that is not a list is skipped.
fn items<T>(bytes: &mut &[u8], mut each: impl FnMut(&mut &[u8]) -> Result<T, String>) -> Result<Vec<T>, String> {
    let item = take(bytes);
    let Item::Array(count) = item else {
        msgpack::pass(item.values(), bytes);
        return Ok(Vec::new());
    };
    // The length that a file gives is not trusted any further.
    let mut all = Ok(Vec::with_capacity(count.min(64) as usize));
    for _ in 0..count {
        match &mut all {
            Ok(list) => match each(bytes) {
                Ok(value) => list.push(value),
                Err(error) => all = Err(error),
            },
            Err(_) => pass(bytes),
        }
    }
    all
}

/// Reads a value; for a list or a map, its length.
fn take<'a>(bytes: &mut &'a [u8]) -> Item<'a> {
    msgpack::next(bytes).unwrap_or(Item::Nil)
}

/// Reads a scalar value of any kind: a number, a flag or a string.
fn scalar<'a>(bytes: &mut &'a [u8]) -> Item<'a> {
    let item = take(bytes);
    msgpack::pass(item.values(), bytes);
    item
}

/// Skips a value.
fn pass(bytes: &mut &[u8]) {
    msgpack::pass(1, bytes);
}

fn kernel(bytes: &mut &[u8]) -> Result<KernelMetadata, String> {
    let mut kernel = KernelMetadata::default();
    let mut args = Ok(());
    members(bytes, |key, bytes| match key {
        b".args" | b"Args" => args = arguments(bytes).map(|list| kernel.args = list),
        // Version 2 has separate maps for numbers and attributes.
        b"CodeProps" | b"Attrs" => members(bytes, |key, bytes| property(key, bytes, &mut kernel)),
        _ => property(key, bytes, &mut kernel),
    });
    args.map_err(|what| format!("in the metadata of kernel `{}`, {what}", kernel.name))?;
    if kernel.symbol.is_empty() {
        kernel.symbol.clone_from(&kernel.name);
    }
    let stem = kernel.symbol.strip_suffix(".kd").or(kernel.symbol.strip_suffix("@kd")).map(str::len);
    kernel.symbol.truncate(stem.unwrap_or(usize::MAX));
    Ok(kernel)
}

fn property(key: &[u8], bytes: &mut &[u8], kernel: &mut KernelMetadata) {
    match key {
        b".name" | b"Name" => kernel.name = scalar(bytes).text().unwrap_or_default().to_owned(),
        b".symbol" | b"SymbolName" => kernel.symbol = scalar(bytes).text().unwrap_or_default().to_owned(),
        b".kernarg_segment_size" | b"KernargSegmentSize" => kernel.recorded.kernarg_size = scalar(bytes).number(),
        b".kernarg_segment_align" | b"KernargSegmentAlign" => kernel.recorded.kernarg_align = scalar(bytes).number(),
        b".group_segment_fixed_size" | b"GroupSegmentFixedSize" => kernel.group_segment = scalar(bytes).number(),
        b".private_segment_fixed_size" | b"PrivateSegmentFixedSize" => {
            kernel.recorded.private_segment = scalar(bytes).number();
        }
        b".wavefront_size" | b"WavefrontSize" => kernel.recorded.wavefront_size = scalar(bytes).number(),
        b".sgpr_count" | b"NumSGPRs" => kernel.sgprs = scalar(bytes).number(),
        b".vgpr_count" | b"NumVGPRs" => kernel.vgprs = scalar(bytes).number(),
        b".sgpr_spill_count" | b"NumSpilledSGPRs" => kernel.sgpr_spills = scalar(bytes).number(),
        b".vgpr_spill_count" | b"NumSpilledVGPRs" => kernel.vgpr_spills = scalar(bytes).number(),
        b".max_flat_workgroup_size" | b"MaxFlatWorkGroupSize" => {
            kernel.max_flat_workgroup_size = scalar(bytes).number()
        }
        b".reqd_workgroup_size" | b"ReqdWorkGroupSize" => kernel.required_workgroup_size = dimensions(bytes),
        b".workgroup_size_hint" | b"WorkGroupSizeHint" => kernel.workgroup_size_hint = dimensions(bytes),
        b".uses_dynamic_stack" | b"IsDynamicCallStack" => kernel.dynamic_stack = scalar(bytes).is_set(),
        _ => pass(bytes),
    }
}

/// Reads three numbers.
fn dimensions(bytes: &mut &[u8]) -> Option<[u32; 3]> {
    let numbers = items(bytes, |bytes| Ok(scalar(bytes).number().and_then(|number| number.try_into().ok())));
    numbers.ok()?.into_iter().collect::<Option<Vec<u32>>>()?.try_into().ok()
}

/// Reads the arguments in order. Version 2 has no offsets: each argument is at the next multiple of its alignment.
fn arguments(bytes: &mut &[u8]) -> Result<Vec<Arg>, String> {
    let (mut nth, mut end) = (0, 0_u64);
    items(bytes, |bytes| {
        let (arg, said) = argument(bytes);
        let lacks = |what: &str| format!("argument {nth} has no {what}");
        let size = said.size.ok_or_else(|| lacks("size"))?;
        let offset = match (said.offset, arg.align) {
            (Some(offset), _) => Some(offset),
            (None, Some(align)) => end.checked_next_multiple_of(align),
            (None, None) => None,
        };
        let offset = offset.ok_or_else(|| lacks("offset, and no alignment that gives one"))?;
        end = offset.checked_add(size).ok_or_else(|| format!("argument {nth} ends past the address space"))?;
        if arg.kind_name.is_empty() {
            return Err(lacks("kind"));
        }
        nth += 1;
        Ok(Arg { offset, size, ..arg })
    })
}

/// Offset and size of an argument, if the metadata contain them.
#[derive(Default)]
struct Said {
    offset: Option<u64>,
    size: Option<u64>,
}

/// Reads an argument. Its final offset is not known yet.
fn argument(bytes: &mut &[u8]) -> (Arg, Said) {
    let (mut arg, mut said) = (Arg::default(), Said::default());
    members(bytes, |key, bytes| {
        let value = scalar(bytes);
        let text = || value.text().map(str::to_owned);
        match key {
            b".name" | b"Name" => arg.name = text(),
            b".type_name" | b"TypeName" => arg.type_name = text(),
            b".offset" => said.offset = value.number(),
            b".size" | b"Size" => said.size = value.number(),
            b".align" | b"Align" => arg.align = value.number(),
            b".value_kind" | b"ValueKind" => {
                let name = value.text().unwrap_or_default();
                arg.kind = ArgKind::of_name(name);
                let known = arg.kind.name();
                arg.kind_name = if known == name { known.into() } else { name.to_owned().into() };
            }
            b".value_type" | b"ValueType" => arg.value_type = value.text().and_then(ValueType::of_name),
            b".access" | b"AccQual" => arg.access = value.text().and_then(Access::of_name),
            b".actual_access" | b"ActualAccQual" => arg.actual_access = value.text().and_then(Access::of_name),
            b".address_space" | b"AddrSpaceQual" => arg.address_space = value.text().and_then(AddressSpace::of_name),
            b".pointee_align" | b"PointeeAlign" => arg.pointee_align = value.number(),
            b".is_const" | b"IsConst" => arg.is_const = value.is_set(),
            b".is_restrict" | b"IsRestrict" => arg.is_restrict = value.is_set(),
            b".is_volatile" | b"IsVolatile" => arg.is_volatile = value.is_set(),
            b".is_pipe" | b"IsPipe" => arg.is_pipe = value.is_set(),
            _ => {}
        }
    });
    (arg, said)
}
