//! Converts indices of the model to names, and small values to text.

use std::collections::BTreeMap;

use isatope_lang::{Layout, Model, VersionSet};
use schemars::JsonSchema;
use serde::Serialize;

/// What each dialect has, by its name.
pub(super) type ByDialect<T> = BTreeMap<String, T>;

/// The names of versions; `None` where it is all of them.
pub(super) type Versions = Option<Vec<String>>;

/// Bits of a word or a register, `[high, low]`.
pub(super) type Bits = (u32, u32);

/// A field, and a value of it.
#[derive(Serialize, JsonSchema, PartialEq)]
pub(super) struct FieldIs {
    pub field: String,
    pub value: u64,
}

/// A bit of a field.
#[derive(Serialize, JsonSchema, PartialEq)]
pub(super) struct FieldBit {
    pub field: String,
    pub bit: u32,
}

pub(super) fn versions(model: &Model, set: VersionSet) -> Versions {
    let named = |i: usize| model.versions.get(i).map(|v| v.name.clone());
    let names: Vec<String> = set.iter().filter_map(named).collect();
    (names.len() < model.versions.len()).then_some(names)
}

/// The versions whose indices are listed.
pub(super) fn versions_of(model: &Model, list: &[usize]) -> Versions {
    versions(model, VersionSet(list.iter().fold(0, |set, i| set | 1 << i)))
}

pub(super) fn dialect(model: &Model, index: usize) -> String {
    model.dialect_names[index].clone()
}

/// The dialects that have a bit in a set.
pub(super) fn dialects(model: &Model, set: u8) -> Vec<String> {
    (0..model.dialects.len()).filter(|i| set >> i & 1 != 0).map(|i| dialect(model, i)).collect()
}

/// A list with a place for each dialect, without the places that say nothing.
pub(super) fn by_dialect<T, U>(model: &Model, list: &[T], out: impl Fn(&T) -> Option<U>) -> ByDialect<U> {
    list.iter().enumerate().filter_map(|(i, item)| Some((dialect(model, i), out(item)?))).collect()
}

/// Texts that some dialects have: (dialect index, text).
pub(super) fn spelled(model: &Model, list: &[(usize, String)]) -> ByDialect<String> {
    list.iter().map(|(i, text)| (dialect(model, *i), text.clone())).collect()
}

/// Texts of all dialects, without the empty ones.
pub(super) fn texts(model: &Model, list: &[String]) -> ByDialect<String> {
    by_dialect(model, list, |text| Some(text.clone()).filter(|t| !t.is_empty()))
}

pub(super) fn file(model: &Model, index: usize) -> String {
    model.files[index].name.clone()
}

pub(super) fn register(model: &Model, index: usize) -> String {
    model.registers[index].name.clone()
}

pub(super) fn memory(model: &Model, index: usize) -> String {
    model.memories[index].name.clone()
}

pub(super) fn format(model: &Model, index: usize) -> String {
    model.formats[index].name.clone()
}

pub(super) fn field(layout: &Layout, index: usize) -> String {
    layout.fields[index].name.clone()
}

/// The names of some fields.
pub(super) fn fields(layout: &Layout, list: &[usize]) -> Vec<String> {
    list.iter().map(|&f| field(layout, f)).collect()
}

/// A bit pattern: JSON's numbers are not wide enough for all of them.
pub(super) fn hex(bits: impl Into<u128>) -> String {
    format!("{:#x}", bits.into())
}

/// For fields that are left out where they say nothing.
pub(super) fn is_false(value: &bool) -> bool {
    !value
}

/// Whether a number is 0.
pub(super) fn is_zero(value: &u64) -> bool {
    *value == 0
}
