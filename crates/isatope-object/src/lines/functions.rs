//! Functions: ranges of their code, what is inlined into them, and names.

use std::collections::HashMap;
use std::ops::Range;

use gimli::{Attribute, AttributeValue, Unit, UnitOffset, constants};

use super::{ATTRIBUTE_LIMIT, Builder, Function, Inlined, LinesError, Reader, rows};
use crate::names;

/// Maximum number of origin entries that are followed to find a name.
const ORIGINS: usize = 16;

/// Adds the functions of a unit that have code.
pub(super) fn read<'d>(
    builder: &mut Builder<'d, '_, '_>,
    unit: &Unit<Reader<'d>>,
    names: &mut Names<'_, 'd>,
) -> Result<(), LinesError> {
    let files = unit.line_program.as_ref().and_then(|p| builder.files.get(&p.header().offset().0).copied());
    let files = files.unwrap_or((0, 0));
    let mut entries = unit.entries_raw(None)?;
    let mut attributes = Vec::new();
    // The current function: its depth, and its range of entries in the list.
    let mut open: Option<(isize, Range<usize>)> = None;
    while !entries.is_empty() {
        let offset = entries.next_offset();
        let depth = entries.next_depth();
        if let Some((outer, functions)) = &open
            && depth <= *outer
        {
            close(builder, functions.clone());
            open = None;
        }
        let Some(abbreviation) = entries.read_abbreviation()? else { continue };
        builder.spend(abbreviation.attributes().len())?;
        if abbreviation.attributes().len() > ATTRIBUTE_LIMIT {
            return Err(LinesError("an entry has too many attributes".to_owned()));
        }
        let inlined = match abbreviation.tag() {
            constants::DW_TAG_subprogram => false,
            constants::DW_TAG_inlined_subroutine => true,
            _ => {
                entries.skip_attributes(abbreviation.attributes())?;
                continue;
            }
        };
        entries.read_attributes(abbreviation.attributes(), &mut attributes)?;
        let ranges = ranges(builder, unit, &attributes)?;
        if ranges.is_empty() {
            continue;
        }
        let name = names.of(builder, unit, offset)?;
        let number = |name| {
            attribute(&attributes, name).and_then(|v| v.udata_value()).map_or(0, |n| u32::try_from(n).unwrap_or(0))
        };
        if !inlined {
            let first = builder.lines.functions.len();
            let none = builder.lines.inlined.len();
            let function = |(start, end)| Function { start, end, name, inlined: none..none };
            builder.lines.functions.extend(ranges.into_iter().map(function));
            open = Some((depth, first..builder.lines.functions.len()));
        } else if open.is_some() {
            let file = match attribute(&attributes, constants::DW_AT_call_file) {
                Some(AttributeValue::FileIndex(index)) => rows::global(files, index),
                Some(value) => value.udata_value().map_or(u32::MAX, |index| rows::global(files, index)),
                None => u32::MAX,
            };
            let (line, column) = (number(constants::DW_AT_call_line), number(constants::DW_AT_call_column));
            let depth = u32::try_from(depth).unwrap_or(0);
            let call = |(start, end)| Inlined { start, end, depth, name, file, line, column };
            builder.lines.inlined.extend(ranges.into_iter().map(call));
        }
    }
    if let Some((_, functions)) = open {
        close(builder, functions);
    }
    Ok(())
}

/// Ends a function. All code that was inlined since its entries started belongs to it.
fn close(builder: &mut Builder<'_, '_, '_>, functions: Range<usize>) {
    let end = builder.lines.inlined.len();
    for function in builder.lines.functions.get_mut(functions).unwrap_or_default() {
        function.inlined.end = end;
    }
}

fn attribute<'d>(attributes: &[Attribute<Reader<'d>>], name: gimli::DwAt) -> Option<AttributeValue<Reader<'d>>> {
    attributes.iter().find(|a| a.name() == name).map(Attribute::value)
}

/// Address ranges of an entry's code, if it is in memory.
fn ranges<'d>(
    builder: &mut Builder<'d, '_, '_>,
    unit: &Unit<Reader<'d>>,
    attributes: &[Attribute<Reader<'d>>],
) -> Result<Vec<(u64, u64)>, LinesError> {
    let dwarf = builder.dwarf;
    let mut found = Vec::new();
    let mut add = |builder: &Builder<'_, '_, '_>, start: u64, end: u64| {
        if let Some(first) = builder.address(start).filter(|_| start < end)
            && let Some(last) = first.checked_add(end - start)
        {
            found.push((first, last));
        }
    };
    if let Some(value) = attribute(attributes, constants::DW_AT_ranges) {
        let Some(offset) = dwarf.attr_ranges_offset(unit, value)? else { return Ok(found) };
        let mut list = dwarf.ranges(unit, offset)?;
        while let Some(range) = list.next()? {
            builder.spend(16)?;
            add(builder, range.begin, range.end);
        }
        return Ok(found);
    }
    let low = match attribute(attributes, constants::DW_AT_low_pc) {
        Some(value) => dwarf.attr_address(unit, value)?,
        None => None,
    };
    let (Some(low), Some(high)) = (low, attribute(attributes, constants::DW_AT_high_pc)) else { return Ok(found) };
    let high = match dwarf.attr_address(unit, high)? {
        Some(address) => Some(address),
        None => high.udata_value().and_then(|size| low.checked_add(size)),
    };
    add(builder, low, high.unwrap_or(low));
    Ok(found)
}

/// Names of entries; each is looked up once.
pub(super) struct Names<'u, 'd> {
    units: &'u [Unit<Reader<'d>>],
    /// Start of each unit in `.debug_info`.
    starts: &'u [usize],
    known: HashMap<usize, Option<u32>>,
}

impl<'u, 'd> Names<'u, 'd> {
    pub(super) fn new(units: &'u [Unit<Reader<'d>>], starts: &'u [usize]) -> Self {
        Self { units, starts, known: HashMap::new() }
    }

    /// Name of an entry, or of its origin entry.
    fn of(
        &mut self,
        builder: &mut Builder<'d, '_, '_>,
        unit: &Unit<Reader<'d>>,
        offset: UnitOffset,
    ) -> Result<Option<u32>, LinesError> {
        let Some(mut place) = offset.to_debug_info_offset(&unit.header).map(|o| o.0) else { return Ok(None) };
        let mut passed = Vec::new();
        let mut name = None;
        for _ in 0..ORIGINS {
            if let Some(known) = self.known.get(&place) {
                name = *known;
                break;
            }
            passed.push(place);
            let (found, origin) = self.entry(builder, place)?;
            if let Some(text) = found {
                builder.spend(text.len())?;
                name = u32::try_from(builder.lines.names.len()).ok();
                builder.lines.names.push(names::demangle(&text.to_string_lossy()).into_owned());
                break;
            }
            match origin {
                Some(origin) => place = origin,
                None => break,
            }
        }
        self.known.extend(passed.into_iter().map(|place| (place, name)));
        Ok(name)
    }

    /// The name in an entry (the linkage name if there is one), and its origin entry.
    fn entry(
        &self,
        builder: &mut Builder<'d, '_, '_>,
        place: usize,
    ) -> Result<(Option<Reader<'d>>, Option<usize>), LinesError> {
        let next = self.starts.partition_point(|start| *start <= place);
        let Some(unit) = next.checked_sub(1).and_then(|n| self.units.get(n)) else { return Ok((None, None)) };
        let Some(offset) = gimli::DebugInfoOffset(place).to_unit_offset(&unit.header) else { return Ok((None, None)) };
        let mut entries = unit.entries_raw(Some(offset))?;
        let Some(abbreviation) = entries.read_abbreviation()? else { return Ok((None, None)) };
        builder.spend(abbreviation.attributes().len())?;
        let (mut linkage, mut plain, mut origin) = (None, None, None);
        for specification in abbreviation.attributes() {
            let attribute = entries.read_attribute(*specification)?;
            match attribute.name() {
                constants::DW_AT_linkage_name | constants::DW_AT_MIPS_linkage_name => {
                    linkage = Some(builder.dwarf.attr_string(unit, attribute.value())?);
                }
                constants::DW_AT_name => plain = Some(builder.dwarf.attr_string(unit, attribute.value())?),
                constants::DW_AT_abstract_origin | constants::DW_AT_specification => {
                    origin = match attribute.value() {
                        AttributeValue::UnitRef(offset) => offset.to_debug_info_offset(&unit.header).map(|o| o.0),
                        AttributeValue::DebugInfoRef(offset) => Some(offset.0),
                        _ => None,
                    };
                }
                _ => {}
            }
        }
        Ok((linkage.or(plain), origin))
    }
}
