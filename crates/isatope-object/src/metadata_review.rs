//! Mistakes in the metadata of a source that are valid YAML: readers skip what they do not know.
//!
//! Source: LLVM's AMDGPU backend guide, "Code Object V3 Metadata" to V5. Metadata of version 2 are not reviewed.

use crate::args::ArgKind;
use crate::build::message_pack;
pub use crate::yaml::MetadataPosition;
use crate::yaml::{self, Node, Value, YamlError};

/// Keys of a kernel.
const KERNEL_KEYS: &[&str] = &[
    ".name",
    ".symbol",
    ".language",
    ".language_version",
    ".args",
    ".reqd_workgroup_size",
    ".workgroup_size_hint",
    ".vec_type_hint",
    ".device_enqueue_symbol",
    ".kernarg_segment_size",
    ".group_segment_fixed_size",
    ".private_segment_fixed_size",
    ".kernarg_segment_align",
    ".wavefront_size",
    ".sgpr_count",
    ".vgpr_count",
    ".agpr_count",
    ".max_flat_workgroup_size",
    ".sgpr_spill_count",
    ".vgpr_spill_count",
    ".kind",
    ".uses_dynamic_stack",
    ".uniform_work_group_size",
    ".workgroup_processor_mode",
];

/// Keys of an argument.
const ARGUMENT_KEYS: &[&str] = &[
    ".name",
    ".type_name",
    ".size",
    ".offset",
    ".value_kind",
    ".value_type",
    ".pointee_align",
    ".address_space",
    ".access",
    ".actual_access",
    ".is_const",
    ".is_restrict",
    ".is_volatile",
    ".is_pipe",
];

/// A mistake in metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetadataProblem {
    /// Where the word is.
    pub at: MetadataPosition,
    /// Key or value that is wrong.
    pub word: String,
    /// What is wrong.
    pub what: MetadataMistake,
}

/// What is wrong in metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetadataMistake {
    /// A key that is not one of these.
    Key(&'static [&'static str]),
    /// A kind of argument that does not exist.
    Kind,
    /// Numbers that contradict each other, as a message.
    Numbers(String),
}

/// What a review of metadata finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MetadataReview {
    /// Mistakes, in order.
    pub problems: Vec<MetadataProblem>,
    /// Symbols of kernels.
    pub symbols: Vec<(MetadataPosition, String)>,
}

/// The lines of metadata.
pub struct MetadataLines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> MetadataLines<'t> {
    /// Finds the lines of a text.
    pub fn new(text: &'t str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect();
        Self { text, starts }
    }

    /// The offset of a position in bytes.
    pub fn offset(&self, at: MetadataPosition) -> usize {
        let line = self.starts.get(at.line.saturating_sub(1)).copied().unwrap_or(self.text.len());
        line + self.text[line..].char_indices().nth(at.column).map_or(0, |(column, _)| column)
    }
}

/// The metadata of a source.
#[derive(Clone, Debug)]
pub struct SourceMetadata<'t> {
    root: Node<'t>,
}

impl<'t> SourceMetadata<'t> {
    /// Reads metadata: YAML, with a mapping at the top.
    ///
    /// # Errors
    /// Returns the line of the error and a message.
    pub fn read(text: &'t str) -> Result<Self, YamlError> {
        let root = yaml::read_whole(text)?;
        match root.value {
            Value::Map(_) => Ok(Self { root }),
            _ => {
                let message = "metadata are a mapping: `amdhsa.version:` and the like, with values";
                Err(YamlError::new(root.at.line, message))
            }
        }
    }

    /// Converts them to MessagePack: [`message_pack_of_yaml`](crate::build::message_pack_of_yaml).
    ///
    /// # Errors
    /// Returns the line of the error and a message.
    pub fn message_pack(&self) -> Result<Vec<u8>, YamlError> {
        message_pack(&self.root)
    }

    /// Finds mistakes in them.
    pub fn review(&self) -> MetadataReview {
        let mut found = MetadataReview::default();
        for kernel in self.root.get("amdhsa.kernels").map(Node::items).unwrap_or_default() {
            found.kernel(kernel);
        }
        found
    }
}

/// A number.
fn number(node: &Node<'_>) -> Option<u64> {
    yaml::number(node.text())
}

/// The names of kernels and of their descriptors in metadata of any version, with their positions: those of a text that
/// is in quotes are the quotes.
pub fn kernel_names(text: &str) -> Vec<(MetadataPosition, String)> {
    let Ok(root) = yaml::read(text) else { return Vec::new() };
    let lists = [("amdhsa.kernels", [".name", ".symbol"]), ("Kernels", ["Name", "SymbolName"])];
    let kernels = lists.iter().flat_map(|(list, keys)| {
        let kernels = root.get(list).map(Node::items).unwrap_or_default();
        kernels.iter().flat_map(|kernel| keys.iter().filter_map(|key| kernel.get(key)))
    });
    kernels.map(|name| (name.at, name.text().to_owned())).collect()
}

impl MetadataReview {
    fn problem(&mut self, node: &Node<'_>, what: MetadataMistake) {
        self.problems.push(MetadataProblem { at: node.at, word: node.text().to_owned(), what });
    }

    /// Reports the keys of a map that are not known.
    fn keys(&mut self, map: &Node<'_>, known: &'static [&'static str]) {
        for (key, _) in map.members().iter().filter(|(key, _)| !known.contains(&key.text())) {
            self.problem(key, MetadataMistake::Key(known));
        }
    }

    fn kernel(&mut self, kernel: &Node<'_>) {
        self.keys(kernel, KERNEL_KEYS);
        if let Some(symbol) = kernel.get(".symbol") {
            self.symbols.push((symbol.at, symbol.text().to_owned()));
        }
        // Start, end, and the node of the offset.
        let mut ranges: Vec<(u64, u64, &Node<'_>)> = Vec::new();
        for argument in kernel.get(".args").map(Node::items).unwrap_or_default() {
            self.keys(argument, ARGUMENT_KEYS);
            if let Some(kind) = argument.get(".value_kind")
                && !ArgKind::names().any(|name| name == kind.text())
            {
                self.problem(kind, MetadataMistake::Kind);
            }
            let (offset, size) = (argument.get(".offset"), argument.get(".size").and_then(number));
            let (Some(at), Some(size)) = (offset, size) else { continue };
            let Some(start) = number(at) else { continue };
            let end = start.saturating_add(size);
            if let Some((other, other_end, _)) = ranges.iter().find(|range| start < range.1 && range.0 < end) {
                let message = format!(
                    "the argument in bytes {start} to {} overlaps the one in bytes {other} to {}",
                    end.saturating_sub(1),
                    other_end.saturating_sub(1)
                );
                self.problem(at, MetadataMistake::Numbers(message));
            }
            ranges.push((start, end, at));
        }
        let end = ranges.iter().map(|range| range.1).max().unwrap_or(0);
        if let Some(size) = kernel.get(".kernarg_segment_size")
            && let Some(bytes) = number(size).filter(|bytes| *bytes < end)
        {
            let message = format!("the segment has {bytes} bytes, but the arguments need {end}");
            self.problem(size, MetadataMistake::Numbers(message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_found() {
        let text = "\
amdhsa.version: [1, 0]
amdhsa.kernels:
  - .name: vadd
    .symbol: vadd.kd
    .kernarg_segment_size: 8
    .sgpr_cont: 8
    .args:
      - { .size: 8, .offset: 0, .value_kind: global_buffer }
      - .size: 4
        .offset: 4
        .value_kind: by_valu
      - .size: 4
        .offset: 12
        .value_kind: by_value
";
        let review = |text| SourceMetadata::read(text).map(|metadata| metadata.review()).unwrap_or_default();
        let found = review(text);
        assert_eq!(found.symbols, [(MetadataPosition { line: 4, column: 13 }, "vadd.kd".to_owned())]);
        let found: Vec<_> = found.problems.iter().map(|p| (p.at.line, p.at.column, p.word.as_str())).collect();
        assert_eq!(found, [(6, 4, ".sgpr_cont"), (11, 21, "by_valu"), (10, 17, "4"), (5, 27, "8")]);
        assert_eq!(review("a: ["), MetadataReview::default());
        assert_eq!(review("amdhsa.kernels: 1"), MetadataReview::default());
    }
}
