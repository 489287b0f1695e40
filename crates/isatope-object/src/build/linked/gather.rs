//! Output sections: which input sections they consist of, and which tables are added.

use std::borrow::Cow;

use foldhash::{HashMap, HashMapExt as _};
use object::elf::{
    SHF_ALLOC, SHF_COMPRESSED, SHF_EXCLUDE, SHF_GROUP, SHF_INFO_LINK, SHF_TLS, SHF_WRITE, SHT_DYNAMIC, SHT_DYNSYM,
    SHT_GNU_HASH, SHT_HASH, SHT_NOBITS, SHT_PROGBITS, SHT_REL, SHT_RELA, SHT_STRTAB, SHT_SYMTAB,
};

use super::parts::{self, Merges};
use super::{Content, Input, Link, LinkOptions, Output, PADDING, SLOTS, frames};
use crate::build::tables;
use crate::build::{BuildError, Object, Place, Section, Symbol};

/// Name beginnings that are dropped: `.text.f` becomes a part of `.text`.
const PREFIXES: &[&str] = &[
    ".data.rel.ro",
    ".bss.rel.ro",
    ".data",
    ".rodata",
    ".bss",
    ".text",
    ".ldata",
    ".lrodata",
    ".lbss",
    ".gcc_except_table",
    ".init_array",
    ".fini_array",
    ".ctors",
    ".dtors",
    ".tbss",
    ".tdata",
    ".ARM.exidx",
    ".ARM.extab",
];

/// Priority of a function that a section without a number in its name runs: the one after the last number.
const NO_PRIORITY: i64 = 65_536;

/// Maximum alignment of a section in bytes.
const MOST_ALIGN: u64 = 1 << 32;
/// Maximum total size in bytes of the sections with their alignments, so that addresses do not overflow.
const MOST_MEMORY: u64 = 1 << 60;

/// Section that only says how a stack may be used.
const STACK_NOTE: &str = ".note.GNU-stack";

/// Section of records for unwinding.
pub(in crate::build) const FRAMES: &str = ".eh_frame";

/// Name of the output section of an input section.
pub(super) fn output_name(name: &str) -> &str {
    let is_part = |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    PREFIXES.iter().copied().find(|prefix| is_part(prefix)).unwrap_or(name)
}

/// Whether a section is not a part of the linked file.
pub(super) fn is_dropped(section: &Section<'_>) -> bool {
    section.has(SHF_EXCLUDE) || matches!(section.kind, SHT_REL | SHT_RELA) || section.name == STACK_NOTE
}

/// The object without the definitions of symbols in sections that are dropped.
pub(super) fn without_dropped<'o, 's>(object: &'o Object<'s>) -> Cow<'o, Object<'s>> {
    let is_gone = |symbol: &Symbol<'_>| match symbol.place {
        Place::Section(section, _) => is_dropped(&object.sections[section as usize]),
        _ => false,
    };
    if !object.symbols.iter().any(is_gone) {
        return Cow::Borrowed(object);
    }
    let mut kept = object.clone();
    for symbol in kept.symbols.iter_mut().filter(|symbol| is_gone(symbol)) {
        (symbol.place, symbol.size) = (Place::Undefined, 0);
    }
    Cow::Owned(kept)
}

/// Key by which the sections of a list of functions are ordered: the number at the end of the name, `.init_array.100`.
/// Numbers of `.ctors` and `.dtors` count in the other direction, because such lists run from their ends. Source: LLD,
/// `getPriority`.
fn priority(section: &Section<'_>) -> i64 {
    let name = &section.name;
    let number = || name.rsplit_once('.')?.1.parse::<i32>().ok().map(i64::from);
    match output_name(name) {
        ".init_array" | ".fini_array" => number().unwrap_or(NO_PRIORITY),
        ".ctors" | ".dtors" => number().map_or(-NO_PRIORITY, |number| number - (NO_PRIORITY - 1)),
        _ => 0,
    }
}

/// Refuses sizes and alignments that no address or file can have.
fn check_sizes(object: &Object<'_>) -> Result<(), BuildError> {
    let mut total = 0_u64;
    let mut add = |name: &str, size: u64, align: u64| {
        if align > MOST_ALIGN {
            return Err(BuildError::new(format!("the alignment of `{name}` is larger than 4 GiB")));
        }
        total = total.saturating_add(size).saturating_add(align);
        if total > MOST_MEMORY { Err(BuildError::new("sections are too large")) } else { Ok(()) }
    };
    for section in object.sections.iter().filter(|section| !is_dropped(section)) {
        add(&section.name, section.len(), section.align)?;
    }
    for symbol in &object.symbols {
        if let Place::Common(align) = symbol.place {
            add(&symbol.name, symbol.size, align)?;
        }
    }
    Ok(())
}

/// Creates the output sections, in the order in which LLD knows them. The sizes of derived sections come later.
pub(super) fn gather(object: &Object<'_>, options: &LinkOptions) -> Result<Link, BuildError> {
    check_sizes(object)?;
    let mut outputs: Vec<Output> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut inputs = vec![Input::default(); object.sections.len()];
    let mut common = vec![None; object.symbols.len()];
    // Sections of records for unwinding.
    let mut frames: Vec<usize> = Vec::new();
    let merges = Merges::new(object, |section| (!is_dropped(section)).then(|| output_name(&section.name)));
    let mut output_for = |outputs: &mut Vec<Output>, name: &str, kind: u32, entry_size: u64| {
        *numbers.entry(name.to_owned()).or_insert_with(|| {
            outputs.push(Output {
                name: name.to_owned(),
                kind,
                flags: 0,
                align: 1,
                entry_size,
                size: 0,
                address: 0,
                offset: 0,
                content: Content::Inputs,
            });
            outputs.len() - 1
        })
    };
    // Common symbols come before the sections.
    for (index, symbol) in object.symbols.iter().enumerate() {
        if let Place::Common(align) = symbol.place {
            let flags = u64::from(SHF_ALLOC | SHF_WRITE);
            let number = output_for(&mut outputs, ".bss", SHT_NOBITS, 0);
            let output = &mut outputs[number];
            output.flags |= flags;
            output.align = output.align.max(align.max(1));
            let at = output.size.next_multiple_of(align.max(1));
            output.size = at.saturating_add(symbol.size);
            common[index] = Some((number, at));
        }
    }
    for (index, section) in object.sections.iter().enumerate() {
        // A reader of files makes relocations of such tables, but a source can have one whose contents nobody knows.
        if matches!(section.kind, SHT_REL | SHT_RELA) && !section.is_empty() {
            let message = format!("`{}` is a table of relocations, which the linker makes itself", section.name);
            return Err(BuildError::new(format!("{message}: use `.reloc` where the addresses are")));
        }
        if is_dropped(section) {
            continue;
        }
        // Linkers decompress such sections. A file that was linked before has them as they are.
        if section.has(SHF_COMPRESSED) && !options.again {
            let help = "decompress it with `objcopy --decompress-debug-sections`";
            return Err(BuildError::new(format!("section `{}` is compressed: {help}", section.name)));
        }
        if section.has(SHF_TLS) && !section.is_empty() {
            let message = format!("`{}` has variables for each thread, which a code object cannot have", section.name);
            return Err(BuildError::new(message));
        }
        let number = output_for(&mut outputs, output_name(&section.name), section.kind, section.entry_size);
        let output = &mut outputs[number];
        if output.kind != section.kind {
            output.kind = SHT_PROGBITS;
        }
        if output.entry_size != section.entry_size {
            output.entry_size = 0;
        }
        output.flags |= section.flags & !u64::from(SHF_GROUP | SHF_INFO_LINK);
        output.align = output.align.max(section.align.max(1));
        inputs[index].output = Some(number);
        if output.name == FRAMES && !options.again {
            frames.push(index);
        }
    }
    // Lists of functions are ordered by the numbers in the names of their sections.
    let mut order: Vec<(usize, usize)> =
        inputs.iter().enumerate().filter_map(|(index, input)| Some((index, input.output?))).collect();
    order.sort_unstable_by_key(|(index, _)| (priority(&object.sections[*index]), *index));
    for (index, number) in order {
        let (section, output) = (&object.sections[index], &mut outputs[number]);
        let members = merges.with(section, output_name(&section.name));
        if let Some(members) = members.filter(|_| !options.again) {
            // All of them are where the first one is.
            if members.first() == Some(&index) {
                let sections: Vec<&Section<'_>> = members.iter().map(|member| &object.sections[*member]).collect();
                let (starts, end) = parts::arrange(&sections, output.size);
                output.size = end;
                members.iter().zip(starts).for_each(|(member, starts)| inputs[*member].parts = Some(starts));
            }
            continue;
        }
        inputs[index].offset = output.size.next_multiple_of(section.align.max(1));
        output.size = inputs[index].offset + section.len();
    }
    let mut distances = Vec::new();
    if let Some(output) = outputs.iter_mut().find(|output| output.name == FRAMES && !frames.is_empty()) {
        let is_kept = |section: usize| inputs[section].output.is_some();
        if let Some(arranged) = frames::arrange(object, &frames, is_kept) {
            output.size = arranged.end;
            distances = arranged.distances;
            frames.iter().zip(arranged.starts).for_each(|(section, starts)| inputs[*section].parts = Some(starts));
        }
        // Unwinders look for a record of length 0 behind the last one.
        if output.size > 0 {
            output.size = output.size.saturating_add(4);
        }
    }
    for own in OWN {
        let wanted = match own.content {
            Content::Padding => options.relro_padding,
            Content::Slots | Content::DynamicRelocations => false,
            Content::Symbols | Content::Strings => !options.strip,
            _ => true,
        };
        if wanted {
            outputs.push(own.output());
        }
    }
    let dropped = HashMap::new();
    Ok(Link { outputs, inputs, segments: Vec::new(), common, distances, dropped, options: *options })
}

/// A derived section.
struct Own {
    name: &'static str,
    kind: u32,
    flags: u32,
    align: u64,
    entry_size: u64,
    content: Content,
}

impl Own {
    fn output(&self) -> Output {
        Output {
            name: self.name.to_owned(),
            kind: self.kind,
            flags: self.flags.into(),
            align: self.align,
            entry_size: self.entry_size,
            size: 0,
            address: 0,
            offset: 0,
            content: self.content,
        }
    }
}

/// Derived sections, in the order in which LLD creates them.
const OWN: &[Own] = &[
    Own {
        name: ".dynsym",
        kind: SHT_DYNSYM,
        flags: SHF_ALLOC,
        align: 8,
        entry_size: tables::SYMBOL_SIZE,
        content: Content::DynamicSymbols,
    },
    Own { name: ".gnu.hash", kind: SHT_GNU_HASH, flags: SHF_ALLOC, align: 8, entry_size: 0, content: Content::GnuHash },
    Own { name: ".hash", kind: SHT_HASH, flags: SHF_ALLOC, align: 4, entry_size: 4, content: Content::Hash },
    Own {
        name: ".dynamic",
        kind: SHT_DYNAMIC,
        flags: SHF_ALLOC | SHF_WRITE,
        align: 8,
        entry_size: 16,
        content: Content::Dynamic,
    },
    Own {
        name: ".dynstr",
        kind: SHT_STRTAB,
        flags: SHF_ALLOC,
        align: 1,
        entry_size: 0,
        content: Content::DynamicStrings,
    },
    Own {
        name: ".rela.dyn",
        kind: SHT_RELA,
        flags: SHF_ALLOC,
        align: 8,
        entry_size: tables::RELA_SIZE,
        content: Content::DynamicRelocations,
    },
    Own {
        name: SLOTS,
        kind: SHT_PROGBITS,
        flags: SHF_ALLOC | SHF_WRITE,
        align: 8,
        entry_size: 0,
        content: Content::Slots,
    },
    Own {
        name: PADDING,
        kind: SHT_NOBITS,
        flags: SHF_ALLOC | SHF_WRITE,
        align: 1,
        entry_size: 0,
        content: Content::Padding,
    },
    Own {
        name: ".symtab",
        kind: SHT_SYMTAB,
        flags: 0,
        align: 8,
        entry_size: tables::SYMBOL_SIZE,
        content: Content::Symbols,
    },
    Own { name: ".shstrtab", kind: SHT_STRTAB, flags: 0, align: 1, entry_size: 0, content: Content::SectionNames },
    Own { name: ".strtab", kind: SHT_STRTAB, flags: 0, align: 1, entry_size: 0, content: Content::Strings },
];

/// Adds the section of slots or of dynamic relocations, with its size.
pub(super) fn add(link: &mut Link, content: Content, size: u64) {
    if let Some(own) = OWN.iter().find(|own| own.content == content) {
        link.outputs.push(Output { size, ..own.output() });
    }
}
