//! Pages as Markdown, for editors and web sites.

use crate::page::{Bits, Block, Page};

impl Page {
    /// The page in Markdown as GitHub has it: headings, paragraphs, tables, fenced code.
    ///
    /// ```
    /// let page = isatope_pages::page(isatope_pages::find("v_bfe_u32")[0]);
    /// assert!(page.markdown().starts_with("# v\\_bfe\\_u32\n\n*instruction of gcn"));
    /// ```
    pub fn markdown(&self) -> String {
        let kind = self.kind.describe();
        let about = if self.arch.is_empty() { kind.to_string() } else { format!("{kind} of {}", self.arch) };
        let mut out = format!("# {}\n\n*{about}{}*\n", escaped(&self.name), behind_colon(&self.versions));
        for paragraph in std::iter::once(&self.summary).chain(&self.doc).filter(|text| !text.is_empty()) {
            out += &format!("\n{}\n", escaped(paragraph));
        }
        for section in &self.sections {
            out += &format!("\n## {}\n", escaped(&section.title));
            for block in &section.blocks {
                out += &format!("\n{}", of_block(block));
            }
        }
        out
    }
}

fn behind_colon(versions: &[String]) -> String {
    if versions.is_empty() { String::new() } else { format!(": {}", versions.join(" ")) }
}

fn of_block(block: &Block) -> String {
    match block {
        Block::Text { text, versions } if versions.is_empty() => format!("{}\n", escaped(text)),
        Block::Text { text, versions } => format!("*{}*: {}\n", versions.join(" "), escaped(text)),
        Block::Table { head, rows } => {
            let rows: Vec<&[String]> = rows.iter().map(|row| row.cells.as_slice()).collect();
            table(head, &rows)
        }
        Block::Bits(bits) => diagram(bits),
        Block::Code { text, language } => {
            // A fence is longer than any run of backticks in the code.
            let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
            let fence = "`".repeat(longest.max(2) + 1);
            let language = if language.is_empty() { "isa" } else { language };
            format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
        }
    }
}

/// Fields as a table, from the highest bit to the lowest one, 32 bits after the other.
fn diagram(bits: &Bits) -> String {
    let about = [bits.title.as_str(), &bits.versions.join(" ")].join(" ");
    let title = if about.trim().is_empty() { String::new() } else { format!("**{}**\n\n", escaped(about.trim())) };
    let cells = || bits.rows.iter().flatten();
    let all = cells().map(|cell| [&cell.bits, &cell.name, &cell.value, &cell.meaning]);
    let has = |column: usize| all.clone().any(|row| !row[column].is_empty());
    let columns: Vec<usize> = (0..4).filter(|column| *column == 0 || has(*column)).collect();
    let head: Vec<String> =
        columns.iter().map(|column| ["bits", "field", "value", "meaning"][*column].to_string()).collect();
    let row = |row: [&String; 4]| columns.iter().map(|column| row[*column].clone()).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = all.clone().map(row).collect();
    title + &table(&head, &rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn table(head: &[String], rows: &[&[String]]) -> String {
    let columns = rows.iter().map(|row| row.len()).chain([head.len()]).max().unwrap_or(0);
    let line = |row: &[String]| {
        let cells = (0..columns).map(|i| row.get(i).map_or(String::new(), |cell| in_table(cell)));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let rule = format!("|{}\n", " --- |".repeat(columns));
    line(head) + &rule + &rows.iter().map(|row| line(row)).collect::<String>()
}

fn in_table(cell: &str) -> String {
    // Also between backticks a bar ends a cell, unless there is a backslash before it.
    escaped(cell).split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// The text with a backslash before signs that Markdown has a meaning for, except between backticks.
fn escaped(text: &str) -> String {
    let is_even = text.matches('`').count().is_multiple_of(2);
    let parts = text.split('`').enumerate().map(|(i, part)| {
        if i % 2 == 1 && is_even {
            return part.to_string();
        }
        let escape = |c: char| matches!(c, '*' | '_' | '<' | '[' | ']' | '\\' | '#').then_some('\\');
        part.chars().flat_map(|c| escape(c).into_iter().chain([c])).collect()
    });
    parts.collect::<Vec<String>>().join(if is_even { "`" } else { "\\`" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Cell, Kind, Row, Section};

    #[test]
    fn every_block_has_a_form() {
        let row = |cells: [&str; 2]| Row { cells: cells.map(String::from).to_vec(), versions: Vec::new() };
        let cell = Cell { bits: "31:26".into(), name: "encoding".into(), ..Cell::default() };
        let blocks = vec![
            Block::Text { text: "a*b, `c*d`".into(), versions: vec!["gcn1.2".into()] },
            Block::Table { head: vec![], rows: vec![row(["a|b", "x\ny"])] },
            Block::Bits(Bits { title: "vop1".into(), rows: vec![vec![cell]], versions: vec![] }),
            Block::Code { text: "a ``` b".into(), language: String::new() },
            Block::Code { text: "$ x".into(), language: "console".into() },
        ];
        let page = Page {
            name: "v_x".into(),
            kind: Kind::Instruction,
            arch: "gcn".into(),
            versions: vec!["gcn1.2".into()],
            summary: "Does x.".into(),
            doc: vec![],
            sections: vec![Section { title: "All".into(), blocks }],
        };
        let expected = "# v\\_x\n\n*instruction of gcn: gcn1.2*\n\nDoes x.\n\n## All\n\n*gcn1.2*: a\\*b, `c*d`\n\n\
            |  |  |\n| --- | --- |\n| a\\|b | x y |\n\n**vop1**\n\n| bits | field |\n| --- | --- |\n| 31:26 | encoding |\n\n\
            ````isa\na ``` b\n````\n\n```console\n$ x\n```\n";
        assert_eq!(page.markdown(), expected);
    }
}
