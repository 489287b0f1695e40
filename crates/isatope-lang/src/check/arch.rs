//! `arch`, `version`, and the roles of state.

use super::Cx;
use crate::ast::{self, Decl, Name, StyleItem};
use crate::model::{
    Abi, CONTAINERS, DwarfNumber, Lack, Limits, Preload, Processor, Relative, Style, TRAITS, Terms, Version,
};

/// Preloaded values: the value, the register file and the first register.
type Preloads = Vec<(Name, Name, u32)>;

/// All names of a version.
fn names_of(version: &Version) -> impl Iterator<Item = &String> {
    std::iter::once(&version.name).chain(&version.names)
}

impl Cx {
    /// Processes the architecture and versions first, because ranges and dialects need them. Returns the other
    /// declarations, and the preloads, which need register files.
    pub(super) fn architecture(&mut self, decls: Vec<Decl>) -> (Vec<Decl>, Preloads) {
        let (mut rest, mut archs) = (Vec::new(), Vec::new());
        for decl in decls {
            match decl {
                Decl::Arch(tree) => {
                    if !archs.is_empty() {
                        self.error(tree.name.span, "there is a second `arch`");
                    }
                    archs.push(*tree);
                }
                Decl::Version(version) => self.one_version(version),
                other => rest.push(other),
            }
        }
        let preloads = archs.into_iter().flat_map(|tree| self.arch(tree)).collect();
        let model = &mut self.model;
        model.versions.iter_mut().filter(|v| v.lanes == 0).for_each(|v| v.lanes = model.lanes);
        model.lanes = model.lane_counts().into_iter().max().unwrap_or(model.lanes);
        (rest, preloads)
    }

    fn arch(&mut self, tree: ast::Arch) -> Preloads {
        self.model.family = tree.family.unwrap_or_else(|| tree.name.text.clone());
        self.model.arch = tree.name.text;
        self.model.lanes = tree.lanes;
        self.model.word = tree.word;
        self.model.syntax = tree.syntax;
        self.model.padding = tree.padding;
        self.model.reserved_set = tree.reserved_set;
        for (dialect, spelled) in tree.dialects {
            self.dialects.insert(dialect.text.clone(), self.model.dialects.len());
            self.model.dialect_names.push(spelled.unwrap_or_else(|| dialect.text.clone()));
            self.model.dialects.push(dialect.text);
        }
        self.model.styles = vec![Style::default(); self.model.dialects.len()];
        for (dialect, items) in tree.styles {
            self.style(&dialect, items);
        }
        for (what, name) in tree.called {
            match self.model.called.of_mut(&what.text) {
                Some(known) => *known = name,
                None => self.unknown("thing to call", &what, Terms::WHAT.map(str::to_string).to_vec()),
            }
        }
        if let Some(name) = tree.abi {
            match Abi::ALL.iter().find(|(known, _)| *known == name.text) {
                Some((_, abi)) => self.model.abi = *abi,
                None => self.unknown("ABI", &name, Abi::ALL.map(|(known, _)| known.to_string()).to_vec()),
            }
        }
        for name in tree.containers {
            match CONTAINERS.contains(&name.text.as_str()) {
                true => self.model.containers.push(name.text),
                false => self.unknown("container", &name, CONTAINERS.map(str::to_string).to_vec()),
            }
        }
        if let Some(name) = tree.usual {
            self.model.usual = self.version(&name);
        }
        self.limits(tree.limits);
        self.model.brands = tree.brands;
        for ast::Relative { start, what, nearest } in tree.relatives {
            if let Some(name) = &nearest {
                self.target(name);
            }
            self.model.relatives.push(Relative { start, what, nearest: nearest.map(|name| name.text) });
        }
        self.lacks = tree.lacks;
        self.model.gap = tree.gap;
        self.dwarf = tree.dwarf;
        tree.preloads
    }

    fn one_version(&mut self, tree: ast::Version) {
        let ast::Version { name, generation, mut names, processors, lanes } = tree;
        let index = self.model.versions.len();
        if index == 16 {
            self.error(name.span, "an architecture can have at most 16 versions");
        } else if self.versions.insert(name.text.clone(), index).is_some() {
            self.error(name.span, format!("there is a second version `{}`", name.text));
        } else {
            let other_lanes = lanes.iter().copied().skip(1).collect();
            let (lanes, limits) = (lanes.first().copied().unwrap_or(0), Limits::default());
            names.extend(processors.iter().flat_map(|own| [&own.name].into_iter().chain(&own.names)).cloned());
            let processor = |ast::Processor { name, names, scalars }| Processor { name, names, scalars };
            let processors = processors.into_iter().map(processor).collect();
            let version =
                Version { name: name.text, names, processors, lanes, other_lanes, generation, limits, checks: None };
            self.model.versions.push(version);
        }
    }

    /// Reports a name that no version has.
    fn target(&mut self, name: &Name) {
        let known: Vec<String> = self.model.versions.iter().flat_map(names_of).cloned().collect();
        if !known.contains(&name.text) {
            self.unknown("target", name, known);
        }
    }

    /// Processors that lack instructions, after the instructions are known.
    pub(super) fn lacks(&mut self) {
        for ast::Lack { processors, insts } in std::mem::take(&mut self.lacks) {
            processors.iter().for_each(|name| self.target(name));
            for name in &insts {
                let has = |version: usize| names_of(&self.model.versions[version]).any(|n| *n == processors[0].text);
                let known = self.model.insts.iter().filter(|inst| inst.versions.iter().any(has));
                let known: Vec<String> = known.map(|inst| inst.name.clone()).collect();
                if !known.contains(&name.text) {
                    self.unknown("instruction", name, known);
                }
            }
            let texts = |names: Vec<Name>| names.into_iter().map(|name| name.text).collect();
            self.model.lacks.push(Lack { processors: texts(processors), instructions: texts(insts) });
        }
    }

    fn limits(&mut self, limits: Vec<(Name, u32, Option<ast::Range>)>) {
        for (what, value, range) in limits {
            let versions = self.range(&range, self.all());
            for version in versions.iter() {
                let limits = &mut self.model.versions[version].limits;
                match what.text.as_str() {
                    "workgroup" => limits.workgroup = value,
                    "shared" => limits.shared = value,
                    "scalars" => limits.scalars = value,
                    _ => {
                        self.unknown("limit", &what, ["workgroup", "shared", "scalars"].map(str::to_string).to_vec());
                        break;
                    }
                }
            }
        }
    }

    /// Checks the values that registers have when a program starts.
    pub(super) fn preloads(&mut self, preloads: Preloads) {
        for (what, file_name, first) in preloads {
            let Some((_, count)) = Preload::WHAT.iter().find(|(known, _)| *known == what.text) else {
                self.unknown("value to preload", &what, Preload::WHAT.map(|(known, _)| known.to_string()).to_vec());
                continue;
            };
            let Some(&file) = self.files.get(&file_name.text) else {
                self.unknown("register file", &file_name, self.files.keys().cloned().collect());
                continue;
            };
            let registers = self.model.files[file].count;
            if first + count > registers {
                let message = format!(
                    "`{}` has {registers} registers, and `{}` ends at {}",
                    file_name.text,
                    what.text,
                    first + count - 1
                );
                self.error(file_name.span, message);
            }
            self.model.preloads.push(Preload { what: what.text, file, first, count: *count });
        }
    }

    /// Checks the numbers of registers in debug information.
    pub(super) fn dwarf_numbers(&mut self) {
        for (name, number, first) in std::mem::take(&mut self.dwarf) {
            let (file, register) = (self.files.get(&name.text).copied(), self.registers.get(&name.text).copied());
            match file.or(register) {
                Some(_) => self.model.dwarf.push(DwarfNumber { file, register, first, number }),
                None => {
                    let known = self.files.keys().chain(self.registers.keys()).cloned().collect();
                    self.unknown("register or file", &name, known);
                }
            }
        }
    }

    /// The role of a declaration, if it is in `known` and no other declaration has it.
    pub(super) fn role_of_state(&mut self, role: Option<Name>, known: &[&str]) -> Option<String> {
        let role = role?;
        if !known.contains(&role.text.as_str()) {
            self.unknown("role", &role, known.iter().map(|name| (*name).to_string()).collect());
        } else if !self.roles.insert(format!("{} {}", known[0], role.text)) {
            self.error(role.span, format!("the role `{}` is taken already", role.text));
        }
        Some(role.text)
    }

    /// Checks the syntax rules of a dialect.
    fn style(&mut self, dialect: &Name, items: Vec<StyleItem>) {
        let Some(dialect) = self.dialect(dialect) else { return };
        let mut style = Style::default();
        for item in items {
            match item {
                StyleItem::Column(column) => style.column = column,
                StyleItem::Trait(name) if TRAITS.iter().any(|(known, _)| *known == name.text) => {
                    style.traits.push(name.text);
                }
                StyleItem::Trait(name) => {
                    self.unknown("trait", &name, TRAITS.iter().map(|(known, _)| known.to_string()).collect());
                }
                StyleItem::Own(starts) => style.own.extend(starts),
                StyleItem::Reads(function, modifier) => {
                    style.reads.push((function.text, modifier.text.clone()));
                    self.read_as.push(modifier);
                }
            }
        }
        self.model.styles[dialect] = style;
    }
}
