//! Tests that no line of the specification is longer than 120 columns, so that it can be read side by side with a
//! manual.

use isatope_testing::{files_below, root, text};

/// Most bytes of a line. Bytes are what plain tools such as `awk` count.
const MOST: usize = 120;

#[test]
fn no_line_of_the_specification_is_too_long() {
    let files = files_below(root().join("isa"), &["isa"]);
    assert!(files.len() > 50, "only {} files were found", files.len());
    let mut long = Vec::new();
    for path in &files {
        for (i, line) in text(path).lines().enumerate() {
            if line.len() > MOST {
                long.push(format!("{}:{}: {} columns", path.display(), i + 1, line.len()));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}
