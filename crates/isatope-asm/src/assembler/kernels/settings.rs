//! Settings of kernels in CLRX's language: one table for all containers.
//!
//! Source: CLRX, `ClrxAsmRocm.md`, `ClrxAsmGallium.md`, `ClrxAsmAmd.md` and `ClrxAsmAmdCl2.md`. Names of fields are
//! those of LLVM's `amd_kernel_code_t`.

use isatope_object::descriptor;

use crate::assembler::code_parts;
use crate::assembler::container::Container;

/// Meaning of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::assembler) enum Setting {
    /// A number for a field.
    Field(&'static str),
    /// Numbers for consecutive fields.
    Fields(&'static [&'static str]),
    /// Sets a field to 1.
    Flag(&'static str),
    /// A number for a field, and the largest one.
    Limited(&'static str, u64),
    /// A power of two, of which the field has the exponent, with the smallest and the largest one.
    Power(&'static str, u64, u64),
    /// A scalar register, of which the field has the number.
    Register(&'static str),
    /// First and last register, for a field with the first one and a field with their number.
    Reserved {
        first: &'static str,
        count: &'static str,
        scalar: bool,
    },
    /// Bits of a word that other settings also set.
    Bits(&'static str),
    /// Numbers of registers, and of those that are set before the kernel starts.
    ScalarCount,
    VectorCount,
    UserCount,
    /// Dimensions of groups and of work-items that registers get.
    Dimensions,
    /// Dimensions of the grid whose sizes registers get.
    GridDimensions,
    /// Size of elements in private memory.
    ElementSize,
    /// The usual settings of compiled kernels.
    Defaults,
    /// An argument of the kernel.
    Argument,
    /// Up to three numbers, a number, or a string for the metadata.
    Sizes(&'static str),
    Number(&'static str, Limit),
    Text(&'static str),
    /// The name of a type for the metadata, in quotes or not.
    NamedType(&'static str),
    /// Name and version of the language.
    Language,
    /// Something that no target here has.
    Later,
    /// An argument with a type of OpenCL, and the first arguments of the driver.
    TypedArgument,
    SetupArguments,
    /// Samplers, the name of a type, a number of a resource or none, and another number.
    Samplers,
    TypeName,
    Resource(&'static str),
    Word(&'static str),
    /// Contents of user registers.
    UserData,
}

/// Numbers that a property in the metadata can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::assembler) enum Limit {
    None,
    /// Powers of two up to a number.
    Power(u64),
    /// Numbers of scalar and of vector registers.
    Scalars,
    Vectors,
}

/// Smallest alignment of a segment in bytes, and largest size of a wavefront in the settings.
const SEGMENT: u64 = 16;
const WAVEFRONT: u64 = 256;
/// Size of the global data share in bytes, as CLRX limits it.
const SHARE: u64 = 64 << 10;

use Setting::{
    Argument, Bits, Defaults, Dimensions, ElementSize, Field, Fields, Flag, GridDimensions, Language, Later, Limited,
    NamedType, Number, Power, Register, Reserved, Resource, Samplers, ScalarCount, SetupArguments, Sizes, Text,
    TypeName, TypedArgument, UserCount, UserData, VectorCount, Word,
};

/// Settings of kernels in HSA code objects.
const HSA: &[(&str, Setting)] = &[
    (".arg", Argument),
    (".call_convention", Field("call_convention")),
    (".codeversion", Fields(&["amd_code_version_major", "amd_code_version_minor"])),
    (".cws", Sizes("ReqdWorkGroupSize")),
    (".debug_private_segment_buffer_sgpr", Register("debug_private_segment_buffer_sgpr")),
    (".debug_wavefront_private_segment_offset_sgpr", Register("debug_wavefront_private_segment_offset_sgpr")),
    (".debugmode", Flag("debug_mode")),
    (".default_hsa_features", Defaults),
    (".dims", Dimensions),
    (".dx10clamp", Flag("enable_dx10_clamp")),
    (".exceptions", Field("enable_exception")),
    (".fixed_work_group_size", Sizes("FixedWorkGroupSize")),
    (".floatmode", Field("float_mode")),
    (".gds_segment_size", Field("gds_segment_byte_size")),
    (".group_segment_align", Power("group_segment_alignment", SEGMENT, u64::MAX)),
    (".group_segment_fixed_size", Field("workgroup_group_segment_byte_size")),
    (".ieeemode", Flag("enable_ieee_mode")),
    (".kernarg_segment_align", Power("kernarg_segment_alignment", SEGMENT, u64::MAX)),
    (".kernarg_segment_size", Field("kernarg_segment_byte_size")),
    (".kernel_code_entry_offset", Field("kernel_code_entry_byte_offset")),
    (".kernel_code_prefetch_offset", Field("kernel_code_prefetch_byte_offset")),
    (".kernel_code_prefetch_size", Field("kernel_code_prefetch_byte_size")),
    (".localsize", Field("workgroup_group_segment_byte_size")),
    (
        ".machine",
        Fields(&[
            "amd_machine_kind",
            "amd_machine_version_major",
            "amd_machine_version_minor",
            "amd_machine_version_stepping",
        ]),
    ),
    (".max_flat_work_group_size", Number("MaxFlatWorkGroupSize", Limit::None)),
    (".max_scratch_backing_memory", Field("max_scratch_backing_memory_byte_size")),
    (".md_group_segment_fixed_size", Number("GroupSegmentFixedSize", Limit::None)),
    (".md_kernarg_segment_align", Number("KernargSegmentAlign", Limit::Power(u64::MAX))),
    (".md_kernarg_segment_size", Number("KernargSegmentSize", Limit::None)),
    (".md_language", Language),
    (".md_private_segment_fixed_size", Number("PrivateSegmentFixedSize", Limit::None)),
    (".md_sgprsnum", Number("NumSGPRs", Limit::Scalars)),
    (".md_symname", Text("SymbolName")),
    (".md_vgprsnum", Number("NumVGPRs", Limit::Vectors)),
    (".md_wavefront_size", Number("WavefrontSize", Limit::Power(WAVEFRONT))),
    (".pgmrsrc1", Bits("compute_pgm_resource1")),
    (".pgmrsrc2", Bits("compute_pgm_resource2")),
    (".pgmrsrc3", Later),
    (".priority", Field("priority")),
    (".private_elem_size", ElementSize),
    (".private_segment_align", Power("private_segment_alignment", SEGMENT, u64::MAX)),
    (".private_segment_fixed_size", Field("workitem_private_segment_byte_size")),
    (".privmode", Flag("priv")),
    (".reqd_work_group_size", Sizes("ReqdWorkGroupSize")),
    (".reserved_sgprs", Reserved { first: "reserved_sgpr_first", count: "reserved_sgpr_count", scalar: true }),
    (".reserved_vgprs", Reserved { first: "reserved_vgpr_first", count: "reserved_vgpr_count", scalar: false }),
    (".runtime_handle", Text("RuntimeHandle")),
    (".runtime_loader_kernel_symbol", Field("runtime_loader_kernel_symbol")),
    (".scratchbuffer", Field("workitem_private_segment_byte_size")),
    (".sgprsnum", ScalarCount),
    (".shared_vgprs", Later),
    (".spilledsgprs", Number("NumSpilledSGPRs", Limit::None)),
    (".spilledvgprs", Number("NumSpilledVGPRs", Limit::None)),
    (".tgsize", Flag("enable_sgpr_workgroup_info")),
    (".use_debug_enabled", Flag("is_debug_enabled")),
    (".use_dispatch_id", Flag("enable_sgpr_dispatch_id")),
    (".use_dispatch_ptr", Flag("enable_sgpr_dispatch_ptr")),
    (".use_dynamic_call_stack", Flag("is_dynamic_callstack")),
    (".use_flat_scratch_init", Flag("enable_sgpr_flat_scratch_init")),
    (".use_grid_workgroup_count", GridDimensions),
    (".use_kernarg_segment_ptr", Flag("enable_sgpr_kernarg_segment_ptr")),
    (".use_ordered_append_gds", Flag("enable_ordered_append_gds")),
    (".use_private_segment_buffer", Flag("enable_sgpr_private_segment_buffer")),
    (".use_private_segment_size", Flag("enable_sgpr_private_segment_size")),
    (".use_ptr64", Flag("is_ptr64")),
    (".use_queue_ptr", Flag("enable_sgpr_queue_ptr")),
    (".use_wave32", Later),
    (".use_xnack_enabled", Flag("is_xnack_enabled")),
    (".userdatanum", UserCount),
    (".vectypehint", NamedType("VecTypeHint")),
    (".vgprsnum", VectorCount),
    (".wavefront_sgpr_count", Field("wavefront_sgpr_count")),
    (".wavefront_size", Power("wavefront_size", 1, WAVEFRONT)),
    (".work_group_size_hint", Sizes("WorkGroupSizeHint")),
    (".workgroup_fbarrier_count", Field("workgroup_fbarrier_count")),
    (".workgroup_group_segment_size", Field("workgroup_group_segment_byte_size")),
    (".workitem_private_segment_size", Field("workitem_private_segment_byte_size")),
    (".workitem_vgpr_count", Field("workitem_vgpr_count")),
];

/// Settings of kernels for Clover that are outside the code. Those in the code have the names of HSA's; where both have
/// a name, it begins with `.hsa_` in the code.
const CLOVER: &[&str] = &[
    ".debugmode",
    ".dims",
    ".dx10clamp",
    ".exceptions",
    ".floatmode",
    ".ieeemode",
    ".localsize",
    ".pgmrsrc1",
    ".pgmrsrc2",
    ".priority",
    ".privmode",
    ".scratchbuffer",
    ".sgprsnum",
    ".spilledsgprs",
    ".spilledvgprs",
    ".tgsize",
    ".userdatanum",
    ".vgprsnum",
];

/// Settings that only programs for OpenCL 2.0 have, or have in another form than HSA.
const OPENCL2: &[(&str, Setting)] = &[
    (".arg", TypedArgument),
    (".gdssize", Limited("gds_segment_byte_size", SHARE)),
    (".sampler", Samplers),
    (".setupargs", SetupArguments),
    (".useargs", Flag("uses_arguments")),
    (".useenqueue", Flag("uses_enqueue")),
    (".usegeneric", Flag("uses_generic")),
    (".usesetup", Flag("uses_setup")),
    (".vectypehint", TypeName),
];

/// Further settings of programs for OpenCL 2.0 in the form of the driver, which HSA has too.
const OPENCL2_SHARED: &[&str] = &[
    ".cws",
    ".debugmode",
    ".dims",
    ".dx10clamp",
    ".exceptions",
    ".floatmode",
    ".ieeemode",
    ".localsize",
    ".pgmrsrc1",
    ".pgmrsrc2",
    ".priority",
    ".privmode",
    ".reqd_work_group_size",
    ".scratchbuffer",
    ".sgprsnum",
    ".tgsize",
    ".vgprsnum",
    ".work_group_size_hint",
];

/// Settings of programs for Catalyst.
const CATALYST: &[(&str, Setting)] = &[
    (".arg", TypedArgument),
    (".cbid", Resource("constant_buffer")),
    (".condout", Word("condition")),
    (".earlyexit", Word("early_exit")),
    (".hwlocal", Field("workgroup_group_segment_byte_size")),
    (".hwregion", Word("region")),
    (".printfid", Resource("print_buffer")),
    (".privateid", Resource("private_buffer")),
    (".sampler", Samplers),
    (".uavid", Resource("buffer")),
    (".uavprivate", Word("private_size")),
    (".useconstdata", Flag("uses_constants")),
    (".useprintf", Flag("uses_printf")),
    (".userdata", UserData),
];

/// Settings of programs for Catalyst that HSA has too.
const CATALYST_SHARED: &[&str] = &[
    ".cws",
    ".dims",
    ".exceptions",
    ".floatmode",
    ".ieeemode",
    ".localsize",
    ".pgmrsrc2",
    ".reqd_work_group_size",
    ".scratchbuffer",
    ".sgprsnum",
    ".tgsize",
    ".vgprsnum",
];

/// Whether a setting of a program for OpenCL 2.0 is one of `.hsaconfig`, or of `.config`.
pub(in crate::assembler) fn is_in(name: &str, is_hsa: bool) -> bool {
    let own = OPENCL2.iter().find(|row| row.0.eq_ignore_ascii_case(name));
    match is_hsa {
        true => own.is_none_or(|row| !row.0.starts_with(".use")),
        false => own.is_some() || OPENCL2_SHARED.iter().any(|other| other.eq_ignore_ascii_case(name)),
    }
}

/// Whether a setting of a kernel for Clover is outside the code.
pub(in crate::assembler) fn is_outer(name: &str) -> bool {
    CLOVER.iter().any(|other| other.eq_ignore_ascii_case(name))
}

/// The setting with a name in a container.
pub(in crate::assembler) fn find(name: &str, container: Option<Container>) -> Option<Setting> {
    let of_hsa = |name: &str| HSA.iter().find(|row| row.0.eq_ignore_ascii_case(name)).map(|row| row.1);
    match container? {
        Container::Hsa => of_hsa(name),
        Container::Raw => None,
        Container::Gallium => {
            let inner = name.get(..5).filter(|start| start.eq_ignore_ascii_case(".hsa_"));
            let inner = inner.map(|_| format!(".{}", &name[5..])).filter(|name| is_outer(name));
            let is_metadata = |setting: &Setting| {
                matches!(setting, Argument | Sizes(_) | Number(..) | Text(_) | NamedType(_) | Language | Later)
            };
            of_hsa(inner.as_deref().unwrap_or(name)).filter(|found| is_outer(name) || !is_metadata(found))
        }
        Container::CatalystNew => {
            let own = OPENCL2.iter().find(|row| row.0.eq_ignore_ascii_case(name)).map(|row| row.1);
            let is_metadata = |setting: &Setting| {
                matches!(setting, Argument | Number(..) | Text(_) | NamedType(_) | Language | Later)
            };
            own.or_else(|| of_hsa(name).filter(|setting| !is_metadata(setting)))
        }
        Container::Catalyst => {
            let own = CATALYST.iter().find(|row| row.0.eq_ignore_ascii_case(name)).map(|row| row.1);
            let is_shared = CATALYST_SHARED.iter().any(|other| other.eq_ignore_ascii_case(name));
            own.or_else(|| of_hsa(name).filter(|_| is_shared))
        }
    }
}

/// Names of all settings of HSA kernels.
pub(in crate::assembler) fn names() -> impl Iterator<Item = &'static str> {
    HSA.iter().map(|row| row.0)
}

/// The field with a name, and whether it is a part of a word.
pub(super) fn field(name: &str) -> Option<&'static descriptor::Field> {
    code_parts::find(name).or_else(|| descriptor::find(descriptor::CODE, name))
}
