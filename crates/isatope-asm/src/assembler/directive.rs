//! Directives: labels, symbols, sections and data.

mod attributes;
mod block;
mod data;
pub(super) mod kinds;
mod message;
mod metadata;
pub(super) mod names;
mod object_notes;
mod operands;
mod relocation;
mod scope;
mod section;
pub(super) use section::OTHER_SECTION;
mod symbol;
mod target;

use std::ops::Range;

use isatope_core::tables::Style;
use isatope_diag::codes;
use isatope_object::config;

use self::kinds::{Directive, Scope};
use crate::assembler::assembly::Assembly;
use crate::assembler::container::{self, Container};
use crate::assembler::descriptor::Block;
use crate::assembler::layout::{Section, Significant};
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};

/// Whether only blanks follow.
fn is_empty(cursor: &Cursor<'_>) -> bool {
    let mut ahead = cursor.clone();
    ahead.skip_blanks();
    ahead.done()
}

impl<'a> Assembly<'a> {
    /// Executes a directive. The cursor is after its name.
    pub(crate) fn directive(
        &mut self,
        mut cursor: Cursor<'a>,
        directive: Directive,
        name: &'a str,
        named: Range<usize>,
    ) -> Result<(), Error> {
        // Without any value, nothing is written.
        let style = self.tables.style;
        if (style.semicolons || style.compilers) && directive.lists_values() && is_empty(&cursor) {
            return Ok(());
        }
        match directive {
            Directive::Data(bytes) => return self.data(cursor, bytes),
            Directive::Float(format) => self.floats(&mut cursor, format)?,
            Directive::Octa => self.octas(&mut cursor)?,
            Directive::Leb { signed } => self.lebs(&mut cursor, signed)?,
            Directive::Text { zero, width } => self.strings(&mut cursor, zero, width)?,
            Directive::Origin => return self.origin(cursor),
            Directive::IncludeBytes => self.include_bytes(&mut cursor)?,
            Directive::Include => self.include(&mut cursor, named)?,
            Directive::End => {
                self.at = self.end;
                while self.leave() {
                    self.at = self.end;
                }
            }
            Directive::Macro => return self.define_macro(&mut cursor, named),
            Directive::EndMacro => return Err(error(codes::BLOCK, named, "there is no `.macro` before this")),
            Directive::EndRepeat => return Err(error(codes::BLOCK, named, "there is no `.rept` before this")),
            Directive::Purge => self.purge_macros(&mut cursor)?,
            Directive::Exit => {
                self.end(&mut cursor)?;
                return self.exit_macro(named);
            }
            Directive::Alternate(on) => self.set_alternate(on),
            Directive::Repeat => return self.repeat(&mut cursor, named),
            Directive::RepeatFor { characters } => return self.repeat_for_values(&mut cursor, characters, named),
            Directive::While { counts } => return self.repeat_while(&mut cursor, counts, named),
            Directive::If(test) => {
                let at = named.start..cursor.end;
                return self.begin_condition(test, &mut cursor, at);
            }
            Directive::ElseIf(test) => return self.next_branch(Some(test), named),
            Directive::Else => {
                self.end(&mut cursor)?;
                return self.next_branch(None, named);
            }
            Directive::EndIf => {
                self.end_condition(named)?;
            }
            Directive::Message(says) => self.message(&mut cursor, says, named)?,
            Directive::Failure => self.failure(&mut cursor, named)?,
            Directive::Abort => {
                self.at = self.end;
                while self.leave() {
                    self.at = self.end;
                }
                return Err(error(codes::STATED, named, "the source stops here"));
            }
            Directive::Align { power, unit } => self.align(&mut cursor, power, unit)?,
            Directive::Fill(most) => self.fill(&mut cursor, most)?,
            Directive::Absolute => self.absolute = Some(self.known(&mut cursor)?),
            Directive::Units(bytes) => self.units(&mut cursor, bytes)?,
            Directive::FloatUnits(format) => self.float_units(&mut cursor, format)?,
            Directive::Room(bytes) => {
                let at = cursor.at;
                let count = self.known(&mut cursor)?;
                self.push_fill(0, 1, count.saturating_mul(bytes), at..cursor.at)?;
            }
            Directive::VersionNote => self.version_note(&mut cursor)?,
            Directive::FrameRule(rule) => self.frame_rule(&mut cursor, rule, named)?,
            Directive::Skip => {
                cursor.skip_blanks();
                let at = cursor.at;
                let is_empty = self.tables.style.entries && (cursor.done() || cursor.peek() == b',');
                let count = if is_empty { 1 } else { self.known_at_end(&mut cursor, 0)? };
                let value = match self.tables.style.entries {
                    true => {
                        let (value, at) = self.optional_at(&mut cursor)?;
                        self.low_bytes(value.unwrap_or(0), 1, at)
                    }
                    false if self.comma(&mut cursor) => self.known(&mut cursor)?,
                    false => 0,
                };
                self.push_fill(value, 1, count, at..cursor.at)?;
            }
            Directive::Named => {
                self.check_section(&name.to_ascii_lowercase(), named)?;
                self.no_subsection(&mut cursor)?;
                self.switch(Section { name: name.to_ascii_lowercase(), ..Section::default() });
            }
            Directive::Section => self.section(&mut cursor)?,
            Directive::Subsection => self.no_subsection(&mut cursor)?,
            Directive::Discard => self.discard_names(&mut cursor)?,
            Directive::SetIfDefined => self.set_if_defined(&mut cursor)?,
            Directive::PushSection => {
                self.section_stack.push((self.section, self.previous_section));
                self.section(&mut cursor)?;
            }
            Directive::PopSection => {
                let Some((section, previous)) = self.section_stack.pop() else {
                    return Err(error(codes::BLOCK, named, "there is no `.pushsection` before this"));
                };
                self.go_to(section);
                self.previous_section = previous;
            }
            Directive::Previous => {
                let previous = self.previous_section;
                self.go_to(previous);
            }
            Directive::Part => {
                self.part = self.symbol_name(&mut cursor)?;
                self.kernels.file.is_listing = true;
                self.switch(Section { name: ".text".into(), ..Section::default() });
            }
            // The section before the kernels goes on.
            Directive::Main if self.container == Some(Container::Gallium) => {
                (self.is_configuration, self.kernels.is_open) = (false, false);
            }
            Directive::Main => {
                self.part.clear();
                let name = match self.container {
                    None | Some(Container::Raw) => ".text",
                    Some(_) => ".main",
                };
                self.switch(Section { name: name.into(), ..Section::default() });
            }
            Directive::GlobalData => {
                self.check_section(name, named)?;
                self.part.clear();
                self.kernels.current = None;
                match self.container {
                    // The first section has the constants of the program.
                    Some(Container::Catalyst) => self.go_to(0),
                    _ => self.switch(Section { name: ".rodata".into(), ..Section::default() }),
                }
            }
            Directive::Common { local } => self.common(&mut cursor, local)?,
            Directive::SharedVariable => self.shared_variable(&mut cursor)?,
            Directive::Undefine => self.undefine(&mut cursor)?,
            Directive::Enum => self.enumerate(&mut cursor)?,
            Directive::Variables => self.declare_variables(&mut cursor)?,
            Directive::Touches => self.touch_variables(&mut cursor)?,
            Directive::Linked => self.link_variables(&mut cursor)?,
            Directive::Flow(kind) => self.hint_flow(&mut cursor, kind)?,
            Directive::EnterScope => self.enter_scope(&mut cursor, named)?,
            Directive::LeaveScope => self.leave_scope(named)?,
            Directive::Using(starts) => self.use_scope(&mut cursor, starts)?,
            Directive::Container => match container::named(&name[1..]) {
                Some(found) => self.select_container(found, named)?,
                None => return Err(container::unknown(&name[1..], named)),
            },
            Directive::Format => self.select_format(&mut cursor)?,
            Directive::Wide(wide) => self.is_wide = wide,
            Directive::Get(what) => self.get_property(&mut cursor, what)?,
            Directive::Policy => self.set_policy(&mut cursor)?,
            Directive::Rule(rule, on) => self.set_rule(rule, on),
            Directive::Absent(why) => return Err(error(codes::DIRECTIVE, named, format!("`{name}`: {why}"))),
            Directive::Version => {
                self.output.layout.code_object_version = Some(self.known(&mut cursor)?);
            }
            Directive::ObjectVersion => self.object_version(&mut cursor)?,
            Directive::ObjectIsa => self.object_processor(&mut cursor)?,
            Directive::IsaName => self.isa_name(&mut cursor)?,
            Directive::SourceFile => self.source_file(&mut cursor)?,
            Directive::SourceLine => self.source_line(&mut cursor)?,
            Directive::Probe => self.probe(&mut cursor)?,
            Directive::FrameSections => self.select_frames(&mut cursor)?,
            Directive::Frame => self.begin_frame(&mut cursor, named)?,
            Directive::EndFrame => self.end_frame(named)?,
            Directive::Ident => self.compiler_name(&mut cursor)?,
            Directive::HsaKernel => {
                let symbol = self.symbol(&mut cursor)?;
                self.output.layout.symbols[symbol].more.kind = "amdgpu_hsa_kernel".to_owned();
                self.restart_counts();
            }
            Directive::Bind(binding) => self.bind_symbols(&mut cursor, Some(binding))?,
            Directive::Extern => self.bind_symbols(&mut cursor, None)?,
            Directive::Mention => loop {
                self.symbol(&mut cursor)?;
                if !self.comma(&mut cursor) {
                    break;
                }
            },
            Directive::Visible(how) => self.show_symbols(&mut cursor, how)?,
            Directive::Type => self.symbol_type(&mut cursor)?,
            Directive::Size => self.symbol_size(&mut cursor)?,
            Directive::Set(how) => return self.set(cursor, how),
            Directive::Target => self.target_directive(&mut cursor)?,
            Directive::Metadata => return self.metadata(&cursor, name, named),
            Directive::Descriptor => self.begin_descriptor(&mut cursor, named)?,
            Directive::Kernel => self.begin_kernel(&mut cursor)?,
            Directive::Option(option) => {
                self.kernel_option(&mut cursor, option, name, named)?;
                return self.end(&mut cursor);
            }
            Directive::Config if self.starts_settings() => self.open_settings(named)?,
            Directive::Config => {
                let name = self.kernel.clone();
                self.start_block(Block::descriptor(name, false, named))?;
            }
            Directive::Code => self.start_block(Block::code(self.processor_numbers(), named))?,
            Directive::Entry => {
                let before = self.output.items.len();
                self.data(cursor, 4)?;
                if self.output.items.len() != before + 2 {
                    return Err(error(codes::ARGUMENT, named, "an entry needs a register and its value"));
                }
                return Ok(());
            }
            Directive::Registers => {
                self.check_section(name, named)?;
                self.switch(Section { name: config::SECTION.into(), ..Section::default() });
            }
            Directive::Reloc => self.relocation(&mut cursor)?,
            Directive::Significance => {
                self.output.layout.significant.get_or_insert_default();
            }
            Directive::SignificantSymbol => {
                let name = self.output_name(&mut cursor)?;
                self.output.layout.significant.get_or_insert_default().push(Significant::Symbol(name));
            }
            Directive::PalRegisters => self.pal_registers(&mut cursor)?,
            Directive::SymbolVersion => self.symbol_version(&mut cursor)?,
            Directive::Rename => self.rename(&mut cursor)?,
            Directive::LinkedObject => self.linked_object(&mut cursor)?,
            Directive::Strip => self.output.layout.strip = true,
            Directive::Note => return Ok(()),
        }
        self.end(&mut cursor)
    }

    /// Reports a directive that the dialect or the architecture does not have.
    pub(crate) fn check_scope(&self, scope: Scope, name: &str, at: Range<usize>) -> Result<(), Error> {
        if self.has_scope(scope) {
            return Ok(());
        }
        let arch = self.tables.arch;
        let own = &arch.dialects[self.tables.dialect.index()];
        let found =
            error(codes::DIRECTIVE, at, format!("`{name}` does not exist in the dialect {own} of {}", arch.name));
        let of = |holds: fn(&Style) -> bool| {
            arch.dialects.iter().zip(arch.styles).find(|(_, style)| holds(style)).map(|(name, _)| *name)
        };
        let other = match scope {
            Scope::Hsa => of(|style| style.hsa_directives),
            Scope::Clrx => of(|style| style.entries),
            Scope::All | Scope::Amd => None,
        };
        Err(match other {
            Some(other) => found.help(format!("the dialect {other} has it: select it with `--dialect {other}`")),
            None => found,
        })
    }
}
