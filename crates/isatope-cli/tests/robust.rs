//! What must not happen: hanging, growing faster than the input, losing messages or files.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn isatope(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.args(args);
    command
}

/// Runs with an input, and gives what came out.
fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut child = isatope(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("it is piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Who has read enough may close it.
        let _ = pipe.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it ends");
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// How long it takes, at best of three.
fn time(args: &[&str], input: &str) -> Duration {
    let once = || {
        let start = Instant::now();
        fed(args, input.as_bytes());
        start.elapsed()
    };
    (0..3).map(|_| once()).min().expect("three")
}

/// Four times the input takes no more than about four times as long. Other work on the machine only adds to a time, so one good round is enough.
fn grows_evenly(args: &[&str], count: usize, input: impl Fn(usize) -> String) {
    let mut rounds = Vec::new();
    for _ in 0..5 {
        let idle = time(args, &input(1));
        let (one, four) = (time(args, &input(count)), time(args, &input(4 * count)));
        // What a quarter takes may be too short to measure.
        let one = one.saturating_sub(idle).max(Duration::from_millis(30));
        if four.saturating_sub(idle) < one * 9 {
            return;
        }
        rounds.push((one, four));
    }
    panic!("{args:?}: {count} and four times as many take {rounds:?}");
}

fn repeated(count: usize, each: impl Fn(usize) -> String) -> String {
    (0..count).map(each).collect()
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    // s_nop and a branch, several hundred kilobytes.
    let code: Vec<u8> =
        [0xbf80_0000_u32, 0x7e00_0300].iter().flat_map(|w| w.to_le_bytes()).cycle().take(1 << 20).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("code.bin");
    std::fs::write(&path, code).expect("written");
    let mut child = isatope(&["dis", "-t", "gfx900", "--input", "raw", path.to_str().expect("text")])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut some = [0; 64];
    child.stdout.take().expect("it is piped").read_exact(&mut some).expect("it writes");
    let start = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().expect("it can be ended");
            panic!("it goes on without a reader");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_it() {
    let code: Vec<u8> = 0xbf80_0000_u32.to_le_bytes().into_iter().cycle().take(1 << 20).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("code.bin");
    std::fs::write(&path, code).expect("written");
    let full = std::fs::File::options().write(true).open("/dev/full").expect("it is there");
    let output = isatope(&["dis", "-t", "gfx900", "--input", "raw", path.to_str().expect("text")])
        .stdout(full)
        .output()
        .expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("No space left"), "{}", text(&output.stderr));
}

#[test]
fn labels_take_no_stack_and_no_time() {
    grows_evenly(&["asm"], 20_000, |n| repeated(n, |i| format!("a{i}: ")));
    let output = fed(&["asm", "--each-line"], repeated(100_000, |i| format!("a{i}: ")).as_bytes());
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn sections_and_parts_take_even_time() {
    grows_evenly(&["asm"], 4_000, |n| repeated(n, |i| format!(".section a,\"a\",@progbits,unique,{i}\n.byte 1\n")));
    grows_evenly(&["asm"], 4_000, |n| repeated(n, |i| format!(".part a{i}\n.byte 1\n")));
    grows_evenly(&["asm"], 10_000, |n| repeated(n, |i| format!(".section a{i}\n.byte 1\n")));
}

#[test]
fn mistakes_take_even_time_and_few_lines() {
    grows_evenly(&["asm"], 10_000, |n| "bad; ".repeat(n));
    grows_evenly(&["asm"], 2_000, |n| repeated(n, |i| format!("v_ad_f32x{i}\n")));
    grows_evenly(&["asm"], 4_000, |n| "v_add_f32 v0, v1, v2 ".to_string() + &"mul:2 ".repeat(n));
    let output = fed(&["asm"], "bad\n".repeat(5_000).as_bytes());
    let shown = text(&output.stderr);
    assert_eq!(shown.matches("error[E0103]").count(), 50);
    assert!(shown.contains("5000 errors") && shown.contains("`isatope explain E0103` says more"), "{shown}");
}

#[test]
fn checks_take_even_time() {
    grows_evenly(&["check", "-t", "valhall", "--max-messages", "1"], 10_000, |n| "7800c00000000000\n".repeat(n));
    grows_evenly(&["check", "-t", "valhall"], 20_000, |n| "00c0000000000000\n".repeat(n));
    let program = "block0\n3c 00 00 00 00 c0 91 00    MOV.i32 r0, r60\n00 00 00 00 00 c0 00 78    NOP.end\n\n\n";
    grows_evenly(&["dis", "-t", "valhall"], 1_000, |n| program.repeat(n));
}

#[test]
fn what_is_too_large_takes_no_memory() {
    for source in [".skip 4294967295\n", ".byte 1\n.align 2147483648\n", ".fill 1000000000, 8, 1\n"] {
        let output = fed(&["asm", "--emit", "raw"], source.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{source}");
        assert!(text(&output.stderr).contains(" GiB long"), "{}", text(&output.stderr));
    }
}

#[test]
fn a_byte_order_mark_is_no_text() {
    let output = fed(&["asm"], "\u{feff}v_nop\n".as_bytes());
    assert_eq!(text(&output.stdout), "7e000000\n");
}

#[test]
fn every_warning_reaches_its_reader() {
    let line = "s_movk_i32 s0, 65537";
    let each = fed(&["asm", "-t", "gfx803", "--each-line"], line.as_bytes());
    assert!(text(&each.stderr).contains("cut off"), "{}", text(&each.stderr));
    let exec = fed(&["exec", "-t", "gfx803", line], b"");
    assert!(text(&exec.stderr).contains("cut off"), "{}", text(&exec.stderr));
    let request = format!("{{\"target\":\"gfx803\",\"dialect\":\"clrx\",\"asm\":\"{line}\"}}\n");
    let answer: serde_json::Value =
        serde_json::from_slice(&fed(&["exec", "--json"], request.as_bytes()).stdout).expect("an answer");
    assert!(answer["warnings"][0].as_str().is_some_and(|w| w.contains("cut off")), "{answer}");
}

#[test]
fn bytes_that_are_no_text_get_an_answer() {
    let output = fed(&["exec", "--json"], b"\xff\n{\"id\":2,\"words\":\"7e000000\"}\n");
    let answers: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("an answer")).collect();
    assert_eq!((answers.len(), &answers[0]["ok"], &answers[1]["id"]), (2, &false.into(), &2.into()));
}

#[test]
fn words_come_back_through_text() {
    for dialect in ["clrx", "llvm"] {
        let listed = fed(&["dis", "-t", "gfx900", "--dialect", dialect], b"bf820001\nbf820001\nbf84fffd\n7e000000\n");
        let words = fed(&["asm", "-t", "gfx900", "--dialect", dialect], &listed.stdout);
        assert_eq!(text(&words.stdout), "bf820001\nbf820001\nbf84fffd\n7e000000\n", "{}", text(&listed.stdout));
        let lines = fed(&["dis", "-t", "gfx900", "--dialect", dialect, "--input", "hex"], b"bf820001\nbf820001\n");
        assert_eq!(text(&lines.stdout).lines().count(), 2);
        let words = fed(&["asm", "-t", "gfx900", "--dialect", dialect], &lines.stdout);
        assert_eq!(text(&words.stdout), "bf820001\nbf820001\n", "{}", text(&lines.stdout));
    }
}

#[test]
fn text_is_never_taken_for_machine_code() {
    for input in ["bf80000\n", "v_nop\n", "hello, world\n", "{\"a\": 1}\n"] {
        let output = fed(&["dis"], input.as_bytes());
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""), "{input}");
        assert!(text(&output.stderr).contains("help: "), "{}", text(&output.stderr));
    }
    // Bytes that are code for nothing, or for more than one architecture, are asked about.
    let output = fed(&["dis"], &[0xff; 64]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("with `-t`"), "{}", text(&output.stderr));
}

#[test]
fn a_source_says_its_dialect() {
    let source = "v_fma_mixlo_f16 v10, v9, s6, s6\n";
    let llvm = fed(&["asm", "-t", "gfx906", "--dialect", "llvm"], source.as_bytes());
    let told = fed(&["asm", "-t", "gfx906"], format!(".dialect llvm\n{source}").as_bytes());
    assert_eq!(text(&told.stdout), text(&llvm.stdout));
    let recognised = fed(&["asm", "-t", "gfx906"], format!("v_mov_b32_e32 v0, v1\n{source}").as_bytes());
    assert!(text(&recognised.stdout).ends_with(&text(&llvm.stdout)) && recognised.stderr.is_empty());
    let asked = fed(&["asm", "-t", "gfx906"], source.as_bytes());
    assert!(text(&asked.stderr).contains("clrx and llvm read this differently"), "{}", text(&asked.stderr));
}
