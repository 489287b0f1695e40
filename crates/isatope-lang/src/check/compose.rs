//! Composes formats from parts: `with` lines of formats, and entries that add parts to a format.
//!
//! A composition becomes a format of its own, shared by all entries that request it. Its lines are those of the parts,
//! in order, followed by those of the format. Modifiers of parts therefore come before those of the format.

use std::collections::{HashMap, HashSet};

use super::Cx;
use crate::ast::{BitsKind, Format, FormatLine, FormatLineKind as Line, Inst, Name};
use crate::span::Error;

/// Maximum nesting depth of parts.
const MAX_DEPTH: u32 = 8;

impl Cx {
    /// Replaces `with` lines, and creates a format for every entry that adds parts or opcode bits.
    pub(super) fn compose(&mut self, parts: &[Format], formats: &mut Vec<Format>, insts: &mut [Inst]) {
        let mut known: HashMap<&str, &Format> = HashMap::new();
        for part in parts {
            if known.insert(&part.name.text, part).is_some() {
                self.error(part.name.span, format!("there is a second part `{}`", part.name.text));
            }
        }
        for format in formats.iter_mut() {
            format.lines = self.unfolded(std::mem::take(&mut format.lines), &known, 0);
        }
        let mut made: HashSet<String> = HashSet::new();
        for inst in insts {
            self.composed(inst, &known, formats, &mut made);
        }
    }

    /// Replaces `with` lines with the lines of their parts.
    fn unfolded(&mut self, lines: Vec<FormatLine>, parts: &HashMap<&str, &Format>, depth: u32) -> Vec<FormatLine> {
        let mut out = Vec::new();
        for line in lines {
            match &line.kind {
                Line::With(_) if depth > MAX_DEPTH => self.error(line.span, "parts are nested too deeply"),
                Line::With(names) => {
                    for name in names {
                        if let Some(lines) = self.part(name, parts) {
                            out.extend(self.unfolded(lines, parts, depth + 1));
                        }
                    }
                }
                _ => out.push(line),
            }
        }
        out
    }

    fn part(&mut self, name: &Name, parts: &HashMap<&str, &Format>) -> Option<Vec<FormatLine>> {
        let found = parts.get(name.text.as_str());
        if found.is_none() {
            self.unknown("part", name, parts.keys().map(|k| (*k).to_string()).collect());
        }
        found.map(|part| part.lines.clone())
    }

    fn composed(
        &mut self,
        inst: &mut Inst,
        parts: &HashMap<&str, &Format>,
        formats: &mut Vec<Format>,
        made: &mut HashSet<String>,
    ) {
        let more: Vec<Vec<(u32, u32)>> = match inst.ops.first() {
            Some(op) => op.more.iter().map(|(pieces, _)| pieces.clone()).collect(),
            None => Vec::new(),
        };
        if inst.parts.is_empty() && more.is_empty() {
            return;
        }
        for op in &mut inst.ops {
            if !op.more.iter().map(|(pieces, _)| pieces).eq(more.iter()) {
                let message = format!("all opcodes of `{}` lie in the same bits", inst.name.text);
                self.errors.push(Error::new(op.span, message).help("write two entries"));
                return;
            }
            for (pieces, value) in std::mem::take(&mut op.more) {
                let width: u32 = pieces.iter().map(|(h, l)| h - l + 1).sum();
                if width < 64 && value >> width != 0 {
                    self.error(op.span, format!("{value:#x} does not fit {width} bits"));
                }
                op.value = op.value << width | value;
            }
        }
        for name in &mut inst.formats {
            let Some(base) = formats.iter().find(|f| f.name.text == name.text).cloned() else { continue };
            let mut full = name.text.clone();
            inst.parts.iter().for_each(|part| full += &format!("+{}", part.text));
            let places = more.iter().flatten().map(|(high, low)| format!("{high}:{low}")).collect::<Vec<_>>();
            if !places.is_empty() {
                full += &format!("/{}", places.join(","));
            }
            let composed = Name { text: full.clone(), span: name.span };
            if made.insert(full) {
                let with = FormatLine { kind: Line::With(inst.parts.clone()), range: None, span: name.span };
                let mut lines = self.unfolded(vec![with], parts, 0);
                lines.extend(base.lines);
                lines.extend(more.iter().map(|pieces| FormatLine {
                    kind: Line::Bits(pieces.clone(), BitsKind::Op),
                    range: None,
                    span: name.span,
                }));
                formats.push(Format { name: composed.clone(), lines, ..base });
            }
            *name = composed;
        }
    }
}
