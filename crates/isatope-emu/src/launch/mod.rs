//! Launches: devices, programs, their kernels and shaders, and the state in which wavefronts start.

pub(crate) mod arguments;
pub(crate) mod device;
mod dispatch;
pub(crate) mod entry;
pub(crate) mod extras;
pub(crate) mod image;
pub(crate) mod kernel;
pub(crate) mod limits;
pub(crate) mod printf;
pub(crate) mod program;
pub(crate) mod setup;
pub mod shader;
