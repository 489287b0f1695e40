//! Selects an image in a file with code for several devices.

use std::borrow::Cow;
use std::fmt::{Display, Write};

use isatope_diag::{Diagnostic, codes};
use isatope_object::images::{Image, Images};
use isatope_object::{Contents, TargetId, can_hold, names, other_machine};

use crate::{NamedTarget, Target};

/// Selection of an image of a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pick<'a> {
    /// The number of an image, or what it is for.
    pub image: Option<&'a str>,
    /// The target, if it is given.
    pub target: Option<&'a NamedTarget>,
    /// A name that a kernel of the image answers to.
    pub kernel: Option<&'a str>,
    /// Whether the image is to run, so that of several in a bundle the best one for the target is meant.
    pub runs: bool,
}

/// The images that are meant.
#[derive(Debug)]
pub enum Choice<'i> {
    /// This one.
    One(&'i Image),
    /// Any of these: the numbers of images.
    Several(Vec<usize>),
    /// None: why, and what there is.
    None(String, Option<String>),
}

/// Finds the images of a file, which messages call `name`.
///
/// # Errors
/// Errors in the file; or a file without code for a GPU.
pub fn find<'a>(name: &str, contents: &'a Contents) -> Result<Images<&'a Contents>, Box<Diagnostic>> {
    let images = match Images::find(contents) {
        Ok(images) => images,
        Err(error) => {
            let message = format!("{name}: {}", error.message);
            return Err(Box::new(Diagnostic::error(codes::CONTAINER, message).at_offset(error.offset)));
        }
    };
    if images.images.is_empty() {
        let what = match other_machine(contents.start(64)) {
            Some(machine) => format!("{name} is an ELF for {machine} without code for a GPU"),
            None => format!("{name} has no code for a GPU"),
        };
        let help =
            "looked for sections with offload bundles (`.hip_fatbin`, `.kernel`), entries of a bundle or a package";
        return Err(Box::new(Diagnostic::error(codes::NO_CODE, what).help(help)));
    }
    Ok(images)
}

/// The image that is meant.
pub fn choose<'i>(name: &str, images: &'i Images<&Contents>, pick: &Pick<'_>) -> Choice<'i> {
    let all = &images.images;
    if let Some(number) = pick.image.and_then(|text| text.parse::<usize>().ok()) {
        return all.get(number).map_or_else(
            || {
                let s = if all.len() == 1 { "" } else { "s" };
                Choice::None(format!("{name} has {} image{s}, counted from 0", all.len()), None)
            },
            Choice::One,
        );
    }
    let asked = pick.image.or(pick.target.map(|t| t.name.as_str()));
    let mut found: Vec<&Image> = match asked {
        // A code object that is alone is refused later, with its reason, if it does not suit.
        None => all.iter().collect(),
        Some(_) if all.len() == 1 && pick.image.is_none() => all.iter().collect(),
        Some(asked) => match asked.parse::<TargetId>() {
            Ok(device) if !images.for_device(&device).is_empty() => {
                // A name without features is that of several targets, except for a device.
                let is_open = !pick.runs && device.xnack.is_none() && device.sramecc.is_none();
                match is_open {
                    true => all.iter().filter(|image| image.target.processor == device.processor).collect(),
                    false => images.for_device(&device),
                }
            }
            _ => {
                // A name such as `vega` is one of several processors.
                let target = Target::from_name(asked);
                let of = |i: &&Image| target.is_some() && Target::from_name(&i.target.processor) == target;
                all.iter().filter(of).collect()
            }
        },
    };
    if found.is_empty() {
        let help = (!all.is_empty()).then(|| format!("there is code for {}", targets(all.iter())));
        let for_what = asked.map_or(String::new(), |asked| format!(" for {asked}"));
        return Choice::None(format!("{name} has no code{for_what}"), help);
    }
    // A library has an image for each of its sources: the one with the kernel is meant.
    if found.len() > 1
        && let Some(kernel) = pick.kernel
    {
        found = with_kernel(images, found, kernel);
        if found.is_empty() {
            let help = format!("it has {} images; `isatope objdump` lists the kernels of one", all.len());
            return Choice::None(format!("no image of {name} has the kernel `{kernel}`"), Some(help));
        }
    }
    match found.as_slice() {
        [one] => Choice::One(one),
        many => {
            let number = |image: &&Image| all.iter().position(|i| std::ptr::eq(i, *image));
            Choice::Several(many.iter().filter_map(number).collect())
        }
    }
}

/// Images with a kernel whose name matches; if some match exactly, only those.
fn with_kernel<'i>(images: &Images<&Contents>, list: Vec<&'i Image>, kernel: &str) -> Vec<&'i Image> {
    let mut found: Vec<(bool, &Image)> = Vec::new();
    for image in list {
        let Ok(bytes) = images.bytes(image) else { continue };
        let Ok(object) = isatope_object::open(&bytes) else { continue };
        let symbols: Vec<&str> = object.kernels.iter().map(|k| k.name).collect();
        if names::matches_any(&symbols, kernel) {
            found.push((symbols.contains(&kernel), image));
        }
    }
    let exact = found.iter().any(|(exact, _)| *exact);
    found.into_iter().filter(|(is, _)| *is == exact).map(|(_, image)| image).collect()
}

/// Targets of some images, each once.
pub fn targets<'i>(images: impl Iterator<Item = &'i Image>) -> String {
    let mut targets: Vec<String> = images.map(|i| i.target.to_string()).collect();
    targets.sort_unstable();
    targets.dedup();
    targets.join(", ")
}

/// Says that several images could be meant, and how one is chosen: `options` are those that choose one.
pub fn several(name: &str, images: &Images<&Contents>, numbers: &[usize], options: &str) -> Diagnostic {
    let of = |number: &usize| &images.images[*number];
    let for_what = targets(numbers.iter().map(of));
    let error = Diagnostic::error(codes::LAUNCH, format!("{} images of {name} match, for {for_what}", numbers.len()));
    error.help(format!("select one with {options}"))
}

/// A line for each image, so that one can be chosen.
pub fn table(images: &Images<&Contents>, numbers: &[usize]) -> String {
    let mut rows = vec![["image".to_string(), "target".into(), "bytes".into(), "offset".into(), "in".into()]];
    for &number in numbers {
        let image = &images.images[number];
        let bundle = &images.bundles[image.bundle];
        let place = images.file_offset(image).map_or("compressed".to_string(), |offset| format!("{offset:#x}"));
        let known = Target::from_name(&image.target.processor).is_some();
        let mut inside = bundle.member.clone().unwrap_or_default();
        if !known {
            inside += if inside.is_empty() { "not supported" } else { ", not supported" };
        }
        rows.push([number.to_string(), image.target.to_string(), image.size.to_string(), place, inside]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..4).map(width).collect();
    let mut out = String::new();
    for row in &rows {
        let mut line = format!(
            "{:>w$}  {:t$}  {:>b$}  {:>o$}",
            row[0],
            row[1],
            row[2],
            row[3],
            w = widths[0],
            t = widths[1],
            b = widths[2],
            o = widths[3]
        );
        if !row[4].is_empty() {
            line += "  ";
            line += &row[4];
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// An image as JSON.
#[cfg(feature = "serde")]
pub fn image_json(images: &Images<&Contents>, number: usize) -> serde_json::Value {
    let image = &images.images[number];
    let bundle = &images.bundles[image.bundle];
    serde_json::json!({
        "image": number,
        "target": image.target.to_string(),
        "known": Target::from_name(&image.target.processor).is_some(),
        "entry": image.entry,
        "bytes": image.size,
        "file_offset": images.file_offset(image),
        "bundle": image.bundle,
        "member": bundle.member,
        "compressed": bundle.compression.is_some(),
    })
}

/// Result of opening a file.
pub enum Opened<'a> {
    /// The bytes of the image that is meant.
    Image(Cow<'a, [u8]>),
    /// Several images could be meant, which are these.
    Several(Images<&'a Contents>, Vec<usize>),
}

/// Opens the image of a file that is meant; messages call the file `name`.
///
/// # Errors
/// Errors in the file; or a missing image.
pub fn open<'a>(name: &str, contents: &'a Contents, pick: &Pick<'_>) -> Result<Opened<'a>, Box<Diagnostic>> {
    if !can_hold(contents) {
        let unreadable = |error| Box::new(Diagnostic::error(codes::FILE, format!("{name}: {error}")));
        return contents.all().map(|bytes| Opened::Image(Cow::Borrowed(bytes))).map_err(unreadable);
    }
    let images = find(name, contents)?;
    match choose(name, &images, pick) {
        Choice::One(image) => bytes(name, &images, image).map(Opened::Image),
        Choice::Several(numbers) => Ok(Opened::Several(images, numbers)),
        Choice::None(message, help) => {
            Err(Box::new(Diagnostic { help, ..Diagnostic::error(codes::NOT_IN_FILE, message) }))
        }
    }
}

/// The bytes of an image; messages call the file `name`. Those of a large file do not stay in memory.
///
/// # Errors
/// An error in the file.
pub fn bytes<'a>(name: &str, images: &Images<&'a Contents>, image: &Image) -> Result<Cow<'a, [u8]>, Box<Diagnostic>> {
    let error = |message: &dyn Display, offset| {
        Box::new(Diagnostic::error(codes::CONTAINER, format!("{name}: {message}")).at_offset(offset))
    };
    match images.file_offset(image) {
        Some(offset) => images.file().read(offset, image.size).map_err(|e| error(&e, offset)),
        None => images.bytes(image).map_err(|e| error(&e.message, e.offset)),
    }
}
