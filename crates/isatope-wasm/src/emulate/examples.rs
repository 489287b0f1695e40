//! The examples of the repository.

/// Every example with its files, as JSON.
pub fn examples() -> &'static str {
    include_str!(concat!(env!("OUT_DIR"), "/examples.json"))
}
