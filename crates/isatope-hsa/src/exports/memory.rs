//! Pools, allocations, locked memory and copies.

use std::ffi::c_void;

use super::{functions, get, list, put, put_bytes};
use crate::abi::{Allocate, Answer, Dim3, Handle, Pitched, PointerInfo, Status, SvmAttribute, Visit, svm};
use crate::agents::Pool;
use crate::copies::Copy;
use crate::handle::{Export, HANDLE};
use crate::host::{HostRange, PAGE};
use crate::managed::{Attribute, Found, setting};
use crate::memory::Kind;
use crate::runtime::{HOST, Runtime, runtime};

/// A bit for each engine that copies.
const ENGINES: u32 = 3;

/// Starts a copy that waits for signals, of which the caller passes the list.
fn start(
    runtime: &'static Runtime,
    count: u32,
    after: *const Handle,
    completion: Handle,
    work: impl FnOnce(&Runtime) -> Answer + Send + 'static,
) -> Answer {
    // SAFETY: the caller passes so many handles.
    let after = unsafe { list(after, count as usize) }?;
    let after = after.iter().map(|signal| runtime.signals.get(signal.handle)).collect::<Answer<_>>()?;
    let completion = runtime.signals.optional(completion.handle)?;
    runtime.start_copy(Copy { after, completion, work: Box::new(work) });
    Ok(())
}

/// Starts a copy of bytes from an agent to another one.
fn start_bytes(
    (to, to_agent): (*mut c_void, Handle),
    (from, from_agent): (*const c_void, Handle),
    bytes: usize,
    (count, after): (u32, *const Handle),
    completion: Handle,
) -> Answer {
    let runtime = runtime()?;
    runtime.check_agent(to_agent.handle)?;
    runtime.check_agent(from_agent.handle)?;
    if to.is_null() || from.is_null() || isize::try_from(bytes).is_err() {
        return Err(Status::INVALID_ARGUMENT);
    }
    let (to, from) = (to.expose_provenance() as u64, from.expose_provenance() as u64);
    start(runtime, count, after, completion, move |runtime| runtime.copy(to, from, bytes))
}

/// The devices among agents, a bit for each.
fn devices_of(runtime: &Runtime, agents: &[Handle]) -> Answer<u64> {
    let devices = agents.iter().filter(|agent| agent.handle != HOST);
    devices.map(|agent| Ok(1 << runtime.gpu(agent.handle)?.number)).try_fold(0, |all, one: Answer<u64>| Ok(all | one?))
}

/// The pages that hold a range: the first address and the end.
fn pages(address: *mut c_void, bytes: usize) -> Answer<(u64, u64)> {
    let (base, page) = (address.addr() as u64, PAGE as u64);
    let end = base.checked_add(bytes as u64).and_then(|end| end.checked_next_multiple_of(page));
    let end = end.filter(|_| base != 0 && bytes != 0).ok_or(Status::INVALID_ARGUMENT)?;
    Ok((base / page * page, end))
}

/// The runtime, if its devices access memory that the program maps.
fn check_svm() -> Answer<&'static Runtime> {
    let runtime = runtime()?;
    let supports = runtime.gpus.iter().all(|gpu| gpu.chip.moves_pages != 0);
    supports.then_some(runtime).ok_or(Status::ERROR)
}

/// Locks memory of the caller.
fn lock(host: *mut c_void, bytes: usize, address: *mut *mut c_void) -> Answer {
    let runtime = runtime()?;
    let host = host.expose_provenance() as u64;
    if host == 0 || bytes == 0 || address.is_null() || host.checked_add(bytes as u64).is_none() {
        return Err(Status::INVALID_ARGUMENT);
    }
    // SAFETY: a caller that locks memory promises to keep it until it is unlocked.
    let window = unsafe { HostRange::of_caller(host, bytes) };
    let base = runtime.lock(host, bytes as u64, window)?;
    // SAFETY: the caller passes where the address goes.
    unsafe { put(address, std::ptr::without_provenance_mut(base as usize)) }
}

functions! {
    /// Visits the pools of an agent.
    fn hsa_amd_agent_iterate_memory_pools(agent: Handle, callback: Option<Visit>, data: *mut c_void) {
        let callback = callback.ok_or(Status::INVALID_ARGUMENT)?;
        let pools = Pool::all(runtime()?, agent.handle)?;
        super::system::visit(pools.into_iter().map(|pool| Handle { handle: pool.handle() }), callback, data)
    }

    /// An attribute of a pool.
    fn hsa_amd_memory_pool_get_info(pool: Handle, attribute: u32, value: *mut c_void) {
        let runtime = runtime()?;
        let found = Pool::of(runtime, pool.handle)?.info(runtime, attribute)?;
        // SAFETY: the caller has room for the attribute.
        unsafe { put_bytes(value, &found.0) }
    }

    /// An attribute of a pool as an agent sees it.
    fn hsa_amd_agent_memory_pool_get_info(agent: Handle, pool: Handle, attribute: u32, value: *mut c_void) {
        let runtime = runtime()?;
        let found = Pool::of(runtime, pool.handle)?.info_for(runtime, agent.handle, attribute)?;
        // SAFETY: the caller has room for the attribute.
        unsafe { put_bytes(value, &found.0) }
    }

    /// Allocates memory of a pool.
    fn hsa_amd_memory_pool_allocate(pool: Handle, bytes: usize, _flags: u32, address: *mut *mut c_void) {
        let runtime = runtime()?;
        let pool = Pool::of(runtime, pool.handle)?;
        if address.is_null() || bytes == 0 {
            return Err(Status::INVALID_ARGUMENT);
        }
        let base = match pool {
            Pool::Lds(_) => return Err(Status::INVALID_ALLOCATION),
            Pool::Local(number) => runtime.allocate_device(&runtime.gpus[number], bytes as u64)?,
            host => runtime.allocate_host("host memory", bytes as u64, host.flags())?,
        };
        // SAFETY: the caller passes where the address goes.
        unsafe { put(address, std::ptr::with_exposed_provenance_mut(base as usize)) }
    }

    /// Frees memory of a pool.
    fn hsa_amd_memory_pool_free(address: *mut c_void) {
        let runtime = runtime()?;
        if address.is_null() { Ok(()) } else { runtime.free(address.addr() as u64) }
    }

    /// Frees memory.
    fn hsa_memory_free(address: *mut c_void) {
        let runtime = runtime()?;
        if address.is_null() { Ok(()) } else { runtime.free(address.addr() as u64) }
    }

    /// Lets agents access memory.
    fn hsa_amd_agents_allow_access(count: u32, agents: *const Handle, _flags: *const u32, address: *const c_void) {
        let runtime = runtime()?;
        // SAFETY: the caller passes so many agents.
        let devices = devices_of(runtime, &unsafe { list(agents, count as usize) }?)?;
        runtime.allow(address.addr() as u64, devices)
    }

    /// Lets other processes access memory of a device.
    fn hsa_amd_ipc_memory_create(address: *mut c_void, bytes: usize, handle: *mut [u8; HANDLE]) {
        let export = runtime()?.export(address.addr() as u64, bytes)?;
        // SAFETY: the caller passes where the handle goes.
        unsafe { put(handle, export.handle()) }
    }

    /// Lets agents access memory of another process.
    fn hsa_amd_ipc_memory_attach(
        handle: *const [u8; HANDLE],
        _bytes: usize,
        count: u32,
        agents: *const Handle,
        address: *mut *mut c_void,
    ) {
        let runtime = runtime()?;
        // SAFETY: the caller passes a handle, and so many agents.
        let (handle, agents) = unsafe { (get(handle)?, list(agents, count as usize)?) };
        if address.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        let export = Export::of(&handle).ok_or(Status::INVALID_ARGUMENT)?;
        let base = runtime.attach(export, devices_of(runtime, &agents)?)?;
        // SAFETY: the caller passes where the address goes.
        unsafe { put(address, std::ptr::without_provenance_mut(base as usize)) }
    }

    /// Ends what `hsa_amd_ipc_memory_attach` began.
    fn hsa_amd_ipc_memory_detach(address: *mut c_void) {
        runtime()?.free(address.addr() as u64)
    }

    /// Lets agents access memory of the caller.
    fn hsa_amd_memory_lock(
        host: *mut c_void,
        bytes: usize,
        _agents: *mut Handle,
        _count: i32,
        address: *mut *mut c_void,
    ) {
        lock(host, bytes, address)
    }

    /// Lets agents access memory of the caller.
    fn hsa_amd_memory_lock_to_pool(
        host: *mut c_void,
        bytes: usize,
        _agents: *mut Handle,
        _count: i32,
        pool: Handle,
        _flags: u32,
        address: *mut *mut c_void,
    ) {
        if Pool::of(runtime()?, pool.handle)?.agent() != HOST {
            return Err(Status::INVALID_MEMORY_POOL);
        }
        lock(host, bytes, address)
    }

    /// Ends what `hsa_amd_memory_lock` began.
    fn hsa_amd_memory_unlock(host: *mut c_void) {
        runtime()?.unlock(host.addr() as u64)
    }

    /// Registers memory of the host: devices of the full profile copy it.
    fn hsa_memory_register(address: *mut c_void, bytes: usize) {
        runtime()?;
        if address.is_null() && bytes != 0 { Err(Status::INVALID_ARGUMENT) } else { Ok(()) }
    }

    /// Ends what `hsa_memory_register` began.
    fn hsa_memory_deregister(_address: *mut c_void, _bytes: usize) {
        runtime().map(|_| ())
    }

    /// Sets how memory is coherent: it always is.
    fn hsa_amd_coherency_set_type(agent: Handle, _kind: u32) {
        runtime()?.gpu(agent.handle).map(|_| ())
    }

    /// Information about a pointer.
    fn hsa_amd_pointer_info(
        address: *const c_void,
        info: *mut PointerInfo,
        allocate: Option<Allocate>,
        count: *mut u32,
        agents: *mut *mut Handle,
    ) {
        let runtime = runtime()?;
        // SAFETY: the caller passes a structure whose size is in its first field.
        let room = unsafe { get(info.cast::<u32>()) }? as usize;
        let address = address.addr() as u64;
        let found = runtime.memory.find(address).or_else(|| runtime.memory.find_locked(address));
        let size = room.min(size_of::<PointerInfo>());
        let mut about = PointerInfo {
            size: size as u32,
            kind: 0,
            agent_base: 0,
            host_base: 0,
            bytes: 0,
            user: 0,
            owner: Handle { handle: 0 },
            flags: 0,
        };
        if let Some(found) = &found {
            about.agent_base = found.base;
            about.bytes = found.bytes as usize;
            (about.kind, about.host_base, about.owner.handle, about.flags) = match &found.kind {
                Kind::Device(number) => (1, 0, Pool::Local(*number).agent(), Pool::Local(*number).flags()),
                Kind::Host(flags) => (1, found.base, HOST, *flags),
                Kind::Locked(host) => (2, *host, HOST, Pool::HostFine.flags()),
            };
        }
        // SAFETY: the structure is plain data without padding that matters, and the caller has room for `size` bytes.
        unsafe { std::ptr::copy_nonoverlapping((&raw const about).cast::<u8>(), info.cast(), size) };
        if let Some(allocate) = allocate
            && !count.is_null()
            && !agents.is_null()
        {
            let all: Vec<Handle> = match found {
                None => Vec::new(),
                Some(_) => (HOST..=HOST + runtime.gpus.len() as u64).map(|handle| Handle { handle }).collect(),
            };
            // SAFETY: the caller passes an allocator, and where the count and the list go.
            unsafe {
                let list = if all.is_empty() { std::ptr::null_mut() } else { allocate(size_of_val(&all[..])) };
                if !list.is_null() {
                    std::ptr::copy_nonoverlapping(all.as_ptr(), list.cast(), all.len());
                }
                put(count, if list.is_null() { 0 } else { all.len() as u32 })?;
                put(agents, list.cast())?;
            }
        }
        Ok(())
    }

    /// Sets the value of the user of a pointer, which nothing reads.
    fn hsa_amd_pointer_info_set_userdata(address: *const c_void, _user: *mut c_void) {
        runtime()?.memory.find(address.addr() as u64).map(|_| ()).ok_or(Status::INVALID_ARGUMENT)
    }

    /// Copies memory.
    fn hsa_memory_copy(to: *mut c_void, from: *const c_void, bytes: usize) {
        runtime()?.copy(to.expose_provenance() as u64, from.expose_provenance() as u64, bytes)
    }

    /// Fills memory with a word.
    fn hsa_amd_memory_fill(to: *mut c_void, value: u32, count: usize) {
        runtime()?.fill(to.expose_provenance() as u64, value, count)
    }

    /// Copies memory after signals.
    fn hsa_amd_memory_async_copy(
        to: *mut c_void,
        to_agent: Handle,
        from: *const c_void,
        from_agent: Handle,
        bytes: usize,
        count: u32,
        after: *const Handle,
        completion: Handle,
    ) {
        start_bytes((to, to_agent), (from, from_agent), bytes, (count, after), completion)
    }

    /// Copies memory after signals, with an engine: all are alike.
    fn hsa_amd_memory_async_copy_on_engine(
        to: *mut c_void,
        to_agent: Handle,
        from: *const c_void,
        from_agent: Handle,
        bytes: usize,
        count: u32,
        after: *const Handle,
        completion: Handle,
        _engine: u32,
        _force: bool,
    ) {
        start_bytes((to, to_agent), (from, from_agent), bytes, (count, after), completion)
    }

    /// The engines that can copy: two.
    fn hsa_amd_memory_copy_engine_status(_to: Handle, _from: Handle, engines: *mut u32) {
        runtime()?;
        // SAFETY: the caller passes where the mask goes.
        unsafe { put(engines, ENGINES) }
    }

    /// Copies a box of bytes after signals.
    fn hsa_amd_memory_async_copy_rect(
        to: *const Pitched,
        to_offset: *const Dim3,
        from: *const Pitched,
        from_offset: *const Dim3,
        range: *const Dim3,
        agent: Handle,
        _direction: u32,
        count: u32,
        after: *const Handle,
        completion: Handle,
    ) {
        let runtime = runtime()?;
        runtime.check_agent(agent.handle)?;
        // SAFETY: the caller passes structures.
        let (to, at, from, source, range) =
            unsafe { (get(to)?, get(to_offset)?, get(from)?, get(from_offset)?, get(range)?) };
        start(runtime, count, after, completion, move |runtime| runtime.copy_rect(to, at, from, source, range))
    }

    /// Moves memory to where it is used next: it is everywhere.
    fn hsa_amd_svm_prefetch_async(
        address: *mut c_void,
        bytes: usize,
        agent: Handle,
        count: u32,
        after: *const Handle,
        completion: Handle,
    ) {
        let runtime = runtime()?;
        runtime.check_agent(agent.handle)?;
        let (base, end) = pages(address, bytes)?;
        start(runtime, count, after, completion, move |runtime| {
            let attribute = Attribute::Plain(svm::PREFETCH_LOCATION);
            runtime.engine.managed().set(base, end, &[(attribute, agent.handle)]);
            Ok(())
        })
    }

    /// Says who accesses memory that the program maps, and how.
    fn hsa_amd_svm_attributes_set(address: *mut c_void, bytes: usize, attributes: *const SvmAttribute, count: usize) {
        let runtime = check_svm()?;
        // SAFETY: the caller passes so many attributes.
        let attributes = unsafe { list(attributes, count) }?;
        let (base, end) = pages(address, bytes)?;
        let set = |pair: &SvmAttribute| setting(pair.attribute, pair.value).ok_or(Status::INVALID_ARGUMENT);
        let settings = attributes.iter().map(set).collect::<Answer<Vec<_>>>()?;
        let mut is_for_devices = false;
        for (attribute, value) in &settings {
            match attribute {
                Attribute::Access(agent) => {
                    runtime.check_agent(*agent)?;
                    is_for_devices |= *agent != HOST && *value != svm::NO_ACCESS;
                }
                Attribute::Plain(svm::PREFERRED_LOCATION) if *value != 0 => runtime.check_agent(*value)?,
                Attribute::Plain(_) => {}
            }
        }
        if is_for_devices {
            runtime.map(address.addr() as u64, bytes as u64);
        }
        runtime.engine.managed().set(base, end, &settings);
        Ok(())
    }

    /// What was said about memory that the program maps.
    fn hsa_amd_svm_attributes_get(address: *mut c_void, bytes: usize, attributes: *mut SvmAttribute, count: usize) {
        let runtime = check_svm()?;
        let (base, end) = pages(address, bytes)?;
        for index in 0..count {
            let at = attributes.wrapping_add(index);
            // SAFETY: the caller passes so many attributes, for what they are.
            let mut pair = unsafe { get(at) }?;
            if pair.attribute == svm::ACCESS_QUERY {
                runtime.check_agent(pair.value)?;
                let found = runtime.engine.managed().get(base, end, Attribute::Access(pair.value));
                pair.attribute = match found {
                    _ if pair.value == HOST => svm::ACCESSIBLE,
                    Found::Same(Some(access)) => access,
                    _ => svm::NO_ACCESS,
                };
            } else if pair.attribute <= svm::GPU_EXEC {
                let found = runtime.engine.managed().get(base, end, Attribute::Plain(pair.attribute));
                pair.value = match (pair.attribute, found) {
                    (_, Found::Same(Some(value))) => value,
                    (svm::GLOBAL_FLAG, Found::Different) => svm::INDETERMINATE,
                    (svm::MIGRATION_GRANULARITY, _) => svm::GRANULARITY,
                    _ => 0,
                };
            } else {
                return Err(Status::INVALID_ARGUMENT);
            }
            // SAFETY: as above.
            unsafe { put(at, pair) }?;
        }
        Ok(())
    }
}
