//! The dialect of a source: what it says itself, or what only one dialect has.

use isatope::assembler::{Assembler, Item, Options, Output};
use isatope::diagnostics::{Diagnostic, Span, codes};
use isatope::tables::{Formatter, Target};

/// Lines of a source that are looked at.
const LINES: usize = 20_000;

/// How directives begin that only sources of a dialect have.
const DIRECTIVES: &[(&str, &[&str])] = &[
    ("llvm", &[".amdgcn_target", ".amdhsa_", ".amdgpu_", ".addrsig", ".ident"]),
    ("clrx", &[".gpu", ".arch", ".rocm", ".amdcl2", ".gallium", ".raw", ".kernel", ".config"]),
];

/// How mnemonics end in one dialect only.
const SUFFIXES: &[(&str, &[&str])] = &[("llvm", &["_e32", "_e64", "_sdwa", "_dpp"])];

/// Names a dialect.
const DIALECT: &str = ".dialect";

/// The dialect that a source says, or that can be told from it: by its first directive that only one dialect has, else by a mnemonic.
pub fn find(text: &str, target: Target) -> Option<&'static str> {
    let dialects = target.arch().dialects;
    let named = |name: &str| dialects.iter().copied().find(|d| d.eq_ignore_ascii_case(name));
    let mut by_suffix = None;
    for line in text.lines().take(LINES) {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else { continue };
        if word == DIALECT {
            return words.next().and_then(|name| named(name.trim_matches('"')));
        }
        if word.starts_with('.') {
            let of = |(_, starts): &&(&str, &[&str])| starts.iter().any(|start| word.starts_with(start));
            if let Some(found) = DIRECTIVES.iter().find(of).and_then(|(name, _)| named(name)) {
                return Some(found);
            }
        } else if by_suffix.is_none() {
            let of = |(_, ends): &&(&str, &[&str])| ends.iter().any(|end| word.ends_with(end));
            by_suffix = SUFFIXES.iter().find(of).and_then(|(name, _)| named(name));
        }
    }
    by_suffix
}

/// The dialect of a source, where nothing else says one: the one that it says, or the architecture's first.
pub fn of(text: &str, target: Target) -> &'static str {
    find(text, target).unwrap_or(target.arch().dialects[0])
}

/// What a source gives that does not say its dialect: in the first dialect that takes it. Lines that mean something else in another one are
/// warned of.
pub fn try_all(text: &str, target: Target, options: Options) -> Option<(&'static str, Output)> {
    let arch = target.arch();
    let read = |dialect: &str| Assembler::new(target, dialect, options).map(|assembler| assembler.assemble(text));
    // All at once: whether they differ is known only at the end.
    let mut all: Vec<(&'static str, Output)> = std::thread::scope(|scope| {
        let others: Vec<_> = arch.dialects[1..].iter().map(|d| (*d, scope.spawn(|| read(d)))).collect();
        let first = read(arch.dialects[0]).map(|output| (arch.dialects[0], output));
        let others = others.into_iter().filter_map(|(d, thread)| Some((d, thread.join().ok().flatten()?)));
        first.into_iter().chain(others).collect()
    });
    let chosen = all.iter().position(|(_, output)| !output.failed()).unwrap_or(0);
    if chosen >= all.len() {
        return None;
    }
    let (dialect, mut output) = all.swap_remove(chosen);
    if !output.failed() {
        let differs = |found: &Output| found.items != output.items || found.words != output.words;
        let others: Vec<_> =
            all.iter().filter(|(_, found)| !found.failed() && differs(found)).map(|(d, _)| *d).collect();
        others.into_iter().for_each(|other| warn(text, target, options, [dialect, other], &mut output));
    }
    Some((dialect, output))
}

/// Adds a warning for each line that two dialects read differently.
fn warn(text: &str, target: Target, options: Options, dialects: [&str; 2], output: &mut Output) {
    let placed = Options { places: true, ..options };
    let read = |dialect: &str| Assembler::new(target, dialect, placed).map(|a| a.assemble(text));
    let (Some(ours), Some(theirs)) = (read(dialects[0]), read(dialects[1])) else { return };
    let show = |dialect: &str, item: Item| match item {
        Item::Instruction(inst) => {
            Formatter::new(target, dialect).map(|f| f.display(&inst).to_string()).unwrap_or_default()
        }
        _ => format!("{:#x}", item.bits()),
    };
    let pairs = ours.items.iter().zip(&ours.places).zip(theirs.items.iter().zip(&theirs.places));
    for ((mine, place), (other, _)) in
        pairs.filter(|((_, at), (_, there))| at == there).filter(|((a, _), (b, _))| a != b)
    {
        let message = format!("the dialects {} and {} read this differently", dialects[0], dialects[1]);
        let span = Span::new(place.0 as usize..place.1 as usize);
        let warning = Diagnostic::warning(codes::DIALECT, message)
            .at(span)
            .note(format!("{} reads `{}`", dialects[0], show(dialects[0], mine)))
            .note(format!("{} reads `{}`", dialects[1], show(dialects[0], other)))
            .help(format!(
                "it is read as {}: say which is meant with --dialect, or `.dialect NAME` in the source",
                dialects[0]
            ));
        output.diagnostics.push(warning);
    }
}
