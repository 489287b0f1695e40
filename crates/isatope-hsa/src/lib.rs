//! An HSA runtime (`libhsa-runtime64.so.1`) on the emulator.
//!
//! AMD's HIP runtime is on top of it, unmodified, and takes it for a machine with a GPU. `docs/gpu.md` describes what
//! users get. The layers, each of which uses only those before it: [`settings`], `visible` (devices that a process
//! sees); `abi` (numbers of the interface); `pulse` (waiting), `signals`; `host` (memory of the host), `handle`,
//! `memory` and `managed` (allocations); `kernel`, `gpu` (the emulated device); `executable`, `image_table`, `callers`
//! and `queue` (what a process has), `runtime` (all of it); `code`, `copies`, `ipc` (memory of several processes),
//! `images`, `look`, `recorder` (writes to memory of the host), `dump` and `progress` (launches for people), `queues`;
//! `agents` (what the devices say about themselves); `exports` (the C functions).
//!
//! Unsafe code is in `host` (memory that is shared with the host), `exports` (pointers that callers pass), and where
//! callbacks are called. A caller that passes a wrong pointer has undefined behaviour, as with any C library; wrong
//! handles and sizes are statuses.

pub mod settings;

// AMD's runtime exists for these machines only.
cfg_if::cfg_if! {
    if #[cfg(all(target_os = "linux", target_arch = "x86_64"))] {
        mod abi;
        mod agents;
        mod callers;
        mod code;
        mod copies;
        mod dump;
        mod executable;
        pub mod exports;
        mod gpu;
        mod handle;
        mod host;
        mod image_table;
        mod images;
        mod ipc;
        mod kernel;
        mod look;
        mod managed;
        mod memory;
        mod progress;
        mod pulse;
        mod queue;
        mod queues;
        mod recorder;
        mod records;
        mod runtime;
        mod signals;
        mod visible;
    }
}
