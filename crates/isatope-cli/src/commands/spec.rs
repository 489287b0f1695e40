//! `isatope spec`

use isatope_core::tables::{ARCHES, Arch, Status};
use isatope_diag::{Diagnostic, codes};
use isatope_lang::{Inst, Model};
use serde_json::{Value, json};

use super::{names, page};
use crate::args::{SpecArgs, SpecCommand};
use crate::output::Reporter;
use crate::{output, spec};

/// Runs the command.
pub fn run(args: &SpecArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    match &args.command {
        SpecCommand::List { target, pattern } => {
            let mut out = String::new();
            for arch in ARCHES {
                if target.is_some_and(|t| t.arch().name != arch.name) {
                    continue;
                }
                list(arch, target.map(|t| t.version()), pattern.as_deref(), &mut out);
            }
            output::write(None, out.as_bytes(), false)?;
        }
        SpecCommand::Show { name } => match page::find(name) {
            Some(name) => {
                let any = isatope_core::Target::all().next();
                let Some(target) = any else { anyhow::bail!("there is no target") };
                let text = page::page(target, name, None)?;
                std::io::Write::write_all(&mut anstream::stdout().lock(), text.as_bytes())?;
            }
            None if names::find(name).is_some() => {
                let text = names::find(name).map(|(arch, table)| names::page(arch, table)).unwrap_or_default();
                std::io::Write::write_all(&mut anstream::stdout().lock(), text.as_bytes())?;
            }
            None => reporter
                .report(&Diagnostic::error(codes::UNKNOWN_NAME, format!("`{name}` is not in the specification"))),
        },
        SpecCommand::Export { output } => {
            let all = ARCHES.iter().map(|arch| Ok(export(&spec::model(arch)?))).collect::<anyhow::Result<Vec<_>>>()?;
            let text = serde_json::to_string_pretty(&json!({ "schema": 1, "architectures": all }))? + "\n";
            output::write(output.as_deref(), text.as_bytes(), false)?;
        }
    }
    Ok(reporter.code())
}

fn list(arch: &Arch, version: Option<usize>, pattern: Option<&str>, out: &mut String) {
    let pattern = pattern.map(str::to_ascii_lowercase).unwrap_or_default();
    let wanted = |i: &&isatope_core::tables::Inst| {
        version.is_none_or(|v| i.versions >> v & 1 != 0) && i.name.to_ascii_lowercase().contains(&pattern)
    };
    let mut rows: Vec<_> = arch.insts.iter().filter(wanted).collect();
    rows.sort_by_key(|i| i.name);
    let width = rows.iter().map(|i| i.name.len()).max().unwrap_or(0);
    for inst in rows {
        let mark = match inst.semantics {
            Status::Exact => "",
            Status::Assumed => " (assumed)",
            Status::Approximate => " (approximate)",
            Status::None => " (meaning not given)",
        };
        *out += &format!("{:width$}  {}{mark}\n", inst.name, inst.summary);
    }
}

fn export(model: &Model) -> Value {
    json!({
        "name": model.arch,
        "dialects": model.dialects,
        "lanes": model.lanes,
        "word_bits": model.word,
        "versions": model.versions.iter().map(|v| json!({ "name": v.name, "names": v.names })).collect::<Vec<_>>(),
        "formats": model.formats.iter().map(|f| format(model, f)).collect::<Vec<_>>(),
        "names": model.names.iter().map(|t| name_table(model, t)).collect::<Vec<_>>(),
        "instructions": model.insts.iter().map(|i| inst(model, i)).collect::<Vec<_>>(),
        "aliases": model.aliases.iter().map(|a| json!({
            "alias": a.alias,
            "name": a.name,
            "dialect": model.dialects[a.dialect],
            "versions": versions(model, a.versions),
        })).collect::<Vec<_>>(),
    })
}

/// A name table: what each dialect prints for a number, and what is read.
fn name_table(model: &Model, table: &isatope_lang::NameTable) -> Value {
    let entries = table.entries.iter().map(|e| {
        let printed = e.print.iter().zip(&model.dialects).filter_map(|(p, d)| Some((d.clone(), json!(p.as_ref()?))));
        json!({
            "value": e.value,
            "versions": versions(model, e.versions),
            "printed": printed.collect::<serde_json::Map<String, Value>>(),
            "names": e.names,
        })
    });
    json!({ "name": table.name, "summary": table.doc, "entries": entries.collect::<Vec<_>>() })
}

fn versions(model: &Model, set: isatope_lang::VersionSet) -> Vec<&str> {
    set.iter().filter_map(|v| model.versions.get(v)).map(|v| v.name.as_str()).collect()
}

/// A format with the places of its fields in each version. A place is a list of `[high, low]`, most significant first.
fn format(model: &Model, format: &isatope_lang::Format) -> Value {
    let layouts: serde_json::Map<String, Value> = format
        .layouts
        .iter()
        .zip(&model.versions)
        .filter_map(|(layout, version)| {
            let layout = layout.as_ref()?;
            let fields: Vec<_> = layout
                .fields
                .iter()
                .map(|f| json!({ "name": f.name, "bits": f.pieces, "default": f.default }))
                .collect();
            let value = json!({
                "fixed_mask": format!("{:#x}", layout.fixed_mask),
                "fixed_value": format!("{:#x}", layout.fixed_value),
                "opcode": layout.op,
                "fields": fields,
            });
            Some((version.name.clone(), value))
        })
        .collect();
    json!({ "name": format.name, "summary": format.doc, "bits": format.bits, "layouts": layouts })
}

fn inst(model: &Model, inst: &Inst) -> Value {
    let forms: Vec<_> = inst
        .forms
        .iter()
        .map(|form| {
            let codes = form.opcodes.iter().zip(&model.versions);
            let codes = codes.filter_map(|(code, version)| Some((version.name.clone(), json!((*code)?))));
            json!({
                "format": model.formats[form.format].name,
                "opcodes": codes.collect::<serde_json::Map<String, Value>>(),
            })
        })
        .collect();
    let operands: Vec<_> = inst
        .operands
        .iter()
        .map(|o| json!({ "name": o.name, "type": spec::type_name(o.ty), "read": o.read, "written": o.written }))
        .collect();
    let registers = |list: &[usize]| list.iter().map(|&r| model.registers[r].name.clone()).collect::<Vec<_>>();
    let effects = inst.programs.last().map(|p| &p.effects);
    json!({
        "name": inst.name,
        "versions": versions(model, inst.versions),
        "summary": inst.summary,
        "description": inst.doc,
        "forms": forms,
        "operands": operands,
        "reads": effects.map(|e| registers(&e.reads)),
        "writes": effects.map(|e| registers(&e.writes)),
        "meaning": inst.body_text,
        "encoding": known(&inst.encoding),
        "semantics": known(&inst.semantics),
        "source": inst.source,
    })
}

fn known(status: &isatope_lang::Status) -> Value {
    use isatope_lang::Status;
    match status {
        Status::Exact => json!({ "status": "exact" }),
        Status::Assumed(why) => json!({ "status": "assumed", "why": why }),
        Status::Approximate(how) => json!({ "status": "approximate", "why": how }),
        Status::None(why) => json!({ "status": "none", "why": why }),
    }
}
