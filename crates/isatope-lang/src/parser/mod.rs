//! Parses tokens into declarations. Families are expanded here, on tokens, so that the checker sees only plain
//! declarations.

mod arch;
mod body;
mod checks;
mod costs;
mod decl;
mod enums;
mod evidence;
mod example;
mod family;
mod format;
mod hazards;
mod inst;
mod interface;
mod number;
mod operands;
mod table;

use crate::ast::{Block, Decl, Name, Range};
use crate::lexer::{Kind, Token};
use crate::span::{Error, Span};
use family::Family;
pub(crate) use table::{Tables, find_tables};

/// Maximum nesting depth of brackets, blocks and families.
const MAX_DEPTH: u32 = 64;

/// A parse that failed; the error is already recorded.
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

/// A position in a list of tokens.
pub(crate) struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    /// Number of open round or square brackets. Inside them a line break is white space.
    brackets: u32,
    /// Whether the position is in the head of an `if`, `match` or `for`, where a `{` after a name starts a block.
    in_head: bool,
    /// Nesting depth of expressions, blocks and families.
    depth: u32,
    text: &'a str,
    /// The tables of all files.
    tables: &'a Tables,
    /// Enclosing families, the outermost first.
    families: Vec<Family<'a>>,
    /// Number of tokens that families have expanded to so far.
    unfolded: &'a mut usize,
    pub(crate) errors: &'a mut Vec<Error>,
}

/// Parses the tokens of one file; `tables` are those of all files.
pub fn parse(tokens: &[Token], text: &str, tables: &Tables, errors: &mut Vec<Error>) -> Vec<Decl> {
    let mut decls = Vec::new();
    Parser::new(tokens, text, tables, &mut 0, errors).decls(&mut decls);
    decls
}

/// Parses a single body: `lane { … }`, or only the braces. Does not return errors, because the text has been parsed
/// before.
pub fn parse_body(tokens: &[Token], text: &str) -> Option<Block> {
    let (mut unfolded, mut errors, tables) = (0, Vec::new(), Tables::default());
    let mut parser = Parser::new(tokens, text, &tables, &mut unfolded, &mut errors);
    if matches!(parser.peek(), Kind::Name(_)) {
        parser.next();
    }
    let block = parser.block().ok()?;
    errors.is_empty().then_some(block)
}

impl<'a> Parser<'a> {
    /// A parser at the start of a file's tokens, outside of families.
    fn new(
        tokens: &'a [Token],
        text: &'a str,
        tables: &'a Tables,
        unfolded: &'a mut usize,
        errors: &'a mut Vec<Error>,
    ) -> Self {
        Parser {
            tokens,
            at: 0,
            brackets: 0,
            in_head: false,
            depth: 0,
            text,
            tables,
            families: Vec::new(),
            unfolded,
            errors,
        }
    }

    fn peek_token(&mut self) -> &'a Token {
        while self.brackets > 0 && self.tokens[self.at].kind == Kind::Newline {
            self.at += 1;
        }
        &self.tokens[self.at]
    }

    fn peek(&mut self) -> &'a Kind {
        &self.peek_token().kind
    }

    fn span(&mut self) -> Span {
        self.peek_token().span
    }

    /// Position of the previous token.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn next(&mut self) -> &'a Token {
        let token = self.peek_token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    fn is(&mut self, punct: &str) -> bool {
        matches!(self.peek(), Kind::Punct(p) if *p == punct)
    }

    fn is_word(&mut self, word: &str) -> bool {
        matches!(self.peek(), Kind::Name(n) if n == word)
    }

    fn eat(&mut self, punct: &str) -> bool {
        let found = self.is(punct);
        if found {
            self.next();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.next();
        }
        found
    }

    fn fail<T>(&mut self, error: Error) -> Parsed<T> {
        self.errors.push(error);
        Err(Failed)
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = self.peek().describe();
        let span = self.span();
        self.fail(Error::new(span, format!("expected {what}, found {found}")))
    }

    fn expect(&mut self, punct: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(punct) { Ok(span) } else { self.expected(&format!("`{punct}`")) }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.peek() {
            Kind::Name(text) => {
                let span = self.next().span;
                if text.contains('$') {
                    return self.fail(Error::new(
                        span,
                        format!("`{text}` names a family parameter, and no family here has it"),
                    ));
                }
                Ok(Name { text: text.clone(), span })
            }
            _ => self.expected(what),
        }
    }

    fn int(&mut self, what: &str) -> Parsed<u128> {
        match self.peek() {
            Kind::Int(n) => {
                self.next();
                Ok(*n)
            }
            _ => self.expected(what),
        }
    }

    fn small(&mut self, what: &str, max: u128) -> Parsed<u32> {
        let span = self.span();
        let n = self.int(what)?;
        if n > max {
            return self.fail(Error::new(span, format!("{what} can be at most {max}")));
        }
        Ok(n as u32)
    }

    fn word64(&mut self, what: &str) -> Parsed<u64> {
        let span = self.span();
        let n = self.int(what)?;
        u64::try_from(n).or_else(|_| self.fail(Error::new(span, format!("{what} can have at most 64 bits"))))
    }

    fn string(&mut self, what: &str) -> Parsed<String> {
        match self.peek() {
            Kind::Str(s) => {
                self.next();
                Ok(s.clone())
            }
            _ => self.expected(what),
        }
    }

    fn is_string(&mut self) -> bool {
        matches!(self.peek(), Kind::Str(_))
    }

    fn skip_newlines(&mut self) {
        while *self.peek() == Kind::Newline {
            self.next();
        }
    }

    fn end_of_line(&mut self) -> Parsed<()> {
        match self.peek() {
            Kind::Newline => {
                self.next();
                Ok(())
            }
            Kind::Punct("}") | Kind::End => Ok(()),
            _ => self.expected("the end of the line"),
        }
    }

    /// Skips the rest of a wrong line, including any braces that it opens.
    fn recover(&mut self) {
        self.brackets = 0;
        let mut braces = 0u32;
        loop {
            match self.peek() {
                Kind::End => return,
                Kind::Newline if braces == 0 => {
                    self.next();
                    return;
                }
                Kind::Punct("{") => braces += 1,
                Kind::Punct("}") if braces == 0 => return,
                Kind::Punct("}") => braces -= 1,
                _ => {}
            }
            self.next();
        }
    }

    /// Parses one or more items, separated by commas; a line may end after a comma.
    fn separated<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(",") {
            self.skip_newlines();
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Parses `{ line … }`. `line` parses each line; a wrong line is reported and skipped.
    fn lines(&mut self, mut line: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.expect("{")?;
        loop {
            self.skip_newlines();
            if self.eat("}") {
                return Ok(());
            }
            if *self.peek() == Kind::End {
                return self.expected("`}`");
            }
            let before = self.at;
            if line(self).is_err() || self.end_of_line().is_err() {
                self.recover();
                if self.at == before {
                    self.next();
                }
            }
        }
    }

    /// Parses `@ first..last`, if present.
    fn range(&mut self) -> Parsed<Option<Range>> {
        let start = self.span();
        if !self.eat("@") {
            return Ok(None);
        }
        let first = if self.is("..") { None } else { Some(self.name("a version")?) };
        let last = if self.eat("..") {
            if matches!(self.peek(), Kind::Name(_)) { Some(self.name("a version")?) } else { None }
        } else {
            first.clone()
        };
        Ok(Some(Range { first, last, span: start.to(self.last_span()) }))
    }

    /// Parses a nested construct. Reports an error if it is nested too deeply.
    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let span = self.span();
            return self.fail(Error::new(span, format!("this is nested more than {MAX_DEPTH} levels deep")));
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }
}
