//! Images in bundles, libraries and archives.
//!
//! `bundles/k.cl` is compiled by clang 19 for gfx900, `gfx906:sramecc+:xnack-` and `gfx906:xnack+`.
//! `clang-offload-bundler-19` bundles these into `plain.hipfb`, and with `-compress` into `zstd.hipfb`. `zlib.hipfb` is
//! compressed by Python's zlib. `fat.o` is an object for x86-64 whose `.hip_fatbin` section contains all three bundles
//! (`fat.s`). `fat.a` is an archive of a text, two bundles and a code object.
//!
//! `clang-offload-bundler-19 -type=o` puts the three code objects into sections of `sections.o`. `package.bin` is made
//! of them by `clang-offload-packager-19`, with an object for another machine before the last one, and
//! `-fembed-offload-object` puts it into `offloading.o`.

use crate::common;

use std::borrow::Cow;

use common::read;
use isatope_object::TargetId;
use isatope_object::images::{Edit, Images, Method, ReplaceError, bundle, entry_name};
use isatope_testing::shared;

const TARGETS: [&str; 3] = ["gfx900", "gfx906:sramecc+:xnack-", "gfx906:xnack+"];

fn targets(images: &Images<&[u8]>) -> Vec<String> {
    images.images.iter().map(|i| i.target.to_string()).collect()
}

fn find(bytes: &[u8]) -> Images<&[u8]> {
    Images::find(bytes).expect("has images")
}

fn device(text: &str) -> TargetId {
    text.parse().expect("is a target")
}

/// HCC named the section `.kernel`, and its entries `hcc-amdgcn-amd-amdhsa--gfx803`.
#[test]
fn sections_of_hcc_hold_bundles() {
    let mut bytes = read("bundles/fat.o");
    let name = bytes.windows(11).position(|part| part == b".hip_fatbin").expect("the name of the section");
    bytes[name..name + 11].copy_from_slice(b".kernel\0\0\0\0");
    assert_eq!(find(&bytes).images.len(), 9);
    assert_eq!(device("hcc-amdgcn-amd-amdhsa--gfx803"), device("gfx803"));
}

/// Expected: the offset of `k-gfx900.co` that `xxd` shows in the table of `plain.hipfb`.
#[test]
fn bundles_hold_images() {
    let (plain, alone) = (read("bundles/plain.hipfb"), read("bundles/k-gfx900.co"));
    let images = find(&plain);
    assert_eq!(targets(&images), TARGETS);
    assert_eq!((images.images[0].offset, images.images[0].size), (512, alone.len() as u64));
    assert_eq!(images.images[1].entry, "hipv4-amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-");
    let bytes = images.bytes(&images.images[0]).expect("is there");
    assert_eq!((&*bytes, matches!(bytes, Cow::Borrowed(_))), (&*alone, true));
    for image in &images.images {
        let bytes = images.bytes(image).expect("is there");
        let container = isatope_object::open(&bytes).expect("opens");
        assert_eq!(container.target, Some(image.target.processor.as_str()));
        assert_eq!(container.kernels[0].name, "k");
    }
}

#[test]
fn compressed_bundles_hold_the_same() {
    let plain = read("bundles/plain.hipfb");
    let expected = find(&plain);
    for (file, method) in [("bundles/zstd.hipfb", Method::Zstd), ("bundles/zlib.hipfb", Method::Zlib)] {
        let second = read(file);
        let header = |version: u16| {
            let mut bytes = second[..8].to_vec();
            bytes[4..6].copy_from_slice(&version.to_le_bytes());
            bytes
        };
        // The other versions of the header: without the total size, and with sizes of 64 bits.
        let first = [header(1), second[12..].to_vec()].concat();
        let sizes = [second.len() as u64 + 8, plain.len() as u64].map(u64::to_le_bytes).concat();
        let third = [header(3), sizes, second[16..].to_vec()].concat();
        for (version, bytes) in [(1, first), (2, second.clone()), (3, third)] {
            let images = find(&bytes);
            let compression = images.bundles[0].compression.as_ref().expect("is compressed");
            assert_eq!((compression.version, compression.method), (version, method));
            assert_eq!(compression.uncompressed, plain.len() as u64);
            assert_eq!(targets(&images), TARGETS);
            for (image, same) in images.images.iter().zip(&expected.images) {
                assert_eq!(images.bytes(image).expect("decompresses"), expected.bytes(same).expect("is there"));
                assert_eq!(images.file_offset(image), None);
            }
        }
    }
}

#[test]
fn libraries_and_archives_hold_bundles() {
    let (fat, archive) = (read("bundles/fat.o"), read("bundles/fat.a"));
    let images = find(&fat);
    assert_eq!(targets(&images), [TARGETS; 3].concat());
    let numbers: Vec<_> = images.images.iter().map(|i| i.bundle).collect();
    assert_eq!(numbers, [0, 0, 0, 1, 1, 1, 2, 2, 2]);
    let first = images.file_offset(&images.images[0]).expect("is not compressed") as usize;
    assert_eq!(&fat[first..first + 4], b"\x7fELF");
    let images = find(&archive);
    assert_eq!(targets(&images), [&TARGETS[..], &["gfx900"], &TARGETS[..]].concat());
    let members: Vec<_> = images.bundles.iter().map(|b| b.member.as_deref().unwrap_or("")).collect();
    assert_eq!(members, ["zstd.hipfb", "k-gfx900.co", "zlib.hipfb"]);
    assert_eq!(images.bytes(&images.images[3]).expect("is there"), read("bundles/k-gfx900.co"));
}

/// Expected: the code objects that the tools were given.
#[test]
fn sections_and_packages_hold_the_same() {
    let plain = read("bundles/plain.hipfb");
    let expected = find(&plain);
    let prefixes = [("sections.o", ["hip"; 3]), ("package.bin", ["hip", "openmp", "hip"])];
    for (file, prefixes) in prefixes.into_iter().chain([("offloading.o", ["hip", "openmp", "hip"])]) {
        let bytes = read(&format!("bundles/{file}"));
        let images = find(&bytes);
        assert_eq!(targets(&images), TARGETS, "{file}");
        for ((image, same), prefix) in images.images.iter().zip(&expected.images).zip(prefixes) {
            assert_eq!(images.bytes(image).expect("is there"), expected.bytes(same).expect("is there"), "{file}");
            assert_eq!(image.entry, format!("{prefix}-amdgcn-amd-amdhsa--{}", image.target), "{file}");
            assert_eq!(images.replace(image, b"new"), Err(ReplaceError::Elsewhere), "{file}");
        }
        assert_eq!(images.for_device(&device("gfx906:sramecc+:xnack-")).len(), 1);
    }
}

/// A package that is cut or has wrong numbers gives an error, and no image outside the file.
#[test]
fn broken_packages_are_refused() {
    let whole = read("bundles/package.bin");
    for length in (4..600).chain([whole.len() - 1]) {
        assert!(Images::find(&whole[..length]).is_err(), "{length} bytes");
    }
    for at in 8..0x90 {
        let mut bytes = whole.clone();
        bytes[at] = 0xff;
        if let Ok(images) = Images::find(bytes.as_slice()) {
            for image in &images.images {
                assert!(images.bytes(image).is_ok(), "byte {at}");
            }
        }
    }
}

#[test]
fn every_bundle_has_one_image_for_a_device() {
    let fat = read("bundles/fat.o");
    let images = find(&fat);
    let found = |text: &str| images.for_device(&device(text)).iter().map(|i| i.target.to_string()).collect::<Vec<_>>();
    assert_eq!(found("gfx900"), ["gfx900"; 3]);
    assert_eq!(found("gfx906"), [TARGETS[1]; 3]);
    assert_eq!(found("amdgcn-amd-amdhsa--gfx906:sramecc-:xnack+"), [TARGETS[2]; 3]);
    assert_eq!(found("gfx906:sramecc-:xnack-"), [""; 0]);
    assert_eq!(found("gfx803"), [""; 0]);
    assert_eq!(images.targets().len(), 3);
}

/// Expected: the flags that `llvm-readelf-19 -h` shows.
#[test]
fn code_objects_stand_alone() {
    let bytes = read("bundles/k-gfx900.co");
    let images = find(&bytes);
    assert_eq!((targets(&images), images.images[0].size), (vec!["gfx900".to_owned()], bytes.len() as u64));
}

#[isatope_reference::test("kernels/real")]
fn features_of_code_objects() {
    let Some(path) = shared("kernels/real/co/rocsparse-0001-gfx906.co") else { return };
    let bytes = isatope_testing::read(path);
    assert_eq!(targets(&find(&bytes)), ["gfx906:xnack-"]);
}

#[test]
fn what_is_broken_says_where() {
    let error = |bytes: &[u8]| Images::find(bytes).expect_err("is broken").to_string();
    let plain = read("bundles/plain.hipfb");
    assert_eq!(
        error(b"hello"),
        "at offset 0x0: this is not a code object, offload bundle, archive, or ELF file that contains one"
    );
    assert_eq!(error(&plain[..100]), "at offset 0x0: the bundle's table of entries is truncated");
    assert_eq!(error(&plain[..1000]), "at offset 0x0: an entry is outside the bundle");
    assert_eq!(error(&plain[..40]), "at offset 0x0: the bundle has more entries than bytes for them");
    let mut packed = read("bundles/zstd.hipfb");
    assert_eq!(error(&packed[..packed.len() - 1]), "at offset 0x0: the compressed bundle is truncated");
    packed[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(error(&packed), "at offset 0x0: the compressed bundle claims to hold far more than it can");
    packed[12..16].copy_from_slice(&100_000_u32.to_le_bytes());
    let images = find(&packed);
    // The table is complete, but there are fewer bytes than the header says.
    assert!(images.bytes(&images.images[2]).is_ok());
    assert_eq!(
        error(b"!<thin>\nxxxxxxxxxxxxxxxxxxxx"),
        "at offset 0x0: a thin archive only names its members: use the members themselves"
    );
}

/// `clang-offload-bundler-19 -bundle-align=256` wrote `plain.hipfb`.
#[test]
fn bundles_are_written_as_clang_writes_them() {
    let plain = read("bundles/plain.hipfb");
    let images = find(&plain);
    let host = "host-x86_64-unknown-linux--".repeat(2);
    let mut entries: Vec<(String, &[u8])> = vec![(host, &[])];
    for image in &images.images {
        assert_eq!(image.entry, entry_name(&image.target));
        let start = image.offset as usize;
        entries.push((image.entry.clone(), &plain[start..start + image.size as usize]));
    }
    let ours = bundle(&entries, 256);
    assert_eq!(ours.iter().zip(&plain).position(|(ours, theirs)| ours != theirs), None);
    assert_eq!(ours.len(), plain.len());
}

fn changed(file: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for edit in edits {
        bytes[edit.offset as usize..][..edit.bytes.len()].copy_from_slice(&edit.bytes);
    }
    bytes
}

/// An image may be smaller, or grow up to the next one. Nothing else changes.
#[test]
fn images_are_replaced_where_they_fit() {
    for file in ["bundles/plain.hipfb", "bundles/fat.o"] {
        let bytes = read(file);
        let images = find(&bytes);
        for number in 0..images.images.len() {
            let image = &images.images[number];
            if images.bundles[image.bundle].compression.is_some() {
                assert_eq!(images.replace(image, b"new"), Err(ReplaceError::Compressed));
                continue;
            }
            let ReplaceError::TooLarge(room) = images.replace(image, &vec![1; 1 << 20]).expect_err("is too large")
            else {
                panic!("another error")
            };
            assert!(room >= image.size && room < image.size + 4096, "{room}");
            for size in [5, image.size as usize, room as usize] {
                let new = vec![0x5a; size];
                let patched = changed(&bytes, &images.replace(image, &new).expect("fits"));
                let again = find(&patched);
                assert_eq!(again.images.len(), images.images.len());
                for (index, other) in again.images.iter().enumerate() {
                    let expected = if index == number {
                        new.clone()
                    } else {
                        images.bytes(&images.images[index]).expect("is there").into_owned()
                    };
                    assert!(again.bytes(other).expect("is there") == expected, "{file} {number} {size} {index}");
                }
            }
        }
    }
    let alone = read("bundles/k-gfx900.co");
    let images = find(&alone);
    assert_eq!(images.replace(&images.images[0], b"new"), Err(ReplaceError::Alone));
}
