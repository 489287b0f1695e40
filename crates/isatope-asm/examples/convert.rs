//! Converts text to words (`asm`) or words to text (`dis`), line by line:
//! `convert asm|dis|check TARGET DIALECT < lines`. `check` prints what is suspicious about each word.

use std::io::{self, BufWriter, Read, Write};

use isatope_asm::{Assembler, Options};
use isatope_core::{Formatter, Target, decode};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mode, target, dialect] = &arguments[..] else { panic!("asm or dis, a target and a dialect are needed") };
    let target = Target::from_name(target).expect("the target exists");
    let formatter = Formatter::new(target, dialect).expect("the dialect exists");
    let assembler = Assembler::new(target, dialect, Options::default()).expect("the dialect exists");
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut out = BufWriter::new(io::stdout());
    for line in text.lines() {
        if mode == "asm" {
            let output = assembler.assemble(line);
            match output.diagnostics.first().filter(|_| output.failed()) {
                Some(error) => writeln!(out, "error: {}", error.message)?,
                None => {
                    let words: Vec<String> = output.instructions().map(|i| format!("{:016x}", i.bits())).collect();
                    writeln!(out, "{}", words.join(" "))?;
                }
            }
        } else {
            let word = u64::from_str_radix(line.trim(), 16).unwrap_or(0);
            match decode(target, &word.to_le_bytes()) {
                Ok(inst) if mode == "check" => {
                    let cautions: Vec<String> = inst.cautions().map(|c| c.to_string()).collect();
                    writeln!(out, "{}", cautions.join("; "))?;
                }
                Ok(inst) => writeln!(out, "{}", formatter.display(&inst))?,
                Err(_) => writeln!(out, ".quad 0x{word:016x}")?,
            }
        }
    }
    out.flush()
}
