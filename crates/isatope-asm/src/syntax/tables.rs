//! Lookup tables of the assembler for one version and dialect.

use isatope_core::tables::{
    Arch, Class, ClassId, DialectId, EncodingId, FileId, FormatWord, InstId, Kind, Meaning, ModifierId, ModifierKind,
    Names, NumberId, Opcode, OperandDef, Style, Text, VersionId,
};
use isatope_core::{Scanner, Target};

use crate::syntax::mnemonics::Mnemonics;
use crate::syntax::vocabulary::{Choice, PartName, Vocabulary};

/// Codes of the registers of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileCodes {
    /// First code.
    pub code: u32,
    /// Number of the first register.
    pub base: u32,
    /// Number of registers.
    pub count: u32,
    /// Number of registers from one code to the next.
    pub step: u32,
}

/// Index of a class, for fast lookups.
#[derive(Debug, Default)]
pub(crate) struct ClassIndex {
    /// For each register, its first code and the number of its parts.
    pub registers: Vec<Option<(u32, u32)>>,
    /// Runs of inline integers.
    ints: Vec<Ints>,
    /// The number of the architecture that the class consists of; `None` for other classes.
    pub number: Option<NumberId>,
}

/// Inline integers: the first one, the direction, the first code and the number of integers.
#[derive(Clone, Copy, Debug)]
struct Ints {
    start: i64,
    down: bool,
    first: u32,
    count: u64,
}

impl ClassIndex {
    /// Code of an inline integer.
    #[inline]
    pub fn code_of_int(&self, value: i64) -> Option<u32> {
        self.ints.iter().find_map(|ints| {
            let distance = if ints.down { ints.start.wrapping_sub(value) } else { value.wrapping_sub(ints.start) };
            ((distance as u64) < ints.count).then(|| ints.first + distance as u32)
        })
    }
}

/// Lookup tables.
#[derive(Debug)]
pub(crate) struct Tables {
    pub arch: &'static Arch,
    pub version: VersionId,
    /// Lanes of a wavefront.
    pub lanes: u32,
    /// Name of the target in messages.
    pub called: &'static str,
    pub dialect: DialectId,
    pub mnemonics: Mnemonics,
    /// Words that request a format.
    pub format_words: &'static [FormatWord],
    /// For each letter, the file with this prefix.
    pub letters: [Option<FileId>; 256],
    /// Codes of the registers of each file in each class.
    files: Vec<Option<FileCodes>>,
    /// Per-lane register files, one bit each.
    pub per_lane: u32,
    /// Names of operands: index into `meanings`.
    pub names: &'static Names,
    pub meanings: &'static [Meaning],
    pub classes: Vec<ClassIndex>,
    /// Registers that operands of this version can be, one bit each.
    pub registers: u64,
    /// Registers with a warning when they are used as operands, one bit each.
    pub noted: u64,
    /// Computed values that operands of this version can be, one bit each.
    pub values: u64,
    /// The modifier whose sign is `-`, the one that is written as bars, and those that are written as functions.
    pub minus: Option<ModifierId>,
    pub bars: Option<ModifierId>,
    pub functions: Vec<(&'static str, ModifierId)>,
    /// Modifiers that stand for another one in formats that lack them.
    pub others: Vec<(ModifierId, ModifierId)>,
    pub choices: Vec<Choice>,
    pub parts: Vec<PartName>,
    /// Names that start structured numbers.
    pub calls: &'static Names,
    /// Words that can follow operands.
    pub vocabulary: Vocabulary,
    /// General syntax rules of the dialect.
    pub style: &'static Style,
    /// Reads the output of the formatter.
    pub scanner: Scanner,
}

impl Tables {
    pub fn new(target: Target, dialect: DialectId) -> Self {
        let (arch, version) = (target.arch(), target.version());
        let words = &arch.reading.words;
        let mut tables = Self {
            arch,
            version,
            lanes: arch[version].lanes,
            called: arch[version].name,
            dialect,
            mnemonics: Mnemonics::new(arch, version, dialect),
            format_words: arch.reading.format_words[dialect.index()].as_slice(),
            letters: letters(arch),
            files: arch.classes.iter().flat_map(|class| file_codes(arch, class)).collect(),
            per_lane: (0..).zip(arch.files).fold(0, |set, (i, file)| set | u32::from(file.per_lane) << i),
            names: &words.operands,
            meanings: words.meanings,
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
            calls: &words.calls,
            vocabulary: Vocabulary::new(arch, version, dialect),
            style: &arch.styles[dialect.index()],
            scanner: Scanner::new(target, dialect),
        };
        tables.prepare_modifiers();
        tables.prepare_fields();
        tables
    }

    /// Whether a modifier with this name accepts a number that is defined later.
    pub fn takes_later(&self, name: &str) -> bool {
        let named = |m: &&isatope_core::tables::Modifier| name.eq_ignore_ascii_case(m.name.as_str());
        let mut found = self.arch.modifiers.iter().filter(named);
        found.any(|m| matches!(m.kind, ModifierKind::Number(..) | ModifierKind::Swizzle))
    }

    fn prepare_modifiers(&mut self) {
        let arch = self.arch;
        for (i, modifier) in arch.modifiers.iter().enumerate() {
            let i = ModifierId::new(i);
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
                            // `mul:1` and `div:1` have no effect, and are accepted.
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
        // If a modifier has this name itself, the other one replaces it in formats that lack it.
        for &(name, target) in self.style.reads {
            if let Some(i) = arch.modifiers.iter().position(|m| m.name == target) {
                let i = ModifierId::new(i);
                match self.functions.iter().find(|(n, _)| *n == name) {
                    Some(&(_, own)) => self.others.push((own, i)),
                    None => self.functions.push((name, i)),
                }
            }
        }
    }

    /// The modifier that a sign means in formats that lack the sign's own modifier.
    pub fn other_flag(&self, modifier: ModifierId) -> Option<ModifierId> {
        self.others.iter().find(|(own, _)| *own == modifier).map(|&(_, other)| other)
    }

    /// Collects the registers and computed values that operands of this version can be.
    fn prepare_fields(&mut self) {
        let arch = self.arch;
        let mut classes = vec![false; arch.classes.len()];
        for format in arch.formats {
            let layout = format.layouts.get(self.version.index()).copied().flatten().map(|layout| &arch[layout]);
            let of_fields = layout.into_iter().flat_map(|layout| layout.fields).filter_map(|field| field.class());
            of_fields.for_each(|class| classes[class.index()] = true);
        }
        for code in arch.classes.iter().zip(classes).filter(|(_, is_here)| *is_here).flat_map(|(class, _)| class.codes)
        {
            match code.kind {
                Kind::Register(register) => self.registers |= 1 << register.index(),
                Kind::Value(value) => self.values |= 1 << value,
                _ => {}
            }
        }
    }

    /// Codes of a class for registers of a file.
    #[inline]
    pub fn file_codes(&self, class: ClassId, file: FileId) -> Option<FileCodes> {
        *self.files.get(class.index() * self.arch.files.len() + file.index())?
    }

    /// Whether the dialect writes an operand with this number of registers, although the instruction reads another
    /// number.
    pub fn is_read_as(&self, def: &OperandDef, count: u16) -> bool {
        def.also.is_some_and(|(also, dialect)| u16::from(also) == count && dialect == self.dialect)
    }

    /// Encoding of a form in this version.
    pub fn encoding(&self, form: Opcode) -> Option<EncodingId> {
        self.arch[form].encoding(self.version)
    }

    /// Forms of an instruction.
    pub fn forms(&self, inst: InstId) -> impl Iterator<Item = Opcode> + use<> {
        self.arch[inst].forms()
    }
}

/// Registers with a note in some class, one bit each.
fn noted(arch: &Arch) -> u64 {
    let codes = arch.classes.iter().flat_map(|class| class.codes).filter(|range| !range.note.is_empty());
    codes.fold(0, |set, range| match range.kind {
        Kind::Register(register) => set | 1 << register.index(),
        _ => set,
    })
}

/// Files with a prefix of one letter, by that letter.
fn letters(arch: &Arch) -> [Option<FileId>; 256] {
    let mut letters = [None; 256];
    for (i, file) in arch.files.iter().enumerate() {
        if let &[letter] = file.prefix.as_bytes() {
            letters[usize::from(letter.to_ascii_lowercase())] = Some(FileId::new(i));
            letters[usize::from(letter.to_ascii_uppercase())] = Some(FileId::new(i));
        }
    }
    letters
}

/// Codes of the registers of each file in a class.
fn file_codes(arch: &Arch, class: &Class) -> Vec<Option<FileCodes>> {
    let mut files = vec![None; arch.files.len()];
    for range in class.codes {
        if let Kind::File { file, base, step } = range.kind {
            let (base, step) = (base.into(), step.into());
            let count = (range.last - range.first).saturating_add(1) * step;
            files[file.index()] = Some(FileCodes { code: range.first, base, count, step });
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
                // A single code may stand for the whole register.
                let words = arch[register].bits.div_ceil(32);
                let length = if length == 1 { words } else { length };
                index.registers[register.index()] = Some((range.first, length));
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
