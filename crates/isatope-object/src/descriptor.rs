//! Fields of kernel descriptors: one table per form. Names are those of LLVM's assembler, or our own for fields that it
//! does not name.

/// A field of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name: `group_segment_fixed_size`. Empty for reserved bits.
    pub name: &'static str,
    /// First bit.
    pub bit: u32,
    /// Number of bits, at most 64.
    pub bits: u32,
    /// Default value of the assembler.
    pub default: u64,
    /// Whether it is written even if it is zero.
    pub always: bool,
    /// The oldest generation (9 for `gfx900`) in which it has a meaning; before that, the bits are reserved.
    pub since: u8,
}

impl Field {
    /// Value in a descriptor; 0 if the descriptor is too short.
    pub fn get(&self, bytes: &[u8]) -> u64 {
        // Nearly all fields are in one of the words of 8 bytes that may start at any byte.
        let start = (self.bit as usize / 8).min(bytes.len().saturating_sub(8));
        let low = self.bit as usize - 8 * start;
        if let Some(word) = bytes[start..].first_chunk::<8>()
            && low + self.bits as usize <= 64
        {
            return u64::from_le_bytes(*word).unbounded_shr(low as u32) & u64::MAX.unbounded_shr(64 - self.bits);
        }
        let mut value: u64 = 0;
        for i in (0..self.bits).rev() {
            let bit = self.bit + i;
            let byte = bytes.get(bit as usize / 8).copied().unwrap_or(0);
            value = value << 1 | u64::from(byte >> (bit % 8) & 1);
        }
        value
    }

    /// Sets the value in a descriptor.
    pub fn set(&self, bytes: &mut [u8], value: u64) {
        let start = (self.bit as usize / 8).min(bytes.len().saturating_sub(8));
        let low = self.bit as usize - 8 * start;
        if let Some(word) = bytes[start..].first_chunk_mut::<8>()
            && low + self.bits as usize <= 64
        {
            let mask = u64::MAX.unbounded_shr(64 - self.bits);
            let rest = u64::from_le_bytes(*word) & !mask.unbounded_shl(low as u32);
            *word = (rest | (value & mask).unbounded_shl(low as u32)).to_le_bytes();
            return;
        }
        for i in 0..self.bits {
            let bit = self.bit + i;
            if let Some(byte) = bytes.get_mut(bit as usize / 8) {
                *byte = *byte & !(1 << (bit % 8)) | (((value >> i & 1) as u8) << (bit % 8));
            }
        }
    }

    /// Whether the field can represent a value.
    pub fn fits(&self, value: u64) -> bool {
        self.bits >= 64 || value >> self.bits == 0
    }
}

const fn shown(name: &'static str, bit: u32, bits: u32, default: u64) -> Field {
    Field { name, bit, bits, default, always: true, since: 0 }
}

const fn since(name: &'static str, since: u8, bit: u32, bits: u32, default: u64) -> Field {
    Field { name, bit, bits, default, always: true, since }
}

const fn rare(name: &'static str, bit: u32, bits: u32) -> Field {
    Field { name, bit, bits, default: 0, always: false, since: 0 }
}

const fn reserved(bit: u32, bits: u32) -> Field {
    Field { name: "", bit, bits, default: 0, always: false, since: 0 }
}

/// Size in bytes of a descriptor of code object version 3 and later.
pub const KD_SIZE: usize = 64;

/// Offset from the descriptor to the code, in a descriptor of version 3 and later.
pub const KD_ENTRY: Field = rare("kernel_code_entry_byte_offset", 128, 64);
/// Number of vector registers, in blocks of four, minus one.
pub const KD_VGPRS: Field = shown("next_free_vgpr", 384, 6, 0);
/// Number of scalar registers, in blocks of eight, minus one.
pub const KD_SGPRS: Field = shown("next_free_sgpr", 390, 4, 0);

/// Bit offset of `compute_pgm_rsrc1` in a descriptor.
pub(crate) const RSRC1: u32 = 384;
/// Bit offset of `compute_pgm_rsrc2`.
pub(crate) const RSRC2: u32 = 416;
const PROPERTIES: u32 = 448;

/// All 64 bytes of a descriptor of code object version 3 and later, in the order in which they are written.
pub const KD: &[Field] = &[
    shown("group_segment_fixed_size", 0, 32, 0),
    shown("private_segment_fixed_size", 32, 32, 0),
    shown("kernarg_size", 64, 32, 0),
    reserved(96, 32),
    KD_ENTRY,
    reserved(192, 64),
    reserved(256, 64),
    reserved(320, 32),
    rare("compute_pgm_rsrc3", 352, 32),
    KD_VGPRS,
    KD_SGPRS,
    rare("priority", RSRC1 + 10, 2),
    shown("float_round_mode_32", RSRC1 + 12, 2, 0),
    shown("float_round_mode_16_64", RSRC1 + 14, 2, 0),
    shown("float_denorm_mode_32", RSRC1 + 16, 2, 0),
    shown("float_denorm_mode_16_64", RSRC1 + 18, 2, 3),
    rare("priv", RSRC1 + 20, 1),
    shown("dx10_clamp", RSRC1 + 21, 1, 1),
    rare("debug_mode", RSRC1 + 22, 1),
    shown("ieee_mode", RSRC1 + 23, 1, 1),
    rare("bulky", RSRC1 + 24, 1),
    rare("cdbg_user", RSRC1 + 25, 1),
    since("fp16_overflow", 9, RSRC1 + 26, 1, 0),
    reserved(RSRC1 + 27, 5),
    shown("system_sgpr_private_segment_wavefront_offset", RSRC2, 1, 0),
    shown("user_sgpr_count", RSRC2 + 1, 5, 0),
    rare("enable_trap_handler", RSRC2 + 6, 1),
    shown("system_sgpr_workgroup_id_x", RSRC2 + 7, 1, 1),
    shown("system_sgpr_workgroup_id_y", RSRC2 + 8, 1, 0),
    shown("system_sgpr_workgroup_id_z", RSRC2 + 9, 1, 0),
    shown("system_sgpr_workgroup_info", RSRC2 + 10, 1, 0),
    shown("system_vgpr_workitem_id", RSRC2 + 11, 2, 0),
    rare("exception_address_watch", RSRC2 + 13, 1),
    rare("exception_memory_violation", RSRC2 + 14, 1),
    rare("granulated_lds_size", RSRC2 + 15, 9),
    shown("exception_fp_ieee_invalid_op", RSRC2 + 24, 1, 0),
    shown("exception_fp_denorm_src", RSRC2 + 25, 1, 0),
    shown("exception_fp_ieee_div_zero", RSRC2 + 26, 1, 0),
    shown("exception_fp_ieee_overflow", RSRC2 + 27, 1, 0),
    shown("exception_fp_ieee_underflow", RSRC2 + 28, 1, 0),
    shown("exception_fp_ieee_inexact", RSRC2 + 29, 1, 0),
    shown("exception_int_div_zero", RSRC2 + 30, 1, 0),
    reserved(RSRC2 + 31, 1),
    shown("user_sgpr_private_segment_buffer", PROPERTIES, 1, 0),
    shown("user_sgpr_dispatch_ptr", PROPERTIES + 1, 1, 0),
    shown("user_sgpr_queue_ptr", PROPERTIES + 2, 1, 0),
    shown("user_sgpr_kernarg_segment_ptr", PROPERTIES + 3, 1, 0),
    shown("user_sgpr_dispatch_id", PROPERTIES + 4, 1, 0),
    shown("user_sgpr_flat_scratch_init", PROPERTIES + 5, 1, 0),
    shown("user_sgpr_private_segment_size", PROPERTIES + 6, 1, 0),
    reserved(PROPERTIES + 7, 4),
    rare("uses_dynamic_stack", PROPERTIES + 11, 1),
    reserved(PROPERTIES + 12, 4),
    rare("kernarg_preload", PROPERTIES + 16, 16),
    reserved(PROPERTIES + 32, 32),
];

/// Number of scalar registers of each `user_sgpr_…` field, to compute a missing total.
pub const USER_SGPRS: &[(Field, u64)] = &[
    (kd("user_sgpr_private_segment_buffer"), 4),
    (kd("user_sgpr_dispatch_ptr"), 2),
    (kd("user_sgpr_queue_ptr"), 2),
    (kd("user_sgpr_kernarg_segment_ptr"), 2),
    (kd("user_sgpr_dispatch_id"), 2),
    (kd("user_sgpr_flat_scratch_init"), 2),
    (kd("user_sgpr_private_segment_size"), 1),
];

/// Code properties of `amd_kernel_code_t` that are reserved bits in [`KD`]. Its registers (`compute_pgm_resource1` and
/// `2`) and its other properties are at the same bits as in [`KD`].
pub const CODE_PROPERTIES: &[Field] = &[
    rare("enable_sgpr_grid_workgroup_count_x", PROPERTIES + 7, 1),
    rare("enable_sgpr_grid_workgroup_count_y", PROPERTIES + 8, 1),
    rare("enable_sgpr_grid_workgroup_count_z", PROPERTIES + 9, 1),
    rare("enable_ordered_append_gds", PROPERTIES + 16, 1),
    rare("private_element_size", PROPERTIES + 17, 2),
    rare("is_ptr64", PROPERTIES + 19, 1),
    rare("is_dynamic_callstack", PROPERTIES + 20, 1),
    rare("is_debug_enabled", PROPERTIES + 21, 1),
    rare("is_xnack_enabled", PROPERTIES + 22, 1),
];

/// Bits of `amd_kernel_code_t` with the properties of the code: user registers and features.
pub const CODE_PROPERTY_BITS: std::ops::Range<u32> = PROPERTIES..PROPERTIES + 32;

/// Size in bytes of `amd_kernel_code_t`.
pub const CODE_SIZE: usize = 256;
/// Offset from `amd_kernel_code_t` to the code.
pub const CODE_ENTRY: Field = shown("kernel_code_entry_byte_offset", 128, 64, 256);

/// All 256 bytes of `amd_kernel_code_t` (code object version 2), in order.
pub const CODE: &[Field] = &[
    shown("amd_code_version_major", 0, 32, 1),
    shown("amd_code_version_minor", 32, 32, 2),
    shown("amd_machine_kind", 64, 16, 1),
    shown("amd_machine_version_major", 80, 16, 0),
    shown("amd_machine_version_minor", 96, 16, 0),
    shown("amd_machine_version_stepping", 112, 16, 0),
    CODE_ENTRY,
    shown("kernel_code_prefetch_byte_offset", 192, 64, 0),
    shown("kernel_code_prefetch_byte_size", 256, 64, 0),
    shown("max_scratch_backing_memory_byte_size", 320, 64, 0),
    shown("compute_pgm_resource1", 384, 32, 0),
    shown("compute_pgm_resource2", 416, 32, 0),
    shown("code_properties", 448, 32, 0),
    shown("workitem_private_segment_byte_size", 480, 32, 0),
    shown("workgroup_group_segment_byte_size", 512, 32, 0),
    shown("gds_segment_byte_size", 544, 32, 0),
    shown("kernarg_segment_byte_size", 576, 64, 0),
    shown("workgroup_fbarrier_count", 640, 32, 0),
    shown("wavefront_sgpr_count", 672, 16, 0),
    shown("workitem_vgpr_count", 688, 16, 0),
    shown("reserved_vgpr_first", 704, 16, 0),
    shown("reserved_vgpr_count", 720, 16, 0),
    shown("reserved_sgpr_first", 736, 16, 0),
    shown("reserved_sgpr_count", 752, 16, 0),
    shown("debug_wavefront_private_segment_offset_sgpr", 768, 16, 0),
    shown("debug_private_segment_buffer_sgpr", 784, 16, 0),
    shown("kernarg_segment_alignment", 800, 8, 4),
    shown("group_segment_alignment", 808, 8, 4),
    shown("private_segment_alignment", 816, 8, 4),
    shown("wavefront_size", 824, 8, 6),
    shown("call_convention", 832, 32, 0xffff_ffff),
    reserved(864, 32),
    reserved(896, 32),
    reserved(928, 32),
    shown("runtime_loader_kernel_symbol", 960, 64, 0),
    rare("control_directive_0", 1024, 64),
    rare("control_directive_1", 1088, 64),
    rare("control_directive_2", 1152, 64),
    rare("control_directive_3", 1216, 64),
    rare("control_directive_4", 1280, 64),
    rare("control_directive_5", 1344, 64),
    rare("control_directive_6", 1408, 64),
    rare("control_directive_7", 1472, 64),
    rare("control_directive_8", 1536, 64),
    rare("control_directive_9", 1600, 64),
    rare("control_directive_10", 1664, 64),
    rare("control_directive_11", 1728, 64),
    rare("control_directive_12", 1792, 64),
    rare("control_directive_13", 1856, 64),
    rare("control_directive_14", 1920, 64),
    rare("control_directive_15", 1984, 64),
];

/// Whether the 256 bytes before code are an `amd_kernel_code_t`. Tests its version numbers and the offset to the code.
pub fn looks_like_kernel_code(bytes: &[u8]) -> bool {
    CODE[0].get(bytes) == 1 && CODE[1].get(bytes) < 16 && CODE_ENTRY.get(bytes) == CODE_SIZE as u64
}

/// Whether the bits of a field have no meaning on a generation (9 for `gfx900`).
pub fn is_reserved(field: &Field, generation: u8) -> bool {
    field.name.is_empty() || generation < field.since
}

/// Reserved bits of a descriptor that are set: the field and its value.
pub fn reserved_set(
    fields: &'static [Field],
    bytes: &[u8],
    generation: u8,
) -> impl Iterator<Item = (&'static Field, u64)> {
    let values: Vec<_> = fields.iter().map(|f| (f, f.get(bytes))).collect();
    values.into_iter().filter(move |(f, value)| is_reserved(f, generation) && *value != 0)
}

/// Name that assembly text uses for reserved bits that are set: `reserved_96_32`, with the first bit and the number of
/// bits.
pub fn reserved_name(field: &Field) -> String {
    format!("reserved_{}_{}", field.bit, field.bits)
}

/// Number of user registers that a [`KD`] counts, and number of those that its fields enable.
pub fn user_registers(bytes: &[u8]) -> (u64, u64) {
    let needed = USER_SGPRS.iter().map(|(field, count)| field.get(bytes) * count).sum();
    (const { kd("user_sgpr_count") }.get(bytes), needed)
}

/// A field of a table, which has it.
pub(crate) const fn field(table: &[Field], name: &str) -> Field {
    let mut at = 0;
    while !is_same(table[at].name.as_bytes(), name.as_bytes()) {
        at += 1;
    }
    table[at]
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// A field of [`KD`].
pub(crate) const fn kd(name: &str) -> Field {
    field(KD, name)
}

/// A field by its name, including reserved ones.
pub fn find(fields: &'static [Field], name: &str) -> Option<&'static Field> {
    if let Some(place) = name.strip_prefix("reserved_")
        && let Some((bit, bits)) = place.split_once('_')
        && let (Ok(bit), Ok(bits)) = (bit.parse::<u32>(), bits.parse::<u32>())
    {
        return fields.iter().find(|f| f.name.is_empty() && f.bit == bit && f.bits == bits);
    }
    fields.iter().find(|f| !f.name.is_empty() && f.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_belongs_to_one_field() {
        for (fields, size) in [(KD, KD_SIZE), (CODE, CODE_SIZE)] {
            let mut owners = vec![0; size * 8];
            for field in fields {
                (field.bit..field.bit + field.bits).for_each(|b| owners[b as usize] += 1);
            }
            assert_eq!(owners.iter().position(|n| *n != 1), None);
        }
    }

    /// A descriptor that is cut off goes on with zeros.
    #[test]
    fn values_of_short_descriptors() {
        let bytes: Vec<u8> = (0..CODE_SIZE as u32).map(|i| ((i * 151) >> 2) as u8).collect();
        for field in KD.iter().chain(CODE).chain(CODE_PROPERTIES) {
            for length in 0..=CODE_SIZE {
                let mut set = bytes[..length].to_vec();
                field.set(&mut set, u64::MAX / 7);
                for (i, (before, after)) in (0_u32..).zip(bytes.iter().zip(&set)) {
                    for bit in 8 * i..8 * i + 8 {
                        let own = bit.checked_sub(field.bit).filter(|own| *own < field.bits);
                        let wanted = own.map_or(before >> (bit % 8) & 1, |own| ((u64::MAX / 7) >> own & 1) as u8);
                        assert_eq!(after >> (bit % 8) & 1, wanted, "{} in {length} bytes", field.name);
                    }
                }
                let bit = |bit: u32| {
                    let byte = bytes[..length].get(bit as usize / 8).copied().unwrap_or(0);
                    u64::from(byte >> (bit % 8) & 1)
                };
                let value = (0..field.bits).map(|i| bit(field.bit + i) << i).sum::<u64>();
                assert_eq!(field.get(&bytes[..length]), value, "{} in {length} bytes", field.name);
            }
        }
    }

    #[test]
    fn values_go_in_and_come_out() {
        let mut bytes = [0; 64];
        for field in KD {
            field.set(&mut bytes, u64::MAX);
            assert_eq!(field.get(&bytes), u64::MAX >> (64 - field.bits), "{}", field.name);
        }
        assert_eq!(bytes, [255; 64]);
        assert_eq!(find(KD, "reserved_96_32").map(|f| f.bit), Some(96));
        assert_eq!(find(KD, ""), None);
    }
}
