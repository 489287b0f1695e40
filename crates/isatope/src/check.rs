//! Finds code that can be encoded but is wrong to run, and computes the cost of code.
//!
//! ```
//! use isatope::Target;
//! use isatope::check::{Describer, Program, Start, check};
//! use isatope::{Assembler, Dialect};
//!
//! // The slot of the load is not waited for.
//! let source = Assembler::new(Target::V9, Dialect::MESA)?.assemble("LOAD.i32.unsigned.slot0 @r0, r2, offset:0\nFADD.f32.end r4, r0, r0\n");
//! let describer = Describer::new(Target::V9).expect("there are rules");
//! let (programs, told) = Program::of_source(&source);
//! assert!(told.is_empty());
//! let findings = check(&programs[0].steps(&describer), Start { written: u64::MAX, under_way: 0 });
//! assert!(!findings.is_empty());
//! println!("{}", programs[0].message(&findings[0], Dialect::MESA).message);
//! # Ok::<(), isatope::UnknownDialect>(())
//! ```

mod advice;
mod checker;
mod code;
mod costs;
mod descriptor;
mod fix;
mod leads;
pub mod lines;
mod message;
mod metadata;
mod programs;
mod sections;
mod source;
mod stretch;
mod subject;

pub use advice::{Advice, advise};
pub use checker::Checker;
pub use code::Code;
pub use costs::{CodeCost, occupancy};
pub use fix::{Fixed, Inserted, fix};
pub use isatope_check::hazards::{self, Finding as HazardFinding, Kind as HazardKind};
pub use isatope_check::kernel_cost::{InstructionRate, KernelCost, LoopCost, Rates, UnitCost};
#[doc(inline)]
pub use isatope_check::{
    Cost, Describer, Finding, Halves, Jump, MOST, Read as RegisterRead, Registers, Rule, Slots, Start, Step, check,
};
use isatope_diag::{Diagnostic, codes};
pub use programs::{Place, Program, Read, Word};
use subject::more;
pub use subject::{Settings, Subject};

use crate::Dialect;

/// The code of a rule in messages.
pub fn code(rule: Rule) -> &'static str {
    match rule {
        Rule::Pending => codes::CHECK_PENDING,
        Rule::Drained => codes::CHECK_DRAINED,
        Rule::Awaited => codes::CHECK_AWAITED,
        Rule::Order => codes::CHECK_ORDER,
        Rule::Helpers => codes::CHECK_HELPERS,
        Rule::Operands => codes::CHECK_OPERANDS,
        Rule::Unusual => codes::UNUSUAL,
        Rule::LastUse => codes::CHECK_LAST_USE,
        Rule::LastUsePair => codes::CHECK_LAST_USE_PAIR,
        Rule::LastUsePending => codes::CHECK_LAST_USE_PENDING,
        Rule::Reconverge => codes::CHECK_RECONVERGE,
        Rule::End => codes::CHECK_END,
        Rule::Outside => codes::CHECK_OUTSIDE,
        Rule::Unreachable => codes::CHECK_UNREACHABLE,
        Rule::Unwritten => codes::CHECK_UNWRITTEN,
        Rule::Invalid => codes::UNKNOWN_WORD,
    }
}

impl Program {
    /// Steps of its words, for [`check`] and [`Cost`].
    pub fn steps(&self, describer: &Describer) -> Vec<Step> {
        let step = |word: &Word| match word.inst {
            Some(inst) => describer.step(word.offset, &inst),
            None => describer.data(word.offset),
        };
        self.words.iter().map(|word| Step { is_data: word.is_data, ..step(word) }).collect()
    }

    /// A finding with its places: in the text, or in the bytes with the text of the instructions.
    pub fn message(&self, finding: &Finding, dialect: Dialect) -> Diagnostic {
        let here = &self.words[finding.at];
        let text = |at: usize| {
            let word = &self.words[at];
            let Some(inst) = word.inst else { return format!("{:#018x}", word.bits) };
            crate::listing::spelled(&inst, dialect)
        };
        let full = || format!("`{}`: {}", text(finding.at), finding.message);
        let mut error = match here.place {
            Place::Text(span) | Place::Expanded { written: span, .. } => {
                Diagnostic::error(code(finding.rule), finding.message.as_str()).at(span)
            }
            Place::Word(span) => Diagnostic::error(code(finding.rule), full()).at(span),
            Place::Bytes => Diagnostic::error(code(finding.rule), full()).at_offset(here.offset),
        };
        if !matches!(here.place, Place::Bytes) {
            error = here.place.expanded(error.label(finding.here.as_str()));
        }
        if let Some((other, does)) = &finding.other {
            let there = &self.words[*other];
            error = match there.place {
                Place::Text(span) | Place::Expanded { written: span, .. } => error.also(span, does.as_str()),
                Place::Word(span) => error.also(span, format!("`{}` {does}", text(*other))),
                Place::Bytes => error.also_offset(there.offset, format!("`{}` {does}", text(*other))),
            };
        }
        error.help(finding.help)
    }
}
