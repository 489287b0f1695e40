use isatope_core::{Formatter, Target, decode};

const HALF: u32 = 0x3e00_00ff;
const SINGLE: u32 = 0x0200_00ff;

/// The value of a literal as the comment beside it says, in `v_add_f16` or `v_add_f32`.
fn text(bits: u32, word: u32) -> String {
    let target = Target::from_name("gfx803").expect("a target");
    let bytes = [word.to_le_bytes(), bits.to_le_bytes()].concat();
    let inst = decode(target, &bytes).expect("an instruction");
    let line = Formatter::new(target, "clrx").expect("a dialect").display(&inst).to_string();
    let comment = line.split("/* ").nth(1).and_then(|rest| rest.split(" */").next()).expect("a comment");
    comment.strip_suffix(['f', 'h']).expect("a suffix").to_owned()
}

#[test]
fn halves() {
    assert_eq!(text(0x5678, HALF), "103.5");
    assert_eq!(text(0xfd71, HALF), "-nan");
    assert_eq!(text(0x7b40, HALF), "5.939e+4");
    assert_eq!(text(0x0077, HALF), "7.09e-6");
    assert_eq!(text(0x1409, HALF), "0.0009851");
}

#[test]
fn single_precision() {
    assert_eq!(text(0x3f80_0000, SINGLE), "1");
    assert_eq!(text(0x8000_0000, SINGLE), "-0");
    assert_eq!(text(0x7f80_0000, SINGLE), "inf");
    assert_eq!(text(0x5000_a000, SINGLE), "8.6318776e+9");
    assert_eq!(text(0x4000_2000, SINGLE), "2.00195313");
    assert_eq!(text(0xb316_6708, SINGLE), "-3.5018303e-8");
    assert_eq!(text(0x0001_9121, SINGLE), "1.438979e-40");
    assert_eq!(text(0x0000_0001, SINGLE), "1.4e-45");
    assert_eq!(text(0x7f7f_ffff, SINGLE), "3.40282347e+38");
}

/// Whatever is printed is nearer to the value than to its neighbours.
#[test]
fn values_are_told_from_their_neighbours() {
    let mut bits = 1_u32;
    while bits < 0x7f80_0000 {
        let printed = text(bits, SINGLE);
        assert_eq!(printed.parse::<f32>().map(f32::to_bits), Ok(bits), "{printed}");
        bits += 60_013;
    }
}
