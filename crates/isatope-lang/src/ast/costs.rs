//! Costs of instructions, and what limits the number of wavefronts.

use super::decl::Citation;
use super::hazards::Term;
use super::name::{Name, Range};
use crate::span::Span;

/// `costs { … }`
#[derive(Clone, Debug)]
pub struct Costs {
    pub lines: Vec<(CostLine, Option<Range>)>,
    pub span: Span,
}

/// A line of `costs`.
#[derive(Clone, Debug)]
pub enum CostLine {
    /// `class quarter = "v_rcp_*"`, as in `hazards`.
    Class { name: Name, terms: Vec<Term> },
    /// `chips fast = "gfx600", "tahiti"`
    Chips { name: Name, chips: Vec<(String, Span)> },
    /// `cycles 16 of quarter on fast`
    Cycles { count: u32, class: Name, on: Option<Name> },
    /// `latency 320 of vmem`
    Latency { count: u32, class: Name },
    /// `registers vgpr 256 by 4`
    Registers { file: Name, total: u32, block: u32 },
    /// `extra 2 for vcc`
    Extra { count: u32, register: Name },
    /// `shared 65536 by 512`
    Shared { total: u32, block: u32 },
    /// `waves 10 simds 4 groups 16`
    Waves { most: u32, simds: u32, groups: u32 },
    /// `source …`
    Source(Vec<Citation>),
}
