//! Families: a body of declarations, repeated with its parameters replaced.

use super::{Failed, Parsed, Parser};
use crate::ast::{Argument, Decl};
use crate::lexer::{Kind, Token};
use crate::span::{Error, Span};

/// How many tokens the families of one file may unfold to, those of families in families counted at each level.
const MAX_UNFOLDED: usize = 500_000;

/// Longest name or string, in bytes, that replacing parameters may give.
pub(super) const MAX_TEXT: usize = 1 << 16;

impl Parser<'_> {
    pub(super) fn family(&mut self, decls: &mut Vec<Decl>) -> Parsed<()> {
        let start = self.last_span();
        let names = self.parameters()?;
        self.expect_word("in")?;
        let tuples = self.tuples(names.len())?;
        self.skip_newlines();
        let first = self.at;
        self.skip_braces()?;
        let body = &self.tokens[first + 1..self.at - 1];
        *self.unfolded = self.unfolded.saturating_add(body.len().saturating_mul(tuples.len()));
        for tuple in &tuples {
            let mut tokens = Vec::with_capacity(body.len().min(MAX_UNFOLDED) + 2);
            for token in body {
                if *self.unfolded > MAX_UNFOLDED {
                    return self.too_much(start);
                }
                replace(token, &names, tuple, &mut tokens);
                // A parameter that stands for many tokens, or for a long text, counts as much.
                if let Some(Token { kind: Kind::Name(t) | Kind::Str(t) | Kind::Doc(t), .. }) = tokens.last() {
                    *self.unfolded = self.unfolded.saturating_add(t.len() / 32);
                }
            }
            // The parameters of the families around are carried along.
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
            families.push((names.clone(), tuple.clone()));
            Parser {
                tokens: &tokens,
                at: 0,
                brackets: 0,
                depth,
                text: self.text,
                families,
                unfolded: self.unfolded,
                errors: self.errors,
            }
            .decls(decls);
        }
        Ok(())
    }

    /// Gives up on families, with one message for the whole file.
    fn too_much(&mut self, span: Span) -> Parsed<()> {
        if *self.unfolded < usize::MAX {
            *self.unfolded = usize::MAX;
            return self.fail(Error::new(span, "the families of this file unfold to too much text"));
        }
        Err(Failed)
    }

    fn parameters(&mut self) -> Parsed<Vec<String>> {
        if !self.eat("(") {
            return Ok(vec![self.name("a family parameter")?.text]);
        }
        let names = self.separated(|p| Ok(p.name("a family parameter")?.text))?;
        self.expect(")")?;
        Ok(names)
    }

    fn tuples(&mut self, width: usize) -> Parsed<Vec<Vec<Argument>>> {
        self.expect("{")?;
        let mut tuples = Vec::new();
        loop {
            self.skip_newlines();
            if self.eat("}") {
                return Ok(tuples);
            }
            let span = self.span();
            let mut tuple = Vec::new();
            if self.eat("(") {
                loop {
                    self.skip_newlines();
                    tuple.push(self.argument()?);
                    self.skip_newlines();
                    if !self.eat(",") {
                        self.expect(")")?;
                        break;
                    }
                }
            } else {
                tuple.push(self.argument()?);
            }
            if tuple.len() != width {
                let message = format!("this tuple has {} values, the family has {width} parameters", tuple.len());
                return self.fail(Error::new(span.to(self.last_span()), message));
            }
            tuples.push(tuple);
            self.skip_newlines();
            if !self.eat(",") {
                self.skip_newlines();
                self.expect("}")?;
                return Ok(tuples);
            }
        }
    }

    /// Tokens up to a comma or the closing bracket.
    fn argument(&mut self) -> Parsed<Argument> {
        let mut tokens = Vec::new();
        let start = self.span();
        let mut depth = 0;
        loop {
            match self.peek() {
                Kind::Punct("," | ")" | "}") if depth == 0 => break,
                Kind::Newline | Kind::End => break,
                Kind::Punct("(" | "[") => depth += 1,
                Kind::Punct(")" | "]") => depth -= 1,
                _ => {}
            }
            tokens.push(self.next().kind.clone());
        }
        if tokens.is_empty() {
            return self.expected("a value for a family parameter");
        }
        let span = start.to(self.last_span());
        let text = match &tokens[..] {
            [Kind::Str(s)] => s.clone(),
            _ => self.text.get(span.start as usize..span.end as usize).unwrap_or_default().to_string(),
        };
        Ok(Argument { tokens, text })
    }

    /// Steps over `{ … }`.
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

/// Replaces `$name` in one token; a token that is a parameter alone becomes the argument's tokens.
fn replace(token: &Token, names: &[String], tuple: &[Argument], out: &mut Vec<Token>) {
    let same = |kind| Token { kind, span: token.span, spaced: token.spaced };
    match &token.kind {
        Kind::Name(text) if text.contains('$') => {
            if let Some(i) = text.strip_prefix('$').and_then(|n| names.iter().position(|p| p == n)) {
                out.extend(tuple[i].tokens.iter().map(|k| same(k.clone())));
                return;
            }
            let text = replace_text(text, names, tuple);
            out.push(same(Kind::Name(text)));
        }
        Kind::Str(text) => out.push(same(Kind::Str(replace_text(text, names, tuple)))),
        Kind::Doc(text) => out.push(same(Kind::Doc(replace_text(text, names, tuple)))),
        _ => out.push(token.clone()),
    }
}

/// Replaces every `$name`, longest parameter first. A text that gets too long is cut off.
pub(super) fn replace_text(text: &str, names: &[String], tuple: &[Argument]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(i) = rest.find('$') {
        out.push_str(&rest[..i]);
        rest = &rest[i + 1..];
        let best = names.iter().enumerate().filter(|(_, n)| rest.starts_with(n.as_str())).max_by_key(|(_, n)| n.len());
        match best {
            Some(_) if out.len() > MAX_TEXT => return out,
            Some((k, name)) => {
                out.push_str(&tuple[k].text);
                rest = &rest[name.len()..];
            }
            None => out.push('$'),
        }
    }
    out + rest
}
