//! Generates the enum of interface operations, with named and typed arguments.

use std::fmt::Write;

use isatope_lang::{Model, Operation, Type};

/// Rust keywords that may be names of parameters.
const KEYWORDS: [&str; 8] = ["type", "ref", "mod", "move", "match", "loop", "in", "where"];

/// Writes the enum `Call`, and its constructors from the arguments that lane functions pass.
pub(super) fn calls(model: &Model, out: &mut String) {
    let mut variants = String::new();
    let mut arms = String::new();
    let all = model.interfaces.iter().flat_map(|i| i.operations.iter().map(move |o| (i, o)));
    for (number, (interface, operation)) in all.enumerate() {
        assert!(operation.params.len() <= 20, "`World::call_row` has room for so many");
        let name = camel(&interface.name) + &camel(&operation.name);
        let _ = writeln!(variants, "/// `{}.{}`: {}", interface.name, operation.name, doc(operation));
        let mut fields = String::new();
        let mut values = String::new();
        if !operation.wave {
            fields.push_str("/// The lanes that call it, a bit for each.\nlanes: u64, ");
            values.push_str("lanes, ");
        }
        for (i, (param, ty)) in operation.params.iter().enumerate() {
            let param = if KEYWORDS.contains(&param.as_str()) { format!("r#{param}") } else { param.clone() };
            let _ = write!(fields, "/// {}\n{param}: {}, ", type_doc(model, *ty), field_type(operation, *ty));
            let _ = write!(values, "{param}: {}, ", from_argument(operation, *ty, i));
        }
        let _ = match fields.is_empty() {
            true => writeln!(variants, "{name},"),
            false => writeln!(variants, "{name} {{ {fields}}},"),
        };
        let _ = match values.is_empty() {
            true => writeln!(arms, "{number} => Call::{name},"),
            false => writeln!(arms, "{number} => Call::{name} {{ {values}}},"),
        };
    }
    let _ = writeln!(
        out,
        "/// What instructions ask of interfaces. Operations of the whole wavefront have plain values, those of lanes have rows.\n\
         #[derive(Clone, Copy, Debug)]\npub enum Call<'a> {{\n{variants}\
         }}\n\
         impl<'a> Call<'a> {{\n\
         /// The call of an operation by its number (an index into `MACHINE.operations`) for some lanes; `None` if there is no such\n\
         /// operation, or it takes other arguments.\n\
         pub fn new(operation: usize, lanes: u64, arguments: &[Argument<'a>]) -> Option<Self> {{\n\
         if MACHINE.operations.get(operation)?.params.len() != arguments.len() {{ return None; }}\n\
         Some(match operation {{\n{arms}_ => return None,\n}})\n}}\n\
         /// Like `row`, for one lane or for the whole wavefront, with the values that `World::call` gets.\n\
         pub fn one(operation: usize, lane: Option<u32>, arguments: &[u128]) -> Option<Self> {{\n\
         let mut list = [Argument::Same(0); MAX_PARAMS];\n\
         for (to, from) in list.iter_mut().zip(arguments) {{ *to = Argument::Same(*from); }}\n\
         Self::new(operation, lane.map_or(0, |lane| 1 << (lane & 63)), list.get(..arguments.len())?)\n}}\n}}"
    );
}

fn doc(operation: &Operation) -> String {
    let doc = operation.doc.replace('\n', "\n/// ");
    match operation.result {
        Some(ty) => format!("{doc}\n///\n/// Gives back {} bits.", ty.bits()),
        None => doc,
    }
}

/// Description of the bits of a parameter.
fn type_doc(model: &Model, ty: Type) -> String {
    match ty {
        Type::Bool => "Whether it is so: 0 or 1.".into(),
        Type::Enum { index, .. } => {
            let list = &model.enums[index];
            let mut names: Vec<String> = Vec::new();
            for member in &list.members {
                let text = format!("{} {}", member.first, member.name);
                if !names.contains(&text) {
                    names.push(text);
                }
            }
            format!("`{}`: {}.", list.name, names.join(", "))
        }
        _ => format!("`{}`.", ty.name()),
    }
}

fn word(ty: Type) -> &'static str {
    match ty.bits() {
        0..=32 => "u32",
        33..=64 => "u64",
        _ => "u128",
    }
}

fn field_type(operation: &Operation, ty: Type) -> String {
    match (operation.wave, ty) {
        (true, Type::Bool) => "bool".into(),
        (true, _) => word(ty).into(),
        (false, _) => format!("Row<'a, {}>", word(ty)),
    }
}

fn from_argument(operation: &Operation, ty: Type, i: usize) -> String {
    match (operation.wave, ty) {
        (true, Type::Bool) => format!("arguments[{i}].at(0) & 1 != 0"),
        (true, _) => format!("arguments[{i}].at(0) as {}", word(ty)),
        (false, _) => format!("arguments[{i}].row_{}()?", word(ty)),
    }
}

/// Converts `wave_end` to `WaveEnd`.
fn camel(name: &str) -> String {
    let parts = name.split('_').filter_map(|part| {
        let mut letters = part.chars();
        Some(letters.next()?.to_ascii_uppercase().to_string() + letters.as_str())
    });
    parts.collect()
}
