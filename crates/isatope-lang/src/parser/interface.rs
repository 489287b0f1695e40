//! Interfaces of the host.

use super::{Parsed, Parser};
use crate::ast::{Interface, Operation};
use crate::lexer::Kind;

impl Parser<'_> {
    /// `name { operations }`
    pub(super) fn interface(&mut self, doc: String) -> Parsed<Interface> {
        let name = self.name("a name")?;
        let mut operations = Vec::new();
        let mut doc_lines = Vec::new();
        self.lines(|p| {
            if let Kind::Doc(line) = p.peek() {
                doc_lines.push(line.clone());
                p.next();
                return Ok(());
            }
            let doc = std::mem::take(&mut doc_lines).join("\n");
            let mut name = p.name("an operation")?;
            let wave = name.text == "wave" && matches!(p.peek(), Kind::Name(_));
            if wave {
                name = p.name("an operation")?;
            }
            let (params, result) = p.signature()?;
            operations.push(Operation { name, doc, wave, params, result });
            Ok(())
        })?;
        Ok(Interface { name, doc, operations })
    }
}
