//! What the assembler looks up while reading, made once for a version and a dialect from the tables of the instruction set.

use std::borrow::Cow;

use isatope_core::tables::{Arch, Class, FormatWord, Kind, ModifierKind, NONE, OperandDef, Otherwise, Style, Text};

use crate::syntax::dotted::tables::Tables as DottedTables;
use crate::syntax::mnemonics::Mnemonics;
use crate::syntax::vocabulary::{Choice, Others, PartName, Vocabulary};
use crate::text::names::NameMap;

/// A name that can stand in the place of an operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// Parts of a register: `vcc`, `vcc_lo`.
    Register { register: u8, part: u8, count: u8 },
    /// A computed value: `scc`, `vccz`.
    Computed(u8),
    /// A number with a name: `p10`.
    Named(&'static str),
}

/// Codes of registers of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileCodes {
    /// First code.
    pub code: u32,
    /// Number of the first register.
    pub base: u32,
    /// How many registers.
    pub count: u32,
    /// Registers from one code to the next.
    pub step: u32,
}

/// Quick access to a class.
#[derive(Debug, Default)]
pub(crate) struct ClassIndex {
    /// For each register the first code and the number of parts.
    pub registers: Vec<Option<(u32, u32)>>,
    /// Runs of inline integers.
    ints: Vec<Ints>,
    /// It is a number: index into those of the architecture.
    pub number: Option<u16>,
}

/// Inline integers: the first one, the way they go, their first code and how many there are.
#[derive(Clone, Copy, Debug)]
struct Ints {
    start: i64,
    down: bool,
    first: u32,
    count: u64,
}

impl ClassIndex {
    /// The code of an inline integer.
    #[inline]
    pub fn code_of_int(&self, value: i64) -> Option<u32> {
        self.ints.iter().find_map(|ints| {
            let distance = if ints.down { ints.start.wrapping_sub(value) } else { value.wrapping_sub(ints.start) };
            ((distance as u64) < ints.count).then(|| ints.first + distance as u32)
        })
    }
}

/// Everything that is looked up.
#[derive(Debug)]
pub(crate) struct Tables {
    pub arch: &'static Arch,
    pub version: usize,
    /// The name of the target in messages.
    pub called: &'static str,
    pub dialect: usize,
    pub mnemonics: Mnemonics,
    /// Words that ask for a format.
    pub format_words: &'static [FormatWord],
    /// For each letter one more than the number of the file that has it as its prefix; 0 for none.
    pub letters: [u8; 256],
    /// Where each class has the registers of each file.
    files: Vec<Option<FileCodes>>,
    /// Files of which each lane has its own registers, a bit each.
    pub per_lane: u32,
    /// Names of operands: index into `meanings`.
    pub names: NameMap,
    pub meanings: Vec<Meaning>,
    pub classes: Vec<ClassIndex>,
    /// The registers that some operand of this version can be, a bit each.
    pub registers: u64,
    /// The registers of which something has to be said where they are operands, a bit each.
    pub noted: u64,
    /// The computed values that some operand of this version can be, a bit each.
    pub values: u64,
    /// The modifier whose sign is `-`, the one written between bars, and those written as functions.
    pub minus: Option<u8>,
    pub bars: Option<u8>,
    pub functions: Vec<(&'static str, u8)>,
    /// Modifiers that stand for another one in formats that lack them.
    pub others: Vec<(u8, u8)>,
    pub choices: Vec<Choice>,
    pub parts: Vec<PartName>,
    /// Names of modifiers of any format: index into [`Arch::modifiers`].
    pub modifiers: NameMap,
    /// Names that start numbers with structure.
    pub calls: NameMap,
    /// Words that can stand behind operands.
    pub vocabulary: Vocabulary,
    /// Names of fields of any format in this version, for raw settings.
    pub fields: NameMap,
    /// How the dialect writes what has no declaration of its own.
    pub style: &'static Style,
    /// For text with dots.
    pub dotted: DottedTables,
}

impl Tables {
    pub fn new(arch: &'static Arch, version: usize, dialect: usize) -> Self {
        let (names, meanings) = operand_names(arch);
        let mut tables = Self {
            arch,
            version,
            called: arch.versions[version].name,
            dialect,
            mnemonics: Mnemonics::new(arch, version, dialect),
            format_words: arch.reading.words[dialect].as_slice(),
            letters: letters(arch),
            files: arch.classes.iter().flat_map(|class| file_codes(arch, class)).collect(),
            per_lane: (0..).zip(arch.files).fold(0, |set, (i, file)| set | u32::from(file.per_lane) << i),
            names,
            meanings,
            classes: arch.classes.iter().map(|c| class_index(arch, c)).collect(),
            registers: 0,
            noted: noted(arch),
            values: 0,
            minus: None,
            bars: None,
            functions: Vec::new(),
            others: Vec::new(),
            choices: Vec::new(),
            parts: Vec::new(),
            modifiers: NameMap::default(),
            calls: crate::syntax::vocabulary::calls(arch),
            vocabulary: Vocabulary::default(),
            fields: NameMap::default(),
            style: &arch.styles[dialect],
            dotted: DottedTables::new(arch, dialect),
        };
        tables.prepare_modifiers();
        tables.prepare_fields();
        // Text with dots has no words behind operands.
        if !arch.syntax.attaches() {
            let (formats, parts, choices) = (tables.format_words, &tables.parts, &tables.choices);
            let others = Others { modifiers: &tables.modifiers, formats, parts, choices };
            tables.vocabulary = Vocabulary::new(arch, dialect, &others);
        }
        tables
    }

    /// Whether a modifier of this name takes a number that is given later.
    pub fn takes_later(&self, name: &str) -> bool {
        let named = |m: &&isatope_core::tables::Modifier| name.eq_ignore_ascii_case(m.name.as_str());
        let mut found = self.arch.modifiers.iter().filter(named);
        found.any(|m| matches!(m.kind, ModifierKind::Number(..) | ModifierKind::Swizzle))
    }

    fn prepare_modifiers(&mut self) {
        let arch = self.arch;
        for (i, modifier) in arch.modifiers.iter().enumerate() {
            let i = i as u8;
            match modifier.kind {
                ModifierKind::Prefix(sign) => {
                    if sign == "-" {
                        self.minus = Some(i);
                    }
                    self.functions.push((modifier.name.as_str(), i));
                }
                ModifierKind::Function(name) => self.functions.push((name.as_str(), i)),
                ModifierKind::Around(pairs, _) => {
                    self.functions.push((modifier.name.as_str(), i));
                    for &(open, _) in pairs {
                        match open.as_str().strip_suffix('(') {
                            Some(name) if name != modifier.name => self.functions.push((name, i)),
                            None if open == "|" => self.bars = Some(i),
                            _ => {}
                        }
                    }
                }
                ModifierKind::Choice(choices) => {
                    for &(value, text) in choices {
                        if let Some((word, number)) = text.as_str().split_once(':')
                            && let Ok(number) = number.parse()
                        {
                            // `mul:1` and `div:1` change nothing; LLVM reads them.
                            if !self.style.plain_values && !self.choices.iter().any(|c| c.word == word) {
                                self.choices.push(Choice { word, number: 1, value: 0, modifier: i });
                            }
                            self.choices.push(Choice { word, number, value, modifier: i });
                        }
                    }
                }
                ModifierKind::Parts(parts) => {
                    self.parts.push(PartName { name: modifier.name.as_str(), modifier: i, part: None });
                    let name = |(part, (name, _)): (usize, &(Text, _))| PartName {
                        name: name.as_str(),
                        modifier: i,
                        part: Some(part),
                    };
                    self.parts.extend(parts.iter().enumerate().map(name));
                }
                _ => {}
            }
        }
        // Where a modifier has the name itself, the other one is what it stands for in formats that lack it.
        for &(name, target) in self.style.reads {
            if let Some(i) = arch.modifiers.iter().position(|m| m.name == target) {
                match self.functions.iter().find(|(n, _)| *n == name) {
                    Some(&(_, own)) => self.others.push((own, i as u8)),
                    None => self.functions.push((name, i as u8)),
                }
            }
        }
    }

    /// The modifier that a sign stands for in formats that do not have it.
    pub fn other_flag(&self, modifier: u8) -> Option<u8> {
        self.others.iter().find(|(own, _)| *own == modifier).map(|&(_, other)| other)
    }

    fn prepare_fields(&mut self) {
        let arch = self.arch;
        let mut modifiers = Vec::new();
        let mut fields = Vec::new();
        for format in arch.formats {
            let Some(layout) = format.layouts.get(self.version).and_then(|&i| arch.layouts.get(i as usize)) else {
                continue;
            };
            for uses in layout.modifiers {
                modifiers.extend(uses.iter().chain(layout.also).filter_map(|u| {
                    let modifier = &arch.modifiers[u.modifier as usize];
                    modifier.kind.is_per_source().then_some((modifier.name.as_str(), u.modifier as u32))
                }));
                modifiers
                    .extend(uses.iter().map(|u| (layout.fields[u.field as usize].name.as_str(), u.modifier as u32)));
                modifiers.extend(uses.iter().filter_map(|u| {
                    let modifier = &arch.modifiers[u.modifier as usize];
                    matches!(modifier.kind, ModifierKind::Number(..))
                        .then_some((modifier.name.as_str(), u.modifier as u32))
                }));
            }
            for field in layout.fields {
                if let Some(class) = field.class() {
                    let here = self.classes[class as usize].registers.iter().enumerate().filter(|(_, r)| r.is_some());
                    self.registers |= here.fold(0, |set, (i, _)| set | 1 << i);
                    let codes = self.arch.classes[class as usize].codes.iter();
                    self.values |= codes.fold(0, |set, code| match code.kind {
                        Kind::Value(value) => set | 1 << value,
                        _ => set,
                    });
                }
                fields.extend(field.raw.get(self.dialect).map(|name| (name.as_str(), 0)));
                fields.push((field.name.as_str(), 0));
            }
        }
        self.modifiers = NameMap::new(modifiers);
        self.fields = NameMap::new(fields);
    }

    /// The codes that a class has for registers of a file.
    #[inline]
    pub fn file_codes(&self, class: u16, file: u8) -> Option<FileCodes> {
        *self.files.get(usize::from(class) * self.arch.files.len() + usize::from(file))?
    }

    /// Whether the dialect writes an operand with so many registers, although the instruction reads another number of them.
    pub fn is_read_as(&self, def: &OperandDef, count: u16) -> bool {
        def.also.is_some_and(|(also, dialect)| u16::from(also) == count && usize::from(dialect) == self.dialect)
    }

    /// The encoding of a form in this version.
    pub fn encoding(&self, form: u16) -> Option<u16> {
        let found = *self.arch.forms[form as usize].encodings.get(self.version)?;
        (found != NONE).then_some(found)
    }

    /// Numbers of the forms of an instruction.
    pub fn forms(&self, inst: u16) -> impl Iterator<Item = u16> + use<> {
        let inst = &self.arch.insts[inst as usize];
        inst.first_form..inst.first_form + inst.form_count as u16
    }
}

/// Registers with a note in some class, a bit each.
fn noted(arch: &Arch) -> u64 {
    let codes = arch.classes.iter().flat_map(|class| class.codes).filter(|range| !range.note.is_empty());
    codes.fold(0, |set, range| match range.kind {
        Kind::Register(register) => set | 1 << register,
        _ => set,
    })
}

/// A name of an operand.
type Row = (Cow<'static, str>, Meaning);

/// Names of registers, their halves, and computed values. All of the architecture's: a class says which ones it takes.
fn operand_names(arch: &'static Arch) -> (NameMap, Vec<Meaning>) {
    let mut rows: Vec<Row> = Vec::new();
    // Values first: `scc` is a register too, but as an operand it is the value.
    // Classes that name parts of modifiers are no operands.
    let mut parts = Vec::new();
    for modifier in arch.modifiers {
        if let ModifierKind::Parts(list) = modifier.kind {
            parts.extend(list.iter().flat_map(|(_, classes)| *classes));
        }
    }
    for (_, class) in arch.classes.iter().enumerate().filter(|(i, _)| !parts.contains(&(*i as u16))) {
        for range in class.codes {
            for &name in range.names {
                match range.kind {
                    Kind::Value(value) => both_prefixes(&mut rows, name.as_str(), Meaning::Computed(value)),
                    Kind::Name => rows.push((name.as_str().into(), Meaning::Named(name.as_str()))),
                    _ => {}
                }
            }
        }
    }
    for presence in arch.layouts.iter().flat_map(|l| l.presences) {
        for otherwise in presence.otherwise {
            if let Otherwise::Word(word) = *otherwise
                && !rows.iter().any(|(name, _)| word == **name)
            {
                rows.push((word.as_str().into(), Meaning::Named(word.as_str())));
            }
        }
    }
    for (i, register) in arch.registers.iter().enumerate() {
        let register_index = i as u8;
        let parts = register.bits.div_ceil(32) as u8;
        let whole = Meaning::Register { register: register_index, part: 0, count: parts };
        both_prefixes(&mut rows, register.name.as_str(), whole);
        rows.extend(
            register.print.iter().filter(|&&name| name != register.name).map(|name| (name.as_str().into(), whole)),
        );
        if parts == 2 {
            for (part, half) in ["_lo", "_hi"].into_iter().enumerate() {
                let meaning = Meaning::Register { register: register_index, part: part as u8, count: 1 };
                rows.push((format!("{}{half}", register.name).into(), meaning));
            }
        }
    }
    let names = NameMap::new(rows.iter().enumerate().map(|(i, r)| (r.0.clone(), i as u32)));
    (names, rows.into_iter().map(|r| r.1).collect())
}

/// Sources that are values have a name with and one without `src_`.
fn both_prefixes(rows: &mut Vec<Row>, name: &'static str, meaning: Meaning) {
    rows.push((name.into(), meaning));
    match name.strip_prefix("src_") {
        Some(short) => rows.push((short.into(), meaning)),
        None if matches!(meaning, Meaning::Computed(_)) => {
            rows.push((format!("src_{name}").into(), meaning));
        }
        None => {}
    }
}

/// The files that can be told by one letter.
fn letters(arch: &Arch) -> [u8; 256] {
    let mut letters = [0; 256];
    for (i, file) in arch.files.iter().enumerate() {
        if let &[letter] = file.prefix.as_bytes() {
            letters[usize::from(letter.to_ascii_lowercase())] = i as u8 + 1;
            letters[usize::from(letter.to_ascii_uppercase())] = i as u8 + 1;
        }
    }
    letters
}

/// Where a class has the registers of each file.
fn file_codes(arch: &Arch, class: &Class) -> Vec<Option<FileCodes>> {
    let mut files = vec![None; arch.files.len()];
    for range in class.codes {
        if let Kind::File { file, base, step } = range.kind {
            let (base, step) = (base.into(), step.into());
            let count = (range.last - range.first).saturating_add(1) * step;
            files[usize::from(file)] = Some(FileCodes { code: range.first, base, count, step });
        }
    }
    files
}

fn class_index(arch: &Arch, class: &Class) -> ClassIndex {
    let mut index = ClassIndex { registers: vec![None; arch.registers.len()], ..ClassIndex::default() };
    for range in class.codes {
        let length = (range.last - range.first).saturating_add(1);
        match range.kind {
            Kind::Register(register) => {
                // One code may stand for the whole register.
                let words = arch.registers[register as usize].bits.div_ceil(32);
                let length = if length == 1 { words } else { length };
                index.registers[register as usize] = Some((range.first, length));
            }
            Kind::Int { start, down } => {
                index.ints.push(Ints { start: start.into(), down, first: range.first, count: length.into() })
            }
            Kind::Number(number) if class.codes.len() == 1 => index.number = Some(number),
            _ => {}
        }
    }
    index
}
