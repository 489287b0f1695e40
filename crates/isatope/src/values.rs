//! What instructions of a container refer to: arguments of kernels, tables, variables and functions.
//!
//! [`Values::of`] looks at all functions of a container. What it finds are [`Reference`]s: comments of listings
//! ([`Values::notes`]) and lists of calls ([`calls`]) are made of them.
//!
//! ```
//! use isatope::container;
//! use isatope::values::Values;
//!
//! let file = std::fs::read("../isatope-object/tests/lines/lines.co")?;
//! let object = container::open(&file)?;
//! let infos = object.launchable();
//! let values = Values::of(&object, isatope::Target::GFX900, &infos, None);
//! assert!(values.notes(false).iter().any(|note| note.text == "arg0, arg1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod calls;
mod memory;
mod reference;

use isatope_asm::listing::container::{Comment, Part};
use isatope_core::FlowKind;
use isatope_object::functions::Functions;
use isatope_object::launch::{LaunchError, LaunchInfo, UserSgpr};
use isatope_object::{Container, SectionKind, kernarg};
use isatope_values::{Address, Analysis, Base, FactKind, Function, Pointer};
use std::collections::HashMap;
use std::sync::OnceLock;

use crate::Target;
use memory::Memory;
use reference::Symbols;
pub use reference::{Pointee, Reference, Referred};

/// Launch parameters of kernels, in the order of [`Container::kernels`].
pub type Infos = [Result<LaunchInfo, LaunchError>];

/// The pointer to the kernarg segment, and that to the dispatch packet.
const ARGUMENTS: u8 = 0;
const PACKET: u8 = 1;

/// What the instructions of a container refer to.
#[derive(Debug)]
pub struct Values<'c> {
    infos: &'c Infos,
    functions: Vec<Code<'c>>,
    /// By section and offset.
    references: Vec<Reference<'c>>,
}

/// A function that was looked at.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Code<'c> {
    /// Its symbol.
    pub name: &'c str,
    /// Index of its section.
    pub section: usize,
    /// First byte in the section.
    pub start: u64,
    /// End of its code there.
    pub end: u64,
    /// Index of its launch parameters, if it is a kernel.
    pub kernel: Option<usize>,
}

impl<'c> Values<'c> {
    /// Looks at all functions of a container, or at those with code in the parts that are given. `infos` are the launch
    /// parameters of its kernels, [`Container::launchable`].
    pub fn of(container: &'c Container<'c>, target: Target, infos: &'c Infos, parts: Option<&[Part]>) -> Self {
        Self::find(container, target, infos, parts, false)
    }

    /// Like [`of`](Self::of), with all calls and jumps out of functions. That takes a look at all instructions.
    pub fn with_calls(container: &'c Container<'c>, target: Target, infos: &'c Infos, parts: Option<&[Part]>) -> Self {
        Self::find(container, target, infos, parts, true)
    }

    fn find(
        container: &'c Container<'c>,
        target: Target,
        infos: &'c Infos,
        parts: Option<&[Part]>,
        complete: bool,
    ) -> Self {
        let kernels: HashMap<(usize, u64), usize> = container
            .kernels
            .iter()
            .enumerate()
            .filter_map(|(index, kernel)| kernel.code.map(|(section, start, _)| ((section, start), index)))
            .collect();
        let shown = |section: usize, start: u64, end: u64| {
            parts.is_none_or(|parts| {
                parts.iter().any(|p| p.section == section && p.range.start < end && start < p.range.end)
            })
        };
        let all: Vec<isatope_object::functions::Function<'c>> = Functions::new(container).iter().collect();
        let mut functions = Vec::new();
        for (index, found) in all.iter().enumerate() {
            let section = &container.sections[found.section];
            // Functions that overlap are looked at up to the next one.
            let next =
                all.get(index + 1).filter(|next| next.section == found.section).map_or(u64::MAX, |next| next.start);
            let end = found.end.min(section.data.len() as u64).min(next);
            if section.kind == SectionKind::Code && found.start < end && shown(found.section, found.start, end) {
                let kernel = kernels.get(&(found.section, found.start)).copied();
                functions.push(Code { name: found.name, section: found.section, start: found.start, end, kernel });
            }
        }
        let linked = container.relocations.is_empty() && container.sections.iter().any(|s| s.address != 0);
        let search =
            Search { container, target, infos, complete, linked, memory: OnceLock::new(), symbols: OnceLock::new() };
        let mut references = search.all(&functions);
        references.sort_by_key(|reference| (reference.section, reference.offset));
        Self { infos, functions, references }
    }

    /// The functions, by section and place.
    pub fn functions(&self) -> &[Code<'c>] {
        &self.functions
    }

    /// What instructions refer to, by section and offset.
    pub fn references(&self) -> &[Reference<'c>] {
        &self.references
    }

    /// References of the instruction at an offset of a section.
    pub fn at(&self, section: usize, offset: u64) -> &[Reference<'c>] {
        let place = |reference: &Reference<'_>| (reference.section, reference.offset);
        let from = self.references.partition_point(|reference| place(reference) < (section, offset));
        let to = self.references.partition_point(|reference| place(reference) <= (section, offset));
        &self.references[from..to]
    }

    /// Names of the arguments that a reference is about; none if it is about something else.
    pub fn arguments(&self, reference: &Reference<'_>) -> Vec<kernarg::Part<'_>> {
        let (Referred::Argument { offset, .. } | Referred::ArgumentAddress { offset }) = reference.what else {
            return Vec::new();
        };
        let bytes = if let Referred::Argument { bytes, .. } = reference.what { bytes } else { 1 };
        let info = self.functions[reference.function].kernel.and_then(|kernel| self.infos[kernel].as_ref().ok());
        info.map_or(Vec::new(), |info| info.args_at(offset as u64, bytes.into()).collect())
    }

    /// A reference as a comment; `None` if a reader of the instruction knows it anyway.
    pub fn text(&self, reference: &Reference<'_>, demangle: bool) -> Option<String> {
        let list = |parts: &mut dyn Iterator<Item = kernarg::Part<'_>>| {
            parts.map(|part| part.to_string()).collect::<Vec<_>>().join(", ")
        };
        let text = match &reference.what {
            Referred::Argument { .. } => list(&mut self.arguments(reference).into_iter()),
            Referred::ArgumentAddress { .. } => {
                let part = self.arguments(reference).into_iter().next()?;
                match part.offset {
                    0 => format!("&{}", part.name),
                    inside => format!("&{}+{inside:#x}", part.name),
                }
            }
            Referred::Packet { offset, bytes } => list(&mut kernarg::packet_fields(*offset as u64, (*bytes).into())),
            Referred::Memory { to, .. } | Referred::Address(to) => to.text(demangle),
            Referred::Code { to: Some(to), direct: false, .. } => to.text(demangle),
            Referred::Code { .. } | Referred::Return => return None,
        };
        (!text.is_empty()).then_some(text)
    }

    /// Members that the JSON of instructions has because of references: `arguments` and `refers_to`, by section and
    /// offset.
    #[cfg(feature = "serde")]
    pub fn members(&self) -> Vec<crate::listing::Extra> {
        let mut all: Vec<crate::listing::Extra> = Vec::new();
        for group in self.references.chunk_by(|a, b| (a.section, a.offset) == (b.section, b.offset)) {
            let (mut text, mut pointees) = (String::new(), Vec::new());
            for reference in group {
                let parts = match reference.what {
                    Referred::Argument { .. } => self.arguments(reference),
                    _ => Vec::new(),
                };
                if !parts.is_empty() {
                    let parts = parts.iter().map(
                        |part| serde_json::json!({ "name": part.name, "offset": part.offset, "bytes": part.bytes }),
                    );
                    text += &format!(",\"arguments\":{}", serde_json::Value::from_iter(parts));
                }
                pointees.extend(match &reference.what {
                    Referred::Memory { to, .. } | Referred::Address(to) => Some(to.json()),
                    Referred::Code { to: Some(to), direct: false, .. } => Some(to.json()),
                    _ => None,
                });
            }
            if let Some(to) = pointees.pop() {
                text += &format!(",\"refers_to\":{to}");
            }
            if !text.is_empty() {
                all.push((group[0].section, group[0].offset, text));
            }
        }
        all
    }

    /// Comments after instructions, by section and offset; with `demangle` names are those of the source.
    pub fn notes(&self, demangle: bool) -> Vec<Comment> {
        let mut notes: Vec<Comment> = Vec::new();
        for reference in &self.references {
            let Some(text) = self.text(reference, demangle) else { continue };
            match notes.last_mut() {
                Some(last) if (last.section, last.offset) == (reference.section, reference.offset) => {
                    if last.text != text {
                        last.text = format!("{} -> {text}", last.text);
                    }
                }
                _ => notes.push(Comment { section: reference.section, offset: reference.offset, text }),
            }
        }
        notes
    }
}

/// Bytes of code that are worth a second thread.
const LONG: u64 = 256 << 10;

/// A search for references.
struct Search<'c> {
    container: &'c Container<'c>,
    target: Target,
    infos: &'c Infos,
    complete: bool,
    /// Whether addresses are those of the file, and no relocation changes code.
    linked: bool,
    /// The container in memory, once something needs it.
    memory: OnceLock<Option<Memory<'c>>>,
    symbols: OnceLock<Symbols<'c>>,
}

impl<'c> Search<'c> {
    fn memory(&self) -> Option<&Memory<'c>> {
        self.memory.get_or_init(|| Memory::of(self.container)).as_ref()
    }

    /// References of all functions; two threads look at much code.
    fn all(&self, functions: &[Code<'c>]) -> Vec<Reference<'c>> {
        let size = |code: &Code<'_>| code.end - code.start;
        let total: u64 = functions.iter().map(size).sum();
        if total < LONG || std::thread::available_parallelism().map_or(1, |n| n.get()) < 2 {
            return self.some(functions, 0);
        }
        let mut sum = 0;
        let half = functions.iter().take_while(|code| {
            sum += size(code);
            sum <= total / 2
        });
        let (first, second) = functions.split_at(half.count());
        std::thread::scope(|scope| {
            let other = scope.spawn(|| self.some(second, first.len()));
            let mut all = self.some(first, 0);
            match other.join() {
                Ok(more) => all.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
            all
        })
    }

    /// References of some functions, the first of which has this number.
    fn some(&self, functions: &[Code<'c>], first: usize) -> Vec<Reference<'c>> {
        let mut analysis = Analysis::new(self.target);
        let mut references = Vec::new();
        for (number, code) in (first..).zip(functions) {
            let section = &self.container.sections[code.section];
            let early = if self.linked { None } else { self.memory() };
            let base = early.map_or(Some(section.address), |memory| memory.section(code.section));
            let Some(address) = base.map(|base| base.wrapping_add(code.start)) else { continue };
            let bytes = early.and_then(|memory| memory.bytes(address));
            let bytes = bytes.unwrap_or(&section.data[code.start as usize..]);
            let bytes = &bytes[..((code.end - code.start) as usize).min(bytes.len())];
            let info = code.kernel.and_then(|kernel| self.infos.get(kernel)?.as_ref().ok());
            let pointers: Vec<Pointer> = info.map_or(Vec::new(), pointers);
            let (is_called, relocated) = (code.kernel.is_none() && self.complete, early.is_some());
            let function =
                Function { code: bytes, address, pointers: &pointers, complete: self.complete, is_called, relocated };
            for fact in analysis.function(&function, || self.memory().map(Memory::image)) {
                references.extend(self.referred(fact.kind, code.section).map(|what| Reference {
                    function: number,
                    section: code.section,
                    offset: code.start + u64::from(fact.offset),
                    what,
                }));
            }
        }
        references
    }

    /// What a fact about an instruction of a section means.
    fn referred(&self, kind: FactKind, section: usize) -> Option<Referred<'c>> {
        let refers = |to| self.pointee(to, section);
        match kind {
            FactKind::Access { address, bytes, write } => match address.base {
                Base::Given(given) => given_access(given, address, bytes, write),
                Base::Image => Some(Referred::Memory { to: refers(address), bytes, write }),
                Base::Entry(_) => None,
            },
            FactKind::Computes(address) => match address.base {
                Base::Given(ARGUMENTS) => Some(Referred::ArgumentAddress { offset: address.offset }),
                Base::Given(_) | Base::Entry(_) => None,
                Base::Image => Some(Referred::Address(refers(address))),
            },
            FactKind::Leads { kind: FlowKind::Jump, to: Some(Address { base: Base::Entry(_), .. }), .. } => {
                Some(Referred::Return)
            }
            FactKind::Leads { kind, to, direct } => {
                let to = to.filter(|to| to.base == Base::Image).map(refers);
                Some(Referred::Code { kind, to, direct })
            }
        }
    }

    /// What lies at an address of the image; `section` is that of the instruction.
    fn pointee(&self, to: Address, section: usize) -> Pointee<'c> {
        let address = to.offset as u64;
        let memory = if self.linked { self.memory.get().and_then(Option::as_ref) } else { self.memory() };
        match memory {
            Some(memory) => memory.pointee(self.container, address),
            None => {
                let symbols = self.symbols.get_or_init(|| Symbols::of(self.container));
                let found = &self.container.sections[section];
                Pointee::new(address, found, address.wrapping_sub(found.address), symbols, section)
            }
        }
    }
}

/// The pointers that a kernel is given.
fn pointers(info: &LaunchInfo) -> Vec<Pointer> {
    let given = |what| match what {
        UserSgpr::KernargSegmentPtr if info.has_metadata => Some(ARGUMENTS),
        UserSgpr::DispatchPtr => Some(PACKET),
        _ => None,
    };
    let pointer = |initial: &isatope_object::launch::Initial<UserSgpr>| {
        Some(Pointer { register: initial.first.into(), given: given(initial.what)? })
    };
    info.user_sgprs.iter().filter_map(pointer).collect()
}

/// An access through a pointer that a kernel is given.
fn given_access<'c>(given: u8, address: Address, bytes: u32, write: bool) -> Option<Referred<'c>> {
    match given {
        _ if write || address.offset < 0 => None,
        ARGUMENTS => Some(Referred::Argument { offset: address.offset, bytes }),
        PACKET => Some(Referred::Packet { offset: address.offset, bytes }),
        _ => None,
    }
}
