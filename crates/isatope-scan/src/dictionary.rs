//! Dictionary columns of names that the specification has.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::types::UInt16Type;
use arrow_array::{ArrayRef, DictionaryArray, StringArray, UInt16Array};
use arrow_schema::ArrowError;
use foldhash::fast::FixedState;

/// The names of a column, and their keys.
#[derive(Default)]
pub struct Dictionary {
    names: Vec<&'static str>,
    keys: HashMap<&'static str, u16, FixedState>,
}

impl Dictionary {
    /// The key of a name.
    ///
    /// # Errors
    /// There are more different names than keys, which are 65,536.
    pub fn key(&mut self, name: &'static str) -> Result<u16, ArrowError> {
        if let Some(key) = self.keys.get(name) {
            return Ok(*key);
        }
        let key = u16::try_from(self.names.len()).map_err(|_| ArrowError::DictionaryKeyOverflowError)?;
        self.names.push(name);
        self.keys.insert(name, key);
        Ok(key)
    }

    /// A column with these keys.
    ///
    /// # Errors
    /// A key is not of this dictionary.
    pub fn column(&self, keys: UInt16Array) -> Result<ArrayRef, ArrowError> {
        let names = StringArray::from(self.names.clone());
        Ok(Arc::new(DictionaryArray::<UInt16Type>::try_new(keys, Arc::new(names))?))
    }
}
