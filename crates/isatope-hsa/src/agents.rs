//! What agents, pools and instruction sets say about themselves.

use crate::abi::{Answer, Handle, POOL_COARSE, POOL_FINE, POOL_KERNARG, SEGMENT_GLOBAL, SEGMENT_GROUP, Status};
use crate::gpu::Gpu;
use crate::memory::HOST_MEMORY;
use crate::runtime::{HOST, Runtime};
use crate::visible::uuid;

/// Bytes of LDS of a workgroup.
const LDS: u64 = 64 << 10;
/// Wavefronts of a compute unit. As many run at the same time.
const WAVES: u32 = 40;

/// A value that a query writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value(pub Vec<u8>);

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self(vec![value.into()])
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self(value.to_le_bytes().to_vec())
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self(value.to_le_bytes().to_vec())
    }
}

impl From<u16> for Value {
    fn from(value: u16) -> Self {
        Self(value.to_le_bytes().to_vec())
    }
}

impl From<&[u32]> for Value {
    fn from(values: &[u32]) -> Self {
        Self(values.iter().flat_map(|value| value.to_le_bytes()).collect())
    }
}

/// A text that fills a field of so many bytes with zeros.
fn text(text: &str, bytes: usize) -> Value {
    let mut value = text.as_bytes().to_vec();
    value.truncate(bytes - 1);
    value.resize(bytes, 0);
    Value(value)
}

/// A pool of memory: its agent, and which of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pool {
    HostFine,
    HostKernarg,
    HostCoarse,
    /// Memory of a device, by its number.
    Local(usize),
    Lds(usize),
}

impl Pool {
    pub(crate) fn handle(self) -> u64 {
        match self {
            Self::HostFine => 0x101,
            Self::HostKernarg => 0x102,
            Self::HostCoarse => 0x103,
            Self::Local(number) => 0x200 + 2 * number as u64,
            Self::Lds(number) => 0x201 + 2 * number as u64,
        }
    }

    pub(crate) fn of(runtime: &Runtime, handle: u64) -> Answer<Self> {
        let agents = HOST..=HOST + runtime.gpus.len() as u64;
        let mut all = agents.flat_map(|agent| Self::all(runtime, agent).unwrap_or_default());
        all.find(|pool| pool.handle() == handle).ok_or(Status::INVALID_MEMORY_POOL)
    }

    /// The pools of an agent.
    pub(crate) fn all(runtime: &Runtime, agent: u64) -> Answer<Vec<Self>> {
        if agent == HOST {
            return Ok(vec![Self::HostFine, Self::HostKernarg, Self::HostCoarse]);
        }
        let gpu = runtime.gpu(agent)?;
        let (local, lds) = (Self::Local(gpu.number), Self::Lds(gpu.number));
        // An APU has no memory of its own.
        Ok(if gpu.chip.sees_host() { vec![lds] } else { vec![local, lds] })
    }

    /// The agent that owns memory of the pool.
    pub(crate) fn agent(self) -> u64 {
        match self {
            Self::Local(number) | Self::Lds(number) => HOST + 1 + number as u64,
            _ => HOST,
        }
    }

    pub(crate) fn flags(self) -> u32 {
        match self {
            Self::HostFine => POOL_FINE,
            Self::HostKernarg => POOL_FINE | POOL_KERNARG,
            Self::HostCoarse | Self::Local(_) => POOL_COARSE,
            Self::Lds(_) => 0,
        }
    }

    /// An attribute.
    pub(crate) fn info(self, runtime: &Runtime, attribute: u32) -> Answer<Value> {
        let lds = matches!(self, Self::Lds(_));
        let size = match self {
            Self::Lds(_) => LDS,
            Self::Local(_) => runtime.settings.memory,
            _ => HOST_MEMORY,
        };
        Ok(match attribute {
            0 => if lds { SEGMENT_GROUP } else { SEGMENT_GLOBAL }.into(),
            1 => self.flags().into(),
            2 | 16 => size.into(),
            5 => (!lds).into(),
            6 | 7 => if lds { 0u64 } else { 4096 }.into(),
            15 => false.into(),
            // LOCATION and the recommended granule.
            17 => u32::from(self.agent() != HOST).into(),
            18 => if lds { 0u64 } else { 2 << 20 }.into(),
            _ => return Err(Status::INVALID_ARGUMENT),
        })
    }

    /// An attribute of a pool as an agent sees it.
    pub(crate) fn info_for(self, runtime: &Runtime, agent: u64, attribute: u32) -> Answer<Value> {
        if agent != HOST {
            runtime.gpu(agent)?;
        }
        let own = self.agent() == agent;
        let is_far = !own;
        Ok(match attribute {
            0 => {
                let access: u32 = match self {
                    _ if own => 1,
                    // The host never accesses memory of a device, so that a runtime copies through the library.
                    Self::Local(_) if agent == HOST => 0,
                    Self::Lds(_) => 0,
                    _ => 2,
                };
                access.into()
            }
            1 => u32::from(is_far).into(),
            2 if is_far => {
                // Latencies, bandwidths; atomic operations of 32 and 64 bits, coherent; PCIe.
                let mut link = Value::from([1u32, 1, 16000, 16000].as_slice()).0;
                link.extend([1, 1, 1, 0]);
                link.extend(2u32.to_le_bytes());
                link.extend([0; 4]);
                Value(link)
            }
            2 => Value(Vec::new()),
            _ => return Err(Status::INVALID_ARGUMENT),
        })
    }
}

/// An attribute of an agent.
pub(crate) fn agent_info(runtime: &Runtime, agent: u64, attribute: u32) -> Answer<Value> {
    let gpu = if agent == HOST { None } else { Some(runtime.gpu(agent)?) };
    if let Some(gpu) = gpu
        && let Some(value) = gpu_info(runtime, gpu, attribute)
    {
        return Ok(value);
    }
    if gpu.is_none()
        && let Some(value) = host_info(attribute)
    {
        return Ok(value);
    }
    let number = gpu.map_or(0, |gpu| gpu.of_machine as u32 + 1);
    Ok(match attribute {
        1 => text(if gpu.is_some() { "AMD" } else { "CPU" }, 64),
        3 => 1u32.into(),
        // Round to nearest even.
        5 | 23 => 2u32.into(),
        24 => false.into(),
        16 | 0xa004 => number.into(),
        21 | 22 => 1u16.into(),
        20 => Value(vec![if gpu.is_some() { 2 } else { 0 }].into_iter().chain([0; 127]).collect()),
        0xa00f => 0u32.into(),
        0xa00e => Value(vec![0; 16]),
        0xa016 => 1_000_000_000u64.into(),
        0xa113 => HOST.into(),
        // Bit 0: it is an APU.
        0xa114 => u64::from(gpu.is_some_and(|gpu| gpu.chip.sees_host())).into(),
        _ => {
            runtime.records.log(|| format!("agent {agent} has no attribute {attribute:#x}"));
            return Err(Status::INVALID_ARGUMENT);
        }
    })
}

/// What only the host says.
fn host_info(attribute: u32) -> Option<Value> {
    Some(match attribute {
        0 | 0xa009 => text("Isatope host", 64),
        2 => 0u32.into(),
        4 => 1u32.into(),
        6 | 8 | 10 | 11 | 12 | 13 | 14 => 0u32.into(),
        7 => Value(vec![0; 6]),
        9 => Value(vec![0; 12]),
        15 => 1u32.into(),
        17 => 0u32.into(),
        18 => [32768u32, 1 << 20, 0, 0].as_slice().into(),
        19 => 0u64.into(),
        0xa000 | 0xa006 | 0xa012 | 0xa005 => 0u32.into(),
        0xa001 => 64u32.into(),
        0xa002 => std::thread::available_parallelism().map_or(1, |n| n.get() as u32).into(),
        0xa003 | 0xa007 | 0xa008 => 1000u32.into(),
        0xa00a..=0xa00d => 1u32.into(),
        0xa010 | 0xa013 => false.into(),
        0xa011 => text("CPU-XX", 21),
        _ => return None,
    })
}

/// What only a device says.
fn gpu_info(runtime: &Runtime, gpu: &Gpu, attribute: u32) -> Option<Value> {
    let units = runtime.settings.compute_units;
    let chip = gpu.chip;
    Some(match attribute {
        0 => text(chip.processor, 64),
        0xa009 => text(&format!("Isatope {}", chip.processor), 64),
        2 => 1u32.into(),
        4 => chip.profile.into(),
        6 => 64u32.into(),
        7 => Value([1024u16; 3].iter().flat_map(|size| size.to_le_bytes()).collect()),
        8 => 1024u32.into(),
        9 => [i32::MAX as u32; 3].as_slice().into(),
        10 => u32::MAX.into(),
        11 => 32u32.into(),
        12 => 128u32.into(),
        13 => 64u32.into(),
        14 => 131_072u32.into(),
        15 => 0u32.into(),
        17 => 1u32.into(),
        18 => [16384u32, 4 << 20, 0, 0].as_slice().into(),
        19 => isa(gpu.number).handle.into(),
        0x3000 | 0x3001 => 16384u32.into(),
        0x3002 => u32::MAX.into(),
        0x3003..=0x3006 => [16384u32, 16384].as_slice().into(),
        0x3007 => [16384u32, 16384, 8192].as_slice().into(),
        0x3008 => 8192u32.into(),
        0x3009 => 128u32.into(),
        0x300a => 64u32.into(),
        0x300b => 16u32.into(),
        0x300c => 256u32.into(),
        0xa000 => chip.chip.into(),
        0xa001 => 64u32.into(),
        0xa002 | 0xa014 => units.into(),
        0xa003 => 1500u32.into(),
        0xa005 => 4u32.into(),
        0xa006 => (0x300 + 0x100 * gpu.of_machine as u32).into(),
        0xa007 => 2048u32.into(),
        0xa008 => 945u32.into(),
        0xa00a => WAVES.into(),
        0xa00b => 4u32.into(),
        0xa00c => 4u32.into(),
        0xa00d => 1u32.into(),
        // Workgroups of a grid can wait for each other; the host never accesses memory of the device.
        0xa010 => true.into(),
        0xa013 => false.into(),
        0xa011 => text(&uuid(gpu.of_machine), 21),
        0xa012 => chip.revision.into(),
        0xa015 => runtime.settings.memory.saturating_sub(runtime.memory.used(gpu.number)).into(),
        // The family of the chip.
        0xa107 => 141u32.into(),
        0xa10a => 2u32.into(),
        0xa10b => 0u32.into(),
        0xa111 => 1u32.into(),
        0xa112 => u32::from(gpu.of_machine as u16).into(),
        _ => return None,
    })
}

/// The instruction set of a device.
pub(crate) fn isa(number: usize) -> Handle {
    Handle { handle: 0x300 + number as u64 }
}

/// An attribute of an instruction set.
pub(crate) fn isa_info(runtime: &Runtime, handle: u64, attribute: u32) -> Answer<Value> {
    let gpu = runtime.gpus.iter().find(|gpu| isa(gpu.number).handle == handle).ok_or(Status::INVALID_ISA)?;
    let name = gpu.chip.isa;
    Ok(match attribute {
        0 => (name.len() as u32 + 1).into(),
        1 => text(name, name.len() + 1),
        2 => 1u32.into(),
        3 => 64u32.into(),
        4 => WAVES.into(),
        5 => Value(vec![0, 1]),
        6 => Value(if gpu.chip.profile == 0 { vec![1, 0] } else { vec![0, 1] }),
        7 | 8 => Value(vec![0, 0, 1]),
        9 => false.into(),
        12 => Value([1024u16; 3].iter().flat_map(|size| size.to_le_bytes()).collect()),
        13 => 1024u32.into(),
        14 => [i32::MAX as u32; 3].as_slice().into(),
        16 => u64::from(u32::MAX).into(),
        17 => 32u32.into(),
        _ => return Err(Status::INVALID_ARGUMENT),
    })
}

/// An attribute of the system.
pub(crate) fn system_info(runtime: &Runtime, attribute: u32) -> Answer<Value> {
    Ok(match attribute {
        0 | 1 => 1u16.into(),
        2 => crate::gpu::ticks().into(),
        3 => 1_000_000_000u64.into(),
        4 => u64::MAX.into(),
        // Little endian, large machine model.
        5 => 0u32.into(),
        6 => 1u32.into(),
        7 => Value(vec![0; 128]),
        // Devices access memory that the program maps, after it has said so.
        0x201 => runtime.gpus.iter().all(|gpu| gpu.chip.moves_pages != 0).into(),
        0x202..=0x204 => false.into(),
        _ => return Err(Status::INVALID_ARGUMENT),
    })
}

#[cfg(test)]
mod tests {
    use isatope_core::Target;
    use isatope_core::costs::Demand;

    use super::*;
    use crate::settings::chips;

    /// The emulator runs as many wavefronts at the same time, with as much LDS, as devices claim to have.
    #[test]
    fn workgroups_fit_that_the_claims_have_room_for() {
        for chip in chips() {
            let target = Target::from_name(chip.processor).expect("the table has targets");
            let groups = |shared: u64| {
                let demand = Demand { registers: &[], shared: shared as u32, workgroup: Some(64), lanes: 64 };
                target.costs().and_then(|costs| costs.resident_groups(target.version(), &demand))
            };
            assert_eq!((groups(0), groups(LDS / 2)), (Some(WAVES), Some(2)), "{}", chip.processor);
        }
    }
}
