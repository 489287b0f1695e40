//! Signatures of kernels as in their source, as far as metadata and names allow.

use std::borrow::Cow;
use std::fmt;

use crate::args::{AddressSpace, Arg, ArgKind, ValueType};
use crate::launch::LaunchInfo;
use crate::names::demangle;

/// A kernel as its source would declare it, as far as its metadata and name allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature<'a> {
    /// Name in the source, as [`demangle`] returns it.
    pub name: Cow<'a, str>,
    /// Declaration of each visible argument, from metadata or from the mangled name.
    pub arguments: Vec<String>,
}

impl<'a> Signature<'a> {
    /// Signature of a kernel.
    pub fn of(info: &'a LaunchInfo) -> Self {
        let name = demangle(&info.symbol);
        let visible: Vec<&Arg> = info.args.iter().filter(|arg| !arg.kind.is_hidden()).collect();
        let types = parameters(&name);
        let arguments = match types.len() == visible.len() && visible.iter().all(|arg| arg.type_name.is_none()) {
            true => types.into_iter().map(str::to_string).collect(),
            false => visible.into_iter().map(declaration).collect(),
        };
        Self { name, arguments }
    }
}

impl fmt::Display for Signature<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A demangled name contains the types of the arguments.
        match self.name.contains('(') {
            true => f.write_str(&self.name),
            false => write!(f, "{}({})", self.name, self.arguments.join(", ")),
        }
    }
}

/// Types of the parameters in a demangled name.
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

/// Declaration of an argument, such as `float* x`, as far as the metadata allow.
pub fn declaration(arg: &Arg) -> String {
    let kind = match (&arg.type_name, arg.kind) {
        (Some(name), _) => name,
        (None, ArgKind::ByValue) => arg.value_type.map_or("by value", ValueType::name),
        (None, _) => arg.kind_name.as_ref(),
    };
    let is_local = arg.address_space == Some(AddressSpace::Local) && !kind.starts_with("__local");
    let space = if is_local { "local " } else { "" };
    let mut text = format!("{space}{kind} {}", arg.name.as_deref().unwrap_or(""));
    text.truncate(text.trim_end().len());
    text
}
