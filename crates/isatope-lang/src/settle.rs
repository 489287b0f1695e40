//! Simplifies bodies for readers: evaluates conditions and sums that the values of a family decide, such as `if 0 == 1
//! { … }` or `first + 0 + 0`.
//!
//! The tree determines what can be removed, and the text is edited in place. Comments, line breaks and the notation of
//! numbers are kept.

use crate::ast::{Block, Expr, ExprKind, Match, PatternKind, Stmt};
use crate::lexer::{self, Kind};
use crate::parser;
use crate::span::Span;

/// Maximum number of passes over a text. Each pass removes constants that were nested in others.
const MAX_ROUNDS: usize = 64;

/// Returns the text of a body without conditions that are always true or false, without `+ 0` and the like, and without
/// variables that become unused. A text without any of these is returned unchanged.
pub fn settled(text: &str) -> String {
    let mut text = text.to_string();
    let mut changed = false;
    for _ in 0..MAX_ROUNDS {
        let mut edits = Edits { text: &text, list: Vec::new() };
        let Some(block) = parse(&text) else { return text };
        edits.block(&block);
        if edits.list.is_empty() && changed {
            edits.unused(&block);
        }
        if edits.list.is_empty() {
            break;
        }
        let list = edits.list;
        text = bare(&applied(&text, list));
        changed = true;
    }
    text
}

fn parse(text: &str) -> Option<Block> {
    let mut errors = Vec::new();
    let tokens = lexer::lex(0, text, &mut errors);
    if errors.is_empty() { parser::parse_body(&tokens, text) } else { None }
}

/// A range of the text, and its replacement.
type Edit = (usize, usize, String);

fn applied(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort();
    let mut out = String::new();
    let mut at = 0;
    for (start, end, new) in edits {
        if start >= at {
            out += &text[at..start];
            out += &new;
            at = end;
        }
    }
    out + &text[at..]
}

/// Position of an expression, which determines what may replace it.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// A line of a block.
    Line,
    /// The `if` of an `else if`.
    Else,
    /// A complete value: after `=`, in brackets, or between commas.
    Whole,
    /// A part of a larger expression.
    Part,
}

struct Edits<'a> {
    text: &'a str,
    list: Vec<Edit>,
}

impl Edits<'_> {
    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let { value, .. } => self.expr(value, Place::Whole),
                Stmt::Assign { place, value } => {
                    self.expr(place, Place::Whole);
                    self.expr(value, Place::Whole);
                }
                Stmt::For { first, last, body, .. } => {
                    self.expr(first, Place::Part);
                    self.expr(last, Place::Part);
                    self.block(body);
                }
                Stmt::Expr(value) => self.expr(value, Place::Line),
                Stmt::Refined { body, .. } => self.block(body),
            }
        }
    }

    fn expr(&mut self, expr: &Expr, place: Place) {
        if self.replaced(expr, place) {
            return;
        }
        let all = |edits: &mut Self, list: &[&Expr], place| list.iter().for_each(|e| edits.expr(e, place));
        match &*expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Name(_) => {}
            ExprKind::Unary(_, a) => self.expr(a, Place::Part),
            ExprKind::Binary(_, a, b) | ExprKind::At(a, b) => all(self, &[a, b], Place::Part),
            ExprKind::Call(_, list) | ExprKind::Concat(list) => list.iter().for_each(|e| self.expr(e, Place::Whole)),
            ExprKind::Request(_, members) => members.iter().for_each(|m| self.expr(&m.value, Place::Whole)),
            ExprKind::Bit(a, b) => {
                self.expr(a, Place::Part);
                self.expr(b, Place::Whole);
            }
            ExprKind::Slice(a, b, c) | ExprKind::Window(a, b, c) => {
                self.expr(a, Place::Part);
                all(self, &[b, c], Place::Whole);
            }
            ExprKind::Match(choice) => {
                self.expr(&choice.subject, Place::Whole);
                choice.blocks().for_each(|b| self.block(b));
            }
            ExprKind::If(condition, then, otherwise) => {
                self.expr(condition, Place::Whole);
                self.block(then);
                match otherwise.as_ref().map(|b| (b, else_if(b))) {
                    Some((_, Some(inner))) => self.expr(inner, Place::Else),
                    Some((block, None)) => self.block(block),
                    None => {}
                }
            }
        }
    }

    /// Adds the edit that simplifies an expression, if there is one.
    fn replaced(&mut self, expr: &Expr, place: Place) -> bool {
        let new = match &*expr.kind {
            ExprKind::If(condition, then, otherwise) => {
                let Some(value) = constant(condition) else { return false };
                let taken = if value != 0 { Some(then) } else { otherwise.as_ref() };
                return self.branch(expr, taken, place);
            }
            ExprKind::Match(choice) => {
                let Some(value) = constant(&choice.subject) else { return false };
                return self.branch(expr, arm(choice, value), place);
            }
            ExprKind::Binary(op, a, b) => match identity(op, a, b) {
                Some(kept) => self.of(kept, place),
                None => match (&*a.kind, &*b.kind) {
                    (ExprKind::Int(x), ExprKind::Int(y)) => {
                        let hex = self.slice(a.span).starts_with("0x") || self.slice(b.span).starts_with("0x");
                        let Some(sum) = folded(op, *x, *y) else { return self.decided(expr) };
                        if hex { format!("{sum:#x}") } else { sum.to_string() }
                    }
                    _ => return self.decided(expr),
                },
            },
            _ => return false,
        };
        let (start, end) = self.balanced(expr.span);
        let bracketed = self.text[..start].ends_with('(') && self.text[end..].starts_with(')');
        let new =
            if bracketed { new.strip_prefix('(').and_then(|n| n.strip_suffix(')')).unwrap_or(&new) } else { &new };
        self.list.push((start, end, new.to_string()));
        true
    }

    /// Replaces a comparison of constants with `true` or `false`.
    fn decided(&mut self, expr: &Expr) -> bool {
        let ExprKind::Binary("==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||", ..) = &*expr.kind else {
            return false;
        };
        let Some(value) = constant(expr) else { return false };
        let (start, end) = self.balanced(expr.span);
        self.list.push((start, end, if value != 0 { "true" } else { "false" }.to_string()));
        true
    }

    /// Replaces an `if` with the branch that is taken; `None` if there is no such branch.
    fn branch(&mut self, expr: &Expr, taken: Option<&Block>, place: Place) -> bool {
        let (start, end) = (expr.span.start as usize, expr.span.end as usize);
        let value = taken.and_then(|b| if let [Stmt::Expr(v)] = &b.stmts[..] { Some(v) } else { None });
        let edit = match (taken, place) {
            (Some(block), Place::Else) => (start, end, self.slice(block.span).to_string()),
            (None, Place::Else) => {
                let before = self.text[..start].trim_end();
                let before = before.strip_suffix("else").unwrap_or(before).trim_end();
                (before.len(), end, String::new())
            }
            (Some(block), Place::Line) if !block.stmts.is_empty() => (start, end, self.inside(block, start)),
            (_, Place::Line) => {
                let (start, end) = self.lines(start, end);
                (start, end, String::new())
            }
            (Some(_), _) => match value {
                Some(value) => (start, end, self.of(value, place)),
                None => return false,
            },
            (None, _) => return false,
        };
        self.list.push(edit);
        true
    }

    fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Text of an expression for a new position, in brackets if necessary.
    fn of(&self, expr: &Expr, place: Place) -> String {
        let (start, end) = self.balanced(expr.span);
        let text = &self.text[start..end];
        let compound = matches!(*expr.kind, ExprKind::Binary(..) | ExprKind::If(..) | ExprKind::Unary(..));
        let tight = compound && place == Place::Part;
        if tight { format!("({text})") } else { text.to_string() }
    }

    /// Range of an expression including its own round brackets, which are not in the tree.
    fn balanced(&self, span: Span) -> (usize, usize) {
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        let (mut open, mut missing) = (0, 0);
        for c in self.text[start..end].bytes() {
            match c {
                b'(' => open += 1,
                b')' if open > 0 => open -= 1,
                b')' => missing += 1,
                _ => {}
            }
        }
        for _ in 0..missing {
            start = self.text[..start].rfind('(').unwrap_or(start);
        }
        for _ in 0..open {
            end += self.text[end..].find(')').map_or(0, |i| i + 1);
        }
        (start, end)
    }

    /// Statements of a block, indented like the line of `at`.
    fn inside(&self, block: &Block, at: usize) -> String {
        let text = self.slice(block.span);
        let inner = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).unwrap_or(text);
        if !inner.contains('\n') || else_if(block).is_some() {
            return inner.trim().to_string();
        }
        let indent = |line: &str| line.len() - line.trim_start().len();
        let own = self.text[..at].rfind('\n').map_or(0, |i| indent(&self.text[i + 1..at]));
        let inner = inner.trim_start_matches([' ', '\t']).trim_start_matches('\n').trim_end();
        let first = inner.lines().find(|l| !l.trim().is_empty()).map_or(0, indent);
        let moved = |line: &str| {
            let depth = (indent(line) + own).saturating_sub(first);
            format!("{:depth$}{}", "", line.trim())
        };
        let lines: Vec<String> = inner.lines().map(moved).collect();
        lines.join("\n").trim_start().to_string()
    }

    /// Extends a range to whole lines, including the comments above them.
    fn lines(&self, start: usize, end: usize) -> (usize, usize) {
        let line = |at: usize| self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        let mut first = line(start);
        while first > 0 && self.text[line(first - 1)..first].trim_start().starts_with("//") {
            first = line(first - 1);
        }
        (first, self.text[end..].find('\n').map_or(self.text.len(), |i| end + i + 1))
    }

    /// Removes every `let` of a block whose name is not used elsewhere.
    fn unused(&mut self, block: &Block) {
        let mut errors = Vec::new();
        let tokens = lexer::lex(0, self.text, &mut errors);
        let uses = |name: &str| {
            let named = |k: &Kind| matches!(k, Kind::Name(n) if n.split('.').next() == Some(name));
            tokens.iter().filter(|t| named(&t.kind)).count()
        };
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let { name, value, mutable: false, .. } if uses(&name.text) == 1 => {
                    let (start, end) = self.lines(name.span.start as usize, self.balanced(value.span).1);
                    self.list.push((start, end, String::new()));
                }
                Stmt::For { body, .. } => self.unused(body),
                Stmt::Expr(value) => match &*value.kind {
                    ExprKind::If(_, then, otherwise) => {
                        self.unused(then);
                        otherwise.iter().for_each(|b| self.unused(b));
                    }
                    ExprKind::Match(choice) => choice.blocks().for_each(|b| self.unused(b)),
                    _ => {}
                },
                _ => {}
            }
        }
    }
}

/// The block of a `match` for a number or for a condition.
fn arm(choice: &Match, value: u128) -> Option<&Block> {
    let fits = |kind: &PatternKind| match kind {
        PatternKind::Name(name) => name == if value != 0 { "true" } else { "false" },
        PatternKind::Range(first, last) => (*first..=*last).contains(&value),
    };
    let found = choice.arms.iter().find(|arm| arm.patterns.iter().any(|p| fits(&p.kind)));
    found.map(|arm| &arm.body).or(choice.otherwise.as_ref().map(|(block, _)| block))
}

/// The `if` of an `else if`.
fn else_if(block: &Block) -> Option<&Expr> {
    match &block.stmts[..] {
        [Stmt::Expr(value)] if value.span == block.span && matches!(*value.kind, ExprKind::If(..)) => Some(value),
        _ => None,
    }
}

/// Value of an expression of numbers; 1 for true and 0 for false.
fn constant(expr: &Expr) -> Option<u128> {
    match &*expr.kind {
        ExprKind::Int(n) => Some(*n),
        ExprKind::Name(n) if n == "true" => Some(1),
        ExprKind::Name(n) if n == "false" => Some(0),
        ExprKind::Unary("!", a) => Some(u128::from(constant(a)? == 0)),
        ExprKind::Binary(op, a, b) => {
            let known = (constant(a), constant(b));
            match (*op, known) {
                ("&&", (Some(0), _) | (_, Some(0))) => Some(0),
                ("||", (Some(x), _) | (_, Some(x))) if x != 0 => Some(1),
                (op, (Some(a), Some(b))) => match op {
                    "==" => Some(u128::from(a == b)),
                    "!=" => Some(u128::from(a != b)),
                    "<" => Some(u128::from(a < b)),
                    "<=" => Some(u128::from(a <= b)),
                    ">" => Some(u128::from(a > b)),
                    ">=" => Some(u128::from(a >= b)),
                    "&&" => Some(u128::from(a != 0 && b != 0)),
                    "||" => Some(u128::from(a != 0 || b != 0)),
                    _ => folded(op, a, b),
                },
                _ => None,
            }
        }
        _ => None,
    }
}

/// The operand that an operation is equal to: `a` for `a + 0`.
fn identity<'a>(op: &str, a: &'a Expr, b: &'a Expr) -> Option<&'a Expr> {
    let is = |e: &Expr, n| constant(e) == Some(n);
    match op {
        "+" | "|" | "^" if is(a, 0) => Some(b),
        "+" | "-" | "|" | "^" | "<<" | ">>" if is(b, 0) => Some(a),
        "*" if is(a, 1) => Some(b),
        "*" | "/" if is(b, 1) => Some(a),
        "&&" if constant(a).is_some_and(|x| x != 0) => Some(b),
        "&&" if constant(b).is_some_and(|x| x != 0) => Some(a),
        "||" if is(a, 0) => Some(b),
        "||" if is(b, 0) => Some(a),
        _ => None,
    }
}

/// A sum, difference or product of two numbers.
fn folded(op: &str, a: u128, b: u128) -> Option<u128> {
    match op {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        _ => None,
    }
}

/// The text without brackets around a single name or number.
fn bare(text: &str) -> String {
    let once = bare_once(text);
    if once == text { once } else { bare(&once) }
}

fn bare_once(text: &str) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('(') {
        let (before, after) = (&rest[..open], &rest[open + 1..]);
        let close = after.find(|c| !word(c)).filter(|&i| i > 0 && after[i..].starts_with(')'));
        let called = before.ends_with(|c| word(c) || c == ')' || c == ']');
        out += before;
        match close {
            Some(close) if !called => {
                out += &after[..close];
                rest = &after[close + 1..];
            }
            _ => {
                out.push('(');
                rest = after;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::settled;

    #[test]
    fn a_text_without_constants_stays() {
        for text in ["lane {\n    vdst = (a) + 0x10 // why\n}", "{ a * (b + 1) }", "not a body", "lane {", ""] {
            assert_eq!(settled(text), text);
        }
    }

    #[test]
    fn sums() {
        assert_eq!(settled("lane { x = first + 0 + 0 }"), "lane { x = first }");
        assert_eq!(settled("lane { x = (a | b) * (first + 0 + 0) }"), "lane { x = (a | b) * first }");
        assert_eq!(settled("lane { x = f(a, 2 + 0 + 0, 0x10 + 1) }"), "lane { x = f(a, 2, 0x11) }");
        assert_eq!(settled("lane { x = (a + b + 0) << 0 & c }"), "lane { x = (a + b) & c }");
    }

    #[test]
    fn comparisons() {
        assert_eq!(
            settled("lane {\n    match 2 {\n        0 { x = 1 }\n        1..3 { x = 2 + 0 }\n    }\n}"),
            "lane {\n    x = 2\n}"
        );
        assert_eq!(settled("lane { x = f(0 == 1, a == 2, 3 > 2 || b) }"), "lane { x = f(false, a == 2, true) }");
    }

    #[test]
    fn conditions() {
        let text = "lane {\n    // one\n    let a = 1 + b\n    // two\n    if 0 == 1 {\n        x = a\n    } else if 2 == 2 && d {\n        \
                    // three\n        x = 5\n        y = 6\n    }\n    z = if 1 == 1 { b } else { c }\n}";
        let want =
            "lane {\n    // two\n    if d {\n        // three\n        x = 5\n        y = 6\n    }\n    z = b\n}";
        assert_eq!(settled(text), want);
        assert_eq!(
            settled("lane {\n    if a {\n        b = 1\n    } else if 0 == 1 {\n        c = 1\n    }\n}"),
            "lane {\n    if a {\n        b = 1\n    }\n}"
        );
        assert_eq!(
            settled(
                "lane {\n    if 1 == 1 {\n        // kept\n        b = 1\n        if c {\n            d = 1\n        }\n    }\n}"
            ),
            "lane {\n    // kept\n    b = 1\n    if c {\n        d = 1\n    }\n}"
        );
        assert_eq!(
            settled("lane {\n    // gone\n    if 1 == 2 {\n        b = 1\n    }\n    c = 2\n}"),
            "lane {\n    c = 2\n}"
        );
    }
}
