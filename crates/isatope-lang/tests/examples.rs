//! Tests the values of examples, whose types depend on their places.

use isatope_lang::{Inst, Model, compile};

const TOY: &str = r#"
arch toy {
    dialects plain
    lanes 4
    word 32
}
version toy1
version toy2
reference toy "Toy"

file r "r" 64 : u32 per lane
register mode : u32 { round = 1:0 }
memory far : u64
memory near : u32

/// What is outside.
interface port {
    /// Takes a number and gives one.
    ask(a: f32, b: i16) -> f16
}

operand reg : 8 {
    0..63  r 0
}

format two : 32 {
    31:24  op
    23:16  dst : reg
    15:8   src : reg
    7:0    amount : u8
    operands dst, src
}

for T in { f32 } {
    /// Asks, and stores what it is told.
    inst ask_$T : two {
        op 1
        asm dst: $T, src: v2f16
        lane {
            let answer = bits(port.ask(dst, i16(amount) - 256))
            far.write16(0x1001, answer)
            near.write32(4, near.read32(0) + 1)
            dst = f32.bits({answer, src.word(1)[15:0]})
            mode = 0xfffffffe
        }
        source toy "page 1"
        example dst=1.0 src={-0.5, 2.0} src.f32[1]=-1.5 amount=-2 near.i32[0]=-2 port.ask=1.5 =>
            dst=0x3e000000  far.f16[0x1001]=1.5, near.i32[4]=-1 @ toy1..toy2
        example dst.v2i16={0, -0x4100} amount=0xfe far.u16[0x1001]=0 port.ask=-2 + 0x10000 - 0xfffe + 3 * 5 => port.ask.a=-0.5, port.ask.b=-2, mode=-2, mode.round=2
        example dst=-inf src={-nan, inf} port.ask=nan => far.f16[0x1001]=nan, port.ask.a=-inf
        example far[0xff8]=0xffff_eeee_dddd_cccc_bbbb_aaaa_9999_8888, port.ask=0 =>
            far[0xff8]=0xffff_eeee_dd00_00cc_bbbb_aaaa_9999_8888, far.u8[0x1000]=0xcc, far.v2u8[0x1001]={0, 0}
    }
}
"#;

fn inst() -> Inst {
    let files = [("toy.isa", TOY)];
    let model: Model = compile(&files)
        .unwrap_or_else(|errors| panic!("{}", errors.iter().map(|e| e.render(&files)).collect::<String>()));
    model.insts.into_iter().next().expect("declared")
}

#[test]
fn numbers_have_the_types_of_their_places() {
    let inst = inst();
    let bits = |example: usize| inst.examples[example].given.iter().map(|v| v.bits).collect::<Vec<_>>();
    assert_eq!(bits(0), [0x3f80_0000, 0x4000_b800, 0xbfc0_0000, 0xfe, 0xffff_fffe, 0x3e00]);
    assert_eq!(bits(2), [0xff80_0000, 0x7c00_fe00, 0x7e00]);
    assert_eq!(bits(1), [0xbf00_0000, 0xfe, 0, 15]);
}

#[test]
fn a_page_can_show_an_example_as_it_is_written() {
    assert_eq!(
        inst().examples[0].text,
        "dst=1.0 src={-0.5, 2.0} src.f32[1]=-1.5 amount=-2 near.i32[0]=-2 port.ask=1.5 => dst=0x3e000000 \
         far.f16[0x1001]=1.5, near.i32[4]=-1 @ toy1..toy2"
    );
}
