//! How fast raw code of a file is decoded, printed, listed and assembled.
//! `cargo run --release -p isatope-asm --example speed TARGET FILE [STEP]`

use std::hint::black_box;
use std::time::Instant;

use isatope_asm::listing::{Code, Margin, Printer, Sink, Text};
use isatope_core::{Decoder, Formatter, Target};

/// Seconds of processor time of this thread, where the system says so.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

fn time(what: &str, count: usize, mut run: impl FnMut()) {
    let rounds = std::env::var("N").map_or(20, |n| n.parse().unwrap_or(20));
    let (start, cpu) = (Instant::now(), processor());
    for _ in 0..rounds {
        run();
    }
    let seconds = processor().zip(cpu).map_or(start.elapsed().as_secs_f64(), |(after, before)| after - before);
    let best = seconds / rounds as f64;
    println!("{what}: {count} in {:.2} ms, {:.1} M/s", best * 1e3, count as f64 / best / 1e6);
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(target), Some(file)) = (arguments.next(), arguments.next()) else { return Ok(()) };
    let step = arguments.next().unwrap_or_default();
    let Some(target) = Target::from_name(&target) else { return Ok(()) };
    let bytes = std::fs::read(file)?;
    let count = Decoder::new(target, &bytes).count();
    if step.is_empty() || step == "decode" {
        time("decode", count, || {
            black_box(
                Decoder::new(target, &bytes)
                    .filter(|(_, i)| i.is_ok())
                    .map(|(o, i)| o ^ i.map_or(0, |i| i.opcode().0 as usize))
                    .fold(0, usize::wrapping_add),
            );
        });
        time("decode one by one", count, || {
            let mut at = 0;
            let mut sum = 0;
            while at < bytes.len() {
                match isatope_core::decode(target, &bytes[at..]) {
                    Ok(inst) => {
                        sum ^= inst.opcode().0;
                        at += inst.len();
                    }
                    Err(_) => at += 4,
                }
            }
            black_box(sum);
        });
    }
    for dialect in target.arch().dialects {
        if !(step.is_empty() || step == "print") {
            continue;
        }
        let Some(formatter) = Formatter::new(target, dialect) else { continue };
        let mut printer = Printer::new(target, formatter);
        let mut text = Text::default();
        time(&format!("print {dialect}"), count, || {
            for (offset, inst) in Decoder::new(target, &bytes) {
                if let Ok(inst) = inst {
                    printer.write(&inst, offset as u64, &mut text);
                }
                text.end_line();
                if text.len() > 1 << 16 {
                    text.clear();
                }
            }
        });
    }
    for dialect in target.arch().dialects {
        if !(step.is_empty() || step == "list") {
            continue;
        }
        let Some(formatter) = Formatter::new(target, dialect) else { continue };
        let code =
            Code { target, formatter: &formatter, bytes: &bytes, margin: Margin::None, indent: false, labels: &[] };
        time(&format!("list {dialect}"), count, || {
            let mut nowhere = std::io::sink();
            let mut sink = Sink::new(&mut nowhere);
            code.write(0..bytes.len(), &mut sink).expect("nowhere");
            sink.flush().expect("nowhere");
        });
    }
    for dialect in target.arch().dialects {
        if !(step.is_empty() || step == "asm") {
            continue;
        }
        let Some(formatter) = Formatter::new(target, dialect) else { continue };
        let mut lines = String::new();
        for (offset, inst) in Decoder::new(target, &bytes) {
            if let Ok(inst) = inst {
                let _ = formatter.write(&inst, &mut lines);
                lines.push('\n');
                let _ = offset;
            }
        }
        let Some(assembler) = isatope_asm::Assembler::new(target, dialect, isatope_asm::Options::default()) else {
            continue;
        };
        let mut output = isatope_asm::Output::default();
        let count = lines.lines().count();
        time(&format!("asm {dialect}"), count, || {
            output.clear();
            assembler.assemble_into(&lines, &mut output);
        });
        println!(
            "{} items {:?}",
            output.items.len(),
            output.diagnostics.iter().find(|d| d.level == isatope_diag::Level::Error)
        );
    }
    Ok(())
}
