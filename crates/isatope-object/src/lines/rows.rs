//! Rows of line programs.

use gimli::{ColumnType, LineProgramHeader, Unit};

use super::{Builder, LinesError, Reader, Row};

/// Adds the rows of a unit's line program, unless another unit has the same program.
pub(super) fn read<'d>(builder: &mut Builder<'d, '_, '_>, unit: &Unit<Reader<'d>>) -> Result<(), LinesError> {
    let Some(program) = unit.line_program.clone() else { return Ok(()) };
    let offset = program.header().offset().0;
    if builder.files.contains_key(&offset) {
        return Ok(());
    }
    let files = files(builder, unit, program.header())?;
    builder.files.insert(offset, files);
    let mut rows = program.rows();
    // The row that lasts until the next one.
    let mut open: Option<Row> = None;
    while let Some((_, row)) = rows.next_row()? {
        builder.spend(1)?;
        if let Some(last) = open.take() {
            add(builder, last, row.address());
        }
        if !row.end_sequence() {
            open = Some(Row {
                start: row.address(),
                end: 0,
                file: global(files, row.file_index()),
                line: row.line().map_or(0, |line| small(line.get())),
                column: if let ColumnType::Column(column) = row.column() { small(column.get()) } else { 0 },
                statement: row.is_stmt(),
            });
        }
    }
    Ok(())
}

/// Adds a row. A row is within one section, so the section of its start also contains its end.
fn add(builder: &mut Builder<'_, '_, '_>, row: Row, end: u64) {
    let size = end.saturating_sub(row.start);
    if size > 0
        && let Some(start) = builder.address(row.start)
        && let Some(end) = start.checked_add(size)
    {
        builder.lines.rows.push(Row { start, end, ..row });
    }
}

/// Index of a unit's file in the list of all files.
pub(super) fn global((first, count): (u32, u32), index: u64) -> u32 {
    if index < u64::from(count) { first + index as u32 } else { u32::MAX }
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Adds the paths of a line program's files. Returns their start in the list of all files, and their number.
fn files<'d>(
    builder: &mut Builder<'d, '_, '_>,
    unit: &Unit<Reader<'d>>,
    header: &LineProgramHeader<Reader<'d>>,
) -> Result<(u32, u32), LinesError> {
    let first = builder.lines.files.len();
    // Up to version 4, files are counted from 1.
    let missing = usize::from(header.version() <= 4);
    let count = header.file_names().len() + missing;
    for index in 0..count {
        let path = match header.file(index as u64).filter(|_| index >= missing) {
            Some(file) => {
                let folder = match file.directory(header) {
                    Some(folder) => builder.dwarf.attr_string(unit, folder)?,
                    None => Reader::default(),
                };
                let name = builder.dwarf.attr_string(unit, file.path_name())?;
                // From version 5 on, folder 0 is the folder of the compilation.
                let within = if missing == 0 && file.directory_index() == 0 { None } else { unit.comp_dir };
                let parts = [within.unwrap_or_default(), folder, name];
                builder.spend(parts.iter().map(|p| p.len()).sum())?;
                path(parts)
            }
            None => String::new(),
        };
        builder.lines.files.push(path);
    }
    Ok((u32::try_from(first).unwrap_or(u32::MAX), u32::try_from(count).unwrap_or(0)))
}

/// Joins the folder of the compilation, another folder and a name. An absolute path replaces the parts before it.
fn path(parts: [Reader<'_>; 3]) -> String {
    let mut path = String::new();
    for part in parts.iter().map(Reader::to_string_lossy).filter(|part| !part.is_empty()) {
        if part.starts_with('/') {
            path.clear();
        } else if !path.is_empty() && !path.ends_with('/') {
            path.push('/');
        }
        path.push_str(&part);
    }
    path
}
