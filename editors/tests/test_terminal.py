"""`isatope debug` in a terminal: the screen with `--tui`, and the command line with its editor."""

import pytest

from client import ISATOPE, ROOT
from terminal import terminal

SCREENS = ROOT / "crates/isatope-debug/tests/screens"
COMMAND = [ISATOPE, "debug", "--manifest", "vadd.json"]
KEYS = {
    "steps": [("ssssssss", "after 8")],
    "memory": [
        ("mm", ": c"),
        (':log vadd+0x4c "stores {v1 as f32}"\r', "log point 1"),
        (":break .Lout\r", "breakpoint 2 at"),
        ("c", "stores"),
    ],
}


@pytest.mark.parametrize("columns, rows", [(80, 24), (160, 50)])
@pytest.mark.parametrize("name", KEYS)
def test_the_screen_is_that_of_the_tests_in_memory(name, columns, rows):
    screen = terminal([*COMMAND, "--tui"], columns, rows, [("", "quit"), *KEYS[name]], ROOT / "examples")
    found = "".join(line.rstrip() + "\n" for line in screen.display)
    assert found == (SCREENS / f"{name}-{columns}x{rows}.txt").read_text()


def test_the_command_line_remembers_and_completes():
    prompt = "(isatope) "
    script = [("", prompt), ("reverse\t\r", "the beginning"), ("break .Lo\t\r", "breakpoint 1 at"), ("\x1b[A", "break .Lout")]
    # An empty line repeats the last command.
    script += [("\x03", prompt), ("step\r", "after 1 instruction"), ("\r", "after 2 instructions")]
    terminal(COMMAND, 100, 40, script, ROOT / "examples")
