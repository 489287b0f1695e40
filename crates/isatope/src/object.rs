//! Code objects and older containers.

use std::fmt;
use std::ops::Range;

use isatope_flow::Program;
use isatope_object::SectionKind;
use isatope_object::lines::{Lines, Location};

use isatope_diag::Diagnostic;

use crate::code::{self, Dividers};
use crate::{Error, Instructions, ObjectError, Target, input};

/// A container of code: a code object of HSA or Mesa, a program of an older driver. It borrows from the bytes of the
/// file.
#[derive(Clone, Debug)]
pub struct Object<'a> {
    pub(crate) container: isatope_object::Container<'a>,
}

/// A section. `Debug` prints the number of its bytes only.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Section<'a> {
    /// Name.
    pub name: &'a str,
    /// Address when loaded; 0 if it is not.
    pub address: u64,
    /// Offset in the file.
    pub offset: u64,
    /// Bytes when loaded.
    pub size: u64,
    /// Whether it holds instructions.
    pub is_code: bool,
    /// Contents; empty for zeros that take no place in the file.
    pub data: &'a [u8],
}

impl fmt::Debug for Section<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Section")
            .field("name", &self.name)
            .field("address", &format_args!("{:#x}", self.address))
            .field("offset", &format_args!("{:#x}", self.offset))
            .field("size", &self.size)
            .field("is_code", &self.is_code)
            .field("data", &format_args!("{} bytes", self.data.len()))
            .finish()
    }
}

/// A symbol.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Symbol<'a> {
    /// Name.
    pub name: &'a str,
    /// Name of its section.
    pub section: Option<&'a str>,
    /// Offset in the section.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
}

/// A kernel.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Kernel<'a> {
    /// Name.
    pub name: &'a str,
    /// The section of its code, and where it lies there.
    pub code: Option<(&'a str, Range<u64>)>,
    /// Its code, if there is any.
    pub(crate) body: Option<Code<'a>>,
}

/// The code of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Code<'a> {
    /// What it is for, or why that is not known.
    pub target: Result<Target, Box<Diagnostic>>,
    pub section: code::Section<'a>,
}

impl<'a> Kernel<'a> {
    /// Its instructions with their addresses, without padding and data. A kernel without code has none.
    ///
    /// # Errors
    /// The processor is not known, or not supported.
    pub fn instructions(&self) -> Result<Instructions<'a>, Error> {
        match &self.body {
            Some(code) => Ok(Instructions::new(code.target.clone()?, vec![code.section.clone()])),
            None => Ok(Instructions::new(Target::USUAL, Vec::new())),
        }
    }
}

/// Instructions that come from one place of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Their addresses, in the object as it is.
    pub addresses: Range<u64>,
    /// The path of the file.
    pub file: String,
    /// The line, from 1 on.
    pub line: u32,
    /// The column, from 1 on; 0 if it is not known.
    pub column: u32,
}

impl<'a> Object<'a> {
    /// Opens a file; what it is, it says itself.
    ///
    /// # Errors
    /// If it is not a container, or a broken one.
    pub fn open(file: &'a [u8]) -> Result<Self, ObjectError> {
        Ok(Self { container: isatope_object::open(file)? })
    }

    /// The container as [`isatope_object`] has it.
    pub fn container(&self) -> &isatope_object::Container<'a> {
        &self.container
    }

    /// What it is, for people: `HSA code object`.
    pub fn kind(&self) -> &'static str {
        self.container.kind.name()
    }

    /// What its code is for, if it says so and that is known.
    pub fn target(&self) -> Option<Target> {
        self.container.target?.parse().ok()
    }

    /// The processor that it names: `gfx900`.
    pub fn processor(&self) -> Option<&'a str> {
        self.container.target
    }

    /// Its sections.
    pub fn sections(&self) -> impl Iterator<Item = Section<'a>> + '_ {
        self.container.sections.iter().filter(|s| s.sh_type != 0).map(|s| Section {
            name: s.name,
            address: s.address,
            offset: s.offset,
            size: s.size,
            is_code: s.kind == SectionKind::Code,
            data: s.data,
        })
    }

    /// Its symbols that have names.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol<'a>> + '_ {
        let named = self.container.symbols.iter().filter(|s| !s.name.is_empty());
        named.map(|s| Symbol {
            name: s.name,
            section: s.section.map(|i| self.container.sections[i].name),
            offset: s.value,
            size: s.size,
        })
    }

    /// Where its instructions come from, by address; none without debug information.
    ///
    /// # Errors
    /// Errors in the debug information.
    pub fn lines(&self) -> Result<Vec<Line>, ObjectError> {
        let broken = |message: String| ObjectError { offset: 0, message };
        let loaded = self.container.load(0).map_err(|e| broken(e.to_string()))?;
        let lines = Lines::read(&self.container, &loaded).map_err(|e| broken(e.to_string()))?;
        let line = |(addresses, place): (Range<u64>, Location<'_>)| Line {
            addresses,
            file: place.file.to_owned(),
            line: place.line,
            column: place.column,
        };
        Ok(lines.runs().map(line).collect())
    }

    /// Its kernels.
    pub fn kernels(&self) -> impl Iterator<Item = Kernel<'a>> + '_ {
        let (target, dividers) = (self.code_target(), Dividers::new(&self.container));
        self.container.kernels.iter().map(move |k| Kernel {
            name: k.name,
            code: k.code.map(|(section, start, end)| (self.container.sections[section].name, start..end)),
            body: k.code.map(|(section, start, end)| Code {
                target: target.clone(),
                section: self.code_of(&dividers, section, start..end),
            }),
        })
    }

    /// All instructions of its code sections with their addresses. Descriptors, data and padding are skipped.
    ///
    /// # Errors
    /// The processor is not known, or not supported.
    pub fn instructions(&self) -> Result<Instructions<'a>, Error> {
        let dividers = Dividers::new(&self.container);
        let sections = self.container.sections.iter().enumerate();
        let code = sections.filter(|(_, section)| section.kind == SectionKind::Code);
        let whole = |(number, section): (usize, &isatope_object::Section<'_>)| {
            self.code_of(&dividers, number, 0..section.data.len() as u64)
        };
        Ok(Instructions::new(self.code_target()?, code.map(whole).collect()))
    }

    fn code_target(&self) -> Result<Target, Box<Diagnostic>> {
        input::target("the code object", &self.container, None)
    }

    fn code_of(&self, dividers: &Dividers, number: usize, range: Range<u64>) -> code::Section<'a> {
        let section = &self.container.sections[number];
        let stretches = dividers.stretches(number, section.data, range);
        code::Section { code: section.data, base: section.address, stretches }
    }

    /// The code of a kernel as instructions with their control flow; `None` if it has no code, or the target is not
    /// known.
    pub fn flow(&self, kernel: &Kernel<'_>) -> Option<Program> {
        let (name, range) = kernel.code.as_ref()?;
        let section = self.container.sections.iter().find(|section| section.name == *name)?;
        let end = (range.end as usize).min(section.data.len());
        let code = section.data.get(range.start as usize..end)?;
        Some(Program::decode_at(self.target()?, section.address + range.start, code))
    }
}
