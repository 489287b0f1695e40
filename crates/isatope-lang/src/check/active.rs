//! The mask of active lanes in bodies.

use super::body::Body;
use super::fold::fold;
use super::raw::u32_const;
use crate::ast::{Expr as TreeExpr, Name};
use crate::model::{Binary, Builtin, Expr, ExprKind, Type};
use crate::span::Span;

impl Body<'_> {
    /// `active(lane)`: the bit of a lane in the mask of active lanes; false past the last lane.
    pub(super) fn active(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Expr> {
        self.count(name, arguments, 1, span)?;
        let lane = self.expr(&arguments[0], Some(Type::u(32)))?;
        let mask = self.active_mask(name)?;
        Some(fold(Expr { ty: Type::Bool, kind: ExprKind::Slice(Box::new(mask), Box::new(lane)) }))
    }

    /// `first_active()`: the number of the lowest active lane; 0 if no lane is active.
    pub(super) fn first_active(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Expr> {
        self.count(name, arguments, 0, span)?;
        let mask = self.active_mask(name)?;
        let lanes = mask.ty.bits().next_power_of_two();
        let ty = Type::u(32);
        let lane = Expr { ty, kind: ExprKind::Builtin(Builtin::TrailingZeros, vec![mask]) };
        // For a mask of 0 the builtin returns the width.
        let kind = ExprKind::Binary(Binary::And, Box::new(lane), Box::new(u32_const(lanes - 1)));
        Some(Expr { ty, kind })
    }

    /// The whole mask of active lanes, also in `lane` bodies.
    fn active_mask(&mut self, name: &Name) -> Option<Expr> {
        let Some(register) = self.cx.model.registers.iter().position(|r| r.active) else {
            let help = "declare one: `register exec : mask active`";
            self.error_help(name.span, "no register says which lanes are active", help);
            return None;
        };
        if !self.effects.reads.contains(&register) {
            self.effects.reads.push(register);
        }
        let ty = Type::u(self.cx.model.registers[register].bits);
        Some(Expr { ty, kind: ExprKind::State(register, None) })
    }
}
