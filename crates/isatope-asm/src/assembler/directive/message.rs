//! Directives that print, and that stop the assembler.

use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes};

use super::kinds::{Gets, Rule, Says};
use crate::assembler::assembly::{Assembly, LANGUAGE_VERSION, SectionKey, cut_off};
use crate::assembler::container::{self, Container};
use crate::assembler::devices;
use crate::assembler::layout::Section;
use crate::assembler::numbers::{fits, mask};
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::room::Room;
use crate::text::string::string;
use crate::text::symbols::Symbol;

/// Limit from which on the value of `.fail` gives a warning only.
const WARNS: i64 = 500;

impl<'a> Assembly<'a> {
    /// Reads `.error`, `.warning`, `.print` or `.err`.
    pub(super) fn message(&mut self, cursor: &mut Cursor<'a>, says: Says, named: Range<usize>) -> Result<(), Error> {
        cursor.skip_blanks();
        let text = match says {
            Says::Fail => return Err(error(codes::STATED, named, "`.err` was reached")),
            Says::Error if cursor.done() => "`.error` was reached".to_owned(),
            Says::Warning if cursor.done() => "`.warning` was reached".to_owned(),
            _ => String::from_utf8_lossy(&string(cursor)?).into_owned(),
        };
        match says {
            Says::Error | Says::Fail => return Err(error(codes::STATED, named, text)),
            Says::Warning => {
                let warning = Diagnostic::warning(codes::STATED, text).at(Span::new(named));
                self.output.diagnostics.push(warning);
            }
            Says::Print => self.output.printed.push(text),
        }
        Ok(())
    }

    /// Reads `.fail VALUE`: a warning for large values, and an error otherwise.
    pub(super) fn failure(&mut self, cursor: &mut Cursor<'a>, named: Range<usize>) -> Result<(), Error> {
        let value = self.known(cursor)? as i64;
        let message = format!("`.fail {value}` was reached");
        if value < WARNS {
            return Err(error(codes::STATED, named, message));
        }
        self.output.diagnostics.push(Diagnostic::warning(codes::STATED, message).at(Span::new(named)));
        Ok(())
    }

    /// Reads a name, and sets it to a property of the assembler.
    pub(super) fn get_property(&mut self, cursor: &mut Cursor<'a>, what: Gets) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = self.path(cursor)?;
        let value = match what {
            Gets::Wide => self.is_wide.into(),
            Gets::Format => self.container.unwrap_or(Container::Raw).number(),
            Gets::Version => LANGUAGE_VERSION,
            Gets::Policy => self.policy,
            Gets::Architecture => devices::version_number(self.group().name()).unwrap_or(0),
            Gets::Device => self.device().map_or(0, |device| device.number),
        };
        self.set_property(&name, value, start..cursor.at)
    }

    /// Sets a name to a number, unless its value cannot change.
    pub(crate) fn set_property(&mut self, name: &str, value: u64, at: Range<usize>) -> Result<(), Error> {
        let key = self.symbols.key(name, true).into_owned();
        if name == "." || self.is_fixed(&key) {
            return Err(error(codes::SYMBOL_TWICE, at, format!("`{name}` is already defined")));
        }
        self.define_key(&key, Symbol::Number(value));
        Ok(())
    }

    /// Selects the container, before anything is written.
    pub(super) fn select_container(&mut self, container: Container, at: Range<usize>) -> Result<(), Error> {
        if self.container == Some(container) {
            return Ok(());
        }
        if self.has_content() {
            return Err(error(codes::BLOCK, at, "the format has to be selected before the first section"));
        }
        // Only the sections of another format exist, which are empty.
        self.output.layout.sections.clear();
        self.section_numbers.clear();
        self.section_fixups.clear();
        self.section = 0;
        self.container = Some(container);
        self.output.layout.container = Some(container);
        self.symbols.has_halves = matches!(container, Container::CatalystNew | Container::Gallium);
        // Sources of these formats begin with the constants of the program.
        if self.is_opencl() {
            let section = Section { name: ".rodata".into(), align: 1, ..Section::default() };
            // Programs for Catalyst can have another section with this name.
            if container != Container::Catalyst {
                self.section_numbers.insert(SectionKey::of_name(&section.name), 0);
            }
            self.output.layout.sections.push(section);
            self.go_to(0);
            self.part.clear();
            (self.kernels.file.last_main, self.kernels.file.last_inner) = (None, None);
        }
        self.own_sections = self.output.layout.sections.len();
        Ok(())
    }

    /// Reports a section that the container has not.
    pub(super) fn check_section(&self, name: &str, at: Range<usize>) -> Result<(), Error> {
        match self.container == Some(Container::Raw) && name != ".text" {
            true => Err(error(codes::BLOCK, at, format!("raw code has no section `{name}`: it consists of `.text`"))),
            false => Ok(()),
        }
    }

    /// Reads `.format NAME`.
    pub(super) fn select_format(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = cursor.name();
        let at = start..cursor.at.max(cursor.token().end);
        let found = container::named(name).ok_or_else(|| container::unknown(name, at.clone()))?;
        self.select_container(found, at)
    }

    /// Reads `.policy VERSION`.
    pub(super) fn set_policy(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let value = self.known(cursor)?;
        if !fits(value, 4) {
            let cut = cut_off(self.text, (start as u32, cursor.at as u32, Room::either(32)));
            self.output.diagnostics.push(cut);
        }
        self.policy = mask(value, 4);
        Ok(())
    }

    /// Switches a rule of the language.
    pub(super) fn set_rule(&mut self, rule: Rule, on: bool) {
        match rule {
            Rule::OldFloats => self.options.buggy_fp_lit = on,
            Rule::OldModifiers => self.modifiers.zero_or_one = on,
            Rule::MacroCase => self.set_macro_case(on),
        }
        self.cache.clear();
    }
}
