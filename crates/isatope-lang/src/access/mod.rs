//! Derives from their bodies what instructions read and write, as far as the fields of the instruction decide it.
//!
//! - A place is *read* if the effect of the instruction may depend on it, or if the body says so (`uses`). A register
//!   that is partially written is also read, because its new value depends on the remaining part.
//! - A place is *written* if it may get another value. `always` means that this does not depend on the state of the
//!   machine. Otherwise the write may not happen, but that alone is not a read.
//! - A per-lane register counts as a whole. Inactive lanes keep their values, but this makes the write neither a read
//!   nor less than `always`.

mod arith;
mod call;
mod condition;
mod expr;
mod flow;
mod summary;
mod value;

use std::collections::{BTreeSet, HashMap};
use std::ptr;

use condition::{ALWAYS, Condition, NEVER};
use flow::{Follower, Touched, Variable};
pub use value::Place;
use value::Source;

use crate::model::{Expr, Field, FieldKind, Inst, Layout, Model, OperandType, Program, Scope};

/// Maximum number of alternatives of a condition that are distinguished.
const MOST_ALTERNATIVES: usize = 48;

/// Words of an instruction for which something holds: those that match one of the patterns (mask and value). An empty
/// list means never; a pattern without bits means always.
pub type When = Vec<(u64, u64)>;

/// Accesses of an instruction to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The accessed place.
    pub place: Place,
    /// Condition under which it is read.
    pub read: When,
    /// Condition under which it may be written.
    pub written: When,
    /// Condition under which it is written in every state of the machine.
    pub always: When,
}

/// Derives the accesses of the instructions of a model.
pub struct Accesses<'m> {
    follower: Follower<'m>,
    /// Accesses of programs, by their address in the model.
    known: HashMap<*const Program, Touched>,
}

impl<'m> Accesses<'m> {
    /// Starts the analysis of a model.
    pub fn new(model: &'m Model) -> Self {
        Self { follower: Follower::new(model), known: HashMap::new() }
    }

    /// Accesses of form `form` of an instruction in a version, in order. For an instruction without a body, the
    /// declared accesses of its operands.
    pub fn of(&mut self, inst: &Inst, form: usize, version: usize) -> Vec<Access> {
        let layout = self.follower.model.formats[inst.forms[form].format].layouts[version].as_ref();
        let (Some(program), Some(layout)) = (inst.program(form, version), layout) else {
            return self.declared(inst, version);
        };
        let follower = &mut self.follower;
        let touched = self.known.entry(ptr::from_ref(program)).or_insert_with(|| {
            let mut touched = follower.program(&inst.operands, program);
            if let Some(exec) = follower.model.active_mask().filter(|_| program.scope == Scope::Lane) {
                touched.reads.insert(Source::Place(Place::Register(exec)), ALWAYS);
            }
            touched
        });
        let touched = touched.clone();
        let mut found = self.accesses(&touched, layout, version);
        // The number of words of a mask depends on the number of lanes in this version.
        let words = OperandType::Mask.dwords(self.follower.model.versions[version].lanes);
        let is_mask = |i: usize| inst.operands[i].ty == OperandType::Mask;
        found.retain(|a| !matches!(a.place, Place::Word(i, word) if is_mask(i) && word >= words));
        found
    }

    /// Accesses of an instruction without a body. Whether they always happen is unknown.
    fn declared(&self, inst: &Inst, version: usize) -> Vec<Access> {
        let when = |holds: bool| if holds { vec![(0, 0)] } else { When::new() };
        let mut found = Vec::new();
        for (i, operand) in inst.operands.iter().enumerate().filter(|(_, o)| o.read || o.written) {
            let (read, written) = (when(operand.read), when(operand.written));
            let words = 0..operand.ty.dwords(self.follower.model.versions[version].lanes);
            found.extend(words.map(|word| Access {
                place: Place::Word(i, word),
                read: read.clone(),
                written: written.clone(),
                always: When::new(),
            }));
        }
        found
    }

    /// Reads of a computed operand code, in any version.
    pub fn of_value(&mut self, expr: &Expr) -> Vec<Place> {
        self.follower.value(expr).reads.keys().filter_map(|&source| place(source)).collect()
    }

    fn accesses(&mut self, touched: &Touched, layout: &Layout, version: usize) -> Vec<Access> {
        let sources: BTreeSet<Source> = touched.reads.keys().chain(touched.writes.keys()).copied().collect();
        let mut found = Vec::new();
        for source in sources {
            let Some(place) = place(source) else { continue };
            let read = touched.reads.get(&source).copied().unwrap_or(NEVER);
            let written = touched.writes.get(&source).copied().unwrap_or(NEVER);
            let access = Access {
                place,
                read: self.when(read, layout, version, false),
                written: self.when(written, layout, version, false),
                always: self.when(written, layout, version, true),
            };
            if !access.read.is_empty() || !access.written.is_empty() {
                found.push(access);
            }
        }
        found
    }

    /// The words of a layout for which a condition holds in some state of the machine, or (`every`) in every state.
    fn when(&mut self, condition: Condition, layout: &Layout, version: usize, every: bool) -> When {
        let names = &self.follower.names;
        let all = &mut self.follower.all;
        let bit = |variable: u32| match &names[variable as usize] {
            Variable::Field(name, bit) => field_bit(layout, name, *bit).filter(|place| *place < 64),
            _ => None,
        };
        let value = |variable: u32| match &names[variable as usize] {
            Variable::Version(bit) => Some(version >> bit & 1 != 0),
            Variable::Field(name, n) => match field_bit(layout, name, *n) {
                None => Some(false),
                // Words are distinguished by their first 64 bits.
                Some(64..) => None,
                Some(place) if layout.fixed_mask >> place & 1 != 0 => Some(layout.fixed_value >> place & 1 != 0),
                Some(_) => None,
            },
            Variable::Lane(_) | Variable::Data(_) => None,
        };
        let condition = all.restrict(condition, &value);
        let open = |variable: u32| match &names[variable as usize] {
            Variable::Lane(_) | Variable::Data(_) => true,
            Variable::Field(name, n) => field_bit(layout, name, *n) >= Some(64),
            Variable::Version(_) => false,
        };
        let condition = all.settle(condition, every, &open);
        let alternatives = all.alternatives(condition);
        if alternatives.len() > MOST_ALTERNATIVES {
            return if every { Vec::new() } else { vec![(0, 0)] };
        }
        let pattern = |way: &Vec<(u32, bool)>| {
            way.iter()
                .filter_map(|&(v, one)| Some((bit(v)?, one)))
                .fold((0, 0), |(mask, value), (place, one)| (mask | 1 << place, value | u64::from(one) << place))
        };
        alternatives.iter().map(pattern).collect()
    }
}

fn place(source: Source) -> Option<Place> {
    match source {
        Source::Parameter(..) => None,
        Source::Place(place) => Some(place),
    }
}

/// Position of a bit of a field; `None` if the layout lacks it, which counts as 0.
fn field_bit(layout: &Layout, name: &str, bit: u32) -> Option<u32> {
    let field: &Field = layout.fields.iter().find(|f| f.name == name && f.kind != FieldKind::Ignored)?;
    let mut left = bit;
    for &(high, low) in field.pieces.iter().rev() {
        let width = high - low + 1;
        if left < width {
            return Some(low + left);
        }
        left -= width;
    }
    None
}
