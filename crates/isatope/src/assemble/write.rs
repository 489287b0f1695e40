//! Writes an assembled source as words, as a listing or as JSON.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use isatope_asm::Item;
use isatope_asm::listing::Sink;
use isatope_asm::listing::code::{data, margin};
use isatope_core::Formatter;

use super::Source;

impl Source {
    fn formatter(&self) -> Formatter {
        let target = self.target;
        Formatter::in_dialect(target, self.dialect).unwrap_or(Formatter::default_for(target))
    }

    /// The words of each instruction and each piece of data, on a line of their own. Sections without contents are left
    /// out.
    ///
    /// # Errors
    /// Errors from `out`.
    pub fn write_words(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut sink = Sink::new(out);
        let (result, word_bits) = (&self.output, 8 * self.target.word_bytes() as u32);
        let layout = &result.layout;
        let empty = layout.runs.iter().filter(|(section, _)| !layout.sections[*section].has_contents());
        let empty: Vec<_> = empty.map(|(_, run)| run).collect();
        for (i, item) in result.items.iter().enumerate() {
            // Runs are in order of their items.
            let next = empty.partition_point(|run| run.end <= i);
            if empty.get(next).is_some_and(|run| run.contains(&i)) {
                continue;
            }
            result.units(&item, |bits, len| {
                sink.text.words(bits, len, word_bits);
                sink.text.end_line();
            });
            sink.pass_on()?;
        }
        sink.flush()
    }

    /// Items with their offsets, words and text, section by section. If the places of statements are known
    /// ([`Options::places`](isatope_asm::Options::places)), the first item of a statement has its line and text in a
    /// comment: of an expansion, those of the statement that begins it.
    ///
    /// # Errors
    /// Errors from `out`.
    pub fn write_list(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut sink = Sink::new(out);
        let (result, formatter) = (&self.output, self.formatter());
        let word_bits = 8 * self.target.word_bytes() as u32;
        let layout = &result.layout;
        let all = [(0, 0..result.items.len())];
        let mut labels: HashMap<(usize, u64), Vec<&str>> = HashMap::new();
        for symbol in &layout.symbols {
            if let Some(section) = symbol.section {
                labels.entry((section, symbol.offset)).or_default().push(&symbol.name);
            }
        }
        let mut statements = Statements::new(self.text(), &result.places);
        let mut offsets = vec![0; layout.sections.len().max(1)];
        for (section, items) in if layout.runs.is_empty() { &all[..] } else { &layout.runs[..] } {
            if let Some(found) = layout.sections.get(*section) {
                let _ = writeln!(sink.text, "// section {}", found.name);
            }
            let offset = &mut offsets[*section];
            for (number, item) in items.clone().zip(result.items.range(items.clone())) {
                sink.pass_on()?;
                let statement = statements.next_of(number);
                let out = &mut sink.text;
                for label in labels.get(&(*section, *offset)).into_iter().flatten() {
                    let _ = writeln!(out, "{label}:");
                }
                match item {
                    Item::Instruction(inst) => {
                        margin(out, *offset, inst.all_bits(), inst.len(), word_bits);
                        let _ = formatter.write(&inst, out);
                        let target = inst.branch_target(*offset).and_then(|place| labels.get(&(*section, place)));
                        if let Some(label) = target.and_then(|names| names.first()) {
                            let _ = write!(out, " // {label}");
                        }
                        let _ = writeln!(out, "{statement}");
                    }
                    Item::Fill { value, size, count } => {
                        margin(out, *offset, value, usize::from(size), word_bits);
                        let _ = writeln!(out, ".fill {count}, {size}, {value:#x}{statement}");
                    }
                    Item::Data(..) | Item::Words { .. } | Item::Bytes { .. } => {
                        let (mut place, mut statement) = (*offset, statement.as_str());
                        result.units(&item, |bits, len| {
                            margin(out, place, bits, len, word_bits);
                            data(out, bits.head, len, word_bits);
                            let _ = writeln!(out, "{}", std::mem::take(&mut statement));
                            place += len as u64;
                        });
                    }
                }
                *offset += item.len() as u64;
            }
            // A label at the end of the section has nothing after it.
            let is_last = layout.sections.get(*section).is_none_or(|s| s.size == *offset);
            for label in labels.get(&(*section, *offset)).filter(|_| is_last).into_iter().flatten() {
                let _ = writeln!(sink.text, "{label}:");
            }
        }
        sink.flush()
    }

    /// Items as JSON, one object per line: section, offset, bytes, words, and of an instruction its name and text.
    ///
    /// # Errors
    /// Errors from `out`.
    #[cfg(feature = "serde")]
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        use isatope_asm::listing::Text;
        use serde_json::json;

        let mut sink = Sink::new(out);

        let (result, formatter) = (&self.output, self.formatter());
        let word_bits = 8 * self.target.word_bytes() as u32;
        let layout = &result.layout;
        let all = [(0, 0..result.items.len())];
        let mut offsets = vec![0_u64; layout.sections.len().max(1)];
        for (section, items) in if layout.runs.is_empty() { &all[..] } else { &layout.runs[..] } {
            let name = layout.sections.get(*section).map_or(".text", |s| &s.name);
            let offset = &mut offsets[*section];
            for item in result.items.range(items.clone()) {
                sink.pass_on()?;
                let out = &mut sink.text;
                match item {
                    Item::Fill { value, size, count } => {
                        let fill = json!({ "value": format!("{value:#x}"), "size": size, "count": count });
                        let line = json!({ "section": name, "offset": *offset, "bytes": item.len(), "fill": fill });
                        let _ = writeln!(out, "{line}");
                    }
                    _ => {
                        let mut place = *offset;
                        result.units(&item, |bits, len| {
                            let mut words = Text::default();
                            words.words(bits, len, word_bits);
                            let words = String::from_utf8_lossy(words.as_bytes()).into_owned();
                            let mut line = json!({ "section": name, "offset": place, "bytes": len, "words": words });
                            if let Item::Instruction(inst) = item {
                                line["name"] = inst.mnemonic().into();
                                line["text"] = formatter.display(&inst).to_string().into();
                            }
                            out.push(&line.to_string());
                            out.end_line();
                            place += len as u64;
                        });
                    }
                }
                *offset += item.len() as u64;
            }
        }
        sink.flush()
    }
}

/// Statements of a source, for the items that they make.
struct Statements<'s> {
    text: &'s str,
    /// First byte and end of the statement of each item.
    places: &'s [(u32, u32)],
    /// The last statement, and the line at an offset.
    last: Option<(u32, u32)>,
    line: (usize, usize),
}

impl<'s> Statements<'s> {
    fn new(text: &'s str, places: &'s [(u32, u32)]) -> Self {
        Self { text, places, last: None, line: (0, 1) }
    }

    /// A comment with the line and the text of the statement of an item; empty if the item before has the same one.
    fn next_of(&mut self, item: usize) -> String {
        let place = self.places.get(item).copied();
        let Some((start, end)) = place.filter(|_| place != self.last) else { return String::new() };
        self.last = place;
        let Some(statement) = self.text.get(start as usize..end as usize) else { return String::new() };
        // Statements come in order, except those of sections that go on later.
        if self.line.0 > start as usize {
            self.line = (0, 1);
        }
        let between = &self.text.as_bytes()[self.line.0..start as usize];
        self.line = (start as usize, self.line.1 + between.iter().filter(|byte| **byte == b'\n').count());
        let shown = statement.lines().next().unwrap_or_default().trim_end();
        format!(" // {}: {shown}", self.line.1)
    }
}
