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
    /// How many waves a SIMD unit runs at once: most waves, registers in a block and in a file of vector registers,
    /// generation of the target, waves without a limit, scalar and vector registers that the code needs.
    Occupancy,
}

impl Function {
    /// Number of arguments.
    fn arity(self) -> usize {
        match self {
            Self::Fold(_) => 1,
            Self::AlignTo | Self::TotalVectors => 2,
            Self::ExtraScalars => 3,
            Self::Occupancy => 7,
        }
    }
}

/// The function with a name.
pub(super) fn find(name: &str) -> Option<Function> {
    Some(match name {
        "max" => Function::Fold(Operator::Max),
        "or" => Function::Fold(Operator::Or),
        "alignto" => Function::AlignTo,
        "extrasgprs" => Function::ExtraScalars,
        "totalnumvgprs" => Function::TotalVectors,
        "occupancy" => Function::Occupancy,
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
        (Function::Occupancy, &[most, block, file, generation, unlimited, scalars, vectors]) => {
            occupancy(symbols, [most, block, file, generation, unlimited], [scalars, vectors], at)
        }
        _ => {
            let wanted = function.arity();
            let message = format!("the function has {wanted} arguments, and here are {}", arguments.len());
            Err(error(codes::EXPRESSION, at, message))
        }
    }
}

/// Numbers of scalar registers with which so many waves run, for generations from 8 on and for earlier ones. More
/// registers leave the last number of waves.
///
/// Source: `IsaInfo::getOccupancyWithNumSGPRs` of LLVM.
const SCALAR_WAVES: [(&[(u64, u64)], u64); 2] =
    [(&[(80, 10), (88, 9), (100, 8)], 7), (&[(48, 10), (56, 9), (64, 8), (72, 7), (80, 6)], 5)];
/// First number of a generation in LLVM's list in which all registers of the first list exist, and the first one in
/// which the number of scalar registers does not matter.
const LIST_GENERATIONS: [u64; 2] = [7, 9];

/// Number of waves that a SIMD unit runs at once. Only the numbers of registers can be unknown.
fn occupancy(symbols: &Symbols, known: [Value; 5], needed: [Value; 2], at: Range<usize>) -> Result<Value, Error> {
    let Some(known) = known.iter().map(Value::known_number).collect::<Option<Vec<_>>>() else {
        return Err(error(codes::EXPRESSION, at, "the first five arguments have to be numbers"));
    };
    let [most, block, file, generation, unlimited] = known[..] else { return Ok(Value::number(0)) };
    let number = Value::number;
    let place = (at.start as u32, at.end as u32);
    let apply = |op, left, right| combine(symbols, op, left, right, at.clone(), at.end);
    let if_below = |left: Value, right: Value, yes: Value, no: Value| {
        Ok(choose(symbols, apply(Operator::Lt(false), left, right)?, yes, no, place))
    };
    let least = |left: Value, right: Value| if_below(left, right, left, right);
    let [scalars, vectors] = needed;
    let (steps, last) = SCALAR_WAVES[usize::from(generation < LIST_GENERATIONS[0])];
    let by_scalars = match generation < LIST_GENERATIONS[1] {
        true => steps.iter().rev().try_fold(number(last), |fewer, (registers, waves)| {
            if_below(scalars, number(registers + 1), number(*waves), fewer)
        })?,
        false => number(most),
    };
    let with_scalars = choose(symbols, scalars, least(number(unlimited), by_scalars)?, number(unlimited), place);
    // The other arguments may be 0 then.
    if vectors.known_number() == Some(0) {
        return Ok(with_scalars);
    }
    let blocks = apply(Operator::AlignTo, vectors, number(block))?;
    // Without any registers, the result is not used: this only keeps the division possible.
    let some = apply(Operator::Max, blocks, number(1))?;
    let fitting = apply(Operator::Max, apply(Operator::UnsignedDiv, number(file), some)?, number(1))?;
    let by_vectors = if_below(vectors, number(block), number(most), least(fitting, number(most))?)?;
    Ok(choose(symbols, vectors, least(with_scalars, by_vectors)?, with_scalars, place))
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
