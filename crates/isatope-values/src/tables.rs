//! Indirect jumps that choose one of several places: by an address in a table, or by an address that they compute.

use std::ops::Range;

use isatope_core::{Flow, FlowKind, FlowTarget, Resources, Write};
use isatope_flow::{Graph, Program};

use crate::interest::{Interest, Shared};
use crate::jumps::MOST;
use crate::{Address, Analysis, Base, FactKind, Function};

/// Most entries of a table.
const MOST_ENTRIES: u64 = 1 << 12;

/// How the block of a jump computes where it leads.
#[derive(Debug)]
struct Choice {
    jump: usize,
    /// Addresses of the function with the jump.
    function: Range<u64>,
    /// Addresses to which entries of a table may be added.
    bases: Vec<u64>,
    /// Addresses from which an entry may be loaded.
    tables: Vec<u64>,
    /// Bytes of an entry; 0 if nothing is loaded.
    width: u32,
}

/// Finds where the indirect jumps of functions may lead whose own blocks load the distance, or the address, from a
/// table, and adds these ways to the program. `read` gives the signed number of so many bytes at an address, or the
/// address there. Returns the jumps that compute where they lead from the address of the code and something unknown,
/// without a table.
pub fn follow_tables(
    program: &mut Program,
    functions: &[Range<u64>],
    relocated: &[u64],
    read: impl Fn(u64, u32) -> Option<i64>,
) -> Vec<usize> {
    let unknown = |&index: &usize| {
        matches!(program.flow(index), Flow { kind: FlowKind::Jump, target: Some(FlowTarget::Indirect), .. })
            && program.destination(index).is_none()
    };
    let jumps: Vec<usize> = program.leaving().iter().copied().filter(unknown).collect();
    if jumps.is_empty() {
        return jumps;
    }
    let graph = program.graph();
    let choices = jumps.into_iter().filter_map(|jump| choice(program, &graph, jump, functions, relocated));
    let choices: Vec<Choice> = choices.collect();
    let starts: Vec<u64> = choices.iter().flat_map(|choice| choice.tables.iter().copied()).collect();
    let mut computed = Vec::new();
    for choice in &choices {
        if choice.width == 0 {
            computed.push(choice.jump);
            continue;
        }
        let entries = |table: u64, base: u64| {
            let addresses = (0..MOST_ENTRIES).map(|index| table.wrapping_add(index * u64::from(choice.width)));
            let is_in_it = |at: &u64| *at == table || !starts.contains(at) && !is_reached(program, &graph, *at);
            let places = addresses.take_while(is_in_it).map_while(|at| {
                let to = base.wrapping_add_signed(read(at, choice.width)?);
                (choice.function.contains(&to) && program.find(to).is_some()).then_some(to)
            });
            places.collect::<Vec<u64>>()
        };
        let pairs = choice.tables.iter().flat_map(|table| choice.bases.iter().map(move |base| (*table, *base)));
        // Distances from another address may look right by chance, but then they lead into the middle of blocks. Only
        // the code after the table, and cases that others continue in, start no block.
        let scored = pairs.map(|(table, base)| {
            let places = entries(table, base);
            let end = table.wrapping_add(places.len() as u64 * u64::from(choice.width));
            let starts_block = |&&to: &&u64| {
                to == end || program.find(to).is_some_and(|at| graph.block_of(at).instructions.start == at)
            };
            (places.iter().filter(starts_block).count(), places)
        });
        let mut found: Vec<(usize, Vec<u64>)> = scored.collect();
        found.retain(|(score, places)| places.len() > 1 && 2 * score > places.len());
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        found.dedup();
        let best = found.first().filter(|first| found.get(1).is_none_or(|next| next.0 < first.0));
        for to in best.map_or(&[][..], |(_, places)| places) {
            program.add_way(choice.jump, *to);
        }
    }
    computed
}

/// Whether code at an address runs.
fn is_reached(program: &Program, graph: &Graph, address: u64) -> bool {
    program.find(address).is_some_and(|at| graph.block_of(at).reachable)
}

/// How the block of a jump computes where it leads; `None` if that does not depend on the address of the code.
fn choice(
    program: &Program,
    graph: &Graph,
    jump: usize,
    functions: &[Range<u64>],
    relocated: &[u64],
) -> Option<Choice> {
    let items = program.items();
    let function = functions.iter().find(|function| function.contains(&items[jump].address))?.clone();
    let start = graph.block_of(jump).instructions.start.max(jump.saturating_sub(MOST));
    let (address, end) = (items[start].address, items[jump].end());
    if relocated.iter().any(|relocation| (address..end).contains(relocation)) {
        return None;
    }
    let interest = Interest::of(program.target());
    // Instructions that the address depends on, the last one first.
    let (mut slice, mut load) = (Vec::new(), None);
    // Registers that the address depends on, and those that only the place of its entry in a table depends on.
    let (mut wanted, mut of_entry) = (Resources::EMPTY, Resources::EMPTY);
    interest.shared(&items[jump].instruction?).filter(|shared| shared.read).for_each(|s| wanted.insert_range(s.ids));
    for at in (start..jump).rev() {
        let inst = items[at].instruction?;
        let all: Vec<Shared> =
            interest.shared(&inst).filter(|shared| shared.read || shared.write != Write::No).collect();
        let gives = |shared: &Shared, set: &Resources| shared.write != Write::No && set.meets_range(shared.ids.clone());
        let given = all.iter().filter(|shared| gives(shared, &wanted)).map(|shared| shared.ids.len() as u32).max();
        if given.is_none() && !all.iter().any(|shared| gives(shared, &of_entry)) {
            continue;
        }
        let is_load = interest.form(inst.opcode()).accesses_memory;
        if let Some(registers) = given.filter(|_| is_load) {
            // Two loads may be those of two words of an address.
            if load.is_some() {
                return None;
            }
            load = Some((at, 4 * registers));
        }
        slice.push(at);
        for shared in all.iter().filter(|shared| shared.write == Write::Always) {
            wanted.remove_range(shared.ids.clone());
            of_entry.remove_range(shared.ids.clone());
        }
        let set = match (given, is_load) {
            (Some(_), false) => &mut wanted,
            // An index that is loaded may be any.
            (None, true) => continue,
            _ => &mut of_entry,
        };
        all.iter().filter(|shared| shared.read).for_each(|shared| set.insert_range(shared.ids.clone()));
    }
    let reads_counter =
        |at: &usize| items[*at].instruction.is_some_and(|inst| interest.form(inst.opcode()).reads_counter);
    let mut bases: Vec<u64> = slice.iter().copied().filter(reads_counter).map(|at| items[at].end()).collect();
    let width = load.map_or(0, |(_, width)| width);
    if bases.is_empty() || !matches!(width, 0 | 4 | 8) {
        return None;
    }
    let code = items[start..=jump].iter().filter_map(|item| item.instruction);
    let code: Vec<u8> = code.flat_map(|inst| inst.bytes().to_vec()).collect();
    let of_block = Function { code: &code, address, pointers: &[], complete: true, is_called: true, relocated: false };
    let mut tables = Vec::new();
    for fact in Analysis::new(program.target()).function(&of_block, || None) {
        let FactKind::Computes(Address { base: Base::Image, offset }) = fact.kind else { continue };
        let at = program.find(address + u64::from(fact.offset))?;
        if slice.contains(&at) {
            bases.push(offset as u64);
            // What is computed before the load, and read for it, may be where the table is.
            tables.extend(load.filter(|(load, _)| at < *load).map(|_| offset as u64));
        }
    }
    // What is loaded from elsewhere is an index.
    let width = if tables.is_empty() { 0 } else { width };
    if width == 8 {
        bases.push(0);
    }
    bases.sort_unstable();
    bases.dedup();
    Some(Choice { jump, function, bases, tables, width })
}
