//! Every name of the specification has a page, and pages can be shown at any width.

use std::collections::BTreeSet;

use isatope_lang::{Model, words};
use isatope_pages::{Block, Kind, Look};

fn models() -> Vec<Model> {
    let compiled = |files| isatope_lang::compile(files).expect("the specification is correct");
    isatope_isa::ARCHITECTURES.iter().map(|files| compiled(files)).collect()
}

/// The names in a body that the body itself does not explain.
fn free(body: &str, own: &[&str]) -> BTreeSet<String> {
    let names = words::names(body);
    let declares = |word: &str| matches!(word, "let" | "var" | "for");
    let local: BTreeSet<&str> =
        names.windows(2).filter(|w| declares(&w[0])).map(|w| w[1].as_str()).chain(own.iter().copied()).collect();
    let base = |n: &str| n.split('.').next().unwrap_or_default().to_string();
    names.iter().filter(|n| !local.contains(base(n).as_str())).cloned().collect()
}

fn has(name: &str, arch: &str, kind: Option<Kind>) -> bool {
    let fits =
        |f: &isatope_pages::Found| isatope_pages::in_arch(f.entry, arch) && kind.is_none_or(|k| f.entry.kind == k);
    isatope_pages::find(name).iter().any(fits)
}

#[test]
fn every_name_in_a_body_has_a_page() {
    let mut missing = BTreeSet::new();
    for model in &models() {
        let versions: Vec<&str> = model.versions.iter().map(|v| v.name.as_str()).collect();
        let mut names = BTreeSet::new();
        for inst in &model.insts {
            let own: Vec<&str> = inst.operands.iter().map(|o| o.name.as_str()).collect();
            names.extend(free(&inst.body_text, &own));
        }
        for function in &model.functions {
            let own: Vec<&str> = function.params.iter().map(|(name, _)| name.as_str()).collect();
            names.extend(free(&function.body_text, &own));
        }
        for name in names.into_iter().filter(|n| !versions.contains(&n.as_str())) {
            if !has(&name, &model.arch, None) {
                missing.insert(format!("{} of {}", name, model.arch));
            }
        }
    }
    assert_eq!(missing, BTreeSet::new(), "these names have no page");
}

#[test]
fn every_declaration_has_a_page() {
    for model in &models() {
        let has = |name: &str, kind| assert!(has(name, &model.arch, Some(kind)), "no page: {} {name}", kind.describe());
        model.insts.iter().for_each(|i| has(&i.name, Kind::Instruction));
        model.aliases.iter().for_each(|a| has(&a.alias, Kind::Instruction));
        model.functions.iter().for_each(|f| has(&f.name, Kind::Function));
        model.modifiers.iter().for_each(|m| has(&m.name, Kind::Modifier));
        model.formats.iter().for_each(|f| has(f.name.split(['+', '/']).next().unwrap_or_default(), Kind::Format));
        model.classes.iter().for_each(|c| has(&c.name, Kind::Class));
        model.memories.iter().for_each(|m| has(&m.name, Kind::Memory));
        model.files.iter().for_each(|f| has(&f.name, Kind::File));
        for register in &model.registers {
            has(&register.name, Kind::Register);
            register.fields.iter().for_each(|part| has(&format!("{}.{}", register.name, part.name), Kind::Part));
        }
        for interface in &model.interfaces {
            has(&interface.name, Kind::Interface);
            interface.operations.iter().for_each(|o| has(&format!("{}.{}", interface.name, o.name), Kind::Operation));
        }
        model.units.iter().for_each(|u| has(&u.name, Kind::Unit));
        for list in &model.enums {
            has(&list.name, Kind::Enum);
            list.members.iter().flat_map(|m| m.spellings()).for_each(|name| has(&name, Kind::Value));
            list.members.iter().for_each(|m| has(&m.name, Kind::Value));
        }
        model.references.iter().for_each(|r| has(&r.name, Kind::Reference));
        model.doubts.iter().filter(|d| !d.name.is_empty()).for_each(|d| has(&d.name, Kind::Doubt));
    }
}

#[test]
fn every_declaration_says_what_it_is() {
    // Members of enums, parts of registers, codes and operations may leave it to their names; a spec note is its own
    // text.
    let told = [
        Kind::Instruction,
        Kind::Function,
        Kind::Modifier,
        Kind::Format,
        Kind::Class,
        Kind::Register,
        Kind::File,
        Kind::Memory,
        Kind::Interface,
        Kind::Unit,
        Kind::Enum,
    ];
    let silent: Vec<String> = isatope_pages::all()
        .map(|f| f.entry)
        .filter(|e| told.contains(&e.kind) && e.summary.is_empty())
        .map(|e| format!("{} {}", e.kind.name(), e.name))
        .collect();
    assert!(silent.is_empty(), "write a `///` line above: {silent:?}");
}

/// The lines of commands and their outputs on a page.
fn console(page: &isatope_pages::Page) -> Vec<String> {
    let blocks = page.sections.iter().flat_map(|section| &section.blocks);
    let texts = blocks.filter_map(|block| match block {
        Block::Code { text, language } if language == "console" => Some(text.as_str()),
        _ => None,
    });
    let shown = |text: &str| text.replace("\\\n> ", "\\\n  ").lines().map(str::to_owned).collect::<Vec<_>>();
    texts.flat_map(shown).collect()
}

/// What can be copied is there as it is written, at any width, and commands fit into the usual one.
#[test]
fn commands_and_outputs_keep_their_lines() {
    let mut count = 0;
    for found in isatope_pages::all().filter(|found| found.entry.kind == Kind::Concept) {
        let page = isatope_pages::page(found);
        let kept = console(&page);
        for width in [40, 80] {
            let text = isatope_pages::text(&page, Look::plain(width));
            let mut lines = text.lines();
            for line in &kept {
                let is_there = lines.any(|shown| shown.strip_prefix("  ").unwrap_or(shown) == *line);
                assert!(is_there, "{} at {width}: {line}", page.name);
            }
        }
        let starts = kept.iter().map(|line| line.starts_with("$ "));
        let goes_on = [false].into_iter().chain(kept.iter().map(|line| line.ends_with('\\')));
        let is_command = starts.zip(goes_on).map(|(starts, goes_on)| starts || goes_on);
        for (line, _) in kept.iter().zip(is_command).filter(|(_, is_command)| *is_command) {
            assert!(line.chars().count() <= 78, "{}: this command is too long: {line}", page.name);
            count += 1;
        }
    }
    assert!(count >= 28, "only {count} commands");
}

#[test]
fn no_line_is_longer_than_asked_for() {
    for found in isatope_pages::all().step_by(if cfg!(debug_assertions) { 7 } else { 1 }) {
        let page = isatope_pages::page(found);
        let kept = console(&page);
        for width in [40, 80, 133] {
            for line in isatope_pages::text(&page, Look::plain(width)).lines() {
                let is_kept = kept.iter().any(|kept| line.strip_prefix("  ") == Some(kept.as_str()));
                assert!(is_kept || line.chars().count() <= width, "{} at {width}: {line}", page.name);
                assert_eq!(line.trim_end(), line, "{}: blanks at the end", page.name);
            }
        }
    }
}

#[test]
fn an_entry_and_its_page_agree() {
    for found in isatope_pages::all().step_by(11) {
        let page = isatope_pages::page(found);
        let entry = found.entry;
        assert_eq!(
            (&page.name, page.kind, &page.arch, &page.summary),
            (&entry.name, entry.kind, &entry.arch, &entry.summary)
        );
        assert_eq!(page.versions, entry.versions);
        let text = serde_json::to_string(&page).expect("plain data is always JSON");
        assert_eq!(serde_json::from_str::<isatope_pages::Page>(&text).expect("it was written just now"), page);
    }
}

#[test]
fn a_page_narrows_to_any_version() {
    for model in &models() {
        for found in isatope_pages::all().filter(|f| f.entry.arch == model.arch).step_by(17) {
            for version in &model.versions {
                let mut page = isatope_pages::page(found);
                isatope_pages::narrow(&mut page, &version.name);
                let text = serde_json::to_string(&page.sections).expect("plain data is always JSON");
                assert!(!text.contains("\"versions\""), "{}: {text}", page.name);
            }
        }
    }
}

#[test]
fn looking_up_is_total() {
    for name in
        ["", " ", ".", "..", "a.", ".a", "é", "v", "v9999999999999999999", "0", "-1", "`", "\u{0}", "F32.", "x.y.z"]
    {
        isatope_pages::find(name);
        isatope_pages::search(name);
    }
    assert!(isatope_pages::find("no_such_name").is_empty());
    assert_eq!(isatope_pages::find("v17")[0].entry.name, "vgpr");
    assert_eq!(isatope_pages::find("IADD.u32.wait0")[0].entry.name, "IADD.u32");
    assert_eq!(isatope_pages::find("HW_REG_MODE")[0].entry.kind, Kind::Value);
}

#[test]
fn names_are_found_as_they_are_written() {
    for (name, expected) in [
        (".slot0", "slot"),
        (".wait0126", "flow"),
        ("r60", "r"),
        ("^r0", "r"),
        ("@r4", "r"),
        ("s[2:3]", "sgpr"),
        ("S5", "sgpr"),
        ("u5", "u"),
        ("u32", "u32"),
        ("vmcnt(0)", "vmcnt"),
        ("VGPR", "VGPR"),
        ("vgpr", "VGPR"),
        ("Exec Mask", "exec"),
        ("work item", "work-item"),
        ("Wait State", "wait states"),
        ("rx 580", "gfx8"),
        ("Radeon VII", "gfx906"),
        ("gfx9", "gfx9"),
        ("mi25", "gfx9"),
        ("gcn1.2", "gfx8"),
        ("G77", "valhall"),
        ("v9", "vgpr"),
        ("dfmt", "format"),
    ] {
        let found = isatope_pages::find(name);
        assert_eq!(found.first().map(|f| f.entry.name.as_str()), Some(expected), "{name}");
    }
    for name in ["r64", "v256", "s[3:2]", "s[2:200]", "s[:]", "s[", "()", "^", "v_add_f32 v0, 1.0, v1"] {
        assert!(isatope_pages::find(name).is_empty(), "{name}");
    }
}

/// Numbers of registers are those that LLVM's assembler takes.
#[test]
fn pages_count_the_registers_of_operands() {
    for (name, version, count) in [
        ("buffer_load_dword", "gcn1.4", "1 register, 2 with tfe"),
        ("buffer_load_dwordx4", "gcn1.4", "4 registers, 5 with tfe"),
        ("buffer_store_dwordx3", "gcn1.2", "3 registers, 4 with tfe"),
    ] {
        let found = isatope_pages::find(name);
        let mut page = isatope_pages::page(*found.first().expect("it is there"));
        isatope_pages::narrow(&mut page, version);
        let text = isatope_pages::text(&page, Look::plain(200));
        let line = text.lines().find(|line| line.trim_start().starts_with("vdata ")).unwrap_or_default();
        assert!(line.contains(count), "{name}: {line}");
    }
}

/// A concept is found in each spelling that people use, and before a modifier that nobody means.
#[test]
fn concepts_are_found_in_any_spelling_and_number() {
    for (typed, name) in [
        ("wavefronts", "wavefront"),
        ("Wave-Front", "wavefront"),
        ("vgprs", "VGPR"),
        ("SGPRs", "SGPR"),
        ("EXEC masks", "exec"),
        ("exec_mask", "exec"),
        ("execmask", "exec"),
        ("inline_constants", "literal"),
        ("wait count", "wait counters"),
        ("wait", "wait counters"),
        ("descriptors", "kernel descriptor"),
        ("buffer descriptors", "buffer descriptor"),
        ("lanes", "lane"),
        ("message slots", "message slot"),
        ("workgroups", "workgroup"),
    ] {
        let found = isatope_pages::find(typed).first().map(|f| (f.entry.kind, f.entry.name.as_str()));
        assert_eq!(found, Some((Kind::Concept, name)), "{typed}");
    }
    // The register comes before a modifier of another architecture.
    let kinds = |name: &str| isatope_pages::find(name).first().map(|f| f.entry.kind);
    assert_eq!((kinds("v2"), kinds("v4"), kinds("v5")), (Some(Kind::File), Some(Kind::File), Some(Kind::File)));
    assert!(isatope_pages::find("lan").is_empty() && isatope_pages::find("lanesss").is_empty());
}

#[test]
fn concepts_introduce_what_there_is() {
    let mut count = 0;
    for concept in isatope_pages::all().map(|f| f.entry).filter(|e| e.kind == Kind::Concept) {
        count += 1;
        for name in concept.about.iter().filter(|name| *name != "literal") {
            let known = isatope_pages::find(name);
            assert!(
                known.iter().any(|f| f.entry.kind != Kind::Concept && f.entry.name == *name),
                "{}: `about: {name}` names nothing",
                concept.name
            );
        }
        let page = isatope_pages::page(isatope_pages::find(&concept.name)[0]);
        let lines = isatope_pages::text(&page, Look::plain(100)).lines().count();
        assert!((5..=40).contains(&lines), "{} has {lines} lines", concept.name);
    }
    assert!(count >= 28, "only {count} concepts");
}

#[test]
fn what_is_searched_for_may_stand_in_a_summary_or_a_source() {
    let found = isatope_pages::search("V_BFE_U32");
    assert_eq!(found[0].entry.name, "v_bfe_u32");
    assert!(isatope_pages::search("full turns").iter().any(|f| f.entry.name == "v_sin_f32"));
    // Names come before texts, and operands and concepts are searched too.
    assert_eq!(isatope_pages::search("sine")[0].entry.name, "FSIN_TABLE.u6");
    assert_eq!(isatope_pages::search("lgkmcnt")[0].entry.name, "lgkmcnt");
    assert!(isatope_pages::search("saddr").iter().any(|f| f.entry.name == "global_load_dword"));
    assert!(isatope_pages::search("coalescing").is_empty());
}
