//! Assembles a source to items in sections: statements, directives, symbols and fixups.

mod assembly;
mod code_parts;
mod container;
mod counts;
mod debug;
mod descriptor;
mod devices;
mod directive;
mod distances;
mod expand;
mod files;
mod findings;
mod fixup;
mod items;
mod kernels;
mod layout;
mod numbers;
mod object;
mod options;
mod output;
mod passes;
mod relocation;
mod resolve;
mod section_kinds;
mod setup;
mod statement;
mod statement_cache;
mod symbol_name;
mod target_names;
pub mod tokens;
mod variables;

use bumpalo::Bump;
pub use container::Container;
pub(crate) use descriptor::open_fields;
pub(crate) use directive::kinds::Directive;
pub(crate) use directive::names::{all as directives, find as find_directive};
pub use files::{Files, Folders};
use isatope_core::{Instruction, Target};
use isatope_diag::{Diagnostic, Level};
pub use items::{Item, Items};
pub use layout::{
    Attributes, Binding, Common, Detail, KernelDescriptor, Layout, Relocation, Section, Significant, Symbol,
};
pub(crate) use object::PADDING;
pub use options::{Externals, Options};
pub use output::{ExpandedText, Output};
pub(crate) use relocation::{other_than_address, specifier_of};
pub(crate) use section_kinds::{SECTION_FLAGS, SECTION_KINDS};
pub use setup::Assembler;
pub use symbol_name::SymbolName;
pub use target_names::{device_target, named_target, named_target_with, relative};

use crate::text::cursor::with_line_feeds;

impl Assembler {
    /// Assembles a text of any number of lines.
    pub fn assemble(&self, text: &str) -> Output {
        let mut output = Output::default();
        self.assemble_into(text, &mut output);
        output
    }

    /// Like [`assemble`](Self::assemble), but appends to an output.
    pub fn assemble_into(&self, text: &str, output: &mut Output) {
        // For LLVM's assembler, a carriage return alone ends a line too. For CLRX, it is a blank.
        let text = if self.tables.style.compilers { &*with_line_feeds(text) } else { text };
        let before = (!output.is_empty()).then(|| output.clone());
        let mut findings = findings::Findings::default();
        loop {
            let arena = Bump::new();
            match assembly::Assembly::new(self, text, &arena, output, findings).run() {
                None => return,
                Some(next) => findings = next,
            }
            match &before {
                Some(before) => output.clone_from(before),
                None => output.clear(),
            }
        }
    }
}

/// Assembles one line, or a few, with a new assembler. For many lines, keep an [`Assembler`].
///
/// # Errors
/// Returns all errors of the text, or an error if the dialect is unknown.
pub fn assemble_line(
    target: Target,
    dialect: &str,
    options: Options,
    text: &str,
) -> Result<Vec<Instruction>, Vec<Diagnostic>> {
    let Some(assembler) = Assembler::new(target, dialect, options) else {
        let message = format!("{} has no dialect `{dialect}`", target.arch().name);
        return Err(vec![Diagnostic::error(isatope_diag::codes::UNKNOWN_TARGET, message)]);
    };
    let output = assembler.assemble(text);
    if output.failed() {
        return Err(output.diagnostics.into_iter().filter(|d| d.level == Level::Error).collect());
    }
    Ok(output.instructions().collect())
}
