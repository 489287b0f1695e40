//! Print pieces of operand codes.

use isatope_lang::{
    Class, CodeKind, CodeRange, FieldKind, Inst, Layout, Need, NumberStyle, Operand, OperandType, Slot,
};

use super::Printing;
use super::pieces::{Entry, Key, NONE, Piece, Special, flags};
use crate::tables::encode::Constant;
use crate::tables::numbers::number_row;
use crate::tables::{mask_of, ones};

/// Maximum width of a class for which every code has its own entry.
const ENUMERATED: u32 = 10;
/// Maximum length in bytes of a text that depends on more than the code, and of signs around an operand.
const SPECIAL: usize = 64;
const SIGNS: usize = 16;

/// Properties that the texts and flags of an operand's codes depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    pub class: usize,
    pub version: usize,
    pub dialect: usize,
    /// Number of 32-bit registers.
    pub count: u32,
    /// Number of 32-bit registers of the operand's type.
    pub dwords: u32,
    /// Whether a field determines the number of registers.
    pub counted: bool,
    /// Whether groups of registers need no alignment.
    pub lenient: bool,
    /// Registers whose reads do not count toward limits.
    pub exempt: Vec<usize>,
    /// Number of top bits that the operand shares with others.
    pub shared: u32,
    /// Text before the operand.
    pub before: String,
}

/// Meaning of a code.
enum Value<'m> {
    Registers { file: usize, first: u32 },
    Special { register: usize, part: Option<u32> },
    Coded(&'m CodeRange),
    Reserved,
}

impl<'m> Printing<'_, 'm> {
    /// Start of the entries of an operand, and the length of the longest text.
    pub(super) fn codes(&mut self, shape: Shape) -> (u32, usize) {
        if let Some(&at) = self.operands.get(&shape) {
            return at;
        }
        let class = &self.tables.model.classes[shape.class];
        let entries: Vec<Entry> = (0..1_u64 << class.bits).map(|code| self.code(&shape, class, code)).collect();
        let longest = entries.iter().map(|e| if e.special.is_some() { SPECIAL } else { e.text.len() }).max();
        let found = (self.table(&entries), longest.unwrap_or(0));
        self.operands.insert(shape, found);
        found
    }

    fn code(&mut self, shape: &Shape, class: &'m Class, code: u64) -> Entry {
        let range = range(class, shape.version, code);
        let value = self.value(shape, range, code);
        let mut entry = if self.tables.model.syntax.lists_groups() {
            Entry::of(format!("{}{}", shape.before, self.listed(shape, class, range, &value, code)))
        } else {
            self.usual(shape, class, &value, code)
        };
        entry.flags = self.flags(shape, class, &value, code);
        entry
    }

    fn value(&self, shape: &Shape, range: Option<&'m CodeRange>, code: u64) -> Value<'m> {
        let model = self.tables.model;
        let Some(range) = range else { return Value::Reserved };
        let offset = (code - range.first) as u32;
        match range.kind {
            // A group that extends past the end of its file has no name.
            CodeKind::File { step, .. }
                if !model.syntax.lists_groups()
                    && offset * step + shape.count > (range.last - range.first + 1) as u32 * step =>
            {
                Value::Reserved
            }
            CodeKind::File { file, base, step } => Value::Registers { file, first: base + offset * step },
            CodeKind::Register(register) => match (model.registers[register].bits, shape.count, offset) {
                (..=32, _, _) | (_, 2, 0) => Value::Special { register, part: None },
                (_, 1, part) => Value::Special { register, part: Some(part) },
                (_, _, part) if model.syntax.lists_groups() => Value::Special { register, part: Some(part) },
                // The second half of one register and the first half of the next one have no common name.
                _ => Value::Reserved,
            },
            _ => Value::Coded(range),
        }
    }

    /// Name of a register that is not in a file.
    pub(super) fn register(&self, register: usize, dialect: usize) -> &'m str {
        let info = &self.tables.model.registers[register];
        info.spelled.iter().find(|(d, _)| *d == dialect).map_or(info.name.as_str(), |(_, text)| text)
    }

    fn has(&self, dialect: usize, name: &str) -> bool {
        self.tables.model.styles[dialect].traits.iter().any(|t| t == name)
    }

    fn usual(&mut self, shape: &Shape, class: &Class, value: &Value<'_>, code: u64) -> Entry {
        let ill = || format!("ill_{code}");
        let range = match value {
            Value::Registers { file, first } => {
                let file = &self.tables.model.files[*file];
                return Entry::of(match shape.count {
                    _ if *first >= file.count => ill(),
                    1 => format!("{}{first}", file.prefix),
                    count => format!("{}[{first}:{}]", file.prefix, first + count - 1),
                });
            }
            Value::Special { register, part } => {
                let name = self.register(*register, shape.dialect);
                return Entry::of(match part {
                    None => name.to_owned(),
                    Some(0) => format!("{name}_lo"),
                    Some(1) => format!("{name}_hi"),
                    Some(part) => format!("{name}_{part}"),
                });
            }
            Value::Reserved => return Entry::of(ill()),
            Value::Coded(range) => range,
        };
        let offset = (code - range.first) as i64;
        Entry::of(match &range.kind {
            CodeKind::Int { start, down } => format!("{}", if *down { start - offset } else { start + offset }),
            CodeKind::Float(value) => {
                let narrow = *value as f32;
                let wide = shape.dwords >= 2 && !self.has(shape.dialect, "short_floats");
                if wide { format!("{value:?}") } else { format!("{narrow:?}") }
            }
            CodeKind::Value(_) => printed(range, shape.dialect).to_owned(),
            CodeKind::Name if range.first == range.last => printed(range, shape.dialect).to_owned(),
            CodeKind::Name => format!("{}{}", printed(range, shape.dialect), code - range.offset),
            CodeKind::Constant(value) => format!("{value:#x}"),
            CodeKind::Attribute => format!("attr{}.{}", code & 63, ["x", "y", "z", "w"][code as usize >> 6 & 3]),
            CodeKind::Literal => return Entry { special: Some(Special::Literal), ..Entry::of(String::new()) },
            CodeKind::Number(number) => {
                let row = self.number_index(number);
                let style = number.styles.get(shape.dialect).copied().unwrap_or(NumberStyle::Hex);
                if !number.target && number.spellings.is_empty() {
                    style_text(style, code, class.bits)
                } else {
                    let style = format!("Plain(NumberStyle::{style:?})");
                    let special = self.number_row("", &[(class.bits - 1, 0)], &style, None, Some(row));
                    return Entry { special: Some(Special::Number(special)), ..Entry::of(String::new()) };
                }
            }
            CodeKind::File { .. } | CodeKind::Register(_) => ill(),
        })
    }

    /// Index of a number in the tables.
    pub(super) fn number_index(&self, number: &isatope_lang::Number) -> usize {
        let row = number_row(number, self.tables.pool, &self.tables.names);
        *self.tables.numbers.index.get(&row).expect("a number of the model has its row")
    }

    /// Text of an operand in text with dots.
    fn listed(&self, shape: &Shape, class: &Class, range: Option<&CodeRange>, value: &Value<'_>, code: u64) -> String {
        let pairs = self.has(shape.dialect, "register_pairs");
        let reserved = format!("reserved_{code:#x}");
        let own = ones(class.bits - shape.shared);
        let range = match (value, range) {
            (Value::Registers { file, first }, Some(range)) => {
                let file = &self.tables.model.files[*file];
                let (prefix, count) = (&file.prefix, shape.count);
                let mark = if range.last_use { "^" } else { "" };
                // If the text shows the number of registers, it lists all registers of a group.
                let scalar = pairs && !shape.counted && !file.per_lane;
                let (before, behind) = if pairs { ("", mark) } else { (mark, "") };
                if scalar && (count == 1 || first % 2 == 0) {
                    // Uniforms are numbered in pairs; a single one is a word of a pair.
                    let word = if count == 1 { format!(".w{}", first % 2) } else { String::new() };
                    return format!("{before}{prefix}{}{word}", first / 2);
                }
                let pair = pairs && !shape.counted && count > 1;
                let last = if shape.counted || pair { first + count } else { first + 1 };
                let list: Vec<String> = (*first..last).map(|n| format!("{prefix}{n}{behind}")).collect();
                let (open, close) = if pair { ("[", "]") } else { ("", "") };
                return format!("{before}{open}{}{close}", list.join(&self.tables.model.syntax.listed));
            }
            (Value::Special { register, .. }, Some(range)) => {
                let word = code - range.first;
                // If both words are meant, `.w0` would mean a widening.
                let both = pairs && shape.dwords == 2;
                let name = self.register(*register, shape.dialect);
                return match both {
                    true if word != 0 => reserved,
                    true => name.to_owned(),
                    false => format!("{name}.w{word}"),
                };
            }
            (Value::Coded(range), _) => range,
            _ => return reserved,
        };
        match &range.kind {
            CodeKind::Constant(_) if !range.spelled.is_empty() && !printed(range, shape.dialect).is_empty() => {
                printed(range, shape.dialect).to_owned()
            }
            CodeKind::Constant(value) => {
                let mut codes: Vec<&CodeRange> =
                    class.codes.iter().filter(|c| c.versions.contains(shape.version)).collect();
                codes.sort_by_key(|c| c.first);
                let same = codes.iter().find(|c| c.kind == range.kind);
                // If the table contains a value twice, the second one has a name of its own.
                if same.is_none_or(|c| c.first & own == code & own) {
                    return format!("{value:#X}").replace("0X", "0x");
                }
                let start = codes.iter().find(|c| matches!(c.kind, CodeKind::Constant(_))).map_or(0, |c| c.first);
                format!("constant{}", (code & own) - (start & own))
            }
            CodeKind::Number(number) => match digit_style(number.styles.get(shape.dialect).copied(), pairs) {
                None => format!("{code:#X}").replace("0X", "0x"),
                Some(style) => style_text(style, code, class.bits),
            },
            _ => reserved,
        }
    }

    fn flags(&self, shape: &Shape, class: &Class, value: &Value<'_>, code: u64) -> u16 {
        let model = self.tables.model;
        let mut all = (self.alike(shape, class, code) & 0xf) << flags::ALIKE_AT;
        let mut set = |flag: u16, on: bool| all |= if on { flag } else { 0 };
        let uniform = match value {
            Value::Registers { file, .. } => !model.files[*file].per_lane,
            Value::Special { .. } => true,
            Value::Coded(range) => matches!(range.kind, CodeKind::Value(_)),
            Value::Reserved => false,
        };
        if let Value::Registers { file, first } = value {
            let (info, count) = (&model.files[*file], shape.count);
            let anywhere = info.per_lane
                || info.unaligned.iter().any(|&(d, masks)| d == shape.dialect && (shape.lenient || !masks));
            let crosses = if count > 4 { first % 4 != 0 } else { first % 4 + count > 4 };
            set(flags::MISALIGNED, !anywhere && count > 1 && crosses);
            set(flags::UNALIGNED, !anywhere && count > 1 && first % count.next_power_of_two().min(4) != 0);
            set(flags::LANE, info.per_lane);
            set(flags::NO_LANE, !info.per_lane);
            set(flags::ODD, first % 2 != 0);
            set(flags::GROUP, first + count > info.count || count > 1 && first % 2 != 0);
        }
        set(flags::NO_MASK, !uniform && !matches!(value, Value::Reserved));
        let shared = shape.shared != 0;
        match value {
            Value::Registers { .. } => set(flags::SCALAR, uniform),
            Value::Special { register, .. } => {
                set(flags::NO_LANE, true);
                set(flags::SCALAR, !shape.exempt.contains(register));
            }
            Value::Coded(range) => {
                let only = range.only.is_some();
                let coming = matches!(range.kind, CodeKind::Value(_)) && only;
                set(flags::NO_LANE, !coming);
                set(flags::ELSEWHERE, coming);
                let scalar =
                    matches!(range.kind, CodeKind::Literal) || matches!(range.kind, CodeKind::Value(_)) && !only;
                set(flags::SCALAR, scalar || shared);
                let number = matches!(range.kind, CodeKind::Int { .. } | CodeKind::Float(_) | CodeKind::Literal);
                set(flags::NUMBER, number || shared && matches!(range.kind, CodeKind::Constant(_)));
            }
            Value::Reserved => set(flags::SCALAR, shared),
        }
        all
    }

    /// The values of the shared bits for which a code has the same meaning, with one bit per value.
    fn alike(&self, shape: &Shape, class: &Class, code: u64) -> u16 {
        if shape.shared == 0 {
            return u16::MAX;
        }
        assert!(shape.shared <= 2, "operands share more than two bits");
        let own = class.bits - shape.shared;
        let here = 1 << (code >> own);
        let meaning = |code: u64| {
            let range = range(class, shape.version, code)?;
            let offset = (code - range.first) as u32;
            Some(match &range.kind {
                CodeKind::File { file, base, step } => {
                    (CodeKind::File { file: *file, base: 0, step: 1 }, base + offset * step, range.last_use)
                }
                CodeKind::Name | CodeKind::Number(_) => return None,
                kind => (kind.clone(), offset, range.last_use),
            })
        };
        let Some(wanted) = meaning(code) else { return here };
        let low = code & ones(own);
        (0..1_u64 << shape.shared)
            .filter(|value| meaning(value << own | low) == Some(wanted.clone()))
            .fold(here, |set, value| set | 1 << value)
    }

    /// Pieces of an operand.
    pub(super) fn operand(&mut self, inst: &Inst, index: usize, place: &Place<'_>) -> Vec<Piece> {
        let Place { layout, version, dialect, signed, .. } = *place;
        let model = self.tables.model;
        let operand = &inst.operands[index];
        let dwords = operand.ty.dwords(model.versions[version].lanes);
        let lenient = operand.read && operand.ty == OperandType::Mask;
        let of = |piece: Piece| Piece { operand: Some(index as u8), ..piece };
        let f = match layout.slots[index] {
            Slot::Register(register) => {
                let name = self.register(register, dialect).to_owned();
                let longest = name.len();
                let table = self.table(&[Entry { flags: flags::ALIKE | flags::SCALAR, ..Entry::of(name) }]);
                let counts = if operand.read { flags::SCALAR } else { 0 };
                return vec![of(Piece { table, flags: counts, ..Piece::new("Operand", longest) })];
            }
            Slot::Field(f) => f,
        };
        let field = &layout.fields[f];
        let FieldKind::Operand(class_index) = field.kind else {
            panic!("{}: field {} is the place of an operand and no operand", inst.name, field.name)
        };
        let class = &model.classes[class_index];
        let before = layout
            .before
            .iter()
            .find(|b| b.0 == f && b.1 == Some(dialect))
            .or_else(|| layout.before.iter().find(|b| b.0 == f && b.1.is_none()))
            .map_or("", |b| b.2.as_str());
        let literal = self.literal(inst, index, class, version, dialect);
        if class.bits > ENUMERATED {
            let codes: Vec<&CodeRange> = class.codes.iter().filter(|c| c.versions.contains(version)).collect();
            let [range] = codes[..] else {
                let signs = if signed { self.signs(layout, field, dialect) } else { NONE };
                let is_plain = !model.syntax.attaches() && signs == NONE;
                assert!(is_plain, "class {} is too wide for modifiers at operands", class.name);
                return vec![of(Piece::new("Value", SPECIAL))];
            };
            return vec![of(match &range.kind {
                CodeKind::Literal if operand.read => {
                    Piece { extra: literal, flags: flags::SCALAR, ..Piece::new("Literal", 60) }
                }
                CodeKind::Literal => Piece { extra: literal, ..Piece::new("Literal", 60) },
                CodeKind::Number(number) if model.syntax.lists_groups() => {
                    let pairs = self.has(dialect, "register_pairs");
                    let style = digit_style(number.styles.get(dialect).copied(), pairs)
                        .map_or("Capital".to_owned(), |style| format!("Plain(NumberStyle::{style:?})"));
                    let label = number.target.then(|| self.number_index(number));
                    self.number(before, &field.pieces, &style, None, label)
                }
                CodeKind::Number(number) => {
                    let style = number.styles.get(dialect).copied().unwrap_or(NumberStyle::Hex);
                    let row = self.number_index(number);
                    let other = (number.target || !number.spellings.is_empty()).then_some(row);
                    self.number(before, &field.pieces, &format!("Plain(NumberStyle::{style:?})"), None, other)
                }
                kind => panic!("class {} is too wide for {kind:?}", class.name),
            })];
        }
        let shared = (mask_of(&field.pieces) & shared_mask(layout)).count_ones();
        let counted = layout.counted.iter().find(|c| c.0 == f);
        let shape = |count: u32| Shape {
            class: class_index,
            version,
            dialect,
            count,
            dwords,
            counted: counted.is_some(),
            lenient,
            exempt: layout.exempt.iter().filter(|e| e.0 == f).map(|e| e.1).collect(),
            shared,
            before: before.to_owned(),
        };
        let counts = self.counting(operand, index, place, shared != 0, counted.is_some());
        let key = Key::of(&field.pieces);
        let fields = match (counted, count_of(layout, f, dialect)) {
            (Some((_, by, _)), _) => vec![*by],
            (None, Some(count)) => count.fields.clone(),
            (None, None) => Vec::new(),
        };
        let signs = if signed { self.signs(layout, field, dialect) } else { NONE };
        let piece = of(Piece { key, flags: counts, extra: literal, signs, ..Piece::new("Operand", 0) });
        let registers = |value: u64| match (counted, count_of(layout, f, dialect)) {
            (Some((.., plus)), _) => value as u32 + plus,
            (None, Some(count)) => {
                let row = count.table.get(dwords as usize).and_then(|row| row.get(value as usize));
                row.map_or(dwords, |n| u32::from(*n))
            }
            (None, None) => dwords,
        };
        if fields.is_empty() {
            let (table, longest) = self.codes(shape(registers(0)));
            let (kind, around) = if signs == NONE { ("Operand", 0) } else { ("Signed", SIGNS) };
            return vec![Piece { table, kind, longest: longest + around + 2, ..piece }];
        }
        assert!(signs == NONE, "{}: an operand with signs has registers by a field", inst.name);
        let by = fields.iter().fold(Key::default(), |key, &f| key.join(&Key::of(&layout.fields[f].pieces)));
        let mut longest = 0;
        let bases = (0..1_u64 << by.bits()).map(|value| {
            let count = registers(value);
            let (base, length) = self.codes(shape(count));
            longest = longest.max(length);
            base
        });
        let bases = bases.collect();
        let table = self.bases.start(bases);
        vec![
            of(Piece { key: by, table, ..Piece::new("Count", 0) }),
            Piece { kind: "Counted", longest: longest + 2, ..piece },
        ]
    }

    /// Flags of an operand that apply.
    fn counting(&self, operand: &Operand, index: usize, place: &Place<'_>, shared: bool, counted: bool) -> u16 {
        let Place { layout, dialect, version, .. } = *place;
        let Slot::Field(f) = layout.slots[index] else { return 0 };
        let field = &layout.fields[f];
        if self.tables.model.syntax.attaches() {
            let pair = operand.read && operand.ty.dwords(self.tables.model.versions[version].lanes) == 2 && !counted;
            let breaks = if counted { flags::GROUP } else { 0 } | if pair { flags::ODD } else { 0 };
            return breaks | if shared { flags::SCALAR } else { 0 };
        }
        let mut all = flags::MISALIGNED | if operand.read { flags::SCALAR } else { 0 };
        if layout.aligned >> dialect & 1 != 0 {
            all |= flags::UNALIGNED;
        }
        if operand.ty == OperandType::Mask {
            all |= flags::NO_MASK;
        }
        let need = layout.needs.iter().find(|n| n.0 == f && n.2.is_none_or(|d| d == dialect));
        match need.map(|n| n.1) {
            Some(Need::File(file)) => {
                let lanes = self.tables.model.files.iter().filter(|f| f.per_lane).count();
                assert!(
                    lanes == 1 && self.tables.model.files[file].per_lane,
                    "more than one file has registers of lanes"
                );
                all |= flags::NO_LANE;
            }
            Some(Need::Scalar) => all |= flags::LANE,
            // Checked for every word.
            Some(Need::Word) | None => {}
        }
        if let FieldKind::Operand(class) = field.kind {
            let mut codes = self.tables.model.classes[class].codes.iter().filter(|c| c.versions.contains(version));
            if codes.any(|c| c.only.as_ref().is_some_and(|only| *only != field.name)) {
                all |= flags::ELSEWHERE;
            }
        }
        all
    }

    /// Index of the row for literals of an operand.
    fn literal(&mut self, inst: &Inst, index: usize, class: &Class, version: usize, dialect: usize) -> u16 {
        let codes: Vec<&CodeRange> = class.codes.iter().filter(|c| c.versions.contains(version)).collect();
        if !codes.iter().any(|c| c.kind == CodeKind::Literal) {
            return NONE;
        }
        let ty = self.tables.constant_type(inst, &inst.operands[index]);
        let comment = match ty {
            Constant::F32 => "Some(FloatComment::Single)",
            Constant::F16 => "Some(FloatComment::Half)",
            _ => "None",
        };
        let decimal = self.has(dialect, "decimal_lit");
        let row = |least: u64, most: u32, integers: (i64, i64), unsigned: bool, floats: Vec<u32>| {
            format!(
                "LiteralStyle {{ least: {least}, most: {most:#x}, integers: {integers:?}, unsigned: {unsigned}, floats: &{floats:?}, decimal: \
                 {decimal}, comment: {comment} }}"
            )
        };
        // A constant that is part of the format has no inline form.
        if class.bits >= 32 {
            return self.literals.add(row(0, u32::MAX, (1, 0), false, Vec::new())) as u16;
        }
        let plain = self.has(dialect, "plain_values");
        let narrow = !plain && matches!(ty, Constant::F16 | Constant::Int { bits: 16, .. });
        let large = !plain && matches!(ty, Constant::Mask | Constant::Int { bits: 64, .. });
        let ends = codes.iter().filter_map(|c| match c.kind {
            CodeKind::Int { start, down } => {
                let end = (c.last - c.first) as i64;
                Some(if down { (start - end, start) } else { (start, start + end) })
            }
            _ => None,
        });
        let ends: Vec<(i64, i64)> = ends.collect();
        let first = ends.iter().map(|e| e.0).min().unwrap_or(1);
        let last = ends.iter().map(|e| e.1).max().unwrap_or(0);
        let all: i64 = ends.iter().map(|e| e.1 - e.0 + 1).sum();
        assert_eq!(all, last - first + 1, "the integers of class {} are no range", class.name);
        let floats = codes.iter().filter_map(|c| match c.kind {
            CodeKind::Float(value) if !plain && !large => Some(match ty {
                _ if narrow => u32::from(crate::tables::rows::f16_bits(value)),
                Constant::F64 => (value.to_bits() >> 32) as u32,
                _ => (value as f32).to_bits(),
            }),
            _ => None,
        });
        let least = self.elsewhere(inst, index, version).map_or(0, |bits| 1_u64 << bits);
        let row = row(least, if narrow { 0xffff } else { u32::MAX }, (first, last), large, floats.collect());
        self.literals.add(row) as u16
    }

    /// Width of the widest field in which a form has a number in place of the operand.
    fn elsewhere(&self, inst: &Inst, index: usize, version: usize) -> Option<u32> {
        let of = |form: &isatope_lang::Form| {
            form.opcodes[version]?;
            let layout = self.tables.model.formats[form.format].layouts[version].as_ref()?;
            let Some(Slot::Field(f)) = layout.slots.get(index) else { return None };
            let FieldKind::Operand(class) = layout.fields[*f].kind else { return None };
            let class = &self.tables.model.classes[class];
            let number = |c: &CodeRange| c.versions.contains(version) && matches!(c.kind, CodeKind::Number(_));
            (class.bits < 32 && class.codes.iter().any(number)).then_some(class.bits)
        };
        inst.forms.iter().filter_map(of).max()
    }
}

/// Position of an operand.
#[derive(Clone, Copy)]
pub(super) struct Place<'m> {
    pub layout: &'m Layout,
    pub format: usize,
    pub version: usize,
    pub dialect: usize,
    /// Whether signs may surround the operand.
    pub signed: bool,
}

/// Number of registers of the operand in a field, if it depends on fields.
pub(super) fn count_of(layout: &Layout, field: usize, dialect: usize) -> Option<&isatope_lang::Count> {
    let of = |d: Option<usize>| layout.counts.iter().find(|c| c.field == field && c.dialect == d);
    of(Some(dialect)).or_else(|| of(None))
}

/// Range that contains a code in a version.
pub(super) fn range(class: &Class, version: usize, code: u64) -> Option<&CodeRange> {
    class.codes.iter().find(|c| c.versions.contains(version) && c.first <= code && code <= c.last)
}

/// Text that a dialect prints for a code with a name.
pub(super) fn printed(range: &CodeRange, dialect: usize) -> &str {
    let own = range.spelled.iter().find(|(d, _)| *d == dialect).map(|(_, text)| text);
    own.or(range.names.first()).map_or("", String::as_str)
}

/// Style of numbers with dots; `None` for hexadecimal numbers with capital letters.
fn digit_style(style: Option<NumberStyle>, pairs: bool) -> Option<NumberStyle> {
    match style {
        Some(NumberStyle::Hex) | None if pairs => Some(NumberStyle::Hex),
        Some(NumberStyle::Hex) | None => None,
        Some(style @ (NumberStyle::SignedHex | NumberStyle::Decimal)) => Some(style),
        Some(_) => Some(NumberStyle::Signed),
    }
}

/// A number of `bits` bits, in a style.
pub(super) fn style_text(style: NumberStyle, value: u64, bits: u32) -> String {
    let unused = 64 - bits.clamp(1, 32);
    let number = (value << unused) as i64 >> unused;
    let sign = if number < 0 { "-" } else { "" };
    match style {
        NumberStyle::Hex => format!("{value:#x}"),
        NumberStyle::Decimal => value.to_string(),
        NumberStyle::Signed => number.to_string(),
        NumberStyle::SignedHex => format!("{sign}{:#x}", number.unsigned_abs()),
        NumberStyle::Small if value <= 64 => value.to_string(),
        NumberStyle::Small => format!("{value:#x}"),
        NumberStyle::Relative => {
            let distance = 4 + 4 * number;
            format!("{}{distance}", if distance < 0 { "." } else { ".+" })
        }
    }
}

/// Bits that operands share.
pub(super) fn shared_mask(layout: &Layout) -> u64 {
    layout.fields.iter().filter(|f| f.shared).fold(0, |mask, f| mask | mask_of(&f.pieces))
}
