//! Whether a file is the one that is written from what is read from it.

use object::Endianness;
use object::elf::{ET_REL, FileHeader64, SHT_NOBITS, SHT_SYMTAB, SectionHeader64};
use object::read::elf::{FileHeader, SectionHeader};

use super::{BuildError, LinkOptions, Object};

type File = FileHeader64<Endianness>;

const ENDIAN: Endianness = Endianness::Little;

/// Writes the object that is read from a file as an object or as a linked file, whichever it is, and returns the names
/// of the sections that differ; `header` if only the header or the segments do. Files of other tools than LLVM's
/// assembler and LLD may have another layout, and what no [`Object`] contains is lost.
///
/// # Errors
/// Errors of [`Object::read`], [`Object::relocatable`] and [`Object::linked`].
pub fn differences(file: &[u8]) -> Result<Vec<String>, BuildError> {
    let object = Object::read(file)?;
    let header = File::parse(file).map_err(|_| BuildError::new("the ELF header is truncated or broken"))?;
    let again = match header.e_type(ENDIAN) {
        ET_REL => object.relocatable()?,
        _ => {
            let strip = !sections(file)?.iter().any(|section| section.header.sh_type(ENDIAN) == SHT_SYMTAB);
            object.linked(&LinkOptions { undefined: true, strip, ..object.options() })?
        }
    };
    if again == file {
        return Ok(Vec::new());
    }
    let (old, new) = (sections(file)?, sections(&again)?);
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
