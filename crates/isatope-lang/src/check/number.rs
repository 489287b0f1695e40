//! Name tables, and the spellings of numbers.

use super::Cx;
use super::format::spread;
use crate::ast::Name;
use crate::ast::{NameTable as Table, Number as Tree, Spelling as Line, SpellingKind as Kind};
use crate::model::{NameEntry, NameTable, Number, NumberStyle, Spelling, SpellingArgument, SpellingKind};

impl Cx {
    pub fn name_tables(&mut self, tables: &[Table]) {
        for table in tables {
            if self.name_tables.insert(table.name.text.clone(), self.model.names.len()).is_some() {
                self.error(table.name.span, format!("there is a second name table `{}`", table.name.text));
            }
            let mut entries: Vec<NameEntry> = Vec::new();
            for line in &table.entries {
                let all = self.all();
                let versions = self.range(&line.range, all);
                let mut print: Vec<Option<String>> = vec![None; self.model.dialects.len()];
                let mut names = Vec::new();
                for (dialect, texts) in &line.names {
                    names.extend(texts.iter().cloned());
                    let first = texts.first().cloned();
                    match dialect {
                        Some(dialect) => {
                            if let Some(d) = self.dialect(dialect) {
                                print[d] = first;
                            }
                        }
                        None => print.fill(first),
                    }
                }
                let taken = entries.iter().any(|e| e.value == line.value && !e.versions.and(versions).is_empty());
                if taken {
                    self.error(line.span, format!("{} already has a name in these versions", line.value));
                }
                entries.push(NameEntry { value: line.value, versions, print, names });
            }
            self.model.names.push(NameTable { name: table.name.text.clone(), doc: table.doc.clone(), entries });
        }
    }

    pub fn number_style(&mut self, name: &Name) -> NumberStyle {
        match name.text.as_str() {
            "hex" => NumberStyle::Hex,
            "decimal" => NumberStyle::Decimal,
            "signed" => NumberStyle::Signed,
            "signed_hex" => NumberStyle::SignedHex,
            "small" => NumberStyle::Small,
            "relative" => NumberStyle::Relative,
            _ => {
                let known = ["hex", "decimal", "signed", "signed_hex", "small", "relative"].map(String::from).to_vec();
                self.unknown("style of numbers", name, known);
                NumberStyle::Hex
            }
        }
    }

    pub fn number(&mut self, tree: &Tree, bits: u32) -> Number {
        let mut styles = vec![self.number_style(&tree.style); self.model.dialects.len()];
        for (dialect, style) in &tree.styles {
            let style = self.number_style(style);
            if let Some(d) = self.dialect(dialect) {
                styles[d] = style;
            }
        }
        let spellings = tree.spellings.iter().map(|line| self.spelling(line, bits)).collect();
        Number { target: tree.target, unsigned: tree.unsigned, styles, spellings }
    }

    fn spelling(&mut self, line: &Line, bits: u32) -> Spelling {
        let all = self.all();
        let versions = self.range(&line.range, all);
        let mut dialects = 0;
        for dialect in &line.dialects {
            dialects |= self.dialect(dialect).map_or(0, |d| 1 << d);
        }
        if line.dialects.is_empty() {
            dialects = u8::MAX;
        }
        let mut shown = 0;
        let mut show = |cx: &mut Self, pieces: &Vec<(u32, u32)>| {
            let (mask, _) = spread(pieces, u64::MAX, 0);
            if bits < 64 && mask >> bits != 0 {
                cx.error(line.span, format!("the field has {bits} bits, and this line shows higher ones"));
            }
            if mask & shown != 0 {
                cx.error(line.span, "this line shows a bit twice");
            }
            shown |= mask;
        };
        let kind = match &line.kind {
            Kind::Call(name, arguments) => {
                let mut list = Vec::new();
                for argument in arguments {
                    show(self, &vec![argument.bits]);
                    let names = argument.names.as_ref().and_then(|table| {
                        let found = self.name_tables.get(&table.text).copied();
                        if found.is_none() {
                            self.unknown("name table", table, self.name_tables.keys().cloned().collect());
                        }
                        found
                    });
                    list.push(SpellingArgument {
                        bits: argument.bits,
                        plus: argument.plus,
                        names,
                        number: argument.number.clone(),
                    });
                }
                SpellingKind::Call(name.text.clone(), list)
            }
            Kind::Counters(separator, fields) => {
                for (_, pieces) in fields {
                    show(self, pieces);
                }
                let fields = fields.iter().map(|(name, pieces)| (name.text.clone(), pieces.clone())).collect();
                SpellingKind::Counters { separator: separator.clone(), fields }
            }
            Kind::Flags(name, flags) => {
                for (_, bit) in flags {
                    show(self, &vec![(*bit, *bit)]);
                }
                SpellingKind::Flags(name.text.clone(), flags.clone())
            }
        };
        if line.rest & shown != 0 {
            self.error(line.span, "`rest` is about the bits that the line does not show");
        }
        Spelling { dialects, versions, shown, rest: line.rest, kind }
    }
}
