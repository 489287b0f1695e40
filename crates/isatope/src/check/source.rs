//! The code of sources.

use std::collections::HashSet;

use isatope_asm::Item;
use isatope_core::hazards::Described;
use isatope_diag::{Diagnostic, codes};
use isatope_object::{Kind, SymbolKind, TargetId};

use super::code::{Piece, decoded};
use super::sections::Problem;
use super::{Code, Place};
use crate::Source;

impl Code {
    /// The code of a source that was read with [`Options::places`](crate::assembler::Options::places), and what is
    /// wrong with the source. If the source has kernels or functions, they are those of the object that it becomes.
    /// Spans are those of the source.
    pub fn of_source(source: &Source) -> (Vec<Self>, Vec<Diagnostic>) {
        let (list, mut told, problems) = Self::of_source_with_problems(source);
        told.extend(problems.into_iter().map(|(_, problem)| problem));
        (list, told)
    }

    /// Like [`of_source`](Self::of_source); apart from what is wrong with the source, why kernels cannot be launched.
    pub(super) fn of_source_with_problems(source: &Source) -> (Vec<Self>, Vec<Diagnostic>, Vec<Problem>) {
        let output = source.output();
        // What is unusual, the checks say themselves.
        let told = output.diagnostics.iter().filter(|d| d.code != Some(codes::UNUSUAL));
        let told: Vec<Diagnostic> = told.cloned().collect();
        let (list, problems) = of_object(source).unwrap_or_else(|| (of_text(source), Vec::new()));
        (list, told, problems)
    }
}

/// The code of a source that describes kernels, or says which symbols are functions, as the code of the object; and why
/// kernels cannot be launched.
fn of_object(source: &Source) -> Option<(Vec<Code>, Vec<Problem>)> {
    let layout = &source.output().layout;
    if source.failed() || layout.sections.is_empty() {
        return None;
    }
    let bytes = source.linked().or_else(|_| source.relocatable()).or_else(|_| source.object()).ok()?;
    let container = isatope_object::open(&bytes).ok()?;
    let has_functions = container.symbols.iter().any(|s| s.kind == SymbolKind::Function && s.section.is_some());
    if container.kernels.is_empty() && !has_functions {
        return None;
    }
    let (mut list, problems) = Code::with_problems(&container, source.target());
    // The assembler has reviewed metadata that the source contains, and says where the mistake is.
    let is_reviewed = !layout.metadata.is_empty() && matches!(container.kind, Kind::Hsa(3..));
    let is_known = |what: Described| is_reviewed && matches!(what, Described::Symbols | Described::Arguments);
    for code in &mut list {
        code.options.contradictions.retain(|found| !is_known(found.what));
        let name = container.sections[code.section?].name;
        let starts = starts(source, name);
        // Labels before instructions may be functions; others are data.
        let written: HashSet<u64> = instructions(source, name, &starts).collect();
        code.add_labels(labels(source, name).filter(|label| written.contains(label)).collect());
        code.place_at(|address| {
            let index = starts.partition_point(|(offset, _)| *offset <= address);
            Some(starts.get(index.checked_sub(1)?)?.1)
        });
    }
    Some((list, problems))
}

/// Offsets of the items of a section, with the positions of their statements.
fn starts(source: &Source, section: &str) -> Vec<(u64, Place)> {
    let output = source.output();
    let mut offset = 0;
    let mut list = Vec::new();
    for run in output.layout.runs_of(section, output.items.len()) {
        for (item, index) in output.items.range(run.clone()).zip(run) {
            list.push((offset, Place::of_item(output, index)));
            offset += item.len() as u64;
        }
    }
    list
}

/// Offsets of the items of a section that are instructions.
fn instructions<'s>(
    source: &'s Source,
    section: &'s str,
    starts: &'s [(u64, Place)],
) -> impl Iterator<Item = u64> + 's {
    let output = source.output();
    let items = output.layout.runs_of(section, output.items.len()).flat_map(|run| output.items.range(run));
    let instructions = items.zip(starts).filter(|(item, _)| matches!(item, Item::Instruction(_)));
    instructions.map(|(_, (offset, _))| *offset)
}

/// Offsets of the labels in a section.
fn labels<'s>(source: &'s Source, name: &'s str) -> impl Iterator<Item = u64> + 's {
    let layout = &source.output().layout;
    let here = move |section: usize| layout.sections.get(section).is_none_or(|section| section.name == name);
    layout.symbols.iter().filter(move |symbol| symbol.section.is_some_and(here)).map(|symbol| symbol.offset)
}

/// The code of a source without kernels: that of each section with instructions.
fn of_text(source: &Source) -> Vec<Code> {
    let output = source.output();
    let layout = &output.layout;
    let mut names: Vec<&str> = layout.sections.iter().map(|section| section.name.as_str()).collect();
    names.push(".text");
    names.sort_unstable();
    names.dedup();
    let id = layout.target.as_deref().and_then(|target| target.parse::<TargetId>().ok()).unwrap_or_default();
    let code = |name: &str| {
        let mut pieces: Vec<Piece> = Vec::new();
        let (mut data, mut is_written, mut has_code) = (Vec::new(), Vec::new(), false);
        let starts = starts(source, name);
        let items = layout.runs_of(name, output.items.len()).flat_map(|run| output.items.range(run.clone()).zip(run));
        let mut end = 0;
        for ((item, index), &(address, place)) in items.zip(&starts) {
            end = address + item.len() as u64;
            if let Item::Instruction(inst) = item {
                add_data(source, &mut data, address, &starts, &mut pieces);
                is_written.push(address);
                has_code = true;
                pieces.push(Piece { address, len: inst.len(), instruction: Some(inst), place });
            } else {
                output.write(index..index + 1, &mut data);
            }
        }
        add_data(source, &mut data, end, &starts, &mut pieces);
        let labels: HashSet<u64> = labels(source, name).collect();
        // What comes before the first instruction is data, such as a descriptor.
        let first = pieces.partition_point(|piece| is_written.first().is_none_or(|&start| piece.address < start));
        pieces.drain(..first);
        has_code.then(|| {
            let mut code = Code::new(source.target(), pieces.len(), pieces);
            code.options.replay = id.replays();
            let here = |section: usize| layout.sections.get(section).is_some_and(|section| section.name == name);
            let relocations = layout.relocations.iter().filter(|relocation| here(relocation.section));
            isatope_values::follow_jumps(&mut code.program, relocations.map(|relocation| relocation.offset));
            let is_instruction = |label: &u64| is_written.binary_search(label).is_ok();
            code.add_labels(labels.iter().copied().filter(is_instruction).collect());
            let graph = code.program.graph();
            let starts = code
                .add_functions(&graph, |code, at| is_written.binary_search(&code.program.items()[at].address).is_ok());
            code.unnamed = starts.into_iter().filter(|start| !labels.contains(start)).collect();
            code
        })
    };
    names.into_iter().filter_map(code).collect()
}

/// Adds the data that ends at an address. Words other than 0 may be instructions that somebody encoded.
fn add_data(source: &Source, data: &mut Vec<u8>, end: u64, starts: &[(u64, Place)], pieces: &mut Vec<Piece>) {
    let start = end - data.len() as u64;
    for mut piece in decoded(source.target(), start, data) {
        let index = starts.partition_point(|(offset, _)| *offset <= piece.address);
        piece.place = starts[index.saturating_sub(1)].1;
        piece.instruction = piece.instruction.filter(|inst| inst.bits() != 0);
        pieces.push(piece);
    }
    data.clear();
}
