//! What each form touches in each version.

use isatope_lang::access::{Access, Place, When};
use isatope_lang::{CodeKind, Inst, Layout, Model, Scope, Slot};

use super::{Tables, rows, slice};

impl Tables<'_> {
    /// The row of what form `n` of an instruction touches in a version.
    pub(super) fn effects(&mut self, inst: &Inst, n: usize, version: usize, layout: &Layout) -> usize {
        let model = self.model;
        let touched = self.accesses.of(inst, n, version);
        let per_lane = inst.program(n, version).is_some_and(|p| p.scope == Scope::Lane);
        let mask = |access: &&Access| match access.place {
            Place::Register(r) => {
                let named = layout.slots.contains(&Slot::Register(r));
                model.registers[r].mask && !access.read.is_empty() && !named && model.active_mask() != Some(r)
            }
            _ => false,
        };
        let number = |access: &Access| match access.place {
            Place::Register(r) => r,
            _ => usize::MAX,
        };
        let masks = touched.iter().filter(mask).filter(|_| per_lane).map(number);
        let masks = slice(masks.collect::<Vec<_>>());
        let touches = slice(together(&touched).iter().map(|(access, count)| touch(access, *count)));
        self.effects.add(format!("Effects {{ touches: {touches}, masks: {masks}, per_lane: {per_lane} }}"))
    }

    /// What each computed value reads, in the order of [`rows::values`].
    pub(super) fn computed(&mut self) -> String {
        let model: &Model = self.model;
        let mut found: Vec<(String, String)> = Vec::new();
        for code in model.classes.iter().flat_map(|c| &c.codes) {
            if let (CodeKind::Value(expr), Some(name)) = (&code.kind, code.names.first())
                && !found.iter().any(|(known, _)| known == name)
            {
                let reads = self.accesses.of_value(expr);
                found.push((name.clone(), slice(reads.iter().map(|&place| place_row(place, 1)))));
            }
        }
        debug_assert!(found.iter().map(|(name, _)| name).eq(&rows::values(model)));
        slice(found.into_iter().map(|(_, reads)| reads))
    }
}

/// Accesses with the number of neighbours that are touched alike.
fn together(touched: &[Access]) -> Vec<(Access, usize)> {
    let mut found: Vec<(Access, usize)> = Vec::new();
    for access in touched {
        if let Some((last, count)) = found.last_mut() {
            let next = match last.place {
                Place::Word(operand, word) => Some(Place::Word(operand, word + *count as u32)),
                Place::Numbered(file, number) => Some(Place::Numbered(file, number + *count as u32)),
                _ => None,
            };
            let alike = (&last.read, &last.written, &last.always) == (&access.read, &access.written, &access.always);
            if next == Some(access.place) && alike && *count < 255 {
                *count += 1;
                continue;
            }
        }
        found.push((access.clone(), 1));
    }
    found
}

fn touch(access: &Access, count: usize) -> String {
    let place = place_row(access.place, count);
    format!("t({place}, {}, {}, {})", when(&access.read), when(&access.written), when(&access.always))
}

fn place_row(place: Place, count: usize) -> String {
    match place {
        Place::Word(operand, first) => {
            format!("Place::Words {{ operand: {operand}, first: {first}, count: {count} }}")
        }
        Place::AnyWord(operand) => format!("Place::AnyWord {{ operand: {operand} }}"),
        Place::Numbered(file, first) => {
            format!("Place::Registers {{ file: {file}, first: {first}, count: {count} }}")
        }
        Place::Any(file) => format!("Place::Any {{ file: {file} }}"),
        Place::Register(register) => format!("Place::Register({register})"),
        Place::Memory(memory) => format!("Place::Memory({memory})"),
        Place::Interface(interface) => format!("Place::Interface({interface})"),
    }
}

fn when(patterns: &When) -> String {
    slice(patterns.iter().map(|(mask, value)| format!("p({mask:#x}, {value:#x})")))
}
