//! Columns of numbers of which some are missing.

use std::mem::take;

use arrow_array::{ArrowPrimitiveType, PrimitiveArray};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};

/// Rows of such a column.
pub struct Nullable<T: ArrowPrimitiveType> {
    values: Vec<T::Native>,
    /// Rows without a number.
    missing: Vec<u32>,
}

impl<T: ArrowPrimitiveType> Nullable<T> {
    /// No rows.
    pub fn new() -> Self {
        Self { values: Vec::new(), missing: Vec::new() }
    }

    /// Adds a row.
    pub fn push(&mut self, value: Option<T::Native>) {
        if value.is_none() {
            self.missing.push(self.values.len() as u32);
        }
        self.values.push(value.unwrap_or_default());
    }

    /// Takes all rows.
    pub fn finish(&mut self) -> PrimitiveArray<T> {
        let values = take(&mut self.values);
        let missing = take(&mut self.missing);
        let nulls = (!missing.is_empty()).then(|| {
            let mut present = BooleanBufferBuilder::new(values.len());
            present.append_n(values.len(), true);
            missing.iter().for_each(|row| present.set_bit(*row as usize, false));
            NullBuffer::new(present.finish())
        });
        PrimitiveArray::new(values.into(), nulls)
    }
}
