//! Converts a manifest to a task.

use std::collections::BTreeMap;

use isatope_diag::{Diagnostic, codes};

use super::launch::Step;
use super::place::Path;
use super::problem::Problem;
use super::{Argument, Block, Loaded, Manifest, Word};
use crate::argument_value::ArgumentValue;
use crate::task::{About, Size, Task, TaskBuffer, TaskError, TaskLaunch, TaskPointer};
use isatope_emu::Permission;
use isatope_emu::shader::Slot;

impl Loaded {
    /// The task, without what is expected of it. The contents of the buffers are taken out.
    pub fn take_task(&mut self) -> Task {
        let manifest = &self.manifest;
        // Names have been checked.
        let number = |name: &str| manifest.buffers.iter().position(|b| b.name == name).unwrap_or(usize::MAX);
        let pointer = |at, name: &str, offset| TaskPointer { at, buffer: number(name), offset };
        let mut buffers = Vec::new();
        for (buffer, contents) in manifest.buffers.iter().zip(&mut self.buffers) {
            let listed = buffer.pointers.iter().map(|p| pointer(p.at.0, &p.buffer, p.offset.0));
            let inside = contents.pointers.iter().map(|(at, name, offset)| pointer(*at as u64, name, *offset));
            buffers.push(TaskBuffer {
                name: buffer.name.clone(),
                pointers: inside.chain(listed).collect(),
                bytes: std::mem::take(&mut contents.before),
                permission: buffer.access.map_or(Permission::ReadWrite, Permission::from),
                is_uninitialized: buffer.uninitialized == Some(true),
                address: buffer.address.map(|a| a.0),
                image: buffer.image.and_then(|image| image.info().ok()),
                // What does not fit has been reported.
                slot: buffer
                    .table
                    .zip(buffer.index)
                    .map(|(table, index)| Slot { table: table.0 as u8, index: index.0 }),
            });
        }
        let bytes = |word: Option<Word>| word.map_or(0, |word| word.0);
        let argument = |argument: &Argument| match argument {
            Argument::Buffer(name, offset) => ArgumentValue::Buffer(number(name), *offset),
            Argument::Number(kind, bits) => ArgumentValue::Numbers(*kind, vec![*bits]),
            Argument::Numbers(kind, bits) => ArgumentValue::Numbers(*kind, bits.clone()),
            Argument::Bytes(bytes) => ArgumentValue::Bytes(bytes.clone()),
            Argument::Struct(members) => {
                let Block { bytes, pointers, .. } = Block::of(members);
                let pointers = pointers.iter().map(|(at, name, offset)| pointer(*at as u64, name, *offset));
                ArgumentValue::Struct(bytes, pointers.collect())
            }
            Argument::Null => ArgumentValue::Null,
            Argument::Local(bytes) => ArgumentValue::Local(*bytes),
            Argument::Image(name) => ArgumentValue::Image(number(name)),
            Argument::Sampler(sampler) => ArgumentValue::Sampler((*sampler).into()),
        };
        let launch = |step: &Step| TaskLaunch {
            kernel: step.kernel().map(str::to_string),
            size: size(step),
            dimensions: dimensions(step),
            group: step.local_size().map_or([1; 3], |size| size.0),
            offset: step.offset().unwrap_or_default().0,
            stack: bytes(step.stack()),
            unaligned_scratch: step.unaligned_scratch().unwrap_or_default(),
            args: step.args().iter().map(argument).collect(),
            uniforms: numbered(step.uniforms()).collect(),
            repeat: step.repeat(),
        };
        Task {
            buffers,
            launches: manifest.steps().iter().map(launch).collect(),
            thread_local_bytes: bytes(manifest.thread_local_bytes),
            workgroup_local_bytes: bytes(manifest.workgroup_local_bytes),
            gws: numbered(&manifest.gws).map(|(key, count)| (key, count.into())).collect(),
            max_instructions: manifest.max_instructions.map(|most| most.0),
            compute_units: manifest.compute_units.map(|units| units.0),
        }
    }
}

/// Words by their numbers. Keys have been checked.
fn numbered(words: &BTreeMap<String, Word>) -> impl Iterator<Item = (u8, u32)> {
    words.iter().filter_map(|(key, word)| Some((key.parse().ok()?, word.0)))
}

fn size(step: &Step) -> Size {
    match step.size() {
        (Some(grid), _) => Size::WorkItems(grid.0),
        (None, Some(groups)) => Size::Workgroups(groups.0),
        (None, None) => Size::WorkItems([1; 3]),
    }
}

/// Number of dimensions of a launch: the count of numbers of its size.
fn dimensions(step: &Step) -> u16 {
    let (grid, groups) = step.size();
    grid.or(groups).or(step.local_size()).map_or(1, |size| size.1)
}

/// What is wrong with the task of a manifest, with the place in its text.
pub fn place(error: &TaskError, manifest: &Manifest, text: &str) -> Diagnostic {
    let root = Path::default();
    // A task has as many launches as its manifest.
    let at = |launch: usize, key: &str| manifest.step(launch).map_or(root.clone(), |step| step.at(key));
    let (path, code) = match error.about {
        About::Kernel(launch) => match manifest.step(launch) {
            Some(step) if step.kernel().is_some() => (step.at("kernel"), codes::LAUNCH),
            Some(step) => (step.path(), codes::LAUNCH),
            None => (root, codes::LAUNCH),
        },
        About::Size(launch) => {
            let is_grid = manifest.step(launch).is_some_and(|step| step.size().0.is_some());
            let key = if is_grid { "grid" } else { "workgroups" };
            (at(launch, key), codes::LAUNCH)
        }
        About::Group(launch) => (at(launch, "local_size"), codes::LAUNCH),
        About::Stack(launch) => (at(launch, "stack"), codes::LAUNCH),
        About::Buffer(number) => (root.key("buffers").index(number), codes::MANIFEST),
        About::Argument(launch, number) => (at(launch, "args").index(number), codes::ARGUMENTS),
        About::Arguments(launch) => (at(launch, "args"), codes::ARGUMENTS),
        About::ThreadLocal => (root.key("thread_local_bytes"), codes::LAUNCH),
        About::WorkgroupLocal => (root.key("workgroup_local_bytes"), codes::LAUNCH),
    };
    let problem = Problem { help: error.help.clone(), ..Problem::new(path, error.message.clone()) };
    Diagnostic { code: Some(code), ..problem.diagnostic(text) }
}
