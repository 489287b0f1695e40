//! Findings of [`Code`] as messages with positions.

use isatope_check::hazards::{self, Finding, Kind, Options};
use isatope_core::hazards::Level;
use isatope_diag::{Diagnostic, codes};

use super::{Checker, Code, Place, Settings};
use crate::{Dialect, Instruction};

impl Code {
    /// All findings as messages. The checker may have checked other code before.
    pub fn findings(&self, checker: &mut Checker, settings: &Settings, dialect: Dialect) -> Vec<Diagnostic> {
        let options = self.options_with(settings);
        let found = checker.check(&self.program, &options);
        let mut list: Vec<Diagnostic> = found.iter().map(|finding| self.message(finding, dialect)).collect();
        list.extend((found.len() >= hazards::MOST).then(super::more));
        list.extend(self.warnings(settings, dialect));
        if settings.redundant {
            let found = checker.rules.redundant(&self.program, &options);
            list.extend(found.iter().map(|found| self.redundant_message(found, dialect)));
        }
        list
    }

    /// Whether there is nothing to report, and control stays in the code.
    pub(super) fn is_clean(&self, checker: &mut hazards::Checker, settings: &Settings) -> bool {
        let dialect = self.program.target().dialect();
        checker.is_clean(&self.program, &self.options_with(settings)) && self.warnings(settings, dialect).is_empty()
    }

    /// The options of the code with what settings add.
    pub(super) fn options_with(&self, settings: &Settings) -> Options {
        let mut options = self.options.clone();
        options.disputed |= settings.strict;
        options.replay = settings.replay_of(options.replay);
        options
    }

    /// Warnings that no instruction would end: of float modes that disagree, and of code that nothing leads to.
    pub fn warnings(&self, settings: &Settings, dialect: Dialect) -> Vec<Diagnostic> {
        let unnamed = self.unnamed.iter().filter(|_| settings.strict);
        self.modes(dialect).into_iter().chain(unnamed.filter_map(|&start| self.unreachable(start))).collect()
    }

    /// Says that nothing leads to an address of a source.
    fn unreachable(&self, start: u64) -> Option<Diagnostic> {
        let at = self.program.find(start)?;
        let warning = Diagnostic::warning(codes::CHECK_UNREACHABLE, "nothing leads here").at(self.place(at).span()?);
        Some(warning.label("never runs").help("remove it, or give it a label"))
    }

    /// A redundant instruction as a message with its position.
    pub fn redundant_message(&self, found: &hazards::Redundancy, dialect: Dialect) -> Diagnostic {
        let spelled = |inst: &Instruction| spelled(inst, dialect);
        let item = &self.program.items()[found.at];
        let text = item.instruction.as_ref().map_or_else(String::new, spelled);
        let message = match found.counters.as_slice() {
            [] if found.replacement.is_some() => format!("no path needs all states of `{text}`"),
            [] => format!("no path needs `{text}`"),
            counters => format!("no path needs to wait for {} here", counters.join(" and ")),
        };
        let place = self.place(found.at);
        let warning = match place.span() {
            Some(span) => place.expanded(Diagnostic::warning(codes::CHECK_REDUNDANT, message).at(span)),
            None => {
                let message = if found.counters.is_empty() { message } else { format!("`{text}`: {message}") };
                self.at_address(Diagnostic::warning(codes::CHECK_REDUNDANT, message), item.address)
            }
        };
        match &found.replacement {
            Some(inst) => warning.help(format!("use `{}`", spelled(inst))),
            None => warning.help("remove it"),
        }
    }

    /// A message about an address, with the kernel or function that it is in.
    fn at_address(&self, message: Diagnostic, address: u64) -> Diagnostic {
        let message = message.at_offset(address);
        match self.stretches.iter().find(|stretch| stretch.addresses.contains(&address)) {
            Some(stretch) => {
                message.note(format!("in `{}`, at {:#x} of it", stretch.symbol, address - stretch.addresses.start))
            }
            None => message,
        }
    }

    /// A finding as a message with its positions.
    pub fn message(&self, finding: &Finding, dialect: Dialect) -> Diagnostic {
        let text = |inst: &Instruction| spelled(inst, dialect);
        let text_at = |at: usize| self.program.items()[at].instruction.as_ref().map_or_else(String::new, text);
        let address = |at: usize| self.program.items()[at].address;
        let in_text = matches!(self.place(finding.at), Place::Text(_) | Place::Expanded { .. });
        let message = match in_text {
            true => finding.message.clone(),
            false => format!("`{}`: {}", text_at(finding.at), finding.message),
        };
        let mut found = match finding.level {
            Level::Error => Diagnostic::error(code(finding.kind), message),
            Level::Warning | Level::Disputed => Diagnostic::warning(code(finding.kind), message),
        };
        let place = self.place(finding.at);
        found = match place.span() {
            Some(span) => place.expanded(found.at(span).label(finding.here.as_str())),
            None => self.at_address(found, address(finding.at)),
        };
        if let Some((other, does)) = &finding.other {
            let text = text_at(*other);
            let told = if text.is_empty() { does.clone() } else { format!("`{text}` {does}") };
            found = match self.place(*other) {
                Place::Text(span) | Place::Expanded { written: span, .. } => found.also(span, does.as_str()),
                Place::Word(span) => found.also(span, told),
                Place::Bytes => found.also_offset(address(*other), told),
            };
        }
        let with_address = |at: usize| match self.place(at) {
            Place::Bytes => format!("`{}` at {:#x}", text_at(at), address(at)),
            _ => format!("`{}`", text_at(at)),
        };
        for &(from, to) in &finding.path {
            found = found.note(format!("the path goes from {} to {}", with_address(from), with_address(to)));
        }
        if let Some(rule) = finding.rule {
            let sources = rule.sources.iter().map(|(title, place)| format!("{title}, \"{place}\""));
            let sources: Vec<String> = sources.collect();
            let disputed = if finding.level == Level::Disputed { "; other sources disagree" } else { "" };
            found = found.note(format!("rule `{}`, from {}{disputed}", rule.name, sources.join("; ")));
        }
        let fix = finding.repair.instructions(self.program.target());
        let fix: Vec<String> = fix.iter().map(|inst| format!("`{}`", text(inst))).collect();
        match (fix.is_empty(), finding.help.is_empty()) {
            (_, false) => found.help(finding.help.as_str()),
            (false, true) => found.help(format!("insert {} directly before it", fix.join(" and "))),
            (true, true) => found,
        }
    }
}

/// The text of an instruction in a dialect, without the blanks that align operands; in the default one if it has no
/// spelling there.
pub(super) fn spelled(inst: &Instruction, dialect: Dialect) -> String {
    crate::listing::spelled(inst, dialect).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The code of a kind of findings in messages.
fn code(kind: Kind) -> &'static str {
    match kind {
        Kind::Wait => codes::CHECK_WAIT,
        Kind::Held => codes::CHECK_HELD,
        Kind::States => codes::CHECK_STATES,
        Kind::Outstanding => codes::CHECK_OUTSTANDING,
        Kind::Stale => codes::CHECK_STALE,
        Kind::Undefined => codes::CHECK_UNDEFINED,
        Kind::Never => codes::CHECK_NEVER,
        Kind::Replay => codes::CHECK_REPLAY,
        Kind::Unwritten => codes::CHECK_UNWRITTEN,
        Kind::Operands => codes::CHECK_OPERANDS,
        Kind::End => codes::CHECK_END,
        Kind::Outside => codes::CHECK_OUTSIDE,
        Kind::Unprovided => codes::CHECK_BUDGET,
        Kind::Contradicted => codes::CHECK_CONTRADICTED,
        Kind::Misplaced => codes::CHECK_ENTRY,
        Kind::Unreachable => codes::CHECK_UNREACHABLE,
        _ => codes::UNKNOWN_WORD,
    }
}
