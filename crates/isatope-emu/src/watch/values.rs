//! Values of registers as people read them: runs, lists and tables of lanes, in the notation that suits their type.

use std::fmt::Write;

use isatope_core::tables::Type;
use isatope_core::{Access, Instruction, f16_value};

/// Notation of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notation {
    /// Floats where the operand of the instruction is one, else hexadecimal.
    #[default]
    Typed,
    /// Hexadecimal.
    Hex,
    /// Signed integers, of 32 or 64 bits.
    Int,
    /// Unsigned integers, of 32 or 64 bits.
    Uint,
    /// Floats of single precision; of double precision for values of two registers.
    Float,
}

/// Inactive lanes in tables.
pub const INACTIVE: &str = "·";

/// Shortest run of lanes that is written as a base and a step.
const SHORTEST_RUN: usize = 3;
/// Largest step of a run. Bits of floats also go up by equal steps now and then, by larger ones.
const LARGEST_STEP: u64 = 0xffff;
/// Longest text of all lanes in a line; anything longer is a table.
const LONGEST: usize = 60;

/// The type of the operand that an instruction accesses; `None` where it is not an operand.
pub(crate) fn type_of(instruction: &Instruction, access: &Access) -> Option<Type> {
    let operand = instruction.inst().operands.get(usize::from(access.operand?))?;
    Some(operand.ty)
}

/// Words as one number, the lowest first.
pub(crate) fn hex(words: &[u32]) -> String {
    let mut digits = words.iter().rev().skip_while(|word| **word == 0);
    let first = digits.next().copied().unwrap_or_default();
    digits.fold(format!("{first:#x}"), |text, word| format!("{text}{word:08x}"))
}

fn wide(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// A half-precision float, with as many digits as tell it apart from others.
fn half(bits: u32) -> String {
    let value = f16_value(bits as u16);
    // The distance to the next float.
    let unit = 2f32.powi((bits >> 10 & 31).max(1) as i32 - 25);
    let candidates = (0..5).filter_map(|digits| format!("{value:.digits$e}").parse::<f32>().ok());
    let shortest = candidates.into_iter().find(|near| (near - value).abs() < unit / 2.0);
    format!("{:?}", shortest.unwrap_or(value))
}

/// One value in a notation, its words from the lowest on.
pub fn text(words: &[u32], ty: Option<Type>, notation: Notation) -> String {
    let each = |one: &dyn Fn(u32) -> String| words.iter().map(|word| one(*word)).collect::<Vec<_>>().join(",");
    let single = |word: u32| format!("{:?}", f32::from_bits(word));
    match (notation, ty, words) {
        // Bits of lanes are no number.
        (_, Some(Type::Mask), _) => hex(words),
        (Notation::Float, _, [low, high]) | (Notation::Typed, Some(Type::F64), [low, high]) => {
            format!("{:?}", f64::from_bits(wide(*low, *high)))
        }
        (Notation::Float, ..) | (Notation::Typed, Some(Type::F32), _) => each(&single),
        (Notation::Typed, Some(Type::F16), [word]) if *word <= 0xffff => half(*word),
        (Notation::Typed, Some(Type::Halves), [word]) => format!("{}:{}", half(word & 0xffff), half(word >> 16)),
        (Notation::Int, _, [low, high]) => (wide(*low, *high) as i64).to_string(),
        (Notation::Int, ..) => each(&|word| (word as i32).to_string()),
        (Notation::Uint, _, [low, high]) => wide(*low, *high).to_string(),
        (Notation::Uint, ..) => each(&|word| word.to_string()),
        _ => hex(words),
    }
}

/// Whether values are numbers that a step can lead from one to the next.
fn counts(ty: Option<Type>, notation: Notation) -> bool {
    match notation {
        Notation::Typed => !matches!(ty, Some(Type::F16 | Type::F32 | Type::F64 | Type::Halves)),
        Notation::Float => false,
        Notation::Hex | Notation::Int | Notation::Uint => true,
    }
}

/// The length of the run that values start with, and its step.
fn run(values: &[(u32, Vec<u32>)], steps: bool) -> (usize, u64) {
    let number = |index: usize| match values[index].1.as_slice() {
        [low] => Some(u64::from(*low)),
        [low, high] => Some(wide(*low, *high)),
        _ => None,
    };
    let width = values[0].1.len();
    // Values of one word wrap around at 32 bits.
    let step = |at: usize| {
        let difference = number(at)?.wrapping_sub(number(at - 1)?);
        Some(if width == 1 { difference as u32 as i32 as u64 } else { difference })
    };
    let beside = |at: usize| values[at].0 == values[at - 1].0 + 1 && values[at].1.len() == width;
    let same = (1..values.len()).take_while(|at| beside(*at) && values[*at].1 == values[0].1).count();
    if same > 0 || values.len() < 2 || !steps || !beside(1) {
        return (same + 1, 0);
    }
    let Some(first) = step(1).filter(|step| (*step as i64).unsigned_abs() <= LARGEST_STEP) else { return (1, 0) };
    let count = (1..values.len()).take_while(|at| beside(*at) && step(*at) == Some(first)).count();
    (count + 1, first)
}

fn range(first: u32, count: usize) -> String {
    if count == 1 { first.to_string() } else { format!("{first}-{}", first as usize + count - 1) }
}

/// Values of lanes in a line, `0-3: 0x1 0x7 0x3 0x9; 4-63: 0x10, +0x4`; `None` if that is long.
pub(crate) fn line(values: &[(u32, Vec<u32>)], ty: Option<Type>, notation: Notation) -> Option<String> {
    let steps = counts(ty, notation);
    let mut parts: Vec<String> = Vec::new();
    // Values that are in no run, with the first lane.
    let mut list: Option<(u32, Vec<String>)> = None;
    let close = |list: &mut Option<(u32, Vec<String>)>, parts: &mut Vec<String>| {
        if let Some((first, texts)) = list.take() {
            parts.push(format!("{}: {}", range(first, texts.len()), texts.join(" ")));
        }
    };
    let mut at = 0;
    while at < values.len() {
        let (lane, words) = &values[at];
        let (count, step) = run(&values[at..], steps);
        if count >= SHORTEST_RUN {
            close(&mut list, &mut parts);
            let mut part = format!("{}: {}", range(*lane, count), text(words, ty, notation));
            let (sign, size) = if step >> 63 == 0 { ('+', step) } else { ('-', step.wrapping_neg()) };
            let _ = match notation {
                _ if step == 0 => Ok(()),
                Notation::Int | Notation::Uint => write!(part, ", {sign}{size}"),
                _ => write!(part, ", {sign}{size:#x}"),
            };
            parts.push(part);
            at += count;
            continue;
        }
        if list.as_ref().is_some_and(|(first, texts)| *first as usize + texts.len() != *lane as usize) {
            close(&mut list, &mut parts);
        }
        list.get_or_insert_with(|| (*lane, Vec::new())).1.push(text(words, ty, notation));
        at += 1;
        if parts.len() > LONGEST / 4 || list.as_ref().is_some_and(|(_, texts)| texts.len() > LONGEST / 2) {
            return None;
        }
    }
    close(&mut list, &mut parts);
    let line = parts.join("; ");
    (line.len() <= LONGEST).then_some(line)
}

/// A table of lanes: rows of 8, 4 or 2 cells, each row with the number of its first lane. Cells of inactive lanes are
/// `None`; rows of nothing else are left out. `label` precedes the first row.
pub fn table(label: &str, cells: &[Option<String>]) -> String {
    const LEAST: usize = 10;
    let width = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0).max(LEAST);
    let columns = match width {
        0..=12 => 8,
        13..=26 => 4,
        _ => 2,
    };
    let mut out = String::new();
    let mut label = label.to_string();
    for (index, row) in cells.chunks(columns).enumerate().filter(|(_, row)| row.iter().any(Option::is_some)) {
        let row: Vec<String> =
            row.iter().map(|cell| format!("{:>width$}", cell.as_deref().unwrap_or(INACTIVE))).collect();
        let _ = writeln!(out, "{label} {:>2}: {}", index * columns, row.join(" "));
        label = " ".repeat(label.chars().count());
    }
    out
}

/// The cells of lanes, all of them, of which some have values.
pub(crate) fn cells(
    values: &[(u32, Vec<u32>)],
    lanes: u32,
    ty: Option<Type>,
    notation: Notation,
) -> Vec<Option<String>> {
    let mut cells = vec![None; lanes as usize];
    for (lane, words) in values {
        if let Some(cell) = cells.get_mut(*lane as usize) {
            *cell = Some(text(words, ty, notation));
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(list: &[(u32, u32)]) -> Vec<(u32, Vec<u32>)> {
        list.iter().map(|(lane, value)| (*lane, vec![*value])).collect()
    }

    fn typed(list: &[(u32, u32)], ty: Option<Type>) -> Option<String> {
        line(&lanes(list), ty, Notation::Typed)
    }

    #[test]
    fn runs_have_three_lanes_at_least() {
        let text = typed(&[(0, 16), (1, 20), (2, 24), (3, 1), (5, 7)], None);
        assert_eq!(text.as_deref(), Some("0-2: 0x10, +0x4; 3: 0x1; 5: 0x7"));
        assert_eq!(typed(&[(0, 1), (1, 0x8000_0000)], None).as_deref(), Some("0-1: 0x1 0x80000000"));
        assert_eq!(typed(&[(0, 9), (1, 8), (2, 7)], None).as_deref(), Some("0-2: 0x9, -0x1"));
        assert_eq!(typed(&[(0, 1), (1, 0), (2, u32::MAX)], None).as_deref(), Some("0-2: 0x1, -0x1"));
        assert_eq!(typed(&[(4, 5), (5, 5), (6, 5), (7, 6)], None).as_deref(), Some("4-6: 0x5; 7: 0x6"));
        assert_eq!(typed(&[(0, 5), (1, 5), (3, 5)], None).as_deref(), Some("0-1: 0x5 0x5; 3: 0x5"));
    }

    #[test]
    fn bits_of_floats_are_no_run() {
        let bits = [2f32, 3.0, 4.0].map(f32::to_bits);
        let list = [(0, bits[0]), (1, bits[1]), (2, bits[2])];
        assert_eq!(typed(&list, None).as_deref(), Some("0-2: 0x40000000 0x40400000 0x40800000"));
        assert_eq!(typed(&list, Some(Type::F32)).as_deref(), Some("0-2: 2.0 3.0 4.0"));
        assert_eq!(line(&lanes(&[(0, 3), (1, 2), (2, 1)]), None, Notation::Int).as_deref(), Some("0-2: 3, -1"));
        let many: Vec<(u32, u32)> = (0..64).map(|lane| (lane, lane * lane)).collect();
        assert_eq!(typed(&many, None), None);
    }

    #[test]
    fn values_follow_their_type() {
        let typed = |words: &[u32], ty| text(words, Some(ty), Notation::Typed);
        assert_eq!(typed(&[0x3fc0_0000], Type::F32), "1.5");
        assert_eq!(typed(&[0, 0x3ff8_0000], Type::F64), "1.5");
        assert_eq!(typed(&[0x3e00], Type::F16), "1.5");
        assert_eq!(typed(&[0x2e66], Type::F16), "0.1");
        assert_eq!(typed(&[0x0001], Type::F16), "6e-8");
        assert_eq!(typed(&[0xfc00], Type::F16), "-inf");
        assert_eq!(typed(&[0xc000_3e00], Type::Halves), "1.5:-2.0");
        assert_eq!(typed(&[7], Type::Mask), "0x7");
        assert_eq!(text(&[7, 1], Some(Type::Mask), Notation::Float), "0x100000007");
        assert_eq!(text(&[u32::MAX], None, Notation::Int), "-1");
        assert_eq!(text(&[u32::MAX, u32::MAX], None, Notation::Int), "-1");
        assert_eq!(text(&[u32::MAX, 1], None, Notation::Uint), "8589934591");
        assert_eq!(text(&[0x3fc0_0000], None, Notation::Float), "1.5");
        assert_eq!(text(&[0x10, 1], None, Notation::Hex), "0x100000010");
    }

    #[test]
    fn tables_mark_inactive_lanes() {
        let cells = cells(&lanes(&[(0, 1), (2, 3), (17, 4)]), 64, None, Notation::Hex);
        let dots = |count: usize| vec!["         ·"; count].join(" ");
        let expected = format!(
            "v1 =  0:        0x1          ·        0x3 {}\n     16:          ·        0x4 {}\n",
            dots(5),
            dots(6)
        );
        assert_eq!(table("v1 =", &cells), expected);
    }
}
