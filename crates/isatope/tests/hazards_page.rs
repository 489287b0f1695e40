//! Writes `docs/checks.md` from the specification and the cases of `hazards.s`, and tests that it is up to date.

use std::fmt::Write;

use isatope::check::{Code, HazardKind};
use isatope::{Dialect, Target};
use isatope_core::hazards::{Demand, Described, Rule};

use crate::hazards::{Case, cases, codes};

/// What a rule demands, in a sentence or two.
fn demand(rule: &Rule, target: Target) -> String {
    let classes = target.hazards().map_or(&[][..], |hazards| hazards.classes);
    let versions = |set: isatope_core::hazards::Versions| {
        let all = target.arch().versions.iter().enumerate();
        let names: Vec<&str> = all
            .filter(|(index, _)| set.contains(isatope::tables::VersionId::new(*index)))
            .map(|(_, version)| version.name)
            .collect();
        names.join(", ")
    };
    match rule.kind {
        Demand::Event { counter, order, holds, .. } => {
            let order = match order {
                Some(_) => "Operations of this kind complete in order.",
                None => "These operations complete in any order, so only a wait for 0 proves anything.",
            };
            let what = match holds {
                Some(_) => "Its registers may be written only after a wait",
                None => "Its results may be read or written only after a wait",
            };
            format!("{what} for `{counter}`. {order}")
        }
        Demand::Distance { states, .. } => {
            let counts = states.iter().map(|states| {
                let disputed = if states.disputed { ", disputed" } else { "" };
                let s = if states.count == 1 { "" } else { "s" };
                format!("{} wait state{s} ({}{disputed})", states.count, versions(states.versions))
            });
            format!("Between the two: {}.", counts.collect::<Vec<_>>().join("; "))
        }
        Demand::Drain { counters, except, .. } => {
            let except = except.map(|class| format!(", except for `{}`", classes[class].name));
            format!("Wait for {} first{}.", counters.join(" and "), except.unwrap_or_default())
        }
        Demand::Stale { .. } => format!("To make it right: {}.", rule.help),
        Demand::Defined { .. } => format!("It must be written on every path: {}.", rule.help),
        Demand::Provided { .. } => "The descriptor of a kernel that uses it must provide it.".to_owned(),
        Demand::Described { what: Described::Entry } => "A kernel starts at a multiple of 256 bytes.".to_owned(),
        Demand::Described { .. } => "The metadata of a kernel agree with its descriptor and its code.".to_owned(),
        Demand::Never { .. } => "No program does this.".to_owned(),
        Demand::Replay { .. } => {
            "Only with `--xnack`, or if the target has XNACK. Other instructions between, such as `s_nop 0`, end a run."
                .to_owned()
        }
    }
}

/// A page with its lines of prose broken at 100 columns; the next lines of a list item are indented.
fn wrapped(page: &str) -> String {
    let (mut out, mut in_code) = (String::new(), false);
    for line in page.lines() {
        in_code ^= line.starts_with("```");
        let indent = if line.starts_with("- ") { "  " } else { "" };
        match in_code || line.chars().count() <= 100 {
            true => out += line,
            false => {
                let lines = isatope::pages::wrapped(line, 100 - indent.len());
                out += &lines.lines().collect::<Vec<_>>().join(&format!("\n{indent}"));
            }
        }
        out.push('\n');
    }
    out
}

/// The page about all rules, from the specification and the cases.
fn page() -> String {
    let target = Target::GFX900;
    let hazards = target.hazards().expect("GCN has rules");
    let cases = cases();
    let mut text = String::from(
        "# Rules of `isatope check` for GCN\n\n\
         `UPDATE=1 cargo test -p isatope --features check --test all hazards` writes this page from \
         `isa/amd-gcn/machine/hazards.isa` and `crates/isatope/tests/hazards.s`. Each rule has an example that breaks it, \
         and what ends the finding. Rules are errors unless they say otherwise. Disputed rules are off without `--strict`: \
         sources contradict each other. Code of LLVM breaks none of the others, with two exceptions. With XNACK, LLVM lets \
         loads of several scalar registers overwrite an address that it knows to be aligned, and it looks back over only five \
         instructions of a run. On gcn1.0 and gcn1.1, LLVM removes an `s_and_b64 vcc, exec, vcc` after it has counted on it to \
         restore VCCZ, which the rule `vccz_scalar_load` reports. Mesa's ACO waits at a barrier only for the memory that the barrier is about, which the rule `barrier` \
         reports.\n\n\
         Every instruction is one wait state, and `s_nop N` is N + 1. On branches the shortest path counts. An instruction of \
         another kind that overwrites the register ends a hazard. What is outstanding at a call is \
         outstanding at the start of the function, if the input contains the function and the code before the call \
         computes its address. Nothing is known after a call, and functions may have callers that are not in the input: \
         a function that uses its arguments without a wait is reported only with its caller. A full counter is a wait: \
         if `vmcnt` counts up to 63 \
         operations, the first of 64 loads is complete when the last one starts. `--redundant` does not advise to \
         remove a wait for this reason alone.\n\n\
         A branch that is too far for an offset is followed if its own block computes the address. Two branches on the same \
         comparison of registers that have not changed lead the same way: a load that one of them leads around is not \
         outstanding where the other one leads around the wait. Lanes do not wait for what only \
         other lanes started: masks of lanes are followed through EXEC and pairs of scalar registers, as `if` and `else`, loops, \
         and the loops of compilers over different descriptors compute them. Kernels that wait for `lgkmcnt` before each use of what flat \
         loads read count these loads among the operations of LDS, as AMD's compilers did up to ROCm 4; there a wait for \
         `lgkmcnt(1)` after `ds_read_b32` and `flat_load_dword` proves that the first one is complete.\n\n\
         Some registers are not in the words of an instruction. A relative move such as `v_movrels_b32` counts as an \
         access to the register that it names, and not to the others among which M0 selects. The address of an image \
         counts with the fewest registers that the opcode and its modifiers need: `image_sample` may sample an image with \
         one coordinate, `image_sample_d` takes three registers or more. `run --check-waits` counts the same registers. \
         What a trap handler reads is not known: for handlers of HSA on gcn1.1 and gcn1.2, LLVM waits for `s[0:1]` before \
         `s_trap 2`.\n",
    );
    for (title, kinds) in [
        ("Waits", "Event"),
        ("Wait states", "Distance"),
        ("Nothing outstanding", "Drain"),
        ("State that is out of date", "Stale"),
        ("Registers that have to be set", "Defined"),
        ("Memory of the descriptor", "Provided"),
        ("Metadata", "Described"),
        ("What no program does", "Never"),
        ("Instructions that are done again", "Replay"),
    ] {
        writeln!(text, "\n## {title}").expect("a string");
        if kinds == "Described" {
            let kernel = crate::metadata::KERNEL;
            writeln!(text, "\nThe examples change a line of this kernel:\n```\n{kernel}```").expect("a string");
        }
        for rule in hazards.rules.iter().filter(|rule| format!("{:?}", rule.kind).starts_with(kinds)) {
            writeln!(text, "\n### `{}`: {}\n{}", rule.name, rule.text, demand(rule, target)).expect("a string");
            let versions = target.arch().versions.iter().enumerate();
            let holds = |index: usize| rule.versions.contains(isatope::tables::VersionId::new(index));
            let names: Vec<&str> = versions.filter(|(i, _)| holds(*i)).map(|(_, v)| v.name).collect();
            let level = format!("{:?}", rule.level).to_lowercase();
            writeln!(text, "\n- Versions: {}. Level: {level}.", names.join(", ")).expect("a string");
            for (title, place) in rule.sources {
                writeln!(text, "- Source: {title}, \"{place}\".").expect("a string");
            }
            if kinds == "Described" {
                let (line, new, message) = crate::metadata::example(rule.name);
                let help = message.help.unwrap_or_default();
                writeln!(text, "\n```\n{new}\n```\nin place of `{line}`: {}.\nTo end it, {help}.", message.message)
                    .expect("a string");
                continue;
            }
            let breaks = |case: &&&Case| case.bad.as_deref() == Some(rule.name) && kind_of(case) == Some(kinds);
            let all: Vec<&Case> = cases.iter().collect();
            let breaking = || all.iter().filter(breaks).copied();
            // An example that shows what is reported without `--strict`, if there is one.
            let plain = breaking().find(|case| !is_strict(case));
            let Some(case) = plain.or_else(|| breaking().next()) else {
                // Operations without registers count, and no use of theirs can be too early.
                let counts = matches!(rule.kind, Demand::Event { writes: None, holds: None, .. });
                assert!(counts, "`{}` has no case in hazards.s", rule.name);
                continue;
            };
            let code = &codes(case)[0];
            let finding = &code.check()[0];
            let message = code.message(finding, Dialect::LLVM);
            writeln!(text, "\n```\n{}```", case.text).expect("a string");
            let with = if is_strict(case) { " with `--strict`" } else { "" };
            writeln!(text, "On {}{with}: {}.", case.target.name(), message.message).expect("a string");
            if let Some(help) = message.help {
                writeln!(text, "To end it, {help}.").expect("a string");
            }
        }
    }
    text += "\n## Whole programs\n\nThese rules need no declaration: they follow from control flow, accesses and descriptors. Drivers \
             continue parts of shaders, which need not end: objects tell them apart, and words and raw bytes count as whole \
             programs.\n";
    let kernel = crate::programs::kernel;
    for (title, source) in [
        ("A program ends, and does not run into data or another kernel", "v_mov_b32 v0, 0\n".to_owned()),
        ("Branches lead to instructions", "s_cbranch_scc0 .La\ns_endpgm\n.La:\n.long 0xffffffff\n".to_owned()),
        (
            "Something leads to each instruction of a kernel. With `--strict` also in sources without descriptors, if there \
             is no label",
            kernel("s_endpgm\nv_mov_b32 v0, 0\ns_endpgm", crate::programs::PLENTY),
        ),
        (
            "A register is written before it is read. With `--strict` on every path",
            kernel("v_mov_b32 v1, v5\ns_endpgm", crate::programs::PLENTY),
        ),
        (
            "The descriptor provides the registers that the kernel uses, VCC and the like included",
            kernel("v_mov_b32 v7, 0\ns_endpgm", ".amdhsa_next_free_vgpr 4\n.amdhsa_next_free_sgpr 8"),
        ),
        (
            "A kernel that computes with floats starts with the usual modes",
            kernel(
                "v_add_f32 v1, v0, v0\ns_endpgm",
                &format!("{}\n.amdhsa_float_round_mode_32 3", crate::programs::PLENTY),
            ),
        ),
        (
            "Operands are possible. With `--strict` in every dialect",
            "v_add_f32_e64 v0, s1, s2 force\ns_endpgm\n".to_owned(),
        ),
    ] {
        let found = crate::programs::reported(Target::GFX900, &source, false);
        let message = &found.first().unwrap_or_else(|| panic!("nothing is reported about {source}")).message;
        writeln!(text, "\n### {title}\n\n```\n{source}```\nOn gcn1.4: {message}.").expect("a string");
        let help = found[0].help.as_deref().unwrap_or_default();
        let end = if help.is_empty() { String::new() } else { format!("To end it, {help}.\n") };
        text += &end;
    }
    wrapped(&text)
}

/// Whether what a case breaks is reported only with `--strict`.
fn is_strict(case: &Case) -> bool {
    let reports = |code: &mut Code| {
        code.options.disputed = false;
        code.check().iter().any(|found| found.rule.map(|rule| rule.name) == case.bad.as_deref())
    };
    !codes(case).iter_mut().any(reports)
}

/// The kind of rule that a case breaks.
fn kind_of(case: &Case) -> Option<&'static str> {
    let finding = codes(case).iter().flat_map(Code::check).next()?;
    Some(match finding.kind {
        HazardKind::Wait | HazardKind::Held => "Event",
        HazardKind::States => "Distance",
        HazardKind::Outstanding => "Drain",
        HazardKind::Stale => "Stale",
        HazardKind::Undefined => "Defined",
        HazardKind::Unprovided => "Provided",
        HazardKind::Never => "Never",
        HazardKind::Replay => "Replay",
        _ => return None,
    })
}

#[test]
fn the_page_of_rules_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/checks.md");
    let page = page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &page).expect("writable");
    }
    assert_eq!(page, std::fs::read_to_string(path).unwrap_or_default());
}
