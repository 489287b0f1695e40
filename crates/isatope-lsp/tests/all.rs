//! Tests of the language server: a client on the other end of a connection in memory.

mod acceptance;
mod client;
mod docs;
mod features;
mod files;
mod included;
