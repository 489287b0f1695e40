//! Names of the bytes that a kernel reads from its arguments and from the dispatch packet.

use std::borrow::Cow;
use std::fmt;

use crate::args::Arg;
use crate::launch::LaunchInfo;

/// A part of an argument, or of a field of the dispatch packet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part<'a> {
    /// Name of the argument or field.
    pub name: Cow<'a, str>,
    /// First byte of the part in it.
    pub offset: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// Whether the part is all of it.
    pub is_whole: bool,
}

impl fmt::Display for Part<'_> {
    /// Writes the name, and the offset if the part is not all of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.is_whole { Ok(()) } else { write!(f, "+{:#x}", self.offset) }
    }
}

/// Fields of the dispatch packet: name, offset and bytes (HSA runtime specification, `hsa_kernel_dispatch_packet_t`).
const PACKET: &[(&str, u64, u64)] = &[
    ("header", 0, 2),
    ("setup", 2, 2),
    ("workgroup_size_x", 4, 2),
    ("workgroup_size_y", 6, 2),
    ("workgroup_size_z", 8, 2),
    ("grid_size_x", 12, 4),
    ("grid_size_y", 16, 4),
    ("grid_size_z", 20, 4),
    ("private_segment_size", 24, 4),
    ("group_segment_size", 28, 4),
    ("kernel_object", 32, 8),
    ("kernarg_address", 40, 8),
    ("completion_signal", 56, 8),
];

/// The part of a range of bytes that lies in another range.
fn part<'a>(name: impl FnOnce() -> Cow<'a, str>, place: (u64, u64), range: (u64, u64)) -> Option<Part<'a>> {
    let (start, end) = (place.0, place.0.saturating_add(place.1));
    let (from, to) = (range.0.max(start), range.0.saturating_add(range.1).min(end));
    (from < to).then(|| Part {
        name: name(),
        offset: from - start,
        bytes: to - from,
        is_whole: (from, to) == (start, end),
    })
}

impl LaunchInfo {
    /// Name of an argument: that of the source, the kind of a hidden one, or `arg2` with its number among the others.
    pub fn arg_name(&self, index: usize) -> Cow<'_, str> {
        let Some(arg) = self.args.get(index) else { return "".into() };
        match arg.name.as_deref().filter(|name| !name.is_empty()) {
            Some(name) => name.into(),
            None if arg.kind.is_hidden() => arg.kind_name.as_ref().into(),
            None => {
                let visible = |arg: &&Arg| !arg.kind.is_hidden();
                format!("arg{}", self.args[..index].iter().filter(visible).count()).into()
            }
        }
    }

    /// The arguments in a range of the kernarg segment.
    pub fn args_at(&self, offset: u64, bytes: u64) -> impl Iterator<Item = Part<'_>> {
        let places = self.args.iter().enumerate();
        places.filter_map(move |(index, arg)| part(|| self.arg_name(index), (arg.offset, arg.size), (offset, bytes)))
    }
}

/// The fields in a range of the dispatch packet.
pub fn packet_fields(offset: u64, bytes: u64) -> impl Iterator<Item = Part<'static>> {
    PACKET.iter().filter_map(move |&(name, at, size)| part(|| name.into(), (at, size), (offset, bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_the_packet() {
        let names = |offset, bytes| packet_fields(offset, bytes).map(|part| part.to_string()).collect::<Vec<_>>();
        assert_eq!(names(4, 4), ["workgroup_size_x", "workgroup_size_y"]);
        assert_eq!(names(14, 2), ["grid_size_x+0x2"]);
        assert_eq!(names(10, 2), [""; 0]);
        assert_eq!(names(u64::MAX, 4), [""; 0]);
    }
}
