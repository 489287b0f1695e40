//! `isatope spec`

use std::path::Path;

use isatope_core::tables::{ARCHES, Arch, Inst, Status};
use isatope_diag::{Diagnostic, codes};
use isatope_lang::Model;

use super::unknown::Unknown;
use super::{names, page};
use crate::args::{KnownStatus, SpecArgs, SpecCommand, SpecListArgs};
use crate::output::Reporter;
use crate::{output, spec};

/// Runs the command.
pub fn run(args: &SpecArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    match &args.command {
        SpecCommand::List(args) => {
            if let Some(format) = &args.format
                && !ARCHES.iter().any(|a| a.formats.iter().any(|f| f.name == *format))
            {
                anyhow::bail!("there is no format `{format}`: {}", format_names().join(", "));
            }
            let mut out = String::new();
            let mut reasons = Vec::new();
            for arch in ARCHES.iter().filter(|a| args.target.is_none_or(|t| t.arch().name == a.name)) {
                if !args.unknown {
                    list(arch, args, &mut out);
                    continue;
                }
                let rows = chosen(arch, args);
                if !rows.is_empty() {
                    let model = spec::model(arch)?;
                    let all = args.pattern.is_none() && args.format.is_none() && args.status.is_none();
                    let unknown = Unknown::new(&model, &rows, all);
                    out += if out.is_empty() { "" } else { "\n" };
                    out += &unknown.text();
                    reasons.extend(unknown.json());
                }
            }
            if args.json {
                out = serde_json::to_string_pretty(&reasons)? + "\n";
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
        SpecCommand::Export { target, output } => {
            export(&spec::model(target.arch())?, output.as_deref())?;
        }
    }
    Ok(reporter.code())
}

fn format_names() -> Vec<&'static str> {
    ARCHES.iter().flat_map(|a| a.formats).map(|f| f.name).collect()
}

/// The entries that are asked for, by name.
fn chosen<'a>(arch: &'a Arch, args: &SpecListArgs) -> Vec<&'a Inst> {
    let pattern = args.pattern.as_deref().unwrap_or_default().to_ascii_lowercase();
    let forms = |i: &Inst| {
        let first = i.first_form as usize;
        &arch.forms[first..first + i.form_count as usize]
    };
    let in_format = |i: &Inst, name: &str| forms(i).iter().any(|f| arch.formats[f.format as usize].name == name);
    let wanted = |i: &&Inst| {
        args.target.is_none_or(|t| i.versions >> t.version() & 1 != 0)
            && args.format.as_deref().is_none_or(|name| in_format(i, name))
            && args.status.is_none_or(|s| s == status(i.semantics))
            && i.name.to_ascii_lowercase().contains(&pattern)
    };
    let mut rows: Vec<_> = arch.insts.iter().filter(wanted).collect();
    rows.sort_by_key(|i| i.name);
    rows
}

fn status(status: Status) -> KnownStatus {
    match status {
        Status::Exact => KnownStatus::Exact,
        Status::Assumed => KnownStatus::Assumed,
        Status::Approximate => KnownStatus::Approximate,
        Status::None => KnownStatus::None,
    }
}

fn list(arch: &Arch, args: &SpecListArgs, out: &mut String) {
    let rows = chosen(arch, args);
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

/// Writes the specification, and its schema beside it.
fn export(model: &Model, path: Option<&Path>) -> anyhow::Result<()> {
    let text = isatope_codegen::export_json(model);
    let Some(path) = path else { return output::write(None, text.as_bytes(), false) };
    let file = if path.is_dir() { path.join("isa.json") } else { path.to_path_buf() };
    output::write(Some(&file), text.as_bytes(), false)?;
    if path.as_os_str() != "-" {
        let schema = file.with_file_name("isa.schema.json");
        output::write(Some(&schema), isatope_codegen::json_schema().as_bytes(), false)?;
    }
    Ok(())
}
