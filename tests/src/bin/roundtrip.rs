//! Round trips as a command: decoded words must encode to the same words, and printed text must assemble to them.
//! `cargo run --release -p isatope-tests --bin roundtrip -- --help` lists the subcommands; docs/testing.md has timings.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use isatope_core::Target;
use isatope_tests::exhaustive::{Check, Found, Run};
use isatope_tests::roundtrip::Checker;

/// Checks that what is decoded encodes to the same words, and that what is printed assembles to them.
///
/// Exits with 4 if anything differs.
#[derive(Debug, Parser)]
#[command(name = "roundtrip", max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Decodes and encodes all 2^32 first words, each with a second word of a fixed pool and with a random one
    Encode {
        /// One word in this many: a power of two
        #[arg(long, default_value = "1", value_name = "N", value_parser = power_of_two)]
        step: u64,
        #[command(flatten)]
        common: Common,
    },
    /// Decodes, prints and assembles one first word in 64, in every dialect, with a random second word
    Text {
        /// One word in this many: a power of two. The runs with all offsets below it cover all words
        #[arg(long, default_value = "64", value_name = "N", value_parser = power_of_two)]
        step: u64,
        #[command(flatten)]
        common: Common,
    },
    /// Every form with each of its fields swept over its values, and then random words, as text and back
    Random {
        /// How many random words for each target
        #[arg(long, default_value = "10000000", value_name = "N")]
        words: u64,
        /// Targets; all of them if there is none
        #[arg(short, long = "target", value_name = "TARGET", value_parser = target)]
        targets: Vec<Target>,
        /// Where the random numbers start
        #[arg(long, default_value = "1", value_name = "N")]
        seed: u64,
    },
}

#[derive(Debug, Args)]
struct Common {
    /// Which word of each block of --step words
    #[arg(long, default_value = "0", value_name = "N")]
    offset: u64,
    /// Targets; all of them if there is none
    #[arg(short, long = "target", value_name = "TARGET", value_parser = target)]
    targets: Vec<Target>,
    /// Where the random numbers start
    #[arg(long, default_value = "1", value_name = "N")]
    seed: u64,
    /// Threads; as many as there are cores if it is 0
    #[arg(long, default_value = "0", value_name = "N")]
    threads: usize,
    /// Most differences that are shown for each target
    #[arg(long, default_value = "20", value_name = "N")]
    show: usize,
}

fn target(name: &str) -> Result<Target, String> {
    Target::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Target::all().map(|t| t.name()).collect();
        format!("the targets are {}", known.join(", "))
    })
}

fn power_of_two(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|n: &u64| n.is_power_of_two() && *n <= 1 << 32);
    number.ok_or_else(|| "it must be a power of two, at most 2^32".into())
}

fn main() -> ExitCode {
    let same = match Cli::parse().command {
        Command::Encode { step, common } => exhaustive(Check::Encode, step, &common),
        Command::Text { step, common } => exhaustive(Check::Text, step, &common),
        Command::Random { words, targets, seed } => Some(random(words, &all_or(&targets), seed)),
    };
    match same {
        Some(true) => ExitCode::SUCCESS,
        Some(false) => ExitCode::from(4),
        None => ExitCode::from(2),
    }
}

fn all_or(targets: &[Target]) -> Vec<Target> {
    if targets.is_empty() { Target::all().collect() } else { targets.to_vec() }
}

/// Runs over the words of each target; `None` if the arguments are inconsistent.
fn exhaustive(check: Check, step: u64, common: &Common) -> Option<bool> {
    if common.offset >= step {
        eprintln!("error: --offset must be below --step, which is {step}");
        return None;
    }
    if let Err(error) = rayon::ThreadPoolBuilder::new().num_threads(common.threads).build_global() {
        eprintln!("error: {error}");
        return None;
    }
    let mut same = true;
    // There are too many 64-bit words; `random` tests samples of them.
    for target in all_or(&common.targets).into_iter().filter(|t| t.arch().word_bits == 32) {
        let run = Run { target, check, step, offset: common.offset, seed: common.seed, keep: common.show };
        let start = Instant::now();
        let bar = Progress::new(target, run.len());
        let found = run.run(|words| bar.add(words));
        bar.finish();
        for difference in &found.differences {
            println!("{}", difference.message);
        }
        println!("{}", summary(&run, &found, start.elapsed().as_secs_f64()));
        same &= found.different == 0;
    }
    Some(same)
}

/// A progress bar on a terminal, otherwise a line for each tenth.
struct Progress {
    bar: ProgressBar,
    target: Target,
    all: u64,
    /// Number of processed words, if lines are printed.
    done: Option<AtomicU64>,
}

impl Progress {
    fn new(target: Target, words: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(words), ProgressDrawTarget::stderr_with_hz(2));
        if let Ok(style) = ProgressStyle::with_template("{prefix} [{bar:40}] {percent}% of {len} words, {eta} left") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix(target.name());
        let done = (!std::io::stderr().is_terminal()).then(AtomicU64::default);
        Self { bar, target, all: words, done }
    }

    fn add(&self, words: u64) {
        self.bar.inc(words);
        let Some(done) = &self.done else { return };
        let before = done.fetch_add(words, Ordering::Relaxed);
        let tenths = |words| 10 * words / self.all.max(1);
        if tenths(before + words) > tenths(before) {
            eprintln!("{}: {}% of {} words", self.target, 10 * tenths(before + words), self.all);
        }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn summary(run: &Run, found: &Found, seconds: f64) -> String {
    let Found { words, decoded, texts, different, .. } = found;
    let none = words - decoded;
    let texts = if run.check == Check::Text { format!(", {texts} texts") } else { String::new() };
    let target = run.target;
    format!(
        "{target}: {words} words, {decoded} decoded, {none} not instructions{texts}, {different} differences, {seconds:.1} s"
    )
}

/// Sweeps and random words; returns whether all of them are the same after the round trip.
fn random(words: u64, targets: &[Target], seed: u64) -> bool {
    let mut same = true;
    for &target in targets {
        let start = Instant::now();
        let mut checker = Checker::new(target);
        checker.sweep(true);
        let swept = checker.printed;
        let bar = Progress::new(target, words);
        let step = (words / 100).max(1);
        for part in 0..words.div_ceil(step) {
            checker.random(seed.wrapping_add(part << 32), step, 2);
            bar.add(step);
        }
        bar.finish();
        checker.finish();
        for difference in &checker.differences {
            println!("{difference}");
        }
        let differences = checker.differences.len();
        let (decoded, seconds) = (checker.decoded, start.elapsed().as_secs_f64());
        println!(
            "{target}: {swept} words in sweeps, {words} random words, {decoded} decoded, {differences} differences, {seconds:.1} s"
        );
        same &= checker.differences.is_empty();
    }
    same
}
