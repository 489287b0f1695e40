//! What must not happen: hanging, growing faster than the input, losing messages or files.

use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn isatope(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
    command.args(args);
    command
}

/// Runs with an input, and gives what came out.
fn fed(args: &[&str], input: &[u8]) -> Output {
    isatope_testing::output(&mut isatope(args), input)
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

/// Four times the input takes no more than about four times as long. Other work on the machine only adds to a time, so
/// one good round is enough.
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
    // The message names the file.
    let args = ["dis", "-t", "gfx900", "--input", "raw", path.to_str().expect("text"), "-o", "/dev/full"];
    let output = isatope(&args).output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot write /dev/full: No space left"), "{}", text(&output.stderr));
}

#[test]
fn images_that_cannot_be_read_make_no_folder() {
    let bundle = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../isatope-object/tests/bundles/plain.hipfb");
    let bundle = std::fs::read(bundle).expect("readable");
    let folder = tempfile::tempdir().expect("a folder");
    let (cut, out) = (folder.path().join("cut.hipfb"), folder.path().join("out"));
    std::fs::write(&cut, &bundle[..600]).expect("written");
    let args = ["extract", cut.to_str().expect("text"), "-o", out.to_str().expect("text")];
    let output = isatope(&args).output().expect("it ends");
    assert!(!output.status.success());
    assert!(!out.exists());
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
    let llvm = ["asm", "-t", "gfx900", "--dialect", "llvm"];
    grows_evenly(&llvm, 6_000, |n| {
        repeated(n, |i| format!(".section a{i}\n.byte 1\n.section b,\"o\",@progbits,a{i}\n.byte 1\n"))
    });
}

#[test]
fn included_files_take_even_time() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..12_000 {
        std::fs::write(folder.path().join(format!("{number}.inc")), "s_nop 0\n").expect("written");
    }
    let args = ["asm", "-t", "gfx900", "--dialect", "llvm", "-I", folder.path().to_str().expect("text")];
    grows_evenly(&args, 3_000, |n| repeated(n, |i| format!(".include \"{i}.inc\"\n")));
}

#[test]
fn metadata_and_definitions_take_even_time() {
    let llvm = ["asm", "-t", "gfx900", "--dialect", "llvm"];
    for prefix in ["k", "x"] {
        grows_evenly(&llvm, 1_500, |n| {
            let code = repeated(n, |i| {
                format!(
                    ".text\nk{i}: s_endpgm\n.rodata\n.amdhsa_kernel k{i}\n.amdhsa_next_free_vgpr 4\n\
                         .amdhsa_next_free_sgpr 8\n.end_amdhsa_kernel\n"
                )
            });
            let kernels = repeated(n, |i| format!("  - .name: k{i}\n    .symbol: {prefix}{i}.kd\n"));
            format!("{code}.amdgpu_metadata\namdhsa.version: [1, 0]\namdhsa.kernels:\n{kernels}.end_amdgpu_metadata\n")
        });
    }
    // Each definition names the next one twice.
    let source = ".rawcode\n.int a40\nlab: s_nop 0\n".to_owned()
        + &(1..=40).rev().fold(String::new(), |all, i| all + &format!("a{i}=a{0}+a{0}\n", i - 1))
        + "a0=lab\n";
    let output = fed(&["asm", "-t", "fiji"], source.as_bytes());
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn kernels_of_clrx_take_even_time() {
    for container in [".rocm\n", ".gallium\n.llvm_version 40000\n"] {
        grows_evenly(&["asm", "-t", "fiji", "--dialect", "clrx"], 400, |n| {
            let code = |i| format!("k{i}: .skip 256\n{}s_endpgm\n", "v_add_f32 v1, v2, v3\n".repeat(50));
            let settings = repeated(n, |i| format!(".kernel k{i}\n.config\n.dims x\n"));
            format!("{container}.gpu Fiji\n{settings}.text\n{}", repeated(n, code))
        });
    }
}

#[test]
fn mistakes_take_even_time_and_few_lines() {
    grows_evenly(&["asm"], 10_000, |n| "bad; ".repeat(n));
    grows_evenly(&["asm"], 400, |n| repeated(n, |i| format!("v_ad_f32x{i}\n")));
    grows_evenly(&["asm"], 4_000, |n| "v_add_f32 v0, v1, v2 ".to_string() + &"mul:2 ".repeat(n));
    let output = fed(&["asm"], "bad\n".repeat(5_000).as_bytes());
    let shown = text(&output.stderr);
    assert_eq!(shown.matches("error[E0103]").count(), 50);
    assert!(shown.contains("5000 errors") && shown.contains("`isatope explain E0103` says more"), "{shown}");
}

#[test]
fn checks_take_even_time() {
    grows_evenly(&["check", "-t", "valhall", "--max-messages", "1"], 10_000, |n| "7800c00000000000\n".repeat(n));
    grows_evenly(&["check", "-t", "valhall"], 10_000, |n| "00c0000000000000\n".repeat(n));
    grows_evenly(&["check", "-t", "valhall"], 10_000, |n| "NOP\n".repeat(n) + "NOP.end\n");
    let branch = |n: usize, i: usize| format!("a{i}: BRANCHZ.reconverge r0, offset:a{}\n", i * 7919 % n);
    grows_evenly(&["check", "-t", "valhall", "--max-messages", "1"], 2_000, |n| {
        repeated(n, |i| branch(n, i)) + "NOP.end\n"
    });
    // From every second branch, to which nothing leads, a path goes through all later ones.
    grows_evenly(&["check", "-t", "gfx900", "--max-messages", "1"], 4_000, |n| {
        "bf820001\nbf820000\n".repeat(n) + "bf810000\n"
    });
    let program = "block0\n3c 00 00 00 00 c0 91 00    MOV.i32 r0, r60\n00 00 00 00 00 c0 00 78    NOP.end\n\n\n";
    grows_evenly(&["dis", "-t", "valhall"], 1_000, |n| program.repeat(n));
}

/// Programs know the line and the column of each of their instructions.
#[test]
fn sources_that_run_take_even_time() {
    let program = |line: &str, n: usize| {
        let start = ".rocm\n.gpu gfx900\n.kernel k\n.config\n.dims x\n.vgprsnum 4\n.text\nk: .skip 256\n";
        format!("{start}{}\ns_endpgm\n", line.repeat(n))
    };
    let args = ["run", "-", "--grid", "64", "--group", "64"];
    grows_evenly(&args, 5_000, |n| program("v_mov_b32 v0, v1\n", n));
    grows_evenly(&args, 5_000, |n| program("v_mov_b32 v0, v1; ", n));
}

#[test]
fn what_is_too_large_takes_no_memory() {
    for source in [".skip 4294967295\n", ".byte 1\n.align 2147483648\n", ".fill 1000000000, 8, 1\n"] {
        let output = fed(&["asm", "--emit", "raw"], source.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{source}");
        assert!(text(&output.stderr).contains(" GiB"), "{}", text(&output.stderr));
    }
}

#[test]
fn what_has_no_contents_takes_no_room() {
    let source = ".section .bss, \"aw\", @nobits\n.skip 4294967295\n.text\nv_nop\n";
    for (form, expected) in [("hex", &b"7e000000\n"[..]), ("raw", &[0, 0, 0, 0x7e])] {
        assert_eq!(fed(&["asm", "-t", "gfx900", "--emit", form], source.as_bytes()).stdout, expected);
    }
    let source = ".section .text, \"ax\", @nobits\n.skip 4294967295\n";
    assert!(fed(&["asm", "-t", "gfx900", "--emit", "raw"], source.as_bytes()).stdout.is_empty());
}

/// Instructions that run many times take no memory but for what they call with other arguments each time.
#[cfg(target_os = "linux")]
#[test]
fn instructions_that_repeat_take_no_memory() {
    for count in [0, 1] {
        let text = format!("a: s_add_u32 m0, m0, {count}\n{}s_branch a\n", "s_sendmsg 1\n".repeat(8));
        let line = "ulimit -v 1000000; exec \"$0\" exec -t gfx900 - --max-instructions 60000";
        let mut command = Command::new("sh");
        let output =
            isatope_testing::output(command.args(["-c", line, env!("CARGO_BIN_EXE_isatope")]), text.as_bytes());
        assert!(self::text(&output.stderr).contains("has not ended after 60000"), "{}", self::text(&output.stderr));
        let calls = self::text(&output.stdout).lines().filter(|line| line.starts_with("calls")).count();
        assert_eq!(calls, if count == 0 { 1 } else { 6000 }, "each number in M0 is a call of its own");
    }
}

/// A segment of code whose size in memory is more than there is.
#[cfg(target_os = "linux")]
#[test]
fn code_that_does_not_fit_into_memory_is_an_error() {
    let mut object = include_bytes!("../../isatope-object/tests/bundles/k-gfx900.co").to_vec();
    // Program headers of 56 bytes from 64 on: type, flags, and the size in memory at byte 40. What follows the code in
    // memory is left out.
    let (load, executable) = (1_u32.to_le_bytes(), 1);
    let (mut is_after, count) = (false, usize::from(object[56]));
    for header in object[64..].chunks_exact_mut(56).take(count) {
        if header[..4] == load && header[4] & executable != 0 {
            header[40..48].copy_from_slice(&(1_u64 << 30).to_le_bytes());
            is_after = true;
        } else if is_after {
            header[..4].fill(0);
        }
    }
    assert!(is_after);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.co");
    std::fs::write(&path, object).expect("it can be written");
    let line = "ulimit -v 2500000; exec \"$0\" run \"$1\" --grid 64 --group 64";
    let mut command = Command::new("sh");
    let output = command.args(["-c", line, env!("CARGO_BIN_EXE_isatope")]).arg(&path).output().expect("a shell");
    let errors = text(&output.stderr);
    assert!(errors.contains("takes 1073741824 bytes of memory, which is too much"), "{errors}");
    assert_eq!(output.status.code(), Some(1), "{errors}");
}

#[test]
fn many_allocations_take_even_time() {
    grows_evenly(&["exec", "--json"], 5_000, |n| {
        let mem = repeated(n, |i| format!(",{{\"addr\":\"{:#x}\",\"bytes\":\"00\"}}", 16 * i));
        format!("{{\"target\":\"gfx900\",\"asm\":\"v_nop\",\"mem\":[{}]}}\n", mem.trim_start_matches(','))
    });
}

#[test]
fn digits_take_even_time() {
    let args = ["dis", "-t", "gfx900"];
    grows_evenly(&args, 15_000, |n| "7e000301\n".repeat(n));
    grows_evenly(&args, 15_000, |n| "7e000301; ".repeat(n));
    grows_evenly(&args, 20_000, |n| "/* a */ ".repeat(n) + "7e000301");
    grows_evenly(&args, 50_000, |n| format!("x = {}{{ 0x7e000301 }}", "=".repeat(n)));
}

/// Who cannot have what is printed is told, whatever is printed.
#[cfg(target_os = "linux")]
#[test]
fn every_command_says_that_the_disk_is_full() {
    let commands: &[&[&str]] = &[
        &["--help"],
        &["help", "asm"],
        &["targets"],
        &["man", "dis"],
        &["completions", "bash"],
        &["explain", "v_add_f32"],
        &["spec", "list"],
        &["spec", "export"],
        &["exec", "v_mov_b32 v0, 1"],
    ];
    for args in commands {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("it is there");
        let status = isatope(args).stdout(full).stderr(Stdio::null()).status().expect("it ends");
        assert_eq!(status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn what_is_read_is_not_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("both");
    let name = path.to_str().expect("text");
    let object = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/objects/vadd-gfx900.co");
    let object = std::fs::read(object).expect("readable");
    for (args, contents) in [
        (&["asm", name, "-o", name][..], &b"v_nop\n"[..]),
        (&["dis", "-t", "gfx900", name, "-o", name], b"7e000000\n"),
        (&["dis", name, "-o", name], &object),
        (&["extract", name, "-o", name], &object),
    ] {
        std::fs::write(&path, contents).expect("written");
        let output = isatope(args).output().expect("it ends");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains("is the input"), "{}", text(&output.stderr));
        assert_eq!(std::fs::read(&path).expect("readable"), contents, "{args:?}");
    }
}

/// Who writes to a named pipe writes once.
#[test]
#[cfg(unix)]
fn a_named_pipe_is_opened_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    for (args, contents) in [(["dis", "-t", "gfx900"], "7e000301\n"), (["asm", "-t", "gfx900"], "s_endpgm\n")] {
        let to = pipe.clone();
        let writer = std::thread::spawn(move || std::fs::write(to, contents));
        let output = isatope(&args).arg(&pipe).output().expect("it ends");
        assert!(output.status.success() && !output.stdout.is_empty(), "{}", text(&output.stderr));
        writer.join().expect("it ends").expect("all is read");
    }
}

#[test]
fn a_dash_is_the_standard_input() {
    let request = b"{\"target\":\"gfx900\",\"asm\":\"s_mov_b32 s0, 5\"}\n";
    assert!(text(&fed(&["exec", "--json", "-"], request).stdout).contains("\"s0\":\"0x5\""));
    for words in ["7e020301", "[0x01,0x03,0x02,0x7e]", "v_mov_b32 v1, v1"] {
        let explained = fed(&["explain", "-t", "gfx900", "-"], words.as_bytes());
        assert!(text(&explained.stdout).starts_with("clrx  v_mov_b32       v1, v1"), "{words}");
    }
    assert_eq!(fed(&["exec", "--json", "v_nop"], b"").status.code(), Some(2));
}

#[test]
fn ranges_are_said_in_words() {
    for (line, range) in [
        ("global_load_dword v1, v[2:3], off offset:-4097", "-4096 to 4095"),
        ("ds_read_b32 v0, v1 offset:65536", "0 to 65535"),
        ("s_waitcnt vmcnt(64)", "0 to 63"),
        ("s_setreg_b32 hwreg(HW_REG_MODE, 0, 33), s0", "1 to 32"),
        ("s_movk_i32 s0, 65536", "-32768 to 65535"),
        ("v_mov_b32 v0, 0x100000000", "-2147483648 to 4294967295"),
        ("s_load_dword s0, s[2:3], 0x100000", "-1048576 to 1048575"),
        (".byte 256", "-128 to 255"),
        ("ds_read_b32 v0, v1 offset:late\n.set late, 65536", "0 to 65535"),
    ] {
        let shown = text(&fed(&["asm", "-t", "gfx900", "--dialect", "llvm"], line.as_bytes()).stderr);
        assert!(shown.contains(range), "{line}: {shown}");
        assert_eq!(shown.matches("error").count(), 1, "{line}: {shown}");
    }
    let shown = text(&fed(&["asm", "-t", "gfx900"], b"s_mov_b32 s102, s0").stderr);
    assert!(shown.contains("gfx900 has s0 to s101"), "{shown}");
    let shown = text(&fed(&["asm", "-t", "vega20"], b"s_waitcnt vmcnt(64)").stderr);
    assert!(shown.contains("truncated: it can be 0 to 63"), "{shown}");
}

#[test]
fn zeros_in_code_are_padding() {
    let word = |w: u32| w.to_le_bytes();
    for zeros in 1..6 {
        let part = [vec![word(0x7e00_0301), word(0xbf81_0000)], vec![word(0); zeros]].concat().concat();
        let code = part.repeat(2);
        for dialect in ["clrx", "llvm"] {
            let listed = fed(&["dis", "-t", "gfx900", "--dialect", dialect, "--input", "raw"], &code);
            let shown = text(&listed.stdout);
            assert_eq!(shown.matches(&format!(".fill {zeros}, 4, 0")).count(), 2, "{shown}");
            let back = fed(&["asm", "-t", "gfx900", "--dialect", dialect, "--emit", "raw"], &listed.stdout);
            assert!(back.stdout == code, "{shown}");
        }
    }
    // A word that was asked for is an instruction.
    assert!(text(&fed(&["dis", "-t", "gfx900"], b"00000000").stdout).starts_with("v_cndmask_b32"));
}

#[test]
fn nothing_of_a_text_with_digits_is_passed_over() {
    for (input, count) in [("7e000000 /* a */ 7e000200", 2), ("7e000000; 7e000200; 7e000300 ; 3 of them", 3)] {
        let listed = fed(&["dis", "-t", "gfx900"], input.as_bytes());
        assert_eq!(text(&listed.stdout).lines().count(), count, "{input}");
    }
    for input in ["# nothing\n", "/* nothing */\n", "{ }\n"] {
        let listed = fed(&["dis", "-t", "gfx900"], input.as_bytes());
        assert_eq!((listed.status.code(), listed.stdout.len()), (Some(1), 0), "{input}");
        assert!(text(&listed.stderr).contains("no hexadecimal digits"), "{input}");
    }
    // Words of 32 bits are halves of those of Valhall, and told apart.
    for input in ["00d08140 00b2c213", "0x00d08140, 0x00b2c213"] {
        let listed = fed(&["dis", "-t", "valhall"], input.as_bytes());
        assert_eq!(text(&listed.stdout), "FMA.f32.clamp_0_1 r2, ^r0, u1.neg, 0x3F800000\n", "{input}");
    }
}

#[test]
fn places_of_listings_need_no_label_in_any_dialect() {
    for (dialect, name) in [("mesa", "BRANCHZ"), ("mesa-new", "BRANCHZ"), ("arm", "BRANCH")] {
        let source = format!("{name}.reconverge r0, offset:.L16_0\nNOP\nNOP.end\n");
        let words = fed(&["asm", "-t", "valhall", "--dialect", dialect], source.as_bytes());
        assert!(text(&words.stdout).starts_with("501fc00000000100"), "{}", text(&words.stderr));
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
    assert!(text(&each.stderr).contains("truncated"), "{}", text(&each.stderr));
    let exec = fed(&["exec", "-t", "gfx803", line], b"");
    assert!(text(&exec.stderr).contains("truncated"), "{}", text(&exec.stderr));
    let request = format!("{{\"target\":\"gfx803\",\"dialect\":\"clrx\",\"asm\":\"{line}\"}}\n");
    let answer: serde_json::Value =
        serde_json::from_slice(&fed(&["exec", "--json"], request.as_bytes()).stdout).expect("an answer");
    assert!(answer["warnings"][0].as_str().is_some_and(|w| w.contains("truncated")), "{answer}");
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
fn other_files_are_named() {
    let mut windows = [0; 0x48];
    windows[..2].copy_from_slice(b"MZ");
    windows[0x3c] = 0x40;
    windows[0x40..0x44].copy_from_slice(b"PE\0\0");
    for (bytes, what) in [
        (&windows[..], "Windows"),
        (b"\xcf\xfa\xed\xfe\x07\0\0\x01", "Mach-O"),
        (b"\x03\x02\x23\x07\0\0\x01\0", "SPIR-V"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "gzip"),
    ] {
        for args in [&["dis"][..], &["dis", "-t", "gfx900"], &["objdump"]] {
            let output = fed(args, bytes);
            assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{args:?} {what}");
            assert!(text(&output.stderr).contains(what), "{}", text(&output.stderr));
        }
        assert!(!fed(&["dis", "-t", "gfx900", "--input", "raw"], bytes).stdout.is_empty());
    }
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
    // What no dialect takes has the messages of the first one, all of them.
    for lines in [1, 1_000] {
        let wrong =
            "v_nothing v0\ns_mov_b32 s0, v0\n".to_owned() + &"s_nop 0\nv_mov_b32 v0, v1\n".repeat(lines) + "s_mov\n";
        let clrx = fed(&["asm", "-t", "gfx906", "--dialect", "clrx"], wrong.as_bytes());
        assert_eq!(text(&fed(&["asm", "-t", "gfx906"], wrong.as_bytes()).stderr), text(&clrx.stderr));
        assert_eq!(text(&clrx.stderr).matches("error[").count(), 3);
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_read_in_sources() {
    let source = b".byte 1 // caf\xe9\n.ascii \"\xe9\"\n";
    for (dialect, target) in [("clrx", "fiji"), ("llvm", "gfx803")] {
        let output = fed(&["asm", "-t", target, "--dialect", dialect, "--emit", "raw"], source);
        assert_eq!(output.stdout, [1, 0xe9], "{}", text(&output.stderr));
    }
    let output = fed(&["asm", "-t", "fiji"], b"s_nop 0\n\xe9\0");
    assert!(text(&output.stderr).contains("the source is not a text"), "{}", text(&output.stderr));
}

#[test]
fn an_open_block_is_reported_by_every_command() {
    let source = b"s_nop 0\n.amdhsa_kernel k\n .amdhsa_next_free_vgpr 1\n";
    for args in [&["asm"][..], &["check"], &["check", "--fix"], &["check", "--cost"], &["check", "--redundant"]] {
        let output = fed(&[args, &["-t", "gfx900", "-"]].concat(), source);
        assert!(text(&output.stderr).contains("E0108"), "{args:?}: {}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{args:?}");
    }
}

#[test]
fn expansions_end() {
    let nested = ".rept 3\n".repeat(30) + "s_nop 0\n" + &".endr\n".repeat(30);
    for source in [".macro m\n m\n m\n.endm\nm\n", &nested] {
        let output = fed(&["asm", "-t", "gfx900", "--dialect", "llvm", "-"], source.as_bytes());
        assert!(text(&output.stderr).contains("E0111"), "{}", text(&output.stderr));
    }
    // Real sources have many.
    let calls = ".macro m\n s_nop 0\n.endm\n".to_owned() + &"m\n".repeat(200_000);
    for source in [&calls, ".rept 1000000\n s_nop 0\n.endr\n"] {
        let output = fed(&["asm", "-t", "gfx900", "--dialect", "llvm", "--emit", "raw", "-"], source.as_bytes());
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    }
}

#[cfg(unix)]
#[test]
fn devices_are_not_included() {
    for directive in [".include", ".incbin"] {
        let output = fed(&["asm", "-t", "gfx900", "-"], format!("{directive} \"/dev/zero\"\n").as_bytes());
        assert!(text(&output.stderr).contains("not a regular file"), "{}", text(&output.stderr));
    }
}

#[test]
fn a_segment_larger_than_memory_is_an_error() {
    let mut object = std::fs::read(isatope_testing::root().join("tests/objects/vadd-gfx900.co")).expect("an object");
    let number = |at: usize, bytes: usize| {
        object[at..at + bytes].iter().rev().fold(0_u64, |all, byte| all << 8 | u64::from(*byte)) as usize
    };
    let (headers, count) = (number(32, 8), number(56, 2));
    let mut loads = (0..count).map(|n| headers + 56 * n).filter(|at| number(*at, 4) == 1);
    let last = loads.next_back().expect("a segment");
    object[last + 40..last + 48].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.co");
    std::fs::write(&path, object).expect("written");
    for command in ["run", "debug"] {
        let output = fed(&[command, path.to_str().expect("text"), "--grid", "64", "--group", "64"], b"q\n");
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("1152921504606846976 bytes"), "{}", text(&output.stderr));
    }
}

#[test]
fn names_of_temporary_files_stay_hidden() {
    let output = fed(&["asm", "-t", "gfx900", "-", "-o", "/no/such/folder/x.bin"], b"s_nop 0\n");
    let message = text(&output.stderr);
    assert!(message.contains("cannot write /no/such/folder/x.bin: No such file") && !message.contains(".isatope-"));
}

#[test]
fn a_line_alone_is_one_of_the_source() {
    let folder = isatope_testing::root().join("crates/isatope-cli/tests/cmd/run.in");
    let mut command = isatope(&["run", "base.s", "--grid", "1", "--group", "1", "--break", ":4"]);
    let output = isatope_testing::output(command.current_dir(folder), b"");
    assert!(text(&output.stdout).contains("base.s:4"), "{}{}", text(&output.stdout), text(&output.stderr));
}

/// Names that `isatope targets` lists, and those that listings have, lead to pages; so do terms that are written in
/// other ways.
#[test]
fn names_that_are_printed_are_explained() {
    let pages = |args: &[&str]| text(&fed(&[&["explain"], args].concat(), b"").stdout);
    let targets = text(&fed(&["targets", "--json"], b"").stdout);
    for line in targets.lines() {
        let target: serde_json::Value = serde_json::from_str(line).expect("JSON");
        for name in target["names"].as_array().expect("a list").iter().filter_map(|name| name.as_str()) {
            let page = pages(&[name]);
            assert!(page.contains("concept of ") && page.contains(name), "{name}: {page}");
        }
    }
    for (name, expected) in [
        ("vcc_lo", "vcc  register of gcn"),
        ("exec_hi", "exec  register of gcn"),
        ("flat_scratch_lo", "flat_scratch  register of gcn"),
        ("xnack_mask_hi", "xnack_mask  register of gcn"),
    ] {
        assert!(pages(&[name]).starts_with(expected), "{name}: {}", pages(&[name]));
    }
    for term in [
        "mali",
        "sampler",
        "cu",
        "hsa",
        "elf",
        "dfmt",
        "nfmt",
        "xnack",
        "queue",
        "cache",
        "subnormal",
        "denormal",
        "work item",
        "compute unit",
        "wait state",
        "rx 580",
    ] {
        assert!(pages(&[term]).contains(" of gcn") || pages(&[term]).contains("concept"), "{term}: {}", pages(&[term]));
        let words: Vec<&str> = term.split(' ').collect();
        assert_eq!(pages(&words), pages(&[term]));
    }
}

#[test]
fn a_register_of_the_target_comes_before_a_word() {
    let pages = |args: &[&str]| text(&fed(&[&["explain"], args].concat(), b"").stdout);
    assert!(pages(&["-t", "valhall", "u64"]).starts_with("u  "), "{}", pages(&["-t", "valhall", "u64"]));
    for term in
        ["work-item", "thread", "kernel", "grid", "kernarg", "occupancy", "trap", "bundle", "manifest", "gfx900"]
    {
        assert!(pages(&[term]).contains("concept"), "{term}: {}", pages(&[term]));
    }
}
