//! Code objects, executables and their symbols.

use std::ffi::{CStr, c_void};
use std::sync::{Arc, Mutex, PoisonError};

use isatope_emu::Window;

use super::{functions, get, put, put_bytes};
use crate::abi::{Answer, Handle, Status, Text, VisitAgentSymbol, VisitSymbol};
use crate::executable::{Executable, Symbol};
use crate::host::{HostRange, Pages};
use crate::runtime::{Runtime, runtime};

/// A name that a caller passes.
fn name(text: Text) -> Answer<String> {
    if text.is_null() {
        return Err(Status::INVALID_ARGUMENT);
    }
    // SAFETY: the caller passes a text that ends with a NUL.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(str::to_string).map_err(|_| Status::INVALID_SYMBOL_NAME)
}

/// A copy of a code object that a caller passes.
fn copy(code: *const c_void, bytes: usize) -> Answer<Arc<[u8]>> {
    if code.is_null() || bytes == 0 || isize::try_from(bytes).is_err() {
        return Err(Status::INVALID_ARGUMENT);
    }
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes).map_err(|_| Status::OUT_OF_RESOURCES)?;
    // SAFETY: the caller passes so many bytes, which nobody changes during the call.
    copy.extend_from_slice(unsafe { crate::host::bytes(code.expose_provenance() as u64, bytes) });
    Ok(copy.into())
}

fn create(profile: u32, executable: *mut Handle) -> Answer {
    let runtime = runtime()?;
    if profile > 1 {
        return Err(Status::INVALID_ARGUMENT);
    }
    let handle = runtime.handle();
    let mut all = runtime.executables.write().unwrap_or_else(PoisonError::into_inner);
    all.insert(handle, Arc::default());
    drop(all);
    // SAFETY: the caller passes where the handle goes.
    unsafe { put(executable, Handle { handle }) }
}

fn executable(runtime: &Runtime, handle: Handle) -> Answer<Arc<Mutex<Executable>>> {
    Runtime::look_up(&runtime.executables, handle.handle, Status::INVALID_EXECUTABLE)
}

fn load(runtime: &'static Runtime, executable: Handle, agent: Handle, file: Arc<[u8]>) -> Answer<u64> {
    let executable = self::executable(runtime, executable)?;
    let gpu = runtime.gpu(agent.handle)?;
    if executable.lock().unwrap_or_else(PoisonError::into_inner).frozen {
        return Err(Status::FROZEN_EXECUTABLE);
    }
    let loaded = runtime.load(gpu, file)?;
    executable.lock().unwrap_or_else(PoisonError::into_inner).loaded.push(loaded);
    Ok(runtime.handle())
}

/// Symbols of an executable: the agent and the symbol.
fn symbols(executable: &Mutex<Executable>) -> Vec<(usize, u64)> {
    let executable = executable.lock().unwrap_or_else(PoisonError::into_inner);
    let all = executable.loaded.iter();
    all.flat_map(|code| code.names.iter().map(|name| (code.gpu.number, code.symbols[name]))).collect()
}

fn info(symbol: &Symbol, attribute: u32) -> Answer<Vec<u8>> {
    let kernel = || symbol.kernel.as_ref().ok_or(Status::INVALID_ARGUMENT);
    let launch = || {
        let kernel = kernel()?.get().map_err(|_| Status::INVALID_CODE_OBJECT)?;
        Ok(kernel.info().clone())
    };
    let word = |value: u32| value.to_le_bytes().to_vec();
    let long = |value: u64| value.to_le_bytes().to_vec();
    Ok(match attribute {
        0 => word(u32::from(symbol.kernel.is_some())),
        1 => word(symbol.name.len() as u32),
        2 => symbol.name.as_bytes().to_vec(),
        3 => word(0),
        4 => Vec::new(),
        // Symbols are visible to the program, and definitions.
        5 => word(1),
        17 => vec![1],
        20 => long(crate::agents::Pool::Local(symbol.gpu).agent()),
        21 if symbol.kernel.is_none() => long(symbol.address),
        // Variables: allocated for an agent, in global memory.
        6 if symbol.kernel.is_none() => word(0),
        7 if symbol.kernel.is_none() => word(0),
        8 if symbol.kernel.is_none() => word(16),
        9 if symbol.kernel.is_none() => word(symbol.bytes as u32),
        10 if symbol.kernel.is_none() => vec![0],
        22 => {
            kernel()?;
            long(symbol.address)
        }
        11 => word(launch()?.kernarg_size as u32),
        12 => word(launch()?.kernarg_align as u32),
        13 => word(launch()?.group_segment),
        14 => word(launch()?.private_segment),
        15 => vec![launch()?.dynamic_stack.into()],
        18 => word(0),
        _ => return Err(Status::INVALID_ARGUMENT),
    })
}

functions! {
    /// Keeps a code object for loading.
    fn hsa_code_object_reader_create_from_memory(code: *const c_void, bytes: usize, reader: *mut Handle) {
        let (runtime, file) = (runtime()?, copy(code, bytes)?);
        let handle = runtime.handle();
        runtime.readers.write().unwrap_or_else(PoisonError::into_inner).insert(handle, file);
        // SAFETY: the caller passes where the handle goes.
        unsafe { put(reader, Handle { handle }) }
    }

    /// Ends the use of a code object.
    fn hsa_code_object_reader_destroy(reader: Handle) {
        Runtime::forget(&runtime()?.readers, reader.handle, Status::INVALID_CODE_OBJECT_READER).map(|_| ())
    }

    /// Keeps a code object for loading; the older form. The handle is the address of a copy, which callers such as
    /// OpenMP's runtime change before they load it.
    fn hsa_code_object_deserialize(code: *mut c_void, bytes: usize, _options: Text, object: *mut Handle) {
        let (runtime, file) = (runtime()?, copy(code, bytes)?);
        let pages = Arc::new(Pages::new(bytes).ok_or(Status::OUT_OF_RESOURCES)?);
        HostRange::of_pages(&pages, bytes).write(0, &file);
        let handle = pages.base();
        runtime.objects.write().unwrap_or_else(PoisonError::into_inner).insert(handle, (pages, bytes));
        // SAFETY: the caller passes where the handle goes.
        unsafe { put(object, Handle { handle }) }
    }

    /// Ends the use of a code object.
    fn hsa_code_object_destroy(object: Handle) {
        Runtime::forget(&runtime()?.objects, object.handle, Status::INVALID_CODE_OBJECT).map(|_| ())
    }

    /// A new executable.
    fn hsa_executable_create_alt(profile: u32, _rounding: u32, _options: Text, executable: *mut Handle) {
        create(profile, executable)
    }

    /// A new executable; the older form.
    fn hsa_executable_create(profile: u32, _state: u32, _options: Text, executable: *mut Handle) {
        create(profile, executable)
    }

    /// Ends an executable, and takes its code out of memory.
    fn hsa_executable_destroy(executable: Handle) {
        let runtime = runtime()?;
        let found = Runtime::forget(&runtime.executables, executable.handle, Status::INVALID_EXECUTABLE)?;
        runtime.unload(&found);
        Ok(())
    }

    /// Loads a code object for a device.
    fn hsa_executable_load_agent_code_object(
        executable: Handle,
        agent: Handle,
        reader: Handle,
        _options: Text,
        loaded: *mut Handle,
    ) {
        let runtime = runtime()?;
        let file = Runtime::look_up(&runtime.readers, reader.handle, Status::INVALID_CODE_OBJECT_READER)?;
        let handle = load(runtime, executable, agent, file)?;
        if loaded.is_null() {
            return Ok(());
        }
        // SAFETY: the caller passes where the handle goes.
        unsafe { put(loaded, Handle { handle }) }
    }

    /// Loads a code object for a device; the older form.
    fn hsa_executable_load_code_object(executable: Handle, agent: Handle, object: Handle, _options: Text) {
        let runtime = runtime()?;
        let (pages, bytes) = Runtime::look_up(&runtime.objects, object.handle, Status::INVALID_CODE_OBJECT)?;
        let mut file = vec![0; bytes];
        HostRange::of_pages(&pages, bytes).read(0, &mut file);
        load(runtime, executable, agent, file.into()).map(|_| ())
    }

    /// Says that an executable is complete.
    fn hsa_executable_freeze(executable: Handle, _options: Text) {
        let found = self::executable(runtime()?, executable)?;
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.frozen {
            return Err(Status::FROZEN_EXECUTABLE);
        }
        found.frozen = true;
        Ok(())
    }

    /// Checks an executable: it is right.
    fn hsa_executable_validate(executable: Handle, result: *mut u32) {
        self::executable(runtime()?, executable)?;
        // SAFETY: the caller passes where the result goes.
        unsafe { put(result, 0) }
    }

    /// Gives an address to a variable of the host, which code objects cannot name here.
    fn hsa_executable_agent_global_variable_define(
        executable: Handle,
        _agent: Handle,
        _name: Text,
        _address: *mut c_void,
    ) {
        self::executable(runtime()?, executable).map(|_| ())
    }

    /// Finds a symbol of an executable by its name.
    fn hsa_executable_get_symbol_by_name(
        executable: Handle,
        name: Text,
        agent: *const Handle,
        symbol: *mut Handle,
    ) {
        let runtime = runtime()?;
        let found = self::executable(runtime, executable)?;
        let name = self::name(name)?;
        let only = if agent.is_null() {
            None
        } else {
            // SAFETY: the caller passes an agent.
            Some(runtime.gpu(unsafe { get(agent) }?.handle)?.number)
        };
        let found = found.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = found.loaded.iter().filter(|code| only.is_none_or(|only| code.gpu.number == only));
        let handle = all.find_map(|code| code.symbols.get(&name)).copied().ok_or(Status::INVALID_SYMBOL_NAME)?;
        // SAFETY: the caller passes where the handle goes.
        unsafe { put(symbol, Handle { handle }) }
    }

    /// Finds a symbol of an executable by its name; the older form.
    fn hsa_executable_get_symbol(
        executable: Handle,
        _module: Text,
        name: Text,
        agent: Handle,
        _convention: i32,
        symbol: *mut Handle,
    ) {
        // SAFETY: the caller's promises are those of the newer form.
        let status = unsafe { hsa_executable_get_symbol_by_name(executable, name, &raw const agent, symbol) };
        if status == Status::SUCCESS { Ok(()) } else { Err(status) }
    }

    /// An attribute of a symbol.
    fn hsa_executable_symbol_get_info(symbol: Handle, attribute: u32, value: *mut c_void) {
        let found = Runtime::look_up(&runtime()?.symbols, symbol.handle, Status::INVALID_EXECUTABLE_SYMBOL)?;
        let bytes = info(&found, attribute)?;
        // SAFETY: the caller has room for the attribute.
        unsafe { put_bytes(value, &bytes) }
    }

    /// Visits all symbols.
    fn hsa_executable_iterate_symbols(executable: Handle, callback: Option<VisitSymbol>, data: *mut c_void) {
        let callback = callback.ok_or(Status::INVALID_ARGUMENT)?;
        for (_, handle) in symbols(&*self::executable(runtime()?, executable)?) {
            // SAFETY: the caller passes the function with its data for this call, which no lock surrounds.
            let status = unsafe { callback(executable, Handle { handle }, data) };
            if status != Status::SUCCESS {
                return Err(status);
            }
        }
        Ok(())
    }

    /// Visits the symbols of an agent.
    fn hsa_executable_iterate_agent_symbols(
        executable: Handle,
        agent: Handle,
        callback: Option<VisitAgentSymbol>,
        data: *mut c_void,
    ) {
        let callback = callback.ok_or(Status::INVALID_ARGUMENT)?;
        let number = runtime()?.gpu(agent.handle)?.number;
        for (_, handle) in symbols(&*self::executable(runtime()?, executable)?).into_iter().filter(|(gpu, _)| *gpu == number) {
            // SAFETY: the caller passes the function with its data for this call, which no lock surrounds.
            let status = unsafe { callback(executable, agent, Handle { handle }, data) };
            if status != Status::SUCCESS {
                return Err(status);
            }
        }
        Ok(())
    }
}
