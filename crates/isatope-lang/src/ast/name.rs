//! Names, and the versions for which something holds.

use crate::span::Span;

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its position.
    pub span: Span,
}

/// `@ first..last`, either side open.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// First version.
    pub first: Option<Name>,
    /// Last version, included.
    pub last: Option<Name>,
    /// Its position.
    pub span: Span,
}
