//! Runs `isatope dis` on containers.

use isatope::container::Contents;
use isatope::input::{self, Opened, Pick};
use isatope::listing::{self, Branches, Listing, Notes, Sink, Wanted};
use isatope::strict;
use isatope::values::Values;

use super::graphs::{self, Style};
use super::target_of;
use crate::args::{DisArgs, DisEmit, IMAGE_OPTIONS};
use crate::output::{self, Reporter};

/// Lists a container.
pub fn run(args: &DisArgs, name: &str, contents: &Contents, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let pick = Pick {
        image: args.image.as_deref(),
        target: args.language.named.as_ref(),
        kernel: args.kernel.as_deref(),
        ..Pick::default()
    };
    let Some(opened) = reporter.unless(input::open(name, contents, &pick)) else { return Ok(reporter.code()) };
    let bytes = match opened {
        Opened::Image(bytes) => bytes,
        Opened::Several(images, numbers) => {
            // Who wants a file wants what is in it.
            if args.output.is_some() {
                reporter.report(&input::several(name, &images, &numbers, IMAGE_OPTIONS));
                return Ok(reporter.code());
            }
            let text = match args.emit() {
                DisEmit::Json => numbers.iter().map(|n| input::image_json(&images, *n).to_string() + "\n").collect(),
                _ => input::table(&images, &numbers),
            };
            output::write(None, text.as_bytes(), false)?;
            reporter.note("select one of these with --image NUMBER, -t TARGET or --kernel NAME");
            return Ok(reporter.code());
        }
    };
    let Some(opened) = reporter.unless(input::read(name, &bytes)) else { return Ok(reporter.code()) };
    let Some(target) = target_of(name, &opened, args.language.named.as_ref(), reporter) else {
        return Ok(reporter.code());
    };
    let dialect = args.language.or(Some(target)).dialect_for(&opened)?;
    let wanted = Wanted { kernel: args.kernel.as_deref(), sections: &args.section, start: args.start, stop: args.stop };
    let Some(parts) = reporter.unless(listing::parts(&opened, &wanted)) else { return Ok(reporter.code()) };
    if args.strict {
        strict::container(&opened, target).iter().for_each(|error| reporter.report(error));
    }
    if let Some(form) = args.cfg {
        let style = Style {
            form,
            json: args.emit() == DisEmit::Json,
            brief: args.no_instructions,
            no_comments: args.no_comments,
            demangle: args.demangle,
        };
        let mut out = output::open(args.output.as_deref())?;
        graphs::of_container(&opened, (target, dialect), parts.as_deref(), style, &mut out)?;
        out.finish()?;
        return Ok(reporter.code());
    }
    let infos = if args.no_comments { Vec::new() } else { opened.launchable() };
    let is_large = args.emit() != DisEmit::Json && parts.is_none() && listing::is_large(&opened);
    let explains = !args.no_comments && (args.comments || !is_large);
    if is_large && !args.no_comments && !args.comments {
        reporter.note(
            "the listing is long, and does not explain what instructions refer to: --comments or --kernel NAME does",
        );
    }
    let is_complete = parts.is_none() && args.emit() != DisEmit::Json;
    if let Some(why) = (is_complete && !args.all).then(|| listing::missing_relocations(&opened)).flatten() {
        reporter.note(&format!("this listing lacks the relocations of the file: {why}"));
    }
    if let Some(why) = args.all.then(|| listing::loss(&opened, target, dialect)).flatten() {
        reporter.note(&format!("`asm` does not make the same file of this listing: {why}"));
    }
    let values = explains.then(|| Values::of(&opened, target, &infos, parts.as_deref()));
    let out = output::open(args.output.as_deref())?;
    let mut out = if args.emit() == DisEmit::Json { out } else { out.listing() };
    if args.emit() == DisEmit::Json {
        let mut sink = Sink::new(&mut out);
        let extra = values.as_ref().map_or(Vec::new(), Values::members);
        listing::container_json(&opened, target, dialect, parts.as_deref(), &extra, &mut sink)?;
        sink.flush()?;
    } else {
        let list = args.emit() == DisEmit::List;
        let notes = Notes { demangle: args.demangle, line_numbers: args.line_numbers, source: args.source };
        let (comments, warnings) = listing::comments_of(&opened, &infos, parts.as_deref(), notes);
        let references = values.as_ref().map_or(Vec::new(), |values| values.notes(args.demangle));
        // The listing uses their memory again.
        drop(values);
        drop(infos);
        warnings.iter().for_each(|warning| reporter.report(warning));
        let distances = if is_complete { listing::distances(&opened, target) } else { Vec::new() };
        let branches = list.then(|| Branches::new(&opened, args.demangle));
        let mut listing = Listing::of_container(&opened, target, dialect)?
            .margin(list)
            .all(args.all)
            .comments(&comments)
            .notes(&references)
            .distances(&distances);
        if let Some(parts) = &parts {
            listing = listing.only(parts);
        }
        if let Some(branches) = &branches {
            listing = listing.remark(branches);
        }
        listing.write(&mut out)?;
    }
    if reporter.code() == 0 || args.output.is_none() {
        out.finish()?;
    }
    Ok(reporter.code())
}
