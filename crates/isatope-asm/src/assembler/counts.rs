//! Symbols that LLVM's assembler defines: the numbers of the processor, and how many registers the source has used.
//!
//! Source: LLVM's AMDGPU backend guide, "Predefined Symbols".

use isatope_diag::codes;
use isatope_object::processor_numbers;

use super::assembly::Assembly;
use crate::text::error::{Error, error};
use crate::text::symbols::Symbol;
use crate::text::value::Value;

/// Numbers of the processor: major, minor, stepping.
const PROCESSOR: [&str; 3] =
    [".amdgcn.gfx_generation_number", ".amdgcn.gfx_generation_minor", ".amdgcn.gfx_generation_stepping"];
/// Their older names. Where the newer ones exist, these do not: a source may ask for that, and define them itself.
const OLDER_PROCESSOR: [&str; 3] =
    [".option.machine_version_major", ".option.machine_version_minor", ".option.machine_version_stepping"];
/// One more than the largest number of a vector register and of a scalar register so far.
const REGISTERS: [&str; 2] = [".amdgcn.next_free_vgpr", ".amdgcn.next_free_sgpr"];
/// The same numbers, counted since the last `.amdgpu_hsa_kernel`.
const KERNEL_REGISTERS: [&str; 2] = [".kernel.vgpr_count", ".kernel.sgpr_count"];

/// Defines the symbols that the source uses.
pub(super) fn define_all(assembly: &mut Assembly<'_>) {
    if !assembly.findings.counts_registers {
        return;
    }
    let numbers = assembly.processor_numbers();
    let older = if assembly.findings.has_older_names { &OLDER_PROCESSOR[..] } else { &[] };
    for names in [&PROCESSOR, older] {
        for (name, number) in names.iter().zip(numbers) {
            assembly.define(name, Symbol::Number(number.into()));
        }
    }
    for name in REGISTERS.iter().chain(&KERNEL_REGISTERS) {
        assembly.define(name, Symbol::Number(0));
    }
}

impl Assembly<'_> {
    /// Numbers of the processor: major, minor, stepping.
    pub(super) fn processor_numbers(&self) -> [u32; 3] {
        let called = self.tables.called;
        let numbers = || processor_numbers(self.target.processor(called)?.name);
        processor_numbers(called).or_else(numbers).unwrap_or_default()
    }

    /// Begins to count the registers of another kernel.
    pub(super) fn restart_counts(&mut self) {
        if self.findings.counts_registers {
            for name in KERNEL_REGISTERS {
                self.define(name, Symbol::Number(0));
            }
        }
    }

    /// Counts the registers in the operands of the statement.
    pub(super) fn count_registers(&mut self) -> Result<(), Error> {
        let roles = &self.tables.arch.roles;
        for (number, role) in [roles.vector, roles.scalar].into_iter().enumerate() {
            let end = |value: &Value| match *value {
                Value::File { file, first, count } if Some(file) == role => Some(u64::from(first) + u64::from(count)),
                _ => None,
            };
            let used = self.operands.iter().filter_map(|operand| Some((end(&operand.value)?, operand.range())));
            let Some((end, at)) = used.max_by_key(|(end, _)| *end) else { continue };
            for name in [REGISTERS[number], KERNEL_REGISTERS[number]] {
                match self.symbols.get(name) {
                    Some(Symbol::Number(before)) if end <= *before => {}
                    Some(Symbol::Number(_)) => self.define(name, Symbol::Number(end)),
                    _ => {
                        let message = format!("`{name}` counts registers, but the source defined it as an address");
                        return Err(error(codes::EXPRESSION, at, message));
                    }
                }
            }
        }
        Ok(())
    }
}
