//! Positions of diagnostics in expansions: the text that has them, and where it comes from.

use std::ops::Range;

use isatope_diag::{Diagnostic, FileId, Label, Level, Place, Span, line_markers};

use super::state::{JOINS, Kind, Origin, Text};
use crate::assembler::assembly::Assembly;
use crate::assembler::output::ExpandedText;

/// Maximum number of expansions that a diagnostic lists.
const MOST_SHOWN: usize = 6;

/// Maximum number of messages of expansions of which warnings are kept, to limit memory.
const MOST_HEARD: usize = 50_000;

/// Maximum length of a statement in a note, in characters.
const MOST_CHARACTERS: usize = 60;

impl Assembly<'_> {
    /// Gives all diagnostics from index `from` on their places in the source or in an included file, and adds the
    /// callers of the text `file` that they are about.
    pub(in crate::assembler) fn trace(&mut self, from: usize, file: u32) {
        // Some may have their places already, if a statement ends several expansions.
        let from = from.max(self.traced);
        self.traced = self.output.diagnostics.len();
        if file == 0 || from >= self.traced {
            return;
        }
        let new = self.output.diagnostics.split_off(from);
        for mut diagnostic in new {
            if self.locate(&mut diagnostic, file) {
                self.output.diagnostics.push(diagnostic);
            } else {
                self.expansions.count_repeated(diagnostic.level);
            }
        }
        self.traced = self.output.diagnostics.len();
    }

    /// Gives a diagnostic of a text its place, and notes about the expansions around it. Returns `false` if it repeats
    /// an earlier one: a repeated line repeats its errors, and one is enough.
    fn locate(&mut self, diagnostic: &mut Diagnostic, file: u32) -> bool {
        let Place::Text(span) = diagnostic.place else { return true };
        let (place, filled) = self.written_span(file, span.range());
        // Offset in the source of the call whose values the line contains; 0 if the line is as it is written.
        let call = if filled.is_some() { self.root_of(file) } else { 0 };
        // After so many messages, warnings are left out.
        if self.heard.len() >= MOST_HEARD && diagnostic.level != Level::Error {
            return false;
        }
        if !self.heard.insert((place.file.0, place.start, call, diagnostic.message.clone())) {
            return false;
        }
        diagnostic.place = Place::Text(place);
        for label in &mut diagnostic.labels {
            label.span = self.written_span(file, label.span.range()).0;
        }
        let mut notes = Vec::new();
        notes.extend(filled.as_ref().map(|line| format!("with its values, the line is `{}`", shortened(line))));
        let mut at = file;
        // The outermost of the expansions that are not shown, which is in the source.
        let (mut shown, mut skipped, mut outermost) = (0, 0, None);
        while let Some(text) = self.expansions.texts.get(at as usize) {
            let Some((caller, range)) = text.caller.clone() else { break };
            let what = match &text.origin {
                Origin::Source | Origin::Joined => None,
                Origin::File(name) => {
                    Some((format!("in the file `{name}`, included"), "it is included here".to_owned()))
                }
                Origin::Macro(number) => {
                    let name = self.macro_name(*number);
                    Some((format!("in the macro `{name}`, called"), format!("the macro `{name}` is called here")))
                }
                Origin::Repeat(name) => {
                    Some((format!("in the body of `{name}`,"), format!("`{name}` repeats its body here")))
                }
            };
            let what = what.map(|(what, label)| {
                let (position, excerpt) = (self.position(caller, range.clone()), self.excerpt(caller, range.clone()));
                (format!("{what} at {position}: `{excerpt}`"), label)
            });
            let (what, label) = what.unzip();
            match what {
                Some(note) if shown < MOST_SHOWN => {
                    shown += 1;
                    notes.push(note);
                    let span = self.written_span(caller, range).0;
                    diagnostic.calls.extend(label.map(|text| Label { span, text }));
                }
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
        true
    }

    /// Number in the output of an included file; 0 is the source.
    fn reported_file(&mut self, file: u32) -> u32 {
        if let Some(known) = self.reported_numbers.get(&file) {
            return *known;
        }
        let Some(Text { text, origin: Origin::File(name), .. }) = self.expansions.texts.get(file as usize) else {
            return 0;
        };
        let number = self.output.expansions.len() as u32 + 1;
        let (name, text, root) = (name.clone(), (*text).to_owned(), self.root_of(file));
        self.output.expansions.push(ExpandedText { name, text, root });
        self.reported_numbers.insert(file, number);
        self.expansions.keep(file);
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

    /// Where a range of a text is written: the text of the source or of an included file, and the range there. A range
    /// in lines that were made from a body becomes the line of the body; then the result also says so.
    fn origin_of(&self, mut file: u32, mut range: Range<usize>) -> (u32, Range<usize>, bool) {
        let mut is_line = false;
        while let Some(text) = self.expansions.texts.get(file as usize) {
            match (&text.lines, &text.origin, &text.caller) {
                (Some(lines), ..) => {
                    let line = self.expansions.line(file, range.start.min(text.text.len()));
                    (file, range, is_line) = (lines.home, lines.range(line), true);
                }
                (_, Origin::Joined, Some((caller, whole))) => {
                    let joined =
                        self.expansions.texts.get(*caller as usize).and_then(|text| text.text.get(whole.clone()));
                    let joined = joined.unwrap_or_default();
                    let end = if range.end > range.start { before_joining(joined, range.end - 1) + 1 } else { 0 };
                    let start = before_joining(joined, range.start);
                    (file, range) = (*caller, whole.start + start..whole.start + end.max(start));
                }
                _ if text.home != file => file = text.home,
                _ => break,
            }
        }
        (file, range, is_line)
    }

    /// Where a range of a text is written, and the line of the text, if values of parameters make it another one there.
    fn written_span(&mut self, file: u32, range: Range<usize>) -> (Span, Option<String>) {
        let (home, mut place, is_line) = self.origin_of(file, range.clone());
        let text_of = |file: u32| self.expansions.texts.get(file as usize).map_or("", |text| text.text);
        let (own, written) = (text_of(file), text_of(home));
        let mut filled = None;
        if is_line {
            let (line, column) = line_at(own, range.start);
            let body = written.get(place.clone()).unwrap_or_default().trim_end_matches(['\r', '\n']);
            filled = (line.trim() != body.trim()).then(|| line.trim().to_owned());
            let part = own.get(range).unwrap_or_default();
            place = match part_of_line(line, body, column, part) {
                Some(at) => place.start + at..place.start + at + part.len(),
                None => trimmed(written, place).range(),
            };
        }
        (Span { file: FileId(self.reported_file(home)), ..Span::new(place) }, filled)
    }

    /// Where a statement of the current text is written: in the source or in an included file. That is where the macro
    /// is defined, or where the repetition has its body.
    pub(in crate::assembler) fn written(&mut self, statement: Range<usize>) -> Span {
        let (home, range, _) = self.origin_of(self.file, statement);
        let Some(text) = self.expansions.texts.get(home as usize) else { return Span::default() };
        let span = trimmed(text.text, range);
        Span { file: FileId(self.reported_file(home)), ..span }
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
    fn position(&self, file: u32, range: Range<usize>) -> String {
        let (home, range, _) = self.origin_of(file, range);
        let Some(text) = self.expansions.texts.get(home as usize) else { return String::new() };
        let before = &text.text[..trimmed(text.text, range).start as usize];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let marker = line_markers(text.text).take_while(|marker| marker.line <= line).last();
        match (&text.origin, marker.filter(|marker| !marker.name.is_empty())) {
            (_, Some(marker)) => format!("{}:{}:{column}", marker.name, marker.number + (line - marker.line)),
            (Origin::File(name), None) => format!("{name}:{line}:{column}"),
            (_, None) => format!("line {line}, column {column}"),
        }
    }

    /// A statement in one line, shortened.
    fn excerpt(&self, file: u32, range: Range<usize>) -> String {
        let text = self.expansions.texts.get(file as usize).and_then(|text| text.text.get(range)).unwrap_or_default();
        shortened(text.lines().next().unwrap_or_default().trim())
    }
}

/// A line, shortened.
fn shortened(line: &str) -> String {
    let short: String = line.chars().take(MOST_CHARACTERS).collect();
    if short.len() < line.len() { short + "…" } else { short }
}

/// The line that contains an offset of a text, and the offset in it.
fn line_at(text: &str, at: usize) -> (&str, usize) {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (&text[start..before.len() + after.find('\n').unwrap_or(after.len())], before.len() - start)
}

/// Where a part of a line, at an offset, is in the line of a body from which the line was made: before the first value
/// or after the last one, or anywhere if it is there once.
fn part_of_line(line: &str, body: &str, at: usize, part: &str) -> Option<usize> {
    let is_same = |(a, b): &(u8, u8)| a == b;
    let before = line.bytes().zip(body.bytes()).take_while(is_same).count();
    let after = line.bytes().rev().zip(body.bytes().rev()).take_while(is_same).count();
    let rest = line.len() - at.min(line.len());
    let (mut found, is_blank) = (body.match_indices(part), part.trim().is_empty());
    match () {
        () if at + part.len() <= before => Some(at),
        () if rest <= after && rest >= part.len() => Some(body.len() - rest),
        () => found.next().filter(|_| !is_blank && found.next().is_none()).map(|(at, _)| at),
    }
}

/// The offset before lines were joined, for one after it: backslashes at ends of lines are removed with the ends.
fn before_joining(text: &str, at: usize) -> usize {
    let (mut old, mut new) = (0, 0);
    while old < text.len() {
        let rest = &text[old..];
        let removed = JOINS.into_iter().find(|end| rest.starts_with(end));
        match removed {
            Some(end) => old += end.len(),
            None if new >= at => break,
            None => (old, new) = (old + 1, new + 1),
        }
        while !text.is_char_boundary(old) {
            (old, new) = (old + 1, new + 1);
        }
    }
    old
}

/// A statement without the blanks around it and the comment after it.
fn trimmed(text: &str, range: Range<usize>) -> Span {
    let statement = text.get(range.clone()).unwrap_or_default();
    let statement = statement.split("//").next().unwrap_or(statement);
    let from = range.start + statement.len() - statement.trim_start().len();
    Span::new(from..from + statement.trim().len())
}
