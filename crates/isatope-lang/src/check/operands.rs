//! Checks operands that depend on fields: their number of registers, and their presence.

use super::Cx;
use super::format::Effective;
use crate::ast::{
    Expect as ExpectTree, Expr, ExprKind, Format as Tree, FormatLineKind as Line, Others, PresenceLine, Refused,
    WhenAbsent as Written,
};
use crate::model::{Count, Expect, Field, FieldKind, Idle, Layout, OperandCondition, Slot, WhenAbsent};
use crate::span::{Error, Span};

/// Maximum number of bits of the fields in one expression, because its table has a row for each value.
const WIDEST: u32 = 12;

/// The name that means the number of registers of the operand's type.
const WORDS: &str = "words";

impl Cx {
    /// Dialects, a bit each, in which text that breaks a rule is refused.
    fn refused(&mut self, refused: &Refused) -> u8 {
        match refused {
            Refused::Never => 0,
            Refused::Always => u8::MAX,
            Refused::In(name) => self.dialect(name).map_or(0, |d| 1 << d),
        }
    }

    /// The fields of an expression; `None` if a layout lacks one of them.
    pub(super) fn fields_in(&mut self, expr: &Expr, layout: &Layout) -> Option<Vec<usize>> {
        let mut names = Vec::new();
        names_of(expr, &mut names);
        let place = |name: &str| layout.fields.iter().position(|field| field.name == name);
        let mut fields = names.iter().map(|(name, _)| place(name)).collect::<Option<Vec<usize>>>()?;
        fields.sort_unstable();
        fields.dedup();
        self.check_width(expr, &mut fields, layout);
        Some(fields)
    }

    /// A condition on these fields of a layout.
    pub(super) fn expect(&mut self, line: &ExpectTree, fields: Vec<usize>, layout: &Layout) -> Expect {
        let table = self.tabulate(&line.condition, &fields, layout, None).into_iter().map(|v| v != 0).collect();
        Expect { fields, table, message: line.message.clone(), refused: self.refused(&line.refused) }
    }

    /// The fields of an expression in a layout, and whether it holds for each value of them. A field that the layout
    /// lacks is 0.
    pub(super) fn condition(&mut self, expr: &Expr, layout: &Layout) -> (Vec<usize>, Vec<bool>) {
        let place = |(name, _): (&str, Span)| layout.fields.iter().position(|field| field.name == name);
        let mut fields: Vec<usize> = names_in(expr).into_iter().filter_map(place).collect();
        fields.sort_unstable();
        fields.dedup();
        self.check_width(expr, &mut fields, layout);
        let table = self.tabulate(expr, &fields, layout, None).into_iter().map(|v| v != 0).collect();
        (fields, table)
    }

    /// Checks `registers`, `where` and `blank` lines, and the conditions of slots.
    pub(super) fn operand_lines(&mut self, tree: &Tree, lines: &[Effective], version: usize, layout: &mut Layout) {
        for e in lines.iter().filter(|e| e.versions.contains(version)) {
            match &e.line.kind {
                Line::Registers { field, count, dialect, others } => {
                    let dialect = dialect.as_ref().and_then(|d| self.dialect(d));
                    let Some(place) = layout.fields.iter().position(|f| f.name == field.text) else {
                        if e.depth == 0 {
                            self.no_field(tree, field, version, layout);
                        }
                        continue;
                    };
                    let (fields, table) = self.register_counts(tree, lines, count, layout);
                    let any = matches!(others, Others::Any);
                    let others = self.other_counts(tree, lines, others, layout);
                    layout.counts.push(Count { field: place, dialect, any, others, fields, table });
                }
                Line::Least(field, count) => match layout.fields.iter().position(|f| f.name == field.text) {
                    Some(place) => {
                        let (fields, table) = self.register_counts(tree, lines, count, layout);
                        let (dialect, any, others) = (None, false, Vec::new());
                        layout.least.push(Count { field: place, dialect, any, others, fields, table });
                    }
                    None if e.depth > 0 => {}
                    None => self.no_field(tree, field, version, layout),
                },
                Line::Operands(slots) => {
                    for (slot, presence) in
                        slots.iter().enumerate().filter_map(|(i, s)| Some((i, s.presence.as_ref()?)))
                    {
                        let presence = self.presence(tree, lines, slot, presence, layout);
                        layout.presences.push(presence);
                    }
                }
                Line::Where(field, number) => match layout.fields.iter_mut().find(|f| f.name == field.text) {
                    Some(f) => {
                        let (mask, value) = super::format::spread(&f.pieces, u64::MAX, *number);
                        layout.fixed_mask |= mask;
                        layout.fixed_value |= value;
                        f.default = *number;
                    }
                    None if e.depth > 0 => {}
                    None => self.no_field(tree, field, version, layout),
                },
                Line::Limit { reads, slots, words } => layout.shared_limit = Some((*reads, *slots, *words)),
                Line::Expect(expect) => {
                    let fields = match e.depth {
                        0 => Some(self.fields_of(tree, lines, &expect.condition, layout)),
                        // A format may have replaced a field of an inherited condition, which then says nothing about
                        // it.
                        _ => self.fields_in(&expect.condition, layout),
                    };
                    if let Some(fields) = fields {
                        let expect = self.expect(expect, fields, layout);
                        layout.expects.push(expect);
                    }
                }
                // A field that exists only in other versions, or only in the format named by `like`, is skipped.
                Line::Idle(names, without_float, refused) => {
                    let (without_float, refused) = (*without_float, self.refused(refused));
                    for name in names {
                        let is = |f: &Field| f.name == name.text && f.kind == FieldKind::Plain;
                        let field = layout.fields.iter().position(is);
                        layout.idle.extend(field.map(|field| Idle { field, without_float, refused }));
                    }
                }
                Line::Written(names, dialect) => {
                    let Some(dialect) = self.dialect(dialect) else { continue };
                    let mut order = Vec::new();
                    for name in names {
                        let is = |s: &Slot| matches!(s, Slot::Field(f) if layout.fields[*f].name == name.text);
                        match layout.slots.iter().position(is) {
                            Some(slot) if order.contains(&slot) => {
                                self.error(name.span, format!("`{}` is already in this order", name.text));
                            }
                            Some(slot) => order.push(slot),
                            None => self.no_field(tree, name, version, layout),
                        }
                    }
                    if order.len() != layout.slots.len() {
                        let message = format!("{} of {} operands are written", order.len(), layout.slots.len());
                        self.errors.push(Error::new(e.line.span, message).help("name every operand of the format"));
                        continue;
                    }
                    layout.written.push((dialect, order));
                }
                Line::Blank { after, dialect } => {
                    let Some(dialect) = self.dialect(dialect) else { continue };
                    let is = |s: &Slot| matches!(s, Slot::Field(f) if layout.fields[*f].name == after.text);
                    match layout.slots.iter().position(is) {
                        Some(slot) => layout.blanks.push((slot, dialect)),
                        None => self.no_field(tree, after, version, layout),
                    }
                }
                _ => {}
            }
        }
    }

    /// The fields of a number of registers, and the number for each number of registers of the operand's type and each
    /// value of the fields.
    fn register_counts(
        &mut self,
        tree: &Tree,
        lines: &[Effective],
        count: &Expr,
        layout: &Layout,
    ) -> (Vec<usize>, Vec<Vec<u8>>) {
        let fields = self.fields_of(tree, lines, count, layout);
        let table = (0..=Count::MOST).map(|words| self.tabulate(count, &fields, layout, Some(words)));
        let table: Vec<Vec<i64>> = table.collect();
        if table[1..].iter().flatten().any(|n| !(1..=32).contains(n)) {
            self.error(count.span, "an operand has 1 to 32 registers");
        }
        let table = table.iter().map(|row| row.iter().map(|&n| n.clamp(0, 32) as u8).collect()).collect();
        (fields, table)
    }

    /// For each number of registers of the operand's type, the other numbers that ranges allow, with one bit per
    /// number.
    fn other_counts(&mut self, tree: &Tree, lines: &[Effective], others: &Others, layout: &Layout) -> Vec<u32> {
        let mut sets = vec![0; Count::MOST as usize + 1];
        let Others::Ranges(ranges) = others else { return sets };
        for (first, last) in ranges {
            for end in [first, last] {
                if !self.fields_of(tree, lines, end, layout).is_empty() {
                    self.error(end.span, "other numbers of registers depend on nothing but `words`");
                    return sets;
                }
            }
            for words in 1..=Count::MOST {
                let end =
                    |cx: &mut Self, e: &Expr| cx.tabulate(e, &[], layout, Some(words)).first().copied().unwrap_or(0);
                let (from, to) = (end(self, first), end(self, last));
                if !(1..=31).contains(&from) || !(1..=31).contains(&to) || to < from {
                    self.error(first.span, "a range of numbers of registers goes up, from 1 to 31");
                    return sets;
                }
                sets[words as usize] |= (from..=to).fold(0, |set, n| set | 1 << n);
            }
        }
        sets
    }

    fn presence(
        &mut self,
        tree: &Tree,
        lines: &[Effective],
        slot: usize,
        line: &PresenceLine,
        layout: &Layout,
    ) -> OperandCondition {
        let fields = self.fields_of(tree, lines, &line.when, layout);
        let table = self.tabulate(&line.when, &fields, layout, None).into_iter().map(|v| v != 0).collect();
        // If nothing else writes a bit of a field, the bit follows from the presence of the operand.
        let switch = match (&*line.when.kind, &fields[..]) {
            (ExprKind::Bit(_, index), [field]) => match *index.kind {
                ExprKind::Int(bit) if !layout.modifiers.iter().flatten().any(|m| m.field == *field) => {
                    Some((*field, bit as u32))
                }
                _ => None,
            },
            _ => None,
        };
        let mut otherwise = vec![WhenAbsent::Always; self.model.dialects.len()];
        for (dialect, what) in &line.otherwise {
            let what = match what {
                Written::Word(word) => WhenAbsent::Word(word.clone()),
                Written::Nothing => WhenAbsent::Nothing,
                Written::Optional => WhenAbsent::Optional,
            };
            match dialect {
                None => otherwise.fill(what),
                Some(name) => {
                    if let Some(d) = self.dialect(name) {
                        otherwise[d] = what;
                    }
                }
            }
        }
        OperandCondition { slot, fields, table, switch, otherwise }
    }

    /// Fields that an expression names. A field that exists only in other versions is 0 in this one.
    fn fields_of(&mut self, tree: &Tree, lines: &[Effective], expr: &Expr, layout: &Layout) -> Vec<usize> {
        let mut fields = Vec::new();
        let mut names = Vec::new();
        names_of(expr, &mut names);
        for (name, span) in names {
            if name == WORDS {
                continue;
            }
            match layout.fields.iter().position(|f| f.name == name) {
                Some(i) if fields.contains(&i) => {}
                Some(i) => fields.push(i),
                None => {
                    let somewhere = lines.iter().any(
                        |e| matches!(&e.line.kind, Line::Bits(_, crate::ast::BitsKind::Plain(n, _)) if n.text == name),
                    );
                    if !somewhere {
                        let message = format!("`{}` has no field `{name}`", tree.name.text);
                        self.errors.push(Error::new(span, message));
                    }
                }
            }
        }
        self.check_width(expr, &mut fields, layout);
        fields
    }

    /// Reports an expression over fields with too many bits for a table, and takes them away.
    fn check_width(&mut self, expr: &Expr, fields: &mut Vec<usize>, layout: &Layout) {
        let bits: u32 = fields.iter().map(|&f| layout.fields[f].bits).sum();
        if bits > WIDEST {
            self.error(expr.span, format!("the fields here have {bits} bits, and {WIDEST} are allowed"));
            fields.clear();
        }
    }

    /// Value of an expression for every value of its fields.
    fn tabulate(&mut self, expr: &Expr, fields: &[usize], layout: &Layout, words: Option<u32>) -> Vec<i64> {
        let bits: u32 = fields.iter().map(|&f| layout.fields[f].bits).sum();
        let mut table = Vec::new();
        for all in 0..1u64 << bits {
            let value_of = |name: &str| {
                if name == WORDS {
                    return words.map(i64::from);
                }
                let mut at = 0;
                for &f in fields {
                    let field = &layout.fields[f];
                    if field.name == name {
                        return Some((all >> at & ((1 << field.bits) - 1)) as i64);
                    }
                    at += field.bits;
                }
                Some(0)
            };
            match value(expr, &value_of) {
                Ok(v) => table.push(v),
                Err(error) => {
                    self.errors.push(error);
                    return vec![1; 1 << bits];
                }
            }
        }
        table
    }
}

/// The names in an expression over fields.
pub(super) fn names_in(expr: &Expr) -> Vec<(&str, Span)> {
    let mut names = Vec::new();
    names_of(expr, &mut names);
    names
}

fn names_of<'e>(expr: &'e Expr, names: &mut Vec<(&'e str, Span)>) {
    match &*expr.kind {
        ExprKind::Name(name) => names.push((name, expr.span)),
        ExprKind::Unary(_, a) => names_of(a, names),
        ExprKind::Binary(_, a, b) | ExprKind::Bit(a, b) => {
            names_of(a, names);
            names_of(b, names);
        }
        ExprKind::Call(_, args) => args.iter().for_each(|a| names_of(a, names)),
        _ => {}
    }
}

/// Value of an expression over fields: whole numbers, and conditions as 0 or 1.
fn value(expr: &Expr, of: &impl Fn(&str) -> Option<i64>) -> Result<i64, Error> {
    let wrong = || Error::new(expr.span, "this is not allowed in an expression over fields");
    Ok(match &*expr.kind {
        ExprKind::Int(n) => i64::try_from(*n).map_err(|_| wrong())?,
        ExprKind::Name(name) => of(name).ok_or_else(wrong)?,
        ExprKind::Unary("-", a) => value(a, of)?.wrapping_neg(),
        ExprKind::Unary("!", a) => i64::from(value(a, of)? == 0),
        ExprKind::Bit(a, b) => value(a, of)? >> value(b, of)?.clamp(0, 63) & 1,
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (value(a, of)?, value(b, of)?);
            match *op {
                "+" => a.wrapping_add(b),
                "-" => a.wrapping_sub(b),
                "*" => a.wrapping_mul(b),
                "/" if b != 0 => a.wrapping_div(b),
                "&" => a & b,
                "|" => a | b,
                "^" => a ^ b,
                "<<" if (0..32).contains(&b) => a << b,
                ">>" if (0..64).contains(&b) => a >> b,
                "==" => i64::from(a == b),
                "!=" => i64::from(a != b),
                "<" => i64::from(a < b),
                ">" => i64::from(a > b),
                "<=" => i64::from(a <= b),
                ">=" => i64::from(a >= b),
                "&&" => i64::from(a != 0 && b != 0),
                "||" => i64::from(a != 0 || b != 0),
                _ => return Err(wrong()),
            }
        }
        ExprKind::Call(name, args) => match (name.text.as_str(), &args[..]) {
            ("count_ones", [a]) => value(a, of)?.count_ones().into(),
            ("min", [a, b]) => value(a, of)?.min(value(b, of)?),
            ("max", [a, b]) => value(a, of)?.max(value(b, of)?),
            _ => return Err(wrong()),
        },
        _ => return Err(wrong()),
    })
}
