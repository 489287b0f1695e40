//! The rows of many files as a stream of batches, of which a few are in memory at a time.

use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use std::vec::IntoIter;

use anyhow::{Context, anyhow};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use isatope::Target;

use crate::kernels::Kernel;
use crate::rows::{Failure, Sink, Tables, of_file};
use crate::{instructions, kernels};

/// Batches of a file that wait for the reader of the stream.
const WAITING: usize = 2;
/// Files that are read ahead.
const AHEAD: usize = 8;

/// One of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// A row for each instruction.
    Instructions,
    /// A row for each kernel.
    Kernels,
    /// A row for each file or image that could not be read.
    Errors,
}

/// A batch, or why there are no more.
type Item = anyhow::Result<RecordBatch>;

/// Files that no thread has begun to read, and where the reader learns of those that are read.
type Work = (IntoIter<PathBuf>, SyncSender<Receiver<Item>>);

/// The rows of a table, in the order of the files. Threads read some files ahead; they end when the stream is dropped.
pub struct Stream {
    schema: SchemaRef,
    /// The batches of each file that a thread has begun to read.
    files: Receiver<Receiver<Item>>,
    file: Option<Receiver<Item>>,
}

impl Stream {
    /// Starts to read files. `target` is that of files with bare code; `tables.instructions` has no effect.
    pub fn new(files: Vec<PathBuf>, target: Option<Target>, table: Table, mut tables: Tables) -> Self {
        tables.instructions = table == Table::Instructions;
        let schema = match table {
            Table::Instructions => instructions::schema(true, tables.text.is_some()),
            Table::Kernels => kernels::schema(),
            Table::Errors => kernels::errors_schema(),
        };
        let threads = thread::available_parallelism().map_or(1, usize::from).min(files.len());
        let (begin, begun) = sync_channel(AHEAD);
        let work = Arc::new(Mutex::new((files.into_iter(), begin)));
        for _ in 0..threads {
            let (work, tables) = (Arc::clone(&work), tables.clone());
            thread::spawn(move || {
                let mut builder = tables.builder();
                while let Some((path, sender)) = next(&work) {
                    let mut rows = Rows { table, sender };
                    let read = AssertUnwindSafe(|| of_file(&path, target, &tables, &mut builder, &mut rows));
                    let panicked = |_| Err(anyhow!("{}: an error in this program", path.display()));
                    if let Err(error) = panic::catch_unwind(read).unwrap_or_else(panicked) {
                        // Rows of this file may be left.
                        builder = tables.builder();
                        // Nobody listens if the stream was dropped.
                        let _ = rows.sender.send(Err(error));
                    }
                }
            });
        }
        Self { schema, files: begun, file: None }
    }

    /// The columns.
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Waits for the next batch; `Ready(None)` after the last one.
    pub fn wait(&mut self, most: Duration) -> Wait {
        loop {
            let failed = match &self.file {
                Some(file) => match file.recv_timeout(most) {
                    Ok(item) => return Wait::Ready(Some(item)),
                    Err(failed) => failed,
                },
                None => match self.files.recv_timeout(most) {
                    Ok(file) => {
                        self.file = Some(file);
                        continue;
                    }
                    Err(failed) => failed,
                },
            };
            match (failed, &self.file) {
                (RecvTimeoutError::Timeout, _) => return Wait::Timeout,
                (RecvTimeoutError::Disconnected, Some(_)) => self.file = None,
                (RecvTimeoutError::Disconnected, None) => return Wait::Ready(None),
            }
        }
    }
}

/// Takes the first file that no thread has begun to read, once the reader of the stream is close to it.
fn next(work: &Mutex<Work>) -> Option<(PathBuf, SyncSender<Item>)> {
    let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
    let path = work.0.next()?;
    let (sender, batches) = sync_channel(WAITING);
    // Nobody listens if the stream was dropped.
    work.1.send(batches).ok()?;
    Some((path, sender))
}

/// What came of waiting for a batch.
pub enum Wait {
    /// The next batch, or the end.
    Ready(Option<Item>),
    /// Nothing yet.
    Timeout,
}

impl Iterator for Stream {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Wait::Ready(item) = self.wait(Duration::MAX) {
                return item;
            }
        }
    }
}

/// Sends the rows of one table.
struct Rows {
    table: Table,
    sender: SyncSender<Item>,
}

impl Rows {
    fn send(&self, batch: RecordBatch) -> anyhow::Result<()> {
        self.sender.send(Ok(batch)).ok().context("the stream is closed")
    }
}

impl Sink for Rows {
    fn instructions(&mut self, batch: RecordBatch) -> anyhow::Result<()> {
        self.send(batch)
    }

    fn kernels(&mut self, kernels: Vec<Kernel>) -> anyhow::Result<()> {
        match self.table {
            Table::Kernels => self.send(kernels::batch(&kernels)?),
            _ => Ok(()),
        }
    }

    fn failure(&mut self, failure: Failure) -> anyhow::Result<()> {
        match self.table {
            Table::Errors => self.send(kernels::errors(&[failure])?),
            _ => Ok(()),
        }
    }
}
