//! Checks operand classes.

use super::Cx;
use super::body::Body;
use crate::ast::{Class as Tree, CodeKind as Line, CodeLine, Name};
use crate::model::{Class, CodeKind, CodeRange, Scope, Type, VersionSet};
use crate::span::Span;

impl Cx {
    pub fn classes(&mut self, classes: &[Tree]) {
        for tree in classes {
            if self.classes.contains_key(&tree.name.text) {
                self.error(tree.name.span, format!("there is a second operand class `{}`", tree.name.text));
            }
            let mut codes = Vec::new();
            for (like, offset) in &tree.like {
                codes.extend(self.inherited(tree, like, *offset));
            }
            let own = self.code_lines(tree);
            for (range, _) in &own {
                // The class's own line replaces inherited codes for its range and versions.
                codes = codes.into_iter().flat_map(|c: CodeRange| without(c, range)).collect();
            }
            for (i, (a, _)) in own.iter().enumerate() {
                for (b, span) in &own[i + 1..] {
                    let both = a.versions.and(b.versions);
                    if !both.is_empty() && a.first <= b.last && b.first <= a.last {
                        let names = self.version_names(both);
                        self.error(*span, format!("code {} already has a meaning in {names}", b.first.max(a.first)));
                    }
                }
            }
            codes.extend(own.into_iter().filter(|(c, _)| c.names != [RESERVED]).map(|(c, _)| c));
            codes.sort_by_key(|c| c.first);
            self.classes.insert(tree.name.text.clone(), self.model.classes.len());
            self.model.classes.push(Class {
                name: tree.name.text.clone(),
                bits: tree.bits,
                doc: tree.doc.clone(),
                codes,
            });
        }
    }

    /// Codes of another class, with a number added to them.
    fn inherited(&mut self, tree: &Tree, like: &Name, offset: u64) -> Vec<CodeRange> {
        let Some(&i) = self.classes.get(&like.text) else {
            self.unknown("operand class", like, self.classes.keys().cloned().collect());
            return Vec::new();
        };
        let mut codes = self.model.classes[i].codes.clone();
        for code in &mut codes {
            code.first = code.first.saturating_add(offset);
            code.last = code.last.saturating_add(offset);
        }
        if codes.iter().any(|c| tree.bits < 64 && c.last >> tree.bits != 0) {
            self.error(like.span, format!("the codes of `{}` do not fit {} bits here", like.text, tree.bits));
        }
        codes
    }

    /// Checks a line whose codes have the names of an enum.
    fn named_codes(&mut self, list: usize, line: &CodeLine, versions: VersionSet) -> Vec<(CodeRange, Span)> {
        let codes = self.codes_of(list, line.first, versions, line.span);
        if let Some(code) = codes.iter().find(|code| code.last > line.last) {
            let name = code.names.first().cloned().unwrap_or_default();
            self.error(line.span, format!("`{name}` is code {}, and this line ends at {}", code.last, line.last));
        }
        codes.into_iter().map(|code| (code, line.span)).collect()
    }

    fn code_lines(&mut self, tree: &Tree) -> Vec<(CodeRange, Span)> {
        let mut own = Vec::new();
        let max = u64::MAX >> (64 - tree.bits.clamp(1, 64));
        for line in &tree.codes {
            if line.last > max {
                self.error(line.span, format!("code {} does not fit {} bits", line.last, tree.bits));
            }
            let all = self.all();
            let versions = self.range(&line.range, all);
            let mut names = line.names.clone();
            let kind = match &line.kind {
                Line::Register(name, base, step) => {
                    if let Some(&file) = self.files.get(&name.text) {
                        let base = base.unwrap_or(0);
                        let count = u64::from(self.model.files[file].count);
                        if u64::from(base) + (line.last - line.first) * u64::from(*step) >= count {
                            self.error(name.span, format!("`{}` has only {count} registers", name.text));
                        }
                        CodeKind::File { file, base, step: *step }
                    } else if let Some(&register) = self.registers.get(&name.text) {
                        let parts = u64::from(self.model.registers[register].bits.div_ceil(32));
                        if (line.last - line.first + 1) * u64::from(*step) != parts {
                            let codes = line.last - line.first + 1;
                            self.error(
                                name.span,
                                format!("`{}` takes {parts} codes of 32 bits, this line gives it {codes}", name.text),
                            );
                        }
                        CodeKind::Register(register)
                    } else if let Some(&list) = self.enums.get(&name.text) {
                        own.extend(self.named_codes(list, line, versions));
                        continue;
                    } else {
                        let known = self.files.keys().chain(self.registers.keys()).chain(self.enums.keys());
                        let known = known.cloned().collect();
                        self.unknown("register, register file or enum", name, known);
                        continue;
                    }
                }
                Line::Int(start, down) => CodeKind::Int { start: *start, down: *down },
                Line::Float(x) => CodeKind::Float(*x),
                Line::Literal => CodeKind::Literal,
                Line::Constant(value) => CodeKind::Constant(*value),
                Line::Attribute => CodeKind::Attribute,
                Line::Name => CodeKind::Name,
                Line::Number(number) => {
                    if line.first != 0 || line.last != max {
                        self.error(line.span, format!("a number takes all codes: write 0..{max:#x}"));
                    }
                    CodeKind::Number(Box::new(self.number(number, tree.bits)))
                }
                Line::Reserved => {
                    names = vec![RESERVED.to_string()];
                    CodeKind::Name
                }
                Line::Value(expr) => {
                    let mut body = Body::new(self, Scope::Wave);
                    let Some(value) = body.expr(expr, None) else { continue };
                    if ![Type::u(32), Type::u(64)].contains(&value.ty) {
                        self.error(expr.span, "a computed operand has 32 or 64 bits");
                    }
                    CodeKind::Value(Box::new(value))
                }
            };
            let spelled = line.spelled.iter().filter_map(|(d, s)| Some((self.dialect(d)?, s.clone()))).collect();
            let offset = line.from.map_or(0, |from| line.first.saturating_sub(from.into()));
            let only = line.only.as_ref().map(|n| n.text.clone());
            own.push((
                CodeRange {
                    first: line.first,
                    last: line.last,
                    versions,
                    kind,
                    names,
                    spelled,
                    only,
                    offset,
                    last_use: line.last_use,
                    note: line.note.clone(),
                },
                line.span,
            ));
        }
        own
    }
}

/// Marks a `reserved` line until it has replaced inherited codes. No spelling can be equal to it.
const RESERVED: &str = "\0";

/// The parts of `old` that `new` does not replace.
fn without(old: CodeRange, new: &CodeRange) -> Vec<CodeRange> {
    let both = old.versions.and(new.versions);
    if both.is_empty() || new.first > old.last || old.first > new.last {
        return vec![old];
    }
    let mut left = Vec::new();
    let others = old.versions.minus(new.versions);
    if !others.is_empty() {
        left.push(CodeRange { versions: others, ..old.clone() });
    }
    let mut part = |first: u64, last: u64| {
        if first <= last {
            left.push(CodeRange {
                first,
                last,
                versions: both,
                kind: shifted(&old.kind, first - old.first),
                ..old.clone()
            });
        }
    };
    if new.first > old.first {
        part(old.first, new.first - 1);
    }
    part(new.last.saturating_add(1).max(old.first), old.last);
    left
}

/// The meaning of a range without its first `skip` codes.
fn shifted(kind: &CodeKind, skip: u64) -> CodeKind {
    match kind {
        CodeKind::File { file, base, step } => {
            CodeKind::File { file: *file, base: base + skip as u32 * step, step: *step }
        }
        CodeKind::Int { start, down } => {
            CodeKind::Int { start: if *down { start - skip as i64 } else { start + skip as i64 }, down: *down }
        }
        other => other.clone(),
    }
}
