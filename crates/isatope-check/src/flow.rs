//! State at the start of every block: pending messages, initialized registers, live registers.

use isatope_flow::{Graph, Worklist};

use crate::step::{Halves, Registers, SLOTS, Slots, Step, halves};

/// State before an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct State {
    /// For each slot, the registers that a pending message may still write.
    pub writes: [Registers; SLOTS],
    /// For each slot, the registers that a pending message may still read.
    pub reads: [Registers; SLOTS],
    /// Slots that may have a pending message.
    pub under_way: Slots,
    /// Registers that are written on every path to here.
    pub written: Registers,
    /// Registers that are written on some path to here.
    pub touched: Registers,
    /// Whether helper lanes have ended on some path to here.
    pub dropped: bool,
}

impl State {
    /// State after an instruction.
    pub fn step(&mut self, step: &Step) {
        if let Some(slot) = step.slot.map(usize::from).filter(|&s| s < SLOTS) {
            self.writes[slot] |= step.pending;
            self.reads[slot] |= step.staged();
            self.under_way |= 1 << slot;
        }
        for slot in (0..SLOTS).filter(|s| step.waits >> s & 1 != 0) {
            self.writes[slot] = 0;
            self.reads[slot] = 0;
        }
        self.under_way &= !step.waits;
        self.written |= step.written();
        self.touched |= step.written();
        self.dropped |= step.drops;
    }

    /// Merges the states of two paths; returns whether this state changed.
    fn meet(&mut self, other: &Self) -> bool {
        let before = *self;
        for slot in 0..SLOTS {
            self.writes[slot] |= other.writes[slot];
            self.reads[slot] |= other.reads[slot];
        }
        self.under_way |= other.under_way;
        self.written &= other.written;
        self.touched |= other.touched;
        self.dropped |= other.dropped;
        *self != before
    }
}

/// State at the start of each reachable block.
pub fn forward(steps: &[Step], graph: &Graph, start: State) -> Vec<Option<State>> {
    let entry = (!graph.blocks().is_empty()).then_some((0, start));
    isatope_flow::forward(graph, entry, |state, at| state.step(&steps[at]), State::meet)
}

/// Live registers before an instruction, from those after it.
pub fn needed_before(step: &Step, after: Halves) -> Halves {
    after & !step.writes | halves(step.read())
}

/// Halves of registers that are live at the end of each block.
pub fn live_out(steps: &[Step], graph: &Graph) -> Vec<Halves> {
    let mut starts = vec![0; graph.blocks().len()];
    let mut ends = vec![0; graph.blocks().len()];
    let mut open = Worklist::new(graph.blocks().len(), true);
    (0..graph.blocks().len()).for_each(|b| open.add(b));
    while let Some(b) = open.next() {
        let block = &graph.blocks()[b];
        ends[b] = block.next.iter().fold(0, |all, &n| all | starts[n]);
        let start = steps[block.instructions.clone()].iter().rev().fold(ends[b], |after, s| needed_before(s, after));
        if start != starts[b] {
            starts[b] = start;
            block.before.iter().for_each(|&p| open.add(p));
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::graph;
    use crate::step::{Jump, Read};

    fn jump(distance: i64, always: bool) -> Step {
        Step { jump: Jump::To { distance, always, uniform: false }, ..Step::default() }
    }

    fn load(register: u8, slot: u8) -> Step {
        let set = 1 << register;
        Step { pending: set, writes: halves(set), slot: Some(slot), ..Step::default() }
    }

    fn read(register: u8) -> Step {
        Step { reads: vec![Read { first: register, count: 1, last: false, staging: false }], ..Step::default() }
    }

    fn wait(slots: Slots) -> Step {
        Step { waits: slots, ..Step::default() }
    }

    #[test]
    fn a_message_stays_under_way_until_it_is_waited_for() {
        // A loop: a message sent in it is still pending in the next iteration.
        let steps = [wait(0), read(3), load(3, 1), jump(-3, false), wait(2), wait(0)];
        let graph = graph(&steps);
        let states = forward(&steps, &graph, State::default());
        assert_eq!(states[1].map(|s| (s.writes[1], s.under_way, s.written)), Some((1 << 3, 2, 0)));
        let mut state = states[2].expect("reached");
        assert_eq!(state.under_way, 2);
        state.step(&steps[4]);
        assert_eq!((state.under_way, state.writes[1], state.written), (0, 0, 1 << 3));
    }

    #[test]
    fn a_wait_on_the_message_itself_comes_after_it() {
        let mut state = State::default();
        state.step(&Step { waits: 2, ..load(3, 1) });
        assert_eq!((state.under_way, state.writes[1]), (0, 0));
    }

    #[test]
    fn written_means_on_every_way() {
        // if (…) skip; load r3; join
        let steps = [jump(1, false), load(3, 0), wait(1)];
        let graph = graph(&steps);
        let states = forward(&steps, &graph, State { written: 1, ..State::default() });
        assert_eq!(states[2].map(|s| s.written), Some(1));
    }

    #[test]
    fn a_register_is_needed_until_its_last_read() {
        // r3 is read in the loop and after it; r4 only before the loop.
        let steps = [read(4), read(3), jump(-2, false), read(3), wait(0)];
        let graph = graph(&steps);
        assert_eq!(live_out(&steps, &graph), [halves(1 << 3), halves(1 << 3), 0]);
        // A write of the low half does not end the use of the high half.
        let half = Step { writes: 1 << 6, ..Step::default() };
        assert_eq!(needed_before(&half, halves(1 << 3)), 2 << 6);
    }
}
