//! Signals.

use std::ffi::c_void;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{functions, put, values};
use crate::abi::{Answer, Handle, SignalHandler, Status};
use crate::pulse;
use crate::runtime::runtime;
use crate::signals::{Condition, Handler};

/// A wait of this long is a wait for ever.
const FOREVER: u64 = 1 << 62;

/// The message for a child process that waits for the devices of its parent.
const FORKED: &str = "a process waits for devices that its parent used before it forked: call `fork` before the first call of HIP, \
    or `exec` after it";

/// Changes the value of a signal. Every order is the strongest one.
fn change(signal: Handle, change: impl FnOnce(&std::sync::atomic::AtomicI64)) {
    let found = runtime().and_then(|runtime| runtime.signals.get(signal.handle));
    if let Ok(found) = found {
        change(&found.value);
        note_caller(found);
        pulse::beat();
    }
}

/// Notes who rings if the signal is a doorbell, for reports of faults.
fn note_caller(signal: &crate::abi::AmdSignal) {
    if signal.kind.load(Ordering::Relaxed) >= 0 {
        return;
    }
    let Ok(runtime) = runtime() else { return };
    if runtime.settings.stacks
        && let Some(queue) = runtime.queue_of(signal)
    {
        queue.note_caller(signal.value.load(Ordering::SeqCst));
    }
}

fn value(signal: Handle) -> Answer<i64> {
    Ok(runtime()?.signals.get(signal.handle)?.value.load(Ordering::SeqCst))
}

fn wait(signal: Handle, condition: u32, other: i64, ticks: u64) -> Answer<i64> {
    let runtime = runtime()?;
    let found = runtime.signals.get(signal.handle)?;
    let condition = Condition::of(condition)?;
    if crate::host::is_forked() && !condition.holds(found.value.load(Ordering::SeqCst), other) {
        // Nobody would ever change the signal.
        runtime.records.error(FORKED);
        std::process::abort();
    }
    let time = (ticks < FOREVER).then(|| Duration::from_nanos(ticks));
    Ok(found.wait(condition, other, time))
}

functions! {
    /// A new signal.
    fn hsa_signal_create(value: i64, _count: u32, _consumers: *const Handle, signal: *mut Handle) {
        let handle = runtime()?.signal(value, false).handle();
        // SAFETY: the caller passes where the handle goes.
        unsafe { put(signal, Handle { handle }) }
    }

    /// A new signal with attributes, which make no difference.
    fn hsa_amd_signal_create(value: i64, _count: u32, _consumers: *const Handle, _attributes: u64, signal: *mut Handle) {
        let handle = runtime()?.signal(value, false).handle();
        // SAFETY: the caller passes where the handle goes.
        unsafe { put(signal, Handle { handle }) }
    }

    /// Gives a signal back.
    fn hsa_signal_destroy(signal: Handle) {
        if signal.handle == 0 {
            return Err(Status::INVALID_ARGUMENT);
        }
        runtime()?.signals.destroy(signal.handle)
    }

    /// The address of the value.
    fn hsa_amd_signal_value_pointer(signal: Handle, pointer: *mut *mut i64) {
        let found = runtime()?.signals.get(signal.handle)?;
        // SAFETY: the caller passes where the address goes.
        unsafe { put(pointer, found.value.as_ptr()) }
    }

    /// Calls a function when a condition holds.
    fn hsa_amd_signal_async_handler(
        signal: Handle,
        condition: u32,
        value: i64,
        handler: Option<SignalHandler>,
        data: *mut c_void,
    ) {
        let handler = handler.ok_or(Status::INVALID_ARGUMENT)?;
        let (runtime, data) = (runtime()?, data.expose_provenance());
        let call = Box::new(move |seen| {
            // SAFETY: the caller gave the function with its data for this call, which no lock surrounds.
            unsafe { handler(seen, std::ptr::with_exposed_provenance_mut(data)) }
        });
        let signal = runtime.signals.get(signal.handle)?;
        runtime.signals.handle(Handler { signal, condition: Condition::of(condition)?, value, call });
        Ok(())
    }
}

/// Defines functions that change a signal.
macro_rules! changes {
    ($($name:ident => $change:expr;)*) => {
        $(
            /// Changes the value of a signal; see `hsa.h`.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(signal: Handle, value: i64) {
                let _ = std::panic::catch_unwind(|| change(signal, |old| ($change)(old, value)));
            }
        )*
    };
}

/// Defines functions that change a signal and return the old value.
macro_rules! exchanges {
    ($($name:ident)*) => {
        values! {
            $(
                /// Replaces the value of a signal; see `hsa.h`.
                fn $name(signal: Handle, value: i64) -> i64 {
                    let old = runtime()?.signals.get(signal.handle)?.value.swap(value, Ordering::SeqCst);
                    pulse::beat();
                    Ok(old)
                }
            )*
        }
    };
}

/// Defines functions that compare and replace.
macro_rules! compares {
    ($($name:ident)*) => {
        values! {
            $(
                /// Replaces the value of a signal if it is the expected one; see `hsa.h`.
                fn $name(signal: Handle, expected: i64, value: i64) -> i64 {
                    let found = &runtime()?.signals.get(signal.handle)?.value;
                    let old = found.compare_exchange(expected, value, Ordering::SeqCst, Ordering::SeqCst);
                    pulse::beat();
                    Ok(old.unwrap_or_else(|old| old))
                }
            )*
        }
    };
}

type Value = std::sync::atomic::AtomicI64;

changes! {
    hsa_signal_store_relaxed => |old: &Value, value| old.store(value, Ordering::SeqCst);
    hsa_signal_store_screlease => |old: &Value, value| old.store(value, Ordering::SeqCst);
    hsa_signal_silent_store_relaxed => |old: &Value, value| old.store(value, Ordering::SeqCst);
    hsa_signal_silent_store_screlease => |old: &Value, value| old.store(value, Ordering::SeqCst);
    hsa_signal_add_relaxed => |old: &Value, value| { old.fetch_add(value, Ordering::SeqCst); };
    hsa_signal_add_scacquire => |old: &Value, value| { old.fetch_add(value, Ordering::SeqCst); };
    hsa_signal_add_screlease => |old: &Value, value| { old.fetch_add(value, Ordering::SeqCst); };
    hsa_signal_add_scacq_screl => |old: &Value, value| { old.fetch_add(value, Ordering::SeqCst); };
    hsa_signal_subtract_relaxed => |old: &Value, value| { old.fetch_sub(value, Ordering::SeqCst); };
    hsa_signal_subtract_scacquire => |old: &Value, value| { old.fetch_sub(value, Ordering::SeqCst); };
    hsa_signal_subtract_screlease => |old: &Value, value| { old.fetch_sub(value, Ordering::SeqCst); };
    hsa_signal_subtract_scacq_screl => |old: &Value, value| { old.fetch_sub(value, Ordering::SeqCst); };
    hsa_signal_and_relaxed => |old: &Value, value| { old.fetch_and(value, Ordering::SeqCst); };
    hsa_signal_and_scacquire => |old: &Value, value| { old.fetch_and(value, Ordering::SeqCst); };
    hsa_signal_and_screlease => |old: &Value, value| { old.fetch_and(value, Ordering::SeqCst); };
    hsa_signal_and_scacq_screl => |old: &Value, value| { old.fetch_and(value, Ordering::SeqCst); };
    hsa_signal_or_relaxed => |old: &Value, value| { old.fetch_or(value, Ordering::SeqCst); };
    hsa_signal_or_scacquire => |old: &Value, value| { old.fetch_or(value, Ordering::SeqCst); };
    hsa_signal_or_screlease => |old: &Value, value| { old.fetch_or(value, Ordering::SeqCst); };
    hsa_signal_or_scacq_screl => |old: &Value, value| { old.fetch_or(value, Ordering::SeqCst); };
    hsa_signal_xor_relaxed => |old: &Value, value| { old.fetch_xor(value, Ordering::SeqCst); };
    hsa_signal_xor_scacquire => |old: &Value, value| { old.fetch_xor(value, Ordering::SeqCst); };
    hsa_signal_xor_screlease => |old: &Value, value| { old.fetch_xor(value, Ordering::SeqCst); };
    hsa_signal_xor_scacq_screl => |old: &Value, value| { old.fetch_xor(value, Ordering::SeqCst); };
}

exchanges! {
    hsa_signal_exchange_relaxed
    hsa_signal_exchange_scacquire
    hsa_signal_exchange_screlease
    hsa_signal_exchange_scacq_screl
}

compares! {
    hsa_signal_cas_relaxed
    hsa_signal_cas_scacquire
    hsa_signal_cas_screlease
    hsa_signal_cas_scacq_screl
}

values! {
    /// The value of a signal.
    fn hsa_signal_load_relaxed(signal: Handle) -> i64 {
        value(signal)
    }

    /// The value of a signal.
    fn hsa_signal_load_scacquire(signal: Handle) -> i64 {
        value(signal)
    }

    /// Waits for a condition, and gives the value that was seen.
    fn hsa_signal_wait_relaxed(signal: Handle, condition: u32, other: i64, ticks: u64, _how: u32) -> i64 {
        wait(signal, condition, other, ticks)
    }

    /// Waits for a condition, and gives the value that was seen.
    fn hsa_signal_wait_scacquire(signal: Handle, condition: u32, other: i64, ticks: u64, _how: u32) -> i64 {
        wait(signal, condition, other, ticks)
    }
}
