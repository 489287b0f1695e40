//! Probes of blocks, for profiles by sampling: `.pseudoprobe`.
//!
//! Source: LLVM's `MCPseudoProbe.cpp`. It does not define the order of the functions of one section. Here it is that of
//! their first probes in the source.

use std::collections::BTreeMap;

use isatope_diag::{codes, number};

use super::contents::Contents;
use super::md5::md5;
use super::probes::{Function, Probe, Site};
use crate::assembler::assembly::Assembly;
use crate::assembler::layout::Section;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::tree::Location;

const SECTION: &str = ".pseudo_probe";
/// Attribute of a probe that has a discriminator.
const HAS_DISCRIMINATOR: u64 = 4;
/// Maximum number of functions that are inlined into each other.
const MOST_INLINED: usize = 1000;

impl<'a> Assembly<'a> {
    /// Reads `.pseudoprobe GUID INDEX KIND ATTRIBUTES [DISCRIMINATOR] [@ GUID:INDEX …] FUNCTION`.
    pub(in crate::assembler) fn probe(&mut self, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let own = plain(cursor, u64::MAX)?;
        let index = plain(cursor, u32::MAX.into())? as u32;
        let kind = plain(cursor, 15)?;
        let attributes = plain(cursor, 7)?;
        let discriminator = match attributes & HAS_DISCRIMINATOR {
            0 => 0,
            _ => plain(cursor, u32::MAX.into())? as u32,
        };
        // The outermost function comes first.
        let mut calls: Vec<Site> = Vec::new();
        loop {
            cursor.skip_blanks();
            let start = cursor.at;
            if !cursor.eat(b'@') {
                break;
            }
            let function = plain(cursor, u64::MAX)?;
            cursor.skip_blanks();
            if !cursor.eat(b':') {
                return Err(error(codes::ARGUMENT, cursor.token(), "expected `:` and the number of a probe"));
            }
            calls.push((function, plain(cursor, u32::MAX.into())? as u32));
            if calls.len() > MOST_INLINED {
                let message = format!("more than {MOST_INLINED} functions are inlined into each other");
                return Err(error(codes::TOO_LARGE, start..cursor.at, message));
            }
        }
        cursor.skip_blanks();
        let start = cursor.at;
        let name = self.symbol_name(cursor)?;
        let at = start..cursor.at;
        self.ensure_section();
        let (location, file) = (self.location(), self.kept_file());
        let probes = &mut self.debug.probes;
        let number = *probes.numbers.entry(name).or_insert_with_key(|name| {
            probes.functions.push(Function { name: name.clone(), at, file, bodies: BTreeMap::new() });
            probes.functions.len() - 1
        });
        // Each function is found by the call in the function around it.
        let mut call = 0;
        let mut bodies = &mut probes.functions[number].bodies;
        for (function, next) in calls {
            bodies = &mut bodies.entry((function, call)).or_default().inlined;
            call = next;
        }
        let flags = (kind | attributes << 4) as u8;
        let body = bodies.entry((own, call)).or_default();
        body.probes.push(Probe { location, index, flags, discriminator });
        Ok(())
    }

    /// Writes the probes of all functions.
    pub(super) fn finish_probes(&mut self) {
        let probes = std::mem::take(&mut self.debug.probes);
        let mut functions: Vec<(Location, &Function)> = Vec::new();
        for function in &probes.functions {
            let Function { name, at, file, bodies } = function;
            let place = self.value_at_end(name).and_then(|sum| sum.location());
            let message = match place {
                Some(place) if bodies.values().all(|body| body.is_in(place.section)) => {
                    functions.push((place, function));
                    continue;
                }
                Some(_) => format!("`{name}` is in another section than a probe of its code"),
                None => format!("`{name}` is not a label of this source"),
            };
            self.fail(error(codes::UNDEFINED, at.clone(), message), *file);
        }
        functions.sort_by_key(|(place, _)| place.section);
        let mut current = None;
        for (place, function) in functions {
            if current.replace(place.section) != Some(place.section) {
                self.probe_section(place.section as usize, &function.name);
            }
            let mut out = Contents::default();
            let around = md5(function.name.as_bytes());
            for ((own, _), body) in &function.bodies {
                let mut last = place;
                body.write(*own, (*own != around).then_some(around), &mut last, &mut out);
            }
            self.push_contents(&out);
        }
        if current.is_some() {
            self.close_run();
        }
    }

    /// Continues in the section for the probes of a section with code. `function` is a label there.
    fn probe_section(&mut self, code: usize, function: &str) {
        let code = &self.output.layout.sections[code];
        let group = code.group.as_ref().map(|(name, _)| (name.clone(), true));
        let section = Section {
            name: SECTION.to_owned(),
            flags: if group.is_some() { "Go" } else { "o" }.to_owned(),
            kind: "progbits".to_owned(),
            unique: code.unique,
            linked_to: Some(function.to_owned()),
            group,
            ..Section::default()
        };
        self.switch(section);
    }
}

/// Reads a number without a sign, up to a maximum.
fn plain(cursor: &mut Cursor<'_>, most: u64) -> Result<u64, Error> {
    cursor.skip_blanks();
    let start = cursor.at;
    while cursor.peek().is_ascii_alphanumeric() {
        cursor.at += 1;
    }
    let value = number::unsigned::<u64>(cursor.slice(start..cursor.at));
    match value.filter(|_| cursor.at > start) {
        Some(value) if value <= most => Ok(value),
        Some(_) => Err(error(codes::TOO_LARGE, start..cursor.at, format!("the number must be at most {most}"))),
        None => {
            cursor.at = start;
            Err(error(codes::ARGUMENT, cursor.token(), "expected a number"))
        }
    }
}
