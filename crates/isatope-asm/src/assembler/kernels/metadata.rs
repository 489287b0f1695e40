//! Metadata of kernels, in the form of code object version 2: YAML.
//!
//! Source: LLVM's AMDGPU backend guide, "Code Object V2 Metadata".

use std::collections::BTreeSet;
use std::fmt::Write;

use super::state::Kernel;

/// A format of `printf`: its number, the sizes of its arguments, and the text.
type Print = (Option<u64>, Vec<u64>, String);

/// The text of a source's metadata.
pub(super) fn yaml(version: (u64, u64), prints: &[Print], kernels: &[Kernel]) -> String {
    let mut out = format!("---\nVersion: [ {}, {} ]\n", version.0, version.1);
    if !prints.is_empty() {
        out += "Printf:\n";
    }
    let given: BTreeSet<u64> = prints.iter().filter_map(|print| print.0).collect();
    let mut free = (1..).filter(|number| !given.contains(number));
    for (number, sizes, text) in prints {
        let number = number.or_else(|| free.next()).unwrap_or_default();
        let sizes: String = sizes.iter().map(|size| format!("{size}:")).collect();
        let count = sizes.matches(':').count();
        let text = text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t");
        // A colon would end a part.
        let text = text.replace(':', "\\72").replace('\'', "''");
        let _ = writeln!(out, "  - '{number}:{count}:{sizes}{text}'");
    }
    out += "Kernels:\n";
    for kernel in kernels {
        let _ = writeln!(out, "  - Name: '{}'", kernel.name);
        if !kernel.lines.iter().any(|line| line.0 == "SymbolName") {
            let _ = writeln!(out, "    SymbolName: '{}@kd'", kernel.name);
        }
        let lines_of = |keys: fn(&str) -> bool| {
            let lines = kernel.lines.iter().filter(move |(key, _)| keys(key));
            lines.map(|(key, value)| format!("{key}: {value}\n"))
        };
        lines_of(|key| !ATTRIBUTES.contains(&key) && key != PROPERTY).for_each(|line| out += &format!("    {line}"));
        let mut attributes = lines_of(|key| ATTRIBUTES.contains(&key)).peekable();
        if attributes.peek().is_some() {
            out += "    Attrs:\n";
        }
        attributes.for_each(|line| out += &format!("      {line}"));
        if !kernel.arguments.is_empty() {
            out += "    Args:\n";
        }
        for argument in &kernel.arguments {
            for (number, line) in argument.lines.iter().enumerate() {
                out += &format!("      {} {line}\n", if number == 0 { "-" } else { " " });
            }
        }
        out += "    CodeProps:\n";
        kernel.properties.iter().for_each(|(name, value)| out += &format!("      {name}: {value}\n"));
        lines_of(|key| key == PROPERTY).for_each(|line| out += &format!("      {line}"));
    }
    out + "...\n"
}

/// Key of the line that is a property of the code.
const PROPERTY: &str = "FixedWorkGroupSize";

/// Keys of lines that are attributes of a kernel.
const ATTRIBUTES: &[&str] = &["ReqdWorkGroupSize", "WorkGroupSizeHint", "VecTypeHint", "RuntimeHandle"];
