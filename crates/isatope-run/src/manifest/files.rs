//! Files that a manifest names.

use std::path::{Path as FilePath, PathBuf};

use isatope_diag::Diagnostic;

use super::place::Path;
use super::problem::Problem;
use super::{Block, Buffer, Compare, Manifest, Source, Values, check};
use crate::picture::Picture;

/// A manifest with the contents of the files that it names.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The manifest.
    pub manifest: Manifest,
    /// Where the program lies.
    pub path: PathBuf,
    /// The program.
    pub program: Vec<u8>,
    /// What is in the buffers, in the order of [`Manifest::buffers`].
    pub buffers: Vec<Contents>,
}

/// What is in a buffer.
#[derive(Clone, Debug)]
pub struct Contents {
    /// Before the run; pointers are still to be put in.
    pub before: Vec<u8>,
    /// Addresses of buffers among the values of `in`.
    pub pointers: Vec<(usize, String, u64)>,
    /// After the run, and how what is there is compared with it.
    pub after: Option<(Vec<u8>, Compare)>,
}

/// Reads a manifest and the files that it names.
///
/// # Errors
/// Everything that is wrong, with the place in the text, as file 0. What is wrong with files is looked for when the
/// manifest itself is right.
pub fn load(text: &str, folder: &FilePath) -> Result<Loaded, Vec<Diagnostic>> {
    load_with(text, folder, &mut |path| std::fs::read(path).map_err(|error| error.to_string()))
}

/// Like [`load`], with files that a function reads.
///
/// # Errors
/// As of [`load`]; the function says why it cannot read a file.
pub fn load_with(
    text: &str,
    folder: &FilePath,
    file: &mut dyn FnMut(&FilePath) -> Result<Vec<u8>, String>,
) -> Result<Loaded, Vec<Diagnostic>> {
    let mut manifest = super::read(text)?;
    let mut problems = Vec::new();
    let mut read = |name: &FilePath, path: Path| {
        let name = folder.join(name);
        file(&name).unwrap_or_else(|error| {
            problems.push(Problem::new(path, format!("cannot read {}: {error}", name.display())));
            Vec::new()
        })
    };
    let root = Path::default();
    let of = |index| root.key("buffers").index(index);
    let program = read(&manifest.program, root.key("program"));
    let mut files = Vec::new();
    for (index, buffer) in manifest.buffers.iter().enumerate() {
        let mut file = |key, source: &Option<Source>| match source {
            Some(Source::File(name)) => Some(read(name, of(index).key(key))),
            Some(Source::Values(Values::Png(name))) => Some(read(name, of(index).key(key).key("png"))),
            _ => None,
        };
        let (input, expect) = (file("in", &buffer.input), file("expect", &buffer.expect));
        files.push([input, expect]);
    }
    if problems.is_empty() {
        // From here on every size is known.
        for (buffer, files) in manifest.buffers.iter_mut().zip(&files) {
            let image = buffer.image.and_then(|image| u64::try_from(image.info().ok()?.texel_bytes()).ok());
            let size = |source: &Option<Source>, file: &Option<Vec<u8>>| match source {
                Some(Source::Values(values)) => values.size().and_then(|size| u64::try_from(size).ok()),
                _ => file.as_ref().map(|bytes| bytes.len() as u64),
            };
            let known = image.or(size(&buffer.input, &files[0])).or(size(&buffer.expect, &files[1]));
            buffer.bytes = buffer.bytes.or(known.map(super::Wide));
        }
        problems = check::check(&manifest);
    }
    let mut buffers = Vec::new();
    for (index, (buffer, [input, expect])) in manifest.buffers.iter().zip(files).enumerate() {
        if !problems.is_empty() {
            break;
        }
        let bytes = buffer.bytes.unwrap_or_default().0;
        let mut contents = |key, source: &Option<Source>, file: Option<Vec<u8>>, is_whole: bool| {
            let (found, what) = match source {
                Some(Source::Values(Values::Png(_))) => {
                    let texels = file.map(|file| texels(&file, buffer).map(Block::from));
                    (texels, "picture has")
                }
                Some(Source::Values(values)) => (Some(values.block(bytes)), "values have"),
                _ => (file.map(|file| Ok(file.into())), "file has"),
            };
            let found = match found? {
                Ok(block) => block,
                Err(message) => {
                    problems.push(Problem::new(of(index).key(key), message));
                    return None;
                }
            };
            let has = found.bytes.len() as u64;
            if has > bytes || has < bytes && is_whole {
                let message = format!("the {what} {has} bytes, but the buffer `{}` has {bytes}", buffer.name);
                problems.push(Problem::new(of(index).key(key), message));
            }
            Some(found)
        };
        let before = contents("in", &buffer.input, input, false);
        let expect = contents("expect", &buffer.expect, expect, true);
        if let Some((at, ..)) = expect.as_ref().and_then(|expect| expect.pointers.first()) {
            let message = format!("the address at {at} is not known before the run: expect numbers only");
            problems.push(Problem::new(of(index).key("expect"), message));
        }
        // The device gets a copy.
        let wanted = usize::try_from(bytes).unwrap_or(usize::MAX).saturating_mul(2);
        if Vec::<u8>::new().try_reserve_exact(wanted).is_err() {
            let message = format!("there is not enough memory for the {bytes} bytes of the buffer `{}`", buffer.name);
            problems.push(Problem::new(of(index).key("bytes"), message));
            break;
        }
        let Block { bytes: mut before, pointers, .. } = before.unwrap_or_default();
        before.resize(bytes as usize, 0);
        let after = expect.map(|expect| (expect.bytes, buffer.comparison()));
        buffers.push(Contents { before, pointers, after });
    }
    if !problems.is_empty() {
        return Err(problems.into_iter().map(|p| p.diagnostic(text)).collect());
    }
    let path = folder.join(&manifest.program);
    Ok(Loaded { manifest, path, program, buffers })
}

/// The texels of a PNG file for an image.
fn texels(file: &[u8], buffer: &Buffer) -> Result<Vec<u8>, String> {
    let picture = Picture::of_png(file).map_err(|error| format!("this is no PNG file that can be read: {error}"))?;
    // Only images have one: the check has been before.
    let info = buffer.image.ok_or("a picture needs an `image`")?.info()?;
    let size = [picture.width, picture.height, 1];
    if size != info.size {
        let [width, height, depth] = info.size;
        let (x, y) = (picture.width, picture.height);
        return Err(format!("the picture has {x} x {y} pixels, but the image has {width} x {height} x {depth}"));
    }
    Ok(picture.texels(info.format))
}
