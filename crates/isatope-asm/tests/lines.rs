//! Tests lines and their results: words, or the code of the first error. A line of a case file contains target,
//! dialect, expectation and source, separated by tabs; `\n` in a source is a line break.

use isatope_asm::{Assembler, Options};
use isatope_core::Target;
use isatope_diag::Level;
use isatope_testing::{files, root, text};

#[test]
fn lines_give_what_they_should() {
    let mut failures = Vec::new();
    for file in files(root().join("crates/isatope-asm/tests/lines"), &["tsv"]) {
        for (number, line) in text(&file).lines().enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#')) {
            let at = format!("{}:{}", file.display(), number + 1);
            let Some([target, dialect, expected, source]) = line.split('\t').collect::<Vec<_>>().first_chunk().copied()
            else {
                failures.push(format!("{at}: not four columns"));
                continue;
            };
            let target = Target::from_name(target).unwrap_or_else(|| panic!("{at}: no such target"));
            let assembler =
                Assembler::new(target, dialect, Options::default()).unwrap_or_else(|| panic!("{at}: no such dialect"));
            let output = assembler.assemble(&source.replace("\\n", "\n"));
            let error = output.diagnostics.iter().find(|d| d.level == Level::Error);
            let got = match error {
                Some(error) => error.code.unwrap_or("").to_string(),
                None => {
                    let mut words = Vec::new();
                    for item in output.items.iter() {
                        output.units(&item, |bits, len| match len {
                            8 => words.push(format!("{:08x} {:08x}", bits.head as u32, bits.head >> 32)),
                            _ => words.push(format!("{:08x}", bits.head)),
                        });
                    }
                    words.join(" ")
                }
            };
            if got != expected {
                let message = error.map_or("", |e| &e.message);
                failures.push(format!("{at}: `{source}` gives {got} {message}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
