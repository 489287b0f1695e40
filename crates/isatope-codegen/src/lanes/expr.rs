//! Expressions as Rust text. An integer is held in the smallest of `u32`, `u64` and `u128` that it fits, with the
//! unused high bits 0. A float is held as its bit pattern in an integer of the same width.

use isatope_lang::{Binary, Builtin, Expr, ExprKind, Type, Unary};

use super::body::Frame;
use super::native::{native, size};
use super::needs::Needs;

fn is_signed(ty: Type) -> bool {
    matches!(ty, Type::Int { signed: true, .. })
}

/// A constant of the Rust type of `ty`.
fn constant(ty: Type, bits: u128) -> String {
    match ty {
        Type::Bool => (bits & 1 != 0).to_string(),
        _ if bits < 10 => format!("{bits}{}", native(ty)),
        _ => format!("{bits:#x}{}", native(ty)),
    }
}

fn low_mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// `text` of type `ty`, with the bits above its width cleared.
fn cut(ty: Type, text: String) -> String {
    if ty == Type::Bool || ty.is_float() || ty.bits() == size(ty) {
        text
    } else {
        format!("({text} & {})", constant(ty, low_mask(ty.bits())))
    }
}

/// `text` of type `ty`, sign-extended to the signed Rust type of the same size.
fn sign_extended(ty: Type, text: &str) -> String {
    let size = size(ty);
    match size - ty.bits() {
        0 => format!("({text} as i{size})"),
        unused => format!("((({text} << {unused}) as i{size}) >> {unused})"),
    }
}

/// Element `i` of a vector.
fn part_of(text: &str, vector: Type, element: Type, i: u32) -> String {
    let shifted = format!("({text} >> {} & {})", i * element.bits(), constant(vector, low_mask(element.bits())));
    cast(&shifted, native(vector), native(element))
}

fn cast(text: &str, from: &str, to: &str) -> String {
    match (from, to) {
        _ if from == to => text.to_string(),
        ("bool", "u16" | "u32" | "u64" | "u128") => format!("({text} as {to})"),
        (_, "bool") => format!("({text} & 1 != 0)"),
        _ => format!("({text} as {to})"),
    }
}

/// Maximum size of a value that is computed without a branch. A loop with branches does not become vector code.
const LIGHT: usize = 80;

impl Frame<'_> {
    /// The expression as Rust text that binds tighter than any operator.
    pub(super) fn expr(&self, expr: &Expr) -> String {
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Const(bits) => constant(ty, *bits),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Raw(operand, lane) => self.raw(ty, *operand, lane.as_deref()),
            ExprKind::ViewRaw | ExprKind::Index | ExprKind::Result | ExprKind::Old | ExprKind::IsFloat => {
                constant(ty, 0)
            }
            ExprKind::Field(name) => {
                let read = format!("f{}", self.cx.state.field(name));
                cut(ty, cast(&read, "u32", native(ty)))
            }
            ExprKind::State(register, part) => self.state(ty, *register, *part),
            ExprKind::Lane => cast("(l as u32)", "u32", native(ty)),
            ExprKind::Version => cast("version", "u32", native(ty)),
            ExprKind::OperandIndex(operand) => cast(&format!("o.number(m.layout, {operand})"), "u32", native(ty)),
            ExprKind::Unary(op, a) => self.unary(*op, ty, a),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Slice(of, low) => self.slice(ty, of, low),
            ExprKind::Resize(of) => self.resize(ty, of),
            ExprKind::Bitcast(of) => cast(&self.expr(of), native(of.ty), native(ty)),
            ExprKind::Concat(parts) => {
                let mut low = ty.bits();
                let pieces: Vec<String> = parts
                    .iter()
                    .map(|part| {
                        low -= part.ty.bits();
                        let part = cast(&self.expr(part), native(part.ty), native(ty));
                        if low == 0 { part } else { format!("({part} << {low})") }
                    })
                    .collect();
                format!("({})", pieces.join(" | "))
            }
            ExprKind::If(condition, yes_body, yes, no_body, no) => {
                if yes_body.is_empty()
                    && no_body.is_empty()
                    && let Some(text) = self.one_of_two(condition, yes, no)
                {
                    return text;
                }
                if yes_body.is_empty() && no_body.is_empty() && self.is_light(yes) && self.is_light(no) {
                    return format!("choose!({}, {}, {})", self.expr(condition), self.expr(yes), self.expr(no));
                }
                let yes = format!("{}{}", self.stmts(yes_body), self.expr(yes));
                // Statements before a value, without a condition.
                if condition.kind == ExprKind::Const(1) {
                    return format!("({{ {yes} }})");
                }
                let condition = self.expr(condition);
                let no = format!("{}{}", self.stmts(no_body), self.expr(no));
                format!("(if {condition} {{ {yes} }} else {{ {no} }})")
            }
            ExprKind::Call(function, arguments) => self.call(*function, arguments),
            ExprKind::Builtin(builtin, arguments) => self.builtin(*builtin, ty, arguments),
            ExprKind::Map(sources, each) => self.map(ty, sources, each),
            ExprKind::Element(source) => format!("e{source}"),
        }
    }

    /// The smaller or the larger one of two floats: `if a < b { a } else { b }`.
    fn one_of_two(&self, condition: &Expr, yes: &Expr, no: &Expr) -> Option<String> {
        let ExprKind::Binary(op, a, b) = &condition.kind else { return None };
        let name = match (op, yes.ty) {
            (Binary::Lt, Type::F32) => "if_lt_f32",
            (Binary::Gt, Type::F32) => "if_gt_f32",
            (Binary::Lt, Type::F64) => "if_lt_f64",
            (Binary::Gt, Type::F64) => "if_gt_f64",
            _ => return None,
        };
        // Locals can be repeated at no cost, and nothing changes them between the two uses.
        let is_local = |e: &Expr| matches!(e.kind, ExprKind::Local(_));
        let same = **a == *yes && **b == *no && is_local(a) && is_local(b);
        same.then(|| format!("float::{name}({}, {})", self.expr(a), self.expr(b)))
    }

    /// Whether a value is so cheap that skipping it saves little.
    fn is_light(&self, expr: &Expr) -> bool {
        let needs = Needs::of_expr(self.cx.model, expr, self.cx.needs);
        needs.is_part_of_loops() && !needs.seldom && needs.size <= LIGHT
    }

    /// A vector, element by element: `v0` is a source of elements, and `e0` the current element.
    fn map(&self, ty: Type, sources: &[Expr], each: &Expr) -> String {
        let (count, element) = ty.elements().unwrap_or((1, ty));
        let mut text = String::from("{ ");
        for (k, source) in sources.iter().enumerate() {
            text.push_str(&format!("let v{k} = {}; ", self.expr(source)));
        }
        let each = cast(&self.expr(each), native(element), native(ty));
        let parts: Vec<String> = (0..count)
            .map(|i| {
                let mut part = String::from("{ ");
                for (k, source) in sources.iter().enumerate() {
                    let value = match source.ty.elements() {
                        Some((_, ty)) => part_of(&format!("v{k}"), source.ty, ty, i),
                        None => format!("v{k}"),
                    };
                    part.push_str(&format!("let e{k} = {value}; "));
                }
                format!("({part}{each} }} << {})", i * element.bits())
            })
            .collect();
        format!("{text}{} }}", parts.join(" | "))
    }

    fn unary(&self, op: Unary, ty: Type, a: &Expr) -> String {
        let a = self.expr(a);
        match op {
            Unary::Not => cut(ty, format!("(!{a})")),
            Unary::Neg if ty.is_float() => format!("({a} ^ {})", constant(ty, 1 << (ty.bits() - 1))),
            Unary::Neg => cut(ty, format!("{a}.wrapping_neg()")),
        }
    }

    fn binary(&self, op: Binary, left: &Expr, right: &Expr) -> String {
        let ty = left.ty;
        if matches!(op, Binary::Shl | Binary::Shr) {
            return self.shift(op, left, right);
        }
        let (a, b) = (self.expr(left), self.expr(right));
        let size = size(ty);
        match op {
            Binary::Add => cut(ty, format!("{a}.wrapping_add({b})")),
            Binary::Sub => cut(ty, format!("{a}.wrapping_sub({b})")),
            Binary::Mul => cut(ty, format!("{a}.wrapping_mul({b})")),
            Binary::Div => cut(ty, format!("div{size}({a}, {b})")),
            Binary::Rem => format!("rem{size}({a}, {b})"),
            Binary::And => format!("({a} & {b})"),
            Binary::Or => format!("({a} | {b})"),
            Binary::Xor => format!("({a} ^ {b})"),
            // Without a branch, if the right side is cheap.
            Binary::AndAlso if self.is_light(right) => format!("({a} & {b})"),
            Binary::OrElse if self.is_light(right) => format!("({a} | {b})"),
            Binary::AndAlso => format!("({a} && {b})"),
            Binary::OrElse => format!("({a} || {b})"),
            Binary::Shl | Binary::Shr => unreachable!("done above"),
            _ if ty.is_float() => {
                let t = ty.bits();
                match op {
                    Binary::Eq => format!("float::feq_f{t}({a}, {b})"),
                    Binary::Ne => format!("(!float::feq_f{t}({a}, {b}))"),
                    Binary::Lt => format!("float::flt_f{t}({a}, {b})"),
                    Binary::Le => format!("float::fle_f{t}({a}, {b})"),
                    Binary::Gt => format!("float::flt_f{t}({b}, {a})"),
                    _ => format!("float::fle_f{t}({b}, {a})"),
                }
            }
            _ => {
                let sign = match op {
                    Binary::Eq => "==",
                    Binary::Ne => "!=",
                    Binary::Lt => "<",
                    Binary::Le => "<=",
                    Binary::Gt => ">",
                    _ => ">=",
                };
                if is_signed(ty) && !matches!(op, Binary::Eq | Binary::Ne) {
                    format!("({} {sign} {})", sign_extended(ty, &a), sign_extended(ty, &b))
                } else {
                    format!("({a} {sign} {b})")
                }
            }
        }
    }

    /// A shift. The check of the distance is omitted if the type or value of the distance makes it unnecessary.
    fn shift(&self, op: Binary, left: &Expr, right: &Expr) -> String {
        let ty = left.ty;
        let (size, bits) = (size(ty), ty.bits());
        let known = if let ExprKind::Const(by) = right.kind { Some(by) } else { None };
        let small = known.map_or(right.ty.bits() < 8 && 1u32 << right.ty.bits() <= bits, |by| by < u128::from(bits));
        let a = self.expr(left);
        let by = match known {
            Some(by) => by.min(255).to_string(),
            None => self.distance(right),
        };
        match op {
            Binary::Shl if small => cut(ty, format!("({a} << {by})")),
            Binary::Shl => cut(ty, format!("shl{size}({a}, {by}, {bits})")),
            _ if is_signed(ty) => {
                let a = sign_extended(ty, &a);
                let shifted =
                    if small { format!("({a} >> {by})") } else { format!("({a} >> ({by}).min({}))", size - 1) };
                cut(ty, format!("({shifted} as u{size})"))
            }
            _ if small => format!("({a} >> {by})"),
            _ => format!("shr{size}({a}, {by})"),
        }
    }

    /// A shift distance or bit position as a `u32`; large values saturate.
    fn distance(&self, expr: &Expr) -> String {
        let text = self.expr(expr);
        match native(expr.ty) {
            "u32" => text,
            "bool" => format!("({text} as u32)"),
            _ => format!("({text}.min(255) as u32)"),
        }
    }

    fn slice(&self, ty: Type, of: &Expr, low: &Expr) -> String {
        let text = cast(&self.expr(of), native(of.ty), if of.ty.bits() <= 32 { "u32" } else { native(of.ty) });
        let size = size(of.ty).max(32);
        let shifted = match low.kind {
            ExprKind::Const(0) => text,
            ExprKind::Const(low) if low < u128::from(of.ty.bits()) => format!("({text} >> {low})"),
            ExprKind::Const(_) => return constant(ty, 0),
            _ => format!("shr{size}({text}, {})", self.distance(low)),
        };
        if ty == Type::Bool {
            return format!("({shifted} & 1 != 0)");
        }
        let narrowed = cast(&shifted, ["u32", "u64", "u128"][size.trailing_zeros() as usize - 5], native(ty));
        cut(ty, narrowed)
    }

    fn resize(&self, ty: Type, of: &Expr) -> String {
        let text = self.expr(of);
        if is_signed(of.ty) && ty.bits() > of.ty.bits() {
            let signed = sign_extended(of.ty, &text);
            return cut(ty, format!("({signed} as i{0} as u{0})", size(ty)));
        }
        let text = cast(&text, native(of.ty), native(ty));
        if ty.bits() < of.ty.bits() { cut(ty, text) } else { text }
    }

    fn builtin(&self, builtin: Builtin, ty: Type, arguments: &[Expr]) -> String {
        match builtin {
            Builtin::Operation(interface, operation) => {
                return self.operation(ty, (interface, operation), None, arguments);
            }
            Builtin::OperationAt(interface, operation) => {
                return self.operation(ty, (interface, operation), Some(&arguments[0]), &arguments[1..]);
            }
            _ => {}
        }
        let from = arguments[0].ty;
        let t = ty.bits();
        let list: Vec<String> = arguments.iter().map(|a| self.expr(a)).collect();
        let (n, bits) = (size(from), from.bits());
        let float = |name: &str, count: usize| {
            let mut text = format!("float::{name}_f{t}({}", list[..count].join(", "));
            if let Some(rm) = list.get(count) {
                text.push_str(&format!(", {}", cast(rm, native(arguments[count].ty), "u32")));
            }
            text + ")"
        };
        let by_level = |call: String| call.replacen('(', "::<FAST>(", 1);
        match builtin {
            Builtin::Fadd => float("fadd", 2),
            Builtin::Fmul => float("fmul", 2),
            Builtin::Fdiv => float("fdiv", 2),
            Builtin::Ffma if t == 16 => float("ffma", 3),
            Builtin::Ffma => by_level(float("ffma", 3)),
            Builtin::Fsqrt => float("fsqrt", 1),
            Builtin::Fround => float("fround", 1),
            Builtin::Fscale => format!("float::fscale_f{t}({}, {} as i32, {} as u32)", list[0], list[1], list[2]),
            Builtin::Frsq if t == 64 => by_level(float("frsq", 1)),
            Builtin::Frsq => float("frsq", 1),
            Builtin::Fexp2 => float("fexp2", 1),
            Builtin::Flog2 => float("flog2", 1),
            Builtin::Fsin => float("fsin", 1),
            Builtin::Fcos => float("fcos", 1),
            Builtin::Convert => {
                let rm = list.get(1).map_or("0".to_string(), |rm| format!("{rm} as u32"));
                convert(ty, from, &list[0], &rm)
            }
            Builtin::CountOnes => format!("{}.count_ones()", list[0]),
            Builtin::LeadingZeros => format!("({}.leading_zeros() - {})", list[0], n - bits),
            Builtin::TrailingZeros => format!("{}.trailing_zeros().min({bits})", list[0]),
            Builtin::ReverseBits => format!("({}.reverse_bits() >> {})", list[0], n - bits),
            Builtin::Min | Builtin::Max | Builtin::AbsDiff => {
                let method = match builtin {
                    Builtin::Min => "min",
                    Builtin::Max => "max",
                    _ => "abs_diff",
                };
                if is_signed(from) {
                    let (a, b) = (sign_extended(from, &list[0]), sign_extended(from, &list[1]));
                    cut(ty, format!("({a}.{method}({b}) as u{n})"))
                } else {
                    format!("{}.{method}({})", list[0], list[1])
                }
            }
            Builtin::Sum => {
                let (count, element) = from.elements().unwrap_or((1, from));
                let parts: Vec<String> = (0..count).map(|i| part_of("v", from, element, i)).collect();
                let sum = parts.join(").wrapping_add(");
                cut(element, format!("{{ let v = {}; ({sum}) }}", list[0]))
            }
            Builtin::Uses => unreachable!("it is no expression, and has no text"),
            Builtin::Rarely => format!("seldom::<USUAL>({}, rare)", list[0]),
            Builtin::MemRead => {
                let ExprKind::Const(memory) = arguments[0].kind else { unreachable!("the checker puts a number") };
                if self.quiet {
                    format!("(w.peek({memory}, {} as u64, {t}) as {})", list[1], native(ty))
                } else {
                    format!("({{ let at = {} as u64; w.read({memory}, at, {t}, l) }} as {})", list[1], native(ty))
                }
            }
            Builtin::MemWrite => {
                let bits = arguments[2].ty.bits();
                format!(
                    "{{ let (at, value) = ({} as u64, {} as u64); w.write({} as usize, at, {bits}, l, value) }}",
                    list[1], list[2], list[0]
                )
            }
            Builtin::MemOutside => {
                format!(
                    "{{ let (at, bytes, write) = ({} as u64, {}, {}); w.outside({} as usize, at, bytes, l, write) }}",
                    list[1], list[2], list[3], list[0]
                )
            }
            Builtin::OperandRead(operand) => {
                format!("m.operand_word(o, {}w, {operand}, {}, l)", if self.quiet { "" } else { "&*" }, list[0])
            }
            Builtin::OperandWrite(operand) => {
                format!(
                    "{{ let (at, value) = ({}, {}); m.set_operand_word(o, {operand}, at, l, value) }}",
                    list[0], list[1]
                )
            }
            Builtin::FileRead(file) => cast(&format!("m.file({}, l)", self.file(file, &list[0])), "u32", native(ty)),
            Builtin::Operation(..) | Builtin::OperationAt(..) => unreachable!("done above"),
            Builtin::FileWrite(file) => format!("m.set_file({}, l, {} as u32)", self.file(file, &list[0]), list[1]),
        }
    }

    /// A call of an interface operation, for this lane or for the given one.
    fn operation(
        &self,
        ty: Type,
        (interface, operation): (usize, usize),
        lane: Option<&Expr>,
        arguments: &[Expr],
    ) -> String {
        let interfaces = &self.cx.model.interfaces;
        let number = self.operation_number(interface, operation);
        let lane = match lane {
            Some(lane) => format!("Some({} as u32 % L as u32)", self.expr(lane)),
            None if interfaces[interface].operations[operation].wave => "None".to_string(),
            None => "Some(l as u32)".to_string(),
        };
        let list: Vec<String> = arguments.iter().map(|a| format!("{} as u128", self.expr(a))).collect();
        let call =
            format!("{{ let list: [u128; {}] = [{}]; w.call({number}, {lane}, &list) }}", list.len(), list.join(", "));
        cut(ty, cast(&call, "u128", native(ty)))
    }

    /// Number of an operation. Operations are counted across all interfaces.
    pub(super) fn operation_number(&self, interface: usize, operation: usize) -> usize {
        self.cx.model.interfaces[..interface].iter().map(|i| i.operations.len()).sum::<usize>() + operation
    }

    /// First arguments of an access to a register file: its start, its number of registers, whether it is per-lane, and
    /// the index.
    fn file(&self, file: usize, index: &str) -> String {
        let info = &self.cx.model.files[file];
        format!("{}, {}, {}, {index} as u32", self.cx.state.files[file], info.count, info.per_lane)
    }
}

fn convert(to: Type, from: Type, a: &str, rm: &str) -> String {
    let (t, f) = (to.bits(), from.bits());
    if to == from {
        a.to_string()
    } else if to.is_float() && from.is_float() {
        format!("float::f{f}_to_f{t}({a}, {rm})")
    } else if to.is_float() {
        assert!(f <= 64, "integers of more than 64 bits do not become floats");
        if is_signed(from) {
            format!("float::i64_to_f{t}({} as i64, {rm})", sign_extended(from, a))
        } else {
            format!("float::u64_to_f{t}({a} as u64, {rm})")
        }
    } else {
        assert!(t <= 64, "floats do not become integers of more than 64 bits");
        let kind = if is_signed(to) { "sint" } else { "uint" };
        format!("(float::f{f}_to_{kind}({a}, {rm}, {t}) as {})", native(to))
    }
}
