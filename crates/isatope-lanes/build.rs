//! Makes the lane functions from the specification.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let models = isatope_lang::compile_all(&isatope_isa::ARCHITECTURES).inspect_err(|errors| eprintln!("{errors}"))?;
    let (mut modules, mut choices) = (String::new(), String::new());
    for model in &models {
        let name = &model.arch;
        fs::write(out.join(name).with_extension("rs"), isatope_codegen::lane_functions(model))
            .expect("OUT_DIR can be written");
        writeln!(modules, "generated!({name}, \"{name}.rs\");").expect("strings take everything");
        writeln!(choices, "{name:?} => Some(work.with(&{name}::MACHINE)),").expect("strings take everything");
    }
    let all = format!(
        "{modules}
/// Does something with the machine of an architecture; `None` if there is none of that name.
pub fn with_machine<W: WithMachine>(arch: &str, work: W) -> Option<W::Output> {{
match arch {{
{choices}_ => None,
}}
}}
"
    );
    fs::write(out.join("machines.rs"), all).expect("OUT_DIR can be written");
    Ok(())
}
