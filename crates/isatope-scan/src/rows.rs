//! The rows of one file.

use std::collections::HashMap;
use std::fmt::Write;

use arrow_array::RecordBatch;
use isatope::check::Code;
use isatope::container::launch::LaunchInfo;
use isatope::flow::{Dominators, Graph, Loops};
use isatope::{Dialect, Image, Instruction, Library};
use sha2::{Digest, Sha256};

use crate::instructions::Builder;
use crate::kernels::{Kernel, RESOURCES, units};
use crate::minhash;

/// Rows of `instructions` that make a batch.
const ROWS: usize = 1 << 18;

/// A file or image that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Path of the file, as it was given.
    pub file: String,
    /// Name of the image, if it is one image.
    pub image: Option<String>,
    /// The reason.
    pub message: String,
}

/// Which tables are made, and how.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// Whether instructions are wanted.
    pub instructions: bool,
    /// Dialect of the column `text`; the column is left out without one. `auto` is the default dialect of each target.
    pub text: Option<String>,
    /// Contents of the column `source`.
    pub source: Option<String>,
    /// Whether the checks run, which takes most of the time.
    pub check: bool,
}

/// Takes the rows of one file.
pub trait Sink {
    /// Takes instructions.
    ///
    /// # Errors
    /// The rows cannot be written.
    fn instructions(&mut self, batch: RecordBatch) -> anyhow::Result<()>;
    /// Takes kernels.
    ///
    /// # Errors
    /// The rows cannot be written.
    fn kernels(&mut self, kernels: Vec<Kernel>) -> anyhow::Result<()>;
    /// Takes something that could not be read.
    fn failure(&mut self, failure: Failure);
}

/// Reads a library and hands its rows to a sink. What cannot be read is a [`Failure`].
///
/// # Errors
/// The sink cannot take the rows.
pub fn of_library(file: &str, library: &Library, tables: &Tables, sink: &mut dyn Sink) -> anyhow::Result<()> {
    let mut builder = Builder::new(true, tables.text.is_some());
    for image in library.images() {
        if image.target().is_none() {
            sink.failure(Failure {
                file: file.into(),
                image: Some(image.name()),
                message: "the processor is not supported".into(),
            });
            continue;
        }
        if let Err(error) = of_image(file, image, tables, &mut builder, sink)? {
            sink.failure(Failure { file: file.into(), image: Some(image.name()), message: error.to_string() });
        }
    }
    if !builder.is_empty() {
        sink.instructions(builder.finish()?)?;
    }
    Ok(())
}

/// What a kernel is known by in the other tables.
fn id(file: &str, image: &str, kernel: &str) -> u64 {
    let hash = Sha256::digest(format!("{file}\0{image}\0{kernel}"));
    u64::from_le_bytes(hash[..8].try_into().expect("8 bytes"))
}

fn of_image(
    file: &str,
    image: Image<'_>,
    tables: &Tables,
    builder: &mut Builder,
    sink: &mut dyn Sink,
) -> anyhow::Result<Result<(), isatope::Error>> {
    let name = image.name();
    let listed = match image.kernels() {
        Ok(listed) => listed,
        Err(error) => return Ok(Err(error)),
    };
    let object = image.object().ok();
    let bytes = image.bytes().unwrap_or_default();
    let container = isatope::container::open(bytes).ok();
    let infos: Vec<LaunchInfo> =
        container.iter().flat_map(|container| container.launchable()).filter_map(Result::ok).collect();
    let infos: HashMap<&str, &LaunchInfo> = infos.iter().map(|info| (info.symbol.as_str(), info)).collect();
    let findings = match (&container, image.target(), tables.check) {
        (Some(container), Some(target), true) if target.hazards().is_some() => addresses_of_findings(container, target),
        _ => Vec::new(),
    };
    let unit_names = units();
    let mut rows = Vec::with_capacity(listed.len());
    for kernel in &listed {
        let instructions = match kernel.instructions() {
            Ok(instructions) => instructions,
            Err(error) => return Ok(Err(error)),
        };
        let target = instructions.target();
        let code: Vec<(u64, Instruction)> = instructions.collect();
        let mut row = Kernel {
            id: id(file, &name, kernel.name),
            file: file.into(),
            source: tables.source.clone(),
            image: name.clone(),
            container: object.as_ref().map(|object| object.kind()).unwrap_or("code").into(),
            target: target.name().into(),
            processor: object.as_ref().and_then(|object| object.processor()).map(str::to_string),
            kernel: kernel.name.into(),
            instructions: code.len() as u64,
            units: vec![0; unit_names.len()],
            ..Kernel::default()
        };
        let program = object.as_ref().and_then(|object| object.flow(kernel));
        let graph = program.as_ref().map(|program| (program.items(), program.graph()));
        describe(&mut row, &code, kernel, &unit_names);
        if let Some((_, graph)) = &graph {
            describe_flow(&mut row, graph);
        }
        if let Some(info) = infos.get(kernel.name) {
            row.resources = resources(info);
        }
        let range =
            code.first().map(|(first, _)| *first).unwrap_or(0)..=code.last().map(|(last, _)| *last).unwrap_or(0);
        row.findings = findings.iter().filter(|address| range.contains(address)).count() as u64;
        if tables.instructions {
            let dialect = tables.text.as_deref().and_then(|name| Dialect::from_name(target, name));
            let mut next = 0;
            for (at, inst) in &code {
                let block = graph.as_ref().and_then(|(items, graph)| {
                    while items.get(next).is_some_and(|item| item.address < *at) {
                        next += 1;
                    }
                    items.get(next).filter(|item| item.address == *at).map(|_| graph.block_index(next) as u32)
                });
                builder.add(row.id, block, *at, inst, dialect)?;
                if builder.len() >= ROWS {
                    sink.instructions(builder.finish()?)?;
                }
            }
        }
        rows.push(row);
    }
    sink.kernels(rows)?;
    Ok(Ok(()))
}

/// What the code of a kernel says.
fn describe(row: &mut Kernel, code: &[(u64, Instruction)], kernel: &isatope::Kernel<'_>, units: &[&str]) {
    let mut hash = Sha256::new();
    let mut decoded = 0;
    for (_, inst) in code {
        hash.update(&*inst.bytes());
        decoded += inst.len() as u64;
        row.literals += u64::from(inst.literal().is_some());
        if let Some(at) = inst.unit().and_then(|unit| units.iter().position(|name| *name == unit)) {
            row.units[at] += 1;
        }
    }
    row.sha256 = hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    row.code_bytes = kernel.code.as_ref().map_or(decoded, |(_, range)| range.end - range.start);
    row.undecoded_bytes = row.code_bytes.saturating_sub(decoded);
    row.minhash = minhash::signature(code.iter().map(|(_, inst)| inst.mnemonic())).to_vec();
}

/// What the control flow of a kernel says.
fn describe_flow(row: &mut Kernel, graph: &Graph) {
    row.blocks = graph.blocks().len() as u64;
    let loops = Loops::new(graph, &Dominators::new(graph));
    row.loops = loops.all().len() as u64;
    row.max_depth = loops.all().iter().map(|found| found.depth).max().unwrap_or(0).into();
}

/// The columns of [`RESOURCES`].
fn resources(info: &LaunchInfo) -> [Option<u64>; RESOURCES.len()] {
    [
        Some(info.vgprs_used.unwrap_or(info.vgprs).into()),
        Some(info.sgprs_used.unwrap_or(info.sgprs).into()),
        Some(info.group_segment.into()),
        Some(info.private_segment.into()),
        Some(info.kernarg_size),
        info.vgpr_spills.map(u64::from),
        info.sgpr_spills.map(u64::from),
        info.max_flat_workgroup_size.map(u64::from),
    ]
}

/// The addresses of all findings of the checks.
fn addresses_of_findings(container: &isatope::container::Container<'_>, target: isatope::Target) -> Vec<u64> {
    let mut addresses = Vec::new();
    for code in Code::of_container(container, target) {
        let items = code.program().items();
        addresses.extend(code.check().iter().filter_map(|finding| items.get(finding.at)).map(|item| item.address));
    }
    addresses
}
