//! Chooses the form that can encode an instruction, or reports why none can.

use std::cell::Cell;

use isatope_core::tables::{EncodingId, InstId, Spelled, Suffix};
use isatope_core::{Instruction, Target};
use isatope_diag::codes;

use crate::syntax::mnemonics::Form;
use crate::syntax::report;
use crate::syntax::select::{Encoded, Encoder, Failure, ModifierWhy, Quick, Why};
use crate::text::error::{Error, error};

/// A form to be tried.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    form: Form,
    /// A constant has to follow the word.
    long: bool,
}

/// Why forms are not candidates.
#[derive(Debug, Default)]
struct Skipped {
    /// Some take this many operands.
    arities: Cell<bool>,
    /// The suffix or a word asks for other ones.
    excluded: Cell<bool>,
}

/// The forms that the mnemonic, its suffix, words for forms and the number of operands leave, shortest first.
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
            // `_e64` where no format of the mnemonic has that suffix means the size only; where there is none of that size either, a
            // constant after the word makes it so long. Where a number is no more than its bits, `_e64` is a form and not a size.
            Some(s) => {
                let long = s.is_size && s.bits > 32 && mnemonic.sizes >> u8::from(s.bits > 32) & 1 == 0;
                let is_size = s.is_size && (s.bits == 32 || tables.style.plain_values);
                (is_size && (long || form.shape.bits == s.bits), long)
            }
        };
        let fits = named_so && (wanted == 0 || form.is_among(wanted));
        if !fits {
            skipped.excluded.set(true);
        }
        fits.then_some(Candidate { form, long })
    })
}

/// The instruction that a line gives about which nothing must be said, its encoding, and the operand of which the number is not known
/// yet; `None` if it takes a longer look.
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

/// The first form that can hold everything.
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
            // A number that is truncated, or that asks to be a literal, may fit better elsewhere.
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
    // That another form is meant is only worth a message if there is nothing else.
    if failures.iter().any(|(_, f)| *f != Failure::Form) {
        failures.retain(|(_, f)| *f != Failure::Form);
    }
    // A form that fails for something that no other form would help with says it best.
    if let Some((form, failure)) = failures.iter().find(|(_, f)| is_final(f)) {
        return Err(vec![encoder.explain(form.index, *failure)]);
    }
    let extends = |form: &Form| arch[form.shape.format].extends;
    let failures = telling(failures, extends);
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
            // More of the operands may be wrong: all of them are worth a message.
            let others = encoder.failures(form).into_iter().filter(|f| f != failure);
            Err([found].into_iter().chain(others.map(|f| encoder.explain(form.index, f))).collect())
        }
    }
}

/// The failures worth a message: forms that extend others are meant only where something is written that only they have.
fn telling(failures: Vec<(Form, Failure)>, extends: impl Fn(&Form) -> bool) -> Vec<(Form, Failure)> {
    let absent = |f: &(Form, Failure)| matches!(f.1, Failure::Modifier(_, ModifierWhy::Absent));
    let (own, more): (Vec<_>, Vec<_>) = failures.iter().copied().partition(|(e, _)| !extends(e));
    if !own.is_empty() && !own.iter().all(absent) {
        return own;
    }
    let meant: Vec<_> = more.into_iter().filter(|f| !absent(f)).collect();
    if meant.is_empty() { failures } else { meant }
}

/// Whether a failure is one of what is written, and not of the form.
fn is_final(failure: &Failure) -> bool {
    // The operands have to fit before a modifier fails.
    matches!(
        failure,
        Failure::Operand(_, Why::SecondLiteral(_) | Why::TooLarge | Why::FloatRange(_) | Why::Number(_))
            | Failure::Modifier(_, ModifierWhy::TooLong { .. } | ModifierWhy::Number(_))
            | Failure::Unsaid(_)
    )
}

/// Too few operands, or too many.
fn wrong_arity(encoder: &Encoder<'_>, insts: impl Iterator<Item = InstId>, end: usize) -> Error {
    let tables = encoder.tables;
    let has = encoder.operands.len();
    let needs = |inst: InstId| tables.arch[inst].operands.len();
    let nearest = insts.min_by_key(|&i| needs(i).abs_diff(has)).unwrap_or(InstId::new(0));
    let wants = needs(nearest);
    if has < wants {
        return report::missing_operand(tables, nearest, has, end);
    }
    let syntax = report::syntax(tables, nearest);
    let at = encoder.operands[wants.min(has - 1)].range();
    error(codes::UNEXPECTED, at, format!("the instruction has {wants} operands, not {has}"))
        .help(format!("the syntax is {syntax}"))
}
