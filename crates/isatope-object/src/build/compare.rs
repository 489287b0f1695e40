//! What is different in two ELF files.

use object::Endianness;
use object::elf::{FileHeader64, SHT_NOBITS, SectionHeader64};
use object::read::elf::{FileHeader, SectionHeader};

use super::BuildError;

type File = FileHeader64<Endianness>;

const ENDIAN: Endianness = Endianness::Little;

/// Names of the sections of which two files have different ones; `header` if only the header, the segments or places
/// in the file differ. Empty for equal files.
///
/// # Errors
/// Returns an error if a file has no table of sections that can be read.
pub fn differences(file: &[u8], again: &[u8]) -> Result<Vec<String>, BuildError> {
    if again == file {
        return Ok(Vec::new());
    }
    let (old, new) = (sections(file)?, sections(again)?);
    let mut names: Vec<String> = Vec::new();
    for number in 0..old.len().max(new.len()) {
        let (old, new) = (old.get(number), new.get(number));
        let is_equal = old.zip(new).is_some_and(|(old, new)| old.is_like(new));
        if let Some(section) = old.or(new).filter(|_| !is_equal)
            && !names.contains(&section.name)
        {
            names.push(section.name.clone());
        }
    }
    if names.is_empty() {
        names.push("header".to_owned());
    }
    Ok(names)
}

/// A section of a file.
struct Found<'a> {
    name: String,
    header: &'a SectionHeader64<Endianness>,
    data: &'a [u8],
}

impl Found<'_> {
    /// Whether another section has the same name, properties and contents. Places in the file follow from the sizes.
    fn is_like(&self, other: &Found<'_>) -> bool {
        let fields = |of: &Found<'_>| {
            let header = of.header;
            let size = if header.sh_type(ENDIAN) == SHT_NOBITS { header.sh_size(ENDIAN) } else { 0 };
            let links = (header.sh_link(ENDIAN), header.sh_info(ENDIAN), header.sh_entsize(ENDIAN));
            let place = (header.sh_addr(ENDIAN), header.sh_addralign(ENDIAN));
            (header.sh_type(ENDIAN), header.sh_flags(ENDIAN), size, links, place)
        };
        self.name == other.name && fields(self) == fields(other) && self.data == other.data
    }
}

fn sections(file: &[u8]) -> Result<Vec<Found<'_>>, BuildError> {
    let malformed = |_| BuildError::new("the section table is truncated or broken");
    let header = File::parse(file).map_err(malformed)?;
    let table = header.sections(ENDIAN, file).map_err(malformed)?;
    let found = table.iter().skip(1).map(|section| {
        let name = table.section_name(ENDIAN, section).map_err(malformed)?;
        let data = section.data(ENDIAN, file).map_err(malformed)?;
        Ok(Found { name: String::from_utf8_lossy(name).into_owned(), header: section, data })
    });
    found.collect()
}
