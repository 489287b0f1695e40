"""Sources, targets with features, and the reference. The command says the same."""

import os
import struct
import subprocess
import types
from pathlib import Path

import isatope as isa
import pytest

ROOT = Path(__file__).resolve().parents[2]
VADD = ROOT / "tests/objects/vadd-gfx900.co"


def command(*arguments: str) -> subprocess.CompletedProcess:
    program = os.environ.get("ISATOPE", "isatope")
    return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True)


def diagnostics(text, **options):
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble(text, "gfx900", **options)
    return caught.value.diagnostics, str(caught.value)


def test_an_error_in_an_included_file_has_its_place_there(tmp_path):
    (tmp_path / "a.inc").write_text("s_nop 0\n" * 6 + " s_nopp 3\n")
    text = "s_nop 0\n.include \"a.inc\"\n"
    (only,), said = diagnostics(text, include=[tmp_path])
    assert (only.file, only.line, only.column) == ("a.inc", 7, 2) and said.startswith("a.inc:7:2: error[E0103]")
    assert (tmp_path / "a.inc").read_text()[slice(*only.place)] == "s_nopp"
    source = isa.Source(text, "gfx900", include=[tmp_path])
    assert [(one.file, one.line) for one in source.diagnostics] == [("a.inc", 7)]
    with pytest.raises(isa.AssemblyError) as caught:
        source.linked()
    assert caught.value.diagnostics[0].file == "a.inc"
    (only,), said = diagnostics("s_nop 0\ns_nopp 3")
    assert (only.file, only.line, only.column) == (None, 2, 1) and said.startswith("2:1: error[E0103]")
    (tmp_path / "main.s").write_text(text)
    assert "a.inc:7:2" in command("asm", "-t", "gfx900", str(tmp_path / "main.s")).stderr


def test_every_error_code_has_its_page():
    codes = [line.split()[0] for line in command("explain", "errors").stdout.splitlines() if line.startswith("E")]
    assert len(codes) > 90 and "E1015" in codes
    for code in codes:
        page = isa.explain(code)
        assert page.title == code and page.text.startswith(f"{code}: ") and code in page.markdown
    assert isa.explain("e1015").text.split() == command("explain", "E1015").stdout.split()
    assert isa.explain(".amdhsa_next_free_vgpr").title == ".amdhsa_next_free_vgpr"


def flags(code):
    return struct.unpack_from("<I", code, 48)[0]


@pytest.mark.parametrize(
    "name, wanted",
    # EF_AMDGPU_FEATURE_XNACK_*_V4 and EF_AMDGPU_FEATURE_SRAMECC_*_V4 in LLVM's guide for AMDGPU.
    [
        ("gfx900", 0x12C),
        ("gfx900:xnack+", 0x32C),
        ("gfx900:xnack-", 0x22C),
        ("gfx906:sramecc+:xnack-", 0xE2F),
        ("gfx906:sramecc-", 0x92F),
    ],
)
def test_features_of_targets_are_kept(name, wanted):
    target = isa.Target(name)
    assert (target.name, str(target), repr(target)) == (name, name, f"Target('{name}')")
    for dialect in (None, "llvm"):
        assert flags(isa.Source("s_endpgm", name, dialect).linked()) == wanted
        assert flags(isa.Source("s_endpgm", target, dialect).linked()) == wanted


def test_features_have_names():
    target = isa.Target("amdgcn-amd-amdhsa--gfx906:xnack-")
    assert (target.name, target.xnack, target.sramecc) == ("gfx906:xnack-", False, None)
    assert isa.Target("gfx906:sramecc+").sramecc is True and isa.Target("gcn1.4").xnack is None
    for name, message in (("gfx906:fast+", "`fast`"), ("gfx906:xnack", "needs a")):
        with pytest.raises(ValueError, match=message):
            isa.Target(name)


def test_checks_know_xnack():
    code = isa.assemble("s_load_dwordx2 s[0:1], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_endpgm", "gfx900")
    found = lambda *arguments, **options: [one.code for one in isa.check(code, *arguments, **options)]
    assert found("gfx900:xnack+") == found(isa.Target("gfx900:xnack+")) == found("gfx900", xnack=True) == ["E1022"]
    assert found("gfx900") == found("gfx900:xnack-") == found("gfx900:xnack+", xnack=False) == []


def test_redundant_waits_are_found():
    code = isa.assemble("s_waitcnt vmcnt(0)\ns_endpgm", "gfx900")
    assert isa.check(code, "gfx900") == [] and len(isa.check(code, "gfx900", redundant=True)) == 1


def test_the_code_may_be_in_any_section():
    code = isa.assemble("s_nop 3\ns_endpgm", "gfx900")
    text = '.section .text.foo,"ax",@progbits\ns_nop 3\ns_endpgm'
    assert isa.assemble(text, "gfx900", "llvm") == code
    assert isa.assemble(".text\n" + text, "gfx900", "llvm") == code
    with pytest.raises(isa.AssemblyError, match="`.data` has contents") as caught:
        isa.assemble(".data\n.long 5", "gfx900", "llvm")
    assert caught.value.diagnostics[0].help


def test_symbols_are_any_mapping_with_numbers_of_64_bits():
    def word(value):
        return isa.assemble("s_mov_b32 s0, X", "gfx900", define=types.MappingProxyType({"X": value}))

    assert word(-1) == isa.assemble("s_mov_b32 s0, -1", "gfx900")
    assert word(2**32 - 1) == isa.assemble("s_mov_b32 s0, 0xffffffff", "gfx900")
    for value, kind in ((2**64, ValueError), (-(2**63) - 1, ValueError), ("5", TypeError), (1.5, TypeError)):
        with pytest.raises(kind, match="define: .*`X`"):
            word(value)
    for name in ("X Y", "", "1"):
        with pytest.raises(ValueError, match="is not the name of a symbol"):
            isa.assemble("s_endpgm", "gfx900", define={name: 1})
    with pytest.raises(TypeError, match="a mapping is expected, not list"):
        isa.assemble("s_endpgm", "gfx900", define=["X"])


def test_a_wave_says_where_bytes_are_no_instruction():
    with pytest.raises(isa.DecodeError) as caught:
        isa.Wave("gfx900").run(isa.assemble("s_nop 0", "gfx900") + b"\xff" * 4)
    assert caught.value.offset == 4


def test_another_target_is_warned_of():
    """As the command does: E0801. The target of the file counts."""
    with pytest.warns(UserWarning, match=r"\[E0801\] .*vadd-gfx900.co is for gfx900, not for gfx803"):
        isa.open(VADD, "gfx803")
    with pytest.warns(UserWarning, match="the input is for gfx900"):
        assert isa.open(VADD.read_bytes(), "gfx803").kernel("vadd").target == isa.Target("gfx900")
    assert "E0801" in command("dis", "-t", "gfx803", str(VADD)).stderr
