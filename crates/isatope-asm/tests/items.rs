//! A source gives its instructions, data and fills in order.

use isatope_asm::{Assembler, Item, Options};
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
