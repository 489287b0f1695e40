//! Tests launch parameters against the output of `llvm-readelf` and the assembly text of compilers.
//!
//! The objects are `objects/args.cl`, compiled by clang 14 (versions 2 to 4) and clang 19 (5, 6 and Mesa). `args-vN.co`
//! are linked, `args-v4.o` is not. `args-vN.yaml` is the output of `llvm-readelf-19 --notes` for them.

use crate::common;

use common::read;
use isatope_object::args::{Access, AddressSpace, ArgKind};
use isatope_object::launch::{Convention, LaunchInfo, SystemSgpr, UserSgpr};
use isatope_testing::shared;

fn launchable(file: &str) -> Vec<LaunchInfo> {
    let bytes = read(&format!("objects/{file}"));
    let container = isatope_object::open(&bytes).expect("opens");
    container.launchable().into_iter().map(|info| info.expect("is launchable")).collect()
}

fn kernel(file: &str, name: &str) -> LaunchInfo {
    launchable(file).into_iter().find(|k| k.name == name).expect("is there")
}

/// Numbers and kinds of a kernel, in a form that both sides can produce.
#[derive(Debug, Default, PartialEq)]
struct Summary {
    name: String,
    args: Vec<(u64, u64, String)>,
    kernarg: (u64, u64),
    group: u64,
    private: u64,
    most: u64,
    registers: (u64, u64),
}

/// Parses the output of `llvm-readelf`. Its keys are sorted alphabetically, and arguments come first.
fn said(yaml: &str) -> Vec<Summary> {
    let mut all = Vec::new();
    let mut now = Summary::default();
    for line in yaml.lines() {
        let Some((key, value)) = line.trim().trim_start_matches("- ").trim().split_once(':') else { continue };
        let (value, number) = (value.trim(), value.trim().parse().unwrap_or(0));
        match key {
            ".offset" => now.args.push((number, 0, String::new())),
            ".size" => now.args.last_mut().expect("follows its offset").1 = number,
            ".value_kind" => now.args.last_mut().expect("follows its offset").2 = value.to_owned(),
            ".group_segment_fixed_size" => now.group = number,
            ".kernarg_segment_align" => now.kernarg.1 = number,
            ".kernarg_segment_size" => now.kernarg.0 = number,
            ".max_flat_workgroup_size" => now.most = number,
            ".name" => now.name = value.to_owned(),
            ".private_segment_fixed_size" => now.private = number,
            ".sgpr_count" => now.registers.0 = number,
            ".vgpr_count" => now.registers.1 = number,
            ".wavefront_size" => all.push(std::mem::take(&mut now)),
            _ => {}
        }
    }
    all
}

fn summary(info: &LaunchInfo) -> Summary {
    Summary {
        name: info.name.clone(),
        args: info.args.iter().map(|a| (a.offset, a.size, a.kind_name.to_string())).collect(),
        kernarg: (info.kernarg_size, info.kernarg_align),
        group: info.group_segment.into(),
        private: info.private_segment.into(),
        most: info.max_flat_workgroup_size.unwrap_or(0).into(),
        registers: (info.sgprs_used.unwrap_or(0).into(), info.vgprs_used.unwrap_or(0).into()),
    }
}

#[test]
fn later_versions_say_what_readelf_says() {
    for version in ["v3", "v4", "v5", "v6"] {
        let found: Vec<_> = launchable(&format!("args-{version}.co")).iter().map(summary).collect();
        let yaml = String::from_utf8(read(&format!("objects/args-{version}.yaml"))).expect("is text");
        let expected = said(&yaml);
        assert_eq!(expected.len(), 3);
        assert_eq!(found, expected, "{version}");
    }
}

/// The YAML of version 2 has no offsets, and uses other names. Both versions come from the same compiler, so all other
/// values are equal.
#[test]
fn version_2_says_what_version_3_says() {
    for (old, new) in launchable("args-v2.co").iter().zip(&launchable("args-v3.co")) {
        assert_eq!(old.args.len(), new.args.len());
        for (old, new) in old.args.iter().zip(&new.args) {
            assert_eq!((old.offset, old.size, old.kind), (new.offset, new.size, new.kind));
            assert_eq!((&old.type_name, old.pointee_align), (&new.type_name, new.pointee_align));
            assert_eq!(
                (old.is_const, old.is_volatile, old.is_restrict),
                (new.is_const, new.is_volatile, new.is_restrict)
            );
            assert!(old.align.is_some());
        }
        let same =
            |i: &LaunchInfo| (i.name.clone(), i.group_segment, i.private_segment, i.kernarg_size, i.kernarg_align);
        assert_eq!(same(old), same(new));
        let same = |i: &LaunchInfo| (i.required_workgroup_size, i.max_flat_workgroup_size, i.user_sgprs.clone());
        assert_eq!(same(old), same(new));
        assert_eq!((old.workitem_ids, &old.system_sgprs), (new.workitem_ids, &new.system_sgprs));
        assert_eq!((old.code_object_version, new.code_object_version), (Some(2), Some(3)));
    }
}

#[test]
fn arguments_have_their_qualifiers() {
    let args = kernel("args-v5.co", "args").args;
    assert_eq!(args[0].actual_access, Some(Access::ReadOnly));
    assert_eq!(args[0].address_space, Some(AddressSpace::Global));
    assert_eq!(args[0].type_name.as_deref(), Some("float*"));
    assert_eq!((args[2].kind, args[2].pointee_align), (ArgKind::DynamicSharedPointer, Some(4)));
    assert_eq!(args[8].kind, ArgKind::Image);
    assert_eq!(args[8].access, Some(Access::ReadOnly));
    let hidden = kernel("args-v5.co", "hidden").args;
    assert_eq!(hidden.iter().filter(|a| a.kind.is_hidden()).count(), 20);
    assert!(hidden.iter().all(|a| a.kind != ArgKind::Unknown));
}

#[test]
fn unlinked_objects_say_the_same() {
    for (unlinked, linked) in launchable("args-v4.o").into_iter().zip(launchable("args-v4.co")) {
        // Section numbers differ, but the code is in the same order.
        assert_eq!(unlinked.entry.offset, linked.entry.offset);
        assert_eq!(LaunchInfo { entry: linked.entry, end: linked.end, ..unlinked }, linked);
    }
}

/// `ld.lld-19 -shared` put two objects of `llvm-mc-19` together, and the notes of both are in `two-notes.co`.
#[test]
fn each_note_has_metadata_of_its_kernels() {
    let args = |name: &str| kernel("two-notes.co", name).args.into_iter().map(|arg| arg.name).collect::<Vec<_>>();
    assert_eq!(args("first"), [Some("value_of_first".to_owned())]);
    assert_eq!(args("second"), [Some("value_of_second".to_owned())]);
}

/// Expected: the addresses and registers in the output of `llvm-objdump-19 -d --disassemble-symbols=…`.
#[test]
fn registers_are_where_the_code_reads_them() {
    let args = kernel("args-v5.co", "args");
    let user: Vec<_> = args.user_sgprs.iter().map(|u| (u.what, u.first, u.count)).collect();
    assert_eq!(user, [(UserSgpr::PrivateSegmentBuffer, 0, 4), (UserSgpr::KernargSegmentPtr, 4, 2)]);
    let system: Vec<_> = args.system_sgprs.iter().map(|s| (s.what, s.first)).collect();
    assert_eq!(system, [(SystemSgpr::WorkgroupIdX, 6), (SystemSgpr::WorkgroupIdY, 7)]);
    assert_eq!((args.user_sgpr_count, args.workitem_ids), (6, 2));
    assert_eq!(args.required_workgroup_size, Some([64, 2, 1]));
    assert_eq!((args.denorm_32, args.denorm_16_64, args.round_32, args.round_16_64), (3, 3, 0, 0));
    assert!(args.ieee_mode && args.dx10_clamp && !args.fp16_overflow && !args.trap_handler);
    let hidden = kernel("args-v5.co", "hidden");
    assert_eq!(hidden.workitem_ids, 3);
    assert!(hidden.system_sgprs.iter().any(|s| s.what == SystemSgpr::WorkgroupIdZ));
}

/// Expected: the `.amd_kernel_code_t` block in the text that the compiler writes for Mesa.
#[test]
fn objects_of_mesa_have_registers_and_no_arguments() {
    let args = kernel("args-mesa-gfx600.o", "args");
    assert_eq!((args.convention, args.has_metadata, args.args.len()), (Convention::Mesa, false, 0));
    assert_eq!((args.group_segment, args.private_segment, args.kernarg_size), (20, 0, 96));
    assert_eq!((args.kernarg_align, args.wavefront_size), (16, 64));
    let plain = kernel("args-mesa-gfx600.o", "plain");
    assert_eq!((plain.private_segment, plain.kernarg_size), (40, 24));
    let last = plain.system_sgprs.last().map(|s| (s.what, s.first));
    assert_eq!(last, Some((SystemSgpr::PrivateSegmentWavefrontOffset, 7)));
}

/// Without `amd_kernel_code_t`, only the table of registers exists. It gives LDS in blocks of 256 bytes.
#[test]
fn tables_of_registers_are_enough() {
    let args = kernel("args-old-mesa-gfx600.o", "args");
    assert_eq!((args.convention, args.kernarg_size), (Convention::OldMesa, 36));
    assert_eq!((args.group_segment, args.private_segment), (256, 0));
    assert_eq!(args.user_sgprs[0].what, UserSgpr::KernargSegmentPtr);
    assert_eq!(kernel("args-old-mesa-gfx600.o", "plain").private_segment, 48);
}

#[isatope_reference::test("kernels")]
fn all_compiled_kernels_say_what_readelf_says() {
    let Some(kernels) = shared("kernels") else { return };
    let table = String::from_utf8(read("kernels.tsv")).expect("is text");
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let (file, expected) = line.split_once('\t').expect("has columns");
        let bytes = isatope_testing::read(kernels.join(file));
        let container = isatope_object::open(&bytes).expect("opens");
        let infos: Vec<_> = container.launchable().into_iter().map(|i| i.expect("is launchable")).collect();
        let sum = |of: fn(&LaunchInfo) -> u64| infos.iter().map(of).sum::<u64>();
        let found = [
            infos.len() as u64,
            sum(|i| i.args.len() as u64),
            sum(|i| i.args.iter().map(|a| a.offset).sum()),
            sum(|i| i.args.iter().map(|a| a.size).sum()),
            sum(|i| i.args.iter().filter(|a| a.kind.is_hidden()).count() as u64),
            sum(|i| i.kernarg_size),
            sum(|i| i.group_segment.into()),
            sum(|i| i.private_segment.into()),
            sum(|i| i.max_flat_workgroup_size.unwrap_or(0).into()),
            sum(|i| i.name.len() as u64),
        ];
        assert_eq!(found.map(|n| n.to_string()).join("\t"), expected, "{file}");
        assert!(infos.iter().all(|i| !i.args.is_empty() && i.end > i.entry.offset), "{file}");
    }
}
