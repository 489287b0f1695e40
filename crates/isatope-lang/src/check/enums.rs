//! Checks enums and their uses as types, words of modifiers, operand codes and spellings of
//! numbers.

use super::body::{Binding, Body};
use super::fold::fold;
use super::{Cx, parse_type};
use crate::ast::{self, BitsKind, Expr as TreeExpr, ExprKind as TreeKind, FormatLineKind, Name, NameSet};
use crate::model::{Class, CodeKind, CodeRange, Enum, Expr, ExprKind, Member, Names, Type, VersionSet, Word, WordForm};
use crate::span::{Error, Span};

impl Cx {
    /// Checks the declaration of an enum.
    pub(super) fn enumeration(&mut self, tree: ast::Enum) {
        let name = &tree.name.text;
        if parse_type(name).is_some() || crate::words::WORDS.iter().any(|w| w.called && w.name == name) {
            self.error(tree.name.span, format!("`{name}` is a word of the language"));
        }
        let Some(Type::Int { bits, signed: false }) = parse_type(&tree.ty.text).filter(|t| t.bits() <= 64) else {
            let error = Error::new(tree.ty.span, "the values of an enum are unsigned and have at most 64 bits");
            self.errors.push(error.help("write the width of the field that holds them: u2"));
            return;
        };
        let mut members: Vec<Member> = Vec::new();
        for line in &tree.members {
            if let Some(member) = self.member(line, bits, &members) {
                members.push(member);
            }
        }
        if self.enums.insert(name.clone(), self.model.enums.len()).is_some() {
            self.error(tree.name.span, format!("there is a second enum `{name}`"));
        }
        self.model.enums.push(Enum { name: tree.name.text, doc: tree.doc, bits, members });
    }

    fn member(&mut self, line: &ast::Member, bits: u32, before: &[Member]) -> Option<Member> {
        let name = &line.name.text;
        let max = u64::MAX >> (64 - bits);
        if line.last < line.first {
            self.error(line.span, "the last value comes before the first");
            return None;
        }
        if line.last > max {
            self.error(line.span, format!("{} does not fit {bits} bits", line.last));
            return None;
        }
        let all = self.all();
        let versions = self.range(&line.range, all);
        let both = |m: &&Member| !m.versions.and(versions).is_empty();
        if let Some(other) = before.iter().filter(both).find(|m| m.first <= line.last && line.first <= m.last) {
            let value = other.first.max(line.first);
            self.error(line.span, format!("{value} is `{}` already", other.name));
        }
        let same = before.iter().find(|m| m.name == *name);
        if same.is_some_and(|m| (m.first, m.last) != (line.first, line.last)) {
            let error = Error::new(line.name.span, format!("`{name}` has another value already"));
            self.errors.push(error.help("a name has the same value in all versions"));
        }
        let form = match line.form {
            ast::WordForm::Alone => WordForm::Alone,
            ast::WordForm::Number(n) => WordForm::Number(n),
            ast::WordForm::List { count, bits } => WordForm::List { count, bits },
        };
        let given = !line.names.is_empty() || !line.spelled.is_empty();
        if line.unwritten && (given || form != WordForm::Alone) {
            self.error(line.span, "an `unwritten` member has no spelling");
        }
        if !line.unwritten && !tells_apart(form, line.first, line.last) {
            let error = Error::new(line.span, "the word does not say which of these values it is");
            self.errors.push(error.help("add `number 0` or `list 4 of 2`, or `unwritten` for values without a word"));
        }
        let spelled = line.spelled.iter().filter_map(|(d, texts)| Some((self.dialect(d)?, texts.clone()))).collect();
        Some(Member {
            name: name.clone(),
            doc: line.doc.clone(),
            first: line.first,
            last: line.last,
            versions,
            names: if given || line.unwritten { line.names.clone() } else { vec![name.clone()] },
            spelled,
            form,
        })
    }

    /// An enum as a type, by its name.
    pub(super) fn enum_type(&self, name: &str) -> Option<Type> {
        let index = *self.enums.get(name)?;
        Some(Type::Enum { index, bits: self.model.enums[index].bits })
    }

    /// Values of a member.
    pub(super) fn member_values(&self, list: usize, name: &str) -> Vec<(u128, u128)> {
        let members = self.model.enums[list].members.iter().filter(|m| m.name == name);
        let mut values: Vec<_> = members.map(|m| (u128::from(m.first), u128::from(m.last))).collect();
        values.dedup();
        values
    }

    fn enum_named(&mut self, name: &Name) -> Option<usize> {
        let found = self.enums.get(&name.text).copied();
        if found.is_none() {
            self.unknown("enum", name, self.enums.keys().cloned().collect());
        }
        found
    }

    /// Words of a modifier, and the enum that they come from. `single`: each word must mean one value.
    pub(super) fn words(&mut self, words: ast::Words, single: bool) -> (Vec<Word>, Option<usize>) {
        match words {
            ast::Words::Own(words) => (self.own_words(words, single), None),
            ast::Words::Enum(set) => match self.names(&set) {
                Some(names) => (self.words_of(&names, &set.list, single), Some(names.list)),
                None => (Vec::new(), None),
            },
        }
    }

    fn own_words(&mut self, words: Vec<ast::Word>, single: bool) -> Vec<Word> {
        let mut out: Vec<Word> = Vec::new();
        for word in words {
            if out.iter().any(|w| w.first <= word.last && word.first <= w.last) {
                self.error(word.span, "there is already a word for one of these values");
            }
            let form = match word.form {
                ast::WordForm::Alone => WordForm::Alone,
                ast::WordForm::Number(n) => WordForm::Number(n),
                ast::WordForm::List { count, bits } => WordForm::List { count, bits },
            };
            if word.last < word.first
                || !tells_apart(form, word.first, word.last)
                || (single && form != WordForm::Alone)
            {
                self.error(word.span, "the word does not say which of these values it is");
            }
            let spelled = word.spelled.into_iter().filter_map(|(d, text)| Some((self.dialect(&d)?, text))).collect();
            out.push(Word { first: word.first, last: word.last, names: word.names, spelled, form });
        }
        out
    }

    /// Members of an enum as words of a modifier. Every dialect prints them in every version.
    fn words_of(&mut self, names: &Names, name: &Name, single: bool) -> Vec<Word> {
        let mut words = Vec::new();
        let list = &self.model.enums[names.list];
        let members: Vec<Member> = names.members.iter().map(|&i| list.members[i].clone()).collect();
        for member in members.into_iter().filter(Member::is_written) {
            let problem = if single && member.form != WordForm::Alone {
                Some("is a range, and words of this modifier have one value")
            } else if member.versions != self.all() {
                Some("exists in some versions only, and words of modifiers in all")
            } else if member.names.is_empty() {
                Some("has no spelling for every dialect, and words of modifiers need one")
            } else {
                None
            };
            if let Some(problem) = problem {
                self.error(name.span, format!("`{}` of `{}` {problem}", member.name, name.text));
                continue;
            }
            let spelled = member.spelled.iter().flat_map(|(d, texts)| texts.iter().map(|text| (*d, text.clone())));
            words.push(Word {
                first: member.first,
                last: member.last,
                spelled: spelled.collect(),
                names: member.names,
                form: member.form,
            });
        }
        words
    }

    /// Operand codes that only have the names of an enum; value 0 is code `base`.
    pub(super) fn codes_of(&mut self, list: usize, base: u64, versions: VersionSet, span: Span) -> Vec<CodeRange> {
        let mut codes = Vec::new();
        for member in self.model.enums[list].members.clone().into_iter().filter(Member::is_written) {
            if member.form != WordForm::Alone || member.names.is_empty() {
                let message = format!("`{}` cannot name an operand code", member.name);
                let error = Error::new(span, message);
                self.errors.push(error.help("the name of a code has one value, in every dialect"));
                continue;
            }
            // Additional spellings that a dialect reads are accepted in all dialects.
            let more = member.spelled.iter().flat_map(|(_, texts)| texts.iter().skip(1).cloned());
            codes.push(CodeRange {
                first: base + member.first,
                last: base + member.last,
                versions: versions.and(member.versions),
                kind: CodeKind::Name,
                spelled: member.spelled.iter().filter_map(|(d, texts)| Some((*d, texts.first()?.clone()))).collect(),
                names: member.names.iter().cloned().chain(more).collect(),
                only: None,
                offset: 0,
                last_use: false,
                note: None,
            });
        }
        codes
    }

    /// The operand class with this name, or one made of an enum, because the parts of a field are written like
    /// operands.
    pub(super) fn class_of_names(&mut self, name: &Name) -> Option<usize> {
        if let Some(&class) = self.classes.get(&name.text) {
            return Some(class);
        }
        let list = *self.enums.get(&name.text)?;
        let all = self.all();
        let codes = self.codes_of(list, 0, all, name.span);
        let Enum { doc, bits, .. } = self.model.enums[list].clone();
        let class = self.model.classes.len();
        self.classes.insert(name.text.clone(), class);
        self.model.classes.push(Class { name: name.text.clone(), bits, doc, codes });
        Some(class)
    }

    /// Makes fields plain if their type is an enum. The parser cannot know that the name is not an operand class.
    pub(super) fn fields_of_enums(&self, format: &mut ast::Format) {
        for line in &mut format.lines {
            if let FormatLineKind::Bits(_, kind) = &mut line.kind
                && let BitsKind::Operand(field, ty) = kind
                && self.enums.contains_key(&ty.text)
            {
                *kind = BitsKind::Plain(field.clone(), ty.clone());
            }
        }
    }

    /// The members of an enum that a modifier or a spelling of a number uses.
    pub(super) fn names(&mut self, set: &NameSet) -> Option<Names> {
        let list = self.enum_named(&set.list)?;
        let known = self.model.enums[list].names();
        for name in &set.members {
            if !known.contains(&name.text) {
                self.unknown(&format!("member of `{}` named", set.list.text), name, known.clone());
            }
        }
        let named = |member: &String| set.members.iter().any(|n| n.text == *member);
        let wanted = |member: &String| set.members.is_empty() || named(member) != set.except;
        let members = (0..known.len()).filter(|&i| wanted(&known[i])).collect();
        Some(Names { list, members })
    }
}

/// Whether a word with its number or list determines the value within a range.
fn tells_apart(form: WordForm, first: u64, last: u64) -> bool {
    let room = match form {
        WordForm::Alone => 1,
        WordForm::Number(_) => u64::MAX,
        WordForm::List { count, bits } if count * bits < 64 => 1 << (count * bits),
        WordForm::List { .. } => 0,
    };
    last - first < room
}

impl Body<'_> {
    /// A member's name where a value of its enum is expected. `None` if the name is not a member, or is a variable of
    /// this enum.
    #[allow(clippy::option_option)]
    pub(super) fn member(&mut self, name: &str, expected: Option<Type>, span: Span) -> Option<Option<Expr>> {
        let Some(ty @ Type::Enum { index, .. }) = expected else { return None };
        let variable = matches!(self.lookup(name), Some(Binding::Local { index, .. }) if self.locals[index].ty == ty);
        if variable {
            return None;
        }
        let found = self.value_of_member(index, name, span);
        let tree = TreeExpr { kind: Box::new(TreeKind::Name(name.to_string())), span };
        if found.is_some() || self.quiet_type(&tree).is_some() {
            return found;
        }
        let list = &self.cx.model.enums[index];
        let (what, known) = (format!("member of `{}` named", list.name), list.names());
        self.cx.unknown(&what, &Name { text: name.to_string(), span }, known);
        Some(None)
    }

    /// `rounding.rtz`, in any place for a value.
    #[allow(clippy::option_option)]
    pub(super) fn qualified_member(&mut self, name: &str, span: Span) -> Option<Option<Expr>> {
        let (list, member) = name.split_once('.')?;
        let list = *self.cx.enums.get(list)?;
        self.value_of_member(list, member, span)
    }

    #[allow(clippy::option_option)]
    fn value_of_member(&mut self, list: usize, name: &str, span: Span) -> Option<Option<Expr>> {
        let &(first, last) = self.cx.member_values(list, name).first()?;
        if first != last {
            let message = format!("`{name}` stands for {} values", last - first + 1);
            self.error_help(span, message, "it can be an arm of a `match`");
            return Some(None);
        }
        let ty = Type::Enum { index: list, bits: self.cx.model.enums[list].bits };
        Some(Some(Expr { ty, kind: ExprKind::Const(first) }))
    }

    /// Whether a side of a comparison is a name whose enum only the other side determines.
    pub(super) fn is_open_member(&mut self, tree: &TreeExpr) -> bool {
        let TreeKind::Name(name) = &*tree.kind else { return false };
        self.cx.model.enums.iter().any(|e| e.members.iter().any(|m| m.name == *name)) && self.quiet_type(tree).is_none()
    }

    /// Reports a number where a member is expected.
    pub(super) fn number_for_member(&mut self, list: usize, value: Option<u128>, span: Span) {
        let message = format!("expected {}, found a number", self.cx.model.enums[list].name);
        let help = self.help_for_number(list, value);
        self.error_help(span, message, help);
    }

    /// Help text that replaces a number.
    pub(super) fn help_for_number(&self, list: usize, value: Option<u128>) -> String {
        let known = &self.cx.model.enums[list];
        match known.members.iter().find(|m| Some(u128::from(m.first)) == value && m.first == m.last) {
            Some(member) => format!("write `{}`", member.name),
            None => format!("write the name of a member, or {}(…) for any value", known.name),
        }
    }

    /// `rounding(x)`: the value with these bits.
    pub(super) fn convert_to_enum(
        &mut self,
        name: &Name,
        arguments: &[TreeExpr],
        ty: Type,
        span: Span,
    ) -> Option<Expr> {
        self.count(name, arguments, 1, span)?;
        let value = self.expr(&arguments[0], Some(Type::u(ty.bits())))?;
        Some(fold(Expr { ty, kind: ExprKind::Bitcast(Box::new(value)) }))
    }

    /// Help for a name that is not a value but a member of an enum that the context does not determine.
    pub(super) fn enum_with(&self, name: &str) -> Option<String> {
        let list = self.cx.model.enums.iter().find(|e| e.members.iter().any(|m| m.name == name))?;
        Some(format!("the member of an enum is `{}.{name}` where nothing says which enum is meant", list.name))
    }
}
