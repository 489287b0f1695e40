//! Code as columns of Arrow.

use std::path::PathBuf;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use isatope_scan::Tables;
use isatope_scan::instructions::{Builder, schema};
use isatope_scan::rows::dialect_name;
use isatope_scan::scan::files;
use isatope_scan::stream::{Stream, Table, Wait};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::export::{Arro3RecordBatchReader, Arro3Table};
use pyo3_arrow::{PyRecordBatchReader, PyTable};

use crate::bytes::code_at;
use crate::errors;
use crate::launch::SIGNALS;
use crate::target::TargetLike;

/// Instructions as a table.
pub fn of_instructions(
    py: Python<'_>,
    instructions: impl Iterator<Item = (u64, isatope::Instruction)>,
) -> PyResult<Py<PyAny>> {
    let mut builder = Builder::new(false, false);
    for (at, inst) in instructions {
        builder.add(at, &inst, None).map_err(errors::other)?;
    }
    let batch = builder.finish().map_err(errors::other)?;
    let table = PyTable::try_new(vec![batch], schema(false, false)).map_err(errors::other)?;
    Ok(Arro3Table::from(table).into_pyobject(py).map_err(errors::other)?.unbind().into_any())
}

/// Decodes machine code into columns: a table of Arrow, which pyarrow, Polars and DuckDB read without a copy. Words
/// that are no instruction are left out. `text` is the dialect of a column with the text.
///
///     >>> table = isa.table(bytes.fromhex("030080bf000081bf"), "gfx900", text="llvm")
///     >>> table["text"].to_pylist()
///     ['s_nop 3', 's_endpgm']
#[pyfunction]
#[pyo3(signature = (code, target, *, address=0, text=None))]
pub fn table(
    py: Python<'_>,
    code: &Bound<'_, PyAny>,
    target: TargetLike,
    address: u64,
    text: Option<&str>,
) -> PyArrowResult<Arro3Table> {
    let target = target.get()?;
    let dialect = text.map(|name| target.dialect(Some(name))).transpose()?;
    let bytes = code_at(code, address)?;
    let batch = py.detach(|| {
        let mut builder = Builder::new(false, dialect.is_some());
        let mut decoder = target.inner.decoder(&bytes);
        while let Some((offset, inst)) = decoder.advance() {
            if let Some(inst) = inst {
                builder.add(address + offset as u64, &inst, dialect)?;
            }
        }
        builder.finish()
    })?;
    Ok(PyTable::try_new(vec![batch], schema(false, dialect.is_some()))?.into())
}

/// One path or several.
#[derive(FromPyObject)]
pub enum Paths {
    /// One path.
    One(PathBuf),
    /// Several paths.
    Several(Vec<PathBuf>),
}

/// Reads files and all files in folders: a stream of Arrow, which is read once, in the order of the files. `table` is
/// `instructions`, `kernels` or `errors`; `target` is that of files with bare code.
///
///     >>> kernels = isa.scan("tests/objects/vadd-gfx900.co", table="kernels").read_all()
///     >>> kernels["kernel"].to_pylist(), kernels["target"].to_pylist()
///     (['vadd'], ['gcn1.4'])
#[pyfunction]
#[pyo3(signature = (paths, *, table="instructions", target=None, text=None, source=None, check=false))]
pub fn scan(
    paths: Paths,
    table: &str,
    target: Option<TargetLike>,
    text: Option<&str>,
    source: Option<String>,
    check: bool,
) -> PyResult<Arro3RecordBatchReader> {
    let table = match table {
        "instructions" => Table::Instructions,
        "kernels" => Table::Kernels,
        "errors" => Table::Errors,
        other => {
            let message = format!("table='{other}': use 'instructions', 'kernels' or 'errors'");
            return Err(PyValueError::new_err(message));
        }
    };
    let target = target.map(|target| target.get()).transpose()?.map(|target| target.inner);
    let text = text.map(dialect_name).transpose().map_err(PyValueError::new_err)?;
    let paths = match paths {
        Paths::One(path) => vec![path],
        Paths::Several(paths) => paths,
    };
    let files = files(&paths).map_err(|error| PyOSError::new_err(format!("{error:#}")))?;
    let tables = Tables { instructions: true, text, source, check };
    Ok(PyRecordBatchReader::new(Box::new(Batches(Stream::new(files, target, table, tables)))).into())
}

/// A stream that lets other threads of Python run while it waits, and looks for signals.
struct Batches(Stream);

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        Python::attach(|py| {
            loop {
                if let Wait::Ready(item) = py.detach(|| self.0.wait(SIGNALS)) {
                    return item.map(|item| item.map_err(|error| ArrowError::ExternalError(error.into())));
                }
                if let Err(error) = py.check_signals() {
                    // Who reads the stream makes an exception of its own from the text.
                    return Some(Err(ArrowError::ExternalError(error.into())));
                }
            }
        })
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }
}
