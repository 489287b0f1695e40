//! `isatope dis` of containers.

use std::io::Write;

use isatope_asm::listing::{Margin, Sink, container};
use isatope_core::tables::FieldKind;
use isatope_core::{DecodeError, Decoder, Formatter, Target};
use isatope_diag::{Diagnostic, codes};
use isatope_object::{Container, DescriptorKind, SectionKind, descriptor};
use serde_json::json;

use crate::args::{DisArgs, DisEmit};
use crate::output::Reporter;

use super::dis::Lister;

/// Lists a container.
pub fn run(args: &DisArgs, bytes: &[u8], out: &mut dyn Write, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let opened = match isatope_object::open(bytes) {
        Ok(opened) => opened,
        Err(error) => {
            reporter.report(&Diagnostic::error(codes::CONTAINER, error.message).at_offset(error.offset));
            return Ok(reporter.code());
        }
    };
    let Some(target) = args.language.explicit_target.or_else(|| opened.target.and_then(Target::from_name)) else {
        let message = match opened.target {
            Some(name) => format!("the container is for {name}, which is not known here"),
            None => "the container does not say which processor it is for".to_string(),
        };
        let error = Diagnostic::error(codes::UNKNOWN_TARGET, message);
        reporter.report(&error.help("choose one with `-t`; `isatope targets` lists them"));
        return Ok(reporter.code());
    };
    let dialect = args.language.dialect()?;
    let Some(formatter) = Formatter::new(target, dialect) else { anyhow::bail!("there is no dialect `{dialect}`") };
    if args.strict {
        strict(&opened, target, reporter);
    }
    let mut sink = Sink::new(out);
    if args.emit == DisEmit::Json {
        json(&opened, target, formatter, &mut sink)?;
    } else {
        let margin = if args.emit == DisEmit::List { Margin::Words } else { Margin::None };
        container::write(
            &opened,
            &container::Lister { target, formatter: &formatter.labels(true), margin, all: args.all },
            &mut sink,
        )?;
    }
    sink.flush()?;
    Ok(reporter.code())
}

/// One JSON object a line: the container, its sections, symbols and kernels, and then the instructions of each section with code.
fn json(opened: &Container<'_>, target: Target, formatter: Formatter, sink: &mut Sink<'_>) -> anyhow::Result<()> {
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
    for section in opened.sections.iter().filter(|s| s.kind == SectionKind::Code) {
        line(sink, json!({ "code": section.name, "part": opened.parts[section.part].kernel }))?;
        Lister { target, formatter, emit: DisEmit::Json, out: sink }.each(section.data)?;
    }
    Ok(())
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
            Ok(inst) if inst.target().arch().dotted => {
                inst.cautions().map(|caution| format!("`{}`: {caution}", inst.name())).collect()
            }
            Ok(inst) => {
                let set = |i: &usize| {
                    let field = &inst.layout().fields[*i];
                    field.kind == FieldKind::Ignored && inst.field(*i) != field.default
                };
                let field = (0..inst.layout().fields.len()).find(set);
                field
                    .map(|i| {
                        let field = &inst.layout().fields[i];
                        format!("ignored bits of `{}` are set: `{}` is {:#x}", inst.name(), field.name, inst.field(i))
                    })
                    .into_iter()
                    .collect()
            }
        };
        for message in found {
            reporter.report(&Diagnostic::error(codes::RESERVED, message).at_offset(base + offset as u64));
        }
    }
}
