//! What pages need of the tables: words to try, searches for words, the encoding space.

mod encodings;
mod example;
mod sample;
mod search;
mod tryout;

pub use encodings::map;
pub use search::search_word;
pub use tryout::tryout;
