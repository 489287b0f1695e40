//! Warnings about the metadata of a source.

use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes, nearest};
use isatope_object::args::ArgKind;
use isatope_object::metadata_review::{MetadataLines, MetadataMistake, MetadataPosition, review};

use crate::assembler::assembly::{Assembly, MetadataSymbol};
use crate::assembler::resolve::MOST_WITH_NAMES;

impl Assembly<'_> {
    /// Warns of mistakes in metadata, which start at an offset of the current text.
    pub(super) fn review_metadata(&mut self, metadata: Range<usize>) {
        let text = &self.text[metadata.clone()];
        let found = review(text);
        let lines = MetadataLines::new(text);
        let range = |at: MetadataPosition, word: &str| {
            let start = metadata.start + lines.offset(at);
            start..(start + word.len()).min(metadata.end)
        };
        let mut warnings = Vec::new();
        for problem in found.problems {
            let (at, word) = (range(problem.at, &problem.word), problem.word);
            let (message, help) = match problem.what {
                MetadataMistake::Key(known) => match nearest(&word, known.iter().copied()) {
                    Some(near) => (format!("`{word}` is not a key of metadata"), Some(near)),
                    // A newer version of metadata may have other keys.
                    None => continue,
                },
                MetadataMistake::Kind => {
                    (format!("`{word}` is not a kind of argument"), nearest(&word, ArgKind::names()))
                }
                MetadataMistake::Numbers(message) => (message, None),
            };
            let warning = Diagnostic::warning(codes::BLOCK, message).at(Span::new(at));
            warnings.push(match help {
                Some(near) => warning.help(format!("did you mean `{near}`?")),
                None => warning,
            });
        }
        let file = self.file;
        let symbols = found.symbols.into_iter();
        let symbols: Vec<_> = symbols.map(|(at, name)| MetadataSymbol { at: range(at, &name), name, file }).collect();
        self.output.diagnostics.extend(warnings);
        self.metadata_symbols.extend(symbols);
    }

    /// Warns of metadata for kernels that the source does not have.
    pub(in crate::assembler) fn check_metadata_symbols(&mut self) {
        let named = std::mem::take(&mut self.metadata_symbols);
        // Without a descriptor, another source has it.
        if named.is_empty() || self.output.layout.kernels.is_empty() {
            return;
        }
        let kernels = self.output.layout.kernels.iter().map(|kernel| format!("{}.kd", kernel.name));
        let kernels: Vec<String> = kernels.collect();
        for MetadataSymbol { name, at, file } in named {
            let symbol = self.symbols.output(&name).map(|number| &self.output.layout.symbols[number]);
            if symbol.is_some_and(|symbol| symbol.section.is_some()) {
                continue;
            }
            let mut warning = Diagnostic::warning(codes::BLOCK, format!("no kernel here has the symbol `{name}`"))
                .at(Span::new(at))
                .note("these metadata belong to no kernel");
            if self.output.diagnostics.len() <= MOST_WITH_NAMES {
                warning = match nearest(&name, kernels.iter().map(String::as_str)) {
                    Some(near) => warning.help(format!("did you mean `{near}`?")),
                    None => warning.help(format!("write {}", kernels.join(", or "))),
                };
            }
            self.enter(file);
            let before = self.output.diagnostics.len();
            self.output.diagnostics.push(warning);
            self.trace(before, file);
        }
    }
}
