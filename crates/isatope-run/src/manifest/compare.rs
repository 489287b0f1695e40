//! Compares the contents of a buffer with the expected contents.

use isatope_diag::nearest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::Scalar;

/// How a buffer is compared with what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(try_from = "Keys", into = "Keys")]
pub enum Compare {
    /// Every byte must be the same.
    Exact,
    /// Element by element: one that differs from the expected one e by at most `absolute + relative * |e|` is right. A
    /// NaN is right where one is expected, and nowhere else; an infinity likewise. The sign of zero does not matter.
    Near {
        /// What an element is.
        kind: Scalar,
        /// How far it may be away.
        absolute: f64,
        /// How far it may be away, as a part of the expected number.
        relative: f64,
    },
}

/// How a buffer is compared: `{"kind": "exact"}`, `{"kind": "absolute", "type": "f32", "tolerance": 1e-6}`, `relative`
/// likewise, or the kind of an element with `abs` and `rel`: `{"kind": "f32", "abs": 1e-6, "rel": 1e-5}`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Compare")]
struct Keys {
    /// `exact`, `absolute`, `relative`, or what an element is.
    #[schemars(extend("enum" = [
        "exact", "absolute", "relative", "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f16", "f32", "f64"
    ]))]
    kind: String,
    /// With `absolute` and `relative`: what an element is.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f16", "f32", "f64"]))]
    element: Option<String>,
    /// With `absolute` and `relative`: how far an element may be away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tolerance: Option<f64>,
    /// With the kind of an element: how far it may be away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    abs: Option<f64>,
    /// With the kind of an element: how far it may be away, as a part of the expected number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rel: Option<f64>,
}

/// The type of a name; `more` are other names that may stand there.
///
/// # Errors
/// The nearest name.
pub(super) fn scalar(name: &str, more: &[&'static str]) -> Result<Scalar, String> {
    Scalar::from_name(name).ok_or_else(|| {
        let names = || more.iter().copied().chain(Scalar::ALL.into_iter().map(Scalar::name));
        match nearest(name, names()) {
            Some(near) => format!("there is no `{name}`: did you mean `{near}`?"),
            None => format!("there is no `{name}`: choose {}", names().collect::<Vec<_>>().join(", ")),
        }
    })
}

impl TryFrom<Keys> for Compare {
    type Error = String;

    fn try_from(keys: Keys) -> Result<Self, String> {
        let tolerance = |name: &str, value: Option<f64>| match value {
            Some(value) if value.is_nan() || value < 0.0 => Err(format!("`{name}` is at least 0")),
            value => Ok(value.unwrap_or(0.0)),
        };
        let unused = |list: &[(&str, bool)]| match list.iter().find(|(_, given)| *given) {
            Some((key, _)) => Err(format!("`{key}` does not go with the kind `{}`", keys.kind)),
            None => Ok(()),
        };
        let element = keys.element.as_deref().map(|name| scalar(name, &[]));
        let (abs, rel) = (("abs", keys.abs.is_some()), ("rel", keys.rel.is_some()));
        match keys.kind.as_str() {
            "exact" => {
                unused(&[abs, rel, ("tolerance", keys.tolerance.is_some_and(|t| t != 0.0))])?;
                element.transpose()?;
                Ok(Compare::Exact)
            }
            name @ ("absolute" | "relative") => {
                unused(&[abs, rel])?;
                let kind =
                    element.transpose()?.ok_or("`type` is missing: the type of an element, for example `f32`")?;
                let tolerance = tolerance("tolerance", keys.tolerance)?;
                let is_absolute = name == "absolute";
                let (absolute, relative) = if is_absolute { (tolerance, 0.0) } else { (0.0, tolerance) };
                Ok(Compare::Near { kind, absolute, relative })
            }
            name => {
                let kind = scalar(name, &["exact", "absolute", "relative"])?;
                unused(&[("type", keys.element.is_some()), ("tolerance", keys.tolerance.is_some())])?;
                let (absolute, relative) = (tolerance("abs", keys.abs)?, tolerance("rel", keys.rel)?);
                Ok(Compare::Near { kind, absolute, relative })
            }
        }
    }
}

impl From<Compare> for Keys {
    fn from(compare: Compare) -> Self {
        match compare {
            Compare::Exact => Keys { kind: "exact".to_string(), ..Keys::default() },
            Compare::Near { kind, absolute, relative } => {
                Keys { kind: kind.name().to_string(), abs: Some(absolute), rel: Some(relative), ..Keys::default() }
            }
        }
    }
}

impl JsonSchema for Compare {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Keys::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Keys::json_schema(generator)
    }
}

/// An element that is not what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its number.
    pub index: usize,
    /// What it should be.
    pub expected: String,
    /// What it is.
    pub got: String,
}

/// Where a buffer is not what is expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Differences {
    /// Bytes of an element.
    pub size: usize,
    /// Elements in all.
    pub elements: usize,
    /// What an element is called.
    pub kind: &'static str,
    /// How many differ.
    pub count: usize,
    /// The first few of them.
    pub first: Vec<Difference>,
    /// The largest distance of a finite number from the expected one, whether it is tolerated or not. Words and bytes
    /// that are compared exactly have none.
    pub largest: Option<Largest>,
    /// The largest distance as a part of the expected number, where that is not 0.
    pub relative: Option<Largest>,
}

/// The largest of all differences, and where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Largest {
    /// Number of the element.
    pub index: usize,
    /// How large it is.
    pub value: f64,
}

impl Differences {
    /// What is known about the largest difference, for people:
    /// `largest difference 1.2e-6 at [17], relative 3.1e-7 at [4]`.
    pub fn summary(&self) -> Option<String> {
        let Largest { index, value } = self.largest?;
        let relative =
            self.relative.map(|Largest { index, value }| format!(", relative {} at [{index}]", short(value)));
        Some(format!("largest difference {} at [{index}]{}", short(value), relative.unwrap_or_default()))
    }
}

/// A positive number with three digits.
fn short(value: f64) -> String {
    let scientific = format!("{value:.2e}");
    let rounded: f64 = scientific.parse().unwrap_or(value);
    if rounded == 0.0 || (1e-3..1e6).contains(&rounded) { rounded.to_string() } else { format!("{rounded:e}") }
}

/// So many differences are shown.
const SHOWN: usize = 5;

impl Compare {
    /// What an element is, if that is said.
    pub(super) fn element(self) -> Option<Scalar> {
        match self {
            Compare::Exact => None,
            Compare::Near { kind, .. } => Some(kind),
        }
    }

    /// Compares; `None` if there is no difference that is not tolerated.
    pub fn differences(self, expected: &[u8], got: &[u8]) -> Option<Differences> {
        Some(self.compare(expected, got)).filter(|found| found.count > 0)
    }

    /// Compares. Both have the same length, a multiple of an element; what is more in one is not looked at.
    pub fn compare(self, expected: &[u8], got: &[u8]) -> Differences {
        // Buffers that are to be the same byte for byte are shown in words where they consist of them.
        let whole = expected.len().is_multiple_of(4);
        let (kind, text) = match self {
            Compare::Near { kind, .. } => (kind, kind.name()),
            Compare::Exact if whole => (Scalar::U32, "words"),
            Compare::Exact => (Scalar::U8, "bytes"),
        };
        let is_right = |e: u64, g: u64| match self {
            _ if e == g => true,
            Compare::Exact => false,
            Compare::Near { kind, absolute, relative } => is_near(kind, e, g, absolute, relative),
        };
        let size = kind.size();
        let show = |bits: u64| match self {
            Compare::Exact => format!("0x{bits:0digits$x}", digits = 2 * size),
            Compare::Near { .. } => kind.show(bits),
        };
        let elements = expected.len() / size;
        let mut found =
            Differences { size, elements, kind: text, count: 0, first: Vec::new(), largest: None, relative: None };
        let (mut largest, mut relative) = (Largest::default(), Largest::default());
        for (index, (e, g)) in expected.chunks_exact(size).zip(got.chunks_exact(size)).enumerate() {
            let (e, g) = (kind.read(e), kind.read(g));
            if self != Compare::Exact {
                let (distance, size) = distance(kind, e, g);
                largest.see(index, distance);
                relative.see(index, distance / size);
            }
            if is_right(e, g) {
                continue;
            }
            found.count += 1;
            if found.first.len() < SHOWN {
                found.first.push(Difference { index, expected: show(e), got: show(g) });
            }
        }
        if self != Compare::Exact {
            // Where only infinities and NaN differ, no distance is finite.
            found.largest = Some(largest).filter(|largest| largest.value > 0.0 || found.count == 0);
            found.relative = Some(relative).filter(|relative| kind.is_float() && relative.value > 0.0);
        }
        found
    }
}

impl Largest {
    /// Looks at an element; one without a finite distance is passed over.
    fn see(&mut self, index: usize, value: f64) {
        if value.is_finite() && value > self.value {
            *self = Self { index, value };
        }
    }
}

/// How far a number is from the expected one, and how large that is.
fn distance(kind: Scalar, expected: u64, got: u64) -> (f64, f64) {
    if !kind.is_float() {
        let (e, g) = (kind.whole(expected), kind.whole(got));
        return (e.abs_diff(g) as f64, e.unsigned_abs() as f64);
    }
    let (e, g) = (kind.value(expected), kind.value(got));
    if e == g { (0.0, e.abs()) } else { ((e - g).abs(), e.abs()) }
}

fn is_near(kind: Scalar, expected: u64, got: u64, absolute: f64, relative: f64) -> bool {
    if !kind.is_float() {
        let (e, g) = (kind.whole(expected), kind.whole(got));
        return e.abs_diff(g) as f64 <= absolute + relative * e.unsigned_abs() as f64;
    }
    let (e, g) = (kind.value(expected), kind.value(got));
    match () {
        () if e.is_nan() || g.is_nan() => e.is_nan() && g.is_nan(),
        () if e.is_infinite() || g.is_infinite() => e == g,
        () => (e - g).abs() <= absolute + relative * e.abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(text: &str) -> Result<Compare, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn forms() {
        let near = |kind, absolute, relative| Ok(Compare::Near { kind, absolute, relative });
        assert_eq!(compare(r#"{"kind": "exact"}"#), Ok(Compare::Exact));
        assert_eq!(compare(r#"{"kind": "absolute", "type": "f32", "tolerance": 1e-6}"#), near(Scalar::F32, 1e-6, 0.0));
        assert_eq!(compare(r#"{"kind": "relative", "type": "f64", "tolerance": 0}"#), near(Scalar::F64, 0.0, 0.0));
        assert_eq!(compare(r#"{"kind": "f16", "abs": 0.5, "rel": 0.25}"#), near(Scalar::F16, 0.5, 0.25));
        assert_eq!(compare(r#"{"kind": "exakt"}"#).unwrap_err(), "there is no `exakt`: did you mean `exact`?");
        assert_eq!(
            compare(r#"{"kind": "relative", "tolerance": 0}"#).unwrap_err(),
            "`type` is missing: the type of an element, for example `f32`"
        );
        assert_eq!(
            compare(r#"{"kind": "f32", "tolerance": 1}"#).unwrap_err(),
            "`tolerance` does not go with the kind `f32`"
        );
        assert_eq!(compare(r#"{"kind": "f32", "abs": -1}"#).unwrap_err(), "`abs` is at least 0");
    }

    fn f32s(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|x| x.to_le_bytes()).collect()
    }

    #[test]
    fn tolerances() {
        let (inf, nan) = (f32::INFINITY, f32::NAN);
        let expected = f32s(&[1.0, 0.0, nan, inf, inf, 4.0, 1.0]);
        let got = f32s(&[1.5, -0.0, nan, inf, 3e38, 6.0, nan]);
        let found = Compare::Near { kind: Scalar::F32, absolute: 0.0, relative: 0.5 }.differences(&expected, &got);
        let found = found.expect("an infinity and a NaN are wrong");
        assert_eq!(found.first.iter().map(|d| d.index).collect::<Vec<_>>(), [4, 6]);
        assert_eq!((found.count, found.elements), (2, 7));
        assert_eq!((&*found.first[0].expected, &*found.first[0].got), ("inf", "3e38"));
        let found = Compare::Near { kind: Scalar::F32, absolute: 0.5, relative: 0.25 }.differences(&expected, &got);
        assert_eq!(
            found.expect("6 is further from 4 than 1.5").first.iter().map(|d| d.index).collect::<Vec<_>>(),
            [4, 5, 6]
        );
    }

    #[test]
    fn the_largest_difference_is_known() {
        let near = Compare::Near { kind: Scalar::F32, absolute: 1.0, relative: 0.0 };
        let (expected, got) = (f32s(&[100.0, 1.0, 0.0, f32::NAN]), f32s(&[100.5, 1.25, 0.125, f32::NAN]));
        let found = near.compare(&expected, &got);
        assert_eq!(found.count, 0);
        assert_eq!(found.summary().as_deref(), Some("largest difference 0.5 at [0], relative 0.25 at [1]"));
        // 1.2e-6 as a float is 1.2000000424e-6.
        let found = near.compare(&f32s(&[0.0, 0.0]), &f32s(&[0.0, 1.2e-6]));
        assert_eq!(found.summary().as_deref(), Some("largest difference 1.2e-6 at [1]"));
        let found = near.compare(&expected, &expected);
        assert_eq!(found.summary().as_deref(), Some("largest difference 0 at [0]"));
        let bytes = Compare::Near { kind: Scalar::U8, absolute: 1.0, relative: 0.0 };
        let found = bytes.compare(&[1, 200, 3], &[2, 100, 3]);
        assert_eq!((found.count, found.summary().as_deref()), (1, Some("largest difference 100 at [1]")));
        assert_eq!(Compare::Exact.compare(&[1], &[2]).summary(), None);
    }

    #[test]
    fn integers_are_exact_beyond_doubles() {
        let bytes = |n: i64| n.to_le_bytes().to_vec();
        let one = Compare::Near { kind: Scalar::I64, absolute: 1.0, relative: 0.0 };
        assert_eq!(one.differences(&bytes(i64::MAX), &bytes(i64::MAX - 1)), None);
        assert_eq!(one.differences(&bytes(i64::MAX), &bytes(i64::MAX - 2)).map(|d| d.count), Some(1));
        assert_eq!(one.differences(&bytes(i64::MIN), &bytes(i64::MAX)).map(|d| d.count), Some(1));
    }

    #[test]
    fn exact_shows_words_or_bytes() {
        let found = Compare::Exact.differences(&[1, 2, 3, 4, 5, 6, 7, 8], &[1, 2, 3, 4, 5, 6, 7, 9]).unwrap();
        assert_eq!((found.kind, found.size, found.elements), ("words", 4, 2));
        assert_eq!(found.first, [Difference { index: 1, expected: "0x08070605".into(), got: "0x09070605".into() }]);
        assert_eq!(Compare::Exact.differences(&[1, 2, 3], &[1, 0, 3]).unwrap().kind, "bytes");
    }
}
