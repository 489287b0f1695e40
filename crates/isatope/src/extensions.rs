//! Methods of targets, instructions and operations that need the assembler: one trait for each of these types.

use isatope_asm::assist::Syntax;
use isatope_object::hex::{Hex, HexError};

use crate::{AssembleError, Assembler, Dialect, Instruction, Operation, Target};

/// Machine code from text: assembly, or hexadecimal digits.
pub trait Assemble {
    /// Assembles one instruction in the default dialect. For many instructions, keep an [`Assembler`].
    ///
    /// # Errors
    /// Errors in the text, also if it is not exactly one instruction.
    ///
    /// ```
    /// use isatope::{Assemble, Target, op};
    ///
    /// assert_eq!(Target::GFX900.assemble("v_bfe_u32 v0, v1, 8, 4")?.op(), op::V_BFE_U32);
    /// # Ok::<(), isatope::AssembleError>(())
    /// ```
    fn assemble(self, text: &str) -> Result<Instruction, AssembleError>;

    /// Reads machine code in hexadecimal digits: words or bytes, with `0x`, commas, brackets or comments, in array
    /// literals, or in the output of objdump, llvm-mc, xxd and od.
    ///
    /// # Errors
    /// If the text is something else, or has several possible meanings.
    ///
    /// ```
    /// use isatope::{Assemble, Target};
    ///
    /// let hex = Target::GFX900.hex("[0x01,0x00,0x01,0xd1,0x02,0x07,0x00,0x00]")?;
    /// assert_eq!(hex.bytes(), 0x0000_0702_d101_0001_u64.to_le_bytes());
    /// # Ok::<(), isatope::container::hex::HexError>(())
    /// ```
    fn hex(self, text: &str) -> Result<Hex, HexError>;
}

impl Assemble for Target {
    fn assemble(self, text: &str) -> Result<Instruction, AssembleError> {
        Assembler::shared(self).instruction(text)
    }

    fn hex(self, text: &str) -> Result<Hex, HexError> {
        Hex::read(text, self.word_bytes(), |bytes| {
            let mut rest = bytes;
            while !rest.is_empty() {
                match self.decode(rest) {
                    Ok(inst) => rest = &rest[inst.len().min(rest.len())..],
                    Err(_) => return false,
                }
            }
            true
        })
    }
}

/// Changes of instructions by text. [`Instruction::set_operand`] and [`Instruction::with_branch_target`] take values.
pub trait Edit: Sized {
    /// The same instruction with another operand or modifier, by its name in the specification or that of its field,
    /// as text in the default dialect of the target. An operand is written with its signs, as in `-v3`. A modifier
    /// has a number or the name of a value. The format changes only if the operand does not fit into it.
    ///
    /// # Errors
    /// The instruction has nothing of that name, or the text does not fit; the message says what would be right. Its
    /// place counts from the start of `text`.
    ///
    /// ```
    /// use isatope::{Assemble, Edit, Target};
    ///
    /// let inst = Target::GFX900.assemble("v_add_f32 v1, v2, v3")?;
    /// assert_eq!(inst.with("vdst", "v5")?, Target::GFX900.assemble("v_add_f32 v5, v2, v3")?);
    /// assert_eq!(inst.with("src0", "1.5")?, Target::GFX900.assemble("v_add_f32 v1, 1.5, v3")?);
    /// let error = inst.with("vdst", "s5").unwrap_err();
    /// assert_eq!(error.to_string(), "`s5` cannot be operand 1 of v_add_f32");
    /// assert_eq!(error.messages[0].label, "`vdst` is a vector register");
    /// # Ok::<(), isatope::Error>(())
    /// ```
    fn with(&self, name: &str, text: &str) -> Result<Self, AssembleError>;
}

impl Edit for Instruction {
    fn with(&self, name: &str, text: &str) -> Result<Self, AssembleError> {
        crate::edit::with(self, name, text)
    }
}

/// How an operation is written.
pub trait Written {
    /// How the operation is written in a dialect for a target: forms, operands, modifiers with their values. `None` if
    /// the target does not have the operation, or not the dialect.
    ///
    /// ```
    /// use isatope::{Dialect, Target, Written, op};
    ///
    /// let syntax = op::V_MUL_F32.syntax(Target::GFX900, Dialect::LLVM).expect("it has it");
    /// assert_eq!(syntax.forms[1].to_string(), "v_mul_f32_e64 vdst, a, b clamp omod");
    /// assert_eq!(syntax.forms[1].modifiers[1].words, ["mul:2", "mul:4", "div:2"]);
    /// ```
    fn syntax(self, target: Target, dialect: Dialect) -> Option<Syntax>;
}

impl Written for Operation {
    fn syntax(self, target: Target, dialect: Dialect) -> Option<Syntax> {
        Syntax::of(self, target, dialect)
    }
}
