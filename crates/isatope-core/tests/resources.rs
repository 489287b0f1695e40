use isatope_core::tables::{FileId, InterfaceId, MemoryId, RegisterId};
use isatope_core::{Place, ResourceId, Resources, Target, decode};

#[test]
fn numbers_have_no_gaps_and_name_their_resources() {
    for target in Target::all() {
        let arch = target.arch();
        let mut seen = Resources::EMPTY;
        let mut add = |place: Place, is: &dyn Fn(Place) -> bool| {
            for id in Resources::range(arch.resource_ids(place)).iter() {
                assert!(!seen.contains(id), "{place:?}");
                seen.insert(id);
                assert!(is(target.resource(id)), "{place:?} is {:?}", target.resource(id));
            }
        };
        for (file, info) in arch.files.iter().enumerate() {
            for first in 0..info.count as u16 {
                let place = Place::Registers { file: target.row(FileId::new(file)), first, count: 1 };
                add(place, &|found| found == place);
            }
        }
        for (register, info) in arch.registers.iter().enumerate() {
            let place = Place::Special { register: target.row(RegisterId::new(register)), part: None };
            add(place, &|found| matches!(found, Place::Special { .. }) && found.name() == info.name);
        }
        for memory in 0..arch.memories.len() {
            let place = Place::Memory(target.row(MemoryId::new(memory)));
            add(place, &|found| found == place);
        }
        for interface in 0..arch.interfaces.len() {
            let place = Place::Interface(target.row(InterfaceId::new(interface)));
            add(place, &|found| found == place);
        }
        assert_eq!(seen, Resources::all(arch));
        assert_eq!(seen.len(), usize::from(arch.resources));
    }
}

#[test]
fn sets() {
    let set = Resources::range(60..70);
    let numbers: Vec<usize> = set.iter().map(ResourceId::index).collect();
    assert_eq!((set.len(), numbers), (10, (60..70).collect()));
    assert_eq!((set - Resources::range(0..65)).iter().map(ResourceId::index).min(), Some(65));
    assert!(set.covers(&Resources::range(61..62)) && !set.covers(&Resources::range(59..62)));
    assert!(set.meets(&Resources::range(0..61)) && !set.meets(&Resources::range(0..60)));
    assert!(Resources::range(5..5).is_empty());
}

#[test]
fn uses_of_instructions() {
    let names = |set: Resources, target: Target| {
        let names = set.iter().map(|id| ToString::to_string(&target.resource(id)));
        names.collect::<Vec<_>>()
    };
    let target = Target::from_name("gfx803").expect("known");
    // v_add_f32 v1, v2, v3
    let uses = decode(target, &0x0202_0702_u32.to_le_bytes()).expect("an instruction").uses();
    assert_eq!(names(uses.writes, target), ["v1"]);
    assert_eq!(uses.masked, uses.writes);
    assert!(["v2", "v3", "exec_lo", "exec_hi"].iter().all(|n| names(uses.reads, target).contains(&(*n).into())));
    // s_add_u32 s0, s1, s2
    let uses = decode(target, &0x8000_0201_u32.to_le_bytes()).expect("an instruction").uses();
    assert_eq!(names(uses.writes, target), ["s0", "scc"]);
    assert_eq!(names(uses.reads, target), ["s1", "s2"]);
    assert!(uses.masked.is_empty());
}
