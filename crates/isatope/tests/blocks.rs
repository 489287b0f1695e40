//! The example that prints blocks.

#[allow(dead_code)]
#[path = "../examples/blocks.rs"]
mod example;

use isatope::flow::{Dominators, Liveness, Loops};
use isatope::{Assembler, Dialect, Target};

#[test]
fn the_example_prints_the_blocks_of_kernels() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/objects/hist-gfx600.o");
    let text = example::blocks(&std::fs::read(file).expect("it is there")).expect("a code object");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 1, "{text}");
    assert!(lines[0].contains("in 0 loops") && lines[0].contains("s[") && lines[0].contains("exec_lo"), "{text}");
}

#[test]
fn a_source_has_blocks_and_live_registers() {
    let text = "s_mov_b32 s0, 4\nloop:\ns_sub_u32 s0, s0, 1\ns_add_u32 s1, s1, s2\ns_cmp_lg_u32 s0, 0\n\
                s_cbranch_scc1 loop\nv_mov_b32 v0, s1\nglobal_store_dword v[2:3], v0, off\ns_endpgm\n";
    let source = Assembler::new(Target::GFX900, Dialect::LLVM).expect("it has that").assemble(text);
    let program = source.flow(".text");
    let graph = program.graph();
    let starts: Vec<u64> = graph.blocks().iter().map(|b| program.items()[b.instructions.start].address).collect();
    assert_eq!(starts, [0, 4, 20]);
    let loops = Loops::new(&graph, &Dominators::new(&graph));
    assert_eq!((0..3).map(|block| loops.depth(block)).collect::<Vec<_>>(), [0, 1, 0]);
    let live = Liveness::new(&program, &graph);
    let registers = |block: usize| {
        let names = program.names(&live.at_start(block).active);
        names.into_iter().filter(|name| name.starts_with(['s', 'v']) && name != "scc").collect::<Vec<_>>().join(" ")
    };
    assert_eq!(registers(0), "s[1:2] v[2:3]");
    assert_eq!(registers(1), "s[0:2] v[2:3]");
    assert_eq!(registers(2), "s1 v[2:3]");
}

#[test]
fn what_is_no_branch_cannot_lead_anywhere() {
    use isatope::{Assemble, BlockEncoder, EncodeError};

    let target = Target::GFX900;
    // An indirect branch does not say where it leads either.
    for text in ["s_nop 0", "v_mov_b32 v0, 0x12345678", "s_setpc_b64 s[0:1]"] {
        let instruction = target.assemble(text).expect("it is right");
        let mut block = BlockEncoder::new(target, 0x1000);
        block.push(target.assemble("s_nop 1").expect("it is right"));
        let label = block.label();
        block.place(label);
        block.branch(instruction, label);
        let error = block.finish().expect_err("no branch");
        assert_eq!(error, EncodeError::NoBranch { number: 1, instruction });
        assert_eq!(error.to_string(), format!("instruction 1 (`{instruction}`) is no branch that says where it leads"));
    }
}
