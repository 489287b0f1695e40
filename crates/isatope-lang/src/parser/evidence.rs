//! Parses references, citations and spec notes.

use super::{Parsed, Parser};
use crate::ast::{Cause, Citation, Doubt, Known, Name, Note, Reference};
use crate::lexer::Kind;
use crate::span::Error;

impl Parser<'_> {
    /// `NAME "title" [by "publisher"] [edition "edition"] [year] [at "address"]`
    pub(super) fn reference(&mut self, doc: String) -> Parsed<Reference> {
        let name = self.name("the name of a reference")?;
        let title = self.string("its title, in quotes")?;
        let publisher = self.said("by", "its publisher, in quotes")?;
        let edition = self.said("edition", "its edition, in quotes")?;
        let year = if matches!(self.peek(), Kind::Int(_)) { Some(self.small("a year", 9999)?) } else { None };
        let address = self.said("at", "its address, in quotes")?;
        Ok(Reference { name, doc, title, publisher, edition, year, address })
    }

    /// Parses a string after a word, if the word is on this line or the next.
    fn said(&mut self, word: &str, what: &str) -> Parsed<Option<String>> {
        let line = self.at;
        self.skip_newlines();
        if self.eat_word(word) {
            return self.string(what).map(Some);
        }
        self.at = line;
        Ok(None)
    }

    /// `southern_islands and vega "SOP1 opcodes", clrx "VOP3"`
    pub(super) fn citations(&mut self) -> Parsed<Vec<Citation>> {
        let groups = self.evidence_list(|p| {
            if p.is_string() {
                let error = Error::new(p.span(), "a source starts with the name of a reference");
                let help = "declare the text once, `reference NAME \"title\"`, and cite it with the place in it: \
                            `source NAME \"section or page\"`";
                return p.fail(error.help(help));
            }
            let mut references = vec![p.name("the name of a reference")?];
            while p.eat_word("and") {
                references.push(p.name("the name of a reference")?);
            }
            let place = p.place(&references[references.len() - 1])?;
            Ok(references.into_iter().map(move |reference| Citation { reference, place: place.clone() }))
        })?;
        Ok(groups.into_iter().flatten().collect())
    }

    /// Parses the place in a reference.
    fn place(&mut self, reference: &Name) -> Parsed<String> {
        match self.peek() {
            Kind::Str(place) if !place.trim().is_empty() => self.string("a place"),
            _ => {
                let message = format!("`{}` is cited without the place in it", reference.text);
                let help = format!("add the section, page or table, in quotes: `{} \"SOP1 opcodes\"`", reference.text);
                self.fail(Error::new(reference.span, message).help(help))
            }
        }
    }

    /// `NAME assumed "why" until "what would settle it" where clamp`
    pub(super) fn doubt(&mut self, doc: String) -> Parsed<Doubt> {
        let name = self.name("the name of a doubt")?;
        let grade = self.name("assumed, approximate or none")?;
        Ok(Doubt { name, doc, grade, note: self.note()? })
    }

    /// Parses `"why" until "what would settle it" where clamp`. The later parts may be on lines of their own, and the
    /// last one may be left out.
    fn note(&mut self) -> Parsed<Note> {
        let span = self.span();
        let why = self.string("the reason, in quotes")?;
        let line = self.at;
        self.skip_newlines();
        if !self.eat_word("until") {
            self.at = line;
            let error = Error::new(span, "this does not say what would settle it");
            let help = "add `until \"…\"`: the measurement, the document or the program that would";
            return self.fail(error.help(help));
        }
        let until = self.string("what would settle it, in quotes")?;
        let line = self.at;
        self.skip_newlines();
        if !self.eat_word("where") {
            self.at = line;
            return Ok(Note { why, until, condition: None });
        }
        let condition = self.expr()?;
        let text = self.source_text(condition.span);
        Ok(Note { why, until, condition: Some((condition, text)) })
    }

    /// Parses `exact`, or another grade such as `assumed` with its reasons: names of spec notes, or text.
    pub(super) fn known(&mut self) -> Parsed<Known> {
        let grade = self.name("exact, assumed, approximate or none")?;
        if !self.is_string() && !matches!(self.peek(), Kind::Name(_)) {
            return Ok(Known { grade, causes: Vec::new() });
        }
        let causes = self.evidence_list(|p| {
            if p.is_string() {
                return Ok(Cause::Own(p.note()?));
            }
            Ok(Cause::Named(p.name("a doubt, or a reason in quotes")?))
        })?;
        Ok(Known { grade, causes })
    }

    /// Parses the text between the signature of a function and its body: `source …` and `doubts NAME, …`, optionally on
    /// lines of their own.
    pub(super) fn evidence_of_function(&mut self) -> Parsed<(Vec<Citation>, Vec<Name>)> {
        let (mut source, mut doubts) = (Vec::new(), Vec::new());
        loop {
            let line = self.at;
            self.skip_newlines();
            if self.eat_word("source") {
                source.extend(self.citations()?);
            } else if self.eat_word("doubts") {
                doubts.extend(self.names()?);
            } else {
                if !self.is("{") {
                    self.at = line;
                }
                return Ok((source, doubts));
            }
        }
    }

    /// Parses one or more items, separated by commas; a line may end after a comma.
    fn evidence_list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.separated(|p| {
            p.skip_newlines();
            item(p)
        })
    }
}
