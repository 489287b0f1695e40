//! The JSON form: what is refused, and what comes out.

use isatope_core::{Instruction, Target};
use isatope_emu::json::run_line;
use serde_json::{Value, json};

fn answer(request: &str) -> Value {
    let line = run_line(request, None, &mut |_: Target, _: &str| -> Result<Instruction, String> {
        Err("no assembler here".to_string())
    });
    serde_json::from_str(&line).expect("answers are JSON")
}

fn answer_to(request: Value) -> Value {
    answer(&request.to_string())
}

#[test]
fn a_written_register_is_listed_though_no_lane_is_active() {
    // v_mov_b32 v1, v2
    let out =
        answer_to(json!({"id": 7, "target": "gfx900", "words": "7e020302", "regs": {"exec": "0x0", "v1": "0x5"}}));
    assert_eq!(out["id"], 7);
    assert_eq!(out["regs"].as_object().expect("it ran").len(), 1);
    assert_eq!(out["regs"]["v1"], json!(vec!["0x5"; 64]));
    assert_eq!(out["mem"], json!([]));
}

#[test]
fn requests_that_make_no_sense_are_answered() {
    for (request, why) in [
        (json!({"target": "gfx900"}), "has to be given"),
        (json!({"words": "7e020302"}), "no target"),
        (json!({"target": "gfx1", "words": "7e020302"}), "no target `gfx1`"),
        (json!({"target": "gfx900", "words": "7e02030"}), ""),
        (json!({"target": "gfx900", "words": "xyz"}), "is not a word"),
        (json!({"target": "gfx900", "words": ""}), ""),
        (json!({"target": "gfx900", "words": 5}), "hex digits"),
        (json!({"target": "gfx900", "asm": "v_nop"}), "no assembler"),
        (json!({"target": "gfx900", "words": "7e020302", "regs": {"v256": "0x1"}}), "no register `v256`"),
        (json!({"target": "gfx900", "words": "7e020302", "regs": {"v1": ["0x1"]}}), "list of 64"),
        (json!({"target": "gfx900", "words": "7e020302", "regs": {"s1": "0x100000000"}}), "not a value that fits"),
        (json!({"target": "gfx900", "words": "7e020302", "regs": {"scc": "0x2"}}), "not a value that fits"),
    ] {
        let out = answer_to(request.clone());
        if out["ok"] == false {
            assert!(out["error"].as_str().expect("says why").contains(why), "{request}: {out}");
        } else {
            assert!(why.is_empty(), "{request}: {out}");
        }
    }
    assert_eq!(answer("{")["ok"], false);
    assert_eq!(answer("[]")["ok"], false);
}

#[test]
fn a_reserved_operand_code_is_an_error() {
    // v_mov_b32 v1, code 209
    let out = answer_to(json!({"target": "gfx900", "words": "7e0202d1"}));
    assert_eq!(out["ok"], false, "{out}");
}
