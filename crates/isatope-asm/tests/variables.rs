//! Tests register variables: each source uses variables, and its twin names registers. Both must give the same words.

use isatope_asm::{Assembler, Options, Output};
use isatope_core::Target;

fn assemble(text: &str) -> Output {
    let target = Target::from_name("gcn1.2").expect("a target");
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
