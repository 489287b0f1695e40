//! Runs: grids of workgroups on a device, and sessions that step through them.

pub(crate) mod calls;
mod device;
pub(crate) mod edit;
mod interleaved;
mod parallel;
pub(crate) mod session;
pub(crate) mod totals;
