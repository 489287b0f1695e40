//! Folders of files into Parquet files.
//!
//! Files are put together in groups of some size. Each group has a file of each table, whose name depends only on the
//! files, so that a second run skips the groups that are there, and shards never write the same file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use arrow_array::RecordBatch;
use isatope::Target;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::instructions::{self, Builder};
use crate::kernels::{self, Kernel};
use crate::rows::{Failure, Sink, Tables, of_file};
use crate::write::{Output, whole};

/// Bytes of files that make a group. Their instructions are about a million rows.
const GROUP: u64 = 16 << 20;

/// What a scan is to do.
#[derive(Clone, Debug)]
pub struct Scan {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Folder for the tables.
    pub output: PathBuf,
    /// The tables.
    pub tables: Tables,
    /// Which part of the files is read: number, and how many parts there are.
    pub shard: (u64, u64),
    /// Target of files with bare code.
    pub target: Option<Target>,
}

/// What a scan did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files that were read.
    pub files: u64,
    /// Files of groups that were there already.
    pub skipped: u64,
    /// Kernels.
    pub kernels: u64,
    /// Instructions.
    pub instructions: u64,
    /// Rows of the table `errors`.
    pub errors: u64,
}

/// A file with its size.
type Input = (PathBuf, u64);

impl Scan {
    /// Runs it.
    ///
    /// # Errors
    /// A path does not exist, or a table cannot be written. Files that cannot be read are rows of the table `errors`.
    pub fn run(&self) -> anyhow::Result<Summary> {
        let inputs = self.inputs()?;
        fs::create_dir_all(&self.output).with_context(|| format!("{} cannot be made", self.output.display()))?;
        whole(&self.output.join("registers.parquet"), &instructions::registers()?)?;
        let counts: [AtomicU64; 5] = Default::default();
        let read = |builder: &mut Builder, group: Vec<Input>| -> anyhow::Result<()> {
            let done = self.group(&group, builder)?;
            let numbers = [done.files, done.skipped, done.kernels, done.instructions, done.errors];
            counts.iter().zip(numbers).for_each(|(count, number)| {
                count.fetch_add(number, Ordering::Relaxed);
            });
            Ok(())
        };
        groups(inputs).into_par_iter().try_for_each_init(|| self.tables.builder(), read)?;
        let [files, skipped, kernels, instructions, errors] = counts.map(AtomicU64::into_inner);
        Ok(Summary { files, skipped, kernels, instructions, errors })
    }

    /// The files of this shard, by their paths.
    fn inputs(&self) -> anyhow::Result<Vec<Input>> {
        let mut list = list(&self.paths)?;
        let (number, count) = self.shard;
        // The folder for the tables may be below one that is read.
        list.retain(|(path, _)| !path.starts_with(&self.output));
        list.retain(|(path, _)| hash(path.to_string_lossy().as_bytes()) % count.max(1) == number);
        Ok(list)
    }

    /// Reads the files of a group and writes its tables. The kernels come last, because they say that the group is
    /// complete.
    fn group(&self, group: &[Input], builder: &mut Builder) -> anyhow::Result<Summary> {
        let name = self.name(group);
        let path = |table: &str| self.output.join(format!("{table}-{name}.parquet"));
        if path("kernels").exists() {
            return Ok(Summary { skipped: group.len() as u64, ..Summary::default() });
        }
        let mut rows = Rows {
            scan: self,
            path: path("instructions"),
            output: None,
            kernels: Vec::new(),
            failures: Vec::new(),
            instructions: 0,
        };
        for (file, _) in group {
            of_file(file, self.target, &self.tables, builder, &mut rows)?;
        }
        if let Some(output) = rows.output {
            output.finish()?;
        }
        if !rows.failures.is_empty() {
            whole(&path("errors"), &kernels::errors(&rows.failures)?)?;
        }
        whole(&path("kernels"), &kernels::batch(&rows.kernels)?)?;
        Ok(Summary {
            files: group.len() as u64,
            skipped: 0,
            kernels: rows.kernels.len() as u64,
            instructions: rows.instructions,
            errors: rows.failures.len() as u64,
        })
    }

    /// The name of a group: a hash of its files and of what is asked for.
    fn name(&self, group: &[Input]) -> String {
        let mut text = format!("{:?}", self.tables);
        for (path, size) in group {
            text += &format!("\0{}\0{size}", path.to_string_lossy());
        }
        format!("{:016x}", hash(text.as_bytes()))
    }
}

/// The tables of a group while its files are read.
struct Rows<'s> {
    scan: &'s Scan,
    path: PathBuf,
    output: Option<Output>,
    kernels: Vec<Kernel>,
    failures: Vec<Failure>,
    instructions: u64,
}

impl Sink for Rows<'_> {
    fn instructions(&mut self, batch: RecordBatch) -> anyhow::Result<()> {
        let output = match &mut self.output {
            Some(output) => output,
            None => self
                .output
                .insert(Output::new(self.path.clone(), &instructions::schema(true, self.scan.tables.text.is_some()))?),
        };
        output.write(&batch)
    }

    fn kernels(&mut self, kernels: Vec<Kernel>) -> anyhow::Result<()> {
        self.instructions += kernels.iter().map(|kernel| kernel.instructions).sum::<u64>();
        self.kernels.extend(kernels);
        Ok(())
    }

    fn failure(&mut self, failure: Failure) -> anyhow::Result<()> {
        self.failures.push(failure);
        Ok(())
    }
}

/// All files of some paths, those in folders included, in order.
///
/// # Errors
/// A path or folder cannot be read.
pub fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    Ok(list(paths)?.into_iter().map(|(path, _)| path).collect())
}

fn list(paths: &[PathBuf]) -> anyhow::Result<Vec<Input>> {
    let mut list = Vec::new();
    for path in paths {
        walk(path, &mut list).with_context(|| format!("{} cannot be read", path.display()))?;
    }
    list.sort();
    list.dedup();
    Ok(list)
}

/// All files below a path.
fn walk(path: &Path, list: &mut Vec<Input>) -> std::io::Result<()> {
    let about = fs::metadata(path)?;
    if !about.is_dir() {
        list.push((path.to_owned(), about.len()));
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        // A link inside of a folder could lead back to it, and a pipe may never end.
        let kind = entry.file_type()?;
        if kind.is_dir() || kind.is_file() {
            walk(&entry.path(), list)?;
        }
    }
    Ok(())
}

/// Files in groups of about [`GROUP`] bytes.
fn groups(inputs: Vec<Input>) -> Vec<Vec<Input>> {
    let mut groups: Vec<Vec<Input>> = Vec::new();
    let mut bytes = u64::MAX;
    for input in inputs {
        if bytes >= GROUP {
            groups.push(Vec::new());
            bytes = 0;
        }
        bytes += input.1;
        groups.last_mut().expect("one was added").push(input);
    }
    groups
}

fn hash(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(Sha256::digest(bytes)[..8].try_into().expect("8 bytes"))
}
