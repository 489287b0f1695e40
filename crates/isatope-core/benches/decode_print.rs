//! How fast decoding and printing are, on a mix of vector instructions.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use isatope_core::{Decoder, Formatter, Target};

/// Words of gcn1.2, as compilers make them.
const WORDS: [u32; 24] = [
    0x0202_0c02,
    0x7e02_0280,
    0x2c0a_0c84,
    0x7d84_0280,
    0xd101_0001,
    0x0002_0503,
    0x7e00_0f02,
    0x0a04_0502,
    0xd1c1_0004,
    0x0412_0702,
    0x2602_02ff,
    0x0000_ffff,
    0x3202_0c02,
    0x3802_0480,
    0xd0ca_0006,
    0x0001_0102,
    0x7e06_4504,
    0x0602_0501,
    0xd28f_0003,
    0x0002_0682,
    0x0002_0503,
    0x7e02_0301,
    0xd100_0000,
    0x001a_0280,
];

fn bench(c: &mut Criterion) {
    let target = Target::from_name("gfx803").expect("known");
    let bytes: Vec<u8> = WORDS.iter().cycle().take(24 * 256).flat_map(|w| w.to_le_bytes()).collect();
    let instructions: Vec<_> = Decoder::new(target, &bytes).filter_map(|(_, i)| i.ok()).collect();
    let mut group = c.benchmark_group("gcn1.2");
    group.throughput(Throughput::Elements(instructions.len() as u64));
    group.bench_function("decode", |b| {
        b.iter(|| {
            Decoder::new(target, black_box(&bytes))
                .filter(|(_, i)| i.is_ok())
                .map(|(o, _)| o)
                .fold(0, usize::wrapping_add)
        });
    });
    for dialect in ["clrx", "llvm"] {
        let formatter = Formatter::new(target, dialect).expect("known");
        let mut text = String::new();
        group.bench_function(format!("print {dialect}"), |b| {
            b.iter(|| {
                text.clear();
                for inst in &instructions {
                    formatter.write(inst, &mut text).expect("strings take everything");
                    text.push('\n');
                }
                text.len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
