//! Tasks of the repository that cargo has no command for: `cargo xtask package`, `cargo xtask grammars`,
//! `cargo xtask web`.

mod grammars;
mod package;
mod web;
mod workspace;

use std::env;
use std::path::Path;

use anyhow::{Result, bail};

const HELP: &str = "\
usage: cargo xtask package [--check] FOLDER
       cargo xtask grammars [--check]
       cargo xtask web [--modules]

Writes the crates to publish to FOLDER, as a workspace of its own. They contain the tables that the
build scripts generate from the specification, so that they need neither the specification nor the
generator.

--check  compares the tables in FOLDER with those that the build scripts generate now

`grammars` writes the grammars in editors/, which are generated from the tables; --check compares them

`web` builds the web explorer in web/dist; --modules builds only the WebAssembly modules, in
web/src/wasm. It needs the target wasm32-unknown-unknown and Node";

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["package", "--check", folder] => package::check(Path::new(folder)),
        ["package", folder] if !folder.starts_with('-') => package::package(Path::new(folder)),
        ["grammars"] => grammars::write(Path::new(".")),
        ["grammars", "--check"] => grammars::check(Path::new(".")),
        ["web"] => web::build(false),
        ["web", "--modules"] => web::build(true),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => bail!("{HELP}"),
    }
}
