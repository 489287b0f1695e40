//! Functions of the host that launched a kernel.

use std::backtrace::Backtrace;

/// The most functions that are named.
const MOST: usize = 8;

/// Functions of the program that lead to here, the innermost one first, each with its place if it is known. Functions of the
/// runtime are left out.
pub(crate) fn callers(stack: &Backtrace) -> Vec<String> {
    named(&stack.to_string())
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
            frames.push((name.to_string(), None));
        }
    }
    // The last function of the interface of HIP that was called, or of this library.
    let of_runtime =
        |name: &str| ["hip", "hsa_", "__hip", "isatope_hsa::", "__device_stub__"].iter().any(|p| name.starts_with(p));
    let first = frames.iter().rposition(|(name, _)| of_runtime(name)).map_or(0, |at| at + 1);
    let is_start = |name: &str| name.starts_with("__libc_start") || name == "_start";
    let mine = frames[first..].iter().take_while(|(name, _)| !is_start(name));
    let named = mine.filter(|(name, place)| name != "<unknown>" && !(name.starts_with('_') && place.is_none()));
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
}
