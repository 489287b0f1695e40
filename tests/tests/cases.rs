//! Cases of other tools, in both directions. `cases/exceptions.tsv` lists intended differences with their reasons.

use isatope_asm::{Assembler, Options};
use isatope_core::Target;
use isatope_diag::Level;
use isatope_testing::{rows, rows_of, shared, text};
use isatope_tests::{assemble, assembler, cases, disassemble, listing, squeeze, words};

/// An intended difference: patterns for the case, for the result of Isatope, and for the result of the tool.
struct Exception {
    direction: String,
    target: String,
    pattern: String,
    used: bool,
}

fn exceptions() -> Vec<Exception> {
    let exception = |[direction, target, pattern, reason]: [String; 4]| {
        assert!(!reason.is_empty(), "an exception needs its reason: {pattern}");
        Exception { direction, target, pattern, used: false }
    };
    rows_of(cases().join("exceptions.tsv")).into_iter().map(exception).collect()
}

/// Whether a text matches a pattern in which `*` means any text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = first;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = part;
    }
    rest.is_empty()
        || last.is_empty() && pattern.ends_with('*')
        || pattern.contains('*') && text.ends_with(last) && !last.is_empty()
}

/// Collects differences that are not exceptions, and reports them at the end.
struct Differences {
    exceptions: Vec<Exception>,
    found: Vec<String>,
    checked: usize,
}

impl Differences {
    fn new() -> Self {
        Self { exceptions: exceptions(), found: Vec::new(), checked: 0 }
    }

    fn compare(&mut self, direction: &str, target: &str, case: &str, got: &str, want: &str) {
        self.checked += 1;
        if got == want {
            return;
        }
        let meant = self.exceptions.iter_mut().find(|e| {
            matches(&e.direction, direction)
                && matches(&e.target, target)
                && [case, got, want].iter().any(|text| matches(&e.pattern, text))
        });
        match meant {
            Some(e) => e.used = true,
            None => self.found.push(format!("{direction}\t{target}\t{case}\n    got  {got}\n    want {want}")),
        }
    }

    fn finish(self, at_least: usize) {
        assert!(self.checked >= at_least, "only {} cases were checked", self.checked);
        let (n, of) = (self.found.len(), self.checked);
        let shown: Vec<_> = self.found.into_iter().take(60).collect();
        assert!(n == 0, "{n} of {of} cases differ\n{}", shown.join("\n"));
    }
}

#[test]
fn committed_llvm_cases() {
    let mut differences = Differences::new();
    for target in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
        let read = |group: &str| rows_of(cases().join(format!("llvm-{group}{target}.tsv")));
        let cases = ["", "buffer-", "memory-"].map(read).concat();
        let asm = assembler(target, "llvm");
        let known = Target::from_name(target).expect("a target");
        for [hex, text, direction] in &cases {
            let got = assemble(&asm, text).unwrap_or_else(|e| format!("error: {e}"));
            differences.compare("asm", target, text, &got, hex);
            if direction == "=" {
                let (bits, len) = words(hex).expect("words");
                let got = disassemble(known, "llvm", bits, len).unwrap_or_default();
                differences.compare("dis", target, hex, &got, text);
            }
        }
    }
    differences.finish(8000);
}

/// Data of 16 bits, two in a register: with as many registers as LLVM counts, and with other numbers.
#[test]
fn packed_halves_of_llvm() {
    let (mut differences, target) = (Differences::new(), "gfx810");
    let (asm, known) = (assembler(target, "llvm"), Target::from_name(target).expect("a target"));
    for [hex, text, direction] in rows_of(cases().join("llvm-d16-gfx810.tsv")) {
        match (hex.as_str(), assemble(&asm, &text)) {
            ("error", got) => differences.compare("asm", target, &text, got.as_deref().unwrap_or("error"), "error"),
            (want, got) => {
                differences.compare("asm", target, &text, &got.unwrap_or_else(|e| format!("error: {e}")), want);
            }
        }
        if direction == "=" {
            let (bits, len) = words(&hex).expect("words");
            differences.compare("dis", target, &hex, &disassemble(known, "llvm", bits, len).unwrap_or_default(), &text);
        }
    }
    differences.finish(2500);
}

/// Compares the results of sources that another assembler encodes or rejects.
fn sources(differences: &mut Differences, dialect: &str) {
    for row in rows(cases().join(format!("{dialect}-asm.tsv"))) {
        let [target, want, source] = &row[..] else { panic!("not a case: {row:?}") };
        let got = assemble(&assembler(target, dialect), source);
        match want.as_str() {
            "error" => differences.compare("asm", target, source, got.as_deref().unwrap_or("error"), "error"),
            want => differences.compare("asm", target, source, &got.unwrap_or_else(|e| format!("error: {e}")), want),
        }
    }
}

#[test]
fn committed_llvm_sources() {
    let mut differences = Differences::new();
    sources(&mut differences, "llvm");
    differences.finish(1000);
}

#[test]
fn committed_clrx_cases() {
    let mut differences = Differences::new();
    sources(&mut differences, "clrx");
    for row in rows(cases().join("clrx-dis.tsv")) {
        let [target, hex, text] = &row[..] else { panic!("not a case: {row:?}") };
        let (bits, len) = words(hex).expect("words");
        let known = Target::from_name(target).expect("a target");
        let got = listing(known, "clrx", bits, len).unwrap_or_default();
        differences.compare("dis", target, hex, &got, text);
    }
    differences.finish(1000);
}

/// Whether this version has an encoding of the reference cases.
fn covered(encoding: &str) -> bool {
    matches!(
        encoding,
        "SMRD"
            | "SMEM"
            | "DS"
            | "FLAT"
            | "GLOBAL"
            | "SCRATCH"
            | "VOP1"
            | "VOP2"
            | "VOPC"
            | "VOP3"
            | "VOP3A"
            | "VOP3B"
            | "VOP3P"
            | "SOP1"
            | "SOP2"
            | "SOPC"
            | "SOPK"
            | "SOPP"
            | "MUBUF"
            | "MTBUF"
            | "MIMG"
            | "EXP"
            | "VINTRP"
    ) || encoding.starts_with("VOP") && (encoding.ends_with("_SDWA") || encoding.ends_with("_DPP"))
}

#[isatope_reference::test("cases/gcn")]
fn reference_clrx_assembly() {
    let Some(shared) = shared("cases") else { return };
    let mut differences = Differences::new();
    for row in rows(shared.join("gcn/asm-clrx.tsv")) {
        let [target, hex, source, _, encoding] = &row[..] else { panic!("not a case: {row:?}") };
        if covered(encoding) {
            let source = source.replace("\\n", "\n");
            let got = assemble(&assembler(target, "clrx"), &source).unwrap_or_else(|e| format!("error: {e}"));
            differences.compare("asm", target, source.trim_end(), &got, hex);
        }
    }
    differences.finish(1000);
}

/// A text without bits that are in no field, such as ` bit53=0x1`. CLRX drops them.
fn without_ignored(text: &str) -> String {
    let ignored = |word: &str| {
        let number = word.strip_prefix("bits").or(word.strip_prefix("bit"));
        number.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()) && n.contains('='))
    };
    text.split(' ').filter(|word| !ignored(word)).collect::<Vec<_>>().join(" ")
}

#[isatope_reference::test("cases/gcn")]
fn reference_clrx_listings() {
    let Some(shared) = shared("cases") else { return };
    let mut differences = Differences::new();
    for row in rows(shared.join("gcn/dis-clrx.tsv")) {
        let [target, hex, text, encoding] = &row[..] else { panic!("not a case: {row:?}") };
        if covered(encoding) {
            let (bits, len) = words(hex).expect("words");
            let known = Target::from_name(target).expect("a target");
            let got = listing(known, "clrx", bits, len).unwrap_or_default();
            differences.compare("dis", target, hex, &without_ignored(&got), &squeeze(text));
            let back = assemble(&assembler(target, "clrx"), &got).unwrap_or_else(|e| format!("error: {e}"));
            if !got.is_empty() {
                differences.compare("back", target, hex, &back, hex);
            }
        }
    }
    differences.finish(1500);
}

#[isatope_reference::test("cases/gcn")]
fn reference_llvm_cases() {
    let Some(shared) = shared("cases") else { return };
    let mut differences = Differences::new();
    for target in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
        let asm = assembler(target, "llvm");
        let known = Target::from_name(target).expect("a target");
        for line in text(shared.join(format!("gcn/llvm-{target}.jsonl"))).lines() {
            let case: Case = serde_json::from_str(line).expect("a case");
            let (hex, text) = (case.words.join(" "), case.llvm_text.unwrap_or_default());
            if !covered(&case.enc) || text.is_empty() {
                continue;
            }
            // Our assembler must give the same result for LLVM's text as LLVM's own assembler. If that is the word, the
            // text is ordinary.
            let (bits, len) = words(&hex).expect("words");
            let printed = disassemble(known, "llvm", bits, len).unwrap_or_default();
            if let Some(want) = &case.asm_words {
                let want = want.join(" ");
                let got = assemble(&asm, &text).unwrap_or_else(|e| format!("error: {e}"));
                differences.compare("asm", target, &text, &got, &want);
                if want == hex {
                    differences.compare("dis", target, &hex, &printed, &squeeze(&text));
                }
            }
            if !printed.is_empty() {
                let back = assemble(&asm, &printed).unwrap_or_else(|e| format!("error: {e}"));
                differences.compare("back", target, &hex, &back, &hex);
            } else {
                differences.compare("dis", target, &hex, "", if text == "invalid" { "" } else { &text });
            }
        }
    }
    differences.finish(10_000);
}

/// A reference case from LLVM.
#[derive(serde::Deserialize)]
struct Case {
    enc: String,
    words: Vec<String>,
    llvm_text: Option<String>,
    asm_words: Option<Vec<String>>,
}

/// Valhall in one dialect.
struct Valhall {
    dialect: &'static str,
    assembler: Assembler,
    target: Target,
}

impl Valhall {
    fn new(dialect: &'static str) -> Self {
        let target = Target::from_name("valhall").expect("a target");
        Self { dialect, assembler: assembler("valhall", dialect), target }
    }

    fn assembles(&self, differences: &mut Differences, hex: &str, text: &str) {
        let got = assemble(&self.assembler, text).unwrap_or_else(|e| format!("error: {e}"));
        differences.compare("asm", "v9", text, &got, hex);
    }

    /// Tests a word in both directions.
    fn both(&self, differences: &mut Differences, hex: &str, text: &str) {
        self.assembles(differences, hex, text);
        let (bits, len) = words(hex).expect("words");
        let got = disassemble(self.target, self.dialect, bits, len).unwrap_or_default();
        differences.compare("dis", "v9", hex, &got, text);
    }
}

#[test]
fn committed_valhall_cases() {
    let mut differences = Differences::new();
    let dialects = ["mesa", "mesa-new", "arm"].map(Valhall::new);
    for row in rows(cases().join("valhall.tsv")) {
        let [hex, text] = &row[..] else { panic!("not a case: {row:?}") };
        dialects[0].both(&mut differences, hex, text);
    }
    for row in rows(cases().join("valhall-spellings.tsv")) {
        let [hex, dialect, text, direction] = &row[..] else { panic!("not a case: {row:?}") };
        let known = dialects.iter().find(|d| d.dialect == dialect).expect("a dialect");
        if direction == "=" {
            known.both(&mut differences, hex, text);
        } else {
            known.assembles(&mut differences, hex, text);
        }
    }
    differences.finish(1400);
}

#[test]
fn valhall_errors() {
    let target = Target::from_name("valhall").expect("a target");
    let make = |strict| Assembler::new(target, "mesa", Options { strict, ..Options::default() }).expect("a dialect");
    let (lenient, strict) = (make(false), make(true));
    let mut wrong = Vec::new();
    for row in rows(cases().join("valhall-errors.tsv")) {
        let [source, code, message, when] = &row[..] else { panic!("not a case: {row:?}") };
        let only_strict = when == "strict";
        let output = if only_strict { strict.assemble(source) } else { lenient.assemble(source) };
        let found = output.diagnostics.iter().find(|d| d.level == Level::Error);
        let told = found.map_or("no error".to_owned(), |d| {
            format!("{} {} {}", d.code.unwrap_or_default(), d.message, d.help.clone().unwrap_or_default())
        });
        let right = found.is_some_and(|d| d.code == Some(code.as_str())) && told.contains(message.as_str());
        if !right {
            wrong.push(format!("{source}\n    got  {told}\n    want {code} {message}"));
        }
        let output = lenient.assemble(source);
        // An unusual instruction is a warning without --strict. A reserved value has its own spelling and needs no
        // warning.
        if only_strict && (output.failed() || output.diagnostics.is_empty() != (code == "E0605")) {
            wrong.push(format!("{source} is not as quiet as it should be without --strict"));
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}

#[isatope_reference::test("cases/valhall")]
fn reference_valhall_cases() {
    let Some(shared) = shared("cases") else { return };
    let mut differences = Differences::new();
    let (mesa, mesa_new) = (Valhall::new("mesa"), Valhall::new("mesa-new"));
    for file in ["mesa-cases", "sampled"] {
        for row in rows(shared.join(format!("valhall/{file}.tsv"))) {
            let [hex, text] = &row[..] else { panic!("not a case: {row:?}") };
            mesa.both(&mut differences, hex, text);
        }
    }
    // The last column says what the old assembler made of its own text, and has no part in this.
    for row in rows(shared.join("valhall/compiled.tsv")) {
        let [hex, old, new, _] = &row[..] else { panic!("not a case: {row:?}") };
        mesa_new.both(&mut differences, hex, new);
        if old != "!UNKNOWN" {
            mesa.both(&mut differences, hex, old);
        }
    }
    differences.finish(70_000);
}
