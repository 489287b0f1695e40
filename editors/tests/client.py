"""A client of the language server that asks one thing after another."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
ISATOPE = os.environ.get("ISATOPE", str(ROOT / "target/debug/isatope"))


def sources():
    """Every source, with its language."""
    found = []
    for folder in ("crates", "examples", "tests"):
        for suffix in ("s", "asm", "va", "gcn"):
            found += sorted((ROOT / folder).rglob(f"*.{suffix}"))
    assert len(found) > 100
    return [(path, "valhall-asm" if "valhall" in str(path) else "gcn-asm") for path in found]


class Client:
    """A server and the pipes to it."""

    def __init__(self, options=None):
        self.process = subprocess.Popen([ISATOPE, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number, self.diagnostics = 0, {}
        params = {"capabilities": {"general": {"positionEncodings": ["utf-16"]}}, "initializationOptions": options}
        self.legend = self.ask("initialize", params)["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]

    def tell(self, method, params):
        self._send({"method": method, "params": params})

    def ask(self, method, params):
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == self.number:
                return message["result"]
            if message.get("method") == "textDocument/publishDiagnostics":
                self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]

    def open(self, uri, language, text):
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def tokens(self, uri):
        """Semantic tokens of a document: line, column, length in UTF-16 and name of the type."""
        data = self.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})["data"]
        row, column, found = 0, 0, []
        for down, right, length, kind, _ in zip(*[iter(data)] * 5):
            row, column = row + down, right if down else column + right
            found.append((row, column, length, self.legend[kind]))
        return found

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(timeout=20)

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _read(self):
        length = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return json.loads(self.process.stdout.read(length))
