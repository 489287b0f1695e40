//! Assembly sources are told from other texts.

use isatope_asm::is_source;

#[test]
fn sources_are_recognized() {
    for source in [
        "// comment\n.amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n",
        "start: s_endpgm",
        "  V_ADD_F32_E64 v0, v1, v2",
        "\n.gpu Fiji\n",
        "IADD.s32 r0, r1, r2",
    ] {
        assert!(is_source(source), "{source}");
    }
    for text in ["", "7e000280 bf810000", "0x7e000280, 0xbf810000", "Some text: with words.", "ADD dead\nbeef", "{}"] {
        assert!(!is_source(text), "{text}");
    }
}
