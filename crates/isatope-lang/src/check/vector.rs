//! Checks vectors: operations on scalars apply to their elements.

use super::body::Body;
use super::fold::fold;
use super::raw::u32_const;
use crate::ast::Expr as TreeExpr;
use crate::model::{Binary, Expr, ExprKind, Type};
use crate::span::Span;

impl Body<'_> {
    /// Applies a scalar operation to each element of those values that are vectors; all other values are the same for
    /// each element. If there are vectors, the result is a vector.
    pub fn lift(
        &mut self,
        values: Vec<Expr>,
        span: Span,
        scalar: impl FnOnce(&mut Self, Vec<Expr>) -> Option<Expr>,
    ) -> Option<Expr> {
        let mut vectors = values.iter().filter_map(|v| Some((v.ty.elements()?.0, v.ty)));
        let Some((count, first)) = vectors.next() else { return scalar(self, values) };
        if let Some((_, other)) = vectors.find(|(n, _)| *n != count) {
            let (a, b) = (self.type_name(first), self.type_name(other));
            self.error(span, format!("{a} and {b} do not have as many elements"));
            return None;
        }
        let mut sources = Vec::new();
        let mut elements = Vec::new();
        for value in values {
            let element = value.ty.element();
            elements.push(match value.kind {
                ExprKind::Const(bits) => match value.ty.elements() {
                    None => value,
                    // A number is the same in all elements.
                    Some((_, ty)) => Expr { ty, kind: ExprKind::Const(bits & (u128::MAX >> (128 - ty.bits()))) },
                },
                _ => {
                    sources.push(value);
                    Expr { ty: element, kind: ExprKind::Element(sources.len() - 1) }
                }
            });
        }
        let each = scalar(self, elements)?;
        let Some(ty) = each.ty.vector(count) else {
            self.error(
                span,
                format!("there is no vector of {count} {}: it has more than 128 bits", self.type_name(each.ty)),
            );
            return None;
        };
        Some(Expr { ty, kind: ExprKind::Map(sources, Box::new(each)) })
    }

    /// `v[i]`: an element of a vector.
    pub fn element(&mut self, vector: Expr, index: &TreeExpr) -> Option<Expr> {
        let (count, ty) = vector.ty.elements()?;
        let place = self.element_place(index, count, ty.bits())?;
        let all = Expr { ty: Type::u(vector.ty.bits()), kind: ExprKind::Bitcast(Box::new(vector)) };
        let unsigned = if ty == Type::Bool { ty } else { Type::u(ty.bits()) };
        let bits = fold(Expr { ty: unsigned, kind: ExprKind::Slice(Box::new(all), Box::new(place)) });
        Some(if ty == unsigned { bits } else { Expr { ty, kind: ExprKind::Bitcast(Box::new(bits)) } })
    }

    /// Lowest bit of an element.
    pub fn element_place(&mut self, index: &TreeExpr, count: u32, width: u32) -> Option<Expr> {
        let index = self.unsigned(index).filter(|place| match place.kind {
            ExprKind::Const(c) if c >= u128::from(count) => {
                self.error(index.span, format!("the elements have the numbers 0 to {}", count - 1));
                false
            }
            _ => true,
        })?;
        let index = match index.ty {
            ty if ty == Type::u(32) => index,
            _ => fold(Expr { ty: Type::u(32), kind: ExprKind::Resize(Box::new(index)) }),
        };
        let place = ExprKind::Binary(Binary::Mul, Box::new(index), Box::new(u32_const(width)));
        Some(fold(Expr { ty: Type::u(32), kind: place }))
    }

    /// `v2f16(a, b)`: a vector of these elements, the first in the low bits. A single scalar is repeated for all
    /// elements.
    pub fn vector_of(&mut self, ty: Type, arguments: &[TreeExpr], span: Span) -> Option<Expr> {
        let (count, element) = ty.elements()?;
        if let [only] = arguments {
            let value = self.infer(only, Some(element).filter(|_| self.is_open(only)))?;
            if value.ty.elements().is_some_and(|(n, _)| n == count) {
                return self.lift(vec![value], only.span, |body, values| body.converted(values, element, only.span));
            }
            let value = self.fit(value, element, only.span)?;
            if let ExprKind::Const(_) = value.kind {
                return Some(repeat(&value, count, ty));
            }
            return Some(Expr { ty, kind: ExprKind::Map(vec![value], Box::new(element_of(0, element))) });
        }
        if arguments.len() != count as usize {
            let message = format!("{} has {count} elements, and {} are given", self.type_name(ty), arguments.len());
            self.error(span, message);
            return None;
        }
        let mut parts = Vec::new();
        for argument in arguments.iter().rev() {
            let value = self.expr(argument, Some(element))?;
            let bits = Type::u(element.bits());
            parts.push(match element {
                Type::Bool | Type::Int { signed: false, .. } => value,
                _ => Expr { ty: bits, kind: ExprKind::Bitcast(Box::new(value)) },
            });
        }
        let joined = Expr { ty: Type::u(ty.bits()), kind: ExprKind::Concat(parts) };
        Some(Expr { ty, kind: ExprKind::Bitcast(Box::new(joined)) })
    }
}

/// A vector with the same constant in every element.
pub(super) fn repeat(one: &Expr, count: u32, ty: Type) -> Expr {
    let ExprKind::Const(bits) = one.kind else { return one.clone() };
    let all = (0..count).fold(0, |all, i| all | bits << (i * one.ty.bits()));
    Expr { ty, kind: ExprKind::Const(all) }
}

fn element_of(source: usize, ty: Type) -> Expr {
    Expr { ty, kind: ExprKind::Element(source) }
}
