//! The rows of one file.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use arrow_array::RecordBatch;
use isatope::check::occupancy;
use isatope::container::launch::LaunchInfo;
use isatope::flow::{Dominators, Graph, Loops, Program};
use isatope::{Dialect, Image, Instruction, Library, Target};
use sha2::{Digest, Sha256};

use crate::facts::Fact;
use crate::findings::Findings;
use crate::instructions::Builder;
use crate::kernels::{Kernel, RESOURCES};
use crate::minhash;

/// Rows of `instructions` that make a batch.
const ROWS: usize = 1 << 15;

/// Bytes of a kernel for which memory is reserved: symbols of broken files may say anything.
const LARGEST: usize = 1 << 24;

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

impl Tables {
    /// A builder of the rows of instructions.
    pub fn builder(&self) -> Builder {
        Builder::new(true, self.text.is_some())
    }
}

/// The name of a dialect for the column `text`.
///
/// # Errors
/// No target has this dialect. The message lists those that there are.
pub fn dialect_name(name: &str) -> Result<String, String> {
    let mut known: Vec<&str> = Target::all().flat_map(|target| target.dialects().map(Dialect::name)).collect();
    known.push("auto");
    known.sort_unstable();
    known.dedup();
    match known.contains(&name) {
        true => Ok(name.to_owned()),
        false => Err(format!("there is no dialect `{name}`: choose {}", known.join(", "))),
    }
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
    ///
    /// # Errors
    /// The row cannot be written.
    fn failure(&mut self, failure: Failure) -> anyhow::Result<()>;
}

/// Opens a file and hands its rows to a sink. `target` is that of files with bare code, which are not read without one;
/// `builder` is
/// [`Tables::builder`], which remembers instructions of other files.
///
/// # Errors
/// The sink cannot take the rows.
pub fn of_file(
    path: &Path,
    target: Option<Target>,
    tables: &Tables,
    builder: &mut Builder,
    sink: &mut dyn Sink,
) -> anyhow::Result<()> {
    let name = path.to_string_lossy();
    let library = match target {
        None => Library::open(path).map_err(|error| error.to_string()),
        Some(target) => match std::fs::read(path) {
            Ok(bytes) => Library::from_bytes_for(target, bytes).map_err(|error| format!("{name}: {error}")),
            Err(error) => Err(format!("{name}: {error}")),
        },
    };
    match library {
        // Without a target nobody has said that there is such code among the files.
        Ok(library) if target.is_none() && library.images().any(|image| image.is_bare()) => {
            let message = "this is no container with GPU code; `--target` reads bare code".to_string();
            sink.failure(Failure { file: name.into_owned(), image: None, message })
        }
        Ok(library) => of_library(&name, &library, tables, builder, sink),
        Err(message) => sink.failure(Failure { file: name.into_owned(), image: None, message }),
    }
}

/// Reads a library and hands its rows to a sink. What cannot be read is a [`Failure`].
///
/// # Errors
/// The sink cannot take the rows.
pub fn of_library(
    file: &str,
    library: &Library,
    tables: &Tables,
    builder: &mut Builder,
    sink: &mut dyn Sink,
) -> anyhow::Result<()> {
    for image in library.images() {
        if image.target().is_none() {
            sink.failure(Failure {
                file: file.into(),
                image: Some(image.name()),
                message: "the processor is not supported".into(),
            })?;
            continue;
        }
        if let Err(error) = of_image(file, image, tables, builder, sink)? {
            sink.failure(Failure { file: file.into(), image: Some(image.name()), message: error.to_string() })?;
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
            Some(Findings::of_container(container, target))
        }
        (None, Some(target), true) => Some(Findings::of_bare(image.bytes().unwrap_or_default(), target)),
        _ => None,
    };
    let unit_count = builder.facts().unit_names.len();
    let mut rows = Vec::with_capacity(listed.len());
    let (mut code, mut facts, mut hashes) = (Vec::<(u64, Instruction)>::new(), Vec::new(), Vec::new());
    for (number, kernel) in listed.iter().enumerate() {
        let instructions = match kernel.instructions() {
            Ok(instructions) => instructions,
            Err(error) => return Ok(Err(error)),
        };
        let target = instructions.target();
        code.clear();
        code.extend(instructions);
        let dialect = tables.text.as_deref().and_then(|name| Dialect::from_name(target, name));
        builder.numbers(&code, dialect, &mut facts)?;
        let section = container.and_then(|container| container.kernels.get(number)?.code).map(|(section, ..)| section);
        let info = infos.get(kernel.name);
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
            units: vec![0; unit_count],
            resources: info.map(|info| resources(info)).unwrap_or_default(),
            max_waves: info.and_then(|info| Some(occupancy(target, info)?.waves.into())),
            findings: findings.as_ref().map(|found| found.of_kernel(section.unwrap_or_default(), kernel)),
            ..Kernel::default()
        };
        let graph = Program::new(target, code.iter().copied()).graph();
        describe(&mut row, &code, kernel);
        shape(&mut row, &graph);
        hashes.clear();
        for (number, block) in graph.blocks().iter().enumerate() {
            let mut clause = None;
            for at in block.instructions.clone() {
                let fact = builder.facts().get(facts[at]);
                clause = count(&mut row, fact, clause);
                hashes.push(fact.form.hash);
                if tables.instructions {
                    let (address, inst) = &code[at];
                    builder.push(row.id, Some(number as u32), *address, inst, facts[at]);
                    if builder.len() >= ROWS {
                        sink.instructions(builder.finish()?)?;
                    }
                }
            }
        }
        row.minhash = minhash::signature(&hashes).to_vec();
        rows.push(row);
    }
    sink.kernels(rows)?;
    Ok(Ok(()))
}

/// Number of bytes of a kernel, as its symbol says it.
fn size(kernel: &isatope::Kernel<'_>) -> usize {
    kernel.code.as_ref().map_or(0, |(_, range)| range.end.saturating_sub(range.start) as usize)
}

/// What the code of a kernel says.
fn describe(row: &mut Kernel, code: &[(u64, Instruction)], kernel: &isatope::Kernel<'_>) {
    let mut bytes = Vec::with_capacity(size(kernel).min(LARGEST));
    for (_, inst) in code {
        // Nearly all have one of two sizes, which are copied without a call.
        match inst.len() {
            4 => bytes.extend_from_slice(&(inst.bits() as u32).to_le_bytes()),
            8 => bytes.extend_from_slice(&inst.bits().to_le_bytes()),
            _ => bytes.extend_from_slice(&inst.bytes()),
        }
    }
    row.sha256 = Sha256::digest(&bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    let decoded = bytes.len() as u64;
    row.code_bytes = kernel.code.as_ref().map_or(decoded, |_| size(kernel) as u64);
    row.undecoded_bytes = row.code_bytes.saturating_sub(decoded);
}

/// Counts an instruction. `last` is the clause of the one before in its block; returns that of this one.
fn count(row: &mut Kernel, fact: &Fact, last: Option<u8>) -> Option<u8> {
    if let Some(unit) = fact.unit {
        row.units[usize::from(unit.place)] += 1;
    }
    let clause = fact.unit.and_then(|unit| unit.clause);
    if let Some(clause) = clause.filter(|_| clause != last) {
        row.clauses[usize::from(clause)] += 1;
    }
    row.waits += u64::from(fact.is_wait);
    row.idles += u64::from(fact.is_idle);
    row.literals += u64::from(fact.literal.is_some());
    row.inline_constants += u64::from(fact.has_constant);
    row.assumed += u64::from(!fact.form.is_exact);
    clause
}

/// Describes the control flow of a kernel.
fn shape(row: &mut Kernel, graph: &Graph) {
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
