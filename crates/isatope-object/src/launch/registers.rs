//! Reads the requested initial state from descriptors of all forms.
//!
//! The registers and properties of `amd_kernel_code_t` are at the same bits as in [`descriptor::KD`], and the values of Mesa's
//! table of registers are copied to these bits. One table of fields therefore serves all three forms.

use super::{Convention, EXCEPTIONS, Initial, SystemSgpr, UserSgpr};
use crate::descriptor::{self, CODE, CODE_PROPERTIES, Field, KD_SIZE, field, kd};
use crate::{Descriptor, DescriptorKind, config};

/// Fields that request user SGPRs. The first ones are those of [`descriptor::USER_SGPRS`], in the same order; the
/// others are in [`CODE_PROPERTIES`].
const USER: &[(UserSgpr, Field)] = &[
    (UserSgpr::PrivateSegmentBuffer, kd("user_sgpr_private_segment_buffer")),
    (UserSgpr::DispatchPtr, kd("user_sgpr_dispatch_ptr")),
    (UserSgpr::QueuePtr, kd("user_sgpr_queue_ptr")),
    (UserSgpr::KernargSegmentPtr, kd("user_sgpr_kernarg_segment_ptr")),
    (UserSgpr::DispatchId, kd("user_sgpr_dispatch_id")),
    (UserSgpr::FlatScratchInit, kd("user_sgpr_flat_scratch_init")),
    (UserSgpr::PrivateSegmentSize, kd("user_sgpr_private_segment_size")),
    (UserSgpr::GridWorkgroupCountX, field(CODE_PROPERTIES, "enable_sgpr_grid_workgroup_count_x")),
    (UserSgpr::GridWorkgroupCountY, field(CODE_PROPERTIES, "enable_sgpr_grid_workgroup_count_y")),
    (UserSgpr::GridWorkgroupCountZ, field(CODE_PROPERTIES, "enable_sgpr_grid_workgroup_count_z")),
];

/// Maximum number of user SGPRs that the hardware sets.
pub(super) const USER_SGPR_LIMIT: u8 = 16;

/// Fields that request system SGPRs, in the order of the registers.
pub(super) const SYSTEM: &[(SystemSgpr, Field)] = &[
    (SystemSgpr::WorkgroupIdX, kd("system_sgpr_workgroup_id_x")),
    (SystemSgpr::WorkgroupIdY, kd("system_sgpr_workgroup_id_y")),
    (SystemSgpr::WorkgroupIdZ, kd("system_sgpr_workgroup_id_z")),
    (SystemSgpr::WorkgroupInfo, kd("system_sgpr_workgroup_info")),
    (SystemSgpr::PrivateSegmentWavefrontOffset, kd("system_sgpr_private_segment_wavefront_offset")),
];

/// Requests of a descriptor, for all forms.
pub(super) struct Needs {
    /// Registers and properties, at their bits in [`descriptor::KD`].
    pub(super) registers: Registers,
    pub(super) group_segment: u32,
    pub(super) private_segment: u32,
    pub(super) kernarg_size: u64,
    pub(super) kernarg_align: u64,
    pub(super) wavefront_size: u8,
    pub(super) dynamic_stack: bool,
}

impl Needs {
    pub(super) fn read(found: &Descriptor<'_>, generation: Option<u8>) -> Result<Self, String> {
        let mut registers = [0; KD_SIZE];
        let head = found.bytes.get(..KD_SIZE);
        let get = |field: Field| field.get(found.bytes);
        let exponent = |field| 1u64.checked_shl(get(field) as u32).unwrap_or(0);
        match found.kind {
            DescriptorKind::Kd => {
                registers.copy_from_slice(head.ok_or("its descriptor is truncated")?);
                Ok(Self {
                    registers: Registers { bytes: registers },
                    group_segment: get(const { kd("group_segment_fixed_size") }) as u32,
                    private_segment: get(const { kd("private_segment_fixed_size") }) as u32,
                    kernarg_size: get(const { kd("kernarg_size") }),
                    // Minimum alignment in HSA.
                    kernarg_align: 16,
                    wavefront_size: 64,
                    dynamic_stack: get(const { kd("uses_dynamic_stack") }) != 0,
                })
            }
            DescriptorKind::KernelCode => {
                registers.copy_from_slice(head.ok_or("its `amd_kernel_code_t` is truncated")?);
                Ok(Self {
                    registers: Registers { bytes: registers },
                    group_segment: get(const { field(CODE, "workgroup_group_segment_byte_size") }) as u32,
                    private_segment: get(const { field(CODE, "workitem_private_segment_byte_size") }) as u32,
                    kernarg_size: get(const { field(CODE, "kernarg_segment_byte_size") }),
                    kernarg_align: exponent(const { field(CODE, "kernarg_segment_alignment") }).max(1),
                    wavefront_size: u8::try_from(exponent(const { field(CODE, "wavefront_size") })).unwrap_or(64),
                    dynamic_stack: get(const { field(CODE_PROPERTIES, "is_dynamic_callstack") }) != 0,
                })
            }
            DescriptorKind::Config => Self::of_config(found.bytes, generation, registers),
        }
    }

    /// Reads a table of registers. radeonsi put the address of the arguments into the first two user SGPRs.
    fn of_config(bytes: &[u8], generation: Option<u8>, mut registers: [u8; KD_SIZE]) -> Result<Self, String> {
        let entries = config::entries(bytes).ok_or("its table of registers is truncated")?;
        let mut scratch_of_wavefront = 0;
        let mut is_kernel = false;
        for (address, value) in entries {
            match config::register_name(address) {
                Some("compute_pgm_rsrc1") => {
                    is_kernel = true;
                    RSRC1.set(&mut registers, value.into());
                }
                Some("compute_pgm_rsrc2") => RSRC2.set(&mut registers, value.into()),
                // WAVESIZE, in units of 256 words.
                Some("compute_tmpring_size") => scratch_of_wavefront = (value >> 12 & 0x1fff) * 1024,
                _ => {}
            }
        }
        if !is_kernel {
            return Err("its table of registers is that of a graphics shader".to_owned());
        }
        const { kd("user_sgpr_kernarg_segment_ptr") }.set(&mut registers, 1);
        // LDS is allocated in blocks of 64 words; from gfx7 on, in blocks of 128.
        let block = if generation.is_some_and(|g| g >= 7) { 512 } else { 256 };
        let group_segment = const { kd("granulated_lds_size") }.get(&registers) as u32 * block;
        Ok(Self {
            registers: Registers { bytes: registers },
            group_segment,
            private_segment: scratch_of_wavefront / 64,
            kernarg_size: Convention::OldMesa.args_start(),
            kernarg_align: 4,
            wavefront_size: 64,
            dynamic_stack: false,
        })
    }
}

const RSRC1: Field = Field { name: "", bit: descriptor::RSRC1, bits: 32, default: 0, always: false, since: 0 };
const RSRC2: Field = Field { name: "", bit: descriptor::RSRC2, bits: 32, default: 0, always: false, since: 0 };

/// The fields of [`EXCEPTIONS`], in the same order.
const EXCEPTION_FIELDS: [Field; EXCEPTIONS.len()] = {
    let mut fields = [RSRC1; EXCEPTIONS.len()];
    let mut at = 0;
    while at < fields.len() {
        fields[at] = kd(EXCEPTIONS[at]);
        at += 1;
    }
    fields
};

/// Registers and properties of a descriptor, at their bits in [`descriptor::KD`].
pub(super) struct Registers {
    bytes: [u8; KD_SIZE],
}

impl Registers {
    pub(super) fn small(&self, field: Field) -> u8 {
        field.get(&self.bytes) as u8
    }

    pub(super) fn is_set(&self, field: Field) -> bool {
        self.small(field) != 0
    }

    pub(super) fn user_sgprs(&self, kind: DescriptorKind) -> Vec<Initial<UserSgpr>> {
        let mut next = 0;
        let mut all = Vec::new();
        for (i, (what, field)) in USER.iter().enumerate() {
            let in_kd = descriptor::USER_SGPRS.get(i);
            let set = (in_kd.is_some() || kind == DescriptorKind::KernelCode) && self.is_set(*field);
            let count = in_kd.map_or(1, |(_, count)| *count as u8);
            if set && next + count <= USER_SGPR_LIMIT {
                all.push(Initial { what: *what, first: next, count });
                next += count;
            }
        }
        all
    }

    pub(super) fn system_sgprs(&self, first: u8) -> Vec<Initial<SystemSgpr>> {
        let asked = SYSTEM.iter().filter(|(_, field)| self.is_set(*field));
        (first..).zip(asked).map(|(first, (what, _))| Initial { what: *what, first, count: 1 }).collect()
    }

    /// Number of SGPRs: allocated in blocks of 8; from gfx8 on, rounded up to a multiple of 16.
    pub(super) fn sgprs(&self, generation: Option<u8>) -> u32 {
        let given = 8 * (u32::from(self.small(descriptor::KD_SGPRS)) + 1);
        if generation.is_some_and(|g| g >= 8) { given.next_multiple_of(16) } else { given }
    }

    pub(super) fn vgprs(&self) -> u32 {
        4 * (u32::from(self.small(descriptor::KD_VGPRS)) + 1)
    }

    pub(super) fn exceptions(&self) -> u16 {
        EXCEPTION_FIELDS.iter().enumerate().map(|(bit, field)| u16::from(self.is_set(*field)) << bit).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_those_of_other_tables() {
        assert!(USER.iter().zip(descriptor::USER_SGPRS).all(|(ours, table)| ours.1.name == table.0.name));
        for (table, name) in [("compute_pgm_resource1", RSRC1), ("compute_pgm_resource2", RSRC2)] {
            assert_eq!(descriptor::find(CODE, table).map(|f| (f.bit, f.bits)), Some((name.bit, name.bits)));
        }
    }
}
