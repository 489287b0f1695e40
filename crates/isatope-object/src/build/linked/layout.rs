//! Order, addresses and file offsets of sections, and the segments.

use object::elf::{
    PF_R, PF_W, PF_X, PT_DYNAMIC, PT_GNU_RELRO, PT_GNU_STACK, PT_LOAD, PT_NOTE, PT_PHDR, SHF_ALLOC, SHF_EXECINSTR,
    SHF_LINK_ORDER, SHF_WRITE, SHT_NOBITS, SHT_NOTE, SHT_PROGBITS,
};

use super::gather::FRAMES;
use super::{Content, Link, Output, SLOTS};
use crate::build::Object;
use crate::build::tables::{self, Segment};

/// Size of a page in bytes.
const PAGE: u64 = 0x1000;

/// Sections that are read-only after the loader has applied relocations, beside those that the linker derives. Listings
/// of linked files have a `.got`.
const RELRO: &[&str] =
    &[".data.rel.ro", ".bss.rel.ro", ".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors", ".got"];

impl Output {
    fn is_loaded(&self) -> bool {
        self.has(SHF_ALLOC)
    }

    fn is_relro(&self) -> bool {
        matches!(self.content, Content::Dynamic | Content::Slots | Content::Padding)
            || self.content == Content::Inputs && RELRO.contains(&self.name.as_str())
    }

    fn segment_flags(&self) -> u32 {
        let flag = |section: u32, segment: u32| if self.has(section) { segment } else { 0 };
        PF_R | flag(SHF_WRITE, PF_W) | flag(SHF_EXECINSTR, PF_X)
    }

    /// Order of the section: notes, other read-only sections, code, then data, those that become read-only first.
    fn rank(&self, late_notes: bool) -> (u8, bool, bool) {
        if !self.is_loaded() {
            let last = match self.content {
                Content::Symbols => 11,
                Content::SectionNames => 12,
                Content::Strings => 13,
                _ => 10,
            };
            return (last, false, false);
        }
        if self.kind == SHT_NOTE {
            return (if late_notes { 2 } else { 0 }, false, false);
        }
        let access = match (self.has(SHF_EXECINSTR), self.has(SHF_WRITE)) {
            (true, true) => 4,
            (true, false) => 3,
            (false, true) => 5,
            (false, false) if self.kind == SHT_PROGBITS => 2,
            (false, false) => 1,
        };
        (access, !self.is_relro(), self.kind == SHT_NOBITS)
    }
}

/// Orders the sections and gives them addresses and offsets.
pub(super) fn layout(object: &Object<'_>, link: &mut Link) {
    let mut order: Vec<usize> = (0..link.outputs.len()).collect();
    let created = |output: usize| match link.outputs[output].content {
        // LLD makes one section of those of the inputs.
        Content::Inputs if link.outputs[output].name == FRAMES => 1,
        Content::Inputs if link.outputs[output].name != SLOTS => 0,
        Content::Inputs | Content::Slots => 2,
        Content::Padding => 3,
        _ => 1,
    };
    let late_notes = link.options.first_lld;
    order.sort_unstable_by_key(|output| (link.outputs[*output].rank(late_notes), created(*output), *output));
    reorder(link, &order);
    order_linked(object, link);
    let head = {
        let names: u64 = link.outputs.iter().map(|o| o.name.len() as u64 + 1).sum();
        if let Some(output) = link.find(Content::SectionNames) {
            link.outputs[output].size = names + 1;
        }
        let groups = groups(&link.outputs);
        let note_segments = notes(&link.outputs).len() as u64;
        // Headers of the segments, then PHDR, the headers' own segment, DYNAMIC, GNU_RELRO, GNU_STACK and NOTE.
        tables::HEADER_SIZE + tables::SEGMENT_SIZE * (groups.len() as u64 + 4 + note_segments)
    };
    let loads = addresses(link, head);
    segments(link, head, &loads);
}

fn reorder(link: &mut Link, order: &[usize]) {
    let mut position = vec![0; order.len()];
    order.iter().enumerate().for_each(|(to, from)| position[*from] = to);
    let mut outputs: Vec<Option<Output>> = std::mem::take(&mut link.outputs).into_iter().map(Some).collect();
    link.outputs = order.iter().filter_map(|from| outputs[*from].take()).collect();
    for input in &mut link.inputs {
        input.output = input.output.map(|output| position[output]);
    }
    for (output, _) in link.common.iter_mut().flatten() {
        *output = position[*output];
    }
}

/// Orders the parts of sections with `SHF_LINK_ORDER` as the sections that they belong to. A part that belongs to none
/// comes after the others. Source: LLD, `resolveShfLinkOrder`.
fn order_linked(object: &Object<'_>, link: &mut Link) {
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); link.outputs.len()];
    for (index, input) in link.inputs.iter().enumerate() {
        if let Some(output) = input.output.filter(|output| link.outputs[*output].has(SHF_LINK_ORDER)) {
            parts[output].push(index);
        }
    }
    for (output, mut order) in parts.into_iter().enumerate() {
        if order.iter().any(|index| link.inputs[*index].parts.is_some()) {
            continue;
        }
        order.sort_unstable_by_key(|index| {
            let of = object.sections[*index].linked_to.map(|of| &link.inputs[of]);
            let place = of.and_then(|of| Some((link.outputs[of.output?].is_loaded(), of.output?, of.offset)));
            (place.is_none(), place, *index)
        });
        let mut end = 0_u64;
        for index in order {
            let section = &object.sections[index];
            link.inputs[index].offset = end.next_multiple_of(section.align.max(1));
            end = link.inputs[index].offset + section.len();
            link.outputs[output].size = end;
        }
    }
}

/// Runs of sections that are loaded together; the first run contains the headers.
fn groups(outputs: &[Output]) -> Vec<std::ops::Range<usize>> {
    let headers = 0..0;
    let mut groups = vec![headers];
    let mut state = (PF_R, false);
    for (index, output) in outputs.iter().enumerate().filter(|(_, o)| o.is_loaded()) {
        let now = (output.segment_flags(), output.is_relro());
        match groups.last_mut() {
            Some(last) if now == state || now.0 == state.0 && !state.1 => last.end = index + 1,
            _ => groups.push(index..index + 1),
        }
        state = now;
    }
    groups
}

/// Runs of sections of notes that are beside each other and have one alignment.
fn notes(outputs: &[Output]) -> Vec<std::ops::Range<usize>> {
    let is_note = |output: &Output| output.is_loaded() && output.kind == SHT_NOTE;
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (index, output) in outputs.iter().enumerate().filter(|(_, output)| is_note(output)) {
        match runs.last_mut() {
            Some(run) if run.end == index && outputs[index - 1].align == output.align => run.end += 1,
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

/// Gives sections addresses and offsets. Returns the runs of sections that are loaded together.
fn addresses(link: &mut Link, head: u64) -> Vec<std::ops::Range<usize>> {
    let groups = groups(&link.outputs);
    let mut dot = head;
    let mut offset = head;
    for (number, group) in groups.iter().enumerate() {
        if number > 0 {
            // With the same offset in the page, a segment may be in the page of the file in which the last one ends.
            dot = dot.next_multiple_of(PAGE) + if link.options.separate_segments { 0 } else { dot % PAGE };
        }
        let align = link.outputs[group.clone()].iter().map(|o| o.align).max().unwrap_or(1).max(PAGE);
        let mut first: Option<(u64, u64)> = (number == 0).then_some((0, 0));
        for output in &mut link.outputs[group.clone()] {
            dot = dot.next_multiple_of(output.align);
            output.address = dot;
            let (start, start_offset) = *first.get_or_insert_with(|| {
                // The offset is equal to the address, modulo the alignment of the segment.
                (dot, offset + (dot.wrapping_sub(offset)) % align)
            });
            if output.kind == SHT_NOBITS {
                // At the start of a segment it moves what follows in the file, although it has no bytes there.
                output.offset = offset.max(start_offset);
                offset = output.offset;
            } else {
                output.offset = start_offset + (dot - start);
                offset = output.offset + output.size;
            }
            if output.content == Content::Padding {
                output.size = dot.next_multiple_of(PAGE) - dot;
            } else {
                dot += output.size;
            }
        }
    }
    for output in link.outputs.iter_mut().filter(|o| !o.is_loaded()) {
        output.offset = offset.next_multiple_of(output.align);
        // The tables of symbols get their sizes when they are written.
        offset = output.offset + if output.kind == SHT_NOBITS { 0 } else { output.size };
    }
    groups
}

fn segments(link: &mut Link, head: u64, loads: &[std::ops::Range<usize>]) {
    let spanned = |outputs: &[Output], kind: u32, flags: u32, align: u64| {
        let (Some(first), Some(last)) = (outputs.first(), outputs.last()) else { return Segment::default() };
        let filled = outputs.iter().rev().find(|o| o.kind != SHT_NOBITS);
        Segment {
            kind,
            flags,
            offset: first.offset,
            address: first.address,
            file_size: filled.map_or(0, |o| o.offset + o.size - first.offset),
            size: last.address + last.size - first.address,
            align,
        }
    };
    let mut all = vec![Segment {
        kind: PT_PHDR,
        flags: PF_R,
        offset: tables::HEADER_SIZE,
        address: tables::HEADER_SIZE,
        file_size: head - tables::HEADER_SIZE,
        size: head - tables::HEADER_SIZE,
        align: 8,
    }];
    for (number, group) in loads.iter().enumerate() {
        let outputs = &link.outputs[group.clone()];
        let align = outputs.iter().map(|o| o.align).max().unwrap_or(1).max(PAGE);
        let flags = outputs.first().map_or(PF_R, Output::segment_flags);
        let mut load = spanned(outputs, PT_LOAD, flags, align);
        if number == 0 {
            let end = outputs.last().map_or(head, |o| o.address + o.size);
            load = Segment { kind: PT_LOAD, flags: PF_R, offset: 0, address: 0, file_size: end, size: end, align };
        }
        // LLD keeps room for the header of a segment without contents.
        if load.size > 0 {
            all.push(load);
        }
    }
    if let Some(output) = link.find(Content::Dynamic) {
        let outputs = &link.outputs[output..=output];
        all.push(spanned(outputs, PT_DYNAMIC, outputs[0].segment_flags(), 8));
    }
    let relro = |o: &Output| o.is_loaded() && o.has(SHF_WRITE) && o.is_relro();
    if let Some(first) = link.outputs.iter().position(relro) {
        let end = first + link.outputs[first..].iter().take_while(|o| relro(o)).count();
        let mut segment = spanned(&link.outputs[first..end], PT_GNU_RELRO, PF_R, 1);
        if !link.options.relro_padding {
            segment.size = (segment.address + segment.size).next_multiple_of(PAGE) - segment.address;
        }
        all.push(segment);
    }
    all.push(Segment { kind: PT_GNU_STACK, flags: PF_R | PF_W, ..Segment::default() });
    for run in notes(&link.outputs) {
        let outputs = &link.outputs[run];
        all.push(spanned(outputs, PT_NOTE, PF_R, outputs[0].align));
    }
    link.segments = all;
}
