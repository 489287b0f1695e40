//! Speed of decoding, printing, listing and assembling: for mixed instructions of every encoding, nearly all of them
//! different, and for code that repeats itself like compiled programs.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use isatope_asm::listing::{Code, Margin, Marks, Printer, Sink, Text};
use isatope_asm::{Assembler, Options, Output};
use isatope_core::{Decoder, Formatter, Instruction, Target};
use isatope_testing::mixed;

/// Number of mixed instructions per round.
const MIXED: usize = 200_000;
/// Numbers of all and of distinct instructions in repeating code: as many as in a few large programs.
const REPEATING: usize = 1_000_000;
const DIFFERENT: usize = 4_000;

fn bench(c: &mut Criterion) {
    for name in ["gfx700", "gfx803", "gfx900", "v9"] {
        let Some(target) = Target::from_name(name) else { continue };
        for (kind, count, bytes) in [
            ("mixed", MIXED, mixed::code(target, MIXED)),
            ("repeating", REPEATING, mixed::repeating(target, DIFFERENT, REPEATING)),
        ] {
            let mut group = c.benchmark_group(format!("{name} {kind}"));
            group.throughput(Throughput::Elements(count as u64)).sample_size(10);
            group.bench_function("decode", |b| {
                b.iter(|| {
                    let opcode = |(_, i): (usize, Result<Instruction, _>)| i.map_or(0, |i| i.opcode().index());
                    Decoder::new(target, black_box(&bytes)).map(opcode).fold(0, usize::wrapping_add)
                });
            });
            for dialect in target.arch().dialects {
                texts(&mut group, target, dialect, &bytes);
            }
            group.finish();
        }
    }
}

/// Measures both directions in one dialect.
fn texts(group: &mut BenchmarkGroup<'_, WallTime>, target: Target, dialect: &str, bytes: &[u8]) {
    let formatter = Formatter::new(target, dialect).expect("its dialect");
    let instructions: Vec<Instruction> = Decoder::new(target, bytes).filter_map(|(_, inst)| inst.ok()).collect();
    let source = || {
        let mut text = String::new();
        for inst in &instructions {
            formatter.write(inst, &mut text).expect("strings take everything");
            text.push('\n');
        }
        text
    };
    group.bench_function(format!("format {dialect}"), |b| b.iter(|| source().len()));
    // One thread; texts are kept from round to round.
    group.bench_function(format!("print {dialect}"), |b| {
        let mut printer = Printer::new(target, formatter);
        let mut text = Text::default();
        b.iter(|| {
            text.clear();
            for inst in &instructions {
                printer.write(inst, 0, &mut text);
            }
            text.len()
        });
    });
    // Like the command: with labels and threads, and all texts made anew.
    group.bench_function(format!("list {dialect}"), |b| {
        let code = Code {
            target,
            formatter: &formatter,
            bytes,
            margin: Margin::None,
            indent: false,
            labels: &[],
            base: 0,
            remark: None,
            notes: &[],
            marks: Marks::default(),
        };
        b.iter(|| {
            let mut nowhere = std::io::sink();
            let mut sink = Sink::new(&mut nowhere);
            code.write(0..bytes.len(), &mut sink).and_then(|()| sink.flush()).expect("nowhere takes everything");
        });
    });
    let assembler = Assembler::new(target, dialect, Options::default()).expect("its dialect");
    group.bench_function(format!("assemble {dialect}"), |b| {
        let text = source();
        let mut output = Output::default();
        b.iter(|| {
            output.clear();
            assembler.assemble_into(black_box(&text), &mut output);
            output.items.len()
        });
        assert_eq!(output.items.len(), instructions.len(), "{target} {dialect}: {:?}", output.diagnostics.first());
    });
}

criterion_group!(benches, bench);
criterion_main!(benches);
