//! Runs `isatope gpu`: a program for GPUs on the emulated device.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use anyhow::Context;
use isatope::container::images::Images;
use isatope_hsa::settings::{Chip, Selection, Settings, VARIABLE, chips};
use serde_json::Value;

use crate::args::{GpuArgs, RaceLevel};
use crate::output::{self, Reporter};

/// Exit code of a fault in the program.
const FAULT: u8 = 3;
/// File of the library, as it is built.
const BUILT: &str = "libisatope_hsa.so";
/// Names under which programs look for it.
const NAMES: [&str; 2] = ["libhsa-runtime64.so.1", "libhsa-runtime64.so"];
/// Variable that names the library.
const LIBRARY: &str = "ISATOPE_HSA";
/// Folders where distributions put AMD's HIP runtime.
const FOLDERS: [&str; 5] = ["/usr/lib/x86_64-linux-gnu", "/opt/rocm/lib", "/usr/lib64", "/usr/lib", "/usr/local/lib"];

/// Runs the command.
pub fn run(args: &GpuArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    anyhow::ensure!(
        cfg!(all(target_os = "linux", target_arch = "x86_64")),
        "programs for GPUs run on Linux on x86-64 only, as AMD's runtime does"
    );
    let (program, arguments) = args.program.split_first().context("name a program after `--`")?;
    let path = find_program(program);
    let library = library()?;
    let chip = chip(args, path.as_deref())?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    for name in NAMES {
        link(&library, &folder.path().join(name))?;
    }
    let processors = folder.path().join("processors");
    let lines = std::iter::once("gfx000").chain((0..args.devices).map(|_| chip.processor));
    std::fs::write(&processors, lines.map(|line| format!("{line}\n")).collect::<String>())
        .with_context(|| format!("cannot write {}", processors.display()))?;
    let records = folder.path().join("records");
    let is_new = args.dump.as_deref().is_some_and(|to| !to.exists());
    let settings = settings(args, chip, &records)?;
    let mut command = Command::new(program);
    command.args(arguments);
    command.env(VARIABLE, serde_json::to_string(&settings)?);
    command.env("LD_LIBRARY_PATH", in_front(folder.path(), "LD_LIBRARY_PATH"));
    command.env("ROCM_TARGET_LST", &processors);
    if args.preload {
        command.env("LD_PRELOAD", in_front(&folder.path().join(NAMES[0]), "LD_PRELOAD"));
    }
    let status = wait_for(&mut command).with_context(|| format!("cannot run {}", Path::new(program).display()))?;
    let text = std::fs::read_to_string(&records).unwrap_or_default();
    let all: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if let Some(to) = &args.json {
        output::write(Some(to), text.as_bytes(), false)?;
    }
    if args.stats {
        eprint!("{}", table(&all));
    }
    if args.fidelity {
        eprint!("{}", fidelity(&all));
    }
    if !args.breaks.is_empty() && !all.iter().any(|record| record.get("stopped").is_some()) {
        reporter.note(&format!("no launch came to {}", args.breaks.join(" or ")));
    }
    for (option, wanted) in [("--trace", &args.trace), ("--only", &args.only)] {
        if let Some(note) = wanted.as_ref().and_then(|wanted| none_of(&all, option, wanted)) {
            reporter.note(&note);
        }
    }
    if let Some(to) = args.dump.as_deref().filter(|_| is_new) {
        // A folder with launches stays.
        let _ = std::fs::remove_dir(to);
    }
    let fault = all.iter().any(|record| record.get("fault").is_some());
    let code = code(status);
    if !fault && code == 127 || path.as_deref().is_some_and(needs_runtime) && !has_runtime() {
        reporter.note(MISSING);
    }
    Ok(if fault { FAULT } else { code })
}

/// Runs the program to its end. What ends this process ends the program, whose exit code is that of the command.
#[cfg(unix)]
fn wait_for(command: &mut Command) -> std::io::Result<ExitStatus> {
    use rustix::process::{Pid, Signal, kill_process};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let mut program = command.spawn()?;
    let id = Pid::from_child(&program);
    std::thread::spawn(move || {
        for signal in &mut signals {
            // A terminal sends the interrupt to both processes.
            let passed = match signal {
                SIGHUP => Signal::HUP,
                SIGTERM => Signal::TERM,
                _ => continue,
            };
            let _ = kill_process(id, passed);
        }
    });
    program.wait()
}

#[cfg(not(unix))]
fn wait_for(command: &mut Command) -> std::io::Result<ExitStatus> {
    command.status()
}

/// Says that no launch is one of those that an option selects; `None` if there is one.
fn none_of(records: &[Value], option: &str, wanted: &Selection) -> Option<String> {
    let launches = records.iter().filter_map(|record| Some((record["launch"].as_u64()?, record["kernel"].as_str()?)));
    let mut kernels: Vec<&str> = Vec::new();
    for (number, kernel) in launches {
        if wanted.has(number, kernel) {
            return None;
        }
        if !kernels.contains(&kernel) {
            kernels.push(kernel);
        }
    }
    let list = match kernels.len() {
        0 => "nothing was launched".to_string(),
        1..=4 => format!("these kernels were launched: {}", kernels.join(", ")),
        count => format!("these kernels were launched: {}, and {} others", kernels[..4].join(", "), count - 4),
    };
    Some(format!("`{option} {wanted}` selects no launch; {list}"))
}

/// How to get what programs need.
const MISSING: &str = "programs need AMD's HIP runtime, and no driver: on Debian and Ubuntu, `apt install libamdhip64-5`, and `hipcc` \
    to compile";

fn settings(args: &GpuArgs, chip: Chip, records: &Path) -> anyhow::Result<Settings> {
    let plain = Settings::default();
    Ok(Settings {
        target: chip.processor.to_string(),
        devices: args.devices,
        compute_units: args.compute_units.unwrap_or(plain.compute_units),
        memory: args.memory.unwrap_or(plain.memory),
        check_init: args.check_init,
        check_races: args.check_races.is_some(),
        check_races_strictly: args.check_races == Some(RaceLevel::Strict),
        allow_same_value: args.allow_same_value,
        check_waits: args.check_waits,
        seed: args.seed,
        reverse: args.reverse,
        garbage: args.garbage,
        strict: args.strict,
        lenient: args.lenient,
        unaligned_scratch: args.unaligned_scratch,
        max_instructions: args.max_instructions.unwrap_or(plain.max_instructions),
        max_wait: args.max_wait.unwrap_or(plain.max_wait),
        only: args.only.clone(),
        trace: args.trace.clone(),
        breaks: args.breaks.clone(),
        fidelity: args.fidelity,
        dump: args.dump.as_deref().map(absolute).transpose()?,
        progress: std::io::IsTerminal::is_terminal(&std::io::stderr()),
        stacks: !args.no_stacks,
        records: Some(records.to_path_buf()),
        launches: args.launches,
        log: args.log,
    })
}

/// A folder by its whole path, since the program may change to another one.
fn absolute(folder: &Path) -> anyhow::Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    folder.canonicalize().with_context(|| format!("cannot find {}", folder.display()))
}

/// The file of a program, as the system finds it.
fn find_program(program: &OsString) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return path.is_file().then(|| path.to_path_buf());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(path)).find(|path| path.is_file())
}

/// The device: the one that is asked for, else the first one that an image of the program is for.
fn chip(args: &GpuArgs, program: Option<&Path>) -> anyhow::Result<Chip> {
    let names = || chips().map(|chip| chip.processor).collect::<Vec<_>>().join(", ");
    if let Some(wanted) = &args.target {
        let processor = wanted.split(':').next().unwrap_or_default();
        let found = chips().find(|chip| chip.processor == processor);
        return found.with_context(|| format!("`{wanted}` is no device of AMD's runtime: use {}", names()));
    }
    let file = program.and_then(|path| std::fs::read(path).ok()).unwrap_or_default();
    let images = Images::find(&file[..]).map(|found| found.images).unwrap_or_default();
    let found = images.iter().find_map(|image| chips().find(|chip| chip.processor == image.target.processor));
    let plain = Settings::default().target;
    if found.is_none() && !images.is_empty() {
        let mut for_others: Vec<_> = images.iter().map(|image| image.target.processor.as_str()).collect();
        for_others.sort_unstable();
        for_others.dedup();
        anyhow::bail!("the program has code for {} alone: compile it for {}", for_others.join(", "), names());
    }
    found.or_else(|| chips().find(|chip| chip.processor == plain)).context("there are no devices")
}

/// The library: where the variable says, beside the command, or where packages put it.
fn library() -> anyhow::Result<PathBuf> {
    if let Some(path) = std::env::var_os(LIBRARY) {
        let path = PathBuf::from(path);
        anyhow::ensure!(path.is_file(), "{LIBRARY} names {}, which is no file", path.display());
        return Ok(path);
    }
    let command = std::env::current_exe().context("the command does not know where it is")?;
    let folder = command.parent().unwrap_or(Path::new("."));
    // Cargo puts the library of a dependency into `deps`, and tests are there themselves.
    let places = [folder.join("deps"), folder.to_path_buf(), folder.join("../lib/isatope"), folder.join("..")];
    let mut found: Vec<_> = places.iter().map(|place| place.join(BUILT)).filter(|path| path.is_file()).collect();
    // The newest one is that of the last build.
    found.sort_by_key(|path| std::fs::metadata(path).and_then(|data| data.modified()).ok());
    found.pop().with_context(|| {
        format!(
            "the library {BUILT} is not beside the command: release packages have it; in a checkout, `cargo build --release -p \
            isatope-hsa` builds it, and the variable {LIBRARY} says where it is"
        )
    })
}

/// A path in front of those of a variable.
fn in_front(path: &Path, variable: &str) -> OsString {
    let mut all = path.as_os_str().to_os_string();
    if let Some(others) = std::env::var_os(variable).filter(|others| !others.is_empty()) {
        all.push(":");
        all.push(others);
    }
    all
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> anyhow::Result<()> {
    let to = to.canonicalize().with_context(|| format!("cannot find {}", to.display()))?;
    std::os::unix::fs::symlink(&to, at).with_context(|| format!("cannot write {}", at.display()))
}

#[cfg(not(unix))]
fn link(to: &Path, at: &Path) -> anyhow::Result<()> {
    std::fs::copy(to, at).map(|_| ()).with_context(|| format!("cannot write {}", at.display()))
}

#[cfg(unix)]
fn code(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;
    status.code().or_else(|| Some(128 + status.signal()?)).map_or(1, |code| code as u8)
}

#[cfg(not(unix))]
fn code(status: ExitStatus) -> u8 {
    status.code().map_or(1, |code| code as u8)
}

/// Whether a program names AMD's HIP runtime.
fn needs_runtime(program: &Path) -> bool {
    const NAME: &[u8] = b"libamdhip64.so";
    std::fs::read(program).is_ok_and(|file| file.windows(NAME.len()).any(|window| window == NAME))
}

fn has_runtime() -> bool {
    let of_variable = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let folders = FOLDERS.iter().map(PathBuf::from).chain(std::env::split_paths(&of_variable));
    let names = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
    folders.flat_map(names).any(|file| file.file_name().to_string_lossy().starts_with("libamdhip64.so"))
}

/// Sums of all launches of a kernel.
#[derive(Default)]
struct Sums {
    launches: u64,
    workgroups: u64,
    wavefronts: u64,
    instructions: u64,
    seconds: f64,
}

/// Launches by kernel, in the order of their first one.
fn table(records: &[Value]) -> String {
    let mut all: Vec<(&str, Sums)> = Vec::new();
    for record in records {
        let Some(name) = record.get("kernel").and_then(Value::as_str) else { continue };
        let at = all.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            all.push((name, Sums::default()));
            all.len() - 1
        });
        let number = |key: &str| record.get(key).and_then(Value::as_u64).unwrap_or_default();
        let sums = &mut all[at].1;
        sums.launches += 1;
        sums.workgroups += number("workgroups");
        sums.wavefronts += number("wavefronts");
        sums.instructions += number("instructions");
        sums.seconds += record.get("seconds").and_then(Value::as_f64).unwrap_or_default();
    }
    let mut text = String::from("launches  workgroups  wavefronts  instructions   seconds  kernel\n");
    for (name, sums) in all {
        let Sums { launches, workgroups, wavefronts, instructions, seconds } = sums;
        text += &format!("{launches:8}  {workgroups:10}  {wavefronts:10}  {instructions:12}  {seconds:8.3}  {name}\n");
    }
    text
}

/// Instructions of all launches whose meaning is not exact, with the reasons.
fn fidelity(records: &[Value]) -> String {
    let mut all: Vec<(&str, u64, Vec<&str>)> = Vec::new();
    for entry in records.iter().filter_map(|record| record.get("inexact")?.as_array()).flatten() {
        let name = entry["instruction"].as_str().unwrap_or_default();
        let count = entry["count"].as_u64().unwrap_or_default();
        match all.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, sum, _)) => *sum += count,
            None => {
                let reasons = entry["reasons"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                all.push((name, count, reasons));
            }
        }
    }
    if all.is_empty() {
        return "The meaning of all instructions that ran is exact.\n".to_string();
    }
    all.sort_by_key(|(name, count, _)| (std::cmp::Reverse(*count), *name));
    let mut text = String::from("Instructions that ran and whose meaning is not exact:\n");
    for (name, count, reasons) in all {
        text += &format!("{count:12}  {name}: {}\n", reasons.join("; "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_without_a_launch_is_named() {
        let records: Vec<Value> =
            (0..6).map(|number| serde_json::json!({"launch": number, "kernel": format!("k{}", number % 5)})).collect();
        let note = |wanted: &str, records: &[Value]| {
            none_of(records, "--only", &wanted.parse().expect("it selects launches")).unwrap_or_default()
        };
        assert_eq!((note("k3", &records), note("k0:5", &records)), (String::new(), String::new()));
        let expected = "`--only k3:5` selects no launch; these kernels were launched: k0, k1, k2, k3, and 1 others";
        assert_eq!(note("k3:5", &records), expected);
        assert_eq!(note(":7", &[]), "`--only :7` selects no launch; nothing was launched");
    }

    #[test]
    fn launches_of_a_kernel_are_added_up() {
        let record =
            serde_json::json!({"kernel": "k", "workgroups": 2, "wavefronts": 4, "instructions": 30, "seconds": 0.5});
        let fault = serde_json::json!({"fault": {"message": "x"}});
        let text = table(&[record.clone(), fault, record]);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        let words: Vec<_> = lines[1].split_whitespace().collect();
        assert_eq!(words, ["2", "4", "8", "60", "1.000", "k"]);
    }
}
