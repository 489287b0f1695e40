//! Directives, labels, and where bytes go.

use std::ops::Range;

use isatope_core::Target;
use isatope_diag::codes;
use isatope_object::{config, descriptor, relocation};

use crate::cursor::{Cursor, in_name};
use crate::error::{Error, error};
use crate::layout::{Binding, KernelDescriptor, Section};
use crate::source::{Late, Source};
use crate::symbols::Symbol;
use crate::{Item, expr, layout};

/// What a directive does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Directive {
    /// Numbers of so many bytes.
    Data(u8),
    /// Strings, with or without a zero after each.
    Text(bool),
    /// To a multiple of a number, or of a power of two.
    Align {
        power: bool,
    },
    /// `COUNT[, SIZE[, VALUE]]`.
    Fill,
    /// `BYTES[, VALUE]`.
    Skip,
    /// A section that is named by its directive.
    Named,
    Section,
    Part,
    Bind(Binding),
    Visible(&'static str),
    Type,
    Size,
    Set,
    /// The target as a triple, or as a name.
    Target,
    Metadata,
    /// Starts a descriptor: 64 bytes.
    Descriptor,
    /// The name of a kernel, and what is said about the last one.
    Kernel,
    Config,
    /// Starts a descriptor in front of the code: 256 bytes.
    Code,
    /// A register and its value.
    Entry,
    /// The section with registers and values.
    Registers,
    /// A place that the linker fills in.
    Reloc,
    /// Says something that has no effect on bytes.
    Note,
}

/// All directives.
const DIRECTIVES: &[(&str, Directive)] = &[
    (".align", Directive::Align { power: false }),
    (".amd", Directive::Note),
    (".amd_kernel_code_t", Directive::Code),
    (".amdcl2", Directive::Note),
    (".amdgcn_target", Directive::Target),
    (".amdgpu_metadata", Directive::Metadata),
    (".amdhsa_kernel", Directive::Descriptor),
    (".arch", Directive::Target),
    (".ascii", Directive::Text(false)),
    (".asciz", Directive::Text(true)),
    (".balign", Directive::Align { power: false }),
    (".bss", Directive::Named),
    (".byte", Directive::Data(1)),
    (".config", Directive::Config),
    (".data", Directive::Named),
    (".entry", Directive::Entry),
    (".equ", Directive::Set),
    (".fill", Directive::Fill),
    (".gallium", Directive::Note),
    (".global", Directive::Bind(Binding::Global)),
    (".globl", Directive::Bind(Binding::Global)),
    (".gpu", Directive::Target),
    (".hidden", Directive::Visible("hidden")),
    (".hword", Directive::Data(2)),
    (".ident", Directive::Note),
    (".int", Directive::Data(4)),
    (".internal", Directive::Visible("internal")),
    (".kernel", Directive::Kernel),
    (".local", Directive::Bind(Binding::Local)),
    (".long", Directive::Data(4)),
    (".p2align", Directive::Align { power: true }),
    (".part", Directive::Part),
    (".proginfo", Directive::Registers),
    (".protected", Directive::Visible("protected")),
    (".quad", Directive::Data(8)),
    (".raw", Directive::Note),
    (".rawcode", Directive::Note),
    (".reloc", Directive::Reloc),
    (".rocm", Directive::Note),
    (".rodata", Directive::Named),
    (".section", Directive::Section),
    (".set", Directive::Set),
    (".short", Directive::Data(2)),
    (".size", Directive::Size),
    (".skip", Directive::Skip),
    (".space", Directive::Skip),
    (".string", Directive::Text(true)),
    (".text", Directive::Named),
    (".type", Directive::Type),
    (".weak", Directive::Bind(Binding::Weak)),
    (".word", Directive::Data(4)),
    (".zero", Directive::Skip),
];

/// What ends `.amdgpu_metadata`.
const METADATA_END: &str = ".end_amdgpu_metadata";

/// The directive of a name, in any case.
pub(crate) fn find(name: &str) -> Option<Directive> {
    let at = DIRECTIVES.binary_search_by(|(known, _)| known.bytes().cmp(name.bytes().map(|b| b.to_ascii_lowercase())));
    at.ok().map(|i| DIRECTIVES[i].1)
}

/// Names of directives, for messages.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    DIRECTIVES.iter().map(|(name, _)| *name)
}

/// No section gets longer.
const MOST_BYTES: u64 = 1 << 32;

/// The target that a source names first, by `.amdgcn_target`, `.gpu` or `.arch`.
pub fn named_target(text: &str) -> Option<Target> {
    for line in text.lines().take(10_000) {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or("");
        if !name.starts_with('.') || !matches!(find(name), Some(Directive::Target)) {
            continue;
        }
        if let Some(target) = words.next().and_then(target_of) {
            return Some(target);
        }
    }
    None
}

/// The target of a triple or a name, in quotes or not.
fn target_of(text: &str) -> Option<Target> {
    let text = text.trim_matches('"');
    let name = text.rsplit("--").next().unwrap_or(text);
    let name = name.split([':', '+']).next().unwrap_or(name);
    Target::from_name(name).or_else(|| Target::from_name(text))
}

impl<'a> Source<'a> {
    /// Carries a directive out; the cursor is behind its name.
    pub(crate) fn directive(
        &mut self,
        mut cursor: Cursor<'a>,
        directive: Directive,
        name: &'a str,
        named: Range<usize>,
    ) -> Result<(), Error> {
        self.steady &= matches!(directive, Directive::Data(_));
        match directive {
            Directive::Data(bytes) => return self.data(cursor, bytes),
            Directive::Text(zero) => self.strings(&mut cursor, zero)?,
            Directive::Align { power } => self.align(&mut cursor, power)?,
            Directive::Fill => self.fill(&mut cursor)?,
            Directive::Skip => {
                let at = cursor.at;
                let count = self.known(&mut cursor)?;
                let value = if self.comma(&mut cursor) { self.known(&mut cursor)? } else { 0 };
                self.push_fill(value, 1, count, at..cursor.at)?;
            }
            Directive::Named => self.switch(Section { name: name.to_ascii_lowercase(), ..Section::default() }),
            Directive::Section => self.section(&mut cursor)?,
            Directive::Part => {
                self.part = self.symbol_name(&mut cursor)?;
                self.switch(Section { name: ".text".into(), ..Section::default() });
            }
            Directive::Bind(binding) => loop {
                let symbol = self.symbol(&mut cursor)?;
                self.output.layout.symbols[symbol].binding = binding;
                if !self.comma(&mut cursor) {
                    break;
                }
            },
            Directive::Visible(how) => {
                let symbol = self.symbol(&mut cursor)?;
                self.output.layout.symbols[symbol].visibility = how;
            }
            Directive::Type => {
                let symbol = self.symbol(&mut cursor)?;
                self.comma(&mut cursor);
                cursor.skip_blanks();
                if !cursor.eat(b'@') {
                    cursor.eat(b'%');
                }
                self.output.layout.symbols[symbol].kind = cursor.name().to_string();
            }
            Directive::Size => {
                let symbol = self.symbol(&mut cursor)?;
                self.comma(&mut cursor);
                cursor.skip_blanks();
                let start = cursor.at;
                let value = self.value(&mut cursor)?;
                self.output.layout.symbols[symbol].size = value.bits;
                if value.missing.is_some() {
                    self.late(Late::Size(symbol), start..cursor.at);
                }
            }
            Directive::Set => {
                cursor.skip_blanks();
                let name = self.symbol_name(&mut cursor)?;
                if !self.comma(&mut cursor) {
                    return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a value"));
                }
                let value = self.known(&mut cursor)?;
                self.define(&name, Symbol::Number(value));
            }
            Directive::Target => self.target_directive(&mut cursor)?,
            Directive::Metadata => {
                let start = self.line_end(cursor.end);
                let rest = &self.text[start..];
                let Some(length) = rest.find(METADATA_END) else {
                    return Err(error(codes::BLOCK, named, format!("`{METADATA_END}` is missing")));
                };
                self.output.layout.metadata = Some(rest[..length].to_string());
                self.resume = Some(self.line_end(start + length));
                return Ok(());
            }
            Directive::Descriptor => {
                let name = self.symbol_name(&mut cursor)?;
                self.start_block(Block::descriptor(name, true, named))?;
            }
            Directive::Kernel => {
                let name = self.symbol_name(&mut cursor)?;
                self.kernel = name;
            }
            Directive::Config => {
                let name = self.kernel.clone();
                self.start_block(Block::descriptor(name, false, named))?;
            }
            Directive::Code => self.start_block(Block::code(named))?,
            Directive::Entry => {
                let before = self.output.items.len();
                self.data(cursor, 4)?;
                if self.output.items.len() != before + 2 {
                    return Err(error(codes::ARGUMENT, named, "an entry is a register and its value"));
                }
                return Ok(());
            }
            Directive::Registers => self.switch(Section { name: config::SECTION.into(), ..Section::default() }),
            Directive::Reloc => self.relocation(&mut cursor)?,
            Directive::Note => return Ok(()),
        }
        self.end(&mut cursor)
    }

    /// `OFFSET, TYPE, SYMBOL+ADDEND`; symbol and addend may be missing.
    fn relocation(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let offset = self.known(cursor)?;
        if !self.comma(cursor) {
            return Err(error(codes::MISSING_COMMA, cursor.token(), "expected `,` and a type"));
        }
        cursor.skip_blanks();
        let start = cursor.at;
        let kind = match relocation::of_name(cursor.peek_name()) {
            Some(kind) => {
                cursor.name();
                kind
            }
            None => match u32::try_from(self.known(cursor)?) {
                Ok(kind) => kind,
                Err(_) => return Err(error(codes::ARGUMENT, start..cursor.at, "there is no such type of relocation")),
            },
        };
        let mut symbol = String::new();
        let mut addend = None;
        if self.comma(cursor) {
            cursor.skip_blanks();
            if cursor.peek() == b'"' {
                symbol = String::from_utf8_lossy(&string(cursor)?).into_owned();
            } else {
                symbol = cursor.name().to_string();
            }
            cursor.skip_blanks();
            if matches!(cursor.peek(), b'+' | b'-') {
                addend = Some(self.known(cursor)? as i64);
            }
        }
        self.ensure_section();
        let section = self.section;
        self.output.layout.relocations.push(layout::Relocation { section, offset, kind, symbol, addend });
        Ok(())
    }

    /// Where the line that `at` is in ends.
    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |n| at + n + 1)
    }

    /// An expression; names without a value are noted.
    fn value(&mut self, cursor: &mut Cursor<'a>) -> Result<expr::Value, Error> {
        cursor.skip_blanks();
        expr::read(cursor, expr::Context::new(&self.symbols))
    }

    /// An expression whose value is needed now.
    fn known(&mut self, cursor: &mut Cursor<'a>) -> Result<u64, Error> {
        let value = self.value(cursor)?;
        if let Some((start, end)) = value.missing {
            let at = start as usize..end as usize;
            let message = format!("`{}` has no value yet", cursor.slice(at.clone()));
            return Err(error(codes::UNDEFINED, at, message));
        }
        Ok(value.bits)
    }

    fn comma(&self, cursor: &mut Cursor<'a>) -> bool {
        cursor.skip_blanks();
        cursor.eat(b',')
    }

    /// A name of a symbol or section, in quotes or not.
    fn symbol_name(&self, cursor: &mut Cursor<'a>) -> Result<String, Error> {
        cursor.skip_blanks();
        if cursor.peek() == b'"' {
            return Ok(String::from_utf8_lossy(&string(cursor)?).into_owned());
        }
        let start = cursor.at;
        while in_name(cursor.peek()) || cursor.peek() == b'-' || cursor.peek() == b'@' {
            cursor.at += 1;
        }
        match start == cursor.at {
            true => Err(error(codes::ARGUMENT, cursor.token(), "expected a name")),
            false => Ok(cursor.slice(start..cursor.at).to_string()),
        }
    }

    /// The symbol that is named here, made if it is new.
    fn symbol(&mut self, cursor: &mut Cursor<'a>) -> Result<usize, Error> {
        let name = self.symbol_name(cursor)?;
        Ok(self.symbol_number(&name))
    }

    fn symbol_number(&mut self, name: &str) -> usize {
        if let Some(&found) = self.numbers.get(name) {
            return found;
        }
        let number = self.output.layout.symbols.len();
        self.numbers.insert(name.into(), number);
        self.output.layout.symbols.push(layout::Symbol { name: name.into(), ..layout::Symbol::default() });
        number
    }

    /// `NAME:`, or the same in quotes, which gives the name no meaning in expressions.
    pub(crate) fn label(&mut self, name: &str, at: Range<usize>, quoted: bool) -> Result<(), Error> {
        self.steady = false;
        let twice = || error(codes::SYMBOL_TWICE, at, format!("`{name}` has a meaning already"));
        let here = self.here;
        if !quoted {
            match self.symbols.get(name) {
                None if name != "." => self.define(name, Symbol::Label(here)),
                // Labels of listings name an offset: they are the same in every section.
                Some(Symbol::Label(place)) if name.starts_with(".L") && *place == here => {}
                _ => return Err(twice()),
            }
            // Local labels are nobody else's business.
            if name.starts_with(".L") {
                return Ok(());
            }
        }
        self.ensure_section();
        let number = self.symbol_number(name);
        let section = self.section;
        let symbol = &mut self.output.layout.symbols[number];
        if symbol.section.is_some() {
            return Err(twice());
        }
        (symbol.section, symbol.offset) = (Some(section), here);
        Ok(())
    }

    /// The sections have entries from here on.
    fn ensure_section(&mut self) {
        if self.output.layout.sections.is_empty() {
            self.output.layout.sections.push(Section { name: ".text".into(), align: 4, ..Section::default() });
        }
    }

    fn section(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let mut section = Section { name: self.symbol_name(cursor)?, ..Section::default() };
        while self.comma(cursor) {
            cursor.skip_blanks();
            match cursor.peek() {
                b'"' => section.flags = String::from_utf8_lossy(&string(cursor)?).into_owned(),
                b'@' | b'%' => {
                    cursor.at += 1;
                    let start = cursor.at;
                    while in_name(cursor.peek()) {
                        cursor.at += 1;
                    }
                    section.kind = cursor.slice(start..cursor.at).to_string();
                }
                _ if cursor.peek_name() == "unique" => {
                    cursor.name();
                    self.comma(cursor);
                    section.unique = Some(self.known(cursor)?);
                }
                _ => section.entry_size = self.known(cursor)?,
            }
        }
        self.switch(section);
        Ok(())
    }

    /// Goes on in another section.
    pub(crate) fn switch(&mut self, mut section: Section) {
        self.ensure_section();
        section.part.clone_from(&self.part);
        self.close_run();
        let sections = &mut self.output.layout.sections;
        let same = |s: &Section| s.name == section.name && s.part == section.part && s.unique == section.unique;
        self.section = sections.iter().position(same).unwrap_or_else(|| {
            section.align = 1;
            sections.push(section);
            sections.len() - 1
        });
        self.here = sections[self.section].size;
    }

    /// Notes which items the section got.
    pub(crate) fn close_run(&mut self) {
        let end = self.output.items.len();
        let layout = &mut self.output.layout;
        if layout.sections.is_empty() {
            return;
        }
        layout.sections[self.section].size = self.here;
        if self.run_start < end {
            layout.runs.push((self.section, self.run_start..end));
        }
        self.run_start = end;
    }

    fn strings(&mut self, cursor: &mut Cursor<'a>, zero: bool) -> Result<(), Error> {
        loop {
            cursor.skip_blanks();
            let mut bytes = string(cursor)?;
            if zero {
                bytes.push(0);
            }
            self.push_bytes(&bytes);
            if !self.comma(cursor) {
                return Ok(());
            }
        }
    }

    fn push_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.push(Item::Data(u64::from_le_bytes(word), chunk.len() as u8));
        }
    }

    fn align(&mut self, cursor: &mut Cursor<'a>, power: bool) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let value = self.known(cursor)?;
        let at = start..cursor.at;
        let align =
            if power { 1u64.checked_shl(u32::try_from(value).unwrap_or(64)).unwrap_or(0) } else { value.max(1) };
        if !align.is_power_of_two() || align > MOST_BYTES {
            return Err(error(codes::ARGUMENT, at, "an alignment is a power of two"));
        }
        let mut fill = 0;
        let mut most = u64::MAX;
        if self.comma(cursor) {
            cursor.skip_blanks();
            if cursor.peek() != b',' {
                fill = self.known(cursor)?;
            }
            if self.comma(cursor) {
                most = self.known(cursor)?;
            }
        }
        self.ensure_section();
        let section = &mut self.output.layout.sections[self.section];
        section.align = section.align.max(align);
        let missing = self.here.next_multiple_of(align) - self.here;
        if missing > most {
            return Ok(());
        }
        self.push_fill(fill & 0xff, 1, missing, at)
    }

    fn fill(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let count = self.known(cursor)?;
        let size = if self.comma(cursor) { self.known(cursor)? } else { 1 };
        let value = if self.comma(cursor) { self.known(cursor)? } else { 0 };
        if size > 8 {
            return Err(error(codes::ARGUMENT, start..cursor.at, "a unit of `.fill` is at most 8 bytes long"));
        }
        self.push_fill(value, size as u8, count, start..cursor.at)
    }

    fn push_fill(&mut self, value: u64, size: u8, count: u64, at: Range<usize>) -> Result<(), Error> {
        let bytes = count.saturating_mul(u64::from(size));
        if self.here.saturating_add(bytes) > MOST_BYTES {
            return Err(error(codes::TOO_LARGE, at, "a section is at most 4 GiB long"));
        }
        if bytes > 0 {
            self.push(Item::Fill { value, size, count: count as u32 });
        }
        Ok(())
    }

    fn target_directive(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = self.symbol_name(cursor)?;
        let at = start..cursor.at;
        match target_of(&name) {
            None => return Err(error(codes::UNKNOWN_TARGET, at, format!("unknown target `{name}`"))),
            Some(target) if target != self.target => {
                let message = format!("the source is for {target}, and is assembled for {}", self.target);
                return Err(
                    error(codes::UNKNOWN_TARGET, at, message).help(format!("choose the target with `-t {target}`"))
                );
            }
            Some(_) => self.output.layout.target = Some(name),
        }
        Ok(())
    }

    fn start_block(&mut self, block: Block) -> Result<(), Error> {
        self.finish_block();
        self.block = Some(block);
        Ok(())
    }

    /// A statement inside a block. `false` if the block is over and the statement is for someone else.
    pub(crate) fn in_block(&mut self, cursor: &mut Cursor<'a>) -> Result<bool, Error> {
        let Some(block) = &self.block else { return Ok(false) };
        let (fields, prefix, end) = (block.fields, block.prefix, block.end);
        let start = cursor.at;
        let name = cursor.name();
        if !end.is_empty() && name.eq_ignore_ascii_case(end) {
            self.finish_block();
            self.end(cursor)?;
            return Ok(true);
        }
        let named = start..cursor.at;
        let field = name.strip_prefix(prefix).unwrap_or("");
        let found = descriptor::find(fields, field);
        let extra = !prefix.is_empty() && EXTRA.contains(&field);
        if found.is_none() && !extra {
            cursor.at = start;
            if end.is_empty() {
                self.finish_block();
                return Ok(false);
            }
            let message = format!("`{name}` is no field of the descriptor");
            return Err(error(codes::BLOCK, named, message).note(format!("the block ends with `{end}`")));
        }
        cursor.skip_blanks();
        if !cursor.eat(b'=') {
            cursor.eat(b',');
        }
        cursor.skip_blanks();
        let at = cursor.at;
        let value = self.known(cursor)?;
        self.end(cursor)?;
        let version = self.target.version();
        let Some(block) = &mut self.block else { return Ok(true) };
        if !block.set(found, field, value, version) {
            let message = format!("the value does not fit into `{field}`");
            return Err(error(codes::TOO_LARGE, at..cursor.at, message));
        }
        Ok(true)
    }

    /// Emits the descriptor whose block is open.
    pub(crate) fn finish_block(&mut self) {
        let Some(block) = self.block.take() else { return };
        let bytes = block.bytes(self.target.version());
        if block.name.is_none() {
            self.push_bytes(&bytes);
            return;
        }
        let name = block.name.unwrap_or_default();
        self.ensure_section();
        let symbol = self.symbol_number(&format!("{name}.kd"));
        let symbol = &mut self.output.layout.symbols[symbol];
        if symbol.section.is_none() {
            (symbol.section, symbol.offset) = (Some(self.section), self.here);
        }
        let descriptor = KernelDescriptor { name, section: self.section, offset: self.here };
        self.output.layout.kernels.push(descriptor);
        self.push_bytes(&bytes);
    }
}

/// What a descriptor's block may say beside the fields: what registers it asks for on top.
const EXTRA: &[&str] = &["reserve_vcc", "reserve_flat_scratch", "reserve_xnack_mask"];

/// A descriptor that is being written.
#[derive(Debug)]
pub(crate) struct Block {
    fields: &'static [descriptor::Field],
    prefix: &'static str,
    end: &'static str,
    /// The kernel, for a descriptor that stands apart from the code.
    name: Option<String>,
    bytes: Vec<u8>,
    /// Registers, as counts.
    vgprs: Option<u64>,
    sgprs: Option<u64>,
    extra: [u64; 3],
    /// Whether the number of user registers is given.
    user_count: bool,
    /// Where it starts.
    pub at: Range<usize>,
}

impl Block {
    fn new(
        fields: &'static [descriptor::Field],
        size: usize,
        prefix: &'static str,
        end: &'static str,
        at: Range<usize>,
    ) -> Self {
        let mut bytes = vec![0; size];
        fields.iter().for_each(|f| f.set(&mut bytes, f.default));
        let extra = [1, 1, 0];
        Self { fields, prefix, end, name: None, bytes, vgprs: None, sgprs: None, extra, user_count: false, at }
    }

    fn descriptor(name: String, llvm: bool, at: Range<usize>) -> Self {
        let (prefix, end) = if llvm { (".amdhsa_", ".end_amdhsa_kernel") } else { (".", "") };
        Self { name: Some(name), ..Self::new(descriptor::KD, descriptor::KD_SIZE, prefix, end, at) }
    }

    fn code(at: Range<usize>) -> Self {
        Self::new(descriptor::CODE, descriptor::CODE_SIZE, "", ".end_amd_kernel_code_t", at)
    }

    /// Whether it ends with a directive of its own.
    pub(crate) fn needs_end(&self) -> bool {
        !self.end.is_empty()
    }

    /// Sets a field; `false` if the value is too large.
    fn set(&mut self, field: Option<&'static descriptor::Field>, name: &str, value: u64, version: usize) -> bool {
        let Some(field) = field else {
            let Some(i) = EXTRA.iter().position(|e| *e == name) else { return false };
            self.extra[i] = value;
            return value <= 1;
        };
        let counts = self.name.is_some();
        if counts && *field == descriptor::KD_VGPRS {
            self.vgprs = Some(value);
            return value <= 256;
        }
        if counts && *field == descriptor::KD_SGPRS {
            self.sgprs = Some(value);
            return value.saturating_add(self.extra_sgprs(version)) <= 128;
        }
        self.user_count |= field.name == "user_sgpr_count";
        field.set(&mut self.bytes, value);
        field.fits(value)
    }

    /// Scalar registers on top of those that the code names: vcc, flat_scratch, xnack_mask, at the end of the file.
    fn extra_sgprs(&self, version: usize) -> u64 {
        let [vcc, flat, xnack] = self.extra;
        match version {
            0 | 1 if flat > 0 && version == 1 => 4,
            2.. if flat > 0 => 6,
            2.. if xnack > 0 => 4,
            _ => vcc * 2,
        }
    }

    fn bytes(&self, version: usize) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        if self.name.is_none() {
            return bytes;
        }
        let blocks = |count: u64, of: u64| count.max(1).div_ceil(of) - 1;
        descriptor::KD_VGPRS.set(&mut bytes, blocks(self.vgprs.unwrap_or(0), 4));
        let sgprs = self.sgprs.unwrap_or(0) + self.extra_sgprs(version);
        descriptor::KD_SGPRS.set(&mut bytes, blocks(sgprs, 8));
        if !self.user_count {
            let of = |name: &str| descriptor::find(descriptor::KD, name).map_or(0, |f| f.get(&bytes));
            let count = descriptor::USER_SGPRS.iter().map(|(name, n)| of(name) * n).sum();
            if let Some(field) = descriptor::find(descriptor::KD, "user_sgpr_count") {
                field.set(&mut bytes, count);
            }
        }
        bytes
    }
}

/// A string in double quotes, as bytes.
pub(crate) fn string(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, Error> {
    let start = cursor.at;
    if !cursor.eat(b'"') {
        return Err(error(codes::ARGUMENT, cursor.token(), "expected a string in double quotes"));
    }
    let mut bytes = Vec::new();
    while !cursor.done() {
        let byte = cursor.peek();
        cursor.at += 1;
        match byte {
            b'"' => return Ok(bytes),
            b'\\' if !cursor.done() => {
                let escaped = cursor.peek();
                cursor.at += 1;
                bytes.push(match escaped {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'b' => 8,
                    b'f' => 12,
                    b'x' => {
                        let mut value = 0u8;
                        let mut digits = 0;
                        while let (true, Some(digit)) = (digits < 2, (cursor.peek() as char).to_digit(16)) {
                            value = value << 4 | digit as u8;
                            cursor.at += 1;
                            digits += 1;
                        }
                        value
                    }
                    b'0'..=b'7' => {
                        let mut value = u32::from(escaped - b'0');
                        for _ in 0..2 {
                            let Some(digit) = (cursor.peek() as char).to_digit(8) else { break };
                            value = value << 3 | digit;
                            cursor.at += 1;
                        }
                        value as u8
                    }
                    other => other,
                });
            }
            byte => bytes.push(byte),
        }
    }
    Err(error(codes::UNTERMINATED, start..start + 1, "this string is not closed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_sorted() {
        assert!(DIRECTIVES.windows(2).all(|w| w[0].0 < w[1].0));
        assert!(matches!(find(".LONG"), Some(Directive::Data(4))));
    }

    #[test]
    fn the_first_target_counts() {
        let name = |text| named_target(text).map(Target::name);
        assert_eq!(name(".amdgcn_target \"amdgcn-amd-amdhsa--gfx900:xnack-\"\n"), Some("gcn1.4"));
        assert_eq!(name("// x\n.gpu tahiti\n.arch gcn1.2"), Some("gcn1.0"));
        assert_eq!(name("v_nop"), None);
    }
}
