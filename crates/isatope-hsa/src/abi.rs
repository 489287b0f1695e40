//! Numbers and types of the HSA interface.
//!
//! Sources: `hsa.h`, `hsa_ext_amd.h`, `amd_hsa_queue.h` and `amd_hsa_signal.h` of ROCm.

use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64};

/// A status: an error if it is not 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Status(pub u32);

/// Statuses with their names.
macro_rules! statuses {
    ($($name:ident = $number:expr, $text:expr;)*) => {
        #[allow(missing_docs)]
        impl Status {
            $(pub const $name: Self = Self($number);)*

            /// A sentence about the status, which ends with a NUL.
            pub(crate) fn text(self) -> Option<&'static std::ffi::CStr> {
                match self.0 {
                    $($number => Some($text),)*
                    _ => None,
                }
            }
        }
    };
}

statuses! {
    SUCCESS = 0, c"HSA_STATUS_SUCCESS: The function has been executed successfully.";
    INFO_BREAK = 1, c"HSA_STATUS_INFO_BREAK: A traversal over a list of elements has been interrupted by the application before completing.";
    ERROR = 0x1000, c"HSA_STATUS_ERROR: A generic error has occurred.";
    INVALID_ARGUMENT = 0x1001, c"HSA_STATUS_ERROR_INVALID_ARGUMENT: One of the actual arguments does not meet a precondition stated in the documentation of the corresponding formal argument.";
    INVALID_QUEUE_CREATION = 0x1002, c"HSA_STATUS_ERROR_INVALID_QUEUE_CREATION: The requested queue creation is not valid.";
    INVALID_ALLOCATION = 0x1003, c"HSA_STATUS_ERROR_INVALID_ALLOCATION: The requested allocation is not valid.";
    INVALID_AGENT = 0x1004, c"HSA_STATUS_ERROR_INVALID_AGENT: The agent is invalid.";
    INVALID_SIGNAL = 0x1006, c"HSA_STATUS_ERROR_INVALID_SIGNAL: The signal is invalid.";
    INVALID_QUEUE = 0x1007, c"HSA_STATUS_ERROR_INVALID_QUEUE: The queue is invalid.";
    OUT_OF_RESOURCES = 0x1008, c"HSA_STATUS_ERROR_OUT_OF_RESOURCES: The runtime failed to allocate the necessary resources.";
    INVALID_PACKET_FORMAT = 0x1009, c"HSA_STATUS_ERROR_INVALID_PACKET_FORMAT: The AQL packet is malformed.";
    NOT_INITIALIZED = 0x100b, c"HSA_STATUS_ERROR_NOT_INITIALIZED: An API other than hsa_init has been invoked while the reference count of the HSA runtime is zero.";
    INVALID_INDEX = 0x100e, c"HSA_STATUS_ERROR_INVALID_INDEX: The index is invalid.";
    INVALID_ISA = 0x100f, c"HSA_STATUS_ERROR_INVALID_ISA: The instruction set architecture is invalid.";
    INVALID_CODE_OBJECT = 0x1010, c"HSA_STATUS_ERROR_INVALID_CODE_OBJECT: The code object is invalid.";
    INVALID_EXECUTABLE = 0x1011, c"HSA_STATUS_ERROR_INVALID_EXECUTABLE: The executable is invalid.";
    FROZEN_EXECUTABLE = 0x1012, c"HSA_STATUS_ERROR_FROZEN_EXECUTABLE: The executable is frozen.";
    INVALID_SYMBOL_NAME = 0x1013, c"HSA_STATUS_ERROR_INVALID_SYMBOL_NAME: There is no symbol with the given name.";
    EXCEPTION = 0x1016, c"HSA_STATUS_ERROR_EXCEPTION: An HSAIL operation resulted in a hardware exception.";
    INVALID_ISA_NAME = 0x1017, c"HSA_STATUS_ERROR_INVALID_ISA_NAME: The instruction set architecture name is invalid.";
    INVALID_EXECUTABLE_SYMBOL = 0x1019, c"HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL: The executable symbol is invalid.";
    INVALID_CODE_OBJECT_READER = 0x1021, c"HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER: The code object reader is invalid.";
    INVALID_MEMORY_POOL = 40, c"HSA_STATUS_ERROR_INVALID_MEMORY_POOL: The memory pool is invalid.";
    ILLEGAL_INSTRUCTION = 42, c"HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION: The agent attempted to execute an illegal shader instruction.";
    MEMORY_FAULT = 43, c"HSA_STATUS_ERROR_MEMORY_FAULT: Agent attempted to access an inaccessible address.";
    IMAGE_SIZE_UNSUPPORTED = 0x3001, c"HSA_EXT_STATUS_ERROR_IMAGE_SIZE_UNSUPPORTED: Image size is not supported.";
    IMAGE_PITCH_UNSUPPORTED = 0x3002, c"HSA_EXT_STATUS_ERROR_IMAGE_PITCH_UNSUPPORTED: Image pitch is not supported or invalid.";
    IMAGE_FORMAT_UNSUPPORTED = 0x3000, c"HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED: Image format is not supported.";
}

/// What functions return inside the library.
pub(crate) type Answer<T = ()> = Result<T, Status>;

/// Memory of a signal. Its layout is a part of the interface, and programs on the device change the value.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct AmdSignal {
    /// 1 for a signal of the user, −1 for a doorbell, 0 for none.
    pub kind: AtomicI64,
    pub value: AtomicI64,
    /// Address of a mailbox; 0: programs on the device raise no interrupts.
    pub mailbox: AtomicU64,
    pub event: AtomicU32,
    pub reserved: AtomicU32,
    /// Ticks at the start and the end of what completed the signal.
    pub start: AtomicU64,
    pub end: AtomicU64,
    pub queue: AtomicU64,
    pub reserved2: AtomicU64,
}

/// Memory of a queue: words of `amd_queue_t`.
#[derive(Debug)]
#[repr(C, align(256))]
pub(crate) struct AmdQueue {
    pub words: [AtomicU64; 32],
}

impl AmdQueue {
    /// Words of the fields.
    pub const TYPE_FEATURES: usize = 0;
    pub const BASE: usize = 1;
    pub const DOORBELL: usize = 2;
    pub const SIZE: usize = 3;
    pub const ID: usize = 4;
    pub const WRITE: usize = 7;
    pub const APERTURES: usize = 8;
    pub const READ: usize = 16;
}

/// Types of packets.
pub(crate) mod packet {
    pub const VENDOR: u16 = 0;
    pub const INVALID: u16 = 1;
    pub const DISPATCH: u16 = 2;
    pub const BARRIER_AND: u16 = 3;
    pub const BARRIER_OR: u16 = 5;
    /// Format of a vendor packet that waits for a value.
    pub const BARRIER_VALUE: u16 = 2;
}

pub(crate) const SEGMENT_GLOBAL: u32 = 0;
pub(crate) const SEGMENT_GROUP: u32 = 3;
pub(crate) const POOL_KERNARG: u32 = 1;
pub(crate) const POOL_FINE: u32 = 2;
pub(crate) const POOL_COARSE: u32 = 4;

/// A handle, as most objects are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Handle {
    /// Number of the object.
    pub handle: u64,
}

/// Handler of an asynchronous signal; it returns whether it wants to be called again.
pub type SignalHandler = unsafe extern "C" fn(value: i64, data: *mut c_void) -> bool;
/// Callback of a queue for errors.
pub type QueueCallback = unsafe extern "C" fn(status: Status, queue: *mut c_void, data: *mut c_void);
/// Callback that visits a handle.
pub type Visit = unsafe extern "C" fn(handle: Handle, data: *mut c_void) -> Status;
/// Callback that visits a symbol of an executable.
pub type VisitSymbol = unsafe extern "C" fn(executable: Handle, symbol: Handle, data: *mut c_void) -> Status;
/// Callback that visits a symbol of an agent.
pub type VisitAgentSymbol =
    unsafe extern "C" fn(executable: Handle, agent: Handle, symbol: Handle, data: *mut c_void) -> Status;
/// Allocator that a caller passes.
pub type Allocate = unsafe extern "C" fn(bytes: usize) -> *mut c_void;

/// Attributes of memory that the program maps, and devices access at the same addresses.
pub mod svm {
    #![allow(missing_docs)]
    pub const GLOBAL_FLAG: u64 = 0;
    pub const MIGRATION_GRANULARITY: u64 = 3;
    pub const PREFERRED_LOCATION: u64 = 4;
    pub const PREFETCH_LOCATION: u64 = 5;
    pub const GPU_EXEC: u64 = 7;
    pub const ACCESSIBLE: u64 = 0x200;
    pub const ACCESSIBLE_IN_PLACE: u64 = 0x201;
    pub const NO_ACCESS: u64 = 0x202;
    pub const ACCESS_QUERY: u64 = 0x203;

    /// The value of the global flag of ranges that differ.
    pub const INDETERMINATE: u64 = 2;
    /// Pages that are moved together, as a power of 2, where nobody says otherwise.
    pub const GRANULARITY: u64 = 9;
}

/// An attribute of memory with its value.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SvmAttribute {
    /// Number of the attribute.
    pub attribute: u64,
    /// Its value.
    pub value: u64,
}

/// Information about a pointer.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PointerInfo {
    /// Bytes of the structure.
    pub size: u32,
    /// 0 unknown, 1 HSA, 2 locked.
    pub kind: u32,
    /// Address for agents.
    pub agent_base: u64,
    /// Address for the host.
    pub host_base: u64,
    /// Bytes of the allocation.
    pub bytes: usize,
    /// Value of the user.
    pub user: u64,
    /// Agent that owns the allocation.
    pub owner: Handle,
    /// Flags of the pool.
    pub flags: u32,
}

/// A pitched pointer.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Pitched {
    /// First byte.
    pub base: u64,
    /// Bytes from one row to the next.
    pub pitch: usize,
    /// Bytes from one slice to the next.
    pub slice: usize,
}

/// Three sizes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Dim3 {
    /// In x, in bytes.
    pub x: u32,
    /// In y.
    pub y: u32,
    /// In z.
    pub z: u32,
}

/// An image as a caller describes it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ImageDescriptor {
    /// Number of the geometry: 0 for 1D, 1 2D, 2 3D, 3 an array of 1D, 4 an array of 2D, 5 a buffer, 6 and 7 depth.
    pub geometry: u32,
    /// Texels of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Slices.
    pub depth: usize,
    /// Layers of an array.
    pub layers: usize,
    /// Number of the type of a channel.
    pub kind: u32,
    /// Number of the order of channels.
    pub order: u32,
}

/// A part of an image.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ImageRegion {
    /// The first texel.
    pub offset: [u32; 3],
    /// Texels in each direction.
    pub size: [u32; 3],
}

/// A sampler as a caller describes it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SamplerDescriptor {
    /// 0 for texels, 1 for coordinates from 0 to 1.
    pub coordinates: u32,
    /// 0 for the nearest texel, 1 for a blend.
    pub filter: u32,
    /// What happens outside: 0 anything, 1 the edge, 2 a border, 3 and 4 repetition.
    pub addressing: u32,
}

/// A C string that a caller passes.
pub type Text = *const c_char;
