//! Effects of function calls, depending on the known bits of their arguments.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::condition::Condition;
use super::value::{Needs, Source};

/// The bits of a value, if they are known.
pub(super) type Known = Option<Rc<[Condition]>>;

/// Effects of calls, by function and known bits of the arguments.
pub type Calls = HashMap<(usize, Vec<Known>), Rc<Summary>>;

/// Effects of a function call, for given known bits of its arguments.
#[derive(Debug)]
pub struct Summary {
    pub(super) result: Outcome,
    pub(super) needs: Needs,
    pub(super) reads: BTreeMap<Source, Condition>,
    /// Condition under which it may write, and condition under which it always writes.
    pub(super) writes: BTreeMap<Source, (Condition, Condition)>,
}

/// Result of a function, without the variables of the function itself.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    Unknown,
    Known(Rc<[Condition]>),
    /// One of these values, each possible under a condition; and the width.
    OneOf(Vec<(u128, Condition)>, u32),
}
