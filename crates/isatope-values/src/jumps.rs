//! Indirect jumps whose own block computes where they lead, as compilers write branches that are too far for an offset,
//! and what code calls.

use std::ops::Range;

use isatope_core::{Flow, FlowKind, FlowTarget};
use isatope_flow::{Item, Program};

use crate::{Address, Analysis, Base, FactKind, Function};

/// Most instructions before a jump that are looked at. A far branch of a compiler takes four.
pub(crate) const MOST: usize = 64;

/// Finds where the indirect jumps of a program lead, as far as the block that ends with the jump says it, and adds
/// these ways to the program. A jump to an address from a register that other code set, such as a return, stays as it
/// is, and so does one whose block has a relocation: `relocated` are their addresses.
pub fn follow_jumps(program: &mut Program, relocated: impl IntoIterator<Item = u64>) {
    let indirect = |&index: &usize| {
        matches!(program.flow(index), Flow { kind: FlowKind::Jump, target: Some(FlowTarget::Indirect), .. })
    };
    let jumps: Vec<usize> = program.leaving().iter().copied().filter(indirect).collect();
    if jumps.is_empty() {
        return;
    }
    let mut relocated: Vec<u64> = relocated.into_iter().collect();
    relocated.sort_unstable();
    let graph = program.graph();
    let mut analysis = Analysis::new(program.target());
    let mut found = Vec::new();
    for jump in jumps {
        let start = graph.block_of(jump).instructions.start.max(jump.saturating_sub(MOST));
        let items = &program.items()[start..=jump];
        let (address, end) = (items[0].address, items[items.len() - 1].end());
        let first = relocated.partition_point(|relocation| *relocation < address);
        if relocated.get(first).is_some_and(|relocation| *relocation < end) {
            continue;
        }
        let code: Vec<u8> =
            items.iter().filter_map(|item| item.instruction).flat_map(|inst| inst.bytes().to_vec()).collect();
        let function =
            Function { code: &code, address, pointers: &[], complete: true, is_called: true, relocated: false };
        let facts = analysis.function(&function, || None);
        found.extend(facts.iter().find_map(|fact| match fact.kind {
            FactKind::Leads { to: Some(Address { base: Base::Image, offset }), direct: false, .. } => {
                Some((jump, offset as u64))
            }
            _ => None,
        }));
    }
    for (jump, to) in found {
        program.add_jump(jump, to);
    }
}

/// What a stretch of a program leads to.
#[derive(Clone, Debug, Default)]
pub struct Called {
    /// Addresses to which its calls and jumps lead.
    pub leads: Vec<u64>,
    /// Addresses of its calls, each with the one to which it leads.
    pub calls: Vec<(u64, u64)>,
    /// Addresses that it computes.
    pub computes: Vec<u64>,
    /// Whether it also calls what is not known.
    pub is_open: bool,
}

/// What a stretch of a program leads to.
pub fn called_from(program: &Program, range: Range<usize>) -> Called {
    let items = &program.items()[range];
    let mut found = Called::default();
    let Some(first) = items.first() else { return found };
    let bytes = |item: &Item| item.instruction.map_or_else(|| vec![0; item.len], |inst| inst.bytes().to_vec());
    let code: Vec<u8> = items.iter().flat_map(bytes).collect();
    let (address, pointers) = (first.address, &[]);
    let function = Function { code: &code, address, pointers, complete: true, is_called: true, relocated: false };
    for fact in Analysis::new(program.target()).function(&function, || None) {
        match fact.kind {
            FactKind::Computes(Address { base: Base::Image, offset }) => found.computes.push(offset as u64),
            FactKind::Leads { kind, to: Some(Address { base: Base::Image, offset }), .. } => {
                found.leads.push(offset as u64);
                let call = address.wrapping_add(fact.offset.into());
                found.calls.extend((kind == FlowKind::Call).then_some((call, offset as u64)));
            }
            FactKind::Leads { kind: FlowKind::Call, .. } => found.is_open = true,
            _ => {}
        }
    }
    found
}
