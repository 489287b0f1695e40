//! Divergence: lanes with a program counter each take different paths and reconverge.
//!
//! The lanes at the lowest address run together up to the next branch, or up to the next instruction whose flow field
//! reconverges lanes. Then the lanes at the lowest address are chosen again. Lanes that wait at a higher address are
//! therefore joined by the lanes that arrive later, and no lane waits forever. This order is an assumption: the choice
//! of hardware is not published, and compiled programs do not depend on it.

use isatope_lanes::Wave;
use isatope_lanes::world::lanes_of;

use crate::machine::code::{Code, Step, care};
use crate::machine::fault::Cause;
use crate::machine::shape::Garbage;
use crate::machine::wave_world::WaveWorld;
use crate::machine::wavefront::{State, Stop, Wavefront};

impl Wavefront {
    /// Gives the active lanes an address to go on.
    pub(crate) fn set_counters(&mut self, place: usize, pc: u64) {
        self.registers.set_lanes_u64(place, pc, self.registers.exec());
    }

    /// Behind an instruction after which lanes may have gone different ways.
    pub(crate) fn part(&mut self, step: &Step) {
        let (place, exec) = (usize::from(step.counter_place), self.registers.exec());
        let alone = exec == self.lanes.alive & !self.lanes.waiting;
        if !step.jumps {
            self.pc = step.next;
            if !alone {
                self.set_counters(place, step.next);
                self.lanes.regroup = true;
            }
            return;
        }
        let first = exec.trailing_zeros().min(self.registers.lanes() as u32 - 1) as usize;
        let pc = self.registers.lane_reg_u64(place, first);
        let is_whole = exec == self.registers.all();
        let together = || match is_whole {
            true => self.registers.all_lanes_have(place, pc),
            false => self.registers.lanes_with(place, pc) & exec == exec,
        };
        if alone && together() {
            self.pc = pc;
        } else {
            self.lanes.regroup = true;
        }
    }

    /// Finds the lanes that go on: those at the lowest address. If all wait at a barrier, the wavefront does.
    pub(crate) fn regroup(&mut self, code: &Code, world: &WaveWorld) -> Option<Stop> {
        self.lanes.regroup = false;
        let place = code.counter_place();
        let ready = self.lanes.alive & !self.lanes.waiting;
        let lowest = |registers: &Wave, lanes: u64| {
            let at = lanes_of(lanes).map(|lane| registers.lane_reg_u64(place, lane)).min().unwrap_or_default();
            (at, registers.lanes_with(place, at) & lanes)
        };
        if ready != 0 {
            let (pc, lanes) = lowest(&self.registers, ready);
            self.pc = pc;
            self.registers.set_exec(lanes);
            return None;
        }
        // All that are left wait at a barrier.
        let waiting = std::mem::take(&mut self.lanes.waiting);
        let mut barriers = std::mem::take(&mut self.lanes.barriers);
        barriers.sort_by_key(|(_, address)| *address);
        let barrier = barriers.first().map_or(0, |(_, address)| *address);
        let (pc, lanes) = lowest(&self.registers, waiting);
        if (lanes != waiting || self.lanes.ended) && !world.any_barrier {
            self.pc = barrier;
            return Some(Stop::Fault(Box::new(Cause::LanesApart { waiting: barriers, ended: self.lanes.ended })));
        }
        self.pc = pc;
        self.registers.set_exec(waiting);
        self.lanes.regroup = lanes != waiting;
        Some(self.at_barrier(barrier))
    }

    /// The active lanes have come to a barrier.
    pub(crate) fn wait(&mut self, step: &Step, any_barrier: bool) -> Option<Stop> {
        let exec = self.registers.exec();
        if exec == self.lanes.alive && (!self.lanes.ended || any_barrier) {
            return Some(self.at_barrier(step.address));
        }
        self.set_counters(step.counter_place.into(), step.next);
        self.lanes.waiting |= exec;
        match self.lanes.barriers.iter_mut().find(|(_, address)| *address == step.address) {
            Some((lanes, _)) => *lanes |= exec,
            None => self.lanes.barriers.push((exec, step.address)),
        }
        self.lanes.regroup = true;
        None
    }

    /// Lets lanes end, as the flow of an instruction says.
    pub(crate) fn leave(&mut self, step: &Step) -> Option<Stop> {
        let exec = self.registers.exec();
        let ends = step.flow.is_some_and(|flow| flow.ends);
        let leaving = if ends { exec } else { exec & self.lanes.dropped };
        if leaving == 0 {
            return None;
        }
        self.lanes.alive &= !leaving;
        if self.lanes.alive == 0 {
            self.state = State::Ended;
            return Some(Stop::End);
        }
        // Fragments that are discarded are not threads that others wait for.
        self.lanes.ended |= ends;
        self.set_counters(step.counter_place.into(), step.next);
        self.lanes.regroup = true;
        None
    }

    /// Puts garbage into registers that an instruction has read for the last time.
    pub(crate) fn poison(&mut self, step: &Step) {
        if step.care & care::LAST_USE == 0 {
            return;
        }
        let mut garbage = Garbage(step.address);
        for &row in &step.last_used {
            for lane in lanes_of(self.registers.exec()) {
                self.registers.row_mut(usize::from(row))[lane] = garbage.next();
            }
        }
    }
}
