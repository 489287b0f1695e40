//! A language server for GPU assembly.
//!
//! [`run_stdio`] serves one client on the standard input and output. Messages are handled one after another, in their
//! order (`server`). A [`document`](self) is assembled again after each change, because that takes milliseconds; only
//! the rules of correct code (`isatope::check`) are checked on another thread, when the user has paused.
//!
//! Every feature is a function of a document and a position, in a module of its own. What they know about instructions,
//! registers and directives comes from the tables and pages of [`isatope`].

mod actions;
mod completion;
mod convert;
mod diagnostics;
mod document;
mod encoding;
mod files;
mod fixes;
mod format;
mod hints;
mod hover;
mod language;
mod listing;
mod names;
mod outline;
mod server;
mod settings;
mod signature;
mod tokens;
mod wire;

use lsp_server::Connection;

pub use server::Ended;

/// Serves a client on the standard input and output until it ends the session. Returns the exit code: 0 if the client
/// asked for the end first, as the protocol requires, and 1 otherwise.
///
/// # Errors
/// The input is no stream of messages.
pub fn run_stdio() -> std::io::Result<u8> {
    let (connection, stdio) = wire::Stdio::start()?;
    let ended = serve(connection);
    stdio.end()?;
    Ok(match ended {
        Ended::AfterShutdown => 0,
        Ended::Early => 1,
    })
}

/// Serves a client on a connection.
pub fn serve(connection: Connection) -> Ended {
    server::serve(connection)
}
