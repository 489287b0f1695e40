//! Traces, counts and breakpoints of a run.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};

use isatope::Target;
use isatope::diagnostics::number;
use isatope::emulator::fault::Access;
use isatope::emulator::watch::{Breaks, Fidelity, Filter, Stats, Trace, TraceRecord, Values};
use isatope::emulator::{Cause, Entry, Program, Step, Watcher, Wavefront};

use crate::args::{RunArgs, TraceForm};

/// All that looks at a run.
pub struct Watch<'a> {
    trace: Option<Box<dyn Watcher + 'a>>,
    writer: &'a Writer,
    stops: Option<Stops>,
    /// Counts.
    pub stats: Option<Stats>,
    /// Instructions whose meaning is not known exactly.
    pub fidelity: Option<Fidelity>,
}

/// Writes records to the standard output, until that fails.
pub struct Writer {
    out: RefCell<BufWriter<io::StdoutLock<'static>>>,
    error: RefCell<Option<io::Error>>,
}

impl Writer {
    /// Nothing is written yet.
    pub fn new() -> Self {
        Self { out: RefCell::new(BufWriter::new(io::stdout().lock())), error: RefCell::new(None) }
    }

    fn record(&self, form: TraceForm, record: &TraceRecord) {
        let out = &mut *self.out.borrow_mut();
        let written = match form {
            TraceForm::Text => writeln!(out, "{record}"),
            TraceForm::Json => {
                serde_json::to_writer(&mut *out, record).map_err(io::Error::from).and_then(|()| writeln!(out))
            }
        };
        if let Err(error) = written {
            self.error.borrow_mut().get_or_insert(error);
        }
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// The first thing that went wrong.
    pub fn finish(&self) -> io::Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.borrow_mut().flush(),
        }
    }
}

/// Stops the run at certain places, and keeps what it looks like there.
struct Stops {
    target: Target,
    program: Program,
    breaks: Breaks,
    /// Registers that the kernel has: scalar ones, vector ones.
    registers: [u32; 2],
    /// What was found there.
    found: Option<String>,
}

impl<'a> Watch<'a> {
    /// What the options ask for; `None` if nobody has to look.
    ///
    /// # Errors
    /// A place to stop at that is none.
    pub fn new(args: &RunArgs, entry: &Entry, target: Target, writer: &'a Writer) -> anyhow::Result<Option<Self>> {
        if args.trace.is_none() && args.breaks.is_empty() && !args.stats && !args.fidelity {
            return Ok(None);
        }
        let program = entry.program();
        let mut breaks = Breaks::new(program);
        args.breaks.iter().try_for_each(|text| add(&mut breaks, text, entry))?;
        let filter = Filter { workgroup: args.trace_group, wave: args.trace_wave, lane: args.trace_lane };
        let trace = args.trace.map(|form| {
            let sink = move |record: &TraceRecord| writer.record(form, record);
            Box::new(Trace::new(program, filter, sink)) as Box<dyn Watcher>
        });
        let registers = entry.registers();
        Ok(Some(Self {
            trace,
            writer,
            stops: (!args.breaks.is_empty()).then(|| Stops {
                target,
                program: program.clone(),
                breaks,
                registers,
                found: None,
            }),
            stats: args.stats.then(|| Stats::new(program)),
            fidelity: args.fidelity.then(Fidelity::new),
        }))
    }

    /// The watchers, those first that may stop the run.
    pub fn all(&mut self) -> Vec<&mut dyn Watcher> {
        let mut all: Vec<&mut dyn Watcher> = Vec::new();
        // Nobody reads on: there is nothing left to do.
        if self.trace.is_some() {
            all.push(&mut self.writer);
        }
        if let Some(stops) = &mut self.stops {
            all.push(stops);
        }
        if let Some(trace) = &mut self.trace {
            all.push(&mut **trace);
        }
        if let Some(stats) = &mut self.stats {
            all.push(stats);
        }
        if let Some(fidelity) = &mut self.fidelity {
            all.push(fidelity);
        }
        all
    }

    /// The state where the run stopped, if it came to a place where it should.
    pub fn stopped(&self) -> Option<&str> {
        self.stops.as_ref()?.found.as_deref()
    }
}

impl Watcher for &Writer {
    fn before(&mut self, _: &Wavefront, _: &Step) -> bool {
        self.error.borrow().is_none()
    }
}

impl Watcher for Stops {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        let goes_on = self.breaks.before(wave, step);
        if !goes_on {
            self.found = Some(self.state(wave, step));
        }
        goes_on
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        self.breaks.after(wave, step, accesses)
    }
}

impl Stops {
    /// Where a wavefront is, and its registers that are not 0.
    fn state(&self, wave: &Wavefront, step: &Step) -> String {
        let mut out = String::new();
        let [x, y, z] = wave.workgroup;
        let called = self.target.terms().wave;
        let place = self.program.name_of(step.address).unwrap_or_default();
        let _ = writeln!(out, "workgroup {x},{y},{z}, {called} {}, before {:#x} {place}", wave.number, step.address);
        let _ = writeln!(out, "  {}", step.instruction);
        let arch = self.target.arch();
        let layout = wave.registers.layout();
        // A launch sets these for good: nobody who looks at a program asks for them.
        let settings = arch.roles.settings();
        let mut line = |name: &str, values: &Values| {
            let _ = writeln!(out, "{name:7} {values}");
        };
        for (index, (register, &first)) in arch.registers.iter().zip(layout.registers).enumerate() {
            let is_setting = settings.iter().flatten().any(|setting| setting.index() == index);
            if register.per_lane || is_setting {
                continue;
            }
            let words = wave.registers.scalars().get(first..first + register.bits.div_ceil(32) as usize).unwrap_or(&[]);
            if words.iter().any(|word| *word != 0) {
                line(&register.name, &Values::Same(words.to_vec()));
            }
        }
        for (file, &first) in arch.files.iter().zip(layout.files) {
            let count = file.count.min(self.registers[usize::from(file.per_lane)]) as usize;
            for number in 0..count {
                let name = format!("{}{number}", file.prefix);
                if !file.per_lane {
                    let word = wave.registers.scalars().get(first + number).copied().unwrap_or_default();
                    if word != 0 {
                        line(&name, &Values::Same(vec![word]));
                    }
                    continue;
                }
                let row = wave.registers.row(first + number);
                if row.iter().all(|value| *value == row[0]) {
                    if row[0] != 0 {
                        line(&name, &Values::Same(vec![row[0]]));
                    }
                } else {
                    line(&name, &Values::Lanes(row.iter().enumerate().map(|(l, v)| (l as u32, vec![*v])).collect()));
                }
            }
        }
        out
    }
}

/// Stops at `0x40001000`, at `+0x1c` from the start of the kernel, at `LABEL` or `LABEL+0x1c`, or at a line of the source, `vadd.cl:7`.
fn add(breaks: &mut Breaks, text: &str, entry: &Entry) -> anyhow::Result<()> {
    // A decimal number may be a label.
    if number::radix(text).0 != 10
        && let Some(address) = number::unsigned(text)
    {
        breaks.at(address);
        return Ok(());
    }
    let (label, offset) = text.split_once('+').unwrap_or((text, "0"));
    let Some(offset) = number::unsigned(offset) else {
        anyhow::bail!("--break {text}: `{offset}` is not a distance such as 0x1c")
    };
    if label.is_empty() || label == entry.name() {
        breaks.at(entry.address().wrapping_add(offset));
        return Ok(());
    }
    if breaks.at_symbol(text).is_ok() || text.contains(':') && breaks.at_line(text).is_ok() {
        return Ok(());
    }
    let names = || entry.program().symbols().iter().map(|s| s.name.as_str()).filter(|n| !n.ends_with(".kd"));
    let hint = match isatope::diagnostics::nearest(label, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("give an address as 0x…, or one of {}", names().take(10).collect::<Vec<_>>().join(", ")),
    };
    anyhow::bail!("--break {text}: the program has no label `{label}`; {hint}");
}
