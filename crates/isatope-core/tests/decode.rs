use isatope_core::{DecodeError, Decoder, Target, decode};

fn target() -> Target {
    Target::from_name("gcn1.2").expect("known")
}

#[test]
fn errors_tell_what_is_wrong() {
    assert_eq!(decode(target(), &[]), Err(DecodeError::TooShort { needed: 4 }));
    assert_eq!(decode(target(), &[1, 2, 3]), Err(DecodeError::TooShort { needed: 4 }));
    // v_mov_b32 v0, literal, and a word of a VOP3 instruction alone.
    assert_eq!(decode(target(), &0x7e00_02ff_u32.to_le_bytes()), Err(DecodeError::TooShort { needed: 8 }));
    assert_eq!(decode(target(), &0xd101_0001_u32.to_le_bytes()), Err(DecodeError::TooShort { needed: 8 }));
    // VOP1 has no opcode 255.
    assert_eq!(decode(target(), &0x7e01_fe00_u32.to_le_bytes()), Err(DecodeError::UnknownOpcode));
}

#[test]
fn a_word_that_is_none_is_skipped() {
    let words = [0x7e01_fe00_u32, 0x0202_0c02, 0x7e00_02ff, 0x0000_0007, 0xd101_0001];
    let mut bytes = [0; 20];
    for (place, word) in bytes.chunks_mut(4).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    let mut decoder = Decoder::new(target(), &bytes);
    assert_eq!(decoder.next(), Some((0, Err(DecodeError::UnknownOpcode))));
    let mut name = || decoder.next().and_then(|(offset, i)| Some((offset, i.ok()?.mnemonic())));
    assert_eq!(name(), Some((4, "v_add_f32")));
    assert_eq!(name(), Some((8, "v_mov_b32")));
    assert_eq!(decoder.next(), Some((16, Err(DecodeError::TooShort { needed: 8 }))));
    assert_eq!(decoder.next(), None);
}
