//! Relocations: places that a linker fills in.

use isatope_core::Instruction;
use isatope_core::tables::{FieldKind, Kind, Slot, Type};
use isatope_diag::codes;
use isatope_object::relocation;

use super::assembly::Assembly;
use super::container::Container;
use super::fixup::{Fixup, Goal};
use super::layout::{self, Binding, Relocation, Significant};
use crate::text::arithmetic::half;
use crate::text::error::{Error, error};
use crate::text::eval::Sum;
use crate::text::expr::SPECIFIERS;
use crate::text::scopes::is_nameless;
use crate::text::symbols::Symbol;
use crate::text::tree::{Base, ExprId, Location, Node, Spec};

/// Types of the relocations for halves of addresses, `R_AMDGPU_ABS32_LO` and `_HI`.
const ABS32_LO: u32 = 1;
pub(super) const ABS32_HI: u32 = 2;
/// Type of the relocation for the distance of a branch in words, `R_AMDGPU_REL16`.
pub(super) const REL16: u32 = 14;

/// Number of a section that no file has: private memory, which `.scratchsym` gives a name.
pub(super) const SCRATCH: u32 = u32::MAX - 1;

/// Words that CLRX writes where the loader puts a half of an address, and a word about private memory.
const PLACE: u64 = 0x5555_5555;
const SCRATCH_PLACE: u64 = 4;

/// Symbols for words of the descriptor of private memory. The driver writes these words themselves, not a distance.
const SCRATCH_DESCRIPTOR: [&str; 2] = ["SCRATCH_RSRC_DWORD0", "SCRATCH_RSRC_DWORD1"];

/// Returns what the constant of an instruction is a value or a part of, if an address of 32 bits has no meaning there.
pub(crate) fn other_than_address(inst: &Instruction) -> Option<&'static str> {
    let (arch, layout) = (inst.target().arch(), inst.layout());
    let mut operands = inst.inst().operands.iter().zip(layout.slots);
    operands.find_map(|(def, &slot)| {
        let Slot::Field(field) = slot else { return None };
        let FieldKind::Operand(class) = layout[field].kind else { return None };
        let range = arch[class].range(layout[field].value(inst.all_bits()) as u32)?;
        match def.ty {
            _ if range.kind != Kind::Literal => None,
            Type::F64 => Some("the upper half of an f64"),
            Type::F16 | Type::Halves | Type::Int { bits: 16, .. } => Some("a value of 16 bits"),
            _ => None,
        }
    })
}

/// Name of the relocation type for a specifier, a size in bytes, and whether the value is a distance.
fn kind(spec: Option<Spec>, bytes: u8, relative: bool) -> Option<&'static str> {
    Some(match (spec, bytes, relative) {
        (Some(Spec::Rel32Lo), 4, _) => "R_AMDGPU_REL32_LO",
        (Some(Spec::Rel32Hi), 4, _) => "R_AMDGPU_REL32_HI",
        (Some(Spec::GotPcRel), 4, _) => "R_AMDGPU_GOTPCREL",
        (Some(Spec::GotPcRelLo), 4, _) => "R_AMDGPU_GOTPCREL32_LO",
        (Some(Spec::GotPcRelHi), 4, _) => "R_AMDGPU_GOTPCREL32_HI",
        (Some(Spec::Abs32Lo), 4, _) => "R_AMDGPU_ABS32_LO",
        (Some(Spec::Abs32Hi), 4, _) => "R_AMDGPU_ABS32_HI",
        (Some(Spec::Rel64), 8, _) => "R_AMDGPU_REL64",
        (None | Some(Spec::Foreign { .. }), 4, true) => "R_AMDGPU_REL32",
        (None | Some(Spec::Foreign { .. }), 8, true) => "R_AMDGPU_REL64",
        (None | Some(Spec::Foreign { .. }), 4, false) => "R_AMDGPU_ABS32",
        (None | Some(Spec::Foreign { .. }), 8, false) => "R_AMDGPU_ABS64",
        _ => return None,
    })
}

/// The text that follows a name in the literal of an instruction that becomes a relocation of this type: `@rel32@lo`. `None` if
/// no literal becomes one.
pub(crate) fn specifier_of(relocation: u32) -> Option<String> {
    let name = relocation::name(relocation)?;
    if kind(None, 4, true) == Some(name) {
        return Some(String::new());
    }
    let found = SPECIFIERS.iter().find(|(_, spec)| kind(Some(*spec), 4, true) == Some(name));
    found.map(|(text, _)| format!("@{text}"))
}

impl Assembly<'_> {
    /// The word to write for half of an address that the loader puts in, with the relocation for it. `None` if the
    /// expression of the fixup is something else.
    pub(super) fn half_of_address(
        &mut self,
        fixup: &Fixup,
        expr: ExprId,
        bytes: u8,
        offset: u64,
    ) -> Result<Option<u64>, Error> {
        if !self.symbols.has_halves || !matches!(fixup.goal, Goal::Data | Goal::Literal | Goal::Operand { .. }) {
            return Ok(None);
        }
        let (whole, is_high) = match self.symbols.expression(expr) {
            Some(Node::Binary(op, left, right, _)) => {
                let number = self.sum_of(fixup, right).ok().and_then(|sum| sum.known_number());
                match number.and_then(|number| half(op, number)) {
                    Some(is_high) => (left, is_high),
                    None => (expr, false),
                }
            }
            _ => (expr, false),
        };
        let Ok(sum) = self.sum_of(fixup, whole) else { return Ok(None) };
        let Some(target) = sum.location() else { return Ok(None) };
        let layout = &self.output.layout;
        let name = |section: u32| layout.sections.get(section as usize).map_or("", |own| own.name.as_str());
        let is_data = match self.container {
            Some(Container::CatalystNew) => matches!(name(target.section), ".rodata" | ".data" | ".bss"),
            _ => target.section == SCRATCH,
        };
        if !is_data {
            return Ok(None);
        }
        let here = fixup.location.section;
        if name(here) != ".text" || bytes != 4 {
            let message = "only 32-bit numbers in code can be a half of an address";
            return Err(error(codes::EXPRESSION, fixup.range(), message));
        }
        if target.section == SCRATCH && target.offset != 0 {
            let message = "private memory has no addresses before the kernel runs: only its symbol can be used";
            return Err(error(codes::EXPRESSION, fixup.range(), message));
        }
        let kind = if is_high { ABS32_HI } else { ABS32_LO };
        self.add_relocation(kind, Location { section: here, offset }, target);
        Ok(Some(if target.section == SCRATCH { SCRATCH_PLACE } else { PLACE }))
    }

    /// Adds a relocation at a place. The target is an offset in its section, or private memory.
    pub(super) fn add_relocation(&mut self, kind: u32, place: Location, target: Location) {
        self.output.layout.relocations.push(Relocation {
            section: place.section as usize,
            offset: place.offset,
            kind,
            addend: Some(target.offset as i64),
            target_section: (target.section != SCRATCH).then_some(target.section as usize),
            ..Relocation::default()
        });
    }

    /// Whether other objects can see a symbol, so that a linker may replace it.
    pub(super) fn is_visible(&self, name: &str) -> bool {
        let symbol = self.symbols.output(name).map(|symbol| &self.output.layout.symbols[symbol]);
        symbol.is_some_and(|symbol| symbol.binding != Binding::Local)
    }

    /// Whether a relocation refers to a symbol in a section by its name. A linker may replace a symbol that other
    /// objects see. It moves the parts of a section whose equal parts are merged, so that the number that is added to a
    /// symbol there must not be mistaken for another part; each thread has its own variables.
    pub(super) fn stays(&self, name: &str, section: usize, addend: u64, spec: Option<Spec>) -> bool {
        let flags = &self.output.layout.sections[section].flags;
        let moves = |offset: u64| flags.contains('T') || flags.contains('M') && addend != offset;
        // An entry of the table of addresses belongs to the symbol.
        let is_entry = matches!(spec, Some(Spec::GotPcRel | Spec::Foreign { entry: true }));
        match self.symbols.output(name).map(|symbol| &self.output.layout.symbols[symbol]) {
            Some(symbol) => is_entry || symbol.binding != Binding::Local || moves(symbol.offset),
            None => self.local_label(name).is_some_and(|place| moves(place.offset)),
        }
    }

    /// Replaces local labels and names of sections in the table of significant addresses by the symbols of sections.
    pub(super) fn finish_significant(&mut self) {
        for entry in self.output.layout.significant.iter_mut().flatten() {
            let Significant::Symbol(name) = entry else { continue };
            let place = match self.symbols.of_key(name) {
                Some(Symbol::Label(place)) if name.starts_with(".L") => Some(*place),
                None if self.symbols.output(name).is_none() => self.symbols.section(name),
                _ => None,
            };
            if let Some(place) = place {
                *entry = Significant::Section(place.section as usize);
            }
        }
    }

    /// Where a local label is that has a name in objects.
    fn local_label(&self, name: &str) -> Option<Location> {
        match self.symbols.of_key(name) {
            Some(Symbol::Label(place)) if !is_nameless(name) => Some(*place),
            _ => None,
        }
    }

    /// Adds the relocation of a number of `bytes` bytes. Returns `None` if there is no such relocation.
    pub(super) fn relocate(
        &mut self,
        sum: &Sum,
        (section, offset): (usize, u64),
        addend: u64,
        bytes: u8,
        relative: bool,
    ) -> Option<()> {
        let name = sum.symbol.map(|name| self.symbols.name_of(name));
        let kind = match name.as_deref() {
            Some(name) if SCRATCH_DESCRIPTOR.contains(&name) => "R_AMDGPU_ABS32_LO",
            _ => kind(sum.spec, bytes, relative)?,
        };
        let kind = relocation::of_name(kind)?;
        // A source may define a local label before it selects a section.
        self.ensure_section();
        let mut found = Relocation { section, offset, kind, ..Relocation::default() };
        self.refer(&mut found, sum, addend)?;
        self.output.layout.relocations.push(found);
        Some(())
    }

    /// Gives local labels to which relocations refer the places of their first occurrences in the order of symbols.
    pub(super) fn place_labels(&mut self) {
        let labels = std::mem::take(&mut self.placed);
        if labels.is_empty() {
            return;
        }
        let (names, all) = (&self.symbols, &self.output.layout.symbols);
        let number = |symbol: &layout::Symbol| names.known(&symbol.name).unwrap_or(u32::MAX);
        let place = |symbol: usize| {
            let own = number(&all[symbol]);
            (own, all[..symbol].partition_point(|other| number(other) < own), symbol)
        };
        let labels: Vec<(u32, usize, usize)> = labels.into_iter().map(place).collect();
        self.output.layout.mention_labels(&labels);
    }

    /// Lets a relocation refer to a value. Returns `None` if that is neither an address nor a symbol.
    pub(super) fn refer(&mut self, found: &mut Relocation, sum: &Sum, addend: u64) -> Option<()> {
        let name = sum.symbol.map(|name| self.symbols.name_of(name));
        found.addend = Some(addend as i64);
        match (sum.base?, name) {
            // Any symbol that does not have to stay is an offset in its section.
            (Base::Section(of), name)
                if !name.as_deref().is_some_and(|name| self.stays(name, of as usize, addend, sum.spec)) =>
            {
                found.target_section = Some(of as usize);
            }
            (Base::Section(of), name) => {
                found.symbol = name?;
                let place = self.local_label(&found.symbol);
                let known = self.output.layout.symbols.len();
                let number = self.symbol_number(&found.symbol);
                self.placed.extend((number == known).then_some(number));
                let symbol = &mut self.output.layout.symbols[number];
                if let (None, Some(place)) = (symbol.section, place) {
                    (symbol.section, symbol.offset, symbol.is_temporary) = (Some(of as usize), place.offset, true);
                }
                debug_assert_eq!(symbol.section, Some(of as usize));
                found.addend = Some(addend.wrapping_sub(symbol.offset) as i64);
            }
            (Base::Symbol(_), name) => {
                found.symbol = name?;
                self.symbol_number(&found.symbol);
            }
        }
        Some(())
    }
}
