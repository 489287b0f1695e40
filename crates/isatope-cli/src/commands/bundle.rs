//! Runs `isatope bundle`.

use std::path::Path;

use anyhow::Context;
use isatope::container::images::{self, Image, Images, ReplaceError};
use isatope::container::{Contents, TargetId};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::input::{self, Choice, Pick};

use crate::args::BundleArgs;
use crate::files;
use crate::output::{self, Reporter};

/// Runs the command.
pub fn run(args: &BundleArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    for file in &args.files {
        files::is_kept(file, Some(&args.output))?;
    }
    let written = if args.replace.is_empty() { new_bundle(args, reporter)? } else { replaced(args, reporter)? };
    if let Some(bytes) = written {
        output::write(Some(&args.output), &bytes, true)?;
        // A changed program can be run like the one that it is a copy of.
        if let [file] = &args.files[..]
            && !args.replace.is_empty()
            && args.output.is_file()
        {
            std::fs::metadata(file)
                .and_then(|found| std::fs::set_permissions(&args.output, found.permissions()))
                .with_context(|| format!("cannot set the permissions of {}", args.output.display()))?;
        }
    }
    Ok(reporter.code())
}

/// A code object, with its name and target. Reports a file that is none.
fn code_object(path: &Path, reporter: &mut Reporter) -> anyhow::Result<Option<(String, Vec<u8>, TargetId)>> {
    let (name, bytes) = files::read(path)?;
    if isatope::container::open(&bytes).is_ok_and(|container| container.is_relocatable()) {
        let message = format!("{name} is a relocatable object, which HIP does not load");
        let help = "link it with `ld.lld -shared`, or assemble it with `isatope asm --emit elf`";
        reporter.report(&Diagnostic::warning(codes::CONTAINER, message).help(help));
    }
    let alone = Images::find(bytes.as_slice()).ok().and_then(|found| match &found.images[..] {
        [image] if image.entry.is_empty() && image.size == bytes.len() as u64 => Some(image.target.clone()),
        _ => None,
    });
    if alone.is_none() {
        let message = format!("{name} is not a code object");
        let help = "write one with `isatope asm -o x.co`, or take it out of a bundle with `isatope extract`";
        reporter.report(&Diagnostic::error(codes::NO_CODE, message).help(help));
    }
    Ok(alone.map(|target| (name, bytes, target)))
}

/// A bundle of code objects.
fn new_bundle(args: &BundleArgs, reporter: &mut Reporter) -> anyhow::Result<Option<Vec<u8>>> {
    let mut objects: Vec<(String, Vec<u8>, TargetId)> = Vec::new();
    for file in &args.files {
        let Some((name, bytes, target)) = code_object(file, reporter)? else { continue };
        if let Some((other, ..)) = objects.iter().find(|(.., known)| *known == target) {
            let message = format!("{name} and {other} are both for {target}");
            reporter.report(&Diagnostic::error(codes::CONTAINER, message).help("a bundle has one image for a target"));
            continue;
        }
        objects.push((name, bytes, target));
    }
    if reporter.code() != 0 {
        return Ok(None);
    }
    let mut entries: Vec<(String, &[u8])> = vec![(images::HOST_ENTRY.to_owned(), &[])];
    entries.extend(objects.iter().map(|(_, bytes, target)| (images::entry_name(target), bytes.as_slice())));
    Ok(Some(images::bundle(&entries, images::ALIGN)))
}

/// The input file with other images.
fn replaced(args: &BundleArgs, reporter: &mut Reporter) -> anyhow::Result<Option<Vec<u8>>> {
    let [file] = &args.files[..] else { anyhow::bail!("--replace changes one file: {} are given", args.files.len()) };
    let (name, mut bytes) = files::read(file)?;
    let original = Contents::Memory(bytes.clone());
    let Some(found) = reporter.unless(input::find(&name, &original)) else { return Ok(None) };
    let mut done: Vec<&Image> = Vec::new();
    for given in &args.replace {
        let (image, path) = given
            .split_once('=')
            .with_context(|| format!("--replace {given}: write the image and the file, as in 2=patched.co"))?;
        let Some((new_name, new, target)) = code_object(Path::new(path), reporter)? else { continue };
        let pick = Pick { image: Some(image), ..Pick::default() };
        let image = match input::choose(&name, &found, &pick) {
            Choice::One(image) => image,
            Choice::Several(numbers) => {
                reporter.report(&input::several(&name, &found, &numbers, "a number"));
                continue;
            }
            Choice::None(message, help) => {
                let error = Diagnostic::error(codes::NOT_IN_FILE, message);
                reporter.report(&Diagnostic { help, ..error });
                continue;
            }
        };
        if done.iter().any(|known| std::ptr::eq(*known, image)) {
            anyhow::bail!("--replace {given}: the image is already replaced");
        }
        done.push(image);
        if let Err(error) = replace(&name, &found, image, (&new_name, &new, &target), &mut bytes) {
            reporter.report(&error);
        }
    }
    Ok((reporter.code() == 0).then_some(bytes))
}

/// Replaces one image in the bytes of the file.
fn replace(
    name: &str,
    found: &Images<&Contents>,
    image: &Image,
    (new_name, new, target): (&str, &[u8], &TargetId),
    bytes: &mut [u8],
) -> Result<(), Box<Diagnostic>> {
    if *target != image.target {
        let message = format!("{new_name} is for {target}, the image for {}", image.target);
        return Err(Box::new(Diagnostic::error(codes::CONTAINER, message)));
    }
    let edits = found.replace(image, new).map_err(|error| {
        let error = match error {
            ReplaceError::Alone if found.bundles[image.bundle].member.is_some() => {
                Diagnostic::error(codes::CONTAINER, format!("{name} is an archive of code objects, not a bundle"))
                    .help("replace the member with `ar r`")
            }
            ReplaceError::Alone => {
                Diagnostic::error(codes::CONTAINER, format!("{name} is a code object, not a bundle"))
                    .help("use the new code object instead")
            }
            ReplaceError::Compressed => {
                Diagnostic::error(codes::CONTAINER, format!("the bundle in {name} is compressed"))
                    .help("extract its images, and make a new bundle with `isatope bundle -o FILE IMAGE…`")
            }
            ReplaceError::Elsewhere => Diagnostic::error(
                codes::CONTAINER,
                format!("{name} has this image in a section or a package of its own"),
            )
            .help("extract the images, and make a new file with the tool that made this one"),
            ReplaceError::TooLarge(room) => {
                let size = new.len();
                let message = format!("{new_name} has {size} bytes, but there is room for {room} in {name}");
                Diagnostic::error(codes::CONTAINER, message)
                    .help("a file with debug information may fit without it; a new bundle has room for all images")
            }
            ReplaceError::Malformed(error) => {
                Diagnostic::error(codes::CONTAINER, format!("{name}: {}", error.message)).at_offset(error.offset)
            }
        };
        Box::new(error)
    })?;
    for edit in edits {
        let to =
            usize::try_from(edit.offset).ok().and_then(|start| bytes.get_mut(start..)?.get_mut(..edit.bytes.len()));
        if let Some(to) = to {
            to.copy_from_slice(&edit.bytes);
        }
    }
    Ok(())
}
