//! The whole specification as JSON, and what is not known exactly in it, packed.

use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

use isatope_lang::{Inst, Known, Model};

use crate::unknown::{Doubt, Doubtful, Of, Reason, Unknown};

/// How hard to pack.
const LEVEL: u8 = 6;

/// Writes the files to a folder, with `whole.rs`, the list of them.
pub fn write(models: &[Model], folder: &Path) -> io::Result<()> {
    let mut list = String::from("&[\n");
    let put = |name: &str, text: &str| {
        fs::write(folder.join(name), miniz_oxide::deflate::compress_to_vec(text.as_bytes(), LEVEL))
    };
    for model in models {
        let arch = &model.arch;
        writeln!(list, "({arch:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{arch}.json.z\"))),")
            .expect("strings take everything");
        put(&format!("{arch}.json.z"), &isatope_codegen::export_json(model))?;
    }
    put("schema.z", &isatope_codegen::json_schema())?;
    let unknown: Vec<_> = models.iter().map(unknown).collect();
    put("unknown.z", &serde_json::to_string(&unknown).expect("plain data is always JSON"))?;
    fs::write(folder.join("whole.rs"), list + "]")
}

fn unknown(model: &Model) -> Unknown {
    let doubts = model.doubts.iter().map(|doubt| Doubt {
        name: doubt.name.clone(),
        status: doubt.grade.word().to_owned(),
        why: doubt.why.clone(),
        until: doubt.until.clone(),
        condition: doubt.condition.clone(),
        doc: doubt.doc.clone(),
    });
    let mut state = Vec::new();
    for register in &model.registers {
        state.extend(register.doubts.iter().map(|&doubt| (doubt, register.name.clone())));
        let parts = register.fields.iter();
        state.extend(parts.filter_map(|part| Some((part.doubt?, format!("{}.{}", register.name, part.name)))));
    }
    let instruction = |inst: &Inst| {
        let reasons = |of: Of, known: &Known| -> Vec<Reason> {
            let function = |function: usize| model.functions[function].name.clone();
            let reason = |r: &isatope_lang::Reason| Reason { of, doubt: r.doubt, function: r.function.map(function) };
            known.reasons.iter().map(reason).collect()
        };
        let reasons = [reasons(Of::Encoding, &inst.encoding), reasons(Of::Meaning, &inst.semantics)].concat();
        let row = Doubtful { name: inst.name.clone(), versions: inst.versions.0, reasons };
        (!row.reasons.is_empty()).then_some(row)
    };
    Unknown {
        arch: model.arch.clone(),
        doubts: doubts.collect(),
        state,
        instructions: model.insts.iter().filter_map(instruction).collect(),
    }
}
