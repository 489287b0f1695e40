//! Arguments of kernels, as `.arg` writes them for the metadata.

use isatope_diag::{codes, nearest};

use super::state::KernelArgument;
use crate::assembler::assembly::Assembly;
use crate::text::cursor::{Cursor, in_name};
use crate::text::error::{Error, error};
use crate::text::string::string;

/// Kinds of arguments: names here, and the name in the metadata.
const KINDS: &[(&str, &str)] = &[
    ("complact", "HiddenCompletionAction"),
    ("defqueue", "HiddenDefaultQueue"),
    ("dynshptr", "DynamicSharedPointer"),
    ("globalbuf", "GlobalBuffer"),
    ("globaloffsetx", "HiddenGlobalOffsetX"),
    ("globaloffsety", "HiddenGlobalOffsetY"),
    ("globaloffsetz", "HiddenGlobalOffsetZ"),
    ("gox", "HiddenGlobalOffsetX"),
    ("goy", "HiddenGlobalOffsetY"),
    ("goz", "HiddenGlobalOffsetZ"),
    ("image", "Image"),
    ("multigridsyncarg", "HiddenMultiGridSyncArg"),
    ("none", "HiddenNone"),
    ("pipe", "Pipe"),
    ("printfbuf", "HiddenPrintfBuffer"),
    ("queue", "Queue"),
    ("sampler", "Sampler"),
    ("value", "ByValue"),
];

const TYPES: &[(&str, &str)] = &[
    ("char", "I8"),
    ("double", "F64"),
    ("f16", "F16"),
    ("f32", "F32"),
    ("f64", "F64"),
    ("float", "F32"),
    ("half", "F16"),
    ("i16", "I16"),
    ("i32", "I32"),
    ("i64", "I64"),
    ("i8", "I8"),
    ("int", "I32"),
    ("long", "I64"),
    ("short", "I16"),
    ("struct", "Struct"),
    ("u16", "U16"),
    ("u32", "U32"),
    ("u64", "U64"),
    ("u8", "U8"),
    ("uchar", "U8"),
    ("uint", "U32"),
    ("ulong", "U64"),
    ("ushort", "U16"),
];

const SPACES: &[(&str, &str)] = &[
    ("constant", "Constant"),
    ("generic", "Generic"),
    ("global", "Global"),
    ("local", "Local"),
    ("private", "Private"),
    ("region", "Region"),
];

const ACCESSES: &[(&str, &str)] = &[
    ("default", "Default"),
    ("rdonly", "ReadOnly"),
    ("rdwr", "ReadWrite"),
    ("read_only", "ReadOnly"),
    ("read_write", "ReadWrite"),
    ("write_only", "WriteOnly"),
    ("wronly", "WriteOnly"),
];

const FLAGS: &[(&str, &str)] =
    &[("const", "IsConst"), ("pipe", "IsPipe"), ("restrict", "IsRestrict"), ("volatile", "IsVolatile")];

impl<'a> Assembly<'a> {
    /// Reads one of some words.
    fn one_of(
        &self,
        cursor: &mut Cursor<'a>,
        words: &[(&str, &'static str)],
        what: &str,
    ) -> Result<&'static str, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        while in_name(cursor.peek()) && !cursor.done() {
            cursor.at += 1;
        }
        let word = cursor.slice(start..cursor.at);
        if let Some((_, name)) = words.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)) {
            return Ok(name);
        }
        let at = if word.is_empty() { cursor.token() } else { start..cursor.at };
        let found = error(codes::ARGUMENT, at, format!("`{word}` is not {what}"));
        Err(match nearest(&word.to_ascii_lowercase(), words.iter().map(|(known, _)| *known)) {
            Some(near) => found.help(format!("did you mean `{near}`?")),
            None => {
                let known: Vec<_> = words.iter().map(|(known, _)| *known).collect();
                found.help(format!("write one of {}", known.join(", ")))
            }
        })
    }

    /// Reads `[NAME][, "TYPE"], SIZE, [ALIGN], KIND, TYPE[, …] FLAGS`.
    pub(super) fn kernel_argument(&mut self, cursor: &mut Cursor<'a>) -> Result<KernelArgument, Error> {
        cursor.skip_blanks();
        let mut lines = Vec::new();
        let name = if cursor.peek() == b',' { "" } else { cursor.name() };
        if !name.is_empty() {
            lines.push(format!("Name: {name}"));
        }
        self.expect(cursor, "the size")?;
        cursor.skip_blanks();
        if cursor.peek() == b'"' {
            let of = String::from_utf8_lossy(&string(cursor)?).into_owned();
            if !of.is_empty() {
                lines.push(format!("TypeName: '{}'", of.replace('\'', "''")));
            }
            self.expect(cursor, "the size")?;
        }
        cursor.skip_blanks();
        let start = cursor.at;
        let size = self.known(cursor)?;
        if size == 0 || size > 1 << 32 {
            return Err(error(
                codes::ARGUMENT,
                start..cursor.at,
                "an argument has at least one byte, and at most 4 GiB",
            ));
        }
        self.expect(cursor, "the alignment")?;
        cursor.skip_blanks();
        let start = cursor.at;
        let align = match cursor.peek() {
            b',' => size.next_power_of_two().min(16),
            _ => self.known(cursor)?,
        };
        if !align.is_power_of_two() {
            return Err(error(codes::ARGUMENT, start..cursor.at, "an alignment must be a power of two"));
        }
        self.expect(cursor, "the kind")?;
        let kind = self.one_of(cursor, KINDS, "a kind of arguments")?;
        self.expect(cursor, "the type of the value")?;
        let of = self.one_of(cursor, TYPES, "a type of values")?;
        lines.extend([format!("Size: {size}"), format!("Align: {align}")]);
        lines.extend([format!("ValueKind: {kind}"), format!("ValueType: {of}")]);
        if kind == "DynamicSharedPointer" {
            self.expect(cursor, "the alignment of what it points to")?;
            let align = self.known(cursor)?;
            lines.push(format!("PointeeAlign: {align}"));
        }
        if matches!(kind, "DynamicSharedPointer" | "GlobalBuffer") {
            self.expect(cursor, "the address space")?;
            let space = self.one_of(cursor, SPACES, "an address space")?;
            lines.push(format!("AddrSpaceQual: {space}"));
        }
        let mut has_access = kind == "GlobalBuffer";
        if matches!(kind, "Image" | "Pipe") {
            has_access = self.next_comma(cursor);
            let access = if has_access { self.one_of(cursor, ACCESSES, "an access")? } else { "Default" };
            lines.push(format!("AccQual: {access}"));
        }
        if has_access && self.next_comma(cursor) {
            lines.push(format!("ActualAccQual: {}", self.one_of(cursor, ACCESSES, "an access")?));
        }
        loop {
            cursor.skip_blanks();
            if cursor.done() {
                return Ok(KernelArgument { lines, size, align });
            }
            lines.push(format!("{}: true", self.one_of(cursor, FLAGS, "a property of an argument")?));
        }
    }

    /// Reads a comma, if one is next.
    pub(super) fn next_comma(&self, cursor: &mut Cursor<'a>) -> bool {
        cursor.skip_blanks();
        cursor.eat(b',')
    }

    /// Reads the comma before something.
    pub(super) fn expect(&self, cursor: &mut Cursor<'a>, what: &str) -> Result<(), Error> {
        match self.next_comma(cursor) {
            true => Ok(()),
            false => Err(error(codes::MISSING_COMMA, cursor.token(), format!("expected `,` and {what}"))),
        }
    }
}
