//! Finds direct branches and their targets, and writes their lines.

use isatope_core::tables::{ClassId, CodeRange, Field, FieldKind, Form, Kind};
use isatope_core::{Formatter, Instruction, Passed, Reach, Target};

use super::text::Text;

/// Largest number of branches that are remembered.
const MOST: usize = 16;

/// Looks for branches.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// For each opcode whether the dialect writes a label in it. Empty if it writes labels in no instruction of the
    /// target.
    pub(super) labelled: Vec<bool>,
    /// Instructions that are no such branches.
    pub(super) passed: Box<Passed>,
    pub(super) branches: Branches,
}

impl Search {
    pub(super) fn new(target: Target, formatter: &Formatter) -> Self {
        Self { labelled: labelled_forms(target, formatter), passed: Box::default(), branches: Branches::default() }
    }

    /// Whether there is nothing to look for.
    pub(super) fn is_idle(&self) -> bool {
        self.labelled.is_empty()
    }

    /// Whether a label is written in the instruction.
    pub(super) fn is_labelled(&self, inst: &Instruction) -> bool {
        self.labelled.get(inst.opcode().index()) == Some(&true)
    }
}

/// Branches that were seen, without their distances: other branches mostly differ from one of them only in this.
#[derive(Clone, Debug, Default)]
pub(super) struct Branches {
    seen: Vec<Branch>,
}

/// A branch without its distance.
#[derive(Clone, Debug)]
struct Branch {
    reach: Reach,
    /// Bits that are not the distance.
    bits: u64,
    /// Bytes of the instruction.
    length: usize,
    /// Text before and after the label, with the line break, once it is known.
    around: Option<Around>,
}

/// Text before and after a label.
type Around = (Box<[u8]>, Box<[u8]>);

impl Branches {
    fn find(&mut self, inst: &Instruction) -> Option<&mut Branch> {
        let (bits, length) = (inst.bits(), inst.len());
        self.seen.iter_mut().find(|b| bits & !b.reach.mask() == b.bits && length == b.length)
    }

    /// Where a branch at `at` leads; `None` if the instruction does not say it.
    pub(super) fn target(&mut self, inst: &Instruction, at: u64) -> Option<u64> {
        if let Some(known) = self.find(inst) {
            return Some(after(at, inst).wrapping_add_signed(known.reach.distance(inst.bits())));
        }
        if self.seen.len() < MOST
            && inst.len() <= 8
            && let Some(reach) = inst.reach()
        {
            let (bits, length) = (inst.bits() & !reach.mask(), inst.len());
            self.seen.push(Branch { reach, bits, length, around: None });
        }
        inst.branch_target(at)
    }

    /// Writes the line of a branch at `at`, if its text is known except for the label.
    pub(super) fn write(&mut self, inst: &Instruction, at: u64, formatter: &Formatter, text: &mut Text) -> bool {
        let Some(Branch { reach, around: Some((start, rest)), .. }) = self.find(inst) else { return false };
        let target = after(at, inst).checked_add_signed(reach.distance(inst.bits()));
        let Some(target) = target.filter(|target| formatter.names(*target)) else { return false };
        text.push_bytes(start);
        write_label(target, formatter, text);
        text.push_bytes(rest);
        true
    }

    /// Remembers the line of a branch at `at`.
    #[cold]
    pub(super) fn note(&mut self, inst: &Instruction, at: u64, formatter: &Formatter, line: &[u8]) {
        let Some(target) = self.target(inst, at).filter(|target| formatter.names(*target)) else { return };
        let Some(known) = self.find(inst).filter(|known| known.around.is_none()) else { return };
        // A number with a spelling of its own has no label.
        if !inst.target().arch()[known.reach.number()].spellings.is_empty() {
            return;
        }
        let mut label = Text::default();
        write_label(target, formatter, &mut label);
        let mut places = line.windows(label.len()).enumerate().filter(|(_, part)| *part == label.as_bytes());
        if let (Some((start, _)), None) = (places.next(), places.next()) {
            known.around = Some((line[..start].into(), line[start + label.len()..].into()));
        }
    }
}

/// The address after an instruction.
fn after(at: u64, inst: &Instruction) -> u64 {
    at.wrapping_add(inst.len() as u64)
}

/// Writes the name of a place that a branch leads to.
pub(super) fn write_label(at: u64, formatter: &Formatter, text: &mut Text) {
    text.push(".L");
    text.decimal(at);
    text.push("_");
    text.decimal(formatter.code().into());
}

/// See [`Search::labelled`].
fn labelled_forms(target: Target, formatter: &Formatter) -> Vec<bool> {
    let arch = target.arch();
    let is_label = |class: ClassId| match *arch[class].codes {
        [CodeRange { kind: Kind::Number(number), .. }] => formatter.has_labels(&arch[number]),
        _ => false,
    };
    let has_label = |f: &Field| matches!(f.kind, FieldKind::Operand(class) if is_label(class));
    let layouts: Vec<bool> = arch.layouts.iter().map(|l| l.fields.iter().any(has_label)).collect();
    let of = |f: &Form| f.encoding(target.version()).is_some_and(|encoding| layouts[arch[encoding].layout.index()]);
    let forms: Vec<bool> = arch.forms.iter().map(of).collect();
    if forms.contains(&true) { forms } else { Vec::new() }
}
