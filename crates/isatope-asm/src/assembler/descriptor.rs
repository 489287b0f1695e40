//! A kernel descriptor under construction: the fields that its block has set so far.

use std::ops::Range;

use foldhash::{HashSet, HashSetExt};
use isatope_core::tables::Version;
use isatope_object::descriptor;

use super::code_parts;
use super::directive::kinds::Directive;
use super::directive::names;
use crate::text::tree::ExprId;

/// Additional lines of a descriptor block: reserved registers.
pub(super) const EXTRA: &[&str] = &["reserve_vcc", "reserve_flat_scratch", RESERVE_XNACK];
pub(super) const RESERVE_XNACK: &str = "reserve_xnack_mask";

/// Field for the number of blocks of scalar registers minus one. Used for descriptors that no number of registers can
/// represent.
pub(super) const SGPR_BLOCKS: &str = "granulated_sgpr_count";

/// Fields that a descriptor block must contain.
pub(super) const REQUIRED: &[&str] = &["next_free_vgpr", "next_free_sgpr"];

/// Field for the number of user registers.
const USER_COUNT: &str = "user_sgpr_count";

/// Fields of the descriptor block that is still open at the end of a text, and the prefix of their names.
pub(crate) fn open_fields(text: &str) -> (&'static str, &'static [descriptor::Field]) {
    let mut open: Option<Block> = None;
    for line in text.lines() {
        let word = line.split_whitespace().next().unwrap_or("");
        match names::find(word) {
            Some((Directive::Descriptor, _)) => open = Some(Block::descriptor(String::new(), true, 0..0)),
            Some((Directive::Config, _)) => open = Some(Block::descriptor(String::new(), false, 0..0)),
            Some((Directive::Code, _)) => open = Some(Block::code([0; 3], 0..0)),
            _ if open.as_ref().is_some_and(|block| word.eq_ignore_ascii_case(block.end)) => open = None,
            _ => {}
        }
    }
    open.map_or(("", &[]), |block| (block.prefix, block.fields))
}

/// A descriptor block that is being read.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) fields: &'static [descriptor::Field],
    pub(super) prefix: &'static str,
    pub(super) end: &'static str,
    /// Name of the kernel, for a descriptor that is separate from the code.
    pub(super) name: Option<String>,
    bytes: Vec<u8>,
    /// Numbers of registers.
    vgprs: Option<u64>,
    sgprs: Option<u64>,
    /// Number of scalar registers of every wavefront on the processor, if wavefronts have no choice.
    given_sgprs: Option<u64>,
    extra: [u64; 3],
    /// Whether the target has XNACK, if the block may not contradict it.
    pub(super) xnack: Option<bool>,
    /// Whether the source gives the number of user registers.
    user_count: bool,
    /// Number of blocks of scalar registers minus one, if the source gives it.
    sgpr_blocks: Option<u64>,
    /// Names of the fields that the source has set.
    pub(super) said: HashSet<String>,
    /// Position of the start of the block.
    pub(super) at: Range<usize>,
    /// Fields whose values are not known yet.
    pub(super) later: Vec<LaterField>,
    /// Whether the directive that ends the block follows; `None` until a statement is no field.
    pub(super) is_closed: Option<bool>,
}

/// A field whose value is not known yet.
#[derive(Debug)]
pub(super) struct LaterField {
    pub(super) field: Option<&'static descriptor::Field>,
    pub(super) name: String,
    pub(super) expr: ExprId,
    /// Position of the expression, in a text with this number.
    pub(super) at: Range<usize>,
    pub(super) file: u32,
}

impl LaterField {
    /// Orders fields as LLVM writes them: word by word, in the order of the source, and the numbers of registers last.
    pub(super) fn order(&self) -> (u32, u32) {
        let word = descriptor::KD_VGPRS.bit / 32;
        match self.field {
            Some(field) if [descriptor::KD_VGPRS, descriptor::KD_SGPRS].contains(field) => (word, field.bit),
            Some(field) => (field.bit / 32, 0),
            None => (word, u32::MAX),
        }
    }
}

/// A descriptor with fields that are not known yet, and the index of its first item.
#[derive(Debug)]
pub(super) struct OpenBlock {
    pub(super) block: Block,
    pub(super) item: usize,
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
        Self {
            fields,
            prefix,
            end,
            name: None,
            bytes,
            vgprs: None,
            sgprs: None,
            given_sgprs: None,
            extra,
            xnack: None,
            user_count: false,
            sgpr_blocks: None,
            said: HashSet::with_capacity(fields.len()),
            at,
            later: Vec::new(),
            is_closed: None,
        }
    }

    /// The block, with registers for `xnack_mask` if the target has XNACK, and with the number of scalar registers that
    /// the processor gives to every wavefront if these have no choice.
    pub(super) fn for_processor(mut self, (xnack, scalars): (bool, Option<u32>)) -> Self {
        (self.extra[2], self.xnack) = (xnack.into(), Some(xnack));
        self.given_sgprs = scalars.map(u64::from);
        self
    }

    pub(super) fn descriptor(name: String, hsa: bool, at: Range<usize>) -> Self {
        let (prefix, end) = if hsa { (".amdhsa_", ".end_amdhsa_kernel") } else { (".", "") };
        Self { name: Some(name), ..Self::new(descriptor::KD, descriptor::KD_SIZE, prefix, end, at) }
    }

    /// The block of `amd_kernel_code_t` for a processor with these numbers.
    pub(super) fn code(processor: [u32; 3], at: Range<usize>) -> Self {
        let mut block = Self::new(descriptor::CODE, descriptor::CODE_SIZE, "", ".end_amd_kernel_code_t", at);
        for (name, number) in code_parts::MACHINE_VERSION.into_iter().zip(processor) {
            if let Some(field) = descriptor::find(block.fields, name) {
                field.set(&mut block.bytes, number.into());
            }
        }
        block
    }

    /// Whether it ends with its own directive.
    pub(super) fn needs_end(&self) -> bool {
        !self.end.is_empty()
    }

    /// Whether a name with its prefix is that of a field.
    pub(super) fn has_field(&self, name: &str) -> bool {
        let field = name.strip_prefix(self.prefix);
        field.is_some_and(|field| EXTRA.contains(&field) || descriptor::find(self.fields, field).is_some())
    }

    /// First generation that has a field.
    pub(super) fn since(&self, field: Option<&'static descriptor::Field>, name: &str) -> u8 {
        match (field, name) {
            _ if self.prefix.is_empty() => 0,
            (Some(field), _) => field.since,
            (None, "reserve_flat_scratch") => 7,
            (None, RESERVE_XNACK) => 8,
            (None, _) => 0,
        }
    }

    /// Sets a field, unless the value is too large, which `false` says.
    pub(super) fn set(
        &mut self,
        field: Option<&'static descriptor::Field>,
        name: &str,
        value: u64,
        version: &Version,
    ) -> bool {
        if name == SGPR_BLOCKS {
            let fits = descriptor::KD_SGPRS.fits(value);
            self.sgpr_blocks = fits.then_some(value);
            return fits;
        }
        let Some(field) = field else {
            let Some(i) = EXTRA.iter().position(|e| *e == name) else { return false };
            self.extra[i] = value.min(1);
            return value <= 1;
        };
        let counts = self.name.is_some();
        if counts && *field == descriptor::KD_VGPRS {
            self.vgprs = Some(value).filter(|value| *value <= 256);
            return self.vgprs.is_some();
        }
        if counts && *field == descriptor::KD_SGPRS {
            self.sgprs = Some(value).filter(|value| *value <= version.limits.scalars.into());
            return self.sgprs.is_some();
        }
        self.user_count |= field.name == USER_COUNT;
        field.set(&mut self.bytes, value);
        field.fits(value)
    }

    /// Whether each field may occur only once, and required fields must not be missing.
    pub(super) fn is_checked(&self) -> bool {
        self.name.is_some() && !self.end.is_empty()
    }

    /// Whether a field is set, or another field that replaces it.
    pub(super) fn says(&self, name: &str) -> bool {
        self.said.contains(name) || name == descriptor::KD_SGPRS.name && self.sgpr_blocks.is_some()
    }

    /// Maximum number of scalar registers, if the field counts them.
    pub(super) fn most_sgprs(&self, field: Option<&'static descriptor::Field>, version: &Version) -> Option<u64> {
        let counts = self.name.is_some() && field.is_some_and(|f| *f == descriptor::KD_SGPRS);
        counts.then_some(version.limits.scalars.into())
    }

    /// Scalar registers in addition to those that the code names: vcc, flat_scratch and xnack_mask, at the end of the
    /// file.
    fn extra_sgprs(&self, version: &Version) -> u64 {
        let [vcc, flat, xnack] = self.extra;
        match version.generation.unwrap_or_default() {
            8.. if flat > 0 => 6,
            8.. if xnack > 0 => 4,
            ..8 if flat > 0 => 4,
            _ => vcc * 2,
        }
    }

    /// The number of user registers that the source gives, and the larger number that the enabled ones need.
    pub(super) fn missing_user_registers(&self) -> Option<(u64, u64)> {
        let (given, needed) = descriptor::user_registers(&self.bytes);
        (self.is_checked() && self.user_count && given < needed).then_some((given, needed))
    }

    pub(super) fn bytes(&self, version: &Version) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        if self.name.is_none() {
            return bytes;
        }
        let blocks = |count: u64, of: u64| count.max(1).div_ceil(of) - 1;
        descriptor::KD_VGPRS.set(&mut bytes, blocks(self.vgprs.unwrap_or(0), 4));
        let counted = || self.sgprs.unwrap_or(0) + self.extra_sgprs(version);
        let sgprs = self.given_sgprs.unwrap_or_else(counted);
        descriptor::KD_SGPRS.set(&mut bytes, self.sgpr_blocks.unwrap_or(blocks(sgprs, 8)));
        if !self.user_count {
            let (_, count) = descriptor::user_registers(&bytes);
            if let Some(field) = descriptor::find(descriptor::KD, USER_COUNT) {
                field.set(&mut bytes, count);
            }
        }
        bytes
    }
}
