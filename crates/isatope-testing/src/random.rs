//! Random numbers that are the same on every machine and in every run.

/// Increment of the state between two numbers: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Well-mixed bits of a number: the first output of splitmix64 with that seed.
pub fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(STEP);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The generator splitmix64. The field is its seed, and any number is a good one.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 random bits.
    #[expect(clippy::should_implement_trait, reason = "an iterator would wrap every number in an `Option`")]
    pub fn next(&mut self) -> u64 {
        let bits = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        bits
    }

    /// The next 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }

    /// A number from 0 to `end - 1`, of any integer type.
    ///
    /// # Panics
    /// If `end` is not above 0.
    pub fn below<T: TryFrom<u64> + TryInto<u64>>(&mut self, end: T) -> T {
        let Ok(end) = end.try_into() else { panic!("no number is below a negative one") };
        let Ok(number) = T::try_from(self.next() % end) else { unreachable!("it is below a number of this type") };
        number
    }

    /// One element of a list.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// True once in this many calls, on average.
    pub fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the authors' C code (<https://prng.di.unimi.it/splitmix64.c>) gives for the seed 1234567.
    #[test]
    fn numbers_are_those_of_splitmix64() {
        let mut random = Random(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert_eq!(random.next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn bounds_hold_in_every_type() {
        let mut random = Random(1);
        for _ in 0..1000 {
            assert!(random.below(3_usize) < 3 && random.below(200_u8) < 200 && random.below(7_u64) < 7);
            assert!((0..5).contains(&random.below(5)));
        }
        assert!((0..1000).any(|_| random.below(3_u32) == 2));
    }
}
