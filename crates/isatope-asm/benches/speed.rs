//! How fast instructions are decoded, printed, listed and assembled: mixed ones of every encoding.

mod mixed;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use isatope_asm::listing::{Code, Margin, Printer, Sink, Text};
use isatope_asm::{Assembler, Options, Output};
use isatope_core::{Decoder, Formatter, Target};

/// Instructions of one round.
const COUNT: usize = 100_000;

fn bench(c: &mut Criterion) {
    for name in ["gfx700", "gfx803", "gfx900", "v9"] {
        let Some(target) = Target::from_name(name) else { continue };
        let bytes = mixed::code(target, COUNT);
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(COUNT as u64));
        group.bench_function("decode", |b| {
            b.iter(|| {
                let opcode = |(_, i): (usize, Result<isatope_core::Instruction, _>)| i.map_or(0, |i| i.opcode().0);
                Decoder::new(target, black_box(&bytes)).map(opcode).fold(0, u16::wrapping_add)
            });
        });
        for dialect in target.arch().dialects {
            let formatter = Formatter::new(target, dialect).expect("its dialect");
            group.bench_function(format!("format {dialect}"), |b| {
                let mut text = String::new();
                b.iter(|| {
                    text.clear();
                    for (_, inst) in Decoder::new(target, &bytes) {
                        let Ok(inst) = inst else { continue };
                        formatter.write(&inst, &mut text).expect("strings take everything");
                        text.push('\n');
                    }
                    text.len()
                });
            });
            // One thread, and what it keeps from round to round.
            group.bench_function(format!("print {dialect}"), |b| {
                let mut printer = Printer::new(target, formatter);
                let mut text = Text::default();
                b.iter(|| {
                    text.clear();
                    for (offset, inst) in Decoder::new(target, &bytes) {
                        let Ok(inst) = inst else { continue };
                        printer.write(&inst, offset as u64, &mut text);
                        text.end_line();
                    }
                    text.len()
                });
            });
            // As the command does it: labels, threads, texts from the beginning.
            group.bench_function(format!("list {dialect}"), |b| {
                let margin = Margin::None;
                let code = Code { target, formatter: &formatter, bytes: &bytes, margin, indent: false, labels: &[] };
                b.iter(|| {
                    let mut nowhere = std::io::sink();
                    let mut sink = Sink::new(&mut nowhere);
                    code.write(0..bytes.len(), &mut sink)
                        .and_then(|()| sink.flush())
                        .expect("nowhere takes everything");
                });
            });
            let mut text = String::new();
            for (_, inst) in Decoder::new(target, &bytes) {
                let Ok(inst) = inst else { continue };
                formatter.write(&inst, &mut text).expect("strings take everything");
                text.push('\n');
            }
            let assembler = Assembler::new(target, dialect, Options::default()).expect("its dialect");
            let mut output = Output::default();
            group.bench_function(format!("assemble {dialect}"), |b| {
                b.iter(|| {
                    output.clear();
                    assembler.assemble_into(black_box(&text), &mut output);
                    output.items.len()
                });
            });
            assert_eq!(output.items.len(), COUNT, "{name} {dialect}: {:?}", output.diagnostics.first());
            // Compiled code says few things often.
            let few: Vec<&str> = text.lines().take(COUNT / 50).collect();
            let again = few.repeat(50).join("\n");
            group.bench_function(format!("assemble again {dialect}"), |b| {
                b.iter(|| {
                    output.clear();
                    assembler.assemble_into(black_box(&again), &mut output);
                    output.items.len()
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
