//! Traces, counts and breakpoints of a run.

use std::cell::RefCell;
use std::io::{self, BufWriter, Write};

use isatope::diagnostics::number;
use isatope::emulator::fault::Access;
use isatope::emulator::watch::{Breaks, Fidelity, Filter, Notation, Stats, Trace, TraceRecord, stopped};
use isatope::emulator::{Cause, Entry, Launch, Step, Watcher, Wavefront};

use crate::args::{Print, RunArgs, TraceForm};

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
    /// What the launches run.
    entries: Vec<Entry>,
    breaks: Breaks,
    notation: Notation,
    /// The only lane that is shown.
    lane: Option<u32>,
    /// What was found there.
    found: Option<String>,
    /// The places, as they are given.
    texts: Vec<String>,
}

impl<'a> Watch<'a> {
    /// What the options ask for; `None` if nobody has to look.
    ///
    /// # Errors
    /// A place to stop at that is none, or a workgroup that no launch has.
    pub fn new(args: &RunArgs, launches: &[&Launch], writer: &'a Writer) -> anyhow::Result<Option<Self>> {
        if let Some(group) = args.trace_group {
            let has = |launch: &&Launch| launch.shape().workgroups().iter().zip(group).all(|(count, at)| at < *count);
            if let Some(last) = launches.last().filter(|_| !launches.iter().any(has)) {
                let [x, y, z] = group;
                let counts = last.shape().workgroups();
                anyhow::bail!(
                    "--trace-group {x},{y},{z}: the grid has {} workgroups, counted from 0",
                    counts.map(|count| count.to_string()).join(" × ")
                );
            }
        }
        let entries: Vec<&Entry> = launches.iter().map(|launch| launch.entry()).collect();
        let entries = entries.as_slice();
        if args.trace.is_none() && args.breaks.is_empty() && !args.stats && !args.fidelity {
            return Ok(None);
        }
        let Some(first) = entries.first() else { return Ok(None) };
        // All launches are of one program.
        let program = first.program();
        let mut breaks = Breaks::new(program);
        args.breaks.iter().try_for_each(|text| add(&mut breaks, text, entries))?;
        let notation = notation(args.print);
        let filter = Filter { workgroup: args.trace_group, wave: args.trace_wave, lane: args.trace_lane };
        let trace = args.trace.map(|form| {
            let sink = move |record: &TraceRecord| writer.record(form, record);
            Box::new(Trace::new(program, filter, sink).notation(notation)) as Box<dyn Watcher>
        });
        Ok(Some(Self {
            trace,
            writer,
            stops: (!args.breaks.is_empty()).then(|| Stops {
                entries: entries.iter().map(|entry| (*entry).clone()).collect(),
                breaks,
                notation,
                lane: args.trace_lane,
                found: None,
                texts: args.breaks.clone(),
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

    /// What has to be said if the run came to none of the places where it should stop.
    pub fn missed(&self) -> Option<String> {
        let stops = self.stops.as_ref().filter(|stops| stops.found.is_none())?;
        let places: Vec<_> = stops.texts.iter().map(|text| format!("`{text}`")).collect();
        let wave = stops.entries.first()?.program().target().terms().wave;
        Some(format!("no {wave} came to {}", places.join(" or ")))
    }
}

/// The notation that is asked for.
pub fn notation(print: Option<Print>) -> Notation {
    match print {
        None => Notation::Typed,
        Some(Print::Hex) => Notation::Hex,
        Some(Print::Int) => Notation::Int,
        Some(Print::Uint) => Notation::Uint,
        Some(Print::Float) => Notation::Float,
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
            self.found = Some(stopped(&self.entries, wave, step, self.lane, self.notation));
        }
        goes_on
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        self.breaks.after(wave, step, accesses)
    }
}

/// Stops at `0x40001000`, at `+0x1c` from the start of the kernel, at `LABEL` or `LABEL+0x1c`, or at a line of the
/// source, `vadd.cl:7` or `:7`.
fn add(breaks: &mut Breaks, text: &str, entries: &[&Entry]) -> anyhow::Result<()> {
    anyhow::ensure!(!text.is_empty(), "--break: a place is missing, such as +0x1c or a label");
    let mut at = |address: u64| -> anyhow::Result<()> {
        let has_code = entries.iter().any(|entry| entry.code().may_begin(address));
        anyhow::ensure!(has_code, "--break {text}: no instruction begins at {address:#x}");
        breaks.at(address);
        Ok(())
    };
    // A decimal number may be a label.
    if number::radix(text).0 != 10
        && let Some(address) = number::unsigned(text)
    {
        return at(address);
    }
    let (label, offset) = text.split_once('+').unwrap_or((text, "0"));
    let Some(offset) = number::unsigned(offset) else {
        anyhow::bail!("--break {text}: `{offset}` is not a distance such as 0x1c")
    };
    let mut starts = entries.iter().filter(|entry| label.is_empty() || label == entry.name()).peekable();
    if starts.peek().is_some() {
        return starts.try_for_each(|entry| at(entry.address().wrapping_add(offset)));
    }
    if let Ok(address) = Breaks::new(entries[0].program()).at_symbol(text) {
        return at(address);
    }
    if text.contains(':') && breaks.at_line(text).is_ok() {
        return Ok(());
    }
    if let Some((file, line)) = text.rsplit_once(':') {
        let file = if file.is_empty() { "the source" } else { file };
        anyhow::bail!("--break {text}: no instruction comes from line {line} of {file}");
    }
    let names = || entries[0].program().symbols().iter().map(|s| s.name.as_str()).filter(|n| !n.ends_with(".kd"));
    let hint = match isatope::diagnostics::nearest(label, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("give an address as 0x…, or one of {}", names().take(10).collect::<Vec<_>>().join(", ")),
    };
    anyhow::bail!("--break {text}: the program has no label `{label}`; {hint}");
}
