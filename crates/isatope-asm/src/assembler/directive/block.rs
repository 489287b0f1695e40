//! Directive blocks that set the fields of a descriptor.

use std::ops::Range;

use isatope_core::tables::Version;
use isatope_diag::{codes, nearest};
use isatope_object::{descriptor, feature_flags};

use super::kinds::Directive;
use super::names;
use crate::assembler::assembly::{Assembly, KernelSymbol};
use crate::assembler::code_parts;
use crate::assembler::descriptor::{Block, EXTRA, LaterField, OpenBlock, REQUIRED, RESERVE_XNACK, SGPR_BLOCKS};
use crate::assembler::items::Item;
use crate::assembler::layout::{Binding, KernelDescriptor};
use crate::assembler::numbers::number_of;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};

impl<'a> Assembly<'a> {
    /// Whether programs for the target may run with XNACK on, and the number of scalar registers that the processor
    /// gives to every wavefront if these have no choice.
    fn processor_facts(&self) -> (bool, Option<u32>) {
        /// The flag of files for which XNACK is on, or may be.
        const ON_OR_ANY: u32 = 0x100;
        let id = self.output.layout.target_id();
        // Up to version 3 of code objects, a target without `xnack` does not leave it open.
        let unnamed = self.output.layout.code_object_version.is_some_and(|version| version <= 3).then_some(false);
        let xnack = id.xnack.or(unnamed);
        let Some(name) = self.output.layout.processor(self.target) else { return (false, None) };
        let has_xnack = feature_flags(&name, xnack, None, true) & ON_OR_ANY != 0;
        (has_xnack, self.target.processor(&name).and_then(|known| known.scalars))
    }

    /// Reads `NAME`, and begins the descriptor of that kernel.
    pub(super) fn begin_descriptor(&mut self, cursor: &mut Cursor<'a>, named: Range<usize>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = self.symbol_name(cursor)?;
        let again = self.described.contains(&name);
        let at = start..cursor.at;
        let twice = again.then(|| error(codes::SYMBOL_TWICE, at, format!("`{name}` already has a descriptor")));
        self.start_block(Block::descriptor(name, true, named).for_processor(self.processor_facts()))?;
        if let Some(twice) = twice {
            self.output.diagnostics.push(*twice.0);
        }
        Ok(())
    }

    pub(super) fn start_block(&mut self, block: Block) -> Result<(), Error> {
        self.finish_block();
        self.block = Some(block);
        Ok(())
    }

    /// Handles a statement inside a block. Returns `false` if the block has ended and the statement does not belong to
    /// it.
    pub(crate) fn in_block(&mut self, cursor: &mut Cursor<'a>) -> Result<bool, Error> {
        let Some(block) = &self.block else { return Ok(false) };
        let (fields, prefix, end) = (block.fields, block.prefix, block.end);
        let start = cursor.at;
        let name = cursor.name();
        if !end.is_empty() && name.eq_ignore_ascii_case(end) {
            for missing in REQUIRED.iter().filter(|name| block.is_checked() && !block.says(name)) {
                let message = format!("`{prefix}{missing}` is missing");
                self.output.diagnostics.push(*error(codes::BLOCK, start..cursor.at, message).0);
            }
            let few = too_few_user_registers(block, start..cursor.at).filter(|_| block.later.is_empty());
            self.output.diagnostics.extend(few.map(|found| *found.0));
            self.finish_block();
            self.end(cursor)?;
            return Ok(true);
        }
        let named = start..cursor.at;
        let field = name.strip_prefix(prefix).unwrap_or("");
        let found = if prefix.is_empty() { code_parts::find(field) } else { descriptor::find(fields, field) };
        let extra = !prefix.is_empty() && (EXTRA.contains(&field) || field == SGPR_BLOCKS);
        if found.is_none() && !extra {
            cursor.at = start;
            if end.is_empty() {
                self.finish_block();
                return Ok(false);
            }
            // Without the directive at its end, a block ends at the first statement that looks like no field.
            let looks_like_field = match prefix {
                "" => cursor.slice(named.end..cursor.end).trim_start().starts_with('='),
                _ => name.starts_with(prefix),
            };
            if !looks_like_field && !self.is_block_closed() {
                self.report_open_block();
                self.finish_block();
                return Ok(false);
            }
            if name.is_empty() {
                let token = cursor.token();
                let message = format!("expected a field of the descriptor, found `{}`", cursor.slice(token.clone()));
                return Err(error(codes::BLOCK, token, message).note(format!("the block ends with `{end}`")));
            }
            let Some(block) = &self.block else { return Ok(true) };
            let fields = block.fields;
            let known =
                fields.iter().map(|field| field.name).chain(EXTRA.iter().copied().filter(|_| !prefix.is_empty()));
            let near = nearest(field, known);
            let message = format!("`{name}` is not a field of the descriptor");
            let found = error(codes::BLOCK, named, message);
            let (Some(near), Some(block)) = (near, &mut self.block) else {
                return Err(found.note(format!("the block ends with `{end}`")));
            };
            // A field with a wrong name is not missing.
            block.said.insert(near.to_owned());
            return Err(found.help(format!("did you mean `{prefix}{near}`?")));
        }
        let since = block.since(found, field);
        if self.target.version_info().generation.is_some_and(|generation| generation < since) {
            return Err(error(codes::BLOCK, named, format!("`{name}` exists from gfx{since} on")));
        }
        cursor.skip_blanks();
        if !cursor.eat(b'=') {
            cursor.eat(b',');
        }
        cursor.skip_blanks();
        let at = cursor.at;
        let read = self.value(cursor);
        let at = at..cursor.at;
        let value = match read.and_then(|value| self.end(cursor).map(|()| value)) {
            Ok(value) => value,
            Err(found) => {
                // A field with a wrong value is not missing.
                self.block.iter_mut().for_each(|block| _ = block.said.insert(field.to_owned()));
                return Err(found);
            }
        };
        let now = self.value_now(cursor, value, at.clone()).ok().and_then(|sum| sum.known_number());
        let Some(value) = now else {
            let expr = self.symbols.node(value);
            let file = self.kept_file();
            let Some(block) = &mut self.block else { return Ok(true) };
            let again = !block.said.insert(field.to_owned());
            block.later.push(LaterField { field: found, name: field.to_owned(), expr, at, file });
            return if again && block.is_checked() { Err(given_twice(name, named)) } else { Ok(true) };
        };
        let Some(block) = &mut self.block else { return Ok(true) };
        let again = !block.said.insert(field.to_owned());
        set_field(block, found, field, value, at, self.target.version_info())?;
        if again && block.is_checked() {
            return Err(given_twice(name, named));
        }
        Ok(true)
    }

    /// Whether the directive that ends the open block follows, or may follow where an expansion ends.
    fn is_block_closed(&mut self) -> bool {
        let Some(block) = &self.block else { return true };
        if let Some(known) = block.is_closed {
            return known;
        }
        let end = block.end;
        let mut at = self.at;
        let mut is_closed = self.file != 0;
        while let Some((name, _, next)) = self.statement_at(at) {
            if name.eq_ignore_ascii_case(end) {
                is_closed = true;
            }
            let begins_another = matches!(names::find(name), Some((Directive::Descriptor | Directive::Code, _)));
            if is_closed || begins_another {
                break;
            }
            at = next;
        }
        if let Some(block) = &mut self.block {
            block.is_closed = Some(is_closed);
        }
        is_closed
    }

    /// Reports that the open block has no end, if it needs one.
    pub(crate) fn report_open_block(&mut self) {
        let Some(block) = self.block.as_ref().filter(|block| block.needs_end()) else { return };
        let message = format!("this block has no `{}`", block.end);
        self.output.diagnostics.push(*error(codes::BLOCK, block.at.clone(), message).0);
    }

    /// Emits the descriptor of the open block.
    pub(crate) fn finish_block(&mut self) {
        let Some(block) = self.block.take() else { return };
        if let Some(name) = &block.name {
            self.described.insert(name.clone());
        }
        let bytes = block.bytes(self.target.version_info());
        if let Some(name) = block.name.clone() {
            self.ensure_section();
            let number = self.symbol_number(&format!("{name}.kd"));
            if self.tables.style.compilers {
                self.bind_descriptor(number, &name);
            }
            let symbol = &mut self.output.layout.symbols[number];
            if symbol.section.is_none() {
                (symbol.section, symbol.offset) = (Some(self.section), self.here);
            }
            let (symbol, file) = (format!("{name}.kd"), self.kept_file());
            self.descriptor_symbols.push(KernelSymbol { name: symbol, at: block.at.clone(), file });
            let descriptor = KernelDescriptor { name, section: self.section, offset: self.here };
            self.output.layout.kernels.push(descriptor);
        }
        // The symbol of the descriptor comes before those that its fields name.
        let mut later: Vec<&LaterField> = block.later.iter().collect();
        later.sort_by_key(|field| field.order());
        later.into_iter().for_each(|field| self.note_names(field.expr));
        let item = self.output.items.len();
        self.push_bytes(&bytes);
        if !block.later.is_empty() {
            self.open_blocks.push(OpenBlock { block, item });
        }
    }

    /// Gives the symbol of a descriptor the binding and visibility that its kernel has now, unless the source gives
    /// them. A kernel is protected, so that its descriptor can refer to it.
    fn bind_descriptor(&mut self, descriptor: usize, kernel: &str) {
        let kernel = self.symbol_number(kernel);
        let is_bound = self.bound.contains_key(&kernel);
        let symbols = &mut self.output.layout.symbols;
        let (binding, visibility) = (symbols[kernel].binding, symbols[kernel].more.visibility);
        let binding = if is_bound || symbols[kernel].section.is_some() { binding } else { Binding::Global };
        let own = &mut symbols[descriptor];
        if own.more.visibility.is_empty() {
            own.more.visibility = visibility;
        }
        if !self.bound.contains_key(&descriptor) {
            own.binding = binding;
        }
        let visibility = &mut symbols[kernel].more.visibility;
        if visibility.is_empty() {
            *visibility = "protected";
        }
    }

    /// Sets the fields of descriptors that depend on names that are defined later.
    pub(crate) fn resolve_blocks(&mut self) {
        let version = self.target.version_info();
        for OpenBlock { mut block, item } in std::mem::take(&mut self.open_blocks) {
            for LaterField { field, name, expr, at, file } in std::mem::take(&mut block.later) {
                self.enter(file);
                let before = self.output.diagnostics.len();
                let set = self
                    .number_at_end(expr, at.clone())
                    .and_then(|value| set_field(&mut block, field, &name, value, at, version));
                if let Err(error) = set {
                    self.output.diagnostics.push(*error.0);
                }
                self.trace(before, file);
            }
            let few = too_few_user_registers(&block, block.at.clone());
            self.output.diagnostics.extend(few.map(|found| *found.0));
            for (number, bytes) in block.bytes(version).chunks(8).enumerate() {
                self.output.items.set(item + number, Item::Data(number_of(bytes), bytes.len() as u8));
            }
        }
    }
}

/// Sets a field of a descriptor. `at` is the position of the value.
fn set_field(
    block: &mut Block,
    field: Option<&'static descriptor::Field>,
    name: &str,
    value: u64,
    at: Range<usize>,
    version: &Version,
) -> Result<(), Error> {
    // Words of the older descriptor may be negative: `call_convention = -1`.
    let bits = field.filter(|_| block.prefix.is_empty()).map_or(64, |field| field.bits);
    let is_negative = bits < 64 && (-(1_i64 << (bits - 1))..0).contains(&(value as i64));
    let value = if is_negative { value & ((1 << bits) - 1) } else { value };
    if let (RESERVE_XNACK, 0..=1, Some(xnack)) = (name, value, block.xnack)
        && u64::from(xnack) != value
    {
        let mode = if xnack { "can have XNACK on" } else { "has XNACK off" };
        let message = format!("the target {mode}, so `{name}` has to be {}", u64::from(xnack));
        return Err(
            error(codes::BLOCK, at, message).help("remove the line, or select another mode: `-t TARGET:xnack-`")
        );
    }
    let most = block.most_sgprs(field, version);
    if block.set(field, name, value, version) {
        return Ok(());
    }
    let found = error(codes::TOO_LARGE, at, format!("the value does not fit into `{name}`"));
    Err(match most {
        Some(most) => found.help(format!("there are {most} scalar registers that can be named")),
        None => found,
    })
}

/// Error if the number of user registers that a block gives is too small for those that it enables.
fn too_few_user_registers(block: &Block, at: Range<usize>) -> Option<Error> {
    let (given, needed) = block.missing_user_registers()?;
    let message = format!("the enabled user registers are {needed}, but `.amdhsa_user_sgpr_count` is {given}");
    Some(error(codes::BLOCK, at, message).help("remove that line: the enabled registers are counted"))
}

fn given_twice(name: &str, at: Range<usize>) -> Error {
    error(codes::BLOCK, at, format!("`{name}` is given twice"))
}
