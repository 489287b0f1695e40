//! The rows of one file.

use std::collections::HashMap;
use std::fmt::Write;

use arrow_array::RecordBatch;
use isatope::container::launch::LaunchInfo;
use isatope::flow::{Dominators, Graph, Loops, Program};
use isatope::{Dialect, Image, Instruction, Library};
use sha2::{Digest, Sha256};

use crate::findings::Findings;
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
    let object = image.object().ok();
    // The object has the same kernels, and is opened already.
    let listed = match &object {
        Some(object) => Ok(object.kernels().collect()),
        None => image.kernels(),
    };
    let listed: Vec<isatope::Kernel<'_>> = match listed {
        Ok(listed) => listed,
        Err(error) => return Ok(Err(error)),
    };
    let container = object.as_ref().map(|object| object.container());
    let infos: Vec<LaunchInfo> =
        container.iter().flat_map(|container| container.launchable()).filter_map(Result::ok).collect();
    let infos: HashMap<&str, &LaunchInfo> = infos.iter().map(|info| (info.symbol.as_str(), info)).collect();
    let findings = match (container, image.target(), tables.check) {
        (Some(container), Some(target), true) if target.hazards().is_some() => {
            Findings::of_container(container, target)
        }
        (None, Some(target), true) => Findings::of_bare(image.bytes().unwrap_or_default(), target),
        _ => Findings::NONE,
    };
    let unit_names = units();
    let mut rows = Vec::with_capacity(listed.len());
    for (number, kernel) in listed.iter().enumerate() {
        let instructions = match kernel.instructions() {
            Ok(instructions) => instructions,
            Err(error) => return Ok(Err(error)),
        };
        let target = instructions.target();
        let code: Vec<(u64, Instruction)> = instructions.collect();
        let section = container.and_then(|container| container.kernels.get(number)?.code).map(|(section, ..)| section);
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
            findings: findings.of_kernel(section.unwrap_or_default(), kernel),
            ..Kernel::default()
        };
        let graph = Program::new(target, code.iter().copied()).graph();
        describe(&mut row, &code, kernel, &unit_names);
        describe_flow(&mut row, &graph);
        if let Some(info) = infos.get(kernel.name) {
            row.resources = resources(info);
        }
        if tables.instructions {
            let dialect = tables.text.as_deref().and_then(|name| Dialect::from_name(target, name));
            for (number, (at, inst)) in code.iter().enumerate() {
                builder.add(row.id, Some(graph.block_index(number) as u32), *at, inst, dialect)?;
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
