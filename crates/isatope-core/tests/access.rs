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

/// The registers are those of LLVM 19.
#[test]
fn halves_share_registers_on_some_processors() {
    for (bits, apart, together) in [
        // buffer_load_format_d16_xyz, tbuffer_load_format_d16_xyzw.
        (0x8001_0400_e028_0000, "v4 v5 v6", "v4 v5"),
        (0x8001_0400_e97d_8000, "v4 v5 v6 v7", "v4 v5"),
        // image_load dmask:0x7 d16 tfe; image_gather4 dmask:0x1 d16.
        (0x8001_0408_f001_0700, "v4 v5 v6 v7", "v4 v5 v6"),
        (0x8041_0408_f100_0100, "v4 v5 v6 v7", "v4 v5"),
    ] {
        let written = |target| touched(target, bits)[1].clone();
        for target in ["gfx801", "gfx802", "gfx803", "gfx805"] {
            assert_eq!(written(target), apart, "{target} {bits:x}");
        }
        assert_eq!([written("gfx810"), written("gfx900")], [together; 2], "{bits:x}");
    }
    // buffer_store_format_d16_xyzw, image_store dmask:0xf d16.
    for bits in [0x8001_0400_e03c_0000, 0x8001_0408_f020_0f00] {
        let reads = |target| touched(target, bits)[0].split(' ').filter(|name| ["v6", "v7"].contains(name)).count();
        assert_eq!([reads("gfx803"), reads("gfx810"), reads("gfx900")], [2, 0, 0], "{bits:x}");
    }
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

/// Registers count as read where the hardware reads them, although no result here depends on them. The words and the
/// registers are those of LLVM 19.
#[test]
fn hardware_reads_what_no_result_depends_on() {
    let reads = |target, bits| touched(target, bits)[0].clone();
    // s_atc_probe 1, s[8:9], 0x10; s_atc_probe_buffer 1, s[8:11], s6.
    assert_eq!(reads("gfx803", 0x0000_0010_c09a_0044), "s8 s9");
    assert_eq!(reads("gfx803", 0x0000_0006_c09c_0044), "s8 s9 s10 s11 s6");
    // s_dcache_discard s[8:9], 0x10; s_dcache_discard_x2 s[8:9], s6; s_dcache_discard s[8:9], s6 offset:0x10.
    assert_eq!(reads("gfx900", 0x0000_0010_c0a2_0004), "s8 s9");
    assert_eq!(reads("gfx900", 0x0000_0006_c0a4_0004), "s8 s9 s6");
    assert_eq!(reads("gfx900", 0x0c00_0010_c0a2_4004), "s8 s9 s6");
    // s_ttracedata; s_setreg_b32 hwreg(52), s4; s_rfe_restore_b64 s[8:9], s12.
    assert_eq!(reads("gfx900", 0xbf96_0000), "m0");
    assert!(reads("gfx900", 0xb904_f834).starts_with("s4"));
    assert!(reads("gfx900", 0x9580_0c08).starts_with("s8 s9 s12"));
    // s_bitreplicate_b64_b32 s[20:21], s8 writes all of its result.
    assert_eq!(touched("gfx900", 0xbe94_3708), ["s8", "s20 s21", ""]);
}

/// A typed buffer without a format is read and written with the same registers as any other.
#[test]
fn formats_without_components_read_registers() {
    for (bits, expected) in [
        // tbuffer_load_format_x v2, v0, s[4:7], s6 format:[BUF_DATA_FORMAT_INVALID] offen
        (0x0601_0200_e800_1000, "v0 s4 s5 s6 s7 s6"),
        // tbuffer_load_format_x v2, off, s[4:7], 0 format:[BUF_DATA_FORMAT_RESERVED_15]
        (0x8001_0200_e878_0000, "s4 s5 s6 s7"),
        // tbuffer_store_format_xyzw v[4:7], v8, s[12:15], s20 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT] idxen
        (0x1403_0408_eba3_a000, "v4 v5 v6 v7 v8 s12 s13 s14 s15 s20"),
        // tbuffer_store_format_xy v[4:5], v[8:9], s[12:15], s20 format:[BUF_DATA_FORMAT_INVALID] idxen offen
        (0x1403_0408_e802_b000, "v4 v5 v8 v9 s12 s13 s14 s15 s20"),
    ] {
        let reads = touched("gfx803", bits)[0].clone();
        let registers: Vec<&str> = reads.split(' ').filter(|name| name.starts_with(['v', 's'])).collect();
        assert_eq!(registers.join(" "), expected, "{bits:#x}");
    }
}
