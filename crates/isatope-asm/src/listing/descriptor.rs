//! Lists the descriptors of kernels as blocks of directives.

use isatope_core::Target;
use isatope_object::descriptor::{self, Field};
use isatope_object::{Container, Descriptor, DescriptorKind, Kernel, Kind, Section, Symbol};

use super::symbols::is_plain;
use super::text::{INDENT, Text, quoted};

/// Writes the fields of one descriptor.
struct Fields<'a, 't> {
    target: Target,
    container: &'a Container<'a>,
    kernel: &'a Kernel<'a>,
    found: &'a Descriptor<'a>,
    /// Text before the name of a field.
    prefix: &'static str,
    /// Text between a name and its value.
    between: &'static str,
    text: &'t mut Text,
}

/// Writes the block of directives of a descriptor; `has_directives` says whether the dialect has those of HSA.
pub(super) fn write<'a>(
    (target, has_directives): (Target, bool),
    container: &'a Container<'a>,
    kernel: &'a Kernel<'a>,
    found: &'a Descriptor<'a>,
    text: &mut Text,
) {
    let (fields, start, prefix, between, end) = match (found.kind, has_directives) {
        (DescriptorKind::Kd, true) => (descriptor::KD, ".amdhsa_kernel ", "    .amdhsa_", " ", ".end_amdhsa_kernel\n"),
        (DescriptorKind::Kd, _) => (descriptor::KD, ".kernel ", "    .", " ", ""),
        _ => (descriptor::CODE, "", INDENT, " = ", ".end_amd_kernel_code_t\n"),
    };
    if found.kind == DescriptorKind::Kd {
        match is_plain(kernel.name) {
            true => {
                text.push(start);
                text.push(kernel.name);
            }
            false => quoted(text, start, kernel.name.as_bytes()),
        }
        text.push(if end.is_empty() { "\n.config\n" } else { "\n" });
    } else {
        text.push(".amd_kernel_code_t\n");
    }
    let mut block = Fields { target, container, kernel, found, prefix, between, text };
    fields.iter().for_each(|field| block.field(field));
    text.push(end);
}

impl Fields<'_, '_> {
    fn field(&mut self, field: &'static Field) {
        let value = field.get(self.found.bytes);
        let version = self.target.version_info();
        let generation = version.generation.unwrap_or_default();
        let kd = self.found.kind == DescriptorKind::Kd;
        if field.name.is_empty() {
            if value != 0 {
                self.hex(&descriptor::reserved_name(field), value);
            }
        } else if kd && *field == descriptor::KD_ENTRY {
            if !entry_is_implied(self.container, self.kernel, self.found, value) {
                self.hex(field.name, value);
            }
        } else if value == 0 && (!field.always || descriptor::is_reserved(field, generation)) {
            // The assembler gives it by itself.
        } else if kd && *field == descriptor::KD_VGPRS {
            self.decimal(field.name, (value + 1) * 4);
        } else if kd && *field == descriptor::KD_SGPRS {
            self.scalars(field, value, u64::from(version.limits.scalars), generation);
        } else if value >= 1024 {
            self.hex(field.name, value);
        } else {
            self.decimal(field.name, value);
        }
    }

    /// The fields that give the number of granules of scalar registers. `named` is the number of registers with names.
    fn scalars(&mut self, field: &Field, granules: u64, named: u64, generation: u8) {
        // The count covers vcc and everything else at the end of the file, except where the target itself asks for a
        // place.
        let xnack = u64::from(has_xnack(self.container) && generation >= 8);
        let (least, most) = (granules * 8 + 1, (granules + 1) * 8);
        // Beside the registers that can be named flat_scratch takes six at most.
        let flat = u64::from(generation >= 8 && named + 4 * xnack < least);
        // The oldest targets always have a place for it.
        let extra = match flat {
            _ if generation < 7 => 4,
            0 => 4 * xnack,
            _ => 6,
        };
        let count = named.min(most - extra.min(most - 1));
        let processor = self.container.target.and_then(|name| self.target.processor(name));
        let given = processor.and_then(|processor| processor.scalars).map(u64::from);
        if count + extra < least || given.is_some_and(|given| !(least..=most).contains(&given)) {
            self.decimal("granulated_sgpr_count", granules);
            return;
        }
        self.decimal("reserve_vcc", 0);
        if generation >= 7 {
            self.decimal("reserve_flat_scratch", flat);
        }
        if generation >= 8 {
            self.decimal("reserve_xnack_mask", xnack);
        }
        self.decimal(field.name, count);
    }

    fn hex(&mut self, name: &str, value: u64) {
        self.name(name);
        self.text.push("0x");
        self.text.hex(value, value.checked_ilog2().unwrap_or(0) / 4 + 1);
        self.text.end_line();
    }

    fn decimal(&mut self, name: &str, value: u64) {
        self.name(name);
        self.text.decimal(value);
        self.text.end_line();
    }

    fn name(&mut self, name: &str) {
        [self.prefix, name, self.between].into_iter().for_each(|piece| self.text.push(piece));
    }
}

/// Whether the assembler computes the distance to the code, because it leads to the symbol of the kernel.
fn entry_is_implied(container: &Container<'_>, kernel: &Kernel<'_>, found: &Descriptor<'_>, value: u64) -> bool {
    let Some((code, start, _)) = kernel.code else { return value == 0 };
    let from = container.sections[found.section].address.wrapping_add(found.at);
    let to = container.sections[code].address.wrapping_add(start);
    value == 0 || value == to.wrapping_sub(from)
}

/// The descriptors of a section that are written as blocks: the ones without a symbol inside that an assembler accepts,
/// the first ones where they overlap. Symbols come in the order of their places.
pub(super) fn blocks<'c, 'a>(
    section: &Section<'_>,
    described: &[(&'c Kernel<'a>, Descriptor<'a>)],
    numbers: &[u32],
    symbols: &[Symbol<'_>],
) -> Vec<(&'c Kernel<'a>, Descriptor<'a>)> {
    let place = |&i: &u32| symbols[i as usize].value;
    let split = |found: &Descriptor<'_>| {
        let next = numbers.get(numbers.partition_point(|i| place(i) <= found.at));
        next.is_some_and(|i| place(i) < found.at + found.bytes.len() as u64)
    };
    let mut blocks: Vec<_> = described
        .iter()
        .copied()
        .filter(|(_, d)| !split(d))
        .filter(|(_, d)| match d.kind {
            DescriptorKind::Kd => section.part == 0 && can_be_block(d),
            DescriptorKind::KernelCode => d.at % 4 == 0,
            DescriptorKind::Config => false,
        })
        .collect();
    blocks.sort_by_key(|(_, d)| d.at);
    let mut end = 0;
    blocks.retain(|(_, d)| {
        let free = d.at >= end;
        if free {
            end = d.at + d.bytes.len() as u64;
        }
        free
    });
    blocks
}

/// Whether an assembler accepts the values of a descriptor. Shaders for HSA have user registers that theirs do not
/// count.
pub(super) fn can_be_block(found: &Descriptor<'_>) -> bool {
    let (given, needed) = descriptor::user_registers(found.bytes);
    found.kind == DescriptorKind::Kd && given >= needed
}

/// Whether code of the container may run with XNACK, for which the assembler reserves registers.
fn has_xnack(container: &Container<'_>) -> bool {
    let flags = container.parts.first().map_or(0, |p| p.flags);
    match container.kind {
        Kind::Hsa(version) if version >= 4 => matches!(flags >> 8 & 3, 1 | 3),
        Kind::Hsa(3) => flags & 0x100 != 0,
        _ => false,
    }
}
