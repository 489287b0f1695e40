//! Reports suspicious code: bits that are reserved or ignored, and unusual combinations.

use isatope_core::tables::{FieldId, FieldKind};
use isatope_diag::{Diagnostic, codes};
use isatope_object::mesa::{self, Piece};
use isatope_object::{Container, DescriptorKind, SectionKind, descriptor};

use crate::{DecodeError, Target};

/// Reserved bits of the descriptors and instructions of a container that are set.
pub fn container(opened: &Container<'_>, target: Target) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for kernel in &opened.kernels {
        let Some(found) = kernel.descriptor else { continue };
        let fields = match found.kind {
            DescriptorKind::Kd => descriptor::KD,
            DescriptorKind::KernelCode => descriptor::CODE,
            DescriptorKind::Config => continue,
        };
        let generation = target.version_info().generation.unwrap_or_default();
        for (field, value) in descriptor::reserved_set(fields, found.bytes, generation) {
            let (first, last) = (field.bit, field.bit + field.bits - 1);
            let message = format!("reserved bits {last}:{first} of the descriptor of `{}` are {value:#x}", kernel.name);
            let at = found.offset + u64::from(field.bit / 8);
            all.push(Diagnostic::error(codes::RESERVED, message).at_offset(at));
        }
    }
    for section in opened.sections.iter().filter(|s| s.kind == SectionKind::Code) {
        all.extend(code(target, section.data, section.offset));
    }
    all
}

/// Reserved and ignored bits of instructions that are set, in code that begins at an offset of a file. Words that are
/// not instructions at all are data, perhaps.
///
/// ```
/// use isatope::{Target, strict};
///
/// // `v_nop`, with an operand that it does not have.
/// let found = strict::code(Target::GFX803, &0x7e02_0000_u32.to_le_bytes(), 0);
/// assert_eq!(found[0].message, "ignored bits of `v_nop` are set: `vdst` is 0x1");
/// ```
pub fn code(target: Target, bytes: &[u8], base: u64) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for (offset, decoded) in target.decoder(bytes) {
        let found: Vec<String> = match decoded {
            Err(DecodeError::ReservedBits { bits }) => vec![format!("reserved bits are set: {bits:#x}")],
            Err(_) => Vec::new(),
            Ok(inst) => {
                let layout = inst.layout();
                let is_set = |id: &FieldId| {
                    let field = &layout[*id];
                    // Of bits that must be zero the cautions tell.
                    let is_free = field.place.mask & layout.must_be_zero == 0;
                    field.kind == FieldKind::Ignored && is_free && inst.field(*id) != field.default
                };
                let field = layout.field_ids().find(is_set);
                field
                    .map(|id| {
                        let (name, field) = (inst.mnemonic(), layout[id].name);
                        format!("ignored bits of `{name}` are set: `{field}` is {:#x}", inst.field(id))
                    })
                    .into_iter()
                    .chain(inst.cautions().map(|caution| format!("`{}`: {caution}", inst.mnemonic())))
                    .collect()
            }
        };
        for message in found {
            all.push(Diagnostic::error(codes::RESERVED, message).at_offset(base + offset as u64));
        }
    }
    all
}

/// Reports suspicious code in the programs of a Mesa binary, without the padding between them.
pub fn binary(target: Target, bytes: &[u8]) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for piece in mesa::binary(bytes) {
        if let Piece::Code { offset, bytes } = piece {
            all.extend(code(target, &bytes, offset));
        }
    }
    all
}
