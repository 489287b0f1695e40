//! State of one assembler run: its symbols, sections, items and open fixups.

use std::collections::BTreeMap;

use bumpalo::Bump;
use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};
use isatope_core::Target;
use isatope_core::tables::Abi;
use isatope_diag::{Diagnostic, Span, codes};

use super::container::Container;
use super::debug::state::DebugInfo;
use super::descriptor::{Block, OpenBlock};
use super::devices::{self, Device};
use super::directive::kinds::Scope;
use super::expand::state::{Expansions, Region};
use super::files::Files;
use super::findings::Findings;
use super::fixup::{Fixup, Goal};
use super::items::Item;
use super::kernels::state::Kernels;
use super::layout::{Binding, Section};
use super::numbers::{fits, mask};
use super::options::Options;
use super::output::Output;
use super::setup::Assembler;
use super::statement_cache::StatementCache;
use super::variables::Variables;
use crate::syntax::immediate::Cut;
use crate::syntax::modifiers::Modifiers;
use crate::syntax::operand::Operand;
use crate::syntax::select::MAX_OPERANDS;
use crate::syntax::tables::Tables;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error, unexpected};
use crate::text::expr::current;
use crate::text::room::Room;
use crate::text::scopes::shown;
use crate::text::symbols::{Functions, Rules, Symbol, Symbols};
use crate::text::tree::{ExprId, Location};

/// Version of CLRX whose language is followed, 0.1.9.
pub(super) const LANGUAGE_VERSION: u64 = 109;

/// Number of statements as which a fixup of an expansion counts, for the memory that it takes.
const FIXUP_STATEMENTS: u64 = 8;

/// Identity of a section. Sections with the same name are different if one of the other parts is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct SectionKey {
    pub name: String,
    /// Inner file.
    pub part: String,
    pub unique: Option<u64>,
    /// Name of its group.
    pub group: String,
    pub linked_to: Option<String>,
}

impl SectionKey {
    /// A section of which only the name is given.
    pub fn of_name(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
}

/// A relocation that the source states, with the positions of its offset and of its symbol in a text with this number.
pub(super) struct StatedRelocation {
    /// Index in the output.
    pub(super) number: usize,
    /// The offset, if it was not known when it was read, and what it refers to, if that is more than a symbol and a
    /// number.
    pub(super) offset: Option<ExprId>,
    pub(super) target: Option<ExprId>,
    pub(super) place: std::ops::Range<usize>,
    pub(super) symbol_place: std::ops::Range<usize>,
    pub(super) file: u32,
}

/// A symbol, and its name with a version.
pub(super) struct SymbolVersion {
    pub(super) symbol: usize,
    pub(super) name: String,
    /// Whether the symbol keeps its own name too.
    pub(super) keeps: bool,
    pub(super) at: std::ops::Range<usize>,
    pub(super) file: u32,
}

/// A symbol that metadata or a descriptor name, with the position of the name in a text.
pub(super) struct KernelSymbol {
    pub(super) name: String,
    pub(super) at: std::ops::Range<usize>,
    pub(super) file: u32,
}

/// State of a source while it is assembled.
pub(super) struct Assembly<'a> {
    pub(super) tables: &'a Tables,
    pub(super) target: Target,
    pub(super) options: Options,
    /// The source, and the text that is read.
    pub(super) source: &'a str,
    pub(super) text: &'a str,
    /// Name of the source and folder of the compilation, if lines are generated for debuggers.
    pub(super) source_name: Option<(&'a str, &'a str)>,
    pub(super) output: &'a mut Output,
    pub(super) symbols: Symbols,
    /// Numbers that are not known yet.
    pub(super) fixups: Vec<Fixup>,
    /// Fixups that need the addresses of several sections, and the errors if they cannot be computed.
    pub(super) distances: Vec<(Fixup, Error)>,
    /// Sections, and the number of fixups before each was selected first.
    pub(super) section_fixups: Vec<(usize, usize)>,
    /// Section and offset of the next item, and the first item of the current run.
    pub(super) section: usize,
    pub(super) here: u64,
    pub(super) run_start: usize,
    /// Number of items before the last label.
    pub(super) labelled: usize,
    /// The inner file that sections belong to.
    pub(super) part: String,
    /// Numbers of the sections, by their keys.
    pub(super) section_numbers: HashMap<SectionKey, usize>,
    /// Total size of all sections that occupy space in a file.
    pub(super) bytes: u64,
    /// Relocations that the source states.
    pub(super) stated: Vec<StatedRelocation>,
    /// Bindings of symbols from directives.
    pub(super) bound: HashMap<usize, Binding>,
    /// Kernels that have a descriptor.
    pub(super) described: HashSet<String>,
    /// The open descriptor block, and the last named kernel.
    pub(super) block: Option<Block>,
    pub(super) kernel: String,
    /// Kernels in CLRX's language.
    pub(super) kernels: Kernels,
    /// Position of the next statement, and end of the region that is read; see [`super::expand`].
    pub(super) at: usize,
    pub(super) end: usize,
    /// Number of the text that is read; what stores it calls [`kept_file`](Self::kept_file).
    pub(super) file: u32,
    pub(super) region: Region,
    pub(super) expansions: Expansions<'a>,
    /// Texts that expansions made.
    pub(super) arena: &'a Bump,
    /// Files that the source can include, and symbols that the caller defines.
    pub(super) files: Option<&'a dyn Files>,
    pub(super) definitions: &'a [(String, u64)],
    /// Numbers of texts in the output.
    pub(super) reported_numbers: HashMap<u32, u32>,
    /// Diagnostics of expansions so far.
    pub(super) heard: HashSet<(u32, u32, u32, String)>,
    /// Number of diagnostics that have their places.
    pub(super) traced: usize,
    /// Source lines and frames.
    pub(super) debug: DebugInfo,
    /// Sections to return to.
    pub(super) section_stack: Vec<(usize, usize)>,
    pub(super) previous_section: usize,
    /// Names whose values cannot change.
    pub(super) fixed: HashSet<String>,
    /// Kind of container, whether addresses have 64 bits, and the version of the rules, as the source states them.
    pub(super) container: Option<Container>,
    pub(super) is_wide: bool,
    pub(super) policy: u64,
    /// Whether the current section must contain only zeros, because it has no contents.
    pub(super) is_blank: bool,
    /// Whether each thread has variables of its own in the current section, in compilers' dialects.
    pub(super) is_thread_local: bool,
    /// Next offset in the section of plain numbers, if that section is selected.
    pub(super) absolute: Option<u64>,
    /// Number of sections that the container begins with.
    pub(super) own_sections: usize,
    /// Whether the source selects a section, or names registers.
    pub(super) has_begun: bool,
    /// Register variables, and the first item of this source.
    pub(super) variables: Variables,
    pub(super) first_item: usize,
    /// Whether the current section holds only settings of a kernel.
    pub(super) is_configuration: bool,
    /// Whether names without a definition or declaration are symbols of other objects; known when all is read.
    pub(super) accepts_externals: bool,
    /// Findings of earlier passes, and the numbers of open values of variable length and of open numbers of bytes.
    pub(super) findings: Findings,
    pub(super) open_lengths: usize,
    pub(super) open_counts: usize,
    /// Expressions of assignments and of descriptors that are not known yet, and the numbers of symbols before them.
    pub(super) named: Vec<(usize, ExprId)>,
    /// Symbols that assignments make other names for symbols, with those symbols.
    pub(super) aliases: BTreeMap<usize, usize>,
    /// Where symbols were assigned expressions that were not known yet: position, and number of the text.
    pub(super) assigned: HashMap<usize, (std::ops::Range<usize>, u32)>,
    /// As `assigned`, for the expressions in dialects whose objects lack such symbols.
    pub(super) assigned_expressions: HashMap<ExprId, (std::ops::Range<usize>, u32)>,
    /// Names that `.lto_discard` leaves out, and other names for symbols that are not defined yet: name, and symbol.
    pub(super) discarded: HashSet<String>,
    pub(super) conditional: Vec<(String, String)>,
    /// Names in `.section` of what other sections belong to, with their positions.
    pub(super) links: Vec<(String, std::ops::Range<usize>, u32)>,
    /// Local labels that are symbols of the output because relocations refer to them.
    pub(super) placed: Vec<usize>,
    /// Sizes of names that are not symbols of the output, by the numbers of the names.
    pub(super) sizes: Vec<(u32, u64)>,
    /// Versions of symbols.
    pub(super) versions: Vec<SymbolVersion>,
    /// Descriptors with fields that are not known yet.
    pub(super) open_blocks: Vec<OpenBlock>,
    /// Whether the source names a target that does not exist, so that what another target lacks is no error.
    pub(super) has_unknown_target: bool,
    /// Symbols of kernels that metadata name.
    pub(super) metadata_symbols: Vec<KernelSymbol>,
    /// Symbols of descriptors that the source contains.
    pub(super) descriptor_symbols: Vec<KernelSymbol>,
    pub(super) operands: Vec<Operand>,
    pub(super) modifiers: Modifiers<'a>,
    pub(super) cache: StatementCache<'a>,
}

impl<'a> Assembly<'a> {
    pub fn new(
        assembler: &'a Assembler,
        text: &'a str,
        arena: &'a Bump,
        output: &'a mut Output,
        findings: Findings,
    ) -> Self {
        let run_start = output.items.len();
        let (tables, target, mut options) = (&assembler.tables, assembler.target, assembler.options);
        options.places |= assembler.source_name.is_some();
        let mut assembly = Self {
            tables,
            target,
            options,
            source: text,
            text,
            source_name: assembler.source_name.as_ref().map(|(name, folder)| (name.as_str(), folder.as_str())),
            output,
            symbols: Symbols::default(),
            fixups: Vec::new(),
            distances: Vec::new(),
            section_fixups: Vec::new(),
            section: 0,
            here: 0,
            run_start,
            labelled: run_start,
            part: String::new(),
            section_numbers: HashMap::new(),
            bytes: 0,
            stated: Vec::new(),
            bound: HashMap::new(),
            described: HashSet::new(),
            block: None,
            kernel: String::new(),
            kernels: Kernels::default(),
            at: 0,
            end: text.len(),
            file: 0,
            region: Region::default(),
            expansions: Expansions::new(text, !tables.style.compilers),
            arena,
            files: assembler.files.as_deref().map(|files| files as &dyn Files),
            definitions: &assembler.definitions,
            reported_numbers: HashMap::new(),
            heard: HashSet::new(),
            traced: 0,
            debug: DebugInfo::default(),
            section_stack: Vec::new(),
            previous_section: 0,
            fixed: HashSet::new(),
            container: None,
            is_wide: false,
            policy: LANGUAGE_VERSION,
            is_blank: false,
            is_thread_local: false,
            absolute: None,
            own_sections: 0,
            has_begun: false,
            variables: Variables::default(),
            first_item: run_start,
            is_configuration: false,
            accepts_externals: false,
            findings,
            open_lengths: 0,
            open_counts: 0,
            named: Vec::new(),
            aliases: BTreeMap::new(),
            assigned: HashMap::new(),
            assigned_expressions: HashMap::new(),
            discarded: HashSet::new(),
            conditional: Vec::new(),
            links: Vec::new(),
            placed: Vec::new(),
            sizes: Vec::new(),
            versions: Vec::new(),
            open_blocks: Vec::new(),
            has_unknown_target: false,
            metadata_symbols: Vec::new(),
            descriptor_symbols: Vec::new(),
            operands: Vec::with_capacity(MAX_OPERANDS),
            modifiers: Modifiers { strict: options.strict, zero_or_one: options.old_mod_param, ..Modifiers::default() },
            cache: StatementCache::default(),
        };
        if assembly.has_scope(Scope::Clrx) {
            assembly.symbols.allow_paths();
            assembly.symbols.rules = Rules::CLRX;
        }
        if tables.style.compilers {
            assembly.symbols.rules = Rules::COMPILERS;
            // The first section exists even before a statement selects it.
            assembly.symbols.set_section(".text", 0);
            let generation = target.version_info().generation;
            assembly.symbols.functions = generation.map(|generation| Functions { generation });
        }
        assembly
    }

    /// Warns about an expression whose value overflows.
    #[inline]
    pub(super) fn report_overflow(&mut self) {
        if let Some((message, start, end)) = self.symbols.take_overflow() {
            let at = Span::new(start as usize..end as usize);
            self.output.diagnostics.push(Diagnostic::warning(codes::TOO_LARGE, message).at(at));
        }
    }

    /// The low bytes of a number, in dialects that truncate data: then a number that does not fit is reported.
    pub(super) fn low_bytes(&mut self, value: u64, bytes: u8, at: std::ops::Range<usize>) -> u64 {
        if self.tables.style.cut_numbers && !fits(value, bytes) {
            let cut = (at.start as u32, at.end as u32, Room::either(8 * u32::from(bytes)));
            self.output.diagnostics.push(cut_off(self.text, cut));
        }
        mask(value, bytes)
    }

    /// Defines a name.
    pub(super) fn define(&mut self, name: &str, symbol: Symbol) {
        let key = self.symbols.key(name, true);
        self.define_key(&key, symbol);
    }

    /// Defines the name with a key.
    pub(super) fn define_key(&mut self, name: &str, symbol: Symbol) {
        self.symbols.note_reserved(name);
        self.cache.change(name);
        // Compilers' dialects compute earlier uses with the last value of a name.
        if !self.tables.style.compilers && self.symbols.is_awaited(name) {
            let first = match symbol {
                // The expression is computed at each use: for earlier uses, now.
                Symbol::Equal(expr) => match current(&self.symbols, expr, 0..0, 0) {
                    Ok(value) => Symbol::Later(self.symbols.node(value)),
                    Err(_) => symbol.clone(),
                },
                _ => symbol.clone(),
            };
            self.symbols.set_first(name, first);
        }
        self.symbols.set(name, symbol);
    }

    /// Reports an error if the name with a key is already a label.
    pub(super) fn no_label(&self, name: &str, at: std::ops::Range<usize>) -> Result<(), Error> {
        let symbol = self.symbols.output(name).map(|symbol| &self.output.layout.symbols[symbol]);
        match symbol.is_some_and(|symbol| symbol.section.is_some()) {
            true => Err(error(codes::SYMBOL_TWICE, at, format!("`{}` is already a label", shown(name)))),
            false => Ok(()),
        }
    }

    /// Adds an item to the current section.
    #[inline(always)]
    pub(super) fn push(&mut self, item: Item) {
        self.here += item.len() as u64;
        self.symbols.set_here(self.here);
        self.output.items.push(item);
    }

    /// Records a fixup for the next item: the expression is computed when all names have values.
    pub(super) fn fix_up(&mut self, goal: Goal, expr: ExprId, at: std::ops::Range<usize>) {
        if self.file != 0 {
            self.expansions.weigh(FIXUP_STATEMENTS);
        }
        let item = self.output.items.len() as u32;
        let location = self.location();
        let (start, end, file) = (at.start as u32, at.end as u32, self.kept_file());
        let symbols = self.output.layout.symbols.len() as u32;
        self.fixups.push(Fixup { item, expr, start, end, file, symbols, location, goal });
    }

    /// The device that the source or the caller names, or the first one of the version.
    pub(super) fn device(&self) -> Option<Device> {
        let called = self.output.layout.target.as_deref().unwrap_or(self.tables.called);
        devices::of_target(self.target, called)
    }

    /// The version that CLRX counts the device to.
    pub(super) fn group(&self) -> Target {
        let own = self.device().and_then(|device| Target::called(device.version));
        own.map_or(self.target, |(target, _)| target)
    }

    /// Whether the source has written something or selected a section.
    pub(super) fn has_content(&self) -> bool {
        self.output.items.len() > self.first_item || self.output.layout.sections.len() > self.own_sections
    }

    /// Whether the source's dialect and architecture have a scope.
    pub(super) fn has_scope(&self, scope: Scope) -> bool {
        let is_amd = self.tables.arch.abi == Some(Abi::Hsa);
        match scope {
            Scope::All => true,
            Scope::Amd => is_amd,
            Scope::Hsa => is_amd && self.tables.style.hsa_directives,
            Scope::Clrx => is_amd && self.tables.style.entries,
        }
    }

    /// Creates the first section, if there are no sections yet.
    pub(super) fn ensure_section(&mut self) {
        if self.output.layout.sections.is_empty() {
            self.section_numbers.insert(SectionKey::of_name(".text"), 0);
            self.output.layout.sections.push(Section { name: ".text".into(), align: 4, ..Section::default() });
        }
    }

    /// Address of the next item.
    pub(super) fn location(&self) -> Location {
        Location { section: self.section as u32, offset: self.here }
    }

    /// Checks that only a comment follows.
    pub(super) fn end(&self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        if cursor.done() {
            return Ok(());
        }
        Err(unexpected(cursor))
    }
}

/// Warning about a truncated number.
pub(super) fn cut_off(text: &str, (start, end, room): Cut) -> Diagnostic {
    let at = start as usize..end as usize;
    let message = format!("`{}` does not fit and is truncated: it can be {room}", &text[at.clone()]);
    Diagnostic::warning(codes::TOO_LARGE, message).at(Span::new(at))
}
