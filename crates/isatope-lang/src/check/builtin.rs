//! Checks calls: conversions, builtins and functions.

use super::body::Body;
use super::expr::conversion;
use super::fold::fold;
use super::raw::u32_const;
use crate::ast::{Expr as TreeExpr, Name};
use crate::model::{Builtin, Expr, ExprKind, Scope, Stmt, Type};
use crate::span::Span;

impl Body<'_> {
    pub fn call(&mut self, name: &Name, arguments: &[TreeExpr], expected: Option<Type>, span: Span) -> Option<Expr> {
        if let Some((ty, from_bits)) = conversion(&name.text) {
            return self.convert(name, arguments, ty, from_bits, span);
        }
        if let Some(ty) = self.cx.enum_type(&name.text) {
            return self.convert_to_enum(name, arguments, ty, span);
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
            "select" => return self.select(name, arguments, expected, span),
            "sum" => return self.sum(name, arguments, span),
            "active" => return self.active(name, arguments, span),
            "first_active" => return self.first_active(name, arguments, span),
            "rarely" => {
                self.count(name, arguments, 1, span)?;
                let condition = self.expr(&arguments[0], Some(Type::Bool))?;
                return Some(Expr { ty: Type::Bool, kind: ExprKind::Builtin(Builtin::Rarely, vec![condition]) });
            }
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
        // Rounding modes, and the exponent of `fscale`, follow the values.
        let extra = match builtin {
            Builtin::Fadd | Builtin::Fmul | Builtin::Fdiv | Builtin::Ffma | Builtin::Fsqrt | Builtin::Fround => 1,
            Builtin::Fscale => 2,
            _ => 0,
        };
        self.count(name, arguments, count + extra, span)?;
        let ints = is_integer_builtin(builtin);
        let counts = matches!(builtin, Builtin::CountOnes | Builtin::LeadingZeros | Builtin::TrailingZeros);
        let hint = expected.filter(|t| !counts && t.element().is_float() != ints);
        let mut values = self.same_type(&arguments[..count], hint)?;
        if builtin == Builtin::Fscale {
            values.push(self.infer(&arguments[1], Some(Type::Int { bits: 32, signed: true }))?);
        }
        if extra > 0 {
            values.push(self.rounding(&arguments[count + extra - 1])?);
        }
        let spans: Vec<Span> = arguments.iter().map(|a| a.span).collect();
        // For floats, `min` is a function of the architecture.
        if ints
            && values[0].ty.element().is_float()
            && let Some(f) = self.overload(name, values[0].ty)
        {
            let params = self.parameters(f, values.len(), span)?;
            return self.call_values(f, &params, values, &spans, span);
        }
        self.lift(values, span, |body, values| body.builtin_of(builtin, name, count, values, &spans))
    }

    /// Checks a scalar builtin whose first `count` arguments have the same type.
    fn builtin_of(
        &mut self,
        builtin: Builtin,
        name: &Name,
        count: usize,
        mut values: Vec<Expr>,
        spans: &[Span],
    ) -> Option<Expr> {
        let ints = is_integer_builtin(builtin);
        let ty = values[0].ty;
        let fits = if ints { matches!(ty, Type::Int { .. }) } else { ty.is_float() };
        if !fits {
            let want = if ints { "bit-vectors" } else { "floats" };
            self.error(spans[0], format!("`{}` works on {want}, and this is {}", name.text, self.type_name(ty)));
            return None;
        }
        for i in 1..count {
            values[i] = self.fit(values[i].clone(), ty, spans[i])?;
        }
        if builtin == Builtin::Fscale {
            values[1] = self.fit(values[1].clone(), Type::Int { bits: 32, signed: true }, spans[1])?;
        }
        let result = match builtin {
            Builtin::CountOnes | Builtin::LeadingZeros | Builtin::TrailingZeros => Type::u(32),
            Builtin::AbsDiff => Type::u(ty.bits()),
            _ => ty,
        };
        Some(Expr { ty: result, kind: ExprKind::Builtin(builtin, values) })
    }

    /// `select(condition, a, b)`: `a` where the condition holds, else `b`.
    fn select(&mut self, name: &Name, arguments: &[TreeExpr], expected: Option<Type>, span: Span) -> Option<Expr> {
        self.count(name, arguments, 3, span)?;
        let condition = self.infer(&arguments[0], Some(Type::Bool))?;
        let mut values = vec![condition];
        values.extend(self.same_type(&arguments[1..], expected)?);
        let spans = (arguments[0].span, arguments[2].span);
        self.lift(values, span, |body, mut values| {
            let (no, yes) = (values.pop()?, values.pop()?);
            let condition = body.fit(values.pop()?, Type::Bool, spans.0)?;
            let no = body.fit(no, yes.ty, spans.1)?;
            let ty = yes.ty;
            let kind = ExprKind::If(Box::new(condition), Vec::new(), Box::new(yes), Vec::new(), Box::new(no));
            Some(Expr { ty, kind })
        })
    }

    /// `sum(v)`: the sum of the elements of a vector.
    fn sum(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Expr> {
        self.count(name, arguments, 1, span)?;
        let value = self.expr(&arguments[0], None)?;
        match value.ty.elements() {
            Some((_, ty @ Type::Int { .. })) => Some(Expr { ty, kind: ExprKind::Builtin(Builtin::Sum, vec![value]) }),
            _ => {
                let message = format!("`sum` works on vectors of integers, and this is {}", self.type_name(value.ty));
                self.error(arguments[0].span, message);
                None
            }
        }
    }

    pub(super) fn count(&mut self, name: &Name, arguments: &[TreeExpr], wanted: usize, span: Span) -> Option<()> {
        if arguments.len() == wanted {
            return Some(());
        }
        let s = if wanted == 1 { "" } else { "s" };
        self.error(span, format!("`{}` takes {wanted} value{s}, and {} are given", name.text, arguments.len()));
        None
    }

    /// Checks values that must have the same type. Numbers take the type of the first value that has one.
    fn same_type(&mut self, trees: &[TreeExpr], expected: Option<Type>) -> Option<Vec<Expr>> {
        let leader = trees.iter().position(|t| !self.is_open(t)).unwrap_or(0);
        let first = self.expr(&trees[leader], expected)?;
        let ty = first.ty;
        let mut values = Vec::new();
        for (i, tree) in trees.iter().enumerate() {
            values.push(if i == leader { first.clone() } else { self.infer(tree, Some(ty))? });
        }
        Some(values)
    }

    /// Whether an expression is a number without a fixed type.
    pub(super) fn is_open(&self, tree: &TreeExpr) -> bool {
        use crate::ast::ExprKind as Tree;
        match &*tree.kind {
            Tree::Int(_) | Tree::Float(_) => true,
            Tree::Unary("-", inner) => self.is_open(inner),
            _ => false,
        }
    }

    /// `u16(x)`, `f32.bits(x)`.
    fn convert(&mut self, name: &Name, arguments: &[TreeExpr], ty: Type, from_bits: bool, span: Span) -> Option<Expr> {
        if ty.elements().is_some() && !from_bits {
            return self.vector_of(ty, arguments, span);
        }
        self.count(name, arguments, 1, span)?;
        if from_bits {
            let value = self.expr(&arguments[0], Some(Type::u(ty.bits())))?;
            return Some(Expr { ty, kind: ExprKind::Bitcast(Box::new(value)) });
        }
        if self.is_open(&arguments[0]) {
            return self.expr(&arguments[0], Some(ty));
        }
        let value = self.expr(&arguments[0], None)?;
        self.lift(vec![value], span, |body, values| body.converted(values, ty, arguments[0].span))
    }

    /// Converts a scalar to another width.
    pub fn converted(&mut self, mut values: Vec<Expr>, ty: Type, span: Span) -> Option<Expr> {
        let value = values.pop()?;
        if value.ty.is_float() || ty.is_float() {
            let (have, want) = (self.type_name(value.ty), self.type_name(ty));
            let help = format!("write bits(…) for its bit pattern, or to_{want}(…, rm) for its value");
            self.error_help(span, format!("`{want}` does not take {have}"), help);
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
        let rm = self.rounding(&arguments[1])?;
        self.lift(vec![value, rm], span, |body, mut values| {
            let (rm, value) = (values.pop()?, values.pop()?);
            let fits = match value.ty {
                Type::Int { bits, .. } => ty.is_float() && bits <= 64,
                _ if value.ty.is_float() => ty.is_float() || ty.bits() <= 64,
                _ => false,
            };
            if !fits {
                body.error(span, format!("`{}` does not convert {}", name.text, body.type_name(value.ty)));
                return None;
            }
            if value.ty == ty {
                return Some(value);
            }
            Some(Expr { ty, kind: ExprKind::Builtin(Builtin::Convert, vec![value, rm]) })
        })
    }

    /// `lds.read32(address)`, `vgpr.read(index)`; `None` if the call is neither.
    #[allow(clippy::option_option)]
    fn memory_call(&mut self, name: &Name, arguments: &[TreeExpr], span: Span) -> Option<Option<Expr>> {
        let (state, verb) = name.text.split_once('.')?;
        if let Some(operand) = self.operands.iter().position(|o| o.name == state) {
            return match verb {
                "word" => Some(self.count(name, arguments, 1, span).and_then(|()| self.word(operand, &arguments[0]))),
                "words" => Some(self.words(name, operand, arguments, span)),
                _ => None,
            };
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
                let index = u32_const(memory as u32);
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

    /// Checks a builtin that is called for its effect; `false` if the name is not such a builtin.
    pub fn effect_builtin(&mut self, name: &Name, arguments: &[TreeExpr], out: &mut Vec<Stmt>) -> bool {
        if name.text == "uses" {
            if arguments.is_empty() {
                self.error(name.span, "`uses` takes at least one value, and none is given");
            }
            let values: Option<Vec<Expr>> = arguments.iter().map(|argument| self.expr(argument, None)).collect();
            out.extend(values.map(|values| Stmt::Effect(Builtin::Uses, values)));
            return true;
        }
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
            let address_bits = self.cx.model.memories[memory].address_bits;
            if verb == "outside" {
                if self.count(name, arguments, 3, name.span).is_some()
                    && let Some(address) = self.expr(&arguments[0], Some(Type::u(address_bits)))
                    && let Some(bytes) = self.expr(&arguments[1], Some(Type::u(32)))
                    && let Some(write) = self.expr(&arguments[2], Some(Type::Bool))
                {
                    let index = u32_const(memory as u32);
                    out.push(Stmt::Effect(Builtin::MemOutside, vec![index, address, bytes, write]));
                }
                return true;
            }
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
            let address = self.expr(&arguments[0], Some(Type::u(address_bits)));
            let value = self.expr(&arguments[1], Some(Type::u(bits)));
            if !self.effects.writes_memory.contains(&memory) {
                self.effects.writes_memory.push(memory);
            }
            if let (Some(address), Some(value)) = (address, value) {
                let index = u32_const(memory as u32);
                out.push(Stmt::Effect(Builtin::MemWrite, vec![index, address, value]));
            }
            return true;
        }
        if verb != "write" {
            return false;
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
        let (f, leader) = match self.cx.functions.get(&name.text) {
            Some(&f) => (Some(f), None),
            None => self.by_type(name, arguments)?,
        };
        let Some(f) = f else {
            let builtins = crate::words::WORDS.iter().filter(|w| w.called);
            let mut known: Vec<String> = builtins.map(|w| w.name.to_string()).collect();
            known.extend(self.cx.functions.keys().cloned());
            self.cx.unknown("function", name, known);
            return None;
        };
        if self.cx.model.functions[f].result.is_none() {
            self.error(span, format!("`{}` has no value", name.text));
            return None;
        }
        let params = self.parameters(f, arguments.len(), span)?;
        let mut values = Vec::new();
        let mut failed = false;
        for (i, (tree, (_, ty))) in arguments.iter().zip(&params).enumerate() {
            let value = match &leader {
                Some((at, value)) if *at == i => Some(value.clone()),
                _ => self.infer(tree, Some(*ty)),
            };
            match value {
                Some(value) => values.push(value),
                None => failed = true,
            }
        }
        if failed {
            return None;
        }
        let spans: Vec<Span> = arguments.iter().map(|a| a.span).collect();
        self.call_values(f, &params, values, &spans, span)
    }

    /// Checks a call whose values may be vectors where the function takes scalars.
    fn call_values(
        &mut self,
        f: usize,
        params: &[(String, Type)],
        values: Vec<Expr>,
        spans: &[Span],
        span: Span,
    ) -> Option<Expr> {
        self.add_effects(f);
        let ty = self.cx.model.functions[f].result?;
        let call = |body: &mut Self, values: Vec<Expr>| {
            let fitted = values.into_iter().zip(spans).zip(params);
            let values: Vec<Option<Expr>> = fitted.map(|((v, span), (_, ty))| body.fit(v, *ty, *span)).collect();
            Some(Expr { ty, kind: ExprKind::Call(f, values.into_iter().collect::<Option<_>>()?) })
        };
        // If a parameter is itself a vector, the call is not made per element.
        if params.iter().any(|(_, ty)| ty.elements().is_some()) {
            call(self, values)
        } else {
            self.lift(values, span, call)
        }
    }

    /// The function that a name without a type refers to: `clamp` means `clamp_f32` for an f32 argument. Also returns
    /// the argument that determines the type, so that it is checked only once.
    #[allow(clippy::type_complexity)]
    fn by_type(&mut self, name: &Name, arguments: &[TreeExpr]) -> Option<(Option<usize>, Option<(usize, Expr)>)> {
        let prefix = format!("{}_", name.text);
        if !self.cx.functions.keys().any(|known| known.starts_with(&prefix)) {
            return Some((None, None));
        }
        let Some(leader) = arguments.iter().position(|a| !self.is_open(a)) else { return Some((None, None)) };
        let value = self.infer(&arguments[leader], None)?;
        Some((self.overload(name, value.ty), Some((leader, value))))
    }

    /// The function with this name for a type.
    fn overload(&self, name: &Name, ty: Type) -> Option<usize> {
        self.cx.functions.get(&format!("{}_{}", name.text, self.type_name(ty.element()))).copied()
    }

    /// Parameters of a function; reports an error if the number of arguments differs.
    fn parameters(&mut self, function: usize, given: usize, span: Span) -> Option<Vec<(String, Type)>> {
        let params = self.cx.model.functions[function].params.clone();
        if params.len() == given {
            return Some(params);
        }
        let name = self.cx.model.functions[function].name.clone();
        let wanted: Vec<String> = params.iter().map(|(n, t)| format!("{n}: {}", self.type_name(*t))).collect();
        let message = format!("`{name}` takes {} values, and {given} are given", params.len());
        self.error_help(span, message, format!("its parameters are ({})", wanted.join(", ")));
        None
    }

    /// Checks the arguments of a procedure.
    pub fn arguments(&mut self, function: usize, trees: &[TreeExpr], span: Span) -> Option<Vec<Expr>> {
        let params = self.parameters(function, trees.len(), span)?;
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

fn is_integer_builtin(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::CountOnes
            | Builtin::LeadingZeros
            | Builtin::TrailingZeros
            | Builtin::ReverseBits
            | Builtin::Min
            | Builtin::Max
            | Builtin::AbsDiff
    )
}
