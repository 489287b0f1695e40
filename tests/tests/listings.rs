//! Listings of broken containers: nothing panics, neither listing nor assembling, for a second.

use std::time::{Duration, Instant};

use isatope_asm::listing::{Margin, Sink, container};
use isatope_asm::{Assembler, Options};
use isatope_core::{Formatter, Target};
use isatope_tests::roundtrip::Random;

#[test]
fn listings_of_changed_objects_are_read() {
    let objects = isatope_tests::objects();
    let target = Target::from_name("gfx900").expect("known");
    let tools = ["clrx", "llvm"].map(|d| {
        (d, Formatter::new(target, d).expect("known"), Assembler::new(target, d, Options::default()).expect("known"))
    });
    let mut numbers = Random(0x1234_5678_9abc_def1);
    let mut random = |below: usize| numbers.below(below);
    let start = Instant::now();
    let mut rounds = 0;
    while start.elapsed() < Duration::from_secs(1) {
        let mut bytes = objects[random(objects.len())].1.clone();
        for _ in 0..random(4) {
            let at = match random(2) {
                0 => bytes.len() - 1 - random(1200.min(bytes.len())),
                _ => random(bytes.len()),
            };
            bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xff, b'"', random(256) as u8][random(8)];
        }
        let Ok(opened) = isatope_object::open(&bytes) else { continue };
        let (dialect, formatter, assembler) = &tools[random(2)];
        let lister = container::Lister { target, formatter, dialect, margin: Margin::None };
        let mut text = Vec::new();
        container::write(&opened, &lister, &mut Sink::new(&mut text)).expect("memory takes everything");
        let text = String::from_utf8(text).expect("a listing is text");
        let output = assembler.assemble(&text);
        rounds += 1;
        let places = opened.sections.iter().filter(|s| s.name == ".text" && s.part == 0).collect::<Vec<_>>();
        if let ([text], true) = (&places[..], output.diagnostics.is_empty()) {
            assert_eq!(output.bytes_of(".text"), text.data);
        }
    }
    assert!(rounds > 0);
}
