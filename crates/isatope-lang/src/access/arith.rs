//! Operations on known bits.

use std::rc::Rc;

use super::condition::{ALWAYS, Condition, Conditions, NEVER};
use super::value::{constant, number, numbers};
use crate::model::{Binary, Builtin, Type};

/// Maximum number of argument combinations for which an operation is evaluated one by one.
const MOST: usize = 256;

type Bits = Rc<[Condition]>;

/// Selects each bit by a condition.
pub fn choose(all: &mut Conditions, c: Condition, yes: &[Condition], no: &[Condition]) -> Bits {
    yes.iter().zip(no).map(|(&yes, &no)| all.choose(c, yes, no)).collect()
}

/// Sum of two numbers of the same width, plus one if `carry` holds.
fn sum(all: &mut Conditions, a: &[Condition], b: &[Condition], mut carry: Condition) -> Bits {
    let mut out = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let half = all.differ(a, b);
        out.push(all.differ(half, carry));
        carry = all.choose(half, carry, a);
    }
    out.into()
}

/// Whether `a` is less than `b`, both unsigned.
fn less(all: &mut Conditions, a: &[Condition], b: &[Condition]) -> Condition {
    let mut result = NEVER;
    for (&a, &b) in a.iter().zip(b) {
        let unequal = all.differ(a, b);
        result = all.choose(unequal, b, result);
    }
    result
}

fn equal(all: &mut Conditions, a: &[Condition], b: &[Condition]) -> Condition {
    let mut result = ALWAYS;
    for (&a, &b) in a.iter().zip(b) {
        let unequal = all.differ(a, b);
        let same = all.not(unequal);
        result = all.and(result, same);
    }
    result
}

/// Bitwise complement.
pub fn not(all: &mut Conditions, a: &[Condition]) -> Bits {
    a.iter().map(|&bit| all.not(bit)).collect()
}

/// Result of an operation with two operands of type `ty`; `None` if its bits are too complex to represent.
pub fn binary(all: &mut Conditions, op: Binary, ty: Type, a: &[Condition], b: &[Condition]) -> Option<Bits> {
    let lazy = matches!(op, Binary::AndAlso | Binary::OrElse);
    if !lazy && let (Some(a), Some(b)) = (number(a), number(b)) {
        let width = if is_comparison(op) { 1 } else { ty.bits() };
        return Some(constant(crate::eval::binary(op, ty, a, b), width));
    }
    if ty.is_float() {
        return None;
    }
    let one = |bit: Condition| -> Option<Bits> { Some([bit].into()) };
    let signed = matches!(ty, Type::Int { signed: true, .. });
    match op {
        Binary::And | Binary::AndAlso => Some(a.iter().zip(b).map(|(&a, &b)| all.and(a, b)).collect()),
        Binary::Or | Binary::OrElse => Some(a.iter().zip(b).map(|(&a, &b)| all.or(a, b)).collect()),
        Binary::Xor => Some(a.iter().zip(b).map(|(&a, &b)| all.differ(a, b)).collect()),
        Binary::Add => Some(sum(all, a, b, NEVER)),
        Binary::Sub => {
            let b = not(all, b);
            Some(sum(all, a, &b, ALWAYS))
        }
        Binary::Eq => one(equal(all, a, b)),
        Binary::Ne => {
            let same = equal(all, a, b);
            one(all.not(same))
        }
        Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
            let (mut a, mut b) = (a.to_vec(), b.to_vec());
            if signed && let (Some(x), Some(y)) = (a.last_mut(), b.last_mut()) {
                // With inverted sign bits, signed numbers have the same order as unsigned ones.
                (*x, *y) = (all.not(*x), all.not(*y));
            }
            let swapped = matches!(op, Binary::Gt | Binary::Le);
            let result = if swapped { less(all, &b, &a) } else { less(all, &a, &b) };
            one(if matches!(op, Binary::Le | Binary::Ge) { all.not(result) } else { result })
        }
        Binary::Shl | Binary::Shr => shift(all, op, ty, a, b),
        Binary::Mul | Binary::Div | Binary::Rem => {
            one_by_one(all, &[a, b], ty.bits(), |n| crate::eval::binary(op, ty, n[0], n[1]))
        }
    }
}

fn is_comparison(op: Binary) -> bool {
    matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
}

fn shift(all: &mut Conditions, op: Binary, ty: Type, a: &[Condition], by: &[Condition]) -> Option<Bits> {
    let width = a.len();
    let fill = match ty {
        Type::Int { signed: true, .. } if op == Binary::Shr => a.last().copied().unwrap_or(NEVER),
        _ => NEVER,
    };
    let mut result = constant(0, width as u32);
    for (by, when) in numbers(all, by, ALWAYS, 128)? {
        let by = by.min(width as u128) as usize;
        let moved: Vec<Condition> = match op {
            Binary::Shl => (0..width).map(|i| i.checked_sub(by).map_or(NEVER, |from| a[from])).collect(),
            _ => (0..width).map(|i| a.get(i + by).copied().unwrap_or(fill)).collect(),
        };
        result = choose(all, when, &moved, &result);
    }
    Some(result)
}

/// `width` bits of a number from bit `low` on; bits past its end are 0.
pub fn slice(all: &mut Conditions, of: &[Condition], low: &[Condition], width: u32) -> Option<Bits> {
    let mut result = constant(0, width);
    for (low, when) in numbers(all, low, ALWAYS, 128)? {
        let low = low.min(of.len() as u128) as usize;
        let cut: Vec<Condition> = (0..width as usize).map(|i| of.get(low + i).copied().unwrap_or(NEVER)).collect();
        result = choose(all, when, &cut, &result);
    }
    Some(result)
}

/// Converts to another width; the type of the source decides about sign extension.
pub fn resize(of: &[Condition], ty: Type, width: u32) -> Bits {
    let fill = match ty {
        Type::Int { signed: true, .. } => of.last().copied().unwrap_or(NEVER),
        _ => NEVER,
    };
    (0..width as usize).map(|i| of.get(i).copied().unwrap_or(fill)).collect()
}

/// Result of a builtin function on bit vectors.
pub fn builtin(all: &mut Conditions, builtin: Builtin, ty: Type, of: Type, args: &[Bits]) -> Option<Bits> {
    let args: Vec<&[Condition]> = args.iter().map(|a| &**a).collect();
    one_by_one(all, &args, ty.bits(), |n| crate::eval::builtin(builtin, ty, of, n))
}

/// Results for all possible arguments, if there are few of them.
fn one_by_one(all: &mut Conditions, args: &[&[Condition]], width: u32, f: impl Fn(&[u128]) -> u128) -> Option<Bits> {
    let mut cases: Vec<(Vec<u128>, Condition)> = vec![(Vec::new(), ALWAYS)];
    for arg in args {
        let mut next = Vec::new();
        for (given, when) in cases {
            for (value, when) in numbers(all, arg, when, MOST)? {
                next.push(([&given[..], &[value]].concat(), when));
            }
            if next.len() > MOST {
                return None;
            }
        }
        cases = next;
    }
    let mut result = constant(0, width);
    for (args, when) in cases {
        let value = constant(f(&args), width);
        result = choose(all, when, &value, &result);
    }
    Some(result)
}
