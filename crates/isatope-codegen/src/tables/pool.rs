//! Strings and lists of rows: each is stored once in a static array, and rows refer to it.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::{Display, Write};
use std::hash::Hash;

use memchr::memmem;

use super::Rows;
use super::packed::{FILE, Packed};

/// Row types of the lists. A small architecture does not use all of them.
const ROWS: &[&str] = &[
    "(DialectId, List<u8>)",
    "(DialectId, bool)",
    "(FieldId, DialectId, NumberStyle)",
    "(FieldId, List<Text>)",
    "(FieldId, ModifierId)",
    "(FieldId, Need, Option<DialectId>)",
    "(FieldId, RegisterId)",
    "(FieldId, u64, Option<DialectId>)",
    "(FieldId, u8)",
    "(ModifierId, u64)",
    "(ModifierId, u8)",
    "(Text, List<ClassId>)",
    "(Text, Text)",
    "(Text, u8)",
    "(u64, Text)",
    "(u8, DialectId)",
    "(u8, u8)",
    "Body",
    "ClassId",
    "CodeRange",
    "Count",
    "Counted",
    "Counter",
    "DoubtId",
    "Effects",
    "Expect",
    "Field",
    "FieldId",
    "FormatWord",
    "Head",
    "Successor",
    "Limit",
    "MaskBits",
    "List<(FieldId, ModifierId)>",
    "List<(ModifierId, u8)>",
    "List<FormatWord>",
    "List<List<(FieldId, ModifierId)>>",
    "List<List<Option<SpelledId>>>",
    "List<List<WordUse>>",
    "List<ModifierUse>",
    "List<Option<SpelledId>>",
    "List<WordUse>",
    "List<u8>",
    "ModifierUse",
    "NameEntry",
    "NoteCondition",
    "NumberStyle",
    "OperandDef",
    "Option<EncodingId>",
    "Option<LayoutId>",
    "Option<SpelledId>",
    "WhenAbsent",
    "Pattern",
    "RegisterId",
    "Piece",
    "Place",
    "OperandCondition",
    "Rename",
    "Slot",
    "SlotShape",
    "SpelledForm",
    "Spelling",
    "SpellingArgument",
    "Step",
    "Text",
    "Touch",
    "UnitUse",
    "Word",
    "WordOfValue",
    "WordUse",
    "bool",
    "u16",
    "u32",
    "u8",
];

/// Bits of the length of a list, as in `isatope_core`.
const LENGTH: u32 = 12;

/// Strings and lists of all architectures during construction.
#[derive(Default)]
pub(super) struct Pool {
    strings: RefCell<Rows>,
    /// Lists, by the type of their rows.
    lists: RefCell<BTreeMap<&'static str, Interned<String>>>,
    /// Entries of print programs.
    entries: RefCell<Interned<[u8; 16]>>,
    packed: RefCell<Packed>,
}

/// Lists in one array. A list that is already contained in the array is not stored again.
pub(super) struct Interned<T> {
    pub(super) all: Vec<T>,
    starts: HashMap<Vec<T>, u32>,
    /// Positions of each row.
    places: HashMap<T, Vec<u32>>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self { all: Vec::new(), starts: HashMap::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    /// Start of a list in the array; adds the list if necessary.
    pub(super) fn start(&mut self, list: Vec<T>) -> u32 {
        if let Some(&at) = self.starts.get(&list) {
            return at;
        }
        let at = self.find(&list).unwrap_or_else(|| {
            let at = self.all.len() as u32;
            for (place, row) in (at..).zip(&list) {
                self.places.entry(row.clone()).or_default().push(place);
            }
            self.all.extend_from_slice(&list);
            at
        });
        self.starts.insert(list, at);
        at
    }

    /// Index of a list that is already stored.
    fn find(&self, list: &[T]) -> Option<u32> {
        let Some(first) = list.first() else { return Some(0) };
        self.places.get(first)?.iter().copied().find(|&at| self.all[at as usize..].starts_with(list))
    }
}

impl Pool {
    /// A string as a `Text`.
    pub(super) fn text(&self, text: &str) -> String {
        format!("c!({})", self.strings.borrow_mut().add(text.to_owned()))
    }

    /// A list of strings as a `List<Text>`.
    pub(super) fn texts<S: AsRef<str>>(&self, items: &[S]) -> String {
        self.list("Text", items.iter().map(|s| self.text(s.as_ref())))
    }

    /// Rows of a type as a `List`.
    pub(super) fn list<T: Display>(&self, ty: &'static str, items: impl IntoIterator<Item = T>) -> String {
        let rows: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        let len = rows.len();
        let start = self.lists.borrow_mut().entry(ty).or_default().start(rows);
        assert!(len < 1 << LENGTH && start < 1 << (32 - LENGTH), "a list of {ty} is too long, or too far behind");
        format!("l!({start}, {len})")
    }

    /// A row of a type as a `Shared`.
    pub(super) fn shared(&self, ty: &'static str, row: String) -> String {
        format!("s({})", self.row(ty, row))
    }

    /// The number of a row of a type.
    pub(super) fn row(&self, ty: &'static str, row: String) -> u16 {
        let at = self.lists.borrow_mut().entry(ty).or_default().start(vec![row]);
        u16::try_from(at).expect("rows are few enough")
    }

    /// The number of an entry of print programs.
    pub(super) fn entry(&self, entry: [u8; 16]) -> u16 {
        u16::try_from(self.entries.borrow_mut().start(vec![entry])).expect("entries are few enough")
    }

    /// The bytes of all entries of print programs.
    pub(super) fn entries(&self) -> Vec<u8> {
        self.entries.borrow().all.concat()
    }

    /// Runs of bits, high and low, as a `List<Piece>`.
    pub(super) fn pieces(&self, pieces: &[(u32, u32)]) -> String {
        self.list("Piece", pieces.iter().map(|(high, low)| format!("Piece {{ low: {low}, bits: {} }}", high - low + 1)))
    }

    /// A table of names and their numbers, as a static.
    pub(super) fn names<'n>(&self, called: &str, names: impl Iterator<Item = (&'n str, u16)>) -> String {
        let names: Vec<String> = names.map(|(name, number)| format!("({}, {number})", self.text(name))).collect();
        let length = (names.len() * 2 + 1).next_power_of_two();
        format!("static {called}: [Name; {length}] = Name::table({});\n", self.slice(names))
    }

    /// An array of these rows as a constant expression.
    pub(super) fn array<T: Display>(&self, rows: impl IntoIterator<Item = T>) -> String {
        let rows: Vec<String> = rows.into_iter().map(|row| row.to_string()).collect();
        self.packed.borrow_mut().array(&rows)
    }

    /// A static slice of these rows as an expression.
    pub(super) fn slice<T: Display>(&self, rows: impl IntoIterator<Item = T>) -> String {
        match self.array(rows) {
            full if full.starts_with('[') => format!("&{full}"),
            packed => format!("const {{ &{packed} }}"),
        }
    }

    /// The static arrays as Rust source, the text that contains all strings, and the numbers of rows.
    pub(super) fn finish(self) -> (String, String, Vec<u8>) {
        let strings = self.strings.into_inner().rows;
        let mut packed = self.packed.into_inner();
        let (blob, places) = blob(&strings);
        let mut out = format!(
            "pub static STRINGS: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/strings\"));\n\
             pub static ENTRIES: [Entry; {}] = entries(include_bytes!(concat!(env!(\"OUT_DIR\"), \"/entries\")));\n\
             impl Row for Entry {{ #[inline(always)] fn all() -> &'static [Self] {{ &ENTRIES }} }}\n\
             const fn s<T>(row: usize) -> Shared<T> {{ Shared::new(row) }}\n\
             static NUMBERS: &[u8] = include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{FILE}\"));\n\
             const fn numbers<const WIDTH: usize>(at: usize) -> &'static [[u8; WIDTH]] {{ NUMBERS.split_at(at).1.as_chunks().0 }}\n",
            self.entries.into_inner().all.len()
        );
        let place = |text: &String| {
            assert!(text.len() < 256, "a string of more than 255 bytes: {text}");
            format!("Text::new({}, {})", places[text.as_str()], text.len())
        };
        let places: Vec<String> = strings.iter().map(place).collect();
        writeln!(out, "const S: &[Text] = &{};", packed.array(&places)).expect("strings take everything");
        let mut all = self.lists.into_inner();
        for ty in ROWS {
            all.entry(ty).or_default();
        }
        for (number, (ty, lists)) in all.into_iter().enumerate() {
            let (len, rows) = (lists.all.len(), packed.array(&lists.all));
            writeln!(
                out,
                "static L{number}: [{ty}; {len}] = {rows};\n\
                 impl Row for {ty} {{ #[inline(always)] fn all() -> &'static [Self] {{ &L{number} }} }}"
            )
            .expect("strings take everything");
        }
        (out, blob, packed.bytes)
    }
}

/// A text that contains all strings, and where each of them starts. The longest strings come first, so that strings
/// contained in others take no space.
fn blob(strings: &[String]) -> (String, HashMap<&str, usize>) {
    let mut all: Vec<&str> = strings.iter().map(String::as_str).collect();
    all.sort_by_key(|s| (std::cmp::Reverse(s.len()), *s));
    let mut blob = String::new();
    let mut places = HashMap::new();
    for text in all {
        let place = memmem::find(blob.as_bytes(), text.as_bytes()).unwrap_or_else(|| {
            blob += text;
            blob.len() - text.len()
        });
        places.insert(text, place);
    }
    (blob, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_lists_stand_once() {
        let pool = Pool::default();
        let (part, whole) = (pool.text("add"), pool.text("v_add_f32"));
        assert_eq!(pool.text("add"), part);
        assert_ne!(part, whole);
        assert_eq!(pool.list("u8", [1, 2]), "l!(0, 2)");
        assert_eq!(pool.list("u8", [3]), "l!(2, 1)");
        assert_eq!(pool.list("u8", [1, 2]), "l!(0, 2)");
        assert_eq!(pool.list("u16", [1, 2]), "l!(0, 2)");
        let (source, blob, _) = pool.finish();
        assert_eq!(blob, "v_add_f32");
        assert!(source.contains("[Text::new(2, 3),\nText::new(0, 9)]"), "{source}");
    }
}
