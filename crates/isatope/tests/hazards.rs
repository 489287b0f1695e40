//! Tests the rules about waits and hazards: `hazards.s` has code that breaks each one, and code beside it that does not.

use std::fmt::Write;
use std::path::PathBuf;

use isatope::assembler::Options;
use isatope::check::{Code, HazardFinding, HazardKind, hazards};
use isatope::diagnostics::FileId;
use isatope::{Assembler, Dialect, Instruction, Target};
use isatope_flow::Program;
use isatope_testing::{files_below, read, shared};

/// A case: its target, whether XNACK is on, the rule that it breaks, and its text.
struct Case {
    target: Target,
    replay: bool,
    bad: Option<String>,
    text: String,
}

fn cases() -> Vec<Case> {
    let (mut target, mut replay, mut cases) = (Target::GFX900, false, Vec::<Case>::new());
    for line in include_str!("hazards.s").lines() {
        if let Some(rest) = line.strip_prefix("// target ") {
            let mut words = rest.split_whitespace();
            let name = words.next().expect("a target");
            target = Target::from_name(name).expect("known");
            replay = words.next() == Some("xnack");
        } else if let Some(rule) = line.strip_prefix("// bad ") {
            cases.push(Case { target, replay, bad: Some(rule.to_owned()), text: String::new() });
        } else if line.starts_with("// ok") {
            cases.push(Case { target, replay, bad: None, text: String::new() });
        } else if let Some(case) = cases.last_mut().filter(|_| !line.starts_with("//")) {
            case.text += line;
            case.text += "\n";
        }
    }
    cases
}

/// The codes of a text. The text has no errors.
fn codes(case: &Case) -> Vec<Code> {
    let options = Options { places: true, ..Options::default() };
    let assembler = Assembler::with_options(case.target, Dialect::LLVM, options).expect("GCN has the dialect");
    let (mut codes, told) = Code::of_source(&assembler.assemble(&case.text), FileId::default());
    assert!(told.is_empty(), "{}\n{told:?}", case.text);
    codes.iter_mut().for_each(|code| code.options.replay = case.replay);
    codes
}

#[test]
fn each_rule_reports_its_example_and_nothing_else() {
    let (mut reports, mut wrong) = (String::new(), Vec::new());
    let cases = cases();
    assert!(cases.len() >= 76, "{} cases", cases.len());
    for (number, case) in cases.iter().enumerate() {
        let mut rules = Vec::new();
        for code in codes(case) {
            for finding in code.check() {
                let items = code.program().items();
                let text = |at: usize| {
                    items[at].instruction.map_or(String::new(), |inst| {
                        inst.display(Dialect::LLVM).map_or(String::new(), |text| text.to_string())
                    })
                };
                let rule = finding.rule.map_or("", |rule| rule.name);
                rules.push(rule.to_owned());
                writeln!(reports, "{number} {}: {}", case.target.name(), finding.message).expect("a string");
                writeln!(reports, "  `{}` {}", text(finding.at), finding.here).expect("a string");
                if let Some((other, does)) = &finding.other {
                    writeln!(reports, "  `{}` {does}", text(*other)).expect("a string");
                }
                for &(from, to) in &finding.path {
                    writeln!(reports, "  from `{}` to `{}`", text(from), text(to)).expect("a string");
                }
                let message = code.message(&finding, Dialect::LLVM);
                writeln!(reports, "  {}: {}", rule, message.help.unwrap_or_default()).expect("a string");
            }
        }
        let right = match &case.bad {
            None => rules.is_empty(),
            Some(rule) if rule == "*" => rules.len() == 1,
            Some(rule) => rules == [rule.as_str()],
        };
        if !right {
            wrong.push(format!("{number}: expected {:?}, found {rules:?}\n{}", case.bad, case.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let expected = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hazards.out");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(expected, &reports).expect("writable");
    }
    assert_eq!(reports, std::fs::read_to_string(expected).unwrap_or_default());
}

/// The compiled kernels outside of the repository; none on a machine without them.
fn objects() -> Vec<PathBuf> {
    shared("kernels").map_or(Vec::new(), |root| files_below(root, &["co"]))
}

/// The code of a code object.
fn code_of(bytes: &[u8]) -> Option<Vec<Code>> {
    let container = isatope::container::open(bytes).expect("a code object");
    let target = Target::from_name(container.target?)?;
    Some(Code::of_container(&container, target))
}

#[test]
fn compiled_kernels_break_no_rule() {
    let mut instructions = 0;
    for path in objects() {
        for code in code_of(&read(&path)).unwrap_or_default() {
            instructions += code.program().items().len();
            let found = code.check();
            assert!(found.is_empty(), "{}: {}", path.display(), found[0].message);
        }
    }
    assert!(objects().is_empty() || instructions > 100_000, "{instructions}");
}

/// Findings of code whose instruction at an index is another one.
fn with(code: &Code, at: usize, inst: Instruction) -> Vec<HazardFinding> {
    let items = code.program().items().iter().enumerate();
    let changed =
        items.filter_map(|(index, item)| Some((item.address, if index == at { inst } else { item.instruction? })));
    let mut program = Program::new(code.program().target(), changed);
    code.options.kernels.iter().for_each(|kernel| assert!(program.add_entry(*kernel)));
    hazards::check(&program, &code.options)
}

/// Compilers place most waits only where they are needed, so most that are removed are found. Nobody has looked at the
/// others: a later wait may still be in time.
#[test]
fn weakened_waits_are_found() {
    let (mut waits, mut found) = (0, 0);
    for path in objects().into_iter().filter(|path| std::fs::metadata(path).is_ok_and(|file| file.len() < 40_000)) {
        for code in code_of(&read(&path)).unwrap_or_default() {
            for (at, item) in code.program().items().iter().enumerate() {
                let Some(mut inst) = item.instruction else { continue };
                let Some(field) = inst.layout().field("simm16") else { continue };
                match inst.mnemonic() {
                    "s_waitcnt" if code.program().graph().block_of(at).reachable => {
                        inst.set_field(field, 0xcf7f);
                        waits += 1;
                        found += usize::from(!with(&code, at, inst).is_empty());
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(found * 100 >= waits * 90, "{found} of {waits}");
}

/// `s_waitcnt 0` and idle states before every instruction end all findings about waits and wait states.
#[test]
fn waits_everywhere_end_all_findings() {
    for case in cases() {
        let padded: Vec<String> = case
            .text
            .lines()
            .map(|line| match line.ends_with(':') {
                true => format!("{line}\n"),
                false => format!("s_nop 7\ns_waitcnt 0\n{line}\n"),
            })
            .collect();
        let case = Case { text: padded.concat(), ..case };
        for finding in codes(&case).iter().flat_map(Code::check) {
            let waits = [HazardKind::Wait, HazardKind::Held, HazardKind::States, HazardKind::Outstanding];
            assert!(!waits.contains(&finding.kind), "{}\n{}", finding.message, case.text);
        }
    }
}
