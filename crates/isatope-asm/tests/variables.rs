//! Tests register variables: each source uses variables, and its twin names registers. Both must give the same words.

use isatope_asm::{Assembler, Options, Output};
use isatope_core::Target;

fn assemble(text: &str) -> Output {
    assemble_for("gcn1.2", text)
}

fn assemble_for(target: &str, text: &str) -> Output {
    let target = Target::from_name(target).expect("a target");
    Assembler::new(target, "clrx", Options::default()).expect("a dialect").assemble(text)
}

/// Words of a source that must have no diagnostics.
fn words(text: &str) -> Vec<u8> {
    let output = assemble(text);
    assert!(output.diagnostics.is_empty(), "{text}\n{:?}", output.diagnostics);
    output.bytes_of(".text")
}

fn same(variables: &str, registers: &str) {
    assert_eq!(words(variables), words(registers), "{variables}");
}

/// The message of the only error.
fn error_of(text: &str) -> (String, Vec<String>) {
    let output = assemble(text);
    let [found] = &output.diagnostics[..] else { panic!("{text}: {:?}", output.diagnostics) };
    (found.message.clone(), found.notes.clone())
}

#[test]
fn variables_get_the_lowest_free_registers() {
    same(
        ".regvar a:v, b:v\nv_mov_b32 a, 1\nv_mov_b32 b, 2\nv_add_f32 v2, a, b\nflat_store_dword v[8:9], v2\ns_endpgm",
        "v_mov_b32 v0, 1\nv_mov_b32 v1, 2\nv_add_f32 v2, v0, v1\nflat_store_dword v[8:9], v2\ns_endpgm",
    );
    // A register is free again after the last read.
    same(
        ".regvar a:s, b:s, c:s\ns_mov_b32 a, 1\ns_add_u32 b, a, a\ns_add_u32 c, b, b\ns_mov_b32 m0, c\ns_endpgm",
        "s_mov_b32 s0, 1\ns_add_u32 s0, s0, s0\ns_add_u32 s0, s0, s0\ns_mov_b32 m0, s0\ns_endpgm",
    );
}

#[test]
fn many_variables_share_registers() {
    let (mut variables, mut registers) = (String::new(), String::new());
    for number in 0..1000 {
        variables += &format!(".regvar x{number}:v, y{number}:v\nv_mov_b32 x{number}, 1\nv_mov_b32 y{number}, 2\n");
        variables += &format!("v_add_f32 v2, x{number}, y{number}\n");
        registers += "v_mov_b32 v0, 1\nv_mov_b32 v1, 2\nv_add_f32 v2, v0, v1\n";
    }
    let end = "flat_store_dword v[8:9], v2\ns_endpgm";
    same(&(variables + end), &(registers + end));
}

#[test]
fn registers_that_the_source_names_are_avoided_while_they_are_needed() {
    same(
        ".regvar p:s:2, x:s\ns_mov_b64 p, s[0:1]\ns_load_dword x, p, 0\ns_add_u32 s4, x, s2\ns_mov_b32 m0, s4\ns_endpgm",
        "s_mov_b64 s[0:1], s[0:1]\ns_load_dword s0, s[0:1], 0\ns_add_u32 s4, s0, s2\ns_mov_b32 m0, s4\ns_endpgm",
    );
    same(
        ".regvar x:s\ns_mov_b32 x, 1\ns_add_u32 s0, s0, x\ns_mov_b32 m0, s0\ns_endpgm",
        "s_mov_b32 s1, 1\ns_add_u32 s0, s0, s1\ns_mov_b32 m0, s0\ns_endpgm",
    );
}

#[test]
fn scalar_variables_are_aligned() {
    same(
        ".regvar a:s, q:s:4\ns_mov_b32 a, 1\ns_load_dwordx4 q, s[8:9], 0\ns_mov_b32 q[3], a\ns_mov_b64 exec, q[2:3]\ns_endpgm",
        "s_mov_b32 s0, 1\ns_load_dwordx4 s[4:7], s[8:9], 0\ns_mov_b32 s7, s0\ns_mov_b64 exec, s[6:7]\ns_endpgm",
    );
}

#[test]
fn values_live_around_loops() {
    same(
        ".regvar n:s, sum:s, t:s\ns_mov_b32 n, 9\ns_mov_b32 sum, 0\nloop:\ns_lshl_b32 t, n, 1\ns_add_u32 sum, sum, t\n\
         s_sub_u32 n, n, 1\ns_cmp_lg_u32 n, 0\ns_cbranch_scc1 loop\ns_mov_b32 m0, sum\ns_endpgm",
        "s_mov_b32 s0, 9\ns_mov_b32 s1, 0\nloop:\ns_lshl_b32 s2, s0, 1\ns_add_u32 s1, s1, s2\n\
         s_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 loop\ns_mov_b32 m0, s1\ns_endpgm",
    );
}

/// A write in the active lanes keeps the value of the others: the first value of `a` is needed while `b` is used.
#[test]
fn inactive_lanes_keep_their_values() {
    same(
        ".regvar a:v, b:v, saved:s:2\nv_mov_b32 a, 1\ns_and_saveexec_b64 saved, vcc\nv_mov_b32 b, 2\nv_add_f32 a, b, b\n\
         s_mov_b64 exec, saved\nflat_store_dword v[8:9], a\ns_endpgm",
        "v_mov_b32 v0, 1\ns_and_saveexec_b64 s[0:1], vcc\nv_mov_b32 v1, 2\nv_add_f32 v0, v1, v1\n\
         s_mov_b64 exec, s[0:1]\nflat_store_dword v[8:9], v0\ns_endpgm",
    );
    // Without the change of the mask, the register can be used again.
    same(
        ".regvar a:v, b:v\nv_mov_b32 b, 2\nv_add_f32 a, b, b\nflat_store_dword v[8:9], a\ns_endpgm",
        "v_mov_b32 v0, 2\nv_add_f32 v0, v0, v0\nflat_store_dword v[8:9], v0\ns_endpgm",
    );
}

#[test]
fn calls_follow_the_hints() {
    let body = |x: &str, hints: [&str; 2]| {
        format!(
            "s_mov_b32 {x}, 5\ns_getpc_b64 s[10:11]\ns_add_u32 s10, s10, twice-.\n{}\ns_swappc_b64 s[30:31], s[10:11]\n\
             s_mov_b32 m0, {x}\ns_endpgm\ntwice:\ns_mov_b32 s0, 3\ns_add_u32 s1, s0, s1\n{}\ns_setpc_b64 s[30:31]\n",
            hints[0], hints[1]
        )
    };
    // `s0` is written by the routine while the variable is live.
    same(&format!(".regvar x:s\n{}", body("x", [".cf_call twice", ".cf_ret"])), &body("s2", ["", ""]));
    let (message, notes) = error_of(&format!(".regvar x:s\n{}", body("x", ["", ""])));
    assert_eq!(message, "it is not known where this call leads");
    assert_eq!(notes, ["registers can be chosen for variables only if all paths are known"]);
}

/// A load that nothing reads still writes its register, until a wait.
#[test]
fn destinations_of_loads_are_in_use_until_a_wait() {
    let body = |a: &str, b: &str, c: &str, d: &str| {
        format!(
            "buffer_load_dword {a}, v0, s[0:3], 0 offen\nv_mov_b32 {b}, 5\nv_mov_b32 v200, {b}\n\
             s_load_dword {c}, s[4:5], 0\ns_mov_b32 {d}, 7\nv_mov_b32 v201, {d}\ns_waitcnt vmcnt(0) & lgkmcnt(0)\n\
             v_mov_b32 {b}, 6\nv_mov_b32 v202, {b}\ns_mov_b32 {c}, 8\nv_mov_b32 v203, {c}\ns_endpgm"
        )
    };
    let declared = format!(".regvar a:v, b:v, c:s, d:s\n{}", body("a", "b", "c", "d"));
    same(&declared, &body("v0", "v1", "s0", "s1"));
    // After the wait, it is free.
    let body = |a: &str, b: &str| {
        format!("buffer_load_dword {a}, v0, s[0:3], 0 offen\ns_waitcnt vmcnt(0)\nv_mov_b32 {b}, 5\nv_mov_b32 v200, {b}")
    };
    same(&format!(".regvar a:v, b:v\n{}", body("a", "b")), &body("v0", "v0"));
    // So does one into a register that the source names.
    let body = |b: &str| {
        format!("v_mov_b32 v1, 0\nbuffer_load_dword v0, v1, s[0:3], 0 offen\nv_mov_b32 {b}, 5\nv_mov_b32 v200, {b}")
    };
    same(&format!(".regvar b:v\n{}", body("b")), &body("v1"));
}

/// The last load of a pipelined loop is outstanding after the loop.
#[test]
fn loads_of_loops_are_outstanding_after_them() {
    let body = |a: &str, sum: &str, n: &str, b: &str| {
        format!(
            "v_mov_b32 {sum}, 0\ns_mov_b32 {n}, 4\nbuffer_load_dword {a}, v0, s[0:3], 0 offen\nloop:\n\
             s_waitcnt vmcnt(0)\nv_add_u32 {sum}, vcc, {sum}, {a}\nbuffer_load_dword {a}, v0, s[0:3], 0 offen\n\
             s_sub_u32 {n}, {n}, 1\ns_cmp_lg_u32 {n}, 0\ns_cbranch_scc1 loop\nv_mov_b32 {b}, 5\n\
             v_add_u32 {b}, vcc, {b}, {sum}\ns_waitcnt vmcnt(0)\nbuffer_store_dword {b}, v0, s[0:3], 0 offen\ns_endpgm"
        )
    };
    let declared = format!(".regvar a:v, sum:v, n:s, b:v\n{}", body("a", "sum", "n", "b"));
    same(&declared, &body("v2", "v1", "s4", "v3"));
}

/// Exports read their registers late, and so do stores of gfx6. Stores of more than 64 bits do for a wait state.
#[test]
fn sources_of_exports_and_stores_are_in_use_until_they_are_read() {
    let body = |a: &str, b: &str| {
        format!(
            "v_mov_b32 {a}, 1\nbuffer_store_dword {a}, v0, s[0:3], 0 offen\nv_mov_b32 {b}, 2\n\
             buffer_store_dword {b}, v0, s[0:3], 0 offen offset:4\ns_endpgm"
        )
    };
    let declared = format!(".regvar a:v, b:v\n{}", body("a", "b"));
    for (target, second) in [("gcn1.0", "v2"), ("gcn1.1", "v1"), ("gcn1.4", "v1")] {
        let words = |text: &str| assemble_for(target, text).bytes_of(".text");
        assert_eq!(words(&declared), words(&body("v1", second)), "{target}");
    }
    let body = |a: &str, b: &str, c: &str| {
        format!(
            "v_mov_b32 {a}, 1\nexp mrt0, {a}, {a}, {a}, {a}\nv_mov_b32 {b}, 2\nv_mov_b32 v9, {b}\n\
             s_waitcnt expcnt(0)\nv_mov_b32 {c}, 3\nv_mov_b32 v9, {c}\ns_endpgm"
        )
    };
    same(&format!(".regvar a:v, b:v, c:v\n{}", body("a", "b", "c")), &body("v0", "v1", "v0"));
    let body = |q: &str, b: &str, c: &str| {
        format!(
            "buffer_load_dwordx4 {q}, v0, s[0:3], 0 offen\ns_waitcnt vmcnt(0)\n\
             buffer_store_dwordx4 {q}, v0, s[0:3], 0 offen\nv_mov_b32 {b}, 1\nv_mov_b32 {c}, {b}\n\
             buffer_store_dword {c}, v0, s[0:3], 0 offen\ns_endpgm"
        )
    };
    same(&format!(".regvar q:v:4, b:v, c:v\n{}", body("q", "b", "c")), &body("v[1:4]", "v5", "v1"));
}

/// The called routine does not wait, so the load is outstanding in it and after it.
#[test]
fn operations_are_outstanding_in_routines() {
    let body = |a: &str, b: &str, c: &str, hints: [&str; 2]| {
        format!(
            "buffer_load_dword {a}, v0, s[0:3], 0 offen\n{}s_swappc_b64 s[30:31], s[10:11]\nv_mov_b32 {c}, 2\n\
             v_mov_b32 v201, {c}\ns_endpgm\nroutine:\nv_mov_b32 {b}, 1\nv_mov_b32 v200, {b}\n{}\
             s_setpc_b64 s[30:31]\n",
            hints[0], hints[1]
        )
    };
    let declared = body("a", "b", "c", [".cf_call routine\n", ".cf_ret\n"]);
    same(&format!(".regvar a:v, b:v, c:v\n{declared}"), &body("v0", "v1", "v1", ["", ""]));
}

#[test]
fn many_loads_without_waits_are_no_hindrance() {
    // Only so many are counted, so the registers of older ones are free.
    let mut text = String::new();
    for number in 0..3000 {
        text += &format!(".regvar x{number}:v\nbuffer_load_dword x{number}, v255, s[0:3], 0 offen\n");
    }
    assert_eq!(words(&(text + "s_endpgm")).len(), 3000 * 8 + 4);
}

#[test]
fn an_error_names_variables_that_operations_keep_in_use() {
    let mut text = String::new();
    for number in 0..14 {
        text += &format!(".regvar x{number}:v:16\n.usereg x{number}:w\n");
        text += &format!("buffer_load_dwordx4 x{number}[0:3], v255, s[0:3], 0 offen\n");
    }
    let (_, notes) = error_of(&format!("{text}.regvar y:v:40\n.usereg y:w\ns_nop 0\n.usereg y:r\ns_endpgm"));
    let note = "an operation may still write or read these until a wait: `x0` (16), `x1` (16), ";
    assert!(notes.last().is_some_and(|last| last.starts_with(note)), "{notes:?}");
}

#[test]
fn too_many_values_are_an_error_that_names_them() {
    let names: Vec<String> = (0..110).map(|n| format!("x{n}")).collect();
    let declared: String = names.iter().map(|name| format!(".regvar {name}:s\ns_mov_b32 {name}, 1\n")).collect();
    let used: String = names.iter().map(|name| format!("s_mov_b32 m0, {name}\n")).collect();
    let (message, notes) = error_of(&format!("{declared}{used}s_endpgm"));
    assert_eq!(message, "no register is free for `x102`: 110 of 102 registers `s` are in use here");
    assert!(notes[0].starts_with("live here: `x0`, `x1`, "), "{notes:?}");
    assert!(notes[0].ends_with(" and 94 more"), "{notes:?}");
}

#[test]
fn declarations_are_checked() {
    assert_eq!(error_of(".regvar a:q").0, "`q` is not a kind of registers");
    assert_eq!(error_of(".regvar a:v:0").0, "a variable has 1 to 256 registers of this kind");
    assert_eq!(error_of(".regvar a:v, a:s").0, "`a` is already defined");
    assert_eq!(error_of(".regvar a:v:2\nv_mov_b32 a[2], 1").0, "`a[2]` is out of range: there are 2 parts");
    let output = assemble(".regvar a:s\ns_mov_b32 m0, a\ns_endpgm");
    assert_eq!(output.diagnostics[0].message, "`a` has no value here: nothing before writes it");
    assert!(words(".regvar a:s\n.usereg a:w\ns_mov_b32 m0, a\ns_endpgm").len() == 8);
}
