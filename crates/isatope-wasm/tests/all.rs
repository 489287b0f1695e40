//! Tests of the plain functions that the modules hand over.

mod convert;
mod emulate;
mod explore;
