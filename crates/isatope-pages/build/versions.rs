//! Pages of the versions of an architecture, which are found by every name that a target has.

use isatope_lang::{Model, Version};

use crate::book::{Book, only, paragraph, row, section, table};
use crate::page::Kind;

/// Adds them. `all` are the models of all architectures.
pub fn add(book: &mut Book, all: &[Model]) {
    for (index, version) in book.model.versions.iter().enumerate() {
        // A name such as `v9` is that of a register.
        let is_free = |name: &&String| !all.iter().any(|model| is_register(model, name));
        let names: Vec<&String> = version.names.iter().chain([&version.name]).filter(is_free).collect();
        let Some((first, others)) = names.split_first() else { continue };
        let Version { name, lanes, .. } = version;
        let (arch, called) = (&book.model.arch, &book.model.called);
        let doc = format!("The instruction set {name} of {arch}. `-t {first}` and each of its other names select it.");
        let mut page = book.page(Kind::Concept, first, only(index), &doc);
        let count = book.model.insts.iter().filter(|inst| inst.versions.contains(index)).count();
        let form = [format!("{count} instructions"), format!("{lanes} lanes of a {}", called.wave)];
        page.sections.extend(section("Form", vec![table(form.map(|text| row([text])).to_vec())]));
        let list: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
        page.sections.extend(section("Other names", vec![paragraph(list.join(", "))]));
        book.add(page, others.iter().map(|name| (*name).clone()).collect());
    }
}

/// Whether a name is that of a register in a file.
fn is_register(model: &Model, name: &str) -> bool {
    let number = |prefix: &str| name.strip_prefix(prefix)?.parse::<u32>().ok();
    model.files.iter().any(|file| number(&file.prefix).is_some_and(|number| number < file.count))
}
