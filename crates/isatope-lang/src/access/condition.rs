//! Conditions as binary decision diagrams: equal conditions have the same number, so "always" and
//! "never" are easy to see.

use std::collections::HashMap;

/// A condition: a node of a [`Conditions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition(u32);

/// Never holds.
pub const NEVER: Condition = Condition(0);
/// Always holds.
pub const ALWAYS: Condition = Condition(1);

impl From<bool> for Condition {
    fn from(holds: bool) -> Self {
        if holds { ALWAYS } else { NEVER }
    }
}

/// Root of a condition: a variable, and the remaining conditions for its values 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    variable: u32,
    zero: Condition,
    one: Condition,
}

/// All conditions made so far.
pub struct Conditions {
    nodes: Vec<Node>,
    known: HashMap<Node, Condition>,
    /// Results of [`Conditions::choose`].
    chosen: HashMap<(Condition, Condition, Condition), Condition>,
}

impl Default for Conditions {
    fn default() -> Self {
        // The two end nodes test no variable; their variable number is greater than all others.
        let end = |c| Node { variable: u32::MAX, zero: c, one: c };
        Self { nodes: vec![end(NEVER), end(ALWAYS)], known: HashMap::new(), chosen: HashMap::new() }
    }
}

impl Conditions {
    fn node(&mut self, variable: u32, zero: Condition, one: Condition) -> Condition {
        if zero == one {
            return zero;
        }
        let node = Node { variable, zero, one };
        *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            Condition(self.nodes.len() as u32 - 1)
        })
    }

    fn get(&self, c: Condition) -> Node {
        self.nodes[c.0 as usize]
    }

    /// The condition that a variable is 1.
    pub fn variable(&mut self, variable: u32) -> Condition {
        self.node(variable, NEVER, ALWAYS)
    }

    /// `yes` if `c` holds, else `no`.
    pub fn choose(&mut self, c: Condition, yes: Condition, no: Condition) -> Condition {
        match (c, yes, no) {
            (ALWAYS, ..) => return yes,
            (NEVER, ..) => return no,
            _ if yes == no => return yes,
            (_, ALWAYS, NEVER) => return c,
            _ => {}
        }
        if let Some(&known) = self.chosen.get(&(c, yes, no)) {
            return known;
        }
        let nodes = [c, yes, no].map(|c| (c, self.get(c)));
        let variable = nodes.iter().map(|(_, n)| n.variable).min().unwrap_or(u32::MAX);
        let zero = nodes.map(|(c, n)| if n.variable == variable { n.zero } else { c });
        let one = nodes.map(|(c, n)| if n.variable == variable { n.one } else { c });
        let zero = self.choose(zero[0], zero[1], zero[2]);
        let one = self.choose(one[0], one[1], one[2]);
        let result = self.node(variable, zero, one);
        self.chosen.insert((c, yes, no), result);
        result
    }

    /// Conjunction.
    pub fn and(&mut self, a: Condition, b: Condition) -> Condition {
        self.choose(a, b, NEVER)
    }

    /// Disjunction.
    pub fn or(&mut self, a: Condition, b: Condition) -> Condition {
        self.choose(a, ALWAYS, b)
    }

    /// Negation.
    pub fn not(&mut self, a: Condition) -> Condition {
        self.choose(a, NEVER, ALWAYS)
    }

    /// Exclusive or.
    pub fn differ(&mut self, a: Condition, b: Condition) -> Condition {
        let not = self.not(b);
        self.choose(a, not, b)
    }

    /// Quantifies over the variables in `chosen`: existentially or, with `all`, universally.
    pub fn settle(&mut self, c: Condition, all: bool, chosen: &impl Fn(u32) -> bool) -> Condition {
        let mut done = HashMap::new();
        self.settled(c, all, chosen, &mut done)
    }

    fn settled(
        &mut self,
        c: Condition,
        all: bool,
        chosen: &impl Fn(u32) -> bool,
        done: &mut HashMap<Condition, Condition>,
    ) -> Condition {
        if c == NEVER || c == ALWAYS {
            return c;
        }
        if let Some(&known) = done.get(&c) {
            return known;
        }
        let node = self.get(c);
        let zero = self.settled(node.zero, all, chosen, done);
        let one = self.settled(node.one, all, chosen, done);
        let result = match (chosen(node.variable), all) {
            (false, _) => self.node(node.variable, zero, one),
            (true, true) => self.and(zero, one),
            (true, false) => self.or(zero, one),
        };
        done.insert(c, result);
        result
    }

    /// Restricts a condition to known values of some variables.
    pub fn restrict(&mut self, c: Condition, value: &impl Fn(u32) -> Option<bool>) -> Condition {
        self.restricted(c, value, &mut HashMap::new())
    }

    fn restricted(
        &mut self,
        c: Condition,
        value: &impl Fn(u32) -> Option<bool>,
        done: &mut HashMap<Condition, Condition>,
    ) -> Condition {
        if c == NEVER || c == ALWAYS {
            return c;
        }
        if let Some(&known) = done.get(&c) {
            return known;
        }
        let node = self.get(c);
        let result = match value(node.variable) {
            Some(false) => self.restricted(node.zero, value, done),
            Some(true) => self.restricted(node.one, value, done),
            None => {
                let zero = self.restricted(node.zero, value, done);
                let one = self.restricted(node.one, value, done);
                self.node(node.variable, zero, one)
            }
        };
        done.insert(c, result);
        result
    }

    /// The condition as alternatives that exclude each other, each a list of variables and their values.
    pub fn alternatives(&self, c: Condition) -> Vec<Vec<(u32, bool)>> {
        let mut found = Vec::new();
        self.collect(c, &mut Vec::new(), &mut found);
        found
    }

    fn collect(&self, c: Condition, path: &mut Vec<(u32, bool)>, found: &mut Vec<Vec<(u32, bool)>>) {
        match c {
            NEVER => {}
            ALWAYS => found.push(path.clone()),
            _ => {
                let node = self.get(c);
                for (value, rest) in [(false, node.zero), (true, node.one)] {
                    path.push((node.variable, value));
                    self.collect(rest, path, found);
                    path.pop();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_conditions_are_one() {
        let mut all = Conditions::default();
        let (a, b) = (all.variable(0), all.variable(1));
        let both = all.and(a, b);
        let neither = {
            let (x, y) = (all.not(a), all.not(b));
            all.or(x, y)
        };
        assert_eq!(all.not(neither), both);
        assert_eq!(all.differ(a, a), NEVER);
        assert_eq!(all.or(both, neither), ALWAYS);
    }

    #[test]
    fn settling_asks_for_some_or_all_values() {
        let mut all = Conditions::default();
        let (a, b) = (all.variable(0), all.variable(1));
        let both = all.and(a, b);
        assert_eq!(all.settle(both, false, &|v| v == 1), a);
        assert_eq!(all.settle(both, true, &|v| v == 1), NEVER);
        assert_eq!(all.restrict(both, &|v| (v == 1).then_some(true)), a);
        assert_eq!(all.alternatives(both), [vec![(0, true), (1, true)]]);
    }
}
