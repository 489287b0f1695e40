//! A source gives its instructions, data and fills in order.

use isatope_asm::{Assembler, Files, Item, Options};
use isatope_core::Target;

#[test]
fn words_of_data_are_joined_in_a_line() {
    let target = Target::from_name("gfx900").expect("known");
    let assembler = Assembler::new(target, "llvm", Options::default()).expect("a dialect");
    let text = "v_add_f32 v1, 0x12345678, v2\n.long 0x00000001, 0x00000002\n.long 0x00000003, 0x00000004\n\
                x:\n.long 5\n.byte 7\n.fill 3, 2, 9\ns_endpgm\n";
    let output = assembler.assemble(text);
    let name = |item: Item| match item {
        Item::Instruction(inst) => inst.mnemonic().to_string(),
        other => format!("{other:?}"),
    };
    let found: Vec<String> = output.items.iter().map(name).collect();
    let words = ["Words { first: 0, count: 4 }", "Words { first: 4, count: 1 }"];
    let rest = ["Data(7, 1)", "Fill { value: 9, size: 2, count: 3 }", "s_endpgm"];
    assert_eq!(found, [&["v_add_f32"][..], &words, &rest].concat(), "{:?}", output.diagnostics);
    let lengths: usize = output.items.iter().map(|item| item.len()).sum();
    assert_eq!(output.bytes_of(".text").len(), lengths);
}

#[test]
fn long_strings_and_files_are_one_item() {
    /// A file of 20 bytes.
    #[derive(Debug)]
    struct OneFile;

    impl Files for OneFile {
        fn read(&self, _: &str) -> Result<Vec<u8>, String> {
            Ok((1..=20).collect())
        }
    }

    let target = Target::from_name("gfx900").expect("known");
    let assembler = |options| {
        let assembler = Assembler::new(target, "llvm", options).expect("a dialect");
        assembler.with_files(OneFile)
    };
    let text = ".incbin \"f\"\n.incbin \"f\", 1, 18\n.incbin \"f\", 19\n\
                .ascii \"more than \\x41\\n\\\"16 bytes\", \"few\"\n\
                .byte 1, 0xff ; both\n.short 2\n.quad 0x123456789abcdef0 ; a double\n.byte -1\n";
    let output = assembler(Options::default()).assemble(text);
    let found: Vec<Item> = output.items.iter().collect();
    let few = u64::from_le_bytes(*b"few\0\0\0\0\0");
    let strings = [(0, 20), (20, 18), (38, 21)].map(|(first, count)| Item::Bytes { first, count });
    let numbers = [(1, 1), (255, 1), (2, 2), (0x1234_5678_9abc_def0, 8), (255, 1)];
    let numbers = numbers.map(|(number, size)| Item::Data(number, size));
    let rest = [&[strings[2], Item::Data(few, 3)], &numbers[..]].concat();
    assert_eq!(found, [&strings[..2], &[Item::Data(20, 1)], &rest].concat(), "{:?}", output.diagnostics);

    let mut expected: Vec<u8> = (1..=20).chain(2..=19).chain([20]).collect();
    expected.extend(b"more than A\n\"16 bytesfew\x01\xff\x02\0\xf0\xde\xbc\x9a\x78\x56\x34\x12\xff");
    assert_eq!(output.bytes_of(".text"), expected);
    let units = |output: &isatope_asm::Output| {
        let mut units = Vec::new();
        output.items.iter().for_each(|item| output.units(&item, |bits, len| units.push((bits.head, len))));
        units
    };
    // With places, each number is an item of its own.
    let placed = assembler(Options { places: true, ..Options::default() }).assemble(text);
    assert_eq!(placed.bytes_of(".text"), expected);
    assert_eq!(units(&placed), units(&output));
    assert_eq!(units(&placed).len(), placed.items.len());
}

/// As in LLVM's assembler.
#[test]
fn macros_with_names_of_data_directives_are_called() {
    let target = Target::from_name("gfx900").expect("known");
    let assembler = Assembler::new(target, "llvm", Options::default()).expect("a dialect");
    let output =
        assembler.assemble(".macro .long x\n.byte \\x\n.endm\n.long 5\n.macro .byte x\n.short \\x\n.endm\n.byte 7\n");
    assert_eq!(output.bytes_of(".text"), [5, 7, 0], "{:?}", output.diagnostics);
}
