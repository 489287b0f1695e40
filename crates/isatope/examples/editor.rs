//! What an editor asks: the page of the word under the cursor, and what can be written there.

use isatope::{Assembler, Dialect, Error, Target, explain};

fn main() -> Result<(), Error> {
    let text = std::env::args().nth(1).unwrap_or("v_add_f32 v0, v1, v2".into());
    let assembler = Assembler::new(Target::GFX900, Dialect::LLVM)?;
    println!("{}", hover(&assembler, &text, 0).unwrap_or_default());
    println!("{}", completions(&assembler, &text, text.len()).join(" "));
    Ok(())
}

/// The page of the instruction at a place of a text, in Markdown, after what the instruction reads and writes.
pub fn hover(assembler: &Assembler, text: &str, offset: usize) -> Option<String> {
    let source = assembler.assemble(text);
    let statement = source.statements().find(|statement| statement.place.contains(&offset))?;
    let inst = statement.instruction?;
    let places: Vec<String> = inst.access().map(|access| access.place.to_string()).collect();
    let pages = explain::read(&explain::of(&inst), Some(inst.target()));
    Some(format!("`{inst}` touches {}\n\n{}", places.join(", "), pages.first()?.markdown()))
}

/// The texts that can be written at a place of a text.
pub fn completions(assembler: &Assembler, text: &str, offset: usize) -> Vec<String> {
    assembler.complete(text, offset).items.into_iter().map(|item| item.text).collect()
}
