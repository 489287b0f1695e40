//! Functions in expressions, which LLVM's assembler has for numbers of registers: `max(a, b)`, `alignto(a, 8)`.

use std::ops::Range;

use isatope_diag::codes;

use crate::text::arithmetic::{choose, combine};
use crate::text::error::{Error, error};
use crate::text::symbols::{Functions, Symbols};
use crate::text::tree::{Operator, Value};

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// The operator between all arguments, of which there is at least one.
    Fold(Operator),
    /// Number, alignment.
    AlignTo,
    /// Whether the code uses vcc, flat_scratch and xnack_mask: how many scalar registers these need.
    ExtraScalars,
    /// Numbers of accumulation registers and of vector registers, which share a file on later targets only.
    TotalVectors,
}

/// The function with a name.
pub(super) fn find(name: &str) -> Option<Function> {
    Some(match name {
        "max" => Function::Fold(Operator::Max),
        "or" => Function::Fold(Operator::Or),
        "alignto" => Function::AlignTo,
        "extrasgprs" => Function::ExtraScalars,
        "totalnumvgprs" => Function::TotalVectors,
        _ => return None,
    })
}

/// Applies a function to its arguments. `named` is the position of its name, and `end` the end of the call.
pub(super) fn apply(
    function: Function,
    known: Functions,
    symbols: &Symbols,
    arguments: &[Value],
    named: Range<usize>,
    end: usize,
) -> Result<Value, Error> {
    let at = named.start..end;
    let fold = |op, left, right| combine(symbols, op, left, right, named.clone(), at.end);
    match (function, arguments) {
        (Function::Fold(op), [first, rest @ ..]) => rest.iter().try_fold(*first, |all, next| fold(op, all, *next)),
        (Function::AlignTo, &[number, align]) => fold(Operator::AlignTo, number, align),
        (Function::TotalVectors, &[accumulation, vectors]) => fold(Operator::Max, accumulation, vectors),
        (Function::ExtraScalars, &[vcc, flat, xnack]) => {
            Ok(extra_scalars(symbols, known.generation, [vcc, flat, xnack], (at.start as u32, at.end as u32)))
        }
        _ => {
            let wanted = if function == Function::ExtraScalars { 3 } else { 2 };
            let message = format!("the function has {wanted} arguments, and here are {}", arguments.len());
            Err(error(codes::EXPRESSION, at, message))
        }
    }
}

/// Number of scalar registers at the end of the file that code needs for vcc, flat_scratch and xnack_mask.
fn extra_scalars(symbols: &Symbols, generation: u8, [vcc, flat, xnack]: [Value; 3], at: (u32, u32)) -> Value {
    let number = Value::number;
    let only_vcc = choose(symbols, vcc, number(2), number(0), at);
    match generation {
        8.. => {
            let with_xnack = choose(symbols, xnack, number(4), only_vcc, at);
            choose(symbols, flat, number(6), with_xnack, at)
        }
        _ => choose(symbols, flat, number(4), only_vcc, at),
    }
}
