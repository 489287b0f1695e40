//! Random bytes as machine code.

use isatope_core::{Decoder, Instruction};
use isatope_diag::Level;

use crate::{Result, Setup, Unstructured, setup, word};

/// Bytes of a few instructions; the last one may be truncated.
fn bytes(u: &mut Unstructured<'_>, setup: &Setup) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for _ in 0..u.int_in_range(1..=8)? {
        bytes.extend(word(u, setup.target)?.to_le_bytes());
    }
    let cut = u.int_in_range(0..=8)?;
    bytes.truncate(bytes.len() - cut);
    Ok(bytes)
}

/// Decodes bytes. A decoded instruction must encode to the same bytes, and all of its queries must work.
pub fn decode(u: &mut Unstructured<'_>) -> Result<()> {
    let setup = setup(u)?;
    let bytes = bytes(u, setup)?;
    let mut last = None;
    for (offset, result) in Decoder::new(setup.target, &bytes) {
        assert!(last.is_none_or(|l| offset > l) && offset < bytes.len(), "the decoder goes on");
        last = Some(offset);
        let Ok(inst) = result else { continue };
        assert_eq!(inst.bytes()[..], bytes[offset..offset + inst.len()]);
        assert!(inst.operands().count() <= 16 && inst.access().count() <= 64);
        let mut shown = 0;
        for part in inst.explain() {
            assert_eq!(shown & part.mask, 0, "{}: `{}` explains bits again", inst.mnemonic(), part.name);
            shown |= part.mask;
        }
        assert_eq!(shown, u64::MAX >> (64 - 8 * inst.len()), "{}: bits are not explained", inst.mnemonic());
    }
    Ok(())
}

/// Prints decoded instructions. The text must assemble to the same bits.
pub fn print(u: &mut Unstructured<'_>) -> Result<()> {
    let setup = setup(u)?;
    let bytes = bytes(u, setup)?;
    for (_, result) in Decoder::new(setup.target, &bytes) {
        if let Ok(inst) = result {
            round_trip(setup, &inst);
        }
    }
    Ok(())
}

fn round_trip(setup: &Setup, inst: &Instruction) {
    let text = setup.formatter.display(inst).to_string();
    assert!(text.len() < 400, "{text}");
    let output = setup.assembler.assemble(&text);
    let error = output.diagnostics.iter().find(|d| d.level == Level::Error);
    assert!(error.is_none(), "{:#x} on {}: `{text}`: {}", inst.bits(), setup.target, error.map_or("", |e| &e.message));
    let items: Vec<_> = output.items.iter().map(|i| (i.bits(), i.len())).collect();
    assert_eq!(items, [(inst.bits(), inst.len())], "`{text}` on {}", setup.target);
}
