//! The parts of a page about an instruction whose text has dots.

use isatope_core::tables::{Arch, Inst, Layout, ModifierKind, ModifierUse, ON_MNEMONIC, Slot};
use isatope_lang::Model;

/// What is written, in the dialect of an index: `FADD.f32[.clamp][.flow] dest[.dest_width], a[.neg], …`.
pub fn syntax(arch: &Arch, layout: &Layout, inst: &Inst, mnemonic: &str, dialect: usize) -> String {
    let uses = layout.modifiers.get(dialect).copied().unwrap_or_default();
    let of = |at: u8| -> String {
        let here = uses.iter().filter(|u| u.at == at);
        here.map(|u| {
            let name = arch.modifiers[usize::from(u.modifier)].name;
            if u.required { format!(".{name}") } else { format!("[.{name}]") }
        })
        .collect()
    };
    let operand = |(def, slot): (&isatope_core::tables::OperandDef, &Slot)| match *slot {
        Slot::Register(r) => arch.registers[usize::from(r)].name.to_string(),
        Slot::Field(f) => {
            let before = layout.before.iter().find(|b| b.0 == f).and_then(|b| b.1.get(dialect)).copied();
            let counted = if layout.counted.iter().any(|c| c.field == f) { ":…" } else { "" };
            format!("{}{}{counted}{}", before.unwrap_or_default(), def.name, of(f))
        }
    };
    let operands: Vec<String> = inst.operands.iter().zip(layout.slots).map(operand).collect();
    format!("{mnemonic}{} {}", of(ON_MNEMONIC), operands.join(", ")).trim_end().to_string()
}

/// The modifiers of a layout: name, place, words.
pub fn table(arch: &Arch, layout: &Layout) -> Vec<String> {
    let mut shown: Vec<u8> = Vec::new();
    let uses = layout.modifiers.first().copied().unwrap_or_default();
    let name = |u: &ModifierUse| layout.fields[usize::from(u.field)].name;
    let width = uses.iter().map(|u| name(u).len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for used in uses {
        if shown.contains(&used.field) {
            continue;
        }
        shown.push(used.field);
        let field = &layout.fields[usize::from(used.field)];
        let place = places(field.pieces.iter().map(|p| (u32::from(p.low + p.bits - 1), u32::from(p.low))));
        let words: Vec<String> = match arch.modifiers[usize::from(used.modifier)].kind {
            ModifierKind::Words(words) => words
                .iter()
                .map(|w| {
                    let usual = if w.first == used.default && !used.required { " (usual)" } else { "" };
                    format!(".{}{usual}", w.print.first().copied().unwrap_or_default())
                })
                .collect(),
            _ => vec![format!(".{}", arch.modifiers[usize::from(used.modifier)].name)],
        };
        lines.push(format!("{:width$}  {place:5}  {}", field.name, words.join(" ")));
    }
    lines
}

/// An opcode whose bits lie in several places: `0x1a3, 19:16 = 0x7`.
pub fn opcode(model: &Model, format: usize, version: usize, value: u64) -> String {
    let pieces = model.formats[format].layouts[version].as_ref().map_or(&[][..], |l| &l.op);
    if pieces.len() < 2 {
        return format!("{value:#x}");
    }
    let mut left: u32 = pieces.iter().map(|(high, low)| high - low + 1).sum();
    let parts: Vec<String> = pieces
        .iter()
        .enumerate()
        .map(|(i, &(high, low))| {
            let width = high - low + 1;
            left -= width;
            let part = value >> left & (u64::MAX >> (64 - width));
            if i == 0 { format!("{part:#x}") } else { format!("{} = {part:#x}", places([(high, low)].into_iter())) }
        })
        .collect();
    parts.join(", ")
}

fn places(pieces: impl Iterator<Item = (u32, u32)>) -> String {
    let one = |(high, low): (u32, u32)| if high == low { high.to_string() } else { format!("{high}:{low}") };
    pieces.map(one).collect::<Vec<_>>().join(",")
}
