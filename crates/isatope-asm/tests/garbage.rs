//! Nothing in a source makes the assembler panic, and every message can be shown.

use isatope_asm::{Assembler, Options};
use isatope_core::Target;
use isatope_diag::{Format, SourceMap, render};

const LINES: &[&str] = &[
    "v_add_f32 v154, -abs(v21), |v107| mul:2 clamp",
    "bx=51;v_mad_legacy_f32 v55, bx+5, v166, v229 vop3",
    "v_pk_mad_i16 v55, v79, v166, v229 op_sel:[1,0,0] op_sel_hi:6 neg_hi:[0,1,1]",
    "v_cmp_f_f32_e64 s[28:29], vcc_lo, lit(1.5h) /* x */ // y",
    "dd=%v[2:3]; r=%s[4:7] ; v_cvt_f64_f32 dd, r[1] # end",
    "v_interp_p1_f32 v42, v16, attr39.z high:1 vsrc2=0x1e5 force",
    "v_madak_f32 v1, 0x3f800000, v2, (1<<4)+~3%7*(x ? 2 : 3)",
    ".long 1, 0xffffffff",
    "a: .byte 1, b-a; .p2align 4, 1, 7; b: .fill 3, 2, 0x55; .size a, .-a",
    ".section .x, \"ax\", @progbits; .ascii \"a;\\n\\x41\"; .type a, @function; .globl a, b; .zero 99",
    ".kernel k\n.config\n.kernarg_size 28\n.next_free_sgpr 7\n.amd_kernel_code_t\nwavefront_size = 6\n.end_amd_kernel_code_t",
    ".amdhsa_kernel k\n.amdhsa_next_free_vgpr 5\n.amdhsa_reserved_96_32 1\n.end_amdhsa_kernel\n.amdgpu_metadata\n---\n.end_amdgpu_metadata",
    "s_waitcnt vmcnt(1) & expcnt(x+2),lgkmcnt_sat(99) ; x=3",
    "la: s_sendmsg sendmsg(gs, emit-cut, la-.) ; s_branch la+8; s_endpgm 5",
    "s_getreg_b32 s1, hwreg(@x, 5, (1<<4)); s_set_gpr_idx_on s1, gpr_idx(SRC0,DST); x=%hwreg(mode, 0, 1)",
    "s_cbranch_scc0 .L168_0; s_mov_b64_e64 s[0:1], .-4",
];

const PIECES: &[&str] = &[
    "[",
    "]",
    ":",
    ",",
    "|",
    "-",
    "(",
    ")",
    "=",
    "%",
    "@",
    ";",
    "\n",
    "//",
    "/*",
    "*/",
    "#",
    "v",
    "s[",
    "0x",
    "1e",
    ".5",
    "9999999999",
    "ä",
    "\u{2028}",
    "lit(",
    "neg(",
    "abs(",
    "abs:",
    "ill_9",
    "attr9",
    "vcc[",
    "\0",
    "?",
    "!",
    "<<",
    "sext(",
    "vmcnt(",
    "hwreg(",
    "sendmsg",
    "x:",
    ".L9_",
    "&",
    "v256",
    "s[3:1]",
    "18446744073709551615",
];

#[test]
fn garbage_gives_messages() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    };
    for target in Target::all().filter(|t| t.arch().word_bits == 32) {
        for dialect in target.arch().dialects {
            let assembler = Assembler::new(target, dialect, Options::default()).expect("a dialect of its own");
            for _ in 0..1500 {
                let mut line = LINES[random(LINES.len())].to_string();
                for _ in 0..1 + random(4) {
                    let places: Vec<usize> = line.char_indices().map(|(i, _)| i).chain([line.len()]).collect();
                    let at = places[random(places.len())];
                    match random(3) {
                        0 => line.insert_str(at, PIECES[random(PIECES.len())]),
                        1 => line.truncate(at),
                        _ => {
                            let to = places[random(places.len())];
                            line.replace_range(at.min(to)..at.max(to), "");
                        }
                    }
                    if line.is_empty() {
                        break;
                    }
                }
                let output = assembler.assemble(&line);
                let mut sources = SourceMap::new();
                let file = sources.add("x.s", line.clone());
                for diagnostic in output.diagnostics {
                    assert!(!diagnostic.message.is_empty(), "{line}");
                    let moved = diagnostic.moved(file, 0);
                    for format in [Format::Human(true), Format::Short, Format::Json] {
                        assert!(!render(format, &sources, &moved).is_empty(), "{line}");
                    }
                }
            }
        }
    }
}
