//! Converts a manifest to a task.

use isatope_diag::{Diagnostic, codes};

use super::place::Path;
use super::problem::Problem;
use super::{Argument, Loaded, Manifest, Word};
use crate::argument_value::ArgumentValue;
use crate::task::{About, Setup, Size, Task, TaskBuffer, TaskError, TaskPointer};
use isatope_emu::shader::Slot;

impl Loaded {
    /// The task, without what is expected of it. The contents of the buffers are taken out.
    pub fn take_task(&mut self) -> Task {
        let manifest = &self.manifest;
        // Names have been checked.
        let number = |name: &str| manifest.buffers.iter().position(|b| b.name == name).unwrap_or(usize::MAX);
        let buffers = manifest.buffers.iter().zip(&mut self.buffers).map(|(buffer, contents)| TaskBuffer {
            name: buffer.name.clone(),
            bytes: std::mem::take(&mut contents.before),
            uninit: false,
            address: buffer.address.map(|a| a.0),
            pointers: buffer
                .pointers
                .iter()
                .map(|p| TaskPointer { at: p.at.0, buffer: number(&p.buffer), offset: p.offset.0 })
                .collect(),
            // What does not fit has been reported.
            slot: buffer.table.zip(buffer.index).map(|(table, index)| Slot { table: table.0 as u8, index: index.0 }),
            ..TaskBuffer::default()
        });
        let bytes = |word: Option<Word>| word.map_or(0, |word| word.0);
        Task {
            kernel: manifest.kernel.clone(),
            size: size(manifest),
            dimensions: manifest.grid.or(manifest.workgroups).unwrap_or(manifest.local_size).1,
            group: manifest.local_size.0,
            buffers: buffers.collect(),
            args: manifest
                .args
                .iter()
                .map(|argument| match argument {
                    Argument::Buffer(name, offset) => ArgumentValue::Buffer(number(name), *offset),
                    Argument::Number(kind, bits) => ArgumentValue::Numbers(*kind, vec![*bits]),
                    Argument::Bytes(bytes) => ArgumentValue::Bytes(bytes.clone()),
                    Argument::Null => ArgumentValue::Null,
                    Argument::Local(bytes) => ArgumentValue::Local(*bytes),
                })
                .collect(),
            setup: Setup {
                uniforms: manifest
                    .uniforms
                    .iter()
                    .filter_map(|(key, word)| Some((key.parse().ok()?, word.0)))
                    .collect(),
                thread_local_bytes: bytes(manifest.thread_local_bytes),
                workgroup_local_bytes: bytes(manifest.workgroup_local_bytes),
            },
        }
    }
}

fn size(manifest: &Manifest) -> Size {
    match (manifest.grid, manifest.workgroups) {
        (Some(grid), _) => Size::WorkItems(grid.0),
        (None, Some(groups)) => Size::Workgroups(groups.0),
        (None, None) => Size::WorkItems(manifest.local_size.0),
    }
}

/// What is wrong with the task of a manifest, with the place in its text.
pub fn place(error: &TaskError, manifest: &Manifest, text: &str) -> Diagnostic {
    let root = Path::default();
    let (path, code) = match error.about {
        About::Kernel if manifest.kernel.is_none() => (root, codes::LAUNCH),
        About::Kernel => (root.key("kernel"), codes::LAUNCH),
        About::Size if manifest.grid.is_some() => (root.key("grid"), codes::LAUNCH),
        About::Size => (root.key("workgroups"), codes::LAUNCH),
        About::Group => (root.key("local_size"), codes::LAUNCH),
        About::Buffer(number) => (root.key("buffers").index(number), codes::MANIFEST),
        About::Argument(number) => (root.key("args").index(number), codes::ARGUMENTS),
        About::Arguments => (root.key("args"), codes::ARGUMENTS),
        About::ThreadLocal => (root.key("thread_local_bytes"), codes::LAUNCH),
        About::WorkgroupLocal => (root.key("workgroup_local_bytes"), codes::LAUNCH),
    };
    let problem = Problem { help: error.help.clone(), ..Problem::new(path, error.message.clone()) };
    Diagnostic { code: Some(code), ..problem.diagnostic(text) }
}
