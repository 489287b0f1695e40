//! Validates JSON against the part of JSON Schema that our schema uses; any other keyword is an
//! error.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

/// Panics where a value is not as the schema says, or has a property that the schema does not mention.
pub(super) fn conforms<'a>(value: &'a Value, schema: &'a Value) {
    if let Err(mismatch) = (Check { root: schema }).check(value, schema) {
        panic!("isa.json{mismatch}");
    }
}

struct Check<'a> {
    root: &'a Value,
}

/// Where a value is not as the schema says, and why.
struct Mismatch<'a> {
    /// The steps to the value, the last one first.
    at: Vec<String>,
    /// Writes the reason. Most are those of an alternative that does not hold, and nobody reads them.
    why: Box<dyn Fn() -> String + 'a>,
}

impl<'a> Mismatch<'a> {
    fn new<T>(why: impl Fn() -> String + 'a) -> Result<T, Self> {
        Err(Self { at: Vec::new(), why: Box::new(why) })
    }

    /// The mismatch as seen from the value that contains this one.
    fn within(mut self, step: String) -> Self {
        self.at.push(step);
        self
    }
}

impl fmt::Display for Mismatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.iter().rev().try_for_each(|step| f.write_str(step))?;
        write!(f, ": {}", (self.why)())
    }
}

/// The properties of an object that a schema mentions, itself or in the alternative that holds.
type Mentioned<'a> = BTreeSet<&'a str>;

impl<'a> Check<'a> {
    fn check(&self, value: &'a Value, schema: &'a Value) -> Result<(), Mismatch<'a>> {
        let mut mentioned = Mentioned::new();
        if self.keywords(value, schema, &mut mentioned)? {
            let odd = value.as_object().and_then(|o| o.keys().find(|name| !mentioned.contains(name.as_str())));
            if let Some(odd) = odd {
                return Mismatch::new(move || format!("the schema does not mention `{odd}`"));
            }
        }
        Ok(())
    }

    /// Checks every keyword of a schema; whether it says what properties there may be.
    fn keywords(
        &self,
        value: &'a Value,
        schema: &'a Value,
        mentioned: &mut Mentioned<'a>,
    ) -> Result<bool, Mismatch<'a>> {
        let mut closed = false;
        for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
            let fail = |why: &'static str| Mismatch::new(move || format!("{why} {wanted}: {}", short(value)));
            match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "format" => {}
                "$ref" => {
                    let path = wanted.as_str().and_then(|s| s.strip_prefix('#')).expect("a reference into the schema");
                    let target = self.root.pointer(path).expect("the reference leads somewhere");
                    closed |= self.keywords(value, target, mentioned)?;
                }
                "type" => {
                    let names = wanted.as_array().map_or(vec![wanted], |list| list.iter().collect());
                    if !names.iter().any(|n| is_a(value, n)) {
                        return fail("not of type");
                    }
                }
                "const" if value != wanted => return fail("not"),
                "enum" if !wanted.as_array().is_some_and(|list| list.contains(value)) => return fail("none of"),
                "const" | "enum" => {}
                "properties" => {
                    closed = true;
                    for (name, schema) in wanted.as_object().expect("an object") {
                        mentioned.insert(name);
                        if let Some(value) = value.get(name) {
                            self.check(value, schema).map_err(|e| e.within(format!(".{name}")))?;
                        }
                    }
                }
                "additionalProperties" if wanted == &Value::Bool(false) => closed = true,
                "additionalProperties" => {
                    for (name, value) in value.as_object().into_iter().flatten() {
                        self.check(value, wanted).map_err(|e| e.within(format!(".{name}")))?;
                    }
                }
                "required" if value.is_object() => {
                    for name in wanted.as_array().into_iter().flatten().filter_map(Value::as_str) {
                        if value.get(name).is_none() {
                            return Mismatch::new(move || format!("`{name}` is missing"));
                        }
                    }
                }
                "items" | "prefixItems" => {
                    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                        let schema = if keyword == "items" { Some(wanted) } else { wanted.get(i) };
                        if let Some(schema) = schema {
                            self.check(item, schema).map_err(|e| e.within(format!("[{i}]")))?;
                        }
                    }
                }
                "minItems" if value.as_array().map(Vec::len) < wanted.as_u64().map(|n| n as usize) => {
                    return fail("fewer than");
                }
                "maxItems" if value.as_array().map(Vec::len) > wanted.as_u64().map(|n| n as usize) => {
                    return fail("more than");
                }
                "minimum" if value.is_number() && value.as_f64() < wanted.as_f64() => return fail("less than"),
                "maximum" if value.is_number() && value.as_f64() > wanted.as_f64() => return fail("more than"),
                "minItems" | "maxItems" | "minimum" | "maximum" | "required" => {}
                "allOf" => {
                    for schema in wanted.as_array().into_iter().flatten() {
                        closed |= self.keywords(value, schema, mentioned)?;
                    }
                }
                "if" => {
                    if let (Ok(_), Some(then)) =
                        (self.keywords(value, wanted, &mut Mentioned::new()), schema.get("then"))
                    {
                        closed |= self.keywords(value, then, mentioned)?;
                    }
                }
                "then" => {}
                "oneOf" | "anyOf" => closed |= self.alternative(value, wanted, mentioned)?,
                other => panic!("the keyword `{other}` is not checked here"),
            }
        }
        Ok(closed)
    }

    /// Whether an object has properties that an alternative which allows no others does not mention.
    fn has_more(&self, value: &Value, schema: &'a Value, mentioned: &Mentioned<'a>) -> bool {
        let path = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix('#'));
        let schema = path.and_then(|path| self.root.pointer(path)).unwrap_or(schema);
        let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        closed && value.as_object().is_some_and(|o| o.keys().any(|name| !mentioned.contains(name.as_str())))
    }

    /// The one alternative that holds.
    fn alternative(
        &self,
        value: &'a Value,
        alternatives: &'a Value,
        mentioned: &mut Mentioned<'a>,
    ) -> Result<bool, Mismatch<'a>> {
        let mut holds = Vec::new();
        let mut whys = Vec::new();
        for schema in alternatives.as_array().into_iter().flatten().filter(|schema| same_tag(value, schema)) {
            let mut own = Mentioned::new();
            match self.keywords(value, schema, &mut own) {
                Ok(_) if self.has_more(value, schema, &own) => {
                    whys.extend(Mismatch::new::<()>(|| "there are other properties".into()).err())
                }
                Ok(closed) => holds.push((closed, own)),
                Err(mismatch) => whys.push(mismatch),
            }
        }
        match holds.pop() {
            Some((closed, own)) if holds.is_empty() => {
                mentioned.extend(own);
                Ok(closed)
            }
            Some(_) => Mismatch::new(move || format!("several alternatives hold: {}", short(value))),
            None => Mismatch::new(move || format!("no alternative holds: {}: {}", short(value), join(&whys))),
        }
    }
}

/// Whether the word that names an alternative, if one does, is the value's.
fn same_tag(value: &Value, schema: &Value) -> bool {
    let mut properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    properties.all(|(name, schema)| schema.get("const").is_none_or(|tag| value.get(name) == Some(tag)))
}

fn is_a(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("types have names") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("`{other}` is not checked here"),
    }
}

fn join(all: &[Mismatch<'_>]) -> String {
    all.iter().map(Mismatch::to_string).collect::<Vec<_>>().join("; ")
}

/// The start of a value's text.
fn short(value: &Value) -> String {
    value.to_string().chars().take(200).collect()
}
