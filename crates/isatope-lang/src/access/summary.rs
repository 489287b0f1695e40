//! What a call of a function does, for what is known of its arguments.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::condition::Condition;
use super::value::{Needs, Source};

/// A value's bits where they are known.
pub(super) type Known = Option<Rc<[Condition]>>;

/// What calls do, by function and what is known of the arguments.
pub type Calls = HashMap<(usize, Vec<Known>), Rc<Summary>>;

/// What a call of a function does, for what is known of its arguments.
#[derive(Debug)]
pub struct Summary {
    pub(super) result: Outcome,
    pub(super) needs: Needs,
    pub(super) reads: BTreeMap<Source, Condition>,
    /// When it may write and when it does in any case.
    pub(super) writes: BTreeMap<Source, (Condition, Condition)>,
}

/// A result without the variables of the function itself.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    Unknown,
    Known(Rc<[Condition]>),
    /// One of these, each possible under a condition.
    OneOf(Vec<(u128, Condition)>, u32),
}
