//! Dictionary columns of names that the specification has.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use arrow_array::builder::UInt16Builder;
use arrow_array::types::UInt16Type;
use arrow_array::{ArrayRef, DictionaryArray, StringArray};
use arrow_schema::ArrowError;

/// A column of names. Names of the tables are always at the same address, so that looking one up does not look at its
/// text.
#[derive(Default)]
pub struct Dictionary {
    keys: UInt16Builder,
    names: Vec<&'static str>,
    by_address: HashMap<usize, u16, BuildHasherDefault<AddressHasher>>,
}

impl Dictionary {
    /// Adds a row.
    ///
    /// # Errors
    /// There are more different names than keys, which are 65,536.
    pub fn append(&mut self, name: &'static str) -> Result<(), ArrowError> {
        // An address has one name, because no name of the tables is the beginning of another one at the same place
        // with another length: the length is a part of the key.
        let address = (name.as_ptr() as usize).rotate_left(8) ^ name.len();
        let key = match self.by_address.get(&address) {
            Some(key) => *key,
            None => {
                let key = match self.names.iter().position(|known| *known == name) {
                    Some(key) => key,
                    None => {
                        self.names.push(name);
                        self.names.len() - 1
                    }
                };
                let key = u16::try_from(key).map_err(|_| ArrowError::DictionaryKeyOverflowError)?;
                self.by_address.insert(address, key);
                key
            }
        };
        self.keys.append_value(key);
        Ok(())
    }

    /// Adds a row without a name.
    pub fn append_null(&mut self) {
        self.keys.append_null();
    }

    /// Takes all rows.
    ///
    /// # Errors
    /// None that the keys of this dictionary can have.
    pub fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        let names = StringArray::from(std::mem::take(&mut self.names));
        self.by_address.clear();
        Ok(Arc::new(DictionaryArray::<UInt16Type>::try_new(self.keys.finish(), Arc::new(names))?))
    }
}

/// Hashes the address of a name.
#[derive(Default)]
struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_usize(usize::from(*byte)));
    }

    fn write_usize(&mut self, address: usize) {
        self.0 = (self.0 ^ address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray;
    use arrow_array::types::UInt16Type;

    use super::Dictionary;

    #[test]
    fn equal_names_have_equal_keys() {
        let whole: &'static str = "v_add_f32_e32";
        let other: &'static str = String::from("v_add_f32").leak();
        let mut column = Dictionary::default();
        // A name at the same address as a longer one, and a name at two addresses.
        [whole, &whole[..9], other, whole]
            .into_iter()
            .for_each(|name| column.append(name).expect("there are few names"));
        column.append_null();
        let rows = column.finish().expect("the keys are right");
        let rows =
            rows.as_dictionary::<UInt16Type>().downcast_dict::<arrow_array::StringArray>().expect("they are texts");
        let texts: Vec<Option<&str>> = rows.into_iter().collect();
        assert_eq!(texts, [Some(whole), Some("v_add_f32"), Some("v_add_f32"), Some(whole), None]);
    }
}
