//! Instructions, their forms, and the encoding of a form in each version.

use isatope_lang::flow::{OperandPart, Successor, To};
use isatope_lang::{
    Alias, CodeKind, Element, FieldKind, Form, Inst, Layout, Operand, OperandType, Slot, Type, UnitUse, WhenAbsent,
};

use super::rows::{alias_pattern, expects, notes, status};
use super::tree::Leaf;
use super::{Tables, id, id_or_none, mask_of, ones, scatter};

/// Instruction rows, form rows, and the leaves of each version.
type Rows = (Vec<String>, Vec<String>, Vec<Vec<Leaf>>);

impl<'m> Tables<'m> {
    pub(super) fn instructions(&mut self) -> Rows {
        let model = self.model;
        let mut insts = Vec::new();
        let mut forms = Vec::new();
        let mut leaves: Vec<Vec<Leaf>> = vec![Vec::new(); model.versions.len()];
        // The keys of a version are adjacent, which helps the cache.
        let mut keys = vec![Vec::new(); model.versions.len()];
        for (index, inst) in model.insts.iter().enumerate() {
            let first = forms.len();
            insts.push(self.inst(inst, first));
            for (n, form) in inst.forms.iter().enumerate() {
                let encodings = (0..model.versions.len()).map(|version| {
                    let (row, key, leaf) = self.encoding(inst, n, first, version)?;
                    leaves[version].push(leaf);
                    keys[version].push(key);
                    Some(row)
                });
                let encodings = encodings.map(|row| id_or_none("EncodingId", row));
                let encodings = encodings.collect::<Vec<_>>();
                let encodings = self.pool.list("Option<EncodingId>", encodings);
                let reasons = inst.semantics.reasons.iter().chain(&form.doubts);
                let doubts = self.pool.list("DoubtId", reasons.map(|reason| id("DoubtId", reason.doubt)));
                forms.push(format!(
                    "Form {{ inst: {}, format: {}, encodings: {encodings}, doubts: {doubts} }}",
                    id("InstId", index),
                    id("FormatId", form.format)
                ));
            }
        }
        for (leaves, keys) in leaves.iter_mut().zip(keys) {
            for (leaf, key) in leaves.iter_mut().zip(keys) {
                leaf.key = self.keys.add(key);
            }
        }
        (insts, forms, leaves)
    }

    /// Type of a constant operand: the type of the operand, or the one that its view declares.
    pub(super) fn constant_type(&self, inst: &Inst, operand: &Operand) -> Constant {
        let mut views = inst.forms.iter().flat_map(|f| &self.model.formats[f.runs_as].views);
        let own = views.find(|v| !v.output && v.ty == operand.ty && v.name == operand.view);
        match own.and_then(|v| v.constants) {
            Some(Type::F16) if operand.ty.dwords(self.model.lanes) == 1 => Constant::Halves,
            Some(ty) => Constant::of(OperandType::Plain(ty)),
            None => Constant::of(operand.ty),
        }
    }

    fn inst(&self, inst: &Inst, first_form: usize) -> String {
        let operands = inst.operands.iter().map(|o| {
            let also = o.also.map_or("None".to_string(), |(count, dialect)| {
                format!("Some(({count}, {}))", id("DialectId", dialect))
            });
            format!(
                "o({}, Type::{:?}, {}, {}, {}, {also})",
                self.pool.text(&o.name),
                self.constant_type(inst, o),
                o.ty.dwords(self.model.lanes),
                o.read,
                o.written
            )
        });
        let semantics = status(inst.semantics.grade);
        format!(
            "Inst {{ name: {}, summary: {}, versions: {:#x}, operands: {}, first_form: Opcode::new({first_form}), form_count: {}, semantics: \
             Status::{semantics}, role: {} }}",
            self.pool.text(&inst.name),
            self.pool.text(&inst.summary),
            inst.versions.0,
            self.pool.list("OperandDef", operands),
            inst.forms.len(),
            id_or_none("RoleId", inst.role),
        )
    }

    /// Row of form `n` of an instruction in a version, its key, and its leaf for the decoder.
    fn encoding(&mut self, inst: &Inst, n: usize, first_form: usize, version: usize) -> Option<(usize, String, Leaf)> {
        let (model, pool) = (self.model, self.pool);
        let form = &inst.forms[n];
        let opcode = form.opcodes[version]?;
        let format = &model.formats[form.format];
        let layout = format.layouts[version].as_ref()?;
        let mask = layout.fixed_mask | mask_of(&layout.op);
        let value = layout.fixed_value | scatter(&layout.op, opcode);
        let default = layout.fields.iter().fold(value, |bits, f| bits | scatter(&f.pieces, f.default));
        let plain = (0..model.dialects.len()).map(|dialect| {
            let (mask, value) = plain(inst, layout, dialect);
            format!("p({mask:#x}, {value:#x})")
        });
        let (effects, unsaid) = self.effects(inst, n, version, layout);
        self.unsaid.insert((first_form + n, version), unsaid);
        let shrink = self.shrink(inst, n, version).map_or("None".to_owned(), |(other, mask, value)| {
            let when = pool.shared("Pattern", format!("p({mask:#x}, {value:#x})"));
            format!("Some(Shrink {{ form: {}, when: {when} }})", id("Opcode", first_form + other))
        });
        let literals = self.literals(inst, form, layout, version);
        let row = format!(
            "e(p({mask:#x}, {value:#x}), {}, {}, {}, {}, {default:#x}, {}, {}, {}, {shrink}, {effects}, {}, {}, {}, {})",
            self.layout_rows[form.format][version].expect("its layout is in the model"),
            first_form + n,
            format.bits / 8,
            pool.list(
                "Pattern",
                literals.iter().map(|(p, code)| format!("p({:#x}, {:#x})", mask_of(p), scatter(p, *code)))
            ),
            pool.list("Pattern", plain),
            pool.texts(&self.spellings(inst, form, version)),
            pool.list("Rename", self.renames(inst, version)),
            self.units(inst, n, version, layout),
            self.successors(inst, n, version),
            expects(pool, &form.expects[version]),
            notes(pool, &form.conditions[version]),
        );
        let mut rank = 0;
        let mut base = format.refines;
        while let Some(b) = base {
            rank += 1;
            base = model.formats[b].refines.filter(|_| rank < 8);
        }
        let encoding = self.encodings.add(row);
        self.encoding_rows.insert((first_form + n, version), encoding);
        let key = key(mask, value, first_form + n, format.bits / 8, &literals);
        let literal = |n: usize| literals.get(n).map(|(p, code)| (mask_of(p), scatter(p, *code)));
        let literals = [literal(0), literal(1)];
        Some((
            encoding,
            key,
            Leaf { key: 0, form: first_form + n, certain: false, mask, value, rank, bytes: format.bits / 8, literals },
        ))
    }

    /// Units that execute a form in a version.
    fn units(&self, inst: &Inst, n: usize, version: usize, layout: &Layout) -> String {
        let units = inst.units(self.model, n, version).into_iter().map(|UnitUse { unit, when }| {
            let (mask, value) = when.map_or((0, 0), |(field, value)| {
                let pieces = &layout.fields[field].pieces;
                (mask_of(pieces), scatter(pieces, value))
            });
            let name = self.pool.text(&self.model.units[unit].name);
            format!("UnitUse {{ when: p({mask:#x}, {value:#x}), name: {name} }}")
        });
        self.pool.list("UnitUse", units)
    }

    /// Successors of a form in a version, besides the next instruction.
    fn successors(&self, inst: &Inst, n: usize, version: usize) -> String {
        let successors = isatope_lang::flow::successors(self.model, inst, n, version);
        let successors = successors.into_iter().map(|Successor { when: (mask, value), to, always, saves }| {
            let to = match to {
                To::End => "To::End".to_owned(),
                To::Trap => "To::Trap".to_owned(),
                To::Unknown => "To::Unknown".to_owned(),
                To::Sum { next, operand, plus } => {
                    let operand = operand.map_or("None".to_owned(), |part| {
                        let OperandPart { operand, low, bits, signed, scale } = part;
                        format!(
                            "Some(OperandPart {{ operand: {operand}, low: {low}, bits: {bits}, signed: {signed}, scale: {scale} }})"
                        )
                    });
                    format!("To::Sum {{ next: {next}, operand: {operand}, plus: {plus} }}")
                }
            };
            format!("Successor {{ when: p({mask:#x}, {value:#x}), to: {to}, always: {always}, saves: {saves} }}")
        });
        self.pool.list("Successor", successors)
    }

    /// Fields and codes of the words that a literal follows. Words of 64 bits have no literals.
    fn literals<'l>(
        &self,
        inst: &Inst,
        form: &Form,
        layout: &'l Layout,
        version: usize,
    ) -> Vec<(&'l [(u32, u32)], u64)> {
        let format = &self.model.formats[form.format];
        let mut found = Vec::new();
        for slot in layout.slots.iter().take(inst.operands.len()) {
            let Slot::Field(f) = slot else { continue };
            let field = &layout.fields[*f];
            let FieldKind::Operand(class) = field.kind else { continue };
            let class = &self.model.classes[class];
            let literal = class.codes.iter().find(|c| c.kind == CodeKind::Literal && c.versions.contains(version));
            if let Some(code) = literal.filter(|_| format.bits == 32 && class.bits < 32) {
                found.push((field.pieces.as_slice(), code.first));
            }
        }
        found
    }

    /// Other mnemonics that dialects print if fields have certain values.
    fn renames(&self, inst: &Inst, version: usize) -> Vec<String> {
        let row = |(dialect, (mask, value), mnemonic): (usize, (u64, u64), &str)| {
            format!(
                "Rename {{ dialect: {}, when: p({mask:#x}, {value:#x}), mnemonic: {} }}",
                id("DialectId", dialect),
                self.pool.text(mnemonic)
            )
        };
        self.renamed(inst, version).map(row).collect()
    }

    /// Renaming aliases as (dialect, mask and value of the word, mnemonic).
    pub(super) fn renamed(&self, inst: &Inst, version: usize) -> impl Iterator<Item = (usize, (u64, u64), &'m str)> {
        let here =
            move |a: &&Alias| a.print && !a.with.is_empty() && a.name == inst.name && a.versions.contains(version);
        let row = |a: &'m Alias| (a.dialect, alias_pattern(self.model, a), a.alias.as_str());
        self.model.aliases.iter().filter(here).map(row)
    }

    /// Mnemonic in each dialect, with the suffix that distinguishes the form from the others of this version.
    pub(super) fn spellings(&self, inst: &Inst, form: &Form, version: usize) -> Vec<String> {
        let model = self.model;
        let several = inst.forms.iter().filter(|f| f.opcodes[version].is_some()).count() > 1;
        (0..model.dialects.len())
            .map(|dialect| {
                let alias = model.aliases.iter().find(|a| {
                    a.print
                        && a.with.is_empty()
                        && a.dialect == dialect
                        && a.name == inst.name
                        && a.versions.contains(version)
                });
                let suffix = model.formats[form.format].suffixes.get(dialect).filter(|_| several);
                let name = alias.map_or(&inst.name, |a| &a.alias);
                format!("{name}{}", suffix.map_or("", String::as_str))
            })
            .collect()
    }
}

/// Key of an encoding: everything that decoding needs, in one row.
fn key(mask: u64, value: u64, form: usize, bytes: u32, literals: &[(&[(u32, u32)], u64)]) -> String {
    assert!(literals.len() <= 2, "more than two operands may be literals");
    let place = |n: usize| match literals.get(n).copied() {
        Some((&[(high, low)], code)) if high - low < 16 => format!("({low}, {:#x}, {code:#x})", ones(high - low + 1)),
        Some(_) => panic!("an operand that may be a literal lies in several pieces, or has more than 16 bits"),
        None => "(0, 0, 1)".to_owned(),
    };
    format!("k({mask:#x}, {value:#x}, {form}, {bytes}, {}, {})", place(0), place(1))
}

/// Fields that contain the operands of an instruction.
pub(super) fn used(inst: &Inst, layout: &Layout) -> Vec<usize> {
    let slots = layout.slots.iter().take(inst.operands.len());
    slots.filter_map(|s| if let Slot::Field(f) = s { Some(*f) } else { None }).collect()
}

/// Bits outside the operands, and their values if nothing has to be printed for them.
pub(super) fn plain(inst: &Inst, layout: &Layout, dialect: usize) -> (u64, u64) {
    let used = used(inst, layout);
    if layout.modifiers.get(dialect).is_some_and(|list| list.iter().any(|m| m.always)) {
        // A modifier is always printed, so no word is plain.
        return (0, 1);
    }
    let mut mask = 0;
    let mut value = 0;
    for (i, field) in layout.fields.iter().enumerate().filter(|(i, _)| !used.contains(i)) {
        let modifier = layout.modifiers.get(dialect).and_then(|list| list.iter().find(|m| m.field == i));
        let default = modifier.map_or(field.default, |m| m.default);
        if field.bits < 64 && default >> field.bits != 0 {
            // The modifier is always printed, so no word matches.
            return (0, 1);
        }
        mask |= mask_of(&field.pieces);
        value |= scatter(&field.pieces, default);
    }
    // If an operand is absent and its bits are not the default, they are printed as bits.
    for presence in layout.presences.iter().filter(|p| p.slot < inst.operands.len()) {
        if let (Slot::Field(f), Some(WhenAbsent::Word(_) | WhenAbsent::Nothing)) =
            (&layout.slots[presence.slot], presence.otherwise.get(dialect))
        {
            let field = &layout.fields[*f];
            mask |= mask_of(&field.pieces);
            value |= scatter(&field.pieces, field.default);
        }
    }
    (mask, value)
}

/// Type of a constant operand, as in `isatope_core::tables::Type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Constant {
    F16,
    Halves,
    F32,
    F64,
    Int { bits: u32, signed: bool },
    Mask,
}

impl Constant {
    fn of(ty: OperandType) -> Self {
        let OperandType::Plain(ty) = ty else { return Self::Mask };
        match ty {
            Type::F16 => Self::F16,
            Type::F32 => Self::F32,
            Type::F64 => Self::F64,
            Type::Int { bits, signed } => Self::Int { bits, signed },
            Type::Enum { bits, .. } => Self::Int { bits, signed: false },
            Type::Bool => Self::Int { bits: 1, signed: false },
            // Type of a number that replaces a vector: a pair of halves has its own constants, and for other vectors a
            // number is raw bits.
            Type::Vector { count: 2, element: Element::F16 } => Self::Halves,
            ty => Self::Int { bits: ty.bits(), signed: false },
        }
    }
}
