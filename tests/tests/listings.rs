//! Tests listings. For broken containers, neither listing nor assembling may panic; this runs for one second. For long
//! code, each line must be the text of the single instruction, with the labels of its branches.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::{Duration, Instant};

use isatope_asm::listing::{Code, Margin, Marks, Sink, container};
use isatope_asm::{Assembler, Options};
use isatope_core::{Formatter, Target, decode};
use isatope_testing::Random;

#[test]
fn listings_of_changed_objects_are_read() {
    let objects = isatope_tests::objects();
    let target = Target::from_name("gfx900").expect("known");
    let tools = ["clrx", "llvm"].map(|d| {
        (Formatter::new(target, d).expect("known"), Assembler::new(target, d, Options::default()).expect("known"))
    });
    let mut numbers = Random(0x1234_5678_9abc_def1);
    let mut random = |below: usize| numbers.below(below);
    let start = Instant::now();
    let mut rounds = 0;
    while start.elapsed() < Duration::from_secs(1) {
        let mut bytes = objects[random(objects.len())].1.clone();
        for _ in 0..random(4) {
            let at = match random(2) {
                0 => bytes.len() - 1 - random(1200.min(bytes.len())),
                _ => random(bytes.len()),
            };
            bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xff, b'"', random(256) as u8][random(8)];
        }
        let Ok(opened) = isatope_object::open(&bytes) else { continue };
        let (formatter, assembler) = &tools[random(2)];
        let lister =
            container::Lister { target, formatter, margin: Margin::None, all: true, view: container::View::default() };
        let mut text = Vec::new();
        container::write(&opened, &lister, &mut Sink::new(&mut text)).expect("memory takes everything");
        let text = String::from_utf8(text).expect("a listing is text");
        let output = assembler.assemble(&text);
        rounds += 1;
        let places = opened.sections.iter().filter(|s| s.name == ".text" && s.part == 0).collect::<Vec<_>>();
        if let ([text], true) = (&places[..], output.diagnostics.is_empty()) {
            assert_eq!(output.bytes_of(".text"), text.data);
        }
    }
    assert!(rounds > 0);
}

/// Code with repeated instructions, branches, and arbitrary words.
fn long_code(target: Target, random: &mut Random, length: usize) -> Vec<u8> {
    let instructions: Vec<_> = std::iter::repeat_with(|| random.next().to_le_bytes())
        .filter_map(|b| decode(target, &b).ok())
        .take(500)
        .collect();
    let mut code = Vec::new();
    let mut is_wild = false;
    while code.len() < length {
        if random.below(2000) == 0 {
            is_wild = !is_wild;
        }
        match random.below(20) {
            // s_branch and s_cbranch_*, back and forth.
            0 => code.extend([random.next() as u8, random.next() as u8, 0x82 + random.below(8) as u8, 0xbf]),
            _ if is_wild => code.extend((random.next() as u32).to_le_bytes()),
            _ => code.extend(&*instructions[random.below(instructions.len())].bytes()),
        }
    }
    code
}

/// Expected listing, made instruction by instruction.
fn expected(target: Target, formatter: &Formatter, code: &[u8]) -> String {
    let mut lines = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let mut line = String::new();
        let length = match decode(target, &code[at..]) {
            Ok(inst) => {
                formatter.at(at as u64).write(&inst, &mut line).expect("strings take everything");
                inst.len()
            }
            Err(_) => {
                let word = u32::from_le_bytes(code[at..at + 4].try_into().expect("a word"));
                write!(line, ".long 0x{word:08x}").expect("strings take everything");
                4
            }
        };
        lines.push((at, line));
        at += length;
    }
    let name = |line: &String| line.split_once(".L")?.1.split_once('_')?.0.parse().ok();
    let targets: BTreeSet<usize> = lines.iter().filter_map(|(_, line)| name(line)).collect();
    lines.push((at, String::new()));
    let mut text = String::new();
    for (at, line) in lines {
        if targets.contains(&at) {
            writeln!(text, ".L{at}_0:").expect("strings take everything");
        }
        if !line.is_empty() {
            writeln!(text, "{line}").expect("strings take everything");
        }
    }
    text
}

/// Listing of the code alone, without addresses and labels.
fn listed(target: Target, formatter: &Formatter, code: &[u8]) -> Vec<u8> {
    let listing = Code {
        target,
        formatter,
        bytes: code,
        margin: Margin::None,
        indent: false,
        labels: &[],
        base: 0,
        remark: None,
        notes: &[],
        marks: Marks::default(),
    };
    let mut text = Vec::new();
    let mut sink = Sink::new(&mut text);
    listing.write(0..code.len(), &mut sink).and_then(|()| sink.flush()).expect("memory takes everything");
    text
}

#[test]
fn long_code_says_what_its_instructions_say() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for (name, length) in [("gfx600", 100_000), ("gfx803", 4_500_000), ("gfx900", 700_000)] {
        let target = Target::from_name(name).expect("known");
        let code = long_code(target, &mut random, length);
        for dialect in ["clrx", "llvm"] {
            let formatter = Formatter::new(target, dialect).expect("known").labels(true);
            let text = listed(target, &formatter, &code);
            let (text, expected) = (String::from_utf8_lossy(&text), expected(target, &formatter, &code));
            let differs = text.lines().zip(expected.lines()).enumerate().find(|(_, (a, b))| a != b);
            assert!(differs.is_none(), "{name} {dialect}: {differs:?}");
            assert_eq!(text.len(), expected.len(), "{name} {dialect}");
        }
    }
}

/// Lists a code object with debug information.
#[test]
fn debug_information_is_named_and_listed_on_demand() {
    let source = ".text\nvadd:\n s_endpgm\n.rodata\n\
        .amdhsa_kernel vadd\n .amdhsa_next_free_vgpr 1\n .amdhsa_next_free_sgpr 1\n.end_amdhsa_kernel\n\
        .section .debug_line, \"\", @progbits\n .long 1, 2, 3\n .byte 4\n";
    let target = Target::from_name("gfx900").expect("known");
    let assembler = Assembler::new(target, "llvm", Options::default()).expect("known");
    let output = assembler.assemble(source);
    assert_eq!(output.diagnostics, []);
    let bytes = output.object(target).expect("it has a kernel");
    let opened = isatope_object::open(&bytes).expect("a code object");
    let formatter = Formatter::new(target, "llvm").expect("known");
    let list = |all| {
        let lister = container::Lister {
            target,
            formatter: &formatter,
            margin: Margin::None,
            all,
            view: container::View::default(),
        };
        let mut text = Vec::new();
        container::write(&opened, &lister, &mut Sink::new(&mut text)).expect("memory takes everything");
        String::from_utf8(text).expect("a listing is text")
    };
    let (short, long) = (list(false), list(true));
    assert!(short.contains("// section .debug_line: 13 bytes at "), "{short}");
    assert!(!short.contains(".section .debug_line"), "{short}");
    for text in [&short, &long] {
        let again = assembler.assemble(text);
        assert_eq!(again.diagnostics, []);
        assert_eq!(again.bytes_of(".text"), output.bytes_of(".text"));
    }
    assert_eq!(assembler.assemble(&long).bytes_of(".debug_line"), output.bytes_of(".debug_line"));
}

/// Zeros in code are padding, even if code follows, and do not take longer than other code. The first word is an
/// instruction.
#[test]
fn zeros_before_something_are_listed_in_time() {
    let target = Target::from_name("gfx900").expect("known");
    let formatter = Formatter::new(target, "llvm").expect("known");
    let one = [1, 0, 0, 0];
    let long = [vec![0; 2 << 20], one.to_vec()].concat();
    let short = [one, [0; 4]].concat().repeat(1 << 18);
    for (code, lines) in [(&long, 3), (&short, short.len() / 4)] {
        let start = Instant::now();
        let text = listed(target, &formatter, code);
        assert_eq!(text.iter().filter(|b| **b == b'\n').count(), lines);
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    }
}

/// Branches of Valhall in listings name labels, which are where their words lead. A branch to elsewhere keeps its
/// distance, as that of a single instruction, which Mesa's disassembler prints so.
#[test]
fn branches_of_valhall_name_labels() {
    // BRANCHZ with a distance in words, in bits 34:8; Mesa's `ISA.xml` has the field.
    let branch = |distance: u64| 0x001f_c000_0000_0000 | (distance & 0x7ff_ffff) << 8;
    let nop = 0x0000_c000_0000_0000_u64;
    let words = [nop, branch(1), nop, branch(0_u64.wrapping_sub(4)), branch(40), branch(0)];
    let code: Vec<u8> = words.iter().flat_map(|word: &u64| word.to_le_bytes()).collect();
    let target = Target::from_name("v9").expect("known");
    for dialect in ["mesa", "mesa-new", "arm"] {
        let formatter = Formatter::new(target, dialect).expect("known").labels(true);
        let text = String::from_utf8(listed(target, &formatter, &code)).expect("text");
        let places: Vec<&str> = text.lines().map(|line| line.rsplit([':', ' ']).next().unwrap_or_default()).collect();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 8, "{text}");
        assert_eq!((lines[0], lines[4]), (".L0_0:", ".L24_0:"), "{text}");
        assert_eq!([places[2], places[5], places[6], places[7]], [".L24_0", ".L0_0", "40", "0"], "{text}");
        let assembler = Assembler::new(target, dialect, Options::default()).expect("known");
        let output = assembler.assemble(&text);
        assert_eq!(output.diagnostics, [], "{text}");
        assert_eq!(output.bytes_of(".text"), code, "{text}");
        let single = formatter.labels(false).display(&decode(target, &code[8..16]).expect("a branch")).to_string();
        assert!(single.ends_with("offset:1"), "{single}");
    }
}
