//! What a launch of a kernel needs to know: where it starts, what memory it wants, which registers hold what when it starts, and its
//! arguments; in one form for all code objects.
//!
//! Facts: LLVM's AMDGPU backend guide, "Kernel Descriptor", "Initial Kernel Execution State" and "Code Object Metadata"; for objects of
//! Mesa, `amd_kernel_code_t` as LLVM writes it and what the radeonsi driver sets up (`si_compute.c`).

use std::collections::HashMap;
use std::fmt;

use crate::args::Arg;
use crate::descriptor::{self, CODE, CODE_PROPERTIES, Field, KD, KD_SIZE};
use crate::kernel_metadata::{self, KernelMetadata};
use crate::{Container, Descriptor, DescriptorKind, Kernel, Kind, SectionKind, config, target};

/// A kernel with a longer kernarg segment is refused: real ones have hundreds of bytes.
pub const KERNARG_LIMIT: u64 = 1 << 20;

/// A byte of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Index into [`Container::sections`].
    pub section: usize,
    /// Offset in the section.
    pub offset: u64,
}

/// Who launches a kernel, which decides what stands around its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// A runtime of HSA (ROCm), with an AQL dispatch packet. Hidden arguments are in the list of arguments.
    Hsa,
    /// Mesa's radeonsi, with a dispatch packet. Behind the arguments, at a multiple of 8, may stand 16 bytes: the number of dimensions and
    /// the global offset in x, y and z, each 4 bytes.
    Mesa,
    /// Older Mesa, without `amd_kernel_code_t`: before the arguments stand 36 bytes, each 4: workgroups in x, y and z, work-items of the
    /// grid in x, y and z, work-items of a workgroup in x, y and z.
    OldMesa,
}

impl Convention {
    /// Bytes of the kernarg segment before the first argument.
    pub fn args_start(self) -> u64 {
        if self == Self::OldMesa { 36 } else { 0 }
    }
}

/// What user SGPRs hold when a wavefront starts. In this order they follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UserSgpr {
    /// The V# of scratch: 4 registers.
    PrivateSegmentBuffer,
    /// The address of the dispatch packet: 2.
    DispatchPtr,
    /// The address of the queue: 2.
    QueuePtr,
    /// The address of the kernarg segment: 2.
    KernargSegmentPtr,
    /// The number of the dispatch in its queue: 2.
    DispatchId,
    /// Where the queue's scratch starts and the size of a work-item's, for flat addresses: 2.
    FlatScratchInit,
    /// Bytes of a work-item's scratch: 1.
    PrivateSegmentSize,
    /// Workgroups of the grid in x, the last, partial one with them: 1. Code object version 2 only.
    GridWorkgroupCountX,
    /// The same in y.
    GridWorkgroupCountY,
    /// The same in z.
    GridWorkgroupCountZ,
}

/// Which field asks for them. The first names are those of [`descriptor::USER_SGPRS`], in its order.
const USER: &[(UserSgpr, &str)] = &[
    (UserSgpr::PrivateSegmentBuffer, "user_sgpr_private_segment_buffer"),
    (UserSgpr::DispatchPtr, "user_sgpr_dispatch_ptr"),
    (UserSgpr::QueuePtr, "user_sgpr_queue_ptr"),
    (UserSgpr::KernargSegmentPtr, "user_sgpr_kernarg_segment_ptr"),
    (UserSgpr::DispatchId, "user_sgpr_dispatch_id"),
    (UserSgpr::FlatScratchInit, "user_sgpr_flat_scratch_init"),
    (UserSgpr::PrivateSegmentSize, "user_sgpr_private_segment_size"),
    (UserSgpr::GridWorkgroupCountX, "enable_sgpr_grid_workgroup_count_x"),
    (UserSgpr::GridWorkgroupCountY, "enable_sgpr_grid_workgroup_count_y"),
    (UserSgpr::GridWorkgroupCountZ, "enable_sgpr_grid_workgroup_count_z"),
];

/// Hardware sets no more user SGPRs than these.
const USER_SGPR_LIMIT: u8 = 16;

/// What hardware puts into the SGPRs behind the user SGPRs, one register each. In this order they follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SystemSgpr {
    /// The number of the workgroup in x.
    WorkgroupIdX,
    /// The same in y.
    WorkgroupIdY,
    /// The same in z.
    WorkgroupIdZ,
    /// Whether the wavefront is the first of its workgroup, where its ordered append starts, and how many wavefronts the workgroup has.
    WorkgroupInfo,
    /// Bytes from the start of scratch to that of the wavefront.
    PrivateSegmentWavefrontOffset,
}

const SYSTEM: &[(SystemSgpr, &str)] = &[
    (SystemSgpr::WorkgroupIdX, "system_sgpr_workgroup_id_x"),
    (SystemSgpr::WorkgroupIdY, "system_sgpr_workgroup_id_y"),
    (SystemSgpr::WorkgroupIdZ, "system_sgpr_workgroup_id_z"),
    (SystemSgpr::WorkgroupInfo, "system_sgpr_workgroup_info"),
    (SystemSgpr::PrivateSegmentWavefrontOffset, "system_sgpr_private_segment_wavefront_offset"),
];

/// The exceptions that a kernel can ask for, in the order of their bits in the MODE register's EXCP_EN.
pub const EXCEPTIONS: &[&str] = &[
    "exception_fp_ieee_invalid_op",
    "exception_fp_denorm_src",
    "exception_fp_ieee_div_zero",
    "exception_fp_ieee_overflow",
    "exception_fp_ieee_underflow",
    "exception_fp_ieee_inexact",
    "exception_int_div_zero",
    "exception_address_watch",
    "exception_memory_violation",
];

/// Registers that hold something when a wavefront starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Initial<T> {
    /// What they hold.
    pub what: T,
    /// The first register.
    pub first: u8,
    /// How many.
    pub count: u8,
}

/// What a launch of a kernel needs to know.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchInfo {
    /// Name in the source where metadata have it, else the symbol's.
    pub name: String,
    /// Name of the symbol of its code.
    pub symbol: String,
    /// Who launches it.
    pub convention: Convention,
    /// Version of the code object, 2 to 6, if it is one of HSA.
    pub code_object_version: Option<u8>,
    /// The first instruction.
    pub entry: Place,
    /// The end of its code in that section, as far as symbols say.
    pub end: u64,
    /// Bytes of LDS that every workgroup has; what the launch adds lies behind them.
    pub group_segment: u32,
    /// Bytes of scratch that every work-item has. With a dynamic stack the launch decides how many more.
    pub private_segment: u32,
    /// Whether the kernel may call what needs more scratch than [`Self::private_segment`].
    pub dynamic_stack: bool,
    /// Bytes of the kernarg segment.
    pub kernarg_size: u64,
    /// Its alignment in bytes, a power of two.
    pub kernarg_align: u64,
    /// Arguments, hidden ones too, in their order; none where no metadata say anything.
    pub args: Vec<Arg>,
    /// Whether metadata say what the arguments are.
    pub has_metadata: bool,
    /// What the user SGPRs hold, from `s0` on.
    pub user_sgprs: Vec<Initial<UserSgpr>>,
    /// How many user SGPRs hardware sets: the first system SGPR follows.
    pub user_sgpr_count: u8,
    /// What hardware puts behind them.
    pub system_sgprs: Vec<Initial<SystemSgpr>>,
    /// In how many VGPRs the number of the work-item stands: 1 is x in `v0`, 3 is x, y and z in `v0` to `v2`.
    pub workitem_ids: u8,
    /// SGPRs that a wavefront has, VCC and its like with them.
    pub sgprs: u32,
    /// VGPRs that a wavefront has.
    pub vgprs: u32,
    /// SGPRs that the code uses, if the compiler says so.
    pub sgprs_used: Option<u32>,
    /// VGPRs that the code uses, if the compiler says so.
    pub vgprs_used: Option<u32>,
    /// SGPRs that the compiler spilled, if it says so.
    pub sgpr_spills: Option<u32>,
    /// VGPRs that the compiler spilled, if it says so.
    pub vgpr_spills: Option<u32>,
    /// Rounding of 32-bit floats as MODE has it: 0 nearest even, 1 up, 2 down, 3 to zero.
    pub round_32: u8,
    /// The same for 16 and 64 bits.
    pub round_16_64: u8,
    /// Subnormals of 32-bit floats as MODE has it: bit 0 keeps inputs, bit 1 keeps outputs.
    pub denorm_32: u8,
    /// The same for 16 and 64 bits.
    pub denorm_16_64: u8,
    /// Whether clamping makes zero of NaN.
    pub dx10_clamp: bool,
    /// Whether signaling NaNs become quiet as IEEE asks for.
    pub ieee_mode: bool,
    /// Whether 16-bit floats that overflow become the largest one; from gfx9 on.
    pub fp16_overflow: bool,
    /// Exceptions that lead to the trap handler: bit n is the n-th of [`EXCEPTIONS`].
    pub exceptions: u16,
    /// Whether the kernel asks for a trap handler.
    pub trap_handler: bool,
    /// Work-items of a wavefront.
    pub wavefront_size: u8,
    /// The most work-items of a workgroup that it was compiled for.
    pub max_flat_workgroup_size: Option<u32>,
    /// The only workgroup size that it was compiled for.
    pub required_workgroup_size: Option<[u32; 3]>,
    /// The workgroup size that it was compiled with in mind.
    pub workgroup_size_hint: Option<[u32; 3]>,
}

/// Why a kernel cannot be launched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError {
    /// The symbol of its code.
    pub kernel: String,
    /// What is wrong or missing.
    pub reason: String,
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel `{}`: {}", self.kernel, self.reason)
    }
}

impl std::error::Error for LaunchError {}

impl Container<'_> {
    /// What a launch of each kernel needs to know, in the order of [`Container::kernels`].
    ///
    /// # Errors
    /// For each kernel by itself: no descriptor, no code, metadata that cannot be read, or a container whose launches are not known here.
    pub fn launchable(&self) -> Vec<Result<LaunchInfo, LaunchError>> {
        let all = self.metadata.as_ref().map_or_else(|| Ok(Vec::new()), kernel_metadata::read);
        let mut broken = None;
        let mut by_symbol: HashMap<String, KernelMetadata> = HashMap::new();
        match all {
            Ok(all) => by_symbol.extend(all.into_iter().map(|entry| (entry.symbol.clone(), entry))),
            Err(reason) => broken = Some(reason),
        }
        let of = |kernel: &Kernel<'_>| match &broken {
            Some(reason) => Err(reason.clone()),
            None => self.launch_info(kernel, by_symbol.get(kernel.name)),
        };
        let fail = |kernel: &Kernel<'_>, reason| LaunchError { kernel: kernel.name.to_owned(), reason };
        self.kernels.iter().map(|kernel| of(kernel).map_err(|reason| fail(kernel, reason))).collect()
    }

    fn launch_info(&self, kernel: &Kernel<'_>, metadata: Option<&KernelMetadata>) -> Result<LaunchInfo, String> {
        let old = self.kind == Kind::Elf && kernel.descriptor.is_some_and(|d| d.kind == DescriptorKind::Config);
        if !(matches!(self.kind, Kind::Hsa(_) | Kind::Mesa3d) || old) {
            return Err(format!("how kernels of this kind ({}) are launched is not known here", self.kind.name()));
        }
        let found = kernel.descriptor.ok_or("it has no descriptor: nothing says which registers hold what")?;
        let (entry, end) = self.entry(kernel, &found)?;
        let generation = self.target.and_then(target::generation);
        let needs = Needs::read(&found, generation)?;
        let registers = Registers { bytes: needs.registers };
        let said = |of: fn(&KernelMetadata) -> Option<u64>| metadata.and_then(of);
        let small = |value: Option<u64>| value.and_then(|n| u32::try_from(n).ok());
        let args = metadata.map(|m| m.args.clone()).unwrap_or_default();
        let kernarg_size = said(|m| m.kernarg_size).unwrap_or(needs.kernarg_size);
        // The first descriptors of version 3 had no size.
        let kernarg_size = args.iter().map(|a| a.offset.saturating_add(a.size)).fold(kernarg_size, u64::max);
        if kernarg_size > KERNARG_LIMIT {
            return Err(format!("its arguments take {kernarg_size} bytes, more than {KERNARG_LIMIT}"));
        }
        let kernarg_align = said(|m| m.kernarg_align).unwrap_or(needs.kernarg_align);
        if !kernarg_align.is_power_of_two() || kernarg_align > KERNARG_LIMIT {
            return Err(format!(
                "its arguments are aligned to {kernarg_align}, which is no power of two up to {KERNARG_LIMIT}"
            ));
        }
        let user_sgpr_count = registers.small("user_sgpr_count");
        Ok(LaunchInfo {
            name: metadata.map(|m| m.name.as_str()).filter(|n| !n.is_empty()).unwrap_or(kernel.name).to_owned(),
            symbol: kernel.name.to_owned(),
            convention: match (self.kind, found.kind) {
                (Kind::Hsa(_), _) => Convention::Hsa,
                (_, DescriptorKind::Config) => Convention::OldMesa,
                _ => Convention::Mesa,
            },
            code_object_version: if let Kind::Hsa(version) = self.kind { Some(version) } else { None },
            entry,
            end,
            group_segment: needs.group_segment,
            private_segment: needs.private_segment,
            dynamic_stack: needs.dynamic_stack || metadata.is_some_and(|m| m.dynamic_stack),
            kernarg_size,
            kernarg_align,
            args,
            has_metadata: metadata.is_some(),
            user_sgprs: registers.user_sgprs(found.kind),
            user_sgpr_count,
            system_sgprs: registers.system_sgprs(user_sgpr_count),
            workitem_ids: registers.small("system_vgpr_workitem_id").saturating_add(1).min(3),
            sgprs: registers.sgprs(generation),
            vgprs: registers.vgprs(),
            sgprs_used: small(said(|m| m.sgprs)),
            vgprs_used: small(said(|m| m.vgprs)),
            sgpr_spills: small(said(|m| m.sgpr_spills)),
            vgpr_spills: small(said(|m| m.vgpr_spills)),
            round_32: registers.small("float_round_mode_32"),
            round_16_64: registers.small("float_round_mode_16_64"),
            denorm_32: registers.small("float_denorm_mode_32"),
            denorm_16_64: registers.small("float_denorm_mode_16_64"),
            dx10_clamp: registers.is_set("dx10_clamp"),
            ieee_mode: registers.is_set("ieee_mode"),
            fp16_overflow: generation.is_none_or(|g| g >= 9) && registers.is_set("fp16_overflow"),
            exceptions: registers.exceptions(),
            trap_handler: registers.is_set("enable_trap_handler"),
            wavefront_size: needs.wavefront_size,
            max_flat_workgroup_size: small(said(|m| m.max_flat_workgroup_size)),
            required_workgroup_size: metadata.and_then(|m| m.required_workgroup_size),
            workgroup_size_hint: metadata.and_then(|m| m.workgroup_size_hint),
        })
    }

    /// The first instruction, and the end of the code. A linked descriptor says how far the code is from it; before linking it is a
    /// relocation, and the symbol of the code says.
    fn entry(&self, kernel: &Kernel<'_>, found: &Descriptor<'_>) -> Result<(Place, u64), String> {
        let (section, start, end) = kernel.code.ok_or("none of its symbols or descriptors leads to code")?;
        let of = &self.sections[section];
        let linked = found.kind == DescriptorKind::Kd && of.address != 0;
        let offset = if linked {
            let address = self.sections[found.section].address.wrapping_add(found.at);
            address.wrapping_add(descriptor::KD_ENTRY.get(found.bytes)).wrapping_sub(of.address)
        } else {
            start
        };
        if of.kind != SectionKind::Code || offset >= of.size || !offset.is_multiple_of(4) {
            return Err(format!(
                "its first instruction would be at offset {offset:#x} of section `{}`, where no code is",
                of.name
            ));
        }
        Ok((Place { section, offset }, end.clamp(offset, of.size)))
    }
}

/// What a descriptor asks for, whatever its form.
struct Needs {
    /// Registers and properties, at the bits where [`KD`] has them.
    registers: [u8; KD_SIZE],
    group_segment: u32,
    private_segment: u32,
    kernarg_size: u64,
    kernarg_align: u64,
    wavefront_size: u8,
    dynamic_stack: bool,
}

impl Needs {
    fn read(found: &Descriptor<'_>, generation: Option<u8>) -> Result<Self, String> {
        let mut registers = [0; KD_SIZE];
        let head = found.bytes.get(..KD_SIZE);
        let get = |table, name| field(table, name).get(found.bytes);
        let exponent = |name| 1u64.checked_shl(get(CODE, name) as u32).unwrap_or(0);
        match found.kind {
            DescriptorKind::Kd => {
                registers.copy_from_slice(head.ok_or("its descriptor is cut off")?);
                Ok(Self {
                    registers,
                    group_segment: get(KD, "group_segment_fixed_size") as u32,
                    private_segment: get(KD, "private_segment_fixed_size") as u32,
                    kernarg_size: get(KD, "kernarg_size"),
                    // The least that HSA has for any kernel.
                    kernarg_align: 16,
                    wavefront_size: 64,
                    dynamic_stack: get(KD, "uses_dynamic_stack") != 0,
                })
            }
            DescriptorKind::KernelCode => {
                registers.copy_from_slice(head.ok_or("its `amd_kernel_code_t` is cut off")?);
                Ok(Self {
                    registers,
                    group_segment: get(CODE, "workgroup_group_segment_byte_size") as u32,
                    private_segment: get(CODE, "workitem_private_segment_byte_size") as u32,
                    kernarg_size: get(CODE, "kernarg_segment_byte_size"),
                    kernarg_align: exponent("kernarg_segment_alignment").max(1),
                    wavefront_size: u8::try_from(exponent("wavefront_size")).unwrap_or(64),
                    dynamic_stack: get(CODE_PROPERTIES, "is_dynamic_callstack") != 0,
                })
            }
            DescriptorKind::Config => Self::of_config(found.bytes, generation, registers),
        }
    }

    /// A table of registers: radeonsi put the address of the arguments into the first two user SGPRs.
    fn of_config(bytes: &[u8], generation: Option<u8>, mut registers: [u8; KD_SIZE]) -> Result<Self, String> {
        let entries = config::entries(bytes).ok_or("its table of registers is cut off")?;
        let mut scratch_of_wavefront = 0;
        for (address, value) in entries {
            match config::register_name(address) {
                Some("compute_pgm_rsrc1") => RSRC1.set(&mut registers, value.into()),
                Some("compute_pgm_rsrc2") => RSRC2.set(&mut registers, value.into()),
                // WAVESIZE, in units of 256 words.
                Some("compute_tmpring_size") => scratch_of_wavefront = (value >> 12 & 0x1fff) * 1024,
                _ => {}
            }
        }
        field(KD, "user_sgpr_kernarg_segment_ptr").set(&mut registers, 1);
        // LDS is given in blocks of 64 words, from gfx7 on 128.
        let block = if generation.is_some_and(|g| g >= 7) { 512 } else { 256 };
        let group_segment = field(KD, "granulated_lds_size").get(&registers) as u32 * block;
        Ok(Self {
            registers,
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

/// A field that is known to be in the table; a test asks for all of them.
fn field(table: &'static [Field], name: &str) -> Field {
    let none = Field { name: "", bit: 0, bits: 0, default: 0, always: false, since: 0 };
    descriptor::find(table, name).copied().unwrap_or(none)
}

/// Registers and properties of a descriptor, at the bits where [`KD`] has them.
struct Registers {
    bytes: [u8; KD_SIZE],
}

impl Registers {
    fn small(&self, name: &str) -> u8 {
        field(KD, name).get(&self.bytes) as u8
    }

    fn is_set(&self, name: &str) -> bool {
        self.small(name) != 0
    }

    fn user_sgprs(&self, kind: DescriptorKind) -> Vec<Initial<UserSgpr>> {
        let mut next = 0;
        let mut all = Vec::new();
        for (what, name) in USER {
            let in_kd = descriptor::USER_SGPRS.iter().find(|(n, _)| n == name);
            let set = match in_kd {
                Some(_) => self.is_set(name),
                None => kind == DescriptorKind::KernelCode && field(CODE_PROPERTIES, name).get(&self.bytes) != 0,
            };
            let count = in_kd.map_or(1, |(_, count)| *count as u8);
            if set && next + count <= USER_SGPR_LIMIT {
                all.push(Initial { what: *what, first: next, count });
                next += count;
            }
        }
        all
    }

    fn system_sgprs(&self, first: u8) -> Vec<Initial<SystemSgpr>> {
        let asked = SYSTEM.iter().filter(|(_, name)| self.is_set(name));
        (first..).zip(asked).map(|(first, (what, _))| Initial { what: *what, first, count: 1 }).collect()
    }

    /// In blocks of 8; from gfx8 on a wavefront gets a multiple of 16.
    fn sgprs(&self, generation: Option<u8>) -> u32 {
        let given = 8 * (u32::from(self.small("next_free_sgpr")) + 1);
        if generation.is_some_and(|g| g >= 8) { given.next_multiple_of(16) } else { given }
    }

    fn vgprs(&self) -> u32 {
        4 * (u32::from(self.small("next_free_vgpr")) + 1)
    }

    fn exceptions(&self) -> u16 {
        EXCEPTIONS.iter().enumerate().map(|(bit, name)| u16::from(self.is_set(name)) << bit).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_its_name() {
        let in_kd = SYSTEM.iter().map(|s| s.1).chain(EXCEPTIONS.iter().copied()).chain(USER[..7].iter().map(|u| u.1));
        let others = [
            "user_sgpr_count",
            "system_vgpr_workitem_id",
            "next_free_sgpr",
            "next_free_vgpr",
            "float_round_mode_32",
            "float_round_mode_16_64",
            "float_denorm_mode_32",
            "float_denorm_mode_16_64",
            "dx10_clamp",
            "ieee_mode",
            "fp16_overflow",
            "enable_trap_handler",
            "granulated_lds_size",
            "group_segment_fixed_size",
            "private_segment_fixed_size",
            "kernarg_size",
            "uses_dynamic_stack",
        ];
        in_kd.chain(others).for_each(|name| assert!(descriptor::find(KD, name).is_some(), "{name}"));
        for name in USER[7..].iter().map(|u| u.1).chain(["is_dynamic_callstack"]) {
            assert!(descriptor::find(CODE_PROPERTIES, name).is_some(), "{name}");
        }
        for name in [
            "workgroup_group_segment_byte_size",
            "workitem_private_segment_byte_size",
            "kernarg_segment_byte_size",
            "kernarg_segment_alignment",
            "wavefront_size",
        ] {
            assert!(descriptor::find(CODE, name).is_some(), "{name}");
        }
        assert!(USER.iter().zip(descriptor::USER_SGPRS).all(|(ours, table)| ours.1 == table.0));
        for (table, name) in [("compute_pgm_resource1", RSRC1), ("compute_pgm_resource2", RSRC2)] {
            assert_eq!(descriptor::find(CODE, table).map(|f| (f.bit, f.bits)), Some((name.bit, name.bits)));
        }
    }
}
