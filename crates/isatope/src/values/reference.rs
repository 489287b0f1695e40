//! References of instructions.

use std::collections::HashMap;

use isatope_core::FlowKind;
use isatope_object::{Container, DescriptorKind, Section, SectionKind, SymbolKind, names};

/// What an instruction refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference<'c> {
    /// Index of its function in [`Values::functions`](super::Values::functions).
    pub function: usize,
    /// Section of the instruction.
    pub section: usize,
    /// Offset of the instruction in the section.
    pub offset: u64,
    /// What it refers to.
    pub what: Referred<'c>,
}

/// The object of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Referred<'c> {
    /// It reads bytes of the kernarg segment.
    Argument {
        /// First byte.
        offset: i64,
        /// Number of bytes.
        bytes: u32,
    },
    /// It computes an address in the kernarg segment.
    ArgumentAddress {
        /// Offset in the segment.
        offset: i64,
    },
    /// It reads bytes of the dispatch packet.
    Packet {
        /// First byte.
        offset: i64,
        /// Number of bytes.
        bytes: u32,
    },
    /// It accesses memory of the program.
    Memory {
        /// First byte.
        to: Pointee<'c>,
        /// Number of bytes.
        bytes: u32,
        /// Whether it is a write.
        write: bool,
    },
    /// It computes an address in the program.
    Address(Pointee<'c>),
    /// It jumps to the address that registers held when the function started: it returns.
    Return,
    /// It calls, or leads out of its function, or to an address in a register.
    Code {
        /// How.
        kind: FlowKind,
        /// Where; `None` if that is not known.
        to: Option<Pointee<'c>>,
        /// Whether the instruction itself gives the address.
        direct: bool,
    },
}

/// Something in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pointee<'c> {
    /// Address in the image; for an object that is not linked in the order in which its sections are laid out.
    pub address: u64,
    /// Name of the symbol, if there is one.
    pub symbol: Option<&'c str>,
    /// Name of the section; `None` outside of all sections.
    pub section: Option<&'c str>,
    /// Distance from the symbol, or from the start of the section.
    pub offset: u64,
    /// Whether it is code.
    pub is_code: bool,
}

impl<'c> Pointee<'c> {
    /// What lies at an offset of a section, which is the one with this number.
    pub(super) fn new(address: u64, section: &Section<'c>, offset: u64, symbols: &Symbols<'c>, number: usize) -> Self {
        let symbol = symbols.at(number, offset);
        Self {
            address,
            symbol: symbol.map(|symbol| symbol.0),
            section: (offset < section.size.max(1)).then_some(section.name),
            offset: symbol.map_or(offset, |symbol| offset - symbol.1),
            is_code: section.kind == SectionKind::Code,
        }
    }

    /// It as JSON.
    #[cfg(feature = "serde")]
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "address": self.address, "symbol": self.symbol, "section": self.section, "offset": self.offset,
        })
    }

    /// Its name: symbol and distance, with the section of data.
    pub fn text(&self, demangle: bool) -> String {
        let distance = match self.offset {
            0 if self.symbol.is_some() => String::new(),
            offset => format!("+{offset:#x}"),
        };
        match (self.symbol, self.section) {
            (Some(symbol), section) => {
                let name = if demangle { names::demangle(symbol) } else { symbol.into() };
                let place = section.filter(|_| !self.is_code).map_or(String::new(), |section| format!(" in {section}"));
                format!("{name}{distance}{place}")
            }
            (None, Some(section)) => format!("{section}{distance}"),
            (None, None) => format!("{:#x}", self.address),
        }
    }
}

/// Symbols by section and offset.
#[derive(Debug)]
pub(super) struct Symbols<'c> {
    /// Section, offset, bytes, name.
    all: Vec<(usize, u64, u64, &'c str)>,
    /// Offsets of the code of kernels, by the section and offset of their descriptors before the code. Places in the
    /// code have distances from it, as everywhere.
    codes: HashMap<(usize, u64), u64>,
}

/// Symbols before a place that are looked at: several may have the same address.
const NEAR: usize = 8;

impl<'c> Symbols<'c> {
    /// Symbols of a container.
    pub(super) fn of(container: &'c Container<'c>) -> Self {
        let named = container.symbols.iter().filter(|s| !s.name.is_empty() && s.kind != SymbolKind::Section);
        let mut all: Vec<_> = named.filter_map(|s| Some((s.section?, s.value, s.size, s.name))).collect();
        all.sort_by_key(|symbol| (symbol.0, symbol.1));
        let codes = container.kernels.iter().filter_map(|kernel| {
            let descriptor = kernel.descriptor.filter(|d| d.kind == DescriptorKind::KernelCode)?;
            Some(((descriptor.section, descriptor.at), kernel.code?.1))
        });
        Self { all, codes: codes.collect() }
    }

    /// Name and offset of the symbol that a place of a section belongs to.
    fn at(&self, section: usize, offset: u64) -> Option<(&'c str, u64)> {
        let before = &self.all[..self.all.partition_point(|symbol| (symbol.0, symbol.1) <= (section, offset))];
        let near = before.iter().rev().take_while(|symbol| symbol.0 == section).take(NEAR);
        let found = near.into_iter().find(|(_, start, size, _)| offset - start < (*size).max(1));
        let &(_, start, _, name) = found?;
        match self.codes.get(&(section, start)) {
            Some(&code) if offset >= code => Some((name, code)),
            Some(_) if offset > start => None,
            _ => Some((name, start)),
        }
    }
}
