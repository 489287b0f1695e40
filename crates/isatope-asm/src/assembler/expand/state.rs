//! State of the expansion of a source: its texts, regions, macros and conditionals.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::ops::Range;
use std::rc::Rc;

use bumpalo::Bump;
use foldhash::fast::{FixedState, RandomState};
use isatope_diag::Level;

use super::body::{Body, Value};
use crate::text::shapes::Shapes;
use crate::text::tree::ExprId;

/// Maximum number of errors in expansions that repeat earlier ones.
pub(in crate::assembler) const MOST_REPEATED: usize = 10_000;

/// Number of statements as which a repeated diagnostic counts, for the time that it takes.
const REPEATED_STATEMENTS: u64 = 8;

/// Number of texts that are kept for further expansions, a power of two.
const RECENT: usize = 1 << 12;

/// State of the expansion of a source.
#[derive(Default)]
pub(in crate::assembler) struct Expansions<'a> {
    /// Macros; a macro that is purged stays in the list.
    pub(super) macros: Vec<Macro<'a>>,
    pub(super) by_name: HashMap<String, usize, RandomState>,
    /// The shapes of their names.
    shapes: Shapes,
    /// Open conditionals, from the outside in.
    pub(super) conditions: Vec<Condition>,
    /// Frames around the current one.
    pub(super) frames: Vec<Frame>,
    /// Texts, by their numbers. The first is the source.
    pub(super) texts: Vec<Text<'a>>,
    /// Whether names without a backslash are parameters.
    pub(super) alternate: bool,
    /// Whether the case of macro names is ignored.
    pub(super) ignores_case: bool,
    /// Number of macro calls so far.
    pub(super) calls: u64,
    /// Number of unique labels so far.
    pub(super) locals: u64,
    /// Number of statements in expansions, and size of the texts that expansions made.
    pub(super) count: u64,
    pub(super) bytes: usize,
    /// Whether there were too many statements or errors, so that the rest of the source is not read.
    pub(in crate::assembler) is_over: bool,
    /// Number of errors that repeat earlier ones, which are not kept.
    repeated: usize,
    /// Memory for the values and the text of the next call.
    pub(super) values: Vec<Value<'a>>,
    pub(super) scratch: String,
    /// Texts that expansions made, by their hashes: calls with the same values make the same text. Empty at first.
    recent: Vec<&'a str>,
    /// Number of texts that positions outside expansions refer to: these texts stay.
    kept: Cell<usize>,
    /// A position whose line is known: the text, the offset and the number of the line.
    pub(super) line: Cell<(u32, usize, usize)>,
}

impl<'a> Expansions<'a> {
    /// The state at the start of a source, which is the first text.
    pub(in crate::assembler) fn new(source: &'a str, ignores_case: bool) -> Self {
        let text = Text { text: source, home: 0, caller: None, origin: Origin::Source, lines: None };
        Self { texts: vec![text], ignores_case, ..Self::default() }
    }

    /// Stores a text that an expansion made, unless another one has made the same recently.
    pub(super) fn store(&mut self, text: &str, arena: &'a Bump) -> &'a str {
        self.bytes += text.len();
        if self.recent.is_empty() {
            self.recent.resize(RECENT, "");
        }
        let mut hasher = FixedState::default().build_hasher();
        hasher.write(text.as_bytes());
        let recent = &mut self.recent[hasher.finish() as usize % RECENT];
        if *recent != text {
            *recent = arena.alloc_str(text);
        }
        recent
    }

    /// Counts something as further statements of expansions, for the time and the memory that it takes. Too many are
    /// reported at the next statement.
    #[inline]
    pub(in crate::assembler) fn weigh(&mut self, statements: u64) {
        self.count = self.count.saturating_add(statements);
    }

    /// Counts a diagnostic that repeats an earlier one.
    pub(super) fn count_repeated(&mut self, level: Level) {
        self.weigh(REPEATED_STATEMENTS);
        self.repeated += usize::from(level == Level::Error);
    }

    /// Whether errors were repeated so often that the rest of the source is not read.
    pub(in crate::assembler) fn repeats_errors(&self) -> bool {
        self.repeated >= MOST_REPEATED
    }

    /// Whether there are macros.
    #[inline]
    pub(in crate::assembler) fn is_active(&self) -> bool {
        !self.by_name.is_empty()
    }

    /// Keeps a text and those around it, so that positions in it have a meaning after its end.
    pub(in crate::assembler) fn keep(&self, file: u32) {
        self.kept.set(self.kept.get().max(file as usize + 1));
    }

    /// Forgets texts after one that has ended, unless they are kept.
    pub(super) fn forget_after(&mut self, file: u32) {
        let left = self.kept.get().max(file as usize + 1);
        self.texts.truncate(left);
        if self.line.get().0 as usize >= left {
            self.line.take();
        }
    }

    /// Number of the line of an offset in a text, from 0. Offsets mostly ascend, so lines are counted on.
    pub(super) fn line(&self, file: u32, at: usize) -> usize {
        let (known, from, line) = self.line.get();
        let (from, line) = if known == file && from <= at { (from, line) } else { (0, 0) };
        let text = self.texts[file as usize].text.as_bytes();
        let line = line + text[from..at].iter().filter(|byte| **byte == b'\n').count();
        self.line.set((file, at, line));
        line
    }

    /// The name by which a macro is found.
    pub(super) fn key(&self, name: &str) -> String {
        if self.ignores_case { name.to_ascii_lowercase() } else { name.to_owned() }
    }

    /// Adds a macro, which is found by a key.
    pub(super) fn add_macro(&mut self, key: String, found: Macro<'a>) {
        self.shapes.add(&key);
        self.by_name.insert(key, self.macros.len());
        self.macros.push(found);
    }

    /// Whether the name of a macro may start with a byte.
    #[inline]
    pub(in crate::assembler) fn may_start(&self, first: u8) -> bool {
        let first = if self.ignores_case { first.to_ascii_lowercase() } else { first };
        self.shapes.may_start(first)
    }

    /// The macro with a name.
    #[inline]
    pub(in crate::assembler) fn find(&self, name: &str) -> Option<usize> {
        let first = name.bytes().next()?;
        let first = if self.ignores_case { first.to_ascii_lowercase() } else { first };
        if !self.shapes.may_have(first, name.len()) {
            return None;
        }
        match self.ignores_case && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => self.by_name.get(&name.to_ascii_lowercase()).copied(),
            false => self.by_name.get(name).copied(),
        }
    }
}

/// A text that is read, or was read.
pub(super) struct Text<'a> {
    pub(super) text: &'a str,
    /// Text whose positions it has: its own number, or that of the text it is a region of.
    pub(super) home: u32,
    /// Where the expansion begins: text and position.
    pub(super) caller: Option<(u32, Range<usize>)>,
    pub(super) origin: Origin,
    /// The lines that it was made from, if it has its own positions.
    pub(super) lines: Option<Lines>,
}

/// Ends of lines that continue in the next one.
pub(super) const JOINS: [&str; 2] = ["\\\r\n", "\\\n"];

/// Lines of a body. A text that is made from them repeats them.
#[derive(Clone)]
pub(super) struct Lines {
    /// The text that has the body.
    pub(super) home: u32,
    /// Where they begin, and the end of the last one.
    pub(super) starts: Rc<[u32]>,
}

impl Lines {
    /// The lines of a body. Lines that a backslash continues are one if the body is read so.
    pub(super) fn new(text: &str, home: u32, body: Range<usize>, is_joined: bool) -> Self {
        let (mut starts, mut at, mut is_first) = (Vec::new(), body.start, true);
        for line in text[body.clone()].split_inclusive('\n') {
            if is_first {
                starts.push(at as u32);
            }
            at += line.len();
            is_first = !is_joined || !JOINS.iter().any(|end| line.ends_with(end));
        }
        starts.resize(starts.len().max(1), body.start as u32);
        starts.push(body.end as u32);
        Self { home, starts: starts.into() }
    }

    /// The line of the body that line `number` of the text was made from.
    pub(super) fn range(&self, number: usize) -> Range<usize> {
        let line = number % (self.starts.len() - 1);
        self.starts[line] as usize..self.starts[line + 1] as usize
    }
}

/// What a text is.
#[derive(Clone)]
pub(super) enum Origin {
    /// The source.
    Source,
    /// An included file.
    File(String),
    /// Lines that were joined.
    Joined,
    /// A macro call: number of the macro.
    Macro(usize),
    /// A repetition with its directive.
    Repeat(&'static str),
}

/// A region that is being read.
pub(super) struct Frame {
    pub(super) file: u32,
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
    /// Number of conditionals that were open when the region was entered.
    pub(super) conditions: usize,
}

/// What happens at the end of a region.
#[derive(Clone, Default)]
pub(super) enum Kind {
    /// The reader continues after the directive.
    #[default]
    Once,
    /// As `Once`, for what `.exitm` ends: a macro, or all copies of a body.
    Body,
    /// The region is read this many times more, from its start.
    Repeat { start: usize, left: u64 },
    /// The region is read again while an expression is not 0, after a name got its next value.
    While { start: usize, condition: ExprId, next: Option<(String, ExprId)>, at: Range<usize> },
}

/// The state of the current region that is not in `Assembly` itself.
#[derive(Default)]
pub(in crate::assembler) struct Region {
    pub(super) kind: Kind,
    pub(super) conditions: usize,
}

/// A macro.
pub(super) struct Macro<'a> {
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter<'a>>,
    /// Names of the parameters.
    pub(super) names: Vec<&'a str>,
    /// The body in the mode of the last call.
    pub(super) body: Body<'a>,
    /// Number of calls so far.
    pub(super) calls: u64,
    /// The text with the body and the range there, the text whose positions it has, and whether its lines were joined.
    pub(super) text: &'a str,
    pub(super) home: u32,
    pub(super) range: Range<usize>,
    pub(super) is_joined: bool,
    pub(super) lines: Option<Lines>,
}

/// A parameter of a macro.
pub(super) struct Parameter<'a> {
    pub(super) name: String,
    pub(super) default: Cow<'a, str>,
    pub(super) required: bool,
    /// Whether it takes the rest of the line.
    pub(super) rest: bool,
}

/// Tests of conditionals.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Test {
    /// Compares a number with 0.
    Number(fn(i64) -> bool),
    /// Whether a symbol is defined.
    Defined(bool),
    /// Whether there is no text.
    Blank(bool),
    /// Whether two texts are equal. In compilers' dialects only blanks around them do not matter.
    Same(bool),
    /// Whether two strings are equal.
    Equal(bool),
    /// Whether the target is a version with a name, or a later one of its generation.
    Version(bool),
    /// Whether the target is a device with a name.
    Device(bool),
    /// Whether the container has a name; without a container, `raw` is meant.
    Format(bool),
    /// Whether addresses have 64 bits.
    Wide(bool),
}

/// An open conditional.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// Text and position of `.if`.
    pub(super) file: u32,
    pub(super) at: Range<usize>,
    /// Whether a branch has been taken.
    pub(super) taken: bool,
    /// Whether `.else` has been read.
    pub(super) is_last: bool,
}
