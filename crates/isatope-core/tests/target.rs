use isatope_core::Target;

#[test]
fn one_target_many_names() {
    let fiji = Target::from_name("Fiji").expect("known");
    assert_eq!(fiji, Target::from_name("gfx803").expect("known"));
    assert_eq!(fiji.name(), "gcn1.2");
    assert_eq!(Target::from_name("gfx9000"), None);
}

/// LLVM 19 lists one processor of gfx8 without the feature `unpacked-d16-vmem`.
#[test]
fn processors_that_differ_are_of_another_version() {
    let version = |name| Target::from_name(name).expect("known").name();
    for name in ["gfx8", "gfx801", "gfx802", "gfx803", "gfx805"] {
        assert_eq!(version(name), "gcn1.2", "{name}");
    }
    assert_eq!([version("gfx810"), version("Stoney")], ["gcn1.2.1"; 2]);
    assert_eq!(Target::GFX810.processor("gcn1.2.1").map(|processor| processor.name), Some("gfx810"));
}

#[test]
fn names_are_of_the_kind_that_was_typed() {
    let like = |version: &str, other| Target::from_name(version).expect("known").version_info().name_like(other);
    assert_eq!([like("gcn1.4.1", "gfx900"), like("gcn1.0", "gfx803")], ["gfx906", "gfx600"]);
    let others = ["gcn1.2", "fiji", "r9-290x", ""];
    assert_eq!(others.map(|other| like("gfx906", other)), ["gcn1.4.1"; 4]);
}

#[test]
fn blanks_and_hyphens_do_not_count() {
    let named = |name| Target::from_name(name).expect("known");
    assert_eq!(named("R9 290X"), named("gfx702"));
    assert_eq!(named("RX-580"), named("polaris10"));
    assert_eq!(Target::from_name(""), None);
    assert_eq!(Target::from_name("-"), None);
}

#[test]
fn brands_do_not_count() {
    let named = |name| Target::from_name(name).expect("known");
    for (name, like) in [
        ("Radeon RX 580", "gfx803"),
        ("AMD Radeon(TM) R9 290X", ""),
        ("AMD Radeon R9 290X", "gfx702"),
        ("Radeon Pro Vega 56", "gfx900"),
        ("Instinct MI50", "gfx906"),
        ("Radeon VII", "gfx906"),
        ("Polaris", "gfx803"),
        ("Arm Mali-G57", "v9"),
    ] {
        match like {
            "" => assert_eq!(Target::from_name(name), None, "{name}"),
            like => assert_eq!(named(name), named(like), "{name}"),
        }
    }
    assert_eq!(Target::from_name("Radeon"), None);
    assert_eq!(Target::from_name("Radeon RX 6800"), None);
}
