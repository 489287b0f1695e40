//! Several objects as one, as a linker reads them.

use std::borrow::Cow;

use foldhash::HashMap;
use object::elf::{SHF_ALLOC, SHT_NOBITS, STB_GLOBAL, STB_LOCAL, STB_WEAK, STV_DEFAULT};

use super::header::Mismatch;
use super::linked::gather::FRAMES;
use super::{BuildError, Group, Object, Place, Referent, Section, Symbol};

/// Objects that are put together.
#[derive(Default)]
struct Merge<'a> {
    all: Object<'a>,
    /// Symbols that other objects see, by their names: index, and number of the object that defines it.
    globals: HashMap<Cow<'a, str>, (usize, usize)>,
    /// Names of the groups of which a linker keeps one.
    groups: HashMap<Cow<'a, str>, usize>,
}

impl<'a> Object<'a> {
    /// Puts objects together: their sections in order, and each symbol that other objects see once. `names` are those
    /// of the objects, for messages.
    ///
    /// # Errors
    /// Returns an error if two objects define a symbol, or if they are for different processors or systems.
    pub fn merged(objects: Vec<Self>, names: &[String]) -> Result<Self, BuildError> {
        let mut merge = Merge::default();
        for (number, object) in objects.into_iter().enumerate() {
            merge.add(object, number, names)?;
        }
        Ok(merge.all)
    }
}

impl<'a> Merge<'a> {
    fn add(&mut self, object: Object<'a>, number: usize, names: &[String]) -> Result<(), BuildError> {
        let name = |number: usize| names.get(number).map_or("an object", String::as_str);
        if number == 0 {
            self.all.header = object.header;
        }
        self.all.header.combine(object.header).map_err(|mismatch| {
            BuildError::new(match mismatch {
                Mismatch::Target => format!("{} and {} are for different processors or systems", name(0), name(number)),
                Mismatch::Feature(feature) => format!(
                    "{} and an object before it need different settings of `{feature}`: one on, and one off",
                    name(number)
                ),
            })
        })?;
        let kept = self.kept(&object);
        let first = self.all.sections.len();
        let mut sections: Vec<Option<usize>> = Vec::new();
        for keeps in &kept {
            let before = sections.iter().flatten().count();
            sections.push(keeps.then_some(first + before));
        }
        // Names of the sections that are not kept.
        let name_of = |(section, kept): (&Section<'_>, &bool)| if *kept { String::new() } else { section.name.clone() };
        let dropped: Vec<String> = object.sections.iter().zip(&kept).map(name_of).collect();
        let mut symbols = Vec::new();
        for symbol in object.symbols {
            let place = match symbol.place {
                Place::Section(section, offset) => match sections[section as usize] {
                    Some(section) => Place::Section(section as u32, offset),
                    None => Place::Undefined,
                },
                place => place,
            };
            let symbol = Symbol { place, file: number as u32, ..symbol };
            if symbol.binding == STB_LOCAL {
                self.all.symbols.push(symbol);
                symbols.push(self.all.symbols.len() - 1);
                continue;
            }
            let known = self.globals.get(&symbol.name).copied();
            let Some((index, owner)) = known else {
                self.globals.insert(symbol.name.clone(), (self.all.symbols.len(), number));
                symbols.push(self.all.symbols.len());
                self.all.symbols.push(symbol);
                continue;
            };
            if take(&mut self.all.symbols[index], &symbol).is_none() {
                let (first, second) = (name(owner), name(number));
                return Err(BuildError::new(format!("both {first} and {second} define `{}`", symbol.name)));
            }
            if symbol.place != Place::Undefined {
                self.globals.insert(symbol.name, (index, number));
            }
            symbols.push(index);
        }
        for (section, _) in object.sections.into_iter().zip(&kept).filter(|(_, kept)| **kept) {
            let mut section = Section { symbols_before: 0, file: number, ..section };
            section.linked_to = section.linked_to.and_then(|of| sections[of]);
            section.group = section.group.map(|group| Group { symbol: symbols[group.symbol], ..group });
            // The linker drops records of functions that it drops, and debug sections get fixed numbers.
            let needs_all = section.has(SHF_ALLOC) && section.name != FRAMES;
            for relocation in &mut section.relocations {
                relocation.of = match relocation.of {
                    Referent::Section(of) if needs_all && relocation.kind != 0 && sections[of].is_none() => {
                        let (from, into, dropped) = (name(number), &section.name, &dropped[of]);
                        let what = format!("{from}: `{into}` refers to `{dropped}`, which the linker drops");
                        return Err(BuildError::new(format!("{what}, because another object has its group")));
                    }
                    Referent::Symbol(symbol) => Referent::Symbol(symbols[symbol]),
                    Referent::Section(of) => sections[of].map_or(Referent::None, Referent::Section),
                    Referent::None => Referent::None,
                };
            }
            debug_assert!(section.kind != SHT_NOBITS || section.data.is_empty());
            self.all.sections.push(section);
        }
        Ok(())
    }

    /// Whether each section of an object is kept: those of a group are not if another object has the group already.
    fn kept(&mut self, object: &Object<'a>) -> Vec<bool> {
        let number = self.all.sections.len();
        let mut keeps = |section: &Section<'_>| {
            let group = section.group.filter(|group| group.is_common)?;
            let name = object.symbols.get(group.symbol)?.name.clone();
            Some(*self.groups.entry(name).or_insert(number) == number)
        };
        object.sections.iter().map(|section| keeps(section).unwrap_or(true)).collect()
    }
}

/// Combines a symbol with the same one of another object. Returns `None` if both define it.
fn take<'a>(own: &mut Symbol<'a>, other: &Symbol<'a>) -> Option<()> {
    let visibility = |symbol: &Symbol<'_>| match symbol.other & 3 {
        STV_DEFAULT => u8::MAX,
        hidden => hidden,
    };
    // The visibility that says most; the internal one is the smallest number.
    let seen = visibility(own).min(visibility(other));
    let seen = if seen == u8::MAX { STV_DEFAULT } else { seen };
    let is_defined = |symbol: &Symbol<'_>| symbol.place != Place::Undefined;
    let is_variable = |symbol: &Symbol<'_>| matches!(symbol.place, Place::Common(_) | Place::Lds(_));
    match (is_defined(own), is_defined(other)) {
        (_, false) => {
            if !is_defined(own) && other.binding == STB_GLOBAL {
                own.binding = STB_GLOBAL;
            }
        }
        (false, true) => *own = other.clone(),
        (true, true) if is_variable(own) && is_variable(other) => {
            let align = |place: Place| match place {
                Place::Common(align) | Place::Lds(align) => align,
                _ => 0,
            };
            let most = align(own.place).max(align(other.place));
            own.place = if matches!(own.place, Place::Lds(_)) { Place::Lds(most) } else { Place::Common(most) };
            if other.size > own.size {
                (own.size, own.file) = (other.size, other.file);
            }
        }
        (true, true) if is_variable(own) || own.binding == STB_WEAK && other.binding != STB_WEAK => {
            *own = other.clone()
        }
        (true, true) if is_variable(other) || other.binding == STB_WEAK => {}
        (true, true) => return None,
    }
    own.other = own.other & !3 | seen;
    Some(())
}
