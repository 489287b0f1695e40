//! Completion at a position of a text, for editors.

use std::collections::HashSet;
use std::ops::Range;

use isatope_core::tables::FieldKind;
use isatope_object::descriptor;

use super::directives::directive;
use super::values::{ChoiceKind, arguments, effective_modifiers, names, words};
use crate::Assembler;
use crate::assembler::tokens::{Token, TokenKind, tokens};
use crate::assembler::{directives, open_fields};
use crate::syntax::mnemonics::Form;

/// Completions at a position of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// Range of the text to replace, in bytes: the word before the position.
    pub replaces: Range<usize>,
    /// Completions, the most likely first.
    pub items: Vec<Completion>,
}

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The text.
    pub text: String,
    /// Kind of the completion.
    pub kind: CompletionKind,
    /// Short description.
    pub detail: String,
}

/// Kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CompletionKind {
    /// An instruction name.
    Mnemonic,
    /// A directive name.
    Directive,
    /// A register or a group of registers.
    Register,
    /// A constant or another named value.
    Value,
    /// A modifier, with its value, or with a colon before the value.
    Modifier,
    /// A name that the text defines.
    Symbol,
}

impl Assembler {
    /// Completions at a byte offset of a text: mnemonics and directives at the start of a statement, otherwise operands
    /// and modifiers of its instruction. They start with the word before the offset. There are no completions in
    /// comments and strings.
    pub fn complete(&self, text: &str, offset: usize) -> Completions {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let semicolons = self.tables.style.semicolons;
        let all: Vec<Token> = tokens(text, semicolons).collect();
        let hidden = |token: &&Token| matches!(token.kind, TokenKind::Comment | TokenKind::Text);
        if all
            .iter()
            .filter(hidden)
            .any(|t| t.start < offset && (offset < t.end || t.kind == TokenKind::Comment && offset == t.end))
        {
            return Completions::default();
        }
        let start = statement(text, offset, &all, semicolons);
        let before = &text[start..offset];
        let request = Request { assembler: self, text, tokens: &all, word: start + word_start(before)..offset };
        let mut inside = all.iter().filter(|token| (start..offset).contains(&token.start) && !hidden(token));
        match inside.find(|token| token.kind != TokenKind::Definition || token.end >= offset) {
            // A bracket directly after a mnemonic belongs to the same word.
            Some(first) if first.end < offset && first.end <= request.word.start => match first.kind {
                TokenKind::Mnemonic => request.behind_mnemonic(first),
                _ => request.symbols(),
            },
            _ => request.first_word(),
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// Start of the word at the end of a text. A group of registers is one word, even without the closing bracket: `s[2:`.
fn word_start(text: &str) -> usize {
    let open = text.rfind('[').filter(|open| text[open + 1..].chars().all(|c| is_word(c) || c == ':'));
    text[..open.unwrap_or(text.len())].trim_end_matches(is_word).len()
}

/// Start of the statement that contains an offset.
fn statement(text: &str, offset: usize, tokens: &[Token], semicolons: bool) -> usize {
    let mut end = offset;
    let breaks = |c: char| c == '\n' || c == ';' && semicolons;
    for token in tokens.iter().rev().filter(|token| token.start < offset) {
        let from = token.end.min(end);
        if let Some(at) = text[from..end].rfind(breaks) {
            return from + at + 1;
        }
        end = token.start;
    }
    text[..end].rfind(breaks).map_or(0, |at| at + 1)
}

/// A completion request: a position, and its context.
struct Request<'a> {
    assembler: &'a Assembler,
    text: &'a str,
    tokens: &'a [Token],
    /// Range of the word before the position.
    word: Range<usize>,
}

impl Request<'_> {
    fn prefix(&self) -> &str {
        &self.text[self.word.clone()]
    }

    /// Items that start with the word, each once.
    fn matching(&self, replaces: Range<usize>, items: impl Iterator<Item = Completion>) -> Completions {
        let prefix = &self.text[replaces.clone()];
        let mut seen = HashSet::new();
        let begins = |text: &str| text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
        let items = items.filter(|item| begins(&item.text) && seen.insert(item.text.clone())).collect();
        Completions { replaces, items }
    }

    /// Completions for a mnemonic or a directive. If modifiers are attached and the mnemonic is complete, completions
    /// for a modifier.
    fn first_word(&self) -> Completions {
        let tables = &self.assembler.tables;
        let prefix = self.prefix();
        if tables.arch.syntax.attaches()
            && let Some((mnemonic, end)) = tables.mnemonics.attached(prefix.as_bytes(), 0)
            && prefix[end..].starts_with('.')
        {
            let at = prefix.rfind('.').map_or(0, |at| at + 1);
            let words = tables.mnemonics.forms(mnemonic).flat_map(|form| self.modifiers(&form, None));
            let mut found = self.matching(self.word.start + at..self.word.end, words);
            found.items.extend(
                self.matching(self.word.clone(), self.mnemonics())
                    .items
                    .into_iter()
                    .map(|item| Completion { text: item.text[at..].to_string(), ..item }),
            );
            return found;
        }
        let (before, fields) = open_fields(&self.text[..self.word.start]);
        let field = |field: &descriptor::Field| Completion {
            text: format!("{before}{}", field.name),
            kind: CompletionKind::Directive,
            detail: format!("{} bits of the descriptor", field.bits),
        };
        let item = |text: &str| Completion {
            text: text.to_string(),
            kind: CompletionKind::Directive,
            detail: "directive".to_string(),
        };
        let fields: Vec<_> = fields.iter().filter(|field| !field.name.is_empty()).map(field).collect();
        let directives = directives().map(item);
        let words = fields.into_iter().chain(self.macros()).chain(self.mnemonics()).chain(directives);
        self.matching(self.word.clone(), words)
    }

    /// All mnemonics, with the suffixes of their formats.
    fn mnemonics(&self) -> impl Iterator<Item = Completion> + '_ {
        let tables = &self.assembler.tables;
        let arch = tables.arch;
        tables.mnemonics.names().flat_map(move |name| {
            let forms = tables.mnemonics.get(name).into_iter().flat_map(|spelled| tables.mnemonics.forms(spelled));
            let forms: Vec<Form> = forms.collect();
            let summary = forms.first().map_or("", |form| arch[arch[form.encoding.form].inst].summary.as_str());
            let suffixed = forms.into_iter().filter_map(move |form| {
                let suffix = arch[form.shape.format].suffixes.get(tables.dialect.index())?;
                (!suffix.is_empty()).then(|| format!("{name}{suffix}"))
            });
            let texts: Vec<String> = std::iter::once(name.to_string()).chain(suffixed).collect();
            texts.into_iter().map(move |text| Completion {
                text,
                kind: CompletionKind::Mnemonic,
                detail: summary.to_string(),
            })
        })
    }

    /// Macros that the text defines.
    fn macros(&self) -> impl Iterator<Item = Completion> + '_ {
        let text = self.text;
        let word = move |token: &Token| &text[token.start..token.end];
        self.tokens.windows(2).filter_map(move |pair| {
            let [before, token] = pair else { return None };
            let is_macro = directive(word(before)).is_some_and(|info| info.defines_macro);
            (is_macro && token.kind == TokenKind::Definition).then(|| Completion {
                text: word(token).to_string(),
                kind: CompletionKind::Symbol,
                detail: "macro".to_string(),
            })
        })
    }

    /// Names that the text defines.
    fn defined(&self) -> impl Iterator<Item = Completion> + '_ {
        let defined = self.tokens.iter().filter(|token| token.kind == TokenKind::Definition);
        let elsewhere = defined.filter(|token| token.end != self.word.end);
        elsewhere.map(|token| Completion {
            text: self.text[token.start..token.end].to_string(),
            kind: CompletionKind::Symbol,
            detail: "defined here".to_string(),
        })
    }

    fn symbols(&self) -> Completions {
        self.matching(self.word.clone(), self.defined())
    }

    /// Completions for an operand or a modifier of an instruction.
    fn behind_mnemonic(&self, first: &Token) -> Completions {
        let tables = &self.assembler.tables;
        let attaches = tables.arch.syntax.attaches();
        let Some((mnemonic, suffix, _)) = tables.mnemonics.named(self.text, first.start..first.end) else {
            return self.symbols();
        };
        let meant = suffix.map_or(0, |suffix| suffix.bit & mnemonic.suffixes);
        let wanted = |form: &Form| meant == 0 || meant & form.shape.suffixes != 0;
        let forms: Vec<Form> = tables.mnemonics.forms(mnemonic).filter(wanted).collect();
        let typed = &self.text[first.end..self.word.start];
        let (index, piece) = last_operand(typed);
        // A modifier attached to an operand.
        if attaches && let Some(dot) = self.prefix().rfind('.') {
            let words = forms.iter().flat_map(|form| self.modifiers(form, Some(index)));
            return self.matching(self.word.start + dot + 1..self.word.end, words);
        }
        // The value of a modifier.
        if let Some(before) = piece.strip_suffix(':')
            && let Some(colon) = self.text[..self.word.start].rfind(':')
        {
            let name = before.rsplit(char::is_whitespace).next().unwrap_or("");
            let all = forms.iter().flat_map(|form| self.modifiers(form, None));
            let whole = all.filter(|item| !item.text.ends_with([':', '[']));
            let found = self.matching(colon - name.len()..self.word.end, whole);
            let value = |item: Completion| Completion { text: item.text[name.len() + 1..].to_string(), ..item };
            return Completions { replaces: self.word.clone(), items: found.items.into_iter().map(value).collect() };
        }
        // An argument of a function, such as `hwreg(…)`.
        if let Some((function, number)) = open_call(piece) {
            let found = forms.iter().find_map(|form| self.arguments(form, index, function, number));
            if let Some(names) = found {
                return self.matching(self.word.clone(), names.into_iter());
            }
        }
        let is_operand =
            piece.trim_start_matches(['-', '|', '(', '^', '~', '+', ' ']).is_empty() || piece.ends_with('(');
        if is_operand && index < usize::from(mnemonic.most).max(1) {
            let operands = forms.iter().flat_map(|form| self.operands(form, index));
            let bare = (index == 0).then(|| forms.iter().filter(|form| form.shape.least == 0));
            let modifiers =
                bare.into_iter().flatten().filter(|_| !attaches).flat_map(|form| self.modifiers(form, None));
            return self.matching(self.word.clone(), operands.chain(modifiers));
        }
        if attaches || forms.iter().all(|form| index + 1 < usize::from(form.shape.least)) {
            return Completions { replaces: self.word.clone(), items: Vec::new() };
        }
        let written = |item: &Completion| {
            let name = item.text.split(':').next().unwrap_or_default();
            let words = piece.split_whitespace().skip(1).map(|word| word.split(':').next().unwrap_or_default());
            words.into_iter().any(|word| word.eq_ignore_ascii_case(name))
        };
        let modifiers = forms.iter().flat_map(|form| self.modifiers(form, None)).chain(self.format_words(&forms));
        self.matching(self.word.clone(), modifiers.filter(|item| !written(item)))
    }

    /// Names for an argument of a function in operand `index` of a form; `None` if it is no such function.
    fn arguments(&self, form: &Form, index: usize, function: &str, number: usize) -> Option<Vec<Completion>> {
        let tables = &self.assembler.tables;
        let slot = tables.arch[form.encoding.layout].slot_at(index, tables.dialect);
        let class = &tables.arch[form.slots().get(slot)?.class?];
        let names = arguments(tables.arch, class, (tables.version, tables.dialect), function, number)?;
        let item = |name: &str| Completion {
            text: name.to_string(),
            kind: CompletionKind::Value,
            detail: format!("argument {} of {function}", number + 1),
        };
        Some(names.into_iter().map(item).collect())
    }

    /// Possible values of operand `index` of a form.
    fn operands(&self, form: &Form, index: usize) -> Vec<Completion> {
        let tables = &self.assembler.tables;
        let layout = &tables.arch[form.encoding.layout];
        let slots = form.slots();
        let slot = layout.slot_at(index, tables.dialect);
        let Some(class) = slots.get(slot).and_then(|slot| slot.class) else { return Vec::new() };
        let field = slots[slot].field.map_or("", |field| layout[field].name.as_str());
        let found = names(tables.arch, (&tables.arch[class], field), tables.dialect, slots[slot].dwords);
        let item = |choice: super::values::Choice| Completion {
            text: choice.text,
            kind: match choice.kind {
                ChoiceKind::Register => CompletionKind::Register,
                ChoiceKind::Value => CompletionKind::Value,
            },
            detail: choice.detail.to_string(),
        };
        let constants = tables.arch[class].codes.iter().any(|range| {
            use isatope_core::tables::Kind;
            matches!(range.kind, Kind::Number(_) | Kind::Literal | Kind::Int { .. })
        });
        found.into_iter().map(item).chain(self.defined().filter(|_| constants)).collect()
    }

    /// Modifiers of a form: those of operand `index`, if modifiers are attached to operands, otherwise the others.
    fn modifiers(&self, form: &Form, index: Option<usize>) -> Vec<Completion> {
        let tables = &self.assembler.tables;
        let (arch, dialect) = (tables.arch, tables.dialect);
        let layout = &arch[form.encoding.layout];
        let field = index.and_then(|index| match layout.slots.get(layout.slot_at(index, dialect)) {
            Some(isatope_core::tables::Slot::Field(field)) => Some(*field),
            _ => None,
        });
        let here = effective_modifiers(form.encoding, layout, dialect)
            .filter(|used| used.at.is_none() == index.is_none() && (used.at.is_none() || used.at == field));
        let item = |text: String, name: &str, bits: u32| Completion {
            text,
            kind: CompletionKind::Modifier,
            detail: format!("modifier {name}, {bits} bit{}", if bits == 1 { "" } else { "s" }),
        };
        let plain = here.filter(|used| layout[used.field].kind == FieldKind::Plain);
        plain
            .flat_map(|used| {
                let (name, bits) = (arch[used.modifier].name.as_str(), layout[used.field].bits);
                words(arch, used.modifier, dialect).into_iter().map(move |text| item(text, name, bits))
            })
            .collect()
    }

    /// Words that request the format of one of several forms.
    fn format_words<'f>(&'f self, forms: &'f [Form]) -> impl Iterator<Item = Completion> + 'f {
        let words = self.assembler.tables.format_words.iter();
        let several = forms.iter().any(|form| form.shape.format != forms[0].shape.format);
        let here = words.filter(move |word| several && forms.iter().any(|form| form.is_among(word.formats)));
        here.map(|word| Completion {
            text: word.word.to_string(),
            kind: CompletionKind::Modifier,
            detail: "format".to_string(),
        })
    }
}

/// The function whose argument ends a text, and the number of the argument from 0: `hwreg(a, ` has `hwreg` and 1.
fn open_call(text: &str) -> Option<(&str, usize)> {
    let open = text.rfind('(').filter(|open| !text[*open..].contains(')'))?;
    let function = &text[text[..open].trim_end_matches(is_word).len()..open];
    (!function.is_empty()).then(|| (function, text[open..].matches([',', '|']).count()))
}

/// Number of commas before the last operand of a text, outside of brackets, and the text of that operand.
fn last_operand(typed: &str) -> (usize, &str) {
    let (mut depth, mut count, mut start) = (0_i32, 0, 0);
    for (at, c) in typed.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth <= 0 => (count, start) = (count + 1, at + 1),
            _ => {}
        }
    }
    (count, typed[start..].trim())
}
