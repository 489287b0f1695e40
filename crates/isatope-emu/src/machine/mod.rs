//! The machine: wavefronts and workgroups that run code, and the memories around them.

pub(crate) mod code;
mod divergence;
pub(crate) mod exceptions;
pub mod exec;
pub mod fault;
pub(crate) mod global;
pub(crate) mod gws;
pub mod host;
mod lane_state;
pub mod memory;
pub(crate) mod number;
pub(crate) mod options;
pub(crate) mod outside;
pub(crate) mod overlay;
mod overwritten;
mod past;
mod past_check;
pub(crate) mod progress;
#[cfg(feature = "exceptions")]
pub mod reference;
pub mod report;
pub(crate) mod services;
pub(crate) mod shape;
pub mod solo;
mod spin;
pub(crate) mod threads;
mod waiting;
pub(crate) mod wave_memory;
pub(crate) mod wave_world;
pub(crate) mod wavefront;
pub(crate) mod window;
pub(crate) mod workgroup;
