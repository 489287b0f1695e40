//! Runs `isatope objdump`: summarises a file on one screen.

use std::collections::BTreeMap;
use std::io::Write;

use isatope::container::images::Images;
use isatope::container::launch::LaunchInfo;
use isatope::container::signature::Signature;
use isatope::container::{Container, Contents, Kernel, SectionKind, names, patterns};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::exact::exact;
use isatope::input::{self, Opened, Pick};
use isatope::listing::{self, Wanted};
use isatope::summary::{kernel_json, occupancy, units};
use isatope::{Dialect, Target, UnitCounts};
use serde_json::json;

use super::graphs::{self, Style};
use super::target_of;
use crate::args::ObjdumpArgs;
use crate::files;
use crate::output::{self, Reporter};

/// Rows of a table that fit a screen together with the rest.
const ROWS: usize = 24;

/// Runs the command.
pub fn run(args: &ObjdumpArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let (name, contents) = files::open(&args.file)?;
    let pick = Pick {
        image: args.image.as_deref(),
        target: args.target.as_ref(),
        kernel: args.kernel.as_deref(),
        ..Pick::default()
    };
    let mut out = output::open(None)?;
    match reporter.unless(input::open(&name, &contents, &pick)) {
        None => {}
        Some(Opened::Several(images, numbers)) => several(args, &name, &images, &numbers, &mut out)?,
        Some(Opened::Image(bytes)) => {
            if let Some(container) = reporter.unless(input::read(&name, &bytes)) {
                let warning = input::warning_of_other(&name, &container, args.target.as_ref(), "not for");
                warning.iter().for_each(|warning| reporter.report(warning));
                match args.calls || args.cfg.is_some() {
                    true => graphs(args, &name, &container, reporter, &mut out)?,
                    false => one(args, &name, &container, reporter, &mut out)?,
                }
            }
        }
    }
    out.finish()?;
    Ok(reporter.code())
}

/// Calls, or control-flow graphs.
fn graphs(
    args: &ObjdumpArgs,
    name: &str,
    container: &Container<'_>,
    reporter: &mut Reporter,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some(target) = target_of(name, container, args.target.as_ref(), reporter) else { return Ok(()) };
    let wanted = Wanted { kernel: args.kernel.as_deref(), ..Wanted::default() };
    let Some(parts) = reporter.unless(listing::parts(container, &wanted)) else { return Ok(()) };
    let Some(form) = args.cfg else {
        return graphs::call_list(container, target, parts.as_deref(), (args.json, args.all), out);
    };
    let style = Style { form, json: args.json, brief: args.no_instructions, no_comments: false, demangle: true };
    let dialect = target.dialects().find(|d| *d == Dialect::LLVM).unwrap_or(target.dialect());
    graphs::of_container(container, (target, dialect), parts.as_deref(), style, out)
}

/// A file with several images.
fn several(
    args: &ObjdumpArgs,
    name: &str,
    images: &Images<&Contents>,
    numbers: &[usize],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        for &number in numbers {
            writeln!(out, "{}", input::image_json(images, number))?;
        }
        return Ok(());
    }
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (bundles, images_in) = (counted(images.bundles.len(), "bundle"), counted(images.images.len(), "image"));
    writeln!(out, "{name}: {bundles}, {images_in}")?;
    if args.all || numbers.len() <= ROWS {
        write!(out, "{}", input::table(images, numbers))?;
    } else {
        let mut by_target: BTreeMap<String, (usize, u64)> = BTreeMap::new();
        for &number in numbers {
            let image = &images.images[number];
            let found = by_target.entry(image.target.to_string()).or_default();
            *found = (found.0 + 1, found.1 + image.size);
        }
        let width = by_target.keys().map(String::len).max().unwrap_or(0);
        writeln!(out, "{:width$}  images       bytes", "target")?;
        for (target, (count, bytes)) in &by_target {
            let known = target.split(':').next().unwrap_or(target).parse::<Target>().is_ok();
            let remark = if known { "" } else { "  not supported" };
            writeln!(out, "{target:width$}  {count:6}  {bytes:10}{remark}")?;
        }
    }
    writeln!(out, "select one with --image NUMBER, -t TARGET or --kernel NAME; --all lists all of them")?;
    Ok(())
}

/// One code object.
fn one(
    args: &ObjdumpArgs,
    name: &str,
    container: &Container<'_>,
    reporter: &mut Reporter,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let infos = container.launchable();
    let mut kernels: Vec<(&Kernel<'_>, Option<&LaunchInfo>, Option<String>)> = container
        .kernels
        .iter()
        .zip(&infos)
        .map(|(kernel, info)| (kernel, info.as_ref().ok(), info.as_ref().err().map(|e| e.reason.clone())))
        .collect();
    if let Some(wanted) = &args.kernel {
        let symbols: Vec<&str> = container.kernels.iter().map(|k| k.name).collect();
        let found = if patterns::is_pattern(wanted) { None } else { Some(names::find_kernel(&symbols, wanted)) };
        kernels.retain(|(kernel, ..)| match &found {
            None => names::answers(kernel.name, wanted),
            Some(Ok(index)) => kernel.name == symbols[*index],
            Some(Err(_)) => {
                kernel.name.contains(wanted.as_str()) || names::demangle(kernel.name).contains(wanted.as_str())
            }
        });
        if kernels.is_empty() {
            let missing = found.and_then(Result::err).map_or_else(
                || Diagnostic::error(codes::NOT_IN_FILE, format!("no kernel matches `{wanted}`")),
                |error| Diagnostic::error(codes::NOT_IN_FILE, error.to_string()),
            );
            reporter.report(&missing);
            return Ok(());
        }
    }
    if args.json {
        return all_json(container, &kernels, out);
    }
    let target = container.target_id().map_or_else(|| "unknown".to_owned(), |id| id.to_string());
    let version = match container.kind {
        isatope::container::Kind::Hsa(version) => format!(" version {version}"),
        _ => String::new(),
    };
    writeln!(out, "{name}: {}{version} for {target}, {} bytes", container.kind.name(), container.file.len())?;
    if args.kernel.is_none() {
        sections(args, container, out)?;
        let counts = units(container, kernels.iter().map(|(kernel, ..)| *kernel));
        if let Some(counts) = counts {
            writeln!(out, "\n{}", units_text(&counts))?;
        }
    }
    let few = args.kernel.is_some() && kernels.len() <= 4;
    if kernels.is_empty() {
        writeln!(out, "no kernels")?;
        return Ok(());
    }
    if few {
        for (kernel, info, problem) in &kernels {
            detail(container, kernel, *info, problem.as_deref(), out)?;
        }
        return Ok(());
    }
    table(args, container, &kernels, out)
}

fn sections(args: &ObjdumpArgs, container: &Container<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let shown: Vec<_> =
        container.sections.iter().filter(|s| s.sh_type != 0 && (args.all || s.kind != SectionKind::Derived)).collect();
    let debug = |s: &isatope::container::Section<'_>| s.name.starts_with(".debug_");
    let width = shown.iter().map(|s| s.name.len()).max().unwrap_or(0).clamp(7, 32);
    writeln!(out, "\n{:width$}     address      bytes  kind", "section")?;
    for section in shown.iter().filter(|s| args.all || !debug(s)).take(if args.all { usize::MAX } else { ROWS }) {
        let kind = match section.kind {
            SectionKind::Code => "code",
            SectionKind::Data => "data",
            SectionKind::Zeros => "zeros",
            SectionKind::Note => "note",
            SectionKind::Derived => "derived",
        };
        writeln!(out, "{:width$}  {:#10x} {:10}  {kind}", section.name, section.address, section.size)?;
    }
    let hidden: Vec<_> = shown.iter().filter(|s| !args.all && debug(s)).collect();
    if !hidden.is_empty() {
        let bytes: u64 = hidden.iter().map(|s| s.size).sum();
        writeln!(out, "{:width$}             {bytes:10}  debug information in {} sections", "", hidden.len())?;
    }
    Ok(())
}

/// `72 instructions: valu 40, vmem 20, …`
fn units_text(counts: &UnitCounts) -> String {
    let plural = if counts.instructions == 1 { "" } else { "s" };
    let units: Vec<String> = counts.units.iter().map(|(name, count)| format!("{name} {count}")).collect();
    let colon = if units.is_empty() { "" } else { ": " };
    format!("{} instruction{plural}{colon}{}", counts.instructions, units.join(", "))
}

/// A line for each kernel.
fn table(
    args: &ObjdumpArgs,
    container: &Container<'_>,
    kernels: &[(&Kernel<'_>, Option<&LaunchInfo>, Option<String>)],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let many = kernels.len() > ROWS && !args.all;
    writeln!(out, "\n{} kernel{}", kernels.len(), if kernels.len() == 1 { "" } else { "s" })?;
    const HEAD: &str = "   address      code  vgprs  sgprs    lds  scratch  waves  args  name";
    writeln!(out, "{HEAD}")?;
    // In a pipe names are whole: what reads them may look for any part.
    let room = output::width().map(|width| (width + "name".len()).saturating_sub(HEAD.len()).max(24));
    let limit = room.filter(|_| !args.all).unwrap_or(usize::MAX);
    for (kernel, info, _) in kernels.iter().take(if many { ROWS } else { usize::MAX }) {
        let size = kernel.code.map_or(0, |(_, start, end)| end.saturating_sub(start));
        let address = kernel.code.map_or("-".to_string(), |(section, start, _)| {
            format!("{:#x}", container.sections[section].address.wrapping_add(start))
        });
        let name = match info {
            Some(info) => Signature::of(info).to_string(),
            None => names::demangle(kernel.name).into_owned(),
        };
        let name = shortened(&name, limit);
        match info {
            Some(info) => {
                let waves = occupancy(container, info).map_or("-".to_string(), |found| found.waves.to_string());
                let args = info.args.iter().filter(|a| !a.kind.is_hidden()).count();
                writeln!(
                    out,
                    "{address:>10}  {size:8}  {:5}  {:5}  {:5}  {:7}  {waves:>5}  {args:4}  {name}",
                    info.vgprs_used.unwrap_or(info.vgprs),
                    info.sgprs_used.unwrap_or(info.sgprs),
                    info.group_segment,
                    info.private_segment
                )?;
            }
            None => writeln!(
                out,
                "{address:>10}  {size:8}  {:>5}  {:>5}  {:>5}  {:>7}  {:>5}  {:>4}  {name}",
                "-", "-", "-", "-", "-", "-"
            )?,
        }
    }
    if many {
        writeln!(out, "and {} more: --all lists them, --kernel NAME|PATTERN shows some", kernels.len() - ROWS)?;
    }
    Ok(())
}

fn shortened(name: &str, limit: usize) -> String {
    if name.chars().count() <= limit {
        return name.to_string();
    }
    // What tells kernels apart is at both ends.
    let half = limit.saturating_sub(1) / 2;
    let end: Vec<char> = name.chars().rev().take(half).collect();
    name.chars().take(limit - 1 - half).chain(['…']).chain(end.into_iter().rev()).collect()
}

/// Everything about a kernel.
fn detail(
    container: &Container<'_>,
    kernel: &Kernel<'_>,
    info: Option<&LaunchInfo>,
    problem: Option<&str>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let signature = info.map(Signature::of);
    match &signature {
        Some(signature) => writeln!(out, "\n{signature}")?,
        None => writeln!(out, "\n{}", names::demangle(kernel.name))?,
    }
    writeln!(out, "  symbol     {}", kernel.name)?;
    if let Some((section, start, end)) = kernel.code {
        let address = container.sections[section].address;
        writeln!(
            out,
            "  code       {:#x} to {:#x}, {} bytes in {}",
            address + start,
            address + end,
            end.saturating_sub(start),
            container.sections[section].name
        )?;
    }
    if let Some(counts) = units(container, [kernel]) {
        writeln!(out, "  units      {}", units_text(&counts))?;
    }
    let (Some(info), Some(signature)) = (info, signature) else {
        writeln!(out, "  {}", problem.unwrap_or("its launch parameters are unknown"))?;
        return Ok(());
    };
    let spilled = |count: Option<u32>| count.filter(|n| *n > 0).map_or(String::new(), |n| format!(", {n} spilled"));
    writeln!(
        out,
        "  registers  {} VGPRs{}, {} SGPRs{}",
        info.vgprs_used.unwrap_or(info.vgprs),
        spilled(info.vgpr_spills),
        info.sgprs_used.unwrap_or(info.sgprs),
        spilled(info.sgpr_spills)
    )?;
    writeln!(
        out,
        "  memory     {} bytes of LDS, {} bytes of scratch per work-item{}",
        info.group_segment,
        info.private_segment,
        if info.dynamic_stack { " and more" } else { "" }
    )?;
    if let Some(found) = occupancy(container, info) {
        writeln!(out, "  occupancy  {} of {} wavefronts on a SIMD", found.waves, found.most)?;
    }
    match (info.required_workgroup_size, info.max_flat_workgroup_size) {
        (Some([x, y, z]), _) => writeln!(out, "  workgroup  {x}, {y}, {z}")?,
        (None, Some(most)) => writeln!(out, "  workgroup  up to {most} work-items")?,
        (None, None) => {}
    }
    let hidden = info.args.iter().filter(|a| a.kind.is_hidden()).count();
    writeln!(
        out,
        "  arguments  {} bytes{}",
        info.kernarg_size,
        if hidden > 0 { format!(", including {hidden} hidden arguments") } else { String::new() }
    )?;
    arguments(info, &signature, out)
}

/// A table of all arguments of a kernel.
fn arguments(info: &LaunchInfo, signature: &Signature<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut declared = signature.arguments.iter();
    let rows: Vec<[String; 3]> = info
        .args
        .iter()
        .enumerate()
        .map(|(index, arg)| {
            let name = info.arg_name(index).into_owned();
            if arg.kind.is_hidden() {
                return ["hidden".to_owned(), name, String::new()];
            }
            let text = declared.next().map_or("", |text| text.as_str());
            let ty = text.strip_suffix(arg.name.as_deref().unwrap_or_default()).unwrap_or(text).trim();
            let ty = if ty == arg.kind_name { "" } else { ty };
            let access = if arg.is_const { ", read only" } else { "" };
            [arg.kind_name.clone().into_owned(), name, format!("{ty}{access}")]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (kinds, names) = (width(0), width(1));
    for (arg, [kind, name, ty]) in info.args.iter().zip(&rows) {
        let line = format!("    {:#6x}  {:3} bytes  {kind:kinds$}  {name:names$}  {ty}", arg.offset, arg.size);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Everything, one object per line: the container, sections, kernels.
fn all_json(
    container: &Container<'_>,
    kernels: &[(&Kernel<'_>, Option<&LaunchInfo>, Option<String>)],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let id = container.target_id();
    let line = json!({
        "container": container.kind.name(), "target": container.target,
        "xnack": id.as_ref().and_then(|id| id.xnack), "sramecc": id.as_ref().and_then(|id| id.sramecc),
        "triple": container.triple, "bytes": container.file.len(),
        "sections": container.sections.iter().filter(|s| s.sh_type != 0).count(), "kernels": kernels.len(),
    });
    writeln!(out, "{line}")?;
    for section in container.sections.iter().filter(|s| s.sh_type != 0) {
        let kind = format!("{:?}", section.kind).to_lowercase();
        let line = json!({ "section": section.name, "kind": kind, "address": exact(section.address), "file_offset": exact(section.offset), "bytes": exact(section.size) });
        writeln!(out, "{line}")?;
    }
    for (kernel, info, problem) in kernels {
        writeln!(out, "{}", kernel_json(container, kernel, *info, problem.as_deref()))?;
    }
    Ok(())
}
