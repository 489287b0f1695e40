//! Waits, wait states and other rules that `hazards { … }` in the specification declares.
//!
//! [`Checker`] computes the [facts](facts) of each instruction, the operations that may be outstanding at each place
//! ([`waits`]), and reports what breaks a rule. No rule is known here by its name.

mod calls;
pub(crate) mod classes;
mod declared;
mod fact;
mod facts;
mod masks;
mod operations;
mod paths;
mod program;
mod reach;
mod redundant;
mod repair;
mod replay;
mod report;
mod running;
mod search;
mod shape;
mod sides;
mod undefined;
mod waits;

use std::ops::Range;

use isatope_core::hazards::{Described, Level, Rule, Segment};
use isatope_core::tables::{DialectId, FileId};
use isatope_core::{Instruction, Resources, Target, rules};
use isatope_flow::{Block, Graph, Program};
use smallvec::SmallVec;

use calls::Calls;
use facts::{Facts, Known};
pub use operations::Operation;
pub use repair::Repair;
pub use running::{Early, Effects, Outstanding, Running};

/// Selects the rules to check, and says how the program starts.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Rules about which sources disagree, too.
    pub disputed: bool,
    /// Whether the hardware does memory instructions again after a page fault. If it surely does not (`Some(false)`),
    /// idle states need not divide runs of memory instructions.
    pub replay: Option<bool>,
    /// Addresses of kernels. Other entries of the program are functions, whose callers may have set registers.
    pub kernels: Vec<u64>,
    /// Addresses of kernels with the registers that are set when they start.
    pub initial: Vec<(u64, Resources)>,
    /// Kernels whose descriptors provide no memory of a kind.
    pub missing: Vec<Missing>,
    /// What descriptors of kernels allocate.
    pub budgets: Vec<Budget>,
    /// Metadata that something contradicts.
    pub contradictions: Vec<Contradiction>,
    /// Addresses of calls, each with that of the function to which it leads. What is outstanding at the call is so at
    /// the start of the function.
    pub calls: Vec<(u64, u64)>,
    /// Addresses of code that only the program itself and its entries lead to.
    pub closed: Vec<Range<u64>>,
    /// Addresses of code behind whose end a driver may put more.
    pub open: Vec<Range<u64>>,
    /// Addresses of the code that findings are about; `None` for all code.
    pub only: Option<Vec<Range<u64>>>,
}

impl Options {
    /// Whether findings may be about an address.
    pub fn selects(&self, address: u64) -> bool {
        self.only.as_ref().is_none_or(|all| all.iter().any(|range| range.contains(&address)))
    }
}

/// Registers that the descriptor of a kernel allocates.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Name of the kernel.
    pub kernel: String,
    /// Addresses of its code, and then of all to which it leads.
    pub code: Vec<Range<u64>>,
    /// Number of registers of each file.
    pub registers: Vec<(FileId, u32)>,
}

/// Memory that the descriptor of a kernel does not provide.
#[derive(Clone, Debug)]
pub struct Missing {
    /// Name of the kernel.
    pub kernel: String,
    /// Addresses of its code, and then of all to which it leads.
    pub code: Vec<Range<u64>>,
    /// The memory.
    pub segment: Segment,
}

/// Metadata of a kernel that its descriptor, its code or other metadata contradict, or a kernel that is not where it
/// can start.
#[derive(Clone, Debug)]
pub struct Contradiction {
    /// Address of the instruction that the finding is about: the first one of the kernel, or one that contradicts.
    pub address: u64,
    /// The part of the metadata.
    pub what: Described,
    /// Message.
    pub message: String,
}

/// Kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// A register is used before the operation that writes it is known to be complete.
    Wait,
    /// A register is written while an operation still reads it.
    Held,
    /// Too few wait states.
    States,
    /// Operations are outstanding.
    Outstanding,
    /// State is out of date.
    Stale,
    /// A register has not been set.
    Undefined,
    /// Programs cannot do this.
    Never,
    /// A run of instructions cannot be done again.
    Replay,
    /// An operand is not allowed.
    Operands,
    /// A register is read that has no value.
    Unwritten,
    /// The program continues past its end.
    End,
    /// A branch leads out of the program.
    Outside,
    /// Words that are no instructions are run.
    Invalid,
    /// The descriptor does not provide what the code uses.
    Unprovided,
    /// Nothing leads to the code.
    Unreachable,
    /// Metadata are contradicted.
    Contradicted,
    /// A kernel starts where the hardware cannot start it.
    Misplaced,
}

/// A broken rule, and its positions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// Kind.
    pub kind: Kind,
    /// The rule, if the specification declares it.
    pub rule: Option<&'static Rule>,
    /// How serious it is.
    pub level: Level,
    /// Index of the instruction that breaks the rule.
    pub at: usize,
    /// Message.
    pub message: String,
    /// Effect of the instruction, in a few words.
    pub here: String,
    /// Index of the earlier instruction, and its effect.
    pub other: Option<(usize, String)>,
    /// Jumps on the path from the earlier instruction, as indices of instructions: from, to.
    pub path: Vec<(usize, usize)>,
    /// Instructions that end the finding if they are inserted directly before `at`; empty if none do.
    pub repair: Repair,
    /// Help, where no fix is known.
    pub help: String,
}

/// A wait, or idle states, that no path needs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Redundancy {
    /// Index of the instruction.
    pub at: usize,
    /// Names of the counters for which it need not wait; empty for idle states, and for a wait for nothing.
    pub counters: Vec<&'static str>,
    /// The instruction that is enough in its place; `None` if none is needed.
    pub replacement: Option<Instruction>,
}

/// A wait, and the operations that may be outstanding before it and are complete after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Awaited {
    /// Index of the instruction that waits.
    pub at: usize,
    /// Indices of the instructions that started the operations.
    pub operations: Vec<usize>,
}

/// Maximum number of findings for a program.
pub const MOST: usize = 1000;

/// Checks programs, one after another. It keeps the facts about their instructions for the next ones.
/// Without rules for the architecture of a program there are no findings.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    /// By target, and whether disputed rules and those of replays hold.
    known: Vec<((Target, bool, bool), Known)>,
}

impl Checker {
    /// Facts of a program with these blocks.
    fn facts(&mut self, program: &Program, graph: &Graph, options: &Options) -> Option<Facts<'_>> {
        let target = program.target();
        let hazards = target.hazards()?;
        let key = (target, options.disputed, options.replay == Some(true));
        let number = self.known.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.known.push((key, Known::new(hazards, target, options)));
            self.known.len() - 1
        });
        Some(self.known[number].1.learn(program, graph))
    }

    /// Checks a program.
    pub fn check(&mut self, program: &Program, options: &Options) -> Vec<Finding> {
        self.first(MOST, program, &program.graph(), options)
    }

    /// Whether a program has no findings, and control never leaves it but at its end, in a call, or to an address that
    /// is known only at run time. Then it has none together with other such programs either.
    pub fn is_clean(&mut self, program: &Program, options: &Options) -> bool {
        let graph = program.graph();
        let leaves = |block: &Block| block.reachable && (block.falls_out || block.jumps_out);
        !graph.blocks().iter().any(leaves) && self.first(1, program, &graph, options).is_empty()
    }

    /// The first findings, at most so many, about a program with these blocks.
    fn first(&mut self, most: usize, program: &Program, graph: &Graph, options: &Options) -> Vec<Finding> {
        let Some(facts) = self.facts(program, graph, options) else { return Vec::new() };
        let mut kernels: Vec<usize> = options.kernels.iter().filter_map(|&address| program.find(address)).collect();
        kernels.sort_unstable();
        let calls = Calls::new(&facts, program, graph, options);
        let starts = waits::solve(&facts, graph, &kernels, &calls);
        let mut found = report::Findings::new(&facts, program, graph, &kernels, &calls, options);
        let is_selected = |at: usize| options.selects(program.items()[at].address);
        for (index, (block, state)) in graph.blocks().iter().zip(starts).enumerate() {
            let is_meant = options.only.is_none() || block.instructions.clone().any(is_selected);
            if let Some(state) = state.filter(|_| is_meant) {
                found.block(index, state);
                found.end(block);
            }
            if found.list.len() >= most {
                break;
            }
        }
        found.unwritten(&undefined::find(&facts, program, graph, &options.initial, &options.closed));
        found.unreachable(&options.closed);
        let missing = found.missing(&options.missing);
        found.budgets(&options.budgets);
        found.contradictions(&options.contradictions, &missing);
        let mut list = found.list;
        list.retain(|finding| is_selected(finding.at));
        list.sort_by_key(|finding| (finding.at, finding.kind));
        list.truncate(most);
        list
    }

    /// Finds waits and idle states that no path needs, and no disputed rule either. Waits that may order stores for
    /// other wavefronts, and waits after calls, are not among them; nor are idle states without which memory
    /// instructions could not be done again, unless the hardware never does that.
    pub fn redundant(&mut self, program: &Program, options: &Options) -> Vec<Redundancy> {
        let graph = program.graph();
        let replay = Some(options.replay != Some(false));
        let options = Options { disputed: true, replay, ..options.clone() };
        let Some(facts) = self.facts(program, &graph, &options) else { return Vec::new() };
        let mut found = redundant::find(&facts, program, &graph, &options);
        found.retain(|redundancy| options.selects(program.items()[redundancy.at].address));
        found
    }

    /// Finds what each wait of a program waits for.
    pub fn awaited(&mut self, program: &Program, options: &Options) -> Vec<Awaited> {
        let graph = program.graph();
        let Some(facts) = self.facts(program, &graph, options) else { return Vec::new() };
        let kernels: Vec<usize> = options.kernels.iter().filter_map(|&address| program.find(address)).collect();
        let calls = Calls::new(&facts, program, &graph, options);
        let mut found = Vec::new();
        for (block, state) in graph.blocks().iter().zip(waits::solve(&facts, &graph, &kernels, &calls)) {
            let Some(mut state) = state else { continue };
            for at in block.instructions.clone() {
                let before = if facts.of(at).waits.is_empty() { SmallVec::new() } else { state.pending.clone() };
                state.step(&facts, at);
                let is_complete =
                    |old: &&waits::Pending| !state.pending.iter().any(|new| (new.at, new.event) == (old.at, old.event));
                let mut operations: Vec<usize> = before.iter().filter(is_complete).map(|old| old.at as usize).collect();
                operations.dedup();
                if !operations.is_empty() {
                    found.push(Awaited { at, operations });
                }
            }
        }
        found.sort_by_key(|awaited| awaited.at);
        found
    }
}

/// The operand rule that an instruction breaks. Dialects disagree about some.
fn operands(inst: &Instruction, disputed: bool) -> Option<(Level, String)> {
    let arch = inst.target().arch();
    let usual = arch.default_dialect();
    let others = (0..arch.dialects.len()).map(DialectId::new).filter(|&dialect| disputed && dialect != usual);
    std::iter::once(usual).chain(others).find_map(|dialect| {
        let broken = rules::check(inst, dialect)?;
        let level = if dialect == usual { Level::Error } else { Level::Disputed };
        Some((level, format!("`{}` {broken}", broken.subject(inst)?)))
    })
}

/// Blocks from whose start an instruction can be reached directly: where a path does not go straight on.
fn straight(graph: &Graph, from: usize, to: usize) -> bool {
    from + 1 == to || graph.block_index(from) == graph.block_index(to) && from < to
}
