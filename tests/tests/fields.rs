//! Compares Valhall's tables with the field positions in Arm's own description, from `cases/valhall-fields.tsv`.

use std::collections::BTreeSet;

use isatope_core::Target;
use isatope_testing::rows;
use isatope_tests::cases;

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).unwrap_or_else(|_| panic!("`{text}` is not a hexadecimal number"))
}

/// Instructions without an entry in the description, which has only the unsigned 32-bit form of `CLPER`.
const ALONE: &[&str] =
    &["CLPER.s32", "CLPER.v2u16", "CLPER.v2s16", "CLPER.v4u8", "CLPER.v4s8", "CLPER.u64", "CLPER.s64"];

#[test]
fn valhall_fields_lie_where_arm_says() {
    let target = Target::from_name("valhall").expect("a target");
    let arch = target.arch();
    let (mut compared, mut wrong) = (BTreeSet::new(), Vec::new());
    for row in rows(cases().join("valhall-fields.tsv")) {
        let [name, fixed, values, fields, exceptions @ ..] = &row[..] else { panic!("too few columns: {row:?}") };
        let (more, fewer) = match exceptions {
            [] => (0, 0),
            [more, fewer, why] if !why.is_empty() => (hex(more), hex(fewer)),
            _ => panic!("an exception is two numbers and a reason: {row:?}"),
        };
        let Some(inst) = arch.insts.iter().find(|i| i.name == name.as_str()) else {
            wrong.push(format!("{name}: there is no such instruction"));
            continue;
        };
        let form = &arch[inst.first_form];
        let encoding = &arch[form.encoding(target.version()).expect("every version has it")];
        let layout = &arch[encoding.layout];
        let known = layout.fields.iter().filter(|f| !layout.is_rest(f)).fold(0, |mask, f| mask | f.place.mask);
        if (encoding.pattern.mask, encoding.pattern.value) != (hex(fixed), hex(values)) {
            wrong.push(format!("{name}: told by {:016x} {:016x}", encoding.pattern.mask, encoding.pattern.value));
        }
        let other = hex(fields);
        if (known & !other, other & !known) != (more, fewer) {
            wrong.push(format!("{name}: only here {:x}, only there {:x}", known & !other, other & !known));
        }
        assert!(compared.insert(inst.name.to_string()), "{name} is there twice");
    }
    for inst in arch.insts {
        if compared.contains(inst.name.as_str()) == ALONE.contains(&inst.name.as_str()) {
            wrong.push(format!("{}: compared and not to be compared, or neither", inst.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
