//! Tests instructions of twenty bytes, operand codes of twenty bits, and two numbers of lanes: compiles, decodes,
//! prints, parses and encodes them.

use isatope_asm_wide::{Assembler, Item, Options, assemble_line};
use isatope_core::{Bits, Decoder, Formatter, Place, Target, decode, rules};
use isatope_testing::Random;

fn target(name: &str) -> Target {
    Target::from_name(name).expect("a version of the made-up architecture")
}

/// Text of bytes that are one instruction.
fn text(target: Target, bytes: &[u8]) -> String {
    let inst = decode(target, bytes).unwrap_or_else(|error| panic!("{bytes:x?}: {error}"));
    assert_eq!(*inst.bytes(), *bytes);
    Formatter::new(target, "plain").expect("its dialect").display(&inst).to_string()
}

/// Bytes of a text, or its error.
fn bytes(target: Target, text: &str) -> Result<Vec<u8>, String> {
    let assembler = Assembler::new(target, "plain", Options::default()).expect("its dialect");
    let output = assembler.assemble(text);
    match output.diagnostics.first() {
        Some(diagnostic) => Err(diagnostic.message.clone()),
        None => Ok(output.bytes_of(".text")),
    }
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn five_words_are_one_instruction() {
    let target = target("w64");
    let gather = words(&[
        0b111100 << 26 | 9 << 18 | 5 << 10 | 512,
        0xdead_beef,
        7 | 200 << 8 | 0xabcd << 16,
        0x123 | 0x2_0004 << 12,
        0x8765_4321,
    ]);
    let line = "gather r5, vcc, r7, r200, -5, 0x87654321 amount:3735928559 level:43981 extra:291";
    assert_eq!(text(target, &gather), line);
    assert_eq!(bytes(target, line), Ok(gather.clone()));
    for short in 4..gather.len() {
        let error = decode(target, &gather[..short]).expect_err("it goes on");
        assert_eq!(error.to_string(), "the bytes end inside an instruction of 20", "{short}");
    }
    // Other instructions follow, and no bytes are read twice.
    let mut code = gather.clone();
    code.extend(words(&[0b000001 << 26 | 3 << 18 | 1 << 10 | 4]));
    code.extend(&gather);
    let found: Vec<_> = Decoder::new(target, &code).map(|(at, inst)| (at, inst.map(|i| i.mnemonic()))).collect();
    assert_eq!(found, [(0, Ok("gather")), (20, Ok("choose")), (24, Ok("gather"))]);
    let lines = "gather r5, vcc, r7, r200, -5, 0x87654321 amount:3735928559 level:43981 extra:291\nchoose r1, s[4:5]\n"
        .to_owned()
        + line;
    assert_eq!(bytes(target, &lines), Ok(code));
}

#[test]
fn codes_of_twenty_bits_say_all_that_they_can_be() {
    let target = target("w64");
    let cases = [
        (0x0_0000, "r0"),
        (0x0_00ff, "r255"),
        (0x0_03df, "s479"),
        (0x0_0400, "vcc_lo"),
        (0x0_0401, "vcc_hi"),
        (0x1_0000, "0"),
        (0x1_ffff, "65535"),
        (0x2_0000, "-1"),
        (0x2_ffff, "-65536"),
        (0x8_0000, "0.5"),
        (0x8_0001, "port524289"),
        (0xf_ffff, "ill_1048575"),
        (0x0_0100, "ill_256"),
        (0x7_ffff, "ill_524287"),
    ];
    for (code, operand) in cases {
        let take = words(&[0b000010 << 26 | 7 << 18 | 2 << 10, code]);
        assert_eq!(text(target, &take), format!("take r2, {operand}"), "{code:#x}");
        assert_eq!(bytes(target, &format!("take r2, {operand}")), Ok(take), "{operand}");
        let gather = words(&[0b111100 << 26 | 9 << 18 | 512, 0, 0, code << 12, 0]);
        assert_eq!(text(target, &gather), format!("gather r0, vcc, r0, r0, {operand}, 0x0"), "{code:#x}");
        assert_eq!(bytes(target, &text(target, &gather)), Ok(gather), "{operand}");
    }
    assert!(bytes(target, "take r2, 65536").is_err());
    assert!(bytes(target, "take r2, r256").is_err());
}

#[test]
fn masks_are_as_wide_as_there_are_lanes() {
    let choose = |code: u32| words(&[0b000001 << 26 | 3 << 18 | 1 << 10 | code]);
    let cases = [("w64", 6, "s[6:7]"), ("w64", 512, "vcc"), ("w32", 6, "s6"), ("w32", 7, "s7"), ("w32", 512, "vcc_lo")];
    for (name, code, mask) in cases {
        let target = target(name);
        assert_eq!(target.lanes(), if name == "w64" { 64 } else { 32 });
        let line = format!("choose r1, {mask}");
        assert_eq!(text(target, &choose(code)), line);
        assert_eq!(bytes(target, &line), Ok(choose(code)), "{name}");
        let inst = decode(target, &choose(code)).expect("an instruction");
        assert_eq!(rules::check(&inst, inst.target().arch().default_dialect()), None, "{name} {mask}");
        let words = target.lanes() as u8 / 32;
        let operand = inst.operand(1).expect("a mask");
        assert_eq!(operand.dwords, words);
        assert!(!matches!(operand.place(), Some(Place::Registers { count, .. }) if count != words));
        let touched = inst.access().filter(|access| access.operand == Some(1)).map(|access| access.place);
        let count = |place| if let Place::Registers { count, .. } = place { count } else { words };
        assert_eq!(touched.map(count).collect::<Vec<_>>(), [words], "{name} {mask}");
    }
    assert!(bytes(target("w32"), "choose r1, s[6:7]").is_err());
    assert!(bytes(target("w64"), "choose r1, s6").is_err());
}

/// Values written to fields at any position are read back, for random words.
#[test]
fn random_words_come_back() {
    let mut random = Random(1);
    for name in ["w64", "w32"] {
        let target = target(name);
        for _ in 0..2000 {
            for (head, length) in
                [(0b000001 << 26 | 3 << 18, 1), (0b000010 << 26 | 7 << 18, 2), (0b111100 << 26 | 9 << 18, 5)]
            {
                let mut all: Vec<u32> = (0..length).map(|_| random.next_u32()).collect();
                all[0] = all[0] & 0x3ffff | head;
                if length == 2 {
                    all[1] &= 0xf_ffff;
                }
                let all = words(&all);
                let line = text(target, &all);
                assert_eq!(bytes(target, &line), Ok(all), "{name}: {line}");
            }
        }
    }
}

#[test]
fn items_keep_what_lies_behind_eight_bytes() {
    let target = target("w64");
    let made = assemble_line(
        target,
        "plain",
        Options::default(),
        "gather r1, s[2:3], r4, r5, port524290, 0x10 extra:4095\nchoose r1, vcc",
    )
    .expect("right");
    let tails: Vec<_> = made.iter().map(|inst| (inst.len(), inst.all_bits().tail)).collect();
    assert_eq!(tails, [(20, [0x504, 0x8000_2fff, 0x10]), (4, [0; 3])]);
    let again = Bits::from_bytes(&made[0].bytes());
    assert_eq!(again, made[0].all_bits());
    assert_eq!(Item::Instruction(made[0]).len(), 20);
}
