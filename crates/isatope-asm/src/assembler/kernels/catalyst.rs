//! Programs for Catalyst: settings of kernels, and the file.

use std::collections::BTreeSet;

use isatope_core::Resources;
use isatope_diag::codes;
use isatope_object::build::{Catalyst, CatalystDriver, CatalystKernel, CatalystSettings};

use super::finish::{DIMENSIONS, LOCAL, REST, SCRATCH};
use super::state::Kernel;
use crate::assembler::assembly::Assembly;
use crate::assembler::devices;
use crate::assembler::variables::Position;
use crate::text::error::{Error, error};

/// Scalar registers that the hardware adds.
const ADDED: u64 = 2;
/// Number of the first kernel.
const FIRST: u32 = 1024;

impl Assembly<'_> {
    /// Writes the program.
    pub(super) fn finish_catalyst(&mut self) {
        self.finish_program(|own, all| own.catalyst_program(all));
    }

    /// The program; nothing if the source has none.
    fn catalyst_program(&self, all: &[Kernel]) -> Result<Option<Vec<u8>>, (Error, Position)> {
        let driver = CatalystDriver { version: self.kernels.versions[0], info: None };
        let driver = match &self.kernels.file.driver_info {
            Some(info) if driver.version != 0 => CatalystDriver { info: Some(info.clone()), ..driver },
            Some(info) => CatalystDriver::of_info(info.clone()),
            None => driver,
        };
        let wrong =
            |kernel: &Kernel, message: String| (error(codes::BLOCK, kernel.at.at.clone(), message), kernel.at.clone());
        let device = self.device().and_then(devices::older);
        let Some((device, machine)) = device.and_then(|device| Some((device, device.catalyst?))) else {
            let Some(kernel) = all.first() else { return Ok(None) };
            let (found, at) = wrong(kernel, "Catalyst has no programs for this device".to_owned());
            return Err((found.help("select another one with `.gpu`, or write `.amdcl2`"), at));
        };
        let constants = self.contents_of(".rodata", "").unwrap_or_default();
        let codes: Vec<Vec<u8>> =
            all.iter().map(|kernel| self.contents_of(".text", &kernel.name).unwrap_or_default()).collect();
        let data: Vec<_> = all.iter().map(|kernel| self.contents_of(".data", &kernel.name)).collect();
        let own = |kernel: &Kernel, name: &str| self.contents_of(name, &format!("{}{name}", kernel.name));
        let given: BTreeSet<u32> = all
            .iter()
            .filter_map(|kernel| own(kernel, ".metadata"))
            .flat_map(|metadata| numbers_in(&metadata))
            .collect();
        let mut number = FIRST;
        let starts: Vec<Option<(usize, u64)>> = all.iter().map(|kernel| self.opencl_start(kernel)).collect();
        let kernel_codes = self.code_of_kernels(&starts);
        let mut kernels = Vec::new();
        for (place, kernel) in all.iter().enumerate() {
            let mut result = CatalystKernel {
                name: kernel.name.clone(),
                code: &codes[place],
                data: data[place].as_deref(),
                sections: self.own_sections(&kernel.name, &[".text", ".data"]),
                ..CatalystKernel::default()
            };
            if kernel.has_settings {
                while given.contains(&number) {
                    number += 1;
                }
                let settings = CatalystSettings {
                    driver: driver.clone(),
                    device: device.name.to_owned(),
                    constants: constants.len() as u64,
                    ..self.catalyst_settings(kernel, kernel_codes[place].used)
                };
                let parts = settings.write(&kernel.name, number).map_err(|message| wrong(kernel, message))?;
                (result.metadata, result.header, result.notes) = parts;
                number += 1;
            } else {
                let missing = |name: &str| {
                    let message = format!("the kernel `{}` has neither settings nor `{name}`", kernel.name);
                    let (found, at) = wrong(kernel, message);
                    (found.help("add `.config` after `.kernel`"), at)
                };
                result.metadata = own(kernel, ".metadata").ok_or_else(|| missing(".metadata"))?;
                result.header = own(kernel, ".header").ok_or_else(|| missing(".header"))?;
                let notes = kernel.opencl.notes.iter();
                result.notes = notes.map(|(kind, section)| (*kind, self.section_bytes(*section))).collect();
            }
            kernels.push(result);
        }
        let sections = self.own_sections("", &[".main"]);
        let options = &self.kernels.file.options;
        let is_wide = self.is_wide;
        let (constants, is_empty) =
            (&constants, kernels.is_empty() && sections.is_empty() && self.output.items.is_empty());
        let program = Catalyst { is_wide, driver, machine, options, constants, kernels, sections };
        Ok((!is_empty).then(|| program.write()))
    }

    /// Settings of a kernel. The driver, the device and constants are those of the program.
    fn catalyst_settings(&self, kernel: &Kernel, used: Resources) -> CatalystSettings {
        let (values, parts) = (&kernel.values, &kernel.opencl);
        let has = |name: &str| values.of(name) != 0;
        let resource = |name: &str| parts.numbers.get(name).copied();
        let word = |name: &str| parts.numbers.get(name).copied().flatten();
        let given = values.of("compute_pgm_resource2");
        let (scratch, info) = (values.of(SCRATCH), u64::from(has("enable_sgpr_workgroup_info")));
        let user = parts.user.iter().map(|user| u64::from(user[2] + user[3])).max().unwrap_or(0);
        // Without dimensions, only those of groups count.
        let (groups, items) = values.dimensions.unwrap_or((given >> 7 & 7, 0));
        let last = u64::from(64 - items.leading_zeros());
        let least = user + u64::from(groups.count_ones()) + info + u64::from(scratch != 0);
        let (scalars, vectors) = self.opencl_registers(values, used, ADDED, [least, last]);
        let dimensions = match values.dimensions {
            None => given & DIMENSIONS,
            Some((groups, _)) => groups << 7 | last.saturating_sub(1) << 11,
        };
        let second =
            given & REST | u64::from(scratch != 0) | dimensions | info << 10 | values.of("enable_exception") << 24;
        CatalystSettings {
            is_wide: self.is_wide,
            arguments: parts.arguments.clone(),
            samplers: parts.samplers.clone(),
            user: parts.user.clone(),
            group: parts.sizes.get("ReqdWorkGroupSize").copied().unwrap_or_default(),
            local_size: values.of(LOCAL) as u32,
            scratch_size: scratch as u32,
            region: word("region").unwrap_or(0),
            private_size: word("private_size"),
            buffer: resource("buffer"),
            constant_buffer: resource("constant_buffer"),
            print_buffer: resource("print_buffer"),
            private_buffer: resource("private_buffer"),
            uses_constants: has("uses_constants"),
            prints: has("uses_printf"),
            condition: word("condition").unwrap_or(0),
            early_exit: word("early_exit").unwrap_or(0),
            vectors: vectors as u32,
            scalars: scalars as u32,
            most_scalars: (self.most_scalars() - ADDED) as u32,
            float_mode: values.float_mode() as u32,
            ieee: has("enable_ieee_mode"),
            second: second as u32,
            local_granule: if self.target.version_info().generation.is_some_and(|of| of > 6) { 512 } else { 256 },
            ..CatalystSettings::default()
        }
    }
}

/// Numbers that the metadata of a kernel give it and its function.
fn numbers_in(metadata: &[u8]) -> Vec<u32> {
    let text = String::from_utf8_lossy(metadata);
    let number = |rest: &str| rest.trim().parse().ok();
    let lines = text.lines().filter_map(|line| match line.strip_prefix(";uniqueid:") {
        Some(rest) => number(rest),
        None => number(line.strip_prefix(";function:")?.split(':').nth(1)?),
    });
    lines.collect()
}
