//! Resolves fixups at the end of a source: each becomes a number or a relocation.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use isatope_core::tables::{EncodingId, Pattern};
use isatope_core::{Bits, Instruction};
use isatope_diag::{Level, Place, codes};
use object::{Object, ObjectSection};

use super::assembly::{Assembly, SectionKey, cut_off};
use super::container::Container;
use super::fixup::{Fixup, Goal};
use super::items::Item;
use super::numbers::{fits, leb128, mask, number_of};
use super::options::Externals;
use super::passes::no_length;
use super::relocation::{REL16, other_than_address};
use super::statement::limits::Stop;
use super::variables::Position;
use crate::syntax::modifiers::Modifiers;
use crate::syntax::operand::Operand;
use crate::syntax::select::{Encoder, MAX_OPERANDS};
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::eval::{Evaluator, Sum};
use crate::text::room::Room;
use crate::text::scopes::{SEPARATOR, last_name, shown};
use crate::text::symbols::{Symbol, number_of_local};
use crate::text::tree::{self, Base, ExprId, Location, NameRef};
use crate::text::value::Value;

/// Distance by which a file is moved to find numbers that depend on where it is loaded.
const MOVED: u64 = 1 << 20;

/// Number of messages up to which undefined names get the most similar name as help.
pub(super) const MOST_WITH_NAMES: usize = 50;

/// Offset in the name of a listing's label, such as `.L168_0`.
fn place_of(name: &str) -> Option<u64> {
    let (place, section) = name.strip_prefix(".L")?.split_once('_')?;
    section.bytes().all(|b| b.is_ascii_digit()).then(|| place.parse().ok())?
}

/// Note about names of which [`is_own`] says so.
pub(super) const OWN_NAMES: &str = "a name that begins with `.L` is never that of another object";

/// Sections that objects usually have, whose names are never those of symbols in compilers' dialects.
const USUAL_SECTIONS: [&str; 7] = [".bss", ".data", ".data.rel.ro", ".eh_frame", ".rodata", ".tbss", ".tdata"];

/// Whether only the source itself can define a name: it is local, or that of a numeric label.
fn is_own(name: &str) -> bool {
    name.starts_with(".L") || number_of_local(name).is_some()
}

impl Assembly<'_> {
    /// Fills in all numbers that depend on names defined later. Returns `false` after too many errors.
    pub(super) fn resolve(&mut self) -> bool {
        let mut errors = 0;
        self.report_undefined_labels();
        for (known, expr) in std::mem::take(&mut self.named) {
            self.add_undefined(expr);
            self.mention(known, self.symbols.names_in(expr));
        }
        let mut sections = std::mem::take(&mut self.section_fixups).into_iter().peekable();
        self.accepts_externals = self.takes_externals();
        for (number, fixup) in std::mem::take(&mut self.fixups).into_iter().enumerate() {
            while let Some((section, _)) = sections.next_if(|(_, fixups)| *fixups <= number) {
                self.output.layout.mention_section(section, usize::MAX);
            }
            self.symbols.set_location(fixup.location);
            self.enter(fixup.file);
            let before = self.output.diagnostics.len();
            let (filled, range) = (self.fill_in(&fixup), fixup.range());
            self.note_mentions(&fixup);
            match filled {
                // The distance is known when the sections have their places.
                Err(error) if self.is_distance(&fixup) => self.distances.push((fixup, error)),
                // A message says already that the label is missing.
                Err(_) if self.lacks_label(&fixup) => {}
                Err(error) => self.output.diagnostics.push(*error.0),
                Ok(()) => {}
            }
            if self.output.diagnostics.len() != before {
                self.trace(before, self.file);
                let new = &self.output.diagnostics[before..];
                errors += new.iter().filter(|found| found.level == Level::Error).count();
                if self.has_too_many(errors, range, Stop::Computing) {
                    return false;
                }
            }
        }
        for (section, _) in sections {
            self.output.layout.mention_section(section, usize::MAX);
        }
        self.size_undefined();
        self.resolve_blocks();
        self.link_sections();
        true
    }

    /// Reports uses of numeric labels that the source does not define, `1f` without `1:` after it.
    fn report_undefined_labels(&mut self) {
        for used in self.symbols.take_undefined_labels() {
            let is_here = |place: &Place| matches!(place, Place::Text(span) if span.file.0 == used.file && span.start == used.start);
            if self.output.diagnostics.iter().any(|found| is_here(&found.place)) {
                continue;
            }
            self.enter(used.file);
            let (before, name) = (self.output.diagnostics.len(), self.symbols.name_of(used.name));
            let message = format!("there is no label `{}:` after this", number_of_local(&name).unwrap_or_default());
            let found = error(codes::UNDEFINED, used.start as usize..used.end as usize, message);
            self.output.diagnostics.push(*found.0);
            self.trace(before, used.file);
        }
    }

    /// Whether a fixup uses a numeric label that the source does not define.
    fn lacks_label(&self, fixup: &Fixup) -> bool {
        self.names_of(fixup).iter().any(|(name, ..)| {
            self.symbols.meaning_of(*name).is_none() && number_of_local(&self.symbols.name_of(*name)).is_some()
        })
    }

    /// Adds the symbols of other objects in the expression of an assignment to those of the output.
    fn add_undefined(&mut self, expr: ExprId) {
        for (name, ..) in self.symbols.names_in(expr) {
            let text = self.symbols.name_of(name);
            let is_known = self.symbols.first_meaning_of(name).is_some() || self.symbols.section(&text).is_some();
            if !is_known && !is_own(&text) {
                self.symbol_number(&text);
            }
        }
    }

    /// Gives symbols of other objects the sizes that the source states. Only a relocation makes them part of the
    /// output.
    fn size_undefined(&mut self) {
        let sizes = std::mem::take(&mut self.sizes);
        if sizes.is_empty() {
            return;
        }
        let used: HashSet<&str> = self.output.layout.relocations.iter().map(|one| one.symbol.as_str()).collect();
        let named = sizes.into_iter().map(|(key, size)| (self.symbols.key_of(key).to_owned(), size));
        let sizes: Vec<(String, u64)> = named.filter(|(name, _)| used.contains(name.as_str())).collect();
        for (name, size) in sizes {
            let symbol = self.symbol_number(&name);
            self.output.layout.symbols[symbol].more.size = size;
        }
    }

    /// Keeps an expression that is no fixup, because symbols have the order of their first occurrence.
    pub(super) fn note_names(&mut self, expr: ExprId) {
        if self.tables.style.compilers {
            self.named.push((self.output.layout.symbols.len(), expr));
        }
    }

    /// Records symbols that the statement of a fixup names before the source defines them. Assemblers for compilers
    /// order symbols by their first occurrence.
    fn note_mentions(&mut self, fixup: &Fixup) {
        let known = fixup.symbols as usize;
        if !self.tables.style.compilers
            || matches!(fixup.goal, Goal::Leb { .. } | Goal::Count(_))
            || self.output.layout.symbols.len() == known
        {
            return;
        }
        // Most operands are the name of a symbol.
        if let Goal::Operand { name: Some(name), .. } = fixup.goal
            && let Some(symbol) = self.symbols.output_of(name)
        {
            if symbol >= known {
                self.output.layout.mentions.push((known, symbol));
            }
            return;
        }
        self.mention(known, self.names_of(fixup));
    }

    /// Names in the expression of a fixup, with their positions.
    fn names_of(&self, fixup: &Fixup) -> Vec<(NameRef, u32, u32)> {
        let mut names = self.symbols.names_in(fixup.expr);
        if let Goal::Operand { operand: Operand { value: Value::Later { start, end, expr }, .. }, name, .. } =
            &fixup.goal
        {
            match name {
                Some(number) => {
                    let name = self.symbols.intern_key(self.symbols.key_of(*number));
                    names.push((name, *start, *end));
                }
                None => names.extend(self.symbols.names_in(*expr)),
            }
        }
        names
    }

    /// Records the symbols with these names that follow the first `known` ones, and sections that are selected later.
    fn mention(&mut self, known: usize, mut names: Vec<(NameRef, u32, u32)>) {
        names.sort_by_key(|(_, start, _)| *start);
        for (name, ..) in names {
            let name = self.symbols.name_of(name);
            let layout = &mut self.output.layout;
            match self.symbols.output(&name) {
                Some(symbol) if symbol >= known => layout.mentions.push((known, symbol)),
                Some(_) => {}
                None => {
                    if let Some(section) = self.section_numbers.get(&SectionKey::of_name(&name)) {
                        layout.mention_section(*section, known);
                    }
                }
            }
        }
    }

    /// Reports assignments whose names never got a value, in dialects where all names are defined in the source.
    pub(super) fn check_assignments(&mut self) {
        if self.tables.style.compilers {
            return;
        }
        let (mut found, mut open) = (Vec::new(), Vec::new());
        let mut told: HashSet<String> = HashSet::new();
        for expr in self.symbols.unfinished() {
            for (name, start, end) in self.symbols.names_in(expr) {
                let name_text = self.symbols.name_of(name);
                if self.symbols.first_meaning_of(name).is_none()
                    && place_of(&name_text).is_none()
                    && self.is_written(&name_text, start as usize..end as usize)
                    && told.insert(name_text.clone())
                {
                    let message = format!("`{}` has no value", shown(&name_text));
                    found.push(error(codes::UNDEFINED, start as usize..end as usize, message));
                }
            }
            // Where the sections get their places, a distance between them has a value where it is used.
            let is_distance = |all: &Evaluator<'_>| all.spans_sections(expr);
            if self.container == Some(Container::Hsa) && self.evaluate(0..0, Location::default(), is_distance) {
                continue;
            }
            open.push(expr);
        }
        self.output.diagnostics.extend(found.into_iter().map(|error| *error.0));
        // The definitions have many parts in common, which are computed once.
        let has_value = |all: &Evaluator<'_>, expr: &ExprId| all.value(*expr).is_ok();
        self.evaluate(0..0, Location::default(), |all| open.retain(|expr| !has_value(all, expr)));
        for expr in open {
            let (at, file) = self.assigned_expressions.get(&expr).cloned().unwrap_or_default();
            if let Err(wrong) = self.evaluate(at, Location::default(), |all| all.value(expr)) {
                self.fail(wrong, file);
            }
        }
    }

    /// Whether the text has the name with a key at a position.
    fn is_written(&self, key: &str, at: Range<usize>) -> bool {
        self.text.get(at).is_some_and(|text| last_name(text) == last_name(key))
    }

    /// Whether a number depends on the addresses of several sections, in a container whose sections this assembler
    /// places.
    fn is_distance(&self, fixup: &Fixup) -> bool {
        self.container == Some(Container::Hsa)
            && matches!(fixup.goal, Goal::Data | Goal::Literal)
            && self.evaluate(fixup.range(), fixup.location, |all| all.spans_sections(fixup.expr))
    }

    /// Fills in the numbers that depend on the addresses of several sections in the linked file. The numbers stay right
    /// wherever the file is loaded; others are errors.
    pub(super) fn finish_distances(&mut self) {
        let open = std::mem::take(&mut self.distances);
        if open.is_empty() || self.output.failed() {
            return;
        }
        let addresses = self.section_addresses();
        let moved: Vec<_> = addresses.iter().map(|start| start.map(|start| start.wrapping_add(MOVED))).collect();
        for (fixup, error) in open {
            self.enter(fixup.file);
            let before = self.output.diagnostics.len();
            let value = self.number_with(&fixup, &addresses);
            match value.filter(|_| value == self.number_with(&fixup, &moved)) {
                Some(value) => {
                    if let Err(error) = self.fill_number(&fixup, value) {
                        self.output.diagnostics.push(*error.0);
                    }
                }
                None => self.output.diagnostics.push(*error.0),
            }
            self.trace(before, fixup.file);
        }
    }

    /// Writes the number of a fixup in data or in the constant of an instruction.
    fn fill_number(&mut self, fixup: &Fixup, value: u64) -> Result<(), Error> {
        let item = fixup.item as usize;
        match self.output.items.get(item) {
            Some(Item::Data(_, bytes)) => {
                let value = self.low_or_refused(value, fixup.range(), bytes)?;
                self.output.items.set(item, Item::Data(mask(value, bytes), bytes));
            }
            Some(Item::Instruction(inst)) => {
                let value = self.low_or_refused(value, fixup.range(), 4)?;
                let mut bits = inst.all_bits();
                bits.head = bits.head & 0xffff_ffff | (value & 0xffff_ffff) << 32;
                self.refill(item, inst, bits);
            }
            _ => {}
        }
        Ok(())
    }

    /// Value of the expression of a fixup if sections are at some addresses.
    fn number_with(&self, fixup: &Fixup, addresses: &[Option<u64>]) -> Option<u64> {
        let all = Evaluator::new(&self.symbols, fixup.range()).with_addresses(addresses);
        all.value(fixup.expr).ok()?.known_number()
    }

    /// Addresses of the sections in the linked file; `None` for sections that it lacks, or that are parts of others.
    fn section_addresses(&self) -> Vec<Option<u64>> {
        let sections = &self.output.layout.sections;
        let Ok(bytes) = self.output.linked(self.target) else { return vec![None; sections.len()] };
        let Ok(file) = object::File::parse(&*bytes) else { return vec![None; sections.len()] };
        let mut count: HashMap<&str, usize> = HashMap::new();
        sections.iter().filter(|own| own.part.is_empty()).for_each(|own| *count.entry(&own.name).or_default() += 1);
        let is_alone = |name: &str| count.get(name) == Some(&1);
        let address = |name: &str| file.section_by_name(name).map(|found| found.address());
        sections.iter().map(|own| address(&own.name).filter(|_| own.part.is_empty() && is_alone(&own.name))).collect()
    }

    fn fill_in(&mut self, fixup: &Fixup) -> Result<(), Error> {
        let item = fixup.item as usize;
        match (&fixup.goal, self.output.items.get(item)) {
            (&Goal::Size(key), _) => {
                let Some(symbol) = self.symbols.output_of(key) else {
                    let size = self.sum(fixup).ok().and_then(|sum| sum.known_number());
                    self.sizes.extend(size.map(|size| (key, size)));
                    return Ok(());
                };
                let sum = self.sum(fixup)?;
                self.output.layout.symbols[symbol].more.size = self.number(&sum, fixup)?;
            }
            (&Goal::Count(used), _) if self.settled_count(fixup)? == used => {}
            (Goal::Count(_), _) => {
                let message = format!("`{}` depends on itself", &self.text[fixup.range()]);
                return Err(error(codes::EXPRESSION, fixup.range(), message));
            }
            (Goal::Data, Some(Item::Data(_, bytes))) => {
                if let Some(word) = self.half_of_address(fixup, fixup.expr, bytes, fixup.location.offset)? {
                    self.output.items.set(item, Item::Data(word, bytes));
                    return Ok(());
                }
                let sum = self.sum(fixup)?;
                let value = match sum.known_number() {
                    Some(value) => self.low_or_refused(value, fixup.range(), bytes)?,
                    None => self.patched(&sum, fixup, bytes, fixup.location.offset, false)?,
                };
                self.report_overflow();
                self.output.items.set(item, Item::Data(mask(value, bytes), bytes));
            }
            (&Goal::Leb { signed, length }, Some(_)) => {
                let sum = self.sum(fixup)?;
                let Some(value) = sum.known_number() else {
                    return Err(no_length(&self.text[fixup.range()], fixup.range()));
                };
                for (number, bytes) in leb128(value, signed, length.into()).chunks(8).enumerate() {
                    self.output.items.set(item + number, Item::Data(number_of(bytes), bytes.len() as u8));
                }
            }
            (Goal::Literal, Some(Item::Instruction(inst))) => {
                let place = fixup.location.offset + inst.len() as u64 - 4;
                if let Some(word) = self.half_of_address(fixup, fixup.expr, 4, place)? {
                    let mut bits = inst.all_bits();
                    bits.head = bits.head & 0xffff_ffff | word << 32;
                    self.refill(item, inst, bits);
                    return Ok(());
                }
                let sum = self.sum(fixup)?;
                let value = match sum.known_number() {
                    Some(value) => self.low_or_refused(value, fixup.range(), 4)?,
                    None if self.tables.style.compilers => {
                        if let Some(what) = other_than_address(&inst) {
                            let text = &self.text[fixup.range()];
                            let message = format!("`{text}` is an address of 32 bits, but the operand is {what}");
                            return Err(error(codes::EXPRESSION, fixup.range(), message));
                        }
                        let offset = fixup.location.offset + inst.len() as u64 - 4;
                        self.patched(&sum, fixup, 4, offset, true)?
                    }
                    None => return Err(self.no_number(&sum, fixup.range())),
                };
                self.report_overflow();
                let mut bits = inst.all_bits();
                bits.head = bits.head & 0xffff_ffff | (value & 0xffff_ffff) << 32;
                self.refill(item, inst, bits);
            }
            (&Goal::Operand { operand, name, .. }, Some(Item::Instruction(inst))) => {
                let operand = self.operand(operand, name, fixup)?;
                let bits = self.bits_with(operand, fixup, &inst)?;
                self.refill(item, inst, bits);
            }
            (&Goal::Modifier { field, signed }, Some(Item::Instruction(mut inst))) => {
                let bits = inst.layout()[field].bits;
                let sum = self.sum(fixup)?;
                let value = self.number(&sum, fixup)?;
                let fits = match signed {
                    true => (-(1_i64 << (bits - 1))..1 << (bits - 1)).contains(&(value as i64)),
                    false => value >> bits == 0,
                };
                if !fits {
                    let room = if signed { Room::signed(bits) } else { Room::unsigned(bits) };
                    let message = format!("the value {} does not fit: it can be {room}", value as i64);
                    return Err(error(codes::MODIFIER_VALUE, fixup.range(), message));
                }
                inst.set_field(field, value & ((1 << bits) - 1));
                self.output.items.set(item, Item::Instruction(inst));
            }
            _ => {}
        }
        Ok(())
    }

    /// Calls `with` with an evaluator for an expression at a position. Undefined labels of listings have the offsets
    /// in their names, in the section of `location`.
    pub(super) fn evaluate<R>(
        &self,
        at: Range<usize>,
        location: Location,
        with: impl FnOnce(&Evaluator<'_>) -> R,
    ) -> R {
        let implied = |name: &str| place_of(name).map(|offset| Location { section: location.section, offset });
        with(&Evaluator::new(&self.symbols, at).with_implied(&implied))
    }

    /// The value of a name after the whole source is read; `None` if it cannot be computed.
    pub(super) fn value_at_end(&self, name: &str) -> Option<Sum> {
        self.evaluate(0..0, Location::default(), |all| self.value_by(all, name))
    }

    /// The value of a name by an evaluator; `None` if it cannot be computed.
    pub(super) fn value_by(&self, all: &Evaluator<'_>, name: &str) -> Option<Sum> {
        match self.symbols.get(name)? {
            Symbol::Number(bits) | Symbol::Distance(bits) => Some(Sum::number(*bits)),
            Symbol::Label(location) => Some(Sum::of(tree::Value::located(*location))),
            Symbol::Later(expr) | Symbol::Equal(expr) => all.value(*expr).ok(),
            Symbol::Operand(_) => None,
        }
    }

    /// The number that an expression at a position is, after the whole source is read.
    pub(super) fn number_at_end(&self, expr: ExprId, at: Range<usize>) -> Result<u64, Error> {
        let sum = self.evaluate(at.clone(), Location::default(), |all| all.value(expr))?;
        sum.known_number().ok_or_else(|| self.no_number(&sum, at))
    }

    /// Value of an expression at the place of a fixup.
    pub(super) fn sum_of(&self, fixup: &Fixup, expr: ExprId) -> Result<Sum, Error> {
        self.evaluate(fixup.range(), fixup.location, |all| all.value(expr))
    }

    /// Value of the expression of a fixup.
    pub(super) fn sum(&self, fixup: &Fixup) -> Result<Sum, Error> {
        self.evaluate(fixup.range(), fixup.location, |all| all.value(fixup.expr))
    }

    /// The number that a sum is.
    pub(super) fn number(&self, sum: &Sum, fixup: &Fixup) -> Result<u64, Error> {
        sum.known_number().ok_or_else(|| self.no_number(sum, fixup.range()))
    }

    /// Error for an expression that is not a number.
    pub(super) fn no_number(&self, sum: &Sum, at: Range<usize>) -> Error {
        let text = &self.text[at.clone()];
        match sum.base {
            Some(Base::Symbol(name)) => self.undefined(name, at),
            _ if sum.minus.is_some() => error(codes::EXPRESSION, at, format!("`{text}` is a distance across sections"))
                .note("only a linker knows where sections are"),
            _ => {
                let message = format!("`{text}` is a code address, but a number is needed");
                error(codes::OPERAND_KIND, at, message)
            }
        }
    }

    /// Error for an expression with an undefined name.
    fn undefined(&self, name: NameRef, at: Range<usize>) -> Error {
        let mut name = self.symbols.name_of(name);
        // A numeric label has a name that cannot be written.
        if let Some(number) = number_of_local(&name) {
            name = format!("{number}f");
        }
        // The source may write a part of the path.
        let (mut written, whole) = (name.as_str(), &self.text[at.clone()]);
        while !whole.contains(written)
            && let Some((_, inner)) = written.split_once(SEPARATOR)
        {
            written = inner;
        }
        let here = whole.find(written).map(|from| at.start + from..at.start + from + written.len());
        let message = format!("`{}` is neither a register nor a symbol with a value", shown(&name));
        let found = error(codes::UNDEFINED, here.unwrap_or(at), message);
        // To look at all names takes time, and the first messages are shown.
        match self.output.diagnostics.len() < MOST_WITH_NAMES {
            true => found.similar(&name, self.symbols.defined()),
            false => found,
        }
    }

    /// The low bytes of a number. A number that does not fit is an error, except in dialects that truncate numbers.
    fn low_or_refused(&mut self, value: u64, at: Range<usize>, bytes: u8) -> Result<u64, Error> {
        match self.tables.style.cut_numbers {
            true => Ok(self.low_bytes(value, bytes, at)),
            false => fitting(value, at, bytes),
        }
    }

    /// Adds the relocation for an address at an offset in the section of the fixup, and returns the bits to store
    /// there. `literal` tells that it is the constant of an instruction, where an address means the distance to it.
    fn patched(&mut self, sum: &Sum, fixup: &Fixup, bytes: u8, offset: u64, literal: bool) -> Result<u64, Error> {
        let section = fixup.location.section;
        if sum.base.is_none() && sum.minus == Some(section) {
            // A number minus an address here: the number is an offset in this section.
            return fitting(sum.bits, fixup.range(), bytes);
        }
        if sum.minus.is_some_and(|minus| minus != section) {
            let message = format!("`{}` is a distance across sections", &self.text[fixup.range()]);
            return Err(error(codes::EXPRESSION, fixup.range(), message)
                .note("only a linker knows where sections are")
                .help("one of the two addresses has to be in the section of this statement"));
        }
        if !self.tables.style.compilers {
            // Without a linker, an address is its offset.
            return match (sum.location(), sum.base) {
                (Some(location), _) => fitting(location.offset, fixup.range(), bytes),
                (None, Some(Base::Symbol(name))) => Err(self.undefined(name, fixup.range())),
                _ => Err(self.no_number(sum, fixup.range())),
            };
        }
        if let Some(Base::Symbol(name)) = sum.base
            && self.is_missing(&self.symbols.name_of(name))
        {
            return Err(self.undefined(name, fixup.range()).note(OWN_NAMES));
        }
        if let Some(Base::Symbol(name)) = sum.base
            && let name = self.symbols.name_of(name)
            && USUAL_SECTIONS.contains(&name.as_str())
        {
            let message = format!("`{name}` is a section, which this source does not have");
            return Err(error(codes::UNDEFINED, fixup.range(), message));
        }
        let relative = sum.minus.is_some() || literal && !sum.is_specified() && !sum.has_difference;
        let mut addend = sum.bits;
        if sum.minus.is_some() {
            addend = addend.wrapping_add(offset);
        }
        let symbol = sum.symbol.map(|name| self.symbols.name_of(name));
        if let (Some(Base::Section(of)), None) = (sum.base, sum.spec)
            && relative
            && of == section
            && !symbol.as_deref().is_some_and(|name| self.is_visible(name))
        {
            let distance = if sum.minus.is_some() { sum.bits } else { addend.wrapping_sub(offset) };
            return fitting(distance, fixup.range(), bytes);
        }
        if let (Some(Base::Symbol(name)), false, true) = (sum.base, sum.is_specified(), literal)
            && !self.accepts_externals
            && self.symbols.output(&self.symbols.name_of(name)).is_none()
        {
            return Err(self
                .undefined(name, fixup.range())
                .note("a symbol of another object is declared with `.globl`, or has a specifier such as `@rel32@lo`"));
        }
        self.relocate(sum, (section as usize, offset), addend, bytes, relative).ok_or_else(|| {
            let message = format!("`{}` needs a relocation, which has 4 or 8 bytes", &self.text[fixup.range()]);
            error(codes::EXPRESSION, fixup.range(), message)
        })?;
        Ok(0)
    }

    /// Whether the options and the source let names without a definition or declaration be symbols of other objects.
    fn takes_externals(&self) -> bool {
        let layout = &self.output.layout;
        match self.options.externals {
            Externals::Declared => false,
            Externals::OfObjects => {
                !layout.kernels.is_empty() || layout.symbols.iter().any(|symbol| symbol.more.kind == "function")
            }
            Externals::All => true,
        }
    }

    /// Whether a name that only this source can define has no definition.
    pub(super) fn is_missing(&self, name: &str) -> bool {
        let symbol = self.symbols.output(name).map(|symbol| &self.output.layout.symbols[symbol]);
        is_own(name) && symbol.is_none_or(|symbol| symbol.section.is_none() && symbol.more.number.is_none())
    }

    /// An operand after all names have values.
    fn operand(&self, operand: Operand, name: Option<u32>, fixup: &Fixup) -> Result<Operand, Error> {
        let Value::Later { start, end, expr } = operand.value else { return Ok(operand) };
        let written = start as usize..end as usize;
        let sum = match name {
            Some(number) => match self.symbols.meaning(number) {
                Some(Symbol::Label(location)) => return Ok(Operand { value: Value::Place(*location), ..operand }),
                Some(Symbol::Operand(value)) => return Ok(Operand { value: **value, ..operand }),
                _ => {
                    let name = self.symbols.intern_key(self.symbols.key_of(number));
                    self.evaluate(written, fixup.location, |all| all.name(name))?
                }
            },
            None => self.evaluate(written, fixup.location, |all| all.value(expr))?,
        };
        let value = match (sum.known_number(), sum.location()) {
            (Some(bits), _) => Value::Int { bits, literal: false },
            (_, Some(location)) => Value::Place(location),
            _ => return Err(self.no_number(&sum, fixup.range())),
        };
        Ok(Operand { value, ..operand })
    }

    /// Bits of an instruction with the operand of a fixup in its field.
    fn bits_with(&mut self, operand: Operand, fixup: &Fixup, inst: &Instruction) -> Result<Bits, Error> {
        let Goal::Operand { encoding, index, .. } = fixup.goal else { return Ok(inst.all_bits()) };
        self.operand_bits(operand, encoding, index, inst)
    }

    /// Offset of the target that the source states for a jump at a place.
    pub(super) fn target_of_hint(&self, expr: ExprId, position: &Position, place: Location) -> Result<u64, Error> {
        let at = position.at.clone();
        let sum = self.evaluate(at.clone(), place, |all| all.value(expr))?;
        match sum.location() {
            Some(target) if target.section == place.section => Ok(target.offset),
            _ if matches!(sum.base, Some(Base::Symbol(_))) => Err(self.no_number(&sum, at)),
            _ => Err(error(codes::EXPRESSION, at, "this is not an address in the section of the jump")),
        }
    }

    /// Bits of an instruction with an operand in its field.
    pub(super) fn operand_bits(
        &mut self,
        operand: Operand,
        encoding: EncodingId,
        index: u8,
        inst: &Instruction,
    ) -> Result<Bits, Error> {
        // The encoder reports errors by the index of the operand.
        let operands = [operand; MAX_OPERANDS];
        let modifiers = Modifiers::default();
        let encoder = Encoder {
            tables: self.tables,
            text: self.text,
            operands: &operands,
            modifiers: &modifiers,
            symbols: &self.symbols,
            named: 0..0,
            words: 0..0,
            fixes: Pattern::default(),
            buggy_fp_lit: self.options.buggy_fp_lit,
        };
        let filled = encoder
            .fill(encoding, index.into(), inst.all_bits())
            .map_err(|failure| encoder.explain(encoding, failure))?;
        if filled.later {
            if let Value::Place(target) = operand.value {
                self.add_relocation(REL16, self.symbols.here(), target);
                return Ok(filled.bits);
            }
            let message = format!("a name in `{}` has no value", &self.text[operand.range()]);
            return Err(error(codes::UNDEFINED, operand.range(), message));
        }
        self.output.diagnostics.extend(filled.truncated.map(|cut| cut_off(self.text, cut)));
        Ok(filled.bits)
    }

    /// Replaces the bits of an instruction item, if the new bits are an instruction of the same form.
    pub(super) fn refill(&mut self, item: usize, inst: Instruction, bits: Bits) {
        if let Some(filled) = Instruction::from_bits(inst.opcode(), self.target, bits) {
            self.output.items.set(item, Item::Instruction(filled));
        }
    }

    /// The value that an expression has now; the position of a name without a value otherwise.
    pub(super) fn value_now(&self, cursor: &Cursor<'_>, value: tree::Value, at: Range<usize>) -> Result<Sum, Error> {
        let sum = match value.missing {
            None => return Ok(Sum::of(value)),
            Some(_) => Evaluator::new(&self.symbols, at.clone()).value(value.expr)?,
        };
        match sum.base {
            Some(Base::Symbol(_)) => {
                let (start, end) = value.missing.unwrap_or((at.start as u32, at.end as u32));
                let at = start as usize..end as usize;
                let message = format!("`{}` has no value yet", cursor.slice(at.clone()));
                Err(error(codes::UNDEFINED, at, message))
            }
            _ => Ok(sum),
        }
    }
}

/// Checks that a value fits in a number of bytes.
fn fitting(value: u64, at: Range<usize>, bytes: u8) -> Result<u64, Error> {
    if fits(value, bytes) {
        return Ok(value);
    }
    let room = Room::either(8 * u32::from(bytes));
    Err(error(codes::TOO_LARGE, at, format!("the value {} does not fit: it can be {room}", value as i64)))
}
