//! What is remembered of pieces of text that come again and again: mnemonics with their words, and operands.
//!
//! A piece is found by its place in the same source, so nothing is copied. Each table has a place for every hash and keeps the piece that
//! came last there. Only what depends on nothing but the piece is remembered: no symbols, and nothing that is wrong.

use crate::names::hash;

/// Instructions of a source before it is worth it.
const FEW: u32 = 64;
const HEADS: usize = 1 << 11;
const OPERANDS: usize = 1 << 13;

/// A piece of the source.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Piece {
    start: u32,
    len: u32,
}

impl Piece {
    #[inline]
    fn is(self, text: &str, piece: &str) -> bool {
        self.len as usize == piece.len()
            && text.as_bytes().get(self.start as usize..self.start as usize + piece.len()) == Some(piece.as_bytes())
    }
}

/// What a mnemonic with its words says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head {
    pub piece: Piece,
    pub inst: u16,
    pub encoding: u16,
    pub bits: u64,
    pub written: u64,
    pub odd: bool,
}

/// What an operand says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Operand {
    pub piece: Piece,
    pub layout: u16,
    pub field: u8,
    pub odd: bool,
    /// Whether it leaves out values of the shared bits.
    pub demands: bool,
    pub shared: u32,
    /// Bits that it sets, and their values.
    pub mask: u64,
    pub value: u64,
    pub written: u64,
}

/// The tables; empty at first.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    seen: u32,
    heads: Vec<Head>,
    operands: Vec<Operand>,
}

impl Memo {
    /// Counts an instruction; makes the tables when there are many.
    #[inline]
    pub fn count(&mut self) {
        self.seen = self.seen.saturating_add(1);
        if self.seen == FEW {
            self.heads = vec![Head::default(); HEADS];
            self.operands = vec![Operand::default(); OPERANDS];
        }
    }

    /// What is known of a mnemonic with its words.
    #[inline]
    pub(super) fn head(&self, text: &str, name: &str) -> Option<&Head> {
        self.heads.get(hash(name.as_bytes()) as usize % HEADS).filter(|h| h.piece.is(text, name))
    }

    /// Remembers one that starts at `start`.
    pub(super) fn set_head(&mut self, start: usize, name: &str, head: Head) {
        if let Some(place) = self.heads.get_mut(hash(name.as_bytes()) as usize % HEADS) {
            *place = Head { piece: Piece { start: start as u32, len: name.len() as u32 }, ..head };
        }
    }

    #[inline]
    fn place(layout: u16, field: u8, piece: &str) -> usize {
        let slot = u64::from(layout) << 8 | u64::from(field);
        (hash(piece.as_bytes()) ^ slot.wrapping_mul(0x9e37_79b9) >> 4) as usize % OPERANDS
    }

    /// What is known of an operand for a field of a layout.
    #[inline]
    pub(super) fn operand(&self, text: &str, layout: u16, field: u8, piece: &str) -> Option<&Operand> {
        let found = self.operands.get(Self::place(layout, field, piece))?;
        (found.layout == layout && found.field == field && found.piece.is(text, piece)).then_some(found)
    }

    /// Remembers one that starts at `start`.
    pub(super) fn set_operand(&mut self, start: usize, layout: u16, field: u8, piece: &str, operand: Operand) {
        if let Some(place) = self.operands.get_mut(Self::place(layout, field, piece)) {
            let piece = Piece { start: start as u32, len: piece.len() as u32 };
            *place = Operand { piece, layout, field, ..operand };
        }
    }
}
