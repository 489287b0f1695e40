//! Numbers in memory: little-endian integers and floats of 8 to 64 bits.

/// A number as it lies in memory: an integer or a float of 8 to 64 bits, little endian.
pub trait Number: Copy + sealed::Sealed {
    /// Adds its bytes.
    fn put(self, bytes: &mut Vec<u8>);

    /// All numbers in a row of bytes; bytes at the end that make up none are left out.
    fn all(bytes: &[u8]) -> Vec<Self>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($type:ident)*) => {$(
        impl sealed::Sealed for $type {}

        impl Number for $type {
            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn all(bytes: &[u8]) -> Vec<Self> {
                bytes.as_chunks().0.iter().map(|chunk| Self::from_le_bytes(*chunk)).collect()
            }
        }
    )*};
}

numbers!(u8 i8 u16 i16 u32 i32 f32 u64 i64 f64);
