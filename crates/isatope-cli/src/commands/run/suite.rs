//! Runs several manifests, with a line for each and a summary.

use std::fmt::Write;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

use isatope::diagnostics::{Diagnostic, codes, place_text};
use serde_json::json;

use super::entry::{Entry, Verdict};
use super::job::Job;
use super::{DIFFERENT, Ending, FAULT, INTERRUPTED, execute, junit, tap};
use crate::args::RunArgs;
use crate::output::{self, Reporter};

/// Exit code of a manifest that cannot be run.
const INVALID: u8 = 1;

/// Runs manifests in their order.
pub fn run(args: &RunArgs, manifests: &[PathBuf], reporter: &mut Reporter) -> anyhow::Result<u8> {
    if let [_, _, ..] = manifests {
        anyhow::ensure!(args.png.is_none(), "--png takes the picture of one manifest, and there are several");
        anyhow::ensure!(args.breaks.is_empty(), "--break stops one manifest, and there are several");
    }
    let names: Vec<String> = manifests.iter().map(|path| name(path)).collect();
    let folders = folders(args, manifests)?;
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let start = Instant::now();
    let mut entries = Vec::new();
    if args.tap {
        output::tell(&tap::start(manifests.len()))?;
    }
    for (number, (path, name)) in manifests.iter().zip(&names).enumerate() {
        let (entry, lines) = one(args, path, name, folders.get(number).map(PathBuf::as_path), reporter)?;
        let mut text = String::new();
        if args.tap {
            text = tap::result(number + 1, &entry, &reporter.sources);
            if entry.verdict == Verdict::Interrupted && number + 1 < manifests.len() {
                text += &tap::interrupted();
            }
        } else {
            text += &entry.printed;
            if !args.json {
                let word = match entry.verdict {
                    Verdict::Passed => "ok  ",
                    Verdict::Interrupted => "STOP",
                    _ => "FAIL",
                };
                let _ = writeln!(text, "{word} {name:width$} {:6.2} s", entry.time.as_secs_f64());
            }
            lines.iter().for_each(|line| text += &format!("     {line}\n"));
        }
        output::tell(&text)?;
        let is_interrupted = entry.verdict == Verdict::Interrupted;
        entries.push(entry);
        if is_interrupted {
            break;
        }
    }
    if !args.tap && !args.json {
        output::tell(&summary(&entries, manifests.len(), start.elapsed()))?;
    }
    if let Some(path) = &args.junit {
        output::write(Some(path), junit::report(&entries, &reporter.sources, start.elapsed()).as_bytes(), false)?;
    }
    let has = |verdict| entries.iter().any(|entry| entry.verdict == verdict);
    Ok(match () {
        () if has(Verdict::Interrupted) => INTERRUPTED,
        () if has(Verdict::Invalid) => INVALID,
        () if has(Verdict::Fault) => FAULT,
        () if has(Verdict::Different) => DIFFERENT,
        () => 0,
    })
}

/// The folders for the buffers of manifests, none without `--out-dir`: of several, those of the names of their files, or
/// of their whole paths where names are the same.
fn folders(args: &RunArgs, manifests: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let Some(folder) = &args.out_dir else { return Ok(Vec::new()) };
    if let [_] = manifests {
        return Ok(vec![folder.clone()]);
    }
    let is_unique =
        |name: &Path| manifests.iter().filter(|other| other.file_stem() == Some(name.as_os_str())).count() < 2;
    let mut all: Vec<PathBuf> = Vec::new();
    for path in manifests {
        let name = path.file_stem().map(PathBuf::from).unwrap_or_default();
        let whole = path.with_extension("");
        let parts = whole.components().filter(|part| matches!(part, Component::Normal(_)));
        let own = folder.join(if is_unique(&name) { name } else { parts.collect() });
        anyhow::ensure!(!all.contains(&own), "the buffers of two manifests go to the folder {}", own.display());
        all.push(own);
    }
    Ok(all)
}

/// Runs a manifest. Errors are reported; the lines are what `--verbose` adds.
fn one(
    args: &RunArgs,
    path: &Path,
    name: &str,
    folder: Option<&Path>,
    reporter: &mut Reporter,
) -> anyhow::Result<(Entry, Vec<String>)> {
    let start = Instant::now();
    reporter.take_errors();
    let (mut printed, mut lines) = (String::new(), Vec::new());
    let ran = Job::of_manifest(path, reporter).and_then(|job| match job {
        None => Ok(None),
        Some(job) => Ok(Some((execute(args, &job, folder, reporter)?, job))),
    });
    let verdict = match ran {
        Ok(Some((Ending::Ran(outcome), job))) => {
            printed = if args.json { outcome.json(&job, Some(name)) } else { outcome.text() };
            if args.verbose {
                lines = outcome.comparisons(&job);
            }
            outcome.notes().iter().for_each(|note| reporter.note(note));
            for diagnostic in outcome.diagnostics(&job, &mut reporter.sources) {
                reporter.report(&diagnostic);
            }
            match () {
                () if outcome.is_interrupted() => Verdict::Interrupted,
                () if outcome.fault.is_some() => Verdict::Fault,
                () if outcome.differs() => Verdict::Different,
                () => Verdict::Passed,
            }
        }
        Ok(Some((Ending::Stopped, _))) => Verdict::Passed,
        Ok(Some((Ending::Invalid, _)) | None) => Verdict::Invalid,
        // Nobody reads the trace, so that the run was cut short.
        Err(error) if output::is_closed_pipe(&error) => return Err(error),
        // The others still run.
        Err(error) => {
            let is_file = error.chain().any(|cause| cause.is::<std::io::Error>());
            reporter.usage(&format!("{error:#}"), is_file.then_some(codes::FILE));
            Verdict::Invalid
        }
    };
    if args.json && verdict == Verdict::Invalid {
        printed = invalid(Some(name), reporter, None);
    }
    let errors = reporter.take_errors();
    Ok((Entry { name: name.to_string(), verdict, time: start.elapsed(), errors, printed }, lines))
}

/// A manifest as its lines name it.
fn name(path: &Path) -> String {
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    if is_json { path.with_extension("") } else { path.to_path_buf() }.display().to_string()
}

/// The line of JSON of a run that cannot start, for the errors that were reported since they are kept, and one that is
/// not reported yet.
pub fn invalid(manifest: Option<&str>, reporter: &Reporter, last: Option<&anyhow::Error>) -> String {
    let place = |error: &Diagnostic| place_text(&reporter.sources, &error.place);
    let text = |error: &Diagnostic| match place(error) {
        Some(place) => format!("{place}: {}", error.message),
        None => error.message.clone(),
    };
    let mut line = json!({ "ok": false });
    if let Some(manifest) = manifest {
        line["manifest"] = manifest.into();
    }
    let last = last.map(|error| format!("{error:#}"));
    line["errors"] = reporter.errors().iter().map(text).chain(last).collect();
    line.to_string() + "\n"
}

/// How many of all manifests passed, and how many did not.
fn summary(entries: &[Entry], all: usize, time: Duration) -> String {
    let count = |verdict| entries.iter().filter(|entry| entry.verdict == verdict).count();
    let mut parts = vec![format!("{} passed", count(Verdict::Passed))];
    let failed = [
        (Verdict::Different, "differ"),
        (Verdict::Fault, "with a fault"),
        (Verdict::Invalid, "invalid"),
        (Verdict::Interrupted, "interrupted"),
    ];
    for (verdict, what) in failed {
        if count(verdict) > 0 {
            parts.push(format!("{} {what}", count(verdict)));
        }
    }
    if entries.len() < all {
        parts.push(format!("{} not run", all - entries.len()));
    }
    format!("{}, {:.2} s\n", parts.join(", "), time.as_secs_f64())
}
