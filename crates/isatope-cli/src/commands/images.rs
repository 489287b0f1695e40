//! Files that hold code for several devices: which image is meant, and what there is to choose from.

use std::fmt::Write;

use isatope::container::images::{Image, Images};
use isatope::container::{Contents, TargetId, names, other_machine};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::tables::Target;
use serde_json::json;

use crate::output::Reporter;
use crate::target::NamedTarget;

/// What is asked of a file.
#[derive(Clone, Copy, Default)]
pub struct Pick<'a> {
    /// The number of an image, or what it is for.
    pub image: Option<&'a str>,
    /// The target, if it is given.
    pub target: Option<&'a NamedTarget>,
    /// A name that a kernel of the image answers to.
    pub kernel: Option<&'a str>,
}

/// The images that are meant.
pub enum Choice<'i> {
    /// This one.
    One(&'i Image),
    /// Any of these: the numbers of images.
    Several(Vec<usize>),
    /// None: why, and what there is.
    None(String, Option<String>),
}

/// Whether a file can hold images: a code object, a bundle, a library or program, an archive.
pub fn can_hold(contents: &Contents) -> bool {
    const MAGICS: [&[u8]; 5] = [b"\x7fELF", b"__CLANG_OFFLOAD_BUNDLE__", b"CCOB", b"!<arch>\n", b"!<thin>\n"];
    let start = contents.start(24);
    MAGICS.iter().any(|magic| start.starts_with(magic))
}

/// What a file is that holds no code in a way that is known here, by how it begins: nobody means its bytes as instructions.
pub fn other_format(bytes: &[u8]) -> Option<&'static str> {
    const STARTS: [(&[u8], &str); 14] = [
        (b"\xce\xfa\xed\xfe", "a Mach-O file"),
        (b"\xcf\xfa\xed\xfe", "a Mach-O file"),
        (b"\xca\xfe\xba\xbe", "a Mach-O file for several machines"),
        (b"<bigaf>\n", "an archive of AIX"),
        (b"BC\xc0\xde", "LLVM bitcode"),
        (b"\x03\x02\x23\x07", "SPIR-V"),
        (b"\0asm", "WebAssembly"),
        (b"DXBC", "a DirectX shader"),
        (b"\x1f\x8b\x08", "compressed with gzip"),
        (b"\x28\xb5\x2f\xfd", "compressed with zstd"),
        (b"\xfd7zXZ\0", "compressed with xz"),
        (b"BZh", "compressed with bzip2"),
        (b"PK\x03\x04", "a zip archive"),
        (b"\x89PNG\r\n", "a picture"),
    ];
    let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let header = || bytes.get(number(0x3c)? as usize..);
    if bytes.starts_with(b"MZ") && header().is_some_and(|header| header.starts_with(b"PE\0\0")) {
        return Some("a program or library of Windows");
    }
    STARTS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, what)| *what)
}

/// Finds the images of a file; reports what is wrong with it.
pub fn find<'a>(name: &str, contents: &'a Contents, reporter: &mut Reporter) -> Option<Images<&'a Contents>> {
    let images = match Images::find(contents) {
        Ok(images) => images,
        Err(error) => {
            let message = format!("{name}: {}", error.message);
            reporter.report(&Diagnostic::error(codes::CONTAINER, message).at_offset(error.offset));
            return None;
        }
    };
    if images.images.is_empty() {
        let what = match other_machine(contents.start(64)) {
            Some(machine) => format!("{name} is an ELF for {machine} without code for a GPU"),
            None => format!("{name} has no code for a GPU"),
        };
        let error = Diagnostic::error(codes::CONTAINER, what);
        reporter.report(
            &error.help("looked for the section `.hip_fatbin`, and for offload bundles and code objects inside"),
        );
        return None;
    }
    Some(images)
}

/// The image that is meant.
pub fn choose<'i>(name: &str, images: &'i Images<&Contents>, pick: &Pick) -> Choice<'i> {
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
        // A code object that stands alone is refused later, with its reason, if it does not suit.
        None => all.iter().collect(),
        Some(_) if all.len() == 1 && pick.image.is_none() => all.iter().collect(),
        Some(asked) => match asked.parse::<TargetId>() {
            Ok(device) if !images.for_device(&device).is_empty() => images.for_device(&device),
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

/// Those of the images that have a kernel which answers to a name; those where the name is exact, if there are any.
fn with_kernel<'i>(images: &Images<&Contents>, list: Vec<&'i Image>, kernel: &str) -> Vec<&'i Image> {
    let mut found: Vec<(bool, &Image)> = Vec::new();
    for image in list {
        let Ok(bytes) = images.bytes(image) else { continue };
        let Ok(object) = isatope::container::open(&bytes) else { continue };
        let symbols: Vec<&str> = object.kernels.iter().map(|k| k.name).collect();
        if matches_any(&symbols, kernel) {
            found.push((symbols.contains(&kernel), image));
        }
    }
    let exact = found.iter().any(|(exact, _)| *exact);
    found.into_iter().filter(|(is, _)| *is == exact).map(|(_, image)| image).collect()
}

/// Whether a name or a pattern means one of the kernels at least.
pub fn matches_any(symbols: &[&str], wanted: &str) -> bool {
    if is_pattern(wanted) {
        return symbols.iter().any(|symbol| answers(symbol, wanted));
    }
    !matches!(names::find_kernel(symbols, wanted), Err(names::NotFound::NoKernels | names::NotFound::Missing { .. }))
}

/// Whether a name has signs that stand for others.
pub fn is_pattern(wanted: &str) -> bool {
    // A pointer in a demangled name is no pattern: `f(float*)`.
    wanted.contains('?')
        || wanted.split(['(', '<']).next().is_some_and(|name| name.contains('*'))
        || wanted.ends_with('*')
}

/// Whether a kernel answers to a pattern, by its symbol or its demangled name: `*` stands for anything, `?` for one character.
pub fn answers(symbol: &str, pattern: &str) -> bool {
    fn fits(pattern: &[u8], text: &[u8]) -> bool {
        let (mut at, mut from) = (0, 0);
        let mut star: Option<(usize, usize)> = None;
        while from < text.len() {
            match pattern.get(at) {
                Some(b'*') => {
                    star = Some((at, from));
                    at += 1;
                }
                Some(b'?') => (at, from) = (at + 1, from + 1),
                Some(byte) if *byte == text[from] => (at, from) = (at + 1, from + 1),
                _ => {
                    let Some((place, upto)) = star else { return false };
                    star = Some((place, upto + 1));
                    (at, from) = (place + 1, upto + 1);
                }
            }
        }
        pattern[at..].iter().all(|b| *b == b'*')
    }
    let pattern = pattern.as_bytes();
    fits(pattern, symbol.as_bytes()) || fits(pattern, names::demangle(symbol).as_bytes())
}

/// What some images are for, each once.
pub fn targets<'i>(images: impl Iterator<Item = &'i Image>) -> String {
    let mut targets: Vec<String> = images.map(|i| i.target.to_string()).collect();
    targets.sort();
    targets.dedup();
    targets.join(", ")
}

/// Reports that several images could be meant, and how one is chosen.
/// `options` are those that choose one.
pub fn several(name: &str, images: &Images<&Contents>, numbers: &[usize], options: &str) -> Diagnostic {
    let of = |number: &usize| &images.images[*number];
    let for_what = targets(numbers.iter().map(of));
    let error =
        Diagnostic::error(codes::LAUNCH, format!("{} images of {name} could be meant, for {for_what}", numbers.len()));
    error.help(format!("choose with {options}"))
}

/// The options that choose an image where a command has all of them.
pub const OPTIONS: &str = "--image NUMBER, with -t TARGET, or by a kernel with --kernel";

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
            inside += if inside.is_empty() { "not known here" } else { ", not known here" };
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
pub fn image_json(images: &Images<&Contents>, number: usize) -> serde_json::Value {
    let image = &images.images[number];
    let bundle = &images.bundles[image.bundle];
    json!({
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(answers("_Z4axpyfPf", "axpy(*"));
        assert!(answers("kernel_1", "kernel_?") && !answers("kernel_12", "kernel_?"));
        assert!(answers("abcabd", "*abd") && !answers("abcabc", "*abd"));
        assert!(is_pattern("saxpy*") && !is_pattern("saxpy(float*, float)") && is_pattern("f?o"));
    }
}
