//! Time that the order needs for several times as many wavefronts.

use std::time::{Duration, Instant};

use isatope_testing::Random;

use super::*;
use crate::watch::races::cells::{Cell, Mark};
use crate::watch::races::thread::Thread;

/// A wavefront that runs alone in its workgroup.
fn begin(order: &mut Order, number: u32) -> u32 {
    order.add(number.into(), [number, 0, 0], 0)
}

fn meet(order: &mut Order, wave: u32, address: u64) {
    order.meet(wave, address, true, None);
    order.end_segment(wave, true);
}

/// A read of a cell that nobody writes.
fn read(order: &mut Order, wave: u32, cell: &mut Cell) {
    let mark = Mark::new(order.access(wave), 0, 64, 0);
    Thread { wave, lane: None }.note_read(order, cell, mark, &mut (1 << 23));
}

/// Each wavefront reads its arguments, counts what 64 lanes found, and reads a table.
fn histogram(count: u32) {
    let mut order = Order::new(true);
    let (mut arguments, mut table) = (Cell::default(), Cell::default());
    let mut random = Random(1);
    for number in 0..count {
        let wave = begin(&mut order, number);
        read(&mut order, wave, &mut arguments);
        (0..64).for_each(|_| order.meet(wave, random.below(2048_u64) * 4, true, None));
        order.end_segment(wave, true);
        read(&mut order, wave, &mut table);
    }
}

/// Wavefronts take one item after another, of which each depends on the one before.
fn queue(count: u32) {
    let mut order = Order::new(true);
    let waves: Vec<u32> = (0..64).map(|number| begin(&mut order, number)).collect();
    let mut before = order.access(0);
    for item in 0..20 * count {
        let wave = waves[item as usize % 64];
        meet(&mut order, wave, 64);
        assert!(order.is_before(before, wave));
        before = order.access(wave);
        meet(&mut order, wave, 128);
        meet(&mut order, waves[(item as usize + 1) % 64], 128);
    }
}

/// All try to take a lock, and the one that gets it changes what it protects.
fn lock(count: u32) {
    let mut order = Order::new(true);
    let waves: Vec<u32> = (0..count).map(|number| begin(&mut order, number)).collect();
    let mut before = order.access(0);
    meet(&mut order, 0, 64);
    for (number, wave) in waves.iter().enumerate() {
        (0..8).for_each(|other| meet(&mut order, waves[(number + other * 37) % waves.len()], 64));
        meet(&mut order, *wave, 64);
        assert!(order.is_before(before, *wave));
        before = order.access(*wave);
        meet(&mut order, *wave, 64);
    }
}

/// All wait for all, a few times, and look at what two others did.
fn all_wait(count: u32) {
    let mut order = Order::new(true);
    let waves: Vec<u32> = (0..count).map(|number| begin(&mut order, number)).collect();
    for _ in 0..4 {
        let written: Vec<u32> = waves.iter().map(|wave| order.access(*wave)).collect();
        waves.iter().for_each(|wave| meet(&mut order, *wave, 64));
        for wave in &waves {
            order.meet(*wave, 64, false, None);
            order.end_segment(*wave, true);
            for other in [wave + 1, wave + count / 2] {
                assert!(order.is_before(written[(other % count) as usize], *wave));
            }
        }
    }
}

/// Four times as many take no more than about four times as long. Other work on the machine only adds to a time, so one
/// good round is enough.
#[test]
fn time_grows_with_the_number_of_wavefronts() {
    let time = |run: fn(u32), count| {
        let start = Instant::now();
        run(count);
        start.elapsed()
    };
    for (name, run) in [("histogram", histogram as fn(u32)), ("queue", queue), ("lock", lock), ("all wait", all_wait)] {
        let mut rounds = Vec::new();
        let is_even = (0..5).any(|_| {
            let (one, four) = (time(run, 1000), time(run, 4000));
            rounds.push((one, four));
            four < one.max(Duration::from_millis(20)) * 9
        });
        println!("{name}: {rounds:?}");
        assert!(is_even, "{name}: 1000 and 4000 wavefronts take {rounds:?}");
    }
}
