//! Lists instructions as JSON, one object per line.
//!
//! A line is put together where it is written, and what was said about a word is kept: the same word comes again soon.

use std::fmt::Write as _;

use isatope_asm::listing::Text;
use isatope_core::{Access, Flow, FlowKind, FlowTarget, Formatter, Instruction, Opcode, Place, Write};

use crate::Target;

/// Number of words whose text is cached.
const KEPT: usize = 1 << 14;

/// Members that are added to the JSON of an instruction: section, offset, and the text of the members with a comma
/// before each.
pub type Extra = (usize, u64, String);

/// Writes instructions of a target.
pub struct JsonLines<'a> {
    target: Target,
    base: u64,
    /// Names of places, in order.
    labels: &'a [(u64, &'a str)],
    /// Members of single instructions: section, offset, text; in order.
    extra: &'a [Extra],
    /// Cached text of instructions that are not branches.
    known: Vec<Option<Known>>,
    scratch: Scratch,
}

/// Text that was written for a word.
struct Known {
    bits: u64,
    opcode: Opcode,
    text: Box<str>,
}

/// Room that is used again and again.
#[derive(Default)]
struct Scratch {
    text: String,
    accesses: Vec<Access>,
    names: Vec<(List, Name)>,
}

/// The list that a name belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum List {
    Reads,
    Writes,
    MayWrite,
}

/// A name of a register, a memory or an interface, without a place on the heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    /// Zeros after the end: names compare as their texts do.
    bytes: [u8; Name::MOST],
    len: u8,
}

impl Name {
    const MOST: usize = 31;

    fn new(place: Place) -> Self {
        let mut made = Self { bytes: [0; Self::MOST], len: 0 };
        // Text that does not fit is truncated: the specification has no such names.
        let _ = write!(made, "{place}");
        made
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl std::fmt::Write for Name {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let from = usize::from(self.len);
        let Some(room) = self.bytes.get_mut(from..from + text.len()) else { return Err(std::fmt::Error) };
        room.copy_from_slice(text.as_bytes());
        self.len += text.len() as u8;
        Ok(())
    }
}

impl<'a> JsonLines<'a> {
    /// For a target.
    pub fn new(target: Target) -> Self {
        let (known, scratch) = Default::default();
        Self { target, base: 0, labels: &[], extra: &[], known, scratch }
    }

    /// The address of what comes, and names of places in it, in order.
    pub fn place(&mut self, base: u64, labels: &'a [(u64, &'a str)]) {
        (self.base, self.labels) = (base, labels);
    }

    /// Members that are added to instructions of the section.
    #[cfg(feature = "serde")]
    pub(super) fn extra(&mut self, extra: &'a [Extra]) {
        self.extra = extra;
    }

    /// Ends the object of an instruction.
    fn end(&mut self, offset: u64, out: &mut Text) {
        let before = self.extra.iter().take_while(|extra| extra.1 < offset).count();
        self.extra = &self.extra[before..];
        if let Some(extra) = self.extra.first().filter(|extra| extra.1 == offset) {
            out.push(&extra.2);
        }
        out.push("}");
        out.end_line();
    }

    /// Writes an instruction.
    pub fn instruction(&mut self, offset: u64, inst: &Instruction, formatter: &Formatter, out: &mut Text) {
        self.start(offset, inst.bits(), inst.len(), out);
        let (bits, opcode) = (inst.bits(), inst.opcode());
        if self.known.is_empty() {
            self.known.resize_with(KEPT, || None);
        }
        let place = (bits ^ (opcode.index() as u64) << 48).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50;
        let place = place as usize % KEPT;
        if let Some(known) = self.known[place].as_ref().filter(|known| (known.bits, known.opcode) == (bits, opcode)) {
            out.push(&known.text);
            return self.end(offset, out);
        }
        let from = out.len();
        self.about(inst, formatter, out);
        let address = self.base.wrapping_add(offset);
        let target = inst.branch_target(address);
        if let Some(target) = target {
            out.push(",\"target\":");
            number(target, out);
            if let Some(name) = self.named(target.wrapping_sub(self.base)).first() {
                out.push(",\"target_label\":");
                string(name.1, out);
            }
        }
        if target.is_none()
            && let Ok(text) = std::str::from_utf8(&out.as_bytes()[from..])
        {
            self.known[place] = Some(Known { bits, opcode, text: text.into() });
        }
        self.end(offset, out);
    }

    /// Writes bytes that are no instruction.
    pub fn data(&mut self, offset: u64, bits: u64, len: usize, out: &mut Text) {
        self.start(offset, bits, len, out);
        out.push(",\"name\":null}");
        out.end_line();
    }

    /// The names of a place.
    fn named(&self, offset: u64) -> &'a [(u64, &'a str)] {
        let from = self.labels.partition_point(|label| label.0 < offset);
        let here = self.labels[from..].iter().take_while(|label| label.0 == offset).count();
        &self.labels[from..from + here]
    }

    fn start(&self, offset: u64, bits: u64, len: usize, out: &mut Text) {
        out.push("{\"offset\":");
        number(offset, out);
        out.push(",\"address\":");
        number(self.base.wrapping_add(offset), out);
        let names = self.named(offset);
        for (i, (_, name)) in names.iter().enumerate() {
            out.push(if i == 0 { ",\"labels\":[" } else { "," });
            string(name, out);
        }
        out.push(if names.is_empty() { ",\"bytes\":" } else { "],\"bytes\":" });
        out.decimal(len as u64);
        out.push(",\"words\":\"");
        out.words(bits.into(), len, 8 * self.target.word_bytes() as u32);
        out.push("\"");
    }

    /// Everything that does not depend on the place.
    fn about(&mut self, inst: &Instruction, formatter: &Formatter, out: &mut Text) {
        let Scratch { text, accesses, names } = &mut self.scratch;
        accesses.clear();
        accesses.extend(inst.access());
        for part in [",\"name\":\"", inst.mnemonic(), "\",\"format\":\"", &inst.format().name] {
            out.push(part);
        }
        if let Some(unit) = inst.unit() {
            out.push("\",\"unit\":\"");
            out.push(unit);
        }
        out.push("\",\"text\":");
        text.clear();
        // Text takes everything.
        let _ = formatter.write(inst, text);
        // Columns are for people.
        if let Some((name, rest)) = text.split_once("  ") {
            let blanks = rest.len() - rest.trim_start().len();
            let at = name.len() + 1;
            text.replace_range(at..at + 1 + blanks, "");
        }
        string(text, out);
        out.push(",\"operands\":[");
        for (i, operand) in inst.operands().enumerate() {
            text.clear();
            let _ = formatter.write_operand(&operand, text);
            out.push(if i == 0 { "{\"name\":\"" } else { ",{\"name\":\"" });
            out.push(&operand.def.name);
            out.push("\",\"text\":");
            string(text, out);
            out.push(if operand.read() { ",\"read\":true" } else { ",\"read\":false" });
            out.push(if operand.write() != Write::No { ",\"written\":true}" } else { ",\"written\":false}" });
        }
        out.push("]");
        names.clear();
        for access in accesses.iter() {
            for place in access.place.singles() {
                let name = Name::new(place);
                match access.write {
                    Write::Always => names.push((List::Writes, name)),
                    Write::Maybe => names.push((List::MayWrite, name)),
                    Write::No => {}
                }
                if access.read {
                    names.push((List::Reads, name));
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        let mut rest = names.as_slice();
        for (list, start) in
            [(List::Reads, ",\"reads\":["), (List::Writes, ",\"writes\":["), (List::MayWrite, ",\"may_write\":[")]
        {
            let (own, others) = rest.split_at(rest.partition_point(|name| name.0 <= list));
            rest = others;
            out.push(start);
            for (i, (_, name)) in own.iter().enumerate() {
                out.push(if i == 0 { "\"" } else { ",\"" });
                out.push(name.as_str());
                out.push("\"");
            }
            out.push("]");
        }
        for part in [",\"flow\":\"", flow_name(inst.flow()), "\""] {
            out.push(part);
        }
    }
}

/// How the program goes on.
fn flow_name(flow: Flow) -> &'static str {
    match (flow.kind, flow.target) {
        (FlowKind::Branch, _) => "conditional",
        (FlowKind::Jump, Some(FlowTarget::Relative(_) | FlowTarget::Absolute(_))) => "branch",
        (FlowKind::Jump, _) => "indirect",
        (FlowKind::Call, _) => "call",
        (FlowKind::Trap, _) => "trap",
        (FlowKind::End, _) => "end",
        _ => "next",
    }
}

/// A number, as hexadecimal digits in a string where doubles do not hold it.
fn number(number: u64, out: &mut Text) {
    match number <= 1 << 53 {
        true => out.decimal(number),
        false => out.push(&format!("\"{number:#x}\"")),
    }
}

/// A string in quotes.
pub(super) fn string(text: &str, out: &mut Text) {
    out.push("\"");
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|b| b < 0x20 || matches!(b, b'"' | b'\\')) {
        out.push(&rest[..at]);
        match rest.as_bytes()[at] {
            b'"' => out.push("\\\""),
            b'\\' => out.push("\\\\"),
            b'\n' => out.push("\\n"),
            b'\r' => out.push("\\r"),
            b'\t' => out.push("\\t"),
            8 => out.push("\\b"),
            12 => out.push("\\f"),
            other => out.push(&format!("\\u{other:04x}")),
        }
        rest = &rest[at + 1..];
    }
    out.push(rest);
    out.push("\"");
}
