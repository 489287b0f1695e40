//! Launch parameters of a kernel in one form for all code objects: its entry point, its memory, its
//! initial registers and its arguments.
//!
//! Sources: LLVM's AMDGPU backend guide, "Kernel Descriptor", "Initial Kernel Execution State" and "Code Object
//! Metadata". For objects of Mesa: `amd_kernel_code_t` as LLVM writes it, and the setup code of the radeonsi driver
//! (`si_compute.c`).

mod registers;

use std::fmt;

use foldhash::{HashMap, HashMapExt as _, HashSet};

use crate::args::Arg;
use crate::descriptor::{self, kd};
use crate::kernel_metadata::{self, KernelMetadata, Recorded};
use crate::{Container, Descriptor, DescriptorKind, Kernel, Kind, SectionKind, target};
use registers::Needs;

/// Maximum size of a kernarg segment in bytes. Real ones have hundreds of bytes.
pub const KERNARG_LIMIT: u64 = 1 << 20;

/// Position of a byte in a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Index into [`Container::sections`].
    pub section: usize,
    /// Offset in the section.
    pub offset: u64,
}

/// Launch convention of a kernel, which determines the data around its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// HSA runtime (ROCm), with an AQL dispatch packet. The list of arguments includes hidden arguments.
    Hsa,
    /// Mesa's radeonsi, with a dispatch packet. After the arguments, at a multiple of 8, there may be 16 bytes: the
    /// number of dimensions and the global offset in x, y and z, 4 bytes each.
    Mesa,
    /// Older Mesa, without `amd_kernel_code_t`. 36 bytes precede the arguments, 4 bytes each: workgroups in x, y and z,
    /// work-items of the grid in x, y and z, work-items of a workgroup in x, y and z.
    OldMesa,
}

impl Convention {
    /// Number of bytes of the kernarg segment before the first argument.
    pub fn args_start(self) -> u64 {
        if self == Self::OldMesa { 36 } else { 0 }
    }
}

/// Initial values of user SGPRs, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UserSgpr {
    /// V# of scratch memory, in 4 registers.
    PrivateSegmentBuffer,
    /// Address of the dispatch packet, in 2 registers.
    DispatchPtr,
    /// Address of the queue, in 2 registers.
    QueuePtr,
    /// Address of the kernarg segment, in 2 registers.
    KernargSegmentPtr,
    /// Number of the dispatch in its queue, in 2 registers.
    DispatchId,
    /// Start of the queue's scratch memory, and its size per work-item, for flat addresses; in 2 registers.
    FlatScratchInit,
    /// Scratch size of a work-item in bytes, in 1 register.
    PrivateSegmentSize,
    /// Number of workgroups of the grid in x, including a partial last one, in 1 register. Code object version 2 only.
    GridWorkgroupCountX,
    /// Number of workgroups in y.
    GridWorkgroupCountY,
    /// Number of workgroups in z.
    GridWorkgroupCountZ,
}

/// System SGPRs, in the order in which the hardware places them after the user SGPRs, one register each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SystemSgpr {
    /// Number of the workgroup in x.
    WorkgroupIdX,
    /// Number of the workgroup in y.
    WorkgroupIdY,
    /// Number of the workgroup in z.
    WorkgroupIdZ,
    /// Whether the wavefront is the first of its workgroup, the start of its ordered append, and the number of
    /// wavefronts of the workgroup.
    WorkgroupInfo,
    /// Offset of the wavefront's scratch memory from the start of scratch, in bytes.
    PrivateSegmentWavefrontOffset,
}

/// Exceptions that a kernel can enable, in the order of their bits in the MODE register's EXCP_EN.
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

/// Registers that have a value when a wavefront starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Initial<T> {
    /// Meaning of the value.
    pub what: T,
    /// First register.
    pub first: u8,
    /// Number of registers.
    pub count: u8,
}

/// Launch parameters of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchInfo {
    /// Name in the source if the metadata contain it, otherwise the symbol's name.
    pub name: String,
    /// Symbol of the code.
    pub symbol: String,
    /// Launch convention.
    pub convention: Convention,
    /// Version of the code object, 2 to 6, if it is an HSA code object.
    pub code_object_version: Option<u8>,
    /// Position of the first instruction.
    pub entry: Place,
    /// End of the code in that section, if symbols give it.
    pub end: u64,
    /// LDS size of a workgroup in bytes. LDS that the launch adds is located after it.
    pub group_segment: u32,
    /// That size without what launches add, if the compiler recorded it.
    pub group_segment_recorded: Option<u32>,
    /// Scratch size of a work-item in bytes. With a dynamic stack, the launch determines the additional size.
    pub private_segment: u32,
    /// Whether the kernel may call functions that need more scratch than [`Self::private_segment`].
    pub dynamic_stack: bool,
    /// Size of the kernarg segment in bytes.
    pub kernarg_size: u64,
    /// Alignment of the kernarg segment in bytes, a power of two.
    pub kernarg_align: u64,
    /// Size of the kernarg segment in the descriptor; 0 in the first descriptors of version 3.
    pub kernarg_size_described: u64,
    /// Alignment of the kernarg segment in the descriptor, if it contains one.
    pub kernarg_align_described: Option<u64>,
    /// Numbers of the metadata that the descriptor may contradict.
    pub recorded: Recorded,
    /// Arguments in order, including hidden ones. Empty if there are no metadata about them.
    pub args: Vec<Arg>,
    /// Whether metadata describe the arguments.
    pub has_metadata: bool,
    /// Symbols of kernels that have metadata and do not exist, if this kernel has none.
    pub unmatched_metadata: Vec<String>,
    /// Values of the user SGPRs, starting at `s0`.
    pub user_sgprs: Vec<Initial<UserSgpr>>,
    /// Number of user SGPRs that the hardware sets. The first system SGPR follows.
    pub user_sgpr_count: u8,
    /// System SGPRs after the user SGPRs.
    pub system_sgprs: Vec<Initial<SystemSgpr>>,
    /// Number of VGPRs that contain the work-item's number: 1 means x in `v0`; 3 means x, y and z in `v0` to `v2`.
    pub workitem_ids: u8,
    /// Number of SGPRs of a wavefront, including VCC and similar registers.
    pub sgprs: u32,
    /// Number of VGPRs of a wavefront.
    pub vgprs: u32,
    /// Number of SGPRs that the code uses, if the compiler recorded it.
    pub sgprs_used: Option<u32>,
    /// Number of VGPRs that the code uses, if the compiler recorded it.
    pub vgprs_used: Option<u32>,
    /// Number of SGPRs that the compiler spilled, if it recorded it.
    pub sgpr_spills: Option<u32>,
    /// Number of VGPRs that the compiler spilled, if it recorded it.
    pub vgpr_spills: Option<u32>,
    /// Rounding mode of 32-bit floats, as in MODE: 0 nearest even, 1 up, 2 down, 3 toward zero.
    pub round_32: u8,
    /// Rounding mode of 16-bit and 64-bit floats.
    pub round_16_64: u8,
    /// Subnormals of 32-bit floats, as in MODE: bit 0 keeps inputs, bit 1 keeps outputs.
    pub denorm_32: u8,
    /// Subnormals of 16-bit and 64-bit floats.
    pub denorm_16_64: u8,
    /// Whether clamping converts NaN to zero.
    pub dx10_clamp: bool,
    /// Whether signaling NaNs become quiet, as IEEE 754 requires.
    pub ieee_mode: bool,
    /// Whether 16-bit floats that overflow become the largest number; gfx9 and later.
    pub fp16_overflow: bool,
    /// Exceptions that call the trap handler: bit n is the n-th of [`EXCEPTIONS`].
    pub exceptions: u16,
    /// Whether the kernel requests a trap handler.
    pub trap_handler: bool,
    /// Number of work-items of a wavefront.
    pub wavefront_size: u8,
    /// Maximum number of work-items of a workgroup that the kernel was compiled for.
    pub max_flat_workgroup_size: Option<u32>,
    /// The only workgroup size that the kernel was compiled for.
    pub required_workgroup_size: Option<[u32; 3]>,
    /// The workgroup size that the compiler optimized for.
    pub workgroup_size_hint: Option<[u32; 3]>,
}

impl LaunchInfo {
    /// Number of SGPRs, from the first one, that may have a value when a wavefront starts.
    ///
    /// The driver decides it for a compute shader of Mesa: it puts in as many user SGPRs as the shader has arguments,
    /// and replaces their number in the registers of the object.
    pub fn initial_sgprs(&self) -> u16 {
        if self.convention == Convention::OldMesa {
            return u16::from(registers::USER_SGPR_LIMIT) + registers::SYSTEM.len() as u16;
        }
        let system = self.system_sgprs.iter().map(|one| u16::from(one.first) + u16::from(one.count)).max();
        system.unwrap_or(0).max(self.user_sgpr_count.into())
    }

    /// Number of VGPRs, from the first one, that may have a value when a wavefront starts.
    pub fn initial_vgprs(&self) -> u16 {
        if self.convention == Convention::OldMesa { 3 } else { self.workitem_ids.into() }
    }
}

/// Error: a kernel cannot be launched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError {
    /// Symbol of the code.
    pub kernel: String,
    /// Reason.
    pub reason: String,
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel `{}`: {}", self.kernel, self.reason)
    }
}

impl std::error::Error for LaunchError {}

impl Container<'_> {
    /// Launch parameters of each kernel, in the order of [`Container::kernels`].
    ///
    /// # Errors
    /// Each kernel has its own error: no descriptor, no code, unreadable metadata, or a container whose launches are
    /// not supported.
    pub fn launchable(&self) -> Vec<Result<LaunchInfo, LaunchError>> {
        self.launches().0
    }

    /// Launch parameters of each kernel as [`launchable`](Self::launchable), and the symbols of kernels that have
    /// metadata and do not exist.
    pub fn launches(&self) -> (Vec<Result<LaunchInfo, LaunchError>>, Vec<String>) {
        let all: Result<Vec<Vec<KernelMetadata>>, String> = self.metadata.iter().map(kernel_metadata::read).collect();
        let mut broken = None;
        let mut entries: Vec<KernelMetadata> = Vec::new();
        match all {
            // Mostly one list, which is not copied.
            Ok(all) => all.into_iter().for_each(|list| match entries.is_empty() {
                true => entries = list,
                false => entries.extend(list),
            }),
            Err(reason) => broken = Some(reason),
        }
        let symbols: Vec<String> = entries.iter_mut().map(|entry| std::mem::take(&mut entry.symbol)).collect();
        let mut by_symbol: HashMap<&str, usize> = HashMap::with_capacity(symbols.len());
        by_symbol.extend(symbols.iter().enumerate().map(|(index, symbol)| (symbol.as_str(), index)));
        let known: HashSet<&str> = self.kernels.iter().map(|kernel| kernel.name).collect();
        let mut unmatched: Vec<String> =
            by_symbol.keys().filter(|symbol| !known.contains(*symbol)).map(|symbol| (*symbol).to_owned()).collect();
        unmatched.sort_unstable();
        // The many arguments of a library are moved, not copied, unless two kernels have the same name.
        let are_distinct = known.len() == self.kernels.len();
        let mut said = |name: &str| {
            let entry = &mut entries[*by_symbol.get(name)?];
            Some(if are_distinct { std::mem::take(entry) } else { entry.clone() })
        };
        let mut of = |kernel: &Kernel<'_>| match &broken {
            Some(reason) => Err(reason.clone()),
            None => self.launch_info(kernel, said(kernel.name)),
        };
        let fail = |kernel: &Kernel<'_>, reason| LaunchError { kernel: kernel.name.to_owned(), reason };
        let mut infos: Vec<_> =
            self.kernels.iter().map(|kernel| of(kernel).map_err(|reason| fail(kernel, reason))).collect();
        for info in infos.iter_mut().flatten().filter(|info| !info.has_metadata) {
            info.unmatched_metadata.clone_from(&unmatched);
        }
        (infos, unmatched)
    }

    fn launch_info(&self, kernel: &Kernel<'_>, mut metadata: Option<KernelMetadata>) -> Result<LaunchInfo, String> {
        let old = self.kind == Kind::Elf && kernel.descriptor.is_some_and(|d| d.kind == DescriptorKind::Config);
        if !(matches!(self.kind, Kind::Hsa(_) | Kind::Mesa3d) || old) {
            return Err(format!("launching kernels of this kind ({}) is not supported", self.kind.name()));
        }
        let found = kernel.descriptor.ok_or("it has no descriptor, which gives the initial registers")?;
        let (entry, end) = self.entry(kernel, &found)?;
        let generation = self.target.and_then(target::generation);
        let needs = Needs::read(&found, generation)?;
        let registers = &needs.registers;
        let args = metadata.as_mut().map(|m| std::mem::take(&mut m.args)).unwrap_or_default();
        let metadata = metadata.as_ref();
        let said = |of: fn(&KernelMetadata) -> Option<u64>| metadata.and_then(of);
        let small = |value: Option<u64>| value.and_then(|n| u32::try_from(n).ok());
        let kernarg_size = said(|m| m.recorded.kernarg_size).unwrap_or(needs.kernarg_size);
        // The first descriptors of version 3 did not contain this size.
        let kernarg_size = args.iter().map(|a| a.offset.saturating_add(a.size)).fold(kernarg_size, u64::max);
        if kernarg_size > KERNARG_LIMIT {
            return Err(format!("its arguments take {kernarg_size} bytes, more than {KERNARG_LIMIT}"));
        }
        let kernarg_align = said(|m| m.recorded.kernarg_align).unwrap_or(needs.kernarg_align);
        if !kernarg_align.is_power_of_two() || kernarg_align > KERNARG_LIMIT {
            return Err(format!(
                "its arguments are aligned to {kernarg_align}, which is not a power of two up to {KERNARG_LIMIT}"
            ));
        }
        let user_sgpr_count = registers.small(const { kd("user_sgpr_count") });
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
            group_segment_recorded: small(said(|m| m.group_segment)),
            private_segment: needs.private_segment,
            dynamic_stack: needs.dynamic_stack || metadata.is_some_and(|m| m.dynamic_stack),
            kernarg_size,
            kernarg_align,
            kernarg_size_described: needs.kernarg_size,
            kernarg_align_described: (found.kind == DescriptorKind::KernelCode).then_some(needs.kernarg_align),
            recorded: metadata.map_or(Recorded::default(), |m| m.recorded),
            args,
            has_metadata: metadata.is_some(),
            unmatched_metadata: Vec::new(),
            user_sgprs: registers.user_sgprs(found.kind),
            user_sgpr_count,
            system_sgprs: registers.system_sgprs(user_sgpr_count),
            workitem_ids: registers.small(const { kd("system_vgpr_workitem_id") }).saturating_add(1).min(3),
            sgprs: registers.sgprs(generation),
            vgprs: registers.vgprs(),
            sgprs_used: small(said(|m| m.sgprs)),
            vgprs_used: small(said(|m| m.vgprs)),
            sgpr_spills: small(said(|m| m.sgpr_spills)),
            vgpr_spills: small(said(|m| m.vgpr_spills)),
            round_32: registers.small(const { kd("float_round_mode_32") }),
            round_16_64: registers.small(const { kd("float_round_mode_16_64") }),
            denorm_32: registers.small(const { kd("float_denorm_mode_32") }),
            denorm_16_64: registers.small(const { kd("float_denorm_mode_16_64") }),
            dx10_clamp: registers.is_set(const { kd("dx10_clamp") }),
            ieee_mode: registers.is_set(const { kd("ieee_mode") }),
            fp16_overflow: generation.is_none_or(|g| g >= 9) && registers.is_set(const { kd("fp16_overflow") }),
            exceptions: registers.exceptions(),
            trap_handler: registers.is_set(const { kd("enable_trap_handler") }),
            wavefront_size: needs.wavefront_size,
            max_flat_workgroup_size: small(said(|m| m.max_flat_workgroup_size)),
            required_workgroup_size: metadata.and_then(|m| m.required_workgroup_size),
            workgroup_size_hint: metadata.and_then(|m| m.workgroup_size_hint),
        })
    }

    /// The first instruction, and the end of the code. A linked descriptor contains the offset to the code. Before
    /// linking, the offset is a relocation, and the code's symbol gives the position.
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
                "its first instruction would be at offset {offset:#x} of section `{}`, where there is no code",
                of.name
            ));
        }
        Ok((Place { section, offset }, end.clamp(offset, of.size)))
    }
}
