//! Cache of statements: code repeats the same statements many times.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;

use crate::text::cursor::{in_name, starts_name};

/// Number of statements that can be stored per hash (associativity).
const WAYS: usize = 4;
/// Maximum number of sets, a power of two. Twice as many are not measurably faster.
const SETS: usize = 1 << 13;
/// Number of source bytes per set.
const BYTES: usize = 256;
/// Number of lookups after which the cache decides whether it is worth its cost: with fewer than one hit in eight it
/// pauses.
const PROBE_WINDOW: u32 = 1 << 12;
/// Number of statements for which the cache pauses.
const BACKOFF: u32 = 1 << 16;
/// Number of statements before the cache starts.
const WARMUP: u32 = 1 << 10;
/// Smallest number of sets, a power of two: expansions make many statements of a short source.
const LEAST_SETS: usize = 1 << 8;
/// Maximum size in bytes of the texts of stored statements.
const MOST_TEXT: usize = 1 << 22;

/// Number of definitions of words in stored statements between two decisions after which statements with names are no
/// longer stored: each of them clears the cache.
const MOST_CHANGES: u32 = 16;

/// Maps the text of statements to their instructions. A statement is stored when it occurs for the second time.
#[derive(Debug)]
pub(super) struct StatementCache<'a> {
    /// Statements by their hash, the most recent first. Empty at first.
    sets: Vec<Set>,
    /// Number of statements until the next decision, number of hits among them, and whether the cache pauses until
    /// then.
    left: u32,
    found: u32,
    rests: bool,
    /// Texts of stored statements.
    text: Vec<u8>,
    /// Words of stored statements that could be names, and bits for their first bytes.
    words: HashSet<&'a str, FixedState>,
    firsts: u64,
    /// How often one of them was defined since the last decision.
    changes: u32,
}

/// Statements with the same hash: more bits of the hash, positions of their texts in the cache, and the index of their
/// item plus 1. The index is 0 for a statement that has occurred only once.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Set {
    tags: [u32; WAYS],
    starts: [u32; WAYS],
    lengths: [u32; WAYS],
    items: [u32; WAYS],
}

impl Set {
    /// Finds the way with a tag. Compares all ways, because an early exit would be mispredicted.
    #[inline(always)]
    fn way(&self, tag: u32) -> Option<usize> {
        let found = (0..WAYS).fold(0, |set, way| set | u32::from(self.tags[way] == tag) << way);
        (found != 0).then_some(found.trailing_zeros() as usize)
    }

    /// Adds a tag at the front, and drops the last one.
    fn add(&mut self, tag: u32) {
        for list in [&mut self.tags, &mut self.starts, &mut self.lengths, &mut self.items] {
            list.rotate_right(1);
        }
        (self.tags[0], self.items[0]) = (tag, 0);
    }
}

/// The meaning of a word in a statement. Later meanings can change more easily.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meaning {
    /// The source does not define it.
    None,
    /// A number, until the source defines it anew.
    Number,
    /// Anything else.
    Other,
}

/// Result of a lookup.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// Not in the cache.
    New,
    /// Occurred before, and can be stored in this set and way.
    Again(usize, usize),
    /// Has the same instruction as the item with this index.
    Kept(usize),
}

impl Default for StatementCache<'_> {
    fn default() -> Self {
        Self {
            sets: Vec::new(),
            left: WARMUP,
            found: 0,
            rests: true,
            text: Vec::new(),
            words: HashSet::default(),
            changes: 0,
            firsts: 0,
        }
    }
}

impl<'a> StatementCache<'a> {
    /// Looks up a statement, and records that it occurred. `length` is that of the source.
    #[inline(always)]
    pub fn look(&mut self, statement: &[u8], length: usize) -> Known {
        if self.left == 0 {
            self.decide(length);
        }
        self.left -= 1;
        if self.rests {
            return Known::New;
        }
        let mut hasher = FixedState::default().build_hasher();
        hasher.write(statement);
        let hash = hasher.finish();
        // Empty ways have the tag 0. The tags of statements are odd.
        let (tag, place) = ((hash >> 32) as u32 | 1, hash as usize & (self.sets.len() - 1));
        let set = &mut self.sets[place];
        let way = set.way(tag);
        self.found += u32::from(way.is_some());
        match way {
            Some(way) if set.items[way] == 0 => Known::Again(place, way),
            Some(way) => {
                let known = &self.text[set.starts[way] as usize..][..set.lengths[way] as usize];
                if known == statement { Known::Kept(set.items[way] as usize - 1) } else { Known::New }
            }
            None => {
                set.add(tag);
                Known::New
            }
        }
    }

    /// Decides whether the next statements are looked up.
    #[cold]
    #[inline(never)]
    fn decide(&mut self, length: usize) {
        if self.sets.is_empty() {
            self.sets = vec![Set::default(); (length / BYTES).next_power_of_two().clamp(LEAST_SETS, SETS)];
        }
        self.rests = !self.rests && self.found < PROBE_WINDOW / 8;
        self.left = if self.rests { BACKOFF } else { PROBE_WINDOW };
        (self.found, self.changes) = (0, 0);
    }

    /// Stores a statement and the index of its item, unless one of its words has a meaning that can change without a
    /// call of [`change`](Self::change), such as a code address.
    pub fn keep(
        &mut self,
        statement: &'a str,
        (place, way): (usize, usize),
        item: usize,
        meaning: impl Fn(&str) -> Meaning,
    ) {
        let most = if self.changes < MOST_CHANGES { Meaning::Number } else { Meaning::None };
        if words(statement).any(|word| word.starts_with('.') || meaning(word) > most) {
            return;
        }
        if self.text.len() + statement.len() > MOST_TEXT {
            self.clear();
            return;
        }
        for word in words(statement) {
            self.firsts |= first_bit(word);
            self.words.insert(word);
        }
        let set = &mut self.sets[place];
        (set.starts[way], set.lengths[way]) = (self.text.len() as u32, statement.len() as u32);
        set.items[way] = item as u32 + 1;
        self.text.extend_from_slice(statement.as_bytes());
    }

    /// Forgets all statements.
    pub fn clear(&mut self) {
        self.words.clear();
        self.firsts = 0;
        self.text.clear();
        self.sets.fill(Default::default());
    }

    /// Clears the cache if a stored statement contains a word that is being defined.
    #[inline]
    pub fn change(&mut self, word: &str) {
        if self.firsts & first_bit(word) != 0 && self.words.contains(word) {
            self.changes += 1;
            self.clear();
        }
    }
}

/// A bit for the first byte of a word. Four bytes share a bit.
#[inline]
fn first_bit(word: &str) -> u64 {
    word.bytes().next().map_or(0, |first| 1 << (first & 63))
}

/// The words of a statement that could be names.
fn words(statement: &str) -> impl Iterator<Item = &str> {
    let words = statement.split(|c: char| c.is_ascii() && !in_name(c as u8));
    words.filter(|word| word.bytes().next().is_some_and(starts_name))
}
