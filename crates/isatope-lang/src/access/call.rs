//! Analyses functions once per set of known arguments, and reuses the result at every equal call.

use std::rc::Rc;

use super::arith;
use super::condition::{ALWAYS, Condition};
use super::flow::{Follower, Frame};
use super::summary::{Known, Outcome, Summary};
use super::value::{Needs, Source, Value, WHOLE, add, constant, numbers, put};
use crate::model::Function;

/// Maximum number of possible values of a function's result that are tracked.
const MOST_RESULTS: usize = 16;

impl Follower<'_> {
    /// Calls a function of the specification.
    pub(super) fn call(&mut self, function: usize, arguments: &[Value], frame: &mut Frame) -> Value {
        let known: Vec<_> = arguments.iter().map(|a| a.bits.clone()).collect();
        let key = (function, known);
        let summary = match self.calls.get(&key) {
            Some(summary) => summary.clone(),
            None => {
                let summary = Rc::new(self.summary(&self.model.functions[function], &key.1));
                self.calls.insert(key, summary.clone());
                summary
            }
        };
        let reads: Vec<_> = summary.reads.iter().map(|(&source, &when)| ((source, WHOLE), when)).collect();
        for (key, when) in reads {
            let needs = self.of_arguments(key, when, arguments);
            self.observe(&needs, frame);
        }
        for (&source, &(may, always)) in &summary.writes {
            let path = frame.path;
            let perhaps = if may == always { ALWAYS } else { self.unknown() };
            let sometimes = self.all.and(may, perhaps);
            let when = self.all.or(always, sometimes);
            frame.path = self.all.and(path, when);
            self.write(source, true, false, frame);
            frame.path = path;
        }
        if !summary.reads.is_empty() {
            let control = frame.control.clone();
            self.observe(&control, frame);
        }
        let mut needs = Needs::new();
        for (&key, &when) in &summary.needs {
            let own = self.of_arguments(key, when, arguments);
            add(&mut self.all, &mut needs, &own, ALWAYS);
        }
        let bits = match &summary.result {
            Outcome::Unknown => None,
            Outcome::Known(bits) => Some(bits.clone()),
            Outcome::OneOf(values, width) => {
                let mut bits: Option<Rc<[Condition]>> = None;
                for (value, possible) in values {
                    let value = constant(*value, *width);
                    bits = Some(match bits {
                        None => value,
                        Some(others) => {
                            let perhaps = self.unknown();
                            let when = self.all.and(*possible, perhaps);
                            arith::choose(&mut self.all, when, &value, &others)
                        }
                    });
                }
                bits
            }
        };
        Value { bits, needs: Rc::new(needs) }
    }

    /// Translates a dependency of a function into one of its caller: parameters become arguments.
    fn of_arguments(&mut self, (source, words): (Source, u8), when: Condition, arguments: &[Value]) -> Needs {
        let mut needs = Needs::new();
        match source {
            Source::Parameter(index, word) => {
                for (&(source, from), &condition) in arguments[index].needs.iter() {
                    if from >> word & 1 != 0 {
                        let condition = self.all.and(condition, when);
                        put(&mut self.all, &mut needs, (source, words), condition);
                    }
                }
            }
            source => put(&mut self.all, &mut needs, (source, words), when),
        }
        needs
    }

    /// Effects of a function, for the known bits of its arguments.
    fn summary(&mut self, function: &Function, known: &[Known]) -> Summary {
        let start = self.data;
        let mut locals = vec![Value::default(); function.locals.len().max(known.len())];
        for (i, (bits, (_, ty))) in known.iter().zip(&function.params).enumerate() {
            let words = (0..ty.bits().div_ceil(32)).map(|w| ((Source::Parameter(i, w), 1 << w.min(7)), ALWAYS));
            locals[i] = Value { bits: bits.clone(), needs: Rc::new(words.collect()) };
        }
        let mut frame = Frame::new(locals, start);
        self.block(&function.body, &mut frame);
        let value = function.value.as_ref().map(|value| (self.expr(value, &mut frame), value.ty.bits()));
        let mut needs = Needs::new();
        let mut result = Outcome::Unknown;
        if let Some((value, width)) = value {
            for (&key, &when) in value.needs.iter() {
                let when = self.settle(when, start, false);
                put(&mut self.all, &mut needs, key, when);
            }
            result = value.bits.map_or(Outcome::Unknown, |bits| self.outcome(bits, width, start));
        }
        let writes = std::mem::take(&mut frame.touched.writes);
        let writes = writes
            .into_iter()
            .map(|(source, when)| (source, (self.settle(when, start, false), self.settle(when, start, true))))
            .collect();
        self.data = start;
        Summary { result, needs, reads: frame.touched.reads, writes }
    }

    /// A result without the variables of its function.
    fn outcome(&mut self, bits: Rc<[Condition]>, width: u32, start: usize) -> Outcome {
        let settled: Rc<[Condition]> = bits.iter().map(|&bit| self.settle(bit, start, false)).collect();
        if settled == bits {
            return Outcome::Known(bits);
        }
        let Some(values) = numbers(&mut self.all, &bits, ALWAYS, MOST_RESULTS) else { return Outcome::Unknown };
        let mut values: Vec<(u128, Condition)> =
            values.into_iter().map(|(value, when)| (value, self.settle(when, start, false))).collect();
        // If no other value is possible, the first one is the result.
        values.sort_by_key(|&(_, when)| when != ALWAYS);
        if values.first().is_some_and(|&(_, when)| when == ALWAYS) {
            Outcome::OneOf(values, width)
        } else {
            Outcome::Unknown
        }
    }
}
