//! The kernels in `examples/`: our assembler makes the bytes of them that clang makes, whose objects lie in `tests/examples`, and what their manifests say fits.

use std::fs;
use std::path::{Path, PathBuf};

use isatope_asm::{Assembler, Options};
use isatope_core::Target;
use isatope_object::descriptor;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Names of the examples, in order.
fn names() -> Vec<String> {
    let entries = fs::read_dir(root().join("examples")).expect("the folder is there");
    let paths = entries.map(|e| e.expect("readable").path());
    let sources = paths.filter(|p| p.extension().is_some_and(|e| e == "s"));
    let mut names: Vec<_> =
        sources.map(|p| p.file_stem().expect("has a name").to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(names.len() >= 8, "only {} examples", names.len());
    names
}

#[test]
fn words_are_those_of_clang() {
    for name in names() {
        let source = fs::read_to_string(root().join(format!("examples/{name}.s"))).expect("readable");
        let object = fs::read(root().join(format!("tests/examples/{name}.co")))
            .unwrap_or_else(|e| panic!("tests/examples/build.sh makes {name}.co: {e}"));
        let container = isatope_object::open(&object).expect("opens");
        let target = container.target.and_then(Target::from_name).expect("a known target");
        let assembler =
            Assembler::new(target, "llvm", Options { strict: true, ..Options::default() }).expect("a dialect");
        let output = assembler.assemble(&source);
        assert!(output.diagnostics.is_empty(), "{name}: {:?}", output.diagnostics);
        for section in container.sections.iter().filter(|s| [".text", ".rodata"].contains(&s.name)) {
            let mut expected = section.data.to_vec();
            if section.name == ".rodata" {
                // The distance to the code is the linker's.
                descriptor::KD_ENTRY.set(&mut expected, 0);
            }
            assert_eq!(output.bytes_of(section.name), expected, "{name}: {}", section.name);
        }
    }
}

#[test]
fn manifests_fit_kernels_and_data() {
    let readme = fs::read_to_string(root().join("examples/README.md")).expect("readable");
    for name in names() {
        let text = fs::read_to_string(root().join(format!("examples/{name}.json")))
            .unwrap_or_else(|e| panic!("{name}.json: {e}"));
        let manifest: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}.json: {e}"));
        assert_eq!(manifest["program"], format!("{name}.s"));
        assert_eq!(manifest["kernel"], *name);
        let object = fs::read(root().join(format!("tests/examples/{name}.co"))).expect("readable");
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
        container.metadata.as_ref().expect("has metadata").write_yaml(&mut yaml).expect("strings take everything");
        assert_eq!(args.len(), yaml.matches(".value_kind").count(), "{name}: arguments");
    }
}
