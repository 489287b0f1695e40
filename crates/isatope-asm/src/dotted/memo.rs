//! What is remembered of pieces of text that come again and again: mnemonics with their words, operands, and what follows them.
//!
//! Each table has a place for every hash and keeps the piece that came last there. Only what depends on nothing but the piece is
//! remembered: no symbols, and nothing that is wrong.

use std::collections::HashMap;

use crate::names::hash;
use crate::pieces::{Piece, entries};

/// Instructions of a source before it is worth it.
const FEW: u32 = 64;
const HEADS: usize = 1 << 16;
/// Operands of an instruction at most.
pub(super) const MOST: usize = 6;
const OPERANDS: usize = 1 << 15;

/// What a mnemonic with its words says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head {
    /// Where it stands in the source.
    pub start: u32,
    pub len: u32,
    pub inst: u16,
    pub encoding: u16,
    pub odd: bool,
    pub bits: u64,
    pub written: u64,
}

/// The roles of what an encoding is written with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Roles {
    /// Operands, or the words behind a register or a constant.
    pub words: [Role; MOST],
    /// Registers and constants.
    pub sources: [Role; MOST],
    /// What follows the operands.
    pub behind: Role,
}

/// Places in which a piece of text means the same have the same role.
pub(super) type Role = u16;

/// Nothing has this role.
pub(super) const NO_ROLE: Role = Role::MAX;

/// What an operand says, or a word behind the operands.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct Operand {
    pub piece: Piece,
    pub role: Role,
    pub odd: bool,
    /// How it counts for the operand rules.
    pub weight: Weight,
    /// Values of the shared bits that it can be said with.
    pub shared: u32,
    /// Bits that it sets, and their values.
    pub mask: u64,
    pub value: u64,
    /// Fields that may be set once only, a bit each.
    pub once: u64,
}

const _: () = assert!(size_of::<Operand>() == 64);

/// How an operand counts for the rules about operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Weight {
    /// Values that are the same in all lanes.
    pub reads: u8,
    /// Registers among them.
    pub slots: u8,
    /// It may break a rule by itself.
    pub alone: bool,
}

/// The tables; empty at first.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    seen: u32,
    heads: Vec<Head>,
    operands: Vec<Operand>,
    /// By what describes them.
    roles: HashMap<Box<[u64]>, Role>,
    /// For each encoding.
    encodings: Vec<Option<Roles>>,
}

impl Memo {
    /// Counts an instruction; makes the tables when there are many. Says whether there are some.
    #[inline]
    pub fn count(&mut self, text: &str) -> bool {
        self.seen = self.seen.saturating_add(1);
        if self.seen == FEW {
            self.heads = vec![Head::default(); entries(text.len(), HEADS)];
            self.operands = vec![Operand::default(); entries(text.len(), OPERANDS)];
        }
        self.seen >= FEW
    }

    /// What is known of a mnemonic with its words that stands at `start`.
    #[inline]
    pub(super) fn head(&mut self, text: &str, start: usize, name: &str) -> Option<Head> {
        let place = self.heads.len().wrapping_sub(1) & hash(name.as_bytes()) as usize;
        let head = self.heads.get_mut(place)?;
        let before = head.start as usize..head.start as usize + head.len as usize;
        if head.len as usize != name.len() || text.as_bytes().get(before) != Some(name.as_bytes()) {
            return None;
        }
        // The nearest place is most likely in the cache.
        head.start = start as u32;
        Some(*head)
    }

    /// Remembers one that starts at `start`.
    pub(super) fn set_head(&mut self, start: usize, name: &str, head: Head) {
        let place = self.heads.len().wrapping_sub(1) & hash(name.as_bytes()) as usize;
        if let Some(place) = self.heads.get_mut(place) {
            *place = Head { start: start as u32, len: name.len() as u32, ..head };
        }
    }

    /// The role of a place that is described by these words.
    pub(super) fn role(&mut self, description: Vec<u64>) -> Role {
        let next = self.roles.len() as Role;
        *self.roles.entry(description.into()).or_insert(next)
    }

    /// The roles of an encoding, if they are known.
    #[inline]
    pub(super) fn roles_of(&self, encoding: u16) -> Option<Roles> {
        self.encodings.get(usize::from(encoding)).copied().flatten()
    }

    pub(super) fn set_roles(&mut self, encoding: u16, roles: Roles) {
        let encoding = usize::from(encoding);
        if encoding >= self.encodings.len() {
            self.encodings.resize(encoding + 1, None);
        }
        self.encodings[encoding] = Some(roles);
    }

    #[inline]
    fn place(&self, role: Role, piece: &Piece) -> usize {
        let hash = piece.hash() ^ u64::from(role).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        self.operands.len().wrapping_sub(1) & hash as usize
    }

    /// What is known of a piece in a role.
    #[inline]
    pub(super) fn operand(&self, role: Role, piece: &Piece) -> Option<&Operand> {
        let found = self.operands.get(self.place(role, piece))?;
        (found.role == role && found.piece == *piece).then_some(found)
    }

    /// Remembers one.
    pub(super) fn set_operand(&mut self, operand: Operand) {
        let place = self.place(operand.role, &operand.piece);
        if let Some(place) = self.operands.get_mut(place) {
            *place = operand;
        }
    }
}
