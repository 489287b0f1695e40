use isatope_core::UnknownTarget;

#[test]
fn long_names_are_cut_between_characters() {
    let long = "é".repeat(40);
    let error = UnknownTarget::new(&long);
    assert_eq!(error.name(), "é".repeat(31));
    assert_eq!(error.to_string(), format!("there is no target `{}…`", "é".repeat(31)));
    assert_eq!(UnknownTarget::new("gfx1").to_string(), "there is no target `gfx1`");
}
