//! Prints pages as text of a given width, optionally with colours. No line is longer than the
//! width, but for those of commands and their outputs.

use crate::page::{Bits, Block, Cell, Page, Row};

/// Layout options of a page.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Columns; at least 40.
    pub width: usize,
    /// Whether to colour, with ANSI codes.
    pub colour: bool,
}

impl Look {
    /// Without colours.
    pub fn plain(width: usize) -> Self {
        Self { width, colour: false }
    }

    fn columns(self) -> usize {
        self.width.max(40)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour && !text.trim().is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// Important.
    pub fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Less important.
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    fn title(self, text: &str) -> String {
        self.paint("1;36", text)
    }
}

/// Blanks between the columns of a table.
const GAP: usize = 2;

/// The page as text.
pub fn text(page: &Page, look: Look) -> String {
    let width = look.columns();
    let versions = page.versions.join(" ");
    let what = if page.arch.is_empty() {
        page.kind.describe().to_string()
    } else {
        format!("{} of {}", page.kind.describe(), page.arch)
    };
    let about = if versions.is_empty() { what } else { format!("{what}: {versions}") };
    let mut out = String::new();
    if page.name.chars().count() + 2 + about.chars().count() <= width {
        out += &format!("{}  {}\n", look.strong(&page.name), look.faint(&about));
    } else {
        out += &format!("{}\n", look.strong(&page.name));
        for line in lines(&about, width - 2) {
            out += &format!("  {}\n", look.faint(&line));
        }
    }
    for paragraph in std::iter::once(&page.summary).chain(&page.doc).filter(|p| !p.is_empty()) {
        out += &wrapped(paragraph, width);
    }
    for section in &page.sections {
        out += &format!("\n{}\n", look.title(&section.title));
        for block in &section.blocks {
            out += &self::block(block, look);
        }
    }
    out
}

fn block(block: &Block, look: Look) -> String {
    let width = look.columns();
    match block {
        Block::Text { text, .. } => indented(&wrapped(&text.replace('`', ""), width - 2)),
        Block::Table { head, rows } => indented(&table(head, rows, Look { width: width - 2, ..look })),
        Block::Bits(diagram) => bits(diagram, look),
        // Commands and their outputs can be copied: they keep their lines.
        Block::Code { text, language } if language == "console" => indented(&console(text)),
        Block::Code { text, .. } => indented(&code(text, width - 2)),
    }
}

/// Commands with their output, as they can be copied: without the prompt of a shell before the second line of a
/// command.
fn console(text: &str) -> String {
    text.replace("\\\n> ", "\\\n  ")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}").trim_end().to_string() + "\n").collect()
}

/// A paragraph in lines.
pub fn wrapped(text: &str, width: usize) -> String {
    lines(text, width.max(8)).iter().map(|l| format!("{l}\n")).collect()
}

/// Breaks a text at blanks; a word that is too long for a line is broken as well.
fn lines(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let count = word.chars().count();
        if length > 0 && length + 1 + count > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        for c in word.chars() {
            if length == width {
                lines.push(std::mem::take(&mut line));
                length = 0;
            }
            line.push(c);
            length += 1;
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// Code: a line that is too long goes on below, further to the right.
fn code(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let depth = line.len() - line.trim_start().len();
        let depth = depth.min(width / 2);
        let mut rest = line.trim();
        let mut indent = depth;
        while indent + rest.chars().count() > width {
            let limit = rest.char_indices().nth(width - indent).map_or(rest.len(), |(i, _)| i);
            let at = rest[..limit].rfind(' ').filter(|&i| i > 0).unwrap_or(limit);
            out += &format!("{:indent$}{}\n", "", rest[..at].trim_end());
            rest = rest[at..].trim_start();
            indent = (depth + 8).min(width / 2);
        }
        out += format!("{:indent$}{rest}", "").trim_end();
        out.push('\n');
    }
    out
}

/// A table; cells whose column must be narrower than they are go on in the next line.
pub fn table(head: &[String], rows: &[Row], look: Look) -> String {
    let shown: Vec<Vec<String>> = rows.iter().map(|r| r.cells.iter().map(|c| c.replace('`', "")).collect()).collect();
    let columns = shown.iter().map(Vec::len).chain([head.len()]).max().unwrap_or(0);
    let count = |text: &String| text.chars().count();
    let mut widths: Vec<usize> = (0..columns)
        .map(|i| shown.iter().filter_map(|r| r.get(i)).chain(head.get(i)).map(count).max().unwrap_or(0))
        .collect();
    let used = widths.iter().filter(|w| **w > 0).count();
    let room = look.width.saturating_sub(GAP * used.saturating_sub(1)).max(1);
    while widths.iter().sum::<usize>() > room {
        let Some(widest) = widths.iter_mut().max().filter(|w| **w > 1) else { break };
        *widest -= 1;
    }
    let mut out = String::new();
    if !head.is_empty() {
        out += &cells(head, &widths, |_, text| look.faint(text));
    }
    for (row, cells_of_row) in rows.iter().zip(&shown) {
        let last = row.cells.len().saturating_sub(1);
        let versions = !row.versions.is_empty() && row.cells.last().is_some_and(|c| *c == row.versions.join(" "));
        out += &cells(
            cells_of_row,
            &widths,
            |i, text| if versions && i == last { look.faint(text) } else { text.to_string() },
        );
    }
    out
}

/// A row of a table.
fn cells(row: &[String], widths: &[usize], style: impl Fn(usize, &str) -> String) -> String {
    let parts: Vec<Vec<String>> = row.iter().zip(widths).map(|(text, w)| lines(text, *w)).collect();
    let height = parts.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for k in 0..height {
        let mut line = String::new();
        let mut blanks = 0;
        for (i, (part, width)) in parts.iter().zip(widths).enumerate().filter(|(_, (_, w))| **w > 0) {
            let text = part.get(k).map_or("", String::as_str);
            if !text.is_empty() {
                line += &" ".repeat(blanks);
                line += &style(i, text);
                blanks = 0;
            }
            blanks += width.saturating_sub(text.chars().count()) + GAP;
        }
        out += &format!("{line}\n");
    }
    out
}

/// A bit diagram: a box for each field, a row of boxes for each 32 bits, in several lines where they do not fit into
/// one.
pub fn bits(diagram: &Bits, look: Look) -> String {
    let mut out = String::new();
    let about = [diagram.title.as_str(), &diagram.versions.join(" ")].join("  ");
    if !about.trim().is_empty() {
        for line in lines(about.trim(), look.columns()) {
            out += &format!("{}\n", look.strong(&line));
        }
    }
    for row in &diagram.rows {
        let most = look.columns() - 4;
        let texts = |cell: &Cell| [&cell.bits, &cell.value, &cell.name, &cell.meaning].map(|t| shortened(t, most));
        let mut group: Vec<[String; 4]> = Vec::new();
        let size = |cell: &[String; 4]| cell.iter().map(|t| t.chars().count()).max().unwrap_or(0) + 2;
        for cell in row.iter().map(texts) {
            let used: usize = group.iter().map(|c| size(c) + 1).sum();
            if !group.is_empty() && used + size(&cell) + 2 > look.columns() {
                out += &boxes(&std::mem::take(&mut group), size, look);
            }
            group.push(cell);
        }
        out += &boxes(&group, size, look);
    }
    out
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_string() } else { text.chars().take(most - 1).chain(['…']).collect() }
}

/// One line of boxes.
fn boxes(group: &[[String; 4]], size: impl Fn(&[String; 4]) -> usize, look: Look) -> String {
    if group.is_empty() {
        return String::new();
    }
    let rule = |left: &str, middle: &str, right: &str| {
        let bars: Vec<String> = group.iter().map(|c| "─".repeat(size(c))).collect();
        look.faint(&format!("{left}{}{right}", bars.join(middle))) + "\n"
    };
    let mut out = rule("┌", "┬", "┐");
    for line in (0..4).filter(|&i| group.iter().any(|cell| !cell[i].is_empty())) {
        let bar = look.faint("│");
        let texts = group.iter().map(|cell| {
            let text = format!("{:^w$}", cell[line], w = size(cell));
            match line {
                0 => look.faint(&text),
                2 => look.strong(&text),
                _ => text,
            }
        });
        out += &format!("{bar}{}{bar}\n", texts.collect::<Vec<_>>().join(&bar));
    }
    out + &rule("└", "┴", "┘")
}
