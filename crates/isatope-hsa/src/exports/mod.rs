//! The C functions. Each checks handles and pointers, converts, and calls the rest of the library.
//!
//! `hsa.h` and `hsa_ext_amd.h` of ROCm document them. All are `unsafe` for the same reason: the caller promises that
//! pointers which are not null point to what the interface says.
#![allow(unsafe_code, clippy::missing_safety_doc)]

mod code;
mod images;
mod memory;
mod queues;
mod signals;
mod system;

pub use code::*;
pub use images::*;
pub use memory::*;
pub use queues::*;
pub use signals::*;
pub use system::*;

pub use crate::abi::{Handle, QueueCallback, Status};

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::Answer;

/// Runs the body of a function. A panic becomes a status: none crosses the C boundary.
pub(crate) fn guard(name: &str, body: impl FnOnce() -> Answer) -> Status {
    let status = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => Status::SUCCESS,
        Ok(Err(status)) => status,
        Err(_) => Status::ERROR,
    };
    if status != Status::SUCCESS
        && status != Status::INFO_BREAK
        && let Ok(runtime) = crate::runtime::runtime()
    {
        runtime.records.log(|| format!("{name} gives status {:#x}", status.0));
    }
    status
}

/// Runs the body of a function without a status.
pub(crate) fn guard_value<T: Default>(body: impl FnOnce() -> Answer<T>) -> T {
    catch_unwind(AssertUnwindSafe(body)).ok().and_then(Result::ok).unwrap_or_default()
}

/// Writes a result to where a caller wants it.
///
/// # Safety
/// A pointer that is not null has to be valid for a write.
pub(crate) unsafe fn put<T>(to: *mut T, value: T) -> Answer {
    if to.is_null() {
        return Err(Status::INVALID_ARGUMENT);
    }
    // SAFETY: the caller's promise. Callers of C need not align what they have declared as bytes.
    unsafe { to.write_unaligned(value) };
    Ok(())
}

/// Writes the bytes of a result.
///
/// # Safety
/// A pointer that is not null has to be valid for the write of what the attribute has.
pub(crate) unsafe fn put_bytes(to: *mut std::ffi::c_void, bytes: &[u8]) -> Answer {
    if to.is_null() {
        return Err(Status::INVALID_ARGUMENT);
    }
    // SAFETY: the caller's promise.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to.cast(), bytes.len()) };
    Ok(())
}

/// Reads something that a caller passes by its address.
///
/// # Safety
/// A pointer that is not null has to be valid for a read.
pub(crate) unsafe fn get<T: Copy>(from: *const T) -> Answer<T> {
    if from.is_null() {
        return Err(Status::INVALID_ARGUMENT);
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { from.read_unaligned() })
}

/// Reads a list that a caller passes.
///
/// # Safety
/// The pointer has to be valid for so many reads, unless there are none.
pub(crate) unsafe fn list<T: Copy>(from: *const T, count: usize) -> Answer<Vec<T>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the caller's promise.
    (0..count).map(|index| unsafe { get(from.wrapping_add(index)) }).collect()
}

/// Defines exported functions that return a status. Each body is an [`Answer`].
macro_rules! functions {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) $body:block)*) => {
        $(
            $(#[$meta])*
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($arg: $type),*) -> $crate::abi::Status {
                $crate::exports::guard(stringify!($name), || $body)
            }
        )*
    };
}

/// Defines exported functions that return a value; without a runtime it is 0.
macro_rules! values {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $body:block)*) => {
        $(
            $(#[$meta])*
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($arg: $type),*) -> $result {
                $crate::exports::guard_value(|| $body)
            }
        )*
    };
}

pub(crate) use {functions, values};

#[cfg(test)]
mod tests {
    use super::*;

    functions! {
        /// Panics, as a bug would.
        fn isatope_test_panics(index: usize) {
            let all = [Status::SUCCESS];
            if all[index] == Status::SUCCESS { Ok(()) } else { Err(Status::ERROR) }
        }
    }

    values! {
        /// Panics, as a bug would.
        fn isatope_test_value_panics(index: usize) -> u64 {
            Ok([7][index])
        }
    }

    #[test]
    fn panics_become_statuses() {
        // SAFETY: there are no pointers.
        let statuses = unsafe { [isatope_test_panics(0), isatope_test_panics(3)] };
        assert_eq!(statuses, [Status::SUCCESS, Status::ERROR]);
        // SAFETY: as above.
        let values = unsafe { [isatope_test_value_panics(0), isatope_test_value_panics(3)] };
        assert_eq!(values, [7, 0]);
    }

    /// Exported functions are made by the macros, which catch panics, or have one of the few forms beside them.
    #[test]
    fn all_functions_catch_panics() {
        const FILES: [(&str, &str); 7] = [
            ("code.rs", include_str!("code.rs")),
            ("images.rs", include_str!("images.rs")),
            ("memory.rs", include_str!("memory.rs")),
            ("mod.rs", include_str!("mod.rs")),
            ("queues.rs", include_str!("queues.rs")),
            ("signals.rs", include_str!("signals.rs")),
            ("system.rs", include_str!("system.rs")),
        ];
        let mut exported = 0;
        for (file, text) in FILES {
            for (at, _) in text.match_indices("#[unsafe(no_mangle)]\n") {
                let body = text[at..].split_once('{').expect("functions have bodies").1.trim_start();
                let first = body.lines().next().expect("bodies have lines");
                let caught = ["$crate::exports::guard", "super::guard_value(", "let _ = std::panic::catch_unwind("];
                assert!(caught.iter().any(|start| first.starts_with(start)), "{file}: {first}");
                exported += 1;
            }
        }
        // Two macros here, two for stores.
        assert_eq!(exported, 4);
    }
}
