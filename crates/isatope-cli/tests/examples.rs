//! The examples and the compiled kernels run: their manifests say what must be in the buffers afterwards.

use std::path::Path;
use std::process::Command;

#[test]
fn manifests_hold() {
    let mut count = 0;
    for folder in ["examples", "examples/valhall", "tests/kernels/data"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        for path in entries.map(|e| e.expect("readable").path()).filter(|p| p.extension().is_some_and(|e| e == "json"))
        {
            let output = Command::new(env!("CARGO_BIN_EXE_isatope"))
                .args(["run", "--manifest"])
                .arg(&path)
                .output()
                .expect("isatope starts");
            assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
            count += 1;
        }
    }
    assert!(count > 80, "only {count} manifests");
}
