//! Where the program goes on after an instruction.

use std::collections::HashMap;
use std::sync::Mutex;

use isatope::assembler::listing::Branches;
use isatope::check::{Describer, Jump};
use isatope::emulator::json::{Request, run};
use isatope::tables::Arch;
use isatope::tables::{Formatter, Instruction, Resource, Target, Write};
use serde_json::{Map, Value};

/// The register that says where the program is.
const COUNTER: &str = "pc";
/// The interface of the host that knows about a wavefront, and its operation that ends one.
const WAVEFRONT: &str = "wavefront";
const END: &str = "wavefront.end";

/// How the program goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With the next instruction.
    Next,
    /// At another place, always.
    Branch,
    /// At another place, or with the next instruction.
    Conditional,
    /// At a place that a register holds.
    Indirect,
    /// At another place, after noting where to come back to.
    Call,
    /// Not at all.
    End,
}

impl Flow {
    /// As JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Next => "next",
            Self::Branch => "branch",
            Self::Conditional => "conditional",
            Self::Indirect => "indirect",
            Self::Call => "call",
            Self::End => "end",
        }
    }
}

/// Finds out about instructions of a target.
#[derive(Debug)]
pub struct Flows {
    branches: Branches,
    /// The rules of checks know more, where there are some.
    describer: Option<Describer>,
    counter: Option<u8>,
    wavefront: Option<u8>,
    /// Whether instructions of an opcode end the program, as far as somebody asked.
    ends: Mutex<HashMap<u16, bool>>,
}

impl Flows {
    /// Of a target.
    pub fn new(target: Target, formatter: &Formatter) -> Self {
        let arch: &Arch = target.arch();
        let place = |at: Option<usize>| at.and_then(|i| u8::try_from(i).ok());
        Self {
            branches: Branches::new(target, &formatter.labels(true)),
            describer: Describer::new(target),
            counter: place(arch.registers.iter().position(|r| r.name == COUNTER)),
            wavefront: place(arch.interfaces.iter().position(|name| *name == WAVEFRONT)),
            ends: Mutex::default(),
        }
    }

    /// Where an instruction at an address leads, if it says so itself.
    pub fn target(&self, inst: &Instruction, address: u64) -> Option<u64> {
        let Some(describer) = self.describer else { return self.branches.target(inst, address) };
        match describer.step(0, inst).jump {
            Jump::To { distance, .. } => {
                let size = inst.len() as i64;
                Some(address.wrapping_add_signed(distance.checked_add(1)?.checked_mul(size)?))
            }
            Jump::None | Jump::Unknown { .. } => None,
        }
    }

    /// How the program goes on after an instruction.
    pub fn flow(&self, inst: &Instruction) -> Flow {
        if let Some(describer) = self.describer {
            let step = describer.step(0, inst);
            return match step.jump {
                Jump::To { always: true, .. } => Flow::Branch,
                Jump::To { .. } => Flow::Conditional,
                Jump::Unknown { .. } => Flow::Indirect,
                Jump::None if step.ends => Flow::End,
                Jump::None => Flow::Next,
            };
        }
        let (mut counter, mut notes, mut asks) = (Write::No, false, false);
        for access in inst.access() {
            match access.resource {
                Resource::Special { register, .. } if Some(register) == self.counter && access.write != Write::No => {
                    counter = access.write;
                }
                Resource::Registers { .. } => notes |= access.write == Write::Always,
                Resource::Interface(number) => asks |= Some(number) == self.wavefront,
                _ => {}
            }
        }
        let says = self.branches.target(inst, 0).is_some();
        match counter {
            Write::Always if notes => Flow::Call,
            Write::Always if says => Flow::Branch,
            Write::Always => Flow::Indirect,
            Write::Maybe => Flow::Conditional,
            Write::No if asks && self.ends(inst) => Flow::End,
            Write::No => Flow::Next,
        }
    }

    /// Whether an instruction that asks the host for something about its wavefront ends it: it is run by itself.
    fn ends(&self, inst: &Instruction) -> bool {
        let Ok(mut known) = self.ends.lock() else { return false };
        *known.entry(inst.opcode().0).or_insert_with(|| {
            let words: String = inst
                .encode()
                .chunks(4)
                .map(|w| w.iter().rev().map(|b| format!("{b:02x}")).collect::<String>() + " ")
                .collect();
            let request = Request {
                id: Value::Null,
                target: Some(inst.target().name().to_string()),
                asm: None,
                words: Some(words.trim_end().into()),
                regs: Map::new(),
                mem: Vec::new(),
                answers: Vec::new(),
                exceptions: false,
                dialect: None,
                rest: Map::new(),
            };
            let calls = run(&request, None, &mut |_, _, _| Err(String::new())).map(|changes| changes.calls);
            calls.is_ok_and(|calls| calls.iter().any(|call| call.get("operation").is_some_and(|name| name == END)))
        })
    }
}
