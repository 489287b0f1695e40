//! Concepts: the Markdown files in `glossary/`, a folder for each architecture and `common` for all of them.
//!
//! A file is a page. Its first line is `# NAME`. Lines after it give other names (`also: A, B`), the names of the
//! specification that the concept introduces (`about: A, B`), and concepts to read next (`see: A, B`). Then come
//! paragraphs, and examples in fences of `console`.

use std::fs;
use std::path::Path;

use crate::book::{paragraph, split};
use crate::page::{Block, Entry, Kind, Page, Section};

/// The folder of concepts that all architectures share.
pub const COMMON: &str = "common";

/// The concepts of an architecture.
#[derive(Clone, Default)]
pub struct Glossary(Vec<Concept>);

/// A concept.
#[derive(Clone)]
struct Concept {
    name: String,
    also: Vec<String>,
    about: Vec<String>,
    see: Vec<String>,
    text: String,
}

impl Glossary {
    /// The concepts in a folder of `glossary/`, by name.
    ///
    /// # Errors
    /// A file that is not a concept.
    pub fn read(root: &Path, folder: &str) -> Result<Self, String> {
        let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
        let mut paths: Vec<_> =
            entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "md")).collect();
        paths.sort();
        let concept = |path: &std::path::PathBuf| {
            let text = fs::read_to_string(path).map_err(|error| error.to_string());
            text.and_then(|text| Concept::read(&text)).map_err(|error| format!("{}: {error}", path.display()))
        };
        paths.iter().map(concept).collect::<Result<_, _>>().map(Self)
    }

    /// These concepts and others.
    pub fn and(&self, others: &Self) -> Self {
        Self(self.0.iter().chain(&others.0).cloned().collect())
    }

    /// A section with the concepts that introduce one of some names, if there are any.
    pub fn section(&self, names: &[&str]) -> Option<Section> {
        let introduces = |concept: &&Concept| concept.about.iter().any(|name| names.contains(&name.as_str()));
        let found: Vec<String> = self.0.iter().filter(introduces).map(|c| format!("`{}`", c.name)).collect();
        let blocks = vec![paragraph(found.join(", "))];
        (!found.is_empty()).then(|| Section { title: TITLE.to_string(), blocks })
    }

    /// The pages of the concepts.
    ///
    /// # Errors
    /// A name after `see:` that no concept of `all` has.
    pub fn pages(&self, arch: &str, all: &Self) -> Result<Vec<(Entry, Page)>, String> {
        let known = |name: &String| all.0.iter().any(|concept| concept.name == *name);
        for concept in &self.0 {
            if let Some(unknown) = concept.see.iter().find(|name| !known(name)) {
                return Err(format!("concept {}: `see: {unknown}` is not a concept", concept.name));
            }
        }
        Ok(self.0.iter().map(|concept| concept.page(arch)).collect())
    }
}

/// Title of the section with concepts.
const TITLE: &str = "Concepts";

impl Concept {
    fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let name = lines.next().and_then(|line| line.strip_prefix("# ")).ok_or("the first line is `# NAME`")?;
        let mut concept =
            Self { name: name.trim().to_string(), also: vec![], about: vec![], see: vec![], text: String::new() };
        let mut rest = lines.peekable();
        while let Some((key, list)) = rest.peek().and_then(|line| line.split_once(": ")) {
            let names = list.split(',').map(|name| name.trim().to_string());
            match key {
                "also" => concept.also.extend(names),
                "about" => concept.about.extend(names),
                "see" => concept.see.extend(names),
                _ => return Err(format!("`{key}` is not also, about or see")),
            }
            rest.next();
        }
        concept.text = rest.collect::<Vec<_>>().join("\n");
        match concept.text.trim() {
            "" => Err("there is no text".to_string()),
            _ => Ok(concept),
        }
    }

    fn page(&self, arch: &str) -> (Entry, Page) {
        let mut blocks = blocks(&self.text);
        let lead = blocks.iter().take_while(|block| matches!(block, Block::Text { .. })).count();
        let mut paragraphs = blocks.drain(..lead).map(|block| match block {
            Block::Text { text, .. } => text,
            _ => String::new(),
        });
        let (summary, mut doc) = split(&paragraphs.next().unwrap_or_default());
        doc.extend(paragraphs);
        let mut sections = Vec::new();
        if !blocks.is_empty() {
            sections.push(Section { title: "Example".to_string(), blocks });
        }
        if !self.see.is_empty() {
            let list: Vec<String> = self.see.iter().map(|name| format!("`{name}`")).collect();
            sections.push(Section { title: "Read on".to_string(), blocks: vec![paragraph(list.join(", "))] });
        }
        let page = Page {
            name: self.name.clone(),
            kind: Kind::Concept,
            arch: arch.to_string(),
            versions: Vec::new(),
            summary,
            doc,
            sections,
        };
        (Entry { also: self.also.clone(), about: self.about.clone(), ..Entry::of(&page) }, page)
    }
}

/// Paragraphs and fences of a text, in their order.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    let mut words: Vec<&str> = Vec::new();
    loop {
        let line = lines.next();
        let fence = line.and_then(|line| line.strip_prefix("```"));
        if line.is_none_or(|line| line.trim().is_empty()) || fence.is_some() {
            if !words.is_empty() {
                blocks.push(paragraph(words.join(" ")));
            }
            words.clear();
        } else {
            words.extend(line.unwrap_or_default().split_whitespace());
        }
        if let Some(language) = fence {
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block::Code { text: code.join("\n"), language: language.to_string() });
        }
        if line.is_none() {
            return blocks;
        }
    }
}
