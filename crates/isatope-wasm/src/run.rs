//! The functions and classes of the module `isatope_run`. `web/src/api/types.ts` says what each gives.

mod files;
mod session;
mod text;
