//! Generates print programs for every form, version and dialect; `isatope_core::tables::Print`
//! describes them.

mod forms;
mod modifiers;
mod operands;
mod pieces;

use std::collections::{BTreeSet, HashMap, HashSet};

use super::pool::Interned;
use super::{Rows, Tables, join, slice};
use pieces::{Entry, Piece};

/// The print programs of an architecture during construction.
struct Printing<'t, 'm> {
    tables: &'t Tables<'m>,
    texts: Texts,
    entries: Interned<[u8; 16]>,
    bases: Interned<u32>,
    numbers: Rows,
    signs: Rows,
    literals: Rows,
    sets: Rows,
    pieces: Interned<Piece>,
    alternatives: Interned<[u16; 2]>,
    /// Start of the entries of operands, and the length of their longest text, by the properties that they depend on.
    operands: HashMap<operands::Shape, (u32, usize)>,
    /// Pieces after the operands, by format, version, number of operands and dialect.
    rests: HashMap<(usize, usize, usize, usize), Vec<Piece>>,
    /// Pieces of modifiers with dots.
    words: HashMap<Dots, Vec<Piece>>,
}

/// Position of modifiers with dots: format, version, field of the operand, dialect, and the bits that the mnemonic
/// implies.
type Dots = (usize, usize, Option<usize>, usize, u64);

/// Texts that tables refer to, each stored once.
#[derive(Default)]
struct Texts {
    bytes: Vec<u8>,
    known: HashMap<String, u32>,
}

impl Texts {
    fn add(&mut self, text: &str) -> u32 {
        if let Some(&at) = self.known.get(text) {
            return at;
        }
        let at = self.bytes.len() as u32;
        self.bytes.extend_from_slice(text.as_bytes());
        self.known.insert(text.to_owned(), at);
        at
    }
}

/// Print programs as Rust source, and the bytes of the files that it includes.
pub(super) struct Printed {
    /// Statics that the value of `Arch::print` needs, followed by that value.
    pub statics: String,
    pub value: String,
    /// The files: their extension, and the bytes.
    pub files: [(&'static str, Vec<u8>); 4],
}

/// Generates the print programs of an architecture whose other tables are complete.
pub(super) fn print(tables: &Tables<'_>) -> Printed {
    let model = tables.model;
    let mut p = Printing {
        tables,
        texts: Texts::default(),
        entries: Interned::default(),
        bases: Interned::default(),
        numbers: Rows::default(),
        signs: Rows::default(),
        literals: Rows::default(),
        sets: Rows::default(),
        pieces: Interned::default(),
        alternatives: Interned::default(),
        operands: HashMap::new(),
        rests: HashMap::new(),
        words: HashMap::new(),
    };
    let programs = (0..model.versions.len())
        .map(|version| slice((0..model.dialects.len()).map(|dialect| tables.pool.slice(p.programs(version, dialect)))));
    let programs = slice(programs.collect::<Vec<_>>());
    p.texts.bytes.extend([b' '; 64]);
    let name = model.arch.as_str();
    let written = p.written();
    let entries = p.entries.all.iter().flat_map(|&entry| tables.pool.entry(entry).to_le_bytes()).collect();
    let steps = p.pieces.all.iter().flat_map(|piece| tables.pool.row("Step", piece.row()).to_le_bytes()).collect();
    let alternatives = p.alternatives.all.iter().flatten().flat_map(|row| row.to_le_bytes()).collect();
    let file = |extension: &str| format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}.{extension}\"))");
    let statics = format!(
        "static NUMBERED: [Shared<Entry>; {}] = numbered({});\nstatic TEXTS: &[u8] = {};\n\
         static STEPS: [Shared<Step>; {}] = numbered({});\nstatic ALTERNATIVES: [Alternative; {}] = alternatives({});\n{written}",
        p.entries.all.len(),
        file("entries"),
        file("texts"),
        p.pieces.all.len(),
        file("steps"),
        p.alternatives.all.len(),
        file("alternatives"),
    );
    let value = format!(
        "Print {{ programs: {programs}, alternatives: &ALTERNATIVES, steps: &STEPS, numbers: {}, signs: {}, literals: {}, \
         sets: {}, bases: {}, entries: &NUMBERED, written: &WRITTEN, texts: TEXTS }}",
        tables.pool.slice(&p.numbers.rows),
        tables.pool.slice(&p.signs.rows),
        tables.pool.slice(&p.literals.rows),
        tables.pool.slice(&p.sets.rows),
        tables.pool.slice(&p.bases.all),
    );
    let texts = p.texts.bytes;
    let files = [("entries", entries), ("texts", texts), ("steps", steps), ("alternatives", alternatives)];
    Printed { statics, value, files }
}

impl Printing<'_, '_> {
    /// Start of a table of entries.
    fn table(&mut self, entries: &[Entry]) -> u32 {
        let rows: Vec<[u8; 16]> = entries.iter().map(|e| e.row(&mut self.texts)).collect();
        self.entries.start(rows)
    }

    /// Index of all texts of choices and operands, for architectures whose modifiers follow dots. There, print programs
    /// are also run backwards.
    fn written(&self) -> String {
        let last = |piece: &Piece| (1_u32 << piece.key.bits()) - 1;
        let mut tables = BTreeSet::new();
        for (i, piece) in self.pieces.all.iter().enumerate().filter(|_| self.tables.model.syntax.attaches()) {
            match piece.kind {
                "Choice" | "Operand" => tables.extend([(piece.table, last(piece))]),
                "Count" => {
                    let bases = &self.bases.all[piece.table as usize..][..1 << piece.key.bits()];
                    tables.extend(bases.iter().map(|base| (*base, last(&self.pieces.all[i + 1]))));
                }
                _ => {}
            }
        }
        let texts = |&(table, last): &(u32, u32)| {
            let texts: HashSet<_> =
                self.entries.all[table as usize..=(table + last) as usize].iter().map(|e| &e[..14]).collect();
            texts.len()
        };
        let length = (tables.iter().map(texts).sum::<usize>() * 2 + 1).next_power_of_two();
        let tables = join(tables.iter().map(|table| format!("{table:?}")));
        format!("static WRITTEN: [u16; {length}] = written(&[{tables}], (&NUMBERED, &ENTRIES), TEXTS);")
    }

    /// A text of the tables as a `TextAt`.
    fn text(&mut self, text: &str) -> String {
        format!("x({}, {})", self.texts.add(text), text.len())
    }
}
