//! Checks `match`: its arms must cover all values. Lowers it to a chain of `If`.

use super::body::Body;
use super::fold::fold;
use super::raw::bool_const;
use crate::ast::{Block, Match, Name, Pattern, PatternKind};
use crate::model::{Binary, Expr, ExprKind, Stmt, Type, Unary};
use crate::span::Span;

/// A range of values: first and last.
type Values = (u128, u128);

/// Maximum number of missing values in a message.
const MOST_NAMED: usize = 8;

impl Body<'_> {
    /// Checks a `match` that is a statement.
    pub(super) fn match_statement(&mut self, tree: &Match, span: Span, out: &mut Vec<Stmt>) {
        let Some((subject, values)) = self.arms(tree, span) else { return };
        let blocks: Vec<Vec<Stmt>> = tree.blocks().map(|block| self.block(block)).collect();
        if let ExprKind::Const(c) = subject.kind {
            out.extend(chosen(blocks, &values, c));
            return;
        }
        let subject = match self.remembered("matched", &subject) {
            Some((subject, set)) => {
                out.push(set);
                subject
            }
            None => subject,
        };
        let mut arms = blocks.into_iter().zip(values).rev();
        // The last arm has all remaining values.
        let mut chain = arms.next().map_or(Vec::new(), |(block, _)| block);
        for (block, values) in arms {
            chain = vec![Stmt::If(is_one_of(&subject, &values), block, chain)];
        }
        out.extend(chain);
    }

    /// Checks a `match` whose value is used.
    pub(super) fn match_value(&mut self, tree: &Match, expected: Option<Type>, span: Span) -> Option<Expr> {
        let (subject, values) = self.arms(tree, span)?;
        // Numbers take the type of an arm that has one.
        let blocks: Vec<&Block> = tree.blocks().collect();
        let mut ty = expected.or_else(|| blocks.iter().find_map(|block| self.block_type(block)));
        let mut checked = Vec::new();
        let mut failed = false;
        for block in blocks {
            match self.value_block(block, ty) {
                Some((stmts, value)) => {
                    ty.get_or_insert(value.ty);
                    checked.push((stmts, value));
                }
                None => failed = true,
            }
        }
        if failed {
            return None;
        }
        if let ExprKind::Const(c) = subject.kind
            && checked.iter().all(|(stmts, _)| stmts.is_empty())
        {
            return Some(chosen(checked, &values, c).1);
        }
        let (subject, set) = match self.remembered("matched", &subject) {
            Some((subject, set)) => (subject, Some(set)),
            None => (subject, None),
        };
        let mut arms = checked.into_iter().zip(values).rev();
        let ((mut stmts, mut value), _) = arms.next()?;
        for ((first, arm), values) in arms {
            value = choice(is_one_of(&subject, &values), (first, arm), (stmts, value));
            stmts = Vec::new();
        }
        if let Some(set) = set {
            stmts.insert(0, set);
        }
        if stmts.is_empty() {
            return Some(value);
        }
        // Statements before a value must be in a branch, so this branch is always taken.
        let other = Expr { ty: value.ty, kind: ExprKind::Const(0) };
        Some(choice(bool_const(true), (stmts, value), (Vec::new(), other)))
    }

    /// A local for a value that is used several times, and the statement that sets it. `None` if the value is as cheap
    /// as a local, and in views, which have no locals.
    pub(super) fn remembered(&mut self, name: &str, value: &Expr) -> Option<(Expr, Stmt)> {
        if self.view.is_some() || is_cheap(value) {
            return None;
        }
        let local = self.local(name, value.ty);
        Some((Expr { ty: value.ty, kind: ExprKind::Local(local) }, Stmt::Set(local, value.clone())))
    }

    /// The subject, and the values of each arm. The values of `else` come last; they are all remaining values.
    fn arms(&mut self, tree: &Match, span: Span) -> Option<(Expr, Vec<Vec<Values>>)> {
        let subject = self.expr(&tree.subject, None)?;
        let ty = subject.ty;
        if !matches!(ty, Type::Int { signed: false, .. } | Type::Enum { .. } | Type::Bool) {
            let message = format!("`match` does not work on {}", self.type_name(ty));
            let help = "it works on enums, on unsigned numbers and on bool";
            self.error_help(tree.subject.span, message, help);
            return None;
        }
        let errors = self.cx.errors.len();
        let mut covered: Vec<Values> = Vec::new();
        let mut arms = Vec::new();
        for arm in &tree.arms {
            let mut values = Vec::new();
            for pattern in &arm.patterns {
                for range in self.pattern(pattern, ty)? {
                    match covered.iter().find(|c| c.0 <= range.1 && range.0 <= c.1) {
                        Some(c) => {
                            let name = self.value_names(ty, &[(c.0.max(range.0), c.1.min(range.1))]);
                            let message = format!("{name} is covered above already");
                            self.error_help(pattern.span, message, "a value belongs to one arm");
                        }
                        None => covered.push(range),
                    }
                    values.push(range);
                }
            }
            arms.push(joined(values));
        }
        let last = u128::MAX >> (128 - ty.bits());
        let missing = rest(joined(covered), last);
        // `match` and its subject, without the arms.
        let head = Span { end: tree.subject.span.end, ..span };
        match &tree.otherwise {
            None if !missing.is_empty() => {
                let message = format!("this `match` does not cover {}", self.value_names(ty, &missing));
                let unnamed = matches!(ty, Type::Enum { .. }) && !self.unnamed(ty, &missing).is_empty();
                let help = if unnamed {
                    "add arms for the members; what has no name is left for `else { … }`"
                } else {
                    "add arms for them, or `else { … }`"
                };
                self.error_help(head, message, help);
            }
            Some((_, place)) if missing.is_empty() => {
                self.error_help(*place, "the arms above cover every value, so this is never reached", "leave it out");
            }
            Some(_) => arms.push(missing),
            None => {}
        }
        (self.cx.errors.len() == errors && !arms.is_empty()).then_some((subject, arms))
    }

    /// Values of a pattern.
    fn pattern(&mut self, pattern: &Pattern, ty: Type) -> Option<Vec<Values>> {
        let wanted = self.type_name(ty);
        match (&pattern.kind, ty) {
            (PatternKind::Name(name), Type::Bool) if name == "true" || name == "false" => {
                let value = u128::from(name == "true");
                Some(vec![(value, value)])
            }
            (PatternKind::Name(name), Type::Enum { index, .. }) => {
                let values = self.cx.member_values(index, name);
                if values.is_empty() {
                    let known = self.cx.model.enums[index].names();
                    let name = Name { text: name.clone(), span: pattern.span };
                    self.cx.unknown(&format!("member of `{wanted}` named"), &name, known);
                    return None;
                }
                Some(values)
            }
            (PatternKind::Range(first, last), Type::Int { bits, .. }) => {
                if last < first {
                    self.error(pattern.span, "the last number comes before the first");
                    return None;
                }
                if last >> (bits - 1) > 1 {
                    self.error(pattern.span, format!("{last} does not fit {wanted}"));
                    return None;
                }
                Some(vec![(*first, *last)])
            }
            (kind, _) => {
                let found = match kind {
                    PatternKind::Name(name) => format!("`{name}`"),
                    PatternKind::Range(..) => "a number".to_string(),
                };
                let help = match ty {
                    Type::Enum { index, .. } => match kind {
                        PatternKind::Range(first, last) if first == last => self.help_for_number(index, Some(*first)),
                        _ => format!("arms have the names of its members; or match u{}(…)", ty.bits()),
                    },
                    Type::Bool => "its arms are `true` and `false`".to_string(),
                    _ => "arms have numbers, and ranges such as 4..7".to_string(),
                };
                let message = format!("{found} is not a value of {wanted}");
                self.error_help(pattern.span, message, help);
                None
            }
        }
    }

    /// Values that are not members of an enum.
    fn unnamed(&self, ty: Type, values: &[Values]) -> Vec<Values> {
        let Type::Enum { index, .. } = ty else { return values.to_vec() };
        let members = self.cx.model.enums[index].members.iter().map(|m| (u128::from(m.first), u128::from(m.last)));
        members.fold(values.to_vec(), |left, member| left.into_iter().flat_map(|v| without(v, member)).collect())
    }

    /// Values in a message; members of an enum have their names.
    fn value_names(&self, ty: Type, values: &[Values]) -> String {
        let mut names: Vec<String> = Vec::new();
        if let Type::Enum { index, .. } = ty {
            for member in &self.cx.model.enums[index].members {
                let (first, last) = (u128::from(member.first), u128::from(member.last));
                let text = format!("`{}`", member.name);
                if values.iter().any(|v| v.0 <= last && first <= v.1) && !names.contains(&text) {
                    names.push(text);
                }
            }
        }
        names.extend(self.unnamed(ty, values).iter().map(|&(first, last)| match ty {
            Type::Bool => format!("`{}`", first == 1),
            _ if first == last => first.to_string(),
            _ => format!("{first}..{last}"),
        }));
        let more = names.len().saturating_sub(MOST_NAMED);
        if more > 0 {
            names.truncate(MOST_NAMED);
            names.push(format!("{more} more"));
        }
        match names.split_last() {
            Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            Some((last, _)) => last.clone(),
            None => String::new(),
        }
    }
}

/// The arm that a constant selects.
fn chosen<T>(arms: Vec<T>, values: &[Vec<Values>], c: u128) -> T {
    let at = values.iter().position(|values| values.iter().any(|v| v.0 <= c && c <= v.1));
    let at = at.unwrap_or(arms.len() - 1);
    arms.into_iter().nth(at).expect("the arms cover every value")
}

fn choice(condition: Expr, yes: (Vec<Stmt>, Expr), no: (Vec<Stmt>, Expr)) -> Expr {
    let ty = yes.1.ty;
    Expr { ty, kind: ExprKind::If(Box::new(condition), yes.0, Box::new(yes.1), no.0, Box::new(no.1)) }
}

/// Whether an expression is so cheap that it can be evaluated again.
fn is_cheap(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Field(_) | ExprKind::State(..) => true,
        ExprKind::Resize(of) | ExprKind::Bitcast(of) => is_cheap(of),
        ExprKind::Slice(of, place) => is_cheap(of) && is_cheap(place),
        _ => false,
    }
}

/// A condition that `subject` is one of these values.
fn is_one_of(subject: &Expr, values: &[Values]) -> Expr {
    let last = u128::MAX >> (128 - subject.ty.bits());
    let compare = |op: Binary, value: u128| {
        let value = Expr { ty: subject.ty, kind: ExprKind::Const(value) };
        fold(Expr { ty: Type::Bool, kind: ExprKind::Binary(op, Box::new(subject.clone()), Box::new(value)) })
    };
    let both = |op: Binary, a: Expr, b: Expr| {
        fold(Expr { ty: Type::Bool, kind: ExprKind::Binary(op, Box::new(a), Box::new(b)) })
    };
    let within = |&(a, b): &Values| match (a, b) {
        _ if a == b && subject.ty == Type::Bool => match a {
            1 => subject.clone(),
            _ => fold(Expr { ty: Type::Bool, kind: ExprKind::Unary(Unary::Not, Box::new(subject.clone())) }),
        },
        _ if a == b => compare(Binary::Eq, a),
        (0, _) if b == last => bool_const(true),
        (0, _) => compare(Binary::Le, b),
        _ if b == last => compare(Binary::Ge, a),
        _ => both(Binary::AndAlso, compare(Binary::Ge, a), compare(Binary::Le, b)),
    };
    let mut ranges = values.iter().map(within);
    let first = ranges.next().unwrap_or_else(|| bool_const(false));
    ranges.fold(first, |sum, range| both(Binary::OrElse, sum, range))
}

/// Sorts ranges and merges adjacent ones.
fn joined(mut values: Vec<Values>) -> Vec<Values> {
    values.sort_unstable();
    let mut out: Vec<Values> = Vec::new();
    for (first, last) in values {
        match out.last_mut() {
            Some(before) if before.1.checked_add(1).is_none_or(|next| first <= next) => before.1 = before.1.max(last),
            _ => out.push((first, last)),
        }
    }
    out
}

/// The part of 0 to `last` that sorted ranges do not cover.
fn rest(covered: Vec<Values>, last: u128) -> Vec<Values> {
    covered.into_iter().fold(vec![(0, last)], |left, range| left.into_iter().flat_map(|v| without(v, range)).collect())
}

/// The parts of a range outside another one.
fn without((first, last): Values, (a, b): Values) -> Vec<Values> {
    if b < first || last < a {
        return vec![(first, last)];
    }
    let mut left = Vec::new();
    if first < a {
        left.push((first, a - 1));
    }
    if b < last {
        left.push((b + 1, last));
    }
    left
}
