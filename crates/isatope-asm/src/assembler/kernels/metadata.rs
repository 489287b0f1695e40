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
        if !kernel.lines.iter().any(|line| line.starts_with("SymbolName")) {
            let _ = writeln!(out, "    SymbolName: '{}@kd'", kernel.name);
        }
        let is_attribute = |line: &&String| ATTRIBUTES.iter().any(|name| line.starts_with(name));
        for line in kernel.lines.iter().filter(|line| !is_attribute(line)) {
            let _ = writeln!(out, "    {line}");
        }
        let mut attributes = kernel.lines.iter().filter(is_attribute).peekable();
        if attributes.peek().is_some() {
            out += "    Attrs:\n";
        }
        attributes.for_each(|line| out += &format!("      {line}\n"));
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
    }
    out + "...\n"
}

/// Lines that are attributes of a kernel.
const ATTRIBUTES: &[&str] = &["ReqdWorkGroupSize", "WorkGroupSizeHint", "VecTypeHint", "RuntimeHandle"];
