use isatope_core::tables::{FileId, RegisterId};
use isatope_core::{Place, Target};

#[test]
fn every_register_is_found_by_its_name() {
    for target in Target::all() {
        let (arch, mut count) = (target.arch(), 0);
        let mut check = |place: Place| {
            let name = place.to_string();
            assert_eq!(target.register(&name), Ok(place), "{target}");
            assert_eq!(target.register(&name.to_ascii_uppercase()), Ok(place), "{target}");
            count += 1;
        };
        for (number, register) in arch.registers.iter().enumerate() {
            let register_row = target.row(RegisterId::new(number));
            check(Place::Special { register: register_row, part: None });
            for part in (0..2).filter(|_| register.bits == 64) {
                check(Place::Special { register: register_row, part: Some(part) });
            }
        }
        for (number, file) in arch.files.iter().enumerate() {
            let file_row = target.row(FileId::new(number));
            for first in 0..file.count as u16 {
                let left = (file.count as u16 - first).min(255) as u8;
                for count in [1, left] {
                    check(Place::Registers { file: file_row, first, count });
                }
            }
            let past = format!("{}{}", file.prefix, file.count);
            assert!(target.register(&past).is_err(), "{target} {past}");
        }
        assert!(count > 64, "{target}");
    }
}
