//! Runs: grids of workgroups on a device, and sessions that step through them.

mod device;
mod interleaved;
mod parallel;
pub(crate) mod session;
pub(crate) mod totals;
