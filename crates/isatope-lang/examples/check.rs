//! Checks `.isa` files of one architecture: `cargo run -p isatope-lang --example check -- isa/prelude/*.isa isa/amd-gcn/*.isa`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let mut files: Vec<(&str, String)> = Vec::new();
    for name in &names {
        match std::fs::read_to_string(name) {
            Ok(text) => files.push((name, text)),
            Err(error) => {
                eprintln!("{name}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    match isatope_lang::compile(&files) {
        Ok(model) => {
            println!(
                "{}: {} instructions, {} functions, {} formats",
                model.arch,
                model.insts.len(),
                model.functions.len(),
                model.formats.len()
            );
            ExitCode::SUCCESS
        }
        Err(errors) => {
            for error in &errors {
                eprintln!("{}", error.render(&files));
            }
            eprintln!("{} errors", errors.len());
            ExitCode::FAILURE
        }
    }
}
