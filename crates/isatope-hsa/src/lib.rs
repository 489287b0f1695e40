//! An HSA runtime (`libhsa-runtime64.so.1`) on the emulator.
//!
//! AMD's HIP runtime is on top of it, unmodified, and takes it for a machine with a GPU. `docs/gpu.md` describes what users
//! get. The layers, each of which uses only those before it: [`settings`]; `abi` (numbers of the interface); `pulse` (waiting),
//! `signals`; `host` (memory of the host), `memory` (allocations); `gpu` (the emulated device); `code`, `copies`, `ipc` (memory of
//! several processes), `images`, `look`, `dump`, `progress` and `callers` (launches for people), `queues`;
//! `agents` (what the devices say about themselves); `exports` (the C functions).
//!
//! Unsafe code is in `host` (memory that is shared with the host), `exports` (pointers that callers pass), and where
//! callbacks are called. A caller that passes a wrong pointer has undefined behaviour, as with any C library; wrong handles and
//! sizes are statuses.

pub mod settings;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod abi;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod agents;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod callers;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod code;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod copies;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod dump;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod exports;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod gpu;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod host;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod images;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod ipc;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod look;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod memory;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod progress;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod pulse;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod queues;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod records;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod runtime;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod signals;
