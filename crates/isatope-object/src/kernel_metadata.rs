//! What metadata say about kernels, in one form: from MessagePack (code object version 3 on), YAML (version 2).

use crate::args::{Access, AddressSpace, Arg, ArgKind, ValueType};
use crate::yaml::Node;
use crate::{Metadata, Value};

/// What metadata say about one kernel. Numbers are missing where they say nothing.
#[derive(Clone, Debug)]
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

/// Reads what is said about all kernels.
pub(crate) fn read(metadata: &Metadata<'_>) -> Result<Vec<KernelMetadata>, String> {
    match metadata {
        // One kernel after the other: all of them together can take more memory than the object.
        Metadata::MessagePack(value) => match Metadata::get(value, "amdhsa.kernels") {
            Some(Value::Array(kernels)) => kernels.iter().map(|entry| kernel(&Node::of_msgpack(entry))).collect(),
            _ => Ok(Vec::new()),
        },
        Metadata::Yaml(text) => {
            let root = Node::of_yaml(text).map_err(|e| format!("the metadata are no YAML: {e}"))?;
            let kernels = root.get(&["amdhsa.kernels", "Kernels"]);
            kernels.map(Node::items).unwrap_or_default().iter().map(kernel).collect()
        }
    }
}

/// Version 2 keeps numbers and attributes in maps of their own.
fn kernel(entry: &Node<'_>) -> Result<KernelMetadata, String> {
    let props = entry.get(&["CodeProps"]).unwrap_or(entry);
    let attrs = entry.get(&["Attrs"]).unwrap_or(entry);
    let name = entry.get(&[".name", "Name"]).and_then(Node::text).unwrap_or_default();
    let symbol = entry.get(&[".symbol", "SymbolName"]).and_then(Node::text).unwrap_or(name);
    let symbol = symbol.strip_suffix(".kd").or(symbol.strip_suffix("@kd")).unwrap_or(symbol);
    let number = |names: &[&str]| props.get(names).and_then(Node::number);
    let size = |names: &[&str]| attrs.get(names).and_then(dimensions);
    Ok(KernelMetadata {
        args: arguments(entry).map_err(|what| format!("in the metadata of kernel `{name}`, {what}"))?,
        name: name.to_owned(),
        symbol: symbol.to_owned(),
        kernarg_size: number(&[".kernarg_segment_size", "KernargSegmentSize"]),
        kernarg_align: number(&[".kernarg_segment_align", "KernargSegmentAlign"]),
        sgprs: number(&[".sgpr_count", "NumSGPRs"]),
        vgprs: number(&[".vgpr_count", "NumVGPRs"]),
        sgpr_spills: number(&[".sgpr_spill_count", "NumSpilledSGPRs"]),
        vgpr_spills: number(&[".vgpr_spill_count", "NumSpilledVGPRs"]),
        max_flat_workgroup_size: number(&[".max_flat_workgroup_size", "MaxFlatWorkGroupSize"]),
        required_workgroup_size: size(&[".reqd_workgroup_size", "ReqdWorkGroupSize"]),
        workgroup_size_hint: size(&[".workgroup_size_hint", "WorkGroupSizeHint"]),
        dynamic_stack: props.get(&[".uses_dynamic_stack", "IsDynamicCallStack"]).is_some_and(Node::is_set),
    })
}

/// Three numbers.
fn dimensions(node: &Node<'_>) -> Option<[u32; 3]> {
    let [x, y, z] = node.items() else { return None };
    let number = |node: &Node<'_>| node.number()?.try_into().ok();
    Some([number(x)?, number(y)?, number(z)?])
}

/// The arguments in their order. Version 2 gives no offsets: each argument lies at the first multiple of its alignment.
fn arguments(entry: &Node<'_>) -> Result<Vec<Arg>, String> {
    let mut end: u64 = 0;
    let mut args = Vec::new();
    for (nth, node) in entry.get(&[".args", "Args"]).map(Node::items).unwrap_or_default().iter().enumerate() {
        let number = |names: &[&str]| node.get(names).and_then(Node::number);
        let text = |names: &[&str]| node.get(names).and_then(Node::text);
        let flag = |names: &[&str]| node.get(names).is_some_and(Node::is_set);
        let lacks = |what: &str| format!("argument {nth} has no {what}");
        let size = number(&[".size", "Size"]).ok_or_else(|| lacks("size"))?;
        let align = number(&[".align", "Align"]);
        let offset = match (number(&[".offset"]), align) {
            (Some(offset), _) => Some(offset),
            (None, Some(align)) => end.checked_next_multiple_of(align),
            (None, None) => None,
        };
        let offset = offset.ok_or_else(|| lacks("offset, and no alignment that gives one"))?;
        end = offset.checked_add(size).ok_or_else(|| format!("argument {nth} ends beyond all memory"))?;
        let kind_name = text(&[".value_kind", "ValueKind"]).ok_or_else(|| lacks("kind"))?;
        args.push(Arg {
            name: text(&[".name", "Name"]).map(str::to_owned),
            type_name: text(&[".type_name", "TypeName"]).map(str::to_owned),
            offset,
            size,
            align,
            kind: ArgKind::of_name(kind_name),
            kind_name: kind_name.to_owned(),
            value_type: text(&[".value_type", "ValueType"]).and_then(ValueType::of_name),
            access: text(&[".access", "AccQual"]).and_then(Access::of_name),
            actual_access: text(&[".actual_access", "ActualAccQual"]).and_then(Access::of_name),
            address_space: text(&[".address_space", "AddrSpaceQual"]).and_then(AddressSpace::of_name),
            pointee_align: number(&[".pointee_align", "PointeeAlign"]),
            is_const: flag(&[".is_const", "IsConst"]),
            is_restrict: flag(&[".is_restrict", "IsRestrict"]),
            is_volatile: flag(&[".is_volatile", "IsVolatile"]),
            is_pipe: flag(&[".is_pipe", "IsPipe"]),
        });
    }
    Ok(args)
}
