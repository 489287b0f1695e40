//! Tests rules about metadata that the descriptor, the code or other metadata of a kernel contradict.

use isatope::check::{Settings, Subject};
use isatope::diagnostics::Diagnostic;
use isatope::{Assembler, Dialect, Target};

/// A kernel without contradictions.
pub const KERNEL: &str = "\
.amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"
.text
.globl k
.p2align 8
.type k,@function
k:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_load_dword s6, s[0:1], 0x8
  s_endpgm
.Lend:
.size k, .Lend-k
.rodata
.p2align 6
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 16
  .amdhsa_group_segment_fixed_size 256
  .amdhsa_private_segment_fixed_size 16
  .amdhsa_kernarg_size 16
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel
.amdgpu_metadata
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 256
    .private_segment_fixed_size: 16
    .wavefront_size: 64
    .sgpr_count: 22
    .vgpr_count: 8
    .max_flat_workgroup_size: 256
    .args:
      - { .name: a, .size: 8, .offset: 0, .value_kind: global_buffer }
      - { .name: n, .size: 4, .offset: 8, .value_kind: by_value }
.end_amdgpu_metadata
";

/// The rules, each with a line of the kernel, what is in its place, and what is reported.
const CASES: [(&str, &str, &str, &str); 18] = [
    (
        "kernarg_size",
        ".kernarg_segment_size: 16",
        ".kernarg_segment_size: 24",
        "the metadata of the kernel k say a kernarg segment of 24 bytes, and its descriptor says 16",
    ),
    (
        "kernarg_align",
        ".kernarg_segment_align: 8",
        ".kernarg_segment_align: 4",
        "the metadata of the kernel k align its arguments to 4, and one needs 8",
    ),
    (
        "kernarg_align",
        ".offset: 0, .value_kind: global_buffer }\n      - { .name: n, .size: 4, .offset: 8,",
        ".offset: 4, .value_kind: global_buffer }\n      - { .name: n, .size: 4, .offset: 0,",
        "the argument `a` of the kernel k is an address at offset 4, which is not a multiple of 8",
    ),
    (
        "kernarg_arguments",
        ".size: 4, .offset: 8,",
        ".size: 4, .offset: 4,",
        "the arguments `a` and `n` of the kernel k overlap: byte 4 is in both",
    ),
    (
        "kernarg_arguments",
        ".size: 4, .offset: 8,",
        ".size: 4, .offset: 16,",
        "the argument `n` of the kernel k is in bytes 16 to 19 of a kernarg segment of 16 bytes",
    ),
    (
        "kernarg_loads",
        "s_load_dword s6, s[0:1], 0x8",
        "s_load_dword s6, s[0:1], 0x10",
        "`s_load_dword s6, s[0:1], 0x10`: bytes 16 to 19 of the kernarg segment are read, and that of the kernel k has 16 \
         bytes",
    ),
    (
        "kernarg_loads",
        "s_load_dword s6, s[0:1], 0x8",
        "s_sub_u32 s2, s0, 8\n  s_subb_u32 s3, s1, 0\n  s_load_dword s6, s[2:3], 0x4",
        "`s_load_dword s6, s[2:3], 0x4`: bytes -4 to -1 of the kernarg segment are read, and that of the kernel k has 16 \
         bytes",
    ),
    (
        "kernarg_loads",
        "s_load_dword s6, s[0:1], 0x8",
        "s_load_dwordx4 s[8:11], s[0:1], 0x8",
        "`s_load_dwordx4 s[8:11], s[0:1], 0x8`: bytes 8 to 23 of the kernarg segment are read, and that of the kernel k \
         has 16 bytes",
    ),
    (
        "group_segment",
        ".group_segment_fixed_size: 256",
        ".group_segment_fixed_size: 512",
        "the metadata of the kernel k say LDS of 512 bytes, and its descriptor says 256",
    ),
    (
        "private_segment",
        ".private_segment_fixed_size: 16",
        ".private_segment_fixed_size: 0",
        "the metadata of the kernel k say private memory of 0 bytes, and its descriptor says 16",
    ),
    (
        "scalar_registers",
        ".sgpr_count: 22",
        ".sgpr_count: 40",
        "the metadata of the kernel k say 40 SGPRs, and its descriptor provides 32",
    ),
    (
        "vector_registers",
        ".vgpr_count: 8",
        ".vgpr_count: 9",
        "the metadata of the kernel k say 9 VGPRs, and its descriptor provides 8",
    ),
    (
        "wavefront_size",
        ".wavefront_size: 64",
        ".wavefront_size: 32",
        "the metadata of the kernel k say wavefronts of 32 work-items, and they have 64",
    ),
    (
        "workgroup_size",
        ".max_flat_workgroup_size: 256",
        ".max_flat_workgroup_size: 0",
        "the metadata of the kernel k say workgroups of up to 0 work-items, and 1 to 1024 are possible",
    ),
    (
        "workgroup_size",
        ".max_flat_workgroup_size: 256",
        ".max_flat_workgroup_size: 2048",
        "the metadata of the kernel k say workgroups of up to 2048 work-items, and 1 to 1024 are possible",
    ),
    (
        "workgroup_size",
        ".wavefront_size: 64",
        ".reqd_workgroup_size: [ 128, 4, 1 ]",
        "the kernel k requires workgroups of 512 work-items, and its metadata say that they have up to 256",
    ),
    ("metadata_symbol", ".symbol: k.kd", ".symbol: kk.kd", "there are metadata of the kernel kk, which does not exist"),
    (
        "entry_alignment",
        ".p2align 8",
        ".p2align 2",
        // LLD places the kernel there.
        "the kernel k starts at address 0x1480, which is not a multiple of 256 bytes",
    ),
];

/// The kernel with something in the place of a line.
fn changed(line: &str, new: &str) -> String {
    assert_eq!(KERNEL.matches(line).count(), 1, "{line}");
    KERNEL.replace(line, new)
}

/// What is reported about the object that a source becomes.
fn reported(text: &str) -> Vec<Diagnostic> {
    let source = Assembler::new(Target::GFX900, Dialect::LLVM).expect("GCN has the dialect").assemble(text);
    let object = source.linked().expect("it has no errors");
    let subject = Subject::of_image(Target::GFX900, &object, false).expect("it is an object");
    subject.findings(&Settings::default())
}

/// The first example of a rule: a line, what is in its place, and what is reported.
pub fn example(rule: &str) -> (&'static str, &'static str, Diagnostic) {
    let (_, line, new, _) = CASES.iter().find(|case| case.0 == rule).unwrap_or_else(|| panic!("no case of {rule}"));
    (line, new, reported(&changed(line, new)).swap_remove(0))
}

#[test]
fn each_rule_reports_its_example_and_nothing_else() {
    assert_eq!(reported(KERNEL), []);
    for (rule, line, new, expected) in CASES {
        let found = reported(&changed(line, new));
        let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        let start = if expected.starts_with('`') { "" } else { "`s_load_dwordx2 s[4:5], s[0:1], 0x0`: " };
        assert_eq!(messages, [format!("{start}{expected}")], "{new}");
        assert!(found[0].notes.iter().any(|note| note.starts_with(&format!("rule `{rule}`"))), "{:?}", found[0].notes);
    }
}

#[test]
fn what_compilers_do_is_no_contradiction() {
    for (line, new) in [
        // Three words after a multiple of 16 are loaded as four, and the first descriptors had no size.
        ("s_load_dword s6, s[0:1], 0x8", "s_load_dwordx4 s[8:11], s[0:1], 0x0"),
        (".amdhsa_kernarg_size 16", ".amdhsa_kernarg_size 0"),
        // More registers in the descriptor keep wavefronts away.
        (".amdhsa_next_free_vgpr 8", ".amdhsa_next_free_vgpr 64"),
        // Another pointer than that of the arguments.
        (
            "s_load_dword s6, s[0:1], 0x8",
            "s_add_u32 s2, s0, s4\n  s_addc_u32 s3, s1, 0\n  s_load_dword s6, s[2:3], 0x40",
        ),
    ] {
        let text = changed(line, new);
        let found: Vec<String> = reported(&text).into_iter().map(|found| found.message).collect();
        assert_eq!(found.iter().filter(|message| message.contains("kernel k")).count(), 0, "{new}: {found:?}");
    }
    // Arguments of 12 bytes.
    let text = KERNEL.replace("kernarg_segment_size: 16", "kernarg_segment_size: 12");
    let text = text.replace("kernarg_size 16", "kernarg_size 12");
    assert_eq!(reported(&text.replace("s_load_dword s6, s[0:1], 0x8", "s_load_dwordx4 s[8:11], s[0:1], 0x0")), []);
}

/// Metadata that no launch can use are reported, too; they have no place in the code.
#[test]
fn kernels_that_cannot_be_launched_are_reported() {
    let found = reported(&changed(".kernarg_segment_align: 8", ".kernarg_segment_align: 3"));
    let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(messages, ["kernel `k`: its arguments are aligned to 3, which is not a power of two up to 1048576"]);
}

/// The assembler says where a mistake is in the metadata of a source, so the check does not report it again.
#[test]
fn mistakes_in_sources_are_reported_once() {
    for (line, new) in [(".symbol: k.kd", ".symbol: kk.kd"), (".size: 4, .offset: 8,", ".size: 4, .offset: 4,")] {
        let options = isatope::assembler::Options { places: true, ..Default::default() };
        let assembler = Assembler::with_options(Target::GFX900, Dialect::LLVM, options).expect("GCN has the dialect");
        let subject = Subject::of_source(&assembler.assemble(changed(line, new)));
        assert_eq!(subject.findings(&Settings::default()).len(), 1, "{new}");
    }
}
