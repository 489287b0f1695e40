//! `isatope dis` of containers.

use std::collections::HashMap;

use isatope::assembler::listing::container::Part;
use isatope::assembler::listing::{Margin, Remark, Sink, container};
use isatope::container::{Container, Contents, DescriptorKind, SectionKind, SymbolKind, descriptor};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::tables::FieldKind;
use isatope::tables::{DecodeError, Decoder, Formatter, Target};
use serde_json::json;

use super::flow::Flows;
use super::images::{self, Pick};
use super::lister::Lister;
use super::opened::{self, Opened};
use super::parts::{self, Branches};
use crate::args::{DisArgs, DisEmit};
use crate::output::{self, Reporter};

/// Lists a container.
pub fn run(args: &DisArgs, name: &str, contents: &Contents, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let pick =
        Pick { image: args.image.as_deref(), target: args.language.named.as_ref(), kernel: args.kernel.as_deref() };
    let bytes = match opened::open(name, contents, &pick, reporter) {
        Opened::Image(bytes) => bytes,
        Opened::Failed => return Ok(reporter.code()),
        Opened::Several(images, numbers) => {
            // Who wants a file wants what is in it.
            if args.output.is_some() {
                reporter.report(&images::several(name, &images, &numbers, images::OPTIONS));
                return Ok(reporter.code());
            }
            let text = match args.emit() {
                DisEmit::Json => numbers.iter().map(|n| images::image_json(&images, *n).to_string() + "\n").collect(),
                _ => images::table(&images, &numbers),
            };
            output::write(None, text.as_bytes(), false)?;
            reporter.note("one of these is listed with --image NUMBER, -t TARGET or --kernel NAME");
            return Ok(reporter.code());
        }
    };
    let Some(opened) = opened::read(name, &bytes, reporter) else { return Ok(reporter.code()) };
    let Some(target) = opened::target(name, &opened, args.language.named.as_ref(), reporter) else {
        return Ok(reporter.code());
    };
    let language = args.language.or(Some(target));
    let dialect = language.dialect()?;
    let Some(formatter) = Formatter::new(target, dialect) else { anyhow::bail!("there is no dialect `{dialect}`") };
    let Ok(parts) = parts::wanted(args, &opened, reporter) else { return Ok(reporter.code()) };
    if args.strict {
        strict(&opened, target, reporter);
    }
    let out = output::open(args.output.as_deref())?;
    let mut out = if args.emit() == DisEmit::Json { out } else { out.listing() };
    let mut sink = Sink::new(&mut out);
    if args.emit() == DisEmit::Json {
        json(&opened, target, formatter, parts.as_deref(), &mut sink)?;
    } else {
        let list = args.emit() == DisEmit::List;
        let comments = parts::comments(args, &opened, parts.as_deref(), reporter);
        let branches = list.then(|| Branches::new(&opened, Flows::new(target, &formatter), args.demangle));
        let remark = branches.as_ref().map(|branches| branches as &dyn Remark);
        let view = container::View { only: parts.as_deref(), comments: &comments, remark };
        let margin = if list { Margin::Words } else { Margin::None };
        let lister = container::Lister { target, formatter: &formatter.labels(true), margin, all: args.all, view };
        container::write(&opened, &lister, &mut sink)?;
    }
    sink.flush()?;
    if reporter.code() == 0 || args.output.is_none() {
        out.finish()?;
    }
    Ok(reporter.code())
}

/// One JSON object a line: the container, its sections, symbols and kernels, and then the instructions of each section with code.
fn json(
    opened: &Container<'_>,
    target: Target,
    formatter: Formatter,
    parts: Option<&[Part]>,
    sink: &mut Sink<'_>,
) -> anyhow::Result<()> {
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
                "section": section.name, "part": opened.parts[section.part].kernel, "file_offset": section.offset,
                "address": section.address, "size": section.size, "align": section.align,
            }),
        )?;
    }
    for symbol in opened.symbols.iter().filter(|s| !s.name.is_empty()) {
        let section = symbol.section.map(name);
        line(sink, json!({ "symbol": symbol.name, "section": section, "offset": symbol.value, "size": symbol.size }))?;
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
    let mut lister = Lister::new(target, formatter, DisEmit::Json, sink);
    for part in parts {
        let section = &opened.sections[part.section];
        line(
            lister.out,
            json!({ "code": section.name, "part": opened.parts[section.part].kernel, "address": section.address }),
        )?;
        let end = (section.data.len() as u64).min(part.range.end) as usize;
        let range = (part.range.start as usize).min(end)..end;
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

/// Reports reserved bits of descriptors and instructions.
fn strict(opened: &Container<'_>, target: Target, reporter: &mut Reporter) {
    for kernel in &opened.kernels {
        let Some(found) = kernel.descriptor else { continue };
        let fields = match found.kind {
            DescriptorKind::Kd => descriptor::KD,
            DescriptorKind::KernelCode => descriptor::CODE,
            DescriptorKind::Config => continue,
        };
        for (field, value) in descriptor::reserved_set(fields, found.bytes, target.version() as u8 + 6) {
            let (first, last) = (field.bit, field.bit + field.bits - 1);
            let message = format!("reserved bits {last}:{first} of the descriptor of `{}` are {value:#x}", kernel.name);
            let at = found.offset + u64::from(field.bit / 8);
            reporter.report(&Diagnostic::error(codes::RESERVED, message).at_offset(at));
        }
    }
    for section in opened.sections.iter().filter(|s| s.kind == SectionKind::Code) {
        strict_code(target, section.data, section.offset, reporter);
    }
}

/// Reports reserved and ignored bits of instructions that are set. Words that are no instructions at all are data, perhaps.
pub fn strict_code(target: Target, bytes: &[u8], base: u64, reporter: &mut Reporter) {
    for (offset, decoded) in Decoder::new(target, bytes) {
        let found: Vec<String> = match decoded {
            Err(DecodeError::ReservedBits { bits }) => vec![format!("reserved bits are set: {bits:#x}")],
            Err(_) => Vec::new(),
            Ok(inst) => {
                let set = |i: &usize| {
                    let (layout, field) = (inst.layout(), &inst.layout().fields[*i]);
                    // Of bits that have to be zero the cautions tell.
                    let is_free = field.place.mask & layout.must_be_zero == 0;
                    field.kind == FieldKind::Ignored && is_free && inst.field(*i) != field.default
                };
                let field = (0..inst.layout().fields.len()).find(set);
                field
                    .map(|i| {
                        let field = &inst.layout().fields[i];
                        format!("ignored bits of `{}` are set: `{}` is {:#x}", inst.name(), field.name, inst.field(i))
                    })
                    .into_iter()
                    .chain(inst.cautions().map(|caution| format!("`{}`: {caution}", inst.name())))
                    .collect()
            }
        };
        for message in found {
            reporter.report(&Diagnostic::error(codes::RESERVED, message).at_offset(base + offset as u64));
        }
    }
}
