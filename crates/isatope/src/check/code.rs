//! Code that [`hazards`](isatope_check::hazards) checks: from sources, words and containers.

use isatope_check::hazards::{self, Finding, Kind, Options};
use isatope_core::Resources;
use isatope_core::hazards::Level;
use isatope_diag::{Diagnostic, FileId, codes};
use isatope_flow::Program as Flow;
use isatope_object::launch::LaunchInfo;
use isatope_object::{Container, SectionKind, SymbolKind};

use super::costs::Stretch;
use super::{Place, Program};
use crate::code::{Dividers, Instructions, Section};
use crate::{Dialect, Instruction, Source, Target};

/// Instructions with their positions in the input, and what is known about them.
#[derive(Clone, Debug)]
pub struct Code {
    pub(super) program: Flow,
    pub(super) places: Vec<Place>,
    /// Name of the chip, such as `gfx900`: costs depend on it.
    pub chip: String,
    /// Kernels and functions.
    pub(super) stretches: Vec<Stretch>,
    /// Options of the checks.
    pub options: Options,
    /// Number of the section of a container that it is in.
    pub section: Option<usize>,
}

impl Code {
    /// Code from instructions with their offsets and positions. The first one is the start of a kernel.
    fn new(target: Target, words: Vec<(u64, Instruction, Place)>) -> Self {
        let places = words.iter().map(|(.., place)| *place).collect();
        let mut options = Options::default();
        options.kernels.extend(words.first().map(|(offset, ..)| *offset));
        let program = Flow::new(target, words.into_iter().map(|(offset, inst, _)| (offset, inst)));
        Self { program, places, chip: target.name().to_owned(), stretches: Vec::new(), options, section: None }
    }

    /// The code of a source that was read with [`Options::places`](crate::assembler::Options::places), and what is
    /// wrong with the source.
    pub fn of_source(source: &Source, file: FileId) -> (Vec<Self>, Vec<Diagnostic>) {
        let (programs, told) = Program::of_source(source, file);
        let code = |program: Program| {
            let words = program.words.iter().filter_map(|word| Some((word.offset, word.inst?, word.place)));
            Self::new(source.target(), words.collect()).with_functions()
        };
        (programs.into_iter().map(code).collect(), told)
    }

    /// The code in bytes without a container. `place` is the position of the instruction at an offset.
    pub fn of_bytes(target: Target, bytes: &[u8], place: impl Fn(usize) -> Place) -> Self {
        let mut words = Vec::new();
        let mut decoder = crate::Decoder::new(target, bytes);
        while let Some((offset, inst)) = decoder.advance() {
            words.extend(inst.map(|inst| (offset as u64, inst, place(offset))));
        }
        Self::new(target, words).with_functions()
    }

    /// The code of each section of a container. Kernels and functions are entries.
    pub fn of_container(container: &Container<'_>, target: Target) -> Vec<Self> {
        let dividers = Dividers::new(container);
        let launches: Vec<LaunchInfo> = container.launchable().into_iter().flatten().collect();
        let sections = container.sections.iter().enumerate().filter(|(_, section)| section.kind == SectionKind::Code);
        let code = sections.map(|(number, section)| {
            let stretches = dividers.stretches(number, section.data, 0..section.data.len() as u64);
            let code = Section { code: section.data, base: 0, stretches };
            let words = Instructions::new(target, vec![code]).map(|(offset, inst)| (offset, inst, Place::Bytes));
            let mut code = Self::new(target, words.collect());
            code.section = Some(number);
            let kernels = container.kernels.iter().filter_map(|kernel| kernel.code);
            code.options.kernels = kernels.filter(|(of, ..)| *of == number).map(|(_, start, _)| start).collect();
            code.chip = container.target.unwrap_or(target.name()).to_owned();
            code.options.replay = container.target_id().is_some_and(|id| id.xnack == Some(true));
            code.stretches = stretches_of(container, number, &launches);
            code.options.initial = initial(target, &code.stretches);
            let symbols =
                container.symbols.iter().filter(|s| s.section == Some(number) && s.kind != SymbolKind::Object);
            let entries: Vec<u64> = symbols.map(|symbol| symbol.value).chain(code.options.kernels.clone()).collect();
            entries.into_iter().for_each(|entry| {
                code.program.add_entry(entry);
            });
            code
        });
        code.filter(|code| !code.places.is_empty()).collect()
    }

    /// Adds entries for code to which no branch leads: functions that are called from elsewhere. Zeros are padding.
    fn with_functions(mut self) -> Self {
        let is_zero = |at: usize| self.program.items()[at].instruction.is_some_and(|inst| inst.bits() == 0);
        let graph = self.program.graph();
        let alone = graph.blocks().iter().filter(|block| !block.reachable && block.before.is_empty());
        let alone = alone.filter(|block| !is_zero(block.instructions.start));
        let starts: Vec<u64> = alone.map(|block| self.program.items()[block.instructions.start].address).collect();
        for start in starts {
            self.program.add_entry(start);
        }
        self
    }

    /// The instructions and their control flow.
    pub fn program(&self) -> &Flow {
        &self.program
    }

    /// Checks the code.
    pub fn check(&self) -> Vec<Finding> {
        hazards::check(&self.program, &self.options)
    }

    /// Waits and idle states that no path needs.
    pub fn redundant(&self) -> Vec<hazards::Redundancy> {
        hazards::redundant(&self.program, &self.options)
    }

    /// A redundant instruction as a message with its position.
    pub fn redundant_message(&self, found: &hazards::Redundancy, dialect: Dialect) -> Diagnostic {
        let spelled = |inst: &Instruction| inst.display(dialect).map_or_else(|_| inst.to_string(), |t| t.to_string());
        let item = &self.program.items()[found.at];
        let text = item.instruction.as_ref().map_or_else(String::new, spelled);
        let message = match found.counters.as_slice() {
            [] => format!("no path needs `{text}`"),
            counters => format!("no path needs to wait for {} here", counters.join(" and ")),
        };
        let warning = match self.places[found.at] {
            Place::Text(span) | Place::Word(span) => Diagnostic::warning(codes::CHECK_REDUNDANT, message).at(span),
            Place::Bytes => {
                let message = if found.counters.is_empty() { message } else { format!("`{text}`: {message}") };
                Diagnostic::warning(codes::CHECK_REDUNDANT, message).at_offset(item.address)
            }
        };
        match &found.replacement {
            Some(inst) => warning.help(format!("use `{}`", spelled(inst))),
            None => warning.help("remove it"),
        }
    }

    /// A finding as a message with its positions.
    pub fn message(&self, finding: &Finding, dialect: Dialect) -> Diagnostic {
        let text =
            |inst: &Instruction| inst.display(dialect).map_or_else(|_| inst.to_string(), |text| text.to_string());
        let text_at = |at: usize| self.program.items()[at].instruction.as_ref().map_or_else(String::new, text);
        let address = |at: usize| self.program.items()[at].address;
        let in_text = matches!(self.places[finding.at], Place::Text(_));
        let message = match in_text {
            true => finding.message.clone(),
            false => format!("`{}`: {}", text_at(finding.at), finding.message),
        };
        let mut found = match finding.level {
            Level::Error => Diagnostic::error(code(finding.kind), message),
            Level::Warning | Level::Disputed => Diagnostic::warning(code(finding.kind), message),
        };
        found = match self.places[finding.at] {
            Place::Text(span) | Place::Word(span) => found.at(span).label(finding.here.as_str()),
            Place::Bytes => found.at_offset(address(finding.at)),
        };
        if let Some((other, does)) = &finding.other {
            found = match self.places[*other] {
                Place::Text(span) => found.also(span, does.as_str()),
                Place::Word(span) => found.also(span, format!("`{}` {does}", text_at(*other))),
                Place::Bytes => found.also_offset(address(*other), format!("`{}` {does}", text_at(*other))),
            };
        }
        for &(from, to) in &finding.path {
            found = found.note(format!("the path goes from `{}` to `{}`", text_at(from), text_at(to)));
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

/// Registers that are set when kernels start.
fn initial(target: Target, stretches: &[Stretch]) -> Vec<(u64, Resources)> {
    let arch = target.arch();
    let (Some(scalar), Some(vector)) = (arch.roles.scalar, arch.roles.vector) else { return Vec::new() };
    let kernels = stretches.iter().filter_map(|stretch| Some((stretch.addresses.start, stretch.info.as_ref()?)));
    let set = kernels.map(|(address, info)| {
        let system = info.system_sgprs.iter().map(|one| u16::from(one.first) + u16::from(one.count)).max();
        let scalars = system.unwrap_or(0).max(info.user_sgpr_count.into());
        let scalars = Resources::range(arch.file_resources(scalar, 0, scalars));
        (address, scalars | Resources::range(arch.file_resources(vector, 0, info.workitem_ids.into())))
    });
    set.collect()
}

/// Kernels and functions in a section, in the order of their addresses.
fn stretches_of(container: &Container<'_>, section: usize, launches: &[LaunchInfo]) -> Vec<Stretch> {
    let mut list: Vec<Stretch> = Vec::new();
    for kernel in &container.kernels {
        let Some((_, start, end)) = kernel.code.filter(|(of, ..)| *of == section) else { continue };
        let info = launches.iter().find(|info| info.entry.section == section && info.entry.offset == start).cloned();
        list.push(Stretch { symbol: kernel.name.to_owned(), addresses: start..end, info, is_kernel: true });
    }
    let functions = container.symbols.iter().filter(|s| s.section == Some(section) && s.kind == SymbolKind::Function);
    for symbol in functions.filter(|symbol| symbol.size > 0) {
        if !list.iter().any(|known| known.addresses.start == symbol.value) {
            let addresses = symbol.value..symbol.value.saturating_add(symbol.size);
            list.push(Stretch { symbol: symbol.name.to_owned(), addresses, info: None, is_kernel: false });
        }
    }
    list.sort_by_key(|stretch| stretch.addresses.start);
    list
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
        _ => codes::UNKNOWN_WORD,
    }
}
