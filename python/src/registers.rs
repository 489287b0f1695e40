//! Registers of wavefronts as arrays of numpy.

use isatope::emulator::{Program, State, Wavefront};
use isatope::{Place, Target};
use isatope_lanes::{Location, Wave};
use numpy::ndarray::{Array1, Array2};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::exceptions::{PyAttributeError, PyKeyError, PyValueError};
use pyo3::prelude::*;

/// A register file by the prefix of its registers: its place, number of words, and whether each lane has its own.
pub fn file(target: Target, prefix: &str) -> Option<Location> {
    let machine = isatope_lanes::machine::find(target.arch().name, target.lanes())?;
    let file = target.arch().files.iter().find(|file| file.prefix.as_str() == prefix)?;
    let mut location = machine.location(target.register(&format!("{prefix}0")).ok()?)?;
    location.count = file.count as usize;
    Some(location)
}

/// The location of a register.
pub fn location(target: Target, name: &str) -> PyResult<Location> {
    let place = target.register(name).map_err(|error| PyKeyError::new_err(error.to_string()))?;
    let machine = isatope_lanes::machine::find(target.arch().name, target.lanes());
    let location = machine.and_then(|machine| machine.location(place));
    location.ok_or_else(|| PyKeyError::new_err(format!("`{name}` is no register")))
}

/// The number of a memory by its name; the global one without a name.
pub fn memory(target: Target, name: Option<&str>) -> PyResult<usize> {
    let arch = target.arch();
    let number = match name {
        None => arch.roles.global,
        Some(name) => arch.memories.iter().position(|memory| *memory == name),
    };
    number.ok_or_else(|| {
        let known: Vec<String> = arch.memories.iter().map(|name| name.to_string()).collect();
        PyValueError::new_err(format!("{target} has the memories {}", known.join(", ")))
    })
}

/// Moves the program counter past an instruction of so many bytes: an instruction that reads it sees that address.
pub fn advance(target: Target, wave: &mut Wave, bytes: u64) {
    let arch = target.arch();
    let Some(register) = arch.roles.program_counter else { return };
    let place = Place::Special { register: target.row(register), part: None };
    let machine = isatope_lanes::machine::find(arch.name, target.lanes());
    let Some(at) = machine.and_then(|machine| machine.location(place)) else { return };
    match at.per_lane {
        false => wave.set_reg_u64(at.first, wave.reg_u64(at.first).wrapping_add(bytes)),
        true => {
            for lane in 0..wave.lanes() {
                wave.set_lane_reg_u64(at.first, lane, wave.lane_reg_u64(at.first, lane).wrapping_add(bytes));
            }
        }
    }
}

/// A copy of registers: a row for each register, of all lanes where each lane has its own.
pub fn array<'py>(py: Python<'py>, wave: &Wave, at: Location) -> Bound<'py, PyAny> {
    match at.per_lane {
        true => {
            let rows = Array2::from_shape_fn((at.count, wave.lanes()), |(row, lane)| wave.row(at.first + row)[lane]);
            rows.into_pyarray(py).into_any()
        }
        false => {
            let words = wave.scalars()[at.first..at.first + at.count].to_vec();
            Array1::from(words).into_pyarray(py).into_any()
        }
    }
}

/// A register by its name: a number, or an array of the lanes' values.
pub fn value<'py>(py: Python<'py>, wave: &Wave, at: Location) -> PyResult<Bound<'py, PyAny>> {
    if at.count > 2 {
        return Ok(array(py, wave, at));
    }
    let word = |word: usize, lane: usize| match at.per_lane {
        true => u64::from(wave.row(at.first + word)[lane]),
        false => u64::from(wave.scalars()[at.first + word]),
    };
    let value = |lane: usize| (0..at.count).fold(0, |value, at| value | word(at, lane) << (32 * at));
    match (at.per_lane, at.count) {
        (false, _) => Ok(value(0).into_pyobject(py)?.into_any()),
        (true, 1) => Ok(Array1::from_shape_fn(wave.lanes(), |lane| value(lane) as u32).into_pyarray(py).into_any()),
        (true, _) => Ok(Array1::from_shape_fn(wave.lanes(), value).into_pyarray(py).into_any()),
    }
}

/// The registers of a wavefront as they were at one time. Files are attributes by the prefix of their registers
/// (`v`, `s`, `r`); other registers are items (`wave["exec"]`).
#[pyclass(frozen, name = "WaveView", module = "isatope")]
pub struct View {
    target: Target,
    registers: Wave,
    workgroup: [u32; 3],
    number: u32,
    pc: u64,
    loaded_pc: u64,
    state: State,
}

/// The address in the file of code that is loaded; outside of the code, the address in memory.
pub fn address_in_file(program: &Program, loaded: u64) -> u64 {
    program.place_in_file(loaded).map_or(loaded, |place| place.address)
}

impl View {
    /// A copy.
    pub fn new(program: &Program, wave: &Wavefront) -> Self {
        Self {
            target: program.target(),
            registers: wave.registers.clone(),
            workgroup: wave.workgroup,
            number: wave.number,
            pc: address_in_file(program, wave.pc),
            loaded_pc: wave.pc,
            state: wave.state,
        }
    }
}

#[pymethods]
impl View {
    /// Its workgroup, by its indices in x, y and z.
    #[getter]
    fn workgroup(&self) -> [u32; 3] {
        self.workgroup
    }

    /// Its number in the workgroup.
    #[getter]
    fn number(&self) -> u32 {
        self.number
    }

    /// Address of its next instruction in the file.
    #[getter]
    fn pc(&self) -> u64 {
        self.pc
    }

    /// Address of its next instruction in memory, as registers hold such addresses.
    #[getter]
    fn loaded_pc(&self) -> u64 {
        self.loaded_pc
    }

    /// `runs`, `waits` (at a barrier) or `ended`.
    #[getter]
    fn state(&self) -> &'static str {
        match self.state {
            State::Running => "runs",
            State::AtBarrier | State::AtGlobalBarrier => "waits",
            State::Ended => "ended",
        }
    }

    /// Mask of the active lanes.
    #[getter]
    fn exec(&self) -> u64 {
        self.registers.exec()
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match file(self.target, name) {
            Some(at) => Ok(array(py, &self.registers, at)),
            None => Err(PyAttributeError::new_err(format!("{} has no register file `{name}`", self.target))),
        }
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        value(py, &self.registers, location(self.target, name)?)
    }

    fn __repr__(&self) -> String {
        format!("<WaveView of workgroup {:?}, wave {}, at {:#x}>", self.workgroup, self.number, self.pc)
    }
}

/// Copies an array into registers.
pub fn store(py: Python<'_>, wave: &mut Wave, at: Location, values: &Py<PyAny>) -> PyResult<()> {
    let values = values.bind(py);
    match at.per_lane {
        true => {
            let values = values.cast::<numpy::PyArray2<u32>>()?.try_readonly().map_err(crate::errors::other)?;
            for (row, values) in values.as_array().rows().into_iter().enumerate() {
                wave.row_mut(at.first + row).iter_mut().zip(values).for_each(|(to, from)| *to = *from);
            }
        }
        false => {
            let values = values.cast::<numpy::PyArray1<u32>>()?.try_readonly().map_err(crate::errors::other)?;
            wave.scalars_mut()[at.first..at.first + at.count]
                .iter_mut()
                .zip(values.as_array())
                .for_each(|(to, from)| *to = *from);
        }
    }
    Ok(())
}

/// Copies registers into an array.
pub fn load(py: Python<'_>, wave: &Wave, at: Location, values: &Py<PyAny>) -> PyResult<()> {
    let values = values.bind(py);
    match at.per_lane {
        true => {
            let mut values = values.cast::<numpy::PyArray2<u32>>()?.try_readwrite().map_err(crate::errors::other)?;
            for (row, mut values) in values.as_array_mut().rows_mut().into_iter().enumerate() {
                values.iter_mut().zip(wave.row(at.first + row)).for_each(|(to, from)| *to = *from);
            }
        }
        false => {
            let mut values = values.cast::<numpy::PyArray1<u32>>()?.try_readwrite().map_err(crate::errors::other)?;
            values
                .as_array_mut()
                .iter_mut()
                .zip(&wave.scalars()[at.first..at.first + at.count])
                .for_each(|(to, from)| *to = *from);
        }
    }
    Ok(())
}
