//! Checks the syntax tree and builds the model: names, types, layouts, programs.

mod active;
mod arch;
mod body;
mod builtin;
mod checks;
mod class;
mod compose;
mod conflict;
mod costs;
mod enums;
mod evidence;
mod example;
mod expr;
mod fold;
mod format;
mod function;
mod hazards;
mod inst;
mod interface;
mod literal;
mod matches;
mod number;
mod operands;
mod program;
mod raw;
mod refine;
mod unit;
mod vector;
mod window;

use std::collections::{HashMap, HashSet};

use crate::ast::{self, Decl, Name, Range};
use crate::model::{
    Alias, EXCEPTIONS, Effects, Memory, Model, Modifier, ModifierKind, ROLES, RegFile, Register, RegisterPart, Type,
    VersionSet,
};
use crate::span::{Error, Span};

/// The model during construction, and the tables that resolve names.
pub(crate) struct Cx {
    pub model: Model,
    pub errors: Vec<Error>,
    pub references: HashMap<String, usize>,
    pub doubts: HashMap<String, usize>,
    /// Positions of the declared spec notes.
    pub doubt_spans: Vec<Span>,
    /// Conditions of spec notes that are not about all words, by the index of the note.
    pub note_conditions: Vec<(usize, ast::Expr)>,
    /// Fields in these conditions that some instruction with the note has.
    pub noted_fields: HashSet<(usize, String)>,
    pub functions: HashMap<String, usize>,
    /// Effects of each function of the model.
    pub effects: Vec<Effects>,
    /// Maximum number of calls that each function makes, including those of its callees.
    pub calls: Vec<usize>,
    pub formats: HashMap<String, usize>,
    pub classes: HashMap<String, usize>,
    pub registers: HashMap<String, usize>,
    pub files: HashMap<String, usize>,
    pub versions: HashMap<String, usize>,
    pub dialects: HashMap<String, usize>,
    pub modifiers: HashMap<String, usize>,
    pub enums: HashMap<String, usize>,
    pub units: HashMap<String, usize>,
    /// Bodies of entries that others may refine, by the name of the entry.
    pub entries: HashMap<String, refine::Refinable>,
    /// Numbers in debug information, until all registers are known.
    pub dwarf: Vec<(Name, u32, u32)>,
    /// Processors that lack instructions.
    pub lacks: Vec<ast::Lack>,
    /// Modifiers that functions of dialects stand for.
    pub read_as: Vec<Name>,
    /// Roles of instructions, in the order of `checks`.
    pub check_roles: Vec<String>,
    /// Roles of state that are already assigned.
    pub roles: HashSet<String>,
}

impl Cx {
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push(Error::new(span, message));
    }

    /// All versions of the architecture.
    pub fn all(&self) -> VersionSet {
        VersionSet(((1u32 << self.model.versions.len()) - 1) as u16)
    }

    /// Versions of a range; `all` if there is none.
    pub fn range(&mut self, range: &Option<Range>, all: VersionSet) -> VersionSet {
        let Some(range) = range else { return all };
        let last_index = self.model.versions.len().saturating_sub(1);
        let first = range.first.as_ref().map_or(Some(0), |n| self.version(n));
        let last = range.last.as_ref().map_or(Some(last_index), |n| self.version(n));
        let (Some(first), Some(last)) = (first, last) else { return VersionSet(0) };
        if last < first {
            self.error(range.span, "this range is empty: its last version is older than its first");
            return VersionSet(0);
        }
        VersionSet((first..=last).fold(0, |set, i| set | 1 << i)).and(all)
    }

    fn version(&mut self, name: &Name) -> Option<usize> {
        let found = self.versions.get(&name.text).copied();
        if found.is_none() {
            self.unknown("version", name, self.versions.keys().cloned().collect());
        }
        found
    }

    pub fn dialect(&mut self, name: &Name) -> Option<usize> {
        let found = self.dialects.get(&name.text).copied();
        if found.is_none() {
            self.unknown("dialect", name, self.dialects.keys().cloned().collect());
        }
        found
    }

    /// Reports a name that does not exist, and suggests the nearest existing one.
    pub fn unknown(&mut self, what: &str, name: &Name, known: Vec<String>) {
        let mut error = Error::new(name.span, format!("there is no {what} `{}`", name.text));
        if let Some(near) = nearest(&name.text, &known) {
            error = error.help(format!("did you mean `{near}`?"));
        }
        self.errors.push(error);
    }

    /// A type by its name; reports an error if there is none.
    pub fn ty(&mut self, name: &Name) -> Option<Type> {
        let ty = parse_type(&name.text).or_else(|| self.enum_type(&name.text));
        if ty.is_none() {
            let message = format!("`{}` is not a type", name.text);
            let known: Vec<String> = self.enums.keys().cloned().collect();
            let help = match nearest(&name.text, &known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "types are u1 … u128, i1 … i128, f16, f32, f64, bool, vectors of them, v2f16, and the enums"
                    .to_string(),
            };
            self.errors.push(Error::new(name.span, message).help(help));
        }
        ty
    }

    /// Name of a type as in `.isa` files.
    pub fn type_name(&self, ty: Type) -> String {
        self.model.type_name(ty)
    }

    /// The names of a version set, for messages: `gcn1.0..gcn1.1`.
    pub fn version_names(&self, set: VersionSet) -> String {
        let names: Vec<&str> = set.iter().map(|i| self.model.versions[i].name.as_str()).collect();
        match &names[..] {
            [] => "no version".into(),
            [one] => (*one).into(),
            [first, .., last] => format!("{first}..{last}"),
        }
    }
}

/// Parses the name of a type: `u16`, `i24`, `f32`, `bool`.
pub(crate) fn parse_type(name: &str) -> Option<Type> {
    match name {
        "f16" => return Some(Type::F16),
        "f32" => return Some(Type::F32),
        "f64" => return Some(Type::F64),
        "bool" => return Some(Type::Bool),
        _ => {}
    }
    if let Some(vector) = name.strip_prefix('v') {
        let digits = vector.find(|c: char| !c.is_ascii_digit())?;
        let element = parse_type(&vector[digits..]).filter(|_| !vector.starts_with('0'))?;
        return element.vector(vector[..digits].parse().ok()?);
    }
    let signed = name.starts_with('i');
    let digits = name.strip_prefix(['u', 'i'])?;
    if digits.starts_with('0') || !digits.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let bits: u32 = digits.parse().ok()?;
    (1..=128).contains(&bits).then_some(Type::Int { bits, signed })
}

/// The most similar known name, if it is similar enough; the alphabetically first of several.
pub(crate) fn nearest<'a>(name: &str, known: &'a [String]) -> Option<&'a str> {
    let mut known: Vec<&str> = known.iter().map(String::as_str).collect();
    known.sort_unstable();
    isatope_diag::nearest(name, known.into_iter())
}

/// Checks declarations. The model is complete only if no error was added.
pub fn check(decls: Vec<Decl>, errors: &mut Vec<Error>) -> Model {
    let mut cx = Cx {
        model: Model { lanes: 1, word: 32, ..Model::default() },
        errors: Vec::new(),
        references: HashMap::new(),
        doubts: HashMap::new(),
        doubt_spans: Vec::new(),
        note_conditions: Vec::new(),
        noted_fields: HashSet::new(),
        functions: HashMap::new(),
        effects: Vec::new(),
        calls: Vec::new(),
        formats: HashMap::new(),
        classes: HashMap::new(),
        registers: HashMap::new(),
        files: HashMap::new(),
        versions: HashMap::new(),
        dialects: HashMap::new(),
        modifiers: HashMap::new(),
        enums: HashMap::new(),
        units: HashMap::new(),
        entries: HashMap::new(),
        dwarf: Vec::new(),
        lacks: Vec::new(),
        read_as: Vec::new(),
        check_roles: Vec::new(),
        roles: HashSet::new(),
    };
    let mut rest = Rest::default();
    let (decls, preloads) = cx.architecture(decls);
    let decls = cx.evidence(decls);
    let (enums, decls): (Vec<Decl>, Vec<Decl>) = decls.into_iter().partition(|d| matches!(d, Decl::Enum(_)));
    for decl in enums.into_iter().chain(decls) {
        cx.simple(decl, &mut rest);
    }
    cx.preloads(preloads);
    cx.dwarf_numbers();
    cx.functions(&rest.functions);
    cx.classes(&rest.classes);
    for (name, also, kind, doc) in std::mem::take(&mut rest.modifiers) {
        cx.modifier(name, also, kind, doc);
    }
    cx.modifiers_of_styles();
    cx.compose(&rest.parts, &mut rest.formats, &mut rest.insts);
    cx.units_of_checks(&rest.checks);
    cx.formats(&rest.formats);
    cx.orders(&rest.orders);
    cx.checks(&rest.checks);
    cx.insts(&rest.insts);
    cx.lacks();
    cx.fields_of_checks(&rest.checks);
    cx.hazards(&rest.hazards);
    cx.costs(&rest.costs);
    cx.aliases(&rest.aliases);
    cx.conflicts();
    if cx.errors.is_empty() {
        cx.units_of_insts();
        cx.idle_doubts();
        cx.unknown_fields_of_notes();
        crate::check::program::examples(&mut cx);
    }
    errors.append(&mut cx.errors);
    cx.model
}

type AliasTable = (Name, Vec<ast::AliasLine>);

/// Declarations that must be checked after the simple ones.
#[derive(Default)]
struct Rest {
    functions: Vec<ast::Function>,
    classes: Vec<ast::Class>,
    modifiers: Vec<(Name, Vec<String>, ast::Modifier, String)>,
    formats: Vec<ast::Format>,
    checks: Vec<ast::Checks>,
    hazards: Vec<ast::Hazards>,
    costs: Vec<ast::Costs>,
    parts: Vec<ast::Format>,
    insts: Vec<ast::Inst>,
    aliases: Vec<AliasTable>,
    orders: Vec<(Name, Vec<Name>)>,
}

impl Cx {
    /// Reports modifiers of `reads` lines that do not exist.
    fn modifiers_of_styles(&mut self) {
        for name in std::mem::take(&mut self.read_as) {
            if !self.modifiers.contains_key(&name.text) {
                self.unknown("modifier", &name, self.modifiers.keys().cloned().collect());
            }
        }
    }

    fn simple(&mut self, decl: Decl, rest: &mut Rest) {
        match decl {
            Decl::Arch(_) | Decl::Version(_) | Decl::Reference(_) | Decl::Doubt(_) => {}
            Decl::Enum(tree) => self.enumeration(tree),
            Decl::File { name, prefix, count, per_lane, even_pairs, unaligned, called, role, doc } => {
                self.unique_state(&name);
                let role = self.role_of_state(role, &ROLES.files);
                self.no_enum(&name);
                let unaligned = unaligned.iter().filter_map(|(d, masks)| Some((self.dialect(d)?, *masks))).collect();
                self.files.insert(name.text.clone(), self.model.files.len());
                let name = name.text;
                let file = RegFile { name, prefix, count, per_lane, even_pairs, unaligned, called, role, doc };
                self.model.files.push(file);
            }
            Decl::Register(register) => self.register(register),
            Decl::Memory { name, address_bits, called, role, doc } => {
                self.unique_state(&name);
                let role = self.role_of_state(role, &ROLES.memories);
                let called = called.unwrap_or_else(|| name.text.clone());
                self.model.memories.push(Memory { name: name.text, address_bits, called, role, doc });
            }
            Decl::Interface(interface) => self.interface(interface),
            Decl::Unit { name, doc } => self.execution_unit(&name, doc),
            Decl::Modifier { name, also, kind, doc } => rest.modifiers.push((name, also, kind, doc)),
            Decl::Order(dialect, names) => rest.orders.push((dialect, names)),
            Decl::Class(class) => rest.classes.push(class),
            Decl::Format(mut format) => {
                self.fields_of_enums(&mut format);
                rest.formats.push(format);
            }
            Decl::Part(mut part) => {
                self.fields_of_enums(&mut part);
                rest.parts.push(part);
            }
            Decl::Fn(function) => rest.functions.push(function),
            Decl::Checks(checks) => rest.checks.push(*checks),
            Decl::Hazards(hazards) => rest.hazards.push(*hazards),
            Decl::Costs(costs) => rest.costs.push(*costs),
            Decl::Inst(inst) => rest.insts.push(*inst),
            Decl::Aliases { dialect, entries } => rest.aliases.push((dialect, entries)),
        }
    }

    fn unique_state(&mut self, name: &Name) {
        let taken = self.files.contains_key(&name.text)
            || self.registers.contains_key(&name.text)
            || self.model.memories.iter().any(|m| m.name == name.text)
            || self.model.interfaces.iter().any(|i| i.name == name.text);
        if taken {
            self.error(name.span, format!("there is already state named `{}`", name.text));
        }
    }

    /// Reports a name that an enum already has, because a line of an operand class can name a register, a file or an
    /// enum.
    fn no_enum(&mut self, name: &Name) {
        if self.enums.contains_key(&name.text) {
            self.error(name.span, format!("there is already an enum named `{}`", name.text));
        }
    }

    fn register(&mut self, register: ast::Register) {
        let ast::Register { name, ty, per_lane, numbered, active, raised, role, fields, reset, spelled, doubts, doc } =
            register;
        let role = self.role_of_state(role, &ROLES.registers);
        self.unique_state(&name);
        self.no_enum(&name);
        let mask = ty.text == "mask";
        if mask && per_lane {
            self.error(ty.span, "a mask already has one bit per lane");
        }
        let bits = if mask {
            self.model.lanes
        } else {
            match self.ty(&ty) {
                Some(Type::Int { bits, signed: false }) => bits,
                Some(_) => {
                    self.error(ty.span, "a register is a `mask` or an unsigned bit-vector");
                    return;
                }
                None => return,
            }
        };
        let mut parts = Vec::new();
        for ast::RegisterPart { name: part, high, low, usually, doubt } in fields {
            if high >= bits {
                self.error(
                    part.span,
                    format!("`{}` has {bits} bits, and `{}` reaches bit {high}", name.text, part.text),
                );
            }
            let width = high - low + 1;
            for value in usually.iter().filter(|v| width < 64 && *v >> width != 0) {
                let s = if width == 1 { "" } else { "s" };
                self.error(part.span, format!("{value} does not fit `{}`, which has {width} bit{s}", part.text));
            }
            let doubt = doubt.and_then(|name| self.doubt_of_meaning(&name));
            parts.push(RegisterPart { name: part.text, high, low, usually, doubt });
        }
        match self.model.registers.iter().find(|r| r.active) {
            Some(other) if active => {
                let message = format!("`{}` already holds the active lanes", other.name);
                self.error(name.span, message);
            }
            None if active && !mask => {
                let message = format!("`{}` has no bit per lane: only a mask can hold the active lanes", name.text);
                self.error(name.span, message);
            }
            _ => {}
        }
        if raised {
            self.raised(&name, &parts, per_lane);
        }
        let doubts = doubts.iter().filter_map(|name| self.doubt_of_meaning(name)).collect();
        self.registers.insert(name.text.clone(), self.model.registers.len());
        let spelled = spelled.into_iter().filter_map(|(d, text)| Some((self.dialect(&d)?, text))).collect();
        self.model.registers.push(Register {
            name: name.text,
            bits,
            mask,
            per_lane,
            numbered,
            active,
            raised,
            role,
            fields: parts,
            reset,
            spelled,
            doubts,
            doc,
        });
    }

    /// Checks a register that records raised exceptions.
    fn raised(&mut self, name: &Name, parts: &[RegisterPart], per_lane: bool) {
        if let Some(other) = self.model.registers.iter().find(|r| r.raised) {
            let message = format!("`{}` already records the exceptions", other.name);
            self.error(name.span, message);
        }
        let is_one = |part: &RegisterPart| EXCEPTIONS.contains(&part.name.as_str()) && part.high == part.low;
        if per_lane || !parts.iter().any(is_one) {
            let message = format!("`{}` records the exceptions, but lacks a bit for one", name.text);
            let help = format!("bits that a whole wavefront has, named {}", EXCEPTIONS.join(", "));
            self.errors.push(Error::new(name.span, message).help(help));
        }
    }

    fn modifier(&mut self, name: Name, also: Vec<String>, kind: ast::Modifier, doc: String) {
        let mut written = name.text.clone();
        let mut values = None;
        let mut words = |cx: &mut Self, words, single| {
            let (words, list) = cx.words(words, single);
            values = list;
            words
        };
        let kind = match kind {
            ast::Modifier::Flag => ModifierKind::Flag,
            ast::Modifier::Bits => ModifierKind::Bits,
            ast::Modifier::Swizzle(text) => {
                written = text.unwrap_or(written);
                ModifierKind::Swizzle
            }
            ast::Modifier::Number(names, signed, text) => {
                written = text.unwrap_or(written);
                let mut hex = vec![false; self.model.dialects.len()];
                for i in names.iter().filter_map(|n| self.dialect(n)) {
                    hex[i] = true;
                }
                ModifierKind::Number(hex, signed)
            }
            ast::Modifier::Parts(parts) => {
                let mut known = Vec::new();
                for (part, class) in parts {
                    match self.class_of_names(&class) {
                        Some(i) => known.push((part.text, i)),
                        None => {
                            let known = self.classes.keys().chain(self.enums.keys()).cloned().collect();
                            self.unknown("operand class or enum", &class, known);
                        }
                    }
                }
                ModifierKind::Parts(known)
            }
            ast::Modifier::Mark(list) => {
                let mut print = vec![name.text.clone(); self.model.dialects.len()];
                for (dialect, text) in list {
                    if let Some(d) = self.dialect(&dialect) {
                        print[d] = text;
                    }
                }
                ModifierKind::Mark(print)
            }
            ast::Modifier::Function(text) => ModifierKind::Function(text),
            ast::Modifier::Named(list) => ModifierKind::Named(words(self, list, true)),
            ast::Modifier::Words(list) => ModifierKind::Words(words(self, list, false)),
            ast::Modifier::Prefix(text) => ModifierKind::Prefix(text),
            ast::Modifier::Choice(list) => {
                let list = words(self, list, true);
                if let Some(word) = list.iter().find(|w| w.names.len() > 1 || !w.spelled.is_empty()) {
                    let message =
                        format!("`{}` has several spellings, and words of a `choice` have one", word.names[0]);
                    self.error(name.span, message);
                }
                ModifierKind::Choice(list.into_iter().map(|mut w| (w.first, w.names.remove(0))).collect())
            }
            ast::Modifier::Around { pairs, print } => {
                let mut printed = vec![0; self.model.dialects.len()];
                for (dialect, pair) in print {
                    if pair as usize >= pairs.len() {
                        self.error(dialect.span, format!("there are {} pairs, counted from 0", pairs.len()));
                    } else if let Some(i) = self.dialect(&dialect) {
                        printed[i] = pair as usize;
                    }
                }
                ModifierKind::Around { pairs, print: printed }
            }
        };
        if self.modifiers.insert(name.text.clone(), self.model.modifiers.len()).is_some() {
            self.error(name.span, format!("there is a second modifier `{}`", name.text));
        }
        self.model.modifiers.push(Modifier { name: name.text, also, text: written, kind, values, doc });
    }

    /// Fields that an alias fixes. They must be fields of the instruction's first format.
    fn alias_fields(&mut self, name: &Name, with: &[(Name, u64)]) -> Vec<(String, u64)> {
        let mut fields = Vec::new();
        for (field, value) in with {
            let inst = self.model.insts.iter().find(|i| i.name == name.text);
            let layout = inst.and_then(|i| self.model.formats[i.forms[0].format].layouts.iter().flatten().next());
            let found = layout.and_then(|l| l.fields.iter().find(|f| f.name == field.text));
            match found.map(|f| f.bits) {
                Some(bits) if bits < 64 && value >> bits != 0 => {
                    let s = if bits == 1 { "" } else { "s" };
                    self.error(field.span, format!("{value} does not fit `{}`, which has {bits} bit{s}", field.text));
                }
                Some(_) => fields.push((field.text.clone(), *value)),
                None => {
                    let known = layout.map_or(Vec::new(), |l| l.fields.iter().map(|f| f.name.clone()).collect());
                    self.unknown(&format!("field of `{}` named", name.text), field, known);
                }
            }
        }
        fields
    }

    /// Sorts the modifiers of all formats into the order of a dialect. Modifiers that it does not name come last.
    fn orders(&mut self, orders: &[(Name, Vec<Name>)]) {
        for (dialect, names) in orders {
            let Some(dialect) = self.dialect(dialect) else { continue };
            let mut order: Vec<usize> = Vec::new();
            for name in names {
                match self.modifiers.get(&name.text) {
                    Some(&modifier) if order.contains(&modifier) => {
                        self.error(name.span, format!("`{}` is already in this order", name.text));
                    }
                    Some(&modifier) => order.push(modifier),
                    None => self.unknown("modifier", name, self.modifiers.keys().cloned().collect()),
                }
            }
            for layout in self.model.formats.iter_mut().flat_map(|f| f.layouts.iter_mut().flatten()) {
                layout.modifiers[dialect]
                    .sort_by_key(|m| order.iter().position(|o| *o == m.modifier).unwrap_or(order.len()));
            }
        }
    }

    fn aliases(&mut self, tables: &[AliasTable]) {
        for (dialect, entries) in tables {
            let Some(dialect) = self.dialect(dialect) else { continue };
            for ast::AliasLine { alias, name, with, print, range } in entries {
                let known: VersionSet = self
                    .model
                    .insts
                    .iter()
                    .filter(|i| i.name == name.text)
                    .fold(VersionSet(0), |set, i| VersionSet(set.0 | i.versions.0));
                if known.is_empty() {
                    let names = self.model.insts.iter().map(|i| i.name.clone()).collect();
                    self.unknown("instruction", name, names);
                    continue;
                }
                let versions = self.range(range, known);
                let taken =
                    self.model.insts.iter().any(|i| i.name == alias.text && !i.versions.and(versions).is_empty());
                if taken {
                    self.error(alias.span, format!("`{}` is an instruction of its own in these versions", alias.text));
                }
                let with = self.alias_fields(name, with);
                self.model.aliases.push(Alias {
                    dialect,
                    with,
                    alias: alias.text.clone(),
                    name: name.text.clone(),
                    versions,
                    print: *print,
                });
            }
        }
    }
}
