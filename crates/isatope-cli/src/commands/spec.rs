//! `isatope spec`

use std::path::Path;

use isatope_core::tables::{ARCHES, Arch, Inst, Status};
use isatope_diag::{Diagnostic, codes};
use isatope_lang::Model;

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
            for arch in ARCHES.iter().filter(|a| args.target.is_none_or(|t| t.arch().name == a.name)) {
                match args.unknown {
                    true => unknown(arch, args, &mut out)?,
                    false => list(arch, args, &mut out),
                }
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

/// What is not known: each entry with the reasons that stand in it.
fn unknown(arch: &Arch, args: &SpecListArgs, out: &mut String) -> anyhow::Result<()> {
    let rows = chosen(arch, args);
    if rows.is_empty() {
        return Ok(());
    }
    let model = spec::model(arch)?;
    let mut entries = 0;
    let mut text = String::new();
    for row in &rows {
        let Some(inst) = model.insts.iter().find(|i| i.name == row.name && i.versions.0 & row.versions != 0) else {
            continue;
        };
        let reasons: Vec<_> = [("encoding", &inst.encoding), ("meaning", &inst.semantics)]
            .into_iter()
            .filter_map(|(what, status)| Some(format!("  {what} {}\n", reason(status)?)))
            .collect();
        if !reasons.is_empty() {
            entries += 1;
            text += &format!("{}\n{}", inst.name, reasons.concat());
        }
    }
    *out += &format!("{}: {entries} of {} entries are not known exactly.\n{text}", arch.name, rows.len());
    Ok(())
}

fn reason(status: &isatope_lang::Status) -> Option<String> {
    use isatope_lang::Status;
    match status {
        Status::Exact => None,
        Status::Assumed(why) => Some(format!("assumed: {why}")),
        Status::Approximate(how) => Some(format!("approximate: {how}")),
        Status::None(why) => Some(format!("not given: {why}")),
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
