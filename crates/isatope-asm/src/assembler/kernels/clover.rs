//! Kernels of programs for Mesa's Clover: their arguments, the values of registers, and settings outside the code.
//!
//! Source: CLRX, `ClrxAsmGallium.md`; Mesa's `clover/core/module.hpp` for the numbers of types and meanings.

use isatope_core::Resources;
use isatope_diag::{Diagnostic, Span, codes, nearest};
use isatope_object::build::{Clover, CloverKernel};
use isatope_object::descriptor;

use super::code::KernelCode;
use super::finish::{DIMENSIONS, REST, SCRATCH};
use super::settings;
use super::state::{CONTROL, CloverBlock, CloverParts, Kernel, METADATA, Values};
use crate::assembler::assembly::Assembly;
use crate::assembler::layout::Section;
use crate::assembler::variables::Position;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};

/// Types of arguments, and their numbers.
const TYPES: &[(&str, u32)] = &[
    ("scalar", 0),
    ("constant", 1),
    ("global", 2),
    ("local", 3),
    ("image2d_rd", 4),
    ("image2d_wr", 5),
    ("image3d_rd", 6),
    ("image3d_wr", 7),
    ("sampler", 8),
];

/// Meanings of arguments, and their numbers. Some are written in place of a type.
const MEANINGS: &[(&str, u32)] = &[("general", 0), ("griddim", 1), ("gridoffset", 2), ("imgsize", 3), ("imgformat", 4)];
const GRID_OFFSET: u32 = 2;

/// Registers of `.AMDGPU.config`: two words of settings, the size of private memory, and the numbers of spilled
/// registers.
const REGISTERS: [u32; 5] = [0xb848, 0xb84c, 0xb860, 4, 8];
/// Values of the first ones if the source gives none.
const USUAL: [u32; 2] = [0xc_0000, 0x1788];

/// Versions of LLVM and of Mesa that changed the format: the numbers of spilled registers, settings in the code, and
/// the file for HSA. Without a version, LLVM is new and Mesa is old, as where CLRX finds only LLVM.
const SPILLS: u64 = 30_900;
pub(super) const SETTINGS_IN_CODE: u64 = 40_000;
const NEW_MESA: u64 = 170_000;

/// User registers of older programs.
const OLD_USER: u64 = 4;

impl<'a> Assembly<'a> {
    /// Whether LLVM is at least this version.
    fn has_llvm(&self, version: u64) -> bool {
        !(1..version).contains(&self.kernels.versions[1])
    }

    /// Reads a statement about a kernel that is no setting. Returns `false` if it is something else.
    pub(super) fn in_clover(
        &mut self,
        cursor: &mut Cursor<'a>,
        name: &str,
        at: std::ops::Range<usize>,
    ) -> Result<bool, Error> {
        let misplaced = |what: &str| Err(error(codes::BLOCK, at.clone(), format!("`{name}` belongs after `{what}`")));
        let inside = self.kernels.inside;
        match name.to_ascii_lowercase().as_str() {
            ".args" => self.kernels.inside = CloverBlock::Arguments,
            ".config" if self.current_kernel().clover.registers.is_some() => {
                return Err(error(codes::BLOCK, at, "a kernel with `.proginfo` has no `.config`"));
            }
            ".config" => {
                self.kernels.inside = CloverBlock::Settings;
                self.current_kernel().has_settings = true;
            }
            ".proginfo" if self.current_kernel().has_settings => {
                return Err(error(codes::BLOCK, at, "a kernel with `.config` has no `.proginfo`"));
            }
            ".proginfo" => {
                self.kernels.inside = CloverBlock::Registers;
                self.current_kernel().clover.registers.get_or_insert_default();
            }
            ".arg" if inside != CloverBlock::Arguments => return misplaced(".args"),
            ".arg" => {
                let argument = self.clover_argument(cursor)?;
                self.current_kernel().clover.arguments.push(argument);
            }
            ".entry" if inside != CloverBlock::Registers => return misplaced(".proginfo"),
            ".entry" => self.clover_register(cursor, at)?,
            _ if settings::find(name, self.container).is_none() => return Ok(false),
            _ if inside != CloverBlock::Settings => return misplaced(".config"),
            other => {
                self.kernels.is_outer = settings::is_outer(name);
                let needed = match other {
                    ".spilledsgprs" | ".spilledvgprs" => SPILLS,
                    _ if self.kernels.is_outer => 0,
                    _ => SETTINGS_IN_CODE,
                };
                if !self.has_llvm(needed) {
                    return Err(error(
                        codes::DIRECTIVE,
                        at,
                        format!("`{name}` needs `.llvm_version {needed}` or newer"),
                    ));
                }
                return Ok(false);
            }
        }
        self.end(cursor)?;
        Ok(true)
    }

    /// Reads `ADDRESS, VALUE`.
    fn clover_register(&mut self, cursor: &mut Cursor<'a>, at: std::ops::Range<usize>) -> Result<(), Error> {
        let address = self.word(cursor)?;
        self.expect(cursor, "the value")?;
        let value = self.word(cursor)?;
        let most = if self.has_llvm(SPILLS) { 5 } else { 3 };
        let all = self.current_kernel().clover.registers.get_or_insert_default();
        if all.len() == most {
            return Err(error(codes::BLOCK, at, format!("a kernel has at most {most} entries")));
        }
        all.push((address, value));
        Ok(())
    }

    /// Reads a number, and takes its low 32 bits. Larger ones get a warning.
    pub(super) fn word(&mut self, cursor: &mut Cursor<'a>) -> Result<u32, Error> {
        let (value, at) = self.spanned(cursor)?;
        if u32::try_from(value).is_err() && i32::try_from(value as i64).is_err() {
            let message = format!("{value:#x} does not fit into 32 bits: the low ones are taken");
            let at = Span::new(at);
            self.output.diagnostics.push(Diagnostic::warning(codes::TOO_LARGE, message).at(at));
        }
        Ok(value as u32)
    }

    /// Reads a number if there is one before the next comma. Returns `None` if the list ends.
    fn clover_number(&mut self, cursor: &mut Cursor<'a>, default: u32) -> Result<Option<u32>, Error> {
        if !self.next_comma(cursor) {
            return Ok(None);
        }
        cursor.skip_blanks();
        match cursor.done() || cursor.peek() == b',' {
            true => Ok(Some(default)),
            false => self.word(cursor).map(Some),
        }
    }

    /// Reads `TYPE, SIZE, SIZE ON THE DEVICE, ALIGNMENT, EXTENSION, MEANING`.
    fn clover_argument(&mut self, cursor: &mut Cursor<'a>) -> Result<[u32; 6], Error> {
        let word = |cursor: &mut Cursor<'a>| {
            cursor.skip_blanks();
            let start = cursor.at;
            let name = cursor.name().to_ascii_lowercase();
            (name, start..cursor.at)
        };
        let unknown = |what: &str, name: &str, at, known: &[(&str, u32)]| {
            let found = error(codes::ARGUMENT, at, format!("`{name}` is not {what}"));
            let names: Vec<&str> = known.iter().map(|row| row.0).collect();
            match nearest(name, names.iter().copied()) {
                Some(near) => found.help(format!("did you mean `{near}`?")),
                None => found.help(format!("it is one of {}", names.join(", "))),
            }
        };
        let of = |known: &[(&str, u32)], name: &str| known.iter().find(|row| row.0 == name).map(|row| row.1);
        let (name, at) = word(cursor);
        let grid = of(&MEANINGS[1..3], &name);
        let Some(kind) = of(TYPES, &name).or(grid.map(|_| 0)) else {
            return Err(unknown("a type of arguments", &name, at, TYPES));
        };
        self.expect(cursor, "the size")?;
        let size = self.word(cursor)?;
        let mut argument = [kind, size, size.wrapping_add(3) & !3, 1, 0, grid.unwrap_or(0)];
        argument[3] = argument[2].checked_next_power_of_two().unwrap_or(1);
        for place in [2, 3] {
            let Some(value) = self.clover_number(cursor, argument[place])? else { return Ok(argument) };
            argument[place] = value;
        }
        if !argument[3].is_power_of_two() {
            return Err(error(codes::ARGUMENT, cursor.token(), "the alignment is a power of two"));
        }
        if !self.next_comma(cursor) {
            return Ok(argument);
        }
        let (extension, at) = word(cursor);
        argument[4] = match extension.as_str() {
            "sext" => 1,
            "" | "zext" => 0,
            other => return Err(unknown("an extension", other, at, &[("sext", 1), ("zext", 0)])),
        };
        if grid.is_none() && self.next_comma(cursor) {
            let (name, at) = word(cursor);
            let Some(meaning) = of(MEANINGS, &name) else {
                return Err(unknown("a meaning of arguments", &name, at, MEANINGS));
            };
            argument[5] = meaning;
        }
        Ok(argument)
    }

    /// Completes the kernels.
    pub(super) fn finish_clover(&mut self) {
        let all = self.kernels.take();
        let starts: Vec<Option<(usize, u64)>> = all.iter().map(|kernel| self.start_of(kernel)).collect();
        let codes = self.code_of_kernels(&starts);
        let mut kernels = Vec::new();
        for ((kernel, start), code) in all.iter().zip(starts).zip(codes) {
            match self.finish_for_clover(kernel, start, code) {
                Ok(kernel) => kernels.push(kernel),
                Err((found, Position { file, .. })) => self.fail(found, file),
            }
        }
        self.output.layout.clover = Some(Box::new(Clover {
            is_wide: self.is_wide,
            is_new: self.kernels.versions[0] >= NEW_MESA,
            kernels,
            ..Clover::default()
        }));
    }

    fn finish_for_clover(
        &mut self,
        kernel: &Kernel,
        start: Option<(usize, u64)>,
        KernelCode { head, used }: KernelCode,
    ) -> Result<CloverKernel, (Error, Position)> {
        let is_text = |start: &(usize, u64)| {
            let section = self.output.layout.sections.get(start.0);
            section.is_none_or(|section| section.name == ".text" && section.part.is_empty())
        };
        let Some((_, offset)) = start.filter(is_text) else {
            let message = format!("the kernel `{}` has no code", kernel.name);
            let found = error(codes::BLOCK, kernel.at.at.clone(), message);
            let help = format!("its code starts with the label `{}:` in `.text`", kernel.name);
            return Err((found.help(help), kernel.at.clone()));
        };
        let count = if self.has_llvm(SPILLS) { 5 } else { 3 };
        let mut registers: Vec<(u32, u32)> = REGISTERS[..3].iter().copied().zip(USUAL.into_iter().chain([0])).collect();
        if kernel.has_settings {
            let values = self.outer_values(kernel, used);
            let words = self.words_of(&values, used).0;
            let scratch = values.of(SCRATCH) * 64;
            let spilled = ["NumSpilledSGPRs", "NumSpilledVGPRs"]
                .map(|name| kernel.properties.get(name).map_or(0, |value| *value as u32));
            let all = [words[0], words[1], (scratch.div_ceil(1024) << 12) as u32, spilled[0], spilled[1]];
            registers = REGISTERS.into_iter().zip(all).collect();
            if self.has_llvm(SETTINGS_IN_CODE) {
                let inner = merged(&values, &kernel.values);
                let ([first, second], mut bytes) = self.words_of(&inner, used);
                self.set_machine(&kernel.values, &mut bytes);
                bytes[48..52].copy_from_slice(&first.to_le_bytes());
                bytes[52..56].copy_from_slice(&second.to_le_bytes());
                if !kernel.values.fields.contains_key(ARGUMENTS) {
                    let size = kernel.clover.size_of_arguments();
                    descriptor::find(descriptor::CODE, ARGUMENTS)
                        .into_iter()
                        .for_each(|field| field.set(&mut bytes, size));
                }
                self.add_control_directives(kernel, &mut bytes)?;
                self.write_settings(kernel, head, &bytes)?;
            }
        } else if let Some(given) = &kernel.clover.registers {
            registers.resize(count.max(given.len()), (0, 0));
            registers[..given.len()].copy_from_slice(given);
        }
        registers.resize(count, (0, 0));
        Ok(CloverKernel {
            name: kernel.name.clone(),
            offset: offset as u32,
            arguments: kernel.clover.arguments.clone(),
            registers,
        })
    }

    /// The settings outside the code, with the numbers of registers that the code needs.
    fn outer_values(&self, kernel: &Kernel, used: Resources) -> Values {
        let mut values = kernel.outer.clone();
        let user = if self.has_llvm(SETTINGS_IN_CODE) { kernel.values.user_of_flags() } else { OLD_USER };
        values.user.get_or_insert(user);
        // Flags in the code say which registers the hardware adds.
        let mut counted = values.clone();
        for name in ["enable_sgpr_flat_scratch_init", "is_xnack_enabled"] {
            counted.fields.extend(kernel.values.fields.get_key_value(name).map(|(name, value)| (*name, *value)));
        }
        let (_, scalars, vectors) = self.settings_of(&counted, 0, used);
        values.scalars.get_or_insert(scalars.min(u64::from(self.target.version_info().limits.scalars) + 2));
        values.vectors.get_or_insert(vectors);
        values
    }

    /// The two words of settings: given bits, and those of fields; and the 256 bytes that contain the fields.
    fn words_of(&self, values: &Values, used: Resources) -> ([u32; 2], Vec<u8>) {
        let (first, second) = (values.of(FIRST), values.of(SECOND));
        let mut fields = values.clone();
        fields.fields.retain(|name, _| ![FIRST, SECOND].contains(name));
        fields.dimensions.get_or_insert((0, 0));
        let (bytes, ..) = self.settings_of(&fields, 0, used);
        let read = |name| descriptor::find(descriptor::CODE, name).map_or(0, |field| field.get(&bytes));
        let kept = if values.dimensions.is_some() { REST } else { REST | DIMENSIONS };
        ([(read(FIRST) | first) as u32, (read(SECOND) | second & kept) as u32], bytes)
    }

    /// Clover has no numbers for devices that HSA does not know, unless the source gives them.
    fn set_machine(&self, given_fields: &Values, bytes: &mut [u8]) {
        if self.target.version_info().generation.unwrap_or_default() > 6 {
            return;
        }
        let given = [0, self.kernels.minor.unwrap_or(0), self.kernels.stepping.unwrap_or(0)];
        let names = ["amd_machine_version_major", "amd_machine_version_minor", "amd_machine_version_stepping"];
        let unset = names.into_iter().zip(given).filter(|(name, _)| !given_fields.fields.contains_key(name));
        for (name, value) in unset {
            descriptor::find(descriptor::CODE, name).into_iter().for_each(|field| field.set(bytes, value));
        }
    }

    /// Puts the contents of the section for control directives into the settings of a kernel.
    pub(super) fn add_control_directives(&self, kernel: &Kernel, bytes: &mut [u8]) -> Result<(), (Error, Position)> {
        let name = format!("{}{CONTROL}", kernel.name);
        let is_own = |section: &Section| section.part == name || section.part == METADATA && section.name == name;
        let Some(section) = self.output.layout.sections.iter().position(is_own) else {
            return Ok(());
        };
        let mut contents = Vec::new();
        for item in self.items_of(section) {
            self.output.write(item..item + 1, &mut contents);
        }
        let place = &mut bytes[128..];
        if contents.len() != place.len() {
            let message = format!("the control directives of `{}` have {} bytes", kernel.name, contents.len());
            let found = error(codes::BLOCK, kernel.at.at.clone(), message);
            return Err((found.help(format!("`.control_directive` has {} bytes", place.len())), kernel.at.clone()));
        }
        place.copy_from_slice(&contents);
        Ok(())
    }
}

impl CloverParts {
    /// Bytes of the arguments on the device.
    fn size_of_arguments(&self) -> u64 {
        self.arguments.iter().fold(0, |end, &[_, size, on_device, align, _, meaning]| {
            let size = if meaning == GRID_OFFSET { 12 } else { size.max(on_device).into() };
            u64::next_multiple_of(end, align.max(1).into()) + size
        })
    }
}

/// Names of fields.
const FIRST: &str = "compute_pgm_resource1";
const SECOND: &str = "compute_pgm_resource2";
const ARGUMENTS: &str = "kernarg_segment_byte_size";

/// The settings in the code: those of its own, and what those outside add.
fn merged(outer: &Values, inner: &Values) -> Values {
    let mut all = inner.clone();
    for (name, value) in &outer.fields {
        let own = all.fields.entry(name).or_insert(0);
        let is_given = inner.fields.contains_key(name);
        *own = match *name {
            "priority" => (*own).max(*value),
            "workgroup_group_segment_byte_size" | SCRATCH if is_given => *own,
            _ => *own | value,
        };
    }
    let modes = [outer, inner].map(|values| values.float_mode());
    all.fields.insert("float_mode", modes[0] | modes[1]);
    all.scalars = inner.scalars.or(outer.scalars);
    all.vectors = inner.vectors.or(outer.vectors);
    all.user = inner.user.or(outer.user);
    let (groups, items) = inner.dimensions.unwrap_or((0, 0));
    all.dimensions = outer.dimensions.map(|given| (given.0 | groups, given.1 | items));
    all
}
