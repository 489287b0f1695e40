//! What looks at the instructions of a launch: traces, breakpoints, and counts of what is not exact.

use isatope_emu::fault::Access;
use isatope_emu::watch::{Breaks, Fidelity, Filter, Notation, Trace, TraceRecord, stopped};
use isatope_emu::{Cause, Entry, Launch, Step, Watcher, Wavefront};

use crate::records::Records;
use crate::settings::Settings;

/// All that looks at a launch.
#[derive(Default)]
pub(crate) struct Look {
    trace: Option<Box<dyn Watcher>>,
    breaks: Option<Stops>,
    pub fidelity: Option<Fidelity>,
}

/// Places where the state of the first wavefront is printed.
struct Stops {
    breaks: Breaks,
    entry: Entry,
    shown: bool,
}

impl Look {
    /// What the settings ask for, for a launch with a number.
    pub(crate) fn new(settings: &Settings, records: &Records, number: u64, kernel: &str, launch: &Launch) -> Self {
        let entry = launch.entry();
        let is_wanted = settings.only.as_ref().is_none_or(|only| only.has(number, kernel));
        let is_traced = settings.trace.as_ref().is_some_and(|traced| traced.has(number, kernel));
        let trace = is_traced.then(|| {
            eprintln!("launch {number}: {kernel}");
            let print = |record: &TraceRecord| eprintln!("{record}");
            Box::new(Trace::new(entry.program(), Filter::default(), print).notation(Notation::Typed))
                as Box<dyn Watcher>
        });
        let mut look = Self { trace, breaks: None, fidelity: (settings.fidelity && is_wanted).then(Fidelity::new) };
        if !settings.breaks.is_empty() && is_wanted {
            let mut breaks = Breaks::new(entry.program());
            let mut found = false;
            for place in &settings.breaks {
                found |= add(&mut breaks, place, entry);
            }
            if !found {
                records.log(|| format!("{kernel} has none of the places to stop at"));
            }
            look.breaks = found.then(|| Stops { breaks, entry: entry.clone(), shown: false });
        }
        look
    }

    /// Whether the launch came to one of the places.
    pub(crate) fn has_stopped(&self) -> bool {
        self.breaks.as_ref().is_some_and(|stops| stops.shown)
    }

    /// The watchers.
    pub(crate) fn all(&mut self) -> Vec<&mut dyn Watcher> {
        let mut all: Vec<&mut dyn Watcher> = Vec::new();
        if let Some(stops) = &mut self.breaks {
            all.push(stops);
        }
        if let Some(trace) = &mut self.trace {
            all.push(&mut **trace);
        }
        if let Some(fidelity) = &mut self.fidelity {
            all.push(fidelity);
        }
        all
    }
}

/// Adds a place: `+0x1c` from the start of the kernel, a symbol with or without a distance, or a line, `vadd.hip:7`.
fn add(breaks: &mut Breaks, place: &str, entry: &Entry) -> bool {
    if let Some(distance) = place.strip_prefix('+') {
        let hexadecimal = distance.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16).ok());
        let Some(distance) = hexadecimal.unwrap_or_else(|| distance.parse().ok()) else { return false };
        breaks.at(entry.address().wrapping_add(distance));
        return true;
    }
    breaks.at_symbol(place).is_ok() || place.contains(':') && breaks.at_line(place).is_ok()
}

impl Watcher for Stops {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        if !self.shown && !self.breaks.before(wave, step) {
            self.shown = true;
            eprint!("{}", stopped(std::slice::from_ref(&self.entry), wave, step, None, Notation::Typed));
        }
        true
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        if self.shown { None } else { self.breaks.after(wave, step, accesses) }
    }
}
