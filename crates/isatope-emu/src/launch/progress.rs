//! Progress of a run, which other threads can read.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many workgroups of a run have ended: another thread may look while it goes on.
#[derive(Debug, Default)]
pub struct Progress {
    ended: AtomicU64,
    all: AtomicU64,
}

impl Progress {
    /// Workgroups that have ended, and how many there are.
    pub fn workgroups(&self) -> (u64, u64) {
        (self.ended.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    pub(crate) fn begin(&self, all: u64) {
        self.ended.store(0, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
    }

    /// So many have ended: others that had ended as well have to run again.
    pub(crate) fn back_to(&self, ended: u64) {
        self.ended.store(ended, Ordering::Relaxed);
    }

    /// So many more have ended.
    pub(crate) fn advance(&self, count: u64) {
        self.ended.fetch_add(count, Ordering::Relaxed);
    }
}
