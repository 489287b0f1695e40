//! Functions of the host that launched a kernel.

use std::backtrace::Backtrace;

use isatope_object::names::demangle;

/// The most functions that are named.
const MOST: usize = 8;

/// Functions of the program that lead to here, the innermost one first, each with its place if it is known. Functions
/// of the runtime are left out.
pub(crate) fn callers(stack: &Backtrace) -> Vec<String> {
    named(&stack.to_string())
}

/// Whether a function of this name is one of the interface of HIP or OpenCL: `hipLaunchKernel`,
/// `clEnqueueNDRangeKernel`.
fn is_interface(name: &str) -> bool {
    let name = name.split_once('(').map_or(name, |(name, _)| name);
    let name = name.rsplit_once(' ').map_or(name, |(_, name)| name);
    let rest = ["__hip", "hip", "cl"].iter().find_map(|prefix| name.strip_prefix(prefix));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// The functions of a backtrace as text: lines `N: name`, each of which a line `at file:line:column` may follow.
fn named(text: &str) -> Vec<String> {
    let mut frames: Vec<(String, Option<String>)> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(place) = line.strip_prefix("at ") {
            if let Some(frame) = frames.last_mut() {
                frame.1 = Some(place.trim_start_matches("./").to_string());
            }
        } else if let Some((number, name)) = line.split_once(": ")
            && number.chars().all(|c| c.is_ascii_digit())
        {
            frames.push((demangle(name).into_owned(), None));
        }
    }
    // After the function of the interface of HIP that was called, and templates of its headers around it. The function
    // may itself call others, whose names are unknown.
    let last = frames.iter().position(|(name, _)| is_interface(name)).or_else(|| {
        frames.iter().rposition(|(name, _)| ["hsa_", "isatope_hsa::"].iter().any(|prefix| name.starts_with(prefix)))
    });
    let of_header = |(name, place): &(String, Option<String>)| {
        name.contains("__device_stub__")
            || is_interface(name) && place.as_ref().is_none_or(|place| place.contains("/hip/"))
    };
    let first = last.map_or(0, |at| at + 1);
    let first = first + frames[first..].iter().take_while(|frame| of_header(frame)).count();
    let is_start = |name: &str| name.starts_with("__libc_start") || ["_start", "start_thread"].contains(&name);
    let mine = frames[first..].iter().take_while(|(name, _)| !is_start(name));
    let of_library = |name: &str| ["std::__invoke", "std::thread::", "std::_Function"].iter().any(|p| name.contains(p));
    let named = mine.filter(|(name, place)| {
        name != "<unknown>" && !(name.starts_with('_') && place.is_none()) && !of_library(name)
    });
    named
        .take(MOST)
        .map(|(name, place)| place.as_ref().map_or(name.clone(), |place| format!("{name} ({place})")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_the_runtime_are_left_out() {
        let text = "   0: isatope_hsa::exports::signals::change\n             at /crate/src/exports/signals.rs:17:5\n   1: <unknown>\n   \
            2: hipLaunchKernel\n   3: fill\n             at ./fault.hip:4:1\n   4: main\n             at ./fault.hip:11:5\n   5: \
            __libc_start_call_main\n             at ./csu/libc.c:58:16\n   6: _start\n";
        assert_eq!(named(text), ["fill (fault.hip:4:1)", "main (fault.hip:11:5)"]);
        assert!(named("   0: <unknown>\n   1: hipLaunchKernel\n").is_empty());
    }

    #[test]
    fn functions_of_the_program_are_named_as_in_its_source() {
        let text = "   0: hsa_signal_store_relaxed\n   1: <unknown>\n   2: hipLaunchKernel\n   3: \
            _Z20hipLaunchKernelGGL_tIiEvT_\n             at /usr/include/hip/amd_detail/hip_runtime.h:9:1\n   4: \
            _Z17__device_stub__wrPi\n             at ./f.hip:3:1\n   5: _ZN2my6hipRunEPi\n             at ./f.hip:7:2\n   6: \
            _ZNSt6thread8_InvokerISt5tupleIJPFvvEEEEclEv\n   7: hipTest\n             at ./f.hip:12:2\n   8: main\n             at ./f.hip:20:5\n   9: __libc_start_main\n";
        assert_eq!(named(text), ["my::hipRun(int*) (f.hip:7:2)", "hipTest (f.hip:12:2)", "main (f.hip:20:5)"]);
    }
}
