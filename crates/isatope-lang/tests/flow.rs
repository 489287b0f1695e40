//! Tests the successors of instructions, which are derived from their bodies.

use isatope_lang::flow::{OperandPart, Successor, To, successors};

const TOY: &str = "
arch toy { dialects plain }
version toy1

/// The manual.
reference toy \"Toy\" by \"Toymakers\" edition \"first\" 2019

/// Scalars.
file reg \"r\" 16 : u32
/// The next instruction.
register pc : u64 role program_counter
/// A condition.
register flag : u1

/// The code that started it.
interface host {
    /// Ends it.
    wave stop() role end
}

/// A distance.
operand imm16 : 16 { 0..0xffff  number hex }

/// Jumps.
format j : 32 {
    31:28  = 0b1011
    27:20  op
    19     absolute : u1
    18     stops : u1
    17:16  = 0
    15:0   place : imm16
    operands place
}


/// Jumps.
inst jump : j {
    op 1
    asm place: u16
    wave { pc = if absolute == 1 { u64(place) } else { pc + u64(i64(i16(place)) * 4) } }
    source toy \"1\"
}

/// Jumps if a condition holds.
inst branch : j {
    op 2
    asm place: u16
    wave {
        if flag == 1 {
            pc = pc + 8 * u64(place[7:0])
        }
    }
    source toy \"1\"
}

/// Ends the program if a field says so.
inst stop : j {
    op 3
    asm place: u16
    wave {
        if place[1] && stops == 1 {
            host.stop()
        }
    }
    source toy \"1\"
}

/// Does nothing.
inst nothing : j {
    op 4
    asm place: u16
    wave { flag = 1 }
    source toy \"1\"
}

/// Jumps somewhere.
inst wild : j {
    op 5
    asm place: u16
    wave { pc = pc * 2 + u64(place) }
    source toy \"1\"
}
";

#[test]
fn addresses_are_sums() {
    let model = isatope_lang::compile(&[("toy.isa", TOY)]).unwrap_or_else(|errors| {
        panic!("{}", errors.iter().map(|error| error.render(&[("toy.isa", TOY)])).collect::<String>())
    });
    let of = |name: &str| {
        let inst = model.insts.iter().find(|inst| inst.name == name).expect("it is there");
        successors(&model, inst, 0, 0)
    };
    let sum = |next: bool, bits: u32, signed: bool, scale: i64| To::Sum {
        next,
        operand: Some(OperandPart { operand: 0, low: 0, bits, signed, scale }),
        plus: 0,
    };
    let one = |when: (u64, u64), to: To, always: bool| Successor { when, to, always, saves: false };
    let absolute = 1 << 19;
    assert_eq!(
        of("jump"),
        [one((absolute, absolute), sum(false, 16, false, 1), true), one((absolute, 0), sum(true, 16, true, 4), true)]
    );
    assert_eq!(of("branch"), [one((0, 0), sum(true, 8, false, 8), false)]);
    assert_eq!(of("wild"), [one((0, 0), To::Unknown, true)]);
    assert_eq!(of("nothing"), []);
    assert_eq!(of("stop"), [one((1 << 18 | 2, 1 << 18 | 2), To::End, true)]);
}
