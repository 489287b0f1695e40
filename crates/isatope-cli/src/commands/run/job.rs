//! The job of `isatope run`, from a manifest or from the command line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use isatope::container::Contents;
use isatope::diagnostics::{Diagnostic, FileId, Place, SourceMap, codes};
use isatope::emulator::image::{ImageInfo, Kind};
use isatope::program::{self, Ready, Wanted};
use isatope::run::argument_value::ArgumentValue;
use isatope::run::manifest::{self, Compare, Manifest, Show};
use isatope::run::picture::{Picture, png_of};
use isatope::run::task::{About, Size, Task, TaskBuffer, TaskError, TaskLaunch};
use isatope::{NamedTarget, Target};

use super::spec::{self, Spec};
use crate::args::{Grid, IMAGE_OPTIONS, LaunchArgs, named_target, usual_dialect};
use crate::files;
use crate::output::Reporter;

/// The largest buffer of zeros that is made for `out` and `zero`.
const LARGEST: u64 = 1 << 34;

/// A run with all that belongs to it.
pub struct Job {
    /// Name of the program's file.
    pub file: String,
    /// The program.
    contents: Contents,
    /// The target that a manifest gives.
    target: Option<NamedTarget>,
    /// What is run.
    pub task: Task,
    /// What becomes of the buffers of the task, in their order.
    pub buffers: Vec<JobBuffer>,
    /// The manifest and its text, if there is one.
    manifest: Option<(Manifest, String, FileId)>,
}

/// What becomes of a buffer after the run.
pub struct JobBuffer {
    /// Its name.
    pub name: String,
    /// The file that it is written to.
    output: Output,
    /// What must be in it, and how that is compared.
    pub expect: Option<(Vec<u8>, Compare)>,
    /// How it is a picture.
    pub show: Option<Show>,
    /// How it is an image.
    pub image: Option<ImageInfo>,
}

/// The file that a buffer is written to.
enum Output {
    /// None.
    Nowhere,
    /// This one, or one of the same name in the folder that is given.
    File(PathBuf),
    /// One of the buffer's name in the folder, if one is given.
    Folder,
}

impl JobBuffer {
    /// The file that it is written to.
    pub fn path(&self, folder: Option<&Path>) -> Option<PathBuf> {
        match (&self.output, folder) {
            (Output::Nowhere, _) | (Output::Folder, None) => None,
            (Output::File(path), None) => Some(path.clone()),
            (Output::File(path), Some(folder)) => Some(folder.join(path.file_name().unwrap_or(path.as_os_str()))),
            (Output::Folder, Some(folder)) => {
                Some(folder.join(format!("{}.{}", self.name, if self.is_picture() { "png" } else { "bin" })))
            }
        }
    }

    /// Whether it is written as a PNG file: an image of the command line, whose format has been checked, or one of
    /// fractions of 8 bits in the folder.
    fn is_picture(&self) -> bool {
        let is_plain = |image: &ImageInfo| image.size[2] == 1 && image.format.is_picture();
        self.image.as_ref().is_some_and(|image| matches!(self.output, Output::File(_)) || is_plain(image))
    }

    /// What is written to the file, for what is in the buffer.
    pub fn file(&self, bytes: &[u8]) -> Vec<u8> {
        let picture = self.image.as_ref().filter(|_| self.is_picture()).and_then(|image| png_of(image, bytes));
        picture.unwrap_or_else(|| bytes.to_vec())
    }
}

impl Job {
    /// Reads what the command line describes. `None` if something is wrong with it, which has been reported.
    pub fn of_args(args: &LaunchArgs, reporter: &mut Reporter) -> anyhow::Result<Option<Self>> {
        match (&args.file, args.grid, args.group) {
            (Some(file), Some(grid), Some(group)) => Self::of_line(args, file, grid, group, reporter),
            _ => bail!("give a program with --grid and --group, or --manifest"),
        }
    }

    /// Reads a manifest and its files. `None` if something is wrong with them, which has been reported.
    pub fn of_manifest(path: &Path, reporter: &mut Reporter) -> anyhow::Result<Option<Self>> {
        let (name, bytes) = files::read(path)?;
        let text = String::from_utf8(bytes).ok().with_context(|| format!("{name} is not text"))?;
        let file = reporter.sources.add(name, text.clone());
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut loaded = match manifest::load(&text, folder) {
            Ok(loaded) => loaded,
            Err(problems) => {
                problems.into_iter().for_each(|problem| reporter.report(&problem.moved(file, 0)));
                return Ok(None);
            }
        };
        let task = loaded.take_task();
        let buffers = loaded.manifest.buffers.iter().zip(loaded.buffers);
        let buffers = buffers.map(|(buffer, contents)| JobBuffer {
            name: buffer.name.clone(),
            output: Output::Folder,
            expect: contents.after,
            show: buffer.show,
            image: buffer.image.and_then(|image| image.info().ok()),
        });
        let target = loaded.manifest.target.as_deref().map(named_target).transpose().map_err(anyhow::Error::msg)?;
        Ok(Some(Self {
            file: loaded.path.display().to_string(),
            contents: Contents::Memory(loaded.program),
            target,
            task,
            buffers: buffers.collect(),
            manifest: Some((loaded.manifest, text, file)),
        }))
    }

    fn of_line(
        args: &LaunchArgs,
        file: &Path,
        grid: Grid,
        group: [u32; 3],
        reporter: &mut Reporter,
    ) -> anyhow::Result<Option<Self>> {
        let mut specs = Vec::new();
        for (index, text) in args.arg.iter().enumerate() {
            match spec::parse(text) {
                Ok(spec) => specs.push(spec),
                Err(what) => {
                    reporter.report(&Diagnostic::error(codes::ARGUMENTS, format!("argument {}: {what}", index + 1)));
                }
            }
        }
        if reporter.code() != 0 {
            return Ok(None);
        }
        let (file, program) = files::open(file)?;
        let (mut memory, mut buffers, mut given) = (Vec::new(), Vec::new(), Vec::new());
        for (index, spec) in specs.into_iter().enumerate() {
            let mut add = |path: Option<&Path>, bytes: Vec<u8>, output: Output, image: Option<ImageInfo>| {
                let file = path.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
                let name = file.unwrap_or_else(|| format!("argument {}", index + 1));
                memory.push(TaskBuffer { name: name.clone(), bytes, image, ..TaskBuffer::default() });
                buffers.push(JobBuffer { name, output, expect: None, show: None, image });
                memory.len() - 1
            };
            let mut buffer = |path: Option<&Path>, bytes: Vec<u8>, output: Output| {
                ArgumentValue::Buffer(add(path, bytes, output, None), 0)
            };
            given.push(match spec {
                Spec::In(path) => buffer(Some(&path), contents(&path)?, Output::Nowhere),
                Spec::InOut(path) => buffer(Some(&path), contents(&path)?, Output::File(path.clone())),
                Spec::Out(path, bytes) => buffer(Some(&path), zeros(bytes)?, Output::File(path.clone())),
                Spec::Zero(bytes) => buffer(None, zeros(bytes)?, Output::Nowhere),
                Spec::Uninit(bytes) => {
                    let argument = buffer(None, zeros(bytes)?, Output::Nowhere);
                    if let Some(last) = memory.last_mut() {
                        last.is_uninitialized = true;
                    }
                    argument
                }
                Spec::Numbers(kind, bits) => ArgumentValue::Numbers(kind, bits),
                Spec::Bytes(bytes) => ArgumentValue::Bytes(bytes),
                Spec::Local(bytes) => ArgumentValue::Local(bytes),
                Spec::Null => ArgumentValue::Null,
                Spec::Text(text) => ArgumentValue::Text(text),
                Spec::Image(path, format) => {
                    let picture = match Picture::of_png(&contents(&path)?) {
                        Ok(picture) => picture,
                        Err(error) => {
                            let what = format!("{} is no PNG file that can be read: {error}", path.display());
                            let message = format!("argument {}: {what}", index + 1);
                            reporter.report(&Diagnostic::error(codes::ARGUMENTS, message));
                            return Ok(None);
                        }
                    };
                    let info = ImageInfo { kind: Kind::Two, size: [picture.width, picture.height, 1], format };
                    ArgumentValue::Image(add(Some(&path), picture.texels(format), Output::Nowhere, Some(info)))
                }
                Spec::ImageOut(path, [width, height], format) => {
                    let info = ImageInfo { kind: Kind::Two, size: [width, height, 1], format };
                    let bytes = zeros(u64::try_from(info.texel_bytes()).unwrap_or(u64::MAX))?;
                    ArgumentValue::Image(add(Some(&path), bytes, Output::File(path.clone()), Some(info)))
                }
                Spec::Sampler(sampler) => ArgumentValue::Sampler(sampler),
            });
        }
        let (size, dimensions) = (Size::WorkItems(grid.sizes), grid.dimensions);
        let launch = TaskLaunch {
            kernel: args.kernel.clone(),
            size,
            dimensions,
            group,
            offset: args.offset.unwrap_or_default(),
            stack: args.stack.unwrap_or_default(),
            unaligned_scratch: false,
            args: given,
            uniforms: BTreeMap::new(),
            repeat: 1,
        };
        let task = Task { buffers: memory, launches: vec![launch], ..Task::default() };
        Ok(Some(Self { file, contents: program, target: None, task, buffers, manifest: None }))
    }

    /// The program. `None` if something is wrong with it, which has been reported.
    pub fn program(&self, args: &LaunchArgs, reporter: &mut Reporter) -> anyhow::Result<Option<Ready<'_>>> {
        let usual = |target| usual_dialect(target).map_err(|error| error.to_string());
        let inputs = args.uses.inputs(Path::new(&self.file));
        let wanted = Wanted {
            target: args.target.as_ref().or(self.target.as_ref()),
            dialect: args.dialect.as_deref(),
            usual_dialect: Some(&usual),
            image: args.image.as_deref(),
            image_options: IMAGE_OPTIONS,
            kernel: self.task.launches.first().and_then(|launch| launch.kernel.as_deref()),
            inputs: Some(&inputs),
        };
        let read = program::read(&self.file, &self.contents, &wanted);
        let messages = read.as_ref().map_or_else(|errors| errors, |ready| &ready.warnings);
        if !messages.is_empty() {
            let text = self.contents.all().ok().and_then(|bytes| std::str::from_utf8(bytes).ok());
            let file = reporter.sources.add(self.file.clone(), text.unwrap_or_default());
            messages.iter().for_each(|message| reporter.report(&message.clone().moved(file, 0)));
        }
        Ok(read.ok())
    }

    /// The folder of the program.
    pub fn folder(&self) -> PathBuf {
        Path::new(&self.file).parent().map_or_else(PathBuf::new, Path::to_path_buf)
    }

    /// The keys of the manifest that a target does not support.
    pub fn unsupported(&self, target: Target) -> Vec<Diagnostic> {
        let Some((manifest, text, file)) = &self.manifest else { return Vec::new() };
        manifest::unsupported(manifest, target, text).into_iter().map(|problem| problem.moved(*file, 0)).collect()
    }

    /// Where the manifest says what a buffer has to hold.
    pub fn place_of_expected(&self, buffer: usize, sources: &SourceMap) -> Place {
        let found = self.manifest.as_ref().and_then(|(_, text, file)| {
            let source = sources.get(*file)?;
            let at = source.position(manifest::place_of_expected(buffer, text).start);
            Some(Place::Line { file: source.name.clone(), line: at.line as u32, column: at.column as u32 })
        });
        found.unwrap_or_default()
    }

    /// What is wrong with the task, and where.
    pub fn place(&self, error: &TaskError) -> Diagnostic {
        if let Some((manifest, text, file)) = &self.manifest {
            return manifest::place(error, manifest, text).moved(*file, 0);
        }
        let (code, option) = match error.about {
            About::Kernel(_) => (codes::LAUNCH, "--kernel"),
            // Memory of threads and workgroups is asked for by manifests alone.
            About::Size(_) | About::ThreadLocal | About::WorkgroupLocal => (codes::LAUNCH, "--grid"),
            About::Group(_) => (codes::LAUNCH, "--group"),
            About::Stack(_) => (codes::LAUNCH, "--stack"),
            About::Buffer(_) | About::Argument(..) | About::Arguments(_) => (codes::ARGUMENTS, "--arg"),
        };
        let found = Diagnostic::error(code, format!("{option}: {}", error.message));
        Diagnostic { help: error.help.clone(), ..found }
    }
}

fn contents(path: &Path) -> anyhow::Result<Vec<u8>> {
    Ok(files::read(path)?.1)
}

fn zeros(bytes: u64) -> anyhow::Result<Vec<u8>> {
    anyhow::ensure!(bytes <= LARGEST, "a buffer of {bytes} bytes is larger than {LARGEST}");
    // The device gets a copy.
    let is_possible = Vec::<u8>::new().try_reserve_exact(2 * bytes as usize).is_ok();
    anyhow::ensure!(is_possible, "there is not enough memory for a buffer of {bytes} bytes");
    Ok(vec![0; bytes as usize])
}
