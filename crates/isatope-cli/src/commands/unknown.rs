//! `isatope spec list --unknown`

use isatope_core::tables::{ARCHES, Arch, Inst, Status};

use crate::args::{KnownStatus, SpecListArgs};
use crate::spec;

/// What is not known, of every architecture that is asked for.
pub fn text(args: &SpecListArgs) -> anyhow::Result<String> {
    let mut out = String::new();
    for arch in ARCHES.iter().filter(|a| args.target.is_none_or(|t| t.arch().name == a.name)) {
        unknown(arch, args, &mut out)?;
    }
    Ok(out)
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
