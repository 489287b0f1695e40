//! Orders of few events, and how much memory many need.

use super::*;

/// Two workgroups of two wavefronts: 0 and 1, 2 and 3.
fn four() -> Order {
    let mut order = Order::new(true);
    for wave in 0..4 {
        order.add(wave / 2, [wave as u32 / 2, 0, 0], wave as u32 % 2);
    }
    order
}

#[test]
fn barriers_order_a_workgroup_and_nobody_else() {
    let mut order = four();
    let first = order.access(0);
    assert!(!order.is_before(first, 1) && order.is_before(first, 0));
    (0..4).for_each(|wave| order.pass_barriers(wave, 1));
    assert!(order.is_before(first, 1) && !order.is_before(first, 2));
    let second = order.access(0);
    assert!(!order.is_before(second, 1));
}

#[test]
fn whoever_meets_later_comes_after_all_that_was_done_before() {
    let mut order = four();
    // Wavefront 1 writes; a barrier; wavefront 0 counts; wavefront 2 counts; a barrier; wavefront 3 reads.
    let written = order.access(1);
    (0..2).for_each(|wave| order.pass_barriers(wave, 1));
    order.meet(0, 64, true, None);
    order.end_segment(0, true);
    let late = order.access(0);
    assert!(!order.is_before(written, 2));
    order.meet(2, 64, true, None);
    order.end_segment(2, true);
    assert!(order.is_before(written, 2) && !order.is_before(written, 3));
    (2..4).for_each(|wave| order.pass_barriers(wave, 1));
    assert!(order.is_before(written, 3) && !order.is_before(late, 3));
}

#[test]
fn who_waits_leaves_no_trail() {
    let mut order = four();
    let written = order.access(0);
    order.meet(0, 64, true, None);
    order.end_segment(0, true);
    let (segments, moments) = (order.segments.len(), order.moments.len());
    for _ in 0..1000 {
        order.meet(2, 64, false, None);
        order.end_segment(2, true);
    }
    assert!(order.segments.len() <= segments + 1 && order.moments.len() <= moments + 1);
    assert!(order.is_before(written, 2));
    // What the waiting one does afterwards was not passed on before.
    order.meet(2, 128, true, None);
    order.end_segment(2, true);
    let late = order.access(2);
    order.meet(3, 128, true, None);
    assert!(order.is_before(written, 3) && !order.is_before(late, 3));
}

#[test]
fn a_store_that_is_not_complete_is_passed_on_to_the_own_workgroup_only() {
    let mut order = four();
    let done = order.access(0);
    order.end_segment(0, false);
    let stored = order.access(0);
    assert!(order.is_in_round(done) && order.is_in_round(stored));
    order.meet(0, 64, true, Some(stored));
    order.end_segment(0, true);
    order.meet(1, 64, true, None);
    order.meet(2, 64, true, None);
    assert!(order.is_before(done, 2) && !order.is_before(stored, 2) && order.is_before(stored, 1));
    assert!(order.would_be_before(stored, 2) && !order.is_before(stored, 2) && !order.is_in_round(stored));
}

#[test]
fn another_address_and_a_reader_order_nothing() {
    let mut order = four();
    let written = order.access(0);
    order.meet(0, 64, true, None);
    order.end_segment(0, true);
    order.meet(2, 128, true, None);
    order.end_segment(2, true);
    assert!(!order.is_before(written, 2));
    let read = order.access(1);
    order.meet(1, 192, false, None);
    order.end_segment(1, true);
    order.meet(2, 192, true, None);
    assert!(!order.is_before(read, 2));
    order.acquire(3, written);
    assert!(order.is_before(written, 3));
}

#[test]
fn a_lock_orders_those_who_held_it_before() {
    let mut order = four();
    // Wavefront 0 takes a lock, writes and gives it back; wavefront 2 takes it.
    order.meet(0, 64, true, None);
    order.end_segment(0, true);
    let written = order.access(0);
    order.meet(0, 64, true, None);
    order.end_segment(0, true);
    let late = order.access(0);
    assert!(!order.is_before(written, 2));
    order.meet(2, 64, true, None);
    order.end_segment(2, true);
    assert!(order.is_before(written, 2) && !order.is_before(late, 2) && !order.is_before(written, 3));
}

#[test]
fn who_finds_a_flag_comes_after_barriers_of_the_writer() {
    let mut order = four();
    // Wavefront 1 writes; a barrier; wavefront 0 stores a flag, which wavefront 2 finds; a barrier; wavefront 3
    // reads.
    let written = order.access(1);
    (0..2).for_each(|wave| order.pass_barriers(wave, 1));
    let flag = order.access(0);
    let unordered = order.access(1);
    assert!(!order.is_before(written, 2));
    order.acquire(2, flag);
    order.meet(2, 64, false, None);
    order.end_segment(2, true);
    assert!(order.is_before(written, 2) && !order.is_before(unordered, 2) && !order.is_before(written, 3));
    (2..4).for_each(|wave| order.pass_barriers(wave, 1));
    assert!(order.is_before(written, 3) && !order.is_before(unordered, 3));
    // A barrier after the flag orders nothing before it.
    let mut order = four();
    let flag = order.access(0);
    let written = order.access(1);
    (0..2).for_each(|wave| order.pass_barriers(wave, 1));
    order.acquire(2, flag);
    order.meet(2, 64, false, None);
    order.end_segment(2, true);
    assert!(order.is_before(flag, 2) && !order.is_before(written, 2));
}

#[test]
fn who_finds_a_flag_comes_after_what_fellows_of_the_writer_came_after() {
    for learns_in_time in [true, false] {
        let mut order = four();
        order.add(2, [2, 0, 0], 0);
        // Wavefront 1 learns of a write of wavefront 4, before a barrier or after it; then wavefront 0 stores a
        // flag.
        let written = order.access(4);
        order.meet(4, 128, true, None);
        order.end_segment(4, true);
        let learn = |order: &mut Order| {
            order.meet(1, 128, false, None);
            order.end_segment(1, true);
        };
        if learns_in_time {
            learn(&mut order);
        }
        (0..2).for_each(|wave| order.pass_barriers(wave, 1));
        if !learns_in_time {
            learn(&mut order);
        }
        let flag = order.access(0);
        order.acquire(3, flag);
        order.meet(3, 64, false, None);
        order.end_segment(3, true);
        assert_eq!(order.is_before(written, 3), learns_in_time);
    }
}

#[test]
fn barriers_between_events_need_no_memory() {
    let mut order = four();
    order.access(0);
    for passed in 1..1000 {
        (0..2).for_each(|wave| order.pass_barriers(wave, passed));
    }
    assert_eq!((order.moments.len(), order.groups[0].passed, order.groups[1].passed), (2, 999, 0));
}

#[test]
fn a_store_is_not_complete_for_others_because_its_wavefront_comes_back() {
    let mut order = four();
    // Wavefront 0 stores, accesses one address twice and another one, where wavefront 2 follows.
    let stored = order.access(0);
    for address in [64, 64, 128] {
        order.meet(0, address, true, Some(stored));
        order.end_segment(0, true);
    }
    order.meet(2, 128, true, None);
    assert!(!order.is_before(stored, 2) && order.would_be_before(stored, 2));
}

#[test]
fn a_fellow_sees_a_store_although_others_access_the_address_too() {
    let mut order = four();
    let stored = order.access(0);
    for wave in [0, 2, 1] {
        order.meet(wave, 64, true, (wave == 0).then_some(stored));
        order.end_segment(wave, true);
    }
    assert!(order.is_before(stored, 1) && !order.is_before(stored, 2));
}

#[test]
fn a_barrier_between_two_operations_on_an_address_counts() {
    let mut order = four();
    order.meet(0, 64, true, None);
    order.end_segment(0, true);
    let written = order.access(1);
    (0..2).for_each(|wave| order.pass_barriers(wave, 1));
    order.meet(0, 64, true, None);
    order.end_segment(0, true);
    order.meet(2, 64, true, None);
    assert!(order.is_before(written, 2));
}

/// An order of wavefronts in workgroups of their own.
fn many(count: u32) -> Order {
    let mut order = Order::new(true);
    (0..count).for_each(|wave| _ = order.add(wave.into(), [wave, 0, 0], 0));
    order
}

#[test]
fn what_is_known_needs_little_memory() {
    // All wait for each other at one address, again and again, and each looks at what another one did.
    let count = 1000;
    let mut order = many(count);
    for _ in 0..20 {
        let written: Vec<u32> = (0..count).map(|wave| order.access(wave)).collect();
        for _ in 0..2 {
            for wave in 0..count {
                order.meet(wave, 64, true, None);
                order.end_segment(wave, true);
            }
        }
        assert!((0..count).all(|wave| order.is_before(written[(wave * 7 % count) as usize], wave)));
    }
    order.collect();
    assert!(order.forgotten == 0 && order.moments.len() < 20 * 2 * count as usize * 8, "{}", order.moments.len());
}

#[test]
fn who_runs_out_of_memory_forgets() {
    let mut order = many(64);
    order.most = 1 << 16;
    let mut random = isatope_testing::Random(3);
    let early = order.access(0);
    for step in 0..1 << 20 {
        let wave = random.below(64);
        order.access(wave);
        order.meet(wave, step * 4, true, None);
        order.end_segment(wave, true);
        assert!(order.moments.len() < 1 << 19);
    }
    assert!(order.forgotten > early && order.is_before(early, 1));
    order.forget();
    let late = order.access(0);
    assert!(!order.is_before(late, 1));
    (0..2).for_each(|wave| order.meet(wave, 0, true, None));
    assert!(order.is_before(late, 1));
}
