//! A rule of a linter: a register is written twice, and nothing reads it in between.

use std::collections::HashMap;

use isatope::{Assembler, Dialect, Error, FlowKind, Place, Source, Target, Write};

fn main() -> Result<(), Error> {
    let text = std::io::read_to_string(std::io::stdin()).unwrap_or_default();
    let source = Assembler::new(Target::GFX900, Dialect::LLVM)?.assemble(text);
    unused_writes(&source).iter().for_each(|line| println!("{line}"));
    Ok(())
}

/// A line for each write whose value nothing can read, with line and column.
pub fn unused_writes(source: &Source) -> Vec<String> {
    let (mut unread, mut found) = (HashMap::new(), Vec::new());
    for (start, offset, inst) in source.statements().filter_map(|s| Some((s.place.start, s.offset, s.instruction?))) {
        // What comes from elsewhere, or goes there, may read anything.
        if source.symbols().any(|(_, _, at)| at == offset) || inst.flow().kind != FlowKind::Next {
            unread.clear();
        }
        let mut accesses: Vec<_> = inst.access().collect();
        accesses.sort_by_key(|access| !access.read);
        for access in accesses {
            for register in access.place.singles().filter(|place| matches!(place, Place::Registers { .. })) {
                if access.read {
                    unread.remove(&register);
                } else if access.write == Write::Always
                    && let Some(offset) = unread.insert(register, start)
                {
                    let at = source.position(offset);
                    found.push(format!("{}:{}: nothing reads what is written to {register}", at.line, at.utf16));
                }
            }
        }
    }
    found
}
