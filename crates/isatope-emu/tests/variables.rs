//! Programs with register variables give the same results as programs in which each variable has its own registers,
//! and they wait for all that the others wait for.
//!
//! `ISATOPE_SEQUENCES` is the number of programs (100 by default).

use isatope_asm::{Assembler, Options};
use isatope_check::hazards::{self, Checker};
use isatope_core::{Instruction, Target};
use isatope_emu::exec::{exec, gcn_wave};
use isatope_flow::Program;
use isatope_testing::Random;

use crate::accesses::random::fill_all;

/// Variables of each kind, and registers that the programs name.
const VARIABLES: u64 = 12;
const NAMED: u64 = 6;

/// Statements: `V`, `W`, `S` and `T` are vector and scalar variables of one and two registers, `N` and `M` are vector
/// and scalar registers that the program names.
const STATEMENTS: &[&str] = &[
    "v_mov_b32 V, N",
    "v_mov_b32 N, V",
    "v_add_u32 V, vcc, V, V",
    "v_xor_b32 V, S, V",
    "v_mul_lo_u32 V, V, V",
    "v_lshlrev_b64 W, V, W",
    "v_mov_b32 W[0], V",
    "v_mov_b32 V, W[1]",
    "v_add_u16 V, V, V",
    "v_cndmask_b32 V, V, V, T",
    "v_cmp_gt_u32 T, V, V",
    "v_readfirstlane_b32 S, V",
    "v_readlane_b32 S, V, 5",
    "v_writelane_b32 V, S, 9",
    "s_mov_b32 S, M",
    "s_mov_b32 M, S",
    "s_add_u32 S, S, S",
    "s_mul_i32 S, S, S",
    "s_mov_b64 T, exec",
    "s_xor_b64 T, T, T",
    "s_and_saveexec_b64 T, T",
    "s_mov_b64 exec, T",
    "s_mov_b32 T[1], S",
    "s_cselect_b32 S, S, S",
];

/// The text of a program: with variables, or with a register for each of them.
fn program(random: &mut Random) -> (String, String) {
    let name = |kind: u8, number: u64, own: bool| match (kind, own) {
        (b'V', true) => format!("v{}", 100 + number),
        (b'W', true) => format!("v[{}:{}]", 140 + 2 * number, 141 + 2 * number),
        (b'S', true) => format!("s{}", 30 + number),
        (b'T', true) => format!("s[{}:{}]", 60 + 2 * number, 61 + 2 * number),
        (b'N', _) => format!("v{}", number % NAMED),
        (b'M', _) => format!("s{}", number % NAMED),
        (kind, _) => format!("x{}{number}", char::from(kind)),
    };
    let (mut texts, mut heads) = ([String::new(), String::new()], [String::new(), String::new()]);
    for number in 0..VARIABLES {
        heads[0] += &format!(".regvar xV{number}:v, xW{number}:v:2, xS{number}:s, xT{number}:s:2\n");
        // Pairs have names whose parts can be written as those of variables.
        heads[1] += &format!("xW{number}=%v[{}:{}]\n", 140 + 2 * number, 141 + 2 * number);
        heads[1] += &format!("xT{number}=%s[{}:{}]\n", 60 + 2 * number, 61 + 2 * number);
    }
    let mut add = |statement: &str, random: &mut Random| {
        let numbers: Vec<u64> = statement.bytes().map(|_| random.below(VARIABLES)).collect();
        for (own, text) in [false, true].into_iter().zip(&mut texts) {
            for (byte, number) in statement.bytes().zip(&numbers) {
                match byte {
                    b'W' | b'T' => *text += &name(byte, *number, false),
                    b'V' | b'S' | b'N' | b'M' => *text += &name(byte, *number, own),
                    other => text.push(char::from(other)),
                }
            }
            text.push('\n');
        }
    };
    // Every variable has a value in all lanes at first.
    heads.iter_mut().for_each(|head| *head += "s_mov_b64 exec, -1\n");
    for number in 0..VARIABLES {
        for (own, text) in [false, true].into_iter().zip(&mut heads) {
            let (one, two) = (name(b'V', number, own), name(b'W', number, false));
            for first in [one, format!("{two}[0]"), format!("{two}[1]")] {
                *text += &format!("v_mov_b32 {first}, v{}\n", number % NAMED);
            }
            *text += &format!("s_mov_b32 {}, s{}\n", name(b'S', number, own), number % NAMED);
            *text +=
                &format!("s_mov_b64 {}, s[{}:{}]\n", name(b'T', number, false), 2 * (number % 3), 2 * (number % 3) + 1);
        }
    }
    for _ in 0..random.below(60_u64) {
        let statement = *random.one_of(STATEMENTS);
        add(statement, random);
    }
    // The named registers are results: the programs use all of them at last.
    for text in &mut texts {
        *text += "s_mov_b64 exec, -1\n";
        for number in 0..NAMED {
            *text += &format!("v_mov_b32 v{number}, v{number}\ns_mov_b32 s{number}, s{number}\n");
        }
    }
    let [variables, own] = texts;
    let [head, own_head] = heads;
    (head + &variables, own_head + &own)
}

fn instructions(target: Target, text: &str) -> Vec<Instruction> {
    let output = Assembler::new(target, "clrx", Options::default()).expect("a dialect").assemble(text);
    assert!(!output.failed(), "{text}\n{:?}", output.diagnostics.first());
    output.instructions().collect()
}

#[test]
fn variables_change_no_result() {
    let count = std::env::var("ISATOPE_SEQUENCES").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    let target = Target::from_name("gcn1.2").expect("a target");
    let mut shared = 0;
    for seed in 0..count {
        let mut random = Random(seed);
        let (variables, own) = program(&mut random);
        let programs = [instructions(target, &variables), instructions(target, &own)];
        assert_eq!(programs[0].len(), programs[1].len(), "{variables}");
        shared += u64::from(programs[0] != programs[1]);
        let mut start = gcn_wave();
        fill_all(&mut random, &mut start);
        let (scalars, vectors) = (start.machine.files[0], start.machine.files[1]);
        for number in 0..NAMED as usize {
            start.scalars_mut()[scalars + number] = random.next_u32();
        }
        let results: Vec<Vec<u32>> = programs
            .iter()
            .map(|program| {
                let mut wave = start.clone();
                for instruction in program {
                    exec(&mut wave, instruction).unwrap_or_else(|e| panic!("{variables}\n{instruction:?}: {e:?}"));
                }
                let lanes = (0..NAMED as usize).flat_map(|n| (0..64).map(move |lane| (n, lane)));
                let vectors = lanes.map(|(n, lane)| wave.lane_reg_u32(vectors + n, lane));
                let named = wave.scalars()[scalars..scalars + NAMED as usize].iter().copied();
                vectors.chain(named).collect()
            })
            .collect();
        assert!(results[0] == results[1], "program {seed} differs:\n{variables}");
    }
    assert!(shared > count / 2, "only {shared} programs chose registers");
}

/// Statements with operations that complete later, and others. `V`, `W` and `Q` are vector variables of one, two and
/// four registers, `S` and `T` scalar ones, `N` is a vector register that the program names, and `L` a label.
const LATE: &[&str] = &[
    "buffer_load_dword V, v90, s[0:3], 0 offen",
    "buffer_load_dword V, V, s[0:3], 0 offen",
    "buffer_load_dwordx2 W, v90, s[0:3], 0 offen",
    "buffer_load_dwordx4 Q, V, s[0:3], 0 offen",
    "buffer_load_dword N, V, s[0:3], 0 offen",
    "buffer_store_dword V, V, s[0:3], 0 offen",
    "buffer_store_dwordx2 W, v90, s[0:3], 0 offen",
    "buffer_store_dwordx4 Q, v90, s[0:3], 0 offen",
    "buffer_store_dword N, V, s[0:3], 0 offen",
    "ds_read_b32 V, V",
    "ds_read2_b32 W, V offset1:1",
    "ds_write_b32 V, V",
    "ds_add_rtn_u32 V, V, V gds",
    "s_load_dword S, s[4:5], 0",
    "s_load_dwordx2 T, s[4:5], 0",
    "exp mrt0, V, V, V, N",
    "v_mov_b32 V, V",
    "v_mov_b32 V, 1",
    "v_add_f32 V, V, V",
    "v_mov_b32 W[1], V",
    "v_mov_b32 Q[2], S",
    "v_mov_b32 N, V",
    "v_mov_b32 V, N",
    "s_add_u32 S, S, S",
    "s_mov_b64 T, 1",
    "s_mov_b32 S, T[1]",
    "s_nop 3",
    "s_waitcnt vmcnt(0)",
    "s_waitcnt lgkmcnt(0) & expcnt(0)",
    "s_cbranch_scc1 L",
    "s_branch L",
];

/// Number of variables of each kind, and of labels.
const LATE_VARIABLES: u64 = 5;
const LABELS: u64 = 4;

/// A line of a program: with variables, and with a register for each of them. A line with a label has no instruction.
struct Line {
    texts: [String; 2],
    is_instruction: bool,
}

impl Line {
    fn instruction(text: &str, own: &str) -> Self {
        Self { texts: [text.to_owned(), own.to_owned()], is_instruction: true }
    }
}

fn late_line(random: &mut Random) -> Line {
    let (mut text, mut own) = (String::new(), String::new());
    for byte in random.one_of(LATE).bytes() {
        let number = random.below(LATE_VARIABLES);
        let pair = |kind: char| (format!("x{kind}{number}"), format!("y{kind}{number}"));
        let (name, own_name) = match byte {
            b'V' | b'W' | b'Q' | b'S' | b'T' => pair(char::from(byte)),
            b'N' => (format!("v{}", number % 3), format!("v{}", number % 3)),
            b'L' => (format!("l{}", number % LABELS), format!("l{}", number % LABELS)),
            other => (char::from(other).to_string(), char::from(other).to_string()),
        };
        text += &name;
        own += &own_name;
    }
    Line::instruction(&text, &own)
}

/// Declarations of the variables of a program, or of the registers that each has.
fn late_head(own: bool) -> String {
    let mut head = String::new();
    for n in 0..LATE_VARIABLES {
        head += &match own {
            false => format!(".regvar xV{n}:v, xW{n}:v:2, xQ{n}:v:4, xS{n}:s, xT{n}:s:2\n"),
            true => format!(
                "yV{n}=%v{}\nyW{n}=%v[{}:{}]\nyQ{n}=%v[{}:{}]\nyS{n}=%s{}\nyT{n}=%s[{}:{}]\n",
                100 + n,
                120 + 2 * n,
                121 + 2 * n,
                140 + 4 * n,
                143 + 4 * n,
                30 + n,
                60 + 2 * n,
                61 + 2 * n
            ),
        };
    }
    head
}

/// Assembles the program with variables of its own, or the other one, and checks it. Returns the text and the findings.
fn found(target: Target, lines: &[Line], own: bool) -> (String, Vec<hazards::Finding>) {
    let mut text = late_head(own);
    lines.iter().for_each(|line| text = std::mem::take(&mut text) + &line.texts[usize::from(own)] + "\n");
    let output = Assembler::new(target, "clrx", Options::default()).expect("a dialect").assemble(&text);
    assert!(!output.failed(), "{text}\n{:?}", output.diagnostics.first());
    let program = Program::decode(target, &output.bytes_of(".text"));
    let mut found = Checker::default().check(&program, &hazards::Options::default());
    // These are about the program, not about registers.
    found.retain(|finding| !finding.repair.is_empty());
    (text, found)
}

/// Programs that are right if each variable has its own registers are right with the registers that are chosen: no
/// register is used while an operation may still write or read it for another variable.
#[test]
fn chosen_registers_need_no_further_waits() {
    let count = std::env::var("ISATOPE_SEQUENCES").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    let (mut right, mut loads) = (0, 0);
    for (seed, name) in (0..count).flat_map(|seed| ["gcn1.0", "gcn1.1", "gcn1.2", "gcn1.4"].map(|name| (seed, name))) {
        let target = Target::from_name(name).expect("a target");
        let mut random = Random(seed + 1);
        let mut lines = Vec::new();
        let length = 10 + random.below(40_u64);
        for at in 0..length {
            if at % (length / LABELS) == 0 && at / (length / LABELS) < LABELS {
                let label = format!("l{}:", at / (length / LABELS));
                lines.push(Line { texts: [label.clone(), label], is_instruction: false });
            }
            lines.push(late_line(&mut random));
        }
        lines.push(Line::instruction("s_endpgm", "s_endpgm"));
        // The source waits where its own registers need it.
        let mut rounds = 0;
        loop {
            let (text, all) = found(target, &lines, true);
            let Some(first) = all.first() else { break };
            rounds += 1;
            assert!(rounds < 200, "program {seed} for {name} needs ever more waits:\n{text}\n{}", first.message);
            let is_instruction = |(_, line): &(usize, &Line)| line.is_instruction;
            let (at, _) = lines.iter().enumerate().filter(is_instruction).nth(first.at).expect("an instruction");
            for inst in first.repair.instructions(target).iter().rev() {
                let text = inst.to_string();
                lines.insert(at, Line::instruction(&text, &text));
            }
        }
        right += 1;
        let (text, all) = found(target, &lines, false);
        let messages: Vec<&str> = all.iter().map(|finding| finding.message.as_str()).collect();
        assert!(messages.is_empty(), "program {seed} for {name}:\n{text}\n{messages:#?}");
        loads += u64::from(text.contains("load"));
    }
    assert!(right == 4 * count && loads > right / 2, "only {loads} of {right} programs load");
}
