//! A queue: its packets, and who rang for them.

use std::backtrace::Backtrace;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::abi::{AmdQueue, AmdSignal, QueueCallback, packet};
use crate::gpu::Gpu;
use crate::{callers, pulse};

/// Words of a packet.
pub(crate) const WORDS: usize = 8;
/// How long a report waits for the doorbell of the packet that it is about.
const LATE: Duration = Duration::from_secs(1);

/// A queue.
pub(crate) struct Queue {
    pub amd: &'static AmdQueue,
    pub ring: &'static [AtomicU64],
    pub doorbell: &'static AmdSignal,
    pub gpu: Arc<Gpu>,
    pub callback: Option<(QueueCallback, usize)>,
    pub stopped: AtomicBool,
    /// Who rang the doorbell, and up to which packet.
    pub callers: Mutex<VecDeque<(u64, Backtrace)>>,
}

/// Memory of queues that were destroyed, by the size of the ring.
pub(crate) static SPARE: Mutex<Vec<(&'static AmdQueue, &'static [AtomicU64])>> = Mutex::new(Vec::new());

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Queue({:#x}, {:?})", self.handle(), self.gpu)
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        SPARE.lock().unwrap_or_else(PoisonError::into_inner).push((self.amd, self.ring));
    }
}

/// A packet in a ring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words(pub [u64; WORDS]);

impl Words {
    fn header(&self) -> u16 {
        self.0[0] as u16
    }

    /// Type of the packet.
    pub(crate) fn kind(&self) -> u16 {
        self.header() & 0xff
    }

    /// Handle of the signal that tells that the packet is done.
    pub(crate) fn completion(&self) -> u64 {
        self.0[7]
    }

    /// A word of 32 bits.
    pub(crate) fn half(&self, index: usize) -> u32 {
        (self.0[index / 2] >> (32 * (index % 2))) as u32
    }
}

impl Queue {
    /// Its handle: the address.
    pub(crate) fn handle(&self) -> u64 {
        std::ptr::from_ref(self.amd).addr() as u64
    }

    /// The word of an index.
    pub(crate) fn index(&self, word: usize) -> &AtomicU64 {
        &self.amd.words[word]
    }

    /// Takes no more packets.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        pulse::beat();
    }

    /// The packet that is next, if it has been written.
    pub(crate) fn next(&self, index: u64) -> Option<Words> {
        let mask = self.ring.len() / WORDS - 1;
        let at = (index as usize & mask) * WORDS;
        let first = self.ring[at].load(Ordering::Acquire);
        if first as u16 & 0xff == packet::INVALID {
            return None;
        }
        let mut words = [first; WORDS];
        (1..WORDS).for_each(|k| words[k] = self.ring[at + k].load(Ordering::Relaxed));
        Some(Words(words))
    }

    /// Marks a packet as taken.
    pub(crate) fn clear(&self, index: u64) {
        let mask = self.ring.len() / WORDS - 1;
        let at = (index as usize & mask) * WORDS;
        let first = self.ring[at].load(Ordering::Relaxed);
        self.ring[at].store(first & !0xffff | u64::from(packet::INVALID), Ordering::Release);
    }

    /// The address of a packet.
    pub(crate) fn address_of(&self, index: u64) -> u64 {
        let mask = self.ring.len() as u64 / WORDS as u64 - 1;
        self.ring.as_ptr().addr() as u64 + (index & mask) * 64
    }

    /// Notes who rings the doorbell up to a packet.
    pub(crate) fn note_caller(&self, last: i64) {
        let stack = Backtrace::force_capture();
        let done = self.index(AmdQueue::READ).load(Ordering::SeqCst);
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        while callers.front().is_some_and(|(last, _)| *last < done) {
            callers.pop_front();
        }
        callers.push_back((last as u64, stack));
    }

    /// Functions of the host that rang for a packet.
    pub(crate) fn caller(&self, index: u64) -> Vec<String> {
        let mut found = Vec::new();
        // A packet may be taken before its doorbell rings.
        pulse::wait(Some(LATE), pulse::UNSEEN, || {
            let all = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
            let stack = all.iter().find(|(last, _)| *last >= index);
            stack.map(|(_, stack)| found = callers::callers(stack)).is_some()
        });
        found
    }
}
