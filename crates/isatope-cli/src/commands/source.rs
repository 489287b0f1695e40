//! Reads and assembles sources, for `isatope asm`.

use std::path::Path;

use isatope::assembler::{Externals, Options, text_of};
use isatope::container::{Contents, can_hold, is_container, other_format};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::{Inputs, NamedTarget, Source};

use crate::args::{AsmArgs, AsmEmit, Language};
use crate::dependencies::Dependencies;
use crate::output::Reporter;

/// Start of an ELF file.
pub(super) const ELF: &[u8] = b"\x7fELF";

/// Assembles a source and reports what is wrong with it. Returns `None` if it has errors.
pub(super) fn assembled(
    args: &AsmArgs,
    read: &Dependencies,
    path: &Path,
    name: &str,
    bytes: Vec<u8>,
    emit: AsmEmit,
    reporter: &mut Reporter,
) -> anyhow::Result<Option<Source>> {
    let text = match text_of(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to() as u64;
            reporter.report(&not_a_source(name, error.into_bytes(), at));
            return Ok(None);
        }
    };
    let inputs = inputs(args, read, path);
    let language = args.language.or(NamedTarget::of_source_with(&text, &inputs));
    let options = options(args, emit, &language);
    let source = language.assemble(text, options, &inputs)?;
    if !source.diagnostics().is_empty() {
        let names = reporter.add_source(name, &source);
        language.report(source.diagnostics(), &names, reporter);
    }
    for text in &source.output().printed {
        eprintln!("{text}");
    }
    Ok((reporter.code() == 0).then_some(source))
}

/// Error for a file that is not text. Its kind is named if it is known; `at` is the first byte that is not text.
fn not_a_source(name: &str, bytes: Vec<u8>, at: u64) -> Diagnostic {
    let what = match other_format(&bytes) {
        Some(kind) => Some(kind),
        None if is_container(&bytes) => Some("a program for a driver"),
        None => can_hold(&Contents::Memory(bytes)).then_some("a file with code objects for devices"),
    };
    match what {
        Some(kind) => Diagnostic::error(codes::NOT_TEXT, format!("{name} is {kind}, not a source or an object")),
        None => Diagnostic::error(codes::NOT_TEXT, format!("{name}: the source is not a text")).at_offset(at),
    }
}

/// Options of the assembler.
pub(super) fn options(args: &AsmArgs, emit: AsmEmit, language: &Language) -> Options {
    let id = language.named.as_ref().map(NamedTarget::id).unwrap_or_default();
    Options {
        buggy_fp_lit: args.buggy_fp_lit,
        old_mod_param: args.old_mod_param,
        strict: args.strict,
        called: Some(language.called()),
        xnack: id.xnack,
        sramecc: id.sramecc,
        local_labels: emit == AsmEmit::List,
        places: emit == AsmEmit::List,
        externals: if matches!(emit, AsmEmit::Obj | AsmEmit::Elf) { Externals::All } else { Externals::Declared },
        ..Options::default()
    }
}

/// Files, symbols and lines of a source, which is added to what the output depends on.
pub(super) fn inputs(args: &AsmArgs, read: &Dependencies, file: &Path) -> Inputs {
    read.add(file);
    let lines = args.lines.then(|| {
        let folder = std::env::current_dir().unwrap_or_default();
        (file.display().to_string(), folder.display().to_string())
    });
    read.watch(Inputs { lines, ..args.uses.inputs(file) })
}
