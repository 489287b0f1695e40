//! Settings of the client.

use std::collections::BTreeMap;
use std::path::PathBuf;

use isatope::{Dialect, NamedTarget, Target};
use serde::Deserialize;
use serde_json::Value;

/// Settings, from `initializationOptions` or from the section `isatope` of the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// Target of sources that do not name one; empty for the default.
    pub target: String,
    /// Dialect of sources that do not show it; empty to try all.
    pub dialect: String,
    /// Folders in which `.include` and `.incbin` look for files, after that of the source.
    pub include_dirs: Vec<PathBuf>,
    /// Symbols that are defined before a source begins.
    pub defines: BTreeMap<String, u64>,
    /// Whether the rules of correct code are checked.
    pub check: bool,
    /// Whether rules are checked about which sources disagree.
    pub strict: bool,
    /// Which hints are shown in the text.
    pub hints: Hints,
}

/// Hints in the text.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Hints {
    /// The words of each instruction.
    pub words: bool,
    /// The offset of each instruction in its section.
    pub offsets: bool,
    /// The issue cycles of each instruction.
    pub costs: bool,
    /// The operations that each wait waits for.
    pub waits: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            target: String::new(),
            dialect: String::new(),
            include_dirs: Vec::new(),
            defines: BTreeMap::new(),
            check: true,
            strict: false,
            hints: Hints::default(),
        }
    }
}

impl Settings {
    /// Reads settings. Also returns what is wrong with them.
    pub fn read(value: &Value) -> (Self, Vec<String>) {
        let section = value.get("isatope").unwrap_or(value);
        if section.is_null() {
            return (Self::default(), Vec::new());
        }
        let read: Result<Self, _> = serde_json::from_value(section.clone());
        let settings = match read {
            Ok(settings) => settings,
            Err(error) => return (Self::default(), vec![format!("the settings of isatope are not used: {error}")]),
        };
        let mut wrong = Vec::new();
        if !settings.target.is_empty() && settings.named_target().is_none() {
            wrong.push(format!("isatope.target: {}", NamedTarget::explain(&settings.target)));
        }
        let exists = |target: Target| Dialect::from_name(target, &settings.dialect).is_some();
        if !settings.dialect.is_empty() && !Target::all().any(exists) {
            let mut names: Vec<&str> = Target::all().flat_map(Target::dialects).map(Dialect::name).collect();
            names.sort_unstable();
            names.dedup();
            wrong.push(format!(
                "isatope.dialect: there is no dialect `{}`: choose {}",
                settings.dialect,
                names.join(", ")
            ));
        }
        (settings, wrong)
    }

    /// The target, if it is set and known.
    pub fn named_target(&self) -> Option<NamedTarget> {
        self.target.parse().ok()
    }
}
