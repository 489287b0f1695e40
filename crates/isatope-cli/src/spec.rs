//! The specification itself, compiled when a page is asked for: assembling and disassembling do without.

use isatope_core::tables::Arch;
use isatope_lang::Model;

/// The checked specification of an architecture.
pub fn model(arch: &Arch) -> anyhow::Result<Model> {
    for files in [isatope_isa::GCN, isatope_isa::VALHALL] {
        // The files of an architecture that is not written yet hold the prelude only.
        if files.iter().all(|(name, _)| name.starts_with("prelude/")) {
            continue;
        }
        let model = isatope_lang::compile(files).map_err(|errors| {
            let text: Vec<_> = errors.iter().map(|e| e.render(files)).collect();
            anyhow::anyhow!("the specification has errors:\n{}", text.join("\n"))
        })?;
        if model.arch == arch.name {
            return Ok(model);
        }
    }
    anyhow::bail!("there is no specification of {}", arch.name)
}
