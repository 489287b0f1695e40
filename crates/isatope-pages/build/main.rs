//! Makes the pages from the specification, as one file of compressed data, and packs all of it as JSON.

mod blob;
mod book;
mod classes;
mod enums;
mod evidence;
mod forms;
mod functions;
mod glossary;
mod host;
mod instructions;
mod modifiers;
mod operands;
#[allow(dead_code, missing_docs)]
#[path = "../src/page.rs"]
mod page;
mod searched;
mod state;
mod touched;
mod units;
#[allow(dead_code, missing_docs)]
#[path = "../src/unknown.rs"]
mod unknown;
mod versions;
mod whole;
mod words;

use std::path::Path;
use std::{env, fs};

use book::Book;
use glossary::Glossary;

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=glossary");
    println!("cargo::rerun-if-changed=src/page.rs");
    println!("cargo::rerun-if-changed=src/unknown.rs");
    let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let root = Path::new(&root).join("glossary");
    let common = Glossary::read(&root, glossary::COMMON)?;
    let mut pages = common.pages("", &common)?;
    let models = isatope_lang::compile_all(&isatope_isa::ARCHITECTURES).inspect_err(|errors| eprintln!("{errors}"))?;
    for model in &models {
        let own = Glossary::read(&root, &model.arch)?;
        let all = own.and(&common);
        pages.extend(own.pages(&model.arch, &all)?);
        let mut book = Book::new(model, all);
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
        versions::add(&mut book, &models);
        pages.append(&mut book.pages);
    }
    pages.extend(words::pages(&models));
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let out = Path::new(&out);
    fs::write(out.join("pages.bin"), blob::write(&pages)).expect("OUT_DIR can be written");
    fs::write(out.join("searched.z"), searched::write(&pages)).expect("OUT_DIR can be written");
    whole::write(&models, out).expect("OUT_DIR can be written");
    Ok(())
}
