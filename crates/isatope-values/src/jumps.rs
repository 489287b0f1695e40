//! Indirect jumps whose own block computes where they lead, as compilers write branches that are too far for an offset.

use isatope_core::{Flow, FlowKind, FlowTarget};
use isatope_flow::{Program, Way};

use crate::{Address, Analysis, Base, FactKind, Function};

/// Most instructions before a jump that are looked at. A far branch of a compiler takes four.
const MOST: usize = 64;

/// Finds where the indirect jumps of a program lead, as far as the block that ends with the jump says it, and adds these ways to the
/// program. A jump to an address from a register that other code set, such as a return, stays as it is, and so does one whose block
/// has a relocation: `relocated` are their addresses, in ascending order.
pub fn follow_jumps(program: &mut Program, relocated: &[u64]) {
    let indirect = |&index: &usize| {
        matches!(program.flow(index), Flow { kind: FlowKind::Jump, target: Some(FlowTarget::Indirect), .. })
    };
    let leaving: Vec<usize> = program.leaving().collect();
    let jumps: Vec<usize> = leaving.iter().copied().filter(indirect).collect();
    if jumps.is_empty() {
        return;
    }

    let target = |index: usize| match program.successors(index).other {
        Some(Way::To(target)) => Some(target),
        _ => None,
    };
    let starts = leaving.iter().flat_map(|&index| [Some(index + 1), target(index)]).flatten();
    let mut starts: Vec<usize> = starts.chain(program.entries().iter().copied()).collect();
    starts.sort_unstable();

    let mut analysis = Analysis::new(program.target());
    let mut found = Vec::new();
    for jump in jumps {
        let block = starts[..starts.partition_point(|start| *start <= jump)].last().copied().unwrap_or(0);
        let items = &program.items()[block.max(jump.saturating_sub(MOST))..=jump];
        // Data ends a block, too.
        let data = items.iter().rposition(|item| item.instruction.is_none()).map_or(0, |at| at + 1);
        let items = &items[data..];
        let first = relocated.partition_point(|address| *address < items[0].address);
        if relocated.get(first).is_some_and(|address| *address < items[items.len() - 1].end()) {
            continue;
        }
        let code: Vec<u8> =
            items.iter().filter_map(|item| item.instruction).flat_map(|inst| inst.bytes().to_vec()).collect();
        let function = Function {
            code: &code,
            address: items[0].address,
            pointers: &[],
            complete: true,
            is_called: true,
            relocated: false,
        };
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
