//! Calls that wavefronts have not come back from.

use std::collections::BTreeMap;

use isatope_core::{FlowKind, FlowTarget};

use crate::machine::code::Step;
use crate::machine::wavefront::Wavefront;

/// The most calls of a wavefront that are known at a time. Of deeper recursion, the outer ones are.
const MOST: usize = 1 << 12;

/// A call of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Address of the instruction that called it.
    pub from: u64,
    /// Address of its first instruction.
    pub to: u64,
    /// Address that it returns to.
    pub back: u64,
}

/// The calls of all wavefronts, by workgroup and number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Calls(BTreeMap<([u32; 3], u32), Vec<Call>>);

impl Calls {
    /// The calls of a wavefront.
    pub(crate) fn of(&self, workgroup: [u32; 3], wave: u32) -> &[Call] {
        self.0.get(&(workgroup, wave)).map_or(&[], Vec::as_slice)
    }

    /// Notes an instruction that has just run. Where lanes go different ways, there is no one call.
    pub(crate) fn note(&mut self, wave: &Wavefront, step: &Step) {
        if !step.jumps || step.counter_per_lane {
            return;
        }
        let flow = step.instruction.flow();
        let key = (wave.workgroup, wave.number);
        let to = wave.registers.reg_u64(step.counter_place.into());
        match (flow.kind, flow.target) {
            (FlowKind::Call, _) => {
                let calls = self.0.entry(key).or_default();
                if calls.len() < MOST {
                    calls.push(Call { from: step.address, to, back: step.next });
                }
            }
            (_, Some(FlowTarget::Indirect)) => {
                let Some(calls) = self.0.get_mut(&key) else { return };
                if let Some(at) = calls.iter().rposition(|call| call.back == to) {
                    calls.truncate(at);
                }
                if calls.is_empty() {
                    self.0.remove(&key);
                }
            }
            _ => {}
        }
    }
}
