//! Tests texts with many repetitions: no stack may overflow, and the time must be limited by the length.

use isatope_asm::{Assembler, Options};
use isatope_core::Target;

/// Number of repetitions.
const TIMES: usize = 20_000;

/// Runs on a thread with the default stack size of test threads, independent of RUST_MIN_STACK.
fn on_a_small_stack(work: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, work);
        thread.expect("a thread starts").join().expect("no panic");
    });
}

#[test]
fn long_lines_are_assembled() {
    const BEFORE: &[&str] = &["", "v_add_f32 v0, v1, ", "v_mov_b32 v0, ", "x=", ".long ", "v_mov_b32 v0, v1 "];
    const PIECES: &[&str] = &[
        "(",
        "-",
        "~",
        "!",
        "+",
        "1+",
        "1?",
        "1?2:",
        "|",
        "[",
        "v[",
        "abs(",
        "neg(",
        "sext(",
        "lit(",
        "-|",
        "1<<",
        "x",
        "9",
        "0x",
        ".",
        "1e",
        "/*",
        "//",
        "v0,",
        "v0, ",
        "clamp ",
        "mul:",
        "abs:",
        "neg:[1,",
        "neg:[1,0] ",
        "op_sel:[0,0] ",
        "@",
        "%",
        "x=%",
        "x=5;",
        "v_nop;",
        "v_nop\n",
        "1,",
        "ä",
        "ill_9 ",
        "force ",
        "vsrc2=1 ",
        "\"",
        "'",
    ];
    on_a_small_stack(|| {
        let target = Target::from_name("gfx900").expect("known");
        for dialect in target.arch().dialects {
            let assembler = Assembler::new(target, dialect, Options::default()).expect("known");
            for before in BEFORE {
                for piece in PIECES {
                    let started = std::time::Instant::now();
                    let output = assembler.assemble(&(before.to_string() + &piece.repeat(TIMES)));
                    // After the last comma of `.long 1,1,` there is one more value, which is 0.
                    assert!(output.items.len() <= TIMES + 1);
                    let took = started.elapsed();
                    assert!(took.as_secs() < 60, "{dialect} `{before}{piece}`… takes {took:?}");
                }
            }
            // Many names, each defined by the previous one.
            let text: String = (0..TIMES).map(|i| format!("x{}=x{i}+1\n", i + 1)).collect();
            assert!(!assembler.assemble(&format!("x0=0\n{text}")).failed());
        }
    });
}

#[test]
fn long_specifications_are_compiled() {
    const BASE: &str = include_str!("../../isatope-lang/tests/reject/base.isa");
    const BEFORE: &[&str] = &[
        "",
        "fn f(a: u32) -> u32 { ",
        "fn f(a: u32) -> u32 { a",
        "fn f(",
        "format x : 32 { ",
        "operand x : 8 { ",
        "for T in { ",
    ];
    const PIECES: &[&str] = &[
        "(",
        "{",
        "[",
        "-",
        "~",
        "!",
        "a + ",
        "+ a ",
        "[0]",
        "[7:0]",
        "@",
        "{a, ",
        "if a == 0 { a } else ",
        "if a == 0 { ",
        "for i in 0..9 { ",
        "let a = a\n",
        "f(",
        "0x",
        "1e",
        "9",
        "\"",
        "\"x\" ",
        "///\n",
        "///",
        "//",
        "for T in { a } { ",
        "31:0 = 0\n",
        "0 int 0\n",
        "a, ",
        ":",
        "..",
        "a.b",
        "$T",
        "inst x : y { ",
        "é",
    ];
    on_a_small_stack(|| {
        for before in BEFORE {
            for piece in PIECES {
                let started = std::time::Instant::now();
                let text = format!("{BASE}\n{before}{}", piece.repeat(TIMES));
                let files = [("long.isa", text.as_str())];
                if let Err(errors) = isatope_lang::compile(&files) {
                    for error in errors.iter().take(20) {
                        error.render(&files);
                    }
                }
                let took = started.elapsed();
                assert!(took.as_secs() < 60, "`{before}{piece}`… takes {took:?}");
            }
        }
    });
}

#[test]
fn families_and_calls_do_not_explode() {
    const BASE: &str = include_str!("../../isatope-lang/tests/reject/base.isa");
    let nested = |inner: &str, tuple: &str| {
        let mut text = inner.to_string();
        for i in 0..60 {
            let tuple = tuple.replace('#', &(59 - i).to_string()).replace('+', &(60 - i).to_string());
            text = format!("for p{} in {{ {tuple} }} {{ {text}\n }}\n", 59 - i);
        }
        text
    };
    let calls: String = (0..100).map(|i| format!("fn g{}(a: u32) -> u32 {{ g{i}(a) ^ g{i}(~a) }}\n", i + 1)).collect();
    let texts = [
        nested("", "1, 2, 3, 4, 5"),
        nested("memory m$p0", "1, 2"),
        nested("/// $p59\nmemory m", "\"$p#$p#$p#$p#\""),
        nested("inst x : two { lane { $p0 } }", "\"$p+$p+$p+$p+\""),
        format!("fn g0(a: u32) -> u32 {{ a }}\n{calls}"),
    ];
    for text in texts {
        let started = std::time::Instant::now();
        let text = format!("{BASE}\n{text}");
        let files = [("explodes.isa", text.as_str())];
        if let Err(errors) = isatope_lang::compile(&files) {
            errors.iter().take(20).for_each(|e| drop(e.render(&files)));
        }
        let took = started.elapsed();
        assert!(took.as_secs() < 60, "{took:?}: {}", &text[BASE.len()..][..200]);
    }
}
