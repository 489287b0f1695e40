//! The program that is run, whatever holds it: a code object, a library with several, a source.

use std::borrow::Cow;

use isatope_asm::{Assembler, Options, Output, Symbol};
use isatope_core::Target;
use isatope_diag::{Diagnostic, codes};
use isatope_object::images::{Image, Images};
use isatope_object::{TargetId, is_container, names};

use crate::args::NamedTarget;
use crate::output::Reporter;

/// A program, ready to be loaded.
pub struct Ready<'a> {
    /// What it is for.
    pub target: Target,
    /// The name of that, as it was given or as the program has it.
    pub name: String,
    /// The code.
    pub code: Code<'a>,
}

/// Code, as it is loaded.
pub enum Code<'a> {
    /// A code object, with kernels.
    Object(Cow<'a, [u8]>),
    /// A shader: instructions from the first byte on, and symbols with their offsets, ascending.
    Shader(Cow<'a, [u8]>, Vec<(String, u64)>),
}

/// What is asked of a program.
pub struct Wanted<'a> {
    /// The target, if it is given.
    pub target: Option<&'a NamedTarget>,
    /// The dialect of a source, if it is given.
    pub dialect: Option<&'a str>,
    /// The image of a file with several.
    pub image: Option<&'a str>,
    /// The kernel.
    pub kernel: Option<&'a str>,
}

impl Wanted<'_> {
    /// The name of the target that is given, or else this one.
    fn name(&self, other: &str) -> String {
        self.target.map_or(other, |t| &t.name).to_string()
    }
}

/// Something is wrong, and has been reported.
pub struct Reported;

/// Reads a program.
///
/// # Errors
/// What is wrong has been reported.
pub fn read<'a>(name: &str, bytes: &'a [u8], wanted: &Wanted, reporter: &mut Reporter) -> Result<Ready<'a>, Reported> {
    if let Some(given) = wanted.target.filter(|t| has_shaders(t.target)) {
        return match std::str::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => assemble(name, text, wanted, reporter),
            _ => {
                let code = Code::Shader(bytes.into(), Vec::new());
                Ok(Ready { target: given.target, name: given.name.clone(), code })
            }
        };
    }
    let mut fail = |message: String, help: Option<String>| {
        let error = Diagnostic::error(codes::LAUNCH, message);
        reporter.report(&Diagnostic { help, ..error });
        Reported
    };
    match Images::find(bytes) {
        Ok(images) => {
            let image = choose(name, &images, wanted).map_err(|(message, help)| fail(message, help))?;
            let target = target_of(name, image, wanted).map_err(|message| fail(message, None))?;
            let object = images.bytes(image).map_err(|error| fail(format!("{name}: {error}"), None))?;
            Ok(Ready { target, name: wanted.name(&image.target.to_string()), code: Code::Object(object) })
        }
        Err(_) if is_container(bytes) => {
            let target = wanted.target.map(|t| t.target);
            match isatope_object::open(bytes) {
                Ok(found) => match target.or_else(|| Target::from_name(found.target?)) {
                    Some(target) => {
                        Ok(Ready { target, name: wanted.name(target.name()), code: Code::Object(bytes.into()) })
                    }
                    None => Err(fail(format!("{name} does not say what it is for: choose it with -t"), None)),
                },
                Err(error) => Err(fail(format!("{name}: {error}"), None)),
            }
        }
        Err(_) => match std::str::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => assemble(name, text, wanted, reporter),
            _ => Err(fail(
                format!("{name} is neither a code object, a library, executable or bundle with one, nor assembly"),
                None,
            )),
        },
    }
}

/// The target of an image.
fn target_of(name: &str, image: &Image, wanted: &Wanted) -> Result<Target, String> {
    if let Some(given) = wanted.target {
        return Ok(given.target);
    }
    let processor = &image.target.processor;
    Target::from_name(processor).ok_or_else(|| match processor.as_str() {
        "" => format!("{name} does not say what it is for: choose it with -t"),
        processor => format!("{name} is for {processor}, which is not known here; `isatope targets` lists what is"),
    })
}

/// The image that is meant.
fn choose<'i>(name: &str, images: &'i Images<&[u8]>, wanted: &Wanted) -> Result<&'i Image, (String, Option<String>)> {
    let all = &images.images;
    let listed = |list: &[&Image]| {
        let mut targets: Vec<String> = list.iter().map(|i| i.target.to_string()).collect();
        targets.dedup();
        targets.sort();
        targets.dedup();
        targets.join(", ")
    };
    if let Some(number) = wanted.image.and_then(|text| text.parse::<usize>().ok()) {
        return all.get(number).ok_or_else(|| {
            let s = if all.len() == 1 { "" } else { "s" };
            (format!("{name} has {} image{s}, counted from 0", all.len()), None)
        });
    }
    let asked = wanted.image.or(wanted.target.map(|t| t.name.as_str()));
    let mut found: Vec<&Image> = match asked {
        // A code object that stands alone is refused later, with its reason, if it does not suit.
        None => all.iter().collect(),
        Some(_) if all.len() == 1 && wanted.image.is_none() => all.iter().collect(),
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
        let help = (!all.is_empty()).then(|| format!("there is code for {}", listed(&all.iter().collect::<Vec<_>>())));
        let for_what = asked.map_or(String::new(), |asked| format!(" for {asked}"));
        return Err((format!("{name} has no code{for_what}"), help));
    }
    let same = |list: &[&Image]| list.iter().all(|i| i.target.processor == list[0].target.processor);
    if !same(&found) {
        return Err((
            format!("{name} has code for several processors"),
            Some(format!("choose with -t: {}", listed(&found))),
        ));
    }
    // A library has an image for each of its sources: the one with the kernel is meant.
    if found.len() > 1
        && let Some(kernel) = wanted.kernel
    {
        let has = |image: &&Image| {
            let bytes = images.bytes(image).ok();
            let object = bytes.as_deref().and_then(|bytes| isatope_object::open(bytes).ok());
            object.is_some_and(|o| {
                let kernels: Vec<&str> = o.kernels.iter().map(|k| k.name).collect();
                names::find_kernel(&kernels, kernel).is_ok()
            })
        };
        found.retain(has);
    }
    match found.as_slice() {
        [one] => Ok(one),
        [] => Err((
            format!("no image of {name} has the kernel `{}`", wanted.kernel.unwrap_or_default()),
            Some(format!("it has {} images", all.len())),
        )),
        many => {
            let number = |image: &&Image| all.iter().position(|i| i == *image).unwrap_or_default().to_string();
            let numbers: Vec<String> = many.iter().map(number).collect();
            let help = format!("give --kernel, or choose with --image: {}", numbers.join(", "));
            Err((format!("{} images of {name} could be meant", many.len()), Some(help)))
        }
    }
}

/// Whether the programs of a target are shaders, which stand in no container.
fn has_shaders(target: Target) -> bool {
    target.arch().name == "valhall"
}

/// The code of an assembled shader.
fn shader<'a>(output: &Output) -> Code<'a> {
    const TEXT: &str = ".text";
    let sections = &output.layout.sections;
    let in_text = |s: &&Symbol| s.section.is_some_and(|number| sections.get(number).is_none_or(|s| s.name == TEXT));
    let symbols = output.layout.symbols.iter().filter(in_text).map(|s| (s.name.clone(), s.offset));
    let mut symbols: Vec<(String, u64)> = symbols.collect();
    symbols.sort_by_key(|(_, offset)| *offset);
    Code::Shader(output.bytes_of(TEXT).into(), symbols)
}

/// Assembles a source.
fn assemble<'a>(name: &str, text: &str, wanted: &Wanted, reporter: &mut Reporter) -> Result<Ready<'a>, Reported> {
    let named = isatope_asm::named_target(text);
    let target = match wanted.target.map(|t| t.target).or(named) {
        Some(target) => target,
        None => {
            let error = Diagnostic::error(codes::LAUNCH, format!("{name} does not say what it is for"));
            reporter.report(&error.help(match text.trim_start().starts_with('{') {
                true => "is it a manifest? --manifest runs those",
                false => "choose it with -t, or write `.amdgcn_target` (llvm) or `.gpu` (clrx)",
            }));
            return Err(Reported);
        }
    };
    let dialect = match wanted.dialect {
        Some(dialect) => dialect,
        None => dialect_of(text, target),
    };
    let options = Options { local_labels: true, ..Options::default() };
    let Some(assembler) = Assembler::new(target, dialect, options) else {
        let names = target.arch().dialects.join(" or ");
        let error = Diagnostic::error(codes::LAUNCH, format!("{} has no dialect `{dialect}`", target.arch().name));
        reporter.report(&error.help(format!("choose {names}")));
        return Err(Reported);
    };
    let output = assembler.assemble(text);
    let file = reporter.sources.add(name, text);
    for diagnostic in &output.diagnostics {
        reporter.report(&diagnostic.clone().moved(file, 0));
    }
    if output.failed() {
        return Err(Reported);
    }
    if has_shaders(target) {
        return Ok(Ready { target, name: wanted.name(target.name()), code: shader(&output) });
    }
    match output.object(target) {
        Ok(object) => Ok(Ready { target, name: wanted.name(target.name()), code: Code::Object(object.into()) }),
        Err(message) => {
            reporter.report(&Diagnostic::error(codes::LAUNCH, format!("{name}: {message}")));
            Err(Reported)
        }
    }
}

/// The dialect of a source: LLVM's where it has directives that only LLVM knows.
fn dialect_of(text: &str, target: Target) -> &'static str {
    let dialects = target.arch().dialects;
    let llvm = dialects.iter().find(|d| **d == "llvm");
    let directives = [".amdgcn_target", ".amdhsa_kernel", ".amdgpu_metadata"];
    let is_llvm = || text.lines().any(|line| directives.iter().any(|d| line.trim_start().starts_with(d)));
    llvm.filter(|_| is_llvm()).unwrap_or(&dialects[0])
}
