//! Metadata of a source, and warnings about them.

use std::collections::HashSet;
use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes, nearest};
use isatope_object::args::ArgKind;
use isatope_object::build::YamlError;
use isatope_object::metadata_review::{MetadataLines, MetadataMistake, MetadataPosition, SourceMetadata};

use crate::assembler::assembly::{Assembly, KernelSymbol};
use crate::assembler::layout::Metadata;
use crate::assembler::resolve::MOST_WITH_NAMES;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};

/// The directives that end `.amdgpu_metadata`, `.amdgpu_pal_metadata` and [`OLD_METADATA`].
const METADATA_END: &str = ".end_amdgpu_metadata";
const PAL_END: &str = ".end_amdgpu_pal_metadata";
const OLD_END: &str = ".end_amd_amdgpu_hsa_metadata";

/// End of the symbol of a descriptor, after the name of the kernel.
const DESCRIPTOR: &str = ".kd";

/// Directive for metadata of code objects of version 2, in sources for LLVM before version 15.
const OLD_METADATA: &str = ".amd_amdgpu_hsa_metadata";

impl<'a> Assembly<'a> {
    /// Reads the metadata after a directive with a name, up to the directive that ends them.
    pub(super) fn metadata(&mut self, cursor: &Cursor<'a>, name: &str, named: Range<usize>) -> Result<(), Error> {
        let start = self.line_end(cursor.end).min(self.end);
        let rest = &self.text[start..self.end];
        let is_pal = name.eq_ignore_ascii_case(".amdgpu_pal_metadata");
        let is_old = name.eq_ignore_ascii_case(OLD_METADATA);
        let end = match () {
            () if is_pal => PAL_END,
            () if is_old => OLD_END,
            () => METADATA_END,
        };
        let Some(length) = rest.find(end) else {
            return Err(error(codes::BLOCK, named, format!("`{end}` is missing")));
        };
        // Each block makes a note, of which there is one for a whole program of PAL.
        if (is_pal || self.output.layout.is_pal) && !self.output.layout.metadata.is_empty() {
            return Err(error(codes::BLOCK, named, "the metadata are already defined"));
        }
        let mut packed = None;
        match SourceMetadata::read(&rest[..length]) {
            Ok(metadata) => {
                packed = Some(metadata.message_pack());
                if !is_pal {
                    self.review_metadata(&metadata, start..start + length);
                }
            }
            Err(YamlError { line, message }) => {
                let at = (1..line).fold(start, |at, _| self.line_end(at)).min(start + length);
                let line = self.text[at..].lines().next().unwrap_or_default();
                let found = error(codes::BLOCK, at..at + line.trim_end().len(), message);
                self.output.diagnostics.push(*found.0);
            }
        }
        let text = &rest[..length];
        let text = if is_old { document(text) } else { text.to_string() };
        self.output.layout.metadata.push(Metadata { text, packed });
        self.output.layout.is_pal = is_pal;
        if is_old {
            self.output.layout.code_object_version.get_or_insert(2);
        }
        self.note_section(!is_pal);
        self.at = self.line_end(start + length).min(self.end);
        Ok(())
    }

    /// Reads `REGISTER, VALUE, …`.
    pub(super) fn pal_registers(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        loop {
            let register = self.small(cursor)?;
            if !self.comma(cursor) {
                return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a value"));
            }
            let value = self.small(cursor)?;
            self.output.layout.pal_registers.insert(register as u32, value as u32);
            cursor.skip_blanks();
            if !cursor.eat(b',') {
                break;
            }
        }
        self.note_section(false);
        Ok(())
    }

    /// End of the line that contains `at`.
    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |n| at + n + 1)
    }

    /// Warns of mistakes in metadata, which start at an offset of the current text.
    fn review_metadata(&mut self, read: &SourceMetadata<'_>, metadata: Range<usize>) {
        let found = read.review();
        let lines = MetadataLines::new(&self.text[metadata.clone()]);
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
        let file = self.kept_file();
        let symbols = found.symbols.into_iter();
        let symbols: Vec<_> = symbols.map(|(at, name)| KernelSymbol { at: range(at, &name), name, file }).collect();
        self.output.diagnostics.extend(warnings);
        self.metadata_symbols.extend(symbols);
    }

    /// Warns of metadata for kernels that the source does not have, or of kernels without metadata beside others that
    /// have some.
    pub(in crate::assembler) fn check_metadata_symbols(&mut self) {
        let named = std::mem::take(&mut self.metadata_symbols);
        let described = std::mem::take(&mut self.descriptor_symbols);
        // Without a descriptor, another source has it.
        if named.is_empty() || self.output.layout.kernels.is_empty() {
            return;
        }
        let names: HashSet<&str> = named.iter().map(|symbol| symbol.name.as_str()).collect();
        let alone: Vec<&KernelSymbol> = described.iter().filter(|kernel| !names.contains(&*kernel.name)).collect();
        let is_defined = |symbol: &KernelSymbol| self.section_of(&symbol.name).is_some();
        let unknown: Vec<&KernelSymbol> = named.iter().filter(|symbol| !is_defined(symbol)).collect();
        for KernelSymbol { name, at, file } in &unknown {
            let mut warning = Diagnostic::warning(codes::BLOCK, format!("no kernel here has the symbol `{name}`"))
                .at(Span::new(at.clone()))
                .note("these metadata belong to no kernel");
            if self.output.diagnostics.len() <= MOST_WITH_NAMES {
                warning = warning.help(self.help_for_metadata(name, &alone));
            }
            self.report_in(warning, *file);
        }
        // A kernel without metadata may be the one that other metadata mean.
        for KernelSymbol { name, at, file } in alone.into_iter().filter(|_| unknown.is_empty()) {
            let kernel = name.strip_suffix(DESCRIPTOR).unwrap_or(name);
            let warning = Diagnostic::warning(codes::BLOCK, format!("no metadata describe the kernel `{kernel}`"))
                .at(Span::new(at.clone()))
                .note("the runtimes of HIP and OpenCL find kernels by their metadata")
                .help(format!("add metadata with `.symbol: {name}` to `amdhsa.kernels`"));
            self.report_in(warning, *file);
        }
    }

    /// Says what to do about metadata whose symbol no kernel has. The kernels that are given have no metadata.
    fn help_for_metadata(&self, symbol: &str, alone: &[&KernelSymbol]) -> String {
        let kernel = symbol.strip_suffix(DESCRIPTOR).unwrap_or(symbol);
        let has_code = self.section_of(kernel).is_some();
        let mut kernels = alone.iter().map(|kernel| kernel.name.as_str());
        match nearest(symbol, kernels.clone()) {
            _ if has_code => format!("write a descriptor, `.amdhsa_kernel {kernel}`, or delete these metadata"),
            Some(near) => format!("did you mean `{near}`?"),
            None => match (kernels.next(), kernels.next()) {
                (Some(one), None) => format!("write `{one}`, or delete these metadata if the kernel is gone"),
                _ => "delete these metadata if the kernel is gone".to_owned(),
            },
        }
    }

    /// The section in which the source defines a symbol.
    fn section_of(&self, name: &str) -> Option<usize> {
        self.output.layout.symbols[self.symbols.output(name)?].section
    }

    /// Reports what is in another text.
    fn report_in(&mut self, found: Diagnostic, file: u32) {
        self.enter(file);
        let before = self.output.diagnostics.len();
        self.output.diagnostics.push(found);
        self.trace(before, file);
    }
}

/// A text in YAML with the marks of its start and end, as LLVM writes metadata of version 2.
fn document(text: &str) -> String {
    let text = text.trim_end();
    let start = if text.trim_start().starts_with("---") { "" } else { "---\n" };
    let end = if text.ends_with("\n...") { "" } else { "...\n" };
    format!("{start}{text}\n{end}")
}
