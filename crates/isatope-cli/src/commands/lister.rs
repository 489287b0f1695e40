//! Lists words one by one, and code.

use std::collections::BTreeSet;
use std::ops::Range;

use isatope::assembler::listing::code::{Code, Label, Lines, Remark, data, margin};
use isatope::assembler::listing::{Margin, Sink, Text};
use isatope::tables::{Formatter, Instruction, Target, decode};

use super::flow::Flows;
use super::json_lines::JsonLines;
use crate::args::DisEmit;

/// Whether zeros behind a program of a target are padding.
pub fn is_padded(target: Target) -> bool {
    target.arch().checks.is_some_and(|c| c.padding)
}

/// Lists words one by one.
pub struct Lister<'s, 'w> {
    pub target: Target,
    pub formatter: Formatter,
    pub emit: DisEmit,
    pub out: &'s mut Sink<'w>,
    json: JsonLines<'s>,
}

impl<'s, 'w> Lister<'s, 'w> {
    /// Writes to a sink.
    pub fn new(target: Target, formatter: Formatter, emit: DisEmit, out: &'s mut Sink<'w>) -> Self {
        Self { target, formatter, emit, out, json: JsonLines::new(target, formatter) }
    }

    /// The address of what comes, and names of places in it.
    pub fn place(&mut self, base: u64, labels: &'s [(u64, &'s str)]) {
        self.json.place(base, labels);
    }

    /// The instruction that some bytes are, or their words.
    pub fn one(&mut self, offset: u64, bytes: &[u8]) -> anyhow::Result<()> {
        let padding = is_padded(self.target) && bytes.iter().all(|b| *b == 0);
        match decode(self.target, bytes) {
            Ok(inst) if inst.len() == bytes.len() && !padding => self.instruction(offset, &inst),
            _ => {
                let bits = bytes.iter().take(8).rev().fold(0, |bits, b| bits << 8 | u64::from(*b));
                self.unknown(offset, bits, bytes.len().min(8))
            }
        }
    }

    /// The instructions in a range of the bytes.
    pub fn code(&mut self, bytes: &[u8], range: Range<usize>) -> anyhow::Result<()> {
        if self.emit == DisEmit::Json {
            return self.each_from(range.start as u64, &bytes[range]);
        }
        let margin = if self.emit == DisEmit::List { Margin::Words } else { Margin::None };
        // Text that says distances has beside them where they lead.
        let distances = self.target.arch().syntax.distances;
        let formatter = self.formatter.labels(!distances);
        let places = distances.then(|| Places::new(self.target, &formatter, bytes, range.clone()));
        let code = Code {
            target: self.target,
            formatter: &formatter,
            bytes,
            margin,
            indent: false,
            labels: places.as_ref().map_or(&[], |places| &places.labels),
            base: 0,
            remark: places.as_ref().map(|places| places as &dyn Remark),
        };
        code.write(range, self.out)?;
        Ok(())
    }

    /// Every instruction, and every word that is none, of bytes that start at an offset.
    pub fn each_from(&mut self, base: u64, bytes: &[u8]) -> anyhow::Result<()> {
        let word = self.target.arch().word_bits as usize / 8;
        let mut offset = 0;
        while offset < bytes.len() {
            let rest = &bytes[offset..];
            let zero = is_padded(self.target) && rest.iter().take(word).all(|&b| b == 0);
            match decode(self.target, rest) {
                Ok(inst) if !zero => {
                    self.instruction(base + offset as u64, &inst)?;
                    offset += inst.len();
                }
                _ => {
                    let len = word.min(rest.len());
                    let mut padded = [0; 8];
                    padded[..len].copy_from_slice(&rest[..len]);
                    self.unknown(base + offset as u64, u64::from_le_bytes(padded), len)?;
                    offset += len;
                }
            }
            self.out.pass_on()?;
        }
        Ok(())
    }

    fn instruction(&mut self, offset: u64, inst: &Instruction) -> anyhow::Result<()> {
        match self.emit {
            DisEmit::Text => {}
            DisEmit::List => margin(&mut self.out.text, offset, inst.bits(), inst.len(), self.target.arch().word_bits),
            DisEmit::Json => {
                self.json.instruction(offset, inst, &self.formatter, &mut self.out.text);
                return Ok(());
            }
        }
        self.formatter.write(inst, &mut self.out.text)?;
        self.out.text.end_line();
        Ok(())
    }

    pub fn unknown(&mut self, offset: u64, bits: u64, len: usize) -> anyhow::Result<()> {
        let word_bits = self.target.arch().word_bits;
        match self.emit {
            DisEmit::Text => {}
            DisEmit::List => margin(&mut self.out.text, offset, bits, len, word_bits),
            DisEmit::Json => {
                self.json.data(offset, bits, len, &mut self.out.text);
                return Ok(());
            }
        }
        data(&mut self.out.text, bits, len, word_bits);
        self.out.text.end_line();
        Ok(())
    }
}

/// The places to which branches lead whose text says a distance.
#[derive(Debug)]
struct Places {
    flows: Flows,
    labels: Vec<Label<'static>>,
}

impl Places {
    /// Those in a range of the bytes.
    fn new(target: Target, formatter: &Formatter, bytes: &[u8], range: Range<usize>) -> Self {
        let flows = Flows::new(target, formatter);
        let word = target.arch().word_bits as usize / 8;
        let code = &bytes[range.clone()];
        let at = |i: usize| (range.start + i * word) as u64;
        let words = code.chunks_exact(word).enumerate();
        let leads = words.filter_map(|(i, word)| flows.target(&decode(target, word).ok()?, at(i)));
        let inside =
            |place: &u64| (range.start as u64..range.end as u64).contains(place) && place.is_multiple_of(word as u64);
        let places: BTreeSet<u64> = leads.filter(inside).collect();
        let labels = places
            .into_iter()
            .map(|offset| Label { offset, lines: Lines::Text(format!("{}:\n", label(offset)).into()) });
        Self { labels: labels.collect(), flows }
    }
}

/// The name of a place, as listings have it.
fn label(offset: u64) -> String {
    format!(".L{offset}_0")
}

impl Remark for Places {
    fn write(&self, address: u64, inst: &Instruction, text: &mut Text) {
        let target = self.flows.target(inst, address);
        let known = |offset: &u64| self.labels.binary_search_by_key(offset, |l| l.offset).is_ok();
        if let Some(target) = target.filter(known) {
            text.push(&label(target));
        }
    }
}
