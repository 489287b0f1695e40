//! Numbers in JSON.

use serde_json::Value;

/// The largest number up to which doubles hold all.
const MOST: u64 = 1 << 53;

/// A number for readers that take numbers for doubles: hexadecimal digits in a string where doubles do not hold it.
pub fn exact(number: u64) -> Value {
    if number <= MOST { number.into() } else { format!("{number:#x}").into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_texts() {
        assert_eq!(exact(1 << 53), Value::from(9_007_199_254_740_992_u64));
        assert_eq!(exact((1 << 53) + 1), Value::from("0x20000000000001"));
        assert_eq!(exact(u64::MAX), Value::from("0xffffffffffffffff"));
    }
}
