//! Lanes that ask the host alike ask once, and accesses past the end of a buffer are noted.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use isatope_asm::{Options, assemble_line};
use isatope_core::Target;
use isatope_emu::exec::{exec, gcn_wave, valhall_wave};
use isatope_emu::host::{Call, Host};
use isatope_emu::memory::Memory;
use isatope_emu::{exec_reference, reference};

/// One buffer of 24 bytes at 0x1000; counts how often it is asked.
struct Table(Arc<AtomicUsize>);

impl Host for Table {
    fn call(&self, _: &Call) -> Option<u128> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Some(24 << 64 | 0x1000)
    }
}

#[test]
fn a_buffer_is_asked_for_once_a_warp() {
    let target = Target::from_name("valhall").expect("there is one");
    let text = "LD_BUFFER.i64.unsigned.slot0 @r2:r3, r0, u0";
    let list = assemble_line(target, "mesa", Options::default(), text).expect("it assembles");
    let asked = Arc::new(AtomicUsize::new(0));
    let mut wave = valhall_wave();
    wave.world.host = Some(Arc::new(Table(asked.clone())));
    wave.world.memories[0] = Memory::of(0x1000, (0..64).collect());
    wave.row_mut(0)[..4].copy_from_slice(&[0, 8, 16, 20]);
    exec(&mut wave, &list[0]).expect("it runs");
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    assert_eq!(wave.row(2)[..4], [0x0302_0100, 0x0b0a_0908, 0x1312_1110, 0x1716_1514]);
    // Of the eight bytes from 20 on four are past the end.
    let outside: Vec<_> =
        wave.world.outside.iter().map(|o| (o.access.lane, o.access.address, o.access.bytes)).collect();
    assert_eq!(outside, [(3, 0x1014, 8)]);
}

/// Two writes of each lane, of which either may be past the end of LDS: generated code makes them in rows, the
/// evaluator lane by lane.
#[test]
fn accesses_outside_are_noted_in_the_same_order_by_the_evaluator() {
    let model = reference::model("amd-gcn");
    let target = Target::from_name("gfx906").expect("there is one");
    let lds = target.arch().memories.iter().position(|m| *m == "lds").expect("there is one");
    for text in ["ds_write2st64_b32 v0, v1, v2 offset0:119", "ds_write2_b32 v0, v1, v2 offset1:200"] {
        let list = assemble_line(target, "llvm", Options::default(), text).expect("it assembles");
        let mut first = gcn_wave();
        first.world.memories[lds] = Memory::of(0, vec![0; 0x2000]);
        for (lane, word) in first.row_mut(0).iter_mut().enumerate() {
            *word = (0xfff8 + 0x2777 * lane as u32) & 0x1_ffff;
        }
        let mut second = first.clone();
        exec(&mut first, &list[0]).expect("it runs");
        exec_reference(&mut second, &list[0], &model).expect("it runs");
        assert!(first.world.outside.len() > 64, "both writes of some lane: {}", first.world.outside.len());
        assert_eq!(first.world.outside, second.world.outside, "{text}");
    }
}
