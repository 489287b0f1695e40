//! Programs for the OpenCL 2.0 driver: settings of kernels in its own form, and the file.

use isatope_core::{Instruction, Place, Resources};
use isatope_diag::codes;
use isatope_object::build::{
    Counts, INNER_FILE, OpenCl2, OpenCl2Data, OpenCl2Kernel, OpenCl2Metadata, OpenCl2Relocation, OpenCl2Stub,
    argument_bytes,
};
use isatope_object::descriptor;

use super::finish::{DIMENSIONS, LOCAL, REST, SCRATCH};
use super::opencl::{ALL_REGISTERS, INNER};
use super::settings::field;
use super::state::{Kernel, Values};
use crate::assembler::assembly::Assembly;
use crate::assembler::devices;
use crate::assembler::items::Item;
use crate::assembler::relocation::ABS32_HI;
use crate::assembler::variables::Position;
use crate::text::error::{Error, error};

/// Settings in the form of the driver, and what else the program says of them.
struct Setup {
    bytes: Vec<u8>,
    second: u64,
    scalars: u64,
    vectors: u64,
    /// Scalar registers with those that the hardware adds.
    all_scalars: u64,
}

impl Assembly<'_> {
    /// Writes the program.
    pub(super) fn finish_opencl2(&mut self) {
        // Without a version of the driver, settings of HSA need the first driver that has them.
        let has_hsa = self.kernels.all.iter().any(|kernel| kernel.has_settings && kernel.opencl.is_hsa);
        let driver = &mut self.kernels.versions[0];
        if has_hsa && *driver == 0 {
            *driver = INNER_FILE;
        }
        self.finish_program(|own, all| own.opencl2_program(all).map(Some));
    }

    fn opencl2_program(&self, all: &[Kernel]) -> Result<Vec<u8>, (Error, Position)> {
        let driver = self.kernels.versions[0];
        let whole = |message: String, help: &str| {
            let at = all.first().map(|kernel| kernel.at.clone()).unwrap_or_default();
            (error(codes::BLOCK, at.at.clone(), message).help(help), at)
        };
        let device = self.device().and_then(devices::older);
        let numbers = device.and_then(|device| Some((device.opencl2(driver)?, device.version)));
        let Some((flags, mut machine)) = numbers else {
            let message = format!("the driver {driver} has no programs for this device");
            let help = match device.and_then(|device| device.first_driver()) {
                Some(first) => format!("write `.driver_version {first}`, or select another device with `.gpu`"),
                None => "no driver of this format has: select another device with `.gpu`, or write `.amd`".to_owned(),
            };
            return Err(whole(message, &help));
        };
        if let Some(old) = device.filter(|_| driver < NEW_STEPPINGS).and_then(|device| device.old_stepping) {
            machine[2] = old;
        }
        machine[1] = self.kernels.minor.map_or(machine[1], |minor| minor as u32);
        machine[2] = self.kernels.stepping.map_or(machine[2], |stepping| stepping as u32);
        let starts: Vec<Option<(usize, u64)>> = all.iter().map(|kernel| self.opencl_start(kernel)).collect();
        let text = self.kernels.file.is_one_piece.then(|| self.contents_of(".text", "").unwrap_or_default());
        let codes: Vec<Vec<u8>> =
            all.iter().map(|kernel| self.contents_of(".text", &kernel.name).unwrap_or_default()).collect();
        let metadata: Vec<_> =
            all.iter().map(|kernel| self.contents_of(".isametadata", &part(kernel, ".isametadata"))).collect();
        let kernel_codes = self.code_of_kernels(&starts);
        let mut kernels = Vec::new();
        for (number, kernel) in all.iter().enumerate() {
            let used = kernel_codes[number].used;
            let mut own = self.opencl2_kernel(kernel, number, starts[number], (codes[number].len(), used))?;
            own.code_metadata = metadata[number].as_deref();
            own.code = &codes[number];
            if let Some(text) = &text {
                let Some((_, offset)) = starts[number] else {
                    let message = format!("the kernel `{}` has no code", kernel.name);
                    let help = format!("its code starts with the label `{}:` in `.text`", kernel.name);
                    return Err((error(codes::BLOCK, kernel.at.at.clone(), message).help(help), kernel.at.clone()));
                };
                let later = starts.iter().flatten().map(|start| start.1).filter(|start| *start > offset).min();
                let end = later.unwrap_or(text.len() as u64);
                let first = offset + own.setup.len() as u64;
                if first > end {
                    let message = format!("there is no room for the settings of `{}` before its code", kernel.name);
                    let help = format!("write `.skip {}` after the label `{}:`", own.setup.len(), kernel.name);
                    return Err((error(codes::BLOCK, kernel.at.at.clone(), message).help(help), kernel.at.clone()));
                }
                (own.offset, own.code) = (offset, &text[first as usize..end as usize]);
            }
            kernels.push(own);
        }
        let shared = |name: &str| self.contents_of(name, "").unwrap_or_default();
        let (constants, variables) = (shared(".rodata"), shared(".data"));
        let kinds = self.kernels.file.samplers.iter().flat_map(|kind| [0x10008, *kind]);
        let kinds: Vec<u8> = kinds.flat_map(u32::to_le_bytes).collect();
        let samplers = if kinds.is_empty() { shared(".samplerinit") } else { kinds };
        let zeros = self.output.layout.sections.iter().find(|own| own.name == ".bss" && own.part.is_empty());
        let program = OpenCl2 {
            is_wide: self.is_wide,
            driver,
            flags,
            machine,
            options: &self.kernels.file.options,
            library: self.kernels.file.library.as_deref(),
            relocations: self.opencl2_relocations(".text", ""),
            kernels,
            text: text.as_deref(),
            constants: &constants,
            variables: &variables,
            zeros: zeros.map_or((0, 0), |own| (own.align, own.size)),
            samplers: &samplers,
            sampler_offsets: self.kernels.file.sampler_offsets.values().copied().collect(),
            sections: self.own_sections("", if text.is_some() { &SHARED } else { &SHARED[1..] }),
            inner_sections: self.own_sections(INNER, &[]),
        };
        program.write().map_err(|message| whole(message, "see the documentation of the format"))
    }

    /// Where the code of a kernel starts: at its label, or in a section of its own.
    pub(super) fn opencl_start(&self, kernel: &Kernel) -> Option<(usize, u64)> {
        let sections = &self.output.layout.sections;
        if self.kernels.file.is_one_piece {
            return self.start_of(kernel).filter(|start| sections[start.0].name == ".text");
        }
        let own = sections.iter().position(|own| own.name == ".text" && own.part == kernel.name)?;
        Some((own, 0))
    }

    /// Relocations in a section.
    fn opencl2_relocations(&self, name: &str, part: &str) -> Vec<OpenCl2Relocation> {
        let layout = &self.output.layout;
        let is_here =
            |section: usize| layout.sections.get(section).is_some_and(|own| own.name == name && own.part == part);
        let found = layout.relocations.iter().filter(|relocation| is_here(relocation.section));
        let mut all: Vec<_> = found
            .filter_map(|relocation| {
                let of = match layout.sections.get(relocation.target_section?)?.name.as_str() {
                    ".rodata" => OpenCl2Data::Constants,
                    ".data" => OpenCl2Data::Variables,
                    _ => OpenCl2Data::Zeros,
                };
                let (offset, addend) = (relocation.offset, relocation.addend.unwrap_or(0) as u64);
                Some(OpenCl2Relocation { offset, is_high: relocation.kind == ABS32_HI, of, addend })
            })
            .collect();
        all.sort_by_key(|relocation| relocation.offset);
        all
    }

    /// A kernel without its code, which starts in a section at an offset, has some bytes and uses some resources.
    fn opencl2_kernel(
        &self,
        kernel: &Kernel,
        number: usize,
        start: Option<(usize, u64)>,
        (size, used): (usize, Resources),
    ) -> Result<OpenCl2Kernel<'static>, (Error, Position)> {
        let driver = self.kernels.versions[0];
        let own = |name: &str| self.contents_of(name, &part(kernel, name)).unwrap_or_default();
        let mut result = OpenCl2Kernel {
            name: kernel.name.clone(),
            relocations: self.opencl2_relocations(".text", &kernel.name),
            samplers: kernel.opencl.samplers.clone(),
            ..OpenCl2Kernel::default()
        };
        if !kernel.has_settings {
            (result.metadata, result.setup, result.stub) = (own(".metadata"), own(".setup"), own(".stub"));
            if self.kernels.file.is_one_piece && result.setup.is_empty() {
                // The settings are in the code.
                let text = self.contents_of(".text", "").unwrap_or_default();
                let start = start.map_or(0, |start| start.1 as usize);
                result.setup =
                    text.get(start..).and_then(|code| code.get(..descriptor::CODE_SIZE)).unwrap_or(&[]).to_vec();
            }
            return Ok(result);
        }
        let parts = &kernel.opencl;
        let generation = self.target.version_info().generation.unwrap_or_default();
        let sizes = |name: &str| parts.sizes.get(name).copied().unwrap_or_default();
        let metadata = OpenCl2Metadata {
            is_wide: self.is_wide,
            driver,
            generation: format!("GFX{generation}"),
            number: number as u32,
            arguments: &parts.arguments,
            group: sizes("ReqdWorkGroupSize"),
            group_hint: sizes("WorkGroupSizeHint"),
            vector_hint: &parts.vector_hint,
            enqueues: kernel.values.of(ENQUEUES) != 0,
            local_size: if parts.is_hsa { 0 } else { kernel.values.of(LOCAL) },
            scratch_size: if parts.is_hsa { 0 } else { kernel.values.of(SCRATCH) },
        };
        let wrong = |message: String| (error(codes::BLOCK, kernel.at.at.clone(), message), kernel.at.clone());
        result.metadata = metadata.write().map_err(wrong)?;
        if parts.is_hsa {
            result.setup = self.opencl2_hsa_settings(kernel, used);
            self.add_control_directives(kernel, &mut result.setup)?;
        } else {
            // Without the newer policy, the source counts only the registers that the code uses.
            let extra = self.opencl2_extra(&kernel.values);
            let most = self.most_scalars() - extra;
            if self.policy < ALL_REGISTERS && kernel.values.scalars.is_some_and(|count| count > most) {
                let message = format!("`.sgprsnum` is at most {most} here: the hardware adds {extra} registers");
                return Err(wrong(message));
            }
            let setup = self.opencl2_settings(kernel, used);
            if driver < INNER_FILE {
                result.stub = self.opencl2_stub(kernel, &setup, start.map_or(0, |start| start.0), size);
            }
            result.setup = setup.bytes;
        }
        if driver < INNER_FILE && parts.is_hsa {
            return Err(wrong(format!("`.hsaconfig` needs `.driver_version {INNER_FILE}` or newer")));
        }
        Ok(result)
    }

    /// Settings in the form of HSA.
    fn opencl2_hsa_settings(&self, kernel: &Kernel, used: isatope_core::Resources) -> Vec<u8> {
        let arguments = argument_bytes(&kernel.opencl.arguments, self.is_wide, self.kernels.versions[0]);
        let (mut bytes, scalars, vectors) = self.settings_of(&kernel.values, arguments, used);
        let extra = self.added_scalars(&kernel.values, used);
        let usual = [
            ("amd_code_version_minor", 0),
            ("amd_machine_version_major", 0),
            ("amd_machine_version_minor", 0),
            ("amd_machine_version_stepping", 0),
            ("granulated_lds_size", kernel.values.of("compute_pgm_resource2") >> 15 & 0x1ff),
            ("reserved_vgpr_first", vectors),
            ("reserved_sgpr_first", scalars.saturating_sub(extra)),
        ];
        for (name, value) in usual {
            if let Some(field) = field(name).filter(|_| !kernel.values.fields.contains_key(name)) {
                field.set(&mut bytes, value);
            }
        }
        bytes
    }

    /// Number of scalar registers that the hardware adds to a kernel with settings in the form of the driver.
    fn opencl2_extra(&self, values: &Values) -> u64 {
        let needs_all = values.of(ENQUEUES) != 0 || values.of(GENERIC) != 0;
        match (needs_all, self.target.version_info().generation) {
            (true, Some(8..)) => 6,
            (true, _) => 4,
            (false, _) => 2,
        }
    }

    /// Settings in the form of the driver.
    fn opencl2_settings(&self, kernel: &Kernel, used: isatope_core::Resources) -> Setup {
        let values = &kernel.values;
        let driver = self.kernels.versions[0];
        let is_new = driver >= INNER_FILE;
        let generation = self.target.version_info().generation.unwrap_or_default();
        let has = |name: &str| values.of(name) != 0;
        // User registers and the bits for them: for generic addresses, queues, sizes, arguments.
        let (counted, mut user, mut features) = match () {
            () if has(GENERIC) => (12, 12, 0x2f),
            () if has(ENQUEUES) => (10, 10, 0x2b),
            () if has(SIZES) => (8, 8, 0x0b),
            () if has(ARGUMENTS) => (6, 6, 0x09),
            () => (4, 4, 0x01),
        };
        if generation >= 9 {
            user += if counted < 10 { 2 } else { 0 };
        }
        features |= self.device().and_then(devices::older).map_or(0, |device| device.features);
        let second = values.of("compute_pgm_resource2");
        let given = values.dimensions.map(|(groups, items)| (groups, 64 - u64::from(items.leading_zeros())));
        let from_word = (second >> 7 & 7, (second >> 11 & 3) + 1);
        let (groups, last) = given.unwrap_or(from_word);
        let (scratch, info) = (u64::from(has(SCRATCH)), u64::from(has("enable_sgpr_workgroup_info")));
        let least = u64::from(groups.count_ones()) + counted + info + scratch;
        let extra = self.opencl2_extra(values);
        let (scalars, vectors) = self.opencl_registers(values, used, extra, [least, last]);
        let dimensions = match given {
            None => second & DIMENSIONS,
            Some((groups, _)) if has(ENQUEUES) && !values.has_items => groups << 7 | 2 << 11,
            Some((groups, last)) => groups << 7 | last.saturating_sub(1) << 11,
        };
        let first = values.of("compute_pgm_resource1")
            | ((vectors.max(1) - 1) / 4)
            | (((scalars + extra - 1) / 8) << 6)
            | values.of("priority") << 10
            | values.float_mode() << 12
            | values.of("priv") << 20
            | (values.of("enable_dx10_clamp") | u64::from(is_new)) << 21
            | values.of("debug_mode") << 22
            | values.of("enable_ieee_mode") << 23;
        let second =
            second & REST | scratch | user << 1 | dimensions | info << 10 | values.of("enable_exception") << 24;
        let is_first = generation >= 8 && is_new && driver <= INNER_FILE;
        let pointers = if self.is_wide { 0xa } else { 2 } | if is_first { 0x40 } else { 0 };
        let alignments = match is_new {
            true => 0x0604_0404,
            false => {
                let enqueues = has(ENQUEUES);
                let pipes = kernel.opencl.arguments.iter().any(is_used_pipe);
                let memory = if enqueues { 0x3_0000 } else { scratch * 0x4_0000 };
                let piped = if pipes && memory & 0x4_0000 == 0 { 0x3_0000 } else { 0 };
                0x0600_0003 | memory | piped | if has(LOCAL) { 0x200 } else { 0 }
            }
        };
        let arguments = argument_bytes(&kernel.opencl.arguments, self.is_wide, driver);
        let mut bytes = vec![0; descriptor::CODE_SIZE];
        let fields = [
            ("amd_code_version_major", 1),
            ("amd_code_version_minor", u64::from(is_new)),
            ("amd_machine_kind", 1),
            ("kernel_code_entry_byte_offset", 256),
            ("compute_pgm_resource1", first),
            ("compute_pgm_resource2", second),
            ("code_properties", features | pointers << 16),
            (SCRATCH, values.of(SCRATCH)),
            (LOCAL, values.of(LOCAL)),
            ("gds_segment_byte_size", values.of("gds_segment_byte_size")),
            ("kernarg_segment_byte_size", arguments),
            ("wavefront_sgpr_count", scalars + extra),
            ("workitem_vgpr_count", vectors),
            ("reserved_vgpr_first", vectors),
            ("reserved_sgpr_first", scalars),
            ("kernarg_segment_alignment", alignments & 0xff),
            ("group_segment_alignment", alignments >> 8 & 0xff),
            ("private_segment_alignment", alignments >> 16 & 0xff),
            ("wavefront_size", alignments >> 24),
        ];
        for (name, value) in fields {
            if let Some(field) = descriptor::find(descriptor::CODE, name) {
                field.set(&mut bytes, value);
            }
        }
        let added = match (has(ENQUEUES), generation) {
            (true, 8..) => 6,
            (true, _) => 4,
            (false, _) => 2,
        };
        Setup { bytes, second, scalars, vectors, all_scalars: scalars + added }
    }

    /// The stub of a kernel whose code is a section of some bytes.
    fn opencl2_stub(&self, kernel: &Kernel, setup: &Setup, section: usize, size: usize) -> Vec<u8> {
        let (scratch, local) = (kernel.values.of(SCRATCH) as u32, kernel.values.of(LOCAL) as u32);
        let mut counts = Counts::default();
        for item in self.items_of(section) {
            if let Some(Item::Instruction(inst)) = self.output.items.get(item) {
                self.count(&inst, &mut counts);
            }
        }
        let stub = OpenCl2Stub {
            counts,
            vectors: setup.vectors as u32,
            scalars: setup.scalars as u32,
            all_scalars: setup.all_scalars as u32,
            float_mode: kernel.values.float_mode() as u32,
            scratch_size: scratch,
            local_size: local,
            second: setup.second as u32 | local.div_ceil(512) << 15,
            code: size as u32,
        };
        stub.write()
    }

    /// Counts an instruction.
    fn count(&self, inst: &Instruction, counts: &mut Counts) {
        let roles = &self.tables.arch.roles;
        let is_group = |memory: usize| [roles.shared, roles.device].contains(&Some(memory));
        let memory = inst.access().find_map(|access| match access.place {
            Place::Memory(memory) => Some(memory.id.index()),
            _ => None,
        });
        let vectors = roles.vector.map(|file| self.tables.arch.file_resources(file, 0, u16::MAX));
        let uses = inst.uses();
        let has_vectors = vectors.is_some_and(|vectors| (uses.reads | uses.written()).meets_range(vectors));
        counts.all += 1;
        match memory {
            Some(memory) if is_group(memory) => counts.local += 1,
            Some(_) if has_vectors => counts.global += 1,
            _ => {}
        }
    }

    /// Most scalar registers of a kernel with those that the hardware adds.
    pub(super) fn most_scalars(&self) -> u64 {
        let version = self.target.version_info();
        u64::from(version.limits.scalars) + if version.generation.is_some_and(|of| of >= 9) { 2 } else { 0 }
    }
}

/// Sections of the program that are no sections of the outer file; the code is one if it is in one piece.
const SHARED: [&str; 6] = [".text", ".rodata", ".data", ".bss", ".samplerinit", ".main"];

/// Driver from which some devices have other numbers.
const NEW_STEPPINGS: u64 = 200_406;

/// Names of settings, as fields.
const ENQUEUES: &str = "uses_enqueue";
const GENERIC: &str = "uses_generic";
const SIZES: &str = "uses_setup";
const ARGUMENTS: &str = "uses_arguments";

/// Name of the part with a section of a kernel.
fn part(kernel: &Kernel, section: &str) -> String {
    format!("{}{section}", kernel.name)
}

fn is_used_pipe(argument: &isatope_object::build::opencl::Argument) -> bool {
    argument.kind.base == isatope_object::build::opencl::Base::Pipe && !argument.is_pointer && argument.used != 0
}
