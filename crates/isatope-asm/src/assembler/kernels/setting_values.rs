//! Numbers and registers in the settings of kernels, and their ranges.

use std::ops::Range;

use isatope_diag::codes;

use super::settings::field;
use crate::assembler::assembly::{Assembly, cut_off};
use crate::syntax::operand::Reader;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::room::Room;
use crate::text::value::Value;

/// Most vector registers of a kernel.
pub(super) const MOST_VECTORS: u64 = 256;

impl<'a> Assembly<'a> {
    /// Reads a number, and returns its position.
    pub(super) fn spanned(&mut self, cursor: &mut Cursor<'a>) -> Result<(u64, Range<usize>), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let value = self.known(cursor)?;
        Ok((value, start..cursor.at))
    }

    /// Reads a number from 0 to a limit.
    pub(super) fn limited(&mut self, cursor: &mut Cursor<'a>, most: u64) -> Result<u64, Error> {
        let (value, at) = self.spanned(cursor)?;
        match value <= most {
            true => Ok(value),
            false => Err(error(codes::TOO_LARGE, at, format!("the number is 0 to {most}"))),
        }
    }

    /// Reads a number for a field.
    pub(super) fn setting_value(&mut self, cursor: &mut Cursor<'a>, name: &str) -> Result<u64, Error> {
        let (value, at) = self.spanned(cursor)?;
        match field(name).filter(|field| !field.fits(value)) {
            Some(field) => Ok(self.low_bits(value, field.bits, at)),
            None => Ok(value),
        }
    }

    /// Reads a number of 32 bits.
    pub(super) fn word_setting(&mut self, cursor: &mut Cursor<'a>) -> Result<u64, Error> {
        let (value, at) = self.spanned(cursor)?;
        Ok(if value > u64::from(u32::MAX) { self.low_bits(value, 32, at) } else { value })
    }

    /// The low bits of a number that does not fit in them, which is reported.
    pub(super) fn low_bits(&mut self, value: u64, bits: u32, at: Range<usize>) -> u64 {
        let cut = (at.start as u32, at.end as u32, Room::unsigned(bits));
        self.output.diagnostics.push(cut_off(self.text, cut));
        value & ((1 << bits) - 1)
    }

    /// Reads a power of two in a range.
    pub(super) fn power(&mut self, cursor: &mut Cursor<'a>, least: u64, most: u64) -> Result<u64, Error> {
        let (value, at) = self.spanned(cursor)?;
        match value {
            _ if !value.is_power_of_two() => Err(error(codes::ARGUMENT, at, format!("{value} is not a power of two"))),
            _ if value < least => Err(error(codes::ARGUMENT, at, format!("the number is at least {least}"))),
            _ if value > most => Err(error(codes::ARGUMENT, at, format!("the number is at most {most}"))),
            _ => Ok(value),
        }
    }

    /// Most scalar registers of a kernel, with those that the hardware adds.
    pub(super) fn most_counted_scalars(&self) -> u64 {
        u64::from(self.target.version_info().limits.scalars) + 6
    }

    /// Reads a scalar or vector register, or its number.
    pub(super) fn setting_register(&mut self, cursor: &mut Cursor<'a>, scalar: bool) -> Result<u64, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let reader = Reader { tables: self.tables, symbols: &self.symbols, ranges: false };
        let roles = &self.tables.arch.roles;
        let (wanted, count) = match scalar {
            true => (roles.scalar, self.most_scalars()),
            false => (roles.vector, MOST_VECTORS),
        };
        let number = match reader.operand(cursor)?.value {
            Value::File { file, first, .. } if Some(file) == wanted => first.into(),
            Value::Int { bits, .. } => bits,
            _ => {
                let kind = if scalar { "scalar" } else { "vector" };
                return Err(error(codes::OPERAND_KIND, start..cursor.at, format!("expected a {kind} register")));
            }
        };
        match number < count {
            true => Ok(number),
            false => {
                let message = format!("the number of the register is 0 to {}", count - 1);
                Err(error(codes::NO_SUCH_REGISTER, start..cursor.at, message))
            }
        }
    }
}
