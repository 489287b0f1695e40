//! Listings: text that the assembler reads back, and its JSON form.
//!
//! A [`Listing`] is that of an object or of bare code, written at once. A [`Lister`] goes instruction by instruction;
//! [`parts`],
//! [`comments`] and [`Branches`] are what it takes to list some of a container, with more beside it.

#[cfg(feature = "serde")]
mod json;
mod json_lines;
mod lister;
mod mesa;
mod parts;
mod whole;

pub use isatope_asm::listing::container::{Comment, Part};
pub use isatope_asm::listing::{Remark, Sink, Text};
#[cfg(feature = "serde")]
pub use json::container_json;
#[cfg(feature = "serde")]
pub use json_lines::Extra;
#[cfg(feature = "check")]
pub(crate) use lister::left_over;
pub use lister::{Emit, Lister};
pub use parts::{Branches, Notes, Wanted, comments, comments_of, parts};
pub use whole::Listing;

use isatope_core::{Dialect, Instruction, Target};
use isatope_object::build::differences;
use isatope_object::{Container, SectionKind};

/// The text of an instruction in a dialect; in the usual one if it has no spelling there.
pub fn spelled(inst: &Instruction, dialect: Dialect) -> String {
    inst.display(dialect).map_or_else(|_| inst.to_string(), |text| text.to_string())
}

/// Whether a container has more than 1 MiB of code. A listing of so much explains what instructions refer to only on
/// request: to find that out takes as long as to list them.
pub fn is_large(container: &Container<'_>) -> bool {
    let code = container.sections.iter().filter(|section| section.kind == SectionKind::Code);
    code.map(|section| section.size).sum::<u64>() > 1 << 20
}

/// Why a complete listing of a container does not become the same file again; `None` if it does, or if the container is
/// not one that LLVM writes. The file may have another layout than LLVM's assembler and LLD give it.
pub fn loss(container: &Container<'_>) -> Option<String> {
    if !container.kind.is_from_llvm() {
        return None;
    }
    match differences(container.file) {
        Ok(names) if names.is_empty() => None,
        Ok(names) => Some(format!("these parts differ: {}", names.join(", "))),
        Err(error) => Some(error.message),
    }
}

/// The dialect for the code of a container: that of compilers if LLVM made it, else the first one of the target.
pub fn dialect_of(target: Target, container: &Container<'_>) -> Dialect {
    if container.kind.is_from_llvm() { target.compiler_dialect() } else { target.dialect() }
}
