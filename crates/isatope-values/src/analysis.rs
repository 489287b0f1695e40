//! Follows known values through a function.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use isatope_core::{Decoder, FlowKind, FlowTarget, Instruction, Place, Target, Write, recognize};
use isatope_flow::{Graph, Successors, Way, Worklist};

use crate::Worlds;
use crate::image::{Address, Base, Image};
use crate::interest::Interest;
use crate::runner::{Here, Runner};
use crate::state::State;

/// Most times that a graph is made anew because of targets of indirect jumps.
const MOST_ROUNDS: usize = 8;
/// Bytes of code before an instruction that are searched for a constant in a register that each lane has.
const SEARCHED: usize = 1 << 10;

/// A pointer that registers hold when a function starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Number of the first of its registers, which a wavefront has once.
    pub register: u16,
    /// Which of the given pointers it is.
    pub given: u8,
}

/// A function to look at.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Its code, from its first instruction on.
    pub code: &'a [u8],
    /// Address of its first instruction in the image.
    pub address: u64,
    /// What registers hold when it starts.
    pub pointers: &'a [Pointer],
    /// Whether all calls and jumps out of the function are wanted, and not only what known addresses are used for.
    pub complete: bool,
    /// Whether other code calls it, so that registers hold an address to return to.
    pub is_called: bool,
    /// Whether relocations put addresses into its code.
    pub relocated: bool,
}

/// Something that is known about an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Offset of the instruction in the code of the function.
    pub offset: u32,
    /// What is known.
    pub kind: FactKind,
}

/// What is known about an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// It accesses memory at this address.
    Access {
        /// First byte.
        address: Address,
        /// Number of bytes.
        bytes: u32,
        /// Whether it is a write.
        write: bool,
    },
    /// It computes an address.
    Computes(Address),
    /// It calls, or leads out of the function, or to an address that only a register holds.
    Leads {
        /// How.
        kind: FlowKind,
        /// Where; `None` if that is not known.
        to: Option<Address>,
        /// Whether the instruction itself gives the address.
        direct: bool,
    },
}

/// An instruction that matters.
#[derive(Clone, Copy, Debug)]
struct Step {
    offset: u32,
    inst: Instruction,
}

/// The number of a resource, and its value in each world.
type Constant = (u16, Worlds<u32>);

/// Looks at functions of a target, one after the other.
#[derive(Debug)]
pub struct Analysis {
    target: Target,
    interest: Arc<Interest>,
    runner: Option<Runner>,
    rows: Option<Runner>,
    steps: Vec<Step>,
    /// What instructions give registers that depend on nothing but their own bits.
    constants: HashMap<(u64, u16), Vec<Constant>>,
}

impl Analysis {
    /// For functions of a target.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            interest: Interest::of(target),
            runner: None,
            rows: None,
            steps: Vec::new(),
            constants: HashMap::new(),
        }
    }

    /// What is known about the instructions of a function, in the order of its code. `image` is asked for once, if the
    /// function needs it.
    pub fn function<'i>(
        &mut self,
        function: &Function<'_>,
        image: impl FnOnce() -> Option<&'i Image<'i>>,
    ) -> Vec<Fact> {
        let entry = self.entry(function);
        let limit = self.limit(function, &entry);
        let mut facts = Vec::new();
        if limit == 0 {
            return facts;
        }
        let steps = self.collect(&function.code[..limit]);
        let reads_counter = steps.iter().any(|step| self.interest.form(step.inst.opcode()).reads_counter);
        let image = if reads_counter || function.relocated { image() } else { None };
        self.runner = self.runner.take().or_else(|| Runner::new(self.target));
        if self.runner.is_some() && !steps.is_empty() {
            self.solve(&steps, function, (limit, entry), image, &mut facts);
        }
        self.steps = steps;
        facts.sort_by_key(|fact| fact.offset);
        facts
    }

    /// The end of the code in which a register can hold an address.
    fn limit(&self, function: &Function<'_>, entry: &State) -> usize {
        let arch = self.target.arch();
        let end = function.code.len();
        let Some(file) = arch.roles.scalar.filter(|file| arch[*file].count <= u128::BITS) else { return end };
        if function.complete || function.relocated || !self.interest.can_search() {
            return end;
        }
        let counters = self.interest.last_counter(function.code).map_or(0, |at| at + 1);
        let ids = arch.file_resources(file, 0, u16::MAX);
        let bits = |found: Range<u16>| {
            let (from, to) = (found.start.max(ids.start), found.end.min(ids.end));
            (from..to).fold(0_u128, |bits, id| bits | 1 << (id - ids.start))
        };
        let start = entry.entries().iter().fold(0, |all, (id, _)| all | bits(*id..*id + 1));
        if start == 0 && counters == 0 {
            return 0;
        }
        let mut limit = self.reach(function.code, start, counters, bits);
        // What comes back from the code after it may bring other values.
        loop {
            let target = |at: usize| {
                let inst = recognize(self.target, &function.code[at..])?;
                Some((at + inst.len(), inst.branch_target(at as u64)?))
            };
            let branches = self.interest.branches(&function.code[limit..]).filter_map(|at| target(limit + at));
            let back = branches.filter(|(_, target)| *target < limit as u64).map(|(end, _)| end).max();
            match back {
                Some(back) => limit = back.min(end),
                None => return limit,
            }
        }
    }

    /// The end of the code in which a register can hold an address, as far as branches lead forward: `held` are the registers
    /// that do so at the start, and up to `least` the code matters in any case.
    fn reach(&self, code: &[u8], held: u128, least: usize, bits: impl Fn(Range<u16>) -> u128) -> usize {
        let mut held = held;
        let mut ahead: BTreeMap<usize, u128> = BTreeMap::new();
        let mut decoder = Decoder::new(self.target, code);
        let interest = &*self.interest;
        while let Some((offset, inst)) = decoder.skip_to(code.len(), |form| interest.form(form).wanted) {
            while let Some(first) = ahead.first_entry().filter(|first| *first.key() <= offset) {
                held |= first.remove();
            }
            let info = interest.form(inst.opcode());
            let mut reads = info.reads_counter;
            let (mut gains, mut loses) = (0, 0);
            for shared in interest.shared(&inst) {
                let here = bits(shared.ids);
                reads |= shared.read && here & held != 0;
                gains |= if shared.write != Write::No { here } else { 0 };
                loses |= if shared.write == Write::Always { here } else { 0 };
            }
            held = held & !loses | if reads { gains } else { 0 };
            let end = offset + inst.len();
            if !inst.encoding().successors.as_slice().is_empty() {
                let flow = inst.flow();
                if let Some(target) = flow.address(end as u64).and_then(|target| usize::try_from(target).ok())
                    && target >= end
                    && target < code.len()
                {
                    *ahead.entry(target).or_default() |= held;
                }
                // An address in registers may be that of any code ahead.
                if !flow.goes_on() && flow.target != Some(FlowTarget::Indirect) {
                    held = 0;
                }
            }
            if held == 0 && end > least && ahead.values().all(|held| *held == 0) {
                return end;
            }
        }
        code.len()
    }

    /// The instructions that matter.
    fn collect(&mut self, code: &[u8]) -> Vec<Step> {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        let mut decoder = Decoder::new(self.target, code);
        let interest = &*self.interest;
        while let Some((offset, inst)) = decoder.skip_to(code.len(), |form| interest.form(form).wanted) {
            steps.push(Step { offset: offset as u32, inst });
        }
        steps
    }

    /// What an instruction gives registers that depends on nothing but its own bits.
    fn constant(&mut self, inst: &Instruction, state: &mut State) {
        let key = (inst.bits(), inst.opcode().index() as u16);
        if !self.constants.contains_key(&key) {
            let mut found = State::default();
            let here = Here { inst, address: 0, image: None };
            let ran = self.runner.as_mut().is_some_and(|runner| runner.step(here, &mut found, &mut |_| None));
            self.constants.insert(key, if ran { found.entries().to_vec() } else { Vec::new() });
        }
        for (id, value) in &self.constants[&key] {
            state.set(*id, *value);
        }
    }

    fn solve(
        &mut self,
        steps: &[Step],
        function: &Function<'_>,
        (limit, entry): (usize, State),
        image: Option<&Image<'_>>,
        facts: &mut Vec<Fact>,
    ) {
        let (jumps, leaders) = (Vec::new(), Vec::new());
        let mut solver = Solver { analysis: self, steps, function, limit, entry, image, jumps, leaders };
        for _ in 0..MOST_ROUNDS {
            let known = solver.jumps.len();
            let graph = solver.graph();
            let starts = solver.starts(&graph);
            if solver.jumps.len() > known {
                continue;
            }
            for (block, start) in graph.blocks().iter().zip(starts) {
                let mut state = start.unwrap_or_default();
                solver.block(block.instructions.clone(), &mut state, Some(facts));
            }
            return;
        }
    }

    /// The state at the start of a function.
    fn entry(&self, function: &Function<'_>) -> State {
        let mut state = State::default();
        let arch = self.target.arch();
        if let Some(file) = arch.roles.scalar {
            if function.is_called {
                for register in 0..arch[file].count as u16 {
                    state.set(arch.file_resources(file, register, 1).start, Base::entry(register));
                }
            }
            for pointer in function.pointers {
                let ids = arch.file_resources(file, pointer.register, 2);
                if ids.len() == 2 {
                    state.set_pair(ids.start, Base::Given(pointer.given).worlds());
                }
            }
        }
        state
    }

    /// The constant that a register which each lane has is given last in a piece of code without branches; `None` if
    /// another value may be in some lane that runs at the end.
    fn row(&mut self, code: &[u8], id: u16) -> Option<Worlds<u32>> {
        let arch = self.target.arch();
        let mask = arch.roles.active_lanes.map(|mask| arch.register_resources(mask, None));
        let mut last = None;
        for (_, inst) in Decoder::new(self.target, code) {
            let Ok(inst) = inst else { continue };
            for access in inst.access().filter(|access| access.write != Write::No) {
                let ids = arch.resource_ids(access.place);
                if mask.as_ref().is_some_and(|mask| ids.start < mask.end && mask.start < ids.end) {
                    last = None;
                }
                if ids.contains(&id) {
                    last = (access.write == Write::Always).then_some(inst);
                }
            }
        }
        self.rows = self.rows.take().or_else(|| Runner::new(self.target));
        self.rows.as_mut()?.constant_row(&last?, id)
    }
}

struct Solver<'s> {
    analysis: &'s mut Analysis,
    steps: &'s [Step],
    function: &'s Function<'s>,
    /// End of the code that is looked at.
    limit: usize,
    /// What is known at the start.
    entry: State,
    image: Option<&'s Image<'s>>,
    /// Indirect jumps inside the function whose targets are known: step, offset of the target.
    jumps: Vec<(usize, u64)>,
    /// Offsets at which blocks start, in order.
    leaders: Vec<u32>,
}

impl Solver<'_> {
    /// The step at an offset, or the first one after it.
    fn index(&self, offset: u64) -> usize {
        self.steps.partition_point(|step| u64::from(step.offset) < offset)
    }

    /// The offset of an address in the function.
    fn inside(&self, address: u64) -> Option<u64> {
        let offset = address.wrapping_sub(self.function.address);
        (offset < self.function.code.len() as u64).then_some(offset)
    }

    /// Address after an instruction.
    fn next(&self, step: &Step) -> u64 {
        self.function.address.wrapping_add(u64::from(step.offset)).wrapping_add(step.inst.len() as u64)
    }

    fn successors(&self, index: usize, leaders: &mut Vec<u32>) -> Successors {
        let step = &self.steps[index];
        let flow = step.inst.flow();
        let Some(target) = flow.target else {
            if !flow.goes_on() {
                leaders.push((step.offset as usize + step.inst.len()) as u32);
            }
            return Successors { next: flow.goes_on(), other: None };
        };
        leaders.push((step.offset as usize + step.inst.len()) as u32);
        let known = self.jumps.iter().find(|jump| jump.0 == index).map(|jump| jump.1);
        let near = |address| self.inside(address).filter(|offset| *offset < self.limit as u64);
        let other = match flow.address(self.next(step)).map(near) {
            // What is called comes back.
            _ if flow.kind == FlowKind::Call => Way::Outside,
            Some(Some(offset)) => {
                leaders.push(offset as u32);
                Way::To(self.index(offset))
            }
            Some(None) => Way::Outside,
            None if target == FlowTarget::End => Way::End,
            None => known.filter(|offset| *offset < self.limit as u64).map_or(Way::Unknown, |offset| {
                leaders.push(offset as u32);
                Way::To(self.index(offset))
            }),
        };
        Successors { next: flow.goes_on(), other: Some(other) }
    }

    fn graph(&mut self) -> Graph {
        let leaders = std::cell::RefCell::new(vec![0]);
        let graph = Graph::new(self.steps.len(), &[0], |index| self.successors(index, &mut leaders.borrow_mut()));
        self.leaders = leaders.into_inner();
        self.leaders.sort_unstable();
        self.leaders.dedup();
        graph
    }

    /// The state at the start of each block.
    fn starts(&mut self, graph: &Graph) -> Vec<Option<State>> {
        let count = graph.blocks().len();
        let mut starts: Vec<Option<State>> = vec![None; count];
        let mut open = Worklist::new(count, false);
        starts[0] = Some(self.entry.clone());
        open.add(0);
        let mut unreached = 0;
        let jumps_anywhere = graph.blocks().iter().any(|block| block.unknown && block.reachable);
        loop {
            while let Some(index) = open.next() {
                let block = &graph.blocks()[index];
                let mut state = starts[index].clone().unwrap_or_default();
                self.block(block.instructions.clone(), &mut state, None);
                for &next in &block.next {
                    let changed = match &mut starts[next] {
                        Some(known) => known.meet(&state),
                        empty => {
                            *empty = Some(state.clone());
                            true
                        }
                    };
                    if changed {
                        open.add(next);
                    }
                }
            }
            // What only an unknown jump can lead to starts with nothing known.
            match (unreached..count).find(|index| jumps_anywhere && starts[*index].is_none()) {
                Some(index) => {
                    starts[index] = Some(State::default());
                    open.add(index);
                    unreached = index + 1;
                }
                None => return starts,
            }
        }
    }

    /// Goes through a block, and notes facts where they are wanted.
    fn block(&mut self, range: Range<usize>, state: &mut State, mut facts: Option<&mut Vec<Fact>>) {
        let start = self.leaders.partition_point(|leader| *leader <= self.steps[range.start].offset);
        let start = self.leaders[start.saturating_sub(1)];
        let mut idle = !state.has_addresses() && !self.function.relocated;
        if idle {
            state.clear();
        }
        for index in range {
            let step = self.steps[index];
            let counter = self.analysis.interest.form(step.inst.opcode()).reads_counter;
            idle &= !counter;
            let flow = (!step.inst.encoding().successors.as_slice().is_empty()).then(|| step.inst.flow());
            let calls = flow.is_some_and(|flow| matches!(flow.kind, FlowKind::Call | FlowKind::Trap));
            let ran =
                !idle && self.matters(&step, counter, state) && self.step(&step, start, state, facts.as_deref_mut());
            let direct = flow.and_then(|flow| flow.address(self.next(&step)));
            if let Some(flow) = flow.filter(|flow| flow.target.is_some_and(|target| target != FlowTarget::End)) {
                let counter = if ran && direct.is_none() {
                    self.analysis.runner.as_ref().and_then(Runner::counter)
                } else {
                    None
                };
                let to =
                    direct.map(|to| Address { base: Base::Image, offset: to as i64 }).or_else(|| Address::of(counter?));
                self.leads(index, flow.kind, to, direct.is_some(), facts.as_deref_mut());
            }
            if calls {
                state.clear();
            }
        }
    }

    /// Whether an instruction has to be run. If not, the state is changed to that after it.
    fn matters(&mut self, step: &Step, counter: bool, state: &mut State) -> bool {
        let interest = &self.analysis.interest;
        let info = interest.form(step.inst.opcode());
        let (mut reads, mut addresses) = (false, counter || self.function.relocated);
        for shared in interest.shared(&step.inst).filter(|shared| shared.read) {
            reads = true;
            addresses |= state.has_address_in(shared.ids);
        }
        if addresses {
            return true;
        }
        let constant = info.is_constant && !reads;
        interest
            .shared(&step.inst)
            .filter(|shared| shared.write != Write::No)
            .for_each(|shared| state.forget(shared.ids));
        if constant {
            self.analysis.constant(&step.inst, state);
        }
        false
    }

    /// Notes where an instruction leads.
    fn leads(
        &mut self,
        index: usize,
        kind: FlowKind,
        to: Option<Address>,
        direct: bool,
        facts: Option<&mut Vec<Fact>>,
    ) {
        let inside = to.filter(|to| to.base == Base::Image).and_then(|to| self.inside(to.offset as u64));
        if let (Some(offset), false, FlowKind::Jump | FlowKind::Branch) = (inside, direct, kind)
            && !self.jumps.contains(&(index, offset))
        {
            self.jumps.push((index, offset));
        }
        if let Some(facts) = facts
            && (!direct || inside.is_none() || kind == FlowKind::Call)
            && kind != FlowKind::Trap
        {
            facts.push(Fact { offset: self.steps[index].offset, kind: FactKind::Leads { kind, to, direct } });
        }
    }

    /// Runs an instruction if its inputs are known. Returns whether all of its results are.
    fn step(&mut self, step: &Step, start: u32, state: &mut State, facts: Option<&mut Vec<Fact>>) -> bool {
        let (function, analysis) = (self.function, &mut *self.analysis);
        let Some(mut runner) = analysis.runner.take() else { return false };
        let here = Here {
            inst: &step.inst,
            address: function.address.wrapping_add(u64::from(step.offset)),
            image: self.image,
        };
        let end = step.offset as usize;
        let code = &function.code[(start as usize).max(end.saturating_sub(SEARCHED)).min(end)..end];
        let whole = end - start as usize <= SEARCHED;
        let memory = analysis.interest.form(step.inst.opcode()).accesses_memory && whole;
        let ran = runner.step(here, state, &mut |id| if memory { analysis.row(code, id) } else { None });
        if let Some(facts) = facts {
            facts.extend(accessed(&runner).map(|kind| Fact { offset: step.offset, kind }));
            if ran && step.inst.encoding().successors.as_slice().is_empty() {
                let next = here.address.wrapping_add(step.inst.len() as u64);
                let found = computed(self.analysis.target, &runner, state);
                let found = found.filter(|address| *address != Address { base: Base::Image, offset: next as i64 });
                facts.extend(found.map(|address| Fact { offset: step.offset, kind: FactKind::Computes(address) }));
            }
        }
        self.analysis.runner = Some(runner);
        ran
    }
}

/// The access of the last instruction to memory: all of its bytes, if they lie side by side.
fn accessed(runner: &Runner) -> Option<FactKind> {
    let first = runner.touches.first()?;
    let address = Address::of(first.address)?;
    let mut end = address.offset;
    for touch in &runner.touches {
        let at = Address::of(touch.address)?;
        if at.base != address.base || at.offset != end || touch.write != first.write {
            return None;
        }
        end += i64::from(touch.bytes);
    }
    Some(FactKind::Access { address, bytes: (end - address.offset) as u32, write: first.write })
}

/// The address that the last instruction computed, if it is not one that it copied.
fn computed(target: Target, runner: &Runner, after: &State) -> Option<Address> {
    let arch = target.arch();
    let written = runner.accesses().iter().filter(|access| access.write != Write::No);
    let registers = written
        .filter(|access| matches!(access.place, Place::Registers { .. } | Place::Special { .. }))
        .flat_map(|access| arch.resource_ids(access.place));
    let inputs = &runner.inputs;
    // The high word is written last, so that the carry is in it.
    registers.into_iter().find_map(|high| {
        let low = high.checked_sub(1)?;
        let value = after.pair(low)?;
        let address = Address::of(value)?;
        let words = [0, 1].map(|part| value.map(|value| (value >> (32 * part)) as u32));
        let copied = match inputs[..] {
            [only] => after.get(high) == Some(only),
            _ => inputs.windows(2).any(|pair| pair == words),
        };
        (!copied).then_some(address)
    })
}
