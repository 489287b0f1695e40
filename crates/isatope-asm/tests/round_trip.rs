//! Tests that printed text assembles to the same bytes, for random words of every encoding, in every dialect. The text
//! is assembled unchanged and in lower case, which no fast path reads if mnemonics have capital letters.

use isatope_asm::{Assembler, Options};
use isatope_core::{Formatter, decode};
use isatope_testing::{Random, dialects};

/// Number of rounds per encoding; the environment variable `ISATOPE_ROUNDS` changes it.
fn rounds() -> usize {
    std::env::var("ISATOPE_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(12)
}

#[test]
fn printed_text_assembles_to_the_same_bytes() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut failures = Vec::new();
    let mut tried = 0;
    for (target, dialect) in dialects() {
        let arch = target.arch();
        let assembler = Assembler::new(target, dialect, Options::default()).expect("a dialect of its own");
        let formatter = Formatter::new(target, dialect).expect("a dialect of its own");
        for form in arch.forms {
            let Some(encoding) = form.encoding(target.version()).map(|id| &arch[id]) else { continue };
            for round in 0..rounds() {
                // Plain words, some bits changed, and anything.
                let noise = match round % 3 {
                    0 => random.next() & random.next() & random.next(),
                    1 => random.next() & 0x0000_0001_0000_01ff_u64.rotate_left(random.next() as u32 & 63),
                    _ => random.next(),
                };
                let bits = encoding.pattern.value | (encoding.default ^ noise) & !encoding.pattern.mask;
                let Ok(inst) = decode(target, &bits.to_le_bytes()) else { continue };
                tried += 1;
                let text = formatter.display(&inst).to_string();
                for text in [text.to_ascii_lowercase(), text] {
                    let output = assembler.assemble(&text);
                    if output.items.len() != 1
                        || output.failed()
                        || output.items.last().is_none_or(|item| item.bits() != inst.bits())
                    {
                        let why = output.diagnostics.first().map_or(String::new(), |d| d.message.clone());
                        let got: Vec<_> = output.items.iter().map(|i| format!("{:x}", i.bits())).collect();
                        failures.push(format!("{target} {dialect} {:x}: `{text}` gives {got:?} {why}", inst.bits()));
                    }
                }
            }
        }
    }
    let shown = failures.iter().take(60).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {tried} do not come back:\n{shown}", failures.len());
}
