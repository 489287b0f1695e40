//! Control-flow graphs and lists of calls, for `isatope dis` and `isatope objdump`.

use std::fmt::Write as _;
use std::io::Write;

use isatope::container::Container;
use isatope::container::mesa::Piece;
use isatope::container::names;
use isatope::flow_graph::FlowGraph;
use isatope::listing::Part;
use isatope::values::{Referred, Values, calls};
use isatope::{Dialect, FlowKind, Target};

use crate::args::CfgForm;

/// How graphs are written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Text or dot.
    pub form: CfgForm,
    /// One JSON object per graph instead.
    pub json: bool,
    /// Without instructions.
    pub brief: bool,
    /// Without comments on instructions.
    pub no_comments: bool,
    /// Names as in the source.
    pub demangle: bool,
}

/// Writes the graphs of the functions of a container, or of those in the parts that are given.
pub fn of_container(
    container: &Container<'_>,
    (target, dialect): (Target, Dialect),
    parts: Option<&[Part]>,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let infos = container.launchable();
    let values = Values::with_calls(container, target, &infos, parts);
    for (number, code) in values.functions().iter().enumerate() {
        let section = &container.sections[code.section];
        let references = values.references().iter().filter(|reference| reference.function == number);
        let address = |offset: u64| section.address.wrapping_add(offset);
        let (mut notes, mut jumps, mut returns) = (Vec::<(u64, String)>::new(), Vec::new(), Vec::new());
        for reference in references {
            if let Referred::Code { kind: FlowKind::Jump | FlowKind::Branch, to: Some(to), direct: false } =
                reference.what
            {
                jumps.push((address(reference.offset), to.address));
            }
            if reference.what == Referred::Return {
                returns.push(address(reference.offset));
            }
            let text = values.text(reference, style.demangle).filter(|_| !style.no_comments);
            match (text, notes.last_mut()) {
                (Some(text), Some(last)) if last.0 == address(reference.offset) => {
                    let _ = write!(last.1, " -> {text}");
                }
                (Some(text), _) => notes.push((address(reference.offset), text)),
                (None, _) => {}
            }
        }
        let name = if style.demangle { names::demangle(code.name).into_owned() } else { code.name.to_owned() };
        let bytes = &section.data[code.start as usize..code.end as usize];
        let graph = FlowGraph::new(name, target, dialect, bytes, code.start, section.address)?;
        write(graph.with_jumps(jumps).with_returns(returns).with_notes(notes), style, number == 0, out)?;
    }
    Ok(())
}

/// Writes the graphs of bare code: a graph for each program.
pub fn of_code<'p>(
    name: &str,
    (target, dialect): (Target, Dialect),
    pieces: impl Iterator<Item = &'p Piece<'p>>,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let programs = pieces.filter_map(|piece| match piece {
        Piece::Code { offset, bytes } => Some((*offset, bytes.as_ref())),
        _ => None,
    });
    for (number, (offset, bytes)) in programs.enumerate() {
        let name = if number == 0 { name.to_owned() } else { format!("{name}, program {}", number + 1) };
        let whole = bytes.len() / target.word_bytes() * target.word_bytes();
        let graph = FlowGraph::new(name, target, dialect, &bytes[..whole], offset, 0)?;
        write(graph, style, number == 0, out)?;
    }
    Ok(())
}

fn write(graph: FlowGraph, style: Style, first: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let graph = if style.brief { graph.without_instructions() } else { graph };
    if style.json {
        writeln!(out, "{}", graph.json())?;
        return Ok(());
    }
    let mut text = String::new();
    match style.form {
        CfgForm::Text => write!(text, "{}{graph}", if first { "" } else { "\n" })?,
        CfgForm::Dot => graph.write_dot(&mut text)?,
    }
    out.write_all(text.as_bytes())?;
    Ok(())
}

/// Writes who calls and reads what.
pub fn call_list(
    container: &Container<'_>,
    target: Target,
    parts: Option<&[Part]>,
    (json, all): (bool, bool),
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let infos = container.launchable();
    let values = Values::with_calls(container, target, &infos, None);
    let callers = calls::calls(container, &values);
    let shown = callers.iter().filter(|caller| {
        parts.is_none_or(|parts| {
            parts.iter().any(|part| part.section == caller.code.section && part.range.contains(&caller.code.start))
        })
    });
    let mut plain = 0;
    for caller in shown {
        if json {
            writeln!(out, "{}", caller.json(container))?;
        } else if caller.is_plain() && !all {
            plain += 1;
        } else {
            let mut text = String::new();
            caller.write(true, &mut text)?;
            out.write_all(text.as_bytes())?;
        }
    }
    if plain > 0 {
        let (are, s) = if plain == 1 { ("s", "") } else { ("", "s") };
        writeln!(out, "{plain} function{s} call{are} nothing and use{are} no data of the program; --all lists them")?;
    }
    Ok(())
}
