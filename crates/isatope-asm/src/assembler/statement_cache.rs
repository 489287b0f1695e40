//! Cache of statements: code repeats the same statements many times.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher};
use std::ops::Range;

use foldhash::fast::FixedState;

use crate::text::cursor::{in_name, starts_name};

/// Statements that may be kept for the same hash.
const WAYS: usize = 4;
/// Hashes at most, a power of two: twice as many gain nothing that can be measured.
const SETS: usize = 1 << 13;
/// Bytes of source for each hash.
const BYTES: usize = 256;
/// Number of lookups after which the cache decides whether it is worth its cost: with fewer than one hit in eight it pauses.
const PROBE_WINDOW: u32 = 1 << 12;
/// Number of statements for which the cache pauses.
const BACKOFF: u32 = 1 << 16;
/// Number of statements before the cache starts.
const WARMUP: u32 = 1 << 10;

/// Maps the text of statements to the instructions that they gave. A statement is stored when it occurs for the second time.
#[derive(Debug)]
pub(super) struct StatementCache<'a> {
    /// Statements by their hash, those that came last in front; nothing at first.
    sets: Vec<Set>,
    /// Statements until the next decision, how many of them were here, and whether they are looked up until then.
    left: u32,
    found: u32,
    rests: bool,
    /// Words that could be names.
    words: HashSet<&'a str, FixedState>,
}

/// Statements of the same hash: more bits of that, where their texts are, and one more than the items that they gave, 0 for one that is not kept.
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

    /// Takes up one in front, and drops the last one.
    fn add(&mut self, tag: u32) {
        for list in [&mut self.tags, &mut self.starts, &mut self.lengths, &mut self.items] {
            list.rotate_right(1);
        }
        (self.tags[0], self.items[0]) = (tag, 0);
    }
}

/// State of a statement in the cache.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// Nothing.
    New,
    /// It came before, and can be kept in a place.
    Again(usize, usize),
    /// It gives what this item is.
    Kept(usize),
}

impl Default for StatementCache<'_> {
    fn default() -> Self {
        Self { sets: Vec::new(), left: WARMUP, found: 0, rests: true, words: HashSet::default() }
    }
}

impl<'a> StatementCache<'a> {
    /// Looks a statement up, and takes note that it was here.
    #[inline]
    pub fn look(&mut self, text: &str, at: Range<usize>) -> Known {
        if self.left == 0 {
            self.decide(text.len());
        }
        self.left -= 1;
        if self.rests {
            return Known::New;
        }
        let mut hasher = FixedState::default().build_hasher();
        let statement = &text.as_bytes()[at.clone()];
        hasher.write(statement);
        let hash = hasher.finish();
        // No statement has the tag of an empty place.
        let (tag, place) = ((hash >> 32) as u32 | 1, hash as usize & (self.sets.len() - 1));
        let set = &mut self.sets[place];
        let way = set.way(tag);
        self.found += u32::from(way.is_some());
        match way {
            Some(way) if set.items[way] == 0 => Known::Again(place, way),
            Some(way) => {
                let known = &text.as_bytes()[set.starts[way] as usize..][..set.lengths[way] as usize];
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
            self.sets = vec![Set::default(); (length / BYTES).next_power_of_two().min(SETS)];
        }
        self.rests = !self.rests && self.found < PROBE_WINDOW / 8;
        self.left = if self.rests { BACKOFF } else { PROBE_WINDOW };
        self.found = 0;
    }

    /// Keeps a statement in a place, and the item that it gave, unless one of its words means something that changes: a place in the code, or what
    /// the source has given a meaning.
    pub fn keep(
        &mut self,
        text: &'a str,
        at: Range<usize>,
        (place, way): (usize, usize),
        item: usize,
        has_meaning: impl Fn(&str) -> bool,
    ) {
        let statement = &text[at.clone()];
        let changes = |word: &str| word.starts_with('.') || has_meaning(word);
        if !words(statement).any(changes) {
            self.words.extend(words(statement));
            let set = &mut self.sets[place];
            (set.starts[way], set.lengths[way]) = (at.start as u32, at.len() as u32);
            set.items[way] = item as u32 + 1;
        }
    }

    /// Forgets all where one of the statements has a word, which gets a meaning.
    #[inline]
    pub fn change(&mut self, word: &str) {
        if self.words.contains(word) {
            self.words.clear();
            self.sets.fill(Default::default());
        }
    }
}

/// The words of a statement that could be names.
fn words(statement: &str) -> impl Iterator<Item = &str> {
    let words = statement.split(|c: char| c.is_ascii() && !in_name(c as u8));
    words.filter(|word| word.bytes().next().is_some_and(starts_name))
}
