//! Initialization, attributes of the system, agents, and instruction sets.

use std::ffi::{c_char, c_void};

use super::{functions, put, put_bytes};
use crate::abi::{Handle, Status, Visit};
use crate::agents;
use crate::runtime::{self, HOST, runtime};

/// The extension that AMD's loader provides.
const LOADER: u16 = 0x201;

functions! {
    /// Starts the runtime.
    fn hsa_init() {
        runtime::init()
    }

    /// Ends one use of the runtime.
    fn hsa_shut_down() {
        runtime::shut_down()
    }

    /// The text of a status.
    fn hsa_status_string(status: Status, text: *mut *const c_char) {
        let found = status.text().ok_or(Status::INVALID_ARGUMENT)?;
        // SAFETY: the caller passes where the text goes.
        unsafe { put(text, found.as_ptr()) }
    }

    /// An attribute of the system.
    fn hsa_system_get_info(attribute: u32, value: *mut c_void) {
        let found = agents::system_info(runtime()?, attribute)?;
        // SAFETY: the caller has room for the attribute.
        unsafe { put_bytes(value, &found.0) }
    }

    /// Whether there is an extension: only that of loaders.
    fn hsa_system_extension_supported(extension: u16, major: u16, minor: u16, result: *mut bool) {
        runtime()?;
        // SAFETY: the caller passes where the result goes.
        unsafe { put(result, extension == LOADER && (major, minor) == (1, 0)) }
    }

    /// Whether there is an extension, and its minor version.
    fn hsa_system_major_extension_supported(extension: u16, major: u16, minor: *mut u16, result: *mut bool) {
        runtime()?;
        // SAFETY: the caller passes where the results go.
        unsafe {
            put(minor, 0)?;
            put(result, extension == LOADER && major == 1)
        }
    }

    /// Whether an agent has an extension: none.
    fn hsa_agent_extension_supported(_extension: u16, agent: Handle, _major: u16, _minor: u16, result: *mut bool) {
        runtime()?.check_agent(agent.handle)?;
        // SAFETY: the caller passes where the result goes.
        unsafe { put(result, false) }
    }

    /// The functions of an extension.
    fn hsa_system_get_major_extension_table(extension: u16, major: u16, size: usize, table: *mut c_void) {
        runtime()?;
        if extension != LOADER || major != 1 {
            return Err(Status::ERROR);
        }
        let functions = [
            host_address as *const () as usize,
            segments as *const () as usize,
            executable_of as *const () as usize,
            loaded_code as *const () as usize,
            loaded_info as *const () as usize,
            reader_of_file as *const () as usize,
            iterate_executables as *const () as usize,
        ];
        let bytes: Vec<u8> = functions.iter().flat_map(|function| function.to_ne_bytes()).collect();
        // SAFETY: the caller has room for so many bytes.
        unsafe { put_bytes(table, &bytes[..size.min(bytes.len())]) }
    }

    /// Visits all agents.
    fn hsa_iterate_agents(callback: Option<Visit>, data: *mut c_void) {
        let callback = callback.ok_or(Status::INVALID_ARGUMENT)?;
        let count = runtime()?.gpus.len() as u64;
        visit((HOST..=HOST + count).map(|handle| Handle { handle }), callback, data)
    }

    /// An attribute of an agent.
    fn hsa_agent_get_info(agent: Handle, attribute: u32, value: *mut c_void) {
        let found = agents::agent_info(runtime()?, agent.handle, attribute)?;
        // SAFETY: the caller has room for the attribute.
        unsafe { put_bytes(value, &found.0) }
    }

    /// Visits the instruction sets of an agent.
    fn hsa_agent_iterate_isas(agent: Handle, callback: Option<Visit>, data: *mut c_void) {
        let callback = callback.ok_or(Status::INVALID_ARGUMENT)?;
        if agent.handle == HOST {
            return Err(Status::INVALID_AGENT);
        }
        visit([agents::isa(runtime()?.gpu(agent.handle)?.number)], callback, data)
    }

    /// An attribute of an instruction set.
    fn hsa_isa_get_info_alt(isa: Handle, attribute: u32, value: *mut c_void) {
        let found = agents::isa_info(runtime()?, isa.handle, attribute)?;
        // SAFETY: the caller has room for the attribute.
        unsafe { put_bytes(value, &found.0) }
    }

    /// Registers a handler for events of the system: faults are told to the callbacks of queues.
    fn hsa_amd_register_system_event_handler(_callback: *mut c_void, _data: *mut c_void) {
        runtime().map(|_| ())
    }

    /// Writes logs elsewhere: there are none.
    fn hsa_amd_enable_logging(_flags: *mut u8, _file: *mut c_void) {
        runtime().map(|_| ())
    }
}

/// Calls a function for handles until it does not want more.
pub(crate) fn visit(
    handles: impl IntoIterator<Item = Handle>,
    callback: Visit,
    data: *mut c_void,
) -> Result<(), Status> {
    for handle in handles {
        // SAFETY: the caller passes the function with its data for this call, which no lock surrounds.
        let status = unsafe { callback(handle, data) };
        if status != Status::SUCCESS {
            return Err(status);
        }
    }
    Ok(())
}

extern "C" fn host_address(_device: *const c_void, _host: *mut *const c_void) -> Status {
    // Memory of devices has no address of the host.
    Status::INVALID_ARGUMENT
}

extern "C" fn segments(_descriptors: *mut c_void, count: *mut usize) -> Status {
    // SAFETY: the caller passes where the count goes.
    super::guard("query_segment_descriptors", || unsafe { put(count, 0) })
}

extern "C" fn executable_of(_device: *const c_void, _executable: *mut Handle) -> Status {
    Status::INVALID_ARGUMENT
}

extern "C" fn loaded_code(_executable: Handle, _callback: *mut c_void, _data: *mut c_void) -> Status {
    Status::SUCCESS
}

extern "C" fn loaded_info(_object: Handle, _attribute: u32, _value: *mut c_void) -> Status {
    Status::INVALID_ARGUMENT
}

extern "C" fn reader_of_file(_file: i32, _offset: usize, _size: usize, _reader: *mut Handle) -> Status {
    Status::ERROR
}

extern "C" fn iterate_executables(_callback: *mut c_void, _data: *mut c_void) -> Status {
    Status::SUCCESS
}
