//! Tests vectors, and calls by type. The examples of each entry were computed by hand; the compiler runs them.

const ENTRIES: &str = r#"
fn twice_u16(x: u16) -> u16 { x + x }
fn twice_f16(x: f16) -> f16 { fadd(x, x, 0) }
fn add_f16(a: f16, b: f16) -> f16 { fadd(a, b, 0) }
fn either(low: bool, a: u16, b: u16) -> u16 { if low { a } else { b } }
fn total(v: v4u8) -> u8 { v[0] + v[1] + v[2] + v[3] }
fn min_f16(a: f16, b: f16) -> f16 { if a < b { a } else { b } }

/// Operators on elements; numbers and scalars are the same for all of them.
inst operators : two {
    op 2
    asm dst: u32, a: u32, b: u32
    lane {
        let x = v2u16.bits(a)
        let scale = u16(b[15:0])
        dst = bits((x + 1) * scale ^ v2u16.bits(b))
    }
    source toy "its entry"
    example a=0x0003ffff b=0x00010002 => dst=0x00090002
}

/// Shifts by a count for each element, by the sign of each.
inst shifts : two {
    op 3
    asm dst: u32, a: u32, b: u32
    lane { dst = bits(v2i16.bits(a) >> v2u16.bits(b)) }
    source toy "its entry"
    example a=0x8000_0100 b=0x0004_0008 => dst=0xf8000001
}

/// Comparisons give vectors of bools, and `select` takes them.
inst comparisons : two {
    op 4
    asm dst: u32, a: u32, b: u32
    lane {
        let less = v4i8.bits(a) < v4i8.bits(b)
        dst = bits(select(!less, v4u8.bits(a), 7)) + u32(bits(less)) * 0
    }
    source toy "its entry"
    example a=0x01_80_05_ff b=0x01_00_05_00 => dst=0x01_07_05_07
}

/// Functions of scalars are called for each element, by the type of the element.
inst calls : two {
    op 5
    asm dst: u32, a: u32, b: u32
    lane {
        let doubled = twice(v2f16.bits(a)) + 1.0
        dst = bits(either(v2bool(true, false), bits_of(doubled), twice(v2u16.bits(b))))
    }
    source toy "its entry"
    example a=0x3c004000 b=0x00070001 => dst=0x000e4500
}
fn bits_of_f16(x: f16) -> u16 { bits(x) }

/// Elements are read and written, vectors made and added up.
inst elements : two {
    op 6
    asm dst: u32, a: u32, b: u32
    lane {
        var v = v4u8(1, 2, 3, 4)
        v[3] = v4u8.bits(a)[b & 3]
        v[b] = total(v)
        let wide = v4i32(v4i8.bits(a))
        dst = bits(v) + u32(sum(wide * v4i32(10))) * 0
        dst = {u16(sum(u16(v))), u16(sum(wide))}
    }
    source toy "its entry"
    // v becomes 1 2 3 a[1], then element 1 is their sum 1 + 2 + 3 + 0x20 = 0x26; the sum is 0x26 + 1 + 3 + 0x20.
    example a=0x00_00_20_ff b=1 => dst=0x004a_001f
}

/// Builtins work element by element, and `min` of floats is the architecture's.
inst builtins : two {
    op 7
    asm dst: u32, a: u32, b: u32
    lane {
        let close = abs_diff(v2u16.bits(a), v2u16.bits(b))
        let low = min(v2f16.bits(a), v2f16.bits(b))
        dst = bits(max(close, v2u16.bits(0x00010001))) ^ bits(low)
    }
    source toy "its entry"
    // Differences 0x0400 and 0; the smaller floats are 0x3c00 and 0x4000.
    example a=0x3c00_4000 b=0x4000_4000 => dst=0x3800_4001
}

/// An operand of a vector type.
inst operand : two {
    op 8
    asm dst: v2f16, a: v2f16, b: v2u16
    lane { dst = fadd(a, to_f16(b, 0), 0) }
    source toy "its entry"
    example a=0x3c00_4000 b=0x0002_0003 => dst=0x4200_4500
}
"#;

#[test]
fn vectors_do_what_their_examples_say() {
    let base = include_str!("reject/base.isa");
    let files = [("base.isa", base), ("vectors.isa", ENTRIES)];
    match isatope_lang::compile(&files) {
        Ok(model) => assert_eq!(model.insts.iter().map(|i| i.examples.len()).sum::<usize>(), 8),
        Err(errors) => panic!("{}", errors.iter().map(|e| e.render(&files)).collect::<String>()),
    }
}
