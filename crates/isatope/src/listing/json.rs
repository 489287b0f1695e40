//! Lists containers as JSON.

use std::collections::HashMap;
use std::io;

use isatope_asm::listing::Sink;
use isatope_asm::listing::container::Part;
use isatope_object::{Container, DescriptorKind, SectionKind, SymbolKind, descriptor};
use serde_json::json;

use super::json_lines::Extra;
use super::lister::{Emit, Lister};
use crate::exact::exact;
use crate::{Dialect, Target};

/// One JSON object a line: the container, its sections, symbols and kernels, and then the instructions of each
/// section with code, or of the parts that are given. `extra` is in the order of sections and offsets.
///
/// # Errors
/// I/O errors from the writer, or a dialect that the target does not have.
pub fn container_json(
    opened: &Container<'_>,
    target: Target,
    dialect: Dialect,
    parts: Option<&[Part]>,
    extra: &[Extra],
    sink: &mut Sink<'_>,
) -> io::Result<()> {
    let line = |sink: &mut Sink<'_>, value: serde_json::Value| {
        sink.text.push(&value.to_string());
        sink.text.end_line();
        sink.pass_on()
    };
    let kind = opened.kind.name();
    line(
        sink,
        json!({ "container": kind, "target": target.name(), "processor": opened.target, "triple": opened.triple }),
    )?;
    let name = |section: usize| opened.sections[section].name;
    for section in opened.sections.iter().filter(|s| s.sh_type != 0) {
        line(
            sink,
            json!({
                "section": section.name, "part": opened.parts[section.part].kernel, "file_offset": exact(section.offset),
                "address": exact(section.address), "size": exact(section.size), "align": exact(section.align),
            }),
        )?;
    }
    for symbol in opened.symbols.iter().filter(|s| !s.name.is_empty()) {
        let section = symbol.section.map(name);
        line(
            sink,
            json!({ "symbol": symbol.name, "section": section, "offset": exact(symbol.value), "size": exact(symbol.size) }),
        )?;
    }
    for kernel in &opened.kernels {
        let code =
            kernel.code.map(|(section, start, end)| json!({ "section": name(section), "start": start, "end": end }));
        let found = kernel.descriptor.map(|d| {
            let fields = match d.kind {
                DescriptorKind::Kd => descriptor::KD,
                DescriptorKind::KernelCode => descriptor::CODE,
                DescriptorKind::Config => &[],
            };
            let fields: serde_json::Map<_, _> = fields
                .iter()
                .filter(|f| !f.name.is_empty())
                .map(|f| (f.name.to_string(), f.get(d.bytes).into()))
                .collect();
            json!({ "section": name(d.section), "offset": d.at, "fields": fields })
        });
        line(sink, json!({ "kernel": kernel.name, "code": code, "descriptor": found }))?;
    }
    let everything: Vec<Part>;
    let parts = match parts {
        Some(parts) => parts,
        None => {
            let code = opened.sections.iter().enumerate().filter(|(_, s)| s.kind == SectionKind::Code);
            everything = code.map(|(section, s)| Part { section, range: 0..s.data.len() as u64 }).collect();
            &everything
        }
    };
    let names = labels(opened, parts.iter().map(|part| part.section));
    let mut lister = Lister::new(target, dialect, Emit::Json, sink).map_err(io::Error::other)?;
    for part in parts {
        let section = &opened.sections[part.section];
        line(
            lister.out,
            json!({ "code": section.name, "part": opened.parts[section.part].kernel, "address": exact(section.address) }),
        )?;
        let end = (section.data.len() as u64).min(part.range.end) as usize;
        let range = (part.range.start as usize).min(end)..end;
        let first = extra.partition_point(|extra| extra.0 < part.section);
        let last = extra.partition_point(|extra| extra.0 <= part.section);
        lister.extra(&extra[first..last]);
        lister.place(section.address, names.get(&part.section).map_or(&[], Vec::as_slice));
        lister.each_from(range.start as u64, &section.data[range])?;
    }
    Ok(())
}

/// Names of places in sections, in order.
fn labels<'a>(opened: &Container<'a>, sections: impl Iterator<Item = usize>) -> HashMap<usize, Vec<(u64, &'a str)>> {
    let mut all: HashMap<usize, Vec<(u64, &str)>> = sections.map(|number| (number, Vec::new())).collect();
    for symbol in opened.symbols.iter().filter(|s| !s.name.is_empty() && s.kind != SymbolKind::Section) {
        if let Some(list) = symbol.section.and_then(|section| all.get_mut(&section)) {
            list.push((symbol.value, symbol.name));
        }
    }
    all.values_mut().for_each(|list| list.sort_by_key(|label| label.0));
    all
}
