//! Parses expressions, statements and blocks.

use super::{Parsed, Parser};
use crate::ast::{Block, Expr, ExprKind, Name, RequestMember, Stmt};
use crate::lexer::Kind;
use crate::span::Error;

/// Binary operators, from the lowest precedence to the highest.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["==", "!=", "<", "<=", ">", ">="],
    &["|"],
    &["^"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Maximum number of consecutive operators or brackets on one level.
const MAX_CHAIN: usize = 150;

impl Parser<'_> {
    pub(super) fn block(&mut self) -> Parsed<Block> {
        let start = self.span();
        let brackets = std::mem::take(&mut self.brackets);
        let in_head = std::mem::take(&mut self.in_head);
        let mut stmts = Vec::new();
        let result = self.nested(|p| {
            p.lines(|p| {
                stmts.push(p.stmt()?);
                Ok(())
            })
        });
        self.brackets = brackets;
        self.in_head = in_head;
        result?;
        Ok(Block { stmts, span: start.to(self.last_span()) })
    }

    fn stmt(&mut self) -> Parsed<Stmt> {
        let mutable = self.is_word("var");
        if mutable || self.is_word("let") {
            self.next();
            let name = self.name("a name")?;
            let ty = if self.eat(":") { Some(self.name("a type")?) } else { None };
            self.expect("=")?;
            self.skip_newlines();
            let value = self.expr()?;
            return Ok(Stmt::Let { name, ty, value, mutable });
        }
        if self.eat_word("for") {
            let name = self.name("a name")?;
            self.expect_word("in")?;
            let first = self.head()?;
            self.expect("..")?;
            let last = self.head()?;
            let body = self.block()?;
            return Ok(Stmt::For { name, first, last, body });
        }
        let place = self.expr()?;
        if self.eat("=") {
            self.skip_newlines();
            let value = self.expr()?;
            return Ok(Stmt::Assign { place, value });
        }
        Ok(Stmt::Expr(place))
    }

    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|p| p.binary(0))
    }

    /// Parses the expression before a block: a `{` after a name starts the block.
    pub(super) fn head(&mut self) -> Parsed<Expr> {
        let before = std::mem::replace(&mut self.in_head, true);
        let result = self.expr();
        self.in_head = before;
        result
    }

    fn binary(&mut self, level: usize) -> Parsed<Expr> {
        let Some(ops) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        for _ in 0..MAX_CHAIN {
            let op = match self.peek() {
                Kind::Punct(p) if ops.contains(p) => *p,
                _ => return Ok(left),
            };
            self.next();
            self.skip_newlines();
            let right = self.binary(level + 1)?;
            let span = left.span.to(right.span);
            left = Expr { kind: Box::new(ExprKind::Binary(op, left, right)), span };
        }
        self.too_long(&left)
    }

    fn too_long<T>(&mut self, chain: &Expr) -> Parsed<T> {
        self.fail(
            Error::new(chain.span, format!("this has more than {MAX_CHAIN} parts in a row"))
                .help("name a part of it with `let`"),
        )
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let op = match self.peek() {
            Kind::Punct(p @ ("-" | "~" | "!")) => *p,
            _ => return self.postfix(),
        };
        self.next();
        let inner = self.nested(|p| p.unary())?;
        let span = start.to(inner.span);
        Ok(Expr { kind: Box::new(ExprKind::Unary(op, inner)), span })
    }

    fn bracketed<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.brackets += 1;
        let in_head = std::mem::take(&mut self.in_head);
        let result = f(self);
        self.in_head = in_head;
        self.brackets = self.brackets.saturating_sub(1);
        result
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut value = self.primary()?;
        for _ in 0..MAX_CHAIN {
            let tight = !self.peek_token().spaced;
            let kind = if self.eat("[") {
                let (kind, end) = self.bracketed(|p| {
                    let first = p.expr()?;
                    let kind = if p.eat(":") {
                        let low = p.expr()?;
                        ExprKind::Slice(value.clone(), first, low)
                    } else if p.eat("+:") {
                        let width = p.expr()?;
                        ExprKind::Window(value.clone(), first, width)
                    } else {
                        ExprKind::Bit(value.clone(), first)
                    };
                    Ok((kind, p.expect("]")?))
                })?;
                let span = value.span.to(end);
                value = Expr { kind: Box::new(kind), span };
                continue;
            } else if tight && self.is("@") {
                self.next();
                ExprKind::At(value.clone(), self.primary()?)
            } else {
                return Ok(value);
            };
            let span = value.span.to(self.last_span());
            value = Expr { kind: Box::new(kind), span };
        }
        self.too_long(&value)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Int(n) => {
                self.next();
                ExprKind::Int(*n)
            }
            Kind::Float(x) => {
                self.next();
                ExprKind::Float(*x)
            }
            Kind::Punct("(") => {
                self.next();
                let inner = self.bracketed(|p| {
                    let inner = p.expr()?;
                    p.expect(")")?;
                    Ok(inner)
                })?;
                return Ok(inner);
            }
            Kind::Punct("{") => {
                self.next();
                let parts = self.bracketed(|p| p.list("}"))?;
                ExprKind::Concat(parts)
            }
            Kind::Name(n) if n == "if" => {
                self.next();
                let condition = self.head()?;
                let then = self.block()?;
                let otherwise = self.else_block()?;
                ExprKind::If(condition, then, otherwise)
            }
            Kind::Name(n) if n == "match" => {
                self.next();
                ExprKind::Match(self.match_arms()?)
            }
            Kind::Name(_) => {
                let name = self.name("a value")?;
                if self.eat("(") {
                    let arguments = self.bracketed(|p| p.list(")"))?;
                    ExprKind::Call(name, arguments)
                } else if !self.in_head && self.is("{") {
                    self.next();
                    let members = self.bracketed(Self::members)?;
                    ExprKind::Request(name, members)
                } else {
                    ExprKind::Name(name.text)
                }
            }
            _ => return self.expected("a value"),
        };
        Ok(Expr { kind: Box::new(kind), span: start.to(self.last_span()) })
    }

    fn list(&mut self, close: &str) -> Parsed<Vec<Expr>> {
        let mut items = Vec::new();
        loop {
            if self.eat(close) {
                return Ok(items);
            }
            items.push(self.expr()?);
            if !self.eat(",") {
                self.expect(close)?;
                return Ok(items);
            }
        }
    }

    /// `image, shadow: true }`
    fn members(&mut self) -> Parsed<Vec<RequestMember>> {
        let mut members = Vec::new();
        loop {
            if self.eat("}") {
                return Ok(members);
            }
            let name = self.name("a member")?;
            let value = if self.eat(":") {
                self.expr()?
            } else {
                Expr { kind: Box::new(ExprKind::Name(name.text.clone())), span: name.span }
            };
            members.push(RequestMember { name, value });
            if !self.eat(",") {
                self.expect("}")?;
                return Ok(members);
            }
        }
    }

    /// Parses `else { … }` or `else if …`, also on the line after the closing brace.
    fn else_block(&mut self) -> Parsed<Option<Block>> {
        let before = self.at;
        self.skip_newlines();
        if !self.eat_word("else") {
            self.at = before;
            return Ok(None);
        }
        if self.is_word("if") {
            let value = self.nested(|p| p.primary())?;
            let span = value.span;
            return Ok(Some(Block { stmts: vec![Stmt::Expr(value)], span }));
        }
        Ok(Some(self.block()?))
    }

    /// A sum of numbers, as in an `op` line.
    pub(super) fn sum(&mut self) -> Parsed<u64> {
        let start = self.span();
        let mut total = self.word64("a number")?;
        while self.is("+") || self.is("-") {
            let minus = self.is("-");
            self.next();
            let term = self.word64("a number")?;
            let next = if minus { total.checked_sub(term) } else { total.checked_add(term) };
            let Some(next) = next else {
                return self.fail(Error::new(start, "this sum does not fit 64 bits"));
            };
            total = next;
        }
        Ok(total)
    }

    /// Parses a name, if present.
    pub(super) fn optional_name(&mut self) -> Parsed<Option<Name>> {
        if matches!(self.peek(), Kind::Name(_)) { Ok(Some(self.name("a name")?)) } else { Ok(None) }
    }
}
