//! Registers that the code of a kernel uses beyond those that its descriptor allocates.

use isatope_core::tables::FileId;
use isatope_diag::{Diagnostic, codes};

use super::{Code, CodeCost};
use crate::{Dialect, Place};

impl Code {
    /// What kernels use beyond their descriptors, as messages. Kernels without a descriptor have none.
    pub fn over_budget(&self, dialect: Dialect) -> Vec<Diagnostic> {
        if self.stretches.iter().all(|stretch| stretch.info.is_none()) {
            return Vec::new();
        }
        let target = self.program.target();
        let Some(costs) = target.costs() else { return Vec::new() };
        let mut list = Vec::new();
        for kernel in self.costs().unwrap_or_default().iter().filter(|kernel| kernel.shared.is_some()) {
            for &(file, used) in &kernel.cost.registers {
                let allocated = kernel.registers.iter().find(|(of, _)| *of == file).map_or(0, |found| found.1);
                let block = costs.budgets.iter().find(|b| b.file == file && b.versions.contains(target.version()));
                let allocated = allocated.next_multiple_of(block.map_or(1, |budget| budget.block));
                if used <= allocated {
                    continue;
                }
                let Some((at, highest)) = self.highest(kernel, file) else { continue };
                let inst = self.program.items()[at].instruction;
                let text = inst.map_or_else(String::new, |inst| {
                    inst.display(dialect).map_or_else(|_| inst.to_string(), |text| text.to_string())
                });
                let row = &target.arch()[file];
                let (name, prefix) = (row.name.as_str().to_uppercase(), row.prefix.as_str());
                let extra = used - highest - 1;
                let with = if extra > 0 { format!(", and special registers need {extra} more") } else { String::new() };
                let message = format!(
                    "`{text}`: the kernel {} uses {prefix}{highest}{with}, and its descriptor provides {allocated} {name}s",
                    kernel.name
                );
                let help = format!("provide at least {used} {name}s in the descriptor");
                let address = self.program.items()[at].address;
                list.push(Diagnostic::error(codes::CHECK_BUDGET, message).at_offset(address).help(help));
            }
        }
        list
    }

    /// The first instruction of a kernel that uses its highest register of a file, and the number of the register.
    fn highest(&self, kernel: &CodeCost, file: FileId) -> Option<(usize, u32)> {
        let mut found: Option<(usize, u32)> = None;
        for at in kernel.range.clone() {
            let Some(inst) = self.program.items()[at].instruction else { continue };
            for access in inst.access() {
                let Place::Registers { file: of, first, count } = access.place else { continue };
                let last = u32::from(first) + u32::from(count.max(1)) - 1;
                if of.id == file && found.is_none_or(|(_, known)| last > known) {
                    found = Some((at, last));
                }
            }
        }
        found
    }
}
