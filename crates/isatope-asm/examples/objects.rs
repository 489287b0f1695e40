//! Measures how fast the library lists and assembles compiled code:
//! `objects [--rounds N] [--dialect NAME] [--raw TARGET] FILE…`. Each file is a code object, or with `--raw` bare code.
//! Only the time of the main thread counts. `objects --print DIALECT FILE` writes the listing instead.

use std::io::{self, Write};
use std::time::Instant;

use isatope_asm::listing::{Code, Margin, Marks, Sink, container};
use isatope_asm::{Assembler, Options, Output};
use isatope_core::{Decoder, Formatter, Target};
use isatope_object::{Container, SectionKind};

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).peekable();
    let (mut rounds, mut dialect, mut print, mut raw) = (20, String::from("llvm"), false, None);
    while let Some(option) = arguments.next_if(|a| a.starts_with("--")) {
        let value = arguments.next().expect("a value follows the option");
        match option.as_str() {
            "--rounds" => rounds = value.parse().expect("a number"),
            "--dialect" => dialect = value,
            "--raw" => raw = Some(Target::from_name(&value).expect("a known target")),
            "--print" => (dialect, print) = (value, true),
            _ => panic!("no such option: {option}"),
        }
    }
    if !print {
        println!("million a second: decode, code as lines, the whole listing; lines of code read back, all lines");
    }
    for file in arguments {
        let bytes = std::fs::read(&file)?;
        if let Some(target) = raw {
            let formatter = Formatter::new(target, &dialect).expect("a dialect of the target").labels(true);
            measure(&file, &[&bytes], &|_| Ok(()), (target, &formatter, &dialect), rounds)?;
            continue;
        }
        let opened = isatope_object::open(&bytes).expect("a container");
        let target = opened.target.and_then(Target::from_name).expect("a known target");
        let formatter = Formatter::new(target, &dialect).expect("a dialect of the target").labels(true);
        if print {
            let mut out = io::stdout().lock();
            list(&opened, target, &formatter, &mut out)?;
            out.flush()?;
            continue;
        }
        let sections = opened.sections.iter().filter(|s| s.kind == SectionKind::Code);
        let code: Vec<&[u8]> = sections.map(|s| s.data).collect();
        let whole = |out: &mut Vec<u8>| list(&opened, target, &formatter, out);
        measure(&file, &code, &whole, (target, &formatter, &dialect), rounds)?;
    }
    Ok(())
}

/// The listing of a container.
fn list(opened: &Container<'_>, target: Target, formatter: &Formatter, out: &mut dyn Write) -> io::Result<()> {
    let lister =
        container::Lister { target, formatter, margin: Margin::None, all: true, view: container::View::default() };
    container::write(opened, &lister, &mut Sink::new(out))
}

/// Processor time of this thread, in seconds, which other programs do not change; `None` if the system does not report
/// it.
fn processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

/// The mean time of one round, in seconds. The system counts the time of a thread in steps of milliseconds, so a single
/// round may be too short to measure.
fn mean(rounds: usize, mut work: impl FnMut() -> io::Result<()>) -> io::Result<f64> {
    let (start, before) = (Instant::now(), processor_time());
    for _ in 0..rounds {
        work()?;
    }
    let spent = before.and_then(|before| Some(processor_time()? - before));
    Ok(spent.unwrap_or(start.elapsed().as_secs_f64()) / rounds as f64)
}

fn measure(
    file: &str,
    code: &[&[u8]],
    list: &dyn Fn(&mut Vec<u8>) -> io::Result<()>,
    (target, formatter, dialect): (Target, &Formatter, &str),
    rounds: usize,
) -> io::Result<()> {
    let instructions: usize = code.iter().map(|bytes| Decoder::new(target, bytes).count()).sum();
    let mut checksum = 0_usize;
    let decode = mean(rounds, || {
        for bytes in code {
            checksum += Decoder::new(target, bytes).filter(|(_, inst)| inst.is_ok()).count();
        }
        Ok(())
    })?;
    assert!(checksum > 0 || instructions == 0);
    let mut text = Vec::new();
    let lines = mean(rounds, || {
        text.clear();
        for &bytes in code {
            let listing = Code {
                target,
                formatter,
                bytes,
                margin: Margin::None,
                indent: true,
                labels: &[],
                base: 0,
                remark: None,
                notes: &[],
                marks: Marks::default(),
            };
            let mut sink = Sink::new(&mut text);
            listing.write(0..bytes.len(), &mut sink)?;
            sink.flush()?;
        }
        Ok(())
    })?;
    let mut whole = Vec::new();
    let listing = mean(rounds, || {
        whole.clear();
        list(&mut whole)
    })?;
    let assembler = Assembler::new(target, dialect, Options::default()).expect("a dialect of the target");
    let mut output = Output::default();
    let mut read = |text: &[u8]| {
        let text = std::str::from_utf8(text).map_err(io::Error::other)?;
        let seconds = mean(rounds, || {
            output.clear();
            assembler.assemble_into(text, &mut output);
            Ok(())
        })?;
        if output.failed() {
            println!("{file}: {}", output.diagnostics[0].message);
        }
        Ok::<_, io::Error>((seconds, text.lines().count()))
    };
    let (code_read, code_lines) = read(&text)?;
    let (all_read, all_lines) = read(&whole)?;
    println!(
        "{:6.1} {:6.1} {:6.1}; {:6.1} {:6.1}   {instructions} instructions, {all_lines} lines: {file}",
        instructions as f64 / decode / 1e6,
        instructions as f64 / lines / 1e6,
        all_lines as f64 / listing / 1e6,
        code_lines as f64 / code_read / 1e6,
        all_lines as f64 / all_read / 1e6,
    );
    Ok(())
}
