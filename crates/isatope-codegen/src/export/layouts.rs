//! Layouts of formats per version.

use isatope_lang::{Field, FieldKind, Format, Layout, Model, ModifierUse, NumberStyle, Slot, UnitUse};
use schemars::JsonSchema;
use serde::Serialize;

use super::names::{self, Bits, ByDialect, FieldBit, FieldIs, Versions};
use super::nodes::{self, ExprOut};
use super::rules::{self, RulesOut};
use super::slots::{self, CountOut, CountedOut, PresenceOut};
use crate::tables::source_number;

/// A format as some versions lay it out.
#[derive(Serialize, JsonSchema, PartialEq)]
pub(super) struct LayoutOut {
    /// Left out for all versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    /// Bits that are fixed, without the opcode: mask, in hexadecimal.
    fixed_mask: String,
    /// Their value.
    fixed_value: String,
    /// Bits without a field that must be 0 in a correct word and are kept anyway: mask.
    must_be_zero: String,
    /// Place of the opcode, the most significant piece first.
    opcode: Vec<Bits>,
    fields: Vec<FieldOut>,
    /// Operands in the order of assembly: an instruction with fewer uses the first ones.
    slots: Vec<SlotOut>,
    /// The slots in the order in which a dialect writes them, where that is another one.
    #[serde(skip_serializing_if = "ByDialect::is_empty")]
    written: ByDialect<Vec<usize>>,
    /// Numbers of registers that follow from fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counts: Vec<CountOut>,
    /// Numbers of registers that are in a field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counted: Vec<CountedOut>,
    /// Operands that are not always there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    presences: Vec<PresenceOut>,
    /// Register indexing: fields whose registers, if each lane has them, move by a number of registers. Past the last
    /// one it is the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MoveOut>,
    /// Modifiers that each dialect writes after the operands, in this order.
    modifiers: ByDialect<Vec<ModifierUseOut>>,
    /// Fields that are read in the way of another modifier as well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<ModifierUseOut>,
    /// The bit of a field that a modifier of the kind `bits` shows as the destination's.
    #[serde(skip_serializing_if = "Option::is_none")]
    destination: Option<FieldBit>,
    /// Fields without meaning that a dialect writes as a bare number where they are not 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bare: Vec<Bare>,
    /// Fields of operands that instructions without a body write.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    writes: Vec<String>,
    /// The units that execute the instructions, those with a condition first: the first one whose condition holds
    /// counts. An instruction with a unit of its own has that instead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<UnitUseOut>,
    #[serde(skip_serializing_if = "RulesOut::is_empty")]
    rules: RulesOut,
}

/// A unit that executes instructions of a format.
#[derive(Serialize, JsonSchema, PartialEq)]
struct UnitUseOut {
    unit: String,
    /// The field that has to have a value; left out for all instructions.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    when: Option<FieldIs>,
}

/// A field.
#[derive(Serialize, JsonSchema, PartialEq)]
struct FieldOut {
    name: String,
    /// Where it lies, the most significant piece first.
    bits: Vec<Bits>,
    kind: FieldKindOut,
    /// Type of a plain field in bodies.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<String>,
    /// Class of an operand.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    /// The bit of a modifier for sources that belongs to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<u8>,
    /// What an encoder puts there if nothing is written.
    #[serde(skip_serializing_if = "names::is_zero")]
    default: u64,
    /// Whether its bits are the topmost ones of operands' fields too.
    #[serde(skip_serializing_if = "names::is_false")]
    shared: bool,
    /// The name that a dialect gives its bare bits, where it is another one.
    #[serde(skip_serializing_if = "ByDialect::is_empty")]
    raw: ByDialect<String>,
    /// What is written before the operand.
    #[serde(skip_serializing_if = "ByDialect::is_empty")]
    before: ByDialect<String>,
}

/// Kinds of fields.
#[derive(Serialize, JsonSchema, PartialEq)]
#[serde(rename_all = "snake_case")]
enum FieldKindOut {
    Operand,
    /// A number that modifiers write and bodies read.
    Plain,
    /// Bits without meaning.
    Ignored,
}

/// An operand slot: a field, or a register that is written and takes no bits.
#[derive(Serialize, JsonSchema, PartialEq)]
struct SlotOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    register: Option<String>,
    /// Dialects that write no comma after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    no_comma: Vec<String>,
}

/// A field whose registers move.
#[derive(Serialize, JsonSchema, PartialEq)]
struct MoveOut {
    field: String,
    /// How far: the same in all lanes.
    by: ExprOut,
}

/// A field that a dialect writes as a bare number.
#[derive(Serialize, JsonSchema, PartialEq)]
struct Bare {
    field: String,
    dialect: String,
    style: NumberStyle,
}

/// A modifier as a dialect uses it.
#[derive(Serialize, JsonSchema, PartialEq)]
struct ModifierUseOut {
    field: String,
    modifier: String,
    /// The value that not writing it means.
    #[serde(skip_serializing_if = "names::is_zero")]
    default: u64,
    /// Whether it is written even so.
    #[serde(skip_serializing_if = "names::is_false")]
    always: bool,
    /// Whether it must be written where dots separate modifiers.
    #[serde(skip_serializing_if = "names::is_false")]
    required: bool,
    /// The field of the operand after which it is written with a dot.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
}

pub(super) fn layouts(model: &Model, format: &Format) -> Vec<LayoutOut> {
    let mut found: Vec<(LayoutOut, Vec<usize>)> = Vec::new();
    for (version, layout) in format.layouts.iter().enumerate() {
        let Some(new) = layout.as_ref().map(|l| self::layout(model, l)) else { continue };
        match found.iter_mut().find(|(old, _)| *old == new) {
            Some((_, versions)) => versions.push(version),
            None => found.push((new, vec![version])),
        }
    }
    let with =
        |(layout, list): (LayoutOut, Vec<usize>)| LayoutOut { versions: names::versions_of(model, &list), ..layout };
    found.into_iter().map(with).collect()
}

fn unit(model: &Model, layout: &Layout, used: &UnitUse) -> UnitUseOut {
    let is = |(field, value): (usize, u64)| FieldIs { field: names::field(layout, field), value };
    UnitUseOut { unit: model.units[used.unit].name.clone(), when: used.when.map(is) }
}

fn layout(model: &Model, layout: &Layout) -> LayoutOut {
    let bare = |&(field, dialect, style): &(usize, usize, _)| Bare {
        field: names::field(layout, field),
        dialect: names::dialect(model, dialect),
        style,
    };
    LayoutOut {
        versions: None,
        fixed_mask: names::hex(layout.fixed_mask),
        fixed_value: names::hex(layout.fixed_value),
        must_be_zero: names::hex(layout.must_be_zero),
        opcode: layout.op.clone(),
        fields: (0..layout.fields.len()).map(|f| field(model, layout, f)).collect(),
        slots: (0..layout.slots.len()).map(|s| slot(model, layout, s)).collect(),
        written: layout.written.iter().map(|(d, slots)| (names::dialect(model, *d), slots.clone())).collect(),
        counts: layout.counts.iter().map(|c| slots::count(model, layout, c)).collect(),
        counted: layout.counted.iter().map(|c| slots::counted(layout, *c)).collect(),
        presences: layout.presences.iter().map(|p| slots::presence(model, layout, p)).collect(),
        moves: layout.moves.iter().map(|m| moves(model, layout, *m)).collect(),
        units: layout.units.iter().map(|used| unit(model, layout, used)).collect(),
        modifiers: names::by_dialect(model, &layout.modifiers, |list| {
            Some(list.iter().map(|m| modifier_use(model, layout, m)).collect())
        }),
        also: layout.also.iter().map(|m| modifier_use(model, layout, m)).collect(),
        destination: layout.destination.map(|(f, bit)| FieldBit { field: names::field(layout, f), bit }),
        bare: layout.bare.iter().map(bare).collect(),
        writes: names::fields(layout, &layout.writes),
        rules: rules::rules(model, layout),
    }
}

fn field(model: &Model, layout: &Layout, index: usize) -> FieldOut {
    let field: &Field = &layout.fields[index];
    let (kind, class) = match field.kind {
        FieldKind::Operand(class) => (FieldKindOut::Operand, Some(model.classes[class].name.clone())),
        FieldKind::Plain => (FieldKindOut::Plain, None),
        FieldKind::Ignored => (FieldKindOut::Ignored, None),
    };
    let before = |dialect: usize| {
        let of = |d: Option<usize>| layout.before.iter().find(|b| b.0 == index && b.1 == d);
        let text = of(Some(dialect)).or_else(|| of(None))?;
        Some((names::dialect(model, dialect), text.2.clone()))
    };
    FieldOut {
        name: field.name.clone(),
        bits: field.pieces.clone(),
        source: source_number(&field.name).filter(|_| kind == FieldKindOut::Operand),
        ty: Some(field.ty).filter(|_| kind == FieldKindOut::Plain).map(|t| model.type_name(t)),
        kind,
        class,
        default: field.default,
        shared: field.shared,
        raw: names::spelled(model, &field.raw),
        before: (0..model.dialects.len()).filter_map(before).collect(),
    }
}

fn moves(model: &Model, layout: &Layout, (field, by): (usize, usize)) -> MoveOut {
    MoveOut { field: names::field(layout, field), by: nodes::expr(model, &model.moves[by]) }
}

fn slot(model: &Model, layout: &Layout, index: usize) -> SlotOut {
    let (field, register) = match layout.slots[index] {
        Slot::Field(f) => (Some(names::field(layout, f)), None),
        Slot::Register(r) => (None, Some(names::register(model, r))),
    };
    let blanks = layout.blanks.iter().filter(|(slot, _)| *slot == index);
    SlotOut { field, register, no_comma: blanks.map(|(_, d)| names::dialect(model, *d)).collect() }
}

fn modifier_use(model: &Model, layout: &Layout, used: &ModifierUse) -> ModifierUseOut {
    ModifierUseOut {
        field: names::field(layout, used.field),
        modifier: model.modifiers[used.modifier].name.clone(),
        default: used.default,
        always: used.always,
        required: used.required,
        at: used.at.map(|f| names::field(layout, f)),
    }
}
