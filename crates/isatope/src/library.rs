//! Files with GPU code: images, kernels, instructions.

use std::cell::OnceCell;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use isatope_diag::{Diagnostic, codes};
use isatope_object::images::Bundle;
use isatope_object::{Contents, can_hold, is_container, mesa, other_format};

use crate::code::{Section, without_padding};
use crate::input::{self, Dump, Form};
use crate::object::Code;
use crate::{Error, Instructions, Kernel, NamedTarget, Object, Target};

/// A file with GPU code, whatever its form: a code object, an offload bundle, a library, program or archive that
/// holds bundles, an older container, a binary or dump of Mesa's Mali compiler, bare instructions or their digits.
///
/// ```
/// use isatope::Library;
///
/// let library = Library::open("../isatope-object/tests/bundles/zstd.hipfb")?;
/// for image in library.images().filter(|image| image.target().is_some()) {
///     for kernel in image.kernels()? {
///         println!("{} {}: {} instructions", image.name(), kernel.name, kernel.instructions()?.count());
///     }
/// }
/// # Ok::<(), isatope::Error>(())
/// ```
///
/// A library reads large files on demand and belongs to one thread, and so does an [`Image`]. For work on several
/// threads, take [`Image::bytes`] first: an [`Object`] of these bytes can be shared.
///
/// `Debug` prints its name, the size of the file and the number of images.
pub struct Library {
    /// The name in messages.
    name: String,
    contents: Contents,
    images: Vec<Stored>,
}

/// An image, and its bytes once they have been decompressed.
struct Stored {
    kind: Kind,
    unpacked: OnceCell<Vec<u8>>,
}

enum Kind {
    /// A code object in a bundle or on its own.
    Bundled(Bundle, isatope_object::images::Image),
    /// The whole file is a container.
    Whole,
    /// Bare code with the names and places of its programs.
    Bare { target: Target, bytes: Vec<u8>, programs: Vec<(String, Range<usize>)> },
}

/// Code for one processor: a member of a [`Library`]. `Debug` prints its name and target.
#[derive(Clone, Copy)]
pub struct Image<'l> {
    library: &'l Library,
    number: usize,
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library")
            .field("name", &self.name)
            .field("contents", &self.contents)
            .field("images", &self.images.len())
            .finish()
    }
}

impl fmt::Debug for Image<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Image").field("name", &self.name()).field("target", &self.target()).finish_non_exhaustive()
    }
}

impl Library {
    /// Opens a file.
    ///
    /// # Errors
    /// The file cannot be read, is broken, or holds no GPU code.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let name = path.as_ref().display().to_string();
        let unreadable = |error| Diagnostic::error(codes::FILE, format!("{name}: {error}"));
        let contents = Contents::open(path.as_ref()).map_err(|error| Error::from(unreadable(error)))?;
        Self::of(name, contents, None)
    }

    /// Opens a file in memory.
    ///
    /// # Errors
    /// The bytes are broken, or hold no GPU code.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self, Error> {
        Self::of("the input".to_string(), Contents::Memory(bytes.into()), None)
    }

    /// Opens a file in memory whose code is for a target, if it does not name another one itself: bare
    /// instructions do not.
    ///
    /// # Errors
    /// The bytes are broken, or hold no GPU code.
    pub fn from_bytes_for(target: Target, bytes: impl Into<Vec<u8>>) -> Result<Self, Error> {
        Self::of("the input".to_string(), Contents::Memory(bytes.into()), Some(target))
    }

    fn of(name: String, contents: Contents, target: Option<Target>) -> Result<Self, Error> {
        let stored = |kind| Stored { kind, unpacked: OnceCell::new() };
        let images = if can_hold(&contents) {
            let found = input::find(&name, &contents)?;
            let bundled = |image: isatope_object::images::Image| {
                Some(stored(Kind::Bundled(found.bundles.get(image.bundle)?.clone(), image)))
            };
            found.images.into_iter().filter_map(bundled).collect()
        } else {
            let unreadable = |error| Diagnostic::error(codes::FILE, format!("{name}: {error}"));
            let bytes = contents.all().map_err(|error| Error::from(unreadable(error)))?;
            if is_container(bytes) || other_format(bytes).is_some() {
                input::read(&name, bytes)?;
                vec![stored(Kind::Whole)]
            } else {
                vec![stored(bare(bytes, target)?)]
            }
        };
        Ok(Self { name, contents, images })
    }

    /// Its images, in the order of the file.
    pub fn images(&self) -> impl Iterator<Item = Image<'_>> {
        (0..self.images.len()).map(|number| Image { library: self, number })
    }

    /// The image that suits a processor best; the name may have features, as in `gfx906:xnack-`. Of a library that
    /// was linked from several files it is the first of several such images.
    ///
    /// # Errors
    /// There is none. The message lists the processors that the library has code for.
    pub fn image_for(&self, processor: &str) -> Result<Image<'_>, Error> {
        let wanted: Option<isatope_object::TargetId> = processor.parse().ok();
        let target = processor.parse::<NamedTarget>().ok().map(|named| named.target);
        let suits = |image: &Image<'_>| match (&wanted, &image.stored().kind) {
            (Some(wanted), Kind::Bundled(_, found)) => found.target.suits(wanted).map(|rank| rank + 1),
            _ => None,
        };
        let same = |image: &Image<'_>| (target.is_some() && image.target() == target).then_some(0);
        let ranked = self.images().filter_map(|image| Some((suits(&image).or_else(|| same(&image))?, image)));
        // Of images that suit alike the first one is taken.
        let best = ranked.reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.map(|(_, image)| image).ok_or_else(|| {
            let mut names: Vec<String> = self.images().map(|image| image.name()).collect();
            names.sort_unstable();
            names.dedup();
            let message = format!("{} has no code for {processor}", self.name);
            let help = format!("it has code for {}", names.join(", "));
            Diagnostic::error(codes::NOT_IN_FILE, message).help(help).into()
        })
    }
}

/// Bare code: bytes, digits, or a dump of a compiler.
fn bare(bytes: &[u8], target: Option<Target>) -> Result<Kind, Error> {
    let form = Form::of(bytes, target);
    let target = target.map_or_else(|| form.target(bytes), Ok)?;
    let text = || String::from_utf8_lossy(bytes);
    let mut programs = Vec::new();
    let bytes = match form {
        Form::Hex => input::digits(&text(), target)?.bytes().to_vec(),
        Form::Raw => bytes.to_vec(),
        Form::Dump => {
            let text = text();
            let mut reader = Dump::new(&text, target).ok_or_else(|| {
                let message = format!("the text contains no instruction of {target}");
                Error::from(Diagnostic::error(codes::HEX, message))
            })?;
            let mut all = Vec::new();
            for line in text.lines() {
                all.extend(reader.next_word(line)?.into_iter().flat_map(u64::to_le_bytes));
            }
            all
        }
    };
    if target.has_mesa_binaries() && form == Form::Raw {
        for piece in mesa::binary(&bytes) {
            if let mesa::Piece::Code { offset, bytes: code } = piece {
                programs.push(offset as usize..offset as usize + code.len());
            }
        }
    } else {
        programs.extend(without_padding(&bytes, 0..bytes.len()));
    }
    if programs.is_empty() {
        let message = if bytes.is_empty() { "the input is empty" } else { "the input has only zeros" };
        return Err(Diagnostic::error(codes::NOT_IN_FILE, message).into());
    }
    let named = (1..).zip(programs).map(|(number, place)| (format!("program {number}"), place)).collect();
    Ok(Kind::Bare { target, bytes, programs: named })
}

impl<'l> Image<'l> {
    fn stored(&self) -> &'l Stored {
        &self.library.images[self.number]
    }

    /// Its place among the images of the library.
    pub fn number(&self) -> usize {
        self.number
    }

    /// What it is for, as the file says: `gfx906:xnack-`. Empty if the file does not say.
    pub fn name(&self) -> String {
        match &self.stored().kind {
            Kind::Bundled(_, image) => image.target.to_string(),
            Kind::Whole => self.object().ok().and_then(|object| object.processor()).unwrap_or_default().to_string(),
            Kind::Bare { target, .. } => target.name().to_string(),
        }
    }

    /// The target of its code; `None` for a processor that is not supported.
    pub fn target(&self) -> Option<Target> {
        match &self.stored().kind {
            Kind::Bundled(_, image) => image.target.processor.parse().ok(),
            Kind::Whole => self.object().ok()?.target(),
            Kind::Bare { target, .. } => Some(*target),
        }
    }

    /// Whether it is bare code: bytes, digits, or a dump of a compiler. Any bytes may look like code.
    pub fn is_bare(&self) -> bool {
        matches!(self.stored().kind, Kind::Bare { .. })
    }

    /// The member of an archive that it comes from.
    pub fn member(&self) -> Option<&'l str> {
        match &self.stored().kind {
            Kind::Bundled(bundle, _) => bundle.member.as_deref(),
            _ => None,
        }
    }

    /// Its bytes. Those of a compressed bundle are decompressed once.
    ///
    /// # Errors
    /// The bundle is broken.
    pub fn bytes(&self) -> Result<&'l [u8], Error> {
        let (library, stored) = (self.library, self.stored());
        let (bundle, image) = match &stored.kind {
            Kind::Bundled(bundle, image) => (bundle, image),
            Kind::Bare { bytes, .. } => return Ok(bytes),
            Kind::Whole => return library.contents.all().map_err(|error| library.broken(&error, None)),
        };
        if let Some(bytes) = stored.unpacked.get() {
            return Ok(bytes);
        }
        let read = bundle.image_bytes(&library.contents, image);
        match read.map_err(|error| library.broken(&error.message, Some(error.offset)))? {
            std::borrow::Cow::Borrowed(bytes) => Ok(bytes),
            std::borrow::Cow::Owned(bytes) => Ok(stored.unpacked.get_or_init(|| bytes)),
        }
    }

    /// Opens it as a code object.
    ///
    /// # Errors
    /// It is broken, or bare code.
    pub fn object(&self) -> Result<Object<'l>, Error> {
        Ok(Object { container: input::read(&self.library.name, self.bytes()?)? })
    }

    /// Its kernels. Each program of bare code is one.
    ///
    /// # Errors
    /// The image is broken.
    pub fn kernels(&self) -> Result<Vec<Kernel<'l>>, Error> {
        let Kind::Bare { target, bytes, programs } = &self.stored().kind else {
            return Ok(self.object()?.kernels().collect());
        };
        let kernel = |(name, place): &'l (String, Range<usize>)| Kernel {
            name,
            code: Some(("", place.start as u64..place.end as u64)),
            body: Some(Code {
                target: Ok(*target),
                section: Section { code: bytes, base: 0, stretches: vec![place.clone()] },
            }),
        };
        Ok(programs.iter().map(kernel).collect())
    }

    /// All of its instructions with their addresses, in kernels or not. Descriptors, data and padding are skipped.
    ///
    /// # Errors
    /// The image is broken, or for a processor that is not supported.
    pub fn instructions(&self) -> Result<Instructions<'l>, Error> {
        match &self.stored().kind {
            Kind::Bare { target, bytes, programs } => {
                let stretches = programs.iter().map(|(_, place)| place.clone()).collect();
                Ok(Instructions::new(*target, vec![Section { code: bytes, base: 0, stretches }]))
            }
            _ => self.object()?.instructions(),
        }
    }
}

impl Library {
    fn broken(&self, message: &dyn std::fmt::Display, offset: Option<u64>) -> Error {
        let error = Diagnostic::error(codes::CONTAINER, format!("{}: {message}", self.name));
        offset.map_or(error.clone(), |offset| error.at_offset(offset)).into()
    }
}
