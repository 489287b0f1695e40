//! Completes kernels at the end of a source: numbers of registers, the words before the code, metadata.
//!
//! Source: LLVM's AMDGPU backend guide, "amd_kernel_code_t" and "compute_pgm_rsrc1"; defaults are those of CLRX.

use isatope_core::Resources;
use isatope_core::costs::Extra;
use isatope_core::tables::FileId;
use isatope_diag::codes;
use isatope_object::descriptor;

use super::code::KernelCode;
use super::metadata;
use super::settings::field;
use super::state::{Kernel, KernelArgument, METADATA, Values};
use crate::assembler::assembly::Assembly;
use crate::assembler::container::Container;
use crate::assembler::devices;
use crate::assembler::items::Item;
use crate::assembler::layout::{Binding, Metadata};
use crate::assembler::variables::Position;
use crate::text::error::{Error, error};

/// User registers that flags add.
const USER: &[(&str, u64)] = &[
    ("enable_sgpr_private_segment_buffer", 4),
    ("enable_sgpr_dispatch_ptr", 2),
    ("enable_sgpr_queue_ptr", 2),
    ("enable_sgpr_kernarg_segment_ptr", 2),
    ("enable_sgpr_dispatch_id", 2),
    ("enable_sgpr_flat_scratch_init", 2),
    ("enable_sgpr_private_segment_size", 1),
    ("enable_sgpr_grid_workgroup_count_x", 1),
    ("enable_sgpr_grid_workgroup_count_y", 1),
    ("enable_sgpr_grid_workgroup_count_z", 1),
];

/// Most user registers.
const MOST_USER: u64 = 16;

/// Mode of floats: denormals of double and half precision.
const FLOAT_MODE: u64 = 0xc0;

/// Words of settings whose bits are added to those of their parts.
const WORDS: [&str; 2] = ["compute_pgm_resource1", "compute_pgm_resource2"];

/// Bits of the second word of settings that others do not set, and those of the dimensions.
pub(super) const REST: u64 = 0xffff_e440;
pub(super) const DIMENSIONS: u64 = 0x1b80;

/// Fields with the sizes of the private memory of a work-item and of the memory of a group.
pub(super) const SCRATCH: &str = "workitem_private_segment_byte_size";
pub(super) const LOCAL: &str = "workgroup_group_segment_byte_size";

/// The size of the arguments of a kernel is a multiple of this number of bytes.
const ARGUMENT_ALIGNMENT: u64 = 16;

/// Alignment of code that hardware starts, in bytes.
const CODE_ALIGNMENT: u64 = 256;

impl Assembly<'_> {
    /// Completes all kernels.
    pub(in crate::assembler) fn finish_kernels(&mut self) {
        match self.container {
            Some(Container::Catalyst) => return self.finish_catalyst(),
            Some(Container::CatalystNew) => return self.finish_opencl2(),
            Some(Container::Gallium) => return self.finish_clover(),
            _ => {}
        }
        if self.container == Some(Container::Hsa)
            && let Some(text) = self.contents_of(METADATA, METADATA)
        {
            let text = String::from_utf8_lossy(&text).into_owned();
            self.output.layout.metadata.push(Metadata::of_text(text));
            self.output.layout.code_object_version.get_or_insert(2);
            self.note_section(true);
            self.close_run();
        }
        if self.container != Some(Container::Hsa) || self.kernels.all.iter().all(|kernel| !kernel.has_settings) {
            return;
        }
        let mut all = self.kernels.take();
        let starts: Vec<Option<(usize, u64)>> = all.iter().map(|kernel| self.start_of(kernel)).collect();
        let codes = self.code_of_kernels(&starts);
        for ((kernel, start), code) in all.iter_mut().zip(&starts).zip(codes) {
            if let Err((found, Position { file, .. })) = self.finish_kernel(kernel, start.map(|_| code)) {
                self.fail(found, file);
            }
        }
        // Objects have LLVM's names.
        let processor = self.device().and_then(devices::processor).map(str::to_owned);
        let layout = &mut self.output.layout;
        layout.target = layout.target.take().map(|named| processor.unwrap_or(named));
        let version = *layout.code_object_version.get_or_insert(2);
        // Hardware starts code at multiples of 256 bytes.
        for (section, _) in starts.iter().flatten() {
            let align = &mut layout.sections[*section].align;
            *align = CODE_ALIGNMENT.max(*align);
        }
        if version == 2 {
            let (major, minor, stepping) = self.machine();
            self.add_object_notes([major, minor, stepping].map(|number| number as u32));
            let triple = self.kernels.triple.as_ref();
            let made = triple.map(|triple| format!("{triple}-gfx{major}{minor}{stepping}"));
            let layout = &mut self.output.layout;
            layout.isa_name = self.kernels.target_name.clone().or(made).or(layout.isa_name.take());
        }
        let layout = &mut self.output.layout;
        if self.kernels.is_new && layout.metadata.is_empty() {
            let text = metadata::yaml(self.kernels.metadata_version.unwrap_or((1, 0)), &self.kernels.prints, &all);
            layout.metadata.push(Metadata::of_text(text));
            self.note_section(true);
            self.close_run();
        }
    }

    pub(in crate::assembler) fn fail(&mut self, found: Error, file: u32) {
        let before = self.output.diagnostics.len();
        self.output.diagnostics.push(*found.0);
        self.trace(before, file);
    }

    /// Section and offset of the label of a kernel.
    pub(super) fn start_of(&self, kernel: &Kernel) -> Option<(usize, u64)> {
        let symbol = &self.output.layout.symbols[self.symbols.output(&kernel.name)?];
        Some((symbol.section?, symbol.offset))
    }

    fn finish_kernel(&mut self, kernel: &mut Kernel, code: Option<KernelCode>) -> Result<(), (Error, Position)> {
        let wrong = |message: String, help: String| {
            (error(codes::BLOCK, kernel.at.at.clone(), message).help(help), kernel.at.clone())
        };
        let name = kernel.name.clone();
        let Some(code) = code else {
            let message = format!("the kernel `{name}` has no code");
            return Err(wrong(message, format!("its code starts with the label `{name}:`")));
        };
        let symbol = self.symbol_number(&name);
        let symbol = &mut self.output.layout.symbols[symbol];
        symbol.more.kind = if kernel.is_function { "function" } else { "amdgpu_hsa_kernel" }.to_owned();
        symbol.binding = Binding::Global;
        if !kernel.has_settings {
            return Ok(());
        }
        let of_arguments = |end: u64, one: &KernelArgument| end.next_multiple_of(one.align) + one.size;
        let arguments = kernel.arguments.iter().fold(0, of_arguments).next_multiple_of(ARGUMENT_ALIGNMENT);
        let (mut bytes, scalars, vectors) = self.settings_of(&kernel.values, arguments, code.used);
        self.add_control_directives(kernel, &mut bytes)?;
        kernel.complete(&bytes, scalars, vectors);
        self.write_settings(kernel, code.head, &bytes)
    }

    /// Writes the settings of a kernel in place of the zeros at its start.
    pub(super) fn write_settings(
        &mut self,
        kernel: &Kernel,
        head: Option<usize>,
        bytes: &[u8],
    ) -> Result<(), (Error, Position)> {
        let found = head.and_then(|item| Some((item, self.output.items.get(item)?)));
        let Some((item, Item::Fill { value: 0, .. })) = found.filter(|(_, found)| found.len() == bytes.len()) else {
            let message = format!("there is no room for the settings of `{}` before its code", kernel.name);
            let help = format!("write `.skip {}` after the label `{}:`", bytes.len(), kernel.name);
            return Err((error(codes::BLOCK, kernel.at.at.clone(), message).help(help), kernel.at.clone()));
        };
        let first = self.output.words.len() as u32;
        let words =
            bytes.chunks_exact(4).map(|word| word.iter().rev().fold(0, |all, byte| all << 8 | u32::from(*byte)));
        self.output.words.extend(words);
        self.output.items.set(item, Item::Words { first, count: bytes.len() as u32 / 4 });
        Ok(())
    }

    /// Number of registers of a file up to the last one in a set.
    pub(super) fn count_of(&self, file: Option<FileId>, used: Resources) -> u64 {
        let Some(file) = file else { return 0 };
        let ids = self.tables.arch.file_resources(file, 0, u16::MAX);
        let all = Resources::range(ids.clone());
        let last = (used & all).iter().last().map(|id| id.index() as u64 - u64::from(ids.start));
        last.map_or(0, |last| last / u64::from(self.tables.arch[file].parts) + 1)
    }

    /// The 256 bytes with the settings of a kernel with some bytes of arguments, whose code uses some resources, and
    /// the numbers of its scalar and vector registers.
    pub(super) fn settings_of(&self, values: &Values, arguments: u64, used: Resources) -> (Vec<u8>, u64, u64) {
        let (version, roles) = (self.target.version_info(), &self.tables.arch.roles);
        let generation = version.generation.unwrap_or_default();
        let mut bytes = vec![0; descriptor::CODE_SIZE];
        descriptor::CODE.iter().for_each(|field| field.set(&mut bytes, field.default));
        let mut put = |name: &str, value: u64| {
            if let Some(field) = field(name) {
                field.set(&mut bytes, value);
            }
        };
        let (major, minor, stepping) = self.machine();
        put("amd_code_version_minor", u64::from(self.kernels.is_new));
        put("amd_machine_version_major", major);
        put("amd_machine_version_minor", minor);
        put("amd_machine_version_stepping", stepping);
        put("call_convention", 0);
        put("float_mode", FLOAT_MODE);
        // The bits of these words are added to those of their parts, at the end.
        let is_added = |name: &str| WORDS.contains(&name);
        let settings = values.fields.iter().filter(|(name, _)| !is_added(name));
        settings.for_each(|(name, value)| put(name, *value));
        let user = values.user.unwrap_or_else(|| values.user_of_flags());
        let given = values.of("compute_pgm_resource2");
        let given_items = if given >> 12 & 1 != 0 { 4 } else { given >> 10 & 2 | 1 };
        let (groups, items) = values.dimensions.unwrap_or((given >> 7 & 7, given_items));
        let scratch = u64::from(values.of("workitem_private_segment_byte_size") != 0);
        let info = values.of("enable_sgpr_workgroup_info");
        let least = user + u64::from(groups.count_ones()) + info + scratch;
        let extra = self.added_scalars(values, used);
        let last = u64::from(64 - items.leading_zeros());
        let scalars = values.scalars.unwrap_or(self.count_of(roles.scalar, used).max(least) + extra).max(1);
        let vectors = values.vectors.unwrap_or(self.count_of(roles.vector, used).max(last)).max(1);
        put("granulated_workitem_vgpr_count", (vectors - 1) / 4);
        put("granulated_wavefront_sgpr_count", (scalars - 1) / 8);
        put("enable_sgpr_private_segment_wave_byte_offset", scratch);
        put("user_sgpr_count", user);
        let names = ["enable_sgpr_workgroup_id_x", "enable_sgpr_workgroup_id_y", "enable_sgpr_workgroup_id_z"];
        names.into_iter().enumerate().for_each(|(bit, name)| put(name, groups >> bit & 1));
        put("enable_vgpr_workitem_id", last.saturating_sub(1));
        if !self.kernels.is_new {
            let granule = if generation > 6 { 512 } else { 256 };
            put("granulated_lds_size", values.of("workgroup_group_segment_byte_size").div_ceil(granule));
        }
        let size = values.fields.get("kernarg_segment_byte_size").copied().unwrap_or(arguments);
        put("kernarg_segment_byte_size", size);
        for (name, value) in [("wavefront_sgpr_count", scalars), ("workitem_vgpr_count", vectors)] {
            put(name, values.fields.get(name).copied().unwrap_or(value));
        }
        let dimensions = if values.dimensions.is_none() { DIMENSIONS } else { 0 };
        for (name, mask) in WORDS.into_iter().zip([u64::MAX, REST | dimensions]) {
            if let Some(field) = field(name) {
                let bits = field.get(&bytes) | values.of(name) & mask;
                field.set(&mut bytes, bits);
            }
        }
        (bytes, scalars, vectors)
    }

    /// Number of scalar registers that the hardware adds to those of a kernel, for its settings and for the special
    /// registers among what its code uses.
    pub(super) fn added_scalars(&self, values: &Values, used: Resources) -> u64 {
        let generation = self.target.version_info().generation.unwrap_or_default();
        let by_settings = match generation {
            8.. if values.of("enable_sgpr_flat_scratch_init") != 0 => 6,
            8.. if values.of("is_xnack_enabled") != 0 => 4,
            7 if values.of("enable_sgpr_flat_scratch_init") != 0 => 4,
            _ => 2,
        };
        let is_used = |extra: &Extra| used.meets(&self.resources_of(extra));
        self.extras().filter(|extra| is_used(extra)).map(|extra| u64::from(extra.count)).fold(by_settings, u64::max)
    }

    /// Major, minor and stepping number of the device.
    fn machine(&self) -> (u64, u64, u64) {
        let device = self.device();
        let (minor, stepping) = (self.kernels.minor, self.kernels.stepping);
        if self.container == Some(Container::Gallium)
            && let Some([major, own_minor, own_stepping]) =
                device.and_then(devices::older).map(|older| older.clover.map(u64::from))
        {
            return (major, minor.unwrap_or(own_minor), stepping.unwrap_or(own_stepping));
        }
        let called = device.and_then(devices::processor).unwrap_or(self.tables.called);
        let names = std::iter::once(called).chain(self.target.version_info().names.iter().copied());
        let digits = |name: &'static str| name.strip_prefix("gfx").filter(|rest| rest.len() >= 3);
        let found = names.into_iter().find_map(digits).unwrap_or("000");
        let (major, rest) = found.split_at(found.len() - 2);
        let number = |text: &str| u64::from_str_radix(text, 16).unwrap_or(0);
        (
            major.parse().unwrap_or(0),
            minor.unwrap_or_else(|| number(&rest[..1])),
            stepping.unwrap_or_else(|| number(&rest[1..])),
        )
    }
}

impl Values {
    /// Mode of floats.
    pub(super) fn float_mode(&self) -> u64 {
        self.fields.get("float_mode").copied().unwrap_or(FLOAT_MODE)
    }

    /// Number of user registers that flags add.
    pub(super) fn user_of_flags(&self) -> u64 {
        USER.iter().map(|(name, count)| self.of(name) * count).sum::<u64>().min(MOST_USER)
    }
}

impl Kernel {
    /// Adds what metadata say about the settings of a kernel.
    fn complete(&mut self, bytes: &[u8], scalars: u64, vectors: u64) {
        let read = |name: &str| field(name).map_or(0, |field| field.get(bytes));
        let properties = [
            ("KernargSegmentSize", read("kernarg_segment_byte_size")),
            ("GroupSegmentFixedSize", read("workgroup_group_segment_byte_size")),
            ("PrivateSegmentFixedSize", read("workitem_private_segment_byte_size")),
            ("KernargSegmentAlign", 1 << read("kernarg_segment_alignment").min(32)),
            ("WavefrontSize", 1 << read("wavefront_size").min(8)),
            ("NumSGPRs", scalars),
            ("NumVGPRs", vectors),
            ("MaxFlatWorkGroupSize", 256),
        ];
        for (name, value) in properties {
            self.properties.entry(name).or_insert(value);
        }
    }
}
