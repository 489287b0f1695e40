//! The pages of the specification: an index, searches, and the pages themselves. Nothing here needs the tables, so that
//! a browser starts with little.

mod index;
mod links;
mod page;

pub use index::{Shown, id, index, path, shown};
pub use page::{find, generations, page, search};
