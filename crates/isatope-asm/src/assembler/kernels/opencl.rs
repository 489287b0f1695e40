//! Kernels of programs for AMD's drivers before HSA: arguments with OpenCL's types, sections of their own, and
//! properties of the file.
//!
//! Source: CLRX, `ClrxAsmAmd.md` and `ClrxAsmAmdCl2.md`.

use std::ops::Range;

use isatope_core::Resources;
use isatope_diag::{codes, nearest};
use isatope_object::build::opencl::{Argument, Base, Space, Type};
use isatope_object::build::{Section as FileSection, setup_arguments};

use super::settings::Setting;
use super::state::{Kernel, Values};
use crate::assembler::assembly::Assembly;
use crate::assembler::container::Container;
use crate::assembler::items::Item;
use crate::assembler::layout::Section;
use crate::assembler::object::own_section;
use crate::assembler::variables::Position;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::string::string;

/// Version of the language from which numbers of registers include those that the hardware adds.
pub(super) const ALL_REGISTERS: u64 = 200;

/// Part that has the sections of the inner file.
pub(super) const INNER: &str = ".inner";

/// Notes of kernels for Catalyst: names and types.
const NOTES: &[(&str, u32)] = &[
    (".proginfo", 1),
    (".inputs", 2),
    (".outputs", 3),
    (".condout", 4),
    (".floatconsts", 5),
    (".intconsts", 6),
    (".boolconsts", 7),
    (".earlyexit", 8),
    (".globalbuffers", 9),
    (".constantbuffers", 10),
    (".inputsamplers", 11),
    (".persistentbuffers", 12),
    (".scratchbuffers", 13),
    (".subconstantbuffers", 14),
    (".uavmailboxsize", 15),
    (".uav", 16),
    (".uavopmask", 17),
];

/// Types of notes whose directive may give their value.
const WITH_VALUE: [u32; 4] = [4, 8, 15, 17];

/// Entries of notes: name, types of the notes that have them, number of words. The number of words of the first one
/// depends on the note.
const ENTRIES: &[(&str, &[u32], usize)] = &[
    (".entry", &[16], 4),
    (".entry", &[1], 2),
    (".cbid", &[10], 2),
    (".cbmask", &[10], 2),
    (".sampler", &[11], 2),
    (".segment", &[5, 6, 7], 2),
];

/// Contents of user registers.
const CLASSES: &[(&str, u32)] = &[
    ("imm_resource", 0x00),
    ("imm_sampler", 0x01),
    ("imm_const_buffer", 0x02),
    ("imm_vertex_buffer", 0x03),
    ("imm_uav", 0x04),
    ("imm_alu_float_const", 0x05),
    ("imm_alu_bool32_const", 0x06),
    ("imm_gds_counter_range", 0x07),
    ("imm_gds_memory_range", 0x08),
    ("imm_gws_base", 0x09),
    ("imm_work_item_range", 0x0a),
    ("imm_work_group_range", 0x0b),
    ("imm_dispatch_id", 0x0c),
    ("imm_scratch_buffer", 0x0d),
    ("imm_heap_buffer", 0x0e),
    ("imm_kernel_arg", 0x0f),
    ("sub_ptr_fetch_shader", 0x10),
    ("ptr_resource_table", 0x11),
    ("ptr_internal_resource_table", 0x12),
    ("ptr_sampler_table", 0x13),
    ("ptr_const_buffer_table", 0x14),
    ("ptr_vertex_buffer_table", 0x15),
    ("ptr_so_buffer_table", 0x16),
    ("ptr_uav_table", 0x17),
    ("ptr_internal_global_table", 0x18),
    ("ptr_extended_user_data", 0x19),
    ("ptr_indirect_resource", 0x1a),
    ("ptr_indirect_internal_resource", 0x1b),
    ("ptr_indirect_uav", 0x1c),
    ("imm_context_base", 0x1d),
    ("imm_lds_esgs_size", 0x1e),
    ("imm_global_offset", 0x1f),
    ("imm_generic_user_data", 0x20),
];

/// Most user registers.
const MOST_USER: u64 = 16;

impl<'a> Assembly<'a> {
    /// Whether the source is a program for one of these drivers.
    pub(in crate::assembler) fn is_opencl(&self) -> bool {
        matches!(self.container, Some(Container::Catalyst | Container::CatalystNew))
    }

    /// Whether the current section is one that belongs to no kernel of such a program.
    pub(in crate::assembler) fn is_outside_kernels(&self) -> bool {
        let file = &self.kernels.file;
        let part = self.output.layout.sections.get(self.section).map_or("", |own| own.part.as_str());
        self.is_opencl() && !file.is_listing && !file.is_one_piece && (part.is_empty() || part == INNER)
    }

    /// The part that a section with a name belongs to: data of the program belong to no kernel.
    pub(in crate::assembler) fn part_of(&self, name: &str) -> String {
        let is_shared = match self.container {
            Some(Container::CatalystNew) => {
                matches!(name, ".rodata" | ".data" | ".bss") || name == ".text" && self.kernels.file.is_one_piece
            }
            _ => false,
        };
        let is_new = self.container == Some(Container::CatalystNew) && !self.kernels.file.is_listing;
        let is_kernel = self.kernels.current.is_some_and(|kernel| self.kernels.all[kernel].name == self.part);
        match is_new {
            true if is_shared => String::new(),
            // All kernels share the inner file.
            true if is_kernel && name != ".text" => INNER.to_owned(),
            _ => self.part.clone(),
        }
    }

    /// Records the section that is selected, so that `.main` and `.inner` return to it.
    pub(in crate::assembler) fn note_opencl_section(&mut self, keeps_kernel: bool) {
        let section = &self.output.layout.sections[self.section];
        let owner = self.kernels.current.filter(|kernel| self.kernels.all[*kernel].name == self.part);
        // A kernel that adds a section to the inner file, or returns to it, stays the current one: `.text` is its code.
        if let Some(kernel) = owner.filter(|_| keeps_kernel && section.part == INNER) {
            self.kernels.all[kernel].opencl.last_section = Some(self.section);
            return;
        }
        if let Some(kernel) = self.kernels.current
            && section.part.starts_with(&self.kernels.all[kernel].name)
        {
            self.kernels.all[kernel].opencl.last_section = Some(self.section);
        }
        let is_shared = match section.name.as_str() {
            ".rodata" | ".data" | ".bss" | ".samplerinit" => true,
            ".text" => self.kernels.file.is_one_piece,
            _ => false,
        };
        let is_inner = section.part == INNER || section.part.is_empty() && is_shared;
        // Further sections belong to the same file.
        if is_inner && self.container == Some(Container::CatalystNew) && !self.kernels.file.is_listing {
            self.part = INNER.to_owned();
        }
        match self.container {
            Some(Container::CatalystNew) if is_inner => self.kernels.file.last_inner = Some(self.section),
            _ if section.part.is_empty() => self.kernels.file.last_main = Some(self.section),
            _ => {}
        }
    }

    /// Begins the code of a kernel.
    pub(super) fn begin_opencl_kernel(&mut self) {
        self.part.clone_from(&self.kernel);
        let kernel = self.kernels.current.map(|kernel| &self.kernels.all[kernel].opencl);
        if self.kernels.file.is_one_piece {
            (self.is_configuration, self.kernels.is_open) = (true, false);
        } else if let Some(section) = kernel.and_then(|kernel| kernel.last_section) {
            self.select_section(section, true);
        } else {
            self.switch(Section { name: ".text".to_owned(), ..Section::default() });
        }
    }

    /// Reads a statement about such a file. Returns `false` if it is something else.
    pub(in crate::assembler) fn in_opencl(
        &mut self,
        cursor: &mut Cursor<'a>,
        name: &str,
        at: Range<usize>,
    ) -> Result<bool, Error> {
        let lower = name.to_ascii_lowercase();
        let is_new = self.container == Some(Container::CatalystNew);
        match lower.as_str() {
            ".compile_options" => self.kernels.file.options = string(cursor)?,
            ".acl_version" if is_new => self.kernels.file.library = Some(string(cursor)?),
            ".driver_info" if !is_new => {
                self.kernels.file.driver_info = Some(String::from_utf8_lossy(&string(cursor)?).into_owned());
            }
            ".hsalayout" if is_new => {
                if !self.kernels.all.is_empty() {
                    return Err(error(codes::BLOCK, at, "`.hsalayout` comes before the first kernel"));
                }
                self.kernels.file.is_one_piece = true;
            }
            ".hsaconfig" if is_new => {
                self.check_settings(&lower, at.clone())?;
                self.open_settings(at)?;
                self.current_kernel().opencl.is_hsa = true;
            }
            ".config" => {
                self.check_settings(&lower, at.clone())?;
                self.open_settings(at)?;
            }
            ".inner" if is_new => {
                self.part = INNER.to_owned();
                self.kernels.current = None;
                match self.kernels.file.last_inner {
                    Some(section) => self.go_to(section),
                    None => (self.is_configuration, self.kernels.is_open) = (true, false),
                }
            }
            ".main" => {
                self.part.clear();
                self.kernels.current = None;
                match self.kernels.file.last_main {
                    Some(section) => self.go_to(section),
                    None => (self.is_configuration, self.kernels.is_open) = (true, false),
                }
            }
            ".rwdata" if is_new => self.switch_shared(".data"),
            ".bssdata" if is_new => {
                let align = self.optional_alignment(cursor)?;
                self.switch_shared(".bss");
                let own = &mut self.output.layout.sections[self.section];
                own.kind = "nobits".to_owned();
                own.align = align.unwrap_or(0).max(own.align);
                self.is_blank = true;
            }
            ".samplerinit" if is_new => self.switch_shared(&lower),
            ".sampler" if is_new && !self.kernels.is_open => {
                if self.output.layout.sections.iter().any(|section| section.name == ".samplerinit") {
                    return Err(error(codes::BLOCK, at, "`.samplerinit` gives the samplers already"));
                }
                cursor.skip_blanks();
                while !cursor.done() {
                    let sampler = self.small(cursor)?;
                    self.kernels.file.samplers.push(sampler as u32);
                    if !self.next_comma(cursor) {
                        break;
                    }
                }
            }
            ".samplerreloc" if is_new => {
                let offset = self.known(cursor)?;
                self.expect(cursor, "the number of the sampler")?;
                let sampler = self.limited(cursor, u64::from(u16::MAX))?;
                self.kernels.file.sampler_offsets.insert(sampler as u32, offset);
            }
            _ if is_new || self.kernels.is_open => return Ok(false),
            ".calnote" => {
                let kind = self.small(cursor)?;
                self.begin_note(kind as u32, at)?;
            }
            _ => return self.in_notes(cursor, &lower, at),
        }
        self.end(cursor)?;
        Ok(true)
    }

    /// Reads a note of a kernel for Catalyst, or an entry of it.
    fn in_notes(&mut self, cursor: &mut Cursor<'a>, name: &str, at: Range<usize>) -> Result<bool, Error> {
        if let Some((_, kind)) = NOTES.iter().find(|row| row.0 == name) {
            cursor.skip_blanks();
            let value = match WITH_VALUE.contains(kind) && !cursor.done() {
                true => Some(self.word(cursor)?),
                false => None,
            };
            self.begin_note(*kind, at)?;
            if let Some(value) = value {
                self.push(Item::Data(value.into(), 4));
            }
            self.end(cursor)?;
            return Ok(true);
        }
        if !ENTRIES.iter().any(|row| row.0 == name) {
            return Ok(false);
        }
        let current = self.kernels.current.map(|number| &self.kernels.all[number]);
        let note = current.and_then(|kernel| kernel.opencl.notes.iter().find(|note| note.1 == self.section));
        let kind = note.map(|note| note.0);
        let Some((.., count)) =
            ENTRIES.iter().find(|row| row.0 == name && kind.is_some_and(|kind| row.1.contains(&kind)))
        else {
            return Err(error(codes::BLOCK, at, format!("`{name}` is not an entry of this section")));
        };
        for number in 0..*count {
            if number > 0 {
                self.expect(cursor, "another number")?;
            }
            let value = self.word(cursor)?;
            self.push(Item::Data(value.into(), 4));
        }
        self.end(cursor)?;
        Ok(true)
    }

    /// Writes the program that a function makes of the kernels, unless the source is a listing, which has it already.
    pub(super) fn finish_program(
        &mut self,
        program: impl Fn(&Self, &[Kernel]) -> Result<Option<Vec<u8>>, (Error, Position)>,
    ) {
        let all = self.kernels.take();
        if self.kernels.file.is_listing {
            return;
        }
        match program(self, &all) {
            Ok(program) => self.output.layout.program = program,
            Err((found, Position { file, .. })) => self.fail(found, file),
        }
    }

    /// Numbers of scalar and vector registers of a kernel, without those that the hardware adds: as many as the source
    /// says, or as the code uses, and not less than `least`.
    pub(super) fn opencl_registers(&self, values: &Values, used: Resources, added: u64, least: [u64; 2]) -> (u64, u64) {
        let roles = &self.tables.arch.roles;
        let scalars = match values.scalars {
            Some(count) if self.policy >= ALL_REGISTERS => count.max(added) - added,
            Some(count) => count,
            None => self.count_of(roles.scalar, used).max(least[0]).min(self.most_scalars() - added),
        };
        (scalars, values.vectors.unwrap_or(self.count_of(roles.vector, used).max(least[1])))
    }

    /// Begins a note of the current kernel.
    fn begin_note(&mut self, kind: u32, at: Range<usize>) -> Result<(), Error> {
        let Some(kernel) = self.kernels.current else {
            return Err(error(codes::BLOCK, at, "there is no `.kernel` before this"));
        };
        if self.kernels.all[kernel].has_settings {
            return Err(error(codes::BLOCK, at, "a kernel with `.config` has no notes of its own"));
        }
        let number = self.kernels.all[kernel].opencl.notes.len();
        self.switch(Section { name: format!(".calnote.{number}"), ..Section::default() });
        let section = self.section;
        self.kernels.all[kernel].opencl.notes.push((kind, section));
        Ok(())
    }

    /// Continues in a section of the whole program.
    fn switch_shared(&mut self, name: &str) {
        self.part.clear();
        self.switch(Section { name: name.to_owned(), ..Section::default() });
    }

    /// Reads a setting that only such programs have.
    pub(super) fn opencl_setting(
        &mut self,
        cursor: &mut Cursor<'a>,
        setting: Setting,
        at: Range<usize>,
    ) -> Result<(), Error> {
        match setting {
            Setting::TypedArgument => {
                let argument = self.opencl_argument(cursor)?;
                self.current_kernel().opencl.arguments.push(argument);
            }
            Setting::SetupArguments => {
                let is_wide = self.is_wide;
                let arguments = &mut self.current_kernel().opencl.arguments;
                if !arguments.is_empty() {
                    return Err(error(codes::BLOCK, at, "`.setupargs` comes before all arguments"));
                }
                *arguments = setup_arguments(is_wide);
            }
            Setting::Samplers => {
                cursor.skip_blanks();
                while !cursor.done() {
                    let sampler = self.small(cursor)?;
                    self.current_kernel().opencl.samplers.push(sampler as u32);
                    if !self.next_comma(cursor) {
                        break;
                    }
                }
            }
            Setting::TypeName => {
                cursor.skip_blanks();
                self.current_kernel().opencl.vector_hint = cursor.name().to_owned();
            }
            Setting::Resource(name) => {
                cursor.skip_blanks();
                let number = if cursor.done() { None } else { Some(self.limited(cursor, 1023)? as u32) };
                self.current_kernel().opencl.numbers.insert(name, number);
            }
            Setting::Word(name) => {
                let value = self.word(cursor)?;
                self.current_kernel().opencl.numbers.insert(name, Some(value));
            }
            _ => {
                let class = self.row_of(cursor, CLASSES, "a kind of user data")?;
                self.expect(cursor, "its number")?;
                let slot = self.word(cursor)?;
                self.expect(cursor, "the first register")?;
                let first = self.limited(cursor, MOST_USER - 1)?;
                self.expect(cursor, "the number of registers")?;
                let count = self.limited(cursor, MOST_USER - first)?;
                let user = &mut self.current_kernel().opencl.user;
                if user.len() as u64 == MOST_USER {
                    return Err(error(codes::BLOCK, at, format!("a kernel has at most {MOST_USER} user data")));
                }
                user.push([class, slot, first as u32, count as u32]);
            }
        }
        Ok(())
    }

    /// Reads one of some names, ignoring case, and returns its number.
    fn row_of(&self, cursor: &mut Cursor<'a>, rows: &[(&str, u32)], what: &str) -> Result<u32, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = cursor.name().to_ascii_lowercase();
        let found = rows.iter().find(|row| row.0 == name);
        found.map(|row| row.1).ok_or_else(|| unknown(&name, start..cursor.at, what, rows.iter().map(|row| row.0)))
    }

    /// Reads `NAME, ["TYPE",] TYPE …`.
    fn opencl_argument(&mut self, cursor: &mut Cursor<'a>) -> Result<Argument, Error> {
        let is_new = self.container == Some(Container::CatalystNew);
        cursor.skip_blanks();
        let start = cursor.at;
        let name = cursor.name();
        if name.is_empty() {
            return Err(error(codes::ARGUMENT, cursor.token(), "expected the name of an argument"));
        }
        if self.current_kernel().opencl.arguments.iter().any(|other| other.name == name) {
            return Err(error(codes::SYMBOL_TWICE, start..cursor.at, format!("there is already an argument `{name}`")));
        }
        self.expect(cursor, "the type")?;
        cursor.skip_blanks();
        let mut type_name = None;
        if cursor.peek() == b'"' {
            type_name = Some(String::from_utf8_lossy(&string(cursor)?).into_owned());
            self.expect(cursor, "the type")?;
            cursor.skip_blanks();
        }
        let start = cursor.at;
        let kind = cursor.name();
        let at = start..cursor.at;
        let Some(kind) = Type::named(kind) else {
            return Err(unknown(&kind.to_ascii_lowercase(), at, "a type of arguments", Type::names()));
        };
        cursor.skip_blanks();
        let mut argument = Argument::new(name, kind, if is_new { 3 } else { 1 });
        argument.is_pointer = cursor.eat(b'*');
        let only_new = matches!(kind.base, Base::Pipe | Base::Queue | Base::Event);
        let no_pointee = kind.is_image() || matches!(kind.base, Base::Sampler | Base::Counter(_));
        let is_wrong = match argument.is_pointer {
            true => no_pointee || only_new && !is_new,
            false => kind.base == Base::Counter(8) || only_new && !is_new,
        };
        if is_wrong {
            return Err(error(codes::ARGUMENT, at, "this format has no arguments of this type"));
        }
        if argument.is_pointer {
            argument.type_name.push('*');
        }
        argument.type_name = type_name.unwrap_or(argument.type_name);
        let mut is_last = true;
        match kind.base {
            _ if argument.is_pointer => is_last = self.opencl_pointer(cursor, &mut argument, is_new)?,
            Base::Image(_) => {
                argument.space = Space::Global;
                is_last = self.opencl_image(cursor, &mut argument, is_new)?;
            }
            Base::Counter(_) | Base::Sampler if is_new == (kind.base == Base::Sampler) => {
                is_last = self.next_comma(cursor);
                if is_last {
                    let most = if is_new { 15 } else { 7 };
                    argument.resource = self.optional_limited(cursor, most)?;
                }
            }
            Base::Structure => {
                self.expect(cursor, "the size of the structure")?;
                argument.structure_size = self.small(cursor)? as u32;
            }
            _ => {}
        }
        if is_last && self.next_comma(cursor) {
            let uses: &[(&str, u32)] =
                if is_new { &[("unused", 0), ("rdonly", 1), ("wronly", 2)] } else { &[("unused", 0)] };
            argument.used = self.row_of(cursor, uses, "a use of an argument")?;
        }
        Ok(argument)
    }

    /// Reads what follows a pointer. Returns whether its use may follow.
    fn opencl_pointer(
        &mut self,
        cursor: &mut Cursor<'a>,
        argument: &mut Argument,
        is_new: bool,
    ) -> Result<bool, Error> {
        if argument.kind.base == Base::Structure {
            self.expect(cursor, "the size of the structure")?;
            argument.structure_size = self.small(cursor)? as u32;
        }
        self.expect(cursor, "the address space")?;
        let spaces = [("local", 0), ("constant", 1), ("global", 2)];
        let space = self.row_of(cursor, &spaces, "an address space")?;
        argument.space = [Space::Local, Space::Constant, Space::Global][space as usize];
        if !self.next_comma(cursor) {
            return Ok(false);
        }
        loop {
            cursor.skip_blanks();
            if cursor.done() || cursor.peek() == b',' {
                break;
            }
            let qualifiers = [("const", 0), ("restrict", 1), ("volatile", 2)];
            match self.row_of(cursor, &qualifiers, "a property of a pointer")? {
                0 => argument.is_const = true,
                1 => argument.is_restrict = true,
                _ => argument.is_volatile = true,
            }
        }
        if is_new {
            return Ok(true);
        }
        if argument.space == Space::Constant {
            if !self.next_comma(cursor) {
                return Ok(false);
            }
            argument.constant_size = self.optional_limited(cursor, u64::from(u32::MAX))?.unwrap_or(0);
        }
        if argument.space == Space::Local {
            return Ok(true);
        }
        if !self.next_comma(cursor) {
            return Ok(false);
        }
        let most = if argument.space == Space::Constant { 159 } else { 1023 };
        argument.resource = self.optional_limited(cursor, most)?;
        Ok(true)
    }

    /// Reads what follows an image. Returns whether its use may follow.
    fn opencl_image(&mut self, cursor: &mut Cursor<'a>, argument: &mut Argument, is_new: bool) -> Result<bool, Error> {
        argument.access = [true, false];
        if !self.next_comma(cursor) {
            return Ok(false);
        }
        cursor.skip_blanks();
        if !cursor.done() && cursor.peek() != b',' {
            let accesses =
                [("read_only", 1), ("rdonly", 1), ("write_only", 2), ("wronly", 2), ("read_write", 3), ("rdwr", 3)];
            let known = if is_new { &accesses[..] } else { &accesses[..4] };
            let access = self.row_of(cursor, known, "an access to an image")?;
            argument.access = [access & 1 != 0, access & 2 != 0];
        }
        if !self.next_comma(cursor) {
            return Ok(false);
        }
        let most = if argument.access == [true, false] { 127 } else { 7 };
        argument.resource = self.optional_limited(cursor, most)?;
        Ok(true)
    }

    /// Reads a number from 0 to a limit, unless the place before the next comma is empty.
    fn optional_limited(&mut self, cursor: &mut Cursor<'a>, most: u64) -> Result<Option<u32>, Error> {
        cursor.skip_blanks();
        match cursor.done() || cursor.peek() == b',' {
            true => Ok(None),
            false => Ok(Some(self.limited(cursor, most)? as u32)),
        }
    }

    /// Contents of a section of a part; `None` if there is no such section.
    pub(super) fn contents_of(&self, name: &str, part: &str) -> Option<Vec<u8>> {
        let found = self.output.layout.sections.iter().position(|own| own.name == name && own.part == part)?;
        Some(self.section_bytes(found))
    }

    /// Contents of a section.
    pub(super) fn section_bytes(&self, section: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.items_of(section).for_each(|item| self.output.write(item..item + 1, &mut bytes));
        bytes
    }

    /// Sections of a part that the source adds, without those with names in a list. The first section has the constants
    /// of the program.
    pub(super) fn own_sections(&self, part: &str, without: &[&str]) -> Vec<FileSection<'static>> {
        let sections = self.output.layout.sections.iter().enumerate().skip(1);
        let own = sections.filter(|(_, own)| own.part == part && !without.contains(&own.name.as_str()));
        let is_note = |name: &str| name.starts_with(".calnote.");
        own.filter(|(_, own)| !is_note(&own.name))
            .map(|(number, own)| own_section(own, self.section_bytes(number)))
            .collect()
    }
}

/// Error for a name that is not in a list.
fn unknown<'k>(name: &str, at: Range<usize>, what: &str, known: impl Iterator<Item = &'k str> + Clone) -> Error {
    let found = error(codes::ARGUMENT, at, format!("`{name}` is not {what}"));
    match nearest(name, known.clone()) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found.help(format!("it is one of {}", known.collect::<Vec<_>>().join(", "))),
    }
}
