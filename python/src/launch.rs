//! Launches of kernels with arrays of numpy.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use isatope::emulator::watch::{self, Fidelity};
use isatope::emulator::{Device, Extras, Fault, Launch, Options, Program, Step, Totals, Watcher, Wavefront};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::arguments::Prepared;
use crate::errors;
use crate::registers;
use crate::sizes::offset;

/// How often a run looks for signals.
pub const SIGNALS: Duration = Duration::from_millis(50);

/// What a launch did.
#[pyclass(frozen, get_all, module = "isatope")]
pub struct Run {
    /// Counts: `workgroups`, `wavefronts`, `instructions`, and `hidden` accesses out of the range of a buffer.
    stats: BTreeMap<&'static str, u64>,
    /// Time that the emulator took, in seconds.
    seconds: f64,
    /// Text that the kernel printed.
    printed: String,
    /// With `fidelity=True`, the executed instructions whose meaning is not known exactly, the most frequent first.
    inexact: Option<Vec<Inexact>>,
}

/// An executed instruction whose meaning is not known exactly.
#[pyclass(frozen, get_all, module = "isatope")]
#[derive(Clone)]
pub struct Inexact {
    /// Name of the instruction.
    instruction: &'static str,
    /// Name of the format that ran.
    format: &'static str,
    /// `assumed` or `approximate`.
    status: &'static str,
    /// Number of executions.
    count: u64,
    /// What is assumed.
    reasons: Vec<String>,
}

#[pymethods]
impl Inexact {
    fn __repr__(&self) -> String {
        format!("<Inexact {}: {}, {} executions>", self.instruction, self.status, self.count)
    }
}

impl From<watch::Inexact> for Inexact {
    fn from(found: watch::Inexact) -> Self {
        let watch::Inexact { instruction, format, status, count, reasons } = found;
        Self { instruction, format, status, count, reasons }
    }
}

#[pymethods]
impl Run {
    fn __repr__(&self) -> String {
        format!("<Run {:?}, {:.3} s>", self.stats, self.seconds)
    }
}

/// Options of a run, from keyword arguments, and what is not for the emulator.
pub struct Wishes<'py> {
    /// Options of the emulator.
    pub options: Options,
    /// What is told about progress: `True`, or a function.
    pub progress: Option<Bound<'py, PyAny>>,
    /// A function that is called before each instruction.
    pub watch: Option<Bound<'py, PyAny>>,
    /// What only launches of kernels take: an offset of the grid, and a stack.
    pub extras: Extras,
    /// Counts instructions that are not exact.
    pub fidelity: Option<RefCell<Fidelity>>,
}

impl<'py> Wishes<'py> {
    /// Reads keyword arguments where there is no kernel that could take `offset` and `stack`.
    pub fn without_extras(given: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let wishes = Self::new(given)?;
        match wishes.extras == Extras::default() {
            true => Ok(wishes),
            false => Err(PyTypeError::new_err("only launches of kernels take `offset` and `stack`")),
        }
    }

    /// Reads keyword arguments.
    pub fn new(given: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let (options, extras) = (Options::default(), Extras::default());
        let mut wishes = Self { options, progress: None, watch: None, extras, fidelity: None };
        let options = &mut wishes.options;
        for (name, value) in given.into_iter().flatten() {
            let name: String = name.extract()?;
            let wrong = |error: PyErr| PyTypeError::new_err(format!("{name}: {}", error.value(value.py())));
            match name.as_str() {
                "check_init" => options.check_init = value.extract().map_err(wrong)?,
                "check_races" => {
                    // `strict` reports writes of the same value too.
                    options.check_races_strictly = value.extract::<&str>().is_ok_and(|level| level == "strict");
                    options.check_races = options.check_races_strictly || value.extract().map_err(wrong)?;
                }
                "check_waits" => options.check_waits = value.extract().map_err(wrong)?,
                "allow_same_value" => options.allow_same_value = value.extract().map_err(wrong)?,
                "any_barrier" => options.any_barrier = value.extract().map_err(wrong)?,
                "unaligned_scratch" => options.unaligned_scratch = value.extract().map_err(wrong)?,
                "poison" => options.poison = value.extract().map_err(wrong)?,
                "garbage" => options.garbage = value.extract().map_err(wrong)?,
                "reverse" => options.reverse = value.extract().map_err(wrong)?,
                "seed" => options.seed = value.extract().map_err(wrong)?,
                "threads" => options.threads = value.extract().map_err(wrong)?,
                "max_instructions" => options.max_instructions = value.extract().map_err(wrong)?,
                "offset" => wishes.extras.offset = offset(&value).map_err(wrong)?,
                "stack" => wishes.extras.stack = value.extract().map_err(wrong)?,
                "fidelity" => {
                    wishes.fidelity = value.extract::<bool>().map_err(wrong)?.then(RefCell::default);
                }
                "progress" => wishes.progress = value.is_truthy()?.then_some(value),
                "watch" => wishes.watch = (!value.is_none()).then_some(value),
                other => {
                    return Err(PyTypeError::new_err(format!(
                        "`{other}` is no option: there are check_init, check_races, check_waits, allow_same_value, \
                         any_barrier, unaligned_scratch, poison, garbage, reverse, seed, threads, max_instructions, \
                         offset, stack, fidelity, progress, watch"
                    )));
                }
            }
        }
        if wishes.watch.is_some() && wishes.progress.is_some() {
            return Err(PyTypeError::new_err("give `watch` or `progress`, not both"));
        }
        Ok(wishes)
    }

    /// Runs a launch. The interpreter's lock is released, except for calls of functions of Python.
    ///
    /// # Errors
    /// An exception of a function of Python, or a signal. A fault is the inner error.
    pub fn run(&self, py: Python<'py>, device: &mut Device, launch: &Launch) -> PyResult<Result<Totals, Box<Fault>>> {
        let mut fidelity = self.fidelity.as_ref().map(RefCell::borrow_mut);
        let fidelity = fidelity.as_deref_mut();
        let Some(function) = &self.watch else { return interruptible(py, device, launch, self, fidelity) };
        let mut calls = Calls::new(function, launch.entry().program());
        let mut signals = Signals::new(py);
        let mut watchers: Vec<&mut dyn Watcher> = vec![&mut signals, &mut calls];
        watchers.extend(fidelity.map(|fidelity| fidelity as &mut dyn Watcher));
        let ended = device.run_watched(launch, &self.options, &mut watchers);
        match signals.failed.or(calls.failed) {
            Some(error) => Err(error),
            None => Ok(ended),
        }
    }

    /// The executed instructions that are not exact, if that was asked for.
    pub fn inexact(&self) -> Option<Vec<Inexact>> {
        let fidelity = self.fidelity.as_ref()?.borrow();
        Some(fidelity.list().into_iter().map(Inexact::from).collect())
    }
}

/// Calls a function of Python before each instruction. The run ends if it returns `False`, or with its exception.
pub struct Calls<'a, 'py> {
    function: &'a Bound<'py, PyAny>,
    program: Program,
    /// Its exception.
    pub failed: Option<PyErr>,
}

impl<'a, 'py> Calls<'a, 'py> {
    /// A watcher that calls a function.
    pub fn new(function: &'a Bound<'py, PyAny>, program: &Program) -> Self {
        Self { function, program: program.clone(), failed: None }
    }
}

impl Watcher for Calls<'_, '_> {
    fn before(&mut self, wave: &Wavefront, _: &Step) -> bool {
        if self.failed.is_some() {
            return false;
        }
        let py = self.function.py();
        let call = || {
            let view = registers::View::new(&self.program, wave);
            self.function.call1((Py::new(py, view)?,))
        };
        match call() {
            Ok(answer) => !answer.is(PyBool::new(py, false)),
            Err(error) => {
                self.failed = Some(error);
                false
            }
        }
    }
}

/// Lets other threads of Python run now and then, and stops the run if a signal raises an exception.
pub struct Signals<'py> {
    py: Python<'py>,
    steps: u32,
    /// The exception of a signal.
    pub failed: Option<PyErr>,
}

impl<'py> Signals<'py> {
    /// A watcher of signals.
    pub fn new(py: Python<'py>) -> Self {
        Self { py, steps: 0, failed: None }
    }
}

impl Watcher for Signals<'_> {
    fn before(&mut self, _: &Wavefront, _: &Step) -> bool {
        const STEPS: u32 = 1 << 14;
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS) && self.failed.is_none() {
            self.py.detach(std::thread::yield_now);
            self.failed = self.py.check_signals().err();
        }
        self.failed.is_none()
    }
}

/// Runs a launch to its end, and copies what it wrote into the arrays.
pub fn run<'py>(py: Python<'py>, mut prepared: Prepared<'py>, kernel: &str, wishes: &Wishes<'py>) -> PyResult<Run> {
    let started = Instant::now();
    let ended = {
        let Prepared { device, launch, .. } = &mut prepared;
        wishes.run(py, device, launch)
    };
    let seconds = started.elapsed().as_secs_f64();
    prepared.write_back()?;
    let printed = prepared.device.take_printed();
    let totals = ended?.map_err(|fault| errors::fault(py, &fault, kernel, &prepared.device, &printed))?;
    let printed = String::from_utf8_lossy(&printed.text).into_owned();
    Ok(Run { stats: stats(&totals), seconds, printed, inexact: wishes.inexact() })
}

/// Counts of a run by their names.
pub fn stats(totals: &Totals) -> BTreeMap<&'static str, u64> {
    let stats = [
        ("workgroups", totals.workgroups),
        ("wavefronts", totals.wavefronts),
        ("instructions", totals.instructions),
        ("hidden", totals.hidden),
    ];
    stats.into()
}

/// Runs without the interpreter's lock, shows progress, and looks for signals meanwhile.
fn interruptible(
    py: Python<'_>,
    device: &mut Device,
    launch: &Launch,
    wishes: &Wishes<'_>,
    fidelity: Option<&mut Fidelity>,
) -> PyResult<Result<Totals, Box<Fault>>> {
    let progress = device.progress().clone();
    let options = &wishes.options;
    let shows = wishes.progress.as_ref().is_some_and(|wish| wish.is_instance_of::<PyBool>());
    let tell = || match &wishes.progress {
        // The run has not begun.
        Some(_) if progress.workgroups().1 == 0 => Ok(()),
        Some(_) if shows => show(py, progress.workgroups(), ""),
        Some(function) => function.call1(progress.workgroups()).map(|_| ()),
        None => Ok(()),
    };
    let run = || match fidelity {
        Some(fidelity) => device.run_watched(launch, options, &mut [fidelity]),
        None => device.run(launch, options),
    };
    let ended = patiently(py, run, tell, || progress.interrupt())?;
    if shows {
        show(py, progress.workgroups(), "\n")?;
    }
    Ok(ended)
}

/// Runs something without the interpreter's lock. Now and then it calls `tell` and looks for signals; `stop` makes the
/// run end soon.
pub fn patiently<T: Send>(
    py: Python<'_>,
    run: impl FnOnce() -> T + Send,
    tell: impl Fn() -> PyResult<()>,
    stop: impl Fn(),
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (done, waits) = mpsc::channel();
        let waits = Mutex::new(waits);
        let wait = |most| waits.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(most);
        scope.spawn(move || {
            // Nobody listens if a signal ended the wait.
            let _ = done.send(panic::catch_unwind(AssertUnwindSafe(run)));
        });
        loop {
            match py.detach(|| wait(SIGNALS)) {
                Ok(Ok(ended)) => return Ok(ended),
                Ok(Err(_)) | Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(errors::other("the run ended by a panic, which is an error in this package"));
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            if let Err(error) = tell().and_then(|()| py.check_signals()) {
                stop();
                // The thread ends soon, and it must, because it borrows what it works on.
                let _ = py.detach(|| wait(Duration::MAX));
                return Err(error);
            }
        }
    })
}

/// Shows how many workgroups are done, in a line that the next call writes over.
fn show(py: Python<'_>, (done, of): (u64, u64), end: &str) -> PyResult<()> {
    let stderr = py.import("sys")?.getattr("stderr")?;
    stderr.call_method1("write", (format!("\r{done} of {of} workgroups{end}"),))?;
    stderr.call_method0("flush").map(|_| ())
}
