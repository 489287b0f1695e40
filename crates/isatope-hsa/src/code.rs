//! Loads and unloads code objects.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use isatope_emu::{Buffer, Device, Program, Window};
use isatope_object::{Container, SymbolKind};

use crate::abi::{Answer, POOL_COARSE, Status};
use crate::executable::{Executable, LoadedCode, Symbol};
use crate::gpu::Gpu;
use crate::host::{HostRange, Pages};
use crate::kernel::LoadedKernel;
use crate::memory::{Allocation, Kind};
use crate::runtime::Runtime;

/// Ending of the name of a kernel's descriptor.
const DESCRIPTOR: &str = ".kd";

/// Size of a code object in memory.
pub(crate) fn extent(container: &Container) -> u64 {
    let ends = container.sections.iter().map(|section| section.address.saturating_add(section.size));
    ends.max().unwrap_or(0)
}

/// Moves what lies between two addresses to a window with a name.
pub(crate) fn move_to(device: &mut Device, base: u64, bytes: u64, name: &str, window: HostRange) {
    let range = base..base + bytes;
    let all = device.memory().allocations().iter().filter(|a| range.contains(&a.base));
    let all: Vec<Buffer> = all.map(|a| Buffer { address: a.base, bytes: a.bytes.len() as u64 }).collect();
    for buffer in all {
        let contents = device.free(buffer);
        window.write(buffer.address - base, &contents);
    }
    // Nothing is left there.
    let _ = device.window(base, name, Arc::new(window));
}

impl Runtime {
    /// Loads a code object for a device. What it names becomes symbols.
    pub(crate) fn load(&'static self, gpu: &Arc<Gpu>, file: Arc<[u8]>) -> Answer<LoadedCode> {
        let container = isatope_object::open(&file).map_err(|error| {
            self.records.log(|| format!("a code object cannot be opened: {error}"));
            Status::INVALID_CODE_OBJECT
        })?;
        let bytes = extent(&container);
        let most = self.settings.memory.saturating_sub(self.memory.used(gpu.number));
        if bytes > most {
            return Err(Status::OUT_OF_RESOURCES);
        }
        // Where the host copies to variables by itself they are in its memory.
        let pages = if gpu.chip.sees_host() { Pages::new(bytes.max(1) as usize).map(Arc::new) } else { None };
        let lenient = self.settings.lenient;
        let room = if lenient { bytes.next_multiple_of(crate::host::PAGE as u64) } else { bytes };
        let base = pages.as_ref().map(|pages| pages.base()).or_else(|| self.memory.addresses(bytes.max(1)));
        let base = base.ok_or(Status::OUT_OF_RESOURCES)?;
        let window = pages.as_ref().map(|pages| HostRange::of_pages(pages, room as usize));
        let (source, records) = (file.clone(), self.records.clone());
        let found = gpu.engine.with(move |device| {
            let container = isatope_object::open(&source).map_err(|_| Status::INVALID_CODE_OBJECT)?;
            let program = match lenient {
                true => Program::of_at_in_pages(device, &container, base),
                false => Program::of_at(device, &container, base),
            };
            let program = program.map_err(|error| {
                records.log(|| format!("a code object cannot be loaded: {error}"));
                Status::INVALID_CODE_OBJECT
            })?;
            if let Some(window) = window {
                move_to(device, base, room, "code", window);
            }
            let data = container.symbols.iter().filter(|s| s.kind == SymbolKind::Object && s.section.is_some());
            let data: std::collections::HashSet<String> = data.map(|s| s.name.to_string()).collect();
            Ok((program, data))
        });
        let (program, data) = match found {
            Ok(found) => found,
            Err(status) => {
                self.remove_code(gpu, base, bytes);
                return Err(status);
            }
        };
        let kernels: std::collections::HashSet<&str> = program.kernel_names().collect();
        let mut loaded = LoadedCode { gpu: gpu.clone(), base, bytes, symbols: HashMap::new(), names: Vec::new() };
        for symbol in program.symbols().iter().filter(|symbol| data.contains(&symbol.name)) {
            let kernel = symbol
                .name
                .strip_suffix(DESCRIPTOR)
                .filter(|name| kernels.contains(name))
                .map(|name| Arc::new(LoadedKernel::new(program.clone(), name.to_string(), file.clone(), base)));
            if let Some(kernel) = &kernel {
                let mut all = gpu.kernels.write().unwrap_or_else(PoisonError::into_inner);
                all.insert(symbol.address, kernel.clone());
            }
            let made = Symbol {
                name: symbol.name.clone(),
                gpu: gpu.number,
                address: symbol.address,
                bytes: symbol.size,
                kernel,
            };
            let handle = self.handle();
            self.symbols.write().unwrap_or_else(PoisonError::into_inner).insert(handle, Arc::new(made));
            if loaded.symbols.insert(symbol.name.clone(), handle).is_none() {
                loaded.names.push(symbol.name.clone());
            }
        }
        // Variables are memory that the host copies to and from.
        let kind = match pages {
            Some(_) => Kind::Host(POOL_COARSE),
            None => Kind::Device(gpu.number),
        };
        self.memory.add(Allocation { base, bytes, kind, made_by: None, allowed: u64::MAX, exported: None, pages });
        Ok(loaded)
    }

    /// Takes a code object out of memory, after the kernels that run.
    fn remove_code(&'static self, gpu: &Arc<Gpu>, base: u64, bytes: u64) {
        self.memory.remove(base, |_| true);
        gpu.engine.free_later(move |device| {
            let range = base..base + bytes.max(1);
            let all = device.memory().allocations().iter().filter(|a| range.contains(&a.base));
            let all: Vec<_> =
                all.map(|a| isatope_emu::Buffer { address: a.base, bytes: a.bytes.len() as u64 }).collect();
            all.into_iter().for_each(|buffer| drop(device.free(buffer)));
            device.close_window(base);
            self.memory.release(base);
        });
    }

    /// Ends an executable.
    pub(crate) fn unload(&'static self, executable: &Mutex<Executable>) {
        let mut executable = executable.lock().unwrap_or_else(PoisonError::into_inner);
        for code in executable.loaded.drain(..) {
            let range = code.base..code.base + code.bytes.max(1);
            let mut kernels = code.gpu.kernels.write().unwrap_or_else(PoisonError::into_inner);
            kernels.retain(|address, _| !range.contains(address));
            drop(kernels);
            let mut symbols = self.symbols.write().unwrap_or_else(PoisonError::into_inner);
            code.symbols.values().for_each(|handle| drop(symbols.remove(handle)));
            drop(symbols);
            self.remove_code(&code.gpu, code.base, code.bytes);
        }
    }
}
