//! Parses interfaces of the host.

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
            let mut kind = |word: &str| {
                let found = name.text == word && matches!(p.peek(), Kind::Name(_));
                if found {
                    name = p.name("an operation")?;
                }
                Ok(found)
            };
            let (wave, once, together) = (kind("wave")?, kind("once")?, kind("together")?);
            let (params, result) = p.signature()?;
            let role = p.optional_role()?;
            operations.push(Operation { name, doc, wave, once, together, params, result, role });
            Ok(())
        })?;
        Ok(Interface { name, doc, operations })
    }
}
