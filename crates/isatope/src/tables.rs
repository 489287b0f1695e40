//! What follows [`Target`](crate::Target) and [`Instruction`](crate::Instruction): the tables that the specification becomes, and the
//! types that read them.
//!
//! The libraries beneath this one ([`emulator`](crate::emulator), [`check`](crate::check) …) take these types. Both kinds are the same thing and
//! turn into each other with `from` and `into`:
//! ```
//! let target = isatope::tables::Target::from(isatope::Target::GFX900);
//! assert_eq!((target.arch().name, target.arch().word_bits), ("gcn", 32));
//! assert_eq!(isatope::Target::from(target), isatope::Target::GFX900);
//! ```

pub use isatope_core::explain;
pub use isatope_core::tables::{ARCHES, Arch, Checks, FieldKind, Inst, Leads};
pub use isatope_core::{
    Access, DecodeError, Decoder, Formatter, Instruction, Operand, Resource, ResourceName, Target, Write, decode,
    recognize,
};
