//! Reports about programs as a whole: where they end, code that never runs, registers without values, and what
//! descriptors allocate.

use std::ops::Range;

use isatope_core::hazards::{Demand, Described, Level, Rule, Segment};
use isatope_core::{Instruction, Place, Resources, Write};
use isatope_flow::{Block, Program};

use super::fact::rules;
use super::facts::Facts;
use super::report::Findings;
use super::undefined::Undefined;
use super::{Budget, Contradiction, Kind, Missing};
use crate::kernel_cost::registers;

impl Findings<'_> {
    /// Reports the instructions that lead to data.
    pub(super) fn data(&mut self, at: usize) {
        let graph = self.graph;
        let before: Vec<usize> = graph.before(at).collect();
        if before.is_empty() {
            let message = "the program starts with what is no instruction".to_owned();
            self.add(Kind::Invalid, None, at, message, "is no instruction".into());
        }
        for from in before {
            if from + 1 == at && self.program.flow(from).goes_on() {
                self.falls(from, "continues into what is no instruction", Some((at, "is no instruction")));
                continue;
            }
            let message = "the branch leads to what is no instruction".to_owned();
            let finding = self.add(Kind::Outside, None, from, message, "leads there".into());
            finding.other = Some((at, "is no instruction".to_owned()));
            finding.help = "branch to an instruction of the program".into();
        }
    }

    /// Reports an instruction after which the program does not end. What is called need not come back, also if padding
    /// follows the call; and drivers continue parts of shaders at their ends.
    fn falls(&mut self, at: usize, here: &str, other: Option<(usize, &str)>) {
        let items = self.program.items();
        let last = (0..=at).rev().find(|&before| !is_padding(self.program, self.facts, before));
        let is_after = |first: usize| (first + 1..=at).all(|next| self.graph.before(next).eq([next - 1]));
        let padding = last.map_or(0, |last| last + 1);
        let follows_call = last.is_some_and(|last| self.facts.of(last).calls && is_after(last));
        // A branch may lead to the end of a part, around what is before it.
        let ends = |part: &Range<u64>| {
            let end = items.partition_point(|item| item.address < part.end);
            (padding..=at + 1).contains(&end) && is_after(end)
        };
        if follows_call || self.open.iter().any(ends) {
            return;
        }
        let finding = self.add(Kind::End, None, at, "the program does not end here".into(), here.into());
        finding.other = other.map(|(at, does)| (at, does.to_owned()));
        finding.help = "end the program, or branch".into();
    }

    /// Checks where control goes after a block.
    pub fn end(&mut self, block: &Block) {
        let at = block.last();
        if block.falls_out {
            self.falls(at, "continues past the end of the program", None);
        }
        let goes_on = block.next.iter().any(|&next| self.graph.blocks()[next].instructions.start == at + 1);
        if goes_on && self.kernels.binary_search(&(at + 1)).is_ok() {
            self.falls(at, "continues into another kernel", Some((at + 1, "is the first instruction of a kernel")));
        }
        let to = self.program.destination(at);
        // A driver puts other code behind a part of a shader.
        let is_open = to.is_some_and(|to| self.open.iter().any(|open| open.end == to));
        if block.jumps_out && !is_open {
            let items = self.program.items();
            let inside = to.and_then(|to| {
                let before = items.partition_point(|item| item.address < to).checked_sub(1)?;
                (to < items[before].end()).then_some(before)
            });
            let (message, here) = match inside {
                Some(_) => ("the branch leads into the middle of an instruction", "leads there"),
                None => ("the branch leads out of the program", "leads outside"),
            };
            let finding = self.add(Kind::Outside, None, at, message.to_owned(), here.to_owned());
            finding.other = inside.map(|inside| (inside, "has the address in it".to_owned()));
            finding.help = "branch to an instruction of the program".into();
        }
    }

    /// Reports registers that are read and have no value.
    pub fn unwritten(&mut self, list: &[Undefined]) {
        for one in list {
            let names = self.names(&one.registers);
            let (message, help) = match one.on_all_paths {
                true => (format!("{names} has no value: nothing in the kernel writes it"), "write it before"),
                false => (
                    format!("{names} may have no value: a path from the start of the kernel does not write it"),
                    "write it on every path",
                ),
            };
            let finding = self.add(Kind::Unwritten, None, one.at, message, format!("reads {names}"));
            finding.level = if one.on_all_paths { Level::Warning } else { Level::Disputed };
            finding.help = help.to_owned();
        }
    }

    /// Reports code in ranges of addresses to which nothing leads. Idle instructions are padding, and so are zeros.
    pub fn unreachable(&mut self, closed: &[Range<u64>]) {
        let (graph, program, facts) = (self.graph, self.program, self.facts);
        let address = |at: usize| program.items()[at].address;
        let is_padding = |at: usize| is_padding(program, facts, at);
        // Code that takes the address of the next instruction may have data after its end.
        let counter = program.target().arch().roles.program_counter;
        let is_counter =
            |place: Place| matches!(place, Place::Special { register, .. } if Some(register.id) == counter);
        let takes = |inst: Instruction| {
            let accesses = || inst.access().filter(|access| is_counter(access.place));
            accesses().any(|access| access.read) && !accesses().any(|access| access.write != Write::No)
        };
        let takes_address = |block: &Block| {
            let all = block.instructions.clone().filter(|_| block.reachable);
            all.filter_map(|at| program.items()[at].instruction).any(takes)
        };
        for range in closed {
            let first = graph.blocks().partition_point(|block| address(block.instructions.start) < range.start);
            let inside = graph.blocks()[first..].iter();
            let inside = inside.take_while(|block| address(block.instructions.start) < range.end);
            // A jump through a register may lead anywhere.
            let is_open = |block: &Block| block.unknown && !facts.of(block.last()).calls;
            let is_dead = |block: &Block| !block.reachable && block.instructions.clone().any(|at| !is_padding(at));
            if inside.clone().any(is_open) || !inside.clone().any(is_dead) || inside.clone().any(takes_address) {
                continue;
            }
            let mut before_is_dead = false;
            for block in inside {
                let code = block.instructions.clone().find(|&at| !is_padding(at));
                let is_dead = !block.reachable && code.is_some();
                if let Some(at) = code.filter(|_| is_dead && !before_is_dead) {
                    let message = "nothing leads here".to_owned();
                    let finding = self.add(Kind::Unreachable, None, at, message, "never runs".into());
                    finding.level = Level::Warning;
                    finding.help = "remove it, or branch to it".to_owned();
                }
                before_is_dead = is_dead || before_is_dead && !block.reachable;
            }
        }
    }

    /// Reports kernels that use memory that their descriptors do not provide. Returns their addresses with the memory.
    pub fn missing(&mut self, missing: &[Missing]) -> Vec<(u64, Segment)> {
        let (facts, graph) = (self.facts, self.graph);
        let mut reported = Vec::new();
        for Missing { kernel, code, segment } in missing {
            let is_used = |demand: &Demand| matches!(demand, Demand::Provided { segment: used, .. } if used == segment);
            let all = facts.rules.iter().enumerate().filter(|(_, rule)| is_used(&rule.kind));
            let uses = all.fold(0_u64, |all, (index, _)| all | 1 << index);
            let find = |range: Range<usize>| {
                let blocks = graph.block_indices(&range).filter(|&block| graph.blocks()[block].reachable);
                let marks = blocks.flat_map(|block| facts.overview().marks(block));
                let mut inside = marks.map(|mark| mark.at as usize).filter(|at| range.contains(at));
                inside.find(|&at| facts.of(at).of & uses != 0)
            };
            let found =
                code.iter().enumerate().find_map(|(number, range)| Some((number, find(self.program.indices(range))?)));
            let Some((number, at)) = found.filter(|_| uses != 0) else { continue };
            let declared = rules(facts.of(at).of & uses).map(|rule| facts.rules[usize::from(rule)]).next();
            let text = declared.map_or("", |rule| rule.text);
            let the_kernel = match number {
                0 => "the kernel".to_owned(),
                _ => format!("the kernel {kernel}, which leads here,"),
            };
            let message = format!("{text} is used, and the descriptor of {the_kernel} provides none");
            self.add(Kind::Unprovided, declared, at, message, format!("uses {text}"));
            reported.extend(code.first().map(|own| (own.start, *segment)));
        }
        reported
    }

    /// Reports metadata that something contradicts, except for sizes of memory of which kernels are known to have none.
    pub fn contradictions(&mut self, all: &[Contradiction], missing: &[(u64, Segment)]) {
        let (hazards, version) = (self.facts.hazards, self.program.target().version());
        for Contradiction { address, what, message } in all {
            let is_known = |&(kernel, segment): &(u64, Segment)| {
                let size = match segment {
                    Segment::Shared => Described::Shared,
                    Segment::Private => Described::Private,
                };
                (kernel, size) == (*address, *what)
            };
            if missing.iter().any(is_known) {
                continue;
            }
            let is_meant = |rule: &&Rule| matches!(rule.kind, Demand::Described { what: of } if of == *what);
            let rule = hazards.rules.iter().filter(|rule| rule.versions.contains(version)).find(is_meant);
            if let Some((rule, at)) = rule.zip(self.program.find(*address)) {
                let kind = if *what == Described::Entry { Kind::Misplaced } else { Kind::Contradicted };
                self.add(kind, Some(rule), at, message.clone(), "is in the kernel".into());
            }
        }
    }

    /// Reports kernels that use more registers than their descriptors allocate.
    pub fn budgets(&mut self, budgets: &[Budget]) {
        let (facts, graph, target) = (self.facts, self.graph, self.program.target());
        let overview = facts.overview();
        let Some(costs) = target.costs() else { return };
        for budget in budgets {
            let is_reached = |at: &usize| graph.block_of(*at).reachable;
            let mut used = Resources::EMPTY;
            let ranges: Vec<Range<usize>> =
                budget.code.iter().map(|addresses| self.program.indices(addresses)).collect();
            for range in &ranges {
                for index in graph.block_indices(range) {
                    let (block, summary) = (&graph.blocks()[index], &overview.blocks()[index]);
                    let all = &block.instructions;
                    let inside = all.start.max(range.start)..all.end.min(range.end);
                    used |= match block.reachable {
                        true if summary.allocates_all && inside == *all => summary.reads | summary.written,
                        true => inside.fold(Resources::EMPTY, |all, at| all | facts.touched(at).allocated()),
                        false => Resources::EMPTY,
                    };
                }
            }
            used &= facts.allocated;
            for (file, count) in registers(target, costs, &used) {
                let block = costs.budgets.iter().find(|b| b.file == file && b.versions.contains(target.version()));
                let found = budget.registers.iter().find(|(of, _)| *of == file).map_or(0, |found| found.1);
                let allocated = found.next_multiple_of(block.map_or(1, |budget| budget.block));
                let ids = Resources::range(target.arch().file_resources(file, 0, u16::MAX));
                let Some(highest) = (used & ids).iter().last().filter(|_| count > allocated) else { continue };
                let uses = |at: &usize| facts.touched(*at).allocated().contains(highest);
                let Some(at) = ranges.iter().cloned().flatten().filter(is_reached).find(uses) else { continue };
                let (register, kernel) = (target.resource(highest).to_string(), &budget.kernel);
                let row = &target.arch()[file];
                let name = row.name.as_str().to_uppercase();
                let own =
                    (highest.index() + 1) as u32 - u32::from(target.arch().file_resources(file, 0, u16::MAX).start);
                let with = match count - own {
                    0 => String::new(),
                    extra => format!(", and special registers need {extra} more"),
                };
                let message = format!(
                    "the kernel {kernel} uses {register}{with}, and its descriptor provides {allocated} {name}s"
                );
                let finding = self.add(Kind::Unprovided, None, at, message, format!("uses {register}"));
                finding.help = format!("provide at least {count} {name}s in the descriptor");
            }
        }
    }
}

/// Whether what is at an index is padding: idle instructions, and words that are no instructions or zero.
fn is_padding(program: &Program, facts: &Facts, at: usize) -> bool {
    program.items()[at].instruction.is_none_or(|inst| inst.bits() == 0 || facts.hazards.is_idle(&inst))
}
