//! Tests words that can be encoded but are suspicious: a warning, or an error if requested. A repeated line gives the
//! same message again.

use isatope_asm::{Assembler, Item, Options};
use isatope_core::{Formatter, Target};
use isatope_diag::Level;
use isatope_testing::{root, rows_of};

/// Target, dialect, words, message, source.
fn cases() -> Vec<[String; 5]> {
    rows_of(root().join("crates/isatope-asm/tests/doubts.tsv"))
}

fn assembler(target: &str, dialect: &str, strict: bool) -> Assembler {
    let target = Target::from_name(target).expect("a target");
    Assembler::new(target, dialect, Options { strict, ..Options::default() }).expect("a dialect")
}

fn words(item: Item) -> String {
    match item.len() {
        8 => format!("{:08x} {:08x}", item.bits() as u32, item.bits() >> 32),
        _ => format!("{:08x}", item.bits()),
    }
}

#[test]
fn each_is_warned_of_every_time() {
    for [target, dialect, hex, said, source] in cases() {
        let output = assembler(&target, &dialect, false).assemble(&format!("{source}\n").repeat(5));
        assert!(!output.failed(), "{source}: {:?}", output.diagnostics);
        assert!(
            output.items.iter().all(|item| words(item) == hex),
            "{source}: {}",
            output.items.get(0).map_or(String::new(), words)
        );
        let warned = output.diagnostics.iter().filter(|d| d.level == Level::Warning && d.message.contains(&said));
        assert_eq!((output.items.len(), warned.count()), (5, 5), "{source}: {:?}", output.diagnostics);
    }
}

#[test]
fn each_is_refused_where_nothing_doubtful_is_wanted() {
    for [target, dialect, _, said, source] in cases() {
        // In some dialects, a value that is too large is truncated with a warning.
        if said == "is truncated" {
            continue;
        }
        let output = assembler(&target, &dialect, true).assemble(&source);
        let refused = output.diagnostics.iter().any(|d| d.level == Level::Error && d.message.contains(&said));
        assert!(refused, "{source}: {:?}", output.diagnostics);
    }
}

/// The text of such words in a listing assembles to the same words.
#[test]
fn listings_of_them_are_read() {
    for [target, dialect, hex, _, source] in cases() {
        let found = assembler(&target, &dialect, false);
        let Some(Item::Instruction(inst)) = found.assemble(&source).items.get(0) else { panic!("{source}") };
        let text = Formatter::new(found.target(), &dialect).expect("a dialect").display(&inst).to_string();
        let output = found.assemble(&text);
        assert!(!output.failed(), "{text}: {:?}", output.diagnostics);
        assert_eq!(output.items.get(0).map(words), Some(hex), "{text}");
    }
}

/// A number may be suspicious even if the rest of the line is the same as in earlier lines.
#[test]
fn numbers_in_lines_like_others_are_looked_at() {
    let warnings = |dialect: &str, text: &str| {
        let output = assembler("gfx900", dialect, false).assemble(text);
        assert!(!output.failed(), "{:?}", output.diagnostics);
        output.diagnostics.len()
    };
    assert_eq!(warnings("clrx", &["s_set_gpr_idx_on s0, 1\n"; 4].concat()), 0);
    let text = ["s_set_gpr_idx_on s0, 1\n"; 4].concat() + "s_set_gpr_idx_on s1, 16\n";
    assert_eq!(warnings("clrx", &text), 1);
    let text = ["s_load_dword s0, s[2:3], 0x10\n"; 4].concat() + "s_load_dword s0, s[2:3], 0x100000\n";
    assert_eq!(warnings("clrx", &text), 1);
    let text = ["image_atomic_add v0, v[0:3], s[0:7] dmask:1 unorm\n"; 4].concat()
        + "image_atomic_add v0, v[0:3], s[0:7] dmask:2 unorm\n";
    assert_eq!(warnings("clrx", &text), 1);
    let text = ["global_load_dword v1, v[2:3], off inst_offset:5\n"; 4].concat()
        + "global_load_dword v1, v[2:3], off inst_offset:-5\n";
    assert_eq!(warnings("clrx", &text), 0);
}

/// Labels may have the names of modifiers.
#[test]
fn labels_are_named_as_people_like() {
    for dialect in ["llvm", "clrx"] {
        for name in ["glc", "clamp", "force", "offset", "mul", "row_shl", "vop3", "neg"] {
            let text = format!("s_branch {name}\n{name}:\ns_cbranch_scc0 {name}\n");
            let output = assembler("gfx900", dialect, false).assemble(&text);
            assert!(!output.failed(), "{text}: {:?}", output.diagnostics);
            let bits: Vec<u64> = output.items.iter().map(|item| item.bits()).collect();
            assert_eq!(bits, [0xbf820000, 0xbf84ffff], "{dialect} {name}");
        }
    }
}
