//! Tests the memory use for files of every kind, and the results for thousands of invalid ones. It is a single test,
//! because the counter measures the memory of the whole process.

use std::io;

use isatope_asm::listing::container::{self, Lister, View};
use isatope_asm::listing::{Margin, Sink};
use isatope_core::{Formatter, Target};
use isatope_fuzz::{FILES, Unstructured, ask, mutated};
use isatope_object::images::Images;
use isatope_testing::mix;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Memory that does not grow with the input, in bytes: tables of a printer, buffers.
const ROOM: usize = 20 << 20;

/// Lists a file; returns the length of the listing if the file can be opened.
fn list(bytes: &[u8]) -> Option<u64> {
    struct Count(u64);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let container = match isatope_object::open(bytes) {
        Ok(container) => container,
        Err(error) => {
            assert!(error.offset <= bytes.len() as u64, "offset {:#x}: {}", error.offset, error.message);
            return None;
        }
    };
    let target = container.target.and_then(Target::from_name).or_else(|| Target::from_name("gfx900"))?;
    let formatter = Formatter::default_for(target).labels(true);
    let lister = Lister { target, formatter: &formatter, margin: Margin::None, all: true, view: View::default() };
    let mut count = Count(0);
    let mut sink = Sink::new(&mut count);
    container::write(&container, &lister, &mut sink).expect("counting does not fail");
    sink.flush().expect("counting does not fail");
    drop(sink);
    Some(count.0)
}

/// Peak memory of some work, in addition to the memory used before it.
fn peak(work: impl FnOnce()) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    work();
    MEMORY.peak_usage().saturating_sub(before)
}

/// An ELF file for AMD GPUs with `count` functions of one instruction each.
fn functions(count: u32) -> Vec<u8> {
    let code = 0xbf81_0000_u32.to_le_bytes().repeat(count as usize);
    let names: String = (0..count).map(|i| format!("{i:08x}\0")).collect();
    let strings = ["\0", &names].concat().into_bytes();
    let mut symbols = vec![0; 24];
    for i in 0..count {
        symbols.extend((1 + 9 * i).to_le_bytes());
        symbols.extend([0x12, 0, 1, 0]);
        symbols.extend([u64::from(4 * i), 4].map(u64::to_le_bytes).concat());
    }
    let titles = b"\0.text\0.symtab\0.strtab\0.shstrtab\0";
    let mut bytes = vec![0; 64];
    let mut table = vec![0; 64];
    let mut section = |name: u32, kind: u32, flags: u64, contents: &[u8], links: [u32; 2], entry: u64| {
        table.extend([name, kind].map(u32::to_le_bytes).concat());
        table.extend([flags, 0, bytes.len() as u64, contents.len() as u64].map(u64::to_le_bytes).concat());
        table.extend(links.map(u32::to_le_bytes).concat());
        table.extend([1, entry].map(u64::to_le_bytes).concat());
        bytes.extend(contents);
    };
    section(1, 1, 6, &code, [0, 0], 0);
    section(7, 2, 0, &symbols, [3, 1], 24);
    section(15, 3, 0, &strings, [0, 0], 0);
    section(23, 3, 0, titles, [0, 0], 0);
    let mut start = b"\x7fELF\x02\x01\x01\x40\x02\0\0\0\0\0\0\0".to_vec();
    start.extend([1, 224, 1, 0].map(u16::to_le_bytes).concat());
    start.extend([0, 0, bytes.len() as u64].map(u64::to_le_bytes).concat());
    start.extend(0x2c_u32.to_le_bytes());
    start.extend([64, 56, 0, 64, 5, 4].map(u16::to_le_bytes).concat());
    bytes[..64].copy_from_slice(&start);
    bytes.extend(table);
    bytes
}

/// The same total length of names, all of which are ends of one name.
fn overlapping(count: u32) -> Vec<u8> {
    let mut bytes = functions(count);
    let strings = bytes.windows(8).position(|w| w == b"00000000").expect("names are there");
    let length = 9 * count as usize;
    bytes[strings..strings + length - 1].fill(b'a');
    bytes
}

#[test]
fn memory_grows_with_the_input() {
    // Memory that is allocated only once.
    for file in FILES {
        list(file);
    }
    for count in [20_000, 320_000] {
        for (what, bytes) in [("functions", functions(count)), ("overlapping names", overlapping(count))] {
            let most = 4 * bytes.len() + ROOM;
            let taken = peak(|| {
                list(&bytes);
            });
            assert!(taken <= most, "{count} {what}: {taken} bytes for {}", bytes.len());
            let taken = peak(|| ask(&bytes));
            assert!(taken <= most, "{count} {what}: {taken} bytes for {}", bytes.len());
        }
    }
    // Invalid files from fixed seeds; the environment variable ISATOPE_MUTATIONS sets their number.
    let times = std::env::var("ISATOPE_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000_u64);
    let (mut opened, mut refused) = (0, 0);
    for seed in 0..times {
        let noise: Vec<u8> = (0..64_u64).flat_map(|i| mix(seed << 8 | i).to_le_bytes()).collect();
        let Ok(bytes) = mutated(&mut Unstructured::new(&noise)) else { continue };
        // A compressed image may be as long as its header says.
        let inside = Images::find(&bytes[..]).map(|images| {
            let lengths = images.images.iter().filter_map(|image| images.bytes(image).ok());
            lengths.map(|image| image.len()).sum::<usize>()
        });
        let most = 4 * (bytes.len() + inside.as_ref().copied().unwrap_or(0)) + ROOM;
        let taken = peak(|| {
            match list(&bytes) {
                Some(_) => opened += 1,
                None => refused += 1,
            }
            ask(&bytes);
        });
        assert!(taken <= most, "seed {seed}: {taken} bytes for {}", bytes.len());
    }
    assert!(opened > times / 20 && refused > times / 20, "{opened} opened, {refused} refused");
}
