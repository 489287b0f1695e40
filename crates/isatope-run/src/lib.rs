//! Runs as data: manifests, tasks, arguments and buffers, and batches of single instructions as JSON lines.
//!
//! The emulator itself (`isatope-emu`) needs none of this, so a browser that only runs kernels needs no JSON. A
//! [`manifest`] or a command line becomes a [`task::Task`], which [`task::Task::prepare`] turns into a launch on a
//! device. [`json`] answers requests of `exec --json`.

pub mod argument_value;
pub mod json;
mod json_words;
pub mod manifest;
pub mod memory;
pub mod picture;
pub mod scalar;
pub mod task;
