//! Lines whose shape has a template.

use super::forms::{Skipped, candidates};
use super::later::Pending;
use super::{Made, Source};
use crate::Item;
use crate::select::Encoder;

impl Source<'_> {
    /// Adds the instruction of the line at a place by the template of its shape, and says where the next line starts. The hash of a shape
    /// that should get a template otherwise.
    #[inline]
    pub(super) fn by_template(&mut self, at: usize) -> Result<usize, Option<u64>> {
        if !self.templates.looks() {
            return Err(None);
        }
        self.shape.read(self.text, at, &self.tables.shapes).ok_or(None)?;
        let hash = self.shape.hash();
        let encoder = Encoder {
            tables: self.tables,
            text: self.text,
            operands: &[],
            modifiers: &self.modifiers,
            symbols: &self.symbols,
            named: 0..0,
            buggy_fp_lit: self.options.buggy_fp_lit,
        };
        match self.templates.fill(&self.shape, hash, &encoder, self.target) {
            Ok(filled) => {
                if let Some((encoding, index, operand)) = filled.pending {
                    let (item, place) = (self.output.items.len(), self.here);
                    self.pending.push(Pending { item, place, encoding, index: index.into(), operand });
                }
                self.templates.helped();
                self.push(Item::Instruction(filled.inst));
                if self.options.places {
                    self.note_places(self.shape.start, self.shape.end);
                }
                Ok(self.shape.next)
            }
            Err(is_new) => Err((is_new && self.templates.wants(hash)).then_some(hash)),
        }
    }

    /// Makes the template of the shape at hand from what was chosen for its line.
    #[cold]
    pub(super) fn learn(&mut self, hash: u64, made: &Made<'_>) {
        let encoder = Encoder {
            tables: self.tables,
            text: self.text,
            operands: &self.operands,
            modifiers: &self.modifiers,
            symbols: &self.symbols,
            named: 0..0,
            buggy_fp_lit: self.options.buggy_fp_lit,
        };
        let skipped = Skipped::default();
        let tried = candidates(&encoder, made.mnemonic, made.suffix, &skipped);
        let tried: Vec<_> = tried.take_while(|c| c.encoding != made.encoded.encoding).collect();
        let long = made.encoded.long || tried.iter().any(|c| c.long);
        let tried: Vec<u16> = tried.into_iter().map(|c| c.encoding).collect();
        self.templates.learn(&self.shape, hash, &encoder, &made.encoded, if long { None } else { Some(&tried) });
    }
}
