//! Ctrl-C while a kernel runs.

use std::sync::{Arc, Mutex, Once, PoisonError};

use isatope::emulator::Progress;

/// The run that the next Ctrl-C interrupts. Without one, Ctrl-C ends the command.
static CURRENT: Mutex<Option<Arc<Progress>>> = Mutex::new(None);

/// While it exists, the first Ctrl-C interrupts a run, which then reports where it is. The second one ends the command.
pub struct Interrupt(());

impl Interrupt {
    /// Lets Ctrl-C interrupt the run with this progress.
    pub fn new(progress: &Arc<Progress>) -> Self {
        static HANDLER: Once = Once::new();
        set(Some(progress.clone()));
        HANDLER.call_once(listen);
        Self(())
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        set(None);
    }
}

fn set(progress: Option<Arc<Progress>>) {
    *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = progress;
}

/// Calls [`interrupt`] at each Ctrl-C. If there can be no handler, Ctrl-C ends the command as usual.
#[cfg(any(unix, windows))]
fn listen() {
    drop(ctrlc::set_handler(interrupt));
}

/// WebAssembly has no signals.
#[cfg(not(any(unix, windows)))]
fn listen() {}

#[cfg(any(unix, windows))]
fn interrupt() {
    match CURRENT.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(progress) => progress.interrupt(),
        None => std::process::exit(super::INTERRUPTED.into()),
    }
}
