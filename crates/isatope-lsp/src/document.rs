//! An open document: its text, and what the assembler says about it.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;

use gen_lsp_types as lsp;
use isatope::assembler::Options;
use isatope::check::Advice;
use isatope::diagnostics::SourceFile;
use isatope::{Assembler, Dialect, Inputs, Instruction, NamedTarget, Source, Token, TokenKind};

use crate::encoding::Encoding;
use crate::language::Language;
use crate::settings::Settings;

/// Maximum number of statements that expansions add, so that each change gets its answer soon.
const MOST_STATEMENTS: u64 = 4_000_000;

/// An open document.
pub struct Document {
    /// Its name.
    pub uri: lsp::Uri,
    /// Number of the last change.
    pub version: i32,
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
    /// Findings of the checks, and the version that they are about.
    pub checked: Option<(i32, Vec<Advice>)>,
}

/// A document that was assembled.
pub struct Assembled {
    /// Target and dialect.
    pub language: Language,
    /// The assembled source.
    pub source: Source,
    statements: OnceCell<Vec<Statement>>,
    tokens: OnceCell<Vec<Token>>,
    names: OnceCell<HashMap<String, Occurrences>>,
}

/// Where a name occurs in the text.
#[derive(Clone, Debug)]
pub struct Occurrences {
    /// Position of its first definition, if any.
    pub definition: Option<Range<usize>>,
    /// Its other positions.
    pub uses: Vec<Range<usize>>,
}

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
    pub fn new(item: lsp::TextDocumentItem, encoding: Encoding) -> Self {
        Self {
            uri: item.uri,
            version: item.version,
            id: item.language_id.to_string(),
            file: SourceFile::new("", item.text),
            encoding,
            assembled: None,
            guess: None,
            checked: None,
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
        self.assembled = None;
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.file.text
    }

    /// Assembles the text again, for instance because settings changed.
    pub fn invalidate(&mut self) {
        self.assembled = None;
        self.guess = None;
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
        let (language, source) = self.assemble(self.text(), settings);
        if language.dialect.is_none() && !source.failed() {
            self.guess = Some(source.dialect());
        }
        let (statements, tokens, names) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        self.assembled = Some(Assembled { language, source, statements, tokens, names });
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
        let language = Language::of(text, &self.id, settings);
        let source = match language.dialect {
            Some(dialect) => self.assemble_in(text, &language.target, dialect, settings),
            None => {
                let (options, inputs) = self.inputs(&language.target, settings);
                let found = Source::in_any_dialect_with(language.target.target, text, options, &inputs);
                // A text with an error keeps the dialect that it had before.
                match self.guess.filter(|guess| found.failed() && found.dialect() != *guess) {
                    Some(guess) => self.assemble_in(text, &language.target, guess, settings),
                    None => found,
                }
            }
        };
        (language, source)
    }

    /// Assembles a text in a dialect. One that the target does not have is replaced by its first one.
    pub fn assemble_in(&self, text: &str, target: &NamedTarget, dialect: Dialect, settings: &Settings) -> Source {
        let (options, inputs) = self.inputs(target, settings);
        let target = target.target;
        match Assembler::with_options(target, dialect, options) {
            Ok(assembler) => assembler.with_inputs(&inputs).assemble(text),
            Err(_) => Source::in_any_dialect_with(target, text, options, &inputs),
        }
    }

    fn inputs(&self, target: &NamedTarget, settings: &Settings) -> (Options, Inputs) {
        let options = Options {
            places: true,
            called: Some(target.called),
            most_statements: Some(MOST_STATEMENTS),
            ..Options::default()
        };
        let symbols = settings.defines.iter().map(|(name, value)| (name.clone(), *value)).collect();
        (options, Inputs { folders: self.folders(settings), symbols, lines: None })
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
            let names = assembled.source.names().into_iter();
            names.map(|n| (n.name.to_owned(), Occurrences { definition: n.definition, uses: n.uses })).collect()
        })
    }

    /// The text of a token.
    pub fn word(&self, token: Token) -> &str {
        &self.text()[token.start..token.end]
    }

    /// The name at an offset: a label, a symbol or a macro that the text defines or uses.
    pub fn name_at(&self, offset: usize) -> Option<&str> {
        let token = self.token_at(offset)?;
        let is_name = matches!(token.kind, TokenKind::Definition | TokenKind::Name | TokenKind::Mnemonic);
        is_name.then(|| self.word(token))
    }

    /// The range of the line with an offset, without its line break.
    pub fn line_range(&self, offset: usize) -> Range<usize> {
        let text = self.text();
        let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let end = text[offset..].find('\n').map_or(text.len(), |at| offset + at);
        start..end
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
