//! How fast code is listed: a million instructions of gcn1.2, or those of a file of raw code.
//! `cargo run --release -p isatope-asm --example list_speed [FILE]`

use std::time::Instant;

use isatope_asm::listing::{Code, Margin, Sink};
use isatope_core::{Decoder, Formatter, Target};

/// Words as compilers make them.
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

fn main() -> std::io::Result<()> {
    let Some(target) = Target::from_name("gcn1.2") else { return Ok(()) };
    let bytes = match std::env::args().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => WORDS.iter().cycle().take(WORDS.len() * 1_000_000 / 18).flat_map(|w| w.to_le_bytes()).collect(),
    };
    let count = Decoder::new(target, &bytes).count();
    for dialect in ["clrx", "llvm"] {
        let Some(formatter) = Formatter::new(target, dialect) else { continue };
        let code =
            Code { target, formatter: &formatter, bytes: &bytes, margin: Margin::None, indent: false, labels: &[] };
        for _ in 0..3 {
            let start = Instant::now();
            let mut nowhere = std::io::sink();
            let mut sink = Sink::new(&mut nowhere);
            code.write(0..bytes.len(), &mut sink)?;
            sink.flush()?;
            let seconds = start.elapsed().as_secs_f64();
            println!("{dialect}: {count} instructions in {seconds:.3} s, {:.1} M/s", count as f64 / seconds / 1e6);
        }
    }
    Ok(())
}
