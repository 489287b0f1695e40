//! Reads dumps of Mesa's compiler.

use isatope_asm::{Item, Options};
use isatope_diag::{Diagnostic, FileId, Level, codes};
use isatope_object::mesa::{self, Instructions, Piece};

use crate::{Assembler, Target};

/// Reads the lines of a dump of Mesa's compiler: their bytes, where it has them, else the text of the instructions.
#[derive(Debug)]
pub struct Dump(Lines);

#[derive(Debug)]
enum Lines {
    /// Adds the bytes of instructions.
    Words,
    /// Adds their text, in any dialect.
    Text(Vec<Assembler>, Instructions),
}

/// So many lines are looked at for an instruction: some that look like one are none.
const LOOKED_AT: usize = 10_000;

impl Dump {
    /// For a text; `None` if it is not a dump of this target.
    pub fn new(text: &str, target: Target) -> Option<Self> {
        if !target.has_mesa_dumps() {
            return None;
        }
        if mesa::has_words(text) {
            return Some(Self(Lines::Words));
        }
        let mut instructions = Instructions::default();
        let mut lines = text.lines().filter_map(|line| instructions.next(line)).peekable();
        lines.peek()?;
        let assembler = |dialect| Assembler::with_options(target, dialect, Options::default()).ok();
        let dialects: Vec<_> = target.dialects().filter_map(assembler).collect();
        let found = lines.take(LOOKED_AT).any(|line| assemble(&dialects, line).is_ok());
        found.then_some(Self(Lines::Text(dialects, Instructions::default())))
    }

    /// The first target that has dumps.
    pub fn usual_target() -> Option<Target> {
        Target::all().find(|target| target.has_mesa_dumps())
    }

    /// Whether it has the bytes of instructions.
    pub fn has_words(&self) -> bool {
        matches!(self.0, Lines::Words)
    }

    /// The word of the instruction in the next line, if it has one.
    ///
    /// # Errors
    /// Diagnostics of the assembler for a text that looks like an instruction but is not.
    pub fn next_word(&mut self, line: &str) -> Result<Option<u64>, Box<Diagnostic>> {
        match &mut self.0 {
            Lines::Words => Ok(mesa::word(line)),
            Lines::Text(dialects, instructions) => {
                instructions.next(line).map(|text| assemble(dialects, text)).transpose()
            }
        }
    }
}

/// The only instruction in a text, in the first dialect that has it.
fn assemble(assemblers: &[Assembler], text: &str) -> Result<u64, Box<Diagnostic>> {
    let mut first = None;
    for assembler in assemblers {
        let output = assembler.inner().assemble(text);
        match (output.items.last(), output.items.len(), output.failed()) {
            (Some(Item::Instruction(inst)), 1, false) => return Ok(inst.bits()),
            _ => first = first.or_else(|| output.diagnostics.into_iter().find(|d| d.level == Level::Error)),
        }
    }
    let unknown = || Diagnostic::error(codes::UNKNOWN_INSTRUCTION, format!("`{text}` is not an instruction"));
    Err(Box::new(first.unwrap_or_else(unknown)))
}

/// The pieces of a dump of Mesa's compiler. What looks like an instruction and is none is given back as errors, whose
/// places are those of the text.
pub fn dump_pieces(text: &str, target: Target) -> (Vec<Piece<'_>>, Vec<Diagnostic>) {
    let Some(mut reader) = Dump::new(text, target) else {
        let message = format!("the text contains no instruction of {target}");
        let error = Diagnostic::error(codes::HEX, message).help("use `isatope asm` to read source");
        return (Vec::new(), vec![error]);
    };
    let mut errors = Vec::new();
    let pieces = mesa::dump(text, |line| match reader.next_word(line) {
        Ok(word) => word,
        Err(error) => {
            // The text of an instruction follows three blanks.
            errors.push(error.moved(FileId::default(), line.as_ptr() as usize - text.as_ptr() as usize + 3));
            None
        }
    });
    (pieces, errors)
}
