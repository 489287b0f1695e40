//! Random text that looks like assembly.

use isatope_core::decode;
use isatope_diag::{Format, SourceMap, render};

use crate::{Result, Setup, Unstructured, setup, word};

/// Lines with all features of the language, in the dialects of GCN.
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
    "1: s_branch 1b; s_branch 1f+4; ds_read_b32 v1, v2 offset:x*2; x=5; 1:",
    ".reloc 0x4, R_AMDGPU_ABS32_LO, x+4; .proginfo; .entry 0xb848, 1; .text",
    "s_cbranch_scc0 .L168_0; s_mov_b64_e64 s[0:1], .-4",
    ".scope a; s=4; .scope; l: .byte ::a::s, s, l-l; .ends; .using a; .unusing; .ends; .byte a::s; .enum >5, A, B",
    ".regvar a:v:2, b:s, c:v; v_mov_b32 c, b; v_add_f32 a[1], c, a[0]; .usereg a:rw; .rvlin a; .cf_jump 1f, x; 1: s_endpgm",
    ".rocm; .kernel k\n.config\n.dims xy, x\n.sgprsnum 9\n.arg n, \"int\", 4, , value, i32\n.machine 1, 8, 0, 3\n.text\nk: .skip 256",
    ".struct 8; f: .skip 4; .offset 3; .align 8; g: .text; .byte f, g; .fillq 2, 8, -1; .balignw 8, 0x1234; .get_gpu x",
];

/// Pieces that may be anywhere in a line, in any dialect.
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
    "==",
    "%",
    "@",
    ";",
    "\n",
    "//",
    "/*",
    "*/",
    "#",
    " ",
    "\t",
    "v",
    "s[",
    "v[0:1]",
    "s[3:1]",
    "v256",
    "s104",
    "vcc",
    "exec",
    "m0",
    "null",
    "0",
    "1",
    "64",
    "65",
    "-17",
    "0x",
    "0xffffffff",
    "1e",
    ".5",
    "1.0",
    "1.5h",
    "1e999",
    "9999999999",
    "18446744073709551615",
    "99999999999999999999",
    "ä",
    "\u{2028}",
    "\0",
    "lit(",
    "neg(",
    "abs(",
    "sext(",
    "abs:",
    "neg:[1,0,1]",
    "abs:7",
    "mul:2",
    "div:2",
    "clamp",
    "op_sel:[0,1]",
    "op_sel_hi:3",
    "high",
    "force",
    "vop3",
    "vsrc2=0x1e5",
    "ill_9",
    "attr9.x",
    "p10",
    "vcc[",
    "?",
    "!",
    "<<",
    ">>",
    "*",
    "/",
    "+",
    "~",
    "&&",
    "x=5;",
    "x=%v[2:3];",
    "x",
    ".long",
    ".quad",
    "_e32",
    "_e64",
    "label:",
    "$",
    "'",
    "\"",
    "attr9",
    "vmcnt(",
    "hwreg(",
    "sendmsg",
    "x:",
    ".L9_",
    "&",
];

/// A meaningful line: a complex one, the text of a word, or a mnemonic with arbitrary operands.
fn line(u: &mut Unstructured<'_>, setup: &Setup) -> Result<String> {
    if u.ratio(1, 4)? {
        return Ok((*u.choose(LINES)?).to_string());
    }
    let bits = word(u, setup.target)?;
    if let Ok(inst) = decode(setup.target, &bits.to_le_bytes()) {
        return Ok(setup.formatter.display(&inst).to_string());
    }
    Ok(format!("{} ", u.choose(setup.target.arch().mnemonics)?.name))
}

fn text(u: &mut Unstructured<'_>, setup: &Setup) -> Result<String> {
    let mut text = String::new();
    for _ in 0..u.int_in_range(1..=3)? {
        text += &line(u, setup)?;
        text.push('\n');
    }
    for _ in 0..u.int_in_range(0..=8)? {
        let places: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
        // Two positions near each other, so that most of the text remains.
        let first = u.choose_index(places.len())?;
        let second = (first + u.int_in_range(0..=9)?).min(places.len() - 1);
        let (from, to) = (places[first], places[second]);
        match u.int_in_range(0..=3)? {
            0 | 1 => text.insert_str(from, u.choose(PIECES)?),
            // Repeats a part of the text.
            2 => {
                let again = text[from..to].to_string();
                text.insert_str(from, &again);
            }
            _ => text.replace_range(from..to, ""),
        }
    }
    Ok(text)
}

/// Assembles random text, and renders every message.
pub fn assemble(u: &mut Unstructured<'_>) -> Result<()> {
    let setup = setup(u)?;
    let text = text(u, setup)?;
    let output = setup.assembler.assemble(&text);
    assert!(output.items.len() <= text.len(), "more items than characters");
    let mut sources = SourceMap::new();
    let file = sources.add("random.s", text.clone());
    for diagnostic in output.diagnostics {
        assert!(!diagnostic.message.is_empty(), "{text:?}");
        let moved = diagnostic.moved(file, 0);
        for format in [Format::Human(true), Format::Short, Format::Json] {
            assert!(!render(format, &sources, &moved).is_empty(), "{text:?}");
        }
    }
    Ok(())
}

/// Statements with register variables. `$` is a number from 0 to 9.
const VARIABLES: &[&str] = &[
    "v_mov_b32 v$a, v$b",
    "v_add_f32 v$a, s$b, v$c",
    "v_mac_f32 v$a, v$b, v$c",
    "v_add_f64 w$a, w$b, w$c",
    "v_mov_b32 w$a[1], w$b[0]",
    "s_mov_b32 s$a, 5",
    "s_add_u32 s$a, s$b, s$c",
    "s_mov_b64 t$a, exec",
    "s_and_saveexec_b64 t$a, t$b",
    "s_mov_b64 exec, t$a",
    "s_load_dwordx4 q$a, t$b, 0",
    "v_readfirstlane_b32 s$a, v$b",
    "v_cmp_gt_u32 t$a, v$b, v$c",
    "v_mov_b32 v7, v$a",
    "v_mov_b32 v$a, v7",
    "s_mov_b32 s9, s$a",
    "s_cbranch_scc1 l$a",
    "s_cbranch_execz l$a",
    "s_branch l$a",
    "s_endpgm",
    ".cf_call l$a\ns_swappc_b64 s[30:31], s[34:35]",
    ".cf_ret\ns_setpc_b64 s[30:31]",
    ".usereg q$a:w, v$b:r",
    "buffer_load_dword v$a, v7, s[12:15], 0 offen",
    "buffer_load_dword v7, v$a, s[12:15], 0 offen",
    "buffer_load_dwordx2 w$a, v$b, q$c, s$a offen",
    "buffer_store_dword v$a, v$b, s[12:15], 0 offen",
    "buffer_store_dwordx2 w$a, v7, q$b, 0 offen",
    "ds_read_b32 v$a, v$b",
    "ds_write_b32 v$a, v$b",
    "ds_add_rtn_u32 v$a, v$b, v$c gds",
    "s_load_dword s$a, t$b, 0",
    "exp mrt0, v$a, v$b, v$c, v7",
    "s_waitcnt vmcnt(0)",
    "s_waitcnt vmcnt(1)",
    "s_waitcnt expcnt(0)",
    "s_waitcnt lgkmcnt(0)",
];

/// Assembles a random program with register variables. The choice of registers must never be refuted.
pub fn variables(u: &mut Unstructured<'_>) -> Result<()> {
    let setups = crate::setups().iter().filter(|setup| setup.target.arch().dialects[0] == "clrx");
    let Some(setup) = setups.into_iter().nth(u.int_in_range(0..=4)?) else { return Ok(()) };
    let mut text = String::new();
    for number in 0..10 {
        text += &format!(".regvar v{number}_:v, w{number}_:v:2, s{number}_:s, t{number}_:s:2, q{number}_:s:4\n");
    }
    let count: u32 = u.int_in_range(1..=60)?;
    for line in 0..count {
        if line % 6 == 0 {
            text += &format!("l{}:\n", line / 6);
        }
        let mut statement = (*u.choose(VARIABLES)?).to_owned();
        for letter in ["$a", "$b", "$c"] {
            let number: u8 = u.int_in_range(0..=9)?;
            let name =
                if statement.contains(&format!("l{letter}")) { number.to_string() } else { format!("{number}_") };
            statement = statement.replace(letter, &name);
        }
        text += &statement;
        text.push('\n');
    }
    for label in count.div_ceil(6)..10 {
        text += &format!("l{label}:\n");
    }
    text += "s_endpgm\n";
    let output = setup.assembler.assemble(&text);
    let refuted = output.diagnostics.iter().find(|d| d.message.contains("are wrong here"));
    assert!(refuted.is_none(), "{text}\n{refuted:?}");
    Ok(())
}
