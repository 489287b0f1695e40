//! Code as columns of Arrow.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use isatope::Library;
use isatope_scan::instructions::{Builder, schema};
use isatope_scan::kernels::{self, Kernel};
use isatope_scan::rows::{Sink, of_library};
use isatope_scan::{Failure, Tables};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3_arrow::export::Arro3Table;
use pyo3_arrow::{PyTable, error::PyArrowResult};
use rayon::prelude::*;

use crate::bytes::bytes_of;
use crate::errors;
use crate::launch;
use crate::target::TargetLike;

/// Instructions as a table.
pub fn of_instructions(
    py: Python<'_>,
    instructions: impl Iterator<Item = (u64, isatope::Instruction)>,
) -> PyResult<Py<PyAny>> {
    let mut builder = Builder::new(false, false);
    for (at, inst) in instructions {
        builder.add(0, None, at, &inst, None).map_err(errors::other)?;
    }
    let batch = builder.finish().map_err(errors::other)?;
    let table = PyTable::try_new(vec![batch], schema(false, false)).map_err(errors::other)?;
    Ok(Arro3Table::from(table).into_pyobject(py).map_err(errors::other)?.unbind().into_any())
}

/// Decodes machine code into columns: a table of Arrow, which pyarrow, Polars and DuckDB read without a copy. Words that
/// are no instruction are left out. `text` is the dialect of a column with the text.
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
    let bytes = bytes_of(code)?;
    let batch = py.detach(|| {
        let mut builder = Builder::new(false, dialect.is_some());
        let mut decoder = target.inner.decoder(&bytes);
        while let Some((offset, inst)) = decoder.advance() {
            if let Some(inst) = inst {
                builder.add(0, None, address + offset as u64, &inst, dialect)?;
            }
        }
        builder.finish()
    })?;
    Ok(PyTable::try_new(vec![batch], schema(false, dialect.is_some()))?.into())
}

/// Rows in memory.
#[derive(Default)]
struct Rows {
    instructions: Vec<arrow_array::RecordBatch>,
    kernels: Vec<Kernel>,
    failures: Vec<Failure>,
}

impl Sink for Rows {
    fn instructions(&mut self, batch: arrow_array::RecordBatch) -> anyhow::Result<()> {
        self.instructions.push(batch);
        Ok(())
    }

    fn kernels(&mut self, kernels: Vec<Kernel>) -> anyhow::Result<()> {
        self.kernels.extend(kernels);
        Ok(())
    }

    fn failure(&mut self, failure: Failure) {
        self.failures.push(failure);
    }
}

/// Reads a file or all files of a folder: a table of Arrow. `table` is `instructions`, `kernels` or `errors`.
#[pyfunction]
#[pyo3(signature = (path, *, table="instructions", text=None, source=None, check=false))]
pub fn scan(
    py: Python<'_>,
    path: PathBuf,
    table: &str,
    text: Option<String>,
    source: Option<String>,
    check: bool,
) -> PyArrowResult<Arro3Table> {
    if !["instructions", "kernels", "errors"].contains(&table) {
        let message = format!("table='{table}': use 'instructions', 'kernels' or 'errors'");
        return Err(pyo3::exceptions::PyValueError::new_err(message).into());
    }
    let tables = Tables { instructions: table == "instructions", text, source, check };
    let files = isatope_scan::scan::files(&[path]).map_err(|error| PyOSError::new_err(format!("{error:#}")))?;
    let of_file = |file: &PathBuf| -> anyhow::Result<Rows> {
        let mut rows = Rows::default();
        let name = file.to_string_lossy().into_owned();
        match Library::open(file) {
            Ok(library) => of_library(&name, &library, &tables, &mut rows)?,
            Err(error) => rows.failure(Failure { file: name, image: None, message: error.to_string() }),
        }
        Ok(rows)
    };
    let stopped = AtomicBool::new(false);
    let each = |file: &PathBuf| match stopped.load(Ordering::Relaxed) {
        true => Ok(Rows::default()),
        false => of_file(file),
    };
    let read = || files.par_iter().map(each).collect::<anyhow::Result<Vec<Rows>>>();
    let all = launch::patiently(py, read, || stopped.store(true, Ordering::Relaxed))?;
    let mut rows = Rows::default();
    for more in all.map_err(|error| errors::other(format!("{error:#}")))? {
        rows.instructions.extend(more.instructions);
        rows.kernels.extend(more.kernels);
        rows.failures.extend(more.failures);
    }
    let (batches, schema) = match table {
        "instructions" => (rows.instructions, schema(true, tables.text.is_some())),
        "kernels" => (vec![kernels::batch(&rows.kernels)?], kernels::schema()),
        _ => {
            let batch = kernels::errors(&rows.failures)?;
            let schema = batch.schema();
            (vec![batch], schema)
        }
    };
    Ok(PyTable::try_new(batches, Arc::clone(&schema))?.into())
}
