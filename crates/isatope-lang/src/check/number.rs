//! Checks the spellings of numbers.

use super::Cx;
use super::format::spread;
use crate::ast::Name;
use crate::ast::{Number as Tree, Spelling as Line, SpellingKind as Kind};
use crate::model::{Number, NumberStyle, Spelling, SpellingArgument, SpellingKind};

impl Cx {
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
                if arguments.iter().any(|a| a.label.is_some() != arguments[0].label.is_some()) {
                    self.error(line.span, "either all arguments have names after `as`, or none has");
                }
                for argument in arguments {
                    show(self, &vec![argument.bits]);
                    let names = argument.names.as_ref().and_then(|set| self.names(set));
                    if let Some((name, value)) = &argument.label {
                        let ((high, low), least) = (argument.bits, argument.plus);
                        let most = ((1 << (high - low + 1)) - 1_u64).saturating_add(least);
                        if !(least..=most).contains(value) {
                            self.error(name.span, format!("`{}` is {least} to {most}", name.text));
                        }
                    }
                    list.push(SpellingArgument {
                        bits: argument.bits,
                        plus: argument.plus,
                        names,
                        number: argument.number.clone(),
                        label: argument.label.as_ref().map(|(name, value)| (name.text.clone(), *value)),
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
