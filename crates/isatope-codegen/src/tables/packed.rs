//! Static arrays whose rows differ in little but numbers. The numbers are in a file, and the source has each form of
//! row once, so that a compiler does not have to read a hundred thousand expressions.

use super::{Rows, join};

/// The file with the numbers of all arrays.
pub(super) const FILE: &str = "numbers";
/// Shorter arrays are written in full.
const FEW: usize = 16;

/// Numbers of all arrays during construction.
#[derive(Default)]
pub(super) struct Packed {
    /// The bytes of [`FILE`].
    pub bytes: Vec<u8>,
}

/// Marks the place of a number in a form.
const NUMBER: char = '\0';
/// Marks the place of `true` or `false`.
const TRUTH: char = '\x01';

impl Packed {
    /// An array of these rows as a constant expression.
    pub(super) fn array(&mut self, rows: &[String]) -> String {
        if rows.len() < FEW {
            return in_full(rows);
        }
        let mut forms = Rows::default();
        let taken = rows.iter().map(|row| take_apart(row)).map(|(form, numbers)| (forms.add(form), numbers));
        let taken: Vec<(usize, Vec<u64>)> = taken.collect();
        let forms = forms.rows;
        if forms.len() > usize::from(u8::MAX) || forms.len() * 4 > rows.len() {
            return in_full(rows);
        }

        let mut widest: Vec<Vec<u64>> = vec![Vec::new(); forms.len()];
        for (form, numbers) in &taken {
            let widest = &mut widest[*form];
            widest.resize(numbers.len(), 0);
            widest.iter_mut().zip(numbers).for_each(|(most, n)| *most = (*most).max(*n));
        }
        let at = self.bytes.len();
        let (tag, widths) = (usize::from(forms.len() > 1), widest.iter().map(|w| w.iter().map(|&n| bytes(n)).sum()));
        let width: usize = tag + widths.max().unwrap_or(0);
        for (form, numbers) in &taken {
            let end = self.bytes.len() + width;
            self.bytes.extend_from_slice(&[*form as u8][..tag]);
            for (number, most) in numbers.iter().zip(&widest[*form]) {
                self.bytes.extend_from_slice(&number.to_le_bytes()[..bytes(*most)]);
            }
            self.bytes.resize(end, 0);
        }

        let read = forms.iter().zip(&widest).map(|(form, widest)| reading(form, widest, tag));
        let row = match &read.collect::<Vec<_>>()[..] {
            [only] => only.clone(),
            [first @ .., last] => {
                let arms = first.iter().enumerate().map(|(number, row)| format!("{number} => {row}"));
                format!("match d[0] {{ {}, _ => {last} }}", join(arms))
            }
            [] => unreachable!("each row has a form"),
        };
        format!(
            "{{ let rows = numbers::<{width}>({at}); let mut all = [const {{ {} }}; {}]; let mut row = 0; \
             while row < all.len() {{ let d = &rows[row]; all[row] = {row}; row += 1; }} all }}",
            rows[0],
            rows.len()
        )
    }
}

/// An array with each row as an expression.
fn in_full(rows: &[String]) -> String {
    format!("[{}]", rows.join(",\n"))
}

/// Bytes in which a number is stored.
fn bytes(number: u64) -> usize {
    [1, 2, 4].into_iter().find(|&bytes| number >> (8 * bytes) == 0).unwrap_or(8)
}

/// A form as an expression that reads its numbers from the bytes of a row, without calls: these are what takes time
/// while constants are computed.
fn reading(form: &str, widest: &[u64], mut at: usize) -> String {
    let (mut out, mut widest) = (String::new(), widest.iter());
    for c in form.chars() {
        let Some(&most) = widest.as_slice().first().filter(|_| c == NUMBER || c == TRUTH) else {
            out.push(c);
            continue;
        };
        let width = bytes(most);
        let part = |i: usize| format!("(d[{}] as u{}) << {}", at + i, 8 * width, 8 * i);
        out += &match (c, width) {
            (TRUTH, _) => format!("d[{at}] != 0"),
            (_, 1) => format!("d[{at}] as _"),
            _ => format!("({}) as _", (0..width).map(part).collect::<Vec<_>>().join(" | ")),
        };
        (at, _) = (at + width, widest.next());
    }
    out
}

/// An expression without its numbers, and these: those that are not negative, and `true` and `false`.
fn take_apart(row: &str) -> (String, Vec<u64>) {
    let (mut form, mut numbers) = (String::with_capacity(row.len()), Vec::new());
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            '"' => text_length(rest),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        let number = match token.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).ok(),
            None => token.parse().ok(),
        };
        // Fractions, negative numbers and sums, in which a number has no type of its own, remain in the form.
        let is_part = form.ends_with(['-', '.']) || behind.starts_with('.') || behind.starts_with(" |");
        match (token, number) {
            ("true" | "false", _) => {
                form.push(TRUTH);
                numbers.push(u64::from(token == "true"));
            }
            (_, Some(number)) if !is_part => {
                form.push(NUMBER);
                numbers.push(number);
            }
            _ => form += token,
        }
        rest = behind;
    }
    (form, numbers)
}

/// Bytes of the string literal at the start of `text`.
fn text_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return at + 1,
            '\\' => _ = chars.next(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_form_become_numbers() {
        let rows: Vec<String> =
            (0..16).map(|i| format!("x({i}, {:#x}, {}, -1, \"7\\\"8\")", i * 100, i == 2)).collect();
        let mut packed = Packed::default();
        let source = packed.array(&rows);
        let read = "x(d[0] as _, ((d[1] as u16) << 0 | (d[2] as u16) << 8) as _, d[3] != 0, -1, \"7\\\"8\");";
        assert!(source.contains(&format!("all[row] = {read}")), "{source}");
        assert!(source.contains("[const { x(0, 0x0, false, -1, \"7\\\"8\") }; 16]"), "{source}");
        assert!(source.contains("numbers::<4>(0)"), "{source}");
        assert_eq!(packed.bytes.len(), 16 * 4);
        assert_eq!(packed.bytes[8..12], [2, 200, 0, 1]);
    }

    #[test]
    fn forms_are_told_apart_by_a_byte() {
        let rows: Vec<String> = (0..16).map(|i| if i == 3 { "None".into() } else { format!("Some({i})") }).collect();
        let mut packed = Packed::default();
        let source = packed.array(&rows);
        assert!(source.contains("match d[0] { 0 => Some(d[1] as _), _ => None }"), "{source}");
        assert_eq!(packed.bytes[..10], [0, 0, 0, 1, 0, 2, 1, 0, 0, 4]);
    }

    #[test]
    fn rows_of_many_forms_are_written_in_full() {
        let rows: Vec<String> = (0..16).map(|i| format!("x{i}")).collect();
        let mut packed = Packed::default();
        assert!(packed.array(&rows).contains("[x0,\nx1,"));
        assert!(packed.bytes.is_empty());
    }
}
