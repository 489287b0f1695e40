#!/usr/bin/env python3
"""Draws the pictures of docs/editors.md: a source with its semantic tokens and diagnostics, and what hovering shows.

Everything in them comes from the server. ISATOPE names the command [default: target/debug/isatope].
"""

import html
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
ISATOPE = os.environ.get("ISATOPE", str(ROOT / "target/debug/isatope"))
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
COLOURS = ["#dcdcaa", "#c586c0", "#4ec9b0", "#9cdcfe", "#b5cea8", "#ce9178", "#ce9178", "#6a9955", "#dcdcaa", "#4fc1ff"]
WIDTH, HEIGHT = 8.43, 20


class Client:
    """A client that asks one thing after another."""

    def __init__(self):
        self.process = subprocess.Popen([ISATOPE, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number, self.diagnostics = 0, []
        self.ask("initialize", {"capabilities": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.number:
                return message["result"]
            if message.get("method") == "textDocument/publishDiagnostics":
                self.diagnostics = message["params"]["diagnostics"]


def text(column, row, words, colour, weight="normal"):
    words = html.escape(words)
    return (
        f'<text x="{20 + column * WIDTH:.1f}" y="{30 + row * HEIGHT}" fill="{colour}" font-weight="{weight}" '
        f'xml:space="preserve">{words}</text>'
    )


def main():
    client = Client()
    document = {"uri": URI, "languageId": "gcn-asm", "version": 1, "text": SOURCE}
    client.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
    tokens = client.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": URI}})["data"]
    place = {"line": HOVER[0], "character": HOVER[1]}
    hover = client.ask("textDocument/hover", {"textDocument": {"uri": URI}, "position": place})
    lines = SOURCE.splitlines()
    parts = [text(0, row, line, "#d4d4d4") for row, line in enumerate(lines)]
    row = column = 0
    for at in range(0, len(tokens), 5):
        down, right, length, kind, _ = tokens[at : at + 5]
        row, column = row + down, right if down else column + right
        parts.append(text(column, row, lines[row][column : column + length], COLOURS[kind]))
    widest = max(map(len, lines))
    for found in client.diagnostics:
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
    width = 40 + max(widest, *map(len, shown)) * WIDTH
    height = 50 + (top + len(shown)) * HEIGHT
    box = f'<rect x="10" y="{10 + top * HEIGHT}" width="{width - 20:.0f}" height="{15 + len(shown) * HEIGHT}" fill="#252526" stroke="#454545"/>'
    parts.append(box)
    for number, line in enumerate(shown):
        weight = "bold" if line.startswith("**") else "normal"
        parts.append(text(0, top + number, line.replace("*", ""), "#cccccc", weight))
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">\n'
        f'<rect width="100%" height="100%" fill="#1e1e1e"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )
    (ROOT / "docs/editors.svg").write_text(picture)
    client.ask("shutdown", None)
    client.send({"method": "exit"})


if __name__ == "__main__":
    main()
