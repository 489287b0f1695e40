//! The specification itself, compiled when it is asked for: assembling and disassembling do without.

use isatope_core::tables::Arch;
use isatope_lang::Model;

/// The checked specification of an architecture.
pub fn model(arch: &Arch) -> anyhow::Result<Model> {
    let models = isatope_lang::compile_all(isatope_isa::ARCHITECTURES).map_err(anyhow::Error::msg)?;
    let found = models.into_iter().find(|model| model.arch == arch.name);
    found.ok_or_else(|| anyhow::anyhow!("there is no specification of {}", arch.name))
}
