//! Single instructions on the registers of one wavefront.

use std::collections::BTreeMap;

use isatope::emulator::{Solo, exec};
use isatope_lanes::Location;
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::bytes::bytes_of;
use crate::errors;
use crate::instruction::Instruction;
use crate::registers;
use crate::target::{Target, TargetLike};

/// The registers of one wavefront (or warp) with memories of its own. Register files are arrays that stay the same:
/// `w.v[1] = 7`, `w.s[4]`; other registers are items: `w["vcc"]`.
///
///     >>> w = isa.Wave("gfx900")
///     >>> w.v[1] = 0xABCD
///     >>> w.run("v_bfe_u32 v0, v1, 8, 4")
///     >>> int(w.v[0, 63]), hex(w["exec"])
///     (11, '0xffffffffffffffff')
#[pyclass(module = "isatope")]
pub struct Wave {
    target: isatope::Target,
    solo: Box<Solo>,
    /// Arrays that were asked for, with the registers that they are.
    arrays: BTreeMap<String, (Location, Py<PyAny>)>,
}

#[pymethods]
impl Wave {
    /// A wavefront with all lanes active.
    #[new]
    fn new(target: TargetLike) -> PyResult<Self> {
        let target = target.get()?.inner;
        let machine = isatope_lanes::machine::find(target.arch().name, target.lanes())
            .ok_or_else(|| errors::other("the emulator does not know the architecture"))?;
        Ok(Self { target, solo: Box::new(Solo::start(machine)), arrays: BTreeMap::new() })
    }

    /// Its target.
    #[getter]
    fn target(&self) -> Target {
        Target::of(self.target)
    }

    /// Runs machine code, an instruction, or assembly text, in order. Branches change the program counter and nothing
    /// else.
    fn run(&mut self, py: Python<'_>, code: &Bound<'_, PyAny>) -> PyResult<()> {
        let code = self.instructions(py, code)?;
        for (at, array) in self.arrays.values() {
            registers::store(py, &mut self.solo.wave, *at, array)?;
        }
        let mut ended = Ok(());
        for inst in code {
            if inst.target() != self.target {
                let message = format!("an instruction of {} does not run on {}", inst.target(), self.target);
                ended = Err(PyValueError::new_err(message));
                break;
            }
            registers::advance(self.target, &mut self.solo.wave, inst.len() as u64);
            if let Err(error) = exec(&mut self.solo, &inst) {
                ended = Err(errors::other(format!("{inst}: {error}")));
                break;
            }
        }
        for (at, array) in self.arrays.values() {
            registers::load(py, &self.solo.wave, *at, array)?;
        }
        ended
    }

    /// Adds an allocation of memory with these contents at an address.
    #[pyo3(signature = (address, contents, memory=None))]
    fn map(&mut self, address: u64, contents: &Bound<'_, PyAny>, memory: Option<&str>) -> PyResult<()> {
        let bytes = bytes_of(contents)?;
        let number = registers::memory(self.target, memory)?;
        self.solo.world.memories[number].add(address, bytes).map_err(errors::other)
    }

    /// Reads bytes of memory.
    #[pyo3(signature = (address, count, memory=None))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        address: u64,
        count: usize,
        memory: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.solo.world.memories[registers::memory(self.target, memory)?].bytes(address, count);
        let bytes =
            bytes.ok_or_else(|| PyValueError::new_err(format!("no allocation has {count} bytes at {address:#x}")))?;
        Ok(PyBytes::new(py, bytes))
    }

    fn __getattr__(&mut self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        if let Some((_, array)) = self.arrays.get(name) {
            return Ok(array.clone_ref(py));
        }
        let at = registers::file(self.target, name)
            .ok_or_else(|| PyAttributeError::new_err(format!("{} has no register file `{name}`", self.target)))?;
        let array = registers::array(py, &self.solo.wave, at).unbind();
        self.arrays.insert(name.to_string(), (at, array.clone_ref(py)));
        Ok(array)
    }

    fn __getitem__<'py>(&mut self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.take_arrays(py)?;
        registers::value(py, &self.solo.wave, registers::location(self.target, name)?)
    }

    /// Sets a register: in all lanes if the value is one number.
    fn __setitem__(&mut self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.take_arrays(py)?;
        let at = registers::location(self.target, name)?;
        if at.count > 2 {
            return Err(PyValueError::new_err(format!("`{name}` is more than two registers")));
        }
        let lanes = self.target.lanes();
        let values: Vec<u64> = match value.extract::<u64>() {
            Ok(value) => vec![value; lanes],
            Err(_) => match value.try_iter() {
                Ok(items) => items.map(|item| item?.extract()).collect::<PyResult<_>>().unwrap_or_default(),
                Err(_) => Vec::new(),
            },
        };
        let fits = |value: &u64| *value >> (32 * at.count - 1) <= 1;
        if values.len() != lanes || !values.iter().all(fits) || (!at.per_lane && values.iter().any(|v| *v != values[0]))
        {
            let bits = 32 * at.count;
            let lanes = if at.per_lane { ", or one for each lane" } else { "" };
            return Err(PyValueError::new_err(format!("`{name}` takes one number from 0 to 2**{bits} - 1{lanes}")));
        }
        for word in 0..at.count {
            let part = |value: u64| (value >> (32 * word)) as u32;
            match at.per_lane {
                true => self
                    .solo
                    .wave
                    .row_mut(at.first + word)
                    .iter_mut()
                    .zip(&values)
                    .for_each(|(to, from)| *to = part(*from)),
                false => self.solo.wave.scalars_mut()[at.first + word] = part(values[0]),
            }
        }
        for (at, array) in self.arrays.values() {
            registers::load(py, &self.solo.wave, *at, array)?;
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Wave of {}>", self.target)
    }
}

impl Wave {
    /// Takes over what was written into the arrays.
    fn take_arrays(&mut self, py: Python<'_>) -> PyResult<()> {
        for (at, array) in self.arrays.values() {
            registers::store(py, &mut self.solo.wave, *at, array)?;
        }
        Ok(())
    }

    fn instructions(&self, py: Python<'_>, code: &Bound<'_, PyAny>) -> PyResult<Vec<isatope::Instruction>> {
        if let Ok(one) = code.extract::<Instruction>() {
            return Ok(vec![one.inner]);
        }
        if let Ok(text) = code.extract::<String>() {
            let source = isatope::Source::in_any_dialect(self.target, text, isatope::assembler::Options::default());
            return match source.failed() {
                true => Err(errors::source(py, &source)),
                false => Ok(source.instructions().collect()),
            };
        }
        let bytes = bytes_of(code)?;
        let decoded = self.target.decoder(&bytes);
        decoded.map(|(at, found)| found.map_err(|why| errors::decode(py, at, at as u64, &why))).collect()
    }
}
