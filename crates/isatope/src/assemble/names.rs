//! The names of a source, with their places.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use isatope_asm::assist::directive;
use isatope_asm::tokens::{Token, TokenKind, tokens};
use isatope_object::metadata_review::{MetadataLines, kernel_names};

use super::Source;

/// What follows the name of a kernel in the name of its descriptor. Metadata of version 2 have the second one.
const DESCRIPTOR: [&str; 2] = [".kd", "@kd"];

/// A name and its positions in the text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Name<'s> {
    /// The name.
    pub name: &'s str,
    /// Position of its first definition, if any.
    pub definition: Option<Range<usize>>,
    /// Its other positions.
    pub uses: Vec<Range<usize>>,
}

/// A name and its positions in several texts. Each is the number of the text and the range there.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NamePlaces<'s> {
    /// The name.
    pub name: &'s str,
    /// Position of its first definition, if any.
    pub definition: Option<(usize, Range<usize>)>,
    /// Its other positions.
    pub uses: Vec<(usize, Range<usize>)>,
}

impl Source {
    /// The names that the text gives a meaning, macros among them, and those that it uses for places elsewhere: where
    /// each is defined, and where it is used.
    pub fn names(&self) -> Vec<Name<'_>> {
        let own = |(_, place)| place;
        let all = self.names_in(&[self.text()]).into_iter();
        all.map(|n| Name {
            name: n.name,
            definition: n.definition.map(own),
            uses: n.uses.into_iter().map(own).collect(),
        })
        .collect()
    }

    /// Like [`names`](Self::names), in the text of the source and in those of files that it includes.
    pub fn names_in<'s>(&'s self, texts: &[&'s str]) -> Vec<NamePlaces<'s>> {
        let semicolons = self.dialect.separates_by_semicolons(self.target);
        let tokens: Vec<Vec<Token>> = texts.iter().map(|text| tokens(text, semicolons).collect()).collect();
        let all = || {
            let numbered = texts.iter().zip(&tokens).enumerate();
            numbered.flat_map(|(text_number, (text, tokens))| {
                tokens.iter().map(move |token| (text_number, token, &text[token.start..token.end]))
            })
        };
        let mut macros: HashSet<&str> = HashSet::new();
        let mut after_macro = false;
        for (_, token, word) in all() {
            if after_macro && token.kind == TokenKind::Definition {
                macros.insert(word);
            }
            after_macro = token.kind == TokenKind::Directive && directive(word).is_some_and(|d| d.defines_macro);
        }
        let layout = &self.output.layout;
        let kernels: HashSet<&str> = layout.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        // A descriptor is named by its kernel.
        let kernel_of = |name: &'s str| {
            let kernel = DESCRIPTOR.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
            kernels.contains(kernel).then_some(kernel)
        };
        let symbols = layout.symbols.iter().map(|symbol| symbol.name.as_str()).chain(kernels.iter().copied());
        let symbols = symbols.map(|name| kernel_of(name).unwrap_or(name));
        let defined = all().filter(|(_, token, _)| token.kind == TokenKind::Definition).map(|(_, _, word)| word);
        let mut names: Vec<NamePlaces> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for name in defined.chain(symbols) {
            known.entry(name).or_insert_with(|| {
                names.push(NamePlaces { name, definition: None, uses: Vec::new() });
                names.len() - 1
            });
        }
        // The line of the last definition of a macro: number of the text, and where the line ends.
        let mut head = (usize::MAX, 0);
        for (text_number, token, word) in all() {
            let text = texts[text_number];
            if token.kind == TokenKind::Definition && macros.contains(word) {
                head = (text_number, text[token.end..].find('\n').map_or(text.len(), |at| token.end + at));
            } else if is_parameter(text, *token, head.0 == text_number && token.start < head.1) {
                continue;
            }
            if is_metadata(*token, word) {
                for (start, name) in named_kernels(word) {
                    let Some(&number) = kernel_of(name).and_then(|name| known.get(name)) else { continue };
                    let start = token.start + start;
                    let end = start + names[number].name.len();
                    names[number].uses.push((text_number, start..end));
                }
                continue;
            }
            let found = known.get(word).copied().or_else(|| known.get(kernel_of(word)?).copied());
            let Some(name) = found.and_then(|number| names.get_mut(number)) else { continue };
            let place = (text_number, token.start..token.start + name.name.len());
            match token.kind {
                TokenKind::Definition if name.definition.is_none() && place.1.end == token.end => {
                    name.definition = Some(place);
                }
                TokenKind::Definition | TokenKind::Name => name.uses.push(place),
                // A call of a macro.
                TokenKind::Mnemonic if macros.contains(name.name) => name.uses.push(place),
                _ => {}
            }
        }
        names
    }
}

/// Whether a token is a parameter of a macro: `\name` in its body, `name` in the line that starts it, where a name after
/// `=` is a value.
fn is_parameter(text: &str, token: Token, is_head: bool) -> bool {
    let before = text[..token.start].trim_end_matches([' ', '\t']);
    text[..token.start].ends_with('\\') || is_head && token.kind == TokenKind::Name && !before.ends_with('=')
}

/// Whether a token is the text of metadata.
fn is_metadata(token: Token, word: &str) -> bool {
    token.kind == TokenKind::Text && !word.starts_with(['"', '\''])
}

/// The names of kernels and descriptors in metadata, with their offsets.
fn named_kernels(metadata: &str) -> Vec<(usize, &str)> {
    let lines = MetadataLines::new(metadata);
    let found = kernel_names(metadata).into_iter().filter_map(|(at, name)| {
        let start = lines.offset(at);
        let rest = &metadata[start..];
        let start = start + usize::from(rest.starts_with(['"', '\'']));
        let end = start + name.len();
        (metadata.get(start..end)? == name.as_str()).then(|| (start, &metadata[start..end]))
    });
    found.collect()
}
