//! Runs `isatope spec`.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Context;
use isatope::diagnostics::{Diagnostic, codes};
use isatope::explain::Doubts;
use isatope::pages::{Entry, Found, Kind, Look, Row};
use isatope::tables::Inst;
use isatope::{Target, explain, pages};

use super::page;
use crate::args::{KnownStatus, SpecArgs, SpecCommand, SpecListArgs, SpecShowArgs};
use crate::output;
use crate::output::Reporter;

/// There is one for each architecture that has targets.
const NO_SPECIFICATION: &str = "the architecture has no specification";

/// Runs the command.
pub fn run(args: &SpecArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    match &args.command {
        SpecCommand::List(args) if args.unknown => unknown(args)?,
        SpecCommand::List(args) => list(args, reporter)?,
        SpecCommand::Show(args) => show(args, reporter)?,
        SpecCommand::Export { target, output } => {
            export(target.architecture(), output.as_deref())?;
        }
    }
    Ok(reporter.code())
}

fn show(args: &SpecShowArgs, reporter: &mut Reporter) -> anyhow::Result<()> {
    let (found, others) = explain::find(&args.name, args.target);
    let name = args.name.join(" ");
    let Some(first) = found.first() else {
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, format!("`{name}` is not in the specification"));
        if let Some(hint) = page::hint(&name) {
            diagnostic = diagnostic.help(hint);
        }
        reporter.report(&diagnostic);
        return Ok(());
    };
    let pages = explain::read(&found, args.target);
    let look = page::look();
    let text = match args.json {
        true => serde_json::to_string_pretty(&pages)? + "\n",
        false => {
            explain::text(&pages, look)
                + &page::others(args.name.last().map_or("", String::as_str), first, &others, look)
        }
    };
    output::page(&text)?;
    Ok(())
}

/// Names with what they mean.
fn list(args: &SpecListArgs, reporter: &mut Reporter) -> anyhow::Result<()> {
    let formats = args.format.as_deref() == Some("");
    let kinds = match args.kind.as_slice() {
        _ if formats => vec!["format".to_string()],
        [] if args.pattern.is_some() => [Kind::Instruction, Kind::Concept].map(|kind| kind.name().to_string()).to_vec(),
        [] => vec![Kind::Instruction.name().to_string()],
        given => given.to_vec(),
    };
    let kinds: Vec<Kind> = if kinds.iter().any(|k| k == "all") {
        Kind::ALL.to_vec()
    } else {
        Kind::ALL.iter().copied().filter(|k| kinds.iter().any(|name| name == k.name())).collect()
    };
    if let Some(format) = args.format.as_deref().filter(|f| !f.is_empty()) {
        let known = || isatope::pages::all().map(|f| f.entry).filter(|e| e.kind == Kind::Format);
        if !known().any(|e| e.name == format) {
            let near = isatope::diagnostics::nearest(format, known().map(|e| e.name.as_str()));
            let near = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
            anyhow::bail!("there is no format `{format}`{near} `isatope spec list --format` lists them");
        }
    }
    let found = chosen(args, &kinds);
    if found.is_empty() {
        reporter.report(&nothing(args));
        return Ok(());
    }
    let text = if args.json {
        let entries: Vec<&Entry> = found.iter().map(|f| f.entry).collect();
        serde_json::to_string_pretty(&entries)? + "\n"
    } else {
        let several = args.kind.len() > 1 || found.iter().any(|f| f.entry.kind != found[0].entry.kind);
        let mut rows: Vec<Row> = found.iter().map(|f| row(f.entry, several || kinds.len() > 2)).collect();
        rows.dedup();
        isatope::pages::table(&[], &rows, Look { width: page::look().width, colour: true })
    };
    output::page(&text)?;
    Ok(())
}

/// The pages of some kinds that are asked for; without a pattern by name.
fn chosen(args: &SpecListArgs, kinds: &[Kind]) -> Vec<Found> {
    let pattern = args.pattern.as_deref().unwrap_or_default();
    let wanted = |f: &Found| {
        let e = f.entry;
        let here = |t: Target| {
            isatope::pages::in_arch(e, t.architecture())
                && (e.versions.is_empty() || e.versions.iter().any(|v| v == t.name()))
        };
        kinds.contains(&e.kind)
            && args.target.is_none_or(here)
            && args.format.as_ref().is_none_or(|name| name.is_empty() || e.formats.contains(name))
            && args.status.is_none_or(|s| e.status == word(s))
    };
    let mut found: Vec<Found> = isatope::pages::search(pattern).into_iter().filter(wanted).collect();
    if pattern.is_empty() {
        found.sort_by(|a, b| {
            (a.entry.kind, &a.entry.arch, &a.entry.name).cmp(&(b.entry.kind, &b.entry.arch, &b.entry.name))
        });
    }
    found
}

fn row(entry: &Entry, with_kind: bool) -> Row {
    let mark = match entry.status.as_str() {
        "" | "exact" => String::new(),
        "none" => " (meaning not given)".to_string(),
        other => format!(" ({other})"),
    };
    let mut cells = vec![entry.name.clone(), format!("{}{mark}", entry.summary)];
    if with_kind {
        cells.insert(1, entry.kind.name().to_string());
    }
    Row { cells, versions: Vec::new() }
}

/// What to say where nothing is listed.
fn nothing(args: &SpecListArgs) -> Diagnostic {
    let pattern = args.pattern.as_deref().unwrap_or_default();
    let what = if pattern.is_empty() {
        "no entry matches".to_string()
    } else {
        format!("no page has `{pattern}` in its name, summary, source or text")
    };
    let narrowed = args.target.is_some() || args.format.is_some() || args.status.is_some();
    let mut diagnostic = Diagnostic::error(codes::NO_MATCH, what);
    if let Some(near) = explain::near(pattern) {
        diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
    }
    if narrowed && !isatope::pages::search(pattern).is_empty() {
        diagnostic = diagnostic.help("remove options that narrow the search: there are matches without them");
    } else if isatope::pages::search(pattern).iter().any(|f| !matches!(f.entry.kind, Kind::Instruction | Kind::Concept))
    {
        diagnostic = diagnostic.help("use `--kind all`: there are matches that are not instructions");
    }
    diagnostic
}

/// What is not known, one reason after the other.
fn unknown(args: &SpecListArgs) -> anyhow::Result<()> {
    let mut out = String::new();
    let mut reasons = Vec::new();
    let all = args.pattern.is_none() && args.format.is_none() && args.status.is_none();
    let mut seen = HashSet::new();
    for target in Target::all().filter(|target| seen.insert(target.architecture())) {
        if args.target.is_some_and(|t| t.architecture() != target.architecture()) {
            continue;
        }
        let rows = rows(target, args);
        if !rows.is_empty() {
            let unknown = pages::unknown(target.architecture()).context(NO_SPECIFICATION)?;
            let unknown = Doubts::new(&unknown, &rows, all);
            out += if out.is_empty() { "" } else { "\n" };
            out += &unknown.text();
            reasons.extend(unknown.json());
        }
    }
    if args.json {
        out = serde_json::to_string_pretty(&reasons)? + "\n";
    }
    output::write(None, out.as_bytes(), false)
}

/// The instructions of an architecture that are asked for, by name.
fn rows(target: Target, args: &SpecListArgs) -> Vec<&'static Inst> {
    let arch = target.arch();
    let found = chosen(args, &[Kind::Instruction]);
    let names: HashSet<&str> =
        found.iter().filter(|f| f.entry.arch == arch.name).map(|f| f.entry.name.as_str()).collect();
    let here = |i: &&Inst| names.contains(i.name.as_str()) && args.target.is_none_or(|t| t.version().is_in(i.versions));
    let mut rows: Vec<_> = arch.insts.iter().filter(here).collect();
    rows.sort_by_key(|i| i.name.as_str());
    rows
}

fn word(status: KnownStatus) -> &'static str {
    match status {
        KnownStatus::Exact => "exact",
        KnownStatus::Assumed => "assumed",
        KnownStatus::Approximate => "approximate",
        KnownStatus::None => "none",
    }
}

/// Writes the specification, and its schema beside it.
fn export(arch: &str, path: Option<&Path>) -> anyhow::Result<()> {
    let text = pages::export(arch).context(NO_SPECIFICATION)?;
    let Some(path) = path else { return output::write(None, text.as_bytes(), false) };
    let file = if path.is_dir() { path.join("isa.json") } else { path.to_path_buf() };
    output::write(Some(&file), text.as_bytes(), false)?;
    if path.as_os_str() != "-" {
        let schema = file.with_file_name("isa.schema.json");
        output::write(Some(&schema), pages::schema().as_bytes(), false)?;
    }
    Ok(())
}
