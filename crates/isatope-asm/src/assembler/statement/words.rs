//! Lines of data as listings have them: `.long 0x12345678, 0x9abcdef0`, each word with all of its digits.

use crate::assembler::Item;
use crate::assembler::source::Source;

/// How such a line starts.
const START: &[u8] = b".long 0x";

/// The value of each digit; 255 for what is none.
static DIGITS: [u8; 256] = digits();

const fn digits() -> [u8; 256] {
    let mut values = [255; 256];
    let mut i = 0;
    while i < 16 {
        values[b"0123456789abcdef"[i] as usize] = i as u8;
        values[b"0123456789ABCDEF"[i] as usize] = i as u8;
        i += 1;
    }
    values
}

/// The number that eight digits say.
#[inline]
fn number(text: &[u8; 8]) -> Option<u32> {
    let (mut value, mut all) = (0, 0);
    for byte in text {
        let digit = DIGITS[usize::from(*byte)];
        all |= digit;
        value = value << 4 | u32::from(digit & 15);
    }
    (all < 16).then_some(value)
}

impl Source<'_> {
    /// Reads a line of several words, and says where the next one starts; `None` for any other line, of which nothing is read.
    #[inline]
    pub(super) fn words(&mut self, at: usize) -> Option<usize> {
        if self.block.is_some() || self.options.places {
            return None;
        }
        let line = &self.text.as_bytes()[at..];
        let blanks = line.iter().take_while(|b| **b == b' ').count();
        let mut rest = line[blanks..].strip_prefix(START)?;
        let before = self.output.words.len();
        while let Some((digits, after)) = rest.split_first_chunk()
            && let Some(word) = number(digits)
        {
            self.output.words.push(word);
            if let Some(more) = after.strip_prefix(b", 0x") {
                rest = more;
                continue;
            }
            let next = at + line.len() - after.len() + usize::from(!after.is_empty());
            let count = self.output.words.len() - before;
            if !matches!(after.first(), None | Some(b'\n')) || count < 2 {
                break;
            }
            self.push_words(before, count);
            return Some(next);
        }
        self.output.words.truncate(before);
        None
    }

    /// Adds words to the section; those that go on with what is there become a part of it.
    fn push_words(&mut self, before: usize, count: usize) {
        let (first, more) = (before as u32, count as u32);
        self.here += 4 * count as u64;
        self.symbols.set_here(self.here);
        let is_new = self.run_start == self.output.items.len();
        if let Some(Item::Words { first, count }) = self.output.items.last()
            && !is_new
            && first + count == before as u32
        {
            self.output.items.set(self.output.items.len() - 1, Item::Words { first, count: count + more });
            return;
        }
        self.output.items.push(Item::Words { first, count: more });
    }
}
