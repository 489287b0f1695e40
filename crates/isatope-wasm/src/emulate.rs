//! Files with code, and the emulator.

mod execute;
mod file;
mod finished;
mod form;
mod job;
mod session;
mod state;

pub use execute::execute;
pub use file::OpenFile;
pub use finished::Finished;
pub use form::form;
pub use job::Files;
pub use session::Session;
