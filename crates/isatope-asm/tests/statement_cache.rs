//! Tests that the result of a statement does not depend on earlier statements. A source repeats the same statements in
//! random order, between labels and names that change. Each statement must give the same result as alone, and as in a
//! source in which no two lines are equal.

use isatope_asm::{Assembler, Options, Output};
use isatope_core::{Decoder, Formatter, Target};
use isatope_diag::{Diagnostic, Place, Span};
use isatope_testing::{Random, dialects, mixed};

/// Statements of any dialect; `{}` is a number that is never the same.
const COMMON: &str = include_str!("statements/common.s");
/// Statements of GCN.
const GCN: &str = include_str!("statements/gcn.s");
/// Statements of Valhall.
const VALHALL: &str = include_str!("statements/valhall.s");

/// Definitions; each name may be defined again with another value.
const NAMES: &[&str] = &["x", "y", "z"];

struct Lines {
    text: String,
    /// For each line its number, and the definitions that must precede it so that the names have the same meaning.
    lines: Vec<(String, String)>,
}

/// Lines in random order, optionally with numeric labels.
fn random_lines(target: Target, dialect: &str, has_numbers: bool, random: &mut Random) -> Lines {
    let formatter = Formatter::new(target, dialect).expect("its dialect");
    let code = mixed::code(target, 300);
    let mut some: Vec<String> = Vec::new();
    for inst in Decoder::new(target, &code).filter_map(|(_, inst)| inst.ok()) {
        let mut line = String::new();
        formatter.write(&inst, &mut line).expect("strings take everything");
        some.push(line);
    }
    let own = if target.arch().syntax.attaches() { VALHALL } else { GCN };
    let is_left = |line: &&str| has_numbers || !line.contains("7:") && !line.contains("7b");
    some.extend(COMMON.lines().chain(own.lines()).filter(is_left).map(str::to_string));
    for i in (1..some.len()).rev() {
        some.swap(i, random.below(i + 1));
    }
    let shadows: &[&str] = if target.arch().syntax.attaches() { &["r", "u1"] } else { &["s", "vcc", "offen", "clamp"] };
    let mut values: Vec<(String, String)> = vec![("label0".into(), String::new())];
    if !target.arch().syntax.attaches() {
        values.push(("r".into(), "%v5".into()));
    }
    let mut lines = Lines { text: format!("// {}\n", "x".repeat(400)), lines: Vec::new() };
    lines.lines.push((lines.text.trim_end().into(), String::new()));
    let context = |values: &[(String, String)]| -> String {
        let known = values.iter().filter(|v| !v.1.is_empty());
        known.map(|(name, value)| format!("{name}={value}\n")).collect()
    };
    const COUNT: usize = 6000;
    for i in 0..COUNT {
        // Most statements occur often, some rarely.
        let most = if random.below(4) == 0 { some.len() } else { some.len() / 4 };
        let step = 1 + i / (COUNT / 3);
        let mut line = some[random.below(most) * step % some.len()].replace("{}", &i.to_string());
        if i == 0 && !target.arch().syntax.attaches() {
            line = "r=%v5".to_string();
        } else if i <= NAMES.len() || random.below(40) == 0 {
            let name = if i <= NAMES.len() { NAMES[i % NAMES.len()] } else { NAMES[random.below(NAMES.len())] };
            let value = random.below(3) * 1000 / 999;
            line = if random.below(2) == 0 { format!("{name}={value}") } else { format!(".set {name}, {value}") };
            values.retain(|v| v.0 != name);
            values.push((name.into(), value.to_string()));
        } else if i > COUNT * 3 / 4 && random.below(300) == 0 {
            // Names that are defined late and look like parts of instructions.
            let name = shadows[random.below(shadows.len())];
            line = format!("{name}={}", random.below(2));
            values.retain(|v| v.0 != name);
            values.push((name.into(), line[name.len() + 1..].into()));
        }
        lines.lines.push((line.clone(), context(&values)));
        lines.text += &line;
        lines.text += "\n";
    }
    lines.text += "later=3\n";
    lines.lines.push(("later=3".into(), String::new()));
    lines
}

/// Result of each line: the items, and the messages with positions relative to the start of the line.
fn by_line(text: &str, output: &Output, front: usize) -> Vec<(Vec<isatope_asm::Item>, Vec<Diagnostic>)> {
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let line_of = |at: u32| starts.partition_point(|&start| start <= at as usize) - 1;
    let mut lines = vec![(Vec::new(), Vec::new()); starts.len()];
    for (item, place) in output.items.iter().zip(&output.places) {
        lines[line_of(place.0)].0.push(item);
    }
    for diagnostic in &output.diagnostics {
        let mut diagnostic = diagnostic.clone();
        let Place::Text(span) = diagnostic.place else { panic!("{diagnostic:?}") };
        let line = line_of(span.start);
        let base = (starts[line] + front) as u32;
        let moved = |span: Span| Span { start: span.start - base, end: span.end - base, ..span };
        diagnostic.place = Place::Text(moved(span));
        diagnostic.labels.iter_mut().for_each(|label| label.span = moved(label.span));
        lines[line].1.push(diagnostic);
    }
    lines
}

#[test]
fn repeated_lines_give_the_same() {
    let mut random = Random(0x5eed_1234_5678_9abc);
    let kinds = [
        ("gfx700", "clrx"),
        ("gfx803", "clrx"),
        ("gfx803", "llvm"),
        ("gfx900", "llvm"),
        ("v9", "mesa"),
        ("v9", "mesa-new"),
        ("v9", "arm"),
    ];
    for (name, dialect) in kinds {
        for (strict, has_numbers) in [(false, false), (false, true), (true, true)] {
            let target = Target::from_name(name).expect("known");
            let options = Options { places: true, strict, ..Options::default() };
            let assembler = Assembler::new(target, dialect, options).expect("its dialect");
            let lines = random_lines(target, dialect, has_numbers, &mut random);
            let together = by_line(&lines.text, &assembler.assemble(&lines.text), 0);

            // The same source without equal lines: a comment makes each line unique.
            let mut apart = String::new();
            for (i, line) in lines.text.lines().enumerate() {
                apart += &format!("/*{i:06}*/ {line}\n");
            }
            let apart = by_line(&apart, &assembler.assemble(&apart), 11);
            let mut wrong = 0;
            let mut same = |i: usize, got: &(Vec<_>, Vec<_>), wanted: &(Vec<_>, Vec<_>)| {
                assert!(got == wanted, "{name} {dialect}: line {i} `{}`\n{got:#?}\n{wanted:#?}", lines.lines[i].0);
                wrong += usize::from(!got.1.is_empty());
            };
            assert_eq!(together.len(), apart.len());
            for (i, (got, wanted)) in together.iter().zip(&apart).enumerate().take(lines.lines.len()) {
                same(i, got, wanted);
            }

            // Each line alone, if it depends only on names.
            let mut alone = 0;
            for (i, (line, context)) in lines.lines.iter().enumerate().skip(1).step_by(7) {
                let placed = ["label", "7", "later", ". ", "undefined", "\""].iter().any(|p| line.contains(p));
                if placed || line.contains('=') && !line.contains(' ') || line.starts_with(".set") {
                    continue;
                }
                let text = format!("{context}{line}\n");
                let assembler = Assembler::new(target, dialect, options).expect("its dialect");
                let wanted = by_line(&text, &assembler.assemble(&text), 0);
                same(i, &together[i], &wanted[context.lines().count()]);
                alone += 1;
            }
            assert!(alone > 300 && wrong > 250, "{name} {dialect}: {alone} lines alone, {wrong} wrong ones");
        }
    }
}

/// Numbers at the limits of fields and registers, and some between them.
const EDGES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "15",
    "16",
    "17",
    "31",
    "32",
    "63",
    "64",
    "65",
    "99",
    "101",
    "102",
    "103",
    "104",
    "105",
    "106",
    "107",
    "127",
    "128",
    "255",
    "256",
    "257",
    "511",
    "512",
    "1023",
    "4095",
    "4096",
    "32767",
    "32768",
    "65535",
    "65536",
    "1048575",
    "1048576",
    "0x7fffffff",
    "0x80000000",
    "0xffffffff",
    "0x100000000",
    "0x3c00",
    "0x3f800000",
    "0x3fe0000000000000",
    "-1",
    "-16",
    "-17",
    "-4096",
    "-4097",
    "-32768",
    "-32769",
    "07",
];

/// A line with one of its numbers changed.
fn with_another_number(line: &str, random: &mut Random) -> String {
    let digits = |c: char| c.is_ascii_digit();
    let head = line.find(' ').unwrap_or(line.len());
    let runs: Vec<_> = line[head..].match_indices(digits).map(|(at, _)| head + at).collect();
    let starts = |at: &&usize| !line[..**at].ends_with(|c: char| c.is_ascii_hexdigit() || c == 'x');
    let starts: Vec<_> = runs.iter().filter(starts).copied().collect();
    if starts.is_empty() {
        return line.to_string();
    }
    let at = starts[random.below(starts.len())];
    let rest = line[at..].trim_start_matches("0x").trim_start_matches(|c: char| c.is_ascii_hexdigit());
    format!("{}{}{rest}", &line[..at], EDGES[random.below(EDGES.len())])
}

/// An unused label, which prevents every fast path from reading the line.
const SLOWLY: &str = "987654: ";

/// Checks that the fast paths and the long path give the same bytes and messages. Two of three lines have a comment.
fn agree(whose: &str, assembler: &Assembler, lines: &[String]) {
    // In dialects in which a semicolon does not start a comment, a hash sign does.
    let other = if assembler.assemble("; ?\n").failed() { "\t# x" } else { "\t; x" };
    let ends = ["", " // x", other];
    // The groups are small enough for all of their messages to be made.
    for lines in lines.chunks(2000) {
        let [quick, long] = ["", SLOWLY].map(|front| {
            let all = lines.iter().zip(ends.iter().cycle());
            let text = all.map(|(line, end)| format!("{front}{line}{end}\n")).collect::<String>();
            by_line(&text, &assembler.assemble(&text), front.len())
        });
        for (i, (got, wanted)) in quick.iter().zip(&long).enumerate() {
            assert_eq!(got, wanted, "{whose}: {}", lines.get(i).map_or("", String::as_str));
        }
    }
}

/// Lines without diagnostics are encoded by a fast path.
#[test]
fn numbers_give_what_they_give_the_long_way() {
    let mut random = Random(0x0bad_5eed_1234_5678);
    for (target, dialect) in dialects() {
        let options = Options { places: true, ..Options::default() };
        let assembler = Assembler::new(target, dialect, options).expect("its dialect");
        let formatter = Formatter::new(target, dialect).expect("its dialect");
        let code = mixed::code(target, 3000);
        let mut lines = Vec::new();
        for inst in Decoder::new(target, &code).filter_map(|(_, inst)| inst.ok()) {
            let mut line = String::new();
            formatter.write(&inst, &mut line).expect("strings take everything");
            lines.push(line.clone());
            lines.extend((0..5).map(|_| with_another_number(&line, &mut random)));
        }
        agree(&format!("{target} {dialect}"), &assembler, &lines);
    }
}

/// A line with one byte replaced, removed or doubled.
fn with_another_byte(line: &str, random: &mut Random) -> String {
    const BYTES: &[u8] = b"0189afxvsru.,:[]()-|^@_ \t'*+=!~&%<>?$e";
    let at = random.below(line.len());
    let (before, after) = (&line[..at], &line[at + 1..]);
    match random.below(4) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{0}{0}{after}", &line[at..at + 1]),
        _ => format!("{before}{}{after}", BYTES[random.below(BYTES.len())] as char),
    }
}

/// For any error in a line, the fast paths give the same result as the long path.
#[test]
fn mistyped_lines_give_what_they_give_the_long_way() {
    let mut random = Random(0x7e57_0000_1234_5678);
    for (target, dialect) in dialects() {
        let options = Options { places: true, ..Options::default() };
        let assembler = Assembler::new(target, dialect, options).expect("its dialect");
        let formatter = Formatter::new(target, dialect).expect("its dialect");
        let mut lines = Vec::new();
        for inst in Decoder::new(target, &mixed::code(target, 1500)).filter_map(|(_, inst)| inst.ok()) {
            let mut line = String::new();
            formatter.write(&inst, &mut line).expect("strings take everything");
            lines.extend((0..4).map(|_| with_another_byte(&line, &mut random)));
        }
        agree(&format!("{target} {dialect}"), &assembler, &lines);
    }
}

/// Lines of words are read by a separate fast path, if they contain nothing else.
#[test]
fn words_give_what_they_give_the_long_way() {
    let mut random = Random(0xda7a_5eed_1234_5678);
    for (name, dialect) in [("gfx803", "clrx"), ("gfx900", "llvm"), ("v9", "mesa")] {
        let target = Target::from_name(name).expect("known");
        let assembler = Assembler::new(target, dialect, Options::default()).expect("its dialect");
        let (mut read, mut wrong) = (0, 0);
        for _ in 0..6000 {
            let word = |random: &mut Random| {
                let value = random.below(1_u64 << 32) >> random.below(32);
                match random.below(4) {
                    0 => format!("{value}"),
                    1 => format!("{value:#x}"),
                    2 => format!("0X{value:X}"),
                    _ => format!("0x{value:08x}"),
                }
            };
            let words: Vec<String> = (0..1 + random.below(4)).map(|_| word(&mut random)).collect();
            let start = [".long ", "    .long ", "\t.int\t", ".word  "][random.below(4)];
            let end = ["", "", "\t", " \r", " // x", " ; x", "\t# x"][random.below(7)];
            let mut line = format!("{start}{}{end}", words.join([", ", ",", " , "][random.below(3)]));
            if random.below(2) == 0 {
                line = with_another_byte(&line, &mut random);
            }
            let [quick, long] = ["", SLOWLY].map(|front| {
                let text = format!("{front}{line}\n");
                let output = assembler.assemble(&text);
                (output.bytes_of(".text"), by_line(&text, &output, front.len()))
            });
            assert_eq!(quick, long, "{dialect}: {line}");
            read += usize::from(!quick.0.is_empty());
            wrong += usize::from(quick.0.is_empty());
        }
        assert!(read > 3000 && wrong > 500, "{dialect}: {read} read, {wrong} wrong");
    }
}
