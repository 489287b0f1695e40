//! Blocks that write a descriptor field by field.

use std::collections::HashSet;
use std::ops::Range;

use isatope_diag::codes;
use isatope_object::descriptor;

use crate::cursor::Cursor;
use crate::error::{Error, error};
use crate::layout::KernelDescriptor;
use crate::source::Source;

impl<'a> Source<'a> {
    pub(super) fn start_block(&mut self, block: Block) -> Result<(), Error> {
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
        let extra = !prefix.is_empty() && (EXTRA.contains(&field) || field == SGPR_BLOCKS);
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

    /// Emits the descriptor whose block is open.
    pub(crate) fn finish_block(&mut self) {
        let Some(block) = self.block.take() else { return };
        if let Some(name) = &block.name {
            self.described.insert(name.clone());
        }
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

/// Scalar registers that can be named, before gcn1.2 and from then on.
const MOST_SGPRS: [u64; 2] = [104, 102];

/// The number of blocks of scalar registers less one, for descriptors that no number of registers gives.
const SGPR_BLOCKS: &str = "granulated_sgpr_count";

/// What has to be said in a block that says what it has to be.
const REQUIRED: &[&str] = &["next_free_vgpr", "next_free_sgpr"];

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
    /// Blocks of scalar registers less one, if they are given.
    sgpr_blocks: Option<u64>,
    /// Names of the fields so far.
    said: HashSet<String>,
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
        let (said, name) = Default::default();
        Self {
            fields,
            prefix,
            end,
            name,
            bytes,
            vgprs: None,
            sgprs: None,
            extra,
            user_count: false,
            sgpr_blocks: None,
            said,
            at,
        }
    }

    pub(super) fn descriptor(name: String, llvm: bool, at: Range<usize>) -> Self {
        let (prefix, end) = if llvm { (".amdhsa_", ".end_amdhsa_kernel") } else { (".", "") };
        Self { name: Some(name), ..Self::new(descriptor::KD, descriptor::KD_SIZE, prefix, end, at) }
    }

    pub(super) fn code(at: Range<usize>) -> Self {
        Self::new(descriptor::CODE, descriptor::CODE_SIZE, "", ".end_amd_kernel_code_t", at)
    }

    /// Whether it ends with a directive of its own.
    pub(crate) fn needs_end(&self) -> bool {
        !self.end.is_empty()
    }

    /// Sets a field; `false` if the value is too large.
    fn set(&mut self, field: Option<&'static descriptor::Field>, name: &str, value: u64, version: usize) -> bool {
        if name == SGPR_BLOCKS {
            self.sgpr_blocks = Some(value);
            return descriptor::KD_SGPRS.fits(value);
        }
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
            return value <= MOST_SGPRS[usize::from(version >= 2)];
        }
        self.user_count |= field.name == "user_sgpr_count";
        field.set(&mut self.bytes, value);
        field.fits(value)
    }

    /// Whether everything in it is said once, and nothing necessary is left out.
    fn is_checked(&self) -> bool {
        self.name.is_some() && !self.end.is_empty()
    }

    /// Whether a field is there, or something in its place.
    fn says(&self, name: &str) -> bool {
        self.said.contains(name) || name == descriptor::KD_SGPRS.name && self.sgpr_blocks.is_some()
    }

    /// How many scalar registers there are, if the field counts them.
    fn most_sgprs(&self, field: Option<&'static descriptor::Field>, version: usize) -> Option<u64> {
        let counts = self.name.is_some() && field.is_some_and(|f| *f == descriptor::KD_SGPRS);
        counts.then_some(MOST_SGPRS[usize::from(version >= 2)])
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
        descriptor::KD_SGPRS.set(&mut bytes, self.sgpr_blocks.unwrap_or(blocks(sgprs, 8)));
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
