//! The specification itself, compiled on demand. Assembling, printing and running do not need it.
//!
//! ```
//! use isatope::{Target, spec};
//!
//! let model = spec::model(Target::V9)?;
//! assert!(model.insts.iter().any(|inst| inst.name == "FMA.f32"));
//! assert!(spec::export(&model).contains("FMA.f32"));
//! # Ok::<(), spec::SpecError>(())
//! ```

use std::error::Error;
use std::fmt;

pub use isatope_isa::{ARCHITECTURES, files_in};
pub use isatope_lang::{Doubt, Model, Reason, compile};

use crate::Target;

/// The specification does not compile. It prints as its first errors, with their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for SpecError {}

/// The checked specification of the architecture of a target.
///
/// # Errors
/// If the specification does not compile. The specification in this library does.
pub fn model(target: Target) -> Result<Model, SpecError> {
    let models = isatope_lang::compile_all(&ARCHITECTURES).map_err(SpecError)?;
    let found = models.into_iter().find(|model| model.arch == target.architecture());
    found.ok_or_else(|| SpecError(format!("there is no specification of {}", target.architecture())))
}

/// The specification of an architecture as JSON, as [`schema`] describes it.
pub fn export(model: &Model) -> String {
    isatope_codegen::export_json(model)
}

/// The JSON Schema of what [`export`] gives.
pub fn schema() -> String {
    isatope_codegen::json_schema()
}
