//! Tests that broken containers give errors, in little time and memory. Changes bytes of real objects, for one second.

use std::time::{Duration, Instant};

use isatope_object::{Kind, open};
use isatope_testing::Random;
use isatope_tests::objects;

#[test]
fn objects_open() {
    for (name, bytes) in objects() {
        let container = open(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        let kernel = name.split('-').next().unwrap_or_default();
        assert_eq!(container.kernels.len(), 1, "{name}");
        assert!(container.kernels[0].name.starts_with(&kernel[..3]) || kernel == "hist", "{name}");
        assert!(container.kernels[0].descriptor.is_some(), "{name}");
        let (section, start, end) = container.kernels[0].code.expect("has code");
        assert!(start < end && end <= container.sections[section].size, "{name}");
        let target = name.split(['-', '.']).nth(1);
        assert_eq!(container.target, target, "{name}");
        assert_eq!(container.kind, if target == Some("gfx600") { Kind::Mesa3d } else { Kind::Hsa(4) });
        let info = container.launchable().remove(0).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(info.has_metadata, target != Some("gfx600"), "{name}");
    }
}

#[test]
fn changed_objects_never_panic() {
    let objects = objects();
    let mut numbers = Random(0x9e37_79b9_7f4a_7c15);
    let mut random = |below: usize| numbers.below(below);
    let start = Instant::now();
    let mut opened = 0;
    while start.elapsed() < Duration::from_secs(1) {
        let mut bytes = objects[random(objects.len())].1.clone();
        for _ in 0..1 + random(4) {
            let at = match random(3) {
                0 => random(64),
                1 => bytes.len() - 1 - random(1000.min(bytes.len())),
                _ => random(bytes.len()),
            };
            let value = [0, 1, 0x7f, 0x80, 0xff, random(256) as u8][random(6)];
            let end = (at + [1, 2, 4, 8][random(4)]).min(bytes.len());
            bytes[at..end].fill(value);
        }
        if random(8) == 0 {
            bytes.truncate(random(bytes.len()));
        }
        if let Ok(container) = open(&bytes) {
            opened += 1;
            let mut yaml = String::new();
            for metadata in &container.metadata {
                metadata.write_yaml(&mut yaml).expect("strings take everything");
            }
            assert!(yaml.len() < 64 * bytes.len() + 1024);
        }
    }
    assert!(opened > 0);
}

#[test]
fn every_byte_and_line_of_mesa_is_in_a_piece() {
    use isatope_object::mesa::{Piece, binary, dump, word};
    let mut numbers = Random(0x9e37_79b9_7f4a_7c15);
    let mut random = |below: usize| numbers.below(below);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        // Runs of zeros and of other bytes.
        let mut bytes = Vec::new();
        for _ in 0..random(12) {
            let byte = [0, 0, 1, 0xff][random(4)];
            bytes.extend(vec![byte; [8, 16, 128, 3, random(300)][random(5)]]);
        }
        let mut at = 0;
        for piece in binary(&bytes) {
            let (offset, length) = match &piece {
                Piece::Code { offset, bytes: code } => {
                    assert_eq!(code[..], bytes[at..at + code.len()]);
                    (*offset, code.len())
                }
                Piece::Padding { offset, bytes: zeros } => {
                    assert!(bytes[at..at + zeros].iter().all(|&b| b == 0));
                    (*offset, *zeros)
                }
                Piece::Text(text) => panic!("{text}"),
            };
            assert_eq!(offset, at as u64);
            at += length;
        }
        assert_eq!(at, bytes.len());
        // Lines composed of typical parts of dumps.
        let parts = [
            "77 00 14 00 00 c0 90 00 ",
            "00",
            " ",
            "\n",
            "0010: 0090c00000140077",
            ":",
            "\u{e9}",
            "   NOP.end",
            "\r\n",
        ];
        let text: String = (0..random(30)).map(|_| parts[random(parts.len())]).collect();
        let lines: usize = dump(&text, word)
            .iter()
            .map(|p| match p {
                Piece::Code { bytes, .. } => bytes.len() / 8,
                Piece::Padding { bytes, .. } => bytes / 8,
                Piece::Text(_) => 1,
            })
            .sum();
        assert_eq!(lines, text.lines().count());
    }
}
