"""Compares the grammars with the language server, on every source of the repository.

The grammars run as editors run them: the TextMate ones in vscode-textmate, the tree-sitter one in its own parser. The
server splits a text with the code of the assembler.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from client import ROOT, Client, sources

# What the grammars call a type of the server. A name may be a modifier or a symbol, which only the server can tell.
TEXTMATE = {
    "comment": "comment.",
    "function": "entity.name.function",
    "macro": "entity.name.function",
    "keyword": "keyword.control",
    "number": "constant.numeric",
    "string": ("string.", "constant.character"),
    "variable": "variable.language",
}
TREE_SITTER = {
    "comment": "comment",
    "function": "function",
    "macro": "function",
    "keyword": "keyword.directive",
    "number": "number",
    "string": ("string", "string.special"),
    "variable": "variable.builtin",
}


def needs(tool, installed):
    """Skips a test if a tool is missing, or fails where everything is expected to be there."""
    if not installed:
        message = f"{tool} is not installed"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)


@pytest.fixture(scope="module")
def expected():
    """Tokens of the server: for each file, by line and column."""
    client, all_tokens = Client({"check": False}), {}
    for path, language in sources():
        client.open(path.as_uri(), language, path.read_text())
        all_tokens[path] = client.tokens(path.as_uri())
        client.tell("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    assert client.end() == 0
    return all_tokens


def compare(expected, names, found):
    """Counts tokens that a grammar finds another name for. `found` has names by file, line and column."""
    wrong, right = [], 0
    for path, tokens in expected.items():
        lines = path.read_text().splitlines()
        for row, column, length, kind in tokens:
            wanted = names.get(kind)
            if wanted is None:
                continue
            text = lines[row][column : column + length]
            # A text of several lines has blanks at their starts, which a grammar leaves out.
            name = found[path].get((row, column + len(text) - len(text.lstrip())), "")
            if name.startswith(wanted):
                right += 1
            else:
                # Columns are in UTF-16, but that matters for the message only.
                wrong.append(f"{path}:{row + 1}:{column + 1}: {text}: {kind}, not {name}")
    return wrong, right


def check(wrong, right):
    """Colours until the server answers may be wrong in one word of a hundred: a grammar knows neither the target nor the dialect."""
    assert right > 20_000
    assert len(wrong) <= right // 100, f"{len(wrong)} of {right + len(wrong)} words\n" + "\n".join(wrong[:100])


def test_textmate_agrees_with_the_server(expected):
    folder = pathlib.Path(__file__).parent
    needs("vscode-textmate (npm ci in editors/tests)", shutil.which("node") and (folder / "node_modules").exists())
    files = [{"path": str(path), "scope": f"source.{language}"} for path, language in sources()]
    run = subprocess.run(["node", folder / "textmate.js"], input=json.dumps(files), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    found = {}
    for path, tokens in json.loads(run.stdout).items():
        places = found[pathlib.Path(path)] = {}
        for row, column, length, scope in tokens:
            places.update({(row, at): scope for at in range(column, column + length)})
    check(*compare(expected, TEXTMATE, found))


@pytest.fixture(scope="module")
def tree_sitter(tmp_path_factory):
    """Runs the command of tree-sitter on the grammar."""
    command = shutil.which("tree-sitter") or shutil.which("tree-sitter", path=ROOT / "target/editors/bin")
    needs("tree-sitter (cargo install tree-sitter-cli --version 0.27.1)", command)
    folder = tmp_path_factory.mktemp("tree-sitter")
    shutil.copytree(ROOT / "editors/tree-sitter", folder, dirs_exist_ok=True)

    def run(*words):
        environment = {**os.environ, "TREE_SITTER_DIR": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache")}
        done = subprocess.run([command, *words], cwd=folder, capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
        return done.stdout

    run("generate", "--js-runtime", "native")
    return run


def listed(folder):
    """A file with the paths of all sources, as the command takes them."""
    paths = folder / "paths.txt"
    paths.write_text("".join(f"{path}\n" for path, _ in sources()))
    return paths


def test_tree_sitter_reads_every_source(tree_sitter, tmp_path):
    # It exits with 1 if a tree has an error.
    tree_sitter("parse", "--quiet", "--paths", listed(tmp_path))


def test_tree_sitter_agrees_with_the_server(tree_sitter, expected, tmp_path):
    text = tree_sitter("query", "queries/highlights.scm", "--captures", "--paths", listed(tmp_path))
    found, places = {}, {}
    for line in text.splitlines():
        if capture := re.search(r"capture: \d+ - ([\w.]+), start: \((\d+), (\d+)\)", line):
            places.setdefault((int(capture[2]), int(capture[3])), capture[1])
        elif not line.startswith(" "):
            places = found[pathlib.Path(line.strip())] = {}
    check(*compare(expected, TREE_SITTER, found))


BROKEN = ["v_add_f32 v0, v[1", "(((", "]", '"open', "'", "/* open", ": :", "= 5", "\\", "é: ü", "label: label:", ".amdgpu_metadata\na: [", "1", "#", "a = = b", "\x01"]


def test_tree_sitter_reads_broken_text(tree_sitter, tmp_path):
    for number, text in enumerate(BROKEN):
        path = tmp_path / f"{number}.gcn"
        path.write_text(text)
        tree_sitter("parse", "--quiet", path)
