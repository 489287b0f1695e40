//! Mistakes in the metadata of a source that are valid YAML: readers skip what they do not know.
//!
//! Source: LLVM's AMDGPU backend guide, "Code Object V3 Metadata" to V5. Metadata of version 2 are not reviewed.

use saphyr_parser::{Event, Parser};

use crate::args::ArgKind;
use crate::msgpack;

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

/// Position in a text: the line from 1, and the column in characters from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "their names say all")]
pub struct MetadataPosition {
    pub line: usize,
    pub column: usize,
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

/// A value with its position.
#[derive(Clone, Debug)]
struct Node {
    at: MetadataPosition,
    value: Value,
}

#[derive(Clone, Debug)]
enum Value {
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

impl Node {
    fn text(&self) -> &str {
        match &self.value {
            Value::Scalar(text) => text,
            _ => "",
        }
    }

    fn number(&self) -> Option<u64> {
        let text = self.text();
        match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        }
    }

    fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    fn members(&self) -> &[(Node, Node)] {
        match &self.value {
            Value::Map(members) => members,
            _ => &[],
        }
    }

    fn get(&self, key: &str) -> Option<&Node> {
        self.members().iter().find(|(name, _)| name.text() == key).map(|(_, value)| value)
    }
}

/// Reviews the metadata of a source. A text that is not YAML has no findings: [`check_metadata`](crate::check_metadata)
/// reports it.
pub fn review(text: &str) -> MetadataReview {
    let mut found = MetadataReview::default();
    let Some(root) = tree(text) else { return found };
    for kernel in root.get("amdhsa.kernels").map(Node::items).unwrap_or_default() {
        found.kernel(kernel);
    }
    found
}

/// The names of kernels and of their descriptors in metadata of any version, with their positions: those of a text that
/// is in quotes are the quotes.
pub fn kernel_names(text: &str) -> Vec<(MetadataPosition, String)> {
    let Some(root) = tree(text) else { return Vec::new() };
    let lists = [("amdhsa.kernels", [".name", ".symbol"]), ("Kernels", ["Name", "SymbolName"])];
    let kernels = lists.iter().flat_map(|(list, keys)| {
        let kernels = root.get(list).map(Node::items).unwrap_or_default();
        kernels.iter().flat_map(|kernel| keys.iter().filter_map(|key| kernel.get(key)))
    });
    kernels.map(|name| (name.at, name.text().to_owned())).collect()
}

impl MetadataReview {
    fn problem(&mut self, node: &Node, what: MetadataMistake) {
        self.problems.push(MetadataProblem { at: node.at, word: node.text().to_owned(), what });
    }

    /// Reports the keys of a map that are not known.
    fn keys(&mut self, map: &Node, known: &'static [&'static str]) {
        for (key, _) in map.members().iter().filter(|(key, _)| !known.contains(&key.text())) {
            self.problem(key, MetadataMistake::Key(known));
        }
    }

    fn kernel(&mut self, kernel: &Node) {
        self.keys(kernel, KERNEL_KEYS);
        if let Some(symbol) = kernel.get(".symbol") {
            self.symbols.push((symbol.at, symbol.text().to_owned()));
        }
        // Start, end, and the node of the offset.
        let mut ranges: Vec<(u64, u64, &Node)> = Vec::new();
        for argument in kernel.get(".args").map(Node::items).unwrap_or_default() {
            self.keys(argument, ARGUMENT_KEYS);
            if let Some(kind) = argument.get(".value_kind")
                && !ArgKind::names().any(|name| name == kind.text())
            {
                self.problem(kind, MetadataMistake::Kind);
            }
            let (offset, size) = (argument.get(".offset"), argument.get(".size").and_then(Node::number));
            let (Some(at), Some(size)) = (offset, size) else { continue };
            let Some(start) = at.number() else { continue };
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
            && let Some(bytes) = size.number().filter(|bytes| *bytes < end)
        {
            let message = format!("the segment has {bytes} bytes, but the arguments need {end}");
            self.problem(size, MetadataMistake::Numbers(message));
        }
    }
}

/// A list or map that has not ended yet. The values of a map are its keys and values in turn.
struct Open {
    at: MetadataPosition,
    is_map: bool,
    values: Vec<Node>,
}

impl Open {
    fn close(self) -> Node {
        let value = match self.is_map {
            false => Value::List(self.values),
            true => {
                let mut values = self.values.into_iter();
                Value::Map(std::iter::from_fn(|| Some((values.next()?, values.next()?))).collect())
            }
        };
        Node { at: self.at, value }
    }
}

/// The first document of a text; `None` if it cannot be read.
fn tree(text: &str) -> Option<Node> {
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.ok()?;
        let at = MetadataPosition { line: span.start.line(), column: span.start.col() };
        let node = match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if open.len() >= msgpack::DEPTH {
                    return None;
                }
                open.push(Open { at, is_map: matches!(event, Event::MappingStart(..)), values: Vec::new() });
                continue;
            }
            Event::Scalar(text, ..) => Node { at, value: Value::Scalar(text.into_owned()) },
            Event::SequenceEnd | Event::MappingEnd => open.pop()?.close(),
            Event::Alias(_) => return None,
            _ => continue,
        };
        match open.last_mut() {
            Some(last) => last.values.push(node),
            None => return Some(node),
        }
    }
    None
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
        let found = review(text);
        assert_eq!(found.symbols, [(MetadataPosition { line: 4, column: 13 }, "vadd.kd".to_owned())]);
        let found: Vec<_> = found.problems.iter().map(|p| (p.at.line, p.at.column, p.word.as_str())).collect();
        assert_eq!(found, [(6, 4, ".sgpr_cont"), (11, 21, "by_valu"), (10, 17, "4"), (5, 27, "8")]);
        assert_eq!(review("a: ["), MetadataReview::default());
        assert_eq!(review("amdhsa.kernels: 1"), MetadataReview::default());
    }
}
