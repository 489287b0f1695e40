#!/usr/bin/env python3
"""Draws the pictures of docs/editors.md and docs/debug.md.

The first one shows answers of the language server: semantic tokens, a diagnostic, and what hovering shows. The others show
Neovim and the debugger in a terminal. ISATOPE names the command [default: target/debug/isatope]. Needs `pyte`, which
`editors/test` installs: `target/editors/bin/python editors/pictures.py`.
"""

import html
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "tests"))

from client import ISATOPE, ROOT, Client  # noqa: E402
from terminal import terminal  # noqa: E402

URI = "file:///kernel.gcn"
SOURCE = """\
// isatope: target=gfx900 dialect=llvm
sum:
  global_load_dword v1, v[2:3], off
  v_bfe_u23 v4, v1, 8, 4
  s_waitcnt vmcnt(0)
  v_bfe_u32 v4, v1, 8, 4
  s_cbranch_vccnz sum
  s_endpgm
"""
HOVER = (5, 4)
TOKENS = {
    "function": "#dcdcaa", "keyword": "#c586c0", "label": "#4ec9b0", "variable": "#9cdcfe", "number": "#b5cea8",
    "property": "#ce9178", "string": "#ce9178", "comment": "#6a9955", "macro": "#dcdcaa", "constant": "#4fc1ff",
}
TERMINAL = {
    "default": "#d4d4d4", "black": "#1e1e1e", "red": "#f14c4c", "green": "#6a9955", "brown": "#dcdcaa", "blue": "#569cd6",
    "magenta": "#c586c0", "cyan": "#4ec9b0", "white": "#e5e5e5",
}
PAPER, WIDTH, HEIGHT = "#1e1e1e", 8.43, 20


def text(column, row, words, colour, weight="normal"):
    words = html.escape(words)
    return (
        f'<text x="{20 + column * WIDTH:.1f}" y="{30 + row * HEIGHT}" fill="{colour}" font-weight="{weight}" '
        f'xml:space="preserve">{words}</text>'
    )


def write(name, columns, rows, parts):
    """Writes a picture of some columns and rows to the documentation."""
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{40 + columns * WIDTH:.0f}" height="{50 + rows * HEIGHT}" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">\n'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )
    (ROOT / "docs" / name).write_text(picture)


def answers():
    """What the server answers about a source."""
    client = Client()
    client.open(URI, "gcn-asm", SOURCE)
    tokens = client.tokens(URI)
    place = {"line": HOVER[0], "character": HOVER[1]}
    hover = client.ask("textDocument/hover", {"textDocument": {"uri": URI}, "position": place})
    lines = SOURCE.splitlines()
    parts = [text(0, row, line, "#d4d4d4") for row, line in enumerate(lines)]
    for row, column, length, kind in tokens:
        parts.append(text(column, row, lines[row][column : column + length], TOKENS[kind]))
    widest = max(map(len, lines))
    for found in client.diagnostics[URI]:
        start, end = found["range"]["start"], found["range"]["end"]
        y = 35 + start["line"] * HEIGHT
        x, to = 20 + start["character"] * WIDTH, 20 + end["character"] * WIDTH
        parts.append(f'<path d="M{x:.1f} {y}H{to:.1f}" stroke="#f14c4c" stroke-width="2" stroke-dasharray="3 2"/>')
        message = found["message"].replace("\n", " – ")
        after = len(lines[start["line"]]) + 3
        widest = max(widest, after + len(message))
        parts.append(text(after, start["line"], message, "#f14c4c"))
    top = len(lines) + 1
    shown = [line for line in hover["contents"]["value"].splitlines() if not line.startswith("```")]
    while shown and not shown[-1]:
        shown.pop()
    columns = max(widest, *map(len, shown))
    box = f'width="{20 + columns * WIDTH:.0f}" height="{15 + len(shown) * HEIGHT}" fill="#252526" stroke="#454545"'
    parts.append(f'<rect x="10" y="{10 + top * HEIGHT}" {box}/>')
    for number, line in enumerate(shown):
        weight = "bold" if line.startswith("**") else "normal"
        parts.append(text(0, top + number, line.replace("*", ""), "#cccccc", weight))
    write("editors.svg", columns, top + len(shown), parts)
    client.end()


def colour(name):
    name = name.removeprefix("bright")
    return TERMINAL.get(name, f"#{name}")


def draw(name, screen):
    """Draws what a terminal shows: each run of one style."""
    parts = []
    for row in range(screen.lines):
        cells = [screen.buffer[row][column] for column in range(screen.columns)]
        start = 0
        while start < len(cells):
            style = cells[start][1:]
            end = start
            while end < len(cells) and cells[end][1:] == style:
                end += 1
            words, cell = "".join(cell.data for cell in cells[start:end]), cells[start]
            front, back = colour(cell.fg), PAPER if cell.bg == "default" else colour(cell.bg)
            if cell.reverse:
                front, back = back, front
            if back != PAPER:
                x, width = 20 + start * WIDTH, (end - start) * WIDTH
                parts.append(f'<rect x="{x:.1f}" y="{15 + row * HEIGHT}" width="{width:.1f}" height="{HEIGHT}" fill="{back}"/>')
            if words.strip():
                parts.append(text(start, row, words.rstrip(), front, "bold" if cell.bold else "normal"))
            start = end
    write(name, screen.columns, screen.lines, parts)


def neovim():
    """A diagnostic, and what hovering shows, in Neovim."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "kernel.gcn"
        path.write_text(SOURCE)
        options = "set noswapfile laststatus=0 noruler noshowcmd signcolumn=no shortmess+=F"
        lua = f"luafile {ROOT}/editors/neovim/isatope.lua"
        command = ["nvim", "-u", "NONE", "--cmd", options, "--cmd", lua, str(path)]
        place = f":call cursor({HOVER[0] + 1}, {HOVER[1]}) | highlight NormalFloat ctermfg=252 ctermbg=236\r"
        script = [("", "did you mean"), (place, "did you mean"), (":lua vim.lsp.buf.hover()\r", "Extracts")]
        draw("neovim.svg", terminal(command, 110, 30, script))


def debugger():
    """A kernel in the debugger, after some steps."""
    command = [ISATOPE, "debug", "--manifest", "examples/reduce.json", "--tui"]
    script = [("", "quit"), (":break +0x40\r", "breakpoint 1 at"), ("c", "=>*"), ("s", "<.Lshare>")]
    draw("debug.svg", terminal(command, 110, 34, script))


if __name__ == "__main__":
    answers()
    neovim()
    debugger()
