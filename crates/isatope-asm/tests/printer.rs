//! Tests that all printing methods give the same line: at once, through `Display`, in pieces, or from the cache of
//! lines.

use isatope_asm::listing::{Printer, Text};
use isatope_core::tables::{FieldKind, Layout};
use isatope_core::{Formatter, Instruction, Opcode, decode};
use isatope_testing::{Random, dialects};

/// Prints instructions with all methods.
struct Ways {
    formatter: Formatter,
    printer: Printer,
    /// For words that decode to the same instruction.
    decoded: Printer,
    /// The text that the printers write.
    text: Text,
    address: u64,
    count: usize,
    /// Number of lines from the cache.
    again: usize,
}

impl Ways {
    fn check(&mut self, inst: &Instruction) {
        let mut written = String::new();
        self.text.clear();
        self.printer.write(inst, self.address, &mut self.text);
        self.formatter.at(self.address).write(inst, &mut written).expect("strings take everything");
        written.push('\n');
        assert_eq!(
            String::from_utf8_lossy(self.text.as_bytes()),
            written,
            "{} {:016x} at {}",
            inst.target(),
            inst.bits(),
            self.address
        );
        self.check_pieces(inst);
        self.check_again(inst, &written);
        self.address = (self.address + 4) % 4096;
        self.count += 1;
    }

    /// Pieces must be adjacent, and every bit that differs from its default must belong to a piece.
    fn check_pieces(&self, inst: &Instruction) {
        let (mut end, mut mask) = (0, 0);
        self.formatter.pieces(inst, &mut |piece| {
            assert!(end <= piece.start && piece.start < piece.end, "{} {inst}: {piece:?}", inst.target());
            (end, mask) = (piece.end, mask | piece.mask);
        });
        let usual = Instruction::new(inst.opcode(), inst.target()).expect("the instruction exists");
        if inst.len() == usual.len() && self.formatter.dialect() == inst.target().arch().default_dialect() {
            let unsaid = (inst.bits() ^ usual.bits()) & !mask;
            assert_eq!(unsaid, 0, "{} {:016x} `{inst}`: bits come from nowhere", inst.target(), inst.bits());
        }
    }

    /// A line that occurred twice may come from the cache, unless it contains its address.
    fn check_again(&mut self, inst: &Instruction, line: &str) {
        if decode(inst.target(), &inst.bytes()) != Ok(*inst) {
            return;
        }
        for _ in 0..2 {
            self.decoded.write(inst, self.address, &mut self.text);
        }
        self.text.clear();
        let after = if inst.len() == 4 { 0x1234_5678_u64 << 32 } else { 0 };
        if let Some(len) = self.decoded.again(inst.bits() | after, &mut self.text) {
            assert_eq!((len, self.text.as_bytes()), (inst.len(), line.as_bytes()), "{} {line}", inst.target());
            self.again += 1;
        }
    }

    /// Checks words in which one field has many values (or all), and the other fields have their defaults or random
    /// values.
    fn sweep(&mut self, inst: &Instruction, layout: &Layout, random: &mut Random, all: bool) {
        for id in layout.field_ids() {
            let field = &layout[id];
            let values = if field.bits <= 10 { 1 << field.bits } else { 256 };
            let mut base = *inst;
            for _ in 0..2 {
                let count = if all { values } else { values.min(4) };
                for n in 0..count {
                    let value = if all && field.bits <= 10 { n } else { random.next() };
                    let mut other = base;
                    other.set_field(id, value);
                    other.set_literal(literal(random));
                    self.check(&other);
                }
                base = somewhere(inst, layout, random);
            }
        }
    }
}

/// Literals that look like inline constants, and others.
fn literal(random: &mut Random) -> u32 {
    match random.below(4) {
        0 => random.below(80) as u32,
        1 => (random.below(512) as u32) << 23,
        _ => random.next() as u32,
    }
}

/// An instruction with random fields, in which usual values are more frequent.
fn somewhere(inst: &Instruction, layout: &Layout, random: &mut Random) -> Instruction {
    let mut inst = *inst;
    let calm = random.below(4);
    for field in layout.field_ids() {
        let keep = if matches!(layout[field].kind, FieldKind::Operand(_)) { 0 } else { calm };
        if random.below(4) >= keep {
            inst.set_field(field, random.next());
        }
    }
    inst.set_literal(literal(random));
    inst
}

#[test]
fn texts_are_the_same() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for (target, dialect) in dialects() {
        let arch = target.arch();
        let formatter = Formatter::new(target, dialect).expect("its dialect");
        let [printer, decoded] = [(), ()].map(|()| Printer::new(target, formatter));
        let mut both = Ways { formatter, printer, decoded, text: Text::default(), address: 0, count: 0, again: 0 };
        let mut seen = vec![false; arch.layouts.len()];
        for form in 0..arch.forms.len() {
            let Some(inst) = Instruction::new(Opcode::new(form), target) else { continue };
            let number = inst.encoding().layout.index();
            both.check(&inst);
            both.sweep(&inst, inst.layout(), &mut random, !std::mem::replace(&mut seen[number], true));
            for _ in 0..16 {
                both.check(&somewhere(&inst, inst.layout(), &mut random));
            }
        }
        assert!(both.count > 20_000, "{target} {dialect}: only {}", both.count);
        assert!(3 * both.again > both.count, "{target} {dialect}: {} of {} again", both.again, both.count);
    }
}
