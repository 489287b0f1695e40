//! Chooses the form that can encode an instruction, or reports why none can.

use std::cell::Cell;

use isatope_core::tables::{EncodingId, InstId, Spelled, Suffix};
use isatope_core::{Instruction, Target};
use isatope_diag::codes;

use crate::syntax::mnemonics::Form;
use crate::syntax::select::{Encoded, Encoder, Failure, ModifierWhy, Quick, Why};
use crate::syntax::unknown;
use crate::text::error::{Error, error};

/// A form to try.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    form: Form,
    /// Whether a constant must follow the word.
    long: bool,
}

/// Reasons why forms were skipped.
#[derive(Debug, Default)]
struct Skipped {
    /// Whether some forms accept this number of operands.
    arities: Cell<bool>,
    /// Whether the suffix or a word requests other forms.
    excluded: Cell<bool>,
}

/// Forms that match the mnemonic, its suffix, the words for forms, and the number of operands, the shortest first.
fn candidates<'c>(
    encoder: &'c Encoder<'_>,
    mnemonic: &'static Spelled,
    suffix: Option<&'static Suffix>,
    skipped: &'c Skipped,
) -> impl Iterator<Item = Candidate> + 'c {
    let (tables, wanted, operands) = (encoder.tables, encoder.modifiers.formats, encoder.operands.len());
    tables.mnemonics.forms(mnemonic).filter(move |form| form.takes(operands)).filter_map(move |form| {
        skipped.arities.set(true);
        let (named_so, long) = match suffix {
            None => (wanted != 0 || !form.shape.explicit, false),
            Some(s) if s.bit & mnemonic.suffixes != 0 => (s.bit & form.shape.suffixes != 0, false),
            // If no format of the mnemonic has the suffix `_e64`, the suffix means only the size. If there is no format
            // of that size either, a constant after the word makes the instruction that long. In dialects with plain
            // values, `_e64` is a form and not a size.
            Some(s) => {
                let long = s.is_size && s.bits > 32 && mnemonic.sizes >> u8::from(s.bits > 32) & 1 == 0;
                let is_size = s.is_size && (s.bits == 32 || tables.style.plain_values);
                // For LLVM, `_e32` means every form that has no suffix of its own.
                let is_bare = s.is_size && s.bits == 32 && tables.style.compilers && form.shape.suffixes == 0;
                (is_bare || is_size && (long || form.shape.bits == s.bits), long)
            }
        };
        let fits = named_so && (wanted == 0 || form.is_among(wanted));
        if !fits {
            skipped.excluded.set(true);
        }
        fits.then_some(Candidate { form, long })
    })
}

/// Encodes an instruction that needs no diagnostics. Returns it with its encoding, and the operand whose number is not
/// known yet. Returns `None` if the long path must decide.
#[inline]
pub(super) fn quick(
    encoder: &Encoder<'_>,
    mnemonic: &'static Spelled,
    suffix: Option<&'static Suffix>,
    target: Target,
) -> Option<(Instruction, EncodingId, Option<u8>)> {
    let skipped = Skipped::default();
    for Candidate { form, long } in candidates(encoder, mnemonic, suffix, &skipped) {
        if long {
            return None;
        }
        match encoder.quick(&form, target) {
            Quick::Made(inst, pending) => return Some((inst, form.index, pending)),
            Quick::Not => {}
            Quick::Unsure => return None,
        }
    }
    None
}

/// The first form that can encode the instruction.
pub(super) fn choose(
    encoder: &Encoder<'_>,
    mnemonic: &'static Spelled,
    suffix: Option<&'static Suffix>,
    end: usize,
) -> Result<Encoded, Vec<Error>> {
    let arch = encoder.tables.arch;
    let mut failures = Vec::new();
    let mut second = None;
    let skipped = Skipped::default();
    for Candidate { form, long } in candidates(encoder, mnemonic, suffix, &skipped) {
        match encoder.encode(&form, long) {
            // A number that is truncated, or that is marked as a literal, might fit better in another form.
            Ok(encoded) if encoded.truncated.is_some() || encoded.weak => second = second.or(Some(encoded)),
            Ok(encoded) => return Ok(encoded),
            Err(failure) => failures.push((form, failure)),
        }
    }
    let (arities, excluded) = (skipped.arities.get(), skipped.excluded.get());
    if let Some(encoded) = second {
        return Ok(encoded);
    }
    if !arities {
        return Err(vec![wrong_arity(encoder, encoder.tables.mnemonics.insts(mnemonic), end)]);
    }
    // A message that another form was requested is useful only if there is no other error.
    if failures.iter().any(|(_, f)| *f != Failure::Form) {
        failures.retain(|(_, f)| *f != Failure::Form);
    }
    let extends = |form: &Form| arch[form.shape.format].extends;
    // Modifiers are checked after all operands fit. A form that extends another one may need other operands for them.
    let is_about_modifier = |failure: &(Form, Failure)| matches!(failure.1, Failure::Modifier(..));
    if failures.iter().any(is_about_modifier) && !failures.iter().any(|(form, _)| extends(form)) {
        failures.retain(is_about_modifier);
    }
    // An error that no other form could avoid makes the best message.
    if let Some((form, failure)) = failures.iter().find(|(_, f)| is_final(f)) {
        return Err(vec![encoder.explain(form.index, *failure)]);
    }
    // A modifier that none of several forms has.
    if let [(_, absent @ Failure::Modifier(modifier, ModifierWhy::Absent)), _, ..] = failures.as_slice()
        && failures.iter().all(|(_, failure)| failure == absent)
    {
        let forms: Vec<_> = failures.iter().map(|(form, _)| form.encoding).collect();
        return Err(vec![encoder.absent(&forms, *modifier)]);
    }
    let failures = telling(failures, extends);
    let unknown = |(form, failure): &(Form, Failure)| encoder.unknown_name(form.index, *failure);
    if let Some(error) = failures.iter().find_map(unknown) {
        return Err(vec![error]);
    }
    let failures = nearest_last(encoder, failures);
    match failures.as_slice() {
        [] if excluded => Err(vec![error(
            codes::MODIFIER_NOT_HERE,
            encoder.named.clone(),
            "the instruction does not exist in this form",
        )]),
        [] => Err(vec![error(
            codes::UNKNOWN_INSTRUCTION,
            encoder.named.clone(),
            "the instruction does not exist on this target",
        )]),
        [rest @ .., (form, failure)] => {
            let mut found = encoder.explain(form.index, *failure);
            for (shorter, why) in rest {
                let also = encoder.explain(shorter.index, *why).0;
                if also.message != found.0.message {
                    let form = encoder.form(shorter.encoding);
                    found = match also.message.contains(&form) {
                        true => found.note(also.message),
                        false => found.note(format!("{form} does not fit either: {}", also.message)),
                    };
                }
            }
            // Other operands may be wrong too. Each of them gets a message.
            let others = encoder.failures(form).into_iter().filter(|f| f != failure);
            Err([found].into_iter().chain(others.map(|f| encoder.explain(form.index, f))).collect())
        }
    }
}

/// Failures that are useful in a message. Forms that extend others are considered only if the text uses a feature that
/// only they have.
fn telling(failures: Vec<(Form, Failure)>, extends: impl Fn(&Form) -> bool) -> Vec<(Form, Failure)> {
    let absent = |f: &(Form, Failure)| matches!(f.1, Failure::Modifier(_, ModifierWhy::Absent));
    let (own, more): (Vec<_>, Vec<_>) = failures.iter().copied().partition(|(e, _)| !extends(e));
    if !own.is_empty() && !own.iter().all(absent) {
        return own;
    }
    let meant: Vec<_> = more.into_iter().filter(|f| !absent(f)).collect();
    if meant.is_empty() { failures } else { meant }
}

/// Failures with the one of the form that needs the fewest changes of the operands last: a message is about it. Of
/// equal ones, the last stays.
fn nearest_last(encoder: &Encoder<'_>, mut failures: Vec<(Form, Failure)>) -> Vec<(Form, Failure)> {
    let changes = |(form, failure): &(Form, Failure)| {
        let mut all = encoder.failures(form);
        if !all.contains(failure) {
            all.push(*failure);
        }
        all.iter().map(weight).sum::<usize>()
    };
    let nearest = (0..failures.len()).rev().min_by_key(|i| changes(&failures[*i]));
    if let Some(nearest) = nearest {
        failures[nearest..].rotate_left(1);
    }
    failures
}

/// How far a failure is from an operand that fits: another number of registers is nearer than another kind of operand.
fn weight(failure: &Failure) -> usize {
    match failure {
        Failure::Operand(_, Why::Count { .. } | Why::Aligned(_) | Why::Range { .. }) => 1,
        _ => 2,
    }
}

/// Whether a failure is caused by the text, and not by the choice of the form.
fn is_final(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Operand(
            _,
            Why::SecondLiteral(_) | Why::TooLarge | Why::FloatRange(_) | Why::TooSmall(_) | Why::Number(_)
        ) | Failure::Modifier(_, ModifierWhy::TooLong { .. } | ModifierWhy::Number(_))
            | Failure::Unsaid(_)
    )
}

/// Error for too few or too many operands.
fn wrong_arity(encoder: &Encoder<'_>, insts: impl Iterator<Item = InstId>, end: usize) -> Error {
    let tables = encoder.tables;
    let has = encoder.operands.len();
    let needs = |inst: InstId| tables.arch[inst].operands.len();
    let nearest = insts.min_by_key(|&i| needs(i).abs_diff(has)).unwrap_or(InstId::new(0));
    let wants = needs(nearest);
    if has < wants {
        return unknown::missing_operand(tables, nearest, has, end);
    }
    let syntax = unknown::syntax(tables, nearest);
    let at = encoder.operands[wants.min(has - 1)].range();
    error(codes::UNEXPECTED, at, format!("the instruction has {wants} operands, not {has}"))
        .help(format!("the syntax is {syntax}"))
}
