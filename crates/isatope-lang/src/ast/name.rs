//! Names and version ranges.

use crate::span::Span;

/// A name with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Position of the name.
    pub span: Span,
}

/// `@ first..last`; either side may be omitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// First version.
    pub first: Option<Name>,
    /// Last version, inclusive.
    pub last: Option<Name>,
    /// Position of the range.
    pub span: Span,
}
