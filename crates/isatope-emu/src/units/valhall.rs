//! Units of Valhall: resource tables, the barrier and the clock; a host answers all other calls.

use std::collections::BTreeMap;
use std::sync::Arc;

use isatope_lanes::machine::valhall::{Call, MACHINE};
use isatope_lanes::world::lanes_of;
use isatope_lanes::{Answers, Argument, Row};

use super::resources::{Entered, Slot};
use crate::machine::fault::Trouble;
use crate::machine::host::{Answered, Asked, Host};
use crate::machine::services::Units;
use crate::machine::wave_memory::WaveMemory;

/// Units of Valhall.
pub(crate) struct Valhall {
    pub buffers: Buffers,
    pub host: Option<Arc<dyn Host>>,
}

/// What resource tables have.
pub(crate) struct Buffers(pub BTreeMap<Slot, Entered>);

/// A buffer as `resource.buffer` describes it: its address, and above it how many bytes it has.
fn described(found: &Entered) -> u128 {
    u128::from(found.buffer.address) | u128::from(found.buffer.bytes) << 64
}

/// The address of an element.
fn element_of(found: &Entered, element: u32) -> u128 {
    found.buffer.address.wrapping_add(u64::from(element) * u64::from(found.stride)).into()
}

impl Buffers {
    fn find(&self, table: u32, index: u32) -> Option<&Entered> {
        self.0.get(&Slot { table: table as u8, index })
    }

    /// Answers each lane with something about its buffer. Lanes that ask for the same one follow each other most of the
    /// time.
    fn each(
        &self,
        world: &mut WaveMemory,
        lanes: u64,
        [tables, indices]: [Row<u32>; 2],
        mut answer: impl FnMut(usize, &Entered),
    ) {
        let mut last: Option<(Slot, &Entered)> = None;
        for lane in lanes_of(lanes) {
            let slot = Slot { table: tables.at(lane) as u8, index: indices.at(lane) };
            let found = match last {
                Some((known, found)) if known == slot => Some(found),
                _ => self.0.get(&slot),
            };
            match found {
                Some(found) => {
                    last = Some((slot, found));
                    answer(lane, found);
                }
                None => {
                    world.events.any = true;
                    let message = format!("resource table {} has no buffer {}", slot.table, slot.index);
                    world.events.trouble.get_or_insert(Trouble::Unsupported(message));
                }
            }
        }
    }
}

impl Units for Valhall {
    fn is_constant(&self, interface: &str) -> bool {
        interface == "resource"
    }

    fn known(&self, operation: usize, arguments: &[u128]) -> Option<u128> {
        let list: Vec<Argument> = arguments.iter().map(|value| Argument::Same(*value)).collect();
        match Call::new(operation, 1, &list)? {
            Call::ResourceBuffer { table, index, .. } => self.buffers.find(table.at(0), index.at(0)).map(described),
            Call::ResourceElement { table, index, element, .. } => {
                self.buffers.find(table.at(0), index.at(0)).map(|found| element_of(found, element.at(0)))
            }
            _ => None,
        }
    }

    fn call(&self, world: &mut WaveMemory, operation: usize, lanes: u64, arguments: &[Argument], mut answers: Answers) {
        match Call::new(operation, lanes, arguments) {
            Some(Call::ResourceBuffer { lanes, table, index }) => {
                self.buffers.each(world, lanes, [table, index], |lane, found| {
                    answers.set(lane, described(found));
                });
            }
            Some(Call::ResourceElement { lanes, table, index, element }) => {
                self.buffers.each(world, lanes, [table, index], |lane, found| {
                    answers.set(lane, element_of(found, element.at(lane)));
                });
            }
            Some(Call::WorkgroupBarrier) => {
                world.events.any = true;
                world.events.barrier = true;
            }
            Some(Call::TileDiscard { lanes }) => {
                world.events.any = true;
                world.events.dropped |= lanes;
            }
            Some(Call::ClockRead { lanes, .. }) => {
                world.note_other();
                let now = world.now.into();
                lanes_of(lanes).for_each(|lane| answers.set(lane, now));
            }
            _ => self.ask(world, operation, lanes, arguments, &mut answers),
        }
    }
}

impl Valhall {
    /// Asks the host.
    fn ask(&self, world: &mut WaveMemory, operation: usize, lanes: u64, arguments: &[Argument], answers: &mut Answers) {
        // Nobody knows what the host depends on.
        world.note_other();
        let asked = Asked { number: operation, operation: &MACHINE.operations[operation], lanes, arguments };
        let answered = self.host.as_ref().map_or(Answered::No, |host| host.call_lanes(&asked, world, answers));
        let trouble = match answered {
            Answered::Yes => return,
            Answered::No if asked.operation.result.is_none() => {
                world.events.any = true;
                world.events.records.extend(lanes_of(lanes).map(|lane| asked.of(lane)));
                return;
            }
            Answered::No => Trouble::NoUnit(asked.operation),
            Answered::Unsupported(why) => Trouble::Unsupported(why),
        };
        world.events.any = true;
        world.events.trouble.get_or_insert(trouble);
    }
}
