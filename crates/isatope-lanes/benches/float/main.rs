//! Time of the functions in `isatope_lanes::float` for a row of 64 lanes, compiled like generated code: for any x86-64
//! processor, for one with AVX2, and for one with AVX-512.

#![allow(unsafe_code)]

mod rows;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use rows::Rows;

fn bench(c: &mut Criterion) {
    for (level, functions) in rows::levels() {
        let mut group = c.benchmark_group(level);
        group.warm_up_time(Duration::from_millis(50)).measurement_time(Duration::from_millis(150)).sample_size(20);
        for &(name, function) in functions {
            let (operands, mut results) = (Rows::new(), Rows::new());
            // SAFETY: a level is in the list only if the processor has its features.
            group.bench_function(name, |b| b.iter(|| unsafe { function(black_box(&operands), &mut results) }));
        }
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
