//! The form of the schema.

use serde_json::{Map, Value, json};

/// Lets a tag choose between alternatives: validators that collect what is wrong with each alternative would look at
/// all that is in a value once for each, and so at trees as often as the number of alternatives to the power of the
/// depth.
pub(super) fn choose_by_tags(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(choose_by_tags),
        Value::Object(object) => {
            object.values_mut().for_each(choose_by_tags);
            if let Some(tag) = object.get("oneOf").and_then(common_tag) {
                choose(object, &tag);
            }
        }
        _ => {}
    }
}

/// The tag of an alternative: a property with one value.
fn tag_of(alternative: &Value) -> Option<(&str, &Value)> {
    let properties = alternative.get("properties")?.as_object()?;
    properties.iter().find_map(|(name, property)| Some((name.as_str(), property.get("const")?)))
}

/// The tag that tells all alternatives apart.
fn common_tag(alternatives: &Value) -> Option<String> {
    let list = alternatives.as_array()?;
    let tag = tag_of(list.first()?)?.0;
    list.iter().all(|one| tag_of(one).is_some_and(|(name, _)| name == tag)).then(|| tag.to_owned())
}

/// Replaces the alternatives of a schema by a condition for each.
fn choose(object: &mut Map<String, Value>, tag: &str) {
    let Some(Value::Array(list)) = object.remove("oneOf") else { return };
    let values: Vec<Value> = list.iter().filter_map(|one| Some(tag_of(one)?.1.clone())).collect();
    let conditions = list.into_iter().zip(&values).map(
        |(one, value)| json!({ "if": { "properties": { tag: { "const": value } }, "required": [tag] }, "then": one }),
    );
    let conditions: Vec<Value> = conditions.collect();
    let first = json!({ "properties": { tag: { "enum": values } }, "required": [tag] });
    object.insert("allOf".to_owned(), std::iter::once(first).chain(conditions).collect());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_chooses_and_other_alternatives_stay() {
        let of = |value: &str| json!({ "properties": { "op": { "const": value }, "of": { "$ref": "#" } } });
        let mut schema =
            json!({ "oneOf": [of("a"), of("b")], "$defs": { "x": { "oneOf": [of("a"), { "type": "null" }] } } });
        choose_by_tags(&mut schema);
        assert!(schema.get("oneOf").is_none());
        assert_eq!(schema["allOf"][0]["properties"]["op"]["enum"], json!(["a", "b"]));
        assert_eq!(schema["allOf"][2]["if"]["properties"]["op"]["const"], "b");
        assert_eq!(schema["allOf"][2]["then"], of("b"));
        assert!(schema["$defs"]["x"]["oneOf"].is_array());
    }
}
