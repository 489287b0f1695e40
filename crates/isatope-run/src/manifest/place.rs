//! Finds the place of a value in the text of a manifest.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

/// A step from a value to one inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The value of a key.
    Key(String),
    /// An element of a list.
    Index(usize),
}

/// The way from the manifest to a value, `buffers[1].compare.kind`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Path(pub Vec<Step>);

impl Path {
    /// The value of a key in this one.
    pub fn key(&self, key: &str) -> Self {
        let mut path = self.clone();
        path.0.push(Step::Key(key.to_string()));
        path
    }

    /// An element of this one.
    pub fn index(&self, index: usize) -> Self {
        let mut path = self.clone();
        path.0.push(Step::Index(index));
        path
    }

    /// Where the value is in a text that is JSON: the key itself where `of_key` is set. As near as the text goes.
    pub fn find(&self, text: &str, of_key: bool) -> Range<usize> {
        let scan = Scan { text: text.as_bytes() };
        let mut at = scan.blanks(0);
        let mut key = at..scan.value(at);
        for step in &self.0 {
            let found = match step {
                Step::Key(name) => scan
                    .members(at)
                    .find(|(k, _)| serde_json::from_str::<String>(&text[k.clone()]).is_ok_and(|found| found == *name)),
                Step::Index(index) => scan.members(at).nth(*index),
            };
            let Some((k, value)) = found else { break };
            (key, at) = (k, value);
        }
        if of_key { key } else { at..scan.value(at) }
    }
}

/// The keys that an object of a text has more than once: the object, the name, and where it is again. The text is JSON.
pub(super) fn repeated(text: &str) -> Vec<(Path, String, Range<usize>)> {
    let scan = Scan { text: text.as_bytes() };
    let mut found = Vec::new();
    let mut open = vec![(Path::default(), scan.blanks(0))];
    while let Some((path, at)) = open.pop() {
        let is_object = scan.byte(at) == b'{';
        let mut names = HashSet::new();
        for (index, (key, value)) in scan.members(at).enumerate() {
            let name = is_object.then(|| serde_json::from_str::<String>(&text[key.clone()]).unwrap_or_default());
            if matches!(scan.byte(value), b'{' | b'[') {
                open.push((name.as_ref().map_or_else(|| path.index(index), |name| path.key(name)), value));
            }
            if let Some(name) = name.filter(|name| !names.insert(name.clone())) {
                found.push((path.clone(), name, key));
            }
        }
    }
    found
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if i == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Finds ends of values in a text that is JSON; in any other it stops somewhere inside.
#[derive(Clone, Copy)]
struct Scan<'a> {
    text: &'a [u8],
}

impl<'a> Scan<'a> {
    fn byte(self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    /// The first byte from `at` on that is neither a blank nor one of the signs between values.
    fn blanks(self, at: usize) -> usize {
        let is_between = |b: &&u8| b.is_ascii_whitespace() || matches!(b, b',' | b':');
        at + self.text.iter().skip(at).take_while(is_between).count()
    }

    /// The end of the string that starts at `at`.
    fn string(self, at: usize) -> usize {
        let mut end = at + 1;
        while end < self.text.len() && self.text[end] != b'"' {
            end += 1 + (self.text[end] == b'\\') as usize;
        }
        (end + 1).min(self.text.len())
    }

    /// The end of the value that starts at `at`.
    fn value(self, at: usize) -> usize {
        let mut depth = 0;
        let mut end = at;
        loop {
            match self.byte(end) {
                0 if end >= self.text.len() => return self.text.len(),
                b'"' => end = self.string(end),
                b'{' | b'[' => (depth, end) = (depth + 1, end + 1),
                b'}' | b']' if depth == 0 => return end,
                b'}' | b']' => (depth, end) = (depth - 1, end + 1),
                b if depth == 0 && (b == b',' || b.is_ascii_whitespace()) => return end,
                _ => {
                    end += 1;
                    continue;
                }
            }
            if depth == 0 {
                return end;
            }
        }
    }

    /// The members of the object or list at `at`: the place of each key, of an element that itself, and where the value
    /// starts.
    fn members(self, at: usize) -> impl Iterator<Item = (Range<usize>, usize)> + 'a {
        let is_object = self.byte(at) == b'{';
        let mut next = self.blanks(at + 1);
        std::iter::from_fn(move || {
            if matches!(self.byte(next), 0 | b'}' | b']') {
                return None;
            }
            let end = self.value(next);
            let key = next..end;
            let value = if is_object { self.blanks(end) } else { next };
            let after = self.blanks(self.value(value));
            // A text that is no JSON must not hold the search up.
            let moved = after > next;
            next = after;
            moved.then_some((key, value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let text = r#"{ "a" : [1, {"b\"": "x]\"", "c":[ [], 5 ,6]} ], "d": null}"#;
        let find = |path: &Path, key| &text[path.find(text, key)];
        let object = Path::default().key("a").index(1);
        assert_eq!(find(&Path::default().key("a").index(0), false), "1");
        assert_eq!(find(&object.key("b\""), false), r#""x]\"""#);
        assert_eq!(find(&object.key("b\""), true), r#""b\"""#);
        assert_eq!(find(&object.key("c").index(0), false), "[]");
        assert_eq!(find(&object.key("c").index(2), false), "6");
        assert_eq!(find(&Path::default().key("d"), false), "null");
        assert_eq!(find(&Path::default(), false), text);
        assert_eq!(find(&Path::default().key("d").key("e"), false), "null");
        assert_eq!(object.key("c").index(2).to_string(), "a[1].c[2]");
        assert_eq!(repeated(text), []);
        let text = r#"{"a": [1, {"b": 2, "c": "b", "\u0062": [3]}], "d": 4}"#;
        assert_eq!(repeated(text), [(Path::default().key("a").index(1), "b".to_string(), 29..37)]);
    }
}
