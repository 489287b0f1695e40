//! Relocations: places that a linker fills in.

use isatope_object::relocation;

use super::assembly::Assembly;
use super::layout::{Binding, Relocation};
use crate::text::eval::Sum;
use crate::text::expr::Spec;
use crate::text::symbols::Base;

/// Symbols for words of the descriptor of private memory. The driver writes these words themselves, not a distance.
const SCRATCH_DESCRIPTOR: [&str; 2] = ["SCRATCH_RSRC_DWORD0", "SCRATCH_RSRC_DWORD1"];

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
        (None, 4, true) => "R_AMDGPU_REL32",
        (None, 8, true) => "R_AMDGPU_REL64",
        (None, 4, false) => "R_AMDGPU_ABS32",
        (None, 8, false) => "R_AMDGPU_ABS64",
        _ => return None,
    })
}

impl Assembly<'_> {
    /// Whether other objects can see a symbol, so that a linker may replace it.
    pub(super) fn is_visible(&self, name: &str) -> bool {
        let symbol = self.symbols.output(name).map(|symbol| &self.output.layout.symbols[symbol]);
        symbol.is_some_and(|symbol| symbol.binding != Binding::Local)
    }

    /// Whether a relocation refers to a symbol in a section by its name. A linker may replace a symbol that other objects
    /// see. It moves the parts of a section whose equal parts are merged, so that the number that is added to a symbol there
    /// must not be mistaken for another part; each thread has its own variables.
    fn stays(&self, name: &str, section: usize, addend: u64) -> bool {
        let flags = &self.output.layout.sections[section].flags;
        let symbol = self.symbols.output(name).map(|symbol| &self.output.layout.symbols[symbol]);
        let moves = |offset: u64| flags.contains('T') || flags.contains('M') && addend != offset;
        symbol.is_some_and(|symbol| symbol.binding != Binding::Local || moves(symbol.offset))
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
        let mut found = Relocation { section, offset, kind, addend: Some(addend as i64), ..Relocation::default() };
        match (sum.base?, name) {
            // Any symbol that does not have to stay is an offset in its section.
            (Base::Section(of), name) if !name.as_deref().is_some_and(|name| self.stays(name, of as usize, addend)) => {
                found.target_section = Some(of as usize);
            }
            (Base::Section(of), name) => {
                found.symbol = name?;
                let symbol = self.symbols.output(&found.symbol)?;
                let own = self.output.layout.symbols[symbol].offset;
                debug_assert_eq!(self.output.layout.symbols[symbol].section, Some(of as usize));
                found.addend = Some(addend.wrapping_sub(own) as i64);
            }
            (Base::Symbol(_), name) => {
                let name = name?;
                let own = self.section_numbers.get(&(name.clone(), String::new(), None, String::new()));
                match own.filter(|_| self.symbols.output(&name).is_none()) {
                    Some(section) => found.target_section = Some(*section),
                    None => {
                        self.symbol_number(&name);
                        found.symbol = name;
                    }
                }
            }
        }
        self.ensure_section();
        self.output.layout.relocations.push(found);
        Some(())
    }
}
