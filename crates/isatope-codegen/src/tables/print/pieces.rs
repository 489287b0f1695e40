//! Pieces and entries of `isatope_core::tables`.

use super::{Printing, Texts};
use crate::tables::{id_or_none, ones};

/// Flags of entries.
pub(super) mod flags {
    pub const LONG: u16 = 1;
    pub const SCALAR: u16 = 1 << 1;
    pub const ALIKE_AT: u32 = 2;
    pub const ALIKE: u16 = 0xf << ALIKE_AT;
    pub const SPECIAL: u16 = 1 << 6;
    pub const NUMBER: u16 = 1 << 7;
    // Flags of entries that might break a rule.
    pub const MISALIGNED: u16 = 1 << 8;
    pub const UNALIGNED: u16 = 1 << 9;
    pub const NO_MASK: u16 = 1 << 10;
    pub const NO_LANE: u16 = 1 << 11;
    pub const LANE: u16 = 1 << 12;
    pub const ELSEWHERE: u16 = 1 << 13;
    pub const ODD: u16 = 1 << 14;
    pub const GROUP: u16 = 1 << 15;
}

/// Maximum length of text in an entry, in bytes.
const INSIDE: usize = 13;
/// No index.
pub(super) const NONE: u16 = u16::MAX;

/// Text of a key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    pub text: String,
    pub flags: u16,
    /// Set if the text depends on more than the key.
    pub special: Option<Special>,
}

/// Data that a text needs besides the key: the index of a number, or a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Special {
    Number(u16),
    Literal,
}

impl Entry {
    pub fn of(text: String) -> Self {
        Self { text, flags: flags::ALIKE, special: None }
    }

    pub fn row(&self, texts: &mut Texts) -> [u8; 16] {
        let mut row = [0; 16];
        let mut all = self.flags;
        let length = self.text.len();
        if let Some(special) = self.special {
            let raw = if let Special::Number(number) = special { number + 1 } else { 0 };
            row[..2].copy_from_slice(&raw.to_le_bytes());
            all |= flags::SPECIAL;
        } else if length > INSIDE {
            row[..4].copy_from_slice(&texts.add(&self.text).to_le_bytes());
            row[13] = u8::try_from(length).expect("texts are short");
            all |= flags::LONG;
        } else {
            row[..length].copy_from_slice(self.text.as_bytes());
            row[13] = length as u8;
        }
        row[14..].copy_from_slice(&all.to_le_bytes());
        row
    }
}

/// Runs of bits that form a key, the lowest first: (lowest bit, count).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Key(pub Vec<(u32, u32)>);

impl Key {
    /// Key of a field whose pieces are (high, low), the most significant first.
    pub fn of(pieces: &[(u32, u32)]) -> Self {
        let mut key = Self::default();
        pieces.iter().rev().for_each(|&(high, low)| key.add(low, high - low + 1));
        key
    }

    /// Adds bits above the existing ones.
    pub fn add(&mut self, low: u32, count: u32) {
        match self.0.last_mut() {
            Some(last) if last.0 + last.1 == low => last.1 += count,
            _ => self.0.push((low, count)),
        }
    }

    pub fn join(mut self, other: &Self) -> Self {
        other.0.iter().for_each(|&(low, count)| self.add(low, count));
        self
    }

    pub fn bits(&self) -> u32 {
        self.0.iter().map(|r| r.1).sum()
    }

    /// Bits of a word that the key contains.
    pub fn mask(&self) -> u64 {
        self.0.iter().fold(0, |mask, &(low, count)| mask | ones(count) << low)
    }

    /// Index of the 32-bit word from which the bits of the key are counted. All of them must be within 64 bits from
    /// there.
    pub fn word(&self) -> u32 {
        let (first, last) = (self.0.iter().map(|r| r.0).min(), self.0.iter().map(|r| r.0 + r.1).max());
        let word = if last > Some(64) { first.unwrap_or(0) / 32 } else { 0 };
        assert!(last <= Some(32 * word + 64), "the bits of the key {self:?} are too far from each other");
        word
    }

    fn row(&self) -> String {
        assert!(self.0.len() <= 3 && self.bits() <= 16, "the key {self:?} has too many runs or bits");
        let start = 32 * self.word();
        let mut done = 0;
        let mut rows = vec!["r(0, 0)".to_owned(); 3];
        for (row, &(low, count)) in rows.iter_mut().zip(&self.0) {
            *row = format!("r({}, {:#x})", (low - start + 64 - done) % 64, ((1_u32 << count) - 1) << done);
            done += count;
        }
        format!("[{}]", rows.join(", "))
    }
}

/// A piece of text; the fields are those of `isatope_core::tables::Piece`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Piece {
    pub kind: &'static str,
    pub lead: &'static str,
    pub key: Key,
    pub table: u32,
    pub flags: u16,
    pub extra: u16,
    pub signs: u16,
    pub operand: Option<u8>,
    /// Texts of a choice that has no table yet.
    pub choices: Vec<String>,
    /// Maximum length of the text in bytes, including the text before it.
    pub longest: usize,
}

impl Piece {
    pub fn new(kind: &'static str, longest: usize) -> Self {
        Self {
            kind,
            lead: "None",
            key: Key::default(),
            table: 0,
            flags: 0,
            extra: NONE,
            signs: NONE,
            operand: None,
            choices: Vec::new(),
            longest: longest + 2,
        }
    }

    /// A piece with a text for each value of a key.
    pub fn choice(key: Key, choices: Vec<String>) -> Self {
        assert_eq!(choices.len(), 1 << key.bits());
        let longest = choices.iter().map(String::len).max().unwrap_or(0);
        Self { key, choices, ..Self::new("Choice", longest) }
    }

    pub fn row(&self) -> String {
        format!(
            "i({}, {}, {:#x}, {}, {}, K::{}, L::{}, {:?}, {})",
            self.key.row(),
            self.table,
            self.flags,
            self.extra,
            self.signs,
            self.kind,
            self.lead,
            self.operand,
            self.key.word()
        )
    }
}

/// Maximum width of the key of merged choices, in bits.
const TOGETHER: u32 = 7;

impl Printing<'_, '_> {
    /// Merges adjacent choices, and assigns tables to all choices.
    pub(super) fn finish(&mut self, pieces: Vec<Piece>) -> Vec<Piece> {
        let mut done: Vec<Piece> = Vec::new();
        // Pieces that may be skipped must not be merged, because a skip counts pieces.
        let mut alone = 0;
        for piece in pieces {
            let together = alone == 0 && !piece.choices.is_empty();
            alone = if piece.kind == "When" { usize::from(piece.extra) } else { alone.saturating_sub(1) };
            if let Some(last) = done.last_mut()
                && together
                && !last.choices.is_empty()
                && last.operand == piece.operand
                && let key = last.key.clone().join(&piece.key)
                && key.bits() <= TOGETHER
                && key.0.len() <= 3
                && key.0.iter().all(|run| (run.0 < 64) == (key.0[0].0 < 64))
            {
                let firsts = &last.choices;
                let pairs = piece.choices.iter().flat_map(|second| firsts.iter().map(move |first| (first, second)));
                let choices = pairs.map(|(first, second)| format!("{first}{second}")).collect();
                *last = Piece { operand: piece.operand, ..Piece::choice(key, choices) };
                continue;
            }
            done.push(piece);
            if alone > 0 && done.last().is_some_and(|p| p.kind != "When" && !p.choices.is_empty()) {
                // Gets its table now, so that no other piece is merged with it.
                let last = done.pop().expect("just pushed");
                done.push(self.tabled(last));
            }
        }
        done.into_iter().map(|piece| self.tabled(piece)).collect()
    }

    fn tabled(&mut self, mut piece: Piece) -> Piece {
        if !piece.choices.is_empty() {
            let entries: Vec<Entry> = std::mem::take(&mut piece.choices).into_iter().map(Entry::of).collect();
            piece.table = self.table(&entries);
        }
        piece
    }

    /// A piece for a number with text before it. `silent` is the value for which nothing is printed.
    pub(super) fn number(
        &mut self,
        before: &str,
        pieces: &[(u32, u32)],
        style: &str,
        silent: Option<u64>,
        number: Option<usize>,
    ) -> Piece {
        let extra = self.number_row(before, pieces, style, silent, number);
        Piece { extra, ..Piece::new("Number", before.len() + if number.is_some() { 100 } else { 24 }) }
    }

    pub(super) fn number_row(
        &mut self,
        before: &str,
        pieces: &[(u32, u32)],
        style: &str,
        silent: Option<u64>,
        number: Option<usize>,
    ) -> u16 {
        let runs =
            self.tables.pool.list("(u8, u8)", pieces.iter().map(|(high, low)| format!("({low}, {})", high - low + 1)));
        let before = self.text(before);
        let number = id_or_none("NumberId", number);
        let row = format!(
            "NumberPiece {{ before: {before}, runs: {runs}, style: DigitStyle::{style}, silent: {silent:?}, number: {number} }}"
        );
        self.numbers.add(row) as u16
    }
}
