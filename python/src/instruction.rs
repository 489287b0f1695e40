//! Decoded instructions.

use isatope::data;
use isatope::{Edit, Write};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::bytes::code_at;
use crate::errors;
use crate::explain::Page;
use crate::target::{Target, TargetLike, dialect};

/// One instruction.
///
///     >>> (add,) = isa.decode(bytes.fromhex("01050002"), "gfx900")
///     >>> add.name, add.format, add.unit, add.reads, add.writes
///     ('v_add_f32', 'vop2', 'valu', ['v1', 'v2', 'exec', 'mode'], ['v0'])
///     >>> [(operand.name, operand.text) for operand in add.operands]
///     [('vdst', 'v0'), ('a', 'v1'), ('b', 'v2')]
///     >>> add.replace("src0", "1.0").text("llvm")
///     'v_add_f32_e32 v0, 1.0, v2'
#[pyclass(frozen, from_py_object, module = "isatope")]
#[derive(Clone)]
pub struct Instruction {
    /// The library's instruction.
    pub inner: isatope::Instruction,
    /// Its address, if it comes from code.
    pub address: u64,
}

/// Name, ranges of bits, value and meaning of a field.
type PartTuple = (String, Vec<(u8, u8)>, u64, String);

/// An operand of an instruction.
#[pyclass(frozen, get_all, module = "isatope")]
#[derive(Clone)]
pub struct Operand {
    /// Name in the specification: `vdst`.
    name: String,
    /// Text in the default dialect: `v[2:3]`.
    text: String,
    /// Registers: `v[2:3]`; `None` for constants.
    place: Option<String>,
    /// Bits of a constant.
    constant: Option<u64>,
    /// Value of a number.
    number: Option<i64>,
    /// Whether it is read.
    read: bool,
    /// Whether it is written.
    write: bool,
}

#[pymethods]
impl Operand {
    fn __str__(&self) -> String {
        self.text.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Operand {}={}>", self.name, self.text)
    }
}

/// A read or write of an instruction.
#[pyclass(frozen, get_all, module = "isatope")]
pub struct Access {
    /// What is accessed: `v[2:3]`, `vcc`, a memory, a unit outside of the wavefront.
    place: String,
    /// Name of the operand; `None` for what is implied.
    operand: Option<String>,
    /// Whether the effect of the instruction may depend on it.
    read: bool,
    /// `no`; `maybe` if it depends on values, or if a part is written; `always`.
    write: &'static str,
    /// Whether register indexing moves it.
    moves: bool,
}

#[pymethods]
impl Access {
    fn __repr__(&self) -> String {
        format!("<Access {}: read {}, write {}>", self.place, self.read, self.write)
    }
}

#[pymethods]
impl Instruction {
    /// Name of the operation: `v_bfe_u32`.
    #[getter]
    fn name(&self) -> &'static str {
        self.inner.mnemonic()
    }

    /// Address in the code that it was decoded from.
    #[getter]
    fn address(&self) -> u64 {
        self.address
    }

    /// Its bytes.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.bytes())
    }

    /// Number of its bytes.
    #[getter]
    fn size(&self) -> usize {
        self.inner.len()
    }

    /// Its target.
    #[getter]
    fn target(&self) -> Target {
        Target::of(self.inner.target())
    }

    /// Name of its format: `vop3a`.
    #[getter]
    fn format(&self) -> String {
        self.inner.format().name.to_string()
    }

    /// Unit that runs it: `valu`.
    #[getter]
    fn unit(&self) -> Option<&'static str> {
        self.inner.unit()
    }

    /// One sentence about it.
    #[getter]
    fn summary(&self) -> &'static str {
        self.inner.inst().summary.as_str()
    }

    /// Its text in a dialect.
    #[pyo3(signature = (dialect=None))]
    fn text(&self, dialect: Option<&str>) -> PyResult<String> {
        let dialect = self::dialect(self.inner.target(), dialect)?;
        Ok(self.inner.display(dialect).map_err(errors::other)?.to_string())
    }

    /// Its operands, in the order of the text.
    #[getter]
    fn operands(&self) -> Vec<Operand> {
        let one = |operand: isatope::Operand| Operand {
            text: operand.to_string(),
            read: operand.read(),
            write: operand.write() != Write::No,
            constant: operand.constant(),
            number: data::Operand::from(operand).number,
            place: operand.place().map(|place| place.to_string()),
            name: operand.name().to_string(),
        };
        self.inner.operands().map(one).collect()
    }

    /// Names of the places that it reads, explicit and implied.
    #[getter]
    fn reads(&self) -> Vec<String> {
        self.places(|access| access.read)
    }

    /// Names of the places that it writes or may write.
    #[getter]
    fn writes(&self) -> Vec<String> {
        self.places(|access| access.write != Write::No)
    }

    /// All its reads and writes, explicit and implied.
    #[getter]
    fn accesses(&self) -> Vec<Access> {
        let names: Vec<&str> = self.inner.operands().map(|operand| operand.name()).collect();
        let one = |access: isatope::Access| Access {
            place: access.place.to_string(),
            operand: access.operand.and_then(|at| names.get(usize::from(at))).map(|name| name.to_string()),
            read: access.read,
            write: match access.write {
                Write::No => "no",
                Write::Maybe => "maybe",
                Write::Always => "always",
            },
            moves: access.moves,
        };
        self.inner.access().map(one).collect()
    }

    /// Its fields by their names.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        for part in self.inner.explain() {
            fields.set_item(part.name, part.value)?;
        }
        Ok(fields)
    }

    /// Its bits: name, value and meaning of each field, with the ranges of bits from the most significant one on.
    #[getter]
    fn parts(&self) -> Vec<PartTuple> {
        let part =
            |part: isatope::Part| (part.name.to_string(), part.bits().collect(), part.value, part.meaning.to_string());
        self.inner.explain().map(part).collect()
    }

    /// Where it leads: `next`, `branch`, `jump`, `call`, `trap` or `end`.
    #[getter]
    fn flow(&self) -> PyResult<&'static str> {
        Ok(data::Instruction::new(&self.inner, self.inner.target().dialect()).map_err(errors::other)?.flow)
    }

    /// Address that it leads to, if it says one.
    #[getter]
    fn branch_target(&self) -> Option<u64> {
        self.inner.branch_target(self.address)
    }

    /// The literal that follows its word.
    #[getter]
    fn literal(&self) -> Option<u32> {
        self.inner.literal()
    }

    /// The same instruction with another operand or modifier, given as text.
    #[pyo3(name = "replace")]
    fn with_operand(&self, py: Python<'_>, name: &str, text: &str) -> PyResult<Self> {
        let inner = self.inner.with(name, text).map_err(|error| errors::assembly(py, &error, text))?;
        Ok(Self { inner, address: self.address })
    }

    /// Its page in the reference.
    fn page(&self) -> PyResult<Page> {
        Page::of(&isatope::explain::of(&self.inner), Some(self.inner.target()))
            .ok_or_else(|| errors::other("the instruction has no page"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, InstructionParts<'py>)> {
        Ok((errors::restorer(py, "_instruction")?, (self.target(), self.bytes(py), self.address)))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __hash__(&self) -> u64 {
        self.inner.bits()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Instruction {:#x}: {}>", self.address, self.inner)
    }
}

impl Instruction {
    fn places(&self, wanted: impl Fn(&isatope::Access) -> bool) -> Vec<String> {
        let mut places = Vec::new();
        for access in self.inner.access().filter(wanted) {
            let name = access.place.to_string();
            if !places.contains(&name) {
                places.push(name);
            }
        }
        places
    }
}

/// Target, bytes and address of an instruction.
type InstructionParts<'py> = (Target, Bound<'py, PyBytes>, u64);

/// Makes an instruction of its bytes, for `pickle`.
#[pyfunction(name = "_instruction")]
pub fn restored_instruction(py: Python<'_>, target: Target, code: &[u8], address: u64) -> PyResult<Instruction> {
    let inner = target.inner.decode(code).map_err(|why| errors::decode(py, 0, address, &why))?;
    Ok(Instruction { inner, address })
}

/// Decodes machine code: an iterator of instructions.
#[pyclass(module = "isatope")]
pub struct Decoder {
    target: isatope::Target,
    code: Vec<u8>,
    offset: usize,
    base: u64,
    skip: bool,
}

#[pymethods]
impl Decoder {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Instruction>> {
        loop {
            let mut decoder = self.target.decoder(&self.code);
            decoder.seek(self.offset);
            let Some((offset, found)) = decoder.next() else { return Ok(None) };
            self.offset = decoder.offset();
            let address = self.base + offset as u64;
            match found {
                Ok(inner) => return Ok(Some(Instruction { inner, address })),
                Err(_) if self.skip => {}
                Err(why) => return Err(errors::decode(py, offset, address, &why)),
            }
        }
    }
}

/// Decodes machine code. `errors` is `raise` or `skip`.
///
///     >>> [inst.text("llvm") for inst in isa.decode(bytes.fromhex("030080bf000081bf"), "gfx900")]
///     ['s_nop 3', 's_endpgm']
#[pyfunction]
#[pyo3(signature = (code, target, *, address=0, errors="raise"))]
pub fn decode(code: &Bound<'_, PyAny>, target: TargetLike, address: u64, errors: &str) -> PyResult<Decoder> {
    let skip = match errors {
        "raise" => false,
        "skip" => true,
        other => return Err(PyValueError::new_err(format!("errors='{other}': use 'raise' or 'skip'"))),
    };
    Ok(Decoder { target: target.get()?.inner, code: code_at(code, address)?, offset: 0, base: address, skip })
}
