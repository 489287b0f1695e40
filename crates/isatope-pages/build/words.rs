//! Pages of the words of the language: builtins, forms, and the types that are in bodies.

use std::collections::BTreeSet;

use isatope_lang::{Model, words};

use crate::book::{operand_type, row, section, split, table};
use crate::page::{Entry, Kind, Page};

/// All of them.
pub fn pages(models: &[Model]) -> Vec<(Entry, Page)> {
    let builtins =
        words::WORDS.iter().map(|word| (word.name.to_string(), word.form.to_string(), word.meaning.to_string()));
    let mut types = BTreeSet::new();
    for model in models {
        let bodies = model.insts.iter().map(|i| &i.body_text).chain(model.functions.iter().map(|f| &f.body_text));
        types.extend(bodies.flat_map(|text| words::names(text)));
        let params = model.functions.iter().flat_map(|f| f.params.iter().map(|(_, ty)| *ty).chain(f.result));
        types.extend(params.map(|ty| model.type_name(ty)));
        types.extend(model.insts.iter().flat_map(|i| &i.operands).map(|o| operand_type(model, o.ty)));
    }
    let types = types.into_iter().filter_map(|name| {
        let meaning = words::type_meaning(&name)?;
        Some((name.clone(), if name.ends_with(".bits") { format!("{name}(x)") } else { name }, meaning))
    });
    builtins.chain(types).map(|(name, form, meaning)| page(&name, &form, &meaning)).collect()
}

fn page(name: &str, form: &str, meaning: &str) -> (Entry, Page) {
    let (summary, doc) = split(meaning);
    let page = Page {
        name: name.to_string(),
        kind: Kind::Word,
        arch: String::new(),
        versions: Vec::new(),
        summary: summary.clone(),
        doc,
        sections: section("Written", vec![table(vec![row([form])])]).into_iter().collect(),
    };
    (Entry::of(&page), page)
}
