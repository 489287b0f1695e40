//! The JSON form: what is refused, and what comes out.

use isatope_core::{Instruction, Target};
use isatope_run::json::run_line;
use serde_json::{Value, json};

fn answer(request: &str) -> Value {
    let line = run_line(request, None, &mut |_: Target, _: Option<&str>, _: &str| -> Result<Instruction, String> {
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
fn the_program_counter_is_that_of_the_instruction() {
    // s_getpc_b64 s[0:1]
    let out = answer_to(json!({"target": "gfx900", "words": "be801c00", "regs": {"pc": "0x100"}}));
    assert_eq!(out["regs"], json!({"s0": "0x104", "s1": "0x0"}));
    // s_cbranch_scc1 5, taken and not
    for (scc, pc) in [("0x1", "0x118"), ("0x0", "0x104")] {
        let out = answer_to(json!({"target": "gfx900", "words": "bf850005", "regs": {"pc": "0x100", "scc": scc}}));
        assert_eq!(out["regs"]["pc"], pc);
    }
    // s_trap 2: the trap handler finds the address and the number in TTMP0 and TTMP1
    let regs = json!({"pc": "0x123400000100", "tba": "0x5000"});
    let out = answer_to(json!({"target": "gfx900", "words": "bf920002", "regs": regs}));
    assert_eq!(out["regs"], json!({"pc": "0x5000", "ttmp0": "0x100", "ttmp1": "0x21234", "status": "0x20"}));
}

#[test]
fn floats_and_negative_numbers_are_values() {
    // v_add_f32 v0, v1, v2
    let regs = json!({"v1": 1.5, "v2": "-0.25", "exec": 1});
    let out = answer_to(json!({"target": "gfx900", "words": "02000501", "regs": regs}));
    assert_eq!(out["regs"]["v0"][0], format!("{:#x}", 1.25_f32.to_bits()));
    let out = answer_to(json!({"target": "gfx900", "words": "be800001", "regs": {"s1": -2}}));
    assert_eq!(out["regs"]["s0"], "0xfffffffe");
}

/// 2^64 and -2^63 - 1 are whole numbers, and not the doubles next to them; 2^64 as a float is the double
/// 0x43f0000000000000.
#[test]
fn whole_numbers_that_do_not_fit_are_no_floats() {
    let set = |register: &str, value: &str| {
        let request = format!(r#"{{"target":"gfx900","words":"be800102","regs":{{"{register}":{value}}}}}"#);
        answer(&request)
    };
    for value in ["18446744073709551616", "-9223372036854775809", "[18446744073709551616]"] {
        for register in ["s[2:3]", "s2", "exec", "v[2:3]"] {
            let error = set(register, value)["error"].as_str().unwrap_or_default().to_owned();
            assert!(error.contains("is not a value that fits"), "{register} = {value}: {error}");
        }
    }
    assert_eq!(set("s[2:3]", "18446744073709551616.0")["regs"], json!({"s0": "0x0", "s1": "0x43f00000"}));
    assert_eq!(set("s[2:3]", "18446744073709551615")["regs"], json!({"s0": "0xffffffff", "s1": "0xffffffff"}));
    let out = answer(r#"{"target":"gfx900","words":"bf800000","mem":[{"addr":1.5,"bytes":"00"}]}"#);
    assert!(out["error"].as_str().is_some_and(|e| e.contains("is not an address")), "{out}");
}

#[test]
fn an_id_comes_back_as_it_is_written() {
    let mut none = |_: Target, _: Option<&str>, _: &str| Err(String::new());
    for id in ["18446744073709551616", "1.50", r#"{"a": [1e30, "x\n"]}"#, "null"] {
        let line = run_line(&format!(r#"{{"id": {id}, "target":"gfx900","words":"bf800000"}}"#), None, &mut none);
        assert!(line.starts_with(&format!(r#"{{"id":{id},"ok":true"#)), "{line}");
    }
}

#[test]
fn unknown_keys_get_an_answer() {
    let out = answer_to(json!({"id": 7, "target": "gfx900", "words": "bf800000", "reg": {"v0": 1}}));
    assert_eq!((&out["id"], &out["ok"]), (&json!(7), &json!(false)));
    assert!(out["error"].as_str().is_some_and(|e| e.contains("`reg`")), "{out}");
    let out = answer_to(json!({"target": "gfx900", "words": "bf800000", "expect": {}, "evidence": "none"}));
    assert_eq!(out["ok"], json!(true));
}

/// Words are refused as text is if they are not one instruction. The words are those of `s_mov_b32 s0, s1` and
/// `s_mov_b32 s2, s3`; no instruction has the encoding 0xffffffff, and that of `v_mov_b32 v0, 0x…` has a second word.
#[test]
fn words_are_one_instruction() {
    let error = |words: Value| {
        let out = answer_to(json!({"target": "gfx900", "words": words}));
        out["error"].as_str().unwrap_or_else(|| panic!("{out}")).to_string()
    };
    assert_eq!(error(json!("be800001 be820003")), "one instruction is run at a time, not 2");
    assert_eq!(error(json!(["be800001", "be820003", "be820003"])), "one instruction is run at a time, not 3");
    assert_eq!(error(json!("be800001 ffffffff")), "no instruction has this encoding");
    assert_eq!(error(json!("7e0002ff")), error(json!("be800001 7e0002ff")));
    assert_ne!(error(json!("")), "");
    let out = answer_to(json!({"target": "gfx900", "words": "7e0002ff 00000005", "regs": {"exec": 1}}));
    assert_eq!(out["regs"]["v0"][0], "0x5");
    let out = answer_to(json!({"target": "gfx900", "words": "bf800000", "asm": "s_nop 0"}));
    assert_eq!(out["error"], "`asm` and `words` exclude each other: give one of them");
}

#[test]
fn a_list_does_not_go_into_a_shared_register() {
    let regs = json!({"s[0:1]": vec![1; 64]});
    let out = answer_to(json!({"target": "gfx900", "words": "bf800000", "regs": regs}));
    assert_eq!(out["error"], "`s0` is shared by all lanes: it has one value, and not a list");
}

#[test]
fn what_hardware_hides_is_told() {
    // ds_read_b32 v1, v2: past the 8 bytes in lane 1
    let mut lanes = vec!["0x4"; 64];
    lanes[1] = "0x8";
    let lds = json!([{"space": "lds", "addr": "0x0", "bytes": "0000000007000000"}]);
    let regs = json!({"v2": lanes, "exec": "0x3"});
    let out = answer_to(json!({"target": "gfx900", "words": "d86c0000 01000002", "regs": regs, "mem": lds}));
    assert_eq!(out["regs"]["v1"][0], "0x7");
    assert_eq!(out["regs"]["v1"][1], "0x0");
    assert_eq!(out["outside"], json!([{"space": "lds", "lane": 1, "addr": "0x8", "bytes": 4, "write": false}]));
    // buffer_load_dword v1, v0, s[4:7], 0 offen: past its records, though there is memory
    let regs = json!({"s4": "0x1000", "s6": "0x4", "s7": "0x20000", "v0": "0x4", "exec": "0x1"});
    let mem = json!([{"addr": "0x1000", "bytes": "0000000007000000"}]);
    let out = answer_to(json!({"target": "gfx900", "words": "e0501000 80010100", "regs": regs, "mem": mem}));
    assert_eq!(out["regs"]["v1"][0], "0x0");
    assert_eq!(out["outside"], json!([{"space": "mem", "lane": 0, "addr": "0x1004", "bytes": 4, "write": false}]));
}

#[test]
fn the_last_export_is_told_though_no_lane_is_active() {
    // exp mrt0 v0, v0, v0, v0 done vm
    let out = answer_to(json!({"target": "gfx900", "words": "c400180f 00000000", "regs": {"exec": "0x0"}}));
    let arguments = json!({"target": "0x0", "valid_mask": "0x1"});
    assert_eq!(out["calls"], json!([{"operation": "export.done", "arguments": arguments}]));
    let out = answer_to(json!({"target": "gfx900", "words": "c400180f 00000000", "regs": {"exec": "0x9"}}));
    let lanes: Vec<_> = out["calls"].as_array().expect("it exports").iter().map(|call| &call["lane"]).collect();
    assert_eq!(lanes, [&json!(0), &json!(3)]);
}

#[test]
fn an_aperture_is_read_in_the_high_word() {
    // s_mov_b64 s[0:1], src_shared_base
    let regs = json!({"src_shared_base": "0x10000"});
    let out = answer_to(json!({"target": "gfx900", "words": "be8001eb", "regs": regs}));
    assert_eq!(out["regs"], json!({"s0": "0x0", "s1": "0x10000"}));
}

#[test]
fn alignment_is_a_setting() {
    // flat_load_dword v1, v[0:1]
    for (mode, expected) in [("0x3", "0x5040302"), ("0x0", "0x4030201")] {
        let regs = json!({"v0": "0x1001", "exec": "0x1", "alignment_mode": mode});
        let mem = json!([{"addr": "0x1000", "bytes": "0102030405"}]);
        let out = answer_to(json!({"target": "gfx900", "words": "dc500000 01000000", "regs": regs, "mem": mem}));
        assert_eq!(out["regs"]["v1"][0], expected, "{out}");
    }
}

#[test]
fn requests_that_make_no_sense_are_answered() {
    for (request, why) in [
        (json!({"target": "gfx900"}), "must be given"),
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
