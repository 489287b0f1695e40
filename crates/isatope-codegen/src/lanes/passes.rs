//! Passes over programs: each takes statements or an expression and gives what means the same.
//!
//! `inline` puts functions in the place of their calls, `fold` puts in what is known about fields, `split` takes values of more than 64 bits
//! apart, `live` drops what nothing comes of, `reduce` finds out what an expression
//! comes to, `words` gives words of operands numbers of their own.

pub(super) mod fold;
pub(super) mod inline;
pub(super) mod live;
pub(super) mod reduce;
pub(super) mod split;
pub(super) mod words;
