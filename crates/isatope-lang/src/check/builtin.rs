//! Calls: conversions, builtins and functions.

use super::body::Body;
use super::expr::{conversion, fold};
use super::type_name;
use crate::ast::{Expr as TreeExpr, Name};
use crate::model::{Builtin, Expr, ExprKind, Scope, Stmt, Type};
use crate::span::Span;

impl Body<'_> {
    pub fn call(&mut self, name: &Name, arguments: &[TreeExpr], expected: Option<Type>, span: Span) -> Option<Expr> {
        if let Some((ty, from_bits)) = conversion(&name.text) {
            return self.convert(name, arguments, ty, from_bits, span);
        }
        if let Some(ty) = name.text.strip_prefix("to_").and_then(super::parse_type) {
            return self.convert_value(name, arguments, ty, span);
        }
        if let Some(result) = self.memory_call(name, arguments, span) {
            return result;
        }
        if let Some(result) = self.operation_value(name, arguments, span) {
            return result;
        }
        let (builtin, count) = match name.text.as_str() {
            "bits" => {
                self.count(name, arguments, 1, span)?;
                let value = self.expr(&arguments[0], None)?;
                let ty = Type::u(value.ty.bits());
                return Some(if value.ty == ty {
                    value
                } else {
                    Expr { ty, kind: ExprKind::Bitcast(Box::new(value)) }
                });
            }
            "operand_index" => return self.operand_index(name, arguments, span),
            "fadd" => (Builtin::Fadd, 2),
            "fmul" => (Builtin::Fmul, 2),
            "fdiv" => (Builtin::Fdiv, 2),
            "ffma" => (Builtin::Ffma, 3),
            "fsqrt" => (Builtin::Fsqrt, 1),
            "fround" => (Builtin::Fround, 1),
            "fscale" => (Builtin::Fscale, 1),
            "frsq" => (Builtin::Frsq, 1),
            "fexp2" => (Builtin::Fexp2, 1),
            "flog2" => (Builtin::Flog2, 1),
            "fsin" => (Builtin::Fsin, 1),
            "fcos" => (Builtin::Fcos, 1),
            "count_ones" => (Builtin::CountOnes, 1),
            "leading_zeros" => (Builtin::LeadingZeros, 1),
            "trailing_zeros" => (Builtin::TrailingZeros, 1),
            "reverse_bits" => (Builtin::ReverseBits, 1),
            "min" => (Builtin::Min, 2),
            "max" => (Builtin::Max, 2),
            "abs_diff" => (Builtin::AbsDiff, 2),
            _ => return self.function_call(name, arguments, span),
        };
        // Rounding modes and the exponent of fscale follow the values.
        let extra = match builtin {
            Builtin::Fadd | Builtin::Fmul | Builtin::Fdiv | Builtin::Ffma | Builtin::Fsqrt | Builtin::Fround => 1,
            Builtin::Fscale => 2,
            _ => 0,
        };
        self.count(name, arguments, count + extra, span)?;
        let ints = matches!(
            builtin,
            Builtin::CountOnes
                | Builtin::LeadingZeros
                | Builtin::TrailingZeros
                | Builtin::ReverseBits
                | Builtin::Min
                | Builtin::Max
                | Builtin::AbsDiff
        );
        let counts = matches!(builtin, Builtin::CountOnes | Builtin::LeadingZeros | Builtin::TrailingZeros);
        let hint = expected.filter(|t| !counts && t.is_float() != ints);
        let mut values = self.same_type(&arguments[..count], hint)?;
        let ty = values[0].ty;
        let fits = if ints { matches!(ty, Type::Int { .. }) } else { ty.is_float() };
        if !fits {
            let want = if ints { "bit-vectors" } else { "floats" };
            self.error(arguments[0].span, format!("`{}` works on {want}, and this is {}", name.text, type_name(ty)));
            return None;
        }
        if builtin == Builtin::Fscale {
            values.push(self.expr(&arguments[1], Some(Type::Int { bits: 32, signed: true }))?);
        }
        if extra > 0 {
            values.push(self.unsigned(&arguments[count + extra - 1])?);
        }
        let result = match builtin {
            _ if counts => Type::u(32),
            Builtin::AbsDiff => Type::u(ty.bits()),
            _ => ty,
        };
        Some(Expr { ty: result, kind: ExprKind::Builtin(builtin, values) })
    }

    fn count(&mut self, name: &Name, arguments: &[TreeExpr], wanted: usize, span: Span) -> Option<()> {
        if arguments.len() == wanted {
            return Some(());
        }
        let s = if wanted == 1 { "" } else { "s" };
        self.error(span, format!("`{}` takes {wanted} value{s}, and {} are given", name.text, arguments.len()));
        None
    }

    /// Values of one type; numbers take the type of the first value that has one.
    fn same_type(&mut self, trees: &[TreeExpr], expected: Option<Type>) -> Option<Vec<Expr>> {
        let leader = trees.iter().position(|t| !self.is_open(t)).unwrap_or(0);
        let first = self.expr(&trees[leader], expected)?;
        let ty = first.ty;
        let mut values = Vec::new();
        for (i, tree) in trees.iter().enumerate() {
            values.push(if i == leader { first.clone() } else { self.expr(tree, Some(ty))? });
        }
        Some(values)
    }

    /// Whether an expression is a number, whose type is open.
    fn is_open(&self, tree: &TreeExpr) -> bool {
        use crate::ast::ExprKind as Tree;
        match &*tree.kind {
            Tree::Int(_) | Tree::Float(_) => true,
            Tree::Unary("-", inner) => self.is_open(inner),
            _ => false,
        }
    }

    /// `u16(x)`, `f32.bits(x)`.
    fn convert(&mut self, name: &Name, arguments: &[TreeExpr], ty: Type, from_bits: bool, span: Span) -> Option<Expr> {
        self.count(name, arguments, 1, span)?;
        if from_bits {
            let value = self.expr(&arguments[0], Some(Type::u(ty.bits())))?;
            return Some(Expr { ty, kind: ExprKind::Bitcast(Box::new(value)) });
        }
        if self.is_open(&arguments[0]) {
            return self.expr(&arguments[0], Some(ty));
        }
        let value = self.expr(&arguments[0], None)?;
        if value.ty.is_float() {
            let have = type_name(value.ty);
            let help = format!("write bits(…) for its bit pattern, or to_{}(…, rm) for its value", name.text);
            self.error_help(arguments[0].span, format!("`{}` does not take {have}", name.text), help);
            return None;
        }
        if value.ty == ty {
            return Some(value);
        }
        let kind = if value.ty.bits() == ty.bits() && value.ty != Type::Bool {
            ExprKind::Bitcast(Box::new(value))
        } else {
            ExprKind::Resize(Box::new(value))
        };
        Some(fold(Expr { ty, kind }))
    }

    /// `to_f32(x, rm)`, `to_i16(x, rm)`.
    fn convert_value(&mut self, name: &Name, arguments: &[TreeExpr], ty: Type, span: Span) -> Option<Expr> {
        self.count(name, arguments, 2, span)?;
        let value = self.expr(&arguments[0], None)?;
        let rm = self.unsigned(&arguments[1])?;
        let fits = match value.ty {
            Type::Bool => false,
            Type::Int { bits, .. } => ty.is_float() && bits <= 64,
            _ => ty.is_float() || ty.bits() <= 64,
        };
        if !fits {
            self.error(span, format!("`{}` does not convert {}", name.text, type_name(value.ty)));
            return None;
        }
        if value.ty == ty {
            return Some(value);
        }
        Some(Expr { ty, kind: ExprKind::Builtin(Builtin::Convert, vec![value, rm]) })
    }

    /// `lds.read32(address)`, `vgpr.read(index)`; `None` if it is neither.
    #[allow(clippy::option_option)]
    fn memory_call(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Option<Expr>> {
        let (state, verb) = name.text.split_once('.')?;
        if let Some(operand) = self.operands.iter().position(|o| o.name == state) {
            if verb != "read" {
                return None;
            }
            return Some(self.count(name, arguments, 1, span).and_then(|()| {
                let word = self.expr(&arguments[0], Some(Type::u(32)))?;
                self.operands[operand].read = true;
                Some(Expr { ty: Type::u(32), kind: ExprKind::Builtin(Builtin::OperandRead(operand), vec![word]) })
            }));
        }
        if let Some(memory) = self.cx.model.memories.iter().position(|m| m.name == state) {
            let bits = match verb {
                "read8" => 8,
                "read16" => 16,
                "read32" => 32,
                "read64" => 64,
                _ => return None,
            };
            return Some(self.count(name, arguments, 1, span).and_then(|()| {
                let address_bits = self.cx.model.memories[memory].address_bits;
                let address = self.expr(&arguments[0], Some(Type::u(address_bits)))?;
                if !self.effects.reads_memory.contains(&memory) {
                    self.effects.reads_memory.push(memory);
                }
                let index = super::body::u32_const(memory as u32);
                Some(Expr { ty: Type::u(bits), kind: ExprKind::Builtin(Builtin::MemRead, vec![index, address]) })
            }));
        }
        let &file = self.cx.files.get(state)?;
        if verb != "read" {
            return None;
        }
        Some(self.count(name, arguments, 1, span).and_then(|()| {
            self.per_lane(file, name)?;
            let index = self.expr(&arguments[0], Some(Type::u(32)))?;
            Some(Expr { ty: Type::u(32), kind: ExprKind::Builtin(Builtin::FileRead(file), vec![index]) })
        }))
    }

    fn per_lane(&mut self, file: usize, name: &Name) -> Option<()> {
        if self.cx.model.files[file].per_lane && self.scope != Scope::Lane {
            self.error(name.span, "each lane has these registers: this belongs in a `lane` body");
            return None;
        }
        Some(())
    }

    /// A builtin that is called for its effect; `false` if it is none.
    pub fn effect_builtin(&mut self, name: &Name, arguments: &[TreeExpr], out: &mut Vec<Stmt>) -> bool {
        let Some((state, verb)) = name.text.split_once('.') else { return false };
        if let Some(call) = self.operation_call(name, arguments, name.span) {
            match call {
                Some((builtin, values, None)) => out.push(Stmt::Effect(builtin, values)),
                Some(_) => self.error(name.span, "the value of this call is not used"),
                None => {}
            }
            return true;
        }
        if let Some(memory) = self.cx.model.memories.iter().position(|m| m.name == state) {
            let bits = match verb {
                "write8" => 8,
                "write16" => 16,
                "write32" => 32,
                "write64" => 64,
                _ => return false,
            };
            if self.count(name, arguments, 2, name.span).is_none() {
                return true;
            }
            let address_bits = self.cx.model.memories[memory].address_bits;
            let address = self.expr(&arguments[0], Some(Type::u(address_bits)));
            let value = self.expr(&arguments[1], Some(Type::u(bits)));
            if !self.effects.writes_memory.contains(&memory) {
                self.effects.writes_memory.push(memory);
            }
            if let (Some(address), Some(value)) = (address, value) {
                let index = super::body::u32_const(memory as u32);
                out.push(Stmt::Effect(Builtin::MemWrite, vec![index, address, value]));
            }
            return true;
        }
        if verb != "write" {
            return false;
        }
        if let Some(operand) = self.operands.iter().position(|o| o.name == state) {
            if self.count(name, arguments, 2, name.span).is_some()
                && let Some(word) = self.expr(&arguments[0], Some(Type::u(32)))
                && let Some(value) = self.expr(&arguments[1], Some(Type::u(32)))
            {
                out.push(Stmt::Effect(Builtin::OperandWrite(operand), vec![word, value]));
            }
            return true;
        }
        let Some(&file) = self.cx.files.get(state) else { return false };
        if self.count(name, arguments, 2, name.span).is_none() || self.per_lane(file, name).is_none() {
            return true;
        }
        let index = self.expr(&arguments[0], Some(Type::u(32)));
        let value = self.expr(&arguments[1], Some(Type::u(32)));
        if let (Some(index), Some(value)) = (index, value) {
            out.push(Stmt::Effect(Builtin::FileWrite(file), vec![index, value]));
        }
        true
    }

    fn operand_index(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Expr> {
        self.count(name, arguments, 1, span)?;
        let found = match &*arguments[0].kind {
            crate::ast::ExprKind::Name(n) => self.operands.iter().position(|o| o.name == *n),
            _ => None,
        };
        let Some(i) = found else {
            self.error(arguments[0].span, "the name of an operand is needed here");
            return None;
        };
        Some(Expr { ty: Type::u(32), kind: ExprKind::OperandIndex(i) })
    }

    fn function_call(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Expr> {
        let Some(&f) = self.cx.functions.get(&name.text) else {
            let builtins = crate::words::WORDS.iter().filter(|w| w.called);
            let mut known: Vec<String> = builtins.map(|w| w.name.to_string()).collect();
            known.extend(self.cx.functions.keys().cloned());
            self.cx.unknown("function", name, known);
            return None;
        };
        let Some(ty) = self.cx.model.functions[f].result else {
            self.error(span, format!("`{}` has no value", name.text));
            return None;
        };
        let arguments = self.arguments(f, arguments, span)?;
        self.add_effects(f);
        Some(Expr { ty, kind: ExprKind::Call(f, arguments) })
    }

    /// Arguments of a function, by its parameters.
    pub fn arguments(&mut self, function: usize, trees: &[TreeExpr], span: Span) -> Option<Vec<Expr>> {
        let params = self.cx.model.functions[function].params.clone();
        if params.len() != trees.len() {
            let name = self.cx.model.functions[function].name.clone();
            let wanted: Vec<String> = params.iter().map(|(n, t)| format!("{n}: {}", type_name(*t))).collect();
            let message = format!("`{name}` takes {} values, and {} are given", params.len(), trees.len());
            self.error_help(span, message, format!("its parameters are ({})", wanted.join(", ")));
            return None;
        }
        let mut values = Vec::new();
        let mut failed = false;
        for (tree, (_, ty)) in trees.iter().zip(&params) {
            match self.expr(tree, Some(*ty)) {
                Some(value) => values.push(value),
                None => failed = true,
            }
        }
        (!failed).then_some(values)
    }
}
