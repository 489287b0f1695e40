//! Control-flow graphs as text, for Graphviz and as JSON.
//!
//! ```
//! use isatope::flow_graph::FlowGraph;
//! use isatope::{Dialect, Target};
//!
//! // loop: s_sub_u32 s0, s0, 1;  s_cmp_lg_u32 s0, 0;  s_cbranch_scc1 loop;  s_endpgm
//! let words: [u32; 4] = [0x8080_8100, 0xbf07_8000, 0xbf85_fffd, 0xbf81_0000];
//! let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
//! let graph = FlowGraph::new("count", Target::GFX900, Dialect::LLVM, &code, 0, 0x1000)?;
//! let text = graph.without_instructions().to_string();
//! assert!(text.starts_with("count at 0x1000: 2 blocks, 1 loop\n"), "{text}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Write};

use isatope_core::{FlowKind, Formatter};
use isatope_flow::{Dominators, Graph, Loop, Loops, Program, Successors, Way};

use crate::{Dialect, Target, UnknownDialect};

/// Deepest indentation of clusters.
const MOST_INDENT: usize = 16;

/// What leads along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EdgeKind {
    /// The next instruction follows.
    Next,
    /// A branch whose condition holds.
    Taken,
    /// A jump.
    Jump,
    /// A jump to where the function was called.
    Return,
    /// The end of the program.
    End,
}

impl EdgeKind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Next => "next",
            Self::Taken => "taken",
            Self::Jump => "jump",
            Self::Return => "return",
            Self::End => "end",
        }
    }
}

/// The end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EdgeTo {
    /// A block, by its index.
    Block(usize),
    /// An address outside of the code.
    Outside(u64),
    /// A place that only the running program knows.
    Unknown,
    /// The end of the program.
    End,
}

/// A way from a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edge {
    /// What leads along it.
    pub kind: EdgeKind,
    /// Where it leads.
    pub to: EdgeTo,
    /// Whether it leads back to the header of a loop that its block is in.
    pub is_back: bool,
}

/// The control-flow graph of a kernel, a function or a shader.
#[derive(Debug)]
pub struct FlowGraph {
    name: String,
    /// Address of the section that the code is in.
    base: u64,
    program: Program,
    graph: Graph,
    loops: Loops,
    /// Addresses of jumps to where the function was called.
    returns: Vec<u64>,
    formatter: Formatter,
    /// Comments on instructions, by address.
    notes: Vec<(u64, String)>,
    shows_instructions: bool,
}

impl FlowGraph {
    /// Of code at an offset in a section that lies at an address.
    ///
    /// # Errors
    /// If the target does not have the dialect.
    pub fn new(
        name: impl Into<String>,
        target: Target,
        dialect: Dialect,
        code: &[u8],
        offset: u64,
        base: u64,
    ) -> Result<Self, UnknownDialect> {
        let formatter = Formatter::new(target, dialect.name()).ok_or(UnknownDialect { target, dialect })?;
        let distances = target.arch().syntax.distances;
        let program = Program::decode_at(target, base.wrapping_add(offset), code);
        let mut made = Self {
            name: name.into(),
            base,
            program,
            graph: Graph::default(),
            loops: Loops::default(),
            returns: Vec::new(),
            formatter: formatter.labels(!distances),
            notes: Vec::new(),
            shows_instructions: true,
        };
        made.connect();
        Ok(made)
    }

    /// Adds targets of indirect jumps: address of the jump, address of the target.
    #[must_use]
    pub fn with_jumps(mut self, jumps: Vec<(u64, u64)>) -> Self {
        for &(from, to) in &jumps {
            if let Some(jump) = self.program.find(from) {
                self.program.add_jump(jump, to);
            }
        }
        if !jumps.is_empty() {
            self.connect();
        }
        self
    }

    /// Adds addresses of jumps that lead to where the function was called, in ascending order.
    #[must_use]
    pub fn with_returns(self, returns: Vec<u64>) -> Self {
        Self { returns, ..self }
    }

    /// Adds comments on instructions: address, text. They are in ascending order.
    #[must_use]
    pub fn with_notes(self, notes: Vec<(u64, String)>) -> Self {
        Self { notes, ..self }
    }

    /// Leaves out instructions: blocks have addresses only.
    #[must_use]
    pub fn without_instructions(self) -> Self {
        Self { shows_instructions: false, ..self }
    }

    fn connect(&mut self) {
        self.graph = Graph::new(self.program.items().len(), &[0], |index| self.successors(index));
        self.loops = Loops::new(&self.graph, &Dominators::new(&self.graph));
    }

    fn successors(&self, index: usize) -> Successors {
        // What is called comes back.
        if self.program.flow(index).kind == FlowKind::Call {
            return Successors::NEXT;
        }
        self.program.successors(index)
    }

    /// The blocks, in the order of the code.
    pub fn blocks(&self) -> &[isatope_flow::Block] {
        self.graph.blocks()
    }

    /// The loops.
    pub fn loops(&self) -> &[Loop] {
        self.loops.all()
    }

    /// The ways from a block.
    pub fn edges(&self, block: usize) -> Vec<Edge> {
        let last = self.graph.blocks()[block].last();
        let (flow, item) = (self.program.flow(last), self.program.items()[last]);
        let next = item.end();
        let at = |index: usize| match index < self.program.items().len() {
            true => EdgeTo::Block(self.graph.block_index(index)),
            false => EdgeTo::Outside(next),
        };
        let Successors { next: goes_on, other } = self.successors(last);
        let mut edges = Vec::new();
        let mut add = |kind, to| {
            let is_back = matches!(to, EdgeTo::Block(to) if self.is_back(block, to));
            edges.push(Edge { kind, to, is_back });
        };
        if let Some(way) = other.filter(|_| flow.kind != FlowKind::Trap) {
            let returns = way == Way::Unknown && self.returns.binary_search(&item.address).is_ok();
            let to = match way {
                Way::Unknown if returns => EdgeTo::End,
                Way::To(index) => at(index),
                Way::Outside => EdgeTo::Outside(self.program.destination(last).unwrap_or_default()),
                Way::Unknown => EdgeTo::Unknown,
                Way::End => EdgeTo::End,
            };
            let kind = match flow.kind {
                FlowKind::Branch => EdgeKind::Taken,
                _ if returns => EdgeKind::Return,
                _ => EdgeKind::Jump,
            };
            add(kind, to);
        }
        if goes_on {
            add(EdgeKind::Next, at(last + 1));
        }
        if flow.kind == FlowKind::End {
            add(EdgeKind::End, EdgeTo::End);
        }
        edges
    }

    fn is_back(&self, from: usize, to: usize) -> bool {
        let mut around = self.loops.of_block(from);
        while let Some(found) = around {
            if found.header == to {
                return true;
            }
            around = found.parent.map(|parent| &self.loops.all()[parent]);
        }
        false
    }

    /// Address of the first instruction of a block.
    fn start(&self, block: usize) -> u64 {
        self.program.items()[self.graph.blocks()[block].instructions.start].address
    }

    /// Address after the last instruction of a block.
    fn end(&self, block: usize) -> u64 {
        self.program.items()[self.graph.blocks()[block].last()].end()
    }

    /// Calls `each` with the address and text of each instruction of a block.
    fn each_line(&self, block: usize, each: &mut dyn FnMut(u64, &str) -> fmt::Result) -> fmt::Result {
        let mut line = String::new();
        for item in &self.program.items()[self.graph.blocks()[block].instructions.clone()] {
            line.clear();
            match &item.instruction {
                Some(inst) => {
                    let offset = item.address.wrapping_sub(self.base);
                    self.formatter.at(offset).write(inst, &mut line)?;
                    line.truncate(line.trim_end().len());
                }
                None => line.push_str("(no instruction)"),
            }
            if let Ok(note) = self.notes.binary_search_by_key(&item.address, |note| note.0) {
                write!(line, " // {}", self.notes[note].1)?;
            }
            each(item.address, &line)?;
        }
        Ok(())
    }

    /// Writes the graph for Graphviz: a `digraph` with a cluster for each loop.
    ///
    /// # Errors
    /// Errors from `out`.
    pub fn write_dot(&self, out: &mut dyn Write) -> fmt::Result {
        writeln!(out, "digraph \"{}\" {{", Escaped(&self.name))?;
        writeln!(out, "  label=\"{}\"; labelloc=t; fontname=monospace;", Escaped(&self.name))?;
        writeln!(out, "  node [shape=box, fontname=monospace]; edge [fontname=monospace];")?;
        self.dot_nodes(out)?;
        let (mut ends, mut unknown, mut outside) = (false, false, BTreeSet::new());
        for block in 0..self.graph.blocks().len() {
            for edge in self.edges(block) {
                let back = if edge.is_back { ", style=bold, color=blue" } else { "" };
                write!(out, "  b{block} -> ")?;
                match edge.to {
                    EdgeTo::Block(to) => write!(out, "b{to}")?,
                    EdgeTo::End => {
                        ends = true;
                        out.write_str("end")?;
                    }
                    EdgeTo::Unknown => {
                        unknown = true;
                        out.write_str("unknown")?;
                    }
                    EdgeTo::Outside(address) => {
                        outside.insert(address);
                        write!(out, "x{address:x}")?;
                    }
                }
                writeln!(out, " [label=\"{}\"{back}];", edge.kind.name())?;
            }
        }
        if ends {
            writeln!(out, "  end [shape=doublecircle];")?;
        }
        if unknown {
            writeln!(out, "  unknown [shape=diamond, label=\"unknown address\"];")?;
        }
        for address in outside {
            writeln!(out, "  x{address:x} [shape=ellipse, label=\"{address:#x}\"];")?;
        }
        writeln!(out, "}}")
    }

    /// The blocks, in a cluster for each loop.
    fn dot_nodes(&self, out: &mut dyn Write) -> fmt::Result {
        let loops = self.loops.all();
        // A header is in its loop, and each loop has another one.
        let number: HashMap<usize, usize> =
            loops.iter().enumerate().map(|(index, found)| (found.header, index)).collect();
        let mut blocks: Vec<Vec<usize>> = vec![Vec::new(); loops.len() + 1];
        let mut inner: Vec<Vec<usize>> = vec![Vec::new(); loops.len() + 1];
        for block in 0..self.graph.blocks().len() {
            let found = self.loops.of_block(block).and_then(|found| number.get(&found.header));
            blocks[found.map_or(0, |found| found + 1)].push(block);
        }
        for (index, found) in loops.iter().enumerate().rev() {
            inner[found.parent.map_or(0, |parent| parent + 1)].push(index);
        }
        // Loops that are open, and those in them that come next.
        let mut open = vec![0];
        self.dot_blocks(&blocks[0], 1, out)?;
        while let Some(&last) = open.last() {
            let indent = "  ".repeat(open.len().min(MOST_INDENT));
            if let Some(index) = inner[last].pop() {
                writeln!(out, "{indent}subgraph cluster_{index} {{")?;
                writeln!(out, "{indent}  label=\"loop at {:#x}\"; style=rounded;", self.start(loops[index].header))?;
                open.push(index + 1);
                self.dot_blocks(&blocks[index + 1], open.len(), out)?;
                continue;
            }
            open.pop();
            if !open.is_empty() {
                writeln!(out, "{}}}", "  ".repeat(open.len().min(MOST_INDENT)))?;
            }
        }
        Ok(())
    }

    /// Nodes of blocks.
    fn dot_blocks(&self, blocks: &[usize], depth: usize, out: &mut dyn Write) -> fmt::Result {
        let indent = "  ".repeat(depth.min(MOST_INDENT));
        for &block in blocks {
            write!(out, "{indent}b{block} [label=\"{:#x}", self.start(block))?;
            if self.shows_instructions {
                out.write_str("\\l")?;
                self.each_line(block, &mut |_, line| write!(out, "{}\\l", Escaped(line)))?;
            } else {
                write!(out, " to {:#x}", self.end(block))?;
            }
            let style = if self.graph.blocks()[block].reachable { "" } else { ", style=dashed" };
            writeln!(out, "\"{style}];")?;
        }
        Ok(())
    }

    /// The graph as JSON: a line of `isatope dis --cfg text --json`.
    #[cfg(feature = "serde")]
    pub fn json(&self) -> serde_json::Value {
        use crate::exact::exact;
        use serde_json::{Value, json};
        let blocks = self.graph.blocks().iter().enumerate().map(|(index, block)| {
            let mut lines: Vec<Value> = Vec::new();
            if self.shows_instructions {
                // Text takes everything.
                let _ = self.each_line(index, &mut |address, line| {
                    lines.push(json!({ "address": exact(address), "text": line }));
                    Ok(())
                });
            }
            let edges: Vec<Value> = self
                .edges(index)
                .into_iter()
                .map(|edge| {
                    let (block, address) = match edge.to {
                        EdgeTo::Block(to) => (Some(to), Some(self.start(to))),
                        EdgeTo::Outside(address) => (None, Some(address)),
                        EdgeTo::Unknown | EdgeTo::End => (None, None),
                    };
                    json!({ "kind": edge.kind.name(), "block": block, "address": address.map(exact), "back": edge.is_back })
                })
                .collect();
            let mut line = json!({
                "address": exact(self.start(index)), "end": exact(self.end(index)), "count": block.instructions.len(),
                "reachable": block.reachable, "depth": self.loops.depth(index), "edges": edges,
            });
            if self.shows_instructions {
                line["instructions"] = lines.into();
            }
            line
        });
        let blocks: Vec<Value> = blocks.collect();
        let loops: Vec<Value> = self
            .loops
            .all()
            .iter()
            .map(|found| {
                json!({ "header": found.header, "blocks": found.blocks, "parent": found.parent, "depth": found.depth })
            })
            .collect();
        json!({ "graph": self.name, "blocks": blocks, "loops": loops })
    }
}

impl fmt::Display for FlowGraph {
    /// Writes the graph as text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let blocks = self.graph.blocks();
        let address = self.program.items().first().map_or(self.base, |item| item.address);
        let loops = self.loops.all().len();
        write!(f, "{} at {address:#x}: {}", self.name, plural(blocks.len(), "block"))?;
        if loops > 0 {
            write!(f, ", {}", plural(loops, "loop"))?;
        }
        f.write_str(if self.loops.has_irreducible() { ", loops with several entries\n" } else { "\n" })?;
        for (index, block) in blocks.iter().enumerate() {
            write!(f, "\nblock {index} at {:#x}", self.start(index))?;
            if !self.shows_instructions {
                write!(f, " to {:#x}, {}", self.end(index), plural(block.instructions.len(), "instruction"))?;
            }
            if let Some(found) = self.loops.of_block(index) {
                let header = if found.header == index { "header of a loop" } else { "in the loop of block" };
                f.write_str(", ")?;
                match found.header == index {
                    true => write!(f, "{header}")?,
                    false => write!(f, "{header} {}", found.header)?,
                }
                if found.depth > 1 {
                    write!(f, ", depth {}", found.depth)?;
                }
            }
            f.write_str(if block.reachable { "\n" } else { ", not reached\n" })?;
            if self.shows_instructions {
                self.each_line(index, &mut |address, line| writeln!(f, "    {address:#08x}  {line}"))?;
            }
            for edge in self.edges(index) {
                write!(f, "  {:<6} -> ", edge.kind.name())?;
                match edge.to {
                    EdgeTo::Block(to) => write!(f, "block {to}")?,
                    EdgeTo::Outside(address) => write!(f, "{address:#x}")?,
                    EdgeTo::Unknown => f.write_str("an unknown address")?,
                    EdgeTo::End if edge.kind == EdgeKind::Return => f.write_str("caller")?,
                    EdgeTo::End => f.write_str("end")?,
                }
                f.write_str(if edge.is_back { ", back\n" } else { "\n" })?;
            }
        }
        Ok(())
    }
}

/// Text in a quoted string of Graphviz.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '"' | '\\' => write!(f, "\\{letter}")?,
                '\n' => f.write_str("\\l")?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}
