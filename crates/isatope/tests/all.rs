//! All tests of the crate as one program: each program would link the generated code once more.

mod assist;
mod blocks;
#[cfg(feature = "check")]
mod costs;
#[cfg(feature = "values")]
mod distances;
mod edit;
mod errors;
mod examples;
mod facade;
#[cfg(feature = "check")]
mod hazards;
#[cfg(all(feature = "check", feature = "pages"))]
mod hazards_page;
mod hex;
mod library;
#[cfg(feature = "check")]
mod metadata;
#[cfg(feature = "check")]
mod padding;
#[cfg(feature = "check")]
mod programs;
mod short_debug;
