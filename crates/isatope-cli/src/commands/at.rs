//! Runs `isatope at`.

use isatope::diagnostics::{Diagnostic, codes};
use isatope::input::{self, Opened, Pick};
use isatope::listing;
use isatope::locate::Finder;
use isatope::values::Values;

use super::target_of;
use crate::args::{AtArgs, dialect_of, usual_dialect};
use crate::files;
use crate::output::{self, Reporter};

/// Runs the command.
pub fn run(args: &AtArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let (name, contents) = files::open(&args.file)?;
    let symbol = args.addresses.iter().find_map(|a| a.split_once('+').map(|(symbol, _)| symbol));
    let symbol = symbol.filter(|s| !s.starts_with(|c: char| c.is_ascii_digit()));
    let pick = Pick { image: args.image.as_deref(), target: args.target.as_ref(), kernel: symbol, ..Pick::default() };
    let Some(opened) = reporter.unless(input::open(&name, &contents, &pick)) else { return Ok(reporter.code()) };
    let bytes = match opened {
        Opened::Image(bytes) => bytes,
        Opened::Several(images, numbers) => {
            output::write(None, input::table(&images, &numbers).as_bytes(), false)?;
            let options = "--image NUMBER, with -t TARGET, or by a symbol: SYMBOL+0x34";
            reporter.report(&input::several(&name, &images, &numbers, options));
            return Ok(reporter.code());
        }
    };
    let Some(container) = reporter.unless(input::read(&name, &bytes)) else { return Ok(reporter.code()) };
    let Some(target) = target_of(&name, &container, args.target.as_ref(), reporter) else {
        return Ok(reporter.code());
    };
    let dialect = match &args.dialect {
        Some(name) => dialect_of(target, name)?,
        None => usual_dialect(target)?.unwrap_or_else(|| listing::dialect_of(target, &container)),
    };
    let (finder, error) = Finder::new(&container, target, dialect)?;
    if let Some(error) = error {
        reporter.report(&Diagnostic::warning(codes::NO_DEBUG_INFO, error.to_string()));
    }
    let infos = container.launchable();
    let finder = finder.with_notes(Values::of(&container, target, &infos, None).notes(true));
    let mut out = String::new();
    for text in &args.addresses {
        let found = finder.find(text, args.base);
        match found {
            Err(error) => {
                let places = finder.code();
                reporter.report(
                    &Diagnostic::error(codes::ADDRESS, error.message).help(format!("there is code in {places}")),
                );
            }
            Ok(place) if args.json => {
                out += &place.json().to_string();
                out.push('\n');
            }
            Ok(place) => out += &place.text(),
        }
    }
    output::write(None, out.as_bytes(), false)?;
    Ok(reporter.code())
}
