//! Instructions that the analysis has to look at: those that write registers of the whole wavefront, lead elsewhere, or access
//! memory through a register of the whole wavefront.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use isatope_core::tables::{Arch, Encoding, FieldKind, FileId, Form, Kind, Place, RegisterId, Slot};
use isatope_core::{Opcode, Target};

/// Forms of a target that have to be looked at, a flag for each opcode.
#[derive(Debug)]
pub(crate) struct Interest {
    forms: Vec<bool>,
    counters: Vec<bool>,
    memory: Vec<bool>,
}

impl Interest {
    /// Those of a target. They are found once.
    pub(crate) fn of(target: Target) -> Arc<Self> {
        static KNOWN: Mutex<Option<HashMap<(usize, usize), Arc<Interest>>>> = Mutex::new(None);
        let key = (std::ptr::from_ref(target.arch()).addr(), target.version().index());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_or_insert_default().entry(key).or_insert_with(|| Arc::new(Self::find(target))).clone()
    }

    fn find(target: Target) -> Self {
        let arch = target.arch();
        let of = |form: &Form, says: fn(&Arch, &Encoding) -> bool| {
            form.encoding(target.version()).is_some_and(|encoding| says(arch, &arch[encoding]))
        };
        Self {
            forms: arch.forms.iter().map(|form| of(form, is_wanted)).collect(),
            counters: arch.forms.iter().map(|form| of(form, reads_counter)).collect(),
            memory: arch.forms.iter().map(|form| of(form, reads_memory)).collect(),
        }
    }

    /// Whether instructions of a form have to be looked at.
    #[inline]
    pub(crate) fn wants(&self, form: Opcode) -> bool {
        self.forms[form.index()]
    }

    /// Whether instructions of a form read the program counter.
    #[inline]
    pub(crate) fn reads_counter(&self, form: Opcode) -> bool {
        self.counters[form.index()]
    }

    /// Whether instructions of a form access global memory.
    #[inline]
    pub(crate) fn accesses_memory(&self, form: Opcode) -> bool {
        self.memory[form.index()]
    }
}

fn is_wanted(arch: &Arch, encoding: &Encoding) -> bool {
    let leads = !encoding.successors.as_slice().is_empty() || arch[arch[encoding.form].inst].role.is_some();
    let flows = arch[encoding.layout].flow.is_some();
    let mut writes = false;
    let mut scalar = false;
    for touch in encoding.effects.touches.iter() {
        let written = !touch.written.as_slice().is_empty();
        let shared = is_shared(arch, encoding, touch.place);
        writes |= written && shared;
        scalar |= shared && matches!(touch.place, Place::Words { .. });
    }
    leads || flows || writes || scalar && reads_memory(arch, encoding)
}

fn reads_memory(arch: &Arch, encoding: &Encoding) -> bool {
    let global = |place| matches!(place, Place::Memory(memory) if Some(usize::from(memory)) == arch.roles.global);
    encoding.effects.touches.iter().any(|touch| global(touch.place))
}

fn reads_counter(arch: &Arch, encoding: &Encoding) -> bool {
    let counter = |place| matches!(place, Place::Register(register) if Some(register) == arch.roles.program_counter);
    encoding.effects.touches.iter().any(|touch| !touch.read.as_slice().is_empty() && counter(touch.place))
}

/// Whether a place can be a register that a wavefront has once.
fn is_shared(arch: &Arch, encoding: &Encoding, place: Place) -> bool {
    let file = |file: FileId| !arch[file].per_lane;
    let register = |register: RegisterId| !arch[register].per_lane && Some(register) != arch.roles.program_counter;
    match place {
        Place::Words { operand, .. } | Place::AnyWord { operand } => {
            let layout = &arch[encoding.layout];
            match layout.slots.get(usize::from(operand)) {
                Some(&Slot::Register(found)) => register(found),
                Some(&Slot::Field(field)) => match layout[field].kind {
                    FieldKind::Operand(class) => arch[class].codes.iter().any(|range| match range.kind {
                        Kind::File { file: found, .. } => file(found),
                        Kind::Register(found) => register(found),
                        _ => false,
                    }),
                    FieldKind::Plain | FieldKind::Ignored => false,
                },
                None => false,
            }
        }
        Place::Registers { file: found, .. } | Place::Any { file: found } => file(found),
        Place::Register(found) => register(found),
        Place::Memory(_) | Place::Interface(_) => false,
    }
}
