//! Tests the rules about waits and hazards: `hazards.s` has code that breaks each one, and code beside it that does
//! not.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::PathBuf;

use isatope::assembler::Options;
use isatope::check::{Checker, Code, HazardFinding, HazardKind, Settings, Subject, fix};
use isatope::{Access, Assembler, Dialect, FlowKind, Instruction, Place, Resources, Target, Write as Writes};
use isatope_flow::Program;
use isatope_testing::{files_below, read, root, shared};

/// A case: its target, whether XNACK is on, whether disputed rules count, the rule that it breaks, and its text.
pub struct Case {
    pub target: Target,
    replay: bool,
    disputed: bool,
    pub bad: Option<String>,
    pub text: String,
}

/// The cases of `hazards.s`.
pub fn cases() -> Vec<Case> {
    let (mut target, mut replay, mut disputed, mut cases) = (Target::GFX900, false, false, Vec::<Case>::new());
    for line in include_str!("hazards.s").lines() {
        if let Some(rest) = line.strip_prefix("// target ") {
            let mut words = rest.split_whitespace();
            let name = words.next().expect("a target");
            target = Target::from_name(name).expect("known");
            let more: Vec<&str> = words.collect();
            (replay, disputed) = (more.contains(&"xnack"), more.contains(&"strict"));
        } else if let Some(rule) = line.strip_prefix("// bad ") {
            cases.push(Case { target, replay, disputed, bad: Some(rule.to_owned()), text: String::new() });
        } else if line.starts_with("// ok") {
            cases.push(Case { target, replay, disputed, bad: None, text: String::new() });
        } else if let Some(case) = cases.last_mut().filter(|_| !line.starts_with("//")) {
            case.text += line;
            case.text += "\n";
        }
    }
    cases
}

/// The codes of a text. The text has no errors.
pub fn codes(case: &Case) -> Vec<Code> {
    let options = Options { places: true, ..Options::default() };
    let assembler = Assembler::with_options(case.target, Dialect::LLVM, options).expect("GCN has the dialect");
    let (mut codes, told) = Code::of_source(&assembler.assemble(&case.text));
    assert!(told.is_empty(), "{}\n{told:?}", case.text);
    codes.iter_mut().for_each(|code| {
        code.options.replay = case.replay.then_some(true).or(code.options.replay);
        code.options.disputed = case.disputed;
    });
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

/// The compiled kernels of the repository, and those outside of it where they are.
fn objects() -> Vec<PathBuf> {
    let mut list = files_below(root().join("tests/kernels/co"), &["co", "o"]);
    list.extend(shared("kernels").map_or(Vec::new(), |root| files_below(root, &["co", "o"])));
    list
}

/// The code of a code object.
fn code_of(bytes: &[u8]) -> Option<Vec<Code>> {
    let container = isatope::container::open(bytes).expect("a code object");
    let target = Target::from_name(container.target?)?;
    Some(Code::of_container(&container, target))
}

/// What a checker has learned about other code, and about instructions that rules are about, changes no finding.
#[test]
fn a_checker_finds_the_same_whatever_it_checked_before() {
    let mut checker = Checker::default();
    for case in cases() {
        for code in codes(&case) {
            let alone = code.check();
            assert_eq!(format!("{:?}", code.check_with(&mut checker)), format!("{alone:?}"), "{}", case.text);
        }
    }
    for path in objects() {
        for code in code_of(&read(&path)).unwrap_or_default() {
            assert!(code.check_with(&mut checker).is_empty(), "{}", path.display());
        }
    }
}

/// Code that is read piece by piece has the findings of the whole: in compiled objects of several kernels and functions
/// whose words are changed, so that waits are missing, and branches and ends of one lead into another.
#[test]
fn pieces_of_an_object_have_the_findings_of_the_whole() {
    let (mut state, mut checker, settings) = (0x9e37_79b9_7f4a_7c15_u64, Checker::default(), Settings::default());
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let (mut clean, mut broken) = (0, 0);
    for path in objects().into_iter().filter(|path| std::fs::metadata(path).is_ok_and(|file| file.len() < 100_000)) {
        let original = read(&path);
        let opened = isatope::container::open(&original).expect("a code object");
        let Some(target) = opened.target.and_then(Target::from_name) else { continue };
        let code = opened.sections.iter().find(|section| section.kind == isatope::container::SectionKind::Code);
        let Some(code) = code.map(|section| section.data) else { continue };
        let start = code.as_ptr() as usize - original.as_ptr() as usize;
        for round in 0..8 {
            let mut bytes = original.clone();
            // No change, then one that does nothing, a branch, an end, or a word of elsewhere.
            if round > 0 {
                let (at, from) = (next(code.len() / 4) * 4, next(code.len() / 4) * 4);
                let words = [0xbf80_0000, 0xbf82_0000 | next(0x10000) as u32, 0xbf81_0000, 0];
                let word = match words[next(4)] {
                    0 => code[from..from + 4].to_vec(),
                    word => word.to_le_bytes().to_vec(),
                };
                bytes[start + at..start + at + 4].copy_from_slice(&word);
            }
            let container = isatope::container::open(&bytes).expect("a code object");
            let dialect = target.dialect();
            let pieces = Subject::findings_of_container(&container, (target, dialect), &mut checker, &settings);
            let whole = Subject::of_container(&container, target, dialect).findings(&settings);
            assert_eq!(pieces, whole, "{} in round {round}", path.display());
            *if whole.is_empty() { &mut clean } else { &mut broken } += 1;
        }
    }
    assert!(clean > 100 && broken > 100, "{clean} clean, {broken} not");
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
    assert!(instructions > if shared("kernels").is_some() { 100_000 } else { 1_000 }, "{instructions}");
}

/// Adds the kernels and functions of code to a changed copy of its program.
fn add_entries(program: &mut Program, code: &Code) {
    let graph = code.program().graph();
    let starts = graph.entries().iter().map(|&entry| graph.blocks()[entry].instructions.start);
    starts.for_each(|start| assert!(program.add_entry(code.program().items()[start].address)));
}

/// Findings of code whose instruction at an index is another one.
fn with(checker: &mut Checker, code: &Code, at: usize, inst: Instruction) -> Vec<HazardFinding> {
    let items = code.program().items().iter().enumerate();
    let changed =
        items.filter_map(|(index, item)| Some((item.address, if index == at { inst } else { item.instruction? })));
    let mut program = Program::new(code.program().target(), changed);
    add_entries(&mut program, code);
    checker.check(&program, &code.options)
}

/// Number of findings about wait states and runs, disputed ones too, without the instruction at an index.
fn states_without(checker: &mut Checker, code: &Code, at: Option<usize>) -> usize {
    let items = code.program().items().iter().enumerate().filter(|(index, _)| Some(*index) != at);
    let mut program =
        Program::new(code.program().target(), items.filter_map(|(_, item)| Some((item.address, item.instruction?))));
    add_entries(&mut program, code);
    let mut options = code.options.clone();
    (options.disputed, options.replay) = (true, Some(true));
    let found = checker.check(&program, &options);
    found.iter().filter(|found| matches!(found.kind, HazardKind::States | HazardKind::Replay)).count()
}

/// Whether an instruction is a wait that is as strong as another one.
fn is_as_strong(code: &Code, other: usize, at: usize) -> bool {
    let inst = |at: usize| code.program().items()[at].instruction;
    let word = |at: usize| inst(at).and_then(|inst| inst.field_named("simm16")).unwrap_or(u64::MAX);
    let fields = |at: usize| [word(at) & 0xf | word(at) >> 10 & 0x30, word(at) >> 4 & 7, word(at) >> 8 & 0xf];
    let is_wait = inst(other).is_some_and(|inst| inst.mnemonic() == "s_waitcnt");
    is_wait && fields(other).iter().zip(fields(at)).all(|(a, b)| *a <= b)
}

/// Whether another wait is as strong as one, with nothing between that a counter counts.
fn is_repeated(code: &Code, at: usize) -> bool {
    let items = code.program().items();
    let range = code.program().graph().block_of(at).instructions.clone();
    let is_wait = |at: usize| items[at].instruction.is_some_and(|inst| inst.mnemonic() == "s_waitcnt");
    let counted = |other: &usize| {
        let unit = items[*other].instruction.and_then(|inst| inst.unit());
        !["valu", "salu", "branch", "control", "interp"].contains(&unit.unwrap_or_default())
    };
    (range.start..at).rev().take_while(|other| !counted(other)).any(|other| is_as_strong(code, other, at))
        || (at + 1..range.end).take_while(|other| is_wait(*other)).any(|other| is_as_strong(code, other, at))
}

/// Whether a wait is for operations that are complete because no more than 15 can be outstanding: compilers write the
/// largest number that waits.
fn is_for_more_than_the_counter_counts(code: &Code, at: usize) -> bool {
    let word = code.program().items()[at].instruction.and_then(|inst| inst.field_named("simm16"));
    let four_bits = ![Target::GFX900, Target::GFX906].contains(&code.program().target());
    four_bits && word == Some(0xf7e)
}

/// Whether the vector ALU is the last to write a register that the instruction after an idle one reads, or the idle one
/// divides two memory instructions that could be done again one by one. Compilers also keep instructions apart that
/// hardware keeps apart by itself: loads, and scalar instructions.
fn keeps_apart(code: &Code, idle: usize) -> bool {
    let items = code.program().items();
    let inst = |at: usize| items.get(at).and_then(|item| item.instruction);
    let (Some(last), Some(next)) = (inst(idle.wrapping_sub(1)), inst(idle + 1)) else { return false };
    let before = items[idle.saturating_sub(5)..idle].iter().rev().filter_map(|item| item.instruction);
    let mut writers = before.filter(|inst| inst.uses().written().meets(&next.uses().reads));
    let is_memory = |inst: &Instruction| {
        let is_own = inst.uses().written().meets(&inst.uses().reads);
        matches!(inst.unit(), Some("vmem" | "flat" | "smem")) && !is_own
    };
    writers.next().map_or(is_memory(&last) && is_memory(&next), |inst| inst.unit() == Some("valu"))
}

/// Whether in straight code another wait as strong comes before the first use of what loads before a wait write.
fn is_covered_later(code: &Code, at: usize) -> bool {
    let range = code.program().graph().block_of(at).instructions.clone();
    let inst = |at: usize| code.program().items()[at].instruction.expect("code");
    let is_memory = |inst: &Instruction| matches!(inst.unit(), Some("vmem" | "flat" | "smem" | "lds"));
    let before = (range.start..at).rev().take_while(|&other| !is_as_strong(code, other, at)).map(inst);
    let loads = before.filter(is_memory).fold(Resources::EMPTY, |all, inst| all | inst.uses().written());
    for other in at + 1..range.end {
        if is_as_strong(code, other, at) {
            return true;
        }
        let uses = inst(other).uses();
        if (uses.reads | uses.written()).meets(&loads) {
            return false;
        }
    }
    false
}

/// Whether a wait orders memory that no register depends on, or is for a caller: on some path before it, after the last
/// wait that is as strong, is a store, a call, or the start of a function.
fn is_for_others(code: &Code, at: usize) -> bool {
    let (program, graph) = (code.program(), code.program().graph());
    let (mut seen, mut open) = (HashSet::new(), vec![at]);
    while let Some(here) = open.pop() {
        let is_start = graph.before(here).next().is_none();
        if is_start && !code.options.kernels.contains(&program.items()[here].address) {
            return true;
        }
        for earlier in graph.before(here).filter(|earlier| seen.insert(*earlier)) {
            let Some(inst) = program.items()[earlier].instruction else { continue };
            let stores = |access: Access| access.write != Writes::No && matches!(access.place, Place::Memory(_));
            if inst.flow().kind == FlowKind::Call || inst.access().any(stores) {
                return true;
            }
            if !is_as_strong(code, earlier, at) {
                open.push(earlier);
            }
        }
    }
    false
}

/// Each wait of compiled kernels that is weakened is found, unless nothing depends on it: `redundant` says so, another
/// wait is beside it, the counter cannot count that many, or it is for stores or callers.
#[test]
fn weakened_waits_are_found() {
    let (mut waits, mut found, mut unneeded, mut ordering, mut missed) = (0, 0, 0, 0, Vec::new());
    let mut checker = Checker::default();
    for path in objects().into_iter().filter(|path| std::fs::metadata(path).is_ok_and(|file| file.len() < 40_000)) {
        for code in code_of(&read(&path)).unwrap_or_default() {
            let graph = code.program().graph();
            let redundant: Vec<usize> = code.redundant().iter().map(|one| one.at).collect();
            for (at, item) in code.program().items().iter().enumerate() {
                let Some(mut inst) = item.instruction.filter(|inst| inst.mnemonic() == "s_waitcnt") else { continue };
                let Some(field) = inst.layout().field("simm16") else { continue };
                if !graph.block_of(at).reachable {
                    continue;
                }
                inst.set_field(field, 0xcf7f);
                waits += 1;
                match () {
                    () if !with(&mut checker, &code, at, inst).is_empty() => found += 1,
                    () if redundant.contains(&at) || is_repeated(&code, at) || is_covered_later(&code, at) => {
                        unneeded += 1
                    }
                    () if is_for_more_than_the_counter_counts(&code, at) => unneeded += 1,
                    () if is_for_others(&code, at) => ordering += 1,
                    () => missed.push(format!("{} at {:#x}", path.display(), item.address)),
                }
            }
        }
    }
    println!("{found} of {waits} found, {unneeded} not needed, {ordering} for stores or callers");
    let harmful = found + missed.len();
    assert!(missed.len() * 100 <= harmful, "{} of {harmful} missed: {missed:#?}", missed.len());
}

/// Compilers place idle states where a rule needs them: a disputed one, or one about XNACK, too.
#[test]
fn removed_idle_states_are_found() {
    let (mut all, mut missed) = (0, Vec::new());
    let mut checker = Checker::default();
    for path in objects().into_iter().filter(|path| std::fs::metadata(path).is_ok_and(|file| file.len() < 400_000)) {
        for code in code_of(&read(&path)).unwrap_or_default() {
            let graph = code.program().graph();
            let before = states_without(&mut checker, &code, None);
            let idle = code.program().items().iter().enumerate().filter(|(at, item)| {
                item.instruction.is_some_and(|inst| inst.mnemonic() == "s_nop") && graph.block_of(*at).reachable
            });
            for (at, item) in idle.step_by(7).filter(|(at, _)| keeps_apart(&code, *at)) {
                all += 1;
                if states_without(&mut checker, &code, Some(at)) <= before {
                    missed.push(format!("{} at {:#x}", path.display(), item.address));
                }
            }
        }
    }
    println!("{} of {all} found", all - missed.len());
    assert!(missed.len() * 100 <= all, "{} of {all} missed: {missed:#?}", missed.len());
}

/// An instruction that DPP reads in other lanes, and another one that could come later, are swapped: then there are too
/// few wait states between the writer and the reader. The test looks for the writer in straight code only.
#[test]
fn swapped_instructions_are_found() {
    let (mut all, mut missed) = (0, Vec::new());
    let mut checker = Checker::default();
    for path in objects().into_iter().filter(|path| std::fs::metadata(path).is_ok_and(|file| file.len() < 400_000)) {
        for code in code_of(&read(&path)).unwrap_or_default() {
            let items = code.program().items();
            let graph = code.program().graph();
            let inst = |at: usize| items[at].instruction.expect("code");
            let dpp =
                (0..items.len()).filter(|&at| items[at].instruction.is_some_and(|i| i.to_string().contains("row_")));
            for at in dpp.step_by(5) {
                let block = graph.block_of(at);
                if !block.reachable || at < block.instructions.start + 3 {
                    continue;
                }
                let (reader, other) = (inst(at), inst(at - 1));
                let (a, b) = (reader.uses(), other.uses());
                let conflict = a.written().meets(&(b.reads | b.written())) || b.written().meets(&a.reads);
                if conflict {
                    continue;
                }
                // After the swap one instruction is between the reader and the one that was three before it.
                let source = reader.operands().find(|operand| operand.field_name() == Some("src0"));
                let Some(source) = source.and_then(|operand| operand.place()) else { continue };
                let source = Resources::range(reader.target().arch().resource_ids(source));
                let near = [inst(at - 2), inst(at - 3)];
                let states = |inst: &Instruction| match inst.mnemonic() {
                    "s_nop" => inst.field_named("simm16").unwrap_or(0) + 1,
                    _ => 1,
                };
                let writes = |inst: &Instruction| inst.unit() == Some("valu") && inst.uses().written().meets(&source);
                if !(writes(&near[0]) || writes(&near[1]) && states(&near[0]) < 2) {
                    continue;
                }
                all += 1;
                let swapped = items.iter().enumerate().filter_map(|(index, item)| match index {
                    _ if index + 1 == at => Some((item.address, reader)),
                    _ if index == at => Some((items[at - 1].address + reader.len() as u64, other)),
                    _ => Some((item.address, item.instruction?)),
                });
                let mut program = Program::new(code.program().target(), swapped);
                add_entries(&mut program, &code);
                let found = checker.check(&program, &code.options);
                if !found.iter().any(|found| found.kind == HazardKind::States) {
                    missed.push(format!("{} at {:#x}", path.display(), items[at].address));
                }
            }
        }
    }
    println!("{} of {all} found", all - missed.len());
    assert!(missed.len() * 100 <= all, "{} of {all} missed: {missed:#?}", missed.len());
    assert!(shared("kernels").is_none() || all > 10, "{all}");
}

/// `s_waitcnt 0` and idle states before every instruction end all findings about waits and wait states.
#[test]
fn waits_everywhere_end_all_findings() {
    for case in cases() {
        let (code, metadata) = case.text.split_at(case.text.find(".amdgpu_metadata").unwrap_or(case.text.len()));
        let padded: Vec<String> = code
            .lines()
            .map(|line| match line.ends_with(':') || line.starts_with('.') {
                true => format!("{line}\n"),
                false => format!("s_nop 7\ns_waitcnt 0\n{line}\n"),
            })
            .collect();
        let case = Case { text: padded.concat() + metadata, ..case };
        for finding in codes(&case).iter().flat_map(Code::check) {
            let waits = [HazardKind::Wait, HazardKind::Held, HazardKind::States, HazardKind::Outstanding];
            assert!(!waits.contains(&finding.kind), "{}\n{}", finding.message, case.text);
        }
    }
}

/// A source, and the same one in the bodies of macros and repetitions.
fn in_bodies(case: Case) -> Vec<Case> {
    let text = &case.text;
    let texts = [
        text.clone(),
        format!(".macro all\n{text}.endm\nall\n"),
        format!(".macro all first, unused=0\n.if \\first\n.endif\n{text}.endm\nall 1, 2\n"),
        format!(".macro inner\n{text}.endm\n.macro outer name\n\\name\n.endm\nouter inner\n"),
        format!(".rept 1\n{text}.endr\n"),
        format!(".irp x, 0\n.if \\x\n.endif\n{text}.endr\n"),
    ];
    texts.into_iter().map(|text| Case { text, bad: case.bad.clone(), ..case }).collect()
}

/// What `fix` inserts ends all findings that it can end, and nothing of the program is lost.
#[test]
fn fixes_end_findings() {
    let mut changed = 0;
    for case in cases().into_iter().flat_map(in_bodies) {
        let options = Options { places: true, ..Options::default() };
        let assembler = Assembler::with_options(case.target, Dialect::LLVM, options).expect("GCN has the dialect");
        let mut rules = Settings::default();
        (rules.xnack, rules.strict) = (case.replay.then_some(true), case.disputed);
        let fixed = fix(&case.text, Dialect::LLVM, &rules, |text| assembler.assemble(text)).expect("it has no errors");
        assert_eq!(fixed.inserted.is_empty(), fixed.text == case.text);
        changed += usize::from(!fixed.inserted.is_empty());
        let again = Case { text: fixed.text.clone(), ..case };
        for finding in codes(&again).iter().flat_map(Code::check) {
            assert!(finding.repair.is_empty(), "{}\n{}", finding.message, fixed.text);
        }
        // Without the inserted lines the text is as before.
        let mut lines: Vec<&str> = fixed.text.lines().collect();
        for inserted in fixed.inserted.iter().rev() {
            let first = inserted.line - 1;
            for (number, instruction) in inserted.instructions.iter().enumerate() {
                assert_eq!(lines[first + number].trim(), instruction);
            }
            lines.drain(first..first + inserted.instructions.len());
        }
        assert_eq!(lines, case.text.lines().collect::<Vec<_>>());
    }
    assert!(changed > 180, "{changed}");
}

/// A body that is expanded several times gets what any of its expansions needs. Before a call is enough where the body
/// begins with the use.
#[test]
fn fixes_are_in_bodies_where_they_have_to_be() {
    let fixed = |text: &str| {
        let options = Options { places: true, ..Options::default() };
        let assembler = Assembler::with_options(Target::GFX900, Dialect::LLVM, options).expect("GCN has the dialect");
        let fixed = fix(text, Dialect::LLVM, &Settings::default(), |text| assembler.assemble(text));
        fixed.expect("it has no errors").text
    };
    let load = "global_load_dword v2, v[0:1], off\n";
    let (wait, use_it) = ("s_waitcnt vmcnt(0)\n", "v_mov_b32 v3, \\r\n");
    let in_macro = |body: &str| format!(".macro use r\n{body}.endm\n");
    let first = in_macro(use_it);
    assert_eq!(fixed(&format!("{first}{load}use v2\ns_endpgm\n")), format!("{first}{load}{wait}use v2\ns_endpgm\n"));
    let (bad, good) = (in_macro(&format!("v_nop\n{use_it}")), in_macro(&format!("v_nop\n{wait}{use_it}")));
    let rest = format!("use v4\n{load}use v2\nuse v4\ns_endpgm\n");
    assert_eq!(fixed(&format!("{bad}{rest}")), format!("{good}{rest}"));
    // The second repetition uses what the first one loads.
    let repeated = |body: &str| format!(".rept 2\n{body}{load}.endr\ns_endpgm\n");
    assert_eq!(fixed(&repeated("v_mov_b32 v3, v2\n")), repeated(&format!("{wait}v_mov_b32 v3, v2\n")));
}

/// A counter has its own maximum: the loads of another counter do not end because 16 scalar loads cannot be
/// outstanding.
#[test]
fn waits_for_many_loads_are_needed() {
    let loads: String = (0..16).map(|number| format!("global_load_dword v{number}, v[20:21], off\n")).collect();
    let text = format!("{loads}s_load_dword s5, s[12:13], 0x0\ns_waitcnt vmcnt(0)\nv_mov_b32 v18, v0\ns_endpgm\n");
    let case = Case { target: Target::GFX900, replay: false, disputed: false, bad: None, text };
    assert!(codes(&case)[0].redundant().is_empty(), "{:?}", codes(&case)[0].redundant());
}

/// Texts of the instructions that are redundant in a text for gfx900.
fn redundant(text: &str, settle: impl Fn(&mut Code)) -> Vec<String> {
    let case = Case { target: Target::GFX900, replay: false, disputed: false, bad: None, text: text.to_owned() };
    let mut found = Vec::new();
    for mut code in codes(&case) {
        settle(&mut code);
        let items = code.program().items();
        found.extend(code.redundant().iter().map(|one| items[one.at].instruction.expect("code").to_string()));
    }
    found
}

/// Disputed rules count: a flat access may be one to LDS, whether strict checks are on or not.
#[test]
fn what_disputed_rules_need_is_not_redundant() {
    let flat = "s_mov_b32 s1, 0\nflat_load_dword v1, v[2:3]\ns_waitcnt vmcnt(0) lgkmcnt(0)\nv_add_u32 v1, 1, v1\n\
                flat_store_dword v[2:3], v1\ns_waitcnt vmcnt(0) lgkmcnt(0)\ns_barrier\nds_read_b32 v4, v2\n\
                s_waitcnt lgkmcnt(0)\nv_mov_b32 v5, v4\ns_endpgm\n";
    assert_eq!(redundant(flat, |_| ()), [] as [&str; 0]);
    let fill = "s_mov_b32 m0, 0\ns_nop 0\nbuffer_load_dword off, s[0:3], 0 lds\ns_waitcnt vmcnt(0)\nds_read_b32 v1, v0\n\
                s_waitcnt lgkmcnt(0)\nv_mov_b32 v2, v1\ns_endpgm\n";
    assert_eq!(redundant(fill, |_| ()), [] as [&str; 0]);
}

/// Another wavefront may look at what a flat access has stored, as at what other stores have: LLVM writes these waits
/// for a release.
#[test]
fn waits_that_order_stores_are_not_redundant() {
    for store in ["flat_store_dword v[0:1], v2", "flat_atomic_add v[0:1], v2", "global_store_dword v[0:1], v2, off"] {
        let text = format!("{store}\ns_waitcnt vmcnt(0)\nflat_store_dword v[4:5], v3\ns_endpgm\n");
        assert_eq!(redundant(&text, |_| ()), [] as [&str; 0], "{store}");
    }
}

/// A store that is complete has read its data, and that it has read them orders no memory. What overwrites the data
/// needs one of the two waits.
#[test]
fn a_wait_for_the_data_of_a_complete_store_is_redundant() {
    for (waits, counters) in [
        ("s_waitcnt vmcnt(0) & expcnt(0)\nv_mov_b32 v0, 0\n", &["expcnt"][..]),
        ("s_waitcnt vmcnt(0)\ns_waitcnt expcnt(0)\nv_mov_b32 v0, 0\n", &["expcnt"]),
        ("s_waitcnt expcnt(0)\nv_mov_b32 v1, 0\n", &["expcnt"]),
        ("s_waitcnt expcnt(0)\nv_mov_b32 v0, 0\n", &[]),
    ] {
        let text = format!("buffer_store_dword v0, off, s[0:3], 0\n{waits}s_endpgm\n");
        let case = Case { target: Target::GFX600, replay: false, disputed: false, bad: None, text };
        let found = codes(&case)[0].redundant();
        let found: Vec<&str> = found.iter().flat_map(|one| one.counters.iter().copied()).collect();
        assert_eq!(found, counters, "{waits}");
    }
}

/// A wait before a call of a function that does not wait itself: without the wait, the function has a finding.
#[test]
fn waits_before_calls_are_not_redundant() {
    let text = |wait: &str| {
        let function = ".type f,@function\nf:\nv_mov_b32 v0, v1\ns_setpc_b64 s[30:31]\n.Lf:\n.size f, .Lf-f\n";
        format!(
            ".type k,@function\nk:\nglobal_load_dword v1, v[2:3], off\n{wait}s_call_b64 s[30:31], f\ns_endpgm\n\
             .Lk:\n.size k, .Lk-k\n{function}"
        )
    };
    assert_eq!(redundant(&text("s_waitcnt vmcnt(0)\n"), |_| ()), [] as [&str; 0]);
    let case = Case { target: Target::GFX900, replay: false, disputed: false, bad: None, text: text("") };
    let found: Vec<HazardKind> = codes(&case)[0].check().iter().map(|found| found.kind).collect();
    assert_eq!(found, [HazardKind::Wait]);
}

/// A counter that is full proves that older loads are complete, but the wait for them stays: LLVM writes it, too.
#[test]
fn waits_that_a_full_counter_replaces_are_not_redundant() {
    let loads: String = (0..67).map(|number| format!("global_load_dword v{number}, v[80:81], off\n")).collect();
    let text = |waits: &str| format!("{loads}{waits}v_mov_b32 v82, v0\ns_endpgm\n");
    let kernel = |code: &mut Code| {
        let items = code.program().items();
        code.options.kernels = vec![items[0].address];
    };
    assert_eq!(redundant(&text("s_waitcnt vmcnt(62)\n"), kernel), [] as [&str; 0]);
    // A second wait proves nothing.
    assert_eq!(redundant(&text("s_waitcnt vmcnt(62)\ns_waitcnt vmcnt(62)\n"), kernel).len(), 1);
}

/// Idle states divide runs of memory instructions that could not be done again, unless XNACK is off. Those here are
/// what LLVM 19 inserts.
#[test]
fn idle_states_that_divide_runs_are_needed() {
    let text = "s_load_dwordx4 s[4:7], s[6:7], 0x0\ns_nop 0\ns_load_dword s8, s[10:11], 0x0\ns_waitcnt lgkmcnt(0)\n\
                v_mov_b32 v0, s4\nglobal_load_dword v1, v[2:3], off\ns_nop 0\nglobal_store_dword v[4:5], v0, off\n\
                s_waitcnt vmcnt(0)\nv_mov_b32 v6, v1\nv_mov_b32 v7, s8\ns_endpgm\n";
    assert_eq!(redundant(text, |_| ()), [] as [&str; 0]);
    assert_eq!(redundant(text, |code| code.options.replay = Some(true)), [] as [&str; 0]);
    assert_eq!(redundant(text, |code| code.options.replay = Some(false)).len(), 2);
    // Loads that have nothing in common may be in one run.
    let apart = "global_load_dword v1, v[2:3], off\ns_nop 0\nglobal_load_dword v4, v[2:3], off\ns_endpgm\n";
    assert_eq!(redundant(apart, |code| code.options.replay = Some(true)).len(), 1);
    // What the source says.
    for (target, count) in [("gfx900", 0), ("gfx900:xnack+", 0), ("gfx900:xnack-", 2)] {
        let text = format!(".amdgcn_target \"amdgcn-amd-amdhsa--{target}\"\n{text}");
        assert_eq!(redundant(&text, |_| ()).len(), count, "{target}");
    }
}

/// A load that overwrites its own address may be done again, by some sources. Together with a load before it, by all.
#[test]
fn idle_states_before_loads_of_their_addresses_are_needed() {
    let scalar = "s_load_dwordx2 s[10:11], s[6:7], 0x0\ns_nop 0\ns_load_dword s6, s[6:7], 0x8\ns_endpgm\n";
    let vector = "global_load_dword v2, v[0:1], off\ns_nop 0\nglobal_load_dword v0, v[0:1], off\ns_endpgm\n";
    for text in [scalar, vector] {
        assert_eq!(redundant(text, |code| code.options.replay = Some(true)), [] as [&str; 0]);
        assert_eq!(redundant(text, |code| code.options.replay = Some(false)).len(), 1);
    }
}

/// A wait takes a wait state, so one that waits for nothing may still be needed; an idle instruction is enough then.
#[test]
fn waits_that_are_wait_states_are_replaced() {
    let replacements = |text: &str| {
        let case = Case { target: Target::GFX900, replay: false, disputed: false, bad: None, text: text.to_owned() };
        let code = &codes(&case)[0];
        let items = code.program().items();
        let name = |inst: Instruction| {
            inst.display(Dialect::LLVM)
                .expect("a spelling")
                .to_string()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let found = code.redundant().into_iter().map(|one| {
            let new = one.replacement.map_or_else(|| "nothing".to_owned(), name);
            format!("{}: {new}", name(items[one.at].instruction.expect("code")))
        });
        found.collect::<Vec<_>>()
    };
    let dpp = "v_mov_b32_dpp v4, v1 row_shr:1 row_mask:0xf bank_mask:0xf\ns_endpgm\n";
    let two = format!("v_mov_b32 v1, v2\ns_waitcnt lgkmcnt(0)\ns_nop 0\n{dpp}");
    assert_eq!(replacements(&two), ["s_waitcnt lgkmcnt(0): s_nop 0"]);
    let lane = "ds_write_b32 v3, v4\nv_readfirstlane_b32 s2, v5\ns_waitcnt vmcnt(0)\ns_nop 2\nv_readlane_b32 s3, v1, s2\n\
                s_endpgm\n";
    assert_eq!(replacements(lane), ["s_waitcnt vmcnt(0): s_nop 0"]);
    // One of two is enough, and only one is left out.
    let three = format!("v_mov_b32 v1, v2\ns_waitcnt lgkmcnt(0)\ns_nop 0\ns_nop 0\n{dpp}");
    assert_eq!(replacements(&three), ["s_waitcnt lgkmcnt(0): nothing"]);
    let four = format!("v_mov_b32 v1, v2\ns_nop 1\ns_waitcnt lgkmcnt(0)\n{dpp}");
    assert_eq!(replacements(&four).len(), 1, "{:?}", replacements(&four));
    // Idle instructions one after the other count together, and some of the states of one may be too many.
    let write = "v_mov_b32 v1, v2\n";
    for (idle, expected) in [
        ("s_nop 7\n", &["s_nop 7: s_nop 1"][..]),
        ("s_nop 1\ns_nop 1\n", &["s_nop 1: nothing"]),
        ("s_nop 0\ns_nop 1\n", &["s_nop 1: s_nop 0"]),
        ("s_nop 0\ns_nop 0\ns_nop 0\ns_nop 0\n", &["s_nop 0: nothing", "s_nop 0: nothing"]),
        ("s_nop 0\ns_nop 0\n", &[]),
        ("s_nop 0\ns_mov_b32 s0, 0\n", &[]),
        ("s_nop 2\ns_mov_b32 s0, 0\n", &["s_nop 2: s_nop 0"]),
        ("s_nop 0\ns_mov_b32 s0, 0\ns_nop 0\n", &["s_nop 0: nothing"]),
    ] {
        assert_eq!(replacements(&format!("{write}{idle}{dpp}")), expected, "{idle}");
    }
}

/// An inserted wait may make another one needless that was inserted before.
#[test]
fn fixes_insert_nothing_needless() {
    let options = Options { places: true, ..Options::default() };
    let assembler = Assembler::with_options(Target::GFX900, Dialect::LLVM, options).expect("GCN has the dialect");
    let text = "v_mov_b32 v9, 0\n.L1:\nds_write_b32 v5, v4\nglobal_load_dword v4, v[1:2], off\nv_add_f32 v9, v9, v4\n\
                s_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 .L1\ns_endpgm\n";
    let fixed = fix(text, Dialect::LLVM, &Settings::default(), |text| assembler.assemble(text));
    let fixed = fixed.expect("it has no errors");
    let inserted: Vec<(usize, &str)> = fixed.inserted.iter().map(|one| (one.line, one.before.as_str())).collect();
    assert_eq!(inserted, [(5, "v_add_f32 v9, v9, v4")], "{}", fixed.text);
    let case = Case { target: Target::GFX900, replay: false, disputed: false, bad: None, text: fixed.text };
    assert!(codes(&case)[0].check().is_empty() && codes(&case)[0].redundant().is_empty());
}

/// In a loop the second wait of a function covers what the first one is for. LLVM 19 inserts only that one, too.
#[test]
fn fixes_of_loops_in_functions_insert_nothing_needless() {
    let options = Options { places: true, ..Options::default() };
    let assembler = Assembler::with_options(Target::GFX900, Dialect::LLVM, options).expect("GCN has the dialect");
    let text = "buffer_load_format_x v0, v0, s[0:3], 0 idxen\n.L1:\nbuffer_store_dword v5, v6, s[0:3], 0 offen\n\
                buffer_load_format_x v7, v7, s[0:3], 0 idxen\nv_add_u32_e32 v1, v0, v7\ns_cmp_lg_u32 s3, s4\n\
                s_cbranch_scc1 .L1\ns_endpgm\n";
    let fixed = fix(text, Dialect::LLVM, &Settings::default(), |text| assembler.assemble(text));
    let fixed = fixed.expect("it has no errors");
    let inserted: Vec<(usize, &str)> = fixed.inserted.iter().map(|one| (one.line, one.before.as_str())).collect();
    assert_eq!(inserted, [(5, "v_add_u32_e32 v1, v0, v7")], "{}", fixed.text);
}

/// Lines that are inserted end as the line before which they are.
#[test]
fn fixes_keep_the_ends_of_lines() {
    let options = Options { places: true, ..Options::default() };
    let assembler = Assembler::with_options(Target::GFX900, Dialect::LLVM, options).expect("GCN has the dialect");
    let text = ".macro LD d\r\n\tglobal_load_dword \\d, v[2:3], off\r\n\tv_add_f32 v9, \\d, \\d ; use\r\n.endm\r\nLD v1\r\n\
                v_readfirstlane_b32 s4, v1\r\nL1: buffer_store_dword v0, off, s[8:11], s4 // keep\r\ns_endpgm";
    for text in [text.to_owned(), text.replace("\r\n", "\n")] {
        let fixed = fix(&text, Dialect::LLVM, &Settings::default(), |text| assembler.assemble(text));
        let fixed = fixed.expect("it has no errors");
        assert_eq!(fixed.inserted.len(), 2);
        let count = |text: &str, end: &str| text.matches(end).count();
        assert_eq!(count(&fixed.text, "\n"), count(&text, "\n") + 2);
        assert_eq!(count(&fixed.text, "\r\n") > 0, count(&text, "\r\n") > 0);
        let same = count(&fixed.text, "\r\n") == count(&fixed.text, "\n");
        assert_eq!(same, text.contains('\r'), "{:?}", fixed.text);
    }
}

/// Most waits and idle states of compiled kernels are needed, and the code has no finding without the others.
#[test]
fn redundant_waits_are_few_in_compiled_code() {
    let (mut all, mut found) = (0, 0);
    let mut checker = Checker::default();
    for path in objects().into_iter().filter(|path| std::fs::metadata(path).is_ok_and(|file| file.len() < 400_000)) {
        for code in code_of(&read(&path)).unwrap_or_default() {
            let redundant = code.redundant();
            // Without them the code still has no finding.
            for one in redundant.iter().filter(|_| code.program().items().len() < 3000) {
                let none = match code.program().items()[one.at].instruction.expect("a wait") {
                    inst if inst.mnemonic() == "s_waitcnt" => one.replacement.unwrap_or_else(|| {
                        let mut inst = inst;
                        inst.set_field(inst.layout().field("simm16").expect("it has"), 0xcf7f);
                        inst
                    }),
                    inst => one.replacement.unwrap_or_else(|| {
                        let mut inst = inst;
                        inst.set_field(inst.layout().field("simm16").expect("it has"), 0);
                        inst
                    }),
                };
                let found: Vec<String> = with(&mut checker, &code, one.at, none)
                    .into_iter()
                    .map(|found| format!("{:#x}: {}", code.program().items()[found.at].address, found.message))
                    .collect();
                let item = &code.program().items()[one.at];
                let text = item.instruction.map_or_else(String::new, |inst| inst.to_string());
                assert_eq!(found, [] as [&str; 0], "{}: `{text}` at {:#x}", path.display(), item.address);
            }
            let items = code.program().items().iter().filter_map(|item| item.instruction);
            all += items.filter(|inst| inst.mnemonic() == "s_waitcnt").count();
            found += redundant.len();
        }
    }
    // The compiler of rocSPARSE waits after barriers again.
    assert!(all == 0 || found * 8 < all, "{found} of {all}");
}
