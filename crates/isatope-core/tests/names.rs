use isatope_core::tables::{ARCHES, hash};

#[test]
fn every_name_is_found_in_any_case() {
    for arch in ARCHES {
        let names = &arch.reading.mnemonics;
        for (name, number) in names.iter() {
            assert_eq!(names.get(name), Some(number));
            assert_eq!(names.get(&name.to_ascii_uppercase()), Some(number));
            assert_eq!(names.get(&name[1..]).filter(|found| *found == number), None);
        }
        assert_eq!(names.get(""), None);
    }
}

#[test]
fn names_of_every_length_have_hashes_of_their_own() {
    let text = "abcdefghijklmnopqrstuvwxyz";
    let mut hashes: Vec<u64> = (0..=text.len()).map(|n| hash(&text.as_bytes()[..n])).collect();
    assert_eq!(hash(b"ABCDEFGHIJK"), hashes[11]);
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), text.len() + 1);
    for n in 1..=text.len() {
        for changed in 0..n {
            let mut other = text.as_bytes()[..n].to_vec();
            other[changed] = b'0';
            assert_ne!(hash(&other), hash(&text.as_bytes()[..n]), "{n} {changed}");
        }
    }
}
