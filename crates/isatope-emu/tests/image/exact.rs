//! Formats and samples against the exact model of `tests/tools/image.py`, whose cases lie in `tests/cases/image`.

use isatope_emu::image::{Detail, Format, Generation, Image, LANES, Lookup, Row, Sampler, Texels};
use isatope_testing::{root, text};
use serde_json::Value;

use super::Bytes;

fn cases(name: &str) -> String {
    text(root().join("tests/cases/image").join(name))
}

fn hex(text: &str) -> u32 {
    u32::from_str_radix(text, 16).expect("a hex number")
}

fn components(text: &str) -> [u32; 4] {
    let list: Vec<u32> = text.split(' ').map(hex).collect();
    list.try_into().expect("four")
}

fn is_nan(bits: u32) -> bool {
    f32::from_bits(bits).is_nan()
}

#[test]
fn formats_are_as_exact_arithmetic_has_them() {
    let (mut right, mut seen) = (0, std::collections::BTreeSet::new());
    for line in cases("formats.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [direction, data, number, given, expected] = fields[..] else { panic!("{line}") };
        let (data, number): (u8, u8) = (data.parse().expect("a number"), number.parse().expect("a number"));
        let format = Format::new(data, number).expect("supported");
        seen.insert((data, number));
        let texel = |text: &str| {
            let bytes: Vec<u32> = (0..text.len() / 2).map(|i| hex(&text[2 * i..2 * i + 2])).collect();
            assert_eq!(bytes.len(), usize::from(format.bytes), "{line}");
            bytes.iter().rev().fold(0u128, |texel, byte| texel << 8 | u128::from(*byte))
        };
        if direction == "decode" {
            let (found, expected) = (format.decode(texel(given)), components(expected));
            let integer = format.is_integer();
            let alike = |(a, b): (&u32, &u32)| a == b || !integer && is_nan(*a) && is_nan(*b);
            assert!(found.iter().zip(&expected).all(alike), "{line}: {found:x?}");
        } else {
            let (given, expected) = (components(given), texel(expected));
            for (c, value) in given.into_iter().enumerate().filter(|(c, _)| format.widths[*c] != 0) {
                let found = format.encode_component(value, c);
                assert_eq!(found, format.bits(expected, c), "{line}: component {c}");
            }
        }
        right += 1;
    }
    assert!(right > 2000 && seen.len() > 140, "{right} cases, {} formats", seen.len());
}

/// A line of `samples.jsonl`.
struct Case(Value);

impl Case {
    fn words<const N: usize>(&self, name: &str) -> [u32; N] {
        let list = self.0[name].as_array().expect(name).iter().map(|v| hex(v.as_str().expect(name)));
        list.collect::<Vec<_>>().try_into().expect("as many as there should be")
    }

    /// Rows of the four lanes of a quad, `shift` quads up.
    fn rows<const N: usize>(&self, name: &str, quad: usize) -> [Row; N] {
        let mut rows = [[0; LANES]; N];
        if let Some(given) = self.0[name].as_array() {
            for (row, values) in rows.iter_mut().zip(given) {
                let list = values.as_array().map_or(std::slice::from_ref(values), Vec::as_slice);
                for (lane, value) in list.iter().enumerate() {
                    row[4 * quad + lane] =
                        value.as_str().map(hex).unwrap_or_else(|| value.as_i64().expect(name) as u32);
                }
            }
        }
        rows
    }

    /// A row of the four lanes, if there is one.
    fn row(&self, name: &str, quad: usize) -> Option<Row> {
        self.0[name].as_array()?;
        let mut row = [0; LANES];
        row[4 * quad..4 * quad + 4].copy_from_slice(&self.words::<4>(name));
        Some(row)
    }

    fn memory(&self) -> Bytes {
        let [mut state, keep, set] = self.words("content");
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        let count = self.0["bytes"].as_u64().expect("a number") as usize;
        let words = (0..count.div_ceil(4)).flat_map(|_| ((next() << 16 | next()) & keep | set).to_le_bytes());
        Bytes::new(words.take(count).collect())
    }
}

#[test]
fn samples_are_as_exact_arithmetic_has_them() {
    let (mut samples, mut gathers, mut kinds) = (0, 0, std::collections::BTreeSet::new());
    for line in cases("samples.jsonl").lines() {
        let case = Case(serde_json::from_str(line).expect("JSON"));
        let generation = match case.0["gfx"].as_u64() {
            Some(6) => Generation::Gfx6,
            Some(7) => Generation::Gfx7,
            Some(8) => Generation::Gfx8,
            _ => Generation::Gfx9,
        };
        let image = Image::new(generation, &case.words("resource")).expect("supported");
        let sampler = case.words("sampler");
        let mut memory = case.memory();
        assert_eq!(image.layout.bytes(), memory.bytes.len() as u64, "{line}");
        let quad = case.0["id"].as_u64().expect("a number") as usize % 16;
        let lanes = 15u64 << (4 * quad);
        let [x, y, z] = case.rows("coordinates", quad);
        let (dx, dy) = (case.rows("dx", quad), case.rows("dy", quad));
        let level = case.row("level", quad).unwrap_or([0; LANES]);
        let (reference, clamp) = (case.row("reference", quad), case.row("clamp", quad));
        let number = case.0["detail"].as_u64().expect("a number") as u8;
        let look = Lookup {
            unnormalized: case.0["unnormalized"] == true,
            x: &x,
            y: &y,
            z: &z,
            offset: &case.row("offset", quad).expect("given"),
            reference: reference.as_ref(),
            detail: Detail::numbered(number, &level, &dx, &dy).expect("a way"),
            clamp: clamp.as_ref(),
            half: case.0["half"] == true,
        };
        let mut out: Texels = [[7; LANES]; 4];
        if let Some(gather) = case.0["gather"].as_array() {
            let [mask, texels] = [0, 1].map(|i| gather[i].as_u64().expect("a number") as u8);
            image.gather(&mut memory, lanes, &sampler, &look, mask, texels, &mut out).expect("supported");
            gathers += 1;
        } else {
            image.sample(&mut memory, lanes, &sampler, &look, &mut out).expect("supported");
            samples += 1;
        }
        assert_eq!(memory.outside, 0, "{line}");
        let mut detail = [[0; LANES]; 2];
        image.detail(lanes, &sampler, &look, &mut detail).expect("supported");
        let expected: [Row; 2] = case.rows("lod", quad);
        for (lane, (found, expected)) in detail.iter().flatten().zip(expected.iter().flatten()).enumerate() {
            assert_eq!((f32::from_bits(*found) * 256.0) as i32, *expected as i32, "level of lane {lane}: {line}");
        }
        let expected: [Row; 4] = case.rows("expect", quad);
        for lane in 0..LANES {
            let found = out.map(|row| row[lane]);
            if lanes >> lane & 1 != 0 {
                let expected = expected.map(|row| row[lane]);
                assert_eq!(
                    found,
                    expected,
                    "{found:x?} {expected:x?} in lane {lane} of {:?}, {:?}: {line}",
                    image.resource,
                    Sampler::new(&sampler)
                );
            } else {
                assert_eq!(found, [7; 4], "inactive lanes stay");
            }
        }
        kinds.insert(format!("{:?}", image.resource.kind));
    }
    assert!(samples > 250 && gathers > 50 && kinds.len() == 6, "{samples} samples, {gathers} gathers, {kinds:?}");
}
