//! Labels, and directives that define symbols.

use std::collections::HashMap;
use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes};

use super::kinds::Assigns;
use crate::assembler::assembly::{Assembly, SymbolVersion};
use crate::assembler::layout::{self, Binding, Common, Section};
use crate::text::cursor::{Cursor, starts_name};
use crate::text::error::{Error, error};
use crate::text::scopes::is_nameless;
use crate::text::symbols::Symbol;
use crate::text::tree::NameRef;

impl<'a> Assembly<'a> {
    /// Whether the name with a key has a value that cannot change: that of a label, or of `.equiv`.
    pub(crate) fn is_fixed(&self, name: &str) -> bool {
        self.fixed.contains(name)
            || self.symbols.output(name).is_some_and(|number| self.output.layout.symbols[number].section.is_some())
    }

    /// Reads `NAME, VALUE`.
    pub(super) fn set(&mut self, mut cursor: Cursor<'a>, how: Assigns) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = match cursor.peek() {
            b'"' => self.symbol_name(&mut cursor)?,
            _ => self.symbols.read_name(&mut cursor).to_owned(),
        };
        let at = start..cursor.at;
        if name.is_empty() {
            return Err(error(codes::ARGUMENT, cursor.token(), "expected a name"));
        }
        self.no_scoped_location(&name, at.clone())?;
        if !self.comma(&mut cursor) {
            return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a value"));
        }
        if name == "." {
            return self.origin(cursor);
        }
        let key = self.symbols.key(&name, true).into_owned();
        self.no_label(&key, at.clone())?;
        if how == Assigns::Once && self.symbols.of_key(&key).is_some() || self.fixed.contains(&key) {
            return Err(error(codes::SYMBOL_TWICE, at, format!("`{name}` is already defined")));
        }
        cursor.skip_blanks();
        if how == Assigns::Expression && !self.is_operand(&cursor) {
            let expr = self.lazy(&mut cursor)?.0;
            self.end(&mut cursor)?;
            self.declare_assigned(&key, &Symbol::Equal(expr), None);
            self.define_key(&key, Symbol::Equal(expr));
        } else {
            self.assignment(cursor, &key)?;
        }
        if how != Assigns::Value {
            self.fixed.insert(key);
        }
        Ok(())
    }

    /// Reports an error if `.` is written as a name in a scope, `scope::.`, or defined like other names.
    pub(crate) fn no_scoped_location(&self, name: &str, at: Range<usize>) -> Result<(), Error> {
        match name.ends_with("::.") {
            true => Err(error(codes::ARGUMENT, at, "`.` belongs to no scope")),
            false => Ok(()),
        }
    }

    /// Whether registers follow, as the value of a name.
    fn is_operand(&self, cursor: &Cursor<'a>) -> bool {
        self.tables.style.entries && cursor.peek() == b'%'
    }

    /// Reads the name of a symbol, optionally with its path or in quotes.
    pub(crate) fn path(&self, cursor: &mut Cursor<'a>) -> Result<String, Error> {
        cursor.skip_blanks();
        if cursor.peek() == b'"' || !self.symbols.starts_path(cursor) && !starts_name(cursor.peek()) {
            return self.symbol_name(cursor);
        }
        let start = cursor.at;
        let path = self.symbols.read_name(cursor);
        match path.contains("::") {
            true => self.no_scoped_location(path, start..cursor.at).map(|()| path.to_owned()),
            false => {
                cursor.at = start;
                self.symbol_name(cursor)
            }
        }
    }

    /// Adds the symbol that an assignment defines to those of the output, in dialects whose objects contain it. An address
    /// may be relative to a symbol.
    pub(crate) fn declare_assigned(&mut self, name: &str, symbol: &Symbol, base: Option<NameRef>) {
        if self.tables.style.compilers && !name.starts_with(".L") && !matches!(symbol, Symbol::Operand(_)) {
            let number = self.symbol_number(name);
            self.output.layout.symbols[number].is_assigned = true;
            if let Symbol::Later(expr) | Symbol::Equal(expr) = symbol {
                self.note_names(*expr);
            }
            let base = base.filter(|_| matches!(symbol, Symbol::Label(_))).map(|base| self.symbols.name_of(base));
            let base = base.and_then(|base| self.symbols.output(&base));
            self.aliases.extend(base.filter(|base| *base != number).map(|base| (number, base)));
        }
    }

    /// Gives the symbols of assignments their values, after all names have theirs.
    pub(crate) fn finish_assignments(&mut self) {
        let assigned = self.output.layout.symbols.iter().enumerate().filter(|(_, symbol)| symbol.is_assigned);
        for (number, name) in assigned.map(|(number, symbol)| (number, symbol.name.clone())).collect::<Vec<_>>() {
            let Some(sum) = self.value_at_end(&name) else { continue };
            let base = sum.symbol.map(|base| self.symbols.name_of(base)).and_then(|base| self.symbols.output(&base));
            let symbol = &mut self.output.layout.symbols[number];
            match (sum.known_number(), sum.location()) {
                (Some(value), _) => symbol.number = Some(value),
                (_, Some(location)) => {
                    (symbol.section, symbol.offset) = (Some(location.section as usize), location.offset);
                    self.aliases.extend(base.filter(|base| *base != number).map(|base| (number, base)));
                }
                _ => {}
            }
        }
    }

    /// Gives each name for a symbol the size of that symbol unless it has its own, and its type unless it is a function.
    pub(crate) fn finish_aliases(&mut self) {
        let symbols = &mut self.output.layout.symbols;
        for (alias, base) in std::mem::take(&mut self.aliases) {
            if symbols[alias].kind != "function" && !symbols[base].kind.is_empty() {
                symbols[alias].kind = symbols[base].kind.clone();
            }
            if symbols[alias].size == 0 {
                symbols[alias].size = symbols[base].size;
            }
        }
    }

    /// Reads `NAME, NAME@VERSION[, remove]`.
    pub(super) fn symbol_version(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let symbol = self.symbol(cursor)?;
        if !self.comma(cursor) {
            return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a name with a version"));
        }
        cursor.skip_blanks();
        let start = cursor.at;
        let name = self.symbol_name(cursor)?;
        let at = start..cursor.at;
        if !name.contains('@') {
            let message = format!("`{name}` has no version");
            return Err(error(codes::ARGUMENT, at, message).help(format!("write `{name}@VERSION`")));
        }
        let mut keeps = !name.contains("@@@");
        if self.comma(cursor) {
            cursor.skip_blanks();
            if cursor.peek_name() != "remove" {
                return Err(error(codes::ARGUMENT, cursor.token(), "only `remove` can follow"));
            }
            cursor.name();
            keeps = false;
        }
        self.versions.push(SymbolVersion { symbol, name, keeps, at, file: self.file });
        Ok(())
    }

    /// Adds the names with versions. Without a name of its own, a symbol gets the one with the version.
    pub(crate) fn finish_versions(&mut self) {
        let mut renamed = HashMap::new();
        for SymbolVersion { symbol, name, keeps, at, file } in std::mem::take(&mut self.versions) {
            let own = self.output.layout.symbols[symbol].clone();
            let is_defined = own.section.is_some() || own.number.is_some() || own.common.is_some();
            let (prefix, version) = name.split_at(name.find('@').unwrap_or(name.len()));
            // Three signs stand for two where the symbol is defined, and for one elsewhere.
            let version = match version.strip_prefix("@@@") {
                Some(rest) => format!("{}{rest}", if is_defined { "@@" } else { "@" }),
                None if version.starts_with("@@") && !is_defined => {
                    let message = format!("`{}` is not defined, and a default version needs a definition", own.name);
                    self.fail(error(codes::UNDEFINED, at, message), file);
                    continue;
                }
                None => version.to_owned(),
            };
            let name = format!("{prefix}{version}");
            if is_defined && keeps {
                self.output.layout.symbols.push(layout::Symbol { name, ..own });
                continue;
            }
            if renamed.insert(symbol, name.clone()).is_some_and(|other| other != name) {
                self.fail(error(codes::SYMBOL_TWICE, at, format!("`{}` has two versions", own.name)), file);
                continue;
            }
            for relocation in self.output.layout.relocations.iter_mut().filter(|one| one.symbol == own.name) {
                relocation.symbol.clone_from(&name);
            }
            self.output.layout.symbols[symbol].name = name;
        }
    }

    /// Reads the names of symbols, whose values are forgotten.
    pub(super) fn undefine(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            let name = self.path(cursor)?;
            let at = start..cursor.at;
            if name == "." {
                return Err(error(codes::ARGUMENT, at, "`.` always has a value"));
            }
            let key = self.symbols.key(&name, false).into_owned();
            self.no_label(&key, at.clone())?;
            self.fixed.remove(&key);
            self.cache.change(&key);
            if !self.symbols.remove(&key) {
                let message = format!("`{name}` has no value");
                self.output.diagnostics.push(Diagnostic::warning(codes::UNDEFINED, message).at(Span::new(at)));
            }
            if !self.comma(cursor) {
                return Ok(());
            }
        }
    }

    /// Reads `[>FIRST,] NAME, …`: consecutive numbers.
    pub(super) fn enumerate(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        if cursor.eat(b'>') {
            let first = match cursor.peek() {
                b',' => 0,
                _ => self.known(cursor)?,
            };
            *self.symbols.counter() = first;
            if !self.comma(cursor) {
                return Ok(());
            }
        }
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            let name = self.symbols.read_name(cursor);
            let at = start..cursor.at.max(cursor.token().end);
            if name.is_empty() {
                return Err(error(codes::ARGUMENT, at, "expected a name"));
            }
            self.no_scoped_location(name, at.clone())?;
            let key = self.symbols.key(name, true).into_owned();
            if self.symbols.of_key(&key).is_some() {
                return Err(error(codes::SYMBOL_TWICE, at, format!("`{name}` is already defined")));
            }
            let value = *self.symbols.counter();
            self.define_key(&key, Symbol::Number(value));
            self.fixed.insert(key);
            *self.symbols.counter() = value.wrapping_add(1);
            if !self.comma(cursor) {
                return Ok(());
            }
        }
    }

    /// Reads `NAME, SIZE[, ALIGNMENT]`: a variable that the linker places.
    pub(super) fn common(&mut self, cursor: &mut Cursor<'a>, local: bool) -> Result<(), Error> {
        let symbol = self.variable(cursor, 1, false)?;
        let found = &mut self.output.layout.symbols[symbol];
        if self.tables.style.compilers
            && (local || found.binding == Binding::Local && self.bound.contains_key(&symbol))
            && let Some(common) = found.common.take()
        {
            let size = found.size;
            found.size = 0;
            return self.local_variable(symbol, common.align, size);
        }
        if !local {
            self.output.layout.symbols[symbol].binding = Binding::Global;
        }
        Ok(())
    }

    /// Places a variable in the section of variables without contents.
    fn local_variable(&mut self, symbol: usize, align: u64, size: u64) -> Result<(), Error> {
        let (section, previous) = (self.section, self.previous_section);
        self.switch(Section { name: ".bss".to_owned(), ..Section::default() });
        let own = &mut self.output.layout.sections[self.section];
        own.align = own.align.max(align);
        let gap = self.here.next_multiple_of(align) - self.here;
        self.push_fill(0, 1, gap, 0..0)?;
        let (location, name) = (self.location(), self.output.layout.symbols[symbol].name.clone());
        let found = &mut self.output.layout.symbols[symbol];
        (found.section, found.offset) = (Some(self.section), self.here);
        (found.size, found.kind) = (size, "object".to_owned());
        self.define(&name, Symbol::Label(location));
        self.push_fill(0, 1, size, 0..0)?;
        self.go_to(section);
        self.previous_section = previous;
        Ok(())
    }

    /// Reads `NAME, SIZE[, ALIGNMENT]`: a variable in the memory of a workgroup.
    pub(super) fn shared_variable(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        self.variable(cursor, 4, true).map(drop)
    }

    fn variable(&mut self, cursor: &mut Cursor<'a>, align: u64, shared: bool) -> Result<usize, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let symbol = self.symbol(cursor)?;
        let at = start..cursor.at;
        if !self.comma(cursor) {
            return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a size"));
        }
        cursor.skip_blanks();
        let start = cursor.at;
        let size = self.known(cursor)?;
        let most = if shared { u64::from(self.target.version_info().limits.shared) } else { i64::MAX as u64 };
        if size > most {
            let message = format!("the size is {}: it can be 0 to {most}", size as i64);
            return Err(error(codes::ARGUMENT, start..cursor.at, message));
        }
        let mut align = align;
        if self.comma(cursor) {
            cursor.skip_blanks();
            let start = cursor.at;
            align = self.known(cursor)?;
            // LLVM's assembler takes the exponent here.
            if self.tables.style.compilers && !shared {
                if align > 31 {
                    let message = "the alignment is given as the exponent of a power of two: it can be 0 to 31";
                    return Err(error(codes::ARGUMENT, start..cursor.at, message));
                }
                align = 1 << align;
            }
            if !align.is_power_of_two() || align > 1 << 31 {
                return Err(error(codes::ARGUMENT, start..cursor.at, "an alignment must be a power of two"));
            }
        }
        let found = &mut self.output.layout.symbols[symbol];
        if found.section.is_some() || found.common.is_some() {
            return Err(error(codes::SYMBOL_TWICE, at, format!("`{}` is already defined", found.name)));
        }
        (found.size, found.common) = (size, Some(Common { align, shared }));
        found.kind = "object".to_owned();
        Ok(symbol)
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
}
