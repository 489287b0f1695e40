//! Work shared between threads, or done by one thread where the feature `threads` is off.
//!
//! Results never depend on the number of threads, so callers need no second path.

#[cfg(feature = "threads")]
use std::sync::atomic::{AtomicU32, Ordering};

/// Number of threads that share work here.
#[cfg(feature = "threads")]
pub(crate) fn count() -> usize {
    rayon::current_num_threads()
}

/// Number of threads that share work here.
#[cfg(not(feature = "threads"))]
pub(crate) fn count() -> usize {
    1
}

/// Index of the thread that runs this, below [`count`].
#[cfg(feature = "threads")]
pub(crate) fn index() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}

/// Index of the thread that runs this, below [`count`].
#[cfg(not(feature = "threads"))]
pub(crate) fn index() -> usize {
    0
}

/// Applies a function to pairs of items and collects the results, in the order of the items.
#[cfg(feature = "threads")]
pub(crate) fn map_pairs<A: Sync, B: Send, R: Send>(
    first: &[A],
    second: &mut [B],
    f: impl Fn((&A, &mut B)) -> R + Sync + Send,
) -> Vec<R> {
    use rayon::prelude::*;
    first.par_iter().zip(second.par_iter_mut()).map(f).collect()
}

/// Applies a function to pairs of items and collects the results, in the order of the items.
#[cfg(not(feature = "threads"))]
pub(crate) fn map_pairs<A, B, R>(first: &[A], second: &mut [B], f: impl Fn((&A, &mut B)) -> R) -> Vec<R> {
    first.iter().zip(second).map(f).collect()
}

/// Applies a function to every item.
#[cfg(feature = "threads")]
pub(crate) fn for_each<T: Send>(items: &mut [T], f: impl Fn(&mut T) + Sync + Send) {
    use rayon::prelude::*;
    items.par_iter_mut().for_each(f);
}

/// Applies a function to every item.
#[cfg(not(feature = "threads"))]
pub(crate) fn for_each<T>(items: &mut [T], f: impl Fn(&mut T)) {
    items.iter_mut().for_each(f);
}

/// Threads for each processor, at most: more of them only cost memory and time.
#[cfg(feature = "threads")]
const MOST: usize = 4;

/// Whether this process has the threads that launches share. A child of `fork` does not: its parent has them.
#[cfg(feature = "threads")]
fn has_shared_threads() -> bool {
    /// The process that started them.
    static OWNER: AtomicU32 = AtomicU32::new(0);
    let own = std::process::id();
    OWNER.compare_exchange(0, own, Ordering::Relaxed, Ordering::Relaxed).map_or_else(|owner| owner == own, |_| true)
}

/// Runs work of this many parts that may use `threads` threads; 0 means as many as the machine has. No thread is
/// started that has nothing to do.
#[cfg(feature = "threads")]
pub(crate) fn with<T: Send>(threads: usize, parts: u64, work: impl FnOnce() -> T + Send) -> T {
    if threads == 0 && has_shared_threads() {
        return work();
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { processors } else { threads };
    let parts = usize::try_from(parts).unwrap_or(usize::MAX);
    let threads = threads.min(MOST * processors).min(parts).max(1);
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Runs work on this thread.
#[cfg(not(feature = "threads"))]
pub(crate) fn with<T>(_threads: usize, _parts: u64, work: impl FnOnce() -> T) -> T {
    work()
}
