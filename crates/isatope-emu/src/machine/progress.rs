//! Progress of a run, which other threads can read, and requests to interrupt it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Progress of a run. Another thread may read it while the run goes on, and interrupt the run.
#[derive(Debug, Default)]
pub struct Progress {
    ended: AtomicU64,
    all: AtomicU64,
    instructions: AtomicU64,
    interrupted: AtomicBool,
}

impl Progress {
    /// Number of workgroups that have ended, and of all workgroups.
    pub fn workgroups(&self) -> (u64, u64) {
        (self.ended.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    /// Number of instructions that all wavefronts have run, counted in large steps.
    pub fn instructions(&self) -> u64 {
        self.instructions.load(Ordering::Relaxed)
    }

    /// Asks the run to stop soon: it ends with [`Cause::Interrupted`](crate::Cause::Interrupted). If nothing runs, the
    /// next run stops.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Forgets a request to stop.
    pub(crate) fn resume(&self) {
        self.interrupted.store(false, Ordering::Relaxed);
    }

    pub(crate) fn begin(&self, all: u64) {
        self.ended.store(0, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
        self.instructions.store(0, Ordering::Relaxed);
    }

    /// Sets the number of workgroups that have ended: others that had ended as well have to run again.
    pub(crate) fn back_to(&self, ended: u64) {
        self.ended.store(ended, Ordering::Relaxed);
    }

    /// Counts more workgroups that have ended.
    pub(crate) fn advance(&self, count: u64) {
        self.ended.fetch_add(count, Ordering::Relaxed);
    }

    /// Counts more instructions.
    pub(crate) fn ran(&self, instructions: u64) {
        self.instructions.fetch_add(instructions, Ordering::Relaxed);
    }
}
