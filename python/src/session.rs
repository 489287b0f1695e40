//! Kernels step by step.

use isatope::emulator::watch::{Breaks, Hit, Kind};
use isatope::emulator::{self, Changed, Pause, Program, Watcher};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

use crate::arguments::{Memory, Prepared};
use crate::errors;
use crate::instruction::Instruction;
use crate::launch::{self, Calls, Signals, Wishes};
pub use crate::registers::View as WaveView;
use crate::registers::{self, address_in_file};

/// What an instruction changed.
#[pyclass(frozen, get_all, module = "isatope")]
pub struct Changes {
    /// Address of the instruction in the file.
    pc: u64,
    /// Names of the registers that changed.
    registers: Vec<String>,
    /// Writes to memory: memory, address, number of bytes, lane.
    writes: Vec<(&'static str, u64, u32, u32)>,
}

#[pymethods]
impl Changes {
    fn __repr__(&self) -> String {
        format!("<Changes at {:#x}: {}; {} writes>", self.pc, self.registers.join(", "), self.writes.len())
    }
}

/// A launch that runs step by step, forward and back. Addresses of code are those in the file, as in
/// `Kernel.instructions`; registers hold addresses in memory. Any thread may use it, one at a time.
#[pyclass(module = "isatope")]
pub struct Session {
    inner: emulator::Session,
    breaks: Breaks,
    target: isatope::Target,
    kernel: String,
    written: Vec<(Memory, Py<PyAny>)>,
    /// A function that is called before each instruction of `run`.
    watch: Option<Py<PyAny>>,
}

impl Session {
    /// A launch before its first instruction.
    pub fn start(prepared: Prepared<'_>, kernel: &str, wishes: Wishes<'_>) -> PyResult<Self> {
        let Wishes { options, progress, watch, fidelity, .. } = wishes;
        if progress.is_some() || fidelity.is_some() {
            return Err(PyTypeError::new_err("a session has no `progress` and no `fidelity`"));
        }
        let (device, launch, written) = prepared.into_parts();
        let (breaks, target) = (Breaks::new(launch.entry().program()), device.target());
        let inner = emulator::Session::new(device, launch, options);
        Ok(Self { inner, breaks, target, kernel: kernel.to_owned(), written, watch: watch.map(Bound::unbind) })
    }

    fn program(&self) -> &Program {
        self.inner.launch().entry().program()
    }

    fn in_file(&self, loaded: u64) -> u64 {
        address_in_file(self.program(), loaded)
    }

    fn fault(&self, py: Python<'_>, fault: &emulator::Fault) -> PyErr {
        errors::fault(py, fault, &self.kernel, self.inner.device(), &self.inner.printed())
    }

    fn pause(&self, py: Python<'_>, pause: Pause) -> PyResult<&'static str> {
        match pause {
            Pause::Stepped => Ok("steps"),
            Pause::Break => Ok("break"),
            Pause::Done => Ok("ended"),
            Pause::Fault(fault) => Err(self.fault(py, &fault)),
            _ => Err(errors::other("the session stopped for a reason that the package does not know")),
        }
    }
}

#[pymethods]
impl Session {
    /// Stops before the instruction at a symbol (`saxpy+0x20`), a line (`saxpy.cl:7`), or an address in the file.
    /// Gives the addresses.
    fn break_at(&mut self, place: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let no_code = || PyValueError::new_err(format!("no code is at {place}"));
        let address = place.extract::<u64>();
        if address.is_ok() || place.is_instance_of::<PyInt>() {
            let address = address.map_err(|_| no_code())?;
            let no_code = || PyValueError::new_err(format!("no code is at {address:#x}"));
            let loaded = self.program().place_in_memory(address).ok_or_else(no_code)?;
            self.breaks.at(loaded);
            return Ok(vec![address]);
        }
        let name: String = place.extract()?;
        let addresses = match self.breaks.at_symbol(&name) {
            Ok(address) => vec![address],
            Err(error) => self.breaks.at_line(&name).map_err(|_| PyValueError::new_err(error.to_string()))?,
        };
        match addresses.iter().all(|address| self.program().place_in_file(*address).is_some()) {
            true => Ok(addresses.into_iter().map(|address| self.in_file(address)).collect()),
            false => Err(no_code()),
        }
    }

    /// Stops after changes of a register.
    fn watch_register(&mut self, name: &str) -> PyResult<()> {
        self.breaks.on_change(name).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Stops after accesses to memory. `kind` is `read`, `write` or `both`.
    #[pyo3(signature = (address, size, kind="write", memory=None))]
    fn watch_memory(&mut self, address: u64, size: u64, kind: &str, memory: Option<&str>) -> PyResult<()> {
        let kind = match kind {
            "read" => Kind::Read,
            "write" => Kind::Write,
            "both" => Kind::Any,
            other => return Err(PyValueError::new_err(format!("kind='{other}': use 'read', 'write' or 'both'"))),
        };
        let arch = self.target.arch();
        let global = arch.roles.global.and_then(|number| arch.memories.get(number)).copied();
        let memory = memory.or(global).unwrap_or_default().to_string();
        let end = address.saturating_add(size);
        self.breaks.on_access(&memory, address..end, kind).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Removes all breakpoints.
    fn clear(&mut self) {
        self.breaks.clear();
    }

    /// Runs to the next breakpoint or the end: `break` or `ended`. A fault is an exception.
    fn run(&mut self, py: Python<'_>) -> PyResult<&'static str> {
        let Some(function) = &self.watch else {
            let (inner, breaks) = (&mut self.inner, &mut self.breaks);
            let progress = inner.device().progress().clone();
            let run = || inner.run(&mut [breaks as &mut dyn Watcher]);
            let pause = launch::patiently(py, run, || Ok(()), || progress.interrupt())?;
            return self.pause(py, pause);
        };
        let mut signals = Signals::new(py);
        let mut calls = Calls::new(function.bind(py), self.inner.launch().entry().program());
        let pause = self.inner.run(&mut [&mut signals, &mut self.breaks, &mut calls]);
        match signals.failed.or(calls.failed) {
            Some(error) => Err(error),
            None => self.pause(py, pause),
        }
    }

    /// Runs one instruction.
    fn step(&mut self, py: Python<'_>) -> PyResult<Changes> {
        let (pause, changes) = self.inner.step();
        if let Pause::Fault(fault) = pause {
            return Err(self.fault(py, &fault));
        }
        let name = |changed: &Changed| changed.name(self.target);
        let write = |access: &emulator::fault::Access| {
            (access.memory_called(self.target), access.address, access.bytes, access.lane)
        };
        Ok(Changes {
            pc: self.in_file(changes.pc),
            registers: changes.registers.iter().filter_map(name).collect(),
            writes: changes.writes.iter().map(write).collect(),
        })
    }

    /// Goes back by one instruction; `False` at the beginning.
    fn back(&mut self) -> bool {
        self.inner.step_back()
    }

    /// Goes to the state after a number of instructions, back or forward.
    fn go_to(&mut self, py: Python<'_>, steps: u64) -> PyResult<()> {
        let inner = &mut self.inner;
        let progress = inner.device().progress().clone();
        launch::patiently(py, || inner.try_go_to(steps), || Ok(()), || progress.interrupt()).map(|_| ())
    }

    /// Number of instructions that have run.
    #[getter]
    fn steps(&self) -> u64 {
        self.inner.steps()
    }

    /// Whether all wavefronts have ended, or there was a fault.
    #[getter]
    fn over(&self) -> bool {
        self.inner.over().is_some()
    }

    /// Why it stopped at a breakpoint.
    #[getter]
    fn hit(&self) -> Option<String> {
        self.breaks.hit().map(|hit| match hit {
            Hit::Place(address) => format!("the instruction at {:#x}", self.in_file(*address)),
            Hit::Register { name, pc } => format!("{name} changed at {:#x}", self.in_file(*pc)),
            Hit::Memory { access, pc } => format!("an access to {:#x} at {:#x}", access.address, self.in_file(*pc)),
        })
    }

    /// The instruction that is next.
    #[getter]
    fn next(&self) -> Option<Instruction> {
        let one = |step: &emulator::Step| Instruction { inner: step.instruction, address: self.in_file(step.address) };
        self.inner.next_step().map(one)
    }

    /// Where the next instruction is: `saxpy+0x20`.
    #[getter]
    fn symbol(&self) -> Option<String> {
        let address = self.inner.next_step()?.address;
        self.program().name_of(address)
    }

    /// Text that the kernel has printed so far.
    #[getter]
    fn printed(&self) -> String {
        String::from_utf8_lossy(&self.inner.printed().text).into_owned()
    }

    /// The wavefront whose turn it is.
    #[getter]
    fn wave(&self) -> Option<WaveView> {
        self.inner.current().map(|(_, wave)| WaveView::new(self.program(), wave))
    }

    /// All wavefronts that are under way.
    #[getter]
    fn waves(&self) -> Vec<WaveView> {
        let waves = self.inner.workgroups().iter().flat_map(|workgroup| &workgroup.waves);
        waves.map(|wave| WaveView::new(self.program(), wave)).collect()
    }

    /// Reads bytes of memory, as the wavefront whose turn it is sees them: of the global memory, or of one by its name.
    #[pyo3(signature = (address, count, memory=None))]
    fn memory<'py>(
        &self,
        py: Python<'py>,
        address: u64,
        count: usize,
        memory: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let number = registers::memory(self.target, memory)?;
        let missing = || PyValueError::new_err(format!("no buffer has {count} bytes at {address:#x}"));
        if memory.is_none() {
            let bytes = self.inner.device().memory().bytes(address, count);
            return Ok(PyBytes::new(py, bytes.ok_or_else(missing)?));
        }
        let (group, wave) = self.inner.current().ok_or_else(|| PyValueError::new_err("no wavefront is under way"))?;
        if count > u32::MAX as usize {
            return Err(missing());
        }
        let mut bytes = vec![0; count];
        match self.inner.read(group, wave, number, address, &mut bytes) {
            true => Ok(PyBytes::new(py, &bytes)),
            false => Err(missing()),
        }
    }

    /// Copies what the kernel has written so far into the arrays that it was given.
    fn sync(&self, py: Python<'_>) -> PyResult<()> {
        for (memory, array) in &self.written {
            memory.copy_into(self.inner.device(), array.bind(py))?;
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Session of {}, after {} instructions>", self.kernel, self.inner.steps())
    }
}
