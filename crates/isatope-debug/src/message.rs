//! Messages of log points: text with expressions in braces.

use crate::expression::{Expression, Scope};
use crate::kind::Kind;

/// A message that a log point writes.
#[derive(Clone, Debug)]
pub struct Message(Vec<Piece>);

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Value(Expression),
}

impl Message {
    /// Reads a message; `read` reads its expressions. `\{` and `\}` are braces.
    ///
    /// # Errors
    /// A brace is not closed, or an expression is wrong.
    pub fn parse(text: &str, read: impl Fn(&str) -> Result<Expression, String>) -> Result<Self, String> {
        let (mut pieces, mut plain) = (Vec::new(), String::new());
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}', '\\']) {
            plain += &rest[..at];
            let (special, after) = rest[at..].split_at(1);
            rest = after;
            match special {
                "{" => {
                    let end = rest
                        .find('}')
                        .ok_or_else(|| format!("`{{{rest}`: `}}` is missing; write `\\{{` for a brace"))?;
                    pieces.extend([Piece::Text(std::mem::take(&mut plain)), Piece::Value(read(rest[..end].trim())?)]);
                    rest = &rest[end + 1..];
                }
                "\\" if rest.starts_with(['{', '}', '\\']) => {
                    plain += &rest[..1];
                    rest = &rest[1..];
                }
                _ => plain += special,
            }
        }
        pieces.push(Piece::Text(plain + rest));
        Ok(Self(pieces))
    }

    /// The text with the values of its expressions: those of one lane, or of the first active lanes.
    pub fn text(&self, scope: Scope, lane: Option<usize>, usual: Kind) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Value(expression) => {
                let value = match lane.filter(|_| expression.is_per_lane()) {
                    Some(lane) => expression.value(scope, lane).map(|value| value.text(usual)),
                    None => expression.brief(scope, usual),
                };
                value.unwrap_or_else(|error| format!("<{error}>"))
            }
        };
        self.0.iter().map(piece).collect()
    }
}
