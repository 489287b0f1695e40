//! Targets that a source names, and the devices of CLRX.

use isatope_asm::{Assembler, Files, Options, named_target, named_target_with};
use isatope_core::Target;

/// The devices, the way the assembler reads them.
const DEVICES: &str = include_str!("../src/assembler/devices.tsv");

#[test]
fn devices_have_their_targets_and_numbers() {
    let rows = DEVICES.lines().filter(|line| !line.starts_with('#'));
    let mut devices = 0;
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let [name, number, version, ..] = columns[..] else { panic!("{row}") };
        let (target, _) = Target::called(name).or_else(|| Target::called(version)).expect("a target");
        // CLRX may count a device to an earlier version of its generation.
        assert!(target.name().starts_with(version), "{name}");
        let text = format!(".gpu {name}\n.get_gpu x\n.byte x\n");
        assert_eq!(named_target(&text).map(|(target, _)| target), Some(target), "{name}");
        let assembler = Assembler::new(target, "clrx", Options::default()).expect("a dialect");
        let output = assembler.assemble(&text);
        assert!(output.diagnostics.is_empty(), "{name}: {:?}", output.diagnostics);
        assert_eq!(output.bytes_of(".text"), [number.parse::<u8>().expect("a number")], "{name}");
        devices += 1;
    }
    assert!(devices > 20, "{devices} devices");
}

#[test]
fn the_first_target_counts() {
    let name = |text| named_target(text).map(|(target, _)| target.name());
    assert_eq!(name(".amdgcn_target \"amdgcn-amd-amdhsa--gfx900:xnack-\"\n"), Some("gcn1.4"));
    assert_eq!(name("// x\n.gpu tahiti\n.arch gcn1.2"), Some("gcn1.0"));
    assert_eq!(name("v_nop"), None);
}

/// CLRX 0.1.9 takes the device of each of these sources.
#[test]
fn the_target_is_found_wherever_a_statement_may_be() {
    let name = |text| named_target(text).map(|(_, name)| name);
    let cases = [
        (".amd;.gpu tahiti\n", "Tahiti"),
        (".amd\n  .gpu tahiti ; .64bit\n", "Tahiti"),
        ("/* x */ .gpu bonaire\n", "Bonaire"),
        ("/* .gpu tahiti\n */ .gpu bonaire\n", "Bonaire"),
        ("# .gpu tahiti /* x\n.gpu bonaire\n", "Bonaire"),
        (".gpu \\\n bonaire\n", "Bonaire"),
        ("start: .gpu bonaire\n", "Bonaire"),
        (".arch GCN1.1;v_mul_lo_i32 v0, v1, v2\n", "gcn1.1"),
        (".if 0\n.gpu fiji\n.endif\n.gpu bonaire\n", "Bonaire"),
        (".if 0\n.gpu fiji\n.else\n.gpu bonaire\n.endif\n", "Bonaire"),
        (".if 1\n.gpu tahiti\n.else\n.gpu fiji\n.endif\n", "Tahiti"),
        (".ifdef old\n.gpu tahiti\n.endif\n.gpu fiji\n", "Fiji"),
        (".macro m\n.gpu tahiti\n.endm\nm\n", "Tahiti"),
    ];
    for (text, want) in cases {
        assert_eq!(name(text).map(str::to_ascii_lowercase), Some(want.to_ascii_lowercase()), "{text}");
    }
    assert_eq!(name("; .gpu fiji\n"), None);
    assert_eq!(name(".if 0\n.gpu fiji\n.endif\n"), None);
}

/// A file that includes itself, and one that names a target.
#[derive(Debug)]
struct Parts;

impl Files for Parts {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        match name {
            "device.inc" => Ok(b".gpu bonaire\n".to_vec()),
            "endless.inc" => Ok(b".include \"endless.inc\"\n.include \"endless.inc\"\n".to_vec()),
            _ => Err("there is no such file".to_owned()),
        }
    }
}

#[test]
fn included_files_name_the_target() {
    let name = |text| named_target_with(text, &Parts).map(|(target, _)| target.name());
    assert_eq!(name(".include \"device.inc\"\ns_endpgm\n"), Some("gcn1.1"));
    assert_eq!(name(".if later\n.include \"device.inc\"\n.endif\n.gpu fiji\n"), Some("gcn1.2"));
    assert_eq!(name(".include \"endless.inc\"\n.include \"none.inc\"\n"), None);
    assert_eq!(named_target(".include \"device.inc\"\n"), None);
}

/// Only targets of HSA name all features, so a caller may set those of the others. LLVM 19 writes the same flags with
/// `-mattr=-sramecc`.
#[test]
fn a_caller_sets_features_that_a_target_does_not_name() {
    let target = Target::called("gfx906").expect("a target").0;
    let options = Options { sramecc: Some(false), called: Some("gfx906"), ..Options::default() };
    let assembler = Assembler::new(target, "llvm", options).expect("a dialect");
    let object = |system: &str| {
        let source = format!(".amdgcn_target \"amdgcn-{system}--gfx906\"\ns_endpgm\n");
        let output = assembler.assemble(&source);
        match output.diagnostics.as_slice() {
            [] => Ok(output.relocatable(target).expect("an object")),
            [error] => Err(error.message.clone()),
            more => panic!("{more:?}"),
        }
    };
    for system in ["unknown-unknown", "unknown-amdpal", "mesa-mesa3d"] {
        let flags = &object(system).expect("no error")[0x30..0x34];
        assert_eq!(u32::from_le_bytes(flags.try_into().expect("4 bytes")), 0x12f, "{system}");
    }
    let differs = "the source is for gfx906, but is assembled for gfx906:sramecc-";
    assert_eq!(object("amd-amdhsa"), Err(differs.to_owned()));
}

/// The flags are those of `llvm-mc-19 -mcpu=NAME`; XNACK and its setting are not compared.
#[test]
fn chips_are_the_processors_of_llvm() {
    let chips = [
        ("tahiti", 0x20),
        ("pitcairn", 0x21),
        ("verde", 0x21),
        ("hainan", 0x3a),
        ("oland", 0x3a),
        ("kaveri", 0x22),
        ("hawaii", 0x23),
        ("kabini", 0x25),
        ("mullins", 0x25),
        ("bonaire", 0x26),
        ("carrizo", 0x28),
        ("iceland", 0x29),
        ("tonga", 0x29),
        ("fiji", 0x2a),
        ("polaris10", 0x2a),
        ("polaris11", 0x2a),
        ("tongapro", 0x3c),
        ("stoney", 0x2b),
        // The boxes of cards have these names.
        ("Radeon HD 7770", 0x21),
        ("Radeon R9 290X", 0x23),
        ("Radeon RX 580", 0x2a),
        ("Radeon Vega 64", 0x2c),
        ("Instinct MI50", 0x2f),
        // The first processor of the version.
        ("gfx8", 0x2a),
        ("gcn1.2", 0x2a),
    ];
    for (name, flags) in chips {
        let object = object(name, "s_nop 0\n");
        let found = u32::from_le_bytes(object[48..52].try_into().expect("four bytes"));
        assert_eq!(found & 0xff, flags, "{name}");
    }
}

fn object(name: &str, source: &str) -> Vec<u8> {
    let (target, called) = Target::called(name).expect("a target");
    let options = Options { called: Some(called), ..Options::default() };
    let output = Assembler::new(target, "llvm", options).expect("a dialect").assemble(source);
    assert_eq!(output.diagnostics, [], "{name}");
    output.relocatable(target).expect("an object")
}

/// `llvm-mc-19` gives 96 scalar registers to every kernel for gfx802: the second word is COMPUTE_PGM_RSRC1.
#[test]
fn a_processor_may_give_every_wavefront_the_same_scalar_registers() {
    let source = ".rodata\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 1\n.amdhsa_next_free_sgpr 0\n.end_amdhsa_kernel\n";
    for (name, resources) in [("tonga", 0x00ac_02c0), ("gfx802", 0x00ac_02c0), ("gfx803", 0x00ac_0000)] {
        let object = object(name, source);
        let at = object.windows(4).position(|word| word == u32::to_le_bytes(resources));
        assert!(at.is_some(), "{name}");
    }
}

/// `xnack_mask` has a note unless every processor of the version has XNACK, which gfx810 has (LLVM 19, AMDGPU.td).
#[test]
fn registers_of_some_processors_have_a_note() {
    for (name, notes) in [("gfx803", 2), ("gfx810", 0), ("gfx900", 0)] {
        let (target, called) = Target::called(name).expect("a target");
        let options = Options { called: Some(called), ..Options::default() };
        let source = "s_mov_b32 s0, xnack_mask_lo\ns_load_dword s0, xnack_mask, 0x0\n";
        let output = Assembler::new(target, "llvm", options).expect("a dialect").assemble(source);
        assert_eq!((output.diagnostics.len(), output.failed()), (notes, false), "{name}: {:?}", output.diagnostics);
    }
}
