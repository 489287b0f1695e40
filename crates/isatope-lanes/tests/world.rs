//! Tests calls as values of an enum, and row accesses in a world that implements only single lanes.

use isatope_lanes::machine::{gcn, valhall};
use isatope_lanes::rt::{BIT, gather, spread, write_rows};
use isatope_lanes::world::MAX_PARAMS;
use isatope_lanes::{Answers, Argument, Operation, Row, World};

/// Number of an operation.
fn number(operations: &[Operation], interface: &str, name: &str) -> usize {
    operations.iter().position(|o| o.interface == interface && o.name == name).expect("there is such an operation")
}

#[test]
fn operations_of_the_whole_wavefront_have_plain_values() {
    let end = number(gcn::MACHINE.operations, "wavefront", "end");
    let call = gcn::Call::one(end, None, &[1, 0]);
    assert!(matches!(call, Some(gcn::Call::WavefrontEnd { saved: true, ordered: false })), "{call:?}");
    let barrier = number(valhall::MACHINE.operations, "workgroup", "barrier");
    let call = valhall::Call::one(barrier, None, &[]);
    assert!(matches!(call, Some(valhall::Call::WorkgroupBarrier)), "{call:?}");
    assert!(gcn::Call::one(end, None, &[1]).is_none(), "it takes two");
    assert!(gcn::Call::one(gcn::MACHINE.operations.len(), None, &[]).is_none(), "there is none");
}

#[test]
fn operations_of_lanes_have_rows() {
    let write = number(gcn::MACHINE.operations, "export", "write");
    let x: [u32; 64] = std::array::from_fn(|lane| 100 + lane as u32);
    let mut arguments = [Argument::Same(7); 9];
    arguments[5] = Argument::Words(&x);
    let Some(gcn::Call::ExportWrite { lanes: 0b1010, target: Row::Same(7), x: row, w, .. }) =
        gcn::Call::new(write, 0b1010, &arguments)
    else {
        panic!("it is another call");
    };
    assert_eq!((row.at(0), row.at(63), w.at(5)), (100, 163, 7));
    let wide = [0; 64];
    arguments[5] = Argument::Quads(&wide);
    assert!(gcn::Call::new(write, 0b1010, &arguments).is_none(), "a component has 32 bits");
    let one = gcn::Call::one(write, Some(3), &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert!(matches!(one, Some(gcn::Call::ExportWrite { lanes: 8, w: Row::Same(9), .. })), "{one:?}");
}

#[test]
fn every_operation_becomes_a_call() {
    for (operations, is_call) in [
        (gcn::MACHINE.operations, (|n, a| gcn::Call::one(n, Some(0), a).is_some()) as fn(usize, &[u128]) -> bool),
        (valhall::MACHINE.operations, |n, a| valhall::Call::one(n, Some(0), a).is_some()),
    ] {
        for (number, operation) in operations.iter().enumerate() {
            assert!(operation.params.len() <= MAX_PARAMS);
            assert!(is_call(number, &vec![0; operation.params.len()]), "{operation}");
        }
    }
}

/// Records the calls that it gets.
#[derive(Default)]
struct Notes(Vec<String>);

impl World for Notes {
    fn read(&mut self, memory: usize, address: u64, bits: u32, lane: usize) -> u64 {
        self.0.push(format!("read {memory} {address} {bits} {lane}"));
        address + 0x1_0000_0001
    }

    fn peek(&self, _: usize, _: u64, _: u32) -> u64 {
        0
    }

    fn write(&mut self, memory: usize, address: u64, bits: u32, lane: usize, value: u64) {
        self.0.push(format!("write {memory} {address} {bits} {lane} {value}"));
    }

    fn outside(&mut self, _: usize, _: u64, _: u32, _: usize, _: bool) {}

    fn call(&mut self, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128 {
        self.0.push(format!("call {operation} {lane:?} {arguments:?}"));
        u128::from(lane.unwrap_or(99)) << 64 | 5
    }
}

#[test]
fn rows_are_single_lanes_one_after_the_other() {
    let mut notes = Notes::default();
    let addresses = [10, 20, 30, 40];
    let (mut words, mut pairs, mut quads) = ([9; 4], [9; 4], [9; 4]);
    notes.read_row(2, &addresses, 16, 0b1010, &mut words);
    notes.read_row64(2, &addresses, 0b0001, &mut pairs);
    notes.write_row(1, &addresses, 8, 0b1001, &[1, 2, 3, 4]);
    notes.write_row64(1, &addresses, 0b0100, &[1, 2, 3 << 40, 4]);
    notes.call_row(6, 0b0110, &[Argument::Same(1), Argument::Pairs(&addresses)], Answers::Quads(&mut quads));
    notes.call_row(7, 0b0001, &[], Answers::None);
    assert_eq!(words, [9, 21, 9, 41]);
    assert_eq!(pairs, [0x1_0000_000b, 9, 9, 9]);
    assert_eq!(quads, [9, 1 << 64 | 5, 2 << 64 | 5, 9]);
    assert_eq!(
        notes.0,
        [
            "read 2 20 16 1",
            "read 2 40 16 3",
            "read 2 10 64 0",
            "write 1 10 8 0 1",
            "write 1 40 8 3 4",
            "write 1 30 64 2 3298534883328",
            "call 6 Some(1) [1, 20]",
            "call 6 Some(2) [1, 30]",
            "call 7 Some(0) []",
        ]
    );
}

/// A memory of bytes, and how often many of them were written together.
struct Bytes(Vec<u8>, usize);

impl World for Bytes {
    fn read(&mut self, _: usize, _: u64, _: u32, _: usize) -> u64 {
        0
    }

    fn peek(&self, _: usize, _: u64, _: u32) -> u64 {
        0
    }

    fn write(&mut self, _: usize, address: u64, bits: u32, _: usize, value: u64) {
        let (at, count) = (address as usize, bits as usize / 8);
        self.0[at..at + count].copy_from_slice(&value.to_le_bytes()[..count]);
    }

    fn write_bytes(&mut self, _: usize, address: u64, bytes: &[u8]) -> bool {
        // Some parts of memory are not written this way.
        let is_quick = address.is_multiple_of(8);
        if is_quick {
            self.0[address as usize..address as usize + bytes.len()].copy_from_slice(bytes);
            self.1 += 1;
        }
        is_quick
    }

    fn outside(&mut self, _: usize, _: u64, _: u32, _: usize, _: bool) {}

    fn call(&mut self, _: usize, _: Option<u32>, _: &[u128]) -> u128 {
        0
    }
}

#[test]
fn writes_in_rows_leave_what_one_lane_after_the_other_leaves() {
    let mut seed = 1_u64;
    let mut random = move |end: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % end
    };
    let mut together = 0;
    for round in 0..400 {
        let bits = [8, 16, 32][random(3) as usize];
        let step = [0, 4, 8, 12, u64::MAX - 7, u64::MAX - 11][random(6) as usize];
        let near = [1, 1, 4, 64][random(4) as usize];
        let base: [u64; 16] = std::array::from_fn(|lane| {
            256_u64.wrapping_add((lane as u64).wrapping_mul(step)).wrapping_add(random(near))
        });
        let rows: [([u64; 16], [u32; 16], u64); 3] = std::array::from_fn(|k| {
            let lanes = if random(4) != 0 { 0xffff } else { random(0x1_0000) };
            (base.map(|at| at + 4 * k as u64), std::array::from_fn(|_| random(1 << 31) as u32), lanes)
        });
        let mut want = vec![0_u8; 1024];
        for lane in 0..16 {
            for (addresses, values, lanes) in &rows {
                if lanes >> lane & 1 != 0 {
                    for byte in 0..bits as usize / 8 {
                        want[addresses[lane] as usize + byte] = (values[lane] >> (8 * byte)) as u8;
                    }
                }
            }
        }
        let mut got = Bytes(vec![0; 1024], 0);
        let [a, b, c] = &rows;
        write_rows(&mut got, 0, bits, &[(&a.0, &a.1, a.2), (&b.0, &b.1, b.2), (&c.0, &c.1, c.2)]);
        assert_eq!(got.0, want, "round {round}: {bits} bits at {rows:?}");
        together += got.1;
    }
    assert!(together > 0);
    // Two and four words of some lanes side by side.
    let at: [u64; 16] = std::array::from_fn(|lane| 64 + 16 * lane as u64);
    let rows: [([u64; 16], [u32; 16], u64); 4] =
        std::array::from_fn(|k| (at.map(|at| at + 4 * k as u64), std::array::from_fn(|l| (16 * l + k) as u32), 0x0ff0));
    let [a, b, c, d] = &rows;
    let mut got = Bytes(vec![0; 1024], 0);
    write_rows(&mut got, 0, 32, &[(&a.0, &a.1, a.2), (&b.0, &b.1, b.2), (&c.0, &c.1, c.2), (&d.0, &d.1, d.2)]);
    let words: Vec<u32> = got.0.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let want = |at: usize| if (4..12).contains(&(at / 4)) { (at / 4 * 16 + at % 4) as u32 } else { 0 };
    assert!(got.1 == 1 && words[16..80].iter().enumerate().all(|(at, word)| *word == want(at)), "{words:?}");
}

#[test]
fn masks_become_truths_and_truths_masks() {
    for mask in [0, 1, 1 << 63, 0x8000_0001_8000_0001, 0x0123_4567_89ab_cdef, u64::MAX] {
        let words = spread::<64>(mask);
        let truths: [u8; 64] = std::array::from_fn(|lane| u8::from(words[lane] & BIT[lane] != 0));
        assert_eq!(truths, std::array::from_fn(|lane| (mask >> lane & 1) as u8), "{mask:x}");
        assert_eq!(gather(&truths), mask);
        let few: [u8; 16] = std::array::from_fn(|lane| (mask >> lane & 1) as u8);
        assert_eq!(gather(&few), mask & 0xffff);
    }
}
