//! `isatope-scan` on the objects of the repository. The tables are read back with the Parquet reader, and compared with
//! what the library says about each kernel.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, RecordBatch};
use isatope_scan::stream::{Stream, Table};
use isatope_testing::root;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

fn scan(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_isatope-scan")).args(arguments).current_dir(root()).output();
    output.expect("the program is there")
}

/// An empty folder for tables.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        std::fs::remove_dir_all(&path).expect("it can be removed");
    }
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

/// All rows of a table.
fn rows(folder: &Path, table: &str) -> Vec<RecordBatch> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.retain(|path| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(&format!("{table}-")))
    });
    paths.sort();
    let read = |path: PathBuf| {
        let file = std::fs::File::open(path).expect("it can be opened");
        let reader =
            ParquetRecordBatchReaderBuilder::try_new(file).expect("it is Parquet").build().expect("it can be read");
        reader.map(|batch| batch.expect("it can be read"))
    };
    paths.into_iter().flat_map(read).collect()
}

/// A column of numbers.
fn numbers(batches: &[RecordBatch], column: &str) -> Vec<u64> {
    let one = |batch: &RecordBatch| {
        let values = batch.column_by_name(column).expect("the column is there").as_primitive::<UInt64Type>().clone();
        values.values().to_vec()
    };
    batches.iter().flat_map(one).collect()
}

/// A column of texts.
fn texts(batches: &[RecordBatch], column: &str) -> Vec<String> {
    let one = |batch: &RecordBatch| {
        let values = batch.column_by_name(column).expect("the column is there").as_string::<i32>().clone();
        (0..values.len()).map(|at| values.value(at).to_string()).collect::<Vec<_>>()
    };
    batches.iter().flat_map(one).collect()
}

#[test]
fn rows_are_what_the_library_says() {
    let out = folder("scan-objects");
    let output = scan(&["tests/objects", "-o", text(&out), "--text", "--source", "tests"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (kernels, instructions) = (rows(&out, "kernels"), rows(&out, "instructions"));
    assert!(texts(&kernels, "source").iter().all(|source| source == "tests"));
    let names: Vec<(String, String)> = texts(&kernels, "file").into_iter().zip(texts(&kernels, "kernel")).collect();
    let counts = numbers(&kernels, "instructions");
    let mut of_kernel: BTreeMap<u64, u64> = BTreeMap::new();
    numbers(&instructions, "kernel_id").into_iter().for_each(|id| *of_kernel.entry(id).or_default() += 1);
    let ids = numbers(&kernels, "kernel_id");
    let mut compared = 0;
    for entry in std::fs::read_dir(root().join("tests/objects")).expect("it is there") {
        let path = entry.expect("it can be read").path();
        let Ok(library) = isatope::Library::open(&path) else { continue };
        let short = path.strip_prefix(root()).expect("it lies below").display().to_string();
        for image in library.images().filter(|image| image.target().is_some()) {
            for kernel in image.kernels().expect("they can be read") {
                let at = names.iter().position(|(file, name)| *file == short && name == kernel.name);
                let at = at.unwrap_or_else(|| panic!("{short} {} is missing", kernel.name));
                let count = kernel.instructions().expect("they can be read").count() as u64;
                assert_eq!(counts[at], count, "{short} {}", kernel.name);
                assert_eq!(of_kernel.get(&ids[at]).copied().unwrap_or(0), count, "{short} {}", kernel.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 2, "only {compared} kernels");
    let units: u64 =
        isatope_scan::kernels::units().iter().map(|unit| numbers(&kernels, unit).iter().sum::<u64>()).sum();
    assert_eq!(units, counts.iter().sum::<u64>());
}

#[test]
fn four_shards_are_the_whole() {
    let whole = folder("scan-whole");
    assert!(scan(&["tests/objects", "-o", text(&whole)]).status.success());
    let parts = folder("scan-parts");
    // All at the same time, as on several machines.
    let shards = ["0/4", "1/4", "2/4", "3/4"].map(|shard| {
        let arguments = ["tests/objects", "-o", text(&parts), "--shard", shard];
        Command::new(env!("CARGO_BIN_EXE_isatope-scan")).args(arguments).current_dir(root()).spawn()
    });
    for shard in shards {
        assert!(shard.expect("the program is there").wait().expect("it ends").success());
    }
    let left = std::fs::read_dir(&parts).expect("it is there").map(|entry| entry.expect("it can be read").path());
    assert_eq!(left.filter(|path| path.extension().is_none_or(|end| end != "parquet")).count(), 0);
    let sorted = |folder: &Path| {
        let (kernels, instructions) = (rows(folder, "kernels"), rows(folder, "instructions"));
        let mut kernels: Vec<_> = texts(&kernels, "sha256").into_iter().zip(numbers(&kernels, "kernel_id")).collect();
        let mut places: Vec<_> = numbers(&instructions, "kernel_id")
            .into_iter()
            .zip(numbers(&instructions, "at"))
            .zip(numbers(&instructions, "words"))
            .collect();
        kernels.sort();
        places.sort();
        (kernels, places)
    };
    let (one, other) = (sorted(&whole), sorted(&parts));
    assert!(!one.1.is_empty());
    assert_eq!(one, other);
}

#[test]
fn what_cannot_be_read_is_a_row() {
    let input = folder("scan-broken-input");
    std::fs::create_dir_all(&input).expect("it can be made");
    let object = std::fs::read(root().join("tests/objects/vadd-gfx900.co")).expect("it is there");
    std::fs::write(input.join("short.co"), &object[..object.len() / 2]).expect("it can be written");
    std::fs::write(input.join("whole.co"), &object).expect("it can be written");
    let out = folder("scan-broken");
    let output = scan(&[text(&input), "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains(", 1 error\n") && said.contains("the table `errors`"), "{said}");
    let errors = rows(&out, "errors");
    assert!(texts(&errors, "file")[0].ends_with("short.co"));
    assert_eq!(texts(&rows(&out, "kernels"), "kernel"), ["vadd"]);
    let again = scan(&[text(&input), "-o", text(&out)]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("2 skipped"));
    let strict = folder("scan-strict");
    assert_eq!(scan(&[text(&input), "-o", text(&strict), "--strict"]).status.code(), Some(1));
    assert_eq!(scan(&["no-such-folder", "-o", text(&strict)]).status.code(), Some(2));
    assert_eq!(scan(&[text(&input), "-o", text(&strict), "--shard", "4/4"]).status.code(), Some(2));
    let dialect = scan(&[text(&input), "-o", text(&strict), "--text", "intel"]);
    assert_eq!(dialect.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&dialect.stderr).contains("llvm"));
}

/// Data and text that happen to be instructions are no kernels, unless a target says that bare code is looked for.
#[test]
fn bare_code_needs_a_target() {
    let input = folder("scan-data");
    std::fs::create_dir_all(&input).expect("it can be made");
    // `s_endpgm` twice, and once in digits.
    std::fs::write(input.join("numbers.bin"), [0, 0, 0x81, 0xbf, 0, 0, 0x81, 0xbf]).expect("it can be written");
    std::fs::write(input.join("notes.txt"), "bf810000\n").expect("it can be written");
    let out = folder("scan-data-tables");
    let output = scan(&[text(&input), "-o", text(&out)]);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("2 files, 0 kernels, 0 instructions, 2 errors\n"));
    let messages = texts(&rows(&out, "errors"), "message");
    assert!(messages.iter().all(|message| message.contains("`--target` reads bare code")), "{messages:?}");
    let output = scan(&[text(&input), "-o", text(&folder("scan-data-code")), "--target", "gfx900"]);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("2 files, 2 kernels, 3 instructions, 0 errors\n"));
}

#[test]
fn columns_are_the_documented_ones() {
    let document = isatope_testing::text(root().join("docs/scan.md"));
    for schema in [isatope_scan::kernels::schema(), isatope_scan::instructions::schema(true, true)] {
        for field in schema.fields() {
            let name = field.name();
            let known = document.contains(&format!("`{name}`"));
            assert!(known, "docs/scan.md does not describe the column `{name}`");
        }
    }
}

#[test]
fn streams_are_in_the_order_of_the_files() {
    let files = isatope_scan::scan::files(&[root().join("tests/objects")]).expect("it is there");
    let tables = isatope_scan::Tables::default();
    let stream = || Stream::new(files.clone(), None, Table::Instructions, tables.clone());
    let all: Vec<RecordBatch> = stream().map(|batch| batch.expect("it can be read")).collect();
    assert!(all.len() > 5 && all.iter().all(|batch| batch.schema() == stream().schema()));
    let one = stream().next().expect("there are rows").expect("they can be read");
    assert_eq!(one, all[0]);
}
