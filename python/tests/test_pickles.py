"""Objects that are copied and sent to other processes."""

import copy
import pickle

import isatope as isa
import pytest


def copies(thing):
    return [pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing)]


def attributes(thing):
    return {name: getattr(thing, name) for name in dir(thing) if not name.startswith("_")}


def test_targets_keep_their_names():
    for name in ("gfx900", "gfx906:sramecc+:xnack-", "g78", "gcn1.4"):
        for target in copies(isa.Target(name)):
            assert target == isa.Target(name) and target.name == name


def test_instructions_keep_their_addresses():
    for name, text in (("gfx803", "v_bfe_u32 v0, v1, 8, 4"), ("g78", "FADD.f32 r0, r1, r2")):
        (first,) = isa.decode(isa.assemble(text, name), name, address=0x100)
        for inst in copies(first):
            assert inst == first and inst.address == 0x100 and inst.target == first.target and str(inst) == str(first)


def test_findings_and_diagnostics_keep_everything():
    code = isa.assemble("s_load_dword s4, s[0:1], 0x0\ns_add_u32 s5, s4, s4\ns_endpgm", "gfx900")
    (finding,) = isa.check(code, "gfx900")
    diagnostic = isa.Source("s_nop 0\ns_nopp 3", "gfx900").diagnostics[0]
    for thing in (finding, diagnostic):
        for other in copies(thing):
            assert attributes(other) == attributes(thing) and repr(other) == repr(thing)


def test_exceptions_keep_their_attributes(tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text('{ "gird": [1] }')
    calls = {
        isa.AssemblyError: lambda: isa.assemble("s_nopp 3", "gfx900"),
        isa.ManifestError: lambda: isa.run_manifest(bad),
        isa.DecodeError: lambda: list(isa.decode(b"\xff" * 4, "gfx900")),
    }
    for kind, call in calls.items():
        with pytest.raises(kind) as caught:
            call()
        for other in copies(caught.value):
            assert type(other) is kind and str(other) == str(caught.value)
            assert repr(other.__dict__) == repr(caught.value.__dict__) != "{}"
