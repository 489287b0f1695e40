//! Compares an answer with the result that a case expects.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::registers::number;

/// A case: a request, with what should come out.
#[derive(Deserialize)]
struct Case {
    expect: Map<String, Value>,
    /// Every allocation that is written, as the answer has it.
    expect_mem: Option<Vec<Value>>,
    /// Format of which any NaN is as good as the expected one: `f16`, `f32`, `f64`, `f16x2`.
    nan: Option<String>,
    /// How many units in the last place a result of format `fmt` may be away.
    tol_ulp: Option<u64>,
    fmt: Option<String>,
}

/// Whether an answer fits a case: exactly the expected registers, with values that are equal or as good.
///
/// # Errors
/// The first difference.
pub fn compare(case: &str, answer: &str) -> Result<(), String> {
    let case: Case = serde_json::from_str(case).map_err(|e| format!("not a case: {e}"))?;
    let answer: Value = serde_json::from_str(answer).map_err(|e| format!("not an answer: {e}"))?;
    if let Some(error) = answer["error"].as_str() {
        return Err(error.to_string());
    }
    let regs = answer["regs"].as_object().ok_or("the answer has no registers")?;
    if let Some(extra) = regs.keys().find(|name| !case.expect.contains_key(*name)) {
        return Err(format!("{extra} is written, which is not expected"));
    }
    if let Some(expected) = &case.expect_mem {
        memory(expected, answer["mem"].as_array().map_or(&[][..], Vec::as_slice))?;
    }
    let names: Vec<&String> = case.expect.keys().collect();
    let mut done: Vec<&String> = Vec::new();
    for &name in &names {
        if done.contains(&name) {
            continue;
        }
        let (expected, got) = (values(&case.expect, name)?, values(regs, name)?);
        // A double takes two registers, compared together.
        let high = next_register(name).and_then(|next| names.iter().find(|n| ***n == next).copied());
        let wide = [&case.nan, &case.fmt].iter().any(|f| f.as_deref() == Some("f64"));
        let (expected, got) = match high.filter(|_| wide) {
            Some(high) => {
                done.push(high);
                (join(expected, values(&case.expect, high)?), join(got, values(regs, high)?))
            }
            None => (expected, got),
        };
        // One expected value means all lanes.
        let expected = if expected.len() == 1 { vec![expected[0]; got.len()] } else { expected };
        if expected.len() != got.len() {
            return Err(format!("{name}: {} lanes are expected, got {}", expected.len(), got.len()));
        }
        for (lane, (want, have)) in expected.iter().zip(&got).enumerate() {
            if !case.accepts(*want, *have) {
                let lane = if expected.len() > 1 { format!(" lane {lane}") } else { String::new() };
                return Err(format!("{name}{lane}: expected {want:#x}, got {have:#x}"));
            }
        }
    }
    Ok(())
}

/// Compares the allocations that were written.
fn memory(expected: &[Value], got: &[Value]) -> Result<(), String> {
    let place = |v: &Value| (v["space"].as_str().unwrap_or("mem").to_string(), number(&v["addr"]));
    let places = |list: &[Value]| list.iter().map(place).collect::<Vec<_>>();
    if places(expected) != places(got) {
        return Err(format!("allocations written: expected {:?}, got {:?}", places(expected), places(got)));
    }
    for (want, have) in expected.iter().zip(got) {
        let (w, h) = (want["bytes"].as_str().unwrap_or_default(), have["bytes"].as_str().unwrap_or_default());
        let differs = w.as_bytes().chunks(2).zip(h.as_bytes().chunks(2)).position(|(a, b)| a != b);
        if let Some(at) = differs.or((w.len() != h.len()).then_some(w.len().min(h.len()) / 2)) {
            let byte = |text: &str| text.get(2 * at..2 * at + 2).unwrap_or("nothing").to_string();
            return Err(format!("byte {at} from {} on: expected {}, got {}", want["addr"], byte(w), byte(h)));
        }
    }
    Ok(())
}

fn values(regs: &Map<String, Value>, name: &str) -> Result<Vec<u64>, String> {
    let value = regs.get(name).ok_or_else(|| format!("{name} is not written"))?;
    let all = match value {
        Value::Array(list) => list.iter().map(number).collect(),
        one => number(one).map(|n| vec![n]),
    };
    all.ok_or_else(|| format!("{name} has no value: {value}"))
}

fn next_register(name: &str) -> Option<String> {
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let number: u32 = digits.parse().ok()?;
    Some(format!("{}{}", &name[..name.len() - digits.len()], number + 1))
}

fn join(low: Vec<u64>, high: Vec<u64>) -> Vec<u64> {
    low.iter().zip(high).map(|(low, high)| low & 0xffff_ffff | high << 32).collect()
}

impl Case {
    fn accepts(&self, want: u64, have: u64) -> bool {
        if want == have {
            return true;
        }
        let nan = self.nan.as_deref();
        if nan == Some("f16x2") {
            let half = |at: u32| {
                let (want, have) = (want >> at & 0xffff, have >> at & 0xffff);
                want == have || is_nan(want, "f16") && is_nan(have, "f16")
            };
            return half(0) && half(16);
        }
        // What lies beside a half must be right in any case.
        let same_beside = |format: &str| format != "f16" || want >> 16 == have >> 16;
        if let Some(format) = nan
            && same_beside(format)
            && is_nan(want, format)
            && is_nan(have, format)
        {
            return true;
        }
        // A half may have been placed in the upper half of the register.
        if nan == Some("f16")
            && want & 0xffff == have & 0xffff
            && is_nan(want >> 16, "f16")
            && is_nan(have >> 16, "f16")
        {
            return true;
        }
        match (self.tol_ulp, self.fmt.as_deref()) {
            (Some(tolerance), Some(format))
                if same_beside(format) && !is_nan(want, format) && !is_nan(have, format) =>
            {
                rank(want, format).abs_diff(rank(have, format)) <= tolerance
            }
            _ => false,
        }
    }
}

/// Width and bits of the infinity of a format.
fn shape(format: &str) -> (u32, u64) {
    match format {
        "f16" => (16, 0x7c00),
        "f32" => (32, 0x7f80_0000),
        _ => (64, 0x7ff0_0000_0000_0000),
    }
}

fn is_nan(bits: u64, format: &str) -> bool {
    let (width, infinity) = shape(format);
    bits & (u64::MAX >> (65 - width)) > infinity
}

/// Floats in order as integers, so that neighbours differ by 1.
fn rank(bits: u64, format: &str) -> i64 {
    let (width, _) = shape(format);
    let magnitude = (bits & (u64::MAX >> (65 - width))) as i64;
    if bits >> (width - 1) & 1 != 0 { -magnitude } else { magnitude }
}
