//! Where an instruction leads.

use crate::instruction::Instruction;
use crate::operand::{Operand, Value};
use crate::tables::{self, CodeRange, FieldKind, FlowAction, Kind, Number, NumberId, OperandPart, Slot, Successor, To};

/// Where an instruction leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Flow {
    /// How the program goes on.
    pub kind: FlowKind,
    /// Where it goes if not to the next instruction; `None` for [`FlowKind::Next`] and [`FlowKind::End`].
    pub target: Option<FlowTarget>,
    /// Whether all lanes go the same way: they have one program counter, there is only one way, or the specification
    /// says so.
    pub uniform: bool,
}

/// How a program goes on after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FlowKind {
    /// With the next instruction.
    Next,
    /// With the next instruction or at the target.
    Branch,
    /// At the target.
    Jump,
    /// At the target, and a register holds the address of the next instruction: what is called comes back there.
    Call,
    /// In the trap handler, which may come back to the next instruction.
    Trap,
    /// Not at all: the program ends.
    End,
}

/// Where a branch, jump or call leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FlowTarget {
    /// So many bytes after the end of the instruction.
    Relative(i64),
    /// An address.
    Absolute(u64),
    /// An address that only the running program knows.
    Indirect,
    /// The end of the program, for the lanes that go there.
    End,
}

/// The field that says how far a direct branch leads.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Bits of the field in the instruction.
    mask: u64,
    /// What the field says.
    number: NumberId,
    /// The distance in it.
    part: OperandPart,
    /// What is added to the distance.
    plus: i64,
}

impl Reach {
    /// Bits of the field in the instruction.
    #[inline]
    pub fn mask(self) -> u64 {
        self.mask
    }

    /// What the field says.
    pub fn number(self) -> NumberId {
        self.number
    }

    /// How many bytes after its end an instruction with these bits leads. Except for the field, they must be the bits of
    /// the instruction that has this reach.
    #[inline]
    pub fn distance(self, bits: u64) -> i64 {
        part_of((bits & self.mask) >> self.mask.trailing_zeros(), self.part).wrapping_add(self.plus)
    }
}

impl Flow {
    /// An instruction that the next one follows.
    pub const NEXT: Self = Self { kind: FlowKind::Next, target: None, uniform: true };

    /// The address of the target, where the instruction itself says it; `next` is the address after the instruction.
    #[inline]
    pub fn address(self, next: u64) -> Option<u64> {
        match self.target? {
            FlowTarget::Relative(distance) => Some(next.wrapping_add_signed(distance)),
            FlowTarget::Absolute(address) => Some(address),
            FlowTarget::Indirect | FlowTarget::End => None,
        }
    }

    /// Whether the next instruction may run after this one. A call comes back.
    #[inline]
    pub fn goes_on(self) -> bool {
        !matches!(self.kind, FlowKind::Jump | FlowKind::End)
    }
}

/// What the successors of a word say together.
#[derive(Default)]
struct Leads {
    target: Option<FlowTarget>,
    /// Whether it goes there whatever the state of the machine is.
    always: bool,
    /// Whether a register gets the address of the next instruction.
    saves: bool,
    /// Whether the program ends.
    stops: bool,
    /// Whether the trap handler runs.
    traps: bool,
}

impl Instruction {
    /// Where it leads.
    #[inline]
    pub fn flow(&self) -> Flow {
        let (encoding, ends) = (self.encoding(), self.flow_action().is_some_and(|action| action.ends));
        let successors = encoding.successors.as_slice();
        if successors.is_empty() && !ends && self.inst().role.is_none() {
            return Flow::NEXT;
        }
        self.flow_of(successors, ends)
    }

    /// The address that it leads to if not to the next instruction, where the instruction itself says it; `address` is
    /// its own. The address is that of the encoding, even if a field ends the lanes that go there.
    #[inline]
    pub fn branch_target(&self, address: u64) -> Option<u64> {
        let successors = self.encoding().successors.as_slice();
        if successors.is_empty() {
            return None;
        }
        let flow = Flow { target: self.leads(successors).target, ..Flow::NEXT };
        flow.address(address.wrapping_add(self.len() as u64))
    }

    /// The field that says how far it leads, if [`branch_target`](Self::branch_target) is the address after it and what
    /// this field says. For a program that looks at many branches which differ only in this field.
    pub fn reach(&self) -> Option<Reach> {
        let mut places = self.encoding().successors.iter().filter(|s| s.when.holds(self.bits()));
        let mut places = places.by_ref().filter(|s| matches!(s.to, To::Unknown | To::Sum { .. }));
        let (first, None) = (places.next()?, places.next()) else { return None };
        let To::Sum { next: true, operand: Some(part), plus } = first.to else { return None };
        let layout = self.layout();
        let Slot::Field(field) = *layout.slots.get(usize::from(part.operand))? else { return None };
        let FieldKind::Operand(class) = layout[field].kind else { return None };
        let [CodeRange { kind: Kind::Number(number), .. }] = *self.target().arch()[class].codes.as_slice() else {
            return None;
        };
        let mask = layout[field].place.mask;
        let is_plain = layout.presences.is_empty() && layout[field].pieces.len() == 1 && mask != 0;
        is_plain.then_some(Reach { mask, number, part, plus })
    }

    /// Whether it may lead to another place than the next instruction; one that only ends the program does not.
    #[inline]
    pub fn may_jump(&self) -> bool {
        let jumps = |s: &Successor| !matches!(s.to, To::End) && s.when.holds(self.bits());
        self.encoding().successors.iter().any(jumps)
    }

    /// What happens after it, where a field says that.
    #[inline]
    pub fn flow_action(&self) -> Option<&'static FlowAction> {
        let field = self.layout().flow?;
        let value = self.field(field);
        self.target().checks()?.flows.iter().find(|action| action.value == value)
    }

    fn flow_of(&self, successors: &[Successor], ends: bool) -> Flow {
        let Leads { mut target, mut always, saves, stops, traps } = self.leads(successors);
        if traps {
            return Flow { kind: FlowKind::Trap, target: Some(FlowTarget::Indirect), uniform: true };
        }
        let arch = self.target().arch();
        let role = self.target().checks().zip(self.inst().role).map(|(checks, role)| &checks[role]);
        let mut uniform = !arch.lanes_diverge();
        if let Some(role) = role.filter(|role| role.leads.is_some()) {
            always |= self.has_any(role.always);
            target = target.or(Some(FlowTarget::Indirect));
            uniform |= matches!(role.leads, Some(tables::Leads::Skip(_)));
        }
        let sure = |kind, target| Flow { kind, target, uniform: true };
        match target {
            _ if stops => sure(FlowKind::End, None),
            None => sure(if ends { FlowKind::End } else { FlowKind::Next }, None),
            // The lanes that go there end.
            Some(_) if ends && always => sure(FlowKind::End, None),
            Some(_) if ends => Flow { kind: FlowKind::Branch, target: Some(FlowTarget::End), uniform },
            Some(_) if always => sure(if saves { FlowKind::Call } else { FlowKind::Jump }, target),
            Some(_) => Flow { kind: FlowKind::Branch, target, uniform },
        }
    }

    /// Puts the successors of this word together.
    fn leads(&self, successors: &[Successor]) -> Leads {
        let mut leads = Leads::default();
        for successor in successors.iter().filter(|successor| successor.when.holds(self.bits())) {
            match successor.to {
                To::Trap => leads.traps = true,
                To::End if successor.always => leads.stops = true,
                To::End => leads.target = leads.target.or(Some(FlowTarget::End)),
                To::Unknown | To::Sum { .. } => {
                    let place = self.place(successor.to);
                    let other = leads.target.is_some_and(|known| known != place && known != FlowTarget::End);
                    leads.target = Some(if other { FlowTarget::Indirect } else { place });
                    leads.always |= successor.always;
                    leads.saves |= successor.saves;
                }
            }
        }
        leads
    }

    /// The place of a successor.
    fn place(&self, to: To) -> FlowTarget {
        let To::Sum { next, operand, plus } = to else { return FlowTarget::Indirect };
        let term = match operand {
            None => Some(0),
            Some(part) => self.term(part),
        };
        match term.map(|term| term.wrapping_add(plus)) {
            Some(distance) if next => FlowTarget::Relative(distance),
            Some(address) => FlowTarget::Absolute(address as u64),
            None => FlowTarget::Indirect,
        }
    }

    /// The number in a part of an operand, if the operand is a number or a constant.
    fn term(&self, part: OperandPart) -> Option<i64> {
        let (layout, index) = (self.layout(), usize::from(part.operand));
        // Most are numbers in a field, which are found faster than any operand.
        if let Slot::Field(field) = *layout.slots.get(index)?
            && let FieldKind::Operand(class) = layout[field].kind
            && let code = layout[field].value(self.all_bits()) as u32
            && let Some(CodeRange { kind: Kind::Number(_), .. }) = self.target().arch()[class].range(code)
            && !layout.is_absent(index, self.all_bits(), None)
        {
            return Some(part_of(code.into(), part));
        }
        number(&self.operand(index)?, part)
    }

    /// Whether it needs helper lanes: it takes differences to neighbours in a fragment shader.
    pub fn needs_helpers(&self) -> bool {
        let role = self.target().checks().zip(self.inst().role).map(|(checks, role)| &checks[role]);
        role.is_some_and(|role| self.has_any(role.helpers))
    }

    /// Whether all fields and constants of one of the lists have the values there.
    fn has_any(&self, lists: &[&[(&str, u64)]]) -> bool {
        let is = |&(field, value): &(&str, u64)| {
            let named = |o: &Operand| matches!(o.slot, Slot::Field(f) if self.layout()[f].name == field);
            match self.operands().find(|o| o.def.name == field || named(o)) {
                Some(operand) => operand.constant() == Some(value),
                None => self.field_named(field) == Some(value),
            }
        };
        lists.iter().any(|all| all.iter().all(is))
    }
}

/// The number in a part of an operand, if the operand is a number or a constant.
fn number(operand: &Operand, part: OperandPart) -> Option<i64> {
    let value = match operand.value {
        Value::Number(value, Number { .. }) => u64::from(value),
        _ => operand.constant()?,
    };
    Some(part_of(value, part))
}

/// The number in a part of a value.
fn part_of(value: u64, part: OperandPart) -> i64 {
    let unused = 64 - u32::from(part.bits.clamp(1, 64));
    let value = value.unbounded_shr(part.low.into()) << unused;
    let value = if part.signed { value as i64 >> unused } else { (value >> unused) as i64 };
    value.wrapping_mul(part.scale)
}
