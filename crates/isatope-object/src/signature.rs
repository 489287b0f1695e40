//! Kernels as their source would declare them, as far as metadata and names say.

use crate::args::{AddressSpace, Arg, ArgKind};
use crate::launch::LaunchInfo;
use crate::names::demangle;

/// A kernel as its source would declare it, as far as metadata and its name say.
pub fn signature(info: &LaunchInfo) -> String {
    let name = demangle(&info.symbol);
    let visible: Vec<&Arg> = info.args.iter().filter(|arg| !arg.kind.is_hidden()).collect();
    // A demangled name has the types of the arguments.
    if name.contains('(') {
        return name.into_owned();
    }
    let list: Vec<String> = visible.iter().map(|arg| declaration(arg)).collect();
    format!("{name}({})", list.join(", "))
}

/// What each visible argument of a kernel is: as metadata say, or else as the demangled name has it.
pub fn declarations(info: &LaunchInfo) -> Vec<String> {
    let visible: Vec<&Arg> = info.args.iter().filter(|arg| !arg.kind.is_hidden()).collect();
    let name = demangle(&info.symbol);
    let types = parameters(&name);
    if types.len() == visible.len() && visible.iter().all(|arg| arg.type_name.is_none()) {
        return types.into_iter().map(str::to_string).collect();
    }
    visible.into_iter().map(declaration).collect()
}

/// The types of the parameters in a demangled name.
fn parameters(name: &str) -> Vec<&str> {
    let Some(inner) = name.strip_suffix(')') else { return Vec::new() };
    let mut depth = 0_i32;
    let mut ends = vec![inner.len()];
    for (at, byte) in inner.bytes().enumerate().rev() {
        match byte {
            b')' | b'>' | b']' => depth += 1,
            b'(' if depth == 0 => {
                ends.push(at);
                ends.reverse();
                return ends.windows(2).map(|w| inner[w[0] + 1..w[1]].trim()).filter(|t| !t.is_empty()).collect();
            }
            b'(' | b'<' | b'[' => depth -= 1,
            b',' if depth == 0 => ends.push(at),
            _ => {}
        }
    }
    Vec::new()
}

/// `float* x`, or what metadata say in its place.
pub fn declaration(arg: &Arg) -> String {
    let kind = match (&arg.type_name, arg.kind) {
        (Some(name), _) => name.clone(),
        (None, ArgKind::ByValue) => match arg.value_type {
            Some(value) => value.name().to_string(),
            None => "by value".to_string(),
        },
        (None, _) => arg.kind_name.clone(),
    };
    match arg.address_space {
        Some(AddressSpace::Local) if !kind.starts_with("__local") => {
            format!("local {kind} {}", arg.name.as_deref().unwrap_or("")).trim_end().to_string()
        }
        _ => format!("{kind} {}", arg.name.as_deref().unwrap_or("")).trim_end().to_string(),
    }
}
