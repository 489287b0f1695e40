//! Directives that name the target of a source.

use isatope_diag::codes;
use isatope_object::TargetId;

use crate::assembler::assembly::Assembly;
use crate::assembler::devices;
use crate::assembler::options::Options;
use crate::assembler::target_names::{target_of, unknown_target};
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};

impl<'a> Assembly<'a> {
    /// Reads the name of a target, and notes it as that of the code object.
    pub(super) fn isa_name(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        self.target_directive(cursor)?;
        let name = self.output.layout.target.as_deref().map(|name| name.trim_matches('"').to_owned());
        self.note_section(name.as_deref().is_some_and(|name| name.contains("amdhsa")));
        self.output.layout.isa_name = name;
        Ok(())
    }

    /// Reads the name of a target, which must be that of the assembler.
    pub(super) fn target_directive(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let name = self.symbol_name(cursor)?;
        let at = start..cursor.at;
        match target_of(&name) {
            None => {
                self.has_unknown_target = true;
                return Err(unknown_target(&name, at));
            }
            Some((target, called)) if target != self.target && !self.counts_to_target(&name) => {
                let message = format!("the source is for {called}, but is assembled for {}", self.tables.called);
                return Err(
                    error(codes::UNKNOWN_TARGET, at, message).help(format!("select the target with `-t {called}`"))
                );
            }
            Some((_, called)) => {
                let id = name.parse::<TargetId>().unwrap_or_default();
                // Only the targets of HSA name all features.
                let is_whole = name.contains("amdhsa");
                let differs = |given: Option<bool>, own: Option<bool>| {
                    given.is_some() && given != own && (is_whole || own.is_some())
                };
                if differs(self.options.xnack, id.xnack) || differs(self.options.sramecc, id.sramecc) {
                    let own = TargetId { processor: called.to_owned(), ..id };
                    let Options { xnack, sramecc, .. } = self.options;
                    let given = TargetId { processor: self.tables.called.to_owned(), xnack, sramecc };
                    let message = format!("the source is for {own}, but is assembled for {given}");
                    return Err(error(codes::UNKNOWN_TARGET, at, message).help("remove `-t`"));
                }
                self.output.layout.target = Some(name);
            }
        }
        Ok(())
    }

    /// Whether CLRX counts the device with a name to the version of the target. Its sources may name one with the other.
    fn counts_to_target(&self, name: &str) -> bool {
        let version = devices::find(name).filter(|_| self.tables.style.entries).map(|device| device.version);
        version == Some(self.target.name())
    }
}
