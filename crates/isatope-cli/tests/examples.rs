//! The examples and the compiled kernels run: their manifests say what must be in the buffers afterwards.

use std::process::Command;

use isatope_testing::{files, root, stdout};

#[test]
fn manifests_hold() {
    let mut count = 0;
    for folder in ["examples", "examples/large", "examples/manifests", "examples/valhall", "tests/kernels/data"] {
        for path in files(root().join(folder), &["json"]) {
            stdout(Command::new(env!("CARGO_BIN_EXE_isatope")).args(["run", "--manifest"]).arg(&path), "");
            count += 1;
        }
    }
    assert!(count > 80, "only {count} manifests");
}
