//! Records what a launch writes to memory that it shares with the host.

use std::sync::{Arc, Mutex, PoisonError};

use isatope_emu::{Device, Window};

/// A window in the place of another one. It keeps what programs of the device write; what the host writes at the same
/// time is not among that.
pub(crate) struct Recorder {
    base: u64,
    window: Arc<dyn Window>,
    /// What there was before, with what programs have written.
    contents: Mutex<Vec<u8>>,
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder").field("base", &self.base).field("window", &self.window).finish_non_exhaustive()
    }
}

impl Recorder {
    /// Replaces the window that starts at an address and holds these bytes. Returns `None` if there is none.
    pub(crate) fn start(device: &mut Device, base: u64, contents: Vec<u8>) -> Option<Arc<Self>> {
        let name = device.memory().windows().iter().find(|window| window.base == base)?.name.clone();
        let recorder = Arc::new(Self { base, window: device.close_window(base)?, contents: Mutex::new(contents) });
        // The place has just become free.
        device.window(base, &name, recorder.clone()).ok()?;
        Some(recorder)
    }

    /// Gives the window back its place, unless it was closed in the meantime.
    pub(crate) fn end(self: &Arc<Self>, device: &mut Device) {
        let found = device.memory().windows().iter().find(|window| window.base == self.base);
        let is_own = |window: &Arc<dyn Window>| std::ptr::addr_eq(Arc::as_ptr(window), Arc::as_ptr(self));
        if let Some(name) = found.filter(|found| is_own(&found.window)).map(|found| found.name.clone()) {
            device.close_window(self.base);
            // As above.
            let _ = device.window(self.base, &name, self.window.clone());
        }
    }

    /// What there was before, with what programs have written.
    pub(crate) fn contents(&self) -> Vec<u8> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, at: u64, bytes: &[u8]) {
        let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        let room = usize::try_from(at).ok().and_then(|at| contents.get_mut(at..at.checked_add(bytes.len())?));
        if let Some(room) = room {
            room.copy_from_slice(bytes);
        }
    }
}

impl Window for Recorder {
    fn size(&self) -> u64 {
        self.window.size()
    }

    fn read(&self, at: u64, bytes: &mut [u8]) {
        self.window.read(at, bytes);
    }

    fn write(&self, at: u64, bytes: &[u8]) {
        self.window.write(at, bytes);
        self.note(at, bytes);
    }

    fn exchange(&self, at: u64, old: &[u8], new: &[u8]) -> bool {
        let done = self.window.exchange(at, old, new);
        if done {
            self.note(at, new);
        }
        done
    }
}
