//! A checker of code, which keeps what it learned.

use std::collections::HashSet;
use std::ops::Range;

use isatope_check::hazards::{self, Options};
use isatope_core::Resources;
use isatope_core::tables::FileId;
use isatope_flow::Program;

use crate::Target;

/// Checks code, one piece after another. It keeps what it learned about instructions, and kernels without findings: a
/// library has many twice.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    pub(super) rules: hazards::Checker,
    pub(super) clean: HashSet<Alone>,
    pub(super) clean_bytes: usize,
}

impl Checker {
    /// Checks instructions.
    pub fn check(&mut self, program: &Program, options: &Options) -> Vec<hazards::Finding> {
        self.rules.check(program, options)
    }
}

/// All that decides whether a kernel or function alone has findings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Alone {
    pub code: Box<[u8]>,
    /// Stretches of instructions in it.
    pub instructions: Vec<Range<usize>>,
    pub target: Target,
    /// Whether disputed rules count, and whether memory instructions are done again after page faults.
    pub rules: (bool, Option<bool>),
    pub is_kernel: bool,
    /// Registers that are set at its start, those that are allocated, and the memories that are not.
    pub initial: Option<Resources>,
    /// Register of the address of the kernarg segment, and its size.
    pub kernarg: Option<(u8, u64)>,
    pub registers: Vec<(FileId, u32)>,
    pub missing: Vec<u8>,
}
