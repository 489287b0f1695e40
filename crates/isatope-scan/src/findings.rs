//! Findings of the checks, counted by kernel.

use std::ops::Range;

use isatope::check::{Checker, Code, Settings, Subject};
use isatope::container::Container;
use isatope::diagnostics::{Diagnostic, Place};
use isatope::{Kernel, Target};

/// Positions of the findings of an image: the number of their section, 0 for bare code, and the offset there.
pub struct Findings(Vec<(usize, u64)>);

impl Findings {
    /// Checks a container.
    pub fn of_container(container: &Container<'_>, target: Target) -> Self {
        let (mut list, mut checker) = (Vec::new(), Checker::default());
        for code in Code::of_container(container, target) {
            let (section, items) = (code.section.unwrap_or_default(), code.program().items());
            list.extend(code.check_with(&mut checker).iter().map(|found| (section, items[found.at].address)));
        }
        Self::sorted(list)
    }

    /// Checks the programs of bare code.
    pub fn of_bare(bytes: &[u8], target: Target) -> Self {
        let subject = Subject::of_bytes(target, target.dialect(), bytes, |_| isatope::check::Place::Bytes);
        let found = subject.findings(&Settings::default());
        Self::sorted(found.iter().filter_map(|found| Some((0, offset(found)?))).collect())
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
