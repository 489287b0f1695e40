//! Kernels and functions in code.

use std::ops::Range;

use isatope_object::launch::LaunchInfo;

/// A kernel or function in code.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    /// Name of the symbol.
    pub symbol: String,
    /// Addresses of its instructions.
    pub addresses: Range<u64>,
    /// The same, and then those of all that it leads to: code outside, and functions.
    pub code: Vec<Range<u64>>,
    /// Launch parameters of a kernel.
    pub info: Option<LaunchInfo>,
    /// Whether it is a kernel.
    pub is_kernel: bool,
}

impl Stretch {
    /// One that leads to nothing else.
    pub fn new(symbol: String, addresses: Range<u64>, info: Option<LaunchInfo>, is_kernel: bool) -> Self {
        Self { symbol, code: vec![addresses.clone()], addresses, info, is_kernel }
    }
}
