//! Tests the kernels in `examples/`: our assembler must produce the same bytes as clang, whose objects are in
//! `tests/examples`, and the manifests must be consistent.

use std::fs;
use std::path::PathBuf;

use isatope_asm::{Assembler, Options};
use isatope_core::Target;
use isatope_object::descriptor;
use isatope_testing::{files, read, root, text};
use serde_json::Value;

/// Names of the examples, in order.
fn names() -> Vec<String> {
    let sources = files(root().join("examples"), &["s"]);
    let name = |path: &PathBuf| path.file_stem().expect("has a name").to_string_lossy().into_owned();
    let names: Vec<_> = sources.iter().map(name).collect();
    assert!(names.len() >= 8, "only {} examples", names.len());
    names
}

#[test]
fn words_are_those_of_clang() {
    for name in names() {
        let source = text(root().join(format!("examples/{name}.s")));
        // `tests/examples/build.sh` makes the objects.
        let object = read(root().join(format!("tests/examples/{name}.co")));
        let container = isatope_object::open(&object).expect("opens");
        let target = container.target.and_then(Target::from_name).expect("a known target");
        let assembler =
            Assembler::new(target, "llvm", Options { strict: true, ..Options::default() }).expect("a dialect");
        let output = assembler.assemble(&source);
        assert!(output.diagnostics.is_empty(), "{name}: {:?}", output.diagnostics);
        for section in container.sections.iter().filter(|s| [".text", ".rodata"].contains(&s.name)) {
            let mut expected = section.data.to_vec();
            if section.name == ".rodata" {
                // The linker fills in the offset to the code.
                descriptor::KD_ENTRY.set(&mut expected, 0);
            }
            assert_eq!(output.bytes_of(section.name), expected, "{name}: {}", section.name);
        }
    }
}

#[test]
fn manifests_fit_kernels_and_data() {
    let readme = text(root().join("examples/README.md"));
    for name in names() {
        let text = text(root().join(format!("examples/{name}.json")));
        let manifest: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}.json: {e}"));
        assert_eq!(manifest["program"], format!("{name}.s"));
        assert_eq!(manifest["kernel"], *name);
        let object = read(root().join(format!("tests/examples/{name}.co")));
        let container = isatope_object::open(&object).expect("opens");
        assert_eq!(manifest["target"].as_str(), container.target);
        assert!(readme.contains(&format!("[`{name}`]({name}.s)")), "README.md does not name {name}");
        let mut compared = 0;
        for buffer in manifest["buffers"].as_array().expect("a list") {
            for file in [&buffer["in"], &buffer["expect"]].into_iter().filter_map(Value::as_str) {
                let data =
                    fs::metadata(root().join("examples").join(file)).unwrap_or_else(|e| panic!("{name}: {file}: {e}"));
                assert_eq!(Some(data.len()), buffer["bytes"].as_u64(), "{name}: {file}");
            }
            compared += usize::from(buffer["expect"].is_string());
            assert!(buffer["expect"].is_null() || buffer["compare"]["kind"].is_string(), "{name}");
        }
        assert!(compared > 0, "{name} compares nothing");
        let args = manifest["args"].as_array().expect("a list");
        let mut yaml = String::new();
        container.metadata.first().expect("has metadata").write_yaml(&mut yaml).expect("strings take everything");
        assert_eq!(args.len(), yaml.matches(".value_kind").count(), "{name}: arguments");
    }
}
