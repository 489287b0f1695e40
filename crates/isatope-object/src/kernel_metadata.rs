//! What metadata say about kernels, in one form: from MessagePack (code object version 3 on), YAML (version 2).
//!
//! Each value is looked at once, where it stands: those of a library have hundreds of thousands.

use crate::Metadata;
use crate::args::{Access, AddressSpace, Arg, ArgKind, ValueType};
use crate::yaml::Node;

/// What metadata say about one kernel. Numbers are missing where they say nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct KernelMetadata {
    /// Name in the source.
    pub(crate) name: String,
    /// Name of the symbol, without `.kd` or `@kd`.
    pub(crate) symbol: String,
    pub(crate) args: Vec<Arg>,
    pub(crate) kernarg_size: Option<u64>,
    pub(crate) kernarg_align: Option<u64>,
    pub(crate) sgprs: Option<u64>,
    pub(crate) vgprs: Option<u64>,
    pub(crate) sgpr_spills: Option<u64>,
    pub(crate) vgpr_spills: Option<u64>,
    pub(crate) max_flat_workgroup_size: Option<u64>,
    pub(crate) required_workgroup_size: Option<[u32; 3]>,
    pub(crate) workgroup_size_hint: Option<[u32; 3]>,
    pub(crate) dynamic_stack: bool,
}

/// A value of metadata, in whatever form they are written.
pub(crate) trait Value: Sized {
    /// The members of a map with their keys; none of anything else.
    fn members(self) -> impl Iterator<Item = (impl AsRef<str>, Self)>;

    /// The values of a list; none of anything else.
    fn items(self) -> impl Iterator<Item = Self>;

    /// A text that is not empty.
    fn text(&self) -> Option<&str>;

    /// A number that is not negative.
    fn number(&self) -> Option<u64>;

    /// Whether it is a flag that is set.
    fn is_set(&self) -> bool;
}

/// Reads what is said about all kernels.
pub(crate) fn read(metadata: &Metadata<'_>) -> Result<Vec<KernelMetadata>, String> {
    match metadata {
        Metadata::MessagePack(value) => {
            let kernels = value.first().members().find(|(key, _)| key.as_ref() == "amdhsa.kernels");
            kernels.into_iter().flat_map(|(_, list)| list.items()).map(kernel).collect()
        }
        Metadata::Yaml(text) => {
            let root = Node::of_yaml(text).map_err(|e| format!("the metadata are no YAML: {e}"))?;
            let kernels = root.members().find(|(key, _)| ["amdhsa.kernels", "Kernels"].contains(&key.as_ref()));
            kernels.into_iter().flat_map(|(_, list)| list.items()).map(kernel).collect()
        }
    }
}

fn kernel(entry: impl Value) -> Result<KernelMetadata, String> {
    let mut kernel = KernelMetadata::default();
    let mut symbol = None;
    let args = members(entry, &mut kernel, &mut symbol);
    args.map_err(|what| format!("in the metadata of kernel `{}`, {what}", kernel.name))?;
    let symbol = symbol.unwrap_or_else(|| kernel.name.clone());
    let stem = symbol.strip_suffix(".kd").or(symbol.strip_suffix("@kd")).map(str::len);
    kernel.symbol = symbol;
    kernel.symbol.truncate(stem.unwrap_or(usize::MAX));
    Ok(kernel)
}

/// Reads the members of a kernel; what is wrong with its arguments is told when the others are read.
fn members(entry: impl Value, kernel: &mut KernelMetadata, symbol: &mut Option<String>) -> Result<(), String> {
    let mut args = Ok(());
    for (key, value) in entry.members() {
        let text = || value.text().map(str::to_owned);
        match key.as_ref() {
            ".args" | "Args" => args = arguments(value).map(|list| kernel.args = list),
            ".name" | "Name" => kernel.name = text().unwrap_or_default(),
            ".symbol" | "SymbolName" => *symbol = text(),
            // Version 2 keeps numbers and attributes in maps of their own.
            "CodeProps" | "Attrs" => members(value, kernel, symbol)?,
            ".kernarg_segment_size" | "KernargSegmentSize" => kernel.kernarg_size = value.number(),
            ".kernarg_segment_align" | "KernargSegmentAlign" => kernel.kernarg_align = value.number(),
            ".sgpr_count" | "NumSGPRs" => kernel.sgprs = value.number(),
            ".vgpr_count" | "NumVGPRs" => kernel.vgprs = value.number(),
            ".sgpr_spill_count" | "NumSpilledSGPRs" => kernel.sgpr_spills = value.number(),
            ".vgpr_spill_count" | "NumSpilledVGPRs" => kernel.vgpr_spills = value.number(),
            ".max_flat_workgroup_size" | "MaxFlatWorkGroupSize" => kernel.max_flat_workgroup_size = value.number(),
            ".reqd_workgroup_size" | "ReqdWorkGroupSize" => kernel.required_workgroup_size = dimensions(value),
            ".workgroup_size_hint" | "WorkGroupSizeHint" => kernel.workgroup_size_hint = dimensions(value),
            ".uses_dynamic_stack" | "IsDynamicCallStack" => kernel.dynamic_stack = value.is_set(),
            _ => {}
        }
    }
    args
}

/// Three numbers.
fn dimensions(list: impl Value) -> Option<[u32; 3]> {
    let numbers: Option<Vec<u32>> = list.items().take(4).map(|item| item.number()?.try_into().ok()).collect();
    numbers?.try_into().ok()
}

/// The arguments in their order. Version 2 gives no offsets: each argument lies at the first multiple of its alignment.
fn arguments(list: impl Value) -> Result<Vec<Arg>, String> {
    let mut end: u64 = 0;
    let mut args = Vec::new();
    for (nth, value) in list.items().enumerate() {
        let (arg, said) = argument(value);
        let lacks = |what: &str| format!("argument {nth} has no {what}");
        let size = said.size.ok_or_else(|| lacks("size"))?;
        let offset = match (said.offset, arg.align) {
            (Some(offset), _) => Some(offset),
            (None, Some(align)) => end.checked_next_multiple_of(align),
            (None, None) => None,
        };
        let offset = offset.ok_or_else(|| lacks("offset, and no alignment that gives one"))?;
        end = offset.checked_add(size).ok_or_else(|| format!("argument {nth} ends beyond all memory"))?;
        if arg.kind_name.is_empty() {
            return Err(lacks("kind"));
        }
        args.push(Arg { offset, size, ..arg });
    }
    Ok(args)
}

/// Where an argument lies, if that is said.
#[derive(Default)]
struct Said {
    offset: Option<u64>,
    size: Option<u64>,
}

/// What the members of a map say about an argument, whose place is to be found yet.
fn argument(entry: impl Value) -> (Arg, Said) {
    let (mut arg, mut said) = (Arg::default(), Said::default());
    for (key, value) in entry.members() {
        let text = || value.text().map(str::to_owned);
        match key.as_ref() {
            ".name" | "Name" => arg.name = text(),
            ".type_name" | "TypeName" => arg.type_name = text(),
            ".offset" => said.offset = value.number(),
            ".size" | "Size" => said.size = value.number(),
            ".align" | "Align" => arg.align = value.number(),
            ".value_kind" | "ValueKind" => {
                let name = value.text().unwrap_or_default();
                arg.kind = ArgKind::of_name(name);
                let known = arg.kind.name();
                arg.kind_name = if known == name { known.into() } else { name.to_owned().into() };
            }
            ".value_type" | "ValueType" => arg.value_type = value.text().and_then(ValueType::of_name),
            ".access" | "AccQual" => arg.access = value.text().and_then(Access::of_name),
            ".actual_access" | "ActualAccQual" => arg.actual_access = value.text().and_then(Access::of_name),
            ".address_space" | "AddrSpaceQual" => arg.address_space = value.text().and_then(AddressSpace::of_name),
            ".pointee_align" | "PointeeAlign" => arg.pointee_align = value.number(),
            ".is_const" | "IsConst" => arg.is_const = value.is_set(),
            ".is_restrict" | "IsRestrict" => arg.is_restrict = value.is_set(),
            ".is_volatile" | "IsVolatile" => arg.is_volatile = value.is_set(),
            ".is_pipe" | "IsPipe" => arg.is_pipe = value.is_set(),
            _ => {}
        }
    }
    (arg, said)
}
