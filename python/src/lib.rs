//! The Python package `isatope`: the library with the types of Python and numpy.
//!
//! Each file is one topic. Errors become the exceptions of [`errors`]; bytes are anything with Python's buffer interface.

mod assemble;
mod bytes;
mod checks;
mod errors;
mod explain;
mod instruction;
mod launch;
mod library;
mod registers;
mod session;
mod tables;
mod target;
mod wave;

use pyo3::prelude::*;

/// The native half of the package.
#[pymodule]
mod _isatope {
    #[pymodule_export]
    use crate::assemble::{Source, assemble};
    #[pymodule_export]
    use crate::checks::{Finding, check};
    #[pymodule_export]
    use crate::errors::{AssemblyError, DecodeError, Diagnostic, Error, Fault};
    #[pymodule_export]
    use crate::explain::{Page, explain, search};
    #[pymodule_export]
    use crate::instruction::{Instruction, Operand, decode};
    #[pymodule_export]
    use crate::launch::Run;
    #[pymodule_export]
    use crate::library::{Argument, Image, Kernel, Library, open};
    #[pymodule_export]
    use crate::session::{Changes, Session, WaveView};
    #[pymodule_export]
    use crate::tables::{scan, table};
    #[pymodule_export]
    use crate::target::{Target, targets};
    #[pymodule_export]
    use crate::wave::Wave;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
