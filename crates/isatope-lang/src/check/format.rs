//! Checks formats: inheritance, and the layout in each version.

use super::body::Body;
use super::raw::raw_type;
use super::{Cx, parse_type};
use crate::ast::{self, BitsKind, Format as Tree, FormatLine, FormatLineKind as Line, Name, NeedLine};
use crate::model::{
    CountedScalars, Expr, Field, FieldKind, Format, Layer, Layout, Limit, ModifierKind, ModifierUse, Need, OperandType,
    Pieces, Scope, Slot, Type, VersionSet, View,
};
use crate::span::{Error, Span};

/// A line of a format, own or inherited, with the versions in which it applies.
#[derive(Clone)]
pub(super) struct Effective {
    pub(super) line: FormatLine,
    pub(super) versions: VersionSet,
    /// 0 for the format's own lines, 1 for those of the format named by `like`, and so on.
    pub(super) depth: u32,
}

impl Cx {
    pub fn formats(&mut self, trees: &[Tree]) {
        for (i, tree) in trees.iter().enumerate() {
            if self.formats.insert(tree.name.text.clone(), i).is_some() {
                self.error(tree.name.span, format!("there is a second format `{}`", tree.name.text));
            }
        }
        let mut flat = vec![None; trees.len()];
        for i in 0..trees.len() {
            self.effective_lines(i, trees, &mut flat, 0);
        }
        let flat: Vec<Vec<Effective>> = flat.into_iter().map(Option::unwrap_or_default).collect();
        for (i, tree) in trees.iter().enumerate() {
            let format = self.format(i, tree, &flat[i]);
            self.model.formats.push(format);
        }
        // Views see the fields of their format in any version, so they are checked last.
        for (i, lines) in flat.iter().enumerate() {
            let views = self.views(i, lines);
            self.model.formats[i].views = views;
            self.model.formats[i].layers = self.layers(i, lines);
            self.moves(i, lines);
            self.model.formats[i].active = self.active(i, lines);
        }
    }

    /// Finds the format's own lines, and the inherited lines that it does not replace; the inherited ones come first.
    fn effective_lines(&mut self, index: usize, trees: &[Tree], flat: &mut [Option<Vec<Effective>>], depth: usize) {
        if flat[index].is_some() {
            return;
        }
        let all = self.all();
        let tree = &trees[index];
        let mut own = Vec::new();
        let mut inherited: Vec<Effective> = Vec::new();
        for line in &tree.lines {
            if let Line::Like(name) = &line.kind {
                match self.formats.get(&name.text).copied() {
                    Some(_) if depth > 200 => {
                        self.error(name.span, "formats are like each other in a circle, or more than 200 levels deep");
                        flat[index] = Some(Vec::new());
                        return;
                    }
                    Some(i) => {
                        self.effective_lines(i, trees, flat, depth + 1);
                        let lines = flat[i].iter().flatten().cloned();
                        inherited = lines.map(|e| Effective { depth: e.depth + 1, ..e }).collect();
                    }
                    None => self.unknown("format", name, trees.iter().map(|t| t.name.text.clone()).collect()),
                }
                continue;
            }
            let versions = self.range(&line.range, all);
            own.push(Effective { line: line.clone(), versions, depth: 0 });
        }
        for old in &mut inherited {
            for new in &own {
                if replaces(&new.line.kind, &old.line.kind) {
                    old.versions = old.versions.minus(new.versions);
                }
            }
        }
        inherited.retain(|e| !e.versions.is_empty());
        inherited.extend(own);
        flat[index] = Some(inherited);
    }

    fn format(&mut self, index: usize, tree: &Tree, lines: &[Effective]) -> Format {
        let all = self.all();
        let versions = self.range(&tree.range, all);
        let dialects = self.model.dialects.len();
        let mut format = Format {
            name: tree.name.text.clone(),
            doc: tree.doc.clone(),
            bits: tree.bits,
            versions,
            layouts: vec![None; self.model.versions.len()],
            promotes: Vec::new(),
            runs_as: index,
            refines: None,
            extends: Vec::new(),
            active: Vec::new(),
            suffixes: vec![String::new(); dialects],
            words: vec![String::new(); dialects],
            explicit: false,
            limits: Vec::new(),
            views: Vec::new(),
            layers: Vec::new(),
        };
        for e in lines {
            match &e.line.kind {
                Line::Promotes(from, add) => {
                    if let Some(from) = self.format_index(from) {
                        format.promotes.push((from, *add, e.versions));
                    }
                }
                Line::RunsAs(name) => format.runs_as = self.format_index(name).unwrap_or(index),
                Line::Refines(name) => format.refines = self.format_index(name),
                Line::Extends(name, group) => {
                    if let Some(from) = self.format_index(name) {
                        format.extends.push((from, group.text.clone(), e.versions.and(versions)));
                    }
                }
                Line::Suffix(dialect, text) => {
                    if let Some(d) = self.dialect(dialect) {
                        format.suffixes[d] = text.clone();
                    }
                }
                Line::Word(dialect, text) => {
                    if let Some(d) = self.dialect(dialect) {
                        format.words[d] = text.clone();
                    }
                }
                Line::Explicit => format.explicit = true,
                Line::Max { .. } => format.limits.extend(self.limit(&e.line.kind)),
                _ => {}
            }
        }
        for version in versions.iter() {
            format.layouts[version] = Some(self.layout(tree, lines, version));
        }
        format
    }

    /// Checks a `max` line.
    fn limit(&mut self, line: &Line) -> Option<Limit> {
        let Line::Max { what, most, dialect, with } = line else { return None };
        let dialect = match dialect {
            Some(name) => Some(self.dialect(name)?),
            None => None,
        };
        let counted = match self.files.get(&what.text) {
            Some(&file) => {
                let mut counted = CountedScalars { file, registers: Vec::new(), literal: false };
                for name in with {
                    match self.registers.get(&name.text) {
                        Some(&register) => counted.registers.push(register),
                        None if name.text == "literal" => counted.literal = true,
                        None => self.unknown("register", name, self.registers.keys().cloned().collect()),
                    }
                }
                Some(counted)
            }
            None if what.text == "scalar" => {
                if let Some(name) = with.first() {
                    self.error(name.span, "`max scalar` counts everything already");
                }
                None
            }
            None => {
                self.unknown("register file", what, self.files.keys().cloned().collect());
                return None;
            }
        };
        Some(Limit { most: *most, dialect, counted })
    }

    /// A format by its name, which may be a later one.
    fn format_index(&mut self, name: &Name) -> Option<usize> {
        let found = self.formats.get(&name.text).copied();
        if found.is_none() {
            self.unknown("format", name, self.formats.keys().cloned().collect());
        }
        found
    }

    fn layout(&mut self, tree: &Tree, lines: &[Effective], version: usize) -> Layout {
        let mut layout = Layout { modifiers: vec![Vec::new(); self.model.dialects.len()], ..Layout::default() };
        let mut owner: Vec<Option<(String, Span)>> = vec![None; tree.bits as usize];
        let here = || lines.iter().filter(|e| e.versions.contains(version));
        // Shared bits come first, because fields that include them may precede them.
        let is_shared = |e: &&Effective| matches!(&e.line.kind, Line::Bits(_, BitsKind::Shared(..)));
        for e in here().filter(is_shared).chain(here().filter(|e| !is_shared(e))) {
            let Line::Bits(pieces, kind) = &e.line.kind else { continue };
            self.bits_line(tree, pieces, kind, e, version, &mut layout, &mut owner);
        }
        for e in here() {
            if let Line::Rest(zero) = e.line.kind {
                rest(tree.bits, zero, &mut owner, e.line.span, &mut layout);
            }
        }
        self.behind(tree, &layout);
        self.uncovered(tree, &owner, version);
        for e in here() {
            match &e.line.kind {
                Line::Default(field, value, None) => match layout.fields.iter_mut().find(|f| f.name == field.text) {
                    Some(f) => f.default = *value,
                    None if e.depth > 0 => {}
                    None => self.no_field(tree, field, version, &layout),
                },
                Line::Raw(dialect, field, text) => {
                    let dialect = self.dialect(dialect);
                    match layout.fields.iter_mut().find(|f| f.name == field.text) {
                        Some(f) => f.raw.extend(dialect.map(|d| (d, text.clone()))),
                        None if e.depth > 0 => {}
                        None => self.no_field(tree, field, version, &layout),
                    }
                }
                Line::Operands(names) => {
                    for name in names.iter().map(|slot| &slot.name) {
                        match layout.fields.iter().position(|f| f.name == name.text) {
                            Some(i) => layout.slots.push(Slot::Field(i)),
                            None => match self.registers.get(&name.text) {
                                Some(&r) => layout.slots.push(Slot::Register(r)),
                                None => self.no_field(tree, name, version, &layout),
                            },
                        }
                    }
                }
                Line::Needs(field, what, dialect) => {
                    let dialect = dialect.as_ref().and_then(|d| self.dialect(d));
                    let place = layout.fields.iter().position(|f| f.name == field.text);
                    match (what, place) {
                        (_, None) if e.depth > 0 => {}
                        (_, None) => self.no_field(tree, field, version, &layout),
                        (NeedLine::Value(value), Some(i)) => {
                            let bits = layout.fields[i].bits;
                            if bits < 64 && value >> bits != 0 {
                                let s = if bits == 1 { "" } else { "s" };
                                self.error(
                                    field.span,
                                    format!("{value} does not fit the {bits} bit{s} of `{}`", field.text),
                                );
                            }
                            layout.values.push((i, *value, dialect));
                        }
                        (NeedLine::Kind(what), Some(i)) => match self.files.get(&what.text) {
                            Some(&file) => layout.needs.push((i, Need::File(file), dialect)),
                            None if what.text == "scalar" => layout.needs.push((i, Need::Scalar, dialect)),
                            None if what.text == "word" => layout.needs.push((i, Need::Word, dialect)),
                            None => self.unknown("register file", what, self.files.keys().cloned().collect()),
                        },
                    }
                }
                Line::Exempt(field, register) => {
                    let place = layout.fields.iter().position(|f| f.name == field.text);
                    match (place, self.registers.get(&register.text)) {
                        (Some(i), Some(&r)) => layout.exempt.push((i, r)),
                        (None, _) => self.no_field(tree, field, version, &layout),
                        _ => self.unknown("register", register, self.registers.keys().cloned().collect()),
                    }
                }
                Line::Aligned(dialect) => {
                    layout.aligned |= match dialect {
                        None => u8::MAX,
                        Some(name) => self.dialect(name).map_or(0, |d| 1 << d),
                    }
                }
                Line::Omits(dialect) => layout.omits |= self.dialect(dialect).map_or(0, |d| 1 << d),
                Line::Before(field, text, dialect) => {
                    let dialect = dialect.as_ref().and_then(|d| self.dialect(d));
                    match layout.fields.iter().position(|f| f.name == field.text) {
                        Some(i) => layout.before.push((i, dialect, text.clone())),
                        None => self.no_field(tree, field, version, &layout),
                    }
                }
                Line::Counted(field, count, plus) => {
                    let place = |name: &Name| layout.fields.iter().position(|f| f.name == name.text);
                    match (place(field), place(count)) {
                        (Some(i), Some(n)) => layout.counted.push((i, n, *plus as u32)),
                        (None, _) => self.no_field(tree, field, version, &layout),
                        _ => self.no_field(tree, count, version, &layout),
                    }
                }
                Line::Writes(names) => {
                    for name in names {
                        match layout.fields.iter().position(|f| f.name == name.text) {
                            Some(i) => layout.writes.push(i),
                            None => self.no_field(tree, name, version, &layout),
                        }
                    }
                }
                Line::Bare(dialect, field, style) => {
                    let style = self.number_style(style);
                    let dialect = self.dialect(dialect);
                    match layout.fields.iter().position(|f| f.name == field.text) {
                        Some(i) => layout.bare.extend(dialect.map(|d| (i, d, style))),
                        None if e.depth > 0 => {}
                        None => self.no_field(tree, field, version, &layout),
                    }
                }
                Line::Destination(field, bit) => {
                    layout.destination = layout.fields.iter().position(|f| f.name == field.text).map(|i| (i, *bit));
                }
                _ => {}
            }
        }
        for e in here() {
            let Line::Modifiers(dialects, uses) = &e.line.kind else { continue };
            let dialects: Vec<usize> = match &dialects[..] {
                [] => (0..self.model.dialects.len()).collect(),
                some => some.iter().filter_map(|d| self.dialect(d)).collect(),
            };
            for ast::ModifierUse { field, syntax, always, required, at } in uses {
                // A field that exists only in other versions is not written in this one.
                let Some(i) = layout.fields.iter().position(|f| f.name == field.text) else {
                    let somewhere = lines
                        .iter()
                        .any(|e| matches!(&e.line.kind, Line::Bits(_, BitsKind::Plain(n, _)) if n.text == field.text));
                    if e.depth == 0 && !somewhere {
                        self.no_field(tree, field, version, &layout);
                    }
                    continue;
                };
                let syntax = syntax.as_ref().unwrap_or(field);
                let Some(&modifier) = self.modifiers.get(&syntax.text) else {
                    self.unknown("modifier", syntax, self.modifiers.keys().cloned().collect());
                    continue;
                };
                self.words_fit(modifier, syntax, &layout.fields[i]);
                let mut place = None;
                if let Some(at) = at {
                    place = layout.fields.iter().position(|f| f.name == at.text);
                    if place.is_none() {
                        self.no_field(tree, at, version, &layout);
                        continue;
                    }
                }
                for &d in &dialects {
                    let name = &self.model.dialects[d];
                    let default = here()
                        .filter_map(|e| match &e.line.kind {
                            Line::Default(f, v, Some(in_)) if f.text == field.text && in_.text == *name => Some(*v),
                            _ => None,
                        })
                        .next_back()
                        .unwrap_or(layout.fields[i].default);
                    let (always, required) = (*always, *required);
                    layout.modifiers[d].push(ModifierUse { field: i, modifier, default, always, required, at: place });
                }
            }
        }
        self.unit_lines(tree, lines, version, &mut layout);
        for e in here() {
            let Line::Also(field, syntax, dialect) = &e.line.kind else { continue };
            let place = layout.fields.iter().position(|f| f.name == field.text);
            match (place, self.modifiers.get(&syntax.text)) {
                (Some(field), Some(&modifier)) => {
                    let default = layout.fields[field].default;
                    layout.also_in = match dialect {
                        None => u8::MAX,
                        Some(name) => self.dialect(name).map_or(0, |d| 1 << d),
                    };
                    layout.also.push(ModifierUse {
                        field,
                        modifier,
                        default,
                        always: false,
                        required: false,
                        at: None,
                    });
                }
                (None, _) if e.depth > 0 => {}
                (None, _) => self.no_field(tree, field, version, &layout),
                (_, None) => self.unknown("modifier", syntax, self.modifiers.keys().cloned().collect()),
            }
        }
        self.operand_lines(tree, lines, version, &mut layout);
        layout
    }

    /// Reports a word of a modifier whose value the field cannot hold.
    fn words_fit(&mut self, modifier: usize, syntax: &Name, field: &Field) {
        let last = match &self.model.modifiers[modifier].kind {
            ModifierKind::Words(words) | ModifierKind::Named(words) => {
                words.iter().map(|w| (w.last, w.names.first().cloned().unwrap_or_default())).max()
            }
            ModifierKind::Choice(choices) => choices.iter().cloned().max(),
            _ => None,
        };
        let Some((value, word)) = last.filter(|(value, _)| field.bits < 64 && value >> field.bits != 0) else { return };
        let s = if field.bits == 1 { "" } else { "s" };
        let message = format!(
            "`{word}` of `{}` goes up to {value:#x}, and `{}` has {} bit{s}",
            syntax.text, field.name, field.bits
        );
        if !self.errors.iter().any(|e| e.message == message && e.span == syntax.span) {
            self.errors
                .push(Error::new(syntax.span, message).help("a wider field, or a modifier with the words that fit"));
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn bits_line(
        &mut self,
        tree: &Tree,
        pieces: &Pieces,
        kind: &BitsKind,
        e: &Effective,
        version: usize,
        layout: &mut Layout,
        owner: &mut [Option<(String, Span)>],
    ) {
        let span = e.line.span;
        let bits: u32 = pieces.iter().map(|(h, l)| h - l + 1).sum();
        let name = match kind {
            BitsKind::Fixed(_) => "fixed bits".to_string(),
            BitsKind::Op => "op".to_string(),
            BitsKind::Operand(n, _) | BitsKind::Plain(n, _) | BitsKind::Shared(n, _) => n.text.clone(),
            BitsKind::Ignored(Some(n)) => n.text.clone(),
            BitsKind::Ignored(None) => match pieces[..] {
                [(h, l)] if h == l => format!("bit{h}"),
                _ => format!("bits{}_{}", pieces[0].0, pieces[pieces.len() - 1].1),
            },
        };
        for &(high, low) in pieces {
            if high >= tree.bits {
                self.error(
                    span,
                    format!("`{}` has {} bits, and this line reaches bit {high}", tree.name.text, tree.bits),
                );
                return;
            }
            for bit in low..=high {
                let before = owner[bit as usize].replace((name.clone(), span));
                let shared = matches!(kind, BitsKind::Operand(..))
                    && layout.fields.iter().any(|f| f.shared && contains(&f.pieces, bit));
                if let Some((other, _)) = before.filter(|_| !shared) {
                    let v = self.model.versions[version].name.clone();
                    let message =
                        format!("bit {bit} of `{}` belongs to both `{other}` and `{name}` in {v}", tree.name.text);
                    self.errors.push(
                        crate::span::Error::new(span, message)
                            .help("give the two lines ranges that do not overlap, or other bits"),
                    );
                    return;
                }
            }
        }
        let shared = matches!(kind, BitsKind::Shared(..));
        let mut ty = Type::u(bits);
        let kind = match kind {
            BitsKind::Fixed(value) => {
                if bits < 64 && *value >> bits != 0 {
                    self.error(span, format!("{value:#x} does not fit {bits} bits"));
                }
                if pieces.iter().any(|piece| piece.0 >= 64) {
                    self.error(span, "fixed bits must be in the first 64 bits; a field without meaning is `ignored`");
                    return;
                }
                let (mask, value) = spread(pieces, u64::MAX, *value);
                layout.fixed_mask |= mask;
                layout.fixed_value |= value;
                return;
            }
            BitsKind::Op => {
                layout.op.extend(pieces);
                return;
            }
            BitsKind::Ignored(_) => FieldKind::Ignored,
            BitsKind::Plain(_, name) | BitsKind::Shared(_, name) => {
                match parse_type(&name.text).or_else(|| self.enum_type(&name.text)).filter(|t| t.bits() == bits) {
                    Some(known) => ty = known,
                    None => {
                        let message = match self.enum_type(&name.text) {
                            Some(ty) => format!("`{}` has {} bits, this field has {bits}", name.text, ty.bits()),
                            None if bits == 1 => "this is one bit: the type is bool, or u1 for a number".to_string(),
                            None => format!("these are {bits} bits: the type is u{bits}"),
                        };
                        self.error(name.span, message);
                    }
                }
                FieldKind::Plain
            }
            BitsKind::Operand(_, class) => match self.classes.get(&class.text) {
                Some(&i) => {
                    let width = self.model.classes[i].bits;
                    if width != bits {
                        self.error(class.span, format!("`{}` has {width} bits, this field has {bits}", class.text));
                    }
                    FieldKind::Operand(i)
                }
                None => {
                    self.unknown("operand class", class, self.classes.keys().cloned().collect());
                    return;
                }
            },
        };
        let in_shared = |bit: u32| layout.fields.iter().any(|f| f.shared && contains(&f.pieces, bit));
        let common = pieces.iter().filter(|&&(_, low)| in_shared(low)).count();
        let whole = |f: &Field| pieces.get(..f.pieces.len()) == Some(&f.pieces[..]) && common == f.pieces.len();
        if common > 0 && !shared && !layout.fields.iter().filter(|f| f.shared).any(whole) {
            let error = crate::span::Error::new(span, format!("`{name}` has some of the shared bits"));
            self.errors.push(error.help("a field has all of them, and they come first"));
        }
        if layout.fields.iter().any(|f| f.name == name) {
            self.error(span, format!("`{}` has a second field `{name}`", tree.name.text));
        }
        let pieces = pieces.clone();
        layout.fields.push(Field { name, pieces, bits, ty, kind, default: 0, raw: Vec::new(), shared });
    }

    fn uncovered(&mut self, tree: &Tree, owner: &[Option<(String, Span)>], version: usize) {
        let Some(low) = owner.iter().position(Option::is_none) else { return };
        let high = owner[low..].iter().position(Option::is_some).map_or(owner.len(), |n| low + n) - 1;
        let v = &self.model.versions[version].name;
        let what = if high == low { format!("bit {low}") } else { format!("bits {high}:{low}") };
        let (is, it) = if high == low { ("is", "it") } else { ("are", "them") };
        let message = format!("{what} of `{}` {is} not covered in {v}", tree.name.text);
        let error = crate::span::Error::new(tree.name.span, message)
            .help(format!("give {it} a field, fix {it} with `= 0`, or say `ignored`"));
        self.errors.push(error);
    }

    /// Reports fields that cross bit 64, and shared bits or an opcode that are not in the first 64 bits.
    fn behind(&mut self, tree: &Tree, layout: &Layout) {
        let name = &tree.name.text;
        for field in &layout.fields {
            let behind = field.pieces.iter().filter(|(_, low)| *low >= 64).count();
            if behind < field.pieces.len() && field.pieces.iter().any(|(high, _)| *high >= 64) {
                let message = format!("`{}` of `{name}` crosses bit 64", field.name);
                self.error(tree.name.span, message);
            } else if behind > 0 && field.shared {
                let message = format!("the shared bits `{}` of `{name}` are not in the first 64", field.name);
                self.error(tree.name.span, message);
            }
        }
        if layout.op.iter().any(|(high, _)| *high >= 64) {
            self.error(tree.name.span, format!("the opcode of `{name}` is not in the first 64 bits"));
        }
    }

    pub(super) fn no_field(&mut self, tree: &Tree, name: &Name, version: usize, layout: &Layout) {
        let known = layout.fields.iter().map(|f| f.name.clone()).collect();
        let v = self.model.versions[version].name.clone();
        self.unknown(&format!("field of `{}` in {v} named", tree.name.text), name, known);
    }

    fn views(&mut self, format: usize, lines: &[Effective]) -> Vec<View> {
        let mut views = Vec::new();
        for e in lines {
            let Line::View { ty, name, output, constants, expr } = &e.line.kind else { continue };
            let Some(plain) = self.ty(ty) else { continue };
            let constants = constants.as_ref().and_then(|c| self.ty(c));
            let raw = raw_type(plain);
            let mut body = Body::new(self, Scope::Lane);
            body.enter_view(format, raw, if *output { Some(plain) } else { None });
            let expected = if *output { raw } else { plain };
            let Some(expr) = body.expr(expr, Some(expected)) else { continue };
            views.push(View {
                ty: OperandType::Plain(plain),
                name: name.as_ref().map_or(String::new(), |n| n.text.clone()),
                output: *output,
                constants,
                versions: e.versions,
                expr,
            });
        }
        views
    }

    /// Checks `fetch` and `store` lines.
    fn layers(&mut self, format: usize, lines: &[Effective]) -> Vec<Layer> {
        let mut layers = Vec::new();
        for e in lines {
            let Line::Layer { ty, store, expr } = &e.line.kind else { continue };
            let Some(raw) = self.ty(ty) else { continue };
            if raw != raw_type(raw) {
                self.error(ty.span, "the raw bits of an operand are u32, u64 or u128");
                continue;
            }
            let mut body = Body::new(self, Scope::Lane);
            body.enter_view(format, raw, store.then_some(raw));
            body.layer = true;
            if let Some(expr) = body.expr(expr, Some(raw)) {
                layers.push(Layer { raw, store: *store, versions: e.versions, expr });
            }
        }
        layers
    }

    /// Checks `moves` lines.
    fn moves(&mut self, format: usize, lines: &[Effective]) {
        for e in lines {
            let Line::Moves(fields, by) = &e.line.kind else { continue };
            let Some(by) = Body::new(self, Scope::Wave).expr(by, Some(Type::u(32))) else { continue };
            let index = self.model.moves.iter().position(|known| *known == by).unwrap_or_else(|| {
                self.model.moves.push(by);
                self.model.moves.len() - 1
            });
            for version in e.versions.iter() {
                let Some(layout) = &mut self.model.formats[format].layouts[version] else { continue };
                for name in fields {
                    let operand = |f: &Field| f.name == name.text && matches!(f.kind, FieldKind::Operand(_));
                    if let Some(field) = layout.fields.iter().position(operand) {
                        layout.moves.push((field, index));
                    }
                }
            }
            for name in fields {
                let mut all =
                    self.model.formats.iter().flat_map(|f| f.layouts.iter().flatten()).flat_map(|l| &l.fields);
                if !all.any(|f| f.name == name.text) {
                    self.error(name.span, format!("no format has a field `{}`", name.text));
                }
            }
        }
    }

    /// Conditions of `active` lines.
    fn active(&mut self, format: usize, lines: &[Effective]) -> Vec<(VersionSet, Expr)> {
        let mut conditions = Vec::new();
        for e in lines {
            let Line::Active(condition) = &e.line.kind else { continue };
            let mut body = Body::new(self, Scope::Lane);
            body.format = Some(format);
            if let Some(condition) = body.expr(condition, Some(Type::Bool)) {
                conditions.push((e.versions, condition));
            }
        }
        conditions
    }
}

/// A number distributed over pieces: the bits of the pieces that `mask` selects, and their value.
pub(super) fn spread(pieces: &Pieces, mask: u64, value: u64) -> (u64, u64) {
    let (mut m, mut v) = (0, 0);
    let mut left: u32 = pieces.iter().map(|(h, l)| h - l + 1).sum();
    for &(high, low) in pieces {
        let width = high - low + 1;
        left -= width;
        let ones = u64::MAX >> (64 - width);
        m |= (mask >> left & ones).unbounded_shl(low);
        v |= (value >> left & ones).unbounded_shl(low);
    }
    (m, v)
}

fn contains(pieces: &Pieces, bit: u32) -> bool {
    pieces.iter().any(|&(high, low)| (low..=high).contains(&bit))
}

/// Adds a field of all bits that no line covers.
fn rest(bits: u32, zero: bool, owner: &mut [Option<(String, Span)>], span: Span, layout: &mut Layout) {
    let mut pieces: Pieces = Vec::new();
    for bit in (0..bits).rev().filter(|&b| owner[b as usize].is_none()) {
        match pieces.last_mut() {
            Some((_, low)) if *low == bit + 1 => *low = bit,
            _ => pieces.push((bit, bit)),
        }
    }
    owner.iter_mut().filter(|o| o.is_none()).for_each(|o| *o = Some(("rest".into(), span)));
    if pieces.is_empty() {
        return;
    }
    if zero {
        layout.must_be_zero |= spread(&pieces, u64::MAX, 0).0;
    }
    let bits = pieces.iter().map(|(h, l)| h - l + 1).sum();
    let (name, ty, kind) = ("rest".into(), Type::u(bits), FieldKind::Ignored);
    layout.fields.push(Field { name, pieces, bits, ty, kind, default: 0, raw: Vec::new(), shared: false });
}

/// Whether a line replaces an inherited one.
fn replaces(new: &Line, old: &Line) -> bool {
    match (new, old) {
        (Line::Bits(a, _), Line::Bits(b, _)) => a.iter().any(|(h, l)| b.iter().any(|(oh, ol)| h >= ol && l <= oh)),
        (Line::Operands(_), Line::Operands(_))
        | (Line::Promotes(..), Line::Promotes(..))
        | (Line::RunsAs(_), Line::RunsAs(_))
        | (Line::Refines(_), Line::Refines(_))
        | (Line::Extends(..), Line::Extends(..))
        | (Line::Active(_), Line::Active(_))
        | (Line::Destination(..), Line::Destination(..)) => true,
        (Line::Modifiers(a, _), Line::Modifiers(b, _)) => a.iter().map(|n| &n.text).eq(b.iter().map(|n| &n.text)),
        (Line::Registers { field: a, dialect: x, .. }, Line::Registers { field: b, dialect: y, .. }) => {
            a.text == b.text && x.as_ref().map(|n| &n.text) == y.as_ref().map(|n| &n.text)
        }
        (Line::Where(a, _), Line::Where(b, _)) => a.text == b.text,
        (Line::Least(a, _), Line::Least(b, _)) => a.text == b.text,
        // A unit without a condition executes all instructions.
        (Line::Unit(_, None), Line::Unit(..)) => true,
        (Line::Unit(_, Some(a)), Line::Unit(_, Some(b))) => a.0.text == b.0.text && a.1 == b.1,
        (Line::Idle(_, a, _), Line::Idle(_, b, _)) => a == b,
        (Line::Blank { dialect: a, .. }, Line::Blank { dialect: b, .. }) => a.text == b.text,
        (Line::Default(a, _, x), Line::Default(b, _, y)) => {
            a.text == b.text && x.as_ref().map(|n| &n.text) == y.as_ref().map(|n| &n.text)
        }
        (Line::Raw(a, f, _), Line::Raw(b, g, _)) => a.text == b.text && f.text == g.text,
        (Line::Suffix(a, _), Line::Suffix(b, _)) | (Line::Word(a, _), Line::Word(b, _)) => a.text == b.text,
        (Line::Needs(a, _, _), Line::Needs(b, _, _)) => a.text == b.text,
        (Line::Aligned(a), Line::Aligned(b)) => a.as_ref().map(|n| &n.text) == b.as_ref().map(|n| &n.text),
        (Line::Omits(a), Line::Omits(b)) => a.text == b.text,
        (Line::Also(a, x, _), Line::Also(b, y, _)) => a.text == b.text && x.text == y.text,
        (Line::Bare(a, f, _), Line::Bare(b, g, _)) => a.text == b.text && f.text == g.text,
        (Line::Max { dialect: a, .. }, Line::Max { dialect: b, .. }) => {
            a.as_ref().map(|n| &n.text) == b.as_ref().map(|n| &n.text)
        }
        (Line::Exempt(a, _), Line::Exempt(b, _)) => a.text == b.text,
        (Line::Layer { ty: a, store: s, .. }, Line::Layer { ty: b, store: t, .. }) => a.text == b.text && s == t,
        (Line::Moves(a, _), Line::Moves(b, _)) => a.iter().any(|a| b.iter().any(|b| a.text == b.text)),
        (Line::View { ty: a, name: n, output: o, .. }, Line::View { ty: b, name: m, output: p, .. }) => {
            a.text == b.text && o == p && n.as_ref().map(|n| &n.text) == m.as_ref().map(|n| &n.text)
        }
        _ => false,
    }
}
