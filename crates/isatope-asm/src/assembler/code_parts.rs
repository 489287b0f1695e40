//! Parts of `amd_kernel_code_t` that compilers write by name instead of the words that contain them.
//!
//! Source: LLVM's AMDGPU backend guide, "compute_pgm_rsrc1", "compute_pgm_rsrc2" and "code_properties".

use isatope_object::descriptor::{self, Field};

/// First bits of the words.
const RESOURCE_1: u32 = 384;
const RESOURCE_2: u32 = 416;
const PROPERTIES: u32 = 448;

const fn part(name: &'static str, bit: u32, bits: u32) -> Field {
    Field { name, bit, bits, default: 0, always: false, since: 0 }
}

/// The parts. Those of later generations must be 0.
const PARTS: &[Field] = &[
    part("granulated_workitem_vgpr_count", RESOURCE_1, 6),
    part("granulated_wavefront_sgpr_count", RESOURCE_1 + 6, 4),
    part("priority", RESOURCE_1 + 10, 2),
    part("float_mode", RESOURCE_1 + 12, 8),
    part("priv", RESOURCE_1 + 20, 1),
    part("enable_dx10_clamp", RESOURCE_1 + 21, 1),
    part("debug_mode", RESOURCE_1 + 22, 1),
    part("enable_ieee_mode", RESOURCE_1 + 23, 1),
    part("enable_wgp_mode", RESOURCE_1 + 29, 1),
    part("enable_mem_ordered", RESOURCE_1 + 30, 1),
    part("enable_fwd_progress", RESOURCE_1 + 31, 1),
    part("enable_sgpr_private_segment_wave_byte_offset", RESOURCE_2, 1),
    part("user_sgpr_count", RESOURCE_2 + 1, 5),
    part("enable_trap_handler", RESOURCE_2 + 6, 1),
    part("enable_sgpr_workgroup_id_x", RESOURCE_2 + 7, 1),
    part("enable_sgpr_workgroup_id_y", RESOURCE_2 + 8, 1),
    part("enable_sgpr_workgroup_id_z", RESOURCE_2 + 9, 1),
    part("enable_sgpr_workgroup_info", RESOURCE_2 + 10, 1),
    part("enable_vgpr_workitem_id", RESOURCE_2 + 11, 2),
    part("enable_exception_msb", RESOURCE_2 + 13, 2),
    part("granulated_lds_size", RESOURCE_2 + 15, 9),
    part("enable_exception", RESOURCE_2 + 24, 7),
    part("enable_sgpr_private_segment_buffer", PROPERTIES, 1),
    part("enable_sgpr_dispatch_ptr", PROPERTIES + 1, 1),
    part("enable_sgpr_queue_ptr", PROPERTIES + 2, 1),
    part("enable_sgpr_kernarg_segment_ptr", PROPERTIES + 3, 1),
    part("enable_sgpr_dispatch_id", PROPERTIES + 4, 1),
    part("enable_sgpr_flat_scratch_init", PROPERTIES + 5, 1),
    part("enable_sgpr_private_segment_size", PROPERTIES + 6, 1),
    part("enable_sgpr_grid_workgroup_count_x", PROPERTIES + 7, 1),
    part("enable_sgpr_grid_workgroup_count_y", PROPERTIES + 8, 1),
    part("enable_sgpr_grid_workgroup_count_z", PROPERTIES + 9, 1),
    part("enable_wavefront_size32", PROPERTIES + 10, 1),
    part("enable_ordered_append_gds", PROPERTIES + 16, 1),
    part("private_element_size", PROPERTIES + 17, 2),
    part("is_ptr64", PROPERTIES + 19, 1),
    part("is_dynamic_callstack", PROPERTIES + 20, 1),
    part("is_debug_enabled", PROPERTIES + 21, 1),
    part("is_xnack_enabled", PROPERTIES + 22, 1),
];

/// Other names of parts and fields: those of the words that contain them, and those of older compilers.
///
/// Source: LLVM, `AMDKernelCodeTInfo.h`.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("compute_pgm_rsrc1_debug_mode", "debug_mode"),
    ("compute_pgm_rsrc1_dx10_clamp", "enable_dx10_clamp"),
    ("compute_pgm_rsrc1_float_mode", "float_mode"),
    ("compute_pgm_rsrc1_ieee_mode", "enable_ieee_mode"),
    ("compute_pgm_rsrc1_priority", "priority"),
    ("compute_pgm_rsrc1_priv", "priv"),
    ("compute_pgm_rsrc1_sgprs", "granulated_wavefront_sgpr_count"),
    ("compute_pgm_rsrc1_vgprs", "granulated_workitem_vgpr_count"),
    ("compute_pgm_rsrc2_excp_en", "enable_exception"),
    ("compute_pgm_rsrc2_excp_en_msb", "enable_exception_msb"),
    ("compute_pgm_rsrc2_lds_size", "granulated_lds_size"),
    ("compute_pgm_rsrc2_scratch_en", "enable_sgpr_private_segment_wave_byte_offset"),
    ("compute_pgm_rsrc2_tg_size_en", "enable_sgpr_workgroup_info"),
    ("compute_pgm_rsrc2_tgid_x_en", "enable_sgpr_workgroup_id_x"),
    ("compute_pgm_rsrc2_tgid_y_en", "enable_sgpr_workgroup_id_y"),
    ("compute_pgm_rsrc2_tgid_z_en", "enable_sgpr_workgroup_id_z"),
    ("compute_pgm_rsrc2_tidig_comp_cnt", "enable_vgpr_workitem_id"),
    ("compute_pgm_rsrc2_trap_handler", "enable_trap_handler"),
    ("compute_pgm_rsrc2_user_sgpr", "user_sgpr_count"),
    ("kernel_code_version_major", "amd_code_version_major"),
    ("kernel_code_version_minor", "amd_code_version_minor"),
    ("machine_kind", "amd_machine_kind"),
    ("machine_version_major", "amd_machine_version_major"),
    ("machine_version_minor", "amd_machine_version_minor"),
    ("machine_version_stepping", "amd_machine_version_stepping"),
];

/// Fields for the numbers of the processor: major, minor, stepping.
pub(super) const MACHINE_VERSION: [&str; 3] =
    ["amd_machine_version_major", "amd_machine_version_minor", "amd_machine_version_stepping"];

/// The field or part with a name.
pub(super) fn find(name: &str) -> Option<&'static Field> {
    let name = OTHER_NAMES.iter().find(|(other, _)| *other == name).map_or(name, |(_, name)| name);
    descriptor::find(descriptor::CODE, name).or_else(|| PARTS.iter().find(|part| part.name == name))
}
