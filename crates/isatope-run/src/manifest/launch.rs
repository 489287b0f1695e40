//! Launches of a manifest.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::number::{Extent, Offsets, Word};
use super::place::Path;
use super::{Argument, Manifest};

/// One of several launches, which run one after the other on the same buffers. A key that is left out has the value
/// that it has at the top of the manifest.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// Name of the kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// Work-items in x, y and z in all; the last workgroup of each may be partial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid: Option<Extent>,
    /// Whole workgroups in x, y and z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workgroups: Option<Extent>,
    /// Work-items of a workgroup in x, y and z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local_size: Option<Extent>,
    /// GCN: the global offset in x, y and z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<Offsets>,
    /// GCN: bytes of private memory for a work-item's stack, beside those that the kernel asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Word>,
    /// GCN: an access past the end of a dword of private memory goes on in the next dword of its lane. Otherwise it is
    /// a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unaligned_scratch: Option<bool>,
    /// GCN: the visible arguments of the kernel, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Vec<Argument>>,
    /// Valhall: words of the uniform file, by their number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uniforms: Option<BTreeMap<String, Word>>,
    /// How many times it runs; without it, once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Word>,
    /// For the reader: anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Value>,
}

/// A launch with what it takes from the top of its manifest.
pub(super) struct Step<'a> {
    manifest: &'a Manifest,
    /// Number of the launch in the list; `None` for a manifest without a list.
    number: Option<usize>,
    launch: Option<&'a Launch>,
}

impl Manifest {
    /// The launches in their order: those of the list, or the one that the manifest itself describes.
    pub(super) fn steps(&self) -> Vec<Step<'_>> {
        let listed = |(number, launch)| Step { manifest: self, number: Some(number), launch: Some(launch) };
        match self.launches.as_slice() {
            [] => vec![Step { manifest: self, number: None, launch: None }],
            launches => launches.iter().enumerate().map(listed).collect(),
        }
    }

    /// A launch by its number.
    pub(super) fn step(&self, number: usize) -> Option<Step<'_>> {
        self.steps().into_iter().nth(number)
    }
}

impl<'a> Step<'a> {
    /// A value of the launch, or else of the manifest.
    fn own<T>(&self, own: impl Fn(&'a Launch) -> Option<T>, top: Option<T>) -> Option<T> {
        self.launch.and_then(own).or(top)
    }

    pub fn kernel(&self) -> Option<&'a str> {
        self.own(|l| l.kernel.as_deref(), self.manifest.kernel.as_deref())
    }

    /// Whether the launch has a size of its own.
    fn has_size(&self) -> bool {
        self.launch.is_some_and(|l| l.grid.is_some() || l.workgroups.is_some())
    }

    /// Work-items and workgroups, as far as they are given: one of them if all is right.
    pub fn size(&self) -> (Option<Extent>, Option<Extent>) {
        match self.launch.filter(|_| self.has_size()) {
            Some(launch) => (launch.grid, launch.workgroups),
            None => (self.manifest.grid, self.manifest.workgroups),
        }
    }

    pub fn local_size(&self) -> Option<Extent> {
        self.own(|l| l.local_size, self.manifest.local_size)
    }

    pub fn offset(&self) -> Option<Offsets> {
        self.own(|l| l.offset, self.manifest.offset)
    }

    pub fn stack(&self) -> Option<Word> {
        self.own(|l| l.stack, self.manifest.stack)
    }

    pub fn unaligned_scratch(&self) -> Option<bool> {
        self.own(|l| l.unaligned_scratch, self.manifest.unaligned_scratch)
    }

    pub fn args(&self) -> &'a [Argument] {
        self.launch.and_then(|l| l.args.as_deref()).unwrap_or(&self.manifest.args)
    }

    pub fn uniforms(&self) -> &'a BTreeMap<String, Word> {
        self.launch.and_then(|l| l.uniforms.as_ref()).unwrap_or(&self.manifest.uniforms)
    }

    pub fn repeat(&self) -> u32 {
        self.launch.and_then(|l| l.repeat).map_or(1, |repeat| repeat.0)
    }

    /// The object of the launch in the list, or the manifest.
    pub fn path(&self) -> Path {
        self.number.map_or(Path::default(), |number| Path::default().key("launches").index(number))
    }

    /// The value of a key, where it is given.
    pub fn at(&self, key: &str) -> Path {
        let own = self.launch.is_some_and(|l| match key {
            "kernel" => l.kernel.is_some(),
            "grid" | "workgroups" => self.has_size(),
            "local_size" => l.local_size.is_some(),
            "offset" => l.offset.is_some(),
            "stack" => l.stack.is_some(),
            "unaligned_scratch" => l.unaligned_scratch.is_some(),
            "args" => l.args.is_some(),
            "uniforms" => l.uniforms.is_some(),
            _ => false,
        });
        if own { self.path().key(key) } else { Path::default().key(key) }
    }
}
