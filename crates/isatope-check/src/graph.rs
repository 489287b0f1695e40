//! Blocks of instructions and the edges between them.

use isatope_flow::{Graph, Successors, Way};

use crate::step::{Jump, Step};

/// Index of the instruction that a jump goes to, if it is in the program.
pub fn target(steps: &[Step], at: usize) -> Option<usize> {
    let Jump::To { distance, .. } = steps.get(at)?.jump else { return None };
    let target = i64::try_from(at).ok()?.checked_add(1)?.checked_add(distance)?;
    usize::try_from(target).ok().filter(|&t| t < steps.len())
}

/// The blocks of a program.
pub fn graph(steps: &[Step]) -> Graph {
    Graph::new(steps.len(), &[0], |at| successors(steps, at))
}

fn successors(steps: &[Step], at: usize) -> Successors {
    let step = &steps[at];
    match step.jump {
        Jump::None => Successors { next: !step.ends, other: None },
        // A jump that ends the threads that take it has no target, and the other threads continue.
        Jump::To { always, .. } if step.ends => Successors { next: !always, other: Some(Way::End) },
        Jump::To { always, .. } => {
            Successors { next: !always, other: Some(target(steps, at).map_or(Way::Outside, Way::To)) }
        }
        Jump::Unknown { always } => Successors { next: !always, other: Some(Way::Unknown) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jump(distance: i64, always: bool) -> Step {
        Step { jump: Jump::To { distance, always, uniform: false }, ..Step::default() }
    }

    #[test]
    fn a_loop_with_an_exit() {
        // 0; 1: if (…) goto 4; 2; 3: goto 1; 4: end; 5
        let end = Step { ends: true, ..Step::default() };
        let steps = [Step::default(), jump(2, false), Step::default(), jump(-3, true), end, Step::default()];
        let graph = graph(&steps);
        let ranges: Vec<_> =
            graph.blocks().iter().map(|b| (b.instructions.clone(), b.next.to_vec(), b.reachable)).collect();
        assert_eq!(
            ranges,
            [
                (0..1, vec![1], true),
                (1..2, vec![2, 3], true),
                (2..4, vec![1], true),
                (4..5, vec![], true),
                (5..6, vec![], false)
            ]
        );
        assert_eq!(graph.before(1).collect::<Vec<_>>(), [0, 3]);
        assert_eq!(graph.after(1).collect::<Vec<_>>(), [2, 4]);
        assert!(graph.blocks()[4].falls_out && !graph.blocks()[3].falls_out);
    }

    #[test]
    fn jumps_out_of_the_program() {
        let out = graph(&[jump(7, false), jump(-9, true), jump(i64::MAX, true)]);
        assert!(out.blocks().iter().all(|b| b.jumps_out));
        assert!(graph(&[]).blocks().is_empty());
    }
}
