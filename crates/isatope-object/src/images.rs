//! Finds GPU code inside other files: offload bundles (compressed or not), packages of clang's offload packager,
//! libraries, programs and objects that contain these, and archives.
//!
//! Only headers are read, until an image is requested. Files may be slices of bytes, or any other type that implements
//! [`object::read::ReadRef`], such as an [`object::read::ReadCache`] for a file of gigabytes.
//!
//! Sources: clang's description of its offload bundler, and its source code for the headers of compressed bundles.

mod bundle;
mod compressed;
mod package;
mod window;
mod write;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use object::read::ReadRef;
use object::read::archive::ArchiveFile;
use object::read::elf::{FileHeader, SectionHeader};
use object::{Endianness, archive, elf};

pub use compressed::Compression;
pub use write::{ALIGN, Edit, HOST_ENTRY, ReplaceError, bundle, entry_name};

use crate::archive::THIN;
use crate::text::text;
pub use crate::unpack::{Method, RATIO_LIMIT};
use crate::{Contents, Error, TargetId, legacy, target};
use window::Window;

/// Maximum nesting depth of archives.
const DEPTH: usize = 3;

/// Sections of libraries and programs that contain their bundles: those of HIP, and of AMD's older compiler HCC.
const FAT_SECTIONS: [&[u8]; 2] = [b".hip_fatbin", b".kernel"];

/// Start of the names of sections that contain one image each. The name of its entry in a bundle follows.
const ENTRY_SECTION: &[u8] = bundle::MAGIC;

/// Formats of files that contain images.
enum Format {
    Elf,
    Bundle,
    Package,
    Archive,
    ThinArchive,
}

impl Format {
    /// The format of a file that starts with these bytes.
    fn of(start: &[u8]) -> Option<Self> {
        Some(match start {
            _ if start.starts_with(&elf::ELFMAG) => Self::Elf,
            _ if start.starts_with(bundle::MAGIC) || start.starts_with(compressed::MAGIC) => Self::Bundle,
            _ if start.starts_with(package::MAGIC) => Self::Package,
            _ if start.starts_with(&archive::MAGIC) => Self::Archive,
            _ if start.starts_with(&archive::THIN_MAGIC) => Self::ThinArchive,
            _ => return None,
        })
    }
}

/// Whether a file can hold images, by its first bytes: a code object, a bundle, a package, a library or program, an
/// archive.
pub fn can_hold(contents: &Contents) -> bool {
    Format::of(contents.start(bundle::MAGIC.len() as u64)).is_some()
}

/// Message for an image that is outside of its bundle.
const OUTSIDE: &str = "the image is outside its bundle";

/// The images in a file. `Debug` prints their number.
#[derive(Clone)]
pub struct Images<R> {
    file: R,
    /// Containers of the images, in the order of the file.
    pub bundles: Vec<Bundle>,
    /// All device images, bundle by bundle. Host entries of bundles are omitted.
    pub images: Vec<Image>,
}

impl<R> fmt::Debug for Images<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Images")
            .field("bundles", &self.bundles.len())
            .field("images", &self.images.len())
            .finish_non_exhaustive()
    }
}

/// A bundle of images. A single code object is a bundle of one image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// Offset in the file.
    pub offset: u64,
    /// Size in the file, in bytes.
    pub size: u64,
    /// Compression.
    pub compression: Option<Compression>,
    /// Archive member that contains it: `outer.a(inner.o)` without the outermost name.
    pub member: Option<String>,
}

/// Code for one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Index into [`Images::bundles`].
    pub bundle: usize,
    /// Offset in the decompressed bundle.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// Name in the bundle: `hipv4-amdgcn-amd-amdhsa--gfx906:xnack-`; empty for a single code object.
    pub entry: String,
    /// Processor and features that it was made for.
    pub target: TargetId,
}

impl Bundle {
    /// Reads an image from the file that contains the bundle. A compressed bundle is decompressed up to the end of the
    /// image.
    ///
    /// # Errors
    /// Returns an error if the image is outside the bundle, or if the bundle cannot be decompressed.
    pub fn image_bytes<'a, R: ReadRef<'a>>(&self, file: R, image: &Image) -> Result<Cow<'a, [u8]>, Error> {
        let outside = Error { offset: image.offset, message: OUTSIDE };
        let end = image.offset.checked_add(image.size).ok_or(outside)?;
        let Some(compression) = &self.compression else {
            let offset = self.offset.checked_add(image.offset).ok_or(outside)?;
            let bytes = file.read_bytes_at(offset, image.size).map_err(|()| outside)?;
            return Ok(Cow::Borrowed(bytes));
        };
        let packed = file.read_bytes_at(self.offset, self.size).map_err(|()| outside)?;
        let mut all = compression.decompress(packed, end, self.offset)?;
        all.truncate(usize::try_from(end).map_err(|_| outside)?);
        let start = usize::try_from(image.offset).map_err(|_| outside)?;
        if all.len() as u64 != end {
            return Err(outside);
        }
        Ok(Cow::Owned(all.split_off(start)))
    }
}

impl<'a, R: ReadRef<'a>> Images<R> {
    /// Finds the images in a file. A library without device code has none.
    ///
    /// # Errors
    /// Returns the first error in the file with its offset, or an error if the file cannot contain images.
    pub fn find(file: R) -> Result<Self, Error> {
        let mut images = Self { file, bundles: Vec::new(), images: Vec::new() };
        let window = Window::all(file).ok_or(Error { offset: 0, message: "the file cannot be read" })?;
        if !images.search(window, None, DEPTH)? {
            let message = "this is not a code object, offload bundle, archive, or ELF file that contains one";
            return Err(Error { offset: 0, message });
        }
        Ok(images)
    }

    /// Adds the images in some bytes. Returns whether the bytes are in a format that can contain images.
    fn search(&mut self, bytes: Window<R>, member: Option<&str>, depth: usize) -> Result<bool, Error> {
        match Format::of(bytes.start(bundle::MAGIC.len())) {
            None => return Ok(false),
            Some(Format::Elf) => {
                return match bytes.start(5).get(4) {
                    Some(1) => self.search_elf::<elf::FileHeader32<Endianness>>(bytes, member),
                    _ => self.search_elf::<elf::FileHeader64<Endianness>>(bytes, member),
                };
            }
            Some(Format::Bundle) => bundle::scan(self, bytes, member)?,
            Some(Format::Package) => package::scan(self, bytes, member)?,
            Some(Format::Archive) => self.search_archive(bytes, member, depth)?,
            Some(Format::ThinArchive) => {
                return Err(bytes.fail(0, THIN));
            }
        }
        Ok(true)
    }

    fn search_elf<H: FileHeader<Endian = Endianness>>(
        &mut self,
        bytes: Window<R>,
        member: Option<&str>,
    ) -> Result<bool, Error> {
        let broken = |_| bytes.fail(0, "the ELF header is truncated or broken");
        let header = H::parse(bytes).map_err(broken)?;
        let endian = header.endian().map_err(broken)?;
        let (machine, flags) = (header.e_machine(endian), header.e_flags(endian));
        let old = target::catalyst(machine)
            .or_else(|| legacy::is_opencl2(machine).then(|| target::opencl2(flags).unwrap_or("")));
        let processor = old.or_else(|| (machine == target::EM_AMDGPU).then(|| target::machine(flags).unwrap_or("")));
        if let Some(processor) = processor {
            let target = TargetId::of_flags(processor, flags, header.e_ident().abi_version);
            self.add_bundle(bytes.offset, bytes.size, None, member);
            self.add_image(0, bytes.size, String::new(), target);
            return Ok(true);
        }
        let table =
            header.sections(endian, bytes).map_err(|_| bytes.fail(0, "the section table is truncated or broken"))?;
        let first = self.bundles.len();
        for section in table.iter() {
            let Ok(name) = table.section_name(endian, section) else { continue };
            let entry = name.strip_prefix(ENTRY_SECTION).filter(|entry| is_device(entry));
            let is_fat = FAT_SECTIONS.contains(&name);
            if !is_fat && entry.is_none() && name != package::SECTION {
                continue;
            }
            let Some((offset, size)) = section.file_range(endian).filter(|(_, size)| *size > 0) else { continue };
            let inside =
                bytes.part(offset, size).ok_or(bytes.fail(offset, "a section with bundles is outside the file"))?;
            match entry {
                // The sections of an object are the entries of one bundle.
                Some(entry) => {
                    if self.bundles.len() == first {
                        self.add_bundle(bytes.offset, bytes.size, None, member);
                    }
                    let entry = text(entry);
                    self.add_image(offset, size, entry.to_owned(), entry_target(entry));
                }
                None if is_fat => bundle::scan(self, inside, member)?,
                None => package::scan(self, inside, member)?,
            }
        }
        Ok(true)
    }

    /// Searches the members of an archive. Members without images are skipped.
    fn search_archive(&mut self, bytes: Window<R>, outer: Option<&str>, depth: usize) -> Result<(), Error> {
        if depth == 0 {
            return Err(bytes.fail(0, "archives are nested too deeply"));
        }
        let archive = ArchiveFile::parse(bytes).map_err(|_| bytes.fail(0, "the archive is broken"))?;
        for member in archive.members() {
            let member = member.map_err(|_| bytes.fail(0, "a member of the archive is truncated or broken"))?;
            let (offset, size) = member.file_range();
            let inside = bytes.part(offset, size).ok_or(bytes.fail(offset, "a member is outside the archive"))?;
            let name = text(member.name());
            let name = outer.map_or_else(|| name.to_owned(), |outer| format!("{outer}({name})"));
            self.search(inside, Some(&name), depth - 1)?;
        }
        Ok(())
    }

    fn add_bundle(&mut self, offset: u64, size: u64, compression: Option<Compression>, member: Option<&str>) {
        self.bundles.push(Bundle { offset, size, compression, member: member.map(str::to_owned) });
    }

    /// Adds an image of the last added bundle.
    fn add_image(&mut self, offset: u64, size: u64, entry: String, target: TargetId) {
        let bundle = self.bundles.len().saturating_sub(1);
        self.images.push(Image { bundle, offset, size, entry, target });
    }

    /// Offset of an image in the file, unless its bundle is compressed.
    pub fn file_offset(&self, image: &Image) -> Option<u64> {
        let bundle = self.bundles.get(image.bundle).filter(|b| b.compression.is_none())?;
        bundle.offset.checked_add(image.offset)
    }

    /// The file.
    pub fn file(&self) -> R {
        self.file
    }

    /// Bytes of an image. A compressed bundle is decompressed up to the end of the image at every call.
    ///
    /// # Errors
    /// Returns an error if the image belongs to another file, or if its bundle cannot be decompressed.
    pub fn bytes(&self, image: &Image) -> Result<Cow<'a, [u8]>, Error> {
        let outside = Error { offset: image.offset, message: OUTSIDE };
        self.bundles.get(image.bundle).ok_or(outside)?.image_bytes(self.file, image)
    }

    /// Returns the best image for a device from every bundle, in the order of the bundles; see [`TargetId::suits`].
    pub fn for_device(&self, device: &TargetId) -> Vec<&Image> {
        let mut best: Vec<&Image> = Vec::new();
        for image in self.images.iter().filter(|i| i.target.suits(device).is_some()) {
            match best.last_mut() {
                Some(last) if last.bundle == image.bundle => {
                    if image.target.suits(device) > last.target.suits(device) {
                        *last = image;
                    }
                }
                _ => best.push(image),
            }
        }
        best
    }

    /// Targets of the images, each once.
    pub fn targets(&self) -> BTreeSet<&TargetId> {
        self.images.iter().map(|i| &i.target).collect()
    }
}

/// Whether an entry of a bundle with this name is for a device, and not for the host.
fn is_device(name: &[u8]) -> bool {
    !name.starts_with(b"host-")
}

/// Target of the entry of a bundle with this name.
fn entry_target(name: &str) -> TargetId {
    name.parse().unwrap_or_else(|_| TargetId { processor: name.to_owned(), ..TargetId::default() })
}
