//! Detects the dialect of a source: the one that it names, or the only one that fits.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use isatope_asm::{Item, Options, Output};
use isatope_core::Formatter;
use isatope_core::tables::{Format, Style};
use isatope_diag::{Diagnostic, SourceFile, Span, codes};

use super::{Assembler, Inputs, Source};
use crate::{Dialect, Target};

/// Lines of a source that are looked at.
const LINES: usize = 20_000;

/// Names a dialect.
const DIALECT: &str = ".dialect";

impl Source {
    /// The dialect that a source names, or that can be told from it: by its first directive that only one dialect has,
    /// else by a mnemonic.
    ///
    /// ```
    /// use isatope::{Dialect, Source, Target};
    ///
    /// assert_eq!(Source::dialect_of("v_add_f32_e64 v0, v1, v2", Target::GFX900), Some(Dialect::LLVM));
    /// assert_eq!(Source::dialect_of("s_endpgm", Target::GFX900), None);
    /// ```
    pub fn dialect_of(text: &str, target: Target) -> Option<Dialect> {
        find(text, target)
    }
}

fn find(text: &str, target: Target) -> Option<Dialect> {
    let tables = target.arch();
    let suffixes_of = |f: &'static Format| f.suffixes.iter().map(|suffix| suffix.as_str()).zip(target.dialects());
    let all = tables.formats.iter().flat_map(suffixes_of);
    let suffixes: BTreeSet<(&str, Dialect)> = all.filter(|(suffix, _)| !suffix.is_empty()).collect();
    let mut by_suffix = None;
    for line in text.lines().take(LINES) {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else { continue };
        if word == DIALECT {
            return words.next().and_then(|name| Dialect::from_name(target, name.trim_matches('"')));
        }
        if word.starts_with('.') {
            let is_own = |style: &Style| style.own.iter().any(|start| word.starts_with(start));
            if let Some((found, _)) = target.dialects().zip(tables.styles).find(|(_, style)| is_own(style)) {
                return Some(found);
            }
        } else if by_suffix.is_none() {
            // A suffix that two dialects have tells nothing.
            let mut having = suffixes.iter().filter(|(suffix, _)| word.ends_with(suffix)).map(|(_, dialect)| *dialect);
            by_suffix = having.next().filter(|first| having.all(|other| other == *first));
        }
    }
    by_suffix
}

impl Source {
    /// Assembles a source that does not name its dialect, in the first dialect of the target that accepts it. Lines
    /// that mean something else in another one are warned of.
    pub fn in_any_dialect(target: Target, text: impl Into<String>, options: Options) -> Self {
        Self::in_any_dialect_with(target, text, options, &Inputs::default())
    }

    /// Like [`in_any_dialect`](Self::in_any_dialect), with files and symbols.
    pub fn in_any_dialect_with(target: Target, text: impl Into<String>, options: Options, inputs: &Inputs) -> Self {
        let text = SourceFile::new("", text);
        let (dialect, output) = try_all(&text.text, target, options, inputs);
        Self { output, text, target, dialect }
    }
}

fn try_all(text: &str, target: Target, options: Options, inputs: &Inputs) -> (Dialect, Output) {
    let dialects: Vec<Dialect> = target.dialects().collect();
    let read = |dialect, options| {
        let assembler = Assembler::with_options(target, dialect, options);
        assembler.map_or_else(|_| Output::default(), |assembler| assembler.with_inputs(inputs).run(text))
    };
    // What is wrong is told once it is known that no dialect takes the source: most often it is another one's after a
    // few lines.
    let until_error = Options { until_error: true, ..options };
    let read_quickly = |dialect: Dialect| (dialect, read(dialect, until_error));
    let all = if text.len() < SHORT { in_turn(&dialects, &read_quickly) } else { at_once(&dialects, &read_quickly) };
    let mut taken = all.into_iter().filter(|(_, output)| !output.failed());
    let Some((dialect, mut output)) = taken.next() else { return (dialects[0], read(dialects[0], options)) };
    let others: Vec<Dialect> = taken
        .filter(|(_, found)| found.items != output.items || found.words != output.words || found.bytes != output.bytes)
        .map(|(other, _)| other)
        .collect();
    others.into_iter().for_each(|other| warn(text, target, options, [dialect, other], &mut output));
    (dialect, output)
}

/// A source of this many bytes is read sooner than a thread starts.
const SHORT: usize = 16 << 10;

/// Reads in all dialects at once: whether they differ is known only at the end.
#[cfg(not(target_family = "wasm"))]
fn at_once<T: Send>(dialects: &[Dialect], read: &(impl Fn(Dialect) -> T + Sync)) -> Vec<T> {
    std::thread::scope(|scope| {
        let others: Vec<_> = dialects[1..].iter().map(|d| scope.spawn(|| read(*d))).collect();
        let first = read(dialects[0]);
        let others = others.into_iter().filter_map(|thread| thread.join().ok());
        std::iter::once(first).chain(others).collect()
    })
}

/// Reads in one dialect after the other, where there are no threads.
#[cfg(target_family = "wasm")]
fn at_once<T>(dialects: &[Dialect], read: &impl Fn(Dialect) -> T) -> Vec<T> {
    in_turn(dialects, read)
}

/// Reads in one dialect after the other.
fn in_turn<T>(dialects: &[Dialect], read: &impl Fn(Dialect) -> T) -> Vec<T> {
    dialects.iter().map(|dialect| read(*dialect)).collect()
}

/// Adds a warning for each line that two dialects read differently.
fn warn(text: &str, target: Target, options: Options, dialects: [Dialect; 2], output: &mut Output) {
    let placed = Options { places: true, ..options };
    let read = |dialect: Dialect| Assembler::with_options(target, dialect, placed).map(|a| a.run(text));
    let (Ok(ours), Ok(theirs)) = (read(dialects[0]), read(dialects[1])) else { return };
    let show = |dialect: Dialect, item: Item| match item {
        Item::Instruction(inst) => {
            Formatter::in_dialect(target, dialect).map(|f| f.display(&inst).to_string()).unwrap_or_default()
        }
        _ => format!("{:#x}", item.bits()),
    };
    let show_all = |dialect: Dialect, items: &[Placed]| match items {
        [] => "nothing".to_string(),
        _ => items.iter().map(|(item, _)| format!("`{}`", show(dialect, *item))).collect::<Vec<_>>().join(" and "),
    };
    let mut add = |span: Range<usize>, mine: &[Placed], others: &[Placed]| {
        let message = format!("the dialects {} and {} read this differently", dialects[0], dialects[1]);
        let warning = Diagnostic::warning(codes::DIALECT, message)
            .at(Span::new(span))
            .note(format!("{} reads {}", dialects[0], show_all(dialects[0], mine)))
            .note(format!("{} reads {}", dialects[1], show_all(dialects[1], others)))
            .help(format!(
                "it is read as {}: select one with --dialect, or `.dialect NAME` in the source",
                dialects[0]
            ));
        output.diagnostics.push(warning);
    };
    let (mut ours, mut theirs) = (by_line(text, &ours), by_line(text, &theirs));
    let lines: BTreeSet<usize> = ours.keys().chain(theirs.keys()).copied().collect();
    for line in lines {
        let mine = ours.remove(&line).unwrap_or_default();
        let others = theirs.remove(&line).unwrap_or_default();
        let places = |items: &[Placed]| items.iter().map(|(_, place)| place.clone()).collect::<Vec<_>>();
        if places(&mine) == places(&others) {
            let pairs = mine.chunks(1).zip(others.chunks(1)).filter(|(mine, other)| mine[0].0 != other[0].0);
            pairs.for_each(|(mine, other)| add(mine[0].1.clone(), mine, other));
        } else if let (Some(first), Some(last)) =
            (mine.iter().chain(&others).map(|i| i.1.start).min(), mine.iter().chain(&others).map(|i| i.1.end).max())
        {
            add(first..last, &mine, &others);
        }
    }
}

/// An item of a source with its place in the text.
type Placed = (Item, Range<usize>);

/// The items of each line, by the offset of the line.
fn by_line(text: &str, output: &Output) -> BTreeMap<usize, Vec<Placed>> {
    let mut lines: BTreeMap<usize, Vec<Placed>> = BTreeMap::new();
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    for (item, place) in output.items.iter().zip(&output.places) {
        let place = place.0 as usize..place.1 as usize;
        let line = starts[starts.partition_point(|start| *start <= place.start) - 1];
        lines.entry(line).or_default().push((item, place));
    }
    lines
}
