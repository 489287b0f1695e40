//! An open document: its text, and what the assembler says about it.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types as lsp;
use isatope::assembler::Options;
use isatope::check::Advice;
use isatope::diagnostics::SourceFile;
use isatope::{Assembler, Dialect, Inputs, Instruction, NamedTarget, Source, Target, Token};

use crate::encoding::Encoding;
use crate::files::{Reader, Seen, Texts, identity};
use crate::language::Language;
use crate::settings::Settings;

/// An open document.
pub struct Document {
    /// Its name.
    pub uri: lsp::Uri,
    /// Path of its file by which includes find it.
    pub path: Option<PathBuf>,
    /// Number of the last change.
    pub version: i32,
    /// How often its meaning has changed, with its text or with that of others.
    pub revision: u64,
    /// Language of the client.
    id: String,
    /// Text with its lines.
    pub file: SourceFile,
    /// Unit of columns.
    pub encoding: Encoding,
    /// Result of assembling the text; `None` after a change.
    assembled: Option<Assembled>,
    /// Dialect in which the text was read without errors, if it had to be found out.
    guess: Option<Dialect>,
    /// Findings of the checks, and the revision that they are about.
    checked: Option<(u64, Vec<Advice>)>,
    /// The texts of all open documents.
    texts: Texts,
}

/// A document that was assembled.
pub struct Assembled {
    /// Target and dialect.
    pub language: Language,
    /// The assembled source.
    pub source: Source,
    /// The files that the source includes.
    pub seen: Vec<Seen>,
    statements: OnceCell<Vec<Statement>>,
    tokens: OnceCell<Vec<Token>>,
    names: OnceCell<HashMap<String, Occurrences>>,
}

/// Where a name occurs: in the text, which is file 0, and in the included files.
#[derive(Clone, Debug)]
pub struct Occurrences {
    /// Position of its first definition, if any.
    pub definition: Option<Place>,
    /// Its other positions.
    pub uses: Vec<Place>,
}

/// Number of a file, and a range in it.
pub type Place = (usize, Range<usize>);

/// A statement that produces an instruction or data.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Position in the text.
    pub place: Range<usize>,
    /// Number of its section.
    pub section: usize,
    /// Offset in the section.
    pub offset: u64,
    /// The instruction, if it is one.
    pub instruction: Option<Instruction>,
}

impl Document {
    /// Creates a document from its text.
    pub fn new(item: lsp::TextDocumentItem, encoding: Encoding, texts: Texts) -> Self {
        let document = Self {
            path: path_of(&item.uri.0).map(|path| identity(&path)),
            uri: item.uri,
            version: item.version,
            revision: 0,
            id: item.language_id.to_string(),
            file: SourceFile::new("", item.text),
            encoding,
            assembled: None,
            guess: None,
            checked: None,
            texts,
        };
        document.share();
        document
    }

    /// Lets other documents include the text.
    fn share(&self) {
        if let Some(path) = &self.path {
            self.texts.set(path.clone(), Some(Arc::from(self.text())));
        }
    }

    /// Lets other documents include the file again.
    pub fn unshare(&self) {
        if let Some(path) = &self.path {
            self.texts.set(path.clone(), None);
        }
    }

    /// Applies changes.
    pub fn change(&mut self, version: i32, changes: Vec<lsp::TextDocumentContentChangeEvent>) {
        for change in changes {
            let text = match change {
                lsp::TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => whole.text,
                lsp::TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let start = self.offset(part.range.start);
                    let end = self.offset(part.range.end).max(start);
                    let mut text = std::mem::take(&mut self.file.text);
                    text.replace_range(start..end, &part.text);
                    text
                }
            };
            self.file = SourceFile::new("", text);
        }
        self.version = version;
        self.share();
        self.outdate();
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.file.text
    }

    /// Assembles the text again, because it or what it includes changed.
    pub fn outdate(&mut self) {
        self.assembled = None;
        self.checked = None;
        self.revision += 1;
    }

    /// Assembles the text again, because settings changed.
    pub fn invalidate(&mut self) {
        self.outdate();
        self.guess = None;
    }

    /// Keeps findings of the checks. They are not used if they are about another revision.
    pub fn set_checked(&mut self, revision: u64, findings: Vec<Advice>) {
        self.checked = (revision == self.revision).then_some((revision, findings));
    }

    /// Findings of the checks, if they are about this revision.
    pub fn findings(&self) -> &[Advice] {
        let checked = self.checked.as_ref().filter(|(revision, _)| *revision == self.revision);
        checked.map_or(&[], |(_, findings)| findings)
    }

    /// Whether the text has not been assembled since it changed.
    pub fn is_stale(&self) -> bool {
        self.assembled.is_none()
    }

    /// Assembles the text if it changed.
    pub fn refresh(&mut self, settings: &Settings) {
        if self.assembled.is_some() {
            return;
        }
        let (language, source, seen) = self.assemble_with(self.text(), settings, &self.texts);
        if language.dialect.is_none() && !source.failed() {
            self.guess = Some(source.dialect());
        }
        let (statements, tokens, names) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        self.assembled = Some(Assembled { language, source, seen, statements, tokens, names });
    }

    /// The result of the last [`refresh`](Self::refresh).
    ///
    /// # Panics
    /// If the text has changed since.
    pub fn assembled(&self) -> &Assembled {
        self.assembled.as_ref().expect("the document was refreshed")
    }

    /// The assembled source.
    pub fn source(&self) -> &Source {
        &self.assembled().source
    }

    /// Assembles another text in place of that of the document.
    pub fn assemble(&self, text: &str, settings: &Settings) -> (Language, Source) {
        let (language, source, _) = self.assemble_with(text, settings, &self.texts);
        (language, source)
    }

    /// Like [`assemble`](Self::assemble), with other texts of open documents. Also returns the files that were
    /// included.
    pub fn assemble_with(&self, text: &str, settings: &Settings, texts: &Texts) -> (Language, Source, Vec<Seen>) {
        let (inputs, reader) = self.inputs(settings, texts);
        let language = Language::of(text, &self.id, settings, &inputs);
        let options = Options::of_source(language.target.called);
        let target = language.target.target;
        let source = match language.dialect {
            Some(dialect) => assembled(text, target, dialect, options, &inputs),
            None => {
                let found = Source::in_any_dialect_with(target, text, options, &inputs);
                // A text with an error keeps the dialect that it had before.
                match self.guess.filter(|guess| found.failed() && found.dialect() != *guess) {
                    Some(guess) => assembled(text, target, guess, options, &inputs),
                    None => found,
                }
            }
        };
        (language, source, reader.seen())
    }

    /// Assembles a text in a dialect. One that the target does not have is replaced by its first one.
    pub fn assemble_in(&self, text: &str, target: &NamedTarget, dialect: Dialect, settings: &Settings) -> Source {
        let (inputs, _) = self.inputs(settings, &self.texts);
        assembled(text, target.target, dialect, Options::of_source(target.called), &inputs)
    }

    fn inputs(&self, settings: &Settings, texts: &Texts) -> (Inputs, Arc<Reader>) {
        let symbols = settings.defines.iter().map(|(name, value)| (name.clone(), *value)).collect();
        let reader = Arc::new(Reader::new(self.folders(settings), texts.clone()));
        (Inputs { files: Some(reader.clone()), symbols, ..Inputs::default() }, reader)
    }

    /// A copy of the texts of all open documents.
    pub fn texts(&self) -> Texts {
        self.texts.copied()
    }

    /// Folders in which the document looks for files.
    pub fn folders(&self, settings: &Settings) -> Vec<PathBuf> {
        let own = path_of(&self.uri.0).and_then(|path| path.parent().map(PathBuf::from));
        own.into_iter().chain(settings.include_dirs.iter().cloned()).collect()
    }

    /// An assembler for the target and dialect of the document.
    pub fn assembler(&self) -> Option<Assembler> {
        let source = self.source();
        Assembler::new(source.target(), source.dialect()).ok()
    }

    /// The byte at a position.
    pub fn offset(&self, position: lsp::Position) -> usize {
        self.encoding.offset(&self.file, position)
    }

    /// The positions of a range of bytes.
    pub fn range(&self, range: Range<usize>) -> lsp::Range {
        self.encoding.range(&self.file, range)
    }

    /// Statements that produce instructions or data, in the order of the text.
    pub fn statements(&self) -> &[Statement] {
        let assembled = self.assembled();
        assembled.statements.get_or_init(|| {
            let source = &assembled.source;
            let sections: Vec<&str> = source.sections().collect();
            let number = |name: &str| sections.iter().position(|section| *section == name).unwrap_or(0);
            let found = source.statements().map(|statement| Statement {
                place: statement.place.clone(),
                section: number(statement.section),
                offset: statement.offset,
                instruction: statement.instruction,
            });
            let mut found: Vec<Statement> = found.collect();
            found.sort_by_key(|statement| statement.place.start);
            found
        })
    }

    /// The statements at an offset: several for a macro call, or for data.
    pub fn statements_at(&self, offset: usize) -> &[Statement] {
        let all = self.statements();
        let last = all.partition_point(|statement| statement.place.start <= offset);
        let Some(found) = all[..last].last().filter(|found| offset <= found.place.end) else { return &[] };
        let first = all.partition_point(|statement| statement.place.start < found.place.start);
        &all[first..last]
    }

    /// The tokens of the text.
    pub fn tokens(&self) -> &[Token] {
        let assembled = self.assembled();
        assembled.tokens.get_or_init(|| assembled.source.tokens().collect())
    }

    /// The tokens that start in a range of the text.
    pub fn tokens_in(&self, range: Range<usize>) -> &[Token] {
        let all = self.tokens();
        let first = all.partition_point(|token| token.start < range.start);
        let rest = &all[first..];
        &rest[..rest.partition_point(|token| token.start < range.end)]
    }

    /// The token at an offset, or the one that ends there.
    pub fn token_at(&self, offset: usize) -> Option<Token> {
        self.tokens_in(0..offset + 1).last().filter(|token| offset <= token.end).copied()
    }

    /// The names that the text gives a meaning, macros among them, and those that it uses for places elsewhere.
    pub fn names(&self) -> &HashMap<String, Occurrences> {
        let assembled = self.assembled();
        assembled.names.get_or_init(|| {
            let included = assembled.seen.iter().map(|seen| seen.text.as_deref().unwrap_or_default());
            let texts: Vec<&str> = std::iter::once(self.text()).chain(included).collect();
            let names = assembled.source.names_in(&texts).into_iter();
            names.map(|n| (n.name.to_owned(), Occurrences { definition: n.definition, uses: n.uses })).collect()
        })
    }

    /// Whether the source asked for a file the last time that it was assembled.
    pub fn includes(&self, path: &Path) -> bool {
        self.assembled.as_ref().is_some_and(|assembled| assembled.seen.iter().any(|seen| seen.path == path))
    }

    /// Number of the file with a path, as the positions of names have it: 0 for the document itself.
    pub fn file_number(&self, path: &Path) -> Option<usize> {
        if self.path.as_deref() == Some(path) {
            return Some(0);
        }
        let seen = self.assembled.as_ref()?.seen.iter();
        seen.zip(1..).find(|(seen, _)| seen.path == path).map(|(_, number)| number)
    }

    /// The text of a file, by its number in positions of names.
    pub fn text_of(&self, number: usize) -> &str {
        &self.file_of(number).text
    }

    /// The text of a file with its lines: the document itself is file 0.
    pub fn file_of(&self, number: usize) -> &SourceFile {
        number.checked_sub(1).map_or(&self.file, |index| self.assembled().seen[index].file())
    }

    /// The text of a token.
    pub fn word(&self, token: Token) -> &str {
        &self.text()[token.start..token.end]
    }

    /// The range of the line with an offset, without its line break.
    pub fn line_range(&self, offset: usize) -> Range<usize> {
        let text = self.text();
        let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let end = text[offset..].find('\n').map_or(text.len(), |at| offset + at);
        start..end
    }
}

fn assembled(text: &str, target: Target, dialect: Dialect, options: Options, inputs: &Inputs) -> Source {
    match Assembler::with_options(target, dialect, options) {
        Ok(assembler) => assembler.with_inputs(inputs).assemble(text),
        Err(_) => Source::in_any_dialect_with(target, text, options, inputs),
    }
}

/// The path of a `file:` URI.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::new();
    let mut left = path.bytes();
    while let Some(byte) = left.next() {
        let hex = |byte: Option<u8>| (byte? as char).to_digit(16);
        bytes.push(match byte {
            b'%' => (hex(left.next())? * 16 + hex(left.next())?) as u8,
            byte => byte,
        });
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/folder` on Windows.
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive && cfg!(windows) { path[1..].to_string() } else { path }))
}

/// The `file:` URI of a path.
pub fn uri_of(path: &std::path::Path) -> lsp::Uri {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => uri.push(byte as char),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    lsp::Uri(uri)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_uris() {
        for path in ["/a/b.s", "/a b/ü%#.s"] {
            assert_eq!(path_of(&uri_of(path.as_ref()).0), Some(PathBuf::from(path)));
        }
        assert_eq!(path_of("untitled:Untitled-1"), None);
        assert_eq!(path_of("file:///a%2"), None);
    }
}
