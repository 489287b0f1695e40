//! The words of a source.

use isatope_asm::tokens::{TokenKind, tokens};

fn kinds(text: &str, semicolons: bool) -> Vec<(TokenKind, &str)> {
    tokens(text, semicolons).map(|token| (token.kind, &text[token.start..token.end])).collect()
}

#[test]
fn words_are_told_apart() {
    use TokenKind::{Comment, Definition, Directive, Mnemonic, Name, Number, Register, Text};
    let text = "a: b: v_add_f32 v1, s[0:1], 0x10 mul:2 // sum\n.set x, -y\nz = vcc_lo\n/* c\nd */ s_branch .La # no";
    let expected = [
        (Definition, "a"),
        (Definition, "b"),
        (Mnemonic, "v_add_f32"),
        (Register, "v1"),
        (Register, "s"),
        (Number, "0"),
        (Number, "1"),
        (Number, "0x10"),
        (Name, "mul"),
        (Number, "2"),
        (Comment, "// sum"),
        (Directive, ".set"),
        (Definition, "x"),
        (Name, "y"),
        (Definition, "z"),
        (Register, "vcc_lo"),
        (Comment, "/* c\nd */"),
        (Mnemonic, "s_branch"),
        (Name, ".La"),
        (Name, "no"),
    ];
    assert_eq!(kinds(text, false), expected);
    let text = ".ascii \"a;\\\"b\" ; s_nop 0//1 # e";
    assert_eq!(kinds(text, false), [(Directive, ".ascii"), (Text, "\"a;\\\"b\""), (Comment, "; s_nop 0//1 # e")]);
    let expected = [
        (Directive, ".ascii"),
        (Text, "\"a;\\\"b\""),
        (Mnemonic, "s_nop"),
        (Number, "0"),
        (Number, "1"),
        (Comment, "# e"),
    ];
    assert_eq!(kinds(text, true), expected);
    let text = ".byte ';', '\\n', ' s_nop 0";
    assert_eq!(kinds(text, false)[1..3], [(Text, "';'"), (Text, "'\\n'")]);
}

#[test]
fn metadata_are_a_text() {
    use TokenKind::{Directive, Mnemonic, Text};
    let text = ".amdgpu_metadata // YAML\n---\na:\n  - v0\n...\n\t.end_amdgpu_metadata\ns_endpgm";
    let found: Vec<_> = kinds(text, false).into_iter().filter(|(kind, _)| *kind != TokenKind::Comment).collect();
    let expected = [
        (Directive, ".amdgpu_metadata"),
        (Text, "---\na:\n  - v0\n..."),
        (Directive, ".end_amdgpu_metadata"),
        (Mnemonic, "s_endpgm"),
    ];
    assert_eq!(found, expected);
    let text = ".amdgpu_metadata\n \n.end_amdgpu_metadata";
    assert_eq!(kinds(text, false), [(Directive, ".amdgpu_metadata"), (Directive, ".end_amdgpu_metadata")]);
    assert_eq!(kinds(".amdgpu_metadata\n", false).len(), 1);
}

#[test]
fn any_text_has_words() {
    for text in [
        "\"",
        "/*",
        "/",
        "é\"\\",
        "\\\n\"",
        ":",
        "= =",
        "..",
        "$1:2",
        "// é",
        "'",
        "'é",
        "'\\",
        "'\n'",
        ".amdgpu_metadata\né",
    ] {
        for token in tokens(text, true).chain(tokens(text, false)) {
            assert!(token.start < token.end && text.get(token.start..token.end).is_some(), "{text:?}");
        }
    }
}
