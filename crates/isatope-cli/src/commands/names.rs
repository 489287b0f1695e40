//! The page of a name table.

use isatope_core::tables::{ARCHES, Arch, NameTable};

use super::page::{bold, dim};

/// A name table by its name, with its architecture.
pub fn find(name: &str) -> Option<(&'static Arch, &'static NameTable)> {
    ARCHES.iter().find_map(|arch| Some((*arch, arch.names.iter().find(|t| t.name.eq_ignore_ascii_case(name))?)))
}

/// Numbers with their names in each dialect, and the versions in which they have them where these are not all.
pub fn page(arch: &Arch, table: &NameTable) -> String {
    let all = (1_u16 << arch.versions.len()) - 1;
    let mut out = format!("{}\n", bold(table.name));
    let width =
        |d: usize| table.entries.iter().map(|e| e.print[d].len()).chain([arch.dialects[d].len()]).max().unwrap_or(0);
    out += "       ";
    for (d, dialect) in arch.dialects.iter().enumerate() {
        out += &format!("  {dialect:w$}", w = width(d));
    }
    out = out.trim_end().to_string() + "\n";
    for entry in table.entries {
        let mut line = format!("  {:5}", entry.value);
        for (d, name) in entry.print.iter().enumerate() {
            line += &format!("  {:w$}", if name.is_empty() { "–" } else { name }, w = width(d));
        }
        if entry.versions != all {
            let here = arch.versions.iter().enumerate().filter(|(v, _)| entry.versions >> v & 1 != 0);
            line += &format!("  {}", dim(&here.map(|(_, v)| v.name).collect::<Vec<_>>().join(" ")));
        }
        out += &format!("{}\n", line.trim_end());
    }
    out
}
