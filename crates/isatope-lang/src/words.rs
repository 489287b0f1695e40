//! Words of the language in bodies, with their meanings, for pages, messages and
//! `docs/language.md`. A test compares the page with this table.

/// A word of the language.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word: `ffma`, `if`.
    pub name: &'static str,
    /// Syntax of its use.
    pub form: &'static str,
    /// Meaning.
    pub meaning: &'static str,
    /// Whether it is called like a function.
    pub called: bool,
}

const fn call(name: &'static str, form: &'static str, meaning: &'static str) -> Word {
    Word { name, form, meaning, called: true }
}

const fn form(name: &'static str, form: &'static str, meaning: &'static str) -> Word {
    Word { name, form, meaning, called: false }
}

/// All words: builtins first, then forms.
pub const WORDS: &[Word] = &[
    call("bits", "bits(x)", "The bit pattern of a value, as an unsigned number of the same width."),
    call("fadd", "fadd(a, b, rm)", "The sum of two floats, rounded once, in rounding mode `rm`."),
    call("fmul", "fmul(a, b, rm)", "The product of two floats, rounded once, in rounding mode `rm`."),
    call("fdiv", "fdiv(a, b, rm)", "The quotient of two floats, rounded once, in rounding mode `rm`."),
    call("ffma", "ffma(a, b, c, rm)", "`a * b + c` of floats, rounded once, in rounding mode `rm`."),
    call("fsqrt", "fsqrt(a, rm)", "The square root of a float, rounded once, in rounding mode `rm`."),
    call("fround", "fround(a, rm)", "The nearest integral value of the same float format, in rounding mode `rm`."),
    call("fscale", "fscale(a, n, rm)", "`a * 2^n`, rounded once; `n` is an `i32`."),
    call("to_f16", "to_f16(x, rm)", "A float or an integer as an f16 value, rounded in rounding mode `rm`."),
    call("to_f32", "to_f32(x, rm)", "A float or an integer as an f32 value, rounded in rounding mode `rm`."),
    call("to_f64", "to_f64(x, rm)", "A float or an integer as an f64 value, rounded in rounding mode `rm`."),
    call(
        "to_i16",
        "to_i16(x, rm)",
        "A float as a signed number of 16 bits: rounded in rounding mode `rm`, saturated; NaN gives 0.",
    ),
    call(
        "to_u16",
        "to_u16(x, rm)",
        "A float as an unsigned number of 16 bits: rounded in rounding mode `rm`, saturated; NaN gives 0.",
    ),
    call(
        "to_i32",
        "to_i32(x, rm)",
        "A float as a signed number of 32 bits: rounded in rounding mode `rm`, saturated; NaN gives 0.",
    ),
    call(
        "to_u32",
        "to_u32(x, rm)",
        "A float as an unsigned number of 32 bits: rounded in rounding mode `rm`, saturated; NaN gives 0.",
    ),
    call(
        "to_i64",
        "to_i64(x, rm)",
        "A float as a signed number of 64 bits: rounded in rounding mode `rm`, saturated; NaN gives 0.",
    ),
    call(
        "to_u64",
        "to_u64(x, rm)",
        "A float as an unsigned number of 64 bits: rounded in rounding mode `rm`, saturated; NaN gives 0.",
    ),
    call("frsq", "frsq(a)", "One divided by the square root, correctly rounded but for rare errors in the last place."),
    call("fexp2", "fexp2(a)", "2 to the power of `a`, correctly rounded but for rare errors in the last place."),
    call("flog2", "flog2(a)", "The logarithm to base 2, correctly rounded but for rare errors in the last place."),
    call("fsin", "fsin(a)", "The sine of `a` turns, that is of 2π·a."),
    call("fcos", "fcos(a)", "The cosine of `a` turns, that is of 2π·a."),
    call("count_ones", "count_ones(x)", "How many bits are 1, as a `u32`."),
    call("leading_zeros", "leading_zeros(x)", "How many bits are 0 above the highest 1, as a `u32`; the width for 0."),
    call("trailing_zeros", "trailing_zeros(x)", "How many bits are 0 below the lowest 1, as a `u32`; the width for 0."),
    call("reverse_bits", "reverse_bits(x)", "The bits in the opposite order."),
    call("min", "min(a, b)", "The smaller of two bit vectors, signed for `iN`."),
    call("max", "max(a, b)", "The larger of two bit vectors, signed for `iN`."),
    call("abs_diff", "abs_diff(a, b)", "The distance of two bit vectors, signed for `iN`; the result is unsigned."),
    call("select", "select(c, a, b)", "`a` where the condition `c` holds, else `b`; of vectors element by element."),
    call("uses", "uses(a, b)", "A statement that does nothing: what the values depend on counts as read."),
    call("sum", "sum(v)", "The sum of the elements of a vector of integers, wrapping."),
    call(
        "rarely",
        "rarely(c)",
        "The condition `c`, which seldom holds: programs are made fast for lanes in which it does not.",
    ),
    call("active", "active(lane)", "Whether a lane is active; false past the last lane."),
    call("first_active", "first_active()", "Number of the lowest active lane, as a `u32`; 0 if no lane is active."),
    call("operand_index", "operand_index(a)", "The register number of an operand, as a `u32`."),
    form(
        "lane",
        "lane { … }",
        "A body that runs in each active lane. Lanes see what was there before the instruction.",
    ),
    form("wave", "wave { … }", "A body that runs once for the whole wavefront."),
    form("warp", "warp { … }", "A body that runs once for the whole warp."),
    form("let", "let x = value", "Names a value."),
    form("var", "var x = value", "A local that may be assigned again."),
    form(
        "if",
        "if c { … } else if d { … } else { … }",
        "A choice: as a statement, or as an expression with a value in every branch.",
    ),
    form("else", "if c { … } else { … }", "What an `if` does, or is, where its condition does not hold."),
    form(
        "match",
        "match x { a, b { … } 4..7 { … } else { … } }",
        "A choice by the value of an enum, a number or a condition: as a statement, or as an expression with a value in every arm.",
    ),
    form("for", "for i in a..b { … }", "Runs with `i` from `a` up to `b`, which is not included; both are constants."),
    form("in", "for i in a..b { … }", "Stands before the bounds of a `for`."),
    form("true", "true", "The condition that always holds."),
    form("false", "false", "The condition that never holds."),
    form("lane_id", "lane_id", "Number of the lane."),
    form("version", "version >= gcn1.2", "The version of the architecture that the instruction runs on."),
];

/// The meaning of a name that is a type or a conversion to one: `u24`, `f32`, `f32.bits`.
pub fn type_meaning(name: &str) -> Option<String> {
    use crate::model::Type;
    let (ty, bits) = name.strip_suffix(".bits").map_or((name, false), |ty| (ty, true));
    let parsed = crate::check::parse_type(ty)?;
    let what = match parsed {
        Type::Int { bits, signed: false } | Type::Enum { bits, .. } => format!("An unsigned number of {bits} bits."),
        Type::Int { bits, signed: true } => format!("A signed number of {bits} bits."),
        Type::Bool => "True or false.".to_string(),
        Type::Vector { count, element } => {
            format!("{count} values of the type {}, the first in the low bits.", element.ty().name())
        }
        other => format!("A float of {} bits: IEEE 754 binary{0}.", other.bits()),
    };
    let how = match parsed {
        _ if bits => format!("`{name}(x)` is the value that has the bit pattern `x`."),
        Type::Int { .. } => {
            format!("`{ty}(x)` is another number at this width: cut off, or extended by its sign if it has one.")
        }
        Type::Vector { .. } => format!("`{ty}(a, b, …)` builds one from its elements."),
        _ => format!("`{ty}(x)` gives a number this type."),
    };
    Some(format!("{what} {how}"))
}

/// Names in a body, once per occurrence, without the members of requests.
pub fn names(body: &str) -> Vec<String> {
    use crate::lexer::{Kind, lex};
    let tokens = lex(0, body, &mut Vec::new());
    let mut names: Vec<String> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let Kind::Name(name) = &token.kind else { continue };
        // In a request, `member` of `member: value` belongs to the operation, not to the body.
        let is_declared = names.last().is_some_and(|last| last == "let" || last == "var");
        let is_member = tokens.get(i + 1).is_some_and(|next| next.kind == Kind::Punct(":"));
        if is_declared || !is_member {
            names.push(name.clone());
        }
    }
    names
}

/// Names in a body that are called or contain a dot, which therefore cannot be variables of the body.
pub fn calls(body: &str) -> Vec<String> {
    use crate::lexer::{Kind, lex};
    let tokens = lex(0, body, &mut Vec::new());
    let called = tokens.windows(2).filter_map(|pair| match &pair[0].kind {
        Kind::Name(name) if name.contains('.') || pair[1].kind == Kind::Punct("(") => Some(name.clone()),
        _ => None,
    });
    called.collect()
}

#[cfg(test)]
mod tests {
    use super::WORDS;

    #[test]
    fn the_page_of_the_language_has_every_builtin() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md");
        let page = std::fs::read_to_string(page).expect("it is there");
        for word in WORDS {
            let shown = if word.called { format!("`{}", word.name) } else { word.name.to_string() };
            assert!(page.contains(&shown), "docs/language.md does not show `{}`", word.name);
        }
        for (name, meaning) in crate::TRAITS {
            let shown = format!("| `{name}` | {meaning} |");
            assert!(page.contains(&shown), "docs/language.md does not show `{shown}`");
        }
    }
}
