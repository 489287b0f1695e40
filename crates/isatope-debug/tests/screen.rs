//! What the screen shows, at two sizes. `ISATOPE_BLESS=1` writes the expected screens anew.

use isatope_debug::Debugger;
use isatope_debug::screen::Screen;
use isatope_testing::{root, text};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::common::load;

/// Presses keys: `<enter>`, `<esc>`, `<down>`, `<right>`, or characters.
fn press(screen: &mut Screen, keys: &str) {
    let mut rest = keys;
    while let Some(first) = rest.chars().next() {
        let named = [
            ("<enter>", KeyCode::Enter),
            ("<esc>", KeyCode::Esc),
            ("<down>", KeyCode::Down),
            ("<right>", KeyCode::Right),
        ];
        let (code, length) = match named.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, code)) => (*code, name.len()),
            None => (KeyCode::Char(first), first.len_utf8()),
        };
        screen.key(KeyEvent::new(code, KeyModifiers::NONE));
        rest = &rest[length..];
    }
}

fn drawn(screen: &Screen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("it is memory");
    terminal.draw(|frame| screen.draw(frame)).expect("it is memory");
    let buffer = terminal.backend().buffer();
    let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string() + "\n";
    (0..height).map(line).collect()
}

fn check(name: &str, manifest: &str, keys: &str) {
    let mut screen = Screen::new(Debugger::new(load(&root().join(manifest))).expect("there is a launch"));
    press(&mut screen, keys);
    for (width, height) in [(80, 24), (160, 50)] {
        let found = drawn(&screen, width, height);
        let path = root().join(format!("crates/isatope-debug/tests/screens/{name}-{width}x{height}.txt"));
        if std::env::var_os("ISATOPE_BLESS").is_some() {
            std::fs::write(&path, &found).expect("it can be written");
        }
        assert_eq!(found, text(&path), "{}", path.display());
    }
}

#[test]
fn a_kernel_after_some_steps() {
    check("steps", "examples/vadd.json", "ssssssss");
}

#[test]
fn transposed_registers_with_a_breakpoint() {
    check("transposed", "examples/reduce.json", ":break +0x20<enter>ctv");
    check("lanes-down", "examples/reduce.json", ":break +0x40<enter>cts");
}

#[test]
fn a_warp_whose_lanes_have_parted() {
    check("parted", "examples/valhall/collatz.json", "ssssssssssssssssssssssssssss");
}

#[test]
fn memory_that_a_command_changed() {
    check("memory", "examples/vadd.json", "mm:log vadd+0x4c \"stores {v1 as f32}\"<enter>:break .Lout<enter>c");
}

#[test]
fn scalars_and_an_error() {
    check("scalars", "examples/vadd.json", "sssvs:prnt v0<enter>:print no_such<enter>m");
}

#[test]
fn keys_that_mean_nothing_are_harmless() {
    let mut screen = Screen::new(Debugger::new(load(&root().join("examples/vadd.json"))).expect("there is a launch"));
    press(&mut screen, "<down><right><esc>z:<esc>bbbbwwwcscrrb<down>");
    for (width, height) in [(1, 1), (3, 2), (20, 5), (300, 100)] {
        drawn(&screen, width, height);
    }
    assert!(!screen.ends());
    press(&mut screen, "q");
    assert!(screen.ends());
}
