"""The configurations of editors that the tests cannot run name the same languages as the package for VS Code."""

import json
import tomllib

from client import ROOT

EDITORS = ROOT / "editors"
LANGUAGES = {
    language["id"]: language["extensions"]
    for language in json.loads((EDITORS / "vscode/package.json").read_text())["contributes"]["languages"]
}


def test_helix():
    found = tomllib.loads((EDITORS / "helix/languages.toml").read_text())
    assert {one["name"]: [f".{end}" for end in one["file-types"]] for one in found["language"]} == LANGUAGES
    servers = found["language-server"]
    assert all(name in servers for one in found["language"] for name in one["language-servers"])
    assert [servers["isatope"]["command"], *servers["isatope"]["args"]] == ["isatope", "lsp"]
    grammars = {one["name"]: one["source"] for one in found["grammar"]}
    assert {one["grammar"] for one in found["language"]} == set(grammars)
    # The user replaces what precedes the clone.
    path = grammars["gpu_asm"]["path"].partition("/isatope/")[2]
    assert path and (ROOT / path / "grammar.js").exists()


def test_zed():
    found = json.loads((EDITORS / "zed/settings.json").read_text())
    binary = found["lsp"]["isatope"]["binary"]
    assert [binary["path"], *binary["arguments"]] == ["isatope", "lsp"]


def test_neovim_and_emacs():
    for path in ("neovim/isatope.lua", "emacs/isatope.el"):
        text = (EDITORS / path).read_text()
        missing = [name for name, ends in LANGUAGES.items() if name not in text or not all(end in text for end in ends)]
        assert missing == [], path
