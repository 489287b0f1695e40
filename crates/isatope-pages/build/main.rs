//! Makes the pages from the specification, as one file of compressed data, and packs all of it as JSON.

mod blob;
mod book;
mod classes;
mod enums;
mod evidence;
mod forms;
mod functions;
mod host;
mod instructions;
mod modifiers;
#[allow(dead_code, missing_docs)]
#[path = "../src/page.rs"]
mod page;
mod state;
mod touched;
mod units;
#[allow(dead_code, missing_docs)]
#[path = "../src/unknown.rs"]
mod unknown;
mod whole;
mod words;

use std::path::Path;
use std::{env, fs};

use book::Book;

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/page.rs");
    println!("cargo::rerun-if-changed=src/unknown.rs");
    let mut pages = Vec::new();
    let models = isatope_lang::compile_all(&isatope_isa::ARCHITECTURES).inspect_err(|errors| eprintln!("{errors}"))?;
    for model in &models {
        let mut book = Book::new(model);
        instructions::add(&mut book);
        forms::add(&mut book);
        modifiers::add(&mut book);
        state::add(&mut book);
        host::add(&mut book);
        units::add(&mut book);
        functions::add(&mut book);
        enums::add(&mut book);
        evidence::add(&mut book);
        classes::add(&mut book);
        pages.append(&mut book.pages);
    }
    pages.extend(words::pages(&models));
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let out = Path::new(&out);
    fs::write(out.join("pages.bin"), blob::write(&pages)).expect("OUT_DIR can be written");
    whole::write(&models, out).expect("OUT_DIR can be written");
    Ok(())
}
