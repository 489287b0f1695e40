//! Errors of JSON values in the words of JSON.

/// What is wrong with a value, without its place. `text` is what `serde` says.
pub(crate) fn what_is_wrong(text: &str) -> String {
    let text = text.rsplit_once(" at line ").map_or(text, |(message, _)| message);
    if let Some(field) = text.strip_prefix("missing field ") {
        return format!("{field} is missing");
    }
    let kinds = ["invalid type: ", "invalid value: ", "invalid length "];
    let Some((kind, rest)) = kinds.iter().find_map(|kind| Some((*kind, text.strip_prefix(*kind)?))) else {
        return text.to_owned();
    };
    let Some((found, expected)) = rest.rsplit_once(", expected ") else { return text.to_owned() };
    let found = if kind == "invalid length " { format!("one of length {found}") } else { value(found) };
    let needed = needed(expected);
    // A clause after a comma ends with one.
    let comma = if needed.contains(", ") { "," } else { "" };
    format!("{needed}{comma} is needed, not {found}")
}

/// A value as JSON calls it.
fn value(found: &str) -> String {
    let number = ["integer `", "floating point `", "boolean `"].iter().find_map(|kind| found.strip_prefix(kind));
    match (found, number) {
        (_, Some(number)) => number.trim_end_matches('`').to_owned(),
        ("map", _) => "an object".to_owned(),
        ("sequence", _) => "a list".to_owned(),
        ("unit value", _) => "null".to_owned(),
        _ => found.strip_prefix("string ").map_or_else(|| found.to_owned(), |text| format!("the text {text}")),
    }
}

/// What is needed, as JSON calls it.
fn needed(expected: &str) -> String {
    let is_integer = |name: &str| name.starts_with(['u', 'i']) && name[1..].bytes().all(|byte| byte.is_ascii_digit());
    match expected {
        "a map" => "an object".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a string" => "a text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        name if name.len() > 1 && is_integer(name) => "an integer".to_owned(),
        name if name.starts_with("struct ") => "an object".to_owned(),
        name => name
            .strip_prefix("an array of length ")
            .map_or_else(|| name.to_owned(), |length| format!("a list of {length} values")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_json() {
        for (text, expected) in [
            ("invalid type: sequence, expected struct Request at line 1 column 0", "an object is needed, not a list"),
            ("invalid type: integer `5`, expected a map", "an object is needed, not 5"),
            (
                "invalid type: string \"a, expected b\", expected u32",
                "an integer is needed, not the text \"a, expected b\"",
            ),
            ("invalid type: null, expected a string", "a text is needed, not null"),
            ("invalid length 2, expected an array of length 3", "a list of 3 values is needed, not one of length 2"),
            ("missing field `addr` at line 1 column 9", "`addr` is missing"),
            ("unknown variant `a`, expected `b`", "unknown variant `a`, expected `b`"),
        ] {
            assert_eq!(what_is_wrong(text), expected);
        }
    }
}
