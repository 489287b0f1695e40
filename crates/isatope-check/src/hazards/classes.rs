//! Classes of instructions.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use isatope_core::Instruction;
use isatope_core::hazards::Hazards;
use isatope_core::tables::VersionId;

/// Whether all instructions of a form are in a class; `None` if it depends on their fields.
fn in_form(hazards: &Hazards, class: usize, inst: &Instruction) -> Option<bool> {
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
        let class = term.class.map_or(Some(true), |class| in_form(hazards, class, inst));
        match (form, unit, class, term.when.is_empty()) {
            (false, ..) | (_, Some(false), ..) | (_, _, Some(false), _) => {}
            (true, Some(true), Some(true), true) => return Some(true),
            _ => found = None,
        }
    }
    found
}

/// Classes of instructions, by their form. What depends on fields is asked each time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    forms: HashMap<(u16, VersionId), (u128, u128), FixedState>,
}

impl Classes {
    /// The classes of an instruction, one bit each.
    pub fn of(&mut self, hazards: &Hazards, inst: &Instruction) -> u128 {
        let key = (inst.opcode().index() as u16, inst.target().version());
        let (sure, open) = *self.forms.entry(key).or_insert_with(|| {
            let (mut sure, mut open) = (0, 0);
            for class in 0..hazards.classes.len() {
                match in_form(hazards, class, inst) {
                    Some(true) => sure |= 1 << class,
                    Some(false) => {}
                    None => open |= 1 << class,
                }
            }
            (sure, open)
        });
        let mut all = sure;
        let mut rest = open;
        while rest != 0 {
            let class = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if hazards.is_in(class, inst) {
                all |= 1 << class;
            }
        }
        all
    }
}
