//! What is checked: the code of an input, in the form that the rules of its target need.

use std::collections::BTreeSet;

use isatope_core::Dialect;
use isatope_diag::{Diagnostic, codes};
use isatope_object::Container;

use super::sections::{Problem, Sections};
use super::{Checker, Code, Describer, MOST, Place, Program, Start, Step, check};
use crate::{Error, ObjectError, Source, Target, select};

/// Which rules are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Also check rules about which sources disagree.
    pub strict: bool,
    /// Whether memory instructions are done again after a page fault, as [`TargetId::replays`]. If they are, it is
    /// checked that they can be. Containers and sources may name it too.
    ///
    /// [`TargetId::replays`]: isatope_object::TargetId::replays
    pub xnack: Option<bool>,
    /// Also report waits and idle states that no path needs.
    pub redundant: bool,
    /// Programs are blend shaders, which start with all slots waited for and all registers set.
    pub blend: bool,
}

impl Settings {
    /// Whether memory instructions of code that says this about it are done again: they are if either says so.
    pub(super) fn replay_of(&self, code: Option<bool>) -> Option<bool> {
        code.max(self.xnack)
    }
}

/// The code of an input.
///
/// ```
/// use isatope::Target;
/// use isatope::check::{Settings, Subject};
///
/// // global_load_dword v0, v[2:3], off;  v_add_f32 v1, v0, v0;  s_endpgm
/// let words: [u32; 4] = [0xdc50_8000, 0x007f_0002, 0x0202_0100, 0xbf81_0000];
/// let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let subject = Subject::of_image(Target::GFX900, &code, true)?;
/// let findings = subject.findings(&Settings::default());
/// assert_eq!(findings[0].help.as_deref(), Some("insert `s_waitcnt vmcnt(0)` directly before it"));
/// # Ok::<(), isatope::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Subject {
    /// The target.
    pub target: Target,
    /// The dialect of messages.
    pub dialect: Dialect,
    /// Code whose target has rules of waits and hazards.
    pub codes: Vec<Code>,
    /// Programs whose target has rules of messages and slots.
    pub programs: Vec<Program>,
    /// What is wrong with the input itself.
    pub messages: Vec<Diagnostic>,
    /// Why kernels cannot be launched.
    problems: Vec<Problem>,
}

impl Subject {
    /// Without code.
    pub fn new(target: Target, dialect: Dialect) -> Self {
        let (codes, programs, messages, problems) = Default::default();
        Self { target, dialect, codes, programs, messages, problems }
    }

    /// The code in the bytes of an image: a container, or code without one.
    ///
    /// # Errors
    /// Returns an error if the container is broken.
    pub fn of_image(target: Target, bytes: &[u8], is_bare: bool) -> Result<Self, Error> {
        match target.hazards() {
            Some(_) if !is_bare => {
                let container = isatope_object::open(bytes).map_err(ObjectError::from)?;
                Ok(Self::of_container(&container, target, target.dialect()))
            }
            _ => Ok(Self::of_bytes(target, target.dialect(), bytes, |_| Place::Bytes)),
        }
    }

    /// The code of a container.
    pub fn of_container(container: &Container<'_>, target: Target, dialect: Dialect) -> Self {
        let mut subject = Self::new(target, dialect);
        if target.hazards().is_some() {
            (subject.codes, subject.problems) = Code::with_problems(container, target);
        }
        subject
    }

    /// The code in bytes without a container. `place` is the position of the word at an offset.
    pub fn of_bytes(target: Target, dialect: Dialect, bytes: &[u8], place: impl Fn(usize) -> Place) -> Self {
        let mut subject = Self::new(target, dialect);
        match target.hazards() {
            Some(_) => subject.codes.push(Code::of_bytes(target, bytes, place)),
            None => (subject.programs, subject.messages) = Program::of_binary(target, bytes),
        }
        subject
    }

    /// The code of a source that was read with [`Options::places`](crate::assembler::Options::places).
    ///
    /// Spans of messages are those of the source.
    pub fn of_source(source: &Source) -> Self {
        let mut subject = Self::new(source.target(), source.dialect());
        match source.target().hazards() {
            Some(_) => {
                (subject.codes, subject.messages, subject.problems) = Code::of_source_with_problems(source);
            }
            None => (subject.programs, subject.messages) = Program::of_source(source),
        }
        subject
    }

    /// Keeps only the kernels that a name or a pattern with `*` and `?` means, and the code of their sections to which
    /// they lead, such as functions that they call. Does nothing if the target has no rules of waits and hazards.
    ///
    /// # Errors
    /// Returns a message if no kernel matches, or a name matches several.
    pub fn select(&mut self, wanted: &str) -> Result<(), Box<Diagnostic>> {
        if self.target.hazards().is_none() {
            return Ok(());
        }
        let kernels = self.codes.iter().flat_map(|code| &code.stretches).filter(|stretch| stretch.is_kernel);
        let symbols: Vec<String> = kernels.map(|kernel| kernel.symbol.clone()).collect();
        let symbols: Vec<&str> = symbols.iter().map(String::as_str).collect();
        let found: BTreeSet<usize> = select::kernels(&symbols, wanted)?.into_iter().collect();
        self.problems.retain(|(name, _)| found.iter().any(|&kernel| symbols[kernel] == name));
        let mut number = 0..;
        for code in &mut self.codes {
            let kernels = code.stretches.iter().filter(|stretch| stretch.is_kernel).zip(&mut number);
            let meant = kernels.filter(|(_, number)| found.contains(number));
            code.options.only = Some(meant.flat_map(|(kernel, _)| kernel.code.iter().cloned()).collect());
        }
        self.codes.retain(|code| code.options.only.as_ref().is_none_or(|only| !only.is_empty()));
        Ok(())
    }

    /// What is wrong with the input and its code, as messages.
    pub fn findings(&self, settings: &Settings) -> Vec<Diagnostic> {
        self.findings_with(&mut Checker::default(), settings)
    }

    /// Like [`findings`](Self::findings), with a checker that may have checked other code before.
    pub fn findings_with(&self, checker: &mut Checker, settings: &Settings) -> Vec<Diagnostic> {
        let mut list = self.messages.clone();
        list.extend(self.problems.iter().map(|(_, problem)| problem.clone()));
        list.extend(self.codes.iter().flat_map(|code| code.findings(checker, settings, self.dialect)));
        if let Some(describer) = Describer::new(self.target) {
            for program in &self.programs {
                let steps = program.steps(&describer);
                list.extend(program.findings(&steps, self.start(settings), self.dialect));
            }
        }
        list
    }

    /// Like [`findings_with`](Self::findings_with), for the code of a container: in less time, because code without
    /// findings is read piece by piece.
    pub fn findings_of_container(
        container: &Container<'_>,
        (target, dialect): (Target, Dialect),
        checker: &mut Checker,
        settings: &Settings,
    ) -> Vec<Diagnostic> {
        match target.hazards() {
            Some(_) => Sections::new(container, target).findings(checker, settings, dialect),
            None => Vec::new(),
        }
    }

    /// How programs start.
    fn start(&self, settings: &Settings) -> Start {
        match self.target.checks() {
            Some(checks) if !settings.blend => Start { written: checks.written, under_way: checks.open },
            _ => Start { written: u64::MAX, under_way: 0 },
        }
    }
}

impl Program {
    /// Findings about its steps as messages.
    fn findings(&self, steps: &[Step], start: Start, dialect: Dialect) -> Vec<Diagnostic> {
        let found = check(steps, start);
        let mut list: Vec<Diagnostic> = found.iter().map(|finding| self.message(finding, dialect)).collect();
        list.extend((found.len() >= MOST).then(more));
        list
    }
}

/// Says that not all findings are shown.
pub(super) fn more() -> Diagnostic {
    let message = format!("only the first {MOST} findings of the program are shown");
    Diagnostic::warning(codes::CHECK_MORE, message)
}
