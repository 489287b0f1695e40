//! Symbols: names that the source defines as numbers and operands.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;
use isatope_core::tables::hash;

use crate::text::cursor::{Cursor, starts_name};
use crate::text::names::Names;
use crate::text::scopes::{SEPARATOR, Scopes, has_path};
use crate::text::shapes::Shapes;
use crate::text::string::is_no_escape;
use crate::text::tree::{self, Base, ExprId, Location, NameRef, Node, Results};
use crate::text::value::Value;

/// Meaning of a name.
#[derive(Clone, Debug)]
pub(crate) enum Symbol {
    /// `x=5`.
    Number(u64),
    /// `x=b-a`: a number that depends on the distance between two addresses.
    Distance(u64),
    /// `r=%v[2:3]`: registers, or any other operand.
    Operand(Box<Value>),
    /// An address.
    Label(Location),
    /// `x=y+1`, where `y` is not known yet.
    Later(ExprId),
    /// `.eqv x, y+1`: an expression that is computed at each use.
    Equal(ExprId),
}

/// Expressions that are not known yet, and the names in them.
#[derive(Clone, Debug, Default)]
struct Expressions {
    nodes: Vec<Node>,
    names: Names,
}

/// What is known about a name that the source uses.
#[derive(Clone, Debug, Default)]
struct Entry {
    /// Index of the output symbol with this name, plus 1; 0 if there is none.
    output: u32,
    symbol: Option<Symbol>,
}

/// All names of a source.
#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    /// The names, and by their numbers what is known about them.
    names: Names,
    entries: Vec<Entry>,
    /// Hashes of all defined names that do not start with a dot, one bit each. Most undefined words can be recognised
    /// by these bits.
    hashes: [u64; HASHES / 64],
    /// The shapes of these names. Many labels set most bits of `hashes`, but leave the names of registers apart.
    shapes: Shapes,
    /// Numeric labels: for each number, how many there are so far.
    local: HashMap<u64, u32>,
    expressions: RefCell<Expressions>,
    ready: RefCell<Results>,
    /// Meanings that names first got after an expression used them.
    first: HashMap<NameRef, Symbol, RandomState>,
    /// `.`: the offset of the statement.
    here: Symbol,
    /// Overflow in the last expression: message and span.
    overflow: Cell<Option<(&'static str, u32, u32)>>,
    /// Whether names can have paths, whether the source uses any scope so far, and the scopes.
    has_paths: bool,
    is_scoped: Cell<bool>,
    scopes: RefCell<Scopes>,
    /// Whether the source uses a name that the assembler defines on demand.
    reserved_used: Cell<bool>,
    older_used: Cell<bool>,
    /// Functions of expressions, for dialects that have them.
    pub functions: Option<Functions>,
    /// Whether halves of addresses have meanings, `x>>32`: the loader puts them in.
    pub has_halves: bool,
    /// Rules of expressions.
    pub rules: Rules,
    /// Sections whose names mean their starts, and whether all these names start with a dot.
    sections: HashMap<String, u32, RandomState>,
    sections_have_dots: bool,
    /// Number of the text that is read, and the numeric labels that it uses before they are defined.
    pub file: Cell<u32>,
    forward: RefCell<Vec<Forward>>,
}

/// A use of a numeric label that comes later, `1f`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forward {
    pub name: NameRef,
    /// Its position, in a text with this number.
    pub start: u32,
    pub end: u32,
    pub file: u32,
}

/// Rules in which the expressions of dialects differ.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    /// Whether `&&` and `||` have the same precedence.
    pub equal_logic: bool,
    /// Whether a `-` before a number of more than 63 bits wraps.
    pub wraps_numbers: bool,
    /// Whether addresses with factors can be added, `(x+1)*2-y`.
    pub sums_addresses: bool,
    /// Whether integers can have suffixes of C, `1ULL`.
    pub has_suffixes: bool,
    /// Whether brackets are parentheses, `[1+2]*3`.
    pub has_brackets: bool,
    /// Whether names can have relocation specifiers of other targets, `x@PLT`.
    pub has_foreign: bool,
    /// Whether a name that is not defined may cancel itself, `x-x`.
    pub cancels_undefined: bool,
    /// Escapes in characters, `'\\n'`.
    pub escapes: Escapes,
}

/// The meaning of backslashes in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// The same as in strings.
    #[default]
    Strings,
    /// The same as in strings, and no meaning before other characters.
    Lenient,
    /// A backslash has a meaning only before five letters: a digit after it is a character.
    Letters,
}

impl Escapes {
    /// Whether a backslash before a byte has no meaning.
    pub fn is_plain(self, escaped: u8) -> bool {
        match self {
            Self::Strings => false,
            Self::Lenient => is_no_escape(escaped),
            Self::Letters => !b"bfnrt".contains(&escaped),
        }
    }
}

impl Rules {
    /// The rules of CLRX.
    pub const CLRX: Self = Self {
        equal_logic: true,
        wraps_numbers: true,
        sums_addresses: true,
        has_suffixes: false,
        has_brackets: false,
        has_foreign: false,
        cancels_undefined: false,
        escapes: Escapes::Lenient,
    };

    /// The rules of compilers' dialects.
    pub const COMPILERS: Self = Self {
        equal_logic: false,
        wraps_numbers: false,
        sums_addresses: false,
        has_suffixes: true,
        has_brackets: true,
        has_foreign: true,
        cancels_undefined: true,
        escapes: Escapes::Letters,
    };
}

/// What functions of expressions need to know: `max(a, b)`, `extrasgprs(a, b, c)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Functions {
    /// Generation of the target.
    pub generation: u8,
}

/// Prefixes of the names that the assembler defines on demand.
const RESERVED: [&str; 3] = [".amdgcn.", ".option.", ".kernel."];
/// Prefix of older ones.
const OLDER: &str = ".option.";

/// Number of distinct hashes of names.
const HASHES: usize = 1 << 12;

impl Default for Symbols {
    fn default() -> Self {
        Self {
            names: Names::default(),
            entries: Vec::new(),
            hashes: [0; HASHES / 64],
            shapes: Shapes::default(),
            local: HashMap::new(),
            expressions: RefCell::default(),
            ready: RefCell::default(),
            first: HashMap::default(),
            here: Symbol::Label(Location::default()),
            overflow: Cell::default(),
            has_paths: false,
            is_scoped: Cell::default(),
            scopes: RefCell::default(),
            reserved_used: Cell::default(),
            older_used: Cell::default(),
            functions: None,
            has_halves: false,
            rules: Rules::default(),
            sections: HashMap::default(),
            sections_have_dots: true,
            file: Cell::default(),
            forward: RefCell::default(),
        }
    }
}

/// Reduced hash of a name that does not start with a dot.
#[inline]
fn small_hash(name: &str) -> usize {
    hash(name.as_bytes()) as usize % HASHES
}

impl Symbols {
    /// Meaning of a name where the source uses it; names are case-sensitive.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Symbol> {
        match self.is_path(name) {
            false => self.of_key(name),
            true => self.of_key(&self.scopes.borrow_mut().find(name, &|name| self.is_outer(name))?),
        }
    }

    /// Whether a name has a meaning. Older names that the assembler defines on demand have none before they are used.
    pub fn is_defined(&self, name: &str) -> bool {
        let before = self.older_used.get();
        let found = self.get(name).is_some();
        self.older_used.set(before);
        found
    }

    /// Records the use of a name that the assembler defines on demand.
    fn note_used(&self, name: &str) {
        self.note_reserved(name);
        if name.starts_with(OLDER) {
            self.older_used.set(true);
        }
    }

    /// Records the use or the definition of a name that the assembler defines on demand.
    pub fn note_reserved(&self, name: &str) {
        if name.starts_with('.') && RESERVED.iter().any(|prefix| name.starts_with(prefix)) {
            self.reserved_used.set(true);
        }
    }

    /// Whether the source uses or defines a name that the assembler defines on demand.
    pub fn is_reserved_used(&self) -> bool {
        self.reserved_used.get()
    }

    /// Whether the source uses an older name of that kind before it defines it.
    pub fn is_older_used(&self) -> bool {
        self.older_used.get()
    }

    /// Meaning of a name by its key.
    #[inline]
    pub fn of_key(&self, key: &str) -> Option<&Symbol> {
        let found = match key {
            "." => Some(&self.here),
            _ if !self.may_have(key) => None,
            _ => self.known(key).and_then(|number| self.meaning(number)),
        };
        if found.is_none() {
            self.note_used(key);
        }
        found
    }

    /// Lets names have paths, `scope::name`.
    pub fn allow_paths(&mut self) {
        self.has_paths = true;
    }

    /// Whether the source uses scopes so far.
    #[inline]
    pub fn is_scoped(&self) -> bool {
        self.is_scoped.get()
    }

    /// The scopes.
    pub fn scopes(&mut self) -> &mut Scopes {
        self.is_scoped.set(true);
        self.scopes.get_mut()
    }

    /// Next value of `.enum` in the current scope.
    pub fn counter(&mut self) -> &mut u64 {
        self.scopes.get_mut().counter()
    }

    /// Whether the meaning of a name depends on scopes. Numeric labels and `.` do not belong to a scope.
    #[inline]
    fn is_path(&self, name: &str) -> bool {
        let is_scoped = self.is_scoped() || self.has_paths && has_path(name);
        is_scoped && name != "." && !name.starts_with(|first: char| first.is_ascii_digit())
    }

    /// Whether the outermost scope has a name.
    fn is_outer(&self, name: &str) -> bool {
        let is_used = || self.expressions.borrow().names.find(name).is_some();
        self.of_key(name).is_some() || self.output(name).is_some() || is_used()
    }

    /// Key of a name where the source uses it (or defines it), by which all other functions know the name.
    pub fn key<'n>(&self, name: &'n str, defines: bool) -> Cow<'n, str> {
        if !self.is_path(name) {
            return Cow::Borrowed(name);
        }
        self.is_scoped.set(true);
        Cow::Owned(self.scopes.borrow_mut().key(name, defines, &|name| self.is_outer(name)))
    }

    /// Key of a name that the source is about to define. Until [`bind`](Self::bind), the name keeps its meaning, which
    /// the new value may use.
    pub fn key_to_define<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match self.is_path(name) {
            false => Cow::Borrowed(name),
            true => Cow::Owned(self.scopes.borrow_mut().key_to_define(name, &|name| self.is_outer(name))),
        }
    }

    /// Lets a name belong to the scope in which the source defines it.
    pub fn bind(&self, name: &str) {
        self.key(name, true);
    }

    /// Reads a name, with its path in dialects that have scopes. Moves the cursor after it.
    #[inline]
    pub fn read_name<'a>(&self, cursor: &mut Cursor<'a>) -> &'a str {
        let start = cursor.at;
        let name = cursor.name();
        if !self.has_paths || cursor.peek() != b':' || cursor.peek_at(1) != b':' {
            return name;
        }
        while cursor.peek() == b':' && cursor.peek_at(1) == b':' && starts_name(cursor.peek_at(2)) {
            cursor.at += SEPARATOR.len();
            cursor.name();
        }
        cursor.slice(start..cursor.at)
    }

    /// Whether a path starts at the cursor with the outermost scope.
    pub fn starts_path(&self, cursor: &Cursor<'_>) -> bool {
        self.has_paths && cursor.peek() == b':' && cursor.peek_at(1) == b':' && starts_name(cursor.peek_at(2))
    }

    /// Whether a name might be defined.
    #[inline]
    fn may_have(&self, name: &str) -> bool {
        let is_marked = |place: usize| self.hashes[place / 64] >> (place % 64) & 1 != 0;
        match name.as_bytes().first() {
            None | Some(b'.') => !self.names.is_empty(),
            Some(first) => self.shapes.may_have(*first, name.len()) && is_marked(small_hash(name)),
        }
    }

    /// Meaning of a name, by its number.
    #[inline]
    pub fn meaning(&self, number: u32) -> Option<&Symbol> {
        self.entries.get(number as usize)?.symbol.as_ref()
    }

    /// Number of a name that was used before.
    pub fn known(&self, name: &str) -> Option<u32> {
        self.names.find(name)
    }

    /// Number of names that the source has used.
    pub fn names_used(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Number of a name; adds the name if it is new.
    pub fn number(&mut self, name: &str) -> u32 {
        let number = self.names.add(name);
        if number as usize == self.entries.len() {
            self.entries.push(Entry::default());
        }
        number
    }

    /// Output symbol of a name.
    pub fn output(&self, name: &str) -> Option<usize> {
        self.output_of(self.known(name)?)
    }

    /// Output symbol of a name by its number.
    pub fn output_of(&self, number: u32) -> Option<usize> {
        Some(self.entries.get(number as usize)?.output.checked_sub(1)? as usize)
    }

    /// Sets the output symbol of a name by its number.
    pub fn set_output(&mut self, number: u32, symbol: usize) {
        if let Some(entry) = self.entries.get_mut(number as usize) {
            entry.output = symbol as u32 + 1;
        }
    }

    /// Records that an expression overflows 64 bits.
    pub fn note_overflow(&self, what: &'static str, at: std::ops::Range<usize>) {
        self.overflow.set(Some((what, at.start as u32, at.end as u32)));
    }

    /// Takes the overflow recorded since the last call, if any.
    pub fn take_overflow(&self) -> Option<(&'static str, u32, u32)> {
        self.overflow.take()
    }

    /// Whether an overflow was recorded since the last call of [`take_overflow`](Self::take_overflow).
    pub fn has_overflow(&self) -> bool {
        self.overflow.get().is_some()
    }

    /// Sets the offset of the next statement.
    #[inline]
    pub fn set_here(&mut self, offset: u64) {
        if let Symbol::Label(here) = &mut self.here {
            here.offset = offset;
        }
    }

    /// Sets the address of the next statement.
    pub fn set_location(&mut self, here: Location) {
        self.here = Symbol::Label(here);
    }

    /// Makes `.` a number, in the section of plain numbers.
    pub fn set_absolute(&mut self, offset: u64) {
        self.here = Symbol::Number(offset);
    }

    /// Address of the statement.
    pub fn here(&self) -> Location {
        if let Symbol::Label(here) = self.here { here } else { Location::default() }
    }

    /// Adds a numeric label, `1:`, which labels the current statement.
    pub fn add_local(&mut self, number: u64) {
        let count = self.local.entry(number).or_default();
        *count += 1;
        let name = nth_local(number, *count);
        let here = self.here();
        self.set(&name, Symbol::Label(here));
    }

    /// Whether there are numeric labels.
    pub fn has_local(&self) -> bool {
        !self.local.is_empty()
    }

    /// Name of the nearest label with a number, before or after the current statement. `None` if there is no label
    /// before it.
    pub fn local_name(&self, number: u64, backward: bool) -> Option<String> {
        let count = self.local.get(&number).copied().unwrap_or(0);
        match backward {
            true => (count > 0).then(|| nth_local(number, count)),
            false => Some(nth_local(number, count + 1)),
        }
    }

    /// Records the use of a numeric label that comes later.
    pub fn note_forward(&self, name: NameRef, at: std::ops::Range<usize>) {
        let (start, end, file) = (at.start as u32, at.end as u32, self.file.get());
        self.forward.borrow_mut().push(Forward { name, start, end, file });
    }

    /// Number of the text with the last use of a numeric label that comes later.
    pub fn last_forward(&self) -> Option<u32> {
        self.forward.borrow().last().map(|used| used.file)
    }

    /// Takes the uses of numeric labels that the source does not define.
    pub fn take_undefined_labels(&mut self) -> Vec<Forward> {
        let mut all = self.forward.take();
        all.retain(|used| self.meaning_of(used.name).is_none());
        all
    }

    /// Lets a name mean the start of a section, unless it means that of another one.
    pub fn set_section(&mut self, name: &str, section: u32) {
        self.sections_have_dots &= name.starts_with('.');
        self.sections.entry(name.to_owned()).or_insert(section);
    }

    /// The start of the section with a name.
    pub fn section(&self, name: &str) -> Option<Location> {
        if self.sections_have_dots && !name.starts_with('.') {
            return None;
        }
        let section = *self.sections.get(name)?;
        Some(Location { section, offset: 0 })
    }

    /// Adds a part of an expression.
    pub fn add_node(&self, node: Node) -> ExprId {
        let mut all = self.expressions.borrow_mut();
        all.nodes.push(node);
        ExprId(all.nodes.len() as u32 - 1)
    }

    /// Replaces the uses so far of the name with a key in expressions by an address. Returns the address as an
    /// expression.
    pub fn settle_uses(&mut self, key: &str, location: Location) -> ExprId {
        let name = self.intern_key(key);
        let known = Node::Location(location, Some(name));
        for node in &mut self.expressions.get_mut().nodes {
            if matches!(node, Node::Name(used, ..) if *used == name) {
                *node = known;
            }
        }
        self.add_node(known)
    }

    /// The expression of a value.
    pub fn node(&self, value: tree::Value) -> ExprId {
        match value.base {
            _ if value.expr != ExprId::NONE => value.expr,
            Some(Base::Section(section)) => {
                self.add_node(Node::Location(Location { section, offset: value.bits }, value.name))
            }
            Some(Base::Symbol(name)) => self.add_node(Node::Name(name, 0, 0)),
            None => self.add_node(Node::Number(value.bits)),
        }
    }

    /// Results of definitions whose names have values: see [`ready`](super::ready).
    pub(super) fn results(&self) -> &RefCell<Results> {
        &self.ready
    }

    /// The part of an expression with a number.
    pub fn expression(&self, expr: ExprId) -> Option<Node> {
        self.expressions.borrow().nodes.get(expr.0 as usize).copied()
    }

    /// Names in an expression, with their positions.
    pub fn names_in(&self, expr: ExprId) -> Vec<(NameRef, u32, u32)> {
        let (mut all, mut open) = (Vec::new(), vec![expr]);
        // Definitions may name each other many times.
        let mut entered: HashSet<_, RandomState> = HashSet::default();
        while let Some(node) = open.pop().and_then(|expr| self.expression(expr)) {
            match node {
                Node::Name(name, start, end) => all.push((name, start, end)),
                Node::Assigned(_, inner) if entered.insert(inner) => open.push(inner),
                Node::Assigned(..) => {}
                Node::Unary(_, inner, _) | Node::Spec(_, inner) => open.push(inner),
                Node::Binary(_, left, right, _) => open.extend([left, right]),
                Node::Choice(a, b, c) => open.extend([a, b, c]),
                Node::Number(_) | Node::Location(..) => {}
            }
        }
        all
    }

    /// Number in expressions of the name with a key.
    pub fn intern_key(&self, name: &str) -> NameRef {
        NameRef(self.expressions.borrow_mut().names.add(name))
    }

    /// Key of a name that was used before, by its number.
    pub fn key_of(&self, number: u32) -> &str {
        self.names.name(number)
    }

    /// Key of a name in expressions.
    pub fn name_of(&self, name: NameRef) -> String {
        self.expressions.borrow().names.name(name.0).to_owned()
    }

    /// Meaning that a name got first after an expression used it; its meaning now if it had one before.
    pub fn first_meaning_of(&self, name: NameRef) -> Option<&Symbol> {
        self.first.get(&name).or_else(|| self.meaning_of(name))
    }

    /// Whether a name in expressions has a value, or is that of a section.
    pub fn has_value(&self, name: NameRef) -> bool {
        self.first_meaning_of(name).is_some() || self.section(&self.name_of(name)).is_some()
    }

    /// Whether an expression uses a name that has no meaning yet.
    pub fn is_awaited(&self, name: &str) -> bool {
        let all = self.expressions.borrow();
        !all.names.is_empty() && all.names.find(name).is_some() && self.of_key(name).is_none()
    }

    /// Records the meaning of a name that expressions used before.
    pub fn set_first(&mut self, name: &str, symbol: Symbol) {
        let name = self.intern_key(name);
        self.first.entry(name).or_insert(symbol);
    }

    /// Names that are defined by expressions with names that had no value.
    pub fn unfinished(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.entries.iter().filter_map(|entry| match entry.symbol {
            Some(Symbol::Later(expr)) => Some(expr),
            _ => None,
        })
    }

    /// Names with a meaning.
    pub fn defined(&self) -> impl Iterator<Item = &str> {
        self.entries
            .iter()
            .zip(0..)
            .filter(|(entry, _)| entry.symbol.is_some())
            .map(|(_, number)| self.names.name(number))
    }

    /// Meaning of a name in expressions.
    pub fn meaning_of(&self, name: NameRef) -> Option<&Symbol> {
        let all = self.expressions.borrow();
        self.of_key(all.names.name(name.0))
    }

    /// Defines or redefines a name.
    pub fn set(&mut self, name: &str, symbol: Symbol) {
        let number = self.number(name);
        self.set_meaning(number, symbol);
    }

    /// Removes the meaning of a name; returns whether it had one.
    pub fn remove(&mut self, name: &str) -> bool {
        self.ready.get_mut().change();
        let known = self.known(name).and_then(|number| self.entries.get_mut(number as usize));
        known.is_some_and(|entry| entry.symbol.take().is_some())
    }

    /// Sets the meaning of a name by its number.
    #[inline]
    pub fn set_meaning(&mut self, number: u32, symbol: Symbol) {
        if self.entries[number as usize].symbol.replace(symbol).is_some() {
            self.ready.get_mut().change();
        }
        let text = self.names.name(number);
        if !text.starts_with('.') {
            let place = small_hash(text);
            self.hashes[place / 64] |= 1 << (place % 64);
            self.shapes.add(text);
        }
    }
}

/// Name of the label that is the `nth` with a number. It cannot be written in a source.
fn nth_local(number: u64, nth: u32) -> String {
    format!("{number}\u{1}{nth}")
}

/// The number in the name of a numeric label.
pub(crate) fn number_of_local(name: &str) -> Option<&str> {
    let (number, _) = name.split_once('\u{1}')?;
    (!number.is_empty() && !name.contains(SEPARATOR)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_meanings() {
        let mut symbols = Symbols::default();
        let names: Vec<String> =
            (0..1000).flat_map(|i| [format!(".L{i}_0"), format!("x{i}"), format!("X{i}")]).collect();
        for (i, name) in (0..).zip(&names) {
            assert!(symbols.get(name).is_none() && symbols.output(name).is_none());
            assert_eq!(symbols.number(name), i);
            match i % 3 {
                0 => symbols.set(name, Symbol::Label(Location { section: 0, offset: i.into() })),
                1 => symbols.set_output(i, i as usize),
                _ => {}
            }
        }
        for (i, name) in (0..).zip(&names) {
            assert_eq!(symbols.number(name), i);
            let place = matches!(symbols.get(name), Some(Symbol::Label(place)) if place.offset == u64::from(i));
            assert_eq!((place, symbols.output(name)), (i % 3 == 0, (i % 3 == 1).then_some(i as usize)));
        }
    }
}
