//! Directives: labels, symbols, sections and data.

mod block;
mod data;
mod message;
mod metadata;
pub(super) mod names;
mod object_notes;
mod scope;
mod section;
pub(super) use section::OTHER_SECTION;
mod symbol;

use std::ops::Range;

use isatope_core::tables::Style;
use isatope_diag::{codes, nearest};
use isatope_object::{TargetId, check_metadata, config, relocation};

use self::names::{Directive, Scope, target_of};
use crate::assembler::assembly::{Assembly, SectionKey};
use crate::assembler::container::{self, Container};
use crate::assembler::descriptor::Block;
use crate::assembler::fixup::Goal;
use crate::assembler::layout::{self, Binding, Section};
use crate::assembler::options::Options;
use crate::text::cursor::{Cursor, in_name};
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::scopes::is_nameless;
use crate::text::string::string;
use crate::text::symbols::Symbol;
use crate::text::tree;

/// Type of objects of which a process has only one.
const UNIQUE_OBJECT: &str = "gnu_unique_object";

/// Types of symbols.
const TYPES: &[&str] = &[
    "function",
    "object",
    "notype",
    "tls_object",
    "common",
    "gnu_indirect_function",
    UNIQUE_OBJECT,
    "amdgpu_hsa_kernel",
];

/// The same types, as ELF calls them.
const ELF_TYPES: &[(&str, &str)] = &[
    ("STT_FUNC", "function"),
    ("STT_OBJECT", "object"),
    ("STT_NOTYPE", "notype"),
    ("STT_TLS", "tls_object"),
    ("STT_COMMON", "common"),
    ("STT_GNU_IFUNC", "gnu_indirect_function"),
];

/// The type that a symbol gets from two directives: in compilers' dialects, a function never becomes an object.
fn stronger_type<'a>(old: &'a str, new: &'a str) -> &'a str {
    const FROM_WEAKEST: &[&[&str]] = &[
        &["", "notype"],
        &["object", "common", UNIQUE_OBJECT],
        &["function"],
        &["gnu_indirect_function"],
        &["tls_object"],
    ];
    let weaker = FROM_WEAKEST.iter().find(|kinds| kinds.contains(&old) || kinds.contains(&new));
    if weaker.is_some_and(|kinds| !kinds.contains(&old)) { old } else { new }
}

/// The directives that end `.amdgpu_metadata` and `.amdgpu_pal_metadata`, and what both begin with.
const METADATA_END: &str = ".end_amdgpu_metadata";
const PAL_END: &str = ".end_amdgpu_pal_metadata";
pub(super) const METADATA_ENDS: &str = ".end_amdgpu_";

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
        if self.tables.style.semicolons && directive.lists_values() && is_empty(&cursor) {
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
                let at = cursor.at;
                let count = self.known_at_end(&mut cursor, 0)?;
                let value = if self.comma(&mut cursor) { self.known(&mut cursor)? } else { 0 };
                self.push_fill(value, 1, count, at..cursor.at)?;
            }
            Directive::Named => {
                self.check_section(&name.to_ascii_lowercase(), named)?;
                self.no_subsection(&mut cursor)?;
                self.switch(Section { name: name.to_ascii_lowercase(), ..Section::default() });
            }
            Directive::Section => self.section(&mut cursor)?,
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
                self.switch(Section { name: ".rodata".into(), ..Section::default() });
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
            Directive::IsaName => {
                self.target_directive(&mut cursor)?;
                let name = self.output.layout.target.as_deref().map(|name| name.trim_matches('"').to_owned());
                self.note_section(name.as_deref().is_some_and(|name| name.contains("amdhsa")));
                self.output.layout.isa_name = name;
            }
            Directive::SourceFile => self.source_file(&mut cursor)?,
            Directive::SourceLine => self.source_line(&mut cursor)?,
            Directive::FrameSections => self.select_frames(&mut cursor)?,
            Directive::Frame => self.begin_frame(&mut cursor, named)?,
            Directive::EndFrame => self.end_frame(named)?,
            Directive::Ident => self.compiler_name(&mut cursor)?,
            Directive::HsaKernel => {
                let symbol = self.symbol(&mut cursor)?;
                self.output.layout.symbols[symbol].kind = "amdgpu_hsa_kernel".to_owned();
                self.restart_counts();
            }
            Directive::Bind(_) | Directive::Extern => loop {
                cursor.skip_blanks();
                let start = cursor.at;
                let symbol = self.symbol(&mut cursor)?;
                match directive {
                    Directive::Bind(binding) => self.bind(symbol, binding, start..cursor.at)?,
                    _ if self.bound.contains_key(&symbol) => {}
                    _ => self.bind(symbol, Binding::Global, start..cursor.at)?,
                }
                if !self.comma(&mut cursor) {
                    break;
                }
            },
            Directive::Mention => loop {
                self.symbol(&mut cursor)?;
                if !self.comma(&mut cursor) {
                    break;
                }
            },
            Directive::Visible(how) => loop {
                let symbol = self.symbol(&mut cursor)?;
                self.output.layout.symbols[symbol].visibility = how;
                if !self.comma(&mut cursor) {
                    break;
                }
            },
            Directive::Type => {
                let symbol = self.symbol(&mut cursor)?;
                self.comma(&mut cursor);
                cursor.skip_blanks();
                let start = cursor.at;
                let quoted = if cursor.peek() == b'"' { string(&mut cursor)? } else { Vec::new() };
                let quoted = String::from_utf8_lossy(&quoted);
                let has_mark = |mark: &u8| *mark != b'#' || self.tables.style.compilers;
                let _ = [b'@', b'%', b'#'].into_iter().filter(has_mark).any(|mark| cursor.eat(mark));
                let kind = if quoted.is_empty() { cursor.name() } else { &quoted };
                let kind = ELF_TYPES.iter().find(|(name, _)| *name == kind).map_or(kind, |(_, kind)| *kind);
                if !TYPES.contains(&kind) {
                    let found = error(codes::ARGUMENT, start..cursor.at, format!("`{kind}` is not a symbol type"));
                    return Err(match nearest(kind, TYPES.iter().copied()) {
                        Some(near) => found.help(format!("did you mean `{near}`?")),
                        None => found.help(format!("the types are {}", TYPES.join(", "))),
                    });
                }
                let own = &mut self.output.layout.symbols[symbol];
                if self.tables.style.compilers && kind == UNIQUE_OBJECT {
                    own.binding = Binding::Unique;
                    self.bound.insert(symbol, Binding::Unique);
                }
                own.kind = match self.tables.style.compilers {
                    true => stronger_type(&own.kind, kind).to_owned(),
                    false => kind.to_owned(),
                };
            }
            Directive::Size => {
                let name = self.output_name(&mut cursor)?;
                let key = self.symbols.number(&name);
                // In compilers' dialects, a size alone does not make a symbol.
                if !self.tables.style.compilers {
                    self.symbol_of_key(key);
                }
                self.comma(&mut cursor);
                cursor.skip_blanks();
                let start = cursor.at;
                let value = self.value(&mut cursor)?;
                match (value.known_number(), self.symbols.output_of(key)) {
                    (Some(size), Some(symbol)) => self.output.layout.symbols[symbol].size = size,
                    _ => {
                        let expr = self.symbols.node(value);
                        self.fix_up(Goal::Size(key), expr, start..cursor.at);
                    }
                }
            }
            Directive::Set(how) => return self.set(cursor, how),
            Directive::Target => self.target_directive(&mut cursor)?,
            Directive::Metadata => {
                let start = self.line_end(cursor.end).min(self.end);
                let rest = &self.text[start..self.end];
                let is_pal = name.eq_ignore_ascii_case(".amdgpu_pal_metadata");
                let end = if is_pal { PAL_END } else { METADATA_END };
                let Some(length) = rest.find(end) else {
                    return Err(error(codes::BLOCK, named, format!("`{end}` is missing")));
                };
                // Each block makes a note, of which there is one for a whole program of PAL.
                if (is_pal || self.output.layout.is_pal) && !self.output.layout.metadata.is_empty() {
                    return Err(error(codes::BLOCK, named, "the metadata are already defined"));
                }
                if let Err((line, message)) = check_metadata(&rest[..length]) {
                    let at = (1..line).fold(start, |at, _| self.line_end(at)).min(start + length);
                    let line = self.text[at..].lines().next().unwrap_or_default();
                    let found = error(codes::BLOCK, at..at + line.trim_end().len(), message);
                    self.output.diagnostics.push(*found.0);
                } else if !is_pal {
                    self.review_metadata(start..start + length);
                }
                self.output.layout.metadata.push(rest[..length].to_string());
                self.output.layout.is_pal = is_pal;
                self.note_section(!is_pal);
                self.at = self.line_end(start + length).min(self.end);
                return Ok(());
            }
            Directive::Descriptor => {
                cursor.skip_blanks();
                let start = cursor.at;
                let name = self.symbol_name(&mut cursor)?;
                let again = self.described.contains(&name);
                let at = start..cursor.at;
                let twice = again.then(|| error(codes::SYMBOL_TWICE, at, format!("`{name}` already has a descriptor")));
                self.start_block(Block::descriptor(name, true, named).with_xnack(self.has_xnack()))?;
                if let Some(twice) = twice {
                    self.output.diagnostics.push(*twice.0);
                }
            }
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
                self.output.layout.significant.get_or_insert_default().push(name);
            }
            Directive::PalRegisters => {
                loop {
                    let register = self.small(&mut cursor)?;
                    if !self.comma(&mut cursor) {
                        return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a value"));
                    }
                    let value = self.small(&mut cursor)?;
                    self.output.layout.pal_registers.insert(register as u32, value as u32);
                    cursor.skip_blanks();
                    if !cursor.eat(b',') {
                        break;
                    }
                }
                self.note_section(false);
            }
            Directive::SymbolVersion => self.symbol_version(&mut cursor)?,
            Directive::Strip => self.output.layout.strip = true,
            Directive::Note => return Ok(()),
        }
        self.end(&mut cursor)
    }

    /// Reads `OFFSET, TYPE, SYMBOL+ADDEND`. The symbol, the addend or both may be left out.
    fn relocation(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let first = cursor.at;
        let offset = self.known(cursor)?;
        let place = first..cursor.at;
        if (offset as i64) < 0 {
            return Err(error(codes::ARGUMENT, place, "the offset is negative"));
        }
        if !self.comma(cursor) {
            return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a type"));
        }
        cursor.skip_blanks();
        let start = cursor.at;
        let kind = match relocation::of_name(cursor.peek_name()) {
            Some(kind) => {
                cursor.name();
                kind
            }
            None => {
                let known = self.known(cursor).ok().and_then(|kind| u32::try_from(kind).ok());
                let message = "unknown relocation type";
                known.ok_or_else(|| error(codes::ARGUMENT, start..cursor.at.max(cursor.token().end), message))?
            }
        };
        let mut symbol = String::new();
        let mut addend = None;
        if self.comma(cursor) {
            cursor.skip_blanks();
            if cursor.peek() == b'"' {
                symbol = String::from_utf8_lossy(&string(cursor)?).into_owned();
            } else {
                symbol = cursor.name().to_string();
            }
            cursor.skip_blanks();
            let is_number = symbol.is_empty() && cursor.peek().is_ascii_digit();
            if is_number || matches!(cursor.peek(), b'+' | b'-') {
                addend = Some(self.known(cursor)? as i64);
            }
        }
        if self.is_blank {
            return Err(error(codes::BLOCK, place, "the section has no contents in a file that could be patched"));
        }
        self.ensure_section();
        let section = self.section;
        self.relocated.push((section, offset, place));
        let found = layout::Relocation { section, offset, kind, symbol, addend, target_section: None };
        self.output.layout.relocations.push(found);
        Ok(())
    }

    /// Reports relocations past the end of their section.
    pub(crate) fn check_relocations(&mut self) {
        for (section, offset, at) in std::mem::take(&mut self.relocated) {
            let size = self.output.layout.sections.get(section).map_or(0, |s| s.size);
            if offset >= size {
                let message = format!("the section has {size} bytes, and this is offset {offset}");
                self.output.diagnostics.push(*error(codes::ARGUMENT, at, message).0);
            }
        }
    }

    /// Sets the binding of a symbol.
    fn bind(&mut self, symbol: usize, binding: Binding, at: Range<usize>) -> Result<(), Error> {
        let name = &self.output.layout.symbols[symbol].name;
        let old = self.bound.insert(symbol, binding).filter(|old| *old != binding);
        let is_wrong = match old {
            None => false,
            // A symbol can become weak, but nothing else.
            Some(_) if self.tables.style.compilers => binding != Binding::Weak,
            Some(old) => (old == Binding::Local) != (binding == Binding::Local),
        };
        if is_wrong {
            let message = match (old, binding) {
                (Some(Binding::Local), _) | (_, Binding::Local) => {
                    format!("`{name}` cannot be both local and visible to other objects")
                }
                _ => format!("`{name}` has another binding already"),
            };
            return Err(error(codes::SYMBOL_TWICE, at, message));
        }
        self.output.layout.symbols[symbol].binding = binding;
        Ok(())
    }

    /// End of the line that contains `at`.
    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |n| at + n + 1)
    }

    /// Reads an expression; records names without a value.
    fn value(&mut self, cursor: &mut Cursor<'a>) -> Result<tree::Value, Error> {
        cursor.skip_blanks();
        expr::read(cursor, expr::Context::new(&self.symbols))
    }

    /// Reads an expression whose value is needed immediately.
    pub(crate) fn known(&mut self, cursor: &mut Cursor<'a>) -> Result<u64, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let value = self.value(cursor)?;
        self.number_now(cursor, value, start..cursor.at)
    }

    /// The value that an expression has now.
    pub(crate) fn number_now(&self, cursor: &Cursor<'_>, value: tree::Value, at: Range<usize>) -> Result<u64, Error> {
        let sum = self.value_now(cursor, value, at.clone())?;
        if sum.minus.is_some() {
            let message = format!("`{}` is a distance across sections", cursor.slice(at.clone()));
            return Err(error(codes::EXPRESSION, at, message));
        }
        Ok(sum.bits)
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

    fn comma(&self, cursor: &mut Cursor<'a>) -> bool {
        cursor.skip_blanks();
        cursor.eat(b',')
    }

    /// Reads the name of a symbol or section, optionally in quotes.
    pub(crate) fn symbol_name(&self, cursor: &mut Cursor<'a>) -> Result<String, Error> {
        cursor.skip_blanks();
        if cursor.peek() == b'"' {
            return Ok(String::from_utf8_lossy(&string(cursor)?).into_owned());
        }
        let start = cursor.at;
        while in_name(cursor.peek()) || cursor.peek() == b'-' || cursor.peek() == b'@' {
            cursor.at += 1;
        }
        match start == cursor.at {
            true => Err(error(codes::ARGUMENT, cursor.token(), "expected a name")),
            false => Ok(cursor.slice(start..cursor.at).to_string()),
        }
    }

    /// Reads the name of a symbol; adds the symbol if it is new.
    fn symbol(&mut self, cursor: &mut Cursor<'a>) -> Result<usize, Error> {
        let name = self.output_name(cursor)?;
        Ok(self.symbol_number(&name))
    }

    /// Reads the name of a symbol, as it is in the object.
    fn output_name(&mut self, cursor: &mut Cursor<'a>) -> Result<String, Error> {
        cursor.skip_blanks();
        if cursor.peek().is_ascii_digit() {
            return Err(error(codes::ARGUMENT, cursor.token(), "a symbol name cannot start with a digit"));
        }
        let name = self.path(cursor)?;
        Ok(self.symbols.key(&name, false).into_owned())
    }

    pub(crate) fn symbol_number(&mut self, name: &str) -> usize {
        let key = self.symbols.number(name);
        self.symbol_of_key(key)
    }

    /// Number in the output of the name with a number; adds the symbol if it is new.
    fn symbol_of_key(&mut self, key: u32) -> usize {
        if let Some(found) = self.symbols.output_of(key) {
            return found;
        }
        let number = self.output.layout.symbols.len();
        self.symbols.set_output(key, number);
        let name = self.symbols.key_of(key).to_owned();
        self.output.layout.symbols.push(layout::Symbol { name, ..layout::Symbol::default() });
        number
    }

    /// Defines a label, `NAME:` or `"NAME":`. A name in quotes has no path and is never local. There, `.` and `.L1` have
    /// no value in expressions.
    pub(crate) fn label(&mut self, name: &str, at: Range<usize>, quoted: bool) -> Result<(), Error> {
        let start = at.start as u32;
        let twice = || error(codes::SYMBOL_TWICE, at.clone(), format!("`{name}` is already defined"));
        let (here, location) = (self.here, self.location());
        self.labelled = self.output.items.len();
        self.no_scoped_location(name, at.clone())?;
        let key = if quoted { name.into() } else { self.symbols.key(name, true) };
        let is_local = !quoted && (name.starts_with(".L") || is_nameless(&key));
        let number = self.symbols.number(&key);
        match self.symbols.meaning(number) {
            None if name != "." && self.absolute.is_some() => {
                let offset = self.absolute.unwrap_or(0);
                self.define_key(&key, Symbol::Number(offset));
                self.fixed.insert(key.into_owned());
                return Ok(());
            }
            None if name != "." && !(quoted && name.starts_with(".L")) => {
                self.cache.change(&key);
                self.symbols.set_meaning(number, Symbol::Label(location));
            }
            // Labels of listings contain an offset. They may be defined again in other sections with the same
            // offset.
            Some(Symbol::Label(place)) if is_local && *place == location => {}
            _ if quoted && (name == "." || name.starts_with(".L")) => {}
            _ => return Err(twice()),
        }
        // Local labels are not part of the output, unless a directive such as `.type` names them.
        if is_local && !self.options.local_labels && self.symbols.output_of(number).is_none() {
            return Ok(());
        }
        self.ensure_section();
        let number = self.symbol_of_key(number);
        let section = self.section;
        let symbol = &mut self.output.layout.symbols[number];
        if symbol.section.is_some() {
            return if is_local { Ok(()) } else { Err(twice()) };
        }
        let is_temporary = is_local && !self.options.local_labels;
        (symbol.section, symbol.offset, symbol.is_temporary) = (Some(section), here, is_temporary);
        if self.source_name.is_some() && !name.starts_with(".L") {
            let place = if self.file == 0 { start } else { self.root_call().0 };
            self.debug.labels.push((number, place));
        }
        Ok(())
    }

    /// Creates the first section, if there are no sections yet.
    pub(crate) fn ensure_section(&mut self) {
        if self.output.layout.sections.is_empty() {
            self.section_numbers.insert(SectionKey::of_name(".text"), 0);
            self.output.layout.sections.push(Section { name: ".text".into(), align: 4, ..Section::default() });
        }
    }

    fn target_directive(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = self.symbol_name(cursor)?;
        let at = start..cursor.at;
        match target_of(&name) {
            None => {
                self.has_unknown_target = true;
                return Err(names::unknown_target(&name, at));
            }
            Some((target, called)) if target != self.target => {
                let message = format!("the source is for {called}, but is assembled for {}", self.tables.called);
                return Err(
                    error(codes::UNKNOWN_TARGET, at, message).help(format!("select the target with `-t {called}`"))
                );
            }
            Some((_, called)) => {
                let id = name.parse::<TargetId>().unwrap_or_default();
                let differs = |given: Option<bool>, own| given.is_some() && given != own;
                if differs(self.options.xnack, id.xnack) || differs(self.options.sramecc, id.sramecc) {
                    let own = TargetId { processor: called.to_owned(), ..id };
                    let Options { xnack, sramecc, .. } = self.options;
                    let given = TargetId { processor: self.tables.called.to_owned(), xnack, sramecc };
                    let message = format!("the source is for {own}, but is assembled for {given}");
                    return Err(error(codes::UNKNOWN_TARGET, at, message).help("remove `-t`"));
                }
                self.output.layout.target = Some(name);
            }
        }
        Ok(())
    }
}
