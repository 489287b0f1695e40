//! What a launch of a kernel is given beside sizes and arguments.

/// What a launch is given beside sizes and arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// The global offset in x, y and z: what is added to the global number of a work-item (OpenCL).
    pub offset: [u64; 3],
    /// Bytes of private memory for the stack of a work-item, beside those that the kernel asks for. Kernels with
    /// recursion need them.
    pub stack: u32,
    /// Bytes of LDS of a workgroup, beside those that the kernel declares and that arguments ask for.
    pub shared: u32,
    /// An access past the end of a dword of private memory goes on in the next dword of its lane; see
    /// [`Options::unaligned_scratch`](crate::Options::unaligned_scratch).
    pub unaligned_scratch: bool,
}
