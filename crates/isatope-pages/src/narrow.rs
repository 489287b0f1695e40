//! Limits pages to one version of an architecture.

use crate::page::{Block, Entry, Page};

/// Whether a page belongs to an architecture: those about the language belong to all.
pub fn in_arch(entry: &Entry, arch: &str) -> bool {
    entry.arch.is_empty() || entry.arch == arch
}

/// Drops what does not hold for a version, and the versions of what does.
pub fn narrow(page: &mut Page, version: &str) {
    let holds = |versions: &[String]| versions.is_empty() || versions.iter().any(|v| v == version);
    for section in &mut page.sections {
        section.blocks.retain_mut(|block| match block {
            Block::Text { versions, .. } => holds(&std::mem::take(versions)),
            Block::Bits(bits) => {
                let here = holds(&bits.versions);
                bits.versions.clear();
                here
            }
            Block::Table { rows, .. } => {
                rows.retain(|row| holds(&row.versions));
                for row in rows.iter_mut() {
                    let shown = row.versions.join(" ");
                    // The last column of such a row shows its versions.
                    if !shown.is_empty() && row.cells.last() == Some(&shown) {
                        row.cells.pop();
                    }
                    row.versions.clear();
                }
                !rows.is_empty()
            }
            Block::Code { .. } => true,
        });
    }
    page.sections.retain(|s| !s.blocks.is_empty());
    if page.versions.iter().any(|v| v == version) || page.versions.is_empty() {
        page.versions = vec![version.to_string()];
    }
}
