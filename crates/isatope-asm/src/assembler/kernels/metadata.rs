//! Metadata of kernels, in the form of code object version 2: YAML.
//!
//! Source: LLVM's AMDGPU backend guide, "Code Object V2 Metadata".

use std::fmt::Write;

use super::Kernel;

/// The text of a source's metadata.
pub(super) fn yaml(version: (u64, u64), kernels: &[Kernel]) -> String {
    let mut out = format!("---\nVersion: [ {}, {} ]\nKernels:\n", version.0, version.1);
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
