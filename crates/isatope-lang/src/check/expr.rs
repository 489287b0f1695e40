//! Checks expressions: resolves names, checks types, and gives numbers the types of their contexts.

use super::body::{Binding, Body};
use super::fold::{at_lane, fold};
use super::parse_type;
use super::raw::{bool_const, u32_const};
use crate::apfloat;
use crate::ast::{Expr as TreeExpr, ExprKind as Tree};
use crate::model::{Binary, Expr, ExprKind, Field, FieldKind, Format, Scope, Type, Unary, VIEW_RAW};
use crate::span::Span;

/// A number before it has a type.
#[derive(Clone, Copy)]
enum Number {
    Int { negative: bool, magnitude: u128 },
    Float(f64),
}

impl Body<'_> {
    /// Checks an expression. Its type is the expected one, if there is one. Returns `None` after recording an error.
    pub fn expr(&mut self, tree: &TreeExpr, expected: Option<Type>) -> Option<Expr> {
        let value = self.infer(tree, expected)?;
        match expected {
            Some(ty) => self.fit(value, ty, tree.span),
            None => Some(value),
        }
    }

    /// Converts a value to the expected type, if the conversion does not change the value.
    pub fn fit(&mut self, value: Expr, ty: Type, span: Span) -> Option<Expr> {
        if value.ty == ty {
            return Some(value);
        }
        let bit = Type::u(1);
        if (value.ty == Type::Bool && ty == bit) || (value.ty == bit && ty == Type::Bool) {
            return Some(match value.kind {
                ExprKind::Const(c) => Expr { ty, kind: ExprKind::Const(c) },
                _ => Expr { ty, kind: ExprKind::Bitcast(Box::new(value)) },
            });
        }
        let (have, want) = (self.type_name(value.ty), self.type_name(ty));
        let help = match (value.ty, ty) {
            (Type::Enum { .. }, Type::Int { .. }) => format!("write {want}(…) for its number"),
            (_, Type::Enum { .. }) => format!("write {want}(…) for the member with these bits"),
            (Type::Int { .. } | Type::Bool, Type::Int { .. }) => {
                format!("write {want}(…) to change the width or the sign")
            }
            (Type::Vector { .. }, Type::Int { .. }) => "write bits(…) for its bit pattern".to_string(),
            (a, Type::Int { .. }) if a.is_float() => {
                format!("write bits(…) for its bit pattern, or to_{want}(…, rm) for its value")
            }
            (Type::Int { .. }, b) if b.is_float() => {
                format!("write {want}.bits(…) for a bit pattern, or to_{want}(…, rm) for a value")
            }
            (Type::Int { .. }, Type::Bool) => "compare it, or take one bit of it".to_string(),
            (a, b) if a.is_float() && b.is_float() => format!("write to_{want}(…, rm)"),
            _ => format!("a {want} is needed here"),
        };
        self.error_help(span, format!("expected {want}, found {have}"), help);
        None
    }

    pub fn infer(&mut self, tree: &TreeExpr, expected: Option<Type>) -> Option<Expr> {
        if let Some(number) = number(tree) {
            return self.typed_number(number, expected.unwrap_or(Type::u(32)), tree.span);
        }
        match &*tree.kind {
            Tree::Int(_) | Tree::Float(_) => None,
            Tree::Name(name) => match self.member(name, expected, tree.span) {
                Some(member) => member,
                None => self.name(name, tree.span),
            },
            Tree::Unary(op, inner) => self.unary(op, inner, expected),
            Tree::Binary(op, left, right) => self.binary(op, left, right, expected, tree.span),
            Tree::Call(name, arguments) => self.call(name, arguments, expected, tree.span),
            Tree::Request(name, members) => self.request_value(name, members, tree.span),
            Tree::Bit(inner, index) => {
                let value = self.infer(inner, None)?;
                if value.ty.elements().is_some() {
                    return self.element(value, index);
                }
                let value = self.bit_vector_of(value, inner.span)?;
                let index = self.place(index, value.ty.bits(), 1)?;
                Some(fold(Expr { ty: Type::Bool, kind: ExprKind::Slice(Box::new(value), Box::new(index)) }))
            }
            Tree::Slice(inner, high, low) => {
                let value = self.bit_vector(inner)?;
                let (low, width) = self.slice_bounds(high, low, value.ty.bits())?;
                Some(fold(Expr {
                    ty: Type::u(width),
                    kind: ExprKind::Slice(Box::new(value), Box::new(u32_const(low))),
                }))
            }
            Tree::Window(inner, base, width) => {
                let value = self.bit_vector(inner)?;
                let width = self.width(width, value.ty.bits())?;
                let base = self.place(base, value.ty.bits(), width)?;
                Some(fold(Expr { ty: Type::u(width), kind: ExprKind::Slice(Box::new(value), Box::new(base)) }))
            }
            Tree::At(inner, lane) => self.at_lane(inner, lane),
            Tree::Concat(parts) => self.concat(parts, tree.span),
            Tree::Match(matched) => self.match_value(matched, expected, tree.span),
            Tree::If(condition, then, otherwise) => {
                let Some(otherwise) = otherwise else {
                    self.error_help(tree.span, "this `if` has no `else`, so it has no value", "add an `else` branch");
                    return None;
                };
                let condition = self.expr(condition, Some(Type::Bool))?;
                // A number in the first branch takes the type of the second branch.
                let expected = expected.or_else(|| self.block_type(then)).or_else(|| self.block_type(otherwise));
                let (first, a) = self.value_block(then, expected)?;
                let (second, b) = self.value_block(otherwise, Some(expected.unwrap_or(a.ty)))?;
                if first.is_empty() && second.is_empty() {
                    match condition.kind {
                        ExprKind::Const(0) => return Some(b),
                        ExprKind::Const(_) => return Some(a),
                        _ => {}
                    }
                }
                let ty = a.ty;
                Some(Expr { ty, kind: ExprKind::If(Box::new(condition), first, Box::new(a), second, Box::new(b)) })
            }
        }
    }

    /// Type of a block that consists of one value, unless the value is a number.
    pub(super) fn block_type(&mut self, block: &crate::ast::Block) -> Option<Type> {
        match &block.stmts[..] {
            [crate::ast::Stmt::Expr(e)] if number(e).is_none() => self.quiet_type(e),
            _ => None,
        }
    }

    /// Type of an expression, without recording errors or reads.
    pub(super) fn quiet_type(&mut self, tree: &TreeExpr) -> Option<Type> {
        let errors = self.cx.errors.len();
        let reads: Vec<bool> = self.operands.iter().map(|o| o.read).collect();
        let ty = self.infer(tree, None).map(|e| e.ty);
        self.cx.errors.truncate(errors);
        for (o, read) in self.operands.iter_mut().zip(reads) {
            o.read = read;
        }
        ty
    }

    fn name(&mut self, name: &str, span: Span) -> Option<Expr> {
        match self.lookup(name) {
            Some(Binding::Const(n)) => return Some(Expr { ty: Type::u(32), kind: ExprKind::Const(n) }),
            Some(Binding::Local { index, .. }) => {
                return Some(Expr { ty: self.locals[index].ty, kind: ExprKind::Local(index) });
            }
            None => {}
        }
        if let Some(i) = self.operands.iter().position(|o| o.name == name) {
            if self.too_wide(i, span) {
                return None;
            }
            return Some(self.read_operand(i));
        }
        if let Some(view) = &self.view {
            let found = match name {
                "raw" => Some((view.raw, ExprKind::ViewRaw)),
                "index" => Some((Type::u(32), ExprKind::Index)),
                "is_float" if self.layer => Some((Type::Bool, ExprKind::IsFloat)),
                "old" if view.result.is_some() => Some((view.raw, ExprKind::Old)),
                "result" => view.result.map(|ty| (ty, ExprKind::Result)),
                _ => None,
            };
            if let Some((ty, kind)) = found {
                return Some(Expr { ty, kind });
            }
        }
        if let Some(ty) = self.field_type(name) {
            return Some(Expr { ty, kind: ExprKind::Field(name.to_string()) });
        }
        match name {
            "true" | "false" => return Some(bool_const(name == "true")),
            "lane_id" if self.scope == Scope::Lane => return Some(Expr { ty: Type::u(32), kind: ExprKind::Lane }),
            "version" => return Some(Expr { ty: Type::u(32), kind: ExprKind::Version }),
            _ => {}
        }
        if let Some(member) = self.qualified_member(name, span) {
            return member;
        }
        if let Some(&v) = self.cx.versions.get(name) {
            return Some(u32_const(v as u32));
        }
        if let Some((register, part, ty)) = self.state(name) {
            self.own_register(register, span);
            if !self.effects.reads.contains(&register) {
                self.effects.reads.push(register);
            }
            return Some(Expr { ty, kind: ExprKind::State(register, part) });
        }
        self.unknown_name(name, span);
        None
    }

    /// Value of an operand: the assigned value for a result, otherwise the value that its view reads.
    fn read_operand(&mut self, i: usize) -> Expr {
        self.operands[i].read = true;
        let ty = self.body_type(self.operands[i].ty);
        let local = match self.operands[i].output {
            Some(output) => output,
            None => match self.operands[i].input {
                Some(input) => input,
                None => {
                    let name = self.operands[i].name.clone();
                    let input = self.local(&name, ty);
                    self.operands[i].input = Some(input);
                    input
                }
            },
        };
        Expr { ty, kind: ExprKind::Local(local) }
    }

    /// Type of a plain field of the format, in any version.
    fn field_type(&self, name: &str) -> Option<Type> {
        let format = self.cx.model.formats.get(self.format?)?;
        let in_format = |format: &Format| {
            let mut fields = format.layouts.iter().flatten().flat_map(|l| &l.fields);
            fields.find(|f| f.name == name && f.kind == FieldKind::Plain).map(|f| f.ty)
        };
        // A body is written for all forms of its instruction, and an extending format may lack fields of the extended
        // one.
        let others = || format.extends.iter().find_map(|_| self.cx.model.formats.iter().find_map(in_format));
        // A view names the fields of its operand without the operand's number. A format may lack these fields.
        let numbered = |format: &Format| {
            let mut fields = format.layouts.iter().flatten().flat_map(|l| &l.fields);
            let base = |f: &Field| f.name.trim_end_matches(|c: char| c.is_ascii_digit()) == name;
            fields.find(|f| f.kind == FieldKind::Plain && base(f)).map(|f| f.ty)
        };
        let of_operand = || {
            self.view.as_ref()?;
            numbered(format).or_else(|| self.cx.model.formats.iter().find_map(numbered))
        };
        in_format(format).or_else(others).or_else(of_operand)
    }

    fn unary(&mut self, op: &str, inner: &TreeExpr, expected: Option<Type>) -> Option<Expr> {
        let hint = if op == "!" { expected.or(Some(Type::Bool)) } else { expected };
        let value = self.infer(inner, hint)?;
        self.lift(vec![value], inner.span, |body, values| body.unary_of(op, values, inner.span))
    }

    /// Checks a unary operator on a scalar.
    fn unary_of(&mut self, op: &str, mut values: Vec<Expr>, span: Span) -> Option<Expr> {
        let mut value = values.pop()?;
        if op == "!" {
            value = self.fit(value, Type::Bool, span)?;
            return Some(fold(Expr { ty: Type::Bool, kind: ExprKind::Unary(Unary::Not, Box::new(value)) }));
        }
        let unary = if op == "-" { Unary::Neg } else { Unary::Not };
        let fits = match value.ty {
            Type::Int { .. } => true,
            Type::Bool | Type::Enum { .. } => false,
            _ => unary == Unary::Neg,
        };
        if !fits {
            let help = match value.ty {
                Type::Bool => "`!` is the opposite of a bool".to_string(),
                ty => number_help(ty),
            };
            self.error_help(span, format!("`{op}` does not work on {}", self.type_name(value.ty)), help);
            return None;
        }
        Some(fold(Expr { ty: value.ty, kind: ExprKind::Unary(unary, Box::new(value)) }))
    }

    fn binary(
        &mut self,
        op: &str,
        left: &TreeExpr,
        right: &TreeExpr,
        expected: Option<Type>,
        span: Span,
    ) -> Option<Expr> {
        let kind = match op {
            "&&" | "||" => {
                let a = self.expr(left, Some(Type::Bool))?;
                let b = self.expr(right, Some(Type::Bool))?;
                let kind = if op == "&&" { Binary::AndAlso } else { Binary::OrElse };
                return Some(fold(Expr { ty: Type::Bool, kind: ExprKind::Binary(kind, Box::new(a), Box::new(b)) }));
            }
            "<<" | ">>" => {
                let a = self.infer(left, expected)?;
                let b = self.infer(right, None)?;
                let kind = if op == "<<" { Binary::Shl } else { Binary::Shr };
                return self
                    .lift(vec![a, b], span, |body, values| body.shift_of(kind, op, values, left.span, right.span));
            }
            "+" => Binary::Add,
            "-" => Binary::Sub,
            "*" => Binary::Mul,
            "/" => Binary::Div,
            "%" => Binary::Rem,
            "&" => Binary::And,
            "|" => Binary::Or,
            "^" => Binary::Xor,
            "==" => Binary::Eq,
            "!=" => Binary::Ne,
            "<" => Binary::Lt,
            "<=" => Binary::Le,
            ">" => Binary::Gt,
            _ => Binary::Ge,
        };
        let hint = if is_comparison(kind) { None } else { expected };
        // A number takes the type of the other side.
        let (a, b) = if (self.is_numeric(left) && !self.is_numeric(right)) || self.is_open_member(left) {
            let b = self.infer(right, hint)?;
            (self.expr(left, Some(b.ty))?, b)
        } else {
            let a = self.infer(left, hint)?;
            let b = self.infer(right, Some(a.ty))?;
            (a, b)
        };
        self.lift(vec![a, b], span, |body, values| body.binary_of(kind, op, values, span, right.span))
    }

    /// Checks a shift of a scalar.
    fn shift_of(&mut self, kind: Binary, op: &str, mut values: Vec<Expr>, left: Span, right: Span) -> Option<Expr> {
        let (b, a) = (values.pop()?, values.pop()?);
        if !matches!(a.ty, Type::Int { .. }) {
            self.error_help(left, format!("`{op}` does not work on {}", self.type_name(a.ty)), "take bits(…) first");
            return None;
        }
        let b = self.checked_unsigned(b, right)?;
        Some(fold(Expr { ty: a.ty, kind: ExprKind::Binary(kind, Box::new(a), Box::new(b)) }))
    }

    /// Checks a binary operator on two scalars.
    fn binary_of(&mut self, kind: Binary, op: &str, mut values: Vec<Expr>, span: Span, right: Span) -> Option<Expr> {
        let (b, a) = (values.pop()?, values.pop()?);
        let b = self.fit(b, a.ty, right)?;
        let compare = is_comparison(kind);
        let ty = a.ty;
        let fits = match (ty, kind) {
            (Type::Bool, Binary::And | Binary::Or | Binary::Xor | Binary::Eq | Binary::Ne) => true,
            (Type::Bool, _) => false,
            (Type::Enum { .. }, _) => matches!(kind, Binary::Eq | Binary::Ne),
            (Type::Int { signed, .. }, Binary::Div | Binary::Rem) => !signed,
            (Type::Int { .. }, _) => true,
            (_, Binary::Add | Binary::Sub | Binary::Mul) => return self.float_operator(kind, a, b, span),
            (_, _) => compare,
        };
        if !fits {
            let message = format!("`{op}` does not work on {}", self.type_name(ty));
            match ty {
                Type::Enum { .. } => self.error_help(span, message, number_help(ty)),
                _ => self.error(span, message),
            }
            return None;
        }
        let result = if compare { Type::Bool } else { ty };
        Some(fold(Expr { ty: result, kind: ExprKind::Binary(kind, Box::new(a), Box::new(b)) }))
    }

    /// Whether an expression consists only of numbers, so that its type is not fixed.
    fn is_numeric(&self, tree: &TreeExpr) -> bool {
        match &*tree.kind {
            Tree::Int(_) | Tree::Float(_) => true,
            Tree::Unary("-" | "~", a) => self.is_numeric(a),
            Tree::Binary("<<" | ">>", a, _) => self.is_numeric(a),
            Tree::Binary("+" | "-" | "*" | "&" | "|" | "^", a, b) => self.is_numeric(a) && self.is_numeric(b),
            _ => false,
        }
    }

    /// `+ - *` on floats: calls functions of the architecture.
    fn float_operator(&mut self, op: Binary, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        let verb = match op {
            Binary::Add => "add",
            Binary::Sub => "sub",
            _ => "mul",
        };
        let name = format!("{verb}_{}", self.type_name(a.ty));
        let Some(&f) = self.cx.functions.get(&name) else {
            self.error_help(
                span,
                format!("this operator needs a function `{name}`"),
                "declare it, or call fadd, fmul with a rounding mode",
            );
            return None;
        };
        self.add_effects(f);
        let ty = a.ty;
        Some(Expr { ty, kind: ExprKind::Call(f, vec![a, b]) })
    }

    /// Checks a value of any unsigned type, such as a shift count.
    pub fn unsigned(&mut self, tree: &TreeExpr) -> Option<Expr> {
        let value = self.infer(tree, None)?;
        self.checked_unsigned(value, tree.span)
    }

    /// Checks a rounding mode: an unsigned number, or an enum with these values.
    pub fn rounding(&mut self, tree: &TreeExpr) -> Option<Expr> {
        let value = self.infer(tree, None)?;
        if matches!(value.ty, Type::Enum { .. }) { Some(value) } else { self.checked_unsigned(value, tree.span) }
    }

    fn checked_unsigned(&mut self, value: Expr, span: Span) -> Option<Expr> {
        if matches!(value.ty, Type::Int { signed: false, .. }) {
            return Some(value);
        }
        let message = format!("an unsigned number is needed here, not {}", self.type_name(value.ty));
        self.error_help(span, message, "write u32(…)");
        None
    }

    /// Checks a bit vector of which a part is taken.
    fn bit_vector(&mut self, tree: &TreeExpr) -> Option<Expr> {
        let value = self.infer(tree, None)?;
        self.bit_vector_of(value, tree.span)
    }

    /// Like [`bit_vector`](Self::bit_vector), for a checked value.
    fn bit_vector_of(&mut self, value: Expr, span: Span) -> Option<Expr> {
        if matches!(value.ty, Type::Int { .. }) {
            return Some(value);
        }
        let help = match value.ty {
            Type::Bool => "a bool has no parts".to_string(),
            ty => number_help(ty),
        };
        self.error_help(span, format!("only bit-vectors have parts, and this is {}", self.type_name(value.ty)), help);
        None
    }

    /// Position of a slice in a vector of `bits` bits. Constant positions are range-checked.
    pub fn place(&mut self, tree: &TreeExpr, bits: u32, width: u32) -> Option<Expr> {
        let place = self.unsigned(tree)?;
        if let ExprKind::Const(c) = place.kind
            && c + u128::from(width) > u128::from(bits)
        {
            self.error(tree.span, format!("this reaches past the {bits} bits of the value"));
            return None;
        }
        Some(place)
    }

    pub fn slice_bounds(&mut self, high: &TreeExpr, low: &TreeExpr, bits: u32) -> Option<(u32, u32)> {
        let (h, l) = (self.constant(high)?, self.constant(low)?);
        if l > h {
            self.error_help(high.span.to(low.span), "the high bit comes first", format!("write [{l}:{h}]"));
            return None;
        }
        if h >= u128::from(bits) {
            self.error(high.span, format!("bit {h} is past the {bits} bits of the value"));
            return None;
        }
        Some((l as u32, (h - l + 1) as u32))
    }

    pub fn width(&mut self, tree: &TreeExpr, bits: u32) -> Option<u32> {
        let width = self.constant(tree)?;
        if width == 0 || width > u128::from(bits) {
            self.error(tree.span, format!("a part of {width} bits cannot be taken of {bits} bits"));
            return None;
        }
        Some(width as u32)
    }

    /// Checks a constant number.
    pub fn constant(&mut self, tree: &TreeExpr) -> Option<u128> {
        match self.infer(tree, Some(Type::u(32)))?.kind {
            ExprKind::Const(c) => Some(c),
            _ => {
                self.error_help(
                    tree.span,
                    "this must be a constant",
                    "numbers and the variables of `for` loops are constants",
                );
                None
            }
        }
    }

    fn at_lane(&mut self, inner: &TreeExpr, lane: &TreeExpr) -> Option<Expr> {
        let operand = match &*inner.kind {
            Tree::Name(name) => self.operands.iter().position(|o| o.name == *name),
            _ => None,
        };
        if let (Some(view), Tree::Name(name)) = (&self.view, &*inner.kind)
            && name == "raw"
        {
            let ty = view.raw;
            let lane = self.expr(lane, Some(Type::u(32)))?;
            return Some(Expr { ty, kind: ExprKind::Raw(VIEW_RAW, Some(Box::new(lane))) });
        }
        let Some(i) = operand else {
            self.error(inner.span, "only an operand has a value in each lane");
            return None;
        };
        let lane = self.expr(lane, Some(Type::u(32)))?;
        let Some(view) = self.operands[i].view.clone() else {
            self.error(inner.span, "a mask has no lanes of its own: take a bit of it in a `wave` body");
            return None;
        };
        self.operands[i].read = true;
        Some(at_lane(&view, &lane))
    }

    fn concat(&mut self, parts: &[TreeExpr], span: Span) -> Option<Expr> {
        let mut values = Vec::new();
        let mut bits = 0;
        for part in parts {
            let value = self.infer(part, None)?;
            match value.ty {
                Type::Int { bits: b, signed: false } if number(part).is_none() => bits += b,
                Type::Bool => bits += 1,
                _ => {
                    self.error_help(
                        part.span,
                        "only unsigned values of known width can be joined",
                        "write u8(…) or bits(…)",
                    );
                    return None;
                }
            }
            values.push(value);
        }
        if bits == 0 || bits > 128 {
            self.error(span, format!("this joins {bits} bits; 1 to 128 are possible"));
            return None;
        }
        Some(Expr { ty: Type::u(bits), kind: ExprKind::Concat(values) })
    }

    /// A number as a value of a type. Reports an error if it does not fit.
    fn typed_number(&mut self, number: Number, ty: Type, span: Span) -> Option<Expr> {
        if let Some((count, element)) = ty.elements() {
            let one = self.typed_number(number, element, span)?;
            return Some(super::vector::repeat(&one, count, ty));
        }
        if let Type::Enum { index, .. } = ty {
            let value = match number {
                Number::Int { negative: false, magnitude } => Some(magnitude),
                _ => None,
            };
            self.number_for_member(index, value, span);
            return None;
        }
        let bits = match (number, ty) {
            (Number::Int { negative, magnitude }, Type::Int { bits, signed }) => {
                let ones = u128::MAX >> (128 - bits);
                let max = match (negative, signed) {
                    (false, false) => ones,
                    (false, true) => ones >> 1,
                    (true, true) => (ones >> 1) + 1,
                    (true, false) => 0,
                };
                (magnitude <= max).then(|| if negative { magnitude.wrapping_neg() & ones } else { magnitude })
            }
            (Number::Int { negative, magnitude }, ty) if ty.is_float() => {
                let x = magnitude as f64;
                Some(float_bits(if negative { -x } else { x }, ty))
            }
            (Number::Float(x), ty) if ty.is_float() => Some(float_bits(x, ty)),
            (Number::Float(_), ty) => {
                self.error(span, format!("this is a float, and {} is needed here", self.type_name(ty)));
                return None;
            }
            (Number::Int { .. }, _) => None,
        };
        let Some(bits) = bits else {
            let shown = match number {
                Number::Int { negative, magnitude } => format!("{}{magnitude}", if negative { "-" } else { "" }),
                Number::Float(x) => x.to_string(),
            };
            let message = format!("{shown} does not fit {}", self.type_name(ty));
            match ty {
                Type::Bool => self.error_help(span, message, "a bool is `true` or `false`, and a condition by itself"),
                _ => self.error(span, message),
            }
            return None;
        };
        Some(Expr { ty, kind: ExprKind::Const(bits) })
    }
}

fn is_comparison(op: Binary) -> bool {
    matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
}

/// A literal with its sign.
fn number(tree: &TreeExpr) -> Option<Number> {
    match &*tree.kind {
        Tree::Int(n) => Some(Number::Int { negative: false, magnitude: *n }),
        Tree::Float(x) => Some(Number::Float(*x)),
        Tree::Unary("-", inner) => match number(inner)? {
            Number::Int { negative, magnitude } => Some(Number::Int { negative: !negative, magnitude }),
            Number::Float(x) => Some(Number::Float(-x)),
        },
        _ => None,
    }
}

/// A number in the format of a float type, rounded to nearest.
pub(super) fn float_bits(x: f64, ty: Type) -> u128 {
    match ty {
        Type::F16 => u128::from(apfloat::f64_to_f16(x.to_bits(), 0)),
        Type::F32 => u128::from((x as f32).to_bits()),
        _ => u128::from(x.to_bits()),
    }
}

/// Help text on how to get a number that operators accept.
fn number_help(ty: Type) -> String {
    match ty {
        Type::Enum { bits, .. } => format!("write u{bits}(…) for its number"),
        _ => "take bits(…) first".to_string(),
    }
}

/// Type in the name of a conversion: `u16`, `v2u16`, `f32.bits`.
pub(super) fn conversion(name: &str) -> Option<(Type, bool)> {
    match name.strip_suffix(".bits") {
        Some(ty) => parse_type(ty).filter(|t| t.is_float() || t.elements().is_some()).map(|t| (t, true)),
        None => parse_type(name).filter(|t| !t.is_float() && *t != Type::Bool).map(|t| (t, false)),
    }
}
