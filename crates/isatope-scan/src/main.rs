//! The command `isatope scan`: GPU code of many files into Parquet tables.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use isatope::NamedTarget;
use isatope_scan::Tables;
use isatope_scan::rows::dialect_name;
use isatope_scan::scan::Scan;

/// Writes the kernels and instructions of files and folders as Parquet tables.
///
/// Reads code objects, libraries, archives and bundles, and bare code with `--target`. Files that cannot be read are
/// rows of the table `errors`. A second run skips what is there. docs/scan.md describes the columns and shows queries.
#[derive(Parser)]
#[command(name = "isatope scan", version)]
struct Args {
    /// Files and folders.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Folder for the tables.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Tables to write.
    #[arg(long, value_delimiter = ',', default_value = "kernels,instructions", value_parser = ["kernels", "instructions"])]
    tables: Vec<String>,
    /// Adds the text of each instruction in a dialect (`auto`: the default one of each target).
    #[arg(long, value_name = "DIALECT", num_args = 0..=1, default_missing_value = "auto", value_parser = dialect_name)]
    text: Option<String>,
    /// Contents of the column `source`, such as the name of a library and its version.
    #[arg(long, value_name = "NAME")]
    source: Option<String>,
    /// Reads part I of N of the files, I from 0 on.
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = shard)]
    shard: (u64, u64),
    /// Target of files with bare code, which are not read otherwise.
    #[arg(short, long)]
    target: Option<NamedTarget>,
    /// Leaves out the checks; the column `findings` is null.
    #[arg(long)]
    no_check: bool,
    /// Exits with 1 if something could not be read.
    #[arg(long)]
    strict: bool,
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("`{text}` is no shard: use I/N with I less than N, such as 0/4");
    let (number, count) = text.split_once('/').ok_or_else(wrong)?;
    let (number, count) = (number.parse().map_err(|_| wrong())?, count.parse().map_err(|_| wrong())?);
    if number < count { Ok((number, count)) } else { Err(wrong()) }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let tables = Tables {
        instructions: args.tables.iter().any(|table| table == "instructions"),
        text: args.text,
        source: args.source,
        check: !args.no_check,
    };
    let scan = Scan {
        paths: args.paths,
        output: args.output,
        tables,
        shard: args.shard,
        target: args.target.map(|named| named.target),
    };
    match scan.run() {
        Ok(done) => {
            let skipped = if done.skipped > 0 { format!(", {} skipped", done.skipped) } else { String::new() };
            let count = |number: u64, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
            let (files, kernels) = (count(done.files, "file"), count(done.kernels, "kernel"));
            let (instructions, errors) = (count(done.instructions, "instruction"), count(done.errors, "error"));
            eprintln!("{files}{skipped}, {kernels}, {instructions}, {errors}");
            if done.errors > 0 {
                eprintln!("note: the table `errors` says what could not be read");
            }
            ExitCode::from(u8::from(args.strict && done.errors > 0))
        }
        Err(error) => {
            // Errors of Parquet repeat what caused them.
            let text = error.chain().map(ToString::to_string).reduce(|text, cause| match text.ends_with(&cause) {
                true => text,
                false => format!("{text}: {cause}"),
            });
            eprintln!("error: {}", text.unwrap_or_default());
            ExitCode::from(2)
        }
    }
}
