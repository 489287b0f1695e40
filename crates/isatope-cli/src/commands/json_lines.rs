//! Instructions as JSON, an object a line.

use std::collections::HashMap;
use std::fmt::Write as _;

use isatope_asm::listing::Text;
use isatope_core::{Formatter, Instruction, Operand, Target, Write};

use super::flow::{Flow, Flows};

/// Instructions whose lines are kept, at most.
const KEPT: usize = 1 << 16;

/// Writes instructions of a target.
pub struct JsonLines<'a> {
    target: Target,
    flows: Option<Flows>,
    formatter: Formatter,
    base: u64,
    labels: Option<&'a HashMap<u64, Vec<&'a str>>>,
    /// What was written about instructions that lead nowhere: the same word gives the same again.
    known: HashMap<(u64, u16), Box<str>>,
}

impl<'a> JsonLines<'a> {
    /// For a target.
    pub fn new(target: Target, formatter: Formatter) -> Self {
        Self { target, flows: None, formatter, base: 0, labels: None, known: HashMap::new() }
    }

    /// The address of what comes, and names of places in it.
    pub fn place(&mut self, base: u64, labels: Option<&'a HashMap<u64, Vec<&'a str>>>) {
        (self.base, self.labels) = (base, labels);
    }

    /// Writes an instruction.
    pub fn instruction(&mut self, offset: u64, inst: &Instruction, formatter: &Formatter, out: &mut Text) {
        self.start(offset, inst.bits(), inst.len(), out);
        let key = (inst.bits(), inst.opcode().0);
        if let Some(known) = self.known.get(&key) {
            out.push(known);
            return out.end_line();
        }
        let address = self.base.wrapping_add(offset);
        let flows = self.flows.get_or_insert_with(|| Flows::new(inst.target(), &self.formatter));
        let (flow, target) = (flows.flow(inst), flows.target(inst, address));
        let mut rest = String::new();
        about(inst, formatter, flow, &mut rest);
        if let Some(target) = target {
            let _ = write!(rest, ",\"target\":{target}");
            let label = self.labels.and_then(|labels| labels.get(&target.wrapping_sub(self.base)));
            if let Some(name) = label.and_then(|names| names.first()) {
                rest.push_str(",\"target_label\":");
                string(name, &mut rest);
            }
        }
        rest.push('}');
        out.push(&rest);
        out.end_line();
        if target.is_none() && self.known.len() < KEPT {
            self.known.insert(key, rest.into());
        }
    }

    /// Writes bytes that are no instruction.
    pub fn data(&mut self, offset: u64, bits: u64, len: usize, out: &mut Text) {
        self.start(offset, bits, len, out);
        out.push(",\"name\":null}");
        out.end_line();
    }

    fn start(&self, offset: u64, bits: u64, len: usize, out: &mut Text) {
        out.push("{\"offset\":");
        out.decimal(offset);
        out.push(",\"address\":");
        out.decimal(self.base.wrapping_add(offset));
        if let Some(names) = self.labels.and_then(|labels| labels.get(&offset)) {
            let mut list = String::new();
            for (i, name) in names.iter().enumerate() {
                list.push(if i == 0 { '[' } else { ',' });
                string(name, &mut list);
            }
            out.push(",\"labels\":");
            out.push(&list);
            out.push("]");
        }
        out.push(",\"bytes\":");
        out.decimal(len as u64);
        out.push(",\"words\":\"");
        out.words(bits, len, self.target.arch().word_bits);
        out.push("\"");
    }
}

/// Everything that does not depend on the place.
fn about(inst: &Instruction, formatter: &Formatter, flow: Flow, out: &mut String) {
    let _ = write!(out, ",\"name\":\"{}\",\"format\":\"{}\",\"text\":", inst.name(), inst.format().name);
    let text = formatter.display(inst).to_string();
    // Columns are for people.
    let mut words = text.splitn(2, ' ');
    let mut plain = words.next().unwrap_or_default().to_string();
    if let Some(rest) = words.next() {
        plain.push(' ');
        plain.push_str(rest.trim_start());
    }
    string(&plain, out);
    out.push_str(",\"operands\":[");
    for (i, operand) in inst.operands().enumerate() {
        if i > 0 {
            out.push(',');
        }
        operand_of(inst, &operand, formatter, out);
    }
    out.push(']');
    let mut lists: [Vec<String>; 3] = Default::default();
    for access in inst.access() {
        access.resource.each_name(inst.target(), &mut |name| {
            let name = name.to_string();
            match access.write {
                Write::Always => lists[1].push(name.clone()),
                Write::Maybe => lists[2].push(name.clone()),
                Write::No => {}
            }
            if access.read {
                lists[0].push(name);
            }
        });
    }
    for (key, list) in ["reads", "writes", "may_write"].into_iter().zip(&mut lists) {
        list.sort_unstable();
        list.dedup();
        let _ = write!(out, ",\"{key}\":[");
        for (i, name) in list.iter().enumerate() {
            let _ = write!(out, "{}\"{name}\"", if i > 0 { "," } else { "" });
        }
        out.push(']');
    }
    let _ = write!(out, ",\"flow\":\"{}\"", flow.name());
}

fn operand_of(inst: &Instruction, operand: &Operand, formatter: &Formatter, out: &mut String) {
    let mut text = String::new();
    let _ = formatter.write_operand(inst, operand, &mut text);
    let (read, write) = inst.operand_access(operand);
    let _ = write!(out, "{{\"name\":\"{}\",\"text\":", operand.def.name);
    string(&text, out);
    let _ = write!(out, ",\"read\":{read},\"written\":{}}}", write != Write::No);
}

/// A string in quotes.
fn string(text: &str, out: &mut String) {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b) && !matches!(b, b'"' | b'\\')) {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&serde_json::Value::from(text).to_string());
    }
}
