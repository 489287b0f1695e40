//! The options that name a target and a dialect.

use std::ffi::OsStr;

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use isatope::assembler::Options;
use isatope::container::Container;
use isatope::diagnostics::{Diagnostic, FileId, Level};
use isatope::{Assembler, Dialect, Inputs, NamedTarget, Source, Target, UnknownTarget, listing};

use crate::output::Reporter;

/// Target and dialect.
#[derive(Clone, Debug, Args)]
pub struct Language {
    /// Target; `isatope targets` lists all names [default: the target of the input, else gcn1.2]
    #[arg(short = 't', long = "target", value_name = "TARGET", value_parser = names(named_target, target_names), hide_possible_values = true)]
    pub named: Option<NamedTarget>,
    /// Dialect of the text: clrx or llvm for gcn; mesa, mesa-new or arm for valhall [default: $ISATOPE_DIALECT, else
    /// that of the source, llvm for objects that LLVM made, else the first one]
    #[arg(long, value_name = "DIALECT", value_parser = names(any_text, dialect_names), hide_possible_values = true)]
    dialect: Option<String>,
}

impl Language {
    /// The target from the command line.
    pub fn explicit_target(&self) -> Option<Target> {
        self.named.as_ref().map(|named| named.target)
    }

    /// The target from the command line, or the default target.
    pub fn target(&self) -> Target {
        self.explicit_target().unwrap_or(Target::USUAL)
    }

    /// Uses the target of the input if the command line has none.
    pub fn or(&self, found: Option<impl Into<NamedTarget>>) -> Self {
        let named = self.named.clone().or_else(|| found.map(Into::into));
        Self { named, dialect: self.dialect.clone() }
    }

    /// The name of the target for messages.
    pub fn called(&self) -> &'static str {
        self.named.as_ref().map_or_else(|| self.target().name(), |named| named.called)
    }

    /// The dialect, checked against the target; by default the first dialect of the architecture.
    pub fn dialect(&self) -> anyhow::Result<Dialect> {
        Ok(self.preferred_dialect()?.unwrap_or(self.target().dialect()))
    }

    /// The dialect for the code of a container.
    pub fn dialect_for(&self, container: &Container<'_>) -> anyhow::Result<Dialect> {
        Ok(self.preferred_dialect()?.unwrap_or_else(|| listing::dialect_of(self.target(), container)))
    }

    /// The dialect from the command line or from the environment.
    pub fn preferred_dialect(&self) -> anyhow::Result<Option<Dialect>> {
        Ok(match self.explicit_dialect()? {
            None => usual_dialect(self.target())?,
            given => given,
        })
    }

    /// The dialect from the command line.
    pub fn explicit_dialect(&self) -> anyhow::Result<Option<Dialect>> {
        self.dialect.as_deref().map(|name| dialect_of(self.target(), name)).transpose()
    }
}

/// The environment variable with the dialect to use where the command line has none.
const DIALECT: &str = "ISATOPE_DIALECT";

/// The dialect that the environment asks for, if the target has it.
pub fn usual_dialect(target: Target) -> anyhow::Result<Option<Dialect>> {
    let Some(name) = std::env::var_os(DIALECT).filter(|name| !name.is_empty()) else { return Ok(None) };
    let name = name.to_string_lossy();
    let found = Dialect::from_name(target, &name);
    // It may be a dialect of another architecture.
    if found.is_none() && !Target::all().any(|other| Dialect::from_name(other, &name).is_some()) {
        let mut names: Vec<&str> = Vec::new();
        for dialect in Target::all().flat_map(Target::dialects) {
            if !names.contains(&dialect.name()) {
                names.push(dialect.name());
            }
        }
        anyhow::bail!("{DIALECT}: there is no dialect `{name}`: choose {}", names.join(", "));
    }
    Ok(found)
}

impl Language {
    /// The dialect that is given, or that a source names, or that the environment names.
    pub fn dialect_of_source(&self, text: &str) -> anyhow::Result<Option<Dialect>> {
        Ok(match self.explicit_dialect()?.or_else(|| Source::dialect_of(text, self.target())) {
            None => self.preferred_dialect()?,
            found => found,
        })
    }

    /// Assembles a source. One without a dialect is read in all of them.
    pub fn assemble(&self, text: String, options: Options, inputs: &Inputs) -> anyhow::Result<Source> {
        let target = self.target();
        Ok(match self.dialect_of_source(&text)? {
            Some(dialect) => Assembler::with_options(target, dialect, options)?.with_inputs(inputs).assemble(text),
            None => Source::in_any_dialect_with(target, text, options, inputs),
        })
    }

    /// Reports diagnostics about a text that was read for this target. The first error says which target that is if
    /// nothing named it. `files` are the files of the spans.
    pub fn report(&self, diagnostics: &[Diagnostic], files: &[FileId], reporter: &mut Reporter) {
        let mut is_first = true;
        for diagnostic in diagnostics {
            let mut diagnostic = diagnostic.clone().in_files(files);
            if diagnostic.level == Level::Error && std::mem::take(&mut is_first) {
                diagnostic = self.noted(diagnostic);
            }
            reporter.report(&diagnostic);
        }
    }

    /// Adds the name of the target to an error if nothing named it.
    pub fn noted(&self, error: Diagnostic) -> Diagnostic {
        match self.named {
            Some(_) => error,
            None => error.note(format!("for {}, the default; `-t` selects another target", self.called())),
        }
    }
}

/// Finds a dialect of a target by name.
pub fn dialect_of(target: Target, name: &str) -> anyhow::Result<Dialect> {
    Dialect::from_name(target, name).ok_or_else(|| {
        let names: Vec<&str> = target.dialects().map(Dialect::name).collect();
        anyhow::anyhow!("{} has no dialect `{name}`: choose {}", target.architecture(), names.join(" or "))
    })
}

/// A parser of names whose completions are all names.
#[derive(Clone)]
pub(super) struct Names<T> {
    parse: fn(&str) -> Result<T, String>,
    all: fn() -> Vec<&'static str>,
}

pub(super) fn names<T>(parse: fn(&str) -> Result<T, String>, all: fn() -> Vec<&'static str>) -> Names<T> {
    Names { parse, all }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Names<T> {
    type Value = T;

    fn parse_ref(&self, cmd: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.parse.parse_ref(cmd, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.all)().into_iter().map(PossibleValue::new)))
    }
}

/// All names of all targets.
pub(super) fn target_names() -> Vec<&'static str> {
    Target::all().flat_map(|target| std::iter::once(target.name()).chain(target.names().iter().copied())).collect()
}

/// The dialects of all targets.
pub(super) fn dialect_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for dialect in Target::all().flat_map(Target::dialects) {
        if !names.contains(&dialect.name()) {
            names.push(dialect.name());
        }
    }
    names
}

/// Takes any text: whether a dialect exists depends on the target.
pub(super) fn any_text(text: &str) -> Result<String, String> {
    Ok(text.to_string())
}

/// Parses the name of a target.
pub fn named_target(name: &str) -> Result<NamedTarget, String> {
    name.parse().map_err(|unknown: UnknownTarget| NamedTarget::explain(unknown.name()))
}

/// Parses the name of a target, whatever the chip.
pub(super) fn target(name: &str) -> Result<Target, String> {
    named_target(name).map(|named| named.target)
}
