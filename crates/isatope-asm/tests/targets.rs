//! Targets that a source names, and the devices of CLRX.

use isatope_asm::{Assembler, Options, named_target};
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
