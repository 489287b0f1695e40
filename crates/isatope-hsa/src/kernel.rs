//! Kernels that are loaded on a device.

use std::sync::{Arc, OnceLock};

use isatope_emu::{Kernel, Program};

/// A kernel of a program on a device. It is prepared when it is needed.
#[derive(Debug)]
pub(crate) struct LoadedKernel {
    program: Program,
    name: String,
    /// The file of the code, and where it is loaded.
    pub file: Arc<[u8]>,
    pub base: u64,
    kernel: OnceLock<Result<Kernel, String>>,
}

impl LoadedKernel {
    /// A kernel of a program whose file is loaded at an address.
    pub(crate) fn new(program: Program, name: String, file: Arc<[u8]>, base: u64) -> Self {
        Self { program, name, file, base, kernel: OnceLock::new() }
    }

    /// The kernel.
    pub(crate) fn get(&self) -> Result<&Kernel, String> {
        let made = self.kernel.get_or_init(|| Kernel::of(&self.program, &self.name).map_err(|error| error.to_string()));
        made.as_ref().map_err(Clone::clone)
    }
}
