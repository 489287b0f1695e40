//! Which exceptions floating-point instructions raise, for programs that ask. Few do: the evaluator of the specification runs their
//! instructions once more for it, on a copy of the registers.

use std::sync::LazyLock;

use isatope_core::Instruction;
use isatope_lanes::float::flags::{self, Exceptions as Flags, Format, Mode, Operation};
use isatope_lanes::float::{f16_to_f64, f32_to_f64};
use isatope_lanes::machine::{Traits, WithMachine, with_machine};
use isatope_lanes::prepared::Parts;
use isatope_lanes::{Machine, Ops, Prepared, Wave};
use isatope_lang::{Builtin, EXCEPTIONS, Model, Type};

use crate::reference;
use crate::solo::{Alone, Solo};

/// All architectures, compiled where a program asks.
static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| {
    isatope_lang::compile_all(isatope_isa::ARCHITECTURES)
        .unwrap_or_else(|errors| panic!("the specification has errors, which the build would have found: {errors}"))
});

/// The exceptions of an architecture, where a register says what was raised.
#[derive(Clone, Copy)]
pub(crate) struct Exceptions {
    model: &'static Model,
    /// Where the register lies among the scalar words.
    place: usize,
    /// Its bit for each of [`EXCEPTIONS`], if it has one.
    bits: [Option<u32>; EXCEPTIONS.len()],
}

impl std::fmt::Debug for Exceptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Exceptions of {}", self.model.arch)
    }
}

impl Exceptions {
    /// Those of a machine.
    pub(crate) fn of<const L: usize>(machine: &Machine<L>) -> Option<Self> {
        let place = machine.registers[machine.raised?];
        let model = MODELS.iter().find(|model| model.arch == machine.arch)?;
        let parts = &model.registers.get(machine.raised?)?.fields;
        let bit = |name: &str| parts.iter().find(|part| part.name == name).map(|part| part.low);
        Some(Self { model, place, bits: EXCEPTIONS.map(bit) })
    }

    /// Notes what an instruction that has not run yet is going to raise.
    pub(crate) fn note<const L: usize>(&self, wave: &mut Wave<L>, instruction: &Instruction, ops: &Ops) {
        let (inst, form) = reference::entry(&Parts::of(instruction));
        let mut copy = Solo { wave: wave.clone(), world: Alone::new(wave.machine) };
        let raised = reference::run(&mut copy, ops, self.model, inst, form).unwrap_or_default();
        let mut word = wave.reg_u32(self.place);
        for (k, bit) in self.bits.iter().enumerate() {
            if let Some(bit) = bit {
                word |= u32::from(raised.0 >> k & 1) << bit;
            }
        }
        wave.set_reg_u32(self.place, word);
    }
}

/// Whether an instruction reads which exceptions others have raised: those of programs with such an instruction are noted.
pub fn asks_for_exceptions(instruction: &Instruction) -> bool {
    struct Asks<'a>(&'a Instruction);

    impl WithMachine for Asks<'_> {
        type Output = bool;

        fn with<const L: usize>(self, machine: &'static Machine<L>) -> bool {
            let parts = Parts::of(self.0);
            let traits = machine.traits(parts.encoding.form.index(), parts.version).unwrap_or_default();
            asks(machine, self.0, traits)
        }
    }

    with_machine(instruction.target().arch().name, Asks(instruction)).unwrap_or(false)
}

/// The same on a machine, as far as it can be seen from what the instruction does with nothing and with everything raised.
pub(crate) fn asks<const L: usize>(machine: &'static Machine<L>, instruction: &Instruction, traits: Traits) -> bool {
    let Some(register) = machine.raised else { return false };
    if traits.registers_read >> register & 1 == 0 {
        return false;
    }
    let place = machine.registers[register];
    let Ok(prepared) = Prepared::new(machine, instruction) else { return false };
    let [none, all] = [0, u32::MAX].map(|raised| {
        let mut solo = Solo::start(machine);
        solo.wave.scalars[place] = raised;
        prepared.run(&mut solo.wave, &mut solo.world);
        solo.wave.scalars[place] = 0;
        solo.wave
    });
    none != all
}

/// What an operation of a body raises; a comparison is one without a builtin.
pub(crate) fn raised(builtin: Option<Builtin>, from: Type, to: Type, operands: &[u128], result: u128) -> Flags {
    let operand = |k: usize| operands.get(k).copied().unwrap_or(0);
    // What becomes of subnormal numbers stands in the bodies.
    let mode = |rounding: usize| Mode { rounding: operand(rounding) as u32, keeps_inputs: true, keeps_outputs: true };
    let Some(format) = format(from) else {
        let Some(to) = format(to) else { return Flags::NONE };
        let value = match from {
            Type::Int { bits, signed: true } => (operand(0) << (128 - bits)) as i128 >> (128 - bits),
            _ => operand(0) as i128,
        };
        return flags::from_integer(value, to, operand(1) as u32);
    };
    // What is not there is +0, which raises nothing.
    let list = [operand(0) as u64, operand(1) as u64, operand(2) as u64];
    let of = |operation, rounding| flags::exceptions(operation, format, &list, mode(rounding));
    let sources = of(Operation::MinMax, 2);
    let (x, y) = (number(format, list[0]), number(format, result as u64));
    // A power of two, or a product with one: too large, or too small.
    let scaled = match () {
        () if x.is_finite() && y.is_infinite() => Flags::OVERFLOW | Flags::INEXACT,
        () if x != 0.0 && x.is_finite() && y == 0.0 => Flags::UNDERFLOW | Flags::INEXACT,
        () => Flags::NONE,
    };
    // The approximation of a function, which has few exact values.
    let approximated = match () {
        () if x != 0.0 && x.is_finite() => Flags::INEXACT,
        () => Flags::NONE,
    };
    match builtin {
        Some(Builtin::Fadd) => of(Operation::Add, 2),
        Some(Builtin::Fmul) => of(Operation::Mul, 2),
        Some(Builtin::Fdiv) => of(Operation::Div, 2),
        Some(Builtin::Ffma) => of(Operation::Fma, 3),
        Some(Builtin::Fsqrt) => of(Operation::Sqrt, 1),
        Some(Builtin::Convert) => match (self::format(to), to) {
            (Some(to), _) => of(Operation::Convert(to), 1),
            (None, Type::Int { bits, signed }) if bits <= 64 => of(Operation::ToInteger(bits, signed), 1),
            _ => Flags::NONE,
        },
        Some(Builtin::Frsq | Builtin::Flog2) if x < 0.0 => sources | Flags::INVALID,
        Some(Builtin::Frsq | Builtin::Flog2) if x == 0.0 => sources | Flags::DIVIDE_BY_ZERO,
        Some(Builtin::Fsin | Builtin::Fcos) if x.is_infinite() => Flags::INVALID,
        Some(Builtin::Frsq | Builtin::Flog2 | Builtin::Fsin | Builtin::Fcos) => sources | approximated,
        Some(Builtin::Fexp2) => sources | approximated | scaled,
        Some(Builtin::Fscale) => sources | scaled,
        None => of(Operation::Compare, 2),
        Some(_) => sources,
    }
}

/// The format of a type, if it is one of numbers with fractions.
fn format(ty: Type) -> Option<Format> {
    match ty {
        Type::F16 => Some(Format::F16),
        Type::F32 => Some(Format::F32),
        Type::F64 => Some(Format::F64),
        _ => None,
    }
}

/// What bits stand for.
fn number(format: Format, bits: u64) -> f64 {
    f64::from_bits(match format {
        Format::F16 => f16_to_f64(bits as u16, 0),
        Format::F32 => f32_to_f64(bits as u32, 0),
        Format::F64 => bits,
    })
}
