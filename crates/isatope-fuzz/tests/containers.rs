//! Files that are cut off, or name the same bytes over and over: nothing takes longer than their length allows.

use std::time::{Duration, Instant};

use isatope_fuzz::{FILES, ask};
use isatope_object::{Error, open};

#[test]
fn files_that_are_cut_off() {
    for file in FILES {
        (0..file.len()).step_by(file.len() / 64 + 1).for_each(|end| ask(&file[..end]));
    }
}

/// An ELF for AMD GPUs of `count` sections, all of them at the same `body`.
fn same_sections(count: u16, sh_type: u32, flags: u64, body: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x7fELF\x02\x01\x01\x40\x02\0\0\0\0\0\0\0".to_vec();
    let word = |bytes: &mut Vec<u8>, value: u64, size: usize| bytes.extend(&value.to_le_bytes()[..size]);
    let table = 64 + body.len() as u64;
    for (value, size) in
        [(1, 2), (224, 2), (1, 4), (0, 8), (0, 8), (table, 8), (0x2c, 4), (64, 2), (56, 2), (0, 2), (64, 2)]
    {
        word(&mut bytes, value, size);
    }
    word(&mut bytes, count.into(), 2);
    word(&mut bytes, 1, 2);
    bytes.extend(body);
    let of = |bytes: &mut Vec<u8>, sh_type: u32, flags: u64| {
        for (value, size) in [
            (0, 4),
            (sh_type.into(), 4),
            (flags, 8),
            (0, 8),
            (64, 8),
            (body.len() as u64, 8),
            (1, 4),
            (2, 4),
            (1, 8),
            (0, 8),
        ] {
            word(bytes, value, size);
        }
    };
    of(&mut bytes, 0, 0);
    of(&mut bytes, 3, 0);
    (2..count).for_each(|_| of(&mut bytes, sh_type, flags));
    bytes
}

/// Each would take the square of its length in time or memory, if everything was read that it names.
#[test]
fn files_that_name_the_same_bytes_many_times() {
    let body = vec![0; 1 << 20];
    for (sh_type, flags, what) in [(7, 0, "notes"), (9, 0, "relocations"), (4, 0, "relocations"), (1, 2, "data")] {
        let bytes = same_sections(20_000, sh_type, flags, &body);
        let started = Instant::now();
        ask(&bytes);
        assert!(started.elapsed() < Duration::from_secs(5), "{what}: {:?}", started.elapsed());
        let error = open(&bytes).and_then(|c| c.load(0).map_err(|_| Error { offset: 0, message: "" }).map(drop));
        assert!(error.is_err(), "{what}");
    }
    // A bundle whose entries are all the same megabyte.
    let mut bytes = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    let count = 20_000_u64;
    bytes.extend(count.to_le_bytes());
    for _ in 0..count {
        bytes.extend([0, 1 << 20, 4].map(u64::to_le_bytes).concat());
        bytes.extend(b"gfx9");
    }
    bytes.resize(2 << 20, 0);
    let started = Instant::now();
    ask(&bytes);
    assert!(started.elapsed() < Duration::from_secs(5));
}
