//! Machine code in hexadecimal digits, in every spelling.

use isatope::{Assemble, Target};

/// Reads for gfx900, whose words have 32 bits.
fn read(text: &str) -> Result<Vec<u8>, String> {
    Target::GFX900.hex(text).map(|hex| hex.bytes().to_vec()).map_err(|e| e.message)
}

#[test]
fn the_same_word_in_every_spelling() {
    let bytes = [0x01, 0x00, 0x01, 0xd1, 0x02, 0x07, 0x00, 0x00];
    for text in [
        "d1010001 00000702",
        "D1010001, 0x702",
        "0xd1010001 0x00000702",
        "[0x01,0x00,0x01,0xd1,0x02,0x07,0x00,0x00]",
        "01 00 01 d1 02 07 00 00",
        "0x01 0x00 0x01 0xd1 0x2 0x7 0x0 0x0",
        "{ 0xd1010001u, 0x00000702u }",
        "\"\\x01\\x00\\x01\\xd1\\x02\\x07\\x00\\x00\"",
        "d1010001 // first\n00000702 # second",
        "d101000100000702",
        "0x00000702d1010001",
        "\u{feff}d1010001 00000702\r\n",
        "\tv_add_f32_e64 v1, v2, s3 ; encoding: [0x01,0x00,0x01,0xd1,0x02,0x07,0x00,0x00]",
        "x.o:\tfile format elf64-amdgpu\n\n0000000000000000 <f>:\n\tv_add_f32_e64 v1, v2, s3 // 000000000000: D1010001 00000702",
        "/*00000000: d1010001 00000702*/ v_add_f32 v1, v2, s3",
        "00000000: 0100 01d1 0207 0000                      ........",
        "00000000  01 00 01 d1 02 07 00 00                           |........|",
        "   0:\t01 00 01 d1 02 07 00 00 \tv_add_f32_e64 v1, v2, s3",
        "0x7f00 <f+4>:\t0xd1010001\t0x00000702",
        "0000000 0001 d101 0702 0000\n0000008\n",
        "0000000 d1010001 00000702\n0000010\n",
        "\tv_add_f32_e64 v1, v2, s3   ; D1010001 00000702",
        "d1010001; 00000702",
        "d1010001 /* first */ 00000702 -- second",
        "/* of\n two lines */ d1010001\n00000702",
        "const uint32_t code[] = { 0xd1010001, // first\n 0x00000702 };\nunsigned size = 8;",
        "code = bytes([0x01, 0x00, 0x01, 0xd1, 0x02, 0x07, 0x00, 0x00])",
        "b'\\x01\\x00\\x01\\xd1\\x02\\x07\\x00\\x00'",
        "01:00:01:d1:02:07:00:00",
        "01-00-01-d1-02-07-00-00",
        "0xd101_0001, 0x0000_0702",
        ".long 0xd1010001, 0x702 ; first",
        "  .byte 0x1, 0x0, 0x1, 0xd1\n  .byte 0x2, 0x7, 0x0, 0x0",
    ] {
        assert_eq!(read(text), Ok(bytes.to_vec()), "{text}");
    }
}

#[test]
fn other_text_is_refused() {
    for text in [
        "bf80000",
        "v_nop",
        "hello",
        "7e00000g",
        "s_nop 0 // 5",
        "01 02 03",
        "{\"a\": 1}",
        "0x",
        "7e0000000",
        "bf80000 7e000000",
        ".long 1000, 2000",
        "int x[] = { 12, 13 };",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    // Bytes two by two, or halves of words: both are instructions.
    assert!(read("0100 01d1 0207 0000").is_err());
    // What a tool leaves out is not passed over.
    assert!(read("0000000 d1010001 00000702\n*\n0000100\n").is_err());
    assert!(read("\tv_nop // 000000000100: 7E000000\n\t\t...\n\tv_nop // 000000000200: 7E000000").is_err());
    assert!(read("\tv_nop // 000000000100: 7E000000\n\t\t...\n").is_ok());
    // Two words of which each is an instruction, in either order.
    assert!(read("7e000000bf800000").is_err());
}

#[test]
fn words_of_64_bits() {
    let bytes = 0x00b2_c213_00d0_8140_u64.to_le_bytes();
    for text in [
        "00b2c21300d08140",
        "0xb2c21300d08140",
        "00d08140 00b2c213",
        "0x00d08140, 0x00b2c213",
        "40 81 d0 00 13 c2 b2 00",
        "uint32_t code[] = { 0x00d08140, 0x00b2c213 };",
        ".quad 0xb2c21300d08140",
    ] {
        assert_eq!(Target::V9.hex(text).map(|hex| hex.bytes().to_vec()), Ok(bytes.to_vec()), "{text}");
    }
}

#[test]
fn lines_have_their_bytes() {
    let hex = Target::GFX900.hex("# x\n7e000000\n\nbf800000 bf810000\n\n").expect("right");
    assert_eq!(hex.lines().map(<[u8]>::len).collect::<Vec<_>>(), [0, 4, 0, 8, 0]);
}

/// Compilers write the values of numbers as comments, and people write dates: these are no words of code.
#[test]
fn numbers_in_comments_of_sources_are_no_code() {
    use isatope::input::Form;

    for source in [
        "\ts_load_dword s0, s[4:5], 0x0\n\ts_endpgm\n\t.long\t1116352408                      ; 0x428a2f98\n",
        "\ts_endpgm\n\t.quad\t-8                              ; 0xfffffffffffffff8\n",
        "\ts_endpgm\n\t.long\t1116352408 ; 428a2f98\n",
        "s_mov_b32 s0, 1 ; 20261129\ns_mov_b32 s1, 2\ns_endpgm\n",
    ] {
        assert_ne!(Form::of(source.as_bytes(), None), Form::Dump, "{source}");
        assert!(read(source).is_err(), "{source}");
    }
    assert!(read("BB0:\n\tv_nop ; 7e000000\n\ts_endpgm ; bf810000\n").is_ok());
}
