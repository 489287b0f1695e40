//! Numbers that a manifest describes by a rule: all the same, evenly spaced, or random.

use isatope_diag::number::radix;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::Wide;
use crate::scalar::{Number, Scalar};

/// Equal numbers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fill {
    /// What a number is.
    #[serde(rename = "type")]
    pub kind: Scalar,
    /// The number.
    pub value: Number,
    /// How many there are; without it, the buffer is filled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Wide>,
}

/// Evenly spaced numbers: `start`, `start + step`, `start + 2 * step` …
///
/// Floats are computed in doubles and rounded to the type.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ramp {
    /// What a number is.
    #[serde(rename = "type")]
    pub kind: Scalar,
    /// The first number; without it, 0.
    #[serde(default = "zero")]
    pub start: Number,
    /// From a number to the next one; without it, 1.
    #[serde(default = "one")]
    pub step: Number,
    /// How many there are; without it, the buffer is filled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Wide>,
}

/// Random numbers from `min` to `max`.
///
/// The generator is SplitMix64. Its state starts as the seed. Each number adds 0x9e3779b97f4a7c15 to the state and
/// mixes a copy z of it: `z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9`, `z = (z ^ z >> 27) * 0x94d049bb133111eb`,
/// `z = z ^ z >> 31`, all in 64 bits. An integer is `min + (z * (max - min + 1) >> 64)`, without overflow. A float is
/// `min + (max - min) * ((z >> 11) / 2^53)`, computed in doubles and rounded to the type.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Random {
    /// What a number is.
    #[serde(rename = "type")]
    pub kind: Scalar,
    /// The state of the generator at the start.
    pub seed: Wide,
    /// Least number; without it, 0 for floats, and the least number of the type for integers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Number>,
    /// Highest number; without it, 1 for floats, and the highest number of the type for integers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Number>,
    /// How many there are; without it, the buffer is filled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Wide>,
}

fn zero() -> Number {
    Number::Whole(0)
}

fn one() -> Number {
    Number::Whole(1)
}

/// The bits of a number, with the name of its key in messages.
fn bits_of(kind: Scalar, key: &str, number: &Number) -> Result<u64, String> {
    kind.bits_of(number).map_err(|what| format!("`{key}`: {what}"))
}

/// A finite float: the number itself, not rounded to the type. Digits of another radix are bits of the type.
fn finite(kind: Scalar, key: &str, number: &Number) -> Result<f64, String> {
    let is_bits = matches!(number, Number::Text(text) if radix(text.trim()).0 != 10);
    let given = if is_bits { kind } else { Scalar::F64 };
    let value = given.value(bits_of(given, key, number)?);
    if value.is_finite() { Ok(value) } else { Err(format!("`{key}` must be finite")) }
}

/// A finite float that is none too large for the type.
fn fitting(kind: Scalar, key: &str, number: &Number) -> Result<f64, String> {
    bits_of(kind, key, number)?;
    finite(kind, key, number)
}

/// The largest difference between two integers of 64 bits.
const STEPS: i128 = u64::MAX as i128;

/// The bits of an integer of this type; those of higher numbers are dropped.
fn low_bits(kind: Scalar, value: i128) -> u64 {
    value as u64 & u64::MAX >> (64 - 8 * kind.size())
}

impl Fill {
    /// The bits of each number.
    ///
    /// # Errors
    /// If `value` does not fit the type.
    pub fn bits(&self) -> Result<u64, String> {
        bits_of(self.kind, "value", &self.value)
    }
}

impl Ramp {
    /// The bits of the first `count` numbers.
    ///
    /// # Errors
    /// If they do not fit the type.
    pub fn bits(&self, count: u64) -> Result<impl Iterator<Item = u64>, String> {
        let kind = self.kind;
        let rule: Box<dyn Fn(u64) -> u64> = if kind.is_float() {
            let (start, step) = (fitting(kind, "start", &self.start)?, finite(kind, "step", &self.step)?);
            let number = move |i: u64| kind.round(start + i as f64 * step);
            if !kind.value(number(count.saturating_sub(1))).is_finite() {
                return Err(format!("the last number is too large for {}", kind.name()));
            }
            Box::new(number)
        } else {
            let start = kind.whole(bits_of(kind, "start", &self.start)?);
            let step = match &self.step {
                Number::Whole(step) if (-STEPS..=STEPS).contains(step) => *step,
                other => Scalar::I64.whole(bits_of(Scalar::I64, "step", other)?),
            };
            // Counts of bytes that a run has memory for are far below 2^63.
            let last = i64::try_from(count.saturating_sub(1)).ok().and_then(|last| step.checked_mul(last.into()));
            let last = last.and_then(|distance| start.checked_add(distance));
            let (low, high) = kind.range();
            if count > 0 && !last.is_some_and(|last| (low..=high).contains(&last)) {
                let last = last.map_or(String::new(), |last| format!(" {last}"));
                let name = kind.name();
                return Err(format!("the last number{last} does not fit into {name}, which goes from {low} to {high}"));
            }
            Box::new(move |i| low_bits(kind, start + i128::from(i) * step))
        };
        Ok((0..count).map(rule))
    }
}

impl Random {
    /// The bits of the first `count` numbers.
    ///
    /// # Errors
    /// If the range is not one of the type.
    pub fn bits(&self, count: u64) -> Result<impl Iterator<Item = u64>, String> {
        let kind = self.kind;
        let empty = || "`min` is larger than `max`".to_string();
        let rule: Box<dyn Fn(u64) -> u64> = if kind.is_float() {
            let (min, max) = (self.min.clone().unwrap_or(zero()), self.max.clone().unwrap_or(one()));
            let (min, max) = (fitting(kind, "min", &min)?, fitting(kind, "max", &max)?);
            match max - min {
                range if range < 0.0 => return Err(empty()),
                range if !range.is_finite() => return Err("`max` - `min` is too large for a double".to_string()),
                range => Box::new(move |z| kind.round(min + range * ((z >> 11) as f64 / (1u64 << 53) as f64))),
            }
        } else {
            let whole = |key, number: &Option<Number>, default| match number {
                None => Ok(default),
                Some(number) => bits_of(kind, key, number).map(|bits| kind.whole(bits)),
            };
            let (low, high) = kind.range();
            let (min, max) = (whole("min", &self.min, low)?, whole("max", &self.max, high)?);
            if min > max {
                return Err(empty());
            }
            // 2^64 at most: the product has 128 bits.
            let range = (max - min + 1) as u128;
            Box::new(move |z| {
                let above = if range > u128::from(u64::MAX) { z } else { ((u128::from(z) * range) >> 64) as u64 };
                low_bits(kind, min + i128::from(above))
            })
        };
        let mut generator = SplitMix64(self.seed.0);
        Ok((0..count).map(move |_| rule(generator.next())))
    }
}

/// The generator of [`Random`].
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(text: &str, count: u64) -> Result<Vec<u64>, String> {
        Ok(serde_json::from_str::<Random>(text).map_err(|e| e.to_string())?.bits(count)?.collect())
    }

    fn ramp(text: &str, count: u64) -> Result<Vec<u64>, String> {
        Ok(serde_json::from_str::<Ramp>(text).map_err(|e| e.to_string())?.bits(count)?.collect())
    }

    /// The first numbers for seed 1234567 are published with the algorithm (Rosetta Code, "Pseudo-random
    /// numbers/Splitmix64"); the others are from Python with the formulas above.
    #[test]
    fn random_numbers_are_those_of_splitmix64() {
        assert_eq!(
            random(r#"{"type": "u64", "seed": 1234567}"#, 5).unwrap(),
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
        assert_eq!(
            random(r#"{"type": "i8", "seed": 1, "min": -10, "max": 10}"#, 8)
                .unwrap()
                .iter()
                .map(|b| *b as i8)
                .collect::<Vec<_>>(),
            I8
        );
        assert_eq!(random(r#"{"type": "f32", "seed": 1, "min": -1, "max": 1}"#, 4).unwrap(), F32);
        assert_eq!(random(r#"{"type": "f16", "seed": 2}"#, 4).unwrap(), F16);
        let wide = random(r#"{"type": "i64", "seed": 1234567}"#, 1).unwrap();
        assert_eq!(wide[0] as i64, (i128::from(i64::MIN) + 6_457_827_717_110_365_317) as i64);
    }

    const ONCE: [u64; 6] = [0x3e5a_6e8b, 0x3e7f_22d8, 0x3e96_a174, 0x3e41_679f, 0x3e41_62aa, 0x3e81_5205];
    const ONCE_HALF: [u64; 6] = [0x32d3, 0x33f9, 0x34b5, 0x320b, 0x320b, 0x340b];
    const RAMP: [u64; 6] = [0x3dcc_cccd, 0x3dcc_cccd, 0x3dcc_cccd, 0x3dcc_cccd, 0x3dcc_cccd, 0x3dcc_cccd];
    const I8: [i8; 8] = [1, 5, 10, -1, -1, 6, 8, 0];
    const F32: [u64; 4] = [0x3e08_516f, 0x3efb_ae37, 0x3f71_2746, 0xbde3_e797];
    const F16: [u64; 4] = [0x38bb, 0x39fe, 0x38c4, 0x3a20];

    /// Only the result is rounded to the type. The numbers are from Python: `struct.pack` of
    /// `0.1 + (0.3 - 0.1) * fraction` and of `0.1 + i * 1e-9`, all in doubles.
    #[test]
    fn floats_are_rounded_once() {
        assert_eq!(random(r#"{"type": "f32", "seed": 1, "min": 0.1, "max": 0.3}"#, 6).unwrap(), ONCE);
        assert_eq!(random(r#"{"type": "f16", "seed": 1, "min": 0.1, "max": 0.3}"#, 6).unwrap(), ONCE_HALF);
        assert_eq!(ramp(r#"{"type": "f32", "start": 0.1, "step": 1e-9}"#, 6).unwrap(), RAMP);
        // Bits are those of the type: 1.0 and 0.5.
        let bits = ramp(r#"{"type": "f32", "start": "0x3f800000", "step": "0x3f000000"}"#, 3).unwrap();
        assert_eq!(bits, [0x3f80_0000, 0x3fc0_0000, 0x4000_0000]);
        assert_eq!(ramp(r#"{"type": "f16", "start": -65504, "step": 70000}"#, 2).unwrap(), [0xfbff, 0x6c64]);
    }

    #[test]
    fn ranges_are_checked() {
        for (text, expected) in [
            (r#"{"type": "u8", "seed": 1, "max": 256}"#, "`max`: 256 does not fit into u8, which goes from 0 to 255"),
            (r#"{"type": "i8", "seed": 1, "min": 2, "max": 1}"#, "`min` is larger than `max`"),
            (r#"{"type": "f32", "seed": 1, "max": "inf"}"#, "`max` must be finite"),
            (r#"{"type": "f64", "seed": 1, "min": -1e308, "max": 1e308}"#, "`max` - `min` is too large for a double"),
        ] {
            assert_eq!(random(text, 1).unwrap_err(), expected, "{text}");
        }
        assert_eq!(ramp(r#"{"type": "u8", "start": 250, "step": -50}"#, 6).unwrap(), [250, 200, 150, 100, 50, 0]);
        assert_eq!(
            ramp(r#"{"type": "u8", "start": 250, "step": -50}"#, 7).unwrap_err(),
            "the last number -50 does not fit into u8, which goes from 0 to 255"
        );
        assert_eq!(ramp(r#"{"type": "f32", "start": 1, "step": 0.5}"#, 2).unwrap(), [0x3f80_0000, 0x3fc0_0000]);
        assert_eq!(ramp(r#"{"type": "u64"}"#, 3).unwrap(), [0, 1, 2]);
        assert!(ramp(r#"{"type": "u64", "step": 18446744073709551615}"#, u64::MAX).is_err());
        assert!(ramp(r#"{"type": "u8", "step": 0.5}"#, 2).is_err());
        // 65504 is the largest number of half precision, and 65520 is half way to the next one.
        assert_eq!(ramp(r#"{"type": "f16", "start": 65504, "step": 15.5}"#, 2).unwrap(), [0x7bff, 0x7bff]);
        assert_eq!(
            ramp(r#"{"type": "f16", "start": 65504, "step": 16}"#, 2).unwrap_err(),
            "the last number is too large for f16"
        );
    }
}
