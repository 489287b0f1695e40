//! What wavefronts that spin read in each round of their loops.

use isatope_lanes::Wave;

use crate::machine::code::{Code, Step};
use crate::machine::fault::{Access, Cause, Owner, Underway};
use crate::machine::wave_world::WaveWorld;
use crate::machine::wavefront::{Observer, State, Wavefront};
use crate::machine::workgroup::Workgroup;

/// Most instructions of a round.
const ROUND: u64 = 1 << 14;
/// Most accesses that are kept of a round.
const KEPT: usize = 8;

/// Notes what a wavefront reads until it comes back to where it was.
struct Reads {
    pc: u64,
    registers: Wave,
    has_begun: bool,
    /// Reads of memories that others can change.
    found: Vec<Access>,
}

impl Observer for Reads {
    const LOOKS: bool = true;

    fn before(&mut self, wave: &Wavefront, _: &Step) -> bool {
        let is_back = self.has_begun && wave.pc == self.pc && wave.registers == self.registers;
        self.has_begun = true;
        !is_back
    }

    fn after(&mut self, _: &Wavefront, _: &Step, accesses: &[Access]) -> Option<Cause> {
        for access in accesses.iter().filter(|access| !access.write && access.owner != Owner::Thread) {
            let place = |access: &Access| (access.memory, access.owner, access.address, access.bytes);
            if self.found.len() < KEPT && !self.found.iter().any(|known| place(known) == place(access)) {
                self.found.push(*access);
            }
        }
        None
    }
}

impl Workgroup {
    /// Its wavefronts that have begun and not ended, where all that run spin: with what these read in a round of their
    /// loops.
    pub(crate) fn waiting(&mut self, code: &Code, world: &mut WaveWorld) -> Vec<Underway> {
        let mut all: Vec<Underway> = self.underway().collect();
        std::mem::swap(&mut self.lds, world.lds);
        for underway in &mut all {
            let found = self.waves.iter().find(|wave| wave.number == underway.wave && wave.state == State::Running);
            underway.reads = found.map_or_else(Vec::new, |wave| round(wave.clone(), code, world));
        }
        std::mem::swap(&mut self.lds, world.lds);
        all
    }
}

/// What a wavefront that spins reads until it comes back to where it is. Memory is then what it was.
fn round(mut wave: Wavefront, code: &Code, world: &mut WaveWorld) -> Vec<Access> {
    let mut reads = Reads { pc: wave.pc, registers: wave.registers.clone(), has_begun: false, found: Vec::new() };
    let end = wave.instructions.saturating_add(ROUND);
    let log = world.log.replace(Vec::new());
    std::mem::swap(&mut wave.private, &mut world.private);
    wave.forget_spin();
    wave.run(code, world, end, &mut reads);
    std::mem::swap(&mut wave.private, &mut world.private);
    world.log = log;
    reads.found
}
