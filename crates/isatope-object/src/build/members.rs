//! Members of archives that a link needs.
//!
//! An archive gives a link only the members that define a symbol which another object needs. Which ones these are, and
//! the order of objects and symbols, follow LLD's symbol table (`Symbol::resolve`, `ObjFile::parseLazy`).

use foldhash::{HashMap, HashMapExt as _};
use object::elf::{STB_LOCAL, STB_WEAK};

use super::{BuildError, Object, Place, Symbol};

/// An input of a link.
#[derive(Clone, Debug)]
pub struct LinkInput<'a> {
    /// Name, for messages.
    pub name: String,
    /// The object.
    pub object: Object<'a>,
    /// Whether it is a member of an archive, which is linked only if it defines a symbol that another object needs.
    pub is_member: bool,
}

impl<'a> Object<'a> {
    /// Puts the objects of a link together, with the members of archives that they need: their sections in order, and
    /// each symbol that other objects see once. Also returns the numbers of the inputs that are linked, in order.
    ///
    /// # Errors
    /// Returns an error if two objects define a symbol, if they are for different processors or systems, or if nothing
    /// is linked.
    pub fn of_inputs(inputs: Vec<LinkInput<'a>>) -> Result<(Self, Vec<usize>), BuildError> {
        let Selection { order, numbers, .. } = Selection::of(&inputs);
        let numbers: HashMap<String, usize> =
            numbers.into_iter().map(|(name, number)| (name.to_owned(), number)).collect();
        if order.is_empty() {
            return Err(BuildError::new("nothing is linked, because no object needs a member of an archive"));
        }
        let has_members = inputs.iter().any(|input| input.is_member);
        let mut inputs: Vec<Option<LinkInput<'_>>> = inputs.into_iter().map(Some).collect();
        let taken = order.iter().filter_map(|number| inputs[*number].take());
        let (names, objects): (Vec<String>, Vec<Self>) = taken.map(|input| (input.name, input.object)).unzip();
        let mut all = Self::merged(objects, &names)?;
        if has_members {
            // The names in an archive are known before its members are linked.
            let key = |symbol: &Symbol<'_>| match symbol.binding {
                STB_LOCAL => (false, 0),
                _ => (true, numbers.get(&*symbol.name).copied().unwrap_or(usize::MAX)),
            };
            let keys: Vec<(bool, usize)> = all.symbols.iter().map(key).collect();
            all.reorder_symbols(&keys);
        }
        Ok((all, order))
    }
}

/// What is known about a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Only its name.
    New,
    Undefined {
        is_weak: bool,
    },
    /// A member of an archive, by its number, would define it.
    Offered(usize),
    /// A variable that the linker places. No member replaces it.
    Common,
    Defined {
        is_weak: bool,
    },
}

/// The inputs that are linked.
struct Selection<'i, 'a> {
    inputs: &'i [LinkInput<'a>],
    /// Numbers of the symbols, in the order in which their names become known.
    numbers: HashMap<&'i str, usize>,
    states: Vec<State>,
    is_taken: Vec<bool>,
    /// Inputs that are linked, in order.
    order: Vec<usize>,
}

impl<'i, 'a> Selection<'i, 'a> {
    fn of(inputs: &'i [LinkInput<'a>]) -> Self {
        let is_taken = vec![false; inputs.len()];
        let mut all = Self { inputs, numbers: HashMap::new(), states: Vec::new(), is_taken, order: Vec::new() };
        for (number, input) in inputs.iter().enumerate() {
            if input.is_member { all.offer(number) } else { all.take(number) }
        }
        all
    }

    /// Symbols of an input that other objects see.
    fn globals(&self, input: usize) -> impl Iterator<Item = &'i Symbol<'a>> + use<'i, 'a> {
        self.inputs[input].object.symbols.iter().filter(|symbol| symbol.binding != STB_LOCAL)
    }

    /// Number of a symbol; adds it if its name is new.
    fn number(&mut self, name: &'i str) -> usize {
        let number = *self.numbers.entry(name).or_insert(self.states.len());
        if number == self.states.len() {
            self.states.push(State::New);
        }
        number
    }

    /// Takes note of what a member of an archive defines. Links the member if an object before it needs a symbol.
    fn offer(&mut self, member: usize) {
        for symbol in self.globals(member).filter(|symbol| symbol.place != Place::Undefined) {
            let number = self.number(&symbol.name);
            match self.states[number] {
                // A weak reference does not need a member.
                State::New | State::Undefined { is_weak: true } => self.states[number] = State::Offered(member),
                State::Undefined { is_weak: false } => return self.take(member),
                State::Common | State::Offered(_) | State::Defined { .. } => {}
            }
        }
    }

    /// Links an input, and the members that it needs.
    fn take(&mut self, input: usize) {
        self.enter(input);
        // Inputs whose references are followed, with the numbers of their symbols that are next.
        let mut open = vec![(input, 0)];
        while let Some((input, next)) = open.last_mut() {
            let Some((at, symbol)) = self.globals(*input).enumerate().skip(*next).find(|(_, s)| is_reference(s)) else {
                open.pop();
                continue;
            };
            *next = at + 1;
            let number = self.number(&symbol.name);
            let is_weak = symbol.binding == STB_WEAK;
            match &mut self.states[number] {
                state @ State::New => *state = State::Undefined { is_weak },
                State::Undefined { is_weak: known } => *known &= is_weak,
                State::Offered(member) if !is_weak => {
                    let member = *member;
                    self.enter(member);
                    open.push((member, 0));
                }
                State::Offered(_) | State::Common | State::Defined { .. } => {}
            }
        }
    }

    /// Adds an input to those that are linked, and what it defines to the symbols.
    fn enter(&mut self, input: usize) {
        if std::mem::replace(&mut self.is_taken[input], true) {
            return;
        }
        self.order.push(input);
        for symbol in self.globals(input) {
            let number = self.number(&symbol.name);
            let is_weak = symbol.binding == STB_WEAK;
            let state = &mut self.states[number];
            *state = match (symbol.place, *state) {
                (Place::Undefined, known) => known,
                (_, known @ State::Defined { is_weak: false }) => known,
                (Place::Common(_), _) => State::Common,
                (_, known @ (State::Defined { .. } | State::Common)) if is_weak => known,
                _ => State::Defined { is_weak },
            };
        }
    }
}

fn is_reference(symbol: &Symbol<'_>) -> bool {
    symbol.place == Place::Undefined
}
