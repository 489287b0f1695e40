//! Listings of objects are changed like sources: what instructions refer to, sizes and alignments move with the code.
//!
//! `objects/calls-*.s` is what clang wrote, and `objects/calls-*.o` what LLVM's assembler made of it.

use isatope_asm::listing::{Margin, Sink, container};
use isatope_asm::{Assembler, Externals, Options};
use isatope_core::{Formatter, Target};
use isatope_testing::{read, root, text};
use object::{Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget};

type ElfFile64<'a> = object::read::elf::ElfFile64<'a, object::Endianness>;

/// Relocations of a section: offset, type, symbol, addend.
type Relocations = Vec<(u64, u32, String, i64)>;

fn file(name: &str) -> Vec<u8> {
    read(root().join("crates/isatope-asm/tests/objects").join(name))
}

/// The complete listing of an object.
fn listed(object: &[u8], target: Target, dialect: &str) -> String {
    let opened = isatope_object::open(object).expect("an object");
    let formatter = Formatter::new(target, dialect).expect("a dialect").labels(true);
    let view = container::View::default();
    let lister = container::Lister { target, formatter: &formatter, margin: Margin::None, all: true, view };
    let mut text = Vec::new();
    container::write(&opened, &lister, &mut Sink::new(&mut text)).expect("memory takes everything");
    String::from_utf8(text).expect("a listing is text")
}

/// The object that a source becomes.
fn assembled(source: &str, target: Target, dialect: &str) -> Vec<u8> {
    let options = Options { externals: Externals::All, ..Options::default() };
    let output = Assembler::new(target, dialect, options).expect("a dialect").assemble(source);
    assert_eq!(output.diagnostics, []);
    output.relocatable(target).expect("an object")
}

/// A source with some instructions at the start of each function.
fn longer(source: &str) -> String {
    let is_function = |line: &str| {
        let name = line.split_once(':').map_or("", |(name, _)| name);
        ["many", "leaf", "stack", "k1", "k2", "k3"].contains(&name)
    };
    let more = |line: &str| if is_function(line) { "\ns_nop 7\nv_mov_b32 v0, 0x12345678\n" } else { "\n" };
    source.lines().flat_map(|line| [line.to_owned(), more(line).to_owned()]).collect()
}

/// Bytes and relocations of a section, and symbols with their sizes.
fn contents(file: &[u8], section: &str) -> (Vec<u8>, Relocations, Vec<(String, u64, u64)>) {
    let file = ElfFile64::parse(file).expect("an ELF file");
    let found = file.section_by_name(section).expect("the section");
    let relocations = found.relocations().map(|(offset, relocation)| {
        let RelocationFlags::Elf { r_type } = relocation.flags() else { panic!("no ELF file") };
        let RelocationTarget::Symbol(symbol) = relocation.target() else { panic!("no symbol") };
        let symbol = file.symbol_by_index(symbol).expect("a symbol");
        let section = symbol.section_index().and_then(|section| file.section_by_index(section).ok());
        let name = symbol.name().ok().filter(|name| !name.is_empty());
        let name = name.or_else(|| section.as_ref()?.name().ok()).unwrap_or_default().to_owned();
        (offset, r_type, name, relocation.addend())
    });
    let symbols = file.symbols().filter(|symbol| symbol.section_index() == Some(found.index()));
    let mut symbols: Vec<_> =
        symbols.map(|symbol| (symbol.name().expect("a name").to_owned(), symbol.address(), symbol.size())).collect();
    symbols.sort();
    (found.data().expect("contents").to_vec(), relocations.collect(), symbols)
}

/// After instructions are added, the listing of an object becomes the same code, relocations, sizes and places of
/// kernels as the text of the compiler with the same instructions.
#[test]
fn listings_are_changed_like_sources() {
    for name in ["gfx803", "gfx900"] {
        let target = Target::from_name(name).expect("a target");
        let object = file(&format!("calls-{name}.o"));
        let source = text(root().join(format!("crates/isatope-asm/tests/objects/calls-{name}.s")));
        let listing = listed(&object, target, "llvm");
        assert_eq!(assembled(&listing, target, "llvm"), object, "{name}");
        let changed = assembled(&longer(&listing), target, "llvm");
        let expected = assembled(&longer(&source), target, "llvm");
        for section in [".text", ".rodata"] {
            let ((code, relocations, symbols), expected) = (contents(&changed, section), contents(&expected, section));
            assert_eq!(relocations, expected.1, "{name} {section}");
            assert_eq!(symbols, expected.2, "{name} {section}");
            assert!(code == expected.0, "{name} {section}");
        }
        assert!(contents(&changed, ".text").1.len() > 10);
    }
}

/// A relocation that no operand makes is a directive at its instruction, and moves with it.
#[test]
fn directives_of_relocations_move_with_the_code() {
    let target = Target::GFX900;
    let source =
        ".text\nf:\ns_nop 0\ns_mov_b32 s0, lit(0x0)\n.reloc 8, R_AMDGPU_ABS32, x+4\ns_mov_b32 s1, y@abs32@lo\n";
    for dialect in ["llvm", "clrx"] {
        let object = assembled(source, target, "llvm");
        let listing = listed(&object, target, dialect);
        assert_eq!(assembled(&listing, target, dialect), object, "{listing}");
        let longer = listing.replacen("s_nop", "s_nop 1\n    s_nop", 1);
        let (before, after) = (contents(&object, ".text").1, contents(&assembled(&longer, target, dialect), ".text").1);
        assert_eq!(before.len(), 2);
        let moved: Relocations =
            before.into_iter().map(|(at, kind, name, addend)| (at + 4, kind, name, addend)).collect();
        assert_eq!(after, moved, "{longer}");
    }
}

/// The header of an object may say another version than its metadata.
#[test]
fn listings_keep_the_version_of_the_header() {
    let target = Target::GFX900;
    for (version, dialect) in [(4, "llvm"), (5, "llvm"), (6, "llvm"), (4, "clrx"), (5, "clrx"), (6, "clrx")] {
        let mut object = file("calls-gfx900.o");
        object[8] = version - 2;
        let listing = listed(&object, target, dialect);
        let back = assembled(&listing, target, dialect);
        assert_eq!(back[8], object[8], "version {version} in {dialect}");
        assert!(back == object, "version {version} in {dialect}");
    }
}
