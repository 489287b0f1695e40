//! Relocations: which slots of the global offset table and which dynamic relocations they need.

use object::elf::{SHF_ALLOC, SHF_WRITE};

use super::dynamic::{self, Dynamic};
use super::{Content, Link, gather};
use crate::build::{BuildError, Edge, Object, Place, Referent, Relocation, UndefinedSymbol};
use crate::load::{Formula, formula_of};
use crate::relocation;

/// A relocation that the loader applies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Late {
    /// Place.
    pub(super) at: At,
    /// Symbol whose address is added; `None` for an address in this file.
    pub(super) symbol: Option<usize>,
    /// What is added: the addend, and for an address in this file also the referent.
    pub(super) addend: i64,
    pub(super) of: Referent,
}

/// Place of a dynamic relocation.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    /// Input section, and offset in it.
    Section(usize, u64),
    /// Slot of the global offset table.
    Slot(usize),
}

/// Reads all relocations, and sets the sizes of the derived sections.
pub(super) fn scan(object: &Object<'_>, link: &mut Link) -> Result<Dynamic, BuildError> {
    check_labels(object, link)?;
    let mut needs_slot = vec![false; object.symbols.len()];
    let mut late = Vec::new();
    let mut undefined: Vec<(usize, usize, u64)> = Vec::new();
    let mut is_reported = vec![false; object.symbols.len()];
    for (index, section) in object.sections.iter().enumerate() {
        if link.inputs[index].output.is_none() {
            continue;
        }
        for relocation in &section.relocations {
            let found = check(object, link, index, relocation).map_err(|error| error.at(index, relocation.offset))?;
            match found {
                Need::Nothing => {}
                Need::Slot(symbol) => needs_slot[symbol] = true,
                Need::Loader(found) => late.push(found),
                Need::Definition(symbol) if is_reported[symbol] => {}
                Need::Definition(symbol) => {
                    is_reported[symbol] = true;
                    undefined.push((symbol, index, relocation.offset));
                }
            }
        }
    }
    if let Some((_, section, offset)) = undefined.first().copied() {
        let all = undefined.into_iter().map(|(symbol, section, offset)| {
            let (name, section) = (object.symbols[symbol].name.to_string(), &object.sections[section]);
            UndefinedSymbol { name, file: section.file, section: section.name.clone(), offset }
        });
        return Err(BuildError::undefined(all.collect()).at(section, offset));
    }
    // Slots are in the order of the global symbols, then of the local ones.
    let is_local = |symbol: usize| object.symbols[symbol].binding == object::elf::STB_LOCAL;
    let wanted: Vec<usize> = (0..needs_slot.len()).filter(|symbol| needs_slot[*symbol]).collect();
    let (locals, globals): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|symbol| is_local(*symbol));
    let slots: Vec<usize> = globals.into_iter().chain(locals).collect();
    for (slot, symbol) in slots.iter().enumerate() {
        let of = Referent::Symbol(*symbol);
        let found = &object.symbols[*symbol];
        let (at, addend) = (At::Slot(slot), 0);
        if found.is_preemptible() {
            late.push(Late { at, symbol: Some(*symbol), addend, of });
        } else if !matches!(found.place, Place::Undefined | Place::Absolute(_)) {
            late.push(Late { at, symbol: None, addend, of });
        }
    }
    if !late.is_empty() {
        gather::add(link, Content::DynamicRelocations, late.len() as u64 * crate::build::tables::RELA_SIZE);
    }
    let is_named = object.symbols.iter().any(|symbol| symbol.place == Place::Edge(Edge::Slots));
    if !slots.is_empty() || is_named {
        gather::add(link, Content::Slots, slots.len() as u64 * 8);
    }
    dynamic::tables(object, link, slots, late)
}

/// Refuses symbols at the end of a section whose equal parts are stored once: they are in no part.
fn check_labels(object: &Object<'_>, link: &Link) -> Result<(), BuildError> {
    for symbol in &object.symbols {
        if let Place::Section(section, offset) = symbol.place
            && link.is_outside(object, section as usize, offset)
            && !link.is_label(object, symbol)
        {
            let (name, of) = (&symbol.name, &object.sections[section as usize].name);
            return Err(BuildError::new(format!("`{name}` is at the end of `{of}`, where merging keeps nothing")));
        }
    }
    Ok(())
}

/// The section that a relocation refers to if it is not in the linked file. A weak reference to a symbol there is 0.
fn dropped(object: &Object<'_>, link: &Link, of: Referent) -> Option<usize> {
    match of {
        Referent::None => None,
        Referent::Section(section) => link.inputs[section].output.is_none().then_some(section),
        Referent::Symbol(symbol) if object.symbols[symbol].is_weak_undefined() => None,
        Referent::Symbol(symbol) => link.dropped.get(&symbol).copied(),
    }
}

/// What a relocation needs beside its bytes.
enum Need {
    Nothing,
    Slot(usize),
    Loader(Late),
    /// A definition of the symbol, which no object has.
    Definition(usize),
}

fn check(object: &Object<'_>, link: &Link, section: usize, relocation: &Relocation) -> Result<Need, BuildError> {
    let named = || match relocation.of {
        Referent::Symbol(symbol) => format!("`{}`", object.symbols[symbol].name),
        Referent::Section(section) => format!("section `{}`", object.sections[section].name),
        Referent::None => "a number".to_owned(),
    };
    let kind = || relocation::name(relocation.kind).map_or_else(|| relocation.kind.to_string(), str::to_owned);
    let fail = |why: &str| Err(BuildError::new(format!("relocation {} of {} {why}", kind(), named())));
    if relocation.kind == 0 {
        return Ok(Need::Nothing);
    }
    let Some(formula) = formula_of(relocation.kind) else { return fail("has an unknown type") };
    // A record for unwinding is dropped with its function.
    if link.inputs[section].drops(relocation.offset) {
        return Ok(Need::Nothing);
    }
    if let Some(dropped) = dropped(object, link, relocation.of).filter(|_| object.sections[section].has(SHF_ALLOC)) {
        return match relocation.of {
            Referent::Section(_) => fail("leads to a section that the linker drops"),
            _ => fail(&format!("leads to section `{}`, which the linker drops", object.sections[dropped].name)),
        };
    }
    let to = match relocation.of {
        Referent::Section(of) => Some((of, object.sections[section].addend_of(relocation) as u64)),
        Referent::Symbol(symbol) => match object.symbols[symbol].place {
            Place::Section(of, offset) => Some((of as usize, offset)),
            _ => None,
        },
        Referent::None => None,
    };
    if to.is_some_and(|(of, offset)| link.is_outside(object, of, offset)) {
        return fail("leads outside of a section whose equal parts are stored once, where nothing is kept");
    }
    let symbol = match relocation.of {
        Referent::Symbol(symbol) => Some(symbol),
        _ => None,
    };
    if let Some(number) = symbol {
        let symbol = &object.symbols[number];
        let into = &object.sections[section];
        let for_loader = || {
            let is_address = formula == Formula::Slot || relocation::name(relocation.kind) == Some("R_AMDGPU_ABS64");
            link.options.undefined && is_address && symbol.is_preemptible()
        };
        // Debug information may name variables that have no address.
        let is_undefined = symbol.place == Place::Undefined && !symbol.is_weak_undefined();
        if is_undefined && into.has(SHF_ALLOC) && !for_loader() {
            return Ok(Need::Definition(number));
        }
        if matches!(symbol.place, Place::Lds(_)) {
            return fail("is in workgroup memory, to which only a compiler assigns addresses");
        }
    }
    let is_preemptible = symbol.is_some_and(|symbol| object.symbols[symbol].is_preemptible());
    let is_number = match symbol.map(|symbol| object.symbols[symbol].place) {
        Some(Place::Absolute(_) | Place::Undefined) => true,
        Some(_) => false,
        None => relocation.of == Referent::None,
    };
    let into = &object.sections[section];
    if !into.has(SHF_ALLOC) {
        return match formula {
            Formula::Slot => fail("is in a section that is not loaded"),
            _ => Ok(Need::Nothing),
        };
    }
    match formula {
        Formula::Slot => match symbol {
            Some(symbol) => Ok(Need::Slot(symbol)),
            None => fail("needs a symbol"),
        },
        Formula::Relative | Formula::Branch if is_preemptible => {
            fail("cannot be resolved, because another file may define the symbol: make it `.hidden` or `.protected`")
        }
        Formula::Relative | Formula::Branch => Ok(Need::Nothing),
        Formula::Absolute if is_number && !is_preemptible => Ok(Need::Nothing),
        Formula::Absolute if relocation::name(relocation.kind) == Some("R_AMDGPU_ABS64") => {
            if !into.has(SHF_WRITE) {
                return fail("is in a read-only section, where the loader cannot add the base address");
            }
            let symbol = symbol.filter(|_| is_preemptible);
            let at = At::Section(section, relocation.offset);
            let addend = into.addend_of(relocation);
            Ok(Need::Loader(Late { at, symbol, addend, of: relocation.of }))
        }
        Formula::Absolute => fail("needs an address that is known only when the code object is loaded"),
        Formula::Base => fail("is for linked files only"),
    }
}
