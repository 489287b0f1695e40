//! Texts and words.

use isatope::{Dialect, Target};
use isatope_testing::Random;
use isatope_wasm::convert;
use serde_json::Value;

#[test]
fn parts_of_an_instruction_know_each_other() {
    let inst = convert::instruction("gfx803", "llvm", "7e020301", "0").expect("an instruction");
    let parts = inst["parts"].as_array().expect("a list");
    let vdst = parts.iter().find(|part| part["name"] == "vdst").expect("a field");
    let piece = vdst["pieces"][0].as_u64().expect("a piece") as usize;
    let (start, end) = (&inst["pieces"][piece]["start"], &inst["pieces"][piece]["end"]);
    let text = inst["text"].as_str().expect("text");
    let range = start.as_u64().expect("a number") as usize..end.as_u64().expect("a number") as usize;
    assert_eq!(&text[range], "v1");
    assert_eq!(inst["operands"][vdst["operand"].as_u64().expect("an operand") as usize]["place"], "v1");
}

#[test]
fn texts_and_words_lead_to_each_other() {
    let mut random = Random(1);
    for target in Target::all() {
        let bytes: Vec<u8> = (0..256).map(|_| random.next() as u8).collect();
        for dialect in target.dialects().map(Dialect::name) {
            let found = convert::disassemble_bytes(target.name(), dialect, &bytes).expect("any bytes");
            let text = found["text"].as_str().expect("text");
            let back = convert::assemble(target.name(), dialect, text).expect("a dialect");
            assert_eq!(back["failed"], false, "{target} {dialect}: {}", back["messages"]);
            let words = back["words"].as_str().expect("words");
            let again = convert::disassemble(target.name(), dialect, words).expect("words");
            assert_eq!(again["text"], found["text"], "{target} {dialect}");
        }
    }
}

#[test]
fn positions_count_as_browsers_do() {
    let text = "// 𝄞\nv_bfe_u23 v0, v1, v2, v3\n";
    let found = convert::assemble("gfx900", "llvm", text).expect("a dialect");
    let message = &found["messages"][0];
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = |value: &Value| value.as_u64().expect("a position") as usize;
    let range = at(&message["range"]["from"])..at(&message["range"]["to"]);
    assert_eq!(String::from_utf16_lossy(&units[range]), "v_bfe_u23");
    assert_eq!(message["fixes"][0]["text"], "v_bfe_u32");
}

#[test]
fn uses_are_reads_and_writes() {
    let text = "v_mov_b32 v1, 0\nv_add_f32 v2, v1, v1\nv_mov_b32 v1, v2\n";
    let uses = convert::uses("gfx900", "llvm", text, text.find("v1, v1").expect("it is there")).expect("a dialect");
    let all: Vec<_> =
        uses.iter().map(|one| (one["line"].as_u64(), one["read"] == true, one["last_write"] == true)).collect();
    assert_eq!(all, [(Some(1), false, true), (Some(2), true, false), (Some(3), false, false)]);
}

#[test]
fn what_is_wrong_is_said() {
    assert!(convert::assemble("gfx1030", "", "").is_err_and(|error| error.contains("RDNA")));
    assert!(convert::assemble("gfx900", "arm", "").is_err_and(|error| error.contains("llvm")));
    assert!(convert::instruction("gfx900", "", "7e02030", "pc").is_err());
    assert!(convert::instruction("gfx900", "", "ffffffff", "0").is_err());
}
