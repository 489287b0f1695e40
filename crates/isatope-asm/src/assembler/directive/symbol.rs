//! Labels, and directives that define symbols.

use std::collections::HashMap;
use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes};

use super::kinds::Assigns;
use crate::assembler::assembly::{Assembly, SymbolVersion};
use crate::assembler::fixup::Goal;
use crate::assembler::layout::{self, Binding, Common, Section};
use crate::text::cursor::{Cursor, starts_name};
use crate::text::error::{Error, error};
use crate::text::scopes::is_nameless;
use crate::text::symbols::Symbol;
use crate::text::tree::{self, Location, NameRef, Node};
use crate::text::value::Value;

/// Number of uses of names that count as one statement, for the time that it takes to look at them.
const USES_PER_STATEMENT: u64 = 64;

/// The type of another name for a symbol, from its own type and that of the symbol: a function stays one, and variables
/// of threads and functions that find others keep their types.
fn type_of_alias<'a>(own: &'a str, base: &'a str) -> &'a str {
    match (own, base) {
        (_, "" | "notype") | ("tls_object", _) => own,
        _ if is_indirect(own) => own,
        ("function", other) if !is_indirect(other) => own,
        _ => base,
    }
}

/// Whether a type is that of functions that find others. Kernels of old code objects have the same number.
fn is_indirect(kind: &str) -> bool {
    ["gnu_indirect_function", "amdgpu_hsa_kernel"].contains(&kind)
}

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
        let key = self.symbols.key_to_define(&name).into_owned();
        self.no_label(&key, at.clone())?;
        if how == Assigns::Once && self.symbols.of_key(&key).is_some() || self.fixed.contains(&key) {
            return Err(error(codes::SYMBOL_TWICE, at, format!("`{name}` is already defined")));
        }
        cursor.skip_blanks();
        if how == Assigns::Expression && !self.is_operand(&cursor) {
            let start = cursor.at;
            let expr = self.lazy(&mut cursor)?.0;
            let at = start..cursor.at;
            self.end(&mut cursor)?;
            self.declare_assigned(&key, &Symbol::Equal(expr), None, at);
            self.symbols.bind(&name);
            self.define_key(&key, Symbol::Equal(expr));
        } else {
            self.assignment(cursor, &name, &key)?;
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

    /// Reports what a name cannot be assigned in compilers' dialects: its own value, before it has one, and a variable
    /// that the linker places.
    pub(crate) fn check_assigned(&self, key: &str, value: tree::Value, at: Range<usize>) -> Result<(), Error> {
        if !self.tables.style.compilers || value.missing.is_none() {
            return Ok(());
        }
        let is_common = |name: &str| {
            self.symbols.output(name).is_some_and(|number| self.output.layout.symbols[number].more.common.is_some())
        };
        for (name, ..) in self.symbols.names_in(value.expr) {
            let name = self.symbols.name_of(name);
            if name == key {
                return Err(error(codes::EXPRESSION, at, format!("the value of `{key}` refers to itself")));
            }
            if is_common(&name) {
                let message = format!("the linker places `{name}`: it cannot have another name");
                return Err(error(codes::EXPRESSION, at, message));
            }
        }
        Ok(())
    }

    /// Adds the symbol that an assignment defines to those of the output, in dialects whose objects contain it. An
    /// address may be relative to a symbol. `at` is the position of the value.
    pub(crate) fn declare_assigned(&mut self, name: &str, symbol: &Symbol, base: Option<NameRef>, at: Range<usize>) {
        if let (Symbol::Later(expr), false) = (symbol, self.tables.style.compilers) {
            let file = self.kept_file();
            self.assigned_expressions.insert(*expr, (at.clone(), file));
        }
        if self.tables.style.compilers && !name.starts_with(".L") && !matches!(symbol, Symbol::Operand(_)) {
            let number = self.symbol_number(name);
            self.output.layout.symbols[number].is_assigned = true;
            if let Symbol::Later(expr) | Symbol::Equal(expr) = symbol {
                self.note_names(*expr);
                let file = self.kept_file();
                self.assigned.insert(number, (at, file));
            }
            let base = base.filter(|_| matches!(symbol, Symbol::Label(_))).map(|base| self.symbols.name_of(base));
            let base = base.and_then(|base| self.symbols.output(&base));
            self.set_base(number, base);
        }
    }

    /// Records which symbol another one is a name for, if any.
    fn set_base(&mut self, alias: usize, base: Option<usize>) {
        match base.filter(|base| *base != alias) {
            Some(base) => self.aliases.insert(alias, base),
            None => self.aliases.remove(&alias),
        };
    }

    /// Gives the symbols of assignments their values, after all names have theirs.
    pub(crate) fn finish_assignments(&mut self) {
        let assigned = self.output.layout.symbols.iter().enumerate().filter(|(_, symbol)| symbol.is_assigned);
        let assigned: Vec<_> = assigned.map(|(number, symbol)| (number, symbol.name.to_string())).collect();
        // The definitions have many parts in common, which are computed once.
        let values = self.evaluate(0..0, Location::default(), |all| {
            let valued = |(number, name): (usize, String)| Some((number, self.value_by(all, &name)?, name));
            assigned.into_iter().filter_map(valued).collect::<Vec<_>>()
        });
        for (number, sum, name) in values {
            let base = sum.symbol.map(|base| self.symbols.name_of(base)).and_then(|base| self.symbols.output(&base));
            let symbol = &mut self.output.layout.symbols[number];
            match (sum.known_number(), sum.location()) {
                (Some(value), _) => symbol.more.number = Some(value),
                (_, Some(location)) => {
                    (symbol.section, symbol.offset) = (Some(location.section as usize), location.offset);
                    if base.is_some() {
                        self.set_base(number, base);
                    }
                }
                _ if sum.minus.is_some() => {
                    let Some((at, file)) = self.assigned.remove(&number) else { continue };
                    let message = format!("the value of `{name}` is a distance across sections");
                    let found = error(codes::EXPRESSION, at, message).note("only a linker knows where sections are");
                    self.fail(found, file);
                }
                _ => {}
            }
        }
    }

    /// Gives other names for symbols the sizes of these, unless they have their own, and the types of the symbols at
    /// the ends of such chains.
    pub(crate) fn finish_aliases(&mut self) {
        let symbols = &mut self.output.layout.symbols;
        let mut aliases = std::mem::take(&mut self.aliases);
        // The symbols at the ends of the chains so far.
        let mut ends: HashMap<usize, usize> = HashMap::new();
        while let Some(&first) = aliases.keys().next() {
            let mut chain = vec![first];
            while let Some(base) = chain.last().and_then(|alias| aliases.remove(alias)) {
                chain.push(base);
            }
            let Some(mut base) = chain.pop() else { continue };
            let end = ends.get(&base).copied().unwrap_or(base);
            for alias in chain.into_iter().rev() {
                let place = |symbol: usize| (symbols[symbol].section, symbols[symbol].offset);
                // A name for the place of a function that finds others is one too, whatever is behind that.
                let is_base = is_indirect(&symbols[base].more.kind) && place(alias) == place(base);
                let kind_of_base = &symbols[if is_base { base } else { end }].more.kind;
                let kind = type_of_alias(&symbols[alias].more.kind, kind_of_base).to_owned();
                // A name for another place than that of its base has the size of the whole symbol.
                let from = if place(alias) == place(base) { base } else { end };
                let size =
                    if symbols[alias].more.size == 0 { symbols[from].more.size } else { symbols[alias].more.size };
                (symbols[alias].more.kind, symbols[alias].more.size) = (kind, size);
                ends.insert(alias, end);
                base = alias;
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
        let file = self.kept_file();
        self.versions.push(SymbolVersion { symbol, name, keeps, at, file });
        Ok(())
    }

    /// Reads `NAME, "NAME IN THE OBJECT"`.
    pub(super) fn rename(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let symbol = self.symbol(cursor)?;
        if !self.comma(cursor) {
            return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and the name in the object"));
        }
        let name = self.symbol_name(cursor)?;
        self.output.layout.symbols[symbol].more.renamed = Some(name);
        Ok(())
    }

    /// Reads `NAME, NUMBER`.
    pub(super) fn linked_object(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let symbol = self.symbol(cursor)?;
        if !self.comma(cursor) {
            return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and the number of an object"));
        }
        let number = self.small(cursor)?;
        self.output.layout.symbols[symbol].more.object = number as u32;
        Ok(())
    }

    /// Adds the names with versions. Without a name of its own, a symbol gets the one with the version.
    pub(crate) fn finish_versions(&mut self) {
        let mut renamed = HashMap::new();
        for SymbolVersion { symbol, name, keeps, at, file } in std::mem::take(&mut self.versions) {
            let own = self.output.layout.symbols[symbol].clone();
            let is_defined = own.section.is_some() || own.more.number.is_some() || own.more.common.is_some();
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
                self.output.layout.symbols.push(layout::Symbol { name: (&*name).into(), ..own });
                continue;
            }
            if renamed.insert(symbol, name.clone()).is_some_and(|other| other != name) {
                self.fail(error(codes::SYMBOL_TWICE, at, format!("`{}` has two versions", own.name)), file);
                continue;
            }
            for relocation in self.output.layout.relocations.iter_mut().filter(|one| own.name == one.symbol) {
                relocation.symbol.clone_from(&name);
            }
            self.output.layout.symbols[symbol].name = (&*name).into();
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
            match self.symbols.output(&key).filter(|_| self.tables.style.entries) {
                // A label can be defined anew, as in CLRX's language.
                Some(symbol) => {
                    self.settle_uses(&key);
                    self.output.layout.symbols[symbol].section = None;
                }
                None => self.no_label(&key, at.clone())?,
            }
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

    /// Gives the uses of a label before its definition the address that it has now.
    fn settle_uses(&mut self, key: &str) {
        let Some(Symbol::Label(location)) = self.symbols.of_key(key) else { return };
        let location = *location;
        let expr = self.symbols.settle_uses(key, location);
        let label = self.symbols.number(key);
        self.expansions.weigh(self.fixups.len() as u64 / USES_PER_STATEMENT);
        for fixup in &mut self.fixups {
            if let Goal::Operand { operand, name, .. } = &mut fixup.goal
                && *name == Some(label)
                && let Value::Later { start, end, .. } = operand.value
            {
                (operand.value, *name) = (Value::Later { start, end, expr }, None);
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
            && let Some(common) = found.more.common.take()
        {
            let size = found.more.size;
            found.more.size = 0;
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
        (found.more.size, found.more.kind) = (size, "object".to_owned());
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
        let common = Common { align, shared };
        let found = &mut self.output.layout.symbols[symbol];
        let is_same = self.tables.style.compilers && (found.more.size, found.more.common) == (size, Some(common));
        if found.section.is_some() || found.more.common.is_some() && !is_same {
            return Err(error(codes::SYMBOL_TWICE, at, format!("`{}` is already defined", found.name)));
        }
        (found.more.size, found.more.common) = (size, Some(common));
        found.more.kind = "object".to_owned();
        Ok(symbol)
    }

    /// Reads `[NAME, …]`: names that labels, assignments and attributes do not define from here on.
    pub(super) fn discard_names(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        self.discarded.clear();
        cursor.skip_blanks();
        while !cursor.done() {
            let name = self.output_name(cursor)?;
            self.discarded.insert(name);
            if !self.comma(cursor) {
                break;
            }
        }
        Ok(())
    }

    /// Reads `NAME, SYMBOL`.
    pub(super) fn set_if_defined(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let name = self.output_name(cursor)?;
        if !self.comma(cursor) {
            return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a symbol"));
        }
        let symbol = self.output_name(cursor)?;
        match self.symbols.output(&symbol) {
            Some(_) => self.set_alias(&name, &symbol),
            None => self.conditional.push((name, symbol)),
        }
        Ok(())
    }

    /// Gives the symbols that the source defines their other names.
    pub(crate) fn finish_conditional(&mut self) {
        let all = std::mem::take(&mut self.conditional);
        let is_defined = |(_, symbol): &(String, String)| self.symbols.of_key(symbol).is_some();
        let (defined, open) = all.into_iter().partition(is_defined);
        self.conditional = open;
        let defined: Vec<(String, String)> = defined;
        defined.iter().for_each(|(name, symbol)| self.set_alias(name, symbol));
    }

    /// Makes a name another one for a symbol.
    fn set_alias(&mut self, name: &str, symbol: &str) {
        let value = Symbol::Later(self.symbols.add_node(Node::Name(self.symbols.intern_key(symbol), 0, 0)));
        self.declare_assigned(name, &value, None, 0..0);
        self.define_key(name, value);
    }

    /// Takes the value that an assignment gave the name with a number, in compilers' dialects: a label can replace it.
    fn forget_assigned(&mut self, key: u32) {
        let Some(symbol) = self.symbols.output_of(key).filter(|_| self.tables.style.compilers) else { return };
        let name = self.symbols.key_of(key).to_owned();
        let own = &mut self.output.layout.symbols[symbol];
        if own.is_assigned && !self.fixed.contains(&name) {
            own.is_assigned = false;
            self.aliases.remove(&symbol);
            self.symbols.remove(&name);
        }
    }

    /// Whether a label can replace the meaning of a name: in CLRX's language, one that an assignment gave it.
    fn is_replaceable(&self, number: u32, key: &str, known: &Symbol, is_local: bool) -> bool {
        let is_label = || match self.symbols.output_of(number) {
            Some(symbol) => self.output.layout.symbols[symbol].section.is_some(),
            None => is_local && matches!(known, Symbol::Label(_)),
        };
        self.tables.style.entries && !self.fixed.contains(key) && !is_label()
    }

    /// Defines a label, `NAME:` or `"NAME":`. A name in quotes has no path and is never local. There, `.` and `.L1`
    /// have no value in expressions.
    pub(crate) fn label(&mut self, name: &str, at: Range<usize>, quoted: bool) -> Result<(), Error> {
        let start = at.start as u32;
        let twice = || error(codes::SYMBOL_TWICE, at.clone(), format!("`{name}` is already defined"));
        let (here, location) = (self.here, self.location());
        self.labelled = self.output.items.len();
        self.no_scoped_location(name, at.clone())?;
        let key = if quoted { name.into() } else { self.symbols.key(name, true) };
        if self.discarded.contains(&*key) {
            return Ok(());
        }
        let is_local = !quoted && (name.starts_with(".L") || self.symbols.is_scoped() && is_nameless(&key));
        let number = self.symbols.number(&key);
        if self.symbols.section(&key).is_some() {
            return Err(error(codes::SYMBOL_TWICE, at, format!("`{name}` is already the name of a section")));
        }
        self.forget_assigned(number);
        let known = self.symbols.meaning(number);
        match known.filter(|known| !self.is_replaceable(number, &key, known, is_local)) {
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
        if self.is_thread_local {
            symbol.more.kind = "tls_object".to_owned();
        }
        let is_temporary = is_local && !self.options.local_labels;
        (symbol.section, symbol.offset, symbol.is_temporary) = (Some(section), here, is_temporary);
        if self.source_name.is_some() && !name.starts_with(".L") {
            let place = if self.file == 0 { start } else { self.root_call().0 };
            self.debug.labels.push((number, place));
        }
        if !self.conditional.is_empty() {
            self.finish_conditional();
        }
        Ok(())
    }
}
