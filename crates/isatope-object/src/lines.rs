//! Source lines: the line of each instruction, the instructions of each line, and the functions that contain them.
//!
//! Reads DWARF versions 2 to 5, linked or not. [`WORK_LIMIT`] bounds the cost: debug information that refers to the
//! same bytes too often is rejected.

mod functions;
mod rows;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use gimli::{
    Abbreviations, AttributeValue, DwarfSections, EndianSlice, LittleEndian, Section, SectionId, Unit, UnitHeader,
    UnitType,
};

use crate::Container;
use crate::load::{Loaded, relocate};

/// Maximum number of visited bytes, as a multiple of the size of the debug information. Bytes count once per visit.
pub const WORK_LIMIT: u64 = 64;

/// Maximum number of attributes of an entry. Real ones have tens.
const ATTRIBUTE_LIMIT: usize = 1 << 10;

type Reader<'d> = EndianSlice<'d, LittleEndian>;
type Dwarf<'d> = gimli::Dwarf<Reader<'d>>;

/// Source lines of an object in memory. `Debug` prints their numbers.
#[derive(Clone, Default)]
pub struct Lines {
    files: Vec<String>,
    /// Sorted by start address.
    rows: Vec<Row>,
    /// Sorted by start address.
    functions: Vec<Function>,
    inlined: Vec<Inlined>,
    names: Vec<String>,
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("files", &self.files.len())
            .field("rows", &self.rows.len())
            .field("functions", &self.functions.len())
            .finish_non_exhaustive()
    }
}

/// Instructions from one place in the source.
#[derive(Clone, Copy, Debug)]
struct Row {
    start: u64,
    end: u64,
    file: u32,
    line: u32,
    column: u32,
    /// Whether it is a recommended place for a breakpoint.
    statement: bool,
}

/// A range of a function's code.
#[derive(Clone, Debug)]
struct Function {
    start: u64,
    end: u64,
    name: Option<u32>,
    inlined: Range<usize>,
}

/// A range of inlined code, and the place of the call.
#[derive(Clone, Debug)]
struct Inlined {
    start: u64,
    end: u64,
    depth: u32,
    name: Option<u32>,
    file: u32,
    line: u32,
    column: u32,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location<'l> {
    /// Path of the file as the compiler recorded it; empty if it recorded none.
    pub file: &'l str,
    /// Line, counted from 1; 0 for instructions without a line.
    pub line: u32,
    /// Column, counted from 1; 0 for the whole line.
    pub column: u32,
}

/// A function around an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'l> {
    /// Demangled name, if there is one.
    pub function: Option<&'l str>,
    /// Place in the function: the instruction's line for the innermost function, and the call of the previous function
    /// for the others.
    pub location: Location<'l>,
    /// Whether it was inlined into the next function.
    pub inlined: bool,
}

/// The lines of a container, and the start address of each of its sections; `None` for sections that are not loaded.
pub type LinesAndBases = (Lines, Vec<Option<u64>>);

/// Error in debug information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinesError(String);

impl fmt::Display for LinesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the debug information cannot be read: {}", self.0)
    }
}

impl std::error::Error for LinesError {}

impl From<gimli::Error> for LinesError {
    fn from(error: gimli::Error) -> Self {
        Self(error.to_string())
    }
}

/// Orders rows by their addresses.
fn order(rows: &mut [Row]) {
    rows.sort_by_key(|row| row.start);
}

impl Lines {
    /// Reads the debug information of an object in memory. Without debug information, there are no lines.
    ///
    /// # Errors
    /// Returns an error if the debug information is malformed.
    pub fn read(container: &Container<'_>, loaded: &Loaded<'_>) -> Result<Self, LinesError> {
        let load = |id: SectionId| -> Result<Cow<'_, [u8]>, LinesError> {
            let Some(number) = container.sections.iter().position(|s| s.part == 0 && s.name == id.name()) else {
                return Ok(Cow::Borrowed(&[]));
            };
            relocate::contents(container, loaded, number).map_err(|e| LinesError(e.to_string()))
        };
        let sections = DwarfSections::load(load)?;
        let dwarf = sections.borrow(|bytes| EndianSlice::new(bytes, LittleEndian));
        let linked = container.sections.iter().zip(&loaded.sections).find_map(|(section, address)| {
            let loaded = (*address)?;
            (section.address != 0).then(|| loaded.wrapping_sub(section.address))
        });
        let sizes = container
            .sections
            .iter()
            .filter(|s| s.name.starts_with(".debug_"))
            .map(|s| s.size)
            .fold(0, u64::saturating_add);
        let mut builder = Builder {
            dwarf: &dwarf,
            loaded,
            base: linked.unwrap_or(0),
            left: sizes.min(container.file.len() as u64 * crate::unpack::RATIO_LIMIT).saturating_mul(WORK_LIMIT),
            lines: Lines::default(),
            files: HashMap::new(),
        };
        builder.read()?;
        let mut lines = builder.lines;
        order(&mut lines.rows);
        lines.functions.sort_by_key(|function| function.start);
        Ok(lines)
    }

    /// Source lines of a container as stored in its file, with the start address of each of its sections; `None`
    /// without debug information.
    ///
    /// # Errors
    /// Returns an error if the debug information is malformed.
    pub fn of(container: &Container<'_>) -> Result<Option<LinesAndBases>, LinesError> {
        if !container.sections.iter().any(|s| s.name == ".debug_line") {
            return Ok(None);
        }
        let loaded = container.load_with(0, &|_| Some(0)).map_err(|e| LinesError(e.to_string()))?;
        Ok(Some((Self::read(container, &loaded)?, loaded.sections)))
    }

    /// The lines of code that one source file became: for each range of addresses its line and column. Ranges must not
    /// overlap.
    pub fn of_source(file: &str, runs: impl IntoIterator<Item = (Range<u64>, u32, u32)>) -> Self {
        let row = |(range, line, column): (Range<u64>, u32, u32)| Row {
            start: range.start,
            end: range.end,
            file: 0,
            line,
            column,
            statement: true,
        };
        let mut rows: Vec<Row> = runs.into_iter().map(row).collect();
        order(&mut rows);
        Self { files: vec![file.to_string()], rows, ..Self::default() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Paths of all source files.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// Address ranges of instructions from one place in the source, with that place, sorted by address.
    pub fn runs(&self) -> impl Iterator<Item = (Range<u64>, Location<'_>)> {
        self.rows.iter().map(|row| (row.start..row.end, self.place(row.file, row.line, row.column)))
    }

    /// The place in the source that an instruction comes from.
    pub fn location(&self, address: u64) -> Option<Location<'_>> {
        let row = at(&self.rows, address, |row| row.start..row.end)?;
        Some(self.place(row.file, row.line, row.column))
    }

    /// Functions that contain an instruction, starting with the innermost one. Empty if there are no lines for it.
    pub fn frames(&self, address: u64) -> Vec<Frame<'_>> {
        let Some(location) = self.location(address) else { return Vec::new() };
        let name = |name: Option<u32>| self.names.get(name? as usize).map(String::as_str);
        let Some(function) = at(&self.functions, address, |f| f.start..f.end) else {
            return vec![Frame { function: None, location, inlined: false }];
        };
        let inside = self.inlined.get(function.inlined.clone()).unwrap_or_default();
        let mut inside: Vec<_> = inside.iter().filter(|i| (i.start..i.end).contains(&address)).collect();
        inside.sort_by_key(|i| std::cmp::Reverse(i.depth));
        let mut frames = Vec::new();
        let mut location = location;
        for call in inside {
            let outer = self.place(call.file, call.line, call.column);
            frames.push(Frame {
                function: name(call.name),
                location: std::mem::replace(&mut location, outer),
                inlined: true,
            });
        }
        frames.push(Frame { function: name(function.name), location, inlined: false });
        frames
    }

    /// Start addresses of the code of a line: the first instruction of each run of instructions from it. `file` is the
    /// path of the file, or the end of it, consisting of whole names of folders and files; empty for every file.
    pub fn addresses(&self, file: &str, line: u32) -> Vec<u64> {
        let is_end = |rest: &str| file.is_empty() || rest.is_empty() || rest.ends_with('/');
        let is_file = |path: &str| path.strip_suffix(file).is_some_and(is_end);
        let files: Vec<_> = self.files.iter().map(|path| is_file(path)).collect();
        let mut found = Vec::new();
        let mut end = None;
        for row in &self.rows {
            if row.line != line || files.get(row.file as usize) != Some(&true) {
                continue;
            }
            if row.statement && end != Some(row.start) {
                found.push(row.start);
            }
            end = Some(row.end);
        }
        found.dedup();
        found
    }

    fn place(&self, file: u32, line: u32, column: u32) -> Location<'_> {
        let file = self.files.get(file as usize).map_or("", String::as_str);
        Location { file, line, column }
    }
}

/// The last of the ranges that start at or before an address, if it contains the address.
fn at<T>(all: &[T], address: u64, range: impl Fn(&T) -> Range<u64>) -> Option<&T> {
    let next = all.partition_point(|item| range(item).start <= address);
    let found = all.get(next.checked_sub(1)?)?;
    range(found).contains(&address).then_some(found)
}

/// State of the reader.
struct Builder<'d, 'l, 'a> {
    dwarf: &'d Dwarf<'d>,
    loaded: &'l Loaded<'a>,
    /// Base address of a linked file.
    base: u64,
    /// Remaining work.
    left: u64,
    lines: Lines,
    /// For each line program, by its offset: the start of its files in [`Lines::files`], and their number.
    files: HashMap<usize, (u32, u32)>,
}

impl<'d> Builder<'d, '_, '_> {
    /// Counts work; returns an error if the limit is exceeded.
    fn spend(&mut self, work: usize) -> Result<(), LinesError> {
        let left = self.left.checked_sub(work as u64 + 1);
        self.left = left.ok_or_else(|| LinesError("it leads to the same bytes over and over".to_owned()))?;
        Ok(())
    }

    /// Translates an address; `None` for code that the linker dropped, which is not in memory.
    fn address(&self, address: u64) -> Option<u64> {
        let address = address.wrapping_add(self.base);
        self.loaded.segment_at(address).filter(|s| s.executable).map(|_| address)
    }

    fn read(&mut self) -> Result<(), LinesError> {
        let mut headers = Vec::new();
        let mut units = self.dwarf.units();
        while let Some(header) = units.next()? {
            // Type units have no code. Of split units, the skeleton has the lines.
            if matches!(header.type_(), UnitType::Compilation | UnitType::Partial | UnitType::Skeleton(_)) {
                headers.push(header);
            }
        }
        let tables = self.abbreviations(&headers)?;
        let mut units = Vec::new();
        for header in headers {
            let Some(table) = tables.get(&header.debug_abbrev_offset().0) else { continue };
            self.account(&header, table)?;
            units.push(Unit::new_with_abbreviations(self.dwarf, header, Arc::clone(table))?);
        }
        let starts: Vec<_> = units.iter().map(|u| u.header.debug_info_offset().map_or(usize::MAX, |o| o.0)).collect();
        let mut names = functions::Names::new(&units, &starts);
        for unit in &units {
            rows::read(self, unit)?;
            functions::read(self, unit, &mut names)?;
        }
        Ok(())
    }

    /// Abbreviation tables of all units. Each one ends before the next one starts.
    fn abbreviations(
        &mut self,
        headers: &[UnitHeader<Reader<'d>>],
    ) -> Result<HashMap<usize, Arc<Abbreviations>>, LinesError> {
        let section = self.dwarf.debug_abbrev.reader().slice();
        let offsets: BTreeSet<_> = headers.iter().map(|h| h.debug_abbrev_offset().0).collect();
        let ends = offsets.iter().copied().skip(1).chain([section.len()]);
        let mut tables = HashMap::new();
        for (&start, end) in offsets.iter().zip(ends) {
            let bytes = section
                .get(start..end.max(start))
                .ok_or_else(|| LinesError("a unit has no abbreviations".to_owned()))?;
            let table = gimli::DebugAbbrev::new(bytes, LittleEndian).abbreviations(gimli::DebugAbbrevOffset(0))?;
            tables.insert(start, Arc::new(table));
        }
        Ok(tables)
    }

    /// Counts the work for the line program of a unit, whose header is read each time that a unit refers to it.
    fn account(&mut self, header: &UnitHeader<Reader<'d>>, table: &Abbreviations) -> Result<(), LinesError> {
        let mut entries = header.entries_raw(table, None)?;
        let Some(abbreviation) = entries.read_abbreviation()? else { return Ok(()) };
        let attributes = abbreviation.attributes();
        self.spend(attributes.len())?;
        if attributes.len() > ATTRIBUTE_LIMIT {
            return Err(LinesError("an entry has too many attributes".to_owned()));
        }
        for specification in attributes {
            let attribute = entries.read_attribute(*specification)?;
            if let AttributeValue::DebugLineRef(offset) = attribute.value() {
                let program = self.dwarf.debug_line.reader().slice().get(offset.0..).unwrap_or_default();
                let length = program.get(..4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes);
                self.spend(program.len().min(length as usize))?;
            }
        }
        Ok(())
    }
}
