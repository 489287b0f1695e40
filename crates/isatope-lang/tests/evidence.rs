//! Tests sources and spec notes: the citations of entries, and the spec notes that entries inherit from functions.

use isatope_lang::{Grade, Inst, Model, compile};

const TOY: &str = r#"
arch toy {
    dialects plain
    lanes 4
    word 32
}
version toy1
version toy2

/// What its maker says.
reference manual "Toy instruction set" by "Toymakers" edition "second" 2019 at "https://toy.example"
reference bench "Measured on a toy"

/// More about it.
doubt carry assumed "the carry is lost" until "a run on a toy"
doubt last_bit approximate "the last bit may differ"
    until "a table of results"
doubt padded assumed "what the last bits do" until "a look inside" where pad != 0
doubt sleep assumed "a sleeping toy does not wake" until "a night"

file r "r" 4 : u32 per lane
register exec : mask active
register mode : u32 = 4 plain "md" doubts sleep { round = 1:0 usually 0 or 3, asleep = 2 usually 1 doubt sleep }

/// Adds and forgets the carry.
fn lossy(a: u32) -> u32
    source manual "2.1",
           bench "of 2020"
    doubts carry
{
    a + 1
}
fn twice(a: u32) -> u32 { lossy(lossy(a)) }
fn shown(a: u32) -> u32 doubts last_bit { a }

operand reg : 8 { 0..3  r 0 }

format short : 32 {
    31:24  op
    23:16  dst : reg
    15:8   src : reg
    7:0    = 0
    operands dst, src
}
format long : 32 {
    like short
    7:0    = 1
    view u32 input = shown(raw)
}

for (name, code) in { (up, 1), (more, 2) } {
    /// Counts.
    inst $name : short, long {
        op $code
        op long $code
        asm dst: u32, src: u32
        lane { dst = twice(src) }
        source manual "$name", bench "the $name test"
        encoding assumed "only the manual has it" until "another tool"
    }
}

/// Copies.
inst copy : short, long {
    op 3
    op long 3
    asm dst: u32, src: u32
    lane { dst = src }
    source manual and bench "copying", bench "copies of 2021"
}

/// Copies, and says itself what else is in spec note.
inst careful : long {
    op 4
    asm dst: u32, src: u32
    lane { dst = src }
    source manual "careful"
    semantics assumed carry,
        "zero is kept" until "a run with 0"
}

format padded : 32 {
    31:24  op
    23:16  dst : reg
    15:8   src : reg
    7:2    = 0
    1:0    pad : u2
    operands dst, src
}

/// Copies with what the last bits do.
inst copy_padded : short, padded {
    op 6
    op padded 7
    asm dst: u32, src: u32
    lane { dst = src }
    source manual "copying"
    semantics assumed padded, "three is odd" until "a look inside"
        where pad == 3
}

/// Nobody knows.
inst secret : short {
    op 5
    asm dst: u32, src: u32
    source manual "the name only"
    semantics none "the manual has the name only" until "its next edition"
}
"#;

fn toy() -> Model {
    compile(&[("toy", TOY)])
        .unwrap_or_else(|e| panic!("{}", e.iter().map(|e| e.render(&[("toy", TOY)])).collect::<String>()))
}

fn inst<'m>(model: &'m Model, name: &str) -> &'m Inst {
    model.insts.iter().find(|i| i.name == name).expect("it is there")
}

/// The spec notes of a meaning, and the functions that they come from.
fn doubts<'m>(model: &'m Model, reasons: &[isatope_lang::Reason]) -> Vec<(&'m str, Option<&'m str>)> {
    let function = |f: usize| model.functions[f].name.as_str();
    reasons.iter().map(|r| (model.doubts[r.doubt].why.as_str(), r.function.map(function))).collect()
}

#[test]
fn citations_name_references() {
    let model = toy();
    let manual = &model.references[0];
    assert_eq!((manual.name.as_str(), manual.publisher.as_str(), manual.year), ("manual", "Toymakers", Some(2019)));
    assert_eq!((manual.edition.as_str(), manual.address.as_str()), ("second", "https://toy.example"));
    assert_eq!(manual.doc, "What its maker says.");
    let cited: Vec<_> = inst(&model, "more").source.iter().map(|c| (c.reference, c.place.as_str())).collect();
    assert_eq!(cited, [(0, "more"), (1, "the more test")]);
    let cited: Vec<_> = inst(&model, "copy").source.iter().map(|c| (c.reference, c.place.as_str())).collect();
    assert_eq!(cited, [(0, "copying"), (1, "copying"), (1, "copies of 2021")]);
    let lossy = model.functions.iter().find(|f| f.name == "lossy").expect("a function");
    assert_eq!(lossy.source.len(), 2);
}

#[test]
fn a_doubt_at_a_function_reaches_what_calls_it() {
    let model = toy();
    let up = inst(&model, "up");
    assert_eq!(doubts(&model, &up.semantics.reasons), [("the carry is lost", Some("lossy"))]);
    assert_eq!(up.semantics.grade, Grade::Assumed);
}

#[test]
fn doubts_of_views_belong_to_their_format() {
    let model = toy();
    let copy = inst(&model, "copy");
    assert_eq!(copy.semantics.grade, Grade::Exact);
    assert!(copy.forms[0].doubts.is_empty());
    assert_eq!(doubts(&model, &copy.forms[1].doubts), [("the last bit may differ", Some("shown"))]);
    // The first format of this entry is the one with the view.
    let careful = inst(&model, "careful");
    let all = [("the carry is lost", None), ("zero is kept", None), ("the last bit may differ", Some("shown"))];
    assert_eq!(doubts(&model, &careful.semantics.reasons), all);
    assert_eq!(careful.semantics.grade, Grade::Approximate);
    assert!(careful.forms[0].doubts.is_empty());
}

#[test]
fn doubts_of_entries_are_stated_once() {
    let model = toy();
    let [up, more] = ["up", "more"].map(|name| inst(&model, name).encoding.reasons[0].doubt);
    assert_eq!(up, more);
    let doubt = &model.doubts[up];
    assert_eq!((doubt.name.as_str(), doubt.until.as_str()), ("", "another tool"));
    assert_eq!(inst(&model, "secret").semantics.grade, Grade::None);
}

#[test]
fn a_condition_says_which_words_a_note_is_about() {
    let model = toy();
    let inst = inst(&model, "copy_padded");
    let [padded, odd] = [0, 1].map(|n| inst.semantics.reasons[n].doubt);
    assert_eq!(model.doubts[padded].condition, "pad != 0");
    assert_eq!(model.doubts[odd].condition, "pad == 3");
    let tables = |form: usize| -> Vec<_> {
        inst.forms[form].conditions[0].iter().map(|c| (c.doubt, c.fields.len(), c.table.clone())).collect()
    };
    // The first format lacks the field, which is 0 there.
    assert_eq!(tables(0), [(padded, 0, vec![false]), (odd, 0, vec![false])]);
    let about = [vec![false, true, true, true], vec![false, false, false, true]];
    assert_eq!(tables(1), [(padded, 1, about[0].clone()), (odd, 1, about[1].clone())]);
}

#[test]
fn registers_have_doubts_and_usual_values() {
    let model = toy();
    let [exec, mode] = &model.registers[..] else { panic!("two registers") };
    assert!(exec.active && !mode.active);
    assert_eq!(mode.doubts, [3]);
    assert_eq!(mode.spelled, [(0, "md".to_string())]);
    assert_eq!((&mode.fields[0].usually[..], mode.fields[0].doubt), (&[0, 3][..], None));
    assert_eq!((&mode.fields[1].usually[..], mode.fields[1].doubt), (&[1][..], Some(3)));
}

#[test]
fn only_a_mask_says_which_lanes_are_active() {
    let text = TOY.replace("exec : mask", "exec : u32");
    let errors = compile(&[("toy", &text)]).expect_err("it is wrong");
    assert_eq!(errors[0].message, "`exec` has no bit per lane: only a mask can hold the active lanes");
}
