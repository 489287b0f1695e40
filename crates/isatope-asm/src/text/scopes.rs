//! Scopes of names: a tree, in which each scope can also use the names of others.
//!
//! A name in a scope has a *key*: the names of the scopes that contain it, and its own name, with `::` between. Names
//! of the outermost scope are their own keys.

use std::collections::{HashMap, HashSet};

/// Separator of the names in a path.
pub(crate) const SEPARATOR: &str = "::";

/// Maximum nesting depth.
pub(crate) const MOST_OPEN: usize = 1000;

/// Whether a name has a path.
pub(crate) fn has_path(name: &str) -> bool {
    name.as_bytes().contains(&b':') && name.contains(SEPARATOR)
}

/// Character in the keys of scopes without a name. It cannot be written in a source.
const NAMELESS: char = '\u{1}';

/// Number of a scope.
pub(crate) type ScopeId = usize;

/// The outermost scope.
const OUTERMOST: ScopeId = 0;

#[derive(Clone, Debug, Default)]
struct Scope {
    parent: Option<ScopeId>,
    /// Start of the keys of its names.
    prefix: String,
    children: HashMap<String, ScopeId>,
    /// Names that were defined or used in it; not kept for the outermost scope.
    names: HashSet<String>,
    /// Scopes whose names it uses, the last one first.
    used: Vec<ScopeId>,
    /// Next value of `.enum`.
    next: u64,
}

/// All scopes of a source.
#[derive(Clone, Debug)]
pub(crate) struct Scopes {
    all: Vec<Scope>,
    open: Vec<ScopeId>,
}

impl Default for Scopes {
    fn default() -> Self {
        Self { all: vec![Scope::default()], open: Vec::new() }
    }
}

/// A name, and whether the outermost scope has it.
pub(crate) type Outer<'f> = &'f dyn Fn(&str) -> bool;

impl Scopes {
    fn current(&self) -> ScopeId {
        self.open.last().copied().unwrap_or(OUTERMOST)
    }

    /// Number of open scopes.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Opens a scope of the current one, or a new one without a name.
    pub fn enter(&mut self, name: &str) {
        let parent = self.current();
        let scope = match name.is_empty() {
            true => self.add(parent, &format!("{NAMELESS}{}", self.all.len())),
            false => self.child(parent, name),
        };
        self.open.push(scope);
    }

    /// Closes the current scope. Returns `false` if no scope is open.
    pub fn leave(&mut self) -> bool {
        self.open.pop().is_some()
    }

    /// Uses the names of a scope, before those of the scopes that are used already.
    pub fn start_using(&mut self, path: &str) {
        let (of, current) = (self.at(path), self.current());
        self.all[current].used.retain(|used| *used != of);
        self.all[current].used.insert(0, of);
    }

    /// Ends the use of a scope, or of all scopes if the path is empty.
    pub fn stop_using(&mut self, path: &str) {
        let current = self.current();
        if path.is_empty() {
            return self.all[current].used.clear();
        }
        let of = self.at(path);
        self.all[current].used.retain(|used| *used != of);
    }

    /// Next value of `.enum` in the current scope.
    pub fn counter(&mut self) -> &mut u64 {
        let current = self.current();
        &mut self.all[current].next
    }

    /// Adds a scope to another one.
    fn add(&mut self, parent: ScopeId, name: &str) -> ScopeId {
        let number = self.all.len();
        let prefix = format!("{}{name}{SEPARATOR}", self.all[parent].prefix);
        self.all.push(Scope { parent: Some(parent), prefix, ..Scope::default() });
        self.all[parent].children.insert(name.to_owned(), number);
        number
    }

    /// A scope and those that it uses, each once, in the order in which names are looked up.
    fn reach(&self, scope: ScopeId) -> Vec<ScopeId> {
        let (mut found, mut open) = (Vec::new(), vec![scope]);
        let mut seen = HashSet::new();
        while let Some(scope) = open.pop() {
            if seen.insert(scope) {
                found.push(scope);
                open.extend(self.all[scope].used.iter().rev());
            }
        }
        found
    }

    /// The scope with a name that a scope contains or uses.
    fn find_child(&self, scope: ScopeId, name: &str) -> Option<ScopeId> {
        self.reach(scope).into_iter().find_map(|scope| self.all[scope].children.get(name).copied())
    }

    /// Like [`find_child`](Self::find_child); adds the scope if it does not exist.
    fn child(&mut self, scope: ScopeId, name: &str) -> ScopeId {
        self.find_child(scope, name).unwrap_or_else(|| self.add(scope, name))
    }

    /// The current scope and those around it.
    fn outward(&self) -> impl Iterator<Item = ScopeId> + '_ {
        std::iter::successors(Some(self.current()), |scope| self.all[*scope].parent)
    }

    /// The scope with a path. The first name is looked up from the current scope outward. Scopes that do not exist are
    /// added.
    fn at(&mut self, path: &str) -> ScopeId {
        let (mut scope, path) = match path.strip_prefix(SEPARATOR) {
            Some(rest) => (OUTERMOST, rest),
            None => {
                let first = path.split(SEPARATOR).next().unwrap_or_default();
                let home = self.outward().find_map(|scope| self.find_child(scope, first));
                (home.and_then(|scope| self.all[scope].parent).unwrap_or(self.current()), path)
            }
        };
        for name in path.split(SEPARATOR).filter(|name| !name.is_empty()) {
            scope = self.child(scope, name);
        }
        scope
    }

    fn has(&self, scope: ScopeId, name: &str, outer: Outer<'_>) -> bool {
        if scope == OUTERMOST { outer(name) } else { self.all[scope].names.contains(name) }
    }

    /// The scope that has a name, among a scope and those that it uses.
    fn owner(&self, scope: ScopeId, name: &str, outer: Outer<'_>) -> Option<ScopeId> {
        self.reach(scope).into_iter().find(|scope| self.has(*scope, name, outer))
    }

    /// Where a source means a name: the scope to which it belongs if it is new, the name without its path, and the
    /// scope that has it. A definition without a path does not look at the scopes around the current one.
    fn place<'n>(&mut self, written: &'n str, defines: bool, outer: Outer<'_>) -> (ScopeId, &'n str, Option<ScopeId>) {
        match written.rfind(SEPARATOR) {
            Some(at) => {
                let (path, name) = (&written[..at], &written[at + SEPARATOR.len()..]);
                let home = if path.is_empty() { OUTERMOST } else { self.at(path) };
                (home, name, self.owner(home, name, outer))
            }
            None => {
                let mut around = self.outward().take(if defines { 1 } else { usize::MAX });
                let found = around.find_map(|scope| self.owner(scope, written, outer));
                (self.current(), written, found)
            }
        }
    }

    /// Key of a name that exists where the source uses it.
    pub fn find(&mut self, written: &str, outer: Outer<'_>) -> Option<String> {
        let (_, name, found) = self.place(written, false, outer);
        found.map(|scope| format!("{}{name}", self.all[scope].prefix))
    }

    /// Key of a name that the source is about to define. A new name does not belong to its scope yet.
    pub fn key_to_define(&mut self, written: &str, outer: Outer<'_>) -> String {
        let (home, name, found) = self.place(written, true, outer);
        format!("{}{name}", self.all[found.unwrap_or(home)].prefix)
    }

    /// Key of a name where a source uses or defines it. A name that does not exist yet becomes one of the current
    /// scope, or of the scope in its path.
    pub fn key(&mut self, written: &str, defines: bool, outer: Outer<'_>) -> String {
        let (home, name, found) = self.place(written, defines, outer);
        let scope = found.unwrap_or(home);
        if scope != OUTERMOST && found.is_none() {
            self.all[scope].names.insert(name.to_owned());
        }
        format!("{}{name}", self.all[scope].prefix)
    }
}

/// The name at the end of a path or key.
pub(crate) fn last_name(path: &str) -> &str {
    path.rsplit(SEPARATOR).next().unwrap_or(path)
}

/// A key as a source can write it: without the scopes that have no name.
pub(crate) fn shown(key: &str) -> String {
    if !key.contains(NAMELESS) || !key.contains(SEPARATOR) {
        return key.to_owned();
    }
    let parts: Vec<&str> = key.split(SEPARATOR).filter(|part| !part.starts_with(NAMELESS)).collect();
    parts.join(SEPARATOR)
}

/// Whether a key is in a scope without a name.
pub(crate) fn is_nameless(key: &str) -> bool {
    key.contains(NAMELESS)
}
