//! Runs `isatope extract`.

use std::path::Path;

use isatope::Target;
use isatope::container::images::{Image, Images};
use isatope::container::{Contents, TargetId, can_hold};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::input::{self, Choice, Pick};
use serde_json::json;

use crate::args::{ExtractArgs, IMAGE_OPTIONS};
use crate::files;
use crate::output::{self, Reporter};

/// Runs the command.
pub fn run(args: &ExtractArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    files::is_kept(&args.file, Some(&args.output))?;
    let (name, contents) = files::open(&args.file)?;
    let Some(images) = find(&name, &contents, reporter) else { return Ok(reporter.code()) };
    let pick = Pick {
        image: args.image.as_deref(),
        target: args.target.as_ref(),
        kernel: args.kernel.as_deref(),
        ..Pick::default()
    };
    let numbers: Vec<usize> = match input::choose(&name, &images, &pick) {
        Choice::One(image) => images.images.iter().position(|i| std::ptr::eq(i, image)).into_iter().collect(),
        Choice::Several(numbers) => numbers,
        Choice::None(message, help) => {
            let error = Diagnostic::error(codes::NOT_IN_FILE, message);
            reporter.report(&Diagnostic { help, ..error });
            return Ok(reporter.code());
        }
    };
    // `-t` chooses here, and does not say how bytes are to be read.
    let other = |number: &&usize| {
        let own = images.images[**number].target.processor.parse::<Target>().ok();
        args.target.as_ref().is_some_and(|given| own != Some(given.target))
    };
    if let Some(number) = numbers.iter().find(other) {
        let own = &images.images[*number].target;
        let asked = args.target.as_ref().map_or("", |given| &given.name);
        let message = format!("image {number} of {name} is for {own}, not for {asked}");
        reporter.report(&Diagnostic::error(codes::NOT_IN_FILE, message).help("remove -t or --image"));
        return Ok(reporter.code());
    }
    let to_stream = args.output.as_os_str() == "-";
    // A name with an ending, where there is no folder of this name, is that of a file.
    let to_file = !to_stream && !args.output.is_dir() && args.output.extension().is_some();
    if (to_stream || to_file) && numbers.len() != 1 {
        reporter.report(&input::several(&name, &images, &numbers, IMAGE_OPTIONS));
        return Ok(reporter.code());
    }
    let mut out = String::new();
    for number in numbers {
        let image = &images.images[number];
        let bytes = match images.bytes(image) {
            Ok(bytes) => bytes,
            Err(error) => {
                let error = Diagnostic::error(codes::CONTAINER, format!("{name}: image {number}: {}", error.message))
                    .at_offset(error.offset);
                reporter.report(&error);
                continue;
            }
        };
        let path = match to_stream || to_file {
            true => args.output.clone(),
            false => {
                std::fs::create_dir_all(&args.output)
                    .map_err(|error| anyhow::anyhow!("cannot make the folder {}: {error}", args.output.display()))?;
                args.output.join(file_of(&name, number, image))
            }
        };
        output::write(Some(&path), &bytes, true)?;
        if !to_stream {
            out += &match args.json {
                true => {
                    let mut line = input::image_json(&images, number);
                    line["file"] = json!(path.display().to_string());
                    line.to_string()
                }
                false => path.display().to_string(),
            };
            out.push('\n');
        }
    }
    output::write(None, out.as_bytes(), false)?;
    Ok(reporter.code())
}

fn find<'a>(name: &str, contents: &'a Contents, reporter: &mut Reporter) -> Option<Images<&'a Contents>> {
    if !can_hold(contents) {
        if contents.all().is_ok_and(input::is_source) {
            reporter.report(&input::of_source(name));
            return None;
        }
        let message = format!("{name} is not a code object, offload bundle, archive, or ELF file that contains one");
        reporter.report(&Diagnostic::error(codes::NO_CODE, message));
        return None;
    }
    reporter.unless(input::find(name, contents))
}

/// `librocrand.so.1-0003-gfx906-xnack-off.co`
fn file_of(name: &str, number: usize, image: &Image) -> String {
    let stem = Path::new(name).file_name().map_or_else(|| "image".to_string(), |n| n.to_string_lossy().into_owned());
    let stem = if name == "<stdin>" { "image" } else { &stem };
    format!("{stem}-{number:04}-{}.co", target_of(&image.target))
}

/// A target as a part of a file's name.
fn target_of(target: &TargetId) -> String {
    let mut text: String =
        target.processor.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    for (name, setting) in [("sramecc", target.sramecc), ("xnack", target.xnack)] {
        if let Some(on) = setting {
            text += &format!("-{name}-{}", if on { "on" } else { "off" });
        }
    }
    text
}
