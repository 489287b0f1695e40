//! What is remembered of mnemonics, operands and modifiers of text without dots that come again and again.
//!
//! Each table has a place for every hash and keeps the piece that came last there. What a piece says may depend on names that it asks for;
//! [`Symbols`](crate::symbols::Symbols) notes them, and when one gets a meaning, everything is forgotten.

use crate::cursor::{Cursor, starts_name};
use crate::modifiers::Said;
use crate::names::hash;
use crate::operand::Value;
use crate::pieces::{Piece, entries};

/// Instructions of a source before it is worth it.
const FEW: u32 = 64;
const HEADS: usize = 1 << 13;
const PIECES: usize = 1 << 13;

/// What a mnemonic stands for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Head {
    /// Where it stands in the source.
    pub start: u32,
    pub len: u16,
    /// Index into the suffixes, if it has one.
    pub suffix: Option<u8>,
    /// Most operands.
    pub most: u8,
    /// Behind which operand no comma has to stand.
    pub blank: Option<u8>,
    /// Index into the lists of instructions.
    pub insts: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    piece: Piece,
    generation: u32,
    said: T,
}

/// The tables; empty at first.
#[derive(Debug)]
pub(crate) struct Words<'a> {
    seen: u32,
    /// Entries of other generations are forgotten.
    generation: u32,
    heads: Vec<Head>,
    operands: Vec<Entry<(Value, u32)>>,
    modifiers: Vec<Entry<Said<'a>>>,
}

impl Default for Words<'_> {
    fn default() -> Self {
        Self { seen: 0, generation: 1, heads: Vec::new(), operands: Vec::new(), modifiers: Vec::new() }
    }
}

/// Whether a piece that ends at the cursor ends what it is part of: what follows cannot go on with it.
#[inline]
fn is_whole(cursor: &Cursor<'_>) -> bool {
    let mut ahead = cursor.clone();
    ahead.skip_blanks();
    ahead.done() || ahead.peek() == b',' || starts_name(ahead.peek())
}

/// The piece that starts at the cursor, and its length.
#[inline]
pub(crate) fn piece(cursor: &Cursor<'_>) -> Option<(Piece, usize)> {
    Piece::read(cursor.text.as_bytes(), cursor.at, cursor.end)
}

impl<'a> Words<'a> {
    /// Counts an instruction; makes the tables when there are many.
    #[inline]
    pub fn count(&mut self, text: &str) {
        self.seen = self.seen.saturating_add(1);
        if self.seen == FEW {
            let none = Piece::default();
            let pieces = entries(text.len(), PIECES);
            self.heads = vec![Head::default(); entries(text.len(), HEADS)];
            self.operands = vec![Entry { piece: none, generation: 0, said: (Value::Computed(0), 0) }; pieces];
            self.modifiers = vec![Entry { piece: none, generation: 0, said: Said::Nothing }; pieces];
        }
    }

    /// What is known of a mnemonic that stands at `start`.
    #[inline]
    pub fn head(&mut self, text: &str, start: usize, name: &str) -> Option<Head> {
        let place = self.heads.len().wrapping_sub(1) & hash(name.as_bytes()) as usize;
        let head = self.heads.get_mut(place)?;
        let before = head.start as usize..head.start as usize + usize::from(head.len);
        if usize::from(head.len) != name.len() || text.as_bytes().get(before) != Some(name.as_bytes()) {
            return None;
        }
        // The nearest place is most likely in the cache.
        head.start = start as u32;
        Some(*head)
    }

    /// Remembers one that starts at `start`.
    pub fn set_head(&mut self, start: usize, name: &str, head: Head) {
        let place = self.heads.len().wrapping_sub(1) & hash(name.as_bytes()) as usize;
        if let Some(place) = self.heads.get_mut(place)
            && let Ok(len) = u16::try_from(name.len())
        {
            *place = Head { start: start as u32, len, ..head };
        }
    }

    /// What an operand at the cursor says, with the signs around it, if it is known; the cursor is moved behind it.
    #[inline]
    pub fn operand(&self, cursor: &mut Cursor<'a>) -> Option<(Value, u32)> {
        find(&self.operands, self.generation, cursor)
    }

    /// Remembers an operand that is all of a piece.
    pub fn set_operand(&mut self, piece: Piece, said: (Value, u32)) {
        set(&mut self.operands, Entry { piece, generation: self.generation, said });
    }

    /// What a modifier at the cursor says, if it is known; the cursor is moved behind it.
    #[inline]
    pub fn modifier(&self, cursor: &mut Cursor<'a>) -> Option<Said<'a>> {
        find(&self.modifiers, self.generation, cursor)
    }

    /// Remembers a modifier that is all of a piece.
    pub fn set_modifier(&mut self, piece: Piece, said: Said<'a>) {
        set(&mut self.modifiers, Entry { piece, generation: self.generation, said });
    }

    /// Forgets what may depend on names.
    pub fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            *self = Self::default();
        }
    }
}

#[inline]
fn find<T: Copy>(known: &[Entry<T>], generation: u32, cursor: &mut Cursor<'_>) -> Option<T> {
    if known.is_empty() {
        return None;
    }
    let (piece, length) = piece(cursor)?;
    let found = &known[piece.hash() as usize & (known.len() - 1)];
    if found.piece != piece || found.generation != generation {
        return None;
    }
    let before = cursor.at;
    cursor.at += length;
    if !is_whole(cursor) {
        cursor.at = before;
        return None;
    }
    Some(found.said)
}

fn set<T>(known: &mut [Entry<T>], entry: Entry<T>) {
    let place = known.len().wrapping_sub(1) & entry.piece.hash() as usize;
    if let Some(place) = known.get_mut(place) {
        *place = entry;
    }
}
