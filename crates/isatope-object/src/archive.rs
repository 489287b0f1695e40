//! Members of archives, which a linker takes as they are needed.

use object::archive::{MAGIC, THIN_MAGIC};
use object::read::archive::ArchiveFile;

use crate::Error;
use crate::text::text;

/// Whether a file is an archive, by its first bytes.
pub fn is_archive(file: &[u8]) -> bool {
    file.starts_with(&MAGIC) || file.starts_with(&THIN_MAGIC)
}

/// Names and contents of the members of an archive, without its index.
///
/// # Errors
/// Returns an error if the archive is malformed, or if it is a thin archive, which only names its members.
pub fn members(file: &[u8]) -> Result<Vec<(&str, &[u8])>, Error> {
    if file.starts_with(&THIN_MAGIC) {
        return Err(Error { offset: 0, message: THIN });
    }
    let archive = ArchiveFile::parse(file).map_err(|_| Error { offset: 0, message: "the archive is broken" })?;
    let found = archive.members().map(|member| {
        let broken = Error { offset: 0, message: "a member of the archive is truncated or broken" };
        let member = member.map_err(|_| broken)?;
        let contents = member.data(file).map_err(|_| Error { offset: member.file_range().0, ..broken })?;
        Ok((text(member.name()), contents))
    });
    found.collect()
}

/// Message for an archive without the contents of its members.
pub(crate) const THIN: &str = "a thin archive only names its members: use the members themselves";
