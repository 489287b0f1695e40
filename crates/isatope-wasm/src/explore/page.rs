//! Pages, alone and side by side.

use isatope::pages::{self, Found, Kind, narrow};
use serde_json::{Value, json};

use super::index::{id, path, rows, shown};
use super::links::links;

/// The page with a number.
///
/// # Errors
/// There is none.
pub fn find(id: usize) -> Result<Found, String> {
    pages::all().nth(id).ok_or_else(|| format!("there is no page {id}"))
}

/// The pages that have all words of a text, the best first.
pub fn search(text: &str) -> Value {
    json!({ "took": "text", "ids": pages::search(text).iter().filter_map(id).collect::<Vec<_>>() })
}

/// A page, for one version of its architecture unless that is empty.
///
/// # Errors
/// There is no such page.
pub fn page(id: usize, version: &str) -> Result<Value, String> {
    let found = find(id)?;
    let mut page = pages::page(found);
    if page.versions.iter().any(|known| known == version) || page.versions.is_empty() && !version.is_empty() {
        narrow(&mut page, version);
    }
    let mut value = serde_json::to_value(&page).map_err(|error| error.to_string())?;
    value["id"] = id.into();
    value["path"] = path(id).into();
    value["links"] = links(&page, found.entry).into();
    let others = shown(&found.entry.name).iter().filter(|other| other.id != id);
    value["others"] = others.map(|other| Value::from(other.id)).collect();
    Ok(value)
}

/// An instruction in every version of its architecture that has any.
///
/// # Errors
/// There is no such page, or it is about something else.
pub fn generations(id: usize) -> Result<Vec<Value>, String> {
    let entry = find(id)?.entry;
    if entry.kind != Kind::Instruction {
        return Err(format!("`{}` is not an instruction", entry.name));
    }
    let mut versions: Vec<&str> = Vec::new();
    for other in pages::all().map(|found| found.entry).filter(|other| other.arch == entry.arch) {
        // The entry with most versions has them in their order.
        if other.versions.len() > versions.len() {
            versions = other.versions.iter().map(String::as_str).collect();
        }
    }
    let one = |version: &str| {
        // A version may have an entry of its own for the name.
        let here = shown(&entry.name).iter().find(|other| {
            other.entry.kind == Kind::Instruction && other.entry.arch == entry.arch && other.is_of(&entry.arch, version)
        });
        let forms = here.map(|here| {
            let mut page = pages::page(find(here.id)?);
            narrow(&mut page, version);
            let form = |row: &pages::Row| json!({ "format": row.cells.first(), "opcode": row.cells.get(1) });
            Ok::<Vec<Value>, String>(rows(&page, "Encoding").map(form).collect())
        });
        Ok(json!({
            "target": version,
            "exists": here.is_some(),
            "forms": forms.transpose()?.unwrap_or_default(),
            "page": here.map(|here| page(here.id, version)).transpose()?,
        }))
    };
    versions.into_iter().map(one).collect()
}
