//! Targets, dialects and pages by their names.

use isatope::pages::Kind;
use isatope::tables::Abi;
use isatope::{Dialect, Instruction, Target};
use serde_json::{Value, json};

use crate::explore::shown;

/// The target of a name.
///
/// # Errors
/// There is none.
pub fn target(name: &str) -> Result<Target, String> {
    name.parse().map_err(|_| isatope::NamedTarget::explain(name))
}

/// The dialect of a name; of none the usual one of the target.
///
/// # Errors
/// The target does not have it.
pub fn dialect(target: Target, name: &str) -> Result<Dialect, String> {
    match name {
        "" => Ok(target.dialect()),
        name => Dialect::from_name(target, name).ok_or_else(|| {
            let names: Vec<&str> = target.dialects().map(Dialect::name).collect();
            format!("{} has no dialect `{name}`: choose {}", target.architecture(), names.join(" or "))
        }),
    }
}

/// All targets.
pub fn targets() -> Vec<Value> {
    let one = |target: Target| {
        let terms = target.terms();
        json!({
            "target": target.name(),
            "names": target.names(),
            "architecture": target.architecture(),
            "dialects": target.dialects().map(Dialect::name).collect::<Vec<_>>(),
            "word_bits": 8 * target.word_bytes(),
            "lanes": target.lanes(),
            "compiler_dialect": target.compiler_dialect().name(),
            "generation": target.version_info().generation,
            "terms": {
                "wave": terms.wave, "thread": terms.thread, "entry": terms.entry, "shared": terms.shared,
                "private": terms.private,
            },
            "shaders": target.arch().abi == Some(Abi::Shader),
        })
    };
    Target::all().map(one).collect()
}

/// The page of an instruction.
pub fn page_of(inst: &Instruction) -> Option<usize> {
    page_named(inst.target(), inst.mnemonic(), Some(Kind::Instruction))
}

/// The page with exactly this name for a target, of a kind if one is given.
pub fn page_named(target: Target, name: &str, kind: Option<Kind>) -> Option<usize> {
    let here = shown(name).iter().filter(|shown| {
        shown.is_of(target.architecture(), target.name()) && kind.is_none_or(|kind| shown.entry.kind == kind)
    });
    here.min_by_key(|shown| shown.entry.kind).map(|shown| shown.id)
}
