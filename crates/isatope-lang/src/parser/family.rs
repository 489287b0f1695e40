//! Parses families: expands a list of declarations once per row.

use super::{Failed, Parsed, Parser};
use crate::ast::{Argument, Decl};
use crate::lexer::{Kind, Token};
use crate::span::{Error, Span};

/// Maximum number of tokens that the families of one file may expand to. Nested families are counted at each level.
pub(super) const MAX_UNFOLDED: usize = 500_000;

/// Maximum length in bytes of a name or string after parameters are replaced.
const MAX_TEXT: usize = 1 << 16;

/// A row of a family: its parameters and their values.
#[derive(Clone, Copy)]
pub(super) struct Family<'a> {
    pub(super) names: &'a [String],
    pub(super) values: &'a [Argument],
}

impl Parser<'_> {
    pub(super) fn family(&mut self, decls: &mut Vec<Decl>) -> Parsed<()> {
        let start = self.last_span();
        let in_place;
        let (names, rows) = if self.is_over_table() {
            self.rows_of_table()?
        } else {
            in_place = self.rows_in_place()?;
            (&in_place.names[..], in_place.rows.iter().map(Vec::as_slice).collect())
        };
        if let Some(name) = names.iter().find(|n| self.families.iter().any(|f| f.names.contains(n))) {
            let error = Error::new(start, format!("a family around this one has `{name}` too"));
            return self.fail(error.help("give one of the two another name"));
        }
        self.skip_newlines();
        let first = self.at;
        self.skip_braces()?;
        let body = &self.tokens[first + 1..self.at - 1];
        *self.unfolded = self.unfolded.saturating_add((1 + body.len()).saturating_mul(rows.len()));
        if *self.unfolded > MAX_UNFOLDED {
            return self.too_much(start);
        }
        for values in rows {
            let family = Family { names, values };
            let mut tokens = Vec::with_capacity(body.len().min(MAX_UNFOLDED) + 2);
            for token in body {
                if *self.unfolded > MAX_UNFOLDED {
                    return self.too_much(start);
                }
                replace(&token.kind, family, &mut |kind| tokens.push(Token { kind, ..*token }));
                // A parameter with many tokens or a long text counts accordingly.
                if let Some(Token { kind: Kind::Name(t) | Kind::Str(t) | Kind::Doc(t), .. }) = tokens.last() {
                    *self.unfolded = self.unfolded.saturating_add(t.len() / 32);
                }
            }
            // The parameters of enclosing families are copied too.
            let more = tokens.len().saturating_sub(body.len()) + 16 * self.families.len();
            *self.unfolded = self.unfolded.saturating_add(more);
            let end = self.tokens[self.at - 1].span;
            tokens.push(Token { kind: Kind::Newline, span: end, spaced: false });
            tokens.push(Token { kind: Kind::End, span: end, spaced: false });
            let depth = self.depth + 1;
            if depth > super::MAX_DEPTH {
                return self.fail(Error::new(end, "families are nested too deep"));
            }
            let mut families = self.families.clone();
            families.push(family);
            Parser {
                tokens: &tokens,
                at: 0,
                brackets: 0,
                in_head: false,
                depth,
                text: self.text,
                tables: self.tables,
                families,
                unfolded: self.unfolded,
                errors: self.errors,
            }
            .decls(decls);
        }
        Ok(())
    }

    /// Whether a family over a table follows: `NAME {`, `NAME with` or `NAME without`.
    fn is_over_table(&mut self) -> bool {
        let next = self.tokens.get(self.at + 1).map(|t| &t.kind);
        let chosen = matches!(next, Some(Kind::Name(n)) if n == "with" || n == "without");
        let over = chosen || next == Some(&Kind::Punct("{"));
        over && matches!(self.peek(), Kind::Name(_))
    }

    /// Stops the expansion of families, with one message for the whole file.
    pub(super) fn too_much<T>(&mut self, span: Span) -> Parsed<T> {
        if *self.unfolded < usize::MAX {
            *self.unfolded = usize::MAX;
            return self.fail(Error::new(span, "the families of this file unfold to too much text"));
        }
        Err(Failed)
    }

    /// Source text of a span, in which the parameters of enclosing families are replaced.
    pub(super) fn source_text(&self, span: Span) -> String {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        self.families.iter().fold(text.to_string(), |text, family| replace_text(&text, *family))
    }

    /// Skips `{ … }`.
    fn skip_braces(&mut self) -> Parsed<()> {
        self.expect("{")?;
        let mut depth = 1;
        while depth > 0 {
            match self.next().kind {
                Kind::Punct("{") => depth += 1,
                Kind::Punct("}") => depth -= 1,
                Kind::End => return self.expected("`}`"),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Replaces `$name` in one token. A token that consists of a parameter becomes the tokens of its value.
pub(super) fn replace(kind: &Kind, family: Family<'_>, put: &mut impl FnMut(Kind)) {
    match kind {
        Kind::Name(text) if text.contains('$') => {
            match text.strip_prefix('$').and_then(|n| family.names.iter().position(|p| p == n)) {
                Some(i) => family.values[i].tokens.iter().cloned().for_each(put),
                None => put(Kind::Name(replace_text(text, family))),
            }
        }
        Kind::Str(text) => put(Kind::Str(replace_text(text, family))),
        Kind::Doc(text) => put(Kind::Doc(replace_text(text, family))),
        _ => put(kind.clone()),
    }
}

/// Replaces every `$name`, the longest parameter first. A text that becomes too long is truncated.
pub(super) fn replace_text(text: &str, family: Family<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(i) = rest.find('$') {
        out.push_str(&rest[..i]);
        rest = &rest[i + 1..];
        match longest(rest, family.names) {
            Some(_) if out.len() > MAX_TEXT => return out,
            Some(k) => {
                out.push_str(&family.values[k].text);
                rest = &rest[family.names[k].len()..];
            }
            None => out.push('$'),
        }
    }
    out + rest
}

/// Parameters that a text mentions as `$name`.
pub(super) fn mentions<'t>(text: &'t str, names: &'t [String]) -> impl Iterator<Item = usize> + 't {
    text.match_indices('$').filter_map(|(i, _)| longest(&text[i + 1..], names))
}

/// The longest name at the start of the text.
fn longest(text: &str, names: &[String]) -> Option<usize> {
    (0..names.len()).filter(|&i| text.starts_with(names[i].as_str())).max_by_key(|&i| names[i].len())
}
