//! Simple rows: names, registers, classes, layouts.

use isatope_lang::{
    Alias, Class, CodeKind, CodeRange, Count, Expect, Field, FieldKind, Grade, Layout, Model, ModifierKind,
    ModifierUse, Need, NoteCondition, OperandCondition, Slot, Syntax, Terms, WhenAbsent, Word, WordForm,
};

use super::numbers::{number_row, style_name};
use super::pool::Pool;
use super::{Tables, id, id_or_none, join, mask_of, scatter, slice, strings};

/// Spellings of all computed values, each once, in the order of the classes.
pub(super) fn values(model: &Model) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for code in model.classes.iter().flat_map(|c| &c.codes) {
        if let (CodeKind::Value(_), Some(name)) = (&code.kind, code.names.first())
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    }
    names
}

/// Terms of an architecture, such as its word for a wavefront.
pub(super) fn called(model: &Model) -> String {
    let Terms { wave, thread, entry, shared, private, staging } = &model.called;
    format!(
        "Terms {{ wave: {wave:?}, thread: {thread:?}, entry: {entry:?}, shared: {shared:?}, private: {private:?}, staging: {staging:?}, memories: {} }}",
        strings(&model.memories.iter().map(|m| m.called.as_str()).collect::<Vec<_>>())
    )
}

pub(super) fn syntax(model: &Model) -> String {
    let Syntax { attached, listed, distances, common_names } = &model.syntax;
    format!(
        "Syntax {{ attached: {attached:?}, listed: {listed:?}, distances: {distances}, common_names: {common_names} }}"
    )
}

/// Numbers of resources.
pub(super) struct ResourceNumbers {
    /// Number of the first register of each file.
    files: Vec<u32>,
    /// Number of the first part of each register that is not in a file.
    registers: Vec<u32>,
    /// Total number of resources.
    pub all: u32,
}

/// Assigns numbers to resources: files, other registers, memories, interfaces.
pub(super) fn resources(model: &Model) -> ResourceNumbers {
    let mut all = 0;
    let mut take = |count: u32| {
        all += count;
        all - count
    };
    let files = model.files.iter().enumerate().map(|(index, f)| take(f.count * parts(model, index))).collect();
    let registers = model.registers.iter().map(|r| take(r.bits.div_ceil(32).max(1))).collect();
    take((model.memories.len() + model.interfaces.len()) as u32);
    ResourceNumbers { files, registers, all }
}

/// Number of resources per register of a file.
fn parts(model: &Model, file: usize) -> u32 {
    let halves = model.checks.iter().any(|checks| checks.file == file && !checks.halves.is_empty());
    if halves { 2 } else { 1 }
}

pub(super) fn files(model: &Model, pool: &Pool) -> String {
    let numbers = resources(model);
    join(model.files.iter().enumerate().map(|(index, f)| {
        format!(
            "RegFile {{ name: {}, prefix: {}, count: {}, per_lane: {}, even_pairs: {}, unaligned: {}, first_resource: {}, parts: \
             {}, called: {} }}",
            pool.text(&f.name),
            pool.text(&f.prefix),
            f.count,
            f.per_lane,
            f.even_pairs,
            pool.list(
                "(DialectId, bool)",
                f.unaligned.iter().map(|(dialect, masks)| format!("({}, {masks})", id("DialectId", *dialect)))
            ),
            numbers.files[index],
            parts(model, index),
            pool.text(&f.called)
        )
    }))
}

pub(super) fn registers(model: &Model, pool: &Pool) -> String {
    let numbers = resources(model);
    join(model.registers.iter().zip(numbers.registers).map(|(r, number)| {
        let print = (0..model.dialects.len())
            .map(|d| r.spelled.iter().find(|(dialect, _)| *dialect == d).map_or(r.name.as_str(), |(_, text)| text));
        let print = pool.texts(&print.collect::<Vec<_>>());
        format!(
            "Register {{ name: {}, print: {print}, bits: {}, mask: {}, per_lane: {}, first_resource: {number} }}",
            pool.text(&r.name),
            r.bits,
            r.mask,
            r.per_lane
        )
    }))
}

/// General syntax rules of each dialect.
pub(super) fn styles(model: &Model) -> String {
    slice(model.styles.iter().map(|style| {
        let has = |name: &str| style.traits.iter().any(|t| t == name);
        let traits = join(isatope_lang::TRAITS.iter().map(|(name, _)| format!("{name}: {}", has(name))));
        let reads = slice(style.reads.iter().map(|(function, modifier)| format!("({function:?}, {modifier:?})")));
        let own = slice(style.own.iter().map(|start| format!("{start:?}")));
        format!("Style {{ column: {}, {traits}, reads: {reads}, own: {own} }}", style.column)
    }))
}

/// The spec notes, in the order of the model.
pub(super) fn doubts(model: &Model, pool: &Pool) -> String {
    join(model.doubts.iter().map(|d| {
        let status = status(d.grade);
        let [name, why, until] = [&d.name, &d.why, &d.until].map(|text| pool.text(text));
        format!("Doubt {{ name: {name}, status: Status::{status}, why: {why}, until: {until} }}")
    }))
}

pub(super) fn modifiers(model: &Model, pool: &Pool, class_rows: &[Vec<usize>]) -> String {
    let words_of = |words: &[Word]| pool.list("Word", words.iter().map(|w| word(model, pool, w)));
    join(model.modifiers.iter().map(|m| {
        let kind = match &m.kind {
            ModifierKind::Flag => "Flag".to_owned(),
            ModifierKind::Choice(words) => {
                let words = words.iter().map(|(value, word)| format!("({value}, {})", pool.text(word)));
                format!("Choice({})", pool.list("(u64, Text)", words))
            }
            ModifierKind::Prefix(text) => format!("Prefix({})", pool.text(text)),
            ModifierKind::Around { pairs, print } => {
                // If a dialect declares no choice, it prints the first pair.
                let print = (0..model.dialects.len()).map(|d| print.get(d).copied().unwrap_or(0));
                let pairs = pairs.iter().map(|(open, close)| format!("({}, {})", pool.text(open), pool.text(close)));
                format!("Around({}, {})", pool.list("(Text, Text)", pairs), pool.list("u8", print))
            }
            ModifierKind::Bits => "Bits".to_owned(),
            ModifierKind::Mark(print) => format!("Mark({})", pool.texts(print)),
            ModifierKind::Function(name) => format!("Function({})", pool.text(name)),
            ModifierKind::Named(words) => format!("Named({})", words_of(words)),
            ModifierKind::Words(words) => format!("Words({})", words_of(words)),
            ModifierKind::Number(hex, signed) => format!("Number({}, {signed})", pool.list("bool", hex)),
            ModifierKind::Swizzle => "Swizzle".to_owned(),
            ModifierKind::Parts(parts) => {
                let part = |(name, class): &(String, usize)| {
                    format!(
                        "({}, {})",
                        pool.text(name),
                        pool.list("ClassId", class_rows[*class].iter().map(|&row| id("ClassId", row)))
                    )
                };
                format!("Parts({})", pool.list("(Text, List<ClassId>)", parts.iter().map(part)))
            }
        };
        let (name, also) = (pool.text(&m.text), pool.texts(&m.also));
        format!("Modifier {{ name: {name}, also: {also}, kind: ModifierKind::{kind} }}")
    }))
}

fn word(model: &Model, pool: &Pool, w: &Word) -> String {
    let print: Vec<&str> = (0..model.dialects.len())
        .map(|d| w.spelled.iter().find(|(dialect, _)| *dialect == d).map_or(w.names[0].as_str(), |(_, text)| text))
        .collect();
    let form = match w.form {
        WordForm::Alone => "Alone".to_owned(),
        WordForm::Number(n) => format!("Number({n})"),
        WordForm::List { count, bits } => format!("List {{ count: {count}, bits: {bits} }}"),
    };
    format!(
        "Word {{ first: {:#x}, last: {:#x}, names: {}, print: {}, form: WordForm::{form} }}",
        w.first,
        w.last,
        pool.texts(&names_of(w).collect::<Vec<_>>()),
        pool.texts(&print),
    )
}

/// Names of a word of a modifier. A spelling of one dialect is accepted in all dialects.
pub(super) fn names_of(w: &Word) -> impl Iterator<Item = &str> {
    w.names.iter().map(String::as_str).chain(w.spelled.iter().map(|(_, text)| text.as_str()))
}

/// A spelling of a mnemonic. Spellings are sorted by these fields.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mnemonic<'m> {
    pub name: &'m str,
    pub inst: usize,
    pub versions: u16,
    pub dialects: u32,
    /// Bits that the spelling fixes, as mask and value.
    pub fixes: (u64, u64),
}

/// Every spelling of every mnemonic, sorted.
pub(super) fn mnemonics(model: &Model) -> Vec<Mnemonic<'_>> {
    let all = (1_u32 << model.dialects.len()) - 1;
    let mut rows: Vec<Mnemonic<'_>> = Vec::new();
    for (i, inst) in model.insts.iter().enumerate() {
        rows.push(Mnemonic { name: &inst.name, inst: i, versions: inst.versions.0, dialects: all, fixes: (0, 0) });
    }
    for alias in &model.aliases {
        for (i, inst) in model.insts.iter().enumerate().filter(|(_, inst)| inst.name == alias.name) {
            let versions = alias.versions.and(inst.versions);
            if !versions.is_empty() {
                // If the mnemonic determines everything, names of one dialect are accepted in all dialects.
                let dialects = if model.syntax.common_names { all } else { 1 << alias.dialect };
                let fixes = alias_pattern(model, alias);
                rows.push(Mnemonic { name: &alias.alias, inst: i, versions: versions.0, dialects, fixes });
            }
        }
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Rows of all spellings.
pub(super) fn mnemonic_rows(model: &Model, pool: &Pool) -> impl Iterator<Item = String> {
    mnemonics(model).into_iter().map(|Mnemonic { name, inst, versions, dialects, fixes: (mask, value) }| {
        let name = pool.text(name);
        format!("Mnemonic {{ name: {name}, inst: {}, versions: {versions:#x}, dialects: {dialects:#x}, fixes: p({mask:#x}, {value:#x}) }}", id("InstId", inst))
    })
}

impl Tables<'_> {
    /// Row of a class in a version.
    pub(super) fn class(&mut self, class: usize, version: usize) -> usize {
        let model = self.model;
        let class: &Class = &model.classes[class];
        let mut codes: Vec<&CodeRange> = class.codes.iter().filter(|c| c.versions.contains(version)).collect();
        codes.sort_by_key(|c| c.first);
        let rows: Vec<String> = codes.iter().map(|c| self.code_range(c)).collect();
        let literal =
            if class.bits < 32 { codes.iter().find(|c| c.kind == CodeKind::Literal).map(|c| c.first) } else { None };
        // One byte per code, so that printing needs no search. Classes as wide as a word have a single range.
        let index = if class.bits <= 10 {
            let of = |code: u64| codes.iter().position(|c| c.first <= code && code <= c.last).unwrap_or(255);
            self.pool.list("u8", (0..1_u64 << class.bits).map(of))
        } else {
            self.pool.list("u8", [0; 0])
        };
        self.classes.add(format!(
            "Class {{ name: {}, bits: {}, codes: {}, index: {index}, literal: {literal:?} }}",
            self.pool.text(&class.name),
            class.bits,
            self.pool.list("CodeRange", rows),
        ))
    }

    fn code_range(&mut self, code: &CodeRange) -> String {
        let mut names = code.names.clone();
        let kind = match &code.kind {
            CodeKind::File { file, base, step } => {
                format!("File {{ file: {}, base: {base}, step: {step} }}", id("FileId", *file))
            }
            CodeKind::Register(register) => format!("Register({})", id("RegisterId", *register)),
            CodeKind::Int { start, down } => format!("Int {{ start: {start}, down: {down} }}"),
            CodeKind::Float(value) => {
                let narrow = *value as f32;
                // The text is made here, for a 32-bit and for a 64-bit operand, because `isatope-core` prints without
                // float formatting.
                names = vec![format!("{narrow:?}"), format!("{value:?}")];
                format!(
                    "Float {{ f64: {:#x}, f32: {:#x}, f16: {:#x} }}",
                    value.to_bits(),
                    narrow.to_bits(),
                    f16_bits(*value)
                )
            }
            CodeKind::Value(_) => {
                let index = self.values.iter().position(|v| Some(v) == code.names.first());
                format!("Value({})", index.unwrap_or_default())
            }
            CodeKind::Literal => "Literal".to_owned(),
            CodeKind::Constant(value) => format!("Constant({value:#x})"),
            CodeKind::Attribute => "Attribute".to_owned(),
            CodeKind::Name => "Name".to_owned(),
            CodeKind::Number(number) => {
                let row = number_row(number, self.pool, &self.names);
                format!("Number({})", id("NumberId", self.numbers.add(row)))
            }
        };
        let print: Vec<&str> = (0..self.model.dialects.len())
            .map(|d| {
                let spelled = code.spelled.iter().find(|(dialect, _)| *dialect == d).map(|(_, text)| text);
                spelled.or(code.names.first()).map_or("", String::as_str)
            })
            .collect();
        let named_constant = matches!(code.kind, CodeKind::Constant(_)) && !code.spelled.is_empty();
        let is_named = named_constant || matches!(code.kind, CodeKind::Value(_) | CodeKind::Name);
        let print = self.pool.texts(if is_named { &print[..] } else { &[] });
        // A spelling of one dialect is accepted in all dialects.
        names.extend(code.spelled.iter().map(|(_, text)| text.clone()));
        format!(
            "CodeRange {{ first: {}, last: {}, kind: Kind::{kind}, names: {}, print: {print}, only: {}, offset: {}, last_use: {}, note: {} }}",
            code.first,
            code.last,
            self.pool.texts(&names),
            self.pool.text(code.only.as_deref().unwrap_or_default()),
            code.offset,
            code.last_use,
            self.pool.text(code.note.as_deref().unwrap_or_default()),
        )
    }

    pub(super) fn format(&self, format: usize) -> String {
        let f = &self.model.formats[format];
        let layouts = self.layout_rows[format].iter().map(|l| id_or_none("LayoutId", *l));
        format!(
            "Format {{ name: {}, bits: {}, layouts: {}, suffixes: {}, words: {}, extends: {}, explicit: {} }}",
            self.pool.text(&f.name),
            f.bits,
            self.pool.list("Option<LayoutId>", layouts),
            self.pool.texts(&f.suffixes),
            self.pool.texts(&f.words),
            !f.extends.is_empty(),
            f.explicit,
        )
    }

    /// Row of a format in a version.
    pub(super) fn layout(&mut self, format: usize, version: usize) -> Option<usize> {
        let (model, pool) = (self.model, self.pool);
        let f = &model.formats[format];
        let layout = f.layouts[version].as_ref()?;
        let fields: Vec<String> = layout.fields.iter().map(|field| self.field(field, version)).collect();
        let slots = layout.slots.iter().map(|slot| match slot {
            Slot::Field(i) => format!("Slot::Field({})", field_id(*i)),
            Slot::Register(i) => format!("Slot::Register({})", id("RegisterId", *i)),
        });
        let modifiers = layout.modifiers.iter().map(|list| pool.list("ModifierUse", list.iter().map(modifier_use)));
        let limits = f.limits.iter().map(|limit| {
            let counted = limit.counted.as_ref().map(|c| {
                let registers = pool.list("RegisterId", c.registers.iter().map(|&r| id("RegisterId", r)));
                let file = id("FileId", c.file);
                format!("CountedScalars {{ file: {file}, registers: {registers}, literal: {} }}", c.literal)
            });
            let counted = counted.map_or("None".to_owned(), |c| format!("Some({c})"));
            let dialect = id_or_none("DialectId", limit.dialect);
            format!("Limit {{ most: {}, dialect: {dialect}, counted: {counted} }}", limit.most)
        });
        let needs = layout.needs.iter().map(|(field, need, dialect)| {
            let need = match need {
                Need::File(file) => format!("File({})", id("FileId", *file)),
                Need::Scalar => "Scalar".to_owned(),
                Need::Word => "Word".to_owned(),
            };
            format!("({}, Need::{need}, {})", field_id(*field), id_or_none("DialectId", *dialect))
        });
        let checks = model.versions[version].checks.map(|index| &model.checks[index]);
        let flow = checks.filter(|checks| !checks.flow.is_empty());
        let flow = flow.and_then(|checks| layout.fields.iter().position(|field| field.name == checks.flow));
        let row = format!(
            "Layout {{ format: FormatId::new({format}), fixed: p({:#x}, {:#x}), op: {}, fields: {}, slots: {}, modifiers: {}, destination: \
             {}, limits: {}, needs: {}, exempt: {}, counts: {}, least: {}, presences: {}, blanks: {}, written: {}, aligned: {}, omits: {}, values: {}, also: {}, also_in: {}, bare: {}, must_be_zero: {:#x}, before: {}, counted: {}, shared_limit: {}, expects: {}, refused: {}, moves: {}, flow: {} }}",
            layout.fixed_mask,
            layout.fixed_value,
            pool.pieces(&layout.op),
            pool.list("Field", fields),
            pool.list("Slot", slots),
            pool.list("List<ModifierUse>", modifiers),
            bit(layout.destination),
            pool.list("Limit", limits),
            pool.list("(FieldId, Need, Option<DialectId>)", needs),
            pool.list(
                "(FieldId, RegisterId)",
                layout.exempt.iter().map(|&(f, r)| format!("({}, {})", field_id(f), id("RegisterId", r)))
            ),
            pool.list("Count", layout.counts.iter().map(|c| count(pool, c))),
            pool.list("Count", layout.least.iter().map(|c| count(pool, c))),
            pool.list("OperandCondition", layout.presences.iter().map(|p| presence(pool, p))),
            pool.list(
                "(u8, DialectId)",
                layout.blanks.iter().map(|&(slot, dialect)| format!("({slot}, {})", id("DialectId", dialect)))
            ),
            pool.list(
                "(DialectId, List<u8>)",
                layout.written.iter().map(|(d, slots)| format!(
                    "({}, {})",
                    id("DialectId", *d),
                    pool.list("u8", slots)
                ))
            ),
            layout.aligned,
            layout.omits,
            pool.list(
                "(FieldId, u64, Option<DialectId>)",
                layout.values.iter().map(|(f, value, d)| format!(
                    "({}, {value:#x}, {})",
                    field_id(*f),
                    id_or_none("DialectId", *d)
                ))
            ),
            pool.list("ModifierUse", layout.also.iter().map(modifier_use)),
            layout.also_in,
            pool.list(
                "(FieldId, DialectId, NumberStyle)",
                layout.bare.iter().map(|(field, d, style)| {
                    format!("({}, {}, {})", field_id(*field), id("DialectId", *d), style_name(*style))
                })
            ),
            layout.must_be_zero,
            pool.list("(FieldId, List<Text>)", before(layout, pool, model.dialects.len())),
            pool.list(
                "Counted",
                layout.counted.iter().map(|&(field, by, plus)| {
                    format!("Counted {{ field: {}, by: {}, plus: {plus} }}", field_id(field), field_id(by))
                })
            ),
            layout.shared_limit.map_or("None".to_owned(), |(reads, slots, words)| {
                format!("Some(SharedLimit {{ reads: {reads}, slots: {slots}, words: {words} }})")
            }),
            expects(pool, &layout.expects),
            pool.list("(DialectId, u64)", refused(layout, model.dialects.len())),
            pool.list(
                "(FieldId, u8)",
                layout.moves.iter().map(|&(field, how)| format!("({}, {how})", field_id(field)))
            ),
            id_or_none("FieldId", flow),
        );
        Some(self.layouts.add(row))
    }

    fn field(&self, field: &Field, version: usize) -> String {
        let kind = match field.kind {
            FieldKind::Operand(class) => format!("Operand({})", id("ClassId", self.class_rows[class][version])),
            FieldKind::Plain => "Plain".to_owned(),
            FieldKind::Ignored => "Ignored".to_owned(),
        };
        let raw: Vec<&str> = (0..self.model.dialects.len())
            .map(|d| field.raw.iter().find(|(dialect, _)| *dialect == d).map_or(field.name.as_str(), |(_, name)| name))
            .collect();
        let behind = field.pieces.iter().filter(|&&(_, low)| low >= 64).count();
        let is_whole = behind == 0 || behind == field.pieces.len() && field.default == 0;
        assert!(is_whole, "{}: a field lies before bit 64, or behind it with the default 0", field.name);
        format!(
            "Field {{ name: {}, raw: {}, pieces: {}, bits: {}, kind: FieldKind::{kind}, default: {:#x}, source: {:?}, place: p({:#x}, {:#x}), shared: {} }}",
            self.pool.text(&field.name),
            self.pool.texts(&raw),
            self.pool.pieces(&field.pieces),
            field.bits,
            field.default,
            source_number(&field.name),
            mask_of(&field.pieces),
            scatter(&field.pieces, field.default),
            field.shared,
        )
    }
}

/// Row number of a field.
fn field_id(field: usize) -> String {
    id("FieldId", field)
}

/// A bit of a field, if there is one.
fn bit(place: Option<(usize, u32)>) -> String {
    place.map_or("None".to_owned(), |(field, bit)| format!("Some(({}, {bit}))", field_id(field)))
}

/// Name of a grade in `isatope_core::tables`.
pub(super) fn status(grade: Grade) -> &'static str {
    match grade {
        Grade::Exact => "Exact",
        Grade::Assumed => "Assumed",
        Grade::Approximate => "Approximate",
        Grade::None => "None",
    }
}

/// Mask and value of the bits that an alias fixes.
pub(super) fn alias_pattern(model: &Model, alias: &Alias) -> (u64, u64) {
    let inst = model.insts.iter().find(|i| i.name == alias.name);
    let layout = inst.and_then(|i| model.formats[i.forms[0].format].layouts.iter().flatten().next());
    let fields = layout.map_or(&[][..], |l| &l.fields);
    // Bits that operands share do not belong to a single operand.
    let shared = fields.iter().filter(|f| f.shared).fold(0, |mask, f| mask | mask_of(&f.pieces));
    alias.with.iter().fold((0, 0), |(mask, bits), (name, value)| match fields.iter().find(|f| f.name == *name) {
        Some(f) => {
            let own: Vec<_> = f.pieces.iter().copied().filter(|&p| f.shared || mask_of(&[p]) & shared == 0).collect();
            (mask | mask_of(&own), bits | scatter(&own, *value))
        }
        None => (mask, bits),
    })
}

/// A list of conditions that fields usually fulfil.
pub(super) fn expects(pool: &Pool, expects: &[Expect]) -> String {
    let row = |e: &Expect| {
        let (fields, table) = (field_ids(pool, &e.fields), pool.list("bool", &e.table));
        let (message, refused) = (pool.text(&e.message), e.refused);
        format!("Expect {{ fields: {fields}, table: {table}, message: {message}, refused: {refused} }}")
    };
    pool.list("Expect", expects.iter().map(row))
}

/// A list of conditions of spec notes.
pub(super) fn notes(pool: &Pool, notes: &[NoteCondition]) -> String {
    let row = |n: &NoteCondition| {
        let (fields, table) = (field_ids(pool, &n.fields), pool.list("bool", &n.table));
        format!("NoteCondition {{ doubt: {}, fields: {fields}, table: {table} }}", id("DoubtId", n.doubt))
    };
    pool.list("NoteCondition", notes.iter().map(row))
}

/// A list of fields.
fn field_ids(pool: &Pool, fields: &[usize]) -> String {
    pool.list("FieldId", fields.iter().map(|&field| field_id(field)))
}

fn modifier_use(used: &ModifierUse) -> String {
    format!(
        "ModifierUse {{ field: {}, modifier: {}, default: {:#x}, always: {}, required: {}, at: {} }}",
        field_id(used.field),
        id("ModifierId", used.modifier),
        used.default,
        used.always,
        used.required,
        id_or_none("FieldId", used.at)
    )
}

/// Texts before the operands of a layout: the field, and the text in each dialect.
fn before(layout: &Layout, pool: &Pool, dialects: usize) -> Vec<String> {
    let mut fields: Vec<usize> = layout.before.iter().map(|b| b.0).collect();
    fields.dedup();
    let row = |field: usize| {
        let text = |dialect: usize| {
            let of = |d: Option<usize>| layout.before.iter().find(|b| b.0 == field && b.1 == d);
            of(Some(dialect)).or_else(|| of(None)).map_or("", |b| b.2.as_str())
        };
        format!("({}, {})", field_id(field), pool.texts(&(0..dialects).map(text).collect::<Vec<_>>()))
    };
    fields.into_iter().map(row).collect()
}

fn count(pool: &Pool, count: &Count) -> String {
    let rows = count.table.iter().map(|row| pool.list("u8", row));
    format!(
        "Count {{ field: {}, dialect: {}, any: {}, others: {}, fields: {}, table: {} }}",
        field_id(count.field),
        id_or_none("DialectId", count.dialect),
        count.any,
        pool.list("u32", &count.others),
        field_ids(pool, &count.fields),
        pool.list("List<u8>", rows),
    )
}

fn presence(pool: &Pool, presence: &OperandCondition) -> String {
    let otherwise = presence.otherwise.iter().map(|o| match o {
        WhenAbsent::Word(word) => format!("WhenAbsent::Word({})", pool.text(word)),
        plain => format!("WhenAbsent::{plain:?}"),
    });
    format!(
        "OperandCondition {{ slot: {}, fields: {}, table: {}, switch: {}, otherwise: {} }}",
        presence.slot,
        field_ids(pool, &presence.fields),
        pool.list("bool", &presence.table),
        bit(presence.switch),
        pool.list("WhenAbsent", otherwise),
    )
}

/// Number at the end of a source's name: 1 for `src1`.
pub(crate) fn source_number(name: &str) -> Option<u8> {
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.parse().ok().filter(|&n| n < 8)
}

/// The binary16 nearest to a constant. No constant is subnormal, infinite or NaN.
pub(super) fn f16_bits(value: f64) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 48 & 0x8000) as u16;
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023 + 15;
    if !(1..31).contains(&exponent) {
        return sign;
    }
    let fraction = bits & ((1 << 52) - 1);
    let (kept, rest) = (fraction >> 42, fraction & ((1 << 42) - 1));
    let up = rest > 1 << 41 || (rest == 1 << 41 && kept & 1 == 1);
    sign | ((exponent as u16) << 10).wrapping_add(kept as u16).wrapping_add(u16::from(up))
}

/// Bits that text of a dialect must not set if the body of the instruction does not read them, for each dialect.
fn refused(layout: &Layout, dialects: usize) -> impl Iterator<Item = String> {
    let bits = |dialect| idle_bits(layout, dialect);
    (0..dialects)
        .map(move |d| (d, bits(d)))
        .filter(|(_, bits)| *bits != 0)
        .map(|(d, bits)| format!("({}, {bits:#x})", id("DialectId", d)))
}

/// Bits that text of a dialect must not set if the body of the instruction does not read them.
pub(super) fn idle_bits(layout: &Layout, dialect: usize) -> u64 {
    let here = layout.idle.iter().filter(|idle| idle.refused & 1 << dialect != 0);
    here.map(|idle| mask_of(&layout.fields[idle.field].pieces)).fold(0, |all, bits| all | bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_in_half_precision() {
        assert_eq!(f16_bits(0.5), 0x3800);
        assert_eq!(f16_bits(-4.0), 0xc400);
        assert_eq!(f16_bits(0.15915494309189532), 0x3118);
    }

    #[test]
    fn source_numbers() {
        assert_eq!(source_number("src2"), Some(2));
        assert_eq!(source_number("vdst"), None);
        assert_eq!(source_number("bits16_12"), None);
    }
}
