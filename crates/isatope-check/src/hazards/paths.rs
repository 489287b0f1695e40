//! Whether there is a path from an operation to an instruction, where some branches ask what others have asked before.
//!
//! Hand-written kernels compare twice: one branch leads around the loads before a loop, and a later one around the
//! loop. A path with the loads and without the loop does not exist, as the same comparison of the same registers has
//! the same result.

use std::collections::{HashMap, HashSet};

use isatope_core::{Bits, FlowKind, Opcode, Place, Resources};
use isatope_flow::{Graph, Program};

use super::calls::Calls;
use super::facts::Facts;
use super::straight;

/// Most blocks that are visited for a path. If there are more, the path counts as possible.
const MOST_VISITS: usize = 1000;
/// Most blocks before an operation whose branches are looked at.
const MOST_BEFORE: usize = 16;
/// Most answers that are kept.
const MOST_ANSWERS: usize = 8;

/// A comparison whose only result is a bit, and the branch on it.
#[derive(Clone, Copy, Debug)]
struct Question {
    comparison: Bits,
    /// Resources that the comparison reads.
    reads: Resources,
    branch: Opcode,
}

/// Which way a branch went.
#[derive(Clone, Copy, Debug)]
struct Answer {
    to: Question,
    taken: bool,
}

/// The facts about a block that a search needs.
#[derive(Clone, Copy, Debug)]
struct Summary {
    /// The question of the branch at its end.
    question: Option<Question>,
    /// Resources that are written before the comparison.
    before: Resources,
    /// Resources that are written anywhere in it.
    written: Resources,
}

/// Searches for paths in a program, and their results.
pub struct Paths<'a> {
    facts: &'a Facts<'a>,
    program: &'a Program,
    graph: &'a Graph,
    calls: &'a Calls,
    blocks: HashMap<usize, Summary>,
    known: HashMap<(usize, usize, u8), bool>,
}

impl<'a> Paths<'a> {
    pub fn new(facts: &'a Facts<'a>, program: &'a Program, graph: &'a Graph, calls: &'a Calls) -> Self {
        Self { facts, program, graph, calls, blocks: HashMap::new(), known: HashMap::new() }
    }

    /// Whether control can get from one instruction to the block of another one without a wait for all operations of a
    /// counter.
    pub fn possible(&mut self, from: usize, to: usize, counter: u8) -> bool {
        if straight(self.graph, from, to) {
            return true;
        }
        let key = (from, self.graph.block_index(to), counter);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let found = self.search(from, key.1, counter);
        self.known.insert(key, found);
        found
    }

    fn search(&mut self, from: usize, to: usize, counter: u8) -> bool {
        let (facts, graph) = (self.facts, self.graph);
        let completes = |mut range: std::ops::Range<usize>| range.any(|at| facts.of(at).waits.contains(&(counter, 0)));
        let start = graph.block_index(from);
        let first = graph.block_of(from);
        if completes(from + 1..first.instructions.end) {
            return false;
        }
        let answers = self.answers(from);
        let mut open = self.leave(start, &answers, None);
        let mut seen = HashSet::new();
        while let Some((block, answers)) = open.pop() {
            if block == to {
                return true;
            }
            let state: Vec<_> =
                answers.iter().map(|answer| (answer.to.comparison, answer.to.branch, answer.taken)).collect();
            if completes(graph.blocks()[block].instructions.clone()) || !seen.insert((block, state)) {
                continue;
            }
            if seen.len() > MOST_VISITS {
                return true;
            }
            let summary = self.summary(block);
            let same = |answer: &&Answer, question: &Question| {
                answer.to.comparison == question.comparison && !answer.to.reads.meets(&summary.before)
            };
            let way = summary.question.and_then(|question| {
                let known = answers.iter().find(|answer| same(answer, &question))?;
                // Two branches on one bit lead the same way, or opposite ways.
                Some(known.taken == (known.to.branch == question.branch))
            });
            open.extend(self.leave(block, &answers, way));
        }
        false
    }

    /// Blocks after a block, with the answers that hold there. `way` says whether its branch is taken, if that is
    /// known.
    fn leave(&mut self, block: usize, answers: &[Answer], way: Option<bool>) -> Vec<(usize, Vec<Answer>)> {
        let summary = self.summary(block);
        let kept: Vec<Answer> =
            answers.iter().filter(|answer| !answer.to.reads.meets(&summary.written)).copied().collect();
        let last = self.graph.blocks()[block].last();
        let called = self.calls.from(last).map(|function| (function, Vec::new()));
        let next = self.graph.blocks()[block].next.iter().enumerate();
        let next = next.map(|(number, &next)| (number == 1, next));
        next.filter(|(taken, _)| summary.question.is_none() || way.is_none_or(|way| way == *taken))
            .map(|(taken, next)| {
                let mut kept = kept.clone();
                let asked = summary.question.map(|to| Answer { to, taken });
                kept.extend(asked.filter(|asked| kept.iter().all(|old| old.to.comparison != asked.to.comparison)));
                let more = kept.len().saturating_sub(MOST_ANSWERS);
                kept.drain(..more);
                (next, kept)
            })
            .chain(called)
            .collect()
    }

    /// Answers that hold at an instruction: those of the only blocks through which control gets there.
    fn answers(&mut self, at: usize) -> Vec<Answer> {
        let graph = self.graph;
        let mut block = graph.block_index(at);
        let start = graph.blocks()[block].instructions.start;
        let mut written = self.written(start..at);
        let mut answers = Vec::new();
        for _ in 0..MOST_BEFORE {
            let &[before] = &graph.blocks()[block].before[..] else { break };
            if graph.entries().binary_search(&block).is_ok() {
                break;
            }
            let summary = self.summary(before);
            if let Some(to) = summary.question.filter(|question| !question.reads.meets(&written)) {
                answers.push(Answer { to, taken: graph.blocks()[before].next.get(1) == Some(&block) });
            }
            written |= summary.written;
            block = before;
        }
        answers
    }

    fn summary(&mut self, block: usize) -> Summary {
        if let Some(&known) = self.blocks.get(&block) {
            return known;
        }
        let range = self.graph.blocks()[block].instructions.clone();
        let asked = self.question(block);
        let before = asked.map_or(Resources::EMPTY, |(at, _)| self.written(range.start..at));
        let written = self.written(range);
        let summary = Summary { question: asked.map(|(_, question)| question), before, written };
        self.blocks.insert(block, summary);
        summary
    }

    /// Resources that some instructions may write.
    fn written(&self, range: std::ops::Range<usize>) -> Resources {
        let of = |at: usize| match self.facts.of(at) {
            fact if fact.calls || fact.writes_any => Resources::all(self.facts.target.arch()),
            _ => self.facts.touched(at).written(),
        };
        range.fold(Resources::EMPTY, |all, at| all | of(at))
    }

    /// The question of the branch at the end of a block, with the place of the comparison.
    fn question(&self, block: usize) -> Option<(usize, Question)> {
        let block = &self.graph.blocks()[block];
        let (last, items) = (block.last(), self.program.items());
        let branch = items[last].instruction?;
        if branch.flow().kind != FlowKind::Branch || block.next.len() != 2 {
            return None;
        }
        let asked = self.program.effects(last).reads;
        let target = self.facts.target;
        let is_bit = |asked: &Resources| {
            let only = asked.iter().next().map(|id| target.resource(id));
            asked.len() == 1 && matches!(only, Some(Place::Special { register, .. }) if register.bits == 1)
        };
        is_bit(&asked).then_some(())?;
        let written = |at: usize| self.written(at..at + 1);
        let at = (block.instructions.start..last).rev().find(|&at| written(at).meets(&asked))?;
        let comparison = items[at].instruction?;
        let uses = comparison.uses();
        let is_register = |id| matches!(target.resource(id), Place::Registers { .. } | Place::Special { .. });
        let is_pure = uses.writes == asked && uses.may_write.is_empty() && uses.reads.iter().all(is_register);
        let is_kept = !self.written(at + 1..last).meets(&uses.reads);
        let question = Question { comparison: comparison.all_bits(), reads: uses.reads, branch: branch.opcode() };
        (is_pure && is_kept).then_some((at, question))
    }
}
