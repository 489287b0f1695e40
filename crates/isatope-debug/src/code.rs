//! The code of a program as rows: addresses, words and text.

use std::collections::BTreeSet;

use isatope::emulator::{Program, Session};
use isatope::{FlowKind, Instruction, Target};

/// The sections with code of a program.
pub struct Code {
    program: Program,
    sections: Vec<Section>,
    /// Where branches lead, and what follows them.
    leaders: BTreeSet<u64>,
}

/// A section with code: the addresses of its rows, ascending, and its end.
struct Section {
    rows: Vec<u64>,
    end: u64,
}

/// An instruction, or a word that is none.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its address.
    pub address: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its text, as the disassembler writes it.
    pub text: String,
    /// Where it branches to, by its symbol.
    pub target: Option<String>,
    /// The name of the symbol at its address.
    pub label: Option<String>,
}

impl Code {
    /// The code of the program that a session runs.
    pub fn of(session: &Session) -> Self {
        let program = session.launch().entry().program().clone();
        let mut code = Self { sections: Vec::new(), leaders: BTreeSet::new(), program };
        let symbols = code.program.symbols().iter().map(|symbol| symbol.address);
        let starts: Vec<u64> = symbols.chain([session.launch().entry().address()]).collect();
        for address in starts {
            let Some(place) = code.program.place_in_file(address) else { continue };
            if code.section(address).is_none() {
                let section = code.read(session, address - place.offset);
                code.sections.push(section);
            }
        }
        code.sections.sort_by_key(|section| section.rows.first().copied());
        code
    }

    fn read(&mut self, session: &Session, start: u64) -> Section {
        let target = self.program.target();
        let word = target.word_bytes() as u64;
        let symbols: BTreeSet<u64> = self.program.symbols().iter().map(|symbol| symbol.address).collect();
        let (mut rows, mut at) = (Vec::new(), start);
        while self.program.place_in_file(at).is_some() {
            let instruction = decode(session, target, at);
            let length = instruction.map_or(word, |found| found.len() as u64);
            // A symbol inside of an instruction means that the words before it are none.
            let next = symbols.range(at + 1..at + length).next();
            rows.push(at);
            if let Some(found) = instruction.filter(|found| next.is_none() && found.flow().kind != FlowKind::Next) {
                self.leaders.insert(at + length);
                self.leaders.extend(found.branch_target(at));
            }
            at = next.copied().unwrap_or(at + length);
        }
        self.leaders.extend(symbols);
        Section { rows, end: at }
    }

    fn section(&self, address: u64) -> Option<&Section> {
        let holds = |s: &&Section| s.rows.first().is_some_and(|first| (*first..s.end).contains(&address));
        self.sections.iter().find(holds)
    }

    /// Addresses where straight pieces of code begin.
    pub fn leaders(&self) -> &BTreeSet<u64> {
        &self.leaders
    }

    /// Whether a row begins at an address.
    pub fn has(&self, address: u64) -> bool {
        self.section(address).is_some_and(|section| section.rows.binary_search(&address).is_ok())
    }

    /// So many rows around an address, the first of them so many rows after it; `None` where there is no code. A row
    /// that the address lies in counts as that of the address.
    pub fn around(&self, address: u64, offset: i64, count: usize) -> Vec<Option<u64>> {
        let Some(section) = self.section(address) else { return vec![None; count] };
        let at = section.rows.partition_point(|row| *row <= address) as i64 - 1;
        let row = |index: i64| usize::try_from(index).ok().and_then(|index| section.rows.get(index).copied());
        (0..count as i64).map(|index| row(at.saturating_add(offset).saturating_add(index))).collect()
    }

    /// All rows of all sections.
    pub fn all(&self) -> impl Iterator<Item = u64> {
        self.sections.iter().flat_map(|section| section.rows.iter().copied())
    }

    /// The row at an address.
    pub fn row(&self, session: &Session, address: u64) -> Row {
        let target = self.program.target();
        let word = target.word_bytes();
        let symbol = self.program.symbols().binary_search_by_key(&address, |symbol| symbol.address);
        let label = symbol.ok().and_then(|_| self.program.name_of(address));
        match decode(session, target, address) {
            Some(found) => {
                let bytes = session.device().memory().bytes(address, found.len()).unwrap_or_default().to_vec();
                let to = self.program.target_of(address, &found);
                Row { address, bytes, text: self.program.text_at(address, &found), target: to, label }
            }
            None => {
                let bytes = session.device().memory().bytes(address, word).unwrap_or_default().to_vec();
                let bits = bytes.iter().rev().fold(0u64, |all, byte| all << 8 | u64::from(*byte));
                let directive = if word == 4 { ".long" } else { ".quad" };
                let text = format!("{directive} {bits:#0width$x}", width = 2 * word + 2);
                Row { address, bytes, text, target: None, label }
            }
        }
    }
}

fn decode(session: &Session, target: Target, address: u64) -> Option<Instruction> {
    let memory = session.device().memory();
    let word = target.word_bytes();
    // The longest instruction that fits.
    let bytes = (1..=4).rev().find_map(|words| memory.bytes(address, words * word))?;
    target.decode(bytes).ok()
}
