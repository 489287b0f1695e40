//! Places in code by names: what one command prints, every other one reads as the same place.

use std::path::PathBuf;
use std::process::{Command, Output};

use isatope_testing::output;
use serde_json::Value;

/// A folder with a code object, and the commands on it.
struct Object {
    folder: tempfile::TempDir,
}

impl Object {
    fn of(source: &str, more: &[&str]) -> Self {
        let object = Self { folder: tempfile::tempdir().expect("a folder") };
        std::fs::write(object.folder.path().join("k.s"), source).expect("writable");
        let result = object.output(&[&["asm", "k.s", "-o", "k.co"], more].concat(), "");
        assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
        object
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn output(&self, args: &[&str], input: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isatope"));
        output(command.args(args).current_dir(self.folder.path()), input.as_bytes())
    }

    /// Standard output and errors.
    fn text(&self, args: &[&str], input: &str) -> String {
        let result = self.output(args, input);
        String::from_utf8_lossy(&result.stdout).into_owned() + &String::from_utf8_lossy(&result.stderr)
    }

    /// The address of a place, as `at` reads it, and the place that `at` prints for it.
    fn at(&self, place: &str) -> Value {
        let text = self.text(&["at", "--json", "k.co", place], "");
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{place}: {text}"))
    }
}

/// Two kernels of version 2, whose symbols point to 256 bytes before their code, and one of version 3.
const HEADERS: &str = "\
.rocm
.gpu Fiji
.newbinfmt
.kernel first
    .config
        .dims x
        .use_kernarg_segment_ptr
        .use_ptr64
.kernel second
    .config
        .dims x
        .use_kernarg_segment_ptr
        .use_ptr64
.text
.p2align 8
first:
    .skip 256
    s_nop 1
    s_endpgm
.p2align 8
second:
    .skip 256
    s_nop 2
    s_nop 3
    s_mov_b64 s[8:9], 0
    s_load_dword s2, s[8:9], 0x0
    s_endpgm
";

#[test]
fn a_kernel_with_its_descriptor_before_it_begins_at_its_code() {
    let object = Object::of(HEADERS, &[]);
    let run = ["run", "k.co", "--kernel", "second", "--grid", "1", "--group", "1"];
    let trace = object.output(&[&run[..], &["--trace=json"]].concat(), "");
    let report = String::from_utf8_lossy(&trace.stderr);
    let trace = String::from_utf8_lossy(&trace.stdout);
    let steps: Vec<Value> = trace.lines().map(|line| serde_json::from_str(line).expect("is JSON")).collect();
    let steps: Vec<(&str, &str)> =
        steps.iter().filter_map(|step| Some((step["place"].as_str()?, step["instruction"].as_str()?))).collect();
    assert_eq!(steps.first(), Some(&("second", "s_nop 2")), "{trace}{report}");
    assert_eq!(steps.get(1), Some(&("second+0x4", "s_nop 3")), "{trace}");
    // A fault names the instruction in the same way.
    assert!(report.contains("<second+0xc>: s_load_dword s2, s[8:9], 0x0"), "{report}");
    for (place, text) in steps {
        let found = object.at(place);
        assert_eq!(found["instruction"]["text"], text, "{place}");
        let distance = found["distance"].as_u64().expect("a number");
        let again = format!("{}+{distance:#x}", found["symbol"].as_str().expect("a name"));
        assert_eq!(again.strip_suffix("+0x0").unwrap_or(&again), place, "{found}");
        let stopped = object.text(&[&run[..], &["--break", place]].concat(), "");
        assert!(stopped.contains(&format!(" {place}\n  {text}\n")), "{place}: {stopped}");
        let debugged =
            object.text(&[&["debug"], &run[1..]].concat(), &format!("break {place}\ncontinue\nx/i {place}\nquit\n"));
        assert!(debugged.contains(&format!("<{place}>")), "{place}: {debugged}");
    }
    let header = found_header(&object);
    assert!(header.starts_with("descriptor of kernel second, byte 0x10"), "{header}");
    assert!(object.path("k.co").is_file());
}

/// A jump from one kernel into the code of another one, whose symbol has a size.
#[test]
fn comments_name_places_as_other_commands_do() {
    let jump =
        "s_getpc_b64 s[4:5]\n    s_add_u32 s4, s4, second-first\n    s_addc_u32 s5, s5, 0\n    s_setpc_b64 s[4:5]";
    let source = HEADERS.replacen("s_nop 1", jump, 1) + ".size second, .-second\n";
    let object = Object::of(&source, &[]);
    let listing = object.text(&["dis", "--kernel", "first", "k.co"], "");
    assert!(listing.contains("// second+0x4"), "{listing}");
    assert_eq!(object.at("second+0x4")["instruction"]["text"], "s_nop 3");
}

/// What `at` says about the descriptor of the second kernel.
fn found_header(object: &Object) -> String {
    let code = object.at("second")["address"].as_u64().expect("a number");
    let text = object.text(&["at", "k.co", &format!("{:#x}", code - 256 + 16)], "");
    text.split_once(": ").map_or(text.clone(), |(_, rest)| rest.to_string())
}

/// Labels without a type, one function, and a kernel whose name begins as a label.
const LABELS: &str = "\
.amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"
.text
.globl g1
g1: s_nop 0
inner: s_nop 1
.globl g2
g2: s_nop 2
.type g3,@function
g3: s_nop 3
loop: s_nop 4
.type loop_kernel,@function
loop_kernel: s_endpgm
.size loop_kernel, 4
";

#[test]
fn labels_without_a_type_are_names() {
    let object = Object::of(LABELS, &["--dialect", "llvm"]);
    let base = object.at("g1")["address"].as_u64().expect("a number");
    for (place, distance) in
        [("g1", 0), ("inner", 4), ("g1+0x4", 4), ("g2", 8), ("g3", 12), ("loop", 16), ("loop_k", 20), ("g3+4", 16)]
    {
        assert_eq!(object.at(place)["address"].as_u64(), Some(base + distance), "{place}");
    }
    // The last label names an address before the first function.
    let text = |address: u64| object.text(&["at", "k.co", &format!("{address:#x}")], "");
    assert!(text(base + 4).contains(": label inner+0x0\n"), "{}", text(base + 4));
    assert!(text(base + 16).contains(": function g3+0x4\n"), "{}", text(base + 16));
    assert_eq!((&object.at("inner")["symbol"], &object.at("inner")["kernel"]), (&"inner".into(), &false.into()));

    let listed = |name: &str| -> Vec<String> {
        let text = object.text(&["dis", "--kernel", name, "k.co"], "");
        text.lines().filter(|line| line.starts_with("    s_")).map(|line| line.trim().to_string()).collect()
    };
    assert_eq!(listed("g1"), ["s_nop 0", "s_nop 1"]);
    assert_eq!(listed("inner"), ["s_nop 1"]);
    assert_eq!(listed("g3"), ["s_nop 3", "s_nop 4"]);
    assert_eq!(listed("loop"), ["s_nop 4"]);
    assert_eq!(listed("loop_kernel"), ["s_endpgm"]);
    assert!(object.text(&["at", "k.co", "g4"], "").contains("there is no kernel `g4`"));
}

/// Sections of an object that is not linked have the same addresses.
#[test]
fn names_of_objects_are_in_their_sections() {
    let source = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx906\"\n\
        .section .text.f,\"ax\"\n.type f,@function\nf: s_nop 1\n s_nop 2\n s_endpgm\n.size f, .-f\n\
        .section .text.g,\"ax\"\n.type g,@function\ng: s_nop 5\n s_nop 6\n s_endpgm\n.size g, .-g\n";
    let object = Object::of(source, &["--emit", "obj"]);
    for (place, function, distance) in [("f", "f", "0"), ("f+4", "f", "4"), ("g", "g", "0"), ("g+4", "g", "4")] {
        let found = object.at(place);
        assert_eq!((found["symbol"].as_str(), found["distance"].to_string().as_str()), (Some(function), distance));
    }
}

/// Sources in assembly often give no sizes: the code of a kernel or function extends to the next one.
#[test]
fn code_without_a_size_is_listed_by_name() {
    let source = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx906\"\n.text\n.p2align 8\n.globl a\n.type a,@function\n\
        a: s_nop 1\n s_endpgm\n.p2align 8\n.type b,@function\nb: s_nop 2\n s_endpgm\n.rodata\n.p2align 6\n\
        .amdhsa_kernel a\n.amdhsa_next_free_vgpr 4\n.amdhsa_next_free_sgpr 8\n.end_amdhsa_kernel\n";
    for emit in ["obj", "elf"] {
        let object = Object::of(source, &["--emit", emit]);
        let (a, b) =
            (object.text(&["dis", "--kernel", "a", "k.co"], ""), object.text(&["dis", "--kernel", "b", "k.co"], ""));
        assert!(a.contains("s_nop 1\n") && !a.contains("s_nop 2\n"), "{a}");
        assert!(b.contains("s_nop 2\n") && !b.contains("s_nop 1\n"), "{b}");
    }
}
