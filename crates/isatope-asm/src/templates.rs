//! Instructions put together from templates: what the shape of a line says once, and what is filled in for its numbers.
//!
//! A template is made when a shape comes for the second time, from the form that was chosen for it and the fields of that form. It is
//! made only if no number of the line has a say in the choice: all forms that were tried before have to be ruled out by what the shape
//! itself says ([`Encoder::is_settled`]). A number that the form does not take, or anything else that is unusual, goes the ordinary way.

use std::collections::HashSet;

use isatope_core::tables::{Field, Kind as Code, Layout, ModifierKind, OperandDef, Slot};
use isatope_core::{Instruction, Opcode, Target, rules};

use crate::cursor::{in_name, starts_name};
use crate::modifiers::Setting;
use crate::operand::{Operand, Value};
use crate::prepare::{class_of, insert};
use crate::select::{Encoded, Encoder, Failure, LiteralValue, ModifierWhy, NO_FIELD, Why};
use crate::shape::{self, Kind, Number, Shape};
use crate::symbols::Symbol;

/// Templates at most; when there are more, all are forgotten.
const MOST: usize = 1 << 14;
/// Places in the table of templates, and tries to find one.
const PLACES: usize = 4 * MOST;
const TRIES: usize = 4;
/// Shapes that have come once, by their hash.
const ONCE: usize = 1 << 13;
/// Lines that are looked up before it is asked whether that helps, and how many are passed over if it does not.
const ROUND: u32 = 1 << 11;
const PAUSE: u32 = 15 << 11;

/// How the number of a shape gets into the bits.
#[derive(Clone, Copy, Debug)]
enum Fill {
    /// A register: its codes start with this one, for this register; those that are no more than `last`, at multiples.
    Registers { code: u32, base: u32, last: u32, step: u32, scalar: bool },
    /// A constant or the place of a label, as the class of the field has it.
    Operand { class: u16, def: &'static OperandDef },
    /// The number of a modifier; `signed` if its highest bit is a sign, whether or not it may be written so.
    Modifier { signed: bool, minus: bool },
}

/// A number of a shape, and its field.
#[derive(Clone, Copy, Debug)]
struct Hole {
    fill: Fill,
    field: &'static Field,
    /// The operand, for what is filled in at the end.
    index: u8,
}

/// What a shape comes to.
#[derive(Debug)]
struct Template {
    hash: u64,
    place: u32,
    /// Where the text of the shape is.
    text: (u32, u32),
    /// Where its holes are; `None` if its lines go the ordinary way.
    holes: Option<(u32, u32)>,
    form: Opcode,
    encoding: u16,
    bits: u64,
    /// The constant behind the word, if it is the same in each line.
    literal: Option<u32>,
    /// The operand rules have to be looked at.
    ruled: bool,
    /// With other numbers it may be hardly meant.
    watched: bool,
}

/// What a line comes to.
pub(crate) struct Filled {
    pub inst: Instruction,
    /// A number that is not known yet: the encoding, the index of the operand, and where it stands.
    pub pending: Option<(u16, u8, Operand)>,
}

/// All templates of a source.
#[derive(Debug)]
pub(crate) struct Templates {
    /// The number of the template at each place, if its template says so too; empty at first.
    places: Vec<u32>,
    once: Vec<u16>,
    templates: Vec<Template>,
    holes: Vec<Hole>,
    texts: Vec<[u8; 8]>,
    /// Names in the texts, whatever they mean.
    names: HashSet<Box<[u8]>>,
    /// No line has a shape: a name means something else than registers.
    is_off: bool,
    /// Lines of this round that were looked up, and those of them that had a template.
    looked: u32,
    found: u32,
    /// Lines to be passed over.
    pause: u32,
}

/// Names in the text of a shape, but for the mnemonic.
fn names(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&b| !in_name(b)).skip(1).filter(|name| name.first().is_some_and(|&b| starts_name(b)))
}

impl Templates {
    /// None yet.
    pub fn new() -> Self {
        let (places, once, templates, holes, texts) = Default::default();
        Self {
            places,
            once,
            templates,
            holes,
            texts,
            names: HashSet::new(),
            is_off: false,
            looked: 0,
            found: 0,
            pause: 0,
        }
    }

    /// Whether the next line is to be looked up.
    #[inline]
    pub fn looks(&mut self) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        if self.looked == ROUND {
            // Source in which few lines are alike.
            self.pause = if self.found < ROUND / 4 { PAUSE } else { 0 };
            (self.looked, self.found) = (0, 0);
        }
        self.looked += 1;
        !self.is_off
    }

    /// Forgets all of them.
    fn forget(&mut self) {
        self.templates.clear();
        self.holes.clear();
        self.texts.clear();
        self.names.clear();
    }

    /// Takes note of a name that gets a meaning, or another one: templates do not ask for it again.
    pub fn define(&mut self, name: &str, shapes: &shape::Names) {
        self.is_off |= shapes.has_file(name);
        if self.is_off || self.names.contains(name.as_bytes()) {
            self.forget();
        }
    }

    /// The template of a shape.
    #[inline]
    fn find(&self, shape: &Shape, hash: u64) -> Option<&Template> {
        (0..TRIES).find_map(|i| {
            let found = self.at((hash as usize + i) % PLACES)?;
            let text = &self.texts[found.text.0 as usize..found.text.1 as usize];
            // Word by word: they are few, and not worth a call.
            let is_same = |(a, b): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*a) == u64::from_le_bytes(*b);
            let words = shape.words();
            (found.hash == hash && text.len() == words.len() && text.iter().zip(words).all(is_same)).then_some(found)
        })
    }

    /// The template at a place.
    #[inline]
    fn at(&self, place: usize) -> Option<&Template> {
        let found = self.templates.get(*self.places.get(place)? as usize)?;
        (found.place as usize == place).then_some(found)
    }

    /// Takes note of a line that had a template.
    #[inline]
    pub fn helped(&mut self) {
        self.found += 1;
    }

    /// Whether a shape that has no template should get one now: it has come before.
    pub fn wants(&mut self, hash: u64) -> bool {
        if self.is_off {
            return false;
        }
        if self.once.is_empty() {
            self.once = vec![0; ONCE];
            self.places = vec![0; PLACES];
        }
        let tag = (hash >> 48) as u16 | 1;
        let place = &mut self.once[hash as usize % ONCE];
        std::mem::replace(place, tag) == tag
    }

    /// The instruction of a line. `Err(true)` if its shape is not known.
    #[inline]
    pub fn fill(&self, shape: &Shape, hash: u64, encoder: &Encoder<'_>, target: Target) -> Result<Filled, bool> {
        let Some(template) = self.find(shape, hash) else { return Err(true) };
        self.filled(template, shape.numbers(), encoder, target).ok_or(false)
    }

    #[inline]
    fn filled(&self, template: &Template, numbers: &[Number], encoder: &Encoder<'_>, target: Target) -> Option<Filled> {
        let (first, last) = template.holes?;
        let mut bits = template.bits;
        let mut ruled = template.ruled;
        let mut literal = template.literal;
        let mut pending = None;
        for (number, hole) in numbers.iter().zip(&self.holes[first as usize..last as usize]) {
            let code = match hole.fill {
                Fill::Registers { code, base, last, step, scalar } => {
                    let Kind::Registers { count, .. } = number.kind else { return None };
                    let offset = (number.value as u32).checked_sub(base)?;
                    if number.value as u32 + u32::from(count) - 1 > last || step != 1 && offset % step != 0 {
                        return None;
                    }
                    // Registers that start at a multiple of their number break no rule.
                    ruled |= scalar && number.value & u64::from(count.next_power_of_two().min(4) - 1) != 0;
                    code + if step == 1 { offset } else { offset / step }
                }
                Fill::Modifier { signed, minus } => {
                    let all = u64::MAX >> (64 - hole.field.bits);
                    let half = 1_i64 << (hole.field.bits - 1);
                    let least = if minus { -half } else { 0 };
                    let fits = match signed {
                        true => (least..half).contains(&(number.value as i64)),
                        false => number.value <= all,
                    };
                    if !fits {
                        return None;
                    }
                    (number.value & all) as u32
                }
                Fill::Operand { class, def } => {
                    let operand = operand(number, encoder)?;
                    let found = encoder.constant(class, def, &operand).ok()?;
                    if found.inexact || found.truncated.is_some() || found.wrapped.is_some() {
                        return None;
                    }
                    if found.later {
                        pending = Some((template.encoding, hole.index, operand));
                    }
                    match found.literal {
                        Some(LiteralValue::Known(value)) if literal.is_none_or(|known| known == value) => {
                            literal = Some(value);
                        }
                        Some(_) => return None,
                        None => {}
                    }
                    found.code
                }
            };
            bits = match hole.field.pieces {
                [piece] => bits | u64::from(code) << piece.low,
                _ => insert(hole.field, bits, code.into()),
            };
        }
        if let Some(value) = literal {
            bits = bits & 0xffff_ffff | u64::from(value) << 32;
        }
        let inst = Instruction::from_bits(template.form, target, bits)?;
        let breaks = || rules::check(&inst, encoder.tables.dialect).is_some();
        let odd = template.watched && !inst.is_plain();
        (!odd && (!ruled || !breaks())).then_some(Filled { inst, pending })
    }

    /// Makes the template of a line from what was chosen for it.
    /// `tried` are the forms before it; there is none without them.
    pub fn learn(&mut self, shape: &Shape, hash: u64, encoder: &Encoder<'_>, encoded: &Encoded, tried: Option<&[u16]>) {
        if self.templates.len() == MOST {
            self.forget();
        }
        let mut places = (0..TRIES).map(|i| (hash as usize + i) % PLACES);
        let Some(place) = places.find(|&place| self.at(place).is_none()) else { return };
        let start = self.texts.len() as u32;
        self.texts.extend_from_slice(shape.words());
        let first = self.holes.len() as u32;
        let made = tried.and_then(|tried| encoder.template(shape.numbers(), encoded, tried, &mut self.holes));
        if made.is_none() {
            self.holes.truncate(first as usize);
        }
        let form = Opcode(encoder.tables.arch.encodings[usize::from(encoded.encoding)].form);
        let (bits, literal, ruled) = made.unwrap_or_default();
        let watched = encoder.watched(encoded, &self.holes[first as usize..]);
        self.names.extend(names(shape.words().as_flattened()).map(Box::from));
        self.places[place] = self.templates.len() as u32;
        self.templates.push(Template {
            hash,
            place: place as u32,
            text: (start, self.texts.len() as u32),
            holes: made.map(|_| (first, self.holes.len() as u32)),
            form,
            encoding: encoded.encoding,
            bits,
            literal,
            ruled,
            watched,
        });
    }
}

/// The operand that a number is.
#[inline]
fn operand(number: &Number, encoder: &Encoder<'_>) -> Option<Operand> {
    let (start, end) = (number.start, number.end);
    let value = match number.kind {
        Kind::Integer => Value::Int { bits: number.value, literal: false },
        Kind::Place => match encoder.symbols.get(&encoder.text[start as usize..end as usize]) {
            None => Value::Later { start, end },
            Some(Symbol::Label(place)) => Value::Place(*place),
            Some(_) => return None,
        },
        Kind::Registers { .. } => return None,
    };
    Some(Operand { value, flags: 0, start, end })
}

impl Encoder<'_> {
    /// The bits of a template, its literal, and whether the operand rules have to be looked at. `None` if the numbers have a say in what else the
    /// instruction is.
    fn template(
        &self,
        numbers: &[Number],
        encoded: &Encoded,
        tried: &[u16],
        holes: &mut Vec<Hole>,
    ) -> Option<(u64, Option<u32>, bool)> {
        let arch = self.tables.arch;
        let encoding = &arch.encodings[usize::from(encoded.encoding)];
        let layout: &'static Layout = &arch.layouts[usize::from(encoding.layout)];
        let inst = &arch.insts[usize::from(arch.forms[usize::from(encoding.form)].inst)];
        if encoded.weak || encoded.inexact.is_some() || encoded.truncated.is_some() || encoded.later.is_some() {
            return None;
        }
        let first = holes.len();
        let mut operands = 0_u32;
        for number in numbers {
            let inside = |o: &Operand| o.start <= number.start && number.end <= o.end;
            let Some(i) = self.operands.iter().position(inside) else {
                holes.push(self.modifier_hole(encoding.layout, number)?);
                continue;
            };
            // Each number is one operand, as a whole.
            let operand = &self.operands[i];
            if operands >> i & 1 != 0 || encoded.fields[i] == NO_FIELD {
                return None;
            }
            operands |= 1 << i;
            let field: &'static Field = &layout.fields[usize::from(encoded.fields[i])];
            let class = class_of(field)?;
            let slot = layout.slots.iter().position(|s| *s == Slot::Field(encoded.fields[i]))?;
            let fill = match (number.kind, operand.value) {
                (Kind::Registers { file, count }, Value::File { file: is, first, count: has })
                    if (file, u64::from(count), number.value) == (is, u64::from(has), u64::from(first)) =>
                {
                    let codes = self.tables.classes[usize::from(class)].files[usize::from(file)]?;
                    let last = codes.base + codes.count - 1;
                    let scalar = !arch.files[usize::from(file)].per_lane && count > 1;
                    Fill::Registers { code: codes.code, base: codes.base, last, step: codes.step, scalar }
                }
                (Kind::Integer, Value::Int { bits, literal: false }) if bits == number.value && operand.flags == 0 => {
                    Fill::Operand { class, def: &inst.operands[slot] }
                }
                (Kind::Place, Value::Place(_) | Value::Later { .. }) if operand.start == number.start => {
                    Fill::Operand { class, def: &inst.operands[slot] }
                }
                _ => return None,
            };
            holes.push(Hole { fill, field, index: i as u8 });
        }
        // What is no number is the same in each line of the shape, if it is nothing that depends on the place.
        let moves = |(i, o): (usize, &Operand)| {
            operands >> i & 1 == 0 && matches!(o.value, Value::Place(_) | Value::Later { .. })
        };
        let later = self.modifiers.list.iter().any(|m| matches!(m.setting, Setting::Later(..)));
        if later || self.operands.iter().enumerate().any(moves) {
            return None;
        }
        let new = &holes[first..];
        let variable = new.iter().fold(0, |mask, hole| mask | hole.field.place.mask);
        let apart: u32 = new.iter().map(|hole| hole.field.place.mask.count_ones()).sum();
        let depends = |fields: &[u8]| fields.iter().any(|&f| layout.fields[usize::from(f)].place.mask & variable != 0);
        if apart != variable.count_ones()
            || layout.presences.iter().any(|p| depends(p.fields))
            || layout.counts.iter().any(|c| depends(c.fields))
            || !tried.iter().all(|&e| self.is_settled(e, operands))
        {
            return None;
        }
        let literals = u32::from(encoded.literals);
        let literal = (literals & !operands != 0).then_some((encoded.bits >> 32) as u32);
        let behind = if literals != 0 { u64::from(u32::MAX) << 32 } else { 0 };
        let ruled = !self.modifiers.force && self.may_break(encoded, true);
        Some((encoded.bits & !variable & !behind, literal, ruled))
    }

    /// The hole of the number of a modifier.
    fn modifier_hole(&self, index: u16, number: &Number) -> Option<Hole> {
        let layout = &self.tables.arch.layouts[usize::from(index)];
        let inside = |m: &&crate::modifiers::Modifier<'_>| m.start <= number.start && number.end <= m.end;
        let modifier = self.modifiers.list.iter().find(inside)?;
        if modifier.choice.is_some() || modifier.setting != Setting::Number(number.value) {
            return None;
        }
        let used = self.used(index, modifier)?;
        let ModifierKind::Number(_, signed) = self.tables.arch.modifiers[usize::from(used.modifier)].kind else {
            return None;
        };
        let minus = signed;
        let signed = signed || self.has_sign(layout, used.field);
        Some(Hole { fill: Fill::Modifier { signed, minus }, field: &layout.fields[usize::from(used.field)], index: 0 })
    }

    /// Whether numbers in some fields have a say in whether an instruction is hardly meant.
    fn watched(&self, encoded: &Encoded, holes: &[Hole]) -> bool {
        let encoding = &self.tables.arch.encodings[usize::from(encoded.encoding)];
        let layout = &self.tables.arch.layouts[usize::from(encoding.layout)];
        let variable = holes.iter().fold(0, |mask, hole| mask | hole.field.place.mask);
        let depends = |fields: &[u8]| fields.iter().any(|&f| layout.fields[usize::from(f)].place.mask & variable != 0);
        variable & encoding.effects.idle != 0 || layout.expects.iter().any(|e| depends(e.fields))
    }

    /// Whether a form is ruled out whatever the numbers are; `operands` has a bit for each operand that is one.
    fn is_settled(&self, index: u16, operands: u32) -> bool {
        let layout = &self.tables.arch.layouts[usize::from(self.tables.arch.encodings[usize::from(index)].layout)];
        let settles = |failure: Failure| match failure {
            Failure::Operand(i, why) => match why {
                Why::Fixed(_) | Why::Flag(_) => true,
                Why::Count { .. } => layout.counts.is_empty(),
                Why::Kind(class) => match self.operands[i].value {
                    Value::Int { .. } | Value::Real { .. } => !self.has_constants(class),
                    _ => true,
                },
                Why::Absent => operands >> i & 1 == 0,
                _ => false,
            },
            // Some dialects take a modifier that is 0 where the form has none.
            Failure::Modifier(i, ModifierWhy::Absent) => {
                !matches!(self.modifiers.list[i].setting, Setting::Number(_) | Setting::Later(..))
                    || !self.tables.style.plain_values
            }
            Failure::Modifier(_, why) => !matches!(why, ModifierWhy::TooLong { .. } | ModifierWhy::Number(_)),
            Failure::Unsaid(_) => true,
            Failure::Missing(_) | Failure::Form => false,
        };
        [true, false].into_iter().any(|hurry| self.encode(index, false, hurry).is_err_and(settles))
    }

    /// Whether a class has constants of any kind.
    fn has_constants(&self, class: u16) -> bool {
        let codes = self.tables.arch.classes[usize::from(class)].codes;
        codes.iter().any(|r| !matches!(r.kind, Code::File { .. } | Code::Register(_) | Code::Value(_) | Code::Name))
    }
}
