//! `isa.json`: the specification as data, for programs in any language, and its schema.

mod checks;
mod enums;
mod evidence;

use checks::ChecksOut;
use enums::EnumOut;
use evidence::{CitationOut, DoubtOut, KnownOut, ReasonOut, ReferenceOut};
use isatope_lang::{FieldKind, Format, Inst, Layout, Model, OperandType, Slot, Type, VersionSet};
use schemars::JsonSchema;
use serde::Serialize;

/// The specification of one architecture.
#[derive(Serialize, JsonSchema)]
struct Isa {
    /// Version of this layout of the file.
    schema: u32,
    /// Name of the architecture.
    arch: String,
    /// Bits of an instruction word.
    word_bits: u32,
    /// Lanes of a wavefront or warp.
    lanes: u32,
    /// Dialects of assembly, the architecture's own first.
    dialects: Vec<String>,
    /// Versions, oldest first.
    versions: Vec<Version>,
    /// The texts that instructions cite.
    references: Vec<ReferenceOut>,
    /// What is not known exactly.
    doubts: Vec<DoubtOut>,
    /// What the host of a program provides: units that instructions call.
    interfaces: Vec<InterfaceOut>,
    /// Formats.
    formats: Vec<FormatOut>,
    /// Names for the values of fields and numbers.
    enums: Vec<EnumOut>,
    /// Instructions, in the order of the specification.
    instructions: Vec<Instruction>,
    /// Other spellings of mnemonics.
    aliases: Vec<AliasOut>,
    /// What tells correct code from wrong code.
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<ChecksOut>,
}

/// Another spelling of a mnemonic.
#[derive(Serialize, JsonSchema)]
struct AliasOut {
    alias: String,
    /// The instruction's name.
    name: String,
    dialect: String,
    versions: Vec<String>,
    /// Whether this dialect prints it.
    printed: bool,
}

/// A version of the architecture.
#[derive(Serialize, JsonSchema)]
struct Version {
    name: String,
    /// Every other name.
    names: Vec<String>,
}

/// A unit beside the instructions.
#[derive(Serialize, JsonSchema)]
struct InterfaceOut {
    name: String,
    doc: String,
    operations: Vec<OperationOut>,
}

/// An operation of an interface.
#[derive(Serialize, JsonSchema)]
struct OperationOut {
    name: String,
    doc: String,
    /// Whether it is called once for the whole wavefront, not once a lane.
    per_wave: bool,
    parameters: Vec<ParameterOut>,
    /// Type of what it gives back.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
}

/// A value that an operation is given.
#[derive(Serialize, JsonSchema)]
struct ParameterOut {
    name: String,
    #[serde(rename = "type")]
    ty: String,
}

/// A format.
#[derive(Serialize, JsonSchema)]
struct FormatOut {
    name: String,
    doc: String,
    /// Width, without a literal.
    bits: u32,
    /// How versions lay it out; versions with the same layout share an entry.
    layouts: Vec<LayoutOut>,
}

/// A format as some versions lay it out.
#[derive(Serialize, JsonSchema, PartialEq)]
struct LayoutOut {
    versions: Vec<String>,
    /// Bits that are fixed, without the opcode: mask, in hexadecimal.
    fixed_mask: String,
    /// Their value, in hexadecimal.
    fixed_value: String,
    /// Place of the opcode: `[high, low]`, most significant piece first.
    opcode: Vec<(u32, u32)>,
    fields: Vec<FieldOut>,
    /// Operand slots in the order of assembly: a field, or a register that takes no bits.
    slots: Vec<String>,
}

/// A field.
#[derive(Serialize, JsonSchema, PartialEq)]
struct FieldOut {
    name: String,
    /// `[high, low]`, most significant piece first.
    bits: Vec<(u32, u32)>,
    /// `operand`, `plain` or `ignored`.
    kind: &'static str,
    /// Class of an operand.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    default: u64,
}

/// An instruction.
#[derive(Serialize, JsonSchema)]
struct Instruction {
    name: String,
    versions: Vec<String>,
    summary: String,
    doc: String,
    /// The unit that runs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    /// What it is to the rules of `checks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    operands: Vec<OperandOut>,
    encodings: Vec<EncodingOut>,
    /// What it does, in the `.isa` language.
    body: String,
    /// State read beside the operands, in any version; interfaces that it calls are among it.
    reads: Vec<String>,
    /// State written beside the operands; interfaces that it calls are among it.
    writes: Vec<String>,
    /// Operations of interfaces that it calls: `export.write`.
    calls: Vec<String>,
    /// Where it is known from.
    source: Vec<CitationOut>,
    /// How well its encoding is known.
    encoding: KnownOut,
    /// How well its meaning is known, as the first of its formats has it.
    semantics: KnownOut,
}

/// An operand.
#[derive(Serialize, JsonSchema)]
struct OperandOut {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    read: bool,
    written: bool,
}

/// A format of an instruction, with its opcode.
#[derive(Serialize, JsonSchema)]
struct EncodingOut {
    format: String,
    opcode: u64,
    versions: Vec<String>,
    /// What is in doubt about the meaning in this format only.
    doubts: Vec<ReasonOut>,
}

/// The specification as JSON.
pub fn export_json(model: &Model) -> String {
    let isa = Isa {
        schema: 2,
        arch: model.arch.clone(),
        word_bits: model.word,
        lanes: model.lanes,
        dialects: model.dialect_names.clone(),
        versions: model.versions.iter().map(|v| Version { name: v.name.clone(), names: v.names.clone() }).collect(),
        references: model.references.iter().map(evidence::reference).collect(),
        doubts: model.doubts.iter().map(evidence::doubt).collect(),
        interfaces: model.interfaces.iter().map(|i| interface(model, i)).collect(),
        formats: model.formats.iter().map(|f| format(model, f)).collect(),
        enums: enums::enums(model),
        instructions: model.insts.iter().map(|i| instruction(model, i)).collect(),
        aliases: model
            .aliases
            .iter()
            .map(|a| AliasOut {
                alias: a.alias.clone(),
                name: a.name.clone(),
                dialect: model.dialect_names[a.dialect].clone(),
                versions: versions(model, a.versions),
                printed: a.print,
            })
            .collect(),
        checks: checks::checks(model),
    };
    let mut text = serde_json::to_string_pretty(&isa).expect("plain data is always JSON");
    text.push('\n');
    text
}

/// The schema of [`export_json`]'s result.
pub fn json_schema() -> String {
    let mut text = serde_json::to_string_pretty(&schemars::schema_for!(Isa)).expect("a schema is always JSON");
    text.push('\n');
    text
}

fn interface(model: &Model, interface: &isatope_lang::Interface) -> InterfaceOut {
    let plain = |ty: Type| model.type_name(ty);
    let operations = interface.operations.iter().map(|o| OperationOut {
        name: o.name.clone(),
        doc: o.doc.clone(),
        per_wave: o.wave,
        parameters: o.params.iter().map(|(name, ty)| ParameterOut { name: name.clone(), ty: plain(*ty) }).collect(),
        result: o.result.map(plain),
    });
    InterfaceOut { name: interface.name.clone(), doc: interface.doc.clone(), operations: operations.collect() }
}

fn versions(model: &Model, set: VersionSet) -> Vec<String> {
    set.iter().filter_map(|i| model.versions.get(i)).map(|v| v.name.clone()).collect()
}

fn format(model: &Model, format: &Format) -> FormatOut {
    let mut layouts: Vec<LayoutOut> = Vec::new();
    for (version, layout) in format.layouts.iter().enumerate() {
        let Some(l) = layout else { continue };
        let mut new = layout_out(model, l);
        let name = model.versions[version].name.clone();
        // Alike but for the versions it holds for.
        let same = layouts.iter_mut().find(|old| {
            new.versions.clone_from(&old.versions);
            **old == new
        });
        match same {
            Some(old) => old.versions.push(name),
            None => {
                new.versions = vec![name];
                layouts.push(new);
            }
        }
    }
    FormatOut { name: format.name.clone(), doc: format.doc.clone(), bits: format.bits, layouts }
}

fn layout_out(model: &Model, layout: &Layout) -> LayoutOut {
    let fields = layout.fields.iter().map(|f| {
        let (kind, class) = match f.kind {
            FieldKind::Operand(class) => ("operand", Some(model.classes[class].name.clone())),
            FieldKind::Plain => ("plain", None),
            FieldKind::Ignored => ("ignored", None),
        };
        FieldOut { name: f.name.clone(), bits: f.pieces.clone(), kind, class, default: f.default }
    });
    let slots = layout.slots.iter().map(|slot| match slot {
        Slot::Field(f) => layout.fields[*f].name.clone(),
        Slot::Register(r) => model.registers[*r].name.clone(),
    });
    LayoutOut {
        versions: Vec::new(),
        fixed_mask: format!("{:#x}", layout.fixed_mask),
        fixed_value: format!("{:#x}", layout.fixed_value),
        opcode: layout.op.clone(),
        fields: fields.collect(),
        slots: slots.collect(),
    }
}

fn instruction(model: &Model, inst: &Inst) -> Instruction {
    let mut encodings: Vec<EncodingOut> = Vec::new();
    for form in &inst.forms {
        let format = &model.formats[form.format].name;
        for (version, opcode) in form.opcodes.iter().enumerate() {
            let Some(opcode) = *opcode else { continue };
            let name = model.versions[version].name.clone();
            match encodings.iter_mut().find(|e| e.format == *format && e.opcode == opcode) {
                Some(same) => same.versions.push(name),
                None => {
                    let doubts = evidence::reasons(model, &form.doubts);
                    encodings.push(EncodingOut { format: format.clone(), opcode, versions: vec![name], doubts });
                }
            }
        }
    }
    let names = |of: fn(&isatope_lang::Effects) -> (&[usize], &[usize])| {
        let mut names: Vec<String> = Vec::new();
        for program in &inst.programs {
            let (registers, memories) = of(&program.effects);
            names.extend(registers.iter().map(|&r| model.registers[r].name.clone()));
            names.extend(memories.iter().map(|&m| model.memories[m].name.clone()));
            names.extend(program.effects.calls.iter().map(|&(i, _)| model.interfaces[i].name.clone()));
        }
        names.sort();
        names.dedup();
        names
    };
    let calls = inst.programs.iter().flat_map(|p| &p.effects.calls);
    let mut calls: Vec<String> = calls
        .map(|&(i, o)| format!("{}.{}", model.interfaces[i].name, model.interfaces[i].operations[o].name))
        .collect();
    calls.sort();
    calls.dedup();
    Instruction {
        name: inst.name.clone(),
        versions: versions(model, inst.versions),
        summary: inst.summary.clone(),
        doc: inst.doc.clone(),
        unit: inst.unit.clone(),
        role: inst.role.zip(model.checks.as_ref()).map(|(role, checks)| checks.roles[role].name.clone()),
        operands: inst
            .operands
            .iter()
            .map(|o| OperandOut { name: o.name.clone(), ty: type_name(o.ty), read: o.read, written: o.written })
            .collect(),
        encodings,
        body: inst.body_text.clone(),
        reads: names(|e| (&e.reads, &e.reads_memory)),
        writes: names(|e| (&e.writes, &e.writes_memory)),
        calls,
        source: evidence::citations(model, &inst.source),
        encoding: evidence::known(model, &inst.encoding),
        semantics: evidence::known(model, &inst.semantics),
    }
}

fn type_name(ty: OperandType) -> String {
    match ty {
        OperandType::Mask => "mask".to_owned(),
        OperandType::Plain(Type::Int { bits, signed }) => format!("{}{bits}", if signed { 'i' } else { 'u' }),
        OperandType::Plain(Type::Bool) => "bool".to_owned(),
        OperandType::Plain(Type::Vector { count, element }) => {
            format!("v{count}{}", type_name(OperandType::Plain(element.ty())))
        }
        OperandType::Plain(ty) => format!("f{}", ty.bits()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_specification_exports() {
        let model = isatope_lang::compile(isatope_isa::GCN).expect("the specification is correct");
        let json: serde_json::Value = serde_json::from_str(&export_json(&model)).expect("JSON");
        let all = json["instructions"].as_array().expect("a list");
        let add = all.iter().find(|i| i["name"] == "v_add_f32").expect("an instruction");
        assert_eq!(add["operands"][0]["type"], "f32");
        assert_eq!(add["encodings"][0]["opcode"], 3);
    }

    #[test]
    fn the_export_conforms_to_its_schema() {
        let model = isatope_lang::compile(isatope_isa::GCN).expect("the specification is correct");
        let json: Value = serde_json::from_str(&export_json(&model)).expect("JSON");
        let schema: Value = serde_json::from_str(&json_schema()).expect("JSON");
        conforms(&json, &schema, &schema, "isa.json");
        let mut wrong = json.clone();
        wrong["instructions"][3]["operands"] = Value::Null;
        assert!(std::panic::catch_unwind(|| conforms(&wrong, &schema, &schema, "isa.json")).is_err());
    }

    /// Checks a value against the part of JSON Schema that our schema uses; any other keyword is an error.
    fn conforms(value: &Value, schema: &Value, root: &Value, at: &str) {
        for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
            match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "format" => {}
                "$ref" => {
                    let path = wanted.as_str().and_then(|s| s.strip_prefix('#')).expect("a reference into the schema");
                    conforms(value, root.pointer(path).expect("the reference leads somewhere"), root, at);
                }
                "type" => {
                    let names = wanted.as_array().map_or(vec![wanted], |list| list.iter().collect());
                    assert!(names.iter().any(|n| is_a(value, n)), "{at}: {value} is not of type {wanted}");
                }
                "properties" => {
                    for (name, schema) in wanted.as_object().expect("an object") {
                        if let Some(value) = value.get(name) {
                            conforms(value, schema, root, &format!("{at}.{name}"));
                        }
                    }
                    let known = |name: &&String| wanted.get(name.as_str()).is_some();
                    let odd = value.as_object().and_then(|o| o.keys().find(|name| !known(name)));
                    assert_eq!(odd, None, "{at}: the schema does not mention this");
                }
                "required" => {
                    for name in wanted.as_array().into_iter().flatten().filter_map(Value::as_str) {
                        assert!(value.get(name).is_some(), "{at}: `{name}` is missing");
                    }
                }
                "items" | "prefixItems" => {
                    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                        let schema = if keyword == "items" { Some(wanted) } else { wanted.get(i) };
                        if let Some(schema) = schema {
                            conforms(item, schema, root, &format!("{at}[{i}]"));
                        }
                    }
                }
                "minItems" => assert!(value.as_array().map(Vec::len) >= wanted.as_u64().map(|n| n as usize), "{at}"),
                "maxItems" => assert!(value.as_array().map(Vec::len) <= wanted.as_u64().map(|n| n as usize), "{at}"),
                "minimum" => assert!(value.as_f64() >= wanted.as_f64(), "{at}: {value}"),
                other => panic!("{at}: the keyword `{other}` is not checked here"),
            }
        }
    }

    fn is_a(value: &Value, name: &Value) -> bool {
        match name.as_str().expect("types have names") {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_u64() || value.is_i64(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            other => panic!("`{other}` is not checked here"),
        }
    }

    /// `ISATOPE_BLESS=1` writes the schema anew.
    #[test]
    fn the_schema_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas/isa.schema.json");
        if std::env::var_os("ISATOPE_BLESS").is_some() {
            std::fs::write(path, json_schema()).expect("it can be written");
        }
        assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), json_schema());
    }
}
