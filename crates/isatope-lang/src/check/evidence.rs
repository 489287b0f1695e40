//! Checks references, citations and spec notes.

use super::Cx;
use super::operands::names_in;
use crate::ast::{self, Cause, Decl, Name};
use crate::model::{Citation, Doubt, Form, Grade, Known, NoteCondition, Program, Reason, Reference};
use crate::span::{Error, Span};

impl Cx {
    /// Checks references and spec notes. Must run before everything that names them.
    pub(super) fn evidence(&mut self, decls: Vec<Decl>) -> Vec<Decl> {
        let mut rest = Vec::new();
        for decl in decls {
            match decl {
                Decl::Reference(reference) => self.reference(reference),
                Decl::Doubt(doubt) => self.doubt(doubt),
                other => rest.push(other),
            }
        }
        rest
    }

    fn reference(&mut self, tree: ast::Reference) {
        let ast::Reference { name, doc, title, publisher, edition, year, address } = tree;
        if self.references.insert(name.text.clone(), self.model.references.len()).is_some() {
            self.error(name.span, format!("there is a second reference `{}`", name.text));
        }
        self.model.references.push(Reference {
            name: name.text,
            title,
            publisher: publisher.unwrap_or_default(),
            edition: edition.unwrap_or_default(),
            year,
            address: address.unwrap_or_default(),
            doc,
        });
    }

    fn doubt(&mut self, tree: ast::Doubt) {
        let ast::Doubt { name, doc, grade, note } = tree;
        let grade = self.grade(&grade).unwrap_or(Grade::Assumed);
        if grade == Grade::Exact {
            self.error(name.span, format!("`{}` is exact, so it is not a spec note", name.text));
            return;
        }
        if self.doubts.insert(name.text.clone(), self.model.doubts.len()).is_some() {
            self.error(name.span, format!("there is a second spec note `{}`", name.text));
        }
        self.doubt_spans.push(name.span);
        self.note(name.text, grade, note, doc);
    }

    /// Adds a spec note to the model. Returns its index.
    fn note(&mut self, name: String, grade: Grade, note: ast::Note, doc: String) -> usize {
        let ast::Note { why, until, condition } = note;
        let index = self.model.doubts.len();
        let condition = condition.map_or(String::new(), |(expr, text)| {
            self.note_conditions.push((index, expr));
            text
        });
        self.model.doubts.push(Doubt { name, grade, why, until, condition, doc });
        index
    }

    /// Citations of a `source` line.
    pub(super) fn citations(&mut self, trees: &[ast::Citation]) -> Vec<Citation> {
        let mut citations = Vec::new();
        for ast::Citation { reference, place } in trees {
            match self.references.get(&reference.text) {
                Some(&reference) => citations.push(Citation { reference, place: place.clone() }),
                None => self.unknown("reference", reference, self.references.keys().cloned().collect()),
            }
        }
        citations
    }

    /// A declared spec note, by its name.
    pub(super) fn doubt_named(&mut self, name: &Name) -> Option<usize> {
        let found = self.doubts.get(&name.text).copied();
        if found.is_none() {
            self.unknown("doubt", name, self.doubts.keys().cloned().collect());
        }
        found
    }

    /// A spec note about something that has a meaning. Its grade must not be `none`.
    pub(super) fn doubt_of_meaning(&mut self, name: &Name) -> Option<usize> {
        let doubt = self.doubt_named(name)?;
        if self.model.doubts[doubt].grade == Grade::None {
            self.error(name.span, format!("`{}` is for entries without a body, but this has one", name.text));
            return None;
        }
        Some(doubt)
    }

    fn grade(&mut self, word: &Name) -> Option<Grade> {
        let all = [Grade::Exact, Grade::Assumed, Grade::Approximate, Grade::None];
        let found = all.into_iter().find(|g| g.word() == word.text);
        if found.is_none() {
            let message = format!("`{}` is not a grade", word.text);
            self.errors.push(Error::new(word.span, message).help("it is exact, assumed, approximate or none"));
        }
        found
    }

    /// Checks an `encoding` or `semantics` line; `none` tells whether the grade `none` is allowed.
    pub(super) fn known(&mut self, tree: &Option<ast::Known>, none: bool) -> Option<Known> {
        let Some(ast::Known { grade: word, causes }) = tree else { return Some(Known::default()) };
        let grade = self.grade(word)?;
        match (grade, causes.is_empty()) {
            (Grade::Exact, true) => return Some(Known::default()),
            (Grade::Exact, false) => {
                self.error(word.span, "`exact` takes no spec notes");
                return None;
            }
            (Grade::None, _) if !none => {
                self.error(word.span, "an encoding is exact, assumed or approximate, but not none");
                return None;
            }
            (_, true) => {
                let error = Error::new(word.span, format!("`{}` needs its reason", word.text));
                let help =
                    format!("name a `doubt`, or say it here: `{} \"why\" until \"what would settle it\"`", word.text);
                self.errors.push(error.help(help));
                return None;
            }
            (_, false) => {}
        }
        let mut known = Known { grade, reasons: Vec::new() };
        for cause in causes {
            let doubt = match cause {
                Cause::Named(name) => self.doubt_named(name)?,
                Cause::Own(note) => self.own_doubt(grade, note),
            };
            known.reasons.push(Reason { doubt, function: None });
        }
        self.worst(&known, word.span)?;
        Some(known)
    }

    /// Reports a grade that differs from the worst spec note of the entry.
    fn worst(&mut self, known: &Known, span: Span) -> Option<()> {
        let doubts = known.reasons.iter().map(|r| &self.model.doubts[r.doubt]);
        let worst = doubts.max_by_key(|d| d.grade).filter(|d| d.grade != known.grade);
        let Some(Doubt { name, grade, .. }) = worst else { return Some(()) };
        let message = format!("the worst of these spec notes, `{name}`, is {}", grade.word());
        self.errors.push(Error::new(span, message).help(format!("write `{}` here", grade.word())));
        None
    }

    /// A spec note stated in an entry. Equal notes are stored once.
    fn own_doubt(&mut self, grade: Grade, note: &ast::Note) -> usize {
        let condition = note.condition.as_ref().map_or("", |(_, text)| text);
        let same = |d: &Doubt| {
            d.name.is_empty()
                && (d.grade, d.why.as_str(), d.until.as_str(), d.condition.as_str())
                    == (grade, note.why.as_str(), note.until.as_str(), condition)
        };
        let found = self.model.doubts.iter().position(same);
        found.unwrap_or_else(|| self.note(String::new(), grade, note.clone(), String::new()))
    }

    /// Adds the spec notes of the functions that programs call. Notes of the first (shortest) format apply to the
    /// instruction. Notes that only the views of another format add apply to that format.
    pub(super) fn doubts_of_programs(&self, semantics: &mut Known, forms: &mut [Form], programs: &[Program]) {
        let reach = |runs_as: usize, known: &[Reason]| {
            let mut reasons: Vec<Reason> = Vec::new();
            for reason in programs.iter().filter(|p| p.format == runs_as).flat_map(|p| &p.effects.doubts) {
                if !known.iter().chain(&reasons).any(|r| r.doubt == reason.doubt) {
                    reasons.push(*reason);
                }
            }
            reasons
        };
        let Some(first) = forms.first() else { return };
        let main = reach(first.runs_as, &semantics.reasons);
        semantics.reasons.extend(main);
        for form in forms {
            form.doubts = reach(form.runs_as, &semantics.reasons);
        }
        let grades = semantics.reasons.iter().map(|r| self.model.doubts[r.doubt].grade);
        semantics.grade = grades.fold(semantics.grade, Grade::max);
    }

    /// Finds for each form the conditions of its spec notes. A field that a format lacks is 0.
    pub(super) fn note_conditions(&mut self, semantics: &Known, forms: &mut [Form]) {
        for form in forms {
            let known: Vec<usize> = semantics.reasons.iter().chain(&form.doubts).map(|r| r.doubt).collect();
            let layouts = self.model.formats[form.format].layouts.clone();
            let conditions: Vec<_> =
                self.note_conditions.iter().filter(|(doubt, _)| known.contains(doubt)).cloned().collect();
            for (version, layout) in layouts.iter().enumerate().filter(|(version, _)| form.opcodes[*version].is_some())
            {
                let Some(layout) = layout else { continue };
                for (doubt, expr) in &conditions {
                    let (fields, table) = self.condition(expr, layout);
                    self.noted_fields.extend(fields.iter().map(|f| (*doubt, layout.fields[*f].name.clone())));
                    form.conditions[version].push(NoteCondition { doubt: *doubt, fields, table });
                }
            }
        }
    }

    /// Reports fields in conditions of spec notes that no format has whose words the note is about.
    pub(super) fn unknown_fields_of_notes(&mut self) {
        for (doubt, expr) in std::mem::take(&mut self.note_conditions) {
            for (name, span) in names_in(&expr) {
                if !self.noted_fields.contains(&(doubt, name.to_string())) {
                    self.error(span, format!("no instruction that this spec note is about has the field `{name}`"));
                }
            }
        }
    }

    /// Reports declared spec notes that nothing refers to, because the name remained after its last use was removed.
    pub(super) fn idle_doubts(&mut self) {
        let model = &self.model;
        let entries =
            model.insts.iter().flat_map(|i| i.encoding.reasons.iter().chain(&i.semantics.reasons)).map(|r| r.doubt);
        let functions = model.functions.iter().flat_map(|f| f.doubts.iter().copied());
        let registers = model.registers.iter();
        let state = registers.flat_map(|r| r.doubts.iter().copied().chain(r.fields.iter().filter_map(|p| p.doubt)));
        let used: std::collections::HashSet<usize> = entries.chain(functions).chain(state).collect();
        let idle: Vec<usize> = (0..self.doubt_spans.len()).filter(|d| !used.contains(d)).collect();
        for doubt in idle {
            let message = format!("nothing uses the spec note `{}`", self.model.doubts[doubt].name);
            let help = "name it in an entry, at a function (`doubts NAME`) or at a register, or drop it";
            self.errors.push(Error::new(self.doubt_spans[doubt], message).help(help));
        }
    }
}
