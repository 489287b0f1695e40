//! GPU code of many files as tables.
//!
//! [`instructions`] and [`kernels`] build Arrow batches; [`scan`] walks folders and writes Parquet files that DuckDB,
//! Polars, Spark and Ray read; [`stream`] hands the batches to a program. `docs/scan.md` describes the columns.

mod chunk;
mod dictionary;
mod encode;
mod facts;
mod findings;
pub mod instructions;
pub mod kernels;
mod minhash;
mod nullable;
pub mod rows;
pub mod scan;
pub mod stream;
mod write;

pub use rows::{Failure, Tables};
