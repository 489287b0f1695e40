//! Tests that decode → encode and decode → print → assemble are identities.

use isatope_core::{Instruction, Target, decode};
use isatope_testing::Random;

use crate::exhaustive::{BATCH, Found, Line, TextChecker};

/// Most differences that are kept.
const MOST_DIFFERENCES: usize = 50;

/// Checks words of one target, and counts them.
pub struct Checker {
    target: Target,
    texts: TextChecker,
    /// Number of words that decoded.
    pub decoded: u64,
    /// Number of words that were also printed and assembled, in each dialect.
    pub printed: u64,
    /// Messages for the first differences.
    pub differences: Vec<String>,
}

impl Checker {
    /// Creates a checker for every dialect of the target.
    pub fn new(target: Target) -> Self {
        Self { target, texts: TextChecker::new(target), decoded: 0, printed: 0, differences: Vec::new() }
    }

    /// Decodes 64 bits. If they decode, the instruction must encode to the same bytes. With `text`, it must also print
    /// a text that assembles to the same bytes, which [`Checker::finish`] looks at.
    pub fn check(&mut self, bits: u64, text: bool) {
        let bytes = bits.to_le_bytes();
        let Ok(inst) = decode(self.target, &bytes) else { return };
        self.decoded += 1;
        if inst.bytes()[..] != bytes[..inst.len()] {
            self.differ(&inst, format!("encodes as {:02x?}", &inst.bytes()[..]));
        }
        if !text {
            return;
        }
        self.printed += 1;
        self.texts.lines.push(Line { bits: inst.bits(), inst: Some(inst) });
        if self.texts.lines.len() == BATCH {
            self.finish();
        }
    }

    /// Prints and assembles the instructions that have been kept for that. The last differences are known after it.
    pub fn finish(&mut self) {
        let mut found = Found::default();
        self.texts.check(&mut found, MOST_DIFFERENCES - self.differences.len());
        self.texts.lines.clear();
        self.differences.extend(found.differences.into_iter().map(|difference| difference.message));
    }

    fn differ(&mut self, inst: &Instruction, what: String) {
        if self.differences.len() < MOST_DIFFERENCES {
            self.differences.push(format!("{} {}: {what}", self.target, crate::hex(inst.bits(), inst.len())));
        }
    }

    /// Checks every form of the target. Sweeps each field over all values, or a wide field over each bit. The other
    /// fields have their defaults; with `complete`, also pseudo-random values. Without it, operands, of which there are
    /// hundreds, are each third value, another third for each form: forms share classes of operands.
    pub fn sweep(&mut self, complete: bool) {
        let mut random = Random(0x1234_5678_9abc_def1);
        for index in 0..self.target.arch().forms.len() {
            let Some(base) = Instruction::new(isatope_core::Opcode::new(index), self.target) else { continue };
            let pattern = base.encoding().pattern;
            for background in 0..1 + u32::from(complete) {
                let rest = if background == 0 { base.bits() } else { random.next() };
                let start = rest & !pattern.mask | pattern.value;
                for field in base.layout().field_ids() {
                    let width = base.layout()[field].bits;
                    let values = if width <= 9 { 1 << width } else { u64::from(width) };
                    let step = if complete || values < 256 { 1 } else { 3 };
                    for v in (index as u64 % step..values).step_by(step as usize) {
                        let value = if width <= 9 { v } else { 1 << v };
                        let Some(mut inst) = Instruction::from_bits(base.opcode(), self.target, start) else {
                            continue;
                        };
                        inst.set_field(field, value);
                        self.check(inst.bits() | (random.next() << 32 & literal_space(&inst)), true);
                    }
                }
            }
        }
    }

    /// Checks pseudo-random words: half are arbitrary, and half have the fixed bits of some form, so that they decode.
    pub fn random(&mut self, seed: u64, words: u64, text_every: u64) {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let version = self.target.version();
        let patterns: Vec<_> = self
            .target
            .arch()
            .forms
            .iter()
            .filter_map(|f| Some(self.target.arch()[f.encoding(version)?].pattern))
            .collect();
        for i in 0..words {
            let mut bits = random.next();
            if i % 2 == 1 {
                let pattern = &patterns[(random.next() % patterns.len() as u64) as usize];
                bits = bits & !pattern.mask | pattern.value;
            }
            self.check(bits, i % text_every < 2);
        }
    }
}

/// Bits after a 32-bit instruction that may be a literal.
fn literal_space(inst: &Instruction) -> u64 {
    if inst.encoding().bytes == 4 { 0xffff_ffff_0000_0000 } else { 0 }
}
