//! Executables: sets of code objects on devices, with their kernels and variables.

use std::collections::HashMap;
use std::sync::Arc;

use crate::gpu::Gpu;
use crate::kernel::LoadedKernel;

/// A set of code objects.
#[derive(Debug, Default)]
pub(crate) struct Executable {
    pub loaded: Vec<LoadedCode>,
    pub frozen: bool,
}

/// A code object on a device.
#[derive(Debug)]
pub(crate) struct LoadedCode {
    pub gpu: Arc<Gpu>,
    /// Address of its first byte.
    pub base: u64,
    pub bytes: u64,
    /// Symbols by their names.
    pub symbols: HashMap<String, u64>,
    /// Names in the order of the file.
    pub names: Vec<String>,
}

/// A kernel or variable of an executable.
#[derive(Debug)]
pub(crate) struct Symbol {
    pub name: String,
    pub gpu: usize,
    /// Address of the variable, or of the kernel's descriptor.
    pub address: u64,
    pub bytes: u64,
    pub kernel: Option<Arc<LoadedKernel>>,
}
