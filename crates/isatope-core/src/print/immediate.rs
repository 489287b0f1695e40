//! Numbers in operand fields: branch distances, hardware registers, messages, counters.

use core::fmt::{self, Write};

use super::formatter::{Formatter, Here};
use super::number::{signed, small};
use super::pen::Pen;
use crate::tables::{Arch, DialectId, NumberId, Spelling, SpellingArgument, SpellingKind, VersionId};

impl Formatter {
    /// Writes a number in the first spelling that can say it, or as a label; `false` if it has neither.
    pub(super) fn spelled(
        &self,
        (inst, address): Here<'_>,
        number: NumberId,
        value: u32,
        bits: u32,
        pen: &mut Pen<'_>,
    ) -> bool {
        let target = inst.target();
        let number = &target.arch()[number];
        let place = Place { arch: target.arch(), version: target.version(), dialect: self.dialect(), value };
        if let Some(spelling) = number.spellings.iter().find(|s| place.says(s)) {
            // A line takes everything.
            return place.spelling(spelling, pen).is_ok();
        }
        if let Some(address) = address.filter(|_| self.has_labels(number))
            && let word = i64::from(target.arch().word_bits / 8)
            && let Some(target) = address.checked_add_signed(word + word * signed(value, bits))
            && self.names(target)
        {
            pen.byte(b'.');
            pen.byte(b'L');
            pen.decimal(target);
            pen.byte(b'_');
            pen.decimal(self.code().into());
            return true;
        }
        false
    }
}

/// A number, and where it is written.
struct Place {
    arch: &'static Arch,
    version: VersionId,
    dialect: DialectId,
    value: u32,
}

impl Place {
    /// Whether a spelling is one of this dialect and version, and says the number completely.
    fn says(&self, spelling: &Spelling) -> bool {
        let here = self.dialect.is_in(spelling.dialects) && self.version.is_in(spelling.versions);
        let complete = self.value & !spelling.shown == spelling.rest;
        here && complete
            && match spelling.kind {
                SpellingKind::Call(_, arguments) => {
                    arguments.iter().all(|a| a.number.is_some() || self.name(a).is_some())
                }
                SpellingKind::Counters(..) | SpellingKind::Flags(..) => true,
            }
    }

    fn name(&self, argument: &SpellingArgument) -> Option<&'static str> {
        self.arch[argument.names?].name(argument.value(self.value).into(), self.version, self.dialect)
    }

    fn spelling<W: Write>(&self, spelling: &Spelling, out: &mut W) -> fmt::Result {
        match spelling.kind {
            SpellingKind::Call(name, arguments) => {
                out.write_str(name.as_str())?;
                for (i, argument) in arguments.iter().enumerate() {
                    out.write_str(if i == 0 { "(" } else { ", " })?;
                    match self.name(argument) {
                        Some(name) => out.write_str(name)?,
                        None => small(out, argument.number.unwrap_or_default().as_str(), argument.value(self.value))?,
                    }
                }
                out.write_char(')')
            }
            SpellingKind::Counters(separator, counters) => {
                // Where nothing is waited for, all of them say so.
                let all = counters.iter().all(|c| c.value(self.value) == c.most());
                let mut between = "";
                for counter in counters.iter().filter(|c| all || c.value(self.value) != c.most()) {
                    out.write_str(between)?;
                    out.write_str(counter.name.as_str())?;
                    small(out, "(", counter.value(self.value))?;
                    out.write_char(')')?;
                    between = separator.as_str();
                }
                Ok(())
            }
            SpellingKind::Flags(name, flags) => {
                out.write_str(name.as_str())?;
                out.write_char('(')?;
                let mut between = "";
                for (flag, _) in flags.iter().filter(|(_, bit)| self.value >> bit & 1 != 0) {
                    out.write_str(between)?;
                    out.write_str(flag)?;
                    between = ",";
                }
                out.write_char(')')
            }
        }
    }
}
