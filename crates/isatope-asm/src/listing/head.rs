//! Lists what comes before the sections of a container: its kind, target and version.

use std::fmt::Write as _;

use isatope_core::Target;
use isatope_object::{Container, DescriptorKind, Kernel, Kind, Metadata, feature_flags};

use super::container::has_blocks;
use super::linkage::Linkage;
use super::text::Text;
use super::view::Lister;

impl Lister<'_> {
    /// Writes the first lines: the kind of container, the target, and the version of the code object.
    pub(super) fn head(&self, container: &Container<'_>, linkage: Option<&Linkage<'_>>, text: &mut Text) {
        let _ = match container.kind {
            Kind::Hsa(version) => writeln!(text, "// {}, version {version}", container.kind.name()),
            _ => writeln!(text, "// {}", container.kind.name()),
        };
        let name = container.target.unwrap_or(self.target.name());
        let os = match container.kind {
            Kind::Hsa(_) => "amd-amdhsa",
            Kind::Mesa3d => "mesa-mesa3d",
            Kind::Pal => "amd-amdpal",
            Kind::Elf if linkage.is_some() => "unknown-unknown",
            _ => "",
        };
        let known = Target::from_name(name) == Some(self.target);
        let name = if known { name } else { self.target.name() };
        if self.style().hsa_directives && !os.is_empty() && known {
            let features = features(container);
            let _ = writeln!(text, ".amdgcn_target \"amdgcn-{os}--{name}{features}\"");
            write_version(container, text);
            return;
        }
        // The lines after these do not tell the dialect then.
        if self.formatter.dialect() != self.target.arch().default_dialect() {
            let _ = writeln!(text, ".dialect {}", self.target.arch()[self.formatter.dialect()]);
        }
        text.push(match container.kind {
            Kind::Hsa(_) => ".rocm\n",
            Kind::Catalyst => ".amd\n",
            Kind::OpenCl2 => ".amdcl2\n",
            Kind::Gallium => ".gallium\n",
            _ => "",
        });
        let _ = writeln!(text, "{} {name}", if known && name.parse::<f64>().is_err() { ".gpu" } else { ".arch" });
        if matches!(container.kind, Kind::Hsa(4..)) {
            write_version(container, text);
        }
    }
}

/// Writes the version of the code object, if the header says another one than the rest of the listing.
fn write_version(container: &Container<'_>, text: &mut Text) {
    let Kind::Hsa(version) = container.kind else { return };
    let implied = container.metadata.iter().rev().find_map(Metadata::code_object_version);
    let is_told = match version {
        // The kind of the kernels tells it.
        2 => {
            let is_old = |kernel: &Kernel<'_>| kernel.descriptor.is_none_or(|found| found.kind != DescriptorKind::Kd);
            !container.kernels.is_empty() && container.kernels.iter().all(is_old)
        }
        // The metadata tell it, but LLVM's assembler only for its own version. Those of version 3 come too late: what a
        // target without `xnack` means depends on it.
        5.. => has_blocks(container) && implied == Some(version.into()),
        _ => false,
    };
    if !is_told {
        let _ = writeln!(text, ".amdhsa_code_object_version {version}");
    }
}

/// Features that the flags of a code object name.
fn features(container: &Container<'_>) -> String {
    let flags = container.parts.first().map_or(0, |p| p.flags);
    let mut text = String::new();
    match container.kind {
        Kind::Hsa(version) if version >= 4 => {
            for (shift, name) in [(10, "sramecc"), (8, "xnack")] {
                match flags >> shift & 3 {
                    2 => text.extend([":", name, "-"]),
                    3 => text.extend([":", name, "+"]),
                    _ => {}
                }
            }
        }
        Kind::Hsa(2 | 3) => {
            for (bit, name) in [(0x100, "xnack"), (0x200, "sramecc")] {
                if flags & bit != 0 {
                    text.extend(["+", name]);
                }
            }
        }
        _ => {
            // A feature that the target does not name counts as on.
            let processor = container.target.unwrap_or_default();
            let usual = feature_flags(processor, Some(true), Some(true), false);
            for (bit, name) in [(0x200, "sramecc"), (0x100, "xnack")] {
                if usual & !flags & bit != 0 {
                    text.extend([":", name, "-"]);
                }
            }
        }
    }
    text
}
