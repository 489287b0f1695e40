//! Long names of kernels: whole in a pipe, and found by patterns in every command.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use isatope::{Assembler, Dialect, Target};
use serde_json::Value;

/// Two kernels whose names differ in the middle.
const FLOAT: &str = "_ZN6detail15generate_kernelIf30uniform_distribution_of_floatsIfEEEvNS_20philox4x32_10_engineEPT_m";
const UINT: &str = "_ZN6detail15generate_kernelIj30uniform_distribution_of_floatsIjEEEvNS_20philox4x32_10_engineEPT_m";

fn source() -> String {
    let kernel = |name: &str, value: u32| {
        format!(
            "\
.amdhsa_kernel {name}
    .amdhsa_next_free_vgpr 4
    .amdhsa_next_free_sgpr 8
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_kernarg_size 8
.end_amdhsa_kernel
.text
.p2align 8
.globl {name}
.type {name}, @function
{name}:
    s_load_dwordx2 s[2:3], s[0:1], 0x0
    v_lshlrev_b32_e32 v0, 2, v0
    v_mov_b32_e32 v1, {value}
    s_waitcnt lgkmcnt(0)
    global_store_dword v0, v1, s[2:3]
    s_endpgm
"
        )
    };
    format!(
        "\
.amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"
.section .rodata, \"a\", @progbits
.p2align 6
{}
.section .rodata, \"a\", @progbits
.p2align 6
{}
.amdgpu_metadata
amdhsa.version: [1, 1]
amdhsa.kernels:
{}{}
.end_amdgpu_metadata
",
        kernel(FLOAT, 7),
        kernel(UINT, 9),
        metadata(FLOAT),
        metadata(UINT)
    )
}

fn metadata(name: &str) -> String {
    format!(
        "  - .name: {name}
    .symbol: {name}.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 4
    .max_flat_workgroup_size: 64
    .args:
      - .name: out
        .size: 8
        .offset: 0
        .value_kind: global_buffer
        .address_space: global
"
    )
}

fn isatope(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.args(args).current_dir(folder).env_remove("ISATOPE_DIALECT").output().expect("isatope starts")
}

#[test]
fn names_are_whole_and_patterns_find_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let assembled = Assembler::new(Target::GFX900, Dialect::LLVM).expect("a dialect").assemble(source());
    fs::write(folder.path().join("two.o"), assembled.object().expect("it assembles")).expect("written");
    let out = |args: &[&str]| String::from_utf8(isatope(folder.path(), args).stdout).expect("text");
    let names = [FLOAT, UINT].map(|name| isatope::container::names::demangle(name).into_owned());
    assert!(names[0] != names[1] && names[0].len() > 110, "{names:?}");

    // The table of a pipe: whole names, the address first.
    let table = out(&["objdump", "two.o"]);
    let json = out(&["objdump", "--json", "two.o"]);
    let kernels: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for name in &names {
        let row =
            table.lines().find(|line| line.contains(&name[5..60])).unwrap_or_else(|| panic!("{name} in\n{table}"));
        assert!(!row.contains('…'), "{row}");
        let kernel = kernels.iter().find(|k| k["name"] == name.as_str()).expect("it is there");
        let address = format!("{:#x}", kernel["code"]["address"].as_u64().expect("a number"));
        assert_eq!(row.split_whitespace().next(), Some(address.as_str()), "{row}");
    }
    assert!(table.contains("   address      code  vgprs"), "{table}");

    // Patterns: one kernel, both, none.
    let run = |pattern: &str| {
        let args = ["run", "two.o", "--kernel", pattern, "--grid", "4", "--group", "4", "--arg", "out:out.bin:16"];
        let output = isatope(folder.path(), &args);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (pattern, value) in [("*generate_kernel<float*philox*", 7_u32), ("*kernelIj*", 9)] {
        assert_eq!(run(pattern), (Some(0), String::new()), "{pattern}");
        assert_eq!(
            fs::read(folder.path().join("out.bin")).expect("written"),
            value.to_le_bytes().repeat(4),
            "{pattern}"
        );
    }
    let (code, several) = run("*philox*");
    assert_eq!(code, Some(1));
    assert!(several.contains("`*philox*` matches 2 kernels:"), "{several}");
    assert!(names.iter().all(|name| several.contains(name)), "{several}");
    let (code, none) = run("*mrg*");
    assert!(code == Some(1) && none.contains("there is no kernel `*mrg*`; the nearest names are:"), "{none}");
    // The same patterns elsewhere.
    assert!(out(&["objdump", "two.o", "--kernel", "*kernelIj*"]).contains(UINT));
    assert!(out(&["dis", "two.o", "--kernel", "*kernelIj*"]).contains("v_mov_b32_e32 v1, 9"));
    assert!(out(&["at", "two.o", "*generate_kernel<float*+0x8"]).contains("v_lshlrev_b32_e32 v0, 2, v0"));
}
