//! Directive blocks that set the fields of a descriptor.

use isatope_diag::codes;
use isatope_object::descriptor;

use crate::assembler::assembly::Assembly;
use crate::assembler::code_parts;
use crate::assembler::descriptor::{Block, EXTRA, REQUIRED, SGPR_BLOCKS};
use crate::assembler::layout::KernelDescriptor;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};

impl<'a> Assembly<'a> {
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
            self.finish_block();
            self.end(cursor)?;
            return Ok(true);
        }
        let named = start..cursor.at;
        let field = name.strip_prefix(prefix).unwrap_or("");
        let found = descriptor::find(fields, field);
        let found = if prefix.is_empty() { found.or_else(|| code_parts::find(field)) } else { found };
        let extra = !prefix.is_empty() && (EXTRA.contains(&field) || field == SGPR_BLOCKS);
        if found.is_none() && !extra {
            cursor.at = start;
            if end.is_empty() {
                self.finish_block();
                return Ok(false);
            }
            let message = format!("`{name}` is not a field of the descriptor");
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
        // Words of the older descriptor may be negative: `call_convention = -1`.
        let bits = found.filter(|_| prefix.is_empty()).map_or(64, |field| field.bits);
        let is_negative = bits < 64 && (-(1_i64 << (bits - 1))..0).contains(&(value as i64));
        let value = if is_negative { value & ((1 << bits) - 1) } else { value };
        let version = self.target.version_info();
        let Some(block) = &mut self.block else { return Ok(true) };
        let again = !block.said.insert(field.to_owned());
        let most = block.most_sgprs(found, version);
        if !block.set(found, field, value, version) {
            let found = error(codes::TOO_LARGE, at..cursor.at, format!("the value does not fit into `{field}`"));
            return Err(match most {
                Some(most) => found.help(format!("there are {most} scalar registers that can be named")),
                None => found,
            });
        }
        if again && block.is_checked() {
            return Err(error(codes::BLOCK, named, format!("`{name}` is given twice")));
        }
        Ok(true)
    }

    /// Emits the descriptor of the open block.
    pub(crate) fn finish_block(&mut self) {
        let Some(block) = self.block.take() else { return };
        if let Some(name) = &block.name {
            self.described.insert(name.clone());
        }
        let bytes = block.bytes(self.target.version_info());
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
