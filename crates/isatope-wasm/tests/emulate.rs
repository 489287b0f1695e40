//! Files, and runs of the repository's examples.

use isatope_testing::{read, root, text};
use isatope_wasm::emulate::{Files, Finished, OpenFile, Session, form};
use serde_json::Value;

/// The manifest of an example, and the files that it names.
fn example(name: &str) -> (Files, String) {
    let path = root().join("examples").join(format!("{name}.json"));
    let text = text(&path);
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    let buffers = manifest["buffers"].as_array().into_iter().flatten();
    let named = buffers.flat_map(|buffer| [&buffer["in"], &buffer["expect"]]);
    let mut files = Files::default();
    for name in [&manifest["program"]].into_iter().chain(named).filter_map(Value::as_str) {
        files.add(name, read(path.with_file_name(name)));
    }
    (files, text)
}

#[test]
fn examples_leave_what_they_should() {
    for name in ["vadd", "valhall/double"] {
        let (files, manifest) = example(name);
        let finished = Finished::run(&files, &manifest, "").expect("it runs");
        assert_eq!(finished.result()["ok"], true, "{name}: {}", finished.result());
    }
}

#[test]
fn sessions_go_forward_and_back() {
    let (files, manifest) = example("vadd");
    let mut session = Session::start(&files, &manifest).expect("it starts");
    let first = session.state();
    // The last of these instructions loads a register.
    session.step("instruction", 3).expect("a step");
    assert_eq!(session.state()["steps"], 3);
    assert!(session.state()["changed"]["registers"].as_array().is_some_and(|list| !list.is_empty()));
    session.back(3);
    assert_eq!(session.state()["next"], first["next"]);
    let names = session.register_names();
    let lanes = names["lanes"].as_u64().expect("a number") as usize;
    assert_eq!(session.vectors().len(), lanes * names["vectors"].as_array().map_or(0, Vec::len));
    let place = session.code().get(3).expect("there is code")["address"].as_str().expect("an address").to_string();
    session.add_breakpoint(&place, "").expect("there is an instruction");
    session.resume();
    assert_eq!(session.state()["why"]["kind"], "breakpoint");
    session.remove_breakpoint(1);
    session.resume();
    assert_eq!(session.state()["why"]["kind"], "done");
    assert!(session.step("sideways", 1).is_err());
    assert!(session.run_to("0x0").is_err());
}

#[test]
fn objects_open_and_have_a_form_for_their_launch() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/opencl/scale.co");
    let bytes = std::fs::read(path).expect("an example");
    let file = OpenFile::open("scale.co", bytes.clone(), "").expect("a code object");
    let view = file.image(0, "").expect("an image");
    assert_eq!(view["kernels_list"][0]["kernel"], "scale");
    assert!(file.listing(0, "").expect("a listing").contains("scale:"));
    let kernels = form("scale.co", bytes.clone(), "").expect("kernels")["kernels"].clone();
    let mut files = Files::default();
    files.add("scale.co", bytes);
    let manifest = kernels[0]["manifest"].as_str().expect("a manifest");
    assert_eq!(Finished::run(&files, manifest, "").expect("it runs").result()["ok"], true);
    assert!(OpenFile::open("x", b"\x7fELF\x02\x01\x01\0".to_vec(), "").is_err());
}
