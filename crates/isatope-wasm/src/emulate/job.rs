//! What is run: a manifest with the files that it names.

use std::collections::HashMap;
use std::path::Path;

use isatope::container::Contents;
use isatope::diagnostics::Diagnostic;
use isatope::emulator::{Device, Options, has_shaders};
use isatope::program::{self, Wanted};
use isatope::run::manifest::{self, Compare, Source, Values};
use isatope::run::task::Prepared;
use serde_json::{Value, json};

use crate::messages::joined;
use crate::names;
use crate::text::hex;

/// Files of a manifest.
#[derive(Debug, Default)]
pub struct Files(HashMap<String, Vec<u8>>);

impl Files {
    /// Adds a file; the path is as the manifest names it.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) {
        self.0.insert(path.to_string(), bytes);
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let name = path.to_string_lossy();
        self.0.get(name.as_ref()).cloned().ok_or_else(|| "there is no such file".to_string())
    }
}

/// A manifest on a device, ready to run.
pub struct Job {
    /// The device, with the program and the buffers.
    pub device: Device,
    /// The launches, and where the buffers are.
    pub prepared: Prepared,
    /// The name of the target, as it was given or as the program has it.
    pub target: String,
    /// How it is run.
    pub options: Options,
    /// What becomes of the buffers, in their order.
    pub buffers: Vec<JobBuffer>,
    /// Name and text of the program, if it is a source.
    pub source: Option<(String, String)>,
}

/// A buffer of a job.
pub struct JobBuffer {
    /// Its name.
    pub name: String,
    /// What must be in it, and how that is compared.
    pub expect: Option<(Vec<u8>, Compare)>,
    /// How it is a picture, and what its numbers are.
    about: Value,
}

impl Job {
    /// Loads the program and places the buffers. With `notes`, instructions have the names of what they refer to.
    ///
    /// # Errors
    /// Everything that is wrong with the manifest, its files or the program.
    pub fn start(files: &Files, text: &str, notes: bool) -> Result<Self, String> {
        let join = |problems: Vec<Diagnostic>| joined(&problems);
        let mut loaded = manifest::load_with(text, Path::new(""), &mut |path| files.read(path)).map_err(join)?;
        let task = loaded.take_task();
        let named = loaded.manifest.target.as_deref().map(str::parse::<isatope::NamedTarget>).transpose();
        let named = named.map_err(|error| isatope::NamedTarget::explain(error.name()))?;
        let wanted = Wanted {
            target: named.as_ref(),
            kernel: task.launches.first().and_then(|launch| launch.kernel.as_deref()),
            image_options: "`target` in the manifest",
            ..Wanted::default()
        };
        let (file, contents) =
            (loaded.path.display().to_string(), Contents::Memory(std::mem::take(&mut loaded.program)));
        let ready = program::read(&file, &contents, &wanted).map_err(join)?;
        let unsupported = manifest::unsupported(&loaded.manifest, ready.target, text);
        if !unsupported.is_empty() {
            return Err(joined(&unsupported));
        }
        let mut device = Device::new(ready.target);
        let mut program = ready.load(&mut device).map_err(|error| format!("{file}: {error}"))?;
        if notes {
            program = ready.with_notes(program);
        }
        let prepared = match has_shaders(ready.target) {
            true => task.prepare_shader(&mut device, &program),
            false => task.prepare(&mut device, &program),
        };
        let place = |error: &_| manifest::place(error, &loaded.manifest, text);
        let prepared = prepared.map_err(|errors| join(errors.iter().map(place).collect()))?;
        let buffers = loaded.manifest.buffers.iter().zip(loaded.buffers).map(|(buffer, contents)| JobBuffer {
            name: buffer.name.clone(),
            about: about(buffer),
            expect: contents.after,
        });
        let text = || Some(String::from_utf8_lossy(contents.all().ok()?).into_owned());
        let source = ready.source.as_ref().and_then(|_| Some((file.clone(), text()?)));
        let (target, options) = (ready.name.clone(), task.options(Options::default()));
        Ok(Self { device, prepared, target, options, buffers: buffers.collect(), source })
    }
}

/// How a buffer is a picture, and what its numbers are.
fn about(buffer: &manifest::Buffer) -> Value {
    let element = |source: &Option<Source>| match source {
        Some(Source::Values(values)) => Values::element(values),
        _ => None,
    };
    let compared = match buffer.compare {
        Some(Compare::Near { kind, .. }) => Some(kind),
        _ => None,
    };
    let element = element(&buffer.input).or_else(|| element(&buffer.expect)).or(compared);
    let show = buffer.show.map(|show| json!({ "width": show.width, "height": show.height, "format": show.format }));
    json!({ "show": show, "element": element.map(|kind| kind.name()) })
}

/// The buffers of a job as data; `address` and `bytes` are those of each.
pub fn buffers_json(buffers: &[JobBuffer], places: impl Iterator<Item = (u64, usize)>) -> Value {
    let one = |(buffer, (address, bytes)): (&JobBuffer, (u64, usize))| {
        let mut line = json!({ "name": buffer.name, "address": hex(address), "bytes": bytes });
        if let (Value::Object(line), Value::Object(about)) = (&mut line, buffer.about.clone()) {
            line.extend(about);
        }
        line["expects"] = buffer.expect.is_some().into();
        line
    };
    buffers.iter().zip(places).map(one).collect()
}

/// The target of a program that a manifest is made for.
///
/// # Errors
/// There is none of this name.
pub fn named(target: &str) -> Result<Option<isatope::NamedTarget>, String> {
    if target.is_empty() {
        return Ok(None);
    }
    names::target(target)?;
    Ok(target.parse().ok())
}
