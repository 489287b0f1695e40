//! Findings of the checks, counted by kernel.

use std::ops::Range;

use isatope::check::{Code, Describer, Program, Start};
use isatope::container::Container;
use isatope::diagnostics::{Diagnostic, Place};
use isatope::{Kernel, Target};

/// Positions of the findings of an image: the number of their section, 0 for bare code, and the offset there.
pub struct Findings(Vec<(usize, u64)>);

impl Findings {
    /// None.
    pub const NONE: Self = Self(Vec::new());

    /// Checks a container.
    pub fn of_container(container: &Container<'_>, target: Target) -> Self {
        let mut list = Vec::new();
        for code in Code::of_container(container, target) {
            let (section, items) = (code.section.unwrap_or_default(), code.program().items());
            list.extend(code.check().iter().map(|found| (section, items[found.at].address)));
        }
        Self::sorted(list)
    }

    /// Checks the programs of bare code.
    pub fn of_bare(bytes: &[u8], target: Target) -> Self {
        if target.hazards().is_some() {
            let code = Code::of_bytes(target, bytes, |_| isatope::check::Place::Bytes);
            let items = code.program().items();
            return Self::sorted(code.check().iter().map(|found| (0, items[found.at].address)).collect());
        }
        let Some(describer) = Describer::new(target) else { return Self::NONE };
        let checks = describer.checks();
        let start = Start { written: checks.written, under_way: checks.open };
        let (programs, left_over) = Program::of_binary(target, bytes);
        let mut list: Vec<(usize, u64)> = left_over.iter().filter_map(|found| Some((0, offset(found)?))).collect();
        for program in programs {
            let found = isatope::check::check(&program.steps(&describer), start);
            list.extend(found.iter().map(|found| (0, program.words[found.at].offset)));
        }
        Self::sorted(list)
    }

    fn sorted(mut list: Vec<(usize, u64)>) -> Self {
        list.sort_unstable();
        Self(list)
    }

    /// Number of the findings in a kernel, whose code is in the section with this number.
    pub fn of_kernel(&self, section: usize, kernel: &Kernel<'_>) -> u64 {
        let Some((_, Range { start, end })) = kernel.code else { return 0 };
        let before = |offset: u64| self.0.partition_point(|found| *found < (section, offset));
        (before(end) - before(start)) as u64
    }
}

fn offset(found: &Diagnostic) -> Option<u64> {
    match found.place {
        Place::Offset(offset) => Some(offset),
        _ => None,
    }
}
