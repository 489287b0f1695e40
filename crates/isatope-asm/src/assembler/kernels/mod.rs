//! Kernels of CLRX's language: their settings, and the 256 bytes before their code that hold them.

mod arguments;
mod catalyst;
mod clover;
mod code;
mod finish;
mod metadata;
mod opencl;
mod opencl2;
mod parts;
mod setting_values;
mod settings;
pub(super) mod state;

use isatope_diag::codes;
use isatope_object::descriptor;

use self::finish::LOCAL;
use self::opencl::ALL_REGISTERS;
use self::setting_values::MOST_VECTORS;
use self::settings::{Limit, Setting};
use self::state::{CONTROL, CloverBlock, Kernel, KernelOption, METADATA, Values};
use super::assembly::Assembly;
use super::container::Container;
use super::descriptor::{EXTRA, SGPR_BLOCKS};
use super::layout::Section;
use super::relocation::SCRATCH;
use super::variables::Position;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::string::string;
use crate::text::symbols::Symbol;
use crate::text::tree::Location;

pub(super) use self::settings::names as setting_names;

/// Most bytes of memory of a group that drivers before HSA give a kernel.
const MOST_LOCAL: u32 = 32 << 10;

/// Dimensions, in the order of their bits.
const DIMENSIONS: &[u8; 3] = b"xyz";

impl<'a> Assembly<'a> {
    /// Reads `.kernel NAME`.
    pub(super) fn begin_kernel(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = self.symbol_name(cursor)?;
        self.kernel.clone_from(&name);
        let file = self.kept_file();
        let kernels = &mut self.kernels;
        kernels.is_open = false;
        kernels.current = kernels.all.iter().position(|kernel| kernel.name == name);
        if kernels.current.is_none() {
            kernels.current = Some(kernels.all.len());
            let at = Position { file, at: start..cursor.at };
            kernels.all.push(Kernel { name, at, ..Kernel::default() });
        }
        // Kernels of this container have only settings.
        self.is_configuration = self.container == Some(Container::Gallium);
        self.kernels.is_open = self.is_configuration;
        self.kernels.inside = CloverBlock::default();
        if self.is_opencl() {
            self.begin_opencl_kernel();
        }
        if self.container == Some(Container::Hsa) && self.current_kernel().returns_to_settings {
            (self.kernels.is_open, self.is_configuration) = (true, true);
        }
        Ok(())
    }

    /// Whether `.config` starts settings of CLRX's language, and not fields with LLVM's names.
    pub(super) fn starts_settings(&self) -> bool {
        if self.container.is_none_or(|container| container == Container::Raw) {
            return false;
        }
        let mut at = self.at;
        while let Some((name, _, next)) = self.statement_at(at) {
            let own = settings::find(name, self.container).is_some();
            let field = name.strip_prefix('.').unwrap_or("");
            let other =
                descriptor::find(descriptor::KD, field).is_some() || EXTRA.contains(&field) || field == SGPR_BLOCKS;
            match (own, other) {
                (true, true) => at = next,
                (false, true) => return false,
                _ if name.is_empty() => at = next,
                _ => return true,
            }
        }
        true
    }

    /// Starts the settings of the current kernel.
    pub(super) fn open_settings(&mut self, named: std::ops::Range<usize>) -> Result<(), Error> {
        let Some(kernel) = self.kernels.current.map(|number| &mut self.kernels.all[number]) else {
            return Err(error(codes::BLOCK, named, "there is no `.kernel` before this"));
        };
        (kernel.has_settings, kernel.returns_to_settings) = (true, true);
        (self.kernels.is_open, self.is_configuration) = (true, true);
        Ok(())
    }

    /// Reads a setting of the current kernel. Returns `false` if the statement is something else.
    pub(super) fn in_settings(
        &mut self,
        cursor: &mut Cursor<'a>,
        name: &str,
        at: std::ops::Range<usize>,
    ) -> Result<bool, Error> {
        if self.container == Some(Container::Gallium) && self.in_clover(cursor, name, at.clone())? {
            return Ok(true);
        }
        let Some(setting) = settings::find(name, self.container).filter(|_| self.kernels.is_open) else {
            return Ok(false);
        };
        if self.container == Some(Container::CatalystNew) {
            let is_hsa = self.current_kernel().opencl.is_hsa;
            let (own, other) = if is_hsa { (".hsaconfig", ".config") } else { (".config", ".hsaconfig") };
            if !settings::is_in(name, is_hsa) {
                let message = format!("`{name}` is no setting of `{own}`");
                return Err(error(codes::BLOCK, at, message).help(format!("it belongs after `{other}`")));
            }
        }
        match setting {
            Setting::Field(LOCAL) => {
                let most = if self.is_opencl() { MOST_LOCAL } else { self.target.version_info().limits.shared };
                let size = self.limited(cursor, most.into())?;
                self.set_field(LOCAL, size);
            }
            Setting::Limited(field, most) => {
                let value = self.limited(cursor, most)?;
                self.set_field(field, value);
            }
            Setting::Field(field) => {
                let value = self.setting_value(cursor, field)?;
                self.set_field(field, value);
            }
            Setting::Fields(fields) => {
                for (number, field) in fields.iter().enumerate() {
                    if number > 0 {
                        self.expect(cursor, "another number")?;
                    }
                    let value = self.setting_value(cursor, field)?;
                    self.set_field(field, value);
                }
            }
            Setting::Flag(field) => self.set_field(field, 1),
            Setting::Power(field, least, most) => {
                let value = self.power(cursor, least, most)?;
                self.set_field(field, value.trailing_zeros().into());
            }
            Setting::Register(field) => {
                let first = self.setting_register(cursor, true)?;
                self.set_field(field, first);
            }
            Setting::Reserved { first, count, scalar } => {
                let from = self.setting_register(cursor, scalar)?;
                self.expect(cursor, "the last register")?;
                cursor.skip_blanks();
                let start = cursor.at;
                let to = self.setting_register(cursor, scalar)?;
                if to < from {
                    return Err(error(codes::REGISTER_RANGE, start..cursor.at, "the last register is below the first"));
                }
                self.set_field(first, from);
                self.set_field(count, to - from + 1);
            }
            Setting::Bits(field) => {
                let value = self.setting_value(cursor, field)?;
                self.set_field(field, value);
            }
            Setting::ScalarCount => {
                // Those drivers count without the registers that the hardware adds.
                let most = match self.container {
                    Some(Container::Catalyst) if self.policy >= ALL_REGISTERS => self.most_scalars(),
                    Some(Container::Catalyst) => self.most_scalars() - 2,
                    Some(Container::CatalystNew) => self.most_scalars(),
                    _ => self.most_counted_scalars(),
                };
                let count = self.limited(cursor, most)?;
                self.current_values().scalars = Some(count);
            }
            Setting::VectorCount => {
                let count = self.limited(cursor, MOST_VECTORS)?;
                self.current_values().vectors = Some(count);
            }
            Setting::UserCount => {
                let count = self.limited(cursor, 16)?;
                self.current_values().user = Some(count);
            }
            Setting::Dimensions => {
                let groups = self.dimensions(cursor)?;
                let has_items = self.next_comma(cursor);
                let items = if has_items { self.dimensions(cursor)? } else { groups };
                self.current_values().dimensions = Some((groups, items));
                self.current_values().has_items = has_items;
            }
            Setting::GridDimensions => {
                let set = self.dimensions(cursor)?;
                let names = [
                    "enable_sgpr_grid_workgroup_count_x",
                    "enable_sgpr_grid_workgroup_count_y",
                    "enable_sgpr_grid_workgroup_count_z",
                ];
                for (bit, name) in names.into_iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0) {
                    self.set_field(name, set >> bit & 1);
                }
            }
            Setting::ElementSize => {
                let (value, at) = self.spanned(cursor)?;
                if !matches!(value, 2 | 4 | 8 | 16) {
                    return Err(error(codes::ARGUMENT, at, "the size of an element is 2, 4, 8 or 16"));
                }
                self.set_field("private_element_size", u64::from(value.trailing_zeros()) - 1);
            }
            Setting::Defaults => {
                let flags = [
                    "enable_sgpr_private_segment_buffer",
                    "enable_sgpr_dispatch_ptr",
                    "enable_sgpr_kernarg_segment_ptr",
                    "is_ptr64",
                    "private_element_size",
                ];
                let (is_new, is_wide) = (self.container == Some(Container::CatalystNew), self.is_wide);
                let has = |flag: &&str| match *flag {
                    "enable_sgpr_dispatch_ptr" => !is_new,
                    "is_ptr64" => !is_new || is_wide,
                    _ => true,
                };
                // They replace the properties that are set before.
                let is_property = |name: &str| {
                    settings::field(name).is_some_and(|field| descriptor::CODE_PROPERTY_BITS.contains(&field.bit))
                };
                self.current_values().fields.retain(|name, _| !is_property(name));
                flags.into_iter().filter(has).for_each(|flag| self.set_field(flag, 1));
            }
            Setting::Argument => {
                let argument = self.kernel_argument(cursor)?;
                self.current_kernel().arguments.push(argument);
                self.kernels.is_new = true;
            }
            Setting::Sizes(name) => {
                cursor.skip_blanks();
                let (start, mut sizes) = (cursor.at, Vec::new());
                while sizes.len() < 3 {
                    cursor.skip_blanks();
                    sizes.push(match cursor.done() || cursor.peek() == b',' {
                        true => 1,
                        false => self.word_setting(cursor)?,
                    });
                    if !self.next_comma(cursor) {
                        break;
                    }
                }
                sizes.resize(3, 1);
                let sizes = [sizes[0], sizes[1], sizes[2]];
                let is_none = sizes == [0; 3];
                if sizes.contains(&0) && !is_none {
                    return Err(error(codes::ARGUMENT, start..cursor.at, "a size is 0, but not all three are"));
                }
                let kernel = self.current_kernel();
                kernel.opencl.sizes.insert(name, sizes);
                kernel.say(name, (!is_none).then(|| format!("[ {}, {}, {} ]", sizes[0], sizes[1], sizes[2])));
            }
            Setting::Number(name, limit) => {
                let value = match limit {
                    Limit::None => self.known(cursor)?,
                    Limit::Power(most) => self.power(cursor, 1, most)?,
                    Limit::Scalars => self.limited(cursor, self.most_counted_scalars())?,
                    Limit::Vectors => self.limited(cursor, MOST_VECTORS)?,
                };
                self.current_kernel().properties.insert(name, value);
            }
            Setting::Text(name) => {
                let text = self.quoted_setting(cursor)?;
                self.current_kernel().say(name, Some(format!("'{text}'")));
            }
            Setting::NamedType(name) => {
                cursor.skip_blanks();
                let text = match cursor.peek() {
                    b'"' => self.quoted_setting(cursor)?,
                    _ => self.symbol_name(cursor)?,
                };
                self.current_kernel().say(name, Some(format!("'{text}'")));
            }
            Setting::Language => {
                let text = self.quoted_setting(cursor)?;
                self.current_kernel().say("Language", Some(format!("'{text}'")));
                let mut version = None;
                if self.next_comma(cursor) {
                    let major = self.word_setting(cursor)?;
                    self.expect(cursor, "the minor version")?;
                    version = Some(format!("[ {major}, {} ]", self.word_setting(cursor)?));
                }
                self.current_kernel().say("LanguageVersion", version);
            }
            Setting::Later => {
                return Err(error(codes::DIRECTIVE, at, format!("`{name}` exists from gfx10 on")));
            }
            other => self.opencl_setting(cursor, other, at)?,
        }
        self.end(cursor)?;
        Ok(true)
    }

    /// Executes a directive about kernels and their containers.
    pub(super) fn kernel_option(
        &mut self,
        cursor: &mut Cursor<'a>,
        option: KernelOption,
        name: &str,
        at: std::ops::Range<usize>,
    ) -> Result<(), Error> {
        match option {
            KernelOption::Minor => self.kernels.minor = Some(self.known(cursor)?),
            KernelOption::Stepping => self.kernels.stepping = Some(self.known(cursor)?),
            KernelOption::New => self.kernels.is_new = true,
            KernelOption::MetadataVersion => {
                let major = self.known(cursor)?;
                self.expect(cursor, "the minor version")?;
                self.kernels.metadata_version = Some((major, self.known(cursor)?));
                self.kernels.is_new = true;
            }
            KernelOption::Function => match self.kernels.current {
                Some(_) => self.current_kernel().is_function = true,
                None => return Err(error(codes::BLOCK, at, "there is no `.kernel` before this")),
            },
            KernelOption::Code => self.begin_owned_code(cursor, at)?,
            KernelOption::EndCode => self.end_owned_code(at)?,
            KernelOption::Unused => cursor.at = cursor.end,
            // The file has no such section: its contents are a part of the settings.
            KernelOption::Control if self.container == Some(Container::Hsa) => {
                if let Some(number) = self.kernels.current {
                    self.kernels.all[number].returns_to_settings = false;
                }
                let part = std::mem::replace(&mut self.part, METADATA.to_owned());
                self.switch(Section { name: format!("{}{CONTROL}", self.kernel), ..Section::default() });
                self.part = part;
            }
            // The metadata of all kernels, as text.
            KernelOption::Inner if self.container == Some(Container::Hsa) && name.eq_ignore_ascii_case(METADATA) => {
                let part = std::mem::replace(&mut self.part, METADATA.to_owned());
                self.switch(Section { name: METADATA.to_owned(), ..Section::default() });
                self.part = part;
            }
            KernelOption::Control | KernelOption::Inner => {
                self.check_part(name, at)?;
                cursor.at = cursor.end;
                let part = std::mem::replace(&mut self.part, format!("{}{name}", self.kernel));
                self.switch(Section { name: name.to_ascii_lowercase(), ..Section::default() });
                self.part = part;
            }
            KernelOption::TargetName { is_triple } if self.container == Some(Container::Hsa) => {
                cursor.skip_blanks();
                let name = String::from_utf8_lossy(&string(cursor)?).into_owned();
                let own = if is_triple { &mut self.kernels.triple } else { &mut self.kernels.target_name };
                *own = Some(name).filter(|name| !name.is_empty());
            }
            KernelOption::TargetName { .. } => cursor.at = cursor.end,
            KernelOption::Flags => self.output.layout.flags = Some(self.word(cursor)?),
            KernelOption::Print if self.container == Some(Container::Hsa) => self.print_format(cursor)?,
            KernelOption::Print => {
                return Err(error(codes::DIRECTIVE, at, format!("`{name}` belongs to programs with `.rocm`")));
            }
            KernelOption::Scratch => {
                cursor.skip_blanks();
                let start = cursor.at;
                let name = self.path(cursor)?;
                let key = self.symbols.key(&name, true).into_owned();
                self.no_label(&key, start..cursor.at)?;
                self.define_key(&key, Symbol::Label(Location { section: SCRATCH, offset: 0 }));
            }
            KernelOption::SetVersion(which) => self.kernels.versions[which] = self.known(cursor)?,
            KernelOption::GetVersion(which) => {
                cursor.skip_blanks();
                let start = cursor.at;
                let name = self.path(cursor)?;
                let value = match (which, self.kernels.versions[which]) {
                    (1, 0) if self.container == Some(Container::Gallium) => clover::SETTINGS_IN_CODE,
                    (_, given) => given,
                };
                self.set_property(&name, value, start..cursor.at)?;
            }
        }
        Ok(())
    }

    /// Reads `.kcode NAME, -NAME` or `.kcode +`: kernels that own the code from here on, in addition to those so far.
    fn begin_owned_code(&mut self, cursor: &mut Cursor<'a>, at: std::ops::Range<usize>) -> Result<(), Error> {
        let mut owners = self.kernels.current_owners.clone().unwrap_or_default();
        cursor.skip_blanks();
        // Without names it has no effect, and no end.
        if cursor.done() {
            return Ok(());
        }
        loop {
            cursor.skip_blanks();
            let is_removed = cursor.eat(b'-');
            let is_added = !is_removed && cursor.eat(b'+');
            cursor.skip_blanks();
            if is_added && cursor.done() {
                owners = (0..self.kernels.all.len()).collect();
                break;
            }
            let start = cursor.at;
            let name = self.symbol_name(cursor)?;
            let Some(number) = self.kernels.all.iter().position(|kernel| kernel.name == name) else {
                let found =
                    error(codes::ARGUMENT, start..cursor.at, format!("there is no kernel `{name}` before this"));
                return Err(found.similar(&name, self.kernels.all.iter().map(|kernel| kernel.name.as_str())));
            };
            owners.retain(|owner| *owner != number);
            if !is_removed {
                owners.push(number);
            }
            if !self.next_comma(cursor) {
                break;
            }
        }
        self.in_code(at)?;
        let outer = self.kernels.current_owners.replace(owners);
        self.kernels.outer_owners.push(outer);
        self.note_owners();
        Ok(())
    }

    /// Returns to the owners of the code before the last `.kcode`.
    fn end_owned_code(&mut self, at: std::ops::Range<usize>) -> Result<(), Error> {
        self.in_code(at.clone())?;
        let Some(outer) = self.kernels.outer_owners.pop() else {
            return Err(error(codes::BLOCK, at, "there is no `.kcode` before this"));
        };
        self.kernels.current_owners = outer;
        self.note_owners();
        Ok(())
    }

    /// Reports a directive about code elsewhere.
    fn in_code(&self, at: std::ops::Range<usize>) -> Result<(), Error> {
        match self.takes_data() && self.is_code() {
            true => Ok(()),
            false => Err(error(codes::BLOCK, at, "this directive belongs to code").help("select its section: `.text`")),
        }
    }

    /// Records the owners of the code from here on.
    fn note_owners(&mut self) {
        let (section, here, owners) = (self.section, self.here, self.kernels.current_owners.clone());
        self.kernels.owners.push((section, here, owners));
    }

    /// Reads `[NUMBER], SIZE, …, "FORMAT"`.
    fn print_format(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let number = if cursor.peek() == b',' { None } else { Some(self.small(cursor)?) };
        self.expect(cursor, "the size of an argument, or the format")?;
        let mut sizes = Vec::new();
        cursor.skip_blanks();
        while cursor.peek() != b'"' {
            sizes.push(self.small(cursor)?);
            self.expect(cursor, "another size, or the format")?;
            cursor.skip_blanks();
        }
        let text = String::from_utf8_lossy(&string(cursor)?).into_owned();
        self.kernels.prints.push((number, sizes, text));
        self.kernels.is_new = true;
        Ok(())
    }

    /// The kernel whose settings are read.
    fn current_kernel(&mut self) -> &mut Kernel {
        let all = &mut self.kernels.all;
        let number = self.kernels.current.filter(|number| *number < all.len());
        match number {
            Some(number) => &mut all[number],
            None => {
                all.push(Kernel::default());
                let last = all.len() - 1;
                &mut all[last]
            }
        }
    }

    /// The settings that are read.
    fn current_values(&mut self) -> &mut Values {
        let is_outer = self.kernels.is_outer;
        let kernel = self.current_kernel();
        if is_outer { &mut kernel.outer } else { &mut kernel.values }
    }

    fn set_field(&mut self, field: &'static str, value: u64) {
        self.current_values().fields.insert(field, value);
    }

    /// Reads dimensions, `xyz`, as bits.
    fn dimensions(&mut self, cursor: &mut Cursor<'a>) -> Result<u64, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let text = cursor.name();
        let mut set = 0;
        for letter in text.bytes() {
            let Some(bit) = DIMENSIONS.iter().position(|known| known.eq_ignore_ascii_case(&letter)) else {
                return Err(error(codes::ARGUMENT, start..cursor.at, "the dimensions are x, y and z"));
            };
            set |= 1 << bit;
        }
        match text.is_empty() && !cursor.done() && cursor.peek() != b',' {
            true => Err(error(codes::ARGUMENT, cursor.token(), "the dimensions are x, y and z")),
            false => Ok(set),
        }
    }

    /// Reads a string for YAML in single quotes.
    fn quoted_setting(&mut self, cursor: &mut Cursor<'a>) -> Result<String, Error> {
        cursor.skip_blanks();
        Ok(String::from_utf8_lossy(&string(cursor)?).replace('\'', "''"))
    }
}
