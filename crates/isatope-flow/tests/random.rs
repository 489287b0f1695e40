//! Tests dominators, loops and live resources of random graphs against a search of all paths.

use isatope_core::{ResourceId, Resources, Target};
use isatope_flow::{Dominators, Effects, Graph, Live, Liveness, Loops, Successors, Way};
use isatope_testing::Random;

/// Instructions with random branches.
fn successors(random: &mut Random) -> Vec<Successors> {
    let count = 1 + random.below(14);
    let one = |random: &mut Random| {
        let other = match random.below(8) {
            0..3 => Some(Way::To(random.below(count))),
            3 => Some([Way::Outside, Way::Unknown, Way::End][random.below(3)]),
            _ => None,
        };
        Successors { next: other.is_none() && random.below(9) > 0 || random.below(3) > 0, other }
    };
    (0..count).map(|_| one(random)).collect()
}

/// Instructions that can directly follow one.
fn after(program: &[Successors], at: usize) -> Vec<usize> {
    let next = (program[at].next && at + 1 < program.len()).then_some(at + 1);
    let other = if let Some(Way::To(target)) = program[at].other { Some(target) } else { None };
    next.into_iter().chain(other).collect()
}

/// Instructions that are reachable from one without passing another one.
fn reached(program: &[Successors], from: usize, without: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; program.len()];
    let mut open: Vec<usize> = (Some(from) != without).then_some(from).into_iter().collect();
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            open.extend(after(program, at).into_iter().filter(|&next| Some(next) != without));
        }
    }
    seen
}

fn graphs(mut each: impl FnMut(&mut Random, &[Successors], &Graph)) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..3000 {
        let program = successors(&mut random);
        let graph = Graph::new(program.len(), &[0], |index| program[index]);
        each(&mut random, &program, &graph);
    }
}

#[test]
fn blocks_have_the_edges_of_their_instructions() {
    graphs(|_, program, graph| {
        let reachable = reached(program, 0, None);
        for at in 0..program.len() {
            let (mut found, mut expected) = (graph.after(at).collect::<Vec<_>>(), after(program, at));
            found.sort_unstable();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(found, expected, "{program:?} at {at}");
            assert_eq!(graph.block_of(at).reachable, reachable[at]);
            let before: Vec<usize> =
                (0..at.max(program.len())).filter(|&b| reachable[b] && after(program, b).contains(&at)).collect();
            let mut found: Vec<usize> = graph.before(at).collect();
            found.sort_unstable();
            assert!(!reachable[at] || found == before, "{program:?} before {at}");
        }
    });
}

#[test]
fn dominators_are_on_every_way() {
    graphs(|_, program, graph| {
        let dominators = Dominators::new(graph);
        let start = |block: usize| graph.blocks()[block].instructions.start;
        let reachable = reached(program, 0, None);
        for above in 0..graph.blocks().len() {
            let without = reached(program, 0, Some(start(above)));
            for below in 0..graph.blocks().len() {
                let both = reachable[start(above)] && reachable[start(below)];
                let expected = both && (above == below || !without[start(below)]);
                assert_eq!(dominators.dominates(above, below), expected, "{program:?}: {above} over {below}");
            }
            let strict = |a: usize| a != above && dominators.dominates(a, above);
            let nearest = (0..graph.blocks().len())
                .find(|&a| strict(a) && (0..graph.blocks().len()).all(|b| !strict(b) || dominators.dominates(b, a)));
            assert_eq!(dominators.immediate(above), nearest);
        }
    });
}

#[test]
fn loops_come_back_to_their_headers() {
    graphs(|_, program, graph| {
        let dominators = Dominators::new(graph);
        let loops = Loops::new(graph, &dominators);
        let blocks = graph.blocks();
        let start = |block: usize| blocks[block].instructions.start;
        for header in 0..blocks.len() {
            let ends: Vec<usize> =
                blocks[header].before.iter().copied().filter(|&end| dominators.dominates(header, end)).collect();
            let found = loops.all().iter().find(|found| found.header == header);
            assert_eq!(found.is_some(), !ends.is_empty());
            // A block is in the loop if it is reachable from the header, and reaches an end without passing the header.
            let Some(found) = found else { continue };
            let inside = |block: usize| {
                let ways = reached(program, start(block), Some(start(header)));
                block == header || blocks[block].reachable && ends.iter().any(|&end| ways[start(end)])
            };
            let expected: Vec<usize> = (0..blocks.len()).filter(|&block| inside(block)).collect();
            assert_eq!(found.blocks, expected, "{program:?}: the loop of {header}");
        }
        for block in 0..blocks.len() {
            let around = loops.all().iter().filter(|found| found.blocks.contains(&block)).count();
            assert_eq!(loops.depth(block), around as u32);
            let inner = loops.of_block(block).map_or(usize::MAX, |found| found.blocks.len());
            assert!(loops.all().iter().all(|l| !l.blocks.contains(&block) || l.blocks.len() >= inner));
        }
    });
}

#[test]
fn live_resources_are_read_on_some_way() {
    let arch = Target::from_name("gfx900").expect("known").arch();
    let ids: Vec<_> = Resources::all(arch).iter().take(4).collect();
    // Two of them are per-lane registers.
    let lanes: Resources = ids[..2].iter().copied().collect();
    graphs(|random, program, graph| {
        let set = |random: &mut Random, most: usize| -> Resources {
            ids.iter().copied().filter(|_| random.below(most) == 0).collect()
        };
        let mut effects = Vec::new();
        for _ in program {
            let (reads, writes) = (set(random, 6), set(random, 4));
            effects.push(Effects {
                reads,
                writes,
                masked: writes & lanes & set(random, 2),
                all_lanes: random.below(3) == 0,
                changes_lanes: random.below(5) == 0,
                whole: random.below(3) == 0,
            });
        }
        let out = Live { active: set(random, 3), inactive: set(random, 3) & lanes };
        let live = Liveness::solve(graph, effects.clone(), lanes, |_| out);
        let leaves = |at: usize| {
            let way = matches!(program[at].other, Some(Way::Outside | Way::Unknown));
            after(program, at).is_empty() || way || program[at].next && at + 1 == program.len()
        };
        // Whether a resource is read in a lane, by a search from the end of an instruction that stops at writes.
        let is_live = |from: usize, active: bool, id: ResourceId| {
            let mut seen = vec![[false; 2]; program.len()];
            let ends = |at: usize, active: bool| {
                leaves(at) && if active { out.active.contains(id) } else { out.inactive.contains(id) }
            };
            let mut found = ends(from, active);
            let mut open: Vec<(usize, bool)> = after(program, from).into_iter().map(|next| (next, active)).collect();
            while let Some((at, active)) = open.pop() {
                if std::mem::replace(&mut seen[at][usize::from(active)], true) {
                    continue;
                }
                let Effects { reads, writes, masked, all_lanes, changes_lanes, whole } = effects[at];
                let in_lanes = lanes.contains(id);
                found |= reads.contains(id) && (active || all_lanes && in_lanes);
                let kept = masked.contains(id) && !active && !whole;
                if writes.contains(id) && !kept {
                    continue;
                }
                // After a change of the mask, the lane may be active or inactive. Resources that all lanes share are
                // live in the active lanes.
                for now in [true, false] {
                    if (changes_lanes || now == active) && (now || in_lanes) {
                        found |= ends(at, now);
                        open.extend(after(program, at).into_iter().map(|next| (next, now)));
                    }
                }
            }
            found
        };
        for block in 0..graph.blocks().len() {
            for (at, found) in live.after_each(graph, block) {
                for &id in &ids {
                    assert_eq!(found.active.contains(id), is_live(at, true, id), "{program:?} after {at}");
                    let inactive = lanes.contains(id) && is_live(at, false, id);
                    assert_eq!(found.inactive.contains(id), inactive, "{program:?} after {at}, in other lanes");
                }
            }
        }
    });
}
