//! Passes over programs. Each takes statements or an expression and returns an equivalent one.
//!
//! `inline` replaces calls with the bodies of functions, `fold` replaces fields with their known values, `split` splits
//! values of more than 64 bits into words, `live` drops statements without an effect on results, `reduce` evaluates the
//! conditions in an expression, and `words` gives words of operands their own numbers.

pub(super) mod fold;
pub(super) mod inline;
pub(super) mod live;
pub(super) mod reduce;
pub(super) mod split;
pub(super) mod words;
