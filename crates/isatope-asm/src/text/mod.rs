//! The lexical level: names, numbers, expressions and symbols.

pub(crate) mod arithmetic;
pub(crate) mod cursor;
pub(crate) mod error;
pub(crate) mod eval;
pub(crate) mod expr;
mod names;
pub(crate) mod number;
mod ready;
pub(crate) mod room;
pub(crate) mod scopes;
pub(crate) mod shapes;
pub(crate) mod string;
pub(crate) mod symbols;
pub(crate) mod tree;
pub(crate) mod value;

pub use string::text_of;
