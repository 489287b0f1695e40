//! `isa.json`: the specification as data, for programs in any language, and its schema.
//!
//! The types are both the writer and the schema: their comments are the descriptions of the schema. Parts of the model
//! that consist of text and numbers alone are written as they are (feature `json` of `isatope-lang`). The types here
//! are for the others: they have names instead of indices, lists instead of sets, and bodies as trees (`nodes`).
//! `docs/isa-json.md` explains the whole.

mod checks;
mod enums;
mod evidence;
mod facts;
mod formats;
mod hazards;
mod instructions;
mod layouts;
mod lines;
mod modifiers;
mod names;
mod nodes;
mod numbers;
mod operands;
mod programs;
mod rules;
mod schema;
mod slots;
mod state;
mod style;
mod types;

#[cfg(test)]
mod conforms;

use isatope_lang::{Doubt, ExecutionUnit, Lack, Memory, Model, Reference, Relative, Syntax, Terms, Version};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;

use checks::AllChecks;
use enums::EnumOut;
use facts::{DwarfOut, PreloadOut};
use formats::FormatOut;
use instructions::{AliasOut, InstructionOut};
use modifiers::ModifierOut;
use operands::ClassOut;
use programs::{FunctionOut, ProgramOut, Programs};
use state::{FileOut, InterfaceOut, RegisterOut};
use style::StyleOut;

/// The specification of one architecture. Things refer to each other by name. `versions` is left out where something
/// holds for all versions. Bit patterns are text in hexadecimal, since not every reader of JSON has numbers of 64 bits;
/// everything else is a number below two to the power of 53.
#[derive(Serialize, JsonSchema)]
struct Isa {
    /// Version of this layout of the file.
    schema: u32,
    /// Name of the architecture.
    arch: String,
    /// The family of architectures in which mnemonics mean alike.
    family: String,
    /// How programs are launched: `hsa` for kernels with arguments, `shader` for shaders with resources.
    #[serde(skip_serializing_if = "Option::is_none")]
    abi: Option<String>,
    /// Containers beside ELF in which programs come.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    containers: Vec<String>,
    /// Whether words of zeros between and after programs are padding.
    zeros_are_padding: bool,
    /// Whether programs in use set reserved bits.
    reserved_bits_are_set: bool,
    /// The version that is taken where code could be for several.
    #[serde(skip_serializing_if = "Option::is_none")]
    usual: Option<String>,
    /// Values that registers hold when a program starts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    preloads: Vec<PreloadOut>,
    /// Numbers of registers in debug information.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dwarf: Vec<DwarfOut>,
    /// The word that fills gaps in code.
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<u32>,
    /// Words that people write before the names of processors, in lower case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    brands: Vec<String>,
    /// Processors that are not supported but whose names people try.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    relatives: Vec<Relative>,
    /// Processors that lack instructions which others of their version have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lacks: Vec<Lack>,
    /// Bits of an instruction word.
    word_bits: u32,
    /// Lanes of a wavefront or warp.
    lanes: u32,
    /// Syntax rules of all dialects.
    syntax: Syntax,
    /// Terms for the parts of the machine.
    called: Terms,
    /// Dialects of assembly, the architecture's own first.
    dialects: Vec<String>,
    /// How each dialect writes what has no declaration of its own, in the same order.
    styles: Vec<StyleOut>,
    /// Versions, oldest first.
    versions: Vec<Version>,
    /// The texts that instructions and functions cite.
    references: Vec<Reference>,
    /// Spec notes: facts that are not known exactly.
    doubts: Vec<Doubt>,
    /// Register files.
    files: Vec<FileOut>,
    /// Registers that are not in a file.
    registers: Vec<RegisterOut>,
    memories: Vec<Memory>,
    /// What the host of a program provides: units that instructions call.
    interfaces: Vec<InterfaceOut>,
    /// Units that execute instructions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<ExecutionUnit>,
    /// Operand classes: what the codes of operands mean.
    classes: Vec<ClassOut>,
    /// Names for the values of fields and numbers.
    enums: Vec<EnumOut>,
    /// Modifiers: how plain fields are written.
    modifiers: Vec<ModifierOut>,
    formats: Vec<FormatOut>,
    /// Instructions, in the order of the specification.
    instructions: Vec<InstructionOut>,
    /// Other spellings of mnemonics.
    aliases: Vec<AliasOut>,
    /// Functions that bodies call, callees before callers.
    functions: Vec<FunctionOut>,
    /// What instructions do; encodings refer to programs by their place here.
    programs: Vec<ProgramOut>,
    /// What tells correct code from wrong code.
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<AllChecks>,
    /// What hardware does not wait for by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    hazards: Option<hazards::HazardsOut>,
    /// What instructions cost, and how many wavefronts fit on a SIMD.
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<hazards::CostsOut>,
}

/// The specification as JSON.
pub fn export_json(model: &Model) -> String {
    let mut programs = Programs::default();
    let instructions = model.insts.iter().map(|i| instructions::instruction(model, i, &mut programs)).collect();
    lines::text(&Isa {
        schema: 2,
        arch: model.arch.clone(),
        family: model.family.clone(),
        abi: facts::abi(model),
        containers: model.containers.clone(),
        zeros_are_padding: model.padding,
        reserved_bits_are_set: model.reserved_set,
        usual: model.usual.map(|version| model.versions[version].name.clone()),
        preloads: facts::preloads(model),
        dwarf: facts::dwarf(model),
        gap: model.gap,
        brands: model.brands.clone(),
        relatives: model.relatives.clone(),
        lacks: model.lacks.clone(),
        word_bits: model.word,
        lanes: model.lanes,
        syntax: model.syntax.clone(),
        called: model.called.clone(),
        dialects: model.dialect_names.clone(),
        styles: model.styles.iter().map(|one| style::style(model, one)).collect(),
        versions: model.versions.clone(),
        references: model.references.clone(),
        doubts: model.doubts.clone(),
        files: model.files.iter().map(|f| state::file(model, f)).collect(),
        registers: model.registers.iter().map(|r| state::register(model, r)).collect(),
        memories: model.memories.clone(),
        interfaces: model.interfaces.iter().map(|i| state::interface(model, i)).collect(),
        units: model.units.clone(),
        classes: model.classes.iter().map(|c| operands::class(model, c)).collect(),
        enums: model.enums.iter().map(|e| enums::of(model, e)).collect(),
        modifiers: model.modifiers.iter().map(|m| modifiers::modifier(model, m)).collect(),
        formats: (0..model.formats.len()).map(|f| formats::format(model, f)).collect(),
        instructions,
        aliases: model.aliases.iter().map(|a| instructions::alias(model, a)).collect(),
        functions: model.functions.iter().map(|f| programs::function(model, f)).collect(),
        programs: programs.list(),
        checks: checks::checks(model),
        hazards: model.hazards.as_ref().map(|all| hazards::hazards(model, all)),
        costs: model.costs.as_ref().map(|all| hazards::costs(model, all)),
    })
}

/// The schema of [`export_json`]'s result.
pub fn json_schema() -> String {
    // Of what is written: a field that is left out where it says nothing is not required.
    let schema = SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<Isa>();
    let mut schema = serde_json::to_value(schema).expect("a schema is always JSON");
    schema::choose_by_tags(&mut schema);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is always JSON");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::conforms::conforms;
    use super::*;

    fn exported(files: &[(&str, &str)]) -> Value {
        let model = isatope_lang::compile(files).expect("the specification is correct");
        serde_json::from_str(&export_json(&model)).expect("JSON")
    }

    #[test]
    fn the_specification_exports() {
        let json = exported(isatope_isa::files_in("amd-gcn").expect("it is there"));
        let all = json["instructions"].as_array().expect("a list");
        let add = all.iter().find(|i| i["name"] == "v_add_f32").expect("an instruction");
        assert_eq!(add["operands"][0]["type"], "f32");
        assert_eq!(add["encodings"][0]["opcode"], 3);
        let program = add["encodings"][0]["program"].as_u64().expect("a meaning");
        assert_eq!(json["programs"][program as usize]["runs"], "lane");
    }

    #[test]
    fn the_export_conforms_to_its_schema() {
        let schema: Value = serde_json::from_str(&json_schema()).expect("JSON");
        for files in isatope_isa::ARCHITECTURES.iter().copied() {
            conforms(&exported(files), &schema);
        }
    }

    /// Readers whose only numbers are doubles read them all.
    #[test]
    fn no_number_is_larger_than_a_double_can_say() {
        fn largest(value: &Value) -> u64 {
            match value {
                Value::Number(number) => number.as_i64().map_or(number.as_u64().unwrap_or(0), i64::unsigned_abs),
                Value::Array(list) => list.iter().map(largest).max().unwrap_or(0),
                Value::Object(object) => object.values().map(largest).max().unwrap_or(0),
                _ => 0,
            }
        }
        for files in isatope_isa::ARCHITECTURES.iter().copied() {
            assert!(largest(&exported(files)) < 1 << 53);
        }
    }

    #[test]
    fn what_does_not_conform_is_found() {
        let schema: Value = serde_json::from_str(&json_schema()).expect("JSON");
        let json = exported(isatope_isa::files_in("arm-valhall").expect("it is there"));
        let wrong = |pointer: &str, value: Value| {
            let mut wrong = json.clone();
            *wrong.pointer_mut(pointer).expect("it is there") = value;
            assert!(std::panic::catch_unwind(|| conforms(&wrong, &schema)).is_err(), "{pointer}");
        };
        wrong("/instructions/3/operands", Value::Null);
        wrong("/programs/0/body/0/do", "nothing".into());
        wrong("/classes/0/codes/0/means", "register".into());
        wrong("/lanes", "16".into());
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
