//! Positions of diagnostics in expansions: the text that has them, and where it comes from.

use std::ops::Range;

use isatope_diag::{Diagnostic, FileId, Place, Span, line_markers};

use super::state::{Kind, Origin};
use crate::assembler::assembly::Assembly;
use crate::assembler::output::ExpandedText;

/// Maximum number of expansions that a diagnostic lists.
const MOST_SHOWN: usize = 6;

/// Maximum length of a statement in a note, in characters.
const MOST_CHARACTERS: usize = 60;

impl Assembly<'_> {
    /// Adds the text and the callers of the text `file` to all diagnostics from index `from` on.
    pub(in crate::assembler) fn trace(&mut self, from: usize, file: u32) {
        if file == 0 || from >= self.output.diagnostics.len() {
            return;
        }
        let mut new = self.output.diagnostics.split_off(from);
        for diagnostic in &mut new {
            self.locate(diagnostic, file);
        }
        // A repeated line repeats its errors: one is enough.
        new.retain(|d| match d.place {
            Place::Text(span) => self.heard.insert((span.file.0, span.start, d.message.clone())),
            _ => true,
        });
        self.output.diagnostics.append(&mut new);
    }

    fn locate(&mut self, diagnostic: &mut Diagnostic, file: u32) {
        let Place::Text(span) = &mut diagnostic.place else { return };
        // A text that has been located before has another number.
        if span.file.0 != 0 {
            return;
        }
        let home = self.expansions.texts.get(file as usize).map_or(0, |text| text.home);
        let number = FileId(self.reported_file(home));
        span.file = number;
        diagnostic.labels.iter_mut().for_each(|label| label.span.file = number);
        let mut notes = Vec::new();
        let mut at = file;
        // The outermost of the expansions that are not shown, which is in the source.
        let (mut skipped, mut outermost) = (0, None);
        while let Some(text) = self.expansions.texts.get(at as usize) {
            let Some((caller, range)) = text.caller.clone() else { break };
            let what = match &text.origin {
                Origin::Source | Origin::Joined => None,
                Origin::File(name) => Some(format!("in the file `{name}`, included")),
                Origin::Macro(number) => Some(format!("in the macro `{}`, called", self.macro_name(*number))),
                Origin::Repeat(name) => Some(format!("in the body of `{name}`,")),
            };
            let what = what.map(|what| {
                format!("{what} at {}: `{}`", self.position(caller, range.start), self.excerpt(caller, range.clone()))
            });
            match what {
                Some(note) if notes.len() < MOST_SHOWN => notes.push(note),
                Some(note) => {
                    skipped += 1;
                    outermost = Some(note);
                }
                None => {}
            }
            at = caller;
        }
        if skipped > 1 {
            notes.push(format!("in {} more expansions", skipped - 1));
        }
        notes.extend(outermost);
        if let Kind::Repeat { left, .. } = self.region.kind
            && self.file == file
            && left > 0
        {
            notes.push(format!("{left} more repetitions follow"));
        }
        diagnostic.notes.append(&mut notes);
    }

    /// Number in the output of a text that diagnostics refer to.
    fn reported_file(&mut self, home: u32) -> u32 {
        if home == 0 {
            return 0;
        }
        if let Some(known) = self.reported_numbers.get(&home) {
            return *known;
        }
        let Some(text) = self.expansions.texts.get(home as usize) else { return 0 };
        let name = match &text.origin {
            Origin::File(name) => name.clone(),
            Origin::Macro(number) => format!("<macro {}>", self.macro_name(*number)),
            Origin::Repeat(name) => format!("<{name}>"),
            Origin::Source | Origin::Joined => "<joined lines>".to_owned(),
        };
        let number = self.output.expansions.len() as u32 + 1;
        let (text, root) = (text.text.to_owned(), self.root_of(home));
        self.output.expansions.push(ExpandedText { name, text, root });
        self.reported_numbers.insert(home, number);
        number
    }

    /// Offset in the source of the statement that a text comes from.
    fn root_of(&self, mut file: u32) -> u32 {
        let mut at = 0;
        while let Some((caller, range)) = self.expansions.texts.get(file as usize).and_then(|t| t.caller.as_ref()) {
            (file, at) = (*caller, range.start as u32);
        }
        at
    }

    /// Where a statement of the current text is written: in the source or in an included file. That is where the macro is
    /// defined, or where the repetition has its body.
    pub(in crate::assembler) fn written(&mut self, statement: Range<usize>) -> Span {
        let (mut file, mut range) = (self.file, statement);
        loop {
            let Some(text) = self.expansions.texts.get(file as usize) else { return Span::default() };
            let mut home = text.home;
            if let Some(lines) = &text.lines {
                let line = self.expansions.line(file, range.start);
                (home, range) = (lines.home, lines.range(line));
            }
            let (written, origin) = match self.expansions.texts.get(home as usize) {
                Some(text) => (text.text, &text.origin),
                None => return Span::default(),
            };
            let number = match origin {
                Origin::Source => 0,
                Origin::File(_) => self.reported_file(home),
                _ => match self.expansions.texts[file as usize].caller.clone() {
                    Some(caller) => {
                        (file, range) = caller;
                        continue;
                    }
                    None => return Span::default(),
                },
            };
            return Span { file: FileId(number), ..trimmed(written, range) };
        }
    }

    /// Range in the source of the statement that the current text comes from.
    pub(in crate::assembler) fn root_call(&self) -> (u32, u32) {
        let mut file = self.file;
        let mut found = (0, 0);
        while let Some((caller, range)) = self.expansions.texts.get(file as usize).and_then(|t| t.caller.as_ref()) {
            (file, found) = (*caller, (range.start as u32, range.end as u32));
        }
        found
    }

    /// `line 9, column 13`, or `part.s:9:13` in another file, also in that of a line marker.
    fn position(&self, file: u32, at: usize) -> String {
        let Some(text) = self.expansions.texts.get(file as usize) else { return String::new() };
        let home = self.expansions.texts.get(text.home as usize).unwrap_or(text);
        let before = &text.text[..at.min(text.text.len())];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let marker = line_markers(text.text).take_while(|marker| marker.line <= line).last();
        let marker = marker.filter(|marker| !marker.name.is_empty());
        match (&home.origin, marker) {
            (Origin::Macro(number), _) => format!("line {line} of the expansion of `{}`", self.macro_name(*number)),
            (_, Some(marker)) => format!("{}:{}:{column}", marker.name, marker.number + (line - marker.line)),
            (Origin::File(name), None) => format!("{name}:{line}:{column}"),
            (_, None) => format!("line {line}, column {column}"),
        }
    }

    /// A statement in one line, shortened.
    fn excerpt(&self, file: u32, range: Range<usize>) -> String {
        let text = self.expansions.texts.get(file as usize).and_then(|text| text.text.get(range)).unwrap_or_default();
        let line = text.lines().next().unwrap_or_default().trim();
        let short: String = line.chars().take(MOST_CHARACTERS).collect();
        if short.len() < line.len() { short + "…" } else { short }
    }
}

/// A statement without the blanks around it and the comment after it.
fn trimmed(text: &str, range: Range<usize>) -> Span {
    let statement = text.get(range.clone()).unwrap_or_default();
    let statement = statement.split("//").next().unwrap_or(statement);
    let from = range.start + statement.len() - statement.trim_start().len();
    Span::new(from..from + statement.trim().len())
}
