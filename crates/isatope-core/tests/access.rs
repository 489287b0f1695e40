use isatope_core::{Access, Target, Write, decode};

/// Names of the places that a word reads, writes and may write.
fn touched(target: &str, bits: u64) -> [String; 3] {
    let target = Target::from_name(target).expect("known");
    let inst = decode(target, &bits.to_le_bytes()).expect("an instruction");
    let names = |wanted: &dyn Fn(&Access) -> bool| {
        let mut names: Vec<String> = Vec::new();
        for access in inst.access().filter(wanted) {
            names.extend(access.place.singles().map(|place| place.to_string()));
        }
        names.join(" ")
    };
    [names(&|a| a.read), names(&|a| a.write == Write::Always), names(&|a| a.write == Write::Maybe)]
}

#[test]
fn fields_say_what_is_touched() {
    // v_add_f16 v1, v2, v3 and the same into the high half, which keeps the low one.
    assert_eq!(touched("gfx900", 0x0002_0702_d11f_0001), ["v2 v3 exec mode", "v1", ""]);
    assert_eq!(touched("gfx900", 0x0002_0702_d11f_4001), ["v1 v2 v3 exec mode", "v1", ""]);
    // image_load v[4:5] dmask:0x5 tfe: three registers, and a descriptor of eight.
    let [reads, writes, may] = touched("gfx803", 0x0001_0408_f001_0500);
    assert_eq!(reads, "v8 v9 v10 v11 s4 s5 s6 s7 s8 s9 s10 s11 exec mem");
    assert_eq!((writes.as_str(), may.as_str()), ("v4 v5 v6", "image"));
    // exp mrt0 v0, off, v2, off.
    assert_eq!(touched("gfx803", 0x0302_0100_c400_0005), ["v0 v2 exec", "", "export"]);
}

#[test]
fn codes_say_what_is_touched() {
    // v_mov_b32 v0, vccz reads VCC; s_mov_b64 s[0:1], vcc both halves of it, s_mov_b32 s0, vcc_hi one.
    assert_eq!(touched("gfx803", 0x7e00_02fb), ["vcc exec", "v0", ""]);
    assert_eq!(touched("gfx803", 0xbe80_016a), ["vcc", "s0 s1", ""]);
    assert_eq!(touched("gfx803", 0xbe80_006b), ["vcc_hi", "s0", ""]);
    // s_movrels_b32 s0, s4: any of the registers.
    assert_eq!(touched("gfx803", 0xbe80_2a04), ["sgpr m0", "s0", ""]);
}
