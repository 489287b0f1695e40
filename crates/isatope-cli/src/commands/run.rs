//! Runs `isatope run`.

mod entry;
mod fault;
pub(super) mod interrupt;
mod job;
mod junit;
mod outcome;
mod outputs;
mod picture;
mod spec;
mod suite;
mod tap;
pub(super) mod watch;

use std::path::Path;
use std::time::{Duration, Instant};

use isatope::diagnostics::{Diagnostic, codes};
use isatope::emulator::{Device, Options, ProgramError, Progress};
use isatope::program::{Code, Ready};
use isatope::run::task::{Prepared, Task};
use isatope_debug::Loaded;

use crate::args::{EmulatorArgs, LaunchArgs, RaceLevel, RunArgs};
use crate::output::{self, Reporter};
use interrupt::Interrupt;
use job::Job;
use outcome::{About, Outcome};
use outputs::Outputs;
use watch::{Watch, Writer};

/// Exit code of a fault in the program.
const FAULT: u8 = 3;
/// Exit code of a result that differs from the expected one.
const DIFFERENT: u8 = 4;

/// Exit code of a run that Ctrl-C ended: 128 and the number of the signal.
const INTERRUPTED: u8 = 130;

/// Runs the command.
pub fn run(args: &RunArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    if args.launch.manifest_schema {
        output::write(None, isatope::run::manifest::json_schema().as_bytes(), false)?;
        return Ok(0);
    }
    let manifest = match args.launch.manifest.as_slice() {
        [] => None,
        [path] if !(args.verbose || args.tap || args.junit.is_some()) => Some(path),
        several => return suite::run(args, several, reporter),
    };
    reporter.take_errors();
    let ran = match manifest {
        None => Job::of_args(&args.launch, reporter),
        Some(path) => Job::of_manifest(path, reporter),
    };
    let ran = ran.and_then(|job| match job {
        None => Ok(None),
        Some(job) => Ok(Some((execute(args, &job, args.out_dir.as_deref(), reporter)?, job))),
    });
    if args.json && matches!(ran, Ok(None | Some((Ending::Invalid, _))) | Err(_)) {
        output::tell(&suite::invalid(None, reporter, ran.as_ref().err()))?;
    }
    match ran? {
        None | Some((Ending::Invalid | Ending::Stopped, _)) => Ok(reporter.code()),
        Some((Ending::Ran(outcome), job)) => {
            let text = if args.json { outcome.json(&job, None) } else { outcome.text() };
            output::tell(&text)?;
            outcome.notes().iter().for_each(|note| reporter.note(note));
            for diagnostic in outcome.diagnostics(&job, &mut reporter.sources) {
                reporter.report(&diagnostic);
            }
            Ok(match () {
                () if outcome.is_interrupted() => INTERRUPTED,
                () if outcome.fault.is_some() => FAULT,
                () if outcome.differs() => DIFFERENT,
                () => reporter.code(),
            })
        }
    }
}

/// How a job ended.
enum Ending {
    /// Something is wrong with it, and has been reported.
    Invalid,
    /// It stopped at a place where it should, and that has been shown.
    Stopped,
    /// It ran to its end, or to a fault.
    Ran(Box<Outcome>),
}

/// A job on a device, ready to run.
struct Started<'a> {
    ready: Ready<'a>,
    device: Device,
    prepared: Prepared,
}

impl<'a> Started<'a> {
    /// Loads the program of a job and prepares its launches, with `notes` for people who see single instructions.
    /// `None` if something is wrong, which has been reported.
    fn of(job: &'a Job, args: &LaunchArgs, notes: bool, reporter: &mut Reporter) -> anyhow::Result<Option<Self>> {
        let Some(ready) = job.program(args, reporter)? else { return Ok(None) };
        let unsupported = job.unsupported(ready.target);
        if !unsupported.is_empty() {
            unsupported.iter().for_each(|problem| reporter.report(problem));
            return Ok(None);
        }
        let mut device = Device::new(ready.target);
        let program = match ready.load(&mut device) {
            Ok(program) => {
                if notes {
                    ready.with_notes(program)
                } else {
                    program
                }
            }
            Err(error) => {
                let what = match &error {
                    // The name that the device was asked for by.
                    ProgramError::Target { program, .. } => {
                        format!("the program is for {program}, and the device is {}", ready.name)
                    }
                    _ => error.to_string(),
                };
                reporter.report(&Diagnostic::error(codes::LAUNCH, format!("{}: {what}", job.file)));
                return Ok(None);
            }
        };
        let prepared = match &ready.code {
            Code::Object(_) => job.task.prepare(&mut device, &program),
            Code::Shader(..) => job.task.prepare_shader(&mut device, &program),
        };
        match prepared {
            Ok(prepared) => {
                prepared.notes.iter().for_each(|note| reporter.note(note));
                Ok(Some(Self { ready, device, prepared }))
            }
            Err(errors) => {
                errors.iter().for_each(|error| reporter.report(&job.place(error)));
                Ok(None)
            }
        }
    }
}

/// Loads what a debugger runs. `None` if something is wrong with it, which has been reported.
pub fn load(args: &LaunchArgs, emulator: &EmulatorArgs, reporter: &mut Reporter) -> anyhow::Result<Option<Loaded>> {
    let job = match args.manifest.as_slice() {
        [] => Job::of_args(args, reporter)?,
        [path] => Job::of_manifest(path, reporter)?,
        _ => anyhow::bail!("give one manifest: a debugger runs one program"),
    };
    let Some(job) = job else { return Ok(None) };
    let Some(Started { device, prepared, .. }) = Started::of(&job, args, true, reporter)? else { return Ok(None) };
    let buffers = job.buffers.iter().map(|buffer| buffer.name.clone()).zip(prepared.placed.buffers.iter().copied());
    let buffers = buffers.collect();
    Ok(Some(Loaded {
        device,
        launches: prepared.launches,
        buffers,
        options: options(emulator, &job.task),
        folder: job.folder(),
    }))
}

/// Runs a job, and writes its files into a folder if one is given.
fn execute(args: &RunArgs, job: &Job, folder: Option<&Path>, reporter: &mut Reporter) -> anyhow::Result<Ending> {
    let notes = args.trace.is_some() || !args.breaks.is_empty();
    let started = Started::of(job, &args.launch, notes, reporter)?;
    let Some(Started { ready, mut device, prepared }) = started else { return Ok(Ending::Invalid) };
    // A source has no file that `isatope at` reads.
    let file = ready.source.is_none() && matches!(ready.code, Code::Object(_));
    let about = About { target: &ready.name, object: file.then_some(job.file.as_str()), image: ready.image };
    let writer = Writer::new();
    let launches: Vec<_> = prepared.launches.iter().map(|(launch, _)| launch).collect();
    let mut watch = Watch::new(args, &launches, &writer)?;
    let start = Instant::now();
    let progress = device.progress().clone();
    let interrupt = Interrupt::new(&progress);
    let options = options(&args.emulator, &job.task);
    let result = patiently(&progress, || {
        prepared.run_each(&mut device, |device, launch| match &mut watch {
            None => device.run(launch, &options),
            Some(watch) => device.run_watched(launch, &options, &mut watch.all()),
        })
    });
    let time = start.elapsed();
    drop(interrupt);
    if let Some(missed) = watch.as_ref().and_then(Watch::missed) {
        reporter.note(&missed);
    }
    let (stopped, stats, fidelity) = match watch {
        None => (None, None, None),
        Some(watch) => (watch.stopped().map(str::to_string), watch.stats, watch.fidelity),
    };
    writer.finish()?;
    if let Some(state) = stopped {
        output::tell(&state)?;
        return Ok(Ending::Stopped);
    }
    let mut outcome = Outcome::new(job, about, &mut device, &prepared, result, time);
    outcome.stats = stats.map(|stats| stats.summary());
    outcome.fidelity = fidelity;
    // A fault leaves memory half done: nothing of it is kept.
    if outcome.fault.is_none() {
        write_files(args, folder, job, &outcome)?;
    }
    Ok(Ending::Ran(Box::new(outcome)))
}

fn options(args: &EmulatorArgs, task: &Task) -> Options {
    let mut options = task.options(Options::default());
    options.threads = args.threads.unwrap_or(options.threads);
    options.seed = args.seed;
    options.reverse = args.reverse;
    options.garbage = args.garbage;
    options.poison = args.poison;
    options.max_instructions = args.max_instructions.unwrap_or(options.max_instructions);
    options.unaligned_scratch = args.unaligned_scratch;
    options.check_init = args.check_init;
    options.check_races = args.check_races.is_some();
    options.check_races_strictly = args.check_races == Some(RaceLevel::Strict);
    options.allow_same_value = args.allow_same_value;
    options.check_waits = args.check_waits;
    options
}

/// Runs something, and shows on a terminal how far it is if it takes long.
fn patiently<T>(progress: &Progress, run: impl FnOnce() -> T) -> T {
    const LONG: Duration = Duration::from_secs(1);
    const TICK: Duration = Duration::from_millis(200);
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let show = move || {
            use std::sync::mpsc::RecvTimeoutError::Timeout;
            if waiting.recv_timeout(LONG) != Err(Timeout) {
                return;
            }
            let (_, all) = progress.workgroups();
            let bar = indicatif::ProgressBar::new(all).with_elapsed(LONG);
            let template = "{wide_bar} {pos} of {len} workgroups, {msg} instructions, {elapsed}";
            if let Ok(style) = indicatif::ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            while waiting.recv_timeout(TICK) == Err(Timeout) {
                bar.set_position(progress.workgroups().0);
                bar.set_message(indicatif::HumanCount(progress.instructions()).to_string());
                bar.tick();
            }
            bar.finish_and_clear();
        };
        // Where no thread can be started, such as in a browser, there is no bar.
        let _ = std::thread::Builder::new().spawn_scoped(scope, show);
        let result = run();
        drop(done);
        result
    })
}

/// Writes the buffers that are asked for, all of them or none.
fn write_files(args: &RunArgs, folder: Option<&Path>, job: &Job, outcome: &Outcome) -> anyhow::Result<()> {
    let mut outputs = Outputs::default();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .map_err(|error| anyhow::anyhow!("cannot make the folder {}: {error}", folder.display()))?;
    }
    for (buffer, bytes) in job.buffers.iter().zip(&outcome.buffers) {
        if let Some(path) = buffer.path(folder) {
            outputs.add(path, buffer.file(bytes))?;
        }
    }
    let shown: Vec<_> =
        job.buffers.iter().zip(&outcome.buffers).filter_map(|(b, bytes)| Some((b, b.show?, bytes))).collect();
    if let Some(path) = &args.png {
        anyhow::ensure!(!shown.is_empty(), "--png: no buffer of the manifest has `show`");
        for (buffer, show, bytes) in &shown {
            let path = if shown.len() == 1 { path.clone() } else { with_name(path, &buffer.name) };
            outputs.add(path, picture::png(*show, bytes)?)?;
        }
    }
    outputs.write()
}

/// The path with a name at the end of its file's: `picture-before.png`.
fn with_name(path: &std::path::Path, name: &str) -> std::path::PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map_or(String::new(), |e| format!(".{}", e.to_string_lossy()));
    path.with_file_name(format!("{stem}-{name}{extension}"))
}
