//! Tests the expansion of families: rows with names and defaults, tables of other files, nested families.

use isatope_lang::{Model, compile};

const TOY: &str = "arch toy {\n dialects plain\n}\nversion toy1\nregister state : u32\n";

/// Functions of the toy architecture with these files, as `name: documentation`.
fn functions(files: &[&str]) -> Vec<String> {
    let texts: Vec<(&str, &str)> =
        std::iter::once(("toy.isa", TOY)).chain(files.iter().map(|f| ("x.isa", *f))).collect();
    let model: Model = compile(&texts)
        .unwrap_or_else(|errors| panic!("{}", errors.iter().map(|e| e.render(&texts)).collect::<String>()));
    model.functions.iter().map(|f| format!("{}: {}", f.name, f.doc)).collect()
}

#[test]
fn rows_name_columns_and_leave_out_defaults() {
    let unfolded = functions(&["for (name, a, b = 2, sum = $a + $b, text = \"$name $a\") in {
            (first, 1),
            (second, 1, sum = 9),
            (third, 1, 4),
            (fourth, b = 5, a = 7),
        } {
            /// $text: $sum.
            fn f_$name() -> u32 { $sum }
        }"]);
    assert_eq!(
        unfolded,
        [
            "f_first: first 1: 1 + 2.",
            "f_second: second 1: 9.",
            "f_third: third 1: 1 + 4.",
            "f_fourth: fourth 7: 7 + 5."
        ]
    );
}

#[test]
fn a_table_serves_families_of_other_files() {
    let family = "for ops with ds {
            for (T, n) in { (u32, 32), (u64, 64) } {
                /// $Does `data` at $ds.
                fn ds_$name_$T(old: $T, data: $T) -> $T { $value }
            }
        }";
    let table = "/// Operations.
        table ops (name, value, Does, ds = none, flat = $ds) {
            (add, old + data, \"Adds\", ds = 0x00),
            (first, old, \"Drops\", flat = 0x02),
            (set, data, \"Stores\", ds = 0x03, flat = none)
        }";
    let both = "for ops with ds, flat { fn flat_$name() -> u32 { $flat } }
        for ops with flat without ds { fn only_$name() -> u32 { $flat } }";
    assert_eq!(
        functions(&[family, table, both]),
        [
            "ds_add_u32: Adds `data` at 0x00.",
            "ds_add_u64: Adds `data` at 0x00.",
            "ds_set_u32: Stores `data` at 0x03.",
            "ds_set_u64: Stores `data` at 0x03.",
            "flat_add: ",
            "only_first: ",
        ]
    );
}

#[test]
fn the_longest_parameter_is_replaced() {
    let unfolded = functions(&["for (a, ab, abc = \"long\") in { (x, y) } { /// $abc $ab $a $abcd $b
        fn f_$ab_$a() -> u32 { 1 } }"]);
    assert_eq!(unfolded, ["f_y_x: long y x longd $b"]);
}
