//! The dialect that commands write and read: that of the container, the command line or the environment.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command with a value of `ISATOPE_DIALECT`.
fn with(dialect: Option<&str>, args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.args(args).current_dir(root()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("ISATOPE_DIALECT");
    if let Some(dialect) = dialect {
        command.env("ISATOPE_DIALECT", dialect);
    }
    let mut child = command.spawn().expect("isatope starts");
    // A command that reads nothing is gone already.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

const OBJECT: &str = "tests/objects/vadd-gfx900.co";
/// The same instruction in both dialects.
const LLVM: &str = "v_lshlrev_b64 v[0:1], 2, v[0:1]";

/// The dialect of a text with instructions that have short encodings, which only `llvm` marks.
fn dialect_of(text: &str) -> &'static str {
    assert!(text.contains("v_mov_b32") || text.contains("v_add_u32"), "no such instruction: {text}");
    if text.contains("_e32") { "llvm" } else { "clrx" }
}

#[test]
fn objects_of_llvm_are_llvm_in_every_command() {
    let run = ["run", "--manifest", "tests/kernels/data/bytes-gfx900.json"];
    let manifest = root().join(run[2]);
    assert!(manifest.is_file(), "{}", manifest.display());
    let commands: [&[&str]; 5] = [
        &["dis", OBJECT],
        &["dis", "--emit", "list", OBJECT],
        &["dis", "--emit", "json", OBJECT],
        &["run", run[1], run[2], "--trace", "--trace-group", "0", "--trace-wave", "0"],
        &["run", run[1], run[2], "--stats"],
    ];
    for args in commands {
        assert_eq!(dialect_of(&text(&with(None, args, b""))), "llvm", "{args:?}");
        assert_eq!(dialect_of(&text(&with(None, &[args, &["--dialect", "clrx"]].concat(), b""))), "clrx", "{args:?}");
        assert_eq!(dialect_of(&text(&with(Some("clrx"), args, b""))), "clrx", "{args:?}");
        let both = [args, &["--dialect", "llvm"]].concat();
        assert_eq!(dialect_of(&text(&with(Some("clrx"), &both, b""))), "llvm", "{args:?}");
    }
    // A breakpoint and a fault have one instruction each.
    let at = |more: &[&str]| text(&with(None, &[&["run", run[1], run[2], "--break", "+0x10"], more].concat(), b""));
    assert_ne!(at(&[]), at(&["--dialect", "clrx"]));
    let find = |dialect| text(&with(dialect, &["at", OBJECT, "vadd+0x20"], b""));
    assert_eq!((dialect_of(&find(None)), dialect_of(&find(Some("clrx")))), ("llvm", "clrx"));
}

/// Listings name their dialect: `asm` reads them without options, whatever the environment says.
#[test]
fn listings_lead_back_to_their_bytes() {
    let code = with(None, &["dis", OBJECT], b"");
    let expected = with(None, &["asm", "--emit", "raw"], &code.stdout).stdout;
    assert!(expected.len() > 64);
    for written in [None, Some("clrx"), Some("llvm")] {
        for options in [&[][..], &["--emit", "list"], &["--kernel", "vadd"]] {
            let listing = with(written, &[&["dis", OBJECT], options].concat(), b"");
            for read in [None, Some("clrx"), Some("llvm"), Some("mesa")] {
                let back = with(read, &["asm", "--emit", "raw"], &listing.stdout);
                let same = match options.first() {
                    Some(&"--kernel") => expected.starts_with(&back.stdout) && back.stdout.len() > 64,
                    _ => back.stdout == expected,
                };
                assert!(same, "{written:?} {options:?} {read:?}: {}", text(&back));
            }
        }
    }
}

#[test]
fn the_environment_sets_the_default() {
    let words = b"d28f0000 00020082\n";
    let dis = |dialect| text(&with(dialect, &["dis", "-t", "gfx900"], words));
    assert_eq!(dis(None), dis(Some("clrx")));
    assert_eq!(dis(Some("llvm")).trim(), LLVM);
    assert_ne!(dis(None).trim(), LLVM);
    // A dialect of another architecture changes nothing.
    assert_eq!(dis(Some("mesa")), dis(None));
    let mesa = |dialect| text(&with(dialect, &["dis", "-t", "valhall"], b"00a4c8d00000c048\n"));
    assert_ne!(mesa(Some("arm")), mesa(None));
    // A source that says its dialect is read in it.
    let source = b".dialect llvm\nv_add_u32_e32 v0, v1, v2\n";
    let words = text(&with(None, &["asm", "-t", "gfx900"], source));
    assert_eq!(text(&with(Some("clrx"), &["asm", "-t", "gfx900"], source)), words);
}

#[test]
fn unknown_names_are_errors() {
    let error = "error: ISATOPE_DIALECT: there is no dialect `lvm`: choose clrx, llvm, mesa, mesa-new, arm\n";
    for args in [&["dis", "-t", "gfx900"][..], &["asm", "-t", "gfx900"], &["at", OBJECT, "0x1700"], &["exec", "--json"]]
    {
        let output = with(Some("lvm"), args, b"00000000\n");
        assert_eq!((text(&output).as_str(), output.status.code()), (error, Some(2)), "{args:?}");
    }
    // The command line wins.
    let output = with(Some("lvm"), &["dis", "-t", "gfx900", "--dialect", "llvm"], b"bf810000\n");
    assert_eq!(text(&output), "s_endpgm\n");
    let run = ["run", "--manifest", "examples/vadd.json", "--dialect", "mesa"];
    let output = with(None, &run, b"");
    assert!(text(&output).contains("gcn has no dialect `mesa`: choose clrx or llvm"), "{}", text(&output));
}
