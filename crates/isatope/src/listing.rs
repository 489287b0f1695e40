//! Listings: text that the assembler reads back, and its JSON form.
//!
//! A [`Listing`] is that of an object or of bare code, written at once. A [`Lister`] goes instruction by instruction;
//! [`parts`],
//! [`comments`] and [`Branches`] are what it takes to list some of a container, with more beside it.

#[cfg(feature = "values")]
mod distances;
#[cfg(feature = "serde")]
mod json;
mod json_lines;
mod lister;
mod mesa;
mod parts;
mod whole;

#[cfg(feature = "values")]
pub use distances::distances;
pub use isatope_asm::listing::container::{Comment, Part};
pub use isatope_asm::listing::{Distance, Remark, Sink, Text};
#[cfg(feature = "serde")]
pub use json::container_json;
#[cfg(feature = "serde")]
pub use json_lines::Extra;
#[cfg(feature = "check")]
pub(crate) use lister::left_over;
pub use lister::{Emit, Lister};
pub use parts::{Branches, Notes, Wanted, comments, comments_of, parts};
pub use whole::Listing;

use isatope_asm::{Externals, Options};
use isatope_core::{Dialect, Instruction, Target};
use isatope_diag::Level;
use isatope_object::build::{Object, differences};
use isatope_object::{Container, SectionKind};

use crate::{Assembler, NamedTarget};

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

/// Maximum size in bytes of a file whose listing is assembled to compare the result with the file.
const MOST_COMPARED: usize = 1 << 27;

/// Why a complete listing of a container does not become the same file again; `None` if it does, or if the container is
/// not one that LLVM writes. The file may have another layout than LLVM's assembler and LLD give it. To know this, the
/// listing is assembled.
pub fn loss(container: &Container<'_>, target: Target, dialect: Dialect) -> Option<String> {
    if !container.kind.is_from_llvm() {
        return None;
    }
    if container.file.len() > MOST_COMPARED {
        return Some(format!("this is not checked of files with more than {} MiB", MOST_COMPARED >> 20));
    }
    let again = written_again(container, target, dialect);
    if again.as_ref().is_ok_and(|again| again == container.file) {
        return None;
    }
    // An object cannot contain everything that is in a file. This says more than that the listing does not have it.
    Some(match (Object::read(container.file), again) {
        (Err(error), _) => error.message,
        (Ok(_), Err(why)) => why,
        (Ok(_), Ok(again)) => match differences(container.file, &again) {
            Ok(names) => format!("these parts differ: {}", names.join(", ")),
            Err(error) => error.message,
        },
    })
}

/// Why a listing of a container does not have its relocations, although the file has some; `None` if it has them, or if
/// the container is not one that LLVM writes.
pub fn missing_relocations(container: &Container<'_>) -> Option<String> {
    let has_table = container.sections.iter().any(|section| section.has_relocations() && section.size > 0);
    let is_read = container.kind.is_from_llvm() && container.parts.len() == 1 && has_table;
    is_read.then(|| Object::read(container.file).err()).flatten().map(|error| error.message)
}

/// What the assembler makes of the complete listing of a container, or why it refuses the listing.
fn written_again(container: &Container<'_>, target: Target, dialect: Dialect) -> Result<Vec<u8>, String> {
    let fail = |error: &dyn std::fmt::Display| error.to_string();
    let listing = Listing::of_container(container, target, dialect).map_err(|error| fail(&error))?.all(true);
    #[cfg(feature = "values")]
    let distances = distances(container, target);
    #[cfg(feature = "values")]
    let listing = listing.distances(&distances);
    let text = listing.to_string();
    let named = NamedTarget::of_source(&text);
    let id = named.as_ref().map(NamedTarget::id).unwrap_or_default();
    let called = named.map_or(target.name(), |named| named.called);
    let options = Options {
        called: Some(called),
        xnack: id.xnack,
        sramecc: id.sramecc,
        externals: Externals::All,
        ..Options::default()
    };
    let assembler = Assembler::with_options(target, dialect, options).map_err(|error| fail(&error))?;
    let source = assembler.assemble(text);
    if let Some(error) = source.diagnostics().iter().find(|found| found.level == Level::Error) {
        return Err(format!("it refuses the listing, because {}", error.message));
    }
    let written = if container.is_relocatable() { source.relocatable() } else { source.linked() };
    written.map_err(|error| format!("it refuses the listing, because {error}"))
}

/// The dialect for the code of a container: that of compilers if LLVM made it, else the first one of the target.
pub fn dialect_of(target: Target, container: &Container<'_>) -> Dialect {
    if container.kind.is_from_llvm() { target.compiler_dialect() } else { target.dialect() }
}
