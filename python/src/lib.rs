//! The Python package `isatope`: the library with the types of Python and numpy.
//!
//! Each file is one topic. Errors become the exceptions of [`errors`]; bytes are anything with Python's buffer
//! interface.

mod arguments;
mod assemble;
mod blocks;
mod bytes;
mod checks;
mod costs;
mod errors;
mod explain;
mod instruction;
mod kernel;
mod launch;
mod library;
mod manifest;
mod mapping;
mod opened;
mod registers;
mod session;
mod shader;
mod sizes;
mod tables;
mod target;
mod texture;
mod values;
mod wave;

use pyo3::prelude::*;

/// The native half of the package.
#[pymodule]
mod _isatope {
    #[pymodule_export]
    use crate::assemble::{Source, assemble};
    #[pymodule_export]
    use crate::blocks::{Block, blocks};
    #[pymodule_export]
    use crate::checks::{Finding, check, restored_finding};
    #[pymodule_export]
    use crate::costs::{Cost, Loop, cost};
    #[pymodule_export]
    use crate::errors::{AssemblyError, DecodeError, Diagnostic, Error, Fault, ManifestError, restored_diagnostic};
    #[pymodule_export]
    use crate::explain::{Page, explain, search};
    #[pymodule_export]
    use crate::instruction::{Access, Instruction, Operand, decode, restored_instruction};
    #[pymodule_export]
    use crate::kernel::{Argument, Kernel};
    #[pymodule_export]
    use crate::launch::{Inexact, Run};
    #[pymodule_export]
    use crate::library::{Image, Library, Section, bundle, open};
    #[pymodule_export]
    use crate::manifest::{ManifestRun, run_manifest};
    #[pymodule_export]
    use crate::session::{Changes, Session, WaveView};
    #[pymodule_export]
    use crate::shader::Shader;
    #[pymodule_export]
    use crate::tables::{scan, table};
    #[pymodule_export]
    use crate::target::{Target, targets};
    #[pymodule_export]
    use crate::texture::{Sampler, Texture};
    #[pymodule_export]
    use crate::wave::Wave;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
