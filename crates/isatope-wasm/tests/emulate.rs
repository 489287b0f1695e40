//! Files, and runs of the repository's examples.

use isatope_wasm::emulate::{Files, Finished, OpenFile, Session, examples, form};
use serde_json::Value;

fn example(name: &str) -> (Files, String) {
    let all: Vec<Value> = serde_json::from_str(examples()).expect("JSON");
    let found = all.iter().find(|example| example["name"] == name).expect("it is there");
    let mut files = Files::default();
    for file in found["files"].as_array().into_iter().flatten() {
        let bytes = match (file["text"].as_str(), file["base64"].as_str()) {
            (Some(text), _) => text.as_bytes().to_vec(),
            (None, packed) => base64(packed.expect("a file has contents")),
        };
        files.add(file["path"].as_str().expect("a path"), bytes);
    }
    (files, found["manifest"].as_str().expect("a manifest").to_string())
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for c in text.bytes().filter(|c| *c != b'=') {
        (bits, count) = (bits << 6 | u32::from(digit(c)), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
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
