//! What is looked up while reading text with dots.

use isatope_core::tables::{Arch, Class, ClassId, FieldKind, Kind, Layout, ModifierUse, NumberId, Slot};

/// Registers of a file that a class has, all with the same meaning in the same values of the shared bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileCodes {
    pub file: u8,
    pub last_use: bool,
    pub base: u32,
    pub count: u32,
    pub codes: Codes,
}

/// Where something starts in a class: the code without shared bits, and the values of these, a bit each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Codes {
    pub own: u32,
    pub shared: u32,
}

/// Quick access to a class.
#[derive(Debug, Default)]
pub(super) struct ClassIndex {
    /// Bits of a code that the operand has for itself.
    pub own_bits: u32,
    pub shared_bits: u32,
    pub files: Vec<FileCodes>,
    /// Constants by value, sorted.
    pub constants: Vec<(u32, Codes)>,
    /// Registers: index, codes, how many parts.
    pub registers: Vec<(u8, Codes, u32)>,
    /// The first constant of the table, and how many there are.
    pub table: Option<(u32, u32)>,
    /// Names of constants.
    pub names: Vec<(&'static str, Codes)>,
    /// It is a number: index into the architecture's.
    pub number: Option<NumberId>,
}

/// Where an operand is written.
#[derive(Debug)]
pub(super) struct Place {
    pub slot: u8,
    pub field: u8,
    /// The class of an operand that is a register, a special value or a constant, with nothing in front of it.
    pub class: Option<ClassId>,
}

/// How a layout is written in this dialect.
#[derive(Debug)]
pub(super) struct Plan {
    pub uses: &'static [ModifierUse],
    /// Those of them that have to be written, a bit each.
    pub required: u64,
    /// The field of the shared bits.
    pub shared: Option<u8>,
    /// Operands in the order in which they are written.
    pub places: Vec<Place>,
}

impl Plan {
    fn new(layout: &'static Layout, classes: &[ClassIndex], dialect: usize) -> Self {
        let uses = layout.modifiers.get(dialect).copied().unwrap_or_default();
        let place = |place: usize| {
            let slot = layout.slot_at(place, dialect);
            let field = match layout.slots[slot] {
                Slot::Field(field) => field,
                Slot::Register(_) => u8::MAX,
            };
            let is_bare = counted(layout, field).is_none() && !layout.before.iter().any(|b| b.0 == field);
            let class = layout.fields.get(usize::from(field)).and_then(|field| field.class());
            let class = class.filter(|&class| is_bare && classes[class.index()].number.is_none());
            Place { slot: slot as u8, field, class }
        };
        Self {
            uses: uses.as_slice(),
            required: uses.iter().enumerate().fold(0, |set, (i, used)| set | u64::from(used.required) << i),
            shared: layout.fields.iter().position(|field| field.shared).map(|field| field as u8),
            places: (0..layout.slots.len()).map(place).collect(),
        }
    }
}

/// Everything that is looked up.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// For each layout.
    pub(super) plans: Vec<Plan>,
    pub(super) classes: Vec<ClassIndex>,
    /// Uniforms are counted in pairs.
    pub(super) pairs: bool,
}

impl Tables {
    /// Empty for an architecture whose text has no dots.
    pub fn new(arch: &'static Arch, dialect: usize) -> Self {
        if !arch.syntax.attaches() {
            return Self::default();
        }
        let mut shared = vec![0; arch.classes.len()];
        for layout in arch.layouts {
            for field in layout.fields {
                if let Some(class) = field.class() {
                    shared[class.index()] = layout.shared_bits(field);
                }
            }
        }
        let classes: Vec<_> = arch.classes.iter().zip(&shared).map(|(class, &bits)| class_index(class, bits)).collect();
        let plans = arch.layouts.iter().map(|layout| Plan::new(layout, &classes, dialect)).collect();
        let pairs = arch.styles[dialect].register_pairs;
        Self { plans, classes, pairs }
    }
}

fn class_index(class: &Class, shared_bits: u32) -> ClassIndex {
    let own_bits = class.bits - shared_bits;
    let own = |code: u32| if own_bits >= 32 { code } else { code & ((1 << own_bits) - 1) };
    let mut index = ClassIndex { own_bits, shared_bits, ..ClassIndex::default() };
    for range in class.codes {
        let codes = Codes { own: own(range.first), shared: class.alike(range.first, shared_bits) };
        match range.kind {
            Kind::File { file, base, .. } => {
                let (base, count) = (base.into(), range.last - range.first + 1);
                let entry = FileCodes { file, last_use: range.last_use, base, count, codes };
                if !index.files.iter().any(|f| f.codes == codes && f.base == base) {
                    index.files.push(entry);
                }
            }
            Kind::Constant(value) => {
                for name in range.names {
                    if !index.names.iter().any(|n| n.0 == *name) {
                        index.names.push((name, codes));
                    }
                }
                let (first, count) = index.table.unwrap_or((codes.own, 0));
                index.table = Some((first, count.max(codes.own + 1 - first)));
                if !index.constants.iter().any(|c| c.0 == value) {
                    index.constants.push((value, codes));
                }
            }
            Kind::Number(number) => index.number = index.number.or(Some(number)),
            Kind::Register(register) => index.registers.push((register, codes, range.last - range.first + 1)),
            _ => {}
        }
    }
    index.constants.sort_unstable_by_key(|c| c.0);
    index
}

/// The field of an operand whose registers are counted in another field, and that field.
pub(super) fn counted(layout: &Layout, field: u8) -> Option<(usize, u32)> {
    layout.counted.iter().find(|c| c.field == field).map(|c| (usize::from(c.by), c.plus.into()))
}

/// Whether a field is an operand.
pub(super) fn is_operand(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Operand(_))
}
