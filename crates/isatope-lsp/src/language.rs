//! Target and dialect of a document: from its directives, from a comment, or from settings.
//!
//! The comment is `// isatope: target=NAME dialect=NAME`, in the first lines.

use std::ops::Range;

use isatope::{Dialect, Inputs, NamedTarget, Source, Target};

use crate::settings::Settings;

/// Number of lines in which the comment is looked for.
const LINES: usize = 50;

/// The word that starts the comment.
const MARK: &str = "isatope:";

/// Target and dialect of a document.
#[derive(Clone, Debug)]
pub struct Language {
    /// The target.
    pub target: NamedTarget,
    /// The dialect; `None` if it has to be found out by trying.
    pub dialect: Option<Dialect>,
    /// What is wrong with the comment: where, and what.
    pub wrong: Vec<(Range<usize>, String)>,
}

/// The comment in a text.
#[derive(Default)]
struct Comment<'t> {
    target: Option<(Range<usize>, &'t str)>,
    dialect: Option<(Range<usize>, &'t str)>,
}

impl Language {
    /// Finds the target and the dialect. `id` is the language of the client: `gcn-asm` for an architecture `gcn`. A
    /// file that the text includes may name the target.
    pub fn of(text: &str, id: &str, settings: &Settings, inputs: &Inputs) -> Self {
        let comment = Comment::of(text);
        let mut wrong = Vec::new();
        let mut by_comment = None;
        if let Some((at, name)) = &comment.target {
            match name.parse::<NamedTarget>() {
                Ok(found) => by_comment = Some(found),
                Err(_) => wrong.push((at.clone(), NamedTarget::explain(name))),
            }
        }
        let target = NamedTarget::of_source_with(text, inputs).or(by_comment).unwrap_or_else(|| usual(id, settings));
        let mut dialect = None;
        if let Some((at, name)) = &comment.dialect {
            dialect = Dialect::from_name(target.target, name);
            if dialect.is_none() {
                let names: Vec<&str> = target.target.dialects().map(Dialect::name).collect();
                let arch = target.target.architecture();
                wrong.push((at.clone(), format!("{arch} has no dialect `{name}`: choose {}", names.join(" or "))));
            }
        }
        let dialect = dialect
            .or_else(|| Source::dialect_of(text, target.target))
            .or_else(|| Dialect::from_name(target.target, &settings.dialect));
        Self { target, dialect, wrong }
    }

    /// Whether a text has the comment.
    pub fn has_comment(text: &str) -> bool {
        let comment = Comment::of(text);
        comment.target.is_some() || comment.dialect.is_some()
    }

    /// Where the comment of a text names the dialect.
    pub fn named_dialect(text: &str) -> Option<Range<usize>> {
        Comment::of(text).dialect.map(|(place, _)| place)
    }

    /// The comment that selects something: `// isatope: target=gfx900`.
    pub fn comment(key: &str, value: &str) -> String {
        format!("// {MARK} {key}={value}\n")
    }
}

/// The target of a document that names none: that of the settings if it suits the language of the client.
fn usual(id: &str, settings: &Settings) -> NamedTarget {
    let architecture = id.strip_suffix("-asm").filter(|name| Target::all().any(|t| t.architecture() == *name));
    let suits = |target: Target| architecture.is_none_or(|name| target.architecture() == name);
    if let Some(found) = settings.named_target().filter(|named| suits(named.target)) {
        return found;
    }
    let first = || Target::all().filter(|target| suits(*target)).find(|target| target.version() == target.arch().usual);
    let target = if suits(Target::USUAL) { Target::USUAL } else { first().unwrap_or(Target::USUAL) };
    target.into()
}

impl<'t> Comment<'t> {
    fn of(text: &'t str) -> Self {
        let mut found = Self::default();
        let mut start = 0;
        for line in text.split_inclusive('\n').take(LINES) {
            let comment = line.find(MARK).filter(|at| {
                let before = line[..*at].trim_end();
                before.ends_with(['/', ';', '#', '*'])
            });
            if let Some(at) = comment {
                let after = at + MARK.len();
                for word in line[after..].split([' ', '\t', ',', '\r', '\n']) {
                    let from = start + (word.as_ptr() as usize - line.as_ptr() as usize);
                    let Some((key, value)) = word.split_once('=') else { continue };
                    let range = from + key.len() + 1..from + word.len();
                    match key {
                        "target" => found.target = Some((range, value)),
                        "dialect" => found.dialect = Some((range, value)),
                        _ => {}
                    }
                }
            }
            start += line.len();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, id: &str, target: &str) -> (&'static str, Option<&'static str>, usize) {
        let settings = Settings { target: target.to_string(), ..Settings::default() };
        let found = Language::of(text, id, &settings, &Inputs::default());
        (found.target.called, found.dialect.map(Dialect::name), found.wrong.len())
    }

    #[test]
    fn directives_win_over_comments_and_comments_over_settings() {
        let comment = "# a file\n// isatope: target=gfx803 dialect=llvm\n";
        assert_eq!(of(comment, "", "gfx700"), ("gfx803", Some("llvm"), 0));
        assert_eq!(of(&format!("{comment}.gpu gfx906\n"), "", "gfx700").0, "gfx906");
        assert_eq!(of("", "", "gfx700").0, "gfx700");
        assert_eq!(of("isatope: target=gfx803", "", "gfx700").0, "gfx700");
    }

    #[test]
    fn settings_count_only_for_their_architecture() {
        for target in Target::all() {
            let id = format!("{}-asm", target.architecture());
            let settings = Settings { target: "gfx900".to_string(), ..Settings::default() };
            let found = Language::of("", &id, &settings, &Inputs::default());
            assert_eq!(found.target.target.architecture(), target.architecture());
        }
    }

    #[test]
    fn wrong_names_are_told() {
        assert_eq!(of("// isatope: target=gfx1030 dialect=arm\n", "", "").2, 2);
    }
}
