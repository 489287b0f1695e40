//! Reads the text of a manifest.

use isatope_diag::{Diagnostic, Span, codes};
use serde_json::Value;
use serde_path_to_error::Segment;

use super::place::{self, Path, Step};
use super::problem::Problem;
use super::{Manifest, keys};
use crate::json_words::what_is_wrong;

/// Reads the text. Contradictions between values are found later, by `check`.
pub(super) fn parse(text: &str) -> Result<Manifest, Vec<Diagnostic>> {
    let value = serde_json::from_str::<Value>(text).map_err(|error| vec![no_json(text, &error)])?;
    let of_text = |problems: Vec<Problem>| problems.into_iter().map(|p| p.diagnostic(text)).collect::<Vec<_>>();
    if !value.is_object() {
        return Err(of_text(vec![Problem::new(Path::default(), "a manifest is a JSON object: { \"program\": … }")]));
    }
    let unknown = keys::unknown(&value);
    if !unknown.is_empty() {
        return Err(of_text(unknown));
    }
    let repeated = place::repeated(text).into_iter();
    let repeated = repeated
        .map(|(path, name, at)| Problem { at: Some(at), ..Problem::new(path, format!("duplicate field `{name}`")) });
    let repeated: Vec<Problem> = repeated.collect();
    if !repeated.is_empty() {
        return Err(of_text(repeated));
    }
    serde_path_to_error::deserialize(value).map_err(|error| of_text(vec![mistyped(&error)]))
}

/// The message of an error without its place.
fn words(error: &serde_json::Error) -> String {
    let all = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    all.strip_suffix(&place).unwrap_or(&all).to_string()
}

fn no_json(text: &str, error: &serde_json::Error) -> Diagnostic {
    let start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let end = at + text[at..].chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8);
    Diagnostic::error(codes::MANIFEST, format!("invalid JSON: {}", words(error))).at(Span::new(at..end))
}

/// A value of the wrong kind.
fn mistyped(error: &serde_path_to_error::Error<serde_json::Error>) -> Problem {
    let steps = error.path().iter().filter_map(|segment| match segment {
        Segment::Seq { index } => Some(Step::Index(*index)),
        Segment::Map { key } => Some(Step::Key(key.clone())),
        Segment::Enum { .. } | Segment::Unknown => None,
    });
    Problem::new(Path(steps.collect()), what_is_wrong(&words(error.inner())))
}
