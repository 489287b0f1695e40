//! Directives for attributes of symbols: binding, type, size.

use std::ops::Range;

use isatope_diag::{codes, nearest};

use crate::assembler::assembly::Assembly;
use crate::assembler::fixup::Goal;
use crate::assembler::layout::Binding;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::string::string;

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

impl<'a> Assembly<'a> {
    /// Reads `NAME, …`, and sets the binding of the symbols. Without a binding, symbols that have none become global.
    pub(super) fn bind_symbols(&mut self, cursor: &mut Cursor<'a>, binding: Option<Binding>) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            let is_temporary = cursor.peek_name().starts_with(".L");
            if self.tables.style.compilers && is_temporary && binding == Some(Binding::Global) {
                let at = cursor.token();
                let message = format!("`{}` is a local label, which no other object sees", cursor.slice(at.clone()));
                return Err(error(codes::ARGUMENT, at, message).help("a name without the prefix `.L` can be global"));
            }
            match (self.attributed(cursor)?, binding) {
                (Some(symbol), Some(binding)) => self.bind(symbol, binding, start..cursor.at)?,
                (Some(symbol), None) if !self.bound.contains_key(&symbol) => {
                    self.bind(symbol, Binding::Global, start..cursor.at)?;
                }
                _ => {}
            }
            if !self.comma(cursor) {
                return Ok(());
            }
        }
    }

    /// Reads `NAME, …`, and sets the visibility of the symbols.
    pub(super) fn show_symbols(&mut self, cursor: &mut Cursor<'a>, how: &'static str) -> Result<(), Error> {
        loop {
            if let Some(symbol) = self.attributed(cursor)? {
                self.output.layout.symbols[symbol].more.visibility = how;
            }
            if !self.comma(cursor) {
                return Ok(());
            }
        }
    }

    /// Reads the name of a symbol that gets an attribute; `None` if `.lto_discard` leaves it out.
    fn attributed(&mut self, cursor: &mut Cursor<'a>) -> Result<Option<usize>, Error> {
        let name = self.output_name(cursor)?;
        Ok((!self.discarded.contains(&name)).then(|| self.symbol_number(&name)))
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

    /// Reads `NAME, TYPE`.
    pub(super) fn symbol_type(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let symbol = self.symbol(cursor)?;
        self.comma(cursor);
        cursor.skip_blanks();
        let start = cursor.at;
        let quoted = if cursor.peek() == b'"' { string(cursor)? } else { Vec::new() };
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
        own.more.kind = match self.tables.style.compilers {
            true => stronger_type(&own.more.kind, kind).to_owned(),
            false => kind.to_owned(),
        };
        Ok(())
    }

    /// Reads `NAME, SIZE`.
    pub(super) fn symbol_size(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let name = self.output_name(cursor)?;
        let key = self.symbols.number(&name);
        // In compilers' dialects, a size alone does not make a symbol.
        if !self.tables.style.compilers {
            self.symbol_of_key(key);
        }
        self.comma(cursor);
        cursor.skip_blanks();
        let start = cursor.at;
        let value = self.value(cursor)?;
        match (value.known_number(), self.symbols.output_of(key)) {
            (Some(size), Some(symbol)) => self.output.layout.symbols[symbol].more.size = size,
            _ => {
                let expr = self.symbols.node(value);
                self.fix_up(Goal::Size(key), expr, start..cursor.at);
            }
        }
        Ok(())
    }
}
