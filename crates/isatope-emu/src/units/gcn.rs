//! Units of GCN: the barrier, global wave synchronization, traps, messages, exports and the texture unit.

use isatope_lanes::machine::gcn::{Call, MACHINE};
use isatope_lanes::world::lanes_of;
use isatope_lanes::{Answers, Argument};

use super::texture;
use crate::image::{Generation, TexelMemory};
use crate::machine::fault::Trouble;
use crate::machine::gws::Gws;
use crate::machine::host;
use crate::machine::services::Units;
use crate::machine::wave_memory::WaveMemory;

/// Units of GCN.
pub(crate) struct Gcn {
    pub generation: Generation,
}

impl Units for Gcn {
    fn meeting(&self) -> Option<&'static str> {
        Some("gws")
    }

    fn end(&self) -> Option<usize> {
        MACHINE.operations.iter().position(|operation| (operation.interface, operation.name) == ("wavefront", "end"))
    }

    fn is_repeatable(&self, interface: &str) -> bool {
        interface == texture::INTERFACE
    }

    fn repeat(
        &self,
        mut memory: &mut dyn TexelMemory,
        operation: usize,
        lanes: u64,
        arguments: &[Argument],
        answers: &mut Answers,
    ) -> Option<bool> {
        let call = Call::new(operation, lanes, arguments).filter(|_| lanes != 0)?;
        match texture::texture(&mut memory, self.generation, &call, answers) {
            Ok(()) => Some(true),
            Err(unsupported) => unsupported.map(|_| false),
        }
    }

    fn call(&self, world: &mut WaveMemory, operation: usize, lanes: u64, arguments: &[Argument], answers: Answers) {
        let call = Call::new(operation, lanes, arguments);
        // The texture unit answers lanes.
        if lanes != 0
            && let Some(call) = &call
            && texture::answer(world, self.generation, call, answers).is_some()
        {
            return;
        }
        world.events.any = true;
        let (events, gws) = (&mut world.events, &mut world.share.gws);
        match call {
            Some(Call::WorkgroupBarrier) => events.barrier = true,
            Some(Call::WavefrontTrap { number }) => events.trap = Some(number as u8),
            Some(Call::GwsInit { resource, count }) => gws.init(resource as u8, count.into()),
            Some(Call::GwsRelease { resource }) => events.meet(resource as u8, gws, |gws, at| {
                gws.release(at, 1);
                None
            }),
            Some(Call::GwsReleaseMany { resource, count }) => events.meet(resource as u8, gws, |gws, at| {
                gws.release(at, count.into());
                None
            }),
            Some(Call::GwsReleaseAll { resource }) => events.meet(resource as u8, gws, |gws, at| {
                gws.release_all(at);
                None
            }),
            Some(Call::GwsAcquire { resource }) => events.meet(resource as u8, gws, Gws::acquire),
            Some(Call::GwsBarrier { resource, count }) => {
                events.meet(resource as u8, gws, |gws, at| gws.barrier(at, count.into()))
            }
            // Recorded for the caller of the run.
            Some(Call::ExportWrite { .. } | Call::ExportDone { .. } | Call::MessageSend { .. }) => {
                let operation = &MACHINE.operations[operation];
                let record = |lane: Option<u32>| {
                    let values = arguments.iter().map(|a| a.at(lane.unwrap_or(0) as usize));
                    host::Call { operation, lane, arguments: values.collect() }
                };
                if operation.wave {
                    events.records.push(record(None));
                } else {
                    events.records.extend(lanes_of(lanes).map(|lane| record(Some(lane as u32))));
                }
            }
            _ => {
                events.trouble.get_or_insert(Trouble::NoUnit(&MACHINE.operations[operation]));
            }
        }
    }
}
