//! Classes of instructions.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use isatope_core::Instruction;
use isatope_core::hazards::{Condition, Hazards, Term};
use isatope_core::tables::{FieldKind, Kind, Slot, VersionId};

/// Whether all instructions of a form are in a class; `None` if it depends on their fields. `open` receives the terms
/// on which it depends.
fn in_form(hazards: &Hazards, class: usize, inst: &Instruction, open: &mut dyn FnMut(&'static Term)) -> Option<bool> {
    let mut found = Some(false);
    for term in hazards.classes[class].terms {
        let units = inst.encoding().units;
        let unit = match term.unit {
            None => Some(true),
            Some(name) if units.len() == 1 => Some(units[0].name.as_str() == name),
            Some(name) if units.iter().any(|unit| unit.name.as_str() == name) => None,
            Some(_) => Some(false),
        };
        let form = term.versions.contains(inst.target().version())
            && term.insts.is_none_or(|insts| insts.binary_search(&inst.form().inst).is_ok())
            && term.formats.is_none_or(|formats| formats.binary_search(&inst.form().format).is_ok());
        let class = term.class.map_or(Some(true), |class| in_form(hazards, class, inst, &mut |_| {}));
        match (form, unit, class, term.when.is_empty()) {
            (false, ..) | (_, Some(false), ..) | (_, _, Some(false), _) => {}
            (true, Some(true), Some(true), true) => return Some(true),
            _ => {
                open(term);
                found = None;
            }
        }
    }
    found
}

/// Classes of the instructions of a form.
#[derive(Clone, Debug, Default)]
struct FormClasses {
    /// Classes of all of them, one bit each.
    sure: u128,
    /// Terms that depend on fields, with their classes.
    open: Box<[(u8, &'static Term)]>,
}

/// Classes of instructions, by their form. What depends on fields is asked each time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    forms: HashMap<(u16, VersionId), FormClasses, FixedState>,
}

impl Classes {
    /// Classes of the instructions of a form, from one of them.
    fn form(&mut self, hazards: &'static Hazards, inst: &Instruction) -> &FormClasses {
        let key = (inst.opcode().index() as u16, inst.target().version());
        self.forms.entry(key).or_insert_with(|| {
            let (mut sure, mut open) = (0, Vec::new());
            for class in 0..hazards.classes.len() {
                let before = open.len();
                if in_form(hazards, class, inst, &mut |term| open.push((class as u8, term))) == Some(true) {
                    sure |= 1 << class;
                    open.truncate(before);
                }
            }
            FormClasses { sure, open: open.into() }
        })
    }

    /// Whether the classes of instructions of a form depend on the bits of a field.
    pub fn depend_on(&mut self, hazards: &'static Hazards, inst: &Instruction, field: &str) -> bool {
        let is_tested = |condition: &Condition| match condition {
            Condition::Bits(all, ..) => all.iter().any(|bits| bits.field == field),
            _ => false,
        };
        self.form(hazards, inst).open.iter().any(|(_, term)| term.when.iter().any(is_tested))
    }

    /// The classes of an instruction, one bit each.
    pub fn of(&mut self, hazards: &'static Hazards, inst: &Instruction) -> u128 {
        let form = self.form(hazards, inst);
        let mut all = form.sure;
        let mut has_values = None;
        for &(class, term) in form.open.iter().filter(|(class, _)| form.sure >> class & 1 == 0) {
            if all >> class & 1 == 0 && fits(hazards, class.into(), term, inst, all, &mut has_values) {
                all |= 1 << class;
            }
        }
        all
    }
}

/// Whether an instruction whose form fits a term of a class is in it. `all` are its classes so far, with all that are
/// declared before this one, and `has_values` says whether it has computed operands, if that is known.
fn fits(
    hazards: &Hazards,
    class: usize,
    term: &Term,
    inst: &Instruction,
    all: u128,
    has_values: &mut Option<bool>,
) -> bool {
    let is_in = |other: usize| all >> other & 1 != 0 || other >= class && hazards.is_in(other, inst);
    let (arch, layout) = (inst.target().arch(), inst.layout());
    let is_computed = || {
        layout.slots.iter().any(|&slot| match slot {
            Slot::Field(field) => match layout[field].kind {
                FieldKind::Operand(class) => {
                    let range = arch[class].range(inst.field(field) as u32);
                    range.is_some_and(|range| matches!(range.kind, Kind::Value(_)))
                }
                FieldKind::Plain | FieldKind::Ignored => false,
            },
            Slot::Register(_) => false,
        })
    };
    let mut holds = |condition: &Condition| match condition {
        Condition::Value(_) if !*has_values.get_or_insert_with(is_computed) => false,
        _ => condition.holds(inst),
    };
    let conditions = term.when.iter().all(&mut holds);
    conditions && term.unit.is_none_or(|unit| inst.unit() == Some(unit)) && term.class.is_none_or(is_in)
}
