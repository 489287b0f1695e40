//! Detects and opens files and texts: their kind, their contents and their target.
//!
//! Code comes in hexadecimal digits ([`Target::hex`](crate::Target::hex)), as bytes, in dumps of Mesa's compiler
//! ([`Dump`]), in code objects ([`read`]), and in libraries, programs, bundles and archives that hold such objects,
//! often one for each of many processors ([`open`]). What is wrong with an input is a
//! [`Diagnostic`](crate::diagnostics::Diagnostic) that says what would be right.
//! ```
//! use isatope::container::{Contents, can_hold};
//! use isatope::input::{self, Opened, Pick};
//!
//! # let file = std::fs::read("../isatope-object/tests/lines/lines.co").unwrap();
//! let contents = Contents::Memory(file);
//! assert!(can_hold(&contents));
//! let Opened::Image(bytes) = input::open("lines.co", &contents, &Pick::default())? else { panic!("it has one image") };
//! let object = input::read("lines.co", &bytes)?;
//! assert!(!object.kernels.is_empty());
//! # Ok::<(), Box<isatope::diagnostics::Diagnostic>>(())
//! ```

mod dump;
mod form;
mod images;
mod objects;

pub use dump::{Dump, dump_pieces};
pub use form::{Form, digits};
#[cfg(feature = "serde")]
pub use images::image_json;
pub use images::{Choice, Opened, Pick, bytes, choose, find, open, several, table, targets};
pub use objects::{is_source, of_source, read, target, warning_of_other, warnings_of_notes};
