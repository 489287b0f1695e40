//! Decoded code.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use isatope_core::{Flow, FlowTarget, Instruction, Place, Resources, Target, decode};

use crate::graph::{Graph, Successors, Way};

/// An instruction of a program, or a word that is not an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// Address.
    pub address: u64,
    /// Length in bytes.
    pub len: usize,
    /// The instruction; `None` for a word that is not an instruction.
    pub instruction: Option<Instruction>,
}

impl Item {
    /// The address after it.
    pub fn end(&self) -> u64 {
        self.address.wrapping_add(self.len as u64)
    }
}

/// Code of a target as instructions. `Debug` prints its target and their number.
#[derive(Clone)]
pub struct Program {
    target: Target,
    items: Vec<Item>,
    /// Indices of instructions after which control may go elsewhere than to the next one, and of data.
    leaving: Vec<usize>,
    continuing: Continuing,
    entries: Vec<usize>,
    /// Where indirect jumps lead, as far as it is known: the jump, and the address.
    jumps: BTreeMap<usize, u64>,
    /// Ways of indirect jumps that may lead to several places, or elsewhere: the jump, and an instruction.
    ways: Vec<(usize, usize)>,
    /// Whether control ends at words that are not instructions.
    ends_at_data: bool,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("target", &self.target)
            .field("items", &self.items.len())
            .field("entries", &self.entries.len())
            .finish_non_exhaustive()
    }
}

impl Program {
    /// Decodes code at address 0, which is also its entry.
    pub fn decode(target: Target, code: &[u8]) -> Self {
        Self::decode_at(target, 0, code)
    }

    /// Decodes code at an address, which is also its entry.
    pub fn decode_at(target: Target, address: u64, code: &[u8]) -> Self {
        let word = target.arch().word_bits as usize / 8;
        let (mut program, mut at) = (Self::empty(target, 0, false), 0);
        while at < code.len() {
            let instruction = decode(target, &code[at..]).ok();
            let len = instruction.map_or(word.min(code.len() - at), |inst| inst.len());
            program.push(address.wrapping_add(at as u64), len, instruction);
            at += len;
        }
        program
    }

    /// Creates a program from instructions and their addresses, in ascending order.
    pub fn new(target: Target, instructions: impl IntoIterator<Item = (u64, Instruction)>) -> Self {
        let mut program = Self::empty(target, 0, false);
        instructions.into_iter().for_each(|(address, inst)| program.push(address, inst.len(), Some(inst)));
        program
    }

    /// A program without instructions, with room for this many. Control ends where it reaches data. The first
    /// instruction is its entry.
    pub fn with_data(target: Target, room: usize) -> Self {
        Self::empty(target, room, true)
    }

    fn empty(target: Target, room: usize, ends_at_data: bool) -> Self {
        Self {
            target,
            items: Vec::with_capacity(room),
            leaving: Vec::new(),
            continuing: Continuing::new(target),
            entries: vec![0],
            jumps: BTreeMap::new(),
            ways: Vec::new(),
            ends_at_data,
        }
    }

    /// Adds an instruction, or data, behind the others: address, length in bytes, and the instruction.
    #[inline]
    pub fn push(&mut self, address: u64, len: usize, instruction: Option<Instruction>) {
        if !instruction.is_some_and(|inst| self.continuing.always(&inst)) {
            self.leaving.push(self.items.len());
        }
        self.items.push(Item { address, len, instruction });
    }

    /// Adds an address at which the code can be entered, such as a kernel or a function. Returns `false` if no
    /// instruction starts there.
    pub fn add_entry(&mut self, address: u64) -> bool {
        let found = self.find(address);
        self.entries.extend(found);
        found.is_some()
    }

    /// Forgets that the first instruction is an entry, for code in which symbols say where it can be entered.
    pub fn remove_entries(&mut self) {
        self.entries.clear();
    }

    /// Says to which address an indirect jump leads.
    pub fn add_jump(&mut self, jump: usize, address: u64) {
        self.jumps.insert(jump, address);
    }

    /// Says to which address an indirect jump may lead, among others. Returns `false` if no instruction starts there.
    pub fn add_way(&mut self, jump: usize, address: u64) -> bool {
        let found = self.find(address).map(|to| (jump, to));
        self.ways.extend(found.filter(|way| !self.ways.contains(way)));
        found.is_some()
    }

    /// The target.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The instructions, in the order of their addresses.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Index of the instruction that starts at an address.
    pub fn find(&self, address: u64) -> Option<usize> {
        self.items.binary_search_by_key(&address, |item| item.address).ok()
    }

    /// Indices of the instructions that start at some addresses.
    pub fn indices(&self, addresses: &Range<u64>) -> Range<usize> {
        let index = |address: u64| self.items.partition_point(|item| item.address < address);
        index(addresses.start)..index(addresses.end)
    }

    /// Control flow of an instruction. Words that are not instructions continue with the next one.
    pub fn flow(&self, index: usize) -> Flow {
        self.items[index].instruction.map_or(Flow::NEXT, |inst| inst.flow())
    }

    /// Address to which an instruction leads instead of the next one, if it is known.
    pub fn destination(&self, index: usize) -> Option<u64> {
        self.flow(index).address(self.items[index].end()).or_else(|| self.jumps.get(&index).copied())
    }

    /// Successors of an instruction.
    pub fn successors(&self, index: usize) -> Successors {
        let item = &self.items[index];
        if self.ends_at_data && item.instruction.is_none() {
            return Successors { next: false, other: None };
        }
        let flow = self.flow(index);
        let other = flow.target.map(|target| match self.destination(index) {
            Some(address) => self.find(address).map_or(Way::Outside, Way::To),
            None if target == FlowTarget::End => Way::End,
            None => Way::Unknown,
        });
        Successors { next: flow.goes_on(), other }
    }

    /// Instructions after which control may go elsewhere than to the next one, and data.
    pub fn leaving(&self) -> &[usize] {
        &self.leaving
    }

    /// Blocks of the program.
    pub fn graph(&self) -> Graph {
        let leaving = self.leaving.iter().map(|&index| (index, self.successors(index)));
        Graph::of_leaving(self.items.len(), &self.entries, leaving, &self.ways)
    }

    /// Names of resources; consecutive registers of a file have a single name.
    pub fn names(&self, set: &Resources) -> Vec<String> {
        names(self.target, set)
    }
}

/// Whether no instruction of a form leads anywhere else than to the next one: asked once for each form.
#[derive(Clone, Debug)]
struct Continuing(Vec<Option<bool>>);

impl Continuing {
    fn new(target: Target) -> Self {
        Self(vec![None; target.arch().forms.len()])
    }

    #[inline]
    fn always(&mut self, inst: &Instruction) -> bool {
        let of_form =
            || inst.encoding().successors.is_empty() && inst.layout().flow.is_none() && inst.inst().role.is_none();
        self.0.get_mut(inst.opcode().index()).is_some_and(|known| *known.get_or_insert_with(of_form))
    }
}

/// Names of resources of a target; consecutive registers of a file have a single name.
pub fn names(target: Target, set: &Resources) -> Vec<String> {
    let mut names = Vec::new();
    let mut group: Option<(&str, u16, u16)> = None;
    for place in set.iter().map(|id| target.resource(id)) {
        let Place::Registers { file, first: number, .. } = place else {
            names.extend(group.take().map(group_name));
            names.push(place.to_string());
            continue;
        };
        let prefix = file.prefix.as_str();
        match &mut group {
            Some((known, _, last)) if *known == prefix && (*last == number || *last + 1 == number) => *last = number,
            group => names.extend(group.replace((prefix, number, number)).map(group_name)),
        }
    }
    names.extend(group.map(group_name));
    names
}

/// `v3`, `v[3:5]`.
fn group_name((prefix, first, last): (&str, u16, u16)) -> String {
    if first == last { format!("{prefix}{first}") } else { format!("{prefix}[{first}:{last}]") }
}
