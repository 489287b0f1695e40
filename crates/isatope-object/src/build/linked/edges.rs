//! Symbols that the linker defines where an object refers to them: bounds of the file and of its sections. Source: LLD,
//! `addReservedSymbols` and `addStartStopSymbols`.

use std::borrow::Cow;

use object::elf::{
    SHF_ALLOC, SHF_WRITE, SHT_NOBITS, STB_GLOBAL, STB_LOCAL, STT_NOTYPE, STV_DEFAULT, STV_HIDDEN, STV_PROTECTED,
};

use super::{Content, Link, Output, gather};
use crate::build::{Edge, Object, Place, Symbol};

/// Names of bounds that do not contain the name of a section, with their visibility.
const EDGES: &[(&str, Edge, u8)] = &[
    ("__ehdr_start", Edge::File, STV_HIDDEN),
    ("__executable_start", Edge::File, STV_HIDDEN),
    ("__dso_handle", Edge::File, STV_HIDDEN),
    ("__bss_start", Edge::Zeros, STV_DEFAULT),
    ("end", Edge::End, STV_DEFAULT),
    ("_end", Edge::End, STV_DEFAULT),
    ("etext", Edge::Code, STV_DEFAULT),
    ("_etext", Edge::Code, STV_DEFAULT),
    ("edata", Edge::Data, STV_DEFAULT),
    ("_edata", Edge::Data, STV_DEFAULT),
    (DYNAMIC, Edge::Dynamic, STV_HIDDEN),
    ("_GLOBAL_OFFSET_TABLE_", Edge::Slots, STV_HIDDEN),
];

/// Name of the list of tables for the loader. The symbol exists in any case.
pub(in crate::build) const DYNAMIC: &str = "_DYNAMIC";

/// Names of the bounds of lists of functions, without their ends `_start` and `_end`. They exist without the section.
const LISTS: &[(&str, &str)] =
    &[("__preinit_array", ".preinit_array"), ("__init_array", ".init_array"), ("__fini_array", ".fini_array")];

/// Number of the file to which the linker's own symbols belong.
pub(super) const OWN_FILE: u32 = u32::MAX;

/// The object with the symbols that the linker defines.
pub(super) fn define<'o, 's>(object: &'o Object<'s>) -> Cow<'o, Object<'s>> {
    let is_open = |symbol: &&Symbol<'_>| symbol.place == Place::Undefined && symbol.binding != STB_LOCAL;
    if !object.symbols.iter().filter(is_open).any(|symbol| edge(object, &symbol.name).is_some()) {
        return Cow::Borrowed(object);
    }
    let mut own = object.clone();
    for symbol in &mut own.symbols {
        let Some((edge, visibility)) = Some(&*symbol).filter(is_open).and_then(|symbol| edge(object, &symbol.name))
        else {
            continue;
        };
        // The narrower visibility counts: that of the linker, or of the reference.
        let given = symbol.other & 3;
        let visibility = [given, visibility].into_iter().filter(|one| *one != STV_DEFAULT).min().unwrap_or(STV_DEFAULT);
        symbol.other = symbol.other & !3 | visibility;
        (symbol.place, symbol.kind, symbol.size) = (Place::Edge(edge), STT_NOTYPE, 0);
        (symbol.binding, symbol.file) = (STB_GLOBAL, OWN_FILE);
    }
    Cow::Owned(own)
}

/// Whether a symbol of a linked file is one that the linker defines and nobody else sees.
pub(super) fn is_own(object: &Object<'_>, symbol: &Symbol<'_>) -> bool {
    symbol.other & 3 == STV_HIDDEN && edge(object, &symbol.name).is_some_and(|(_, own)| own == STV_HIDDEN)
}

/// The bound with a name, and the visibility of its symbol.
fn edge(object: &Object<'_>, name: &str) -> Option<(Edge, u8)> {
    if let Some((_, edge, visibility)) = EDGES.iter().find(|(known, ..)| *known == name) {
        return Some((*edge, *visibility));
    }
    let of = |name: &str| {
        let mut sections = object.sections.iter();
        let found =
            sections.position(|section| !gather::is_dropped(section) && gather::output_name(&section.name) == name);
        found.map(|number| number as u32)
    };
    for (list, section) in LISTS {
        let is_end = match name.strip_prefix(list) {
            Some("_start") => false,
            Some("_end") => true,
            _ => continue,
        };
        return Some((of(section).map_or(Edge::File, |of| Edge::Section { of, is_end }), STV_HIDDEN));
    }
    let (section, is_end) = match (name.strip_prefix("__start_"), name.strip_prefix("__stop_")) {
        (Some(section), _) => (section, false),
        (_, Some(section)) => (section, true),
        _ => return None,
    };
    let is_name =
        |(place, byte): (usize, u8)| byte == b'_' || byte.is_ascii_alphabetic() || place > 0 && byte.is_ascii_digit();
    let is_identifier = !section.is_empty() && section.bytes().enumerate().all(is_name);
    of(section).filter(|_| is_identifier).map(|of| (Edge::Section { of, is_end }, STV_PROTECTED))
}

impl Link {
    /// Output section and address of a bound; `None` for the start of zeros if there are none. The start of the file
    /// counts as a part of the first section.
    pub(super) fn edge(&self, edge: Edge) -> Option<(usize, u64)> {
        let last = |of: &dyn Fn(&Output) -> bool| {
            let found = self.outputs.iter().rposition(|output| output.has(SHF_ALLOC) && of(output));
            found.map_or((0, 0), |output| (output, self.outputs[output].end()))
        };
        let table = |content| self.find(content).map_or((0, 0), |output| (output, self.outputs[output].address));
        Some(match edge {
            Edge::File => (0, 0),
            Edge::Section { of, is_end } => self.inputs[of as usize].output.map_or((0, 0), |output| {
                let bounds = (self.outputs[output].address, self.outputs[output].end());
                (output, if is_end { bounds.1 } else { bounds.0 })
            }),
            Edge::Code => last(&|output| !output.has(SHF_WRITE)),
            Edge::Data => last(&|output| output.kind != SHT_NOBITS),
            Edge::Zeros => {
                let output = self.outputs.iter().position(|output| output.name == ".bss")?;
                (output, self.outputs[output].address)
            }
            Edge::End => last(&|_| true),
            Edge::Dynamic => table(Content::Dynamic),
            Edge::Slots => table(Content::Slots),
        })
    }
}
