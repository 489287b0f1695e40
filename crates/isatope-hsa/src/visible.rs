//! Which devices a process sees: `ROCR_VISIBLE_DEVICES`.
//!
//! The rules are those of ROCm's HSA runtime (`amd_filter_device.cpp`): the variable lists devices, separated by
//! commas, in the order in which the process sees them. The first entry that names no device, or one that was named
//! before, ends the list. A variable that is set and empty hides all devices; one that is not set hides none.

/// The variable that lists devices.
pub(crate) const VARIABLE: &str = "ROCR_VISIBLE_DEVICES";

/// Lengths that a name of a device, or the beginning of one, has.
const NAMES: std::ops::RangeInclusive<usize> = 5..=20;

/// Name of a device, by its number among all of the machine.
pub(crate) fn uuid(device: usize) -> String {
    format!("GPU-{:016x}", 0x1_5a70_be00_u64 + device as u64)
}

/// Numbers of the devices that a process sees, of so many that the machine has.
pub(crate) fn visible(list: Option<&str>, count: usize) -> Vec<usize> {
    let Some(list) = list else { return (0..count).collect() };
    let mut found = Vec::new();
    for entry in list.split(',').map(str::trim) {
        match device(entry, count) {
            Some(device) if !found.contains(&device) => found.push(device),
            _ => break,
        }
    }
    found
}

/// The device of an entry: its number, or the beginning of its name if no other device has that.
fn device(entry: &str, count: usize) -> Option<usize> {
    if !entry.starts_with(['G', 'g']) {
        return number(entry).filter(|number| *number < count);
    }
    let is_named = |device: &usize| {
        let start = uuid(*device).get(..entry.len()).is_some_and(|start| start.eq_ignore_ascii_case(entry));
        start && NAMES.contains(&entry.len())
    };
    let mut named = (0..count).filter(is_named);
    named.next().filter(|_| named.next().is_none())
}

/// A number as `strtol` reads it: decimal, hexadecimal with `0x`, or octal with `0`.
fn number(entry: &str) -> Option<usize> {
    let digits = entry.strip_prefix('+').unwrap_or(entry);
    let (digits, radix) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None if digits.len() > 1 && digits.starts_with('0') => (digits, 8),
        None => (digits, 10),
    };
    let is_plain = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    usize::from_str_radix(digits, radix).ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_select_and_order_devices() {
        for (list, expected) in [
            (None, &[0, 1, 2][..]),
            (Some(""), &[]),
            (Some("1"), &[1]),
            (Some("2,0"), &[2, 0]),
            (Some(" 2 , 0x1,00"), &[2, 1, 0]),
            // What names no device ends the list, as does a device that was named before.
            (Some("0,3,1"), &[0]),
            (Some("0,,1"), &[0]),
            (Some("1,-1,0"), &[1]),
            (Some("-1"), &[]),
            (Some("1,x,0"), &[1]),
            (Some("1,0,1,2"), &[1, 0]),
            (Some("0,99999999999999999999"), &[0]),
            // Names, whole and shortened.
            (Some("GPU-000000015a70be02,0"), &[2, 0]),
            (Some("gpu-000000015A70BE01"), &[1]),
            (Some("GPU-000000015a70be0"), &[]),
            (Some("GPU-000000015a70be02f"), &[]),
            (Some("GPU-"), &[]),
        ] {
            assert_eq!(visible(list, 3), expected, "{list:?}");
        }
        // A beginning names the only device.
        assert_eq!(visible(Some("GPU-0"), 1), [0]);
    }
}
